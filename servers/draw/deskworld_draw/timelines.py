"""Timelines: events along a line, standing level where they are few and short, else one below the other.

Events stand at equal distances in their order; those whose days are all written as days (2025, 2025-06, 2025-06-30)
are put in order first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from deskworld_kit import ToolError

from deskworld_draw.canvas import Canvas, canvas
from deskworld_draw.looks import readable
from deskworld_draw.saving import Made
from deskworld_draw.words import plain, wrapped

_DAY = re.compile(r"^-?\d{4}(-\d{2}(-\d{2})?)?$")
_TELLS_TIME = re.compile(
    r"\d|[^\W\d_a-zA-Z]|\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|spring|summer"
    r"|autumn|fall|winter|today|tomorrow|yesterday|now|noon|midnight|morning|afternoon|evening|night|day|week|month"
    r"|quarter|year|phase|step|stage|[ivxlc]+\b)",
    re.IGNORECASE,
)
"""A figure, a word of the calendar, or a script that we can't judge."""
_FEW = 7
MOST = 60


@dataclass(frozen=True)
class Event:
    """Something at a time, its texts made fit to draw."""

    when: str
    label: str
    note: str

    @classmethod
    def of(cls, line: str) -> Event:
        """From a line like '2025-06 | First ship | more about it'."""
        when, *rest = [part.strip() for part in plain(line, argument="events", longest=2000).split("|", 2)]
        if not rest or not rest[0]:
            raise ToolError(
                f"{line[:60]!r} is no event; write 'day | words' or 'day | words | more'", argument="events"
            )
        if not _TELLS_TIME.search(when):
            raise ToolError(
                f"{when[:40]!r} is no day; write 2026-01-31, 'March 2026', 'Week 3' or 10:30", argument="events"
            )
        return cls(when, rest[0], rest[1] if len(rest) > 1 else "")


def draw(given: Sequence[str], title: str, theme: str, suffix: str) -> Made:
    """A timeline as a file of that ending."""
    if not given:
        raise ToolError("give at least one event", argument="events")
    if len(given) > MOST:
        raise ToolError(f"{len(given)} events are too many for one timeline; at most {MOST}", argument="events")
    events = [Event.of(line) for line in given]
    if all(_DAY.match(event.when) for event in events):
        events = sorted(events, key=lambda event: event.when)
    short = all(len(event.label) <= 40 and len(event.note) <= 110 for event in events)
    return (
        _level(events, title, theme, suffix) if len(events) <= _FEW and short else _down(events, title, theme, suffix)
    )


def _level(events: list[Event], title: str, theme: str, suffix: str) -> Made:
    """Along a level line, texts in turn above and below it."""
    width = max(900, min(1500, 230 * len(events) + 120))
    slot = (width - 80) / len(events)
    room = min(slot * (1.75 if len(events) > 2 else 1) - 24, 360)
    with canvas(width, 1500, theme) as ruler:
        ruler.base = 18.0
        rooms = [min(room, 2 * (36 + slot * (min(n, len(events) - 1 - n) + 0.5) - 14)) for n in range(len(events))]
        tall = [sum(high for _, _, _, high in _parts(ruler, *each)) for each in zip(events, rooms, strict=True)]
        lines = ruler.wrap(title, 27, width - 70, bold=True, most=3).count("\n") + 1 if title else 0
    above, below = max(tall[::2]) + 46, max(tall[1::2], default=0) + 46
    height = round(lines * 36 + above + below + 110)
    with canvas(width, height, theme) as page:
        page.base = 18.0
        margin, size = 36.0, page.base
        top = page.heading(title, "", margin)
        middle = top + above
        slot = (width - 2 * margin) / len(events)
        _stroke(page, margin, middle, width - margin, middle, page.look.faint, 3)
        for number, event in enumerate(events):
            x = margin + slot * (number + 0.5)
            color = page.look.palette[0]
            up = number % 2 == 0
            parts = _parts(page, event, rooms[number])
            tall = sum(high for _, _, _, high in parts)
            start = middle - 46 - tall if up else middle + 46
            _stroke(page, x, middle, x, middle - 36 if up else middle + 36, color, 2)
            _dot(page, x, middle, color)
            for text, scale, style, high in parts:
                ink = {"when": readable(color, page.look.background), "label": page.look.text}.get(
                    style, page.look.quiet
                )
                page.write(
                    x,
                    start,
                    text,
                    size * scale,
                    ha="center",
                    color=ink,
                    weight="normal" if style == "note" else "bold",
                )
                start += high
        return page.made(suffix)


def _down(events: list[Event], title: str, theme: str, suffix: str) -> Made:
    """Down a line, the day on its left, the words on its right."""
    width = 1000
    with canvas(width, 4000, theme) as ruler:
        parts = [_parts(ruler, event, 620) for event in events]
        heads = (
            wrapped(title, lambda t: ruler.size_of(t, ruler.base * 1.5, bold=True)[0] <= width - 80) if title else []
        )
    gap = 26
    heights = [max(40.0, sum(high for _, _, style, high in rows if style != "when")) + gap for rows in parts]
    height = round(80 + len(heads[:3]) * 36 + sum(heights))
    with canvas(width, height, theme) as page:
        page.base = ruler.base
        margin, size, line = page.base * 1.8, page.base, 230
        top = page.heading(title, "", margin)
        _stroke(page, line, top + 8, line, height - margin, page.look.faint, 3)
        for event, rows, high in zip(events, parts, heights, strict=True):
            color = page.look.palette[0]
            at = top
            for text, scale, style, tall in rows:
                if style == "when":
                    when = page.wrap(event.when, size, line - margin - 26, bold=True, most=2)
                    page.write(
                        line - 24,
                        top,
                        when,
                        size,
                        ha="right",
                        weight="bold",
                        color=readable(color, page.look.background),
                    )
                    continue
                ink = page.look.text if style == "label" else page.look.quiet
                page.write(
                    line + 26, at, text, size * scale, color=ink, weight="bold" if style == "label" else "normal"
                )
                at += tall
            _dot(page, line, top + size * 0.6, color)
            top += high
        return page.made(suffix)


def _parts(page: Canvas, event: Event, room: float) -> list[tuple[str, float, str, float]]:
    """The texts of an event: text, size, what it is, height in pixels."""
    found: list[tuple[str, float, str, float]] = []
    for text, scale, style in ((event.when, 0.95, "when"), (event.label, 1.05, "label"), (event.note, 0.92, "note")):
        if text:
            size = page.base * scale
            lines = page.wrap(text, size, room, bold=style != "note", most=8)
            found.append((lines, scale, style, (lines.count("\n") + 1) * size * 1.28 + page.base * 0.3))
    return found


def _stroke(page: Canvas, x: float, y: float, to_x: float, to_y: float, color: str, width: float) -> None:
    from matplotlib.lines import Line2D

    xs, ys = [x / page.width, to_x / page.width], [1 - y / page.height, 1 - to_y / page.height]
    page.figure.add_artist(Line2D(xs, ys, color=color, linewidth=width, transform=page.figure.transFigure, zorder=1))


def _dot(page: Canvas, x: float, y: float, color: str) -> None:
    from matplotlib.lines import Line2D

    page.figure.add_artist(
        Line2D(
            [x / page.width], [1 - y / page.height], marker="o", markersize=15, color=color, markeredgewidth=3,
            markeredgecolor=page.look.background, transform=page.figure.transFigure, zorder=3,
        )
    )  # fmt: skip
