"""Places between blocks: what is put there keeps what Word asks for, and what is taken out leaves no two things stuck.

Two tables that touch are one table to Word, a cell and the body end with a paragraph, and a table has space around it.
"""

from __future__ import annotations

from collections.abc import Sequence

from deskworld_docs.markup import child, is_w, make
from deskworld_docs.objects import Element
from deskworld_docs.opening import Paper
from deskworld_docs.places import Story, blocks, find_place, find_story
from deskworld_docs.spacing import set_apart
from deskworld_docs.styling import Styles

_BY_NAME = {"start": "0", "beginning": "0", "end": "", "last": ""}


class Gap:
    """A place between blocks: after `before`, or at the start of `holder`."""

    def __init__(self, paper: Paper, story: Story, holder: Element, before: Element | None) -> None:
        self.paper = paper
        self.story = story
        self.holder = holder
        self.before = before

    def fill(self, elements: Sequence[Element]) -> None:
        """Put elements there, in order."""
        if self.before is not None:
            for element in reversed(elements):
                self.before.addnext(element)
        else:
            first = next(blocks(self.holder), None)
            last = child(self.holder, "w:sectPr")
            goal = first if first is not None and first.getparent() is self.holder else last
            for number, element in enumerate(elements):
                if goal is not None:
                    goal.addprevious(element)
                else:
                    at = 1 if len(self.holder) and is_w(self.holder[0], "tcPr") else 0
                    self.holder.insert(at + number, element)
        first, last = elements[0], elements[-1]
        if self.before is not None and is_w(self.before, "tbl") and is_w(first, "tbl"):
            self.before.addnext(make("w:p"))
        following = next((one for one in last.itersiblings() if is_w(one, "p", "tbl", "sdt")), None)
        if is_w(last, "tbl") and (following is None or is_w(following, "tbl")):
            last.addnext(make("w:p"))
        space_tables(self.paper, elements)


def space_tables(paper: Paper, elements: Sequence[Element]) -> None:
    """Give the tables among blocks that stand in a document, and those right beside them, their space."""
    row = [_beside(elements[0], -1), *elements, _beside(elements[-1], 1)]
    there = [one for one in row if one is not None]
    if any(is_w(one, "tbl") for one in there):
        set_apart(Styles(paper), there)


def close_up(paper: Paper, before: Element | None, after: Element | None) -> None:
    """What stood apart is beside each other now: two tables get a paragraph between them, a text its space."""
    if before is None or after is None or not (is_w(before, "tbl") or is_w(after, "tbl")):
        return
    if is_w(before, "tbl") and is_w(after, "tbl"):
        before.addnext(make("w:p"))
    else:
        set_apart(Styles(paper), [before, after])


def _beside(element: Element, step: int) -> Element | None:
    """The block right before or after one; a content control is none."""
    neighbour = element.getprevious() if step < 0 else element.getnext()
    while neighbour is not None and not is_w(neighbour, "p", "tbl", "sdt", "tcPr", "sectPr"):
        neighbour = neighbour.getprevious() if step < 0 else neighbour.getnext()
    return neighbour if neighbour is not None and is_w(neighbour, "p", "tbl") else None


def neighbours(element: Element) -> tuple[Element | None, Element | None]:
    """The blocks right before and after one."""
    return _beside(element, -1), _beside(element, 1)


def find_gap(paper: Paper, after: str, *, argument: str = "after") -> Gap:
    """The place after a block; "0" is the start of the body, "" its end, "header1" the end of a header."""
    said = _BY_NAME.get(after.strip().casefold(), after.strip())
    if said in ("", "0"):
        story = Story("", paper.body, paper.document.part)
        last = None if said == "0" else next(reversed(list(blocks(paper.body))), None)
        return Gap(paper, story, paper.body, last)
    if said.rstrip(":").isalnum() and not said[0].isdigit():
        story = find_story(paper, said.rstrip(":"), argument=argument)
        return Gap(paper, story, story.holder, next(reversed(list(blocks(story.holder))), None))
    name, sign, number = said.rpartition(":")
    if number == "0" and sign:
        story = find_story(paper, name, argument=argument)
        return Gap(paper, story, story.holder, None)
    spot = find_place(paper, said, argument=argument)
    if is_w(spot.element, "tc"):
        return Gap(paper, spot.story, spot.element, next(reversed(list(blocks(spot.element))), None))
    return Gap(paper, spot.story, spot.element.getparent(), spot.element)
