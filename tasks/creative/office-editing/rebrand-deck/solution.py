"""Set the old slides on the template, clear away the old look by hand, renew the figures, look, save the PDF."""

import csv
import io
from collections import defaultdict

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

OLD = "decks/wholesale-review-2025.pptx"
DECK = "out/wholesale-review-2025.pptx"
NAMES = [
    {"find": "Northwind Dock", "replace": "Northwind Dock"},
    {"find": "Northwind Roasting", "replace": "Harborlight Coffee Roasters"},
    {"find": "northwindroasting.example", "replace": "harborlight.example"},
    {"find": "Northwind", "replace": "Harborlight"},
    {"find": "NWR", "replace": "HCR"},
]


async def solve(desk: Desk, task: TaskView) -> str:
    await desk.call("read_text_file", path="brand/brand-guide.md")
    sales, closed = final_sales((await desk.call("read_text_file", path="data/wholesale-2025.csv"))["text"])
    lines = list(sales)
    quarters = [sum(sales[line][quarter] for line in lines) for quarter in range(4)]
    year, fourth = f"${sum(quarters) / 1e6:.2f}M", f"${quarters[3] / 1e3:.0f}K"

    await desk.call("create_deck", path=DECK, template="brand/harborlight-template.pptx")
    await desk.call("import_slides", path=DECK, source=OLD)
    await desk.call("replace_deck_text", path=DECK, replacements=NAMES)
    await desk.call("replace_deck_font", path=DECK, find="DejaVu Sans", replace="")
    await desk.call(
        "set_deck_properties", path=DECK, title="Wholesale Review 2025", author="Harborlight Coffee Roasters"
    )

    await desk.call(
        "format_shape_text", path=DECK, slide=2, shape="content", find="Harborlight Coffee Roasters", color="tx2"
    )

    await desk.call(
        "update_chart_data",
        path=DECK,
        slide=3,
        shape="Sales chart",
        series=[{"name": line, "values": [round(value) for value in sales[line]]} for line in lines],
    )
    await desk.call(
        "set_alt_text",
        path=DECK,
        slide=3,
        shape="Sales chart",
        text="Stacked columns of net sales by product line in each quarter of 2025",
    )
    await desk.call("set_shape_text", path=DECK, slide=3, shape="KPI year", text=f"{year}\nnet sales 2025")
    await desk.call("update_shape", path=DECK, slide=3, shape="KPI year", fill="dk2")
    await desk.call("set_shape_text", path=DECK, slide=3, shape="KPI quarter", text=f"{fourth}\nin the fourth quarter")
    await desk.call("update_shape", path=DECK, slide=3, shape="KPI quarter", fill="accent2")
    await desk.call("format_shape_text", path=DECK, slide=3, shape="KPI quarter", color="bg1")
    await desk.call(
        "set_shape_text",
        path=DECK,
        slide=3,
        shape="TextBox 5",
        text="Harborlight wholesale books 2025, all months final",
    )
    await desk.call("format_shape_text", path=DECK, slide=3, shape="TextBox 5", color="tx2")
    await desk.call(
        "set_slide_notes",
        path=DECK,
        slide=3,
        notes=f"All four quarters are final; the fourth was closed on {closed}. Source: HCR sales desk.",
    )

    await desk.call("format_slide_table", path=DECK, slide=4, rows=[1], fill="dk2", color="bg1")
    await desk.call(
        "set_alt_text",
        path=DECK,
        slide=4,
        shape="Price table",
        text="Our coffees with roast, bag, list price and who orders them",
    )

    programme = await desk.call("extract_deck_text", path=DECK, slides=[5])
    points = programme["items"][0]["text"].splitlines()[1:]
    await desk.call("set_slide_layout", path=DECK, slide=5, layout="Two Content")
    await desk.call(
        "fill_placeholders",
        path=DECK,
        slide=5,
        texts=[
            {"placeholder": "idx:1", "text": "\n".join(points[:8])},
            {"placeholder": "idx:2", "text": "\n".join(points[8:])},
        ],
    )

    await desk.call(
        "set_alt_text",
        path=DECK,
        slide=6,
        shape="Dock photo",
        text="Our roastery on Northwind Dock at dusk, windows lit, seen from the water",
    )

    for step, fill in enumerate(("dk2", "accent2", "accent1", "dk2"), start=1):
        await desk.call("update_shape", path=DECK, slide=7, shape=f"Step {step}", fill=fill)
    for step in (2, 3):
        await desk.call("format_shape_text", path=DECK, slide=7, shape=f"Step {step}", color="bg1")
    for connector in (7, 8, 9):
        await desk.call("update_shape", path=DECK, slide=7, shape=f"Connector {connector}", line="accent6")
    await desk.call("format_shape_text", path=DECK, slide=7, shape="TextBox 9", color="tx1")

    await desk.call("set_slide_layout", path=DECK, slide=9, layout="Title and Content")
    await desk.call(
        "format_shape_text", path=DECK, slide=9, shape="content", find="orders@harborlight.example", color="accent2"
    )

    found = await desk.call("check_deck", path=DECK)
    assert not found["items"], found["items"]
    await desk.call("render_slides", path=DECK)
    await desk.call("export_deck_pdf", path=DECK, target=DECK.replace(".pptx", ".pdf"))
    return (
        f"The deck is in our brand: {DECK}, and as PDF beside it. Final net sales were ${sum(quarters):,.0f} in the year "
        f"and ${quarters[3]:,.0f} in the fourth quarter, which was closed on {closed}. Northwind Dock keeps its name, "
        "since it is a place. The partner programme stands in two columns now, nothing was left out."
    )


def final_sales(text: str) -> tuple[dict[str, list[float]], str]:
    """Net sales by product line and quarter, final rows only, and the day on which December was closed."""
    sales: dict[str, list[float]] = defaultdict(lambda: [0.0] * 4)
    closed = ""
    for row in csv.DictReader(io.StringIO(text)):
        if row["status"] == "final":
            sales[row["product_line"]][(int(row["month"][5:]) - 1) // 3] += float(row["net_sales_usd"])
            closed = row["closed_on"]
    return dict(sales), closed
