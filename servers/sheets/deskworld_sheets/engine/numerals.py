"""Numbers and days that come as text: `"12.5"`, `"€30"`, `"50%"`, `"1,200"`, `"31.12.2027"`.

A rule that is given one means the number. A cell that is given one holds text, which sums leave out: that is said when
it is written and found when a workbook is checked. Codes stay what they are: 007, 4711-2, +49 30 1234.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import date, datetime
from typing import TYPE_CHECKING

from deskworld_kit import Scalar

from . import dates
from .findings import Problem
from .formulas import functions, quoted, references
from .references import Area, area_of, cell_name

if TYPE_CHECKING:
    from .book import Book, Sheet

_SIGN = r"(?P<sign>[-+\u2212]?)"
_MONEY = r"(?:[$€£¥₹₽₩₺]|EUR|USD|GBP|CHF|JPY|US\$)"
_DIGITS = (
    r"(?:(?P<comma>\d{1,3}(?:\.\d{3})+,\d+|\d+,\d{1,2})"  # 1.234,56, as most of Europe writes it
    r"|(?P<digits>(?:\d{1,3}(?:[,'’\u00a0\u202f ]\d{3})+|\d+)(?:\.\d+)?|\.\d+)(?P<power>[eE][+-]?\d+)?)"
)
_NUMBER = re.compile(
    rf"^\s*{_SIGN}\s*(?P<before>{_MONEY})?\s*(?P<minus>-?){_DIGITS}\s*(?P<percent>%)?\s*(?P<after>{_MONEY})?\s*$"
)
_ENDLESS = re.compile(r"^\s*[-+]?(inf|infinity|nan)\s*$", re.IGNORECASE)
_CODE = re.compile(r"^0\d")
_DAY = re.compile(r"^\s*(?:(\d{4})([./])(\d{1,2})\2(\d{1,2})|(\d{1,2})([./-])(\d{1,2})\6(\d{4}))\s*$")
_YEAR = re.compile(r"\d{4}")
_WORDED = ("%d %B %Y", "%d %b %Y", "%B %d, %Y", "%b %d, %Y", "%d. %B %Y")
_SUMMING = frozenset({
    "SUM", "AVERAGE", "SUMPRODUCT", "SUMIF", "SUMIFS", "AVERAGEIF", "AVERAGEIFS", "MIN", "MAX", "SUBTOTAL", "AGGREGATE",
    "COUNT", "MEDIAN",
})  # fmt: skip
MOST_NAMED = 5


def number_in(text: str) -> float | None:
    """The number that a text stands for as a person reads it; None for a text that is none, or a code like 007."""
    found = _NUMBER.match(text)
    if not found or (found["before"] and found["after"]):
        return None
    money, comma = found["before"] or found["after"], found["comma"]
    if found["percent"] and money:
        return None
    if comma and not (money or found["percent"] or "." in comma):
        return None  # 1,5 may as well be a list of two
    digits = comma.replace(".", "").replace(",", ".") if comma else re.sub(r"[^\d.]", "", found["digits"])
    if _CODE.match(digits):
        return None
    value = float(digits + (found["power"] or ""))
    if (found["sign"] in ("-", "\u2212")) != bool(found["minus"]):
        value = -value
    if found["percent"]:
        value = float(f"{value / 100:.15g}")
    return int(value) if value.is_integer() and abs(value) < 1e15 else value


def day_in(text: str) -> date | None:
    """The day that a text other than an ISO date stands for, where it can be read in one way only."""
    if not _YEAR.search(text):  # every form has one, and most texts of a large table have none
        return None
    for form in _WORDED if len(text.split()) > 1 else ():
        try:
            return datetime.strptime(text.strip(), form).date()
        except ValueError:
            pass
    found = _DAY.match(text)
    if not found:
        return None
    if found[1]:
        orders = [(int(found[1]), int(found[3]), int(found[4]))]
    else:
        one, two, year = int(found[5]), int(found[7]), int(found[8])
        orders = [(year, two, one)] if found[6] == "." else [(year, two, one), (year, one, two)]
    days: set[date] = set()
    for year, month, day in orders:
        with suppress(ValueError):
            days.add(date(year, month, day))
    return days.pop() if len(days) == 1 else None


def _is_plain(text: str) -> bool:
    """Digits alone, which may well be a code or a year."""
    return text.isdecimal()


def _meant(text: str) -> str:
    """What should have been sent in place of a text that is none; empty for a text that is one."""
    if _ENDLESS.match(text):
        return "a cell holds no infinite number"
    if (number := number_in(text)) is not None:
        return f"send {number!r}"
    if day := day_in(text):
        return f'send "{day.isoformat()}"'
    if re.match(r"^\s*\d{4}-\d{2}-\d{2}\s*$", text) and dates.from_iso(text.strip()) is None:
        return "there is no such day"
    return ""


def warn_of_texts(
    book: Book, sheet: Sheet, area: Area, rows: Sequence[Sequence[Scalar]], *, codes: bool = False
) -> None:
    """Say which of the values that were just written are numbers or days as text, as far as nobody wanted text; where
    the rows came with `codes`, digits alone are such."""
    grid = book.grid(sheet)
    found: list[tuple[str, str, str]] = []
    count = 0
    for down, row in enumerate(rows):
        # A line of texts above others is their heading, and years stand there.
        is_heading = down == 0 and len(rows) > 1 and all(isinstance(value, str) or value is None for value in row)
        for right, value in enumerate(row):
            if not isinstance(value, str) or not (meant := _meant(value)):
                continue
            if (codes or is_heading) and _is_plain(value):
                continue
            cell = grid.cell(area.top + down, area.left + right)
            if cell is None or book.styles.number_format(int(cell.get("s") or 0)) == "@":
                continue
            count += 1
            if len(found) < MOST_NAMED:
                found.append((cell_name(area.top + down, area.left + right), value, meant))
    if found:
        said = ", ".join(f"{place} {value!r} ({meant})" for place, value, meant in found)
        more = f" and {count - len(found)} more" if count > len(found) else ""
        book.warn(f"written as text, which sums and sorting leave out: {said}{more}")


# --- found in a workbook


def problems(book: Book, sheet: Sheet, summed: Sequence[tuple[str, Area]]) -> Iterator[Problem]:
    """Numbers stored as text: sums leave them out. Digits alone count where their column has numbers, or is summed."""
    texts: dict[int, list[tuple[int, str]]] = {}
    numbers: set[int] = set()
    used = book.extent(sheet)
    heading = used.top if used and used.rows > 1 else 0
    for row, column, cell in book.cells(sheet, formulas_too=True):
        if isinstance(cell.value, int | float) and not isinstance(cell.value, bool):
            numbers.add(column)
        elif isinstance(cell.value, str) and not cell.formula and number_in(cell.value) is not None:
            texts.setdefault(column, []).append((row, cell.value))
    read = [area for name, area in summed if name == sheet.name.casefold()]
    for column, held in sorted(texts.items()):
        sure = [
            (row, text) for row, text in held
            if not _is_plain(text)
            or (row != heading and (column in numbers or any(area.holds(row, column) for area in read)))
        ]  # fmt: skip
        if sure:
            row, text = sure[0]
            more = f", {len(sure)} in this column" if len(sure) > 1 else ""
            yield Problem(
                f"{quoted(sheet.name)}!{cell_name(row, column)}",
                f"a number stored as text ({text!r}{more}); sums leave it out",
                kind="number_as_text",
            )


def summed_areas(book: Book) -> list[tuple[str, Area]]:
    """The cells that formulas sum up, by sheet in small letters."""
    found: list[tuple[str, Area]] = []
    for sheet in book.sheets:
        if not sheet.is_grid or not book.has_formulas(sheet):
            continue
        for _, _, cell in book.cells(sheet, formulas_too=True):
            if cell.formula and functions(cell.formula) & _SUMMING:
                found += [
                    ((named or sheet.name).casefold(), area_of(reference))
                    for named, reference in references(cell.formula)
                    if ":" in reference
                ]
    return list(dict.fromkeys(found))
