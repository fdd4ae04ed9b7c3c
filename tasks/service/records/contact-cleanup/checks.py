"""Real doubles are one card, changed people are up to date, nobody else is touched, and Theo has exactly the list."""

import re
from datetime import date, timedelta
from typing import Any

from deskworld_verifiers import Submission, check, lacks, mentions, stray_figures, stray_names, texts_in

CARDS = "contacts/press-2026.vcf"
THEO = "message_940"
PAIRS = {"contact_27": "contact_40", "contact_23": "contact_901", "contact_903": "contact_904"}
"""The card that stays, and the one that goes into it."""
CARLA, KARIN, YUKI, TESS, RAJ, GAIL, MARCUS = (
    "contact_27", "contact_23", "contact_903", "contact_39", "contact_24", "contact_905", "contact_906",
)  # fmt: skip
SIGNATURES = {YUKI: "message_942", TESS: "message_941", RAJ: "message_943"}
NEW = {"Lena": "message_946", "Arjun": "message_947"}
FIELDS = ("given_name", "family_name", "nickname", "company", "role", "birthday", "note", "starred", "blocked", "is_me")


# -- what the mails say


def mail(s: Submission, message: str) -> dict:
    return s.rows("email_message", before=True, id=message)[0]


def signature(s: Submission, message: str) -> dict[str, str]:
    """Name, role, company and number of the last three lines, and the address that it came from."""
    name, job, number = mail(s, message)["body"].splitlines()[-3:]
    given, _, family = name.partition(" ")
    role, _, company = job.partition(", ")
    return {
        "given_name": given,
        "family_name": family,
        "role": role,
        "company": company,
        "phone": digits(number),
        "email": mail(s, message)["sender"],
    }


def digits(number: str) -> str:
    """A number without its punctuation; a ten-digit one is American."""
    plain = re.sub(r"[\s().+-]", "", number)
    return f"1{plain}" if len(plain) == 10 else plain


# -- what the book says


def card(s: Submission, contact: str, *, before: bool = False) -> dict[str, Any]:
    """One card: its fields, its methods by kind, the preferred address, and whether it is in the bin."""
    row = next((row for row in s.rows("contacts_person", before=before) if row["id"] == contact), None)
    assert row is not None, f"{contact} is gone from the book"
    found: dict[str, Any] = {name: row[name] for name in FIELDS}
    methods = s.rows("contacts_method", before=before, person_id=contact)
    for kind in ("email", "phone", "address", "url"):
        values = [row["value"] for row in methods if row["kind"] == kind]
        found[kind] = sorted(digits(value) if kind == "phone" else value.lower() for value in values)
    found["preferred"] = [row["value"].lower() for row in methods if row["kind"] == "email" and row["preferred"]]
    found["deleted"] = row["deleted"]
    return found


def like_before(s: Submission, contact: str, **changed: Any) -> None:
    """The card is what it was, but for what is named."""
    now, was = card(s, contact), {**card(s, contact, before=True), **changed}
    differ = {name: now[name] for name in was if now[name] != was[name]}
    name = f"{was['given_name']} {was['family_name']}"
    assert not differ, (
        f"the card of {name} ({contact}) differs: {differ}, wanted { ({key: was[key] for key in differ}) }"
    )


def new_cards(s: Submission) -> dict[str, str]:
    """Ids of cards that were not there, by given name."""
    old = {row["id"] for row in s.rows("contacts_person", before=True)}
    return {row["given_name"]: row["id"] for row in s.rows("contacts_person") if row["id"] not in old}


def members(s: Submission, group: str, *, before: bool = False) -> set[str]:
    return {row["person_id"] for row in s.rows("contacts_membership", before=before, group_id=group)}


def cast(s: Submission) -> list[str]:
    """Everybody in the address book and in last week's mail, and their firms."""
    cards = [*s.rows("contacts_person", before=True), *s.rows("contacts_person")]
    senders = [row["sender_name"] for row in s.rows("email_message", before=True)]
    return senders + [
        name for card in cards for name in (f"{card['given_name']} {card['family_name']}", card["company"]) if name
    ]


# -- the book


@check("state")
def doubles_are_one_card(s: Submission) -> None:
    """Carla, Karin and Yuki have one card each, with the ways and notes of both; the others lie in the bin."""
    for kept, gone in PAIRS.items():
        assert card(s, gone)["deleted"], f"{gone} still lies beside {kept}"
        old, other, now = card(s, kept, before=True), card(s, gone, before=True), card(s, kept)
        assert not now["deleted"], f"{kept} is the card that stays"
        for kind in ("email", "phone", "address"):
            assert now[kind] == sorted({*old[kind], *other[kind]}), f"{kind} of {kept}"
        for note in (old["note"], other["note"]):
            assert note in now["note"], f"a note is lost on {kept}"
    for kept in (CARLA, KARIN):
        other = card(s, PAIRS[kept], before=True)
        same = {kind: card(s, kept)[kind] for kind in ("email", "phone", "note")}
        assert other, "the second card"
        like_before(s, kept, **same)


