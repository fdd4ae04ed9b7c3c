"""Files that are no PDFs, broken ones and malicious ones: each its own clear error, quick, and nothing written."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from deskworld_kit import ToolError
from deskworld_pdf.arguments import PageArea
from deskworld_pdf.assembling import Source
from servers.pdf.samples import by_hand, helvetica, text_of

READS = ("get_pdf_info", "inspect_pdf", "read_pdf_text", "render_pdf_pages", "extract_pdf_tables")


def all_calls(do: Any, name: str) -> list[Callable[[], Any]]:
    return [
        *(lambda tool=tool: getattr(do, tool)(path=name) for tool in READS),
        lambda: do.search_pdf(path=name, query="x"),
        lambda: do.stamp_pdf(path=name, text="x"),
        lambda: do.rotate_pdf_pages(path=name, degrees=90),
        lambda: do.merge_pdfs(sources=[Source(path=name)], target="new.pdf"),
        lambda: do.redact_pdf(path=name, areas=[PageArea(page=1, box=[0, 0, 50, 50])]),
        lambda: do.compress_pdf(path=name),
        lambda: do.encrypt_pdf(path=name, password="x"),
        lambda: do.pdf_to_markdown(path=name),
        lambda: do.add_pdf_text_layer(path=name),
        lambda: do.split_pdf(path=name, folder="parts"),
    ]


def office(part: str) -> bytes:
    """A package with one part, which says of which program it is."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as package:
        package.writestr(part, "<x/>")
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("empty.pdf", b"", "is empty"),
        ("blank.pdf", b" \n ", "is empty"),
        ("text.pdf", b"just words", "plain text"),
        ("archive.pdf", b"PK\x03\x04" + bytes(99), "a zip archive"),
        ("word.pdf", office("word/document.xml"), "a Word document; the docs tools read it"),
        ("table.pdf", office("xl/workbook.xml"), "an Excel workbook; the sheets tools read it"),
        ("picture.pdf", b"\x89PNG\r\n" + bytes(99), "a PNG picture"),
        ("page.pdf", b"<html></html>", "HTML"),
        ("script.pdf", b"%!PS-Adobe-3.0\n", "PostScript"),
        ("cut.pdf", b"%PDF-1.7\n1 0 obj\n<<", "damaged"),
        ("absent.pdf", None, "no file"),
    ],
)
def test_each_wrong_file_has_its_own_words(do: Any, root: Path, name: str, content: bytes | None, words: str) -> None:
    if content is not None:
        (root / name).write_bytes(content)
    for call in all_calls(do, name):
        with pytest.raises(ToolError, match=words):
            call()
    assert [path.name for path in root.iterdir()] == ([name] if content is not None else [])


def test_a_folder_and_a_file_without_pages(do: Any, root: Path) -> None:
    (root / "folder.pdf").mkdir()
    for call in all_calls(do, "folder.pdf"):
        with pytest.raises(ToolError, match="is a folder"):
            call()
    with pikepdf.new() as pdf:
        pdf.save(root / "none.pdf")
    for call in all_calls(do, "none.pdf")[3:7]:
        with pytest.raises(ToolError, match="no pages"):
            call()


def test_a_broken_table_of_objects_is_mended_and_said(do: Any, root: Path, report: str) -> None:
    blob = (root / report).read_bytes()
    at = blob.rindex(b"xref", 0, blob.rindex(b"startxref"))
    (root / "broken.pdf").write_bytes(blob[:at] + b"xref garbage" + blob[at + 12 :])
    seen = do.inspect_pdf(path="broken.pdf")
    assert "damage" in {each.kind for each in seen.items}
    assert "freight" in do.read_pdf_text(path="broken.pdf").pages[0].text
    do.stamp_pdf(path="broken.pdf", text="mended", position="top")
    assert "mended" in text_of(root / "broken.pdf") and do.inspect_pdf(path="broken.pdf").counts == []


def test_a_page_tree_that_bites_its_tail(do: Any, root: Path) -> None:
    (root / "loop.pdf").write_bytes(
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
        b"2 0 obj<</Type/Pages/Kids[2 0 R 3 0 R]/Count 2>>endobj\n"
        b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF"
    )
    for call in all_calls(do, "loop.pdf"):
        with suppress(ToolError):  # any other error fails the test
            call()


