"""Writing mail: send, reply, reply to all, forward, and take back what was just sent."""

from datetime import timedelta
from typing import Annotated

from deskworld_kit import ToolError, World, tool
from pydantic import Field
from sqlmodel import Session, col, select

from deskworld_email.composing import answered, attach, compose, everybody_else, forwarded, prefixed, ready
from deskworld_email.delivery import changing, copy_attachments, send
from deskworld_email.finding import attachments_of, find_email, owner
from deskworld_email.records import Email, Sent, sent, whole
from deskworld_email.tables import Message

People = Annotated[list[str], Field(min_length=1)]
Paths = Annotated[list[str] | None, Field(description="Workspace paths.")]


@tool("add", core=True)
def send_email(
    world: World,
    to: People,
    subject: str,
    body: str,
    cc: list[str] | None = None,
    bcc: list[str] | None = None,
    attachments: Paths = None,
    signature: str = "",
) -> Sent:
    """Send a new mail at once; undo_send_email can take it back for a moment.

    Args:
        to: Addresses, or names of people who have written before.
        signature: Name of one to put under it, or "standard".
    """
    with changing(world) as session:
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
        return _out(world, session, message)


@tool("add", core=True)
def reply_to_email(
    world: World,
    email: str,
    body: str,
    cc: list[str] | None = None,
    attachments: Paths = None,
    signature: str = "",
) -> Sent:
    """Answer a mail's sender, in its thread. The original is quoted below by itself.

    Args:
        email: The mail to answer.
    """
    with changing(world) as session:
        original = find_email(session, email)
        to = answered(original, owner(session).address)
        return _reply(world, session, original, to, cc or (), body, attachments or (), signature)


@tool("add", core=True)
def reply_all_to_email(world: World, email: str, body: str, attachments: Paths = None, signature: str = "") -> Sent:
    """Answer a mail's sender and everybody else it went to.

    Args:
        email: The mail to answer.
    """
    with changing(world) as session:
        original = find_email(session, email)
        to, cc = everybody_else(original, owner(session).address)
        return _reply(world, session, original, to, cc, body, attachments or (), signature)


@tool("add", core=True)
def forward_email(
    world: World,
    email: str,
    to: People,
    note: str = "",
    cc: list[str] | None = None,
    with_attachments: bool = True,
    attachments: Paths = None,
) -> Sent:
    """Pass a mail on to others, with its text and files below a note.

    Args:
        note: Your own words above it.
        attachments: Further workspace paths.
    """
    with changing(world) as session:
        original = find_email(session, email)
        message = compose(world, session, to=to, cc=cc or (), subject=prefixed("Fwd", original.subject), body=note)
        message.quoted, message.forward_of = forwarded(original), original.id
        if with_attachments:
            copy_attachments(world, session, original, message)
        attach(world, session, message, attachments or ())
        return _out(world, session, message)


@tool("edit", idempotent=False)
def undo_send_email(world: World, email: str) -> Email:
    """Take back a mail that was sent a moment ago; it becomes a draft again.

    Args:
        email: The id that sending gave.
    """
    with changing(world) as session:
        message = find_email(session, email)
        me = owner(session)
        if message.mailbox != "sent" or message.sender != me.address:
            raise ToolError(f"{email!r} is in {message.mailbox}, not a mail you sent", argument="email")
        if world.now() > message.sent_at + timedelta(seconds=me.undo_seconds):
            raise ToolError(
                f"{email!r} went out over {me.undo_seconds} seconds ago and can't be taken back", argument="email"
            )
        for copy in session.exec(select(Message).where(col(Message.copy_of) == message.id)).all():
            for each in attachments_of(session, copy):
                session.delete(each)
            session.flush()
            session.delete(copy)
        message.mailbox = "drafts"
        session.flush()
        return whole(session, message, world.now())


def _reply(
    world: World,
    session: Session,
    original: Message,
    to: list[str],
    cc: "list[str] | tuple[str, ...]",
    body: str,
    attachments: "list[str] | tuple[str, ...]",
    signature: str,
) -> Sent:
    message = compose(
        world,
        session,
        to=to,
        cc=cc,
        subject=prefixed("Re", original.subject),
        body=body,
        attachments=attachments,
        signature=signature,
        answers=original,
    )
    return _out(world, session, message)


def _out(world: World, session: Session, message: Message) -> Sent:
    warnings = ready(message)
    send(world, session, message)
    return sent(world, session, message, warnings)