@check("state")
def signatures_are_on_the_cards(s: Submission) -> None:
    """Yuki, Tess and Raj are who their own mails say, and are reached as these say."""
    for contact, message in SIGNATURES.items():
        wanted = signature(s, message)
        now = card(s, contact)
        for name in ("given_name", "family_name", "role", "company"):
            assert now[name] == wanted[name], f"{name} of {wanted['given_name']}"
        assert now["preferred"] == [wanted["email"]], f"{wanted['given_name']} writes from {wanted['email']}"
        assert now["phone"] == [wanted["phone"]], f"the one number of {wanted['given_name']}"
    tess, raj, yuki = (signature(s, SIGNATURES[contact]) for contact in (TESS, RAJ, YUKI))
    like_before(s, TESS, company=tess["company"], role=tess["role"], email=[tess["email"]], preferred=[tess["email"]])
    like_before(s, RAJ, role=raj["role"], phone=[raj["phone"]])
    both = sorted([yuki["email"], *card(s, YUKI, before=True)["email"]])
    changed = {"family_name": yuki["family_name"], "role": yuki["role"], "email": both, "preferred": [yuki["email"]]}
    like_before(s, YUKI, note=card(s, YUKI)["note"], **changed)


@check("state")
def new_people_have_a_card(s: Submission) -> None:
    """Lena and Arjun have one, and nobody else is new."""
    assert sorted(new_cards(s)) == sorted(NEW), "who is new in the book"
    assert len(s.rows("contacts_person")) == len(s.rows("contacts_person", before=True)) + len(NEW), "one card each"
    for given, message in NEW.items():
        wanted, now = signature(s, message), card(s, new_cards(s)[given])
        for name in ("given_name", "family_name", "role", "company"):
            assert now[name] == wanted[name], f"{name} of {given}"
        assert now["email"] == [wanted["email"]] and now["phone"] == [wanted["phone"]], f"how to reach {given}"
        labels = {row["label"].lower() for row in s.rows("contacts_method", person_id=new_cards(s)[given])}
        assert labels == {"work"}, f"address and number of {given} are of kind work"
        assert not (
            now["note"] or now["nickname"] or now["birthday"] or now["starred"] or now["blocked"] or now["deleted"]
        )


@check("state")
def nobody_else_is_touched(s: Submission) -> None:
    """Every other card is as it was, in the bin or out of it; so are relations."""
    named = {*PAIRS, *PAIRS.values(), *SIGNATURES}
    for row in s.rows("contacts_person", before=True):
        if row["id"] not in named:
            like_before(s, row["id"])


@check("state")
def the_group_is_theos(s: Submission) -> None:
    """Press 2024 is called Press 2026, has the two new people and not Gail; other groups are as they were."""
    old, now = ({row["id"]: row["name"] for row in s.rows("contacts_group", before=b)} for b in (True, False))
    assert now == {**old, "group_901": "Press 2026"}, "the groups"
    for group in old:
        wanted = {*members(s, group, before=True)}
        wanted = {next((kept for kept, gone in PAIRS.items() if gone == person), person) for person in wanted}
        in_bin = {row["id"] for row in s.rows("contacts_person", before=True) if row["deleted"]}
        if group == "group_901":
            wanted = {*(wanted - {GAIL}), *new_cards(s).values()}
        assert members(s, group) - in_bin == wanted - in_bin, f"members of {old[group]}"


# -- the file and the mail


@check("format")
def the_file_holds_the_list(s: Submission) -> None:
    """The vCard file has the five people, each as the card says now."""
    import vobject

    try:
        found = [each for each in vobject.readComponents(s.text(CARDS)) if each.name == "VCARD"]
    except vobject.base.ParseError as error:
        raise AssertionError(f"{CARDS} is no whole vCard file: {error}") from error
    people = {YUKI, TESS, MARCUS, *new_cards(s).values()}
    wanted = {f"{card(s, person)['given_name']} {card(s, person)['family_name']}": card(s, person) for person in people}
    assert sorted(each.fn.value for each in found) == sorted(wanted), "who is in the file"
    for each in found:
        now = wanted[each.fn.value]
        values = {
            kind: [part.value for part in each.contents.get(kind, [])] for kind in ("email", "tel", "title", "org")
        }
        assert sorted(value.lower() for value in values["email"]) == now["email"], f"addresses of {each.fn.value}"
        assert sorted(digits(value) for value in values["tel"]) == now["phone"], f"numbers of {each.fn.value}"
        assert values["title"] == [now["role"]], f"role of {each.fn.value}"
        assert [part[0] for part in values["org"]] == [now["company"]], f"company of {each.fn.value}"


