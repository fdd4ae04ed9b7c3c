"""One cell is edited; every other part of the file keeps its bytes, and the edited sheet all that was in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from deskworld_artifacts import convert
from lxml import etree

from servers.sheets import samples

Parts = Callable[[Path], dict[str, bytes]]
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def differing(before: dict[str, bytes], after: dict[str, bytes]) -> set[str]:
    assert set(before) - {"xl/calcChain.xml"} == set(after) - {"xl/calcChain.xml"}
    return {name for name in after if before[name] != after[name]}


def without_cells(sheet: bytes) -> str:
    """A sheet's markup but for the cells and the dimension."""
    root = etree.fromstring(sheet)
    for name in ("sheetData", "dimension"):
        found = root.find(MAIN + name)
        if found is not None:
            root.remove(found)
    return etree.tostring(root, method="c14n").decode()


@pytest.mark.parametrize("macros", [False, True])
def test_xlsxwriter_file_keeps_every_part(do: Any, root: Path, parts: Parts, macros: bool) -> None:
    path = root / ("rich.xlsm" if macros else "rich.xlsx")
    samples.by_xlsxwriter(path, macros=macros)
    before = parts(path)
    assert {"xl/vbaProject.bin"} <= set(before) or not macros
    done = do.write_range(path=path.name, sheet="Data", start="G8", values=[["edited"]])
    after = parts(path)
    assert differing(before, after) == {"xl/worksheets/sheet1.xml"}
    assert without_cells(before["xl/worksheets/sheet1.xml"]) == without_cells(after["xl/worksheets/sheet1.xml"])
    assert done.warnings == []
    assert "Data!G8 holds 1 value" in done.verified
    for kept in (b"sparkline", b"x14:dataBar", b"mc:Ignorable"):
        assert (kept in before["xl/worksheets/sheet1.xml"]) == (kept in after["xl/worksheets/sheet1.xml"])


def test_values_that_follow_reach_other_sheets(do: Any, root: Path, parts: Parts, rich: str) -> None:
    before = parts(root / rich)
    do.write_range(path=rich, sheet="Data", start="B5", values=[[100]])
    changed = differing(before, parts(root / rich))
    assert changed == {"xl/worksheets/sheet1.xml", "xl/worksheets/sheet2.xml", "xl/charts/chart1.xml"}
    assert do.read_range(path=rich, range="'Other side'!A3:A4").rows == [[351], [151]]


def test_openpyxl_file(do: Any, root: Path, parts: Parts) -> None:
    samples.by_openpyxl(root / "o.xlsx")
    before = parts(root / "o.xlsx")
    do.write_range(path="o.xlsx", start="B2", values=[[9]])
    assert differing(before, parts(root / "o.xlsx")) == {"xl/worksheets/sheet1.xml"}


def test_libreoffice_file(do: Any, root: Path, parts: Parts, rich: str) -> None:
    convert(root / rich, root / "rich.ods")
    convert(root / "rich.ods", root / "lo.xlsx")
    before = parts(root / "lo.xlsx")
    assert any("chart" in name for name in before)
    do.write_range(path="lo.xlsx", sheet="Data", start="G8", values=[["edited"]])
    changed = differing(before, parts(root / "lo.xlsx"))
    sheet = {name for name in changed if "worksheets" in name}
    assert changed == sheet
    assert without_cells(before["xl/worksheets/sheet1.xml"]) == without_cells(
        parts(root / "lo.xlsx")["xl/worksheets/sheet1.xml"]
    )


def test_saved_file_still_opens_everywhere(do: Any, root: Path, rich: str) -> None:
    import openpyxl

    do.write_range(path=rich, sheet="Data", start="A2", values=[["edited"]])
    loaded = openpyxl.load_workbook(root / rich)
    assert loaded["Data"]["A2"].value == "edited"
    convert(root / rich, root / "rich.pdf")
    assert (root / "rich.pdf").read_bytes().startswith(b"%PDF")


def test_names_in_any_script(do: Any, root: Path) -> None:
    for name in ("記帳本.xlsx", "Bäcker.xlsx", "-a 'b' \"c\" 😀.xlsx"):
        do.create_workbook(path=name, sheets=["記 帳", "Ä'b"], rows=[["東京", "=1+1"]])
        assert do.read_range(path=name).rows == [["東京", 2]]
        do.write_range(path=name, sheet="Ä'b", values=[["='記 帳'!B1*2"]])
        assert do.read_range(path=name, sheet="Ä'b").rows == [[4]]
