"""From a sheet's XML to its grid and the rest of the sheet, in one pass that never holds all rows as XML."""

import re
from dataclasses import dataclass, field

from lxml import etree

from ..errors import InspectError
from ..ooxml import Element, Package, deep, every, on, tag
from .grid import Entry, Grid, Kind, number_of, reference

_ROW, _CELL, _VALUE, _FORMULA, _INLINE = (tag(f"s:{name}") for name in ("row", "c", "v", "f", "is"))
_PHONETIC = tag("s:rPh")
_PLACE = re.compile(r"([A-Z]+)(\d+)")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")


@dataclass
class SheetXml:
    """A sheet's grid, its XML without rows, and what rows say of themselves."""

    grid: Grid
    root: Element | None
    heights: dict[int, float] = field(default_factory=dict[int, float])
    hidden_rows: list[int] = field(default_factory=list[int])
    stale: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])


def read_strings(package: Package, part: str) -> list[str]:
    """The shared strings of a workbook."""
    if part not in package:
        return []
    return [plain(item) for item in every(package.xml(part), "s:si")]


def plain(item: Element | None) -> str:
    """The text of a string with runs; how Japanese is pronounced is left out."""
    if item is None:
        return ""
    first = item[0] if len(item) == 1 else None
    if first is not None and first.tag == tag("s:t"):
        return _unescaped(first.text or "")
    pieces = [
        one.text or "" for one in deep(item, "s:t") if (up := one.getparent()) is not None and up.tag != _PHONETIC
    ]
    return _unescaped("".join(pieces))


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda match: chr(int(match.group(1), 16)), text) if "_x" in text else text


def read_cells(package: Package, part: str, strings: list[str], grid: Grid) -> SheetXml:
    """Fill a grid from a sheet's part."""
    sheet = SheetXml(grid, None)
    try:
        with package.stream(part) as stream:
            context = etree.iterparse(stream, tag=_ROW, resolve_entities=False, no_network=True, remove_comments=True)
            number = 0
            for _, row in context:
                number = int(row.get("r") or number + 1)
                _read_row(row, number, strings, sheet)
                parent = row.getparent()
                if parent is not None:
                    parent.remove(row)
            sheet.root = context.root
    except etree.XMLSyntaxError as error:
        raise InspectError(f"{package.name} is damaged: the part {part} is not valid XML ({error})") from error
    return sheet


def _read_row(row: Element, number: int, strings: list[str], sheet: SheetXml) -> None:
    if row.get("ht") is not None and on(row, "customHeight", default=False):
        sheet.heights[number] = float(row.get("ht", 0))
    if on(row, "hidden", default=False):
        sheet.hidden_rows.append(number)
    if row.get("s") is not None and on(row, "customFormat", default=False):
        sheet.grid.row_styles[number] = int(row.get("s", 0))
    column = 0
    entries = sheet.grid.entries
    for cell in row:
        place = cell.get("r")
        match = _PLACE.match(place) if place else None
        column = number_of(match.group(1)) if match else column + 1
        text: str | None = None
        formula: str | int = ""
        for inner in cell:
            if inner.tag == _VALUE:
                text = inner.text
            elif inner.tag == _FORMULA:
                formula = _read_formula(inner, number, column, sheet.grid)
            elif inner.tag == _INLINE:
                text = plain(inner)
        kind = cell.get("t", "n")
        if text is None and formula == "":
            if style := int(cell.get("s") or 0):
                entries[number, column] = Entry(None, "", style, "empty")
            continue
        if formula != "" and not text and kind != "str":
            sheet.stale.append((number, column))
        value, known = _typed(kind, text, strings)
        entries[number, column] = Entry(value, formula, int(cell.get("s") or 0), known)


def _typed(kind: str, text: str | None, strings: list[str]) -> tuple[bool | int | float | str | None, Kind]:
    """A stored text as the type it stands for."""
    if kind == "str" or kind == "inlineStr":
        return _unescaped(text or ""), "text"
    if not text:
        return None, "empty"
    match kind:
        case "s":
            place = int(text)
            return (strings[place] if place < len(strings) else ""), "text"
        case "b":
            return text.strip() in ("1", "true"), "boolean"
        case "e":
            return text, "error"
        case "d":
            return text, "date"
        case _:
            try:
                return int(text), "number"
            except ValueError:
                return float(text), "number"


def _read_formula(element: Element, row: int, column: int, grid: Grid) -> str | int:
    """A formula's text; the number of a shared one, which is written out where somebody asks for it."""
    text = element.text or ""
    if element.get("t") != "shared":
        return text or ("" if element.get("t") != "dataTable" else "TABLE()")
    number = int(element.get("si", 0))
    if text:
        grid.shared[number] = (text, reference(row, column))
        return text
    return number
