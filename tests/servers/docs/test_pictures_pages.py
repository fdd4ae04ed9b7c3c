"""Pictures keep their ratio; pages, sections, headers, footers and contents say what is true."""

from pathlib import Path
from typing import Any

import docx
import pytest
from deskworld_artifacts import inspect
from deskworld_kit import ToolError
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import nsdecls, qn
from PIL import Image


def test_a_picture_keeps_its_ratio(do: Any, root: Path, report: str, photo: str) -> None:
    done = do.add_document_picture(
        path=report, picture=photo, after="2", width=200, alt_text="Quay", caption="The quay"
    )
    assert (done.block, done.width, done.height) == ("3", 200, 125)
    free = do.add_document_picture(path=report, picture=photo, alt_text="x", align="center")
    assert free.width == pytest.approx(451.3, abs=0.5) and free.width / free.height == pytest.approx(1.6, rel=0.01)
    facts: Any = inspect(root / report)
    assert [(each.alt, each.inline) for each in facts.pictures] == [("Quay", True), ("x", True)]
    assert do.read_document(path=report, blocks=["4"]).items[0].text == "Figure 1: The quay"
    for wrong in ({"width": 100, "height": 100}, {"width": 0.5}, {"picture": "no.png"}, {"picture": report}):
        with pytest.raises(ToolError):
            do.add_document_picture(path=report, **{"picture": photo, **wrong})
    assert "no alt text" in do.add_document_picture(path=report, picture=photo, width=20).warnings[0]


def test_a_picture_on_its_side_stands_up(do: Any, root: Path, report: str) -> None:
    image = Image.new("RGB", (400, 200), "blue")
    exif = image.getexif()
    exif[0x0112] = 6
    image.save(root / "side.jpg", exif=exif)
    done = do.add_document_picture(path=report, picture="side.jpg", width=50, alt_text="x")
    assert done.height == 100 and "upright" in done.warnings[0]


def widths(root: Path, path: str) -> list[float]:
    facts: Any = inspect(root / path)
    return [each.width for each in facts.pictures]


def test_a_picture_fits_the_cell_that_it_stands_in(do: Any, root: Path, photo: str) -> None:
    """However it comes there; a column of pictures is as wide as pictures ask for."""
    do.document_from_markdown(
        path="a.docx",
        markdown=f"| ![a]({photo}) | ![b]({photo}) |\n|---|---|\n| Right, with a long line below it | Wrong |\n",
    )
    assert widths(root, "a.docx") == [pytest.approx(215, abs=8)] * 2
    do.update_document_table(path="a.docx", values=[[f"![n]({photo})"]], row=2)
    do.update_block(path="a.docx", block="1.2.2", text=f"![u]({photo})")
    assert do.add_document_picture(path="a.docx", picture=photo, after="1.2.2", alt_text="p").width < 224
    do.add_document_table(path="a.docx", rows=[["Picture", "What it says"], [f"![t]({photo})", "word " * 30]])
    assert all(180 < width < 260 for width in widths(root, "a.docx")) and len(widths(root, "a.docx")) == 6
    assert not do.check_document(path="a.docx", kinds=["overflow"]).items


def test_a_picture_fits_beside_a_list_or_a_quote(do: Any, root: Path, photo: str) -> None:
    table = f"  | p | q |\n  |---|---|\n  | 1 | ![c]({photo}) |\n"
    markdown = f"- a\n  - ![a]({photo})\n\n> ![b]({photo})\n\n- x\n\n{table}"
    do.document_from_markdown(path="a.docx", markdown=markdown)
    assert widths(root, "a.docx")[:2] == [pytest.approx(451.3 - 36, abs=1)] * 2
    made = do.get_document_table(path="a.docx").column_widths
    assert sum(made) == pytest.approx(451.3 - 18, abs=1)
    assert not do.check_document(path="a.docx", kinds=["overflow"]).items


