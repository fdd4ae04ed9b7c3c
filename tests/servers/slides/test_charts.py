"""Charts of every kind, native and editable, their numbers the same in the chart and in its workbook."""

import io
from pathlib import Path
from typing import Any, get_args

import openpyxl
import pytest
from deskworld_kit import ToolError
from deskworld_slides.charting import ChartSeries, ChartType
from deskworld_slides.combining import value_axis
from pptx import Presentation

TWO = [ChartSeries(name="2024", values=[1200, 1350, None]), ChartSeries(name="2025", values=[1400, 1520, 1490])]
CATEGORIES = ["Q1", "Q2", "Q3"]


def chart(root: Path, deck: str) -> Any:
    return next(s for s in Presentation(str(root / deck)).slides[2].shapes if s.has_chart).chart


def book(root: Path, deck: str) -> list[tuple[Any, ...]]:
    blob = chart(root, deck).part.chart_workbook.xlsx_part.blob
    return list(openpyxl.load_workbook(io.BytesIO(blob)).active.values)


@pytest.mark.parametrize("kind", get_args(ChartType))
def test_every_kind_is_made_and_read(do: Any, deck: str, kind: str) -> None:
    series = [TWO[1]] if kind == "pie" else TWO
    if kind in ("scatter", "bubble"):
        sizes = [2, 9, 4] if kind == "bubble" else []
        series = [ChartSeries(name="ships", values=[3, 5, 4], x=[1, 2.5, 4], sizes=sizes)]
    made = do.add_slide_chart(path=deck, slide=3, type=kind, categories=CATEGORIES, series=series)
    assert made.warnings == [] and made.shape.placeholder == "content"
    read = do.get_slide_chart(path=deck, slide=3)
    assert read.type == kind and read.workbook
    assert [s.values for s in read.series] == [s.values for s in series]
    if kind in ("scatter", "bubble"):
        assert read.series[0].x == [1, 2.5, 4] and read.series[0].sizes == series[0].sizes
    else:
        assert read.categories == CATEGORIES


@pytest.mark.parametrize("kind", get_args(ChartType))
def test_every_kind_takes_new_data_with_a_series_more(do: Any, root: Path, deck: str, kind: str) -> None:
    def data(count: int) -> list[ChartSeries]:
        spots: dict[str, list[float]] = {"x": [1, 2, 3]} if kind in ("scatter", "bubble") else {}
        if kind == "bubble":
            spots["sizes"] = [3, 1, 2]
        count = 1 if kind == "pie" else count
        return [ChartSeries(name=f"s{n}", values=[n + 1, n + 2, n + 4], **spots) for n in range(count)]

    do.add_slide_chart(path=deck, slide=3, type=kind, categories=CATEGORIES, series=data(2))
    do.update_chart_data(path=deck, slide=3, series=data(3))
    read = do.get_slide_chart(path=deck, slide=3)
    assert read.type == kind and [s.values for s in read.series] == [s.values for s in data(3)]
    assert [s.name for s in read.series] == [s.name for s in data(3)]
    assert book(root, deck)


def test_a_combos_colours_reach_columns_and_line(do: Any, root: Path, deck: str) -> None:
    do.add_slide_chart(path=deck, slide=3, type="combo", categories=CATEGORIES, series=TWO)
    do.format_slide_chart(path=deck, slide=3, colors=["#112233", "#445566"])
    columns, line = (plot.series[0] for plot in chart(root, deck).plots)
    assert str(columns.format.fill.fore_color.rgb) == "112233" and str(line.format.line.color.rgb) == "445566"
    assert chart(root, deck)._chartSpace.xpath("count(.//c:valAx)") == 2
    with pytest.raises(ToolError, match="two series"):
        do.add_slide_chart(path=deck, slide=2, type="combo", categories=CATEGORIES, series=TWO[:1])


@pytest.mark.parametrize("kind", ["column", "bar", "area", "column_stacked", "combo"])
def test_what_is_compared_by_length_starts_at_zero(do: Any, root: Path, deck: str, kind: str) -> None:
    close = [ChartSeries(name=name, values=[1001, 1004, 1002]) for name in ("a", "b")]
    do.add_slide_chart(path=deck, slide=3, type=kind, categories=CATEGORIES, series=close)
    assert value_axis(chart(root, deck)).minimum_scale == 0
    below = [ChartSeries(name=name, values=[-5, 1004, 1002]) for name in ("a", "b")]
    do.update_chart_data(path=deck, slide=3, series=below)
    assert value_axis(chart(root, deck)).minimum_scale is None
    changed = do.format_slide_chart(path=deck, slide=3, minimum=900)
    assert "not at zero" in changed.warnings[0]


def test_a_line_may_start_anywhere_and_losses_hang_from_zero(do: Any, root: Path, deck: str) -> None:
    do.add_slide_chart(path=deck, slide=3, type="line", categories=CATEGORIES, series=[TWO[1]])
    assert chart(root, deck).value_axis.minimum_scale is None
    assert do.format_slide_chart(path=deck, slide=3, minimum=900).warnings == []
    losses = [ChartSeries(name="loss", values=[-3, -2, -4])]
    do.delete_shapes(path=deck, slide=3, shapes=[do.get_slide_chart(path=deck, slide=3).shape])
    do.add_slide_chart(path=deck, slide=3, type="column", categories=CATEGORIES, series=losses)
    assert chart(root, deck).value_axis.maximum_scale == 0
    do.update_chart_data(path=deck, slide=3, series=[ChartSeries(name="gain", values=[3, -2, 4])])
    assert chart(root, deck).value_axis.maximum_scale is None


