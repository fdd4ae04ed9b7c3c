"""The handbook against its chapters, the old rules and the template: every word, numbered, placed and dressed right."""

import csv
import re
from difflib import SequenceMatcher
from io import StringIO
from itertools import pairwise
from typing import Any

from deskworld_verifiers import (
    Submission,
    check,
    contents_of,
    field_codes,
    heading_pages,
    headings_of,
    labels_of,
    lacks,
    notes_placed,
    pictures_in,
    records_of,
    same_picture,
    says_number,
    stray_figures,
)

BOOK, PDF = "out/employee-handbook.docx", "out/employee-handbook.pdf"
TEMPLATE, OLD = "template/handbook-template.docx", "chapters/old-travel-rules.docx"
CHAPTERS = ["01-welcome", "02-working-time", "03-pay-and-benefits", "04-safety"]
FIGURES = {
    "figures/shift-wheel.png": ["early", "late", "night"],
    "figures/exit-map.png": ["roasting", "packing", "office", "quay", "meeting point"],
}
COVER = ["title", "edition", "owner", "valid from"]


def changes(s: Submission) -> list[tuple[str, str]]:
    """What changes.md replaces by what."""
    return re.findall(r"^\| (.+?) \| (.+?) \| .+ \|$", s.text("changes.md"), re.MULTILINE)[2:]


def cover(s: Submission) -> list[str]:
    """Title, edition, owner and day, as changes.md says them."""
    text = " ".join(s.text("changes.md").split())
    return [re.findall(rf'{name} "(.+?)"', text)[-1] for name in COVER]


def changed(s: Submission, text: str) -> str:
    for was, now in changes(s):
        text = text.replace(was, now)
    return text


def lines(s: Submission) -> list[tuple[str, str]]:
    """What the chapters say, in order: kind (heading 1, heading 2, bullet, number, quote, text, figure, table), text."""
    found: list[tuple[str, str]] = []
    for name in CHAPTERS:
        text = re.sub(r"^\[\^.+$", "", s.text(f"chapters/{name}.md"), flags=re.MULTILINE)
        for block in re.split(r"\n\s*\n", re.sub(r"^(#.*)$", r"\n\1\n", text, flags=re.MULTILINE)):
            for piece in re.split(r"\n(?=- |\d\. )", block.strip()):
                found += [line(changed(s, " ".join(piece.split())))] if piece.strip() else []
    return found + travel(s)


def line(text: str) -> tuple[str, str]:
    """A piece of a chapter: what it is, and its words without Markdown."""
    words = re.sub(r"\[\^\w+\]", "", re.sub(r"\[([^]^]+)\]\(#.+?\)", r"\1", text))
    for kind, mark in (
        ("heading 2", r"## [\d.]+ "), ("heading 1", r"# [\d.]+ "), ("bullet", "- "), ("number", r"\d\. "),
        ("quote", "> "), ("figure", r"!\[Figure: "), ("table", r"!\[Table: "),
    ):  # fmt: skip
        if found := re.match(mark, words):
            rest = words[found.end() :]
            return kind, rest.partition("](")[0] if kind in ("figure", "table") else rest
    return "text", words


def travel(s: Submission) -> list[tuple[str, str]]:
    """The old rules as the last chapter."""
    found: list[tuple[str, str]] = [("heading 1", "Travel")]
    for paragraph in s.document(OLD).paragraphs[1:]:
        text = changed(s, paragraph.text.strip())
        if not text or "fax" in text:
            continue
        if all(run.bold for run in paragraph.runs):
            found.append(("heading 2", text))
        elif item := re.match(r"\d\) ", text):
            found.append(("number", text[item.end() :]))
        else:
            found.append(("text", text))
    return found


def wanted(s: Submission, *kinds: str) -> list[str]:
    return [text for kind, text in lines(s) if kind in kinds]


def body(s: Submission) -> list[Any]:
    """The paragraphs with text behind the contents."""
    found = [one for one in s.document(BOOK).paragraphs if one.text.strip()]
    start = next((n for n, one in enumerate(found) if one.heading == 1), len(found))
    return found[start:]


@check("content")
def every_word_is_there(s: Submission) -> None:
    """Chapter after chapter, paragraph after paragraph, as the sources and changes.md have it, and nothing else."""
    found = [" ".join(one.text.split()) for one in body(s) if one.style != "Caption"]
    right = [text for kind, text in lines(s) if kind not in ("figure", "table")]
    steps = SequenceMatcher(None, found, right, autojunk=False).get_opcodes()
    wrong = [f"{found[a:b]} should be {right[c:d]}" for what, a, b, c, d in steps if what != "equal"]
    assert not wrong, wrong


