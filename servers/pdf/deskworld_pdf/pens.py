"""The graphics state of page content, as far as places depend on it: where the next glyph will stand."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from typing import Any

from deskworld_pdf.geometry import Matrix, Rect, bounds, multiply
from deskworld_pdf.glyphs import Metrics
from deskworld_pdf.operators import matrix_of

SAME: Matrix = (1, 0, 0, 1, 0, 0)
_CORE, _WHOLE = (0.05, 0.45), (-0.12, 0.68)
"""From the baseline up, in heights of the font: what every glyph has ink in, and what the tall and deep ones reach."""


@dataclass
class Pen:
    """What `q` keeps and `Q` brings back."""

    ctm: Matrix
    font: Metrics | None = None
    size: float = 0.0
    between: float = 0.0
    word: float = 0.0
    across: float = 1.0
    lead: float = 0.0
    rise: float = 0.0


class Pens:
    """The state while one content stream is followed."""

    def __init__(self, start: Matrix, resources: Any, metrics: Callable[[Any], Metrics]) -> None:
        self.pen = Pen(start)
        self._saved: list[Pen] = []
        self._tm: Matrix = SAME
        self._line: Matrix = SAME
        self._resources = resources
        self._metrics = metrics

    def follow(self, operands: list[Any], operator: str) -> None:
        """Change the state as an instruction says; one that only draws changes nothing."""
        pen = self.pen
        match operator:
            case "q":
                self._saved.append(copy(pen))
            case "Q":
                if self._saved:
                    self.pen = self._saved.pop()
            case "cm":
                pen.ctm = multiply(matrix_of(operands), pen.ctm)
            case "BT":
                self._tm = self._line = SAME
            case "Tf":
                pen.font = self._font(str(operands[0]))
                pen.size = float(operands[1])
            case "Tc":
                pen.between = float(operands[0])
            case "Tw":
                pen.word = float(operands[0])
            case "Tz":
                pen.across = float(operands[0]) / 100
            case "TL":
                pen.lead = float(operands[0])
            case "Ts":
                pen.rise = float(operands[0])
            case "Td":
                self.newline(float(operands[0]), float(operands[1]))
            case "TD":
                pen.lead = -float(operands[1])
                self.newline(float(operands[0]), float(operands[1]))
            case "Tm":
                self._tm = self._line = matrix_of(operands)
            case "T*":
                self.newline(0, -pen.lead)
            case _:
                pass

    def _font(self, name: str) -> Metrics:
        """The font of that name; where the page brings none, readers take one like Helvetica."""
        with suppress(KeyError, TypeError, ValueError):
            return self._metrics(self._resources["/Font"][name])
        return Metrics({})

    def newline(self, x: float, y: float) -> None:
        """Begin a line so far from where the last one began."""
        self._line = multiply((1, 0, 0, 1, x, y), self._line)
        self._tm = self._line

    def advance(self, move: float, *, vertical: bool | None = None) -> None:
        """Go on along the line, as far as a glyph or a gap is wide."""
        if vertical is None:
            vertical = self.pen.font is not None and self.pen.font.vertical
        x, y = (0.0, move) if vertical else (move * self.pen.across, 0.0)
        self._tm = multiply((1, 0, 0, 1, x, y), self._tm)

    def glyph(self, width: float, *, vertical: bool, whole: bool) -> Rect:
        """Where the next glyph has its core, or nearly all of its ink: a box in the page's own coordinates."""
        pen = self.pen
        em, wide = abs(pen.size), width * pen.across
        low, high = _WHOLE if whole else _CORE
        if pen.size < 0:
            low, high = -high, -low
        if vertical:
            box = (-0.3 * em, -0.75 * em, 0.3 * em, -0.25 * em)
        else:
            box = (
                min(0.25 * wide, 0.75 * wide),
                pen.rise + low * em,
                max(0.25 * wide, 0.75 * wide),
                pen.rise + high * em,
            )
        return bounds(box, multiply(self._tm, pen.ctm))
