"""How cells look: formats, borders, merges, widths and heights."""

from typing import Literal

from deskworld_kit import Page, Result, Saved, ToolError, World, page, tool
from pydantic import Field

from . import engine
from .arguments import Color, Range, Sheet
from .saving import editing, reading


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
    font: str = "",
    size: float = 0,
    color: str = "",
    fill: str = "",
    align: Literal["left", "center", "right", "general"] | None = None,
    valign: Literal["top", "center", "bottom"] | None = None,
    wrap: bool | None = None,
) -> Formatted:
    """Change how cells look; what is left out stays. Whole columns (B:D) too. Colours like #1F4E79.

    Args:
        number_format: Like #,##0.00, 0.0% or yyyy-mm-dd.
        size: In points.
    """
    look = engine.styles.Look(
        number_format=number_format, bold=bold, italic=italic, underline=underline, font=font, size=size,
        color=color, fill=fill, horizontal=align or "", vertical=valign or "", wrap=wrap,
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
    edges: Literal["all", "outline", "top", "bottom"] = "all",
    color: Color = "",
) -> Formatted:
    """Draw lines round each cell (all), round the range (outline), above or below each."""
    with editing(world, path) as book:
        found, area = book.locate(sheet, range)
        if edges == "outline":
            engine.formats.outline(book, found, area, engine.styles.Look(border=style, border_color=color))
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
    columns: str,
    sheet: Sheet = "",
    width: float = 0,
) -> WidthsSet:
    """Set how wide columns are, in characters; 0 fits each to what it holds.

    Args:
        columns: Like B:F.
    """
    with editing(world, path) as book:
        found, area = book.locate(sheet, columns if ":" in columns else f"{columns}:{columns}", "columns")
        done = engine.formats.set_width(book, found, area, width)
    letters = engine.references.letters
    return WidthsSet(**book.saved, widths={letters(int(column)): width for column, width in done.items()})


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
    with editing(world, path) as book:
        found, area = book.locate(sheet, rows if ":" in rows else f"{rows}:{rows}", "rows")
        engine.formats.set_height(book, found, area.top, area.bottom, height)
    return Formatted(**book.saved, range=engine.content.label(found, area))


@tool("edit")
def hide_lines(world: World, path: str, lines: str, sheet: Sheet = "", hidden: bool = True) -> Formatted:
    """Hide whole rows (2:5) or columns (B:D), or show them again."""
    with editing(world, path) as book:
        found, area = book.locate(sheet, lines, "lines")
        if ":" not in area.name or area.name[-1].isdigit() != area.name[0].isdigit():
            raise ToolError(
                f"{lines!r} names no whole lines; write rows like 2:5 or columns like B:D", argument="lines"
            )
        engine.formats.set_hidden(book, found, area, hidden)
    return Formatted(**book.saved, range=engine.content.label(found, area))
