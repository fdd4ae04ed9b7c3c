"""The reconciliation against statement and ledger, and alive: amounts are changed in a copy, and all must follow.

The lines are read from the statement's text and the ledger's cells; statuses and figures are worked out here anew.
"""

import re
from datetime import date, datetime
from typing import Any

from deskworld_verifiers import (
    Submission,
    check,
    hard_to_read,
    mentions,
    recalculated,
    rule_looks,
    says_number,
    stray_figures,
)

BOOK = "out/reconciliation-february-2026.xlsx"
STATEMENT, LEDGER = "bank/statement-february-2026.pdf", "books/cash-ledger-february-2026.xlsx"
SHEETS = ["Bank", "Ledger", "Reconciliation"]
HEADS = {
    "Bank": ["Date", "Description", "Reference", "Amount", "Status"],
    "Ledger": ["Date", "Reference", "Text", "Amount", "Status"],
}
ITEMS = [
    "Opening balance", "Balance per bank", "Payments not at bank", "Deposits not at bank", "Adjusted bank balance",
    "Balance per ledger", "Not in ledger", "Duplicates taken out", "Wrong amounts corrected", "Adjusted ledger balance",
    "Difference before", "Difference after",
]  # fmt: skip
LINE = re.compile(r"^(\d\d \w{3} \d{4}) (.+) ([A-Z]{2}\d+) ([\d,]+\.\d\d) ([\d,]+\.\d\d)$", re.MULTILINE)

Line = tuple[date, str, str, float]
"""Day, reference, text, signed amount."""


def number(text: str) -> float:
    return float(text.replace(",", ""))


def opening(s: Submission) -> float:
    found = re.search(r"Opening balance ([\d,.]+)", s.pdf(STATEMENT).text)
    assert found
    return number(found[1])


def bank(s: Submission) -> list[Line]:
    """The statement's lines; a payment is one that makes the balance less."""
    balance, found = opening(s), list[Line]()
    for day, text, reference, amount, after in LINE.findall(s.pdf(STATEMENT).text.replace("\r", "")):
        sign = 1 if number(after) > balance else -1
        found.append((datetime.strptime(day, "%d %b %Y").date(), reference, text, sign * number(amount)))
        balance = number(after)
    return found


def ledger(s: Submission) -> list[Line]:
    rows = s.workbook(LEDGER).sheet("Cash").rows(f"A5:E{s.workbook(LEDGER).sheet('Cash').row_count}")
    return [(as_day(row[0]), row[1], row[2], row[3] if row[3] else -row[4]) for row in rows if row[1]]


def as_day(value: Any) -> Any:
    return value.date() if isinstance(value, datetime) else value


def statuses(bank: list[Line], ledger: list[Line]) -> tuple[list[str], list[str]]:
    """The status of each line of the bank and of the ledger."""

    def of(line: Line, others: list[Line], missing: str) -> str:
        same = [other for other in others if other[1] == line[1]]
        if any(abs(other[3] - line[3]) < 0.005 for other in same):
            return "Matched"
        return "Wrong amount" if same else missing

    seen, booked = set[str](), list[str]()
    for line in ledger:
        booked.append("Duplicate" if line[1] in seen else of(line, bank, "Not at bank"))
        seen.add(line[1])
    return [of(line, ledger, "Not in ledger") for line in bank], booked


def figures(start: float, bank: list[Line], ledger: list[Line]) -> dict[str, float]:
    """What the sheet Reconciliation says."""
    at_bank, in_books = statuses(bank, ledger)

    def added(lines: list[Line], said: list[str], status: str, sign: int = 0) -> float:
        return sum(
            line[3]
            for line, each in zip(lines, said, strict=True)
            if each == status and (not sign or line[3] * sign > 0)
        )

    found = {
        "Opening balance": start,
        "Balance per bank": start + sum(line[3] for line in bank),
        "Payments not at bank": added(ledger, in_books, "Not at bank", -1),
        "Deposits not at bank": added(ledger, in_books, "Not at bank", 1),
        "Balance per ledger": start + sum(line[3] for line in ledger),
        "Not in ledger": added(bank, at_bank, "Not in ledger"),
        "Duplicates taken out": -added(ledger, in_books, "Duplicate"),
        "Wrong amounts corrected": added(bank, at_bank, "Wrong amount") - added(ledger, in_books, "Wrong amount"),
    }
    found["Adjusted bank balance"] = sum(found[each] for each in ITEMS[1:4])
    found["Adjusted ledger balance"] = sum(found[each] for each in ITEMS[5:9])
    found["Difference before"] = found["Balance per bank"] - found["Balance per ledger"]
    found["Difference after"] = found["Adjusted bank balance"] - found["Adjusted ledger balance"]
    return found


