"""Where a document's blocks stand on their pages, and what is wrong there that the file alone does not show.

Where pages end is known only once LibreOffice has laid the document out. So a copy of it, with a bookmark at the start
and at the end of each paragraph, becomes a PDF whose named places say where those stand; bookmarks take no room, so
the copy breaks as the document does. The letters on the pages then give each paragraph its box.

    facts, layout = check(path)         # facts.findings have pages and boxes
"""

import ctypes
import zipfile
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lxml import etree

from ..base import Box
from ..ooxml import Element, Package, child, deep, local, tag
from .facts import DocumentFacts, Finding
from .paging import Paging

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfPage

_MARK = "dwplace"
_FIRST_ID = 8_000_000
_MANY = 4000
"""Paragraphs. Of more, only the starts are marked: what LibreOffice takes grows with the square of the marks."""
_LINE = 14.0
_NEAR = 20.0
"""Points between the top of a line and the top of a picture that stands in it."""


class Spot(NamedTuple):
    """A place on a page: the page from 1, points from its left and its top."""

    page: int
    left: float
    top: float


class Stretch(NamedTuple):
    """Where a paragraph begins and where it ends."""

    start: Spot
    end: Spot


@dataclass(frozen=True)
class Sheet:
    """A page as laid out: its size, and the boxes of its lines of text and of its pictures."""

    width: float
    height: float
    lines: list[Box]
    pictures: list[Box]


@dataclass(frozen=True)
class Layout:
    """A document laid out. Paragraphs are counted from 0 through the whole body, blocks from 1."""

    sheets: list[Sheet]
    stretches: dict[int, Stretch] = field(default_factory=dict[int, Stretch])
    blocks: dict[int, list[int]] = field(default_factory=dict[int, list[int]])
    """The paragraphs of each block."""
    rights: dict[int, float] = field(default_factory=dict[int, float])
    """For a paragraph in a cell, where the next cell of its row begins."""
    paging: Paging = field(default_factory=Paging)

    @property
    def pages(self) -> int:
        return len(self.sheets)

    def page_of(self, block: int) -> int:
        """The page that a block begins on, from 1; 0 where it is not known."""
        spots = [self.stretches[order].start for order in self.blocks.get(block, ()) if order in self.stretches]
        return min((spot.page for spot in spots), default=0)

    def printed(self, paragraph: int) -> str:
        """The number that is printed on the page where a paragraph's text ends; empty where that is not known."""
        stretch = self.stretches.get(paragraph)
        if stretch is None:
            return ""
        return self.paging.printed(stretch.end.page, {order: one.end.page for order, one in self.stretches.items()})

    def last_page_of(self, block: int) -> int:
        """The page that a block ends on, from 1; 0 where it is not known."""
        spots = [self.stretches[order].end for order in self.blocks.get(block, ()) if order in self.stretches]
        return max((spot.page for spot in spots), default=0)

    def box_of(self, paragraph: int) -> Box | None:
        """The box of a paragraph, on the page that it begins on."""
        stretch = self.stretches.get(paragraph)
        if stretch is None or not 1 <= stretch.start.page <= len(self.sheets):
            return None
        sheet, start, end = self.sheets[stretch.start.page - 1], stretch.start, stretch.end
        same = end.page == start.page and end.top >= start.top - 1
        # Its last line is wherever letters begin within a line's height of the place that the end is at.
        bottom = end.top + _LINE * 0.8 if same else sheet.height
        right = self.rights.get(paragraph, sheet.width + 10_000)
        within = [
            box
            for box in sheet.lines
            if start.top - 2 <= box.top + box.height / 2 <= bottom + 2
            and (box.left >= min(start.left, end.left if same else start.left) - 40 or paragraph not in self.rights)
            and start.left - 40 <= box.left < right
        ]
        if not within:
            width = max(end.left - start.left, 1.0) if same else sheet.width - 2 * start.left
            return Box(left=start.left, top=start.top, width=max(width, 1), height=bottom - start.top)
        box = within[0]
        for other in within[1:]:
            box = box.join(other)
        return _rounded(box)

    def picture_box(self, paragraph: int) -> Box | None:
        """The box of the picture that stands where a paragraph begins; None where none does, as one that floats."""
        stretch = self.stretches.get(paragraph)
        if stretch is None or not 1 <= stretch.start.page <= len(self.sheets):
            return None
        near = [
            (abs(box.top - stretch.start.top), box)
            for box in self.sheets[stretch.start.page - 1].pictures
            if abs(box.top - stretch.start.top) < _NEAR
        ]
        return _rounded(min(near, key=lambda one: one[0])[1]) if near else None

    def block_box(self, block: int) -> Box | None:
        """The box of a whole block, a table too, on the page that it begins on."""
        page = self.page_of(block)
        boxes = [
            box
            for order in self.blocks.get(block, ())
            if order in self.stretches and self.stretches[order].start.page == page and (box := self.box_of(order))
        ]
        whole = boxes[0] if boxes else None
        for box in boxes[1:]:
            assert whole is not None
            whole = whole.join(box)
        return _rounded(whole) if whole else None


