"""Blocks of Markdown into Word: paragraphs with real styles, lists with real numbering, tables, notes, links, pictures.

What comes out is what Word itself would have written for the same document, so everything can go on being edited there.
Nothing is put into the document here: the caller gets elements and knows where they belong.
"""

from __future__ import annotations

import copy
from collections.abc import Generator, Sequence
from contextlib import contextmanager

from deskworld_kit import ToolError, World

from deskworld_docs.captioning import Captions
from deskworld_docs.captions import STYLE, renumber
from deskworld_docs.footnoting import add_note
from deskworld_docs.formulas.placing import put_formula
from deskworld_docs.imaging import Prepared, picture_run, prepare, sized
from deskworld_docs.lettering import checkbox, dress
from deskworld_docs.linking import Linker
from deskworld_docs.markdown.model import Block, Span, plain
from deskworld_docs.markup import add, child, clean, is_w, make, number, parse, properties, put, tag
from deskworld_docs.numbering import DEEPEST, STEP, new_list, put_in_list
from deskworld_docs.objects import Element, Part
from deskworld_docs.opening import Paper
from deskworld_docs.places import cells_of, rows_of
from deskworld_docs.room import LEAST, cell_room, indents, room_at
from deskworld_docs.spacing import set_apart
from deskworld_docs.styling import Styles
from deskworld_docs.tabling import first_paragraph, new_table
from deskworld_docs.words import make_run

_FRONT = {"title": "Title", "subtitle": "Subtitle", "author": "Author", "date": "Date"}
_QUOTE_STEP = 360
_LONGEST = 60
CODE = "Code Block"


