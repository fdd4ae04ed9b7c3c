"""Copy, call it by its year, put August in between, lay the month's formulas over the typed ones, look."""

import csv
import io

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

BOOK = "out/forecast-2026.xlsx"
SHEET = "Forecast 2026"


async def solve(desk: Desk, task: TaskView) -> str:
    plan = list(csv.DictReader(io.StringIO((await desk.call("read_text_file", path="forecast/plan-2026.csv"))["text"])))
    await desk.call("copy_path", source="forecast/forecast.xlsx", destination=BOOK)
    await desk.call("check_formulas", path=BOOK)
    await desk.call("rename_sheet", path=BOOK, sheet="Forecast 2025", name=SHEET)
    await desk.call("write_range", path=BOOK, sheet=SHEET, start="A1", values=[["Forecast 2026"]])
    for chart, title in ((1, "Revenue and gross margin 2026"), (2, "Costs by kind 2026")):
        await desk.call("update_sheet_chart", path=BOOK, sheet=SHEET, chart=f"Chart {chart}", title=title)

    await desk.call("insert_rows", path=BOOK, sheet=SHEET, row=12)
    august = plan[7]
    await desk.call(
        "write_range",
        path=BOOK,
        sheet=SHEET,
        start="A12",
        values=[["2026-08-01", int(august["bags"]), float(august["price_per_bag"])]],
    )
    july = await desk.call("read_range", path=BOOK, sheet=SHEET, range="D11:K11", show="formulas")
    for column, formula in zip("DEFGHIJK", july["rows"][0], strict=True):
        await desk.call("fill_formula", path=BOOK, sheet=SHEET, range=f"{column}11:{column}12", formula=formula)

    bags = await desk.call("read_range", path=BOOK, sheet=SHEET, range="B5:C16")
    repaired: list[str] = []
    for number, (month, typed) in enumerate(zip(plan, bags["rows"], strict=True), start=5):
        agreed = [int(month["bags"]), float(month["price_per_bag"])]
        if month is not august and typed != agreed:
            await desk.call("write_range", path=BOOK, sheet=SHEET, start=f"B{number}", values=[agreed])
            repaired.append(f"B{number}")
    for cell, formula in (
        ("G7", "=D7*FreightShare"),
        ("F9", "=B9*RoastCost"),
        ("H14", "=D14-E14-F14-G14"),
        ("D17", "=SUM(D5:D16)"),
        ("H17", "=SUM(H5:H16)"),
    ):
        await desk.call("fill_formula", path=BOOK, sheet=SHEET, range=cell, formula=formula)
        repaired.append(cell)
    await desk.call("fill_formula", path=BOOK, sheet="Summary", range="B6", formula=f"='{SHEET}'!G17")
    repaired.append("Summary!B6")

    found = await desk.call("check_workbook", path=BOOK, kinds=["error", "stale", "too_narrow", "cut_text"])
    assert not found["items"], found["items"]
    totals = await desk.call("read_range", path=BOOK, sheet="Summary", range="A4:B18")
    figures = {name: value for name, value in totals["rows"] if name}
    assert figures["Agrees with the year"] == "yes"
    await desk.call("render_range", path=BOOK, sheet=SHEET, range="A1:V38")
    await desk.call("render_range", path=BOOK, sheet="Summary", range="A1:L19")
    return (
        f"{BOOK} is repaired. Revenue of 2026 is ${figures['Revenue']:,.0f}, gross margin "
        f"${figures['Gross margin']:,.0f}. August is in, with charts, sparklines and "
        f"quarters over all twelve months, and everything is called 2026 now. I repaired {', '.join(repaired)}: June's "
        "bags were mistyped; March's freight, October's margin and the year's revenue were typed over formulas; the "
        "total of the margin left the last months out, and May's roasting and the year's freight had lost their cells."
    )
