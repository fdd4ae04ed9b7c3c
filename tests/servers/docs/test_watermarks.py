"""Watermarks: on every page, told, kept by what changes headers, and gone without a trace."""

import zipfile
from pathlib import Path
from typing import Any

import pytest
from deskworld_artifacts import render
from deskworld_kit import ToolError
from PIL import Image


def shapes(path: Path) -> dict[str, int]:
    """How many watermarks each header holds."""
    with zipfile.ZipFile(path) as package:
        return {
            name: package.read(name).count(b"WaterMarkObject") + package.read(name).count(b"WordPictureWatermark")
            for name in package.namelist()
            if name.startswith("word/header")
        }


def ink(path: Path) -> int:
    """How many dots of the first page are neither white nor dark."""
    import io

    image = Image.open(io.BytesIO(render(path, pages=[1], width=300)[0].png)).convert("L")
    return sum(image.histogram()[150:250])


def test_a_word_is_seen_behind_the_text_and_goes_again(do: Any, root: Path, report: str) -> None:
    before = ink(root / report)
    made = do.set_document_watermark(path=report, text="CONFIDENTIAL")
    assert (made.watermark, made.headers) == ("CONFIDENTIAL", 1)
    assert ink(root / report) > before + 1000
    assert do.get_document_info(path=report).watermark == "CONFIDENTIAL"
    do.set_document_watermark(path=report, text="DRAFT", color="accent2", diagonal=False)
    assert sum(shapes(root / report).values()) == 1
    assert do.set_document_watermark(path=report, text="none").headers == 0
    assert sum(shapes(root / report).values()) == 0 and do.get_document_info(path=report).watermark == ""
    with pytest.raises(ToolError, match="no watermark"):
        do.set_document_watermark(path=report, text="none")


def test_every_kind_of_page_and_section_has_it(do: Any, root: Path, report: str) -> None:
    do.add_document_break(path=report, kind="section", after="3")
    do.set_header_footer(path=report, header="First", pages="first", section=1)
    do.set_header_footer(path=report, header="Even", pages="even", section=2)
    do.set_header_footer(path=report, header="Own", section=2)
    made = do.set_document_watermark(path=report, text="DRAFT")
    held = shapes(root / report)
    assert made.headers == len(held) and set(held.values()) == {1}
    do.set_header_footer(path=report, header="New | words")
    do.set_header_footer(path=report, header="none", pages="first")
    assert set(shapes(root / report).values()) == {1}
    assert do.get_document_info(path=report).watermark == "DRAFT"


def test_a_picture_is_one_too(do: Any, root: Path, report: str, photo: str) -> None:
    before = ink(root / report)
    assert do.set_document_watermark(path=report, picture=photo).watermark == "(picture)"
    assert ink(root / report) > before + 1000
    do.set_header_footer(path=report, header="Words")
    assert sum(shapes(root / report).values()) == 1
    do.set_document_watermark(path=report, text="none")
    with zipfile.ZipFile(root / report) as package:
        assert not [name for name in package.namelist() if "media" in name]


@pytest.mark.parametrize(
    ("given", "says"),
    [({}, "say `text` or"), ({"text": "a", "picture": "photo.png"}, "say `text` or"),
     ({"text": "x" * 99}, "60 letters"),
     ({"text": "A", "color": "hue"}, "no colour"), ({"picture": "absent.png"}, "no file")],
)  # fmt: skip
def test_what_is_no_watermark_is_said(do: Any, report: str, photo: str, given: dict[str, str], says: str) -> None:
    with pytest.raises(ToolError, match=says):
        do.set_document_watermark(path=report, **given)
