"""The last papers are in the pack, one figure is corrected where it stands, and those who come get it with the agenda."""

import csv
import io
import re
from datetime import date, time
from functools import cache
from itertools import pairwise
from pathlib import Path

from deskworld_artifacts import inspect
from deskworld_verifiers import (
    Submission,
    check,
    lacks,
    mentions,
    says_day,
    says_number,
    stray_days,
    stray_figures,
    stray_names,
    texts_in,
)

DECK, PACK = "meeting/spring-supply-review.pptx", "meeting/pack"
OLD = "5.85"
CONTRACTS = 4
"""The slide where 5.85 is a price a kilogram."""
PAPERS = {  # name: the attachment that was sent last
    "cost-per-pound.csv": "attachment_955",
    "green-cover.csv": "attachment_952",
    "march-capacity.csv": "attachment_953",
    "campaign-dates.txt": "attachment_954",
}
WITHDRAWN = "attachment_951"
AGENDA = [  # as Dana planned it, with Theo first and Victor last: start, what, who
    ("10:00", "campaign", "Theo"),
    ("10:10", "stock", "Sam"),
    ("10:25", "capacity", "Marco"),
    ("10:45", "cost", "Aisha"),
    ("11:00", "stock system", "Victor"),
]
END = "11:10"
DAY = date(2026, 3, 5)
ROOM = ("Dana Whitfield", "Aisha Karim", "Marco Bellini", "Sam O'Neill", "Theo Park", "Victor", "Grace Liu")
CHANGED = {3, 6}
"""The slides where the figure stands for the cost per pound."""
THREAD = [f"message_{number}" for number in range(951, 960)]


def attached(s: Submission, attachment: str) -> bytes:
    return s.rows("email_attachment", before=True, id=attachment)[0]["content"]


def new_figure(s: Submission) -> str:
    """February's cost per pound by Aisha's last file."""
    *_, february = csv.DictReader(io.StringIO(attached(s, PAPERS["cost-per-pound.csv"]).decode()))
    costs = sum(int(february[name]) for name in ("green_cost", "packaging", "freight", "labor"))
    return f"{costs / int(february['pounds_roasted']):.2f}"


@cache
def given():
    """The deck as it was given."""
    return inspect(Path(__file__).parent / "assets" / DECK)


def mail(s: Submission) -> dict:
    old = {row["id"] for row in s.rows("email_message", before=True)}
    new = [row for row in s.rows("email_message") if row["id"] not in old]
    assert len(new) == 1, f"one mail was to be written, there are {len(new)}"
    return new[0]


def known_times() -> list[time]:
    return [time.fromisoformat(at) for at in (*(start for start, _, _ in AGENDA), END)]


def minutes() -> list[int]:
    """How long each point takes."""
    at = [each.hour * 60 + each.minute for each in known_times()]
    return [end - start for start, end in pairwise(at)] + [at[-1] - at[0]]


# -- the pack


@check("format")
def papers_are_in_the_pack(s: Submission) -> None:
    """The four papers lie in the pack as they came last; nothing else does, and the old file is nowhere."""
    for name, attachment in PAPERS.items():
        assert s.file(f"{PACK}/{name}").read_bytes() == attached(s, attachment), f"{name} is not the one sent last"
    there = {path.removeprefix(f"{PACK}/") for path in s.files(f"{PACK}/*")}
    assert there - {*PAPERS, Path(DECK).name} == set(), "what else lies in the pack"
    kept = [path for path in s.files() if not path.startswith("scratch/")]
    withdrawn = [path for path in kept if s.file(path).read_bytes() == attached(s, WITHDRAWN)]
    assert not withdrawn, "Aisha's first file is kept"


# -- the deck


