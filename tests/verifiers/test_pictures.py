"""What checks ask of pictures: the answers are right on pictures made here, and differ where the pictures do."""

from pathlib import Path

import numpy
import pytest
import zxingcpp
from deskworld_artifacts import inspect
from deskworld_verifiers import (
    average_color,
    changed_outside,
    codes_in,
    color_share,
    detail_left,
    flat_picture,
    frame_times,
    gps_of,
    ink_color,
    kilobytes,
    picture_difference,
    sharpness,
    text_contrast,
    transparent_share,
)
from PIL import Image, ImageDraw, ImageFilter, ImageFont


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    rng = numpy.random.default_rng(1)
    image = Image.fromarray(rng.integers(60, 200, (30, 40, 3), dtype=numpy.uint8)).resize(
        (400, 300), Image.Resampling.NEAREST
    )
    ImageDraw.Draw(image).rectangle((100, 100, 299, 199), fill="#C81E1E")
    exif = Image.Exif()
    exif[0x8825] = {1: "S", 2: (33.0, 30.0, 0.0), 3: "E", 4: (151.0, 0.0, 0.0)}
    image.save(tmp_path / "photo.png", exif=exif)
    return tmp_path / "photo.png"


def test_a_crop_is_known_by_its_place_at_any_size_and_format(photo: Path) -> None:
    with Image.open(photo) as image:
        part = image.crop((80, 60, 320, 240))
    part.resize((120, 90), Image.Resampling.LANCZOS).save(photo.with_name("part.jpg"), quality=90)
    made = photo.with_name("part.jpg")
    assert picture_difference(made, photo, other_box=(80, 60, 320, 240)) < 8
    assert picture_difference(made, photo, other_box=(60, 60, 300, 240)) > 15
    assert picture_difference(photo, photo.read_bytes()) == 0


def test_what_was_changed_lies_inside_or_outside(photo: Path) -> None:
    with Image.open(photo) as image:
        ImageDraw.Draw(image).rectangle((10, 10, 49, 39), fill="white")
        image.save(photo.with_name("edited.png"))
    edited = photo.with_name("edited.png")
    assert changed_outside(photo, edited, (10, 10, 50, 40)) == 0
    assert changed_outside(photo, edited, (10, 10, 40, 40)) == pytest.approx(300 / (120_000 - 900), rel=0.05)
    assert changed_outside(photo, edited) > 0.009


def test_colours_of_places(photo: Path) -> None:
    assert color_share(photo, "#C81E1E", box=(100, 100, 300, 200)) == 1
    assert color_share(photo, "#C81E1E") == pytest.approx(20_000 / 120_000, abs=0.01)
    assert average_color(photo, box=(120, 120, 200, 180)) == "#C81E1E"
    with pytest.raises(AssertionError, match="does not lie on the picture of 400 x 300 px"):
        color_share(photo, "#C81E1E", box=(0, 0, 401, 300))


def test_transparency_in_and_out(tmp_path: Path) -> None:
    image = Image.new("RGBA", (100, 80), (0, 0, 0, 0))
    image.paste((255, 0, 0, 255), (20, 20, 60, 60))
    image.save(tmp_path / "cut.png")
    assert transparent_share(tmp_path / "cut.png", box=(20, 20, 60, 60)) == 0
    assert transparent_share(tmp_path / "cut.png", box=(20, 20, 60, 60), outside=True) == 1
    assert transparent_share(tmp_path / "cut.png", box=(10, 20, 60, 60)) == pytest.approx(0.2)
    Image.new("RGB", (10, 10)).save(tmp_path / "solid.png")
    assert transparent_share(tmp_path / "solid.png") == 0


def test_hiding_is_told_from_a_slight_blur(tmp_path: Path) -> None:
    plate = Image.new("L", (300, 120), 240)
    ImageDraw.Draw(plate).text((20, 20), "AB 12", fill=10, font=ImageFont.load_default(80))
    plate.save(tmp_path / "plate.png")
    box = (0, 0, 300, 120)
    variants = {
        "blur": plate.filter(ImageFilter.GaussianBlur(2)),
        "cells": plate.resize((7, 3), Image.Resampling.BOX).resize((300, 120), Image.Resampling.NEAREST),
        "black": Image.new("L", (300, 120), 0),
    }
    for name, image in variants.items():
        image.save(tmp_path / f"{name}.png")
    left = {name: detail_left(tmp_path / "plate.png", tmp_path / f"{name}.png", box) for name in variants}
    assert left["blur"] > 0.8 and left["cells"] < 0.3 and left["black"] == 0
    assert detail_left(tmp_path / "plate.png", tmp_path / "plate.png", box) == pytest.approx(1)