def check(path: Path) -> tuple[DocumentFacts, Layout]:
    """A document's facts and its layout; the findings have their pages and boxes, and those of pages are among them.

    Raises:
        InspectError: when the file can't be read.
        RenderError: when it can't be laid out, or LibreOffice is missing (`MissingProgram`).
    """
    from .. import inspect
    from .pages import page_findings

    facts = inspect(path)
    assert isinstance(facts, DocumentFacts)
    layout = lay_out(path)
    found = [_located(one, layout) for one in facts.findings] + list(page_findings(facts, layout))
    found.sort(key=lambda one: (one.block == 0, one.block, one.paragraph))
    return facts.model_copy(update={"findings": found}), layout


def lay_out(path: Path, only: Collection[int] | None = None) -> Layout:
    """Lay a document out and see where its blocks stand.

    Args:
        path: The document.
        only: The paragraphs to look for, as `Layout` counts them; all if None, which takes longer where there are many.
    """
    from ...office import shared
    from ...office.openable import openable
    from ...rendering.pdf import opened, scratch

    with scratch() as target:
        copy = target.parent / "marked" / path.name
        copy.parent.mkdir()
        blocks, rows, paging, marked = _marked(openable(path, target.parent), copy, only)
        shared().do("convert", copy, target=str(target), for_pictures=True)
        with opened(target) as pdf:
            heights = [pdf.get_page_size(index)[1] for index in range(len(pdf))]
            spots = dict(_spots(pdf, marked, heights))
            sheets = [_sheet(pdf[index]) for index in range(len(pdf))]
    stretches = {
        order: Stretch(spots.get((order, "s"), spot), spots.get((order, "e"), spot))
        for (order, _), spot in sorted(spots.items())
    }
    rights: dict[int, float] = {}
    for row in rows:
        lefts = [min((stretches[one].start.left for one in cell if one in stretches), default=0.0) for cell in row]
        for at, cell in enumerate(row[:-1]):
            rights.update({order: lefts[at + 1] - 2 for order in cell if lefts[at + 1]})
        if row:
            rights.update(dict.fromkeys(row[-1], 1e5))
    return Layout(sheets, stretches, blocks, rights, paging)


def _marked(
    path: Path, copy: Path, only: Collection[int] | None
) -> tuple[dict[int, list[int]], list[list[list[int]]], Paging, list[int]]:
    """Write the marked copy; the paragraphs of each block, those of each cell of each row, the page numbers, and the
    paragraphs that have marks. Those that sections begin with are among them always: page numbers hang on them."""
    with Package(path) as package:
        name = package.main()
        root = package.xml(name)
    body = child(root, "w:body")
    blocks: dict[int, list[int]] = {}
    if body is None:
        return blocks, [], Paging(), []
    orders = {one: order for order, one in enumerate(deep(body, "w:p"))}
    boxed = {one for box in deep(body, "w:txbxContent") for one in deep(box, "w:p")}
    for number, block in enumerate(_blocks(body), 1):
        blocks[number] = [orders[one] for one in block.iter(tag("w:p")) if one not in boxed]
    rows = [
        [[orders[one] for one in deep(cell, "w:p") if one not in boxed] for cell in row if local(cell) == "tc"]
        for row in deep(body, "w:tr")
    ]
    paging = Paging.of(body, orders)
    wanted = None if only is None else {*only, *(section.first for section in paging.sections)}
    marked: list[int] = []
    few = len(orders) <= _MANY
    for paragraph, order in orders.items():
        if paragraph not in boxed and (wanted is None or order in wanted):
            marked.append(order)
            start = 1 if child(paragraph, "w:pPr") is not None else 0
            paragraph[start:start] = _mark(order, "s")
            if few:
                paragraph.extend(_mark(order, "e"))
    blob = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(copy, "w", zipfile.ZIP_STORED) as made:
        for member in source.namelist():
            made.writestr(member, blob if member.lower() == name.lower() else source.read(member))
    return blocks, rows, paging, marked


