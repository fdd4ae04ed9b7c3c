"""Whether a formula is a sentence of Excel's language, and where it stops being one.

Excel refuses a formula that it cannot read, and calls a file damaged that holds one; so a formula is read here before
it is written. One pass over its pieces, with a stack of the brackets that are open, knows at each piece whether a value
or an operator must come next; the arguments of known functions are counted on the way.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .argcounts import wrong_count
from .references import PREFIX, REFERENCE

_COLUMN = r"\[(?:'.|[^\[\]']|\[(?:'.|[^\[\]'])*\])*\]"
_NUMBER = r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_ERROR = r"\#(?:REF!|NAME\?|VALUE!|DIV/0!|N/A|NULL!|NUM!|SPILL!|CALC!|GETTING_DATA|FIELD!|BLOCKED!|CONNECT!|BUSY!)"
_CONSTANT = rf"\s*(?:[+-]?\s*{_NUMBER}|\"(?:[^\"]|\"\")*\"|TRUE|FALSE|{_ERROR})\s*"
_TOKEN = re.compile(
    rf"""(?P<space>\s+)
    |(?P<text>"(?:[^"]|"")*")
    |(?P<ref>(?:{PREFIX})?(?:{REFERENCE})(?![\w(\[!]|\.(?!:)))
    |(?P<sheet>{PREFIX})
    |(?P<call>[^\W\d][\w.]*\s*\()
    |(?P<number>{_NUMBER})
    |(?P<error>{_ERROR})
    |(?P<name>[^\W\d][\w.\\?]*|\\[\w.\\?]+)
    |(?P<column>{_COLUMN})
    |(?P<array>\{{{_CONSTANT}(?:[,;]{_CONSTANT})*\}})
    |(?P<sign>[+\-@])
    |(?P<operator><=|>=|<>|[*/^&=<>])
    |(?P<open>\()|(?P<close>\))|(?P<comma>,)|(?P<range>\.?:\.?)|(?P<percent>%)|(?P<spill>\#)
    |(?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)
_REFERRING = frozenset({"ref", "name", "column", "call", "open", "sheet", "error"})
_VALUES = _REFERRING | {"text", "number", "array"}
_HINTS = {
    "==": "equal is =", "!=": "not equal is <>", "=>": "at least is >=", "=<": "at most is <=", "><": "not equal is <>",
    "&&": "write AND(a, b)", "**": "a power is ^", "//": "a whole division is QUOTIENT(a, b)",
}  # fmt: skip


@dataclass
class _Open:
    """A bracket that is open: of a call, with the arguments that began so far, or of a group."""

    call: str
    commas: int = 0


def problem(formula: str) -> str:
    """What is wrong with a formula, given without its =, and where; empty for one that Excel reads."""
    reading = _Reading(formula)
    for token in _TOKEN.finditer(formula):
        wrong = reading.take(token)
        if wrong:
            return wrong if reading.miscounted else reading.at(token, wrong)
    if reading.open:
        return "a bracket is left open"
    return "a value is missing at its end" if reading.wanted else ""


class _Reading:
    def __init__(self, formula: str) -> None:
        self.formula = formula
        self.open: list[_Open] = []
        self.wanted = True  # a value must come next
        self.fresh = False  # an argument begins: it may be left out
        self.refers = False  # the last value may be a reference
        self.called = False  # the last value was a call, whose result may be called again
        self.spaced = False
        self.after = ""  # range or sheet: only a reference may follow
        self.miscounted = False

    def at(self, token: re.Match[str], wrong: str) -> str:
        around = self.formula[max(0, token.start() - 1) : token.end() + 1].strip()
        hint = next((said for sign, said in _HINTS.items() if sign in around), "")
        rest = self.formula[token.start() :]
        seen = rest if len(rest) <= 20 else rest[:20] + "..."
        return f"{wrong} at {seen!r}{f' ({hint})' if hint else ''}"

    def take(self, token: re.Match[str]) -> str:
        kind = token.lastgroup or ""
        if kind == "space":
            self.spaced = True
            return ""
        wrong = self._value(token, kind) if kind in _VALUES else self._mark(token, kind)
        self.spaced = False
        return wrong

    def _value(self, token: re.Match[str], kind: str) -> str:
        if not self.wanted:
            if kind == "open" and self.called and not self.spaced:
                self.open.append(_Open("\0"))
                self._want(fresh=True)
                return ""
            if kind == "column" and self.refers and not self.spaced:
                return ""
            if not (self.spaced and self.refers and kind in _REFERRING):
                return "an operator is missing"
        elif self.after and kind not in _REFERRING:
            return f"a {'cell' if self.after == 'range' else 'cell or name'} is missing"
        self.after = ""
        self.called = False
        if kind == "call":
            self.open.append(_Open(token[0][:-1].strip()))
            self._want(fresh=True)
        elif kind == "open":
            self.open.append(_Open(""))
            self._want()
        elif kind == "sheet":
            self._want()
            self.after = "sheet"
        else:
            if kind == "array" and (wrong := _uneven(token[0])):
                return wrong
            self.wanted = self.fresh = False
            self.refers = kind in _REFERRING
        return ""

    def _want(self, *, fresh: bool = False) -> None:
        self.wanted, self.fresh, self.refers, self.called = True, fresh, False, False

    def _mark(self, token: re.Match[str], kind: str) -> str:
        if kind == "sign" and self.wanted and not self.after:
            self.fresh = False
            return ""
        if kind == "close":
            return self._close()
        if kind == "comma":
            return self._comma()
        if kind == "other" or token[0] == "@":
            return f"{token[0]!r} has no meaning here"
        if self.wanted:
            return "a value is missing"
        if kind in ("range", "spill") and not self.refers:
            return f"{token[0]!r} needs a cell before it"
        if kind not in ("percent", "spill"):
            self._want()
            self.after = "range" if kind == "range" else ""
        elif kind == "percent":
            self.refers = self.called = False
        return ""

    def _comma(self) -> str:
        top = self.open[-1] if self.open else None
        if self.wanted and not (top and top.call and self.fresh):
            return "a value is missing"
        if top and top.call:
            top.commas += 1
            self._want(fresh=True)
            return ""
        if not self.refers:
            return "a comma parts arguments of a function, or references; here it parts neither"
        self._want()
        return ""

    def _close(self) -> str:
        if not self.open:
            return "a bracket is closed that was not opened"
        top = self.open.pop()
        if self.wanted and not (top.call and self.fresh):
            return "a value is missing"
        given = 0 if self.wanted and not top.commas else top.commas + 1
        self.wanted = self.fresh = False
        self.refers, self.called = True, bool(top.call)
        name = top.call.upper().removeprefix("_XLFN.").removeprefix("_XLWS.")
        wrong = wrong_count(name, given)
        self.miscounted = bool(wrong)
        return wrong


def _uneven(array: str) -> str:
    rows = re.sub(r'"(?:[^"]|"")*"', "", array).split(";")
    return "the rows of an array must be equally long" if len({row.count(",") for row in rows}) > 1 else ""
