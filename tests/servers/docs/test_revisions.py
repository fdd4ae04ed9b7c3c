"""Tracked changes: those that others left, and our own edits written as such."""

from __future__ import annotations

import copy
import random
import re
import shutil
import zipfile
from pathlib import Path
from typing import Any

import docx
import pytest
from deskworld_artifacts import inspect
from deskworld_docs.opening import Paper, editing, reading
from deskworld_docs.places import blocks, cells_of, rows_of
from deskworld_docs.reading import Replacement
from deskworld_docs.words import rewrite, text_of
from deskworld_kit import ToolError, World
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

W = nsdecls("w")
CREW = ["the", "crew", "moved", "nine", "crates", "of", "rope", "ashore"]


def lines(root: Path, path: str) -> list[str]:
    facts: Any = inspect(root / path)
    return [line for line in facts.text.splitlines() if line.strip()]


def test_changes_of_others_are_listed_with_their_place(do: Any, foreign: str) -> None:
    one, two = do.list_revisions(path=foreign).items
    assert (one.kind, one.author, one.text, one.block) == ("insertion", "Noor Haddad", "new ", "7")
    assert (two.number, two.kind, two.text) == (2, "deletion", "old ")
    assert do.list_revisions(path=foreign, kind="deletion").total == 1
    assert do.list_revisions(path=foreign, author="Maya").total == 0


@pytest.mark.parametrize(("verb", "left"), [("accept", "Hello World, new said"), ("reject", "Hello World, old said")])
def test_words_are_accepted_and_rejected(do: Any, root: Path, foreign: str, verb: str, left: str) -> None:
    done = getattr(do, f"{verb}_revisions")(path=foreign)
    assert (done.settled, done.left) == (2, 0)
    assert left in lines(root, foreign)
    with zipfile.ZipFile(root / foreign) as package:
        assert b"delText" not in package.read("word/document.xml")


def test_some_are_settled_by_number_and_by_author(do: Any, root: Path, foreign: str) -> None:
    assert do.accept_revisions(path=foreign, numbers=[2]).left == 1
    assert "Hello World, new said" in lines(root, foreign)
    with pytest.raises(ToolError, match="they are of Noor Haddad"):
        do.accept_revisions(path=foreign, author="Maya")
    with pytest.raises(ToolError, match="no change 5"):
        do.accept_revisions(path=foreign, numbers=[5])
    assert do.reject_revisions(path=foreign, author="noor").left == 0
    with pytest.raises(ToolError, match="no tracked changes"):
        do.accept_revisions(path=foreign)


def moved(root: Path) -> None:
    """A paragraph moved, a row struck, a format changed, two paragraphs joined."""
    document: Any = docx.Document()
    document.add_paragraph("Start")
    for kind, number in (("moveFrom", 10), ("moveTo", 20)):
        paragraph = document.add_paragraph()
        mark = f'<w:{kind} w:id="{number}" w:author="Ola"/>'
        start = f'<w:{kind}RangeStart {W} w:id="{number + 1}" w:name="m" w:author="Ola"/>'
        paragraph._p.get_or_add_pPr().append(parse_xml(f"<w:rPr {W}>{mark}</w:rPr>"))
        paragraph._p.append(parse_xml(start))
        run = f'<w:{kind} {W} w:id="{number + 2}" w:author="Ola"><w:r><w:t>Moved</w:t></w:r></w:{kind}>'
        paragraph._p.append(parse_xml(run))
        paragraph._p.append(parse_xml(f'<w:{kind}RangeEnd {W} w:id="{number + 1}"/>'))
        document.add_paragraph(f"after {kind}")
    table = document.add_table(2, 1)
    table.cell(0, 0).text, table.cell(1, 0).text = "kept", "struck"
    table.rows[1]._tr.get_or_add_trPr().append(parse_xml(f'<w:del {W} w:id="30" w:author="Ola"/>'))
    run = document.add_paragraph().add_run("loud")
    run.bold = True
    run._r.rPr.append(parse_xml(f'<w:rPrChange {W} w:id="31" w:author="Ola"><w:rPr><w:i/></w:rPr></w:rPrChange>'))
    first = document.add_paragraph("one ")
    first._p.get_or_add_pPr().append(parse_xml(f'<w:rPr {W}><w:del w:id="32" w:author="Ola"/></w:rPr>'))
    document.add_paragraph("two")
    document.save(root / "moved.docx")


def test_moves_rows_formats_and_joined_paragraphs(do: Any, root: Path) -> None:
    moved(root)
    kinds = [one.kind for one in do.list_revisions(path="moved.docx").items]
    assert kinds == ["paragraph moved away", "paragraph moved here", "row deletion", "format", "paragraph deletion"]
    do.accept_revisions(path="moved.docx")
    assert lines(root, "moved.docx") == ["Start", "after moveFrom", "Moved", "after moveTo", "kept", "loud", "one two"]
    moved(root)
    do.reject_revisions(path="moved.docx")
    rejected: Any = inspect(root / "moved.docx")
    assert lines(root, "moved.docx") == [
        "Start", "Moved", "after moveFrom", "after moveTo", "kept", "struck", "loud", "one ", "two",
    ]  # fmt: skip
    loud = next(p for p in rejected.paragraphs if p.text == "loud").runs[0]
    assert (loud.bold, loud.italic) == (False, True)
    with zipfile.ZipFile(root / "moved.docx") as package:
        assert b"move" not in package.read("word/document.xml").replace(b"after move", b"")


