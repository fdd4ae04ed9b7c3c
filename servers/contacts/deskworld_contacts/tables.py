"""What an address book remembers.

A deleted person stays for a while (`deleted_at`), as in every real address book; whoever reads people filters them
out. Where something is only bookkeeping, its column says `ignored`, so that two ways to the same book compare equal.
"""

from datetime import datetime

from deskworld_kit import Instant, Table, column


class Person(Table, table=True):
    """One card of the book."""

    id: str = column(primary_key=True)
    given_name: str = ""
    family_name: str = ""
    nickname: str = ""
    company: str = ""
    role: str = ""
    birthday: str = ""
    note: str = column(compare="text", default="")
    starred: bool = False
    blocked: bool = False
    is_me: bool = False
    created_at: datetime = column(compare="ignored", sa_type=Instant)
    updated_at: datetime = column(compare="ignored", sa_type=Instant)
    deleted_at: datetime | None = column(compare="ignored", sa_type=Instant, default=None, nullable=True)
    deleted: bool = column(default=False, index=True)


class Method(Table, table=True):
    """A way to reach a person: kind is email, phone, address or url."""

    id: str = column(primary_key=True)
    person_id: str = column(foreign_key="contacts_person.id", index=True)
    kind: str
    label: str = ""
    value: str
    preferred: bool = False


class Tie(Table, table=True):
    """What one person is to another: `other_id` is the `relation` of `person_id` (their mother, their manager)."""

    id: str = column(primary_key=True)
    person_id: str = column(foreign_key="contacts_person.id", index=True)
    other_id: str = column(foreign_key="contacts_person.id")
    relation: str


class Group(Table, table=True):
    """A named list of people."""

    id: str = column(primary_key=True)
    name: str


class Membership(Table, table=True):
    """A person in a group."""

    group_id: str = column(foreign_key="contacts_group.id", primary_key=True)
    person_id: str = column(foreign_key="contacts_person.id", primary_key=True)
