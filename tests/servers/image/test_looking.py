"""Looking, measuring and finding: what a model is told of a picture is true to the pixel."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import numpy
import pytest
import zxingcpp
from deskworld_image.deep import write_tiff
from deskworld_kit import Desk
from PIL import Image, ImageDraw
from servers.image.conftest import deep, scene


def shown(view: Any, number: int = 0) -> Image.Image:
    return Image.open(BytesIO(view.pictures[number].data)).convert("RGB")


def test_info_tells_what_a_file_is(do: Any, samples: list[str]) -> None:
    info = do.get_image_info(path="photo.jpg")
    assert (info.format, info.mode, info.width, info.height, info.bits) == ("JPEG", "RGB", 64, 48, 8)
    assert info.dpi == [300, 300] and "sRGB" in info.profile and info.exif["Make"] == "Harborlight"
    assert info.gps == [59.916667, 10.75]
    assert do.get_image_info(path="rgb16.png").mode == "RGB;16" and do.get_image_info(path="rgb16.png").bits == 16
    moving = do.get_image_info(path="moving.gif")
    assert (moving.frames, moving.seconds) == (3, 0.6)
    assert do.get_image_info(path="palette.png").palette == 16
    assert do.get_image_info(path="rgba.png").transparent == pytest.approx(12 / 64)
    assert do.get_image_info(path="bit.tif").description == "1 bit black and white"


@pytest.fixture
def plan(root: Path) -> str:
    """A large drawing with one red pixel at (3210, 1234)."""
    image = Image.new("RGB", (4000, 3000), "white")
    image.putpixel((3210, 1234), (255, 0, 0))
    image.save(root / "plan.png")
    return "plan.png"


def test_a_view_says_how_far_it_was_reduced(do: Any, plan: str) -> None:
    view = do.view_image(path=plan)
    facts = view.facts.views[0]
    assert facts.shown_width == 1568 == shown(view).width and facts.scale == pytest.approx(0.392)
    assert "reduced to 39%" in view.facts.hint and "39%" in view.pictures[0].caption


def test_a_box_is_shown_in_full_detail_and_maps_back(do: Any, plan: str) -> None:
    view = do.view_image(path=plan, box=[3000, 1000, 3800, 1800])
    facts = view.facts.views[0]
    assert facts.scale == 1 and facts.box == [3000, 1000, 3800, 1800]
    assert shown(view).getpixel((210, 234)) == (255, 0, 0)
    small = do.view_image(path=plan, box=[3200, 1220, 3240, 1250])
    facts = small.facts.views[0]
    assert facts.scale == 8
    x, y = (round((place + 0.5) * facts.scale) for place in (3210 - facts.box[0], 1234 - facts.box[1]))
    red, green, _ = shown(small).getpixel((x, y))
    assert red > 200 and green < 60


def test_tiles_show_everything_once_in_full_detail(do: Any, plan: str) -> None:
    view = do.view_image(path=plan, tiles=True)
    assert len(view.pictures) == len(view.facts.views) <= 12
    seen = numpy.zeros((3000, 4000), bool)
    for facts in view.facts.views:
        left, top, right, bottom = facts.box
        assert facts.scale == 1
        seen[top:bottom, left:right] = True
    assert seen.all()


def test_tiles_that_are_too_many_say_where_to_go_on(do: Any, root: Path) -> None:
    Image.new("L", (9000, 9000), 255).save(root / "huge.png")
    view = do.view_image(path="huge.png", tiles=True)
    assert len(view.pictures) == 12 and "more tiles" in view.facts.hint


def test_a_grid_has_lines_where_it_says(do: Any, plan: str) -> None:
    view = do.view_image(path=plan, box=[1000, 1000, 2000, 2000], grid=True)
    line = numpy.asarray(shown(view))[550].astype(int)
    drawn = [x for x in range(1000) if line[x, 1] < 150]
    assert drawn and all(x % 100 == 0 for x in drawn), drawn


def test_tiles_that_are_not_shown_lie_in_the_box_that_is_named(do: Any, root: Path) -> None:
    """Following the hint to its end shows every pixel, in full detail."""
    Image.new("L", (5600, 4200), 255).save(root / "sheet.png")
    seen = numpy.zeros((4200, 5600), bool)
    box: list[int] | None = None
    for _ in range(9):
        view = do.view_image(path="sheet.png", tiles=True, box=box)
        for left, top, right, bottom in (facts.box for facts in view.facts.views):
            seen[top:bottom, left:right] = True
        if not view.facts.hint:
            break
        box = [int(each) for each in view.facts.hint.split("[")[1].split("]")[0].split(",")]
    assert seen.all() and all(facts.scale == 1 for facts in view.facts.views)


@pytest.mark.parametrize("size", [(1080, 14_000), (30_000, 10), (10, 30_000), (6000, 4000)])
def test_the_scale_of_any_shape_is_that_of_its_long_side(do: Any, root: Path, size: tuple[int, int]) -> None:
    Image.new("L", size, 255).save(root / "long.png")
    view = do.view_image(path="long.png")
    wanted = 1568 / max(size)
    assert view.facts.views[0].scale == pytest.approx(wanted, abs=1e-4) and f"{wanted:.0%}" in view.facts.hint
    assert f"reduced to {wanted:.0%}" in view.pictures[0].caption
    scene().save(root / "other.png")
    montage = do.make_montage(paths=["long.png", "other.png"], output="m.png", width=100)
    assert montage.height < 300 and montage.scales[0] == pytest.approx(min(100 / size[0], 250 / size[1]), abs=1e-4)
    left, top, right, bottom = montage.boxes[1]
    assert (right - left) / (bottom - top) == pytest.approx(64 / 48, rel=0.05) and bottom - top >= 30


async def _sizes(desk: Desk, root: Path) -> int:
    numpy.random.default_rng(1)
    noise = numpy.random.default_rng(1).integers(0, 255, (4000, 4000, 3), dtype=numpy.uint8)
    Image.fromarray(noise).save(root / "noise.png", compress_level=0)
    result = await desk.call("view_image", {"path": "noise.png"})
    assert result.ok
    return sum(len(data) for _, data in result.pictures)


@pytest.mark.anyio
async def test_noise_stays_small(desk: Desk, root: Path) -> None:
    assert await _sizes(desk, root) <= 1_000_000


def test_a_camera_on_its_side_is_shown_upright(do: Any, root: Path) -> None:
    image = Image.new("RGB", (40, 20), "blue")
    image.paste("red", (0, 0, 10, 20))  # left as stored: on top when upright
    exif = Image.Exif()
    exif[0x0112] = 6
    image.save(root / "side.jpg", exif=exif, quality=95)
    info = do.get_image_info(path="side.jpg")
    assert (info.width, info.height, info.orientation) == (20, 40, 6)
    picture = shown(do.view_image(path="side.jpg"))
    assert picture.height > picture.width
    red, _, blue = picture.getpixel((picture.width // 2, 3))
    assert red > blue
    saved = do.orient_image(path="side.jpg")
    assert (saved.width, saved.height) == (20, 40)
    with Image.open(root / "side.jpg") as made:
        assert made.size == (20, 40) and made.getexif().get(0x0112, 1) == 1


@pytest.mark.parametrize("orientation", range(1, 9))
def test_every_orientation_comes_upright(do: Any, root: Path, orientation: int) -> None:
    upright = scene()
    turn = Image.Transpose
    back = {2: turn.FLIP_LEFT_RIGHT, 3: turn.ROTATE_180, 4: turn.FLIP_TOP_BOTTOM, 5: turn.TRANSPOSE,
            6: turn.ROTATE_90, 7: turn.TRANSVERSE, 8: turn.ROTATE_270}  # fmt: skip
    stored = upright if orientation == 1 else upright.transpose(back[orientation])
    exif = Image.Exif()
    exif[0x0112] = orientation
    stored.save(root / "o.png", exif=exif)
    assert do.get_image_colors(path="o.png", points=[[10, 10]]).points == ["#DC1414"]
    assert do.get_image_info(path="o.png").width == 64


def test_a_tiff_on_its_side_is_upright_too(do: Any, root: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    stored = scene().transpose(Image.Transpose.ROTATE_90)
    for packing in ("raw", "tiff_lzw", "sixteen bits"):
        if packing == "sixteen bits":
            with (root / "o.tif").open("w+b") as file:
                write_tiff(file, [deep(stored)], "RGB", {274: 6}, packed=True)
        else:
            stored.save(root / "o.tif", exif=exif, compression=packing)
        info = do.get_image_info(path="o.tif")
        assert (info.width, info.height, info.orientation) == (64, 48, 6) and "StripOffsets" not in info.exif
        assert do.orient_image(path="o.tif", output="u.tif").warnings == ["the orientation was 6; it is 1 now"]
        assert do.get_image_info(path="u.tif").orientation == 1
        assert do.get_image_colors(path="u.tif", points=[[15, 15]]).points == ["#DC1414"]


def test_colours_are_red_green_blue(do: Any, samples: list[str]) -> None:
    for name in ("rgb.png", "rgba.png", "rgb16.png", "rgb16.tif", "rgb.tif", "moving.png", "facts.tif"):
        red, green, blue = (
            int(do.get_image_colors(path=name, points=[[15, 15]]).points[0][n : n + 2], 16) for n in (1, 3, 5)
        )
        assert red > 200 and green < 30 and blue < 30, name
    found = do.get_image_colors(path="rgb.png", box=[8, 8, 25, 25])
    assert found.distinct == 1 and found.colors[0].color == "#DC1414" and found.colors[0].share == 1


def test_inks_are_told_as_they_look(do: Any, root: Path) -> None:
    Image.new("CMYK", (20, 20), (0, 255, 255, 0)).save(root / "inks.jpg", quality=95)
    red, green, blue = (int(do.get_image_colors(path="inks.jpg").average[n : n + 2], 16) for n in (1, 3, 5))
    assert red > 240 and green < 15 and blue < 15


def test_compare_finds_what_changed_and_where(do: Any, root: Path, photo: str) -> None:
    scene((400, 300)).save(root / "a.png")
    same = do.compare_images(path="a.png", other="a.png")
    assert same.facts.identical and same.facts.similarity == 1 and not same.pictures
    changed = scene((400, 300))
    ImageDraw.Draw(changed).rectangle((200, 200, 239, 219), fill="white")
    ImageDraw.Draw(changed).rectangle((20, 250, 29, 259), fill="black")
    changed.save(root / "b.png")
    found = do.compare_images(path="a.png", other="b.png")
    assert [each.box for each in found.facts.boxes] == [[200, 200, 240, 220], [20, 250, 30, 260]]
    assert found.facts.changed == pytest.approx(900 / 120_000, abs=1e-6) and 0.9 < found.facts.similarity < 0.999
    picture = numpy.asarray(shown(found)).astype(int)
    assert (abs(picture[210, 220] - (214, 20, 60)) < 12).all()
    smaller = scene((400, 300)).resize((200, 150))
    smaller.save(root / "c.png")
    told = do.compare_images(path="a.png", other="c.png").facts
    assert not told.same_size and "400 x 300 and 200 x 150" in told.warnings[-1] and told.similarity > 0.95


def test_check_tells_blurred_dark_and_blank(do: Any, root: Path) -> None:
    rng = numpy.random.default_rng(3)
    sharp = Image.fromarray(rng.integers(0, 255, (50, 60), dtype=numpy.uint8)).resize(
        (600, 500), Image.Resampling.NEAREST
    )
    sharp.save(root / "sharp.png")
    assert do.check_image(path="sharp.png").findings == []
    do.blur_image(path="sharp.png", radius=12, output="soft.png")
    assert "looks blurred" in do.check_image(path="soft.png").findings
    do.adjust_image(path="sharp.png", brightness=-90, output="dark.png")
    assert "too dark" in do.check_image(path="dark.png").findings
    Image.new("L", (50, 50), 128).save(root / "flat.png")
    assert do.check_image(path="flat.png").findings == ["blank: all pixels are the same"]


def _icon() -> Image.Image:
    icon = Image.new("RGB", (40, 32), "#FFD166")
    pen = ImageDraw.Draw(icon)
    pen.rectangle((4, 4, 18, 26), fill="#073B4C")
    pen.polygon(((22, 28), (38, 28), (36, 6)), fill="#EF476F")
    return icon


@pytest.mark.parametrize("factor", [1.0, 0.7, 1.6])
def test_a_template_is_found_at_its_size(do: Any, root: Path, factor: float) -> None:
    noise = numpy.random.default_rng(5).integers(90, 160, (700, 1100, 3), dtype=numpy.uint8)
    image = Image.fromarray(noise)
    icon = _icon()
    icon.save(root / "icon.png")
    size = (round(40 * factor), round(32 * factor))
    for at in ((100, 120), (900, 560)):
        image.paste(icon.resize(size, Image.Resampling.LANCZOS), at)
    image.save(root / "screen.png")
    found = do.find_in_image(path="screen.png", template="icon.png", scales=factor != 1)
    assert len(found.matches) == 2 and found.best_score > 0.9
    for match, at in zip(sorted(found.matches, key=lambda each: each.box), ((100, 120), (900, 560)), strict=True):
        assert abs(match.box[0] - at[0]) <= 3 and abs(match.box[1] - at[1]) <= 3
        assert match.scale == pytest.approx(factor, rel=0.08)


def test_a_turned_template_is_found(do: Any, root: Path) -> None:
    icon = _icon()
    icon.save(root / "icon.png")
    image = Image.new("RGB", (500, 400), "#8899AA")
    image.paste(icon.transpose(Image.Transpose.ROTATE_270), (300, 100))
    image.save(root / "screen.png")
    assert not do.find_in_image(path="screen.png", template="icon.png").matches
    match = do.find_in_image(path="screen.png", template="icon.png", rotations=True).matches[0]
    assert match.degrees == 90 and abs(match.box[0] - 300) <= 2 and abs(match.box[1] - 100) <= 2


def test_what_is_not_there_is_not_found(do: Any, root: Path) -> None:
    Image.new("RGB", (300, 200), "white").save(root / "blank.png")
    _icon().save(root / "icon.png")
    found = do.find_in_image(path="blank.png", template="icon.png")
    assert found.matches == [] and "nothing reaches 0.8" in found.hint


def test_codes_are_read_with_their_places(do: Any, root: Path) -> None:
    image = Image.new("RGB", (600, 400), "white")
    code = zxingcpp.create_barcode("Grüße 42", zxingcpp.BarcodeFormat.QRCode)
    bars = zxingcpp.create_barcode("4006381333931", zxingcpp.BarcodeFormat.EAN13)
    image.paste(Image.fromarray(numpy.array(code.to_image(scale=5))), (40, 50))
    image.paste(Image.fromarray(numpy.array(bars.to_image(scale=2))), (320, 220))
    image.save(root / "codes.png")
    found = do.detect_codes(path="codes.png").codes
    assert [(each.text, each.valid) for each in found] == [("Grüße 42", True), ("4006381333931", True)]
    assert found[0].box[0] >= 40 and found[1].box[0] >= 320 and found[1].box[1] >= 215
    part = do.detect_codes(path="codes.png", box=[300, 200, 600, 400]).codes
    assert [each.text for each in part] == ["4006381333931"] and part[0].box == found[1].box
    scene().save(root / "none.png")
    assert "no code" in do.detect_codes(path="none.png").hint


def test_deep_greys_are_not_shown_white(do: Any, samples: list[str]) -> None:
    picture = shown(do.view_image(path="grey16.png")).convert("L")
    assert 10 < numpy.asarray(picture).mean() < 120
