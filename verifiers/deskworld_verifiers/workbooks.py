"""What many checks ask of a workbook: where a table's columns are, whether an area holds a cell, what a copy computes
when its inputs change, which colours rules give, and whether a person can read what stands there.

    top, at = heading_row(sheet, ["Name", "Budget"])
    values = recalculated(s.file(BOOK), {("Data", "B4"): 12.5})
    assert not hard_to_read(sheet)

Widths are measured in the cell's own font, so a figure that would show as #### is found without rendering.
"""

import re
import tempfile
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deskworld_artifacts.inspection.workbook.facts import Cell, ConditionalFormat, SheetFacts

DEFAULT_WIDTH = 9.14  # characters of a column whose width nobody set, its free space counted in
POINTS = 5.25  # of one character of Calibri 11, in which widths of columns are counted
PADDING = 3.75  # points of a cell that its text leaves free
SLACK = 1.06  # fonts differ a little from machine to machine
_FAR = 900  # a column where no sheet has anything


@dataclass(frozen=True)
class Look:
    """The colours that a sheet's rules give to a cell, "" where none does."""

    fill: str = ""
    color: str = ""


def heading_row(sheet: "SheetFacts", headings: Sequence[str], *, within: int = 40) -> tuple[int, dict[str, str]]:
    """The number of the first row that holds all these headings, and the letter of each; fails where there is none."""
    from openpyxl.utils import get_column_letter

    for number, row in enumerate(sheet.rows(f"A1:AZ{max(1, min(sheet.row_count, within))}"), start=1):
        found: dict[str, str] = {}
        for place, value in enumerate(row, start=1):
            if value is not None:
                found.setdefault(str(value).strip(), get_column_letter(place))
        if set(headings) <= set(found):
            return number, {name: found[name] for name in headings}
    raise AssertionError(f"{sheet.name}: no row has the headings {', '.join(headings)}")


def called(sheet: "SheetFacts", ref: str) -> str:
    """What a figure is called by the texts around it: left of it with no empty cell between, right beside it, above."""
    from openpyxl.utils import get_column_letter

    column, row, *_ = _edges(ref)
    told: list[str] = []
    for place in range(column - 1, 0, -1):
        beside = sheet.value(f"{get_column_letter(place)}{row}")
        if beside is None or isinstance(beside, str):
            told.append(beside or "")
            break
    told.append(str(sheet.value(f"{get_column_letter(column + 1)}{row}") or ""))
    above = (sheet.value(f"{get_column_letter(column)}{place}") for place in range(row - 1, 0, -1))
    told.append(next((text for text in above if isinstance(text, str)), ""))
    return " ".join(text for text in told if text)


def covers(areas: str, area: str) -> bool:
    """Whether each cell of an area ("B2:B9", "C4") lies in one of some areas ("A1:B9 D:D")."""
    left, top, right, bottom = _edges(area)
    parts = [_edges(part) for part in areas.replace(",", " ").split()]
    return all(
        any(w <= column <= e and n <= row <= s for w, n, e, s in parts)
        for column in range(left, right + 1)
        for row in range(top, bottom + 1)
    )


def _edges(area: str) -> tuple[int, int, int, int]:
    from openpyxl.utils.cell import range_boundaries

    left, top, right, bottom = range_boundaries(area.replace("$", "").rpartition("!")[2])
    return left or 1, top or 1, right or 16_384, bottom or 1_048_576


def formulas_down(sheet: "SheetFacts", refs: Sequence[str]) -> list[str]:
    """The distinct formulas of some cells, each as it would read if it were copied to the first of them: one, where
    all of them compute alike; "" for what is typed."""
    from openpyxl.formula.translate import Translator

    written = [(ref, sheet.formula(ref)) for ref in refs]
    copied = [Translator(formula, ref).translate_formula(refs[0]) if formula else "" for ref, formula in written]
    return list(dict.fromkeys(copied))


def recalculated(file: Path, edits: Mapping[tuple[str, str], Any]) -> dict[str, dict[str, Any]]:
    """The values of all formulas in a copy in which some cells, named by sheet and reference, say something else."""
    from deskworld_artifacts import calculate
    from openpyxl import load_workbook

    with tempfile.TemporaryDirectory(prefix="deskworld-copy-") as folder:
        copy = Path(folder) / "copy.xlsx"
        with warnings.catch_warnings(action="ignore"):  # what openpyxl drops computes nothing
            book = load_workbook(file)
        for (sheet, ref), value in edits.items():
            book[sheet][ref] = value
        book.save(copy)
        found: dict[str, dict[str, Any]] = {name: {} for name in book.sheetnames}
        return {**found, **calculate(copy)}