class Composer:
    """Makes elements for one document; `part` is where they will stand, for links and pictures."""

    def __init__(self, world: World, paper: Paper, part: Part | None = None, *, folder: str = "") -> None:
        self.world = world
        self.paper = paper
        self.part = part or paper.document.part
        self.folder = folder
        """Where the pictures of a Markdown file are looked for first."""
        self.styles = Styles(paper)
        self.links = Linker(paper, self.part)
        self._notes: dict[str, Block] = {}
        self.place: Element | None = None
        """Near what the elements will stand: pictures and tables are made for the room there."""
        self._cell = 0
        self._inset = 0
        self._deepest = 0
        self._prepared: dict[str, Prepared | ToolError] = {}
        self._captions = Captions(paper)

    def settle_captions(self) -> None:
        """What was composed stands in the document now: number its captions with the others."""
        if self._captions.made:
            renumber(self.paper)

    @property
    def room(self) -> tuple[float, float]:
        """Width and height, in points, that there are for what is made now."""
        place = self.place if self.place is not None else self.paper.body[-1] if len(self.paper.body) else None
        width, height = room_at(self.paper, place if place is not None else self.paper.body)
        wide = self._cell or round(width * 20)
        return max(wide - self._inset, LEAST) / 20, height

    @contextmanager
    def _narrowed(self, inset: int = 0, *, cell: int = 0) -> Generator[None, None, None]:
        """For what is made in the block there is less room: it is further in, or in a cell with this much."""
        before = self._cell, self._inset
        self._cell, self._inset = (cell, 0) if cell else (self._cell, self._inset + inset)
        yield
        self._cell, self._inset = before

    def compose(self, blocks: Sequence[Block]) -> list[Element]:
        """The paragraphs and tables of these blocks; links to headings among them are settled too."""
        self._notes = {block.name: block for block in blocks if block.kind == "note"}
        self._deepest = 0
        made = self._blocks([block for block in blocks if block.kind != "note"])
        self.links.settle(made)
        if self._deepest > DEEPEST:
            self.paper.warnings.append(
                f"it is nested {self._deepest + 1} levels deep, and Word has {DEEPEST + 1}: what is further in stands "
                "on the last of them"
            )
        return made

    def _blocks(self, blocks: Sequence[Block]) -> list[Element]:
        made: list[Element] = []
        broken = False
        before: Block | None = None
        for block in self._captions.found(blocks):
            if block.kind == "page_break":
                if broken:
                    made.append(self._page_break())
                broken = True
                continue
            fresh = self._block(block)
            if not fresh:
                continue
            apart = before is not None and before.kind in ("list", "indented") and block.kind == "list"
            if apart and made and is_w(made[-1], "p"):
                put(properties(made[-1]), "w:contextualSpacing", val=0)
            before = block
            if block.kind == "paragraph" and block.info == "captioned":
                put(properties(fresh[0]), "w:keepNext")
            if broken:
                broken = False
                if is_w(fresh[0], "p"):
                    put(properties(fresh[0]), "w:pageBreakBefore")
                else:
                    made.append(self._page_break())
            elif made and is_w(made[-1], "tbl") and is_w(fresh[0], "tbl"):
                made.append(make("w:p"))  # else Word makes one table of both
            made += fresh
        if broken:
            made.append(self._page_break())
        set_apart(self.styles, made)
        return made

    def _page_break(self) -> Element:
        return make("w:p", make("w:r", make("w:br", type="page")))

    def _block(self, block: Block) -> list[Element]:
        match block.kind:
            case "heading":
                return [self.paragraph(block.spans, f"heading {max(1, min(block.level, 9))}")]
            case "paragraph":
                return [self.paragraph(block.spans)]
            case "caption":
                return [self._captions.paragraph(self.paragraph(block.spans, STYLE), above=block.info == "above")]
            case "code":
                return [self.paragraph([Span(block.text)], self.code_style(block.info), verbatim=True)]
            case "rule":
                return [self.paragraph([], "Horizontal Line")]
            case "quote":
                return self._quote(block)
            case "list":
                return self._list(block, 0)
            case "indented":
                return [element for inner in block.blocks for element in self._continued(inner, STEP)]
            case "table":
                return [self.table(block.rows, block.aligns, header=block.info != "headless")]
            case "front":
                return self._front(block)
            case _:
                return []

    def paragraph(self, spans: Sequence[Span], style: str = "", *, verbatim: bool = False) -> Element:
        """A w:p of a style; none named is the document's default."""
        made = make("w:p")
        if style:
            put(properties(made), "w:pStyle", val=self.styles.identifier(style))
        if verbatim:
            put(properties(made), "w:keepLines")
            made.append(make_run(plain(spans)))
        else:
            self.fill(made, spans)
        return made

    def refill(self, paragraph: Element, spans: Sequence[Span], look: Element | None = None) -> None:
        """As `fill`, for a paragraph that stands in the document: what is in it has the room that is there."""
        self.place = paragraph
        with self._narrowed(indents(self.paper, paragraph) if _asks_room(spans) else 0):
            self.fill(paragraph, spans, look)

    def code_style(self, info: str) -> str:
        """The style of a code block: one of its own for each language, which is how Word can hold it."""
        plain_enough = len(info) <= _LONGEST and not set(info) & set(",;")
        language = info if plain_enough else info.split()[0].strip(",;")[:_LONGEST]
        return self.styles.derived(f"{CODE} {language}", CODE) if language else CODE

    def fill(self, paragraph: Element, spans: Sequence[Span], look: Element | None = None) -> None:
        """Add spans to a paragraph; `look` (a w:rPr) is what they look like besides their marks."""
        for span in spans:
            if span.kind == "break":
                paragraph.append(make("w:r", make("w:br")))
            elif span.kind == "picture":
                self._picture(paragraph, span)
            elif span.kind == "note":
                self._note(paragraph, span.text)
            elif span.kind == "math":
                put_formula(self.paper, paragraph, span)
            else:
                run = make_run(span.text, look)
                dress(self.styles, run, span.marks)
                if span.link:
                    self.links.wrap(paragraph, run, span.link, span.title)
                else:
                    paragraph.append(run)

    def _picture(self, paragraph: Element, span: Span) -> None:
        picture = self._prepare(span)
        if isinstance(picture, ToolError):
            self.paper.warnings.append(f"the picture {span.link!r} is not in it: {picture}")
            paragraph.append(make_run(f"[{span.text or span.link}]"))
            return
        if picture.note:
            self.paper.warnings.append(f"{span.link}: {picture.note}")
        size = sized(picture, None, None, self.room)
        paragraph.append(picture_run(self.part, picture, size, span.text, span.title))

    def _prepare(self, span: Span) -> Prepared | ToolError:
        """The picture that a span names, or why there is none."""
        if span.link not in self._prepared:
            try:
                self._prepared[span.link] = prepare(self.world, self._where(span.link))
            except ToolError as error:
                self._prepared[span.link] = error
        return self._prepared[span.link]

    def _where(self, link: str) -> str:
        from urllib.parse import unquote

        path = unquote(link)
        if self.folder and not path.startswith("/"):
            beside = f"{self.folder}/{path}"
            try:
                if self.world.workspace.place(beside).is_file():
                    return beside
            except ToolError:
                pass
        return path

    def _note(self, paragraph: Element, name: str) -> None:
        if self.part is not self.paper.document.part:
            raise ToolError("Word has footnotes in the body of a document only, not in headers or other notes")
        note, reference = add_note(self.paper)
        paragraph.append(reference)
        blocks = self._notes[name].blocks if name in self._notes else []
        part = self.paper.related("footnotes")
        inner = Composer(self.world, self.paper, part)
        inner.styles = self.styles
        first = True
        for block in blocks:
            if block.kind == "paragraph" and first:
                inner.fill(note[0], block.spans)
            elif block.kind == "paragraph":
                note.append(inner.paragraph(block.spans, "footnote text"))
            else:
                note.extend(inner.compose([block]))
            first = False
        self.links.take(inner.links)  # they may lead to headings that are only being made

    def _quote(self, block: Block, depth: int = 1) -> list[Element]:
        made: list[Element] = []
        self._deepest = max(self._deepest, depth - 1)
        left = _QUOTE_STEP * min(depth, DEEPEST + 1)
        for inner in block.blocks:
            if inner.kind == "quote":
                with self._narrowed(_QUOTE_STEP):
                    made += self._quote(inner, depth + 1)
            elif inner.kind == "paragraph":
                with self._narrowed(2 * _QUOTE_STEP):
                    paragraph = self.paragraph(inner.spans, "Quote")
                if depth > 1:
                    put(properties(paragraph), "w:ind", left=left)
                made.append(paragraph)
            else:
                with self._narrowed(_QUOTE_STEP):
                    fresh = self._block(inner)
                for element in fresh:
                    if is_w(element, "p"):
                        self._beside_line(element)
                    made.append(element)
        return made

    def _beside_line(self, paragraph: Element) -> None:
        """Give a paragraph that is no plain text of a quote the quote's line, and the room for it."""
        own = child(self.styles.find("Quote", "paragraph"), "w:pPr", "w:pBdr")
        line = None if own is None else copy.deepcopy(own)
        if line is None or child(line, "w:left") is None:
            line = parse('<w:pBdr><w:left w:val="single" w:sz="18" w:space="10" w:color="auto"/></w:pBdr>')
        add(properties(paragraph), line)
        level = child(paragraph, "w:pPr", "w:numPr", "w:ilvl")
        indent = put(properties(paragraph), "w:ind")
        left = number(indent, "left", STEP * (number(level) + 1) if level is not None else 0)
        indent.set(tag("w:left"), str(left + _QUOTE_STEP))
        if level is not None:
            indent.set(tag("w:hanging"), str(STEP))

    def _list(self, block: Block, level: int) -> list[Element]:
        self._deepest = max(self._deepest, level)
        within, level = level, min(level, DEEPEST)
        tasks = all(item.checked is not None for item in block.blocks)
        kind = "number" if block.ordered else "task" if tasks else "bullet"
        listed = new_list(self.paper, kind, start=block.start, level=level)
        made: list[Element] = []
        for item in block.blocks:
            made += self._item(item, listed, within, boxed=tasks and not block.ordered, loose=not block.tight)
        return made

    def _item(self, item: Block, listed: int, within: int, *, boxed: bool, loose: bool) -> list[Element]:
        level = min(within, DEEPEST)
        inner = list(item.blocks)
        first = inner.pop(0).spans if inner and inner[0].kind == "paragraph" else []
        head = make("w:p")
        put(properties(head), "w:pStyle", val=self.styles.identifier("List Paragraph"))
        put_in_list(head, listed, level)
        if loose:
            put(properties(head), "w:contextualSpacing", val=0)
        if item.checked is not None:
            head.append(checkbox(item.checked))
            head.append(make("w:r", make("w:tab")) if boxed else make_run(" "))
        left = STEP * (level + 1)
        with self._narrowed(left):
            self.fill(head, first)
        made = [head]
        for block in inner:
            made += self._list(block, within + 1) if block.kind == "list" else self._continued(block, left)
        return made

    def _continued(self, block: Block, left: int) -> list[Element]:
        """A block that stands further in, under an item or a term."""
        if block.kind == "list":
            return self._list(block, 1)
        with self._narrowed(left):
            fresh = self._block(block)
        for element in fresh:
            if is_w(element, "p"):
                if block.kind == "paragraph":
                    put(properties(element), "w:pStyle", val=self.styles.identifier("List Continue"))
                put(properties(element), "w:ind", left=left + _QUOTE_STEP * (block.kind == "quote"))
            else:
                put(properties(element), "w:tblInd", w=left, type="dxa")
        return fresh

    def table(
        self,
        rows: Sequence[Sequence[Sequence[Span]]],
        aligns: Sequence[str] = (),
        *,
        style: str = "",
        header: bool = True,
        widths: Sequence[float] = (),
    ) -> Element:
        """A w:tbl as wide as the room, of spans by row and cell.

        Args:
            rows: The cells of each row.
            aligns: The side of each column's text, empty for none said.
            style: A table style's name; empty for the document's usual one.
            header: Whether the first row is one of headings.
            widths: Shares of the width; measured where empty.
        """
        columns = max((len(row) for row in rows), default=1)
        texts = [[plain(cell) for cell in row] for row in rows]
        pictures = [[self._wide(cell) for cell in row] for row in rows]
        table = new_table(
            self.paper, self.styles, texts, columns, width=self.room[0], style=style, header=header, widths=widths,
            pictures=pictures,
        )  # fmt: skip
        for row, element in zip(rows, rows_of(table), strict=True):
            for column, cell in enumerate(cells_of(element)):
                paragraph = first_paragraph(cell)
                if column < len(aligns) and aligns[column]:
                    put(properties(paragraph), "w:jc", val=aligns[column])
                if column < len(row) and row[column]:
                    with self._narrowed(cell=cell_room(self.paper, cell) if _asks_room(row[column]) else 0):
                        self.fill(paragraph, row[column])
        return table

    def _wide(self, spans: Sequence[Span]) -> float:
        """How wide the widest picture among spans would like to be, in points."""
        found = (self._prepare(span) for span in spans if span.kind == "picture")
        return max((one.natural[0] for one in found if isinstance(one, Prepared)), default=0.0)

    def _front(self, block: Block) -> list[Element]:
        made = [
            self.paragraph([Span(clean(block.fields[name]))], style)
            for name, style in _FRONT.items()
            if block.fields.get(name)
        ]
        core = self.paper.document.core_properties
        for name in ("title", "author"):
            if block.fields.get(name):
                setattr(core, name, clean(block.fields[name])[:255])
        return made


def _asks_room(spans: Sequence[Span]) -> bool:
    """Whether it matters how much room there is, which takes time to tell: for pictures."""
    return any(span.kind == "picture" for span in spans)
