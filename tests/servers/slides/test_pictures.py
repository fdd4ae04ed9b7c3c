"""Pictures keep their ratio, stand upright, take what is open, and leave no part behind when they go."""

import hashlib
import io
from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import ToolError
from PIL import Image
from pptx import Presentation

RATIO = 800 / 500


def last(root: Path, deck: str, slide: int) -> Any:
    return Presentation(str(root / deck)).slides[slide - 1].shapes[-1]


def test_only_a_width_keeps_the_ratio(do: Any, deck: str, photo: str) -> None:
    box = do.add_slide_picture(path=deck, slide=3, picture=photo, width=240).shape.box
    assert (box.width, box.height) == (240, 150)
    box = do.add_slide_picture(path=deck, slide=3, picture=photo, left=10, top=5, height=100).shape.box
    assert (box.left, box.top, box.width, box.height) == (10, 5, 160, 100)


def test_modes(do: Any, root: Path, deck: str, photo: str) -> None:
    square = {"left": 100, "top": 140, "width": 200, "height": 200}
    fit = do.add_slide_picture(path=deck, slide=3, picture=photo, mode="fit", **square).shape.box
    assert (fit.left, fit.top, fit.width, fit.height) == (100, 177.5, 200, 125)
    fill = do.add_slide_picture(path=deck, slide=3, picture=photo, mode="fill", **square).shape.box
    assert (fill.width, fill.height) == (200, 200)
    shape = last(root, deck, 3)
    assert shape.crop_left == pytest.approx((1 - 1 / RATIO) / 2, abs=1e-4) and shape.crop_top == 0
    do.add_slide_picture(path=deck, slide=3, picture=photo, mode="stretch", **square)
    assert [f.kind for f in do.check_deck(path=deck, kinds=["distorted_picture"]).items] == ["distorted_picture"]


def test_an_open_placeholder_is_taken(do: Any, root: Path, deck: str, photo: str) -> None:
    do.add_slide(path=deck, layout="Picture with Caption", title="Quay")
    made = do.add_slide_picture(path=deck, slide=4, picture=photo, alt_text="The quay").shape
    assert made.placeholder == "picture" and (made.box.left, made.box.width, made.box.height) == (480, 480, 540)
    content = do.add_slide_picture(path=deck, slide=3, picture=photo, alt_text="Again").shape
    assert content.placeholder == "content" and content.box.height <= 358
    assert not do.check_deck(path=deck, slides=[3]).items


def test_turned_and_odd_formats(do: Any, root: Path, deck: str) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (40, 20), "red").save(root / "turned.jpg", exif=exif)
    made = do.add_slide_picture(path=deck, slide=3, picture="turned.jpg", left=0, top=0, height=80)
    assert (made.shape.box.width, made.shape.box.height) == (40, 80) and "upright" in made.warnings[0]
    Image.new("RGBA", (30, 30), (255, 0, 0, 90)).save(root / "soft.webp")
    made = do.add_slide_picture(path=deck, slide=3, picture="soft.webp", left=0, top=0)
    assert "PNG" in made.warnings[0] and last(root, deck, 3).image.ext == "png"
    (root / "fake.png").write_bytes(b"no picture")
    (root / "drawn.svg").write_text("<svg/>")
    for name, words in (("fake.png", "not a picture"), ("drawn.svg", "SVG"), ("absent.png", "no file")):
        with pytest.raises(ToolError, match=words):
            do.add_slide_picture(path=deck, slide=3, picture=name)


def test_replace_and_crop(do: Any, root: Path, deck: str, photo: str, parts: Any) -> None:
    do.add_slide_picture(path=deck, slide=2, picture=photo, left=500, top=200, width=320, alt_text="Old")
    do.update_shape(path=deck, slide=2, shape="Picture 4", name="Photo")
    Image.new("RGB", (300, 300), "green").save(root / "green.png")
    replaced = do.replace_slide_picture(path=deck, slide=2, shape="Photo", picture="green.png")
    assert (replaced.shape.box.width, replaced.shape.box.height) == (320, 200) and "alt text" in replaced.warnings[0]
    media = [blob for name, blob in parts(root / deck).items() if "media/" in name]
    assert [hashlib.sha1(m).hexdigest() for m in media] == [hashlib.sha1((root / "green.png").read_bytes()).hexdigest()]
    do.replace_slide_picture(path=deck, slide=2, shape="Photo", picture=photo, alt_text="New", mode="stretch")
    cropped = do.crop_slide_picture(path=deck, slide=2, shape="Photo", left=25, right=25, bottom=50, form="oval")
    assert (cropped.shape.box.left, cropped.shape.box.width, cropped.shape.box.height) == (580, 160, 100)
    undone = do.crop_slide_picture(path=deck, slide=2, shape="Photo", form="rectangle")
    assert (undone.shape.box.left, undone.shape.box.width, undone.shape.box.height) == (500, 320, 200)
    with pytest.raises(ToolError, match="not a picture"):
        do.crop_slide_picture(path=deck, slide=2, shape="title", left=5)


