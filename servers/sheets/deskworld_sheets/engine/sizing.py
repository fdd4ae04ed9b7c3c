"""How much room cells need: the width of what they show in their font, and the height of wrapped text.

Widths of columns are counted in digits of the workbook's default font, plus a margin of five pixels, as Excel does.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from lxml import etree

from .book import Book, Sheet
from .cells import Cell
from .markup import Element, q
from .references import Area, area_of
from .showing import shown

MARGIN = 5  # pixels that a column keeps free beside its text
BUTTON = 18  # pixels of a filter's button
WIDEST_FIT, NARROWEST_FIT = 60.0, 6.0  # characters
DEFAULT_WIDTH, DEFAULT_HEIGHT = 8.43, 15.0
MOST_ROWS, MOST_COLUMNS = 5000, 2000


@dataclass(frozen=True)
class Text:
    """How the text of a cell is set."""

    family: str = "Calibri"
    size: float = 11
    bold: bool = False
    italic: bool = False
    wrap: bool = False
    shrink: bool = False
    turned: bool = False
    across: str = ""  # where it stands: left, center, right, fill, centerContinuous
    indent: int = 0


class Measure:
    """Measures the cells of one book."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._texts: dict[int, Text] = {}

    @property
    def digit(self) -> int:
        """The width of a digit of the default font in pixels."""
        text = self.text(0)
        return max(1, round(pixels("0", text.family, text.size, text.bold, text.italic)))

    def text(self, style: int) -> Text:
        found = self._texts.get(style)
        if found is None:
            found = self._texts[style] = self._read(style)
        return found

    def _read(self, style: int) -> Text:
        entry = self.book.styles.xf(style)
        if entry is None:
            return Text()
        fonts = self.book.styles.root.find(q("fonts"))
        at = int(entry.get("fontId") or 0)
        font = fonts[at] if fonts is not None and at < len(fonts) else etree.Element(q("font"))
        align = entry.find(q("alignment"))
        align = align if align is not None else etree.Element(q("alignment"))
        return Text(
            family=_value(font, "name") or "Calibri",
            size=float(_value(font, "sz") or 11),
            bold=_is_on(font, "b"),
            italic=_is_on(font, "i"),
            wrap=align.get("wrapText") in ("1", "true"),
            shrink=align.get("shrinkToFit") in ("1", "true"),
            turned=align.get("textRotation", "0") != "0",
            across=align.get("horizontal") or "",
            indent=int(align.get("indent") or 0),
        )

    def width(self, cell: Cell) -> float:
        """Pixels that the cell's text needs in one line (of several, the longest)."""
        text = self.text(cell.style)
        said = shown(cell.value, self.book.styles.number_format(cell.style))
        lines = said.split("\n") if text.wrap else [said.replace("\n", "")]
        return max(pixels(line[:1000], text.family, text.size, text.bold, text.italic) for line in lines) + (
            text.indent * self.digit
        )

    def lines(self, cell: Cell, room: float) -> int:
        """How many lines the cell's wrapped text takes in so many pixels."""
        text = self.text(cell.style)
        said = shown(cell.value, self.book.styles.number_format(cell.style))
        count = 0
        for paragraph in said.split("\n"):
            used, count = 0.0, count + 1
            for word in paragraph.split(" "):
                wide = pixels(word + " ", text.family, text.size, text.bold, text.italic)
                if used and used + wide - text.size / 4 > room:
                    used, count = 0.0, count + 1
                while wide > room > 0:  # a word longer than the line is broken
                    wide, count = wide - room, count + 1
                used += wide
        return count


@lru_cache(maxsize=20_000)
def pixels(text: str, family: str, size: float, bold: bool, italic: bool) -> float:
    """The width of a line of text in pixels (96 an inch)."""
    from deskworld_artifacts.inspection.fonts import Face, width

    return width(text, Face(family, bold, italic), size) * 96 / 72


def _value(font: Element, name: str) -> str:
    found = font.find(q(name))
    return (found.get("val") if found is not None else None) or ""


def _is_on(font: Element, name: str) -> bool:
    found = font.find(q(name))
    return found is not None and found.get("val", "1") not in ("0", "false")


