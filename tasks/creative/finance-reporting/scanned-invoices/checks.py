"""The searchable PDF against the scan, and the ledger against what is printed on its pages (expected.py)."""

import re
from datetime import date, datetime, timedelta
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace
from typing import Any

from deskworld_verifiers import (
    Submission,
    check,
    formulas_down,
    hard_to_read,
    mentions,
    pdf_words,
    picture_difference,
    recalculated,
    says_number,
    stray_figures,
    stray_names,
)

printed = SimpleNamespace(**run_path(str(Path(__file__).with_name("expected.py"))))
SCAN, BOOK, PDF = printed.SCAN, printed.BOOK, printed.PDF
FORMULAS = "BEFIJ"
FORMS = {"D": "yyyy-mm-dd", "E": "yyyy-mm-dd", "G": "#,##0.00", "H": "#,##0.00", "I": "#,##0.00"}


def given(s: Submission) -> Any:
    """The ledger as it was given. The first rows of the deliverable are held against it."""
    from deskworld_artifacts import inspect

    return inspect(Path(__file__).parent / "assets" / BOOK)


def vendors(s: Submission) -> dict[str, list[Any]]:
    return {row[1]: row for row in given(s).sheet("Vendors").rows("A2:D7")}


def known(s: Submission) -> list[Any]:
    """The invoice numbers that the ledger had."""
    old = given(s).sheet("Payables")
    return [old.value(f"C{row}") for row in range(2, old.row_count + 1)]


def wanted(s: Submission) -> list[list[Any]]:
    """The rows to be added, in the order of the pages."""
    rows: list[list[Any]] = []
    for each in printed.INVOICES:
        if each["number"] in known(s):
            continue
        number, vendor, terms, account = vendors(s)[each["vendor"]]
        day, lines = date.fromisoformat(each["date"]), printed.lines_total(each)
        apart = round(each["total"] - lines, 2)
        rows.append([
            number, vendor, each["number"], day, day + timedelta(terms), account, lines, each["total"], apart,
            "Hold" if apart else "Pay",
        ])  # fmt: skip
    return rows


def same(there: Any, right: Any) -> bool:
    if isinstance(right, date):
        return isinstance(there, datetime | date) and f"{there:%Y-%m-%d}" == f"{right:%Y-%m-%d}"
    if isinstance(right, str):
        return isinstance(there, str) and there.strip() == right
    return isinstance(there, int | float) and abs(there - right) < 0.0006


def payables(s: Submission) -> Any:
    return s.workbook(BOOK).sheet("Payables")


def span(s: Submission) -> range:
    """The numbers of the new rows."""
    first = given(s).sheet("Payables").row_count + 1
    return range(first, first + len(wanted(s)))


@check("format")
def five_upright_pages(s: Submission) -> None:
    """The scan's pages in their order, each upright, none cut or changed."""
    from deskworld_artifacts import render
    from PIL import Image

    pdf = s.pdf(PDF)
    assert len(pdf.pages) == 5 and all(page.images for page in pdf.pages), f"{len(pdf.pages)} pages"
    for number, (now, was) in enumerate(zip(s.rendered(PDF), render(s.file(SCAN)), strict=True), start=1):
        assert (now.width, now.height) == (was.width, was.height), f"{now.label} has another size"
        other = was.png
        if number == printed.UPSIDE_DOWN:
            other = turned(other, Image.Transpose.ROTATE_180)
        apart = picture_difference(now.png, other)
        assert apart < 3, f"{now.label} does not look like the page of the scan, upright ({apart:.1f} of 255 apart)"


def turned(png: bytes, how: Any) -> bytes:
    from io import BytesIO

    from PIL import Image

    out = BytesIO()
    Image.open(BytesIO(png)).transpose(how).save(out, "PNG")
    return out.getvalue()


@check("content")
def can_be_searched(s: Submission) -> None:
    """Vendor, number, quantities' amounts and total are found as text on each page, where they are seen."""
    assert len(s.pdf(PDF).pages) == 5
    for each in printed.INVOICES:
        words = pdf_words(s.file(PDF), each["page"])
        text = "".join(word.text for word in words).casefold()
        facts = [each["vendor"], each["number"], f"{each['total']:,.2f}"]
        facts += [f"{count * price:,.2f}" for _, count, price in each["lines"]]
        lost = [fact for fact in facts if "".join(fact.split()).casefold() not in text]
        assert not lost, f"page {each['page']}: {lost} cannot be found"
        page = s.pdf(PDF).page(each["page"])
        name = next((w for w in words if w.text.startswith(each["vendor"].split()[0])), None)
        assert name and name.box[0] < page.width / 3 and name.box[1] < page.height / 5, (
            f"page {each['page']}: the text does not lie where it is seen ({name})"
        )


