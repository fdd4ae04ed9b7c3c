"""How cells and tables look: fills, borders, inner margins, heading rows."""

from __future__ import annotations

from typing import Any

from deskworld_docs.colors import set_color
from deskworld_docs.markup import drop, make, properties, put, tag
from deskworld_docs.objects import Element
from deskworld_docs.opening import Paper
from deskworld_docs.places import blocks, rows_of
from deskworld_docs.text import style_run
from deskworld_docs.words import runs_of

_SIDES = ("top", "left", "bottom", "right", "insideH", "insideV")
_DRAWN = {
    "all": _SIDES, "none": (), "rows": ("top", "bottom", "insideH"), "outside": ("top", "left", "bottom", "right"),
}  # fmt: skip


def dress_cell(
    paper: Paper,
    cell: Element,
    look: dict[str, Any],
    *,
    fill: str = "",
    align: str | None = None,
    anchor: str | None = None,
    padding: float | None = None,
) -> None:
    """Set what is given on a cell and the letters in it; the rest stays."""
    if fill:
        set_color(paper, properties(cell), "w:shd", fill, argument="fill")
    if anchor:
        put(properties(cell), "w:vAlign", val={"middle": "center"}.get(anchor, anchor))
    if padding is not None:
        margins = put(properties(cell), "w:tcMar")
        for one in list(margins):
            margins.remove(one)
        margins.extend(make(f"w:{side}", w=round(padding * 20), type="dxa") for side in _SIDES[:4])
    styled = any(value not in (None, "") for value in look.values())
    for block in blocks(cell):
        if block.tag != tag("w:p"):
            continue
        if align:
            put(properties(block), "w:jc", val=align)
        if styled:
            for run in runs_of(block):
                style_run(paper, properties(run), look)
            style_run(paper, put(properties(block), "w:rPr"), look)


def set_borders(table: Element, kind: str) -> None:
    """Draw the lines of a table: all, none, between rows, or around it; cells lose their own."""
    borders = put(properties(table), "w:tblBorders")
    for one in list(borders):
        borders.remove(one)
    for side in _SIDES:
        if side in _DRAWN[kind]:
            borders.append(make(f"w:{side}", val="single", sz=4, space=0, color="auto"))
        else:
            borders.append(make(f"w:{side}", val="nil"))
    for cell in table.iter(tag("w:tc")):
        drop(cell.find(tag("w:tcPr")), "w:tcBorders")


def set_header(table: Element, on: bool) -> None:
    """Make the first row one of headings, repeated on each page and styled as such, or an ordinary one."""
    rows = rows_of(table)
    if rows:
        drop(properties(rows[0]), "w:tblHeader")
        if on:
            put(properties(rows[0]), "w:tblHeader")
    look = put(properties(table), "w:tblLook", firstRow=int(on))
    value = int(look.get(tag("w:val"), "0400") or "0400", 16)
    look.set(tag("w:val"), f"{value | 0x20 if on else value & ~0x20:04X}")
