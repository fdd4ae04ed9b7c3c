"""The letters of a web page: how they look by their tags and styles, and their spaces as a browser shows them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from deskworld_docs.markdown.model import Span, merged

MARKS = {
    "b": "bold", "strong": "bold", "i": "italic", "em": "italic", "cite": "italic", "dfn": "italic", "var": "italic",
    "u": "underline", "ins": "underline", "s": "strike", "strike": "strike", "del": "strike", "mark": "highlight",
    "sup": "sup", "sub": "sub", "code": "code", "kbd": "code", "samp": "code", "tt": "code",
}  # fmt: skip
_STYLES = (
    (re.compile(r"font-weight\s*:\s*(?:bold|bolder|[6-9]00)"), "bold"),
    (re.compile(r"font-style\s*:\s*(?:italic|oblique)"), "italic"),
    (re.compile(r"text-decoration[\w-]*\s*:[^;]*underline"), "underline"),
    (re.compile(r"text-decoration[\w-]*\s*:[^;]*line-through"), "strike"),
    (re.compile(r"vertical-align\s*:\s*super"), "sup"),
    (re.compile(r"vertical-align\s*:\s*sub\b"), "sub"),
)
PLAIN = (
    (re.compile(r"font-weight\s*:\s*(?:normal|lighter|[1-5]00)"), "bold"),
    (re.compile(r"font-style\s*:\s*normal"), "italic"),
)


@dataclass(frozen=True)
class Look:
    """The marks of letters, and where they lead."""

    marks: frozenset[str] = frozenset()
    link: str = ""


def dressed(look: Look, style: str) -> Look:
    """The look with what a style attribute says of it."""
    marks = set(look.marks)
    marks |= {mark for pattern, mark in _STYLES if pattern.search(style)}
    marks -= {mark for pattern, mark in PLAIN if pattern.search(style)}
    return Look(frozenset(marks), look.link)


def trimmed(spans: list[Span]) -> list[Span]:
    """A paragraph's spans with its spaces as a browser shows them: one between words, none at the ends."""
    found: list[Span] = []
    open_ = False  # whether a space here would be seen
    for span in spans:
        if span.kind == "text":
            text = span.text if open_ else span.text.lstrip(" ")
            if not text:
                continue
            if text.startswith(" ") and found and found[-1].kind == "text" and found[-1].text.endswith(" "):
                text = text[1:]
            span = Span(text, span.marks, span.link)
            open_ = not text.endswith(" ") if text else open_
        else:
            open_ = span.kind != "break"
        found.append(span)
    while found and (found[-1].kind == "break" or (found[-1].kind == "text" and not found[-1].text.strip(" "))):
        found.pop()
    while found and found[0].kind == "break":
        found.pop(0)
    if found and found[-1].kind == "text":
        last = found[-1]
        found[-1] = Span(last.text.rstrip(" "), last.marks, last.link)
    return merged(found)


def verbatim(one: Any) -> Iterator[str | None]:
    """The letters of code as they stand; None where a line ends by a tag."""
    yield one.text or ""
    for child in one:
        if child.tag == "br":
            yield None
        elif isinstance(child.tag, str):
            yield from verbatim(child)
        yield child.tail or ""


def language(one: Any) -> str:
    """The language that code says it is in."""
    names = " ".join(each.get("class") or "" for each in one.iter() if isinstance(each.tag, str))
    said = re.search(r"(?:language|lang|brush)[-:]\s*([\w+#-]+)", names)
    return said[1] if said else ""
