"""The three departments' lines, each once and as numbers, and a summary that is computed and stays right.

What is expected is read from the departments' files: the highest revision of each line, amounts parsed, status words
brought to the three that count. Whether formulas are live is tried out: an amount and a status are changed in a copy,
which is computed anew.
"""

import re

from deskworld_verifiers import (
    Submission,
    check,
    covers,
    formulas_down,
    hard_to_read,
    heading_row,
    recalculated,
    says_number,
)

BOOK = "out/budget-2026.xlsx"
QUARTERS = ["Q1", "Q2", "Q3", "Q4"]
COLUMNS = ["Line", "Category", "Item", "Owner", *QUARTERS, "Year", "Status"]
STATUS = {
    "approved": "Approved", "ok": "Approved", "pending": "Pending", "open": "Pending",
    "rejected": "Rejected", "declined": "Rejected", "no": "Rejected",
}  # fmt: skip


def amount(text):
    digits = text.replace("$", "").replace(",", "").strip()
    return float(digits) if digits else None


def department_lines(s, name):
    """The lines of a department that count, by their id, and how many rows there were."""
    rows = s.table(f"budgets/{name.lower().replace(' ', '-')}.csv")
    latest = {}
    for row in rows:
        if row["line"] not in latest or int(row["rev"]) > int(latest[row["line"]]["rev"]):
            latest[row["line"]] = row
    lines = {}
    for line, row in sorted(latest.items()):
        amounts = [amount(row[quarter.lower()]) for quarter in QUARTERS]
        lines[line] = {
            "Category": row["category"],
            "Item": row["item"],
            "Owner": row["owner"],
            **dict(zip(QUARTERS, amounts, strict=True)),
            "Year": sum(x or 0 for x in amounts),
            "Status": STATUS[row["status"].strip().lower()],
        }
    return lines, len(rows)


def departments(s):
    return {name: department_lines(s, name)[0] for name in s.task.variables["departments"]}


def expected_row(lines):
    """What the summary says of lines: quarters and year of what is not rejected, and what is pending."""
    counted = [line for line in lines if line["Status"] != "Rejected"]
    return {
        **{quarter: sum(line[quarter] or 0 for line in counted) for quarter in (*QUARTERS, "Year")},
        "Pending": sum(line["Year"] for line in counted if line["Status"] == "Pending"),
    }


def summary_rows(sheet):
    """The summary's table as references: {row's name: {heading: "B4"}}."""
    top, letters = heading_row(sheet, ["Department", *QUARTERS, "Year", "Pending"])
    rows = {}
    for number in range(top + 1, sheet.row_count + 1):
        name = str(sheet.value(f"{letters['Department']}{number}") or "").strip()
        rows.setdefault(name, {head: f"{letter}{number}" for head, letter in letters.items()})
    assert "Total" in rows, "Summary has no row Total"
    return rows


def check_cell(sheet):
    """The cell with the check's outcome: the first formula on the line that is called Check."""
    for number in range(1, sheet.row_count + 1):
        cells = [sheet.cell(f"{letter}{number}") for letter in "ABCDEFGH"]
        if any(str(cell.value or "").strip().rstrip(":").lower() == "check" for cell in cells if not cell.formula):
            found = [cell for cell in cells if cell.formula]
            assert found, "the line Check has no formula"
            return next((cell for cell in found if isinstance(cell.value, str)), found[-1])
    raise AssertionError("Summary has no line Check")


def close(value, expected):
    return isinstance(value, int | float) and abs(value - expected) < 0.006


@check("format")
def sheets_are_there(s: Submission) -> None:
    """Summary first, then the three departments in their order, nothing else, and nothing broken."""
    book, names = s.workbook(BOOK), ["Summary", *s.task.variables["departments"]]
    assert book.sheet_names == names, f"the sheets are {book.sheet_names}, not {names}"
    assert not [sheet.name for sheet in book.sheets if sheet.state != "visible"]
    assert not book.findings, [finding.message for finding in book.findings]


