"""Lists with real numbering: made of paragraphs, restarted, joined, taken apart."""

from __future__ import annotations

from typing import Annotated, Literal

from deskworld_kit import Saved, ToolError, World, tool
from pydantic import Field

from deskworld_docs.arguments import Block, Blocks
from deskworld_docs.markup import child, deep, drop, is_w, make, properties, put, tag
from deskworld_docs.numbering import labels, new_list, put_in_list, take_out
from deskworld_docs.objects import Element
from deskworld_docs.opening import editing
from deskworld_docs.places import find_block, find_blocks, place_of


class ListSaved(Saved):
    """A list as it is now."""

    items: list[str] = Field(description="Each item's place and label: '12 a)'.")


@tool("edit", core=True)
def set_list(
    world: World,
    path: str,
    blocks: Blocks,
    kind: Literal["bullet", "dash", "number", "letter", "roman", "outline", "task", "none"] = "bullet",
    level: Annotated[int | None, Field(ge=1, le=9, description="From 1; else as it is.")] = None,
    start: Annotated[int | None, Field(ge=0, le=9999, description="Begin anew here.")] = None,
    continues: Annotated[Block, Field(description="Go on with the list of this block.")] = "",
) -> ListSaved:
    """Make paragraphs items of one list with real numbering; each call starts a list of its own."""
    with editing(world, path) as paper:
        spots = find_blocks(paper, blocks)
        counter, items = labels(paper)
        styles = counter.styles
        for spot in spots:
            if not is_w(spot.element, "p"):
                raise ToolError(f"{spot.place} is a table; only paragraphs are items", argument="blocks")
        listed = 0
        if continues:
            if start is not None:
                raise ToolError("say `start` or `continues`, not both", argument="start")
            goal = find_block(paper, continues, argument="continues")
            if goal.element not in items:
                raise ToolError(f"{goal.place} is in no list", argument="continues")
            listed = items[goal.element].listed
        elif kind != "none":
            deep_first = (level or 1) - 1
            listed = new_list(paper, kind, start=1 if start is None else start, level=deep_first)
        for spot in spots:
            element = spot.element
            _without_box(element)
            if not listed:
                if element in items:
                    inherited = next(iter(styles.inherited(element, "w:pPr", "w:numPr")), None) is not None
                    take_out(element, overrule=inherited)
                    drop(properties(element), "w:ind")
                    if styles.style_name(element).casefold().startswith("list "):
                        drop(properties(element), "w:pStyle", "w:numPr")
            else:
                old = items[element].level if element in items else 0
                put_in_list(element, listed, old if level is None else level - 1)
                drop(properties(element), "w:ind")
                _as_item(element, styles)
                if kind == "task" and not continues:
                    _with_box(element)
            paper.touch(element)
        _, after = labels(paper)
        said = [
            f"{place_of(paper, s.element) or s.place} {after[s.element].label if s.element in after else ''}".strip()
            for s in spots
        ]
    return ListSaved(**paper.receipt, items=said[:200])


def _as_item(element: Element, styles: object) -> None:
    """Plain paragraphs get the style of items; headings and designed ones keep theirs."""
    from deskworld_docs.styling import Styles

    assert isinstance(styles, Styles)
    name = styles.style_name(element).casefold()
    if not styles.outline_level(element) and name in ("normal", "body text", "list bullet", "list number", "standard"):
        put(properties(element), "w:pStyle", val=styles.identifier("List Paragraph"))


def _with_box(element: Element) -> None:
    from deskworld_docs.lettering import checkbox

    first = next((n for n, one in enumerate(element) if not is_w(one, "pPr")), len(element))
    element.insert(first, make("w:r", make("w:tab")))
    element.insert(first, checkbox(False))


def _without_box(element: Element) -> None:
    for control in list(deep(element, "w:sdt")):
        if child(control, "w:sdtPr", "w14:checkbox") is not None:
            after = control.getnext()
            control.getparent().remove(control)
            if after is not None and is_w(after, "r") and [one.tag for one in after] == [tag("w:tab")]:
                after.getparent().remove(after)
