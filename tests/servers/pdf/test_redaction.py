"""What is redacted is gone: from the text in any font and shape, from pixels, notes, fields and all of the file."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from deskworld_kit import ToolError
from deskworld_pdf.arguments import PageArea
from deskworld_verifiers import survivors
from PIL import Image
from servers.pdf.samples import by_hand, helvetica, photo, pixels, reader, text_of, turned

Made = Callable[..., str]


def squashed(text: str) -> str:
    return "".join(text.split())


def test_words_go_and_what_is_beside_them_stays_where_it_is(do: Any, root: Path, made: Made) -> None:
    def draw(canvas: Any, page: int) -> None:
        canvas.setFont("Times-Roman", 14)
        canvas.drawString(72, 700, "Contract between Jane Doe and Harbor Light")
        canvas.drawString(72, 680, "Nothing to see in this line of jane doors")

    name = made("a.pdf", draw)
    before = do.search_pdf(path=name, query="Harbor Light").items[0].boxes
    done = do.redact_pdf(path=name, find=["jane doe"], target="b.pdf")
    assert done.matches == 1 and "letters" in done.removed[0]
    text = text_of(root / "b.pdf")
    assert "Jane" not in text and "Contract between" in text and "jane doors" in text
    assert do.search_pdf(path="b.pdf", query="Harbor Light").items[0].boxes == before
    assert survivors(root / "b.pdf", "Jane Doe") == [] and survivors(root / name, "Jane Doe") != []
    assert pixels(root / "b.pdf").getpixel((200, 842 - 704)) == (0, 0, 0)


@pytest.mark.parametrize(
    "content",
    [
        b"BT /F 12 Tf 50 200 Td (Top Secret Plan) Tj ET",
        b"BT /F 12 Tf 50 200 Td [(To) -20 (p S) 10 (ecr) -5 (et Pl) (an)] TJ ET",
        b"BT /F 12 Tf 50 200 Td (Top ) Tj (Sec) Tj (ret) Tj ( Plan) Tj ET",
        b"BT /F 12 Tf 14 TL 50 214 Td (Top Secret Plan) ' ET",
        b'BT /F 12 Tf 14 TL 50 214 Td 2 0.5 (Top Secret Plan) " ET',
        b"BT /F 1 Tf 12 0 0 12 50 200 Tm <546F702053656372657420506C616E> Tj ET",
        b"q 0.5 0 0 0.5 0 0 cm BT /F 24 Tf 80 Tz 1 Ts 100 400 Td (Top Secret Plan) Tj ET Q",
        b"q 0 1 -1 0 200 20 cm BT /F 12 Tf 10 50 Td (Top Secret Plan) Tj ET Q",
        b"BT /F 12 Tf 3 Tr 50 200 Td (Top Secret Plan) Tj ET",
        b"/Span <</ActualText (Top Secret Plan)>> BDC BT /F 12 Tf 50 200 Td (Top Secret Plan) Tj ET EMC",
        b"q 1 0 0 -1 0 300 cm BT /F 12 Tf 1 0 0 -1 50 100 Tm (Top Secret Plan) Tj ET Q",
        b"BT /F 12 Tf 50 200 Td (T) Tj 7.3 0 Td (op) Tj 13 0 Td ( Se) Tj 18 0 Td (cret) Tj 22 0 Td ( Plan) Tj ET",
    ],
    ids=[
        "one",
        "kerned",
        "pieces",
        "quote",
        "double",
        "hex",
        "scaled",
        "turned",
        "invisible",
        "named",
        "mirrored",
        "single",
    ],
)
def test_text_however_it_is_shown(do: Any, root: Path, content: bytes) -> None:
    by_hand(root / "a.pdf", content, lambda pdf: pikepdf.Dictionary(Font=pikepdf.Dictionary(F=helvetica(pdf))))
    assert "TopSecretPlan" in squashed(text_of(root / "a.pdf"))
    done = do.redact_pdf(path="a.pdf", find=["Secret"])
    text = squashed(text_of(root / "a.pdf"))
    assert "Secret" not in text and text.startswith("Top") and text.endswith("Plan"), text
    assert survivors(root / "a.pdf", "Secret") == [] and "not found" in done.proof


def test_numbers_that_are_places_and_codes_too(do: Any, root: Path) -> None:
    """What looks like the word in the page's own instructions is none: '100' is where a line starts, too."""
    content = b"q 100 100 200 50 re S Q BT /F 10 Tf 100 100 Td (Rent: 100 EUR, 10 Td) Tj ET"
    by_hand(root / "a.pdf", content, lambda pdf: pikepdf.Dictionary(Font=pikepdf.Dictionary(F=helvetica(pdf))))
    do.redact_pdf(path="a.pdf", find=["100", "Td"])
    assert squashed(text_of(root / "a.pdf")) == "Rent:EUR,10"
    do.pdf_from_markdown(target="c.pdf", markdown="Pay 0024 or 10 or 5F to Tj")
    do.redact_pdf(path="c.pdf", find=["0024", "5F"])
    do.redact_pdf(path="c.pdf", find=[r"\b\d\d\b"], regex=True)
    assert squashed(text_of(root / "c.pdf")).startswith("PayorortoTj")


