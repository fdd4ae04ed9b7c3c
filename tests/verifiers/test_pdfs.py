"""Words, notes, forms, pages and survivors in PDFs made here."""

import zlib
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from deskworld_verifiers import (
    PdfNote,
    form_boxes,
    form_values,
    pages_from,
    pdf_notes,
    pdf_words,
    picture_boxes,
    picture_dots,
    survivors,
    text_in,
)
from reportlab.pdfgen.canvas import Canvas


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    """Three pages, the second turned, with a link, a note and a form."""
    place = tmp_path / "paper.pdf"
    canvas = Canvas(str(place), pagesize=(400, 300), invariant=1)
    for page in range(1, 4):
        canvas.drawString(50, 250, f"Sheet number {page}")
        if page == 1:
            canvas.bookmarkPage("one")
            canvas.acroForm.textfield(name="who", x=50, y=100, width=100, height=20, value="Maya")
            canvas.acroForm.checkbox(name="crew", x=50, y=60, checked=True)
        canvas.linkRect("", "one", (50, 245, 90, 262)) if page == 3 else None
        canvas.showPage()
    canvas.save()
    with pikepdf.open(place, allow_overwriting_input=True) as pdf:
        pdf.pages[1].obj.Rotate = 90
        note = pikepdf.Dictionary(Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Highlight, Rect=[84, 245, 130, 262],
                                  Contents="Look")  # fmt: skip
        pdf.pages[1].obj.Annots = pikepdf.Array([pdf.make_indirect(note)])
        pdf.save()
    return place


def test_words_stand_where_they_are_seen(paper: Path) -> None:
    first, second = pdf_words(paper, 1), pdf_words(paper, 2)
    assert [word.text for word in first if word.page == 1][:3] == ["Sheet", "number", "1"]
    assert first[0].box[0] == pytest.approx(50, abs=2) and first[0].box[1] == pytest.approx(40, abs=5)
    assert second[0].box[0] == pytest.approx(250, abs=5) and second[0].box[1] == pytest.approx(50, abs=2)
    assert text_in(paper, 2, (240, 40, 270, 90)) == "Sheet"
    assert len(pdf_words(paper)) >= 9 and first[0].size == 12


def test_notes_say_what_they_mark_and_where_links_lead(paper: Path) -> None:
    mark, link = pdf_notes(paper)
    assert isinstance(mark, PdfNote)
    assert (mark.kind, mark.page, mark.text, mark.marked) == ("highlight", 2, "Look", "number")
    assert (link.kind, link.page, link.link, link.marked) == ("link", 3, "page 1", "Sheet")


def test_form_values(paper: Path) -> None:
    assert form_values(paper) == {"who": "Maya", "crew": "Yes"}


def test_fields_have_their_places(paper: Path) -> None:
    boxes = form_boxes(paper)
    assert set(boxes) == {"who", "crew"} and boxes["who"][0] == 1
    assert boxes["who"][1] == pytest.approx((50, 180, 150, 200), abs=2)


def test_dots_of_pictures_count_the_frames_around_them(tmp_path: Path) -> None:
    from PIL import Image

    place = tmp_path / "pictures.pdf"
    canvas = Canvas(str(place), pagesize=(400, 300), invariant=1)
    canvas.drawInlineImage(Image.new("RGB", (200, 100), "red"), 50, 50, 72, 36)
    canvas.showPage()
    canvas.beginForm("twice")
    canvas.drawInlineImage(Image.new("RGB", (200, 100), "blue"), 0, 0, 72, 36)
    canvas.endForm()
    canvas.rotate(10)
    canvas.scale(2, 2)
    canvas.doForm("twice")
    canvas.save()
    assert picture_dots(place) == [(1, pytest.approx(200, abs=1)), (2, pytest.approx(100, abs=1))]
    assert picture_boxes(place) == [pytest.approx((50, 214, 122, 250), abs=1)]
    ((left, _, right, bottom),) = picture_boxes(place, 2)
    assert (right - left, bottom) == (pytest.approx(154, abs=1), pytest.approx(300, abs=1))


def test_pages_are_known_again(paper: Path, tmp_path: Path) -> None:
    with pikepdf.open(paper) as pdf:
        pdf.pages.reverse()
        del pdf.pages[1]
        pdf.add_blank_page()
        pdf.save(tmp_path / "other.pdf")
    assert pages_from(tmp_path / "other.pdf", paper) == [(0, 3), (0, 1), (-1, 0)]


def test_survivors_are_found_wherever_they_hide(paper: Path, tmp_path: Path) -> None:
    assert survivors(paper, "nowhere") == []
    assert "page 2: number 2" in survivors(paper, "number 2")
    clean = tmp_path / "clean.pdf"
    with pikepdf.open(paper) as pdf:
        pdf.Root.Hidden = pikepdf.Dictionary(Deep=pikepdf.Array([pikepdf.String("the Zebra")]))
        pdf.Root.Packed = pikepdf.Stream(pdf, zlib.compress(b"a walrus"), Filter=pikepdf.Name.FlateDecode)
        pdf.save(clean)
    clean.write_bytes(clean.read_bytes() + b"% an ocelot\n")
    found: Any = survivors(clean, "zebra", "walrus", "ocelot")
    assert "a string: zebra" in found and "a stream: walrus" in found and "the file's bytes: ocelot" in found


def test_words_have_a_size_and_a_color(tmp_path: Path) -> None:
    place = tmp_path / "looks.pdf"
    canvas = Canvas(str(place), pagesize=(400, 300))
    canvas.setFont("Helvetica", 10)
    canvas.setFillColorRGB(1, 0, 0.2)
    canvas.scale(2, 2)
    canvas.drawString(10, 100, "Sale")
    canvas.save()
    (word,) = pdf_words(place)
    assert (word.size, word.color) == (20.0, "#FF0033")


def test_words_whose_letters_are_drawn_one_by_one(tmp_path: Path) -> None:
    """Row under row, a reader takes such letters for columns and ends a line after each."""
    place = tmp_path / "letters.pdf"
    canvas = Canvas(str(place), pagesize=(595, 842))
    rows = [f"{row:03d} Maya Lind, {row * 17 % 100:02d}" for row in range(60)]
    canvas.setFont("Helvetica", 10)
    for line, row in enumerate(rows):
        left = 60.0
        for letter in row:
            if letter != " ":
                canvas.drawString(left, 790 - line * 12, letter)
            left += canvas.stringWidth(letter, "Helvetica", 10)
    canvas.save()
    words = [word.text for word in pdf_words(place)]
    assert sorted(words) == sorted(word for row in rows for word in row.split())
