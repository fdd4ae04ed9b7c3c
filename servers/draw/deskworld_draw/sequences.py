"""Sequence diagrams: who says what to whom, from top to bottom."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from deskworld_kit import ToolError

from deskworld_draw.canvas import Canvas, canvas
from deskworld_draw.looks import mixed, text_on
from deskworld_draw.saving import Made

if TYPE_CHECKING:
    from deskworld_draw.arrows import Edge
    from deskworld_draw.graphs import Node, Things

MOST_ACTORS, MOST_MESSAGES = 14, 80
_SELF = 46
"""Pixels that a message to oneself reaches out."""


def draw(things: Things, title: str, theme: str, suffix: str) -> Made:
    """A sequence diagram: nodes are actors from left to right, edges messages from top to bottom."""
    actors, messages = things.nodes, things.edges
    if not messages:
        raise ToolError("give at least one message", argument="messages")
    if len(actors) > MOST_ACTORS or len(messages) > MOST_MESSAGES:
        what = f"{len(actors)} actors and {len(messages)} messages are too many"
        raise ToolError(f"{what}; at most {MOST_ACTORS} and {MOST_MESSAGES}", argument="messages")
    with canvas(1400, 1200, theme) as ruler:
        base = 17.0
        ruler.base = base
        columns, width = _columns(ruler, actors, messages)
        margin = base * 1.8
        head = base * (2.4 + 1.2 * max(_name(ruler, actor).count("\n") for actor in actors))
        rows = [_row(ruler, actors, columns, message) for message in messages]
        lines = ruler.wrap(title, base * 1.5, width - 2 * margin, bold=True, most=3).count("\n") + 1 if title else 0
        height = round(margin * 2 + lines * base * 2.2 + head + sum(high for _, high in rows) + base * 2.4)
    with canvas(round(width), height, theme) as page:
        page.base = base
        page.warnings += list(ruler.warnings)
        top = page.heading(title, "", margin)
        _actors(page, actors, columns, top, head, height - margin)
        at = top + head + base * 0.9
        places = {actor.id: x for actor, x in zip(actors, columns, strict=True)}
        for message, (text, high) in zip(messages, rows, strict=True):
            at += high
            _message(page, message, text, places, at)
        return page.made(suffix)


def _name(page: Canvas, actor: Node) -> str:
    return page.wrap(actor.label, page.base, 190, bold=True, most=3)


def _columns(page: Canvas, actors: list[Node], messages: list[Edge]) -> tuple[list[float], float]:
    """Where each actor's line is, and how wide the picture: as wide as names and messages between neighbours need."""
    base, margin = page.base, page.base * 1.8
    widths = [
        max(110.0, max(page.size_of(line, base, bold=True)[0] for line in _name(page, a).split("\n")) + 36)
        for a in actors
    ]
    at = {actor.id: n for n, actor in enumerate(actors)}
    gaps = [(a + b) / 2 + 28 for a, b in pairwise(widths)]
    tail = widths[-1] / 2
    for message in messages:
        first, last = sorted((at[message.source], at[message.target]))
        need = min(page.size_of(message.label, base * 0.95)[0], 260) + 44
        if first == last:
            if first < len(gaps):
                gaps[first] = max(gaps[first], need + _SELF)
            else:
                tail = max(tail, need + _SELF)
        else:
            short = need - sum(gaps[first:last])
            if short > 0:
                for n in range(first, last):
                    gaps[n] += short / (last - first)
    columns = [margin + widths[0] / 2]
    for gap in gaps:
        columns.append(columns[-1] + gap)
    return columns, max(columns[-1] + tail + margin, 560)


