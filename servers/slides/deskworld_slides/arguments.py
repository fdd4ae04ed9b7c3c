"""Arguments that many tools take, each with the few words that a model needs to give it right.

A model sees a tool's schema and nothing else, and pays for every byte of it. So what is not obvious is said once here,
in as few words as will do; what only one tool takes is said in that tool's docstring. The everyday tools say how
slides and shapes are named; the others take them the same way and need not say it again.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Field


def _all(slides: Any) -> Any:
    """The word for all slides as what stands for them."""
    return None if isinstance(slides, str) and slides.strip().casefold() == "all" else slides


Slide = Annotated[int, Field(description="From 1.")]
Slides = Annotated[list[int], Field(description="From 1.")]
SomeSlides = Annotated[list[int] | None, BeforeValidator(_all), Field(description="All if left out.")]
Position = Annotated[int | None, Field(description="From 1; else the end.")]

Shape = Annotated[str, Field(description="Id or name.")]
Shapes = Annotated[list[str], Field(description="Ids or names.")]
OnlyShape = Annotated[str, Field(description="If several.")]
"""A table or chart, which a slide seldom has two of."""

Points = Annotated[float | None, Field(description="In points.")]

Color = Annotated[str, Field(description="#RRGGBB, red or accent1.")]
Fill = Annotated[str, Field(description="#RRGGBB, red, accent1 or none.")]
Colors = Annotated[list[str] | None, Field(description="#RRGGBB, red or accent1, one a series.")]

OnLayout = Annotated[str, Field(description="Instead of a slide: a layout's name or master, for all its slides.")]
Overwrite = Annotated[bool, Field(description="Replace what is there.")]
Picture = Annotated[str, Field(description="Path of an image.")]
Template = Annotated[str, Field(description="A deck whose design to take.")]
NumberFormat = Annotated[str, Field(description="Like #,##0 or 0.0%.")]
Categories = Annotated[list[str] | None, Field(description="Not for scatter, bubble.")]
Lines = Annotated[str, Field(description="A line a paragraph.")]
Words = Annotated[str, Field(description="Only these words.")]
