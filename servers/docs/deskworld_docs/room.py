"""How much room there is at a place of a document: between the margins, in a column, in a cell, in a text box.

All that is made wide on purpose (pictures, tables, tab stops) asks here, so that it fits where it will stand. Lengths
are twentieths of a point, as Word stores them, except where a function says points.
"""

from __future__ import annotations

from collections.abc import Sequence

from deskworld_docs.markup import child, deep, is_w, number, tag, val
from deskworld_docs.objects import Element
from deskworld_docs.opening import Paper
from deskworld_docs.places import part_of, span_of
from deskworld_docs.styling import Styles
from deskworld_docs.tabling import columns_of, grid_of, positions

_SIDE = 108
"""A cell's inner margin where nobody says another."""
_BOX_SIDES = 288
"""Inner margins of a text box, both together."""
_EMU = 635
"""In a twentieth of a point."""
LEAST = 720


def room_at(paper: Paper, element: Element, section: Element | None = None) -> tuple[float, float]:
    """How wide and high something at this place may be, in points: the text's column, the cell or the box it is in.

    Args:
        paper: The document.
        element: What stands there, or near there.
        section: The w:sectPr that rules the place, where it is known.
    """
    section = section if section is not None else section_of(paper, element)
    width, height = column_width(section), text_height(section) * 0.9
    for above in (element, *element.iterancestors()):
        if is_w(above, "tc"):
            width = cell_room(paper, above)
            height = min(height, _row_height(above) or height)
            break
        if is_w(above, "txbxContent"):
            width = _box_width(above) or width
            break
    return max(width, LEAST) / 20, max(height, LEAST) / 20


def room_for(paper: Paper, paragraph: Element) -> tuple[float, float]:
    """How wide and high something in a paragraph may be, in points."""
    width, height = room_at(paper, paragraph)
    return max(width - indents(paper, paragraph) / 20, LEAST / 20), height


def section_of(paper: Paper, element: Element) -> Element | None:
    """The w:sectPr that rules a place: the first at or after it; for a header or footer the first that shows it."""
    body = paper.body
    top = element
    while top.getparent() is not None and top.getparent() is not body:
        top = top.getparent()
    if top.getparent() is body:
        for later in (top, *top.itersiblings()):
            if (found := _ended(later)) is not None:
                return found
    sections = list(deep(body, "w:sectPr"))
    part = part_of(paper, element)
    if is_w(top, "hdr", "ftr"):
        rids = {rid for rid, rel in paper.document.part.rels.items() if not rel.is_external and rel.target_part is part}
        sections = [one for one in sections if any(ref.get(tag("r:id")) in rids for ref in one)] or sections[-1:]
        return sections[0] if sections else None
    return sections[-1] if sections else None


def _ended(block: Element) -> Element | None:
    """The section that ends with a block of the body; None where it goes on."""
    if is_w(block, "sectPr"):
        return block
    return None if is_w(block, "tbl") else next(deep(block, "w:sectPr"), None)


def sections_by_block(paper: Paper) -> dict[Element, Element]:
    """The w:sectPr that rules each child of the body."""
    found: dict[Element, Element] = {}
    now: Element | None = None
    for block in reversed(paper.body):
        ended = _ended(block)
        now = ended if ended is not None else now
        if now is not None:
            found[block] = now
    return found


def text_width(section: Element | None) -> int:
    """Between the margins of a section's pages."""
    size, margins = child(section, "w:pgSz"), child(section, "w:pgMar")
    width = number(size, "w", 11906) - number(margins, "left", 1440) - number(margins, "right", 1440)
    return max(width - number(margins, "gutter"), LEAST)


def text_height(section: Element | None) -> int:
    """Between the upper and lower margin of a section's pages."""
    size, margins = child(section, "w:pgSz"), child(section, "w:pgMar")
    sides = abs(number(margins, "top", 1440)) + abs(number(margins, "bottom", 1440))
    return max(number(size, "h", 16838) - sides, LEAST)


def column_width(section: Element | None) -> int:
    """A column of a section's text; the narrowest where they differ."""
    columns = child(section, "w:cols")
    own = [number(one, "w") for one in columns if is_w(one, "col")] if columns is not None else []
    if any(own):
        return min(width for width in own if width)
    count = max(number(columns, "num", 1), 1)
    return (text_width(section) - (count - 1) * number(columns, "space", 720)) // count


