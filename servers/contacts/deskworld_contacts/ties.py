"""What people are to each other, and when they have their birthdays."""

import re
from calendar import isleap
from datetime import date
from typing import Annotated

from deskworld_kit import Page, Result, ToolError, World, page, tool
from pydantic import Field
from sqlmodel import select

from deskworld_contacts import fields
from deskworld_contacts.finding import everybody, find_person, full_name
from deskworld_contacts.tables import Tie


class Related(Result):
    """The tie as it is now; empty after it was removed."""

    contact_id: str
    other_id: str
    relation: str


class Birthday(Result):
    """The next birthday of a person."""

    id: str
    name: str
    next: str = Field(description="YYYY-MM-DD")
    days: int = Field(description="From today.")
    turns: int = Field(description="The age they reach; 0 if the year of birth is unknown.")


@tool("edit")
def set_contact_relation(world: World, contact: str, other: str, relation: str) -> Related:
    """Say what `other` is to `contact`: their mother, manager, assistant. Replaces what was said of the two.

    Args:
        contact: Whose card it is written on: id, full name, nickname or mail address.
        other: The person who is the relation.
        relation: A word or two; empty removes the tie.
    """
    with world.write() as session:
        person = find_person(session, contact)
        related = find_person(session, other, argument="other")
        if person.id == related.id:
            raise ToolError("a person can't be tied to themselves", argument="other")
        tie = session.exec(select(Tie).where(Tie.person_id == person.id, Tie.other_id == related.id)).first()
        word = fields.line(relation, "relation")
        if not word and tie is None:
            raise ToolError(f"{full_name(related)} is not tied to {full_name(person)}", argument="relation")
        if not word:
            session.delete(tie)
        elif tie is not None:
            tie.relation = word
            session.add(tie)
        else:
            number = world.next_id(session, "tie")
            session.add(Tie(id=number, person_id=person.id, other_id=related.id, relation=word))
        person.updated_at = world.now()
        return Related(contact_id=person.id, other_id=related.id, relation=word)


@tool("read")
def list_birthdays(
    world: World,
    days: Annotated[int, Field(ge=1, le=366)] = 31,
    limit: Annotated[int, Field(ge=1, le=200)] = 20,
    cursor: str = "",
) -> Page[Birthday]:
    """Whose birthday comes next, the soonest first.

    Args:
        days: How far to look, from today.
        cursor: The `next_cursor` of the page before.
    """
    today = world.now().date()
    with world.read() as session:
        known = [(person, person.birthday) for person in everybody(session) if person.birthday]
    coming: list[Birthday] = []
    for person, birthday in known:
        when = _next(birthday, today)
        if when is None:
            continue
        away = (when - today).days
        if away <= days:
            turns = 0 if birthday.startswith("--") else when.year - int(birthday[:4])
            coming.append(Birthday(id=person.id, name=full_name(person), next=when.isoformat(), days=away, turns=turns))
    coming.sort(key=lambda each: (each.days, each.name, each.id))
    return page(coming, limit=limit, cursor=cursor)


def _next(birthday: str, today: date) -> date | None:
    """The next time this day comes; whoever was born on 29 February has the 28th in other years. None for no day."""
    found = re.search(r"(\d\d)-(\d\d)$", birthday)
    if found is None:
        return None
    month, day = int(found.group(1)), int(found.group(2))
    for year in (today.year, today.year + 1):
        try:
            when = date(year, month, 28 if (month, day) == (2, 29) and not isleap(year) else day)
        except ValueError:
            return None
        if when >= today:
            return when
    return None
