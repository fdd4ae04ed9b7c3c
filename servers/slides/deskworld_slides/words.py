"""Words of a whole deck: taken out, looked for, replaced, wherever they stand.

A text stands in shapes, groups, tables, notes and diagrams, as paragraphs (`a:p`) of the slide or of a part of its own,
which one walk reaches; and in charts, which say it in their own ways.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from deskworld_kit import Arguments, Failure, Page, Result, Saved, ToolError, World, page, tool
from pydantic import Field

from deskworld_slides.arguments import SomeSlides
from deskworld_slides.opening import Deck, editing, reading

_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_MOST_PLACES = 40


class Replacement(Arguments):
    find: str
    replace: str


class Replaced(Saved):
    """What was replaced."""

    replaced: int
    by_text: list[str] = Field(description="How often each text was replaced.")
    slides: list[int] = Field(description="Slides that changed.")
    places: list[str] = Field(description="Where; of a chart, what (data: only in its workbook).")
    failures: list[Failure] = Field(default_factory=list)


class SlideText(Result):
    """The words of a slide, in reading order."""

    slide: int
    title: str
    text: str
    notes: str = ""


class Hit(Result):
    """A place where the text stands."""

    slide: int
    where: str = Field(description="Shape id and name (and what of a chart), or 'notes'.")
    text: str = Field(description="The words around it.")


@tool("edit", core=True)
def replace_deck_text(
    world: World,
    path: str,
    replacements: list[Replacement],
    slides: SomeSlides = None,
    match_case: bool = True,
    whole_words: bool = False,
    layouts: bool = False,
) -> Replaced:
    """Replace texts in all of a deck, tables, notes, charts and their data too, all at once; formats stay.

    Args:
        layouts: In layouts too.
    """
    from deskworld_slides.finding import some
    from deskworld_slides.paragraphs import clean

    some(replacements, "replacements")
    if not all(r.find for r in replacements):
        raise ToolError("an empty text can't be looked for", argument="replacements")
    table = {r.find if match_case else r.find.casefold(): clean(r.replace) for r in replacements}
    pattern = _pattern(table, match_case=match_case, whole_words=whole_words)
    counts = dict.fromkeys(table, 0)

    def again(match: re.Match[str]) -> str:
        return table[match.group() if match_case else match.group().casefold()]

    def new(match: re.Match[str]) -> str:
        counts[match.group() if match_case else match.group().casefold()] += 1
        return again(match)

    from deskworld_slides.charttexts import charts_of
    from deskworld_slides.paragraphs import rewrite

    with editing(world, path) as deck:
        numbers = slides or list(range(1, len(deck.slides) + 1))
        places: dict[int, Counter[str]] = {}
        for number in numbers:
            slide = deck.slide(number, argument="slides")
            here = places.setdefault(number, Counter())
            for where, paragraph, twin in _paragraphs(slide):
                if done := rewrite(paragraph, pattern, again if twin else new):
                    here[where] += 0 if twin else done
            for chart in charts_of(slide):
                here.update(f"{chart.where}: {what}" for what in chart.rewrite(pattern, new, again))
                deck.warnings += chart.warnings
        if layouts:
            for master in deck.presentation.slide_masters:
                for part in (master, *master.slide_layouts):
                    for paragraph in part._element.iter(f"{_A}p"):
                        rewrite(paragraph, pattern, new)
        changed = [number for number, here in places.items() if here]
        deck.touched = set(changed)
        if not any(counts.values()):
            raise ToolError(
                "none of these texts is in the deck; extract_deck_text shows what is", argument="replacements"
            )
    failures = [Failure(item=text, reason="not found") for text, count in counts.items() if not count]
    said = [
        f"slide {number}, {where}" + (f" ({count})" if count > 1 else "")
        for number in changed for where, count in places[number].items() if count
    ]  # fmt: skip
    more = [f"and {len(said) - _MOST_PLACES} more"] if len(said) > _MOST_PLACES else []
    return Replaced(
        **deck.receipt,
        replaced=sum(counts.values()),
        by_text=[f"{text!r}: {count}" for text, count in counts.items()],
        slides=changed,
        places=said[:_MOST_PLACES] + more,
        failures=failures,
    )


def _pattern(texts: dict[str, str], *, match_case: bool, whole_words: bool) -> re.Pattern[str]:
    """Any of the texts, the longest first; a line break of the caller's is one of the paragraph's."""
    longest = sorted(texts, key=len, reverse=True)
    joined = "|".join(re.escape(text.replace("\n", "\v")) for text in longest)
    if whole_words:
        joined = rf"(?<!\w)(?:{joined})(?!\w)"
    return re.compile(joined, 0 if match_case else re.IGNORECASE)


def _paragraphs(slide: Any) -> Iterator[tuple[str, Any, bool]]:
    """Every paragraph that belongs to a slide, where it stands, and whether it says once more what another says."""
    from deskworld_slides.finding import every_element, label_of

    # By the elements themselves: lxml makes them anew when nobody holds them, and their ids are then given again.
    shapes = every_element(slide.shapes._spTree)
    names: dict[Any, str] = {each: "{} {!r}".format(*label_of(each)) for each in shapes}
    for paragraph in slide._element.iter(f"{_A}p"):
        where = next((names[above] for above in paragraph.iterancestors() if above in names), "slide")
        yield where, paragraph, False
    if slide.has_notes_slide:
        frame = slide.notes_slide.notes_text_frame
        for paragraph in () if frame is None else frame._txBody.iter(f"{_A}p"):
            yield "notes", paragraph, False
    yield from _diagrams(slide)


def _diagrams(slide: Any) -> Iterator[tuple[str, Any, bool]]:
    """The paragraphs of a slide's diagrams: first those of the data, then the same as drawn."""
    rels = slide.part.rels
    parts = {
        rid: rel.target_part for rid, rel in rels.items()
        if not rel.is_external and rel.target_part.partname.startswith("/ppt/diagrams/")
        and rel.target_part.content_type.endswith("+xml")
    }  # fmt: skip
    if not parts:
        return
    from deskworld_slides.finding import label_of
    from deskworld_slides.paragraphs import text_of

    marks = slide._element.iter("{http://schemas.openxmlformats.org/drawingml/2006/diagram}relIds")
    frames = {mark.get(f"{_R}dm"): next(mark.iterancestors("{*}graphicFrame"), None) for mark in marks}
    said: set[str] = set()
    for rid, part in sorted(parts.items(), key=lambda each: not rels[each[0]].reltype.endswith("/diagramData")):
        frame = frames.get(rid)
        where = "diagram" if frame is None else "{} {!r}".format(*label_of(frame))
        drawn = not rels[rid].reltype.endswith("/diagramData")
        for paragraph in _diagram(part):
            text = text_of(paragraph)
            yield where, paragraph, drawn and text in said
            said |= set() if drawn else {text}


