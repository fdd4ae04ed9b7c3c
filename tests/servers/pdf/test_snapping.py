"""Pages as picture files: as sharp as asked, the right place of the right page, each under its own name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import ToolError
from PIL import Image
from servers.pdf.samples import turned

Made = Callable[..., str]


@pytest.fixture
def squares(made: Made) -> str:
    """Three pages of 200 x 100 points, each with a square of 20 points in its own colour at 50, 30 from the top."""

    def draw(canvas: Any, page: int) -> None:
        canvas.setFillColorRGB(*[(1, 0, 0), (0, 1, 0), (0, 0, 1)][page - 1])
        canvas.rect(50, 50, 20, 20, stroke=0, fill=1)

    return made("squares.pdf", draw, pages=3, size=(200, 100))


def test_pages_are_saved_at_their_dots(do: Any, root: Path, squares: str) -> None:
    done = do.export_pdf_pictures(path=squares, folder="out", pages=[1, 3], dpi=144)
    assert done.files == ["out/squares-01.png", "out/squares-03.png"] and "400 x 200 px" in done.verified
    for name, color in zip(done.files, ((255, 0, 0), (0, 0, 255)), strict=True):
        with Image.open(root / name) as image:
            assert image.size == (400, 200) and round(image.info["dpi"][0]) == 144
            assert image.getpixel((120, 80)) == color and image.getpixel((10, 10)) == (255, 255, 255)
    again = do.export_pdf_pictures(path=squares, folder="out", pages=[1], kind="jpg")
    with Image.open(root / again.files[0]) as image:
        assert image.format == "JPEG" and image.info["dpi"] == (150, 150)
    assert again.warnings == []
    assert do.export_pdf_pictures(path=squares, folder="out", pages=[1]).warnings == []  # its own are made again


def test_a_box_is_cut_out_as_the_page_is_seen(do: Any, root: Path, squares: str) -> None:
    (name,) = do.export_pdf_pictures(path=squares, folder="out", pages=[2], box=[50, 30, 70, 50], dpi=72).files
    with Image.open(root / name) as image:
        assert image.size == (20, 20) and image.getcolors() == [(400, (0, 255, 0))]
    turned(root / squares, root / "t.pdf", 90)
    (name,) = do.export_pdf_pictures(path="t.pdf", folder="out", pages=[2], box=[50, 50, 70, 70], dpi=144).files
    with Image.open(root / name) as image:
        assert image.size == (40, 40) and image.getcolors() == [(1600, (0, 255, 0))]
    for box in ([50, 30, 50.01, 30.01], [199.99, 99.99, 300, 300], [0, 0, 0.01, 100]):
        done = do.export_pdf_pictures(path=squares, folder="tiny", pages=[1], box=box, dpi=72)
        assert f"1 x {100 if box[3] == 100 else 1} px" in done.verified
        assert do.render_pdf_pages(path=squares, pages=[1], box=box).facts.view == "region"
    both = do.export_pdf_pictures(path=squares, folder="two", pages=[1], box=[0, 0, 50, 50]).files
    both += do.export_pdf_pictures(path=squares, folder="two", pages=[1], box=[50, 0, 90, 50]).files
    assert len(set(both)) == 2 == len(list((root / "two").iterdir()))


def test_what_can_not_be_saved_is_refused_before_a_file_is_written(do: Any, root: Path, made: Made) -> None:
    large = made("large.pdf", lambda canvas, page: None, pages=2, size=(5000, 5000))
    for arguments, words in (
        ({"dpi": 600}, "at most 111"),
        ({"pages": [3]}, "no page 3"),
        ({"box": [6000, 0, 7000, 10]}, "off the page"),
        ({"folder": "../out"}, "workspace"),
    ):
        with pytest.raises(ToolError, match=words):
            do.export_pdf_pictures(**{"path": large, "folder": "out", **arguments})
    assert not (root / "out").exists()
