"""HTML into blocks: headings, lists, tables, quotes, code, links, pictures, and the looks that Markdown has signs for.

A page is read for what it says. Where things stand on a screen, and in which colours, is its style sheet's matter and
no document's: that is counted in `lost`, as are scripts, forms and films. Nothing is fetched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from deskworld_docs.hypertext.letters import MARKS, PLAIN, Look, dressed, language, trimmed, verbatim
from deskworld_docs.markdown.model import Block, Span, slug

_SKIPPED = {
    "script": "scripts", "style": "", "head": "", "template": "", "title": "", "meta": "", "link": "", "noscript": "",
    "iframe": "embedded pages", "object": "embedded objects", "embed": "embedded objects", "applet": "scripts",
    "svg": "drawings", "canvas": "drawings", "math": "formulas", "video": "films", "audio": "sounds",
    "input": "form fields", "select": "form fields", "textarea": "form fields", "button": "form fields", "map": "",
    "datalist": "", "dialog": "",
}  # fmt: skip
_BLOCK_NAMES = (
    "html body p div section article main header footer nav aside figure figcaption address center form fieldset "
    "legend details summary dl dt dd h1 h2 h3 h4 h5 h6 ul ol menu dir li table pre listing blockquote hr hgroup search "
    "thead tbody tfoot tr td th caption"
)
_BLOCKS = frozenset(_BLOCK_NAMES.split())
_SPACES = re.compile(r"[ \t\n\r\f]+")
_UNSEEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all")
_LOOKS = re.compile(r"(?<![\w-])(?:background|color|font-family|font-size|border|font\s*:)")
_BREAKS = re.compile(r"(?:page-)?break-before\s*:\s*(?:always|page)")
_ALIGN = re.compile(r"text-align\s*:\s*(left|right|center)")
_DEEPEST = 80
_PIXEL = 0.75
"""Points."""


@dataclass
class PageRead:
    """What a page says."""

    blocks: list[Block] = field(default_factory=list[Block])
    title: str = ""
    widths: dict[str, float] = field(default_factory=dict[str, float])
    """How wide pictures are shown, in points, by their address."""
    lost: dict[str, int] = field(default_factory=dict[str, int])


def read_page(data: bytes) -> PageRead:
    """The blocks of an HTML page, whatever state it is in; empty where it says nothing."""
    import lxml.html

    text = _decoded(data)
    text = re.sub(r"^\s*<\?xml[^>]*\?>", "", text)
    if not text.strip():
        return PageRead()
    root = lxml.html.document_fromstring(text, parser=lxml.html.HTMLParser(huge_tree=True))
    return _Reader(root).page()


def _decoded(data: bytes) -> str:
    """Its letters: UTF-8, else as the page says they are coded, else as old pages are."""
    for mark, coding in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            return data.decode(coding, "replace")
    said = re.search(rb"charset\s*=\s*[\"']?([\w-]+)", data[:4096], re.IGNORECASE)
    for coding in ("utf-8", said[1].decode() if said else "utf-8"):  # what reads as UTF-8 is nothing else by chance
        try:
            return data.decode(coding)
        except (UnicodeDecodeError, LookupError):
            continue
    return data.decode("cp1252", "replace")


class _Reader:
    def __init__(self, root: Any) -> None:
        self.root = root
        self.read = PageRead()
        self.depth = 0
        self.names: dict[str, str] = {}
        self.notes: dict[str, Any] = {}
        """What notes are called by, and the items that say them."""
        self.marks: set[str] = set()
        """What the places are called where notes are marked: the way back from a note."""

    def page(self) -> PageRead:
        title = self.root.find(".//title")
        self.read.title = " ".join((title.text_content() if title is not None else "").split())
        for heading in self.root.iter("h1", "h2", "h3", "h4", "h5", "h6"):
            said = slug(" ".join(heading.text_content().split()))
            for one in heading.iter():
                if isinstance(one.tag, str) and (name := one.get("id") or one.get("name")):
                    self.names.setdefault(name, said)
        looks = any(one.tag == "style" or one.get("rel") == "stylesheet" for one in self.root.iter("style", "link"))
        if looks or any(_LOOKS.search(one.get("style") or "") for one in self.root.iter() if isinstance(one.tag, str)):
            self.lose("colours, fonts and places of its style sheet")
        body = self.root.find("body")
        body = body if body is not None else self.root
        self._find_notes()
        front = _front_of(body)
        noted = [Block("note", name=name, blocks=self._note(item)) for name, item in self.notes.items()]
        for item in self.notes.values():
            item.drop_tree()
        self.read.blocks = [*front, *self.blocks(body, Look()), *noted]
        return self.read

    def _find_notes(self) -> None:
        """Footnotes as pages have them: a raised number that leads to an item of a list, which may lead back."""
        items = {name: one for one in self.root.iter("li") if (name := one.get("id"))}
        for link in self.root.iter("a"):
            name = (link.get("href") or "")[1:]
            raised = next(link.iterancestors("sup"), None) is not None or link.find("sup") is not None
            if link.get("href", "").startswith("#") and name in items and raised:
                self.notes.setdefault(name, items[name])
                self.marks |= {one.get("id") or "" for one in (link, *link.iterancestors("sup"))} - {""}

    def _note(self, item: Any) -> list[Block]:
        for link in list(item.iter("a")):
            if link.get("href", "#")[1:] in self.marks:
                link.drop_tree()
        return self.blocks(item, Look())

    def lose(self, what: str) -> None:
        if what:
            self.read.lost[what] = self.read.lost.get(what, 0) + 1

    # Blocks.

    def blocks(self, holder: Any, look: Look) -> list[Block]:
        """What stands in an element: its blocks, and paragraphs of the letters between them."""
        found: list[Block] = []
        line: list[Span] = []

        def flush() -> None:
            spans = trimmed(line)
            if spans and not all(span.kind == "text" and not span.text.strip() for span in spans):
                found.append(Block("paragraph", spans=spans))
            line.clear()

        for piece in self._pieces(holder, look):
            if isinstance(piece, Block):
                flush()
                found.append(piece)
            else:
                line.append(piece)
        flush()
        return found

    def _pieces(self, holder: Any, look: Look) -> Iterator[Block | Span]:
        """Spans and blocks in order, at whatever depth blocks lie in letters."""
        if holder.text:
            yield from self._text(holder.text, look)
        for one in holder:
            if isinstance(one.tag, str):
                yield from self._element(one, look)
            if one.tail:
                yield from self._text(one.tail, look)

    def _element(self, one: Any, look: Look) -> Iterator[Block | Span]:
        """What an element says; one that is nested too deep is taken for its letters alone."""
        if self.depth > _DEEPEST:
            yield from self._text(one.text_content(), look)
            return
        self.depth += 1
        yield from self._known(one, look)
        self.depth -= 1

    def _known(self, one: Any, look: Look) -> Iterator[Block | Span]:
        name = one.tag.lower().rpartition(":")[2]
        style = (one.get("style") or "").lower()
        if name == "math" and (said := _latex(one)):
            display = one.get("display") == "block"
            made = Span(said, kind="math", title="display" if display else "")
            yield Block("paragraph", spans=[made]) if display else made
        elif name in _SKIPPED:
            self.lose(_SKIPPED[name] if one.get("type") != "hidden" else "")
        elif _UNSEEN.search(style) or one.get("hidden") is not None:
            self.lose("hidden text")
        elif name in _BLOCKS:
            if _BREAKS.search(style):
                yield Block("page_break")
            yield from self._block(one, name, dressed(look, style))
        elif name == "br":
            if _BREAKS.search(style):
                yield Block("page_break")
            else:
                yield Span(kind="break")
        elif name == "img":
            yield from self._picture(one)
        else:
            look = dressed(look, style)
            mark = MARKS.get(name, "")
            if name == "sup" and (called := [a.get("href", "")[1:] for a in one.iter("a")]) and called[0] in self.notes:
                yield Span(called[0], kind="note")
                return
            if name == "a" and one.get("href", "")[1:] in self.notes and one.get("href", "").startswith("#"):
                yield Span(one.get("href")[1:], kind="note")
                return
            if mark and not (mark == "bold" and PLAIN[0][0].search(style)):
                look = Look(look.marks | {mark}, look.link)
            if name == "a" and (href := (one.get("href") or "").strip()):
                look = Look(look.marks - {"underline"}, self._address(href))
            if name == "q":
                yield from self._text("\u201c", look)
            yield from self._pieces(one, look)
            if name == "q":
                yield from self._text("\u201d", look)

    def _address(self, href: str) -> str:
        if href.startswith("#"):
            return f"#{self.names.get(href[1:], href[1:])}"
        return "" if href.lower().startswith(("javascript:", "data:")) else href

    def _text(self, text: str, look: Look) -> Iterator[Span]:
        yield Span(_SPACES.sub(" ", text), look.marks, look.link)

    def _picture(self, one: Any) -> Iterator[Span]:
        source = (one.get("src") or "").strip()
        width = re.match(r"\s*(\d+(?:\.\d+)?)\s*(?:px)?\s*$", one.get("width") or "")
        styled = re.search(r"(?<![\w-])width\s*:\s*(\d+(?:\.\d+)?)(px|pt)", one.get("style") or "")
        points = float(styled[1]) * (_PIXEL if styled[2] == "px" else 1) if styled else 0.0
        points = points or (float(width[1]) * _PIXEL if width else 0.0)
        if points == _PIXEL:  # a spy
            return
        if source:
            if points:
                self.read.widths[source] = points
            yield Span(" ".join((one.get("alt") or "").split()), kind="picture", link=source)

    def _block(self, one: Any, name: str, look: Look) -> Iterator[Block]:
        if name in ("h1", "h2", "h3", "h4", "h5", "h6"):
            spans = trimmed([piece for piece in self._pieces(one, Look(look.marks - {"bold"}, look.link))
                              if isinstance(piece, Span)])  # fmt: skip
            if spans:
                yield Block("heading", spans=spans, level=int(name[1]))
        elif name in ("ul", "ol", "menu", "dir"):
            yield from self._list(one, look, ordered=name == "ol")
        elif name == "li":
            yield Block("list", blocks=[self._item(one, look)])
        elif name in ("pre", "listing"):
            text = "".join("\n" if each is None else each for each in verbatim(one)).strip("\n")
            if text.strip():
                yield Block("code", text=text, info=language(one))
        elif name == "blockquote":
            yield Block("quote", blocks=self.blocks(one, look))
        elif name == "hr":
            yield Block("rule")
        elif name == "table":
            yield from self._table(one, look)
        elif name == "dt":
            yield from self.blocks(one, Look(look.marks | {"bold"}, look.link))
        else:
            yield from self.blocks(one, look)

    def _list(self, one: Any, look: Look, *, ordered: bool) -> Iterator[Block]:
        start = one.get("start") or "1"
        made = Block("list", ordered=ordered, start=int(start) if start.isdigit() else 1)
        for child in one:
            if not isinstance(child.tag, str):
                continue
            if child.tag in ("ul", "ol") and made.blocks:  # written beside the item it belongs into
                made.blocks[-1].blocks += list(self._list(child, look, ordered=child.tag == "ol"))
            elif child.tag == "li":
                made.blocks.append(self._item(child, look))
            else:
                made.blocks += [Block("item", blocks=[block]) for block in self._element(child, look)
                                if isinstance(block, Block)]  # fmt: skip
        made.tight = not any(child.tag == "li" and child.find("p") is not None for child in one)
        if made.blocks:
            yield made

    def _item(self, one: Any, look: Look) -> Block:
        box = next(iter(one.iter("input")), None)
        checked = None
        if box is not None and (box.get("type") or "").lower() == "checkbox":
            checked = box.get("checked") is not None
            box.tag = "span"
        blocks = self.blocks(one, look)
        if not blocks or blocks[0].kind != "paragraph":
            blocks.insert(0, Block("paragraph"))
        return Block("item", blocks=blocks, checked=checked)

    # Tables.

    def _table(self, one: Any, look: Look) -> Iterator[Block]:
        rows = [row for row in one.iter("tr") if next(row.iterancestors("table")) is one]
        cells = [[cell for cell in row if cell.tag in ("td", "th")] for row in rows]
        caption = one.find("caption")
        if caption is not None:
            yield from self.blocks(caption, Look(look.marks | {"bold"}, look.link))
        inner = any(True for _ in one.iterdescendants("table"))
        if inner or one.get("role") == "presentation" or max((len(row) for row in cells), default=0) < 2:
            for row in cells:  # a table that only puts things in their places, as mails do
                for cell in row:
                    yield from self.blocks(cell, look)
            return
        yield self._grid(rows, cells, look)

    def _grid(self, rows: list[Any], cells: list[list[Any]], look: Look) -> Block:
        made = Block("table")
        taken: dict[tuple[int, int], bool] = {}
        aligned: dict[int, set[str]] = {}
        for down, row in enumerate(cells):
            line: list[list[Span]] = []
            for cell in row:
                while taken.get((down, len(line))):
                    line.append([])
                high, wide = (min(max(_number(cell.get(name)), 1), most) for name, most in
                              (("rowspan", len(rows) - down), ("colspan", 100)))  # fmt: skip
                at = len(line)
                if high > 1 or wide > 1:
                    made.fields[f"{down + 1}-{down + high}"] = made.fields.get(f"{down + 1}-{down + high}", "")
                    made.fields[f"{down + 1}-{down + high}"] += f" {at + 1}-{at + wide}"
                for below in range(down, down + high):
                    taken.update({(below, at + right): True for right in range(wide)})
                line.append(self._cell(cell, look))
                line += [[] for _ in range(wide - 1)]
                side = cell.get("align") or (_ALIGN.findall(cell.get("style") or "") or [""])[0]
                if wide == 1 and cell.tag == "td":
                    aligned.setdefault(at, set()).add(side.lower())
            while taken.get((down, len(line))):
                line.append([])
            made.rows.append(line)
        columns = max(len(row) for row in made.rows)
        for row in made.rows:
            row += [[] for _ in range(columns - len(row))]
        sides = [aligned.get(column, {""}) for column in range(columns)]
        made.aligns = [next(iter(said)) if len(said) == 1 and said <= {"left", "right", "center"} else ""
                       for said in sides]  # fmt: skip
        head = bool(cells[0]) and all(cell.tag == "th" for cell in cells[0])
        if not head and next(rows[0].iterancestors("thead"), None) is None:
            made.info = "headless"
        return made

    def _cell(self, cell: Any, look: Look) -> list[Span]:
        spans: list[Span] = []
        bold = frozenset({"bold"}) if cell.tag == "th" else frozenset[str]()
        for block in self.blocks(cell, Look(look.marks - bold, look.link)):
            for said in _lines_of(block):
                spans += [Span(kind="break"), *said] if spans else said
        return spans


def _front_of(body: Any) -> list[Block]:
    """What stands first and says of itself that it is the title, subtitle, author or date; taken out of the page."""
    fields: dict[str, str] = {}
    for one in list(body.iter("p", "div", "h1", "h2")):
        name = (one.get("class") or "").strip().lower()
        if name not in ("title", "subtitle", "author", "date") or name in fields:
            if one.tag == "div" and not (one.text or "").strip():
                continue
            break
        if said := " ".join(one.text_content().split()):
            fields[name] = said
        one.drop_tree()
    return [Block("front", fields=fields)] if fields else []


def _lines_of(block: Block, sign: str = "") -> Iterator[list[Span]]:
    """A block in a cell, which has lines only."""
    if block.kind in ("paragraph", "heading"):
        yield [Span(sign), *block.spans] if sign else block.spans
    elif block.kind == "code":
        yield [Span(block.text, frozenset({"code"}))]
    for place, inner in enumerate(block.blocks):
        mark = (f"{block.start + place}. " if block.ordered else "\u2022 ") if block.kind == "list" else sign
        yield from _lines_of(inner, mark)
        sign = ""


def _latex(one: Any) -> str:
    """The LaTeX of a formula, where the page says it."""
    noted = [each.text for each in one.iter("annotation") if each.get("encoding") == "application/x-tex"]
    return ((noted or [one.get("alttext")])[0] or "").strip().strip("$").strip()


def _number(said: str | None) -> int:
    return int(said) if said and said.strip().isdigit() and len(said) < 6 else 1
