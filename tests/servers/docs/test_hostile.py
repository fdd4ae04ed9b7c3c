"""Documents as other programs and other languages make them: what is in them is seen, and stays, and nothing breaks."""

import zipfile
from pathlib import Path
from typing import Any

import docx
import pytest
from deskworld_artifacts import inspect
from deskworld_kit import ToolError
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls


def made(root: Path, *xml: str) -> str:
    """A document with these blocks between two paragraphs."""
    document: Any = docx.Document()
    document.add_heading("Head", 1)
    for one in xml:
        document.element.body[-1].addprevious(parse_xml(one.replace(">", f" {nsdecls('w')}>", 1)))
    document.add_paragraph("End")
    document.save(str(root / "a.docx"))
    return "a.docx"


def renamed(path: Path) -> None:
    """Give the main part the name that Office on the web gives it."""
    with zipfile.ZipFile(path) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    parts["word/document2.xml"] = parts.pop("word/document.xml")
    parts["word/_rels/document2.xml.rels"] = parts.pop("word/_rels/document.xml.rels")
    for name in ("_rels/.rels", "[Content_Types].xml"):
        parts[name] = parts[name].replace(b"word/document.xml", b"word/document2.xml")
    with zipfile.ZipFile(path, "w") as package:
        for name, blob in parts.items():
            package.writestr(name, blob)


def test_a_main_part_of_another_name(do: Any, root: Path, report: str) -> None:
    renamed(root / report)
    do.insert_block(path=report, text="More.", after="1")
    assert not do.check_document(path=report).items and do.render_document(path=report).facts.total == 1
    assert do.export_document_pdf(path=report).pages == 1
    do.add_table_of_contents(path=report)
    assert [each.text for each in inspect(root / report).outline] == ["Volumes", "Costs"]  # pyright: ignore


def test_words_below_a_reading_are_words(do: Any, root: Path) -> None:
    """Furigana: the reading stands above, the word is the text."""
    ruby = (
        "<w:ruby><w:rubyPr/><w:rt><w:r><w:t>かんじ</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>漢字</w:t></w:r></w:rubyBase>"
        "</w:ruby>"
    )
    path = made(root, f"<w:p><w:r><w:t>これは</w:t></w:r><w:r>{ruby}</w:r><w:r><w:t>です</w:t></w:r></w:p>")
    assert do.find_document_text(path=path, query="漢字です").total == 1
    told = do.document_to_markdown(path=path)
    assert "これは漢字です" in told.markdown and "readings above words" in told.warnings[0]
    assert "これは漢字です" in inspect(root / path).text  # pyright: ignore
    do.format_document_text(path=path, blocks=["2"], find="漢字", bold=True)
    do.add_document_link(path=path, block="2", find="です", url="https://a.example")
    assert "**漢字**[です]" in do.document_to_markdown(path=path, overwrite=True).markdown


def test_a_table_in_a_cell_is_told_without_its_empty_cells(do: Any, root: Path) -> None:
    document: Any = docx.Document()
    table = document.add_table(1, 2)
    inner = table.cell(0, 0).add_table(2, 2)
    inner.cell(0, 0).text = "nested"
    inner.cell(1, 1).add_table(1, 1).cell(0, 0).text = "innermost"
    table.cell(0, 1).text = "beside"
    document.save(str(root / "a.docx"))
    told = do.document_to_markdown(path="a.docx")
    assert told.markdown.startswith("| nested; innermost | beside |") and "tables in cells" in told.warnings[0]


def test_a_row_that_begins_further_in_says_so(do: Any, root: Path) -> None:
    cell = "<w:tc><w:p><w:r><w:t>x</w:t></w:r></w:p></w:tc>"
    shifted = f'<w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>{cell}</w:tr>'
    path = made(root, f"<w:tbl><w:tblPr/><w:tr>{cell}{cell}</w:tr>{shifted}</w:tbl>")
    with pytest.raises(ToolError, match="has columns 2 to 2"):
        do.update_document_table(path=path, values=[["y"]], row=2)


def test_many_paragraphs_are_still_placed(do: Any, root: Path) -> None:
    """Of a very long document only the beginnings are marked; pages and boxes are known all the same."""
    from deskworld_artifacts.inspection.document import layout

    do.document_from_markdown(path="a.docx", markdown="\n\n".join(f"# Part {n}\n\nWords." for n in range(60)))
    few = layout.lay_out(root / "a.docx")
    many, layout._MANY = layout._MANY, 20  # pyright: ignore[reportPrivateUsage]
    try:
        long = layout.lay_out(root / "a.docx")
    finally:
        layout._MANY = many  # pyright: ignore[reportPrivateUsage]
    assert [long.page_of(n) for n in range(1, 121)] == [few.page_of(n) for n in range(1, 121)]
    assert long.block_box(120) == few.block_box(120)
