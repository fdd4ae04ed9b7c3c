"""Arguments that a formula leaves out between commas, filled with what Excel takes for them: `SORT(A1:A9,,-1)` is
`SORT(A1:A9,1,-1)`.

A library that computes such a call reads the gap as nothing, and nothing is no column to sort by. What stands for an
argument that is left out is said here for the functions that have such gaps; gaps at the end are taken away.
"""

from __future__ import annotations

import re

from .binding import split_arguments

_NONE = ""
_LEFT_OUT: dict[str, tuple[str, ...]] = {
    "SORT": (_NONE, "1", "1", "FALSE"),
    "UNIQUE": (_NONE, "FALSE", "FALSE"),
    "SEQUENCE": ("1", "1", "1", "1"),
    "TAKE": (_NONE, "1048576", "16384"),
    "DROP": (_NONE, "0", "0"),
    "XMATCH": (_NONE, _NONE, "0", "1"),
    "XLOOKUP": (_NONE, _NONE, _NONE, "NA()", "0", "1"),
    "TEXTBEFORE": (_NONE, _NONE, "1", "0", "0", "NA()"),
    "TEXTAFTER": (_NONE, _NONE, "1", "0", "0", "NA()"),
    "TOCOL": (_NONE, "0", "FALSE"),
    "TOROW": (_NONE, "0", "FALSE"),
    "ARRAYTOTEXT": (_NONE, "0"),
    "VALUETOTEXT": (_NONE, "0"),
}
_CALL = re.compile(rf"(?<![\w.])(?:_xlfn\.)?(?:_xlws\.)?({'|'.join(_LEFT_OUT)}|SORTBY|EXPAND)\(", re.IGNORECASE)
_TEXT = re.compile(r"\"(?:[^\"]|\"\")*\"|'(?:[^']|'')*'")


def filled(formula: str) -> str:
    """The formula without gaps between the arguments of functions whose defaults are known."""
    at = len(formula)
    while found := _last(formula, at):
        at = found.start()
        try:
            given, end = split_arguments(formula, found.end())
        except ValueError:
            return formula
        if "" in given and len(given) > 1:
            formula = f"{formula[: found.end()]}{','.join(_complete(found[1].upper(), given))}){formula[end:]}"
    return formula


def _complete(name: str, given: list[str]) -> list[str]:
    while given and not given[-1]:
        given = given[:-1]
    if name == "SORTBY":  # an array, then pairs of what it is sorted by and the order
        return [said or ("1" if at and at % 2 == 0 else "") for at, said in enumerate(given)]
    known = ("", *_size(given[0]), "NA()") if name == "EXPAND" else _LEFT_OUT[name]
    return [said or (known[at] if at < len(known) else "") for at, said in enumerate(given)]


def _size(reference: str) -> tuple[str, str]:
    """How many rows and columns a plain range has; nothing for what is none, such as a formula."""
    from openpyxl.utils.cell import range_boundaries

    try:
        left, top, right, bottom = range_boundaries(reference.rpartition("!")[2])
    except (ValueError, TypeError):
        return "", ""
    if not (left and top and right and bottom):
        return "", ""
    return str(bottom - top + 1), str(right - left + 1)


def _last(formula: str, before: int) -> re.Match[str] | None:
    """The last such call that starts before a place, outside of texts."""
    bare = _TEXT.sub(lambda found: " " * len(found[0]), formula)
    return next(reversed(list(_CALL.finditer(bare, 0, before))), None)
