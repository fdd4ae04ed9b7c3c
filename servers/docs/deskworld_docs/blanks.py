"""The blanks of a template: what is to be filled in, and where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from deskworld_kit import Scalar

from deskworld_docs.controls import control_names, merge_fields
from deskworld_docs.markup import deep, is_w, tag
from deskworld_docs.objects import Element
from deskworld_docs.opening import Paper
from deskworld_docs.places import Story, paragraphs_of, stories
from deskworld_docs.words import text_of

NAME = r"[A-Za-z_À-ÿ][\w .\-À-ÿ]*?"
BLANK = re.compile(rf"\{{\{{\s*(?P<kind>[#^/]?)\s*(?P<name>{NAME})\s*\}}\}}")


@dataclass(frozen=True)
class Blank:
    """A blank as it stands: its name, what it is, and where."""

    name: str
    kind: str
    """text, section, control or merge field."""
    place: str


def find_blanks(paper: Paper) -> list[Blank]:
    """All blanks of a document, in order."""
    found: list[Blank] = []
    for story in stories(paper):
        if story.name.startswith("comment"):
            continue
        prefix = f"{story.name}:" if story.name else ""
        places = dict[Element, str]()
        for place, paragraph in paragraphs_of(story.holder, prefix):
            places[paragraph] = place
            for match in BLANK.finditer(text_of(paragraph)):
                if match["kind"] != "/":
                    found.append(Blank(match["name"], "section" if match["kind"] else "text", place))
            found += [Blank(name, "merge field", place) for name, *_ in merge_fields(paragraph)]
        for control in deep(story.holder, "w:sdt"):
            if of_box(control, story):
                continue
            names = control_names(control)
            if names:
                inner = next((places[one] for one in deep(control, "w:p") if one in places), "")
                outer = next((places[up] for up in control.iterancestors() if up in places), "")
                found.append(Blank(names[0], "control", outer or inner))
    return found


def of_box(control: Element, story: Story) -> bool:
    """Whether a control lies in a text box, which is a story of its own."""
    for up in control.iterancestors():
        if up is story.holder:
            return False
        if is_w(up, "txbxContent"):
            return True
    return False


def plain(value: Scalar) -> str:
    """A value as text."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def unfilled(paper: Paper) -> Iterator[Blank]:
    """The blanks that are still there: a control counts while it shows its prompt."""
    prompting = [control for control in deep(paper.body, "w:sdt") if _prompts(control)]
    controls = {name for control in prompting for name in control_names(control)[:1]}
    for blank in find_blanks(paper):
        if blank.kind != "control" or blank.name in controls:
            yield blank


def _prompts(control: Element) -> bool:
    properties = control.find(tag("w:sdtPr"))
    return properties is not None and properties.find(tag("w:showingPlcHdr")) is not None
