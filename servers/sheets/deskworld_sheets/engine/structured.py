"""References by a table's name (`Deals[Much]`, `Deals[[#This Row],[Much]]`): found, renamed, and said in plain cells.

They are text in formulas of every kind all over the book, and only the table can say which cells they are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .formulas import PIECE, prefixed
from .references import Area, letters
from .tables import Table

_INNER = re.compile(r"\[((?:[^\[\]']|'.)*)\]|(:)")
_ESCAPE = re.compile(r"'(.)")


@dataclass(frozen=True)
class Named:
    """One reference to a table in a formula: where it stands, and what it takes of the table."""

    start: int
    end: int
    parts: frozenset[str]  # #all, #data, #headers, #totals, #this row
    columns: tuple[str, ...]  # none: all; two: from one to the other


def references_to(formula: str, table: str) -> list[Named]:
    """Each place where a formula names the table."""
    found: list[Named] = []
    for piece in PIECE.finditer(formula):
        if (piece["name"] or "").casefold() != table.casefold():
            continue
        after = PIECE.match(formula, piece.end())
        inside = after["column"] if after and after["column"] else ""
        if not inside and formula[piece.end() :].lstrip()[:1] in ("(", "!"):
            continue
        found.append(Named(piece.start(), piece.end() + len(inside), *_read(inside)))
    return found


def _read(inside: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """What stands in the brackets, as parts and columns."""
    if inside and "[" not in inside[1:-1]:
        inside = f"[{inside}]" if inside.strip("[]").strip() else ""
    parts: set[str] = set()
    columns: list[str] = []
    for item in _INNER.finditer(inside[1:-1]):
        said = _ESCAPE.sub(r"\1", item[1]) if item[1] is not None else ""
        if said.startswith("#") and said.casefold() in ("#all", "#data", "#headers", "#totals", "#this row"):
            parts.add(said.casefold())
        elif said:
            columns.append(said)
    return frozenset(parts), tuple(columns)


def renamed(formula: str, old: str, new: str) -> str:
    """The formula after a table got another name."""
    for named in reversed(references_to(formula, old)):
        formula = formula[: named.start] + new + formula[named.start + len(old) :]
    return formula


def plain(formula: str, table: Table, sheet: str, home: str, row: int) -> str:
    """The formula with the cells themselves in place of the table's name; `row` is the one in which it stands, 0 for
    none."""
    for named in reversed(references_to(formula, table.name)):
        cells = _cells(named, table, row)
        said = prefixed(sheet if sheet.casefold() != home.casefold() else "", cells) if cells else "#REF!"
        formula = formula[: named.start] + said + formula[named.end :]
    return formula


def whole_spelled(formula: str, known: Sequence[tuple[str, Table]], home: str) -> str:
    """The formula with plain cells for a table's bare name and for its `[#All]`, which LibreOffice reads otherwise."""
    low = formula.casefold()
    for sheet, table in known:
        if table.name.casefold() in low:
            for named in reversed(references_to(formula, table.name)):
                if "#all" in named.parts or not (named.parts or named.columns):
                    cells = prefixed(sheet if sheet.casefold() != home.casefold() else "", _cells(named, table, 0))
                    formula = formula[: named.start] + cells + formula[named.end :]
    return formula


def _cells(named: Named, table: Table, row: int) -> str:
    area = table.area
    known = [name.casefold() for name in table.columns]
    wanted = [known.index(name.casefold()) for name in named.columns if name.casefold() in known]
    if len(wanted) != len(named.columns):
        return ""
    left = area.left + (min(wanted) if wanted else 0)
    right = area.left + (max(wanted) if wanted else area.columns - 1)
    if "#this row" in named.parts:
        if not row:
            return ""
        first = f"${letters(left)}{row}"
        return first if left == right else f"{first}:${letters(right)}{row}"
    body = table.body
    rows = {"#all": (area.top, area.bottom), "#data": (body.top, body.bottom), "#headers": (area.top, body.top - 1),
            "#totals": (body.bottom + 1, area.bottom)}  # fmt: skip
    taken = [rows[part] for part in named.parts] or [rows["#data"]]
    top, bottom = min(first for first, _ in taken), max(last for _, last in taken)
    return Area(top, left, bottom, right).absolute if top <= bottom else ""
