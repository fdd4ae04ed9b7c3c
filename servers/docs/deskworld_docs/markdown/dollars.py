"""Formulas between dollars, as Markdown has them: $x^2$ in a line, $$x^2$$ in one of its own.

A dollar is money more often than it is mathematics, so a formula must look like one: it begins and ends with no space,
no digit follows it, and what reads as words between two prices is left as words.
"""

from __future__ import annotations

import re
from typing import Any

_CLOSING = re.compile(r"(?<!\\)(?:\\\\)*\$")
_SIGNS = re.compile(r"[\\^_{=]")
_WORDS = re.compile(r"(?<![\\a-zA-Z])[a-zA-Z]{3,}")


def formula_plugin(parser: Any) -> None:
    """Teach a parser formulas; their tokens are math_inline and math_block, `markup` is one dollar or two."""
    from mdit_py_plugins.dollarmath import dollarmath_plugin

    dollarmath_plugin(parser, allow_labels=False)
    parser.inline.ruler.at("math_inline", _inline)


def _inline(state: Any, silent: bool) -> bool:
    text, start = state.src, state.pos
    if text[start] != "$":
        return False
    sign = "$$" if text.startswith("$$", start) else "$"
    first = start + len(sign)
    end = _end(text, first, sign)
    if end < 0:
        return False
    inner = text[first:end]
    before, after = text[start - 1 : start], text[end + len(sign) : end + len(sign) + 1]
    if sign == "$" and not _is_formula(inner, before, after):
        return False
    if not silent:
        token = state.push("math_inline", "math", 0)
        token.content, token.markup = inner.strip(), sign
    state.pos = end + len(sign)
    return True


def _end(text: str, first: int, sign: str) -> int:
    """Where the next dollars that count begin; below 0 where there are none, or only space before them."""
    found = _CLOSING.search(text, first)
    if found is None:
        return -1
    end = found.end() - 1
    if not text[first:end].strip() or not text.startswith(sign, end):
        return -1
    return end


def _is_formula(inner: str, before: str, after: str) -> bool:
    if inner[0].isspace() or inner[-1].isspace() or after.isdigit():
        return False
    if before.isalpha() and inner[0].isdigit():  # US$30
        return False
    looks = bool(_SIGNS.search(inner))
    if after.isalpha() and not looks and (len(inner) > 3 or not inner[-1].isalnum()):  # $HOME/$PATH, $a,$b
        return False
    return looks or len(_WORDS.findall(inner)) < (1 if inner[0].isdigit() else 2)
