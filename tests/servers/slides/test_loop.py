"""Render, check, fix: a bad deck and somebody who only follows rules end with a deck that has nothing to object to.

The fixer reads findings and uses our tools, nothing else: what a finding says (kind, shapes, boxes) has to be enough.
"""

import hashlib
import io
import zipfile
from pathlib import Path
from typing import Any

from deskworld_slides.verify import KINDS
from PIL import Image
from pptx import Presentation
from pptx.dml.color import RGBColor
from pptx.enum.text import MSO_AUTO_SIZE
from pptx.util import Pt

LONG = "Every region reported growth, and the reasons differ more than the numbers do at first sight. "


def bad_deck(path: Path) -> None:
    """One slide a fault or two, each as people make them."""
    deck: Any = Presentation()
    deck.slide_width, deck.slide_height = Pt(960), Pt(540)

    def slide(layout: int, title: str = "") -> Any:
        made = deck.slides.add_slide(deck.slide_layouts[layout])
        if title:
            made.shapes.title.text = title
        made.notes_slide.notes_text_frame.text = f"Notes {len(deck.slides)}"
        return made

    def text(on: Any, words: str, box: tuple[float, ...], size: float = 18, color: str = "202020") -> Any:
        made = on.shapes.add_textbox(*(Pt(v) for v in box))
        made.text_frame.word_wrap, made.text_frame.auto_size = True, MSO_AUTO_SIZE.NONE
        run = made.text_frame.paragraphs[0].add_run()
        run.text, run.font.size, run.font.color.rgb = words, Pt(size), RGBColor.from_string(color)
        return made

    def picture(on: Any, color: str, box: tuple[float, ...], alt: str = "A field of colour") -> Any:
        stream = io.BytesIO()
        Image.effect_noise((200, 120), 40).convert("RGB").save(stream, "PNG")
        image = Image.blend(Image.open(stream), Image.new("RGB", (200, 120), color), 0.7)
        out = io.BytesIO()
        image.save(out, "PNG")
        made = on.shapes.add_picture(out, *(Pt(v) for v in box))
        made._element.nvPicPr.cNvPr.set("descr", alt)
        return made

    one = slide(1, "Too much, and over each other")
    one.placeholders[1].text = "\n".join([LONG * 2] * 16)
    text(slide(5, "Two texts in one place"), LONG, (60, 200, 500, 60))
    text(deck.slides[1], "Over it", (80, 205, 300, 40))
    text(slide(5, "Off the page"), "This one runs off the right side", (800, 250, 300, 40))
    faint = slide(5, "Faint, tiny, strange")
    text(faint, "Hardly to be seen", (60, 150, 400, 40), color="DDDDDD")
    text(faint, "Hardly to be read", (60, 250, 400, 40), size=7)
    text(faint, "In a font that nobody has", (60, 350, 400, 40)).text_frame.paragraphs[0].runs[0].font.name = "Nowhere"
    left = slide(3, "Click to add title")
    left.placeholders[1].text = "Dear {{name}}"
    pictures = slide(5, "Pictures")
    picture(pictures, "teal", (60, 150, 300, 60))
    picture(pictures, "navy", (400, 150, 200, 120), alt="")
    picture(pictures, "gold", (650, 150, 200, 120))
    deck.save(str(path))
    with zipfile.ZipFile(path) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    last = max(name for name in parts if name.startswith("ppt/media/"))
    parts[last] = b"what was a picture"
    with zipfile.ZipFile(path, "w") as package:
        for name, content in parts.items():
            package.writestr(name, content)


