"""A pivot table that Excel made, laid out again over what its source holds now, in the form it has.

Its lines are worked out first: for each the items it stands for, its label and its figures. From them come the cells,
and what the pivot's part says of its lines; its style, its captions and its options stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from deskworld_kit import Scalar, ToolError
from lxml import etree

from . import content, formats
from .book import Book, Sheet
from .cells import number_text
from .dates import from_iso
from .markup import Element, count, drop, q
from .pivotforeign import Key, Pivot, key
from .pivotlayout import AGGREGATES, BLANK
from .references import Area, area_of


@dataclass
class Line:
    """A row of the pivot: the items it stands for from the outermost on, and what kind of row it is."""

    items: tuple[int, ...]
    first: int  # how many of the items the row above shows already
    kind: str  # data, head, default (a subtotal below), grand


def redraw(book: Book, sheet: Sheet, pivot: Pivot, part: str, cache_part: str) -> Area:
    """Lay the pivot out again; gives the area it covers now."""
    root = book.package.edit(part)
    location = root.find(q("location"))
    if location is None:
        raise ToolError("this pivot table says nowhere where it lies", argument="pivot")
    old = area_of(location.get("ref") or "A1")
    table = _Table(pivot, _kept_words(book, sheet, old, pivot))
    block = [[content.literal(value) for value in row] for row in table.cells()]
    new = content.block(old.top, old.left, block)
    grown = [cell for row, column, cell in book.cells(sheet, new) if not old.holds(row, column)
             and (cell.value is not None or cell.formula)]  # fmt: skip
    if grown:
        raise ToolError(
            f"the pivot table now needs {new.name}, where there are values; make room first", argument="pivot"
        )
    looks = _looks(book, sheet, old, table.heading_rows, _old_kinds(root))
    content.clear(book, sheet, old, values=True)
    content.write(book, sheet, new.top, new.left, block)
    _dress(book, sheet, new, table, looks)
    formats.fit(book, sheet, new)
    location.set("ref", new.name)
    _say_items(root, pivot)
    _say_lines(root, "rowItems", table.row_items())
    _say_lines(root, "colItems", table.column_items())
    _say_records(book, pivot, cache_part)
    return Area(old.top, old.left, new.bottom, new.right)


class _Table:
    """The cells of a pivot, worked out."""

    def __init__(self, pivot: Pivot, words: dict[str, str]) -> None:
        self.pivot = pivot
        self.words = words
        self.column = pivot.columns[0] if pivot.columns else None
        self.label_columns = 1 + sum(not field.compact for field in pivot.rows[:-1])
        self.records = [record for record in pivot.records if self._is_shown(record)]
        self._groups: dict[tuple[tuple[int, ...], int], list[tuple[Scalar, ...]]] = {}
        for record in self.records:
            path = tuple(field.places[key(record[field.index])] for field in pivot.rows)
            across = self.column.places[key(record[self.column.index])] if self.column else -1
            for depth in range(len(path) + 1):
                for at in {across, -1}:
                    self._groups.setdefault((path[:depth], at), []).append(record)
        self.lines = [*self._lines((), 0), *([Line((), 0, "grand")] if pivot.on("colGrandTotals") else [])]
        self.across = sorted({at for _, at in self._groups if at >= 0})

    def _is_shown(self, record: tuple[Scalar, ...]) -> bool:
        if any(chosen is not None and key(record[field.index]) != chosen for field, chosen in self.pivot.pages):
            return False
        return not any(key(record[field.index]) in field.hidden for field in self.pivot.axes)

    def _lines(self, path: tuple[int, ...], depth: int) -> Iterator[Line]:
        field = self.pivot.rows[depth]
        found = sorted({group[depth] for group, _ in self._groups if len(group) > depth and group[:depth] == path})
        leaf = depth == len(self.pivot.rows) - 1
        for number, item in enumerate(found):
            here = (*path, item)
            if leaf:
                yield Line(here, depth if number or not self._joins(depth) else self._joined(depth), "data")
                continue
            if field.outline:
                yield Line(here, depth, "head")
            yield from self._lines(here, depth + 1)
            if field.subtotal and not field.on_top:
                yield Line(here, depth, "default")

    def _joins(self, depth: int) -> bool:
        """Whether the first row below an outer item is the row of that item, as in tabular form."""
        return depth > 0 and not self.pivot.rows[depth - 1].outline

    def _joined(self, depth: int) -> int:
        while depth > 0 and not self.pivot.rows[depth - 1].outline:
            depth -= 1
        return depth

    @property
    def heading_rows(self) -> int:
        if self.column is None:
            return 1
        return 2 if len(self.pivot.values) == 1 else 3

    def cells(self) -> list[list[Scalar]]:
        return [*self._headings(), *(self._row(line) for line in self.lines)]

    def _headings(self) -> list[list[Scalar]]:
        pivot, titles = self.pivot, [value.title for _, value in self.pivot.values]
        labels: list[Scalar] = [None] * self.label_columns
        labels[0] = self.words["rows"] if pivot.rows[0].compact else pivot.rows[0].name
        place = 0
        for outer, field in zip(pivot.rows, pivot.rows[1:], strict=False):
            if not outer.compact:
                place += 1
                labels[place] = field.name
        if self.column is None:
            return [[*labels, *titles]]
        blank: list[Scalar] = [None] * self.label_columns
        head = self.words["columns"] if self.column.compact else self.column.name
        names = [_shown(self.column.items[at]) for at in self.across]
        total = pivot.on("rowGrandTotals")
        if len(titles) == 1:
            return [[titles[0], *blank[1:], head], [*labels, *names, *([self.words["grand"]] if total else [])]]
        spread: list[Scalar] = [value for name in names for value in (name, *[None] * (len(titles) - 1))]
        ends: list[Scalar] = [f"Total {title}" for title in titles] if total else []
        return [[*blank, head], [*blank, *spread, *ends], [*labels, *titles * len(names)]]

    def _row(self, line: Line) -> list[Scalar]:
        labels: list[Scalar] = [None] * self.label_columns
        place = 0
        for depth, field in enumerate(self.pivot.rows[: len(line.items)]):
            if depth >= line.first:
                said = _shown(field.items[line.items[depth]])
                labels[place] = f"{said} Total" if line.kind == "default" else said
            place += not field.compact
        if line.kind == "grand":
            labels[0] = self.words["grand"]
        if line.kind == "head":
            field = self.pivot.rows[len(line.items) - 1]
            if not (field.subtotal and field.on_top):
                return labels
        return [*labels, *self._figures(line.items)]

    def _figures(self, path: tuple[int, ...]) -> list[Scalar]:
        across = [*self.across, *([-1] if self.pivot.on("rowGrandTotals") else [])] if self.column else [-1]
        return [self._figure(path, at, number) for at in across for number in range(len(self.pivot.values))]

    def _figure(self, path: tuple[int, ...], across: int, number: int) -> Scalar:
        index, value = self.pivot.values[number]
        group = self._groups.get((path, across), [])
        if value.summary == "count":
            return sum(record[index] not in (None, "") for record in group) or None
        numbers = [n for record in group if isinstance(n := record[index], int | float) and not isinstance(n, bool)]
        if not numbers:
            return None
        if value.summary in ("stdev", "variance") and len(numbers) < 2:
            return "#DIV/0!"
        return AGGREGATES[value.summary][2](numbers)

    def row_items(self) -> list[Element]:
        made: list[Element] = []
        for line in self.lines:
            item = etree.Element(q("i"))
            if line.kind in ("grand", "default"):
                item.set("t", line.kind)
            shown = line.items[line.first :] or ((0,) if line.kind == "grand" else ())
            if line.first:
                item.set("r", str(line.first))
            _name(item, shown)
            made.append(item)
        return made

    def column_items(self) -> list[Element]:
        made: list[Element] = []
        figures = range(len(self.pivot.values))
        ends = (
            [*self.across, *([-1] if self.column and self.pivot.on("rowGrandTotals") else [])] if self.column else [0]
        )
        for at in ends:
            for number in figures:
                item = etree.Element(q("i"))
                if at < 0:
                    item.set("t", "grand")
                if number and self.column and at >= 0:
                    item.set("r", "1")
                if number:
                    item.set("i", str(number))
                shown: list[int] = []
                if self.column and (not number or at < 0):
                    shown.append(max(at, 0))
                if len(figures) > 1 and at >= 0:
                    shown.append(number)
                _name(item, tuple(shown))
                made.append(item)
        return made


def _name(item: Element, shown: tuple[int, ...]) -> None:
    for at in shown:
        made = etree.SubElement(item, q("x"))
        if at:
            made.set("v", str(at))


def _shown(value: Scalar) -> Scalar:
    return BLANK if value is None or value == "" else value


def _kept_words(book: Book, sheet: Sheet, old: Area, pivot: Pivot) -> dict[str, str]:
    """Captions as they stand in the cells, in the language of who made the pivot."""
    seen = {(row, column): cell.value for row, column, cell in book.cells(sheet, old)}
    heads = 0 if not pivot.columns else 1 if len(pivot.values) == 1 else 2
    found = {
        "rows": seen.get((old.top + heads, old.left)) or pivot.root.get("rowHeaderCaption") or "Row Labels",
        "grand": (seen.get((old.bottom, old.left)) if pivot.on("colGrandTotals") else None)
        or pivot.root.get("grandTotalCaption") or "Grand Total",
        "columns": next((value for place, value in sorted(seen.items()) if place[0] == old.top and place[1] > old.left),
                        None) or pivot.root.get("colHeaderCaption") or "Column Labels",
    }  # fmt: skip
    return {name: str(value) for name, value in found.items()}


# --- looks


Looks = dict[tuple[str, int], list[str]]


def _old_kinds(root: Element) -> list[tuple[str, int]]:
    """Of each line that the pivot had, its kind and how deep it stood."""
    listed = root.find(q("rowItems"))
    depth = len(root.findall(f"{q('rowFields')}/{q('field')}"))
    found: list[tuple[str, int]] = []
    for item in listed if listed is not None else ():
        items = int(item.get("r") or 0) + len(item)
        kind = item.get("t") or ("data" if items == depth else "head")
        found.append((kind, 0 if kind == "grand" else items))
    return found


def _looks(book: Book, sheet: Sheet, old: Area, headings: int, kinds: list[tuple[str, int]]) -> Looks:
    """The styles of the first line of each kind, by column."""
    grid = book.grid(sheet)
    found: Looks = {}
    rows = [(("heading", at), old.top + at) for at in range(headings)]
    rows += [(kind, old.top + headings + at) for at, kind in enumerate(kinds)]
    for kind, row in rows:
        if kind not in found and row <= old.bottom:
            cells = [grid.cell(row, column) for column in range(old.left, old.right + 1)]
            found[kind] = [(cell.get("s") or "") if cell is not None else "" for cell in cells]
    return found


def _dress(book: Book, sheet: Sheet, new: Area, table: _Table, looks: Looks) -> None:
    grid = book.grid(sheet)
    kinds = [("heading", at) for at in range(table.heading_rows)]
    kinds += [(line.kind, 0 if line.kind == "grand" else len(line.items)) for line in table.lines]
    for row, kind in enumerate(kinds, new.top):
        styles = looks.get(kind) or looks.get(("data", len(table.pivot.rows))) or []
        for column in range(new.left, new.right + 1):
            style = styles[min(column - new.left, len(styles) - 1)] if styles else ""
            if style:
                grid.ensure_cell(row, column).set("s", style)


# --- what the parts say


def _say_items(root: Element, pivot: Pivot) -> None:
    for field in pivot.axes:
        listed = field.root.find(q("items"))
        if listed is None:
            listed = etree.Element(q("items"))
            field.root.insert(0, listed)
        totals = [item for item in listed if item.get("t") not in (None, "data")]
        for item in list(listed):
            drop(item)
        cached = _cached(pivot, field.index)
        for value in field.items:
            item = etree.SubElement(listed, q("item"), x=str(cached[key(value)]))
            if key(value) in field.hidden:
                item.set("h", "1")
        listed.extend(totals)
        count(listed)
    for item, (field, chosen) in zip(root.iter(q("pageField")), pivot.pages, strict=False):
        if chosen is not None:
            item.set("item", str(field.places[chosen]))


def _cached(pivot: Pivot, index: int) -> dict[Key, int]:
    """The places of a field's items in the cache."""
    return {key(value): at for at, value in enumerate(pivot.shared[index])}


