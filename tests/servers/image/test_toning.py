"""Tones, colours and filters."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy
import pytest
from deskworld_image.drawing import Mark
from deskworld_kit import ToolError
from PIL import Image, ImageDraw, ImageFont
from servers.image.conftest import pixels, save, scene


def test_tones(do: Any, root: Path, picture: str) -> None:
    before = pixels(root, picture)
    do.adjust_image(path=picture, brightness=30, output="o.png")
    assert pixels(root, "o.png")[..., :3].mean() > before[..., :3].mean() + 10
    do.adjust_image(path=picture, saturation=-100, output="o.png")
    made = pixels(root, "o.png")
    assert abs(made[..., 0] - made[..., 2]).max() <= 1
    do.adjust_image(path=picture, hue=120, output="o.png")
    assert pixels(root, "o.png")[15, 15, 1] > pixels(root, "o.png")[15, 15, 0]  # red went to green
    do.invert_image(path=picture, output="o.png")
    assert (pixels(root, "o.png")[..., :3] == 255 - before[..., :3]).all()
    do.replace_color(path=picture, color="#DC1414", new_color="#0000FF", output="o.png")
    assert tuple(pixels(root, "o.png")[15, 15]) == (0, 0, 255, 255)
    assert (pixels(root, "o.png")[80:] == before[80:]).all()
    do.replace_color(path=picture, color="#DC1414", new_color="transparent", output="o.png")
    assert pixels(root, "o.png")[15, 15, 3] == 0 and pixels(root, "o.png")[100, 100, 3] == 255
    with pytest.raises(ToolError, match="no pixel is within 24"):
        do.replace_color(path=picture, color="yellow", new_color="red")
    do.quantize_image(path=picture, colors=4, output="o.png")
    assert do.get_image_colors(path="o.png").distinct <= 4
    said = do.threshold_image(path=picture, output="o.png").warnings
    assert said and do.get_image_info(path="o.png").mode == "1"


def test_hiding_can_not_be_undone(do: Any, root: Path) -> None:
    """Two plates whose print differs look the same once hidden: nothing of it is left."""
    for number, text in enumerate(("AB 123", "XY 789")):
        plate = Image.new("RGB", (240, 60), "white")
        ImageDraw.Draw(plate).text((10, 5), text, fill="black", font=ImageFont.load_default(48))
        plate.save(root / f"{number}.png")
        saved = do.pixelate_region(path=f"{number}.png", boxes=[[0, 0, 240, 60]], output=f"h{number}.png")
        assert saved.cells == [16] and "still shows it" in saved.warnings[0]
        do.pixelate_region(path=f"{number}.png", boxes=[[0, 0, 240, 60]], style="solid", output=f"s{number}.png")
    hidden = pixels(root, "h0.png")
    assert len(numpy.unique(hidden[..., :3].reshape(-1, 3), axis=0)) <= 16
    assert (pixels(root, "s0.png") == pixels(root, "s1.png")).all()


def test_a_small_copy_in_the_facts_does_not_survive(do: Any, root: Path) -> None:
    """A camera's thumbnail shows what was hidden or cut away: no edit keeps it."""
    thumbnail = save(scene((32, 24)), "JPEG")
    scene().save(root / "t.jpg", xmp=b"<x:xmpmeta><xmp:Thumbnails>AAAA</xmp:Thumbnails></x:xmpmeta>", comment=b"hello")
    do.pixelate_region(path="t.jpg", boxes=[[8, 8, 30, 30]], output="o.jpg")
    blob = (root / "o.jpg").read_bytes()
    assert b"Thumbnails" not in blob and thumbnail not in blob and b"hello" in blob


def test_inpainting_removes_a_scratch(do: Any, root: Path) -> None:
    for name, mode in (("a.png", "RGB"), ("b.png", "RGBA")):
        image = Image.new("RGB", (80, 60), "#4477AA").convert(mode)
        ImageDraw.Draw(image).line((40, 0, 40, 60), fill="white", width=2)
        image.save(root / name)
        do.inpaint_region(path=name, boxes=[[38, 0, 44, 60]], output=f"o-{name}")
        assert abs(pixels(root, f"o-{name}")[..., :3] - (0x44, 0x77, 0xAA)).max() <= 3


def test_a_grey_picture_becomes_rgb_for_a_colour(do: Any, samples: list[str]) -> None:
    saved = do.fill_region(path="grey.png", color="red", box=[0, 0, 5, 5], output="o.png")
    assert "became RGB" in saved.warnings[0] and do.get_image_info(path="o.png").mode == "RGB"
    saved = do.fill_region(path="grey16.png", color="red", box=[0, 0, 5, 5], output="o.png")
    assert do.get_image_info(path="o.png").mode == "RGB;16"


def test_a_press_profile_is_used_for_inks(do: Any, root: Path, samples: list[str]) -> None:
    """Inks that are not touched keep their values, whatever was drawn beside them."""
    with Image.open(root / "cmyk.tif") as before:
        old = numpy.asarray(before).copy()
    do.adjust_image(path="cmyk.tif", brightness=20)
    do.draw_on_image(path="cmyk.tif", marks=[Mark(kind="line", points=[[0, 40], [60, 40]], color="red", width=2)])
    with Image.open(root / "cmyk.tif") as after:
        new = numpy.asarray(after)
        assert after.mode == "CMYK" and (new[40, 30] == (0, 255, 255, 0)).all()
    assert old.shape == new.shape


def test_a_wide_blur_is_the_same_blur_and_quick(do: Any, root: Path) -> None:
    import time

    import cv2

    scene = numpy.zeros((300, 400, 3), "uint8")
    scene[80:200, 100:260] = (250, 120, 20)
    Image.fromarray(scene).save(root / "wide.png")
    do.blur_image(path="wide.png", radius=40, output="soft.png")
    with Image.open(root / "soft.png") as made:
        exact = cv2.GaussianBlur(scene, (0, 0), 40, borderType=cv2.BORDER_REPLICATE)
        off = abs(numpy.asarray(made).astype(int) - exact)
    assert off.mean() < 1.5 and off.max() < 9
    started = time.process_time()
    do.blur_image(path="wide.png", radius=500, output="soft.png")
    assert time.process_time() - started < 2


def test_factors_are_told_from_the_scale(do: Any, root: Path) -> None:
    Image.new("RGB", (20, 20), "#808080").save(root / "g.png")
    said = do.adjust_image(path="g.png", brightness=1.2, output="o.png").warnings
    assert any("brightness 1.2" in each and "say 20" in each for each in said)
    assert do.adjust_image(path="g.png", brightness=20, output="o.png").warnings == []
