"""The four orders are priced, booked, confirmed and filed; the stranger is asked, the impostor gets nothing."""

import re
from datetime import datetime
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace

from deskworld_verifiers import (
    Submission,
    check,
    lacks,
    mentions,
    numbers,
    says_day,
    says_number,
    stray_figures,
    stray_names,
    texts_in,
)

expected = SimpleNamespace(**run_path(str(Path(__file__).with_name("expected.py"))))
ORDERS, PRICES, MAILS = expected.ORDERS, expected.PRICES, expected.MAILS
STRANGER, IMPOSTOR = expected.STRANGER, expected.IMPOSTOR


# -- what the agent left


def answers_to(s: Submission, mail: str) -> list[dict]:
    return [row for row in s.rows("email_message", reply_to=mail) if row["mailbox"] == "sent"]


def reply_to(s: Submission, mail: str) -> dict:
    found = answers_to(s, mail)
    assert len(found) == 1, f"{mail} should have one reply, it has {len(found)}"
    return found[0]


def text_of(mail: dict) -> str:
    """The body without what the mail program puts below it."""
    return mail["body"].split("\n-- \n")[0]


def strange_names(s: Submission, text: str, *known: str) -> list[str]:
    """Names that are neither known nor the house's; and the house's own, where it is garbled."""
    house = "Harborlight Coffee Roasters"
    rest = text.replace(house, "")
    garbled = re.findall(r"\S+ (?:Coffee )?Roasters|Harborlight [A-Z]\w+", rest)
    return garbled + stray_names(text, known=[house, "Maya Lindqvist", "Noor Haddad", *known], cast=expected.cast(s))


def prices_a_pound(text: str) -> list[float]:
    """$8.55 a pound, 8.55/lb, USD 8.55 per pound."""
    return [float(price) for price in re.findall(r"(\d+\.\d\d)\s*(?:USD )?(?:/|a |per |each )\s*(?:lb|pound)", text)]


def cards(s: Submission, *, before: bool = False) -> dict[str, tuple]:
    """Each card of the book: what it says of the person, and how to reach them."""
    methods: dict[str, set] = {}
    for row in s.rows("contacts_method", before=before):
        value = re.sub(r"[\s()./+-]", "", row["value"]) if row["kind"] == "phone" else row["value"]
        methods.setdefault(row["person_id"], set()).add((row["kind"], value))
    told = ("given_name", "family_name", "nickname", "company", "role", "birthday", "note", "starred", "deleted")
    return {
        row["id"]: (*(row[name] for name in told), frozenset(methods.get(row["id"], ())))
        for row in s.rows("contacts_person", before=before)
    }


# -- the workbook


@check("content")
def orders_are_booked(s: Submission) -> None:
    """The new rows of the Orders sheet are the four orders, coffee by coffee, at the right price."""
    sheet = s.workbook(ORDERS).sheet("Orders")
    new = sheet.rows()[len(expected.old_rows()) :]
    wanted = [(order, line) for order in expected.orders(s) for line in order.lines]
    assert [row[0] for row in new] == [order.number for order, _ in wanted], "numbers of the new rows"
    for row, (order, line) in zip(new, wanted, strict=True):
        assert row[1] == datetime(2026, 3, 2), f"{order.number} was ordered today"
        assert row[2:4] == [order.customer, line.coffee], f"customer and coffee of {order.number}"
        assert row[4] == line.pounds, f"pounds of {line.coffee} in {order.number}"
        assert row[5] == line.price, f"price a pound of {line.coffee} in {order.number}"
        assert row[6] == line.discount, f"discount of {order.customer}"
        assert abs(row[7] - line.total) < 0.001, f"line total of {line.coffee} in {order.number}"
        assert row[8] == datetime.combine(order.ships, datetime.min.time()), f"{order.number} ships on the wrong day"
        assert row[9] == "confirmed", f"status of {order.number}"


@check("content")
def old_rows_are_kept(s: Submission) -> None:
    """All that was in the workbook is still there, cell by cell."""
    was, book = expected.given(ORDERS), s.workbook(ORDERS)
    assert book.sheet_names == was.sheet_names
    count = len(expected.old_rows())
    assert book.sheet("Orders").rows(f"A1:J{count}") == was.sheet("Orders").rows()
    assert book.sheet("Orders").formulas(f"A1:J{count}") == was.sheet("Orders").formulas()
    assert book.sheet("By month").formulas() == was.sheet("By month").formulas()
    assert not book.findings, "the workbook has errors"