def fitted(book: Book, sheet: Sheet, area: Area, *, numbers_only: bool = False) -> dict[int, float]:
    """The widths, in characters, at which columns show all that their cells hold (the first 5000 rows of them).

    Texts run over into empty cells beside them and plain numbers are rounded; `numbers_only` asks for what the others
    need, which show as #### where they do not fit.
    """
    measure = Measure(book)
    merged = {place for one in _merges(book, sheet) for place in _places(one, 10_000)}
    buttons = _buttons(book, sheet)
    wide: dict[int, float] = {}
    for row, column, cell in book.cells(sheet, area._replace(bottom=min(area.bottom, area.top + MOST_ROWS))):
        if cell.value is None or (row, column) in merged or measure.text(cell.style).turned:
            continue
        if numbers_only and not _shows_hashes(book, cell):
            continue
        needed = measure.width(cell) + (BUTTON if any(one.holds(row, column) for one in buttons) else 0)
        wide[column] = max(wide.get(column, 0), needed)
    digit = measure.digit
    return {
        column: min(WIDEST_FIT, max(NARROWEST_FIT, math.ceil((needed + MARGIN + 4) / digit * 4) / 4))
        for column, needed in wide.items()
    }


def _shows_hashes(book: Book, cell: Cell) -> bool:
    code = book.styles.number_format(cell.style)
    if code in ("General", "@") or isinstance(cell.value, bool):
        return False
    return not isinstance(cell.value, str) or book.styles.date_code(cell.style) != ""


def _places(area: Area, most: int) -> Iterator[tuple[int, int]]:
    if area.cells <= most:
        yield from (
            (row, column) for row in range(area.top, area.bottom + 1) for column in range(area.left, area.right + 1)
        )


def _merges(book: Book, sheet: Sheet) -> list[Area]:
    held = book.package.tree(sheet.part).find(q("mergeCells"))
    return [area_of(item.get("ref") or "A1") for item in held] if held is not None else []


def _buttons(book: Book, sheet: Sheet) -> list[Area]:
    """Heading rows that carry the buttons of a filter."""
    from . import tables

    found = [table.area._replace(bottom=table.area.top) for _, table in tables.tables(book, sheet)]
    held = book.package.tree(sheet.part).find(q("autoFilter"))
    if held is not None and held.get("ref"):
        area = area_of(held.get("ref") or "")
        found.append(area._replace(bottom=area.top))
    return found


def widths(root: Element) -> dict[int, float]:
    """The widths in characters of columns whose width is set; a hidden one is 0 wide."""
    found: dict[int, float] = {}
    columns = root.find(q("cols"))
    for item in columns if columns is not None else ():
        first, last = int(item.get("min") or 1), int(item.get("max") or 1)
        if item.get("width"):
            wide = 0 if item.get("hidden") in ("1", "true") else float(item.get("width") or 0)
            found |= dict.fromkeys(range(first, min(last, first + MOST_COLUMNS) + 1), wide)
    return found


def rooms(root: Element, digit: int) -> dict[int, float]:
    """Pixels free for text in each column whose width is set; key 0 is every other one."""
    settings = root.find(q("sheetFormatPr"))
    usual = (settings.get("defaultColWidth") if settings is not None else None) or DEFAULT_WIDTH + MARGIN / digit
    return {column: max(0, wide * digit - MARGIN) for column, wide in {0: float(usual), **widths(root)}.items()}


def heights(book: Book, sheet: Sheet, first: int, last: int) -> dict[int, float]:
    """The heights in points that rows need for what they hold, where that is more than one plain line."""
    measure = Measure(book)
    free = rooms(book.package.tree(sheet.part), measure.digit)
    needed: dict[int, float] = {}
    for row, column, cell in book.cells(sheet, Area(first, 1, last, 16_384)):
        if cell.value is None:
            continue
        text = measure.text(cell.style)
        lines = measure.lines(cell, free.get(column, free[0])) if text.wrap else 1
        needed[row] = max(needed.get(row, 0), lines * line_height(text.size))
    return {row: min(409.0, height) for row, height in needed.items() if height > DEFAULT_HEIGHT}


def line_height(size: float) -> float:
    """Points of one line, in whole pixels, as Excel gives them."""
    return math.ceil((size * 1.33 + 0.3) / 0.75) * 0.75
