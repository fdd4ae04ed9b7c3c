"""What happens to mail on its way: sending, and arriving through blocks, filters and the vacation responder.

There is no network. What goes to others is kept as sent; what goes to the user's own address arrives in the inbox, and
a scheduled mail leaves with the first change that is made after its time.
"""

from collections.abc import Generator
from contextlib import contextmanager

from deskworld_kit import World
from sqlmodel import Session, col, select

from deskworld_email.addresses import shown
from deskworld_email.finding import attachments_of, find_thread, number_of, owner, thread_of
from deskworld_email.tables import Attachment, Blocked, Filter, Message, Settings, Unsubscribed


@contextmanager
def changing(world: World) -> Generator[Session, None, None]:
    """A write to the mailbox; what was due by now happens first."""
    with world.write() as session:
        due = select(Message).where(Message.mailbox == "scheduled", col(Message.scheduled_at) <= world.now())
        for message in sorted(session.exec(due).all(), key=lambda each: (each.sent_at, number_of(each.id))):
            message.mailbox = "sent"
            _arrive_at_home(world, session, message)
        yield session


def send(world: World, session: Session, message: Message) -> None:
    """Let a mail go out now."""
    message.mailbox, message.sent_at, message.scheduled_at = "sent", world.now(), None
    session.add(message)
    session.flush()
    _arrive_at_home(world, session, message)


def receive(world: World, session: Session, message: Message) -> None:
    """Let a mail arrive: it is blocked, filed by the filters, or lies in the inbox; then it may be answered."""
    me = owner(session)
    message.mailbox, message.unread = "inbox", True
    session.add(message)
    session.flush()
    rules = [rule for rule in all_filters(session) if fits(rule, message)]
    unwanted = session.get(Blocked, message.sender) or session.get(Unsubscribed, message.sender)
    if unwanted and not any(rule.never_spam for rule in rules):
        message.mailbox, message.came_from = "spam", "inbox"
        return
    if message.thread_id and any(each.muted for each in find_thread(session, message.thread_id)):
        message.muted, message.mailbox = True, "archive"
    for rule in rules:
        apply(rule, message)
        if rule.forward_to and rule.forward_to != message.sender:
            _pass_on(world, session, me, message, rule.forward_to)
    if not any(rule.trash for rule in rules):
        _answer_for_the_absent(world, session, me, message)
    session.flush()


def all_filters(session: Session) -> list[Filter]:
    """The rules in the order they were made, which is the order they are applied in."""
    return sorted(session.exec(select(Filter)).all(), key=lambda rule: number_of(rule.id))


def fits(rule: Filter, message: Message) -> bool:
    """Whether a mail meets all the conditions of a rule."""
    text = f"{message.subject}\n{message.body}".casefold()
    return (
        rule.sender.casefold() in shown(message.sender, message.sender_name).casefold()
        and rule.recipient.casefold() in " ".join([*message.to, *message.cc]).casefold()
        and rule.subject.casefold() in message.subject.casefold()
        and all(word in text for word in rule.words.casefold().split())
        and (bool(message.attachments) or not rule.has_attachment)
    )


def apply(rule: Filter, message: Message) -> bool:
    """Do with a mail what a rule says (but forwarding); says whether anything changed."""
    before = (message.mailbox, message.unread, message.starred, message.labels)
    if rule.label:
        message.labels = sorted({*message.labels, rule.label})
    message.unread = message.unread and not rule.mark_read
    message.starred = message.starred or rule.star
    if rule.never_spam and message.mailbox == "spam":
        message.mailbox = "inbox"
    if rule.archive and message.mailbox == "inbox":
        message.mailbox = "archive"
    if rule.trash and message.mailbox in ("inbox", "archive"):
        message.mailbox, message.came_from = "trash", message.mailbox
    return before != (message.mailbox, message.unread, message.starred, message.labels)


def copy_attachments(world: World, session: Session, source: Message, goal: Message) -> None:
    """Give a mail the attachments of another one, after those it has."""
    for each in attachments_of(session, source):
        copy = Attachment(
            id=world.next_id(session, "attachment"),
            message_id=goal.id,
            name=each.name,
            media_type=each.media_type,
            size=each.size,
            sha256=each.sha256,
            content=each.content,
        )
        session.add(copy)
        goal.attachments = [*goal.attachments, each.name]


def _arrive_at_home(world: World, session: Session, message: Message) -> None:
    """The copy that reaches the inbox when a mail goes to the user's own address."""
    if owner(session).address not in (*message.to, *message.cc, *message.bcc):
        return
    shared = {"sender", "sender_name", "to", "cc", "subject", "body", "quoted", "sent_at", "reply_to", "forward_of"}
    copy = Message(
        id=world.next_id(session, "message"),
        thread_id=thread_of(message),
        copy_of=message.id,
        **message.model_dump(include=shared),
    )
    session.add(copy)
    session.flush()
    copy_attachments(world, session, message, copy)
    receive(world, session, copy)


def _pass_on(world: World, session: Session, me: Settings, message: Message, address: str) -> None:
    forward = Message(
        id=world.next_id(session, "message"),
        sender=me.address,
        sender_name=me.name,
        to=[address],
        subject=f"Fwd: {message.subject}",
        quoted=message.body,
        sent_at=world.now(),
        mailbox="sent",
        forward_of=message.id,
    )
    forward.thread_id = world.next_id(session, "thread")
    session.add(forward)
    session.flush()
    copy_attachments(world, session, message, forward)


def _answer_for_the_absent(world: World, session: Session, me: Settings, message: Message) -> None:
    """The vacation reply: once to each person, never to newsletters, robots or oneself."""
    now = world.now()
    away = me.vacation_on and (me.vacation_from or now) <= now <= (me.vacation_until or now)
    robot = message.list_address or "noreply" in message.sender.replace("-", "") or message.sender == me.address
    if not away or robot:
        return
    since = select(Message).where(Message.mailbox == "sent", Message.subject == me.vacation_subject)
    if any(each.to == [message.sender] and each.sent_at >= (me.vacation_from or now) for each in session.exec(since)):
        return
    answer = Message(
        id=world.next_id(session, "message"),
        thread_id=thread_of(message),
        sender=me.address,
        sender_name=me.name,
        to=[message.sender],
        subject=me.vacation_subject,
        body=me.vacation_body,
        sent_at=now,
        mailbox="sent",
        reply_to=message.id,
    )
    session.add(answer)
