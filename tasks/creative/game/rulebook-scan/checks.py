"""The rulebook against what is printed on the scan (expected.py), with the terms of the glossary in the workspace."""

import re
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace
from typing import Any

from deskworld_verifiers import (
    Submission,
    check,
    field_codes,
    headings_of,
    labels_of,
    mentions,
    records_of,
    stray_figures,
)

printed = SimpleNamespace(**run_path(str(Path(__file__).with_name("expected.py"))))
SCAN, GLOSSARY, BOOK = printed.SCAN, printed.GLOSSARY, printed.BOOK


def terms(s: Submission) -> list[tuple[str, str, str]]:
    return [(row["term"], row["printed as"], row["meaning"]) for row in s.table(GLOSSARY)]


def blocks(s: Submission) -> list[tuple[str, Any]]:
    """The printed blocks with the terms respelled, and the heading of the glossary."""
    found: list[tuple[str, Any]] = []
    for kind, text in printed.BLOCKS:
        right: Any = printed.corrected(text, terms(s)) if isinstance(text, str) else [
            tuple(printed.corrected(cell, terms(s)) for cell in row) for row in text
        ]  # fmt: skip
        found.append((kind, right))
    return [*found, ("heading", "Glossary")]


def words(text: str) -> list[str]:
    """The words and numbers, case kept; marks do not count, since OCR and Word set them in several ways."""
    return re.findall(r"[\w]+", text)


def body(s: Submission) -> list[Any]:
    """Paragraphs with text, tables left out."""
    return [paragraph for paragraph in s.document(BOOK).paragraphs if paragraph.text.strip()]


@check("format")
def built_as_asked(s: Submission) -> None:
    """The title, headings of level 1 in reading order, one column, pages numbered, nothing to object to."""
    facts = s.document(BOOK)
    first = body(s)[0] if body(s) else None
    assert first and first.text.strip() == printed.TITLE and first.style.lower() in ("title", "titel"), (
        f"the title is {first.text if first else None!r} ({first.style if first else ''})"
    )
    right = [(1, text) for kind, text in blocks(s) if kind == "heading"]
    there = [head for head in headings_of(facts) if head[1] != printed.TITLE]
    assert there == right, f"headings {there}, should be {right}"
    assert field_codes(facts, "PAGE") and field_codes(facts, "NUMPAGES"), "the footer has no Page x of y"
    paper = {(round(section.width), round(section.height)) for section in facts.sections}
    assert paper == {(612, 792)}, f"pages of {sorted(paper)} points, US Letter is 612 by 792"
    footers = [section.footer.strip() for section in facts.sections]
    assert all(re.fullmatch(r"Page\s+\d*\s*of\s+\d*", footer) for footer in footers), f"footers: {footers}"
    assert not facts.findings, [finding.message for finding in facts.findings]


@check("content")
def word_for_word(s: Submission) -> None:
    """Every paragraph, step and bullet as printed, in reading order, with the terms respelled; nothing beside."""
    there = [paragraph.text for paragraph in body(s)[1:]]
    right = [text for kind, text in blocks(s) if kind != "table"]
    for place, text in enumerate(right):
        got = there[place] if place < len(there) else "nothing"
        assert words(got) == words(text), f"there is {got!r}, should be {text!r}"
    assert len(there) == len(right), f"more than is printed: {there[len(right) :][:3]}"


@check("content")
def sentences_are_kept(s: Submission) -> None:
    """Sentences end where they ended: full stops, colons and semicolons as printed."""
    there = "\n".join(paragraph.text.strip() for paragraph in body(s)[1:])
    right = "\n".join(text for kind, text in blocks(s) if kind != "table")
    for mark in ".:;":
        assert there.count(mark) == right.count(mark), (
            f"{there.count(mark)} of {mark!r}, printed are {right.count(mark)}"
        )


