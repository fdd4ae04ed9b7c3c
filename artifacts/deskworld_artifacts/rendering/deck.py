"""Slides as pictures.

Only the slides asked for are written by LibreOffice, so one slide of a large deck costs one slide. Hidden ones are
drawn too, and their labels say so: whoever checks a deck must see all of it.
"""

from pathlib import Path

from ..office import shared
from . import pdf
from .rendered import Rendered, rendered
from .wanted import Wanted


def render(path: Path, wanted: Wanted) -> list[Rendered]:
    """Each slide wanted."""
    with pdf.scratch() as target:
        answer = shared().do("slides", path, target=str(target), pages=wanted.pages)
        slides = wanted.of(answer["count"], "slide", path.name)
        page_of = {slide: index for index, slide in enumerate(sorted(slides))}
        hidden = set(answer["hidden"])
        with pdf.opened(target) as made:
            return [
                rendered(
                    slide,
                    f"Slide {slide}{' (hidden)' if slide in hidden else ''}",
                    pdf.draw(made[page_of[slide]], wanted.width),
                )
                for slide in slides
            ]
