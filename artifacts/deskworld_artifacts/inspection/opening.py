"""What a file really is, before a reader trusts its name.

A suffix is a claim. Here the first bytes are held against it, and whatever can't be read is refused with the reason: an
empty file, text under an office suffix, an encrypted or a legacy office file, an archive that is not the document it says
it is, one that would unpack to more than anyone means to read, or one that was cut off.
"""

import zipfile
from pathlib import Path

from .errors import InspectError

KINDS = {
    ".pptx": "deck", ".pptm": "deck",
    ".xlsx": "workbook", ".xlsm": "workbook",
    ".docx": "document", ".docm": "document",
    ".pdf": "pdf",
    ".png": "image", ".jpg": "image", ".jpeg": "image", ".gif": "image", ".webp": "image", ".bmp": "image",
    ".tif": "image", ".tiff": "image", ".ico": "image",
    ".html": "html", ".htm": "html", ".xhtml": "html",
    ".md": "markdown", ".markdown": "markdown",
}  # fmt: skip
"""Which reader a suffix asks for; every other suffix is read as text."""

_LEGACY = {".ppt": ".pptx", ".pps": ".pptx", ".xls": ".xlsx", ".xlt": ".xlsx", ".doc": ".docx", ".dot": ".docx"}
_MAIN_PART = {"deck": "ppt/", "workbook": "xl/", "document": "word/"}
_NOUN = {"deck": "a PowerPoint deck", "workbook": "an Excel workbook", "document": "a Word document"}

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ZIP = b"PK\x03\x04"

MAX_BYTES = 512 * 1024 * 1024
"""The largest file, or unpacked archive, that is read at all."""
MAX_MEMBERS = 20_000
"""The most parts an office file may have."""


def kind_of(path: Path) -> str:
    """The kind of reader for this file, after its content was held against its name; InspectError where it can't be read."""
    suffix = path.suffix.lower()
    if not path.is_file():
        raise InspectError(f"{path.name}: there is no such file")
    size = path.stat().st_size
    if size == 0:
        raise InspectError(f"{path.name} is empty (0 bytes)")
    if size > MAX_BYTES:
        raise InspectError(f"{path.name} has {size:,} bytes; files over {MAX_BYTES:,} bytes are not inspected")
    if suffix in _LEGACY:
        raise InspectError(
            f"{path.name} is a legacy {suffix} file, which can't be inspected; convert it to {_LEGACY[suffix]} first"
        )
    kind = KINDS.get(suffix, "text")
    with path.open("rb") as file:
        head = file.read(1024)
    if kind in _MAIN_PART:
        _check_office(path, kind, head)
    elif kind == "pdf" and b"%PDF-" not in head:
        raise InspectError(f"{path.name} is not a PDF file: it holds {_looks_like(head)}")
    return kind


def _check_office(path: Path, kind: str, head: bytes) -> None:
    noun = _NOUN[kind]
    if head.startswith(_OLE):
        # An encrypted package and a legacy file share the container; the stream's name (UTF-16) tells them apart.
        if "EncryptedPackage".encode("utf-16-le") in path.read_bytes():
            raise InspectError(f"{path.name} is encrypted with a password; remove the password first")
        raise InspectError(
            f"{path.name} is a legacy Office file (Office 97-2003) under the name of {noun}; convert it to a real "
            f"{path.suffix.lower()} first"
        )
    if not head.startswith(_ZIP):
        raise InspectError(f"{path.name} is not {noun}: it holds {_looks_like(head)}")
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
    except (zipfile.BadZipFile, OSError) as error:
        raise InspectError(f"{path.name} is damaged: its end is missing, so it was probably cut off") from error
    total = sum(member.file_size for member in members)
    if total > MAX_BYTES or len(members) > MAX_MEMBERS:
        raise InspectError(
            f"{path.name} would unpack to {total:,} bytes in {len(members):,} parts; at most {MAX_BYTES:,} bytes in "
            f"{MAX_MEMBERS:,} parts are read"
        )
    names = {member.filename for member in members}
    if "[Content_Types].xml" not in names:
        raise InspectError(f"{path.name} is a zip archive but not {noun}: it has no [Content_Types].xml")
    if not any(name.startswith(_MAIN_PART[kind]) for name in names):
        real = next((k for k, prefix in _MAIN_PART.items() if any(n.startswith(prefix) for n in names)), "")
        really = f"it is {_NOUN[real]}" if real else f"it has no {_MAIN_PART[kind]} parts"
        raise InspectError(f"{path.name} is not {noun}: {really}")


def _looks_like(head: bytes) -> str:
    """What the first bytes say the file is, in words."""
    known = (
        (b"%PDF-", "a PDF"), (_ZIP, "a zip archive"), (_OLE, "a legacy Office file"), (b"\x89PNG", "a PNG picture"),
        (b"\xff\xd8\xff", "a JPEG picture"), (b"GIF8", "a GIF picture"), (b"{\\rtf", "rich text (RTF)"),
    )  # fmt: skip
    for magic, words in known:
        if head.startswith(magic):
            return words
    if b"\x00" in head:
        return "unknown binary data"
    text = head.lstrip(b"\xef\xbb\xbf \r\n\t").lower()
    if text.startswith((b"<!doctype html", b"<html")):
        return "HTML"
    first = head.splitlines()[0] if head.splitlines() else b""
    if text.startswith(b"<"):
        return "XML text"
    return "delimited text (CSV)" if any(mark in first for mark in (b",", b";", b"\t")) else "plain text"
