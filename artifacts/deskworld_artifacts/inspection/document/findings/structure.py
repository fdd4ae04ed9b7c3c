"""How a document is built: headings that skip or say nothing, lists typed by hand, empty lines as distance."""

import re
from collections.abc import Iterator

from ...ooxml import Element, child, deep, local
from ..facts import Finding
from ..styles import flag, val
from .contrast import short
from .scene import Place, Scene

_CONTENT = ("drawing", "pict", "object", "AlternateContent", "fldChar", "fldSimple", "br", "footnoteReference", "sym",
            "oMath")  # fmt: skip

_CAPTION = re.compile(
    r"\s*(?:Figure|Fig\.?|Table|Tab\.|Chart|Diagram|Photo|Illustration|Exhibit|Abbildung|Abb\.|Tabelle|Tableau|Figura|Tabla"
    r"|Tabella)[ \u00a0]\d{1,3}\s*(?:[:\u2013\u2014]|[.-](?=\s|$)|$)"
)


def headings(scene: Scene) -> Iterator[Finding]:
    """Levels that are skipped, and headings without words (they still stand in tables of contents)."""
    levels = [place.facts.heading for place in scene.of_body if place.facts.heading and place.facts.text.strip()]
    before = 0 if 1 in levels else min(levels, default=1) - 1
    for place in scene.of_body:
        level = place.facts.heading
        if not level:
            continue
        if not place.facts.text.strip():
            if not _holds(place.element):
                yield place.finding("empty_heading", f"a heading of level {level} has no text.")
            continue
        if level > before + 1:
            after = f"level {before}" if before else "the start"
            yield place.finding(
                "skipped_heading",
                f'the heading "{short(place.facts.text)}" is of level {level} and follows {after}; '
                f"level {before + 1} is skipped.",
            )
        before = level


def typed_lists(scene: Scene) -> Iterator[Finding]:
    """Two paragraphs or more in a row that start with a number or bullet typed as text; told once a list."""
    for group in _groups(scene.of_body, lambda place: bool(place.facts.typed_number) and not place.facts.heading):
        if len(group) > 1:
            marks = ", ".join(f'"{place.facts.typed_number}"' for place in group[:3])
            yield group[0].finding(
                "typed_list",
                f"{len(group)} paragraphs from here on start with {marks} typed as text; real numbering keeps itself.",
            )


def typed_captions(scene: Scene) -> Iterator[Finding]:
    """Captions whose number is typed: in the style of captions, or right beside a picture or a table."""
    for place in scene.of_body:
        typed = _CAPTION.match(place.facts.text)
        if typed is None or place.facts.heading or place.where or _counts(place.element):
            continue
        if place.facts.style.casefold() == "caption" or _beside_shown(place.element):
            yield place.finding(
                "typed_caption",
                f'the number of "{short(place.facts.text, 40)}" is typed; a counted one follows changes.',
            )


def _counts(element: Element) -> bool:
    """Whether a paragraph holds a field that counts."""
    codes = [one.text or "" for one in deep(element, "w:instrText")]
    codes += [val(one, "instr") for one in deep(element, "w:fldSimple")]
    return any(code.split()[:1] == ["SEQ"] for code in codes)


def _beside_shown(element: Element) -> bool:
    """Whether a paragraph stands right under a picture or right over or under a table."""
    before, after = element.getprevious(), element.getnext()
    pictured = before is not None and any(local(one) in ("drawing", "pict", "object") for one in before.iter())
    return pictured or any(one is not None and local(one) == "tbl" for one in (before, after))


def empty_paragraphs(scene: Scene) -> Iterator[Finding]:
    """Two empty paragraphs or more in a row: distance belongs to the style, a new page to a page break."""
    last = max((place.order for place in scene.of_body), default=0)
    for group in _groups(scene.of_body, _empty):
        if len(group) > 1 and group[-1].order < last:
            yield group[0].finding(
                "empty_paragraphs", f"{len(group)} empty paragraphs in a row make distance; use space before or after."
            )


def _groups(places: list[Place], wanted: object) -> Iterator[list[Place]]:
    """Runs of neighbouring paragraphs of one kind; a table between two ends a run, and so does a cell."""
    from collections.abc import Callable
    from typing import cast

    fits = cast("Callable[[Place], bool]", wanted)
    group: list[Place] = []
    for place in places:
        near = bool(group) and place.element.getparent() is group[-1].element.getparent()
        if near and not place.where and place.block != group[-1].block + 1:
            near = False
        if fits(place) and (near or not group):
            group.append(place)
            continue
        if group:
            yield group
        group = [place] if fits(place) else []
    if group:
        yield group


def _empty(place: Place) -> bool:
    """Whether a paragraph is there for its height alone."""
    properties = child(place.element, "w:pPr")
    bordered = child(properties, "w:pBdr") is not None or child(properties, "w:sectPr") is not None
    hidden = flag(child(properties, "w:rPr", "w:vanish"))
    text = place.facts.text.strip()
    return not (text or place.facts.heading or place.where or bordered or hidden or place.facts.numbering) and not (
        _holds(place.element)
    )


def _holds(element: Element) -> bool:
    """Whether a paragraph holds anything but text."""
    return any(
        local(one) in _CONTENT and not (local(one) == "br" and val(one, "type") in ("", "textWrapping"))
        for one in element.iter()
    ) or bool(deep(element, "w:lastRenderedPageBreak"))
