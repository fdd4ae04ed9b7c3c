"""Word into blocks of Markdown: what a document says, in the signs that Markdown has for it.

Headings come from outline levels, lists from real numbering, quotes and code from their styles, bold and italic from
what a run adds to its style. What Markdown has no sign for is counted in `lost`, so that nobody believes it is there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from deskworld_docs.footnoting import note_of
from deskworld_docs.markdown.model import Block, Span, merged, slug
from deskworld_docs.markup import child, deep, flag, is_w, number, tag, val
from deskworld_docs.numbering import STEP, Counter, Item
from deskworld_docs.objects import Element, Part
from deskworld_docs.opening import Paper
from deskworld_docs.places import blocks, cells_of, rows_of, span_of
from deskworld_docs.spelling import Speller
from deskworld_docs.tabling import is_continued
from deskworld_docs.words import text_of

_FRONT = {"title": "title", "subtitle": "subtitle", "author": "author", "date": "date"}
CODE_STYLES = (
    "code block",
    "source code",
    "html preformatted",
    "code",
    "preformatted text",
    "plain text",
    "macro text",
)
_LANGUAGE = "code block "
"""What the style of a code block begins with where it says the language."""
QUOTE_STYLES = ("quote", "intense quote", "block text", "quotations", "block quote")
_LINE_STYLES = ("horizontal line", "horizontal rule")


@dataclass
class _Open:
    """A list that more items may come to: where its text begins, and its last item."""

    left: int
    block: Block
    last: Item

    def goes_on_with(self, item: Item) -> bool:
        """Whether a reader would take an item for the next of this list: other lists of one look touch it unseen."""
        if item.listed == self.last.listed:
            return True
        if item.form in ("bullet", "none"):
            return item.form == self.last.form
        return item.form == self.last.form and item.count == self.last.count + 1


class Gatherer(Speller):
    """Reads one document. `save` keeps a picture and gives the name it can be linked by."""

    def __init__(self, paper: Paper, save: Callable[[Part, str], str] | None = None) -> None:
        self.counter = Counter(paper)
        super().__init__(paper, self.counter.styles, save)
        self.notes: list[Block] = []
        self._labels: dict[Element, str] = {}
        self._bordered = False

    def blocks(self) -> list[Block]:
        """The whole body, footnotes last."""
        self._find_marks()
        made = self._gather(list(blocks(self.paper.body)), front=True)
        self._count_lost()
        return made + self.notes

    def _find_marks(self) -> None:
        for paragraph in self.paper.body.iter(tag("w:p")):
            if self.styles.outline_level(paragraph):
                for mark in deep(paragraph, "w:bookmarkStart"):
                    self.marks[val(mark, "name")] = slug(text_of(paragraph))

    def _gather(self, elements: list[Element], *, front: bool = False) -> list[Block]:
        found: list[Block] = []
        opened: list[_Open] = []
        head = Block("front")
        for element in elements:
            if is_w(element, "tbl"):
                holder = self._holder(found, opened, number(child(element, "w:tblPr", "w:tblInd"), "w"))
                made = self.table(element, struck=False)
                holder += [made] if made.rows else []
                continue
            style = self.styles.style_name(element).casefold()
            if front and style in _FRONT and not found and _FRONT[style] not in head.fields:
                if said := " ".join(text_of(element).split()):
                    head.fields[_FRONT[style]] = said
                continue
            if style.startswith("toc ") or style == "table of figures":
                self.lose("a table of contents", 0)
                continue
            self._paragraph(element, style, found, opened)
        return [head, *found] if head.fields else found

    def _paragraph(self, element: Element, style: str, found: list[Block], opened: list[_Open]) -> None:
        item = self.counter.item(element)
        before, after = _page_breaks(element)
        if before:
            found.append(Block("page_break"))
            opened.clear()
        bordered = style not in QUOTE_STYLES and child(element, "w:pPr", "w:pBdr", "w:left") is not None
        if bordered != self._bordered:
            opened.clear()
            self._bordered = bordered
        if bordered:  # headings, lists and code in a quote keep their style and get the quote's line
            found = _quote_in(found)
        level = self.styles.outline_level(element)
        spans = self.spans(element, code=is_code(style))
        if level and spans:
            opened.clear()
            found.append(Block("heading", spans=spans, level=min(level, 6)))
        elif item is not None and not level:
            self._item(element, item, spans, found, opened)
        elif is_code(style):
            holder = self._holder(found, opened, self._left(element, None))
            text = "".join("\n" if span.kind == "break" else span.text for span in spans)
            if holder and holder[-1].kind == "code" and not _is_ours(style):
                holder[-1].text += f"\n{text}"
            else:
                language = self.styles.style_name(element)[len(_LANGUAGE) :] if style.startswith(_LANGUAGE) else ""
                holder.append(Block("code", text=text, info=language))
        elif style in _LINE_STYLES or (not spans and _is_line(element)):
            self._holder(found, opened, 0).append(Block("rule"))
        elif not spans:
            if not (before or after):
                self.lose("empty paragraphs", 1)
        elif style in QUOTE_STYLES:
            left = number(child(element, "w:pPr", "w:ind"), "left")
            holder = self._holder(found, opened, left - STEP if left else 0)
            _quoted(holder, Block("paragraph", spans=spans), self._depth(left, opened))
        else:
            self._holder(found, opened, self._left(element, None)).append(Block("paragraph", spans=spans))
        if after:
            found.append(Block("page_break"))
            opened.clear()

    def _depth(self, left: int, opened: list[_Open]) -> int:
        if opened:
            return 1
        return max(1, min(round(left / STEP), 9)) if left else 1

    def _left(self, element: Element, item: Item | None) -> int:
        """Where a paragraph's text begins, in twentieths of a point."""
        own = child(element, "w:pPr", "w:ind")
        for name in ("left", "start"):
            if val(own, name):
                return number(own, name)
        if item is not None:
            return self.counter.left(item.listed, item.level)
        for said in self.styles.inherited(element, "w:pPr", "w:ind"):
            for name in ("left", "start"):
                if val(said, name):
                    return number(said, name)
        return 0

    def _holder(self, found: list[Block], opened: list[_Open], left: int) -> list[Block]:
        """Where a block that is no item belongs: into the item it is indented like, else to the document."""
        while opened and left < opened[-1].left - 60:
            opened.pop()
        return opened[-1].block.blocks[-1].blocks if opened else found

    def _item(self, element: Element, item: Item, spans: list[Span], found: list[Block], opened: list[_Open]) -> None:
        left = self._left(element, item)
        checked, spans = task_of(spans)
        while opened and left < opened[-1].left - 60:
            opened.pop()
        fresh = Block("item", blocks=[Block("paragraph", spans=spans)], checked=checked)
        ordered = item.form not in ("bullet", "none") or (item.form == "none" and checked is None and bool(item.label))
        same = bool(opened) and abs(left - opened[-1].left) <= 60
        if same:
            goal = opened[-1].block
            if goal.ordered != ordered or not opened[-1].goes_on_with(item):
                opened.pop()
                same = False
        if not same:
            goal = Block("list", ordered=ordered, start=item.count if ordered else 1)
            (opened[-1].block.blocks[-1].blocks if opened else found).append(goal)
            opened.append(_Open(left, goal, item))
        opened[-1].last = item
        goal = opened[-1].block
        loose = child(element, "w:pPr", "w:contextualSpacing")
        if loose is not None and not flag(loose) and not goal.blocks:  # a last item may stand apart from what follows
            goal.tight = False
        goal.blocks.append(fresh)
        if ordered and item.form != "decimal":
            self.lose(f"numbering in {item.form}", 1)

    def table(self, element: Element, *, struck: bool = True) -> Block:
        """A table's cells by row; a cell that spans columns is followed by empty ones.

        Args:
            element: The w:tbl.
            struck: Whether rows whose deletion is tracked are among them, empty.
        """
        rows: list[list[list[Span]]] = []
        sides: list[list[str]] = []
        for row in rows_of(element):
            if not struck and child(row, "w:trPr", "w:del") is not None:
                continue
            cells: list[list[Span]] = []
            aligned: list[str] = []
            for cell in cells_of(row):
                span = span_of(cell)
                if is_continued(cell) or span > 1:
                    self.lose("merged cells", 1)
                cells += [self.cell(cell), *([] for _ in range(span - 1))]
                paragraph = next((p for p in blocks(cell) if is_w(p, "p")), None)
                side = val(child(paragraph, "w:pPr", "w:jc")) if paragraph is not None else ""
                aligned += [{"start": "left", "end": "right", "both": "left"}.get(side, side)] * span
            rows.append(cells)
            sides.append(aligned)
        columns = max((len(row) for row in rows), default=0)
        aligns: list[str] = []
        for column in range(columns):
            said = {row[column] for row in sides[1:] or sides if column < len(row)}
            aligns.append(said.pop() if len(said) == 1 else "")
        return Block("table", rows=rows, aligns=aligns)

    def cell(self, cell: Element) -> list[Span]:
        """What a cell says; its paragraphs are parted by breaks, empty ones are empty lines."""
        lines: list[list[Span]] = []
        for block in blocks(cell):
            if is_w(block, "tbl"):
                self.lose("tables in cells", 1)
                said = (text_of(p).strip() for p in block.iter(tag("w:p")))
                inner = [Span("; ".join(text for text in said if text))]
            else:
                item = self.counter.item(block)
                inner = self.spans(block)
                if item is not None and inner:
                    inner = [Span(f"{item.label} "), *inner]
            if inner or not any(one is not None and is_w(one, "tbl") for one in (block.getprevious(), block.getnext())):
                lines.append(inner)
        while lines and not lines[-1]:
            lines.pop()
        return [span for at, line in enumerate(lines) for span in ([Span(kind="break")] if at else []) + line]

    def note(self, reference: Element) -> Span:
        """The label of a note; what it says is gathered when it is first called."""
        note = note_of(self.paper, reference)
        if note is None:
            return Span()
        label = self._labels.get(note)
        if label is None:
            label = self._labels[note] = str(len(self._labels) + 1)
            codes, self._codes = self._codes, []
            inner = self._gather(list(blocks(note)))
            self._codes = codes
            for block in inner[:1]:
                if block.spans and block.spans[0].kind == "text":
                    first = block.spans[0]
                    block.spans[0] = Span(first.text.lstrip(), first.marks, first.link, "text", first.title)
                    block.spans = merged(block.spans)
            self.notes.append(Block("note", name=label, blocks=inner))
        return Span(label, kind="note")

    def _count_lost(self) -> None:
        root = self.paper.document.element
        for what, names in (("comments", ("w:commentReference",)), ("tracked deletions", ("w:del",)),
                            ("tracked insertions (their words are kept)", ("w:ins",))):  # fmt: skip
            count = sum(
                1
                for one in deep(root, *names)
                if one.getparent() is not None and not is_w(one.getparent(), "rPr", "trPr")
            )
            if count:
                self.lose(what, count)
        self.lost.pop("empty paragraphs", None)


