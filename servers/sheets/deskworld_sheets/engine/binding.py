"""Names that a typed formula binds itself, in LET and LAMBDA, marked as the file stores them.

`LET(x, A1, x*2)` is kept as `LET(_xlpm.x, A1, _xlpm.x*2)`: without the mark Excel takes x for a name of the workbook.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from deskworld_artifacts.office import split_arguments
from deskworld_kit import ToolError

_BINDING = re.compile(r"(?<![\w.])(?:_xlfn\.)?(LET|LAMBDA)\s*\(", re.IGNORECASE)
_QUOTED = re.compile(r"(\"(?:[^\"]|\"\")*\"|'(?:[^']|'')*'!)")
_NAME = re.compile(r"[^\W\d][\w.]*")
_LIKE_A_CELL = re.compile(r"[A-Za-z]{1,3}\d+|[rR]\d*[cC]\d+")


def with_names_marked(formula: str, argument: str) -> str:
    """The formula with the names that it binds under their mark."""
    if not _BINDING.search(formula):
        return formula
    at = len(formula)
    # From the last call to the first: what a call inside marked already is no plain name any more.
    while found := _last(formula, at):
        at = found.start()
        try:
            given, end = split_arguments(formula, found.end())
        except ValueError:
            return formula  # a bracket is open, which is said elsewhere
        kind = found[1].upper()
        names = given[:-1:2] if kind == "LET" else given[:-1]
        if (kind == "LET" and (len(given) < 3 or len(given) % 2 == 0)) or not given:
            raise ToolError("LET takes pairs of a name and a value, then a formula: LET(x, 2, x*3)", argument=argument)
        for name in names:
            _check(name, kind, argument)
        body = _marked(formula[found.end() : end], {name.casefold() for name in names})
        formula = formula[: found.end()] + body + formula[end:]
    return formula


def _last(formula: str, before: int) -> re.Match[str] | None:
    bare = _QUOTED.sub(lambda found: " " * len(found[0]), formula)
    return next(reversed(list(_BINDING.finditer(bare, 0, before))), None)


def _check(name: str, kind: str, argument: str) -> None:
    plain = name.removeprefix("_xlpm.")
    # LET refuses r and c, which could be a row and a column; LAMBDA takes them.
    if not _NAME.fullmatch(plain) or _LIKE_A_CELL.fullmatch(plain) or (kind == "LET" and plain.lower() in ("r", "c")):
        raise ToolError(
            f"{name!r} is no name for {kind} to give; take a word that is no cell, like price", argument=argument
        )


def _marked(text: str, names: set[str]) -> str:
    pieces = _QUOTED.split(text)
    pieces[::2] = [re.sub(r"(?<![\w.!\\])[^\W\d][\w.]*(?![\w.!\[])", _mark(names), piece) for piece in pieces[::2]]
    return "".join(pieces)


def _mark(names: set[str]) -> Callable[[re.Match[str]], str]:
    return lambda found: f"_xlpm.{found[0]}" if found[0].casefold() in names else found[0]
