"""Cards as files (vCard, RFC 6350 and 2426) and the user's own card."""

from typing import TYPE_CHECKING, Any

from deskworld_kit import Failure, Result, Saved, ToolError, World, tool
from pydantic import Field
from sqlmodel import select

from deskworld_contacts.finding import everybody, find_group, find_person, full_name, methods_of
from deskworld_contacts.methods import add_method
from deskworld_contacts.people import check_birthday
from deskworld_contacts.records import Contact, Kind, whole
from deskworld_contacts.tables import Membership, Method, Person

if TYPE_CHECKING:
    from sqlmodel import Session

MOST_BYTES = 5_000_000


class Imported(Result):
    """What came out of a card file."""

    created: list[str] = Field(description="Ids of the new contacts.")
    failures: list[Failure]


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
            wanted = find_group(session, group).id
            people = [p for p in people if session.get(Membership, (wanted, p.id))]
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
    """Read a vCard file (3.0 or 4.0) from the workspace into the book. Cards that are broken are reported.

    Args:
        path: The .vcf file.
    """
    import vobject
    from vobject.base import ParseError

    source = world.workspace.find(path)
    if source.stat().st_size > MOST_BYTES:
        raise ToolError(f"{path!r} has over {MOST_BYTES // 1_000_000} MB; split it", argument="path")
    try:
        text = source.read_bytes().decode("utf-8-sig")
        components = list(vobject.readComponents(text, ignoreUnreadable=True))
    except (UnicodeDecodeError, ParseError) as error:
        raise ToolError(f"{path!r} is no vCard file: {error}", argument="path") from None
    found = [each for each in components if each.name == "VCARD"]
    if not found:
        raise ToolError(f"{path!r} holds no card (BEGIN:VCARD)", argument="path")
    created: list[str] = []
    failures: list[Failure] = []
    with world.write() as session:
        for number, card in enumerate(found, 1):
            try:
                with session.begin_nested():
                    created.append(_import(world, session, card))
            except ToolError as error:
                failures.append(Failure(item=f"card {number} ({_text(card, 'fn') or 'no name'})", reason=str(error)))
        if not created:
            raise ToolError("; ".join(f"{f.item}: {f.reason}" for f in failures), argument="path")
    return Imported(created=created, failures=failures)


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
        types = [each for each in (method.label, "pref" if method.preferred else "") if each]
        if types:
            part.type_paramlist = types
    return card.serialize()


def _import(world: World, session: "Session", card: Any) -> str:
    given, family = _text(card, "n", "given"), _text(card, "n", "family")
    organisation = card.contents.get("org", [])
    company = str(organisation[0].value[0]) if organisation and organisation[0].value else ""
    if not (given or family):
        given, _, family = _text(card, "fn").partition(" ")
    if not (given or family or company):
        raise ToolError("it has no name and no company")
    birthday = _text(card, "bday")
    if len(birthday) == 8 and birthday.isdigit():  # the basic form of ISO 8601
        birthday = f"{birthday[:4]}-{birthday[4:6]}-{birthday[6:]}"
    check_birthday(birthday[:10])
    now = world.now()
    person = Person(
        id=world.next_id(session, "contact"),
        given_name=given,
        family_name=family,
        nickname=_text(card, "nickname"),
        company=company,
        role=_text(card, "title"),
        birthday=birthday[:10],
        note=_text(card, "note"),
        created_at=now,
        updated_at=now,
    )
    session.add(person)
    session.flush()
    kinds: dict[str, Kind] = {"email": "email", "tel": "phone", "adr": "address", "url": "url"}
    for name, kind in kinds.items():
        for part in card.contents.get(name, []):
            value = " ".join(str(part.value).split()).removeprefix("tel:")
            types = [str(each).lower() for each in getattr(part, "type_paramlist", [])]
            label = next((each for each in types if each not in ("pref", "internet", "voice")), "")
            if value:
                add_method(world, session, person, kind, value, label)
    return person.id


def _text(card: Any, name: str, part: str = "") -> str:
    found = card.contents.get(name)
    if not found:
        return ""
    value = getattr(found[0].value, part, "") if part else found[0].value
    return " ".join(value).strip() if isinstance(value, list) else str(value).strip()
