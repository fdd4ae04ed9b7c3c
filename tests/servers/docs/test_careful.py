"""What a careful person would stumble over: amounts cut in two, tables exchanged for one cell, signs left as text."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import ToolError
from docx import Document


def priced(place: Path, price: str, fee: str) -> str:
    paper = Document()
    paper.add_paragraph(f"The client pays EUR {fee} by 12.05.2026.")
    table = paper.add_table(2, 2, style="Table Grid")
    for cell, text in zip(table._cells, ("Item", "Price", "Rope", price), strict=True):
        cell.text = text
    paper.save(str(place))
    return place.name


def test_a_changed_cell_is_one_change_and_an_amount_is_one_word(do: Any, root: Path) -> None:
    old, new = priced(root / "a.docx", "12", "4,000"), priced(root / "b.docx", "15", "4,500")
    said = [(one.change, one.detail) for one in do.compare_documents(path=old, other=new).items]
    assert ("text", "The client pays EUR [-4,000-]{+4,500+} by 12.05.2026.") in said
    assert not any("removed" in change or "added" in change for change, _ in said), said
    do.redline_documents(path=old, other=new, target="c.docx", author="Maya")
    changes = [(one.kind, one.text) for one in do.list_revisions(path="c.docx").items]
    assert changes == [("deletion", "4,000"), ("insertion", "4,500"), ("deletion", "12"), ("insertion", "15")]


def test_a_row_that_went_says_its_cells_apart(do: Any, root: Path) -> None:
    name = priced(root / "a.docx", "12", "1")
    do.track_changes(path=name, author="Maya")
    do.delete_blocks(path=name, blocks=["2"])
    assert "Item | Price" in [one.text for one in do.list_revisions(path=name).items]


def test_signs_that_stay_as_text_are_said(do: Any, root: Path) -> None:
    made = do.document_from_markdown(path="a.docx", markdown="# One\n\n[TOC]\n\nText")
    assert any("add_table_of_contents" in each for each in made.warnings)
    said = do.set_header_footer(path="a.docx", footer="{seite} of {pages}").warnings
    assert said == ["{seite} is no field and stays as it is typed; fields are {page} {pages} {date} {title}"]


def test_quotes_too_deep_are_refused_and_not_left_out(do: Any, root: Path) -> None:
    name = priced(root / "a.docx", "1", "1")
    before = (root / name).read_bytes()
    for text in ("> " * 210 + "deep", "- " * 101 + "deep", "> - " * 70 + "deep"):
        with pytest.raises(ToolError, match="nested too deep"):
            do.insert_block(path=name, text=text)
    assert (root / name).read_bytes() == before
    do.insert_block(path=name, text="> " * 30 + "deep")
    assert do.find_document_text(path=name, query="deep").total == 1


@pytest.mark.parametrize("way", ["utf-8", "utf-16"])
def test_a_document_type_is_refused_wherever_it_stands(do: Any, root: Path, way: str) -> None:
    name = priced(root / "a.docx", "1", "1")
    entity = '<!DOCTYPE l [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
    with zipfile.ZipFile(root / name) as old, zipfile.ZipFile(root / "b.docx", "w") as new:
        for part in old.namelist():
            data = old.read(part)
            if part == "word/document.xml":
                root_at = data.index(b"<w:document")
                body = data[root_at:].decode().replace("Rope", "&a;")
                data = f'<?xml version="1.0" encoding="{way}"?><!--{"x" * 9000}-->{entity}{body}'.encode(way)
            new.writestr(part, data)
    with pytest.raises(ToolError, match="declares a document type"):
        do.read_document(path="b.docx")
