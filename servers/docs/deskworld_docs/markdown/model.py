"""What Markdown can say, as data: blocks that hold spans or other blocks.

This is the middle between text and Word: one pair of functions reads and writes text, another reads and writes Word,
and what goes in at one end comes out at the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

MARKS = ("strike", "underline", "highlight", "bold", "italic", "sup", "sub", "code")
"""How letters can look, in the order in which they are nested, outermost first."""


@dataclass(frozen=True)
class Span:
    """A stretch of text in one look, or something that stands in a text.

    `break`: a line break; `picture`: `text` is its alt text, `link` its file, `title` its title; `note`: `text` is the
    footnote's label; `math`: `text` is a formula in LaTeX, `title` is "display" where it stands in a line of its own.
    `link` of a text is an address, or # and the name of a heading.
    """

    text: str = ""
    marks: frozenset[str] = frozenset()
    link: str = ""
    kind: Literal["text", "break", "picture", "note", "math"] = "text"
    title: str = ""


@dataclass
class Block:
    """A block. Which fields count depends on its kind.

    heading: level, spans. paragraph, caption: spans, info ("titled": written as a table's title; "captioned": what is
    under it belongs to it; "above": it stands over something). code: text, info. rule, page_break. quote, indented:
    blocks. list: ordered, start, tight, blocks (items). item: checked (None where it is no task), blocks.
    table: rows (each a list of cells, each a list of spans), aligns; the first row is the head.
    note: name (label of the footnote it defines), blocks. front: fields (title, author ...).
    """

    kind: Literal[
        "paragraph", "heading", "code", "rule", "page_break", "quote", "list", "item", "table", "note", "front",
        "caption", "indented",
    ]  # fmt: skip
    spans: list[Span] = field(default_factory=list[Span])
    blocks: list[Block] = field(default_factory=list["Block"])
    level: int = 0
    text: str = ""
    info: str = ""
    ordered: bool = False
    start: int = 1
    tight: bool = True
    checked: bool | None = None
    rows: list[list[list[Span]]] = field(default_factory=list[list[list[Span]]])
    aligns: list[str] = field(default_factory=list[str])
    name: str = ""
    fields: dict[str, str] = field(default_factory=dict[str, str])


def merged(spans: Sequence[Span]) -> list[Span]:
    """Neighbours of one look made one; empty ones left out."""
    found: list[Span] = []
    for span in spans:
        if span.kind == "text" and not span.text:
            continue
        last = found[-1] if found else None
        if (
            last is not None and last.kind == span.kind == "text"
            and (last.marks, last.link, last.title) == (span.marks, span.link, span.title)
        ):  # fmt: skip
            found[-1] = Span(last.text + span.text, span.marks, span.link, "text", span.title)
        else:
            found.append(span)
    return found


def plain(spans: Sequence[Span]) -> str:
    """What spans say, without their looks."""
    said = {"break": "\n", "note": "", "picture": ""}
    return "".join(said.get(span.kind, span.text) for span in spans)


def titled_once(blocks: Sequence[Block]) -> list[Block]:
    """The blocks without a first heading that says once more what the front matter gives as the title."""
    made = list(blocks)
    if len(made) > 1 and made[0].kind == "front" and made[1].kind == "heading" and made[1].level == 1:
        title, heading = made[0].fields.get("title", ""), plain(made[1].spans)
        if title.casefold().split() == heading.casefold().split():
            del made[1]
    return made


def slug(text: str) -> str:
    """How a heading is called in a link to it: "#quarterly-results"."""
    kept = "".join(letter for letter in text.casefold() if letter.isalnum() or letter in " -_")
    return "-".join(kept.split())