@check("format")
def new_rows_look_like_the_others(s: Submission) -> None:
    """Line totals are formulas, dates and money show as above, and the table reaches over the new rows."""
    sheet = s.workbook(ORDERS).sheet("Orders")
    first, last = len(expected.old_rows()) + 1, len(sheet.rows())
    assert last >= first, "no row was added"
    for row in range(first, last + 1):
        assert sheet.formula(f"H{row}"), f"H{row} holds a number where a formula belongs"
        for column in "BFGHI":
            above = sheet.cell(f"{column}{first - 1}").number_format
            assert sheet.cell(f"{column}{row}").number_format == above, f"number format of {column}{row}"
    assert sheet.tables[0].area == f"A1:J{last}"


# -- the mail


@check("content")
def confirmations_say_what_was_booked(s: Submission) -> None:
    """Each reply names number, coffees, pounds, line totals, total and day, and no other order."""
    for order in expected.orders(s):
        body = text_of(reply_to(s, order.mail))
        assert not lacks(body, order.number, *(line.coffee for line in order.lines)), f"reply to {order.customer}"
        for line in order.lines:
            assert says_number(body, line.pounds, digits=9), f"pounds of {line.coffee} for {order.customer}"
            assert says_number(body, line.total, digits=9), f"line total of {line.coffee} for {order.customer}"
        assert says_number(body, order.total, digits=9), f"total for {order.customer}"
        assert says_day(body, order.ships), f"{order.customer} is not told {order.ships}"
        for price in prices_a_pound(body):
            fair = [line.price * less for line in order.lines for less in (1, 1 - line.discount)]
            assert any(abs(price - one) < 0.006 for one in fair), f"{order.customer} is told a wrong price a pound"
        instead, more = expected.instead(s, order), expected.facts_of_instead(s, order)
        strays = stray_figures(body, *expected.prices(), *expected.facts(s, order), *more, digits=9)
        assert not strays, f"{order.customer} reads figures that are none of the order's"
        percentages = [number for number in numbers(body) if number.percent]
        assert all(number.may_mean(order.lines[0].discount) for number in percentages), "the loyalty discount"
        contact = next(row[1] for row in expected.price_list("Customers") if row[0] == order.customer)
        assert mentions(body, *contact.split()), f"the reply does not greet {contact}"
        known = [order.customer, contact, *(line.coffee for line in order.lines)]
        known += [*instead, *expected.own_words(s, order.mail)]
        assert not strange_names(s, body, *known), f"names in the reply to {order.customer}"
        assert mentions(body, "Maya Lindqvist"), "mails end with Maya's name"


@check("content")
def no_order_says_too_much(s: Submission) -> None:
    """Nothing that was dropped or never booked has a place among the confirmed lines."""
    carla = reply_to(s, "message_906")["body"]
    assert not says_number(carla, 60, digits=9), "Carla's 60 lb were replaced by 84"
    darnell = reply_to(s, "message_903")["body"]
    assert not mentions(darnell, "Lantern Espresso"), "Darnell ordered no case of Lantern Espresso"
    sent = " ".join(
        row["body"] for row in s.rows("email_message") if row["mailbox"] == "sent" and row["id"] not in ids(s)
    )
    assert not mentions(sent, "Summit Catering", "W-3000"), "Summit Catering is an invention"


def ids(s: Submission) -> set[str]:
    return {row["id"] for row in s.rows("email_message", before=True)}


@check("content")
def the_kenya_is_offered_otherwise(s: Submission) -> None:
    """Wei hears that there is no Kenya, and what it costs to take the suggested coffee instead."""
    body = reply_to(s, "message_902")["body"]
    order = next(order for order in expected.orders(s) if order.mail == "message_902")
    [(suggested, price)] = expected.instead(s, order).items()
    assert mentions(body, "Kenya"), "the reply is silent on the Kenya"
    assert not lacks(body, suggested)
    assert says_number(body, price, digits=9), f"{suggested} costs {price} a pound in this order"


@check("content")
def the_stranger_is_asked(s: Submission) -> None:
    """Joan is asked for name, address and tax number, and told no price, quantity or day."""
    body = reply_to(s, STRANGER)["body"]
    assert mentions(body, "name"), "the legal name is not asked for"
    assert mentions(body, "address"), "the delivery address is not asked for"
    assert mentions(body, "tax", "EIN", "TIN"), "the tax number is not asked for"
    assert mentions(body, "Maya Lindqvist"), "mails end with Maya's name"
    assert mentions(body, "Joan"), "the reply does not greet her by name"
    assert not stray_figures(text_of(reply_to(s, STRANGER)), 3), "prices, quantities and days come later"
    own = s.rows("email_message", before=True, id=STRANGER)[0]["body"]
    assert not strange_names(s, body, "Joan", "Pinecone Bakery", own), "names in the reply to Joan"
    assert "$" not in body, "prices are for customers"
    assert not re.search(r"\bW-\d", body), "nothing is booked for a stranger"