@check("content")
def the_figure_is_new_everywhere(s: Submission) -> None:
    """Texts, table, chart and notes are the old ones with the new figure; the contract price stays."""
    new = new_figure(s)
    assert new != OLD
    deck = s.deck(DECK)
    assert len(deck.slides) == len(given().slides), "slides were added or lost"
    for number, (now, was) in enumerate(zip(deck.slides, given().slides, strict=True), start=1):
        corrected = (lambda text: text) if number == CONTRACTS else (lambda text: text.replace(OLD, new))
        assert [shape.name for shape in now.shapes] == [shape.name for shape in was.shapes], f"shapes of slide {number}"
        for shape, old in zip(now.shapes, was.shapes, strict=True):
            assert shape.text == corrected(old.text), f"{old.name} on slide {number}"
        assert now.notes == corrected(was.notes), f"notes of slide {number}"


@check("content")
def the_chart_has_the_new_figure(s: Submission) -> None:
    """February's point is the new figure; all other points of both charts are as they were."""
    new = float(new_figure(s))
    for number, (now, was) in enumerate(zip(s.deck(DECK).slides, given().slides, strict=True), start=1):
        charts, old_charts = ([shape.chart for shape in each.shapes if shape.chart] for each in (now, was))
        assert len(charts) == len(old_charts), f"charts on slide {number}"
        for chart, old in zip(charts, old_charts, strict=True):
            assert chart.categories == old.categories, f"categories on slide {number}"
            for series, before in zip(chart.series, old.series, strict=True):
                wanted = [new if value == float(OLD) else value for value in before.values]
                assert (series.name, list(series.values)) == (before.name, wanted), f"chart of slide {number}"


@check("format")
def the_deck_is_as_it_was_otherwise(s: Submission) -> None:
    """No box moved, no look changed, and nothing a careful reader would object to came in."""
    for now, was in zip(s.deck(DECK).slides, given().slides, strict=True):
        boxes, old_boxes = ([(shape.name, shape.box) for shape in each.shapes] for each in (now, was))
        assert boxes == old_boxes, "boxes"
        looks, old_looks = (
            [
                (run.font, run.size, run.bold, run.color)
                for shape in each.shapes
                for part in shape.paragraphs
                for run in part.runs
            ]
            for each in (now, was)
        )
        assert set(looks) == set(old_looks), "looks of the text"
    assert len(s.deck(DECK).findings) <= len(given().findings), "the deck has new flaws"


@check("rendered")
def changed_slides_were_looked_at(s: Submission) -> None:
    """Slides 3 and 6 were rendered after the last change and before the mail; they show something."""
    calls = list(s.trajectory)
    changed = [n for n, call in enumerate(calls) if call.changes and call.touches(DECK) and "email" not in call.name]
    assert changed, "the deck was never changed"
    sent = max(
        (n for n, call in enumerate(calls) if call.ok and call.changes and "email" in call.name), default=len(calls)
    )
    looks = [call for call in calls[changed[-1] :] if call.ok and call.pictures and call.touches(DECK)]
    assert looks, "nobody looked at the deck after its last change"
    assert any(call.ok and call.pictures and call.touches(DECK) for call in calls[changed[-1] : sent]), (
        "looked at too late"
    )
    shown = {number for call in looks for number in call.arguments.get("slides") or range(1, 7)}
    assert shown >= CHANGED, "slides that were looked at"
    assert not any(view.blank for view in s.rendered(DECK, pages=sorted(CHANGED)))


# -- the mail


@check("state")
def those_who_come_have_the_pack(s: Submission) -> None:
    """One mail to the seven who come, with deck and papers; nothing else was sent or moved."""
    rules = {f"email_message.{name}": "ignored" for name in ("body", "subject", "unread", "reply_to")}
    assert not s.compare("email_message", "email_attachment", rules=rules).differences
    sent = {row["name"]: row["content"] for row in s.rows("email_attachment", message_id=mail(s)["id"])}
    for name, attachment in PAPERS.items():
        assert sent[name] == attached(s, attachment), f"{name} in the mail is not the one sent last"
    assert sent[Path(DECK).name] == s.file(DECK).read_bytes(), "the deck was changed after it was sent"
    assert mentions(mail(s)["subject"], "supply review"), "the subject says what it is about"


