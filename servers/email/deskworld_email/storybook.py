"""The invented mail is written as it would be told, in `stories/*.txt`; here it is read.

    # Subject | Label, Label
    >> luis to maya cc marco 12-04 15:20 (star, unread)
    What Luis wrote, until the next mail.
    [file lot-12.csv]
    the lines of an attached file
    [end]

People are keys of the cast; `@ key | name | address | where to unsubscribe` adds senders that are no person. A mail
answers the one before it in its story, unless it says `forward`.
"""

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.resources import files

from deskworld_kit.life import BY_KEY, ME, TODAY, tied

_HEAD = re.compile(r">> (\w+) to ([\w, ]+?)(?: cc ([\w, ]+?))? (\d\d)-(\d\d) (\d\d):(\d\d)(?: \(([\w, ]+)\))?$")


@dataclass(frozen=True)
class Sender:
    """Who wrote: a name and an address, and for a newsletter where to unsubscribe."""

    name: str
    address: str
    list_address: str = ""


@dataclass
class Mail:
    """One mail of a story. `marks` are star, unread, forward, spam."""

    sender: Sender
    to: list[str]
    cc: list[str]
    at: datetime
    marks: frozenset[str] = frozenset()
    body: str = ""
    files: dict[str, list[str]] = field(default_factory=dict[str, list[str]])


@dataclass
class Story:
    """A thread."""

    subject: str
    labels: list[str]
    mails: list[Mail] = field(default_factory=list[Mail])


def read_stories() -> list[Story]:
    """All stories, in the order of their files."""
    senders = {person.key: Sender(person.name, person.email) for person in BY_KEY.values()}
    found: list[Story] = []
    for page in sorted(files("deskworld_email").joinpath("stories").iterdir(), key=lambda each: each.name):
        if page.name.endswith(".txt"):
            found += _stories(page.read_text(encoding="utf-8"), senders)
    return found


def _stories(text: str, senders: dict[str, Sender]) -> list[Story]:
    found: list[Story] = []
    file: list[str] | None = None
    for line in text.splitlines():
        if file is not None:
            file = None if line == "[end]" else [*file, line]
            if file is not None:
                name = list(found[-1].mails[-1].files)[-1]
                found[-1].mails[-1].files[name] = file
        elif line.startswith("@ "):
            key, name, address, leave = (part.strip() for part in line[2:].split("|"))
            senders[key] = Sender(name, address, leave)
        elif line.startswith("# "):
            subject, _, labels = line[2:].partition("|")
            found.append(Story(subject.strip(), sorted(each.strip() for each in labels.split(",") if each.strip())))
        elif line.startswith(">> "):
            found[-1].mails.append(_mail(line, senders))
        elif line.startswith("[file "):
            file = []
            found[-1].mails[-1].files[line[6:-1]] = file
        elif found and found[-1].mails:
            found[-1].mails[-1].body += f"{line}\n"
    for story in found:
        for mail in story.mails:
            mail.body = mail.body.strip()
    return found


def _mail(line: str, senders: dict[str, Sender]) -> Mail:
    match = _HEAD.fullmatch(line)
    if match is None:
        raise ValueError(f"not the head of a mail: {line!r}")
    sender, to, cc, month, day, hour, minute, marks = match.groups()
    year = TODAY.year if int(month) <= TODAY.month else TODAY.year - 1
    return Mail(
        sender=senders[sender],
        to=_people(to, sender),
        cc=_people(cc or "", sender),
        at=datetime(year, int(month), int(day), int(hour), int(minute), tzinfo=UTC),
        marks=frozenset(each.strip() for each in (marks or "").split(",") if each),
    )


def _people(keys: str, sender: str) -> list[str]:
    """Addresses, in alphabetical order; `everyone` is the whole firm but the one who writes."""
    found: set[str] = set()
    for key in (each.strip() for each in keys.split(",") if each.strip()):
        if key == "everyone":
            found |= {person.email for person in (ME, *tied("work")) if person.key != sender}
        else:
            found.add(BY_KEY[key].email)
    return sorted(found)
