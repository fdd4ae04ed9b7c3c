"""The pack against the tender's rules: the right pages in the right order, upright, numbered, filled in and small.

Which price schedule is current and which certificates are in force is read from the papers, the form's facts from the
note; pictures of the pages are held against pictures of the pages that were given.
"""

import re
from collections import Counter
from datetime import date, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

from deskworld_verifiers import (
    Submission,
    check,
    form_boxes,
    mentions,
    pdf_words,
    picture_dots,
    says_day,
    says_number,
    stray_days,
    stray_figures,
    text_in,
)

PACK, FORM, RULES = "out/bid-pack.pdf", "tender/form-RT-A.pdf", "tender/instructions-to-bidders.pdf"
TURNED = ("bid/drawings.pdf", 2)
FOOT = 26
"""Points at the foot of a page in which only the stamp may differ."""


def day(text: str) -> date:
    return datetime.strptime(text, "%d %B %Y").date()


def closing(s: Submission) -> date:
    found = re.search(r"until \w+ (\d+ \w+ \d{4})", s.pdf(RULES).text)
    assert found
    return day(found[1])


def prices(s: Submission) -> str:
    """The price schedule whose revision is the later one."""

    def revised(path: str) -> date:
        found = re.search(r"revision \w+ · (\d+ \w+ \d{4})", s.pdf(path).text)
        assert found
        return day(found[1])

    return max(("bid/prices.pdf", "bid/prices-final.pdf"), key=revised)


def total(s: Submission) -> str:
    """The total as the price schedule has it."""
    found = re.search(r"Total of the bid ([\d,.]+)", s.pdf(prices(s)).text)
    assert found
    return found[1]


def in_force(s: Submission) -> list[int]:
    """The pages of certificates.pdf that certify something on the closing day."""
    spans = [
        (page.index, re.search(r"In force from (\d+ \w+ \d{4}) to (\d+ \w+ \d{4})", page.text))
        for page in s.pdf("bid/certificates.pdf").pages
    ]
    return [index for index, span in spans if span and day(span[1]) <= closing(s) <= day(span[2])]


def parts(s: Submission) -> list[tuple[str, list[tuple[str, int]]]]:
    """Bookmark, and the pages that belong under it, in the tender's order."""

    def whole(path: str) -> list[tuple[str, int]]:
        return [(path, page.index) for page in s.pdf(path).pages]

    return [
        ("Form of Bid", whole(FORM)),
        ("Cover Letter", whole("bid/cover-letter.pdf")),
        ("Price Schedule", whole(prices(s))),
        ("Drawings", whole("bid/drawings.pdf")),
        ("Certificates", [("bid/certificates.pdf", number) for number in in_force(s)]),
        ("References", whole("bid/references.pdf")),
    ]


def pages(s: Submission) -> list[tuple[str, int]]:
    return [page for _, group in parts(s) for page in group]


def facts(s: Submission) -> dict[str, str]:
    """What the fields say, by name."""
    told = s.text("bid/facts-for-the-form.md")

    def one(pattern: str) -> str:
        found = re.search(pattern, told)
        assert found
        return found[1]

    name, role, phone, email = one(r"Person to ask: (.+)").split(", ")
    until = closing(s) + timedelta(days=int(one(r"holds for (\d+) days")))
    return {
        "bidder_name": one(r"Legal name: (.+?)\. It is"),
        "address": one(r"address: (.+)"),
        "ein": one(r"EIN: (.+)"),
        "contact_name": name,
        "contact_role": role,
        "phone": phone,
        "email": email,
        "legal_form": "Limited liability company",
        "total_usd": total(s),
        "first_day": one(r"First day of trade: (.+)"),
        "valid_until": f"{until.day} {until:%B} {until.year}",
    }


def words(text: str) -> Counter[str]:
    return Counter(text.split())


def picture(s: Submission, path: str, number: int) -> Any:
    """A page as a picture; the drawing that lay on its head as it should lie."""
    from PIL import Image

    view = s.rendered(path, width=900)[number - 1]
    found = Image.open(BytesIO(view.png)).convert("RGB")
    return found.rotate(180) if (path, number) == TURNED else found


@check("content")
def the_right_pages_in_order(s: Submission) -> None:
    """Each page has the words of the page that belongs there, and its number; nothing else is in the file."""
    pack, wanted = s.pdf(PACK), pages(s)
    assert len(pack.pages) == len(wanted), f"{len(pack.pages)} pages, not {len(wanted)}"
    for page, (path, number) in zip(pack.pages, wanted, strict=True):
        source = words(s.pdf(path).page(number).text)
        missing, more = source - words(page.text), words(page.text) - source
        assert not missing, f"page {page.index} is not page {number} of {path}: it lacks {sorted(missing)[:6]}"
        if path != FORM:
            stamp = words(f"Page {page.index} of {len(wanted)}")
            assert not more - stamp, f"page {page.index} says more than {path}: {sorted(more - stamp)[:6]}"


