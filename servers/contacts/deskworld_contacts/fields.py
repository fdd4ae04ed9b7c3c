"""What may stand on a card: one line each, but for the note, none of it endless, and days that a calendar has.

A card is shown in lists beside others, so one field without bounds would make every list with it unreadable.
"""

import re
import unicodedata
from datetime import date

from deskworld_kit import ToolError
from deskworld_kit.errors import quoted

LONGEST_LINE = 200
LONGEST_NOTE = 20_000
_DAY = re.compile(r"(?:(\d{4})-?|--)(\d\d)-?(\d\d)", re.ASCII)


def line(text: str, argument: str, *, most: int = LONGEST_LINE) -> str:
    """A text on one line, without control characters and outer space; refused where it is too long."""
    clean = " ".join("".join(c for c in text if c.isspace() or unicodedata.category(c) != "Cc").split())
    if len(clean) > most:
        raise ToolError(f"it has {len(clean):,} characters; at most {most} fit", argument=argument)
    return clean


def note(text: str) -> str:
    """A note: as it was written, but for control characters."""
    if len(text) > LONGEST_NOTE:
        raise ToolError(f"it has {len(text):,} characters; at most {LONGEST_NOTE:,} fit", argument="note")
    return "".join(c for c in text if c in "\n\t" or unicodedata.category(c) != "Cc")


def birthday(text: str, today: date) -> str:
    """A day as YYYY-MM-DD, or --MM-DD where the year is unknown (--MMDD in RFC 6350, 4.3.1); empty stays empty."""
    text = text.strip()
    found = _DAY.fullmatch(text)
    try:
        if found:
            year, month, day = found.groups()
            # A leap year stands in for the unknown one, so that --02-29 is a day.
            when = date(int(year or 2024), int(month), int(day))
            if year and when > today:
                raise ToolError(f"{text} is still to come", argument="birthday")
            return when.isoformat() if year else f"--{month}-{day}"
    except ValueError:
        pass
    if text:
        raise ToolError(f"{quoted(text)} is no day; write YYYY-MM-DD, or --MM-DD without a year", argument="birthday")
    return ""
