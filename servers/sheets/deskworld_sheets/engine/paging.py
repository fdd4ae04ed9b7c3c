"""The page that a sheet prints on: its margins, where the cells stand on it, and where people want a new one."""

from __future__ import annotations

from collections.abc import Sequence

from deskworld_kit import ToolError
from lxml import etree

from .book import Book, Sheet
from .linenames import lines_of
from .markup import Element, drop_if_empty, ensure, q
from .references import MAX_COLUMN, MAX_ROW

_SIDES = ("top", "right", "bottom", "left")
CM = 2.54  # an inch
WIDEST = 15.0  # cm
MOST_BREAKS = 1_023  # of one direction, in Excel


def lay_out(book: Book, sheet: Sheet, margins: Sequence[float], center: str, breaks: str) -> None:
    root = book.package.edit(sheet.part)
    if margins:
        _set_margins(root, margins)
    if center:
        options = ensure(root, "printOptions")
        for way in ("horizontal", "vertical"):
            if center in (way, "both"):
                options.set(f"{way}Centered", "1")
            else:
                options.attrib.pop(f"{way}Centered", None)
        if not options.attrib:
            root.remove(options)
    if breaks:
        _set_breaks(root, breaks)


def _set_margins(root: Element, margins: Sequence[float]) -> None:
    if len(margins) not in (1, 4):
        raise ToolError(f"{len(margins)} margins; give one for all sides, or top, right, bottom and left",
                        argument="margins")  # fmt: skip
    if not all(0 <= margin <= WIDEST for margin in margins):
        raise ToolError(f"a margin is 0 to {WIDEST:g} cm", argument="margins")
    held = ensure(root, "pageMargins")
    given = list(margins) * 4 if len(margins) == 1 else list(margins)
    for side, margin in zip(_SIDES, given, strict=False):
        held.set(side, f"{margin / CM:.4g}")
    for side, edge in (("header", "top"), ("footer", "bottom")):
        # Headers and footers stand in the margin.
        usual = float(held.get(side) or 0.3)
        held.set(side, f"{min(usual, float(held.get(edge) or 0.75)):.4g}")


def _set_breaks(root: Element, breaks: str) -> None:
    """Rows and columns that begin a page, in place of those there were."""
    wanted: dict[str, set[int]] = {"row": set(), "column": set()}
    for piece in breaks.split(",") if breaks.strip().lower() != "none" else ():
        lines = lines_of(piece, None, "breaks")
        if lines.count > 1 or lines.first == 1:
            raise ToolError(f"{piece.strip()!r} begins no page; write rows or columns after the first, like 41,F",
                            argument="breaks")  # fmt: skip
        wanted[lines.axis].add(lines.first - 1)
    for axis, name, most in (("row", "rowBreaks", MAX_COLUMN), ("column", "colBreaks", MAX_ROW)):
        if len(wanted[axis]) > MOST_BREAKS:
            raise ToolError(f"at most {MOST_BREAKS} breaks of {axis}s", argument="breaks")
        held = ensure(root, name)
        for item in list(held):
            held.remove(item)
        for number in sorted(wanted[axis]):
            etree.SubElement(held, q("brk"), id=str(number), max=str(most - 1), man="1")
        held.set("count", str(len(held)))
        held.set("manualBreakCount", str(len(held)))
        drop_if_empty(held)
