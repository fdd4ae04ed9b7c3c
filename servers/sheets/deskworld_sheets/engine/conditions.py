"""Conditional formats: one rule a kind, each with the markup that Excel writes for it.

A rule's look is a differential format; a scale, a bar or a set of icons carries its own. Rules are counted over
the sheet, the new one first, as when a person adds it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from deskworld_kit import Scalar, ToolError
from lxml import etree

from . import operands
from .book import Book, Sheet
from .formulas import stored, translated
from .markup import Element, count, drop, local, place, q
from .numerals import number_in
from .references import Area, areas_of, cell_name, without
from .styles import Look, rgb

COMPARE = {
    "greater": "greaterThan", "less": "lessThan", "at_least": "greaterThanOrEqual", "at_most": "lessThanOrEqual",
    "equal": "equal", "not_equal": "notEqual", "between": "between", "not_between": "notBetween",
}  # fmt: skip
ICONS = {"arrows": "3Arrows", "traffic_lights": "3TrafficLights1", "flags": "3Flags", "symbols": "3Symbols",
         "ratings": "5Rating"}  # fmt: skip


@dataclass(frozen=True)
class Rule:
    kind: str
    value: Scalar = None
    value2: Scalar = None
    look: Look = field(default_factory=Look)
    colors: tuple[str, ...] = ()
    icons: str = "arrows"
    stop: bool = False


def add(book: Book, sheet: Sheet, area: Area, rule: Rule) -> int:
    """Add a rule to an area; gives how many rules the sheet has now."""
    root = book.package.edit(sheet.part)
    made = _element(book, sheet, area, rule)
    for other in root.iter(q("cfRule")):
        other.set("priority", str(int(other.get("priority") or 1) + 1))
    made.set("priority", "1")
    if rule.stop:
        made.set("stopIfTrue", "1")
    holder = etree.Element(q("conditionalFormatting"), sqref=area.name)
    holder.append(made)
    place(root, holder)
    return count_rules(book, sheet)


def clear(book: Book, sheet: Sheet, area: Area) -> int:
    """Take rules off an area, the newer ones in the extension list too; what lies outside of it keeps them."""
    root = book.package.edit(sheet.part)
    gone = 0
    for holder in list(root.iter(q("conditionalFormatting"))):
        kept = outside(holder.get("sqref") or "", area)
        if kept == holder.get("sqref"):
            continue
        gone += len(holder)
        if kept:
            reanchor(holder, holder.get("sqref") or "", kept)
            holder.set("sqref", kept)
        else:
            root.remove(holder)
    for holder in list(root.iter(q("x14:conditionalFormatting"))):
        place_ = holder.find(q("xm:sqref"))
        kept = outside((place_.text if place_ is not None else None) or "", area)
        if place_ is None or kept == place_.text:
            continue
        if kept:
            reanchor(holder, place_.text or "", kept)
            place_.text = kept
        else:
            drop_extension(holder)
    return gone


def reanchor(item: Element, old: str, new: str) -> None:
    """Formulas of formats and validations speak from the first cell of their area: let them speak from another one."""
    first, second = areas_of(old)[0], areas_of(new)[0]
    down, right = second.top - first.top, second.left - first.left
    for holder in item.iter(q("formula"), q("formula1"), q("formula2"), q("xm:f")):
        if holder.text and (down or right):
            holder.text = translated(holder.text, down, right)


def outside(sqref: str, area: Area) -> str:
    """The areas of a `sqref`, less another one."""
    return " ".join(left.name for one in areas_of(sqref) for left in without(one, area))


def drop_extension(item: Element) -> None:
    """Take an entry out of an extension list, with all around it that then is empty."""
    while local(item) not in ("extLst", "worksheet", "workbook"):
        parent = item.getparent()
        drop(item)
        if parent is None or len(parent):
            if parent is not None and parent.get("count") is not None:
                count(parent)
            return
        item = parent
    if local(item) == "extLst" and not len(item):
        drop(item)


def _element(book: Book, sheet: Sheet, area: Area, rule: Rule) -> Element:
    first = cell_name(area.top, area.left)
    rule_ = etree.Element(q("cfRule"))
    kind = rule.kind
    if kind == "color_scale":
        _scale(rule_, rule)
    elif kind == "data_bar":
        _bar(book, rule_, rule)
    elif kind == "icons":
        _icons(rule_, rule)
    else:
        rule_.set("dxfId", str(book.styles.differential(rule.look)))
        if kind in COMPARE:
            rule_.set("type", "cellIs")
            rule_.set("operator", COMPARE[kind])
            for text in _operands(book, sheet, area, rule):
                _formula(rule_, text)
        elif kind == "formula":
            text = str(rule.value or "")
            if not text.startswith("="):
                raise ToolError('a formula rule needs value like "=$C2>100"', argument="value")
            rule_.set("type", "expression")
            _formula(rule_, stored(text, "value"))
        elif kind in ("contains", "not_contains", "begins_with", "ends_with"):
            _text(rule_, kind, str(rule.value if rule.value is not None else ""), first)
        elif kind in ("top", "bottom", "top_percent", "bottom_percent"):
            rule_.set("type", "top10")
            rank, percent = _rank(rule.value)
            rule_.set("rank", str(rank))
            if kind.startswith("bottom"):
                rule_.set("bottom", "1")
            if percent or kind.endswith("percent"):
                rule_.set("percent", "1")
        elif kind in ("above_average", "below_average"):
            rule_.set("type", "aboveAverage")
            if kind == "below_average":
                rule_.set("aboveAverage", "0")
        elif kind in ("duplicate", "unique"):
            rule_.set("type", f"{kind}Values")
        elif kind in ("blank", "not_blank"):
            rule_.set("type", "containsBlanks" if kind == "blank" else "notContainsBlanks")
            _formula(rule_, f"LEN(TRIM({first})){'=' if kind == 'blank' else '>'}0")
        else:
            rule_.set("type", "containsErrors")
            _formula(rule_, f"ISERROR({first})")
    return rule_


def _operands(book: Book, sheet: Sheet, area: Area, rule: Rule) -> list[str]:
    """What a comparison compares with. Only cells that are equal, or not, can be compared with any text."""
    if "between" in rule.kind:
        low, high = operands.operand(book, rule.value, "value"), operands.operand(book, rule.value2, "value2")
        operands.in_order(low, high, "value2")
        return [low, high]
    if rule.kind not in ("equal", "not_equal"):
        return [operands.operand(book, rule.value, "value")]
    held = isinstance(rule.value, str) and _holds_text(book, sheet, area, rule.value)
    return [operands.as_text(str(rule.value)) if held else operands.operand(book, rule.value, "value", texts=True)]


def _holds_text(book: Book, sheet: Sheet, area: Area, text: str) -> bool:
    """Whether a cell holds just that text: then it is meant, and not the number that it looks like."""
    return not text.startswith("=") and any(
        isinstance(cell.value, str) and cell.value.casefold() == text.casefold()
        for _, _, cell in book.cells(sheet, area)
        if not book.styles.date_code(cell.style)
    )


def _rank(value: Scalar) -> tuple[int, bool]:
    """How many are the first or last ones, and whether that is in percent: 10, "10", "10%"."""
    number = 10 if value in (None, "") else number_in(value) if isinstance(value, str) else value
    percent = isinstance(value, str) and "%" in value
    if number is not None and percent:
        number = float(f"{number * 100:.12g}")
    most = 100 if percent else 1000
    if number is None or isinstance(number, bool) or number != int(number) or not 1 <= number <= most:
        raise ToolError(
            f'{value!r} is no count of first or last cells; write 1 to 1000, or "10%" of them', argument="value"
        )
    return int(number), percent


def _formula(rule: Element, text: str) -> None:
    etree.SubElement(rule, q("formula")).text = text


def _text(rule: Element, kind: str, text: str, first: str) -> None:
    if not text:
        raise ToolError("this rule needs a text as value", argument="value")
    says = operands.as_text(text)
    kinds = {
        "contains": ("containsText", "containsText", f"NOT(ISERROR(SEARCH({says},{first})))"),
        "not_contains": ("notContainsText", "notContains", f"ISERROR(SEARCH({says},{first}))"),
        "begins_with": ("beginsWith", "beginsWith", f"LEFT({first},LEN({says}))={says}"),
        "ends_with": ("endsWith", "endsWith", f"RIGHT({first},LEN({says}))={says}"),
    }
    type_, operator, formula = kinds[kind]
    rule.set("type", type_)
    rule.set("operator", operator)
    rule.set("text", text)
    _formula(rule, formula)


def _points(parent: Element, points: list[tuple[str, str]]) -> None:
    for type_, value in points:
        item = etree.SubElement(parent, q("cfvo"), type=type_)
        if value:
            item.set("val", value)


def _scale(rule: Element, given: Rule) -> None:
    colors = given.colors or ("#F8696B", "#FFEB84", "#63BE7B")
    if len(colors) not in (2, 3):
        raise ToolError(
            "a colour scale has two or three colours, from the lowest value to the highest", argument="colors"
        )
    rule.set("type", "colorScale")
    scale = etree.SubElement(rule, q("colorScale"))
    middle = [("percentile", "50")] if len(colors) == 3 else []
    _points(scale, [("min", ""), *middle, ("max", "")])
    for color in colors:
        etree.SubElement(scale, q("color"), rgb=rgb(color, "colors"))


def _bar(book: Book, rule: Element, given: Rule) -> None:
    rule.set("type", "dataBar")
    bar = etree.SubElement(rule, q("dataBar"))
    ends = [
        ("num", operands.operand(book, value, name)) if value is not None else (other, "")
        for value, name, other in ((given.value, "minimum", "min"), (given.value2, "maximum", "max"))
    ]
    if given.value is not None and given.value2 is not None:
        operands.in_order(ends[0][1], ends[1][1], "maximum")
    _points(bar, ends)
    etree.SubElement(bar, q("color"), rgb=rgb(given.colors[0] if given.colors else "#638EC6", "colors"))


def _icons(rule: Element, given: Rule) -> None:
    rule.set("type", "iconSet")
    name = ICONS[given.icons]
    icons = etree.SubElement(rule, q("iconSet"), iconSet=name)
    number = int(name[0])
    _points(icons, [("percent", str(round(100 * step / number)) if step else "0") for step in range(number)])


def count_rules(book: Book, sheet: Sheet) -> int:
    return sum(1 for _ in book.package.tree(sheet.part).iter(q("cfRule")))
