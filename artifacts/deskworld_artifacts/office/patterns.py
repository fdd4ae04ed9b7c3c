"""REGEXTEST, REGEXEXTRACT and REGEXREPLACE as Excel has them, for the library `formulas`, which has none of them.

Excel's patterns are PCRE2's. Those that Python's `re` says otherwise are refused, so that their cells are left to Excel
and get no value that might be wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

_OTHERWISE = re.compile(r"\\[pPXRKGhHvVNQE]|\[\[:|\(\?(?:[|&R+]|P>|\d|C)|\(\*|\\[gk]")
_NAMED = re.compile(r"\(\?<(?=[A-Za-z_])")
_GIVEN = re.compile(r"\$(?:(?P<bare>\d{1,2})|\{(?P<braced>\w+)\}|\$)")


@cache
def _compiled(pattern: str, blind: bool) -> re.Pattern[str]:
    if _OTHERWISE.search(pattern):
        raise NotImplementedError(pattern)
    return re.compile(_NAMED.sub("(?P<", pattern), re.IGNORECASE if blind else 0)


def functions() -> dict[str, Callable[..., Any]]:
    """The functions by name."""
    return {"REGEXTEST": _each(_test), "REGEXEXTRACT": _extract, "REGEXREPLACE": _each(_replace)}


def _test(text: str, pattern: str, blind: float = 0) -> bool:
    return _compiled(pattern, bool(blind)).search(text) is not None


def _replace(text: str, pattern: str, new: str, which: float = 0, blind: float = 0) -> str:
    """All matches, or the one of that number, from the end where it is negative."""
    found = list(_compiled(pattern, bool(blind)).finditer(text))
    if which:
        at = int(which) - 1 if which > 0 else len(found) + int(which)
        found = found[at : at + 1] if at >= 0 else []
    for match in reversed(found):
        text = text[: match.start()] + _GIVEN.sub(lambda sign: _said(match, sign), new) + text[match.end() :]  # noqa: B023
    return text


def _said(match: re.Match[str], sign: re.Match[str]) -> str:
    group = sign["bare"] or sign["braced"]
    return "$" if group is None else match[int(group) if group.isdigit() else group] or ""


def _extract(text: Any, pattern: Any, mode: Any = 0, blind: Any = 0) -> Any:
    """The first match; all of them below one another (1); or the groups of the first beside one another (2)."""
    import numpy
    from formulas.functions import Array
    from formulas.tokens.operand import Error, XlError

    def one(said: str, pattern: str, blind: float = 0) -> Any:
        match = _compiled(pattern, bool(blind)).search(said)
        return Error.errors["#N/A"] if match is None else match[0]

    kind = int(_plain(mode) or 0)
    if not kind:
        return _each(one)(text, pattern, blind)
    said = _plain(text)
    if isinstance(said, XlError):
        return numpy.array([[said]], object).view(Array)
    found = list(_compiled(str(_plain(pattern)), bool(_plain(blind))).finditer(_text(said)))
    if not found or (kind == 2 and not found[0].re.groups):
        return numpy.array([[Error.errors["#N/A"]]], object).view(Array)
    rows = [[match[0]] for match in found] if kind == 1 else [[group or "" for group in found[0].groups()]]
    return numpy.array(rows, object).view(Array)


def _each(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of single values over arrays of them."""

    def wrapped(*given: Any) -> Any:
        import numpy
        from formulas.functions import Array
        from formulas.tokens.operand import XlError

        arrays = numpy.broadcast_arrays(*(numpy.atleast_2d(numpy.asarray(one, object)) for one in given))
        results = numpy.empty(arrays[0].shape, object)
        for at in numpy.ndindex(*results.shape):
            values = [array[at] for array in arrays]
            wrong = next((one for one in values if isinstance(one, XlError)), None)
            said = [_text(one) for one in values[:2]]
            more = [one if isinstance(one, str) else _number(one) for one in values[2:]]
            results[at] = wrong or function(*said, *more)
        return results.view(Array)

    return wrapped


def _plain(value: Any) -> Any:
    """The first value of what may be an array."""
    import numpy

    return numpy.ravel(numpy.asarray(value, object))[0]


def _text(value: Any) -> str:
    """A value as a cell shows it."""
    from schedula import EMPTY

    if value is EMPTY or value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    return f"{value:.15g}" if isinstance(value, float) else str(value)


def _number(value: Any) -> float:
    from schedula import EMPTY

    return 0.0 if value is EMPTY or value is None else float(value)
