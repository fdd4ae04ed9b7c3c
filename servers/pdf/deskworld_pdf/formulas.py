"""Formulas of Markdown ($...$ and $$...$$ in TeX), drawn as print sets them: outlines that scale with the text.

What stands for a formula is a drawing in the page, as high and as deep as its letters, with the TeX as the words that a
reader of the blind hears. What the typesetter does not know stays as TeX, in the letters of code, and is told.
"""

from __future__ import annotations

import html
import re
from typing import Any

from deskworld_artifacts.dollars import is_formula, next_dollar

_EM = 100.0
"""Units of the outlines in one em."""
_LARGER = 1.08
"""Its letters are a little smaller than those of the texts at the same size."""
_OTHER_NAMES = {
    r"\tfrac": r"\frac", r"\cfrac": r"\dfrac", r"\lvert": "|", r"\rvert": "|", r"\lVert": r"\|", r"\rVert": r"\|",
    r"\le": r"\leq", r"\ge": r"\geq", r"\ne": r"\neq", r"\implies": r"\Rightarrow", r"\iff": r"\Leftrightarrow",
    r"\land": r"\wedge", r"\lor": r"\vee", r"\lnot": r"\neg", r"\gets": r"\leftarrow", r"\euro": "€",
    r"\textrm": r"\mathrm", r"\textit": r"\mathit", r"\textbf": r"\mathbf", r"\mbox": r"\text", r"\bm": r"\boldsymbol",
    r"\middle": "",
}  # fmt: skip
_SAYS_NOTHING = re.compile(
    r"\\(displaystyle|textstyle|limits|nolimits|nonumber|notag|[bB]igg?[lrm]?)(?![a-zA-Z])|\\label\{[^{}]*\}"
)
_ROWS = re.compile(
    r"^\s*\\begin\{(align|aligned|gather|gathered|split|equation|multline)(\*?)\}(.*)\\end\{\1\2\}\s*$", re.DOTALL
)


def use(reader: Any) -> list[str]:
    """Let a Markdown reader draw formulas; gives the list that those are added to which could not be drawn."""
    from mdit_py_plugins.amsmath import amsmath_plugin
    from mdit_py_plugins.dollarmath import dollarmath_plugin

    left: list[str] = []

    def draw(tex: str, options: dict[str, Any]) -> str:
        tex = tex.strip()
        own_line = bool(options.get("display_mode"))
        try:
            rows = [_svg(row, own_line=own_line) for row in _rows_of(tex)]
        except (ValueError, RecursionError):
            left.append(tex)
            said = f"<code>{html.escape(tex)}</code>"
            return f'<div class="formula">{said}</div>' if own_line else said
        return "".join(f'<div class="formula">{row}</div>' for row in rows) if own_line else " ".join(rows)

    dollarmath_plugin(reader, allow_labels=False, double_inline=True, renderer=draw)
    reader.inline.ruler.before("math_inline", "money", _money)
    amsmath_plugin(reader, renderer=lambda tex: draw(tex, {"display_mode": True}))
    return left


def _money(state: Any, silent: bool) -> bool:
    """A dollar that begins no formula: it is money more often, "from $5 to $10", "US$30 and $x"."""
    text, start = state.src, state.pos
    if text[start] != "$" or text.startswith("$$", start):
        return False
    end = next_dollar(text, start + 1)
    inner = text[start + 1 : end] if end > 0 else ""
    if inner and is_formula(inner, text[start - 1 : start], text[start + len(inner) + 2 :][:1]):
        return False
    if not silent:
        state.pending += "$"
    state.pos = start + 1
    return True


def words_of(body: str) -> str:
    """HTML with the TeX of each formula instead of its drawing."""
    return re.sub(r'<svg[^>]* aria-label="([^"]*)".*?</svg>', r"\1", body, flags=re.DOTALL)


def _rows_of(tex: str) -> list[str]:
    found = _ROWS.match(tex)
    rows = re.split(r"\\\\(?:\[[^\]]*\])?", found[3] if found else tex)
    if not found and len(rows) > 1 and ("{" in tex or "&" in tex):
        rows = [tex]  # a line's end within something
    return [row.replace("&", "") for row in rows if row.strip()]


def _svg(tex: str, *, own_line: bool) -> str:
    """A line of TeX as a drawing in a line of text.

    Raises:
        ValueError: It is no TeX that is known here.
    """
    from matplotlib.font_manager import FontProperties
    from matplotlib.mathtext import MathTextParser
    from matplotlib.path import Path
    from matplotlib.textpath import text_to_path

    plain = _SAYS_NOTHING.sub(" ", tex)
    plain = re.sub(r"\\[a-zA-Z]+", lambda found: _OTHER_NAMES.get(found[0], found[0]), plain)
    if own_line:
        plain = re.sub(r"\\frac(?![a-zA-Z])", r"\\dfrac", plain)
    font = FontProperties(size=_EM, math_fontfamily="stix")
    parsed = MathTextParser("path").parse(f"${' '.join(plain.split())}$", dpi=72, prop=font)
    vertices, codes = text_to_path.get_text_path(font, f"${' '.join(plain.split())}$", ismath=True)
    drawn: list[str] = []
    scale = _EM / text_to_path.FONT_SCALE
    names = {Path.MOVETO: "M", Path.LINETO: "L", Path.CURVE3: "Q", Path.CURVE4: "C"}
    for points, code in Path(vertices, codes).iter_segments(simplify=False, curves=True):
        if code == Path.CLOSEPOLY:
            drawn.append("Z")
            continue
        places = " ".join(f"{value * scale:.1f}" for value in (points.reshape(-1, 2) * (1, -1)).ravel())
        drawn.append(f"{names[code]}{places}")
    wide, high, deep = float(parsed.width), float(parsed.height), float(parsed.depth)
    size = f"width: {wide / _EM * _LARGER:.3f}em; height: {high / _EM * _LARGER:.3f}em"
    sink = "" if own_line else f"; vertical-align: {-deep / _EM * _LARGER:.3f}em"
    return (
        f'<svg role="img" aria-label="{html.escape(tex)}" style="{size}{sink}" fill="currentColor" '
        f'viewBox="0 {deep - high:g} {wide:g} {high:g}"><path d="{"".join(drawn)}"/></svg>'
    )
