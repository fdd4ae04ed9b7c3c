"""The diagram tools: things and what goes between them in, a laid-out picture out.

Arrows, messages, events and tasks are lines of text, as people jot them down: a list of objects would say no more and
cost every caller several times as much.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, Any, Literal, cast

from deskworld_kit import Arguments, Shown, World, tool
from deskworld_kit.saying import many
from pydantic import BeforeValidator, Field, model_validator

from deskworld_draw import jotted
from deskworld_draw.arguments import Size, sides, theme_of
from deskworld_draw.saving import Drawn, Made

_KINDS = {
    "flowchart": "flow", "flow_chart": "flow", "graph": "flow", "process": "flow", "network": "flow",
    "org_chart": "org", "orgchart": "org", "organization": "org", "organisation": "org", "hierarchy": "tree",
    "mind_map": "mindmap",
}  # fmt: skip
_DIRECTIONS = {
    "lr": "right", "horizontal": "right", "left_to_right": "right", "td": "down", "tb": "down", "vertical": "down",
    "top_down": "down", "top_to_bottom": "down", "auto": "",
}  # fmt: skip


def _kind(said: Any) -> Any:
    return _named(said, _KINDS)


def _direction(said: Any) -> Any:
    return _named(said, _DIRECTIONS)


def _named(said: Any, others: dict[str, str]) -> Any:
    """What people mean by other names for it."""
    plain = re.sub(r"[\s_-]+", "_", said.strip().casefold()) if isinstance(said, str) else said
    return others.get(plain, plain) if isinstance(plain, str) else said


class DiagramNode(Arguments):
    # A thing of a diagram. No docstring: it would be a part of the schema that every caller pays for.
    id: str
    label: str = ""
    note: str = ""
    parent: str = ""
    group: str = ""
    shape: str = Field(default="", description="diamond, cylinder, ellipse, round.")
    color: str = ""

    @model_validator(mode="before")
    @classmethod
    def _type_is_shape(cls, given: Any) -> Any:
        if isinstance(given, dict) and "type" in given and "shape" not in given:
            return {
                ("shape" if name == "type" else name): value for name, value in cast("dict[str, Any]", given).items()
            }
        return cast("Any", given)


@tool("edit", core=True)
def draw_diagram(
    world: World,
    path: str,
    kind: Annotated[Literal["flow", "tree", "org", "mindmap"], BeforeValidator(_kind)],
    nodes: list[DiagramNode] = [],  # noqa: B006
    edges: Annotated[
        Sequence[str], BeforeValidator(jotted.arrows), Field(description="a -> b: words; --> dashed.")
    ] = (),
    direction: Annotated[Literal["", "down", "right"], BeforeValidator(_direction)] = "",
    title: str = "",
    dark: bool = False,
    overwrite: bool = False,
) -> Shown[Drawn]:
    """Draw a diagram (.png, .svg, .pdf), laid out by itself. Edges alone will do."""
    from deskworld_draw.graphs import Things, draw

    things = Things.of(nodes, edges)
    counted = f"{many(len(things.nodes), 'node')}, {many(len(things.edges), 'edge')}"
    drawing = partial(draw, things, kind, direction)
    return _drawn(world, path, overwrite, title, dark, drawing, counted)


@tool("edit")
def draw_graphviz(
    world: World, path: str, dot: str, title: str = "", dark: bool = False, overwrite: bool = False
) -> Shown[Drawn]:
    """Draw a graph from text in the DOT language."""
    from deskworld_draw.dots import draw

    return _drawn(world, path, overwrite, title, dark, partial(draw, dot))


@tool("edit")
def draw_mermaid(
    world: World,
    path: str,
    text: str = "",
    source: Annotated[str, Field(description="Or a .mmd or .md.")] = "",
    dark: bool = False,
    overwrite: bool = False,
) -> Shown[Drawn]:
    """Draw Mermaid text of any kind: class, state, ER, gantt, git, mind map."""
    from deskworld_draw.mermaids import draw, text_of
    from deskworld_draw.saving import place_for, show

    place = place_for(world, path, overwrite=overwrite)
    made, kind = draw(text_of(world, text, source), theme_of(dark), place.suffix.lower())
    return show(world, place, made, more=f"Mermaid: {kind}")


@tool("edit")
def draw_timeline(
    world: World,
    path: str,
    events: Annotated[list[str], BeforeValidator(jotted.events), Field(description="day | words | more.")],
    title: str = "",
    dark: bool = False,
    overwrite: bool = False,
) -> Shown[Drawn]:
    """Draw events along a line, in order of their days."""
    from deskworld_draw.timelines import draw

    return _drawn(world, path, overwrite, title, dark, partial(draw, events), f"{len(events)} events")


@tool("edit")
def draw_gantt(
    world: World,
    path: str,
    tasks: Annotated[
        list[str], BeforeValidator(jotted.tasks), Field(description="words | 2026-01-05 | last day | group.")
    ],
    title: str = "",
    dark: bool = False,
    overwrite: bool = False,
) -> Shown[Drawn]:
    """Draw a plan: a bar a task; one without a last day is a milestone."""
    from deskworld_draw.plans import draw

    return _drawn(world, path, overwrite, title, dark, partial(draw, tasks), f"{len(tasks)} tasks")


@tool("edit")
def draw_sequence(
    world: World,
    path: str,
    messages: Annotated[
        list[str], BeforeValidator(jotted.arrows), Field(description="a -> b: words; --> for a reply.")
    ],
    title: str = "",
    dark: bool = False,
    overwrite: bool = False,
) -> Shown[Drawn]:
    """Draw who sends what to whom, from top to bottom."""
    from deskworld_draw import arrows
    from deskworld_draw.graphs import Things
    from deskworld_draw.sequences import draw

    things = Things.of([], messages, argument="messages", read=arrows.messages)
    more = f"{many(len(things.nodes), 'actor')}, {many(len(things.edges), 'message')}"
    return _drawn(world, path, overwrite, title, dark, partial(draw, things), more)


@tool("edit")
def draw_sankey(
    world: World,
    path: str,
    flows: Annotated[list[str], BeforeValidator(jotted.flows), Field(description="a -> b: 12.")],
    title: str = "",
    number_format: str = "",
    dark: bool = False,
    overwrite: bool = False,
) -> Shown[Drawn]:
    """Draw flows from left to right, in bands as wide as they are large."""
    from deskworld_draw.sankeys import draw, read

    streams = read(flows)
    return _drawn(world, path, overwrite, title, dark, partial(draw, streams, number_format), f"{len(streams)} flows")


@tool("edit")
def draw_word_cloud(
    world: World,
    path: str,
    text: Annotated[str, BeforeValidator(jotted.weights), Field(description="A text, or lines like sail: 12.")],
    title: str = "",
    dark: bool = False,
    size: Size = "",
    overwrite: bool = False,
) -> Shown[Drawn]:
    """Draw the words of a text, the larger the more often it says them."""
    from deskworld_draw.clouds import draw, weights_of

    ranked = weights_of(text)
    area = sides(size, (1200, 750), least=300)
    return _drawn(world, path, overwrite, title, dark, partial(draw, ranked, area), f"{len(ranked)} words")


@tool("edit")
def draw_venn(
    world: World,
    path: str,
    sets: Annotated[list[str], Field(description="A: 30, B: 20, A & B: 8; or words.")],
    title: str = "",
    dark: bool = False,
    overwrite: bool = False,
) -> Shown[Drawn]:
    """Draw two or three sets as circles that overlap as much as they do."""
    from deskworld_draw.venns import draw, read

    found = read(sets)
    return _drawn(world, path, overwrite, title, dark, partial(draw, found), f"{len(found.names)} sets")


def _drawn(
    world: World,
    path: str,
    overwrite: bool,
    title: str,
    dark: bool,
    draw: Callable[[str, str, str], Made],
    more: str = "",
) -> Shown[Drawn]:
    """What every diagram comes to: drawn under its title, in its theme, as its path's ending says, kept and shown."""
    from deskworld_draw.saving import place_for, show
    from deskworld_draw.words import plain

    place = place_for(world, path, overwrite=overwrite)
    made = draw(plain(title, argument="title", longest=300), theme_of(dark), place.suffix.lower())
    return show(world, place, made, more=more)