def sheet(s: Submission, name: str) -> Any:
    return s.workbook(BOOK).sheet(name)


def sides(s: Submission) -> list[tuple[str, list[Line], list[str]]]:
    """Name of the sheet, its lines, their statuses."""
    at_bank, in_books = statuses(bank(s), ledger(s))
    return [("Bank", bank(s), at_bank), ("Ledger", ledger(s), in_books)]


def near(value: Any, wanted: float) -> bool:
    return isinstance(value, int | float) and abs(value - wanted) < 0.006


@check("format")
def three_sheets(s: Submission) -> None:
    """The sheets by name and heading, nothing beside what was asked for, no error anywhere."""
    book = s.workbook(BOOK)
    assert list(book.sheet_names) == SHEETS, f"sheets: {book.sheet_names}"
    assert not book.findings, [finding.message for finding in book.findings]
    for name, lines, _ in sides(s):
        assert sheet(s, name).rows("A1:E1")[0] == HEADS[name], f"{name} is headed {sheet(s, name).rows('A1:E1')[0]}"
        size = sheet(s, name).row_count, sheet(s, name).column_count
        assert size == (len(lines) + 1, 5), (
            f"{name} has {size[0]} rows and {size[1]} columns, not {len(lines) + 1} and 5"
        )
        assert sheet(s, name).freeze == "A2", f"row 1 of {name} is not what stays in sight ({sheet(s, name).freeze!r})"
    size = sheet(s, "Reconciliation").row_count, sheet(s, "Reconciliation").column_count
    assert size == (13, 2), f"Reconciliation has {size[0]} rows and {size[1]} columns"


@check("content")
def lines_as_given(s: Submission) -> None:
    """Every line of both sides, in order, with its day and its amount."""
    for name, lines, _ in sides(s):
        for row, line in enumerate(lines, start=2):
            got = sheet(s, name).rows(f"A{row}:D{row}")[0]
            wanted = [line[0], line[2], line[1]] if name == "Bank" else [line[0], line[1], line[2]]
            assert [as_day(got[0]), *got[1:3]] == wanted, f"{name} row {row} is {got}, not {wanted}"
            assert near(got[3], line[3]), f"{name} row {row}: the amount is {got[3]}, not {line[3]:.2f}"


@check("content")
def statuses_are_right(s: Submission) -> None:
    """Each line has its status, by a formula."""
    for name, lines, said in sides(s):
        for row, (line, status) in enumerate(zip(lines, said, strict=True), start=2):
            assert sheet(s, name).formula(f"E{row}"), f"the status in {name} row {row} is typed"
            got = sheet(s, name).value(f"E{row}")
            assert got == status, f"{name} {line[1]} is {got!r}, not {status!r}"


@check("content")
def figures_are_right(s: Submission) -> None:
    """The twelve items in their order; all but the opening balance are formulas."""
    assert sheet(s, "Reconciliation").rows("A1:B1")[0] == ["Item", "Amount"]
    wanted = figures(opening(s), bank(s), ledger(s))
    for row, item in enumerate(ITEMS, start=2):
        label, value = sheet(s, "Reconciliation").rows(f"A{row}:B{row}")[0]
        assert label == item, f"row {row} of Reconciliation is {label!r}, not {item!r}"
        assert near(value, wanted[item]), f"{item} is {value}, not {wanted[item]:.2f}"
        assert item == ITEMS[0] or sheet(s, "Reconciliation").formula(f"B{row}"), f"{item} is typed"