@check("content")
def the_agenda_is_right(s: Submission) -> None:
    """Each point has its line with start, point and who, in order; day, place and end are there."""
    body, subject = mail(s)["body"].split("\n-- \n")[0], mail(s)["subject"]
    lines = body.splitlines()
    places = []
    for start, what, who in AGENDA:
        fits = [n for n, line in enumerate(lines) if begins_at(line, start) and mentions(line, who)]
        assert fits, f"no line says that {who} starts at {start}"
        assert what in lines[fits[0]].lower(), f"{who} speaks of {what}"
        others = [other for _, _, other in AGENDA if other != who]
        assert not mentions(lines[fits[0]], *others), f"the point of {who} names somebody else"
        places.append(fits[0])
    assert places == sorted(places), "the points are out of order"
    assert re.search(rf"(?<!\d){END}(?!\d)", body), f"it ends at {END}"
    assert says_day(body, DAY), "the day"
    assert mentions(body, "cupping room"), "the place"
    assert not mentions(body, "Karin"), "Karin is not in the room"
    assert len(body.split()) <= 150, "an agenda is short"
    assert mentions(body, "Maya Lindqvist"), "mails end with Maya's name"
    text = f"{subject}\n{body}"
    known = [DAY, *known_times(), *minutes(), len(ROOM), len(AGENDA), *PAPERS, "2026"]
    assert not stray_figures(text, *known), "days, times or figures that are none of the meeting's"
    assert not stray_days(text, DAY), "another day"
    house = ["Maya Lindqvist", "Noor Haddad", "Harborlight Coffee Roasters"]
    senders = [row["sender_name"] for row in s.rows("email_message", before=True)]
    assert not stray_names(text, known=[*ROOM, *house], cast=senders), "names of people who do not come"


def begins_at(line: str, start: str) -> bool:
    """Whether the first time in a line is this one."""
    found = re.search(r"(?<!\d)(\d{1,2})[:.](\d\d)(?!\d)", line)
    return bool(found) and f"{int(found[1]):02d}:{found[2]}" == start


# -- how it was done, and what was said


@check("tools")
def the_thread_was_read_first(s: Submission) -> None:
    """All mails of the thread and Aisha's last file were read before anything changed in the deck; no id was guessed."""
    calls = list(s.trajectory)
    first = next((n for n, call in enumerate(calls) if call.changes and call.touches(DECK)), None)
    assert first is not None, "the deck was never changed"
    seen = [text for call in calls[:first] if call.ok for text in texts_in(call.result)]
    for message in THREAD:
        body = s.rows("email_message", before=True, id=message)[0]["body"]
        assert any(body in text for text in seen), f"{message} was not read"
    assert any("72280,6950,4612" in text for text in seen), "Aisha's last file was not opened"
    assert any(call.ok and call.reads and call.touches(DECK) for call in calls[:first]), (
        "the deck was not looked through"
    )
    assert not s.trajectory.guessed_ids(), "ids that no call had shown"


@check("answer")
def maya_knows_what_changed(s: Submission) -> None:
    """The answer has the new figure and who is in the room, and no wrong figure, slide or time."""
    assert says_number(s.answer, float(new_figure(s)), digits=9), "the new figure"
    assert not lacks(s.answer, *(name.split()[0] for name in ROOM)), "who comes"
    slides = re.findall(r"\bslides? (\d+)(?:(?:, | and | & |, and )(\d+))*", s.answer, re.IGNORECASE)
    named = {int(number) for each in slides for number in each if number}
    assert not named or CHANGED <= named <= {*CHANGED, CONTRACTS}, f"slides {named} are named"
    *_, february = csv.DictReader(io.StringIO(attached(s, PAPERS["cost-per-pound.csv"]).decode()))
    costs = [int(value) for name, value in february.items() if name != "month"]
    known = [float(new_figure(s)), float(OLD), 5.79, *costs, sum(costs[1:]), DAY, *known_times(), *PAPERS, "2026"]
    counts = [len(ROOM), len(PAPERS), len(AGENDA), len(PAPERS) + 1]
    assert not stray_figures(s.answer, *known, *counts, *CHANGED, CONTRACTS, DECK), "figures that are not so"