def test_outlines_fields_and_forms_that_never_end(do: Any, root: Path, report: str) -> None:
    with pikepdf.open(root / report, allow_overwriting_input=True) as pdf:
        first = pdf.Root.Outlines.First
        first.Next = first
        first.First = pdf.Root.Outlines.First
        field = pdf.make_indirect(pikepdf.Dictionary(FT=pikepdf.Name.Tx, T="a"))
        field.Kids, field.Parent = pikepdf.Array([field]), field
        pdf.Root.AcroForm = pikepdf.Dictionary(Fields=[field])
        form = pdf.make_stream(b"/X Do")
        form.Type, form.Subtype, form.BBox = pikepdf.Name.XObject, pikepdf.Name.Form, pikepdf.Array([0, 0, 9, 9])
        form.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(X=form))
        pdf.pages[0].add_resource(form, pikepdf.Name.XObject, pikepdf.Name.X)
        pdf.pages[0].contents_add(b"/X Do", prepend=False)
        pdf.save()
    assert do.get_pdf_outline(path=report).total == 1
    assert do.get_pdf_info(path=report).pages == 2
    do.inspect_pdf(path=report)
    do.redact_pdf(path=report, areas=[PageArea(page=1, box=[0, 0, 300, 300])])
    do.extract_pdf_images(path=report, folder="out")
    do.compress_pdf(path=report)
    do.delete_pdf_pages(path=report, pages=[2])


@pytest.mark.parametrize("twice", [False, True])
def test_a_stream_that_would_fill_the_memory_is_not_unpacked(do: Any, root: Path, twice: bool) -> None:
    bomb = zlib.compress(bytes(300 << 20), 1)
    filters: Any = pikepdf.Name.FlateDecode
    if twice:
        bomb, filters = zlib.compress(bomb), pikepdf.Array([pikepdf.Name.FlateDecode, pikepdf.Name.FlateDecode])
    by_hand(root / "a.pdf", b" ", lambda pdf: pikepdf.Dictionary())
    with pikepdf.open(root / "a.pdf", allow_overwriting_input=True) as pdf:
        stream = pikepdf.Stream(pdf, bomb)
        stream.Filter = filters
        pdf.pages[0].Contents = pdf.make_indirect(stream)
        pdf.save(stream_decode_level=pikepdf.StreamDecodeLevel.none, compress_streams=False)
    for call in (
        lambda: do.read_pdf_text(path="a.pdf"),
        lambda: do.stamp_pdf(path="a.pdf", text="x"),
        lambda: do.add_pdf_text_layer(path="a.pdf"),
    ):
        with pytest.raises(ToolError, match="unpacks to over"):
            call()


def test_a_page_as_large_as_a_country_and_one_as_thin_as_a_hair(do: Any, root: Path) -> None:
    for name, size in (("huge.pdf", (1_000_000, 1_000_000)), ("thin.pdf", (2000, 1)), ("dot.pdf", (1, 1))):
        by_hand(root / name, b"0 0 1 1 re f", lambda pdf: pikepdf.Dictionary(), size)
        shown = do.render_pdf_pages(path=name)
        assert shown.pictures[0].width <= 1568 and shown.pictures[0].height <= 1568
        do.inspect_pdf(path=name)
        do.stamp_pdf(path=name, text="x")
        do.compare_pdfs(path=name, other=name)
    assert "huge_page" in {each.kind for each in do.inspect_pdf(path="huge.pdf").items}


def test_names_as_people_give_them_and_paths_that_lead_out(do: Any, root: Path, report: str) -> None:
    for name in ("記帳本.pdf", "Bäcker 😀.pdf", "-start.pdf", 'it\'s "quoted".pdf'):
        done = do.stamp_pdf(path=report, text="x", target=f"sub/{name}")
        assert done.path == f"sub/{name}" and do.get_pdf_info(path=str(root / "sub" / name)).pages == 2
    for path in ("/etc/x.pdf", "../x.pdf", "a/../../x.pdf", "file:///etc/passwd", ""):
        with pytest.raises(ToolError):
            do.get_pdf_info(path=path)
        with pytest.raises(ToolError):
            do.split_pdf(path=report, folder=path or "../up")


