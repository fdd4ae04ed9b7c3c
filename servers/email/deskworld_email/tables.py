"""What a mailbox remembers.

A message is one row from draft to trash: `mailbox` says where it is, and the row keeps its id when a draft is sent.
Its list of attachments' names is what compares; the bytes lie in a table of their own. Addresses are lower case and
each list of them is sorted, so that two mails to the same people are equal.
"""

from datetime import datetime

from deskworld_kit import Instant, Table, column
from sqlalchemy import JSON

ME = "me"
"""The one row of the settings."""


class Message(Table, table=True):
    """One email. Threads are messages with the same `thread_id`; one without is a thread by itself."""

    id: str = column(primary_key=True)
    mailbox: str = column(default="inbox", index=True)  # inbox, archive, sent, drafts, scheduled, spam, trash
    thread_id: str = column(compare="ignored", default="", index=True)
    sender: str
    sender_name: str = column(compare="ignored", default="")
    to: list[str] = column(default_factory=list, sa_type=JSON)
    cc: list[str] = column(default_factory=list, sa_type=JSON)
    bcc: list[str] = column(default_factory=list, sa_type=JSON)
    subject: str = ""
    body: str = column(compare="text", default="")
    quoted: str = column(compare="ignored", default="")  # what a reply or a forward carries below its own words
    sent_at: datetime = column(compare="ignored", sa_type=Instant, index=True)
    reply_to: str = column(default="", index=True)  # the id of the message this one answers
    forward_of: str = ""
    attachments: list[str] = column(default_factory=list, sa_type=JSON)
    labels: list[str] = column(default_factory=list, sa_type=JSON)
    unread: bool = False
    starred: bool = False
    muted: bool = False
    snoozed_until: datetime | None = column(compare="instant", sa_type=Instant, default=None, nullable=True)
    scheduled_at: datetime | None = column(compare="instant", sa_type=Instant, default=None, nullable=True)
    came_from: str = column(compare="ignored", default="")  # the mailbox before spam or trash
    copy_of: str = column(compare="ignored", default="")  # of a mail to oneself: the one that was sent
    list_address: str = ""  # where to unsubscribe, of a newsletter
    header_id: str = column(compare="ignored", default="", index=True)  # Message-ID of imported mail


class Attachment(Table, table=True):
    """A file that came or goes with a message; its name stands in the message's `attachments` too."""

    id: str = column(primary_key=True)
    # Ids of new messages depend on the order of calls; `Message.attachments` says which files go with which mail.
    message_id: str = column(compare="ignored", foreign_key="email_message.id", index=True)
    name: str
    media_type: str = ""
    size: int = column(compare="ignored", default=0)
    sha256: str = column(compare="ignored", default="")
    content: bytes = column(compare="ignored", default=b"")


class Label(Table, table=True):
    """A label that messages can have; they name it in `labels`."""

    name: str = column(primary_key=True)
    color: str = column(compare="ignored", default="gray")


class Filter(Table, table=True):
    """A rule for incoming mail: when all that is set in the first half holds, what is set in the second is done."""

    id: str = column(primary_key=True)
    sender: str = ""
    recipient: str = ""
    subject: str = ""
    words: str = ""
    has_attachment: bool = False
    label: str = ""
    archive: bool = False
    mark_read: bool = False
    star: bool = False
    trash: bool = False
    never_spam: bool = False
    forward_to: str = ""


class Signature(Table, table=True):
    """A text to put under a mail."""

    name: str = column(primary_key=True)
    text: str = column(compare="text", default="")
    standard: bool = False


class Blocked(Table, table=True):
    """An address whose mail goes to spam."""

    address: str = column(primary_key=True)


class Unsubscribed(Table, table=True):
    """A newsletter's sender that was asked to stop."""

    address: str = column(primary_key=True)


class Settings(Table, table=True):
    """Whose mailbox it is, and the vacation responder."""

    id: str = column(primary_key=True, default=ME)
    address: str
    name: str = ""
    undo_seconds: int = 30
    vacation_on: bool = False
    vacation_subject: str = ""
    vacation_body: str = column(compare="text", default="")
    vacation_from: datetime | None = column(compare="instant", sa_type=Instant, default=None, nullable=True)
    vacation_until: datetime | None = column(compare="instant", sa_type=Instant, default=None, nullable=True)
