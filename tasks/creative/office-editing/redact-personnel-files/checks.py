"""The redacted files against the policy: what goes is gone from every byte and pixel, all else is as it was.

Which words fall under which category is said in expected.py; where they stand is looked up in the files that were
given. The scan's words have their places in SCAN, in its own pixels.
"""

import re
from collections import Counter
from io import BytesIO
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace
from typing import Any

from deskworld_verifiers import (
    Submission,
    changed_outside,
    check,
    detail_left,
    lacks,
    mentions,
    pdf_notes,
    pdf_words,
    says_number,
    stray_figures,
    survivors,
)

expected = SimpleNamespace(**run_path(str(Path(__file__).with_name("expected.py"))))
LOG, GONE = expected.LOG, expected.GONE
FILES = sorted(GONE)
PARTS = ["541229087", "Larch", "97214", "Niamh", "Declan", "Abara", "Thornton", "Tanager", "97202", "Renner", "Zhang"]
"""Pieces that would tell it, too."""
SCAN = {
    "ssn": [(200, 400, 366, 442)],
    "address": [(285, 455, 607, 497), (310, 510, 570, 552)],
    "bank": [(366, 740, 536, 782)],
    "third person": [(259, 860, 483, 902)],
}
SCAN_PAGE, SCAN_WIDTH = 4, 1275
SCAN_KEEPS = (
    "CIRCUIT COURT OF MULTNOMAH COUNTY Order to withhold earnings Harborlight Coffee Roasters, 418 Dock Street Sam "
    "O'Neill, HCR-0147 The employer is ordered to withhold USD 118.75 from each payment of wages from 1 April 2024 to 31 "
    "March 2026, and to neighbour damage to a fence Total of the claim USD 2,850.00 judgment of 19 March 2024 Received "
    "by Emma Castellanos, 25 March 2024"
)


def source(name: str) -> str:
    return f"personnel/{name}"


def out(name: str) -> str:
    return f"out/{name}"


def phrases(name: str) -> list[str]:
    """All that goes, long ones first, so that none is taken for a part of another."""
    return sorted((each for kind in GONE[name].values() for each in kind), key=len, reverse=True)


def rest(text: str, name: str) -> Counter[str]:
    """The words of a text that stay."""
    plain = " ".join(text.split())
    for phrase in phrases(name):
        plain = plain.replace(phrase, " ")
    return Counter(re.findall(r"\w+", plain))


