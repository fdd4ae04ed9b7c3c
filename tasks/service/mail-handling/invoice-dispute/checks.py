"""Two points are right and one is not, their sum is above the limit: Julia learns facts, Aisha figures, the books wait."""

import csv
import re
from collections.abc import Iterator
from datetime import date, datetime
from functools import cache
from pathlib import Path

from deskworld_artifacts import inspect
from deskworld_verifiers import (
    Submission,
    check,
    days_in,
    mentions,
    numbers,
    says_day,
    says_number,
    stray_days,
    stray_figures,
    stray_names,
    texts_in,
)

ASSETS = Path(__file__).parent / "assets"
BOOKS, LOG = "finance/receivables.xlsx", "warehouse/delivery-log.csv"
JULIA, INVOICE, CUSTOMER = "message_913", 1242, "Brightdesk Coworking"
SHORT, REFUSED = date(2026, 2, 16), date(2026, 2, 23)
REDUCED = 9.20
REDUCED_FROM = date(2026, 2, 9)  # Noor's second mail
FIRST_MAIL, SECOND_MAIL, TODAY, ANSWER_BY = date(2026, 1, 28), date(2026, 1, 30), date(2026, 3, 2), date(2026, 3, 4)
LIMIT = 75.0
CLAIMED = 301.20


# -- what the records say


@cache
def books():
    return inspect(ASSETS / BOOKS)


def invoice_lines() -> list[tuple[date, float, float]]:
    """Day, pounds billed and price of each line of the invoice."""
    rows = books().sheet("Lines").rows()[1:]
    return [(row[3].date(), row[5], row[6]) for row in rows if row[0] == INVOICE]


@cache
def crates() -> dict[str, dict]:
    """The customer's crates, each once."""
    with (ASSETS / LOG).open(encoding="utf-8") as file:
        return {row["crate"]: row for row in csv.DictReader(file) if row["customer"] == CUSTOMER}


def arrived(day: date) -> int:
    return sum(int(row["pounds"]) for row in crates().values() if row["scanned_at"].startswith(str(day)))


def signed_on(day: date) -> tuple[str, str]:
    """Who signed, and at what time."""
    row = next(row for row in crates().values() if row["scanned_at"].startswith(str(day)))
    return row["signed_by"], row["scanned_at"][11:16]


def short_delivery() -> float:
    return round(sum((billed - arrived(day)) * price for day, billed, price in invoice_lines()), 2)


def wrong_price() -> float:
    return round(sum(arrived(day) * (price - REDUCED) for day, _, price in invoice_lines() if day >= REDUCED_FROM), 2)


def billed_total() -> float:
    return round(sum(billed * price for _, billed, price in invoice_lines()), 2)


def known_days() -> list[date]:
    return [*(day for day, _, _ in invoice_lines()), FIRST_MAIL, SECOND_MAIL, TODAY, ANSWER_BY]


def known_facts() -> list[float | str | date]:
    """Pounds, prices, days and times that the records and the mails hold; no amounts."""
    pounds = [amount for day, billed, _ in invoice_lines() for amount in (billed, arrived(day), billed - arrived(day))]
    late = [(billed, arrived(day)) for day, billed, _ in invoice_lines() if day >= REDUCED_FROM]
    totals = [sum(column) for column in zip(*late, strict=True)]
    prices = [price for _, _, price in invoice_lines()]
    times = [datetime.fromisoformat(row["scanned_at"]) for row in crates().values()]
    steps = [price - REDUCED for price in prices]
    points = ["point 1", "point 2", "point 3", "three points", str(INVOICE), f"#{INVOICE}", "20 lb", "20 pounds"]
    return [*pounds, *totals, *prices, *steps, REDUCED, *times, *known_days(), *points, 1, 2, 3]


def known_amounts() -> list[float]:
    """What the points, their parts, their sum and the invoice come to, and what was claimed and may be credited."""
    parts = [
        amount * price
        for day, billed, at in invoice_lines()
        for amount in (billed, arrived(day), billed - arrived(day))
        for price in (at, REDUCED, at - REDUCED)
    ]
    total = short_delivery() + wrong_price()
    return [*parts, short_delivery(), wrong_price(), total, billed_total(), billed_total() - total, LIMIT, CLAIMED]


