"""Marks that CommonMark does not have and writers use: H~2~O, x^2^ and ==marked==.

A tilde is also "about", a caret a power in plain letters and two equals signs a comparison, so each counts only where
it can't be that: it hugs what it marks, and x^2+y^2 stays as it is.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Any

_SIGNS = {"~": "sub", "^": "sup", "==": "mark"}
_PLAIN = re.compile(r"\d+|[^\W\d_]+")
"""What may be raised or lowered in the midst of a word."""
_APART = re.compile(r"[\s\[\]]")
"""What no raised or lowered letters hold."""


def marks_plugin(parser: Any) -> None:
    """Teach a parser these marks; their tokens are sub_open, sup_open, mark_open and the like."""
    for sign, name in _SIGNS.items():
        parser.inline.ruler.before("strikethrough", name, partial(_inline, sign, name))


def _inline(sign: str, name: str, state: Any, silent: bool) -> bool:
    text, start, most = state.src, state.pos, state.posMax
    if silent or not text.startswith(sign, start) or not _opens(sign, text, start):
        return False
    first = start + len(sign)
    end = _end(sign, state, first)
    state.pos, state.posMax = start, most
    if end < 0:
        return False
    state.pos, state.posMax = first, end
    state.push(f"{name}_open", name, 1)
    state.md.inline.tokenize(state)
    state.push(f"{name}_close", name, -1)
    state.pos, state.posMax = end + len(sign), most
    return True


def _opens(sign: str, text: str, start: int) -> bool:
    before, after = text[start - 1 : start] if start else "", text[start + len(sign) : start + len(sign) + 1]
    if not after or after.isspace() or after == sign[0] or before == sign[0]:
        return False
    if sign == "==":
        return not before.isalnum()
    return before != "[" and (after.isalnum() or after in "+-−–(*_°′")  # neither a path nor a footnote


def _end(sign: str, state: Any, first: int) -> int:
    """Where the sign that closes begins; below 0 where there is none."""
    text = state.src
    state.pos = first
    while state.pos < state.posMax:
        at = state.pos
        inner, after = text[first:at], text[at + len(sign) : at + len(sign) + 1]
        if sign != "==" and _APART.search(inner):
            return -1
        if text.startswith(sign, at) and inner and not inner[-1].isspace() and after != sign[0]:
            alone = not (after.isalnum() or after == "_")
            return at if alone or (sign != "==" and _PLAIN.fullmatch(inner)) else -1
        state.md.inline.skipToken(state)
    return -1
