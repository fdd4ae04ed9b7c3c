"""Hostile and mistaken input: each has its own clear error, and nothing is written."""

from __future__ import annotations

import struct
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from deskworld_image.drawing import Mark
from deskworld_kit import Desk, ToolError
from PIL import Image
from servers.image.conftest import clear, facts, save, scene


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def bomb() -> bytes:
    """A small PNG that says it has ten thousand million pixels."""
    head = struct.pack(">IIBBBBB", 100_000, 100_000, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 1000)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


BAD: dict[str, tuple[bytes, str]] = {
    "empty.png": (b"", "empty"),
    "text.png": (b"this is plain text", "not a picture"),
    "bomb.png": (bomb(), "too large"),
    "cut.png": (save(scene(), "PNG")[:200], "damaged or cut off"),
    "cut.jpg": (save(scene((400, 300)), "JPEG", quality=95)[:2000], "damaged or cut off"),
    "cut.gif": (save(scene(), "GIF")[:100], "damaged or cut off"),
    "cut.avif": (save(scene(), "AVIF")[:400], "no whole AVIF picture"),
    "drawing.png": (b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', "SVG"),
    "phone.jpg": (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "HEIC"),
    "new.png": (b"\0\0\0\x1cftypavif\0\0\0\0avifmif1", "AVIF"),
    "film.png": (b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom", "film"),
    "paper.png": (b"%PDF-1.7\n", "PDF"),
    "script.png": (b"%!PS-Adobe-3.0\n", "PostScript"),
    "office.png": (b"PK\x03\x04\x14\0\0\0", "zip archive"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_picture_says_what_it_is(do: Any, root: Path, name: str) -> None:
    blob, says = BAD[name]
    (root / name).write_bytes(blob)
    for call in (
        lambda: do.get_image_info(path=name),
        lambda: do.view_image(path=name),
        lambda: do.crop_image(path=name, box=[0, 0, 5, 5], output="out/a.png"),
        lambda: do.make_montage(paths=[name], output="out/b.png"),
    ):
        with pytest.raises(ToolError, match=says):
            call()
    assert not (root / "out").exists()


def test_places_and_names(do: Any, root: Path, photo: str) -> None:
    (root / "folder").mkdir()
    with pytest.raises(ToolError, match="is a folder"):
        do.get_image_info(path="folder")
    with pytest.raises(ToolError, match=r"did you mean 'photo.jpg'"):
        do.get_image_info(path="foto.jpg")
    with pytest.raises(ToolError, match=r"output: .* must end in .png"):
        do.flip_image(path=photo, output="out/photo.txt")
    with pytest.raises(ToolError, match="outside the workspace"):
        do.flip_image(path=photo, output="../photo.jpg")
    with pytest.raises(ToolError, match="64 x 48 px"):
        do.crop_image(path=photo, box=[0, 0, 65, 48])
    with pytest.raises(ToolError, match="0 to 1000"):
        do.crop_image(path=photo, box=[0, 0, 1050, 48], units="1000")
    with pytest.raises(ToolError, match="right must be more than left"):
        do.blur_image(path=photo, box=[30, 0, 30, 48])
    with pytest.raises(ToolError, match="outside of the picture"):
        do.fill_region(path=photo, color="red", start=[64.9, 3])
    with pytest.raises(ToolError, match="no colour"):
        do.fill_region(path=photo, color="redd", box=[0, 0, 4, 4])
    with pytest.raises(ToolError, match="there is no frame 2"):
        do.view_image(path=photo, frame=2)
    with pytest.raises(ToolError, match="nothing is left"):
        do.inpaint_region(path=photo, boxes=[[0, 0, 64, 48]])
    assert (root / photo).read_bytes() == save(
        scene(), "JPEG", quality=85, subsampling=2, dpi=(300, 300), icc_profile=_profile(root), exif=facts()
    )


def _profile(root: Path) -> bytes:
    with Image.open(root / "photo.jpg") as image:
        return image.info["icc_profile"]


def test_sizes_that_nobody_can_open(do: Any, photo: str, root: Path) -> None:
    with pytest.raises(ToolError, match="too large"):
        do.resize_image(path=photo, width=60_000)
    with pytest.raises(ToolError, match="too large"):
        do.pad_image(path=photo, left=60_000, top=60_000)
    Image.new("L", (20_000, 10), 200).save(root / "long.png")
    info = do.get_image_info(path="long.png")
    assert (info.width, info.height) == (20_000, 10) and "reduced to 8%" in info.view
    shown = do.view_image(path="long.png")
    assert shown.facts.views[0].shown_width <= 1568 and shown.pictures[0].height >= 1
    with pytest.raises(ToolError, match="WEBP holds at most 16383 px a side"):
        do.convert_image(path="long.png", output="long.webp")
    assert not (root / "long.webp").exists()


def test_one_pixel_goes_through_everything(do: Any, root: Path) -> None:
    Image.new("RGB", (1, 1), "#336699").save(root / "dot.png")
    for call in (
        lambda: do.resize_image(path="dot.png", width=3, output="o.png"),
        lambda: do.rotate_image(path="dot.png", degrees=45, output="o.png"),
        lambda: do.blur_image(path="dot.png", radius=100, output="o.png"),
        lambda: do.sharpen_image(path="dot.png", output="o.png"),
        lambda: do.denoise_image(path="dot.png", output="o.png"),
        lambda: do.pixelate_region(path="dot.png", boxes=[[0, 0, 1, 1]], output="o.png"),
        lambda: do.mask_image(path="dot.png", output="o.png"),
        lambda: do.add_watermark(path="dot.png", text="ours", output="o.png"),
        lambda: do.quantize_image(path="dot.png", output="o.png"),
        lambda: do.threshold_image(path="dot.png", adaptive=True, output="o.png"),
        lambda: do.correct_perspective(path="dot.png", corners=[[0, 0], [1, 0], [1, 1], [0, 1]], output="o.png"),
        lambda: do.remove_background(path="dot.png", output="o.png"),
        lambda: do.deskew_image(path="dot.png", output="o.png"),
        lambda: do.trim_image(path="dot.png", output="o.png"),
        lambda: do.compare_images(path="dot.png", other="dot.png"),
        lambda: do.check_image(path="dot.png"),
        lambda: do.detect_codes(path="dot.png"),
        lambda: do.get_image_colors(path="dot.png"),
        lambda: do.view_image(path="dot.png", grid=True),
        lambda: do.compress_image(path="dot.png", kilobytes=0.01, output="o.png"),
    ):
        with suppress(ToolError):  # a refusal is an answer; anything else would be a fault
            call()


def test_all_see_through(do: Any, root: Path) -> None:
    Image.new("RGBA", (40, 30), (10, 20, 30, 0)).save(root / "nothing.png")
    assert do.get_image_colors(path="nothing.png").colors == []
    assert do.get_image_info(path="nothing.png").transparent == 1
    do.resize_image(path="nothing.png", width=20, output="o.png")
    with Image.open(root / "o.png") as made:
        assert made.mode == "RGBA" and made.getchannel("A").getextrema() == (0, 0)
    with pytest.raises(ToolError, match="one colour all over"):
        do.trim_image(path="nothing.png")


def test_a_name_that_lies_is_set_right(do: Any, root: Path) -> None:
    """A JPEG called .png is read for what it is, and saved as what it is called."""
    (root / "lies.png").write_bytes(save(scene(), "JPEG"))
    assert do.get_image_info(path="lies.png").format == "JPEG"
    saved = do.crop_image(path="lies.png", box=[0, 0, 30, 30])
    assert "in spite of its name" in saved.warnings[0] and saved.verified.startswith("PNG")


def test_facts_too_long_for_a_jpeg(do: Any, root: Path) -> None:
    exif = Image.Exif()
    exif[0x010E] = "x" * 90_000
    scene().save(root / "wordy.png", exif=exif)
    saved = do.convert_image(path="wordy.png", output="wordy.jpg")
    assert any("too long for a JPEG" in each for each in saved.warnings)


def test_what_a_format_can_not_hold_is_said(do: Any, root: Path) -> None:
    clear(scene()).save(root / "a.png")
    assert "put on white" in do.convert_image(path="a.png", output="a.jpg").warnings[0]
    with Image.open(root / "a.jpg") as made:
        assert min(made.getpixel((1, 20))) > 245
    said = do.convert_image(path="a.png", output="b.jpg", background="#FF0000").warnings[0]
    assert "#FF0000" in said
    with Image.open(root / "b.jpg") as made:
        red, green, blue = made.getpixel((1, 20))
        assert red > 240 and green < 12 and blue < 12
    assert any("half see-through" in each for each in do.convert_image(path="a.png", output="a.gif").warnings)


def test_an_edit_in_place_that_fails_leaves_the_file(do: Any, root: Path, photo: str) -> None:
    before = (root / photo).read_bytes()
    with pytest.raises(ToolError):
        do.compress_image(path=photo, kilobytes=0.2, resize=False)
    assert (root / photo).read_bytes() == before
    assert [each.name for each in root.iterdir()] == [photo]


def test_a_text_larger_than_any_picture(do: Any, photo: str) -> None:
    with pytest.raises(ToolError, match=r"marks\[0\]\.text: the text would be .* px"):
        do.draw_on_image(path=photo, marks=[Mark(kind="text", points=[[1, 1]], text="x" * 5000, size=400)])
    assert "cut off" in do.add_watermark(path=photo, text="y" * 3000, output="out.png").warnings[0]


@pytest.mark.anyio
async def test_a_batch_takes_lists_as_the_tools_do(desk: Desk, photo: str) -> None:
    steps = [{"tool": "crop_image", "arguments": {"box": [0, 0, 20, 10]}}]
    made = await desk.call("batch_images", {"paths": [photo], "folder": "out", "steps": steps})
    assert made.ok and "20 x 10 px" in made.structured["done"][0]["verified"], made.error
    steps[0]["arguments"] = {"box": [0, 0, 9]}
    refused = await desk.call("batch_images", {"paths": [photo], "folder": "out", "steps": steps})
    assert not refused.ok and "steps[0]" in (refused.error or "") and "box" in (refused.error or "")
