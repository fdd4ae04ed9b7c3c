"""Copy the budget, bring the vouchers in once each, compare by formulas, colour and comment, tell it on one slide."""

from typing import Any

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

BOOK = "out/variance-2026-02.xlsx"
DECK = "out/variance-2026-02.pptx"
SHEET = "Variance"
HEADER = ["Account", "Name", "Owner", "Budget", "Actual", "Variance", "Variance %", "Flag"]
HEAD: dict[str, Any] = {"bold": True, "fill": "#1F3A44", "color": "#FFFFFF"}
TOP = 4  # the heading row; limits stand above it


async def solve(desk: Desk, task: TaskView) -> str:
    await desk.call("copy_path", source="finance/budget-2026.xlsx", destination=BOOK)
    await desk.call("import_csv", source="finance/vouchers.csv", path=BOOK, sheet="Vouchers")
    await desk.call("remove_duplicates", path=BOOK, sheet="Vouchers", columns=["voucher"])
    vouchers = (await desk.call("get_used_range", path=BOOK, sheet="Vouchers"))["rows"]
    accounts = (await desk.call("get_used_range", path=BOOK, sheet="Budget 2026"))["rows"] - 1
    last = TOP + accounts
    await desk.call("add_sheet", path=BOOK, name=SHEET, position=1)
    await write_variance(desk, task, last, vouchers)
    await polish(desk, last)

    lines = (await desk.call("read_range", path=BOOK, sheet=SHEET, range=f"A{TOP + 1}:H{last + 1}"))["rows"]
    read = [dict(zip(HEADER, line, strict=True)) for line in lines]
    reported = sorted((line for line in read if line["Flag"]), key=lambda line: -line["Variance"])
    largest_of = await largest_vouchers(desk, [line["Account"] for line in reported])
    for line in reported:
        largest = largest_of[line["Account"]]
        await desk.call(
            "add_cell_comment",
            path=BOOK,
            sheet=SHEET,
            cell=f"F{TOP + 1 + read.index(line)}",
            text=f"Largest voucher: {largest['voucher']}, {largest['text']}, {money(largest['amount'])}",
            author="Maya Lindqvist",
        )
    found = await desk.call("check_workbook", path=BOOK, kinds=["error", "stale", "too_narrow", "cut_text"])
    assert not found["items"], found["items"]
    await desk.call("render_range", path=BOOK, sheet=SHEET)
    total = read[-1]
    await make_slide(desk, reported, total, accounts)
    over = [line["Name"] for line in reported if line["Flag"] == "over"]
    return (
        f"To the end of February we are {money(abs(total['Variance']))} {side(total['Variance'])} budget "
        f"({total['Variance %']:.1%}). Over by more than the limits: {', '.join(over)}. "
        f"The workbook is {BOOK}, Dana's slide {DECK}."
    )


async def write_variance(desk: Desk, task: TaskView, last: int, vouchers: int) -> None:
    amount, share = task.variables["amount"], task.variables["share"]
    head = [
        ["Dollar limit", amount],
        ["Percent limit", share / 100],
        [],
        HEADER,
    ]
    await desk.call("write_range", path=BOOK, sheet=SHEET, values=[[*row, *[None] * (8 - len(row))] for row in head])
    first = TOP + 1
    column = {
        name: f"Vouchers!${letter}$2:${letter}${vouchers}" for name, letter in zip("vdatms", "ABCDEF", strict=True)
    }
    formulas = {
        "A": "='Budget 2026'!A2",
        "B": "='Budget 2026'!B2",
        "C": "='Budget 2026'!C2",
        "D": "=SUM('Budget 2026'!D2:E2)",
        "E": f'=SUMIFS({column["m"]},{column["a"]},A{first},{column["s"]},"posted",{column["d"]},"<"&DATE(2026,3,1))',
        "F": f"=E{first}-D{first}",
        "G": f"=F{first}/D{first}",
        "H": f'=IF(AND(ABS(F{first})>$B$1,ABS(G{first})>$B$2),IF(F{first}>0,"over","under"),"")',
    }
    for letter, formula in formulas.items():
        await desk.call(
            "fill_formula", path=BOOK, sheet=SHEET, range=f"{letter}{first}:{letter}{last}", formula=formula
        )
    sums = [f"=SUM({letter}{first}:{letter}{last})" for letter in "DEF"]
    total = ["Total", None, None, *sums, f"=F{last + 1}/D{last + 1}", None]
    await desk.call("write_range", path=BOOK, sheet=SHEET, start=f"A{last + 1}", values=[total])


