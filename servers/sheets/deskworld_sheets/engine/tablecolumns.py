"""Structured references (`Sales[Units]`) when columns of a table go or get another heading, as in Excel.

What names a column that goes becomes `#REF!`; a heading that is written over takes its column's name along. A formula
that names a column which its table does not have is more than wrong: Excel calls the file damaged. A range of columns
(`Sales[[Q1]:[Q4]]`) that loses an end reaches to the next column that is left. Columns written without a table, as some
programs do in its cells, count as the table's where no other one has a column of that name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from . import tables
from .book import Book, Sheet
from .everywhere import rewrite_everywhere
from .formulas import PIECE
from .markup import q
from .references import Shift
from .tablemaking import settle_headings

_ESCAPED = re.compile(r"'(.)")
_SPECIAL = re.compile(r"(['\[\]#@])")
_BARE = re.compile(r"([\[,]@?)((?:'.|[^\[\]',])+)(\])")
"""A column's name at the end of brackets: in `[Units]`, `[@Units]` and `[[#This Row],Units]`."""
_PART = re.compile(r"\[((?:'.|[^\[\]'])*)\]")


@dataclass(frozen=True)
class Loss:
    """A table that loses columns, or goes as a whole: its columns in order, and, in small letters, those that stay."""

    table: str
    columns: tuple[str, ...]
    kept: frozenset[str]
    only_here: frozenset[str]
    """Columns that no other table has."""

    def reference(self, inside: str) -> str:
        """What stands in a reference's outer brackets, without the columns that go; `#REF!` where none is left."""
        if not self.kept:
            return "#REF!"
        if not inside.startswith("["):
            return f"[{inside}]" if self._stays(inside) else "#REF!"
        items, _, said = inside.rpartition(",") if "]:[" not in inside else _split_range(inside)
        named = [_plain(name) for name in _PART.findall(said)] or [_plain(said)]
        if named[0].startswith("#"):
            return f"[{inside}]"
        first, last = named[0].casefold(), named[-1].casefold()
        known = [one.casefold() for one in self.columns]
        if first not in known or last not in known:
            return f"[{inside}]"
        between = self.columns[known.index(first) : known.index(last) + 1]
        left = [_SPECIAL.sub(r"'\1", one) for one in between if one.casefold() in self.kept]
        if not left:
            return "#REF!"
        if first in self.kept and last in self.kept:
            return f"[{inside}]"
        ends = f"[{left[0]}]" if len(left) == 1 else f"[{left[0]}]:[{left[-1]}]"
        return f"[{items},{ends}]" if items else f"[{ends}]"

    def _stays(self, column: str) -> bool:
        name = _plain(column).lstrip("@").casefold()
        known = {one.casefold() for one in self.columns}
        return column.startswith("#") or not name or name not in known or name in self.kept


def losses(book: Book, sheet: Sheet, shift: Shift) -> list[Loss]:
    """The tables of a sheet that lose columns when lines go."""
    found: list[Loss] = []
    if shift.step > 0:
        return found
    every = [table for _, table in tables.tables(book)]
    for _, table in tables.tables(book, sheet):
        moved = shift.area(table.area)
        if moved is not None and (shift.axis == "row" or not shift.is_whole or moved.columns == table.area.columns):
            continue
        columns = [name.casefold() for name in table.columns]
        places = enumerate(columns, table.area.left)
        kept = frozenset() if moved is None else frozenset(one for at, one in places if shift.line(at) is not None)
        others = {name.casefold() for each in every if each.part != table.part for name in each.columns}
        found.append(Loss(table.name.casefold(), tuple(table.columns), kept, frozenset(columns) - others))
    return found


def whole(book: Book, sheet: Sheet) -> list[Loss]:
    """All tables of a sheet, as they go with it."""
    return [
        Loss(table.name.casefold(), tuple(table.columns), frozenset(), frozenset())
        for _, table in tables.tables(book, sheet)
    ]


