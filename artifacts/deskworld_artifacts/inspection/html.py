"""Web pages as files: what they say, where they lead, and which of the files they name are missing."""

from pathlib import Path
from typing import Literal
from urllib.parse import unquote, urlsplit

from .base import Fact
from .text import decoded

_SILENT = ("script", "style", "template", "noscript", "head")
_BLOCKS = frozenset((
    "p", "div", "section", "article", "header", "footer", "main", "aside", "nav", "h1", "h2", "h3", "h4", "h5", "h6",
    "ul", "ol", "li", "table", "tr", "br", "blockquote", "pre", "figure", "figcaption", "dl", "dt", "dd", "form", "hr",
))  # fmt: skip


class Heading(Fact):
    """A heading: level 1 to 6 and its words."""

    level: int
    text: str


class Link(Fact):
    """A link: its words and where it leads."""

    text: str
    target: str


class Image(Fact):
    """A picture: what it names, its words for those who can't see it, and whether the file it names is missing."""

    source: str
    alt: str
    missing: bool


class HtmlFacts(Fact):
    """A web page."""

    kind: Literal["html"] = "html"
    title: str
    language: str
    headings: list[Heading]
    links: list[Link]
    images: list[Image]
    missing_files: list[str]
    """Local files that the page names (pictures, styles, scripts, links) and that are not there."""
    tables: list[list[list[str]]]
    """Of each table the text of its cells by row."""
    text: str
    """The words a reader sees, a line a block."""
    words: int
    description: str
    has_viewport: bool


def read(path: Path) -> HtmlFacts:
    """The facts of an HTML file."""
    from lxml import etree, html

    content, _ = decoded(path)
    # lxml refuses text that declares an encoding; bytes of our own encoding are never misread.
    parser = html.HTMLParser(encoding="utf-8", remove_comments=True)
    root = html.document_fromstring(content.encode() or b"<html></html>", parser=parser, ensure_head_body=True)
    text = _text(root)
    title = root.find(".//title")
    metas = {one.get("name", "").lower(): one.get("content", "") for one in root.iter("meta")}
    images = [
        Image(source=one.get("src", ""), alt=one.get("alt", ""), missing=is_missing(path, one.get("src", "")))
        for one in root.iter("img")
    ]
    named = [
        one.get("src") or one.get("href") or one.get("poster") or "" for one in root.iter(etree.Element) if one.attrib
    ]
    return HtmlFacts(
        title=_flat(title) if title is not None else "",
        language=root.get("lang", ""),
        headings=[
            Heading(level=int(str(one.tag)[1]), text=_flat(one))
            for one in root.iter("h1", "h2", "h3", "h4", "h5", "h6")
        ],
        links=[Link(text=_flat(one), target=one.get("href", "")) for one in root.iter("a") if one.get("href")],
        images=images,
        missing_files=list(dict.fromkeys(name for name in named if is_missing(path, name))),
        tables=[_table(one) for one in root.iter("table")],
        text=text,
        words=len(text.split()),
        description=metas.get("description", ""),
        has_viewport="viewport" in metas,
    )


def _flat(element: "object") -> str:
    from lxml import html

    assert isinstance(element, html.HtmlElement)
    return " ".join(str(element.text_content()).split())


def _text(root: "object") -> str:
    """What a reader sees, a line a block."""
    pieces: list[str] = []

    def walk(element: "object") -> None:
        from lxml import etree

        assert isinstance(element, etree._Element)
        name = element.tag if isinstance(element.tag, str) else ""
        if name in _SILENT or element.get("hidden") is not None:
            return
        pieces.append("\n" if name in _BLOCKS else "\t" if name in ("td", "th") else "")
        pieces.append((element.text or "") if name == "pre" else " ".join(_spaced(element.text)))
        for inner in element:
            walk(inner)
            pieces.append(" ".join(_spaced(inner.tail)))
        pieces.append("\n" if name in _BLOCKS else "")

    walk(root)
    lines = (line.strip() for line in "".join(pieces).splitlines())
    return "\n".join(line for line in lines if line)


def _spaced(text: str | None) -> list[str]:
    """Words, with empty ends where the text starts or ends with a space, so that joining keeps them apart."""
    if not text:
        return [""]
    return ([""] if text[0].isspace() else []) + text.split() + ([""] if text[-1].isspace() else [])


def _table(table: "object") -> list[list[str]]:
    from lxml import html

    assert isinstance(table, html.HtmlElement)
    return [[_flat(cell) for cell in row if cell.tag in ("td", "th")] for row in table.iter("tr")]


def is_missing(page: Path, name: str) -> bool:
    """Whether a name is a local file that is not there. Places on the page, addresses and data are none."""
    parts = urlsplit(name.strip())
    if parts.scheme or parts.netloc or not parts.path:
        return False
    return not (page.parent / unquote(parts.path).lstrip("/")).exists()
