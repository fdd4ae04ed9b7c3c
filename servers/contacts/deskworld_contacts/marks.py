"""Marks on a card: starred, blocked."""

from deskworld_kit import Failure, Result, ToolError, World, tool

from deskworld_contacts.finding import find_person


class Marked(Result):
    """The people whose mark is now as asked."""

    contacts: list[str]
    failures: list[Failure]


@tool("edit")
def star_contacts(world: World, contacts: list[str], starred: bool = True) -> Marked:
    """Star people, or take the star off with starred=false.

    Args:
        contacts: Ids, full names, nicknames or mail addresses.
    """
    return _mark(world, contacts, "starred", starred)


@tool("edit")
def block_contacts(world: World, contacts: list[str], blocked: bool = True) -> Marked:
    """Block people so that they can't reach the user, or unblock them with blocked=false.

    Args:
        contacts: Ids, full names, nicknames or mail addresses.
    """
    return _mark(world, contacts, "blocked", blocked)


def _mark(world: World, contacts: list[str], field: str, value: bool) -> Marked:
    done: list[str] = []
    failures: list[Failure] = []
    with world.write() as session:
        for each in contacts:
            try:
                person = find_person(session, each, argument="contacts")
                if person.is_me and field == "blocked":
                    raise ToolError("the user can't be blocked")
            except ToolError as error:
                failures.append(Failure(item=each, reason=str(error)))
                continue
            if getattr(person, field) != value:
                setattr(person, field, value)
                person.updated_at = world.now()
                session.add(person)
            done.append(person.id)
        if not done:
            raise ToolError("; ".join(f.reason for f in failures) or "name at least one", argument="contacts")
    return Marked(contacts=done, failures=failures)
