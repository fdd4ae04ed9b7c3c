"""One cell: how its value stands in the file, and how it is read back.

A value is text, a number, a boolean or nothing; a date is ISO text outside and a number with a date format
inside; an error reads as its code (`#DIV/0!`). Text is written in the cell itself, not in the shared table,
so that an edit leaves the table's part as it is. `encode` is the only way in, `decode` the only way out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple
from xml.sax.saxutils import escape

from deskworld_kit import Scalar, ToolError
from lxml import etree

from . import dates
from .formulas import stored
from .markup import Element, escape_text, q, string_text, unescape_text

C, V, F, IS, T = q("c"), q("v"), q("f"), q("is"), q("t")
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_LITERAL_START = re.compile(r"^'(?==|\{=|'|\d{4}-\d{2}-\d{2})")
LONGEST_TEXT = 32_767


class Encoded(NamedTuple):
    """A value on its way into the file."""

    kind: str  # "n", "b", "text", "formula", "array", "empty"
    text: str
    date_format: str = ""


class Cell(NamedTuple):
    """A cell as read: its value, the formula behind it (with `=`), and its style."""

    value: Scalar
    formula: str
    style: int


def encode(
    value: Scalar, *, as_text: bool = False, from_1904: bool = False, where: str = "values", copied: bool = False
) -> Encoded:
    if value is None or value == "":
        return Encoded("empty", "")
    if isinstance(value, bool):
        return Encoded("text", str(value).upper()) if as_text else Encoded("b", "1" if value else "0")
    if isinstance(value, int | float):
        if value != value or value in (float("inf"), float("-inf")):
            raise ToolError("a cell holds no infinite number", argument=where)
        text = number_text(value)
        if as_text or (isinstance(value, int) and abs(value) >= 10**15):
            return Encoded("text", str(value))
        return Encoded("n", text)
    if len(value) > LONGEST_TEXT:
        raise ToolError(f"a cell holds at most {LONGEST_TEXT} characters, this text has {len(value)}", argument=where)
    if as_text:
        return Encoded("text", value)
    if value.startswith("=") and len(value) > 1:
        return Encoded("formula", stored(value, where, copied=copied))
    if value.startswith("{=") and value.endswith("}"):
        return Encoded("array", stored(value[1:-1], where, copied=copied))
    if date := dates.from_iso(value, from_1904=from_1904):
        return Encoded("n", number_text(date[0]), date[1])
    return Encoded("text", _LITERAL_START.sub("", value))


def number_text(value: float) -> str:
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return repr(value)


def fill(cell: Element, new: Encoded) -> None:
    """Give a `<c>` its new content; its style stays."""
    empty(cell)
    if new.kind == "text":
        cell.set("t", "inlineStr")
        text = etree.SubElement(etree.SubElement(cell, IS), T)
        text.text = escape_text(new.text)
        if new.text != new.text.strip() or "\n" in new.text:
            text.set(_SPACE, "preserve")
    elif new.kind in ("formula", "array"):
        formula = etree.SubElement(cell, F)
        formula.text = new.text
        if new.kind == "array":
            formula.set("t", "array")
            formula.set("ref", cell.get("r") or "")
    elif new.kind != "empty":
        if new.kind == "b":
            cell.set("t", "b")
        etree.SubElement(cell, V).text = new.text


def empty(cell: Element) -> None:
    for attribute in ("t", "cm", "vm"):
        cell.attrib.pop(attribute, None)
    for child in list(cell):
        cell.remove(child)


def markup(name: str, new: Encoded, style: int) -> str:
    """The same as text, for rows that are added by the thousand."""
    head = f'<c r="{name}" s="{style}"' if style else f'<c r="{name}"'
    if new.kind == "n":
        return f"{head}><v>{new.text}</v></c>"
    if new.kind == "text":
        space = ' xml:space="preserve"' if new.text != new.text.strip() or "\n" in new.text else ""
        return f'{head} t="inlineStr"><is><t{space}>{escape(escape_text(new.text))}</t></is></c>'
    if new.kind == "b":
        return f'{head} t="b"><v>{new.text}</v></c>'
    if new.kind == "formula":
        return f"{head}><f>{escape(new.text)}</f></c>"
    if new.kind == "array":
        return f'{head}><f t="array" ref="{name}">{escape(new.text)}</f></c>'
    return f"{head}/>" if style else ""


def set_result(cell: Element, value: Scalar, *, is_error: bool = False) -> bool:
    """Put a formula's value in, or take it out for None; says whether anything changed."""
    kind, text = _result(value, is_error)
    found = cell.find(V)
    old_kind, old_text = cell.get("t", "n"), found.text if found is not None else None
    if old_kind == kind and old_text is not None and _same(kind, old_text, text):
        return False
    if text is None:
        if found is None:
            return False
        cell.remove(found)
        cell.attrib.pop("t", None)
        return True
    if found is None:
        found = etree.Element(V)
        formula = cell.find(F)
        cell.insert(0 if formula is None else cell.index(formula) + 1, found)
    found.text = text
    if kind == "n":
        cell.attrib.pop("t", None)
    else:
        cell.set("t", kind)
    return True


def _result(value: Scalar, is_error: bool) -> tuple[str, str | None]:
    if value is None:
        return "n", None
    if is_error:
        return "e", str(value)
    if isinstance(value, bool):
        return "b", "1" if value else "0"
    if isinstance(value, int | float):
        return "n", number_text(value)
    return "str", escape_text(value)


def _same(kind: str, old: str, new: str | None) -> bool:
    if new is None or old == new:
        return old == new
    if kind != "n":
        return False
    try:
        first, second = float(old), float(new)
    except ValueError:
        return False
    return abs(first - second) <= 1e-12 * max(abs(first), abs(second))


def decode(cell: Element, strings: Callable[[int], str], formats: Callable[[int], str], from_1904: bool) -> Scalar:
    """The value a reader sees: text, number, boolean, ISO date, error code, or None."""
    kind = cell.get("t", "n")
    if kind == "inlineStr":
        holder = next(cell.iterchildren(IS), None)
        if holder is None:
            return None
        # Most texts are one plain piece.
        return unescape_text(holder[0].text or "") if len(holder) == 1 and holder[0].tag == T else string_text(holder)
    found = next(cell.iterchildren(V), None)
    text = found.text if found is not None else None
    if text is None:
        return "" if kind == "str" and found is not None else None
    if kind == "n":
        return _number(text, cell, formats, from_1904)
    if kind == "s":
        return strings(int(text))
    if kind == "str":
        return unescape_text(text)
    if kind == "b":
        return text.strip() in ("1", "true")
    if kind in ("e", "d"):
        return text
    return _number(text, cell, formats, from_1904)


def _number(text: str, cell: Element, formats: Callable[[int], str], from_1904: bool) -> Scalar:
    try:
        number = float(text)
    except ValueError:
        return text
    style = cell.get("s")
    if style and (code := formats(int(style))) and (iso := dates.to_iso(number, code, from_1904=from_1904)):
        return iso
    if number.is_integer() and abs(number) < 1e15:
        return int(number)
    # Programs write up to 17 digits, of which a person has typed, and Excel shows, 15.
    return number if len(text) < 16 else float(f"{number:.15g}")


def is_blank(cell: Element) -> bool:
    """No value and no formula: a cell that is there for its style."""
    return len(cell) == 0
