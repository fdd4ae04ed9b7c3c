"""A pivot table that Excel made, read from its parts: what is on its rows, columns and filters, and how it is laid out.

Excel lays a pivot out in one of three forms: compact (all row fields in one column, inner ones below outer ones),
outline (each in a column of its own) and tabular (inner ones beside outer ones). Outer fields may carry subtotals,
above or below what they sum up. What is read here is enough to lay such a pivot out again; what is not is refused.

Items are known by their place in the cache, which other pivots and slicers share: it stays, and new ones come last.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from deskworld_kit import Scalar, ToolError

from .markup import Element, local, q
from .pivotlayout import AGGREGATES, Value, in_order

Key = tuple[int, float, str]


def key(value: Scalar) -> Key:
    """What makes two values one item: texts whatever their case, blanks all alike."""
    if value is None or value == "":
        return (3, 0.0, "")
    if isinstance(value, bool):
        return (2, float(value), "")
    if isinstance(value, int | float):
        return (0, float(value), "")
    return (1, 0.0, value.casefold())


@dataclass
class Field:
    """A field on rows, columns or filters, with its items in the order in which they are shown."""

    index: int
    name: str
    root: Element
    items: list[Scalar]
    hidden: set[Key]

    @property
    def compact(self) -> bool:
        return self.outline and self.root.get("compact", "1") not in ("0", "false")

    @property
    def outline(self) -> bool:
        return self.root.get("outline", "1") not in ("0", "false")

    @property
    def on_top(self) -> bool:
        return self.outline and self.root.get("subtotalTop", "1") not in ("0", "false")

    @property
    def subtotal(self) -> bool:
        return self.root.get("defaultSubtotal", "1") not in ("0", "false")

    @cached_property
    def places(self) -> dict[Key, int]:
        return {key(value): at for at, value in enumerate(self.items)}


@dataclass
class Pivot:
    root: Element
    cache: Element
    fields: list[str]
    records: list[tuple[Scalar, ...]]
    rows: list[Field]
    columns: list[Field]
    shared: dict[int, list[Scalar]]  # by field: its items in the order of the cache
    pages: list[tuple[Field, Key | None]]
    values: list[tuple[int, Value]]

    @property
    def axes(self) -> list[Field]:
        return [*self.rows, *self.columns, *(field for field, _ in self.pages)]

    def on(self, name: str) -> bool:
        """A switch of the pivot that is on unless it is said otherwise."""
        return self.root.get(name, "1") not in ("0", "false")


def read(root: Element, cache: Element, fields: list[str], records: list[tuple[Scalar, ...]]) -> Pivot:
    """The pivot over what its source holds now; new items come after those it knows."""
    _refuse(root, cache)
    cached = list(cache.iter(q("cacheField")))
    if [(item.get("name") or "").casefold() for item in cached] != [name.casefold() for name in fields]:
        raise ToolError(
            "the source has other columns than the pivot table was made of; make one anew with create_pivot",
            argument="pivot",
        )
    listed = list(root.iter(q("pivotField")))
    shared = {
        index: _all_items(item, [record[index] for record in records])
        for index, item in enumerate(cached)
        if listed[index].get("axis") or item.find(f"{q('sharedItems')}/*") is not None
    }

    def field(index: int) -> Field:
        return _field(index, fields[index], listed[index], shared[index])

    chosen: list[tuple[Field, Key | None]] = []
    for item in root.iter(q("pageField")):
        page = field(int(item.get("fld") or 0))
        chosen.append((page, key(page.items[int(item.get("item") or 0)]) if item.get("item") else None))
    return Pivot(
        root=root,
        cache=cache,
        fields=fields,
        records=records,
        rows=[field(index) for index in _indexes(root, "rowFields")],
        columns=[field(index) for index in _indexes(root, "colFields") if index >= 0],
        shared=shared,
        pages=chosen,
        values=[_value(item, fields) for item in root.iter(q("dataField"))],
    )


def _indexes(root: Element, name: str) -> list[int]:
    listed = root.find(q(name))
    return [int(item.get("x") or 0) for item in listed] if listed is not None else []


def _refuse(root: Element, cache: Element) -> None:
    rows, columns = _indexes(root, "rowFields"), _indexes(root, "colFields")
    sorted_by_value = any(True for _ in root.iter(q("autoSortScope")))
    shown_as = any(item.get("showDataAs", "normal") != "normal" for item in root.iter(q("dataField")))
    made = any(item.get("formula") or item.find(q("fieldGroup")) is not None for item in cache.iter(q("cacheField")))
    filtered = any(True for _ in root.iter(q("filter")))
    own = any(
        item.get("t") not in (None, "data", "default") for item in root.iter(q("item"))
    )  # subtotals of a chosen kind
    why = (
        "has its figures on the rows" if -2 in rows else
        "has more than one field on its columns" if len([index for index in columns if index >= 0]) > 1 else
        "is sorted by its figures" if sorted_by_value else
        "shows figures as shares or differences" if shown_as else
        "has grouped or computed fields" if made else
        "is filtered by its figures or labels" if filtered else
        "has subtotals of its own kind" if own else
        "has no figures or no rows" if not rows or root.find(q("dataFields")) is None else ""
    )  # fmt: skip
    if why:
        raise ToolError(
            f"this pivot table {why}, which only Excel refreshes; make one anew with create_pivot", argument="pivot"
        )


def _all_items(cached: Element, values: list[Scalar]) -> list[Scalar]:
    """The items that the cache knows, then those that are new."""
    held = cached.find(q("sharedItems"))
    known = [_shared(item) for item in held] if held is not None else []
    seen = {key(value) for value in known}
    new = {key(value): value for value in values if key(value) not in seen}
    return known + in_order(new.values())


def _field(index: int, name: str, root: Element, shared: list[Scalar]) -> Field:
    known: list[Scalar] = []
    hidden: set[Key] = set()
    for item in root.iter(q("item")):
        if item.get("t") in (None, "data") and item.get("x") is not None and int(item.get("x") or 0) < len(shared):
            known.append(shared[int(item.get("x") or 0)])
            if item.get("h") in ("1", "true"):
                hidden.add(key(known[-1]))
    seen = {key(value) for value in known}
    items = known + [value for value in shared if key(value) not in seen]
    order = root.get("sortType", "manual")
    if order != "manual":
        items = in_order(items)
        if order == "descending":
            items.reverse()
    return Field(index, name, root, items, hidden)


def _shared(item: Element) -> Scalar:
    kind, text = local(item), item.get("v") or ""
    if kind == "n":
        number = float(text or 0)
        return int(number) if number.is_integer() else number
    if kind == "b":
        return text in ("1", "true")
    if kind == "m":
        return None
    return text.removesuffix("T00:00:00") if kind == "d" else text


def _value(item: Element, fields: list[str]) -> tuple[int, Value]:
    kind = item.get("subtotal") or "sum"
    summary = next((name for name, (_, stored, _) in AGGREGATES.items() if stored == kind), "")
    if not summary:
        raise ToolError(f"the figure {kind!r} of this pivot table is only computed by Excel", argument="pivot")
    index = int(item.get("fld") or 0)
    return index, Value(fields[index], summary, item.get("name") or "")
