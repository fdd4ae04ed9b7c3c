"""Take the lines out of the statement, put both sides on sheets, let formulas match them, mark, look."""

from datetime import datetime
from typing import Any

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

BOOK = "out/reconciliation-february-2026.xlsx"
STATEMENT, BOOKS = "bank/statement-february-2026.pdf", "books/cash-ledger-february-2026.xlsx"


async def solve(desk: Desk, task: TaskView) -> str:
    await desk.call("render_pdf_pages", path=STATEMENT)
    tables = (await desk.call("extract_pdf_tables", path=STATEMENT))["tables"]
    bank = [bank_line(row) for table in tables for row in table["rows"] if (row[2] or "Reference") != "Reference"]
    await desk.call("get_workbook_info", path=BOOKS)
    seen = (await desk.call("read_range", path=BOOKS, sheet="Cash", range="A5:E80"))["rows"]
    rows = [[cell["value"] if isinstance(cell, dict) else cell for cell in row] for row in seen]
    ledger = [[day, ref, text, into if into else -out] for day, ref, text, into, out in rows if ref]
    b, g = len(bank) + 1, len(ledger) + 1

    await desk.call(
        "create_workbook",
        path=BOOK,
        sheets=["Bank", "Ledger", "Reconciliation"],
        rows=[["Date", "Description", "Reference", "Amount", "Status"]],
    )
    await desk.call(
        "write_range", path=BOOK, sheet="Bank", start="A2",
        values=[[*line, bank_status(row, g)] for row, line in enumerate(bank, 2)],
    )  # fmt: skip
    await desk.call(
        "write_range",
        path=BOOK,
        sheet="Ledger",
        values=[
            ["Date", "Reference", "Text", "Amount", "Status"],
            *([*line, ledger_status(row, b)] for row, line in enumerate(ledger, 2)),
        ],
    )
    in_bank, in_books = f"Bank!$D$2:$D${b}", f"Ledger!$D$2:$D${g}"
    of_bank, of_books = f"Bank!$E$2:$E${b}", f"Ledger!$E$2:$E${g}"

    def booked(status: str, more: str = "") -> str:
        return f'SUMIFS({in_books},{of_books},"{status}"{more})'

    await desk.call(
        "write_range",
        path=BOOK,
        sheet="Reconciliation",
        values=[
            ["Item", "Amount"],
            ["Opening balance", float(task.variables["opening"].replace(",", ""))],
            ["Balance per bank", f"=B2+SUM({in_bank})"],
            ["Payments not at bank", "=" + booked("Not at bank", f',{in_books},"<0"')],
            ["Deposits not at bank", "=" + booked("Not at bank", f',{in_books},">0"')],
            ["Adjusted bank balance", "=SUM(B3:B5)"],
            ["Balance per ledger", f"=B2+SUM({in_books})"],
            ["Not in ledger", f'=SUMIFS({in_bank},{of_bank},"Not in ledger")'],
            ["Duplicates taken out", f"=-{booked('Duplicate')}"],
            ["Wrong amounts corrected", f'=SUMIFS({in_bank},{of_bank},"Wrong amount")-{booked("Wrong amount")}'],
            ["Adjusted ledger balance", "=SUM(B7:B10)"],
            ["Difference before", "=ROUND(B3-B7,2)"],
            ["Difference after", "=ROUND(B6-B11,2)"],
        ],
    )
    for sheet, last in (("Bank", b), ("Ledger", g)):
        await desk.call("format_range", path=BOOK, sheet=sheet, range=f"A2:A{last}", number_format="d mmm yyyy")
        await desk.call("format_range", path=BOOK, sheet=sheet, range=f"D2:D{last}", number_format="#,##0.00")
        await desk.call("format_range", path=BOOK, sheet=sheet, range="A1:E1", bold=True, fill="#DCE8EE")
        await desk.call(
            "set_conditional_format", path=BOOK, sheet=sheet, range=f"E2:E{last}", rule="not_equal", value="Matched",
            fill="#F6D5CC", color="#8A2B12",
        )  # fmt: skip
        await desk.call("set_column_width", path=BOOK, sheet=sheet, columns="A:E")
        await desk.call("freeze_panes", path=BOOK, sheet=sheet, cell="A2")
    await desk.call("format_range", path=BOOK, sheet="Reconciliation", range="B2:B13", number_format="#,##0.00")
    await desk.call("format_range", path=BOOK, sheet="Reconciliation", range="A1:B1", bold=True, fill="#DCE8EE")
    await desk.call("set_column_width", path=BOOK, sheet="Reconciliation", columns="A:B")
    for sheet in ("Bank", "Ledger", "Reconciliation"):
        await desk.call("render_range", path=BOOK, sheet=sheet, range="")

    figures = await values(desk, "Reconciliation", "A2:B13")
    told: dict[str, float] = dict(figures)
    open_bank = [line for line in await values(desk, "Bank", f"A2:E{b}") if line[4] != "Matched"]
    open_books = [line for line in await values(desk, "Ledger", f"A2:E{g}") if line[4] != "Matched"]
    lines = [f"{line[2]} at the bank, {line[3]:,.2f}: {line[4].lower()}" for line in open_bank]
    lines += [f"{line[1]} in the ledger, {line[3]:,.2f}: {line[4].lower()}" for line in open_books]
    return (
        f"{BOOK} is ready. The difference before is {told['Difference before']:,.2f}, the difference after is "
        f"{told['Difference after']:,.2f}. Lines that are not matched:\n" + "\n".join(f"- {line}" for line in lines)
    )


async def values(desk: Desk, sheet: str, area: str) -> list[list[Any]]:
    seen = await desk.call("read_range", path=BOOK, sheet=sheet, range=area)
    return [[cell["value"] if isinstance(cell, dict) else cell for cell in row] for row in seen["rows"]]


def bank_line(row: list[str | None]) -> list[Any]:
    """A line of the statement with its day as ISO date and one signed amount."""
    day, text, reference, out, into, _ = row
    amount = float((into or out or "").replace(",", ""))
    return [f"{datetime.strptime(day or '', '%d %b %Y'):%Y-%m-%d}", text, reference, amount if into else -amount]


def bank_status(row: int, last: int) -> str:
    books = f"Ledger!$B$2:$B${last},C{row}"
    return (
        f'=IF(COUNTIFS({books},Ledger!$D$2:$D${last},D{row})>0,"Matched",'
        f'IF(COUNTIFS({books})>0,"Wrong amount","Not in ledger"))'
    )


def ledger_status(row: int, last: int) -> str:
    bank = f"Bank!$C$2:$C${last},B{row}"
    return (
        f'=IF(COUNTIF(B$1:B{row - 1},B{row})>0,"Duplicate",IF(COUNTIFS({bank},Bank!$D$2:$D${last},D{row})>0,"Matched",'
        f'IF(COUNTIFS({bank})>0,"Wrong amount","Not at bank")))'
    )
