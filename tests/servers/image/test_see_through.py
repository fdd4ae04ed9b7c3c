"""Where a picture is see-through, what is seen keeps its colour through every change."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy
import pytest
from deskworld_kit import ToolError
from PIL import Image
from servers.image.conftest import clear, pixels, scene


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


def test_an_overlay_keeps_its_transparency(do: Any, root: Path, picture: str) -> None:
    clear(scene((40, 40))).save(root / "logo.png")
    do.overlay_image(path=picture, overlay="logo.png", at=[150, 100], output="o.png")
    before, after = pixels(root, picture), pixels(root, "o.png")
    assert (after[100:140, 150:156] == before[100:140, 150:156]).all()  # its left edge is see-through
    assert tuple(after[110, 165, :3]) == (220, 20, 20)
    saved = do.overlay_image(path=picture, overlay="logo.png", at=[190, 140], output="o.png")
    assert "cut off" in saved.warnings[0]


DISC = (250, 120, 20)
"""Of a disc with a soft edge; under what is see-through lies another colour."""
MIXING: tuple[tuple[str, dict[str, Any]], ...] = (
    ("resize_image", {"width": 33}), ("resize_image", {"width": 200}),
    ("resize_image", {"width": 50, "height": 50, "mode": "fill"}), ("rotate_image", {"degrees": 17}),
    ("correct_perspective", {"corners": [[6, 4], [70, 2], [78, 58], [2, 52]]}), ("blur_image", {"radius": 3}),
    ("blur_image", {"radius": 60}), ("sharpen_image", {}), ("denoise_image", {"strength": 6}),
    ("denoise_image", {"method": "speckles"}), ("pixelate_region", {"boxes": [[0, 0, 80, 60]]}),
    ("inpaint_region", {"boxes": [[10, 25, 22, 32]]}), ("compress_image", {"kilobytes": 0.6}),
)  # fmt: skip


def disc(bands: str) -> Image.Image:
    down, across = numpy.mgrid[0:60, 0:80]
    opacity = numpy.clip((25 - numpy.hypot(across - 40, down - 30)) * 20, 0, 255).astype("uint8")
    color = numpy.where(opacity[..., None] > 0, DISC, (0, 40, 255)).astype("uint8")
    return Image.fromarray(numpy.dstack([color, opacity] if bands == "RGBA" else [color[..., 1], opacity]))


@pytest.mark.parametrize(("tool", "arguments"), MIXING, ids=[f"{tool}-{n}" for n, (tool, _) in enumerate(MIXING)])
def test_the_faintest_edge_keeps_its_colour(do: Any, root: Path, tool: str, arguments: dict[str, Any]) -> None:
    """Down to an opacity of one in 255, in colour, in grey, and in sixteen bits."""
    disc("RGBA").save(root / "disc.png")
    disc("LA").save(root / "grey.png")
    do.convert_image(path="disc.png", depth=16, output="deep.png")
    for name, color in (("disc.png", DISC), ("grey.png", (120, 120, 120)), ("deep.png", DISC)):
        getattr(do, tool)(path=name, output="o.png", **arguments)
        made = pixels(root, "o.png")
        seen = made[made[..., 3] > 0]
        step = 8 if tool == "pixelate_region" else 2  # it has sixteen steps of a colour
        assert len(seen) and abs(seen[:, :3] - color).max() <= step, (
            name,
            seen[abs(seen[:, :3] - color).argmax() // 3],
        )


def test_pictures_put_on_others_keep_their_edges(do: Any, root: Path) -> None:
    disc("RGBA").save(root / "disc.png")
    Image.new("RGBA", (90, 60), (0, 0, 0, 0)).save(root / "empty.png")
    do.make_montage(paths=["disc.png"], output="montage.png", width=33, background="transparent")
    do.make_gif(paths=["disc.png"], output="moving.webp", width=33)
    do.overlay_image(path="empty.png", overlay="disc.png", width=40, output="over.png")
    do.add_watermark(path="empty.png", picture="disc.png", opacity=1, output="mark.png")
    do.convert_image(path="disc.png", output="icon.ico")
    for name in ("montage.png", "moving.webp", "over.png", "mark.png"):
        made = pixels(root, name)
        assert abs(made[made[..., 3] > 0][:, :3] - DISC).max() <= 1, name
    with Image.open(root / "icon.ico") as icon:
        for size in icon.info["sizes"]:
            icon.size = size
            made = numpy.asarray(icon.convert("RGBA")).astype(int)
            assert abs(made[made[..., 3] > 0][:, :3] - DISC).max() <= 1, size


def test_opacity_can_be_made_all_or_none(do: Any, root: Path) -> None:
    """For sprites: no soft edge is left, colours and bits stay."""
    disc("RGBA").save(root / "disc.png")
    do.convert_image(path="disc.png", depth=16, output="deep.png")
    for name, bits in (("disc.png", 8), ("deep.png", 16)):
        do.threshold_image(path=name, alpha=True, output="o.png")
        made, before = pixels(root, "o.png"), pixels(root, "disc.png")
        assert set(numpy.unique(made[..., 3])) == {0, 255} and do.get_image_info(path="o.png").bits == bits
        assert ((made[..., 3] == 255) == (before[..., 3] > 127)).all()
        assert (made[..., :3] == before[..., :3]).all()
    do.threshold_image(path="disc.png", alpha=True, level=0, output="o.png")
    assert ((pixels(root, "o.png")[..., 3] == 255) == (pixels(root, "disc.png")[..., 3] > 0)).all()
    scene().save(root / "solid.png")
    with pytest.raises(ToolError, match="no transparency"):
        do.threshold_image(path="solid.png", alpha=True)


@pytest.mark.parametrize("ending", ["gif", "webp", "png"])
def test_an_animation_lies_on_its_background(do: Any, root: Path, ending: str) -> None:
    disc("RGBA").save(root / "disc.png")
    out = f"o.{ending}"
    do.make_gif(paths=["disc.png", "disc.png"], milliseconds=[100, 200], background="#00FF00", output=out)
    made = pixels(root, out)
    assert abs(made[0, 0] - (0, 255, 0, 255)).max() <= 2 and made[..., 3].min() == 255
    do.make_gif(paths=["disc.png", "disc.png"], milliseconds=[100, 200], output=out)
    assert pixels(root, out)[0, 0, 3] == 0
