"""Tables made, written, reshaped with their merges intact, and formatted."""

from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import ToolError
from pptx import Presentation
from pptx.enum.text import MSO_ANCHOR, PP_ALIGN

ROWS = [
    ["Harbour", "Tonnes", "Change"],
    ["Rotterdam", 1650000, "+14 %"],
    ["Bergen", 830000.5, None],
    ["Closed", True, "-3 %"],
]


def table(root: Path, deck: str) -> Any:
    return next(s for s in Presentation(str(root / deck)).slides[2].shapes if s.has_table).table


def test_a_table_takes_the_open_placeholder(do: Any, root: Path, deck: str) -> None:
    made = do.add_slide_table(path=deck, slide=3, rows=ROWS)
    assert made.shape.placeholder == "content" and made.shape.facts.startswith("4 rows x 3 columns")
    read = do.get_slide_table(path=deck, slide=3)
    assert read.cells[1:] == [["Rotterdam", "1650000", "+14 %"], ["Bergen", "830000.5", ""], ["Closed", "Yes", "-3 %"]]
    assert sum(read.column_widths) == pytest.approx(864, abs=1) and read.header
    cells = table(root, deck)
    assert cells.cell(1, 2).text_frame.paragraphs[0].alignment == PP_ALIGN.RIGHT
    assert cells.cell(1, 0).text_frame.paragraphs[0].alignment is None


def test_large_tables_get_smaller_text_and_a_warning(do: Any, deck: str) -> None:
    fits = do.add_slide_table(path=deck, slide=3, rows=[[f"row {n}", n] for n in range(14)])
    assert fits.warnings == [] and fits.shape.box.height <= 358.5
    too_many = do.add_slide_table(path=deck, slide=3, rows=[[f"row {n}", n] for n in range(60)], left=48, top=122)
    assert "use fewer rows" in " ".join(too_many.warnings)


def test_write_a_block(do: Any, root: Path, deck: str) -> None:
    do.add_slide_table(path=deck, slide=3, rows=ROWS)
    do.format_slide_table(path=deck, slide=3, rows=[2], bold=True, fill="#FFF2CC", color="accent4")
    do.update_slide_table(path=deck, slide=3, values=[["Hamburg", None, "+1 %"], ["Oslo"]], row=2)
    cells = do.get_slide_table(path=deck, slide=3).cells
    assert cells[1:3] == [["Hamburg", "1650000", "+1 %"], ["Oslo", "830000.5", ""]]
    run = table(root, deck).cell(1, 0).text_frame.paragraphs[0].runs[0]
    assert run.font.bold and run.font.size.pt == 18
    do.update_slide_table(path=deck, slide=3, values=[["Gdansk", 5, "x"]], row=5)
    assert do.get_slide_table(path=deck, slide=3).rows == 5
    with pytest.raises(ToolError, match="column 4"):
        do.update_slide_table(path=deck, slide=3, values=[["a", "b"]], column=3)


def areas(do: Any, deck: str) -> list[tuple[int, int, int, int]]:
    return [(m.row, m.column, m.rows, m.columns) for m in do.get_slide_table(path=deck, slide=3).merged]


def test_merges_move_with_rows_and_columns(do: Any, deck: str) -> None:
    do.add_slide_table(path=deck, slide=3, rows=[[f"{r}{c}" for c in "abcd"] for r in range(1, 6)])
    do.merge_slide_cells(path=deck, slide=3, rows=[2, 3], columns=[2, 3])
    assert areas(do, deck) == [(2, 2, 2, 2)]
    assert do.get_slide_table(path=deck, slide=3).cells[1][1] == "2b\n2c\n3b\n3c"
    do.edit_table_structure(path=deck, slide=3, action="insert_rows", at=1)
    assert areas(do, deck) == [(3, 2, 2, 2)]
    do.edit_table_structure(path=deck, slide=3, action="insert_columns", at=3)
    assert areas(do, deck) == [(3, 2, 2, 3)]
    do.edit_table_structure(path=deck, slide=3, action="delete_rows", at=3)
    assert areas(do, deck) == [(3, 2, 1, 3)]
    assert do.get_slide_table(path=deck, slide=3).cells[2][1] == "2b\n2c\n3b\n3c"
    do.edit_table_structure(path=deck, slide=3, action="delete_columns", at=1)
    assert areas(do, deck) == [(3, 1, 1, 3)]
    with pytest.raises(ToolError, match="cuts through"):
        do.merge_slide_cells(path=deck, slide=3, rows=[2, 3], columns=[1, 2])
    do.merge_slide_cells(path=deck, slide=3, rows=[3], columns=[1], split=True)
    assert areas(do, deck) == []
    assert sum(do.get_slide_table(path=deck, slide=3).column_widths) == pytest.approx(864, abs=1)


def test_structure_has_limits(do: Any, deck: str) -> None:
    do.add_slide_table(path=deck, slide=3, rows=[["a", "b"], ["c", "d"]])
    do.edit_table_structure(path=deck, slide=3, action="insert_rows", at=3, count=2)
    assert do.get_slide_table(path=deck, slide=3).cells == [["a", "b"], ["c", "d"], ["", ""], ["", ""]]
    for action, at, count in (("insert_rows", 9, 1), ("delete_rows", 3, 3), ("delete_columns", 1, 2)):
        with pytest.raises(ToolError):
            do.edit_table_structure(path=deck, slide=3, action=action, at=at, count=count)


def test_which_table(do: Any, deck: str) -> None:
    with pytest.raises(ToolError, match="none"):
        do.get_slide_table(path=deck, slide=2)
    with pytest.raises(ToolError, match="not a table"):
        do.get_slide_table(path=deck, slide=2, shape="title")


