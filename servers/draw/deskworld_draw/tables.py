"""Where the numbers of a chart come from: rows in the call, a CSV file, or cells of a workbook.

All three become the same `Table`: a header and columns. Numbers written as people write them ("1,234.5", "12 %",
"€ 30") are read as numbers, dates as dates; what is none of both stays text.
"""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from pathlib import Path
from typing import Any

from deskworld_kit import Scalar, ToolError, World

Cell = str | float | datetime | None
MOST_ROWS, MOST_COLUMNS = 50_000, 200
_NUMBER = re.compile(r"^[-+−]?(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?([eE][-+]?\d+)?$")
_COMMA = re.compile(r"^[-+−]?(\d{1,3}(\.\d{3})+|\d+),\d+$")
_DATE = re.compile(r"^\d{4}-\d{2}(-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?)?$")
_AREA = re.compile(r"^\$?([A-Za-z]{1,3})\$?(\d+):\$?([A-Za-z]{1,3})\$?(\d+)$")


@dataclass(frozen=True)
class Column:
    """A column: its name, and what its cells hold."""

    name: str
    cells: list[Cell]
    words: tuple[tuple[int, str], ...] = ()
    """Rows whose cell said in a word that there is no value, and the word."""

    @property
    def is_numbers(self) -> bool:
        held = [cell for cell in self.cells if cell is not None]
        return bool(held) and all(isinstance(cell, float) for cell in held)

    @property
    def is_dates(self) -> bool:
        held = [cell for cell in self.cells if cell is not None]
        return bool(held) and all(isinstance(cell, datetime) for cell in held)

    def numbers(self) -> list[float]:
        """Its values; a gap is NaN.

        Raises:
            ToolError: A cell holds something else.
        """
        wrong = [(row, cell) for row, cell in enumerate(self.cells, 1) if not isinstance(cell, float | None)]
        if wrong:  # one word makes a CSV's whole column words: the word is what is wrong
            row, cell = next((each for each in wrong if not isinstance(_one(each[1], comma=False), float)), wrong[0])
            raise ToolError(
                f"column {self.name!r} holds {say(cell)!r} in row {row}, where a number belongs", argument="rows"
            )
        return [cell if isinstance(cell, float) else math.nan for cell in self.cells]

    def no_day(self) -> str:
        """The one that keeps a column of days from being one; empty where there is none, or it holds few days."""
        texts = [cell for cell in self.cells if isinstance(cell, str)]
        others = [text for text in texts if not _DATE.match(text)]
        return others[0] if others and len(texts) > 2 * len(others) else ""

    def texts(self) -> list[str]:
        """Its cells as labels."""
        return [say(cell) for cell in self.cells]


@dataclass(frozen=True)
class Table:
    """Columns of one length, with unique names."""

    columns: list[Column]

    @property
    def length(self) -> int:
        return len(self.columns[0].cells) if self.columns else 0


def table_of(world: World, rows: Sequence[Sequence[Scalar]], source: str, area: str) -> Table:
    """The table that a call means.

    Args:
        rows: Given in the call, the first one the header.
        source: A .csv, .tsv or .xlsx of the workspace instead.
        area: Of a workbook: a sheet, a range or both, like Data!A1:D20; all of the first sheet if empty.
    """
    if bool(rows) == bool(source):
        raise ToolError("give the data either in `rows`, header first, or as a `source` file", argument="rows")
    if not source:
        if area:
            raise ToolError("only a `source` workbook has sheets and ranges", argument="range")
        return made_of([list(row) for row in rows], argument="rows")
    place = world.workspace.find(source, argument="source")
    suffix = place.suffix.lower()
    if place.stat().st_size == 0:
        raise ToolError(f"{source!r} is empty (0 bytes)", argument="source")
    if suffix in (".xlsx", ".xlsm"):
        return made_of(_cells_of_workbook(place, area), argument="source")
    if suffix not in (".csv", ".tsv", ".txt"):
        raise ToolError(f"{source!r} is no table; give a .csv, .tsv or .xlsx", argument="source")
    if area:
        raise ToolError("a CSV has no sheets and ranges", argument="range")
    return made_of(_cells_of_text(place), argument="source")


