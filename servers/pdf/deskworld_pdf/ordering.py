"""The order in which a person reads the runs of a page: columns, lines and blocks.

Where a gutter parts lines of prose that stand beside each other, the left column is read before the right one; what
spans the gutter parts the page into bands. Lines of figures are no prose, nor are lines of both sides that stand level
with each other and far apart: those are rows of a table.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from deskworld_pdf.geometry import Rect
from deskworld_pdf.words import Line, Run

_COLUMN_LINES = 4
"""So many lines on both sides make a gutter."""
_FILLED = 0.55
"""The share of its column that a usual line of prose fills; cells of tables fill less."""
_LOOSE = 1.7
"""Sizes of the letters from one line to the next, beyond what prose is set with."""


def reading_order(runs: list[Run]) -> list[Line]:
    """The runs as lines, in the order in which a person reads them."""
    ways: dict[int, list[Run]] = {}
    for run in runs:
        if run.text.strip():
            ways.setdefault(run.turn, []).append(run)
    ordered: list[Line] = []
    for turn, some in sorted(ways.items(), key=lambda way: (-sum(len(run.text) for run in way[1]), way[0])):
        if turn == 0:
            ordered += _columns(some, 0)
            continue
        upright = [replace(run, box=_leveled(run.box, turn)) for run in some]
        own = {id(twin): run for twin, run in zip(upright, some, strict=True)}
        ordered += [Line([own[id(twin)] for twin in line.runs]) for line in _columns(upright, 0)]
    return ordered


def _leveled(box: Rect, turn: int) -> Rect:
    """A box as it lies when the page is held so that text of this turn is level."""
    match turn:
        case 90:
            return box[1], -box[2], box[3], -box[0]
        case 180:
            return -box[2], -box[3], -box[0], -box[1]
        case 270:
            return -box[3], box[0], -box[1], box[2]
        case _:
            return box


def _columns(runs: list[Run], depth: int) -> list[Line]:
    gutter = _gutter(runs) if depth < 6 else None
    if gutter is None:
        return lines_of(runs)
    left = [run for run in runs if run.box[2] <= gutter + 1]
    right = [run for run in runs if run.box[0] >= gutter - 1]
    over = sorted((run for run in runs if run.box[0] < gutter - 1 and run.box[2] > gutter + 1), key=lambda r: r.middle)
    ordered: list[Line] = []
    edges = [*(run.middle for run in over), float("inf")]
    start = float("-inf")
    bars = lines_of(over)
    for place, edge in enumerate(edges):
        ordered += _columns([run for run in left if start <= run.middle < edge], depth + 1)
        ordered += _columns([run for run in right if start <= run.middle < edge], depth + 1)
        if place < len(over):
            ordered += [line for line in bars if line.runs[0] is over[place]]
        start = edge
    return ordered


def _gutter(runs: list[Run]) -> float | None:
    """Where a gap parts two columns of prose; None where the page is one column, or a table."""
    if len(runs) < 2 * _COLUMN_LINES:
        return None
    starts: dict[int, int] = {}
    for run in runs:
        starts[round(run.box[0] / 3)] = starts.get(round(run.box[0] / 3), 0) + 1
    best: tuple[float, float] | None = None
    for start, times in starts.items():
        if times < _COLUMN_LINES:
            continue
        edge = start * 3 - 2.5
        left = [run for run in runs if run.box[2] <= edge + 1]
        right = [run for run in runs if run.box[0] >= edge - 1]
        if len(left) < _COLUMN_LINES or len(right) < _COLUMN_LINES:
            continue
        top = max(min(r.box[1] for r in left), min(r.box[1] for r in right))
        bottom = min(max(r.box[3] for r in left), max(r.box[3] for r in right))
        beside = [[r for r in side if r.box[3] > top and r.box[1] < bottom] for side in (left, right)]
        if min(len(side) for side in beside) < _COLUMN_LINES or not all(_is_prose(side) for side in beside):
            continue
        if _are_rows(*beside):
            continue
        crossing = sum(1 for run in runs if run.box[0] < edge - 1 and run.box[2] > edge + 1)
        if crossing > len(runs) * 0.3:
            continue
        score = len(beside[0]) + len(beside[1]) - 3.0 * crossing
        if best is None or score > best[0]:
            best = (score, edge)
    return best[1] if best else None


def _is_prose(runs: list[Run]) -> bool:
    """Whether lines fill their column as prose does, and hold several words each; figures are no words."""
    width = max(run.box[2] for run in runs) - min(run.box[0] for run in runs)
    lines = lines_of(runs)
    filled = sorted((line.box[2] - line.box[0]) / max(width, 1) for line in lines)
    words = sorted(_words_in(line.text) for line in lines)
    return filled[len(filled) // 2] >= _FILLED and words[len(words) // 2] >= 3


def _words_in(text: str) -> int:
    """How many words of letters a line holds; of scripts that set no spaces two letters make one."""
    dense = sum(1 for letter in text if ord(letter) >= 0x2E80)
    return dense // 2 if dense else sum(any(letter.isalpha() for letter in word) for word in text.split())


def _are_rows(left: list[Run], right: list[Run]) -> bool:
    """Whether lines of both sides stand level with each other and too far apart for prose: cells of words."""
    ours, theirs = lines_of(left), lines_of(right)
    few, many = sorted((ours, theirs), key=len)
    middles = [run.middle for line in many for run in line.runs]
    level = sum(any(abs(line.runs[0].middle - each) < 0.15 * line.size for each in middles) for line in few)
    steps = sorted(after.box[1] - before.box[1] for before, after in pairwise(many))
    return level >= 0.9 * len(many) and steps[len(steps) // 2] > _LOOSE * max(line.size for line in many)


def lines_of(runs: list[Run]) -> list[Line]:
    """Runs of one height side by side, from top to bottom."""
    lines: list[Line] = []
    for run in sorted(runs, key=lambda run: (run.middle, run.box[0])):
        line = lines[-1] if lines else None
        if line is not None and _beside(line.runs[-1], run):
            line.runs.append(run)
        else:
            lines.append(Line([run]))
    for line in lines:
        line.runs.sort(key=lambda run: run.box[0])
    return lines


def _beside(one: Run, other: Run) -> bool:
    shared = min(one.box[3], other.box[3]) - max(one.box[1], other.box[1])
    return shared > 0.5 * min(one.height, other.height)


def paragraphs(lines: list[Line]) -> list[list[Line]]:
    """Lines that stand close below each other, as blocks."""
    blocks: list[list[Line]] = []
    for line in lines:
        last = blocks[-1][-1] if blocks else None
        if last is not None:
            turn = line.runs[0].turn
            box, before = _leveled(line.box, turn), _leveled(last.box, turn)
            gap = box[1] - before[3]
            near = last.runs[0].turn == turn and -(box[3] - box[1]) < gap < 0.6 * max(line.size, 1.0)
            alike = abs(line.size - last.size) <= 0.15 * max(line.size, last.size)
            over = box[0] < before[2] and before[0] < box[2]
            if near and alike and over:
                blocks[-1].append(line)
                continue
        blocks.append([line])
    return blocks


def page_text(lines: list[Line]) -> str:
    """Lines as text, an empty line between blocks."""
    return "\n\n".join("\n".join(line.text for line in block) for block in paragraphs(lines))
