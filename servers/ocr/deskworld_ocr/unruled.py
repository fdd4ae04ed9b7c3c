"""Tables without rules: rows by the height of words, columns by the gaps that most rows share.

A column's edge is a stretch across that almost no row has ink in. Rows outside of the table (a title over it, a
paragraph below it) have one run of words only, so the table reaches from the first row with several to the last.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class Piece:
    """A word on the level picture."""

    text: str
    score: float
    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> float:
        """Halfway down."""
        return (self.top + self.bottom) / 2

    @property
    def centre(self) -> float:
        """Halfway across."""
        return (self.left + self.right) / 2


Cells = list[list[list[Piece]]]
"""Rows of cells of words."""


def rows_of(words: Sequence[Piece]) -> list[list[Piece]]:
    """Words that stand on one line, from the left; lines from the top."""
    rows: list[list[Piece]] = []
    for word in sorted(words, key=lambda each: each.middle):
        if rows and _beside(word, rows[-1]):
            rows[-1].append(word)
        else:
            rows.append([word])
    return [sorted(row, key=lambda each: each.left) for row in rows]


def _beside(word: Piece, row: Sequence[Piece]) -> bool:
    top, bottom = median(each.top for each in row), median(each.bottom for each in row)
    shared = min(bottom, word.bottom) - max(top, word.top)
    return shared > 0.45 * min(word.bottom - word.top, bottom - top)


def table_of(words: Sequence[Piece]) -> Cells:
    """The table among these words; empty where there is none."""
    if not words:
        return []
    rows = rows_of(words)
    height = median(word.bottom - word.top for word in words)
    runs = [_runs(row, height * 1.1) for row in rows]
    several = [number for number, row in enumerate(runs) if len(row) > 1]
    if len(several) < 2:
        return []
    inside = range(several[0], several[-1] + 1)
    edges = _edges([runs[number] for number in inside if len(runs[number]) > 1], height)
    if not edges:
        return []
    table: Cells = []
    for number in inside:
        cells: list[list[Piece]] = [[] for _ in range(len(edges) + 1)]
        for run in runs[number]:
            crosses = sum(run[0].left < edge < run[-1].right for edge in edges)
            if crosses and len(runs[number]) == 1:
                cells[_column(run[0].centre, edges)] = list(run)  # a heading over several columns stays one
                continue
            for word in run:
                cells[_column(word.centre, edges)].append(word)
        if table and _continues(cells, table[-1], height):
            for old, new in zip(table[-1], cells, strict=True):
                old.extend(new)
        else:
            table.append(cells)
    return table


def _runs(row: Sequence[Piece], gap: float) -> list[list[Piece]]:
    """The row cut where words stand further apart than spaces do."""
    runs = [[row[0]]]
    for word in row[1:]:
        if word.left - max(each.right for each in runs[-1]) > gap:
            runs.append([word])
        else:
            runs[-1].append(word)
    return runs


def _edges(rows: Sequence[Sequence[Sequence[Piece]]], height: float) -> list[float]:
    """Middles of the stretches that hardly any row has words in."""
    left = int(min(run[0].left for row in rows for run in row))
    right = int(max(word.right for row in rows for run in row for word in run)) + 1
    held = [0] * (right - left + 1)
    for row in rows:
        for run in row:
            for at in range(int(run[0].left) - left, int(max(word.right for word in run)) - left + 1):
                held[at] += 1
    few = len(rows) * 0.08
    edges: list[float] = []
    start = -1
    for at, count in enumerate([*held, len(rows)]):
        if count <= few and start < 0:
            start = at
        elif count > few and start >= 0:
            if at - start > 0.6 * height and start > 0 and at < len(held):
                edges.append(left + (start + at) / 2)
            start = -1
    return edges


def _column(place: float, edges: Sequence[float]) -> int:
    return sum(edge < place for edge in edges)


def _continues(cells: Sequence[Sequence[Piece]], above: Sequence[Sequence[Piece]], height: float) -> bool:
    """Whether a row is the rest of the one above: one cell only, of words, close under words of the same column."""
    filled = [number for number, cell in enumerate(cells) if cell]
    if len(filled) != 1 or not above[filled[0]]:
        return False
    own, upper = cells[filled[0]], above[filled[0]]
    numeric = any(letter.isdigit() for word in own for letter in word.text)
    return (
        not numeric
        and min(word.top for word in own) - max(word.bottom for word in upper) < 0.5 * height
        and sum(bool(cell) for cell in above) > 1
    )
