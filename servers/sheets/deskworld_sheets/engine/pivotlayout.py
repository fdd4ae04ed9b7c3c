"""What a pivot table shows: its items in order, its figures, and the block of cells they make."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import prod
from statistics import fmean, stdev, variance

from deskworld_kit import Scalar, ToolError

from .showing import DAYS, MONTHS

BLANK = "(blank)"
Number = int | float
AGGREGATES: dict[str, tuple[str, str, Callable[[Sequence[Number]], Number]]] = {
    # what we call it: (its caption, what the file calls it, how it is computed)
    "sum": ("Sum", "sum", sum),
    "count": ("Count", "count", len),
    "average": ("Average", "average", fmean),
    "max": ("Max", "max", max),
    "min": ("Min", "min", min),
    "product": ("Product", "product", prod),
    "count_numbers": ("Count", "countNums", len),
    "stdev": ("StdDev", "stdDev", stdev),
    "variance": ("Var", "var", variance),
}


@dataclass(frozen=True)
class Value:
    field: str
    summary: str = "sum"
    name: str = ""
    number_format: str = ""

    @property
    def title(self) -> str:
        return self.name or f"{AGGREGATES[self.summary][0]} of {self.field}"


_IN_WORDS = re.compile(r"^\s*(?:(\w+)\s+of\s+)?(.+?)(?:\s+as\s+(.+?))?\s*$", re.IGNORECASE)


def figures_in_words(texts: Sequence[str], known: Sequence[str], argument: str, number_format: str = "") -> list[Value]:
    """`sum of Amount`, `average of Price as Mean price` or just `Amount`, which is summed."""
    made: list[Value] = []
    for text in texts:
        plain = next((name for name in known if name.casefold() == text.strip().casefold()), "")
        found = _IN_WORDS.match(text)
        summary = (found[1] or "sum").lower() if found and not plain else "sum"
        summary = {"mean": "average", "avg": "average", "total": "sum", "maximum": "max", "minimum": "min"}.get(
            summary, summary
        )
        if not found or summary not in AGGREGATES:
            raise ToolError(
                f"{text!r} is no figure; write one like 'sum of Amount'; there is: {', '.join(AGGREGATES)}",
                argument=argument,
            )
        made.append(Value(plain or found[2], summary, "" if plain else found[3] or "", number_format))
    return made


Key = tuple[int, ...]


@dataclass
class Layout:
    fields: list[str]
    records: list[tuple[Scalar, ...]]
    rows: list[int]
    columns: list[int]
    filters: list[int]
    values: list[tuple[int, Value]]
    _groups: dict[tuple[Key | None, Key | None], list[tuple[Scalar, ...]]] = field(default_factory=dict)

    @property
    def on_axis(self) -> list[int]:
        return [*self.rows, *self.columns, *self.filters]

    @cached_property
    def items(self) -> dict[int, list[Scalar]]:
        """Of each field on an axis, its different values in order: numbers, texts, then blanks."""
        found: dict[int, list[Scalar]] = {}
        for index in self.on_axis:
            seen = {_key(record[index]): record[index] for record in self.records}
            found[index] = in_order(seen.values())
        return found

    @cached_property
    def places(self) -> dict[int, dict[tuple[int, float, str], int]]:
        return {index: {_key(value): at for at, value in enumerate(items)} for index, items in self.items.items()}

    def place(self, index: int, value: Scalar) -> int:
        return self.places[index][_key(value)]

    @cached_property
    def groups(self) -> dict[tuple[Key | None, Key | None], list[tuple[Scalar, ...]]]:
        """Records by their row and column items; None stands for all of them."""
        found: dict[tuple[Key | None, Key | None], list[tuple[Scalar, ...]]] = {}
        for record in self.records:
            row = tuple(self.place(index, record[index]) for index in self.rows)
            column = tuple(self.place(index, record[index]) for index in self.columns)
            for key in ((row, column), (row, None), (None, column), (None, None)):
                found.setdefault(key, []).append(record)
        return found

    @cached_property
    def row_keys(self) -> list[Key]:
        return sorted({row for row, column in self.groups if row is not None and column is None})

    @cached_property
    def column_keys(self) -> list[Key]:
        if not self.columns:
            return []
        return sorted({column for row, column in self.groups if row is None and column is not None})

    @property
    def header_rows(self) -> int:
        if not self.columns:
            return 1
        return 2 if len(self.values) == 1 else 3

    def figure(self, row: Key | None, column: Key | None, at: int) -> Scalar:
        index, value = self.values[at]
        group = self.groups.get((row, column), [])
        if value.summary == "count":
            found = sum(1 for record in group if record[index] is not None)
            return found or None
        numbers = [n for record in group if isinstance(n := record[index], int | float) and not isinstance(n, bool)]
        if not numbers:
            return None
        if value.summary in ("stdev", "variance") and len(numbers) < 2:
            return "#DIV/0!"
        return AGGREGATES[value.summary][2](numbers)

    def label(self, index: int, at: int) -> Scalar:
        value = self.items[index][at]
        return BLANK if value is None or value == "" else value

    def cells(self) -> list[list[Scalar]]:
        """The whole block, headings first, grand totals last."""
        return [*self._heading(), *self._body()]

    def _line(self, row: Key | None) -> list[Scalar]:
        figures = range(len(self.values))
        if not self.columns:
            return [self.figure(row, None, at) for at in figures]
        line = [self.figure(row, column, at) for column in self.column_keys for at in figures]
        return line + [self.figure(row, None, at) for at in figures]

    def _body(self) -> list[list[Scalar]]:
        if not self.rows:
            return [[self.values[0][1].title if len(self.values) == 1 else "Total", *self._line(None)]]
        rows: list[list[Scalar]] = []
        before: Key = ()
        for key in self.row_keys:
            labels: list[Scalar] = []
            for depth, index in enumerate(self.rows):
                repeated = key[: depth + 1] == before[: depth + 1]
                labels.append(None if repeated and depth < len(self.rows) - 1 else self.label(index, key[depth]))
            rows.append([*labels, *self._line(key)])
            before = key
        total: list[Scalar] = ["Grand Total", *[None] * (len(self.rows) - 1)]
        return [*rows, [*total, *self._line(None)]]

    def _heading(self) -> list[list[Scalar]]:
        titles: list[Scalar] = [value.title for _, value in self.values]
        names: list[Scalar] = [self.fields[index] for index in self.rows] or [None]
        blank: list[Scalar] = [None] * len(names)
        if not self.columns:
            return [[*names, *titles]]
        index = self.columns[0]
        labels = [self.label(index, key[0]) for key in self.column_keys]
        if len(titles) == 1:
            first: list[Scalar] = [titles[0], *blank[1:], self.fields[index]]
            return [first, [*names, *labels, "Grand Total"]]
        spread: list[Scalar] = []
        for label in labels:
            spread += [label, *[None] * (len(titles) - 1)]
        totals: list[Scalar] = [f"Total {title}" for title in titles]
        return [
            [*blank, self.fields[index]],
            [*blank, *spread, *totals],
            [*names, *(titles * len(labels)), *[None] * len(titles)],
        ]


_NAMED = tuple(
    {name[:letters].casefold(): at for at, name in enumerate(names)}
    for names in (MONTHS, DAYS)
    for letters in (None, 3)
)
"""Names that Excel sorts as the calendar has them: its custom lists."""


def in_order(values: Iterable[Scalar]) -> list[Scalar]:
    """A field's items as Excel sorts them: numbers, texts, blanks; months and days of the week by the calendar."""
    held = list(values)
    texts = [value.casefold() for value in held if isinstance(value, str) and value]
    calendar = next((each for each in _NAMED if texts and all(text in each for text in texts)), {})

    def place(value: Scalar) -> tuple[int, float, str]:
        kind, number, text = _key(value)
        return (kind, float(calendar.get(text, number)) if kind == 1 else number, text)

    return sorted(held, key=place)


def _key(value: Scalar) -> tuple[int, float, str]:
    if value is None or value == "":
        return (3, 0.0, "")
    if isinstance(value, bool):
        return (2, float(value), "")
    if isinstance(value, int | float):
        return (0, float(value), "")
    return (1, 0.0, value.casefold())
