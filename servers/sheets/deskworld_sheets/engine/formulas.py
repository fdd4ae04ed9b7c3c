"""Formulas as text: every reference in one found and rewritten, and what may be written at all.

One expression cuts a formula into strings, references, names and numbers. `rewrite` walks the references;
moving lines, filling down, renaming a sheet and deleting one are each a small function given to it. A file
stores newer functions with a prefix that nobody types (`_xlfn.XLOOKUP`): `stored` puts it on, `shown` takes
it off. What would fetch something or run a command on the reader's machine is refused by `stored`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from deskworld_kit import ToolError

from . import grammar
from .binding import with_names_marked
from .functions import ELSEWHERE, NEWER, SPILLING, UNDER_SHEET
from .references import MAX_COLUMN, MAX_ROW, PREFIX, REFERENCE, Shift, area_of, column_number, letters

PIECE = re.compile(
    rf"""(?P<text>"(?:[^"]|"")*")
    |(?P<prefix>{PREFIX})?(?P<ref>{REFERENCE})(?![\w.(\[!])
    |(?P<sheet>{PREFIX})
    |(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
    |(?P<error>\#(?:REF!|NAME\?|VALUE!|DIV/0!|N/A|NULL!|NUM!|SPILL!|CALC!|GETTING_DATA))
    |(?P<name>[^\W\d][\w.\\?]*)
    |(?P<column>\[(?:[^\[\]]|\[[^\[\]]*\])*\])""",
    re.VERBOSE,
)
_PIECE_OR_BRACKET = re.compile(rf"{PIECE.pattern}|(?P<bracket>[()])", re.VERBOSE)
_PART = re.compile(r"(\$?)([A-Za-z]{1,3})?(\$?)([0-9]{1,7})?$")
_PLAIN_SHEET = re.compile(r"^[^\W\d][\w.]*$")
_LOOKS_LIKE_CELL = re.compile(r"^([A-Za-z]{1,3}\d+|[Rr]\d*([Cc]\d*)?|[Cc]\d*)$")

_THIS_ROW = re.compile(r"\[@((?:\[[^\[\]]*\](?::\[[^\[\]]*\])?)|[^\[\]]*)\]")

# E2# is all that the formula in E2 spills over.
_SPILLED = re.compile(rf'("(?:[^"]|"")*"|\[[^\]]*\])|((?:{PREFIX})?\$?[A-Za-z]{{1,3}}\$?[0-9]{{1,7}})#(?!\w)')

Change = Callable[[str, str], str]


def rewrite(formula: str, change: Change) -> str:
    """The formula with each reference replaced by `change(sheet, reference)`.

    `sheet` is the name before the `!`, unquoted, or empty. The change gives back the whole reference, with
    its sheet. References into other files, and names, are left as they are.
    """

    def replace(found: re.Match[str]) -> str:
        if found["ref"] is None or not _exists(found["ref"]):
            return found[0]
        prefix = found["prefix"] or ""
        if "[" in prefix:
            return found[0]
        return change(unquote(prefix), found["ref"])

    return PIECE.sub(replace, formula)


def _exists(reference: str) -> bool:
    """Whether a sheet has such a cell: YTD2024 lies beyond the last column, so it can only be a name."""
    for end in reference.split(":"):
        _, column, _, row = _pieces(end)
        if (column and column_number(column) > MAX_COLUMN) or (row and not 1 <= int(row) <= MAX_ROW):
            return False
    return True


def unquote(prefix: str) -> str:
    """`'Q1 ''24'!` as Q1 '24."""
    name = prefix.rstrip("!")
    return name[1:-1].replace("''", "'") if name.startswith("'") else name


def quoted(sheet: str) -> str:
    """A sheet's name as formulas write it, quoted only where it must be."""
    if _PLAIN_SHEET.match(sheet) and not _LOOKS_LIKE_CELL.match(sheet):
        return sheet
    return "'" + sheet.replace("'", "''") + "'"


def prefixed(sheet: str, reference: str) -> str:
    if not sheet:
        return reference
    # A span of sheets (Jan:Mar) is quoted whole, or not at all.
    first, colon, last = sheet.partition(":")
    if colon:
        plain = quoted(first) == first and quoted(last) == last
        return f"{sheet if plain else quoted(sheet)}!{reference}"
    return f"{quoted(sheet)}!{reference}"


def shifted(formula: str, home: str, sheet: str, shift: Shift) -> str:
    """A formula of sheet `home` after lines of `sheet` moved."""

    def change(named: str, reference: str) -> str:
        if (named or home).casefold() != sheet.casefold():
            return prefixed(named, reference)
        return prefixed(named, shift_reference(reference, shift))

    return rewrite(formula, change)


def shift_reference(reference: str, shift: Shift) -> str:
    first, colon, last = reference.partition(":")
    ends = [_pieces(first), _pieces(last or first)]
    at = 3 if shift.axis == "row" else 1
    if not ends[0][at] or not (shift.is_whole or shift.covers(area_of(reference))):
        return reference
    read = int if shift.axis == "row" else column_number
    lines = [read(end[at]) for end in ends]
    swapped = lines[0] > lines[1]
    moved = shift.span(min(lines), max(lines))
    if moved is None:
        return "#REF!"
    for end, line in zip(ends, reversed(moved) if swapped else moved, strict=True):
        end[at] = str(line) if shift.axis == "row" else letters(line)
    return "".join(ends[0]) + (":" + "".join(ends[1]) if colon else "")


def translated(formula: str, down: int, right: int) -> str:
    """A formula as it reads when its cell is copied so many cells down and to the right."""

    def change(named: str, reference: str) -> str:
        ends = [_pieces(end) for end in reference.split(":")]
        for end in ends:
            if end[1] and not end[0]:
                column = column_number(end[1]) + right
                if not 1 <= column <= MAX_COLUMN:
                    return prefixed(named, "#REF!")
                end[1] = letters(column)
            if end[3] and not end[2]:
                row = int(end[3]) + down
                if not 1 <= row <= MAX_ROW:
                    return prefixed(named, "#REF!")
                end[3] = str(row)
        return prefixed(named, ":".join("".join(end) for end in ends))

    return rewrite(formula, change) if down or right else formula


def _pieces(end: str) -> list[str]:
    found = _PART.match(end)
    if not found:
        return ["", "", "", ""]
    dollar, column, dollar_row, row = found.groups()
    if not column:  # `$5` puts its dollar where a column's would be
        return ["", "", dollar or dollar_row, row or ""]
    return [dollar, column, dollar_row, row or ""]


def renamed(formula: str, old: str, new: str) -> str:
    """The formula after a sheet got a new name."""

    def replace(found: re.Match[str]) -> str:
        prefix = found["prefix"] or found["sheet"]
        if not prefix or "[" in prefix:
            return found[0]
        names = unquote(prefix).split(":")
        if not any(name.casefold() == old.casefold() for name in names):
            return found[0]
        changed = ":".join(new if name.casefold() == old.casefold() else name for name in names)
        return prefixed(changed, found["ref"] or "")

    return PIECE.sub(replace, formula)


def without_sheet(formula: str, gone: str) -> str:
    """The formula after a sheet was deleted: what pointed into it is `#REF!`."""

    def replace(found: re.Match[str]) -> str:
        prefix = found["prefix"] or found["sheet"]
        if not prefix or "[" in prefix or unquote(prefix).casefold() != gone.casefold():
            return found[0]
        return "#REF!" if found["ref"] else "#REF!!"

    # A name that lived on the sheet follows its prefix; it goes with it.
    return re.sub(r"#REF!![\w.\\]*", "#REF!", PIECE.sub(replace, formula))


def references(formula: str) -> list[tuple[str, str]]:
    """(sheet, reference) of each reference in the formula."""
    found: list[tuple[str, str]] = []

    def note(named: str, reference: str) -> str:
        found.append((named, reference))
        return reference

    rewrite(formula, note)
    return found


def reads_other_rows(formula: str, row: int, home: str) -> bool:
    """Whether a formula of a row on sheet `home` reads, relatively to its own, cells of another row or sheet."""
    for named, reference in references(formula):
        for _, _, dollar, line in (_pieces(end) for end in reference.split(":")):
            if line and not dollar and (int(line) != row or (named and named.casefold() != home.casefold())):
                return True
    return False


def functions(formula: str) -> set[str]:
    """Names of the functions a formula calls, without prefixes."""
    names: set[str] = set()
    for piece in PIECE.finditer(formula):
        if piece["name"] and formula[piece.end() :].lstrip()[:1] == "(":
            names.add(piece["name"].upper().rpartition("XLFN.")[2].removeprefix("_XLWS."))
    return names


def one_of_many(formula: str) -> bool:
    """Whether it reckons with whole ranges outside of any function (`A1:A9*2`): today's Excel fills cells with that, a
    plain formula in a file gives one value."""
    depth = 0
    for piece in _PIECE_OR_BRACKET.finditer(formula):
        if piece["bracket"]:
            depth += 1 if piece[0] == "(" else -1
        elif depth == 0 and piece["ref"] and ":" in piece["ref"] and area_of(piece["ref"]).cells > 1:
            return True
    return False


def is_external(formula: str) -> bool:
    """Whether it reads another file."""
    return "[" in formula and any("[" in (p["prefix"] or p["sheet"] or "") for p in PIECE.finditer(formula))


def spills(formula: str) -> bool:
    return bool(functions(formula) & SPILLING)


def stored(text: str, argument: str = "values", *, copied: bool = False) -> str:
    """A typed formula (`=...`) as the file stores it, or an error that says why it is not written. One that is
    `copied` from a cell was taken by Excel already."""
    formula = text.strip().removeprefix("=").strip()
    _check(formula, argument)
    if "[@" in formula:
        formula = _THIS_ROW.sub(lambda found: _this_row(found[1]), formula)
    formula = with_names_marked(formula, argument)
    if not copied and (wrong := grammar.problem(formula)):
        raise ToolError(f"Excel would refuse the formula {shown(formula)}: {wrong}", argument=argument)

    def replace(found: re.Match[str]) -> str:
        name = found["name"]
        if not name or formula[found.end() :].lstrip()[:1] != "(":
            return found[0]
        upper = name.upper()
        if upper in NEWER:
            return f"_xlfn._xlws.{upper}" if upper in UNDER_SHEET else f"_xlfn.{upper}"
        return name

    formula = PIECE.sub(replace, formula)
    return _SPILLED.sub(lambda found: found[1] or f"_xlfn.ANCHORARRAY({found[2]})", formula)


def _this_row(inside: str) -> str:
    """`[@Cost]` as the file stores it: `[[#This Row],[Cost]]`."""
    if not inside:
        return "[[#This Row]]"
    return f"[[#This Row],{inside if inside.startswith('[') else f'[{inside}]'}]"


def in_table(formula: str, table: str) -> str:
    """A formula of a cell in a table, with the table's name before columns that were written without it."""

    def replace(found: re.Match[str]) -> str:
        before = formula[found.start() - 1 : found.start()]
        bare = found["column"] and not (before.isalnum() or before in ("_", ".", "]"))
        return f"{table}{found[0]}" if bare else found[0]

    return PIECE.sub(replace, formula)


def shown(formula: str) -> str:
    """A stored formula as a person types it, with its `=`."""
    if "_xl" in formula:
        formula = re.sub(r"_xlfn\.ANCHORARRAY\(([^()]*)\)", r"\1#", formula)
        formula = re.sub(r"_xlfn\.SINGLE\(([^()]*)\)", r"@\1", formula)
        formula = re.sub(r"_xlfn\.(?:_xlws\.)?|_xlpm\.|_xlop\.|_xludf\.", "", formula)
    return "=" + formula


def _check(formula: str, argument: str) -> None:
    if not formula:
        raise ToolError("a formula needs something after the =; for the text '=' write '=", argument=argument)
    if len(formula) > 8192:
        raise ToolError(f"a formula holds at most 8192 characters, this one {len(formula)}", argument=argument)
    # What is quoted stands as one letter, so that nothing in it is taken for an operator and it still is something.
    bare = PIECE.sub(lambda p: "x" if p["text"] or p["column"] or p["sheet"] else p[0], formula)
    names = functions(formula)
    forbidden = names & ELSEWHERE
    if forbidden:
        raise ToolError(
            f"={min(forbidden)}(...) reaches outside the workbook and is not written; fetch the value first and "
            "write it as a number or text",
            argument=argument,
        )
    if "|" in bare:
        raise ToolError("a formula with | starts another program (DDE) and is not written", argument=argument)
    if is_external(formula) or re.search(r"\[[^\]]*\.\w{2,5}\]|file:", formula, re.IGNORECASE):
        raise ToolError(
            "a formula may not point into another file; copy the values into this workbook first", argument=argument
        )
    if '"' in bare:
        raise ToolError(f"the formula ={formula} has a quote that is not closed", argument=argument)
    _check_brackets(formula, bare, argument)


def _check_brackets(formula: str, bare: str, argument: str) -> None:
    open_: list[str] = []
    for sign in bare:
        if sign in "({":
            open_.append(sign)
        elif sign in ")}":
            if not open_ or open_.pop() != {")": "(", "}": "{"}[sign]:
                raise ToolError(f"the formula ={formula} closes a bracket too many", argument=argument)
        elif sign == ";" and "{" not in open_:
            raise ToolError(f"in ={formula} part arguments with commas, not semicolons", argument=argument)
    if open_:
        raise ToolError(f"the formula ={formula} leaves a bracket open", argument=argument)
    if bare.strip()[-1:] in set("+-*/^&=<>,"):
        raise ToolError(f"the formula ={formula} ends in an operator", argument=argument)
