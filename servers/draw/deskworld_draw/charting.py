"""The chart tool: a table in, a chart that says one thing well out.

What makes charts lie or go unread is decided here and not left to the caller: bars start at zero, parts of a whole are
positive, two scales on one axis are refused in favour of panels, names stand beside what they name, and what does not
fit is measured and said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Literal

from deskworld_kit import Shown, ToolError, World, tool
from pydantic import Field

from deskworld_draw.arguments import Form, Size, sides, theme_of
from deskworld_draw.saving import Drawn

ChartKind = Literal[
    "line", "bar", "stacked_bar", "percent_bar", "area", "scatter", "histogram", "box", "pie", "donut", "heatmap"
]
_NOTE = re.compile(
    r"^\s*(?:x=(?P<x>[^=:]*?(?::\d\d)*))?[\s,;]*(?:y=(?P<y>[-+−]?[\d.eE+-]+))?\s*(?::\s*(?P<text>.*))?$", re.DOTALL
)


@tool("edit", core=True)
def draw_chart(
    world: World,
    path: str,
    kind: ChartKind,
    rows: Annotated[list[list[str | float | None]], Field(description="Header first.")] = [],  # noqa: B006
    source: Annotated[str, Field(description="Or a .csv or .xlsx.")] = "",
    range: Annotated[str, Field(description="Like Data!A1:D9.")] = "",
    title: str = "",
    subtitle: str = "",
    x_title: str = "",
    y_title: str = "",
    number_format: Form = "",
    log: Annotated[str, Field(description="x, y or xy.")] = "",
    low: float | None = None,
    high: float | None = None,
    horizontal: bool = False,
    panels: bool = False,
    highlight: Annotated[Sequence[str], Field(description="The rest grey.")] = (),
    colors: Sequence[str] = (),
    notes: Annotated[Sequence[str], Field(description="x=2025-06 y=150: words; one will do.")] = (),
    footnote: str = "",
    dark: bool = False,
    size: Size = "",
) -> Shown[Drawn]:
    """Draw a chart (.png, .svg, .pdf). Column 1: names, x or days; box, histogram: samples; "A ±": A's errors."""
    from deskworld_draw.charts import Wish, draw
    from deskworld_draw.saving import place_for, show
    from deskworld_draw.tables import table_of

    place = place_for(world, path)
    if log not in ("", "x", "y", "xy"):
        raise ToolError(f"{log[:20]!r} is no axis; say x, y or xy", argument="log")
    width, height = sides(size, (1200, 750))
    wish = Wish(
        kind=kind,
        table=table_of(world, rows, source, range),
        title=title,
        subtitle=subtitle,
        x_title=x_title,
        y_title=y_title,
        number_format=number_format,
        log=log,
        low=low,
        high=high,
        horizontal=horizontal,
        panels=panels,
        highlight=tuple(highlight),
        colors=tuple(colors),
        notes=tuple(map(_note, notes)),
        footnote=footnote,
        theme=theme_of(dark),
        width=width,
        height=height,
    )
    return show(world, place, draw(wish, place.suffix.lower()))


def _note(said: str) -> tuple[str, float | None, str]:
    """Where a note belongs, and its words: x alone is a line across, y alone a line along, both a point."""
    found = _NOTE.match(said[:1000])
    if not found or (found["x"] is None and found["y"] is None):
        raise ToolError(
            f"{said[:60]!r} says no place; write 'x=2025-06: words', 'y=150: words' or 'x=2025-06 y=150: words'",
            argument="notes",
        )
    try:
        value = float(found["y"].replace("−", "-")) if found["y"] else None
    except ValueError:
        raise ToolError(f"{found['y'][:20]!r} is no number", argument="notes") from None
    return (found["x"] or "").strip(" ,;"), value, found["text"] or ""
