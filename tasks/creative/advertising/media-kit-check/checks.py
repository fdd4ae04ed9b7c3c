"""The marks on the copy against what is wrong with the kit, found here anew from the checklist and last year's kit.

Where logo and pictures stand and how fine they are is read from the file; the seven things that are wrong are told by
where they are, what they are called, and what would be right.
"""

import re
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from deskworld_verifiers import (
    PdfNote,
    Submission,
    changed_outside,
    check,
    mentions,
    numbers,
    pdf_notes,
    picture_difference,
    picture_dots,
    stray_figures,
)

KIT, LAST, CHECKED = "agency/media-kit-2026.pdf", "agency/media-kit-2025.pdf", "out/media-kit-2026-checked.pdf"
FINDINGS = "out/findings.md"
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Wrong:
    """A thing that is wrong: its page and mark, the words or the place that it is about, what has to be said of it."""

    page: int
    kind: str
    words: str
    place: Box | None
    names: tuple[str, ...]
    faults: tuple[str, ...]
    right: tuple[str, ...]
    figures: tuple[str, ...]


def images(path: Path, number: int) -> list[Box]:
    """Where a page draws pictures, as seen, from the top down."""
    import pypdfium2.raw as raw
    from deskworld_artifacts.rendering.pdf import opened

    with opened(path) as pdf:
        page = pdf[number - 1]
        high = page.get_size()[1]
        boxes = [item.get_bounds() for item in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=8)]
    return sorted(
        ((left, high - top, right, high - bottom) for left, bottom, right, top in boxes), key=lambda box: box[1]
    )


def said(s: Submission, pattern: str) -> str:
    """What the checklist says."""
    found = re.search(pattern, s.text("brand/checklist.md"))
    assert found
    return found[1]


def wrongs(s: Submission) -> list[Wrong]:
    """All that is wrong, in the order of the pages."""
    kit = s.workspace / KIT
    pages = s.pdf(KIT).pages
    people = re.search(r"Today (\d+) people", pages[1].text)
    price = re.search(r"Northwind Dock 12 oz (\$[\d.]+)", pages[2].text)
    phone = re.search(r"Telephone (\+[\d ]+\d)", pages[3].text)
    least = float(said(s, r"at least (\d+) dots"))
    coarse = {page for page, dots in picture_dots(kit) if dots < least}
    unnumbered = {page.index for page in pages if f"Media kit 2026 · {page.index}" not in page.text}
    links = [
        note for note in pdf_notes(kit) if note.link.startswith("http") and not note.link.endswith(f"//{note.marked}")
    ]
    assert people and price and phone and coarse == {3} and unnumbered == {3} and len(links) == 1
    staff = said(s, r"(\d+) people")
    dock, number = said(s, r"Northwind Dock (\$[\d.]+)"), said(s, r"Theo Park, (\+[\d ]+\d)")
    foot: Box = (440, 730, 600, 790)
    old, bad = (
        ("old", "outdated", "last year's", "last year’s", "former", "out of date"),
        ("wrong", "incorrect", "not right"),
    )
    return [
        Wrong(2, "box", "", images(kit, 2)[0], ("logo",), (*old, *bad, "another", "different"),
              ("lighthouse", "logo-2026.png", "HARBORLIGHT"), ("2026", "2025")),
        Wrong(2, "highlight", people[1], None, ("people", "employees", "staff"), (*old, *bad, "not 34", "should be"),
              (staff,), (staff, people[1], "2026", "2025")),
        Wrong(3, "box", "", images(kit, 3)[1], ("picture", "resolution", "dots per inch", "dpi"),
              ("low", "too few", "coarse", "only", "below", "less than", "blurred"),
              (f"{least:.0f} dots", f"{least:.0f} dpi", f"{least:.0f}"), (f"{least:.0f}", 170 / 380 * 72, "32", "2025", "208")),
        Wrong(3, "highlight", price[1], None, ("price", "prices"), (*old, *bad, "too low", "should be"), (dock,),
              (dock, price[1], "12 oz", "2025")),
        Wrong(3, "note", "", foot, ("page number", "number", "foot"), ("missing", "lacks", "no", "not there", "left out", "absent"),
              ("Media kit 2026 · 3",), ("2026", "3")),
        Wrong(4, "highlight", phone[1], None, ("telephone", "phone", "number"),
              (*bad, "swapped", "transposed", "exchanged", "typo", "should be"), (number,), (number, phone[1], "2025")),
        Wrong(4, "highlight", links[0].marked, None, ("link", "links", "address"),
              (*bad, "misspelled", "misspelt", "broken", "typo", "harbourlight.exampel", "another", "does not lead", "elsewhere"),
              ("https://harborlight.example/pictures", "harborlight.example/pictures"), ("2025",)),
    ]  # fmt: skip


