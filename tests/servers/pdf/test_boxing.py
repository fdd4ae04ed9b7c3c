"""Stamps in a box: words on a flat form, signatures, and a letterhead that is a page of another PDF."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import ToolError
from deskworld_verifiers import text_in
from PIL import Image
from servers.pdf.samples import pixels, text_of, turned

Made = Callable[..., str]


@pytest.fixture
def permit(made: Made) -> str:
    """A flat form: a label and a frame from 100, 50 to 250, 70 as seen, on two pages of 400 x 300 points."""

    def draw(canvas: Any, page: int) -> None:
        canvas.drawString(40, 235, "Name")
        canvas.rect(100, 230, 150, 20)

    return made("permit.pdf", draw, pages=2, size=(400, 300))


def inked(image: Image.Image, color: tuple[int, int, int]) -> tuple[int, int, int, int] | None:
    """The box of what is nearly of that colour."""
    from PIL import ImageChops

    red, green, blue = ImageChops.difference(image, Image.new("RGB", image.size, color)).split()
    off = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return off.point(lambda value: 255 if value < 60 else 0).getbbox()


def test_words_in_a_box_stand_in_it_however_the_page_lies(do: Any, root: Path, permit: str) -> None:
    for turn in (0, 90, 180, 270):
        turned(root / permit, root / "t.pdf", turn)
        done = do.stamp_pdf(path="t.pdf", text="Maya Lindqvist", box=[100, 50, 250, 70], color="#0000FF", pages=[1])
        assert done.warnings == [] and "Maya" in done.verified
        left, top, right, bottom = inked(pixels(root / "t.pdf"), (0, 0, 255)) or (0, 0, 0, 0)
        assert 100 <= left < 106 and top >= 50 and bottom <= 70 and 160 < right < 250  # it starts left, at 12 points
        assert text_in(root / "t.pdf", 1, (100, 50, 250, 70)).endswith("Maya Lindqvist")
        assert "Maya" not in text_of(root / "t.pdf", 2)


def test_text_is_wrapped_and_made_smaller_until_it_fits(do: Any, root: Path, permit: str) -> None:
    words = "Two crates of pumps, one of seals and a spare rotor for the quay"
    do.stamp_pdf(path=permit, text=words, box=[20, 100, 120, 150], color="#FF0000", pages=[1])
    box = inked(pixels(root / permit), (255, 0, 0))
    assert box and box[0] >= 20 and box[1] >= 100 and box[2] <= 120 and box[3] <= 150
    assert " ".join(text_in(root / permit, 1, (18, 98, 122, 152)).split()) == words
    done = do.stamp_pdf(path=permit, text=words, box=[20, 200, 120, 220], size=12, target="over.pdf")
    assert any("reaches out of its box" in each for each in done.warnings)
    with pytest.raises(ToolError, match="does not fit a box of 60 x 8 points"):
        do.stamp_pdf(path=permit, text=words, box=[20, 200, 80, 208])
    do.stamp_pdf(path=permit, text="Seen", box=[300, 100, 320, 200], angle=90, color="#00FF00", pages=[2])
    left, top, right, bottom = inked(pixels(root / permit, 2), (0, 255, 0)) or (0, 0, 0, 0)
    assert left >= 300 and right <= 320 and bottom - top > right - left  # it reads upwards


def test_a_signature_keeps_its_ratio_in_its_box(do: Any, root: Path, permit: str) -> None:
    Image.new("RGB", (300, 100), "#FF0000").save(root / "sign.png")
    done = do.stamp_pdf(path=permit, picture="sign.png", box=[200, 200, 290, 290], pages=[2])
    assert done.pages == [2] and done.warnings == []
    assert inked(pixels(root / permit, 2), (255, 0, 0)) == (200, 230, 290, 260)
    do.stamp_pdf(path=permit, picture="sign.png", box=[200, 200, 290, 290], pages=[1], position="bottom-right")
    assert inked(pixels(root / permit, 1), (255, 0, 0)) == (200, 260, 290, 290)


def test_a_letterhead_lies_under_the_words_at_its_own_size(do: Any, root: Path, permit: str, made: Made) -> None:
    def draw(canvas: Any, page: int) -> None:
        canvas.setFillColorRGB(1, 1, 0)
        canvas.rect(0, 200, 400, 100, stroke=0, fill=1)
        canvas.setFillColorRGB(0, 0, 0)
        canvas.drawString(300, 280, "Harbor Light AB")

    made("head.pdf", draw, size=(400, 300))
    for turn in (0, 90, 270):
        turned(root / "head.pdf", root / "letterhead.pdf", turn)
        size = (400, 300) if turn == 0 else (300, 400)
        made("blank.pdf", lambda canvas, page: canvas.drawString(40, 235, "Name"), pages=2, size=size)
        done = do.stamp_pdf(path="blank.pdf", picture="letterhead.pdf", under=True, target="with.pdf")
        assert done.pages == [1, 2] and not any("letterhead.pdf" in each for each in done.warnings)
        shown, head = pixels(root / "with.pdf", 2), pixels(root / "letterhead.pdf")
        head.paste(shown.crop((30, size[1] - 250, 90, size[1] - 230)), (30, size[1] - 250))  # "Name", which is over it
        assert shown.tobytes() == head.tobytes()
        assert "Harbor Light AB" in text_of(root / "with.pdf", 2) and "Name" in text_of(root / "with.pdf", 2)


def test_refusals(do: Any, root: Path, permit: str) -> None:
    Image.new("RGB", (30, 10), "#FF0000").save(root / "sign.png")
    before = (root / permit).read_bytes()
    box = [10.0, 10.0, 90.0, 40.0]
    for arguments, words in (
        ({"text": "x", "angle": 30}, "0, 90, 180 or 270"),
        ({"text": "x", "margin": 5}, "without a box"),
        ({"picture": "sign.png", "size": 50}, "how large"),
        ({"text": "x", "box": [500, 10, 600, 20]}, "off the page"),
    ):
        with pytest.raises(ToolError, match=words):
            do.stamp_pdf(**{"path": permit, "box": box, **arguments})
    assert (root / permit).read_bytes() == before
