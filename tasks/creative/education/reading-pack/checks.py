"""The pack against the note: the right pages in order, upright, searchable, numbered, listed, and nothing told.

Pages with text are known by their words; those of the scan, whose words are told here as the book has them, by their
pictures too.
"""

import re
from collections import Counter
from io import BytesIO
from typing import Any

from deskworld_verifiers import Submission, check, mentions, pdf_words, says_number, stray_figures

PACK, NOTE = "out/reading-pack.pdf", "readings/note-from-ben.md"
TITLE = "Unit 4: Reading Pack"
LOCKED = "readings/three-chords.pdf"
KEPT = {
    "counting-time.pdf": [1, 2],
    "shape-of-a-melody.pdf": [1, 3],
    "drums.pdf": [1, 3],
    "three-chords.pdf": [1],
    "questions.pdf": [2],
}
"""Pages that are neither blank nor for teachers."""
UPRIGHT = {("counting-time.pdf", 1): 90, ("counting-time.pdf", 2): -90}
"""By how many degrees, against the clock, a page has to be turned."""
DRUMS = {
    1: "Hand Drums of the Coast Amara Quaye, Songs of the Shore, chapter 7 A hand drum is a pot, a box or a frame with a "
    "skin over it. The player is near to it: no stick comes between the hand and the sound. The middle of the skin gives "
    "a deep tone, the edge a bright one, and a slap with open fingers cracks like wood. On the coast the drums talk to "
    "the boats. A slow pattern of three tones says that the wind has turned; a roll says come home. Children learn the "
    "patterns before they learn to read. The largest drum leads. It does not play most, it listens most, and answers "
    "when a dancer asks. The smaller ones hold the time, each with a pattern of its own, and none of them makes sense "
    "alone.",
    3: "Makers choose a wood that does not split: cedar, alder, or fir from a beach. The skin is soaked for two days and "
    "laced while it is wet. As it dries it pulls the lacing tight, and the drum finds its pitch. To tune it the player "
    "warms the skin at a fire or over a lamp. Damp air lets the pitch sink, so players from rainy places learn to play "
    "fast and to tune often. Listen to the recording of 1962 on the shelf by the window. Four drums play. Which one "
    "leads, and how do you know?",
}


def password(s: Submission) -> str:
    found = re.search(r"password is (\S+?)\.", s.text(NOTE))
    assert found
    return found[1]


def parts(s: Submission) -> list[tuple[str, str]]:
    """Title and file of each reading, in the note's order."""
    return re.findall(r"\d\. \*\*(.+?)\*\*\s+\((.+?)\)", s.text(NOTE))


def pages(s: Submission) -> list[tuple[str, int]]:
    """File and page of each page after the contents."""
    return [(name, number) for _, name in parts(s) for number in KEPT[name]]


def firsts(s: Submission) -> list[tuple[str, int]]:
    """Each title, and the page that it begins on."""
    found, page = list[tuple[str, int]](), 2
    for title, name in parts(s):
        found.append((title, page))
        page += len(KEPT[name])
    return found


def words(text: str) -> Counter[str]:
    return Counter(re.findall(r"[\w’'-]+", text))


def given(s: Submission, name: str, number: int) -> tuple[str, Any]:
    """Text and picture of a page as it was given, upright."""
    import pypdfium2
    from deskworld_artifacts.pdfium import PDFIUM

    with PDFIUM:
        key = password(s) if f"readings/{name}" == LOCKED else None
        document = pypdfium2.PdfDocument(s.workspace / "readings" / name, password=key)
        page = document[number - 1]
        text = page.get_textpage().get_text_bounded()
        picture = page.render(scale=1.2).to_pil().convert("L")
        document.close()
    return text, picture.rotate(UPRIGHT.get((name, number), 0), expand=True)


@check("format")
def one_open_file(s: Submission) -> None:
    """The pack opens without a password and has a contents page and the pages of the five readings."""
    import pikepdf

    count = len(pages(s)) + 1
    assert len(s.pdf(PACK).pages) == count, f"{len(s.pdf(PACK).pages)} pages, not {count}"
    with pikepdf.open(s.file(PACK)) as pdf:
        assert not pdf.is_encrypted, "the pack is protected"
    sizes = {(round(page.width), round(page.height)) for page in s.pdf(PACK).pages}
    assert sizes == {(612, 792)}, f"pages of {sorted(sizes)} points"


@check("content")
def every_reading_in_order(s: Submission) -> None:
    """Each page has the words of the page that belongs there, and its number; none more."""
    pack = s.pdf(PACK)
    assert len(pack.pages) == len(pages(s)) + 1, f"{len(pack.pages)} pages"
    for index, (name, number) in enumerate(pages(s), 2):
        found = words(pack.page(index).text)
        if name == "drums.pdf":
            lost = words(DRUMS[number]) - found
            assert lost.total() <= 6, f"page {index} can't be searched for {sorted(lost)[:8]}"
            continue
        text, _ = given(s, name, number)
        wanted = words(text) + Counter([str(index)])
        assert found == wanted, (
            f"page {index} is not page {number} of {name}: it lacks {sorted(wanted - found)[:6]}, "
            f"and has {sorted(found - wanted)[:6]}"
        )


