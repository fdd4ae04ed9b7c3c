"""The outline of a PDF: its bookmarks, read and written as a list of titles with levels."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from deskworld_kit import Arguments, Page, Result, Saved, ToolError, World, page, tool
from pydantic import Field

from deskworld_pdf.arguments import Overwrite, Target
from deskworld_pdf.opening import editing, reading

if TYPE_CHECKING:
    import pikepdf

_MOST = 20_000


class Entry(Result):
    """A bookmark."""

    level: int = Field(description="From 1.")
    title: str
    page: int = Field(description="0: it leads to no page of this file.")


class NewEntry(Arguments):
    """A bookmark."""

    title: str
    page: int
    level: int = 1


@dataclass(frozen=True)
class Bookmark:
    """A bookmark with all that it carries. `view` is what follows the page in its destination, `extra` its other
    keys: an action that leads elsewhere, its colour and style, whether it is folded."""

    level: int
    title: str
    page: int
    view: tuple[Any, ...] = ()
    extra: dict[str, Any] = field(default_factory=dict[str, Any])


@tool("read")
def get_pdf_outline(world: World, path: str, limit: int = 100, cursor: str = "", password: str = "") -> Page[Entry]:
    """The bookmarks of a PDF with level and page."""
    with reading(world, path, password) as paper:
        found = [Entry(level=each.level, title=each.title, page=each.page) for each in entries_of(paper.pdf)]
    return page(found, limit=limit, cursor=cursor)


@tool("edit")
def set_pdf_outline(
    world: World, path: str, entries: list[NewEntry], target: Target = "", overwrite: Overwrite = False
) -> Saved:
    """Replace a PDF's bookmarks; an empty list removes them."""
    with editing(world, path, target, overwrite=overwrite) as paper:
        last = 0
        for each in entries:
            paper.page(each.page, argument="entries")
            if not 1 <= each.level <= last + 1:
                raise ToolError(
                    f"{each.title!r} has level {each.level} below one of level {last}; go down by one at a time",
                    argument="entries",
                )
            last = each.level
        write_entries(paper.pdf, [Bookmark(each.level, each.title, each.page) for each in entries])
    with reading(world, paper.name) as again:
        seen = len(entries_of(again.pdf))
    receipt = paper.receipt
    receipt["verified"] += f"; {seen} outline entries"
    return Saved(**receipt)


def write_entries(pdf: pikepdf.Pdf, entries: Sequence[Bookmark]) -> None:
    """Make the outline anew."""
    import pikepdf

    if "/Outlines" in pdf.Root:
        del pdf.Root["/Outlines"]
    if not entries:
        return
    root = pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name("/Outlines")))
    parents: list[Any] = [root]
    counts: dict[Any, int] = {}
    for each in entries:
        level = min(each.level, len(parents))
        del parents[level:]
        node = pdf.make_indirect(pikepdf.Dictionary(Title=pikepdf.String(each.title), Parent=parents[-1]))
        for key, value in each.extra.items():
            if key != "/Count":
                node[key] = value
        if each.page:
            view = each.view or (pikepdf.Name("/XYZ"), None, None, None)
            node["/Dest"] = pikepdf.Array([pdf.pages[each.page - 1].obj, *view])
        last = parents[-1].get("/Last")
        if last is None:
            parents[-1]["/First"] = node
        else:
            last["/Next"] = node
            node["/Prev"] = last
        parents[-1]["/Last"] = node
        counts[parents[-1].objgen] = counts.get(parents[-1].objgen, 0) + 1
        if each.extra.get("/Count", 0) < 0:
            node["/Count"] = -1
        parents.append(node)
    _count(root, counts, 0)
    pdf.Root["/Outlines"] = root


def _count(node: Any, counts: dict[Any, int], depth: int) -> int:
    """Say how many entries show below each one: all that are not folded, as the standard has it."""
    below = 0
    child = node.get("/First")
    while child is not None and depth < 40:
        below += 1 + max(0, _count(child, counts, depth + 1))
        child = child.get("/Next")
    folded = int(node.get("/Count", 0)) < 0
    if below:
        node["/Count"] = -below if folded else below
    elif "/Count" in node:
        del node["/Count"]
    return -below if folded else below


def entries_of(pdf: pikepdf.Pdf) -> list[Bookmark]:
    """Each bookmark with its page (from 1; 0 where it leads to none), loops cut."""
    root = pdf.Root.get("/Outlines")
    if root is None:
        return []
    at = page_numbers(pdf)
    named = named_goals(pdf)
    found: list[Bookmark] = []
    seen: set[object] = set()
    waiting: list[tuple[Any, int]] = [(root.get("/First"), 1)]
    while waiting and len(found) < _MOST:
        node, level = waiting.pop()
        if node is None or node.objgen in seen:
            continue
        seen.add(node.objgen)
        found.append(_bookmark(node, level, at, named))
        waiting.append((node.get("/Next"), level))
        waiting.append((node.get("/First"), level + 1))
    return found


def _bookmark(node: Any, level: int, at: dict[Any, int], named: dict[str, Any]) -> Bookmark:
    made = Bookmark(level, str(node.get("/Title", "")), 0)
    extra = {key: node[key] for key in ("/C", "/F", "/Count") if key in node}
    goal = node.get("/Dest")
    with suppress(Exception):
        if goal is None and "/A" in node:
            if node["/A"].get("/S") == "/GoTo":
                goal = node["/A"].get("/D")
            else:
                extra["/A"] = node["/A"]
        number, view = goal_of(goal, at, named)
        return replace(made, page=number, view=view, extra=extra)
    return replace(made, extra=extra)


def goal_of(goal: Any, at: dict[Any, int], named: dict[str, Any]) -> tuple[int, tuple[Any, ...]]:
    """The page that a destination leads to (0 for none), and how it is shown there."""
    import pikepdf

    if isinstance(goal, pikepdf.String | pikepdf.Name | str):
        goal = named.get(str(goal).lstrip("/"))
    if isinstance(goal, pikepdf.Dictionary):
        goal = goal.get("/D")
    if not isinstance(goal, pikepdf.Array) or not len(goal):
        return 0, ()
    first, view = goal[0], tuple(list(goal)[1:])
    if isinstance(first, pikepdf.Dictionary):
        return at.get(first.objgen, 0), view
    number = int(first)
    return (number + 1 if 0 <= number < len(at) else 0), view


def page_numbers(pdf: pikepdf.Pdf) -> dict[Any, int]:
    """The number of each page, by its object."""
    return {each.obj.objgen: number for number, each in enumerate(pdf.pages, 1)}


def named_goals(pdf: pikepdf.Pdf) -> dict[str, Any]:
    """Named destinations, of both the old and the new kind."""
    import pikepdf

    found: dict[str, Any] = {}
    with suppress(Exception):
        old = pdf.Root.get("/Dests")
        if old is not None:
            found.update({str(key).lstrip("/"): old[key] for key in old.keys()})  # noqa: SIM118 - no plain dict
    with suppress(Exception):
        names = pdf.Root.get("/Names")
        if names is not None and "/Dests" in names:
            found.update({str(key): value for key, value in pikepdf.NameTree(names["/Dests"]).items()})
    return found
