"""Where things are in a document, as a person would count them.

A place is a block's number in the body, from 1 over paragraphs and tables, those inside content controls too: "12".
Inside a table it goes on with row and column, "12.2.3" is a cell, and with the blocks in the cell, "12.2.3.1". What
lies beside the body comes first, with a colon: "header1:1", "footer2:1", "footnote3:1", "endnote1:1", "comment0:1",
"box2:1" (a text box). In lists a range of body blocks is "5-9", and "header1" is all of a header.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from deskworld_kit import ToolError
from deskworld_kit.errors import quoted, unknown

from deskworld_docs.markup import child, deep, is_w, local, number, tag, val
from deskworld_docs.objects import Element, Part
from deskworld_docs.opening import Paper

_FOLDS = ("sdt", "sdtContent", "customXml", "ins", "moveTo")
_PLACE = re.compile(r"^(?:([a-z]+\d+):)?(\d+(?:\.\d+)*)?$", re.IGNORECASE)
_STORY = re.compile(r"^([a-z]+\d+):?$", re.IGNORECASE)
_RANGE = re.compile(r"^(\d+)\s*(?:-|to|\.\.)\s*(\d+)$")
_BESIDE = ("header", "footer", "footnotes", "endnotes", "comments")


class Story(NamedTuple):
    """A flow of blocks: the body, or what lies beside it. `name` is empty for the body."""

    name: str
    holder: Element
    part: Part


class Spot(NamedTuple):
    """What a place names. `element` is a paragraph (w:p), a table (w:tbl) or a cell (w:tc)."""

    place: str
    story: Story
    element: Element


def blocks(holder: Element) -> Iterator[Element]:
    """The paragraphs and tables directly in a body, cell or note, content controls unfolded."""
    for one in holder:
        if is_w(one, "p", "tbl"):
            yield one
        elif is_w(one, *_FOLDS):
            yield from blocks(one)


def rows_of(table: Element) -> list[Element]:
    """The rows of a table, those in content controls too."""
    return list(_unfolded(table, "tr"))


def cells_of(row: Element) -> list[Element]:
    """The cells of a row as they are stored: one that spans columns is one."""
    return list(_unfolded(row, "tc"))


def _unfolded(holder: Element, name: str) -> Iterator[Element]:
    for one in holder:
        if is_w(one, name):
            yield one
        elif is_w(one, *_FOLDS):
            yield from _unfolded(one, name)


def span_of(cell: Element) -> int:
    """How many grid columns a cell takes."""
    return max(number(child(cell, "w:tcPr", "w:gridSpan"), default=1), 1)


def stories(paper: Paper) -> Iterator[Story]:
    """The body, text boxes in it, headers, footers, notes and comments, in this order."""
    main = paper.document.part
    yield Story("", paper.body, main)
    yield from _boxes(paper.body, main)
    margins: dict[str, Part] = {}
    for rel in main.rels.values():
        kind = rel.reltype.rsplit("/", 1)[-1]
        if kind in ("header", "footer") and not rel.is_external:
            margins[str(rel.target_part.partname)] = rel.target_part
    for name, part in sorted(
        margins.items(), key=lambda item: (item[0].rstrip("0123456789.xml"), len(item[0]), item[0])
    ):
        root = paper.root(part)
        stem = name.rpartition("/")[2].rpartition(".")[0].lower()
        yield Story(stem if stem[-1:].isdigit() else f"{stem}1", root, part)
    for kind, element in (("footnotes", "footnote"), ("endnotes", "endnote"), ("comments", "comment")):
        part = paper.related(kind)
        for note in paper.root(part).findall(tag(f"w:{element}")) if part is not None else ():
            if val(note, "type") in ("", "normal"):
                yield Story(f"{element}{val(note, 'id')}", note, part)


def _boxes(body: Element, part: Part) -> Iterator[Story]:
    """Text boxes, each once: the older copy that Word keeps beside it for older readers is left out."""
    count = 0
    for box in deep(body, "w:txbxContent"):
        if not any(local(above) == "Fallback" for above in box.iterancestors()):
            count += 1
            yield Story(f"box{count}", box, part)


def paragraphs_of(holder: Element, place: str = "") -> Iterator[tuple[str, Element]]:
    """Every paragraph of a story with its place, those in tables too; text boxes are stories of their own."""
    for index, block in enumerate(blocks(holder), 1):
        here = f"{place}.{index}" if place and not place.endswith(":") else f"{place}{index}"
        if is_w(block, "p"):
            yield here, block
        else:
            for row_number, row in enumerate(rows_of(block), 1):
                column = 1
                for cell in cells_of(row):
                    yield from paragraphs_of(cell, f"{here}.{row_number}.{column}")
                    column += span_of(cell)


def every_paragraph(paper: Paper) -> Iterator[tuple[str, Element]]:
    """Every paragraph of a document, in all stories, with its place."""
    for story in stories(paper):
        yield from paragraphs_of(story.holder, f"{story.name}:" if story.name else "")


def find_story(paper: Paper, name: str, *, argument: str = "block") -> Story:
    """The story of a name; the body for an empty one."""
    there = list(stories(paper))
    for story in there:
        if story.name == name.lower():
            return story
    raise unknown("part", name, [story.name for story in there[1:]], argument=argument)


def find_place(paper: Paper, place: str, *, argument: str = "block") -> Spot:
    """What a place names.

    Raises:
        ToolError: It is no place, or there is nothing; says how far the numbers go.
    """
    matched = _PLACE.match(place.strip())
    if not matched or not matched[2]:
        what = "a block's number such as 12, a cell like 12.2.3, or header1:1"
        raise ToolError(f"{quoted(place)} is no place in a document; say {what}", argument=argument)
    story = find_story(paper, matched[1] or "", argument=argument)
    numbers = [int(each) for each in matched[2].split(".")]
    element: Element = story.holder
    done = f"{story.name}:" if story.name else ""
    where = story.name or "the document"
    while numbers:
        element = _nth(list(blocks(element)), numbers.pop(0), "block", where, argument)
        done = f"{done}{_index(element)}" if done.endswith(":") or not done else f"{done}.{_index(element)}"
        if not numbers:
            break
        where = f"block {done}"
        if not is_w(element, "tbl"):
            raise ToolError(f"{where} is a paragraph and has no cells", argument=argument)
        row_number = numbers.pop(0)
        row = _nth(rows_of(element), row_number, "row", where, argument)
        if not numbers:
            raise ToolError(f"{place} ends at a row; a cell is said as {done}.{row_number}.1", argument=argument)
        column = numbers.pop(0)
        element = cell_at(row, column, where=where, argument=argument)
        done = f"{done}.{row_number}.{column}"
        where = f"cell {done}"
    return Spot(done, story, element)


def _index(element: Element) -> int:
    """A block's number among its own."""
    holder = element.getparent()
    while is_w(holder, *_FOLDS):
        holder = holder.getparent()
    return next(n for n, each in enumerate(blocks(holder), 1) if each is element)


