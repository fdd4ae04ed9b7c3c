"""What is put on pages: stamps, numbers, marks and notes, upright and in place however the page lies."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from deskworld_kit import ToolError
from deskworld_verifiers import pdf_notes, text_in
from PIL import Image, ImageChops
from servers.pdf.samples import pixels, text_of, turned

Made = Callable[..., str]


@pytest.fixture
def letter(made: Made) -> str:
    def draw(canvas: Any, page: int) -> None:
        canvas.drawString(100, 400, f"Dear reader of page {page}")

    return made("letter.pdf", draw, pages=3)


def test_page_numbers_stand_upright_at_the_foot_of_turned_and_cropped_pages(do: Any, root: Path, letter: str) -> None:
    for turn in (0, 90, 180, 270):
        turned(root / letter, root / "t.pdf", turn, (50, 80, 500, 700))
        done = do.stamp_pdf(path="t.pdf", text="Page {page} of {pages}", position="bottom-right", pages=[2, 3])
        assert done.pages == [2, 3] and "Page 3 of 3" in done.verified
        width, height = (450, 620) if turn in (0, 180) else (620, 450)
        assert text_in(root / "t.pdf", 2, (width - 100, height - 45, width - 20, height - 20)) == "Page 2 of 3"
        (line,) = [
            each for each in do.read_pdf_text(path="t.pdf", pages=[2], boxes=True).pages[0].lines if "Page" in each.text
        ]
        assert line.box[2] - line.box[0] > 3 * (line.box[3] - line.box[1])  # it lies level
        assert "of 3" not in text_of(root / "t.pdf", 1)


def test_a_watermark_fills_the_page_and_lets_it_shine_through(do: Any, root: Path, letter: str) -> None:
    do.stamp_pdf(path=letter, text="DRAFT", angle=45, opacity=0.25, color="#FF0000", under=True)
    shown = pixels(root / letter)
    red = [
        (x, y)
        for x in range(0, 595, 3)
        for y in range(0, 842, 3)
        if shown.getpixel((x, y))[0] > 200 > shown.getpixel((x, y))[1]
    ]
    assert len(red) > 300
    xs, ys = [x for x, _ in red], [y for _, y in red]
    assert max(xs) - min(xs) > 300 and max(ys) - min(ys) > 300
    assert "Dear reader" in text_of(root / letter) and "DRAFT" in text_of(root / letter)


def test_a_picture_keeps_its_ratio_and_transparency(do: Any, root: Path, letter: str) -> None:
    logo = Image.new("RGBA", (200, 100), (0, 0, 255, 255))
    logo.paste((0, 0, 0, 0), (100, 0, 200, 100))
    logo.save(root / "logo.png")
    do.stamp_pdf(path=letter, picture="logo.png", position="top-left", size=100, margin=20, pages=[1])
    shown = pixels(root / letter)
    assert shown.getpixel((40, 45)) == (0, 0, 255) and shown.getpixel((100, 45)) == (255, 255, 255)
    assert shown.getpixel((40, 75)) == (255, 255, 255)  # half as high as wide


def test_a_stamp_is_not_moved_by_what_the_page_leaves_behind(do: Any, root: Path, letter: str) -> None:
    with pikepdf.open(root / letter, allow_overwriting_input=True) as pdf:
        pdf.pages[0].contents_add(b"\n0.5 0 0 0.5 100 100 cm 1 0 0 rg", prepend=False)
        pdf.save()
    do.stamp_pdf(path=letter, text="Top", position="top", pages=[1])
    assert text_in(root / letter, 1, (250, 20, 350, 50)) == "Top"


def test_marks_on_words_and_notes_in_places(do: Any, root: Path, letter: str) -> None:
    for turn in (0, 90, 180, 270):
        turned(root / letter, root / "t.pdf", turn)
        done = do.annotate_pdf(
            path="t.pdf", kind="highlight", find="reader of", text="who?", author="Noor", color="#00FF00"
        )
        assert done.added == 3 and done.pages == [1, 2, 3]
        first = do.list_pdf_annotations(path="t.pdf").items[0]
        assert (first.kind, first.marked, first.text, first.author) == ("highlight", "reader of", "who?", "Noor")
        x, y = (first.box[0] + first.box[2]) / 2, (first.box[1] + first.box[3]) / 2
        shown = pixels(root / "t.pdf").crop((round(x) - 9, round(y) - 9, round(x) + 9, round(y) + 9))
        assert (0, 255, 0) in [color for _, color in shown.getcolors(5000)], turn
    for kind in ("underline", "strike", "note", "box", "text"):
        arguments = {"find": "Dear"} if kind in ("underline", "strike") else {"box": [50, 50, 150, 90]}
        do.annotate_pdf(path=letter, kind=kind, text="said", pages=[1], **arguments)
    assert [note.kind for note in pdf_notes(root / letter)] == ["underline", "strike", "note", "box", "text"]
    with pikepdf.open(root / letter) as pdf:
        assert all("/AP" in note for note in pdf.pages[0].Annots)


def test_links_lead_to_pages_and_addresses(do: Any, root: Path, letter: str) -> None:
    do.annotate_pdf(path=letter, kind="link", find="page 1", link="page 3")
    do.annotate_pdf(path=letter, kind="link", find="page 2", link="https://harborlight.example/a")
    assert [(note.page, note.marked, note.link) for note in pdf_notes(root / letter)] == [
        (1, "page 1", "page 3"), (2, "page 2", "https://harborlight.example/a")
    ]  # fmt: skip
    gone = do.delete_pdf_annotations(path=letter, ids=["2.1"])
    assert gone.deleted == 1 and [note.page for note in pdf_notes(root / letter)] == [1]


def test_deleting_keeps_form_fields_and_other_notes(do: Any, root: Path, rich: str) -> None:
    before = len(pdf_notes(root / rich))
    assert do.delete_pdf_annotations(path=rich, kinds=["note"]).deleted == 1
    assert len(pdf_notes(root / rich)) == before - 1 and do.get_pdf_form(path=rich).total == 4


def test_refusals(do: Any, root: Path, letter: str) -> None:
    before = (root / letter).read_bytes()
    (root / "words.png").write_text("no picture")
    calls = (
        (lambda: do.stamp_pdf(path=letter), "either a text or a picture"),
        (lambda: do.stamp_pdf(path=letter, text="x", opacity=0), "opacity"),
        (lambda: do.stamp_pdf(path=letter, text="x", color="blau"), "no colour"),
        (lambda: do.stamp_pdf(path=letter, text="x", pages=[9]), "no page 9"),
        (lambda: do.stamp_pdf(path=letter, picture="words.png"), "not a picture"),
        (lambda: do.annotate_pdf(path=letter, kind="highlight"), "either words"),
        (lambda: do.annotate_pdf(path=letter, kind="note", box=[1, 1, 9, 9], pages=[1]), "what the note says"),
        (lambda: do.annotate_pdf(path=letter, kind="highlight", find="nowhere"), "stands on none"),
        (lambda: do.annotate_pdf(path=letter, kind="box", box=[1, 1, 9, 9]), "of one page"),
        (lambda: do.annotate_pdf(path=letter, kind="link", find="Dear", link="javascript:x"), "neither an address"),
        (lambda: do.annotate_pdf(path=letter, kind="link", find="Dear", link="page 9"), "no page 9"),
        (lambda: do.delete_pdf_annotations(path=letter), "say which"),
        (lambda: do.delete_pdf_annotations(path=letter, ids=["1.1"]), "no annotation"),
    )
    for call, words in calls:
        with pytest.raises(ToolError, match=words):
            call()
    assert (root / letter).read_bytes() == before


@pytest.mark.parametrize("angle", [90, 180, 270, 450])
def test_a_stamp_turned_by_right_angles_is_whole(do: Any, root: Path, made: Made, angle: int) -> None:
    """A cosine that is nearly nothing is no number that content can hold."""
    blank = made("blank.pdf", lambda canvas, page: None, size=(300, 300))
    do.stamp_pdf(path=blank, text="DRAFT", angle=angle, size=40)
    white = Image.new("RGB", (300, 300), "white")
    left, top, right, bottom = ImageChops.difference(pixels(root / blank), white).getbbox() or (0, 0, 0, 0)
    long, short = (bottom - top, right - left) if angle % 180 else (right - left, bottom - top)
    assert 100 < long < 160 and 25 < short < 45 and abs(left + right - 300) < 20 and abs(top + bottom - 300) < 20
