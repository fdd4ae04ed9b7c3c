"""Import the ledger, let formulas judge each line, sum up, pivot and chart; tell the board with the same figures."""

from typing import Any

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

BOOK = "out/q4-2025.xlsx"
DECK = "out/q4-board.pptx"
CHANNELS = ["Wholesale", "Web shop", "Cafés", "Export"]
STATUSES = ["counts", "duplicate", "void", "other quarter"]
HEADER = ["Channel", "Oct", "Nov", "Dec", "Q4", "Q3", "Change", "Refunds", "Refund rate"]
SLASH = 'FIND("/",B2)'
COMPUTED = {
    "Day": ("J", f"=IF(ISNUMBER(B2),B2,DATE(RIGHT(B2,4),LEFT(B2,{SLASH}-1),MID(B2,{SLASH}+1,LEN(B2)-5-{SLASH})))"),
    "Status": (
        "K",
        '=IF(MATCH(A2,$A:$A,0)<ROW(),"duplicate",IF(I2="void","void",'
        'IF(AND(J2>=DATE(2025,10,1),J2<DATE(2026,1,1)),"counts","other quarter")))',
    ),
    "Month": ("L", '=TEXT(J2,"yyyy-mm")'),
    "Channel name": (
        "M",
        '=IF(SUBSTITUTE(LOWER(C2)," ","")="webshop","Web shop",IF(LEFT(LOWER(C2),3)="caf","Cafés",PROPER(C2)))',
    ),
    "Rate": ("N", '=IF(G2="USD",1,INDEX(Rates!$C:$C,MATCH(L2,Rates!$A:$A,0)))'),
    "Net USD": ("O", '=IF(K2="counts",ROUND(IF(E2="refund",-1,1)*VALUE(SUBSTITUTE(F2,",",""))*N2,2),0)'),
}


async def solve(desk: Desk, task: TaskView) -> str:
    await desk.call("create_workbook", path=BOOK, sheets=["Summary"])
    await desk.call("import_csv", source="ledger/rates.csv", path=BOOK, sheet="Rates", text_columns=["month"])
    await desk.call("import_csv", source="ledger/q3-2025.csv", path=BOOK, sheet="Q3")
    await desk.call("import_csv", source="ledger/ledger-q4-2025.csv", path=BOOK, sheet="Ledger")
    used = await desk.call("get_used_range", path=BOOK, sheet="Ledger")
    last = used["rows"]
    await fill_ledger(desk, last)
    await fill_summary(desk)
    await desk.call(
        "create_pivot",
        path=BOOK,
        source=f"Ledger!A1:O{last}",
        rows=["Channel name"],
        columns=["Month"],
        values=["sum of Net USD"],
        number_format="#,##0.00",
    )
    await desk.call("set_column_width", path=BOOK, sheet="Pivot", columns="A:G")
    read = await desk.call("read_range", path=BOOK, sheet="Summary", range="A2:I6")
    lines = await desk.call("read_range", path=BOOK, sheet="Summary", range="A9:B12")
    await desk.call("render_range", path=BOOK, sheet="Summary")
    await desk.call("render_range", path=BOOK, sheet="Pivot")
    figures = [dict(zip(HEADER, row, strict=True)) for row in read["rows"]]
    counted = {name: int(count) for name, count in lines["rows"]}
    every = sum(counted.values())
    await make_deck(desk, figures, counted)
    total = figures[-1]
    left = every - counted["counts"]
    return (
        f"The pack is ready: {BOOK} and {DECK}. Net revenue of the fourth quarter is {money(total['Q4'])}, "
        f"{percent(total['Change'])} against the third quarter. I left out {left:,} of the {every:,} lines: "
        f"{counted['duplicate']} duplicates, {counted['void']} void, {counted['other quarter']} of another quarter."
    )


