"""How a cell looks where it stands: its fill, and what the table's style gives to text at its place.

A table style has parts (first row, last column, bands ...) that apply where the table says so (`w:tblLook`). Which
wins where several apply is ISO 29500-1, 17.7.6: corners over columns over rows over bands over the whole table.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from ...colors import WHITE, Ink, ink
from ...ooxml import Element, child, deep, every, local, number
from ..styles import Styles, val

_BITS = {
    "firstRow": 0x20, "lastRow": 0x40, "firstColumn": 0x80, "lastColumn": 0x100, "noHBand": 0x200, "noVBand": 0x400
}  # fmt: skip


@dataclass(frozen=True)
class CellLook:
    """A cell: row and column from 1, what lies under its text, and the run properties its place gives, nearest
    first."""

    row: int
    column: int
    fill: Ink
    runs: tuple[Element, ...]


def shade(element: Element | None) -> Ink | None:
    """The colour of a `w:shd`; None where it shades nothing."""
    if element is None:
        return None
    pattern, fill, color = val(element), val(element, "fill"), val(element, "color")
    back = ink(fill) if fill and fill != "auto" else None
    front = ink(color) if color and color != "auto" else ink("000000")
    if pattern == "solid":
        return front
    if pattern.startswith("pct"):
        share = number(pattern[3:]) / 100
        return Ink(front.red, front.green, front.blue, share).over(back or WHITE)
    return back


def rows_of(holder: Element) -> Iterator[Element]:
    """The rows of a table in order, those in content controls too, those of inner tables not."""
    for one in holder:
        if local(one) == "tr":
            yield one
        elif local(one) in ("sdt", "sdtContent", "customXml"):
            yield from rows_of(one)


def cells_in(holder: Element) -> Iterator[Element]:
    """The cells of a row in order."""
    for one in holder:
        if local(one) == "tc":
            yield one
        elif local(one) in ("sdt", "sdtContent", "customXml"):
            yield from cells_in(one)


def span(cell: Element) -> int:
    """How many columns of the grid a cell takes."""
    return max(1, int(number(val(child(cell, "w:tcPr", "w:gridSpan")) or None, 1)))


def cells_of(part: Element, styles: Styles) -> dict[Element, CellLook]:
    """Every cell of every table in a part."""
    found: dict[Element, CellLook] = {}
    for table in deep(part, "w:tbl"):
        chain = styles.chain(val(child(table, "w:tblPr", "w:tblStyle")))
        look = _look(child(table, "w:tblPr", "w:tblLook"))
        own = shade(child(table, "w:tblPr", "w:shd"))
        rows = list(rows_of(table))
        for row_index, row in enumerate(rows):
            cells = list(cells_in(row))
            column = 0
            for cell in cells:
                last = cell is cells[-1]
                parts = list(_parts(chain, look, row_index, len(rows), column, last))
                fills = [child(cell, "w:tcPr", "w:shd"), *(child(one, "w:tcPr", "w:shd") for one in parts)]
                fill = next((color for one in fills if (color := shade(one)) is not None), own or WHITE)
                runs = tuple(given for one in parts if (given := child(one, "w:rPr")) is not None)
                found[cell] = CellLook(row_index + 1, column + 1, fill, runs)
                column += span(cell)
    return found


def _look(element: Element | None) -> dict[str, bool]:
    """Which parts of its style a table shows."""
    try:
        bits = int(val(element) or "0", 16)
    except ValueError:
        bits = 0
    found: dict[str, bool] = {}
    for name, bit in _BITS.items():
        said = val(element, name)
        found[name] = said in ("1", "true", "on") if said else bool(bits & bit)
    return found


def _parts(
    chain: list[Element], look: dict[str, bool], row: int, rows: int, column: int, last: bool
) -> Iterator[Element]:
    """The parts of a style that apply to a cell, nearest first, then the style itself."""
    top, bottom = look["firstRow"] and row == 0, look["lastRow"] and row == rows - 1
    left, right = look["firstColumn"] and column == 0, look["lastColumn"] and last
    names = [
        *(["nwCell"] if top and left else []),
        *(["neCell"] if top and right else []),
        *(["swCell"] if bottom and left else []),
        *(["seCell"] if bottom and right else []),
        *(["firstCol"] if left else []),
        *(["lastCol"] if right else []),
        *(["firstRow"] if top else []),
        *(["lastRow"] if bottom else []),
    ]
    if not look["noHBand"] and not top and not bottom:
        names.append("band1Horz" if (row - look["firstRow"]) % 2 == 0 else "band2Horz")
    if not look["noVBand"] and not left and not right:
        names.append("band1Vert" if (column - look["firstColumn"]) % 2 == 0 else "band2Vert")
    for name in names:
        for style in chain:
            yield from (one for one in every(style, "w:tblStylePr") if val(one, "type") == name)
    yield from chain
