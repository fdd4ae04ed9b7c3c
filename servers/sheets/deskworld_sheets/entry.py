"""Values and formulas into cells, and out of them again."""

from typing import Literal

from deskworld_kit import Saved, ToolError, World, tool
from pydantic import Field

from . import engine
from .arguments import NamedRows, Range, Sheet, Values
from .saving import editing


class Written(Saved):
    range: str = Field(description="The cells that were written, like Sheet1!A1:C3.")


class Cleared(Written):
    cleared: int = Field(description="Cells that held something.")


@tool("edit", core=True)
def write_range(
    world: World, path: str, values: Values, sheet: Sheet = "", start: str = "A1", as_text: bool = False
) -> Written:
    """Write rows of values from one cell on; formats stay, and formulas show right values after it.

    Text that starts with = is a formula; '=x writes the text =x. ISO dates become dates. null empties.

    Args:
        start: Top left cell, like B2.
        as_text: Formulas and dates stay text.
    """
    with editing(world, path) as book:
        found, area = book.locate(sheet, start, "start")
        if area.cells > 1:
            needed = engine.content.block(area.top, area.left, values)
            if area.within(needed) != needed:
                raise ToolError(
                    f"the values fill {needed.name}, more than {area.name}; give only the first cell", argument="start"
                )
        area = engine.content.write(book, found, area.top, area.left, values, as_text=as_text)
        if not as_text:
            engine.numerals.warn_of_texts(book, found, area, values)
    return Written(**book.saved, range=engine.content.label(found, area))


@tool("add", core=True)
def append_rows(world: World, path: str, rows: NamedRows, sheet: str = "", table: str = "") -> Written:
    """Add rows below the last row of a sheet or table, in its look; a table grows with them.

    Args:
        table: Its name, instead of a sheet.
    """
    with editing(world, path) as book:
        found, area = engine.appending.append(book, sheet, table, rows)
    return Written(**book.saved, range=engine.content.label(found, area))


@tool("remove", core=True, idempotent=True)
def clear_range(
    world: World, path: str, range: Range, sheet: Sheet = "", what: Literal["values", "formats", "all"] = "values"
) -> Cleared:
    """Empty cells of their values and formulas, of their formats, or of both. Nothing moves."""
    with editing(world, path) as book:
        found, area = book.locate(sheet, range)
        cleared = engine.content.clear(book, found, area, values=what != "formats", formats=what != "values")
    return Cleared(**book.saved, range=engine.content.label(found, area), cleared=cleared)


@tool("edit", core=True)
def fill_formula(world: World, path: str, range: Range, formula: str, sheet: Sheet = "") -> Written:
    """Put a formula in every cell of a range, references moving along as when dragged.

    Args:
        formula: As in the range's first cell, like =B2*$C$1.
    """
    with editing(world, path) as book:
        found, area = book.locate(sheet, range)
        engine.content.fill(book, found, area, formula)
    return Written(**book.saved, range=engine.content.label(found, area))
