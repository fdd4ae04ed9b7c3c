"""Make the scan searchable and upright, read each page, book what is new below the last row, look at both."""

from pathlib import Path
from runpy import run_path
from types import SimpleNamespace

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

printed = SimpleNamespace(**run_path(str(Path(__file__).with_name("expected.py"))))
SCAN, BOOK, PDF = printed.SCAN, printed.BOOK, printed.PDF


async def solve(desk: Desk, task: TaskView) -> str:
    lies = await desk.call("detect_text_orientation", path=SCAN, page=printed.UPSIDE_DOWN)
    await desk.call("make_searchable_pdf", paths=[SCAN], target=PDF)
    await desk.call("rotate_pdf_pages", path=PDF, degrees=360 - lies["turned"], pages=[printed.UPSIDE_DOWN])
    await desk.call("read_pdf_text", path=PDF)
    for name in ("Vendors", "Payables"):
        await desk.call("read_range", path=BOOK, sheet=name, show="both")
    vendors = {row[1]: row[0] for row in (await desk.call("read_range", path=BOOK, sheet="Vendors"))["rows"]}
    there = (await desk.call("read_range", path=BOOK, sheet="Payables"))["rows"]
    known = {row[2] for row in there}
    new = [each for each in printed.INVOICES if each["number"] not in known]

    await desk.call(
        "set_pdf_outline",
        path=PDF,
        entries=[{"title": f"{each['vendor']} {each['number']}", "page": each["page"]} for each in printed.INVOICES],
    )
    await desk.call("render_pdf_pages", path=PDF)

    rows = [row(each, place, vendors[each["vendor"]]) for place, each in enumerate(new, start=len(there) + 1)]
    await desk.call("append_rows", path=BOOK, sheet="Payables", rows=rows)
    await desk.call("check_workbook", path=BOOK)
    await desk.call("render_range", path=BOOK, sheet="Payables")

    held = next(each for each in new if abs(each["total"] - printed.lines_total(each)) > 0.004)
    twice = next(each for each in printed.INVOICES if each["number"] in known)
    paid = [each for each in new if each is not held]
    return (
        f"{PDF} is searchable, page {printed.UPSIDE_DOWN} stands upright now, each page has its bookmark. Booked: "
        f"{', '.join(each['number'] for each in new)}. New to pay: ${sum(each['total'] for each in paid):,.2f}.\n"
        f"On hold: {held['vendor']} {held['number']}: the printed total is ${held['total']:,.2f}, its lines add up to "
        f"${printed.lines_total(held):,.2f}, a difference of ${held['total'] - printed.lines_total(held):,.2f}.\n"
        f"Not booked again: {twice['vendor']} {twice['number']} was already in the ledger."
    )


def row(invoice, place, vendor):
    def found(column):
        return f"VLOOKUP(A{place},Vendors!$A$2:$D$7,{column},FALSE)"

    return [
        vendor, f"={found(2)}", invoice["number"], invoice["date"], f"=D{place}+{found(3)}", f"={found(4)}",
        printed.lines_total(invoice), invoice["total"], f"=H{place}-G{place}",
        f'=IF(ABS(I{place})>0.004,"Hold","Pay")',
    ]  # fmt: skip