def _blocks(body: Element) -> Iterator[Element]:
    for one in body:
        if local(one) in ("p", "tbl"):
            yield one
        elif local(one) in ("sdt", "sdtContent", "customXml", "ins", "moveTo"):
            yield from _blocks(one)


def _mark(order: int, side: str) -> list[Element]:
    identifier = str(_FIRST_ID + 2 * order + (side == "e"))
    made = etree.Element(tag("w:bookmarkStart"))
    made.set(tag("w:id"), identifier)
    made.set(tag("w:name"), f"{_MARK}{order}{side}")
    end = etree.Element(tag("w:bookmarkEnd"))
    end.set(tag("w:id"), identifier)
    return [made, end]


def _spots(pdf: "PdfDocument", orders: Iterable[int], heights: list[float]) -> Iterator[tuple[tuple[int, str], Spot]]:
    """The marks of these paragraphs as the PDF has them."""
    import pypdfium2.raw as raw

    for order in orders:
        for side in "se":
            # By its name: asked by its number the library counts through all of them each time.
            place = raw.FPDF_GetNamedDestByName(pdf, f"{_MARK}{order}{side}".encode())
            page = raw.FPDFDest_GetDestPageIndex(pdf, place) if place else -1
            if not 0 <= page < len(heights):
                continue
            has = [ctypes.c_int() for _ in range(3)]
            at = [ctypes.c_float() for _ in range(3)]
            raw.FPDFDest_GetLocationInPage(place, *(ctypes.byref(one) for one in (*has, *at)))
            yield (order, side), Spot(page + 1, round(at[0].value, 2), round(heights[page] - at[1].value, 2))


def _sheet(page: "PdfPage") -> Sheet:
    import pypdfium2.raw as raw

    try:
        width, height = page.get_size()
        words = page.get_textpage()
        try:
            lines = [_box(words.get_rect(index), height) for index in range(words.count_rects())]
        finally:
            words.close()
        drawn = page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=4)
        pictures = [_box(one.get_bounds(), height) for one in drawn]
        return Sheet(round(width, 2), round(height, 2), lines, pictures)
    finally:
        page.close()


def _box(sides: tuple[float, float, float, float], height: float) -> Box:
    left, bottom, right, top = sides
    return Box(left=left, top=height - top, width=right - left, height=top - bottom)


def _located(finding: Finding, layout: Layout) -> Finding:
    """A finding with its page and box, as far as it has a place in the body."""
    whole = finding.kind == "overflow" and not finding.where and len(layout.blocks.get(finding.block, ())) > 1
    box = layout.block_box(finding.block) if whole else layout.box_of(finding.paragraph)
    if _of_picture(finding):
        box = layout.picture_box(finding.paragraph) or box
    stretch = layout.stretches.get(finding.paragraph)
    page = stretch.start.page if stretch else layout.page_of(finding.block)
    return finding.model_copy(update={"page": page, "boxes": [box] if box else []})


def _of_picture(finding: Finding) -> bool:
    """Whether a finding is about a picture and not about the words of its paragraph."""
    return finding.kind in ("missing_alt", "distorted_picture") or (
        finding.kind == "overflow" and ("the picture" in finding.message or "the chart" in finding.message)
    )


def _rounded(box: Box) -> Box:
    return Box(**{side: round(getattr(box, side), 1) for side in ("left", "top", "width", "height")})