def _nth(found: Sequence[Element], wanted: int, what: str, where: str, argument: str) -> Element:
    if not found:
        raise ToolError(f"{where} has no {what}s yet", argument=argument)
    if not 1 <= wanted <= len(found):
        raise ToolError(f"there is no {what} {wanted}; {where} has {what}s 1 to {len(found)}", argument=argument)
    return found[wanted - 1]


def cell_at(row: Element, column: int, *, where: str = "the table", argument: str = "block") -> Element:
    """The cell that covers a grid column, counted from 1."""
    begins = first = number(child(row, "w:trPr", "w:gridBefore")) + 1
    for cell in cells_of(row):
        last = first + span_of(cell) - 1
        if first <= column <= last:
            return cell
        first = last + 1
    has = f"columns {begins} to {first - 1}" if first > begins else "no cells"
    raise ToolError(f"there is no column {column}; this row of {where} has {has}", argument=argument)


def find_block(paper: Paper, place: str, *, argument: str = "block") -> Spot:
    """A place that is a paragraph or a table; a cell stands for its first paragraph."""
    spot = find_place(paper, place, argument=argument)
    if is_w(spot.element, "tc"):
        first = next(blocks(spot.element), None)
        if first is None:
            raise ToolError(f"the cell {place} holds no paragraph", argument=argument)
        return Spot(f"{spot.place}.1", spot.story, first)
    return spot


def find_table(paper: Paper, place: str, *, argument: str = "table") -> Spot:
    """A place that is a table; with an empty one, the document's only table."""
    if not place.strip():
        tables = [(n, block) for n, block in enumerate(blocks(paper.body), 1) if is_w(block, "tbl")]
        if len(tables) != 1:
            listed = ", ".join(str(n) for n, _ in tables) or "none"
            raise ToolError(f"say which table by its block; there is: {listed}", argument=argument)
        return Spot(str(tables[0][0]), Story("", paper.body, paper.document.part), tables[0][1])
    spot = find_place(paper, place, argument=argument)
    if not is_w(spot.element, "tbl"):
        tables = [str(n) for n, block in enumerate(blocks(paper.body), 1) if is_w(block, "tbl")]
        listed = ", ".join(tables[:20]) or "none"
        raise ToolError(f"{spot.place} is no table; tables of the body are: {listed}", argument=argument)
    return spot


def find_blocks(paper: Paper, places: Sequence[str] | None, *, argument: str = "blocks") -> list[Spot]:
    """The paragraphs and tables of several places, ranges like 5-9 among them, each once; None is the whole body."""
    body = Story("", paper.body, paper.document.part)
    there = list(blocks(paper.body))
    if places is None:
        return [Spot(str(n), body, block) for n, block in enumerate(there, 1)]
    found: dict[Element, Spot] = {}
    for place in places:
        ranged = _RANGE.match(place.strip())
        if ranged:
            low, high = int(ranged[1]), int(ranged[2])
            if low > high:
                raise ToolError(f"{quoted(place)} runs backwards; say {high}-{low}", argument=argument)
            _nth(there, low, "block", "the document", argument)
            _nth(there, high, "block", "the document", argument)
            spots = [Spot(str(n), body, there[n - 1]) for n in range(low, high + 1)]
        elif named := _STORY.match(place.strip()):
            story = find_story(paper, named[1], argument=argument)
            spots = [Spot(f"{story.name}:{n}", story, block) for n, block in enumerate(blocks(story.holder), 1)]
        else:
            spots = [find_block(paper, place, argument=argument)]
        for spot in spots:
            found.setdefault(spot.element, spot)
    if not found:
        raise ToolError("name at least one block", argument=argument)
    return list(found.values())


def place_of(paper: Paper, element: Element) -> str:
    """The number of a body block; empty for what lies elsewhere."""
    return next((str(n) for n, each in enumerate(blocks(paper.body), 1) if each is element), "")


def part_of(paper: Paper, element: Element) -> Part:
    """The part that an element stands in; links and pictures are relations of it."""
    root = element.getroottree().getroot()
    main = paper.document.part
    for rel in main.rels.values() if root is not paper.document.element else ():
        kind = rel.reltype.rsplit("/", 1)[-1]
        if kind in _BESIDE and not rel.is_external and paper.root(rel.target_part) is root:
            return rel.target_part
    return main
