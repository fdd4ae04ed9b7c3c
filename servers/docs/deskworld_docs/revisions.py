"""Tracked changes: listed, accepted, rejected, and switched on for what comes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from deskworld_kit import Page, Result, Saved, ToolError, World, page, tool
from pydantic import Field

from deskworld_docs.markup import add, child, deep, drop, make, put, tag, val
from deskworld_docs.objects import Element
from deskworld_docs.opening import Paper, editing, reading
from deskworld_docs.places import every_paragraph, place_of
from deskworld_docs.redlining import AUTHOR, author_of
from deskworld_docs.settling import Change, changes_of, grouped, settle

ByAuthor = Annotated[str, Field(description="Only of this author.")]
Numbers = Annotated[list[int] | None, Field(description="As listed; all if left out.")]


class Revision(Result):
    """A tracked change that nobody has accepted or rejected."""

    number: int = Field(description="For accept and reject; counts anew after each.")
    kind: str
    author: str
    when: str
    text: str
    block: str


class RevisionsSaved(Saved):
    """A document whose changes were settled."""

    settled: int
    left: int


@tool("read")
def list_revisions(
    world: World,
    path: str,
    author: ByAuthor = "",
    kind: Literal["", "insertion", "deletion", "move", "format"] = "",
    limit: int = 50,
    cursor: str = "",
) -> Page[Revision]:
    """Tracked changes that wait to be accepted or rejected."""
    with reading(world, path) as paper:
        places = {element: place for place, element in every_paragraph(paper)}
        found: list[Revision] = []
        for count, (change, *_) in enumerate(grouped(changes_of(paper)), 1):
            if author and author.lower() not in change.author.lower():
                continue
            if kind and kind not in change.kind and not (kind == "move" and "moved" in change.kind):
                continue
            found.append(
                Revision(
                    number=count,
                    kind=change.kind,
                    author=change.author,
                    when=change.when,
                    text=change.text,
                    block=_place(paper, change.element, places),
                )
            )
    return page(found, limit=limit, cursor=cursor)


def _place(paper: Paper, element: Element, places: dict[Element, str]) -> str:
    for up in (element, *element.iterancestors()):
        if up in places:
            return places[up]
    first = next((one for one in deep(element, "w:p") if one in places), None)
    if first is None:  # of a table's or a row's properties
        owner = next((up for up in element.iterancestors() if up.tag in (tag("w:tr"), tag("w:tbl"))), None)
        first = next((one for one in deep(owner, "w:p") if one in places), None) if owner is not None else None
    return places[first] if first is not None else place_of(paper, element)


@tool("edit")
def accept_revisions(world: World, path: str, numbers: Numbers = None, author: ByAuthor = "") -> RevisionsSaved:
    """Accept tracked changes: all, those of an author, or by number."""
    return _settled(world, path, numbers, author, accept=True)


@tool("edit")
def reject_revisions(world: World, path: str, numbers: Numbers = None, author: ByAuthor = "") -> RevisionsSaved:
    """Reject tracked changes, so that the document reads as before them."""
    return _settled(world, path, numbers, author, accept=False)


def _settled(world: World, path: str, numbers: Sequence[int] | None, author: str, *, accept: bool) -> RevisionsSaved:
    with editing(world, path) as paper:
        paper.untracked = True  # settling a change is not one
        groups = grouped(changes_of(paper))
        if not groups:
            raise ToolError("the document has no tracked changes", argument="path")
        chosen = _chosen(groups, numbers, author)
        settle(paper, [change for group in chosen for change in group], accept=accept)
        left = len(grouped(changes_of(paper)))
    receipt = paper.receipt
    receipt["verified"] += f"; {len(chosen)} {'accepted' if accept else 'rejected'}, {left} left"
    return RevisionsSaved(**receipt, settled=len(chosen), left=left)


def _chosen(groups: list[list[Change]], numbers: Sequence[int] | None, author: str) -> list[list[Change]]:
    if numbers is not None:
        wrong = [one for one in numbers if not 1 <= one <= len(groups)]
        if wrong or not numbers:
            said = wrong[0] if wrong else "none"
            raise ToolError(f"there is no change {said}; they are numbered 1 to {len(groups)}", argument="numbers")
        groups = [groups[one - 1] for one in dict.fromkeys(numbers)]
    if author:
        there = ", ".join(sorted({group[0].author for group in groups}))
        groups = [group for group in groups if author.lower() in group[0].author.lower()]
        if not groups:
            raise ToolError(f"no change is of {author!r}; they are of {there}", argument="author")
    return groups


@tool("edit")
def track_changes(
    world: World,
    path: str,
    on: bool = True,
    author: Annotated[str, Field(description="Whose the edits to come are.")] = "",
) -> Saved:
    """Switch tracking on or off. While it is on, all edits are written as tracked changes of the author."""
    with editing(world, path) as paper:
        paper.untracked = True
        settings = paper.part_root("settings")
        if settings is None:
            part = paper.add_part("settings.xml", "settings", "settings+xml", "<w:settings/>")
            settings = paper.root(part)
        if on:
            put(settings, "w:trackRevisions").attrib.pop(tag("w:val"), None)
            if author.strip():
                _remember(settings, author.strip())
        else:
            drop(settings, "w:trackRevisions")
        said = author_of(paper)
    receipt = paper.receipt
    receipt["verified"] += f"; tracks changes as {said}" if on else "; changes are not tracked"
    return Saved(**receipt)


def _remember(settings: Element, author: str) -> None:
    """Keep whose edits are tracked in a variable of the document, where Word leaves it alone."""
    holder = child(settings, "w:docVars")
    if holder is None:
        holder = add(settings, make("w:docVars"))
    for one in list(holder):
        if val(one, "name") == AUTHOR:
            holder.remove(one)
    variable = make("w:docVar")
    variable.set(tag("w:name"), AUTHOR)
    variable.set(tag("w:val"), author)
    holder.append(variable)
