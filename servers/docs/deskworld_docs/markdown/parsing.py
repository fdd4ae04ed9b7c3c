"""Markdown text into blocks and spans: CommonMark with tables, strikethrough, footnotes, task lists, definitions,
letters raised, lowered and marked, and front matter.

HTML is not kept as such; the tags that Word has a look for (`<u>`, `<mark>`, `<sup>`, `<sub>`, `<b>`, `<i>`, `<s>`,
`<code>`, `<br>`), links and pictures are understood, those that only hold others are left out, and a block of HTML is
read like a page. What else there is stays text. A line that says `\\newpage` or a comment `<!-- pagebreak -->` is a
page break.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from deskworld_kit import ToolError

from deskworld_docs.markdown.dollars import formula_plugin
from deskworld_docs.markdown.marks import marks_plugin
from deskworld_docs.markdown.model import Block, Span, merged, plain

_TAGS = {
    "u": "underline", "ins": "underline", "mark": "highlight", "sup": "sup", "sub": "sub", "b": "bold",
    "strong": "bold", "i": "italic", "em": "italic", "s": "strike", "del": "strike", "code": "code", "kbd": "code",
}  # fmt: skip
_MARKS = {"strong": "bold", "em": "italic", "s": "strike", "sub": "sub", "sup": "sup", "mark": "highlight"}
_TAG = re.compile(r"^<(/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s[^<>]*)?)/?>$")
_ATTRIBUTE = re.compile(r"([\w-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
_HOLDING = frozenset(
    ("p", "div", "span", "center", "figure", "figcaption", "picture", "section", "article", "small", "big", "font")
)
"""Tags that say nothing by themselves."""
_HTML_BLOCK = re.compile(
    r"<(table|ul|ol|dl|h[1-6]|pre|blockquote|details|p|div|center|figure|section|article)[\s/>]", re.IGNORECASE
)
_ALERT = re.compile(r"^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]\s*", re.IGNORECASE)
_NESTED = 204
"""Levels that the parser goes down, a list being two and a quote one; what is further in it leaves out."""
_PAGE_BREAK = re.compile(r"^\s*(?:\\newpage|\\pagebreak|<!--\s*page-?\s?break\s*-->)\s*$", re.IGNORECASE)
_TASK = re.compile(r"^\[([ xX])\](?:[ \u00a0]+|$)")


@cache
def _parser() -> Any:
    from markdown_it import MarkdownIt
    from mdit_py_plugins.deflist import deflist_plugin
    from mdit_py_plugins.footnote import footnote_plugin
    from mdit_py_plugins.front_matter import front_matter_plugin

    parser = MarkdownIt("commonmark", {"html": True, "maxNesting": _NESTED}).enable(["table", "strikethrough"])
    parser.use(marks_plugin)
    return parser.use(footnote_plugin, inline=True).use(front_matter_plugin).use(formula_plugin).use(deflist_plugin)


def parse_inline(text: str) -> list[Span]:
    """The spans of a text that is one paragraph; line ends are breaks."""
    tokens = _parser().parseInline(text.strip("\n"), {})
    return _spans(tokens[0].children or [], lines="break") if tokens else []


def parse_blocks(text: str) -> list[Block]:
    """The blocks of a Markdown text, footnotes' definitions last."""
    tokens = _parser().parse(text, {})
    if any(token.level >= _NESTED - 1 for token in tokens):
        raise ToolError("its lists and quotes are nested too deep: at most 100 lists, or 200 quotes", argument="text")
    reader = _Reader(tokens)
    return reader.blocks(len(tokens)) + reader.notes