def test_a_picture_fits_a_text_box_and_a_cell_of_another_program(do: Any, root: Path, foreign: str, photo: str) -> None:
    cell = do.read_document(path=foreign).items
    table = next(each.block for each in cell if each.kind == "table")
    done = do.add_document_picture(path=foreign, picture=photo, after=f"{table}.1.1", alt_text="p")
    assert 180 < done.width < 216
    assert do.add_document_picture(path=foreign, picture=photo, after="box1:1", alt_text="p").width < 142


def test_a_picture_is_exchanged_and_taken_out(do: Any, root: Path, report: str, photo: str, parts: Any) -> None:
    block = do.add_document_picture(path=report, picture=photo, width=200, alt_text="Quay").block
    Image.new("RGB", (300, 300), "green").save(root / "other.png")
    done = do.update_document_picture(path=report, block=block, picture="other.png", alt_text="Field")
    assert (done.width, done.height) == (200, 200)
    assert sum(name.startswith("word/media/") for name in parts(root / report)) == 1
    assert do.update_document_picture(path=report, block=block, height=80).width == 80
    taken = do.extract_document_pictures(path=report, folder="out")
    assert [(each.path, each.alt_text, each.width) for each in taken.files] == [("out/report-01.png", "Field", 300)]
    assert (root / "out/report-01.png").read_bytes() == (root / "other.png").read_bytes()
    with pytest.raises(ToolError, match="no picture"):
        do.update_document_picture(path=report, block="1", width=10)


def test_headers_and_footers(do: Any, root: Path, report: str) -> None:
    do.set_header_footer(path=report, header="Harbor Light | | **{title}**", footer="Page {page} of {pages}")
    do.set_header_footer(path=report, footer="none", pages="first")
    do.set_header_footer(path=report, header="Left", pages="even")
    facts: Any = inspect(root / report)
    section = facts.sections[0]
    assert section.header == "Harbor Light\t\tVolumes" and section.footer == "Page 1 of 1"
    assert section.first_footer == "" and section.even_header == "Left"
    assert {"PAGE", "NUMPAGES", "TITLE"} <= {each.code for each in facts.fields}
    do.set_header_footer(path=report, header="New")
    assert inspect(root / report).sections[0].header == "New"  # pyright: ignore[reportAttributeAccessIssue]
    for wrong in ({}, {"header": "a|b|c|d"}, {"header": "x", "section": 3}):
        with pytest.raises(ToolError):
            do.set_header_footer(path=report, **wrong)


def test_a_letterhead_is_of_page_one_and_takes_nothing_else_away(do: Any, root: Path, report: str, photo: str) -> None:
    do.set_header_footer(path=report, header="Running", footer="Page {page} of {pages}")
    do.add_document_picture(path=report, picture=photo, after="footer1", width=20, alt_text="Mark")
    do.add_document_break(path=report, kind="section", after="3")
    made = do.set_header_footer(path=report, header="Harbor Light", pages="first")
    assert (made.sections, made.header, made.footer) == (1, "Harbor Light", "Page {page} of {pages}\n")
    facts: Any = inspect(root / report)
    first, second = facts.sections
    assert (first.first_header, first.first_footer) == ("Harbor Light", "Page 1 of 1") and first.header == "Running"
    assert second.first_header == "" and do.render_document(path=report).facts.total >= 2
    assert do.check_document(path=report, kinds=["broken_picture"]).total == 0
    do.set_header_footer(path=report, footer="Even", pages="even")
    assert inspect(root / report).sections[0].even_header == "Running"  # pyright: ignore[reportAttributeAccessIssue]


