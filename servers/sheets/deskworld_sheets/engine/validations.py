"""Validations: what a cell lets a person type, and what it says when it does not."""

from __future__ import annotations

from collections.abc import Sequence

from deskworld_kit import Scalar, ToolError
from lxml import etree

from . import operands
from .book import Book, Sheet
from .conditions import COMPARE, drop_extension, reanchor
from .formulas import prefixed, stored
from .markup import count, drop, drop_if_empty, ensure, q
from .references import Area, areas_of, without


def set_rule(
    book: Book,
    sheet: Sheet,
    area: Area,
    kind: str,
    compare: str,
    low: Scalar,
    high: Scalar,
    formula: str,
    message: str,
) -> None:
    """Bounds, or a formula that must hold."""
    if kind == "custom":
        if not formula.startswith("="):
            raise ToolError('custom needs a formula like "=ISNUMBER(A2)"', argument="formula")
        _put(book, sheet, area, {"type": "custom"}, [stored(formula, "formula")], message)
        return
    attributes = {"type": {"text_length": "textLength"}.get(kind, kind)}
    if compare != "between":
        attributes["operator"] = COMPARE[compare]
    what = "date" if kind == "date" else "number"
    bounds = [operands.operand(book, low, "low", kind=what)]
    if compare == "between":
        bounds.append(operands.operand(book, high, "high", kind=what))
        operands.in_order(bounds[0], bounds[1], "high")
    _put(book, sheet, area, attributes, bounds, message)


def set_list(book: Book, sheet: Sheet, area: Area, items: Sequence[str], source: str, message: str) -> None:
    """A drop-down list."""
    _put(book, sheet, area, {"type": "list"}, [_list(book, items, source)], message)


def _put(
    book: Book, sheet: Sheet, area: Area, attributes: dict[str, str], formulas: Sequence[str], message: str
) -> None:
    """One rule in place of those that the area had."""
    clear(book, sheet, area)
    rule = etree.Element(
        q("dataValidation"), {**attributes, "allowBlank": "1", "showInputMessage": "1", "showErrorMessage": "1"}
    )
    if message:
        rule.set("errorTitle", "Not allowed")
        rule.set("error", message[:255])
    rule.set("sqref", area.name)
    for number, formula in enumerate(formulas, 1):
        etree.SubElement(rule, q(f"formula{number}")).text = formula
    listed = ensure(book.package.edit(sheet.part), "dataValidations")
    listed.append(rule)
    count(listed)


def _list(book: Book, items: Sequence[str], source: str) -> str:
    if bool(items) == bool(source):
        raise ToolError("a list needs either items or source (a range or a name), not both", argument="items")
    if source:
        if source.startswith("="):
            return stored(source, "source")
        home, area = book.locate("", source, "source")
        return prefixed(home.name, area.absolute)
    if any("," in item for item in items):
        apart = ", ".join(f'"{item.strip()}"' for item in ",".join(items).split(","))
        raise ToolError(
            f"an item holds a comma; write items apart, as [{apart}], or put them in cells and name their range as "
            "source",
            argument="items",
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
            kept = " ".join(piece.name for piece in rest)
            reanchor(rule, rule.get("sqref") or "", kept)
            rule.set("sqref", kept)
        else:
            drop(rule)
    if listed is not None and changed:
        count(listed)
        drop_if_empty(listed)
    for rule in list(root.iter(q("x14:dataValidation"))):
        place_ = rule.find(q("xm:sqref"))
        areas = areas_of((place_.text if place_ is not None else None) or "")
        if place_ is None or not any(other.meets(area) for other in areas):
            continue
        changed += 1
        kept = " ".join(piece.name for other in areas for piece in without(other, area))
        if kept:
            reanchor(rule, place_.text or "", kept)
            place_.text = kept
        else:
            drop_extension(rule)
    return changed
