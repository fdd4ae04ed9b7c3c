"""Text that is hard to read: too little contrast with what lies under it, or too small.

Headers and footers are held to 3 to 1 at any size: they are furniture. Headings too, for Word's own styles go no
further and they are short.
"""

from collections.abc import Iterator

from ...colors import contrast as ratio_of
from ...colors import needed_contrast
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
    if place.where in ("header", "footer") or place.facts.heading > 0:
        return 3.0
    return needed_contrast(look.size, look.bold)


def short(text: str, most: int = 40) -> str:
    """A text for a sentence: one line, cut where it is long."""
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1] + "…"
