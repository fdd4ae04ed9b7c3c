"""PDFs made, turned into Markdown, protected, made smaller, compared, and given a text layer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from deskworld_artifacts import inspect
from deskworld_kit import ToolError
from PIL import Image, ImageChops, ImageStat
from servers.pdf.samples import photo, pixels, reader, text_of

Made = Callable[..., str]
_TEXT = """# The harbour in 2025

A paragraph with *stress*, a [link](https://harborlight.example/) and a note.[^1]

## What grew

- Volumes
  - in Rotterdam
  - in Bergen
- Costs

1. First
2. Second

| Port | Tonnes |
| --- | ---: |
| Rotterdam | 1650 |
| Bergen | 830 |

### Code

```python
print("a < b")
```

> Quoted words.

![The quay](quay.png) <script>alert(1)</script>

- [x] done

[^1]: The note itself.
"""


def test_markdown_becomes_a_page_with_outline_links_and_tags(do: Any, root: Path) -> None:
    photo().save(root / "quay.png")
    (root / "text.md").write_text(_TEXT, encoding="utf-8")
    done = do.pdf_from_markdown(target="out/a.pdf", source="text.md")
    assert done.warnings == [] and done.pages >= 1
    facts: Any = inspect(root / "out/a.pdf")
    assert [(each.level, each.title) for each in facts.outline] == [
        (1, "The harbour in 2025"), (2, "What grew"), (3, "Code")
    ]  # fmt: skip
    text = facts.text
    assert "<script>alert(1)</script>" in text and 'print("a < b")' in text and "The note itself." in text
    assert sum(page.images for page in facts.pages) == 1
    assert "https://harborlight.example/" in [link for page in facts.pages for link in page.links]
    info = do.get_pdf_info(path="out/a.pdf")
    assert (
        info.tagged
        and info.properties["title"] == "The harbour in 2025"
        and info.properties["created"].startswith("D:20260302")
    )
    first = (root / "out/a.pdf").read_bytes()
    do.pdf_from_markdown(target="out/a.pdf", source="text.md")
    assert (root / "out/a.pdf").read_bytes() == first


def test_there_and_back_again(do: Any, root: Path) -> None:
    photo().save(root / "quay.png")
    do.pdf_from_markdown(target="a.pdf", markdown=_TEXT)
    back = do.pdf_to_markdown(path="a.pdf", page_marks=False)
    for line in (
        "# The harbour in 2025", "## What grew", "- Volumes", "   - in Rotterdam", "- Costs", "1. First", "2. Second",
        "| Port | Tonnes |", "| Rotterdam | 1650 |", "### Code",
    ):  # fmt: skip
        assert line in back.text.split("\n"), (line, back.text)
    assert back.tables == 1 and "The harbour in 2025 1 / 1" not in back.text
    assert (root / "a.md").read_text(encoding="utf-8") == back.text


def test_missing_pictures_and_pictures_from_elsewhere_are_said(do: Any, root: Path) -> None:
    (root.parent / "out.png").write_bytes(b"secret")
    done = do.pdf_from_markdown(
        target="a.pdf",
        markdown="x ![a](none.png) ![b](../out.png) ![c](http://127.0.0.1:1/x.png) ![d](file:///etc/passwd)",
    )
    assert len(done.warnings) == 3 and "file:///etc/passwd" in text_of(root / "a.pdf")
    for arguments, words in (
        ({}, "either"),
        ({"markdown": "a", "source": "b.md"}, "either"),
        ({"source": "b.md"}, "no file"),
        ({"markdown": "x" * (1 << 20 | 1)}, "over 1024 kB"),
    ):
        with pytest.raises(ToolError, match=words):
            do.pdf_from_markdown(target="b.pdf", **arguments)


def test_pictures_become_pages_with_nothing_lost(do: Any, root: Path) -> None:
    lying = Image.new("RGB", (400, 200), "white")
    lying.paste((255, 0, 0), (0, 0, 200, 200))
    exif = Image.Exif()
    exif[0x0112] = 6
    lying.save(root / "lying.jpg", exif=exif, quality=95)
    Image.new("RGBA", (50, 50), (0, 0, 255, 0)).save(root / "clear.png")
    Image.new("CMYK", (60, 30), (255, 0, 0, 0)).save(root / "inks.jpg")
    Image.new("I;16", (40, 40), 40_000).save(root / "deep.tif")
    frames = [Image.new("L", (30, 30), shade) for shade in (0, 128)]
    frames[0].save(root / "two.tif", save_all=True, append_images=frames[1:])
    Image.new("1", (64, 64), 1).save(root / "bits.png")
    names = ["lying.jpg", "clear.png", "inks.jpg", "deep.tif", "two.tif", "bits.png"]
    done = do.pdf_from_images(sources=names, target="a.pdf", dpi=72)
    assert done.pages == 7
    assert do.get_pdf_info(path="a.pdf").sizes[0] == "1: 200 x 400 pt"
    shown = pixels(root / "a.pdf", 1)
    assert shown.getpixel((100, 100))[1] < 60 and min(shown.getpixel((100, 300))) > 240  # red above, upright
    assert pixels(root / "a.pdf", 2).getpixel((25, 25)) == (255, 255, 255)
    red, green, blue = pixels(root / "a.pdf", 3).getpixel((30, 15))
    assert red < 90 and green > 120 and blue > 180
    assert abs(pixels(root / "a.pdf", 4).getpixel((20, 20))[0] - 156) < 4
    assert pixels(root / "a.pdf", 6).getpixel((15, 15))[0] in range(126, 131)
    with pikepdf.open(root / "a.pdf") as pdf:
        held = next(iter(pdf.pages[0].get_images().values()))
        assert held.read_raw_bytes() == (root / "lying.jpg").read_bytes()
    do.pdf_from_images(sources=["lying.jpg"], target="b.pdf", paper="A4", margin=20)
    assert do.get_pdf_info(path="b.pdf").sizes == ["1: 595 x 842 pt (A4)"]
    with pytest.raises(ToolError, match="its content is a PDF; render its pages"):
        do.pdf_from_images(sources=["a.pdf"], target="c.pdf")


def test_a_password_opens_and_nothing_else_does(do: Any, root: Path, report: str) -> None:
    done = do.encrypt_pdf(path=report, password="quay", owner_password="boss", allow=["print"], target="locked.pdf")
    assert done.encryption.startswith("AES 256") and done.forbidden
    assert b"ALPHA" not in (root / "locked.pdf").read_bytes()
    for call in (
        lambda: do.get_pdf_info(path="locked.pdf"),
        lambda: do.read_pdf_text(path="locked.pdf"),
        lambda: do.render_pdf_pages(path="locked.pdf"),
        lambda: do.stamp_pdf(path="locked.pdf", text="x"),
        lambda: do.redact_pdf(path="locked.pdf", find=["x"]),
        lambda: do.compress_pdf(path="locked.pdf"),
        lambda: do.decrypt_pdf(path="locked.pdf"),
        lambda: do.add_pdf_text_layer(path="locked.pdf"),
    ):
        with pytest.raises(ToolError, match="protected by a password"):
            call()
    with pytest.raises(ToolError, match="does not open"):
        do.read_pdf_text(path="locked.pdf", password="wrong")
    assert "freight" in do.read_pdf_text(path="locked.pdf", password="quay").pages[0].text
    assert "ALPHA-77" in do.search_pdf(path="locked.pdf", query="alpha", password="quay").items[0].context
    do.decrypt_pdf(path="locked.pdf", password="quay", target="open.pdf")
    assert do.read_pdf_text(path="open.pdf").pages[0].text == do.read_pdf_text(path=report).pages[0].text
    with pytest.raises(ToolError, match="no protection"):
        do.decrypt_pdf(path=report)


def test_rights_without_a_password_to_open_are_kept_by_edits(do: Any, root: Path, report: str) -> None:
    with pikepdf.open(root / report) as pdf:
        rights = pikepdf.Permissions(print_highres=False, print_lowres=False)
        pdf.save(root / "rights.pdf", encryption=pikepdf.Encryption(user="", owner="boss", allow=rights))
    do.stamp_pdf(path="rights.pdf", text="x")
    info = do.get_pdf_info(path="rights.pdf")
    assert "opens freely" in info.encryption and "print" in info.forbidden


def test_smaller_and_still_the_same_to_look_at(do: Any, root: Path, made: Made) -> None:
    big = photo((1600, 1200))

    def draw(canvas: Any, page: int) -> None:
        canvas.drawImage(reader(big), 50, 500, 400, 300)
        canvas.drawString(60, 400, "Words stay")

    name = made("a.pdf", draw)
    before = pixels(root / name)
    done = do.compress_pdf(path=name, target="b.pdf")
    assert done.pictures == 1 and done.bytes_after < done.bytes_before / 4
    assert "Words stay" in text_of(root / "b.pdf")
    after = pixels(root / "b.pdf")
    assert max(ImageStat.Stat(ImageChops.difference(before, after)).mean) < 8
    again = do.compress_pdf(path="b.pdf")
    assert again.bytes_after <= again.bytes_before


def test_differences_are_named_and_shown(do: Any, root: Path, made: Made) -> None:
    def old(canvas: Any, page: int) -> None:
        canvas.drawString(60, 700, f"Price 100 on page {page}")

    def new(canvas: Any, page: int) -> None:
        canvas.drawString(60, 700, f"Price {120 if page == 2 else 100} on page {page}")
        if page == 3:
            canvas.rect(300, 300, 50, 50, fill=1)

    one, two = made("a.pdf", old, pages=3), made("b.pdf", new, pages=4)
    found = do.compare_pdfs(path=one, other=two)
    assert [(each.page, each.change) for each in found.facts.differences] == [(2, "text"), (3, "look"), (4, "added")]
    assert found.facts.differences[0].detail == "'100' became '120'"
    left, top, right, bottom = found.facts.differences[1].boxes[0]
    assert 280 <= left <= 300 and 350 <= right <= 370 and 480 <= top <= 492 and 542 <= bottom <= 560
    assert len(found.pictures) == 2
    assert do.compare_pdfs(path=one, other=one).facts.same


def test_attachments_go_in_and_come_out(do: Any, root: Path, report: str) -> None:
    (root / "Bäcker 😀.txt").write_text("hello", encoding="utf-8")
    do.attach_pdf_files(path=report, files=["Bäcker 😀.txt", "notes.txt"])
    with pikepdf.open(root / report, allow_overwriting_input=True) as pdf:
        pdf.attachments["../../evil.sh"] = pikepdf.AttachedFileSpec(pdf, b"rm", filename="../../evil.sh")
        pdf.save()
    done = do.extract_pdf_attachments(path=report, folder="out")
    assert sorted(done.files) == ["out/Bäcker 😀.txt", "out/_.._evil.sh", "out/notes.txt"]
    assert (root / "out/Bäcker 😀.txt").read_text(encoding="utf-8") == "hello"
    with pytest.raises(ToolError, match="no attachment"):
        do.extract_pdf_attachments(path=report, folder="out", names=["x"])


def test_a_scan_gets_its_words(do: Any, root: Path, report: str) -> None:
    before = pixels(root / "scan.pdf")
    done = do.add_pdf_text_layer(path="scan.pdf")
    assert done.pages[0].words >= 2 and "Harbour office" in do.read_pdf_text(path="scan.pdf").pages[0].text
    assert pixels(root / "scan.pdf").tobytes() == before.tobytes()
    with pytest.raises(ToolError, match="holds text already"):
        do.add_pdf_text_layer(path="scan.pdf")