@check("content")
def every_line_once(s: Submission) -> None:
    """Each department's sheet has its lines once, sorted, under the ten headings."""
    for name, lines in departments(s).items():
        sheet = s.workbook(BOOK).sheet(name)
        top, letters = heading_row(sheet, COLUMNS)
        assert list(letters.values()) == list("ABCDEFGHIJ"), f"{name}: the columns are not in the order asked for"
        found = [sheet.value(f"A{row}") for row in range(top + 1, sheet.row_count + 1)]
        assert [line for line in found if line is not None] == list(lines), (
            f"{name}: lines are missing, double or unsorted"
        )
        assert (top, sheet.column_count) == (1, 10), f"{name} holds something besides its table: {sheet.used}"


@check("content")
def lines_say_what_was_sent(s: Submission) -> None:
    """Texts, amounts as numbers (empty where left out), status brought to the three words."""
    for name, lines in departments(s).items():
        sheet = s.workbook(BOOK).sheet(name)
        top, letters = heading_row(sheet, COLUMNS)
        for row in range(top + 1, sheet.row_count + 1):
            line = sheet.value(f"A{row}")
            if line is None:
                continue
            assert line in lines, f"{name}: {line} is unknown"
            for head in ("Category", "Item", "Owner", "Status"):
                assert sheet.value(f"{letters[head]}{row}") == lines[line][head], f"{name} {line}: {head}"
            for quarter in QUARTERS:
                value, expected = sheet.value(f"{letters[quarter]}{row}"), lines[line][quarter]
                if expected is None:
                    assert value is None, f"{name} {line} {quarter} was left out, but the sheet says {value!r}"
                else:
                    assert close(value, expected), f"{name} {line} {quarter} should be {expected}, not {value!r}"


@check("content")
def years_are_sums(s: Submission) -> None:
    """Year is a formula over the four quarters in every line."""
    for name, lines in departments(s).items():
        sheet = s.workbook(BOOK).sheet(name)
        top, letters = heading_row(sheet, COLUMNS)
        for row in range(top + 1, sheet.row_count + 1):
            line = sheet.value(f"A{row}")
            if line in lines:
                cell = sheet.cell(f"{letters['Year']}{row}")
                assert cell.formula, f"{name} {line}: Year is typed"
                assert close(cell.value, lines[line]["Year"]), f"{name} {line}: Year is {cell.value}"
        alike = formulas_down(sheet, [f"{letters['Year']}{row}" for row in range(top + 1, sheet.row_count + 1)])
        assert len(alike) == 1, f"{name}: Year is computed in several ways: {alike[:3]}"


@check("content")
def summary_is_right(s: Submission) -> None:
    """A row a department and Total, with what is not rejected and what is pending; all of it formulas."""
    sheet = s.workbook(BOOK).sheet("Summary")
    rows = summary_rows(sheet)
    every = departments(s)
    wanted = {name: expected_row(lines.values()) for name, lines in every.items()}
    wanted["Total"] = expected_row([line for lines in every.values() for line in lines.values()])
    for name, figures in wanted.items():
        assert name in rows, f"Summary has no row {name}"
        for head, figure in figures.items():
            cell = sheet.cell(rows[name][head])
            assert cell.formula, f"Summary {name} {head} is typed"
            assert close(cell.value, figure), f"Summary {name} {head} should be {figure:.2f}, not {cell.value}"
        alike = formulas_down(sheet, [rows[name][quarter] for quarter in QUARTERS])
        assert len(alike) == 1, f"Summary {name}: the quarters are computed in several ways: {alike[:3]}"
    assert list(rows)[: len(wanted)] == list(wanted), f"the rows of Summary are {list(rows)}"
    typed = [cell.ref for cell in sheet.cells() if cell.kind == "number" and not cell.formula]
    assert not typed, f"Summary {typed} are typed"


@check("content")
def check_says_ok(s: Submission) -> None:
    """The line Check is computed, says OK, and does not just repeat the sum of the rows above."""
    cell = check_cell(s.workbook(BOOK).sheet("Summary"))
    assert str(cell.value).strip().upper().startswith("OK")
    used = cell.formula
    named = [name for name in s.task.variables["departments"] if name in used]
    sheet = s.workbook(BOOK).sheet("Summary")
    if len(named) < 3:  # it may stand on helper cells beside it
        row = int(re.sub(r"\D", "", cell.ref))
        used = " ".join(sheet.formula(f"{letter}{row}") for letter in "ABCDEFGH")
        named = [name for name in s.task.variables["departments"] if name in used]
    assert len(named) == 3, "the check has to look at the departments' sheets"


