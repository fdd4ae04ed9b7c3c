"""The space around tables: Word leaves none, so what stands before and after a table has to bring it.

A paragraph that brings enough of its own, by its style or itself, stays as it is. So does an empty one, which is space
already.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from deskworld_docs.markup import child, deep, flag, is_w, number, properties, put, tag, val
from deskworld_docs.objects import Element
from deskworld_docs.styling import Styles
from deskworld_docs.words import text_of

AFTER, BEFORE = 200, 120
"""What a table gets after and before it, in twentieths of a point."""
_ENOUGH = {"before": 160, "after": 60}
"""A paragraph that says at least this keeps what it says; captions and headings stand close to their table."""


def set_apart(styles: Styles, row: Sequence[Element]) -> None:
    """Give the tables among neighbours space to the paragraphs before and after them."""
    for first, second in pairwise(row):
        if is_w(first, "tbl") and is_w(second, "p"):
            _space(styles, second, "before", AFTER)
        elif is_w(first, "p") and is_w(second, "tbl"):
            _space(styles, first, "after", BEFORE)


def _space(styles: Styles, paragraph: Element, side: str, wanted: int) -> None:
    if not _says(paragraph) or flag(child(paragraph, "w:pPr", "w:framePr")):
        return
    if side == "before" and flag(child(paragraph, "w:pPr", "w:pageBreakBefore")):
        return
    if side == "after" and flag(child(paragraph, "w:pPr", "w:keepNext")):
        return
    if spaced(styles, paragraph, side) < _ENOUGH[side]:
        spacing = put(properties(paragraph), "w:spacing", **{side: wanted})
        for name in (f"{side}Autospacing", f"{side}Lines"):
            spacing.attrib.pop(tag(f"w:{name}"), None)


def _says(paragraph: Element) -> bool:
    return bool(text_of(paragraph).strip()) or any(True for _ in deep(paragraph, "w:drawing", "w:pict", "w:object"))


def spaced(styles: Styles, paragraph: Element, side: str) -> int:
    """The space before or after a paragraph, as it, its style or the document says, in twentieths of a point."""
    said = [child(paragraph, "w:pPr", "w:spacing"), *styles.inherited(paragraph, "w:pPr", "w:spacing")]
    said.append(child(styles.root, "w:docDefaults", "w:pPrDefault", "w:pPr", "w:spacing"))
    for one in said:
        if val(one, f"{side}Autospacing") in ("1", "true", "on"):
            return 280
        if val(one, side):
            return number(one, side)
    return 0