def test_tables_stay_of_a_size_that_a_slide_can_show(do: Any, deck: str) -> None:
    do.add_slide_table(path=deck, slide=3, rows=[["a", "b"]])
    for call in (
        lambda: do.update_slide_table(path=deck, slide=3, values=[["x"]], row=999_999_999),
        lambda: do.edit_table_structure(path=deck, slide=3, action="insert_rows", at=1, count=10**9),
        lambda: do.edit_table_structure(path=deck, slide=3, action="insert_columns", at=1, count=10**9),
        lambda: do.add_slide_table(path=deck, slide=3, rows=[["x"]] * 101),
    ):
        with pytest.raises(ToolError, match="too many"):
            call()


def lines(cell: Any) -> dict[str, str]:
    """Which sides of a cell have a line of their own, and its colour."""
    sides = cell._tc.tcPr.xpath("./a:lnL | ./a:lnR | ./a:lnT | ./a:lnB")
    return {side.tag[-1]: "".join(side.xpath(".//@val")[:1]) or "none" for side in sides}


def test_cells_get_borders_fonts_and_anchors(do: Any, root: Path, deck: str) -> None:
    do.add_slide_table(path=deck, slide=3, rows=ROWS)
    look: dict[str, Any] = {"font": "Georgia", "italic": True, "anchor": "bottom"}
    do.format_slide_table(path=deck, slide=3, rows=[2, 3], columns=[1, 2], border="#C00000", border_width=2, **look)
    cells = table(root, deck)
    assert lines(cells.cell(1, 0)) == dict.fromkeys("LRTB", "C00000")
    assert lines(cells.cell(0, 0)) == {"B": "C00000"} and lines(cells.cell(1, 2)) == {"L": "C00000"}
    run = cells.cell(2, 1).text_frame.paragraphs[0].runs[0]
    assert run.font.italic and run.font.name == "Georgia" and cells.cell(2, 1).vertical_anchor == MSO_ANCHOR.BOTTOM
    do.format_slide_table(path=deck, slide=3, border="none")
    do.format_slide_table(path=deck, slide=3, rows=[4], border="accent2", edges=["bottom"], fill="#EEEEEE")
    last = table(root, deck).cell(3, 1)
    assert lines(last) == {"L": "none", "R": "none", "T": "none", "B": "accent2"}
    assert [child.tag.rsplit("}", 1)[-1] for child in last._tc.tcPr] == ["lnL", "lnR", "lnT", "lnB", "solidFill"]
    with pytest.raises(ToolError, match="colour"):
        do.format_slide_table(path=deck, slide=3, edges=["top"])


def test_no_line_runs_through_merged_cells(do: Any, root: Path, deck: str) -> None:
    do.add_slide_table(path=deck, slide=3, rows=ROWS)
    do.merge_slide_cells(path=deck, slide=3, rows=[2, 3], columns=[1, 2])
    do.format_slide_table(path=deck, slide=3, rows=[2], columns=[1], border="#C00000")
    cells = table(root, deck)
    around = {(r, c): "".join(sorted(lines(cells.cell(r, c)))) for r in (1, 2) for c in (0, 1)}
    assert around == {(1, 0): "BLRT", (1, 1): "RT", (2, 0): "BL", (2, 1): "BR"}


def test_widths_are_shares_of_the_table_in_every_tool(do: Any, deck: str) -> None:
    rows = [["Kind", "Q1", "Q2"], ["Partners", 1, 2]]
    do.add_slide_table(path=deck, slide=3, rows=rows, column_widths=[2, 1, 1])
    assert do.get_slide_table(path=deck, slide=3).column_widths == pytest.approx([432, 216, 216], abs=0.2)
    done = do.format_slide_table(path=deck, slide=3, column_widths=[1, 2, 3])
    assert do.get_slide_table(path=deck, slide=3).column_widths == pytest.approx([144, 288, 432], abs=0.2)
    assert done.warnings == [] and done.shape.box.width == pytest.approx(864, abs=1)
    do.format_slide_table(path=deck, slide=3, column_widths=[400, 232, 232])
    assert do.get_slide_table(path=deck, slide=3).column_widths == pytest.approx([400, 232, 232], abs=0.2)
    for wrong in ([1, 2], [0, 0, 0], [1, -1, 2]):
        with pytest.raises(ToolError, match="column"):
            do.format_slide_table(path=deck, slide=3, column_widths=wrong)
        with pytest.raises(ToolError, match="column"):
            do.add_slide_table(path=deck, slide=2, rows=rows, column_widths=wrong)
    do.update_shape(path=deck, slide=3, shape="content", width=432)
    assert do.get_slide_table(path=deck, slide=3).column_widths == pytest.approx([200, 116, 116], abs=0.2)


def test_words_that_a_column_cuts_are_told(do: Any, deck: str) -> None:
    rows = [["Kind", "Responsibilities", "Q2"], ["Partners", "EUR1,234,567.89", 2]]
    made = do.add_slide_table(path=deck, slide=3, rows=rows, column_widths=[8, 1, 1])
    assert made.warnings == [] and do.check_deck(path=deck).items == []  # the text was made small enough
    done = do.format_slide_table(path=deck, slide=3, size=18)
    assert any(said.startswith("overflow") and "longest word needs" in said for said in done.warnings)
    found = do.check_deck(path=deck, kinds=["overflow"]).items
    assert len(found) == 1 and "2 cells are too narrow" in found[0].message
