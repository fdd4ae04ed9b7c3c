"""Looking at a PDF: pages as pictures, a place on a page in detail, and what differs between two files."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

from deskworld_kit import Picture, Result, Shown, ToolError, World, tool
from deskworld_kit.saying import many
from pydantic import Field

from deskworld_pdf.arguments import UNSAID, SomeArea, SomePages
from deskworld_pdf.geometry import Frame, Rect, rounded
from deskworld_pdf.opening import drawing, numbers

if TYPE_CHECKING:
    import pypdfium2
    from PIL import Image

_SINGLES = 4
_A_SHEET = 12
_SHEETS = 4
_EDGE = 1500
"""Pixels of the longer side of a page, or of a place on it, that is shown."""
_MOST_SCALE = 12.0


class RenderedPages(Result):
    """What the pictures show."""

    path: str
    pages: list[int] = Field(description="Pages that are shown, in order.")
    total: int = Field(description="Pages in the file.")
    view: str = Field(description="single: a picture a page; sheet: many on one; region.")
    pixels_per_point: float = Field(description="Of single pages and regions.")
    hint: str = ""


class PageDifference(Result):
    """What is not the same on a page."""

    page: int
    change: str = Field(description="text, look, size, added, removed.")
    detail: str
    boxes: list[list[float]] = Field(description="Where it looks different, on the second file's page.")


class PdfsCompared(Result):
    """Two PDFs, page by page."""

    same: bool
    pages: list[int] = Field(description="How many pages each has.")
    differences: list[PageDifference]
    total: int
    verdict: str


@tool("read", core=True)
def render_pdf_pages(
    world: World,
    path: str,
    pages: SomePages = None,
    box: SomeArea = None,
    view: Annotated[Literal["auto", "single", "sheet"], UNSAID] = "auto",
    password: str = "",
) -> Shown[RenderedPages]:
    """Show pages as pictures; from 5 pages on as contact sheets.

    Args:
        box: Only this place, in detail.
    """
    from deskworld_kit import contact_sheet, picture, span

    with drawing(world, path, password) as (document, name):
        total = len(document)
        chosen = numbers(pages, total)
        if box is not None:
            if len(chosen) != 1:
                raise ToolError("a box is of one page; say which in `pages`", argument="pages")
            page = document[chosen[0] - 1]
            image, scale = region(page, box)
            label = f"Page {chosen[0]}, {rounded(box)}"
            facts = RenderedPages(path=name, pages=chosen, total=total, view="region", pixels_per_point=round(scale, 3))
            return Shown(facts, [picture(image, label=label)])
        sheets = view == "sheet" or (view == "auto" and len(chosen) > _SINGLES)
        most = _A_SHEET * _SHEETS if sheets else 8
        shown, left = chosen[:most], len(chosen) - most
        hint = f"{many(left, 'page')} not shown; name more in `pages`" if left > 0 else ""
        scale = 0.0
        pictures: list[Picture] = []
        if sheets:
            thumbs = [(f"Page {number}", drawn(document[number - 1], 480)[0]) for number in shown]
            for at in range(0, len(thumbs), _A_SHEET):
                part = thumbs[at : at + _A_SHEET]
                pictures.append(picture(contact_sheet(part), label=f"Pages {span(shown[at : at + _A_SHEET])}"))
            hint = hint or "for detail ask for single pages"
        else:
            for number in shown:
                image, scale = drawn(document[number - 1], _EDGE)
                pictures.append(picture(image, label=f"Page {number}"))
    facts = RenderedPages(
        path=name, pages=shown, total=total, view="sheet" if sheets else "single", pixels_per_point=round(scale, 3),
        hint=hint,
    )  # fmt: skip
    return Shown(facts, pictures)


def drawn(page: pypdfium2.PdfPage, edge: int) -> tuple[Image.Image, float]:
    """A page as a picture of so many pixels on its longer side, and pixels a point."""
    width, height = page.get_size()
    scale = min(edge / max(width, height, 1.0), _MOST_SCALE)
    return render_page(page, scale), scale


def render_page(page: pypdfium2.PdfPage, scale: float) -> Image.Image:
    """A page on white, at so many pixels a point. What is thinner than a pixel gets one."""
    width, height = page.get_size()
    across, down = max(1, round(width * scale)), max(1, round(height * scale))
    scale = max(scale, 1.0 / max(min(width, height), 0.01))
    image = page.render(scale=cast("int", scale), rev_byteorder=True).to_pil().convert("RGB")
    return image.crop((0, 0, min(across, image.width), min(down, image.height)))


def region(page: pypdfium2.PdfPage, box: Any) -> tuple[Image.Image, float]:
    """A place on a page, as large as a model sees well, and pixels a point."""
    width, height = page.get_size()
    left, top, right, bottom = Frame(0, 0, width, height, 0).check(box)
    scale = min(_EDGE / max(right - left, bottom - top), _MOST_SCALE)
    return cut_out(page, (left, top, right, bottom), scale), scale


def cut_out(page: pypdfium2.PdfPage, place: Rect, scale: float) -> Image.Image:
    """A place on a page that lies within it, at so many pixels a point: every pixel that it touches, at least one."""
    size = [math.ceil(side * scale) for side in page.get_size()]
    first = [min(math.floor(side * scale + 0.01), most - 1) for side, most in zip(place[:2], size, strict=True)]
    last = [
        min(max(math.ceil(side * scale - 0.01), start + 1), most)
        for side, start, most in zip(place[2:], first, size, strict=True)
    ]
    # pdfium's binding rounds what it cuts off up to whole pixels: a hair less, and they are the ones meant.
    left, bottom, right, top = (
        (pixels - 0.01) / scale for pixels in (first[0], size[1] - last[1], size[0] - last[0], first[1])
    )
    crop = (left, bottom, right, top)
    return page.render(scale=cast("int", scale), crop=crop, rev_byteorder=True).to_pil().convert("RGB")


@tool("read")
def compare_pdfs(
    world: World, path: str, other: str, pages: SomePages = None, password: str = ""
) -> Shown[PdfsCompared]:
    """What changed between two PDFs, page by page, in text and looks; shows the first pages that differ."""
    from deskworld_kit import picture

    from deskworld_pdf.comparing import compare

    differences, counts, pictures = compare(world, path, other, pages, password)
    found = [
        PageDifference(page=number, change=change, detail=detail, boxes=[rounded(box) for box in boxes])
        for number, change, detail, boxes in differences
    ]
    touched = len({each.page for each in found})
    verdict = "no difference" if not found else f"{many(touched, 'page')} differ{'s' if touched == 1 else ''}"
    facts = PdfsCompared(same=not found, pages=counts, differences=found[:100], total=len(found), verdict=verdict)
    return Shown(facts, [picture(image, label=label) for label, image in pictures])
