"""Late orders, and only those, are marked and told; each customer reads of their own, and the carrier is asked again."""

import csv
import io
import re
from datetime import UTC, date, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import NamedTuple

from deskworld_artifacts import inspect
from deskworld_verifiers import (
    Submission,
    check,
    lacks,
    mentions,
    says_day,
    stray_days,
    stray_figures,
    stray_names,
    texts_in,
)

BOOK = "wholesale/deliveries.xlsx"
TODAY = date(2026, 3, 2)
RAJ, GRACE = "raj.mehta@swiftfreight.example", "grace@harborlight.example"
NOTICES = ["message_961", "message_962"]
MADE_IT, ONE_DAY_MORE = "SF-D-21044", "SF-D-21051"
"""What Raj's second mail corrects."""


class Late(NamedTuple):
    order: str
    consignment: str
    promised: date
    new: date


# -- what the notices, the workbook and the address book say


def at_hub(s: Submission) -> dict[str, date]:
    """When each consignment of the list reaches the hub, with the corrections of the second mail."""
    text = s.rows("email_attachment", before=True, id="attachment_961")[0]["content"].decode()
    found = {
        row["consignment"]: datetime.strptime(row["now_at_hub"], "%m/%d/%Y").date()
        for row in csv.DictReader(io.StringIO(text))
    }
    del found[MADE_IT]
    found[ONE_DAY_MORE] += timedelta(days=1)
    return found


def working_day_after(hub: date) -> date:
    day = hub + timedelta(days=1)
    while day.weekday() > 4:
        day += timedelta(days=1)
    return day


@cache
def given():
    """The workbook as it was given."""
    return inspect(Path(__file__).parent / "assets" / BOOK)


def expected_rows(s: Submission) -> list[list]:
    """The rows of Orders as they should be now."""
    rows = [list(row) for row in given().sheet("Orders").rows()]
    for row in rows[1:]:
        if row[4] in at_hub(s) and row[6] == "on its way":
            new = working_day_after(at_hub(s)[row[4]])
            row[7] = midnight(new)
            if new > row[5].date():
                row[6], row[8] = "delayed", midnight(TODAY)
    return rows


def midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day)


def late(s: Submission) -> dict[str, list[Late]]:
    """By customer, the orders that are late."""
    found: dict[str, list[Late]] = {}
    for row in expected_rows(s)[1:]:
        if row[6] == "delayed":
            found.setdefault(row[1], []).append(Late(row[0], row[4], row[5].date(), row[7].date()))
    return found


def address_of(s: Submission, customer: str) -> str:
    """Whoever a card names for the customer's deliveries, else the one contact."""
    cards = s.rows("contacts_person", before=True, company=customer, deleted=False)
    notes = " ".join(card["note"] for card in cards)
    named = [card for card in cards if f"Deliveries are {card['given_name']} {card['family_name']}" in notes]
    chosen = (named or cards)[0]
    return s.rows("contacts_method", before=True, person_id=chosen["id"], kind="email")[0]["value"]


# -- what the agent left


def written(s: Submission) -> list[dict]:
    old = {row["id"] for row in s.rows("email_message", before=True)}
    return [row for row in s.rows("email_message") if row["id"] not in old]


def mail_to(s: Submission, customer: str) -> dict:
    found = [row for row in written(s) if row["to"] == [address_of(s, customer)]]
    assert len(found) == 1, f"{customer} ({address_of(s, customer)}) should have one mail, not {len(found)}"
    return found[0]


def cast(s: Submission) -> list[str]:
    """Everybody in the address book, and their firms."""
    cards = s.rows("contacts_person", before=True)
    return [name for card in cards for name in (f"{card['given_name']} {card['family_name']}", card["company"]) if name]


def card_of(s: Submission, address: str) -> dict:
    method = s.rows("contacts_method", before=True, kind="email", value=address)[0]
    return s.rows("contacts_person", before=True, id=method["person_id"])[0]


def numbers_of(s: Submission, address: str) -> list[str]:
    person = card_of(s, address)["id"]
    return [row["value"] for row in s.rows("contacts_method", before=True, person_id=person, kind="phone")]


def text_of(mail: dict) -> str:
    """The body without what the mail program puts below it."""
    return mail["body"].split("\n-- \n")[0]


# -- the workbook


@check("content")
def the_orders_are_straight(s: Submission) -> None:
    """New dates, statuses and days of telling are right in the rows concerned; every other cell is as it was."""
    rows, wanted = s.workbook(BOOK).sheet("Orders").rows(), expected_rows(s)
    assert len(rows) == len(wanted), "rows were added or lost"
    for now, should in zip(rows, wanted, strict=True):
        assert now == should, f"row of {should[0]}"


