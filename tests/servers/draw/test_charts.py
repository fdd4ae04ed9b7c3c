"""Charts: the right marks at the right places, nothing cut, and no chart that misleads."""

from __future__ import annotations

import math
import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from deskworld_kit import ToolError
from lxml import etree

BLUE, FAINT = (11, 107, 176), (185, 193, 202)
MONTHS = [[f"2025-{month:02d}", 100 + 8 * month, 60 + 5 * month] for month in range(1, 13)]
QUARTERS: list[list[Any]] = [["Quarter", "2024", "2025"], ["Q1", 1200, 1400], ["Q2", 1350, None], ["Q3", 1280, 1610]]


def draw(do: Any, kind: str, rows: list[list[Any]], **more: Any) -> Any:
    return do.draw_chart(**{"path": "c.png", "kind": kind, "rows": rows, "size": "600x400", **more})


def runs(image: Any, color: tuple[int, int, int]) -> list[int]:
    """Heights of the columns of one colour, a number for each bar of it."""
    pixels, found, inside = image.convert("RGB").load(), [], False
    for x in range(image.width):
        height = sum(
            max(abs(a - b) for a, b in zip(pixels[x, y], color, strict=True)) < 12 for y in range(image.height)
        )
        if height > 8:
            found = [*found[:-1], max(found[-1], height)] if inside else [*found, height]
        inside = height > 8
    return found


SAMPLES = [
    ["Group", "Days"],
    *([name, random.Random(n).gauss(9 + n, 2)] for n in range(60) for name in ("North", "South")),
]
EVERY_KIND = {
    "line": [["Month", "Rotterdam", "Bergen"], *MONTHS],
    "bar": QUARTERS,
    "stacked_bar": QUARTERS,
    "percent_bar": QUARTERS,
    "area": [["Month", "Rotterdam", "Bergen"], *MONTHS],
    "scatter": [["Country", "GDP", "Years"], ["Norway", 89000, 83], ["India", 2400, 70], ["日本", 34000, 84]],
    "histogram": [["Minutes"], *([random.Random(n).gauss(30, 8)] for n in range(300))],
    "box": SAMPLES,
    "violin": SAMPLES,
    "pie": [["Part", "Euros"], ["Rent", 1200], ["Food", 640], ["Travel", 310]],
    "donut": [["Part", "Euros"], ["Rent", 1200], ["Food", 640], ["A partner with a very long name", 310]],
    "radar": [["Skill", "Ann", "Bob"], ["Speed", 8, 6], ["Strength and endurance", 5, -9], ["Wit", 9, 4]],
    "funnel": [["Stage", "People"], ["Visited", 12000], ["Signed up for a trial", 4300], ["Paid", 640]],
    "waterfall": [["Item", "Euros"], ["Sales", 1200], ["Cost of goods", -450], ["So far", None], ["Tax", -900]],
    "treemap": [
        ["Region", "Land", "People"],
        ["Asia", "India", 1430],
        ["Asia", "Japan", 124],
        ["Europe", "France", 68],
    ],
    "heatmap": [["Day", "8:00", "9:00"], ["Mon", 3, -4], ["Tue", None, 9]],
}


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_every_kind_is_clean_and_the_same_again(do: Any, root: Path, kind: str) -> None:
    """No label is cut or lies on another, and the same call gives the same bytes."""
    call = {"title": "A title that says it", "size": "900x600"}
    blobs: list[bytes] = []
    for dark in (True, False, False):
        made = draw(do, kind, EVERY_KIND[kind], dark=dark, **call)
        assert not [each for each in made.facts.warnings if "overlap" in each or "cut" in each]
        assert (made.facts.width, made.facts.height) == (900, 600) and len(made.pictures) == 1
        blobs.append((root / "c.png").read_bytes())
    assert blobs[1] == blobs[2] != blobs[0]


@pytest.mark.parametrize("suffix", ["svg", "pdf"])
def test_vectors_are_the_same_again_and_reopened(do: Any, root: Path, suffix: str) -> None:
    blobs = []
    for _ in range(2):
        made = draw(do, "line", EVERY_KIND["line"], path=f"c.{suffix}")
        blobs.append((root / f"c.{suffix}").read_bytes())
    assert blobs[0] == blobs[1]
    assert (made.facts.width, made.facts.height) == (600, 400) and suffix.upper() in made.facts.verified


def test_bars_have_the_lengths_of_their_values(do: Any, drawn: Any) -> None:
    made = draw(do, "bar", [["Harbour", "Tonnes"], ["Rotterdam", 100], ["Bergen", 50], ["Oslo", 25]])
    first, second, third = runs(drawn(made), BLUE)
    assert second / first == pytest.approx(0.5, abs=0.02) and third / first == pytest.approx(0.25, abs=0.02)