@check("content")
def nothing_is_hard_coded(s: Submission) -> None:
    """Change an amount and a status in a copy: the summary follows, and the check still says OK."""
    sheet = s.workbook(BOOK).sheet("Summary")
    rows = summary_rows(sheet)
    outcome = check_cell(sheet).ref
    for name, lines in departments(s).items():
        assert name in rows, f"Summary has no row {name}"
        page = s.workbook(BOOK).sheet(name)
        top, letters = heading_row(page, COLUMNS)
        places = {page.value(f"A{row}"): row for row in range(top + 1, page.row_count + 1)}
        first, *_, last = lines  # formulas that stop short miss one of them
        for line, edit in (
            (first, {"Q2": 98765.5, "Status": "Approved"}),
            (last, {"Q2": 98765.5, "Status": "Pending"}),
            (first, {"Status": "Rejected"}),
        ):
            assert line in places, f"{name}: {line} is missing"
            cells = {(name, f"{letters[head]}{places[line]}"): value for head, value in edit.items()}
            now = recalculated(s.file(BOOK), cells)
            after = {**lines[line], **edit}
            after["Year"] = sum(after[quarter] or 0 for quarter in QUARTERS)
            for head, figure in expected_row({**lines, line: after}.values()).items():
                value = now["Summary"].get(rows[name][head])
                assert close(value, figure), f"{name} {head} does not follow {edit} in line {line}: {value}"
            assert str(now["Summary"].get(outcome)).strip().upper().startswith("OK"), "the check is off after a change"


@check("content")
def check_notices(s: Submission) -> None:
    """Type over a total in a copy, by much and by little: the check no longer says OK, it says by how much."""
    sheet = s.workbook(BOOK).sheet("Summary")
    rows = summary_rows(sheet)
    total, outcome = sheet.value(rows["Total"]["Year"]), check_cell(sheet).ref
    assert isinstance(total, int | float)
    line = re.sub(r"\D", "", outcome)
    for off in (1234.0, -0.25):
        now = recalculated(s.file(BOOK), {("Summary", rows["Total"]["Year"]): total + off})["Summary"]
        said = str(now.get(outcome))
        assert not said.strip().upper().startswith("OK"), f"a total that is off by {off} goes unnoticed"
        beside = " ".join(str(now.get(f"{letter}{line}", "")) for letter in "ABCDEFGH").replace("-", " ")
        assert says_number(beside, abs(off), within=0.01), f"it does not say by how much: {said}, not {off}"


@check("format")
def statuses_are_a_list(s: Submission) -> None:
    """Every status cell, and no other, has a drop-down with exactly the three words."""
    assert not s.workbook(BOOK).sheet("Summary").validations, "nobody asked for rules on Summary"
    for name, lines in departments(s).items():
        page = s.workbook(BOOK).sheet(name)
        top, letters = heading_row(page, COLUMNS)
        rules, column = page.validations, letters["Status"]
        areas = " ".join(rule.area for rule in rules)
        assert areas, f"{name} has no drop-down"
        assert covers(areas, f"{column}{top + 1}:{column}{top + len(lines)}"), f"{name}: drop-downs only in {areas}"
        assert all(covers(f"{column}:{column}", area) for area in areas.split()), f"{name}: drop-downs in {areas}"
        for rule in rules:
            assert rule.type == "list", f"{name}: a rule that nobody asked for in {rule.area}"
            values = rule.values or [str(v) for row in from_reference(s, rule.formula, name) for v in row]
            assert values == ["Approved", "Pending", "Rejected"], f"{name}: the list holds {values}"


def from_reference(s, formula, sheet):
    """The cells that a list is taken from."""
    assert re.fullmatch(r"=?(?:[^!]+!)?\$?[A-Z]+\$?\d+:\$?[A-Z]+\$?\d+", formula), f"a list from {formula!r}"
    where, _, area = formula.lstrip("=").replace("$", "").rpartition("!")
    return s.workbook(BOOK).sheet(where.strip("'") or sheet).rows(area)


