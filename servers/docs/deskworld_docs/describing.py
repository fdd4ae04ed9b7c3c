"""How blocks read to a caller: kind, style, list label, and text as Markdown."""

from __future__ import annotations

from typing import TypedDict

from deskworld_docs.markup import deep, is_w
from deskworld_docs.objects import Element
from deskworld_docs.opening import Paper
from deskworld_docs.places import blocks, cells_of, rows_of
from deskworld_docs.words import text_of

_MOST = 6000


class View(TypedDict):
    """The fields of a described block."""

    kind: str
    style: str
    text: str
    label: str
    level: int


class Describer:
    """Describes blocks of one document, list labels counted over the whole of it."""

    def __init__(self, paper: Paper) -> None:
        from deskworld_docs.gathering import Gatherer
        from deskworld_docs.numbering import labels

        self.counter, self.items = labels(paper)
        self.styles = self.counter.styles
        self.gatherer = Gatherer(paper)

    def view(self, element: Element) -> View:
        """A paragraph or a table."""
        from deskworld_docs.gathering import QUOTE_STYLES, is_code, task_of
        from deskworld_docs.markdown import write_blocks, write_inline
        from deskworld_docs.markup import child, val

        if is_w(element, "tbl"):
            style = val(child(element, "w:tblPr", "w:tblStyle"))
            text = write_blocks([self.gatherer.table(element)]).strip()
            name = self.styles.name_of(style, "table") if style else ""
            return {"kind": "table", "style": name, "text": cut(text, _MOST), "label": "", "level": 0}
        style = self.styles.style_name(element)
        item = self.items.get(element)
        level = self.styles.outline_level(element)
        named = style.casefold()
        kind = "heading" if level else "item" if item else "paragraph"
        if kind == "paragraph" and (named in QUOTE_STYLES or is_code(named)):
            kind = "code" if is_code(named) else "quote"
        spans = self.gatherer.spans(element, code=kind == "code")
        text = text_of(element) if kind == "code" else write_inline(spans)
        if item is not None and (task := task_of(spans))[0] is not None:
            text = f"[{'x' if task[0] else ' '}] {write_inline(task[1])}"
        return {
            "kind": kind, "style": style, "text": cut(text, _MOST), "label": item.label if item else "",
            "level": level or (item.level + 1 if item else 0),
        }  # fmt: skip


def cut(text: str, most: int) -> str:
    """The text, shortened where it is longer; says by how much."""
    return text if len(text) <= most else f"{text[:most]}... ({len(text) - most} letters more)"


def told(paragraph: Element, low: int = 0, high: int | None = None) -> str:
    """What a paragraph says from one letter to another, its formulas too, which are no letters."""
    text = text_of(paragraph)
    high = len(text) if high is None else min(high, len(text))
    low = max(low, 0)
    if next(deep(paragraph, "m:oMath"), None) is None:
        return text[low:high]
    from deskworld_docs.formulas.telling import latex_of
    from deskworld_docs.words import places_of

    pieces: list[str] = []
    at = low
    for formula, place in places_of(paragraph, "m:oMath"):
        if low <= place <= high:
            pieces += [text[at:place], f"${latex_of(formula)}$"]
            at = place
    return "".join([*pieces, text[at:high]])


def plain_text(block: Element) -> str:
    """The plain text of a paragraph, or of a table: cells parted by tabs, rows by line ends."""
    if is_w(block, "p"):
        return text_of(block)
    lines = ("\t".join(cell_text(cell) for cell in cells_of(row)) for row in rows_of(block))
    return "\n".join(lines)


def cell_text(cell: Element) -> str:
    """The plain text of a cell: a line a paragraph, nested tables too."""
    return "\n".join(plain_text(block) for block in blocks(cell))


def short_text(block: Element, most: int = 60) -> str:
    """The beginning of a block on one line."""
    text = " ".join((told if is_w(block, "p") else plain_text)(block).split())
    if not is_w(block, "p"):
        rows = rows_of(block)
        text = f"table of {len(rows)} rows: {text}"
    return text if len(text) <= most else text[: most - 1] + "…"
