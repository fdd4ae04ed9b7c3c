"""Blocks and spans into Markdown text that reads back as the same blocks and spans.

Markdown has no way to say some of what its own signs mean in some places ("a" bold right before "b" italic), so each
paragraph is written the short way first and read back; where that gives something else, HTML tags say it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from deskworld_docs.markdown.model import MARKS, Block, Span, merged, plain
from deskworld_docs.markdown.parsing import parse_blocks, parse_inline

_SIGNS = {"bold": ("**", "**"), "italic": ("*", "*"), "strike": ("~~", "~~"), "underline": ("<u>", "</u>"),
          "highlight": ("<mark>", "</mark>"), "sup": ("<sup>", "</sup>"), "sub": ("<sub>", "</sub>")}  # fmt: skip
_TAGS = {**_SIGNS, "bold": ("<b>", "</b>"), "italic": ("<i>", "</i>"), "strike": ("<s>", "</s>")}
_HUG = frozenset({"bold", "italic", "strike"})
"""Marks whose signs must touch a letter."""
_ALWAYS = re.compile(r"([\\`*\[\]|])")
_TAGGED = re.compile(r"<(?=[a-zA-Z/!?])")
_ENTITY = re.compile(r"&(?=#?\w+;)")
_LINE_START = re.compile(r"^(\s{0,3})(#{1,6}(?=\s|$)|>|[-+](?=\s|$)|(?:-\s*){3,}$|=+\s*$|-+\s*$|~{3,}|[:~](?=\s))")
_ASIDE = {"$": "\ue000", "~": "\ue001", "^": "\ue002", "=": "\ue003"}
"""What stands for a sign that is one, until all is written."""
_NUMBERED = re.compile(r"^(\s{0,3}\d{1,9})([.)])(?=\s|$)")


def write_inline(spans: Sequence[Span], *, table: bool = False) -> str:
    """A paragraph's text; `table` where it stands in a cell, which has one line only."""
    wanted = _spaces_outside(merged(spans))
    if _reads_back(wanted, table):
        return _inline(wanted, _SIGNS, table)
    for signs in ("~^=", "$", "~^=$"):  # they may read as a mark's or a formula's
        kept = [replace(span, text=_kept(span.text, signs)) if _is_written(span) else span for span in wanted]
        if kept != wanted and _reads_back(kept, table, wanted):
            return _shown(_inline(kept, _SIGNS, table))
    kept = [replace(span, text=_kept(span.text, "~^=$")) if _is_written(span) else span for span in wanted]
    return _shown(_inline(kept, _TAGS, table))


def _kept(text: str, signs: str) -> str:
    """A text whose signs of these kinds are set aside, to be written as what they are."""
    return text.translate({ord(sign): place for sign, place in _ASIDE.items() if sign in signs})


def _shown(text: str) -> str:
    for sign, place in _ASIDE.items():
        text = text.replace(place, f"\\{sign}")
    return text


def _is_written(span: Span) -> bool:
    """Whether a span's letters are text that signs would be read in."""
    return span.kind == "text" and "code" not in span.marks


def _reads_back(spans: Sequence[Span], table: bool, wanted: Sequence[Span] | None = None) -> bool:
    """Whether the short way says what is meant; footnotes need their definitions to be read, so they are left out."""
    kept, meant = (merged([one for one in each if one.kind != "note"]) for each in (spans, wanted or spans))
    text = _shown(_inline(kept, _SIGNS, table))
    return parse_inline(text.replace("\\|", "|") if table else text) == meant


def _inline(spans: Sequence[Span], signs: dict[str, tuple[str, str]], table: bool) -> str:
    out: list[str] = []
    for link, title, group in _by_link(spans):
        inner = _marked(group, signs, table)
        if link:
            said = f' "{_quoted(title)}"' if title else ""
            if out and out[-1].endswith("!"):  # with a link behind it, it would be a picture
                out[-1] = out[-1][:-1] + "\\!"
            out.append(f"[{inner}]({_address(link)}{said})")
        else:
            out.append(inner)
    return "".join(out)


def _by_link(spans: Sequence[Span]) -> list[tuple[str, str, list[Span]]]:
    groups: list[tuple[str, str, list[Span]]] = []
    for span in spans:
        key = (span.link, span.title) if span.kind == "text" else ("", "")
        if span.kind == "break" and groups and groups[-1][0]:
            key = groups[-1][:2]
        if groups and groups[-1][:2] == key:
            groups[-1][2].append(span)
        else:
            groups.append((key[0], key[1], [span]))
    return groups


