"""Where words stand on a page: matches in its text, with the boxes that they fill, a box a line.

A match may run over a line's end, with or without a hyphen there; spaces of any number and kind are one. The text is
searched as the file draws it, which keeps sentences whole that a table or a column would part.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deskworld_kit import ToolError

from deskworld_pdf.geometry import Rect, union
from deskworld_pdf.words import UNSEEN, Char, Run, folded

if TYPE_CHECKING:
    import regex

LONGEST_PATTERN = 500
_SOME = 0.35
"""Of the letter beside words in a layer over a scan."""
PATIENCE = 5.0  # seconds for one page: a bad expression can take for ever


@dataclass(frozen=True)
class Match:
    """A place where words stand: as the page has them, the text around, a box a line, and how each line lies.

    `covers` are the boxes that hide them. Of a layer over a scan it is only about known where a letter ends: there they
    reach over a mark such as a comma, and a little into a letter, that stands right beside the words.
    """

    text: str
    context: str
    boxes: tuple[Rect, ...]
    turns: tuple[int, ...] = ()
    covers: tuple[Rect, ...] = ()


def pattern_of(
    query: str,
    *,
    expression: bool = False,
    whole_words: bool = False,
    match_case: bool = False,
    argument: str = "query",
) -> regex.Pattern[str]:
    """The pattern of a query, for text as `stream` gives it.

    Raises:
        ToolError: It is empty, or no regular expression.
    """
    import regex

    if not query.strip():
        raise ToolError("say what to look for", argument=argument)
    if len(query) > LONGEST_PATTERN:
        raise ToolError(
            f"it has {len(query)} characters; at most {LONGEST_PATTERN} are searched for", argument=argument
        )
    if expression:
        body = query
    elif not query.translate(UNSEEN).strip():
        raise ToolError("these characters can't be seen: name what is around them", argument=argument)
    else:
        words = (unicodedata.normalize("NFC", query) if match_case else folded(query)).translate(UNSEEN).split()
        body = r"\s+".join(r"(?:-\n)?".join(regex.escape(letter) for letter in word) for word in words)
    if whole_words:
        body = rf"(?<!\w)(?:{body})(?!\w)"
    try:
        return regex.compile(body, 0 if match_case else regex.IGNORECASE)
    except (regex.error, OverflowError, RecursionError, MemoryError) as error:
        raise ToolError(f"this is no regular expression: {error}", argument=argument) from error


def may_hold(text: str, query: str, *, match_case: bool = False) -> bool:
    """Whether a page of this text can hold the words at all: spaces, hyphens and case aside, which is quick to say."""
    return _squashed(query, match_case=match_case) in _squashed(text, match_case=match_case)


def _squashed(text: str, *, match_case: bool) -> str:
    plain = text if match_case else folded(text)
    return plain.translate(_NOTHING)


_NOTHING = dict.fromkeys([*range(0x21), 0x2D, 0xA0, 0xAD, 0xFFFE, 0xFFFD, *range(0x2000, 0x2010), 0x2060, 0xFEFF])


@dataclass(frozen=True)
class Stream:
    """A page's text in one piece, and for each character where it is; None for a line's end."""

    text: str
    places: list[tuple[Run, Char] | None]


def stream(runs: list[Run], *, match_case: bool = False) -> Stream:
    """The runs one after the other, a line's end between them."""
    text: list[str] = []
    places: list[tuple[Run, Char] | None] = []
    for run in runs:
        if text:
            text.append("\n")
            places.append(None)
        for char in run.chars:
            said = char.text.translate(UNSEEN)
            if said and unicodedata.combining(said[0]) and text:
                said = unicodedata.normalize("NFC", text[-1] + said)
                if len(said) == 1:  # the mark belongs to the letter before
                    text[-1] = said if match_case else folded(said)
                    continue
                said = said[1:]
            if not match_case:
                said = said.lower() if said.isascii() else folded(said)
            for letter in said:
                text.append(letter)
                places.append((run, char))
    return Stream("".join(text), places)


def matches(
    runs: list[Run], pattern: regex.Pattern[str], *, match_case: bool = False, most: int = 10_000
) -> list[Match]:
    """All matches on a page, in the order of the file."""
    whole = stream(runs, match_case=match_case)
    found: list[Match] = []
    for each in _iterated(pattern, whole.text):
        start, end = each.span()
        if start == end:
            continue
        boxes: dict[int, list[Rect]] = {}
        beside: dict[int, list[Rect]] = {}
        turns: dict[int, int] = {}
        for place in whole.places[start:end]:
            if place is not None:
                boxes.setdefault(id(place[0]), []).append(place[1].box)
                turns[id(place[0])] = place[0].turn
        if not boxes:
            continue
        for inner, outer in ((start, start - 1), (end - 1, end)):
            part = _beside(whole, inner, outer)
            if part is not None:
                beside.setdefault(part[0], []).append(part[1])
        lines = tuple(union(each) for each in boxes.values())
        covers = tuple(union([*each, *beside.get(run, ())]) for run, each in boxes.items())
        found.append(Match(_said(whole, start, end), _around(whole, start, end), lines, tuple(turns.values()), covers))
        if len(found) >= most:
            break
    return found


def _beside(whole: Stream, inner: int, outer: int) -> tuple[int, Rect] | None:
    """What is covered of the character beside a match, in unseen text: all of a mark, some of a letter."""
    place, other = whole.places[inner], whole.places[outer] if 0 <= outer < len(whole.places) else None
    if place is None or other is None or not place[0].unseen or place[0] is not other[0] or other[1].text.isspace():
        return None
    box, own = other[1].box, place[1].box
    if not other[1].text.isalnum():
        return id(place[0]), box
    level = place[0].turn in (0, 180)
    first, last = (0, 2) if level else (1, 3)
    sides = list(box)
    some = _SOME * (box[last] - box[first])
    if box[first] + box[last] > own[first] + own[last]:
        sides[last] = box[first] + some
    else:
        sides[first] = box[last] - some
    return id(place[0]), (sides[0], sides[1], sides[2], sides[3])


def _iterated(pattern: regex.Pattern[str], text: str) -> Iterator[regex.Match[str]]:
    try:
        yield from pattern.finditer(text, timeout=PATIENCE)
    except TimeoutError:
        raise ToolError("this expression takes too long; say it more simply", argument="query") from None


def _said(whole: Stream, start: int, end: int) -> str:
    """The characters themselves, as the page has them; a character that became two letters stands once."""
    letters: list[str] = []
    last: object = None
    for place in whole.places[start:end]:
        if place is None:
            letters.append(" ")
        elif place[1] is not last:
            letters.append(place[1].text)
        last = place[1] if place else None
    return "".join(letters)


def _around(whole: Stream, start: int, end: int, reach: int = 60) -> str:
    first, last = max(0, start - reach), min(len(whole.text), end + reach)
    text = " ".join(_said(whole, first, last).split())
    return f"{'...' if first else ''}{text}{'...' if last < len(whole.text) else ''}"
