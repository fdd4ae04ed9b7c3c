"""Two cards of one person: found and made one."""

from typing import Annotated

from deskworld_kit import Page, Result, ToolError, World, page, tool
from pydantic import Field
from sqlmodel import Session, select

from deskworld_contacts.finding import digits, everybody, find_person, full_name, methods_of, plain
from deskworld_contacts.methods import prefer
from deskworld_contacts.records import Card, Contact, cards, whole
from deskworld_contacts.tables import Membership, Method, Person, Tie

TEXTS = ("given_name", "family_name", "nickname", "company", "role", "birthday")


SHOWN = 20


class Double(Result):
    """Cards that seem to be of one person."""

    contacts: list[Card] = Field(description="At most the first 20.")
    cards: int = Field(description="How many there are.")
    reason: str


@tool("read")
def find_duplicate_contacts(
    world: World, limit: Annotated[int, Field(ge=1, le=200)] = 20, cursor: str = ""
) -> Page[Double]:
    """Cards that share a mail address, a phone number or a full name, as sets that merge_contacts can join.

    Args:
        cursor: The `next_cursor` of the page before.
    """
    with world.read() as session:
        people = everybody(session)
        methods = methods_of(session, people)
        signs: dict[tuple[str, str], list[Person]] = {}
        for person in people:
            mine = {("name", plain(full_name(person)))}
            mine |= {("email", plain(m.value)) for m in methods[person.id] if m.kind == "email"}
            mine |= {("phone", digits(m.value)) for m in methods[person.id] if m.kind == "phone"}
            for sign in sorted(mine):
                signs.setdefault(sign, []).append(person)
        found: dict[tuple[str, ...], list[str]] = {}
        for (kind, value), same in signs.items():
            if len(same) > 1:
                found.setdefault(tuple(p.id for p in same), []).append(f"same {kind} {value}")
        cut = page(list(found.items()), limit=limit, cursor=cursor)
        by_id = {person.id: person for person in people}
        doubles = [
            Double(contacts=cards(session, [by_id[i] for i in ids[:SHOWN]]), cards=len(ids), reason=", ".join(reasons))
            for ids, reasons in cut.items
        ]
        return Page(items=doubles, total=cut.total, next_cursor=cut.next_cursor)


@tool("remove")
def merge_contacts(world: World, keep: str, merge: list[str]) -> Contact:
    """Make one card of several: `keep` gains what the others hold and it lacks; the others go to the bin.

    Args:
        keep: The card that stays: id, full name, nickname or mail address.
        merge: The cards to take in, by id where names are alike.
    """
    with world.write() as session:
        kept = find_person(session, keep, argument="keep")
        others = [find_person(session, each, argument="merge") for each in merge]
        if not others:
            raise ToolError("name at least one card to take in", argument="merge")
        for other in others:
            if other.id == kept.id or other.is_me:
                raise ToolError(f"{full_name(other)} ({other.id}) can't be taken in", argument="merge")
            _take_in(session, kept, other)
            other.deleted, other.deleted_at = True, world.now()
            session.add(other)
        kept.updated_at = world.now()
        session.add(kept)
        session.flush()
        return whole(session, kept)


def _take_in(session: Session, kept: Person, other: Person) -> None:
    for name in TEXTS:
        if not getattr(kept, name):
            setattr(kept, name, getattr(other, name))
    said = kept.note.splitlines()
    new = [line for line in other.note.splitlines() if line not in said]
    kept.note = "\n".join([*said, *new]) if new else kept.note
    kept.starred = kept.starred or other.starred
    kept.blocked = kept.blocked or (other.blocked and not kept.is_me)  # else a merge would let somebody through again
    methods = methods_of(session, [kept, other])
    for method in methods[other.id]:
        same = digits if method.kind == "phone" else plain
        if any(m.kind == method.kind and same(m.value) == same(method.value) for m in methods[kept.id]):
            continue
        first = not any(m.kind == method.kind for m in methods[kept.id])
        method.person_id, method.preferred = kept.id, False
        session.add(method)
        session.flush()
        methods[kept.id].append(method)
        if first:
            prefer(session, session.get_one(Method, method.id))
    for membership in session.exec(select(Membership).where(Membership.person_id == other.id)).all():
        if session.get(Membership, (membership.group_id, kept.id)) is None:
            session.add(Membership(group_id=membership.group_id, person_id=kept.id))
        session.delete(membership)
    for tie in session.exec(select(Tie).where((Tie.person_id == other.id) | (Tie.other_id == other.id))).all():
        mine, theirs = (kept.id if end == other.id else end for end in (tie.person_id, tie.other_id))
        there = session.exec(select(Tie).where(Tie.person_id == mine, Tie.other_id == theirs)).first()
        if mine == theirs or there is not None:
            session.delete(tie)
        else:
            tie.person_id, tie.other_id = mine, theirs
            session.add(tie)
        session.flush()