def _marked(spans: Sequence[Span], signs: dict[str, tuple[str, str]], table: bool) -> str:
    """Spans with their marks nested; spaces at the edge of a mark are put outside of it."""
    out: list[str] = []
    stack: list[str] = []
    for span in _spaces_outside(spans):
        wanted = [mark for mark in MARKS if mark in span.marks and mark != "code"]
        keep = 0
        while keep < len(stack) and stack[keep] in wanted:
            keep += 1
        while len(stack) > keep:
            out.append(signs[stack.pop()][1])
        for mark in wanted:
            if mark not in stack:
                stack.append(mark)
                out.append(signs[mark][0])
        out.append(_say(span, table))
    while stack:
        out.append(signs[stack.pop()][1])
    return "".join(out)


def _spaces_outside(spans: Sequence[Span]) -> list[Span]:
    """Spaces at the edge of a mark put outside of it, where Markdown wants them."""
    pieces: list[Span] = []
    for span in spans:
        if span.kind != "text" or "code" in span.marks:
            pieces.append(span)
        else:
            core = span.text.strip()
            start = span.text.index(core) if core else len(span.text)
            ends = (span.text[:start], core, span.text[start + len(core) :])
            pieces += [replace(span, text=text) for text in ends if text]
    found: list[Span] = []
    for place, piece in enumerate(pieces):
        if piece.kind == "text" and "code" not in piece.marks and piece.text.isspace():
            before = _neighbour(piece, reversed(pieces[:place]))
            after = _neighbour(piece, pieces[place + 1 :])
            piece = replace(piece, marks=piece.marks - (_HUG - (before & after)))
        found.append(piece)
    return merged(found)


def _neighbour(space: Span, others: Iterable[Span]) -> frozenset[str]:
    """The marks of the next thing beside a space, as far as it is in the same link."""
    for other in others:
        if other.kind != "break" and not (other.kind == "text" and other.text.isspace()):
            return other.marks if other.link == space.link and other.kind == "text" else frozenset()
    return frozenset()


def _say(span: Span, table: bool) -> str:
    if span.kind == "break":
        return "<br>" if table else "\\\n"
    if span.kind == "note":
        return f"[^{span.text}]"
    if span.kind == "math":
        return f"$${span.text}$$" if span.title == "display" else f"${span.text}$"
    if span.kind == "picture":
        title = f' "{_quoted(span.title)}"' if span.title else ""
        return f"![{_escape(span.text)}]({_address(span.link)}{title})"
    if "code" in span.marks:
        return _code(span.text, table)
    return _escape(span.text)