@check("rendered")
def pages_look_as_given(s: Submission) -> None:
    """Above its foot each page looks like the paper it comes from, upright and of its size."""
    import numpy

    pack = s.pdf(PACK)
    assert len(pack.pages) == len(pages(s)), f"{len(pack.pages)} pages, not {len(pages(s))}"
    for index, (path, number) in enumerate(pages(s), 1):
        if path == FORM:
            continue
        before, after = picture(s, path, number), picture(s, PACK, index)
        assert before.size == after.size, f"page {index} has another size, or lies on its side"
        high = round(before.height * (1 - FOOT / pack.page(index).height))
        one, other = (numpy.asarray(each.crop((0, 0, each.width, high)), numpy.int16) for each in (before, after))
        apart = float(numpy.abs(one - other).mean())
        assert apart < 4, f"page {index} does not look like page {number} of {path} ({apart:.1f})"


@check("content")
def the_form_is_filled_in(s: Submission) -> None:
    """Each field of the form shows what the note says, in its place."""
    places = form_boxes(s.workspace / FORM)
    assert s.pdf(PACK).pages, "there are no pages"
    for name, wanted in facts(s).items():
        found = text_in(s.file(PACK), 1, places[name][1])
        assert found == wanted, f"{name} says {found!r}, not {wanted!r}"


@check("rendered")
def the_boxes_are_checked(s: Submission) -> None:
    """Conditions and visit are checked, subcontractors are not."""
    import numpy

    for name, wanted in (("accept_conditions", True), ("site_visit", True), ("subcontractors", False)):
        _, box = form_boxes(s.workspace / FORM)[name]
        pair = picture(s, FORM, 1), picture(s, PACK, 1)
        scale = pair[0].width / s.pdf(FORM).page(1).width
        assert pair[0].size == pair[1].size, "the form has another size"
        area = tuple(round(side * scale) for side in (box[0] + 3, box[1] + 3, box[2] - 3, box[3] - 3))
        inks = [float((numpy.asarray(each.crop(area).convert("L")) < 128).mean()) for each in pair]
        assert (inks[1] - inks[0] > 0.05) is wanted, f"{name} is {'not ' if wanted else ''}checked"


@check("format")
def the_form_is_flat(s: Submission) -> None:
    """No field is left that could be changed."""
    import pikepdf

    assert not s.pdf(PACK).fields, f"fields are left: {[field.name for field in s.pdf(PACK).fields][:5]}"
    with pikepdf.open(s.file(PACK)) as pdf:
        kinds = {str(note.get("/Subtype")) for page in pdf.pages for note in page.obj.get("/Annots", [])}
        assert not kinds and "/AcroForm" not in pdf.Root, f"the file holds a form or notes: {sorted(kinds)}"


@check("format")
def every_page_is_numbered(s: Submission) -> None:
    """ "Page x of y" stands once on each page, small, in the lower right corner, on empty paper."""
    pack = s.pdf(PACK)
    count = len(pack.pages)
    assert count == len(pages(s)), f"{count} pages, not {len(pages(s))}"
    every = pdf_words(s.file(PACK))
    for page, source in zip(pack.pages, pages(s), strict=True):
        said = [word for word in every if word.page == page.index and word.box[1] > page.height - FOOT - 4]
        stamp = said[-4:]
        assert [word.text for word in stamp] == ["Page", str(page.index), "of", str(count)], (
            f"the foot of page {page.index} says {' '.join(word.text for word in said)!r}"
        )
        assert len(re.findall(r"Page\s+\d+\s+of\s+\d+", page.text)) == 1, f"page {page.index} has two numbers"
        left, top = min(word.box[0] for word in stamp), min(word.box[1] for word in stamp)
        right, bottom = max(word.box[2] for word in stamp), max(word.box[3] for word in stamp)
        assert abs(page.width - 9 - right) < 0.8, f"the number of page {page.index} ends {page.width - right:.1f} pt in"
        assert 3 <= page.height - bottom <= 15, f"the number of page {page.index} is {page.height - bottom:.1f} pt up"
        sizes = {word.size for word in stamp}
        assert sizes == {9.0}, f"the number of page {page.index} has letters of {sorted(sizes)} pt"
        paper = picture(s, *source)
        scale = paper.width / page.width
        area = paper.crop(tuple(round(side * scale) for side in (left, top, right, bottom))).convert("L")
        assert min(area.getdata()) > 200, f"the number of page {page.index} stands on something"


