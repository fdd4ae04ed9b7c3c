"""What a careful reader would object to on a slide, each rule on its own, all of them deaf to what is deliberate.

A finding is worth something only if a decent deck has none. So a card under its text, a picture bleeding off the
page, a circle cut by the edge or a label in a chart is not reported; text that runs out of its box or over other text
is.
"""

from ..canvas import Canvas
from ..facts import Finding, Slide
from .contrast import contrast
from .geometry import off_page, overflow, overlap, things_of
from .showing import broken_images, distorted_pictures, missing_alt, missing_fonts
from .wording import leaks, tiny_text, untouched

__all__ = ["findings_of", "missing_fonts"]


def findings_of(slide: Slide, canvas: Canvas, prompts: set[str]) -> list[Finding]:
    """All findings of a slide; `prompts` are the words its layout shows in empty placeholders."""
    things = things_of(slide)
    return [
        *overflow(slide),
        *overlap(slide, things),
        *off_page(slide, things, canvas.page),
        *contrast(slide, canvas),
        *tiny_text(slide, canvas.page),
        *untouched(slide),
        *leaks(slide, prompts),
        *missing_alt(slide),
        *distorted_pictures(slide, canvas),
        *broken_images(slide, canvas),
    ]
