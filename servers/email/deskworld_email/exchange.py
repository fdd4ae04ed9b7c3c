"""Mail as .eml files (RFC 5322), the form that every mail program reads: out to the workspace, and in from it."""

import re
from email import policy
from email.errors import HeaderParseError
from email.headerregistry import Address
from email.message import EmailMessage
from email.parser import BytesParser

from deskworld_kit import Failure, Result, Saved, ToolError, World, tool
from sqlmodel import Session, col, select

from deskworld_email.composing import add_attachment, plain_subject
from deskworld_email.delivery import changing, receive
from deskworld_email.filing import Ids
from deskworld_email.finding import attachments_of, find_all, owner, thread_of
from deskworld_email.lines import one_line
from deskworld_email.parsing import read_mail
from deskworld_email.records import Email, whole
from deskworld_email.tables import Message

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
            try:
                if isinstance(message, ToolError):
                    raise message
                saved.append(_export(world, session, message, folder))
            except ToolError as error:
                failures.append(
                    Failure(item=message.id if isinstance(message, Message) else message.item, reason=str(error))
                )
    if not saved:
        raise ToolError("; ".join(failure.reason for failure in failures[:5]), argument="emails")
    return Exported(saved=saved, failures=failures)


@tool("add")
def import_email(world: World, path: str) -> Email:
    """Let a mail from an .eml file arrive in the inbox, through blocks and filters like any other.

    Args:
        path: The .eml file.
    """
    mail = read_mail(world.workspace.find(path), path)
    with changing(world) as session:
        message = Message(
            id=world.next_id(session, "message"),
            sender=mail.sender,
            sender_name=mail.sender_name,
            to=mail.to,
            cc=mail.cc,
            subject=mail.subject,
            body=mail.body,
            sent_at=mail.sent_at or world.now(),  # a date that is none: it arrived now
            header_id=mail.header_id,
            list_address=mail.list_address,
        )
        before = _answered(session, mail.references, message)
        message.reply_to = before.id if before and mail.answers else ""
        message.thread_id = thread_of(before) if before else world.next_id(session, "thread")
        session.add(message)
        session.flush()
        for name, media_type, content in mail.attachments:
            add_attachment(world, session, message, name, media_type, content)
        receive(world, session, message)
        return whole(session, message, world.now())


def _export(world: World, session: Session, message: Message, folder: str) -> Saved:
    subject = _UNSAFE.sub(" ", message.subject).encode()[:120].decode(errors="ignore")
    name = " ".join(f"{message.id} {subject}".split())
    target = world.workspace.target(f"{folder or '.'}/{name}.eml", suffixes=(".eml",), argument="folder")
    try:
        content = bytes(_as_eml(session, message))
        again = BytesParser(policy=policy.default).parsebytes(content)
        files = [part.get_filename() for part in again.iter_attachments()]
        read_back = str(again["Subject"])
    except (ValueError, LookupError, HeaderParseError) as error:  # rows that no tool made may hold anything
        raise ToolError(f"{message.id} can't be a file: {error}") from None
    if _letters(read_back) != _letters(message.subject) or len(files) != len(message.attachments):
        raise ToolError(f"{message.id} can't be read back from its file")
    with world.workspace.writing(target) as temporary:
        temporary.write_bytes(content)
    return Saved(path=world.workspace.relative(target), verified=f"a mail with {counted(len(files))}, as read back")


def counted(files: int) -> str:
    """A number of attachments in words."""
    return f"{files} attachment" if files == 1 else f"{files} attachments"


def _letters(text: str) -> str:
    """Text without spaces, of which folding a header may change some."""
    return "".join(text.split())


def header_id(session: Session, message: Message) -> str:
    """The Message-ID of a mail: the one it came with, or one made of its id."""
    domain = owner(session).address.partition("@")[2]
    return message.header_id or f"<{message.id}@{domain}>"


def _as_eml(session: Session, message: Message) -> EmailMessage:
    mail = EmailMessage(policy=policy.SMTP)
    user, _, domain = message.sender.partition("@")
    mail["From"] = Address(one_line(message.sender_name), user, domain)
    for header, values in (("To", message.to), ("Cc", message.cc), ("Bcc", message.bcc)):
        if values:
            mail[header] = ", ".join(values)
    mail["Subject"] = one_line(message.subject)
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
        mail.add_attachment(
            each.content, maintype=kind, subtype=subtype or "octet-stream", filename=one_line(each.name)
        )
    if message.attachments:
        mail.set_boundary(f"=={message.id}==")  # else random: the same mail must give the same bytes
    return mail


def _answered(session: Session, named: list[str], message: Message) -> Message | None:
    """The mail that a new one follows: by the ids it refers to, else by subject and people, as mail programs do."""
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
