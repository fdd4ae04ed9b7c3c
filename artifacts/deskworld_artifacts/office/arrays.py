"""The library `formulas`, with the few functions of arrays that it lacks or gets wrong.

`SEQUENCE`, `PERCENTOF` and the functions of patterns are missing there, and `XLOOKUP` gives one value where it looks up
whole rows; they are put into its table of functions once. A double minus, which makes numbers of TRUE and FALSE, it
drops; so it is given a `1*` instead.
"""

from __future__ import annotations

import re
import warnings
from functools import cache
from typing import Any

from . import patterns
from .omitted import filled

MOST_CELLS = 1_000_000
_DOUBLE_MINUS = re.compile(r"(\"(?:[^\"]|\"\")*\")|(?<![\w)\]}\"%#!?])--")


def compiled(formula: str) -> Any:
    """A formula as a function of the ranges it names, which its `inputs` are."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)  # the library's own, when Python first reads it
        import formulas

        _complete()
        return formulas.Parser().ast(_DOUBLE_MINUS.sub(lambda found: found[1] or "1*", filled(formula)))[1].compile()


@cache
def _complete() -> None:
    from formulas.functions import get_functions

    table = get_functions()
    for name in ("SEQUENCE", "_XLFN.SEQUENCE"):
        table[name] = _sequence
    for name, function in {**patterns.functions(), "PERCENTOF": _percent}.items():
        table[name] = table[f"_XLFN.{name}"] = function
    table["_XLFN.XLOOKUP"] = table["XLOOKUP"] = _by_line(table["_XLFN.XLOOKUP"], table["_XLFN.XMATCH"])


def _sequence(rows: Any, columns: Any = 1, start: Any = 1, step: Any = 1) -> Any:
    """Numbers that count up, row by row."""
    import numpy
    from formulas.functions import Array
    from formulas.tokens.operand import Error
    from schedula import EMPTY

    down, right, first, by = (
        1.0 if (one := numpy.ravel(numpy.asarray(given, object))[0]) is EMPTY or one is None else float(one)
        for given in (rows, columns, start, step)
    )
    if not (int(down) >= 1 and int(right) >= 1 and int(down) * int(right) <= MOST_CELLS):
        return numpy.array([[Error.errors["#VALUE!"]]], object).view(Array)
    counted = [first + by * at for at in range(int(down) * int(right))]
    return numpy.array(counted, object).reshape(int(down), int(right)).view(Array)


def _percent(part: Any, whole: Any) -> Any:
    """The share that numbers have in the sum of others."""
    import numpy
    from formulas.functions import Array
    from formulas.tokens.operand import Error, XlError

    cells = [numpy.ravel(numpy.asarray(one, object)) for one in (part, whole)]
    wrong = next((each for one in cells for each in one if isinstance(each, XlError)), None)
    some, all_ = (sum(x for x in one if isinstance(x, (int, float)) and not isinstance(x, bool)) for one in cells)
    share = wrong or (some / all_ if all_ else Error.errors["#DIV/0!"])
    return numpy.array([[share]], object).view(Array)


def _by_line(lookup: Any, match: Any) -> Any:
    """XLOOKUP that gives a whole row or column where what is returned has several of both."""
    import numpy
    from formulas.functions import Array
    from formulas.tokens.operand import XlError
    from schedula import EMPTY

    def wrapped(value: Any, line: Any, returned: Any, missing: Any = EMPTY, *modes: Any) -> Any:
        array = numpy.atleast_2d(numpy.asarray(returned, object))
        looked = numpy.atleast_2d(numpy.asarray(line, object))
        across = looked.shape[0] == 1 and looked.shape[1] > 1
        if min(array.shape) == 1 or numpy.size(numpy.asarray(value, object)) != 1:
            given = (value, line, returned) if missing is EMPTY and not modes else (value, line, returned, missing)
            return lookup(*given, *modes)
        found = numpy.ravel(numpy.asarray(match(value, line, *modes), object))[0]
        if isinstance(found, XlError):
            return numpy.atleast_2d(numpy.asarray(found if missing is EMPTY else missing, object)).view(Array)
        at = int(found) - 1
        return (array[:, at : at + 1] if across else array[at : at + 1]).view(Array)

    return wrapped