def test_our_edits_are_tracked_while_tracking_is_on(do: Any, root: Path, report: str) -> None:
    before = lines(root, report)
    do.track_changes(path=report, author="Maya Lindqvist")
    saved = do.replace_document_text(path=report, replacements=[Replacement(find="flat", replace="level")])
    assert "tracked change" in saved.verified
    do.insert_block(path=report, after="2", text="A new paragraph.")
    changes = do.list_revisions(path=report).items
    assert {one.author for one in changes} == {"Maya Lindqvist"}
    assert ("deletion", "flat") in [(one.kind, one.text) for one in changes]
    assert ("insertion", "level") in [(one.kind, one.text) for one in changes]
    assert ("paragraph insertion", "A new paragraph.") in [(one.kind, one.text) for one in changes]
    after = lines(root, report)
    do.reject_revisions(path=report)
    assert lines(root, report) == before
    do.track_changes(path=report, on=False)
    do.insert_block(path=report, after="2", text="A new paragraph.")
    assert do.list_revisions(path=report).total == 0
    assert [line for line in after if "new paragraph" in line]


def kinds(do: Any, path: str) -> list[tuple[str, str]]:
    return [(each.kind, each.author) for each in do.list_revisions(path=path).items]


def test_what_one_put_in_oneself_goes_without_a_trace(do: Any, report: str) -> None:
    do.track_changes(path=report, author="Me")
    do.insert_block(path=report, text="Mine first.\n\nMine second.", after="1")
    do.edit_document_table(path=report, action="insert_rows", at=4)
    before = kinds(do, report)
    do.insert_block(path=report, text="And this.\n\n| a |\n| --- |\n| 1 |", after="1")
    gone = do.delete_blocks(path=report, blocks=["2-3"])
    assert kinds(do, report) == before and gone.left == do.read_document(path=report).total
    do.update_block(path=report, block="2", text="Mine, said anew.")
    do.delete_blocks(path=report, blocks=["3"])
    do.edit_document_table(path=report, action="delete_rows", at=4)
    assert [each.text for each in do.list_revisions(path=report).items] == ["Mine, said anew."]
    do.track_changes(path=report, author="You")
    struck = do.delete_blocks(path=report, blocks=["2"])
    assert ("paragraph deletion", "You") in kinds(do, report) and ("insertion", "Me") in kinds(do, report)
    assert struck.left == do.read_document(path=report).total


def test_counts_are_of_what_is_there_and_struck_rows_are_no_rows_of_markdown(do: Any, report: str) -> None:
    do.track_changes(path=report, author="Me")
    assert do.edit_document_table(path=report, action="delete_rows", at=2).rows == 3
    assert do.get_document_table(path=report).rows == 3
    said = do.document_to_markdown(path=report).markdown
    assert "Bergen" in said and "1650000" not in said and "|  |" not in said
    table = next(each.block for each in do.read_document(path=report).items if each.kind == "table")
    do.delete_blocks(path=report, blocks=[table])
    assert "Harbour" not in do.document_to_markdown(path=report, target="again.md").markdown


def test_edits_at_random_can_be_rejected_to_the_letter(do: Any, world: World, root: Path) -> None:
    """Whatever is done to a document that tracks changes: rejecting gives the old one, accepting the new one."""
    chance = random.Random(7)
    for turn in range(6):
        document: Any = docx.Document()
        for count in range(8):
            document.add_paragraph(" ".join(chance.choices(CREW, k=9)))
            if count % 3 == 0:
                for number, cell in enumerate(document.add_table(3, 2)._cells):
                    cell.text = f"{chance.choice('abcd')} cell {number}"
        document.save(root / "old.docx")
        do.track_changes(path="old.docx", author="Maya")
        with reading(world, "old.docx") as paper:
            old = _said(paper)
        with editing(world, "old.docx") as paper:
            _edit(paper, chance)
            new = _said(paper)
        for verb, wanted in (("accept", new), ("reject", old)):
            shutil.copy(root / "old.docx", root / f"{verb}.docx")
            if do.list_revisions(path=f"{verb}.docx").total:
                getattr(do, f"{verb}_revisions")(path=f"{verb}.docx")
            with reading(world, f"{verb}.docx") as paper:
                assert _said(paper) == wanted, (turn, verb)


def _said(paper: Paper) -> list[str]:
    """The lines of a document; rows of tables are joined by tabs."""
    found: list[str] = []
    for block in blocks(paper.body):
        if block.tag.endswith("}p"):
            found.append(text_of(block))
        else:
            found += ["\t".join(text_of(cell.p_lst[0]) for cell in cells_of(row)) for row in rows_of(block)]
    return [line for line in found if line.strip()]


def _edit(paper: Paper, chance: random.Random) -> None:
    """Some edits: blocks and rows that go, come twice, or say something else."""
    for _ in range(chance.randint(1, 5)):
        there = list(blocks(paper.body))
        one = chance.choice(there)
        if one.tag.endswith("}tbl"):
            rows = rows_of(one)
            if chance.random() < 0.5 and len(rows) > 1:
                one.remove(chance.choice(rows))
            else:
                chance.choice(rows).addnext(copy.deepcopy(chance.choice(rows)))
            continue
        match chance.randint(0, 2):
            case 0 if len(there) > 3:
                one.getparent().remove(one)
            case 1:
                made = copy.deepcopy(one)
                rewrite(made, re.compile("crew|crates|rope"), lambda _: "gangway")
                one.addnext(made)
            case _:
                rewrite(one, re.compile("moved|nine|ashore"), lambda _: chance.choice(["", "went", "12 big"]))
