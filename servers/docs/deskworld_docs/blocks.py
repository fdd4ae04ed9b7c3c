"""Blocks of a document: put in, changed, taken out, moved. Text comes as Markdown and looks like what is around it."""

from __future__ import annotations

import copy
from typing import Any

from deskworld_kit import Saved, ToolError, World, tool
from pydantic import Field

from deskworld_docs.arguments import After, Block, Blocks, Markdown, Style
from deskworld_docs.captions import make_all_real, reworded
from deskworld_docs.gaps import Gap, close_up, find_gap, neighbours, space_tables
from deskworld_docs.markdown.model import Block as Parsed
from deskworld_docs.markdown.model import Span
from deskworld_docs.markup import add, child, clean, drop, is_w, make, properties, put, tag
from deskworld_docs.objects import Element
from deskworld_docs.opening import Paper, editing
from deskworld_docs.places import Spot, blocks, find_block, find_blocks, find_place


class BlocksSaved(Saved):
    """Blocks that were made or changed."""

    blocks: list[str] = Field(description="Their places now.")
    text: str = Field(default="", description="How they read, in Markdown.")


class BlocksGone(Saved):
    """Blocks that were deleted."""

    deleted: int
    left: int = Field(description="Blocks in the body now.")


@tool("add", core=True)
def insert_block(
    world: World, path: str, text: Markdown, after: After = "", style: Style = "", plain: bool = False
) -> BlocksSaved:
    """Insert paragraphs, headings, lists, tables, code.

    Args:
        plain: The text is no Markdown; a line a paragraph.
    """
    from deskworld_docs.composing import Composer
    from deskworld_docs.markdown import leftovers

    with editing(world, path) as paper:
        gap = find_gap(paper, after)
        composer = Composer(world, paper, gap.story.part)
        composer.place = gap.before if gap.before is not None else gap.holder
        fresh = parsed(text, plain=plain)
        made = composer.compose(fresh)
        paper.warnings += [] if plain else leftovers(fresh)
        if style:
            restyle(composer, made, style)
        elif gap.before is not None:
            look_alike(paper, composer, made, gap.before)
        gap.fill(made)
        composer.settle_captions()
        make_all_real(paper, composer.styles, made)
        paper.touch(*made)
    return saved(paper, made)


def parsed(text: str, *, plain: bool, argument: str = "text") -> list[Parsed]:
    """The blocks of a text.

    Raises:
        ToolError: There is nothing in it.
    """
    from deskworld_docs.markdown import parse_blocks

    text = clean(text)
    if not text.strip():
        raise ToolError("there is no text in it", argument=argument)
    if plain:
        return [Parsed("paragraph", spans=[Span(line)]) for line in text.split("\n")]
    return parse_blocks(text) or [Parsed("paragraph", spans=[Span(text.strip())])]


def restyle(composer: Any, elements: list[Element], style: str) -> None:
    """Give all paragraphs, or the tables where it is a table's, a style."""
    kinds = "table" if all(is_w(one, "tbl") for one in elements) else "paragraph"
    identifier = composer.styles.identifier(style, kinds)
    for element in elements:
        if is_w(element, "p") and kinds == "paragraph":
            put(properties(element), "w:pStyle", val=identifier)
        elif kinds == "table":
            put(properties(element), "w:tblStyle", val=identifier)


def look_alike(paper: Paper, composer: Any, elements: list[Element], model: Element) -> None:
    """Plain paragraphs look like the plain paragraph they follow: its style, its distances, its letters."""
    from deskworld_docs.numbering import Counter

    if not is_w(model, "p") or composer.styles.outline_level(model) or Counter(paper).numbering_of(model)[0]:
        return
    name = composer.styles.style_name(model).casefold()
    if name not in ("normal", "body text", "standard", "text body", "first paragraph", "no spacing"):
        return
    shape = child(model, "w:pPr")
    looks = main_look(model)
    for element in elements:
        if not is_w(element, "p") or child(element, "w:pPr") is not None:
            continue
        if shape is not None:
            mine = copy.deepcopy(shape)
            drop(mine, "w:numPr", "w:sectPr", "w:pageBreakBefore", "w:pPrChange", "w:rPr", "w:keepNext")
            element.insert(0, mine)
        for run in element.iter(tag("w:r")):
            mine = properties(run)
            for one in looks if looks is not None else ():
                if mine.find(one.tag) is None:
                    add(mine, copy.deepcopy(one))


def main_look(paragraph: Element) -> Element | None:
    """The w:rPr that most letters of a paragraph have, without what marks single words."""
    from deskworld_docs.words import atoms_of

    lengths: dict[bytes, int] = {}
    found: dict[bytes, Element] = {}
    for atom in atoms_of(paragraph):
        looks = child(atom.run, "w:rPr")
        mine = None
        if looks is not None:
            mine = copy.deepcopy(looks)
            drop(mine, "w:rStyle", "w:vertAlign", "w:noProof", "w:lang", "w:ins", "w:del", "w:rPrChange", "w:highlight")
        key = _bytes(mine)
        lengths[key] = lengths.get(key, 0) + len(atom.text)
        if mine is not None:
            found[key] = mine
    if not lengths:  # an empty paragraph's mark says how its first letter will look
        mark = child(paragraph, "w:pPr", "w:rPr")
        if mark is None or not len(mark):
            return None
        mine = copy.deepcopy(mark)
        drop(mine, "w:ins", "w:del", "w:moveFrom", "w:moveTo", "w:rPrChange")
        return mine
    best = max(lengths, key=lambda key: lengths[key])
    made = found.get(best)
    return made if made is not None and len(made) else None