def test_bars_never_start_elsewhere_than_at_zero(do: Any) -> None:
    with pytest.raises(ToolError, match=r"low: bars start at zero"):
        draw(do, "bar", QUARTERS, low=1000)
    with pytest.raises(ToolError, match=r"log: .*no logarithmic axis"):
        draw(do, "bar", QUARTERS, log="y")
    with pytest.raises(ToolError, match=r"low: areas start at zero"):
        draw(do, "area", EVERY_KIND["area"], low=50)


def test_what_is_meant_keeps_its_colour(do: Any, drawn: Any) -> None:
    made = draw(do, "bar", [["Harbour", "Tonnes"], ["Rotterdam", 100], ["Bergen", 50]], highlight=["Bergen"])
    assert len(runs(drawn(made), BLUE)) == 1 and len(runs(drawn(made), FAINT)) == 1


def test_errors_belong_to_the_series_they_are_named_after(do: Any, drawn: Any) -> None:
    rows: list[list[Any]] = [["Q", "North", "North ±"], ["Q1", 10, 2], ["Q2", 12, 1]]
    assert len(runs(drawn(draw(do, "bar", rows)), BLUE)) == 2
    with pytest.raises(ToolError, match="names no column"):
        draw(do, "bar", [["Q", "North", "South ±"], ["Q1", 10, 2]])


def test_long_names_lay_bars_down(do: Any) -> None:
    names = [[f"The department of rather long names {n}", n + 1] for n in range(9)]
    made = draw(do, "bar", [["Department", "Score"], *names], size="900x600")
    assert "so the bars lie" in made.facts.warnings[0] and len(made.facts.warnings) == 1


def test_many_bars_say_what_room_they_need(do: Any) -> None:
    rows = [["Word", "Count"], *([f"Category number {n}", n] for n in range(80))]
    made = draw(do, "bar", rows)
    said = next(each for each in made.facts.warnings if "close for their names" in each)
    roomy = draw(do, "bar", rows, size=said.rpartition("size=")[2].split()[0], horizontal=True)
    assert not roomy.facts.warnings


def test_unlike_scales_are_told_and_panels_part_them(do: Any) -> None:
    rows = [["Day", "Visitors", "Revenue"], *([f"2025-03-{day:02d}", day, day * 900] for day in range(1, 20))]
    assert "panels=true" in draw(do, "line", rows).facts.warnings[0]
    assert not draw(do, "line", rows, panels=True).facts.warnings


def test_many_parts_of_a_pie_become_few(do: Any) -> None:
    made = draw(do, "pie", [["Part", "Share"], *([f"Part {n}", 30 - n] for n in range(15))], size="900x600")
    assert made.facts.warnings == ["9 small parts are put together as 'Other'; bars would show all 15"]
    with pytest.raises(ToolError, match="can't be negative"):
        draw(do, "pie", [["Part", "Share"], ["a", 3], ["b", -1]])


def test_twelve_lines_and_a_point(do: Any) -> None:
    rows = [["Day", *(f"Line {n}" for n in range(12))]]
    rows += [[f"2025-{m:02d}-01", *(10 + n * m + math.sin(m + n) for n in range(12))] for m in range(1, 13)]  # pyright: ignore
    told = draw(do, "line", rows, size="900x600").facts.warnings
    assert told == ["12 lines are hard to tell apart; name the ones that matter in `highlight`"]
    assert not draw(do, "line", rows, size="900x600", highlight=["Line 3"]).facts.warnings
    assert not draw(do, "line", [["Day", "A"], ["2025-01-01", 5]]).facts.warnings


def test_notes_at_days_values_and_points(do: Any) -> None:
    notes = ["x=2025-06: New quay", "y=250: Goal", "x=2025-09 y=172: Strike: the end"]
    made = draw(do, "line", EVERY_KIND["line"], notes=notes, size="900x600")
    assert not made.facts.warnings
    with pytest.raises(ToolError, match="notes: 'hello' says no place"):
        draw(do, "line", EVERY_KIND["line"], notes=["hello"])
    with pytest.raises(ToolError, match="there is no place on the x axis 'July'"):
        draw(do, "line", EVERY_KIND["line"], notes=["x=July: no"])


def test_dollars_and_markup_are_only_letters(do: Any, root: Path) -> None:
    made = draw(do, "bar", [["<b>$x$</b>", "100 % & $y_1$"], ["$\\frac{", 3]], path="c.svg", title="$5 <b> & more $")
    etree.fromstring((root / "c.svg").read_bytes())
    assert not made.facts.warnings


def test_cjk_is_drawn_and_what_no_font_has_is_told(do: Any) -> None:
    rows = [["都市", "人口"], ["東京", 13_960_000], ["横浜", 3_770_000]]
    assert not draw(do, "bar", rows, title="日本の大都市").facts.warnings
    told = draw(do, "bar", [["a", "b"], ["x\U00013000", 3]]).facts.warnings
    assert told and "no font here has" in told[0]


