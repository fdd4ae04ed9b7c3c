"""How cells look and what they let a person type: formats, conditional formats, validations, widths, merges."""

from collections.abc import Sequence
from typing import Annotated, Literal

from deskworld_kit import Saved, Scalar, ToolError, World, tool
from pydantic import Field

from . import engine
from .saving import Path, SheetName, editing

Colour = Annotated[str, Field(description="Like #1F4E79, or a name.")]
Switch = Literal["", "on", "off"]


class Formatted(Saved):
    range: str


class ConditionSet(Formatted):
    rules: int = Field(description="Rules the sheet has now.")


class WidthsSet(Saved):
    widths: dict[str, float] = Field(description="Column letters and their widths in characters.")


def _on(switch: str) -> bool | None:
    return None if not switch else switch == "on"


@tool("edit", core=True, idempotent=True)
def format_range(
    world: World,
    path: Path,
    range: str,
    sheet: SheetName = "",
    number_format: str = "",
    bold: Switch = "",
    italic: Switch = "",
    underline: Switch = "",
    font: str = "",
    size: float = 0,
    color: Colour = "",
    fill: Colour = "",
    align: Literal["", "left", "center", "right", "justify", "general"] = "",
    valign: Literal["", "top", "center", "bottom"] = "",
    wrap: Switch = "",
    border: Literal["", "thin", "medium", "thick", "double", "dotted", "dashed", "hair", "none"] = "",
    border_on: Literal["all", "outline", "top", "bottom"] = "all",
    border_color: Colour = "",
) -> Formatted:
    """Change how cells look. What is left out stays as it is; whole columns (B:D) and rows (1:1) are fine.

    Args:
        number_format: Excel's code, like #,##0.00, 0.0%, yyyy-mm-dd, "$"#,##0.
        fill: A colour, or none.
    """
    look = engine.styles.Look(
        number_format=number_format, bold=_on(bold), italic=_on(italic), underline=_on(underline), font=font, size=size,
        color=color, fill=fill, horizontal=align, vertical=valign, wrap=_on(wrap),
        border=border if border_on != "outline" else "", border_color=border_color,
        edges=(border_on,) if border_on in ("top", "bottom") else ("left", "right", "top", "bottom"),
    )  # fmt: skip
    if look == engine.styles.Look(border_color=border_color, edges=look.edges) and not border:
        raise ToolError(
            "nothing to change: give number_format, bold, fill, border or another", argument="number_format"
        )
    with editing(world, path) as book:
        found, area = book.locate(sheet, range)
        engine.formats.apply(book, found, area, look)
        if border and border_on == "outline":
            engine.formats.outline(book, found, area, engine.styles.Look(border=border, border_color=border_color))
    return Formatted(**book.saved, range=engine.content.label(found, area))


@tool("edit", core=True)
def set_conditional_format(
    world: World,
    path: Path,
    range: str,
    rule: Literal[
        "greater",
        "less",
        "at_least",
        "at_most",
        "equal",
        "not_equal",
        "between",
        "not_between",
        "contains",
        "not_contains",
        "begins_with",
        "ends_with",
        "formula",
        "top",
        "bottom",
        "top_percent",
        "bottom_percent",
        "above_average",
        "below_average",
        "duplicate",
        "unique",
        "blank",
        "not_blank",
        "error",
        "color_scale",
        "data_bar",
        "icons",
        "clear",
    ],
    sheet: SheetName = "",
    value: Scalar = None,
    value2: Scalar = None,
    fill: Colour = "",
    color: Colour = "",
    bold: bool = False,
    colors: Sequence[str] = (),
    icons: Literal["arrows", "traffic_lights", "flags", "signs", "symbols", "ratings", "quarters"] = "arrows",
) -> ConditionSet:
    """Colour cells by a rule that Excel keeps applying; clear takes the rules off the range.

    Args:
        value: Number, text, ISO date, or a formula like =$D2>100 (for rule formula, as in the first cell).
        value2: Upper end for between.
        colors: For color_scale (low to high) and data_bar.
    """  # fmt: skip
    with editing(world, path) as book:
        found, area = book.locate(sheet, range)
        if rule == "clear":
            engine.conditions.clear(book, found, area)
            rules = engine.conditions.count_rules(book, found)
        else:
            plain = not (fill or color or bold)
            look = engine.styles.Look(
                fill="#FFC7CE" if plain else fill, color="#9C0006" if plain else color, bold=bold or None
            )
            given = engine.conditions.Rule(rule, value, value2, look, tuple(colors), icons)
            rules = engine.conditions.add(book, found, area, given)
    return ConditionSet(**book.saved, range=engine.content.label(found, area), rules=rules)


