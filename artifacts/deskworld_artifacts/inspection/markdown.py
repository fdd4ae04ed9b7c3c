"""Markdown: its outline, links, pictures, tables and code, by the CommonMark rules."""

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from .base import Fact
from .html import Heading, Image, Link, is_missing
from .text import decoded

if TYPE_CHECKING:
    from markdown_it.token import Token


class Code(Fact):
    """A fenced block: the language it names, and its lines."""

    language: str
    text: str


class MarkdownFacts(Fact):
    """A Markdown text. `text` is the source as written; `plain` the words without marks, a line a block."""

    kind: Literal["markdown"] = "markdown"
    outline: list[Heading]
    links: list[Link]
    images: list[Image]
    missing_files: list[str]
    tables: list[list[list[str]]]
    """Of each table the text of its cells by row, header first."""
    code: list[Code]
    list_items: int
    text: str
    plain: str
    words: int
    encoding: str


def read(path: Path) -> MarkdownFacts:
    """The facts of a Markdown file."""
    from markdown_it import MarkdownIt

    text, encoding = decoded(path)
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text)
    lines: list[str] = []
    outline: list[Heading] = []
    tables: list[list[list[str]]] = []
    links: list[Link] = []
    images: list[Image] = []
    heading, cell = 0, False
    for token in tokens:
        match token.type:
            case "heading_open":
                heading = int(token.tag[1])
            case "table_open":
                tables.append([])
            case "tr_open":
                tables[-1].append([])
            case "th_open" | "td_open":
                cell = True
            case "inline":
                words = _words(token.children or [])
                links += _links(token.children or [])
                images += [_image(path, one) for one in token.children or [] if one.type == "image"]
                if heading:
                    outline.append(Heading(level=heading, text=words))
                if cell:
                    tables[-1][-1].append(words)
                lines.append(words)
                heading, cell = 0, False
            case _:
                pass
    plain = "\n".join(line for line in lines if line)
    local = [link.target for link in links] + [image.source for image in images]
    return MarkdownFacts(
        outline=outline,
        links=links,
        images=images,
        missing_files=list(dict.fromkeys(name for name in local if is_missing(path, name))),
        tables=tables,
        code=[Code(language=one.info.strip().split(" ")[0], text=one.content) for one in tokens if one.type == "fence"],
        list_items=sum(one.type == "list_item_open" for one in tokens),
        text=text,
        plain=plain,
        words=len(plain.split()),
        encoding=encoding,
    )


def _words(children: "list[Token]") -> str:
    pieces = [" " if one.type in ("softbreak", "hardbreak") else one.content for one in children if one.type != "image"]
    return "".join(pieces).strip()


def _links(children: "list[Token]") -> list[Link]:
    found: list[Link] = []
    for place, one in enumerate(children):
        if one.type == "link_open":
            end = next((at for at in range(place, len(children)) if children[at].type == "link_close"), len(children))
            found.append(Link(text=_words(children[place + 1 : end]), target=str(one.attrs.get("href", ""))))
    return found


def _image(path: Path, token: "Token") -> Image:
    source = str(token.attrs.get("src", ""))
    return Image(source=source, alt=token.content, missing=is_missing(path, source))