def test_text_that_nobody_sees_or_that_fills_shapes(do: Any, root: Path) -> None:
    """On a hidden layer, white on white, clipped away, off the page, in the pattern of a shape."""

    def resources(pdf: pikepdf.Pdf) -> Any:
        fonts = pikepdf.Dictionary(F=helvetica(pdf))
        layer = pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.OCG, Name="Layer"))
        pdf.Root.OCProperties = pikepdf.Dictionary(OCGs=[layer], D=pikepdf.Dictionary(OFF=[layer]))
        tile = pdf.make_stream(b"BT /F 12 Tf 2 5 Td (TileSecret) Tj ET")
        tile.PatternType, tile.PaintType, tile.TilingType, tile.XStep, tile.YStep = 1, 1, 1, 80, 20
        tile.BBox, tile.Resources = pikepdf.Array([0, 0, 80, 20]), pikepdf.Dictionary(Font=fonts)
        return pikepdf.Dictionary(
            Font=fonts, Properties=pikepdf.Dictionary(L=layer), Pattern=pikepdf.Dictionary(P=tile)
        )

    content = (
        b"/OC /L BDC BT /F 12 Tf 50 200 Td (LayerSecret) Tj ET EMC 1 g BT /F 12 Tf 50 150 Td (WhiteSecret) Tj ET "
        b"q 0 0 10 10 re W n BT /F 12 Tf 50 100 Td (ClipSecret) Tj ET Q BT /F 12 Tf 900 100 Td (OffSecret) Tj ET "
        b"/Pattern cs /P scn 0 0 200 40 re f"
    )
    by_hand(root / "a.pdf", content, resources)
    words = ["LayerSecret", "WhiteSecret", "ClipSecret", "OffSecret", "TileSecret"]
    done = do.redact_pdf(path="a.pdf", find=words)
    assert done.matches == 4 and "a pattern that fills shapes: 1" in done.removed
    assert survivors(root / "a.pdf", *words) == [] and "Secret" not in text_of(root / "a.pdf")


def test_a_form_used_twice_loses_the_word_only_where_the_box_is(do: Any, root: Path) -> None:
    def resources(pdf: pikepdf.Pdf) -> Any:
        form = pdf.make_stream(b"BT /F 12 Tf 10 10 Td (Secret) Tj ET")
        form.Type, form.Subtype, form.BBox = pikepdf.Name.XObject, pikepdf.Name.Form, pikepdf.Array([0, 0, 100, 40])
        form.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F=helvetica(pdf)))
        return pikepdf.Dictionary(XObject=pikepdf.Dictionary(X=form))

    by_hand(root / "a.pdf", b"q 1 0 0 1 20 200 cm /X Do Q q 1 0 0 1 20 50 cm /X Do Q", resources)
    done = do.redact_pdf(path="a.pdf", areas=[PageArea(page=1, box=[20, 60, 200, 100])])
    assert text_of(root / "a.pdf").count("Secret") == 1
    assert any("also stands on page 1" in warning for warning in done.warnings)
    assert do.search_pdf(path="a.pdf", query="secret").items[0].boxes[0][1] > 200
    do.redact_pdf(path="a.pdf", find=["Secret"])
    assert survivors(root / "a.pdf", "Secret") == []