class _Reader:
    """Goes through the parser's flat list of tokens once, and gives a tree."""

    def __init__(self, tokens: Sequence[Any]) -> None:
        self.tokens = tokens
        self.at = 0
        self.notes: list[Block] = []

    def blocks(self, end: int, closing: str = "") -> list[Block]:
        """Blocks up to a closing token, which is stepped over."""
        found: list[Block] = []
        while self.at < end:
            token = self.tokens[self.at]
            self.at += 1
            if token.type == closing:
                break
            found += self._block(token, end)
        return found

    def _block(self, token: Any, end: int) -> list[Block]:
        kind = token.type
        if kind == "heading_open":
            spans = self._inline(f"{kind[:-5]}_close")
            return [Block("heading", spans=spans, level=int(token.tag[1:]))]
        if kind == "paragraph_open":
            titled = self.tokens[self.at].content.startswith((": ", "Table: "))
            spans = self._inline("paragraph_close")
            made = Block("paragraph", spans=spans, info="titled" if titled else "")
            return [Block("page_break")] if _is_break(spans) else [made]
        if kind == "math_block":
            return [Block("paragraph", spans=[Span(token.content.strip(), kind="math", title="display")])]
        if kind in ("fence", "code_block"):
            return [Block("code", text=token.content.removesuffix("\n"), info=token.info.strip())]
        if kind == "hr":
            return [Block("rule")]
        if kind == "html_block":
            if _PAGE_BREAK.match(token.content) or "page-break" in token.content:
                return [Block("page_break")]
            return _html(token.content.strip("\n"))
        if kind == "blockquote_open":
            return [Block("quote", blocks=_alert(self.blocks(end, "blockquote_close")))]
        if kind == "dl_open":
            return self._definitions(end)
        if kind in ("bullet_list_open", "ordered_list_open"):
            return [self._list(token, end)]
        if kind == "table_open":
            return [self._table()]
        if kind == "footnote_block_open":
            self._notes(end)
            return []
        if kind == "front_matter":
            return [Block("front", fields=_fields(token.content))]
        return []

    def _inline(self, closing: str) -> list[Span]:
        spans: list[Span] = []
        while self.tokens[self.at].type != closing:
            if self.tokens[self.at].type == "inline":
                spans += _spans(self.tokens[self.at].children or [])
            self.at += 1
        self.at += 1
        return spans

    def _list(self, token: Any, end: int) -> Block:
        ordered = token.type == "ordered_list_open"
        start = int(token.attrs.get("start", 1)) if ordered else 1
        closing = token.type.replace("open", "close")
        first = self.at
        items: list[Block] = []
        while self.tokens[self.at].type != closing:
            if self.tokens[self.at].type == "list_item_open":
                self.at += 1
                items.append(_task(Block("item", blocks=self.blocks(end, "list_item_close"))))
            else:
                self.at += 1
        level = token.level + 2
        tight = all(t.hidden for t in self.tokens[first : self.at] if t.type == "paragraph_open" and t.level == level)
        self.at += 1
        return Block("list", blocks=items, ordered=ordered, start=start, tight=tight)

    def _definitions(self, end: int) -> list[Block]:
        """Terms, each followed by what it means."""
        found: list[Block] = []
        while self.tokens[self.at].type != "dl_close":
            kind = self.tokens[self.at].type
            self.at += 1
            if kind == "dt_open":
                said = self._inline("dt_close")
                spans = [Span(one.text, one.marks | {"bold"}, one.link, one.kind, one.title) for one in said]
                found.append(Block("paragraph", spans=spans, info="captioned"))
            elif kind == "dd_open":
                found.append(Block("indented", blocks=self.blocks(end, "dd_close")))
        self.at += 1
        return found

    def _table(self) -> Block:
        rows: list[list[list[Span]]] = []
        aligns: list[str] = []
        while self.tokens[self.at].type != "table_close":
            token = self.tokens[self.at]
            if token.type == "tr_open":
                rows.append([])
            elif token.type in ("th_open", "td_open"):
                if token.type == "th_open":
                    style = token.attrs.get("style", "")
                    aligns.append(style.rpartition(":")[2].strip())
                rows[-1].append(_spans(self.tokens[self.at + 1].children or []))
            self.at += 1
        self.at += 1
        return Block("table", rows=rows, aligns=aligns)

    def _notes(self, end: int) -> None:
        while self.tokens[self.at].type != "footnote_block_close":
            token = self.tokens[self.at]
            self.at += 1
            if token.type == "footnote_open":
                name = _label(token)
                self.notes.append(Block("note", name=name, blocks=self.blocks(end, "footnote_close")))
        self.at += 1


def _label(token: Any) -> str:
    return token.meta.get("label") or str(token.meta.get("id", 0) + 1)


