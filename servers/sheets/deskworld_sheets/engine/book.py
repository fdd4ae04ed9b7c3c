"""The book: sheets by name, the names it defines, its styles and texts, over one open package.

A `Book` lives for one call: a tool opens it, edits trees through it, and hands it to be saved. It remembers what
the edit means for the save: whether values can have changed, and which cells to look at after reopening.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TypedDict

from deskworld_kit import Scalar, ToolError

from . import formulas, window
from .cells import Cell, F, decode
from .grid import Grid, filled
from .markup import Element, q
from .opening import open_package
from .package import Package
from .references import MAX_COLUMN, MAX_ROW, Area, area_of, cell_name, parse_area
from .strings import SharedStrings
from .styles import Styles

_HUGE = 4 << 20
_LETTERS = re.compile(r"\$?[A-Za-z]{1,3}")
_DIMENSION = re.compile(rb'<dimension\s+ref="([A-Z0-9:$]+)"')


@dataclass
class Sheet:
    """One entry of the workbook's list of sheets."""

    name: str
    part: str
    id: str
    relation: str
    state: str
    kind: str  # worksheet, chartsheet, dialogsheet

    @property
    def is_grid(self) -> bool:
        return self.kind == "worksheet"


class SavedFields(TypedDict):
    path: str
    verified: str
    warnings: list[str]


