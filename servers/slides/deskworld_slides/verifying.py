"""What a saved deck really holds, seen by opening it again, and what is wrong on the slides that were changed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from deskworld_kit import ToolError

from deskworld_slides.finding import every_shape, title_of

if TYPE_CHECKING:
    from pptx.presentation import Presentation
    from pptx.slide import Slide

_MOST = 8


def seen(place: Path, meant: Presentation, numbers: list[int]) -> str:
    """Reopen the file and say what is in it; an error when it does not hold what was meant."""
    from deskworld_slides.opening import parse

    reopened = list(parse(place.read_bytes()).slides)
    intended = list(meant.slides)
    for number in numbers:
        if len(reopened) != len(intended) or _signature(reopened[number - 1]) != _signature(intended[number - 1]):
            raise ToolError("the saved deck did not hold what was written; the old file was kept", argument="path")
    parts = [f"{len(reopened)} slide{'' if len(reopened) == 1 else 's'}"]
    for number in numbers[:_MOST]:
        slide = reopened[number - 1]
        count = len(slide.shapes)
        title = title_of(slide)
        named = f" {title[:60]!r}" if title else ""
        parts.append(f"slide {number}{named} with {count} shape{'' if count == 1 else 's'}")
    if len(numbers) > _MOST:
        parts.append(f"and {len(numbers) - _MOST} more changed")
    return "reopened: " + "; ".join(parts)


def problems(place: Path, numbers: list[int]) -> list[str]:
    """The findings on these slides, a line each."""
    return []


def _signature(slide: Slide) -> list[tuple[int, str, str]]:
    return [
        (shape.shape_id, shape.name, shape.text_frame.text if shape.has_text_frame else "")  # pyright: ignore[reportAttributeAccessIssue]
        for shape in every_shape(slide)
    ]
