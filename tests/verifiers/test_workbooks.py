"""Questions about workbooks: tables found, areas covered, copies computed, rules worked out, what can be read."""

from pathlib import Path

import pytest
from deskworld_artifacts import WorkbookFacts, inspect
from deskworld_verifiers import called, covers, formulas_down, hard_to_read, heading_row, recalculated, rule_looks
from openpyxl import Workbook
from openpyxl.formatting.rule import CellIsRule, FormulaRule, Rule
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.worksheet.worksheet import Worksheet


def facts_of(book: Workbook, folder: Path) -> WorkbookFacts:
    book.save(folder / "book.xlsx")
    facts = inspect(folder / "book.xlsx")
    assert isinstance(facts, WorkbookFacts)
    return facts


@pytest.fixture
def book() -> Workbook:
    return Workbook()


@pytest.fixture
def page(book: Workbook) -> Worksheet:
    assert book.active is not None
    page: Worksheet = book.active
    page.title = "Plan"
    return page


def red(color: str = "F8D7D3") -> PatternFill:
    return PatternFill(bgColor=color, fill_type="solid")


def test_headings_are_found_wherever_they_stand(book: Workbook, page: Worksheet, tmp_path: Path):
    for row in (["Plan 2026"], [], [None, "Name", " Budget ", "Name"], [None, "Rent", 5]):
        page.append(row)
    sheet = facts_of(book, tmp_path).sheet("Plan")
    assert heading_row(sheet, ["Budget", "Name"]) == (3, {"Budget": "C", "Name": "B"})
    with pytest.raises(AssertionError, match="no row has the headings Name, Owner"):
        heading_row(sheet, ["Name", "Owner"])


@pytest.mark.parametrize(
    ("ref", "texts"),
    [("B2", "Weight of the exam Share"), ("D2", "A From"), ("C4", "Late a day Second")],
)
def test_a_figure_is_called_what_stands_around_it(
    book: Workbook, page: Worksheet, tmp_path: Path, ref: str, texts: str
):
    rows = (
        ["Rule", "Share", None, "From", "Letter"],
        ["Weight of the exam", 0.3, None, 90, "A"],
        [None, "First", "Second"],
    )
    for row in (*rows, ["Late a day", 5, 7]):
        page.append(row)
    assert called(facts_of(book, tmp_path).sheet("Plan"), ref) == texts


@pytest.mark.parametrize(
    ("areas", "area", "held"),
    [
        ("C2:C40", "C2", True),
        ("C2:C40", "$C$2:$C$40", True),
        ("C2:C39", "C2:C40", False),
        ("C3:C40", "C2:C40", False),
        ("A1 C2:C9 C10:C40", "C2:C40", True),
        ("C:C", "C2:C40", True),
        ("2:3", "Z3", True),
        ("B2:B9", "C2", False),
    ],
)
def test_covered_areas(areas: str, area: str, held: bool):
    assert covers(areas, area) is held


def test_formulas_that_compute_alike(book: Workbook, page: Worksheet, tmp_path: Path):
    for row in (2, 3, 4):
        page[f"C{row}"] = f"=A{row}/$B$1"
        page[f"D{row}"] = f"=SUM($A$2:A{row})"
    page["D4"] = "=SUM($A$3:A4)"
    page["C5"] = 7
    sheet = facts_of(book, tmp_path).sheet("Plan")
    assert formulas_down(sheet, ["C2", "C3", "C4"]) == ["=A2/$B$1"]
    assert formulas_down(sheet, ["D2", "D3", "D4"]) == ["=SUM($A$2:A2)", "=SUM($A$3:A2)"]
    assert formulas_down(sheet, ["C3", "C5"]) == ["=A3/$B$1", ""]


def test_a_copy_follows_its_inputs(book: Workbook, page: Worksheet, tmp_path: Path):
    page["A1"], page["A2"] = 2, "=A1*3"
    other = book.create_sheet("Sums")
    other["A1"] = "=SUM(Plan!A1:A2)"
    file = tmp_path / "book.xlsx"
    book.save(file)
    before = file.read_bytes()
    assert recalculated(file, {("Plan", "A1"): 5}) == {"Plan": {"A2": 15}, "Sums": {"A1": 20}}
    assert file.read_bytes() == before