def cast(s: Submission) -> list[str]:
    """Whoever wrote to us, our customers, and who signs for them."""
    senders = [row["sender_name"] for row in s.rows("email_message", before=True)]
    customers = [str(row[2]) for row in books().sheet("Balances").rows()[1:]]
    return sorted({*senders, *customers})


KNOWN = (
    "Julia Novak", "Brightdesk Coworking", "Noor Haddad", "Aisha Karim", "Maya Lindqvist", "T. Ruiz",
    "Harborlight Coffee Roasters", "Harbor Blend",
)  # fmt: skip


# -- what the agent left


def sent(s: Submission, **which: str) -> dict:
    found = [row for row in s.rows("email_message", **which) if row["mailbox"] == "sent"]
    assert len(found) == 1, f"one mail was to be sent here, there are {len(found)}"
    return found[0]


def text_of(mail: dict) -> str:
    """The body without what the mail program puts below it."""
    return mail["body"].split("\n-- \n")[0]


def points(text: str) -> Iterator[tuple[int, str]]:
    """The parts of a text that are numbered like Julia's points ("2." at a line's head, "point 2"), each to the next."""
    mark = r"^[ \t]*(?:\W{1,3})?(\d)[.):]\s|(?<!and )(?<!or )\bpoint (\d)\b(?!\s*(?:,|and|or|&)\s*(?:point )?\d)"
    found = list(re.finditer(mark, text, re.MULTILINE | re.IGNORECASE))
    ends = [each.start() for each in found[1:]] + [len(text)]
    for each, end in zip(found, ends, strict=True):
        yield int(each[1] or each[2]), text[each.end() : end]


def misplaced_points(text: str) -> list[str]:
    """Parts with the number of one point that tell of another."""
    strays = []
    for number, part in points(text):
        told = {
            1: any(day.may_be(SHORT) for day in days_in(part)) or says_number(part, arrived(SHORT), digits=9),
            2: any(day.may_be(REFUSED) for day in days_in(part)) or bool(mentions(part, "Ruiz", "signed")),
            3: says_number(part, REDUCED, digits=9) or bool(re.search(r"\bpric", part, re.IGNORECASE)),
        }
        if number not in told or (any(told.values()) and not told[number]):
            strays.append(f"{number}: {part.strip()[:60]}")
    return strays


def names_signature(text: str) -> bool:
    who, at = signed_on(REFUSED)
    hour, minute = at.split(":")
    return bool(mentions(text, who.split(",")[0], who.split(",")[0].split()[-1])) and bool(
        re.search(rf"\b0?{int(hour)}[:.]{minute}\b", text)
    )


# -- the mails


@check("content")
def julia_learns_what_was_found(s: Submission) -> None:
    """The reply takes her three points one by one, as our records have them."""
    assert short_delivery() + wrong_price() > LIMIT
    body = text_of(sent(s, reply_to=JULIA))
    assert mentions(body, "Julia", "Novak"), "the reply does not greet her by name"
    assert says_day(body, SHORT) and says_number(body, arrived(SHORT), digits=9), "16 February: what really arrived"
    assert says_day(body, REFUSED), "the reply is silent on 23 February"
    assert names_signature(body), "who signed on 23 February, and when"
    assert says_number(body, REDUCED, digits=9), "the agreed price"
    assert says_day(body, REDUCED_FROM), "the day from which it holds"
    assert says_day(body, ANSWER_BY) or mentions(body, "Wednesday"), "when she hears from us"
    assert mentions(body, "Maya Lindqvist"), "mails end with Maya's name"
    assert not misplaced_points(body), "a point has the number of another"
    assert not stray_days(body, *known_days()), "days that are none of the matter's"
    assert not stray_names(body, known=KNOWN, cast=cast(s)), "names of others"


