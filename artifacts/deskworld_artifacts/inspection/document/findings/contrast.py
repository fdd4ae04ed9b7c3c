"""Text that is hard to read: too little contrast with what lies under it, or too small.

WCAG 2.2, success criterion 1.4.3 (https://www.w3.org/TR/WCAG22/#contrast-minimum): 4.5 to 1, and 3 to 1 for text of 18
points, or 14 points bold, and more. Headings and bold text are held to 3 to 1 at any size, for Word's own styles go no
further and they are short; headers and footers too, which are furniture.
"""

from collections.abc import Iterator

from ...colors import contrast as ratio_of
from ..facts import Finding
from .scene import Look, Place, Scene

_LEAST, _LEAST_BESIDE = 8.0, 6.5
"""Points: in the body, and in headers, footers and notes."""


def contrast(scene: Scene) -> Iterator[Finding]:
    """One finding a paragraph at most: its worst text."""
    for place in scene.places:
        judged = [(_ratio(look) / _needed(look, place), look) for look in place.looks]
        worst = min(judged, key=lambda one: one[0], default=None)
        if worst and worst[0] < 0.997:
            look = worst[1]
            color, ground = look.color, look.ground
            assert color is not None and ground is not None
            yield place.finding(
                "contrast",
                f'"{short(look.text)}" is {color.hex} on {ground.hex}, a contrast of {_ratio(look):.1f} to 1; '
                f"WCAG 2.2 (1.4.3) asks for {_needed(look, place):g} to 1 at {look.size:g} pt.",
            )


def tiny_text(scene: Scene) -> Iterator[Finding]:
    """Text that nobody reads without a glass."""
    for place in scene.places:
        least = _LEAST if place.block else _LEAST_BESIDE
        smallest = min(place.looks, key=lambda look: look.size, default=None)
        if smallest and smallest.size < least - 0.01:
            yield place.finding(
                "tiny_text", f'"{short(smallest.text)}" is set in {smallest.size:g} pt; {least:g} pt is the least.'
            )


def _ratio(look: Look) -> float:
    return ratio_of(look.color, look.ground) if look.color and look.ground else 21.0


def _needed(look: Look, place: Place) -> float:
    large = look.size >= 18 or look.bold or place.facts.heading > 0
    return 3.0 if large or place.where in ("header", "footer") else 4.5


def short(text: str, most: int = 40) -> str:
    """A text for a sentence: one line, cut where it is long."""
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1] + "…"
