"""Finding mail: one by its id, several by ids of mails or threads, many by where they are and what they say.

Two mailboxes are no place but a time: a snoozed mail is back in the inbox, and a scheduled one is sent, as soon as the
world's clock says so, without anybody having to move them.
"""

import json
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, Literal
from typing import cast as cast_type

from deskworld_kit import ToolError, World
from deskworld_kit.errors import quoted, unknown
from sqlalchemy import ColumnElement, Text, and_, cast, not_, or_, true
from sqlalchemy.orm import defer
from sqlmodel import Session, col, select

from deskworld_email.tables import ME, Attachment, Label, Message, Settings

Mailbox = Literal[
    "all", "inbox", "snoozed", "archive", "sent", "drafts", "scheduled", "starred", "spam", "trash", "anywhere"
]
WITHOUT_CONTENT = defer(cast_type(Any, Attachment.content))
MOST_TERMS = 20
OPERATORS = {
    "from": "sender",
    "to": "recipient",
    "subject": "subject",
    "label": "label",
    "in": "mailbox",
    "is": "unread",
    "has": "has_attachment",
    "after": "after",
    "before": "before",
}
"""What other mail programs write into the query, and the argument that says it here."""
LONGEST_TERM = 200
_TERM = re.compile(r'"([^"]+)"|(\S+)')


def owner(session: Session) -> Settings:
    """Whose mailbox it is; a desk that nobody has set up yet has a mailbox too."""
    return session.get(Settings, ME) or Settings(address="me@desk.example", name="")


def find_email(session: Session, email: str, *, argument: str = "email") -> Message:
    """The mail with this id."""
    message = session.get(Message, email)
    if message is None:
        raise ToolError(f"there is no email {email!r}; search_emails gives ids like 'message_12'", argument=argument)
    return message


def find_thread(session: Session, thread: str, *, argument: str = "thread") -> list[Message]:
    """The mails of a thread, oldest first, by its id or the id of one of its mails."""
    message = session.get(Message, thread)
    key = thread_of(message) if message else thread
    found = session.exec(select(Message).where(or_(col(Message.thread_id) == key, col(Message.id) == key))).all()
    if not found:
        raise ToolError(f"there is no thread {thread!r}; list_email_threads gives ids", argument=argument)
    return sorted(found, key=lambda each: (each.sent_at, number_of(each.id)))


class Missing(ToolError):
    """There is no mail with this id."""

    def __init__(self, item: str, *, argument: str) -> None:
        self.item = item
        super().__init__(f"there is no email or thread {quoted(item)}", argument=argument)


def find_all(session: Session, emails: Iterable[str], *, argument: str = "emails") -> list[Message | Missing]:
    """The mails that ids stand for, each once; a thread's id stands for all in it. An unknown id is an error."""
    found: dict[str, Message | Missing] = {}
    for each in emails:
        try:
            one = session.get(Message, each)
            for message in [one] if one else find_thread(session, each, argument=argument):
                found.setdefault(message.id, message)
        except ToolError:
            found[each] = Missing(each, argument=argument)
    return list(found.values())


def find_label(session: Session, label: str, *, argument: str = "label") -> Label:
    """The label with this name, whatever its case."""
    labels = session.exec(select(Label).order_by(Label.name)).all()
    for each in labels:
        if each.name.casefold() == label.strip().casefold():
            return each
    raise unknown("label", label, [each.name for each in labels], argument=argument)


def attachments_of(session: Session, message: Message) -> list[Attachment]:
    """A mail's attachments in the order they were attached; the content is read when it is used."""
    rows = session.exec(select(Attachment).options(WITHOUT_CONTENT).where(Attachment.message_id == message.id)).all()
    return sorted(rows, key=lambda each: number_of(each.id))


def thread_of(message: Message) -> str:
    """The id of a mail's thread."""
    return message.thread_id or message.id


def number_of(identifier: str) -> int:
    """The number in an id, for sorting: message_9 comes before message_10."""
    digits = identifier.rpartition("_")[2]
    return int(digits) if digits.isdecimal() else 0


