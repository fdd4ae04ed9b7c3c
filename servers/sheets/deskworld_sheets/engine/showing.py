"""What a cell shows: a value as its number format writes it.

Number formats are a small language of their own. What matters here is how much room the text takes and how it reads,
so it is spoken as far as that: sections by sign, digits, thousands, percent, exponents, literals, currency, dates and
times; a fraction is shown as a decimal number. Names of months and days are English.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from functools import lru_cache

from deskworld_kit import Scalar

from . import dates

_TOKEN = re.compile(
    r'"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|General|AM/PM|A/P|[Ee][+-]0+|[#0?][#0?,]*(?:\.[#0?]+)?|\.[#0?]+|[ymdhs]+(?:\.0+)?|.',
    re.IGNORECASE,
)
_CURRENCY = re.compile(r"\[\$([^\]-]*)(?:-[^\]]*)?\]")
_CLOCK = re.compile(r"(\d+):(\d\d):(\d\d)")
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def shown(value: Scalar, code: str) -> str:
    """The text that a cell with this value and number format shows. Dates come as ISO text, as cells are read."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, str):
        serial = _serial(value) if dates.is_date(code) else None
        if serial is None:
            return value
        value = serial
    if code in ("", "General", "@"):
        return _general(value)
    if dates.is_date(code):
        return _date(value, code.split(";")[0])
    return _number(value, code)


def _serial(text: str) -> float | None:
    """A day, or a time of day, as the number behind it."""
    if found := _CLOCK.fullmatch(text):
        hours, minutes, seconds = (float(part) for part in found.groups())
        return (hours * 3600 + minutes * 60 + seconds) / 86400
    dated = dates.from_iso(text)
    return dated[0] if dated else None


def _general(value: float) -> str:
    text = f"{value:.10g}"
    return text if len(text) <= 11 or "e" in text else f"{value:.9g}"


@lru_cache(maxsize=1024)
def _sections(code: str) -> tuple[tuple[str, ...], ...]:
    """The sections of a format, each as its tokens."""
    found: list[list[str]] = [[]]
    for token in _TOKEN.findall(code):
        if token == ";":
            found.append([])
        else:
            found[-1].append(token)
    return tuple(tuple(section) for section in found)


def _number(value: float, code: str) -> str:
    sections = _sections(code)
    which = 1 if value < 0 and len(sections) > 1 else 2 if value == 0 and len(sections) > 2 else 0
    section = sections[which]
    minus, value = ("-" if value < 0 and which == 0 else ""), abs(value)
    digits = [token for token in section if token[0] in "#0?." and any(sign in token for sign in "#0?")]
    if any(token == "%" for token in section):
        value *= 100
    said, done = "", False
    for token in section:
        if token in digits:
            if not done:
                exponent = next((other for other in section if re.fullmatch(r"[Ee][+-]0+", other)), "")
                said += _digits(value, token, exponent)
            done = True
        elif token.lower() == "general":
            said += _general(value)
        elif not re.fullmatch(r"[Ee][+-]0+", token):
            said += _literal(token)
    return minus + said


def _digits(value: float, token: str, exponent: str) -> str:
    whole, _, decimals = token.partition(".")
    scale = len(whole) - len(whole.rstrip(","))
    value /= 1000**scale
    places = len(decimals)
    if exponent:
        mantissa, _, power = f"{value:.{places}E}".partition("E")
        return f"{mantissa}E{int(power):+03d}"
    text = f"{value:,.{places}f}" if "," in whole.rstrip(",") else f"{value:.{places}f}"
    if decimals and (optional := len(decimals) - len(decimals.rstrip("#"))):
        text = text.rstrip("0") if len(text) - len(text.rstrip("0")) < optional else text[: len(text) - optional]
    wanted = sum(sign == "0" for sign in whole)
    if wanted == 0 and text.startswith("0") and float(value) < 1:
        text = text[1:]
    number, dot, rest = text.partition(".")
    return number.rjust(wanted, "0") + dot + rest


def _literal(token: str) -> str:
    if token.startswith('"'):
        return token[1:-1]
    if token.startswith("\\"):
        return token[1:]
    if token.startswith("_"):
        return " "
    if token.startswith("*"):
        return ""
    if found := _CURRENCY.fullmatch(token):
        return found[1]
    return "" if token.startswith("[") or token == "@" else token


def _date(serial: float, code: str) -> str:
    try:
        moment = datetime(1899, 12, 30) + timedelta(seconds=round(serial * 86400))
    except OverflowError:
        return "#" * 255
    tokens = _sections(code)[0]
    half = any(token.upper() in ("AM/PM", "A/P") for token in tokens)
    said, before = "", ""
    for at, token in enumerate(tokens):
        low = token.lower()
        if re.fullmatch(r"\[(h+|m+|s+)\]", low):
            said += str(int(round(serial * 86400) / {"h": 3600, "m": 60, "s": 1}[low[1]]))
            before = low[1]
        elif token.upper() in ("AM/PM", "A/P"):
            said += ("AM" if moment.hour < 12 else "PM")[: 1 if low == "a/p" else 2]
        elif low[0] in "ymdhs" and low.strip("ymdhs.0") == "":
            after = next((other.lower()[0] for other in tokens[at + 1 :] if other[0].lower() in "ymdhs"), "")
            minutes = low[0] == "m" and len(low) <= 2 and (before == "h" or after == "s")
            said += _part(moment, low, half=half, minutes=minutes)
            before = low[0]
        else:
            said += _literal(token)
    return said


def _part(moment: datetime, token: str, *, half: bool, minutes: bool) -> str:
    sign, size = token[0], len(token.partition(".")[0])
    if sign == "y":
        return f"{moment.year % 100:02d}" if size <= 2 else str(moment.year)
    if sign == "d":
        name = DAYS[moment.weekday()]
        return [str(moment.day), f"{moment.day:02d}", name[:3], name][min(size, 4) - 1]
    if sign == "m" and not minutes:
        name = MONTHS[moment.month - 1]
        return [str(moment.month), f"{moment.month:02d}", name[:3], name, name[0]][min(size, 5) - 1]
    number = {"h": (moment.hour % 12 or 12) if half else moment.hour, "m": moment.minute, "s": moment.second}[sign]
    return f"{number:0{min(size, 2)}d}"
