"""The expense workbook against what the photos say (the template knows it), and alive: inputs are changed in a copy."""

import re
from datetime import date, datetime
from typing import Any

from deskworld_verifiers import (
    Submission,
    check,
    formulas_down,
    hard_to_read,
    mentions,
    recalculated,
    rule_looks,
    says_number,
    stray_figures,
)

BOOK = "out/expenses.xlsx"
HEADS = {
    "Expenses": [
        "File", "Date", "Merchant", "Category", "Currency", "Amount", "Alcohol", "Rate", "USD", "Limit", "Over limit",
        "Decision", "Paid", "Note",
    ],
    "Rules": ["Category", "Limit", None, "Currency", "Rate"],
    "Summary": ["Category", "Receipts", "Paid"],
}  # fmt: skip
OVER = ("#F6D5CC", "#8A2B12")
TYPED = ["File", "Date", "Merchant", "Category", "Currency", "Amount", "Alcohol", "Decision"]
WORKED_OUT = ["Rate", "USD", "Limit", "Over limit", "Paid"]


def receipts(s: Submission) -> list[dict[str, Any]]:
    """Each photo's row, by the policy."""
    return [booked(each, s.task.variables["limits"], s.task.variables["rate"]) for each in s.task.variables["receipts"]]


def booked(receipt: dict[str, Any], limits: dict[str, float], euro: float) -> dict[str, Any]:
    rate = euro if receipt["currency"] == "EUR" else 1
    dollars = round((receipt["amount"] - receipt["alcohol"]) * rate + 1e-9, 2)
    limit = limits[receipt["category"]]
    return {
        "File": receipt["file"], "Date": date.fromisoformat(receipt["date"]), "Merchant": receipt["merchant"],
        "Category": receipt["category"], "Currency": receipt["currency"], "Amount": receipt["amount"],
        "Alcohol": receipt["alcohol"], "Rate": rate, "USD": dollars, "Limit": limit,
        "Over limit": "Yes" if dollars > limit else "No", "Decision": receipt["decision"],
        "Paid": min(dollars, limit) if receipt["decision"] == "OK" else 0, "why": receipt["why"],
    }  # fmt: skip


def summary(lines: list[dict[str, Any]], limits: dict[str, float]) -> list[list[Any]]:
    kept = [line for line in lines if line["Decision"] == "OK"]
    rows = [
        [name, sum(line["Category"] == name for line in kept), sum(x["Paid"] for x in kept if x["Category"] == name)]
        for name in limits
    ]
    return [*rows, ["Total", sum(row[1] for row in rows), sum(row[2] for row in rows)]]


def sheet(s: Submission, name: str) -> Any:
    assert name in s.workbook(BOOK).sheet_names, f"there is no sheet {name}"
    return s.workbook(BOOK).sheet(name)


def column(head: str) -> str:
    return "ABCDEFGHIJKLMN"[HEADS["Expenses"].index(head)]


def same(there: Any, wanted: Any) -> bool:
    if isinstance(wanted, date):
        return isinstance(there, datetime | date) and (there.year, there.month, there.day) == (
            wanted.year, wanted.month, wanted.day,
        )  # fmt: skip
    if isinstance(wanted, str):
        return isinstance(there, str) and there.strip() == wanted
    return isinstance(there, int | float) and not isinstance(there, bool) and abs(there - wanted) < 0.0006


def rows(s: Submission) -> list[dict[str, Any]]:
    """The rows of Expenses by their headings, without empty ones at the end."""
    facts = sheet(s, "Expenses")
    head, *lines = facts.rows(f"A1:N{max(facts.row_count, 2)}")
    assert head == HEADS["Expenses"], f"the headings of Expenses are {head}"
    return [dict(zip(head, line, strict=True)) for line in lines if any(cell is not None for cell in line)]


