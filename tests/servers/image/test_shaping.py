"""Shapes: size, turn, edges, and what a camera or a scanner saw askew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import ToolError
from PIL import Image, ImageDraw, ImageFont
from servers.image.conftest import pixels


def test_resize_keeps_the_ratio_unless_told(do: Any, root: Path, picture: str) -> None:
    sizes = [
        ({"width": 100}, (100, 75)), ({"height": 30}, (40, 30)), ({"percent": 50}, (100, 75)),
        ({"width": 50, "height": 50}, (50, 38)), ({"width": 50, "height": 50, "mode": "fill"}, (50, 50)),
        ({"width": 50, "height": 50, "mode": "exact"}, (50, 50)),
    ]  # fmt: skip
    for arguments, size in sizes:
        saved = do.resize_image(path=picture, output="o.png", **arguments)
        assert (saved.width, saved.height) == size, arguments
        assert any("distorted" in each for each in saved.warnings) == (arguments.get("mode") == "exact")
    with pytest.raises(ToolError, match="percent"):
        do.resize_image(path=picture)


def test_turns(do: Any, root: Path, picture: str) -> None:
    do.rotate_image(path=picture, degrees=90, output="o.png")
    with Image.open(root / picture) as before, Image.open(root / "o.png") as after:
        assert list(after.get_flattened_data()) == list(
            before.transpose(Image.Transpose.ROTATE_270).get_flattened_data()
        )
    do.rotate_image(path="o.png", degrees=-90)
    assert (pixels(root, "o.png") == pixels(root, picture)).all()
    saved = do.rotate_image(path=picture, degrees=30, color="#00FF00", output="q.png")
    assert saved.width > 200 and tuple(pixels(root, "q.png")[0, 0]) == (0, 255, 0, 255)
    assert do.rotate_image(path=picture, degrees=30, expand=False, output="q.png").width == 200
    do.flip_image(path=picture, output="q.png")
    assert (pixels(root, "q.png") == pixels(root, picture)[:, ::-1]).all()


def test_pad_and_trim_are_opposites(do: Any, root: Path, picture: str) -> None:
    saved = do.pad_image(path=picture, ratio="16:9", color="#123456", output="o.png")
    assert saved.width == round(150 * 16 / 9) and saved.height == 150
    do.trim_image(path="o.png")
    assert (pixels(root, "o.png") == pixels(root, picture)).all()
    saved = do.pad_image(path=picture, left=10, color="transparent", output="q.png")
    assert pixels(root, "q.png")[0, 0, 3] == 0 and "band of opacity" in saved.warnings[0]


def test_a_crooked_page_is_set_straight(do: Any, root: Path) -> None:
    page = Image.new("L", (500, 640), 245)
    pen = ImageDraw.Draw(page)
    for line in range(22):
        pen.text(
            (50, 50 + 24 * line),
            "The quick brown fox jumps over the lazy dog",
            fill=20,
            font=ImageFont.load_default(16),
        )
    for angle in (-7.3, 0.0, 4.1):
        page.rotate(angle, Image.Resampling.BICUBIC, fillcolor=245).save(root / "page.png")
        assert do.deskew_image(path="page.png", output="o.png").degrees == pytest.approx(angle, abs=0.15)
    Image.new("L", (300, 300), 255).save(root / "blank.png")
    with pytest.raises(ToolError, match="no lines of text"):
        do.deskew_image(path="blank.png")


def test_a_page_at_an_angle_becomes_a_rectangle(do: Any, root: Path) -> None:
    image = Image.new("RGB", (400, 300), "#333333")
    pen = ImageDraw.Draw(image)
    corners = [(90, 40), (330, 70), (350, 260), (60, 240)]
    pen.polygon(corners, fill="#FAFAF0")
    image.save(root / "desk.png")
    saved = do.correct_perspective(path="desk.png", output="o.png")
    for found, true in zip(saved.corners, corners, strict=True):
        assert abs(found[0] - true[0]) <= 5 and abs(found[1] - true[1]) <= 5
    assert pixels(root, "o.png")[5:-5, 5:-5, :3].min() > 200
    mixed = [list(corners[n]) for n in (2, 0, 3, 1)]
    assert do.correct_perspective(path="desk.png", corners=mixed, output="o.png").corners == [list(c) for c in corners]
    with pytest.raises(ToolError, match="not the corners"):
        do.correct_perspective(path="desk.png", corners=[[0, 0], [10, 10], [20, 20], [30, 30]])


@pytest.mark.parametrize("degrees", [2.5, -7, 30, 45, 100, -171])
@pytest.mark.parametrize("size", [(300, 200), (120, 400)])
def test_a_picture_is_turned_and_cut_to_what_has_no_wedges(
    do: Any, root: Path, size: tuple[int, int], degrees: float
) -> None:
    Image.new("RGB", size, "#0B6E8F").save(root / "t.png")
    done = do.rotate_image(path="t.png", degrees=degrees, crop=True, color="#FF0000", output="o.png")
    seen = pixels(root, "o.png")
    assert (abs(seen[..., :3].astype(int) - (11, 110, 143)) <= 3).all()
    if abs(degrees) < 10:
        assert done.width * done.height > 0.5 * size[0] * size[1]
