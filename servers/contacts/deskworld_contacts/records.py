"""What people and groups look like on the wire, and how they are made from rows."""

from typing import Literal

from deskworld_kit import Result
from pydantic import Field
from sqlmodel import Session, col, select

from deskworld_contacts.finding import full_name, groups_of, methods_of
from deskworld_contacts.tables import Method, Person, Tie

Kind = Literal["email", "phone", "address", "url"]


class Reach(Result):
    """A way to reach a person."""

    id: str
    kind: Kind
    label: str
    value: str
    preferred: bool


class Card(Result):
    """A person in a list: enough to tell who it is and to write or call."""

    id: str
    name: str
    company: str = ""
    role: str = ""
    email: str = Field(default="", description="The preferred one.")
    phone: str = Field(default="", description="The preferred one.")
    starred: bool = False
    blocked: bool = False


class Relative(Result):
    """A person that this one is tied to."""

    id: str
    name: str
    relation: str


class Contact(Result):
    """A person, whole."""

    id: str
    name: str
    given_name: str
    family_name: str
    nickname: str
    company: str
    role: str
    birthday: str = Field(description="YYYY-MM-DD, or --MM-DD without a year; empty if unknown.")
    note: str
    starred: bool
    blocked: bool
    is_me: bool
    methods: list[Reach]
    relations: list[Relative]
    groups: list[str]


def reach(method: Method) -> Reach:
    """A method's row on the wire."""
    return Reach.model_validate(method.model_dump(exclude={"person_id"}))


def cards(session: Session, people: list[Person]) -> list[Card]:
    """The cards of several people; their methods are read in one query."""
    methods = methods_of(session, people)

    def first(person: Person, kind: str) -> str:
        return next((m.value for m in methods[person.id] if m.kind == kind), "")

    return [
        Card(
            id=person.id,
            name=full_name(person),
            company=person.company,
            role=person.role,
            email=first(person, "email"),
            phone=first(person, "phone"),
            starred=person.starred,
            blocked=person.blocked,
        )
        for person in people
    ]


def whole(session: Session, person: Person) -> Contact:
    """Everything about one person."""
    ties = session.exec(select(Tie).where(Tie.person_id == person.id).order_by(col(Tie.id))).all()
    others = {tie.other_id: session.get_one(Person, tie.other_id) for tie in ties}
    return Contact(
        **person.model_dump(exclude={"created_at", "updated_at", "deleted_at", "deleted"}),
        name=full_name(person),
        methods=[reach(method) for method in methods_of(session, [person])[person.id]],
        relations=[
            Relative(id=tie.other_id, name=full_name(others[tie.other_id]), relation=tie.relation)
            for tie in ties
            if not others[tie.other_id].deleted
        ],
        groups=groups_of(session, person),
    )