def _say_lines(root: Element, name: str, lines: list[Element]) -> None:
    listed = root.find(q(name))
    if listed is None:
        return
    for item in list(listed):
        drop(item)
    listed.extend(lines)
    count(listed)


def _say_records(book: Book, pivot: Pivot, cache_part: str) -> None:
    cache = book.package.edit(cache_part)
    for index, item in enumerate(cache.iter(q("cacheField"))):
        shared = item.find(q("sharedItems"))
        if shared is not None:
            _say_shared(shared, [record[index] for record in pivot.records], pivot.shared.get(index))
    cache.set("recordCount", str(len(pivot.records)))
    places = {index: _cached(pivot, index) for index in pivot.shared}
    for relation in book.package.related(cache_part, "pivotCacheRecords"):
        root = book.package.edit(relation.target)
        for item in list(root):
            drop(item)
        for record in pivot.records:
            row = etree.SubElement(root, q("r"))
            for index, value in enumerate(record):
                if index in places:
                    etree.SubElement(row, q("x"), v=str(places[index][key(value)]))
                else:
                    _say(row, value)
        root.set("count", str(len(pivot.records)))


def _say_shared(shared: Element, values: list[Scalar], items: list[Scalar] | None) -> None:
    for item in list(shared):
        drop(item)
    shared.attrib.clear()
    held = [*values, *(items or ())]
    numbers = [value for value in held if isinstance(value, int | float) and not isinstance(value, bool)]
    days = [value for value in held if isinstance(value, str) and from_iso(value)]
    texts = any(isinstance(value, str | bool) and value != "" and value not in days for value in held)
    blank = any(value is None or value == "" for value in held)
    flags = {
        "containsMixedTypes": texts + bool(numbers) + bool(days) > 1,
        "containsNonDate": None if texts or numbers or blank else False if days else None,
        "containsDate": True if days else None,
        "containsBlank": True if blank else None,
        "containsNumber": True if numbers else None,
        "containsInteger": True if numbers and all(float(value).is_integer() for value in numbers) else None,
    }
    for name, flag in flags.items():
        if flag is not None and (flag or name == "containsNonDate"):
            shared.set(name, "1" if flag else "0")
    if not texts:
        shared.set("containsString", "0")
        if not blank:
            shared.set("containsSemiMixedTypes", "0")
    if numbers:
        shared.set("minValue", number_text(min(numbers)))
        shared.set("maxValue", number_text(max(numbers)))
    if days:
        shared.set("minDate", _moment(min(days)))
        shared.set("maxDate", _moment(max(days)))
    if items is not None:
        for value in items:
            _say(shared, value)
        count(shared)


def _moment(day: str) -> str:
    return day if "T" in day else f"{day}T00:00:00"


def _say(parent: Element, value: Scalar) -> None:
    if value is None or value == "":
        etree.SubElement(parent, q("m"))
    elif isinstance(value, bool):
        etree.SubElement(parent, q("b"), v="1" if value else "0")
    elif isinstance(value, int | float):
        etree.SubElement(parent, q("n"), v=number_text(value))
    elif from_iso(value):
        etree.SubElement(parent, q("d"), v=_moment(value))
    else:
        etree.SubElement(parent, q("s"), v=value[:255])
