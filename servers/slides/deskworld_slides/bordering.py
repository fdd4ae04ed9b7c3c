"""Borders of table cells: a line between two cells belongs to both, so it is written on both."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Literal

from deskworld_slides.grids import read_merges

Edge = Literal["top", "bottom", "left", "right", "inside"]
Cell = tuple[int, int]
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_LINES = ("lnL", "lnR", "lnT", "lnB")
_SIDES: tuple[tuple[Edge, Cell, str, str], ...] = (
    ("left", (0, -1), "lnL", "lnR"), ("right", (0, 1), "lnR", "lnL"),
    ("top", (-1, 0), "lnT", "lnB"), ("bottom", (1, 0), "lnB", "lnT"),
)  # fmt: skip


def set_borders(tbl: Any, cells: Iterable[Cell], edges: Collection[Edge], color: str, width: float) -> None:
    """Draw lines around and between cells.

    Args:
        tbl: The `a:tbl` element.
        cells: Rows and columns, from 0; with one cell of a merged area goes all of it.
        edges: Which sides of what is named as a whole; `inside` lies between its cells.
        color: As tools take it; `none` for no line.
        width: In points.
    """
    grid = [tr.findall(f"{_A}tc") for tr in tbl.findall(f"{_A}tr")]
    named = set(cells)
    area_of: dict[Cell, Cell] = {}
    for area in read_merges(tbl):
        inside = {(area.row + r, area.column + c) for r in range(area.rows) for c in range(area.columns)}
        area_of |= dict.fromkeys(inside, (area.row, area.column))
        if inside & named:
            named |= inside
    for row, column in sorted(named):
        for edge, (down, over), own, others in _SIDES:
            beside = (row + down, column + over)
            if beside in area_of and area_of[beside] == area_of.get((row, column)):
                continue  # no line runs through a merged area
            if ("inside" if beside in named else edge) in edges:
                _draw(grid[row][column], own, color, width)
                if (row, column) in area_of:  # the first cell of a merged area is asked for the lines of all of it
                    first = area_of[row, column]
                    _draw(grid[first[0]][first[1]], own, color, width)
                if 0 <= beside[0] < len(grid) and 0 <= beside[1] < len(grid[beside[0]]):
                    _draw(grid[beside[0]][beside[1]], others, color, width)


def _draw(tc: Any, name: str, color: str, width: float) -> None:
    from pptx.oxml import parse_xml
    from pptx.oxml.ns import nsdecls

    from deskworld_slides.colors import fill_element

    properties = tc.get_or_add_tcPr()
    for old in properties.findall(f"{_A}{name}"):
        properties.remove(old)
    line = parse_xml(f'<a:{name} {nsdecls("a")} w="{round(width * 12700)}" cap="flat" cmpd="sng" algn="ctr"/>')
    line.append(fill_element(color, argument="border"))
    if line[0].tag == f"{_A}solidFill":
        line.append(parse_xml(f'<a:prstDash {nsdecls("a")} val="solid"/>'))
    before = {f"{_A}{each}" for each in _LINES[: _LINES.index(name)]}
    properties.insert(sum(child.tag in before for child in properties), line)