async def fill_ledger(desk: Desk, last: int) -> None:
    await desk.call("write_range", path=BOOK, sheet="Ledger", start="J1", values=[list(COMPUTED)])
    for column, formula in COMPUTED.values():
        await desk.call(
            "fill_formula",
            path=BOOK,
            sheet="Ledger",
            range=f"{column}2:{column}{last}",
            formula=formula,
        )
    await desk.call("format_range", path=BOOK, sheet="Ledger", range=f"J2:J{last}", number_format="yyyy-mm-dd")
    await desk.call("format_range", path=BOOK, sheet="Ledger", range=f"O2:O{last}", number_format="#,##0.00")
    await head(desk, "Ledger", "A1:O1")
    await desk.call("freeze_panes", path=BOOK, sheet="Ledger", cell="A2")
    await desk.call("set_column_width", path=BOOK, sheet="Ledger", columns="B:D")
    await desk.call("set_column_width", path=BOOK, sheet="Ledger", columns="J:M")


async def fill_summary(desk: Desk) -> None:
    def net(row: int, column: str, value: str) -> str:
        return f'SUMIFS(Ledger!$O:$O,Ledger!$M:$M,$A{row},Ledger!${column}:${column},"{value}")'

    rows: list[list[str]] = [HEADER]
    for row, channel in enumerate(CHANNELS, start=2):
        months = [f"={net(row, 'L', f'2025-{month}')}" for month in (10, 11, 12)]
        rest = [
            f"=SUM(B{row}:D{row})",
            f"=INDEX('Q3'!$B:$B,MATCH($A{row},'Q3'!$A:$A,0))",
            f"=E{row}/F{row}-1",
            f"=-{net(row, 'E', 'refund')}",
            f"=H{row}/(E{row}+H{row})",
        ]
        rows.append([channel, *months, *rest])
    sums = [f"=SUM({column}2:{column}5)" for column in "BCDEF"]
    rows.append(["Total", *sums, "=E6/F6-1", "=SUM(H2:H5)", "=H6/(E6+H6)"])
    rows += [[""] * 9, ["Status", "Lines", *[""] * 7]]
    for row, status in enumerate(STATUSES, start=9):
        rows.append([status, f"=COUNTIF(Ledger!$K:$K,A{row})", *[""] * 7])
    await desk.call("write_range", path=BOOK, sheet="Summary", values=rows)
    await head(desk, "Summary", "A1:I1")
    await head(desk, "Summary", "A8:B8")
    await desk.call("format_range", path=BOOK, sheet="Summary", range="B1:I1", align="right")
    await desk.call("format_range", path=BOOK, sheet="Summary", range="B8", align="right")
    for columns in ("B2:F6", "H2:H6"):
        await desk.call("format_range", path=BOOK, sheet="Summary", range=columns, number_format='"$"#,##0')
    for columns in ("G2:G6", "I2:I6"):
        await desk.call("format_range", path=BOOK, sheet="Summary", range=columns, number_format="0.0%")
    await desk.call("format_range", path=BOOK, sheet="Summary", range="A6:I6", bold=True)
    for column in "AI":
        await desk.call("set_column_width", path=BOOK, sheet="Summary", columns=column)
    await desk.call("freeze_panes", path=BOOK, sheet="Summary", cell="A2")
    await desk.call(
        "add_sheet_chart",
        path=BOOK,
        sheet="Summary",
        kind="column",
        data="A1:D5",
        by_rows=True,
        stacked="stacked",
        title="Net revenue by month",
    )


async def head(desk: Desk, sheet: str, area: str) -> None:
    await desk.call("format_range", path=BOOK, sheet=sheet, range=area, bold=True, fill="#1F3A44", color="#FFFFFF")


