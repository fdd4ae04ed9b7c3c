"""How much room text takes: words set in real metrics and wrapped as a renderer would.

It is an estimate. Renderers disagree by a few percent among themselves, so whoever judges by it leaves some slack.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from ..base import Box
from ..fonts import Face, is_wide, line_height, width
from .facts import Frame, Paragraph, Shape, Table
from .geometry import turned

_WIDE = "\u1100-\u11ff\u2e80-\ud7a3\uf900-\ufaff\uff00-\uff60"
_BREAKERS = "–—/-"
_PIECES = re.compile(rf"\n|[^\S\n]+|[{_WIDE}]|[^\s{_WIDE}{_BREAKERS}]*[{_BREAKERS}]+|[^\s{_WIDE}{_BREAKERS}]+")
"""A forced break, spaces, a CJK character (lines break around each), or a word up to its hyphen."""


@dataclass(frozen=True)
class Extent:
    """The room that text takes, in points."""

    width: float
    height: float
    lines: int
    last_line: float = 0
    """Height of the last line."""


class _Piece(NamedTuple):
    """What a line is filled with: a word, a space or a forced break; `joined` to the word before it or free to wrap."""

    kind: Literal["word", "space", "break"]
    width: float
    height: float
    joined: bool = False


class _Line(NamedTuple):
    """A line as it was filled."""

    width: float
    height: float


def measure(paragraphs: list[Paragraph], room: float | None) -> Extent:
    """The extent of paragraphs wrapped at `room` points; unwrapped where it is None."""
    widest, total, count, last = 0.0, 0.0, 0, 0.0
    for place, paragraph in enumerate(paragraphs):
        lines = _lines(paragraph, room)
        heights = [paragraph.line_points or line.height * paragraph.line for line in lines]
        widest = max(widest, *(line.width for line in lines))
        total += sum(heights) + (paragraph.before if place else 0)
        total += paragraph.after if place < len(paragraphs) - 1 else 0
        count, last = count + len(lines), heights[-1]
    return Extent(widest, total, count, last)


def _lines(paragraph: Paragraph, room: float | None) -> tuple[_Line, ...]:
    """The lines of one paragraph."""
    left = paragraph.left if paragraph.alignment != "center" or paragraph.bullet else paragraph.left / 2
    # A bullet stands in the hanging part, so its text starts at `left`; without one the indent moves the first line.
    start = left if paragraph.bullet and paragraph.first < 0 else left + paragraph.first
    runs = tuple((run.text, run.font, run.bold, run.italic, run.size) for run in paragraph.runs)
    return _filled(runs, paragraph.size, left, start, room)


_Runs = tuple[tuple[str, str, bool, bool, float], ...]


@lru_cache(4096)  # a paragraph is measured by several rules, and a deck says much of what it says again and again
def _filled(runs: _Runs, size: float, left: float, start: float, room: float | None) -> tuple[_Line, ...]:
    """Lines greedily filled, the first from `start` on, the others from `left`; an empty one is `size` points high."""
    face = Face(runs[0][1], runs[0][2]) if runs else Face("Calibri")
    lines: list[_Line] = []
    origin, width, height, space = start, start, 0.0, 0.0

    def end(rest: float = 0) -> None:
        nonlocal origin, width, height, space
        lines.append(_Line(width, height or line_height(face) * size))
        origin, width, height, space = left, left + rest, 0.0, 0.0

    for piece in _pieces(runs):
        full = room is not None and width > origin and width + space + piece.width > room
        if piece.kind == "break" or (piece.kind == "word" and full and not piece.joined):
            end()
        if piece.kind == "word":
            width += space + piece.width
        space = space + piece.width if piece.kind == "space" else 0.0
        height = max(height, piece.height)
        while room is not None and width > room > left + 1:  # a word longer than the line is cut
            rest, width = width - room, room
            end(rest)
            height = piece.height
    end()
    return tuple(lines)


def _pieces(runs: _Runs) -> list[_Piece]:
    """The pieces of a paragraph. A word may change its look midway: what follows is joined to it."""
    pieces: list[_Piece] = []
    inside_word = False
    for words, font, bold, italic, size in runs:
        face = Face(font, bold, italic)
        height = line_height(face) * size
        for match in _PIECES.finditer(words.replace("\v", "\n")):
            text = match.group()
            if text == "\n":
                pieces.append(_Piece("break", 0, height))
            elif text.isspace():
                pieces.append(_Piece("space", width(text, face, size), height))
            else:
                pieces.append(_Piece("word", width(text, face, size), height, inside_word))
            inside_word = not (text.isspace() or text[-1] in _BREAKERS or is_wide(text[-1]))
    return pieces


def longest_word(paragraphs: list[Paragraph]) -> float:
    """The width of the longest stretch that no line may break."""
    longest = 0.0
    for paragraph in paragraphs:
        width = 0.0
        for piece in _pieces(tuple((run.text, run.font, run.bold, run.italic, run.size) for run in paragraph.runs)):
            width = piece.width + (width if piece.joined else 0.0) if piece.kind == "word" else 0.0
            longest = max(longest, width)
    return longest


def room_for(frame: Frame, box: Box) -> tuple[float, float]:
    """Width and height that a shape leaves for its text, along the text's own direction."""
    wide = box.width - frame.left - frame.right
    high = box.height - frame.top - frame.bottom
    wide, high = (high, wide) if frame.turned else (wide, high)
    return max(wide / frame.columns, 1), max(high, 0)


