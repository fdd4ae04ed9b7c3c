"""Sankey diagrams: what flows from where to where, in bands as wide as they are large.

A place stands in the column after the last of those that flow into it. In its column it stands where what it is
joined to stands, so that few bands cross; names lie outside where there is room, and else beside their place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from deskworld_kit import ToolError

from deskworld_draw.canvas import Canvas, canvas
from deskworld_draw.formats import Say, number_says
from deskworld_draw.frames import halo
from deskworld_draw.looks import mixed
from deskworld_draw.saving import Made
from deskworld_draw.words import plain

MOST = 200
_LINE = re.compile(r"^(?P<a>.+?)\s*-+>\s*(?P<b>.+?)\s*(?::|=|\|)\s*(?P<value>[^:=|]+)$", re.DOTALL)
_BAR, _GAP = 18.0, 22.0
"""Pixels: how wide a place is, how far two of a column stand apart."""


@dataclass(frozen=True)
class Flow:
    """So much from one place to another."""

    source: str
    target: str
    value: float


@dataclass
class _Place:
    name: str
    column: int = 0
    into: list[Flow] = field(default_factory=list[Flow])
    out: list[Flow] = field(default_factory=list[Flow])
    top: float = 0.0
    color: str = ""

    @property
    def size(self) -> float:
        return max(sum(each.value for each in self.into), sum(each.value for each in self.out))


def read(lines: Sequence[str]) -> list[Flow]:
    """The flows of lines like 'Coal -> Power: 120'; two between the same places become one.

    Raises:
        ToolError: A line is no flow, or its number is none above zero.
    """
    found: dict[tuple[str, str], float] = {}
    for line in [part for text in lines for part in text.split("\n") if part.strip()]:
        said = _LINE.match(plain(line, argument="flows", longest=600))
        if not said:
            raise ToolError(f"{line[:60]!r} is no flow; write 'a -> b: 12'", argument="flows")
        digits = re.sub(r"(?<=\d)[,\u00a0\u202f ](?=\d{3})|^[€$£¥]\s*|\s*[%€$£¥]$", "", said["value"].strip())
        try:
            value = float(digits)
        except ValueError:
            raise ToolError(f"{said['value'][:30]!r} is no number; write 'a -> b: 12'", argument="flows") from None
        if not 0 < value < 1e15:
            raise ToolError(f"a flow is a number above zero, not {digits[:20]}", argument="flows")
        key = (said["a"], said["b"])
        found[key] = found.get(key, 0.0) + value
    if not found:
        raise ToolError("give at least one flow, like 'a -> b: 12'", argument="flows")
    if len(found) > MOST:
        raise ToolError(f"{len(found)} flows are too many for one picture; at most {MOST}", argument="flows")
    return [Flow(source, target, value) for (source, target), value in found.items()]


def draw(flows: Sequence[Flow], form: str, title: str, theme: str, suffix: str) -> Made:
    """A Sankey diagram as a file of that ending."""
    columns = _columns(flows)
    most = max(len(column) for column in columns)
    width, height = max(1000, min(1800, 330 * len(columns))), max(520, min(1500, 46 * most + 260))
    with canvas(width, height, theme) as page:
        page.base = 17.0
        margin = page.base * 1.6
        top = page.heading(title, "", margin)
        say = number_says(form, [place.size for column in columns for place in column])
        texts = {place.name: _text(page, place, say) for column in columns for place in column}
        ends = [max(page.size_of(line, 15)[0] for place in column for line in texts[place.name].split("\n"))
                for column in (columns[0], columns[-1])]  # fmt: skip
        left, right = margin + ends[0] + 12, width - margin - ends[1] - 12
        scale = _stand(columns, top + 8, height - margin)
        step = (right - left - _BAR) / max(1, len(columns) - 1)
        for number, place in enumerate(place for column in columns for place in column):
            place.color = page.look.palette[number % len(page.look.palette)]
        axes: Any = page.axes((0, 0, width, height))
        axes.set_axis_off()
        axes.set_xlim(0, width)
        axes.set_ylim(height, 0)
        _bands(page, axes, columns, scale, lambda column: left + step * column)
        for column in columns:
            for place in column:
                _place(
                    page, axes, place, texts[place.name], left + step * place.column, place.size * scale, len(columns)
                )
        _uneven(page, columns, say)
        return page.made(suffix)


def _columns(flows: Sequence[Flow]) -> list[list[_Place]]:
    """The places, from left to right, each column from top to bottom.

    Raises:
        ToolError: Something flows back, which leaves no first place.
    """
    places: dict[str, _Place] = {}
    for flow in flows:
        places.setdefault(flow.source, _Place(flow.source)).out.append(flow)
        places.setdefault(flow.target, _Place(flow.target)).into.append(flow)
    waiting = [place for place in places.values() if not place.into]
    left = {place.name: len(place.into) for place in places.values()}
    done = 0
    while waiting:
        place = waiting.pop(0)
        done += 1
        for flow in place.out:
            target = places[flow.target]
            target.column = max(target.column, place.column + 1)
            left[target.name] -= 1
            if not left[target.name]:
                waiting.append(target)
    if done < len(places):
        name = next(name for name, count in left.items() if count)
        raise ToolError(f"a loop leads back to {name[:40]!r}; a flow goes from left to right only", argument="flows")
    last = max(place.column for place in places.values())
    if last > 11:
        raise ToolError(f"{last + 1} steps are too many for one picture; at most 12", argument="flows")
    for place in places.values():
        if not place.into and place.out:  # as near to what it flows into as may be
            place.column = min(places[flow.target].column for flow in place.out) - 1
    columns = [[place for place in places.values() if place.column == n] for n in range(last + 1)]
    for _ in range(6):
        for column in [*columns, *columns[::-1]]:
            at = {place.name: _middle(n, each) for each in columns for n, place in enumerate(each)}
            column.sort(key=lambda place: _pull(place, at))
    return [column for column in columns if column]


def _middle(number: int, column: list[_Place]) -> float:
    total = sum(place.size for place in column)
    return (sum(place.size for place in column[:number]) + column[number].size / 2) / total


def _pull(place: _Place, at: dict[str, float]) -> float:
    """Where those stand that it is joined to, by how much."""
    joined = [(at[flow.source], flow.value) for flow in place.into] + [
        (at[flow.target], flow.value) for flow in place.out
    ]
    return sum(where * value for where, value in joined) / sum(value for _, value in joined)


def _stand(columns: list[list[_Place]], top: float, bottom: float) -> float:
    """Put every place at its height; gives pixels for one of what flows."""
    gap = min(_GAP, (bottom - top) * 0.5 / max(1, max(len(column) for column in columns)))
    scale = min((bottom - top - gap * (len(column) - 1)) / sum(place.size for place in column) for column in columns)
    scale = min(scale, (bottom - top) * 0.8 / max(sum(place.size for place in column) for column in columns))
    for column in columns:
        tall = sum(place.size for place in column) * scale
        own = min((bottom - top - tall) / len(column), gap * 2.2)
        at = (top + bottom - tall - own * (len(column) - 1)) / 2
        for place in column:
            place.top = at
            at += place.size * scale + own
    return scale


def _bands(page: Canvas, axes: Any, columns: list[list[_Place]], scale: float, x_of: Any) -> None:
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    places = {place.name: place for column in columns for place in column}
    starts: dict[tuple[str, str], float] = {}
    for place in places.values():
        at = place.top
        for flow in sorted(place.out, key=lambda flow: (places[flow.target].top, places[flow.target].column)):
            starts[flow.source, flow.target] = at
            at += flow.value * scale
    for place in places.values():
        at = place.top
        for flow in sorted(place.into, key=lambda flow: (places[flow.source].top, places[flow.source].column)):
            source, thick = places[flow.source], flow.value * scale
            x, y, to_x, to_y = x_of(source.column) + _BAR, starts[flow.source, flow.target], x_of(place.column), at
            at += thick
            bend = (to_x - x) * 0.5
            rim = [
                (x, y), (x + bend, y), (to_x - bend, to_y), (to_x, to_y),
                (to_x, to_y + thick), (to_x - bend, to_y + thick), (x + bend, y + thick), (x, y + thick), (x, y),
            ]  # fmt: skip
            codes = [Path.MOVETO, *[Path.CURVE4] * 3, Path.LINETO, *[Path.CURVE4] * 3, Path.CLOSEPOLY]
            shade = mixed(source.color, page.look.background, 0.45)
            axes.add_patch(PathPatch(Path(rim, codes), facecolor=shade, alpha=0.62, linewidth=0, zorder=1))


def _place(page: Canvas, axes: Any, place: _Place, text: str, x: float, tall: float, columns: int) -> None:
    from matplotlib.patches import Rectangle

    axes.add_patch(Rectangle((x, place.top), _BAR, max(tall, 1.5), color=place.color, linewidth=0, zorder=3))
    first = place.column == 0 and columns > 1
    axes.text(
        x - 9 if first else x + _BAR + 9, place.top + tall / 2, text, fontsize=15, linespacing=1.2,
        color=page.look.text, ha="right" if first else "left", va="center", path_effects=halo(page), zorder=5,
    )  # fmt: skip


def _text(page: Canvas, place: _Place, say: Say) -> str:
    return f"{page.wrap(place.name, 15, 210, most=2)}\n{say(place.size)}"


def _uneven(page: Canvas, columns: list[list[_Place]], say: Say) -> None:
    """Tell of places that give more than they get, or less."""
    odd: list[str] = []
    for place in (place for column in columns for place in column if place.into and place.out):
        into, out = sum(flow.value for flow in place.into), sum(flow.value for flow in place.out)
        if abs(into - out) > 0.005 * max(into, out):
            odd.append(f"{place.name[:40]!r} gets {say(into)} and gives {say(out)}")
    if odd:
        page.warnings.append(f"not in balance: {'; '.join(odd[:3])}{f' and {len(odd) - 3} more' if odd[3:] else ''}")
