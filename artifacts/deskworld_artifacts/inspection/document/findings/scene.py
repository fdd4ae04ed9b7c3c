"""What the rules look at: each paragraph with where it stands, how its text looks, and what lies under it.

A paragraph is known by its block of the body (from 1) and, in a table, by row and column. What lies under its text is
the run's own shading or highlight, else the paragraph's, else the cell's, else what the table's style gives to a cell
at that place, else the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ...colors import WHITE, Ink, ink
from ...ooxml import Element, Package, Relation, child, deep, local, number
from ..facts import DocumentFacts, Finding, FindingKind, Paragraph
from ..numbering import Counter
from ..styles import Styles, first, flag, val
from ..text import TextReader, runs_of, text_of
from .tables import CellLook, cells_of, shade

_HIGHLIGHTS = {
    "yellow": "FFFF00", "green": "00FF00", "cyan": "00FFFF", "magenta": "FF00FF", "blue": "0000FF", "red": "FF0000",
    "darkBlue": "000080", "darkCyan": "008080", "darkGreen": "008000", "darkMagenta": "800080", "darkRed": "800000",
    "darkYellow": "808000", "darkGray": "808080", "lightGray": "C0C0C0", "black": "000000", "white": "FFFFFF",
}  # fmt: skip


@dataclass(frozen=True)
class Look:
    """A run as it is seen. `color` is None where it is automatic, which always reads; `ground` where it is unknown."""

    text: str
    size: float
    bold: bool
    font: str
    color: Ink | None
    ground: Ink | None


@dataclass(frozen=True)
class Place:
    """A paragraph where it stands. `order` counts the paragraphs of the body from 0; -1 outside it."""

    element: Element
    facts: Paragraph
    block: int
    where: str
    order: int
    looks: list[Look]

    @property
    def said(self) -> str:
        """The place in words, to start a sentence with."""
        if not self.block:
            return self.where[:1].upper() + self.where[1:]
        return f"Block {self.block}" + (f", {self.where}" if self.where else "")

    def finding(self, kind: FindingKind, words: str) -> Finding:
        """A finding at this paragraph."""
        message = f"{self.said}: {words}"
        return Finding(kind=kind, block=self.block, where=self.where, paragraph=self.order, message=message)


@dataclass(frozen=True)
class Scene:
    """A document as the rules see it."""

    facts: DocumentFacts
    package: Package
    body: Element
    relations: dict[str, Relation]
    places: list[Place]
    """Of the body in order, tables and text boxes too; then those of headers, footers and notes."""
    tables: list[tuple[int, Element]]
    """Tables that stand in the body itself, by block."""

    @classmethod
    def of(
        cls,
        facts: DocumentFacts,
        package: Package,
        body: Element,
        relations: dict[str, Relation],
        styles: Styles,
        seen: Sequence[tuple[Element, Paragraph]],
        beside: Sequence[tuple[Element, dict[str, Relation], str]],
    ) -> Scene:
        """The scene of a document; `seen` are the paragraphs read in the body, `beside` parts that lie outside."""
        cells = cells_of(body, styles)
        orders = {element: order for order, element in enumerate(deep(body, "w:p"))}
        places = [_place(one, read, orders, cells, styles, relations) for one, read in seen if one in orders]
        by_order = {place.order: place for place in places}
        for box in deep(body, "w:txbxContent"):
            if any(local(up) == "Fallback" for up in box.iterancestors()):
                continue
            holder = next((up for up in box.iterancestors() if up in orders and orders[up] in by_order), None)
            order = orders[holder] if holder is not None else -1
            block = by_order[order].block if holder is not None else 0
            places += _beside(box, relations, styles, "text box", block, order)
        places.sort(key=lambda place: place.order)
        for part, its, name in beside:
            where = {"hdr": "header", "ftr": "footer"}.get(name, name)
            places += _beside(part, its, styles, where, 0, -1)
        reader = TextReader(styles, relations, Counter(None))
        tables = [(at, one) for at, one in enumerate(reader.blocks(body), 1) if local(one) == "tbl"]
        return cls(facts, package, body, relations, places, tables)

    def at(self, element: Element) -> Place | None:
        """The place of a paragraph, or of the one that an element lies in."""
        one: Element | None = element
        while one is not None:
            if one in self._known:
                return self._known[one]
            one = one.getparent()
        return None

    @cached_property
    def _known(self) -> dict[Element, Place]:
        return {place.element: place for place in self.places}

    @property
    def of_body(self) -> list[Place]:
        """Paragraphs that are blocks of the body themselves, or lie in its tables."""
        return [place for place in self.places if place.block and place.where != "text box"]


def _place(
    element: Element,
    read: Paragraph,
    orders: dict[Element, int],
    cells: dict[Element, CellLook],
    styles: Styles,
    relations: dict[str, Relation],
) -> Place:
    cell = next((cells[up] for up in element.iterancestors() if up in cells), None)
    where = f"row {cell.row}, column {cell.column}" if cell else ""
    looks = list(_looks(element, read, styles, relations, cell, cell.fill if cell else WHITE))
    return Place(element, read, read.position + 1, where, orders[element], looks)


def _beside(
    part: Element, relations: dict[str, Relation], styles: Styles, where: str, block: int, order: int
) -> Iterator[Place]:
    """Paragraphs outside the body's own flow; those of a text box have the order of the paragraph that it hangs on.
    What lies under a text box is not known."""
    reader = TextReader(styles, relations, Counter(None))
    cells = cells_of(part, styles)
    for element in deep(part, "w:p"):
        if any(local(up) in ("Fallback", "txbxContent") and up is not part for up in element.iterancestors()):
            continue
        read = reader.paragraph(element, 0)
        cell = next((cells[up] for up in element.iterancestors() if up in cells), None)
        ground = cell.fill if cell else None if where == "text box" else WHITE
        looks = list(_looks(element, read, styles, relations, cell, ground))
        yield Place(element, read, block, where, order, looks)


def _looks(
    element: Element,
    read: Paragraph,
    styles: Styles,
    relations: dict[str, Relation],
    cell: CellLook | None,
    ground: Ink | None,
) -> Iterator[Look]:
    """The runs of a paragraph that can be seen."""
    properties = child(element, "w:pPr")
    under = shade(first(styles.paragraph_chain(properties), "w:shd")) or ground
    defaults = child(styles.root, "w:docDefaults", "w:rPrDefault", "w:rPr")
    texts = iter(read.runs)
    for run, _ in runs_of(element, relations):
        text = text_of(run)
        if not text:
            continue
        shown = next(texts)
        own = child(run, "w:rPr")
        said = styles.run_chain(own, properties)
        # A table's style overrules the document's defaults, and is overruled by all else.
        chain = [*(one for one in said if one is not defaults), *(cell.runs if cell else ())]
        chain += [one for one in said if one is defaults]
        if not text.strip() or flag(first(chain, "w:vanish")):
            continue
        color = val(first(chain, "w:color"))
        highlight = _HIGHLIGHTS.get(val(first(chain, "w:highlight")), "")
        below = ink(highlight) if highlight else shade(first(chain, "w:shd")) or under
        size = first(chain, "w:sz")
        yield Look(
            text=text,
            size=number(val(size) or None, 20) / 2,
            bold=flag(first(chain, "w:b")),
            font=shown.font,
            color=ink(color) if color and color != "auto" else None,
            ground=below,
        )
