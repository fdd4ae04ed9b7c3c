"""Whatever can't be read says why, in words that name the file and what would be right."""

import subprocess
import sys
import zipfile
from pathlib import Path

import openpyxl
import pytest
from deskworld_artifacts import InspectError
from deskworld_artifacts.inspection import inspect, opening
from PIL import Image
from pptx import Presentation

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("empty.xlsx", b"", "empty"),
        ("empty.txt", b"", "empty"),
        ("table.xlsx", b"a,b\n1,2\n", "plain text"),
        ("page.docx", b"<!doctype html><p>x", "HTML"),
        ("secret.xlsx", OLE + b"\0" * 600 + "EncryptedPackage".encode("utf-16-le"), "password"),
        ("old.docx", OLE + b"\0" * 600, "old binary"),
        ("old.xls", OLE + b"\0" * 600, r"convert it to \.xlsx"),
        ("old.ppt", OLE + b"\0" * 600, r"convert it to \.pptx"),
        ("old.doc", OLE + b"\0" * 600, r"convert it to \.docx"),
        ("cut.pptx", b"PK\x03\x04" + b"\0" * 100, "damaged"),
        ("word.pdf", b"just words", "no PDF"),
        ("bad.pdf", b"%PDF-1.7\nnothing", "damaged"),
        ("noise.txt", bytes(range(256)), "binary"),
        ("noise.csv", "привет".encode("koi8-r"), "decoded"),
        ("words.png", b"just words", "not a picture"),
    ],
)
def test_files_that_are_not_what_they_say(tmp_path: Path, name: str, content: bytes, reason: str):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InspectError, match=reason) as caught:
        inspect(tmp_path / name)
    assert name in str(caught.value) and str(tmp_path) not in str(caught.value)


def test_a_file_that_is_not_there(tmp_path: Path):
    with pytest.raises(InspectError, match="no such file"):
        inspect(tmp_path / "none.pptx")


def test_a_zip_that_is_no_office_file_and_a_deck_called_workbook(tmp_path: Path):
    with zipfile.ZipFile(tmp_path / "a.xlsx", "w") as archive:
        archive.writestr("hello.txt", "hello")
    with pytest.raises(InspectError, match="zip archive"):
        inspect(tmp_path / "a.xlsx")
    Presentation().save(str(tmp_path / "b.xlsx"))
    with pytest.raises(InspectError, match="pptx"):
        inspect(tmp_path / "b.xlsx")


def test_a_truncated_workbook_and_a_truncated_picture(tmp_path: Path):
    openpyxl.Workbook().save(tmp_path / "b.xlsx")
    whole = (tmp_path / "b.xlsx").read_bytes()
    (tmp_path / "b.xlsx").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(InspectError, match="damaged"):
        inspect(tmp_path / "b.xlsx")
    Image.effect_noise((200, 200), 50).save(tmp_path / "p.png")
    (tmp_path / "p.png").write_bytes((tmp_path / "p.png").read_bytes()[:5000])
    with pytest.raises(InspectError, match="cut off"):
        inspect(tmp_path / "p.png")


def test_missing_and_garbled_parts(tmp_path: Path):
    openpyxl.Workbook().save(tmp_path / "b.xlsx")
    with zipfile.ZipFile(tmp_path / "b.xlsx") as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    for name, content in (
        ("xl/worksheets/sheet1.xml", None),
        ("xl/worksheets/sheet1.xml", b"<worksheet><row"),
        ("xl/workbook.xml", b"no"),
    ):
        with zipfile.ZipFile(tmp_path / "c.xlsx", "w") as archive:
            for part, original in parts.items():
                if part != name or content is not None:
                    archive.writestr(part, content if part == name and content is not None else original)
        with pytest.raises(InspectError, match="damaged"):
            inspect(tmp_path / "c.xlsx")


def test_archives_that_unpack_to_too_much_stay_packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    Presentation().save(str(tmp_path / "deck.pptx"))
    monkeypatch.setattr(opening, "MAX_BYTES", 50_000)
    with pytest.raises(InspectError, match="would unpack to"):
        inspect(tmp_path / "deck.pptx")


def test_entities_are_not_expanded(tmp_path: Path):
    openpyxl.Workbook().save(tmp_path / "b.xlsx")
    with zipfile.ZipFile(tmp_path / "b.xlsx") as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    cell = b'<c r="A1" t="inlineStr"><is><t>x&e;</t></is></c>'
    opening_tag = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    evil = b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>' + opening_tag
    evil += b'<sheetData><row r="1">' + cell + b"</row></sheetData></worksheet>"
    parts["xl/worksheets/sheet1.xml"] = evil
    with zipfile.ZipFile(tmp_path / "b.xlsx", "w") as archive:
        for part, content in parts.items():
            archive.writestr(part, content)
    assert "root" not in str(inspect(tmp_path / "b.xlsx").sheet(1).value("A1"))  # type: ignore[union-attr]


def test_importing_costs_nothing_heavy():
    heavy = "{'lxml', 'pydantic', 'PIL', 'pptx', 'openpyxl', 'docx', 'pypdfium2'}"
    code = f"import sys, deskworld_artifacts.inspection; print(sorted({heavy} & set(sys.modules)))"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"