def settle(book: Book) -> None:
    """Columns of tables named as their headings were written; Excel takes a file for damaged where they differ."""
    edited = book.package.edited()
    for sheet, table in list(tables.tables(book)):
        if sheet.part not in edited or not table.header_rows or label_row(book, sheet, table) == table.columns:
            continue
        names = settle_headings(book, sheet, table.area)
        elsewhere = [each.columns for _, each in tables.tables(book) if each.part != table.part]
        others = {name.casefold() for columns in elsewhere for name in columns}
        pairs = [(old.casefold(), new) for old, new in zip(table.columns, names, strict=True) if old != new]
        for item, name in zip(book.package.edit(table.part).iter(q("tableColumn")), names, strict=True):
            if tables.column_name(item) != name:
                item.set("name", name.replace("\n", "_x000a_"))
        new = dict(pairs)
        bare = {old: name for old, name in pairs if old not in others}
        rewrite_everywhere(book, lambda _, text: _respelled(text, table.name.casefold(), new, bare))  # noqa: B023
        book.values_changed = True


def label_row(book: Book, sheet: Sheet, table: tables.Table) -> list[str]:
    """What stands in a table's heading row."""
    area = table.area
    held = {column: cell.value for _, column, cell in book.cells(sheet, area._replace(bottom=area.top))}
    return [str(held.get(column, "") or "") for column in range(area.left, area.right + 1)]


def _respelled(formula: str, table: str, new: dict[str, str], bare: dict[str, str]) -> str:
    """A formula with new names for a table's columns."""
    if "[" not in formula:
        return formula

    def change(found: re.Match[str]) -> str:
        if not found["column"]:
            return found[0]
        before = formula[: found.start()].casefold()
        mine = before.endswith(table) and not before[: -len(table)][-1:].isalnum()
        held = before[-1:].isalnum() or before[-1:] in ("_", ".", "]")
        names = new if mine else {} if held else bare
        if not names:
            return found[0]
        return _BARE.sub(lambda name: name[1] + _renamed(name[2], names) + name[3], found[0])

    return PIECE.sub(change, formula)


def _renamed(name: str, names: dict[str, str]) -> str:
    new = names.get(_plain(name).casefold())
    return name if new is None else _SPECIAL.sub(r"'\1", new)


def without(formula: str, lost: list[Loss]) -> str:
    """A formula without what its references name and no longer have."""
    if "[" not in formula and not any(not loss.kept for loss in lost):
        return formula
    out: list[str] = []
    holder = ""
    at = 0
    for piece in PIECE.finditer(formula):
        if piece.start() > at:
            out.append(formula[at : piece.start()])
            holder = ""
        at = piece.end()
        text = piece[0]
        if piece["column"]:
            loss = next((one for one in lost if one.table == holder), None) if holder else _of_bare(text, lost)
            said = loss.reference(text[1:-1]) if loss else text
            if said == "#REF!" and holder:
                out.pop()
            out.append(said)
            holder = ""
            continue
        holder = piece["name"].casefold() if piece["name"] and formula[at : at + 1] == "[" else ""
        gone = piece["name"] and formula[at : at + 1] not in ("[", "(")
        lonely = gone and any(not loss.kept and loss.table == piece["name"].casefold() for loss in lost)
        out.append("#REF!" if lonely else text)
    return "".join(out) + formula[at:]


def _of_bare(text: str, lost: list[Loss]) -> Loss | None:
    """The table that columns written without one belong to."""
    named = {_plain(name).lstrip("@").casefold() for name in _PART.findall(text)}
    named |= {_plain(one).strip("[]@").casefold() for one in text[1:-1].split(",")}
    return next((loss for loss in lost if named & loss.only_here), None)


def _split_range(inside: str) -> tuple[str, str, str]:
    """`[#Data],[A]:[B]` as its items and its range of columns."""
    at = inside.index("]:[")
    start = inside.rindex("[", 0, at)
    return inside[:start].rstrip(","), "", inside[start:]


def _plain(name: str) -> str:
    return _ESCAPED.sub(r"\1", name.strip())