@check("content")
def everything_follows(s: Submission) -> None:
    """In a copy some amounts, references and the opening balance are other ones: statuses and figures follow."""
    here, there = list(bank(s)), list(ledger(s))
    assert sorted(s.workbook(BOOK).sheet_names) == sorted(SHEETS)
    edits: dict[tuple[str, str], Any] = {("Reconciliation", "B2"): 1000.0}
    for place in (0, len(here) // 2, len(here) - 1):
        day, reference, text, amount = here[place]
        here[place] = (day, reference, text, amount + 7.5)
        edits["Bank", f"D{place + 2}"] = amount + 7.5
    for place in (3, len(there) - 1):
        day, reference, text, amount = there[place]
        there[place] = (day, "XX1", text, amount - 11)
        edits |= {("Ledger", f"D{place + 2}"): amount - 11, ("Ledger", f"B{place + 2}"): "XX1"}
    day, _, text, amount = here[5]
    here[5] = (day, "XX2", text, amount)
    edits["Bank", "C7"] = "XX2"
    after = recalculated(s.file(BOOK), edits)
    for name, said in zip(("Bank", "Ledger"), statuses(here, there), strict=True):
        for row, status in enumerate(said, start=2):
            got = after[name].get(f"E{row}")
            assert got == status, f"after changes the status in {name} row {row} is {got!r}, not {status!r}"
    wanted = figures(1000.0, here, there)
    for row, item in enumerate(ITEMS[1:], start=3):
        got = after["Reconciliation"].get(f"B{row}")
        assert near(got, wanted[item]), f"after changes {item} is {got!r}, not {wanted[item]:.2f}"


@check("format")
def what_is_open_stands_out(s: Submission) -> None:
    """All that isn't matched has one look by a rule, on both sheets; what is matched has none.

    In a copy the first and the last line have references that nobody knows.
    """
    looks: dict[bool, set[tuple[str, str]]] = {True: set(), False: set()}
    sizes = {name: len(said) for name, _, said in sides(s)}
    assert list(s.workbook(BOOK).sheet_names) == SHEETS
    edits = {
        (name, f"{column}{row}"): f"{name}{row}"
        for name, column in (("Bank", "C"), ("Ledger", "B"))
        for row in (2, sizes[name] + 1)
    }
    changed = [list(lines) for _, lines, _ in sides(s)]
    for name, lines in zip(("Bank", "Ledger"), changed, strict=True):
        for place in (0, -1):
            row = place % len(lines) + 2
            lines[place] = (lines[place][0], f"{name}{row}", *lines[place][2:])
    for name, said in zip(("Bank", "Ledger"), statuses(*changed), strict=True):
        seen = rule_looks(s.file(BOOK), sheet(s, name), [f"E{row}" for row in range(2, len(said) + 2)], edits)
        for row, status in enumerate(said, start=2):
            look = seen[f"E{row}"]
            looks[status != "Matched"].add((look.fill, look.color))
    assert len(looks[True]) == 1 and looks[True] != {("", "")}, f"what isn't matched looks {sorted(looks[True])}"
    assert looks[False] == {("", "")}, f"matched lines look {sorted(looks[False])}"


@check("format")
def can_be_read(s: Submission) -> None:
    """Amounts and days in their formats, headings bold on a fill and alike, columns wide enough."""
    heads = set()
    for name, last in (("Bank", "E"), ("Ledger", "E"), ("Reconciliation", "B")):
        facts = sheet(s, name)
        for cell in facts.cells(f"A1:{last}1"):
            assert cell.style.bold and cell.style.fill, f"{name} {cell.ref}: the heading is not bold on a fill"
            heads.add((cell.style.fill, cell.style.color))
        strange = [cell.ref for cell in facts.cells() if int(re.sub(r"\D", "", cell.ref)) > 1 and cell.style.fill]
        assert not strange, f"{name}: {strange[:5]} look like headings"
        for cell in facts.cells(f"{'B' if last == 'B' else 'D'}2:{'B' if last == 'B' else 'D'}{facts.row_count}"):
            assert cell.number_format == "#,##0.00", f"{name} {cell.ref} is shown as {cell.number_format}"
        if last == "E":
            for cell in facts.cells(f"A2:A{facts.row_count}"):
                assert cell.number_format == "d mmm yyyy", f"{name} {cell.ref} is shown as {cell.number_format}"
        status = facts.column_widths.get("E", 9.14) if last == "E" else 99
        longest = max((len(str(cell.value)) for cell in facts.cells(f"E1:E{facts.row_count}")), default=0)
        assert status >= 0.85 * longest, f"the column Status of {name} is too narrow ({status:g} characters)"
        looks = rule_looks(s.file(BOOK), facts, [f"E{row}" for row in range(2, 8)]) if last == "E" else None
        assert not hard_to_read(facts, looks), f"{name}: {hard_to_read(facts, looks)[:3]}"
    assert len(heads) == 1, f"headings look {sorted(map(str, heads))}"


@check("tools")
def looked_at_all_sheets(s: Submission) -> None:
    """All three sheets were looked at after the last change."""
    unseen = s.trajectory.unseen(BOOK, *SHEETS)
    assert not unseen, f"not looked at after the last change: {unseen}"


@check("answer")
def tells_what_is_open(s: Submission) -> None:
    """Both differences, and each line that isn't matched: reference, amount, and what is wrong."""
    told, wanted = s.answer, figures(opening(s), bank(s), ledger(s))
    assert says_number(told, wanted["Difference before"]) or says_number(told, -wanted["Difference before"])
    assert mentions(told, "0", "0.00", "zero", "nil", "nothing", "$0", "$0.00"), "the difference after is not said"
    for name, lines, said in sides(s):
        for line, status in zip(lines, said, strict=True):
            if status == "Matched":
                continue
            assert mentions(told, line[1]), f"{line[1]} ({name}, {status}) is not named"
            assert says_number(told, abs(line[3])) or says_number(told, -abs(line[3])), (
                f"{line[1]}: {line[3]:.2f} is not said"
            )
    for status, ways in {
        "Duplicate": ("duplicate", "twice", "duplicated", "booked again"),
        "Wrong amount": ("wrong amount", "wrong", "different amount", "another amount", "amounts differ", "transposed"),
        "Not at bank": ("not at bank", "not at the bank", "not yet at the bank", "outstanding", "in transit"),
        "Not in ledger": ("not in ledger", "not in the ledger", "not booked", "missing in the ledger", "not in your ledger"),
    }.items():  # fmt: skip
        assert mentions(told, *ways), f"what is {status.lower()} is not said"


@check("answer")
def says_nothing_wrong(s: Submission) -> None:
    """Each line that the answer speaks of has its own amount, and no other figure is said."""
    open_lines = [
        line for _, lines, said in sides(s) for line, status in zip(lines, said, strict=True) if status != "Matched"
    ]
    amounts = [line[3] for line in open_lines]
    wanted = figures(opening(s), bank(s), ledger(s))
    allowed = [*amounts, *wanted.values(), BOOK, STATEMENT, LEDGER, "February 2026", *range(len(open_lines) + 1)]
    wrongs = [line[3] for line in open_lines if sum(other[1] == line[1] for other in open_lines) > 1]
    allowed += [wrongs[0] - wrongs[-1]] if wrongs else []
    strays = stray_figures(
        s.answer, *allowed, *{line[1] for line in open_lines}, *{line[0] for line in open_lines}, digits=7
    )
    assert not strays, f"the answer says {strays}"
    for row in s.answer.splitlines():
        named = [line for line in open_lines if mentions(row, line[1])]
        if len({line[1] for line in named}) == 1:
            mine = {abs(line[3]) for line in open_lines if line[1] == named[0][1]} | {
                abs(wrongs[0] - wrongs[-1]) if wrongs else 0
            }
            theirs = [
                abs(other[3]) for other in open_lines if abs(other[3]) not in mine and says_number(row, abs(other[3]))
            ]
            assert not theirs, f"{row!r} gives {named[0][1]} the amount of another line"
