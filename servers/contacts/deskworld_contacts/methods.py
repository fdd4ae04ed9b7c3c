"""Ways to reach a person: mail, phone, address, link."""

import re

from deskworld_kit import Result, ToolError, World, tool
from deskworld_kit.errors import quoted
from sqlmodel import Session, select

from deskworld_contacts import fields
from deskworld_contacts.finding import digits, find_person, plain
from deskworld_contacts.records import Kind, Reach, reach
from deskworld_contacts.tables import Method, Person

_EMAIL = re.compile(r"[^@\s,;<>]+@[^@\s,;<>.]+(\.[^@\s,;<>.]+)+")
_URL = re.compile(r"https?://[^\s]+", re.IGNORECASE)
_PHONE = re.compile(r"[\d\s+().#*/,;=\u2010-\u2013-]|ext|x", re.IGNORECASE)
LONGEST = 500


class Reached(Result):
    """A person's way to be reached, after the change."""

    contact_id: str
    method: Reach


class Removed(Result):
    """What was taken away."""

    contact_id: str
    removed: str


@tool("add", core=True)
def add_contact_method(
    world: World, contact: str, kind: Kind, value: str, label: str = "", preferred: bool = False
) -> Reached:
    """Add a mail address, phone, postal address or link to a person.

    Args:
        contact: Id, full name, nickname or mail address.
        label: Such as home, work, mobile.
        preferred: Make it the first of its kind.
    """
    with world.write() as session:
        person = find_person(session, contact)
        method = add_method(world, session, person, kind, value, label)
        if preferred:
            prefer(session, method)
        person.updated_at = world.now()
        return Reached(contact_id=person.id, method=reach(method))


@tool("edit")
def update_contact_method(
    world: World, method: str, value: str | None = None, label: str | None = None, preferred: bool = False
) -> Reached:
    """Change one way to reach a person; what is left out stays.

    Args:
        method: Its id, from get_contact.
        preferred: Make it the first of its kind.
    """
    if value is None and label is None and not preferred:
        raise ToolError("nothing to change; give value, label or preferred")
    with world.write() as session:
        row = _find(session, method)
        if value is not None:
            value = checked(row.kind, value)
            refuse_twice(session, row.person_id, row.kind, value, but=row.id)
            row.value = value
        if label is not None:
            row.label = fields.line(label, "label")
        if preferred:
            prefer(session, row)
        session.add(row)
        session.get_one(Person, row.person_id).updated_at = world.now()
        return Reached(contact_id=row.person_id, method=reach(row))


@tool("remove")
def remove_contact_method(world: World, method: str) -> Removed:
    """Take one mail address, phone, address or link off a card.

    Args:
        method: Its id, from get_contact.
    """
    with world.write() as session:
        row = _find(session, method)
        session.delete(row)
        session.flush()
        rest = select(Method).where(Method.person_id == row.person_id, Method.kind == row.kind)
        left = sorted(session.exec(rest).all(), key=lambda each: (len(each.id), each.id))
        if row.preferred and left:
            prefer(session, left[0])
        session.get_one(Person, row.person_id).updated_at = world.now()
        return Removed(contact_id=row.person_id, removed=row.value)


def add_method(world: World, session: Session, person: Person, kind: Kind, value: str, label: str) -> Method:
    """Add a checked method to a card; the first of its kind is the preferred one."""
    value = checked(kind, value)
    there = session.exec(select(Method).where(Method.person_id == person.id, Method.kind == kind)).all()
    refuse_twice(session, person.id, kind, value)
    method = Method(
        id=world.next_id(session, "method"),
        person_id=person.id,
        kind=kind,
        label=fields.line(label, "label"),
        value=value,
        preferred=not there,
    )
    session.add(method)
    session.flush()
    return method


def prefer(session: Session, method: Method) -> None:
    """Make a method the preferred one of its kind."""
    for each in session.exec(select(Method).where(Method.person_id == method.person_id, Method.kind == method.kind)):
        each.preferred = each.id == method.id
        session.add(each)


def checked(kind: str, value: str) -> str:
    """The value on one line, refused where it is none of its kind."""
    value = fields.line(value, "value", most=LONGEST)
    right = {
        "email": (_EMAIL.fullmatch(value) is not None, "a mail address, like name@example.org"),
        "phone": (3 <= len(digits(value)) <= 20 and not _PHONE.sub("", value), "a phone number"),
        "url": (_URL.fullmatch(value) is not None, "a link that starts with https:// or http://"),
        "address": (bool(value), "an address"),
    }
    fits, words = right[kind]
    if not fits:
        raise ToolError(f"{quoted(value)} is not {words}", argument="value")
    return value


def refuse_twice(session: Session, person_id: str, kind: str, value: str, *, but: str = "") -> None:
    """Refuse what another method of the card says already."""
    same = digits if kind == "phone" else plain
    there = session.exec(select(Method).where(Method.person_id == person_id, Method.kind == kind)).all()
    if any(same(each.value) == same(value) for each in there if each.id != but):
        raise ToolError(f"{quoted(value)} is on the card already", argument="value")


def _find(session: Session, method: str) -> Method:
    row = session.get(Method, method)
    if row is None:
        raise ToolError(f"there is no method {quoted(method)}; get_contact gives their ids", argument="method")
    if session.get_one(Person, row.person_id).deleted:
        raise ToolError(f"{method!r} is on a card in the bin; restore_contact {row.person_id} first", argument="method")
    return row
