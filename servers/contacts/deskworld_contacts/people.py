"""People: search, read, make, change, delete, bring back."""

from typing import Annotated, Literal

from deskworld_kit import Arguments, Failure, Page, Result, ToolError, World, page, tool
from pydantic import Field
from sqlmodel import Session

from deskworld_contacts import fields
from deskworld_contacts.finding import digits, everybody, find_group, find_person, members_of, methods_of, plain
from deskworld_contacts.methods import add_method
from deskworld_contacts.records import Card, Contact, Kind, cards, whole
from deskworld_contacts.tables import Method, Person

Limit = Annotated[int, Field(ge=1, le=200)]


class NewMethod(Arguments):
    """A way to reach the person."""

    kind: Kind
    value: str
    label: str = ""


class Deleted(Result):
    """What was moved to the bin."""

    deleted: list[str]
    failures: list[Failure]


@tool("read", core=True)
def search_contacts(
    world: World,
    query: str = "",
    group: str = "",
    starred: bool = False,
    blocked: bool = False,
    order: Literal["name", "recent"] = "name",
    limit: Limit = 20,
    cursor: str = "",
) -> Page[Card]:
    """Find people whose name, company, role, note, mail or phone holds every word of the query. Returns cards.

    Args:
        query: Words or digits to look for; empty lists everybody.
        group: Only members of this group.
        starred: Only starred people.
        blocked: Only blocked people.
        order: By name, or last changed first.
        limit: At most this many.
        cursor: The `next_cursor` of the page before.
    """
    words = plain(query).split()
    with world.read() as session:
        people = everybody(session)
        if group:
            members = members_of(session, find_group(session, group))
            people = [p for p in people if p.id in members]
        if starred:
            people = [p for p in people if p.starred]
        if blocked:
            people = [p for p in people if p.blocked]
        if words:
            methods = methods_of(session, people)
            people = [p for p in people if all(_holds(p, methods[p.id], word) for word in words)]
        if order == "recent":
            people.sort(key=lambda p: p.updated_at, reverse=True)
        cut = page(people, limit=limit, cursor=cursor)
        return Page(items=cards(session, cut.items), total=cut.total, next_cursor=cut.next_cursor)


def _holds(person: Person, methods: list[Method], word: str) -> bool:
    texts = [person.given_name, person.family_name, person.nickname, person.company, person.role, person.note]
    if any(word in plain(text) for text in [*texts, *(m.value for m in methods)]):
        return True
    number = digits(word)
    return len(number) >= 3 and any(number in digits(m.value) for m in methods if m.kind == "phone")


@tool("read", core=True)
def get_contact(world: World, contact: str) -> Contact:
    """Everything about one person: names, ways to reach them, relations, groups, note.

    Args:
        contact: Id, full name, nickname or mail address.
    """
    with world.read() as session:
        return whole(session, find_person(session, contact))


@tool("add", core=True)
def create_contact(
    world: World,
    given_name: str = "",
    family_name: str = "",
    company: str = "",
    role: str = "",
    nickname: str = "",
    birthday: str = "",
    note: str = "",
    methods: list[NewMethod] | None = None,
) -> Contact:
    """Put a new person in the book and return the card. Needs a given name, a family name or a company.

    Args:
        birthday: YYYY-MM-DD, or --MM-DD without a year.
        methods: Ways to reach them; the first of a kind is the preferred one.
    """
    given = {
        "given_name": given_name,
        "family_name": family_name,
        "nickname": nickname,
        "company": company,
        "role": role,
        "birthday": birthday,
        "note": note,
    }
    with world.write() as session:
        person = new_person(world, session, given)
        for method in methods or []:
            add_method(world, session, person, method.kind, method.value, method.label)
        return whole(session, person)


@tool("edit", core=True)
def update_contact(
    world: World,
    contact: str,
    given_name: str | None = None,
    family_name: str | None = None,
    nickname: str | None = None,
    company: str | None = None,
    role: str | None = None,
    birthday: str | None = None,
    note: str | None = None,
) -> Contact:
    """Change what a card says; fields left out stay as they are, an empty text clears one.

    Args:
        contact: Id, full name, nickname or mail address.
        birthday: YYYY-MM-DD, or --MM-DD without a year.
    """
    given = {
        "given_name": given_name,
        "family_name": family_name,
        "nickname": nickname,
        "company": company,
        "role": role,
        "birthday": birthday,
        "note": note,
    }
    changes = {name: value for name, value in given.items() if value is not None}
    if not changes:
        raise ToolError(f"nothing to change; give at least one of {', '.join(given)}")
    with world.write() as session:
        person = find_person(session, contact)
        fill(world, person, changes)
        session.add(person)
        session.flush()
        return whole(session, person)


@tool("remove", core=True)
def delete_contacts(world: World, contacts: list[str]) -> Deleted:
    """Move people to the bin, from where restore_contact brings them back. The user's own card stays.

    Args:
        contacts: Ids, full names, nicknames or mail addresses.
    """
    deleted: list[str] = []
    failures: list[Failure] = []
    with world.write() as session:
        for each in contacts:
            try:
                person = find_person(session, each, argument="contacts")
                if person.is_me:
                    raise ToolError("the user's own card can't be deleted")
            except ToolError as error:
                failures.append(Failure(item=each, reason=str(error)))
                continue
            person.deleted, person.deleted_at = True, world.now()
            session.add(person)
            session.flush()
            deleted.append(person.id)
        if not deleted:
            raise ToolError("; ".join(f.reason for f in failures) or "name at least one", argument="contacts")
    return Deleted(deleted=deleted, failures=failures)


@tool("read")
def list_deleted_contacts(world: World, limit: Limit = 20, cursor: str = "") -> Page[Card]:
    """People in the bin, by name.

    Args:
        cursor: The `next_cursor` of the page before.
    """
    with world.read() as session:
        cut = page(everybody(session, deleted=True), limit=limit, cursor=cursor)
        return Page(items=cards(session, cut.items), total=cut.total, next_cursor=cut.next_cursor)


@tool("edit", idempotent=False)
def restore_contact(world: World, contact: str) -> Contact:
    """Bring a deleted person back, with what the card holds; what a merge took from it stays on the other card.

    Args:
        contact: Id or full name of somebody in the bin.
    """
    with world.write() as session:
        person = find_person(session, contact, deleted=True)
        person.deleted, person.deleted_at = False, None
        person.updated_at = world.now()
        session.add(person)
        session.flush()
        return whole(session, person)


def new_person(world: World, session: Session, given: dict[str, str]) -> Person:
    """A new card that says this."""
    now = world.now()
    person = Person(id=world.next_id(session, "contact"), created_at=now, updated_at=now)
    fill(world, person, given)
    session.add(person)
    session.flush()
    return person


def fill(world: World, person: Person, given: dict[str, str]) -> None:
    """Put checked values on a card."""
    for name, value in given.items():
        if name == "note":
            person.note = fields.note(value)
        elif name == "birthday":
            person.birthday = fields.birthday(value, world.now().date())
        else:
            setattr(person, name, fields.line(value, name))
    if not (person.given_name or person.family_name or person.company):
        raise ToolError("a card needs a given_name, a family_name or a company")
    person.updated_at = world.now()
