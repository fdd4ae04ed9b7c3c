"""Facts of documents made by python-docx, with the XML added by hand that it can't write."""

from pathlib import Path
from typing import Any

import docx
import pytest
from deskworld_artifacts.inspection import DocumentFacts, inspect
from docx.enum.section import WD_ORIENT
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from docx.shared import Pt, RGBColor
from PIL import Image

W = nsdecls("w")


def read(document: Any, folder: Path) -> DocumentFacts:
    document.save(folder / "d.docx")
    facts = inspect(folder / "d.docx")
    assert isinstance(facts, DocumentFacts)
    return facts


def test_outline_text_and_words(tmp_path: Path):
    document = docx.Document()
    document.core_properties.title = "Plan"
    document.add_heading("One", 1)
    document.add_paragraph("First words here.")
    document.add_heading("Inner", 2)
    table = document.add_table(1, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = "a", "b"
    document.add_heading("Two", 1)
    document.add_paragraph("Last.")
    facts = read(document, tmp_path)
    assert [(entry.level, entry.text) for entry in facts.outline] == [(1, "One"), (2, "Inner"), (1, "Two")]
    assert facts.text.splitlines() == ["One", "First words here.", "Inner", "a\tb", "Two", "Last."]
    assert facts.section_text("one").splitlines() == ["First words here.", "Inner", "a\tb"]
    assert (facts.words, facts.title) == (9, "Plan")
    with pytest.raises(KeyError, match="Inner"):
        facts.section_text("Three")


def test_looks_are_resolved_through_styles(tmp_path: Path):
    document = docx.Document()
    document.styles["Normal"].font.name = "Georgia"
    document.styles["Normal"].font.size = Pt(10)
    paragraph = document.add_paragraph("Hello Wor")
    paragraph.alignment = WD_ALIGN_PARAGRAPH.CENTER
    run = paragraph.add_run("ld")
    run.bold, run.font.size, run.font.color.rgb = True, Pt(14), RGBColor(255, 0, 0)
    heading = document.add_heading("Head", 1)
    facts = read(document, tmp_path)
    plain, loud = facts.paragraphs[0].runs
    assert facts.paragraphs[0].text == "Hello World" and facts.paragraphs[0].alignment == "center"
    assert (plain.font, plain.size, plain.bold, plain.color) == ("Georgia", 10, False, "")
    assert (loud.font, loud.size, loud.bold, loud.color) == ("Georgia", 14, True, "#FF0000")
    assert facts.paragraphs[1].style == heading.style.name == "Heading 1"
    assert facts.paragraphs[1].runs[0].bold and facts.paragraphs[1].runs[0].size == 14
    assert facts.of_style("heading 1")[0].text == "Head"
    assert facts.fonts[0] == "Georgia"


def test_real_numbering_is_told_from_typed(tmp_path: Path):
    document = docx.Document()
    for word in ("a", "b"):
        document.add_paragraph(word, style="List Number")
    document.add_paragraph("dot", style="List Bullet")
    document.add_paragraph("1. typed")
    document.add_paragraph("• typed too")
    document.add_paragraph("2026 was fine. A. Smith agrees")
    one, two, dot, typed, bullet, none = read(document, tmp_path).paragraphs
    assert [p.numbering.label for p in (one, two)] == ["1.", "2."]
    assert dot.numbering.format == "bullet" and dot.numbering.label == "•"
    assert [p.typed_number for p in (one, typed, bullet, none)] == ["", "1.", "•", ""]


def test_two_lists_both_start_at_one_and_levels_nest(tmp_path: Path):
    document = docx.Document()
    root = document.part.numbering_part.element
    level = '<w:lvl w:ilvl="{0}"><w:start w:val="1"/><w:numFmt w:val="{1}"/><w:lvlText w:val="{2}"/></w:lvl>'
    levels = level.format(0, "decimal", "%1.") + level.format(1, "lowerLetter", "%1.%2)")
    root.insert(0, parse_xml(f'<w:abstractNum {W} w:abstractNumId="90">{levels}</w:abstractNum>'))
    restart = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>'
    for number, extra in ((91, ""), (92, restart)):
        root.append(parse_xml(f'<w:num {W} w:numId="{number}"><w:abstractNumId w:val="90"/>{extra}</w:num>'))
    for number, depth in ((91, 0), (91, 1), (91, 1), (91, 0), (92, 0), (92, 0)):
        properties = document.add_paragraph("x")._p.get_or_add_pPr()
        properties.append(parse_xml(f'<w:numPr {W}><w:ilvl w:val="{depth}"/><w:numId w:val="{number}"/></w:numPr>'))
    labels = [paragraph.numbering.label for paragraph in read(document, tmp_path).paragraphs]
    assert labels == ["1.", "1.a)", "1.b)", "2.", "1.", "2."]


def test_tables_keep_style_spans_and_nested_text(tmp_path: Path):
    document = docx.Document()
    table = document.add_table(2, 3, style="Light Grid Accent 1")
    table.cell(0, 0).merge(table.cell(0, 1)).text = "wide"
    table.cell(1, 2).text = "end"
    table.rows[0]._tr.get_or_add_trPr().append(parse_xml(f"<w:tblHeader {W}/>"))
    (read_table,) = read(document, tmp_path).tables
    assert read_table.rows == [["wide", "", ""], ["", "", "end"]]
    assert (read_table.style, read_table.header_repeats) == ("Light Grid Accent 1", True)
    assert read_table.cells[1][2][0].text == "end" and len(read_table.widths) == 3


def test_sections_headers_and_pictures(tmp_path: Path):
    Image.new("RGB", (80, 40), "teal").save(tmp_path / "p.png")
    document = docx.Document()
    document.sections[0].header.paragraphs[0].text = "Head"
    picture = document.add_picture(str(tmp_path / "p.png"), width=Pt(100))
    picture._inline.docPr.set("descr", "A field")
    second = document.add_section()
    second.orientation, second.page_width, second.page_height = WD_ORIENT.LANDSCAPE, Pt(842), Pt(595)
    second.left_margin = Pt(36)
    second.footer.is_linked_to_previous = False
    second.footer.paragraphs[0].text = "Foot"
    facts = read(document, tmp_path)
    one, two = facts.sections
    assert (one.orientation, one.width, one.header, one.footer) == ("portrait", 612, "Head", "")
    assert (two.orientation, two.width, two.left, two.header, two.footer) == ("landscape", 842, 36, "Head", "Foot")
    (shown,) = facts.pictures
    assert (shown.width, shown.height, shown.pixel_width, shown.alt, shown.inline) == (100, 50, 80, "A field", True)


def test_changes_comments_fields_and_links(tmp_path: Path):
    document = docx.Document()
    paragraph = document.add_paragraph("Kept ")
    kept = paragraph.runs[0]
    for xml in (
        f'<w:ins {W} w:id="1" w:author="Ola" w:date="2026-01-01T00:00:00Z"><w:r><w:t>new</w:t></w:r></w:ins>',
        f'<w:del {W} w:id="2" w:author="Ola"><w:r><w:delText>old</w:delText></w:r></w:del>',
        f'<w:hyperlink {W} w:anchor="there"><w:r><w:t xml:space="preserve"> go</w:t></w:r></w:hyperlink>',
        f'<w:fldSimple {W} w:instr=" PAGE "><w:r><w:t>7</w:t></w:r></w:fldSimple>',
    ):
        paragraph._p.append(parse_xml(xml))
    document.add_comment(kept, text="Why?", author="Maya")
    target = document.part.relate_to("https://example.org", docx.opc.constants.RELATIONSHIP_TYPE.HYPERLINK, True)
    link = f'<w:hyperlink {nsdecls("w", "r")} r:id="{target}"><w:r><w:t>site</w:t></w:r></w:hyperlink>'
    document.add_paragraph()._p.append(parse_xml(link))
    facts = read(document, tmp_path)
    assert facts.paragraphs[0].text == "Kept new go7"
    assert [(change.type, change.author, change.text) for change in facts.revisions] == [
        ("insertion", "Ola", "new"),
        ("deletion", "Ola", "old"),
    ]
    (comment,) = facts.comments
    assert (comment.author, comment.text, comment.anchor, comment.resolved) == ("Maya", "Why?", "Kept ", False)
    assert [(field.code, field.result) for field in facts.fields] == [("PAGE", "7")]
    assert [(link.text, link.target) for link in facts.links] == [(" go", "#there"), ("site", "https://example.org")]
    assert not facts.track_changes


def test_facts_survive_json(tmp_path: Path):
    document = docx.Document()
    document.add_paragraph("x", style="List Bullet")
    facts = read(document, tmp_path)
    assert DocumentFacts.model_validate_json(facts.model_dump_json()) == facts
