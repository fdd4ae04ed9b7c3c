"""Each finding on a document that has the fault, and on one that only looks as if it had."""

import zipfile
from pathlib import Path
from typing import Any

import docx
import pytest
from deskworld_artifacts import convert, render
from deskworld_artifacts.inspection import DocumentFacts, inspect
from deskworld_artifacts.inspection.document.layout import check
from docx.enum.style import WD_STYLE_TYPE
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from docx.shared import Pt, RGBColor
from PIL import Image

W = nsdecls("w")
PARA_ID = "{http://schemas.microsoft.com/office/word/2010/wordml}paraId"
WORDS = "Every region reported growth, and the reasons differ more than the numbers do. "


class Sheet:
    """A document on its way, and its findings."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.path = folder, folder / "d.docx"
        self.document: Any = docx.Document()

    def text(self, words: str, style: str = "", color: str = "", size: float = 0, shade: str = "") -> Any:
        paragraph = self.document.add_paragraph(style=style or None)
        run = paragraph.add_run(words)
        if color:
            run.font.color.rgb = RGBColor.from_string(color)
        if size:
            run.font.size = Pt(size)
        if shade:
            paragraph._p.get_or_add_pPr().append(parse_xml(f'<w:shd {W} w:val="clear" w:fill="{shade}"/>'))
        return paragraph

    def picture(self, width: float, height: float, alt: str = "A field", pixels: tuple[int, int] = (300, 200)) -> Any:
        Image.new("RGB", pixels, "teal").save(self.folder / "p.png")
        picture = self.document.add_picture(str(self.folder / "p.png"), Pt(width), Pt(height))
        picture._inline.docPr.set("descr", alt)
        return picture

    def xml(self, paragraph: Any, xml: str) -> None:
        paragraph._p.append(parse_xml(xml))

    def facts(self) -> DocumentFacts:
        self.document.save(self.path)
        facts = inspect(self.path)
        assert isinstance(facts, DocumentFacts)
        return facts

    def kinds(self) -> list[str]:
        return [finding.kind for finding in self.facts().findings]


@pytest.fixture
def sheet(tmp_path: Path) -> Sheet:
    return Sheet(tmp_path)


def test_a_decent_document_has_no_findings(sheet: Sheet) -> None:
    document = sheet.document
    document.add_heading("The year", 0)
    document.add_heading("Volumes", 1)
    sheet.text(WORDS)
    sheet.text("")
    document.add_heading("Harbours", 2)
    sheet.text("Rotterdam", style="List Bullet")
    sheet.text("1. is a number at the start of one line only.")
    sheet.text("See [the report](x), costs of $5 and «des mots français ».")
    table = document.add_table(3, 2, style="Medium Shading 1")
    for number, cell in enumerate(table._cells):
        cell.text = f"cell {number}"
    sheet.picture(300, 200)
    sheet.text("White on blue.", color="FFFFFF", shade="1F3864")
    sheet.document.save(sheet.path)
    facts, layout = check(sheet.path)
    assert facts.findings == [] and layout.pages == 1


def test_tables_and_pictures_that_run_into_the_margin(sheet: Sheet) -> None:
    table = sheet.document.add_table(1, 6, style="Table Grid")
    table.autofit = False
    for cell in table._cells:
        cell.width = Pt(120)
    sheet.picture(540, 360)
    one, two = sheet.facts().of_kind("overflow")
    assert (one.block, two.block) == (1, 2)
    assert "720 pt wide, the text has 432 pt" in one.message and "540 pt wide" in two.message


def test_rows_and_boxes_that_cut_their_text(sheet: Sheet) -> None:
    table = sheet.document.add_table(2, 2)
    for row, words in zip(table.rows, ("Short", WORDS * 3), strict=True):
        row.cells[0].text = words
        row._tr.get_or_add_trPr().append(parse_xml(f'<w:trHeight {W} w:val="500" w:hRule="exact"/>'))
    for words, autofit in (("Fits", ""), (WORDS * 3, ""), (WORDS * 3, "<a:spAutoFit/>")):
        sheet.xml(sheet.text("Box:"), boxed(words, autofit))
    one, two = sheet.facts().findings
    assert (one.kind, one.block, one.where) == ("overflow", 1, "row 2, column 1") and "fixed at 25 pt" in one.message
    assert (two.kind, two.block, two.where) == ("overflow", 3, "text box")


def boxed(words: str, autofit: str) -> str:
    space = "http://schemas.openxmlformats.org/drawingml/2006"
    shape = "http://schemas.microsoft.com/office/word/2010/wordprocessingShape"
    return (
        f'<w:r {W}><w:drawing><wp:inline xmlns:wp="{space}/wordprocessingDrawing"><wp:extent cx="2000000" cy="600000"/>'
        f'<wp:docPr id="5" name="Box"/><a:graphic xmlns:a="{space}/main"><a:graphicData uri="{shape}"><wps:wsp '
        f'xmlns:wps="{shape}"><wps:spPr><a:xfrm><a:ext cx="2000000" cy="600000"/></a:xfrm></wps:spPr>'
        f"<wps:txbx><w:txbxContent><w:p><w:r><w:t>{words}</w:t></w:r></w:p></w:txbxContent></wps:txbx><wps:bodyPr>"
        f"{autofit}</wps:bodyPr></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>"
    )


def test_pictures_distorted_broken_and_mute(sheet: Sheet) -> None:
    sheet.picture(300, 100)
    sheet.picture(150, 100, alt="")
    sheet.picture(150, 100, alt="IMG_1.png")
    broken = sheet.picture(150, 100, pixels=(150, 100))
    broken.part = None
    identifier = broken._inline.graphic.graphicData.pic.blipFill.blip.embed
    sheet.document.part.related_parts[identifier]._blob = b"no picture"
    kinds = sheet.kinds()
    assert sorted(kinds) == ["broken_picture", "distorted_picture", "missing_alt", "missing_alt"]
    (bent,) = sheet.facts().of_kind("distorted_picture")
    assert "stretched in width to 200%" in bent.message


def test_text_that_is_hard_to_read(sheet: Sheet) -> None:
    sheet.text("pale", color="CCCCCC")
    sheet.text("pale on dark is fine", color="CCCCCC", shade="222222")
    sheet.text("dark on dark", color="111111", shade="222222")
    sheet.text("tiny", size=5)
    cell = sheet.document.add_table(1, 1).cell(0, 0)
    cell._tc.get_or_add_tcPr().append(parse_xml(f'<w:shd {W} w:val="clear" w:fill="222222"/>'))
    cell.paragraphs[0].add_run("dark in a cell").font.color.rgb = RGBColor(0x11, 0x11, 0x11)
    found = [(one.kind, one.block, one.where) for one in sheet.facts().findings]
    assert found == [
        ("contrast", 1, ""), ("contrast", 3, ""), ("tiny_text", 4, ""), ("contrast", 5, "row 1, column 1"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "words",
    ["Dear [Name],", "{{client}} agrees", "Lorem ipsum dolor", "TODO: figures", "Click here to enter text.",
     "«First_Name»", "<<date>>", "[Insert date]"],
)  # fmt: skip
def test_words_of_a_template_leak(sheet: Sheet, words: str) -> None:
    sheet.text(words)
    assert sheet.kinds() == ["leaking_placeholder"]


def test_formulas_typed_as_text_are_found_and_money_is_not(sheet: Sheet) -> None:
    sheet.text("So $x^2 + \\alpha$ holds.")
    sheet.text("From $5 to $10, and US$30; set $HOME to $PATH.")
    (found,) = sheet.facts().findings
    assert (found.kind, found.block) == ("typed_formula", 1)


def test_captions_with_a_typed_number_are_found_and_sentences_are_not(sheet: Sheet) -> None:
    sheet.document.add_table(1, 1).cell(0, 0).text = "a cell"
    sheet.text("Table 1: Costs")
    sheet.text("Figure 2: far from any picture")
    sheet.text("Table 3 shows what follows.")
    sheet.picture(150, 100)
    counted = sheet.text("Figure ")
    for kind in ("begin", "", "separate", "1", "end", ": Quay"):
        run = counted.add_run(kind if kind in ("1", ": Quay") else "")
        if not kind:
            run._r.append(parse_xml(f"<w:instrText {W}> SEQ Figure </w:instrText>"))
        elif kind not in ("1", ": Quay"):
            run._r.append(parse_xml(f'<w:fldChar {W} w:fldCharType="{kind}"/>'))
    sheet.picture(150, 100)
    sheet.text("Abb. 2 – Kai")
    found = [(one.kind, one.block) for one in sheet.facts().findings]
    assert found == [("typed_caption", 2), ("typed_caption", 8)]


def test_headers_and_footnotes_are_looked_at_too(sheet: Sheet) -> None:
    sheet.document.sections[0].header.paragraphs[0].text = "Offer for {{client}}"
    sheet.text("Body")
    (leak,) = sheet.facts().findings
    assert (leak.kind, leak.block, leak.where) == ("leaking_placeholder", 0, "header")


def test_headings_skip_and_say_nothing(sheet: Sheet) -> None:
    sheet.document.add_heading("One", 1)
    sheet.document.add_heading("Three", 3)
    sheet.document.add_heading("", 2)
    assert sheet.kinds() == ["skipped_heading", "empty_heading"]


def test_lists_and_distance_made_by_hand(sheet: Sheet) -> None:
    for count in (1, 2, 3):
        sheet.text(f"{count}. typed")
    sheet.text("between")
    for _ in range(3):
        sheet.text("")
    sheet.text("after")
    typed, empty = sheet.facts().findings
    assert (typed.kind, typed.block, empty.kind, empty.block) == ("typed_list", 1, "empty_paragraphs", 5)
    assert typed.message.startswith("Block 1: 3 paragraphs")


def test_links_and_fields_that_lead_nowhere(sheet: Sheet) -> None:
    good = sheet.text("Here")
    sheet.xml(good, f'<w:bookmarkStart {W} w:id="1" w:name="here"/>')
    sheet.xml(good, f'<w:bookmarkEnd {W} w:id="1"/>')
    line = sheet.text("See ")
    sheet.xml(line, f'<w:hyperlink {W} w:anchor="here"><w:r><w:t>this</w:t></w:r></w:hyperlink>')
    sheet.xml(line, f'<w:hyperlink {W} w:anchor="gone"><w:r><w:t>that</w:t></w:r></w:hyperlink>')
    sheet.xml(line, f'<w:fldSimple {W} w:instr=" REF here \\h "><w:r><w:t>Here</w:t></w:r></w:fldSimple>')
    sheet.xml(line, f'<w:fldSimple {W} w:instr=" PAGEREF _Ref9 \\h "><w:r><w:t>4</w:t></w:r></w:fldSimple>')
    sheet.text("As in Error! Reference source not found. above")
    found = [(one.kind, one.block) for one in sheet.facts().findings]
    assert found == [("broken_link", 2), ("broken_field", 2), ("broken_field", 3)]


def test_bookmarks_that_do_not_hold(sheet: Sheet) -> None:
    line = sheet.text("Here")
    sheet.xml(line, f'<w:bookmarkStart {W} w:id="1" w:name="here"/>')
    sheet.xml(line, f'<w:bookmarkEnd {W} w:id="1"/>')
    sheet.xml(sheet.text("There"), f'<w:bookmarkStart {W} w:id="2" w:name="Here"/>')
    sheet.xml(sheet.text("Open"), f'<w:bookmarkStart {W} w:id="3" w:name="open"/>')
    one, two = sheet.facts().findings
    assert (one.kind, one.block, two.block) == ("broken_bookmark", 2, 3)
    assert "more than once" in one.message and "never ends" in two.message


def contents(sheet: Sheet, entries: list[str]) -> None:
    styles = sheet.document.styles
    styles.add_style("toc 1", WD_STYLE_TYPE.PARAGRAPH)
    for place, entry in enumerate(entries):
        paragraph = sheet.document.add_paragraph(style="toc 1")
        if place == 0:
            for piece in ("begin", ' TOC \\o "1-3" ', "separate"):
                mark, code = f'<w:fldChar w:fldCharType="{piece}"/>', f"<w:instrText>{piece}</w:instrText>"
                sheet.xml(paragraph, f"<w:r {W}>{code if 'TOC' in piece else mark}</w:r>")
        paragraph.add_run(entry)
        if place == len(entries) - 1:
            sheet.xml(paragraph, f'<w:r {W}><w:fldChar w:fldCharType="end"/></w:r>')


def test_a_table_of_contents_that_is_right_and_one_that_is_stale(sheet: Sheet, tmp_path: Path) -> None:
    contents(sheet, ["First\t1", "Second\t1"])
    for title in ("First", "Second"):
        sheet.document.add_heading(title, 1)
        sheet.text(WORDS)
    assert sheet.kinds() == []
    sheet.document.add_heading("Third", 1)
    (stale,) = sheet.facts().findings
    assert stale.kind == "stale_contents" and 'lacks "Third"' in stale.message and stale.block == 1


@pytest.mark.parametrize(
    ("pages", "stale"), [("12", ""), ("11", ""), ("19", '"Second" on page 9'), ("92", '"First" on')]
)
def test_typed_page_numbers_of_another_program(sheet: Sheet, pages: str, stale: str) -> None:
    """Off by one is how programs differ; more is old. Two headings of one name are two."""
    contents(sheet, [f"First\t{pages[0]}", f"Second\t{pages[1]}"])
    for title in ("First", "Second"):
        sheet.document.add_heading(title, 1).paragraph_format.page_break_before = title == "Second"
        sheet.text(WORDS)
    sheet.document.save(sheet.path)
    found = check(sheet.path)[0].of_kind("stale_contents")
    assert stale in found[0].message if stale else found == []


def test_review_that_is_not_done(sheet: Sheet) -> None:
    line = sheet.text("Said")
    sheet.document.add_comment(line.runs[0], text="Why?", author="Maya")
    sheet.xml(line, f'<w:ins {W} w:id="1" w:author="Ola"><w:r><w:t>new</w:t></w:r></w:ins>')
    found = {one.kind: one.message for one in sheet.facts().findings}
    assert found["open_comment"] == 'Block 1: comment 0 of Maya on "Said" is open: "Why?"'
    assert found["tracked_change"] == "1 tracked change of Ola waits to be accepted or rejected."


def test_a_font_that_is_not_here(sheet: Sheet) -> None:
    sheet.text("odd").runs[0].font.name = "Futura Nowhere"
    (missing,) = sheet.facts().findings
    assert missing.kind == "missing_font" and "'Futura Nowhere'" in missing.message


def test_pages_and_boxes_come_with_the_layout(sheet: Sheet) -> None:
    for _ in range(12):
        sheet.text(WORDS * 6)
    sheet.text("pale", color="CCCCCC")
    table = sheet.document.add_table(2, 2)
    table.cell(1, 1).paragraphs[0].add_run("also pale").font.color.rgb = RGBColor(0xCC, 0xCC, 0xCC)
    sheet.document.save(sheet.path)
    facts, layout = check(sheet.path)
    one, two = facts.findings
    assert (one.page, two.page, layout.pages) == (2, 2, 2)
    assert one.boxes[0].left == pytest.approx(90, abs=2) and one.boxes[0].height < 20
    assert two.boxes[0].left > 300 and two.boxes[0].top > one.boxes[0].bottom


def test_the_box_of_a_picture_is_the_pictures_own(sheet: Sheet) -> None:
    sheet.text(WORDS)
    sheet.picture(300, 100)
    sheet.text(WORDS)
    sheet.document.save(sheet.path)
    facts, _ = check(sheet.path)
    (bent,) = facts.findings
    assert (bent.kind, bent.boxes[0].width, bent.boxes[0].height) == ("distorted_picture", 300, 100)


def test_what_only_pages_show(sheet: Sheet) -> None:
    sheet.text("").paragraph_format.space_after = Pt(1)
    filler = sheet.text("Before")
    filler.paragraph_format.space_after = Pt(590)
    heading = sheet.document.add_heading("Alone", 1)
    heading.paragraph_format.keep_with_next = False
    sheet.text(WORDS * 9)
    wide = sheet.picture(700, 450)
    wide._inline.docPr.set("descr", "Too wide")
    sheet.document.save(sheet.path)
    facts, _ = check(sheet.path)
    (stranded,) = facts.of_kind("stranded_heading")
    assert stranded.page == 1 and "page 2" in stranded.message
    assert [one.page for one in facts.of_kind("off_page")] == [facts.of_kind("overflow")[0].page]


def test_a_document_with_comments_can_be_drawn(sheet: Sheet) -> None:
    line = sheet.text("Said")
    sheet.document.add_comment(line.runs[0], text="Why?", author="Maya")
    sheet.document.save(sheet.path)
    before = sheet.path.read_bytes()
    (page,) = render(sheet.path, width=400)
    assert page.width == 400 and sheet.path.read_bytes() == before


def test_so_can_one_of_libreoffice(tmp_path: Path) -> None:
    """The words after a comment's mark are the paragraph's own, and stay."""
    space = "urn:oasis:names:tc:opendocument:xmlns"
    content = (
        f'<office:document-content xmlns:office="{space}:office:1.0" xmlns:text="{space}:text:1.0" '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/" office:version="1.3"><office:body><office:text><text:p>Before '
        '<office:annotation office:name="a"><dc:creator>Maya</dc:creator><text:p>Why?</text:p></office:annotation>'
        'after<office:annotation-end office:name="a"/> the end</text:p></office:text></office:body>'
        "</office:document-content>"
    )
    with zipfile.ZipFile(tmp_path / "d.odt", "w") as package:
        package.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        package.writestr("content.xml", content)
        package.writestr(
            "META-INF/manifest.xml",
            f'<manifest:manifest xmlns:manifest="{space}:manifest:1.0"><manifest:file-entry manifest:full-path="/" '
            'manifest:media-type="application/vnd.oasis.opendocument.text"/><manifest:file-entry '
            'manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>',
        )
    convert(tmp_path / "d.odt", tmp_path / "d.pdf")
    assert inspect(tmp_path / "d.pdf").text == "Before after the end"  # pyright: ignore


def test_an_answer_knows_what_it_answers(sheet: Sheet) -> None:
    line = sheet.text("Said")
    for words in ("Why?", "Because."):
        comment = sheet.document.add_comment(line.runs[0], text=words, author="Maya")
        comment._comment_elm.xpath("./w:p")[-1].set(PARA_ID, words)
    part = docx.opc.part.Part(
        docx.opc.packuri.PackURI("/word/commentsExtended.xml"),
        "application/vnd.openxmlformats-officedocument.wordprocessingml.commentsExtended+xml",
        b'<w15:commentsEx xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"><w15:commentEx '
        b'w15:paraId="Why?" w15:done="1"/><w15:commentEx w15:paraId="Because." w15:paraIdParent="Why?" w15:done="0"/>'
        b"</w15:commentsEx>",
        sheet.document.part.package,
    )
    sheet.document.part.relate_to(part, "http://schemas.microsoft.com/office/2011/relationships/commentsExtended")
    one, two = sheet.facts().comments
    assert (one.resolved, one.reply_to, two.reply_to) == (True, -1, one.id)
    assert sheet.facts().of_kind("open_comment") == []


@pytest.mark.parametrize(
    ("size", "bold", "kinds"), [(11, False, ["contrast"]), (11, True, ["contrast"]), (14, True, []), (18, False, [])]
)
def test_bold_text_counts_as_large_from_14_points_on(sheet: Sheet, size: float, bold: bool, kinds: list[str]) -> None:
    sheet.text("quiet", color="808080", size=size).runs[0].bold = bold  # 3.9 to 1
    assert sheet.kinds() == kinds