@check("content")
def julia_is_promised_nothing(s: Submission) -> None:
    """No amount, right or wrong, stands in the reply, and no crate number; other figures are those of our records."""
    body = text_of(sent(s, reply_to=JULIA))
    hour, minute = signed_on(REFUSED)[1].split(":")
    prices, a_time = {9.5, REDUCED, 0.3}, rf"\b0?{int(hour)}\.{minute}\b"
    money = [n.value for n in numbers(re.sub(a_time, "", body)) if n.step < 1 and n.value not in prices]
    assert not money, "the reply names an amount"
    amounts = (short_delivery(), wrong_price(), short_delivery() + wrong_price(), billed_total(), CLAIMED)
    assert not [amount for amount in amounts if says_number(body, amount, digits=4)], "the reply names an amount"
    assert not re.search(r"C-\d{4,}", body), "crate numbers are ours"
    assert not stray_figures(re.sub(a_time, "", body), *known_facts(), digits=9), "figures that no record has"


@check("content")
def aisha_can_decide(s: Submission) -> None:
    """The note to Aisha has every figure she needs, and none that is wrong."""
    note = text_of(sent(s, forward_of=JULIA))
    total = round(short_delivery() + wrong_price(), 2)
    assert mentions(note, str(INVOICE)), "the invoice's number"
    for what, amount in (
        ("short delivery", short_delivery()),
        ("wrong price", wrong_price()),
        ("sum to credit", total),
        ("invoice after the credit", billed_total() - total),
    ):
        assert says_number(note, amount, digits=6), f"{what}: {amount}"
    for what, figure in (
        ("pounds billed", 24),
        ("pounds that arrived", 18),
        ("billed price", 9.5),
        ("agreed price", REDUCED),
    ):
        assert says_number(note, figure, digits=9), f"{what}: {figure}"
    assert says_day(note, REFUSED) and mentions(note, "Ruiz", "front desk"), "what is refused, and why"
    assert not says_number(note, CLAIMED, digits=4) or mentions(note, "Julia", "she", "claims"), (
        "301.20 is only her count"
    )
    assert mentions(note, "Maya Lindqvist"), "mails end with Maya's name"
    a_time = rf"\b{signed_on(REFUSED)[1].replace(':', '[.]')}\b"
    rows = [f"CN-{new_number(place)}" for place in (1, 2)]
    known = [*known_facts(), *known_amounts(), *rows, *crates()]
    assert not stray_figures(re.sub(a_time, "", note), *known, digits=6), "figures that no record has"
    assert not misplaced_points(note), "a point has the number of another"
    assert not stray_days(note, *known_days()), "days that are none of the matter's"
    assert not stray_names(note, known=KNOWN, cast=cast(s)), "names of others"


def new_number(place: int) -> int:
    """The number of the first or second new credit note."""
    return int(books().sheet("Credits").rows()[-1][0].removeprefix("CN-")) + place


@check("state")
def mail_is_filed_as_the_house_does(s: Submission) -> None:
    """One reply, one forward, a star, two labels; nothing else was written, moved or sent."""
    rules = {f"email_message.{name}": "ignored" for name in ("body", "subject", "unread")}
    assert not s.compare("email_message", rules=rules).differences
    others = {row["id"]: row["unread"] for row in s.rows("email_message", before=True) if row["id"] != JULIA}
    for row in s.rows("email_message"):
        assert row["unread"] == others.get(row["id"], row["unread"]), f"{row['id']} has nothing to do with it"


# -- the books


@check("content")
def credits_wait_in_the_books(s: Submission) -> None:
    """The two rows in Credits carry number, day, invoice, reason, amount and status, and nobody's approval."""
    old = books().sheet("Credits").rows()
    new = s.workbook(BOOKS).sheet("Credits").rows()[len(old) :]
    wanted = [("Short delivery", short_delivery()), ("Wrong price", wrong_price())]
    assert len(new) == 2, f"two rows were to be added, there are {len(new)}"
    for place, (row, (reason, amount)) in enumerate(zip(new, wanted, strict=True), start=1):
        assert row[:5] == [f"CN-{new_number(place)}", datetime(2026, 3, 2), INVOICE, CUSTOMER, reason]
        assert abs(row[5] - amount) < 0.001, f"{reason} comes to {amount}"
        assert row[6] == "waiting for approval"
        assert not row[7], "nobody has approved it yet"


