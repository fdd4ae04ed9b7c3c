"""Stand-ins: formulas that the calculating LibreOffice does not know, said in ones that it does.

They live only in the copy that is calculated and thrown away; the workbook keeps the formula as it was written. Names
that LET binds are spelled out, lookups of the plain kind become MATCH and INDEX, a spilled area is named by its cells.
What has no stand-in, and is not computed beside LibreOffice either, is frozen there at the value it last had, so that
the cells which depend on it still get values that agree with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from deskworld_artifacts.office import FUNCTIONS, spelled_out, split_arguments

from .formulas import PIECE, functions, in_table, is_external
from .functions import NOT_COMPUTED
from .references import area_of

_CALL = re.compile(r"_xlfn\.(XLOOKUP|XMATCH)\(")
_BARE_COLUMN = re.compile(r"(\[\[#[A-Za-z ]+\],)\s*([^\[\]\"]+)(?=\])")
"""`[[#This Row],Cost]`, which Excel takes for `[[#This Row],[Cost]]`: xlsxwriter writes it."""
_MOST_CALLS, MOST_CHARACTERS = 30, 60_000
_ANCHOR = re.compile(r"_xlfn\.ANCHORARRAY\(([^()]*)\)")


@dataclass(frozen=True)
class Lambdas:
    """The names of a book that stand for a LAMBDA, so that they are called like functions: what each stands for."""

    meanings: Mapping[str, str]

    @cached_property
    def call(self) -> re.Pattern[str]:
        listed = "|".join(re.escape(name) for name in sorted(self.meanings, key=len, reverse=True))
        return re.compile(rf"(\"(?:[^\"]|\"\")*\")|(?<![\w.!\[])({listed})(?=\()", re.IGNORECASE)

    def called_in(self, formula: str) -> bool:
        return bool(self.meanings) and any(found[2] for found in self.call.finditer(formula))

    def put_into(self, formula: str) -> str:
        """The formula with what the names stand for in their places; ValueError where they call each other forever."""
        for _ in range(_MOST_CALLS):
            if not self.called_in(formula):
                return formula
            formula = self.call.sub(lambda found: found[1] or self.meanings[found[2].casefold()], formula)
            if len(formula) > MOST_CHARACTERS:
                break
        raise ValueError("a LAMBDA calls itself")


def lambdas_of(names: Iterable[tuple[str, str]]) -> Lambdas:
    """Those of some names, each with what it stands for, that stand for a LAMBDA."""
    return Lambdas({name.casefold(): text for name, text in names if text.lower().startswith("_xlfn.lambda(")})


def needs_one(formula: str, lambdas: Lambdas) -> bool:
    """Whether a formula may hold something that LibreOffice reads otherwise than Excel."""
    known = "_xl" in formula or "[" in formula or "GETPIVOT" in formula or "!#REF!" in formula
    return known or lambdas.called_in(formula)


def stand_in(formula: str, spilled: Callable[[str], str], table: str, lambdas: Lambdas) -> str | None:
    """The formula to calculate instead; the same one when it is known; None when there is none.

    Args:
        formula: As it is stored.
        spilled: Gives the area over which the formula of a cell spills.
        table: The table that the formula's cell is in, if any.
        lambdas: The book's.
    """
    if is_external(formula):
        return None
    try:
        said = spelled_out(lambdas.put_into(formula))
    except ValueError:
        return None
    if "[" in said:
        said = in_table(_BARE_COLUMN.sub(r"\1[\2]", said), table) if table else _BARE_COLUMN.sub(r"\1[\2]", said)
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
    """XLOOKUP and XMATCH for an equal value, or one with wildcards, in the words of older functions; other kinds stay
    as they are."""
    at = len(formula)
    while found := next((one for one in reversed(list(_CALL.finditer(formula, 0, at)))), None):
        at = found.start()
        try:
            given, end = split_arguments(formula, found.end())
        except ValueError:
            return formula
        said = _xlookup(given) if found[1] == "XLOOKUP" else _match(given)
        if said is not None:
            formula = formula[:at] + said + formula[end:]
    return formula


def _xlookup(given: list[str]) -> str | None:
    match = _match([*given[:2], *given[4:]])
    if len(given) < 3 or match is None or not _is_line(given[2]):
        return None
    missing = given[3] if len(given) > 3 and given[3] else "NA()"
    return f"IF(ISNA({match}),{missing},INDEX({given[2]},{match}))"


def _match(given: list[str]) -> str | None:
    """MATCH for a value, a line, and the modes of matching and searching; None where it can't say them."""
    wanted, line, mode, search = [*(one.strip() for one in given), "", "", "", ""][:4]
    if not line or ":" in wanted or "#" in wanted or mode not in ("", "0", "2") or search not in ("", "1"):
        return None
    return f"MATCH({wanted if mode == '2' else _to_the_letter(wanted)},{line},0)"


def _to_the_letter(wanted: str) -> str:
    """A value as MATCH finds it and no other: to MATCH * and ? are wildcards, and ~ says that one is meant as it is."""
    if re.fullmatch(r'[-+.\d]+%?|"[^"*?~]*"', wanted):
        return wanted
    text = wanted
    for sign in "~*?":
        text = f'SUBSTITUTE({text},"{sign}","~{sign}")'
    return f"IF(ISTEXT({wanted}),{text},{wanted})"


def _is_line(reference: str) -> bool:
    """Whether what is looked up comes from one row or one column, so that one answer comes back."""
    try:
        area = area_of(reference.rpartition("!")[2])
    except ValueError:
        return re.fullmatch(r"\w+\[[^\[\]:]+\]", reference) is not None
    return area.rows == 1 or area.columns == 1
