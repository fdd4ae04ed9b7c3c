"""Mail for later: schedule, put off, call off."""

from datetime import datetime

from deskworld_kit import ToolError, World, tool
from sqlmodel import Session

from deskworld_email.composing import compose, ready
from deskworld_email.delivery import changing
from deskworld_email.finding import find_email, later
from deskworld_email.records import Email, Sent, sent, whole
from deskworld_email.tables import Message
from deskworld_email.writing import Paths, People


@tool("add")
def schedule_email(
    world: World,
    to: People,
    subject: str,
    body: str,
    send_at: datetime,
    cc: list[str] | None = None,
    bcc: list[str] | None = None,
    attachments: Paths = None,
    signature: str = "",
) -> Sent:
    """Write a mail that goes out by itself later.

    Args:
        to: Addresses, or names of people who have written before.
        send_at: ISO 8601; UTC without a zone.
    """
    with changing(world) as session:
        when = later(world, send_at, argument="send_at")
        message = compose(
            world,
            session,
            to=to,
            cc=cc or (),
            bcc=bcc or (),
            subject=subject,
            body=body,
            attachments=attachments or (),
            signature=signature,
        )
        warnings = ready(message)
        message.mailbox, message.scheduled_at, message.sent_at = "scheduled", when, when
        session.flush()
        return sent(world, session, message, warnings)


@tool("edit")
def reschedule_email(world: World, email: str, send_at: datetime) -> Sent:
    """Give a scheduled mail, or a draft that is ready, another time to go out.

    Args:
        send_at: ISO 8601; UTC without a zone.
    """
    with changing(world) as session:
        when = later(world, send_at, argument="send_at")
        message = find_email(session, email)
        if message.mailbox not in ("scheduled", "drafts"):
            raise ToolError(
                f"{email!r} is in {message.mailbox}; only drafts and scheduled mail can wait", argument="email"
            )
        warnings = ready(message)
        message.mailbox, message.scheduled_at, message.sent_at = "scheduled", when, when
        session.flush()
        return sent(world, session, message, warnings)


@tool("edit", idempotent=False)
def unschedule_email(world: World, email: str) -> Email:
    """Call a scheduled mail off; it becomes a draft."""
    with changing(world) as session:
        message = _scheduled(session, email)
        message.mailbox, message.scheduled_at, message.sent_at = "drafts", None, world.now()
        session.flush()
        return whole(session, message, world.now())


def _scheduled(session: Session, email: str) -> Message:
    message = find_email(session, email)
    if message.mailbox != "scheduled":
        raise ToolError(f"{email!r} is in {message.mailbox}; it is not scheduled", argument="email")
    return message