def made_of(grid: Sequence[Sequence[Any]], *, argument: str) -> Table:
    """A table from a grid whose first row is the header; empty rows and columns are left out."""
    grid = [list(row) for row in grid]
    while grid and all(_is_empty(cell) for cell in grid[-1]):
        grid.pop()
    if len(grid) < 2:
        raise ToolError("there are no data rows under the header", argument=argument)
    if len(grid) - 1 > MOST_ROWS:
        raise ToolError(f"{len(grid) - 1} rows are too many; at most {MOST_ROWS}", argument=argument)
    header = grid[0]
    width = max(len(row) for row in grid)
    if width > MOST_COLUMNS:
        raise ToolError(f"{width} columns are too many; at most {MOST_COLUMNS}", argument=argument)
    for number, row in enumerate(grid[1:], 1):
        if len(row) > len(header):
            raise ToolError(f"row {number} has {len(row)} cells, and the header {len(header)}", argument=argument)
    columns: list[Column] = []
    names: dict[str, int] = {}
    for at, named in enumerate(header):
        raw = [row[at] if at < len(row) else None for row in grid[1:]]
        if _is_empty(named) and all(_is_empty(cell) for cell in raw):
            continue
        name = _name(named) or (f"Column {at + 1}" if at else "")
        names[name] = names.get(name, 0) + 1
        cells = _typed(raw)
        words = tuple((row, str(said).strip()) for row, (said, cell) in enumerate(zip(raw, cells, strict=True), 1)
                      if cell is None and not _is_empty(said))  # fmt: skip
        columns.append(Column(name if names[name] == 1 else f"{name} ({names[name]})", cells, words))
    return Table(columns)


def say(cell: Cell) -> str:
    """A cell as a label."""
    from deskworld_draw.words import plain

    if cell is None:
        return ""
    if isinstance(cell, datetime):
        return cell.strftime("%Y-%m-%d" if cell.time() == time() else "%Y-%m-%d %H:%M")
    if isinstance(cell, float):
        return f"{cell:.12g}".replace("-", "−")
    return plain(str(cell), argument="rows", longest=500)


def _name(cell: Any) -> str:
    if _is_empty(cell):
        return ""
    typed = _typed([cell])[0]
    return say(typed) if not isinstance(cell, str) else say(cell)


def _is_empty(cell: Any) -> bool:
    return cell is None or (isinstance(cell, str) and not cell.strip())


def _typed(raw: Sequence[Any]) -> list[Cell]:
    """The cells of a column as what most likely was meant; one text makes them all texts."""
    filled = [cell for cell in raw if not _is_empty(cell)]
    texts = [cell.strip() for cell in filled if isinstance(cell, str)]
    comma = bool(texts) and any(_COMMA.match(_bare(text)) for text in texts) and not any(
        re.search(r",\d{3}$|,\d{3}\.", text) for text in texts
    )  # fmt: skip
    if texts and all(_DATE.match(text) for text in texts) and len(texts) == len(filled):
        dated = [None if _is_empty(cell) else _date(cell.strip()) for cell in raw]
        if all(found is not None or _is_empty(cell) for found, cell in zip(dated, raw, strict=True)):
            return list(dated)
    made: list[Cell] = []
    for cell in raw:
        made.append(_one(cell, comma=comma))
    kinds = {type(cell) for cell in made if cell is not None}
    if len(kinds) > 1 and str in kinds and not all(isinstance(cell, str) for cell in filled):
        return made  # the caller mixed them: `numbers` names the row
    if len(kinds) > 1:
        return [None if _is_empty(cell) else str(cell).strip() for cell in raw]
    return made


def _one(cell: Any, *, comma: bool) -> Cell:
    if _is_empty(cell):
        return None
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, int | float):
        return _finite(cell)
    if isinstance(cell, datetime):
        return cell.replace(tzinfo=None)
    if isinstance(cell, date):
        return datetime(cell.year, cell.month, cell.day)
    if not isinstance(cell, str):
        return str(cell)
    text = cell.strip()
    if text.casefold() in ("na", "n/a", "nan", "null", "-", "–"):
        return None
    bare = _bare(text)
    if comma and re.match(r"^[-+−]?[\d.]+(,\d+)?$", bare):
        bare = bare.replace(".", "").replace(",", ".")
    if _NUMBER.match(bare) and re.search(r"\d", bare) and len(bare) < 40:
        number = _finite(float(bare.replace(",", "").replace("−", "-")))
        return number / 100 if text.endswith("%") and number is not None else number
    return text


def _bare(text: str) -> str:
    """A number without the signs of money and percent around it."""
    return re.sub(r"^([-+−]?)[€$£¥₹\s]*|[€$£¥₹%\s]*$", r"\1", text).replace("\u00a0", "").replace("\u202f", "")


