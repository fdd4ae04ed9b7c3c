"""What a slide shows badly or not at all: pictures bent or broken, fonts not there, nothing for who can't see."""

import re
from collections.abc import Iterator

from ...fonts import stand_in
from ..canvas import Canvas
from ..facts import Finding, Shape, Slide
from .saying import finding

_FILE_NAME = re.compile(r"^[\w\- ().]+\.(?:png|jpe?g|gif|bmp|tiff?|svg|emf|wmf|webp)$", re.IGNORECASE)
_SPEAKING = ("picture", "chart", "media", "diagram")
_DISTORTED = 0.03


def missing_alt(slide: Slide) -> Iterator[Finding]:
    """Pictures, charts and clips without words for those who can't see them; a file's name is no description."""
    for shape in slide.shapes:
        if shape.type not in _SPEAKING or shape.decorative or shape.hidden:
            continue
        if not shape.alt:
            yield finding("missing_alt", slide, shape, f"the {shape.type} {shape.name!r} has no alternative text.")
        elif _FILE_NAME.match(shape.alt):
            message = f"the alternative text of the {shape.type} {shape.name!r} is only a file name ({shape.alt})."
            yield finding("missing_alt", slide, shape, message)


def distorted_pictures(slide: Slide, canvas: Canvas) -> Iterator[Finding]:
    """Pictures stretched or squeezed by more than three percent, that behind the slide too."""
    if abs(canvas.background_distortion - 1) > _DISTORTED:
        how = "stretched" if canvas.background_distortion > 1 else "squeezed"
        words = (
            f"Slide {slide.index}: the picture behind the slide is {how} in width to "
            f"{canvas.background_distortion:.0%} of its own ratio."
        )
        yield Finding(kind="distorted_picture", slide=slide.index, shapes=[], boxes=[canvas.page], message=words)
    for shape in slide.shapes:
        ratio = shape.picture.distortion if shape.picture and not shape.hidden else 1
        if abs(ratio - 1) > _DISTORTED:
            how = "stretched" if ratio > 1 else "squeezed"
            message = f"the picture {shape.name!r} is {how} in width to {ratio:.0%} of its own ratio."
            yield finding("distorted_picture", slide, shape, message)


def broken_images(slide: Slide, canvas: Canvas) -> Iterator[Finding]:
    """Pictures (and charts) that can't be shown: not in the file, empty, broken off, or no picture at all."""
    for shape in slide.shapes:
        why = shape.picture.broken if shape.picture else shape.broken
        if why and not shape.hidden:
            what = "chart" if shape.type == "chart" else "picture" if shape.picture else "picture that fills"
            yield finding("broken_image", slide, shape, f"the {what} {shape.name!r} can't be shown: {why}.")
    if canvas.background_problem:
        words = f"Slide {slide.index}: the picture behind the slide can't be shown: {canvas.background_problem}."
        yield Finding(kind="broken_image", slide=slide.index, shapes=[], boxes=[canvas.page], message=words)


def missing_fonts(slides: list[Slide], embedded: set[str]) -> Iterator[Finding]:
    """Fonts that slides name and this machine lacks, each once, at the first slide that shows it.

    One drawn to the same widths (Carlito for Calibri) stands in unnoticed; any other breaks lines elsewhere, so what
    is seen and measured here is not what others see.
    """
    users: dict[str, list[tuple[Slide, Shape]]] = {}
    for slide in slides:
        for shape in slide.shapes:
            if not shape.hidden:
                for font in {run.font for run in shape.runs if run.text.strip()}:
                    users.setdefault(font, []).append((slide, shape))
    for font, places in users.items():
        shown = "" if font.casefold() in embedded else stand_in(font)
        if not shown:
            continue
        first = places[0][0]
        here = [shape for slide, shape in places if slide is first]
        numbers = sorted({slide.index for slide, _ in places})
        more = f" (and on {len(numbers) - 1} more)" if len(numbers) > 1 else ""
        yield Finding(
            kind="missing_font",
            slide=first.index,
            shapes=[shape.id for shape in here],
            boxes=[shape.bounds for shape in here],
            message=(
                f"Slide {first.index}{more}: the font {font!r} is not on this machine; {shown!r} is shown instead, "
                "so lines may break elsewhere."
            ),
        )