@check("format")
def three_sheets(s: Submission) -> None:
    """Only the sheets that were asked for, with their headings, no error, and nothing beside the tables."""
    book = s.workbook(BOOK)
    assert book.sheet_names == list(HEADS), f"sheets: {book.sheet_names}"
    assert not book.findings, [finding.message for finding in book.findings]
    kept = sheet(s, "Expenses").freeze
    assert kept == "B2", f"heading and files' names of Expenses don't stay in sight, frozen is {kept or 'nothing'}"
    printed = sheet(s, "Expenses").print
    assert printed.orientation == "landscape" and printed.fit_width == 1, f"Expenses prints {printed}"
    ends = {"Expenses": len(receipts(s)) + 1, "Rules": 5, "Summary": 6}
    for name, heads in HEADS.items():
        facts = sheet(s, name)
        assert facts.rows(f"A1:{'ABCDEFGHIJKLMN'[len(heads) - 1]}1")[0] == heads, f"{name} has other headings"
        assert facts.column_count == len(heads) and facts.row_count == ends[name], (
            f"{name} is {facts.column_count} columns by {facts.row_count} rows, not {len(heads)} by {ends[name]}"
        )


@check("content")
def every_photo_is_booked_right(s: Submission) -> None:
    """One row a photo in order, each cell as the photo and the policy say."""
    there, wanted = rows(s), receipts(s)
    assert [line["File"] for line in there] == [line["File"] for line in wanted], "not one row a photo, in order"
    for got, line in zip(there, wanted, strict=True):
        off = {head: (got[head], line[head]) for head in (*TYPED, *WORKED_OUT) if not same(got[head], line[head])}
        assert not off, f"{line['File']} (there, right): {off}"


@check("content")
def notes_say_why(s: Submission) -> None:
    """A note where something was refused or worked out, with the reason; none elsewhere."""
    for got, line in zip(rows(s), receipts(s), strict=True):
        note = str(got["Note"] or "").strip()
        if not line["why"]:
            assert not note, f"{line['File']} needs no note, it has {note!r}"
            continue
        words = {
            "duplicate": ("duplicate", "duplicated", "same receipt", "twice", "copy", "second photo"),
            "old": ("60 days", "too old", "older", "days old", "too late"),
            "total": ("lines", "items", "added up", "sum", "summed", "unreadable", "illegible"),
        }[line["why"]]
        assert mentions(note, *words), f"{line['File']}: the note does not say why: {note!r}"
        original = s.task.variables["original"]
        if line["why"] == "duplicate":
            assert original.removesuffix(".jpg") in note, f"{line['File']}: of which photo is it a copy? {note!r}"
        known = [original, original.removesuffix(".jpg"), 60, line["Date"], date(2026, 3, 2), line["Amount"]]
        known += [(date(2026, 3, 2) - line["Date"]).days, 2, 4]
        assert not stray_figures(note, *known), f"{line['File']}: {stray_figures(note, *known)} in {note!r}"


@check("content")
def rules_hold_the_policy(s: Submission) -> None:
    """The limits in the order of the policy; dollars at 1, euros at the rate of that day."""
    facts, told = sheet(s, "Rules"), s.task.variables
    limits = [[name, float(limit)] for name, limit in told["limits"].items()]
    assert [[a, float(b or 0)] for a, b in facts.rows("A2:B5")] == limits, f"limits: {facts.rows('A2:B5')}"
    rates = dict(facts.rows("D2:E3"))
    assert rates == {"USD": 1, "EUR": told["rate"]}, f"rates: {rates}, should be {told['rate']} for a euro"


@check("content")
def worked_out_by_formulas(s: Submission) -> None:
    """Rate, USD, Limit, Over limit and Paid are one formula each, down all rows; so are counts and sums."""
    facts, last = sheet(s, "Expenses"), len(receipts(s)) + 1
    for head in WORKED_OUT:
        found = formulas_down(facts, [f"{column(head)}{row}" for row in range(2, last + 1)])
        assert len(found) == 1 and found[0], f"{head} is not one formula down the rows: {found}"
    typed = [f"{a}{row}" for a in "BC" for row in range(2, 7) if not sheet(s, "Summary").formula(f"{a}{row}")]
    assert not typed, f"Summary: {typed} are typed, not formulas"


