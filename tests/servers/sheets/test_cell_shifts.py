"""Cells put in and taken out in some columns or rows only: what moves, what stays, and what is not torn."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import ToolError

GRID = [["a", "b", "c", "sum"], *[[row, row * 10, row * 100, f"=SUM(A{row}:C{row})"] for row in range(2, 6)]]


@pytest.fixture
def grid(do: Any) -> str:
    do.create_workbook(path="g.xlsx", sheets=["Data", "Other"], rows=GRID)
    formulas = [["=Data!B4", "=SUM(Data!B2:B5)", "=SUM(Data!A2:C5)", "=SUM(Data!B:B)"]]
    do.write_range(path="g.xlsx", sheet="Other", values=formulas)
    return "g.xlsx"


def formulas_of(do: Any, path: str, area: str) -> list[Any]:
    return [value for row in do.read_range(path=path, range=area, show="formulas").rows for value in row]


def test_down_and_up(do: Any, grid: str) -> None:
    do.insert_cells(path=grid, range="Data!B3:B4", shift="down")
    assert [row[1] for row in do.read_range(path=grid, range="Data!A1:B7").rows] == ["b", 20, None, None, 30, 40, 50]
    assert formulas_of(do, grid, "Data!D3:D4") == ["=SUM(A3:C3)", "=SUM(A4:C4)"]
    assert do.read_range(path=grid, range="Data!D2:D5").rows == [[222], [303], [404], [535]]
    assert formulas_of(do, grid, "Other!A1:D1") == [
        "=Data!B6", "=SUM(Data!B2:B7)", "=SUM(Data!A2:C5)", "=SUM(Data!B:B)",
    ]  # fmt: skip
    do.delete_cells(path=grid, range="Data!B2:B4", shift="up")
    assert [row[1] for row in do.read_range(path=grid, range="Data!A1:B5").rows] == ["b", 30, 40, 50, None]
    assert formulas_of(do, grid, "Other!A1:B1") == ["=Data!B3", "=SUM(Data!B2:B4)"]
    do.delete_cells(path=grid, range="Data!B3", shift="up")
    assert formulas_of(do, grid, "Other!A1") == ["=Data!#REF!"]


def test_right_and_left(do: Any, grid: str) -> None:
    do.insert_cells(path=grid, range="Data!B4", shift="right")
    assert do.read_range(path=grid, range="Data!A4:E4").rows == [[4, None, 40, 400, 444]]
    assert formulas_of(do, grid, "Data!E4") == ["=SUM(A4:D4)"]
    assert formulas_of(do, grid, "Other!A1:B1") == ["=Data!C4", "=SUM(Data!B2:B5)"]
    do.delete_cells(path=grid, range="Data!A4:B4", shift="left")
    assert do.read_range(path=grid, range="Data!A4:D4").rows == [[40, 400, 440, None]]
    assert formulas_of(do, grid, "Data!C4") == ["=SUM(A4:B4)"]


def test_rules_are_cut_at_the_edge(do: Any, grid: str) -> None:
    do.set_conditional_format(path=grid, range="Data!A2:C5", rule="formula", value="=A2>$C2/5")
    do.set_color_scale(path=grid, range="Data!A2:B5")
    do.set_validation(path=grid, range="Data!A2:C5", kind="custom", formula="=A2>0")
    do.add_cell_comment(path=grid, sheet="Data", cell="B4", text="Look", author="Maya")
    do.insert_cells(path=grid, range="Data!B3", shift="down")
    rules = {(rule.kind, rule.range, rule.detail) for rule in do.list_sheet_rules(path=grid, sheet="Data").items}
    assert ("conditional_format", "A2:A5 C2:C5", "expression A2>$C2/5") in rules
    assert ("conditional_format", "B2:B6", "expression B2>$C2/5") in rules
    assert ("conditional_format", "A2:A5 B2:B6", "colorScale") in rules
    assert {where for kind, where, _ in rules if kind == "validation"} == {"A2:A5 C2:C5", "B2:B6"}
    assert [each.place for each in do.list_sheet_objects(path=grid).items if each.kind == "comment"] == ["B5"]


def test_what_would_be_torn_is_refused(do: Any, root: Path, rich: str) -> None:
    before = (root / rich).read_bytes()
    for area, shift, said in (
        ("Data!A15", "down", "merged cells A20:C21"),
        ("Data!B3", "down", "array formula over B14:C14"),
        ("'Other side'!A7", "right", "table Deals"),
        ("Data!B:C", "right", "insert_columns"),
    ):
        with pytest.raises(ToolError, match=re.escape(said)):
            do.insert_cells(path=rich, range=area, shift=shift)
    with pytest.raises(ToolError, match="table Deals"):
        do.delete_cells(path=rich, range="'Other side'!C6:E9", shift="up")
    assert (root / rich).read_bytes() == before


def test_new_cells_look_like_those_before(do: Any, grid: str) -> None:
    do.format_range(path=grid, range="Data!B2:B5", number_format="0.00", fill="#FFF2CC")
    do.insert_cells(path=grid, range="Data!B3", shift="down")
    assert [look.range for look in do.get_cell_format(path=grid, range="Data!B2:B6").items] == ["B2:B6"]
    do.write_range(path=grid, sheet="Data", start="XFD9", values=[["edge"]])
    with pytest.raises(ToolError, match="over the edge"):
        do.insert_cells(path=grid, range="Data!B9", shift="right")