@check("content")
def bookmarks(s: Submission) -> None:
    """One a page, called vendor and number."""
    there = [(entry.title.strip(), entry.page) for entry in s.pdf(PDF).outline]
    assert there == [(f"{each['vendor']} {each['number']}", each["page"]) for each in printed.INVOICES], there


@check("content")
def new_rows_are_right(s: Submission) -> None:
    """What was not in the ledger, in the order of the pages, below the last row; nothing more."""
    facts, rows = payables(s), wanted(s)
    assert facts.row_count == span(s)[-1] and facts.column_count == 10, (
        f"Payables is {facts.column_count} columns by {facts.row_count} rows, not 10 by {span(s)[-1]}"
    )
    for number, row in zip(span(s), rows, strict=True):
        there = facts.rows(f"A{number}:J{number}")[0]
        off = [(got, right) for got, right in zip(there, row, strict=True) if not same(got, right)]
        assert not off, f"row {number}, {row[2]} (there, right): {off}"


@check("content")
def same_formulas_as_above(s: Submission) -> None:
    """Vendor, Due, Account, Difference and Status work like in the rows above, also when the figures change."""
    facts, last = payables(s), span(s)[-1]
    for letter in FORMULAS:
        found = formulas_down(facts, [f"{letter}{row}" for row in range(2, last + 1)])
        typed = [f"{letter}{row}" for row in span(s) if not facts.formula(f"{letter}{row}")]
        assert not typed, f"{typed} are typed, not formulas"
        assert len(found) == 1 or letter not in "IJ", f"column {letter} has several formulas: {found}"
    edits: dict[tuple[str, str], Any] = {("Vendors", f"C{row}"): 7 * row for row in range(2, 8)}
    edits |= {("Vendors", f"D{row}"): f"account {row}" for row in range(2, 8)}
    edits |= {("Payables", f"A{row}"): f"V-{(101, 104, 107, 112)[place % 4]}" for place, row in enumerate(span(s))}
    edits |= {("Payables", f"G{row}"): 100.0 + 0.01 * (place % 2) for place, row in enumerate(span(s))}
    edits |= {("Payables", f"H{row}"): 100.0 for row in span(s)}
    after = recalculated(s.file(BOOK), edits)["Payables"]
    for place, row in enumerate(span(s)):
        at = place % 4 + 2
        right = {
            "B": given(s).sheet("Vendors").value(f"B{at}"), "F": f"account {at}", "I": -0.01 * (place % 2),
            "E": wanted(s)[place][3] + timedelta(7 * at), "J": ("Pay", "Hold")[place % 2],
        }  # fmt: skip
        off = {
            letter: after.get(f"{letter}{row}")
            for letter in right
            if not follows(after.get(f"{letter}{row}"), right[letter])
        }
        assert not off, f"row {row} does not follow: {off}, should be {right}"


def follows(there: Any, right: Any) -> bool:
    if isinstance(right, date) and isinstance(there, int | float):  # a day as a spreadsheet counts it
        return there == (right - date(1899, 12, 30)).days
    return same(there, right)


@check("effects")
def the_rest_is_untouched(s: Submission) -> None:
    """Old rows, Vendors and Totals hold what they held, formulas and looks too; Totals counts the new rows."""
    old, book = given(s), s.workbook(BOOK)
    assert book.sheet_names == old.sheet_names, book.sheet_names
    for name in old.sheet_names:
        for cell in old.sheet(name).cells():
            now = book.sheet(name).cell(cell.ref)
            same_text = now.formula == cell.formula and (cell.formula or now.value == cell.value)
            assert same_text and now.style == cell.style and now.number_format == cell.number_format, (
                f"{name} {cell.ref} was {cell.formula or cell.value!r}, is {now.formula or now.value!r}"
            )
    for name in ("Vendors", "Totals"):
        assert book.sheet(name).row_count == old.sheet(name).row_count, f"{name} has other rows"
        assert book.sheet(name).column_count == old.sheet(name).column_count, f"{name} has other columns"
    facts = payables(s)
    for row, status in ((2, "Pay"), (3, "Hold")):
        lines = [facts.value(f"H{n}") for n in range(2, span(s)[-1] + 1) if facts.value(f"J{n}") == status]
        there = [book.sheet("Totals").value(f"{letter}{row}") for letter in "BC"]
        assert same(there[0], len(lines)) and same(there[1], sum(lines)), f"Totals does not follow: {there}"