async def make_deck(desk: Desk, figures: list[dict[str, Any]], counted: dict[str, int]) -> None:
    channels, total = figures[:-1], figures[-1]
    source = f"The figures are from {BOOK}, sheet Summary."
    grown = "rose" if total["Change"] > 0 else "fell"
    await desk.call("create_deck", path=DECK, template="brand/board-template.pptx")
    await desk.call(
        "add_slide",
        path=DECK,
        title="Fourth quarter 2025",
        notes=f"Welcome, and thanks for reading the pack ahead. {source}",
    )
    await desk.call(
        "fill_placeholders",
        path=DECK,
        slide=1,
        texts=[{"placeholder": "subtitle", "text": "Board meeting, 12 March 2026"}],
    )

    await desk.call(
        "add_slide",
        path=DECK,
        layout="Title Only",
        title=f"Net revenue {grown} by {percent(abs(total['Change']))} to {money(total['Q4'])}",
        notes=f"Start with net revenue, then the change on the third quarter, then refunds. {source}",
    )
    cards = [
        (money(total["Q4"]), "net revenue"),
        (percent(total["Change"]), "against the third quarter"),
        (percent(total["Refund rate"]), "of sales refunded"),
    ]
    for place, (figure, label) in enumerate(cards):
        card = await desk.call(
            "add_shape",
            path=DECK,
            slide=2,
            form="rounded_rectangle",
            left=48 + place * 296,
            top=180,
            width=272,
            height=180,
            text=f"{figure}\n{label}",
            fill="dk2",
        )
        await desk.call("format_shape_text", path=DECK, slide=2, shape=card["shape"]["id"], paragraphs=[1], size=40)

    best = max(("Oct", "Nov", "Dec"), key=lambda month: total[month])
    names = {"Oct": "October", "Nov": "November", "Dec": "December"}
    await desk.call(
        "add_slide",
        path=DECK,
        title=f"Net revenue was highest, {money(total[best])}, in {names[best]}",
        notes=f"Point at the order of the columns, then at wholesale, which carries them. {source}",
    )
    chart = await desk.call(
        "add_slide_chart",
        path=DECK,
        slide=3,
        type="column_stacked",
        categories=list(names),
        series=[{"name": each["Channel"], "values": [round(each[month]) for month in names]} for each in channels],
        number_format='"$"#,##0',
    )
    await describe(desk, 3, chart, "Columns of net revenue by month, with a part for each channel")

    lead = max(channels, key=lambda each: each["Change"])
    await desk.call(
        "add_slide",
        path=DECK,
        title=f"{lead['Channel']} grew most: {percent(lead['Change'])} on the third quarter",
        notes=f"Go through the table from the top; say which change surprised us. {source}",
    )
    rows = [[each["Channel"], money(each["Q4"]), money(each["Q3"]), percent(each["Change"])] for each in figures]
    table = await desk.call("add_slide_table", path=DECK, slide=4, rows=[["Channel", "Q4", "Q3", "Change"], *rows])
    await desk.call("format_slide_table", path=DECK, slide=4, rows=[6], bold=True)
    await describe(desk, 4, table, "Channels with net revenue in the fourth and the third quarter, and the change")

    high = max(channels, key=lambda each: each["Refund rate"])
    await desk.call(
        "add_slide",
        path=DECK,
        title=f"{high['Channel']} has the highest refund rate, {percent(high['Refund rate'])}",
        notes=f"Refund rate is refunds divided by sales before refunds; say what we do about it. {source}",
    )
    chart = await desk.call(
        "add_slide_chart",
        path=DECK,
        slide=5,
        type="bar",
        categories=[each["Channel"] for each in channels],
        series=[{"name": "Refund rate", "values": [round(each["Refund rate"], 3) for each in channels]}],
        number_format="0.0%",
    )
    await describe(desk, 5, chart, "Bars of the refund rate by channel")
    await desk.call("format_slide_chart", path=DECK, slide=5, minimum=0)

    await desk.call(
        "add_slide",
        path=DECK,
        title="How the figures were made",
        bullets=[
            f"The export has {sum(counted.values()):,} lines",
            f"{counted['counts']:,} of them count",
            f"{counted['duplicate']:,} were left out as duplicates of an entry",
            f"{counted['void']:,} were left out as void",
            f"{counted['other quarter']:,} belong to another quarter",
        ],
        notes=f"Only if asked: the reason stands beside each line of the ledger. {source}",
    )
    found = await desk.call("check_deck", path=DECK)
    assert not found["items"], found["items"]
    await desk.call("render_slides", path=DECK)


async def describe(desk: Desk, slide: int, made: dict[str, Any], text: str) -> None:
    await desk.call("set_alt_text", path=DECK, slide=slide, shape=made["shape"]["id"], text=text)


def money(value: float) -> str:
    return f"${value:,.0f}"


def percent(value: float) -> str:
    return f"{value:.1%}"