def test_a_sheet_range_a_csv_and_rows_draw_the_same(do: Any, root: Path) -> None:
    book = openpyxl.Workbook()
    page = book.create_sheet("Data")
    for row in [["ignored"], ["", "Harbour", "Tonnes"], ["", "Rotterdam", 1650.5], ["", "Bergen", 830]]:
        page.append(row)
    book.save(root / "b.xlsx")
    (root / "b.csv").write_text("Harbour;Tonnes\nRotterdam;1.650,5\nBergen;830,0\n", encoding="utf-8-sig")
    draw(do, "bar", [["Harbour", "Tonnes"], ["Rotterdam", 1650.5], ["Bergen", 830]], path="rows.png")
    for source in ({"source": "b.xlsx", "range": "Data!B2:C4"}, {"source": "b.csv"}):
        do.draw_chart(path="other.png", kind="bar", size="600x400", **source)
        assert (root / "other.png").read_bytes() == (root / "rows.png").read_bytes(), source


@pytest.mark.parametrize(
    ("source", "more", "words"),
    [
        ("missing.csv", {}, "source: there is no file"),
        ("empty.csv", {}, "source: 'empty.csv' is empty"),
        ("head.csv", {}, "source: there are no data rows"),
        ("text.xlsx", {}, "source: 'text.xlsx' is no workbook"),
        ("broken.xlsx", {}, "source: 'broken.xlsx' is damaged"),
        ("old.xlsx", {}, "source: 'old.xlsx' is encrypted or in an old format"),
        ("b.xlsx", {"range": "Nope!A1:B2"}, "range: there is no sheet 'Nope'"),
        ("b.xlsx", {"range": "Sheet!A1"}, "range: 'A1' is no range"),
        ("b.xlsx", {}, "a cell holds the error #N/A"),
        ("head.csv", {"range": "A1:B2"}, "range: a CSV has no sheets"),
        ("photo.png", {}, "source: 'photo.png' is no table"),
    ],
)
def test_bad_sources_are_named(do: Any, root: Path, photo: str, source: str, more: dict[str, str], words: str) -> None:
    (root / "empty.csv").write_text("")
    (root / "head.csv").write_text("a,b\n")
    (root / "text.xlsx").write_text("a,b\n1,2\n")
    (root / "broken.xlsx").write_bytes(b"PK\3\4 nothing")
    (root / "old.xlsx").write_bytes(b"\xd0\xcf\x11\xe0" + bytes(600))
    book = openpyxl.Workbook()
    book.active.append(["a", "b"])  # pyright: ignore
    book.active.append(["x", "#N/A"])  # pyright: ignore
    book.save(root / "b.xlsx")
    with pytest.raises(ToolError) as told:
        do.draw_chart(path="c.png", kind="bar", source=source, **more)
    assert words in str(told.value) and not (root / "c.png").exists()


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([["a", "b"]], "rows: there are no data rows"),
        ([["a", "b"], ["x", "many"]], "column 'b' holds 'many' in row 1"),
        ([["a", "b"], ["x", 1, 2]], "rows: row 1 has 3 cells, and the header 2"),
        ([["a", "b"], ["x", None]], "rows: the columns hold no numbers"),
    ],
)
def test_bad_rows_are_named(do: Any, rows: list[list[Any]], words: str) -> None:
    with pytest.raises(ToolError) as told:
        draw(do, "bar", rows)
    assert words in str(told.value)


@pytest.mark.parametrize(
    ("form", "value", "text"),
    [
        ("#,##0", 1650.4, "1,650"),
        ("0.0%", 0.256, "25.6%"),
        ("€#,##0.00", -1650.5, "−€1,650.50"),
        ("0.0a", 1_250_000, "1.2M"),
        ("0 kg", 12, "12 kg"),
        ("", 1_650_000, "1.65M"),
        ("", 0.25, "0.25"),
    ],
)
def test_numbers_are_written_as_asked(form: str, value: float, text: str) -> None:
    from deskworld_draw.formats import number_says

    assert number_says(form, [value])(value) == text


def test_the_word_among_numbers_and_days_is_named(do: Any, root: Path) -> None:
    (root / "a.csv").write_text("day,sales\n2026-01-01,7\n2026-01-02,-5\n2026-01-03,oops\n")
    with pytest.raises(ToolError, match="holds 'oops' in row 3"):
        do.draw_chart(path="c.png", kind="line", source="a.csv")
    rows: list[list[Any]] = [["Day", "A"], ["2026-01-01", 1], ["2026-01-02", 2], ["2026-01-03", 2], ["soon", 3]]
    assert "'soon' is no day" in draw(do, "line", rows).facts.warnings[0]
    assert not draw(do, "line", rows[:-1]).facts.warnings


def test_names_at_ends_never_touch() -> None:
    from deskworld_draw.annotating import spread

    found = spread([10, 11, 12, 95, 99], [10] * 5, 0, 100)
    assert all(b - a >= 10 - 1e-9 for a, b in pairwise(found))
    assert found[0] >= 5 - 1e-9 and found[-1] <= 95 + 1e-9
