"""Senders: block them, let them through again, stop their newsletters."""

from datetime import datetime

from deskworld_kit import Page, Result, ToolError, World, page, tool
from pydantic import Field
from sqlmodel import Session, col, select

from deskworld_email.addresses import people
from deskworld_email.composing import compose
from deskworld_email.delivery import changing, send
from deskworld_email.finding import owner
from deskworld_email.reading import Limit
from deskworld_email.tables import Blocked, Message, Unsubscribed


class Sender(Result):
    """A sender and whether their mail goes to spam."""

    address: str
    blocked: bool


class Subscription(Result):
    """A newsletter."""

    sender: str
    name: str
    emails: int
    unread: int
    latest_at: datetime
    unsubscribed: bool


class Stopped(Result):
    """A newsletter that was asked to stop."""

    sender: str
    asked: str = Field(description="The mail that asked for it; empty when that was done before.")


@tool("edit")
def block_email_sender(world: World, sender: str) -> Sender:
    """Send all further mail of somebody to spam.

    Args:
        sender: Address, or name of somebody who has written.
    """
    with changing(world) as session:
        address = _address(session, sender)
        if address == owner(session).address:
            raise ToolError("that is the user's own address", argument="sender")
        if session.get(Blocked, address) is None:
            session.add(Blocked(address=address))
        return Sender(address=address, blocked=True)


@tool("edit")
def unblock_email_sender(world: World, sender: str) -> Sender:
    """Let mail of a blocked sender into the inbox again.

    Args:
        sender: A blocked address.
    """
    with changing(world) as session:
        address = _address(session, sender)
        row = session.get(Blocked, address)
        if row:
            session.delete(row)
        return Sender(address=address, blocked=False)


@tool("read")
def list_email_subscriptions(world: World, limit: Limit = 20, cursor: str = "") -> Page[Subscription]:
    """List the newsletters that come, the most frequent first.

    Args:
        cursor: The `next_cursor` of the page before.
    """
    with world.read() as session:
        stopped = set(session.exec(select(Unsubscribed.address)).all())
        issues: dict[str, list[Message]] = {}
        for message in session.exec(select(Message).where(col(Message.list_address) != "")).all():
            issues.setdefault(message.sender, []).append(message)
        found = [
            Subscription(
                sender=sender,
                name=messages[0].sender_name,
                emails=len(messages),
                unread=sum(message.unread for message in messages),
                latest_at=max(message.sent_at for message in messages),
                unsubscribed=sender in stopped,
            )
            for sender, messages in issues.items()
        ]
    return page(sorted(found, key=lambda each: (-each.emails, each.sender)), limit=limit, cursor=cursor)


@tool("edit")
def unsubscribe_from_emails(world: World, sender: str) -> Stopped:
    """Stop a newsletter: asks its sender by mail, and what still comes goes to spam.

    Args:
        sender: Its address or name.
    """
    with changing(world) as session:
        address = _address(session, sender)
        issue = session.exec(
            select(Message).where(Message.sender == address, col(Message.list_address) != "").order_by(Message.id)
        ).first()
        if issue is None:
            raise ToolError(f"{address} sends no newsletter; block_email_sender stops other mail", argument="sender")
        if session.get(Unsubscribed, address):
            return Stopped(sender=address, asked="")
        session.add(Unsubscribed(address=address))
        mail = compose(world, session, to=[issue.list_address], subject="unsubscribe", body="Please unsubscribe me.")
        send(world, session, mail)
        return Stopped(sender=address, asked=mail.id)


def _address(session: Session, sender: str) -> str:
    return people(session, [sender], argument="sender")[0]
