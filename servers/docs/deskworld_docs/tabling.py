"""Tables as Word stores them: a grid of columns, rows of cells, cells that span.

Whatever the grid says, a caller counts what is seen: row and column from 1, a spanned cell being wherever it reaches.
A new table fills the width of the text, its columns as wide as what stands in them asks for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from deskworld_docs.markup import child, make, number, properties, put, tag, val
from deskworld_docs.objects import Element
from deskworld_docs.opening import Paper
from deskworld_docs.places import blocks, cells_of, rows_of, span_of
from deskworld_docs.styling import Styles

_LETTER = 6.2
"""Points that a letter of body text takes, about."""
_PAD = 18.0
"""Points of a cell's inner margins."""
_SMALL = 72.0
"""Points that a picture keeps beside whatever else there is."""


def new_table(
    paper: Paper,
    styles: Styles,
    texts: Sequence[Sequence[str]],
    columns: int,
    *,
    width: float,
    style: str = "",
    header: bool = True,
    widths: Sequence[float] = (),
    pictures: Sequence[Sequence[float]] = (),
) -> Element:
    """A w:tbl with empty cells, a style, and widths that suit the texts and pictures.

    Args:
        paper: The document it is for.
        styles: Its styles.
        texts: What will stand in the cells; only measured.
        columns: How many there are.
        width: Points that all of them fill.
        style: A table style's name; empty for the document's usual one.
        header: Whether the first row is one of headings, repeated on each page.
        widths: Shares of the width; measured where empty.
        pictures: How wide the widest picture of each cell would like to be, in points.
    """
    shares = list(widths) or measured(texts, columns, width, pictures)
    total = sum(shares) or 1
    grid = [max(round(width * 20 * share / total), 20) for share in shares]
    look = make("w:tblPr")
    put(look, "w:tblStyle", val=styles.identifier(style or usual_style(paper, styles), "table"))
    put(look, "w:tblW", w=sum(grid), type="dxa")
    put(look, "w:tblLook", val="0420" if header else "0400", firstRow=int(header), lastRow=0, firstColumn=0,
        lastColumn=0, noHBand=0, noVBand=1)  # fmt: skip
    table = make("w:tbl", look, make("w:tblGrid", *(make("w:gridCol", w=each) for each in grid)))
    for number_of_row in range(max(len(texts), 1)):
        row = make("w:tr")
        put(properties(row), "w:cantSplit")
        if header and number_of_row == 0:
            put(properties(row), "w:tblHeader")
        row.extend(new_cell(each) for each in grid)
        table.append(row)
    return table


def new_cell(width: int) -> Element:
    """A w:tc with one empty paragraph; its width in twentieths of a point."""
    return make("w:tc", make("w:tcPr", make("w:tcW", w=width, type="dxa")), make("w:p"))


def measured(
    texts: Sequence[Sequence[str]], columns: int, width: float, pictures: Sequence[Sequence[float]] = ()
) -> list[float]:
    """How wide columns would like to be: room for their longest word, then in ratio to their longest line."""
    least: list[float] = []
    wish: list[float] = []
    for column in range(columns):
        cells = [row[column] for row in texts if column < len(row)]
        lines = [len(line) for cell in cells for line in cell.split("\n")]
        shown = max((row[column] for row in pictures if column < len(row)), default=0.0)
        shown = min(shown + _PAD, width) if shown else 0.0
        least.append(max(narrowest(cells), min(shown, _SMALL)))
        wish.append(max(min(max(lines, default=1), 60) * _LETTER + _PAD, least[-1], shown))
    if sum(least) >= width:
        return least
    spare, extra = width - sum(least), sum(wish) - sum(least)
    if extra <= 0:
        return [low + spare / columns for low in least]
    return [low + spare * (high - low) / extra for low, high in zip(least, wish, strict=True)]


def narrowest(cells: Iterable[str]) -> float:
    """How wide a column has to be for its longest word, in points, about; very long ones may break."""
    return min(max((len(word) for cell in cells for word in cell.split()), default=1), 24) * _LETTER + _PAD


def usual_style(paper: Paper, styles: Styles) -> str:
    """The table style that most tables of the document have, else that of our looks, else plain lines."""
    used: dict[str, int] = {}
    for table in paper.body.iter(tag("w:tbl")):
        name = val(child(table, "w:tblPr", "w:tblStyle"))
        if name and styles.find_id(name) is not None:
            used[name] = used.get(name, 0) + 1
    if used:
        return styles.name_of(max(used, key=lambda name: used[name]), "table")
    names = {val(child(style, "w:name")) for style in styles.all()}
    return "Report Table" if "Report Table" in names else "Table Grid"


def columns_of(table: Element) -> int:
    """How many columns a table has, as its widest row counts them."""
    rows = rows_of(table)
    widest = max((sum(span_of(cell) for cell in cells_of(row)) + _before(row) for row in rows), default=0)
    return max(widest, len(grid_of(table)))


def grid_of(table: Element) -> list[Element]:
    """The w:gridCol elements."""
    grid = child(table, "w:tblGrid")
    return [] if grid is None else grid.findall(tag("w:gridCol"))


def _before(row: Element) -> int:
    return number(child(row, "w:trPr", "w:gridBefore"))


def positions(row: Element) -> list[tuple[int, Element]]:
    """The cells of a row with the column, from 1, that each begins in."""
    found: list[tuple[int, Element]] = []
    column = _before(row) + 1
    for cell in cells_of(row):
        found.append((column, cell))
        column += span_of(cell)
    return found


def is_continued(cell: Element) -> bool:
    """Whether a cell is the lower part of one that spans rows."""
    merge = child(cell, "w:tcPr", "w:vMerge")
    return merge is not None and val(merge, default="continue") != "restart"


def is_merge_start(cell: Element) -> bool:
    """Whether a cell spans rows from here on."""
    return val(child(cell, "w:tcPr", "w:vMerge")) == "restart"


def first_paragraph(cell: Element) -> Element:
    """The first paragraph of a cell, made where it has none."""
    found = next((one for one in blocks(cell) if one.tag == tag("w:p")), None)
    if found is None:
        found = make("w:p")
        cell.append(found)
    return found