def _finite(number: float) -> float | None:
    try:
        made = float(number)
    except OverflowError:
        return None
    return made if math.isfinite(made) and abs(made) < 1e150 else None


def _date(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text if len(text) > 7 else f"{text}-01")
    except ValueError:
        return None
    # Further off an axis of days has no room for its margins; such a column is names.
    return found.replace(tzinfo=None) if 1000 <= found.year <= 9000 else None


def _cells_of_text(place: Path) -> list[list[str]]:
    blob = place.read_bytes()
    if len(blob) > 50_000_000:
        raise ToolError("a CSV of more than 50 MB is too large to draw", argument="source")
    if b"\0" in blob[:4096] and not blob.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise ToolError(f"{place.name!r} is no text in spite of its name", argument="source")
    if blob.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = blob.decode("utf-16", "replace")
    else:
        try:
            text = blob.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = blob.decode("cp1252", "replace")
    first = text.partition("\n")[0]
    delimiter = max(",;\t|", key=lambda sign: first.count(sign)) if place.suffix.lower() != ".tsv" else "\t"
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error as error:
        raise ToolError(f"{place.name!r} can't be read as CSV ({error})", argument="source") from error


def _cells_of_workbook(place: Path, area: str) -> list[list[Any]]:
    blob = place.read_bytes()
    if blob.startswith(b"\xd0\xcf\x11\xe0"):
        raise ToolError(f"{place.name!r} is encrypted or in an old format; save it as plain .xlsx", argument="source")
    if not blob.startswith(b"PK"):
        raise ToolError(f"{place.name!r} is no workbook in spite of its name", argument="source")
    from openpyxl import load_workbook

    try:
        book = load_workbook(io.BytesIO(blob), read_only=True, data_only=True)
    except Exception as error:  # a damaged package fails in as many ways as there are parts
        raise ToolError(f"{place.name!r} is damaged and can't be opened as a workbook", argument="source") from error
    try:
        sheet, area = _sheet_and_area(area, [page.title for page in book.worksheets])
        if not book.worksheets:
            raise ToolError("the workbook has no sheet with cells", argument="source")
        page: Any = book[sheet] if sheet else book.worksheets[0]
        bounds = _bounds(area)
        grid: list[list[Any]] = []
        for row in page.iter_rows(**bounds, values_only=True):
            grid.append(list(row)[: MOST_COLUMNS + 1])
            if len(grid) > MOST_ROWS + 1:
                break
    finally:
        book.close()
    if grid and all(_is_empty(cell) for row in grid[1:] for cell in row):
        raise ToolError("the cells are empty; formulas need stored values (save the workbook once with them)",
                        argument="range" if area else "source")  # fmt: skip
    for row in grid:
        for cell in row:
            if isinstance(cell, str) and re.match(r"^#(REF!|N/A|DIV/0!|VALUE!|NAME\?|NUM!|NULL!)$", cell):
                raise ToolError(f"a cell holds the error {cell}; mend it first", argument="source")
    return grid


def _sheet_and_area(said: str, sheets: Sequence[str]) -> tuple[str, str]:
    """'Data!A1:D9', 'Data' or 'A1:D9', as a sheet and an area."""
    name, mark, area = said.rpartition("!")
    if not mark:
        if not said or (said not in sheets and _AREA.match(said.strip())):
            return "", said
        name, area = said, ""
    name = name.strip().removeprefix("'").removesuffix("'").replace("''", "'")
    if name not in sheets:
        from deskworld_kit.errors import unknown

        raise unknown("sheet", name, sheets, argument="range")
    return name, area


def _bounds(area: str) -> dict[str, int]:
    if not area:
        return {}
    from openpyxl.utils import column_index_from_string

    found = _AREA.match(area.strip())
    if not found:
        raise ToolError(f"{area[:60]!r} is no range; say it like A1:D20", argument="range")
    left, top, right, bottom = found.groups()
    try:
        columns = sorted((column_index_from_string(left), column_index_from_string(right)))
    except ValueError:
        raise ToolError(f"{area[:60]!r} is no range; say it like A1:D20", argument="range") from None
    lines = sorted((int(top), int(bottom)))
    if lines[0] < 1 or lines[1] > 1_048_576:
        raise ToolError("rows run from 1 to 1048576", argument="range")
    return {"min_row": lines[0], "max_row": lines[1], "min_col": columns[0], "max_col": columns[1]}
