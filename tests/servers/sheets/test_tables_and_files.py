"""Sorting, filtering, asking, comments and links; CSV and PDF; what check_workbook finds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import openpyxl
import pytest
from deskworld_artifacts import convert
from deskworld_kit import ToolError

from servers.sheets import samples


def test_sort_takes_formulas_and_looks_along(do: Any, root: Path, book: str) -> None:
    do.format_range(path=book, range="A4", bold=True)
    do.sort_range(path=book, by=["-Total"], range="A1:E4")
    assert do.read_range(path=book, range="A1:D4", show="formulas").rows == [
        ["Item", "Cost", "Count", "Total"],
        ["Tea", 3.5, 2, "=B2*C2"],
        ["Bread", 2, 3, "=B3*C3"],
        ["Milk", 1.25, 4, "=B4*C4"],
    ]
    assert openpyxl.load_workbook(root / book)["Items"]["A3"].font.b
    do.sort_range(path=book, by=["A"], range="A1:E4")
    assert [row[0] for row in do.read_range(path=book, range="A2:A4").rows] == ["Bread", "Milk", "Tea"]
    with pytest.raises(ToolError, match="Item, Cost"):
        do.sort_range(path=book, by=["Price"])


def test_duplicates_go(do: Any, book: str) -> None:
    do.append_rows(path=book, rows=[["tea", 3.5, 2, "=B5*C5", "2026-01-05"], ["Jam", 4, 1, "=B6*C6", None]])
    done = do.remove_duplicates(path=book, columns=["Item"])
    assert done.removed == 1
    assert do.read_range(path=book, range="A5:D6").rows == [["Jam", 4, 1, 4], [None] * 4]


def test_filter(do: Any, root: Path, book: str) -> None:
    assert do.filter_range(path=book, where=["Cost >= 2"]).shown == 2
    sheet = openpyxl.load_workbook(root / book)["Items"]
    assert sheet.auto_filter.ref == "A1:E4" and sheet.row_dimensions[3].hidden
    assert do.filter_range(path=book, where=["Item in tea|Milk"]).shown == 2
    assert do.filter_range(path=book).shown == 3
    assert not openpyxl.load_workbook(root / book)["Items"].row_dimensions[3].hidden
    convert(root / book, root / "b.pdf")


def test_copy_and_replace(do: Any, book: str) -> None:
    do.copy_range(path=book, source="B2:D4", target="Sums!F1")
    assert do.read_range(path=book, range="Sums!F1:H1", show="both").formulas[0].formula == "=F1*G1"
    do.copy_range(path=book, source="D2:D4", target="G2", what="values")
    assert do.read_range(path=book, range="G2:G4", show="formulas").rows == [[7], [5], [6]]
    assert do.replace_values(path=book, find="Tea", replace="=Chai").changed == 2
    assert do.read_range(path=book, range="A2").rows == [["=Chai"]]
    assert do.replace_values(path=book, find="Items!", replace="Items!", in_formulas=True).changed == 0
    assert do.replace_values(path=book, find="D2", replace="D3", in_formulas=True, sheet="Sums").changed == 2


def test_names(do: Any, root: Path, book: str) -> None:
    do.define_name(path=book, name="Costs", refers_to="Items!B2:B4")
    do.define_name(path=book, name="Rate", refers_to="0.19")
    do.write_range(path=book, sheet="Sums", start="A5", values=[["=SUM(Costs)*Rate"]])
    assert do.read_range(path=book, range="Sums!A5").rows == [[1.2825]]
    assert [item.name for item in do.list_names(path=book).items] == ["Costs", "Rate"]
    assert do.read_range(path=book, range="Costs").rows == [[3.5], [1.25], [2]]
    do.define_name(path=book, name="Rate", refers_to="0.2")
    assert do.read_range(path=book, range="Sums!A5").rows == [[1.35]]
    do.define_name(path=book, name="Rate", refers_to="")
    assert do.read_range(path=book, range="Sums!A5").rows == [["#NAME?"]]
    with pytest.raises(ToolError, match="cannot be a name"):
        do.define_name(path=book, name="Q1", refers_to="1")


def test_asking(do: Any, book: str) -> None:
    profile = {item.column: item for item in do.profile_table(path=book).items}
    assert profile["Cost"].kind == "number" and profile["Cost"].high == 3.5
    assert profile["Bought"].kind == "date" and profile["Item"].distinct == 3
    found = do.query_table(path=book, where=["Cost >= 2"], order_by=["-Cost"])
    assert [row[0] for row in found.rows] == ["Tea", "Bread"]
    found = do.query_table(path=book, columns=["item"], where=["Bought < 2026-01-06"])
    assert found.columns == ["Item"] and found.rows == [["Tea"]]
    found = do.query_table(path=book, figures=["Total", "count of Item"])
    assert found.rows == [[18, 3]]
    traced = do.trace_formula(path=book, cell="D2").items
    assert {(item.cell, item.relation) for item in traced} == {
        ("Items!B2", "feeds"), ("Items!C2", "feeds"), ("Sums!B1", "uses"), ("Sums!B2", "uses"),
    }  # fmt: skip


def test_texts_that_are_digits_are_found(do: Any) -> None:
    rows = [["Code", "Count"], ["007", 12], ["12", 7], ["A 12", 3.5], ["Northern", 12]]
    do.create_workbook(path="codes.xlsx", rows=rows)

    def codes(condition: str) -> list[Any]:
        return [row[0] for row in do.query_table(path="codes.xlsx", where=[condition]).rows]

    assert (
        codes("Code = 007") == ["007"] and codes("Code = 12") == ["12"] and codes("Code contains 12") == ["12", "A 12"]
    )
    assert codes("Code in 007|12") == ["007", "12"] and codes("Code != 12") == ["007", "A 12", "Northern"]
    assert codes("Count = 12") == ["007", "Northern"] and codes("Count in 7|3.5") == ["12", "A 12"]
    assert codes("Count contains 2") == ["007", "Northern"] and codes("Count >= 7") == ["007", "12", "Northern"]
    assert codes('Code = "northern"') == ["Northern"]


def test_comparing(do: Any, root: Path, book: str) -> None:
    (root / "old.xlsx").write_bytes((root / book).read_bytes())
    do.write_range(path=book, start="B2", values=[[4]])
    do.add_sheet(path=book, name="New")
    found = {item.cell: (item.before, item.after) for item in do.compare_workbooks(before="old.xlsx", after=book).items}
    assert found == {
        "Items!B2": (3.5, 4), "Items!D2": (7, 8), "Sums!B1": (18, 19), "Sums!B2": (7, 8),
        "New": ("no such sheet", "a sheet"),
    }  # fmt: skip


def test_comments_links_pictures_locks(do: Any, root: Path, rich: str, book: str) -> None:
    (root / "p.png").write_bytes(samples.picture())
    for path, sheet in ((book, "Items"), (rich, "Data")):
        do.add_cell_comment(path=path, sheet=sheet, cell="C2", text="Why <so> much?\nAsk.", author="Maya")
        do.add_cell_comment(path=path, sheet=sheet, cell="A1", text="first", author="Noor")
        do.set_cell_link(path=path, sheet=sheet, cell="A9", to="https://example.com/?a=1&b=2")
        do.set_cell_link(path=path, sheet=sheet, cell="A10", to=f"{sheet}!B2")
        size = do.add_sheet_picture(path=path, sheet=sheet, picture="p.png", place="J30", width=120)
        assert (size.width, size.height) == (120, 80)
        do.protect_sheet(path=path, sheet=sheet, password="geheim", unlocked="B2:B4")
        loaded = openpyxl.load_workbook(root / path)[sheet]
        assert loaded["C2"].comment.text == "Why <so> much?\nAsk." and loaded["A1"].comment.author == "Noor"
        assert loaded["A9"].hyperlink.target == "https://example.com/?a=1&b=2"
        assert loaded.protection.sheet and not loaded["B2"].protection.locked
        assert len(loaded._images) >= 1
        convert(root / path, root / "b.pdf")
    assert openpyxl.load_workbook(root / rich)["Data"]["B3"].comment.text == "A comment on three"
    do.add_cell_comment(path=book, sheet="Items", cell="A1", text="")
    assert openpyxl.load_workbook(root / book)["Items"]["A1"].comment is None
    do.insert_rows(path=book, row=1, sheet="Items")
    assert openpyxl.load_workbook(root / book)["Items"]["C3"].comment is not None


CSV = 'Code;Name;Amount;Day\n007;"a; b";1,5;2026-01-05\n12;=1+1;2,5;\n0012345678901234567;x;3;2026-13-01\n'


def test_csv_in_and_out(do: Any, root: Path) -> None:
    (root / "in.csv").write_text(CSV, encoding="utf-8-sig")
    done = do.import_csv(source="in.csv", path="out/a.xlsx")
    assert done.delimiter == "semicolon" and done.range == "A1:D4" and done.sheet == "in"
    assert do.read_range(path="out/a.xlsx").rows == [
        ["Code", "Name", "Amount", "Day"],
        ["007", "a; b", 1.5, "2026-01-05"],
        [12, "=1+1", 2.5, None],
        ["0012345678901234567", "x", 3, "2026-13-01"],
    ]
    assert do.read_range(path="out/a.xlsx", show="both").formulas == []
    again = do.import_csv(source="in.csv", path="out/a.xlsx", text_columns=["code"])
    assert again.sheet == "in 2"
    assert do.read_range(path="out/a.xlsx", range="'in 2'!A3").rows == [["12"]]
    out = do.export_csv(path="out/a.xlsx", target="out/b.csv", range="A1:D3")
    assert (out.rows, out.columns) == (3, 4)
    assert (root / "out/b.csv").read_text() == "Code,Name,Amount,Day\n007,a; b,1.5,2026-01-05\n12,=1+1,2.5,\n"


@pytest.mark.parametrize(
    ("text", "delimiter"), [("a,b\n1,2\n", "comma"), ("a\tb\n1\t2\n", "tab"), ("a|b\n1|2", "pipe")]
)
def test_delimiters_are_found(do: Any, root: Path, text: str, delimiter: str) -> None:
    (root / "t.txt").write_text(text)
    assert do.import_csv(source="t.txt", path="t.xlsx").delimiter == delimiter


def test_old_encodings(do: Any, root: Path) -> None:
    (root / "l.csv").write_bytes("Stadt,Größe\nKöln,1\n".encode("cp1252"))
    (root / "u.csv").write_bytes("Stadt,Größe\nKöln,1\n".encode("utf-16"))
    for name in ("l.csv", "u.csv"):
        do.import_csv(source=name, path="c.xlsx")
    assert do.read_range(path="c.xlsx", sheet="u").rows[1] == ["Köln", 1]
    assert do.read_range(path="c.xlsx", sheet="l").rows[0] == ["Stadt", "Größe"]


def test_pdf_and_conversion(do: Any, root: Path, book: str) -> None:
    assert do.export_workbook_pdf(path=book, target="o/a.pdf").pages == 2
    assert do.export_workbook_pdf(path=book, target="o/b.pdf", sheet="Sums").pages == 1
    assert do.get_workbook_info(path=book).sheets[0].state == "visible"
    do.convert_workbook(path=book, target="o/a.ods")
    done = do.convert_workbook(path="o/a.ods", target="o/c.xlsx")
    assert done.verified == "2 sheets: Items, Sums"
    assert do.read_range(path="o/c.xlsx", range="Sums!B1").rows == [[18]]
    with pytest.raises(ToolError, match="OpenDocument"):
        do.read_range(path="o/a.ods")


def test_check_finds_what_is_wrong(do: Any, root: Path, book: str) -> None:
    assert do.check_workbook(path=book).items == []
    do.write_range(path=book, start="G1", values=[["=1/0", "=Items!Z1"], ["5", None], [6, None], [7, None]])
    do.write_range(path=book, start="D3", values=[[99]])
    do.set_cell_link(path=book, cell="A7", to="Sums!A1")
    do.define_name(path=book, name="Gone", refers_to="Sums!A1")
    do.delete_sheet(path=book, sheet="Sums")
    found = {item.cell: item.problem for item in do.check_workbook(path=book).items}
    assert found["Items!G1"] == "is #DIV/0!"
    assert "a number among formulas" in found["Items!D3"]
    assert "gone" in found["Gone"]
    assert "a link to" in found["Items!A7"]


def test_numbers_as_text_are_found(do: Any, book: str) -> None:
    do.write_range(path=book, start="B5", values=[["1,200"]])
    found = do.check_workbook(path=book).items
    assert [(item.cell, "stored as text" in item.problem) for item in found] == [("Items!B5", True)]


def test_stale_values_are_found_and_mended(do: Any, root: Path) -> None:
    made = openpyxl.Workbook()
    made.active.append([1, 2, "=A1+B1"])  # type: ignore[union-attr]
    made.save(root / "o.xlsx")
    assert do.read_range(path="o.xlsx").rows == [[1, 2, None]]
    assert "no stored value" in do.check_formulas(path="o.xlsx").items[0].problem
    done = do.recalculate_workbook(path="o.xlsx")
    assert (done.formulas, done.changed, done.errors) == (1, 1, [])
    assert do.read_range(path="o.xlsx").rows == [[1, 2, 3]]
    assert do.recalculate_workbook(path="o.xlsx").changed == 0


def test_a_loop_is_found(do: Any) -> None:
    do.create_workbook(path="l.xlsx", rows=[["=A1+1"]])
    assert any("itself" in item.problem for item in do.check_formulas(path="l.xlsx").items)


def test_render(do: Any, rich: str) -> None:
    shown = do.render_range(path=rich, sheet="Data")
    assert len(shown.pictures) == 1 and shown.pictures[0].data[:4] == b"\x89PNG"
    assert shown.facts.range.startswith("A1:")
    with pytest.raises(ToolError, match="no sheet"):
        do.render_range(path=rich, sheet="Nope")