def test_rules_colour_the_cells_where_they_hold(book: Workbook, page: Worksheet, tmp_path: Path):
    for row in (["x", 1], ["late", 5], ["x", 9], ["later", 3]):
        page.append(row)
    page["C1"] = "=B1*2"
    rules = page.conditional_formatting
    rules.add("A2:B4", FormulaRule(formula=["$B2>4"], fill=red("FF0000")))
    rules.add(
        "B1:B4", CellIsRule(operator="between", formula=["2", "4"], fill=red("00FF00"), font=Font(color="0000FF"))
    )
    rules.add(
        "A1:A4",
        Rule(
            type="containsText",
            operator="containsText",
            text="late",
            formula=['NOT(ISERROR(SEARCH("late",A1)))'],
            dxf=DifferentialStyle(fill=red("FFFF00")),
        ),
    )
    sheet = facts_of(book, tmp_path).sheet("Plan")
    refs = [f"{column}{row}" for row in (1, 2, 3, 4) for column in "AB"]
    looks = rule_looks(tmp_path / "book.xlsx", sheet, refs)
    assert {ref: look.fill for ref, look in looks.items() if look.fill} == {
        "A2": "#FF0000",  # the first rule wins over the text's
        "B2": "#FF0000",
        "A3": "#FF0000",
        "B3": "#FF0000",
        "A4": "#FFFF00",
        "B4": "#00FF00",
    }
    assert looks["B4"].color == "#0000FF"
    edited = rule_looks(tmp_path / "book.xlsx", sheet, ["A2", "B2"], {("Plan", "B2"): 0})
    assert [edited["A2"].fill, edited["B2"].fill] == ["#FFFF00", ""]


def test_a_sheet_in_order_has_nothing_to_complain_about(book: Workbook, page: Worksheet, tmp_path: Path):
    page.append(["A title that runs on over the empty cells beside it"])
    page.append(["Account", "Budget", "Day"])
    page.append(["Rent", 1234567.5, "=TODAY()"])
    page["B3"].number_format = '"$"#,##0'
    page.append(["A text that wraps into several lines of its cell", 0.25])
    page["A4"].alignment = Alignment(wrap_text=True)
    page["B4"].number_format = "0.0%"
    page.column_dimensions["B"].width = 12
    for cell in page[2]:
        cell.font, cell.fill = Font(bold=True, color="FFFFFF"), PatternFill("solid", "1F3A44")
    assert hard_to_read(facts_of(book, tmp_path).sheet("Plan")) == []


@pytest.mark.parametrize(
    ("harm", "complaint"),
    [
        ("narrow", r"'\$1,234,567' in B2 needs \d+ characters, the column has 6"),
        ("covered", r"'Green coffee samples' in A1 needs 1\d characters, the column has 9"),
        ("wide", "column A is 120 characters wide"),
        ("low", "row 3 is 15 pt high"),
        ("high", "row 2 is 90 pt high"),
        ("faint", "B1 is written in #FFFFFF on #FFFFFF"),
    ],
)
def test_what_a_person_could_not_read(book: Workbook, page: Worksheet, tmp_path: Path, harm: str, complaint: str):
    page.append(["Green coffee samples", "Budget"])
    page.append(["Rent", 1234567.2])
    page.append(["Nine cups a day and the paper to filter them, twice", None])
    page["B2"].number_format = '"$"#,##0'
    page["A3"].alignment = Alignment(wrap_text=True)
    page.column_dimensions["A"].width, page.column_dimensions["B"].width = 22, 12
    match harm:
        case "narrow":
            page.column_dimensions["B"].width = 6
        case "covered":
            page.column_dimensions["A"].width = 9
        case "wide":
            page.column_dimensions["A"].width = 120
        case "low":
            page.row_dimensions[3].height = 15
        case "high":
            page.row_dimensions[2].height = 90
        case _:
            page["B1"].font = Font(color="FFFFFF")
    found = hard_to_read(facts_of(book, tmp_path).sheet("Plan"))
    assert len(found) == 1
    with pytest.raises(AssertionError, match=complaint):
        raise AssertionError(found[0])


def test_colours_of_rules_count(book: Workbook, page: Worksheet, tmp_path: Path):
    page["A1"] = "over"
    rule = CellIsRule(operator="equal", formula=['"over"'], fill=red("F8D7D3"), font=Font(color="FFFFFF"))
    page.conditional_formatting.add("A1", rule)
    sheet = facts_of(book, tmp_path).sheet("Plan")
    assert not hard_to_read(sheet)
    assert hard_to_read(sheet, rule_looks(tmp_path / "book.xlsx", sheet, ["A1"])) == [
        "A1 is written in #FFFFFF on #F8D7D3"
    ]
