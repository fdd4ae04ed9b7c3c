"""Cards as files (vCard, RFC 6350 and 2426) and the user's own card."""

import re
from typing import TYPE_CHECKING, Any

from deskworld_kit import Failure, Result, Saved, ToolError, World, tool
from pydantic import Field
from sqlmodel import select

from deskworld_contacts import fields
from deskworld_contacts.finding import (
    digits,
    everybody,
    find_group,
    find_person,
    full_name,
    members_of,
    methods_of,
    plain,
)
from deskworld_contacts.methods import add_method
from deskworld_contacts.people import new_person
from deskworld_contacts.records import Contact, Kind, whole
from deskworld_contacts.tables import Method, Person

if TYPE_CHECKING:
    from sqlmodel import Session

MOST_BYTES = 5_000_000
MOST_CARDS = 1_000
LISTED = 100


KINDS: dict[str, Kind] = {"email": "email", "tel": "phone", "adr": "address", "url": "url"}
PARTS_OF_ADDRESS = ("box", "extended", "street", "city", "region", "code", "country")


class Imported(Result):
    """What came out of a card file."""

    total: int = Field(description="How many contacts are new.")
    created: list[str] = Field(description="Their ids, at most the first 100.")
    failures: list[Failure] = Field(description="Cards, or parts of cards, that were left out; at most 100.")


@tool("read", core=True)
def get_my_card(world: World) -> Contact:
    """The user's own card: who the user is and how they can be reached."""
    with world.read() as session:
        mine = session.exec(select(Person).where(Person.is_me)).first()
        if mine is None:
            raise ToolError("no card is marked as the user's own; set_my_card marks one")
        return whole(session, mine)


@tool("edit")
def set_my_card(world: World, contact: str) -> Contact:
    """Say which card is the user's own.

    Args:
        contact: Id, full name, nickname or mail address.
    """
    with world.write() as session:
        person = find_person(session, contact)
        for each in session.exec(select(Person).where(Person.is_me)).all():
            each.is_me = False
            session.add(each)
        person.is_me = True
        session.add(person)
        session.flush()
        return whole(session, person)


@tool("edit")
def export_contacts(world: World, path: str, contacts: list[str] | None = None, group: str = "") -> Saved:
    """Write people to a vCard file in the workspace: those named, a group, or everybody.

    Args:
        path: Where, ending in .vcf.
        contacts: Ids, full names, nicknames or mail addresses.
        group: Only members of this group.
    """
    target = world.workspace.target(path, suffixes=(".vcf",))
    with world.read() as session:
        if contacts:
            people = [find_person(session, each, argument="contacts") for each in contacts]
        else:
            people = everybody(session)
        if group:
            members = members_of(session, find_group(session, group))
            people = [p for p in people if p.id in members]
        if not people:
            raise ToolError("nobody to write; name people or a group with members")
        methods = methods_of(session, people)
        text = "".join(_vcard(person, methods[person.id]) for person in people)
    import vobject

    with world.workspace.writing(target) as temporary:
        temporary.write_bytes(text.encode())
        count = sum(1 for _ in vobject.readComponents(temporary.read_text(encoding="utf-8")))
        if count != len(people):
            raise ToolError(f"the written file holds {count} of {len(people)} cards, so it was not kept")
    return Saved(path=world.workspace.relative(target), verified=f"{count} cards")


