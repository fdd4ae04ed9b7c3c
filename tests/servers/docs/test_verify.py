"""Documents looked at: rendered, exported, checked, and a bad one made good."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import docx
import pypdfium2
import pytest
from deskworld_kit import ToolError
from docx.shared import Pt, RGBColor
from PIL import Image


def test_pages_are_shown_one_by_one_or_on_sheets(do: Any, root: Path, report: str) -> None:
    shown = do.render_document(path=report)
    assert (shown.facts.pages, shown.facts.total, shown.facts.view) == ([1], 1, "single")
    assert Image.open(BytesIO(shown.pictures[0].data)).height == 1568
    document: Any = docx.Document()
    for number in range(1, 11):
        document.add_heading(f"Page {number}", 1)
        document.add_page_break()
    document.save(root / "long.docx")
    shown = do.render_document(path="long.docx")
    assert shown.facts.view == "sheet" and [one.label for one in shown.pictures] == ["Pages 1-8", "Pages 9-10"]
    shown = do.render_document(path="long.docx", pages=[9, 2])
    assert (shown.facts.pages, shown.facts.total, shown.facts.view) == ([9, 2], 10, "single")
    with pytest.raises(ToolError, match="10 pages"):
        do.render_document(path="long.docx", pages=[11])


def test_a_pdf_says_what_is_not_in_it(do: Any, root: Path, foreign: str) -> None:
    made = do.export_document_pdf(path=foreign)
    assert made.path == "foreign.pdf" and made.pages == len(pypdfium2.PdfDocument(root / made.path))
    assert made.warnings[0] == "comments are not in it" and "tracked changes" in made.warnings[1]


def test_a_bad_document_is_made_good(do: Any, root: Path, photo: str) -> None:
    document: Any = docx.Document()
    document.add_heading("Offer", 1)
    document.add_heading("Too deep", 3)
    document.add_paragraph("Dear {{client}},")
    document.add_paragraph().add_run("pale").font.color.rgb = RGBColor(0xDD, 0xDD, 0xDD)
    line = document.add_paragraph("Said")
    document.add_comment(line.runs[0], text="Sure?", author="Maya")
    document.add_picture(str(root / photo), Pt(600), Pt(200))
    document.save(root / "bad.docx")
    found = do.check_document(path="bad.docx")
    assert found.counts == [
        "contrast: 1", "distorted_picture: 1", "leaking_placeholder: 1", "missing_alt: 1", "off_page: 1",
        "open_comment: 1", "overflow: 1", "skipped_heading: 1",
    ]  # fmt: skip
    assert all(one.page == 1 and one.boxes for one in found.items)
    pale = next(one for one in found.items if one.kind == "contrast")
    assert (pale.block, pale.boxes[0].left) == (4, pytest.approx(90, abs=2))
    do.apply_style(path="bad.docx", blocks=["2"], style="Heading 2")
    do.fill_template(path="bad.docx", target="good.docx", values={"client": "Noor"})
    do.format_document_text(path="good.docx", blocks=["4"], color="#222222")
    do.resolve_document_comment(path="good.docx", comment=0)
    do.delete_blocks(path="good.docx", blocks=["6"])
    do.add_document_picture(path="good.docx", picture=photo, alt_text="Orange sun over the quay")
    checked = do.check_document(path="good.docx")
    assert checked.verdict == "clean", [one.message for one in checked.items]


def test_kinds_are_chosen_and_unknown_ones_refused(do: Any, foreign: str) -> None:
    assert {one.kind for one in do.check_document(path=foreign, kinds=["open_comment"]).items} == {"open_comment"}
    with pytest.raises(ToolError, match="say one of overflow"):
        do.check_document(path=foreign, kinds=["spelling"])
