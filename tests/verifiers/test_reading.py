"""What checks can read in a picture."""

import io
from pathlib import Path

import pytest
from artifacts.scanned import drawn
from deskworld_verifiers import legibility, text_seen
from PIL import Image, ImageFilter

CHART = "Revenue 2025\nEUR 1,284,500"


def png(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def test_text_as_it_is_seen(tmp_path: Path) -> None:
    image = drawn(CHART)
    image.save(tmp_path / "chart.png")
    assert text_seen(tmp_path / "chart.png") == text_seen(png(image)) == CHART
    assert text_seen(png(image), box=(0, 0, image.width, image.height // 2)) == "Revenue 2025"
    image.save(tmp_path / "chart.pdf", resolution=100)
    assert text_seen(tmp_path / "chart.pdf") == CHART


def test_how_much_can_be_read() -> None:
    clear, gone = png(drawn(CHART)), png(drawn(CHART).filter(ImageFilter.GaussianBlur(12)))
    assert legibility(clear, "revenue 2025") == 1 and legibility(clear, "2025 EUR 1,284,500") == 1
    assert 0.7 < legibility(clear, "Revenue 2024") < 1
    assert legibility(clear, "Cost of goods sold") < 0.6 and legibility(gone, "Revenue 2025") < 0.5
    assert legibility(png(Image.new("RGB", (90, 90), "white")), "x") == 0


def test_what_fails_the_check_and_what_is_no_fault_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "words.png").write_bytes(b"no picture")
    with pytest.raises(AssertionError, match="no picture or PDF"):
        text_seen(tmp_path / "words.png")
    with pytest.raises(AssertionError, match="not within"):
        text_seen(png(drawn("x")), box=(0, 0, 9999, 10))
    with pytest.raises(Exception, match="no language") as other:
        text_seen(png(drawn("x")), languages=["klingon"])
    assert not isinstance(other.value, AssertionError)
