"""Files that are made: better pictures and searchable PDFs; and files that are none, or are meant to harm."""

import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from artifacts.scanned import ENGLISH, SHORT, drawn, grainy, shadowed, speckled, turned
from deskworld_kit import ToolError
from PIL import Image


def text_of(path: Path) -> list[list[str]]:
    document = pypdfium2.PdfDocument(path)
    return [document[n].get_textpage().get_text_bounded().split() for n in range(len(document))]


def test_pictures_become_a_pdf_that_can_be_searched(do: Any, root: Path, put: Callable[..., str]) -> None:
    put(drawn("First page, upright"), "a.jpg", quality=90, dpi=(150, 150))
    put(turned(drawn("Second page, on its side"), 90), "b.png")
    sheets = [drawn("Fax sheet one").convert("1"), drawn("Fax sheet two").convert("1")]
    put(sheets[0], "c.tif", save_all=True, append_images=sheets[1:], compression="group4")
    saved = do.make_searchable_pdf(paths=["a.jpg", "b.png", "c.tif"], target="out/all.pdf")
    wanted = ["First page, upright", "Second page, on its side", "Fax sheet one", "Fax sheet two"]
    assert text_of(root / "out/all.pdf") == [text.split() for text in wanted]
    assert [page.words for page in saved.pages] == [3, 5, 3, 3] and saved.words == 14 and not saved.warnings
    assert "4 pages, 14 words" in saved.verified and sorted(p.name for p in (root / "out").iterdir()) == ["all.pdf"]


def test_a_scanned_pdf_becomes_searchable_and_keeps_what_it_has(do: Any, root: Path, put: Callable[..., str]) -> None:
    put(drawn(), "scan.pdf", resolution=200)
    with pikepdf.open(root / "scan.pdf", allow_overwriting_input=True) as document:
        document.docinfo["/Title"] = "Dues"
        document.attachments["note.txt"] = b"kept"
        with document.open_outline() as outline:
            outline.root.append(pikepdf.OutlineItem("Start", 0))
        document.save(root / "scan.pdf")
    do.make_searchable_pdf(paths=["scan.pdf"], target="scan.pdf")
    assert text_of(root / "scan.pdf") == [ENGLISH.split()]
    with pikepdf.open(root / "scan.pdf") as document, document.open_outline() as outline:
        assert document.docinfo["/Title"] == "Dues" and [item.title for item in outline.root] == ["Start"]
        assert document.attachments["note.txt"].get_file().read_bytes() == b"kept"
    again = do.make_searchable_pdf(paths=["scan.pdf"], target="twice.pdf")
    assert again.words == 0 and again.pages[0].note == "holds text already" and again.warnings
    with pytest.raises(ToolError, match="paths: give one PDF alone"):
        do.make_searchable_pdf(paths=["scan.pdf", "twice.pdf"], target="x.pdf")


@pytest.mark.parametrize(
    ("image", "said"),
    [
        (speckled(drawn(SHORT), 0.06), "speckles and grain removed"),
        (shadowed(drawn(SHORT, size=36, margin=60)), "uneven light evened"),
        (drawn(SHORT, ink="#888888", ground="#a8a8a8"), "contrast stretched"),
        (drawn(SHORT, size=9, margin=16), "enlarged"),
        (grainy(turned(drawn(SHORT), 7), 10), "straightened by"),
    ],
)
def test_a_picture_gets_what_it_needs(do: Any, put: Callable[..., str], image: Image.Image, said: str) -> None:
    put(image)
    saved = do.preprocess_for_ocr(path="page.png", target="better.png")
    assert any(said in step for step in saved.done), saved.done
    assert saved.words_after >= saved.words_before - 1 and saved.score_after > saved.score_before - 0.03


def test_only_the_steps_that_were_asked_for(do: Any, root: Path, put: Callable[..., str]) -> None:
    put(turned(drawn(SHORT), 5), dpi=(150, 150))
    saved = do.preprocess_for_ocr(path="page.png", target="bw.png", steps=["threshold", "upscale"])
    assert saved.done[-1] == "made black and white" and not any("straight" in step for step in saved.done)
    with Image.open(root / "bw.png") as image:
        assert set(image.convert("L").tobytes()) == {0, 255} and image.size == tuple(saved.size)
    with pytest.raises(ToolError, match="steps: name at least one"):
        do.preprocess_for_ocr(path="page.png", target="x.png", steps=[])
    with pytest.raises(ToolError, match=r"target: .*must end in \.png"):
        do.preprocess_for_ocr(path="page.png", target="x.pdf")


def bomb() -> bytes:
    """A PNG of 60,000 x 60,000 pixels in a few bytes of file."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 999)) + chunk(b"IEND", b"")
    )


def broken(root: Path, name: str) -> None:
    drawn().save(root / "whole.png")
    whole = (root / "whole.png").read_bytes()
    content = {
        "empty.png": b"", "words.png": b"only words", "cut.png": whole[: len(whole) // 2], "bomb.png": bomb(),
        "office.png": b"PK\x03\x04 and so on", "drawing.png": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        "cut.pdf": b"%PDF-1.4\nnothing",
    }  # fmt: skip
    (root / name).write_bytes(content[name])


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("empty.png", "is empty"), ("words.png", "not a picture that can be read"), ("cut.png", "no whole PNG picture"),
        ("bomb.png", "too large"), ("office.png", "an Office file"), ("drawing.png", "an SVG drawing"),
        ("cut.pdf", "damaged"),
    ],
)  # fmt: skip
def test_each_wrong_file_has_its_own_words(do: Any, root: Path, name: str, words: str) -> None:
    broken(root, name)
    for call in (
        lambda: do.read_image_text(path=name),
        lambda: do.read_image_table(path=name, csv="out.csv"),
        lambda: do.detect_text_orientation(path=name),
        lambda: do.preprocess_for_ocr(path=name, target="out.png"),
        lambda: (
            do.make_searchable_pdf(paths=["whole.png", name], target="out.pdf")
            if not name.endswith(".pdf")
            else do.make_searchable_pdf(paths=[name], target="out.pdf")
        ),
    ):
        with pytest.raises(ToolError, match=words):
            call()
    assert sorted(path.name for path in root.iterdir()) == sorted({name, "whole.png"})


def test_a_locked_pdf_a_folder_and_a_page_too_many(do: Any, root: Path, put: Callable[..., str]) -> None:
    put(drawn(), "scan.pdf")
    with pikepdf.open(root / "scan.pdf") as document:
        document.save(root / "locked.pdf", encryption=pikepdf.Encryption(user="x", owner="y"))
    (root / "folder").mkdir()
    for path, words in (("locked.pdf", "password"), ("folder", "is a folder"), ("none.png", "there is no file")):
        with pytest.raises(ToolError, match=words):
            do.read_image_text(path=path)
    for number in (0, -1, 2):
        with pytest.raises(ToolError, match=rf"there is no page {number}; 'scan.pdf' has 1 page"):
            do.read_image_words(path="scan.pdf", page=number)


def test_odd_shapes_are_read_or_said_to_be_empty(do: Any, put: Callable[..., str]) -> None:
    for name, size in (("dot.png", (1, 1)), ("thread.png", (10_000, 2)), ("strip.png", (10_000, 20))):
        put(Image.new("RGB", size, "white"), name)
        assert do.read_image_text(path=name).pages[0].reason
    assert do.read_image_text(path=put(drawn().convert("CMYK"), "print.tif")).pages[0].text == ENGLISH