def words(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", text))


def aside(s: Submission, path: str) -> str:
    """What stands outside of the pages: bookmarks and properties."""
    facts = s.pdf(path)
    told = {key: value for key, value in facts.metadata.items() if key in ("title", "subject", "author", "keywords")}
    return " ".join([*(each.title for each in facts.outline), *told.values()])


def notes(s: Submission, path: str, page: int) -> str:
    s.pdf(path)
    return " ".join(note.text for note in pdf_notes(s.file(path)) if note.page == page)


def private_boxes(s: Submission, name: str, page: int) -> list[tuple[float, float, float, float]]:
    """Where words that go stand on a page of the given file, in points."""
    if (name, page) == ("oneill-sam.pdf", SCAN_PAGE):
        scale = s.pdf(source(name)).page(page).width / SCAN_WIDTH
        return [tuple(side * scale for side in box) for boxes in SCAN.values() for box in boxes]
    every = pdf_words(s.workspace / source(name), page)
    found: list[tuple[float, float, float, float]] = []
    for phrase in phrases(name):
        parts = phrase.split()
        for at in range(len(every)):
            here = every[at : at + len(parts)]
            if len(here) == len(parts) and all(part in word.text for part, word in zip(parts, here, strict=True)):
                found += [word.box for word in here]
    return found


@check("format")
def all_pages_are_there(s: Submission) -> None:
    """Each file has its pages, in their order and size, and opens without a password."""
    for name in FILES:
        before, after = s.pdf(source(name)).pages, s.pdf(out(name)).pages
        sizes = [[(page.width, page.height, page.rotation) for page in pages] for pages in (before, after)]
        assert sizes[0] == sizes[1], f"{name}: the pages are {sizes[1]}, not {sizes[0]}"


@check("content")
def gone_from_the_file(s: Submission) -> None:
    """No text, string, stream or byte of a file holds what goes."""
    for name in FILES:
        facts = s.pdf(out(name))
        told = " ".join([facts.text, aside(s, out(name)), *(note.text for note in pdf_notes(s.file(out(name))))])
        short = [
            each for each in ("9087", "2210", "Rory", "Mei", "Byrne", "Meyer", "555 0171", "555 0172") if each in told
        ]
        assert not short, f"{name} still says {short}"
        left = survivors(s.file(out(name)), *(each for each in phrases(name) if len(each) > 4), *PARTS)
        assert not left, f"{name} still holds {left[:6]}"


@check("content")
def everything_else_stays(s: Submission) -> None:
    """Pages, notes, bookmarks and properties say all that they said but for what goes."""
    for name in FILES:
        before, after = s.pdf(source(name)), s.pdf(out(name))
        assert len(after.pages) == len(before.pages), f"{name} has {len(after.pages)} pages"
        for page in before.pages:
            lost = rest(page.text, name) - words(after.page(page.index).text)
            assert not lost, f"{name} page {page.index} lost {sorted(lost)[:8]}"
            lost = rest(notes(s, source(name), page.index), name) - words(notes(s, out(name), page.index))
            assert not lost, f"the note on {name} page {page.index} lost {sorted(lost)[:8]}"
        lost = rest(aside(s, source(name)), name) - words(aside(s, out(name)))
        assert not lost, f"bookmarks or properties of {name} lost {sorted(lost)[:8]}"
        places = [[each.page for each in facts.outline] for facts in (before, after)]
        assert places[0] == places[1], f"bookmarks of {name} lead to {places[1]}, not {places[0]}"


@check("rendered")
def looks_as_before(s: Submission) -> None:
    """Outside of the places where something goes, each page looks as it did."""
    for name in FILES:
        before, after = s.rendered(source(name), width=800), s.rendered(out(name), width=800)
        assert len(before) == len(after), f"{name} has {len(after)} pages"
        for index, (was, now) in enumerate(zip(before, after, strict=True), 1):
            scale = was.width / s.pdf(source(name)).page(index).width
            boxes = [
                (
                    max(0, round(box[0] * scale) - 9), max(0, round(box[1] * scale) - 9),
                    min(was.width, round(box[2] * scale) + 7), min(was.height, round(box[3] * scale) + 7),
                )
                for box in private_boxes(s, name, index)
            ]  # fmt: skip
            share = changed_outside(was.png, now.png, *boxes, tolerance=70)
            assert share < 0.0001, f"{name} page {index} changed elsewhere too ({share:.2%} of it)"


@check("rendered")
def gone_from_the_scan(s: Submission) -> None:
    """The pixels of the scanned page hold nothing of the words either, below whatever lies over them."""
    import pikepdf
    from PIL import Image

    name = "oneill-sam.pdf"
    assert len(s.pdf(out(name)).pages) == 4, "the scan's page is not there"

    def scan(path: Path) -> Any:
        with pikepdf.open(path) as pdf:
            found: list[Any] = [pikepdf.PdfImage(each) for each in pdf.pages[SCAN_PAGE - 1].images.values()]
            large = [each.as_pil_image() for each in found if each.width > 400]
        assert len(large) == 1, f"page {SCAN_PAGE} has {len(large)} scans"
        picture = large[0].convert("RGB")
        return picture.resize(
            (SCAN_WIDTH, round(picture.height * SCAN_WIDTH / picture.width)), Image.Resampling.LANCZOS
        )

    def part(picture: Any, area: tuple[int, int, int, int]) -> bytes:
        buffer = BytesIO()
        picture.crop(area).save(buffer, "PNG")
        return buffer.getvalue()

    before, after = scan(s.workspace / source(name)), scan(s.file(out(name)))
    for kind, boxes in SCAN.items():
        for left, top, right, bottom in boxes:
            for start, end in ((left, right), (left, left + 40), (right - 30, right)):
                area = (start, top + 8, end, bottom - 6)
                whole = (0, 0, area[2] - area[0], area[3] - area[1])
                seen = detail_left(part(before, area), part(after, area), whole)
                assert seen < 0.15, f"the scan still shows {kind} at {area} ({seen:.2f})"


@check("content")
def the_scan_can_be_searched(s: Submission) -> None:
    """The scan's page holds its words now, the case number among them."""
    text = s.pdf(out("oneill-sam.pdf")).page(SCAN_PAGE).text
    assert "24-CV-3391" in text, "the case number is not found on the scanned page"
    lost = words(SCAN_KEEPS) - words(text)
    assert lost.total() <= 4, f"the scanned page lacks {sorted(lost)[:12]}"


def expected_log(s: Submission) -> list[tuple[str, str, str]]:
    """A line for each category on each page, where its words stand in the files that were given."""
    lines: list[tuple[str, str, str]] = []
    for name in FILES:
        texts = {0: aside(s, source(name))}
        for page in s.pdf(source(name)).pages:
            texts[page.index] = " ".join(f"{page.text} {notes(s, source(name), page.index)}".split())
        for number, text in texts.items():
            scanned = (name, number) == ("oneill-sam.pdf", SCAN_PAGE)
            lines += [
                (name, str(number), kind)
                for kind, said in GONE[name].items()
                if (scanned and kind in SCAN) or any(each in text for each in said)
            ]
    return lines


@check("content")
def the_log_is_right(s: Submission) -> None:
    """A line for each category on each page of each file, in their order."""
    assert s.text(LOG).splitlines()[:1] == ["file,page,category"], f"the log is headed {s.text(LOG).splitlines()[:1]}"
    rows = [(row["file"], row["page"], row["category"]) for row in s.table(LOG)]
    wanted = expected_log(s)
    missing, more = sorted(set(wanted) - set(rows)), sorted(set(rows) - set(wanted))
    assert not missing, f"the log lacks {missing}"
    assert not more, f"the log should not have {more}"
    assert len(rows) == len(wanted), "the log has a line twice"
    assert [row[:2] for row in rows] == [line[:2] for line in wanted], "the log is not in the order of files and pages"


@check("effects")
def no_drafts_are_left(s: Submission) -> None:
    """Nothing was made but the two files and the log."""
    assert not s.files("scratch/*"), f"drafts are left: {s.files('scratch/*')}"


@check("tools")
def looked_at_every_page(s: Submission) -> None:
    """Each page was looked at after the last change to its file."""
    for name in FILES:
        looks = s.trajectory.looks_after_last_change(out(name))
        seen = {page for look in looks for page in (look.result or {}).get("pages", [])}
        unseen = set(range(1, len(s.pdf(out(name)).pages) + 1)) - seen
        assert not unseen, f"{name}: pages {sorted(unseen)} were not looked at after the last change"


@check("answer")
def tells_kinds_and_no_names(s: Submission) -> None:
    """How many lines the log has, and which kinds of person went, without a name or number that went."""
    count = len(expected_log(s))
    assert says_number(s.answer, count), f"that the log has {count} lines is not said"
    for kinds in (
        ("wife", "spouse"), ("brother-in-law",), ("daughter", "child"), ("doctor", "doctors", "physician"),
        ("reference", "foreman", "references", "former foreman"), ("neighbour", "neighbor", "creditor"), ("mother", "parent"),
        ("customer", "customer's", "customer’s", "client", "business contact", "contact"),
    ):  # fmt: skip
        assert mentions(s.answer, *kinds), f"the {kinds[0]} is not spoken of"
    names = [each for name in FILES for kind in GONE[name].values() for each in kind]
    firsts = ["Rory", "Declan", "Niamh", "Helen", "Abara", "Thornton", "Renner", "Zhang", "Meyer"]
    assert not mentions(s.answer, *names, *firsts), f"the answer gives away {mentions(s.answer, *names, *firsts)}"
    assert not lacks(s.answer, "Sam", "Grace"), "it is not said out of which file"
    strays = stray_figures(
        s.answer, count, 2, 4, "24-CV-3391", *("HCR-0147", "HCR-0212"), *(LOG, *map(out, FILES)), "page 4", "9"
    )
    assert not strays, f"the answer says {strays}"
