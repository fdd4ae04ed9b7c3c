"""What checks of documents ask again and again, beyond the facts: what is printed, what is tracked, what was kept.

facts = s.document("out/contract.docx")
assert headings_of(facts) == [(1, "Terms"), (2, "Payment")]
assert ("2.", "Hire two crews") in labels_of(facts)
assert text_if(s.file("out/contract.docx"), accepted=False) == text_if(s.file("in/contract.docx"), accepted=True)
"""

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

if TYPE_CHECKING:
    from deskworld_artifacts import DocumentFacts
    from deskworld_artifacts.inspection.document.facts import Comment, Paragraph, Revision, Table
    from deskworld_artifacts.inspection.ooxml import Element

_IN, _OUT = ("ins", "moveTo"), ("del", "moveFrom")
_CHARACTERS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}


def headings_of(document: "DocumentFacts") -> list[tuple[int, str]]:
    """Level and text of each heading, in order."""
    return [(heading.level, " ".join(heading.text.split())) for heading in document.outline]


def labels_of(document: "DocumentFacts") -> list[tuple[str, str]]:
    """What is printed before each paragraph of a real list ("2.", "b)", "•"), and its text; tables are left out."""
    return [(p.numbering.label, p.text.strip()) for p in document.paragraphs if p.numbering and p.text.strip()]


def records_of(document: "DocumentFacts", *headings: str) -> list[dict[str, str]]:
    """The rows of the table whose first row has these headings, each as heading -> text; fails where there is none."""
    wanted = [_folded(one) for one in headings]
    for table in document.tables:
        first = table.rows[0] if table.rows else []
        if all(one in [_folded(cell) for cell in first] for one in wanted):
            return [dict(zip(first, row, strict=False)) for row in table.rows[1:]]
    there = [" | ".join(table.rows[0]) for table in document.tables if table.rows]
    raise AssertionError(f"no table has the headings {', '.join(headings)}; first rows are: {there}")


def open_comments(document: "DocumentFacts") -> list["Comment"]:
    """Comments that begin a thread and are not resolved."""
    return [comment for comment in document.comments if not comment.resolved and comment.reply_to < 0]


def changes_by(document: "DocumentFacts", author: str) -> list["Revision"]:
    """The tracked changes of an author that wait to be accepted or rejected."""
    return [change for change in document.revisions if change.author == author]


def field_codes(document: "DocumentFacts", name: str) -> list[str]:
    """The codes of the fields of a name (PAGE, TOC, REF ...), headers and footers included."""
    return [one.code for one in document.fields if one.code.upper().split()[:1] == [name.upper()]]


def contents_of(document: "DocumentFacts") -> list[tuple[str, str]]:
    """The entries of the table of contents as they stand: text and page; [] where there is none or it is empty."""
    entries = [p.text.strip() for p in document.paragraphs if re.match(r"toc \d", p.style, re.IGNORECASE)]
    return [(title.strip(), page.strip()) for title, _, page in (entry.rpartition("\t") for entry in entries) if title]


def page_count(document: Path) -> int:
    """How many pages a document has, as LibreOffice lays it out."""
    from deskworld_artifacts.inspection.document.layout import lay_out

    return lay_out(document).pages


def heading_pages(document: Path) -> dict[str, int]:
    """The page that each heading stands on, from 1."""
    from deskworld_artifacts.inspection.document.layout import check

    facts, layout = check(document)
    return {" ".join(one.text.split()): layout.page_of(one.position + 1) for one in facts.outline}


def restyled(before: "DocumentFacts", after: "DocumentFacts") -> list[str]:
    """Texts that both documents have and that look or are numbered otherwise in the second: what an edit of words
    should have left alone. Text that stands several times is compared in order."""
    looks = [_looks(one) for one in (before, after)]
    return [text for text, look in looks[0].items() if text in looks[1] and looks[1][text] != look]


def pictures_in(document: Path) -> list[bytes]:
    """The bytes of the pictures in the body, in order; empty ones for pictures that are only linked or lost."""
    from deskworld_artifacts.inspection.ooxml import Package, child, deep, local, tag

    found: list[bytes] = []
    with Package(document) as package:
        relations = package.relations(package.main())
        for blip in deep(child(package.xml(package.main()), "w:body"), "a:blip"):
            if any(local(up) == "Fallback" for up in blip.iterancestors()):
                continue
            relation = relations.get(blip.get(tag("r:embed"), ""))
            there = relation is not None and relation.target in package
            found.append(package.content(relation.target) if relation is not None and there else b"")
    return found


class PlacedChange(NamedTuple):
    """A change of words: under which number it stands ("3.1", "" before the first), whose it is, what is in and out."""

    label: str
    author: str
    inserted: str
    deleted: str


def changes_placed(document: Path) -> list[PlacedChange]:
    """The tracked changes of words in the body, in order, as people count them: a deletion with the same author's
    insertion right behind it is one. What stands in a table is under the number before the table."""
    from deskworld_artifacts import inspect
    from deskworld_artifacts.inspection.ooxml import children, deep, local, tag

    body = _body(document)
    facts = cast("DocumentFacts", inspect(document))
    labels = {one.position: one.numbering.label.rstrip(".)") for one in facts.paragraphs if one.numbering}
    found: list[PlacedChange] = []
    label = ""
    for position, block in enumerate(one for one in children(body) if local(one) in ("p", "tbl")):
        label = labels.get(position, label)
        for paragraph in deep(block, "w:p"):
            behind = False
            for one in children(paragraph):
                if local(one) not in ("ins", "del"):
                    behind = behind and local(one) not in ("r", "hyperlink")
                    continue
                words = "".join(piece.text or "" for piece in deep(one, "w:t") + deep(one, "w:delText"))
                author = one.get(tag("w:author"), "")
                if local(one) == "ins" and behind and found[-1].author == author:
                    found[-1] = found[-1]._replace(inserted=words)
                else:
                    came = local(one) == "ins"
                    found.append(PlacedChange(label, author, words if came else "", "" if came else words))
                behind = local(one) == "del"
    return found


