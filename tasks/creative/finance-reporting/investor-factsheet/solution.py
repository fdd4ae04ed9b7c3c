"""Read the months, take in what was restated, draw both charts, set the page, fit it, look, save the PDF."""

from typing import Any

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

SHEET, BOOK = "out/factsheet-2025.docx", "finance/monthly.xlsx"
CHANNELS = ["Wholesale", "Online", "Cafes"]
COLUMNS = [*CHANNELS, "Cost of sales", "Operating costs"]
TITLE = "Harborlight Coffee Roasters: factsheet 2025"
MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


async def solve(desk: Desk, task: TaskView) -> str:
    await desk.call("read_text_file", path="brief/factsheet-brief.md")
    notice = (await desk.call("read_text_file", path="legal/disclaimer.md"))["text"].strip()
    months = await rows_of(desk, "Monthly!A1:G27")
    restated = await rows_of(desk, "Restatements!A1:F5")
    figures = {row["Month"]: row for row in months if row["Status"] == "final"}
    taken = [row for row in restated if row["Approved"]]
    for row in taken:
        figures[row["Month"]][row["Column"]] = row["Restated"]
    sales = {month: sum(row[channel] for channel in CHANNELS) for month, row in figures.items()}
    old, new = (year_of(figures, year) for year in ("2024", "2025"))

    await desk.call(
        "draw_chart",
        path="out/months.png",
        kind="line",
        rows=[
            ["Month", "2024", "2025"],
            *([name, sales[f"2024-{n:02d}"] / 1000, sales[f"2025-{n:02d}"] / 1000] for n, name in enumerate(MONTHS, 1)),
        ],
        title="Net revenue by month, $ thousand",
        number_format="#,##0",
        highlight=["2025"],
        colors=["#1F3A44"],
        size="640x520",
    )
    channels = sorted(CHANNELS, key=lambda each: -new[each])
    await desk.call(
        "draw_chart",
        path="out/channels.png",
        kind="bar",
        horizontal=True,
        rows=[["Channel", "2025"], *([each, round(new[each] / 1000)] for each in channels)],
        title="Net revenue by channel, $ thousand",
        number_format="#,##0",
        colors=["#B8622B"],
        size="640x520",
    )

    lines = "\n".join(
        f"| {name} | {shown(name, old[name])} | {shown(name, new[name])} | {change(name, old[name], new[name])} |"
        for name in ("Net revenue", "Gross profit", "Gross margin", "Operating profit", "Operating margin")
    )
    grown = {each: new[each] / old[each] - 1 for each in CHANNELS}
    fastest = max(grown, key=lambda each: grown[each])
    best = max((month for month in sales if month.startswith("2025")), key=lambda month: sales[month])
    month_name = {"12": "December"}.get(best[5:], best)
    await desk.call(
        "document_from_markdown",
        path=SHEET,
        markdown=f"""---
title: "{TITLE}"
---

# Key figures

| Figure | 2024 | 2025 | Change |
|---|---:|---:|---:|
{lines}

Amounts in thousands of US dollars.

# The year in three sentences

- Net revenue grew by {new["Net revenue"] / old["Net revenue"] - 1:.1%} to ${new["Net revenue"] / 1e6:.2f} million.
- {fastest} grew most of all channels, by {grown[fastest]:.1%}.
- {month_name} was the strongest month, with net revenue of ${sales[best] / 1000:,.0f} thousand.

# Charts

![Line chart of net revenue by month in 2024 and 2025](out/months.png) ![Bar chart of net revenue in 2025 by channel](out/channels.png)

# Important notice

{notice}
""",
    )
    await desk.call("set_page_layout", path=SHEET, margins=[42.5])
    await desk.call("create_style", path=SHEET, name="Normal", font="Carlito", size=11.5)
    for style, size, color in (("Title", 23, "#1F3A44"), ("Heading 1", 15, "#B8622B")):
        await desk.call("create_style", path=SHEET, name=style, font="Caladea", size=size, bold=True, color=color)
    await desk.call("format_document_table", path=SHEET, table="3", rows=[1], fill="#1F3A44", color="#FFFFFF")
    await desk.call("format_document_table", path=SHEET, table="3", columns=[2, 3, 4], align="right")
    await desk.call("format_document_table", path=SHEET, table="3", column_widths=[240, 90, 90, 90])
    await desk.call("format_document_text", path=SHEET, blocks=["4"], size=9, italic=True)
    for number in (1, 2):
        await desk.call("update_document_picture", path=SHEET, block="10", number=number, width=250)
    await desk.call("format_document_text", path=SHEET, blocks=["12"], size=8.5, color="#5F5A57")
    found = await desk.call("check_document", path=SHEET)
    assert not found["items"], found["items"]
    await desk.call("render_document", path=SHEET)
    await desk.call("export_document_pdf", path=SHEET)
    return (
        f"The factsheet is done, one page ({SHEET}, and the PDF). 2025: net revenue ${new['Net revenue']:,.0f}, operating "
        f"profit ${new['Operating profit']:,.0f}, operating margin {new['Operating margin']:.1%}. Taken in: the Tidewater "
        "deliveries (wholesale, from November to December) and the Yirga container's freight (cost of sales, August). "
        "Not taken in: the gift cards (online, October), as nobody has approved that."
    )


async def rows_of(desk: Desk, area: str) -> list[dict[str, Any]]:
    """The rows below the headings of an area."""
    sheet, cells = area.split("!")
    found = await desk.call("read_range", path=BOOK, sheet=sheet, range=cells)
    heads, *rows = found["rows"]
    return [dict(zip(heads, row, strict=True)) for row in rows]


def year_of(figures: dict[str, dict[str, Any]], year: str) -> dict[str, float]:
    """Sums, profits and margins of a year."""
    sums = {name: sum(row[name] for month, row in figures.items() if month.startswith(year)) for name in COLUMNS}
    revenue = sum(sums[channel] for channel in CHANNELS)
    gross = revenue - sums["Cost of sales"]
    operating = gross - sums["Operating costs"]
    return {
        **sums, "Net revenue": revenue, "Gross profit": gross, "Gross margin": gross / revenue,
        "Operating profit": operating, "Operating margin": operating / revenue,
    }  # fmt: skip


def shown(name: str, value: float) -> str:
    return f"{value:.1%}" if "margin" in name else f"{value / 1000:,.0f}"


def change(name: str, old: float, new: float) -> str:
    return f"{(new - old) * 100:+.1f} pts" if "margin" in name else f"{new / old - 1:+.1%}"
