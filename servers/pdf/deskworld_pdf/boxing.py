"""Text and pictures in a box on a page, as the page's own content: a flat form filled in, a signature put in its place.

Text is wrapped and made as large as the box allows, no larger than people write by hand into forms; a picture keeps
its ratio. Nothing reaches out of the box unless its size was asked for.
"""

from __future__ import annotations

from deskworld_kit import ToolError

from deskworld_pdf.geometry import Frame, Matrix, Rect
from deskworld_pdf.ink import width_of, wrapped

_SIZES = tuple(size / 2 for size in range(24, 7, -1))
"""12 down to 4 points."""
PAD = 2.0
"""How far text stands from the sides of its box."""
_LEADING = 1.2


def checked(angle: float, margin: float, usual: float) -> None:
    """Refuse what a box has no use for."""
    if angle % 90:
        raise ToolError(f"{angle:g} is out of range; in a box say 0, 90, 180 or 270", argument="angle")
    if margin != usual:
        raise ToolError(
            "a margin is for stamps without a box; leave it out, or make the box smaller", argument="margin"
        )


def room_in(box: Rect, angle: float) -> tuple[float, float]:
    """Width and height of a box for what is turned so in it."""
    across, up = box[2] - box[0], box[3] - box[1]
    return (up, across) if round(angle / 90) % 2 else (across, up)


def lines_for(text: str, size: float, box: Rect, angle: float) -> tuple[str, float, str]:
    """The text in lines, the size of its letters, and what to say where they reach out of the box.

    Raises:
        ToolError: It does not fit at any size that can be read.
    """
    width, height = room_in(box, angle)
    best = next((each for each in _SIZES if _fits(text, each, width, height)), 0.0)
    if not size and not best:
        raise ToolError(
            f"{text[:40]!r} does not fit a box of {width:g} x {height:g} points at {_SIZES[-1]:g} points; "
            "make the box larger or the text shorter",
            argument="box",
        )
    chosen = size or best
    warning = ""
    if size and not _fits(text, size, width, height):
        warning = f"at {size:g} points the text reaches out of its box" + (f"; {best:g} fits" if best else "")
    return "\n".join(_wrapped(text, chosen, width)), chosen, warning


def _wrapped(text: str, size: float, width: float) -> list[str]:
    return wrapped(text, size, max(width - 2 * PAD, 1.0))


def _fits(text: str, size: float, width: float, height: float) -> bool:
    lines = _wrapped(text, size, width)
    words = max((width_of(word, size) for word in text.split()), default=0.0)  # a word that is cut does not fit
    return size * _LEADING * len(lines) <= height + 0.5 and words <= max(width - 2 * PAD, 1.0)


def fill(size: tuple[float, float], box: Rect, angle: float) -> tuple[float, float]:
    """Width and height of a picture that fills a box one way, its ratio kept."""
    width, height = room_in(box, angle)
    scale = min(width / size[0], height / size[1])
    return size[0] * scale, size[1] * scale


def moved(matrix: Matrix, frame: Frame, box: Rect) -> Matrix:
    """A matrix within a box, as one of the page: both count upright from the left bottom."""
    a, b, c, d, e, f = matrix
    return a, b, c, d, e + box[0], f + frame.size[1] - box[3]