def _diagram(part: Any) -> Iterator[Any]:
    """Paragraphs of a diagram, whose part holds bytes: written back after each paragraph was looked at."""
    from lxml import etree
    from pptx.oxml import parse_xml

    from deskworld_slides.paragraphs import text_of

    root = parse_xml(part.blob)
    for paragraph in root.iter(f"{_A}p"):
        before = text_of(paragraph)
        yield paragraph
        if text_of(paragraph) != before:
            part._blob = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)


def diagram_texts(slide: Any) -> list[str]:
    """What a slide's diagrams say, each text once: a diagram holds its words twice, as data and as drawn."""
    from deskworld_slides.paragraphs import text_of

    said = [text_of(paragraph).replace("\v", " ").strip() for _, paragraph, _ in _diagrams(slide)]
    return [text for text in dict.fromkeys(said) if text]


@tool("read", core=True)
def extract_deck_text(
    world: World, path: str, slides: SomeSlides = None, limit: int = 20, cursor: str = ""
) -> Page[SlideText]:
    """The text of a deck, slide by slide in reading order."""
    from deskworld_slides.describing import cut, notes_text
    from deskworld_slides.finding import title_of

    with reading(world, path) as deck:
        wanted = page(_numbered(deck, slides), limit=limit, cursor=cursor)  # the others need not be read
        found = [
            SlideText(
                slide=number,
                title=title_of(slide),
                text=cut(_reading_text(slide), 4000),
                notes=cut(notes_text(slide), 2000),
            )
            for number, slide in wanted.items
        ]
    return Page(items=found, total=wanted.total, next_cursor=wanted.next_cursor)


def _numbered(deck: Deck, slides: list[int] | None) -> list[tuple[int, Any]]:
    if slides is None:
        return list(enumerate(deck.slides, 1))
    return [(number, deck.slide(number, argument="slides")) for number in slides]


def _reading_text(slide: Any) -> str:
    """All text of a slide but footers: the title first, then from top to bottom and left to right."""
    from deskworld_slides.boxes import box_of
    from deskworld_slides.charttexts import charts_of
    from deskworld_slides.describing import shape_text
    from deskworld_slides.finding import FOOTERS, every_shape, role_of

    places: list[tuple[tuple[int, int, float], Any]] = []
    for shape in every_shape(slide):
        role = role_of(shape)
        if role not in FOOTERS:
            box = box_of(shape)
            places.append(((0 if role == "title" else 1, round(box.top / 18), box.left), shape))
    texts = [shape_text(shape) for _, shape in sorted(places, key=lambda place: place[0])]
    charts = [text.strip() for chart in charts_of(slide) for _, text in chart.texts()]
    return "\n".join(text for text in [*texts, *dict.fromkeys(charts), *diagram_texts(slide)] if text.strip())


@tool("read")
def find_deck_text(
    world: World,
    path: str,
    query: str,
    limit: int = 50,
    cursor: str = "",
) -> Page[Hit]:
    """Every place where a text stands, notes, charts and their data too."""
    from deskworld_slides.charttexts import charts_of
    from deskworld_slides.paragraphs import text_of

    if not query:
        raise ToolError("say what to look for", argument="query")
    pattern = _pattern({query: ""}, match_case=False, whole_words=False)
    hits: list[Hit] = []
    with reading(world, path) as deck:
        for number, slide in enumerate(deck.slides, 1):
            said = [(where, text_of(paragraph)) for where, paragraph, twin in _paragraphs(slide) if not twin]
            for chart in charts_of(slide):
                said += [(f"{chart.where}: {what}", text) for what, text in chart.texts()]
                said += [(f"{chart.where}: data", text) for text in chart.hidden()]
            for where, text in said:
                for match in pattern.finditer(text):
                    around = text[max(match.start() - 40, 0) : match.end() + 40].replace("\v", " ")
                    hits.append(Hit(slide=number, where=where, text=around))
    return page(hits, limit=limit, cursor=cursor)
