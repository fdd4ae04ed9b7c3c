"""The markup of a pivot: the cache with its records, and the table that lays it out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deskworld_kit import Scalar
from lxml import etree

from .cells import number_text
from .markup import NAMESPACES, Element, count, q
from .pivotlayout import AGGREGATES, Layout
from .references import Area

if TYPE_CHECKING:
    from .pivots import Source

_MAPS = {None: NAMESPACES["m"], "r": NAMESPACES["r"]}


def cache(source: Source, layout: Layout) -> tuple[Element, Element]:
    """(definition, records)."""
    root = etree.Element(
        q("pivotCacheDefinition"),
        {"refreshOnLoad": "1", "refreshedBy": "Deskworld", "createdVersion": "6", "refreshedVersion": "6",
         "minRefreshableVersion": "3", "recordCount": str(len(source.records))},
        nsmap=_MAPS,
    )  # fmt: skip
    held = etree.SubElement(root, q("cacheSource"), type="worksheet")
    if source.table:
        etree.SubElement(held, q("worksheetSource"), name=source.table)
    else:
        etree.SubElement(held, q("worksheetSource"), ref=source.area.name, sheet=source.sheet.name)
    fields = etree.SubElement(root, q("cacheFields"))
    for index, name in enumerate(source.fields):
        field = etree.SubElement(fields, q("cacheField"), name=name, numFmtId="0")
        _shared(field, [record[index] for record in source.records], layout.items.get(index))
    count(fields)
    records = etree.Element(q("pivotCacheRecords"), count=str(len(source.records)), nsmap=_MAPS)
    for record in source.records:
        row = etree.SubElement(records, q("r"))
        for index, value in enumerate(record):
            if index in layout.items:
                etree.SubElement(row, q("x"), v=str(layout.place(index, value)))
            else:
                _value(row, value)
    return root, records


def _shared(field: Element, values: list[Scalar], items: list[Scalar] | None) -> None:
    """What a field holds: its kinds, its bounds, and its items when the records point to them."""
    shared = etree.SubElement(field, q("sharedItems"))
    numbers = [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    texts = any(isinstance(value, str | bool) and value != "" for value in values)
    blank = any(value is None or value == "" for value in values)
    if numbers:
        if texts:
            shared.set("containsMixedTypes", "1")
        elif not blank:
            shared.set("containsSemiMixedTypes", "0")
        if not texts:
            shared.set("containsString", "0")
        shared.set("containsNumber", "1")
        if all(float(value).is_integer() for value in numbers):
            shared.set("containsInteger", "1")
        shared.set("minValue", number_text(min(numbers)))
        shared.set("maxValue", number_text(max(numbers)))
    elif not texts:
        shared.set("containsNonDate", "0")
        shared.set("containsString", "0")
    if blank:
        shared.set("containsBlank", "1")
    if items is not None:
        for item in items:
            _value(shared, item)
        count(shared)


def _value(parent: Element, value: Scalar) -> None:
    if value is None or value == "":
        etree.SubElement(parent, q("m"))
    elif isinstance(value, bool):
        etree.SubElement(parent, q("b"), v="1" if value else "0")
    elif isinstance(value, int | float):
        etree.SubElement(parent, q("n"), v=number_text(value))
    else:
        etree.SubElement(parent, q("s"), v=value[:255])


def table(layout: Layout, body: Area, name: str, cache_id: int, style: str, formats: list[int | None]) -> Element:
    root = etree.Element(
        q("pivotTableDefinition"),
        {"name": name, "cacheId": str(cache_id), "applyNumberFormats": "0", "applyBorderFormats": "0",
         "applyFontFormats": "0", "applyPatternFormats": "0", "applyAlignmentFormats": "0",
         "applyWidthHeightFormats": "1", "dataCaption": "Values", "updatedVersion": "6", "minRefreshableVersion": "3",
         "useAutoFormatting": "1", "itemPrintTitles": "1", "createdVersion": "6", "indent": "0", "compact": "0",
         "compactData": "0", "gridDropZones": "0", "multipleFieldFilters": "0"},
        nsmap=_MAPS,
    )  # fmt: skip
    many = len(layout.values) > 1
    location = etree.SubElement(root, q("location"), ref=body.name)
    location.set("firstHeaderRow", "0" if many and not layout.columns else "1")
    location.set("firstDataRow", str(layout.header_rows))
    location.set("firstDataCol", str(max(1, len(layout.rows)) if layout.rows else 1))
    if layout.filters:
        location.set("rowPageCount", str(len(layout.filters)))
        location.set("colPageCount", "1")
    _fields(root, layout)
    if layout.rows:
        held = etree.SubElement(root, q("rowFields"))
        for index in layout.rows:
            etree.SubElement(held, q("field"), x=str(index))
        count(held)
    _row_items(root, layout)
    if layout.columns or many:
        held = etree.SubElement(root, q("colFields"))
        for index in [*layout.columns, *([-2] if many else [])]:
            etree.SubElement(held, q("field"), x=str(index))
        count(held)
    _column_items(root, layout)
    if layout.filters:
        held = etree.SubElement(root, q("pageFields"))
        for index in layout.filters:
            etree.SubElement(held, q("pageField"), fld=str(index), hier="-1")
        count(held)
    held = etree.SubElement(root, q("dataFields"))
    for (index, value), number in zip(layout.values, formats, strict=True):
        item = etree.SubElement(held, q("dataField"), name=value.title, fld=str(index))
        if value.summary != "sum":
            item.set("subtotal", AGGREGATES[value.summary][1])
        item.set("baseField", "0")
        item.set("baseItem", "0")
        if number is not None:
            item.set("numFmtId", str(number))
    count(held)
    etree.SubElement(
        root, q("pivotTableStyleInfo"), name=style, showRowHeaders="1", showColHeaders="1", showRowStripes="0",
        showColStripes="0", showLastColumn="1",
    )  # fmt: skip
    return root


def _fields(root: Element, layout: Layout) -> None:
    held = etree.SubElement(root, q("pivotFields"))
    summed = {index for index, _ in layout.values}
    axes = {
        **dict.fromkeys(layout.rows, "axisRow"),
        **dict.fromkeys(layout.columns, "axisCol"),
        **dict.fromkeys(layout.filters, "axisPage"),
    }
    for index in range(len(layout.fields)):
        field = etree.SubElement(held, q("pivotField"), compact="0", outline="0", showAll="0")
        if index in axes:
            field.set("axis", axes[index])
            field.set("defaultSubtotal", "0")
            items = etree.SubElement(field, q("items"))
            for at in range(len(layout.items[index])):
                etree.SubElement(items, q("item"), x=str(at))
            count(items)
        if index in summed:
            field.set("dataField", "1")
    count(held)


def _row_items(root: Element, layout: Layout) -> None:
    held = etree.SubElement(root, q("rowItems"))
    before: tuple[int, ...] = ()
    for key in layout.row_keys if layout.rows else []:
        shared = next((depth for depth in range(len(key)) if key[: depth + 1] != before[: depth + 1]), len(key) - 1)
        item = etree.SubElement(held, q("i"))
        if shared:
            item.set("r", str(shared))
        for at in key[shared:]:
            _x(item, at)
        before = key
    if layout.rows:
        _x(etree.SubElement(held, q("i"), t="grand"), 0)
    else:
        etree.SubElement(held, q("i"))
    count(held)


def _column_items(root: Element, layout: Layout) -> None:
    held = etree.SubElement(root, q("colItems"))
    figures = range(len(layout.values))
    many = len(layout.values) > 1
    for key in layout.column_keys:
        for at in figures:
            item = etree.SubElement(held, q("i"))
            if at:
                item.set("r", "1")
                item.set("i", str(at))
            else:
                _x(item, key[0])
            if many:
                _x(item, at)
    for at in figures:
        item = etree.SubElement(held, q("i"), {"t": "grand"} if layout.columns else {})
        if at:
            item.set("i", str(at))
        if layout.columns:
            _x(item, 0)
        elif many:
            _x(item, at)
    count(held)


def _x(item: Element, at: int) -> None:
    made = etree.SubElement(item, q("x"))
    if at:
        made.set("v", str(at))