def cell_room(paper: Paper, cell: Element) -> int:
    """Between the inner margins of a cell."""
    table = next((above for above in cell.iterancestors() if is_w(above, "tbl")), None)
    return cell_width(paper, cell, table) - inner_margins(paper, cell, table)


def cell_width(paper: Paper, cell: Element, table: Element | None) -> int:
    """How wide a cell is: as it says itself, else as its columns are, else its share of the table."""
    own = child(cell, "w:tcPr", "w:tcW")
    if number(own, "w") > 0 and val(own, "type", "dxa") == "dxa":
        return number(own, "w")
    if table is None:
        return LEAST
    grid = [number(one, "w") for one in grid_of(table)]
    row = next((above for above in cell.iterancestors() if is_w(above, "tr")), None)
    column = next((column for column, one in positions(row) if one is cell), 1) if row is not None else 1
    covered = sum(grid[column - 1 : column - 1 + span_of(cell)])
    return covered or table_width(paper, table) * span_of(cell) // max(columns_of(table), 1)


def table_width(paper: Paper, table: Element) -> int:
    """How wide a table is: its columns together, else what it says, else all the room there is."""
    columns = sum(number(one, "w") for one in grid_of(table))
    own = child(table, "w:tblPr", "w:tblW")
    if columns:
        return columns
    if number(own, "w") > 0 and val(own, "type", "dxa") == "dxa":
        return number(own, "w")
    holder = table.getparent()
    return round(room_at(paper, holder if holder is not None else paper.body)[0] * 20)


def inner_margins(paper: Paper, cell: Element | None, table: Element | None) -> int:
    """The left and right inner margin of a cell, together: its own, its table's, or its table's style's."""
    said = [child(cell, "w:tcPr", "w:tcMar"), child(table, "w:tblPr", "w:tblCellMar")]
    styles = Styles(paper).chain(val(child(table, "w:tblPr", "w:tblStyle")), "table")
    said += [child(style, "w:tblPr", "w:tblCellMar") for style in styles]
    sides = (("left", "start"), ("right", "end"))
    return sum(next((w for one in said if (w := _side(one, names)) is not None), _SIDE) for names in sides)


def _side(margins: Element | None, names: tuple[str, ...]) -> int | None:
    found = next((one for name in names if (one := child(margins, f"w:{name}")) is not None), None)
    return None if found is None else number(found, "w")


def _row_height(cell: Element) -> int:
    """The height of a cell's row where it is fixed; 0 where the row grows."""
    row = next((above for above in cell.iterancestors() if is_w(above, "tr")), None)
    height = child(row, "w:trPr", "w:trHeight")
    return number(height) if val(height, "hRule") == "exact" else 0


def _box_width(box: Element) -> int:
    """The room in a text box as it is drawn; 0 where its drawing does not say."""
    frame = next(box.iterancestors(tag("wp:inline"), tag("wp:anchor")), None)
    extent = None if frame is None else frame.find(tag("wp:extent"))
    return 0 if extent is None else round(int(extent.get("cx", "0")) / _EMU) - _BOX_SIDES


def indents(paper: Paper, paragraph: Element) -> int:
    """How much of the room a paragraph leaves free at both sides: by itself, by its list, or by its style."""
    from deskworld_docs.numbering import Counter

    counter = Counter(paper)
    listed, level = counter.numbering_of(paragraph)
    own = child(paragraph, "w:pPr", "w:ind")
    styled = list(counter.styles.inherited(paragraph, "w:pPr", "w:ind"))
    left = _indent(own, ("left", "start"))
    if left is None:
        left = counter.left(listed, level) if listed else _first(styled, ("left", "start"))
    return max(left, 0) + max(_first([own, *styled], ("right", "end")), 0)


def _first(indents_: Sequence[Element | None], names: tuple[str, ...]) -> int:
    found = (_indent(one, names) for one in indents_)
    return next((length for length in found if length is not None), 0)


def _indent(indent: Element | None, names: tuple[str, ...]) -> int | None:
    return next((number(indent, name) for name in names if val(indent, name)), None)