def _fields(text: str) -> dict[str, str]:
    """Front matter's plain fields; what is nested or a list is none of ours."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        name, sign, value = line.partition(":")
        if sign and name.strip() == name and value.strip():
            found[name.lower()] = value.strip().strip("'\"")
    return found


def _is_break(spans: list[Span]) -> bool:
    return len(spans) == 1 and spans[0].kind == "text" and not spans[0].marks and bool(_PAGE_BREAK.match(spans[0].text))


def _html(text: str) -> list[Block]:
    """A block of HTML: read like a page where it holds what is a block, else a paragraph."""
    if text.startswith("<!--"):
        return []
    if not _HTML_BLOCK.search(text):
        spans = parse_inline(text)
        return [Block("paragraph", spans=spans)] if plain(spans).strip() or any(s.kind != "text" for s in spans) else []
    from deskworld_docs.hypertext import read_page

    return read_page(text.encode()).blocks


def _alert(blocks: list[Block]) -> list[Block]:
    """A quote that begins with [!NOTE] begins with the word, bold."""
    first = blocks[0] if blocks and blocks[0].kind == "paragraph" and blocks[0].spans else None
    found = _ALERT.match(first.spans[0].text) if first is not None else None
    if first is None or found is None:
        return blocks
    head = first.spans[0]
    rest = Span(head.text[found.end() :], head.marks, head.link, head.kind, head.title)
    sign = Span(f"{found[1].capitalize()}: ", frozenset({"bold"}))
    return [Block("paragraph", spans=merged([sign, rest, *first.spans[1:]])), *blocks[1:]]


def _task(item: Block) -> Block:
    """An item that begins with a box is a task."""
    first = item.blocks[0] if item.blocks else None
    if first is None or first.kind != "paragraph" or not first.spans or first.spans[0].kind != "text":
        return item
    head = first.spans[0]
    box = _TASK.match(head.text)
    if box and not head.marks and not head.link:
        item.checked = box[1] != " "
        first.spans = merged([Span(head.text[box.end() :]), *first.spans[1:]])
    return item


def _spans(tokens: Sequence[Any], lines: str = "space") -> list[Span]:
    """The spans of a paragraph's tokens; a plain line end is a space, or a break where `lines` says so."""
    found: list[Span] = []
    marks: list[str] = []
    links: list[tuple[str, str]] = []

    def say(text: str) -> None:
        link, title = links[-1] if links else ("", "")
        found.append(Span(text, frozenset(marks), link, "text", title))

    for token in tokens:
        kind = token.type
        base = kind.removesuffix("_open").removesuffix("_close")
        if kind == "text":
            say(token.content)
        elif kind == "code_inline":
            link, title = links[-1] if links else ("", "")
            found.append(Span(token.content, frozenset({*marks, "code"}), link, "text", title))
        elif kind == "softbreak" and lines == "space":
            say(" ")
        elif kind in ("softbreak", "hardbreak"):
            found.append(Span(kind="break"))
        elif kind == "link_open":
            links.append((str(token.attrs.get("href", "")), str(token.attrs.get("title", ""))))
        elif kind == "link_close" and links:
            links.pop()
        elif base in _MARKS:
            marks.append(_MARKS[base]) if kind.endswith("_open") else marks.remove(_MARKS[base])
        elif kind == "image":
            alt = "".join(each.content for each in token.children or [])
            found.append(Span(alt, frozenset(), str(token.attrs.get("src", "")), "picture",
                              str(token.attrs.get("title", ""))))  # fmt: skip
        elif kind == "math_inline":
            found.append(Span(token.content, kind="math", title="display" if token.markup == "$$" else ""))
        elif kind == "footnote_ref":
            found.append(Span(_label(token), kind="note"))
        elif kind == "html_inline":
            _tag(token.content, marks, links, found, say)
    return merged(found)


def _tag(content: str, marks: list[str], links: list[tuple[str, str]], found: list[Span], say: Any) -> None:
    matched = _TAG.match(content)
    name = matched[2].lower() if matched else ""
    if matched is None:
        if not content.startswith("<!--"):
            say(content)
        return
    said = {key.lower(): a or b or c for key, a, b, c in _ATTRIBUTE.findall(matched[3])}
    if name == "br":
        found.append(Span(kind="break"))
    elif name in _TAGS and not matched[1]:
        marks.append(_TAGS[name])
    elif name in _TAGS and _TAGS[name] in marks:
        marks.remove(_TAGS[name])
    elif name == "img" and said.get("src"):
        found.append(Span(said.get("alt", ""), frozenset(), said["src"], "picture", said.get("title", "")))
    elif name == "a" and (said.get("href") or matched[1]):
        if not matched[1]:
            links.append((said["href"], said.get("title", "")))
        elif links:
            links.pop()
    elif name not in _HOLDING:
        say(content)
