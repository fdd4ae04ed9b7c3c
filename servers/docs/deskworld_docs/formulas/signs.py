"""The signs of formulas, said once for both ways: their LaTeX names, and what kind each is."""

from __future__ import annotations

from functools import cache

_NAMED = (
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi varpi rho varrho "
    "sigma varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega "
    "leq geq neq equiv approx sim simeq cong propto ll gg prec succ preceq succeq subset supset subseteq supseteq in "
    "ni notin mid parallel perp models vdash pm mp times div cdot ast star circ bullet cap cup setminus vee wedge "
    "oplus ominus otimes odot leftarrow rightarrow leftrightarrow Leftarrow Rightarrow Leftrightarrow mapsto uparrow "
    "downarrow updownarrow longrightarrow hookrightarrow rightharpoonup rightleftharpoons nearrow searrow forall "
    "exists nexists neg partial nabla infty emptyset ell hbar Re Im aleph wp angle triangle ldots cdots vdots ddots "
    "langle rangle lfloor rfloor lceil rceil Vert dagger ddagger therefore because square diamond top bot prime"
)
_FUNCTIONS = (
    "arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max "
    "min Pr sec sin sinh sup tan tanh"
)
FUNCTIONS = frozenset(_FUNCTIONS.split())
LIMITS = frozenset(("lim", "liminf", "limsup", "max", "min", "sup", "inf", "argmax", "argmin", "det", "gcd", "Pr"))
"""Functions that have what is written below them under their name."""
SUMS = {
    "\u2211": "sum", "\u220f": "prod", "\u2210": "coprod", "\u22c2": "bigcap", "\u22c3": "bigcup", "\u22c0": "bigwedge",
    "\u22c1": "bigvee", "\u2a01": "bigoplus", "\u2a02": "bigotimes", "\u2a00": "bigodot", "\u2a04": "biguplus",
}  # fmt: skip
INTEGRALS = {"\u222b": "int", "\u222c": "iint", "\u222d": "iiint", "\u222e": "oint"}
ACCENTS = {
    "\u0302": "hat", "\u0303": "tilde", "\u0304": "bar", "\u0305": "bar", "\u20d7": "vec", "\u0307": "dot",
    "\u0308": "ddot", "\u030c": "check", "\u0306": "breve", "\u0301": "acute", "\u0300": "grave", "\u030a": "mathring",
}  # fmt: skip
OVER = {
    "^": "\u0302", "\u02c6": "\u0302", "~": "\u0303", "\u02dc": "\u0303", "\u223c": "\u0303", "\u00af": "\u0304",
    "\u0304": "\u0304", "\u0305": "\u0304", "\u2192": "\u20d7", "\u20d7": "\u20d7", "\u02d9": "\u0307",
    "\u0307": "\u0307", "\u00a8": "\u0308", "\u0308": "\u0308", "\u02c7": "\u030c", "\u030c": "\u030c",
    "\u02d8": "\u0306", "\u0306": "\u0306", "\u00b4": "\u0301", "\u0301": "\u0301", "`": "\u0300", "\u0300": "\u0300",
    "\u02da": "\u030a", "\u030a": "\u030a", "\u0302": "\u0302", "\u0303": "\u0303",
}  # fmt: skip
"""Signs that MathML puts above letters, and the accent each is."""
BRACES = {"\u23de": "overbrace", "\u23df": "underbrace", "\u23b4": "overbracket", "\u23b5": "underbracket"}
FENCES = {
    "(": "(", ")": ")", "[": "[", "]": "]", "{": "\\{", "}": "\\}", "|": "\\vert", "\u2016": "\\Vert",
    "\u2225": "\\Vert", "\u27e8": "\\langle", "\u27e9": "\\rangle", "\u2329": "\\langle", "\u232a": "\\rangle",
    "\u230a": "\\lfloor", "\u230b": "\\rfloor", "\u2308": "\\lceil", "\u2309": "\\rceil", "": ".", "/": "/",
}  # fmt: skip
SPACES = {"\u2009": "\\,", "\u2005": "\\:", "\u2004": "\\;", "\u2003": "\\quad", "\u2002": "\\enspace", "\u00a0": "~"}
WIDTHS = ((0.1, ""), (0.2, "\u2009"), (0.25, "\u2005"), (0.45, "\u2004"), (0.8, "\u2002"), (1.5, "\u2003"))
"""Up to how many ems which space is meant; more is two of the widest."""
MATRICES = {("(", ")"): "pmatrix", ("[", "]"): "bmatrix", ("{", "}"): "Bmatrix", ("|", "|"): "vmatrix",
            ("\u2016", "\u2016"): "Vmatrix", ("\u2225", "\u2225"): "Vmatrix"}  # fmt: skip
EMPTY = "\u200b"
"""Stands where Word would draw an empty box."""


@cache
def commands() -> dict[str, str]:
    """The LaTeX name of each sign that has one."""
    from latex2mathml.symbols_parser import convert_symbol

    found = {
        "\u2212": "-", "\u2217": "*", "\\": "\\backslash", "|": "\\vert", "\u2223": "\\mid", "%": "\\%", "&": "\\&",
        "#": "\\#", "$": "\\$", "_": "\\_", "{": "\\{", "}": "\\}", "\u2032": "'", "\u2033": "''", "~": "\\sim",
        "\u2026": "\\ldots", "\u210f": "\\hbar", "\u2205": "\\emptyset", "\u03f5": "\\epsilon",
        "\u03b5": "\\varepsilon",
    }  # fmt: skip
    for sign, name in {**SUMS, **INTEGRALS}.items():
        found[sign] = f"\\{name}"
    for name in _NAMED.split():
        if code := convert_symbol(f"\\{name}"):
            found.setdefault(chr(int(code, 16)), f"\\{name}")
    return found
