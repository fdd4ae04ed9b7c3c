"""Blocks as plain text: letters alone, laid out so that a person reads lists, tables and notes for what they are."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from unicodedata import east_asian_width

from deskworld_docs.markdown.model import Block, Span

_WIDEST = 100
"""Letters in a row of a table; one that would be wider has its cells parted by tabs."""


def write_plain(blocks: Sequence[Block]) -> str:
    """The text, ending with a line end."""
    lines: list[str] = []
    for block in blocks:
        if said := _lines(block):
            if lines:
                lines.append("")
            lines += said
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _lines(block: Block) -> list[str]:
    match block.kind:
        case "heading":
            said = _said(block.spans).replace("\n", " ")
            sign = {1: "=", 2: "-"}.get(block.level, "")
            return ["", said, sign * _width(said)] if sign else ["", said]
        case "paragraph" | "caption":
            return _said(block.spans).split("\n")
        case "code":
            return [f"    {line}" for line in block.text.split("\n")]
        case "rule":
            return ["-" * 40]
        case "page_break":
            return ["\f"]
        case "quote":
            return [f"> {line}".rstrip() for line in _stacked(block.blocks)]
        case "list":
            return _list(block)
        case "table":
            return _table([[_said(cell).replace("\n", " / ") for cell in row] for row in block.rows], block.aligns)
        case "note":
            inner = _stacked(block.blocks) or [""]
            return [f"[{block.name}] {inner[0]}", *(f"    {line}" for line in inner[1:])]
        case "front":
            return [said for said in block.fields.values() if said]
        case "item" | "indented":
            return _stacked(block.blocks)


def _stacked(blocks: Sequence[Block], *, tight: bool = False) -> list[str]:
    lines: list[str] = []
    for block in blocks:
        if lines and not tight:
            lines.append("")
        lines += _lines(block)
    return lines


def _list(block: Block) -> list[str]:
    lines: list[str] = []
    for number, item in enumerate(block.blocks, block.start):
        sign = f"{number}. " if block.ordered else "- "
        if item.checked is not None:
            sign += "[x] " if item.checked else "[ ] "
        inner = _stacked(item.blocks, tight=block.tight) or [""]
        if lines and not block.tight:
            lines.append("")
        lines.append(f"{sign}{inner[0]}")
        lines += [f"{' ' * (3 if block.ordered else 2)}{line}" for line in inner[1:]]
    return lines


def _table(rows: list[list[str]], aligns: Sequence[str]) -> list[str]:
    columns = list(zip_longest(*rows, fillvalue=""))
    widths = [max(map(_width, column)) for column in columns]
    if sum(widths) + 2 * len(widths) > _WIDEST:
        return ["\t".join(row) for row in rows]
    sides = [*aligns, *[""] * len(widths)]
    full = [[*row, *[""] * len(widths)][: len(widths)] for row in rows]
    lines = [
        "  ".join(_padded(cell, width, side) for cell, width, side in zip(row, widths, sides, strict=False))
        for row in full
    ]
    return [lines[0], "  ".join("-" * width for width in widths), *lines[1:]]


def _padded(cell: str, width: int, side: str) -> str:
    room = " " * (width - _width(cell))
    return room + cell if side == "right" else cell + room


def _width(text: str) -> int:
    """How many places letters take: those of Chinese and Japanese take two."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def _said(spans: Sequence[Span]) -> str:
    out: list[str] = []
    for place, span in enumerate(spans):
        if span.kind == "break":
            out.append("\n")
        elif span.kind == "picture":
            out.append(f"[{span.text or 'picture'}]")
        elif span.kind == "note":
            out.append(f"[{span.text}]")
        else:
            out.append(span.text)
            last = place + 1 == len(spans) or spans[place + 1].link != span.link
            if last and "://" in span.link and span.link.partition("://")[2].rstrip("/") not in span.text:
                out.append(f" <{span.link}>")
    return "".join(out).replace("\u00a0", " ")
