"""Names that a formula binds itself, spelled out: `LET(x, A1+1, x*2)` is `(A1+1)*2`.

A file stores such names with the prefix `_xlpm.`, so they can be told from all others. Putting each one's meaning in
its place gives a formula that says the same and that a program without LET and LAMBDA can calculate. A LAMBDA that is
called at once goes the same way; one that is handed to MAP or REDUCE stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

MOST_STEPS, MOST_CHARACTERS = 500, 60_000
_LET = re.compile(r"_xlfn\.LET\(", re.IGNORECASE)
_LAMBDA = re.compile(r"_xlfn\.LAMBDA\(", re.IGNORECASE)
_NAME = re.compile(r"_xlpm\.[^\W\d][\w.]*", re.IGNORECASE)
_TEXT = re.compile(r'("(?:[^"]|"")*"|\'(?:[^\']|\'\')*\')')
_SIMPLE = re.compile(r"-?\d+(\.\d+)?|[$\w.:!]+|\"[^\"]*\"")


def spelled_out(formula: str) -> str:
    """The formula without LET, and without calls of a LAMBDA that it makes itself.

    Raises:
        ValueError: it grows beyond all bounds, or is not formed as it should be.
    """
    if "_xlpm." not in formula.lower():
        return formula
    for _ in range(MOST_STEPS):
        replaced = _let(formula) or _call(formula)
        if replaced is None:
            return formula
        formula = replaced
        if len(formula) > MOST_CHARACTERS:
            break
    raise ValueError("the names of a formula stand for too much")


def split_arguments(formula: str, start: int) -> tuple[list[str], int]:
    """The arguments of a call whose bracket opens just before `start`, and where it ends.

    Raises:
        ValueError: the bracket is not closed.
    """
    arguments, depth, piece, at = list[str](), 0, start, start
    while at < len(formula):
        sign = formula[at]
        if sign in "\"'":
            quoted = _TEXT.match(formula, at)
            at = quoted.end() if quoted else at + 1
            continue
        if sign in "([{":
            depth += 1
        elif sign in ")]}":
            if depth == 0:
                arguments.append(formula[piece:at].strip())
                return arguments, at + 1
            depth -= 1
        elif sign == "," and depth == 0:
            arguments.append(formula[piece:at].strip())
            piece = at + 1
        at += 1
    raise ValueError(f"a bracket stays open in {formula}")


def _let(formula: str) -> str | None:
    """The formula without its innermost LET; None when there is none."""
    found = _last(_LET, formula)
    if found is None:
        return None
    given, end = split_arguments(formula, found.end())
    if len(given) < 3 or len(given) % 2 == 0:
        raise ValueError("LET takes pairs of a name and its meaning, then a formula")
    body, meanings = given[-1], dict[str, str]()
    for name, meaning in zip(given[0:-1:2], given[1:-1:2], strict=True):
        meanings[name.lower()] = _said(_put(meaning, meanings))
    return formula[: found.start()] + _said(_put(body, meanings)) + formula[end:]


def _call(formula: str) -> str | None:
    """The formula with one LAMBDA that is called at once spelled out; None when there is none."""
    for found in reversed(list(_outside_texts(_LAMBDA, formula))):
        given, end = split_arguments(formula, found.end())
        start = found.start()
        while formula[end : end + 1] == ")" and formula[start - 1 : start] == "(" and not _is_call(formula, start - 1):
            start, end = start - 1, end + 1
        if formula[end : end + 1] != "(":
            continue
        values, end = split_arguments(formula, end + 1)
        names = [name.lower() for name in given[:-1]]
        if len(values) != len(names):
            raise ValueError("a LAMBDA is called with another number of values than it takes")
        meanings = {name: _said(value) for name, value in zip(names, values, strict=True)}
        return formula[:start] + _said(_put(given[-1], meanings)) + formula[end:]
    return None


def _is_call(formula: str, bracket: int) -> bool:
    """Whether the bracket opens the arguments of a function."""
    return bracket > 0 and (formula[bracket - 1].isalnum() or formula[bracket - 1] in "_.)")


def _said(meaning: str) -> str:
    """A meaning such that it stands by itself wherever it is put."""
    plain = _SIMPLE.fullmatch(meaning) or _LAMBDA.match(meaning) or _whole_call(meaning)
    return meaning if plain else f"({meaning})"


def _whole_call(meaning: str) -> bool:
    """Whether it is one call of a function, or in brackets already."""
    found = re.match(r"[\w.]*\(", meaning)
    try:
        return bool(found) and split_arguments(meaning, found.end() if found else 0)[1] == len(meaning)
    except ValueError:
        return False


def _put(text: str, meanings: dict[str, str]) -> str:
    pieces = _TEXT.split(text)
    pieces[::2] = [_NAME.sub(lambda found: meanings.get(found[0].lower(), found[0]), piece) for piece in pieces[::2]]
    return "".join(pieces)


def _outside_texts(pattern: re.Pattern[str], formula: str) -> Iterator[re.Match[str]]:
    bare = _TEXT.sub(lambda found: " " * len(found[0]), formula)
    yield from pattern.finditer(bare)


def _last(pattern: re.Pattern[str], formula: str) -> re.Match[str] | None:
    return next(reversed(list(_outside_texts(pattern, formula))), None)
