"""Each letter against the lists and the rules: to whom, with what, in which order, and who was left out."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from deskworld_verifiers import Submission, check, lacks, mentions, restyled, says_number, stray_figures

TEMPLATE, BOOK, PDF, JOINED, FOLDER = (
    "letters/renewal-template.docx",
    "customers.xlsx",
    "out/renewal-letters.pdf",
    "out/renewal-letters.docx",
    "out/letters",
)
NEAR = ("970", "971", "972")
CENT = Decimal("0.01")


def rows(s: Submission, sheet: str) -> list[dict[str, Any]]:
    heads, *lines = s.workbook(BOOK).sheet(sheet).rows()
    return [dict(zip([str(head) for head in heads], line, strict=True)) for line in lines]


def day(value: Any) -> date:
    return date.fromisoformat(str(value)[:10])


def ending(s: Submission) -> list[dict[str, Any]]:
    """Who has a contract that ends in the three months, each once, by ZIP code."""
    latest: dict[str, dict[str, Any]] = {}
    for row in sorted(rows(s, "Customers"), key=lambda row: str(row["Updated"])):
        latest[row["No."]] = row
    found = [row for row in latest.values() if date(2026, 4, 1) <= day(row["Ends on"]) <= date(2026, 6, 30)]
    return sorted(found, key=lambda row: str(row["ZIP"] or ""))


def is_written_to(row: dict[str, Any]) -> bool:
    return row["Status"] == "active" and all(row[name] for name in ("Street", "ZIP", "City"))


def written(s: Submission) -> list[dict[str, Any]]:
    return [row for row in ending(s) if is_written_to(row)]


def lines(s: Submission, row: dict[str, Any]) -> list[tuple[str, int, Decimal]]:
    """Coffee, bags and price a bag of a customer."""
    prices = {one["Coffee"]: Decimal(str(one["Price a bag from 1 April"])) for one in rows(s, "Prices")}
    share = Decimal(100 - s.task.variables["percent"]) / 100 if years(row) >= s.task.variables["years"] else Decimal(1)
    return [
        (one["Coffee"], int(one["Bags a month"]), (prices[one["Coffee"]] * share).quantize(CENT, ROUND_HALF_UP))
        for one in rows(s, "Items")
        if one["Customer"] == row["No."] and not one["Ended"]
    ]


def years(row: dict[str, Any]) -> int:
    """Full years with us on the day the contract ends."""
    ends, since = day(row["Ends on"]), day(row["Since"])
    return ends.year - since.year - ((ends.month, ends.day) < (since.month, since.day))


def total(s: Submission, row: dict[str, Any]) -> Decimal:
    return sum((bags * price for _, bags, price in lines(s, row)), Decimal(0))


def blanks(s: Submission, row: dict[str, Any]) -> dict[str, str]:
    """What each blank of the template says in a customer's letter."""
    rules, ends = s.task.variables, day(row["Ends on"])
    loyal = years(row) >= rules["years"]
    manager = ("Noor Haddad", "+1 503 555 0118") if str(row["ZIP"])[:3] in NEAR else ("Grace Liu", "+1 503 555 0116")
    return {
        "contact": row["Contact"], "company": row["Company"], "street": row["Street"], "contract_no": row["Contract"],
        "city_line": f"{row['City']}, {row['State']} {row['ZIP']}", "date": said(date(2026, 3, 2)), "ends_on": said(ends),
        "new_start": said(ends + timedelta(days=1)), "answer_by": said(ends - timedelta(days=rules["notice"])),
        "account_manager": manager[0], "manager_phone": manager[1], "total": f"${total(s, row):,.2f}",
        "loyalty": f"You have been with us for {years(row)} years, so {rules['percent']} percent are already off."
        if loyal else f"From {rules['years']} years on, {rules['percent']} percent will be off.",
    }  # fmt: skip


def said(one: date) -> str:
    return f"{one.day} {one:%B %Y}"


def filled(text: str, values: dict[str, str]) -> str:
    return re.sub(r"\{\{(.+?)\}\}", lambda found: values[found[1].strip()], text)


def letters(s: Submission) -> Iterator[tuple[str, dict[str, Any]]]:
    for row in written(s):
        yield f"{FOLDER}/{row['No.']}.docx", row


@check("content")
def to_whom(s: Submission) -> None:
    """A letter for each customer who should get one, and for nobody else."""
    right = sorted(path for path, _ in letters(s))
    assert s.files(f"{FOLDER}/*") == right, f"there are letters {s.files(FOLDER + '/*')}, there should be {right}"


@check("content")
def words_are_the_template_s(s: Submission) -> None:
    """Every paragraph is the template's, with the blanks filled by the rules; header and footer stay."""
    template = s.document(TEMPLATE)
    for path, row in letters(s):
        facts, values = s.document(path), blanks(s, row)
        right = [filled(one.text, values) for one in template.paragraphs]
        told = [one.text for one in facts.paragraphs]
        wrong = [f"{a!r} should be {b!r}" for a, b in zip(told, right, strict=False) if a != b]
        assert not wrong and len(told) == len(right), f"{path}: {wrong or f'{len(told)} paragraphs, not {len(right)}'}"
        marks = (
            [(one.header, one.footer) for one in facts.sections],
            [(one.header, one.footer) for one in template.sections],
        )
        assert marks[0] == marks[1], f"{path}: header and footer are {marks[0]}"


