"""Where a word hides in a file: in what no page shows, in other spellings, in bytes of photos, in names."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from deskworld_kit import ToolError
from deskworld_pdf.arguments import PageArea
from pikepdf import Array, Dictionary, Name, String
from PIL import Image
from servers.pdf.samples import by_hand, helvetica, photo, text_of

CODED = b"BT /C 12 Tf 50 200 Td <010203040205> Tj ET "
"""The word in codes of its own: whoever looks for its letters in the bytes finds none."""
SHOWN = b"BT /F 12 Tf 50 250 Td (Public) Tj ET BT /F 12 Tf 50 200 Td (Secret) Tj ET "
TRACES = (b"Secret", "Secret".encode("utf-16-be"), b"536563726574", b"S<b>ec</b>ret", b"010203040205",
          b"\x01\x02\x03\x04\x02\x05")  # fmt: skip
Change = Callable[[pikepdf.Pdf], None]


def fonts(pdf: pikepdf.Pdf) -> Any:
    coded = pdf.make_indirect(Dictionary(helvetica(pdf)))
    coded.Encoding = Dictionary(Differences=Array([1, Name.S, Name.e, Name.c, Name.r, Name.t]))
    return Dictionary(F=helvetica(pdf), C=coded)


def form(pdf: pikepdf.Pdf, content: bytes, **more: Any) -> Any:
    made = pdf.make_stream(content)
    made.Type, made.Subtype, made.BBox = Name.XObject, Name.Form, Array([0, 0, 300, 300])
    made.Resources = Dictionary(Font=fonts(pdf))
    for key, value in more.items():
        made[f"/{key}"] = value
    return made


def write(place: Path, content: bytes = SHOWN, change: Change | None = None, **resources: Any) -> None:
    by_hand(place, content, lambda pdf: Dictionary(Font=fonts(pdf)))
    with pikepdf.open(place, allow_overwriting_input=True) as pdf:
        for kind, make in resources.items():
            pdf.pages[0].Resources[f"/{kind}"] = make(pdf)
        if change:
            change(pdf)
        pdf.save()


def traces(place: Path) -> list[str]:
    """Every place in a file where the word is left in any of its spellings."""
    found = [f"file: {each!r}" for each in TRACES if each in place.read_bytes()]
    with pikepdf.open(place) as pdf:
        for each in pdf.objects:
            if isinstance(each, pikepdf.Stream):
                plain = "/Image" not in str(each.get("/Subtype")) and "/Odd" not in str(each.get("/Filter"))
                blobs = [each.read_raw_bytes(), each.read_bytes() if plain else b""]
                facts = Dictionary({key: each[key] for key in list(each.keys())})
            else:
                blobs, facts = [], each
            blobs.append(facts.unparse())
            found += [f"{each.objgen}: {trace!r}" for blob in blobs for trace in TRACES if trace in blob]
    return found


def looks_of_a_button(pdf: pikepdf.Pdf) -> None:
    look = Dictionary(N=form(pdf, b""), D=form(pdf, CODED), R=form(pdf, CODED))
    note = Dictionary(Type=Name.Annot, Subtype=Name.Stamp, Rect=Array([0, 0, 50, 50]), AP=look)
    pdf.pages[0].Annots = Array([pdf.make_indirect(note)])


def deleted_page(pdf: pikepdf.Pdf) -> None:
    page = Dictionary(
        Type=Name.Page,
        MediaBox=Array([0, 0, 300, 300]),
        Resources=Dictionary(Font=fonts(pdf)),
        Contents=pdf.make_stream(CODED),
    )
    pdf.Root.Names = Dictionary(
        Dests=Dictionary(Names=Array([String("x"), Array([pdf.make_indirect(page), Name.Fit])]))
    )


def file_on_a_note(pdf: pikepdf.Pdf) -> None:
    inside = pdf.make_stream(b"PK\x03\x04\0\0\xff\xfeSecret")
    facts = Dictionary(Type=Name.Filespec, F=String("x.zip"), EF=Dictionary(F=inside))
    note = Dictionary(Type=Name.Annot, Subtype=Name.FileAttachment, Rect=Array([0, 0, 20, 20]), FS=facts)
    pdf.pages[0].Annots = Array([pdf.make_indirect(note)])
    pdf.Root.AF = Array([Dictionary(facts)])


def rich_note(pdf: pikepdf.Pdf) -> None:
    note = Dictionary(Type=Name.Annot, Subtype=Name.FreeText, Rect=Array([0, 0, 20, 20]), Contents=String("x"))
    note.RC = String("<body><p>S<b>ec</b>ret</p></body>")
    pdf.pages[0].Annots = Array([pdf.make_indirect(note)])


def names(pdf: pikepdf.Pdf) -> None:
    pdf.docinfo["/SecretKey"] = "x"
    page = pdf.pages[0]
    page.Resources.XObject = Dictionary({"/Secret.jpg": form(pdf, b"0 0 1 1 re f")})
    ink = Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([1]), C1=Array([0]), N=1)
    page.Resources.ColorSpace = Dictionary(CS=Array([Name.Separation, Name("/Secret"), Name.DeviceGray, ink]))
    page.contents_add(b" /Secret.jpg Do /CS cs 1 scn 0 0 10 10 re f")


def other_data(pdf: pikepdf.Pdf) -> None:
    odd = pikepdf.Stream(pdf, b"Secret")
    odd.Filter = Name("/Odd")
    pdf.Root.Odd = Array([odd, pdf.make_stream(b"\0\0\xffSecret"), pdf.make_stream("é Secret".encode("latin-1"))])
    pdf.Root.OpenAction = Dictionary(S=Name.JavaScript, JS=pdf.make_stream(b'var x = "Secret"'))


@pytest.mark.parametrize(
    "change",
    [looks_of_a_button, deleted_page, file_on_a_note, rich_note, names, other_data],
    ids=lambda change: change.__name__,
)
def test_what_no_page_shows(do: Any, root: Path, change: Change) -> None:
    write(root / "a.pdf", change=change)
    assert len(traces(root / "a.pdf")) >= 2
    do.redact_pdf(path="a.pdf", find=["Secret"])
    assert traces(root / "a.pdf") == [] and "Public" in text_of(root / "a.pdf")


def test_a_word_only_in_what_nothing_draws(do: Any, root: Path) -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        pdf.Root.AcroForm = Dictionary(Fields=Array(), DR=Dictionary(XObject=Dictionary(X=form(pdf, CODED))))

    write(root / "a.pdf", b"BT /F 12 Tf 50 250 Td (Public) Tj ET", change)
    done = do.redact_pdf(path="a.pdf", find=["Secret"])
    assert done.matches == 0 and traces(root / "a.pdf") == [] and "no page shows" in done.removed[0]


def test_masks_and_letters_that_are_words(do: Any, root: Path) -> None:
    def mask(pdf: pikepdf.Pdf) -> Any:
        group = form(pdf, b"1 g " + CODED, Group=Dictionary(S=Name.Transparency, CS=Name.DeviceGray))
        return Dictionary(G=Dictionary(SMask=Dictionary(Type=Name.Mask, S=Name.Luminosity, G=group)))

    content = SHOWN.replace(b"200 Td", b"120 Td") + b"q /G gs 0 0 300 300 re f Q"
    write(root / "a.pdf", content, ExtGState=mask)
    do.redact_pdf(path="a.pdf", areas=[PageArea(page=1, box=[40, 80, 120, 110])], target="b.pdf")
    assert not any("010203" in each for each in traces(root / "b.pdf")), "the mask is cut, too"
    do.redact_pdf(path="a.pdf", find=["Secret"], target="c.pdf")
    assert traces(root / "c.pdf") == []

    def glyph(pdf: pikepdf.Pdf) -> Any:
        drawn = pdf.make_stream(b"1000 0 d0 BT /C 300 Tf <010203040205> Tj ET")
        letters = b"begincmap 1 beginbfchar <41> <005300650063007200650074> endbfchar endcmap"
        font = Dictionary(
            Type=Name.Font,
            Subtype=Name.Type3,
            FontBBox=Array([0, 0, 1000, 1000]),
            FontMatrix=Array([0.001, 0, 0, 0.001, 0, 0]),
            CharProcs=Dictionary(w=drawn),
            Encoding=Dictionary(Differences=Array([65, Name.w])),
            FirstChar=65,
            LastChar=65,
            Widths=Array([1000]),
            Resources=Dictionary(Font=fonts(pdf)),
            ToUnicode=pdf.make_stream(letters),
        )
        return Dictionary(T=font)

    write(root / "d.pdf", b"BT /T 40 Tf 50 100 Td (A) Tj ET", Font=glyph)
    do.redact_pdf(path="d.pdf", find=["Secret"])
    assert b"0053006500630072" not in b"".join(
        each.read_bytes() for each in pikepdf.open(root / "d.pdf").objects if isinstance(each, pikepdf.Stream)
    )
    assert traces(root / "d.pdf") == []


def test_what_photos_say_about_themselves(do: Any, root: Path) -> None:
    facts = Image.Exif()
    facts[315] = "Secret"
    jpeg, jp2 = io.BytesIO(), io.BytesIO()
    photo().save(jpeg, "JPEG", exif=facts, comment=b"Secret")
    photo().save(jp2, "JPEG2000")
    blob, note = jp2.getvalue(), b"uuid" + bytes(16) + b"<x>Secret</x>"
    at = blob.index(b"jp2c") - 4
    blob = blob[:at] + (len(note) + 4).to_bytes(4, "big") + note + blob[at:]

    def pictures(pdf: pikepdf.Pdf) -> Any:
        made: dict[str, Any] = {}
        for name, data, way in (("/J", jpeg.getvalue(), Name.DCTDecode), ("/K", blob, Name.JPXDecode)):
            each = pikepdf.Stream(pdf, data)
            each.Type, each.Subtype, each.Filter = Name.XObject, Name.Image, way
            each.Width, each.Height, each.BitsPerComponent, each.ColorSpace = 320, 200, 8, Name.DeviceRGB
            made[name] = each
        return Dictionary(made)

    content = SHOWN + b"q 90 0 0 60 10 10 cm /J Do Q q 90 0 0 60 200 10 cm /K Do Q"
    write(root / "a.pdf", content, XObject=pictures)
    before = [shown for shown, _ in pictures_of(root / "a.pdf")]
    done = do.redact_pdf(path="a.pdf", find=["Secret"], target="b.pdf")
    assert "facts inside photos: 2" in done.removed and traces(root / "b.pdf") == []
    assert [shown for shown, _ in pictures_of(root / "b.pdf")] == before, "no pixel is another"
    box = PageArea(page=1, box=[20, 240, 40, 260])
    do.redact_pdf(path="a.pdf", areas=[PageArea(page=1, box=[40, 85, 150, 105]), box], target="c.pdf")
    assert b"Secret" in pictures_of(root / "a.pdf")[0][1] and b"Secret" not in pictures_of(root / "c.pdf")[0][1]


def pictures_of(place: Path) -> list[tuple[bytes, bytes]]:
    """Of each picture, the JPEG first: its pixels, and its own bytes."""
    with pikepdf.open(place) as pdf:
        drawn = sorted(pdf.pages[0].get_images().values(), key=lambda each: "JPX" in str(each.get("/Filter")))
        return [(pikepdf.PdfImage(each).as_pil_image().tobytes(), each.read_raw_bytes()) for each in drawn]


def test_texts_beside_drawings_do_not_stop_a_redaction(do: Any, root: Path) -> None:
    beside = (
        rb"/Span <</ActualText (\376\377\000S\000e\000c\000r\000e\000t)>> BDC 10 10 20 20 re f EMC "
        rb"/Span <</Alt (Secret) /N 4>> BDC 10 40 20 20 re f EMC /X <</Note [(Secret)]>> DP"
    )
    write(root / "a.pdf", SHOWN + beside)
    done = do.redact_pdf(path="a.pdf", find=["Secret"])
    assert "texts beside drawings: 3" in done.removed and traces(root / "a.pdf") == []


@pytest.mark.parametrize(
    ("word", "title"),
    [
        ("Großmann", "Herr Großmann"),
        ("grossmann", "Herr GROẞMANN"),
        ("O'Brien", "Mr O’Brien"),
        ("Zoë", "Zoe\u0308 Winter"),
        ("financial", "ﬁnancial"),
        ("Secret", "Sec\u00adret Sec\u200bret"),
    ],
)
def test_strings_are_compared_as_pages_are(do: Any, root: Path, word: str, title: str) -> None:
    write(root / "a.pdf", change=lambda pdf: pdf.docinfo.__setitem__("/Title", f"Of {title} here"))
    do.redact_pdf(path="a.pdf", find=[word])
    said = do.get_pdf_info(path="a.pdf").properties["title"]
    assert said.startswith("Of ") and said.endswith(" here") and "[redacted]" in said
    assert not any(part in said for part in ("mann", "MANN", "Brien", "Zo", "nancial", "ret"))


def test_marks_of_their_own_belong_to_their_letter(do: Any, root: Path) -> None:
    def font(pdf: pikepdf.Pdf) -> Any:
        made = pdf.make_indirect(Dictionary(helvetica(pdf)))
        made.ToUnicode = pdf.make_stream(
            b"begincmap 1 begincodespacerange <00> <FF> endcodespacerange 4 beginbfchar <5A> <005A> <6F> <006F> "
            b"<65> <0065> <7E> <0308> endbfchar endcmap"
        )
        return Dictionary(F=made)

    write(root / "a.pdf", b"BT /F 12 Tf 50 200 Td (Zoe~) Tj ET", Font=font)
    assert do.search_pdf(path="a.pdf", query="Zoë").total == 1
    do.redact_pdf(path="a.pdf", find=["Zoë"])
    assert "Zo" not in text_of(root / "a.pdf")


def test_spread_letters_are_said(do: Any, root: Path) -> None:
    letters = b" ".join(b"(%c) Tj 40 0 Td" % letter for letter in b"Secret")
    spread = b"BT /F 12 Tf 50 100 Td " + letters + b" ET"
    write(root / "a.pdf", SHOWN + spread)
    write(root / "c.pdf", spread)
    for name in ("a.pdf", "c.pdf"):
        with pytest.raises(ToolError, match="page 1 may show 'Secret' in spread letters"):
            do.redact_pdf(path=name, find=["Secret"])


def test_lines_and_clips_in_a_box_are_cut(do: Any, root: Path) -> None:
    """A signature that reaches out of the box loses its part there; a shape of letters is no shape any more."""
    signed = b"2 w 50 200 m 60 210 l 70 195 l 80 212 l 190.5 200 l S "
    letters = b"q 55 205 m 57 209 l 59 205 l 61.25 209 l 63 205 l 65 209 l h W n 0 0 1 rg 0 0 300 300 re f Q"
    write(root / "a.pdf", signed + letters)
    do.redact_pdf(path="a.pdf", areas=[PageArea(page=1, box=[40, 80, 75, 110])])
    with pikepdf.open(root / "a.pdf") as pdf:
        content = b"".join(each.read_bytes() for each in pdf.pages[0].Contents)
    assert b"60 210" not in content and b"190.5 200 l" in content and b"61.25" not in content


def test_a_button_in_a_box_loses_its_caption_and_a_signature_is_said(do: Any, root: Path) -> None:
    def change(pdf: pikepdf.Pdf) -> None:
        button = Dictionary(Type=Name.Annot, Subtype=Name.Widget, FT=Name.Btn, Ff=65536, T=String("b"))
        button.Rect, button.MK, button.TU = Array([50, 195, 100, 215]), Dictionary(CA=String("Secret")), "Secret"
        signed = Dictionary(
            Type=Name.Annot, Subtype=Name.Widget, FT=Name.Sig, T=String("sig"), Rect=Array([0, 0, 0, 0])
        )
        signed.V = Dictionary(Type=Name.Sig, Contents=String(b"\0\1"))
        fields = Array([pdf.make_indirect(button), pdf.make_indirect(signed)])
        pdf.pages[0].Annots, pdf.Root.AcroForm = fields, Dictionary(Fields=Array(list(fields)))

    write(root / "a.pdf", b"", change)
    done = do.redact_pdf(path="a.pdf", areas=[PageArea(page=1, box=[40, 80, 120, 110])])
    assert traces(root / "a.pdf") == [] and any("signed (sig)" in each for each in done.warnings)


def test_no_letter_of_a_word_is_left_where_the_font_says_no_widths(do: Any, root: Path) -> None:
    write(root / "a.pdf", b"BT /C 12 Tf 50 200 Td <0102030402050505> Tj ET")
    done = do.redact_pdf(path="a.pdf", find=["Secret"])
    assert done.removed == ["page 1: 6 letters"] and text_of(root / "a.pdf").strip() == "tt"


def test_patterns_in_compressed_objects(do: Any, root: Path) -> None:
    """Strings in object streams are strings as others."""
    write(root / "a.pdf", change=lambda pdf: pdf.docinfo.__setitem__("/Keywords", "Secret, other"))
    with pikepdf.open(root / "a.pdf") as pdf:
        pdf.save(root / "b.pdf", object_stream_mode=pikepdf.ObjectStreamMode.generate)
    assert b"Secret, other" not in (root / "b.pdf").read_bytes()
    do.redact_pdf(path="b.pdf", find=["Secret"])
    assert traces(root / "b.pdf") == [] and do.get_pdf_info(path="b.pdf").properties["keywords"] == "[redacted], other"
