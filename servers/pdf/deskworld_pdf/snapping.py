"""Pages, or a place on them, as picture files: for a deck, a document, or a reader that takes pictures only.

A file is as sharp as its dots per inch say, and says so itself, so that what places it at its own size gets the size
that it has on the page. A place is named in the file's name: two figures of one page don't overwrite each other.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Annotated, Any, Literal

from deskworld_kit import Saved, ToolError, World, tool
from deskworld_kit.saying import many

from deskworld_pdf.arguments import UNSAID, Overwrite, SomeArea, SomePages
from deskworld_pdf.geometry import Frame, Rect
from deskworld_pdf.opening import drawing, numbers
from deskworld_pdf.placing import targets_in
from deskworld_pdf.showing import cut_out, render_page

if TYPE_CHECKING:
    import pypdfium2
    from PIL import Image

_MOST_PIXELS = 60_000_000
_MOST_FILES = 500


class PdfPictures(Saved):
    """Pages that were saved as pictures."""

    files: list[str]


@tool("add", idempotent=True)
def export_pdf_pictures(
    world: World,
    path: str,
    folder: str,
    pages: SomePages = None,
    box: SomeArea = None,
    dpi: int = 150,
    kind: Annotated[Literal["png", "jpg"], UNSAID] = "png",
    password: str = "",
    overwrite: Overwrite = False,
) -> PdfPictures:
    """Save pages as picture files.

    Args:
        box: Only this place of each.
    """
    if not 20 <= dpi <= 1200:
        raise ToolError(f"{dpi} is out of range; say 20 to 1200", argument="dpi")
    world.workspace.place(folder, argument="folder")  # a wrong one is told first
    files: list[str] = []
    said = ""
    with drawing(world, path, password) as (document, name):
        chosen = numbers(pages, len(document))
        if len(chosen) > _MOST_FILES:
            raise ToolError(f"{len(chosen)} pages are many files; name at most {_MOST_FILES}", argument="pages")
        stem = name.rsplit("/", 1)[-1].rsplit(".", 1)[0]
        digits = max(len(str(len(document))), 2)
        places = [_place(document, number, box, dpi) for number in chosen]  # all checked before one is written
        spots = [f"-at-{left:.0f}-{top:.0f}" if box is not None else "" for left, top, _, _ in places]
        targets = targets_in(
            world, folder, [f"{stem}-{n:0{digits}d}{spot}.{kind}" for n, spot in zip(chosen, spots, strict=True)],
            overwrite=overwrite,
        )  # fmt: skip
        for number, place, target in zip(chosen, places, targets, strict=True):
            image = _picture(document, number, place if box is not None else None, dpi / 72)
            with world.workspace.writing(target) as temporary:
                temporary.write_bytes(_packed(image, kind, dpi))
                said = _seen_again(temporary, image.size)
            files.append(world.workspace.relative(target))
    count = many(len(files), "file") + (", the last" if len(files) > 1 else "")
    return PdfPictures(path=files[0], verified=f"reopened: {count} of {said}", warnings=[], files=files)


def _place(document: pypdfium2.PdfDocument, number: int, box: Any, dpi: int) -> Rect:
    """What is shown of a page: left, top, right, bottom, not more than fits a picture."""
    width, height = document.get_page_size(number - 1)
    place = Frame(0, 0, width, height, 0).check(box) if box is not None else (0.0, 0.0, width, height)
    area = (place[2] - place[0]) * (place[3] - place[1])
    if area * (dpi / 72) ** 2 > _MOST_PIXELS:
        most = int((_MOST_PIXELS / area) ** 0.5 * 72)
        raise ToolError(f"page {number} would have too many pixels; say at most {max(most, 1)}", argument="dpi")
    return place


def _picture(document: pypdfium2.PdfDocument, number: int, place: Rect | None, scale: float) -> Image.Image:
    page = document[number - 1]
    try:
        return render_page(page, scale) if place is None else cut_out(page, place, scale)
    finally:
        page.close()


def _packed(image: Image.Image, kind: str, dpi: int) -> bytes:
    out = io.BytesIO()
    if kind == "png":
        image.save(out, "PNG", dpi=(dpi, dpi))
    else:
        image.save(out, "JPEG", quality=92, dpi=(dpi, dpi))
    return out.getvalue()


def _seen_again(place: Any, size: tuple[int, int]) -> str:
    from PIL import Image

    with Image.open(place, formats=("PNG", "JPEG")) as image:
        image.load()
        if image.size != size:
            raise ToolError("a picture could not be read again after saving")
    return f"{size[0]} x {size[1]} px"
