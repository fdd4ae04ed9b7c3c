"""Mail as .eml files (RFC 5322), the form that every mail program reads: out to the workspace, and in from it."""

import hashlib
import html
import re
from collections.abc import Iterable
from contextlib import suppress
from email import policy
from email.headerregistry import Address
from email.message import EmailMessage, MIMEPart
from email.parser import BytesParser
from email.utils import getaddresses, parseaddr, parsedate_to_datetime
from pathlib import Path

from deskworld_kit import Failure, Result, Saved, ToolError, World, tool
from sqlmodel import Session, col, select

from deskworld_email.addresses import bare
from deskworld_email.composing import plain_subject
from deskworld_email.delivery import changing, receive
from deskworld_email.filing import Ids
from deskworld_email.finding import attachments_of, aware, find_all, owner, thread_of
from deskworld_email.records import Email, whole
from deskworld_email.tables import Attachment, Message

_UNSAFE = re.compile(r'[\\/:*?"<>|\x00-\x1f]+')


class Exported(Result):
    """Mails as files."""

    saved: list[Saved]
    failures: list[Failure]


@tool("edit")
def export_emails(world: World, emails: Ids, folder: str) -> Exported:
    """Save mails as .eml files with their attachments.

    Args:
        folder: Where to.
    """
    saved: list[Saved] = []
    failures: list[Failure] = []
    with world.read() as session:
        for message in find_all(session, emails):
            if isinstance(message, ToolError):
                failures.append(Failure(item=str(message).split("'")[1], reason=str(message)))
                continue
            name = " ".join(f"{message.id} {_UNSAFE.sub(' ', message.subject)[:60]}".split())
            target = world.workspace.target(f"{folder}/{name}.eml", suffixes=(".eml",), argument="folder")
            with world.workspace.writing(target) as temporary:
                temporary.write_bytes(bytes(_as_eml(session, message)))
            saved.append(_verified(world, target, message))
    if not saved:
        raise ToolError("; ".join(failure.reason for failure in failures), argument="emails")
    return Exported(saved=saved, failures=failures)


@tool("add")
def import_email(world: World, path: str) -> Email:
    """Let a mail from an .eml file arrive in the inbox, through blocks and filters like any other.

    Args:
        path: The .eml file.
    """
    file = world.workspace.find(path)
    parsed = BytesParser(policy=policy.default).parsebytes(file.read_bytes())
    sender = parseaddr(str(parsed.get("From", "")))
    if not sender[1]:
        raise ToolError(f"{path!r} is no mail: it has no sender", argument="path")
    with changing(world) as session:
        text = parsed.get_body(("plain", "html"))
        message = Message(
            id=world.next_id(session, "message"),
            sender=bare(sender[1], argument="path"),
            sender_name=sender[0],
            to=_addresses(parsed.get_all("To", [])),
            cc=_addresses(parsed.get_all("Cc", [])),
            subject=" ".join(str(parsed.get("Subject", "")).split()),
            body=_text(text),
            sent_at=world.now(),
            header_id=str(parsed.get("Message-ID", "")).strip(),
            list_address=_unsubscribe(str(parsed.get("List-Unsubscribe", ""))),
        )
        date = parsed.get("Date")
        if date is not None:
            with suppress(ValueError, ToolError):  # a date that is none: it arrived now
                message.sent_at = aware(parsedate_to_datetime(str(date)))
        before = _answered(session, parsed, message)
        message.reply_to = before.id if before and parsed.get("In-Reply-To") else ""
        message.thread_id = thread_of(before) if before else world.next_id(session, "thread")
        session.add(message)
        session.flush()
        for part in parsed.iter_attachments():
            _attach(world, session, message, part)
        receive(world, session, message)
        return whole(session, message, world.now())


def header_id(session: Session, message: Message) -> str:
    """The Message-ID of a mail: the one it came with, or one made of its id."""
    domain = owner(session).address.partition("@")[2]
    return message.header_id or f"<{message.id}@{domain}>"


