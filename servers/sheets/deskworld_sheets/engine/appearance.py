"""What looks wrong on a sheet before anybody has looked: numbers shown as ####, texts cut off, pale or tiny writing,
columns that print on a page of their own, fonts that are not here, pictures that do not open.

Cells with the same trouble in one column are one finding, at the range they span. The first rows of a sheet are
looked at; a list of a hundred thousand looks as its first two thousand do.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby

from deskworld_artifacts.inspection.workbook.styles import Styles

from . import names, objects
from .book import Book, Sheet
from .cells import Cell
from .findings import Problem
from .formulas import quoted
from .lookups import styles_of
from .markup import q
from .references import MAX_COLUMN, Area, area_of, letters
from .sizing import Measure, rooms

LOOKED_AT = 2000  # rows of a sheet
SLACK = 2.0  # pixels by which a measured text may be wider than its room
TINY = 7.5  # points
PAPERS = {"1": (8.5, 11.0), "5": (8.5, 14.0), "8": (11.69, 16.54), "9": (8.27, 11.69), "11": (5.83, 8.27)}  # inches


@dataclass
class Group:
    """Cells of one column with one trouble."""

    area: Area
    count: int
    said: str


@dataclass
class Looker:
    """Looks at one sheet."""

    book: Book
    sheet: Sheet
    styles: Styles
    measure: Measure
    fonts: set[str] = field(default_factory=set[str])
    groups: dict[tuple[str, int, str], Group] = field(default_factory=dict[tuple[str, int, str], Group])

    @cached_property
    def rooms(self) -> dict[int, float]:
        return rooms(self.book.package.tree(self.sheet.part), self.measure.digit)

    @cached_property
    def merges(self) -> dict[tuple[int, int], Area]:
        held = self.book.package.tree(self.sheet.part).find(q("mergeCells"))
        areas = [area_of(item.get("ref") or "A1") for item in held] if held is not None else []
        return {(area.top, area.left): area for area in areas}

    @cached_property
    def heights(self) -> dict[int, float]:
        """Heights in points of rows that were set by hand."""
        found: dict[int, float] = {}
        for row in self.book.package.tree(self.sheet.part).iter(q("row")):
            if row.get("customHeight") in ("1", "true") and row.get("ht"):
                found[int(row.get("r") or 0)] = float(row.get("ht") or 0)
        return found

    @cached_property
    def rules(self) -> list[Area]:
        """Where conditional formats lie: what colours a cell has there is for Excel to say."""
        root = self.book.package.tree(self.sheet.part)
        held = [item.get("sqref") or "" for item in root.iter(q("conditionalFormatting"))]
        return [area_of(piece) for text in held for piece in text.split()]

    def look(self) -> None:
        hidden = {int(row.get("r") or 0) for row in self.book.package.tree(self.sheet.part).iter(q("row"))
                  if row.get("hidden") in ("1", "true")}  # fmt: skip
        cells = self.book.cells(self.sheet, Area(1, 1, LOOKED_AT, MAX_COLUMN))
        for row, held in groupby(cells, key=lambda item: item[0]):
            line = {column: cell for _, column, cell in held if cell.value not in (None, "")}
            if row in hidden:
                continue
            for column, cell in line.items():
                if self._room(row, column) > 0:
                    self._cell(row, column, cell, line)

    def _room(self, row: int, column: int) -> float:
        area = self.merges.get((row, column))
        usual = self.rooms[0]
        if area is None:
            return self.rooms.get(column, usual)
        return sum(self.rooms.get(one, usual) for one in range(area.left, min(area.right, area.left + 200) + 1))

    def _cell(self, row: int, column: int, cell: Cell, line: dict[int, Cell]) -> None:
        style = self.styles.style(cell.style)
        self.fonts.add(style.font)
        if style.size < TINY:
            self._note("tiny_text", row, column, f"{style.size:g} pt is too small to read")
        self._contrast(row, column, cell, line)
        text = self.measure.text(cell.style)
        if text.shrink or text.turned or text.across in ("fill", "centerContinuous"):
            return
        room = self._room(row, column)
        if not isinstance(cell.value, str) or self.book.styles.date_code(cell.style):
            plain = self.book.styles.number_format(cell.style) in ("General", "@") and not isinstance(cell.value, bool)
            if not plain and self.measure.width(cell) > room + SLACK:
                self._note("too_narrow", row, column, "shows as ####: the column is too narrow for its numbers")
        elif text.wrap:
            height = self.heights.get(row)
            needed = self.measure.lines(cell, room) * text.size * 1.2
            if height is not None and needed > height + text.size * 0.6 and (row, column) not in self.merges:
                self._note("cut_text", row, column, "the row is too low for its wrapped text; set_row_height fits it")
        elif self._is_cut(row, column, cell, line, room):
            self._note("cut_text", row, column, "the text is cut off by the filled cell beside it")

    def _is_cut(self, row: int, column: int, cell: Cell, line: dict[int, Cell], room: float) -> bool:
        width = self.measure.width(cell)
        if width <= room + SLACK:
            return False
        area = self.merges.get((row, column))
        if area is not None:
            return area.cells > 1
        across = self.measure.text(cell.style).across
        steps = {"right": (-1,), "center": (-1, 1)}.get(across, (1,))
        free = room
        for step in steps:
            beside = column + step
            while free < width and 1 <= beside <= MAX_COLUMN and beside not in line:
                free += self.rooms.get(beside, self.rooms[0])
                beside += step
        return free + SLACK < width

    def _contrast(self, row: int, column: int, cell: Cell, line: dict[int, Cell]) -> None:
        from deskworld_artifacts.inspection.colors import contrast, ink, needed_contrast

        style = self.styles.style(cell.style)
        if any(area.holds(row, column) for area in self.rules) or (not style.fill and not style.color):
            return
        color, fill = style.color or "#000000", style.fill or "#FFFFFF"
        ratio = contrast(ink(color), ink(fill))
        needed = needed_contrast(style.size, style.bold)
        if ratio < needed - 0.01:
            said = f"{color} on {fill} is a contrast of {ratio:.1f} to 1; WCAG 2.2 (1.4.3) asks for {needed:g} to 1"
            self._note("low_contrast", row, column, f"{said} at {style.size:g} pt")

    def _note(self, kind: str, row: int, column: int, said: str) -> None:
        found = self.groups.get((kind, column, said))
        if found is None:
            self.groups[kind, column, said] = Group(Area(row, column, row, column), 1, said)
        else:
            found.area = found.area._replace(bottom=row)
            found.count += 1


def problems(book: Book) -> Iterator[Problem]:
    styles = styles_of(book)
    measure, fonts = Measure(book), set[str]()
    for sheet in book.sheets:
        if not sheet.is_grid or sheet.state != "visible":
            continue
        looker = Looker(book, sheet, styles, measure)
        looker.look()
        for (kind, _, _), group in looker.groups.items():
            more = f" ({group.count} cells)" if group.count > 1 else ""
            yield Problem(f"{quoted(sheet.name)}!{group.area.name}", f"{group.said}{more}", kind=kind)
        yield from _split_pages(book, sheet, looker)
        yield from _pictures(book, sheet)
        fonts |= looker.fonts
    yield from _missing(fonts)


def _split_pages(book: Book, sheet: Sheet, looker: Looker) -> Iterator[Problem]:
    """Columns that print on another page than the rest of their rows."""
    root = book.package.tree(sheet.part)
    fit = root.find(f"{q('sheetPr')}/{q('pageSetUpPr')}")
    area = _printed(book, sheet)
    if area is None or (fit is not None and fit.get("fitToPage") in ("1", "true")):
        return
    setup, margins = root.find(q("pageSetup")), root.find(q("pageMargins"))
    paper = PAPERS.get((setup.get("paperSize") if setup is not None else None) or "9", PAPERS["9"])
    wide = paper[1] if setup is not None and setup.get("orientation") == "landscape" else paper[0]
    sides = [float((margins.get(side) if margins is not None else None) or 0.7) for side in ("left", "right")]
    scale = float((setup.get("scale") if setup is not None else None) or 100) / 100
    room = (wide - sum(sides)) * 96 / scale
    used, first = 0.0, 0
    for column in range(area.left, min(area.right, area.left + 1000) + 1):
        width = looker.rooms.get(column, looker.rooms[0])
        used += width + 5 if width > 0 else 0
        if used > room and column > area.left:
            first = column
            break
    if first:
        yield Problem(
            f"{quoted(sheet.name)}!{letters(first)}:{letters(area.right)}",
            "printed on a page beside the others; set_print_layout with fit_wide 1 or landscape keeps rows together",
            kind="split_page",
        )


def _printed(book: Book, sheet: Sheet) -> Area | None:
    for item in names.names(book):
        if item.name == "_xlnm.Print_Area" and item.sheet == sheet.name:
            try:
                return area_of(item.refers_to.rpartition("!")[2])
            except ValueError:
                return None
    return book.extent(sheet)


def _pictures(book: Book, sheet: Sheet) -> Iterator[Problem]:
    from PIL import Image, UnidentifiedImageError

    for thing in objects.on_sheet(book, sheet):
        if thing.kind != "picture" or thing.part.endswith((".emf", ".wmf", ".svg")):
            continue
        place = f"{quoted(sheet.name)}!{thing.place}"
        if thing.part not in book.package:
            yield Problem(place, f"the picture {thing.name!r} is not in the file", kind="broken_picture")
            continue
        try:
            with Image.open(io.BytesIO(book.package.read(thing.part))) as image:
                image.verify()
        except (UnidentifiedImageError, OSError, SyntaxError, ValueError):
            yield Problem(place, f"the picture {thing.name!r} does not open", kind="broken_picture")


def _missing(fonts: set[str]) -> Iterator[Problem]:
    """Fonts that this machine draws by another one of other widths."""
    from deskworld_artifacts.inspection.fonts import stand_in

    for family in sorted(fonts):
        if family and (shown := stand_in(family)):
            yield Problem("", f"the font {family} is not on this machine, where {shown} stands in", kind="missing_font")
