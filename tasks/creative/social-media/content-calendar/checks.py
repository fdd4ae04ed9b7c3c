"""The plan against the ideas and the rules: which posts, on which days, counted by formulas that are alive."""

import re
from collections import Counter
from datetime import date, datetime
from typing import Any

from deskworld_verifiers import (
    Submission,
    check,
    covers,
    formulas_down,
    hard_to_read,
    mentions,
    rule_looks,
    says_number,
)

IDEAS = "ideas/post-ideas.csv"
HEAD = ["Date", "Weekday", "Platform", "Idea", "Text", "Characters", "Limit", "Check", "Pillar", "Owner", "Status"]
COLUMNS = "ABCDEFGHIJK"
OWNERS = ["Theo", "Grace", "Noor"]
STATES = ["Planned", "Ready", "Posted", "Rework"]
SHEETS = ["Calendar", "Limits", "Summary"]
RED = "#C4572B"


def limits(s: Submission) -> dict[str, int]:
    return s.task.variables["limits"]


def approved(s: Submission) -> tuple[dict[str, dict[str, str]], dict[str, str]]:
    """The ideas to plan by number, platforms spelled properly, and the doubles with the idea that each repeats."""
    names = {"ig": "Instagram", **{name.lower(): name for name in limits(s)}}
    kept: dict[tuple[str, str], dict[str, str]] = {}
    doubles: dict[str, str] = {}
    for row in sorted(s.table(IDEAS), key=lambda row: row["id"]):
        platform = names[row["platform"].lower().replace(" ", "")]
        if row["status"].lower() != "approved":
            continue
        if (platform, row["text"]) in kept:
            doubles[row["id"]] = kept[platform, row["text"]]["id"]
        else:
            kept[platform, row["text"]] = {**row, "platform": platform}
    return {row["id"]: row for row in kept.values()}, doubles


def too_long(s: Submission) -> list[str]:
    return [number for number, row in approved(s)[0].items() if len(row["text"]) > limits(s)[row["platform"]]]


def book(s: Submission) -> Any:
    return s.workbook(s.task.variables["book"])


def calendar(s: Submission) -> Any:
    return book(s).sheet("Calendar")


def lines(s: Submission) -> list[dict[str, Any]]:
    """The posts as the calendar shows them, with their row."""
    sheet = calendar(s)
    head = [sheet.value(f"{column}1") for column in COLUMNS]
    assert head == HEAD, f"the headings of Calendar are {head}"
    found: list[dict[str, Any]] = []
    for row in range(2, sheet.row_count + 1):
        values = {name: sheet.value(f"{column}{row}") for name, column in zip(HEAD, COLUMNS, strict=True)}
        found.append({**values, "row": row})
    assert found, "Calendar has no posts"
    return found


def day_of(line: dict[str, Any]) -> date:
    value = line["Date"]
    assert isinstance(value, datetime | date), f"row {line['row']}: {value!r} is no date"
    return value.date() if isinstance(value, datetime) else value


@check("format")
def three_sheets_laid_out(s: Submission) -> None:
    """The sheets by their names, a heading row that stays in sight, texts that wrap, nothing broken, nothing beside."""
    assert book(s).sheet_names == SHEETS, f"sheets: {book(s).sheet_names}"
    assert not book(s).findings, [finding.message for finding in book(s).findings]
    wanted = [f"A1:K{len(approved(s)[0]) + 1}", "A1:B5", "A1:F6"]
    for name, area in zip(SHEETS, wanted, strict=True):
        assert book(s).sheet(name).used == area, f"{name} holds something in {book(s).sheet(name).used}, not in {area}"
    assert calendar(s).freeze == "A2", f"not the heading row stays in sight: frozen at {calendar(s).freeze!r}"
    for line in lines(s):
        row = line["row"]
        assert calendar(s).style(f"E{row}").wrap, f"the text of row {row} does not wrap"
        low = [column for column in COLUMNS if calendar(s).style(f"{column}{row}").vertical != "top"]
        assert not low, f"row {row}: {low} do not stand at the top"


