"""Stand-ins: formulas that the calculating LibreOffice does not know, said in ones that it does.

They live only in the copy that is calculated and thrown away; the workbook keeps the formula as it was written. Names
that LET binds are spelled out, lookups of the plain kind become MATCH and INDEX, a spilled area is named by its cells.
What has no stand-in, and is not computed beside LibreOffice either, is frozen there at the value it last had, so that
the cells which depend on it still get values that agree with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from deskworld_artifacts.office import FUNCTIONS, spelled_out, split_arguments

from .formulas import PIECE, functions, is_external
from .functions import NOT_COMPUTED
from .references import area_of

_CALL = re.compile(r"_xlfn\.(XLOOKUP|XMATCH)\(")
_ANCHOR = re.compile(r"_xlfn\.ANCHORARRAY\(([^()]*)\)")


def needs_one(formula: str) -> bool:
    """Whether a formula may hold something that LibreOffice reads otherwise than Excel."""
    return "_xl" in formula or "[" in formula or "GETPIVOT" in formula or "!#REF!" in formula


def stand_in(formula: str, spilled: Callable[[str], str]) -> str | None:
    """The formula to calculate instead; the same one when it is known; None when there is none.

    `spilled` gives the area over which the formula of a cell spills.
    """
    if is_external(formula):
        return None
    try:
        said = spelled_out(formula)
    except ValueError:
        return None
    said = _ANCHOR.sub(lambda found: spilled(found[1]), said)
    if "!#REF!" in said:
        said = _without_gone(said)
    said = _plain_lookups(said)
    left = functions(said)
    return None if left & NOT_COMPUTED or "GETPIVOTDATA" in left else said


def computed_beside(formula: str) -> bool:
    """Whether LibreOffice leaves it to others: what cannot be computed there either comes back as `#NAME?`."""
    return "_xlfn." in formula and bool(functions(formula) & FUNCTIONS)


def _without_gone(formula: str) -> str:
    """`Data!#REF!` as `#REF!`, outside of texts."""

    def replace(found: re.Match[str]) -> str:
        after = formula[found.end() :].startswith("#REF!")
        return "" if found["sheet"] and after else found[0]

    return PIECE.sub(replace, formula)


def _plain_lookups(formula: str) -> str:
    """XLOOKUP and XMATCH for an equal value, in the words of older functions; other kinds stay as they are."""
    at = len(formula)
    while found := next((one for one in reversed(list(_CALL.finditer(formula, 0, at)))), None):
        at = found.start()
        try:
            given, end = split_arguments(formula, found.end())
        except ValueError:
            return formula
        said = _xlookup(given) if found[1] == "XLOOKUP" else _xmatch(given)
        if said is not None:
            formula = formula[:at] + said + formula[end:]
    return formula


def _xlookup(given: list[str]) -> str | None:
    if len(given) < 3 or any(given[4:]) or not _is_line(given[2]) or not _is_value(given[0]):
        return None
    match = f"MATCH({given[0]},{given[1]},0)"
    missing = given[3] if len(given) > 3 and given[3] else "NA()"
    return f"IF(ISNA({match}),{missing},INDEX({given[2]},{match}))"


def _xmatch(given: list[str]) -> str | None:
    if len(given) < 2 or any(given[2:]) or not _is_value(given[0]):
        return None
    return f"MATCH({given[0]},{given[1]},0)"


def _is_value(wanted: str) -> bool:
    """Whether one value is looked up; many would give as many answers. MATCH takes * and ? for wildcards."""
    return ":" not in wanted and "#" not in wanted and not re.search(r'"[^"]*[*?~][^"]*"', wanted)


def _is_line(reference: str) -> bool:
    """Whether what is looked up comes from one row or one column, so that one answer comes back."""
    try:
        area = area_of(reference.rpartition("!")[2])
    except ValueError:
        return re.fullmatch(r"\w+\[[^\[\]:]+\]", reference) is not None
    return area.rows == 1 or area.columns == 1
