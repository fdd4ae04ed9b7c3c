"""The chart tool: a table in, a chart that says one thing well out.

What makes charts lie or go unread is decided here and not left to the caller: bars start at zero, parts of a whole are
positive, a second scale is drawn only for series that are named for it, names stand beside what they name, and what
does not fit is measured and said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any, Literal, cast

from deskworld_kit import Shown, ToolError, World, tool
from pydantic import BeforeValidator, Field

from deskworld_draw.arguments import Form, Size, sides, theme_of
from deskworld_draw.saving import Drawn


def _kind(said: Any) -> Any:
    """The kind that people mean by other names for it."""
    if not isinstance(said, str):
        return said
    plain = re.sub(r"[\s_-]+", "_", said.strip().casefold()).removesuffix("_chart").removesuffix("_plot")
    return _ALSO.get(plain, plain)


def _rows(given: Any) -> Any:
    """Rows that came as objects, as a header and lists."""
    if not isinstance(given, list) or not given or not all(isinstance(row, dict) for row in cast("list[Any]", given)):
        return cast("Any", given)
    rows = cast("list[dict[str, Any]]", given)
    names = list(dict.fromkeys(name for row in rows for name in row))
    return [names, *([row.get(name) for name in names] for row in rows)]


_ALSO = {
    "column": "bar", "columns": "bar", "bars": "bar", "lines": "line", "doughnut": "donut", "ring": "donut",
    "boxplot": "box", "box_and_whisker": "box", "boxes": "box", "stacked_column": "stacked_bar",
    "stacked_bars": "stacked_bar", "percent_column": "percent_bar", "percent_stacked_bar": "percent_bar",
    "stacked_area": "area", "hist": "histogram", "heat_map": "heatmap", "heat": "heatmap", "scatterplot": "scatter",
    "violinplot": "violin", "violins": "violin",
    "points": "scatter", "spider": "radar", "web": "radar", "bridge": "waterfall", "tree_map": "treemap",
}  # fmt: skip
ChartKind = Annotated[
    Literal[
        "line", "bar", "stacked_bar", "percent_bar", "area", "scatter", "histogram", "box", "violin", "pie", "donut",
        "heatmap", "radar", "funnel", "waterfall", "treemap",
    ],
    BeforeValidator(_kind),
]  # fmt: skip
_NOTE = re.compile(
    r"^\s*(?:x=(?P<x>[^=:]*?(?::\d\d)*))?[\s,;]*(?:y=(?P<y>[-+−]?[\d.eE+-]+))?\s*(?::\s*(?P<text>.*))?$", re.DOTALL
)


@tool("edit", core=True)
def draw_chart(
    world: World,
    path: str,
    kind: ChartKind,
    rows: Annotated[list[list[str | float | None]], BeforeValidator(_rows), Field(description="Header first.")] = [],  # noqa: B006
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
    right: Annotated[Sequence[str], Field(description="Lines on a right axis.")] = (),
    highlight: Annotated[Sequence[str], Field(description="The rest grey.")] = (),
    colors: Sequence[str] = (),
    notes: Annotated[Sequence[str], Field(description="x=2025-06 y=150: words.")] = (),
    footnote: str = "",
    dark: bool = False,
    size: Size = "",
    overwrite: bool = False,
) -> Shown[Drawn]:
    """Draw a chart (.png, .svg, .pdf). Column 1: names, x or days; box, violin, histogram: samples; "A ±": errors."""
    from deskworld_draw.charts import Wish, draw
    from deskworld_draw.saving import place_for, show
    from deskworld_draw.tables import table_of

    place = place_for(world, path, overwrite=overwrite)
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
        right=tuple(right),
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