@tool("edit", core=True, idempotent=True)
def set_validation(
    world: World,
    path: Path,
    range: str,
    kind: Literal["list", "whole", "decimal", "date", "time", "text_length", "custom", "any"],
    sheet: SheetName = "",
    items: Sequence[str] = (),
    source: str = "",
    compare: Literal[
        "between", "not_between", "equal", "not_equal", "greater", "less", "at_least", "at_most"
    ] = "between",
    low: Scalar = None,
    high: Scalar = None,
    message: str = "",
    prompt: str = "",
    warn_only: bool = False,
) -> Formatted:
    """Say what may be typed into cells: a drop-down list, numbers or dates within bounds, a formula; any lifts it.

    Args:
        items: Choices of a list.
        source: Range or name that holds the choices (Lists!A2:A9), or the formula of custom.
        low: The bound, or the lower one.
        message: Shown when something else is typed.
        prompt: Shown when the cell is chosen.
    """
    with editing(world, path) as book:
        found, area = book.locate(sheet, range)
        engine.validations.set_validation(
            book, found, area, kind, items=items, source=source, compare=compare, low=low, high=high, message=message,
            stop=not warn_only, prompt=prompt,
        )  # fmt: skip
    return Formatted(**book.saved, range=engine.content.label(found, area))


@tool("edit", idempotent=True)
def copy_format(world: World, path: Path, source: str, target: str, sheet: SheetName = "") -> Formatted:
    """Lay the looks of some cells on others (not their values), repeated to fill them.

    Args:
        source: Range to take from, like A2:D2.
        target: Range to lay on, like Other!A3:D50.
    """
    with editing(world, path) as book:
        first, area = book.locate(sheet, source, "source")
        second, onto = book.locate(sheet, target, "target")
        engine.formats.copy(book, first, area, second, onto)
    return Formatted(**book.saved, range=engine.content.label(second, onto))


@tool("edit")
def merge_cells(world: World, path: Path, range: str, sheet: SheetName = "", center: bool = True) -> Formatted:
    """Merge cells into one. Only the top left value stays; a warning says if others were lost."""
    with editing(world, path) as book:
        found, area = book.locate(sheet, range)
        engine.formats.merge(book, found, area)
        if center:
            engine.formats.apply(book, found, area, engine.styles.Look(horizontal="center", vertical="center"))
    return Formatted(**book.saved, range=engine.content.label(found, area))


@tool("edit", idempotent=True)
def unmerge_cells(world: World, path: Path, range: str, sheet: SheetName = "") -> Formatted:
    """Split every merge that touches a range into its cells again."""
    with editing(world, path) as book:
        found, area = book.locate(sheet, range)
        if not engine.formats.unmerge(book, found, area):
            raise ToolError(f"nothing is merged in {area.name}", argument="range")
    return Formatted(**book.saved, range=engine.content.label(found, area))


@tool("edit", idempotent=True)
def set_column_width(
    world: World,
    path: Path,
    columns: str,
    sheet: SheetName = "",
    width: Annotated[float, Field(ge=0, le=255)] = 0,
    hidden: Switch = "",
) -> WidthsSet:
    """Set how wide columns are; without a width each is fitted to what it holds.

    Args:
        columns: Like B or B:F.
        width: In characters; 0 fits.
    """
    with editing(world, path) as book:
        found, area = book.locate(sheet, columns if ":" in columns else f"{columns}:{columns}", "columns")
        if hidden:
            engine.formats.set_hidden(book, found, area, hidden == "on")
        done = engine.formats.set_width(book, found, area, width) if width or not hidden else {}
    letters = engine.references.letters
    return WidthsSet(**book.saved, widths={letters(int(column)): width for column, width in done.items()})


@tool("edit", idempotent=True)
def set_row_height(
    world: World,
    path: Path,
    rows: str,
    sheet: SheetName = "",
    height: Annotated[float, Field(ge=0, le=409)] = 0,
    hidden: Switch = "",
) -> Formatted:
    """Set how high rows are, in points; 0 lets each fit what it holds.

    Args:
        rows: Like 1 or 2:5.
    """
    with editing(world, path) as book:
        found, area = book.locate(sheet, rows if ":" in rows else f"{rows}:{rows}", "rows")
        if hidden:
            engine.formats.set_hidden(book, found, area, hidden == "on")
        if height or not hidden:
            engine.formats.set_height(book, found, area.top, area.bottom, height)
    return Formatted(**book.saved, range=engine.content.label(found, area))


@tool("edit", idempotent=True)
def set_print_layout(
    world: World,
    path: Path,
    sheet: SheetName = "",
    print_area: str = "",
    orientation: Literal["", "portrait", "landscape"] = "",
    paper: Literal["", "a3", "a4", "a5", "letter", "legal"] = "",
    fit_wide: int = 0,
    fit_tall: int = 0,
    repeat_rows: str = "",
    header: str = "",
    footer: str = "",
) -> Formatted:
    """Set how a sheet prints and exports to PDF: area, paper, fitting to pages, heading rows on each page.

    Args:
        fit_wide: Pages across to fit into; fit_tall 0 then means as many down as it takes.
        repeat_rows: Like 1:1.
        header: Excel's codes: &L &C &R for the sides, &P page, &N pages, &A sheet, &D date.
    """
    with editing(world, path) as book:
        found = book.sheet(sheet)
        area = book.locate(found.name, print_area, "print_area")[1] if print_area else None
        rows = book.locate(found.name, repeat_rows, "repeat_rows")[1] if repeat_rows else None
        engine.views.set_print(
            book, found, area=area, landscape=orientation == "landscape" if orientation else None, paper=paper,
            fit_wide=fit_wide, fit_tall=fit_tall, repeat_rows=rows, header=header, footer=footer,
        )  # fmt: skip
    return Formatted(**book.saved, range=area.name if area else "")
