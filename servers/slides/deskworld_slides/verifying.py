"""What a saved deck really holds, seen by opening it again, and what is wrong on the slides that were changed.

The file is read back by the inspector, which shares no code with the library that wrote it, so a reader other than the
writer has seen the deck before a tool says that it is there. It reads the slides that were changed and sees that all
others are there; those were written as they were, so an edit costs what it touches and not what the deck holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from deskworld_kit import ToolError

from deskworld_slides.objects import Presentation

_MOST = 8
_SERIOUS = ("overflow", "overlap", "off_page", "leaking_placeholder", "distorted_picture", "broken_image")


def facts(place: Path, slides: Sequence[int] | None = None, *, argument: str = "path") -> Any:
    """A deck's facts as the inspector reads them, of some slides or of all."""
    from deskworld_artifacts import InspectError, inspect

    try:
        return inspect(place, slides=slides)
    except InspectError as error:
        raise ToolError(str(error), argument=argument) from error


def as_shown(place: Path, seen: Any) -> Any:
    """Facts with the contrast of text over pictures measured on a render, where one can be made."""
    from deskworld_artifacts import RenderError
    from deskworld_artifacts.inspection.deck.shown import measured

    try:
        return measured(place, seen)
    except RenderError:
        return seen


def look_again(place: Path, meant: Presentation, numbers: list[int]) -> tuple[str, list[str]]:
    """Read the written file; returns what is in it and what is wrong on these slides.

    Raises:
        ToolError: It does not hold what was meant; the caller then keeps the old file.
    """
    from deskworld_slides.finding import every_element, label_of

    seen = facts(place, numbers)
    intended = list(meant.slides)
    if len(seen.slides) != len(intended):
        raise ToolError("the saved deck did not hold what was written; the old file was kept", argument="path")
    parts = [f"{len(intended)} slide{'' if len(intended) == 1 else 's'}"]
    for number in numbers:
        slide = seen.slides[number - 1]
        there = {(shape.id, shape.name) for shape in slide.shapes}
        shapes = every_element(intended[number - 1].shapes._spTree)
        missing = [label[1] for shape in shapes if (label := label_of(shape)) not in there]
        if missing:
            raise ToolError(f"the saved deck lacks {missing[0]!r}; the old file was kept", argument="path")
        named = f" {slide.title[:60]!r}" if slide.title else ""
        parts.append(f"slide {number}{named} with {len(slide.shapes)} shape{'' if len(slide.shapes) == 1 else 's'}")
    if len(parts) > _MOST + 1:
        parts[_MOST + 1 :] = [f"and {len(parts) - _MOST - 1} more changed"]
    wrong = [each for each in seen.findings if each.kind in _SERIOUS or _faint(seen, each)]
    warnings = [f"{each.kind}: {each.message}" for each in wrong[:_MOST]]
    if len(wrong) > _MOST:
        warnings.append(f"and {len(wrong) - _MOST} more; check_deck lists all")
    return "reopened: " + "; ".join(parts), warnings


def hard_to_read(place: Path, numbers: Sequence[int]) -> list[str]:
    """The text of these slides that lies on a picture in a colour much like its own, told from its pixels alone."""
    seen = facts(place, numbers)
    wrong = [each for each in seen.findings if each.kind == "contrast" and not _faint(seen, each)]
    more = [f"and {len(wrong) - _MOST} more; check_deck lists all"] if len(wrong) > _MOST else []
    return [f"contrast: {each.message}" for each in wrong[:_MOST]] + more


def _faint(seen: Any, finding: Any) -> bool:
    """Whether text can hardly be read, told from the file alone: on an even ground that is sure without a render."""
    if finding.kind != "contrast":
        return False
    return not set(finding.shapes) & set(seen.slide(finding.slide).uneven)
