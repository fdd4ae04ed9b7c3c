"""What a stamp shows besides text: a picture, or the first page of another PDF, brought into the file once.

A page comes as it is drawn, with its own letters and lines, upright and cropped as it is seen; it is no picture of it.
What stands on it as fields or notes is not part of its drawing.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deskworld_kit import ToolError, World

from deskworld_pdf.bombs import check_streams
from deskworld_pdf.geometry import Matrix, frame_of
from deskworld_pdf.ink import form_of
from deskworld_pdf.opening import counted, open_pdf, plain_words

if TYPE_CHECKING:
    import pikepdf

_NEARLY = 1.02
"""A page that is so little smaller than the one it is put on is meant to be as large."""


class Artwork:
    """A form with its size in points (of a picture: in pixels), and what to say of it."""

    def __init__(self, pdf: pikepdf.Pdf, world: World, path: str) -> None:
        place = world.workspace.find(path, argument="picture")
        with place.open("rb") as file:
            self.is_page = file.read(5) == b"%PDF-"
        self.warnings: list[str] = []
        self.size: tuple[float, float] = (1.0, 1.0)
        self.form: Any = self._page(pdf, place) if self.is_page else self._picture(pdf, place)

    def _picture(self, pdf: pikepdf.Pdf, place: Path) -> Any:
        from deskworld_kit import open_image
        from PIL import ImageOps
        from reportlab.lib.utils import ImageReader

        image = ImageOps.exif_transpose(open_image(place, argument="picture"))
        image = image.convert("RGBA" if image.has_transparency_data else "RGB")
        buffer = io.BytesIO()
        image.save(buffer, "PNG")
        self.size = (float(image.width), float(image.height))

        def draw(canvas: Any) -> None:
            canvas.drawImage(ImageReader(io.BytesIO(buffer.getvalue())), 0, 0, *self.size, mask="auto")

        return form_of(pdf, *self.size, draw)

    def _page(self, pdf: pikepdf.Pdf, place: Path) -> Any:
        import pikepdf

        with open_pdf(place, argument="picture") as other, plain_words(place.name, "picture"):
            check_streams(other, place.name, "picture")
            if not other.pages:
                raise ToolError(f"{place.name!r} has no pages", argument="picture")
            if len(other.pages) > 1:
                self.warnings.append(f"{counted(len(other.pages)).replace('the file', place.name)}; page 1 is put on")
            page = other.pages[0]
            frame = frame_of(page)
            if page.obj.get("/Annots"):
                self.warnings.append(f"fields, notes and links of {place.name} are not part of it")
            form = pdf.copy_foreign(other.make_indirect(page.as_form_xobject(handle_transformations=False)))
        self.size = frame.size
        form["/BBox"] = pikepdf.Array([frame.left, frame.bottom, frame.right, frame.top])
        form["/Matrix"] = pikepdf.Array([round(each, 6) for each in _turned_back(frame.upright)])
        return form

    def fitted(self, width: float, room: tuple[float, float], margin: float) -> tuple[float, float]:
        """Width and height in points on a page, the ratio kept: a page at its own size, a picture at half the room."""
        if not width and self.is_page:
            scale = min(room[0] / self.size[0], room[1] / self.size[1])
            width = self.size[0] * (1.0 if scale > _NEARLY else scale)  # of two makers' A4 one is a hair smaller
        elif not width:
            wide, high = max(room[0] - 2 * margin, 10), max(room[1] - 2 * margin, 10)
            width = min(wide * 0.5, self.size[0] * high * 0.5 / self.size[1])
        return width, width * self.size[1] / self.size[0]


def _turned_back(matrix: Matrix) -> Matrix:
    """The matrix that undoes one of quarter turns and shifts."""
    a, b, c, d, e, f = matrix
    whole = a * d - b * c
    a, b, c, d = d / whole, -b / whole, -c / whole, a / whole
    return a, b, c, d, -(e * a + f * c), -(e * b + f * d)
