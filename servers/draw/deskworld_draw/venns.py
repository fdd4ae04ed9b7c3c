"""Venn diagrams of two or three sets: circles that overlap as much as the sets do.

With numbers, a circle's area is its set's size and the overlap of two is theirs; three circles can't always have all
their overlaps true, and then it is said. With words, or none, the circles are alike. Each number stands in the part
that it counts, where that part is widest.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from deskworld_kit import ToolError
from deskworld_kit.errors import unknown

from deskworld_draw import frames
from deskworld_draw.canvas import Canvas, canvas
from deskworld_draw.formats import number_says
from deskworld_draw.looks import mixed, readable
from deskworld_draw.saving import Made
from deskworld_draw.words import listed, plain

_Part = frozenset[str]
_Circle = tuple[float, float, float]
_FORM = "write 'A: 30', 'B: 20' and 'A & B: 8'"


@dataclass(frozen=True)
class Sets:
    """Two or three names, and what is said of each and of their overlaps: sizes, or words."""

    names: tuple[str, ...]
    sizes: dict[_Part, float]
    words: dict[_Part, str]

    @property
    def parts(self) -> list[_Part]:
        """Every way to be in some of them and in no other."""
        return [frozenset(each) for n in range(1, len(self.names) + 1) for each in combinations(self.names, n)]

    def only(self, part: _Part) -> float:
        """How many are in just these sets."""
        return sum((-1) ** (len(each) - len(part)) * self.sizes.get(each, 0) for each in self.parts if each >= part)


def read(lines: Sequence[str]) -> Sets:
    """The sets of lines like 'Mail: 30', 'Phone: 20', 'Mail & Phone: 8'.

    Raises:
        ToolError: Fewer than two sets, more than three, or overlaps that can't be.
    """
    said: dict[_Part, str] = {}
    names: list[str] = []
    for line in [part for text in lines for part in text.split("\n") if part.strip()]:
        who, _, what = plain(line, argument="sets", longest=300).partition(":")
        part = [each.strip() for each in re.split(r"\s*(?:&|∩|\+)\s*", who) if each.strip()]
        if not part:
            raise ToolError(f"{line[:60]!r} names no set; {_FORM}", argument="sets")
        if len(part) == 1 and part[0] not in names:
            names.append(part[0])
        if frozenset(part) in said:
            raise ToolError(f"{who.strip()[:60]!r} is there twice", argument="sets")
        said[frozenset(part)] = what.strip()
    for part in said:
        for name in part:
            if name not in names:
                raise unknown("set", name, names, argument="sets")
    if not 2 <= len(names) <= 3:
        raise ToolError(f"a Venn diagram shows 2 or 3 sets, not {len(names)}; draw bars of more", argument="sets")
    numbers = {part: re.sub(r"(?<=\d)[,\u00a0\u202f](?=\d{3})", "", what) for part, what in said.items()}
    if any(re.fullmatch(r"\d+(\.\d+)?", numbers.get(frozenset([name]), "")) for name in names):
        for part, what in numbers.items():
            if not re.fullmatch(r"\d{1,12}(\.\d+)?", what):
                raise ToolError(f"{' & '.join(sorted(part))[:60]!r} has no size; {_FORM}", argument="sets")
        missing = [name for name in names if frozenset([name]) not in said]
        if missing:
            raise ToolError(f"{missing[0][:60]!r} has no size; {_FORM}", argument="sets")
        found = Sets(tuple(names), {part: float(what) for part, what in numbers.items()}, {})
        _possible(found)
        return found
    return Sets(tuple(names), {}, said)


def _possible(sets: Sets) -> None:
    if any(sets.sizes[frozenset([name])] == 0 for name in sets.names):
        raise ToolError("a set with nothing in it can't be drawn; leave it out", argument="sets")
    for part in sets.parts:
        if sets.only(part) < -1e-9:
            where = " & ".join(sorted(part, key=sets.names.index))
            raise ToolError(
                f"the overlaps of {where[:80]!r} hold more than it does; the number of a set, or of an overlap, counts "
                "all in it, those of smaller overlaps too",
                argument="sets",
            )


def draw(sets: Sets, title: str, theme: str, suffix: str) -> Made:
    """A Venn diagram as a file of that ending."""
    width, height = 1000, 720
    with canvas(width, height, theme) as page:
        page.base = 18.0
        margin = page.base * 1.6
        rect = (margin, page.heading(title, "", margin), width - margin, height - margin)
        circles = _circles(sets)
        fitted = _fitted(circles, rect)
        spots = _spots(sets, fitted)
        inside = all(_fits(page, name, spots[frozenset([name])]) for name in sets.names)
        colors = dict(zip(sets.names, page.look.palette, strict=False))
        if not inside:
            rect = frames.legend(page, list(colors.items()), rect)
            fitted = _fitted(circles, rect)
            spots = _spots(sets, fitted)
        axes: Any = page.axes((0, 0, width, height))
        axes.set_axis_off()
        axes.set_xlim(0, width)
        axes.set_ylim(height, 0)
        from matplotlib.patches import Circle

        for name, (x, y, radius) in zip(sets.names, fitted, strict=True):
            fill = mixed(colors[name], page.look.background, 0.35)
            axes.add_patch(Circle((x, y), radius, facecolor=fill, alpha=0.42, linewidth=0, zorder=1))
            axes.add_patch(Circle((x, y), radius, fill=False, edgecolor=colors[name], linewidth=2.4, zorder=2))
        _write(page, sets, spots, colors, inside=inside)
        _untrue(page, sets, fitted)
        return page.made(suffix)


def _write(
    page: Canvas, sets: Sets, spots: dict[_Part, tuple[float, float, float]], colors: dict[str, str], *, inside: bool
) -> None:
    """What stands in each part, where it is widest."""
    say = number_says("", list(sets.sizes.values()))
    small: list[str] = []
    for part in sets.parts:
        name = next(iter(part)) if len(part) == 1 and inside else ""
        value = sets.only(part)
        if sets.sizes and not value and not name:
            continue
        text = say(value) if sets.sizes else sets.words.get(part, "")
        x, y, room = spots[part]
        head = page.wrap(name, page.base, room * 1.7, bold=True, most=3) if name else ""
        body = page.wrap(text, page.base, room * 1.7, most=6) if text else ""
        lines = [(line, True) for line in head.split("\n") if line] + [
            (line, False) for line in body.split("\n") if line
        ]
        tall = page.base * 1.3
        widest = max((page.size_of(line, page.base)[0] for line, _ in lines), default=0)
        if lines and (room < page.base * 0.6 or widest > room * 2.4):
            small.append(f"{' & '.join(sorted(part, key=sets.names.index))}: {text}")
            continue
        for number, (line, bold) in enumerate(lines):
            ink = readable(colors[name], mixed(colors[name], page.look.background, 0.72)) if bold else page.look.text
            at = y + (number - (len(lines) - 1) / 2) * tall
            page.write(x, at, line, page.base, ha="center", va="center", color=ink, weight="bold" if bold else "normal")
    if small:
        page.warnings.append(f"too small for what stands in it: {listed(small)}; say it in the title or beside it")


def _fits(page: Canvas, name: str, spot: tuple[float, float, float]) -> bool:
    lines = page.wrap(name, page.base, spot[2] * 1.7, bold=True).split("\n")
    widest = max(page.size_of(line, page.base, bold=True)[0] for line in lines)
    return len(lines) <= 3 and widest <= spot[2] * 1.75 and spot[2] > page.base * (0.7 * len(lines) + 1)


def _circles(sets: Sets) -> list[_Circle]:
    """The circles in units of their own, the first at nought."""
    if not sets.sizes:
        if len(sets.names) == 2:
            return [(0, 0, 1), (1.15, 0, 1)]
        return [(0, 0, 1), (1.1, 0, 1), (0.55, 1.1 * math.sqrt(3) / 2, 1)]
    radii = [math.sqrt(sets.sizes[frozenset([name])] / math.pi) for name in sets.names]
    apart = {
        pair: _distance(radii[pair[0]], radii[pair[1]], sets.sizes.get(frozenset(sets.names[n] for n in pair), 0))
        for pair in combinations(range(len(radii)), 2)
    }
    made = [(0.0, 0.0, radii[0]), (apart[0, 1], 0.0, radii[1])]
    if len(radii) == 3:
        base, to_first, to_second = max(apart[0, 1], 1e-9), apart[0, 2], apart[1, 2]
        x = (base**2 + to_first**2 - to_second**2) / (2 * base)
        x = max(-to_first, min(to_first, x))  # no such triangle: as near to it as may be, all in a row
        made.append((x, math.sqrt(max(0.0, to_first**2 - x**2)), radii[2]))
    return made


def _distance(one: float, other: float, shared: float) -> float:
    """How far apart the middles of two circles are that share an area."""
    if shared <= 0:
        return (one + other) * 1.06
    low, high = abs(one - other), one + other
    if shared >= math.pi * min(one, other) ** 2 * 0.9999:
        return low * 0.9
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _lens(one, other, middle) > shared else (low, middle)
    return low


def _lens(one: float, other: float, apart: float) -> float:
    if apart >= one + other:
        return 0.0
    if apart <= abs(one - other):
        return math.pi * min(one, other) ** 2
    first = math.acos((apart**2 + one**2 - other**2) / (2 * apart * one))
    second = math.acos((apart**2 + other**2 - one**2) / (2 * apart * other))
    kite = (-apart + one + other) * (apart + one - other) * (apart - one + other) * (apart + one + other)
    return one**2 * first + other**2 * second - math.sqrt(max(0.0, kite)) / 2


def _fitted(circles: Sequence[_Circle], rect: tuple[float, float, float, float]) -> list[_Circle]:
    """The circles as large as a rectangle holds them, in its middle."""
    left, right = min(x - r for x, _, r in circles), max(x + r for x, _, r in circles)
    top, bottom = min(y - r for _, y, r in circles), max(y + r for _, y, r in circles)
    scale = min((rect[2] - rect[0]) / (right - left), (rect[3] - rect[1]) / (bottom - top)) * 0.98
    across = (rect[0] + rect[2] - (left + right) * scale) / 2
    down = (rect[1] + rect[3] - (top + bottom) * scale) / 2
    return [(x * scale + across, y * scale + down, r * scale) for x, y, r in circles]


def _raster(sets: Sets, circles: Sequence[_Circle]) -> tuple[Any, Any, dict[_Part, Any], Any]:
    """A net of points every four pixels, which of them lie in each part, and how far each is from any rim."""
    import numpy as np

    x, y = np.meshgrid(np.arange(0, 1000, 4.0), np.arange(0, 720, 4.0))
    reach = np.stack([r - np.hypot(x - cx, y - cy) for cx, cy, r in circles])
    held = {
        part: np.all([(reach[n] > 0) == (name in part) for n, name in enumerate(sets.names)], axis=0)
        for part in sets.parts
    }
    return x, y, held, np.abs(reach).min(axis=0)


def _spots(sets: Sets, circles: Sequence[_Circle]) -> dict[_Part, tuple[float, float, float]]:
    """Where each part is widest, and how far it is from there to its rim; nought for a part that is not there."""
    import numpy as np

    x, y, held, room = _raster(sets, circles)
    found: dict[_Part, tuple[float, float, float]] = {}
    for part, mask in held.items():
        best = np.where(mask, room, -1.0)
        at = np.unravel_index(int(best.argmax()), best.shape)
        found[part] = (float(x[at]), float(y[at]), max(0.0, float(best[at])))
    return found


def _untrue(page: Canvas, sets: Sets, circles: Sequence[_Circle]) -> None:
    """Tell of parts whose areas are not their shares: three circles can't always have them all."""
    if not sets.sizes:
        return
    _, _, held, _ = _raster(sets, circles)
    total, area = sum(sets.only(part) for part in sets.parts), sum(int(mask.sum()) for mask in held.values())
    off = [
        " & ".join(sorted(part, key=sets.names.index))
        for part, mask in held.items()
        if abs(int(mask.sum()) / area - sets.only(part) / total) > 0.03
    ]
    if off:
        page.warnings.append(f"circles can't show all overlaps true to size: {listed(off)} is drawn larger or smaller")
