"""Files that are no documents, paths that lead elsewhere: each its own clear error, and nothing written."""

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import ToolError

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600
STRICT = b'<w:document xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main"/>'


def packed(**members: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as package:
        for name, data in members.items():
            package.writestr(name.replace("__", "/") + ".xml", data)
    return stream.getvalue()


WRONG = [
    ("old.doc", OLE, "old .doc format"),
    ("renamed.docx", OLE, "old Office format"),
    ("locked.docx", OLE + "EncryptedPackage".encode("utf-16-le"), "password"),
    ("empty.docx", b"", "is empty"),
    ("page.docx", b"<html>", "HTML"),
    ("paper.docx", b"%PDF-1.7", "a PDF"),
    ("text.docx", b"Dear reader", "plain text"),
    ("cut.docx", b"PK\x03\x04 and then nothing", "damaged"),
    ("deck.docx", packed(ppt__presentation=b"<x/>"), "a PowerPoint deck"),
    ("book.docx", packed(xl__workbook=b"<x/>"), "an Excel workbook"),
    ("zip.docx", packed(a=b"<x/>"), "a zip archive without one"),
    ("hollow.docx", packed(word__document=b"<x/>"), "damaged"),
    ("strict.docx", packed(word__document=STRICT), "Strict"),
    ("bomb.docx", packed(word__document=b"\0" * (600 << 20)), "too much"),
    ("absent.docx", None, "no file"),
]


@pytest.mark.parametrize(("name", "content", "words"), WRONG, ids=[name for name, _, _ in WRONG])
def test_each_wrong_file_has_its_own_words(do: Any, root: Path, name: str, content: Any, words: str) -> None:
    if content is not None:
        (root / name).write_bytes(content)
    for call in (
        lambda: do.read_document(path=name),
        lambda: do.update_block(path=name, block="1", text="x"),
        lambda: do.create_document(path="new.docx", template=name),
        lambda: do.document_to_markdown(path=name),
    ):
        with pytest.raises(ToolError, match=words):
            call()
    assert sorted(each.name for each in root.iterdir()) == ([name] if content is not None else [])


@pytest.mark.parametrize(
    "path", ["/etc/x.docx", "../x.docx", "a/../../x.docx", '=webservice("http://x")', "file:///etc/passwd", ""]
)
def test_paths_that_lead_outside(do: Any, report: str, path: str) -> None:
    for call in (
        lambda: do.create_document(path=path),
        lambda: do.read_document(path=path),
        lambda: do.add_document_picture(path=report, picture=path),
        lambda: do.document_to_markdown(path=report, target=path or "../x.md"),
        lambda: do.document_from_markdown(path="a.docx", source=path or "../x.md"),
    ):
        with pytest.raises(ToolError):
            call()


def test_a_picture_can_not_lead_outside(do: Any, root: Path, tmp_path: Path, photo: str, parts: Any) -> None:
    (tmp_path / "secret.png").write_bytes((root / photo).read_bytes())
    (root / "link.png").symlink_to(tmp_path / "secret.png")
    text = f"![a](../secret.png) ![b]({tmp_path}/secret.png) ![c](link.png) ![d](https://x.example/y.png)"
    made = do.document_from_markdown(path="a.docx", markdown=text)
    assert len(made.warnings) == 4 and not any("media" in name for name in parts(root / "a.docx"))


@pytest.mark.parametrize("name", ["記帳本.docx", "Bäcker 😀.docx", "-start.docx", 'it\'s "quoted".docx'])
def test_names_as_people_give_them(do: Any, root: Path, name: str) -> None:
    do.create_document(path=f"sub/{name}", title="Hi")
    added = do.insert_block(path=str(root / "sub" / name), text="Two")
    assert added.path == f"sub/{name}" and do.get_document_info(path=f"./sub/../sub/{name}").blocks == 2


def test_a_failed_call_leaves_the_file_alone(do: Any, root: Path, report: str) -> None:
    before = (root / report).read_bytes()
    for call in (
        lambda: do.update_block(path=report, block="99", text="x"),
        lambda: do.insert_block(path=report, text="x", style="Nope"),
        lambda: do.insert_block(path=report, text="   "),
        lambda: do.delete_blocks(path=report, blocks=["1", "99"]),
        lambda: do.create_document(path="report.odt"),
        lambda: do.add_document_table(path=report, rows=[]),
    ):
        with pytest.raises(ToolError):
            call()
    assert (root / report).read_bytes() == before and [each.name for each in root.iterdir()] == [report]


def test_a_document_type_is_refused(do: Any, root: Path, report: str) -> None:
    with zipfile.ZipFile(root / report) as old, zipfile.ZipFile(root / "bad.docx", "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "word/document.xml":
                data = data.replace(b"?>", b'?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>', 1)
            new.writestr(name, data)
    with pytest.raises(ToolError, match="document type"):
        do.read_document(path="bad.docx")


def test_texts_that_word_can_not_hold(do: Any, root: Path) -> None:
    do.create_document(path="a.docx", title="a\x00b\x0bc")
    do.insert_block(path="a.docx", text="x\x01y\ud7ff\ufffe z")
    assert do.read_document(path="a.docx").items[1].text.startswith("xy")
