"""A sheet carried into another workbook: what goes along, what stays behind, and that both files are sound after it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from deskworld_artifacts import convert
from deskworld_kit import ToolError

from servers.sheets import foreign


@pytest.fixture
def goal(do: Any) -> str:
    """A workbook with sheets, names and a table of its own, which the carried sheet may not disturb."""
    do.create_workbook(path="goal.xlsx", sheets=["Data", "Main"], rows=[["h", "Deals"], [1, "=A2*2"]])
    do.create_table(path="goal.xlsx", range="Data!A1:B2", name="Deals")
    do.format_range(path="goal.xlsx", range="Data!A1:B1", fill="#1F4E79")
    return "goal.xlsx"


def test_all_that_lies_on_a_sheet_goes_along(do: Any, root: Path, rich: str, goal: str) -> None:
    before = (root / rich).read_bytes()
    look = do.get_cell_format(path=rich, range="Data!A1:E11").items
    done = do.copy_sheet(path=rich, sheet="Data", name="It's", target=goal)
    assert done.path == goal and done.sheets == ["Data", "Main", "It's"] and (root / rich).read_bytes() == before
    old = do.read_range(path=rich, range="Data!A1:G14", show="both")
    new = do.read_range(path=goal, range="'It''s'!A1:G14", show="both")
    assert (new.rows, new.formulas) == (old.rows, old.formulas)
    assert do.get_cell_format(path=goal, range="'It''s'!A1:E11").items == look
    kinds = [rule.kind for rule in do.list_sheet_rules(path=goal, sheet="It's").items]
    for kind in ("merge", "validation", "conditional_format", "sparkline", "link", "filter", "frozen", "print_titles"):
        assert kind in kinds
    things = {item.kind: item.detail for item in do.list_sheet_objects(path=goal, sheet="It's").items}
    assert {"chart", "picture", "shape", "comment"} <= set(things) and "'It''s'!$B$2:$B$11" in things["chart"]
    assert not [item for item in do.check_workbook(path=goal).items if item.kind in ("error", "stale", "broken_chart")]
    do.write_range(path=goal, sheet="It's", start="B2", values=[[101]])
    assert do.read_range(path=goal, range="'It''s'!D13").rows == [[705]]
    convert(root / goal, root / "goal.pdf")
    assert do.read_range(path=goal, range="Data!A1:B2").rows == [["h", "Deals"], [1, 2]]


def test_what_reads_other_sheets_keeps_its_values(do: Any, root: Path, rich: str, goal: str) -> None:
    done = do.copy_sheet(path=rich, sheet="Other side", name="Twin", position=1, target=goal)
    assert done.sheets[0] == "Twin" and any("2 formulas read other sheets" in said for said in done.warnings)
    read = do.read_range(path=goal, range="Twin!A1:E9", show="both")
    assert (
        read.rows[2][0] == 63 and [item.formula for item in read.formulas] == ["=Deals_2[[#This Row],[Much]]*2"] * 3
    )  # the name Deals was taken
    assert do.get_workbook_info(path=goal).sheets[0].tables == ["Deals_2 C6:E9"]
    assert "[" not in "".join(item.refers_to for item in do.list_names(path=goal).items)


def test_a_file_of_excel_and_what_is_refused(do: Any, root: Path, goal: str) -> None:
    foreign.by_excel(root / "f.xlsx")
    done = do.copy_sheet(path="f.xlsx", sheet="Data", name="Mine", target=goal)
    assert any("slicer" in said for said in done.warnings)
    before = (root / goal).read_bytes()
    for arguments, said in (({"name": "main"}, "already has"), ({"name": "x", "target": "no.xlsx"}, "target"),
                            ({"name": "x", "sheet": "Nope"}, "no sheet")):  # fmt: skip
        with pytest.raises(ToolError, match=said):
            do.copy_sheet(**{"path": "f.xlsx", "sheet": "Data", "target": goal, **arguments})
    assert (root / goal).read_bytes() == before


def test_spills_and_names(do: Any, goal: str) -> None:
    do.create_workbook(path="s.xlsx", rows=[["x", 3], ["y", 1]])
    do.define_name(path="s.xlsx", name="Rate", refers_to="0.5")
    do.define_name(path="s.xlsx", name="Far", refers_to="Sheet1!$B$2")
    do.write_range(path="s.xlsx", start="A3", values=[["=SORT(B1:B2)", "=Rate*B1"], [None, "=Far"]])
    do.copy_sheet(path="s.xlsx", sheet="Sheet1", name="Came", target=goal)
    read = do.read_range(path=goal, range="Came!A1:B4", show="both")
    assert read.rows == [["x", 3], ["y", 1], [1, 1.5], [3, 1]]
    assert [item.formula for item in read.formulas] == ["=SORT(B1:B2)", "=Rate*B1", "=Far"]
    assert ("Far", "Came!$B$2", "Came") in {
        (item.name, item.refers_to, item.sheet) for item in do.list_names(path=goal).items
    }
