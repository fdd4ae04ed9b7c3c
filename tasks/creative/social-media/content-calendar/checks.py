"""The plan against the ideas and the rules: which posts, on which days, counted by formulas that are alive."""

import re
from collections import Counter
from datetime import date, datetime
from typing import Any

from deskworld_verifiers import Submission, check, mentions, says_number

IDEAS = "ideas/post-ideas.csv"
HEAD = ["Date", "Weekday", "Platform", "Idea", "Text", "Characters", "Limit", "Check", "Pillar", "Owner", "Status"]
OWNERS = ["Theo", "Grace", "Noor"]
STATES = ["Planned", "Ready", "Posted", "Rework"]


def limits(s: Submission) -> dict[str, int]:
    return s.task.variables["limits"]


def approved(s: Submission) -> tuple[dict[str, dict[str, str]], list[str]]:
    """The ideas to plan by number, platforms spelled properly, and the numbers of the doubles."""
    names = {"ig": "Instagram", **{name.lower(): name for name in limits(s)}}
    kept: dict[tuple[str, str], dict[str, str]] = {}
    doubles: list[str] = []
    for row in sorted(s.table(IDEAS), key=lambda row: row["id"]):
        platform = names[row["platform"].lower().replace(" ", "")]
        if row["status"].lower() != "approved":
            continue
        if (platform, row["text"]) in kept:
            doubles.append(row["id"])
        else:
            kept[platform, row["text"]] = {**row, "platform": platform}
    return {row["id"]: row for row in kept.values()}, doubles


def too_long(s: Submission) -> list[str]:
    return [number for number, row in approved(s)[0].items() if len(row["text"]) > limits(s)[row["platform"]]]


def calendar(s: Submission) -> Any:
    return s.workbook(s.task.variables["book"]).sheet("Calendar")


def lines(s: Submission) -> list[dict[str, Any]]:
    """The posts as the calendar shows them, with their row; what stands below an empty line is no post."""
    sheet = calendar(s)
    head = [sheet.value(f"{column}1") for column in "ABCDEFGHIJK"]
    assert head == HEAD, f"the headings of Calendar are {head}"
    found: list[dict[str, Any]] = []
    for row in range(2, sheet.row_count + 1):
        if sheet.value(f"D{row}") is not None:
            values = {name: sheet.value(f"{column}{row}") for name, column in zip(HEAD, "ABCDEFGHIJK", strict=True)}
            found.append({**values, "row": row})
    assert found, "Calendar has no posts"
    return found


def day_of(line: dict[str, Any]) -> date:
    value = line["Date"]
    assert isinstance(value, datetime | date), f"row {line['row']}: {value!r} is no date"
    return value.date() if isinstance(value, datetime) else value


def covers(area: str, column: str, row: int) -> bool:
    """Whether an area ("C2:C40", several parted by blanks) holds a cell."""
    for part in area.replace("$", "").replace(",", " ").split():
        ends = re.findall(r"([A-Z]*)(\d*)", part)
        (left, top), (right, bottom) = ends[0], ends[2] if len(ends) > 3 else ends[0]
        inside = [int(top or 1) <= row <= int(bottom or 1_048_576)]
        inside.append(number(left or "A") <= number(column) <= number(right or "XFD"))
        if all(inside):
            return True
    return False


def number(letters: str) -> int:
    total = 0
    for letter in letters:
        total = total * 26 + ord(letter) - 64
    return total


@check("format")
def three_sheets_laid_out(s: Submission) -> None:
    """The sheets by their names, headings that stay in sight, texts that wrap, nothing broken."""
    book = s.workbook(s.task.variables["book"])
    assert set(book.sheet_names) == {"Calendar", "Limits", "Summary"}, f"sheets: {book.sheet_names}"
    assert not book.findings, [finding.message for finding in book.findings]
    assert re.fullmatch(r"[A-Z]+2", calendar(s).freeze), f"the headings scroll away (frozen at {calendar(s).freeze!r})"
    unwrapped = [line["row"] for line in lines(s) if not calendar(s).style(f"E{line['row']}").wrap]
    assert not unwrapped, f"texts do not wrap in rows {unwrapped}"


