"""What only pages show: a heading alone at a foot, things beyond the edge, pages with nothing, stale page numbers."""

from collections.abc import Iterator

from ..base import Box
from .facts import DocumentFacts, Finding
from .findings.contrast import short
from .findings.references import plain
from .layout import Layout, Sheet
from .paging import PageReference

_EDGE = 1.5
"""Points by which a thing may cross the edge of its page."""
_OFF_BY = 2
"""Programs break pages a little differently; numbers that another one set are stale when they are this far off."""


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
    """Page numbers that are not those of what they name: in tables of contents, and in the text."""
    blocks = {order: block for block, orders in layout.blocks.items() for order in orders}
    for listed in (True, False):
        said = [one for one in layout.paging.references if one.listed == listed]
        said += _typed(facts, layout) if listed else []
        there = [(one, layout.printed(one.target)) for one in said]
        wrong = [(one, page) for one, page in there if page and _differ(one, page)]
        # Where all entries of another program's are off alike it counts its pages in a way that we do not see.
        shifts = {int(page) - int(one.shown) if _whole(page) and _whole(one.shown) else None for one, page in wrong}
        if not wrong or (len(wrong) == len(there) > 1 and len(shifts) == 1 and not any(one.exact for one, _ in wrong)):
            continue
        one, page = wrong[0]
        block = blocks.get(one.paragraph, 0)
        title = _words(facts, blocks.get(one.target, 0))
        what = "the table of contents has" if listed else "it has"
        more = f", and {len(wrong) - 1} more are wrong" if len(wrong) > 1 else ""
        yield Finding(
            kind="stale_contents",
            block=block,
            paragraph=one.paragraph,
            page=layout.page_of(block),
            message=f'Block {block}: {what} "{short(title)}" on page {one.shown}; it is on page {page}{more}.',
        )


def _typed(facts: DocumentFacts, layout: Layout) -> list[PageReference]:
    """Entries of tables of contents whose numbers are no fields, as some programs write them; found by their words."""
    fields = {one.paragraph for one in layout.paging.references}
    titles = [(plain(heading.text), heading.position + 1) for heading in facts.outline]
    found: list[PageReference] = []
    for paragraph in facts.paragraphs:
        title, _, number = paragraph.text.strip().rpartition("\t")
        order = next(iter(layout.blocks.get(paragraph.position + 1, ())), -1)
        if not paragraph.style.lower().startswith("toc ") or not _whole(number.strip()) or order in fields:
            continue
        at = next((at for at, (text, _) in enumerate(titles) if text and plain(title).endswith(text)), -1)
        target = next(iter(layout.blocks.get(titles[at][1], ())), -1) if at >= 0 else -1
        if target >= 0:
            del titles[: at + 1]
            found.append(PageReference(order, target, number.strip(), listed=True, exact=False))
    return found


def _differ(one: PageReference, page: str) -> bool:
    if one.exact or not (_whole(one.shown) and _whole(page)):
        return one.shown != page
    return abs(int(one.shown) - int(page)) >= _OFF_BY


def _whole(number: str) -> bool:
    return number.isascii() and number.isdigit()


def _words(facts: DocumentFacts, block: int) -> str:
    return next((" ".join(one.text.split()) for one in facts.paragraphs if one.position + 1 == block), "")
