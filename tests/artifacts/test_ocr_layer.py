"""Unseen text over scans: in place whatever the page's rotation and crop, searchable, and the page looks as it did."""

from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from artifacts.scanned import CJK, drawn, turned
from deskworld_artifacts import render
from deskworld_artifacts.ocr import OcrError, pdf_of, read_words, text_layer
from PIL import Image, ImageChops

LINES = "Rotterdam 1,250.00 EUR\nBergen 412.50 EUR"


def scan(path: Path, text: str = LINES, *, clockwise: int = 0, **look: object) -> Path:
    """A PDF of one scanned page."""
    sheet = Image.new("RGB", (560, 240), "white")
    sheet.paste(drawn(text, size=30, **look), (50, 40))  # pyright: ignore[reportArgumentType]
    pdf_of([(turned(sheet, clockwise) if clockwise else sheet, b"")], path)
    return path


def found_at(path: Path, text: str, page: int = 0) -> tuple[float, float, float, float]:
    """Where a text is found, in points from the top left of the page as it is shown."""
    document = pypdfium2.PdfDocument(path)
    sheet = document[page]
    words = sheet.get_textpage()
    hit = words.search(text).get_next()
    assert hit is not None, words.get_text_bounded()
    boxes = [words.get_charbox(hit[0] + n) for n in range(hit[1])]
    corners = [(box[0], box[1]) for box in boxes] + [(box[2], box[3]) for box in boxes]
    width, height = sheet.get_size()
    import ctypes

    import pypdfium2.raw as raw

    shown: list[tuple[float, float]] = []
    for x, y in corners:
        across, down = ctypes.c_int(), ctypes.c_int()
        raw.FPDF_PageToDevice(
            sheet, 0, 0, round(width * 10), round(height * 10), 0, x, y, ctypes.byref(across), ctypes.byref(down)
        )
        shown.append((across.value / 10, down.value / 10))
    xs, ys = [x for x, _ in shown], [y for _, y in shown]
    return min(xs), min(ys), max(xs), max(ys)


@pytest.mark.parametrize(("rotate", "upright"), [(0, True), (90, True), (180, False), (270, False)])
def test_words_are_where_they_are_seen(tmp_path: Path, rotate: int, upright: bool) -> None:
    """With /Rotate, both for scans that it puts upright and for scans that it turns over; cropped too."""
    source, target = scan(tmp_path / "scan.pdf", clockwise=(-rotate % 360) if upright else 0), tmp_path / "out.pdf"
    with pikepdf.open(source, allow_overwriting_input=True) as document:
        page = document.pages[0]
        page.obj["/Rotate"] = rotate
        left, bottom, right, top = (float(each) for each in page.mediabox)
        page.cropbox = pikepdf.Array([left + 20, bottom + 15, right - 25, top - 10])
        document.save(source)
    done = text_layer(source, target)
    assert [(each.page, each.words) for each in done] == [(1, 6)] and done[0].score > 0.95
    seen = render(source, width=560)[0]
    wanted = next(word for word in read_words(_opened(seen.png)).words if word.text == "1,250.00").box
    size = pypdfium2.PdfDocument(target)[0].get_size()
    scale = size[0] / seen.width
    for at, place in zip(found_at(target, "1,250.00"), wanted, strict=True):
        assert abs(at - place * scale) < 4
    text = pypdfium2.PdfDocument(target)[0].get_textpage().get_text_bounded()
    assert text.split() == LINES.split()


def _opened(png: bytes) -> Image.Image:
    import io

    return Image.open(io.BytesIO(png)).convert("RGB")


def test_the_page_looks_as_it_did(tmp_path: Path) -> None:
    source, target = scan(tmp_path / "scan.pdf"), tmp_path / "out.pdf"
    text_layer(source, target)
    before, after = (_opened(render(path, width=900)[0].png) for path in (source, target))
    assert ImageChops.difference(before, after).getbbox() is None


def test_every_script_can_be_searched(tmp_path: Path) -> None:
    source = scan(tmp_path / "scan.pdf", "Größe, façade\n東京港の請求書", font=CJK)
    text_layer(source, tmp_path / "out.pdf")
    text = pypdfium2.PdfDocument(tmp_path / "out.pdf")[0].get_textpage().get_text_bounded()
    assert text.split() == ["Größe,", "façade", "東京港の請求書"]


def test_only_what_needs_it_and_what_was_asked(tmp_path: Path) -> None:
    """Text that is there stays alone; a page that was not named is as it was; nothing is written on a refusal."""
    source, target = tmp_path / "mixed.pdf", tmp_path / "out.pdf"
    scan(source)
    text_layer(source, tmp_path / "done.pdf")
    with pikepdf.open(source, allow_overwriting_input=True) as document, pikepdf.open(tmp_path / "done.pdf") as other:
        document.pages.extend(other.pages)
        document.pages.append(document.pages[0])
        document.save(source)
    done = text_layer(source, target, pages=[1, 2])
    assert [(each.page, bool(each.words), each.note) for each in done] == [
        (1, True, ""),
        (2, False, "holds text already"),
    ]
    with pikepdf.open(target) as after:
        assert "/Font" not in after.pages[2].get("/Resources", {})
    with pytest.raises(OcrError, match="no page 9"):
        text_layer(source, tmp_path / "never.pdf", pages=[9])
    assert not (tmp_path / "never.pdf").exists()


def test_pages_that_share_their_fonts_keep_their_own_words(tmp_path: Path) -> None:
    source, target = tmp_path / "pair.pdf", tmp_path / "out.pdf"
    for name, text in (("one", "Ledger of Rotterdam"), ("two", "Quay 48, Bergen")):
        scan(tmp_path / f"{name}.pdf", text)
    with pikepdf.open(tmp_path / "one.pdf") as document, pikepdf.open(tmp_path / "two.pdf") as other:
        document.pages.extend(other.pages)
        fonts = document.make_indirect(pikepdf.Dictionary())
        for page in document.pages:
            page.obj.Resources["/Font"] = fonts
        document.save(source)
    text_layer(source, target)
    assert found_at(target, "Ledger of Rotterdam", 0) and found_at(target, "Quay 48, Bergen", 1)


def test_refusals(tmp_path: Path) -> None:
    locked = tmp_path / "locked.pdf"
    with pikepdf.open(scan(tmp_path / "scan.pdf")) as document:
        document.save(locked, encryption=pikepdf.Encryption(user="x", owner="y"))
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7 and nothing more")
    for path, words in ((locked, "password"), (broken, "damaged")):
        with pytest.raises(Exception, match=words):
            text_layer(path, tmp_path / "out.pdf")
        assert not (tmp_path / "out.pdf").exists()


def test_a_jpeg_goes_into_a_page_as_it_is(tmp_path: Path) -> None:
    drawn().save(tmp_path / "a.jpg", quality=70, dpi=(100, 100))
    encoded = (tmp_path / "a.jpg").read_bytes()
    image = Image.open(tmp_path / "a.jpg")
    sizes = pdf_of([(image, encoded)], tmp_path / "a.pdf")
    assert sizes == [(pytest.approx(image.width * 0.72), pytest.approx(image.height * 0.72))]
    with pikepdf.open(tmp_path / "a.pdf") as document:
        (kept,) = document.pages[0].get_images().values()
        assert kept.read_raw_bytes() == encoded
