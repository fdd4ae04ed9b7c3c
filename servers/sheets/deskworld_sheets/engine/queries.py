"""Questions asked of a table: what its columns hold, which rows meet some conditions, sums by group."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean

from deskworld_kit import Scalar, ToolError

from .book import Book, Sheet
from .dates import from_iso
from .numerals import day_in, number_in
from .pivotlayout import AGGREGATES, Value
from .references import Area
from .sorting import rank
from .tables import unique_headers

MOST_ROWS = 300_000


@dataclass
class Records:
    columns: list[str]
    rows: list[list[Scalar]]
    first_row: int

    def index(self, name: str, argument: str) -> int:
        for at, column in enumerate(self.columns):
            if column.casefold() == name.strip().casefold():
                return at
        raise ToolError(f"there is no column {name!r}; there is: {', '.join(self.columns)}", argument=argument)


def records(book: Book, sheet: Sheet, area: Area) -> Records:
    """A range with a heading row, as records."""
    used = book.extent(sheet)
    whole = area.within(used) if used else None
    if whole is None or whole.rows < 2:
        raise ToolError(f"{area.name} needs a heading row and rows below it", argument="range")
    if whole.rows > MOST_ROWS:
        raise ToolError(f"{whole.name} has {whole.rows} rows; at most {MOST_ROWS} at once", argument="range")
    rows: dict[int, list[Scalar]] = {}
    for row, column, cell in book.cells(sheet, whole):
        rows.setdefault(row, [None] * whole.columns)[column - whole.left] = cell.value
    heading = rows.pop(whole.top, [None] * whole.columns)
    columns = unique_headers(["" if value is None else str(value) for value in heading])
    return Records(columns, list(rows.values()), whole.top + 1)


@dataclass(frozen=True)
class Condition:
    """A column, how it is to compare, and with what: the words as they were written, without quotes around them.

    What is in quotes is text; else it is whatever a cell holds that is written so: 007 is the number 7 or the text 007.
    """

    column: str
    compare: str
    words: str = ""
    quoted: bool = False


_IN_WORDS = re.compile(
    r"^\s*(?P<sign>>=|<=|<>|!=|==|=|>|<|contains\b|in\b|is\s+not\s+blank|is\s+blank)\s*(?P<value>.*?)\s*$",
    re.IGNORECASE | re.DOTALL,
)
_SIGNS = {">=": "at_least", "<=": "at_most", "<>": "not_equal", "!=": "not_equal", "==": "equal", "=": "equal",
          ">": "greater", "<": "less", "contains": "contains", "in": "one_of"}  # fmt: skip


def in_words(text: str, columns: Sequence[str]) -> Condition:
    """`Amount >= 100`, `Region = North`, `Name contains tea`, `Region in North|South`, `When is blank`."""
    for column in sorted(columns, key=len, reverse=True):
        if text.strip().casefold().startswith(column.casefold()):
            found = _IN_WORDS.match(text.strip()[len(column) :])
            if found:
                sign = " ".join(found["sign"].lower().split())
                if sign.startswith("is"):
                    return Condition(column, "not_blank" if "not" in sign else "blank")
                words = found["value"]
                quoted = len(words) > 1 and words[0] == words[-1] and words[0] in "\"'"
                return Condition(column, _SIGNS[sign], words[1:-1] if quoted else words, quoted)
    raise ToolError(
        f"{text!r} is no condition on a column; write one like 'Amount >= 100', 'Region in North|South', "
        f"'Name contains tea' or 'When is blank'; the columns are {', '.join(columns)}",
        argument="where",
    )


def _value(words: str) -> Scalar:
    if words.upper() in ("TRUE", "FALSE"):
        return words.upper() == "TRUE"
    number = number_in(words)
    if number is not None:
        return number
    try:
        return float(words)
    except ValueError:
        day = day_in(words)
        return day.isoformat() if day else words


def _written(value: Scalar) -> str:
    """A cell's value as a person would write it."""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value)


def _same(value: Scalar, words: str, quoted: bool) -> bool:
    """Whether a cell holds what the words say; texts compare whatever their case."""
    if isinstance(value, str) or quoted:
        return _written(value).casefold() == words.casefold()
    return rank(value) == rank(_value(words))


