"""Labels: make, rename, delete, put on mails and take off."""

from typing import Annotated, Literal

from deskworld_kit import Result, ToolError, World, tool
from pydantic import Field
from sqlalchemy import func
from sqlmodel import Session, col, select

from deskworld_email.delivery import all_filters, changing
from deskworld_email.filing import Ids, change
from deskworld_email.finding import find_label, inside, labelled
from deskworld_email.lines import one_line
from deskworld_email.records import Changed
from deskworld_email.tables import Label, Message

Color = Literal["gray", "red", "orange", "yellow", "green", "blue", "purple"]
LONGEST_NAME = 100
Names = Annotated[list[str], Field(min_length=1, description="Names of labels.")]


class EmailLabel(Result):
    """A label and how much has it."""

    name: str
    color: str
    emails: int
    unread: int


class EmailLabels(Result):
    """All labels by name."""

    labels: list[EmailLabel]


class LabelDeleted(Result):
    """A label that is no more."""

    deleted: str
    emails: int = Field(description="How many had it.")


@tool("read", core=True)
def list_email_labels(world: World) -> EmailLabels:
    """List all labels with how many mails, and unread ones, have them."""
    with world.read() as session:
        rows = session.exec(select(Label).order_by(Label.name)).all()
        return EmailLabels(labels=[_counted(world, session, row) for row in rows])


@tool("add", core=True)
def create_email_label(world: World, name: str, color: Color = "gray") -> EmailLabel:
    """Make a new label, to put on mails with label_emails."""
    with changing(world) as session:
        row = Label(name=_new_name(session, name), color=color)
        session.add(row)
        session.flush()
        return _counted(world, session, row)


@tool("edit")
def update_email_label(world: World, label: str, name: str | None = None, color: Color | None = None) -> EmailLabel:
    """Rename a label or give it another color; mails and filters keep it."""
    with changing(world) as session:
        row = find_label(session, label)
        if color:
            row.color = color
        new = row.name if name is None else _new_name(session, name, but=row.name)
        if new != row.name:
            fresh = Label(name=new, color=row.color)
            for message in _having(session, row.name):
                message.labels = sorted({*message.labels, fresh.name} - {row.name})
            for rule in all_filters(session):
                rule.label = fresh.name if rule.label == row.name else rule.label
            session.delete(row)
            session.flush()
            session.add(fresh)
            row = fresh
        session.flush()
        return _counted(world, session, row)


@tool("remove")
def delete_email_label(world: World, label: str) -> LabelDeleted:
    """Delete a label; the mails that had it stay."""
    with changing(world) as session:
        row = find_label(session, label)
        users = [rule.id for rule in all_filters(session) if rule.label == row.name]
        if users:
            raise ToolError(f"{row.name!r} is used by {', '.join(users)}; delete_email_filter first", argument="label")
        messages = _having(session, row.name)
        for message in messages:
            message.labels = [each for each in message.labels if each != row.name]
        session.delete(row)
        return LabelDeleted(deleted=row.name, emails=len(messages))


@tool("edit", core=True)
def label_emails(world: World, emails: Ids, labels: Names) -> Changed:
    """Put labels on mails; create_email_label makes new ones."""
    with world.read() as session:
        names = {find_label(session, each, argument="labels").name for each in labels}

    def make(message: Message) -> bool:
        if names <= set(message.labels):
            return False
        message.labels = sorted(names | set(message.labels))
        return True

    return change(world, emails, make)


@tool("edit")
def unlabel_emails(world: World, emails: Ids, labels: Names) -> Changed:
    """Take labels off mails."""
    with world.read() as session:
        names = {find_label(session, each, argument="labels").name for each in labels}

    def make(message: Message) -> bool:
        if not names & set(message.labels):
            return False
        message.labels = sorted(set(message.labels) - names)
        return True

    return change(world, emails, make)


def _counted(world: World, session: Session, label: Label) -> EmailLabel:
    sums = select(func.count(), func.count().filter(col(Message.unread).is_(True)))
    emails, unread = session.exec(sums.where(labelled(label.name), inside("all", world.now()))).one()
    return EmailLabel(name=label.name, color=label.color, emails=emails, unread=unread)


def _having(session: Session, label: str) -> list[Message]:
    return list(session.exec(select(Message).where(labelled(label))).all())


def _new_name(session: Session, name: str, but: str = "") -> str:
    clean = one_line(name)
    if not clean:
        raise ToolError("a label needs a name", argument="name")
    if len(clean) > LONGEST_NAME:
        raise ToolError(f"a label has at most {LONGEST_NAME} characters", argument="name")
    for each in session.exec(select(Label.name)).all():
        if each.casefold() == clean.casefold() and each != but:
            raise ToolError(f"there is a label {each!r} already", argument="name")
    return clean
