"""Pictures fit for a model: bounded, upright, and true to what was in the file."""

import os
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import Picture, ToolError, open_image, picture
from PIL import Image


def encoded(image: Image.Image, kind: str = "PNG", **options: Any) -> bytes:
    buffer = BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def opened(shown: Picture) -> Image.Image:
    image = Image.open(BytesIO(shown.data))
    image.load()
    assert image.size == (shown.width, shown.height)
    assert Image.MIME[image.format or ""] == shown.mime
    assert max(image.size) <= 1568 and len(shown.data) <= 1_000_000
    return image


def test_a_large_noise_is_made_small(tmp_path: Path) -> None:
    noise = Image.frombytes("RGB", (4000, 4000), os.urandom(48_000_000))
    (tmp_path / "noise.png").write_bytes(encoded(noise, compress_level=0))
    shown = picture(tmp_path / "noise.png", label="noise")
    opened(shown)
    assert shown.scale == pytest.approx(shown.width / 4000)
    assert shown.caption == f"noise ({shown.width} x {shown.height} px, reduced to {shown.scale:.0%} of its size)"


def test_a_small_file_is_shown_as_it_is() -> None:
    for kind in ("PNG", "JPEG"):
        data = encoded(Image.new("RGB", (1568, 10), "red"), kind)
        assert picture(data).data == data and picture(data).scale == 1.0


@pytest.mark.parametrize("size", [(3000, 10), (10, 3000), (1, 5000), (5000, 1), (1569, 1569)])
def test_the_ratio_is_kept(size: tuple[int, int]) -> None:
    shown = picture(encoded(Image.new("L", size)))
    assert max(opened(shown).size) == 1568
    assert min(shown.width, shown.height) == max(1, round(min(size) * shown.scale))


def test_transparency_is_kept_or_becomes_white() -> None:
    assert opened(picture(encoded(Image.new("RGBA", (3000, 10), (255, 0, 0, 0))))).mode == "RGBA"
    palette = Image.new("P", (3000, 10))
    assert opened(picture(encoded(palette, transparency=0))).getpixel((5, 2))[3] == 0
    noise = Image.frombytes("RGB", (1500, 1500), os.urandom(6_750_000))
    noise.putalpha(Image.new("L", noise.size, 0))
    jpeg = opened(picture(noise))
    assert jpeg.format == "JPEG" and min(low for low, _ in jpeg.getextrema()) > 240
    assert noise.size == (1500, 1500), "the caller's picture is left alone"


@pytest.mark.parametrize("mode", ["I;16", "I;16B", "I", "F"])
def test_deep_greys_are_scaled_not_cut_off(mode: str) -> None:
    ramp = Image.new("I", (256, 4))
    ramp.putdata([x * 257 for _ in range(4) for x in range(256)])
    grey = opened(picture(ramp.convert(mode) if mode != "I" else ramp)).convert("L")
    assert [grey.getpixel((x, 2)) for x in (0, 64, 128, 255)] == pytest.approx([0, 64, 128, 255], abs=1)
    if mode.startswith("I;16"):
        assert opened(picture(encoded(Image.new("I;16", (2000, 4), 40_000)))).getpixel((5, 1)) == (155, 155, 155)


@pytest.mark.parametrize("mode", ["CMYK", "YCbCr"])
def test_modes_that_clients_don_t_show(mode: str) -> None:
    data = encoded(Image.new(mode, (20, 20)), "JPEG")
    assert opened(picture(data)).mode in ("RGB", "L")
    assert opened(picture(Image.new("LAB", (20, 20)))).mode == "RGB"


def test_a_picture_on_its_side_is_put_upright() -> None:
    image = Image.new("RGB", (40, 20))
    exif = image.getexif()
    exif[0x0112] = 6
    shown = opened(picture(encoded(image, "JPEG", exif=exif)))
    assert shown.size == (20, 40) and shown.getexif().get(0x0112, 1) == 1


@pytest.mark.parametrize("side", [10_001, 13_500])
def test_bombs_are_refused_unread(side: int) -> None:
    bomb = encoded(Image.new("1", (side, side)))
    assert len(bomb) < 200_000
    with pytest.raises(ToolError, match="more than 100 million pixels is too large"):
        picture(bomb)


def test_what_is_no_picture_says_so() -> None:
    png = encoded(Image.effect_noise((60, 60), 90))
    for data in (b"", b"GIF89a", b"%PDF-1.7", os.urandom(500), png[:200], png[:-30], b"\x89PNG\r\n\x1a\n" + bytes(90)):
        with pytest.raises(ToolError, match=r"not a picture that can be read|no whole PNG|no whole GIF|a PDF|is empty"):
            picture(data)


def test_a_damaged_picture_and_a_file_of_another_kind_are_told_apart(tmp_path: Path) -> None:
    photo = tmp_path / "photo.jpg"
    Image.effect_noise((60, 60), 90).convert("RGB").save(photo)
    photo.write_bytes(photo.read_bytes()[:300])
    with pytest.raises(ToolError, match=r"picture: 'photo.jpg' is no whole JPEG picture: damaged or cut off"):
        open_image(photo, argument="picture")
    others = ((b"\0\0\0\x18ftypheic", "HEIC .*heif-convert"), (b"<?xml?><svg/>", "SVG"), (b"PK\3\4", "Office"))
    for head, words in others:
        with pytest.raises(ToolError, match=rf"this is no picture that is read here: its content is an? .*{words}"):
            open_image(head + bytes(40))


@pytest.mark.parametrize("kind", ["GIF", "WEBP", "BMP", "TIFF", "ICO"])
def test_other_formats_become_common_ones(kind: str) -> None:
    assert opened(picture(encoded(Image.new("RGB", (32, 32), "blue"), kind))).convert("RGB").getpixel((3, 3))[2] > 250