def test_bars_read_from_the_top_with_their_axis_below(do: Any, root: Path, deck: str) -> None:
    do.add_slide_chart(path=deck, slide=3, type="bar", categories=CATEGORIES, series=TWO)
    made = chart(root, deck)
    assert made.category_axis.reverse_order
    assert made.value_axis._element.find("{*}crosses").get("val") == "max"


def test_new_data_reaches_the_workbook_and_keeps_the_look(do: Any, root: Path, deck: str) -> None:
    do.add_slide_chart(
        path=deck, slide=3, type="column", categories=CATEGORIES, series=TWO, title="Revenue", number_format="0.0"
    )
    do.format_slide_chart(path=deck, slide=3, colors=["#112233", "accent3"], minimum=0, y_title="EUR")
    more = [*TWO, ChartSeries(name="2026", values=[1, 2, 3])]
    do.update_chart_data(path=deck, slide=3, series=more, categories=["A", "B", "C"])
    plot = chart(root, deck).plots[0]
    assert [s.name for s in plot.series] == ["2024", "2025", "2026"] and list(plot.categories) == ["A", "B", "C"]
    assert str(plot.series[0].format.fill.fore_color.rgb) == "112233"
    assert plot.series[2].format.fill.fore_color.theme_color.name == "ACCENT_3"
    assert book(root, deck) == [
        (None, "2024", "2025", "2026"),
        ("A", 1200, 1400, 1),
        ("B", 1350, 1520, 2),
        ("C", None, 1490, 3),
    ]
    do.update_chart_data(path=deck, slide=3, series=[ChartSeries(name="one", values=[5, 6, 7])])
    assert book(root, deck) == [(None, "one"), ("A", 5), ("B", 6), ("C", 7)]
    assert do.get_slide_chart(path=deck, slide=3).title == "Revenue"


def test_more_pieces_get_colours(do: Any, root: Path, deck: str) -> None:
    do.add_slide_chart(
        path=deck, slide=3, type="pie", categories=["a", "b"], series=[ChartSeries(name="s", values=[1, 2])]
    )
    do.update_chart_data(
        path=deck, slide=3, categories=list("abcd"), series=[ChartSeries(name="s", values=[1, 2, 3, 4])]
    )
    points = chart(root, deck).plots[0].series[0].points
    assert [points[n].format.fill.fore_color.theme_color.name for n in range(4)] == [f"ACCENT_{n}" for n in range(1, 5)]


def test_format(do: Any, root: Path, deck: str) -> None:
    do.add_slide_chart(path=deck, slide=3, type="line", categories=CATEGORIES, series=TWO)
    do.format_slide_chart(
        path=deck, slide=3, title="Trend", legend="right", labels=True, number_format="#,##0", maximum=2000, size=16
    )
    made = chart(root, deck)
    assert (
        made.chart_title.text_frame.text == "Trend"
        and made.value_axis.maximum_scale == 2000
        and made.font.size.pt == 16
    )
    assert made.plots[0].has_data_labels and made.legend.position.name == "RIGHT"
    do.format_slide_chart(path=deck, slide=3, title="none", legend="none", labels=False)
    made = chart(root, deck)
    assert not made.has_title and not made.has_legend and not made.plots[0].has_data_labels


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"type": "column", "categories": ["a"]}, "3 values for 1"),
        ({"type": "column"}, "categories"),
        ({"type": "scatter", "categories": CATEGORIES}, "0 x"),
        ({"type": "pie", "categories": CATEGORIES}, "one series"),
    ],
)
def test_data_that_does_not_fit_is_refused(
    do: Any, root: Path, deck: str, arguments: dict[str, Any], words: str
) -> None:
    before = (root / deck).read_bytes()
    with pytest.raises(ToolError, match=words):
        do.add_slide_chart(path=deck, slide=3, series=TWO, **arguments)
    assert (root / deck).read_bytes() == before


def test_each_axis_of_a_combo_is_titled_and_formatted_by_itself(do: Any, root: Path, deck: str) -> None:
    do.add_slide_chart(path=deck, slide=3, type="combo", categories=CATEGORIES, series=TWO)
    do.format_slide_chart(
        path=deck, slide=3, y_title="M€", number_format="0.0", minimum=0, maximum=2000, y2_title="Share",
        y2_number_format="0%",
    )  # fmt: skip
    left, right = (value_axis(chart(root, deck), second=second) for second in (False, True))
    assert left._element.find("{*}axPos").get("val") == "l" and right._element.find("{*}axPos").get("val") == "r"
    assert (left.axis_title.text_frame.text, left.tick_labels.number_format) == ("M€", "0.0")
    assert (right.axis_title.text_frame.text, right.tick_labels.number_format) == ("Share", "0%")
    assert left.maximum_scale == 2000 and right.maximum_scale is None
    do.update_chart_data(path=deck, slide=3, series=[TWO[0], ChartSeries(name="2025", values=[1, 2, 3])])
    do.add_slide_chart(path=deck, slide=2, type="bar", categories=CATEGORIES, series=TWO)
    with pytest.raises(ToolError, match="one value axis"):
        do.format_slide_chart(path=deck, slide=2, y2_title="Share")


@pytest.mark.parametrize("kind", ["pie", "doughnut"])
@pytest.mark.parametrize("values", [[3, -1, 2], [0, 0, 0]])
def test_round_charts_show_parts_of_a_whole_only(do: Any, deck: str, kind: str, values: list[float]) -> None:
    with pytest.raises(ToolError, match="parts of a whole"):
        do.add_slide_chart(
            path=deck, slide=3, type=kind, categories=CATEGORIES, series=[ChartSeries(name="s", values=values)]
        )
