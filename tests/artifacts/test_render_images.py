"""Image files become one upright picture in plain colours, whatever they hold."""

import io
from pathlib import Path

import pytest
from deskworld_artifacts import RenderError, render
from PIL import Image


def drawn(path: Path, width: int = 1280) -> tuple[str, Image.Image]:
    (picture,) = render(path, width=width)
    image = Image.open(io.BytesIO(picture.png))
    assert image.mode == "RGB" and image.size == (picture.width, picture.height)
    return picture.label, image


def test_a_photo_is_turned_upright_and_kept_small(tmp_path: Path) -> None:
    photo = Image.new("RGB", (40, 20), "red")
    photo.paste("blue", (0, 0, 20, 20))
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was held upright
    photo.save(tmp_path / "photo.jpg", exif=exif, quality=100, subsampling=0)
    label, image = drawn(tmp_path / "photo.jpg")
    assert (label, image.size) == ("Image", (20, 40))
    assert image.getpixel((10, 5))[2] > 200 and image.getpixel((10, 35))[0] > 200


@pytest.mark.parametrize(
    ("mode", "ink", "name", "seen"),
    [
        ("CMYK", (0, 255, 255, 0), "print.tif", (255, 0, 0)),
        ("I;16", 65535, "deep.png", (255, 255, 255)),
        ("I;16", 257 * 100, "deep.png", (100, 100, 100)),
        ("L", 77, "grey.png", (77, 77, 77)),
        ("1", 1, "bits.png", (255, 255, 255)),
        ("RGBA", (255, 0, 0, 0), "clear.png", (255, 255, 255)),
        ("RGBA", (0, 0, 0, 128), "half.png", (127, 127, 127)),
        ("LA", (0, 0), "clear.png", (255, 255, 255)),
        ("P", 3, "palette.png", (9, 10, 11)),
    ],
)
def test_any_mode(tmp_path: Path, mode: str, ink: int, name: str, seen: tuple[int, ...]) -> None:
    image = Image.new(mode, (8, 8), ink)
    if mode == "P":
        image.putpalette(list(range(30)))
    image.save(tmp_path / name)
    assert drawn(tmp_path / name)[1].getpixel((4, 4)) == seen


def test_floating_point(tmp_path: Path) -> None:
    image = Image.new("F", (2, 1), -5.0)
    image.putpixel((1, 0), 5.0)
    image.save(tmp_path / "float.tif")
    assert [drawn(tmp_path / "float.tif")[1].getpixel((x, 0)) for x in (0, 1)] == [(0, 0, 0), (255, 255, 255)]


def test_the_first_frame(tmp_path: Path) -> None:
    frames = [Image.new("RGB", (9, 9), colour) for colour in ("red", "green", "blue")]
    frames[0].save(tmp_path / "film.gif", save_all=True, append_images=frames[1:])
    label, image = drawn(tmp_path / "film.gif")
    assert (label, image.getpixel((4, 4))) == ("Frame 1 of 3", (255, 0, 0))


def test_large_ones_are_shrunk_in_ratio(tmp_path: Path) -> None:
    Image.new("RGB", (4000, 1000), "teal").save(tmp_path / "wide.jpg")
    assert drawn(tmp_path / "wide.jpg", width=1000)[1].size == (1000, 250)


def test_bad_ones(tmp_path: Path) -> None:
    (tmp_path / "text.png").write_text("no picture")
    Image.new("RGB", (500, 500), "red").save(tmp_path / "whole.png")
    data = (tmp_path / "whole.png").read_bytes()
    (tmp_path / "half.png").write_bytes(data[: len(data) // 2])
    (tmp_path / "bomb.png").write_bytes(data[:16] + (60_000).to_bytes(4) * 2 + data[24:])
    for name, words in {
        "text.png": "damaged or no image",
        "half.png": "damaged",
        "bomb.png": "cannot|too many",
    }.items():
        with pytest.raises(RenderError, match=words):
            render(tmp_path / name)
    with pytest.raises(RenderError, match="no page 2; it has 1 page,"):
        render(tmp_path / "whole.png", pages=[2])
