"""Facts of PDF, pictures, web pages, Markdown and plain text."""

from pathlib import Path

import docx
import pypdfium2
import pytest
from deskworld_artifacts import convert
from deskworld_artifacts.inspection import HtmlFacts, ImageFacts, MarkdownFacts, PdfFacts, TextFacts, inspect
from PIL import Image


def test_a_pdf_with_a_scan_on_page_two(tmp_path: Path):
    document = docx.Document()
    document.core_properties.title = "Report"
    document.add_heading("First page", 1)
    document.add_paragraph("Some words to read")
    document.save(tmp_path / "d.docx")
    convert(tmp_path / "d.docx", tmp_path / "text.pdf")
    Image.new("RGB", (300, 200), "gray").save(tmp_path / "scan.pdf")
    whole = pypdfium2.PdfDocument(tmp_path / "text.pdf")
    whole.import_pages(pypdfium2.PdfDocument(tmp_path / "scan.pdf"))
    whole[1].set_rotation(90)
    whole.save(tmp_path / "both.pdf")
    facts = inspect(tmp_path / "both.pdf")
    assert isinstance(facts, PdfFacts)
    assert facts.pages_without_text == [2]
    first, second = facts.pages
    assert (first.width, first.height) == (612, 792) and "Some words to read" in first.text
    assert (second.width, second.height, second.rotation) == (200, 300, 90)
    assert (first.images, second.images, second.words) == (0, 1, 0)
    assert [(entry.level, entry.title, entry.page) for entry in facts.outline] == [(1, "First page", 1)]
    assert facts.metadata["title"] == "Report"


FORM = b"""%PDF-1.7
1 0 obj <</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R 5 0 R]>>>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Annots[4 0 R 5 0 R 6 0 R]>> endobj
4 0 obj <</Type/Annot/Subtype/Widget/FT/Tx/T(city)/V(Oslo)/Rect[10 10 90 30]/P 3 0 R>> endobj
5 0 obj <</Type/Annot/Subtype/Widget/FT/Btn/T(agree)/V/Yes/AS/Yes/Rect[10 50 30 70]/P 3 0 R
  /AP<</N<</Yes 7 0 R/Off 7 0 R>>>>>> endobj
6 0 obj <</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://example.org/x)>>>> endobj
7 0 obj <</Type/XObject/Subtype/Form/BBox[0 0 20 20]/Length 0>> stream
endstream endobj
trailer <</Root 1 0 R>>
%%EOF"""


def test_form_fields_and_links_of_a_pdf(tmp_path: Path):
    (tmp_path / "form.pdf").write_bytes(FORM)
    facts = inspect(tmp_path / "form.pdf")
    assert isinstance(facts, PdfFacts)
    assert [(field.name, field.type, field.value, field.page) for field in facts.fields] == [
        ("city", "text", "Oslo", 1),
        ("agree", "checkbox", "on", 1),
    ]
    assert facts.page(1).links == ["https://example.org/x"]


def test_a_picture(tmp_path: Path):
    image = Image.new("RGB", (100, 50), (255, 0, 0))
    image.paste((0, 0, 255), (0, 0, 30, 50))
    image.save(tmp_path / "p.png", dpi=(144, 144))
    facts = inspect(tmp_path / "p.png")
    assert isinstance(facts, ImageFacts)
    assert (facts.format, facts.mode, facts.width, facts.height, facts.frames) == ("png", "RGB", 100, 50, 1)
    assert [(color.color, color.share) for color in facts.colors] == [("#FF0000", 0.7), ("#0000FF", 0.3)]
    assert facts.dpi == pytest.approx(144, abs=0.1)
    assert not facts.blank and not facts.alpha_used


def test_orientation_alpha_frames_and_blankness(tmp_path: Path):
    exif = Image.Exif()
    exif[0x0112] = 6
    Image.new("RGB", (40, 20), "black").save(tmp_path / "turned.jpg", exif=exif)
    turned = inspect(tmp_path / "turned.jpg")
    assert isinstance(turned, ImageFacts)
    assert (turned.width, turned.height, turned.upright_width, turned.upright_height) == (40, 20, 20, 40)
    assert turned.blank and turned.brightness == 0
    glass = Image.new("RGBA", (10, 10), (0, 0, 0, 0))
    glass.putpixel((0, 0), (255, 255, 255, 255))
    glass.save(tmp_path / "glass.png")
    facts = inspect(tmp_path / "glass.png")
    assert isinstance(facts, ImageFacts)
    assert facts.alpha_used and not facts.blank and facts.brightness == 1
    frames = [Image.new("P", (8, 8), shade) for shade in (0, 1, 2)]
    frames[0].save(tmp_path / "moves.gif", save_all=True, append_images=frames[1:])
    moves = inspect(tmp_path / "moves.gif")
    assert isinstance(moves, ImageFacts) and moves.format == "gif"


