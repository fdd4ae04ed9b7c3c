"""The mailbox of the invented life: three months of mail that tells real stories, newsletters, and what lies unfinished.

Ids follow time, so the first mail of the world is message_1. Old threads are archived; those of the last two weeks are
in the inbox, where some are still unread.
"""

from __future__ import annotations

import hashlib
import mimetypes
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from deskworld_kit.life import BY_KEY, ME, TODAY

from deskworld_email.composing import forwarded, prefixed, quoted
from deskworld_email.papers import paper
from deskworld_email.storybook import Mail, Sender, Story, read_stories
from deskworld_email.tables import Attachment, Blocked, Filter, Label, Message, Settings, Signature

if TYPE_CHECKING:
    from random import Random

    from deskworld_kit import World
    from sqlmodel import Session

COLORS = ("blue", "green", "orange", "purple", "red", "yellow", "gray")
NEWSLETTERS = (
    # sender, subject, first issue, days between, issues
    (Sender("Daily Grind Weekly", "weekly@dailygrindpress.example", "leave-weekly@dailygrindpress.example"),
     "Daily Grind Weekly no. {number}", datetime(2026, 1, 9, 6, 0, tzinfo=UTC), 7, 8, 211),
    (Sender("Northwest Roasters Guild", "news@nwroasters.example", "unsubscribe@nwroasters.example"),
     "Guild letter {month}", datetime(2025, 12, 15, 9, 0, tzinfo=UTC), 31, 3, 1),
    (Sender("Fjordair Deals", "deals@fjordair.example", "stop@fjordair.example"),
     "Fares to the north from {price} USD", datetime(2026, 1, 20, 4, 0, tzinfo=UTC), 14, 3, 1),
)  # fmt: skip
HEADLINES = (
    "Green prices ease for the second week as rain returns to Minas Gerais",
    "A portable roast colour meter under 300 USD, tested",
    "Why three Portland cafés stopped charging for oat milk",
    "Reader question: how old is too old for espresso?",
    "Honey or washed? Five producers on what pays",
    "Compostable valves: what the label does not say",
    "The quiet return of the paper cup deposit",
    "Port strike talks in Tacoma enter another round",
    "How a roastery of four people plans its holidays",
    "Recipe: cold brew with orange peel",
    "Regional barista final: the list of starters",
    "New rules for origin claims on retail bags from July",
)


def seed(world: World, session: Session, random: Random) -> None:
    """Write the whole mailbox."""
    session.add(Settings(address=ME.email, name=ME.name))
    session.add_all(
        [
            Signature(
                name="Work",
                text=f"{ME.name}\n{ME.role}, {ME.company}\n{ME.phone}",
                standard=True,
            ),
            Signature(name="Private", text="Maya"),
            Blocked(address="promo@luckybeans.example"),
        ]
    )
    stories = [*read_stories(), *_newsletters(random)]
    labels = sorted({label for story in stories for label in story.labels} - {"spam"})
    session.add_all(Label(name=label, color=COLORS[n % len(COLORS)]) for n, label in enumerate(labels))
    weekly = Filter(id=world.next_id(session, "filter"), sender="weekly@dailygrindpress.example", label="Newsletters")
    orders = Filter(id=world.next_id(session, "filter"), subject="Your order", label="Orders")
    session.add_all([weekly, orders])
    told = _messages(world, session, stories)
    _unfinished(world, session, told)


def _messages(world: World, session: Session, stories: list[Story]) -> dict[str, Message]:
    """All mail in order of time; the last of each thread by its subject."""
    mails = [(mail, story) for story in stories for mail in story.mails]
    last: dict[int, Message] = {}
    for mail, story in sorted(mails, key=lambda each: each[0].at):
        before = last.get(id(story))
        message = _message(world, session, mail, story, before)
        last[id(story)] = message
    return {story.subject: last[id(story)] for story in stories}