@check("format")
def drop_down_lists(s: Submission) -> None:
    """Every post's platform and status can be chosen from exactly the names that there are, and no other cell's."""
    last = calendar(s).row_count
    rules = [rule for rule in calendar(s).validations if rule.type == "list"]
    for column, names in (("C", list(limits(s))), ("K", STATES)):
        for line in lines(s):
            mine = [rule for rule in rules if covers(rule.area, f"{column}{line['row']}")]
            assert mine, f"{column}{line['row']} has no drop-down list"
            for rule in mine:
                offered = rule.values or from_cells(s, rule.formula)
                assert offered == names, f"{column}{line['row']} offers {offered}, not {names}"
    stray = [f"{column}{row}" for column in "ABDEFGHIJL" for row in range(1, last + 1)]
    stray = [ref for ref in stray if any(covers(rule.area, ref) for rule in rules)]
    assert not stray, f"drop-down lists where none was asked for: {stray[:8]}"


def from_cells(s: Submission, formula: str) -> list[str]:
    """The entries of a list that lies in cells."""
    sheet, _, area = formula.lstrip("=").replace("$", "").rpartition("!")
    rows = book(s).sheet(sheet.strip("'") or "Calendar").rows(area)
    return [str(cell) for row in rows for cell in row if cell is not None]


@check("format")
def colours_say_what_they_should(s: Submission) -> None:
    """Rules give each Platform cell its platform's colour, whatever is chosen; "Too long" is red, and nothing else is."""
    sheet, file = calendar(s), s.file(s.task.variables["book"])
    rows = [line["row"] for line in lines(s)]
    refs = [f"{column}{row}" for column in "CH" for row in rows]
    looks = rule_looks(file, sheet, refs)
    for line in lines(s):
        ref = f"C{line['row']}"
        assert line["Platform"] in limits(s), f"{ref}: {line['Platform']!r} is no platform"
        wanted, fill = s.task.variables["colors"][line["Platform"]], looks[ref].fill
        assert fill.upper() == wanted.upper(), f"{ref}: {line['Platform']} should be {wanted}, it is {fill or 'plain'}"
        red = looks[f"H{line['row']}"].color.upper() == RED
        assert red == (line["Check"] == "Too long"), f"H{line['row']} says {line['Check']} and is {red and 'red'}"
    for name, wanted in s.task.variables["colors"].items():
        areas = " ".join(rule.area for rule in sheet.conditional_formats if rule.fill.upper() == wanted.upper())
        assert areas and covers(areas, f"C{rows[0]}:C{rows[-1]}"), f"{name} is coloured only in {areas or 'no cell'}"
    longer = rule_looks(file, sheet, [f"H{row}" for row in rows], {("Calendar", f"E{row}"): "x" * 500 for row in rows})
    pale = [ref for ref, look in longer.items() if look.color.upper() != RED]
    assert not pale, f"{pale[:8]} would not turn red with a text that is too long"


@check("content")
def plans_what_is_approved(s: Submission) -> None:
    """Each approved idea once, no double, none else, with its own text, platform, pillar and owner."""
    ideas, _ = approved(s)
    planned = Counter(str(line["Idea"]) for line in lines(s))
    missing, extra = sorted(set(ideas) - set(planned)), sorted(set(planned) - set(ideas))
    assert not missing and not extra, f"missing {missing}, not to be planned {extra}"
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
        assert line["Platform"] in limits(s), f"{where}: {line['Platform']!r} is no platform"
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
    """Weekday, Characters, Limit and Check are formulas that read their own line, the same in each, and right."""
    sheet = calendar(s)
    reads = {"B": ("A2",), "F": ("LEN(", "E2"), "G": ("C2", "LIMITS"), "H": ("F2", "G2")}
    for column, parts in reads.items():
        found = formulas_down(sheet, [f"{column}{row}" for row in range(2, sheet.row_count + 1)])
        assert len(found) == 1, f"column {column} has other formulas in some lines: {found[:3]}"
        plain = found[0].replace("$", "").upper()
        assert all(part in plain for part in parts), f"column {column} is {plain!r}, it should read {parts}"
    for line in lines(s):
        row, day = line["row"], day_of(line)
        assert line["Platform"] in limits(s), f"row {row}: {line['Platform']!r} is no platform"
        limit, length = limits(s)[line["Platform"]], len(str(line["Text"]))
        assert line["Weekday"] in (f"{day:%a}", f"{day:%A}"), f"B{row} says {line['Weekday']!r}, {day} is a {day:%A}"
        assert line["Characters"] == length, f"F{row} counts {line['Characters']}, there are {length}"
        assert line["Limit"] == limit, f"G{row} says {line['Limit']}, {line['Platform']} allows {limit}"
        assert line["Check"] == ("Too long" if length > limit else "OK"), f"H{row} says {line['Check']!r}"


