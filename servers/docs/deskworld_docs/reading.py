"""Reading a document: block by block as Markdown, and where words stand; and replacing words wherever they stand."""

from __future__ import annotations

import re
from typing import Annotated, Any

from deskworld_kit import Arguments, Failure, Page, Result, Saved, ToolError, World, page, tool
from pydantic import Field

from deskworld_docs.arguments import SomeBlocks
from deskworld_docs.opening import Paper, editing, reading


class BlockView(Result):
    """A block of a document."""

    block: str = Field(description="Its place, as all tools take it.")
    kind: str = Field(description="paragraph, heading, item, quote, code, table.")
    style: str
    text: str = Field(description="Markdown.")
    label: str = Field(default="", description="What Word prints before it: '2.', 'b)', a bullet.")
    level: int = Field(default=0, description="Of a heading or item, from 1.")


class Replacement(Arguments):
    find: str
    replace: str


class Replaced(Saved):
    """What was replaced."""

    replaced: int
    by_text: list[str] = Field(description="How often each text was replaced.")
    blocks: list[str] = Field(description="Places that changed.")
    failures: list[Failure] = Field(default_factory=list)


class Hit(Result):
    """A place where a text stands."""

    block: str
    text: str = Field(description="The words around it.")


@tool("read", core=True)
def read_document(
    world: World, path: str, blocks: SomeBlocks = None, limit: int = 100, cursor: str = ""
) -> Page[BlockView]:
    """A document block by block as Markdown, with the numbers that other tools take; also header1, footnote2."""
    from deskworld_kit.pages import bounded, following, offset

    from deskworld_docs.describing import Describer
    from deskworld_docs.places import find_blocks

    with reading(world, path) as paper:
        spots = find_blocks(paper, blocks)
        start, size = offset(cursor), bounded(limit)
        describer = Describer(paper)
        found = [BlockView(**describer.view(spot.element), block=spot.place) for spot in spots[start : start + size]]
        return Page(items=found, total=len(spots), next_cursor=following(start + size, len(spots)))


@tool("read", core=True)
def find_document_text(
    world: World,
    path: str,
    query: str,
    match_case: bool = False,
    whole_words: bool = False,
    regex: bool = False,
    limit: int = 50,
    cursor: str = "",
) -> Page[Hit]:
    """Every place where a text stands: body, tables, headers, notes, text boxes, comments."""
    from deskworld_docs.describing import told
    from deskworld_docs.places import every_paragraph
    from deskworld_docs.words import search_pattern, text_of

    if not query:
        raise ToolError("say what to look for", argument="query")
    with reading(world, path) as paper:
        there = list(every_paragraph(paper))
    texts = [text_of(paragraph) for _, paragraph in there]
    if regex:
        from deskworld_docs.searching import matches

        spots = [
            [(one.start, one.end) for one in found]
            for found in matches(texts, query, match_case=match_case, whole_words=whole_words, argument="query")
        ]
    else:
        pattern = search_pattern([query], match_case=match_case, whole_words=whole_words)
        spots = [[match.span() for match in pattern.finditer(text)] for text in texts]
    hits = [
        Hit(block=place, text=told(paragraph, start - 40, end + 40).replace("\n", " "))
        for (place, paragraph), found in zip(there, spots, strict=True)
        for start, end in found
    ]
    return page(hits, limit=limit, cursor=cursor)


