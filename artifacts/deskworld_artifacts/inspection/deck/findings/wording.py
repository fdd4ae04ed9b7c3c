"""What a slide says and does not say: words left from a template, slots nobody filled, text too small."""

import re
from collections.abc import Iterator

from ...base import Box
from ..facts import Finding, Slide
from .saying import finding, short

_LEAKS = re.compile(
    r"click (?:here )?to (?:add|edit|insert)\b[^\n]*|lorem ipsum[^\n]*|\bTODO\b|\bFIXME\b|\{\{[^{}\n]*\}\}|<<[^<>\n]+>>"
    r"|\[(?:insert|your|enter|add|placeholder)\b[^\]\n]*\]|\b(?:your|insert) (?:title|subtitle|text|name|logo) here\b"
    r"|\bplaceholder text\b",
    re.IGNORECASE,
)
_MARKUP = re.compile(
    r"(?<![\w*])\*\*(?=[^\s*])[^*\n]*(?<=[^\s*])\*\*(?![\w*])"
    r"|<(b|i|u|em|strong|sub|sup|p|li|span|font|h[1-6])\b[^<>\n]*>[^<>]*</\1>|<br ?/?>"
    r"|(?<!!)\[[^\[\]\n]+\]\((?:https?://|mailto:)[^()\s]+\)|^[ \t]*#{2,6} \S[^\n]*|^[ \t]*```\w*$",
    re.MULTILINE | re.IGNORECASE,
)
"""Markdown and HTML that a slide shows as it was typed; not __bold__, which is how programs write names."""
_CASED = re.compile(r"TODO|FIXME")
_FOOTERS = ("dt", "ftr", "sldNum")
_LEAST, _LEAST_NOTE = 10.0, 8.0


def tiny_text(slide: Slide, page: Box) -> Iterator[Finding]:
    """Text under 10 points; footers and notes at the page's foot (sources) may have 8."""
    for shape in slide.shapes:
        footer = shape.placeholder is not None and shape.placeholder.type in _FOOTERS
        least = _LEAST_NOTE if footer or shape.box.top > page.height * 0.88 else _LEAST
        if not shape.hidden and 0 < shape.size < least - 0.01:
            yield finding(
                "tiny_text", slide, shape, f"{shape.name!r} has text of {shape.size:g} pt; {least:g} pt is the least."
            )


def untouched(slide: Slide) -> Iterator[Finding]:
    """Placeholders that nobody filled: they show nothing, or a prompt to whoever edits."""
    for shape in slide.shapes:
        slot = shape.placeholder
        if slot and slot.empty and slot.type not in _FOOTERS and not shape.hidden:
            yield finding("empty_placeholder", slide, shape, f"the placeholder {shape.name!r} ({slot.type}) is empty.")


def leaks(slide: Slide, prompts: set[str]) -> Iterator[Finding]:
    """Words that belong to a template or to no reader: prompts, lorem ipsum, TODO, {{x}}, **markup**."""
    for shape in slide.shapes:
        leak = _leak(shape.text) or (shape.text if shape.placeholder and shape.text.strip() in prompts else "")
        if leak:
            yield finding("leaking_placeholder", slide, shape, f'{shape.name!r} still says "{short(leak)}".')
        elif typed := _MARKUP.search(shape.text):
            words = f'{shape.name!r} shows markup as it was typed, "{short(typed[0])}"; format the words instead.'
            yield finding("leaking_placeholder", slide, shape, words)
    leak = _leak(slide.notes)
    if leak:
        message = f'Slide {slide.index}: the notes still say "{short(leak)}".'
        yield Finding(kind="leaking_placeholder", slide=slide.index, shapes=[], boxes=[], message=message)


def _leak(text: str) -> str:
    for found in _LEAKS.finditer(text):
        words = found.group()
        if words.upper() not in ("TODO", "FIXME") or _CASED.fullmatch(words):  # Spanish has a word "todo"
            return words
    return ""
