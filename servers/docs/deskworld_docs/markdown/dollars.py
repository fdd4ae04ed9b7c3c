"""Formulas between dollars, as Markdown has them: $x^2$ in a line, $$x^2$$ in one of its own.

Which dollars are money instead is said in `deskworld_artifacts.dollars`.
"""

from __future__ import annotations

from typing import Any

from deskworld_artifacts.dollars import is_formula, next_dollar


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
    if sign == "$" and not is_formula(inner, before, after):
        return False
    if not silent:
        token = state.push("math_inline", "math", 0)
        token.content, token.markup = inner.strip(), sign
    state.pos = end + len(sign)
    return True


def _end(text: str, first: int, sign: str) -> int:
    """Where the next dollars that count begin; below 0 where there are none, or only space before them."""
    end = next_dollar(text, first)
    if end < 0 or not text[first:end].strip() or not text.startswith(sign, end):
        return -1
    return end