@tool("edit", core=True)
def replace_document_text(
    world: World,
    path: str,
    replacements: list[Replacement],
    match_case: bool = True,
    whole_words: bool = False,
    regex: Annotated[bool, Field(description="\\1 in `replace` is the first group.")] = False,
) -> Replaced:
    """Replace texts everywhere, across formats: tables, headers, links, notes, text boxes too; looks stay."""
    from deskworld_docs.markup import clean
    from deskworld_docs.words import rewrite, search_pattern

    if not replacements or not all(clean(each.find) for each in replacements):
        raise ToolError("give at least one text to look for, and none that is empty", argument="replacements")
    if regex:
        return _replace_patterns(world, path, replacements, match_case=match_case, whole_words=whole_words)
    table = {_key(clean(each.find), match_case): each.replace for each in replacements}
    pattern = search_pattern(list(table), match_case=match_case, whole_words=whole_words)
    counts = dict.fromkeys(table, 0)
    counting = True

    def new(match: re.Match[str]) -> str:
        key = _key(match.group(), match_case)
        counts[key] = counts.get(key, 0) + counting
        return table.get(key, match.group())

    changed: list[str] = []
    with editing(world, path) as paper:
        for place, paragraph, counting in _writable(paper):
            if rewrite(paragraph, pattern, new) and counting:
                changed.append(place)
                paper.touch(paragraph)
        elsewhere = _elsewhere(paper, pattern)
        if not any(counts.values()):
            where = f"; it stands in {elsewhere}, which is not changed" if elsewhere else ""
            raise ToolError(f"none of these texts is in the document{where}", argument="replacements")
        if elsewhere:
            paper.warnings.append(f"a text also stands in {elsewhere}, where it was not changed")
    failures = [Failure(item=text, reason="not found") for text, count in counts.items() if not count]
    return Replaced(
        **paper.receipt,
        replaced=sum(counts.values()),
        by_text=[f"{text!r}: {count}" for text, count in counts.items()],
        blocks=changed[:200],
        failures=failures,
    )


def _replace_patterns(
    world: World, path: str, replacements: list[Replacement], *, match_case: bool, whole_words: bool
) -> Replaced:
    """Replace what regular expressions match, one after the other."""
    from deskworld_docs.searching import matches
    from deskworld_docs.words import rewrite_at, text_of

    counts: list[int] = []
    changed: dict[str, None] = {}
    with editing(world, path) as paper:
        there = list(_writable(paper))
        for each in replacements:
            found = matches(
                [text_of(paragraph) for _, paragraph, _ in there], each.find, each.replace, match_case=match_case,
                whole_words=whole_words, argument="replacements",
            )  # fmt: skip
            counts.append(0)
            for (place, paragraph, counting), wanted in zip(there, found, strict=True):
                done = rewrite_at(paragraph, [(one.start, one.end, lambda new=one.new: new) for one in wanted])
                if done and counting:
                    counts[-1] += done
                    changed[place] = None
                    paper.touch(paragraph)
        if not any(counts):
            raise ToolError("none of these patterns matches anything in the document", argument="replacements")
    said = list(zip(replacements, counts, strict=True))
    return Replaced(
        **paper.receipt,
        replaced=sum(counts),
        by_text=[f"{each.find!r}: {count}" for each, count in said],
        blocks=list(changed)[:200],
        failures=[Failure(item=each.find, reason="not found") for each, count in said if not count],
    )


def _key(text: str, match_case: bool) -> str:
    return text if match_case else text.casefold()


def _writable(paper: Paper) -> Any:
    """Every paragraph but those of comments; the copies of text boxes for older readers follow, not to be counted."""
    from deskworld_docs.markup import deep, local
    from deskworld_docs.places import every_paragraph

    for place, paragraph in list(every_paragraph(paper)):
        if not place.startswith("comment"):
            yield place, paragraph, True
    for paragraph in list(deep(paper.body, "w:p")):
        if any(local(above) == "Fallback" for above in paragraph.iterancestors()):
            yield "", paragraph, False


def _elsewhere(paper: Paper, pattern: re.Pattern[str]) -> str:
    """Whether a text stands in a chart or a diagram, which have words of their own."""
    from lxml import etree

    for part in paper.document.part.package.iter_parts():
        name = str(part.partname)
        if name.startswith(("/word/charts/", "/word/diagrams/data")) and name.endswith(".xml"):
            root = etree.fromstring(part.blob)
            if pattern.search("".join(root.itertext())):
                return "a chart" if "charts" in name else "a diagram"
    return ""