@dataclass
class Book:
    package: Package
    label: str
    warnings: list[str] = field(default_factory=list)
    written: list[tuple[str, Area]] = field(default_factory=list)
    values_changed: bool = False
    uncomputed: list[str] = field(default_factory=list)
    path: str = ""  # where it was saved, as the workspace calls it
    verified: str = ""  # what the saved file was seen to hold
    _grids: dict[str, Grid] = field(default_factory=dict)

    @classmethod
    def open(cls, path: Path, argument: str = "path") -> Book:
        return cls(open_package(path, argument), path.name)

    def close(self) -> None:
        self.package.close()

    # --- the workbook part

    @cached_property
    def part(self) -> str:
        return self.package.related("", "officeDocument")[0].target

    @property
    def root(self) -> Element:
        return self.package.tree(self.part)

    @cached_property
    def from_1904(self) -> bool:
        properties = self.root.find(q("workbookPr"))
        return properties is not None and properties.get("date1904") in ("1", "true")

    @cached_property
    def strings(self) -> SharedStrings:
        found = self.package.related(self.part, "sharedStrings")
        return SharedStrings(self.package, found[0].target if found else "")

    @cached_property
    def styles(self) -> Styles:
        found = self.package.related(self.part, "styles")
        return Styles(self.package, found[0].target if found else "", self.part)

    @property
    def sheets(self) -> list[Sheet]:
        relations = {relation.id: relation for relation in self.package.relations(self.part)}
        listed = self.root.find(q("sheets"))
        found: list[Sheet] = []
        for item in listed if listed is not None else ():
            relation = relations.get(item.get(q("r:id")) or "")
            if relation and relation.target in self.package:
                found.append(
                    Sheet(
                        item.get("name") or "",
                        relation.target,
                        item.get("sheetId") or "",
                        relation.id,
                        item.get("state") or "visible",
                        relation.kind,
                    )
                )
        return found

    def sheet(self, name: str = "", argument: str = "sheet", *, any_kind: bool = False) -> Sheet:
        """A sheet by its name, however it is capitalised; the first one for an empty name."""
        sheets = [sheet for sheet in self.sheets if any_kind or sheet.is_grid]
        if not name:
            if not sheets:
                raise ToolError(f"{self.label} has no sheet with cells", argument=argument)
            return next((sheet for sheet in sheets if sheet.state == "visible"), sheets[0])
        for sheet in sheets:
            if sheet.name.casefold() == name.strip().casefold():
                return sheet
        names = ", ".join(repr(sheet.name) for sheet in sheets)
        raise ToolError(f"{self.label} has no sheet {name!r}; its sheets are {names}", argument=argument)

    def locate(self, sheet: str, text: str, argument: str = "range") -> tuple[Sheet, Area]:
        """The cells that a sheet's name and a range mean together.

        The range may bring its own sheet (`Data!B2:D9`), or be the name of a table or of a named range.
        """
        text = text.strip()
        if "!" in text:
            prefix, _, text = text.rpartition("!")
            named = formulas.unquote(prefix)
            if sheet and named.casefold() != sheet.casefold():
                raise ToolError(f"the range is on {named!r}, but sheet says {sheet!r}", argument=argument)
            sheet = named
        try:
            return self.sheet(sheet), area_of(text)
        except ValueError:
            found = self.named_area(text)
            if found:
                return found
            if argument not in ("cell", "start", "target") and _LETTERS.fullmatch(text):
                text = f"{text}:{text}"  # a column
            return self.sheet(sheet), parse_area(text, argument)

    def named_area(self, name: str) -> tuple[Sheet, Area] | None:
        """Where a table or a defined name lies."""
        from . import names, tables

        for sheet, table in tables.tables(self):
            if table.name.casefold() == name.casefold():
                return sheet, table.area
        return names.area_of_name(self, name)

    # --- cells

    def grid(self, sheet: Sheet) -> Grid:
        """The sheet's grid, to be changed."""
        found = self._grids.get(sheet.part)
        if found is None:
            found = self._grids[sheet.part] = Grid(self.package.edit(sheet.part))
        return found

    def sheet_of(self, grid: Grid) -> Sheet:
        return next(sheet for sheet in self.sheets if self._grids.get(sheet.part) is grid)

    def forget_grid(self, sheet: Sheet) -> None:
        self._grids.pop(sheet.part, None)

    def settle(self) -> None:
        for grid in self._grids.values():
            grid.settle()

    def cells(
        self, sheet: Sheet, area: Area | None = None, *, formulas_too: bool = False
    ) -> Iterator[tuple[int, int, Cell]]:
        """(row, column, Cell) of every filled cell in the area, as a stream."""
        area = area or Area(1, 1, MAX_ROW, MAX_COLUMN)
        masters: dict[str, tuple[str, int, int]] = {}
        for row in window.rows(self.package, sheet.part, area.top, area.bottom):
            number = int(row.get("r") or 0)
            for column, cell in window.cells_of(row):
                if len(cell) == 0 or not area.left <= column <= area.right:
                    continue
                formula = ""
                if formulas_too and (holder := cell.find(F)) is not None:
                    formula = self._formula(sheet, holder, number, column, masters)
                yield number, column, Cell(self.value(cell), formula, int(cell.get("s") or 0))

    def value(self, cell: Element) -> Scalar:
        return decode(cell, self.strings, self.styles.date_code, self.from_1904)

    def _formula(
        self, sheet: Sheet, holder: Element, row: int, column: int, masters: dict[str, tuple[str, int, int]]
    ) -> str:
        text = holder.text or ""
        kind = holder.get("t")
        if kind == "shared":
            group = holder.get("si") or ""
            if text:
                masters[group] = (text, row, column)
            elif group not in masters:
                masters.update(self._shared_masters(sheet))
            if not text and group in masters:
                master, top, left = masters[group]
                text = formulas.translated(master, row - top, column - left)
        if kind == "dataTable":
            return f"{{=TABLE({holder.get('r1') or ''},{holder.get('r2') or ''})}}"
        shown = formulas.shown(text) if text else ""
        cell = holder.getparent()
        spills = cell is not None and cell.get("cm")
        return f"{{{shown}}}" if kind == "array" and shown and not spills else shown

    def _shared_masters(self, sheet: Sheet) -> dict[str, tuple[str, int, int]]:
        found: dict[str, tuple[str, int, int]] = {}
        for row in window.rows(self.package, sheet.part):
            for holder in row.iter(F):
                if holder.get("t") == "shared" and holder.text:
                    cell = holder.getparent()
                    at = area_of((cell.get("r") if cell is not None else None) or "A1")
                    found.setdefault(holder.get("si") or "", (holder.text, at.top, at.left))
        return found

    def used(self, sheet: Sheet) -> Area | None:
        """The smallest area that holds every value and formula of the sheet."""
        if sheet.part in self._grids:
            return self._grids[sheet.part].used()
        top = bottom = right = 0
        left = MAX_COLUMN + 1
        for row in window.rows(self.package, sheet.part):
            if ends := filled(row):
                bottom = int(row.get("r") or 0)
                top = top or bottom
                left, right = min(left, ends[0]), max(right, ends[1])
        return Area(top, left, bottom, right) if top else None

    def extent(self, sheet: Sheet) -> Area | None:
        """As `used`, but of a huge sheet what its own `dimension` claims, which costs nothing to read."""
        if sheet.part in self._grids or self.package.size(sheet.part) < _HUGE:
            return self.used(sheet)
        with self.package.stream(sheet.part) as stream:
            found = _DIMENSION.search(stream.read(1 << 14))
        if not found or found[1] == b"A1":
            return self.used(sheet)
        return area_of(found[1].decode())

    def has_formulas(self, sheet: Sheet) -> bool:
        if sheet.part in self._grids:
            return next(self._grids[sheet.part].data.iter(F), None) is not None
        if self.package.is_parsed(sheet.part):
            return next(self.package.tree(sheet.part).iter(F), None) is not None
        with self.package.stream(sheet.part) as stream:
            tail = b""
            while piece := stream.read(1 << 20):
                if b"<f>" in (joined := tail + piece) or b"<f " in joined or b":f>" in joined:
                    return True
                tail = piece[-4:]
        return False

    def wrote(self, sheet: Sheet, area: Area) -> None:
        """Note that values were written there: formulas are computed anew, and the save looks at it."""
        self.written.append((sheet.name, area))
        self.values_changed = True

    @property
    def saved(self) -> SavedFields:
        """What every tool that writes reports."""
        return {"path": self.path, "verified": self.verified, "warnings": self.warnings}

    def warn(self, text: str) -> None:
        if text not in self.warnings:
            self.warnings.append(text)


def where(sheet: str, row: int, column: int) -> str:
    """A cell as messages name it."""
    return f"{formulas.quoted(sheet)}!{cell_name(row, column)}"
