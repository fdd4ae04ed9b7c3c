"""Give a fresh deck the palette and the type, set nine pictures on the grid, check, look, save the PDF."""

import csv
import io

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

DECK, PDF = "out/lookbook.pptx", "out/lookbook.pdf"
COLUMNS, TOP, WIDTH, HEIGHT = (48, 344, 640), 112, 272, 306
INSET = 7.2
HARBOR, PAPER, INK, TEAL, COPPER, LANTERN, WHITE = (
    "#1F3A44",
    "#F4EEE6",
    "#2B2320",
    "#1F5C6B",
    "#C4572B",
    "#D9A441",
    "#FFFFFF",
)
THEME = {
    "dk1": INK, "lt1": WHITE, "dk2": HARBOR, "lt2": PAPER, "accent1": TEAL, "accent2": COPPER, "accent3": LANTERN,
    "accent4": HARBOR, "accent5": INK, "accent6": PAPER, "hlink": TEAL, "folHlink": HARBOR,
}  # fmt: skip


async def solve(desk: Desk, task: TaskView) -> str:
    await desk.call("read_text_file", path="style/style-sheet.md")
    listed = list(csv.DictReader(io.StringIO((await desk.call("read_text_file", path="pictures/list.csv"))["text"])))
    used = sorted((row for row in listed if row["released"] == "yes"), key=lambda row: int(row["place"]))
    unused = [row["file"] for row in listed if row["released"] != "yes"]

    await desk.call("create_deck", path=DECK)
    await desk.call("set_theme_colors", path=DECK, colors=[f"{name}={color}" for name, color in THEME.items()])
    await desk.call("set_theme_fonts", path=DECK, heading="Caladea", body="Carlito")

    await desk.call("add_slide", path=DECK, layout="Section Header", title="Harborlight Lookbook")
    await desk.call("fill_placeholders", path=DECK, slide=1, texts=[{"placeholder": "body", "text": "Spring 2026"}])

    for slide, page in enumerate(dict.fromkeys(row["page"] for row in used), start=2):
        await desk.call("add_slide", path=DECK, layout="Title Only", title=page)
        for left, row in zip(COLUMNS, [row for row in used if row["page"] == page], strict=True):
            await desk.call(
                "add_slide_picture",
                path=DECK,
                slide=slide,
                picture=row["file"],
                left=left,
                top=TOP,
                width=WIDTH,
                height=HEIGHT,
                mode="fill",
                alt_text=row["shows"],
            )
            words = await desk.call(
                "add_textbox",
                path=DECK,
                slide=slide,
                text=f"{row['title']}\n{row['caption']}",
                left=left - INSET,  # so that the letters, not the box, stand on the grid
                top=TOP + HEIGHT + 6,
                width=WIDTH + INSET,
                size=14,
            )
            shape = words["shape"]["id"]
            await desk.call(
                "format_shape_text",
                path=DECK,
                slide=slide,
                shape=shape,
                paragraphs=[1],
                size=18,
                bold=True,
                color=TEAL,
                font="Caladea",
            )

    await desk.call("add_slide", path=DECK, layout="Section Header", title="See you at the bar")
    await desk.call(
        "fill_placeholders", path=DECK, slide=5, texts=[{"placeholder": "body", "text": "theo@harborlight.example"}]
    )
    await desk.call("set_slide_background", path=DECK, slides=[1, 5], color=HARBOR)
    await desk.call("set_slide_background", path=DECK, slides=[2, 3, 4], color=PAPER)

    found = await desk.call("check_deck", path=DECK)
    assert not found["items"], found["items"]
    await desk.call("render_slides", path=DECK)
    await desk.call("export_deck_pdf", path=DECK, target=PDF)
    return f"{DECK} and {PDF} are ready. {', '.join(unused)} could not be used: it is not released."
