"""Plans: a bar a task on a calendar, in the order given, coloured by group; milestones as diamonds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from deskworld_kit import ToolError

from deskworld_draw.canvas import canvas
from deskworld_draw.formats import date_axis
from deskworld_draw.frames import legend
from deskworld_draw.saving import Made
from deskworld_draw.words import plain, wrapped

MOST = 80


@dataclass(frozen=True)
class Task:
    """From its first to its last day, both meant; a milestone has one."""

    name: str
    first: date
    last: date
    group: str
    is_milestone: bool

    @classmethod
    def of(cls, line: str) -> Task:
        """From a line like 'Design | 2026-01-05 | 2026-01-16 | Team'."""
        parts = [part.strip() for part in plain(line, argument="tasks", longest=1000).split("|")]
        if len(parts) < 2 or len(parts) > 4 or not parts[0]:
            raise ToolError(f"{line[:60]!r} is no task; write 'words | first day | last day | group'", argument="tasks")
        days: list[date] = []
        for part in parts[1:3]:
            if part:
                try:
                    days.append(date.fromisoformat(part))
                except ValueError:
                    raise ToolError(f"{part[:30]!r} is no day; write it like 2026-01-05", argument="tasks") from None
        if not days or days[0] > days[-1]:
            raise ToolError(f"{parts[0][:60]!r} ends before it begins, or has no day", argument="tasks")
        return cls(parts[0], days[0], days[-1], parts[3] if len(parts) > 3 else "", len(days) == 1)


def draw(given: Sequence[str], title: str, theme: str, suffix: str) -> Made:
    """A plan as a file of that ending."""
    if not given:
        raise ToolError("give at least one task", argument="tasks")
    if len(given) > MOST:
        raise ToolError(f"{len(given)} tasks are too many for one plan; at most {MOST}", argument="tasks")
    tasks = [Task.of(line) for line in given]
    groups = list(dict.fromkeys(task.group for task in tasks if task.group))
    row, width = 38, 1100
    height = 190 + row * len(tasks) + (40 if groups else 0) + (40 if title else 0)
    with canvas(width, height, theme) as page:
        page.base = 17.0
        look, margin = page.look, 32.0
        rect = (margin, page.heading(title, "", margin), width - margin, height - margin)
        color = {group: look.palette[n % len(look.palette)] for n, group in enumerate(groups)}
        if groups:
            rect = legend(page, list(color.items()), rect)
        axes: Any = page.axes((rect[0] + 200, rect[1] + 30, rect[2], rect[3]))
        for n, task in enumerate(tasks):
            ink = color.get(task.group, look.palette[0])
            if task.is_milestone:
                axes.plot([task.first], [n], marker="D", markersize=13, color=ink, zorder=4)
            else:
                days = (task.last - task.first).days + 1
                axes.barh([n], [timedelta(days=days)], 0.58, left=[task.first], color=ink, zorder=3)
        first, last = min(task.first for task in tasks), max(task.last for task in tasks) + timedelta(days=1)
        pad = max(timedelta(days=1), (last - first) * 0.02)
        axes.set_xlim(first - pad, last + pad)
        axes.set_ylim(len(tasks) - 0.4, -0.6)
        names = ["\n".join(wrapped(t.name, lambda line: page.size_of(line, 15)[0] <= width * 0.3)[:2]) for t in tasks]
        axes.set_yticks(range(len(tasks)), names, fontsize=15, color=look.text)
        from datetime import datetime, time

        date_axis(axes.xaxis, [datetime.combine(first, time()), datetime.combine(last, time())])
        axes.xaxis.tick_top()
        axes.xaxis.grid(True, color=look.grid, linewidth=1)
        axes.spines["bottom"].set_visible(False)
        page.fit(axes, rect)
        return page.made(suffix)