@check("rendered")
def upright_and_whole(s: Submission) -> None:
    """Above its foot each page looks like the one that was given, turned upright."""
    import numpy
    from PIL import Image

    views = s.rendered(PACK, width=734)
    assert len(views) == len(pages(s)) + 1, f"{len(views)} pages"
    assert not [view.label for view in views if view.blank], "a page is blank"
    for index, (name, number) in enumerate(pages(s), 2):
        _, before = given(s, name, number)
        with Image.open(BytesIO(views[index - 1].png)) as view:
            after = view.convert("L").resize(before.size)
        high = round(before.height * 0.92)
        one, other = (
            numpy.asarray(each.crop((0, 0, each.width, high)).reduce(4), numpy.int16) for each in (before, after)
        )
        apart = float(numpy.abs(one - other).mean())
        assert apart < 2.5, f"page {index} does not look like page {number} of {name}, upright ({apart:.1f})"


@check("format")
def every_page_has_its_number(s: Submission) -> None:
    """The number alone stands at the foot of each page, in the middle."""
    pack, count = s.pdf(PACK), len(pages(s)) + 1
    assert len(pack.pages) == count, f"{len(pack.pages)} pages"
    every = pdf_words(s.file(PACK))
    for page in pack.pages:
        foot = [word for word in every if word.page == page.index and word.box[1] > page.height - 60]
        assert [word.text for word in foot] == [str(page.index)], f"the foot of page {page.index} says {foot}"
        middle = (foot[0].box[0] + foot[0].box[2]) / 2
        assert abs(middle - page.width / 2) < 3, f"the number of page {page.index} is not in the middle"


@check("content")
def contents_page(s: Submission) -> None:
    """The first page is headed and lists the titles in order, each with the page it begins on."""
    text = " ".join(s.pdf(PACK).page(1).text.split())
    assert TITLE in text, f"the contents page is not headed {TITLE}"
    place = text.index(TITLE) + len(TITLE)
    for title, page in firsts(s):
        at = text.find(title, place)
        assert at >= 0, f"{title} is not listed, or not in its place"
        said = re.match(r"[\s.·…_–—|-]*(?:p(?:age|\.)?\s*)?(\d+)\b", text[at + len(title) :])
        assert said and int(said[1]) == page, f"{title} is listed with page {said[1] if said else 'none'}, not {page}"
        place = at + len(title)
    allowed = words(" ".join([TITLE, "Contents Reading Readings Page Title 1", *(f"{t} {p}" for t, p in firsts(s))]))
    figures = [each for each in words(text) - allowed if each.isdigit()]
    assert not figures, f"the contents page says {figures} too"


@check("format")
def bookmarks_and_properties(s: Submission) -> None:
    """Contents and the five titles on one level, each at its first page; title and author."""
    pack = s.pdf(PACK)
    wanted = [(1, "Contents", 1), *((1, title, page) for title, page in firsts(s))]
    assert [(each.level, each.title, each.page) for each in pack.outline] == wanted, f"bookmarks: {pack.outline}"
    assert pack.metadata.get("title") == TITLE, f"title: {pack.metadata.get('title')!r}"
    assert pack.metadata.get("author") == "Ben Okafor", f"author: {pack.metadata.get('author')!r}"


@check("effects")
def drafts_are_gone(s: Submission) -> None:
    """No draft is left beside the pack."""
    assert s.pdf(PACK).pages and not s.files("scratch/*"), f"drafts are left: {s.files('scratch/*')}"


@check("content")
def nothing_is_told(s: Submission) -> None:
    """Neither the answers nor the password are in the pack or in what is said of it."""
    told = f"{s.pdf(PACK).text} {' '.join(s.pdf(PACK).metadata.values())} {s.answer}"
    assert password(s) not in told and not mentions(told, "teacher only"), "the password or the answers are told"


@check("tools")
def looked_at_every_page(s: Submission) -> None:
    """Each page of the pack was looked at after the last change to it."""
    looks = s.trajectory.looks_after_last_change(PACK)
    seen = {page for look in looks for page in (look.result or {}).get("pages", [])}
    unseen = set(range(1, len(s.pdf(PACK).pages) + 1)) - seen
    assert not unseen, f"pages {sorted(unseen)} were not looked at after the last change"


@check("answer")
def says_what_was_asked(s: Submission) -> None:
    """How many pages, and each page that was left out, with its file."""
    assert says_number(s.answer, len(pages(s)) + 1), "how many pages it has is not said"
    for file, why in (
        ("shape-of-a-melody", ("blank", "empty")), ("drums", ("blank", "empty")),
        ("questions", ("answers", "answer", "answer page", "teacher", "teacher's")),
        ("hand-drums-old-copy", ("old", "last year's", "last year’s", "bad copy", "hand-drums-old-copy.pdf")),
    ):  # fmt: skip
        assert mentions(s.answer, file, f"{file}.pdf", file.replace("-", " ")), f"nothing is said of {file}"
        assert mentions(s.answer, *why), f"why a part of {file} is out is not said"
    for file, page in (("shape-of-a-melody", 2), ("drums", 2), ("questions", 1)):
        one = rf"(?:(?:page|p\.|pp\.) ?{page}\b|{('first', 'second')[page - 1]} page)"
        ways = rf"{one}[^.]{{0,24}}{file}|{file}(?:\.pdf)?[^.]{{0,24}}{one}"
        title = {"shape-of-a-melody": "shape of a melody", "drums": "hand drums", "questions": "questions"}[file]
        ways += f"|{ways.replace(file, title)}"
        assert re.search(ways, s.answer.replace("*", "").replace("`", ""), re.IGNORECASE), (
            f"{file}: page {page} is not named"
        )
    strays = stray_figures(s.answer, len(pages(s)) + 1, 1, 2, 5, PACK, TITLE, "unit 4", "two pages")
    assert not strays, f"the answer says {strays}"