@check("format")
def headings_and_lists_are_real(s: Submission) -> None:
    """Chapters and sections are numbered headings, items are items, each numbered list begins with 1."""
    facts = s.document(BOOK)
    right = [(int(kind[-1]), text) for kind, text in lines(s) if kind.startswith("heading")]
    assert headings_of(facts) == right, f"the headings are {headings_of(facts)}"
    labels: list[str] = []
    count = [0, 0]
    for level, _ in right:
        count = [count[0] + 1, 0] if level == 1 else [count[0], count[1] + 1]
        labels.append(".".join(map(str, count[:level])))
    told = [one.numbering.label if one.numbering else "" for one in facts.paragraphs if one.heading]
    assert told == labels, f"the headings are numbered {told}"
    items: list[tuple[str, str]] = []
    place = 0
    for kind, text in lines(s):
        place = place + 1 if kind == "number" else 0
        items += [(f"{place}.", text)] if kind == "number" else [("•", text)] if kind == "bullet" else []
    listed = [
        (label if label[:1].isdigit() else "•", " ".join(text.split()))
        for label, text in labels_of(facts)
        if (label, text) not in zip(told, [text for _, text in right], strict=True)
    ]
    assert listed == items, f"the lists are {listed}"
    quotes = [one.text for one in facts.paragraphs if one.style == "Quote"]
    assert quotes == wanted(s, "quote"), f"in the style Quote stand {quotes}"


@check("content")
def footnotes_are_in_place(s: Submission) -> None:
    """Each footnote behind the words that its source has it behind."""
    right: list[tuple[str, str]] = []
    for name in CHAPTERS:
        text = " ".join(changed(s, s.text(f"chapters/{name}.md")).split())
        notes = dict(re.findall(r"\[\^(\w+)\]: (.+?)(?=\[\^|$)", text))
        right += [(before, notes[mark].strip()) for before, mark in re.findall(r"([^\[\]]{12})\[\^(\w+)\](?!:)", text)]
    found = [(before[-12:], " ".join(note.split())) for before, note in notes_placed(s.file(BOOK))]
    assert found == right, f"the notes are {found}"


@check("content")
def vacation_crosses(s: Submission) -> None:
    """The days of the list, years in rows, days a week in columns."""
    heads = ["Years with us", *(f"{days} days a week" for days in (5, 4, 3))]
    rows = records_of(s.document(BOOK), *heads)
    source = list(csv.DictReader(StringIO(s.text("data/vacation.csv"))))
    right = [
        {heads[0]: years, **{f"{one['days_a_week']} days a week": one["vacation_days"] for one in source if one["years"] == years}}
        for years in dict.fromkeys(one["years"] for one in source)
    ]  # fmt: skip
    told = [{head: re.sub(r"\s*[–-]\s*", "-", text.strip()) for head, text in row.items()} for row in rows]
    assert told == right, f"the table says {told}"
    table = next(one for one in s.document(BOOK).tables if one.rows[0] == heads)
    assert table.style == "Harborlight Table" and table.header_repeats, (
        f"{table.style}, repeats: {table.header_repeats}"
    )
    pages = [page.text for page in s.pdf(PDF).pages if heads[0] in page.text and heads[1] in page.text]
    assert len(pages) == 1 and not lacks(pages[0], *[row[heads[0]] for row in right]), "the table goes over two pages"
    sides = {cell[0].alignment for row in table.cells[1:] for cell in row[1:]}
    assert sides <= {"right", "end"}, f"the figures stand {sorted(sides)}"


