"""LaTeX into MathML, with what the library reads as something else said in a way that it reads right, or refused."""

from __future__ import annotations

import re
from typing import Any

_LONGEST = 4000
_DEEPEST = 60
_ALIGNED = re.compile(
    r"\\begin\{(align(?:ed)?\*?|split|gather(?:ed)?\*?|multline\*?|eqnarray\*?)\}(.*?)\\end\{\1\}", re.DOTALL
)
_MATRIX = re.compile(r"\\(begin|end)\{([pbBvV]?matrix)\*\}(?:\[[lcr]\])?")
_RIGHT_CASES = re.compile(r"\\begin\{d?rcases\*?\}(.*?)\\end\{d?rcases\*?\}", re.DOTALL)
_CASES = re.compile(r"\\(begin|end)\{(?:dcases\*?|cases\*)\}")
_WRAPPED = re.compile(r"^\s*\\begin\{(equation\*?|displaymath|math)\}(.*)\\end\{\1\}\s*$", re.DOTALL)
_NOT = {r"\not=": r"\neq ", r"\not\in": r"\notin ", r"\not\equiv": r"\nequiv ", r"\not\subset": r"\nsubset "}
_UPRIGHT = re.compile(r"\\mathrm\{(\w)\}")
_DROPPED = re.compile(r"\\(?:nonumber|notag|displaystyle|textstyle|limits(?![_^]))(?![a-zA-Z])")
_REFUSED = re.compile(
    r"\\(label|tag|ref|eqref|cite|def|newcommand|ce|pu|color|textcolor|href|includegraphics|input|middle|begin\{tabular)(?![a-zA-Z])"
)


class FormulaError(Exception):
    """A formula that can't be turned; says why."""


def mathml(latex: str, *, display: bool = False) -> Any:
    """The MathML of a formula, as an lxml element.

    Raises:
        FormulaError: It is no LaTeX, or has a command that is not known.
    """
    from latex2mathml.converter import convert
    from lxml import etree

    said = _ready(latex)
    try:
        made = convert(said, display="block" if display else "inline")
        root = etree.fromstring(made, etree.XMLParser(resolve_entities=False, huge_tree=False))
    except Exception as error:  # the library has an error of its own for each mistake, and others for the rest
        raise FormulaError(_why(error)) from error
    for one in root.iter():
        name = etree.QName(one).localname
        text = one.text or ""
        if name in ("mi", "mo", "mn") and text.startswith("\\") and len(text) > 1:
            raise FormulaError(f"{text} is not known")
        if one.get("linebreak"):
            raise FormulaError("a line break outside of an environment like aligned")
    return root


def _ready(latex: str) -> str:
    said = latex.strip()
    if not said:
        raise FormulaError("it is empty")
    if len(said) > _LONGEST:
        raise FormulaError(f"it has over {_LONGEST} letters")
    if refused := _REFUSED.search(said):
        raise FormulaError(f"\\{refused[1]} is not known")
    depth = deepest = 0
    for sign in re.findall(r"\\.|[{}]|\\left|\\right", said, re.DOTALL):
        depth += (sign == "{") - (sign == "}")
        deepest = max(deepest, depth)
        if depth < 0:
            break
    if depth:
        raise FormulaError("its braces don't match")
    if deepest > _DEEPEST or said.count("\\left") > _DEEPEST or said.count("\\begin") > _DEEPEST:
        raise FormulaError("it is nested too deeply")
    if wrapped := _WRAPPED.match(said):
        said = wrapped[2].strip()
    for old, new in _NOT.items():
        said = said.replace(old, new)
    said = _CASES.sub(r"\\\1{cases}", _MATRIX.sub(r"\\\1{\2}", said))
    said = _RIGHT_CASES.sub(r"\\left.\\begin{array}{ll}\1\\end{array}\\right\\}", said)
    said = _UPRIGHT.sub(r"{\\mathrm \1}", said)  # of one letter alone the library forgets that it is upright
    said = re.sub(r"\\operatorname\*", r"\\operatorname", _DROPPED.sub("", said))
    return _ALIGNED.sub(_as_array, said)


def _as_array(found: re.Match[str]) -> str:
    """An environment of aligned lines, as the table it is."""
    body = found[2].strip().removesuffix("\\\\")
    most = max(line.replace("\\&", "").count("&") for line in body.split("\\\\"))
    columns = "c" if found[1].startswith(("gather", "multline")) or not most else "rl" * ((most + 2) // 2)
    return f"\\begin{{array}}{{{columns}}}{body}\\end{{array}}"


def _why(error: Exception) -> str:
    said = {
        "NoAvailableTokensError": "something is missing at its end",
        "DoubleSubscriptsError": "a letter has two subscripts",
        "DoubleSuperscriptsError": "a letter has two superscripts",
        "ExtraLeftOrMissingRightError": "\\left and \\right don't match",
        "MissingEndError": "\\begin and \\end don't match",
        "MissingSuperScriptOrSubscriptError": "something is missing after ^ or _",
        "DenominatorNotFoundError": "a fraction has no denominator",
        "NumeratorNotFoundError": "a fraction has no numerator",
        "XMLSyntaxError": "it has a sign that only a table's rows have",
        "RecursionError": "it is nested too deeply",
    }  # fmt: skip
    return said.get(type(error).__name__, "it is no LaTeX that is understood")
