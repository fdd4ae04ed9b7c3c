"""Names that the workbook defines: for ranges, for constants, and the built-in ones for printing.

A name belongs to the whole book or to one sheet (by the sheet's place in the list, so places have to be kept
true when sheets come and go).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from deskworld_kit import ToolError
from lxml import etree

from . import formulas
from .markup import WORKBOOK, drop_if_empty, ensure, q
from .references import Area, area_of

if TYPE_CHECKING:
    from .book import Book, Sheet

_NAME = re.compile(r"^[^\W\d][\w.\\?]*$|^\\[\w.\\?]+$")
_CELL_LIKE = re.compile(r"^\$?[A-Za-z]{1,3}\$?\d+$|^[RrCc]$|^[Rr]\d*[Cc]\d*$")


class Name(NamedTuple):
    name: str
    refers_to: str
    sheet: str  # empty: the whole book's
    hidden: bool


def names(book: Book) -> list[Name]:
    listed = book.root.find(q("definedNames"))
    sheets = book.sheets
    found: list[Name] = []
    for item in listed if listed is not None else ():
        place = item.get("localSheetId")
        home = sheets[int(place)].name if place is not None and int(place) < len(sheets) else ""
        found.append(Name(item.get("name") or "", item.text or "", home, item.get("hidden") in ("1", "true")))
    return found


def area_of_name(book: Book, name: str) -> tuple[Sheet, Area] | None:
    """The cells that a name stands for, if it stands for one range."""
    for item in names(book):
        if item.name.casefold() == name.casefold():
            found = formulas.references(item.refers_to)
            if len(found) == 1 and found[0][0]:
                try:
                    return book.sheet(found[0][0]), area_of(found[0][1])
                except (ToolError, ValueError):
                    return None
    return None


def define(book: Book, name: str, refers_to: str, sheet: Sheet | None = None) -> None:
    """Make a name or change what it stands for; without `refers_to` it is taken away."""
    if not name.startswith("_xlnm.") and (not _NAME.match(name) or _CELL_LIKE.match(name)):
        raise ToolError(
            f"{name!r} cannot be a name; start with a letter, then letters, digits, dots or underscores, "
            "and nothing that reads as a cell (Q1 is one)",
            argument="name",
        )
    root = book.package.edit(book.part)
    listed = ensure(root, "definedNames", WORKBOOK)
    place = str([other.name for other in book.sheets].index(sheet.name)) if sheet else None
    for item in listed:
        if (item.get("name") or "").casefold() == name.casefold() and item.get("localSheetId") == place:
            if refers_to:
                item.text = refers_to
            else:
                listed.remove(item)
            break
    else:
        if refers_to:
            made = etree.SubElement(listed, q("definedName"), name=name)
            if place is not None:
                made.set("localSheetId", place)
            made.text = refers_to
    drop_if_empty(listed)


def forget_sheet(book: Book, place: int) -> None:
    """After a sheet left the list: its own names go, those of later sheets keep their sheet."""
    listed = book.root.find(q("definedNames"))
    for item in list(listed) if listed is not None else ():
        local = item.get("localSheetId")
        if local is not None and int(local) == place:
            item.getparent().remove(item)  # type: ignore[union-attr]
        elif local is not None and int(local) > place:
            item.set("localSheetId", str(int(local) - 1))
    drop_if_empty(listed)
