"""How a sheet opens, how it prints, and what it lets people change."""

from collections.abc import Sequence
from typing import Literal

from deskworld_kit import Saved, ToolError, World, tool

from . import engine
from .arguments import Color, Sheet
from .saving import editing


class SheetSaved(Saved):
    sheet: str


@tool("edit")
def freeze_panes(world: World, path: str, cell: str, sheet: Sheet = "") -> SheetSaved:
    """Keep rows and columns in sight: `cell` is the first that scrolls, like B2; A1 frees all."""
    with editing(world, path) as book:
        found = book.sheet(sheet)
        engine.views.freeze(book, found, cell)
    return SheetSaved(**book.saved, sheet=found.name)


@tool("edit")
def set_sheet_visible(world: World, path: str, sheet: str, visible: bool) -> SheetSaved:
    """Hide a sheet, or show it again."""
    with editing(world, path) as book:
        found = book.sheet(sheet, any_kind=True)
        engine.sheetlist.set_state(book, found, "visible" if visible else "hidden")
    return SheetSaved(**book.saved, sheet=found.name)


@tool("edit")
def set_sheet_view(
    world: World, path: str, sheet: Sheet = "", gridlines: bool | None = None, zoom: int = 0, tab_color: Color = ""
) -> SheetSaved:
    """Set a sheet's gridlines, its zoom in percent, and the colour of its tab."""
    if gridlines is None and not zoom and not tab_color:
        raise ToolError("nothing to change: give gridlines, zoom or tab_color", argument="gridlines")
    with editing(world, path) as book:
        found = book.sheet(sheet)
        engine.views.set_view(book, found, gridlines, zoom, tab_color)
    return SheetSaved(**book.saved, sheet=found.name)


@tool("edit")
def set_print_layout(
    world: World,
    path: str,
    sheet: Sheet = "",
    print_area: str = "",
    orientation: Literal["portrait", "landscape"] | None = None,
    paper: Literal["a3", "a4", "letter", "legal"] | None = None,
    fit_wide: int = 0,
    repeat_rows: str = "",
    header: str = "",
    footer: str = "",
    margins: Sequence[float] = (),
    center: Literal["none", "horizontal", "vertical", "both"] | None = None,
    breaks: str = "",
) -> SheetSaved:
    """Set how a sheet prints and exports to PDF.

    Args:
        print_area: Like A1:H40.
        fit_wide: In pages.
        repeat_rows: Like 1:1.
        header: Codes: &P page, &N pages, &A sheet.
        margins: In cm: one for all, or top, right, bottom, left.
        breaks: Rows or columns that begin a page, like 41,F; none: no breaks.
    """
    if not (print_area or orientation or paper or fit_wide or repeat_rows or header or footer or margins or center
            or breaks):  # fmt: skip
        raise ToolError("nothing to change: give print_area, orientation, fit_wide or another", argument="print_area")
    with editing(world, path) as book:
        found = book.sheet(sheet)
        area = book.locate(found.name, print_area, "print_area")[1] if print_area else None
        rows = engine.linenames.lines_of(repeat_rows, "row", "repeat_rows").area if repeat_rows else None
        engine.views.set_print(
            book, found, area=area, landscape=orientation == "landscape" if orientation else None, paper=paper or "",
            fit_wide=fit_wide, repeat_rows=rows, header=header, footer=footer,
        )  # fmt: skip
        if margins or center or breaks:
            engine.paging.lay_out(book, found, margins, center or "", breaks)
    return SheetSaved(**book.saved, sheet=found.name)


@tool("edit")
def protect_sheet(
    world: World,
    path: str,
    sheet: Sheet = "",
    on: bool = True,
    password: str = "",
    unlocked: str = "",
) -> SheetSaved:
    """Lock a sheet (but an unlocked range) against change in Excel, or lift the lock.

    Args:
        unlocked: Range that stays open.
    """
    with editing(world, path) as book:
        found = book.sheet(sheet)
        if unlocked:
            home, area = book.locate(found.name, unlocked, "unlocked")
            engine.formats.apply(book, home, area, engine.styles.Look(locked=False))
        if on:
            engine.protecting.protect(book, found, password)
        else:
            engine.protecting.unprotect(book, found)
    return SheetSaved(**book.saved, sheet=found.name)
