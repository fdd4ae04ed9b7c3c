"""Codes that are read again, palettes, icons, grounds, stand-ins and formulas."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from deskworld_draw.coding import read_again
from deskworld_draw.saving import pdf_to_png
from deskworld_kit import ToolError, open_image
from PIL import Image


def test_a_code_in_every_form_is_read_by_a_reader(do: Any, drawn: Any, root: Path) -> None:
    text = "https://harborlight.example/日本?a=1&b=2"
    made = do.make_qr_code(path="q.png", text=text, size=500)
    assert drawn(made).size == (500, 500) and read_again(drawn(made)) == text
    first = (root / "q.png").read_bytes()
    do.make_qr_code(path="q.png", text=text, size=500)
    assert (root / "q.png").read_bytes() == first
    do.make_qr_code(path="q.pdf", text=text)
    assert read_again(open_image(pdf_to_png((root / "q.pdf").read_bytes(), 800))) == text
    do.make_qr_code(path="q.svg", text=text)
    do.render_svg(path="s.png", source="q.svg", width=500)
    assert read_again(Image.open(root / "s.png")) == text


def test_colours_that_cameras_read(do: Any, drawn: Any) -> None:
    made = do.make_qr_code(path="q.png", text="x", color="navy", background="transparent")
    assert drawn(made).getpixel((2, 2))[3] == 0 and made.facts.warnings == []
    assert (
        "light on dark" in do.make_qr_code(path="q.png", text="x", color="white", background="black").facts.warnings[0]
    )
    with pytest.raises(ToolError, match=r"color: #999999 on #FFFFFF has a contrast of 2\.8"):
        do.make_qr_code(path="q.png", text="x", color="#999999")


def test_a_logo_needs_room(do: Any, drawn: Any, photo: str) -> None:
    made = do.make_qr_code(path="q.png", text="https://harborlight.example", level="H", logo=photo)
    assert read_again(drawn(made)) == "https://harborlight.example"
    with pytest.raises(ToolError, match="level: a logo hides"):
        do.make_qr_code(path="q.png", text="x", logo=photo)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"text": ""}, "text: "),
        ({"text": "x" * 3000}, "text: 3000 bytes are too many"),
        ({"text": "x" * 900, "size": 100}, "size: the code has"),
        ({"text": "x", "size": 9}, "size: 9 is not possible"),
        ({"text": "x", "path": "q.jpg"}, "must end in .png or .svg or .pdf"),
    ],
)
def test_codes_that_can_not_be(do: Any, root: Path, more: dict[str, Any], words: str) -> None:
    with pytest.raises(ToolError, match=words):
        do.make_qr_code(**{"path": "q.png", **more})
    assert not list(root.iterdir())


def test_networks_and_people(do: Any, drawn: Any) -> None:
    made = do.make_wifi_code(path="w.png", network="Har;bour", password='salt & "rope"')
    assert read_again(drawn(made)).startswith("WIFI:T:WPA;S:Har\\;bour;P:salt & ")
    assert read_again(drawn(do.make_wifi_code(path="w.png", network="Open"))).startswith("WIFI:S:Open;")
    with pytest.raises(ToolError, match=r"password: .*8 to 63"):
        do.make_wifi_code(path="w.png", network="Har;bour", password="seven77")
    card = do.make_contact_code(path="c.png", name="Lindqvist, Maya\nEND:VCARD", phone="+47 55 12", email="m@x.example")
    said = read_again(drawn(card)).split("\r\n")
    assert "FN:Lindqvist\\, Maya END:VCARD" in said and "TEL:+47 55 12" in said and said.count("END:VCARD") == 1


def test_bar_codes(do: Any, drawn: Any, root: Path) -> None:
    made = do.make_barcode(path="b.png", text="400638133393", kind="EAN13")
    assert "read again: '4006381333931'" in made.facts.verified
    assert do.make_barcode(path="b.svg", text="Hello-123").facts.width > 100
    for kind, text in (("EAN8", "abc"), ("Code128", "日本"), ("EAN13", "1" * 50)):
        with pytest.raises(ToolError, match="text: no "):
            do.make_barcode(path="x.png", text=text, kind=kind)
    assert not (root / "x.png").exists()


@pytest.mark.parametrize(
    "harmony", ["complementary", "analogous", "triadic", "split", "tetradic", "monochrome", "shades"]
)
def test_palettes_hold_their_colour_each_once(do: Any, harmony: str) -> None:
    for color in ("#0B6BB0", "#FFFFFF", "#000000", "#808080"):
        made = do.make_color_palette(path="p.png", color=color, harmony=harmony, count=6)
        found = [each.hex for each in made.facts.colors]
        assert color in found
        if color == "#0B6BB0":
            assert len(set(found)) == 6


def test_a_palette_from_a_picture(do: Any, photo: str, root: Path) -> None:
    made = do.make_color_palette(path="p.png", picture=photo, count=2)
    assert {each.hex for each in made.facts.colors} == {"#2A6F97", "#F4A261"}
    assert sum(each.share for each in made.facts.colors) == pytest.approx(1, abs=0.01)
    assert any("on" in pair for pair in made.facts.pairs)
    with pytest.raises(ToolError, match="color: give a `color`"):
        do.make_color_palette(path="p.png")
    Image.new("RGBA", (9, 9)).save(root / "clear.png")
    with pytest.raises(ToolError, match="picture: the picture is see-through"):
        do.make_color_palette(path="p.png", picture="clear.png")


def test_contrast_as_wcag_has_it(do: Any) -> None:
    assert do.check_contrast(color="black", background="white").ratio == 21
    grey = do.check_contrast(color="#777777", background="white")
    assert grey.ratio == 4.48 and not grey.text and grey.large_text
    assert do.check_contrast(color=grey.better, background="white").text


def test_icons_of_every_kind(do: Any, drawn: Any, root: Path) -> None:
    from typing import get_args

    from deskworld_draw.iconing import ICO_SIZES, Glyph

    for glyph in filter(None, get_args(Glyph)):
        for plate in ("round", "circle", "none"):
            made = do.make_icon(path="i.png", glyph=glyph, plate=plate, size=64)
            shown = drawn(made).convert("RGBA")
            assert made.facts.warnings == [] and shown.getpixel((0, 0))[3] == 0
    do.make_icon(path="i.ico", letters="HL")
    assert sorted(Image.open(root / "i.ico").info["sizes"]) == [(size, size) for size in ICO_SIZES]
    assert do.make_icon(path="i.svg", letters="日", color="gold").facts.sizes == [512]
    for more, words in (
        ({}, "glyph: give"),
        ({"letters": "ABCD"}, "at most 3"),
        ({"letters": "\U00013000"}, "no font here"),
    ):
        with pytest.raises(ToolError, match=words):
            do.make_icon(path="x.png", **more)


def test_stand_ins_and_grounds(do: Any, drawn: Any) -> None:
    words = do.make_placeholder(path="a.png", text="A picture of 真由 on the quay " * 20, size="400x300", color="navy")
    assert drawn(words).size == (400, 300) and words.facts.warnings == []
    assert drawn(do.make_placeholder(path="a.png", size="16x16")).size == (16, 16)
    ground = drawn(do.make_gradient(path="g.png", colors=["#000000", "#FFFFFF"], angle=0, size="256x32"))
    row = [ground.getpixel((x, 16))[0] for x in (2, 128, 253)]
    assert row[0] < 8 and abs(row[1] - 128) < 4 and row[2] > 247
    assert drawn(do.make_gradient(path="g.png", colors=["red", "#00000000"], radial=True, size="64x64")).mode == "RGBA"
    for more, what in (
        ({"colors": ["red"]}, "2 to 12"),
        ({"colors": ["red", "x"]}, "is no colour"),
        ({"size": "9"}, "is no size"),
    ):
        with pytest.raises(ToolError, match=what):
            do.make_gradient(**{"path": "x.png", "colors": ["red", "blue"], **more})


def test_formulas_and_fonts(do: Any, root: Path) -> None:
    made = do.draw_formula(path="f.svg", formula="\\frac{a}{b} + \\sqrt{x^2}\n$$E = mc^2$$", background="transparent")
    assert made.facts.height > 100
    for wrong in ("\\frac{a}{", "\\begin{matrix}a\\end{matrix}", " $ ", "x" * 5000, "\\input{/etc/passwd}"):
        with pytest.raises(ToolError, match="formula: "):
            do.draw_formula(path="x.png", formula=wrong)
    assert not (root / "x.png").exists()
    assert "no 日" in do.draw_formula(path="g.png", formula="x = 日").facts.warnings[0]
    found = do.list_fonts(query="CJK", limit=3)
    assert found.items and "Han" in found.items[0].scripts