@check("format")
def bookmarks_and_properties(s: Submission) -> None:
    """The six bookmarks with the tender's words at the first pages of the parts; title and author."""
    pack, first, wanted = s.pdf(PACK), 1, list[tuple[int, str, int]]()
    for title, group in parts(s):
        wanted.append((1, title, first))
        first += len(group)
    assert [(each.level, each.title, each.page) for each in pack.outline] == wanted, f"bookmarks: {pack.outline}"
    name = facts(s)["bidder_name"]
    assert pack.metadata.get("title") == f"RT-2026-14 Bid of {name}", f"title: {pack.metadata.get('title')!r}"
    assert pack.metadata.get("author") == name, f"author: {pack.metadata.get('author')!r}"


@check("format")
def small_and_sharp(s: Submission) -> None:
    """The file fits the portal, and its photographs keep the dots they need."""
    assert s.pdf(PACK).pages, "there are no pages"
    size = s.file(PACK).stat().st_size
    most = re.search(r"\(([\d,]+) bytes\)", s.pdf(RULES).text)
    assert most and size <= int(most[1].replace(",", "")), f"the file has {size:,} bytes"
    dots = picture_dots(s.file(PACK))
    assert len(dots) == 3, f"{len(dots)} photographs, not 3"
    assert min(each for _, each in dots) >= 139, f"photographs have {dots} dots per inch"


@check("effects")
def no_drafts_are_left(s: Submission) -> None:
    """Nothing was made but the pack."""
    assert not s.files("scratch/*"), f"drafts are left: {s.files('scratch/*')}"


@check("tools")
def looked_at_every_page(s: Submission) -> None:
    """Each page of the pack was looked at after the last change to it."""
    looks = s.trajectory.looks_after_last_change(PACK)
    seen = {page for look in looks for page in (look.result or {}).get("pages", [])}
    unseen = set(range(1, len(s.pdf(PACK).pages) + 1)) - seen
    assert not unseen, f"pages {sorted(unseen)} were not looked at after the last change"


@check("answer")
def says_what_was_asked(s: Submission) -> None:
    """Pages, total, the last day, and what was left out and why."""
    until = day(facts(s)["valid_until"])
    assert says_number(s.answer, len(pages(s))), "how many pages it has is not said"
    assert says_number(s.answer, float(total(s).replace(",", "")), digits=7), "the total is not said"
    assert says_day(s.answer, until), f"that it holds until {until} is not said"
    old = "bid/prices.pdf" if prices(s).endswith("final.pdf") else "bid/prices-final.pdf"
    assert mentions(
        s.answer, Path(old).name, Path(old).stem, "revision B", "older price schedule", "old price schedule"
    )
    assert mentions(s.answer, "older", "old", "superseded", "outdated", "earlier", "replaced", "not current")
    assert mentions(s.answer, "insurance", "liability") and mentions(
        s.answer, "expired", "ended", "ran out", "no longer in force", "lapsed"
    ), "the insurance certificate and why it is out is not said"
    assert mentions(s.answer, "workers' compensation", "workers’ compensation", "workers compensation")
    assert mentions(s.answer, "begins", "starts", "begin", "start", "not yet", "in the future", "from 1 April"), (
        "why the certificate of workers' compensation is out is not said"
    )
    assert mentions(s.answer, "fax", "fax cover"), "the fax cover is not named"


@check("answer")
def says_nothing_wrong(s: Submission) -> None:
    """No other figure or day than those of the papers."""
    spans = re.findall(r"\d+ (?:January|February|March|April|May|June) 202\d", " ".join(
        s.pdf(path).text for path in ("bid/certificates.pdf", "bid/prices.pdf", "bid/prices-final.pdf")
    ))  # fmt: skip
    days = [*map(day, spans), closing(s), day(facts(s)["valid_until"]), day(facts(s)["first_day"])]
    size = s.file(PACK).stat().st_size
    figures = (
        len(pages(s)),
        float(total(s).replace(",", "")),
        PACK,
        "RT-2026-14",
        "RT-A",
        "CM-77120",
        "881-204",
        size,
        *(f"{size / unit:.{places}f} {name}" for unit in (1000, 1024) for places in (0, 1) for name in ("kB", "KB")),
        *(f"page {number}" for number in range(1, len(pages(s)) + 1)), "pages 3", "2 pages", "250 kB", "D-02", "90 days",
    )  # fmt: skip
    assert not stray_figures(s.answer, *figures, *days, digits=6), stray_figures(s.answer, *figures, *days, digits=6)
    assert not stray_days(s.answer, *days), stray_days(s.answer, *days)
