"""A second try for functions that LibreOffice does not know, such as XLOOKUP or FILTER.

LibreOffice answers their cells with an error, or with what IFERROR makes of it. Where the library `formulas` (the
extra `newer-functions`) is installed, it computes those cells, and only those, from the values around them;
LibreOffice then calculates anew with the results in place, so that all other cells follow. That goes round until
nothing changes any more: such cells may stand on each other. A cell that may spill takes as many cells below and
beside it as its result has, and is `#SPILL!` where one of them is filled.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Collection, Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

from .arrays import compiled
from .binding import spelled_out
from .bridge.calculating import a1
from .values import CellError, Scalar

if TYPE_CHECKING:
    from openpyxl import Workbook

Values = dict[str, dict[str, Scalar]]
Computed = dict[str, Any]  # a sheet, an area of it, and the area's values by A1 reference

UNKNOWN = CellError("#NAME?")
SPILL = CellError("#SPILL!")
_NAMES = (
    "XLOOKUP XMATCH FILTER UNIQUE SORT SORTBY SEQUENCE LET TEXTSPLIT TEXTBEFORE TEXTAFTER VSTACK HSTACK TOCOL TOROW "
    "TAKE DROP CHOOSECOLS CHOOSEROWS EXPAND WRAPROWS WRAPCOLS MAP REDUCE SCAN BYROW BYCOL MAKEARRAY LAMBDA "
    "VALUETOTEXT ARRAYTOTEXT REGEXTEST REGEXEXTRACT REGEXREPLACE PERCENTOF"
)
FUNCTIONS = frozenset(_NAMES.split())
# Files hold newer functions under a prefix; without it they are unknown names to Excel as well.
_USES_ONE = re.compile(rf"_xlfn\.(?:_xlws\.)?(?:{'|'.join(sorted(FUNCTIONS))})\(", re.IGNORECASE)
IN_A_FILE = re.compile(_USES_ONE.pattern.encode(), re.IGNORECASE)
MOST_ROUNDS = 20


class NewerFunctions:
    """The cells of one workbook that use functions LibreOffice does not know, and what they come to.

    Args:
        spilling: Cells, by sheet, whose results fill as many cells as they have values.
    """

    def __init__(self, path: Path, spilling: Mapping[str, Collection[str]] | None = None) -> None:
        self._path = path
        self._spilling = spilling or {}
        self._book: Workbook | None = None
        self._sheets: dict[str, dict[tuple[int, int], Any]] = {}
        self._cells: list[tuple[str, str, str, str]] | None = None
        self._rounds = 0
        self._arrays: dict[tuple[str, str], Any] = {}
        self.known: list[Computed] = []

    @property
    def spilled(self) -> dict[str, dict[str, str]]:
        """The areas that the results of spilling cells fill, by sheet and cell."""
        found: dict[str, dict[str, str]] = {}
        for computed in self.known:
            if computed["cell"] in self._spilling.get(computed["sheet"], ()):
                found.setdefault(computed["sheet"], {})[computed["cell"]] = computed["area"]
        return found

    def settle(self, values: Values) -> bool:
        """Put what is known into the values, compute it anew from them, and say whether that changed nothing."""
        for computed in self.known:
            values[computed["sheet"]] |= computed["values"]
        before, self.known = self.known, list(self._compute_all(values))
        self._rounds += 1
        return self.known == before or self._rounds == MOST_ROUNDS

    def _compute_all(self, values: Values) -> Iterator[Computed]:
        self._arrays.clear()
        for sheet, place, formula, area in self._users():
            yield self._compute(sheet, place, formula, area, values)

    def _users(self) -> list[tuple[str, str, str, str]]:
        """(sheet, cell, formula, the area its results fill) of the cells that use a newer function."""
        if self._cells is None:
            try:
                self._cells = list(self._find()) if self._may_use_one() else []
            except Exception:  # a file that the library cannot read: its cells stay as LibreOffice left them
                self._cells = []
        return self._cells

    def _may_use_one(self) -> bool:
        """Whether a look into the file, and the library, are worth their time."""
        if self._path.suffix.lower() not in (".xlsx", ".xlsm") or not find_spec("formulas"):
            return False
        with ZipFile(self._path) as package:
            sheets = [name for name in package.namelist() if name.startswith("xl/worksheets/")]
            return any(IN_A_FILE.search(package.read(name)) for name in sheets if name.endswith(".xml"))

    def _find(self) -> Iterator[tuple[str, str, str, str]]:
        from openpyxl import load_workbook
        from openpyxl.worksheet.formula import ArrayFormula

        # Read as a stream: what the library makes of charts, pivots and styles is no matter here, and may fail.
        self._book = load_workbook(self._path, read_only=True, keep_links=False)
        for sheet in self._book.worksheets:
            held = self._sheets[sheet.title] = {}
            for row in sheet.iter_rows():
                for cell in row:
                    value: Any = cell.value
                    if value is None:
                        continue
                    place = (int(cell.row or 0), int(cell.column or 0))
                    held[place] = value
                    formula, area = value, a1(place[1] - 1, place[0] - 1)
                    if isinstance(value, ArrayFormula):
                        formula, area = value.text or "", value.ref
                    if isinstance(formula, str) and formula.startswith("=") and _USES_ONE.search(formula):
                        yield sheet.title, a1(place[1] - 1, place[0] - 1), formula, area

    def _compute(self, sheet: str, place: str, formula: str, area: str, values: Values) -> Computed:
        try:
            function = compiled(spelled_out(formula))
            inputs = [self._input(sheet, name, values) for name in function.inputs or ()]
            result = function(*inputs)
            if place in self._spilling.get(sheet, ()):
                area = self._room(sheet, place, result)
            results = {place: SPILL} if area == "" else _results(result, area)
        except Exception:  # a library of hundreds of functions fails in as many ways; the cell is then unknown
            results = {place: UNKNOWN}
        return {"sheet": sheet, "cell": place, "area": area or place, "values": results}

    def _room(self, sheet: str, place: str, result: Any) -> str:
        """The area that a result spills over; empty where it is not free."""
        import numpy
        from openpyxl.utils.cell import coordinate_to_tuple

        rows, columns = numpy.atleast_2d(numpy.asarray(result, object)).shape
        row, column = coordinate_to_tuple(place)
        cells = [(row + down, column + right) for down in range(rows) for right in range(columns)]
        if any(at in self._sheets[sheet] for at in cells[1:]):
            return ""
        return place if len(cells) == 1 else f"{place}:{a1(column + columns - 2, row + rows - 2)}"

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
        title = next(each for each in self._sheets if each.lower() == named)
        for names in (self._book[title].defined_names, self._book.defined_names):
            for defined in names.values():
                if defined.name.lower() == area.lower():
                    return self._input(sheet, defined.attr_text.replace("$", ""), values)
        held, known = self._sheets[title], values[title]
        left, top, right, bottom = range_boundaries(area)
        last = (max((row for row, _ in held), default=1), max((column for _, column in held), default=1))
        rows = [
            [
                _given(known[at] if (at := a1(column - 1, row - 1)) in known else held.get((row, column)))
                for column in range(left or 1, (right or last[1]) + 1)
            ]
            for row in range(top or 1, (bottom or last[0]) + 1)
        ]
        return numpy.array(rows, object)


def _given(value: object) -> object:
    """A cell's value as the library holds it."""
    from formulas.tokens.operand import Error
    from openpyxl.utils.datetime import to_excel
    from schedula import EMPTY

    if isinstance(value, CellError):
        return Error.errors.get(str(value), Error.errors["#VALUE!"])
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