@check("format")
def figures_stand_in_place(s: Submission) -> None:
    """Both pictures, in their sections, undistorted, with alt text and a numbered caption; the table has one too."""
    facts = s.document(BOOK)
    pictures = pictures_in(s.file(BOOK))
    assert len(pictures) == len(FIGURES) == len(facts.pictures), f"there are {len(pictures)} pictures"
    for blob, picture, (path, words) in zip(pictures, facts.pictures, FIGURES.items(), strict=True):
        assert same_picture(blob, s.file(path)), f"{picture.name} is not {path}"
        ratio = picture.width / picture.height * picture.pixel_height / picture.pixel_width
        assert abs(ratio - 1) < 0.02, f"{path} is stretched by {ratio:.2f}"
        assert 200 <= picture.width <= 460, f"{path} is {picture.width:.0f} points wide"
        assert len(picture.alt.split()) >= 8 and not lacks(picture.alt, *words), f"{path}: {picture.alt!r}"
        strays = stray_figures(picture.alt, "5 am", "1 pm", "9 pm", "5 a.m.", "1 p.m.", "9 p.m.", 1, 2, 3, 5, 9)
        assert not strays, f"the alt text of {path} says {strays}"
    captions = [one for one in facts.paragraphs if one.style == "Caption"]
    said = [re.match(r"(Figure|Table) (\d+)\b\W*(.*)", one.text) for one in captions]
    assert [(one[1], one[2]) if one else "" for one in said] == [("Figure", "1"), ("Table", "1"), ("Figure", "2")], (
        f"the captions are {[one.text for one in captions]}"
    )
    assert len(field_codes(facts, "SEQ")) == 3, "the numbers of captions are typed"
    right = wanted(s, "figure", "table")
    assert [one[3] if one else "" for one in said] == right, f"the captions say {[one.text for one in captions]}"
    empty = [one for one in facts.paragraphs if not one.text.strip() and not one.page_break_before]
    sides = [one.alignment for one in [*empty, captions[0], captions[2]]]
    assert set(sides) == {"center"}, f"figures and their captions stand {sides}"
    for section, number in (("Hours and shifts", "Figure 1"), ("Vacation", "Table 1"), ("Ways out", "Figure 2")):
        assert number in facts.section_text(section), f"{number} is not in the section {section}"
    order = [one.text for one in body(s)]
    place = next(n for n, text in enumerate(order) if text.startswith("Table 1"))
    assert "Days of vacation in a year" in order[place - 1], "the table does not follow its sentence"
    sources = lines(s)
    before = [text for (_, text), (kind, _) in pairwise(sources) if kind == "figure"]
    for number, text in zip(("Figure 1", "Figure 2"), before, strict=True):
        place = next(n for n, said in enumerate(order) if said.startswith(number))
        assert order[place - 1] == text, f"{number} does not follow its sentence"


@check("format")
def contents_have_the_right_pages(s: Submission) -> None:
    """All chapters and sections with their numbers and the pages they are on; the contents are page 2, alone."""
    facts, pages = s.document(BOOK), heading_pages(s.file(BOOK))
    numbered = [(one.numbering.label if one.numbering else "", one.text) for one in facts.paragraphs if one.heading]
    right = [(f"{label} {text}", str(pages[text])) for label, text in numbered]
    told = [(re.sub(r"(?<=\d)\.?\s+", " ", title), page) for title, page in contents_of(facts)]
    assert told == right, f"the contents say {told}"
    assert min(pages.values()) == 3, f"the first chapter is on page {min(pages.values())}"
    assert "Contents" in s.pdf(PDF).page(2).text and "Owner" not in s.pdf(PDF).page(2).text
    chapters = [pages[text] for level, text in headings_of(facts) if level == 1]
    assert len(set(chapters)) == len(chapters), f"chapters begin on the pages {chapters}"


@check("format")
def the_template_shows(s: Submission) -> None:
    """Pages, headers, footers and styles are the template's, filled in; no sample and no other look is left."""
    facts, template = s.document(BOOK), s.document(TEMPLATE)
    title, edition, owner, day = cover(s)
    assert (facts.title, facts.author) == (title, "Harborlight Coffee Roasters"), f"{facts.title!r} by {facts.author!r}"
    first = [(one.style, one.text) for one in facts.paragraphs[:4]]
    assert first == [
        ("Title", title), ("Subtitle", edition), ("Normal", f"Owner: {owner}"), ("Normal", f"Valid from {day}")
    ], f"the cover says {first}"  # fmt: skip
    assert len(facts.sections) == 1
    page, was = facts.sections[0], template.sections[0]
    assert page.header == f"{title}, {edition}" and page.first_header == "", f"the header is {page.header!r}"
    assert (page.footer, page.first_footer) == (was.footer, was.first_footer), "the footers are others"
    assert field_codes(facts, "PAGE") and field_codes(facts, "NUMPAGES"), "the page number is typed"
    sides = [(one.width, one.height, one.top, one.right, one.bottom, one.left) for one in (page, was)]
    assert sides[0] == sides[1], "the pages are others"
    left = re.findall(r"\{\{.*?\}\}|lorem|\[[^\]]*\]|\bsample\b|\bTBD\b", facts.text, re.IGNORECASE)
    assert not left, f"left over: {left}"
    assert set(facts.fonts) <= {"Carlito", "Caladea"}, f"the fonts are {facts.fonts}"
    for one in body(s):
        looks = {(run.size, run.bold, run.color) for run in one.runs if run.text.strip() and not run.link}
        assert len(looks) == 1, f"{one.text[:40]!r} changes its look: {sorted(looks)}"
        size = {"Heading 1": 24, "Heading 2": 15, "Caption": 9.5}.get(one.style, 11)
        assert next(iter(looks))[0] == size, f"{one.text[:40]!r} ({one.style}) has {next(iter(looks))[0]} points"
        assert one.before <= 24 and one.after <= 24 and one.alignment in ("", "left", "start", "center"), (
            f"{one.text[:40]!r}"
        )
        assert one.alignment != "center" or one.text.startswith("Figure"), f"{one.text[:40]!r} is centred"