@check("content")
def the_rest_of_the_books_is_kept(s: Submission) -> None:
    """Only the status of the invoice differs, and no formula was lost."""
    book = s.workbook(BOOKS)
    assert book.sheet_names == books().sheet_names
    for name in book.sheet_names:
        count = books().sheet(name).row_count
        old, new = books().sheet(name).rows(), book.sheet(name).rows()
        differ = {
            (row, column): new[row][column]
            for row in range(count)
            for column in range(len(old[0]))
            if old[row][column] != new[row][column]
        }
        place = next((row for row in range(count) if old[row][0] == INVOICE), 0)
        assert differ == ({(place, 8): "disputed"} if name == "Balances" else {}), f"changed cells on {name}"
        assert book.sheet(name).formulas(books().sheet(name).used) == books().sheet(name).formulas(), (
            f"formulas on {name}"
        )


@check("format")
def new_rows_look_like_the_others(s: Submission) -> None:
    """Dates and money in the new rows show as those above."""
    sheet = s.workbook(BOOKS).sheet("Credits")
    last = books().sheet("Credits").row_count
    for row in (last + 1, last + 2):
        for column in "BF":
            assert sheet.cell(f"{column}{row}").number_format == sheet.cell(f"{column}{last}").number_format


@check("rendered")
def both_sheets_were_looked_at(s: Submission) -> None:
    """Credits and Balances were rendered after the last change to the workbook."""
    assert not s.trajectory.unseen(BOOKS, "Credits", "Balances"), "sheets that nobody looked at"
    for name in ("Credits", "Balances"):
        assert not s.rendered(BOOKS, sheet=name)[0].blank


# -- how it was done, and what was said


@check("tools")
def records_were_read_first(s: Submission) -> None:
    """Julia's mail, both mails of Noor's, the log and the sheets were read before anything was written; no id was guessed."""
    calls = list(s.trajectory)
    first = next((place for place, call in enumerate(calls) if call.changes), None)
    assert first is not None, "nothing was done"
    seen = [text for call in calls[:first] if call.ok for text in texts_in(call.result)]
    for mail in (JULIA, "message_911", "message_912"):
        body = s.rows("email_message", before=True, id=mail)[0]["body"]
        assert any(body in text for text in seen), f"{mail} was not read"
    opened = [call for call in calls[:first] if call.ok]
    assert any(call.touches(LOG) for call in opened), "the delivery log was not read"
    for name in ("Lines", "Credits", "Balances"):
        shown = [call for call in opened if call.touches(BOOKS)]
        assert any(name in text for call in shown for text in texts_in([call.arguments, call.result])), (
            f"{name} was not read"
        )
    assert not s.trajectory.guessed_ids(), "ids that no call had shown"


@check("answer")
def maya_is_told(s: Submission) -> None:
    """The answer says what was found on each point and what would be credited, and no figure in it is wrong."""
    total = round(short_delivery() + wrong_price(), 2)
    assert says_number(s.answer, total, digits=4), f"in all {total}"
    assert mentions(s.answer, "Aisha"), "it waits for Aisha"
    assert says_day(s.answer, REFUSED) or mentions(s.answer, "signed", "Ruiz"), "the refused point"
    assert says_day(s.answer, REDUCED_FROM), "the day of the price"
    assert says_number(s.answer, arrived(SHORT), digits=9), "what arrived on 16 February"
    known = [*known_facts(), *known_amounts(), *(f"CN-{new_number(place)}" for place in (1, 2)), *crates(), BOOKS]
    assert not stray_figures(s.answer, *known, digits=4), "figures that no record has"
    assert not misplaced_points(s.answer), "a point has the number of another"
