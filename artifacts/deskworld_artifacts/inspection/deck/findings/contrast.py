"""Text that is hard to read on what really lies beneath it.

Page numbers, dates and footers are held to 3 to 1 at any size: they are furniture.
"""

from collections.abc import Iterator
from typing import NamedTuple

from ...base import Box
from ...charts import ChartFacts
from ...colors import Ink, ink, needed_contrast
from ...colors import contrast as ratio_of
from ..canvas import Canvas
from ..facts import Cell, Finding, Paragraph, Run, Shape, Slide, Table
from ..measuring import row_heights, text_box
from .saying import finding, short

_ROUND = ("pie", "doughnut")
_SEEN, _LETTERS = 1.3, 3.0
"""Pale series beside strong ones are design; what is nearly the ground's own colour is lost."""
_FOOTERS = ("dt", "ftr", "sldNum")
_ACROSS, _DOWN = 7, 3
_SHARE = 1 / 3
"""Text is hard to read when it is so on a third of its area: a stray corner over something dark is not yet a fault."""


def contrast(slide: Slide, canvas: Canvas) -> Iterator[Finding]:
    """One finding a shape at most: its worst text."""
    for place, shape in enumerate(slide.shapes):
        if shape.hidden:
            continue
        worst: Faint | None = None
        for paragraphs, grounds in _grounds(shape, place, canvas):
            worst = faintest(shape, paragraphs, grounds, worst)
        if worst:
            yield worst.finding(slide, shape)
        elif shape.chart and (words := _unseen(shape, shape.chart, canvas, place)):
            yield finding("contrast", slide, shape, words)


def _unseen(shape: Shape, chart: ChartFacts, canvas: Canvas, place: int) -> str:
    """What of a chart can hardly be told from what lies behind it, as a sentence."""
    grounds = [ink(chart.ground)] if chart.ground else _samples(shape.box, canvas, place)
    lines: list[str] = []
    for series in chart.series:
        looks = [_on(color, grounds) for color in series.colors]
        if not looks:
            continue
        ratio, color, ground = (min if chart.type in _ROUND else max)(looks)
        if ratio < _SEEN:
            what = "a piece" if chart.type in _ROUND else f'the series "{short(series.name, 30)}"'
            lines.append(f"{what} is {color} on {ground.hex} ({ratio:.1f} to 1)")
    for what, color in chart.letters.items():
        ratio, color, ground = _on(color, grounds)
        if ratio < _LETTERS - 0.01:
            lines.append(f"its {what} is {color} on {ground.hex} ({ratio:.1f} to 1)")
    if not lines:
        return ""
    more = f", and {len(lines) - 2} more" if len(lines) > 2 else ""
    return f"in the chart {shape.name!r} {' and '.join(lines[:2])}{more}: hardly to be seen."


def _on(color: str, grounds: list[Ink]) -> tuple[float, str, Ink]:
    """The contrast of a colour where it is low on a third of the ground, and that ground."""
    ratios = sorted((ratio_of(ink(color), ground), ground) for ground in grounds)
    ratio, ground = ratios[int(len(ratios) * _SHARE)]
    return ratio, color, ground


class Faint(NamedTuple):
    """Text that is hard to read: the contrast it has and needs, its run and what it stands on."""

    ratio: float
    needed: float
    run: Run
    ground: Ink

    def finding(self, slide: Slide, shape: Shape) -> Finding:
        """As a sentence."""
        run = self.run
        words = (
            f'"{short(run.text, 40)}" in {shape.name!r} is {run.color} on {self.ground.hex}, a contrast of '
            f"{self.ratio:.1f} to 1; WCAG 2.2 (1.4.3) asks for {self.needed:g} to 1 at {run.size:g} pt."
        )
        return finding("contrast", slide, shape, words)


def faintest(shape: Shape, paragraphs: list[Paragraph], grounds: list[Ink], worst: Faint | None) -> Faint | None:
    """The look of these paragraphs that is hardest to read on these colours, or what was harder before."""
    for run in _looks(paragraphs):
        needed = _needed(run, shape)
        ratios = sorted((ratio_of(ink(run.color), ground), ground) for ground in grounds)
        ratio, ground = ratios[int(len(ratios) * _SHARE)]
        if ratio < needed - 0.01 and (worst is None or ratio / needed < worst.ratio / worst.needed):
            worst = Faint(ratio, needed, run, ground)
    return worst


def _grounds(shape: Shape, place: int, canvas: Canvas) -> Iterator[tuple[list[Paragraph], list[Ink]]]:
    """Each text of a shape with the colours that lie under it."""
    if shape.table:
        for cell, box in _cells(shape.box, shape.table) if shape.table.known_style else ():
            if cell.fill and cell.fill_opacity >= 1:
                yield cell.paragraphs, [ink(cell.fill)]
            else:
                fill = ink(cell.fill, cell.fill_opacity if cell.fill else 0)
                yield cell.paragraphs, [fill.over(below) for below in _samples(box, canvas, place)]
        return
    box = text_box(shape)
    if box:
        yield shape.paragraphs, _samples(box, canvas, place + 1)


def _cells(box: Box, table: Table) -> Iterator[tuple[Cell, Box]]:
    """Each cell with the place where it stands: what lies under the header says nothing of the row below."""
    down = box.top
    for row, height in zip(table.cells, row_heights(table), strict=True):
        across = box.left
        for cell, width in zip(row, table.widths, strict=False):
            yield cell, Box(left=across, top=down, width=width, height=height)
            across += width
        down += height


def _samples(box: Box, canvas: Canvas, below: int) -> list[Ink]:
    return [
        canvas.at(box.left + box.width * (x + 0.5) / _ACROSS, box.top + box.height * (y + 0.5) / _DOWN, below)
        for x in range(_ACROSS)
        for y in range(_DOWN)
    ]


def _looks(paragraphs: list[Paragraph]) -> list[Run]:
    """One run for each look that the text has."""
    runs = [run for paragraph in paragraphs for run in paragraph.runs if run.text.strip()]
    return list({(run.color, run.size, run.bold): run for run in runs}.values())


def _needed(run: Run, shape: Shape) -> float:
    furniture = shape.placeholder is not None and shape.placeholder.type in _FOOTERS
    return 3.0 if furniture else needed_contrast(run.size, run.bold)
