"""Arguments that many tools take, each with the few words that a model needs to give it right.

A model sees a tool's schema and nothing else, and pays for every byte of it. So what is not obvious is said once here,
in as few words as will do; what only one tool takes is said in that tool's docstring.
"""

from __future__ import annotations

from typing import Annotated, Any

from deskworld_kit import Arguments
from pydantic import Field


def _unsaid(schema: dict[str, Any]) -> None:
    schema.pop("default", None)


UNSAID: Any = Field(json_schema_extra=_unsaid)
"""A default that leaving the argument out says by itself, or the first of some choices: the summary says so."""


Pages = list[int]
SomePages = list[int] | None
"""From 1; all if left out: the server's summary says so once for all tools."""
Target = str
"""Where to save instead of in place; the server's summary says so once for all tools."""
Overwrite = bool
"""Replace what is there: the server's summary says so once for all tools."""
Area = Annotated[list[float], Field(min_length=4, max_length=4, description="left, top, right, bottom")]
SomeArea = Annotated[
    Annotated[list[float], Field(min_length=4, max_length=4)] | None, Field(description="left, top, right, bottom")
]


class PageArea(Arguments):
    """A place."""

    page: int
    box: Area
