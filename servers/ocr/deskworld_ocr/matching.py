"""A phrase in what was read: word by word, over the ends of lines, and a little wrong where the reading may be.

Text is compared without case, accents and spaces: readers drop and add spaces, and people do not type the accents of
a name. A near miss is a stretch of about as many letters that has most of them in order.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deskworld_artifacts.ocr import Box, Reading, Word

NEAR = 0.75
_MOST_NEAR = 20


@dataclass(frozen=True)
class Phrase:
    """What is looked for: its letters, folded, and how many words it has."""

    folded: str
    words: int

    @classmethod
    def of(cls, text: str) -> Phrase:
        """A phrase as a caller said it."""
        return cls("".join(folded(letter) for letter in text if not letter.isspace()), max(1, len(text.split())))


@dataclass(frozen=True)
class Found:
    """A stretch of what was read."""

    text: str
    boxes: list[Box]
    score: float
    likeness: float
    line: str


def folded(letter: str) -> str:
    """A letter without case and accents."""
    plain = unicodedata.normalize("NFKD", letter)
    return "".join(each for each in plain if not unicodedata.combining(each)).casefold()


def matches(reading: Reading, phrase: Phrase) -> list[Found]:
    """Where the phrase stands: exact places first, then near misses."""
    words = reading.words
    letters: list[tuple[int, int]] = []  # of each folded letter: its word, and its place in it
    joined = ""
    for number, word in enumerate(words):
        for place, letter in enumerate(word.text):
            for each in folded(letter):
                joined += each
                letters.append((number, place))
    exact: list[Found] = []
    taken: set[int] = set()
    at = joined.find(phrase.folded)
    while at >= 0:
        end = at + len(phrase.folded)
        exact.append(_found(reading, letters[at], letters[end - 1], 1.0))
        taken.update(range(letters[at][0], letters[end - 1][0] + 1))
        at = joined.find(phrase.folded, end)
    return exact + _near(reading, phrase, taken)


def _near(reading: Reading, phrase: Phrase, taken: set[int]) -> list[Found]:
    """Runs of words that are nearly the phrase, the best first, none over another."""
    words = reading.words
    plain = ["".join(map(folded, word.text)) for word in words]
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(phrase.folded)
    candidates: list[tuple[float, int, int]] = []
    for start in range(len(words)):
        run = ""
        for end in range(start, min(len(words), start + phrase.words + 2)):
            run += plain[end]
            if len(run) > 1.5 * len(phrase.folded) + 1:
                break
            if len(run) < 0.6 * len(phrase.folded):
                continue
            matcher.set_seq1(run)
            if matcher.real_quick_ratio() >= NEAR and matcher.quick_ratio() >= NEAR:
                candidates.append((matcher.ratio(), start, end))
    found: list[Found] = []
    for likeness, start, end in sorted(candidates, key=lambda each: (-each[0], each[1])):
        if likeness < NEAR or likeness == 1 or taken & set(range(start, end + 1)):
            continue
        taken.update(range(start, end + 1))
        last = max(0, len(words[end].text) - 1)
        found.append(_found(reading, (start, 0), (end, last), round(min(likeness, 0.99), 2)))
        if len(found) == _MOST_NEAR:
            break
    return found


def _found(reading: Reading, first: tuple[int, int], last: tuple[int, int], likeness: float) -> Found:
    words = reading.words[first[0] : last[0] + 1]
    cuts = [(0, len(word.text)) for word in words]
    cuts[0] = (first[1], cuts[0][1])
    cuts[-1] = (cuts[-1][0], last[1] + 1)
    boxes: list[Box] = []
    line = -1
    for word, (start, end) in zip(words, cuts, strict=True):
        box = _part(word, start, end)
        if word.line == line:
            boxes[-1] = (
                min(boxes[-1][0], box[0]), min(boxes[-1][1], box[1]), max(boxes[-1][2], box[2]),
                max(boxes[-1][3], box[3]),
            )  # fmt: skip
        else:
            boxes.append(box)
        line = word.line
    text = " ".join(word.text[start:end] for word, (start, end) in zip(words, cuts, strict=True))
    score = min(word.score for word in words)
    return Found(text, boxes, score, likeness, reading.lines[words[0].line].text)


def _part(word: Word, start: int, end: int) -> Box:
    """The box of some of a word's letters, as if all were equally wide."""
    if start == 0 and end == len(word.text):
        return word.box
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = word.quad
    one, two = start / len(word.text), end / len(word.text)
    across = [x0 + (x1 - x0) * one, x0 + (x1 - x0) * two, x3 + (x2 - x3) * one, x3 + (x2 - x3) * two]
    down = [y0 + (y1 - y0) * one, y0 + (y1 - y0) * two, y3 + (y2 - y3) * one, y3 + (y2 - y3) * two]
    return round(min(across)), round(min(down)), round(max(across)), round(max(down))