@check("format")
def the_workbook_is_whole(s: Submission) -> None:
    """Dates look like dates, the count by status follows, sheets and table are as they were."""
    book = s.workbook(BOOK)
    assert book.sheet_names == given().sheet_names
    sheet = book.sheet("Orders")
    for row, values in enumerate(expected_rows(s), start=1):
        for column, value in (("H", values[7]), ("I", values[8])):
            if row > 1 and value is not None:
                assert sheet.cell(f"{column}{row}").number_format == "yyyy-mm-dd", f"{column}{row} does not show a date"
    assert sheet.tables[0].area == given().sheet("Orders").tables[0].area
    assert book.sheet("By status").formulas() == given().sheet("By status").formulas()
    count = sum(row[6] == "delayed" for row in expected_rows(s))
    assert dict(book.sheet("By status").rows()[1:])["delayed"] == count, "By status counts the delayed"
    assert not book.findings, "the workbook has errors"


@check("rendered")
def the_rows_were_looked_at(s: Submission) -> None:
    """The sheet was rendered after its last change."""
    assert s.trajectory.rendered_after_last_change(BOOK)
    count = s.workbook(BOOK).sheet("Orders").row_count
    assert not s.rendered(BOOK, sheet="Orders", area=f"A{count - 14}:I{count}")[0].blank


# -- the mails


@check("state")
def only_those_concerned_were_written_to(s: Submission) -> None:
    """A mail to each late customer with Grace in copy, one scheduled to Raj, stars on his; nothing else."""
    rules = {f"email_message.{name}": "ignored" for name in ("body", "subject", "unread")}
    wanted = sorted(address_of(s, customer) for customer in late(s))
    sent = [row for row in written(s) if row["mailbox"] == "sent"]
    assert sorted(address for row in sent for address in row["to"]) == wanted, "who was written to"
    assert all(row["cc"] == [GRACE] and not row["bcc"] for row in sent), "Grace, and nobody else, is in copy"
    assert not s.compare("email_message", rules=rules).differences


@check("content")
def each_reads_of_their_own(s: Submission) -> None:
    """Numbers, promised and new days are there, in subject and text, and no order, name or day of anybody else."""
    for customer, orders in late(s).items():
        mail = mail_to(s, customer)
        body, subject, own = text_of(mail), mail["subject"], [order.order for order in orders]
        assert not lacks(subject, *own), f"the subject to {customer}"
        assert not lacks(body, *own), f"orders of {customer}"
        for order in orders:
            assert says_day(body, order.promised), f"{customer}: {order.order} was promised for {order.promised}"
            assert says_day(body, order.new), f"{customer}: {order.order} comes on {order.new}"
        days = [day for order in orders for day in (order.promised, order.new)]
        strays = stray_figures(f"{subject}\n{body}", *own, *days, TODAY, len(own), *numbers_of(s, GRACE), digits=9)
        assert not strays, f"{customer} reads of orders that are not late or not theirs, or of other days"
        assert not stray_days(body, *days, TODAY), f"{customer} reads of a weekday that is none of theirs"
        person = card_of(s, address_of(s, customer))
        name = f"{person['given_name']} {person['family_name']}"
        assert mentions(body, person["given_name"], person["family_name"]), f"the mail does not greet {name}"
        known = [customer, name, "Grace Liu", "Maya Lindqvist", "Harborlight Coffee Roasters"]
        assert not stray_names(f"{subject}\n{body}", known=known, cast=cast(s)), f"names of others, to {customer}"


@check("content")
def the_tone_is_ours(s: Submission) -> None:
    """Sorry, Grace, Maya's name; no reason, no carrier, no offer; short."""
    for customer in late(s):
        body = re.sub(r"feel free", "", text_of(mail_to(s, customer)), flags=re.IGNORECASE)
        assert mentions(body, "sorry", "apologise", "apologize", "apologies", "apology"), (
            f"no word of regret to {customer}"
        )
        assert mentions(body, "Grace", "Grace Liu"), f"{customer} does not learn that Grace helps"
        assert mentions(body, "Maya Lindqvist"), "mails end with Maya's name"
        forbidden = (
            "Swift",
            "Swift Freight",
            "Raj",
            "carrier",
            "driver",
            "drivers",
            "the pass",
            "mountain pass",
            "weather",
            "SF-D",
        )
        assert not mentions(body, *forbidden), f"a reason, or the carrier, to {customer}"
        offers = ("refund", "discount", "credit", "compensation", "compensate", "free", "voucher", "gift", "USD")
        assert not mentions(body, *offers) and "$" not in body and "%" not in body, f"an offer to {customer}"
        assert len(body.split()) <= 130, f"the mail to {customer} is long"


