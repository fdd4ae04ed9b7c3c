"""What a file really is, before it is opened: each wrong kind has its own plain answer."""

from __future__ import annotations

import zipfile
from pathlib import Path

from deskworld_kit import ToolError

from .markup import STRICT
from .package import Package

SUFFIXES = (".xlsx", ".xlsm", ".xltx", ".xltm")
_OLE = bytes.fromhex("d0cf11e0a1b11ae1")
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")


def open_package(path: Path, argument: str = "path") -> Package:
    """The workbook's package, or an error that says what the file is instead."""
    wrong = what_else(path)
    if wrong:
        raise ToolError(f"{path.name} {wrong}", argument=argument)
    try:
        package = Package(path)
        found = package.related("", "officeDocument")
        types = package.content_type(found[0].target) if found else ""
    except (zipfile.BadZipFile, KeyError, EOFError, OSError, SyntaxError) as error:
        raise ToolError(
            f"{path.name} is damaged and cannot be read as a workbook ({error})", argument=argument
        ) from error
    if "spreadsheetml" not in types and "ms-excel.sheet" not in types and "ms-excel.template" not in types:
        package.close()
        kind = (
            "a Word document" if "wordprocessingml" in types else "a presentation" if "presentationml" in types else ""
        )
        kind = kind or ("a binary workbook (.xlsb)" if "binary" in types else "no workbook")
        raise ToolError(f"{path.name} is {kind}; save it as .xlsx first", argument=argument)
    with package.stream(found[0].target) as stream:
        if STRICT in stream.read(2000):
            package.close()
            raise ToolError(
                f"{path.name} is a Strict Open XML workbook; save it as an ordinary .xlsx first", argument=argument
            )
    return package


def what_else(path: Path) -> str:
    """What a file that is no zip is; empty for a zip."""
    with path.open("rb") as file:
        head = file.read(8)
        if head.startswith(b"PK\x03\x04"):
            file.seek(30)
            if file.read(46).startswith(b"mimetypeapplication/vnd.oasis.opendocument"):
                return "is an OpenDocument file; save it as .xlsx first (convert_workbook does)"
            return ""
        if not head:
            return "is empty (0 bytes), so it is no workbook; create_workbook makes one"
        if head.startswith(_OLE):
            if _holds(path, _ENCRYPTED):
                return "is encrypted with a password; set_workbook_password takes it off (current)"
            return "is an old .xls workbook; save it as .xlsx first (convert_workbook does)"
        if head.startswith(b"%PDF"):
            return "is a PDF, no workbook"
        file.seek(0)
        start = file.read(4096)
    if b"\x00" not in start:
        first = start.lstrip().lower()
        if first.startswith((b"<html", b"<!doctype", b"<table")):
            return "is a web page with the wrong suffix, no workbook"
        return (
            "is a text file (a CSV, by the look of it) with a workbook's suffix; rename it to .csv and use import_csv"
        )
    return "is no workbook: it is not even a zip file"


def _holds(path: Path, wanted: bytes) -> bool:
    with path.open("rb") as file:
        tail = b""
        while piece := file.read(1 << 20):
            if wanted in tail + piece:
                return True
            tail = piece[-len(wanted) :]
    return False
