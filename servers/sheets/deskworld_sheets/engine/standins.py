"""Stand-ins: formulas that the calculating LibreOffice does not know, said in ones that it does.

They live only in the copy that is calculated and thrown away; the workbook keeps the formula as it was written.
What has no stand-in is frozen there at the value it last had, so that the cells which depend on it still get
values that agree with it.
"""

from __future__ import annotations

import re

from .formulas import UNCOMPUTED, functions, is_external
from .references import area_of

_CALL = re.compile(r"_xlfn\.(XLOOKUP|XMATCH)\(")


def stand_in(formula: str) -> str | None:
    """The formula to calculate instead; the same one when it is known; None when there is none."""
    if is_external(formula):
        return None
    for _ in range(20):
        found = list(_CALL.finditer(formula))
        if not found:
            break
        call = found[-1]
        arguments, end = split_arguments(formula, call.end())
        said = _xlookup(arguments) if call[1] == "XLOOKUP" else _xmatch(arguments)
        if said is None:
            return None
        formula = formula[: call.start()] + said + formula[end:]
    return None if functions(formula) & (UNCOMPUTED | {"GETPIVOTDATA"}) else formula


def _xlookup(given: list[str]) -> str | None:
    if len(given) < 3 or any(given[4:]) or not _is_line(given[2]):
        return None
    match = f"MATCH({given[0]},{given[1]},0)"
    missing = given[3] if len(given) > 3 and given[3] else "NA()"
    return f"IF(ISNA({match}),{missing},INDEX({given[2]},{match}))"


def _xmatch(given: list[str]) -> str | None:
    return None if len(given) < 2 or any(given[2:]) else f"MATCH({given[0]},{given[1]},0)"


def _is_line(reference: str) -> bool:
    """Whether what is looked up comes from one row or one column, so that one answer comes back."""
    try:
        area = area_of(reference.rpartition("!")[2])
    except ValueError:
        return re.fullmatch(r"\w+\[[^\[\]:]+\]", reference) is not None
    return area.rows == 1 or area.columns == 1


def split_arguments(formula: str, start: int) -> tuple[list[str], int]:
    """The arguments of the call whose bracket opens just before `start`, and where the call ends."""
    depth, begin, found = 0, start, []
    quote = ""
    for at in range(start, len(formula)):
        sign = formula[at]
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'":
            quote = sign
        elif sign in "({[":
            depth += 1
        elif sign in ")}]" and depth:
            depth -= 1
        elif sign in ",)" and not depth:
            found.append(formula[begin:at].strip())
            begin = at + 1
            if sign == ")":
                return found, begin
    return found, len(formula)