def test_a_signed_file_says_that_its_signature_breaks(do: Any, root: Path, report: str) -> None:
    with pikepdf.open(root / report, allow_overwriting_input=True) as pdf:
        value = pikepdf.Dictionary(Type=pikepdf.Name.Sig, Contents=b"\0" * 8, ByteRange=[0, 1, 2, 3])
        field = pikepdf.Dictionary(FT=pikepdf.Name.Sig, T="Chair", V=pdf.make_indirect(value))
        pdf.Root.AcroForm = pikepdf.Dictionary(Fields=[pdf.make_indirect(field)], SigFlags=3)
        pdf.save()
    assert do.get_pdf_info(path=report).signed_by == ["Chair"]
    for done in (
        do.stamp_pdf(path=report, text="x", target="a.pdf"),
        do.compress_pdf(path=report, target="b.pdf"),
        do.merge_pdfs(sources=[Source(path=report)], target="c.pdf"),
    ):
        assert any("sign" in each for each in done.warnings)


def test_the_same_call_gives_the_same_bytes(do: Any, root: Path, report: str) -> None:
    for target in ("a.pdf", "b.pdf"):
        do.stamp_pdf(path=report, text="Page {page}", target=target)
        do.redact_pdf(path=target, find=["ALPHA"])
    assert (root / "a.pdf").read_bytes() == (root / "b.pdf").read_bytes()


def test_a_locked_file_is_read_with_its_password_by_every_tool_that_reads(do: Any, root: Path, report: str) -> None:
    """And every other tool says which one opens it for good."""
    with pikepdf.open(root / report) as pdf:
        pdf.attachments["note.txt"] = b"kept"
        pdf.save(root / "locked.pdf", encryption=pikepdf.Encryption(user="key", owner="other"))
    (root / report).rename(root / "open.pdf")
    reads: dict[str, dict[str, Any]] = {
        **{tool: {} for tool in READS}, "search_pdf": {"query": "freight"}, "get_pdf_outline": {}, "get_pdf_form": {},
        "list_pdf_annotations": {}, "compare_pdfs": {"other": "open.pdf"}, "extract_pdf_images": {"folder": "images"},
        "extract_pdf_attachments": {"folder": "files"}, "pdf_to_markdown": {"target": "a.md"},
    }  # fmt: skip
    for tool, arguments in reads.items():
        opened, locked = (getattr(do, tool)(path=name, **arguments, **({"password": "key"} if name[0] == "l" else {}))
                          for name in ("open.pdf", "locked.pdf"))  # fmt: skip
        if tool in ("read_pdf_text", "extract_pdf_tables"):
            kept = "pages" if tool == "read_pdf_text" else "tables"
            assert getattr(opened, kept) == getattr(locked, kept)
        with pytest.raises(ToolError, match=r"password: pass `password` .* decrypt_pdf"):
            getattr(do, tool)(path="locked.pdf", **arguments)
        with pytest.raises(ToolError, match="does not open the file"):
            getattr(do, tool)(path="locked.pdf", **arguments, password="wrong")
    assert (root / "files" / "note.txt").read_bytes() == b"kept"
    for call in all_calls(do, "locked.pdf")[6:]:
        with pytest.raises(ToolError, match=r"decrypt_pdf|is encrypted already"):
            call()


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"BT /F 12 Tf 3 Tr 50 200 Td (quiet words) Tj ET", "without ink"),
        (b"BT /F 0.01 Tf 50 200 Td (quiet words) Tj ET", "of no size"),
        (b"BT /F 12 Tf 0.001 0 0 0.001 50 200 Tm (quiet words) Tj ET", "of no size"),
        (b"/G gs BT /F 12 Tf 50 200 Td (quiet words) Tj ET", "see-through"),
        (b"1 g BT /F 12 Tf 50 200 Td (quiet words) Tj ET", "in the colour behind it"),
        (b"1 1 0 rg 20 180 200 60 re f BT /F 12 Tf 50 200 Td (quiet words) Tj ET 0 g 40 190 90 30 re f", "covered, "),
        (b"0 0 1 rg 20 180 200 60 re f 1 g BT /F 12 Tf 50 200 Td (white on blue) Tj ET", ""),
        (b"BT /F 12 Tf 50 200 Td (underlined) Tj ET 50 197 60 1 re f 48 195 70 20 re S", ""),
    ],
)
def test_text_that_nobody_sees_is_said(do: Any, root: Path, content: bytes, why: str) -> None:
    def resources(pdf: pikepdf.Pdf) -> Any:
        clear = pikepdf.Dictionary(ca=0)
        return pikepdf.Dictionary(Font=pikepdf.Dictionary(F=helvetica(pdf)), ExtGState=pikepdf.Dictionary(G=clear))

    by_hand(root / "a.pdf", b"BT /F 12 Tf 50 100 Td (plain words) Tj ET " + content, resources)
    said = [each.message for each in do.inspect_pdf(path="a.pdf").items if each.kind == "hidden_text"]
    assert [why in each for each in said] == ([True] if why else [])
    assert not said or said[0].startswith("1 text can't be seen: ")


