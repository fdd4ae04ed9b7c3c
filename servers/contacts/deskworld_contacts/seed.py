"""The address book of the invented life: the cast, how they are tied to each other, groups, a double and a bin."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from deskworld_kit.life import BY_KEY, CAST, ME
from deskworld_kit.life import Person as Somebody

from deskworld_contacts.tables import Group, Membership, Method, Person, Tie

if TYPE_CHECKING:
    from random import Random

    from deskworld_kit import World
    from sqlmodel import Session

GROUPS: dict[str, tuple[str, ...]] = {
    "Family": ("tomas", "elsa", "ingrid", "per", "jonas"),
    "Climbing": ("priya", "ben", "hannah"),
    "Harborlight": ("dana", "marco", "aisha", "theo", "grace", "sam", "noor", "victor", "emma"),
    "Suppliers": ("luis", "abebe", "karin", "raj", "olga", "simon"),
    "Wholesale customers": ("carla", "wei", "fiona", "omar", "julia", "darnell", "sofia"),
}
TIES = (
    ("maya", "tomas", "husband"),
    ("maya", "elsa", "daughter"),
    ("maya", "ingrid", "mother"),
    ("maya", "per", "father"),
    ("maya", "jonas", "brother"),
    ("maya", "dana", "manager"),
    ("elsa", "mina", "teacher"),
    ("carla", "noor", "account manager"),
)
STREETS = ("Alder Street", "Foster Road", "Hawthorne Lane", "Mill Avenue", "Pine Court", "Quarry Road", "Tillamook Way")


def seed(world: World, session: Session, random: Random) -> None:
    """Write the whole book. Keys of the cast become ids in order, so the same person has the same id always."""
    ids: dict[str, str] = {}
    for somebody in (ME, *CAST):
        ids[somebody.key] = _card(world, session, random, somebody)
    for group, members in GROUPS.items():
        row = Group(id=world.next_id(session, "group"), name=group)
        session.add(row)
        session.flush()
        for key in members:
            session.add(Membership(group_id=row.id, person_id=ids[key]))
    for person, other, relation in TIES:
        number = world.next_id(session, "tie")
        session.add(Tie(id=number, person_id=ids[person], other_id=ids[other], relation=relation))
    _leftovers(world, session)


def _card(world: World, session: Session, random: Random, somebody: Somebody) -> str:
    written = world.now() - timedelta(days=random.randint(20, 900), minutes=random.randint(0, 1439))
    person = Person(
        id=world.next_id(session, "contact"),
        given_name=somebody.given,
        family_name=somebody.name.removeprefix(somebody.given).strip(),
        company=somebody.company,
        role=somebody.role,
        birthday=somebody.birthday.isoformat() if somebody.birthday else "",
        note=somebody.note,
        starred=somebody.key in ("tomas", "elsa", "dana", "priya"),
        is_me=somebody is ME,
        created_at=written,
        updated_at=written,
    )
    session.add(person)
    session.flush()
    label = "work" if somebody.company and somebody.tie not in ("family", "friend") else "home"
    values = [("email", label, somebody.email), ("phone", "mobile", somebody.phone)]
    if random.random() < 0.5 and somebody.city:
        values.append(("address", label, f"{random.randint(12, 4800)} {random.choice(STREETS)}, {somebody.city}"))
    for kind, name, value in values:
        number = world.next_id(session, "method")
        session.add(Method(id=number, person_id=person.id, kind=kind, label=name, value=value, preferred=True))
    return person.id


def _leftovers(world: World, session: Session) -> None:
    """What every real book has: an old second card of somebody, and somebody who was deleted."""
    old = world.now() - timedelta(days=1400)
    carla = BY_KEY["carla"]
    double = Person(
        id=world.next_id(session, "contact"),
        given_name="Carla",
        family_name="Reyes",
        note="Met at the trade fair",
        created_at=old,
        updated_at=old,
    )
    gone = Person(
        id=world.next_id(session, "contact"),
        given_name="Walter",
        family_name="Hess",
        company="Old Mill Printing",
        created_at=old,
        updated_at=old,
        deleted=True,
        deleted_at=world.now() - timedelta(days=6),
    )
    session.add_all([double, gone])
    session.flush()
    for person, kind, value in (
        (double, "phone", carla.phone.replace(" ", "")),
        (double, "email", "carla.reyes@maplepost.example"),
        (gone, "email", "walter@oldmill.example"),
    ):
        number = world.next_id(session, "method")
        session.add(Method(id=number, person_id=person.id, kind=kind, label="", value=value, preferred=True))
