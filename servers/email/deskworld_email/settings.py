"""Settings: the vacation responder and signatures."""

from datetime import datetime

from deskworld_kit import Result, ToolError, World, tool
from deskworld_kit.errors import unknown
from pydantic import Field
from sqlmodel import Session, col, select

from deskworld_email.delivery import changing
from deskworld_email.finding import aware, owner
from deskworld_email.lines import one_line, subject_line
from deskworld_email.tables import Blocked, Settings, Signature


class EmailSignature(Result):
    """A text to put under a mail."""

    name: str
    text: str
    standard: bool


class Vacation(Result):
    """The answer that goes out while the user is away."""

    on: bool
    subject: str
    body: str
    starts_at: datetime | None
    ends_at: datetime | None


class EmailSettings(Result):
    """How the mailbox is set up."""

    address: str
    name: str
    undo_seconds: int = Field(description="How long a sent mail can be taken back.")
    vacation: Vacation
    signatures: list[EmailSignature]
    blocked: list[str]


@tool("read")
def get_email_settings(world: World) -> EmailSettings:
    """Show address, name, vacation responder, signatures and blocked senders."""
    with world.read() as session:
        me = owner(session)
        return EmailSettings(
            address=me.address,
            name=me.name,
            undo_seconds=me.undo_seconds,
            vacation=_vacation(me),
            signatures=[_signature(each) for each in _signatures(session)],
            blocked=list(session.exec(select(Blocked.address).order_by(Blocked.address)).all()),
        )


@tool("edit")
def set_vacation_responder(
    world: World,
    on: bool,
    subject: str = "",
    body: str = "",
    starts_at: datetime | None = None,
    ends_at: datetime | None = None,
) -> Vacation:
    """Answer incoming mail by itself while away, once to each person; or stop doing so.

    Args:
        body: Needed to switch it on.
    """
    starts, ends = (aware(each) if each else None for each in (starts_at, ends_at))
    if on and not body.strip():
        raise ToolError("say what the answer is", argument="body")
    if starts and ends and ends <= starts:
        raise ToolError("it would end before it starts", argument="ends_at")
    with changing(world) as session:
        me = session.merge(owner(session))
        me.vacation_on = on
        if on:
            me.vacation_subject, me.vacation_body = subject_line(subject) or "Out of office", body
            me.vacation_from, me.vacation_until = starts or world.now(), ends
        return _vacation(me)


@tool("edit")
def save_email_signature(world: World, name: str, text: str, standard: bool = False) -> EmailSignature:
    """Make a signature, or change the one with this name.

    Args:
        standard: Use it where "standard" is asked for.
    """
    with changing(world) as session:
        known = _signatures(session)
        row = next((each for each in known if each.name.casefold() == one_line(name, most=100).casefold()), None)
        row = row or Signature(name=one_line(name, most=100))
        if not row.name or row.name == "standard":
            raise ToolError("a signature needs a name of its own", argument="name")
        if standard:
            for each in known:
                each.standard = False
        row.text, row.standard = text, standard or row.standard
        session.add(row)
        return _signature(row)


@tool("remove")
def delete_email_signature(world: World, name: str) -> EmailSignature:
    """Delete a signature by its name."""
    with changing(world) as session:
        known = _signatures(session)
        row = next((each for each in known if each.name.casefold() == one_line(name, most=100).casefold()), None)
        if row is None:
            raise unknown("signature", name, [each.name for each in known], argument="name")
        session.delete(row)
        return _signature(row)


def _signatures(session: Session) -> list[Signature]:
    return list(session.exec(select(Signature).order_by(col(Signature.name))).all())


def _signature(row: Signature) -> EmailSignature:
    return EmailSignature(name=row.name, text=row.text, standard=row.standard)


def _vacation(me: Settings) -> Vacation:
    return Vacation(
        on=me.vacation_on,
        subject=me.vacation_subject,
        body=me.vacation_body,
        starts_at=me.vacation_from,
        ends_at=me.vacation_until,
    )
