"""Two grounds, six cards drawn on them, a contact sheet to look at, two captions."""

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

HARBOR, COPPER, CREAM, SAND = "#1F3A44", "#B8622B", "#F6EFE6", "#D9C9B4"
SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="{}"/></svg>'
INSTAGRAM = (
    "Good coffee at home needs no magic: a scale, a clean filter and a little patience. Swipe for five small steps that "
    "we teach in our classes.\n\nSpring Blend, 12 oz, $16.50: harborlight.example/spring\n\n"
    "#harborlight #springblend #homebrew"
)
X = "Five small steps to better coffee at home. Spring Blend, 12 oz, $16.50: harborlight.example/spring #springblend"


async def solve(desk: Desk, task: TaskView) -> str:
    await desk.call("read_text_file", path="brand/carousel-rules.md")
    text = (await desk.call("read_text_file", path="text/carousel.md"))["text"]
    await desk.call("read_text_file", path="text/notes.md")
    await desk.call("view_image", path="photos/spring-blend.jpg")
    rows = [[cell.strip() for cell in line.strip("|").split("|")][1:] for line in text.splitlines() if "|" in line][2:]
    rows[2], rows[3] = rows[3], rows[2]
    rows[4][1] = rows[4][1].replace("96 °C", "93 °C")
    rows[5][1] = rows[5][1].replace("$17.50", "$16.50")

    for name, color in (("harbor", HARBOR), ("cream", CREAM)):
        await desk.call(
            "render_svg", path=f"scratch/{name}.png", svg=SQUARE.format(color), width=1080, background=color
        )
    await desk.call(
        "resize_image", path="photos/spring-blend.jpg", width=920, height=460, mode="fill", output="scratch/photo.png"
    )

    for number, (headline, words) in enumerate(rows, start=1):
        card, dark = f"out/card-{number}.png", number % 2 == 1
        ink = CREAM if dark else HARBOR
        marks = [
            {"kind": "text", "points": [[80, 226]], "text": headline, "size": 76, "font": "serif", "bold": True, "color": ink}
        ]  # fmt: skip
        if number > 1:
            box = [[80, 448], [1000, 880]]
            marks.append({"kind": "text", "points": box, "text": words, "size": 60, "color": ink})
        for dot in range(6):
            middle = 430 + 44 * dot
            color = COPPER if dot == number - 1 else SAND
            marks.append({"kind": "ellipse", "points": [[middle - 10, 990], [middle + 10, 1010]], "color": color, "fill": color, "width": 0})  # fmt: skip
        if number < 6:
            marks.append({"kind": "arrow", "points": [[906, 1000], [994, 1000]], "color": COPPER, "width": 8})
        await desk.call("draw_on_image", path=f"scratch/{'harbor' if dark else 'cream'}.png", marks=marks, output=card)
        if number in (1, 6):
            logo = f"brand/logo-{'light' if dark else 'dark'}.png"
            await desk.call("overlay_image", path=card, overlay=logo, at=[80, 80], width=220)
        if number == 1:
            await desk.call("overlay_image", path=card, overlay="scratch/photo.png", at=[80, 440])

    cards = [f"out/card-{number}.png" for number in range(1, 7)]
    await desk.call("make_montage", paths=cards, output="out/contact-sheet.png", columns=3, width=400, gap=20)
    await desk.call("view_image", path="out/contact-sheet.png")
    await desk.call("write_text_file", path="out/instagram.txt", text=INSTAGRAM)
    await desk.call("write_text_file", path="out/x.txt", text=X)
    await desk.call("trash_path", path="scratch")
    return (
        "The six cards, the contact sheet and both captions are in out/. From the notes: the water is 93 °C, not 96 °C; the "
        "price is $16.50, not $17.50; and rinsing the filter comes before grinding now, so cards 3 and 4 changed places. The "
        f"Instagram caption has {len(INSTAGRAM)} characters, the one for X {len(X)}."
    )
