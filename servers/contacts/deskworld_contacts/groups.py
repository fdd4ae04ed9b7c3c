"""Groups: named lists of people."""

from typing import Annotated

from deskworld_kit import Failure, Page, Result, ToolError, World, page, tool
from pydantic import Field
from sqlmodel import Session, col, func, select

from deskworld_contacts import fields
from deskworld_contacts.finding import find_group, find_person, plain
from deskworld_contacts.tables import Group, Membership, Person


class GroupCard(Result):
    """A group and how many people are in it."""

    id: str
    name: str
    members: int


class GroupChange(Result):
    """A group after people were added or removed."""

    group: GroupCard
    changed: list[str]
    failures: list[Failure]


@tool("read")
def list_contact_groups(
    world: World, limit: Annotated[int, Field(ge=1, le=200)] = 50, cursor: str = ""
) -> Page[GroupCard]:
    """The groups by name, with the number of members. search_contacts with `group` lists the people.

    Args:
        cursor: The `next_cursor` of the page before.
    """
    with world.read() as session:
        groups = session.exec(select(Group).order_by(Group.name, Group.id)).all()
        return page([_card(session, each) for each in groups], limit=limit, cursor=cursor)


@tool("add")
def create_contact_group(world: World, name: str, contacts: list[str] | None = None) -> GroupChange:
    """Make a group, with people in it if some are named.

    Args:
        contacts: Ids, full names, nicknames or mail addresses.
    """
    with world.write() as session:
        group = Group(id=world.next_id(session, "group"), name=_free_name(session, name))
        session.add(group)
        session.flush()
        return _change(world, session, group, contacts or [], add=True)


@tool("edit")
def rename_contact_group(world: World, group: str, name: str) -> GroupCard:
    """Give a group another name.

    Args:
        group: Its id or name.
    """
    with world.write() as session:
        row = find_group(session, group)
        if row.name != fields.line(name, "name"):
            row.name = _free_name(session, name, but=row.id)
            session.add(row)
            session.flush()
        return _card(session, row)


@tool("remove")
def delete_contact_group(world: World, group: str) -> GroupCard:
    """Delete a group; its people stay in the book.

    Args:
        group: Its id or name.
    """
    with world.write() as session:
        row = find_group(session, group)
        gone = _card(session, row)
        for membership in session.exec(select(Membership).where(Membership.group_id == row.id)).all():
            session.delete(membership)
        session.flush()
        session.delete(row)
        return gone


@tool("add", idempotent=True)
def add_to_contact_group(world: World, group: str, contacts: list[str]) -> GroupChange:
    """Add people to a group.

    Args:
        group: Its id or name.
        contacts: Ids, full names, nicknames or mail addresses.
    """
    with world.write() as session:
        return _change(world, session, find_group(session, group), contacts, add=True, some=True)


@tool("remove", idempotent=True)
def remove_from_contact_group(world: World, group: str, contacts: list[str]) -> GroupChange:
    """Take people out of a group; they stay in the book.

    Args:
        group: Its id or name.
        contacts: Ids, full names, nicknames or mail addresses.
    """
    with world.write() as session:
        return _change(world, session, find_group(session, group), contacts, add=False, some=True)


def _change(
    world: World, session: Session, group: Group, contacts: list[str], *, add: bool, some: bool = False
) -> GroupChange:
    changed: list[str] = []
    failures: list[Failure] = []
    for each in contacts:
        try:
            person = find_person(session, each, argument="contacts")
        except ToolError as error:
            failures.append(Failure(item=each, reason=str(error)))
            continue
        membership = session.get(Membership, (group.id, person.id))
        if add and membership is None:
            session.add(Membership(group_id=group.id, person_id=person.id))
        elif not add and membership is not None:
            session.delete(membership)
        session.flush()
        changed.append(person.id)
    if some and not changed:
        raise ToolError("; ".join(f.reason for f in failures) or "name at least one", argument="contacts")
    return GroupChange(group=_card(session, group), changed=changed, failures=failures)


def _card(session: Session, group: Group) -> GroupCard:
    statement = select(func.count()).select_from(Membership).join(Person).where(Membership.group_id == group.id)
    members = session.exec(statement.where(col(Person.deleted).is_(False))).one()
    return GroupCard(id=group.id, name=group.name, members=members)


def _free_name(session: Session, name: str, *, but: str = "") -> str:
    """The name without outer space; refused when it is empty or another group has it."""
    name = fields.line(name, "name")
    if not plain(name):
        raise ToolError("a group needs a name", argument="name")
    taken = [each for each in session.exec(select(Group)).all() if plain(each.name) == plain(name) and each.id != but]
    if taken:
        raise ToolError(f"there is a group {taken[0].name!r} already ({taken[0].id})", argument="name")
    return name