def text_extent(shape: Shape) -> Extent | None:
    """The room that a shape's text takes; None where it has none."""
    if shape.frame is None or not shape.paragraphs:
        return None
    room, _ = room_for(shape.frame, shape.box)
    extent = measure(shape.paragraphs, room if shape.frame.wrap else None)
    if shape.frame.columns > 1:
        return Extent(shape.box.width, extent.height / shape.frame.columns, extent.lines, extent.last_line)
    return extent


def text_box(shape: Shape) -> Box | None:
    """Where a shape's text really stands on the slide, rotation included."""
    extent = text_extent(shape)
    if extent is None or shape.frame is None:
        return None
    frame, box = shape.frame, shape.box
    wide, high = (extent.height, extent.width) if frame.turned else (extent.width, extent.height)
    inner_width = box.width - frame.left - frame.right
    inner_height = box.height - frame.top - frame.bottom
    if frame.wrap and not frame.turned:
        wide = min(wide, max(inner_width, 1))
    left = box.left + frame.left + _shift(shape.paragraphs[0].alignment, inner_width - wide)
    free = inner_height - high
    down = {"top": 0.0, "middle": free / 2, "bottom": free}[frame.anchor]
    if frame.autofit == "grow":
        down = max(down, 0)
    written = Box(left=left, top=box.top + frame.top + down, width=wide, height=high)
    return turned(written, shape.rotation, box)


def _shift(alignment: str, free: float) -> float:
    return {"center": free / 2, "right": free}.get(alignment, 0.0)


def table_box(shape: Shape, table: Table) -> Box:
    """What a table covers once its rows have grown to hold their text."""
    return shape.box.model_copy(update={"height": sum(row_heights(table))})


def row_heights(table: Table) -> list[float]:
    """The heights of a table's rows once they have grown to hold their text, in points."""
    heights: list[float] = []
    for row, least in zip(table.cells, table.heights, strict=True):
        needed = least
        for column, cell in enumerate(row):
            if cell.merged or cell.rows > 1 or not cell.paragraphs:
                continue
            room = sum(table.widths[column : column + cell.columns]) - cell.frame.left - cell.frame.right
            extent = measure(cell.paragraphs, max(room, 1))
            needed = max(needed, extent.height + cell.frame.top + cell.frame.bottom)
        heights.append(needed)
    return heights
