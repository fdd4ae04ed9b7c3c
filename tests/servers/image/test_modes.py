"""Every tool on every kind of picture: mode, bits, alpha, profile, resolution, facts and frames stay, or it is said."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pytest
from deskworld_image.decoding import decode
from deskworld_image.drawing import LabelledBox, Mark
from deskworld_kit import ToolError, World
from PIL import Image
from servers.image.conftest import MAKERS

CORNERS = [[6, 4], [58, 6], [60, 44], [4, 42]]
BOX = [8, 8, 40, 30]
MARKS = [
    Mark(kind="rectangle", points=[[4, 4], [30, 30]], color="#202020", fill="#FFFFFF"),
    Mark(kind="text", points=[[2, 2]], text="Ab", size=14, color="black"),
]
EDITS: dict[str, dict[str, Any]] = {
    "crop_image": {"box": BOX},
    "resize_image": {"percent": 150},
    "rotate_image": {"degrees": 90},
    "flip_image": {},
    "pad_image": {"left": 5, "bottom": 3},
    "orient_image": {},
    "correct_perspective": {"corners": CORNERS},
    "adjust_image": {"brightness": 20, "contrast": 10},
    "invert_image": {},
    "replace_color": {"color": "#808080", "new_color": "#DCDCDC", "tolerance": 110},
    "blur_image": {"radius": 1.5},
    "sharpen_image": {},
    "denoise_image": {"method": "speckles"},
    "pixelate_region": {"boxes": [BOX]},
    "inpaint_region": {"boxes": [[10, 10, 14, 14]]},
    "draw_on_image": {"marks": MARKS},
    "annotate_boxes": {"boxes": [LabelledBox(box=BOX, label="it", color="#404040")]},
    "fill_region": {"color": "#808080", "box": BOX},
    "add_watermark": {"text": "Ours", "position": "center"},
    "overlay_image": {"overlay": "grey.png", "width": 20},
    "set_image_dpi": {"dpi": 300},
    "convert_to_srgb": {},
}
REFUSED = {  # 32-bit numbers have no colours
    "adjust_image", "invert_image", "replace_color", "denoise_image", "pixelate_region", "inpaint_region",
    "draw_on_image", "annotate_boxes", "fill_region", "add_watermark", "overlay_image",
}  # fmt: skip


def state(root: Path, name: str) -> dict[str, Any]:
    stored = decode((root / name).read_bytes(), name).stored
    exif = dict(stored.exif or {})
    return {
        "mode": stored.mode,
        "profile": stored.profile,
        "dpi": tuple(round(each) for each in stored.dpi or ()),
        "maker": exif.get(0x010F),
        "gps": 0x8825 in exif,
        "frames": stored.options["frames"],
        "loop": stored.options.get("loop"),
        "progressive": stored.options.get("progressive"),
        "subsampling": stored.options.get("subsampling"),
        "lossless": stored.options.get("lossless"),
    }


@pytest.mark.parametrize("name", MAKERS)
def test_what_a_file_is_stays(do: Any, root: Path, samples: list[str], name: str) -> None:
    before = state(root, name)
    wrong: list[str] = []
    for tool, arguments in EDITS.items():
        if tool == "set_image_dpi" and name.endswith((".gif", ".webp", ".avif")):
            continue
        if tool == "replace_color" and before["mode"] == "1":
            arguments = {"color": "black", "new_color": "white"}
        if before["mode"] == "F" and tool in REFUSED:
            with pytest.raises(ToolError, match="32-bit numbers"):
                getattr(do, tool)(path=name, output=f"out/{name}", **arguments)
            continue
        saved = getattr(do, tool)(path=name, output=f"out/{name}", **arguments)
        after = state(root, f"out/{name}")
        lost = {key: (before[key], after[key]) for key in before if before[key] != after[key]}
        told = " ".join(saved.warnings)
        if tool == "set_image_dpi":
            lost.pop("dpi", None)
        if "mode" in lost and ("became" in told or "band of opacity" in told):
            lost.pop("mode")
            lost.pop("subsampling", None)
        if name.endswith((".webp", ".avif")) and lost.get("mode") == ("RGBA", "RGB"):
            lost.pop("mode")  # these leave out a band that is opaque all over
        if "profile" in lost and ("profile" in told or "became RGB" in told):
            lost.pop("profile")
        if lost:
            wrong.append(f"{tool}: {lost} {saved.warnings}")
    assert not wrong, "\n".join(wrong)


def test_tonal_and_mode_tools_do_what_they_are_for(do: Any, root: Path, samples: list[str]) -> None:
    """The tools that are asked to change the mode: the rest stays."""
    for name in samples:
        before = state(root, name)
        for tool, mode in (("to_grayscale", None), ("threshold_image", "1"), ("quantize_image", "P")):
            ending = Path(name).suffix
            if before["mode"] == "F" and tool == "quantize_image":
                continue
            saved = getattr(do, tool)(path=name, output=f"out/{tool}{ending}")
            after = state(root, f"out/{tool}{ending}")
            assert after["frames"] == before["frames"], (tool, name)
            if ending in (".png", ".tif", ".gif"):
                assert after["dpi"] == before["dpi"], (tool, name)
            if mode and ending == ".png" and (tool, name) != ("quantize_image", "moving.png"):
                assert after["mode"] == mode, (tool, name, after["mode"], saved.warnings)
            if tool == "to_grayscale" and ending == ".png" and before["mode"] != "1":
                assert after["mode"].startswith("L"), (name, after["mode"])
                assert after["mode"].endswith(";16") == before["mode"].endswith(";16"), name


@pytest.fixture
def untouched(do: Any, world: World) -> Callable[[str], Any]:
    def pixels(name: str) -> Any:
        place = world.workspace.root / name
        return [frame.pixels for frame in decode(place.read_bytes(), name).frames]

    return pixels


@pytest.mark.parametrize("name", [name for name in MAKERS if not name.endswith((".jpg", ".avif"))])
def test_what_is_not_touched_keeps_every_pixel(do: Any, samples: list[str], untouched: Any, name: str) -> None:
    """A fill of one corner changes nothing elsewhere, to the last of sixteen bits."""
    if name == "float.tif":
        pytest.skip("holds no colours")
    do.fill_region(path=name, output=f"out/{name}", color="#808080", box=[0, 0, 4, 4])
    for before, after in zip(untouched(name), untouched(f"out/{name}"), strict=True):
        seen_before, seen_after = before[5:, 7:], after[5:, 7:]
        if name.startswith("moving.gif"):
            assert abs(seen_before.astype(int) - seen_after[..., : seen_before.shape[2]]).max() <= 1
        elif name == "key.png":
            assert (seen_before[..., 3] == seen_after[..., 3]).all()
        else:
            assert (seen_before == seen_after).all()


def test_jpeg_saved_again_is_nearly_the_same_file(do: Any, root: Path, samples: list[str], untouched: Any) -> None:
    """The same tables and sampling are used, so that no second quality comes on top of the first."""
    do.fill_region(path="photo.jpg", output="out/photo.jpg", color="white", box=[0, 0, 8, 8])
    apart = abs(untouched("photo.jpg")[0].astype(int) - untouched("out/photo.jpg")[0])[16:, 16:]
    with Image.open(root / "photo.jpg") as plain:
        plain.save(root / "plain.jpg", quality="keep")
    assert apart.mean() < abs(untouched("photo.jpg")[0].astype(int) - untouched("plain.jpg")[0])[16:, 16:].mean() + 0.5
    assert (
        decode((root / "out/photo.jpg").read_bytes(), "").stored.options
        == decode((root / "photo.jpg").read_bytes(), "").stored.options
    )
    assert abs((root / "photo.jpg").stat().st_size - (root / "out/photo.jpg").stat().st_size) < 250


@pytest.mark.parametrize("source", ["gif", "webp", "png"])
def test_see_through_frames_stay_what_they_are(do: Any, root: Path, untouched: Any, source: str) -> None:
    """Every frame keeps its see-through ground, through each format that moves."""
    frames: list[Image.Image] = []
    for number in range(4):
        frame = Image.new("RGBA", (60, 40), (0, 0, 0, 0))
        frame.paste((40 * number, 200, 90, 255), (10 * number, 10, 10 * number + 15, 30))
        frames.append(frame)
        frame.save(root / f"{number}.png")
    do.make_gif(paths=[f"{n}.png" for n in range(4)], output=f"a.{source}", milliseconds=[120])
    for target in ("gif", "webp", "png"):
        do.convert_image(path=f"a.{source}", output=f"b.{target}")
        made = untouched(f"b.{target}")
        assert len(made) == 4
        for frame, pixels in zip(frames, made, strict=True):
            seen = numpy.asarray(frame)
            assert (pixels[..., 3] == seen[..., 3]).all() and (pixels[seen[..., 3] > 0] == seen[seen[..., 3] > 0]).all()
        assert do.get_image_info(path=f"b.{target}").seconds == 0.48


@pytest.mark.parametrize("bands", [1, 2, 3, 4])
@pytest.mark.parametrize("kind", ["png", "tif"])
def test_sixteen_bits_in_any_bands_are_cleaned_and_made_transparent(do: Any, root: Path, bands: int, kind: str) -> None:
    """Grey or colour, with opacity or not: whatever is written can be opened, and what it became is said."""
    noise = numpy.random.default_rng(1).integers(20_000, 40_000, (24, 32, bands)).astype("uint16")
    do.convert_image(path=_deep_png(root, noise), output=f"deep.{kind}")
    for tool, arguments in (("denoise_image", {"strength": 2}), ("mask_image", {}), ("pad_image", {"left": 2})):
        saved = getattr(do, tool)(path=f"deep.{kind}", output=f"out/{tool}.{kind}", **arguments)
        assert "16-bit" in saved.verified
    info = do.get_image_info(path=f"out/mask_image.{kind}")
    assert info.bits == 16 and info.transparent > 0
    if kind == "tif" and bands == 1:
        assert any("written as RGB" in each for each in do.mask_image(path="deep.tif", output="o.tif").warnings)


def _deep_png(root: Path, pixels: Any) -> str:
    from deskworld_image.deep import write_png

    bands = {1: "L", 2: "LA", 3: "RGB", 4: "RGBA"}[pixels.shape[2]]
    if bands == "L":
        Image.fromarray(pixels[..., 0]).save(root / "deep-source.png")
    else:
        with (root / "deep-source.png").open("wb") as file:
            write_png(file, pixels, bands, Image.new(bands, (1, 1)), {})
    return "deep-source.png"
