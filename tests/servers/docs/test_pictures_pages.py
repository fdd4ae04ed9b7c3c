"""Pictures keep their ratio; pages, sections, headers, footers and contents say what is true."""

from pathlib import Path
from typing import Any

import pytest
from deskworld_artifacts import inspect
from deskworld_kit import ToolError
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
    assert any("block 9 is" in each for each in done.warnings)  # the table is as wide as the old page's text
    for wrong in ({}, {"margins": [1, 2]}, {"margins": [900]}, {"margins": [10, 300, 10, 300]}, {"section": 4}):
        with pytest.raises(ToolError):
            do.set_page_layout(path=report, **({"size": "A5", **wrong} if wrong else {}))


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


def test_contents_are_no_chapter_where_headings_are_numbered(do: Any, root: Path) -> None:
    import docx
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

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
