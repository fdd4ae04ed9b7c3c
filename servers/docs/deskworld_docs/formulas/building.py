"""MathML into Word's equations (OMML).

Most is one to one: a fraction is a fraction. What is not: MathML puts a sum, its limits and what is summed beside each
other, and so a function and what it is of; Word wants one thing that holds them all, and draws an empty box for what
is missing.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any

from deskworld_docs.formulas.latex import FormulaError, mathml
from deskworld_docs.formulas.signs import BRACES, EMPTY, INTEGRALS, LIMITS, OVER, SUMS, WIDTHS
from deskworld_docs.markup import make
from deskworld_docs.objects import Element

_GROUPS = ("mrow", "mstyle", "mpadded", "math", "semantics")
_SIDES = {"left": "left", "right": "right", "center": "center"}


def equation(latex: str, *, display: bool = False) -> Element:
    """A m:oMath of LaTeX, or a m:oMathPara that holds one, for a formula in a line of its own.

    Raises:
        FormulaError: It can't be turned.
    """
    made = make("m:oMath", *_Builder(display).row([mathml(latex, display=display)]))
    return make("m:oMathPara", made) if display else made


class _Builder:
    def __init__(self, display: bool) -> None:
        self.display = display

    def row(self, nodes: Sequence[Any]) -> list[Element]:
        """What stands beside each other."""
        flat = _flat(nodes)
        made: list[Element] = []
        at = 0
        while at < len(flat):
            node = flat[at]
            if (start := _closed(flat, at)) >= 0:
                made = self._reopened(flat, start, at)
                at += 1
            elif (end := _fenced(flat, at)) > at:
                opening, closing = _text(node), _text(flat[end])
                made.append(self._fence(opening, closing, flat[at + 1 : end]))
                at = end + 1
            elif _is_nary(_base(node)):
                operand, at = self._operand(flat, at + 1)
                made.append(self._nary(node, operand))
            elif _is_function(_base(node)):
                operand, following = self._operand(flat, at + 1)
                name = self.one(node)
                if operand:
                    made.append(make("m:func", make("m:fName", *name), make("m:e", *operand)))
                    at = following
                else:
                    made += name
                    at += 1
            elif _name(node) == "msup" and _text(node[1]) == "\u2218" and _is_nothing(node[0]):
                made.append(_run("\u00b0"))  # degrees
                at += 1
            elif _name(node) in ("msub", "msup", "msubsup") and _is_nothing(node[0]):
                operand, at = self._operand(flat, at + 1)
                below = node[1] if _name(node) != "msup" else None
                above = node[-1] if _name(node) != "msub" else None
                made.append(make("m:sPre", self._held("sub", below), self._held("sup", above), _hold("e", operand)))
            else:
                made += self.one(node)
                at += 1
        return _joined(made)

    def _reopened(self, flat: Sequence[Any], start: int, at: int) -> list[Element]:
        """What stands before the bracket that opens at `start`, then all in the brackets with the scripts at `at`."""
        node = flat[at]
        held = self._fence(_text(flat[start]), _text(node[0]), flat[start + 1 : at])
        kind = {"msub": "m:sSub", "msup": "m:sSup", "msubsup": "m:sSubSup"}[_name(node)]
        places = ["sub"] * (_name(node) != "msup") + ["sup"] * (_name(node) != "msub")
        scripts = [self._held(place, script) for place, script in zip(places, list(node)[1:], strict=True)]
        return [*self.row(flat[:start]), make(kind, make("m:e", held), *scripts)]

    def _operand(self, flat: Sequence[Any], at: int) -> tuple[list[Element], int]:
        """What a sum or a function is of: the next thing, or all in the next brackets; and where it ends."""
        if at >= len(flat):
            return [], at
        first = flat[at]
        if _name(first) == "mspace":
            inner, end = self._operand(flat, at + 1)
            return ([*self.one(first), *inner], end) if inner else ([], at)
        said = _text(first)
        if _name(first) == "mo" and said in "([":
            depth = 0
            for place in range(at, len(flat)):
                said = _text(_base(flat[place]))
                depth += (said in ("(", "[")) - (said in (")", "]"))
                if not depth:
                    return self.row(flat[at : place + 1]), place + 1
            return [], at
        if _name(first) == "mo" and not (_is_nary(first) or said in "\u2202\u2207|" or _fenced(flat, at) > at):
            return [], at
        if _is_nary(_base(first)) or _is_function(_base(first)):
            _, end = self._operand(flat, at + 1)
            return self.row(flat[at:end]), end
        if (end := _fenced(flat, at)) > at:
            return self.row(flat[at : end + 1]), end + 1
        return self.row([first]), at + 1

    def one(self, node: Any) -> list[Element]:
        """One thing, whatever stands beside it."""
        name = _name(node)
        text = _text(node)
        match name:
            case "mi":
                return [_run(text, _style_of(node, text))]
            case "mn" | "mo":
                plain = name == "mo" and len(text) > 1 and text.isalpha()
                return [_run(text, "p" if plain else "")] if text else []
            case "mtext":
                return [_run(text, "nor")] if text else []
            case "mspace":
                return self._space(node)
            case "mfrac":
                bar = [make("m:fPr", make("m:type", val="noBar"))] if node.get("linethickness") == "0" else []
                return [make("m:f", *bar, self._held("num", node[0]), self._held("den", node[1]))]
            case "msqrt":
                hidden = make("m:radPr", make("m:degHide", val="1"))
                return [make("m:rad", hidden, make("m:deg"), _hold("e", self.row(list(node))))]
            case "mroot":
                return [make("m:rad", self._held("deg", node[1]), self._held("e", node[0]))]
            case "msub" | "msup" | "msubsup":
                return [self._scripts(node, name)]
            case "mover" | "munder" | "munderover":
                return [self._stacked(node, name)]
            case "mtable":
                return [self._table(node)]
            case "menclose" if node.get("notation") == "box":
                return [make("m:borderBox", _hold("e", self.row(list(node))))]
            case "mphantom":
                shown = make("m:phantPr", make("m:show", val="0"))
                return [make("m:phant", shown, _hold("e", self.row(list(node))))]
            case name if name in _GROUPS:
                return self.row([node])
            case _:
                raise FormulaError("it has something that Word's equations don't")

    def _space(self, node: Any) -> list[Element]:
        try:
            wide = float((node.get("width") or "0").removesuffix("em"))
        except ValueError:
            wide = 0.0
        said = next((space for most, space in WIDTHS if wide <= most), "\u2003\u2003")
        return [_run(said)] if said else []

    def _held(self, name: str, node: Any) -> Element:
        return _hold(name, [] if node is None else self.row([node]))

    def _scripts(self, node: Any, name: str) -> Element:
        base, *scripts = node
        if name == "msub" and _text(base) in LIMITS:
            return make("m:limLow", make("m:e", *self.one(base)), self._held("lim", scripts[0]))
        kind = {"msub": "m:sSub", "msup": "m:sSup", "msubsup": "m:sSubSup"}[name]
        places = ["sub"] * (name != "msup") + ["sup"] * (name != "msub")
        held = [self._held(place, script) for place, script in zip(places, scripts, strict=True)]
        return make(kind, self._held("e", base), *held)

    def _nary(self, node: Any, operand: list[Element]) -> Element:
        base = _base(node)
        sign = _text(base)
        name = _name(node)
        scripts = list(node)[1:] if name != "mo" else []
        below = scripts[0] if name in ("msub", "munder", "msubsup", "munderover") else None
        above = scripts[-1] if name in ("msup", "mover", "msubsup", "munderover") else None
        under = name.startswith("munder") or name == "mover" if sign in INTEGRALS else self.display
        facts = make("m:naryPr", make("m:chr", val=sign), make("m:limLoc", val="undOvr" if under else "subSup"))
        for place, script in (("sub", below), ("sup", above)):
            if script is None:
                facts.append(make(f"m:{place}Hide", val="1"))
        empty = [make(f"m:{place}") if script is None else self._held(place, script)
                 for place, script in (("sub", below), ("sup", above))]  # fmt: skip
        return make("m:nary", facts, *empty, _hold("e", operand))

    def _stacked(self, node: Any, name: str) -> Element:
        """Something with something above or below it: an accent, a bar, a brace, or just that."""
        base, *marks = node
        if name == "munderover":
            lower = make("m:limLow", self._held("e", base), self._held("lim", marks[0]))
            return make("m:limUpp", make("m:e", lower), self._held("lim", marks[1]))
        sign = _text(marks[0]) if _name(marks[0]) == "mo" else ""
        above = name == "mover"
        if sign in ("\u2015", "\u203e", "\u0332", "\u005f", "\u00af") and (not above or sign != "\u00af"):
            pos = make("m:barPr", make("m:pos", val="top" if above else "bot"))
            return make("m:bar", pos, self._held("e", base))
        if sign in BRACES:
            pos = "top" if above else "bot"
            facts = make("m:groupChrPr", make("m:chr", val=sign), make("m:pos", val=pos))
            facts.append(make("m:vertJc", val="bot" if above else "top"))
            return make("m:groupChr", facts, self._held("e", base))
        if above and sign in OVER:
            return make("m:acc", make("m:accPr", make("m:chr", val=OVER[sign])), self._held("e", base))
        kind = "m:limUpp" if above else "m:limLow"
        return make(kind, self._held("e", base), self._held("lim", marks[0]))

    def _table(self, node: Any) -> Element:
        rows = [[cell for cell in row if _name(cell) == "mtd"] for row in node if _name(row) == "mtr"]
        columns = max((len(row) for row in rows), default=0)
        if not columns:
            raise FormulaError("it has a table without cells")
        sides = [_SIDES.get((rows[0][at].get("columnalign") or "") if at < len(rows[0]) else "", "center")
                 for at in range(columns)]  # fmt: skip
        aligned = columns % 2 == 0 and sides == ["right", "left"] * (columns // 2)
        kinds = make("m:mcs")
        for side in sides:
            kinds.append(make("m:mc", make("m:mcPr", make("m:count", val="1"), make("m:mcJc", val=side))))
        facts = make("m:mPr", make("m:plcHide", val="1"))
        if aligned:  # nothing between the columns, so that both sides of a = stand together
            facts.extend([make("m:cGpRule", val="3"), make("m:cGp", val="0")])
        facts.append(kinds)
        made = make("m:m", facts)
        for row in rows:
            cells = [self._cell(cell) for cell in row]
            made.append(make("m:mr", *cells, *(_hold("e", []) for _ in range(columns - len(cells)))))
        return made

    def _cell(self, cell: Any) -> Element:
        """A cell; where it begins with a sign that has a left side elsewhere, something empty stands in for that."""
        first = next(iter(_flat(list(cell))), None)
        lead = first is not None and _name(first) == "mo" and _text(first) not in "([{|" and not _is_nary(first)
        held = _joined([*([_run(EMPTY)] if lead else []), *self.row(list(cell))])
        return _hold("e", held)

    def _fence(self, opening: str, closing: str, inner: Sequence[Any]) -> Element:
        facts = make("m:dPr", make("m:begChr", val=opening), make("m:endChr", val=closing))
        return make("m:d", facts, _hold("e", self.row(inner)))


def _name(node: Any) -> str:
    return str(node.tag).rpartition("}")[2]


def _text(node: Any) -> str:
    return (node.text or "").strip("\n") if not len(node) else ""


def _is_nothing(node: Any) -> bool:
    return _name(node) == "mspace" or (not _text(node) and not len(node))


def _closed(flat: Sequence[Any], at: int) -> int:
    """Where the bracket opens that scripts hang on the closing one of; below 0 where they hang on none."""
    node = flat[at]
    if _name(node) not in ("msub", "msup", "msubsup") or _name(node[0]) != "mo":
        return -1
    opening = {")": "(", "]": "[", "}": "{"}.get(_text(node[0]), "")
    depth = 1
    for place in range(at - 1, -1, -1):
        said = _text(flat[place]) if _name(flat[place]) == "mo" else ""
        base = _text(flat[place][0]) if _name(flat[place]) in ("msub", "msup", "msubsup") else ""
        depth += (_text(node[0]) in (said, base)) - (bool(opening) and said == opening)
        if not depth:
            return place
    return -1


def _base(node: Any) -> Any:
    """What scripts hang on; the thing itself where it has none."""
    while _name(node) in ("msub", "msup", "msubsup", "munder", "mover", "munderover") and len(node):
        node = node[0]
    return node


def _is_nary(node: Any) -> bool:
    return _name(node) == "mo" and (_text(node) in SUMS or _text(node) in INTEGRALS)


def _is_function(node: Any) -> bool:
    """Whether a name of more than one letter stands for a function."""
    text = _text(node)
    return _name(node) in ("mi", "mo") and len(text) > 1 and text.replace(" ", "").isalpha() and text.isascii()


def _flat(nodes: Sequence[Any]) -> list[Any]:
    """Groups opened: braces of LaTeX mean nothing by themselves; those with brackets of their own stay whole."""
    found: list[Any] = []
    for node in nodes:
        if not isinstance(node.tag, str) or _name(node) in ("annotation",):
            continue
        if _name(node) in _GROUPS:
            inner = _flat(list(node))
            left = bool(inner) and inner[0].get("form") == "prefix" and inner[-1].get("form") != "postfix"
            found += inner
            if left and _name(node) == "mrow":  # as cases are: nothing closes it
                closing = inner[0].makeelement("mo", {"form": "postfix", "fence": "true"})
                found.append(closing)
        else:
            found.append(node)
    return found


def _fenced(flat: Sequence[Any], at: int) -> int:
    """Where the brackets that open here close, if they grow with what they hold; else the place itself."""
    node = flat[at]
    if _name(node) != "mo":
        return at
    if node.get("form") == "prefix":
        depth = 0
        for place in range(at, len(flat)):
            depth += (flat[place].get("form") == "prefix") - (flat[place].get("form") == "postfix")
            if not depth:
                return place
        raise FormulaError("\\left and \\right don't match")
    around = flat[at + 2] if at + 2 < len(flat) else None
    if around is None or _name(around) != "mo" or _text(node) not in "([{|\u2016\u2225" or not _text(node):
        return at
    inner = flat[at + 1]
    grows = _name(inner) == "mtable" or (_name(inner) == "mfrac" and inner.get("linethickness") == "0")
    return at + 2 if grows and _text(around) in ")]}|\u2016\u2225" else at


def _style_of(node: Any, text: str) -> str:
    variant = node.get("mathvariant") or ""
    if variant in ("bold", "bold-italic"):
        return "b" if variant == "bold" else "bi"
    return "p" if variant == "normal" or (len(text) > 1 and text.isalpha()) else ""


def _run(text: str, style: str = "") -> Element:
    """Letters in one style: nor (plain text), p (upright), b, bi; slanted as formulas are where it is empty."""
    made = make("m:r")
    if style:
        made.append(make("m:rPr", make("m:nor") if style == "nor" else make("m:sty", val=style)))
    fonts = make("w:rFonts", ascii="Cambria Math", hAnsi="Cambria Math")
    made.append(make("w:rPr", fonts))
    letters = make("m:t", text=unicodedata.normalize("NFC", text))
    if text != text.strip() or "\u00a0" in text or EMPTY in text:
        letters.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
    made.append(letters)
    return made


def _hold(name: str, inner: Sequence[Element]) -> Element:
    return make(f"m:{name}", *(inner or [_run(EMPTY)]))


def _joined(made: Sequence[Element]) -> list[Element]:
    """Neighbouring letters of one style in one run, as Word writes them."""
    found: list[Element] = []
    for one in made:
        before = found[-1] if found else None
        if before is not None and _run_style(one) is not None and _run_style(one) == _run_style(before):
            before[-1].text = (before[-1].text or "") + (one[-1].text or "")
            if one[-1].attrib:
                before[-1].attrib.update(one[-1].attrib)
        else:
            found.append(one)
    return found


def _run_style(element: Element) -> str | None:
    """The style of a run; None for anything else."""
    if _name(element) != "r":
        return None
    facts = element[0] if _name(element[0]) == "rPr" and "math" in element[0].tag else None
    if facts is None:
        return ""
    return "nor" if _name(facts[0]) == "nor" else str(facts[0].get(facts[0].tag.replace("sty", "val"), ""))
