"""Tables: what they hold, and that nothing slips when they change."""

from pathlib import Path
from typing import Any

import pytest
from deskworld_artifacts import inspect
from deskworld_kit import Desk, ToolError
from docx import Document


def rows(root: Path, path: str, number: int = 0) -> list[list[str]]:
    facts: Any = inspect(root / path)
    return facts.tables[number].rows


@pytest.fixture
def grid(do: Any) -> str:
    """A table of four by four whose cells say where they are."""
    do.create_document(path="grid.docx")
    do.add_document_table(path="grid.docx", rows=[[f"{r}{c}" for c in "abcd"] for r in range(1, 5)])
    return "grid.docx"


def test_a_new_table_is_a_designed_one(do: Any, root: Path) -> None:
    do.create_document(path="a.docx")
    done = do.add_document_table(
        path="a.docx",
        rows=[["Harbour", "Tonnes", "Share"], ["Rotterdam **hub**", 1650000, "62 %"], ["Bergen", 8.5, None]],
        caption="By harbour",
    )  # fmt: skip
    assert (done.block, done.rows, done.columns) == ("2", 3, 3)
    table = inspect(root / "a.docx").tables[0]  # pyright: ignore[reportAttributeAccessIssue]
    assert table.style == "Report Table" and table.header_repeats
    assert table.rows[1] == ["Rotterdam hub", "1650000", "62 %"] and table.rows[2] == ["Bergen", "8.5", ""]
    assert [table.cells[1][n][0].alignment for n in range(3)] == ["", "right", "right"]
    assert sum(table.widths) == pytest.approx(451.3, abs=1)
    assert do.read_document(path="a.docx").items[0].text == "Table 1: By harbour"


def space(root: Path, path: str, place: int) -> tuple[float, float]:
    """What a paragraph of the body says of the space before and after it; -1 for nothing."""
    format_ = Document(str(root / path)).paragraphs[place].paragraph_format
    return tuple(-1 if side is None else side.pt for side in (format_.space_before, format_.space_after))  # pyright: ignore


def test_a_table_has_space_around_it_however_it_comes(do: Any, root: Path) -> None:
    """Where the paragraphs beside it bring none; what brings some keeps it, and empty ones are space already."""
    plain = Document()
    plain.styles["Normal"].paragraph_format.space_after = 0  # pyright: ignore[reportAttributeAccessIssue]
    for text in ("Above", "Below", "Left", "Right", "First", "", "Last"):
        plain.add_paragraph(text)
    plain.save(str(root / "a.docx"))
    do.add_document_table(path="a.docx", rows=[["x"]], after="1")
    do.insert_block(path="a.docx", text="| a |\n|---|\n| b |", after="4")
    do.add_document_table(path="a.docx", rows=[["y"]], after="7")
    assert [space(root, "a.docx", n) for n in range(7)] == [
        (-1, 6), (10, -1), (-1, 6), (10, -1), (-1, 6), (-1, -1), (-1, -1),
    ]  # fmt: skip
    do.document_from_markdown(
        path="b.docx", markdown="# Top\n\n| a |\n|---|\n| b |\n\n## Next\n\n| a |\n|---|\n| b |\n\nText"
    )
    assert [space(root, "b.docx", n) for n in range(3)] == [(-1, -1), (-1, -1), (10, -1)]
    do.add_document_table(path="b.docx", rows=[["x"]], caption="Of it", after="1")
    assert space(root, "b.docx", 1) == (8, 4)


def test_what_stood_between_two_tables_leaves_them_apart(do: Any, root: Path) -> None:
    text = "| a |\n|---|\n| b |\n\nBetween\n\n| c |\n|---|\n| d |\n\nEnd\n\nSoon"
    for path in ("a.docx", "b.docx"):
        do.document_from_markdown(path=path, markdown=text)
    do.delete_blocks(path="a.docx", blocks=["2", "4"])
    assert [each.kind for each in do.read_document(path="a.docx").items] == ["table", "paragraph", "table", "paragraph"]
    do.move_blocks(path="b.docx", blocks=["2", "4"], after="5")
    said = [(each.kind, each.text) for each in do.read_document(path="b.docx").items]
    assert [kind for kind, _ in said] == ["table", "paragraph", "table", *["paragraph"] * 3]
    assert space(root, "a.docx", 1)[0] == space(root, "b.docx", 1)[0] == 10


def test_it_takes_the_style_that_the_document_has(do: Any, root: Path, foreign: str) -> None:
    done = do.add_document_table(path=foreign, rows=[["a", "b"]])
    assert do.get_document_table(path=foreign, table=done.block).style == "Table Grid"


def test_two_tables_never_touch(do: Any, root: Path, grid: str) -> None:
    do.add_document_table(path=grid, rows=[["x"]], after="1")
    assert [each.kind for each in do.read_document(path=grid).items] == ["table", "paragraph", "table", "paragraph"]


def test_cells_are_written_and_rows_grow(do: Any, root: Path, grid: str) -> None:
    do.format_document_table(path=grid, rows=[4], bold=True, color="#AA0000", align="center", fill="#EEEEEE")
    done = do.update_document_table(path=grid, values=[[None, 7, True], ["x", "y *z*", ""], ["new"]], row=4)
    assert done.rows == 6
    assert rows(root, grid)[3:] == [["4a", "7", "yes", "4d"], ["x", "y z", "", ""], ["new", "", "", ""]]
    made = Document(str(root / grid)).tables[0].cell(4, 0).paragraphs[0]
    assert made.alignment == 1 and made.runs[0].bold and str(made.runs[0].font.color.rgb) == "AA0000"
    with pytest.raises(ToolError, match="4 columns"):
        do.update_document_table(path=grid, values=[[1, 2]], column=4)