def test_alt_texts(do: Any, deck: str, photo: str) -> None:
    one = do.add_slide_picture(path=deck, slide=3, picture=photo, left=60, top=130, width=100).shape.id
    two = do.add_slide_picture(path=deck, slide=3, picture=photo, left=260, top=130, width=100).shape.id
    assert len(do.check_deck(path=deck, kinds=["missing_alt"]).items) == 2
    do.set_alt_text(path=deck, slide=3, shape=one, text="A quay")
    do.set_alt_text(path=deck, slide=3, shape=two, text="")
    assert not do.check_deck(path=deck, kinds=["missing_alt"]).items


def test_extract(do: Any, root: Path, deck: str, photo: str) -> None:
    for slide in (2, 3):
        do.add_slide_picture(path=deck, slide=slide, picture=photo, left=500, top=300, width=100)
    files = do.extract_deck_pictures(path=deck, folder="out/pictures").files
    assert len(files) == 1 and files[0].slides == [2, 3] and (files[0].width, files[0].height) == (800, 500)
    assert (root / files[0].path).read_bytes() == (root / photo).read_bytes()


@pytest.mark.parametrize(("mode", "cropped"), [("auto", True), ("fill", True), ("fit", False)])
def test_a_picture_placeholder_is_filled_unless_the_whole_is_asked_for(
    do: Any, root: Path, deck: str, photo: str, mode: str, cropped: bool
) -> None:
    added = do.add_slide(path=deck, layout="Picture with Caption", title="Quay")
    slot = next(view.box for view in added.placeholders if view.placeholder == "picture")
    made = do.add_slide_picture(path=deck, slide=added.slide, picture=photo, mode=mode, alt_text="A dot").shape
    shape = next(s for s in Presentation(str(root / deck)).slides[added.slide - 1].shapes if s.name == made.name)
    assert made.placeholder == "picture" and bool(shape.crop_left or shape.crop_top) is cropped
    assert (made.box == slot) is cropped
    assert made.box.width / made.box.height == pytest.approx(1.6, abs=0.01) or cropped
    assert not do.check_deck(path=deck, kinds=["distorted_picture"]).items


def background(root: Path, deck: str, slide: int) -> tuple[int, int]:
    """The size of the picture behind a slide, which is shown whole."""
    found = Presentation(str(root / deck)).slides[slide - 1]
    fill: Any = found._element.find("{*}cSld/{*}bg/{*}bgPr/{*}blipFill")
    assert fill.find("{*}srcRect") is None
    rid = fill.find("{*}blip").get("{http://schemas.openxmlformats.org/officeDocument/2006/relationships}embed")
    with Image.open(io.BytesIO(found.part.rels[rid].target_part.blob)) as image:
        return image.size


@pytest.mark.parametrize("size", [(600, 900), (1600, 400), (960, 540)])
def test_a_picture_behind_a_slide_fills_it_undistorted(do: Any, root: Path, deck: str, size: tuple[int, int]) -> None:
    Image.new("RGB", size, "#dddddd").save(root / "ground.jpg")
    do.set_slide_background(path=deck, slides=[2, 3], picture="ground.jpg")
    wide, high = background(root, deck, 2)
    assert wide / high == pytest.approx(16 / 9, rel=0.01) and (wide == size[0] or high == size[1])
    do.set_slide_size(path=deck, size="4:3")
    wide, high = background(root, deck, 3)
    assert wide / high == pytest.approx(4 / 3, rel=0.01)
    assert not do.check_deck(path=deck, kinds=["distorted_picture"]).items


def test_text_on_a_picture_behind_the_slide_is_told_at_once(do: Any, root: Path, deck: str) -> None:
    Image.new("RGB", (960, 540), "#1b2733").save(root / "night.png")
    done = do.set_slide_background(path=deck, slides=[2], picture="night.png")
    assert any(said.startswith("contrast: ") and "Volumes grew" in said for said in done.warnings)


def test_a_picture_behind_a_slide_that_is_stretched_is_found(do: Any, root: Path, deck: str) -> None:
    Image.new("RGB", (600, 900), "#dddddd").save(root / "ground.png")
    do.set_slide_background(path=deck, slides=[2], picture="ground.png")
    presentation = Presentation(str(root / deck))
    slide = presentation.slides[1]
    _, rid = slide.part.get_or_add_image_part(str(root / "ground.png"))
    blip: Any = slide._element.find("{*}cSld/{*}bg/{*}bgPr/{*}blipFill/{*}blip")
    blip.set("{http://schemas.openxmlformats.org/officeDocument/2006/relationships}embed", rid)
    presentation.save(str(root / deck))
    found = do.check_deck(path=deck, kinds=["distorted_picture"]).items
    assert [(each.slide, "behind the slide" in each.message) for each in found] == [(2, True)]
