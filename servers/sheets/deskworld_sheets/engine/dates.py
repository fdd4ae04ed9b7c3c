"""Dates: days counted from 1900 (or 1904) in the file, ISO text to whoever reads and writes.

Whether a number is a date is decided by its number format alone, as Excel does. The count believes that 1900
was a leap year; days before March 1900 are one off against the calendar, and both ways here agree on that.
"""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from functools import lru_cache

BUILTIN_DATES = {*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)}
BUILTIN = {
    0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?",
    13: "# ??/??", 14: "mm-dd-yy", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM",
    20: "h:mm", 21: "h:mm:ss", 22: "m/d/yy h:mm", 37: "#,##0 ;(#,##0)", 38: "#,##0 ;[Red](#,##0)",
    39: "#,##0.00;(#,##0.00)", 40: "#,##0.00;[Red](#,##0.00)", 45: "mm:ss", 46: "[h]:mm:ss", 47: "mmss.0",
    48: "##0.0E+0", 49: "@",
}  # fmt: skip

_ISO_DATE = re.compile(r"^\d{4}-\d{2}-\d{2}$")
_ISO_MOMENT = re.compile(r"^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?$")
_LITERAL = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]', re.IGNORECASE)
_EPOCH = datetime(1899, 12, 30)
_EPOCH_1904 = datetime(1904, 1, 1)


@lru_cache(maxsize=4096)
def is_date(code: str) -> bool:
    """Whether a number format shows a date or a time."""
    bare = _LITERAL.sub("", code.split(";")[0]).lower()
    return "general" not in bare and bool(re.search(r"[ymdhs]", bare))


@lru_cache(maxsize=4096)
def _shows(code: str) -> tuple[bool, bool]:
    """(elapsed time, a calendar day)."""
    bare = _LITERAL.sub("", code.split(";")[0]).lower()
    return bool(re.search(r"\[(h|m|s)+\]", bare)), bool(re.search(r"[yd]", bare) or "mmm" in bare)


def to_iso(serial: float, code: str, *, from_1904: bool = False) -> str | None:
    """A serial as ISO text, or None when it lies outside the calendar."""
    elapsed, day = _shows(code)
    seconds = round(serial * 86400, 3)
    whole = int(seconds)
    if elapsed or (not day and 0 <= serial < 1):
        if serial < 0:
            return None
        return f"{whole // 3600:02d}:{whole % 3600 // 60:02d}:{whole % 60:02d}"
    if not from_1904 and serial < 0:
        return None
    try:
        moment = _EPOCH_1904 if from_1904 else _EPOCH
        if not from_1904 and serial < 60:
            moment += timedelta(days=1)
        moment += timedelta(seconds=whole, milliseconds=round((seconds - whole) * 1000))
    except OverflowError:
        return None
    if moment.year > 9999 or (moment.time() == time() and day):
        return moment.date().isoformat()
    return moment.isoformat(timespec="milliseconds" if moment.microsecond else "seconds")


def from_iso(text: str, *, from_1904: bool = False) -> tuple[float, str] | None:
    """ISO text as (serial, number format to show it), or None when it is no date."""
    if _ISO_DATE.match(text):
        code = "yyyy-mm-dd"
    elif _ISO_MOMENT.match(text):
        code = "yyyy-mm-dd hh:mm" if len(text) == 16 or text.endswith(":00") else "yyyy-mm-dd hh:mm:ss"
    else:
        return None
    try:
        moment = datetime.fromisoformat(text.replace(" ", "T"))
    except ValueError:
        return None
    serial = serial_of(moment, from_1904=from_1904)
    return None if serial is None else (serial, code)


def serial_of(moment: datetime | date, *, from_1904: bool = False) -> float | None:
    """Days since the epoch; None for days the count does not reach."""
    if not isinstance(moment, datetime):
        moment = datetime.combine(moment, time())
    if from_1904:
        passed = moment - _EPOCH_1904
    else:
        passed = moment - _EPOCH
        if moment < datetime(1900, 3, 1):
            passed -= timedelta(days=1)
    serial = passed.days + passed.seconds / 86400 + passed.microseconds / 86_400_000_000
    if serial < (0 if from_1904 else 1):
        return None
    return int(serial) if serial == int(serial) else serial
