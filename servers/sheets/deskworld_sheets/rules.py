"""Rules that Excel keeps applying: conditional formats, and what may be typed into cells."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from deskworld_kit import Page, Result, Saved, Scalar, World, page, tool
from pydantic import Field

from . import engine
from .arguments import Color, Range, Refusal, Sheet
from .saving import editing, reading

if TYPE_CHECKING:
    from .engine.conditions import Rule

Compare = Literal["between", "equal", "greater", "less", "at_least", "at_most"]


class RulesSet(Saved):
    range: str
    rules: int = Field(description="Conditional formats the sheet has now.")


class ValidationSet(Saved):
    range: str


class SheetRule(Result):
    kind: str = Field(description="Like validation, conditional_format, merge, filter, frozen, link.")
    range: str
    detail: str


def _add(world: World, path: str, sheet: str, range_: str, rule: "Rule") -> RulesSet:
    with editing(world, path) as book:
        found, area = book.locate(sheet, range_)
        rules = engine.conditions.add(book, found, area, rule)
    return RulesSet(**book.saved, range=engine.content.label(found, area), rules=rules)


@tool("edit", core=True, idempotent=False)
def set_conditional_format(
    world: World,
    path: str,
    range: Range,
    rule: Literal[
        "greater",
        "less",
        "at_least",
        "at_most",
        "equal",
        "not_equal",
        "between",
        "contains",
        "formula",
        "top",
        "bottom",
        "above_average",
        "below_average",
        "duplicate",
        "unique",
        "blank",
        "error",
    ],
    sheet: Sheet = "",
    value: Scalar = None,
    value2: Scalar = None,
    fill: Color = "",
    color: Color = "",
    bold: bool = False,
) -> RulesSet:
    """Colour cells by a rule that Excel keeps applying; red if no colour is given.

    Args:
        value: Number, text, date; =$D2>100 for formula.
        value2: Of between.
    """  # fmt: skip
    if not (fill or color or bold):
        fill, color = "#FFC7CE", "#9C0006"
    look = engine.styles.Look(fill=fill, color=color, bold=bold or None)
    return _add(world, path, sheet, range, engine.conditions.Rule(rule, value, value2, look))


@tool("edit", idempotent=False)
def set_color_scale(world: World, path: str, range: Range, sheet: Sheet = "", colors: Sequence[str] = ()) -> RulesSet:
    """Shade numbers by size: two or three colours, lowest first (red, yellow, green if none)."""
    return _add(world, path, sheet, range, engine.conditions.Rule("color_scale", colors=tuple(colors)))


@tool("edit", idempotent=False)
def set_data_bars(
    world: World,
    path: str,
    range: Range,
    sheet: Sheet = "",
    color: Color = "",
    minimum: float | None = None,
    maximum: float | None = None,
) -> RulesSet:
    """Draw a bar in each cell, as long as its number is large.

    Args:
        minimum: Number with the shortest bar, like 0; the lowest if left out.
    """
    rule = engine.conditions.Rule("data_bar", minimum, maximum, colors=(color,) if color else ())
    return _add(world, path, sheet, range, rule)


@tool("edit", idempotent=False)
def set_icon_set(
    world: World,
    path: str,
    range: Range,
    sheet: Sheet = "",
    icons: Literal["arrows", "traffic_lights", "flags", "symbols", "ratings"] = "arrows",
) -> RulesSet:
    """Put an icon in each cell by the size of its number."""
    return _add(world, path, sheet, range, engine.conditions.Rule("icons", icons=icons))


@tool("remove", idempotent=True)
def clear_conditional_formats(world: World, path: str, range: Range, sheet: Sheet = "") -> RulesSet:
    """Take the conditional formats off a range."""
    with editing(world, path) as book:
        found, area = book.locate(sheet, range)
        engine.conditions.clear(book, found, area)
        rules = engine.conditions.count_rules(book, found)
    return RulesSet(**book.saved, range=engine.content.label(found, area), rules=rules)


@tool("edit", core=True)
def set_validation(
    world: World,
    path: str,
    range: Range,
    kind: Literal["whole", "decimal", "date", "text_length", "custom"],
    sheet: Sheet = "",
    compare: Compare = "between",
    low: Scalar = None,
    high: Scalar = None,
    formula: str = "",
    message: Refusal = "",
) -> ValidationSet:
    """Say what may be typed into cells: numbers, dates or lengths within bounds.

    Args:
        low: Number, ISO date or =A1.
        high: Of between.
        formula: Of custom, like =ISNUMBER(A2).
    """
    with editing(world, path) as book:
        found, area = book.locate(sheet, range)
        engine.validations.set_rule(book, found, area, kind, compare, low, high, formula, message)
    return ValidationSet(**book.saved, range=engine.content.label(found, area))


@tool("edit")
def set_dropdown(
    world: World,
    path: str,
    range: Range,
    sheet: Sheet = "",
    items: Sequence[str] = (),
    source: str = "",
    message: Refusal = "",
) -> ValidationSet:
    """Give cells a drop-down list, from items or from a range that holds them.

    Args:
        items: Without commas.
        source: Like Lists!A2:A9.
    """
    with editing(world, path) as book:
        found, area = book.locate(sheet, range)
        engine.validations.set_list(book, found, area, items, source, message)
    return ValidationSet(**book.saved, range=engine.content.label(found, area))


@tool("remove", idempotent=True)
def clear_validation(world: World, path: str, range: Range, sheet: Sheet = "") -> ValidationSet:
    """Let anything be typed into cells again."""
    with editing(world, path) as book:
        found, area = book.locate(sheet, range)
        engine.validations.clear(book, found, area)
    return ValidationSet(**book.saved, range=engine.content.label(found, area))


@tool("read")
def list_sheet_rules(world: World, path: str, sheet: Sheet = "", cursor: str = "") -> Page[SheetRule]:
    """What a sheet is set up to do: validations, conditional formats, merges, links, filter, hidden lines, printing."""
    with reading(world, path) as book:
        found = [
            SheetRule(kind=item.kind, range=item.range, detail=item.detail)
            for item in engine.rulelist.settings(book, book.sheet(sheet))
        ]
    return page(found, limit=50, cursor=cursor)