def test_what_lies_there_is_replaced_only_when_asked(do: Any, root: Path, report: str, photo: str) -> None:
    do.add_document_picture(path=report, picture=photo, width=50, alt_text="a")
    makers: dict[str, Any] = {
        "report.pdf": lambda **more: do.export_document_pdf(path=report, **more),
        "out/report-01.png": lambda **more: do.extract_document_pictures(path=report, folder="out", **more),
        "pages/report-01.jpg": lambda **more: do.export_document_pictures(
            path=report, folder="pages", kind="jpg", width=200, **more
        ),
        "report_media/image1.png": lambda **more: do.document_to_markdown(path=report, **more),
    }
    for name, make in makers.items():
        place = root / name
        place.parent.mkdir(exist_ok=True)
        place.write_text("mine")
        with pytest.raises(ToolError, match="overwrite=true"):
            make()
        assert place.read_text() == "mine"
        make(overwrite=True)
        make()
        assert place.read_bytes() != b"mine"


def test_sections_have_their_own_pages_and_headers(do: Any, root: Path, report: str) -> None:
    do.set_header_footer(path=report, header="All")
    done = do.add_document_break(path=report, kind="section", after="6")
    assert (done.block, done.sections) == ("6", 2)
    do.set_page_layout(path=report, orientation="landscape", section=2, columns=2)
    do.set_header_footer(path=report, header="Second", section=2)
    facts: Any = inspect(root / report)
    assert [(each.orientation, each.columns, each.header) for each in facts.sections] == [
        ("portrait", 1, "All"), ("landscape", 2, "Second"),
    ]  # fmt: skip
    assert facts.sections[1].start == "nextPage" and facts.sections[1].width > facts.sections[1].height
    assert do.add_document_break(path=report, kind="page", after="2").block == "3"


def test_layout(do: Any, root: Path, report: str) -> None:
    done = do.set_page_layout(path=report, size="A5", margins=[36, 48, 36, 48], first_page_number=3, page_border=True)
    assert (round(done.width), round(done.height), round(done.text_width)) == (420, 595, 324)
    assert not done.warnings and "1 table made to fit" in done.verified
    for wrong in ({}, {"margins": [1, 2]}, {"margins": [900]}, {"margins": [10, 300, 10, 300]}, {"section": 4}):
        with pytest.raises(ToolError):
            do.set_page_layout(path=report, **({"size": "A5", **wrong} if wrong else {}))


def test_what_is_as_wide_as_the_text_stays_so(do: Any, root: Path, report: str, photo: str) -> None:
    """Tables, tab stops and what stands in cells; what is narrower keeps its size as long as it fits."""
    do.add_document_picture(path=report, picture=photo, alt_text="Quay")
    do.add_document_table(path=report, rows=[["narrow", "one"], ["a", "b"]])
    narrow = [each.block for each in do.read_document(path=report).items if each.kind == "table"][1]
    do.format_document_table(path=report, table=narrow, column_widths=[150, 150])
    do.set_header_footer(path=report, header="Left | Middle | Right")
    do.add_table_of_contents(path=report)
    do.set_page_layout(path=report, orientation="landscape")

    def seen() -> tuple[list[int], list[int], set[int]]:
        facts: Any = inspect(root / report)
        document: Any = docx.Document(str(root / report))
        roots = (document.element, document.sections[0].header._element)
        stops = [one for holder in roots for one in holder.iter(qn("w:tab")) if one.get(qn("w:val")) == "right"]
        ends = {round(int(stop.get(qn("w:pos"))) / 20) for stop in stops}
        assert len(stops) == 3
        return [round(sum(each.widths)) for each in facts.tables], [round(each.width) for each in facts.pictures], ends

    assert seen() == ([698, 300], [451], {698})
    done = do.set_page_layout(path=report, size="A5", orientation="portrait", margins=[80])
    assert seen() == ([260, 260], [260], {260}) and not done.warnings
    assert "2 tables and 1 picture" in done.verified
    assert not do.check_document(path=report, kinds=["overflow", "off_page"]).items