@check("content")
def spelling_of_the_glossary(s: Submission) -> None:
    """No old spelling is left anywhere, and no running head of the scan."""
    facts = s.document(BOOK)
    whole = "\n".join([*(p.text for p in facts.paragraphs), *(c for t in facts.tables for row in t.rows for c in row)])
    old = [was for _, olds, _ in terms(s) for was in filter(None, olds.split("; "))]
    left = [was for was in old if re.search(rf"\b{re.escape(was)}", whole, re.IGNORECASE)]
    assert not left, f"old spellings are left: {left}"
    assert not mentions(whole, *printed.RUNNING_HEADS), "a running head of the scan is in the text"


@check("format")
def real_lists(s: Submission) -> None:
    """The four steps are numbered 1 to 4, the actions have bullets, nothing else is an item."""
    wanted, number = list[tuple[str, str]](), 0
    for kind, text in blocks(s):
        number = number + 1 if kind == "number" else 0
        if kind in ("number", "bullet"):
            wanted.append((str(number) if number else "•", " ".join(words(text))))
    there = [
        (label.strip(".)( ") if label[:1].isdigit() else "•", " ".join(words(text)))
        for label, text in labels_of(s.document(BOOK))
    ]
    assert there == wanted, f"items {[label for label, _ in there]}, should be {[label for label, _ in wanted]}"


@check("content")
def parts_in_a_table(s: Submission) -> None:
    """The table of components right under its heading, row by row, its first row marked as heading."""
    facts = s.document(BOOK)
    assert len(facts.tables) == 2, f"{len(facts.tables)} tables, should be components and glossary"
    right = next(text for kind, text in blocks(s) if kind == "table")
    assert [tuple(cell.strip() for cell in row) for row in facts.tables[0].rows] == right, facts.tables[0].rows
    places = {head.text.strip(): head.position for head in facts.outline}
    assert places["Components"] < facts.tables[0].position < places["Setup"], "the parts do not stand under Components"
    assert all(table.header_repeats for table in facts.tables), "a table has no heading row"


@check("content")
def glossary_from_the_list(s: Submission) -> None:
    """All terms with their meanings in alphabetical order, as the last thing in the document."""
    rows = [(row["Term"].strip(), row["Meaning"].strip()) for row in records_of(s.document(BOOK), "Term", "Meaning")]
    right = sorted(((term, meaning) for term, _, meaning in terms(s)), key=lambda row: row[0].casefold())
    assert rows == right, f"{rows}, should be {right}"
    facts = s.document(BOOK)
    assert facts.tables[-1].rows[0][:2] == ["Term", "Meaning"], "the glossary is not at the end"
    assert facts.tables[-1].position > max(head.position for head in facts.outline), "it stands under another heading"


@check("rendered")
def pages_show(s: Submission) -> None:
    """A few pages, none blank, the footer seen on each."""
    views = s.rendered(BOOK)
    assert 1 <= len(views) <= 4 and not [view.label for view in views if view.blank], f"{len(views)} pages"


@check("tools")
def scan_read_and_book_seen(s: Submission) -> None:
    """The scan was read or seen before the book was begun; the book was seen after its last change."""
    calls = list(s.trajectory)
    first = next((n for n, call in enumerate(calls) if call.changed(BOOK)), len(calls))
    assert any(call.ok and call.touches(SCAN) for call in calls[:first]), "nobody read the scan"
    assert s.trajectory.rendered_after_last_change(BOOK), "nobody looked at the finished rulebook"


@check("answer")
def tells_what_was_respelled(s: Submission) -> None:
    """Each term that the scan spells otherwise, from what to what; no figure that is none of the game's."""
    changed = [(term, old) for term, old, _ in terms(s) if old]
    said = s.answer.casefold()
    lost = [pair for pair in changed for word in pair if word.casefold() not in said]
    assert not lost, f"not told: {lost}"
    for term, _, _ in terms(s):
        near = [other for other, _ in changed if other != term]
        for line in said.splitlines():
            told = [old for _, old in changed if old.casefold() in line]
            named = [other for other in (term, *near) if other.casefold() in line]
            if len(told) == 1 and len(named) == 1:
                assert (named[0], told[0]) in changed, f"{told[0]} did not become {named[0]}"
    strays = stray_figures(s.answer, BOOK, SCAN, GLOSSARY, 1, 2, 3, len(terms(s)))
    assert not strays, f"the answer says {strays}"