def test_rows_and_columns_come_and_go(do: Any, root: Path, grid: str) -> None:
    do.edit_document_table(path=grid, action="insert_rows", at=2)
    do.edit_document_table(path=grid, action="insert_columns", at=5, count=2)
    do.edit_document_table(path=grid, action="delete_columns", at=1)
    do.edit_document_table(path=grid, action="delete_rows", at=3)
    assert rows(root, grid) == [
        ["1b", "1c", "1d", "", ""], [""] * 5, ["3b", "3c", "3d", "", ""], ["4b", "4c", "4d", "", ""],
    ]  # fmt: skip
    table = do.get_document_table(path=grid)
    assert table.header and sum(table.column_widths) == pytest.approx(451.3, abs=2)
    headings = Document(str(root / grid)).tables[0]._tbl.xpath("./w:tr[w:trPr/w:tblHeader]")
    assert len(headings) == 1
    for action, at, count in (("delete_rows", 1, 4), ("delete_rows", 5, 1), ("insert_rows", 9, 1),
                              ("insert_columns", 1, 100)):  # fmt: skip
        with pytest.raises(ToolError):
            do.edit_document_table(path=grid, action=action, at=at, count=count)


def areas(do: Any, path: str) -> list[tuple[int, int, int, int]]:
    return [(each.row, each.column, each.rows, each.columns) for each in do.get_document_table(path=path).merged]


def test_merges_stay_right(do: Any, root: Path, grid: str) -> None:
    do.merge_document_cells(path=grid, rows=[2, 3], columns=[2, 3])
    assert areas(do, grid) == [(2, 2, 2, 2)]
    assert do.get_document_table(path=grid).cells[1] == ["2a", "2b\n2c\n3b\n3c", "", "2d"]
    do.edit_document_table(path=grid, action="insert_rows", at=3)
    do.edit_document_table(path=grid, action="insert_columns", at=3)
    assert areas(do, grid) == [(2, 2, 3, 3)]
    do.edit_document_table(path=grid, action="delete_rows", at=2)
    do.edit_document_table(path=grid, action="delete_columns", at=2)
    assert areas(do, grid) == [(2, 2, 2, 2)]
    assert do.get_document_table(path=grid).cells[1] == ["", "2b\n2c\n3b\n3c", "", ""]
    with pytest.raises(ToolError, match="split it first"):
        do.merge_document_cells(path=grid, rows=[3, 4], columns=[1, 2])
    do.merge_document_cells(path=grid, rows=[3], columns=[3], split=True)
    assert areas(do, grid) == [] and do.get_document_table(path=grid).cells[1][1] == "2b\n2c\n3b\n3c"
    assert len(Document(str(root / grid)).tables[0].columns) == 4
    for arguments in ({"rows": [1], "columns": [1]}, {"rows": [1, 3], "columns": [1]}, {"rows": [9], "columns": [1]}):
        with pytest.raises(ToolError):
            do.merge_document_cells(path=grid, **arguments)


def test_formats(do: Any, root: Path, grid: str) -> None:
    do.format_document_table(path=grid, style="Plain Lines", column_widths=[40, 60, 80, 100], borders="all",
                             header=False, padding=6, anchor="middle", rows=[1], columns=[2], size=14)  # fmt: skip
    view = do.get_document_table(path=grid)
    assert (view.style, view.header, view.column_widths) == ("Plain Lines", False, [40, 60, 80, 100])
    cells = inspect(root / grid).tables[0].cells  # pyright: ignore[reportAttributeAccessIssue]
    assert cells[0][1][0].runs[0].size == 14 and cells[0][0][0].runs[0].size == 11
    for arguments in ({"column_widths": [1, 2]}, {"rows": [7]}, {"fill": "blau"}, {"padding": 500}, {"style": "Nope"}):
        with pytest.raises(ToolError):
            do.format_document_table(path=grid, **arguments)


def test_which_table(do: Any, root: Path, grid: str) -> None:
    do.add_document_table(path=grid, rows=[["x"]])
    with pytest.raises(ToolError, match="there is: 1, 3"):
        do.get_document_table(path=grid)
    assert do.get_document_table(path=grid, table="3").cells == [["x"]]
    with pytest.raises(ToolError, match="no table"):
        do.get_document_table(path=grid, table="2")


@pytest.mark.anyio
async def test_rows_may_come_by_the_names_of_their_columns(desk: Desk, root: Path) -> None:
    await desk.call("create_document", {"path": "t.docx"})
    rows = [{"Port": "Bergen", "Tonnes": 8}, {"Port": "Oslo", "Ships": 3}]
    made = await desk.call("add_document_table", {"path": "t.docx", "rows": rows, "after": "end"})
    assert made.ok, made.error
    read = await desk.call("get_document_table", {"path": "t.docx"})
    assert read.structured is not None
    assert read.structured["cells"] == [["Port", "Tonnes", "Ships"], ["Bergen", "8", ""], ["Oslo", "", "3"]]
