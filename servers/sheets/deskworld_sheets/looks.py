"""How cells look: formats, borders, merges, widths and heights."""

from typing import Annotated, Literal

from deskworld_kit import Page, Result, Saved, ToolError, World, page, tool
from pydantic import Field

from . import engine
from .arguments import Color, Columns, Range, Sheet
from .saving import editing, reading

Indent = Annotated[int, Field(ge=0, le=15)]


class Formatted(Saved):
    range: str


class CellLook(Result):
    range: str = Field(description="The cells that look so, like A1:D1 A9.")
    number_format: str
    font: str
    size: float
    bold: bool
    italic: bool
    underline: bool
    color: str = Field(description="Empty: black, or as the theme has it.")
    fill: str
    align: str
    valign: str
    wrap: bool
    borders: list[str]


class WidthsSet(Saved):
    widths: dict[str, float] = Field(description="Column letters and their widths in characters.")


@tool("edit", core=True)
def format_range(
    world: World,
    path: str,
    range: Range,
    sheet: Sheet = "",
    number_format: str = "",
    bold: bool | None = None,
    italic: bool | None = None,
    underline: bool | None = None,
    strike: bool | None = None,
    font: str = "",
    size: float = 0,
    color: str = "",
    fill: str = "",
    align: Literal["left", "center", "right", "justify", "general"] | None = None,
    valign: Literal["top", "center", "bottom"] | None = None,
    wrap: bool | None = None,
    indent: Indent | None = None,
) -> Formatted:
    """Change how cells look; what is left out stays. Whole columns (B:D) too. Colours like #1F4E79.

    Args:
        number_format: Like #,##0.00, 0.0%, yyyy-mm-dd, 0 "kg" or currency.
        size: In points.
    """
    if size and not 1 <= size <= engine.styles.LARGEST:
        raise ToolError(f"{size:g} is no size; Excel takes 1 to {engine.styles.LARGEST} points", argument="size")
    look = engine.styles.Look(
        number_format=engine.codes.code_of(number_format), bold=bold, italic=italic, underline=underline,
        strike=strike, font=font, indent=indent, size=size, color=color, fill=fill,
        horizontal=align or "", vertical=valign or "", wrap=wrap,
    )  # fmt: skip
    if look == engine.styles.Look():
        raise ToolError("nothing to change: give number_format, bold, fill or another", argument="number_format")
    with editing(world, path) as book:
        found, area = book.locate(sheet, range)
        engine.formats.apply(book, found, area, look)
    return Formatted(**book.saved, range=engine.content.label(found, area))


@tool("read")
def get_cell_format(world: World, path: str, range: Range, sheet: Sheet = "") -> Page[CellLook]:
    """How cells look: number format, font, colours, alignment, borders; each look once."""
    with reading(world, path) as book:
        found, area = book.locate(sheet, range)
        used = book.used(found)
        seen = (area.within(used) if used and area.cells > engine.lookups.MOST_CELLS else None) or area
        looks = [
            CellLook(
                range=item.areas, number_format=item.number_format, font=item.style.font, size=item.style.size,
                bold=item.style.bold, italic=item.style.italic, underline=item.style.underline,
                color=item.style.color, fill=item.style.fill, align=item.style.horizontal or "general",
                valign=item.style.vertical or "bottom", wrap=item.style.wrap, borders=item.style.borders,
            )
            for item in engine.lookups.looks(book, found, seen)
        ]  # fmt: skip
    return page(looks, limit=100)


@tool("edit")
def set_borders(
    world: World,
    path: str,
    range: Range,
    sheet: Sheet = "",
    style: Literal["thin", "medium", "thick", "double", "dashed", "none"] = "thin",
    edges: Literal["all", "outline", "inside", "top", "bottom", "left", "right"] = "all",
    color: Color = "",
) -> Formatted:
    """Draw lines round each cell (all), round the range (outline), between its cells, or at one side of each."""
    with editing(world, path) as book:
        found, area = book.locate(sheet, range)
        if edges == "outline":
            engine.formats.outline(book, found, area, engine.styles.Look(border=style, border_color=color))
        elif edges == "inside":
            engine.formats.inside(book, found, area, engine.styles.Look(border=style, border_color=color))
        else:
            sides = ("left", "right", "top", "bottom") if edges == "all" else (edges,)
            look = engine.styles.Look(border=style, border_color=color, edges=sides)
            engine.formats.apply(book, found, area, look)
    return Formatted(**book.saved, range=engine.content.label(found, area))


