"""Many pages on one picture, each under its name: what a model is shown of a long file before it asks for detail."""

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from PIL import Image

    from deskworld_kit.pictures import Picture

GAP, LABEL = 14, 22
"""Pixels between pages, and of the line that names one."""
GROUND, INK = "#D5D9DD", "#20262C"


def contact_sheet(
    pages: "Sequence[tuple[str, Image.Image | bytes]]", *, most: tuple[int, int] = (560, 800)
) -> "Image.Image":
    """Pages side by side in rows, three a row where they are wide and four where they are high.

    Args:
        pages: The name of each and its picture, a Pillow image or encoded; at least one.
        most: Width and height in pixels that a page is made to fit; smaller ones stay as they are.
    """
    from PIL import Image, ImageDraw, ImageFont

    fitted: list[Image.Image] = []
    for _, page in pages:
        image = (Image.open(BytesIO(page)) if isinstance(page, bytes) else page).convert("RGB")
        image.thumbnail(most, Image.Resampling.LANCZOS)
        fitted.append(image)
    wide, high = max(image.width for image in fitted), max(image.height for image in fitted)
    columns = min(4 if high >= wide else 3, len(fitted))
    rows = -(-len(fitted) // columns)
    sheet = Image.new("RGB", (columns * (wide + GAP) + GAP, rows * (high + GAP + LABEL) + GAP), GROUND)
    pen, font = ImageDraw.Draw(sheet), ImageFont.load_default(16)
    for number, ((name, _), image) in enumerate(zip(pages, fitted, strict=True)):
        left = GAP + number % columns * (wide + GAP)
        top = GAP + number // columns * (high + GAP + LABEL)
        pen.text((left, top), name, fill=INK, font=font)
        sheet.paste(image, (left, top + LABEL))
    return sheet


class Drawn(NamedTuple):
    """A page that was drawn: its number, what it is called, and its picture, encoded."""

    number: int
    name: str
    image: bytes


def shown(pages: Sequence[Drawn], noun: str, *, a_sheet: int = 0) -> "list[Picture]":
    """Pages as pictures fit for a model, one each, or so many on a sheet.

    Args:
        pages: In the order in which they are shown.
        noun: What several are called, for the sheets' labels: "Slides".
        a_sheet: How many on a sheet; 0 for a picture each.
    """
    from deskworld_kit.pictures import picture

    if not a_sheet:
        return [picture(page.image, label=page.name) for page in pages]
    groups = [pages[at : at + a_sheet] for at in range(0, len(pages), a_sheet)]
    return [
        picture(
            contact_sheet([(page.name, page.image) for page in group]),
            label=f"{noun} {span([page.number for page in group])}",
        )
        for group in groups
    ]


def span(numbers: Sequence[int]) -> str:
    """The numbers of the pages on a sheet: '3', or '3-10'."""
    return f"{numbers[0]}-{numbers[-1]}" if len(numbers) > 1 else str(numbers[0])