def test_sixteen_bits_are_not_clipped(tmp_path: Path):
    Image.new("I;16", (8, 8), 0x8000).save(tmp_path / "deep.png")
    facts = inspect(tmp_path / "deep.png")
    assert isinstance(facts, ImageFacts)
    assert facts.brightness == pytest.approx(0.5, abs=0.01)


PAGE = """<!doctype html><html lang="en"><head><title>Shop</title><meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="style.css"></head><body><h1>All <b>goods</b></h1><p>Buy<br>now</p>
<img src="here.png" alt="Here"><img src="gone.png"><a href="https://example.org">Out</a><a href="#top">Up</a>
<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table><script>var hidden</script></body></html>"""


def test_a_web_page(tmp_path: Path):
    (tmp_path / "page.html").write_text(PAGE)
    (tmp_path / "here.png").write_bytes(b"x")
    facts = inspect(tmp_path / "page.html")
    assert isinstance(facts, HtmlFacts)
    assert (facts.title, facts.language, facts.has_viewport) == ("Shop", "en", True)
    assert [(heading.level, heading.text) for heading in facts.headings] == [(1, "All goods")]
    assert [image.missing for image in facts.images] == [False, True]
    assert facts.missing_files == ["style.css", "gone.png"]
    assert [link.target for link in facts.links] == ["https://example.org", "#top"]
    assert facts.tables == [[["A", "B"], ["1", "2"]]]
    assert facts.text.startswith("All goods\nBuy\nnow") and "hidden" not in facts.text


def test_markdown(tmp_path: Path):
    text = "# Top\n\nGo [there](http://x.org) ![alt](no.png)\n\n## Sub *it*\n\n"
    text += "|a|b|\n|-|-|\n|1|**2**|\n\n- i\n- j\n\n```py\nx\n```\n"
    (tmp_path / "n.md").write_text(text)
    facts = inspect(tmp_path / "n.md")
    assert isinstance(facts, MarkdownFacts)
    assert [(heading.level, heading.text) for heading in facts.outline] == [(1, "Top"), (2, "Sub it")]
    assert [(link.text, link.target) for link in facts.links] == [("there", "http://x.org")]
    assert facts.missing_files == ["no.png"]
    assert facts.tables == [[["a", "b"], ["1", "2"]]]
    assert (facts.list_items, facts.code[0].language, facts.text) == (2, "py", text)


def test_csv(tmp_path: Path):
    (tmp_path / "t.csv").write_bytes('name;note\r\nÅsa;"a;b"\r\nBo\r\n'.encode("utf-8-sig"))
    facts = inspect(tmp_path / "t.csv")
    assert isinstance(facts, TextFacts)
    assert (facts.format, facts.encoding, facts.delimiter, facts.newline) == ("csv", "utf-8-sig", ";", "\r\n")
    assert (facts.header, facts.row_count, facts.ragged) == (["name", "note"], 2, [3])
    assert facts.records() == [{"name": "Åsa", "note": "a;b"}, {"name": "Bo", "note": ""}]


@pytest.mark.parametrize(
    ("name", "text", "ok", "kind"),
    [("a.json", '{"a": 1}', True, "object"), ("a.json", "{", False, ""), ("a.jsonl", "1\n2\n", True, "lines")],
)
def test_json(tmp_path: Path, name: str, text: str, ok: bool, kind: str):
    (tmp_path / name).write_text(text)
    facts = inspect(tmp_path / name)
    assert isinstance(facts, TextFacts)
    assert (facts.json_ok, facts.json_type) == (ok, kind)
    assert bool(facts.json_error) is not ok


def test_text_encodings(tmp_path: Path):
    for encoding in ("utf-8", "utf-16", "windows-1252"):
        (tmp_path / "t.txt").write_bytes("Öl für alle\nzwei".encode(encoding))
        facts = inspect(tmp_path / "t.txt")
        assert isinstance(facts, TextFacts)
        assert (facts.encoding, facts.lines, facts.text) == (encoding, 2, "Öl für alle\nzwei")


def test_letters_drawn_one_by_one_are_words(tmp_path: Path) -> None:
    """Row under row of them pdfium takes for columns, a line a letter."""
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(tmp_path / "crumbs.pdf"), pagesize=(595, 842), invariant=1)
    for row in range(40):
        at = 60.0
        for letter in f"Line {row} for Maya":
            if letter != " ":
                canvas.drawString(at, 790 - 18 * row, letter)
            at += canvas.stringWidth(letter, "Helvetica", 12)
    canvas.save()
    facts = inspect(tmp_path / "crumbs.pdf")
    assert isinstance(facts, PdfFacts) and facts.pages[0].text.splitlines() == [f"Line {n} for Maya" for n in range(40)]
