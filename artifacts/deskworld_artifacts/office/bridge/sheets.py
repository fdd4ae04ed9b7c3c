# pyright: basic
"""Lay sheets out for a picture: one page a sheet, as big as the range it shows, with row and column headings.

Without an area, a sheet shows its used cells from A1 on, pictures and charts included, cut where a page would get
too big to read; the answer then says how far the sheet really goes. Everything is changed in memory only.
"""

from __future__ import annotations

from .calculating import a1
from .refusal import Refused

# In 1/100 mm. What a reader can take in at one look: about 1,700 pixels of a screen.
SHOWN_WIDTH, SHOWN_HEIGHT = 45000, 42000
LARGEST = 400000  # 4 m, near the limits of PDF and of pictures
HEADING_WIDTH, HEADING_HEIGHT = 1010, 460  # what LibreOffice takes for row and column headings
EMPTY = (7, 19)  # the last column and row shown of an empty sheet: A1:H20


def lay_out(document, pages: list[int], sheet: str, area: str, bare: bool = False) -> dict:
    """Set print ranges and page sizes so that an export writes just the sheets asked for; say what will be seen. Bare
    ones have neither headings nor grid."""
    sheets = list(document.Sheets)
    names = [each.Name for each in sheets]
    if sheet and sheet not in names:
        raise Refused(f"it has no sheet {sheet!r}; its sheets are {', '.join(map(repr, names))}")
    chosen = [names.index(sheet)] if sheet else [page - 1 for page in pages] or list(range(len(names)))
    if not all(0 <= index < len(names) for index in chosen):
        return {"count": len(names), "shown": []}
    shown = []
    for index in sorted(set(chosen)):
        grid = not bare and _has_grid(document, names[index])
        shown.append({"page": index + 1, **_show(document, sheets[index], area, grid, bare)})
    # Only now: a workbook's last visible sheet cannot be hidden.
    for index in set(range(len(names))).difference(chosen):
        sheets[index].setPrintAreas(())
        sheets[index].IsVisible = False
    return {"count": len(names), "shown": shown}


def _show(document, sheet, area: str, grid: bool, bare: bool) -> dict:
    hidden = not sheet.IsVisible
    sheet.IsVisible = True
    used = _used(sheet)
    if area:
        box = _parse(sheet, area)
        size = _size(sheet, *box)
        if max(size) > LARGEST:
            metres = " x ".join(f"{length / 1e5:.1f}" for length in size)
            raise Refused(f"the area {area} is too large for one picture: {metres} m, at most 4 m each way")
    else:
        box = (0, 0, *_clip(sheet, *(used or EMPTY)))
        size = _size(sheet, *box)
    cells = sheet.getCellRangeByPosition(*box)
    # An export skips ranges with nothing in them; a blank keeps the page.
    corner = cells.getCellByPosition(0, 0)
    if not corner.Formula:
        corner.String = " "
    if not bare:
        size = (size[0] + HEADING_WIDTH, size[1] + HEADING_HEIGHT)
    _set_page(document, sheet, cells.RangeAddress, size, grid, bare)
    return {
        "name": sheet.Name,
        "area": _text(*box),
        "whole": _text(0, 0, *used) if used else "",
        "clipped": bool(used) and not area and box[2:] != used,
        "hidden": hidden,
        "width": size[0],
    }


def _used(sheet) -> tuple[int, int] | None:
    """The last column and row that hold anything, drawings included; None for an empty sheet."""
    cursor = sheet.createCursor()
    cursor.gotoEndOfUsedArea(False)
    last = cursor.RangeAddress
    column, row = last.EndColumn, last.EndRow
    drawings = list(sheet.DrawPage)
    if not drawings and (column, row) == (0, 0) and not sheet.getCellByPosition(0, 0).Formula:
        return None
    for drawing in drawings:
        column = max(column, _column_at(sheet, drawing.Position.X + drawing.Size.Width))
        row = max(row, _row_at(sheet, drawing.Position.Y + drawing.Size.Height))
    return column, row


def _clip(sheet, column: int, row: int) -> tuple[int, int]:
    """The last column and row of those that fit into one look."""
    if _size(sheet, 0, 0, column, 0)[0] > SHOWN_WIDTH:
        column = min(column, max(0, _column_at(sheet, SHOWN_WIDTH) - 1))
    if _size(sheet, 0, 0, 0, row)[1] > SHOWN_HEIGHT:
        row = min(row, max(0, _row_at(sheet, SHOWN_HEIGHT) - 1))
    return column, row


def _column_at(sheet, length: int) -> int:
    """The column at which a distance from the left edge is reached."""
    return _reach(lambda column: _size(sheet, 0, 0, column, 0)[0], length, sheet.Columns.Count - 1)


def _row_at(sheet, length: int) -> int:
    """The row at which a distance from the top is reached."""
    return _reach(lambda row: _size(sheet, 0, 0, 0, row)[1], length, sheet.Rows.Count - 1)


def _reach(size_up_to, length: int, last: int) -> int:
    """The first index at which a size is reached: doubling, then halving, since each look costs a call."""
    high = min(8, last)
    while size_up_to(high) < length and high < last:
        high = min(2 * high, last)
    low = 0
    while low < high:
        middle = (low + high) // 2
        if size_up_to(middle) < length:
            low = middle + 1
        else:
            high = middle
    return low


def _size(sheet, left: int, top: int, right: int, bottom: int) -> tuple[int, int]:
    size = sheet.getCellRangeByPosition(left, top, right, bottom).Size
    return size.Width, size.Height


def _set_page(document, sheet, address, size: tuple[int, int], grid: bool, bare: bool) -> None:
    styles = document.StyleFamilies.getByName("PageStyles")
    name = f"deskworld {sheet.Name}"
    styles.insertByName(name, document.createInstance("com.sun.star.style.PageStyle"))
    style = styles.getByName(name)
    page = {
        "Width": size[0],
        "Height": size[1],
        **dict.fromkeys(("LeftMargin", "RightMargin", "TopMargin", "BottomMargin"), 0),
        "HeaderIsOn": False,
        "FooterIsOn": False,
        "PrintHeaders": not bare,
        "PrintGrid": grid,
        "ScaleToPagesX": 1,
        "ScaleToPagesY": 1,
    }
    for key, value in page.items():
        style.setPropertyValue(key, value)
    # Each of these makes LibreOffice count pages anew, which is quick only once the range is set.
    sheet.setPrintAreas((address,))
    if sheet.getPrintTitleColumns():
        sheet.setPrintTitleColumns(False)
    if sheet.getPrintTitleRows():
        sheet.setPrintTitleRows(False)
    sheet.PageStyle = name


def _has_grid(document, name: str) -> bool:
    """Whether a sheet shows its grid on a screen, which only some formats let us see."""
    views = document.getViewData()
    if not views or not views.Count:
        return True
    tables = next((item.Value for item in views.getByIndex(0) if item.Name == "Tables"), None)
    if not tables or not tables.hasByName(name):
        return True
    return next((item.Value for item in tables.getByName(name) if item.Name == "ShowGrid"), True)


def _parse(sheet, area: str) -> tuple[int, int, int, int]:
    try:
        address = sheet.getCellRangeByName(area.replace("$", "").upper()).RangeAddress
    except Exception:
        raise Refused(f"{area!r} is no area of a sheet; one looks like A1:H40") from None
    return address.StartColumn, address.StartRow, address.EndColumn, address.EndRow


def _text(left: int, top: int, right: int, bottom: int) -> str:
    first, last = a1(left, top), a1(right, bottom)
    return first if first == last else f"{first}:{last}"