def test_pixels_under_a_box_are_gone_also_in_turned_pictures_and_masks(do: Any, root: Path, made: Made) -> None:
    see_through = photo().convert("RGBA")
    see_through.putalpha(200)

    def draw(canvas: Any, page: int) -> None:
        canvas.drawImage(reader(photo(), "JPEG"), 50, 600, 300, 200)
        canvas.drawImage(reader(see_through), 50, 350, 300, 200, mask="auto")
        canvas.translate(300, 50)
        canvas.rotate(90)
        canvas.drawImage(reader(photo()), 0, 0, 200, 200)

    name = made("a.pdf", draw)
    boxes = [[100, 100, 200, 150], [100, 350, 200, 400], [150, 650, 250, 700]]
    done = do.redact_pdf(path=name, areas=[PageArea(page=1, box=box) for box in boxes])
    assert "3 pictures" in done.removed[0] and not done.warnings
    with pikepdf.open(root / name) as pdf:
        for image in pdf.pages[0].get_images().values():
            shown = pikepdf.PdfImage(image).as_pil_image().convert("L").resize((64, 40), Image.Resampling.NEAREST)
            assert sum(shown.histogram()[:12]) > 64 * 40 / 20, "pixels are painted over in the picture itself"
        parts = [each for each in pdf.pages[0].Contents if b"/Artifact BMC q 0 g" not in each.read_bytes()]
        pdf.pages[0].Contents = pikepdf.Array(parts)
        pdf.save(root / "bare.pdf")
    bare = pixels(root / "bare.pdf")
    for left, top, right, bottom in boxes:
        assert max(bare.crop((left + 3, top + 3, right - 3, bottom - 3)).convert("L").getextrema()) < 12
    assert bare.crop((60, 50, 90, 90)).convert("L").getextrema()[1] > 60


def test_pictures_inside_the_content_and_stencils(do: Any, root: Path) -> None:
    def resources(pdf: pikepdf.Pdf) -> Any:
        stencil = pikepdf.Stream(pdf, zlib.compress(bytes(8 * 8)))
        stencil.Type, stencil.Subtype = pikepdf.Name.XObject, pikepdf.Name.Image
        stencil.Width, stencil.Height, stencil.ImageMask, stencil.BitsPerComponent = 64, 8, True, 1
        stencil.Filter = pikepdf.Name.FlateDecode
        return pikepdf.Dictionary(XObject=pikepdf.Dictionary(S=stencil))

    inline = b"q 100 0 0 50 20 20 cm BI /W 2 /H 2 /BPC 8 /CS /G ID \x10\x90\x20\xa0 EI Q "
    by_hand(root / "a.pdf", inline + b"q 1 0 0 rg 200 0 0 100 20 150 cm /S Do Q", resources)
    done = do.redact_pdf(
        path="a.pdf", areas=[PageArea(page=1, box=[20, 60, 100, 140]), PageArea(page=1, box=[30, 240, 90, 270])]
    )
    assert "2 pictures" in done.removed[0] and any("taken out whole" in each for each in done.warnings)
    with pikepdf.open(root / "a.pdf") as pdf:
        content = b"".join(each.read_bytes() for each in pdf.pages[0].Contents)
        assert b"BI" not in content and b"ID" not in content
        (stencil,) = [each for key, each in pdf.pages[0].Resources.XObject.items() if key != "/S"]
        bits = stencil.read_bytes()
    assert any(bits) and not all(byte == 255 for byte in bits)
    shown = pixels(root / "a.pdf")
    assert shown.getpixel((200, 100)) == (255, 0, 0) and shown.getpixel((60, 100)) == (0, 0, 0)


def test_turned_and_cropped_pages_take_boxes_as_they_are_seen(do: Any, root: Path, made: Made) -> None:
    name = made(
        "a.pdf", lambda canvas, page: canvas.drawString(200, 400, "Secret here") or canvas.drawString(200, 300, "Stay")
    )
    for turn in (0, 90, 180, 270):
        turned(root / name, root / "t.pdf", turn, (100, 100, 500, 700))
        (hit,) = do.search_pdf(path="t.pdf", query="Secret").items
        done = do.redact_pdf(path="t.pdf", areas=[PageArea(page=1, box=hit.boxes[0])])
        assert done.removed == ["page 1: 6 letters"], turn
        text = text_of(root / "t.pdf")
        assert "Secret" not in text and "here" in text and "Stay" in text
        box = [round(each) for each in hit.boxes[0]]
        middle = ((box[0] + box[2]) // 2, (box[1] + box[3]) // 2)
        assert pixels(root / "t.pdf").getpixel(middle) == (0, 0, 0), turn


def test_everything_that_is_no_page(do: Any, root: Path, rich: str) -> None:
    """Outline, properties, XMP, tags, notes, links, fields, attachments, scripts: nowhere is the word left."""
    with pikepdf.open(root / rich, allow_overwriting_input=True) as pdf:
        pdf.docinfo["/Subject"] = "About Zebra"
        pdf.Root.Outlines.First.Title = pikepdf.String("Zebra one")
        with pdf.open_metadata() as metadata:
            metadata["dc:description"] = "A Zebra"
        pdf.Root.StructTreeRoot.K[0].Alt = pikepdf.String("picture of a zebra")
        note = pdf.pages[0].Annots[-1]
        note.Contents = pikepdf.String("zebra!")
        field = pdf.Root.AcroForm.Fields[0]
        field.V = pikepdf.String("the zebra")
        link = next(each for each in pdf.pages[1].Annots if "/A" in each and "/URI" in each.A)
        link.A.URI = pikepdf.String("https://zebra.example/")
        pdf.attachments["zebra.txt"] = pikepdf.AttachedFileSpec(pdf, b"plain", filename="zebra.txt")
        pdf.attachments["odd.bin"] = pikepdf.AttachedFileSpec(pdf, b"\0\1\2zip", filename="odd.bin")
        pdf.Root.OpenAction = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS=pdf.make_stream(b"app.alert('Zebra')"))
        pdf.Root.AcroForm.XFA = pdf.make_stream(b"<xfa>zebra</xfa>")
        pdf.save()
    assert len(survivors(root / rich, "zebra", "Zebra")) >= 2
    done = do.redact_pdf(path=rich, find=["zebra"])
    assert survivors(root / rich, "zebra", "Zebra") == []
    places = " ".join(done.removed)
    for place in ("outline", "properties", "tags", "note", "form field", "script", "attached", "XFA"):
        assert place in places, (place, done.removed)
    with pikepdf.open(root / rich) as pdf:
        assert list(pdf.attachments) == ["data.csv"]
        assert str(pdf.Root.Outlines.First.Title) == "[redacted] one"
        assert str(pdf.pages[0].Annots[-1].Contents) == "[redacted]!"
    assert any("odd.bin" in warning for warning in done.warnings)


