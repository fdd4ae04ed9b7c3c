"""Arguments that many tools take, each with the few words that a model needs to give it right.

A model pays for every byte of a schema, so what can be said in one argument is not said in three: a size is one text,
limits are told by the error that meets them, and a dark drawing is a switch.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, cast

from deskworld_kit import ToolError
from pydantic import BeforeValidator, Field


def _size(given: Any) -> Any:
    """Two numbers, in a list or by name, as the text that says them."""
    if isinstance(given, dict):
        given = [cast("dict[str, Any]", given).get(name) for name in ("width", "height")]
    pair = cast("list[Any]", given)
    if isinstance(given, list) and len(pair) == 2 and all(isinstance(side, int | float) for side in pair):
        return "x".join(f"{side:.0f}" for side in pair)
    return cast("Any", given)


Size = Annotated[str, BeforeValidator(_size), Field(description="Like 1200x750.")]
Form = Annotated[str, Field(description="Like #,##0, 0.0% or $0.0a.")]
"""How numbers are written; see `formats.py`."""


def sides(size: str, default: tuple[int, int], *, least: int = 150, most: int = 4000) -> tuple[int, int]:
    """Width and height in pixels.

    Args:
        size: Like '1200x750'; empty for the default.
        default: Used then.
        least: Of either side.
        most: Of either side.

    Raises:
        ToolError: It is no size, or too small or large a one.
    """
    if not size.strip():
        return default
    found = re.fullmatch(r"\s*(\d{1,6})\s*[x×X*]\s*(\d{1,6})\s*(?:px)?\s*", size)
    if not found:
        raise ToolError(f"{size[:40]!r} is no size; say width x height in pixels, like '1200x750'", argument="size")
    return within(int(found[1]), least, most, "size"), within(int(found[2]), least, most, "size")


def within(number: int, least: int, most: int, argument: str) -> int:
    """The number, if it lies between two.

    Raises:
        ToolError: It does not.
    """
    if not least <= number <= most:
        said = str(number)[:20]
        raise ToolError(f"{said} is not possible; it can be {least} to {most}", argument=argument)
    return number


def theme_of(dark: bool) -> str:
    """The name of a look."""
    return "dark" if dark else "light"
