"""Marks: read, starred, muted."""

from deskworld_kit import World, tool

from deskworld_email.filing import Ids, change
from deskworld_email.finding import find_thread
from deskworld_email.records import Changed
from deskworld_email.tables import Message


@tool("edit", core=True)
def mark_emails_read(world: World, emails: Ids) -> Changed:
    """Mark mails or whole threads as read."""
    return _set(world, emails, "unread", False)


@tool("edit", core=True)
def mark_emails_unread(world: World, emails: Ids) -> Changed:
    """Mark mails or whole threads as unread."""
    return _set(world, emails, "unread", True)


@tool("edit", core=True)
def star_emails(world: World, emails: Ids) -> Changed:
    """Put a star on mails."""
    return _set(world, emails, "starred", True)


@tool("edit")
def unstar_emails(world: World, emails: Ids) -> Changed:
    """Take the star off mails."""
    return _set(world, emails, "starred", False)


@tool("edit")
def mute_email_thread(world: World, thread: str) -> Changed:
    """Archive a conversation, with all that will still come in it.

    Args:
        thread: Its id, or the id of a mail in it.
    """
    return _mute(world, thread, muted=True)


@tool("edit")
def unmute_email_thread(world: World, thread: str) -> Changed:
    """Let new mail of a muted conversation come into the inbox again.

    Args:
        thread: Its id, or the id of a mail in it.
    """
    return _mute(world, thread, muted=False)


def _set(world: World, emails: list[str], mark: str, value: bool) -> Changed:
    def make(message: Message) -> bool:
        if getattr(message, mark) == value:
            return False
        setattr(message, mark, value)
        return True

    return change(world, emails, make)


def _mute(world: World, thread: str, *, muted: bool) -> Changed:
    with world.read() as session:
        emails = [message.id for message in find_thread(session, thread)]

    def make(message: Message) -> bool:
        if message.muted == muted:
            return False
        message.muted = muted
        if muted and message.mailbox == "inbox":
            message.mailbox, message.snoozed_until = "archive", None
        return True

    return change(world, emails, make)