async def polish(desk: Desk, last: int) -> None:
    first, end = TOP + 1, last + 1
    lines = f"A{first}:H{last}"
    looks_of: dict[str, dict[str, str]] = {"over": {}, "under": {"fill": "#D5EBD8"}}  # red is what a rule gives
    for flag, look in looks_of.items():
        await desk.call(
            "set_conditional_format",
            path=BOOK,
            sheet=SHEET,
            range=lines,
            rule="formula",
            value=f'="{flag}"=$H{first}',
            **look,
        )
    looks: list[tuple[str, dict[str, Any]]] = [
        (f"D{first}:F{end}", {"number_format": '"$"#,##0'}),
        (f"G{first}:G{end}", {"number_format": "0.0%"}),
        ("B1", {"number_format": '"$"#,##0'}),
        ("B2", {"number_format": "0.0%"}),
        (f"A{TOP}:H{TOP}", HEAD),
        (f"A{end}:G{end}", {"bold": True}),
        (f"D{TOP}:G{TOP}", {"align": "right"}),
        (f"H{TOP}:H{last}", {"align": "center"}),
    ]
    for area, look in looks:
        await desk.call("format_range", path=BOOK, sheet=SHEET, range=area, **look)
    await desk.call("freeze_panes", path=BOOK, sheet=SHEET, cell=f"A{first}")
    for columns in ("A:C", "G:G"):
        await desk.call("set_column_width", path=BOOK, sheet=SHEET, columns=columns)
    await desk.call("format_range", path=BOOK, sheet="Vouchers", range="A1:F1", **HEAD)
    await desk.call("format_range", path=BOOK, sheet="Vouchers", range="E1", align="right")
    await desk.call("freeze_panes", path=BOOK, sheet="Vouchers", cell="A2")
    await desk.call("set_column_width", path=BOOK, sheet="Vouchers", columns="D")


async def largest_vouchers(desk: Desk, accounts: list[str]) -> dict[str, dict[str, Any]]:
    found = await desk.call(
        "query_table",
        path=BOOK,
        sheet="Vouchers",
        where=[f"account in {'|'.join(accounts)}", "state = posted", "date < 2026-03-01"],
        order_by=["-amount"],
        limit=100,
    )
    largest: dict[str, dict[str, Any]] = {}
    for row in found["rows"]:
        voucher = dict(zip(found["columns"], row, strict=True))
        largest.setdefault(str(voucher["account"]), voucher)
    return largest


async def make_slide(desk: Desk, reported: list[dict[str, Any]], total: dict[str, Any], accounts: int) -> None:
    owners = list(dict.fromkeys(line["Owner"] for line in reported if line["Flag"] == "over"))
    await desk.call("create_deck", path=DECK)
    await desk.call(
        "add_slide",
        path=DECK,
        layout="Title Only",
        title=f"We are {money(abs(total['Variance']))} {side(total['Variance'])} budget at the end of February",
        notes=f"Ask {', '.join(owners)} about the lines that are over.",
    )
    rows = [
        [
            line["Name"],
            money(line["Budget"]),
            money(line["Actual"]),
            money(line["Variance"]),
            f"{line['Variance %']:.1%}",
        ]
        for line in reported
    ]
    table = await desk.call(
        "add_slide_table",
        path=DECK,
        slide=1,
        rows=[["Name", "Budget", "Actual", "Variance", "Variance %"], *rows],
        height=44 * (len(rows) + 1),
    )
    await desk.call(
        "set_alt_text",
        path=DECK,
        slide=1,
        shape=table["shape"]["id"],
        text="Reported lines with their budget, actual and variance",
    )
    await desk.call(
        "add_textbox",
        path=DECK,
        slide=1,
        text=f"{accounts - len(reported)} of {accounts} accounts are within limits.",
    )
    found = await desk.call("check_deck", path=DECK)
    assert not found["items"], found["items"]
    await desk.call("render_slides", path=DECK)


def side(variance: float) -> str:
    return "over" if variance > 0 else "under"


def money(value: float) -> str:
    return f"-${-value:,.0f}" if value < 0 else f"${value:,.0f}"
