"""What was read: words, the lines they stand in, and the page they make.

Places are whole pixels of the upright picture (a camera's turn applied), counted from its top left corner, also where
the text itself lies turned: they are there to point into the picture that a person sees.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels; the last two just outside."""
Quad = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]
"""Corners in the text's own order: its top left, top right, bottom right, bottom left."""

WIDE_GAP = 1.2
"""Words further apart than this many heights of the line stand in columns: the text shows three spaces there."""
BULLET = "\u2022"
"""Stands for every full mark in front of a line."""


@dataclass(frozen=True)
class Word:
    """A word. `score` is how sure the engine is, 0 to 1. `line` and `block` count from 0 in reading order."""

    text: str
    box: Box
    score: float
    line: int = 0
    block: int = 0
    quad: Quad = ((0, 0), (0, 0), (0, 0), (0, 0))


@dataclass(frozen=True)
class Line:
    """Words that stand in one row. `angle` says how far the text lies turned, in degrees clockwise."""

    text: str
    box: Box
    quad: Quad
    score: float
    angle: float
    words: tuple[Word, ...]
    block: int = 0


@dataclass(frozen=True)
class Direction:
    """How the text of a picture lies. Both are degrees clockwise; turning the picture back by them makes it upright."""

    turned: int
    """0, 90, 180 or 270: the quarter turns."""
    skew: float
    """What is left of it: the slant of the lines, -45 to 45."""
    sure: float
    """0 to 1; 0 where there is nothing to tell it from."""
    script: str = ""


@dataclass(frozen=True)
class Reading:
    """A page that was read."""

    width: int
    height: int
    lines: tuple[Line, ...]
    engine: str
    direction: Direction
    reason: str = ""
    """Why there is nothing, where there is nothing."""
    notes: tuple[str, ...] = field(default=())
    """What was done to read it, such as making small print larger."""

    @property
    def words(self) -> list[Word]:
        """All words, in reading order."""
        return [word for line in self.lines for word in line.words]

    @property
    def text(self) -> str:
        """The text: a row a line, an empty row between blocks."""
        rows: list[str] = []
        for number, line in enumerate(self.lines):
            if number and line.block != self.lines[number - 1].block:
                rows.append("")
            rows.append(line.text)
        return "\n".join(rows)

    @property
    def score(self) -> float:
        """The mean of the words' scores, long words counting more; 0 where there are none."""
        total = sum(len(word.text) for word in self.words)
        return sum(word.score * len(word.text) for word in self.words) / total if total else 0.0

    def scaled(self, by: float, size: tuple[int, int]) -> Reading:
        """The same reading on the page drawn at another size."""
        lines = tuple(
            replace(
                line,
                quad=_scaled(line.quad, by),
                box=box_of([_scaled(word.quad, by) for word in line.words]),
                words=tuple(
                    replace(word, quad=_scaled(word.quad, by), box=box_of([_scaled(word.quad, by)]))
                    for word in line.words
                ),
            )
            for line in self.lines
        )
        return replace(self, lines=lines, width=size[0], height=size[1])


def _scaled(quad: Quad, by: float) -> Quad:
    a, b, c, d = ((x * by, y * by) for x, y in quad)
    return (a, b, c, d)


def box_of(quads: Sequence[Quad]) -> Box:
    """The upright box around quads."""
    across = [x for quad in quads for x, _ in quad]
    down = [y for quad in quads for _, y in quad]
    return (round(min(across)), round(min(down)), round(max(across)), round(max(down)))


def spelled(words: Sequence[Word], gaps: Sequence[float]) -> str:
    """The text of a row. `gaps` are the distances between neighbours in heights of the line."""
    text = words[0].text if words else ""
    for word, gap in zip(words[1:], gaps, strict=True):
        text += ("   " if gap > WIDE_GAP and text != BULLET else " ") + word.text
    return text


def is_word(text: str, score: float) -> bool:
    """Whether it is no mark in a photo that was read as a letter or two: three in a row, or two for sure."""
    runs = [run for run in re.findall(r"[^\W_]{2,}", text) if len(set(run)) > 1]  # "111" may be a fence
    return any(len(run) > 2 for run in runs) or (bool(runs) and score >= 0.9)