@check("content")
def states_follow_the_check(s: Submission) -> None:
    """Too long means Rework, all others are Planned."""
    for line in lines(s):
        wanted = "Rework" if str(line["Idea"]) in too_long(s) else "Planned"
        assert line["Status"] == wanted, f"row {line['row']}: {line['Idea']} is {line['Status']!r}, should be {wanted}"


@check("content")
def limits_are_those_of_the_rules(s: Submission) -> None:
    """Four platforms with their limits below a heading."""
    rows = book(s).sheet("Limits").rows("A1:B5")
    assert rows[0] == ["Platform", "Limit"], f"Limits begins with {rows[0]}"
    assert {row[0]: row[1] for row in rows[1:]} == limits(s), f"Limits says {rows[1:]}"


@check("content")
def summary_counts(s: Submission) -> None:
    """A line a platform and the total, right and by formulas that read the calendar."""
    sheet, ideas = book(s).sheet("Summary"), approved(s)[0].values()
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
    for column in "BCDEF":
        found = formulas_down(sheet, [f"{column}{row}" for row in range(2, 6)])
        named = [re.sub(r'"[^"]+"', lambda text: "#" if text[0][1:-1] in limits(s) else text[0], one) for one in found]
        assert len(set(named)) == 1, f"Summary {column} has other formulas in some lines: {found}"
        assert "COUNTIFS(" in found[0].upper() and "CALENDAR" in found[0].upper(), f"Summary {column}: {found[0]}"
        assert sheet.formula(f"{column}6"), f"the total in {column}6 is typed"


@check("rendered")
def can_be_read(s: Submission) -> None:
    """Columns and rows as large as what they hold needs, colours that let one read."""
    for sheet in book(s).sheets:
        rules = rule_looks(s.file(s.task.variables["book"]), sheet, [cell.ref for cell in sheet.cells()])
        harder = hard_to_read(sheet, rules)
        assert not harder, f"{sheet.name}: {'; '.join(harder[:5])}"
    wide = calendar(s).column_widths.get("E", 8.43)
    assert 60 <= wide <= 120, f"the column Text is {wide:g} characters wide"
    assert not any(view.blank for view in s.rendered(s.task.variables["book"])), "a sheet shows nothing"


@check("format")
def looks_cared_for(s: Submission) -> None:
    """Headings in the house's look, bold totals, dates spelled out."""
    for name, heads in (("Calendar", COLUMNS), ("Limits", "AB"), ("Summary", "ABCDEF")):
        looks = [(x.bold, x.color, x.fill) for x in (book(s).sheet(name).style(f"{column}1") for column in heads)]
        assert set(looks) == {(True, "#FFFFFF", "#1F3A44")}, f"{name}: headings look like {looks}"
    plain = [column for column in "ABCDEF" if not book(s).sheet("Summary").style(f"{column}6").bold]
    assert not plain, f"Summary: the totals in {plain} are not bold"
    for line in lines(s):
        shape = calendar(s).cell(f"A{line['row']}").number_format.lower()
        assert re.fullmatch(r"(\[[^\]]*\])?d[ .\\]+mmmm?[ \\]+yyyy(;@)?", shape), f"row {line['row']}: {shape!r}"


@check("tools")
def was_looked_at(s: Submission) -> None:
    """Calendar and Summary were seen after the last change."""
    unseen = s.trajectory.unseen(s.task.variables["book"], "Calendar", "Summary")
    assert not unseen, f"after the last change nobody looked at {unseen}"


@check("answer")
def tells_what_theo_asked(s: Submission) -> None:
    """How many posts, which are too long, which doubles were left out; of others only those that were kept for them."""
    ideas, doubles = approved(s)
    assert says_number(s.answer, len(ideas)), f"{len(ideas)} posts are planned"
    named, wanted = mentions(s.answer, *[row["id"] for row in s.table(IDEAS)]), [*too_long(s), *doubles]
    assert not [number for number in wanted if number not in named], f"the answer names {named}, not all of {wanted}"
    others = [number for number in named if number not in (*wanted, *doubles.values())]
    assert not others, f"the answer names {others}, which are neither too long nor doubles"
