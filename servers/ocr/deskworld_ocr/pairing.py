"""Which words are a label and which its value.

A colon parts them, or a wide gap, or the value stands right under a label that ends in a colon. A line of a price list
("Coffee   2.80") is a field too: its label is what it says first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deskworld_artifacts.ocr import Box, Line, Reading, Word

_GAP = 1.5
"""Heights of the line between two words that belong to different columns."""
_LONGEST_LABEL = 60
_CURRENCY = re.compile(r"[A-Z]{3}|kr\.?|[€$£¥]", re.IGNORECASE)
_LEADERS = re.compile(r"[.·…_]{2,}$|^[.·…_]{2,}")


@dataclass(frozen=True)
class Pair:
    """A label and its value."""

    label: str
    value: str
    score: float
    box: Box


def pairs(reading: Reading) -> list[Pair]:
    """The fields of what was read, in its order."""
    groups = [group for line in reading.lines for group in _groups(line)]
    found: list[Pair] = []
    used: set[int] = set()
    for number, group in enumerate(groups):
        if number in used:
            continue
        label, value = _at_colon(group)
        if label and value:
            found.append(_pair(label, [*value, *_more(groups, number, used)]))
            continue
        nearby = _right_of(groups, number)
        if label and (nearby is None or _at_colon(groups[nearby])[0]):
            nearby = _below(groups, number)
        if nearby is None or nearby in used:
            continue
        words = label or group
        other = groups[nearby]
        if _at_colon(other)[0] or not _is_label(words):
            continue
        if not label and not any(letter.isdigit() for word in other for letter in word.text) and len(other) > 6:
            continue  # two columns of prose
        used.add(nearby)
        found.append(_pair(words, [*other, *_more(groups, nearby, used, other)]))
    return [pair for pair in found if pair.label and pair.value]


def _groups(line: Line) -> list[list[Word]]:
    """A line cut at its wide gaps, without the bullet in front of it."""
    height = max(1, max(word.box[3] - word.box[1] for word in line.words))
    first, *rest = [word for word in line.words if word.text != "\u2022"] or line.words
    groups = [[first]]
    for word in rest:
        before = groups[-1][-1].quad
        gap = ((word.quad[3][0] - before[2][0]) ** 2 + (word.quad[3][1] - before[2][1]) ** 2) ** 0.5
        if gap > _GAP * height:
            groups.append([word])
        else:
            groups[-1].append(word)
    return groups


def _at_colon(group: Sequence[Word]) -> tuple[list[Word], list[Word]]:
    """What stands before the first colon and what after; nothing before where there is no label that ends in one."""
    for number, word in enumerate(group):
        if word.text.endswith((":", "：")) and not word.text[:-1].isdigit():
            label, value = list(group[: number + 1]), list(group[number + 1 :])
            return (label, value) if len(" ".join(w.text for w in label)) <= _LONGEST_LABEL else ([], [])
    return [], []


def _right_of(groups: Sequence[Sequence[Word]], number: int) -> int | None:
    """The next group of the same line."""
    if number + 1 < len(groups) and groups[number + 1][0].line == groups[number][0].line:
        return number + 1
    return None


def _more(groups: Sequence[list[Word]], number: int, used: set[int], value: Sequence[Word] = ()) -> list[Word]:
    """What goes on with a value across a gap: the hour after a day, the amount after its currency."""
    after = _right_of(groups, number)
    if after is None:
        return []
    text = "".join(word.text for word in groups[after])
    currency = bool(value) and bool(_CURRENCY.fullmatch("".join(word.text for word in value)))
    if any(letter.isalpha() for letter in text) or (value and not currency):
        return []
    used.add(after)
    return groups[after]


def _below(groups: Sequence[Sequence[Word]], number: int) -> int | None:
    """The group that begins right under this one."""
    left, top, right, bottom = _around(groups[number])
    height = bottom - top
    for other in range(number + 1, len(groups)):
        x0, y0, x1, _ = _around(groups[other])
        if 0 <= y0 - bottom + height * 0.3 <= 1.6 * height and x0 < right and x1 > left and abs(x0 - left) < 2 * height:
            return other
    return None


def _is_label(words: Sequence[Word]) -> bool:
    text = " ".join(word.text for word in words)
    return 0 < len(text) <= _LONGEST_LABEL and any(letter.isalpha() for letter in text)


def _pair(label: Sequence[Word], value: Sequence[Word]) -> Pair:
    return Pair(
        _LEADERS.sub("", " ".join(word.text for word in label)).rstrip(":： ").strip(),
        _LEADERS.sub("", " ".join(word.text for word in value)).strip(),
        min(word.score for word in (*label, *value)),
        _around(value),
    )


def _around(words: Sequence[Word]) -> Box:
    return (
        min(word.box[0] for word in words), min(word.box[1] for word in words),
        max(word.box[2] for word in words), max(word.box[3] for word in words),
    )  # fmt: skip