def test_tables_of_other_programs_follow_too(do: Any, root: Path) -> None:
    """By whatever they say how wide they are; nested ones with their cell; floating ones stay."""
    made: Any = docx.Document()
    whole = made.add_table(1, 2)
    inner = whole.cell(0, 0).add_table(1, 1)
    percent, floating, wide = (made.add_table(1, 2) for _ in range(3) if made.add_paragraph())
    width = percent._tbl.tblPr.get_or_add_tblW() if hasattr(percent._tbl.tblPr, "get_or_add_tblW") else None
    width = width if width is not None else percent._tbl.tblPr.find(qn("w:tblW"))
    width.set(qn("w:type"), "pct")
    width.set(qn("w:w"), "5000")
    floating._tbl.tblPr.append(parse_xml(f'<w:tblpPr {nsdecls("w")} w:tblpX="100" w:tblpY="100"/>'))
    for column in wide.columns:
        column.width = docx.shared.Pt(300)
    made.save(str(root / "a.docx"))
    before = [sum(column.width.pt for column in each.columns) for each in (whole, inner, percent, floating, wide)]
    done = do.set_page_layout(path="a.docx", margins=[36])
    again: Any = docx.Document(str(root / "a.docx"))
    tables = [again.tables[0], again.tables[0].cell(0, 0).tables[0], *again.tables[1:]]
    after = [sum(column.width.pt for column in each.columns) for each in tables]
    grown = done.text_width - 432
    assert [round(now - then) for now, then in zip(after, before, strict=True)] == [grown, grown / 2, grown, 0, 0]
    assert tables[0].rows[0].cells[1].width.pt == pytest.approx(after[0] / 2, abs=1)
    assert "3 tables made to fit" in done.verified


def test_a_column_keeps_room_for_its_words(do: Any, root: Path) -> None:
    do.create_document(path="a.docx")
    do.add_document_table(path="a.docx", rows=[["Description", "Sum"], ["word " * 60, "Incomplete"]])
    do.set_page_layout(path="a.docx", size="A5", margins=[110])
    assert do.get_document_table(path="a.docx").column_widths[1] >= 78


def test_only_the_section_that_changes_is_fitted(do: Any, root: Path, report: str) -> None:
    do.insert_block(path=report, text="| a |\n|---|\n| b |", after="1")
    do.add_document_break(path=report, kind="section", after="3")
    do.set_page_layout(path=report, orientation="landscape", section=2)
    assert [round(sum(each.widths)) for each in inspect(root / report).tables] == [451, 698]  # pyright: ignore


def test_a_table_of_contents_has_real_page_numbers(do: Any, root: Path) -> None:
    filler = "Words that fill the page. " * 400
    text = "\n\n".join(f"# Chapter {n}\n\n{filler}\n\n## Part of {n}\n\nEnd." for n in (1, 2, 3))
    do.document_from_markdown(path="a.docx", markdown=text)
    done = do.add_table_of_contents(path="a.docx")
    assert done.block == "1" and len(done.entries) == 6
    facts: Any = inspect(root / "a.docx")
    entries = [each for each in facts.paragraphs if each.style.upper().startswith("TOC ") and "\t" in each.text]
    assert [each.text.replace("\t", ": ") for each in entries] == done.entries
    shown = [int(each.rpartition(" ")[2]) for each in done.entries]
    assert shown == sorted(shown) and shown[0] == 1 and shown[-1] == done.pages > 3
    assert any(each.code.startswith('TOC \\o "1-3"') for each in facts.fields)
    do.delete_blocks(path="a.docx", blocks=[do.get_document_outline(path="a.docx").items[-1].block])
    renewed = do.add_table_of_contents(path="a.docx", levels=1)
    assert [each.partition(":")[0] for each in renewed.entries] == ["Chapter 1", "Chapter 2", "Chapter 3"]
    assert sum(each.code.startswith("TOC") for each in inspect(root / "a.docx").fields) == 1  # pyright: ignore[reportAttributeAccessIssue]


