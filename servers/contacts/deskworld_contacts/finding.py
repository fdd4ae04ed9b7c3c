"""Finding people: by id, by name where it leaves no doubt, by the words of a query.

Tools take "a contact" as a person would say it. A name that fits two people is an error that lists both, never a
guess.
"""

import unicodedata
from collections.abc import Iterable

from deskworld_kit import ToolError
from deskworld_kit.errors import quoted, unknown
from sqlmodel import Session, col, select

from deskworld_contacts.tables import Group, Membership, Method, Person


def full_name(person: Person) -> str:
    """Given and family name, or the company of a card that has neither."""
    return f"{person.given_name} {person.family_name}".strip() or person.company or person.nickname


def plain(text: str) -> str:
    """Text for comparing: no case, no accents, single spaces."""
    parts = unicodedata.normalize("NFKD", text)
    return " ".join("".join(c for c in parts if not unicodedata.combining(c)).casefold().split())


def digits(text: str) -> str:
    """The digits of a phone number, which is what makes two numbers the same."""
    return "".join(c for c in text if c.isdigit())


def everybody(session: Session, *, deleted: bool = False) -> list[Person]:
    """All people in the order of the book: family name, given name, company, id."""
    people = session.exec(select(Person).where(Person.deleted == deleted)).all()
    return sorted(people, key=lambda p: (plain(p.family_name or p.company), plain(p.given_name), p.id))


def find_person(session: Session, contact: str, *, argument: str = "contact", deleted: bool = False) -> Person:
    """The one person that an id, a full name, a nickname or a mail address stands for.

    Raises:
        ToolError: Nobody, or more than one.
    """
    person = session.get(Person, contact)
    if person is not None and person.deleted == deleted:
        return person
    if person is not None:
        where = "is in the bin; restore_contact brings them back" if person.deleted else "is not in the bin"
        raise ToolError(f"{full_name(person)} ({person.id}) {where}", argument=argument)
    wanted = plain(contact)
    if not wanted:
        raise ToolError("say who: an id, a full name, a nickname or a mail address", argument=argument)
    people = everybody(session, deleted=deleted)
    mails = session.exec(select(Method.person_id, Method.value).where(Method.kind == "email")).all()
    mailed = {owner for owner, value in mails if value.casefold() == contact.strip().casefold()}
    fits = [p for p in people if p.id in mailed or wanted in (plain(full_name(p)), plain(p.nickname))]
    if len(fits) == 1:
        return fits[0]
    if fits:
        raise ToolError(
            f"{quoted(contact)} fits {len(fits)} people; use the id of one: {_listed(fits)}", argument=argument
        )
    near = [p for p in people if set(wanted.split()) <= set(plain(f"{full_name(p)} {p.company}").split())]
    if near:
        raise ToolError(f"nobody is called {quoted(contact)} in full; there is: {_listed(near)}", argument=argument)
    raise unknown("contact", contact, [full_name(p) for p in people], argument=argument)


def _listed(people: list[Person]) -> str:
    """People with what tells them apart, as an error shows them."""
    shown = [f"{p.id} ({', '.join(dict.fromkeys(t for t in (full_name(p), p.company) if t))})" for p in people[:12]]
    return ", ".join(shown) + (f" and {len(people) - 12} more" if len(people) > 12 else "")


def find_group(session: Session, group: str, *, argument: str = "group") -> Group:
    """The group with this id or name."""
    groups = session.exec(select(Group).order_by(Group.name, Group.id)).all()
    for each in groups:
        if each.id == group or plain(each.name) == plain(group):
            return each
    raise unknown("group", group, [each.name for each in groups], argument=argument)


def members_of(session: Session, group: Group) -> set[str]:
    """The ids of the people in a group."""
    return set(session.exec(select(Membership.person_id).where(Membership.group_id == group.id)).all())


def methods_of(session: Session, people: Iterable[Person]) -> dict[str, list[Method]]:
    """Each person's methods, the preferred first, then in the order they were added."""
    found: dict[str, list[Method]] = {person.id: [] for person in people}
    for method in session.exec(select(Method).where(col(Method.person_id).in_(list(found)))).all():
        found[method.person_id].append(method)
    for methods in found.values():
        methods.sort(key=lambda m: (m.kind, not m.preferred, len(m.id), m.id))
    return found


def groups_of(session: Session, person: Person) -> list[str]:
    """The names of the groups a person is in."""
    statement = select(Group.name).join(Membership).where(Membership.person_id == person.id).order_by(Group.name)
    return list(session.exec(statement).all())
