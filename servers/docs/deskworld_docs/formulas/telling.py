"""Word's equations (OMML) told as LaTeX.

Whoever wrote them: Word keeps italics as letters of their own, other programs as properties of a run. What has no name
in LaTeX stays the sign it is.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator

from deskworld_docs.formulas.signs import (
    ACCENTS,
    BRACES,
    EMPTY,
    FENCES,
    FUNCTIONS,
    INTEGRALS,
    MATRICES,
    SPACES,
    commands,
)
from deskworld_docs.markup import local
from deskworld_docs.objects import Element

_FONTS = (
    ("DOUBLE-STRUCK", "mathbb"), ("BOLD ITALIC", "boldsymbol"), ("BOLD FRAKTUR", "mathfrak"),
    ("BOLD SCRIPT", "mathcal"), ("BLACK-LETTER", "mathfrak"), ("FRAKTUR", "mathfrak"), ("SCRIPT", "mathcal"),
    ("SANS-SERIF", "mathsf"), ("MONOSPACE", "mathtt"), ("BOLD", "mathbf"), ("ITALIC", ""),
)  # fmt: skip
_SCRIPTS = {"double-struck": "mathbb", "script": "mathcal", "fraktur": "mathfrak", "sans-serif": "mathsf",
            "monospace": "mathtt"}  # fmt: skip
_STYLES = {"p": "mathrm", "b": "mathbf", "bi": "boldsymbol"}
_SIDES = {"left": "l", "right": "r", "center": "c"}


def latex_of(equation: Element) -> str:
    """The LaTeX of a m:oMath or m:oMathPara; several equations of one paragraph are lines of it."""
    found = [one for one in equation if local(one) == "oMath"] if local(equation) == "oMathPara" else [equation]
    said = [_row(one) for one in found]
    if len(said) == 1:
        return said[0]
    return "\\begin{gathered}" + " \\\\ ".join(said) + "\\end{gathered}"


def _row(holder: Element, *, aligned: bool = False) -> str:
    """All in an element, beside each other."""
    return _glued(_pieces(holder, aligned=aligned))


def _pieces(holder: Element, *, aligned: bool = False) -> Iterator[str]:
    for one in holder:
        name = local(one)
        if name == "r":
            yield from _letters(one, aligned=aligned)
        elif name in _TOLD:
            yield _TOLD[name](one)
        elif name in ("e", "num", "den", "oMath", "box", "sdt", "sdtContent", "ins", "moveTo", "smartTag", "hyperlink"):
            yield from _pieces(one, aligned=aligned)


def _glued(pieces: Iterator[str]) -> str:
    """Pieces in one line, with a space only where two would be read as one name."""
    out = ""
    for piece in pieces:
        if piece and out and re.search(r"\\[a-zA-Z]+$", out) and piece[0].isalpha():
            out += " "
        out += piece
    return out.strip(" ")


def _letters(run: Element, *, aligned: bool) -> Iterator[str]:
    """What a run says, in the style it has."""
    facts = next((one for one in run if local(one) == "rPr" and _is_math(one)), None)
    said = {local(one): _val(one) for one in facts} if facts is not None else {}
    text = "".join(one.text or "" for one in run if local(one) == "t").replace(EMPTY, "")
    if not text:
        return
    if "nor" in said and said["nor"] not in ("0", "off", "false"):
        yield f"\\text{{{_text(text)}}}"
        return
    font = _SCRIPTS.get(said.get("scr", ""), "") or _STYLES.get(said.get("sty", ""), "")
    if font == "mathrm" and text.strip() in FUNCTIONS:
        yield f"\\{text.strip()}"
        return
    for letters in re.findall(r"[^\W\d_]+|.", text, re.DOTALL) if font else [text]:
        if font and (letters.isalnum() and not (font == "mathrm" and letters.isdigit())):
            yield f"\\{font}{{{_glued(_sign(each, aligned=aligned) for each in letters)}}}"
        else:
            yield from (_sign(each, aligned=aligned) for each in letters)


def _text(text: str) -> str:
    return re.sub(r"([%&#$_{}])", r"\\\1", text.replace("\\", "")).replace("\u00a0", " ")


def _sign(letter: str, *, aligned: bool = False) -> str:
    """One letter or sign."""
    if letter == "&" and aligned:
        return "&"
    if letter in SPACES:
        return SPACES[letter]
    if letter == " ":
        return "\\ "
    known = commands().get(letter)
    if known:
        return known
    name = unicodedata.name(letter, "")
    if any(sign in name for sign in ("MATHEMATICAL ", "DOUBLE-STRUCK", "SCRIPT CAPITAL", "BLACK-LETTER")):
        plain = unicodedata.normalize("NFKD", letter)
        font = next((font for sign, font in _FONTS if sign in name), "")
        inner = commands().get(plain, plain)
        return f"\\{font}{{{inner}}}" if font else inner
    return {"\u210e": "h", "\u2044": "/", "\u22c5": "\\cdot", "\u2061": "", "\u2062": "", "\u2063": ""}.get(
        letter, letter
    )


def _is_math(element: Element) -> bool:
    return isinstance(element.tag, str) and element.tag.endswith("}" + local(element)) and "/math}" in element.tag


def _val(element: Element | None) -> str:
    """Its m:val; a switch without one is on."""
    if element is None:
        return ""
    return next((str(value) for name, value in element.attrib.items() if str(name).endswith("}val")), "on")


def _part(element: Element, name: str) -> Element | None:
    return next((one for one in element if local(one) == name), None)


def _fact(element: Element, name: str, default: str = "") -> str:
    """A property of a thing: `chr` in its m:naryPr."""
    facts = next((one for one in element if local(one) == f"{local(element)}Pr"), None)
    found = _part(facts, name) if facts is not None else None
    return _val(found) if found is not None else default


def _of(element: Element, name: str) -> str:
    part = _part(element, name)
    return _row(part) if part is not None else ""


def _is_one(latex: str) -> bool:
    """Whether scripts may hang on it as it stands."""
    return len(latex) == 1 or bool(re.fullmatch(r"\\[a-zA-Z]+|\\.|\d", latex))


def _braced(latex: str) -> str:
    return latex if _is_one(latex) and len(latex) == 1 else f"{{{latex}}}"


def _nucleus(element: Element) -> str:
    """What scripts hang on."""
    part = _part(element, "e")
    said = _row(part) if part is not None else ""
    inner = [local(one) for one in part if local(one) not in ("ctrlPr", "argPr")] if part is not None else []
    plain = re.fullmatch(r"\\left([(\[])([^()\[\]]*)\\right([)\]])", said)
    if inner == ["d"] and plain and "frac" not in said and "\\begin" not in said:
        return f"{plain[1]}{plain[2]}{plain[3]}"
    return said if _is_one(said) or inner in (["d"], ["func"], ["acc"]) else f"{{{said}}}"


def _sub(latex: str) -> str:
    return f"_{_braced(latex)}" if latex else ""


def _sup(latex: str) -> str:
    if latex and set(latex) == {"'"}:
        return latex
    return f"^{_braced(latex)}" if latex else ""


def _fraction(element: Element) -> str:
    top, bottom = _of(element, "num"), _of(element, "den")
    kind = _fact(element, "type")
    if kind == "noBar":
        return f"\\genfrac{{}}{{}}{{0pt}}{{}}{{{top}}}{{{bottom}}}"
    return f"{{{top}}}/{{{bottom}}}" if kind == "lin" else f"\\frac{{{top}}}{{{bottom}}}"


def _root(element: Element) -> str:
    degree = "" if _fact(element, "degHide") not in ("", "0", "off", "false") else _of(element, "deg")
    return f"\\sqrt[{degree}]{{{_of(element, 'e')}}}" if degree else f"\\sqrt{{{_of(element, 'e')}}}"


def _scripts(element: Element) -> str:
    return _nucleus(element) + _sub(_of(element, "sub")) + _sup(_of(element, "sup"))


def _before(element: Element) -> str:
    return "{}" + _sub(_of(element, "sub")) + _sup(_of(element, "sup")) + _nucleus(element)


def _nary(element: Element) -> str:
    sign = _fact(element, "chr", "\u222b")
    name = commands().get(sign, sign)
    if sign in INTEGRALS and _fact(element, "limLoc") == "undOvr":
        name += "\\limits"
    scripts = _sub(_of(element, "sub")) + _sup(_of(element, "sup"))
    operand = _of(element, "e")
    return f"{name}{scripts} {operand}" if operand else name + scripts


def _fenced(element: Element) -> str:
    opening, closing = _fact(element, "begChr", "("), _fact(element, "endChr", ")")
    opening, closing = ("" if said == "on" else said for said in (opening, closing))
    parts = [one for one in element if local(one) == "e"]
    held = [one for one in parts[0] if local(one) not in ("ctrlPr", "argPr")] if len(parts) == 1 else []
    if len(held) == 1 and local(held[0]) in ("m", "eqArr"):
        inner, _ = _cells(held[0])
        if (opening, closing) == ("{", ""):
            return f"\\begin{{cases}}{inner}\\end{{cases}}"
        if local(held[0]) == "m" and (name := MATRICES.get((opening, closing))):
            return f"\\begin{{{name}}}{inner}\\end{{{name}}}"
    binomial = len(held) == 1 and local(held[0]) == "f" and _fact(held[0], "type") == "noBar"
    if binomial and (opening, closing) == ("(", ")"):
        return f"\\binom{{{_of(held[0], 'num')}}}{{{_of(held[0], 'den')}}}"
    between = _sign(_fact(element, "sepChr", "|"))
    inner = between.join(_row(one) for one in parts)
    left, right = (FENCES.get(said, said) for said in (opening, closing))
    return f"\\left{left}{' ' if left[-1].isalpha() else ''}{inner}\\right{right}"


def _cells(element: Element) -> tuple[str, str]:
    """The cells of a matrix or of aligned lines, and the sides of its columns."""
    if local(element) == "eqArr":
        return " \\\\ ".join(_row(one, aligned=True) for one in element if local(one) == "e"), ""
    rows = [one for one in element if local(one) == "mr"]
    sides = [_SIDES.get(_val(one), "c") for one in element.iter() if local(one) == "mcJc"]
    counts = [int(said) for one in element.iter() if local(one) == "count" and (said := _val(one)).isdigit()]
    spread = "".join(side * count for side, count in zip(sides, [*counts, *[1] * len(sides)], strict=False))
    return " \\\\ ".join(" & ".join(_row(cell) for cell in row if local(cell) == "e") for row in rows), spread


def _matrix(element: Element) -> str:
    inner, sides = _cells(element)
    if local(element) == "eqArr":
        name = "aligned" if "&" in inner.replace("\\&", "") else "gathered"
        return f"\\begin{{{name}}}{inner}\\end{{{name}}}"
    if _fact(element, "cGp") == "0" and sides == "rl" * (len(sides) // 2):
        return f"\\begin{{aligned}}{inner}\\end{{aligned}}"
    if set(sides) <= {"c"}:
        return f"\\begin{{matrix}}{inner}\\end{{matrix}}"
    return f"\\begin{{array}}{{{sides}}}{inner}\\end{{array}}"


def _function(element: Element) -> str:
    name, operand = _of(element, "fName"), _of(element, "e")
    plain = re.fullmatch(r"(?:\\mathrm\{)?([a-zA-Z]+)\}?", name)
    if plain:
        name = f"\\{plain[1]}" if plain[1] in FUNCTIONS else f"\\operatorname{{{plain[1]}}}"
    return f"{name} {operand}".rstrip()


def _limit(element: Element) -> str:
    """Something with something below or above it."""
    below = local(element) == "limLow"
    inner, mark = _of(element, "e"), _of(element, "lim")
    plain = re.fullmatch(r"(?:\\mathrm\{)?([a-zA-Z]{2,})\}?", inner)
    if plain:
        inner = f"\\{plain[1]}" if plain[1] in FUNCTIONS else f"\\operatorname{{{plain[1]}}}"
    if below and (inner.lstrip("\\") in FUNCTIONS or inner.startswith(("\\underbrace", "\\operatorname"))):
        return inner + _sub(mark)
    if not below and inner.startswith("\\overbrace"):
        return inner + _sup(mark)
    return f"\\{'underset' if below else 'overset'}{{{mark}}}{{{inner}}}"


def _accent(element: Element) -> str:
    sign = _fact(element, "chr", "\u0302")
    name = ACCENTS.get(sign, "hat")
    inner = _of(element, "e")
    wide = len(re.sub(r"\\[a-zA-Z]+|[{}]", "x", inner)) > 1
    name = {"hat": "widehat", "tilde": "widetilde"}.get(name, name) if wide else name
    return f"\\{name}{{{inner}}}"


def _bar(element: Element) -> str:
    name = "overline" if _fact(element, "pos", "bot") == "top" else "underline"
    return f"\\{name}{{{_of(element, 'e')}}}"


def _grouped(element: Element) -> str:
    sign = _fact(element, "chr", "\u23df")
    inner = _of(element, "e")
    if sign in BRACES:
        return f"\\{BRACES[sign]}{{{inner}}}"
    above = _fact(element, "pos", "bot") == "top"
    return f"\\{'overset' if above else 'underset'}{{{_sign(sign)}}}{{{inner}}}"


def _boxed(element: Element) -> str:
    return f"\\boxed{{{_of(element, 'e')}}}"


def _unseen(element: Element) -> str:
    shown = _fact(element, "show", "1") not in ("0", "off", "false")
    return _of(element, "e") if shown else f"\\phantom{{{_of(element, 'e')}}}"


_TOLD: dict[str, Callable[[Element], str]] = {
    "f": _fraction, "rad": _root, "sSub": _scripts, "sSup": _scripts, "sSubSup": _scripts, "sPre": _before,
    "nary": _nary, "d": _fenced, "m": _matrix, "eqArr": _matrix, "func": _function, "limLow": _limit,
    "limUpp": _limit, "acc": _accent, "bar": _bar, "groupChr": _grouped, "borderBox": _boxed, "phant": _unseen,
}  # fmt: skip