def rule_looks(
    file: Path, sheet: "SheetFacts", refs: Iterable[str], edits: Mapping[tuple[str, str], Any] | None = None
) -> dict[str, Look]:
    """The colours that a sheet's conditional formats give to cells, with some cells of a copy changed first.

    Rules by formula, by comparison and by text are worked out, the first that holds wins; scales, bars and icons
    colour by size and are left out.
    """
    rules = sorted((r for r in sheet.conditional_formats if r.fill or r.color), key=lambda rule: rule.priority)
    asked = {ref: [(rule, formula) for rule in rules if (formula := _condition(rule, ref))] for ref in refs}
    questions = list(dict.fromkeys(formula for found in asked.values() for _, formula in found))
    places = {formula: _far_cell(number) for number, formula in enumerate(questions)}
    cells = {(sheet.name, place): formula for formula, place in places.items()}
    values = recalculated(file, {**(edits or {}), **cells})[sheet.name] if cells else {}
    looks: dict[str, Look] = {}
    for ref, found in asked.items():
        holding = [rule for rule, formula in found if values.get(places[formula]) in (True, 1)]
        looks[ref] = Look(
            fill=next((rule.fill for rule in holding if rule.fill), ""),
            color=next((rule.color for rule in holding if rule.color), ""),
        )
    return looks


def _far_cell(number: int) -> str:
    from openpyxl.utils import get_column_letter

    return f"{get_column_letter(_FAR)}{number + 1}"


_COMPARED = {
    "equal": "=", "notEqual": "<>", "greaterThan": ">", "lessThan": "<", "greaterThanOrEqual": ">=",
    "lessThanOrEqual": "<=",
}  # fmt: skip


def _condition(rule: "ConditionalFormat", ref: str) -> str:
    """The formula that says whether a rule holds for a cell; "" where it does not reach it or is of another kind."""
    from openpyxl.formula.translate import Translator
    from openpyxl.utils import get_column_letter

    if not covers(rule.area, ref) or not rule.formulas:
        return ""
    edges = [_edges(part) for part in rule.area.split()]
    corner = f"{get_column_letter(min(edge[0] for edge in edges))}{min(edge[1] for edge in edges)}"
    here = [Translator(f"={f.removeprefix('=')}", corner).translate_formula(ref)[1:] for f in rule.formulas]
    if rule.type == "cellIs" and rule.operator in ("between", "notBetween") and len(here) > 1:
        inside = f"AND({ref}>={here[0]},{ref}<={here[1]})"
        return f"=({inside})*1" if rule.operator == "between" else f"=NOT({inside})*1"
    if rule.type == "cellIs" and rule.operator in _COMPARED:
        return f"=({ref}{_COMPARED[rule.operator]}{here[0]})*1"
    if rule.type in ("expression", "containsText", "notContainsText", "beginsWith", "endsWith"):
        return f"=IFERROR(IF({here[0]},1,0),0)"
    return ""


def hard_to_read(sheet: "SheetFacts", looks: Mapping[str, Look] | None = None, *, area: str = "") -> list[str]:
    """What a person could not read, or would have to scroll for: a text or figure that is cut off, a column much wider
    and a row much higher than what it holds, writing in nearly the colour it stands on. A sentence each.

    Args:
        sheet: The sheet.
        looks: The colours that rules give, by reference.
        area: Where to look, of a sheet with many thousand cells; all of it if empty.
    """
    cells = list(sheet.cells(area))
    return [*_cut_off(sheet, cells), *_stretched(sheet, cells), *_faint(cells, looks or {})]


def _cut_off(sheet: "SheetFacts", cells: Sequence["Cell"]) -> Iterator[str]:
    for cell in cells:
        letter, row = _parted(cell.ref)
        room = _room(sheet, letter)
        if letter in sheet.hidden_columns or row in sheet.hidden_rows or _merged(sheet, cell.ref):
            continue
        if cell.style.wrap and cell.kind == "text":
            height = sheet.row_heights.get(row)
            needed = _lines(cell, room) * cell.style.size * 1.2
            if height is not None and height < 0.9 * needed:
                yield f"row {row} is {height:g} pt high, the text in {cell.ref} needs {needed:.0f}"
        elif (needed := _width(cell)) > SLACK * room and not _spills(sheet, cell):
            has = f"the column has {room / POINTS:.0f}"
            yield f"{shown(cell)!r} in {cell.ref} needs {needed / POINTS:.0f} characters, {has}"