def _bytes(element: Element | None) -> bytes:
    from lxml import etree

    return b"" if element is None or not len(element) else etree.tostring(element)


def saved(paper: Paper, elements: list[Element]) -> BlocksSaved:
    """The result for blocks that were made or changed."""
    from deskworld_docs.describing import Describer, cut
    from deskworld_docs.places import every_paragraph

    numbers = {block: str(n) for n, block in enumerate(blocks(paper.body), 1)}
    if any(element not in numbers for element in elements):
        numbers = {**{element: place for place, element in every_paragraph(paper)}, **numbers}
    describer = Describer(paper)
    lines: list[str] = []
    for element in elements[:12]:
        view = describer.view(element)
        lines.append(f"{view['label']} {view['text']}".strip())
    places = [numbers[element] for element in elements if element in numbers]
    return BlocksSaved(**paper.receipt, blocks=places, text=cut("\n".join(lines), 2000))


@tool("edit", core=True)
def update_block(world: World, path: str, block: Block, text: Markdown, plain: bool = False) -> BlocksSaved:
    """Replace what a block says; a paragraph keeps its style and look."""
    from deskworld_docs.composing import Composer

    with editing(world, path) as paper:
        spot = find_place(paper, block)
        composer = Composer(world, paper, spot.story.part)
        fresh = parsed(text, plain=plain)
        if is_w(spot.element, "tc"):
            changed = [fill_cell(composer, spot.element, fresh)]
        elif is_w(spot.element, "p") and (one := _one_line(fresh, composer, spot.element)) is not None:
            before = copy.deepcopy(spot.element)
            write_paragraph(composer, spot.element, one.spans)
            reworded(spot.element, before)
            if one.kind == "heading":
                name = composer.styles.identifier(f"heading {one.level}")
                if composer.styles.outline_level(spot.element) != one.level:
                    put(properties(spot.element), "w:pStyle", val=name)
            composer.links.settle([])
            changed = [spot.element]
        else:
            composer.place = spot.element
            changed = composer.compose(fresh)
            Gap(paper, spot.story, spot.element.getparent(), spot.element).fill(changed)
            remove(paper, spot)
            composer.settle_captions()
        make_all_real(paper, composer.styles, changed)
        paper.touch(*changed)
    return saved(paper, changed)


def _one_line(fresh: list[Parsed], composer: Any, target: Element) -> Parsed | None:
    """The one paragraph, heading or item that the text is; None where it is more."""
    blocks_ = [block for block in fresh if block.kind != "note"]
    if len(blocks_) != 1 or len(blocks_) != len(fresh):
        return None
    one = blocks_[0]
    if one.kind in ("paragraph", "heading"):
        return one
    style = composer.styles.style_name(target)
    wanted = composer.code_style(one.info) if one.kind == "code" and one.info else style
    if one.kind == "code" and style.startswith("Code Block") and style == wanted:
        return Parsed("paragraph", spans=[Span(one.text)])
    if one.kind == "list" and len(one.blocks) == 1 and len(one.blocks[0].blocks) == 1 and (
        child(target, "w:pPr", "w:numPr") is not None or "list" in style.casefold()
    ):  # fmt: skip
        return one.blocks[0].blocks[0]
    return None


def write_paragraph(composer: Any, paragraph: Element, spans: list[Span]) -> None:
    """Give a paragraph new words in the look that most of its old ones had."""
    from deskworld_docs.words import empty_paragraph

    looks = main_look(paragraph)
    if looks is not None and any(span.marks for span in spans):
        drop(looks, "w:b", "w:bCs", "w:i", "w:iCs", "w:u")
    pictures = [run for run in paragraph.iter(tag("w:r")) if any(is_w(one, "drawing", "pict", "object") for one in run)]
    if pictures and not any(span.kind == "picture" for span in spans):
        composer.paper.warnings.append("pictures or objects that stood in the block are gone")
    empty_paragraph(paragraph)
    composer.refill(paragraph, spans, looks)


def fill_cell(composer: Any, cell: Element, fresh: list[Parsed]) -> Element:
    """Give a cell new content; its first paragraph keeps its look. Gives that paragraph."""
    from deskworld_docs.tabling import first_paragraph

    first = composer.place = first_paragraph(cell)
    for block in list(blocks(cell)):
        if block is not first:
            block.getparent().remove(block)
    if fresh and fresh[0].kind == "paragraph":
        write_paragraph(composer, first, fresh[0].spans)
        rest = composer.compose(fresh[1:])
        for element in reversed(rest):
            first.addnext(element)
    else:
        made = composer.compose(fresh)
        for element in reversed(made):
            first.addnext(element)
        cell.remove(first)
        first = made[0]
    composer.links.settle([])
    if not is_w(list(blocks(cell))[-1], "p"):
        cell.append(make("w:p"))
    space_tables(composer.paper, list(blocks(cell)))
    return first