def covers(note: PdfNote, box: Box, slack: float = 12) -> bool:
    """Whether a box lies around a place and not much farther."""
    return all(abs(one - other) <= slack for one, other in zip(note.box, box, strict=True))


def fits(note: PdfNote, wrong: Wrong) -> bool:
    if note.page != wrong.page or note.kind != wrong.kind:
        return False
    if wrong.place is None:
        return note.marked == wrong.words
    if wrong.kind == "box":
        return covers(note, wrong.place)
    left, top, right, bottom = wrong.place
    return left <= note.box[0] <= right and top <= note.box[1] <= bottom


def marks(s: Submission) -> list[PdfNote]:
    """The notes on the copy that aren't links."""
    assert s.pdf(CHECKED).pages, "the copy has no pages"
    return [note for note in pdf_notes(s.file(CHECKED)) if note.kind != "link"]


def tells(text: str, wrong: Wrong) -> str:
    """What is amiss with what is said of a thing, or nothing."""
    if not mentions(text, *wrong.names):
        return f"{text!r} does not say that it is about the {wrong.names[0]}"
    if not mentions(text, *wrong.faults):
        return f"{text!r} does not say what is wrong with the {wrong.names[0]}"
    if not mentions(text, *wrong.right):
        return f"{text!r} does not say {wrong.right[0]}"
    names = r"\b(?:Dana|Whitfield|Tide|Lantern|Roble|(?<!Theo )Park)\b"
    if "price" not in wrong.names:
        names += r"|\b(?:Northwind|Dock)\b"
    strays = [*stray_figures(text, *wrong.figures), *re.findall(names, text)]
    return f"{text!r} says {strays} too" if strays else ""


@check("content")
def each_thing_is_marked(s: Submission) -> None:
    """A mark of the right kind on each thing that is wrong, and none on anything else."""
    found = marks(s)
    for wrong in wrongs(s):
        here = [note for note in found if fits(note, wrong)]
        what = wrong.words or wrong.names[0]
        assert len(here) == 1, f"{len(here)} marks of kind {wrong.kind} on {what!r}, page {wrong.page}"
        found.remove(here[0])
    assert not found, f"what isn't wrong is marked: {found[:3]}"


@check("content")
def each_mark_says_why(s: Submission) -> None:
    """Each mark says what is wrong and what would be right; the author is Theo."""
    import pikepdf

    found = marks(s)
    for wrong in wrongs(s):
        here = [note for note in found if fits(note, wrong)]
        assert here, f"nothing is marked at {wrong.words or wrong.names[0]!r}, page {wrong.page}"
        assert not tells(here[0].text, wrong), tells(here[0].text, wrong)
    with pikepdf.open(s.file(CHECKED)) as pdf:
        every: list[Any] = [note for page in pdf.pages for note in page.obj.get("/Annots", [])]
        authors = {str(note.get("/T", "")) for note in every if str(note["/Subtype"]) not in ("/Link", "/Popup")}
    assert authors == {"Theo Park"}, f"authors: {sorted(authors)}"


@check("rendered")
def pages_are_the_agencys(s: Submission) -> None:
    """Text, links and looks of the pages are as they were but for the marks."""
    before, after = s.pdf(KIT), s.pdf(CHECKED)
    assert [page.text for page in after.pages] == [page.text for page in before.pages], "a text was changed"
    links = [
        [(n.page, n.link) for n in pdf_notes(path) if n.kind == "link"] for path in (s.workspace / KIT, s.file(CHECKED))
    ]
    assert links[0] == links[1], f"links lead to {links[1]}"
    for was, now, page in zip(s.rendered(KIT, width=800), s.rendered(CHECKED, width=800), after.pages, strict=True):
        scale = was.width / page.width
        boxes = [
            (
                max(0, round(note.box[0] * scale) - 5), max(0, round(note.box[1] * scale) - 5),
                min(was.width, round(note.box[2] * scale) + 5), min(was.height, round(note.box[3] * scale) + 5),
            )
            for note in marks(s) if note.page == page.index
        ]  # fmt: skip
        assert changed_outside(was.png, now.png, *boxes) < 0.0005, f"page {page.index} looks otherwise"


def size_of(png: bytes) -> tuple[int, int]:
    from PIL import Image

    with Image.open(BytesIO(png)) as picture:
        return picture.size


