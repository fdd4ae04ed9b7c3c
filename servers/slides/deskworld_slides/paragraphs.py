"""Paragraphs and runs: writing text without losing how it looked, and finding text across the runs it is split into.

PowerPoint splits a sentence into runs wherever a format or the spell checker changes, so nothing here ever looks at one
run alone. New text takes its look from what it replaces: the paragraph of the same level, and its first run.
"""

from __future__ import annotations

import copy
import itertools
import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_MARK = re.compile(r"^(?:[•–*-] +|•)")
_ILLEGAL = re.compile(r"[^\t\n\v\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_DEEPEST = 8


class Line(NamedTuple):
    """A paragraph to be: its text and how deep it is (0 is the top level)."""

    text: str
    level: int = 0


def clean(text: str) -> str:
    """The text without the characters that XML can't hold; a line break inside a paragraph stays \\v."""
    return _ILLEGAL.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def lines_of(text: str) -> list[Line]:
    """Plain text, a paragraph a line."""
    return [Line(line) for line in clean(text).split("\n")]


def bullets_of(bullets: Sequence[str]) -> list[Line]:
    """Bullets as people type them: a tab or two spaces a level deeper, a leading mark dropped."""
    lines: list[Line] = []
    for bullet in bullets:
        for part in clean(bullet).split("\n"):
            text = part.lstrip("\t ")
            indent = part[: len(part) - len(text)]
            level = indent.count("\t") + indent.count(" ") // 2
            lines.append(Line(_MARK.sub("", text, count=1), min(level, _DEEPEST)))
    return lines


def write_lines(body: Any, lines: Sequence[Line], *, keep_levels: bool = False) -> None:
    """Replace the paragraphs of a text body; each takes its look from the old one of its level, else from the first.

    Args:
        body: The `txBody` element.
        lines: What to write.
        keep_levels: A line at level 0 keeps the level of the paragraph it replaces.
    """
    old = body.findall(f"{A}p")
    models: dict[int, Any] = {}
    for paragraph in old:
        models.setdefault(_level(paragraph), paragraph)
    first = old[0] if old else None
    for number, line in enumerate(lines or [Line("")]):
        if keep_levels:
            model = old[min(number, len(old) - 1)] if old else None
            level = _level(model)
        else:
            model = models.get(line.level, first)
            level = line.level
        body.append(_paragraph(line.text, level, model, same=model is not None and _level(model) == level))
    for paragraph in old:
        body.remove(paragraph)


def _level(paragraph: Any) -> int:
    properties = None if paragraph is None else paragraph.find(f"{A}pPr")
    return 0 if properties is None else int(properties.get("lvl", 0))


def _paragraph(text: str, level: int, model: Any, *, same: bool) -> Any:
    from pptx.oxml import parse_xml
    from pptx.oxml.ns import nsdecls

    paragraph: Any = parse_xml(f"<a:p {nsdecls('a')}/>")
    look = None
    if model is not None:
        properties = model.find(f"{A}pPr")
        if properties is not None:
            properties = copy.deepcopy(properties)
            if not same:  # indents of another level would lie about this one
                for name in ("marL", "indent"):
                    properties.attrib.pop(name, None)
            paragraph.append(properties)
        look = next(iter(model.iterfind(f"{A}r/{A}rPr")), None)
        if look is None:
            look = model.find(f"{A}endParaRPr")
    if level or paragraph.find(f"{A}pPr") is not None:
        properties = paragraph.get_or_add_pPr()
        properties.attrib.pop("lvl", None)
        if level:
            properties.set("lvl", str(level))
    for number, piece in enumerate(text.split("\v")):
        if number:
            paragraph.append(_element("br", look))
        if piece:
            run = _element("r", look)
            run.append(parse_xml(f"<a:t {nsdecls('a')}/>"))
            run[-1].text = piece
            paragraph.append(run)
    if look is not None and not text:
        end = _rename(copy.deepcopy(look), "endParaRPr")
        paragraph.append(end)
    return paragraph


def _element(name: str, look: Any) -> Any:
    from pptx.oxml import parse_xml
    from pptx.oxml.ns import nsdecls

    element = parse_xml(f"<a:{name} {nsdecls('a')}/>")
    if look is not None:
        properties = _rename(copy.deepcopy(look), "rPr")
        for link in [*properties.iterfind(f"{A}hlinkClick"), *properties.iterfind(f"{A}hlinkMouseOver")]:
            properties.remove(link)  # new words are not the old link
        element.append(properties)
    return element


def _rename(element: Any, name: str) -> Any:
    from pptx.oxml import parse_xml
    from pptx.oxml.ns import nsdecls

    if element.tag == f"{A}{name}":
        return element
    renamed = parse_xml(f"<a:{name} {nsdecls('a')}/>")
    for key, value in element.attrib.items():
        renamed.set(key, value)
    renamed.extend(list(element))
    return renamed


def text_of(paragraph: Any, *, number: str = "") -> str:
    """What a paragraph says, fields included; breaks are \\v. `number` is what a slide number shows, if known."""
    pieces: list[str] = []
    for child in paragraph:
        if number and child.get("type") == "slidenum":
            pieces.append(number)
        elif child.tag in (f"{A}r", f"{A}fld"):
            pieces.append(child.findtext(f"{A}t") or "")
        elif child.tag == f"{A}br":
            pieces.append("\v")
    return "".join(pieces)


def rewrite(paragraph: Any, pattern: re.Pattern[str], replace: Callable[[re.Match[str]], str]) -> int:
    """Replace every match in a paragraph, across runs; the new words look like the first letter they replace.

    Fields (a slide number, a date) are read as text but never written, so a match that needs one is left alone.
    """
    pieces: list[tuple[Any, str, bool]] = []
    for child in paragraph:
        if child.tag == f"{A}r" and child.find(f"{A}t") is not None:
            pieces.append((child.find(f"{A}t"), child.findtext(f"{A}t") or "", True))
        elif child.tag == f"{A}br":
            pieces.append((None, "\v", False))
        elif child.tag == f"{A}fld":
            pieces.append((None, child.findtext(f"{A}t") or "", False))
    done = rewrite_pieces(pieces, pattern, lambda match: clean(replace(match)).replace("\n", "\v"))
    if done:
        _settle(paragraph)
    return done


def rewrite_pieces(
    pieces: list[tuple[Any, str, bool]], pattern: re.Pattern[str], replace: Callable[[re.Match[str]], str]
) -> int:
    """Replace every match in a text that is split into pieces: elements, what they say, whether they may be written."""
    whole = "".join(text for _, text, _ in pieces)
    done = 0
    for match in reversed(list(pattern.finditer(whole))):
        start, end = match.span()
        spans = list(_spans(pieces, start, end))
        if not spans or not all(pieces[index][2] for index, _, _ in spans):
            continue
        new = replace(match)
        for number, (index, low, high) in reversed(list(enumerate(spans))):
            element, text, _ = pieces[index]
            changed = text[:low] + (new if number == 0 else "") + text[high:]
            pieces[index] = (element, changed, True)
        done += 1
    for element, text, writable in pieces if done else ():
        if writable:
            element.text = text
    return done


def _spans(pieces: Sequence[tuple[Any, str, bool]], start: int, end: int) -> list[tuple[int, int, int]]:
    """Which part of which piece the letters from start to end are."""
    spans: list[tuple[int, int, int]] = []
    position = 0
    for index, (_, text, _) in enumerate(pieces):
        low, high = max(start - position, 0), min(end - position, len(text))
        if low < high:
            spans.append((index, low, high))
        position += len(text)
    return spans


def _settle(paragraph: Any) -> None:
    """After a rewrite: runs without text go, line breaks inside a run become real ones."""
    for run in list(paragraph.iterfind(f"{A}r")):
        text = run.findtext(f"{A}t") or ""
        if not text:
            paragraph.remove(run)
        elif "\v" in text:
            at = paragraph.index(run)
            look = run.find(f"{A}rPr")
            pieces = text.split("\v")
            run.find(f"{A}t").text = pieces[0]
            for piece in pieces[1:]:
                broken = _element("br", look)
                following = copy.deepcopy(run)
                following.find(f"{A}t").text = piece
                paragraph.insert(at + 1, broken)
                paragraph.insert(at + 2, following)
                at += 2


def isolate(paragraph: Any, pattern: re.Pattern[str]) -> list[Any]:
    """Split runs so that every match is runs of its own, and return those runs."""
    cuts: set[int] = set()
    matches = [match.span() for match in pattern.finditer(text_of(paragraph)) if match.end() > match.start()]
    for start, end in matches:
        cuts |= {start, end}
    position = 0
    for run in list(paragraph):
        if run.tag in (f"{A}fld", f"{A}br"):
            position += len(run.findtext(f"{A}t") or "") if run.tag == f"{A}fld" else 1
        if run.tag != f"{A}r":
            continue
        text = run.findtext(f"{A}t") or ""
        inside = sorted(cut - position for cut in cuts if position < cut < position + len(text))
        at = run
        for low, high in itertools.pairwise([*inside, len(text)]):
            piece = copy.deepcopy(run)
            piece.find(f"{A}t").text = text[low:high]
            at.addnext(piece)
            at = piece
        if inside:
            run.find(f"{A}t").text = text[: inside[0]]
        position += len(text)
    found: list[Any] = []
    position = 0
    for run in paragraph:
        length = (
            1 if run.tag == f"{A}br" else len(run.findtext(f"{A}t") or "") if run.tag in (f"{A}r", f"{A}fld") else 0
        )
        if run.tag == f"{A}r" and any(start <= position < end for start, end in matches):
            found.append(run)
        position += length
    return found
