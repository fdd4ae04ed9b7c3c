"""Drafts: mail that is being written."""

from deskworld_kit import Result, ToolError, World, tool
from sqlmodel import Session

from deskworld_email.addresses import people
from deskworld_email.composing import address, answered, attach, compose, detach, prefixed, ready, signed
from deskworld_email.delivery import changing, send
from deskworld_email.finding import attachments_of, find_email, owner
from deskworld_email.lines import subject_line
from deskworld_email.records import Email, Sent, sent, whole
from deskworld_email.tables import Message
from deskworld_email.writing import Paths


class Gone(Result):
    """What was deleted for good."""

    deleted: list[str]


@tool("add", core=True)
def create_email_draft(
    world: World,
    to: list[str] | None = None,
    subject: str = "",
    body: str = "",
    cc: list[str] | None = None,
    bcc: list[str] | None = None,
    attachments: Paths = None,
    reply_to: str = "",
    signature: str = "",
) -> Email:
    """Begin a mail without sending it.

    Args:
        reply_to: The id of a mail that it answers; fills in whom to and the subject where they are left out.
    """
    with changing(world) as session:
        original = find_email(session, reply_to, argument="reply_to") if reply_to else None
        if original:
            to = to or answered(original, owner(session).address)
            subject = subject or prefixed("Re", original.subject)
        message = compose(
            world,
            session,
            to=to or (),
            cc=cc or (),
            bcc=bcc or (),
            subject=subject,
            body=body,
            attachments=attachments or (),
            signature=signature,
            answers=original,
        )
        return whole(session, message, world.now())


@tool("edit", core=True, idempotent=False)
def update_email_draft(
    world: World,
    draft: str,
    to: list[str] | None = None,
    subject: str | None = None,
    body: str | None = None,
    cc: list[str] | None = None,
    bcc: list[str] | None = None,
    add_attachments: Paths = None,
    remove_attachments: list[str] | None = None,
    signature: str = "",
) -> Email:
    """Change a draft; what is left out stays, an empty text or list clears.

    Args:
        remove_attachments: File names.
    """
    with changing(world) as session:
        message = find_draft(session, draft)
        lists = {"to": to, "cc": cc, "bcc": bcc}
        known = {name: getattr(message, name) if given is None else given for name, given in lists.items()}
        address(session, message, **{name: people(session, given, argument=name) for name, given in known.items()})
        message.subject = message.subject if subject is None else subject_line(subject)
        message.body = signed(session, message.body if body is None else body, signature)
        detach(session, message, remove_attachments or (), "remove_attachments")
        attach(world, session, message, add_attachments or (), "add_attachments")
        return whole(session, message, world.now())


@tool("edit", core=True, idempotent=False)
def send_email_draft(world: World, draft: str) -> Sent:
    """Send a draft as it is."""
    with changing(world) as session:
        message = find_draft(session, draft)
        warnings = ready(message)
        send(world, session, message)
        return sent(world, session, message, warnings)


@tool("remove")
def delete_email_draft(world: World, draft: str) -> Gone:
    """Throw a draft away for good."""
    with changing(world) as session:
        erase(session, find_draft(session, draft))
    return Gone(deleted=[draft])


def find_draft(session: Session, draft: str) -> Message:
    """The draft with this id."""
    message = find_email(session, draft, argument="draft")
    if message.mailbox != "drafts":
        raise ToolError(f"{draft!r} is in {message.mailbox}; it is not a draft", argument="draft")
    return message


def erase(session: Session, message: Message) -> None:
    """Remove a mail and its attachments from the world."""
    for each in attachments_of(session, message):
        session.delete(each)
    session.flush()
    session.delete(message)
    session.flush()
