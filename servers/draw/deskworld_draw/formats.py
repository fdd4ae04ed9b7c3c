"""Numbers and dates as a chart shows them.

A format is written as in a sheet: `#,##0`, `0.0%` (which shows 0.25 as 25.0%), `€0.00`, `0 kg`. An `a` after the digits
makes large numbers short: `0.0a` shows 1,250,000 as 1.3M. With no format, numbers are as precise as the data, up to
three or four decimals; millions are short, to three digits.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from deskworld_kit import ToolError

from deskworld_draw.words import plain

Say = Callable[[float], str]
_FORMAT = re.compile(
    r"^(?P<before>[^#0]*?)(?P<whole>[#0][#0,]*)(?P<rest>\.0+)?(?P<short>a)?(?P<after>[^#0]*)$", re.DOTALL
)
_SHORT = ((1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "k"))


def number_says(form: str, values: Sequence[float], *, argument: str = "number_format") -> Say:
    """A function that writes a number.

    Args:
        form: Like `#,##0.0 kg`; empty to decide by the values.
        values: What will be written.

    Raises:
        ToolError: It is no format.
    """
    if not form.strip():
        return _by_size(values)
    found = _FORMAT.match(plain(form, argument=argument, longest=40).replace('"', ""))
    if not found:
        raise ToolError(
            f"{form[:40]!r} is no number format; say it like '#,##0', '0.0%', '€0.0a' or '0 kg'", argument=argument
        )
    before, after = found["before"], found["after"]
    places = len(found["rest"] or ".") - 1
    grouped, percent = "," in found["whole"], "%" in after
    short = bool(found["short"])

    def say(value: float) -> str:
        if not math.isfinite(value):
            return ""
        value = value * 100 if percent else value
        sign = "−" if round(value, places) < 0 else ""
        size, letter = abs(value), ""
        if short:
            size, letter = _shortened(size, places)
        digits = f"{size:,.{places}f}" if grouped or size >= 10_000 else f"{size:.{places}f}"
        return f"{sign}{before}{digits}{letter}{after}"

    return say


def axis_says(say: Say, form: str, ticks: Sequence[float]) -> Say:
    """How an axis writes its numbers: as the labels, but with no more decimals than its steps need."""
    if form.strip():
        texts = [say(tick) for tick in ticks]
        if len(set(texts)) == len(texts):
            return say
        found = _FORMAT.match(form.replace('"', ""))
        if found and not found["rest"]:
            finer = f"{found['before']}{found['whole']}.0{found['short'] or ''}{found['after']}"
            return number_says(finer, ticks)
        return say
    return _by_size(ticks)


def _by_size(values: Sequence[float]) -> Say:
    sizes = [abs(value) for value in values if math.isfinite(value)]
    largest = max(sizes, default=0)
    if largest >= 1e6:
        return _in_short
    most = 4 if largest < 100 else 3
    exact = [n for n in range(most + 1) if all(abs(size - round(size, n)) <= 1e-9 * max(largest, 1) for size in sizes)]
    places = exact[0] if exact else 0  # no rounder than the data, unless that is longer than anyone reads
    while not exact and places < 4 and any(abs(size - round(size, places)) > largest * 1e-3 for size in sizes):
        places += 1
    if 0 < largest < 1e-3:
        return lambda value: f"{value:.2g}".replace("-", "−")
    return number_says(f"#,##0{'.' + '0' * places if places else ''}", values)


def _in_short(value: float) -> str:
    """Three digits that count and the letter of its size: 1.65M, 830k, 12."""
    if not math.isfinite(value):
        return ""
    size, letter = _shortened(abs(value), 2)
    places = 0 if size >= 100 else 1 if size >= 10 else 2
    digits = f"{size:,.{places}f}"
    digits = digits.rstrip("0").rstrip(".") if "." in digits else digits
    return f"{'−' if value < 0 and digits != '0' else ''}{digits}{letter}"


def _shortened(size: float, places: int) -> tuple[float, str]:
    for unit, letter in _SHORT:
        if round(size / unit, places) >= 1:
            return size / unit, letter
    return size, ""


def year_like(values: Sequence[float]) -> bool:
    """Whether numbers are years, which are written without a comma."""
    held = [value for value in values if math.isfinite(value)]
    return bool(held) and all(value == int(value) and 1500 <= value <= 2200 for value in held)


def date_axis(axis: Any, dates: Sequence[datetime]) -> None:
    """Ticks where a calendar has them, written short, the year said once."""
    from matplotlib.dates import AutoDateLocator, ConciseDateFormatter, DateFormatter, YearLocator

    span = max(dates) - min(dates)
    if all(day.month == 1 and day.day == 1 and not day.hour for day in dates) and span > timedelta(days=300):
        years = max(1, round(span.days / 365.25 / 8))
        axis.set_major_locator(YearLocator(years))
        axis.set_major_formatter(DateFormatter("%Y"))
        return
    locator = AutoDateLocator(minticks=3, maxticks=9, interval_multiples=True)
    axis.set_major_locator(locator)
    day = "%-d %b\n%Y" if span > timedelta(days=40) else "%-d %b"
    axis.set_major_formatter(
        ConciseDateFormatter(
            locator, show_offset=False,
            formats=["%Y", "%b", "%-d %b", "%H:%M", "%H:%M", "%S.%f"],
            zero_formats=["", "%b\n%Y", day, "%-d %b", "%H:%M", "%H:%M"],
        )
    )  # fmt: skip
