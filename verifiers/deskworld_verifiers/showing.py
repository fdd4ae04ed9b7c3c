"""Values in evidence: short, on one line, and the same on every run.

Evidence is read by people and kept in records by the thousand, so each value is bounded, and nothing in it may vary
between two runs on the same files (addresses in default reprs would).
"""

import re
import reprlib
from datetime import date, datetime
from pathlib import PurePath
from typing import Any

WHOLE = "<submission>"
"""How a whole submission shows: it explains nothing, so evidence leaves it out."""
VALUE_LIMIT = 300
MESSAGE_LIMIT = 1_000
TEXT_LIMIT = 4_000

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


class _Short(reprlib.Repr):
    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = VALUE_LIMIT
        self.maxlong = 40
        self.maxlevel = 4
        self.maxlist = self.maxtuple = self.maxset = self.maxfrozenset = self.maxdict = 8

    def repr_instance(self, x: Any, level: int) -> str:
        if isinstance(x, date | datetime):
            return x.isoformat()
        if isinstance(x, PurePath):
            return repr(x.as_posix())
        return super().repr_instance(x, level)


_short = _Short()


def show(value: object, limit: int = VALUE_LIMIT) -> str:
    """A bounded repr on one line."""
    return cut(" ".join(_ADDRESS.sub("", _short.repr(value)).split()), limit)


def cut(text: str, limit: int = TEXT_LIMIT) -> str:
    """The text, or its beginning and how much was left off."""
    return text if len(text) <= limit else f"{text[:limit]}… ({len(text) - limit:,} more characters)"