def meets(condition: Condition) -> Callable[[Scalar], bool]:
    """The test that a condition stands for."""
    words, quoted, compare = condition.words, condition.quoted, condition.compare
    if compare in ("blank", "not_blank"):
        return lambda value: (value in (None, "")) == (compare == "blank")
    if compare == "contains":
        return lambda value: words.casefold() in _written(value).casefold()
    if compare == "one_of":
        options = [item.strip() for item in words.split("|")]
        return lambda value: any(_same(value, option, quoted) for option in options)
    target = rank(words if quoted else _value(words))

    def test(value: Scalar) -> bool:
        if value in (None, ""):
            return compare == "not_equal"
        if compare in ("equal", "not_equal"):
            return _same(value, words, quoted) == (compare == "equal")
        mine = rank(value)
        if mine[0] != target[0]:
            return False
        return {
            "greater": mine > target,
            "less": mine < target,
            "at_least": mine >= target,
            "at_most": mine <= target,
        }[compare]

    return test


def select(found: Records, conditions: Sequence[Condition]) -> list[list[Scalar]]:
    tests = [(found.index(item.column, "where"), meets(item)) for item in conditions]
    return [row for row in found.rows if all(test(row[at]) for at, test in tests)]


def grouped(
    found: Records, rows: list[list[Scalar]], by: Sequence[str], figures: Sequence[Value]
) -> tuple[list[str], list[list[Scalar]]]:
    """Rows by group: the columns grouped by, then one figure for each (column, summary)."""
    keys = [found.index(name, "group_by") for name in by]
    wanted = [(found.index(value.field, "figures"), value.summary) for value in figures]
    groups: dict[tuple[tuple[int, float, str], ...], list[list[Scalar]]] = {}
    for row in rows:
        groups.setdefault(tuple(rank(row[at] if row[at] is not None else "") for at in keys), []).append(row)
    made: list[list[Scalar]] = []
    for _, members in sorted(groups.items()):
        line: list[Scalar] = [members[0][at] for at in keys]
        made.append(line + [_figure(members, at, summary) for at, summary in wanted])
    return [found.columns[at] for at in keys] + [value.title for value in figures], made


def _figure(rows: list[list[Scalar]], at: int, summary: str) -> Scalar:
    if summary == "count":
        return sum(1 for row in rows if row[at] not in (None, ""))
    numbers = [value for row in rows if isinstance(value := row[at], int | float) and not isinstance(value, bool)]
    if not numbers or (summary in ("stdev", "variance") and len(numbers) < 2):
        return None
    return AGGREGATES[summary][2](numbers)


def in_order(columns: Sequence[str], rows: list[list[Scalar]], by: Sequence[str]) -> list[list[Scalar]]:
    known = [column.casefold() for column in columns]
    for name in reversed(by):
        down = name.startswith("-") and name.casefold() not in known
        wanted = (name[1:] if down else name).casefold()
        if wanted not in known:
            raise ToolError(f"there is no column {name!r}; there is: {', '.join(columns)}", argument="order_by")
        at = known.index(wanted)
        filled = [row for row in rows if row[at] not in (None, "")]
        blank = [row for row in rows if row[at] in (None, "")]
        filled.sort(key=lambda row: rank(row[at]), reverse=down)
        rows = filled + blank
    return rows


@dataclass
class Profile:
    column: str
    kind: str
    filled: int
    blank: int
    distinct: int
    low: Scalar
    high: Scalar
    mean: float | None
    examples: list[Scalar]


def profiles(found: Records) -> list[Profile]:
    """What each column holds."""
    made: list[Profile] = []
    for at, name in enumerate(found.columns):
        values = [value for row in found.rows if (value := row[at]) not in (None, "")]
        numbers = [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
        ranked = sorted(values, key=rank)
        common: dict[Scalar, int] = {}
        for value in values:
            common[value] = common.get(value, 0) + 1
        examples = sorted(common, key=lambda value: (-common[value], rank(value)))[:5]
        made.append(
            Profile(
                column=name,
                kind=_kind(values),
                filled=len(values),
                blank=len(found.rows) - len(values),
                distinct=len(common),
                low=_short(ranked[0]) if ranked else None,
                high=_short(ranked[-1]) if ranked else None,
                mean=round(fmean(numbers), 6) if numbers else None,
                examples=[_short(value) for value in examples],
            )
        )
    return made


def _short(value: Scalar) -> Scalar:
    return value[:80] if isinstance(value, str) else value


def _kind(values: Sequence[Scalar]) -> str:
    kinds = {
        "boolean" if isinstance(value, bool)
        else "number" if isinstance(value, int | float)
        else "error" if isinstance(value, str) and value.startswith("#") and value.endswith(("!", "?", "/A"))
        else "date" if isinstance(value, str) and from_iso(value)
        else "text"
        for value in values
    }  # fmt: skip
    return kinds.pop() if len(kinds) == 1 else "mixed" if kinds else "empty"