@check("format")
def drop_down_lists(s: Submission) -> None:
    """Every post's platform and status can be chosen from exactly the names that there are."""
    for column, names in (("C", list(limits(s))), ("K", STATES)):
        rules = [rule for rule in calendar(s).validations if rule.type == "list"]
        for line in lines(s):
            mine = [rule for rule in rules if covers(rule.area, column, line["row"])]
            assert mine, f"{column}{line['row']} has no drop-down list"
            offered = mine[0].values or from_cells(s, mine[0].formula)
            assert sorted(offered) == sorted(names), f"{column}{line['row']} offers {offered}"


def from_cells(s: Submission, formula: str) -> list[str]:
    """The entries of a list that lies in cells."""
    sheet, _, area = formula.lstrip("=").replace("$", "").rpartition("!")
    rows = s.workbook(s.task.variables["book"]).sheet(sheet.strip("'") or "Calendar").rows(area)
    return [str(cell) for row in rows for cell in row if cell is not None]


@check("format")
def platforms_have_their_colours(s: Submission) -> None:
    """Each Platform cell has its platform's colour, by a rule or by hand."""
    sheet = calendar(s)
    for line in lines(s):
        wanted = s.task.variables["colors"][line["Platform"]].upper()
        fills = [sheet.style(f"C{line['row']}").fill.upper()]
        for rule in sheet.conditional_formats:
            if covers(rule.area, "C", line["row"]) and any(line["Platform"] in formula for formula in rule.formulas):
                fills.append(rule.fill.upper())
        assert wanted in fills, f"row {line['row']}: {line['Platform']} should be {wanted}, there is {fills}"


@check("content")
def plans_what_is_approved(s: Submission) -> None:
    """Each approved idea once, no double, none else, with its own text, platform, pillar and owner."""
    ideas, _ = approved(s)
    planned = Counter(str(line["Idea"]) for line in lines(s))
    assert set(planned) == set(ideas), (
        f"missing {set(ideas) - set(planned)}, not to be planned {set(planned) - set(ideas)}"
    )
    assert max(planned.values()) == 1, f"planned twice: {[name for name, times in planned.items() if times > 1]}"
    for line in lines(s):
        idea = ideas[str(line["Idea"])]
        for name in ("Platform", "Text", "Pillar", "Owner"):
            assert line[name] == idea[name.lower()], (
                f"row {line['row']}: {name} is {line[name]!r}, not {idea[name.lower()]!r}"
            )


@check("content")
def keeps_the_rules_of_days(s: Submission) -> None:
    """In the month and its order, on allowed days, fixed dates kept, one a platform and two in all a day."""
    variables, ideas = s.task.variables, approved(s)[0]
    days = [day_of(line) for line in lines(s)]
    assert days == sorted(days), "the posts are not in order of the date"
    for line, day in zip(lines(s), days, strict=True):
        where = f"row {line['row']} ({line['Idea']}, {day})"
        assert variables["first"] <= day.isoformat() <= variables["last"], f"{where} is not in {variables['month']}"
        assert day.isoformat() not in variables["off"], f"{where} is on a day without a post"
        assert day.weekday() in variables["weekdays"][line["Platform"]], f"{where}: {line['Platform']} has no {day:%A}"
        fixed = ideas[str(line["Idea"])]["fixed_date"] if str(line["Idea"]) in ideas else ""
        assert fixed in ("", day.isoformat()), f"{where} has to be posted on {fixed}"
    pairs = Counter((day, line["Platform"]) for line, day in zip(lines(s), days, strict=True))
    assert max(pairs.values()) == 1, (
        f"two posts of a platform on a day: {[pair for pair, times in pairs.items() if times > 1]}"
    )
    crowded = [str(day) for day, times in Counter(days).items() if times > 2]
    assert not crowded, f"more than two posts on {crowded}"


