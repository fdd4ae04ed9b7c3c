"""Files that were cut off: every tool that saves one saves a sound file, and says what is gone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pikepdf
import pytest
from deskworld_kit import ToolError
from deskworld_pdf.assembling import Source


@pytest.fixture
def cut(root: Path, rich: str) -> str:
    """The first seven tenths of a file of four pages: what is drawn on the last three is gone."""
    blob = (root / rich).read_bytes()
    (root / "cut.pdf").write_bytes(blob[: int(len(blob) * 0.7)])
    return "cut.pdf"


@pytest.mark.parametrize("tool", ["lossless", "compress_pdf", "rotate_pdf_pages", "encrypt_pdf", "redact_pdf"])
def test_what_is_saved_of_a_cut_file_is_sound(do: Any, root: Path, cut: str, tool: str) -> None:
    arguments: dict[str, dict[str, Any]] = {
        "lossless": {"quality": "lossless"},
        "rotate_pdf_pages": {"degrees": 90},
        "encrypt_pdf": {"password": "quay"},
    }
    given = arguments.get(tool, {})
    if tool == "redact_pdf":
        from deskworld_pdf.arguments import PageArea

        given = {"areas": [PageArea(page=1, box=[0, 400, 100, 500])]}
    call = do.compress_pdf if tool == "lossless" else getattr(do, tool)
    done = call(path=cut, target="whole.pdf", **given)
    assert any("nothing is left on pages 2, 3 and 4" in each for each in done.warnings)
    password = given.get("password", "")
    with pikepdf.open(root / "whole.pdf", password=password) as pdf:
        assert pdf.get_warnings() == [] and len(pdf.pages) == 4
        assert not [each for each in pdf.check_pdf_syntax() if "ERROR" in each]
    assert "sheet 1" in do.read_pdf_text(path="whole.pdf", pages=[1], password=password).pages[0].text
    assert "damage" not in str(do.inspect_pdf(path="whole.pdf", password=password).items)


def test_a_cut_file_is_never_put_back_as_it_was(do: Any, root: Path) -> None:
    """One that can't become smaller is saved whole all the same."""
    (root / "cut.pdf").write_bytes(
        b"%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n"
        b"2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n"
        b"3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 90 90]>>\nendobj\ntrailer\n<</Root 1 0 R>>\n"
    )
    done = do.compress_pdf(path="cut.pdf")
    assert done.bytes_after > done.bytes_before and "nothing is left on page 1" in done.warnings[0]
    with pikepdf.open(root / "cut.pdf") as pdf:
        assert pdf.get_warnings() == []


def test_findings_of_damage_are_the_same_each_time(do: Any, cut: str) -> None:
    first, second = (do.inspect_pdf(path=cut).items for _ in range(2))
    assert first == second and not any("0x" in each.message or "object at" in each.message for each in first)


def test_pages_are_turned_back(do: Any, root: Path, report: str) -> None:
    do.rotate_pdf_pages(path=report, degrees=-90, pages=[1])
    with pikepdf.open(root / report) as pdf:
        assert int(pdf.pages[0].obj.Rotate) % 360 == 270
    do.rotate_pdf_pages(path=report, degrees=90, pages=[1])
    with pikepdf.open(root / report) as pdf:
        assert int(pdf.pages[0].obj.Rotate) % 360 == 0


def test_too_little_of_a_file_is_refused(do: Any, root: Path, report: str) -> None:
    blob = (root / report).read_bytes()
    (root / "cut.pdf").write_bytes(blob[:600])
    with pytest.raises(ToolError, match="damaged"):
        do.compress_pdf(path="cut.pdf", target="whole.pdf")
    assert not (root / "whole.pdf").exists()


def test_what_is_put_together_of_a_cut_file_is_told(do: Any, cut: str, report: str) -> None:
    words = "nothing is left on pages 2, 3 and 4"
    merged = do.merge_pdfs(sources=[Source(path=report), Source(path=cut)], target="both.pdf")
    assert any(each.startswith("cut.pdf: ") and words in each for each in merged.warnings)
    assert any(words in each for each in do.split_pdf(path=cut, folder="parts", every=2).warnings)
    assert any(words in each for each in do.extract_pdf_pages(path=cut, pages=[1], target="one.pdf").warnings)
