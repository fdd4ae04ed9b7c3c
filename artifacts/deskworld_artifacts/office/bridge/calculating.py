# pyright: basic
"""The values of all formula cells of a calculated workbook, in few calls.

A call over the pipe costs about a millisecond, so nothing may be asked cell by cell. Values come in blocks; which
cells are errors and which are booleans comes as ranges; the kinds of error come from a scratch sheet that asks
`ERRORTYPE` of each.
"""

from __future__ import annotations

FORMULA = 16  # com.sun.star.sheet.CellFlags.FORMULA
ERROR = 4  # com.sun.star.sheet.FormulaResult.ERROR
LOGICAL = 1024  # com.sun.star.util.NumberFormat.LOGICAL
WASTE = 8  # reading this many times the cells wanted in one block beats reading many small blocks
TO_BOTTOM, TO_RIGHT = 0, 1  # com.sun.star.sheet.FillDirection, as fillAuto takes it through a number
ERRORS = ("#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A")
SCRATCH = "deskworld scratch"


def calculate_sheets(document) -> list[dict]:
    """Each sheet's name, its formula cells in blocks, and the cells among them that are errors or booleans.

    A block is `[column, row, rows]`, 0-based; errors are blocks whose values are LibreOffice's error numbers; cells
    and booleans are boxes `[left, top, right, bottom]`.
    """
    sheets = list(document.Sheets)
    found = [
        {
            "name": sheet.Name,
            "cells": boxes(sheet.queryContentCells(FORMULA)),
            "errors": boxes(sheet.queryFormulaCells(ERROR)),
            "booleans": _booleans(document, sheet),
        }
        for sheet in sheets
    ]
    for sheet, facts in zip(sheets, found):  # noqa: B905 - `strict` is newer than 3.8
        facts["blocks"] = _read(sheet, facts["cells"])
    _number_errors(document, [facts for facts in found if facts["errors"]])
    return found


def put(sheet, area: str, values: dict) -> None:
    """Put values in place of the formulas of an area."""
    sheet.getCellRangeByName(area).clearContents(FORMULA)
    for place, value in values.items():
        cell = sheet.getCellRangeByName(place).getCellByPosition(0, 0)
        if isinstance(value, bool):
            cell.Formula = f"={str(value).upper()}()"
        elif value in ERRORS:
            cell.Formula = f"={value}"
        elif isinstance(value, str):
            cell.String = value
        else:
            cell.Value = value


def boxes(ranges) -> list[list[int]]:
    """Ranges as `[left, top, right, bottom]`."""
    return [[a.StartColumn, a.StartRow, a.EndColumn, a.EndRow] for a in ranges.RangeAddresses]


def _read(sheet, cells: list[list[int]]) -> list[list]:
    """The values of the cells, as blocks that cover them."""
    return [
        [left, top, sheet.getCellRangeByPosition(left, top, right, bottom).getDataArray()]
        for left, top, right, bottom in _cover(cells)
    ]


def _cover(cells: list[list[int]]) -> list[list[int]]:
    """One box around all of them when they lie close together, else the boxes themselves."""
    if not cells:
        return []
    lefts, tops, rights, bottoms = zip(*cells)  # noqa: B905 - as above
    wanted = sum(_area(*box) for box in cells)
    around = [min(lefts), min(tops), max(rights), max(bottoms)]
    return [around] if _area(*around) <= WASTE * wanted else cells


def _area(left: int, top: int, right: int, bottom: int) -> int:
    return (right - left + 1) * (bottom - top + 1)


def _booleans(document, sheet) -> list[list[int]]:
    formats = document.NumberFormats
    found = []
    for ranges in sheet.getUniqueCellFormatRanges():
        if formats.getByKey(ranges.NumberFormat).Type & LOGICAL:
            found += boxes(ranges)
    return found


def _number_errors(document, sheets: list[dict]) -> None:
    """Replace each sheet's error boxes by blocks of LibreOffice's error numbers."""
    if not sheets:
        return
    document.enableAutomaticCalculation(True)
    document.Sheets.insertNewByName(SCRATCH, document.Sheets.Count)
    scratch = document.Sheets.getByName(SCRATCH)
    for facts in sheets:
        of_sheet = "$'" + facts["name"].replace("'", "''") + "'."
        for left, top, right, bottom in _cover(facts["errors"]):
            scratch.getCellByPosition(left, top).Formula = f"=ERRORTYPE({of_sheet}{a1(left, top)})"
            place = scratch.getCellRangeByPosition(left, top, right, bottom)
            place.fillAuto(TO_BOTTOM, 1)
            place.fillAuto(TO_RIGHT, 1)
        facts["errors"] = _read(scratch, facts["errors"])
        scratch.clearContents(FORMULA)


def a1(column: int, row: int) -> str:
    """The A1 reference of a 0-based column and row."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{row + 1}"