def _code(text: str, table: bool) -> str:
    text = text.replace("\n", " ")
    fence = "`" * (max((len(run) for run in re.findall(r"`+", text)), default=0) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") or (text.strip() and text[0] == text[-1] == " ") else ""
    said = f"{fence}{pad}{text}{pad}{fence}"
    return said.replace("|", "\\|") if table else said


def _escape(text: str) -> str:
    text = _ALWAYS.sub(r"\\\1", text)
    text = re.sub(r"(?<![^\W_])_|_(?![^\W_])", r"\\_", text)  # inside a word it means itself
    text = _TAGGED.sub(r"\\<", text)
    text = _ENTITY.sub(r"\\&", text)
    text = text.replace("~~", "\\~\\~").replace("\t", "&#9;").replace("\u00a0", "&nbsp;")
    text = text.replace("^\\[", "\\^\\[")
    return re.sub(r"\n+", " ", text)


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")


def _address(link: str) -> str:
    link = link.replace(" ", "%20").replace("\n", "%0A").replace("<", "%3C").replace(">", "%3E")
    return f"<{link}>" if not link or "(" in link or ")" in link else link


def _line_safe(text: str) -> str:
    """A paragraph whose first letters, or those of a line in it, would read as something else."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        line = _LINE_START.sub(r"\1\\\2", line)
        lines[number] = _NUMBERED.sub(r"\1\\\2", line)
    said = "\n".join(lines)
    if said.startswith(" "):
        said = "&#32;" + said[1:]
    if said.endswith(" "):
        said = said[:-1] + "&#32;"
    return re.sub(r"^(\\newpage|\\pagebreak|:::|---)", r"\\\1", said)


def write_blocks(blocks: Sequence[Block]) -> str:
    """The whole text, ending with a line end."""
    lines = _lines(blocks)
    if blocks and blocks[0].kind == "rule":
        lines[0] = "***"  # at the very start three dashes begin a head of fields
    text = "\n".join(lines).strip("\n")
    return text + "\n" if text else ""


def _lines(blocks: Sequence[Block], *, tight: bool = False) -> list[str]:
    lines: list[str] = []
    before: Block | None = None
    for block in blocks:
        if before is not None and not (tight and _may_touch(before, block)):
            lines.append("")
            if before.kind == block.kind and block.kind in ("list", "quote") and before.ordered == block.ordered:
                lines += ["<!-- -->", ""]  # else the two would read as one
        lines += _block(block)
        before = block
    return lines


def _may_touch(first: Block, second: Block) -> bool:
    """Whether a block may follow another in the next line and still be read as one of its own."""
    if second.kind == "list":
        begins = not second.ordered or second.start == 1
        return first.kind == "code" or (first.kind == "paragraph" and begins and bool(second.blocks))
    return (second.kind == "code" and first.kind in ("paragraph", "code")) or (
        first.kind == "code" and second.kind == "paragraph"
    )  # fmt: skip


def _is_tight(block: Block) -> bool:
    """Whether a list can be written without empty lines: one between two blocks of an item makes it a loose one."""
    return block.tight and all(
        _may_touch(first, second) for item in block.blocks for first, second in pairwise(item.blocks)
    )


def _block(block: Block) -> list[str]:
    match block.kind:
        case "heading":
            text = re.sub(r"\\\n", "<br>", write_inline(block.spans))
            text = re.sub(r"(#+)$", r"\\\1", text)
            return [f"{'#' * max(1, min(block.level, 6))} {text}".rstrip()]
        case "paragraph" | "caption":
            return _line_safe(write_inline(block.spans)).split("\n")
        case "code":
            ticks = max((len(run) for run in re.findall(r"`{3,}", block.text)), default=2) + 1
            return [f"{'`' * ticks}{block.info}", *block.text.split("\n"), "`" * ticks]
        case "rule":
            return ["---"]
        case "page_break":
            return ["<!-- pagebreak -->"]
        case "quote":
            return [f"> {line}".rstrip() for line in _lines(block.blocks)] or [">"]
        case "list":
            return _list(block)
        case "table":
            return _table(block)
        case "note":
            lines = _lines(block.blocks) or [""]
            return [f"[^{block.name}]: {lines[0]}", *(f"    {line}".rstrip() for line in lines[1:])]
        case "front":
            return ["---", *(f"{name}: {value}" for name, value in block.fields.items()), "---"]
        case "item" | "indented":
            return _lines(block.blocks)


def _list(block: Block) -> list[str]:
    lines: list[str] = []
    tight = _is_tight(block)
    for number, item in enumerate(block.blocks):
        sign = f"{block.start + number}." if block.ordered else "-"
        pad = " " * (len(sign) + 1)
        inner = _lines(item.blocks, tight=tight) or [""]
        box = "" if item.checked is None else "[x] " if item.checked else "[ ] "
        if item.blocks and item.blocks[0].kind in ("code", "table", "rule", "quote", "list", "heading") and box:
            inner = [box.strip(), "", *inner]
            box = ""
        if number and not tight:
            lines.append("")
        lines.append(f"{sign} {box}{inner[0]}".rstrip())
        lines += [f"{pad}{line}".rstrip() if line else "" for line in inner[1:]]
    return lines


def _table(block: Block) -> list[str]:
    columns = max((len(row) for row in block.rows), default=0)
    if not columns:
        return []
    cells = [[write_inline(cell, table=True) for cell in row] + [""] * (columns - len(row)) for row in block.rows]
    signs = {"left": ":---", "right": "---:", "center": ":---:"}
    aligns = [*block.aligns, *[""] * columns][:columns]
    lines = [f"| {' | '.join(row)} |" for row in cells]
    return [lines[0], f"| {' | '.join(signs.get(align, '---') for align in aligns)} |", *lines[1:]]


__all__ = ["parse_blocks", "plain", "write_blocks", "write_inline"]