def test_text_on_a_layer_that_is_off_is_said(do: Any, root: Path) -> None:
    def resources(pdf: pikepdf.Pdf) -> Any:
        on, off = (pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.OCG, Name=name)) for name in ("On", "Off"))
        pdf.Root.OCProperties = pikepdf.Dictionary(OCGs=[on, off], D=pikepdf.Dictionary(ON=[on], OFF=[off]))
        properties = pikepdf.Dictionary(A=on, B=off)
        return pikepdf.Dictionary(Font=pikepdf.Dictionary(F=helvetica(pdf)), Properties=properties)

    shown = b"/OC /A BDC BT /F 12 Tf 50 200 Td (layer on) Tj ET EMC "
    by_hand(root / "a.pdf", shown + b"/OC /B BDC BT /F 12 Tf 50 100 Td (quiet words) Tj ET EMC", resources)
    (said,) = [each for each in do.inspect_pdf(path="a.pdf").items if each.kind == "hidden_text"]
    assert "layer that is off" in said.message and 190 < said.box[1] < 210


def test_a_page_that_brings_no_font_is_still_redacted(do: Any, root: Path) -> None:
    by_hand(root / "a.pdf", b"BT /Lost 12 Tf 50 200 Td (Top secret plan) Tj ET", lambda pdf: pikepdf.Dictionary())
    done = do.redact_pdf(path="a.pdf", find=["secret"], target="b.pdf")
    assert done.matches == 1 and "secret" not in text_of(root / "b.pdf") and "plan" in text_of(root / "b.pdf")


def test_attachments_of_any_name_are_kept_apart(do: Any, root: Path, report: str) -> None:
    with pikepdf.open(root / report) as pdf:
        for name in ("../../a.txt", "..\\..\\A.txt", "nul\0l.txt"):
            pdf.attachments[name] = pikepdf.AttachedFileSpec(pdf, name.encode(), filename=name)
        pdf.save(root / "odd.pdf")
    saved = do.extract_pdf_attachments(path="odd.pdf", folder="files")
    assert len(set(saved.files)) == len(saved.files) == 2 and len(saved.failures) == 1
    assert {path.read_bytes() for path in (root / "files").iterdir()} == {b"../../a.txt", b"..\\..\\A.txt"}
    merged = do.merge_pdfs(sources=[Source(path=report), Source(path="odd.pdf")], target="m.pdf")
    assert any("can't be unpacked: left out" in each for each in merged.warnings)


def test_an_xfa_form_is_said_to_be_one(do: Any, root: Path, report: str) -> None:
    with pikepdf.open(root / report) as pdf:
        pdf.Root.AcroForm = pikepdf.Dictionary(Fields=pikepdf.Array(), XFA=pdf.make_stream(b"<xdp/>"))
        pdf.save(root / "xfa.pdf")
    with pytest.raises(ToolError, match="XFA only"):
        do.fill_pdf_form(path="xfa.pdf", values=[], flatten=True)
