"""Ways to reach a person: mail, phone, address, link."""

import re

from deskworld_kit import Result, ToolError, World, tool
from sqlmodel import Session, select

from deskworld_contacts.finding import digits, find_person, plain
from deskworld_contacts.records import Kind, Reach, reach
from deskworld_contacts.tables import Method, Person

_EMAIL = re.compile(r"^[^@\s,;<>]+@[^@\s,;<>.]+(\.[^@\s,;<>.]+)+$")
_URL = re.compile(r"^https?://[^\s]+$", re.IGNORECASE)


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
            row.value = checked(row.kind, value)
        if label is not None:
            row.label = label.strip()
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
        session.get_one(Person, row.person_id).updated_at = world.now()
        return Removed(contact_id=row.person_id, removed=row.value)


def add_method(world: World, session: Session, person: Person, kind: Kind, value: str, label: str) -> Method:
    """Add a checked method to a card; the first of its kind is the preferred one."""
    value = checked(kind, value)
    there = session.exec(select(Method).where(Method.person_id == person.id, Method.kind == kind)).all()
    same = digits if kind == "phone" else plain
    if any(same(each.value) == same(value) for each in there):
        raise ToolError(f"{value!r} is on the card already", argument="value")
    method = Method(
        id=world.next_id(session, "method"),
        person_id=person.id,
        kind=kind,
        label=label.strip(),
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
    """The value without outer space, refused where it is none of its kind."""
    value = value.strip()
    right = {
        "email": (_EMAIL.match(value) is not None, "a mail address, like name@example.org"),
        "phone": (3 <= len(digits(value)) <= 15 and not re.search(r"[^\d\s+().x#*/-]", value), "a phone number"),
        "url": (_URL.match(value) is not None, "a link that starts with https:// or http://"),
        "address": (bool(value), "an address"),
    }
    fits, words = right[kind]
    if not fits:
        raise ToolError(f"{value!r} is not {words}", argument="value")
    return value


def _find(session: Session, method: str) -> Method:
    row = session.get(Method, method)
    if row is None:
        raise ToolError(f"there is no method {method!r}; get_contact gives their ids", argument="method")
    return row
