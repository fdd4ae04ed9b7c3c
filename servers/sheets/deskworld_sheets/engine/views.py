"""How a sheet opens and how it prints."""

from __future__ import annotations

from deskworld_kit import ToolError
from lxml import etree

from . import names
from .book import Book, Sheet
from .formulas import prefixed
from .markup import Element, ensure, place, q
from .references import Area, cell_name, split_cell
from .styles import rgb

_VIEW = ("pane", "selection", "pivotSelection", "extLst")
_PROPERTIES = ("tabColor", "outlinePr", "pageSetUpPr")
PAPER = {"letter": "1", "legal": "5", "a3": "8", "a4": "9", "a5": "11"}


def set_view(book: Book, sheet: Sheet, gridlines: bool | None, zoom: int, tab_color: str) -> None:
    root = book.package.edit(sheet.part)
    view = _view(root)
    if gridlines is not None:
        view.set("showGridLines", "1" if gridlines else "0")
    if zoom:
        if not 10 <= zoom <= 400:
            raise ToolError(f"zoom {zoom} is not there; write 10 to 400", argument="zoom")
        view.set("zoomScale", str(zoom))
        view.set("zoomScaleNormal", str(zoom))
    if tab_color:
        color = ensure(ensure(root, "sheetPr"), "tabColor", _PROPERTIES)
        color.attrib.clear()
        color.set("rgb", rgb(tab_color, "tab_color"))


def _view(root: Element) -> Element:
    views = ensure(root, "sheetViews")
    found = views.find(q("sheetView"))
    return found if found is not None else etree.SubElement(views, q("sheetView"), workbookViewId="0")


def freeze(book: Book, sheet: Sheet, at: str) -> None:
    """Freeze all that is above and left of a cell."""
    view = _view(book.package.edit(sheet.part))
    try:
        row, column = split_cell(at)
    except ValueError:
        raise ToolError(f"{at!r} is no cell; write the first one that scrolls, like A2", argument="cell") from None
    for old in view.findall(q("pane")) + view.findall(q("selection")):
        view.remove(old)
    if (row, column) == (1, 1):
        return
    pane = etree.Element(q("pane"))
    if column > 1:
        pane.set("xSplit", str(column - 1))
    if row > 1:
        pane.set("ySplit", str(row - 1))
    active = "bottomRight" if row > 1 and column > 1 else "bottomLeft" if row > 1 else "topRight"
    pane.set("topLeftCell", cell_name(row, column))
    pane.set("activePane", active)
    pane.set("state", "frozen")
    place(view, pane, _VIEW)
    place(view, etree.Element(q("selection"), pane=active), _VIEW)


def set_print(
    book: Book,
    sheet: Sheet,
    *,
    area: Area | None,
    landscape: bool | None,
    paper: str,
    fit_wide: int,
    repeat_rows: Area | None,
    header: str,
    footer: str,
) -> None:
    root = book.package.edit(sheet.part)
    if area:
        names.define(book, "_xlnm.Print_Area", prefixed(sheet.name, area.absolute), sheet)
    if repeat_rows:
        rows = f"${repeat_rows.top}:${repeat_rows.bottom}"
        names.define(book, "_xlnm.Print_Titles", prefixed(sheet.name, rows), sheet)
    if landscape is not None or paper or fit_wide:
        setup = ensure(root, "pageSetup")
        if landscape is not None:
            setup.set("orientation", "landscape" if landscape else "portrait")
        if paper:
            setup.set("paperSize", PAPER[paper])
        if fit_wide:
            setup.set("fitToWidth", str(fit_wide))
            setup.set("fitToHeight", "0")  # as many pages down as it takes
            ensure(ensure(root, "sheetPr"), "pageSetUpPr", _PROPERTIES).set("fitToPage", "1")
    if header or footer:
        holder = ensure(root, "headerFooter")
        for name, text in (("oddHeader", header), ("oddFooter", footer)):
            if text:
                ensure(holder, name, ("oddHeader", "oddFooter", "evenHeader", "evenFooter")).text = text