@check("content")
def the_link_leads_to_its_section(s: Submission) -> None:
    """Being ill, in the chapter on safety, is a link to that section."""
    from deskworld_artifacts.inspection.ooxml import Package, child, deep, tag

    facts = s.document(BOOK)
    links = [link for link in facts.links if not link.target.startswith("#_Toc")]
    assert [link.text for link in links] == ["Being ill"], f"the links are {[link.text for link in links]}"
    with Package(s.file(BOOK)) as package:
        text = child(package.xml(package.main()), "w:body")
    goal = [
        "".join(one.text or "" for one in deep(paragraph, "w:t"))
        for paragraph in deep(text, "w:p")
        if links[0].target[1:] in [mark.get(tag("w:name")) for mark in deep(paragraph, "w:bookmarkStart")]
    ]
    assert goal == ["Being ill"], f"it leads to {goal}"


@check("rendered")
def nothing_to_complain_about(s: Submission) -> None:
    """No finding in the file or on its pages, and no page is empty."""
    from deskworld_artifacts.inspection.document.layout import check as lay_out

    assert s.document(BOOK).text, "it is empty"
    found, _ = lay_out(s.file(BOOK))
    assert not found.findings, [finding.message for finding in found.findings]
    assert not [view.label for view in s.rendered(BOOK) if view.blank]


@check("format")
def pdf_is_of_this_book(s: Submission) -> None:
    """The PDF has the same pages and words."""
    pdf = s.pdf(PDF)
    assert len(pdf.pages) == len(s.rendered(BOOK))
    there = re.sub(r"\W+", "", pdf.text)
    said = [one.text for one in s.document(BOOK).paragraphs if not one.style.startswith("toc")]
    sentences = [sentence for text in said for sentence in re.split(r"(?<=[.!?])\s+", text)]  # marks of notes part them
    lost = [sentence for sentence in sentences if re.sub(r"\W+", "", sentence) not in there]
    assert not lost, f"the PDF lacks {lost}"


@check("tools")
def looked_and_printed_last(s: Submission) -> None:
    """The book was looked at after its last change, and the PDF made after it."""
    assert s.trajectory.rendered_after_last_change(BOOK), "it was changed after the last look at it"
    assert s.trajectory.made_after(PDF, BOOK), "the PDF is older than the book"


@check("answer")
def tells_pages_and_changes(s: Submission) -> None:
    """How many pages, and each change, old and new."""
    assert says_number(s.answer, len(s.pdf(PDF).pages)), f"it has {len(s.pdf(PDF).pages)} pages"
    figures: list[Any] = [len(s.pdf(PDF).pages), 5, BOOK, PDF, *(text for pair in changes(s) for text in pair)]
    for was, now in changes(s):
        new = [word for word in re.findall(r"[\w.+]+", now) if word not in re.findall(r"[\w.+]+", was)]
        old = [word for word in re.findall(r"[\w.+]+", was) if word not in re.findall(r"[\w.+]+", now)]
        assert not lacks(s.answer, *[word.strip(".") for word in new + old]), f"{was!r} became {now!r}"
        figures += [*re.findall(r"\+?[\d.]+", now), *re.findall(r"[\d.]+", was)]
    strays = stray_figures(s.answer, *figures)
    assert not strays, f"the answer says {strays}"
