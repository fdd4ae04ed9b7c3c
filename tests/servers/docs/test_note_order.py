"""Notes stand under the right marks wherever a document is laid out, and are known again when numbered anew."""

import re
import zipfile
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from deskworld_artifacts import convert

TEXT = "First[^1].\n\nSecond.\n\nThird[^2].\n\n| a |\n| --- |\n| x[^3] |\n\n[^1]: ONE\n[^2]: THREE\n[^3]: FOUR\n"


@pytest.fixture
def noted(do: Any) -> str:
    do.document_from_markdown(path="n.docx", markdown=TEXT)
    do.add_footnote(path="n.docx", block="2", text="TWO")
    return "n.docx"


def printed(root: Path, path: str) -> list[str]:
    """The notes as they stand on the page."""
    convert(root / path, root / "printed.pdf")
    with pypdfium2.PdfDocument(root / "printed.pdf") as pdf:
        text = "".join(page.get_textpage().get_text_range() for page in pdf)
    return re.findall("ONE|TWO|THREE|FOUR|GONE", text)


def test_whatever_edit_brings_a_note_the_page_shows_it_under_its_mark(do: Any, root: Path, noted: str) -> None:
    assert printed(root, noted) == ["ONE", "TWO", "THREE", "FOUR"]
    do.move_blocks(path=noted, blocks=["3"], after="0")
    assert printed(root, noted) == ["THREE", "ONE", "TWO", "FOUR"]
    do.delete_blocks(path=noted, blocks=["2"])
    do.document_from_markdown(path="before.docx", markdown="Zero[^1].\n\n[^1]: ONE\n")
    do.merge_documents(paths=["before.docx", noted], target="all.docx", start="same page")
    assert printed(root, "all.docx") == ["ONE", "THREE", "TWO", "FOUR"]
    do.track_changes(path="all.docx", author="Me")
    do.add_footnote(path="all.docx", block="1", words="Zero", text="GONE")
    assert printed(root, "all.docx")[:2] == ["GONE", "ONE"]


def test_endnotes_too(do: Any, root: Path) -> None:
    do.document_from_markdown(path="e.docx", markdown="First.\n\nSecond.")
    for block, text in (("2", "TWO"), ("1", "ONE")):
        do.add_footnote(path="e.docx", block=block, text=text, kind="endnote")
    assert printed(root, "e.docx") == ["ONE", "TWO"]


def test_a_file_of_somebody_else_is_shown_right_though_its_ids_are_in_no_order(do: Any, root: Path, noted: str) -> None:
    ids = {b"1": b"9", b"2": b"7", b"3": b"8", b"4": b"5"}
    with zipfile.ZipFile(root / noted) as old, zipfile.ZipFile(root / "foreign.docx", "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name in ("word/document.xml", "word/footnotes.xml"):
                data = re.sub(
                    rb'(<w:footnote(?:Reference)? w:id=")(\d)"', lambda m: m[1] + ids.get(m[2], m[2]) + b'"', data
                )
            if name == "word/footnotes.xml":
                gone = b'<w:footnote w:id="6"><w:p><w:r><w:t>GONE</w:t></w:r></w:p></w:footnote>'
                data = data.replace(b"</w:footnotes>", gone + b"</w:footnotes>")
            new.writestr(name, data)
    before = (root / "foreign.docx").read_bytes()
    assert printed(root, "foreign.docx") == ["ONE", "TWO", "THREE", "FOUR"]
    assert (root / "foreign.docx").read_bytes() == before


def test_notes_are_known_again_when_documents_are_compared(do: Any, root: Path, noted: str) -> None:
    (root / "old.docx").write_bytes((root / noted).read_bytes())
    do.add_footnote(path=noted, block="1", words="First", text="GONE")
    assert [each.change for each in do.compare_documents(path="old.docx", other=noted).items] == ["added"]
    made = do.redline_documents(path=noted, other="old.docx", target="red.docx", author="Me")
    assert made.changes == 1
    do.reject_revisions(path="red.docx")
    assert printed(root, "red.docx") == ["GONE", "ONE", "TWO", "THREE", "FOUR"]
    do.redline_documents(path=noted, other="old.docx", target="red2.docx", author="Me")
    do.accept_revisions(path="red2.docx")
    assert printed(root, "red2.docx") == ["ONE", "TWO", "THREE", "FOUR"]