def _stretched(sheet: "SheetFacts", cells: Sequence["Cell"]) -> Iterator[str]:
    widest: dict[str, float] = {}
    highest: dict[int, float] = {}
    for cell in cells:
        letter, row = _parted(cell.ref)
        widest[letter] = max(widest.get(letter, 0), _width(cell))
        lines = _lines(cell, _room(sheet, letter)) if cell.style.wrap else 1
        highest[row] = max(highest.get(row, 0), lines * cell.style.size * 1.2)
    for letter, width in sheet.column_widths.items():
        needed = widest.get(letter, 0) / POINTS
        if width > 2 * max(needed, DEFAULT_WIDTH) + 4:
            yield f"column {letter} is {width:g} characters wide, what it holds needs {needed:.0f}"
    for row, height in sheet.row_heights.items():
        if height > 2 * max(highest.get(row, 0), 15) + 15:
            yield f"row {row} is {height:g} pt high, what it holds needs {highest.get(row, 0):.0f}"


def _faint(cells: Sequence["Cell"], looks: Mapping[str, Look]) -> Iterator[str]:
    from deskworld_artifacts.inspection.colors import contrast, ink

    for cell in cells:
        look = looks.get(cell.ref, Look())
        color = look.color or cell.style.color or "#000000"
        fill = look.fill or cell.style.fill or "#FFFFFF"
        if contrast(ink(color), ink(fill)) < 3:
            yield f"{cell.ref} is written in {color} on {fill}"


def _room(sheet: "SheetFacts", letter: str) -> float:
    return sheet.column_widths.get(letter, DEFAULT_WIDTH) * POINTS


def _width(cell: "Cell") -> float:
    """How wide the cell's text is in points, its free space too."""
    return max(map(_measure(cell), shown(cell).split("\n")), default=0.0) + PADDING


def _lines(cell: "Cell", room: float) -> int:
    """Into how many lines a cell's text breaks in a column that has so much room."""
    measure = _measure(cell)
    lines = 0
    for paragraph in shown(cell).split("\n"):
        line = ""
        lines += 1
        for word in paragraph.split():
            longer = f"{line} {word}".strip()
            if line and measure(longer) > room - PADDING:
                lines, longer = lines + 1, word
            line = longer
    return lines


def _measure(cell: "Cell") -> Callable[[str], float]:
    from deskworld_artifacts.inspection.fonts import Face, width

    face = Face(cell.style.font, cell.style.bold, cell.style.italic)
    return lambda text: width(text, face, cell.style.size)


def _spills(sheet: "SheetFacts", cell: "Cell") -> bool:
    """Whether a text may run on over the empty cells beside it, as a title does."""
    from openpyxl.utils import get_column_letter

    if cell.kind != "text" or cell.style.horizontal not in ("", "general", "left", "fill"):
        return False
    column, row, *_ = _edges(cell.ref)
    needed = _width(cell) - _room(sheet, get_column_letter(column))
    while needed > 0:
        column += 1
        if sheet.value(f"{get_column_letter(column)}{row}") is not None:
            return False
        needed -= _room(sheet, get_column_letter(column))
    return True


def _merged(sheet: "SheetFacts", ref: str) -> bool:
    return any(covers(area, ref) for area in sheet.merges)


def _parted(ref: str) -> tuple[str, int]:
    letters = ref.rstrip("0123456789")
    return letters, int(ref[len(letters) :])


def shown(cell: "Cell") -> str:
    """What a cell shows, by the common number formats; about as wide as the truth for the others."""
    value, code = cell.value, cell.number_format
    if value is None:
        return ""
    if isinstance(value, datetime):
        return _date(value, code)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    sections = re.sub(r"\[[^\]]*\]|\\|_.|\*.", "", code).split(";")
    if sections[0].lower() == "general":
        return f"{value:.10g}"
    section = sections[1] if value < 0 and len(sections) > 1 else sections[0]
    pattern = re.search(r"[#0?][#0?,.]*", re.sub(r'"[^"]*"', lambda text: "\0" * len(text[0]), section))
    if not pattern:
        return section.replace('"', "")
    amount = abs(value) * (100 if "%" in section else 1)
    places = len(pattern[0].partition(".")[2])
    digits = f"{amount:{',' if ',' in pattern[0] else ''}.{places}f}"
    sign = "-" if value < 0 and len(sections) == 1 else ""
    return sign + (section[: pattern.start()] + digits + section[pattern.end() :]).replace('"', "")


_DATE_PARTS = {
    "yyyy": "%Y", "yy": "%y", "mmmm": "%B", "mmm": "%b", "mm": "%m", "m": "%m", "dddd": "%A", "ddd": "%a", "dd": "%d",
    "d": "%d", "hh": "%H", "h": "%H", "ss": "%S", "s": "%S",
}  # fmt: skip


def _date(value: date, code: str) -> str:
    plain = re.sub(r'\[[^\]]*\]|["\\]', "", code.split(";")[0]).lower()
    return re.sub(r"y+|m+|d+|h+|s+", lambda part: value.strftime(_DATE_PARTS.get(part[0], "%d")), plain)