@check("content")
def tables_add_up(s: Submission) -> None:
    """What is still delivered, in bags, prices from April less what loyalty takes off, amounts and total."""
    for path, row in letters(s):
        tables = s.document(path).tables
        assert len(tables) == 1, f"{path} has {len(tables)} tables"
        heads, *told, last = tables[0].rows
        assert heads == s.document(TEMPLATE).tables[0].rows[0], f"{path}: the table is headed {heads}"
        right = [
            [coffee, str(bags), f"${price:,.2f}", f"${bags * price:,.2f}"] for coffee, bags, price in lines(s, row)
        ]
        assert told == right, f"{path}: the table says {told}, it should say {right}"
        assert (last[0], last[-1]) == ("Total a month", f"${total(s, row):,.2f}"), f"{path}: the last line says {last}"


@check("format")
def look_is_the_template_s(s: Submission) -> None:
    """Nothing looks otherwise than in the template, new rows neither; numbers stand on the right."""
    template = s.document(TEMPLATE)
    for path, _ in letters(s):
        facts = s.document(path)
        assert not restyled(template, facts), f"{path}: these look otherwise: {restyled(template, facts)}"
        table, model = facts.tables[0], template.tables[0].cells[1]
        assert table.widths == template.tables[0].widths and table.style == template.tables[0].style
        for cells in table.cells[1:-1]:
            looks = [
                (cell[0].alignment, [(run.font, run.size, run.bold, run.color) for run in cell[0].runs])
                for cell in cells
            ]
            right = [
                (cell[0].alignment, [(run.font, run.size, run.bold, run.color) for run in cell[0].runs[:1]])
                for cell in model
            ]
            assert looks == right, f"{path}: a row looks otherwise: {looks}"
        wrong = [one.message for one in facts.findings]
        assert not wrong, f"{path}: {wrong}"


@check("format")
def pdf_has_all_by_zip_code(s: Submission) -> None:
    """A page a letter, by ZIP code, with each letter's words and amounts, the head of the paper and its foot."""
    pdf = s.pdf(PDF)
    right = written(s)
    assert len(pdf.pages) == len(right), f"{len(pdf.pages)} pages for {len(right)} letters"
    for number, (page, row) in enumerate(zip(pdf.pages, right, strict=True), start=1):
        there = re.sub(r"\s+", "", page.text)
        values = [*blanks(s, row).values(), *(coffee for coffee, _, _ in lines(s, row))]
        values += [f"${price:,.2f}" for _, _, price in lines(s, row)] + [s.document(TEMPLATE).sections[0].header]
        values += [s.document(TEMPLATE).sections[0].footer]
        lost = [value for value in values if re.sub(r"\s+", "", value) not in there]
        assert not lost, f"page {number} should be the letter to {row['Company']}; it lacks {lost}"


@check("content")
def joined_letters_are_the_letters(s: Submission) -> None:
    """The joined document says what the letters say, in the order of the ZIP codes."""
    joined = s.document(JOINED)
    said = [s.document(f"{FOLDER}/{row['No.']}.docx") for row in written(s)]
    wanted = [one.text for facts in said for one in facts.paragraphs if one.text.strip()]
    assert [one.text for one in joined.paragraphs if one.text.strip()] == wanted, "it has other words, or another order"
    assert [one.rows for one in joined.tables] == [facts.tables[0].rows for facts in said], "its tables are others"


@check("rendered")
def pages_look_like_letters(s: Submission) -> None:
    """Each page of the PDF shows one letter: not empty, not covered."""
    inks = [view.ink for view in s.rendered(PDF)]
    assert all(0.02 < ink < 0.3 for ink in inks), f"pages that are no letters: {inks}"


@check("tools")
def looked_at_them(s: Submission) -> None:
    """The letters were looked at, one by one or as the whole, before the end."""
    looked = [call for call in s.trajectory.calls() if call.pictures]
    assert looked, "nobody looked at a letter"
    last = max(n for n, call in enumerate(s.trajectory) if call.pictures and call.ok)
    made = [n for n, call in enumerate(s.trajectory) if any(call.changed(path) for path, _ in letters(s))]
    assert made and last > max(made), "letters were changed after the last look"


@check("answer")
def tells_count_sum_and_who_was_left_out(s: Submission) -> None:
    """How many letters, what they come to, and who has none and why."""
    whole = sum((total(s, row) for row in written(s)), Decimal(0))
    assert says_number(s.answer, len(written(s))), f"there are {len(written(s))} letters"
    assert says_number(s.answer, float(whole), digits=6), f"they come to {whole}"
    for row in ending(s):
        if is_written_to(row):
            continue
        assert not lacks(s.answer, row["Company"]), f"{row['Company']} is not named"
        reason = ("lapsed", "expired") if row["Status"] == "lapsed" else ("hold", "paused")
        if row["Status"] == "active":
            reason = ("address", "street") if not row["Street"] else ("address", "ZIP", "postcode", "postal code")
        after = s.answer[re.search(re.escape(row["Company"]), s.answer).start() :][:160]  # pyright: ignore[reportOptionalMemberAccess]
        assert mentions(after, *reason), f"why does {row['Company']} get no letter?"
    strays = stray_figures(
        s.answer, len(written(s)), float(whole), PDF, FOLDER, len(ending(s)) - len(written(s)), 3, 12, date(2026, 4, 1),
        date(2026, 6, 30), *(float(total(s, row)) for row in written(s)),
        *(text for row in ending(s) for text in (row["No."], row["Contract"])),
    )  # fmt: skip
    assert not strays, f"the answer says {strays}"
