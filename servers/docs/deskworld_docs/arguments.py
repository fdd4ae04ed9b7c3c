"""Arguments that many tools take, each with the few words that a model needs to give it right.

A model sees a tool's schema and nothing else, and pays for every byte of it. So what is not obvious is said once here,
in as few words as will do; what only one tool takes is said in that tool's docstring.
"""

from __future__ import annotations

from typing import Annotated, cast

from pydantic import BeforeValidator, Field


def _place(given: object) -> object:
    """A block's number may come as one."""
    return str(given) if isinstance(given, int) and not isinstance(given, bool) else given


def named_rows(given: object) -> object:
    """Rows may come as objects, a cell by its column's name: the names are the headings."""
    rows = cast("list[object]", given) if isinstance(given, list) else []
    if not rows or not all(isinstance(row, dict) for row in rows):
        return given
    named = [cast("dict[str, object]", row) for row in rows]
    columns = list(dict.fromkeys(name for row in named for name in row))
    return [columns, *([row.get(name) for name in columns] for row in named)]


_AsPlace = BeforeValidator(_place)

Block = Annotated[str, _AsPlace, Field(description="Like 12, or 12.2.3: a cell.")]
"""A place in the document: see `places`."""
Blocks = Annotated[list[Annotated[str, _AsPlace]], Field(description="Like 3, or 5-9.")]
SomeBlocks = Annotated[list[Annotated[str, _AsPlace]] | None, Field(description="Like 3, or 5-9; all if left out.")]
After = Annotated[str, _AsPlace, Field(description="A block; 0: start; else the end.")]
Goal = Annotated[str, _AsPlace, Field(description="Block of a caption, heading or numbered item.")]
TableBlock = Annotated[str, _AsPlace, Field(description="The table's block.")]

Markdown = Annotated[str, Field(description="Markdown.")]
Words = Annotated[str, Field(description="Only these words.")]
Color = Annotated[str, Field(description="#RRGGBB or accent1.")]
Fill = Annotated[str, Field(description="#RRGGBB, accent1 or none.")]
Picture = Annotated[str, Field(description="Path of an image.")]
Overwrite = Annotated[bool, Field(description="Replace what is there.")]
Points = Annotated[float | None, Field(description="In points.")]
Style = Annotated[str, Field(description="A style's name.")]