Decision = Callable[[str, str], bool]
"""Whether a tracked change is accepted, by its author and its words."""


def text_if(document: Path, *, accepted: bool | Decision) -> list[str]:
    """The lines of the body (paragraphs of cells too) as they read when all tracked changes are accepted, or rejected,
    or settled one by one: `accepted=lambda author, words: author == "Felix Brandt"`.

    Lines without text are left out, since a paragraph that came or went leaves one in some programs.
    """
    from deskworld_artifacts.inspection.ooxml import child, children, deep, local

    body = _body(document)
    lines: list[str] = []
    joined = ""
    for paragraph in deep(body, "w:p"):
        if _hidden(paragraph, accepted):
            continue
        joined += _line(paragraph, accepted)
        marks = children(child(paragraph, "w:pPr", "w:rPr"))
        if any(local(mark) in _IN + _OUT and _goes(mark, accepted, paragraph) for mark in marks):
            continue  # its end goes: the next paragraph goes on in this line
        lines.append(joined)
        joined = ""
    return [line.strip() for line in [*lines, joined] if line.strip()]


def notes_placed(document: Path) -> list[tuple[str, str]]:
    """The words that stand before the mark of each footnote in its paragraph, and what the note says; in order."""
    from deskworld_artifacts import inspect
    from deskworld_artifacts.inspection.ooxml import deep, local, tag

    body = _body(document)
    said = {note.id: note.text.strip() for note in cast("DocumentFacts", inspect(document)).footnotes}
    found: list[tuple[str, str]] = []
    for paragraph in deep(body, "w:p"):
        before = ""
        for one in paragraph.iter():
            if local(one) == "t":
                before += one.text or ""
            elif local(one) == "footnoteReference":
                found.append((before.strip(), said.get(int(one.get(tag("w:id"), "-1")), "")))
    return found


def _body(document: Path) -> "Element":
    """The body of a document; a damaged one fails the check."""
    from deskworld_artifacts import InspectError
    from deskworld_artifacts.inspection.ooxml import Package, child

    try:
        with Package(document) as package:
            body = child(package.xml(package.main()), "w:body")
    except InspectError as error:
        raise AssertionError(str(error)) from error
    assert body is not None, f"{document.name} has no body"
    return body


def _goes(change: "Element", accepted: bool | Decision, owner: "Element | None" = None) -> bool:
    """Whether what is changed is not there once that is settled. `owner` is the paragraph or row that a mark is of."""
    from deskworld_artifacts.inspection.ooxml import deep, local, tag

    if callable(accepted):
        holder = change if owner is None else owner
        words = "".join(one.text or "" for one in deep(holder, "w:t") + deep(holder, "w:delText"))
        settled = accepted(change.get(tag("w:author"), ""), words)
    else:
        settled = accepted
    return local(change) in (_OUT if settled else _IN)


def _hidden(paragraph: "Element", accepted: bool | Decision) -> bool:
    """Whether a paragraph lies in a row or a copy that is not there then."""
    from deskworld_artifacts.inspection.ooxml import child, local

    for up in paragraph.iterancestors():
        name = local(up)
        if name == "Fallback" or (name in _IN + _OUT and _goes(up, accepted)):
            return True
        marks = [child(up, "w:trPr", f"w:{kind}") for kind in ("ins", "del")] if name == "tr" else []
        if any(mark is not None and _goes(mark, accepted, up) for mark in marks):
            return True
    return False


def _line(paragraph: "Element", accepted: bool | Decision) -> str:
    from deskworld_artifacts.inspection.ooxml import deep, local

    pieces: list[str] = []
    for run in deep(paragraph, "w:r"):
        ups = list(run.iterancestors())
        inside = ups[: [local(up) for up in ups].index("p") + 1]
        if inside[-1] is not paragraph:
            continue  # of a text box, which is read by itself
        if any(local(up) in _IN + _OUT and _goes(up, accepted) for up in inside):
            continue
        for one in run:
            if local(one) in ("t", "delText"):
                pieces.append(one.text or "")
            elif local(one) in _CHARACTERS:
                pieces.append(_CHARACTERS[local(one)])
    return "".join(pieces)


def _looks(document: "DocumentFacts") -> dict[str, object]:
    found: dict[str, object] = {}
    for paragraph in _paragraphs(document.paragraphs, document.tables):
        text = " ".join(paragraph.text.split())
        if not text:
            continue
        count = 1
        while (text if count == 1 else f"{text} ({count})") in found:
            count += 1
        runs: list[tuple[str, object]] = []
        for run in paragraph.runs:
            look = (run.font, run.size, run.bold, run.italic, run.underline, run.strike, run.color, run.link)
            if runs and runs[-1][1] == look:
                runs[-1] = (runs[-1][0] + run.text, look)
            elif run.text.strip():
                runs.append((run.text, look))
        label = paragraph.numbering.label if paragraph.numbering else ""
        found[text if count == 1 else f"{text} ({count})"] = (
            paragraph.style, paragraph.alignment, label, [(words.strip(), look) for words, look in runs],
        )  # fmt: skip
    return found


def _paragraphs(paragraphs: "Sequence[Paragraph]", tables: "Iterable[Table]") -> "list[Paragraph]":
    return [*paragraphs, *(p for table in tables for row in table.cells for cell in row for p in cell)]


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()
