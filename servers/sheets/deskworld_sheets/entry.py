"""Values and formulas into cells, and out of them again."""

from typing import Literal

from deskworld_kit import Saved, ToolError, World, tool
from pydantic import Field

from . import engine
from .saving import Path, Rows, SheetName, editing


class Written(Saved):
    range: str = Field(description="The cells that were written, like Sheet1!A1:C3.")


class Cleared(Written):
    cleared: int = Field(description="Cells that held something.")


@tool("edit", core=True, idempotent=True)
def write_range(
    world: World, path: Path, values: Rows, sheet: SheetName = "", start: str = "A1", as_text: bool = False
) -> Written:
    """Write rows of values from one cell on; looks stay, and every formula's value is right after it.

    Text that starts with = is a formula; '=x writes the text =x. ISO dates (2026-03-31) become dates. null empties.

    Args:
        values: Rows of cells: [["Item", "Cost"], ["Tea", 3.5], ["Total", "=SUM(B2:B2)"]].
        start: Top left cell, like B2 or Data!B2.
        as_text: Write everything as plain text, also what looks like a formula or a date.
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
    return Written(**book.saved, range=engine.content.label(found, area))


@tool("edit", core=True)
def append_rows(world: World, path: Path, rows: Rows, sheet: SheetName = "", table: str = "") -> Written:
    """Add rows below the last row of a sheet or of a table, in the look of the row above; a table grows with them.

    Args:
        rows: Rows of values, as write_range takes them.
        table: Name of a table to add to, in place of the sheet's end.
    """
    with editing(world, path) as book:
        found, area = engine.appending.append(book, sheet, table, rows)
    return Written(**book.saved, range=engine.content.label(found, area))


@tool("remove", core=True, idempotent=True)
def clear_range(
    world: World, path: Path, range: str, sheet: SheetName = "", what: Literal["values", "formats", "all"] = "values"
) -> Cleared:
    """Empty cells of their values and formulas, of their formats, or of both. Nothing moves."""
    with editing(world, path) as book:
        found, area = book.locate(sheet, range)
        cleared = engine.content.clear(book, found, area, values=what != "formats", formats=what != "values")
    return Cleared(**book.saved, range=engine.content.label(found, area), cleared=cleared)


@tool("edit", core=True, idempotent=True)
def fill_formula(world: World, path: Path, range: str, formula: str, sheet: SheetName = "") -> Written:
    """Put a formula in every cell of a range, its relative references moving along as when dragged in Excel.

    Args:
        range: One cell or many, like D2:D100.
        formula: As it reads in the range's first cell, like =B2*$C$1.
    """
    with editing(world, path) as book:
        found, area = book.locate(sheet, range)
        engine.content.fill(book, found, area, formula)
    return Written(**book.saved, range=engine.content.label(found, area))
