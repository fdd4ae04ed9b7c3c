"""Text that is hard to read on what really lies beneath it.

WCAG 2.2, success criterion 1.4.3 (https://www.w3.org/TR/WCAG22/#contrast-minimum): 4.5 to 1, and 3 to 1 for text of 18
points, or 14 points bold, and more. Page numbers, dates and footers are held to 3 to 1 at any size: they are furniture.
"""

from collections.abc import Iterator

from ...base import Box
from ...colors import Ink, ink
from ...colors import contrast as ratio_of
from ..canvas import Canvas
from ..facts import Finding, Paragraph, Run, Shape, Slide
from ..measuring import text_box

_FOOTERS = ("dt", "ftr", "sldNum")
_ACROSS, _DOWN = 7, 3
_SHARE = 1 / 3
"""Text is hard to read when it is so on a third of its area: a stray corner over something dark is not yet a fault."""


def contrast(slide: Slide, canvas: Canvas) -> Iterator[Finding]:
    """One finding a shape at most: its worst text."""
    for place, shape in enumerate(slide.shapes):
        if shape.hidden:
            continue
        worst: tuple[float, float, Run, Ink] | None = None
        for paragraphs, grounds in _grounds(shape, place, canvas):
            for run in _looks(paragraphs):
                needed = _needed(run, shape)
                ratios = sorted((ratio_of(ink(run.color), ground), ground) for ground in grounds)
                ratio, ground = ratios[int(len(ratios) * _SHARE)]
                if ratio < needed - 0.01 and (worst is None or ratio / needed < worst[0] / worst[1]):
                    worst = (ratio, needed, run, ground)
        if worst:
            ratio, needed, run, ground = worst
            yield Finding(
                kind="contrast",
                slide=slide.index,
                shapes=[shape.id],
                boxes=[shape.bounds],
                message=(
                    f'Slide {slide.index}: "{_short(run.text)}" in {shape.name!r} is {run.color} on {ground.hex}, '
                    f"a contrast of {ratio:.1f} to 1; WCAG 2.2 (1.4.3) asks for {needed:g} to 1 at {run.size:g} pt."
                ),
            )


def _grounds(shape: Shape, place: int, canvas: Canvas) -> Iterator[tuple[list[Paragraph], list[Ink]]]:
    """Each text of a shape with the colours that lie under it."""
    if shape.table:
        for row in shape.table.cells if shape.table.known_style else ():
            for cell in row:
                bare = not cell.fill
                yield cell.paragraphs, _samples(shape.box, canvas, place) if bare else [ink(cell.fill)]
        return
    box = text_box(shape)
    if box:
        yield shape.paragraphs, _samples(box, canvas, place + 1)


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
    large = run.size >= 18 or (run.bold and run.size >= 14)
    furniture = shape.placeholder is not None and shape.placeholder.type in _FOOTERS
    return 3.0 if large or furniture else 4.5


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 40 else text[:39] + "…"