@check("content")
def counts_by_formulas(s: Submission) -> None:
    """Weekday, Characters, Limit and Check are formulas that read their own line, and right."""
    sheet = calendar(s)
    for line in lines(s):
        row, day = line["row"], day_of(line)
        formulas = {
            name: sheet.formula(f"{column}{row}").replace("$", "").upper()
            for name, column in zip(HEAD, "ABCDEFGHIJK", strict=True)
        }
        assert f"A{row}" in formulas["Weekday"], f"B{row} is no formula of its date: {formulas['Weekday']!r}"
        assert "LEN(" in formulas["Characters"] and f"E{row}" in formulas["Characters"], (
            f"F{row}: {formulas['Characters']!r}"
        )
        assert f"C{row}" in formulas["Limit"] and "LIMITS" in formulas["Limit"], (
            f"G{row} does not look its limit up: {formulas['Limit']!r}"
        )
        assert {f"F{row}", f"G{row}"} <= set(re.findall(r"[A-Z]+\d+", formulas["Check"])), (
            f"H{row}: {formulas['Check']!r}"
        )
        limit = limits(s)[line["Platform"]]
        assert line["Weekday"] in (f"{day:%a}", f"{day:%A}"), f"B{row} says {line['Weekday']!r}, {day} is a {day:%A}"
        assert line["Characters"] == len(line["Text"]), (
            f"F{row} counts {line['Characters']}, there are {len(line['Text'])}"
        )
        assert line["Limit"] == limit, f"G{row} says {line['Limit']}, {line['Platform']} allows {limit}"
        assert line["Check"] == ("Too long" if len(line["Text"]) > limit else "OK"), f"H{row} says {line['Check']!r}"


@check("content")
def states_follow_the_check(s: Submission) -> None:
    """Too long means Rework, all others are Planned."""
    for line in lines(s):
        wanted = "Rework" if str(line["Idea"]) in too_long(s) else "Planned"
        assert line["Status"] == wanted, f"row {line['row']}: {line['Idea']} is {line['Status']!r}, should be {wanted}"


@check("content")
def limits_are_those_of_the_rules(s: Submission) -> None:
    """Four platforms with their limits below a heading."""
    rows = s.workbook(s.task.variables["book"]).sheet("Limits").rows("A1:B5")
    assert rows[0] == ["Platform", "Limit"], f"Limits begins with {rows[0]}"
    assert {row[0]: row[1] for row in rows[1:]} == limits(s), f"Limits says {rows[1:]}"


@check("content")
def summary_counts(s: Submission) -> None:
    """A line a platform and the total, right and by formulas that read the calendar."""
    sheet, ideas = s.workbook(s.task.variables["book"]).sheet("Summary"), approved(s)[0].values()
    assert sheet.rows("A1:F1")[0] == ["Platform", "Posts", "Too long", *OWNERS], (
        f"Summary begins with {sheet.rows('A1:F1')[0]}"
    )
    wanted: list[list[Any]] = []
    for name in limits(s):
        mine = [row for row in ideas if row["platform"] == name]
        long = sum(len(row["text"]) > limits(s)[name] for row in mine)
        wanted.append([name, len(mine), long, *(sum(row["owner"] == owner for row in mine) for owner in OWNERS)])
    wanted.append(["Total", *(sum(column) for column in list(zip(*wanted, strict=True))[1:])])
    assert sheet.rows("A2:F6") == wanted, f"Summary says {sheet.rows('A2:F6')}, it is {wanted}"
    for row in range(2, 7):
        for column in "BCDEF":
            formula = sheet.formula(f"{column}{row}").upper()
            assert formula, f"Summary {column}{row} is no formula"
            assert row == 6 or ("COUNTIFS(" in formula and "CALENDAR" in formula), f"Summary {column}{row}: {formula}"


