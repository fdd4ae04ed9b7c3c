"""A part is found where it was put, whole ones are told from stretched and missing ones; words have their places."""

from pathlib import Path

import numpy
import pytest
from deskworld_verifiers import placed_in, words_seen
from PIL import Image, ImageDraw, ImageFont


def mark(size: int = 120) -> Image.Image:
    """A see-through mark that looks like no other."""
    image = Image.new("RGBA", (size * 2, size))
    pen = ImageDraw.Draw(image)
    pen.ellipse((10, 10, size - 10, size - 10), fill="#B8622B")
    pen.rectangle((size, 20, size * 2 - 12, 40), fill="#1F3A44")
    pen.polygon([(size + 10, size - 10), (size * 2 - 30, 60), (size * 2 - 8, size - 20)], fill="#1F3A44")
    return image


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """The mark, and a busy picture with it on a plain field at 300, 200, 140 px wide."""
    rng = numpy.random.default_rng(3)
    noise = Image.fromarray(rng.integers(0, 255, (45, 64, 3), dtype=numpy.uint8)).resize((640, 450))
    noise.paste("#F6EFE6", (280, 180, 600, 400))
    small = mark().resize((140, 70))
    noise.paste(small, (300, 200), small)
    mark().save(tmp_path / "mark.png")
    noise.save(tmp_path / "page.png")
    return tmp_path / "page.png", tmp_path / "mark.png"


def test_a_mark_is_found_at_its_size(files: tuple[Path, Path]) -> None:
    place = placed_in(*files, ground="#F6EFE6")
    assert place.likeness > 0.95
    assert all(abs(got - right) <= 5 for got, right in zip(place.box, (300, 200, 440, 270), strict=True))
    assert place.margin((640, 450)) == pytest.approx(180, abs=5)


def test_a_stretched_or_missing_mark_is_less_like_it(files: tuple[Path, Path], tmp_path: Path) -> None:
    page, part = files
    whole = placed_in(page, part, ground="#F6EFE6").likeness
    with Image.open(page) as image:
        image.paste("#F6EFE6", (280, 180, 600, 400))
        image.save(tmp_path / "none.png")
        wide = mark().resize((200, 70))
        image.paste(wide, (300, 200), wide)
        image.save(tmp_path / "wide.png")
    stretched = placed_in(tmp_path / "wide.png", part, ground="#F6EFE6").likeness
    missing = placed_in(tmp_path / "none.png", part, ground="#F6EFE6").likeness
    assert stretched < whole - 0.08
    assert missing < 0.7


def test_a_part_of_a_picture_is_found(files: tuple[Path, Path], tmp_path: Path) -> None:
    page, _ = files
    with Image.open(page) as image:
        image.crop((20, 20, 220, 320)).resize((300, 450)).save(tmp_path / "cut.png")
    place = placed_in(tmp_path / "cut.png", page, part_box=(60, 60, 160, 160), smallest=0.2)
    assert place.likeness > 0.9
    assert all(abs(got - right) <= 6 for got, right in zip(place.box, (60, 60, 210, 210), strict=True))


def test_a_broken_picture_fails_the_check(files: tuple[Path, Path], tmp_path: Path) -> None:
    (tmp_path / "broken.png").write_bytes(b"no picture")
    with pytest.raises(AssertionError, match="can't be opened"):
        placed_in(tmp_path / "broken.png", files[1])


def test_words_have_their_places(tmp_path: Path) -> None:
    pytest.importorskip("rapidocr")
    image = Image.new("RGB", (500, 160), "white")
    font = ImageFont.load_default(40)
    ImageDraw.Draw(image).text((40, 50), "Spring  Blend", fill="black", font=font)
    image.save(tmp_path / "words.png")
    words = words_seen(tmp_path / "words.png")
    assert " ".join(word.text for word in words) == "Spring Blend"
    assert 20 <= words[0].box[0] <= 60
    assert words[-1].box[2] > words[0].box[2]
    assert words_seen(tmp_path / "words.png") == words
