"""What a sheet is set up to do, besides holding values, in words: merges, validations, conditional formats, sparklines,
links, filters, frozen panes, hidden lines, protection and printing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from . import dates, names, outlining
from .book import Book, Sheet
from .markup import Element, q
from .references import Area, letters

_OPERATORS = {
    "between": "between", "notBetween": "not between", "equal": "=", "notEqual": "<>", "greaterThan": ">",
    "lessThan": "<", "greaterThanOrEqual": ">=", "lessThanOrEqual": "<=",
}  # fmt: skip


@dataclass
class Setting:
    kind: str
    range: str
    detail: str


def settings(book: Book, sheet: Sheet) -> Iterator[Setting]:
    root = book.package.tree(sheet.part)
    for item in root.iter(q("mergeCell")):
        yield Setting("merge", item.get("ref") or "", "")
    for item in root.iter(q("dataValidation"), q("x14:dataValidation")):
        yield Setting("validation", _where(item), _validation(item, book.from_1904))
    for holder in root.iter(q("conditionalFormatting"), q("x14:conditionalFormatting")):
        for rule in holder.iter(q("cfRule"), q("x14:cfRule")):
            yield Setting("conditional_format", _where(holder), _rule(rule))
    for item in root.iter(q("x14:sparkline")):
        yield Setting("sparkline", _where(item), f"of {item.findtext(q('xm:f')) or ''}")
    targets = {relation.id: relation.target for relation in book.package.relations(sheet.part)}
    for item in root.iter(q("hyperlink")):
        to = targets.get(item.get(q("r:id")) or "", "") or item.get("location") or ""
        yield Setting("link", item.get("ref") or "", f"to {to}")
    filter_ = root.find(q("autoFilter"))
    if filter_ is not None:
        columns = len(filter_.findall(q("filterColumn")))
        yield Setting("filter", filter_.get("ref") or "", f"{columns} columns filtered" if columns else "")
    yield from _view(root)
    yield from _hidden(root)
    yield from _folding(root)
    protection = root.find(q("sheetProtection"))
    if protection is not None and protection.get("sheet") in ("1", "true"):
        keyed = protection.get("password") or protection.get("hashValue")
        yield Setting("protection", "", "locked with a password" if keyed else "locked")
    yield from _print(book, sheet, root)
    yield from _breaks(root)


def _where(item: Element) -> str:
    return item.get("sqref") or item.findtext(q("xm:sqref")) or ""


def _formulas(item: Element) -> list[str]:
    held = [item.find(q(name)) for name in ("formula1", "formula2", "x14:formula1", "x14:formula2")]
    return ["".join(str(text) for text in found.itertext()) for found in held if found is not None]


def _validation(item: Element, from_1904: bool) -> str:
    kind, given = item.get("type") or "any", _formulas(item)
    if kind == "date":
        given = [_day(text, from_1904) for text in given]
    if kind == "list":
        said = f"list of {given[0] if given else ''}"
    elif kind == "custom":
        said = f"where ={given[0] if given else ''}"
    else:
        said = f"{kind} {_OPERATORS.get(item.get('operator') or 'between', '')} {' and '.join(given)}"
    return f"{said}; says {item.get('error')!r}" if item.get("error") else said


def _day(text: str, from_1904: bool) -> str:
    """The day that a count of days means; a formula as it is."""
    try:
        return dates.to_iso(float(text), "yyyy-mm-dd", from_1904=from_1904) or text
    except ValueError:
        return text


def _rule(rule: Element) -> str:
    kind = rule.get("type") or ""
    given = ["".join(str(text) for text in item.itertext()) for item in rule.iter(q("formula"), q("xm:f"))]
    if kind == "cellIs":
        return f"value {_OPERATORS.get(rule.get('operator') or '', '')} {' and '.join(given)}"
    if kind == "top10":
        percent = "%" if rule.get("percent") in ("1", "true") else ""
        return f"{'bottom' if rule.get('bottom') == '1' else 'top'} {rule.get('rank') or 10}{percent}"
    return f"{kind} {', '.join(given)}".strip()


def _view(root: Element) -> Iterator[Setting]:
    pane = root.find(f"{q('sheetViews')}/{q('sheetView')}/{q('pane')}")
    if pane is not None and (pane.get("state") or "").startswith("frozen"):
        yield Setting("frozen", pane.get("topLeftCell") or "", "first cell that scrolls")


def _hidden(root: Element) -> Iterator[Setting]:
    columns = root.find(q("cols"))
    for item in columns if columns is not None else ():
        if item.get("hidden") in ("1", "true"):
            span = Area(1, int(item.get("min") or 1), 1, int(item.get("max") or 1))
            yield Setting("hidden_columns", f"{letters(span.left)}:{letters(span.right)}", "")
    first = last = 0
    for row in root.iter(q("row")):
        number = int(row.get("r") or 0)
        if row.get("hidden") not in ("1", "true"):
            continue
        if first and number != last + 1:
            yield Setting("hidden_rows", f"{first}:{last}", "")
            first = 0
        first, last = first or number, number
    if first:
        yield Setting("hidden_rows", f"{first}:{last}", "")


def _folding(root: Element) -> Iterator[Setting]:
    for lines, level in outlining.groups(root):
        yield Setting("group", lines, f"level {level}")


def _breaks(root: Element) -> Iterator[Setting]:
    for name, kind in (("rowBreaks", "row"), ("colBreaks", "column")):
        held = root.find(q(name))
        for item in held if held is not None else ():
            after = int(item.get("id") or 0) + 1
            yield Setting("page_break", str(after) if kind == "row" else letters(after), f"the {kind} begins a page")


def _print(book: Book, sheet: Sheet, root: Element) -> Iterator[Setting]:
    kinds = {"_xlnm.Print_Area": "print_area", "_xlnm.Print_Titles": "print_titles"}
    for item in names.names(book):
        if item.name in kinds and item.sheet == sheet.name:
            yield Setting(kinds[item.name], item.refers_to, "")
    setup, fit = root.find(q("pageSetup")), root.find(f"{q('sheetPr')}/{q('pageSetUpPr')}")
    said: list[str] = []
    if setup is not None:
        said.append(setup.get("orientation") or "")
        if fit is not None and fit.get("fitToPage") in ("1", "true"):
            said.append(f"{setup.get('fitToWidth') or 1} pages wide")
    if any(said):
        yield Setting("page", "", ", ".join(part for part in said if part))
