"""What a file says about its colours: turned to sRGB and said so, kept by edits, gone when it is taken out."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path
from typing import Any

import numpy
import pytest
from PIL import Image, ImageCms
from servers.image.conftest import pixels, scene


def chunks(blob: bytes) -> dict[bytes, bytes]:
    found: dict[bytes, bytes] = {}
    place = 8
    while place < len(blob):
        (length,) = struct.unpack_from(">I", blob, place)
        found[blob[place + 4 : place + 8]] = blob[place + 8 : place + 8 + length]
        place += length + 12
    return found


def tagged(blob: bytes, *more: tuple[bytes, bytes]) -> bytes:
    """A PNG with further chunks behind its head."""
    made = b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in more
    )
    return blob[:33] + made + blob[33:]


@pytest.mark.parametrize("ending", ["png", "jpg", "webp", "tif"])
def test_a_picture_without_a_profile_says_srgb_afterwards(do: Any, root: Path, ending: str) -> None:
    scene().save(root / f"a.{ending}")
    before = pixels(root, f"a.{ending}")
    saved = do.convert_to_srgb(path=f"a.{ending}", output=f"o.{ending}")
    assert "taken for sRGB" in saved.warnings[0] and "sRGB" in do.get_image_info(path=f"o.{ending}").profile
    with Image.open(root / f"o.{ending}") as made:
        assert "sRGB" in ImageCms.getProfileDescription(ImageCms.ImageCmsProfile(_file(made.info["icc_profile"])))
    if ending in ("png", "tif"):
        assert (pixels(root, f"o.{ending}") == before).all()


def _file(profile: bytes) -> Any:
    from io import BytesIO

    return BytesIO(profile)


def test_greys_and_inks_say_it_in_their_own_way(do: Any, root: Path, samples: list[str]) -> None:
    """A grey PNG by its chunk (a profile for colours is not allowed there), inks by turning to light."""
    for name in ("grey.png", "grey16.png", "grey-clear.png", "bit.png"):
        do.convert_to_srgb(path=name, output="o.png")
        found = chunks((root / "o.png").read_bytes())
        assert found[b"sRGB"] == b"\0" and b"iCCP" not in found, name
        assert "sRGB" in do.get_image_info(path="o.png").profile
    saved = do.convert_to_srgb(path="cmyk.jpg", output="o.jpg")
    info = do.get_image_info(path="o.jpg")
    assert info.mode == "RGB" and "sRGB" in info.profile and "plain rule" in saved.warnings[0]
    assert "can't hold" in do.convert_to_srgb(path="rgb.bmp", output="o.bmp").warnings[-1]


def test_another_profile_is_turned(do: Any, root: Path) -> None:
    """Red and blue exchanged by a profile made for it come out exchanged."""
    profile = bytearray(ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    red, blue = profile.index(b"rXYZ"), profile.index(b"bXYZ")
    profile[red : red + 4], profile[blue : blue + 4] = b"bXYZ", b"rXYZ"
    name = profile.index("sRGB".encode("utf-16-be"))
    profile[name : name + 8] = "swap".encode("utf-16-be")
    Image.new("RGB", (8, 8), (250, 10, 10)).save(root / "a.png", icc_profile=bytes(profile))
    do.convert_to_srgb(path="a.png", output="o.png")
    assert abs(pixels(root, "o.png")[4, 4] - (10, 10, 250, 255)).max() <= 2
    assert "sRGB" in do.get_image_info(path="o.png").profile


def test_what_a_png_says_of_its_colours_stays(do: Any, root: Path) -> None:
    """Its chunks through an edit; in a format without them, as a profile."""
    said = ((b"sRGB", b"\1"), (b"gAMA", struct.pack(">I", 45455)))
    scene().save(root / "plain.png")
    (root / "a.png").write_bytes(tagged((root / "plain.png").read_bytes(), *said))
    do.blur_image(path="a.png", radius=2, output="o.png")
    assert dict(said).items() <= chunks((root / "o.png").read_bytes()).items()
    do.convert_image(path="a.png", depth=16, output="deep.png")
    assert dict(said).items() <= chunks((root / "deep.png").read_bytes()).items()
    do.convert_image(path="a.png", output="o.jpg")
    assert "sRGB" in do.get_image_info(path="o.jpg").profile
    do.convert_to_srgb(path="a.png", output="o.png")
    found = chunks((root / "o.png").read_bytes())
    assert b"iCCP" in found and b"sRGB" not in found  # both at once would be wrong


def test_a_profile_that_is_to_go_is_gone(do: Any, root: Path, samples: list[str]) -> None:
    for name in ("rgb.png", "palette.png", "rgb16.png", "rgba.webp", "facts.tif", "rgb16.tif", "photo.jpg"):
        do.strip_image_metadata(path=name, keep_profile=False, output=f"out/{name}")
        info = do.get_image_info(path=f"out/{name}")
        assert info.profile == "" and "Make" not in info.exif, name
        assert (pixels(root, f"out/{name}") == pixels(root, name)).all()
    assert numpy.array_equal(pixels(root, "out/rgb.png"), pixels(root, "rgb.png"))