@check("format")
def money_looks_like_money(s: Submission) -> None:
    """Amounts are in whole dollars as the policy says, headings bold and frozen."""
    book = s.workbook(BOOK)
    for name in s.task.variables["departments"]:
        sheet = book.sheet(name)
        top, letters = heading_row(sheet, COLUMNS)
        for cell in sheet.cells(f"{letters['Q1']}{top + 1}:{letters['Year']}{sheet.row_count}"):
            assert cell.number_format.replace('"', "") == "$#,##0", f"{name} {cell.ref}: {cell.number_format}"
        headed(sheet, top, letters)
    sheet = book.sheet("Summary")
    top, letters = heading_row(sheet, ["Department", *QUARTERS, "Year", "Pending"])
    headed(sheet, top, letters)
    for row in (*s.task.variables["departments"], "Total"):
        assert row in summary_rows(sheet), f"Summary has no row {row}"
        for head, ref in summary_rows(sheet)[row].items():
            if head != "Department":
                assert sheet.cell(ref).number_format.replace('"', "") == "$#,##0", f"Summary {ref}"


def headed(sheet, top, letters):
    looks = {(x.bold, x.color, x.fill) for x in (sheet.style(f"{letter}{top}") for letter in letters.values())}
    assert looks == {(True, "#FFFFFF", "#1F3A44")}, f"{sheet.name}: headings are {looks}"
    assert sheet.freeze == f"A{top + 1}", f"{sheet.name}: frozen at {sheet.freeze or 'nothing'}, not below the headings"
    for head in {*QUARTERS, "Year", "Pending"} & set(letters):
        assert sheet.style(f"{letters[head]}{top}").horizontal == "right", (
            f"{sheet.name}: heading {head} does not stand right"
        )


@check("format")
def house_rules_are_kept(s: Submission) -> None:
    """The title in bold, Total bold under a line, statuses centred."""
    book = s.workbook(BOOK)
    sheet = book.sheet("Summary")
    titles = [cell for cell in sheet.cells("A1:G3") if cell.value == "Budget 2026"]
    assert titles and titles[0].style.bold, "Summary has no title Budget 2026 in bold"
    total = summary_rows(sheet)["Total"]
    above = {head: re.sub(r"\d+", lambda n: str(int(n.group()) - 1), ref) for head, ref in total.items()}
    for head, ref in total.items():
        assert sheet.style(ref).bold, f"Total {head} is not bold"
        own, upper = set(sheet.style(ref).borders), set(sheet.style(above[head]).borders)
        assert "top" in own or "bottom" in upper, f"no line above {ref}"
        assert own <= {"top"} and upper <= {"bottom"}, f"other lines than the one above {ref}: {sorted(own | upper)}"
    for name in s.task.variables["departments"]:
        page = book.sheet(name)
        top, letters = heading_row(page, COLUMNS)
        for cell in page.cells(f"{letters['Status']}{top}:{letters['Status']}{page.row_count}"):
            assert cell.style.horizontal == "center", f"{name} {cell.ref} is not centred"


@check("format")
def sheets_can_be_read(s: Submission) -> None:
    """No text is cut off, no amount becomes ####, no column is far too wide."""
    for sheet in s.workbook(BOOK).sheets:
        assert not hard_to_read(sheet), f"{sheet.name}: {hard_to_read(sheet)[:5]}"


@check("rendered")
def summary_can_be_seen(s: Submission) -> None:
    """The summary shows as a table that is not cut."""
    assert "Summary" in s.workbook(BOOK).sheet_names
    views = s.rendered(BOOK, sheet="Summary")
    assert views and views[0].ink > 0.01


@check("tools")
def looked_at_every_sheet(s: Submission) -> None:
    """All four sheets were looked at after the last change."""
    unseen = s.trajectory.unseen(BOOK, "Summary", *s.task.variables["departments"])
    assert not unseen, f"not looked at after the last change: {unseen}"


@check("answer")
def tells_the_figures(s: Submission) -> None:
    """The user hears the year's total, what is pending, and how many rows were dropped."""
    every = departments(s)
    total = expected_row([line for lines in every.values() for line in lines.values()])
    assert says_number(s.answer, total["Year"], digits=4) and says_number(s.answer, total["Pending"], digits=4)
    dropped = sum(department_lines(s, name)[1] - len(lines) for name, lines in every.items())
    assert says_number(s.answer, dropped)
