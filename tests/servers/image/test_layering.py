"""What is drawn, laid on, cut out and put together lies where it is said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy
import pytest
from deskworld_image.drawing import LabelledBox, Mark
from deskworld_kit import ToolError
from PIL import Image, ImageDraw
from servers.image.conftest import pixels, scene


def test_text_is_wrapped_and_shrunk_into_its_box(do: Any, root: Path) -> None:
    Image.new("RGB", (400, 300), "white").save(root / "w.png")
    text = "A sentence that is much too long for so small a box at so large a size"
    mark = Mark(kind="text", points=[[50, 50], [250, 150]], text=text, size=60, color="#000000")
    saved = do.draw_on_image(path="w.png", marks=[mark], output="o.png")
    ink = numpy.argwhere(pixels(root, "o.png")[..., 0] < 200)
    assert ink[:, 0].min() >= 50 and ink[:, 0].max() <= 150 and ink[:, 1].min() >= 50 and ink[:, 1].max() <= 250
    assert "to fit its box" in saved.warnings[0]
    over = Mark(kind="text", points=[[380, 280]], text="over the edge", size=30)
    assert "runs over the edge" in do.draw_on_image(path="w.png", marks=[over], output="o.png").warnings[0]
    chinese = Mark(kind="text", points=[[10, 10]], text="日本語", size=30, color="black")
    saved = do.draw_on_image(path="w.png", marks=[chinese], output="o.png")
    assert saved.warnings == [] and (pixels(root, "o.png")[..., 0] < 128).sum() > 100


def test_shapes_are_where_they_are_said(do: Any, root: Path) -> None:
    Image.new("RGB", (300, 200), "white").save(root / "w.png")
    marks = [
        Mark(kind="rectangle", points=[[20, 20], [80, 60]], color="#FF0000", width=2),
        Mark(kind="ellipse", points=[[100, 20], [160, 60]], color="#00AA00", fill="#00AA00"),
        Mark(kind="line", points=[[20, 150], [120, 150]], color="#0000FF", width=4),
        Mark(kind="arrow", points=[[150, 150], [250, 150]], color="#FF00FF", width=4),
        Mark(kind="polygon", points=[[200, 20], [260, 20], [230, 70]], fill="#123456", width=0),
    ]
    do.draw_on_image(path="w.png", marks=marks, output="o.png")
    made = pixels(root, "o.png")[..., :3]
    assert tuple(made[20, 50]) == (255, 0, 0) and tuple(made[40, 50]) == (255, 255, 255)
    assert tuple(made[40, 130]) == (0, 170, 0) and tuple(made[150, 70]) == (0, 0, 255)
    assert tuple(made[150, 246]) == (255, 0, 255) and tuple(made[30, 230]) == (18, 52, 86)
    with pytest.raises(ToolError, match=r"marks\[0\].points"):
        do.draw_on_image(path="w.png", marks=[Mark(kind="line", points=[[1, 1]])])


def test_boxes_carry_their_labels(do: Any, root: Path, picture: str) -> None:
    boxes = [LabelledBox(box=[40, 200, 300, 400], label="square"), LabelledBox(box=[0, 0, 500, 1000])]
    saved = do.annotate_boxes(path=picture, boxes=boxes, units="1000", output="o.png")
    assert saved.boxes == [[8, 30, 60, 60], [0, 0, 100, 150]]
    assert (pixels(root, "o.png")[30, 8:60] != pixels(root, picture)[30, 8:60]).any()


def test_fills(do: Any, root: Path, picture: str) -> None:
    do.fill_region(path=picture, color="#FFFFFF", start=[15, 15], output="o.png")
    made = pixels(root, "o.png")
    assert tuple(made[10, 10]) == (255, 255, 255, 255) and tuple(made[100, 100]) == tuple(
        pixels(root, picture)[100, 100]
    )
    do.fill_region(path=picture, color="transparent", box=[0, 0, 10, 10], output="o.png")
    assert pixels(root, "o.png")[..., 3].min() == 0 and pixels(root, "o.png")[9, 9, 3] == 0
    assert pixels(root, "o.png")[10, 10, 3] == 255


def test_cut_outs(do: Any, root: Path) -> None:
    image = Image.new("RGB", (200, 150), "#F8F8F8")
    ImageDraw.Draw(image).ellipse((50, 30, 150, 120), fill="#AA3322")
    image.save(root / "thing.png")
    cut = do.remove_background(path="thing.png", output="o.png")
    assert cut.method == "color" and cut.confidence > 0.8 and abs(cut.kept - 7100 / 30_000) < 0.02
    assert all(abs(a - b) <= 3 for a, b in zip(cut.box, (50, 30, 151, 121), strict=True))
    noise = numpy.random.default_rng(2).normal(0, 25, (150, 200, 3))
    busy = numpy.asarray(image).astype(float)
    busy[..., 1] -= numpy.linspace(0, 150, 200)[None]
    Image.fromarray((busy + noise).clip(0, 255).astype(numpy.uint8)).save(root / "busy.png")
    cut = do.remove_background(path="busy.png", box=[40, 20, 160, 130], output="o.png")
    opacity = pixels(root, "o.png")[..., 3]
    assert cut.method == "object" and opacity[75, 100] == 255 and opacity[:18].max() == 0 and opacity[25, 45] < 60
    Image.new("RGB", (60, 60), "white").save(root / "white.png")
    with pytest.raises(ToolError, match="nothing stands out"):
        do.remove_background(path="white.png")


def test_masks(do: Any, root: Path, picture: str) -> None:
    do.mask_image(path=picture, shape="circle", output="o.png")
    opacity = pixels(root, "o.png")[..., 3]
    assert opacity[75, 100] == 255 and opacity[0, 0] == 0 and opacity[75, 5] == 0
    do.mask_image(path=picture, shape="rounded", radius=30, output="o.png")
    opacity = pixels(root, "o.png")[..., 3]
    assert opacity[0, 0] == 0 and opacity[0, 100] == 255
    Image.new("L", (100, 75), 0).save(root / "mask.png")
    with Image.open(root / "mask.png") as mask:
        mask.paste(255, (0, 0, 50, 75))
        mask.save(root / "mask.png")
    saved = do.mask_image(path=picture, shape="picture", mask="mask.png", output="o.png")
    opacity = pixels(root, "o.png")[..., 3]
    assert opacity[75, 50] == 255 and opacity[75, 150] == 0 and "stretched" in saved.warnings[0]


def test_a_montage_is_laid_out_with_labels(do: Any, root: Path, picture: str) -> None:
    scene((100, 200)).save(root / "tall.png")
    made = do.make_montage(
        paths=[picture, "tall.png", picture], output="m.png", columns=2, width=100, labels=["a", "b", "c"]
    )
    assert len(made.boxes) == 3 and made.boxes[0] == [12, 12, 112, 87] and made.boxes[2][1] > made.boxes[0][3]
    left, top, right, bottom = made.boxes[1]
    assert (right - left) / (bottom - top) == pytest.approx(0.5, abs=0.02)
    assert (pixels(root, "m.png")[89:105, 12:112, 0] < 100).any()  # the label


def test_what_a_new_picture_can_not_keep_is_said(do: Any, samples: list[str]) -> None:
    assert "16 bits" in do.make_montage(paths=["rgb16.png", "rgb.png"], output="m.png").warnings[0]
    assert "16 bits" in do.make_gif(paths=["rgb.png", "rgb16.png"], output="m.webp").warnings[0]


def test_a_noisy_ground_leaves_no_specks_and_a_hole_is_told(do: Any, root: Path) -> None:
    """The grain of a photo is no part of the thing; print as small as grain is; what is seen through it is named."""
    image = Image.new("RGB", (240, 180), (222, 220, 214))
    pen = ImageDraw.Draw(image)
    pen.ellipse((70, 40, 170, 140), outline=(20, 60, 140), width=24)
    pen.rectangle((20, 20, 22, 22), fill="black")
    grain = numpy.random.default_rng(2).normal(0, 9, (180, 240, 3))
    Image.fromarray((numpy.asarray(image) + grain).clip(0, 255).astype("uint8")).save(root / "ring.png")
    cut = do.remove_background(path="ring.png", method="color", output="cut.png")
    with Image.open(root / "cut.png") as made:
        opacity = numpy.asarray(made.getchannel("A"))
    assert opacity[145:].max() == 0 and opacity[:15].max() == 0 and opacity[21, 21] == 255
    told = next(each for each in cut.warnings if "fill_region" in each)
    across, down = (int(each) for each in told.split("[")[1].split("]")[0].split(","))
    assert abs(across - 120) < 20 and abs(down - 90) < 20


BLENDS = {  # of 0.8 laid on 0.25, by the W3C's formulas
    "normal": 0.8, "multiply": 0.2, "screen": 0.85, "overlay": 0.4, "hard_light": 0.7, "soft_light": 0.4,
    "darken": 0.25, "lighten": 0.8, "difference": 0.55, "color_dodge": 1.0, "color_burn": 0.0625, "add": 1.0,
    "subtract": 0.0,
}  # fmt: skip


@pytest.mark.parametrize("blend", BLENDS)
def test_colours_mix_as_image_editors_mix_them(do: Any, root: Path, blend: str) -> None:
    """In colour, grey, sixteen bits and inks; half opaque half way; on nothing as it is."""
    below, above = (round(each * 255) for each in (0.25, 0.8))
    Image.new("RGB", (9, 9), (below,) * 3).save(root / "a.png")
    Image.new("L", (9, 9), below).save(root / "grey.png")
    Image.new("CMYK", (9, 9), (255 - below,) * 3 + (0,)).save(root / "inks.tif")
    Image.new("RGBA", (9, 9), (0, 0, 0, 0)).save(root / "empty.png")
    Image.new("RGB", (3, 3), (above,) * 3).save(root / "b.png")
    do.convert_image(path="a.png", depth=16, output="deep.png")
    wanted = BLENDS[blend] * 255
    for name in ("a.png", "grey.png", "deep.png", "inks.tif"):
        out = f"o{Path(name).suffix}"
        do.overlay_image(path=name, overlay="b.png", blend=blend, output=out)
        made = pixels(root, out)
        assert abs(made[4, 4, :3] - wanted).max() <= 2 and abs(made[0, 0, 0] - below) <= 1, (name, made[4, 4])
    do.overlay_image(path="a.png", overlay="b.png", blend=blend, opacity=0.5, output="o.png")
    assert abs(pixels(root, "o.png")[4, 4, 0] - (wanted + below) / 2) <= 2
    do.overlay_image(path="empty.png", overlay="b.png", blend=blend, output="o.png")
    assert tuple(pixels(root, "o.png")[4, 4]) == (above, above, above, 255)


def test_colour_and_light_can_be_laid_on_apart(do: Any, root: Path) -> None:
    Image.new("RGB", (9, 9), "#808080").save(root / "grey.png")
    Image.new("RGB", (9, 9), "#C02020").save(root / "red.png")
    do.overlay_image(path="grey.png", overlay="red.png", blend="color", output="o.png")
    red, green, blue, _ = pixels(root, "o.png")[4, 4]
    assert red > green + 80 and abs(0.3 * red + 0.59 * green + 0.11 * blue - 128) <= 2
    do.overlay_image(path="red.png", overlay="grey.png", blend="luminosity", output="p.png")
    assert abs(pixels(root, "p.png") - pixels(root, "o.png")).max() <= 1
    Image.new("L", (9, 9), 128).save(root / "one.png")
    with pytest.raises(ToolError, match="mode rgb first"):
        do.overlay_image(path="one.png", overlay="red.png", blend="color", output="o.png")


def test_masks_fade_towards_their_edge(do: Any, root: Path, picture: str) -> None:
    """A feather begins at nothing and is whole so many pixels further in, at the picture's rim too."""
    do.mask_image(path=picture, shape="rectangle", box=[50, 30, 200, 120], feather=20, output="o.png")
    opacity = pixels(root, "o.png")[..., 3]
    row = opacity[75, 50:80]
    assert row[0] < 5 and row[20] >= 253 and (numpy.diff(row) >= 0).all() and opacity[75, 199] < 5
    Image.new("RGB", (200, 150), "white").save(root / "w.png")
    Image.new("RGB", (60, 60), "black").save(root / "b.png")
    do.overlay_image(path="w.png", overlay="b.png", at=[20, 20], feather=10, output="o.png")
    made = pixels(root, "o.png")[..., 0]
    assert made[50, 20] > 245 and made[50, 50] == 0 and 60 < made[50, 25] < 200
    half = Image.new("L", (60, 60), 0)
    half.paste(255, (30, 0, 60, 60))
    half.save(root / "mask.png")
    do.overlay_image(path="w.png", overlay="b.png", at=[20, 20], mask="mask.png", output="o.png")
    made = pixels(root, "o.png")[..., 0]
    assert made[50, 40] == 255 and made[50, 60] == 0