def cut_off(facts: Any) -> list[str]:
    """Cells whose text is clearly wider than its column and does not wrap."""
    return [
        cell.ref
        for cell in facts.cells()
        if isinstance(cell.value, str) and not cell.style.wrap
        and len(cell.value) > 1.25 * facts.column_widths.get(cell.ref.rstrip("0123456789"), 8.43)
    ]  # fmt: skip


@check("rendered")
def can_be_read(s: Submission) -> None:
    """Columns are wide enough for what they hold, rows high enough for their texts."""
    book = s.workbook(s.task.variables["book"])
    for sheet in book.sheets:
        assert not cut_off(sheet), f"{sheet.name}: columns too narrow for {cut_off(sheet)[:8]}"
    sheet = calendar(s)
    wide = sheet.column_widths.get("E", 8.43)
    assert wide >= 60, f"the column Text is {wide:g} characters wide"
    for line in lines(s):
        height = sheet.row_heights.get(line["row"], 409)  # without a height of its own a row fits its text
        needed = 13 * -(-len(line["Text"]) // int(wide * 1.15))
        assert height >= needed, f"row {line['row']} is {height:g} pt high, its text needs {needed}"
    widest = sheet.column_widths.get("A", 8.43)
    assert widest >= 10, f"dates do not fit ({widest:g} characters)"
    assert not any(view.blank for view in s.rendered(s.task.variables["book"])), "a sheet shows nothing"


@check("format")
def looks_cared_for(s: Submission) -> None:
    """Bold headings and totals, dates spelled out, "Too long" by a rule that stands out."""
    book = s.workbook(s.task.variables["book"])
    for name, heads in (("Calendar", "ABCDEFGHIJK"), ("Limits", "AB"), ("Summary", "ABCDEF")):
        plain = [column for column in heads if not book.sheet(name).style(f"{column}1").bold]
        assert not plain, f"{name}: headings in {plain} are not bold"
    plain = [column for column in "ABCDEF" if not book.sheet("Summary").style(f"{column}6").bold]
    assert not plain, f"Summary: the totals in {plain} are not bold"
    for line in lines(s):
        shape = calendar(s).cell(f"A{line['row']}").number_format.lower()
        assert "mmm" in shape and "yyyy" in shape and "d" in shape, f"row {line['row']}: the date is shown as {shape!r}"
        rules = [
            rule for rule in calendar(s).conditional_formats
            if covers(rule.area, "H", line["row"]) and any("too long" in formula.lower() for formula in rule.formulas)
        ]  # fmt: skip
        assert any(rule.fill or rule.color for rule in rules), f"row {line['row']}: Too long does not stand out"


@check("effects")
def leaves_only_the_workbook(s: Submission) -> None:
    """No other file was made."""
    strays = [change.path for change in s.file_changes()]
    assert not strays, f"left behind: {strays}"


@check("tools")
def was_looked_at(s: Submission) -> None:
    """The workbook was seen after its last change."""
    book = s.task.variables["book"]
    calls = list(enumerate(s.trajectory.calls()))
    changed = [place for place, call in calls if call.changes and call.touches(book)]
    seen = [call for place, call in calls if call.pictures and call.touches(book) and place > max(changed, default=0)]
    named = " ".join(str(value) for call in seen for value in call.arguments.values())
    unseen = [name for name in ("Calendar", "Summary") if name not in named]
    assert not unseen, f"after the last change nobody looked at {unseen}"


@check("answer")
def tells_what_theo_asked(s: Submission) -> None:
    """How many posts, which are too long, which doubles were left out; no others."""
    ideas, doubles = approved(s)
    assert says_number(s.answer, len(ideas)), f"{len(ideas)} posts are planned"
    named = set(mentions(s.answer, *[row["id"] for row in s.table(IDEAS)]))
    assert named >= {*too_long(s), *doubles}, f"the answer lacks {({*too_long(s), *doubles}) - named}"
