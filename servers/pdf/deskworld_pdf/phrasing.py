"""Words in plain strings, compared as the text of a page is: case, ligatures, quotes and invisible letters aside.

A bookmark that says "O’Brien" or "Groß" says what the page says as "O'Brien" or "GROSS". Markup counts twice, as it is
written and as it reads: a name half in bold is still that name.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from deskworld_pdf.words import UNSEEN, folded

if TYPE_CHECKING:
    import regex

INSTEAD = "[redacted]"
_TAG = re.compile(r"<[^<>]*>")
_LONGEST_MARKUP = 4_000_000


def holds(texts: Sequence[str], patterns: Sequence[regex.Pattern[str]]) -> bool:
    """Whether one of the texts holds one of the words."""
    return any(pattern.search(reading) for text in texts for reading in _readings(text) for pattern in patterns)


def without(text: str, patterns: Sequence[regex.Pattern[str]]) -> str | None:
    """The text with the words replaced; None where it holds none of them, nothing where they can't be told apart."""
    if not holds([text], patterns):
        return None
    plain, places = _mapped(text)
    spans = sorted(each.span() for pattern in patterns for each in pattern.finditer(plain) if each.group())
    parts: list[str] = []
    at = 0
    for start, end in spans:
        first, last = places[start][0], places[end - 1][1]
        if last <= at:
            continue
        parts += [text[at:first], INSTEAD] if first >= at else []
        at = last
    new = "".join([*parts, text[at:]])
    return "" if holds([new], patterns) else new


def _readings(text: str) -> Iterator[str]:
    plain = _folded(text)
    yield plain
    if len(text) < _LONGEST_MARKUP and ("&" in text or "<" in text):
        for between in ("", " "):
            said = _folded(html.unescape(_TAG.sub(between, text)))
            if said != plain:
                yield said


def _folded(text: str) -> str:
    return text.lower() if text.isascii() else folded(text.translate(UNSEEN))


def _mapped(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The text as it is compared, and of each letter of that where it comes from."""
    letters: list[str] = []
    places: list[tuple[int, int]] = []
    at = 0
    while at < len(text):
        end = at + 1
        while end < len(text) and unicodedata.combining(text[end]):
            end += 1
        said = _folded(text[at:end])
        letters.append(said)
        places += [(at, end)] * len(said)
        at = end
    return "".join(letters), places
