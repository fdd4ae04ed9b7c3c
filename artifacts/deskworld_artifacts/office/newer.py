"""A second try for functions that LibreOffice does not know, such as XLOOKUP or FILTER.

LibreOffice answers their cells with an error. Where the library `formulas` (the extra `newer-functions`) is
installed, it computes those cells, and only those, from the values around them; LibreOffice then calculates anew
with the results in place, so that all other cells follow. That goes round until nothing changes any more: such
cells may stand on each other.
"""

from __future__ import annotations

import datetime
import re
import warnings
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

from .bridge.calculating import a1
from .values import CellError, Scalar

if TYPE_CHECKING:
    from openpyxl import Workbook

Values = dict[str, dict[str, Scalar]]
Computed = dict[str, Any]  # a sheet, an area of it, and the area's values by A1 reference

UNKNOWN = CellError("#NAME?")
FUNCTIONS = (
    "XLOOKUP XMATCH FILTER UNIQUE SORT SORTBY LET TEXTSPLIT TEXTBEFORE TEXTAFTER VSTACK HSTACK TOCOL TOROW TAKE DROP "
    "CHOOSECOLS CHOOSEROWS EXPAND WRAPROWS WRAPCOLS MAP REDUCE SCAN BYROW BYCOL"
)
# Files hold newer functions under a prefix; without it they are unknown names to Excel as well.
_USES_ONE = re.compile(rf"_xlfn\.(?:_xlws\.)?(?:{'|'.join(FUNCTIONS.split())})\(", re.IGNORECASE)
MOST_ROUNDS = 20


class NewerFunctions:
    """The cells of one workbook that use functions LibreOffice does not know, and what they come to."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._book: Workbook | None = None
        self._rounds = 0
        self._arrays: dict[tuple[str, str], Any] = {}
        self.known: list[Computed] = []

    def settle(self, values: Values) -> bool:
        """Put what is known into the values, compute it anew from them, and say whether that changed nothing."""
        for computed in self.known:
            values[computed["sheet"]] |= computed["values"]
        before, self.known = self.known, list(self._compute_all(values))
        self._rounds += 1
        return self.known == before or self._rounds == MOST_ROUNDS

    def _compute_all(self, values: Values) -> Iterator[Computed]:
        failed = [(name, at) for name, held in values.items() for at, value in held.items() if type(value) is CellError]
        before = [(computed["sheet"], at) for computed in self.known for at in computed["values"]]
        if not (failed or before) or not self._may_use_one():
            return
        self._arrays.clear()
        for sheet, place in sorted({*failed, *before}):
            formula, area = self._formula(sheet, place)
            if _USES_ONE.search(formula):
                yield from self._compute(sheet, formula, area, values)

    def _may_use_one(self) -> bool:
        """Whether a look into the file, and the library, are worth their time."""
        if self._book:
            return True
        if self._path.suffix.lower() not in (".xlsx", ".xlsm") or not find_spec("formulas"):
            return False
        with ZipFile(self._path) as package:
            sheets = [name for name in package.namelist() if name.startswith("xl/worksheets/")]
            return any(b"_xlfn." in package.read(name) for name in sheets)

    def _compute(self, sheet: str, formula: str, area: str, values: Values) -> Iterator[Computed]:
        try:
            compiled = _compile(formula)
            inputs = [self._input(sheet, name, values) for name in compiled.inputs or ()]
            results = _results(compiled(*inputs), area)
        except Exception:  # a library of hundreds of functions fails in as many ways; the cell then stays as it is
            return
        if UNKNOWN not in results.values():
            yield {"sheet": sheet, "area": area, "values": results}

    def _formula(self, sheet: str, place: str) -> tuple[str, str]:
        """A cell's formula and the area its results fill; no formula for the inner cells of such an area."""
        from openpyxl import load_workbook
        from openpyxl.worksheet.formula import ArrayFormula

        self._book = self._book or load_workbook(self._path, keep_links=False)
        held = self._book[sheet][place].value
        if isinstance(held, ArrayFormula):
            return held.text or "", held.ref
        return (held if isinstance(held, str) else ""), place

    def _input(self, sheet: str, name: str, values: Values) -> Any:
        """The values of a range or of a defined name, as an array. Many formulas look into the same ones."""
        if (sheet, name) not in self._arrays:
            self._arrays[sheet, name] = self._read(sheet, name, values)
        return self._arrays[sheet, name]

    def _read(self, sheet: str, name: str, values: Values) -> Any:
        import numpy
        from openpyxl.utils.cell import range_boundaries

        assert self._book
        quoted, _, area = name.rpartition("!")
        named = quoted.strip("'").replace("''", "'").lower() or sheet.lower()
        found = next(each for each in self._book.worksheets if each.title.lower() == named)
        for names in (found.defined_names, self._book.defined_names):
            for defined in names.values():
                if defined.name.lower() == area.lower():
                    return self._input(sheet, defined.attr_text.replace("$", ""), values)
        left, top, right, bottom = range_boundaries(area)
        known = values[found.title]
        rows = [
            [
                _given(known[at] if (at := a1(column - 1, row - 1)) in known else found.cell(row, column).value)
                for column in range(left or 1, (right or found.max_column) + 1)
            ]
            for row in range(top or 1, (bottom or found.max_row) + 1)
        ]
        return numpy.array(rows, object)


def _compile(formula: str) -> Any:
    """A formula as a function of the ranges it names."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # the library's own, when Python first reads it
        import formulas

        return formulas.Parser().ast(formula)[1].compile()


def _given(value: object) -> object:
    """A cell's value as the library holds it."""
    from formulas.tokens.operand import Error
    from openpyxl.utils.datetime import to_excel
    from schedula import EMPTY

    if isinstance(value, CellError):
        return Error.errors[str(value)]
    if isinstance(value, (datetime.date, datetime.time, datetime.timedelta)):
        return to_excel(value)
    return EMPTY if value is None else value


def _results(result: Any, area: str) -> dict[str, Scalar]:
    """The values of an area: the first of an array for a single cell, `#N/A` where the array is smaller."""
    import numpy
    from openpyxl.utils.cell import range_boundaries

    array = numpy.atleast_2d(numpy.asarray(result, object))
    left, top, right, bottom = range_boundaries(area)
    assert left and top and right and bottom
    return {
        a1(left - 1 + column, top - 1 + row): _taken(array[row, column])
        if row < array.shape[0] and column < array.shape[1]
        else CellError("#N/A")
        for row in range(bottom - top + 1)
        for column in range(right - left + 1)
    }


def _taken(value: Any) -> Scalar:
    """A result as a plain value."""
    from formulas.tokens.operand import XlError
    from schedula import EMPTY

    if isinstance(value, XlError):
        return CellError(str(value))
    if value is EMPTY:
        return 0
    plain = value.item() if hasattr(value, "item") else value
    if isinstance(plain, float) and plain.is_integer() and abs(plain) < 1e15:
        return int(plain)
    return plain if isinstance(plain, (bool, int, float)) else str(plain)
