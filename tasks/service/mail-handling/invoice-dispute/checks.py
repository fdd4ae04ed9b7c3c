"""Two points are right and one is not, their sum is above the limit: Julia learns facts, Aisha figures, the books wait."""

import csv
import re
from datetime import date, datetime
from functools import cache
from pathlib import Path

from deskworld_artifacts import inspect
from deskworld_verifiers import Submission, check, lacks, mentions, numbers, says_number

ASSETS = Path(__file__).parent / "assets"
BOOKS, LOG = "finance/receivables.xlsx", "warehouse/delivery-log.csv"
JULIA, INVOICE, CUSTOMER = "message_913", 1242, "Brightdesk Coworking"
REDUCED = 9.20
REDUCED_FROM = date(2026, 2, 9)  # Noor's second mail
LIMIT = 75.0


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


# -- what the agent left


def sent(s: Submission, **which: str) -> dict:
    found = [row for row in s.rows("email_message", **which) if row["mailbox"] == "sent"]
    assert len(found) == 1, f"one mail was to be sent here, there are {len(found)}"
    return found[0]


def strings(value: object) -> list[str]:
    if isinstance(value, dict):
        return [text for part in value.values() for text in strings(part)]
    if isinstance(value, list | tuple):
        return [text for part in value for text in strings(part)]
    return [value] if isinstance(value, str) else []


def ids_in(value: object) -> set[str]:
    return {found for text in strings(value) for found in re.findall(r"\b(?:message|thread)_\d+\b", text)}


def says_day(text: str, day: date) -> bool:
    """16 February, Feb 16th, 2026-02-16, 2/16 ..."""
    month, short = f"{day:%B}", f"{day:%b}"
    forms = [
        rf"\b0?{day.day}(st|nd|rd|th)?\.?( of)? ({month}|{short})\b",
        rf"\b({month}|{short})\.? 0?{day.day}(st|nd|rd|th)?\b",
        rf"\b{day:%Y-%m-%d}\b",
        rf"\b0?{day.month}/0?{day.day}\b",
    ]
    return any(re.search(form, text, re.IGNORECASE) for form in forms)


def names_signature(text: str) -> bool:
    who, at = signed_on(date(2026, 2, 23))
    hour, minute = at.split(":")
    return bool(mentions(text, who.split(",")[0], who.split(",")[0].split()[-1])) and bool(
        re.search(rf"\b0?{int(hour)}[:.]{minute}\b", text)
    )


# -- the mails


@check("content")
def julia_learns_what_was_found(s: Submission) -> None:
    """The reply takes her three points one by one, as our records have them."""
    assert short_delivery() + wrong_price() > LIMIT
    body = sent(s, reply_to=JULIA)["body"]
    short_day = date(2026, 2, 16)
    assert says_day(body, short_day) and says_number(body, arrived(short_day)), "16 February: what really arrived"
    assert says_day(body, date(2026, 2, 23)), "the reply is silent on 23 February"
    assert names_signature(body), "who signed on 23 February, and when"
    assert says_number(body, REDUCED, digits=9), "the agreed price"
    assert says_day(body, REDUCED_FROM), "the day from which it holds"
    assert says_day(body, date(2026, 3, 4)) or mentions(body, "Wednesday"), "when she hears from us"
    assert mentions(body, "Maya Lindqvist"), "mails end with Maya's name"


@check("content")
def julia_is_promised_nothing(s: Submission) -> None:
    """No amount, right or wrong, stands in the reply, and no crate number."""
    body = sent(s, reply_to=JULIA)["body"]
    hour, minute = signed_on(date(2026, 2, 23))[1].split(":")
    prices, a_time = {9.5, REDUCED, 0.3}, rf"\b0?{int(hour)}\.{minute}\b"
    money = [n.value for n in numbers(re.sub(a_time, "", body)) if n.step < 1 and n.value not in prices]
    assert not money, "the reply names an amount"
    amounts = (short_delivery(), wrong_price(), short_delivery() + wrong_price(), billed_total(), 301.2)
    assert not [amount for amount in amounts if says_number(body, amount, digits=4)], "the reply names an amount"
    assert not re.search(r"C-\d{4,}", body), "crate numbers are ours"


@check("content")
def aisha_can_decide(s: Submission) -> None:
    """The note to Aisha has every figure she needs."""
    note = sent(s, forward_of=JULIA)["body"]
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
    assert says_day(note, date(2026, 2, 23)) and mentions(note, "Ruiz", "front desk"), "what is refused, and why"
    assert not says_number(note, 301.2, digits=4) or mentions(note, "Julia", "she", "claims"), (
        "301.20 is only her count"
    )
    assert mentions(note, "Maya Lindqvist"), "mails end with Maya's name"


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
    last = int(old[-1][0].removeprefix("CN-"))
    wanted = [("Short delivery", short_delivery()), ("Wrong price", wrong_price())]
    assert len(new) == 2, f"two rows were to be added, there are {len(new)}"
    for place, (row, (reason, amount)) in enumerate(zip(new, wanted, strict=True), start=1):
        assert row[:5] == [f"CN-{last + place}", datetime(2026, 3, 2), INVOICE, CUSTOMER, reason]
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
    assert s.trajectory.rendered_after_last_change(BOOKS)
    calls = list(s.trajectory)
    last = max(place for place, call in enumerate(calls) if call.changes and call.touches(BOOKS))
    shown = [
        text for call in calls[last:] if call.ok and call.pictures for text in strings([call.arguments, call.result])
    ]
    for name in ("Credits", "Balances"):
        assert any(name in text for text in shown), f"{name} was not looked at"
        assert not s.rendered(BOOKS, sheet=name)[0].blank


# -- how it was done, and what was said


@check("tools")
def records_were_read_first(s: Submission) -> None:
    """Julia's mail, both mails of Noor's, the log and the sheets were read before anything was written; no id was guessed."""
    calls = list(s.trajectory)
    first = next((place for place, call in enumerate(calls) if call.changes), None)
    assert first is not None, "nothing was done"
    seen = [text for call in calls[:first] if call.ok for text in strings(call.result)]
    for mail in (JULIA, "message_911", "message_912"):
        body = s.rows("email_message", before=True, id=mail)[0]["body"]
        assert any(body in text for text in seen), f"{mail} was not read"
    opened = [call for call in calls[:first] if call.ok]
    assert any(call.touches(LOG) for call in opened), "the delivery log was not read"
    for name in ("Lines", "Credits", "Balances"):
        shown = [call for call in opened if call.touches(BOOKS)]
        assert any(name in text for call in shown for text in strings([call.arguments, call.result])), (
            f"{name} was not read"
        )
    for place, call in enumerate(calls):
        used = ids_in(call.arguments) - ids_in([earlier.result for earlier in calls[:place]])
        assert not used, f"{call.name} names what no call had shown"


@check("answer")
def maya_is_told(s: Submission) -> None:
    """The answer says what was found and what would be credited."""
    total = round(short_delivery() + wrong_price(), 2)
    assert says_number(s.answer, total, digits=4), f"in all {total}"
    assert mentions(s.answer, "Aisha"), "it waits for Aisha"
    assert says_day(s.answer, date(2026, 2, 23)) or mentions(s.answer, "signed", "Ruiz"), "the refused point"
    assert says_day(s.answer, REDUCED_FROM), "the day of the price"
    assert not lacks(s.answer, "18"), "what arrived on 16 February"