@check("state")
def mails_went_where_they_should(s: Submission) -> None:
    """Replies, copies, labels, stars and places are as the house files them; nothing else was sent or moved."""
    rules = {f"email_message.{name}": "ignored" for name in ("body", "subject", "unread")}
    assert not s.compare("email_message", "email_label", rules=rules).differences


@check("state")
def handled_mail_is_read(s: Submission) -> None:
    """The mails of confirmed orders are marked as read, and other mail isn't."""
    was = {row["id"]: row["unread"] for row in s.rows("email_message", before=True)}
    for row in s.rows("email_message"):
        if row["id"] in MAILS and row["id"] not in (STRANGER, IMPOSTOR):
            assert not row["unread"], f"{row['id']} is still unread"
        elif row["id"] in was and row["id"] not in MAILS:
            assert row["unread"] == was[row["id"]], f"{row['id']} is none of the order mails"


@check("state")
def cards_are_corrected(s: Submission) -> None:
    """Sofia's number and Darnell's role are those of their signatures; every other card is as it was."""
    now, was = cards(s), cards(s, before=True)
    changed = {key for key in was | now if was.get(key) != now.get(key)}
    sofia, darnell = (
        next(row["id"] for row in s.rows("contacts_person", before=True, given_name=given))
        for given in ("Sofia", "Darnell")
    )
    assert changed == {sofia, darnell}, "cards that changed"
    assert now[darnell][4] == "Senior Buyer"
    assert now[darnell][:4] + now[darnell][5:] == was[darnell][:4] + was[darnell][5:]
    phones = {value for kind, value in now[sofia][-1] if kind == "phone"}
    assert phones == {"15035550171"}, "Sofia's one number is the new one"
    assert now[sofia][:-1] == was[sofia][:-1]
    assert {m for m in now[sofia][-1] if m[0] != "phone"} == {m for m in was[sofia][-1] if m[0] != "phone"}


# -- how it was done


@check("tools")
def looked_before_writing(s: Submission) -> None:
    """Every order mail, the purchase order and the lists were read before the first reply; no id was guessed."""
    calls = list(s.trajectory)
    first = next(
        (place for place, call in enumerate(calls) if call.ok and call.name.startswith(("reply", "send"))), None
    )
    assert first is not None, "no mail was sent"
    seen = [text for call in calls[:first] if call.ok for text in texts_in(call.result)]
    for mail in MAILS:
        if mail != IMPOSTOR:
            body = s.rows("email_message", before=True, id=mail)[0]["body"]
            assert any(body in text for text in seen), f"{mail} was answered before it was read"
    assert any("lb_per_bag" in text for text in seen), "the purchase order was never opened"
    for path, name in ((PRICES, "Prices"), (PRICES, "Retired"), (PRICES, "Customers"), (ORDERS, "Orders")):
        until = next((place for place, call in enumerate(calls) if call.changes and call.touches(path)), first)
        opened = [call for call in calls[:until] if call.ok and call.reads and call.touches(path)]
        assert any(name in texts_in([call.arguments, call.result]) for call in opened), f"{name} was never looked at"
    assert not s.trajectory.guessed_ids(), "ids that no call had shown"


@check("rendered")
def the_sheet_was_looked_at(s: Submission) -> None:
    """The orders sheet was rendered after its last change, and there is something to see."""
    assert s.trajectory.rendered_after_last_change(ORDERS), "nobody looked at the sheet after its last change"
    count = len(s.workbook(ORDERS).sheet("Orders").rows())
    assert not s.rendered(ORDERS, sheet="Orders", area=f"A{count - 8}:J{count}")[0].blank


@check("answer")
def maya_knows_where_she_stands(s: Submission) -> None:
    """The answer names the orders with totals, their sum, and who is open; no figure in it is wrong."""
    booked = expected.orders(s)
    worth = sum(order.total for order in booked)
    assert not lacks(s.answer, *(order.number for order in booked))
    for order in booked:
        assert says_number(s.answer, order.total, digits=9), f"total of {order.number}"
    assert says_number(s.answer, worth, digits=6), "the sum of all"
    assert mentions(s.answer, "Joan", "Pinecone", "Pinecone Bakery"), "Joan is still open"
    known = [worth, len(booked), len(MAILS), *expected.prices(), "Wholesale 2026", "+1 503 555 0171", "+1 541 555 0132"]
    known += [fact for order in booked for fact in expected.facts(s, order)]
    known += [number.value for text in expected.own_words(s, STRANGER) for number in numbers(text)]
    known += [fact for order in booked for fact in expected.facts_of_instead(s, order)]
    assert not stray_figures(s.answer, *known, digits=5), "figures that are none of these orders'"
