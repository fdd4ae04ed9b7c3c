"""Measure the logo, work out the contrasts, draw the four pictures of the logo, write the sheet, look, save the PDF."""

from itertools import combinations

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

LOGO, SHEET = "logo/tanaka-logo.png", "out/tanaka-brand-sheet.docx"
NAMES = ("Night Glaze", "Celadon", "Clay", "Porcelain")
PORCELAIN = "#F7F4EC"


async def solve(desk: Desk, task: TaskView) -> str:
    await desk.call("read_text_file", path="notes/kenji.md")
    found = await desk.call("get_image_colors", path=LOGO, count=3)
    measured = [each["color"] for each in found["colors"]]
    night = min(measured, key=lambda each: sum(rgb(each)))
    celadon = max(measured, key=lambda each: rgb(each)[1] - rgb(each)[0])
    (clay,) = set(measured) - {night, celadon}
    colors = dict(zip(NAMES, (night, celadon, clay, PORCELAIN), strict=True))

    pairs: list[tuple[str, str, float]] = []
    for one, other in combinations(NAMES, 2):
        found = await desk.call("check_contrast", color=colors[one], background=colors[other])
        pairs.append((one, other, found["ratio"]))

    await drawn(desk, "right", PORCELAIN, "width:700px")
    await drawn(desk, "stretched", PORCELAIN, f"width:1050px;height:{700 * RATIO:.0f}px")
    await drawn(desk, "grey", PORCELAIN, "width:700px;filter:grayscale(1)")
    await drawn(desk, "on-clay", clay, "width:700px")

    swatches = "\n".join(
        f"|  | {name} | {value} | {', '.join(map(str, rgb(value)))} |" for name, value in colors.items()
    )
    contrasts = "\n".join(f"| {one} on {other} | {ratio:.1f} | {good(ratio)} |" for one, other, ratio in pairs)
    await desk.call(
        "document_from_markdown",
        path=SHEET,
        markdown=f"""---
title: Tanaka Ceramics brand sheet
---

![The logo of Tanaka Ceramics: a glazed bowl under a round sun, and the name]({LOGO})

# Colours

| Swatch | Name | Hex | RGB |
|---|---|---|---|
{swatches}

# Contrast

| Pair | Ratio | Good for |
|---|---|---|
{contrasts}

# Type

Heading: Caladea, bold, 24 pt

Cups for slow mornings

Subheading: Caladea, bold, 16 pt

Thrown by hand in Astoria

Text: Carlito, 11 pt

Every piece is glazed twice and fired for nine hours, so no two are quite alike.

# Logo

Never smaller than 30 mm across. Around it, a quarter of its height stays free. It stands on Porcelain or white.

![The logo on Porcelain with free space on all sides](scratch/right.png)

Right: on Porcelain, a quarter of its height free

![The logo drawn too wide](scratch/stretched.png)

Wrong: stretched to one and a half times its width

![The logo without its colours, in grey](scratch/grey.png)

Wrong: made grey

![The logo on a ground of Clay](scratch/on-clay.png)

Wrong: put on Clay
""",
    )
    await desk.call("create_style", path=SHEET, name="Normal", font="Carlito", size=11)
    for style in ("Title", "Heading 1"):
        await desk.call("create_style", path=SHEET, name=style, font="Caladea")
    for row, color in enumerate(colors.values(), start=2):
        await desk.call("format_document_table", path=SHEET, table="4", rows=[row], columns=[1], fill=color)
    for block in ("2", "16", "18", "20", "22"):
        await desk.call("update_document_picture", path=SHEET, block=block, width=200)
    await desk.call("format_document_text", path=SHEET, blocks=["8", "10", "12"], size=9)
    for block, size in (("9", 24), ("11", 16)):
        await desk.call("format_document_text", path=SHEET, blocks=[block], font="Caladea", size=size, bold=True)
    await desk.call("set_document_properties", path=SHEET, title="Tanaka Ceramics brand sheet")
    found = await desk.call("check_document", path=SHEET)
    assert not found["items"], found["items"]
    await desk.call("render_document", path=SHEET)
    await desk.call("export_document_pdf", path=SHEET)
    await desk.call("trash_path", path="scratch")
    values = ", ".join(f"{name} {value}" for name, value in colors.items())
    readable = " and ".join(f"{one} on {other} ({ratio:.1f})" for one, other, ratio in pairs if ratio >= 4.5)
    return f"The brand sheet is done ({SHEET}, and the PDF beside it). {values}. Small text: {readable}, no other pair."


async def drawn(desk: Desk, name: str, ground: str, look: str) -> None:
    """A picture of the logo, centred on a ground, a quarter of its height and more free."""
    await desk.call(
        "render_html",
        path=f"scratch/{name}.png",
        html=f'<body style="margin:0;height:100vh;display:grid;place-items:center;background:{ground}">'
        f'<img src="{LOGO}" style="{look}" alt="">',
    )


RATIO = 302 / 874


def good(ratio: float) -> str:
    return "text" if ratio >= 4.5 else "large text" if ratio >= 3 else "not for text"


def rgb(color: str) -> tuple[int, ...]:
    return tuple(int(color[place : place + 2], 16) for place in (1, 3, 5))