def test_sharpness_falls_with_blur(photo: Path) -> None:
    with Image.open(photo) as image:
        image.filter(ImageFilter.GaussianBlur(6)).save(photo.with_name("soft.png"))
    assert sharpness(photo) > 10 * sharpness(photo.with_name("soft.png"))


@pytest.mark.parametrize(
    ("ink", "ground", "ratio"), [("#000000", "#FFFFFF", 21), ("#777777", "#FFFFFF", 4.48), ("#F0F0F0", "#FFFFFF", 1.14)]
)
def test_contrast_of_text(tmp_path: Path, ink: str, ground: str, ratio: float) -> None:
    image = Image.new("RGB", (400, 100), ground)
    ImageDraw.Draw(image).text((10, 10), "Read this line", fill=ink, font=ImageFont.load_default(50))
    image.save(tmp_path / "text.png")
    assert text_contrast(tmp_path / "text.png", (0, 0, 400, 100)) == pytest.approx(ratio, rel=0.05)


@pytest.mark.parametrize(("ink", "ground"), [("#B8622B", "#1F3A44"), ("#1F3A44", "#F6EFE6"), ("#FFFFFF", "#2F7F79")])
def test_letters_have_a_colour(tmp_path: Path, ink: str, ground: str) -> None:
    image = Image.new("RGB", (320, 80), ground)
    ImageDraw.Draw(image).text((10, 10), "Order now", fill=ink, font=ImageFont.load_default(40))
    image.save(tmp_path / "text.jpg", quality=90)
    found = numpy.array([int(ink_color(tmp_path / "text.jpg", (5, 5, 300, 70))[at : at + 2], 16) for at in (1, 3, 5)])
    assert numpy.abs(found - [int(ink[at : at + 2], 16) for at in (1, 3, 5)]).max() <= 24  # JPEG


def test_a_picture_is_opened_flat_for_ones_own_use(photo: Path, tmp_path: Path) -> None:
    clear = Image.new("LA", (8, 4), (0, 0))
    clear.save(tmp_path / "clear.png")
    assert flat_picture(tmp_path / "clear.png").getpixel((0, 0)) == (255, 255, 255)
    flat_picture(photo).paste("#000000", (0, 0, 400, 300))
    assert flat_picture(photo).getpixel((150, 150)) == (200, 30, 30), "drawing on one must not change the next"
    (tmp_path / "half.png").write_bytes(photo.read_bytes()[:3000])
    with pytest.raises(AssertionError, match=r"half.png can't be opened"):
        flat_picture(tmp_path / "half.png")


def test_codes_places_times_and_sizes(photo: Path, tmp_path: Path) -> None:
    code = zxingcpp.create_barcode("desk 7", zxingcpp.BarcodeFormat.QRCode)
    Image.fromarray(numpy.array(code.to_image(scale=4))).save(tmp_path / "code.png")
    assert codes_in(tmp_path / "code.png") == ["desk 7"] and codes_in(photo) == []
    assert gps_of(photo) == [-33.5, 151.0] and gps_of(tmp_path / "code.png") == []
    frames = [Image.new("RGB", (20, 20), color) for color in ("red", "blue")]
    frames[0].save(tmp_path / "two.gif", save_all=True, append_images=frames[1:], duration=[120, 340])
    assert frame_times(tmp_path / "two.gif") == [120, 340] and frame_times(photo) == [0]
    assert kilobytes(photo) == photo.stat().st_size / 1024
    (tmp_path / "no.png").write_bytes(b"none")
    with pytest.raises(AssertionError, match=r"no.png can't be opened"):
        sharpness(tmp_path / "no.png")


def test_facts_tell_bits_profile_place_and_time(photo: Path, tmp_path: Path) -> None:
    facts = inspect(photo)
    assert facts.gps == (-33.5, 151.0) and facts.bits == 8 and facts.profile == ""  # pyright: ignore
    Image.fromarray(numpy.zeros((4, 4), numpy.uint16)).save(tmp_path / "deep.png")
    assert inspect(tmp_path / "deep.png").bits == 16  # pyright: ignore
    Image.fromarray(numpy.linspace(0, 9, 16, dtype=numpy.float32).reshape(4, 4)).save(tmp_path / "f.tif")
    floating = inspect(tmp_path / "f.tif")
    assert floating.bits == 32 and floating.brightness == pytest.approx(0.5, abs=0.05)  # pyright: ignore
