"""What is no workbook, or not ours to open, each with its own words; and what leads out of the workspace."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import ToolError

OLE = bytes.fromhex("d0cf11e0a1b11ae1")


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("old.xls", OLE + b"\0" * 600 + b"Workbook", "old .xls"),
        ("old.xlsx", OLE + b"\0" * 600 + b"Workbook", "old .xls"),
        ("locked.xlsx", OLE + b"\0" * 600 + "EncryptedPackage".encode("utf-16-le"), "password"),
        ("list.xlsx", b"a,b\n1,2\n", "text file"),
        ("page.xlsx", b"<html><table></table></html>", "web page"),
        ("empty.xlsx", b"", "empty"),
        ("cut.xlsx", b"PK\x03\x04 half of a zip", "damaged"),
        ("noise.xlsx", b"\x00\x01\x02\xff" * 50, "not even a zip"),
        ("paper.xlsx", b"%PDF-1.7", "a PDF"),
    ],
)
def test_each_wrong_file_has_its_own_error(do: Any, root: Path, name: str, data: bytes, words: str) -> None:
    (root / name).write_bytes(data)
    for tool in (do.read_range, do.get_workbook_info):
        with pytest.raises(ToolError, match=words):
            tool(path=name)
    with pytest.raises(ToolError):
        do.write_range(path=name, values=[[1]])
    assert (root / name).read_bytes() == data


def test_other_zips(do: Any, root: Path) -> None:
    with zipfile.ZipFile(root / "plain.xlsx", "w") as made:
        made.writestr("a.txt", "a")
    with pytest.raises(ToolError, match="no workbook"):
        do.read_range(path="plain.xlsx")
    from docx import Document

    Document().save(str(root / "letter.xlsx"))
    with pytest.raises(ToolError, match="a Word document"):
        do.read_range(path="letter.xlsx")
    with zipfile.ZipFile(root / "bomb.xlsx", "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("xl/big.xml", b"0" * (300 << 20))
    with pytest.raises(ToolError, match="more than is safe"):
        do.read_range(path="bomb.xlsx")


@pytest.mark.parametrize("path", ["/etc/x.xlsx", "../x.xlsx", "a/../../x.xlsx"])
def test_paths_stay_inside(do: Any, path: str) -> None:
    for call in (
        lambda: do.create_workbook(path=path),
        lambda: do.read_range(path=path),
        lambda: do.write_range(path=path, values=[[1]]),
    ):
        with pytest.raises(ToolError, match="outside the workspace"):
            call()


def test_links_are_not_followed_out(do: Any, root: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.xlsx").write_bytes(b"x")
    (root / "link.xlsx").symlink_to(tmp_path / "secret.xlsx")
    with pytest.raises(ToolError, match="outside the workspace"):
        do.read_range(path="link.xlsx")


def test_errors_name_what_is_right(do: Any, book: str) -> None:
    with pytest.raises(ToolError, match="'Items', 'Sums'"):
        do.read_range(path=book, sheet="Nope")
    with pytest.raises(ToolError, match="B2:D10"):
        do.read_range(path=book, range="B2-D10")
    with pytest.raises(ToolError, match="exists"):
        do.create_workbook(path=book)
    with pytest.raises(ToolError, match="already has a sheet"):
        do.add_sheet(path=book, name="sums")
    with pytest.raises(ToolError, match="31 characters"):
        do.add_sheet(path=book, name="a/b")


def test_a_failed_edit_changes_nothing(do: Any, root: Path, book: str) -> None:
    before = (root / book).read_bytes()
    with pytest.raises(ToolError):
        do.write_range(path=book, values=[["fine"], ["=cmd|'x'!A1"]])
    assert (root / book).read_bytes() == before
    assert [entry.name for entry in root.iterdir()] == [book]
