"""Headings, lists, tables, tracked changes and pictures of documents made here."""

from pathlib import Path
from typing import Any

import docx
import pytest
from deskworld_artifacts import DocumentFacts, inspect
from deskworld_verifiers import (
    changes_by,
    changes_placed,
    contents_of,
    field_codes,
    heading_pages,
    headings_of,
    labels_of,
    notes_placed,
    open_comments,
    page_count,
    pictures_in,
    records_of,
    restyled,
    same_picture,
    text_if,
)
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from PIL import Image

W = nsdecls("w")


@pytest.fixture
def made(tmp_path: Path) -> Path:
    Image.new("RGB", (60, 40), "teal").save(tmp_path / "p.png")
    document: Any = docx.Document()
    document.add_heading("Terms", 1)
    kept = document.add_paragraph("The charterer pays within ")
    for xml in (
        f'<w:del {W} w:id="1" w:author="Ola"><w:r><w:delText>30</w:delText></w:r></w:del>',
        f'<w:ins {W} w:id="2" w:author="Maya"><w:r><w:t>45</w:t></w:r></w:ins>',
        f'<w:r {W}><w:t xml:space="preserve"> days.</w:t></w:r>',
    ):
        kept._p.append(parse_xml(xml))
    document.add_comment(kept.runs[0], text="Sure?", author="Maya")
    gone = document.add_paragraph()
    gone._p.append(parse_xml(f'<w:del {W} w:id="3" w:author="Ola"><w:r><w:delText>Old line.</w:delText></w:r></w:del>'))
    gone._p.get_or_add_pPr().append(parse_xml(f'<w:rPr {W}><w:del w:id="4" w:author="Ola"/></w:rPr>'))
    for word in ("Sign", "Hire"):
        document.add_paragraph(word, style="List Number")
    table = document.add_table(2, 2)
    for cell, text in zip(table._cells, ("Harbour", "Tonnes", "Bergen", "830"), strict=True):
        cell.text = text
    row = table.add_row()
    row.cells[0].text = "Oslo"
    row._tr.get_or_add_trPr().append(parse_xml(f'<w:ins {W} w:id="5" w:author="Maya"/>'))
    document.add_heading("Payment", 2)
    document.add_picture(str(tmp_path / "p.png"))
    document.add_page_break()
    document.add_heading("Last", 1)
    document.add_paragraph()._p.append(
        parse_xml(f'<w:fldSimple {W} w:instr=" PAGE "><w:r><w:t>2</w:t></w:r></w:fldSimple>')
    )
    document.save(tmp_path / "d.docx")
    return tmp_path / "d.docx"


def facts_of(path: Path) -> DocumentFacts:
    facts = inspect(path)
    assert isinstance(facts, DocumentFacts)
    return facts


def test_what_is_printed(made: Path) -> None:
    facts = facts_of(made)
    assert headings_of(facts) == [(1, "Terms"), (2, "Payment"), (1, "Last")]
    assert labels_of(facts) == [("1.", "Sign"), ("2.", "Hire")]
    assert records_of(facts, "harbour", "Tonnes")[0] == {"Harbour": "Bergen", "Tonnes": "830"}
    with pytest.raises(AssertionError, match="Harbour"):
        records_of(facts, "Price")
    assert field_codes(facts, "page") == ["PAGE"] and field_codes(facts, "TOC") == []
    assert contents_of(facts) == []


def test_what_is_tracked(made: Path) -> None:
    facts = facts_of(made)
    assert [change.text for change in changes_by(facts, "Maya")] == ["45"]
    assert [comment.text for comment in open_comments(facts)] == ["Sure?"]
    first = changes_placed(made)[0]
    assert (first.author, first.deleted, first.inserted, first.label) == ("Ola", "30", "", "")
    rejected, accepted = text_if(made, accepted=False), text_if(made, accepted=True)
    assert "The charterer pays within 30 days." in rejected and "The charterer pays within 45 days." in accepted
    assert "Old line." in rejected and "Old line." not in accepted
    assert "Oslo" not in rejected and "Oslo" in accepted
    by_hand = text_if(made, accepted=lambda author, words: author == "Maya" or words == "30")
    assert "The charterer pays within 45 days." in by_hand and "Old line." in by_hand


def test_footnotes_are_told_with_the_words_before_them(tmp_path: Path) -> None:
    from docx.opc.constants import RELATIONSHIP_TYPE
    from docx.opc.packuri import PackURI
    from docx.opc.part import Part

    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"
    note = f'<w:footnotes {W}><w:footnote w:id="1"><w:p><w:r><w:t>By mail.</w:t></w:r></w:p></w:footnote></w:footnotes>'
    document: Any = docx.Document()
    line = document.add_paragraph("An invoice")
    line._p.append(parse_xml(f'<w:r {W}><w:footnoteReference w:id="1"/></w:r>'))
    line.add_run(" comes.")
    part = Part(PackURI("/word/footnotes.xml"), kind, note.encode(), document.part.package)
    document.part.relate_to(part, RELATIONSHIP_TYPE.FOOTNOTES)
    path = tmp_path / "n.docx"
    document.save(path)
    assert notes_placed(path) == [("An invoice", "By mail.")]
    path.write_bytes(path.read_bytes()[:900])
    with pytest.raises(AssertionError):
        notes_placed(path)


def test_pages_are_counted_and_headings_found_on_them(made: Path) -> None:
    assert page_count(made) == 2
    assert heading_pages(made) == {"Terms": 1, "Payment": 1, "Last": 2}


def test_pictures_come_as_bytes(made: Path) -> None:
    (blob,) = pictures_in(made)
    assert same_picture(blob, made.with_name("p.png"))


def test_what_looks_otherwise_is_named_and_changed_words_are_not(made: Path) -> None:
    document: Any = docx.Document(str(made))
    document.paragraphs[0].runs[0].text = "Other terms"
    document.save(made.with_name("words.docx"))
    assert restyled(facts_of(made), facts_of(made.with_name("words.docx"))) == []
    document.paragraphs[3].runs[0].bold = True
    document.save(made.with_name("bold.docx"))
    assert restyled(facts_of(made), facts_of(made.with_name("bold.docx"))) == ["Sign"]