def aware(moment: datetime) -> datetime:
    """A moment in UTC; one without a zone is taken as UTC."""
    try:
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except OverflowError:
        raise ToolError(f"{moment.isoformat()} is beyond what a calendar holds") from None


def later(world: World, moment: datetime, *, argument: str) -> datetime:
    """A moment that is still to come, or an error that says what time it is."""
    when, now = aware(moment), world.now()
    if when <= now:
        raise ToolError(f"{when.isoformat()} is past; now is {now.isoformat()}", argument=argument)
    return when


def inside(mailbox: Mailbox, now: datetime) -> ColumnElement[bool]:
    """The condition for being in a mailbox at this time."""
    at = col(Message.mailbox)
    asleep = and_(col(Message.snoozed_until).is_not(None), col(Message.snoozed_until) > now)
    waiting = and_(at == "scheduled", col(Message.scheduled_at) > now)
    kept = not_(at.in_(("spam", "trash")))
    conditions: dict[str, ColumnElement[bool]] = {
        "all": kept,
        "anywhere": true(),
        "inbox": and_(at == "inbox", not_(asleep)),
        "snoozed": and_(at == "inbox", asleep),
        "starred": and_(kept, col(Message.starred).is_(True)),
        "scheduled": waiting,
        "sent": or_(at == "sent", and_(at == "scheduled", not_(waiting))),
    }
    return conditions.get(mailbox, at == mailbox)


def place_of(message: Message, now: datetime) -> str:
    """The mailbox a mail is in at this time."""
    if message.mailbox == "inbox" and message.snoozed_until and message.snoozed_until > now:
        return "snoozed"
    if message.mailbox == "scheduled" and message.scheduled_at and message.scheduled_at <= now:
        return "sent"
    return message.mailbox


def saying(query: str) -> list[ColumnElement[bool]]:
    """Conditions for holding every word of a query; words in "quotes" stand together."""
    texts: list[Any] = [Message.subject, Message.body, Message.quoted, Message.sender, Message.sender_name]
    lists: list[Any] = [Message.to, Message.cc, Message.attachments]
    conditions: list[ColumnElement[bool]] = []
    terms = list(_TERM.finditer(query))
    if len(terms) > MOST_TERMS:
        raise ToolError(f"it has {len(terms)} words; search for at most {MOST_TERMS}", argument="query")
    for match in terms:
        operator = match.group(2) and match.group(2).lower().partition(":")
        if operator and operator[1] and operator[0] in OPERATORS:
            # Taken as a word it would find nothing, which reads like an answer.
            raise ToolError(
                f"{quoted(match.group(2))} is no word to look for: use the argument {OPERATORS[operator[0]]!r}, "
                "or put it in quotes",
                argument="query",
            )
        term = match.group(1) or match.group(2)
        conditions.append(or_(*(holds(each, term) for each in texts), *(lists_one(each, term) for each in lists)))
    return conditions


def holds(column: Any, term: str) -> ColumnElement[bool]:
    """A text column holds a term, in any case."""
    return or_(*(col(column).icontains(spelling, autoescape=True) for spelling in _spellings(term)))


def lists_one(column: Any, term: str) -> ColumnElement[bool]:
    """A list column has an item that holds a term."""
    spellings = {json.dumps(spelling)[1:-1] for spelling in _spellings(term)}
    return or_(*(cast(col(column), Text).icontains(spelling, autoescape=True) for spelling in sorted(spellings)))


def labelled(label: str) -> ColumnElement[bool]:
    """The mail has exactly this label."""
    return cast(col(Message.labels), Text).contains(json.dumps(label), autoescape=True)


def _spellings(term: str) -> list[str]:
    """SQLite knows upper and lower case of ASCII letters only; other letters are looked for in each case."""
    if len(term) > LONGEST_TERM:
        raise ToolError(f"{quoted(term)} is too long to look for; give at most {LONGEST_TERM} characters of it")
    return [term] if term.isascii() else sorted({term, term.lower(), term.upper(), term.capitalize()})
