"""Edits do what they say, where they say it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy
import pytest
from deskworld_image.batching import Step
from deskworld_image.drawing import LabelledBox, Mark
from deskworld_kit import ToolError
from PIL import Image, ImageDraw, ImageFont
from servers.image.conftest import clear, save, scene


def pixels(root: Path, name: str) -> Any:
    with Image.open(root / name) as image:
        return numpy.asarray(image.convert("RGBA")).astype(int)


@pytest.fixture
def picture(root: Path) -> str:
    scene((200, 150)).save(root / "p.png")
    return "p.png"


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


def test_no_hidden_colour_bleeds_at_an_edge(do: Any, root: Path) -> None:
    """Black under full transparency must not darken what is seen next to it."""
    image = Image.new("RGBA", (60, 60), (0, 0, 0, 0))
    image.paste((255, 255, 255, 255), (20, 20, 40, 40))
    image.save(root / "w.png")
    for tool, arguments in (
        ("resize_image", {"width": 23}), ("blur_image", {"radius": 3}), ("rotate_image", {"degrees": 20}),
    ):  # fmt: skip
        getattr(do, tool)(path="w.png", output="o.png", **arguments)
        made = pixels(root, "o.png")
        seen = made[made[..., 3] > 25]
        assert seen[:, :3].min() >= 240, tool


def test_turns(do: Any, root: Path, picture: str) -> None:
    do.rotate_image(path=picture, degrees=90, output="o.png")
    with Image.open(root / picture) as before, Image.open(root / "o.png") as after:
        assert list(after.get_flattened_data()) == list(
            before.transpose(Image.Transpose.ROTATE_270).get_flattened_data()
        )
    do.rotate_image(path="o.png", degrees=-90)
    assert (pixels(root, "o.png") == pixels(root, picture)).all()
    saved = do.rotate_image(path=picture, degrees=30, color="#00FF00", output="o.png")
    assert saved.width > 200 and tuple(pixels(root, "o.png")[0, 0]) == (0, 255, 0, 255)
    assert do.rotate_image(path=picture, degrees=30, expand=False, output="o.png").width == 200
    do.flip_image(path=picture, output="o.png")
    assert (pixels(root, "o.png") == pixels(root, picture)[:, ::-1]).all()


def test_pad_and_trim_are_opposites(do: Any, root: Path, picture: str) -> None:
    saved = do.pad_image(path=picture, ratio="16:9", color="#123456", output="o.png")
    assert saved.width == round(150 * 16 / 9) and saved.height == 150
    do.trim_image(path="o.png")
    assert (pixels(root, "o.png") == pixels(root, picture)).all()
    saved = do.pad_image(path=picture, left=10, color="transparent", output="o.png")
    assert pixels(root, "o.png")[0, 0, 3] == 0 and "band of opacity" in saved.warnings[0]


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


def test_an_overlay_keeps_its_transparency(do: Any, root: Path, picture: str) -> None:
    clear(scene((40, 40))).save(root / "logo.png")
    do.overlay_image(path=picture, overlay="logo.png", at=[150, 100], output="o.png")
    before, after = pixels(root, picture), pixels(root, "o.png")
    assert (after[100:140, 150:156] == before[100:140, 150:156]).all()  # its left edge is see-through
    assert tuple(after[110, 165, :3]) == (220, 20, 20)
    saved = do.overlay_image(path=picture, overlay="logo.png", at=[190, 140], output="o.png")
    assert "cut off" in saved.warnings[0]


def test_a_grey_picture_becomes_rgb_for_a_colour(do: Any, samples: list[str]) -> None:
    saved = do.fill_region(path="grey.png", color="red", box=[0, 0, 5, 5], output="o.png")
    assert "became RGB" in saved.warnings[0] and do.get_image_info(path="o.png").mode == "RGB"
    saved = do.fill_region(path="grey16.png", color="red", box=[0, 0, 5, 5], output="o.png")
    assert do.get_image_info(path="o.png").mode == "RGB;16"


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


def test_formats_and_modes(do: Any, root: Path, samples: list[str]) -> None:
    assert do.convert_image(path="rgb16.png", output="o.png", depth=8).verified.split(", ")[2] == "8-bit RGB"
    assert "16-bit RGB" in do.convert_image(path="rgb.png", output="o.tif", depth=16).verified
    assert "8-bit CMYK" in do.convert_image(path="rgb.png", output="o.jpg", mode="cmyk").verified
    assert "8-bit grey" in do.convert_image(path="rgb.png", output="o.png", mode="grey").verified
    saved = do.convert_image(path="cmyk.jpg", output="o.png")
    assert "can't hold CMYK inks" in saved.warnings[0]
    assert any("16 bits were scaled" in each for each in do.convert_image(path="rgb16.png", output="o.jpg").warnings)
    for ending in ("webp", "png", "tif"):
        assert "3 " in do.convert_image(path="moving.gif", output=f"o.{ending}").verified
    assert "first of 3 frames" in do.convert_image(path="moving.gif", output="o.jpg").warnings[0]
    assert do.get_image_info(path="o.webp").seconds == pytest.approx(0.6)
    do.convert_image(path="float.tif", output="o.png", depth=16)
    assert do.get_image_info(path="o.png").mode == "L;16"


def test_an_icon_holds_the_usual_sizes_up_to_its_own(do: Any, root: Path) -> None:
    Image.new("RGBA", (256, 256), "#B8622B").save(root / "mark.png")
    do.convert_image(path="mark.png", output="mark.ico")
    with Image.open(root / "mark.ico") as icon:
        assert icon.info["sizes"] == {(side, side) for side in (16, 24, 32, 48, 64, 128, 256)}


def test_compress_meets_the_size(do: Any, root: Path) -> None:
    rng = numpy.random.default_rng(4)
    noisy = Image.fromarray(rng.integers(0, 255, (60, 90, 3), dtype=numpy.uint8)).resize(
        (300, 200), Image.Resampling.BICUBIC
    )
    noisy.save(root / "big.png")
    noisy.save(root / "big.jpg", quality=96)
    for name, kilobytes in (("big.jpg", 15), ("big.jpg", 3), ("big.png", 40), ("big.png", 8)):
        saved = do.compress_image(path=name, kilobytes=kilobytes, output=f"o{Path(name).suffix}")
        size = (root / saved.path).stat().st_size
        assert size == saved.bytes <= kilobytes * 1024 and size > kilobytes * 1024 * 0.3, (name, kilobytes, size)
    with pytest.raises(ToolError, match="KB at least"):
        do.compress_image(path="big.png", kilobytes=2, resize=False)


def test_metadata_goes_and_the_profile_stays(do: Any, root: Path, photo: str) -> None:
    with Image.open(root / photo) as before:
        profile = before.info["icc_profile"]
    do.strip_image_metadata(path=photo)
    info = do.get_image_info(path=photo)
    assert info.exif == {} and info.gps == [] and info.profile
    with Image.open(root / photo) as made:
        assert made.info["icc_profile"] == profile
    do.strip_image_metadata(path=photo, keep_profile=False)
    assert do.get_image_info(path=photo).profile == ""


def test_facts_leave_a_jpeg_without_a_pixel_changed(do: Any, root: Path, samples: list[str]) -> None:
    for name in ("photo.jpg", "progressive.jpg", "cmyk.jpg", "grey.jpg"):
        with Image.open(root / name) as image:
            before = image.tobytes()
        behind = b"a film of two seconds"
        (root / "live.jpg").write_bytes((root / name).read_bytes() + behind)
        do.strip_image_metadata(path="live.jpg", output="o.jpg")
        made = (root / "o.jpg").read_bytes()
        assert behind not in made and b"Harborlight" not in made and b"Exif" not in made
        with Image.open(root / "o.jpg") as image:
            assert image.tobytes() == before, name


def test_frames_come_apart_and_together(do: Any, root: Path, samples: list[str]) -> None:
    saved = do.split_frames(path="moving.gif", folder="out")
    assert [each.milliseconds for each in saved.files] == [100, 200, 300]
    assert len(do.split_frames(path="pages.tif", folder="pages", ending="tif").files) == 3
    paths = [each.path for each in saved.files]
    for ending in ("gif", "webp", "png"):
        made = do.make_gif(paths=paths, output=f"again.{ending}", milliseconds=[100, 200, 300])
        info = do.get_image_info(path=f"again.{ending}")
        assert (info.frames, info.seconds, made.frames) == (3, 0.6, 3)
    for n, path in enumerate(paths, 1):
        view = do.compare_images(
            path=path, other=do.split_frames(path="again.png", folder="b", frames=[n]).files[0].path
        )
        assert view.facts.largest <= 1
    with pytest.raises(ToolError, match="there is no frame 4"):
        do.split_frames(path="moving.gif", folder="x", frames=[4])


def test_a_recipe_over_many_files(do: Any, root: Path) -> None:
    (root / "in").mkdir()
    for n in range(3):
        scene((200 + n, 150)).save(root / f"in/{n}.jpg", quality=90)
    (root / "in/bad.jpg").write_bytes(b"no picture")
    steps = [
        Step(tool="crop_image", arguments={"box": "[0, 0, 500, 1000]", "units": "1000"}),
        Step(tool="resize_image", arguments={"width": 50}),
        Step(tool="to_grayscale"),
    ]
    made = do.batch_images(pattern="in/*.jpg", steps=steps, folder="out", ending=".png")
    assert [each.output for each in made.done] == ["out/0.png", "out/1.png", "out/2.png"]
    assert [each.item for each in made.failures] == ["in/bad.jpg"] and "not a picture" in made.failures[0].reason
    info = do.get_image_info(path="out/1.png")
    assert (info.width, info.mode) == (50, "L")
    last = [Step(tool="resize_image", arguments={"width": 90}), Step(tool="strip_image_metadata"),
            Step(tool="compress_image", arguments={"kilobytes": 2})]  # fmt: skip
    small = do.batch_images(paths=["in/2.jpg"], steps=last, folder="small").done[0]
    assert do.get_image_info(path=small.output).width == 90 and (root / small.output).stat().st_size <= 2048
    with pytest.raises(ToolError, match=r"steps\[0\]: 'make_gif' can't be a step"):
        do.batch_images(paths=["in/0.jpg"], steps=[Step(tool="make_gif")], folder="out")
    with pytest.raises(ToolError, match=r"steps\[0\]: .*width"):
        do.batch_images(
            paths=["in/0.jpg"], steps=[Step(tool="resize_image", arguments={"width": "wide"})], folder="out"
        )
    with pytest.raises(ToolError, match="within the workspace"):
        do.batch_images(pattern="../*.jpg", steps=[], folder="out")


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


def test_the_same_call_gives_the_same_bytes(do: Any, root: Path, samples: list[str]) -> None:
    for name in ("photo.jpg", "rgb16.png", "moving.gif", "facts.tif", "rgb16.tif", "palette.png"):
        made: list[bytes] = []
        for _ in range(2):
            do.resize_image(path=name, width=40, output=f"o{Path(name).suffix}")
            made.append((root / f"o{Path(name).suffix}").read_bytes())
        assert made[0] == made[1], name


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
