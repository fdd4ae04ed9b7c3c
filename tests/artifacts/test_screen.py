"""Pages and drawings looked at closely: at a size and density, as PDF, and with what is wrong with them."""

import io
from pathlib import Path

import pytest
from deskworld_artifacts import RenderError, screen, screen_svg
from PIL import Image

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><rect width="1" height="1" fill="teal"/></svg>'


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGBA")


def test_a_page_at_a_size_a_density_and_measured(tmp_path: Path) -> None:
    found = screen(
        tmp_path / "a.html", content='<body style="margin:0"><h1 style="height:900px">Hi</h1>', width=400, scale=2,
        measure="() => document.querySelector('h1').clientHeight",
    )  # fmt: skip
    assert opened(found.png).size == (800, found.height * 2) and found.height > 900
    assert found.measured == 900 and found.problems == []


def test_a_page_that_shows_no_ground_and_a_pdf(tmp_path: Path) -> None:
    clear = screen(tmp_path / "a.html", content="<p>x", width=300, height=100, transparent=True)
    assert opened(clear.png).getpixel((290, 90))[3] == 0
    made = screen(tmp_path / "a.html", content="<p>x", width=300, height=100, pdf=True)
    assert made.file.startswith(b"%PDF") and opened(made.png).size == (300, 100)


def test_files_of_the_folder_named_and_no_hidden_ones(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / ".kept").mkdir()
    for place in (tmp_path / "a.png", tmp_path / ".kept" / "b.png"):
        Image.new("RGB", (9, 9)).save(place)
    page = tmp_path / "pages" / "p.html"
    page.write_text('<img src="../a.png"><img src="../.kept/b.png">')
    assert screen(page, folder=tmp_path).problems[0] == "pictures not shown: ../.kept/b.png"
    assert "../a.png" in screen(page).problems[0]


def test_a_page_too_large_for_a_picture(tmp_path: Path) -> None:
    with pytest.raises(RenderError, match="are too many"):
        screen(tmp_path / "a.html", content='<div style="height:15000px">', width=4000, scale=1)
    cut = screen(tmp_path / "a.html", content='<div style="height:50000px">', width=100)
    assert cut.height == 16_000 and "cut off below" in cut.problems[0]


def test_a_font_is_missed_where_no_other_was_named(tmp_path: Path) -> None:
    stack = "<p style=\"font-family:Nonesuch, 'Liberation Sans', sans-serif\">x</p>"
    assert screen(tmp_path / "a.html", content=stack).problems == []
    assert "Nonesuch" in screen(tmp_path / "a.html", content='<p style="font-family:Nonesuch, serif">x').problems[0]


def test_a_drawing_on_its_ground_or_on_none() -> None:
    clear = opened(screen_svg(SVG, width=40, height=20).png)
    assert clear.getpixel((10, 10)) == (0, 128, 128, 255) and clear.getpixel((30, 10))[3] == 0
    assert opened(screen_svg(SVG, width=40, height=20, background="#FF0000").png).getpixel((30, 10)) == (255, 0, 0, 255)
    assert "Nonesuch" in screen_svg(SVG, width=40, height=20, families=('"Nonesuch"',)).problems[0]
    with pytest.raises(RenderError, match="can't be read"):
        screen_svg(b"<svg", width=40, height=20)