class Fixer:
    """Somebody who looks at one finding at a time and does what its kind asks for."""

    def __init__(self, do: Any, path: str) -> None:
        self.do, self.path = do, path
        self.page = (960.0, 540.0)

    def run(self, rounds: int = 30) -> list[str]:
        """Fix until nothing is found; returns the kinds that were found, in order."""
        seen: list[str] = []
        for _ in range(rounds):
            found = self.do.check_deck(path=self.path)
            if not found.items:
                return seen
            first = found.items[0]
            seen.append(first.kind)
            getattr(self, first.kind)(first, {"path": self.path, "slide": first.slide})
        return seen

    def overflow(self, finding: Any, where: dict[str, Any]) -> None:
        fitted = self.do.fit_shape_text(**where, shape=finding.shapes[0])
        if any("does not fit" in warning for warning in fitted.warnings):
            whole = self.do.get_slide(**where, shape=finding.shapes[0]).shapes[0].text.split("\n")
            half = len(whole) // 2
            self.do.duplicate_slide(**where)
            self.do.set_bullets(**where, shape=finding.shapes[0], bullets=whole[:half])
            self.do.set_bullets(path=self.path, slide=where["slide"] + 1, shape=finding.shapes[0], bullets=whole[half:])

    def overlap(self, finding: Any, where: dict[str, Any]) -> None:
        lower, upper = finding.boxes
        self.do.update_shape(**where, shape=finding.shapes[1], top=lower.top + lower.height + 12, left=upper.left)

    def off_page(self, finding: Any, where: dict[str, Any]) -> None:
        (shape,) = self.do.get_slide(**where, shape=finding.shapes[0]).shapes
        wide, high = min(shape.box.width, self.page[0] - 48), min(shape.box.height, self.page[1] - 48)
        self.do.update_shape(
            **where, shape=shape.id, left=min(max(shape.box.left, 24), self.page[0] - 24 - wide),
            top=min(max(shape.box.top, 24), self.page[1] - 24 - high), width=wide, height=high,
        )  # fmt: skip

    def contrast(self, finding: Any, where: dict[str, Any]) -> None:
        self.do.format_shape_text(**where, shape=finding.shapes[0], color="tx1")

    def tiny_text(self, finding: Any, where: dict[str, Any]) -> None:
        self.do.format_shape_text(**where, shape=finding.shapes[0], size=12)

    def missing_font(self, finding: Any, where: dict[str, Any]) -> None:
        self.do.replace_deck_font(path=self.path, find=finding.message.split("'")[1], replace="")

    def empty_placeholder(self, finding: Any, where: dict[str, Any]) -> None:
        self.do.delete_shapes(**where, shapes=finding.shapes)

    def leaking_placeholder(self, finding: Any, where: dict[str, Any]) -> None:
        self.do.set_shape_text(**where, shape=finding.shapes[0], text="What comes next")

    def missing_alt(self, finding: Any, where: dict[str, Any]) -> None:
        self.do.set_alt_text(**where, shape=finding.shapes[0], text="A field of colour")

    def distorted_picture(self, finding: Any, where: dict[str, Any]) -> None:
        (shape,) = self.do.get_slide(**where, shape=finding.shapes[0]).shapes
        wide, high = (float(side) for side in shape.facts.split(", ")[1].removesuffix(" px").split(" x "))
        self.do.update_shape(**where, shape=shape.id, width=shape.box.height * wide / high, height=shape.box.height)

    def broken_image(self, finding: Any, where: dict[str, Any]) -> None:
        self.do.replace_slide_picture(**where, shape=finding.shapes[0], picture="photo.png")


def pictures_of(place: Path) -> set[str]:
    with zipfile.ZipFile(place) as package:
        names = [name for name in package.namelist() if name.startswith("ppt/media/")]
        return {hashlib.sha256(package.read(name)).hexdigest() for name in names}


def test_a_bad_deck_ends_clean(do: Any, root: Path, photo: str) -> None:
    bad_deck(root / "bad.pptx")
    (root / "before.pptx").write_bytes((root / "bad.pptx").read_bytes())
    counts = {line.split(":")[0] for line in do.check_deck(path="bad.pptx").counts}
    assert counts == set(KINDS), "the deck has every fault there is a word for"
    broken = hashlib.sha256(b"what was a picture").hexdigest()
    kept = pictures_of(root / "bad.pptx") - {broken}
    fixed = Fixer(do, "bad.pptx").run()
    assert do.check_deck(path="bad.pptx").verdict == "clean", fixed
    assert kept < pictures_of(root / "bad.pptx"), "the sound pictures are all there"
    notes = {note.notes for note in do.get_slide_notes(path="bad.pptx").items}
    old = {note.notes for note in do.get_slide_notes(path="before.pptx").items}
    assert notes == old
    said = do.extract_deck_text(path="bad.pptx").items
    assert sum(page.text.count(LONG.strip()) for page in said) == 33, "no sentence was lost"


def test_what_the_fixer_saw_is_what_renders(do: Any, root: Path, photo: str) -> None:
    """After the fixes every slide draws, none of them blank."""
    bad_deck(root / "bad.pptx")
    Fixer(do, "bad.pptx").run()
    shown = do.render_slides(path="bad.pptx", view="sheet")
    assert shown.facts.total >= 6 and len(shown.pictures) == 1