@check("content")
def raj_is_asked_again(s: Submission) -> None:
    """On Wednesday at 9 in Portland a mail goes to Raj that asks for exactly the consignments with late orders."""
    found = [row for row in written(s) if row["mailbox"] == "scheduled"]
    assert len(found) == 1, "one mail is scheduled"
    assert found[0]["to"] == [RAJ] and not found[0]["cc"] and not found[0]["bcc"], "it goes to Raj alone"
    at = found[0]["scheduled_at"]
    assert at.replace(tzinfo=at.tzinfo or UTC) == datetime(2026, 3, 4, 17, tzinfo=UTC), "Wednesday, 9:00 in Portland"
    text, subject = text_of(found[0]), found[0]["subject"]
    wanted = sorted({order.consignment for orders in late(s).values() for order in orders})
    missing = [each for each in wanted if not mentions(text, each, bare(each))]
    assert not missing, "consignments with late orders"
    orders = [order.order for orders in late(s).values() for order in orders]
    known = [*wanted, *map(bare, wanted), *orders, *(at_hub(s)[each] for each in wanted), TODAY, len(wanted)]
    assert not stray_figures(f"{subject}\n{text}", *known, digits=9), "consignments or days that are no question"
    assert not stray_days(text, TODAY, date(2026, 3, 4), *(at_hub(s)[each] for each in wanted)), "other weekdays"
    assert "?" in text or mentions(text, "confirm", "tell me", "let me know"), "it asks something"
    assert mentions(text, "hub"), "whether they are at the hub"
    assert mentions(text, "Raj"), "Raj is not greeted"
    assert mentions(text, "Maya Lindqvist"), "mails end with Maya's name"
    names = ["Raj Mehta", "Swift Freight", "Maya Lindqvist", "Harborlight Coffee Roasters", "Grace Liu"]
    assert not stray_names(f"{subject}\n{text}", known=names, cast=cast(s)), "names of others, to Raj"
    assert re.search(r"delay|late\b|\bstatus|still due|at (the|your) hub", subject, re.IGNORECASE), (
        "the subject: a delay"
    )
    assert re.search(r"consignment|shipment|deliver|SF-D", subject, re.IGNORECASE), "the subject: of consignments"


def bare(consignment: str) -> str:
    return consignment.removeprefix("SF-D-")


# -- how it was done, and what was said


@check("tools")
def all_was_read_first(s: Submission) -> None:
    """Both notices, the list, the workbook and the address book were read before the first mail; no id was guessed."""
    calls = list(s.trajectory)
    sent = next((n for n, call in enumerate(calls) if call.ok and call.changes and call.name.startswith("send")), None)
    assert sent is not None, "no mail was sent"
    changed = next((n for n, call in enumerate(calls) if call.changes and call.touches(BOOK)), sent)
    before_change = [text for call in calls[:changed] if call.ok for text in texts_in(call.result)]
    for notice in NOTICES:
        body = s.rows("email_message", before=True, id=notice)[0]["body"]
        assert any(body in text for text in before_change), f"{notice} was not read"
    strangers = set(at_hub(s)) - {row[4] for row in given().sheet("Orders").rows()}
    assert all(any(name in text for text in before_change) for name in strangers), "the list was not opened"
    assert any(call.ok and call.reads and call.touches(BOOK) for call in calls[:changed]), "the workbook was not read"
    shown = [text for call in calls if call.ok and "contact" in call.name for text in texts_in(call.result)]
    for customer in late(s):
        assert any(address_of(s, customer) in text for text in shown), (
            f"the address book was not asked about {customer}"
        )
    assert any("Nils Berg's business" in text for text in shown), "who takes Riverside's deliveries was not read"
    assert not s.trajectory.guessed_ids(), "ids that no call had shown"


@check("answer")
def maya_knows_who_was_told(s: Submission) -> None:
    """The answer names customers and orders, and the consignment that is none of ours; no figure in it is wrong."""
    for customer, orders in late(s).items():
        assert mentions(s.answer, customer, customer.split()[0]), f"{customer} was told"
        assert not lacks(s.answer, *(order.order for order in orders)), f"orders of {customer}"
    rows = given().sheet("Orders").rows()[1:]
    for consignment in set(at_hub(s)) - {row[4] for row in rows}:
        assert mentions(s.answer, consignment, bare(consignment)), f"{consignment} makes no sense"
    listed = [*at_hub(s), MADE_IT]
    concerned = [row for row in expected_rows(s)[1:] if row[4] in listed]
    orders = [order for orders in late(s).values() for order in orders]
    known = [
        *(each for row in concerned for each in (row[0], row[0].removeprefix("W-"))),
        *(each for consignment in listed for each in (consignment, bare(consignment))),
        *(cell.date() for row in concerned for cell in (row[5], row[7]) if cell),
        *at_hub(s).values(), TODAY, datetime(2026, 3, 4, 9), datetime(2026, 3, 4, 17), "UTC-8",
        len(late(s)), len(orders), len({order.consignment for order in orders}), len(listed),
    ]  # fmt: skip
    assert not stray_figures(s.answer, *known, digits=9), (
        "figures that are none of these orders', consignments' or days"
    )
