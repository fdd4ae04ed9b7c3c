"""Sheets as pictures, the way a screen shows them: with the letters of columns, the numbers of rows, and pale grid
lines.

One picture a sheet; its label says which range it shows, and of what larger one where the whole would be too small
to read. Hidden sheets are drawn too, and their labels say so.
"""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..office import shared
from ..office.showable import showable
from ..office.tables import separator_of
from . import pdf
from .rendered import Rendered, rendered
from .wanted import Wanted

if TYPE_CHECKING:
    from pypdfium2 import PdfPage

# A sheet is drawn at up to 1.5 times its size on a screen: three narrow columns need no 1280 pixels.
PIXELS_PER_HUNDREDTH_MM = 1.5 * 96 / 2540
HAIRLINE = 0.1  # points: LibreOffice draws grid lines so, and any real border wider
GRID_ALPHA = 47  # of 255


def render(path: Path, wanted: Wanted) -> list[Rendered]:
    """Each sheet wanted of a workbook."""
    return _render(path, wanted)


def render_table(path: Path, wanted: Wanted) -> list[Rendered]:
    """A table kept as text, drawn as the sheet it would open as."""
    return _render(path, wanted, separator=separator_of(path))


def _render(path: Path, wanted: Wanted, **details: str) -> list[Rendered]:
    with pdf.scratch() as target:
        asked: dict[str, Any] = {"pages": wanted.pages, "sheet": wanted.sheet, "area": wanted.area, **details}
        if wanted.bare:
            asked["bare"] = True
        with showable(path) as source:
            answer = shared().do("sheets", source, target=str(target), **asked)
        shown = {each["page"]: each for each in answer["shown"]}
        sheets = tuple(shown) if wanted.sheet else wanted.of(answer["count"], "sheet", path.name)
        page_of = {sheet: index for index, sheet in enumerate(shown)}
        with pdf.opened(target) as made:
            return [_picture(sheet, shown[sheet], made[page_of[sheet]], wanted) for sheet in sheets]


def _picture(sheet: int, shown: dict[str, Any], page: PdfPage, wanted: Wanted) -> Rendered:
    if not wanted.bare:
        _pale_grid(page)
    width = wanted.width if wanted.bare else min(wanted.width, round(shown["width"] * PIXELS_PER_HUNDREDTH_MM))
    return rendered(sheet, _label(**shown), pdf.draw(page, width))


def _label(*, name: str, area: str, whole: str, clipped: bool, hidden: bool, **_: object) -> str:
    """The range seen, the sheet's whole range where that is more, and what else a person would want to know."""
    notes = (" of " + whole if clipped else "", " (empty)" if not whole else "", " (hidden)" if hidden else "")
    return f"{name}!{area}{''.join(notes)}"


def _pale_grid(page: PdfPage) -> None:
    """Make grid lines pale: LibreOffice prints them black, as if they were borders that somebody set.

    Pale means see-through, not grey: they are drawn over the borders and must not wash them out.
    """
    from pypdfium2 import raw

    width, (red, green, blue, alpha) = ctypes.c_float(), (ctypes.c_uint() for _ in range(4))
    for line in page.get_objects(filter=[raw.FPDF_PAGEOBJ_PATH]):
        raw.FPDFPageObj_GetStrokeWidth(line, width)
        if width.value > HAIRLINE + 0.01:
            continue
        raw.FPDFPageObj_GetStrokeColor(line, red, green, blue, alpha)
        if (red.value, green.value, blue.value) == (0, 0, 0):
            raw.FPDFPageObj_SetStrokeColor(line, 0, 0, 0, GRID_ALPHA)