@tool("add")
def import_contacts(world: World, path: str) -> Imported:
    """Read a vCard file (3.0 or 4.0) from the workspace into the book. What can't be taken is reported.

    Args:
        path: The .vcf file.
    """
    source = world.workspace.find(path)
    if source.stat().st_size > MOST_BYTES:
        raise ToolError(f"{path!r} has over {MOST_BYTES // 1_000_000} MB; split it", argument="path")
    try:
        found = _cards_in(source.read_bytes().decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ToolError(f"{path!r} is no vCard file: {error}", argument="path") from None
    if not found:
        raise ToolError(f"{path!r} holds no card (BEGIN:VCARD)", argument="path")
    if len(found) > MOST_CARDS:
        raise ToolError(f"{path!r} holds {len(found):,} cards, over {MOST_CARDS:,}; split it", argument="path")
    created: list[str] = []
    failures: list[Failure] = []
    with world.write() as session:
        for number, card in enumerate(found, 1):
            item = f"card {number}"
            try:
                if isinstance(card, ToolError):
                    raise card
                item = f"{item} ({_text(card, 'fn')[:80] or 'no name'})"
                with session.begin_nested():
                    identifier, left_out = _import(world, session, card)
                created.append(identifier)
                failures += [Failure(item=item, reason=reason) for reason in left_out]
            except ToolError as error:
                failures.append(Failure(item=item, reason=str(error)))
        if not created:
            raise ToolError("; ".join(f"{f.item}: {f.reason}" for f in failures[:5]), argument="path")
    return Imported(total=len(created), created=created[:LISTED], failures=failures[:LISTED])


def _cards_in(text: str) -> "list[Any]":
    """The cards of a file, each read by itself: a broken one, which becomes an error, spoils no other."""
    import vobject

    found: list[Any] = []
    # RFC 6350, 3.3: lines end with CRLF; what else Python takes for the end of a line is text.
    for part in re.split(r"(?im)^(?=BEGIN:VCARD\s*$)", text.replace("\r\n", "\n"))[1:]:
        try:
            found.append(vobject.readOne(part, ignoreUnreadable=True))
        except Exception as error:  # the library lets out whatever it stumbles over
            found.append(ToolError(f"it can't be read: {str(error)[:200] or type(error).__name__}"))
    return found


def _vcard(person: Person, methods: list[Method]) -> str:
    import vobject

    card: Any = vobject.vCard()
    card.add("n").value = vobject.vcard.Name(family=person.family_name, given=person.given_name)
    card.add("fn").value = full_name(person)
    for name, value in (("nickname", person.nickname), ("title", person.role), ("note", person.note)):
        if value:
            card.add(name).value = value
    if person.birthday:
        card.add("bday").value = person.birthday
    if person.company:
        card.add("org").value = [person.company]
    for method in methods:
        part = card.add({"email": "email", "phone": "tel", "address": "adr", "url": "url"}[method.kind])
        part.value = vobject.vcard.Address(street=method.value) if method.kind == "address" else method.value
        # A quote can't stand in a parameter (RFC 6350, 3.3).
        types = [each for each in (method.label.replace('"', "'"), "pref" if method.preferred else "") if each]
        if types:
            part.type_paramlist = types
    return card.serialize()


def _import(world: World, session: "Session", card: Any) -> tuple[str, list[str]]:
    """Put a card into the book: its new id, and why parts of it were left out."""
    left_out: list[str] = []
    organisation = card.contents.get("org", [])
    company = str(organisation[0].value[0]) if organisation and organisation[0].value else ""
    given, family = _text(card, "n", "given"), _text(card, "n", "family")
    if not (given or family):
        given, _, family = _text(card, "fn").partition(" ")
    said = {
        "given_name": given,
        "family_name": family,
        "nickname": _text(card, "nickname"),
        "company": company,
        "role": _text(card, "title"),
        "note": _text(card, "note"),
    }
    try:
        said["birthday"] = fields.birthday(_text(card, "bday").partition("T")[0], world.now().date())
    except ToolError as error:
        left_out.append(str(error))
    person = new_person(world, session, said)
    taken: set[tuple[str, str]] = set()
    for name, kind in KINDS.items():
        for part in card.contents.get(name, []):
            value = _address(part.value) if kind == "address" else _plain(part.value).removeprefix("tel:")
            types = [str(each).lower() for each in getattr(part, "type_paramlist", [])]
            label = next((each for each in types if each not in ("pref", "internet", "voice")), "")
            if kind == "url" and value and "://" not in value:
                value = f"https://{value}"
            sign = (kind, digits(value) if kind == "phone" else plain(value))
            if not value or sign in taken:
                continue
            try:
                add_method(world, session, person, kind, value, label)
                taken.add(sign)
            except ToolError as error:
                left_out.append(f"{kind}: {error}")
    return person.id, left_out


def _text(card: Any, name: str, part: str = "") -> str:
    found = card.contents.get(name)
    if not found:
        return ""
    value = getattr(found[0].value, part, "") if part else found[0].value
    return " ".join(map(str, value)).strip() if isinstance(value, list) else str(value).strip()


def _address(value: Any) -> str:
    """A postal address on one line: a card has it in seven parts."""
    return ", ".join(text for part in PARTS_OF_ADDRESS if (text := _plain(getattr(value, part, ""))))


def _plain(value: Any) -> str:
    return " ".join((", ".join(map(str, value)) if isinstance(value, list) else str(value)).split())