def test_a_field_in_a_box_is_emptied(do: Any, root: Path, report: str) -> None:
    box = do.get_pdf_form(path="form.pdf").items[2].box
    do.redact_pdf(path="form.pdf", areas=[PageArea(page=1, box=box)])
    assert [each.value for each in do.get_pdf_form(path="form.pdf").items] == ["", "", ""]
    with pikepdf.open(root / "form.pdf") as pdf:
        (field,) = [each for each in pdf.Root.AcroForm.Fields if str(each.T) == "harbour"]
        assert not {"/V", "/DV", "/AP"} & set(field.keys())  # the choices stay


def test_outlined_letters_and_earlier_versions_go(do: Any, root: Path, made: Made) -> None:
    """Letters that were drawn as curves; and the file's own past, which readers can bring back."""
    by_hand(
        root / "a.pdf",
        b"0 g 50 200 m 60 200 l 55 220 l h f 62 200 8 20 re f 200 200 50 50 re f",
        lambda pdf: pikepdf.Dictionary(),
    )
    done = do.redact_pdf(path="a.pdf", areas=[PageArea(page=1, box=[45, 75, 75, 105])])
    assert done.removed == ["page 1: 2 drawings"]
    name = made("b.pdf", lambda canvas, page: canvas.drawString(50, 700, "Old Secret"))
    blob = (root / name).read_bytes()
    (root / name).write_bytes(blob + b"\n% nothing but a comment: Old Secret\n" + blob[blob.rindex(b"startxref") :])
    do.redact_pdf(path=name, find=["secret"])
    assert b"Secret" not in (root / name).read_bytes()


def test_expressions_pages_and_words_over_line_ends(do: Any, root: Path, made: Made) -> None:
    def draw(canvas: Any, page: int) -> None:
        canvas.drawString(50, 700, f"IBAN DE89 3704 0044 {page}")
        canvas.drawString(50, 680, "signed by Johanna")
        canvas.drawString(50, 666, "Maria Winter in May")

    name = made("a.pdf", draw, pages=2)
    do.redact_pdf(path=name, find=[r"DE\d\d( \d{4})+"], regex=True, pages=[1])
    assert "DE89" not in text_of(root / name, 1) and "DE89" in text_of(root / name, 2)
    do.redact_pdf(path=name, find=["Johanna Maria Winter"])
    for page in (1, 2):
        text = text_of(root / name, page)
        assert not any(word in text for word in ("Johanna", "Maria", "Winter")) and "in May" in text


def test_pdfs_of_other_makers(do: Any, root: Path) -> None:
    """Chromium shows each letter by number in a font of its own; LibreOffice too, with its own kerning."""
    do.pdf_from_markdown(target="c.pdf", markdown="# Plan\n\nThe **secret** word is Waltzing Matilda, and so on.")
    do.redact_pdf(path="c.pdf", find=["Waltzing Matilda", "secret"])
    text = text_of(root / "c.pdf")
    assert "Waltzing" not in text and "secret" not in text and "and so on." in text and "word is" in text
    assert survivors(root / "c.pdf", "Waltzing", "secret") == []