def is_code(style: str) -> bool:
    """Whether a style of this name, in small letters, is one of code."""
    return style in CODE_STYLES or style.startswith(_LANGUAGE)


def _is_ours(style: str) -> bool:
    """Whether a code block of this style is one paragraph with breaks; others make a paragraph a line."""
    return style == "code block" or style.startswith(_LANGUAGE)


def _page_breaks(paragraph: Element) -> tuple[bool, bool]:
    """Whether the page breaks before a paragraph, and after it."""
    before = flag(child(paragraph, "w:pPr", "w:pageBreakBefore"))
    after = False
    seen = False
    for run in paragraph.iter(tag("w:r")):
        for one in run:
            if is_w(one, "br") and val(one, "type") == "page":
                before, after = before or not seen, after or seen
            elif is_w(one, "t", "drawing", "pict"):
                seen = True
    if not seen and before and not after:
        return True, False
    return before, after


def _is_line(paragraph: Element) -> bool:
    """Whether an empty paragraph is there for the line it draws."""
    borders = child(paragraph, "w:pPr", "w:pBdr")
    return borders is not None and any(
        val(one) not in ("", "none", "nil") for one in borders if is_w(one, "bottom", "top")
    )


def task_of(spans: list[Span]) -> tuple[bool | None, list[Span]]:
    """Whether an item is a task and done, and its text without the box."""
    first = spans[0] if spans else None
    if first is None or first.kind != "text" or first.text[:1] not in ("\u2610", "\u2611", "\u2612"):
        return None, spans
    rest = Span(first.text[1:].lstrip(" \t\u00a0"), first.marks, first.link, "text", first.title)
    left = merged([rest, *spans[1:]])
    if left and left[0].kind == "text" and not rest.text:
        left[0] = Span(left[0].text.lstrip(" \t"), left[0].marks, left[0].link, "text", left[0].title)
    return first.text[0] != "\u2610", merged(left)


def _quoted(holder: list[Block], block: Block, depth: int) -> None:
    """Put a block into the quote that is open, or into a new one."""
    for _ in range(depth):
        holder = _quote_in(holder)
    holder.append(block)


def _quote_in(holder: list[Block]) -> list[Block]:
    """The blocks of the quote that a row of blocks ends with; made where it ends with none."""
    if not holder or holder[-1].kind != "quote":
        holder.append(Block("quote"))
    return holder[-1].blocks
