"""The chart behind a picture: whose call drew it, and of which table."""

from pathlib import Path
from typing import Any

import pytest
from deskworld_verifiers import DrawnChart, Submission, ToolCall, Trajectory, chart_behind
from openpyxl import Workbook
from PIL import Image

ROWS: list[list[str | float]] = [["Month", "2025"], ["Jan", 12], ["Feb", 14.5]]


def picture(path: Path, color: str) -> Path:
    Image.new("RGB", (60, 40), color).save(path)
    return path


def submission(root: Path, *drawn: dict[str, Any]) -> Submission:
    return Submission(root, trajectory=Trajectory(tuple(ToolCall(name="draw_chart", arguments=each) for each in drawn)))


def test_figures_are_those_of_the_last_call_that_drew_it(tmp_path: Path) -> None:
    shown = picture(tmp_path / "a.png", "teal")
    picture(tmp_path / "b.png", "red")
    drawn = [
        {"path": "a.png", "kind": "bar", "rows": [["Month", "2025"], ["Jan", 1]]},
        {"path": "a.png", "kind": "line", "rows": ROWS, "title": "Sales", "notes": ["y=12: plan"]},
        {"path": "b.png", "kind": "pie", "rows": ROWS},
    ]
    chart = chart_behind(submission(tmp_path, *drawn), shown.read_bytes())
    assert chart and (chart.path, chart.kind, chart.words) == ("a.png", "line", "Sales\ny=12: plan")
    assert chart.column("2025") == [12, 14.5] and chart.column("2024") == []
    assert DrawnChart("a.png", "line", ["Month", "2025"], [["Jan", 12], ["Feb"]]).column("2025") == [12, None]


def test_a_picture_that_nobody_drew_has_none(tmp_path: Path) -> None:
    picture(tmp_path / "a.png", "teal")
    drawn = {"path": "a.png", "kind": "line", "rows": ROWS}
    assert chart_behind(submission(tmp_path, drawn), picture(tmp_path / "other.png", "red")) is None
    assert chart_behind(submission(tmp_path), tmp_path / "a.png") is None


@pytest.mark.parametrize(
    ("source", "area"),
    [("t.csv", ""), ("t.xlsx", ""), ("t.xlsx", "Data"), ("t.xlsx", "Data!A1:B3"), ("t.xlsx", "A1:B3")],
)
def test_figures_may_come_from_a_file(tmp_path: Path, source: str, area: str) -> None:
    (tmp_path / "t.csv").write_text("Month,2025\nJan,12\nFeb,14.5\n")
    book = Workbook()
    for row in ROWS:
        book.worksheets[0].append(row)
    book.worksheets[0].title = "Data"
    book.save(tmp_path / "t.xlsx")
    drawn = {"path": "a.png", "kind": "line", "source": source, "range": area}
    chart = chart_behind(submission(tmp_path, drawn), picture(tmp_path / "a.png", "teal"))
    assert chart and chart.column("Month") == ["Jan", "Feb"] and chart.column("2025") == [12, 14.5]