@check("format")
def new_rows_look_like_the_old(s: Submission) -> None:
    """Number formats and looks go on; nothing is cut; no error."""
    facts = payables(s)
    assert not s.workbook(BOOK).findings, [finding.message for finding in s.workbook(BOOK).findings]
    for row in span(s):
        for letter in "ABCDEFGHIJ":
            cell, above = facts.cell(f"{letter}{row}"), facts.cell(f"{letter}2")
            assert cell.number_format == above.number_format, f"{cell.ref} is shown as {cell.number_format}"
            assert cell.style == above.style, f"{cell.ref} looks unlike {above.ref}"
    assert not hard_to_read(facts), hard_to_read(facts)[:6]


@check("rendered")
def pages_show(s: Submission) -> None:
    """Nothing is blank, in the PDF and in the workbook."""
    views = [*s.rendered(PDF), *s.rendered(BOOK)]
    assert not [view.label for view in views if view.blank]


@check("tools")
def read_and_looked_at(s: Submission) -> None:
    """The scan was read or seen before anything was booked; PDF and Payables were seen after the last change."""
    calls = list(s.trajectory)
    first = next((n for n, call in enumerate(calls) if call.changed(BOOK)), len(calls))
    assert any(call.ok and (call.touches(SCAN) or call.touches(PDF)) for call in calls[:first]), "booked unread"
    assert s.trajectory.rendered_after_last_change(PDF), "nobody looked at the finished PDF"
    assert not s.trajectory.unseen(BOOK, "Payables"), "nobody looked at Payables after the last change"


@check("answer")
def tells_what_to_pay_and_what_not(s: Submission) -> None:
    """Booked numbers, the sum to pay, the one on hold with both sums, the one that was there; no other figure."""
    rows = wanted(s)
    held = next(row for row in rows if row[9] == "Hold")
    twice = next(each for each in printed.INVOICES if each["number"] in known(s))
    total = sum(row[7] for row in rows if row[9] == "Pay")
    missing = [row[2] for row in rows if row[2] not in s.answer]
    assert not missing and twice["number"] in s.answer, f"not named: {missing or twice['number']}"
    for figure in (total, held[6], held[7], held[8]):
        assert says_number(s.answer, figure, digits=6), f"{figure:.2f} is not told"
    assert mentions(s.answer, "hold") and mentions(s.answer, "already", "before", "duplicate", "twice", "again")
    allowed: list[Any] = [PDF, BOOK, SCAN, total, 5, len(rows), 1, 2, printed.UPSIDE_DOWN, *span(s)]
    for each in printed.INVOICES:
        day = date.fromisoformat(each["date"])
        allowed += [each["number"], day, each["total"], f"page {each['page']}"]
    for row in rows:
        allowed += [row[0], row[4], row[6], row[8]]
    allowed += [known(s).index(twice["number"]) + 2]
    assert not stray_figures(s.answer, *allowed, digits=6), f"{stray_figures(s.answer, *allowed, digits=6)}"
    for part in s.answer.replace(";", "\n").split("\n"):
        numbers = [each for each in printed.INVOICES if each["number"] in part]
        if len(numbers) == 1:
            names = [each["vendor"] for each in printed.INVOICES]
            strange = stray_names(part, known=[numbers[0]["vendor"]], cast=names)
            assert not strange, f"{numbers[0]['number']} is not of {strange}"
    for part in s.answer.split("\n"):
        pages = {each["page"] for each in printed.INVOICES if each["number"] in part} | {printed.UPSIDE_DOWN}
        said = {int(page) for page in re.findall(r"\bpage (\d+)", part)}
        assert said <= pages, f"which page is meant? {part!r}"
    unlike = [part for part in s.answer.split("\n") if held[2] in part and twice["number"] in part and "hold" in part]
    assert not unlike or mentions(s.answer, "already"), "which one is on hold?"
