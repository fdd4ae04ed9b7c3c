"""The diagram tools: things and what goes between them in, a laid-out picture out.

Arrows, messages, events and tasks are lines of text, as people jot them down: a list of objects would say no more and
cost every caller several times as much.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, Literal

from deskworld_kit import Arguments, Shown, World, tool
from pydantic import Field

from deskworld_draw.arguments import theme_of
from deskworld_draw.saving import Drawn, Made


class DiagramNode(Arguments):
    # A thing of a diagram. No docstring: it would be a part of the schema that every caller pays for.
    id: str
    label: str = ""
    note: str = ""
    parent: str = ""
    group: str = ""
    shape: str = Field(default="", description="round, diamond, circle, cylinder, text.")
    color: str = ""


@tool("edit", core=True)
def draw_diagram(
    world: World,
    path: str,
    kind: Literal["flow", "tree", "org", "mindmap"],
    nodes: list[DiagramNode] = [],  # noqa: B006
    edges: Annotated[Sequence[str], Field(description="a -> b: words; --> for a dashed one.")] = (),
    direction: Literal["", "down", "right"] = "",
    title: str = "",
    dark: bool = False,
) -> Shown[Drawn]:
    """Draw a diagram (.png, .svg, .pdf), laid out by itself. Nodes that edges name need not be listed."""
    from deskworld_draw.graphs import Things, draw

    things = Things.of(nodes, edges)
    drawing = partial(draw, things, kind, direction)
    return _drawn(world, path, title, dark, drawing, f"{len(things.nodes)} nodes, {len(things.edges)} edges")


@tool("edit")
def draw_graphviz(world: World, path: str, dot: str, title: str = "", dark: bool = False) -> Shown[Drawn]:
    """Draw a graph from text in the DOT language."""
    from deskworld_draw.dots import draw

    return _drawn(world, path, title, dark, partial(draw, dot))


@tool("edit")
def draw_mermaid(
    world: World,
    path: str,
    text: str = "",
    source: Annotated[str, Field(description="Or a .mmd or .md.")] = "",
    dark: bool = False,
) -> Shown[Drawn]:
    """Draw Mermaid text of any kind: flowchart, sequence, class, state, ER, gantt, mind map."""
    from deskworld_draw.mermaids import draw, text_of
    from deskworld_draw.saving import place_for, show

    place = place_for(world, path)
    made, kind = draw(text_of(world, text, source), theme_of(dark), place.suffix.lower())
    return show(world, place, made, more=f"Mermaid: {kind}")


@tool("edit")
def draw_timeline(
    world: World,
    path: str,
    events: Annotated[list[str], Field(description="day | words | more.")],
    title: str = "",
    dark: bool = False,
) -> Shown[Drawn]:
    """Draw events along a line, in order of their days."""
    from deskworld_draw.timelines import draw

    return _drawn(world, path, title, dark, partial(draw, events), f"{len(events)} events")


@tool("edit")
def draw_gantt(
    world: World,
    path: str,
    tasks: Annotated[list[str], Field(description="words | 2026-01-05 | last day | group.")],
    title: str = "",
    dark: bool = False,
) -> Shown[Drawn]:
    """Draw a plan: a bar a task; one without a last day is a milestone."""
    from deskworld_draw.plans import draw

    return _drawn(world, path, title, dark, partial(draw, tasks), f"{len(tasks)} tasks")


@tool("edit")
def draw_sequence(
    world: World,
    path: str,
    messages: Annotated[list[str], Field(description="a -> b: words; --> for a reply.")],
    title: str = "",
    dark: bool = False,
) -> Shown[Drawn]:
    """Draw who sends what to whom, from top to bottom."""
    from deskworld_draw import arrows
    from deskworld_draw.graphs import Things
    from deskworld_draw.sequences import draw

    things = Things.of([], messages, argument="messages", read=arrows.messages)
    more = f"{len(things.nodes)} actors, {len(things.edges)} messages"
    return _drawn(world, path, title, dark, partial(draw, things), more)


def _drawn(
    world: World, path: str, title: str, dark: bool, draw: Callable[[str, str, str], Made], more: str = ""
) -> Shown[Drawn]:
    """What every diagram comes to: drawn under its title, in its theme, as its path's ending says, kept and shown."""
    from deskworld_draw.saving import place_for, show
    from deskworld_draw.words import plain

    place = place_for(world, path)
    made = draw(plain(title, argument="title", longest=300), theme_of(dark), place.suffix.lower())
    return show(world, place, made, more=more)
