"""The kinds that came later: radar, funnel, waterfall, treemap and a second axis; and rows and kinds said otherwise."""

from __future__ import annotations

import math
import random
from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import Desk, ToolError
from servers.draw.test_charts import BLUE, EVERY_KIND, QUARTERS, draw


@pytest.mark.anyio
async def test_kinds_and_rows_are_taken_as_people_type_them(desk: Desk, root: Path) -> None:
    """Other names of a kind, and rows that are objects, give the same bytes as the schema's own."""

    async def blob(kind: str, rows: list[Any]) -> bytes:
        call = {"path": "c.png", "kind": kind, "rows": rows, "size": "600x400"}
        assert (said := await desk.call("draw_chart", call)).ok, said.text
        return (root / "c.png").read_bytes()

    names = {"column": "bar", "Doughnut": "donut", "box plot": "box", "Stacked Bar": "stacked_bar", "pie chart": "pie"}
    for other, kind in names.items():
        assert await blob(other, EVERY_KIND[kind]) == await blob(kind, EVERY_KIND[kind])
    objects = [{"Quarter": "Q1", "2024": 1200, "2025": 1400}, {"Quarter": "Q2", "2024": 1350}]
    assert await blob("bar", objects) == await blob(
        "bar", [["Quarter", "2024", "2025"], ["Q1", 1200, 1400], ["Q2", 1350]]
    )
    mixed = {"path": "d.png", "kind": "bar", "rows": [objects[0], ["Q2", 3]]}
    assert not (await desk.call("draw_chart", mixed)).ok and not (root / "d.png").exists()


def test_a_waterfall_goes_from_sum_to_sum() -> None:
    """A gap is the sum so far, a last row named a total is one where it holds the sum, and else one is added."""
    from deskworld_draw.falls import steps_of

    for last, names in (("Net", 3), ("Costs", 4)):
        found, sums, odd = steps_of(["Sales", "Tax", last], [500.0, -100.0, 400.0])
        assert len(found) == names and sums == [n in (0, names - 1) for n in range(names)] and not odd
    found, sums, _ = steps_of(["Sales", "So far", "Tax"], [500.0, math.nan, -100.0])
    assert found == [(0, 500), (0, 500), (500, 400), (0, 400)] and sums == [True, True, False, True]
    # It starts from a sum where its name says so, or what follows is small beside it; else with a change.
    for first, values, starts in (
        ("Opening balance", [10.0, 20.0, 30.0], True),
        ("FY24", [-10.0, 20.0, 30.0], True),
        ("Customers", [100.0, 20.0, -30.0], True),
        ("Jan", [10.0, 20.0, -30.0], False),
        ("Jan", [math.nan, 20.0, -30.0], True),
        ("Started", [10.0], False),
    ):
        found, sums, _ = steps_of([first, "a", "b"][: len(values)], values)
        assert sums[0] == starts and found[0] == (0, 0 if math.isnan(values[0]) else values[0])
        assert sums[-1] and len(found) == len(values) + 1
    assert steps_of(["Sales", "Tax", "Total"], [500.0, -100.0, 90.0])[2] == "Total"


def test_areas_of_a_treemap_are_in_ratio_and_fill_it() -> None:
    from deskworld_draw.tiles import squares

    values = sorted((random.Random(n).random() * 9 + 0.01 for n in range(40)), reverse=True)
    areas = [(right - left) * (bottom - top) for left, top, right, bottom in squares(values, (10, 20, 610, 420))]
    assert areas == pytest.approx([value / sum(values) * 600 * 400 for value in values])


def test_a_funnel_has_the_widths_of_its_values(do: Any, drawn: Any) -> None:
    shown = drawn(draw(do, "funnel", [["Stage", "People"], ["Came", 400], ["Stayed", 200], ["Paid", 100]]))
    pixels = shown.convert("RGB").load()
    widths = [sum(pixels[x, y] == BLUE for x in range(shown.width)) for y in range(shown.height)]
    held = sorted({width for width in widths if widths.count(width) > 30 and width})
    assert len(held) == 3 and held[1] / held[0] == pytest.approx(2, rel=0.05) == held[2] / held[1]


def test_a_second_axis_has_its_own_scale_and_format(do: Any, root: Path) -> None:
    rows = [["Month", "Sales", "Margin"], *([month, 100 + n * 13, 0.1 + n * 0.02] for n, month in enumerate("JFMAMJ"))]
    for kind in ("bar", "line", "stacked_bar"):
        made = draw(do, kind, rows, right=["Margin"], number_format="€#,##0 | 0%")
        assert made.facts.warnings == []
    plain = draw(do, "line", rows)
    assert "`right`" in plain.facts.warnings[0]


@pytest.mark.parametrize(
    ("kind", "rows", "more", "words"),
    [
        ("bar", QUARTERS, {"right": ["2023"]}, "no series '2023'"),
        ("bar", QUARTERS, {"right": ["2024", "2025"]}, "leave one for the left"),
        ("bar", QUARTERS, {"right": ["2025"], "panels": True}, "not with panels"),
        ("area", QUARTERS, {"right": ["2025"]}, "have a right axis"),
        ("radar", [["a", "b"], ["x", 1], ["y", 2]], {}, "3 to 24 rows, not 2"),
        ("radar", [["a", "b"], *([f"n{n}", n] for n in range(40))], {}, "not 40; draw bars"),
        ("funnel", [["a", "b"], ["x", 1], ["y", -2]], {}, "can't be negative"),
        ("funnel", QUARTERS, {}, "one series"),
        ("waterfall", QUARTERS, {}, "one series"),
        ("waterfall", [["a", "b"], ["x", 3]], {"low": 1}, "bars start at zero"),
        ("treemap", [["a", "b"], ["x", 1], ["y", -2]], {}, "can't be negative"),
        ("treemap", [["a", "b"], ["x", 1]], {"notes": ["y=1: a"]}, "no axes for notes"),
    ],
)
def test_what_the_newer_kinds_refuse(
    do: Any, root: Path, kind: str, rows: list[list[Any]], more: dict[str, Any], words: str
) -> None:
    with pytest.raises(ToolError, match=words):
        draw(do, kind, rows, **more)
    assert not (root / "c.png").exists()