def _message(world: World, session: Session, mail: Mail, story: Story, before: Message | None) -> Message:
    mine = mail.sender.address == ME.email
    recent = story.mails[-1].at > TODAY - timedelta(days=14)
    forward = before is not None and "forward" in mail.marks
    message = Message(
        id=world.next_id(session, "message"),
        mailbox="sent" if mine else "spam" if "spam" in mail.marks else "inbox" if recent else "archive",
        thread_id=before.thread_id if before and not forward else world.next_id(session, "thread"),
        sender=mail.sender.address,
        sender_name=mail.sender.name,
        to=mail.to,
        cc=mail.cc,
        subject=story.subject if before is None else prefixed("Fwd" if forward else "Re", story.subject),
        body=mail.body,
        quoted="" if before is None else forwarded(before) if forward else quoted(before),
        sent_at=mail.at,
        reply_to=before.id if before and not forward else "",
        forward_of=before.id if before and forward else "",
        attachments=list(mail.files),
        labels=[label for label in story.labels if label != "spam"],
        unread="unread" in mail.marks,
        starred="star" in mail.marks,
        came_from="inbox" if "spam" in mail.marks else "",
        list_address=mail.sender.list_address,
    )
    session.add(message)
    session.flush()
    for name, lines in mail.files.items():
        content = paper(name, lines)
        session.add(
            Attachment(
                id=world.next_id(session, "attachment"),
                message_id=message.id,
                name=name,
                media_type=mimetypes.guess_type(name)[0] or "application/octet-stream",
                size=len(content),
                sha256=hashlib.sha256(content).hexdigest(),
                content=content,
            )
        )
    return message


def _newsletters(random: Random) -> list[Story]:
    found: list[Story] = []
    for sender, subject, first, gap, issues, number in NEWSLETTERS:
        for issue in range(issues):
            at = first + timedelta(days=gap * issue, minutes=random.randint(0, 59))
            price = random.choice((389, 419, 449, 479))
            title = subject.format(number=number + issue, month=at.strftime("%B %Y"), price=price)
            lines = [f"* {headline}" for headline in random.sample(HEADLINES, 3)]
            if "{price}" in subject:
                lines = [f"* Portland - Reykjavik from {price} USD", f"* Portland - Gothenburg from {price + 130} USD"]
            marks = frozenset({"unread"} if issue > issues - 3 else ())
            body = f"{title}\n\n" + "\n".join(lines) + f"\n\nTo leave this list write to {sender.list_address}."
            mail = Mail(sender=sender, to=[ME.email], cc=[], at=at, marks=marks, body=body)
            found.append(Story(subject=title, labels=["Newsletters"], mails=[mail]))
    return found


def _unfinished(world: World, session: Session, told: dict[str, Message]) -> None:
    """Two drafts, a birthday wish that waits for its day, a snoozed letter, and something in the trash."""
    lisbon = told["Lisbon in September?"]
    drafts = (
        (["lucia"], prefixed("Re", lisbon.subject), "Yes! But let me check the 19th, because", lisbon, 28),
        (
            ["dana"],
            "Board deck: open points",
            "Dana, three things I could not find:\n\n1. on-time deliveries in",
            None,
            27,
        ),
    )
    for to, subject, body, answers, day in drafts:
        session.add(_own(world, session, to, subject, body, datetime(2026, 2, day, 17, 40, tzinfo=UTC), answers))
    session.flush()
    wish = _own(world, session, ["per"], "Grattis!", "Grattis på födelsedagen, Papa! We ring at five.", TODAY, None)
    wish.mailbox = "scheduled"
    wish.scheduled_at = wish.sent_at = datetime(2026, 3, 8, 15, 0, tzinfo=UTC)
    session.add(wish)
    told["The boiler on Alder Street"].snoozed_until = datetime(2026, 3, 9, 8, 0, tzinfo=UTC)
    advert = next(message for subject, message in told.items() if subject.startswith("Fares"))
    advert.mailbox, advert.came_from = "trash", "archive"


def _own(
    world: World, session: Session, to: list[str], subject: str, body: str, at: datetime, answers: Message | None
) -> Message:
    return Message(
        id=world.next_id(session, "message"),
        mailbox="drafts",
        thread_id=answers.thread_id if answers else world.next_id(session, "thread"),
        sender=ME.email,
        sender_name=ME.name,
        to=sorted(BY_KEY[key].email for key in to),
        subject=subject,
        body=body,
        quoted=quoted(answers) if answers else "",
        reply_to=answers.id if answers else "",
        sent_at=at,
    )