def _as_eml(session: Session, message: Message) -> EmailMessage:
    mail = EmailMessage(policy=policy.SMTP)
    user, _, domain = message.sender.partition("@")
    mail["From"] = Address(message.sender_name, user, domain)
    for header, values in (("To", message.to), ("Cc", message.cc), ("Bcc", message.bcc)):
        if values:
            mail[header] = ", ".join(values)
    mail["Subject"] = message.subject
    mail["Date"] = message.sent_at
    mail["Message-ID"] = header_id(session, message)
    before = session.get(Message, message.reply_to) if message.reply_to else None
    if before:
        mail["In-Reply-To"] = mail["References"] = header_id(session, before)
    if message.list_address:
        mail["List-Unsubscribe"] = f"<mailto:{message.list_address}>"
    mail.set_content(message.body + (f"\n\n{message.quoted}" if message.quoted else ""))
    for each in attachments_of(session, message):
        kind, _, subtype = (each.media_type or "application/octet-stream").partition("/")
        mail.add_attachment(each.content, maintype=kind, subtype=subtype or "octet-stream", filename=each.name)
    if message.attachments:
        mail.set_boundary(f"=={message.id}==")  # else random: the same mail must give the same bytes
    return mail


def _verified(world: World, target: Path, message: Message) -> Saved:
    again = BytesParser(policy=policy.default).parsebytes(target.read_bytes())
    files = [part.get_filename() for part in again.iter_attachments()]
    if str(again["Subject"]) != message.subject or files != message.attachments:
        raise ToolError(f"{message.id} can't be read back from its file")
    return Saved(path=world.workspace.relative(target), verified=f"a mail with {len(files)} attachments, as read back")


def _answered(session: Session, parsed: EmailMessage, message: Message) -> Message | None:
    """The mail that a new one follows: by the ids it refers to, else by subject and people, as mail programs do."""
    named = re.findall(r"<[^>\s]+>", f"{parsed.get('References', '')} {parsed.get('In-Reply-To', '')}")
    domain = owner(session).address.partition("@")[2]
    for reference in reversed(named):
        ours = reference.strip("<>").removesuffix(f"@{domain}")
        found = (
            session.get(Message, ours)
            or session.exec(select(Message).where(col(Message.header_id) == reference).order_by(Message.id)).first()
        )
        if found:
            return found
    subject = plain_subject(message.subject)
    if not subject or subject == message.subject.casefold():
        return None  # without Re: the same subject is only the same subject
    people = {message.sender, *message.to, *message.cc}
    rows = session.exec(select(Message).where(col(Message.subject).icontains(subject, autoescape=True))).all()
    fitting = [
        each
        for each in rows
        if plain_subject(each.subject) == subject and len(people & {each.sender, *each.to, *each.cc}) > 1
    ]
    return max(fitting, key=lambda each: each.sent_at, default=None)


def _attach(world: World, session: Session, message: Message, part: EmailMessage) -> None:
    content = part.get_payload(decode=True)
    data = content if isinstance(content, bytes) else bytes(part)
    name = part.get_filename() or f"part-{len(message.attachments) + 1}"
    session.add(
        Attachment(
            id=world.next_id(session, "attachment"),
            message_id=message.id,
            name=name,
            media_type=part.get_content_type(),
            size=len(data),
            sha256=hashlib.sha256(data).hexdigest(),
            content=data,
        )
    )
    message.attachments = [*message.attachments, name]


def _addresses(headers: Iterable[object]) -> list[str]:
    pairs = getaddresses([str(header) for header in headers])
    return sorted({address.lower() for _, address in pairs if "@" in address})


def _text(part: MIMEPart | None) -> str:
    if part is None:
        return ""
    text = str(part.get_content())
    if part.get_content_type() == "text/html":
        text = re.sub(r"(?is)<(script|style).*?</\1>|<[^>]+>", "", re.sub(r"(?i)<(br|/p|/div|/tr)[^>]*>", "\n", text))
        text = html.unescape(text)
    return text.strip()


def _unsubscribe(header: str) -> str:
    found = re.search(r"<mailto:([^>?]+)", header)
    return found.group(1).lower() if found else ""
