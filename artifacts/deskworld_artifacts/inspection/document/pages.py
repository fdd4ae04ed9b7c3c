"""What only pages show: a heading alone at a foot, things beyond the edge, pages with nothing, stale page numbers."""

from collections.abc import Iterator

from ..base import Box
from .facts import DocumentFacts, Finding
from .findings.contrast import short
from .layout import Layout, Sheet

_EDGE = 1.5
"""Points by which a thing may cross the edge of its page."""
_OFF_BY = 2
"""Programs break pages a little differently; a table of contents is stale when it is wrong by this many pages."""


def page_findings(facts: DocumentFacts, layout: Layout) -> Iterator[Finding]:
    """Findings that need the pages."""
    yield from _stranded(facts, layout)
    yield from _beyond(layout)
    yield from _blank(layout)
    yield from _stale(facts, layout)


def _stranded(facts: DocumentFacts, layout: Layout) -> Iterator[Finding]:
    """A heading is the last thing on its page, and what it heads begins on the next."""
    breaks = {p.position for p in facts.paragraphs if p.page_break_before}
    headings = {heading.position for heading in facts.outline}
    for heading in facts.outline:
        block = heading.position + 1
        page, after = layout.page_of(block), layout.page_of(block + 1)
        if not page or after != page + 1 or heading.position + 1 in breaks or block + 1 not in layout.blocks:
            continue
        sheet, box = layout.sheets[page - 1], layout.block_box(block)
        # Where a section ends here or the page is broken by hand, half the page is left: that is meant.
        if box is None or box.bottom < sheet.height * 0.6 or heading.position + 1 in headings:
            continue
        yield Finding(
            kind="stranded_heading",
            block=block,
            page=page,
            boxes=[box],
            message=f'Block {block}: the heading "{short(heading.text)}" stands alone at the foot of page {page}; '
            f"what it heads begins on page {page + 1}.",
        )


def _beyond(layout: Layout) -> Iterator[Finding]:
    """Text and pictures that cross the edge of their page; a picture over a whole side is meant to bleed."""
    for number, sheet in enumerate(layout.sheets, 1):
        cut = [("text", box) for box in sheet.lines if _leaves(box, sheet)]
        cut += [("picture", box) for box in sheet.pictures if _leaves(box, sheet) and not _bleeds(box, sheet)]
        for thing, boxes in ((t, [box for one, box in cut if one == t]) for t in ("text", "picture")):
            if boxes:
                block = _nearest(layout, number, boxes[0])
                said = f"Block {block}, page {number}" if block else f"Page {number}"
                words = f"{said}: {thing} leaves the page."
                yield Finding(kind="off_page", block=block, page=number, boxes=boxes[:5], message=words)


def _leaves(box: Box, sheet: Sheet) -> bool:
    page = Box(left=0, top=0, width=sheet.width, height=sheet.height)
    return min(box.width, box.height) > 0.5 and not page.holds(box, _EDGE)


def _bleeds(box: Box, sheet: Sheet) -> bool:
    across = box.left <= _EDGE and box.right >= sheet.width - _EDGE
    return across or (box.top <= _EDGE and box.bottom >= sheet.height - _EDGE)


def _nearest(layout: Layout, page: int, box: Box) -> int:
    """The block that a box belongs to: the last one that begins above its middle."""
    best, at = 0, -1.0
    for block, orders in layout.blocks.items():
        for order in orders:
            stretch = layout.stretches.get(order)
            if stretch and stretch.start.page == page and at <= stretch.start.top <= box.top + box.height / 2 + 2:
                best, at = block, stretch.start.top
    return best


def _blank(layout: Layout) -> Iterator[Finding]:
    """Pages with neither text nor picture."""
    for number, sheet in enumerate(layout.sheets, 1):
        if layout.pages > 1 and not sheet.lines and not sheet.pictures:
            yield Finding(kind="blank_page", block=0, page=number, message=f"Page {number} is blank.")


def _stale(facts: DocumentFacts, layout: Layout) -> Iterator[Finding]:
    """A table of contents whose page numbers are far from where the headings are."""
    listed: dict[str, int] = {}
    for paragraph in facts.paragraphs:
        if paragraph.style.lower().startswith("toc "):
            title, _, number = paragraph.text.strip().rpartition("\t")
            if title and number.strip().isdigit():
                listed.setdefault(title.rpartition("\t")[2].strip().lower(), int(number))
    wrong = [
        (heading.text, listed[text], page)
        for heading in facts.outline
        if (text := heading.text.strip().lower()) in listed
        and (page := layout.page_of(heading.position + 1))
        and abs(listed[text] - page) >= _OFF_BY
    ]
    # Where numbering starts anew after a cover all entries are off alike, and right.
    shifts = {said - page for _, said, page in wrong}
    if wrong and (len(shifts) > 1 or len(wrong) < len(listed)):
        text, said, page = wrong[0]
        first = next((p for p in facts.paragraphs if p.style.lower().startswith("toc ")), None)
        block = first.position + 1 if first else 0
        yield Finding(
            kind="stale_contents",
            block=block,
            page=layout.page_of(block),
            message=f'Block {block}: the table of contents has "{short(text)}" on page {said}; it is on page {page}.',
        )
