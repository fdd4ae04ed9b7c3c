"""What a Markdown text says in signs that are not read here, so that nobody takes it for done."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from deskworld_docs.markdown.model import Block, Span

_HTML = (
    "a abbr article aside audio blockquote button canvas center details dd div dl dt figure font form h1 h2 h3 h4"
    " h5 h6 header iframe img input label li main nav object ol p picture pre q script section select small span style"
    " summary svg table tbody td textarea tfoot th thead tr ul video"
)
_TAG = re.compile(rf"</?({'|'.join(_HTML.split())})(?:\s[^<>]*)?/?>", re.IGNORECASE)
_SIGNS = (
    (re.compile(r"^:{3,}\s*\{?\.?\w+"), "a container"),
    (re.compile(r"\[\[[^\[\]\n]+\]\]"), "a link in double brackets"),
    (re.compile(r"\{[#.][\w-]+[^{}\n]*\}\s*$"), "attributes in braces"),
)


def leftovers(blocks: Sequence[Block]) -> list[str]:
    """A warning for each kind of sign that stays as text."""
    found: dict[str, str] = {}
    for text in _texts(blocks):
        for tag in _TAG.finditer(text):
            found.setdefault(f"the tag <{tag[1].lower()}>", tag[0])
        for pattern, what in _SIGNS:
            if (sign := pattern.search(text)) and sign[0].strip("[]").casefold() != "toc":
                found.setdefault(what, sign[0])
    return [f"this stays as text: {said[:60]!r} ({what})" for what, said in found.items()]


def _texts(blocks: Sequence[Block]) -> Iterator[str]:
    for block in blocks:
        for spans in (block.spans, *(cell for row in block.rows for cell in row)):
            yield "".join(span.text for span in spans if _is_text(span))
        yield from _texts(block.blocks)


def _is_text(span: Span) -> bool:
    return span.kind == "text" and "code" not in span.marks
