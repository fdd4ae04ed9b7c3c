"""Making a mail: recipients, subject, text, signature, files from the workspace; and what a reply or a forward adds."""

import hashlib
import mimetypes
import re
from collections.abc import Sequence

from deskworld_kit import ToolError, World
from deskworld_kit.errors import unknown
from sqlmodel import Session, col, select

from deskworld_email.addresses import people, shown
from deskworld_email.finding import attachments_of, owner, thread_of
from deskworld_email.lines import one_line, subject_line
from deskworld_email.tables import Attachment, Message, Signature

MOST_BYTES = 25 * 1024 * 1024
MOST_RECIPIENTS = 500
_PREFIX = re.compile(r"^\s*((re|fwd?|aw|wg|sv|vs)\s*(\[\d+\])?:\s*)+", re.IGNORECASE)
_SPEAKS_OF_FILES = re.compile(r"\b(attached|attachment|enclosed|attaching)\b", re.IGNORECASE)


def compose(
    world: World,
    session: Session,
    *,
    to: Sequence[str] = (),
    cc: Sequence[str] = (),
    bcc: Sequence[str] = (),
    subject: str = "",
    body: str = "",
    attachments: Sequence[str] = (),
    signature: str = "",
    answers: Message | None = None,
) -> Message:
    """A new draft with all that was said; with `answers`, in that mail's thread and carrying its text."""
    me = owner(session)
    if answers and answers.mailbox in ("drafts", "scheduled"):
        raise ToolError(f"{answers.id!r} is in {answers.mailbox}: it has not gone out, so nobody can answer it")
    message = Message(
        id=world.next_id(session, "message"),
        mailbox="drafts",
        thread_id=thread_of(answers) if answers else world.next_id(session, "thread"),
        sender=me.address,
        sender_name=me.name,
        subject=subject_line(subject),
        body=signed(session, body, signature),
        quoted=quoted(answers) if answers else "",
        reply_to=answers.id if answers else "",
        sent_at=world.now(),
    )
    address(session, message, to=to, cc=cc, bcc=bcc)
    session.add(message)
    session.flush()
    attach(world, session, message, attachments)
    return message


def address(session: Session, message: Message, *, to: Sequence[str], cc: Sequence[str], bcc: Sequence[str]) -> None:
    """Set who a mail goes to; nobody gets it twice."""
    if len(to) + len(cc) + len(bcc) > MOST_RECIPIENTS:
        raise ToolError(f"a mail goes to at most {MOST_RECIPIENTS} people; send several", argument="to")
    message.to = people(session, to, argument="to")
    message.cc = [each for each in people(session, cc, argument="cc") if each not in message.to]
    taken = {*message.to, *message.cc}
    message.bcc = [each for each in people(session, bcc, argument="bcc") if each not in taken]


def attach(
    world: World, session: Session, message: Message, paths: Sequence[str], argument: str = "attachments"
) -> None:
    """Add files from the workspace; their content goes into the mail, so later changes to the files don't matter."""
    files = [world.workspace.find(path, argument=argument) for path in paths]
    there = sum(each.size for each in attachments_of(session, message))
    if there + sum(file.stat().st_size for file in files) > MOST_BYTES:
        raise ToolError("the attachments have over 25 MB together; send fewer or smaller ones", argument=argument)
    for file in files:
        media_type = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        add_attachment(world, session, message, one_line(file.name), media_type, file.read_bytes())
    session.flush()


def add_attachment(
    world: World, session: Session, message: Message, name: str, media_type: str, content: bytes
) -> None:
    """Put a file into a mail."""
    session.add(
        Attachment(
            id=world.next_id(session, "attachment"),
            message_id=message.id,
            name=name,
            media_type=media_type,
            size=len(content),
            sha256=hashlib.sha256(content).hexdigest(),
            content=content,
        )
    )
    message.attachments = [*message.attachments, name]


def detach(session: Session, message: Message, names: Sequence[str], argument: str) -> None:
    """Take attachments out of a draft."""
    for name in names:
        row = next((each for each in attachments_of(session, message) if each.name == name), None)
        if row is None:
            raise unknown("attachment", name, message.attachments, argument=argument)
        session.delete(row)
        rest = list(message.attachments)
        rest.remove(name)
        message.attachments = rest
        session.flush()


def ready(message: Message) -> list[str]:
    """Refuse a mail that can't go out; warn of what a person would be asked about."""
    if not (message.to or message.cc or message.bcc):
        raise ToolError("a mail needs somebody to go to", argument="to")
    if not (message.subject or message.body or message.quoted or message.attachments):
        raise ToolError("the mail is empty; give a subject or a body", argument="body")
    warnings = [] if message.subject else ["it has no subject"]
    if _SPEAKS_OF_FILES.search(message.body) and not message.attachments:
        warnings.append("the text speaks of an attachment, but there is none")
    return warnings


def answered(original: Message, me: str) -> list[str]:
    """Who a reply goes to: the sender, or for one's own mail those it went to."""
    return list(original.to) if original.sender == me else [original.sender]


def everybody_else(original: Message, me: str) -> tuple[list[str], list[str]]:
    """Who a reply to all goes to, and who gets a copy: everybody but oneself."""
    to = [*answered(original, me), *original.to]
    return [each for each in to if each != me] or [me], [each for each in original.cc if each != me]


def prefixed(prefix: str, subject: str) -> str:
    """A subject with one Re: or Fwd: before it, however many it had."""
    return f"{prefix}: {_PREFIX.sub('', subject)}".strip()


def plain_subject(subject: str) -> str:
    """A subject without Re: and Fwd:, for telling what belongs together."""
    return " ".join(_PREFIX.sub("", subject).casefold().split())


def quoted(original: Message) -> str:
    """A mail as it stands below a reply to it."""
    return f"On {_day(original)}, {shown(original.sender, original.sender_name)} wrote:\n" + "\n".join(
        f"> {line}" for line in original.body.splitlines()
    )


def forwarded(original: Message) -> str:
    """A mail as it stands below a forward of it."""
    lines = [
        "---------- Forwarded message ----------",
        f"From: {shown(original.sender, original.sender_name)}",
        f"Date: {_day(original)}",
        f"Subject: {original.subject}",
        f"To: {', '.join(original.to)}",
        *([f"Cc: {', '.join(original.cc)}"] if original.cc else []),
        "",
        original.body,
    ]
    return "\n".join(lines) + (f"\n\n{original.quoted}" if original.quoted else "")


def signed(session: Session, body: str, signature: str) -> str:
    """A text with a signature under it; `standard` is the one that is marked so."""
    if not signature:
        return body
    known = session.exec(select(Signature).order_by(col(Signature.name))).all()
    for each in known:
        if each.name.casefold() == signature.casefold() or (signature == "standard" and each.standard):
            return f"{body.rstrip()}\n\n-- \n{each.text}"
    raise unknown("signature", signature, [each.name for each in known], argument="signature")


def _day(message: Message) -> str:
    return message.sent_at.strftime("%a, %d %b %Y at %H:%M UTC")