@tool("edit")
def copy_format(world: World, path: str, source: str, target: str, sheet: Sheet = "") -> Formatted:
    """Lay the formats of some cells on others, repeated to fill them.

    Args:
        target: Like A2:D90.
    """
    with editing(world, path) as book:
        first, area = book.locate(sheet, source, "source")
        second, onto = book.locate(sheet, target, "target")
        engine.formats.copy(book, first, area, second, onto)
    return Formatted(**book.saved, range=engine.content.label(second, onto))


@tool("edit")
def merge_cells(world: World, path: str, range: Range, sheet: Sheet = "", center: bool = True) -> Formatted:
    """Merge cells into one; only the top left value stays."""
    with editing(world, path) as book:
        found, area = book.locate(sheet, range)
        engine.formats.merge(book, found, area)
        if center:
            engine.formats.apply(book, found, area, engine.styles.Look(horizontal="center", vertical="center"))
    return Formatted(**book.saved, range=engine.content.label(found, area))


@tool("edit")
def unmerge_cells(world: World, path: str, range: Range, sheet: Sheet = "") -> Formatted:
    """Split every merge that touches a range into its cells again."""
    with editing(world, path) as book:
        found, area = book.locate(sheet, range)
        if not engine.formats.unmerge(book, found, area):
            raise ToolError(f"nothing is merged in {area.name}", argument="range")
    return Formatted(**book.saved, range=engine.content.label(found, area))


@tool("edit")
def set_column_width(
    world: World,
    path: str,
    columns: Columns,
    sheet: Sheet = "",
    width: float = 0,
) -> WidthsSet:
    """Set how wide columns are, in characters; 0 fits each to what it holds.

    Args:
        columns: Like B:F or A,C:D.
    """
    wanted = engine.linenames.lists_of(columns, "column", "columns")
    with editing(world, path) as book:
        found = book.sheet(sheet)
        done: dict[str, float] = {}
        for lines in wanted:
            done |= engine.formats.set_width(book, found, lines.area, width)
    return WidthsSet(**book.saved, widths=done)


@tool("edit")
def set_row_height(
    world: World,
    path: str,
    rows: str,
    sheet: Sheet = "",
    height: float = 0,
) -> Formatted:
    """Set how high rows are, in points; 0 fits what they hold.

    Args:
        rows: Like 2:5.
    """
    lines = engine.linenames.lines_of(rows, "row", "rows")
    with editing(world, path) as book:
        found = book.sheet(sheet)
        engine.formats.set_height(book, found, lines.first, lines.last, height)
    return Formatted(**book.saved, range=engine.content.label(found, lines.area))


@tool("edit")
def hide_lines(world: World, path: str, lines: str, sheet: Sheet = "", hidden: bool = True) -> Formatted:
    """Hide whole rows (2:5) or columns (B:D), or show them again."""
    area = engine.linenames.lines_of(lines, None, "lines").area
    with editing(world, path) as book:
        found = book.sheet(sheet)
        engine.formats.set_hidden(book, found, area, hidden)
    return Formatted(**book.saved, range=engine.content.label(found, area))


@tool("edit", idempotent=False)
def group_lines(
    world: World, path: str, lines: str, sheet: Sheet = "", on: bool = True, folded: bool = False
) -> Formatted:
    """Group rows (2:5) or columns (B:D) under a sign that folds them away, or take them out of their group."""
    wanted = engine.linenames.lines_of(lines, None, "lines")
    with editing(world, path) as book:
        found = book.sheet(sheet)
        engine.outlining.group(book, found, wanted, on=on, folded=folded)
    return Formatted(**book.saved, range=engine.content.label(found, wanted.area))
