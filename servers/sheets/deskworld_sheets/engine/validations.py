"""Validations: what a cell lets a person type, and what it says when it does not."""

from __future__ import annotations

from collections.abc import Sequence

from deskworld_kit import Scalar, ToolError
from lxml import etree

from .book import Book, Sheet
from .conditions import COMPARE, operand
from .formulas import prefixed, stored
from .markup import count, drop, drop_if_empty, ensure, q
from .references import Area, areas_of


def set_validation(
    book: Book,
    sheet: Sheet,
    area: Area,
    kind: str,
    *,
    items: Sequence[str] = (),
    source: str = "",
    compare: str = "between",
    low: Scalar = None,
    high: Scalar = None,
    message: str = "",
    stop: bool = True,
    prompt: str = "",
) -> None:
    """Give an area one rule in place of those it had."""
    root = book.package.edit(sheet.part)
    clear(book, sheet, area)
    if kind == "any":
        return
    rule = etree.Element(
        q("dataValidation"), sqref=area.name, allowBlank="1", showInputMessage="1", showErrorMessage="1"
    )
    first, second = _formulas(book, kind, items, source, compare, low, high)
    rule.set("type", {"text_length": "textLength"}.get(kind, kind))
    if kind not in ("list", "custom") and compare != "between":
        rule.set("operator", COMPARE[compare])
    if not stop:
        rule.set("errorStyle", "warning")
    if message:
        rule.set("errorTitle", "Not allowed")
        rule.set("error", message[:255])
    if prompt:
        rule.set("prompt", prompt[:255])
    etree.SubElement(rule, q("formula1")).text = first
    if second:
        etree.SubElement(rule, q("formula2")).text = second
    listed = ensure(root, "dataValidations")
    listed.append(rule)
    count(listed)


def _formulas(
    book: Book, kind: str, items: Sequence[str], source: str, compare: str, low: Scalar, high: Scalar
) -> tuple[str, str]:
    if kind == "list":
        return _list(book, items, source), ""
    if kind == "custom":
        if not source.startswith("="):
            raise ToolError('a custom rule needs source like "=ISNUMBER(A2)"', argument="source")
        return stored(source, "source"), ""
    return operand(low, "low"), operand(high, "high") if "between" in compare else ""


def _list(book: Book, items: Sequence[str], source: str) -> str:
    if bool(items) == bool(source):
        raise ToolError("a list needs either items or source (a range or a name), not both", argument="items")
    if source:
        if source.startswith("="):
            return stored(source, "source")
        home, area = book.locate("", source, "source")
        return prefixed(home.name, area.absolute)
    if any("," in item for item in items):
        raise ToolError(
            "an item holds a comma; put the items in cells and name their range as source", argument="items"
        )
    text = ",".join(items)
    if len(text) > 255:
        raise ToolError(
            f"the items take {len(text)} characters, more than the 255 that fit; put them in cells and name their "
            "range as source",
            argument="items",
        )
    escaped = text.replace('"', '""')
    return f'"{escaped}"'


def clear(book: Book, sheet: Sheet, area: Area) -> int:
    """Take rules off an area, cutting it out of those that reach further."""
    root = book.package.edit(sheet.part)
    listed = root.find(q("dataValidations"))
    changed = 0
    for rule in list(listed) if listed is not None else ():
        areas = areas_of(rule.get("sqref") or "")
        if not any(other.meets(area) for other in areas):
            continue
        changed += 1
        rest = [piece for other in areas for piece in without(other, area)]
        if rest:
            rule.set("sqref", " ".join(piece.name for piece in rest))
        else:
            drop(rule)
    if listed is not None and changed:
        count(listed)
        drop_if_empty(listed)
    return changed


def without(area: Area, hole: Area) -> list[Area]:
    """What is left of an area round a hole: at most four areas."""
    inside = area.within(hole)
    if inside is None:
        return [area]
    pieces = [
        Area(area.top, area.left, inside.top - 1, area.right),
        Area(inside.top, area.left, inside.bottom, inside.left - 1),
        Area(inside.top, inside.right + 1, inside.bottom, area.right),
        Area(inside.bottom + 1, area.left, area.bottom, area.right),
    ]
    return [piece for piece in pieces if piece.top <= piece.bottom and piece.left <= piece.right]