def test_refusals(do: Any, root: Path, report: str) -> None:
    before = (root / report).read_bytes()
    for arguments, words in (
        ({}, "what to remove"),
        ({"find": ["nowhere to be found"]}, "stands nowhere"),
        ({"find": [" "]}, "say what"),
        ({"find": ["(["], "regex": True}, "regular expression"),
        ({"areas": [PageArea(page=9, box=[0, 0, 5, 5])]}, "no page 9"),
        ({"areas": [PageArea(page=1, box=[5, 5, 5, 9])]}, "no box"),
        ({"areas": [PageArea(page=1, box=[900, 5, 950, 9])]}, "off the page"),
    ):
        with pytest.raises(ToolError, match=words):
            do.redact_pdf(path=report, **arguments)
    assert (root / report).read_bytes() == before


def test_it_says_where_words_can_not_be_found(do: Any, report: str) -> None:
    with pytest.raises(ToolError, match="only pictures, no text, on page 1"):
        do.redact_pdf(path="scan.pdf", find=["Harbour"])
    done = do.redact_pdf(path="scan.pdf", areas=[PageArea(page=1, box=[0, 0, 125, 60])])
    assert "1 pictures" in done.removed[0]


@pytest.mark.parametrize("find", ["Lindquist", "quist", "Lind"])
def test_no_sliver_of_a_letter_is_left_in_a_scan(do: Any, root: Path, made: Made, find: str) -> None:
    """Layers over scans say of a word where it is, and of its letters only about: the last one before a comma sticks
    out of its share, and so does one within a word."""
    from PIL import ImageDraw, ImageFont

    words = ["Mr", "Lindquist,", "the", "rest"]
    font = ImageFont.truetype("DejaVuSans.ttf", 40)
    image = Image.new("RGB", (900, 100), "white")
    boxes: dict[str, tuple[float, float]] = {}
    at = 20.0
    for word in words:
        ImageDraw.Draw(image).text((at, 20), word, font=font, fill="red")
        boxes[word] = (at, at + font.getlength(word))
        at += font.getlength(word + " ")

    def draw(canvas: Any, page: int) -> None:
        canvas.drawImage(reader(image), 50, 700, 450, 50)
        text = canvas.beginText()
        text.setTextRenderMode(3)
        text.setFont("Courier", 20)
        for word, (left, right) in boxes.items():
            text.setHorizScale(100 * (right - left) / 2 / (12 * len(word)))
            text.setTextOrigin(50 + left / 2, 721)
            text.textOut(word)
        canvas.drawText(text)

    name = made("scan.pdf", draw)
    assert do.redact_pdf(path=name, find=[find], target="out.pdf").matches == 1
    picture = pixels(root / "out.pdf", scale=4)
    word = next(each for each in words if find in each)
    start = boxes[word][0] + font.getlength(word[: word.index(find)])
    end = start + font.getlength(find)
    strip = picture.crop((round(200 + 2 * start), 4 * (842 - 750), round(200 + 2 * end), 4 * (842 - 700)))
    shown = [1 for red, green, blue in strip.get_flattened_data() if red > 150 and max(green, blue) < 110]
    assert not shown and "rest" in text_of(root / "out.pdf")


def test_thousands_of_places_on_one_page_take_no_longer_than_on_many(do: Any, made: Made) -> None:
    import time

    def draw(canvas: Any, page: int) -> None:
        canvas.setFont("Helvetica", 3)
        for number in range(1000):
            canvas.drawString(20 + 140 * (number % 4), 835 - 3.2 * (number // 4), f"Line {number} for Maya in town")

    name = made("dense.pdf", draw)
    started = time.process_time()
    assert do.redact_pdf(path=name, find=["Maya"]).matches == 1000
    assert time.process_time() - started < 2.5


def test_words_on_a_page_that_is_taken_for_columns_of_letters(do: Any, made: Made) -> None:
    """Where letters are drawn one by one, row under row, pdfium takes them for columns and ends a line after each."""

    def draw(canvas: Any, page: int) -> None:
        canvas.setFont("Helvetica", 10)
        for row in range(40):
            at = 60.0
            for letter in f"Line {row} for Maya Lind {row}":
                if letter != " ":
                    canvas.drawString(at, 790 - 18 * row, letter)
                at += canvas.stringWidth(letter, "Helvetica", 10)

    name = made("crumbs.pdf", draw)
    lines = do.read_pdf_text(path=name).pages[0].text.splitlines()
    assert [line for line in lines if line][:2] == ["Line 0 for Maya Lind 0", "Line 1 for Maya Lind 1"]
    assert do.search_pdf(path=name, query="Maya Lind").total == 40
    assert do.redact_pdf(path=name, find=["Maya Lind"]).matches == 40