def _row(page: Canvas, actors: list[Node], columns: list[float], message: Edge) -> tuple[str, float]:
    """A message's text in lines, and how much height it takes."""
    places = {actor.id: x for actor, x in zip(actors, columns, strict=True)}
    room = abs(places[message.source] - places[message.target]) - 30
    text = page.wrap(message.label, page.base * 0.95, max(room, 200), most=4) if message.label else ""
    rows = text.count("\n") + 1 if text else 0
    extra = page.base * 1.4 if message.source == message.target else 0
    return text, page.base * (1.5 + 1.22 * rows) + extra


def _actors(page: Canvas, actors: list[Node], columns: list[float], top: float, head: float, bottom: float) -> None:
    from matplotlib.patches import FancyBboxPatch

    look = page.look
    groups = list(dict.fromkeys(actor.group for actor in actors if actor.group))
    for actor, x in zip(actors, columns, strict=True):
        name = _name(page, actor)
        accent = actor.color or (
            look.palette[groups.index(actor.group) % len(look.palette)] if actor.group else look.palette[0]
        )
        wide = max(110.0, max(page.size_of(line, page.base, bold=True)[0] for line in name.split("\n")) + 36)
        _stroke(page, [x, x], [top + head, bottom], mixed(accent, look.background, 0.55), 1.6, dashed=True)
        fill = accent if actor.color else mixed(accent, look.background, 0.86)
        page.figure.add_artist(
            FancyBboxPatch(
                (x - wide / 2, page.height - top - head),
                wide,
                head,
                boxstyle="round,pad=0,rounding_size=7",
                facecolor=fill,
                edgecolor=accent,
                linewidth=1.4,
                transform=_pixels(page),
                zorder=2,
            )
        )
        ink = text_on(fill)
        page.write(x, top + head / 2, name, page.base, ha="center", va="center", weight="bold", color=ink, zorder=3)


def _message(page: Canvas, message: Edge, text: str, places: dict[str, float], y: float) -> None:
    look = page.look
    x, to = places[message.source], places[message.target]
    size = page.base * 0.95
    if x == to:
        high = page.base * 1.4
        _stroke(page, [x, x + _SELF, x + _SELF], [y - high, y - high, y], look.text, 1.7, dashed=message.dashed)
        _arrow(page, x + _SELF, x, y, message.dashed)
        page.write(x + _SELF + 10, y - high / 2, text, size, va="center", zorder=4)
        return
    _arrow(page, x, to, y, message.dashed, both=message.heads == "both")
    if text:
        page.write((x + to) / 2, y - 6, text, size, ha="center", va="bottom", zorder=4, path_effects=_rim(page))


def _arrow(page: Canvas, x: float, to: float, y: float, dashed: bool, *, both: bool = False) -> None:
    from matplotlib.patches import FancyArrowPatch

    page.figure.add_artist(
        FancyArrowPatch(
            (x, page.height - y),
            (to, page.height - y),
            arrowstyle=("<" if both else "") + ("-|>" if not dashed else "->") if dashed or not both else "<|-|>",
            mutation_scale=16,
            shrinkA=0,
            shrinkB=1,
            color=page.look.text,
            linewidth=1.7,
            linestyle=(0, (5, 3)) if dashed else "-",
            transform=_pixels(page),
            zorder=3,
        )
    )


def _stroke(page: Canvas, xs: list[float], ys: list[float], color: str, width: float, *, dashed: bool = False) -> None:
    from matplotlib.lines import Line2D

    style: Any = (0, (5, 4)) if dashed else "-"
    heights = [page.height - y for y in ys]
    page.figure.add_artist(
        Line2D(xs, heights, color=color, linewidth=width, linestyle=style, transform=_pixels(page), zorder=1)
    )


def _pixels(page: Canvas) -> Any:
    """Pixels counted from the bottom left, as matplotlib counts them, at any resolution."""
    from matplotlib.transforms import Affine2D

    return Affine2D().scale(1 / page.width, 1 / page.height) + page.figure.transFigure


def _rim(page: Canvas) -> list[Any]:
    from matplotlib.patheffects import withStroke

    return [withStroke(linewidth=4, foreground=page.look.background)]