@check("state")
def only_theo_was_written_to(s: Submission) -> None:
    """One reply, to Theo, with the file; the rest of the mail lies where it lay."""
    rules = {f"email_message.{name}": "ignored" for name in ("body", "subject", "unread")}
    assert not s.compare("email_message", "email_attachment", rules=rules).differences
    reply = answer_to_theo(s)
    sent = s.rows("email_attachment", message_id=reply["id"])
    assert sent[0]["content"] == s.file(CARDS).read_bytes(), "Theo has another file than the one that lies here"


def answer_to_theo(s: Submission) -> dict:
    found = s.rows("email_message", reply_to=THEO)
    assert len(found) == 1, "Theo gets one answer"
    return found[0]


@check("content")
def theo_reads_who_is_on_it(s: Submission) -> None:
    """The reply names the five people, what is new about them, and that Gail is off; nobody else, no wrong figure."""
    body = answer_to_theo(s)["body"].split("\n-- \n")[0]
    yuki, tess = (signature(s, SIGNATURES[contact]) for contact in (YUKI, TESS))
    assert not lacks(body, "Tess Morgan", "Yuki Mori-Hansen", "Marcus Bell", "Lena Fischer", "Arjun Patel")
    assert not lacks(body, tess["company"]), "what changed about Tess"
    assert mentions(body, yuki["role"], "married", "name", "was Yuki Mori", "formerly"), "what changed about Yuki"
    assert mentions(body, "Gail", "Gail Summers"), "who is off the list"
    assert not mentions(body, "Walter", "Peter Vogel", "Raj"), "people who are none of the press"
    assert mentions(body, "Maya Lindqvist"), "mails end with Maya's name"
    people = [YUKI, TESS, MARCUS, GAIL, *new_cards(s).values()]
    cards = [
        card(s, person, before=before) for person in people for before in (True, False) if known(s, person, before)
    ]
    names = [each for one in cards for each in (f"{one['given_name']} {one['family_name']}", one["company"])]
    house = ["Theo Park", "Maya Lindqvist", "Harborlight Coffee Roasters", "The Daily Grind", "Yuki M."]
    assert not stray_names(body, known=[*names, *house], cast=cast(s)), "names that are none of the press list's"
    numbers = [row["value"] for person in people for row in s.rows("contacts_method", person_id=person)]
    week = [date(2026, 2, 23) + timedelta(days=n) for n in range(8)]
    listed = [person for person in people if person != GAIL]
    assert not stray_figures(body, *numbers, "Press 2024", "Press 2026", CARDS, *week, len(listed), len(NEW)), (
        "figures that are none of the list's"
    )


def known(s: Submission, contact: str, before: bool) -> bool:
    return bool(s.rows("contacts_person", before=before, id=contact))


# -- how it was done, and what was said


@check("tools")
def mails_and_cards_were_read_first(s: Submission) -> None:
    """The mails that matter and the cards that look double were read before the first change; no id was guessed."""
    calls = list(s.trajectory)
    first = next((place for place, call in enumerate(calls) if call.changes), None)
    assert first is not None, "nothing was done"
    seen = [text for call in calls[:first] if call.ok for text in texts_in(call.result)]
    for message in (THEO, *SIGNATURES.values(), *NEW.values(), "message_945"):
        assert any(mail(s, message)["body"] in text for text in seen), f"{message} was not read"
    assert any("no relation of our accountant" in text for text in seen), "the two Peter Vogels were not looked at"
    assert not s.trajectory.guessed_ids(), "ids that no call had shown"


@check("tools")
def the_file_was_read_before_it_went_out(s: Submission) -> None:
    """After the export and before the mail, somebody looked into the file."""
    calls = list(s.trajectory)
    made = max((place for place, call in enumerate(calls) if call.ok and call.name == "export_contacts"), default=-1)
    went = next((place for place, call in enumerate(calls) if call.ok and call.changes and "email" in call.name), -1)
    assert any(call.ok and call.reads and call.touches(CARDS) for call in calls[made + 1 : went]), "nobody read it"


@check("answer")
def maya_knows_what_was_done(s: Submission) -> None:
    """The answer names the merged, the changed, and the two who only share a name."""
    assert mentions(s.answer, "Carla", "Carla Reyes") and mentions(s.answer, "Karin", "Karin Holt", "K. Holt")
    assert mentions(s.answer, "Yuki", "Yuki Mori-Hansen"), "Yuki was merged and changed"
    assert mentions(s.answer, "Tess", "Tess Morgan") and mentions(s.answer, "Raj", "Raj Mehta"), "the changed"
    assert mentions(s.answer, "Vogel", "Peter Vogel", "Peter Vogels", "Vogels"), "the two who only share a name"
