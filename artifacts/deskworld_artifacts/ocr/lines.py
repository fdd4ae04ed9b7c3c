"""Pieces of text as the finder saw them, and words with tight places made of them.

A piece is one quad with its letters. Where a word ends is known from the letters' places to about half a letter; the
ink between two words says it exactly, so boundaries are moved into the gap that is really there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, degrees
from typing import Any

from .words import Quad, Word, box_of

Quads = list[Quad]
_ONE = 0.08
"""The air on each side of a "1", in heights of a line."""
_THOUSANDS = re.compile(r"(?<!\d)\d{1,3}(?:,\d{3})+(?!\d)|(?<!\d)\d{1,3}(?:\.\d{3})+(?!\d)")


@dataclass(frozen=True)
class Piece:
    """A run of text: its letters' scores and places (0 to 1 along it), and its corners in the text's own order."""

    text: str
    scores: tuple[float, ...]
    places: tuple[float, ...]
    quad: Quad


def corners(box: Sequence[Sequence[float]]) -> Quad:
    """Four points in order as a quad."""
    a, b, c, d = ((float(x), float(y)) for x, y in box)
    return (a, b, c, d)


def rolled(quad: Quad, turned: int) -> Quad:
    """The same corners, beginning where text begins that lies so many degrees clockwise."""
    steps = turned // 90 % 4
    return (*quad[steps:], *quad[:steps])  # pyright: ignore[reportReturnType]


def tall(quad: Quad) -> bool:
    """Whether it stands upright like a column: then its text is turned, or is written downwards."""
    (x0, y0), (x1, y1), _, (x3, y3) = quad
    return ((x3 - x0) ** 2 + (y3 - y0) ** 2) ** 0.5 > 1.5 * ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5


def size_of(quad: Quad) -> tuple[float, float]:
    """Length and height of the text in it."""
    (x0, y0), (x1, y1), _, (x3, y3) = quad
    return max(1.0, ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5), max(1.0, ((x3 - x0) ** 2 + (y3 - y0) ** 2) ** 0.5)


def area(quad: Quad) -> float:
    """Of the text in it, in square pixels."""
    wide, high = size_of(quad)
    return wide * high


def angle_of(quad: Quad) -> float:
    """How far its text lies turned: degrees clockwise, 0 to 360."""
    (x0, y0), (x1, y1), *_ = quad
    return degrees(atan2(y1 - y0, x1 - x0)) % 360


def slant(quad: Quad) -> float:
    """Degrees by which it is off the nearest quarter turn."""
    return abs((angle_of(quad) + 45) % 90 - 45)


def shifted(quad: Quad, across: float, down: float) -> Quad:
    """A quad moved."""
    a, b, c, d = ((x + across, y + down) for x, y in quad)
    return (a, b, c, d)


def crop(pixels: Any, quad: Quad) -> Any:
    """The text in a quad as an upright strip."""
    import cv2
    import numpy

    wide, high = (max(1, round(side)) for side in size_of(quad))
    given = numpy.array(quad[:3], dtype="float32")
    wanted = numpy.array([[0, 0], [wide, 0], [wide, high]], dtype="float32")
    turn = cv2.getAffineTransform(given, wanted)
    return cv2.warpAffine(pixels, turn, (wide, high), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)


def words_of(pixels: Any, piece: Piece) -> list[Word]:
    """The words of a piece, each in a box close around its ink."""
    ink = ink_of(crop(pixels, piece.quad))
    columns = ink.any(axis=0)
    wide = len(columns)
    if not piece.places:
        return []
    tokens = _tokens(piece, ink)
    ends: list[tuple[float, float]] = []
    at = 0
    for token in tokens:
        ends.append((piece.places[at] * wide, piece.places[at + len(token) - 1] * wide))
        at += len(token)
    cuts = [gap_between(columns, before, after) for (_, before), (after, _) in pairwise(ends)]
    lefts = [0, *(right for _, right in cuts)]
    rights = [*(left for left, _ in cuts), wide]
    words: list[Word] = []
    at = 0
    for token, left, right in zip(tokens, lefts, rights, strict=True):
        scores = piece.scores[at : at + len(token)]
        at += len(token)
        quad = _part(piece.quad, _tight(ink, left, right), ink.shape)
        words.append(Word(token, box_of([quad]), round(sum(scores) / len(scores), 3), quad=quad))
    return words


def _tokens(piece: Piece, ink: Any) -> list[str]:
    """The words of the text. Readers drop spaces in small print and see some after a comma in print of one width.

    Where each letter has its own run of ink and they stand on a grid, the grid says where spaces are. Else a gap that
    is wide for the height of the line, for the other gaps in it and for the step from letter to letter is one. Figures
    have a measure of their own, since a "1" has wide air on both sides.
    """
    columns, height = ink.any(axis=0), ink.shape[0]
    letters = "".join(piece.text.split())
    starts: set[int] = set()
    at = 0
    for token in piece.text.split():
        starts.add(at)
        at += len(token)
    runs = runs_of(columns)
    places = [place * len(columns) for place in piece.places]
    spans = [(0, 0), *(gap_between(columns, *pair) for pair in pairwise(places))]
    exact = len(runs) == len(letters)
    if exact:
        places = [(left + right) / 2 for left, right in runs]
        spans = [(0, 0), *((before[1], after[0]) for before, after in pairwise(runs))]
    gaps: list[float] = [right - left for left, right in spans]
    steps = [0.0, *(after - before for before, after in pairwise(places))]
    cell = _cell(steps[1:]) if exact and letters.isascii() else 0.0
    if cell:
        starts = {0, *(number for number, step in enumerate(steps) if step > 1.5 * cell)}
    else:
        usual, pace = sorted(gaps)[len(gaps) // 2], sorted(steps)[len(steps) // 2]
        figures = _figures(letters, spans, runs, ink, starts)
        within = {at + 1 for each in _THOUSANDS.finditer(letters) for at in range(*each.span()) if letters[at] in ",."}
        for number in range(1, len(letters)):
            if number in within:
                continue
            if number in figures:
                (starts.add if figures[number] else starts.discard)(number)
                continue
            both = letters[number - 1].isdigit() and letters[number].isdigit()
            gap = gaps[number] - _ONE * height * letters[number - 1 : number + 1].count("1")
            wide = gap > 0.2 * height and gap >= (2.5 if both else 2) * usual
            clear = gap > 0.25 * height and gap >= 2.2 * usual and exact
            long = steps[number] > (1.35 if both else 1.25) * pace
            words = letters[number - 1].isalnum() and letters[number].isalnum()  # a dot has room on both sides
            long = long or (clear and words and not both)
            if wide and long and _spaced(letters[number - 1]) and _spaced(letters[number]):
                starts.add(number)
    bounds = [*sorted(starts), len(letters)]
    return [letters[start:end] for start, end in pairwise(bounds)]


def _figures(
    letters: str, spans: Sequence[tuple[int, int]], runs: Sequence[tuple[int, int]], ink: Any, seen: set[int]
) -> dict[int, bool]:
    """For each figure that follows another one: whether a space stands between; only where it can be measured.

    Figures stand one step apart, middle to middle, however thin the "1" is. The step is known from the others in the
    line and from their height: it is at most 0.87 of that, and with a space at least as much. In between the reader
    is trusted.

    Args:
        letters: The line without spaces.
        spans: The gap before each letter.
        runs: Stretches of columns with ink.
        ink: The line.
        seen: Where the reader saw spaces.
    """
    steps: dict[int, float] = {}
    tall = 0
    for number in range(1, len(letters)):
        left, right = spans[number]
        if left == right or not (letters[number - 1].isdigit() and letters[number].isdigit()):
            continue
        one = next((run for run in runs[::-1] if run[1] <= left), None)
        other = next((run for run in runs if run[0] >= right), None)
        if one is None or other is None or ink[:, one[1] : other[0]].any():
            continue
        down = ink[:, one[0] : other[1]].any(axis=1).nonzero()[0]
        high = int(down[-1] - down[0]) + 1
        if max(one[1] - one[0], other[1] - other[0]) < high:  # else it is two letters that touch
            steps[number] = (sum(other) - sum(one)) / 2
            tall = max(tall, high)
    if not steps:
        return {}
    pace = min(max(min(steps.values()), 0.7 * tall), 0.87 * tall)
    return {
        number: step > 1.25 * pace + 0.75 or (number in seen and step > 1.1 * pace) for number, step in steps.items()
    }


def runs_of(columns: Any) -> list[tuple[int, int]]:
    """Stretches of columns with ink in them."""
    import numpy

    edges = numpy.flatnonzero(numpy.diff(numpy.concatenate([[0], columns.astype("int8"), [0]])))
    return [(int(start), int(end)) for start, end in edges.reshape(-1, 2)]


def _cell(steps: Sequence[float]) -> float:
    """The width of a letter where all have one width: nearly every step is a whole number of it. Else 0."""
    if len(steps) < 8:
        return 0.0
    cell = sorted(steps)[len(steps) // 2]
    if cell <= 0:
        return 0.0
    off = [abs(step / cell - max(1, round(step / cell))) for step in steps]
    return cell if max(off) < 0.3 and sum(each < 0.2 for each in off) >= 0.9 * len(off) else 0.0


def _spaced(letter: str) -> bool:
    """Whether its script puts spaces between words, and it stands close to its neighbours in one."""
    return (letter.isalnum() and ord(letter) < 0x2E80) or letter in ",.;:!?)%€$£"


def ink_of(strip: Any) -> Any:
    """Where something is drawn: pixels far from the ground, which is what most of the rim looks like."""
    import cv2
    import numpy

    grey = cv2.cvtColor(strip, cv2.COLOR_RGB2GRAY).astype("int16")
    ground = int(numpy.median(numpy.concatenate([grey[0], grey[-1]])))
    apart = abs(grey - ground)
    most = int(apart.max())
    return apart > max(10, min(24, most // 2), most // 3)


def gap_between(columns: Any, before: float, after: float) -> tuple[int, int]:
    """The widest run without ink between the middles of two letters; what lies halfway where there is none."""
    start, end = max(0, int(before)), min(len(columns), int(after) + 1)
    best, run = (0, 0), start
    for column in range(start, end + 1):
        if column == end or columns[column]:
            if column - run > best[1] - best[0]:
                best = (run, column)
            run = column + 1
    if best[1] > best[0]:
        return best
    middle = round((before + after) / 2)
    return middle, middle


def _tight(ink: Any, left: int, right: int) -> tuple[int, int, int, int]:
    """The box of the ink between two columns, a pixel of air around it; all of it where there is none."""
    import numpy

    high, wide = ink.shape
    part = ink[:, left:right]
    if not part.any():
        return left, 0, max(right, left + 1), high
    down, across = numpy.flatnonzero(part.any(axis=1)), numpy.flatnonzero(part.any(axis=0))
    return (
        max(0, left + int(across[0]) - 1), max(0, int(down[0]) - 1),
        min(wide, left + int(across[-1]) + 2), min(high, int(down[-1]) + 2),
    )  # fmt: skip


def _part(quad: Quad, box: tuple[int, int, int, int], shape: tuple[int, int]) -> Quad:
    """A box of the strip, in the picture."""
    high, wide = shape
    (x0, y0), (x1, y1), _, (x3, y3) = quad

    def placed(across: float, down: float) -> tuple[float, float]:
        u, v = across / wide, down / high
        return (x0 + u * (x1 - x0) + v * (x3 - x0), y0 + u * (y1 - y0) + v * (y3 - y0))

    left, top, right, bottom = box
    return (placed(left, top), placed(right, top), placed(right, bottom), placed(left, bottom))
