"""The file around a picture: formats, sizes on disk, facts, frames, and many files at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy
import pytest
from deskworld_image.batching import Step
from deskworld_kit import ToolError
from PIL import Image
from servers.image.conftest import pixels, scene


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


def test_an_avif_is_read_written_and_moved(do: Any, root: Path, samples: list[str]) -> None:
    """With transparency, profile and facts; frames with their times; a still one has none."""
    info = do.get_image_info(path="rgba.avif")
    assert (info.format, info.mode, info.seconds) == ("AVIF", "RGBA", 0) and info.exif["Make"] == "Harborlight"
    before = pixels(root, "rgba.png")
    do.convert_image(path="rgba.png", output="o.avif")
    made = pixels(root, "o.avif")
    assert abs(made - before)[before[..., 3] > 0].mean() < 3 and "sRGB" in do.get_image_info(path="o.avif").profile
    do.convert_image(path="moving.gif", output="m.avif")
    assert (do.get_image_info(path="m.avif").frames, do.get_image_info(path="m.avif").seconds) == (3, 0.6)
    small = do.compress_image(path="rgba.avif", kilobytes=2, output="small.avif")
    assert (root / small.path).stat().st_size <= 2048


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


def test_the_same_call_gives_the_same_bytes(do: Any, root: Path, samples: list[str]) -> None:
    for name in ("photo.jpg", "rgb16.png", "moving.gif", "facts.tif", "rgb16.tif", "palette.png"):
        made: list[bytes] = []
        for _ in range(2):
            do.resize_image(path=name, width=40, output=f"o{Path(name).suffix}")
            made.append((root / f"o{Path(name).suffix}").read_bytes())
        assert made[0] == made[1], name