@check("content")
def everything_follows(s: Submission) -> None:
    """In a copy with other amounts, limits, rate, categories and decisions, the rest is right again."""
    told = s.task.variables
    limits = {name: limit * 0.3 + 7 for name, limit in told["limits"].items()}
    names, facts = list(limits), sheet(s, "Rules")
    euro = next(f"E{row}" for row in (2, 3) if facts.value(f"D{row}") == "EUR")
    edits: dict[tuple[str, str], Any] = {("Rules", euro): 1.3071}
    edits |= {("Rules", f"B{row}"): limits[facts.value(f"A{row}")] for row in range(2, 6)}
    lines: list[dict[str, Any]] = []
    for place, receipt in enumerate(told["receipts"]):
        changed = {
            **receipt, "amount": 11.35 + 9.1 * place, "alcohol": 1.25 * (place % 3),
            "category": names[place // 2 % 4], "currency": ("USD", "EUR")[place % 2],
            "decision": "Refused" if place in (1, 6) else "OK",
        }  # fmt: skip
        lines.append(booked(changed, limits, 1.3071))
        for head in ("Category", "Currency", "Amount", "Alcohol", "Decision"):
            edits["Expenses", f"{column(head)}{place + 2}"] = lines[-1][head]
    after = recalculated(s.file(BOOK), edits)
    for row, line in enumerate(lines, start=2):
        for head in WORKED_OUT:
            got = after["Expenses"].get(f"{column(head)}{row}")
            near = same(got, line[head]) or (head in ("USD", "Paid") and same((got or 0) + 0.005, line[head] + 0.005))
            assert near, f"with other figures {head} in row {row} is {got!r}, should be {line[head]!r}"
    for row, line in enumerate(summary(lines, limits), start=2):
        got = [after["Summary"].get(f"{a}{row}") for a in "BC"]
        assert all(same(a, b) for a, b in zip(got, line[1:], strict=True)), f"Summary row {row}: {got}, not {line}"


@check("content")
def summary_is_right(s: Submission) -> None:
    """Receipts and money by category, in the order of the policy, and the total."""
    wanted = summary(receipts(s), s.task.variables["limits"])
    there = sheet(s, "Summary").rows("A2:C6")
    right = [all(same(a, b) for a, b in zip(got, line, strict=True)) for got, line in zip(there, wanted, strict=True)]
    assert all(right), f"Summary says {there}, should say {wanted}"


@check("format")
def over_limit_shows(s: Submission) -> None:
    """The cell is coloured where it says Yes, and only there; also when a limit is changed."""
    facts, wanted = sheet(s, "Expenses"), receipts(s)
    refs = [f"{a}{row}" for row in range(2, len(wanted) + 2) for a in "JKL"]
    looks = rule_looks(s.file(BOOK), facts, refs)
    for row, line in enumerate(wanted, 2):
        look, right = looks[f"K{row}"], OVER if line["Over limit"] == "Yes" else ("", "")
        assert (look.fill, look.color) == right, f"{line['File']}, over limit {line['Over limit']}: {look}"
    low = {("Rules", f"B{row}"): 1 for row in range(2, 6)}
    looks = rule_looks(s.file(BOOK), facts, refs, low)
    plain = [f"K{row}" for row in range(2, len(wanted) + 2) if not looks[f"K{row}"].fill]
    assert not plain, f"with a limit of 1 these are not coloured: {plain}"
    rest = [ref for ref, look in looks.items() if ref[0] != "K" and (look.fill or look.color)]
    assert not rest, f"these are coloured, too: {rest}"
    assert not hard_to_read(facts, looks), hard_to_read(facts, looks)[:6]


@check("format")
def reads_well(s: Submission) -> None:
    """Headings bold on a fill; nothing cut or faint; money, rates and dates in their forms."""
    last = len(receipts(s)) + 1
    forms = {
        "Expenses": {"B": "yyyy-mm-dd", **dict.fromkeys("FGIJM", "#,##0.00"), "H": "0.0000"},
        "Rules": {"B": "#,##0.00", "E": "0.0000"}, "Summary": {"B": "0", "C": "#,##0.00"},
    }  # fmt: skip
    ends = {"Expenses": last, "Rules": 5, "Summary": 6}
    looks: set[tuple[str, str]] = set()
    for name, heads in HEADS.items():
        facts = sheet(s, name)
        assert not hard_to_read(facts), f"{name}: {hard_to_read(facts)[:6]}"
        cells = [facts.cell(f"{'ABCDEFGHIJKLMN'[n]}1") for n, head in enumerate(heads) if head]
        plain = [cell.ref for cell in cells if not cell.style.bold or cell.style.fill in ("", "#FFFFFF")]
        assert not plain, f"{name}: headings without bold or fill: {plain}"
        looks |= {(cell.style.color, cell.style.fill) for cell in cells}
        assert len(looks) == 1, f"headings look different (colour and fill): {sorted(looks)}"
        bold = {c.ref for c in facts.cells(f"2:{ends[name]}") if c.style.bold}
        assert bold == ({"A6", "B6", "C6"} if name == "Summary" else set()), f"{name}: bold are {sorted(bold)}"
        filled = [c.ref for c in facts.cells(f"2:{ends[name]}") if c.style.fill == cells[0].style.fill]
        assert not filled, f"{name}: these look like headings: {filled[:6]}"
        for letter, form in forms[name].items():
            for row in range(2, (3 if letter == "E" else ends[name]) + 1):
                there = facts.cell(f"{letter}{row}").number_format
                good = there == form or (form == "0" and there in ("General", "#,##0")) or (
                    form == "yyyy-mm-dd" and there.lower() == form)  # fmt: skip
                assert good, f"{name} {letter}{row} is shown as {there}"


@check("rendered")
def every_sheet_shows(s: Submission) -> None:
    """Nothing blank when it is shown."""
    views = s.rendered(BOOK)
    assert len(views) >= len(HEADS) and not [view.label for view in views if view.blank]


@check("tools")
def photos_were_read_and_sheets_looked_at(s: Submission) -> None:
    """Each photo was read or seen, before it was booked; each sheet was seen after the last change."""
    calls = list(s.trajectory)
    first = next((n for n, call in enumerate(calls) if call.changed(BOOK)), len(calls))
    seen = [call for call in calls[:first] if call.ok]
    unread = [
        each["file"] for each in s.task.variables["receipts"]
        if not any(call.touches(f"receipts/{each['file']}") for call in seen)
    ]  # fmt: skip
    assert not unread, f"booked without a look at {unread}"
    assert not s.trajectory.unseen(BOOK, *HEADS), f"not seen at the end: {s.trajectory.unseen(BOOK, *HEADS)}"


@check("answer")
def tells_what_was_decided(s: Submission) -> None:
    """The total; the refused with reasons; those over the limit; the total that was worked out; no other figure."""
    lines = receipts(s)
    total = summary(lines, s.task.variables["limits"])[-1][2]
    assert says_number(s.answer, total, digits=5), f"the total {total:.2f} is not told"
    due = {line["File"] for line in lines if line["why"] or (line["Over limit"] == "Yes")}
    told = {line["File"]: line["File"].removesuffix(".jpg") in s.answer for line in lines}
    lacking = sorted(name for name in due if not told[name])
    assert not lacking, f"the answer does not name {lacking}"
    more = sorted(name for name, there in told.items() if there and name not in due)
    euros = {line["File"] for line in lines if line["Currency"] == "EUR"}
    assert set(more) <= {s.task.variables["original"], *euros}, f"the answer names {more} without need"
    assert mentions(s.answer, "duplicate", "duplicates", "same receipt", "twice", "copy", "second photo")
    assert mentions(s.answer, "60 days", "too old", "older", "days old", "too late")
    assert mentions(s.answer, "lines", "items", "added up", "sum", "unreadable", "could not be read", "illegible")
    known: list[Any] = [BOOK, 60, len(lines), date(2026, 3, 2), *range(2, 5)]
    for line in lines:
        known += [line["File"], line["File"].removesuffix(".jpg"), line["Merchant"], line["Date"], line["Amount"]]
        known += [
            line["USD"],
            line["Paid"],
            line["Limit"],
            line["Alcohol"],
            line["Rate"],
            round(line["USD"] - line["Paid"], 2),
        ]
        known += [(date(2026, 3, 2) - line["Date"]).days]
    known += [figure for row in summary(lines, s.task.variables["limits"]) for figure in row[1:]]
    strays = stray_figures(s.answer, *known, digits=5)
    assert not strays, f"the answer says {strays}"
    parts = re.split(r"[.;\n](?=\s|$)", s.answer)
    for line in lines:  # what is said of a photo is of that photo
        for part in parts:
            names = [each["File"].removesuffix(".jpg") for each in lines if each["File"].removesuffix(".jpg") in part]
            if names == [line["File"].removesuffix(".jpg")] and not mentions(part, line["Merchant"]):
                others = mentions(part, *(each["Merchant"] for each in lines))
                assert not others, f"{line['File']} is not of {others}"
