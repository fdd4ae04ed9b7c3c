"""Text, words and places of pictures, scans and PDFs, as a caller gets them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from artifacts.scanned import ENGLISH, SHORT, drawn, speckled, turned
from deskworld_kit import Desk, ToolError
from PIL import Image


def test_a_page_with_its_doubts(do: Any, put: Callable[..., str]) -> None:
    """Words that are hard to make out are named, with boxes that lead there."""
    image = drawn("Plain words here\nQx7 rvn 81o", size=30)
    half = image.height // 2
    image.paste(speckled(image.crop((0, half, image.width, image.height)), 0.3), (0, half))
    read = do.read_image_text(path=put(image)).pages[0]
    assert read.text.startswith("Plain words here") and read.score > 0.8 and read.size == list(image.size)
    assert read.doubtful and all(doubt.score < 0.85 and doubt.box[1] > half - 5 for doubt in read.doubtful)
    assert [doubt.score for doubt in read.doubtful] == sorted(doubt.score for doubt in read.doubtful)


def test_a_blank_page_says_why(do: Any, put: Callable[..., str]) -> None:
    read = do.read_image_text(path=put(Image.new("RGB", (200, 200), "navy"))).pages[0]
    assert read.text == "" and "blank" in read.reason and read.doubtful == []


def test_pages_of_a_tiff_and_of_a_pdf(do: Any, put: Callable[..., str]) -> None:
    sheets = [drawn(f"Sheet number {number}", margin=6) for number in range(1, 13)]
    put(sheets[0], "all.tif", save_all=True, append_images=sheets[1:])
    first = do.read_image_text(path="all.tif")
    assert [page.text for page in first.pages] == [f"Sheet number {n}" for n in range(1, 11)]
    assert first.total_pages == 12 and "pages=[11, 12]" in first.hint
    put(sheets[0], "all.pdf", save_all=True, append_images=sheets[1:3], resolution=200)
    read = do.read_image_text(path="all.pdf", pages=[3, 1])
    assert [(page.page, page.text) for page in read.pages] == [(3, "Sheet number 3"), (1, "Sheet number 1")]


def test_a_part_in_detail(do: Any, put: Callable[..., str]) -> None:
    """In pixels and in thousandths, of a picture and of a PDF page; places stay those of the page."""
    image = Image.new("RGB", (500, 200), "white")
    image.paste(drawn("First"), (25, 15))
    image.paste(drawn("Second"), (300, 115))
    put(image, "page.png")
    put(image, "page.pdf", resolution=200)
    for path in ("page.png", "page.pdf"):
        whole = {word.text: word.box for word in do.read_image_words(path=path, units="1000").items}
        part = do.read_image_words(path=path, box=[500, 500, 1000, 1000], units="1000").items
        assert [word.text for word in part] == ["Second"]
        assert all(abs(a - b) <= 8 for a, b in zip(part[0].box, whole["Second"], strict=True))
        assert do.read_image_text(path=path, box=[0, 0, 500, 500], units="1000").pages[0].text == "First"
    with pytest.raises(ToolError, match=r"box: .*outside of the picture; the picture is 500 x 200 px"):
        do.read_image_text(path="page.png", box=[0, 0, 501, 10])
    with pytest.raises(ToolError, match=r"box: .*right must be more than left"):
        do.read_image_words(path="page.png", box=[10, 10, 10, 20])
    put(image, "two.tif", save_all=True, append_images=[image])
    with pytest.raises(ToolError, match="pages: a box is on one page"):
        do.read_image_text(path="two.tif", box=[0, 0, 10, 10])


def test_words_come_in_order_and_in_pages(do: Any, put: Callable[..., str]) -> None:
    put(drawn())
    first = do.read_image_words(path="page.png", limit=5)
    rest = do.read_image_words(path="page.png", limit=50, cursor=first.next_cursor)
    assert [word.text for word in (*first.items, *rest.items)] == ENGLISH.split()
    assert [word.line for word in (*first.items, *rest.items)] == [0] * 4 + [1] * 4 + [2] * 4
    assert first.total == 12 and first.turned == 0


@pytest.mark.parametrize(
    ("wanted", "text", "likeness"),
    [
        ("invoice 4711-b", "Invoice 4711-B:", 1),
        ("HARBOUR DUES", "Harbour dues", 1),
        ("1,284", "1,284", 1),
        ("EUR 1,284.50 payable", "EUR 1,284.50 Payable", 1),
        ("Invoise 4711-B", "Invoice 4711-B:", 0.9),
        ("Harbor dues", "Harbour dues,", 0.9),
    ],
)
def test_a_phrase_is_found(do: Any, put: Callable[..., str], wanted: str, text: str, likeness: float) -> None:
    """Whatever its case, within a word, over the end of a line, and where it is nearly there."""
    put(drawn())
    first = do.find_image_text(path="page.png", text=wanted).items[0]
    assert text.startswith(first.text) and (first.likeness == 1) == (likeness == 1) and first.likeness >= 0.8
    words = {word.text: word.box for word in do.read_image_words(path="page.png").items}
    assert len(first.boxes) == (2 if "payable" in wanted else 1)
    if wanted == "1,284":
        whole = words["1,284.50"]
        assert first.boxes[0][0] == whole[0] and whole[0] < first.boxes[0][2] < whole[2]


def test_accents_are_not_asked_for(do: Any, put: Callable[..., str]) -> None:
    put(drawn("Reçu à l'hôtel Müller"))
    assert do.find_image_text(path="page.png", text="recu a l'hotel muller").exact == 1


def test_what_is_not_there(do: Any, put: Callable[..., str]) -> None:
    put(drawn())
    found = do.find_image_text(path="page.png", text="lighthouse keeper")
    assert found.items == [] and found.exact == 0 and "read_image_text" in found.hint
    put(Image.new("RGB", (90, 90), "white"), "blank.png")
    assert "blank" in do.find_image_text(path="blank.png", text="x").hint
    with pytest.raises(ToolError, match="text: say at least one letter"):
        do.find_image_text(path="page.png", text=" \t ")


@pytest.mark.parametrize("clockwise", [0, 90, -6])
def test_how_it_lies_and_how_to_put_it_right(do: Any, root: Path, put: Callable[..., str], clockwise: int) -> None:
    put(turned(drawn(SHORT), clockwise) if clockwise else drawn(SHORT))
    told = do.detect_text_orientation(path="page.png")
    assert told.upright == (clockwise == 0) and abs((told.turned + told.skew - clockwise + 180) % 360 - 180) < 1
    saved = do.preprocess_for_ocr(path="page.png", target="out/right.png")
    after = do.detect_text_orientation(path="out/right.png")
    assert after.upright and saved.score_after > 0.95
    assert do.read_image_text(path="out/right.png").pages[0].text == SHORT
    assert (root / "out" / "right.png").exists() and saved.done[0].startswith(("turned", "straightened", "nothing"))


def test_nothing_tells_how_a_blank_page_lies(do: Any, put: Callable[..., str]) -> None:
    told = do.detect_text_orientation(path=put(Image.new("RGB", (90, 90), "white")))
    assert told.sure == 0 and not told.upright and "no text" in told.advice


def test_languages(do: Any) -> None:
    listed = do.list_ocr_languages()
    here = {each.code: each for each in listed.items}
    assert here["en"].engines[0] == "rapidocr" and here["ja"].engines[0] == "rapidocr"
    assert all(each.engines or each.install.startswith("apt-get install tesseract-ocr-") for each in listed.items)
    assert any(each.startswith("rapidocr") for each in listed.engines) and len(listed.engines) == 2
    assert [each.code for each in do.list_ocr_languages(query="germ").items] == ["de"]


def test_a_language_that_nothing_here_reads(do: Any, put: Callable[..., str]) -> None:
    put(drawn())
    lacking = next(each for each in do.list_ocr_languages().items if not each.engines)
    with pytest.raises(ToolError, match=r"languages: .*apt-get install .*tesseract-ocr-"):
        do.read_image_text(path="page.png", languages=[lacking.code])
    with pytest.raises(ToolError, match=r"languages: there is no language 'klingon'"):
        do.read_image_text(path="page.png", languages=["klingon"])


@pytest.mark.anyio
async def test_a_list_as_text_and_a_page_as_text(desk: Desk, put: Callable[..., str]) -> None:
    put(drawn())
    read = await desk.call("read_image_words", {"path": "page.png", "box": "[0, 0, 300, 60]", "page": "1"})
    assert read.ok and read.structured["items"][0]["text"] == "Harbour"


def test_a_page_is_read_once_whatever_is_asked_of_it(do: Any, put: Callable[..., str]) -> None:
    """One way of reading serves all Latin languages; other words, boxes and tables of it come from what was read."""
    import time

    path = put(drawn("Größe 12\nEUR 7,00"), "once.png")
    first = do.read_image_text(path=path, languages=["de"]).pages[0]
    started = time.process_time()
    assert do.find_image_text(path=path, text="grosse 12").items and do.read_image_words(path=path).total == 4
    assert do.read_image_text(path=path, languages=["en", "fr"]).pages[0].text == first.text
    assert time.process_time() - started < 0.1