@check("content")
def pictures_are_taken_out(s: Submission) -> None:
    """The pictures of both kits, each once, as they are in the files, with their pages in their names."""
    import pikepdf

    for kit, folder in ((KIT, "out/pictures/2026"), (LAST, "out/pictures/2025")):
        inside: dict[bytes, int] = {}
        with pikepdf.open(s.workspace / kit) as pdf:
            for number, page in enumerate(pdf.pages, 1):
                for each in page.images.values():
                    buffer = BytesIO()
                    pikepdf.PdfImage(each).as_pil_image().convert("RGB").save(buffer, "PNG")
                    inside.setdefault(buffer.getvalue(), number)
        files = s.files(f"{folder}/*")
        assert len(files) == len(inside), f"{folder} has {len(files)} pictures, the kit {len(inside)}"
        for path in files:
            size = (s.image(path).width, s.image(path).height)
            match = [each for each in inside if size_of(each) == size and picture_difference(each, s.file(path)) < 0.5]
            assert match, f"{path} is none of the pictures of {kit}"
            number = inside.pop(match[0])
            assert re.search(rf"p0*{number}(?!\d)", Path(path).stem), f"{path} is from page {number}"


@check("content")
def findings_for_the_agency(s: Submission) -> None:
    """A heading and a table with a line for each thing, in the order of the pages."""
    lines = [line.strip() for line in s.text(FINDINGS).splitlines() if line.strip()]
    assert lines and re.match(r"#+ \S", lines[0]), f"the file begins with {lines[:1]}, no heading"
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    assert rows and rows[0] == ["Page", "Wrong", "Right"], f"the columns are {rows[:1]}"
    rows = [row for row in rows[1:] if not re.fullmatch(r"[-: ]+", "".join(row))]
    wanted = wrongs(s)
    assert len(rows) == len(wanted), f"the table has {len(rows)} lines, not {len(wanted)}"
    assert [row[0] for row in rows] == [str(wrong.page) for wrong in wanted], (
        f"the pages are {[row[0] for row in rows]}"
    )
    for page in {wrong.page for wrong in wanted}:
        left = [f"{row[1]} / {row[2]}" for row in rows if row[0] == str(page)]
        for wrong in (each for each in wanted if each.page == page):
            match = [text for text in left if not tells(text, wrong)]
            assert match, f"no line on page {page} says rightly what is wrong with the {wrong.names[0]}: {left}"
            left.remove(match[0])
    others = " ".join(line for line in lines if not line.startswith("|"))
    assert not stray_figures(others, "2026", len(wanted)), (
        f"the findings say {stray_figures(others, '2026', len(wanted))}"
    )


@check("tools")
def looked_at_every_page(s: Submission) -> None:
    """Each page of the copy was looked at after the last change to it."""
    looks = s.trajectory.looks_after_last_change(CHECKED)
    seen = {page for look in looks for page in (look.result or {}).get("pages", [])}
    unseen = set(range(1, len(s.pdf(CHECKED).pages) + 1)) - seen
    assert not unseen, f"pages {sorted(unseen)} were not looked at after the last change"


@check("effects")
def nothing_else_is_left(s: Submission) -> None:
    """No draft and no other file was left."""
    others = [
        path for path in s.files("out/*") if path not in (CHECKED, FINDINGS) and not path.startswith("out/pictures/")
    ]
    assert s.pdf(CHECKED).pages and not [*others, *s.files("scratch/*")], f"left: {[*others, *s.files('scratch/*')]}"


@check("answer")
def says_how_many(s: Submission) -> None:
    """How many things are wrong on each page, and in all."""
    wanted = wrongs(s)
    counts = [sum(wrong.page == page for wrong in wanted) for page in range(1, len(s.pdf(KIT).pages) + 1)]
    told = s.answer.replace("*", "").replace(CHECKED, " ").replace(FINDINGS, " ")
    words = {"none": 0, "nothing": 0, "no": 0, "zero": 0, "one": 1, "two": 2, "three": 3, "seven": 7}
    plain = re.sub(
        r"\b(" + "|".join(words) + r")\b", lambda found: str(words[found[1].lower()]), told, flags=re.IGNORECASE
    )
    for page, count in enumerate(counts, 1):
        near = rf"page {page}\b[^\d\n]{{0,40}}\b{count}\b|\b{count}\b[^\d\n]{{0,30}}\bpage {page}\b"
        assert re.search(near, plain, re.IGNORECASE), f"that page {page} has {count} is not said"
    assert any(number.value == len(wanted) for number in numbers(plain)), f"that it is {len(wanted)} in all is not said"
    strays = stray_figures(s.answer, len(wanted), *range(5), CHECKED, FINDINGS, KIT, LAST, "2026", "2025",
                           "out/pictures/2026", "out/pictures/2025", "out/pictures/2026/", "out/pictures/2025/")  # fmt: skip
    assert not strays, f"the answer says {strays}"
