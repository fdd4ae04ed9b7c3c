"""Filing: archive, inbox, trash, spam, snooze. Ids of mails or of threads go in, what became of each comes out."""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Literal

from deskworld_kit import Failure, Result, ToolError, World, tool
from pydantic import Field
from sqlmodel import col, select

from deskworld_email.delivery import changing
from deskworld_email.drafts import erase
from deskworld_email.finding import find_all, later
from deskworld_email.records import Changed
from deskworld_email.tables import Message

Ids = Annotated[list[str], Field(min_length=1, max_length=500, description="Ids of mails or threads.")]


class Emptied(Result):
    """How much is gone for good."""

    deleted: int


def change(world: World, emails: list[str], make: Callable[[Message], bool], argument: str = "emails") -> Changed:
    """Do one thing to many mails. `make` says whether it changed one; a ToolError from it is that mail's failure."""
    changed: list[str] = []
    unchanged: list[str] = []
    failures: list[Failure] = []
    with changing(world) as session:
        for message in find_all(session, emails, argument=argument):
            try:
                if isinstance(message, ToolError):
                    raise message
                (changed if make(message) else unchanged).append(message.id)
            except ToolError as error:
                item = message.id if isinstance(message, Message) else message.item
                failures.append(Failure(item=item, reason=str(error)))
        if not changed and not unchanged:
            raise ToolError("; ".join(failure.reason for failure in failures[:5]), argument=argument)
    return Changed(changed=changed, unchanged=unchanged, failures=failures)


@tool("edit", core=True)
def archive_emails(world: World, emails: Ids) -> Changed:
    """Take mails out of the inbox and keep them; search still finds them."""

    def make(message: Message) -> bool:
        if message.mailbox in ("archive", "sent"):
            return False
        if message.mailbox != "inbox":
            raise ToolError(f"{message.id} is in {message.mailbox}, not in the inbox")
        message.mailbox, message.snoozed_until = "archive", None
        return True

    return change(world, emails, make)


@tool("edit", core=True)
def move_emails_to_inbox(world: World, emails: Ids) -> Changed:
    """Put archived, snoozed, trashed or spam mails back into the inbox."""

    def make(message: Message) -> bool:
        if message.mailbox == "inbox" and message.snoozed_until is None:
            return False
        if message.mailbox in ("sent", "drafts", "scheduled"):
            raise ToolError(f"{message.id} is in {message.mailbox} and never was in the inbox")
        message.mailbox, message.snoozed_until, message.came_from = "inbox", None, ""
        return True

    return change(world, emails, make)


@tool("remove", core=True, idempotent=True)
def trash_emails(world: World, emails: Ids) -> Changed:
    """Move mails to the trash; restore_emails brings them back."""

    def make(message: Message) -> bool:
        if message.mailbox == "trash":
            return False
        # What was scheduled must not go out from the trash, nor by being restored.
        origin = "drafts" if message.mailbox == "scheduled" else message.mailbox
        message.mailbox, message.came_from = "trash", origin
        message.snoozed_until = message.scheduled_at = None
        return True

    return change(world, emails, make)


@tool("edit", core=True)
def restore_emails(world: World, emails: Ids) -> Changed:
    """Bring mails back from the trash to where they were."""

    def make(message: Message) -> bool:
        if message.mailbox != "trash":
            return False
        message.mailbox, message.came_from = message.came_from or "inbox", ""
        return True

    return change(world, emails, make)


@tool("remove")
def delete_emails(world: World, emails: Ids) -> Changed:
    """Delete mails that are in trash or spam for good; nothing brings them back."""
    gone: list[Message] = []

    def make(message: Message) -> bool:
        if message.mailbox not in ("trash", "spam"):
            raise ToolError(f"{message.id} is in {message.mailbox}; move it to the trash first")
        gone.append(message)
        return True

    with changing(world) as session:
        result = change(world, emails, make)
        for message in gone:
            erase(session, message)
    return result


@tool("remove")
def empty_email_trash(world: World, mailbox: Literal["trash", "spam"] = "trash") -> Emptied:
    """Delete everything in the trash, or in spam, for good."""
    with changing(world) as session:
        rows = session.exec(select(Message).where(col(Message.mailbox) == mailbox)).all()
        for message in rows:
            erase(session, message)
    return Emptied(deleted=len(rows))


@tool("edit")
def report_spam_emails(world: World, emails: Ids) -> Changed:
    """Move mails to the spam folder."""

    def make(message: Message) -> bool:
        if message.mailbox == "spam":
            return False
        if message.mailbox in ("sent", "drafts", "scheduled"):
            raise ToolError(f"{message.id} is in {message.mailbox}; it is your own")
        message.mailbox, message.came_from, message.snoozed_until = "spam", message.mailbox, None
        return True

    return change(world, emails, make)


@tool("edit")
def mark_emails_not_spam(world: World, emails: Ids) -> Changed:
    """Move mails from spam back into the inbox."""

    def make(message: Message) -> bool:
        if message.mailbox != "spam":
            return False
        message.mailbox, message.came_from = "inbox", ""
        return True

    return change(world, emails, make)


@tool("edit", core=True)
def snooze_emails(world: World, emails: Ids, until: datetime) -> Changed:
    """Hide mails from the inbox until a time; then they are back by themselves.

    Args:
        until: ISO 8601; UTC without a zone.
    """
    when = later(world, until, argument="until")

    def make(message: Message) -> bool:
        if message.mailbox not in ("inbox", "archive"):
            raise ToolError(f"{message.id} is in {message.mailbox}; only mail you got can be snoozed")
        if message.snoozed_until == when:
            return False
        message.mailbox, message.snoozed_until = "inbox", when
        return True

    return change(world, emails, make)


@tool("edit")
def unsnooze_emails(world: World, emails: Ids) -> Changed:
    """Bring snoozed mails back into the inbox now."""

    def make(message: Message) -> bool:
        if message.snoozed_until is None:
            return False
        message.snoozed_until = None
        return True

    return change(world, emails, make)