def test_page_numbers_of_contents_are_held_to_the_pages(do: Any, root: Path) -> None:
    """After an edit that moves pages, by one page too: the check says it, the export says it, the tool renews it."""
    filler = "Words that fill the page. " * 110
    twice = "# Same\n\nFirst.\n\n<!-- pagebreak -->\n\n# Same\n\nSecond."
    do.document_from_markdown(path="a.docx", markdown=f"# Start\n\n{filler}\n\n## End\n\nEnd.\n\n{twice}")

    def stale() -> list[str]:
        return [each.message for each in do.check_document(path="a.docx", kinds=["stale_contents"]).items]

    assert do.add_table_of_contents(path="a.docx").entries[-2:] == ["Same: 2", "Same: 3"]
    assert stale() == [] == do.export_document_pdf(path="a.docx").warnings
    do.insert_block(path="a.docx", text="More words. " * 60, after="6")
    (told,) = stale()
    assert '"Same" on page 2; it is on page 3' in told or '"End" on page 1; it is on page 2' in told
    assert "add_table_of_contents renews it" in told and told in do.export_document_pdf(path="a.docx").warnings
    do.add_table_of_contents(path="a.docx")
    assert stale() == []


def test_page_numbers_are_those_that_are_printed(do: Any, root: Path) -> None:
    """A front part in roman numbers, chapters that begin anew at 1, and one that counts on."""
    do.document_from_markdown(path="a.docx", markdown="# Preface\n\na\n\n# One\n\nb\n\n# Two\n\nc")
    for after in ("2", "4"):
        do.add_document_break(path="a.docx", kind="section", after=after)
    do.set_page_layout(path="a.docx", section=2, first_page_number=1)
    made: Any = docx.Document(str(root / "a.docx"))
    number = parse_xml(f'<w:pgNumType {nsdecls("w")} w:fmt="lowerRoman"/>')
    made.sections[0]._sectPr.find(qn("w:cols")).addprevious(number)
    made.save(str(root / "a.docx"))
    done = do.add_table_of_contents(path="a.docx")
    assert done.entries == ["Preface: i", "One: 1", "Two: 2"]
    assert not do.check_document(path="a.docx", kinds=["stale_contents"]).items


def test_contents_are_no_chapter_where_headings_are_numbered(do: Any, root: Path) -> None:
    template: Any = docx.Document()
    properties = template.styles["Heading 1"].element.get_or_add_pPr()
    numbered: Any = OxmlElement("w:numPr")
    numbered.append(OxmlElement("w:numId"))
    numbered[0].set(qn("w:val"), "1")
    properties.insert_element_before(numbered, "w:spacing", "w:outlineLvl")
    for text in ("First", "Second"):
        template.add_heading(text, 1)
    template.save(str(root / "a.docx"))
    do.add_table_of_contents(path="a.docx")
    facts: Any = inspect(root / "a.docx")
    titles = [one for one in facts.paragraphs if one.style == "TOC Heading"]
    assert len(titles) == 1 and titles[0].numbering is None
    assert all(one.numbering for one in facts.paragraphs if one.heading)


def test_no_headings_no_contents(do: Any, root: Path) -> None:
    do.create_document(path="a.docx")
    with pytest.raises(ToolError, match="no headings"):
        do.add_table_of_contents(path="a.docx")


def test_pictures_stand_in_headers_and_notes_too(do: Any, root: Path, report: str, photo: str) -> None:
    do.set_header_footer(path=report, header="Harbor Light")
    do.insert_block(path=report, text=f"Noted[^1]\n\n[^1]: See ![Quay]({photo})", after="2")
    done = do.add_document_picture(path=report, picture=photo, after="header1:1", width=40, alt_text="Logo")
    assert done.block == "header1:2"
    assert "![Quay](" in do.read_document(path=report, blocks=["footnote1"]).items[0].text
    taken = do.extract_document_pictures(path=report, folder="out").files
    assert len(taken) == 1 and taken[0].blocks == ["header1:2", "footnote1:1"]
    do.delete_blocks(path=report, blocks=["3"])
    assert do.extract_document_pictures(path=report, folder="out").files[0].blocks == ["header1:2"]