@tool("remove", core=True)
def delete_blocks(world: World, path: str, blocks: Blocks) -> BlocksGone:
    """Delete paragraphs or tables, with notes and pictures that only they used."""
    from deskworld_docs.captions import renumber
    from deskworld_docs.places import blocks as blocks_of
    from deskworld_docs.redlining import tracking

    with editing(world, path) as paper:
        spots = find_blocks(paper, blocks)
        for spot in spots:
            remove(paper, spot)
        if not tracking(paper):  # what is struck still counts
            renumber(paper)
    left = sum(1 for _ in blocks_of(paper.body))  # where changes are tracked, what is struck is there
    return BlocksGone(**paper.receipt, deleted=len(spots), left=left)


def remove(paper: Paper, spot: Spot) -> None:
    """Take a block out. A section's end moves to the block before; a cell or a note keeps one paragraph."""
    from deskworld_docs.removing import Leaving, settle_after
    from deskworld_docs.words import empty_paragraph

    element = spot.element
    holder = element.getparent()
    section = child(element, "w:pPr", "w:sectPr") if is_w(element, "p") else None
    before = element.getprevious()
    left = Leaving.of(element)
    only = is_w(holder, "tc", "hdr", "ftr", "footnote", "endnote", "comment", "txbxContent") and (
        sum(1 for _ in blocks(holder)) == 1
    )
    if section is not None and before is not None and is_w(before, "p") and child(before, "w:pPr", "w:sectPr") is None:
        properties(before).append(section)
        section = None
    if section is not None or (only and is_w(element, "p")):
        empty_paragraph(element)
        removed = None
    else:
        beside = neighbours(element)
        holder.remove(element)
        removed = element
        close_up(paper, *beside)
        if only:
            holder.append(make("w:p"))
        elif is_w(holder, "sdtContent") and not any(True for _ in blocks(holder)):
            control = holder.getparent()
            control.getparent().remove(control)
    settle_after(paper, spot.story.part, left, removed)


@tool("edit")
def move_blocks(world: World, path: str, blocks: Blocks, after: After) -> BlocksSaved:
    """Move blocks behind another one."""
    from deskworld_docs.captions import renumber
    from deskworld_docs.redlining import tracking

    with editing(world, path) as paper:
        spots = find_blocks(paper, blocks)
        gap = find_gap(paper, after)
        for spot in spots:
            if spot.story.part is not gap.story.part:
                raise ToolError(
                    f"{spot.place} can't be moved from one part of the document to another", argument="after"
                )
            if is_w(spot.element, "p") and child(spot.element, "w:pPr", "w:sectPr") is not None:
                raise ToolError(f"{spot.place} ends a section; move the blocks around it instead", argument="blocks")
            if gap.before is spot.element or any(above is spot.element for above in gap.holder.iterancestors()):
                raise ToolError("the goal is among the blocks that are moved", argument="after")
        moved = [spot.element for spot in spots]
        for element in moved:
            holder = element.getparent()
            beside = neighbours(element)
            holder.remove(element)
            if not any(one in moved for one in beside):
                close_up(paper, *beside)
            if is_w(holder, "tc") and not any(True for _ in _blocks(holder)):
                holder.append(make("w:p"))
        gap.fill(moved)
        if not tracking(paper):
            renumber(paper)
        paper.touch(*moved)
    return saved(paper, moved)


def _blocks(holder: Element) -> Any:
    return blocks(holder)


@tool("edit")
def replace_document_section(world: World, path: str, heading: Block, text: Markdown) -> BlocksSaved:
    """Replace all that stands under a heading, to the next of its level."""
    from deskworld_docs.composing import Composer
    from deskworld_docs.markdown import leftovers

    with editing(world, path) as paper:
        spot = find_block(paper, heading, argument="heading")
        composer = Composer(world, paper, spot.story.part)
        level = composer.styles.outline_level(spot.element) if is_w(spot.element, "p") else 0
        if not level:
            raise ToolError(f"{spot.place} is no heading; get_document_outline lists them", argument="heading")
        under: list[Element] = []
        for block in list(blocks(spot.story.holder))[int(spot.place.rpartition(":")[2].partition(".")[0]) :]:
            if is_w(block, "p") and 0 < composer.styles.outline_level(block) <= level:
                break
            under.append(block)
        composer.place = spot.element
        fresh = parsed(text, plain=False)
        made = composer.compose(fresh)
        paper.warnings += leftovers(fresh)
        for block in under:
            remove(paper, Spot("", spot.story, block))
        Gap(paper, spot.story, spot.element.getparent(), spot.element).fill(made)
        composer.settle_captions()
        paper.touch(*made)
    return saved(paper, made)
