"""What rules and validations compare cells with, as formulas write it: numbers, days, texts, formulas.

A number or a day that comes as text (`"100"`, `"10%"`, `"31.12.2027"`) is meant as what it reads as; a text between
quotes would never be met. What can be read in no way, or in two, is refused with what would be right.
"""

from __future__ import annotations

import math

from deskworld_kit import Scalar, ToolError

from .book import Book
from .cells import number_text
from .dates import from_iso, serial_of
from .formulas import stored
from .numerals import day_in, number_in


def operand(book: Book, value: Scalar, argument: str, *, texts: bool = False, kind: str = "") -> str:
    """A value as a formula writes it; with `texts` whatever is no number stays text. `kind` is what must be given."""
    if value is None or value == "":
        raise ToolError(f"this rule needs {argument}", argument=argument)
    if isinstance(value, bool):
        if kind:
            raise ToolError(f"{str(value).lower()} is no {kind}", argument=argument)
        return str(value).upper()
    if isinstance(value, int | float):
        if not math.isfinite(value):
            raise ToolError("no cell holds an infinite number; write a number", argument=argument)
        return number_text(value)
    if value.startswith("="):
        return stored(value, argument)
    if found := from_iso(value.strip(), from_1904=book.from_1904):
        return number_text(found[0])
    if (number := number_in(value)) is not None and kind != "date":
        return number_text(number)
    if (day := day_in(value)) and (serial := serial_of(day, from_1904=book.from_1904)) is not None:
        return number_text(serial)
    if texts:
        return as_text(value)
    raise ToolError(
        f"{value!r} is {'no date' if kind == 'date' else 'no number, and no date'}; write {_example(kind)}, or a "
        "formula like =D2",
        argument=argument,
    )


def _example(kind: str) -> str:
    return "an ISO date like 2027-12-31" if kind == "date" else "a number like 100 or 0.1, an ISO date like 2027-12-31"


def as_text(text: str) -> str:
    escaped = text.replace('"', '""')
    return f'"{escaped}"'


def in_order(low: str, high: str, argument: str) -> None:
    """Refuse bounds that nothing can lie between."""
    try:
        first, last = float(low), float(high)
    except ValueError:
        return  # a formula, of which only Excel knows
    if first > last:
        raise ToolError(
            f"it lies below the lower bound ({high} < {low}); give the smaller one first", argument=argument
        )
