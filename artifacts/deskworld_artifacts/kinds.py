"""What kind of artifact a file is, and whether it is what its name says.

The suffix says what a file is meant to be; its first bytes say what it is. Where the two differ, where nothing is
inside, or where a password is asked for, the error says so in those words, before any program chokes on the file in
words of its own.
"""

import io
import re
import zipfile
from pathlib import Path
from typing import Literal

from .errors import RenderError

Kind = Literal["deck", "workbook", "table", "document", "pdf", "image", "drawing", "html", "markdown", "text"]

SUFFIXES: dict[Kind, str] = {
    "deck": ".pptx .pptm .ppsx .potx .odp .ppt",
    "workbook": ".xlsx .xlsm .xltx .ods .xls",
    "table": ".csv .tsv",
    "document": ".docx .docm .dotx .odt .rtf .doc",
    "pdf": ".pdf",
    "image": ".png .jpg .jpeg .gif .bmp .tif .tiff .webp .ico .ppm",
    "drawing": ".svg",
    "html": ".html .htm .xhtml",
    "markdown": ".md .markdown",
    "text": ".txt .log .json .jsonl .yaml .yml .toml .xml .ini .srt .vtt .py .js .ts .css .sql .sh",
}
KIND_OF: dict[str, Kind] = {suffix: kind for kind, listed in SUFFIXES.items() for suffix in listed.split()}

PICTURES = ("PNG", "JPEG", "GIF", "BMP", "DIB", "TIFF", "WEBP", "ICO", "PPM")
"""The readers of Pillow that are used. One that is not runs Ghostscript on PostScript, whatever the file is called."""

OLD_BINARY = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
LARGEST_UNPACKED = 2 << 30

_MAIN_PARTS = {
    "ppt/presentation.xml": ".pptx",
    "xl/workbook.xml": ".xlsx",
    "xl/workbook.bin": ".xlsb",
    "word/document.xml": ".docx",
}
_PACKAGES = {
    ".pptx": {".pptx", ".pptm", ".ppsx", ".potx"},
    ".xlsx": {".xlsx", ".xlsm", ".xltx"},
    ".docx": {".docx", ".docm", ".dotx"},
}
_OPEN_DOCUMENT = {
    "application/vnd.oasis.opendocument.presentation": ".odp",
    "application/vnd.oasis.opendocument.spreadsheet": ".ods",
    "application/vnd.oasis.opendocument.text": ".odt",
}
_STARTS = (
    (b"%PDF-", "a PDF"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"{\\rtf", "an RTF document"),
    (b"PK\x03\x04", "a zip archive"),
    (OLD_BINARY, "an old binary Office file (.xls, .doc or .ppt)"),
)


_CALLED = {
    ".docx": ("word/", "a Word document"),
    ".pptx": ("ppt/", "a PowerPoint deck"),
    ".xlsx": ("xl/", "an Excel workbook"),
}
_MAIN_RELATION = re.compile(rb"<[^<>]*/relationships/officeDocument\"[^<>]*>")
_EDITED_BYTES, _EDITED_PARTS = 512 << 20, 20_000
_STRICT = b"http://purl.oclc.org/ooxml/"


def kind_of(path: Path) -> Kind:
    """The kind of an existing file that holds what its suffix says.

    Raises:
        RenderError: when it is missing, empty, of an unknown kind, protected, damaged, or something else by content.
    """
    name, suffix = path.name, path.suffix.lower()
    if not path.is_file():
        raise RenderError(f"{name}: there is no such file")
    if suffix not in KIND_OF:
        raise RenderError(f"{name}: no known kind of file; known are {' '.join(KIND_OF)}")
    if path.stat().st_size == 0:
        raise RenderError(f"{name}: the file is empty (0 bytes)")
    kind = KIND_OF[suffix]
    if any(suffix in same for same in _PACKAGES.values()) or suffix in _OPEN_DOCUMENT.values():
        _check_package(path, suffix)
    elif suffix in (".xls", ".doc", ".ppt") and _head(path)[:8] != OLD_BINARY:
        raise RenderError(f"{name}: this is no {suffix} file but {_really(path)}")
    elif kind == "pdf" and b"%PDF-" not in _head(path):
        raise RenderError(f"{name}: this is no PDF but {_really(path)}")
    return kind


def what_is_wrong(blob: bytes, suffix: str) -> str:
    """Why these bytes are no office package to be edited, as the rest of a sentence that begins with its name; empty
    when they look like one.

    Args:
        blob: A whole file.
        suffix: What it should be: .docx, .pptx or .xlsx.
    """
    folder, called = _CALLED[suffix]
    if not blob:
        return "is empty (0 bytes)"
    if blob.startswith(OLD_BINARY):
        if "EncryptedPackage".encode("utf-16-le") in blob:
            return "is protected by a password; take it off first"
        return f"is in an old Office format in spite of its name; convert it to {suffix} first"
    if not blob.startswith(b"PK"):
        return f"is not {called}: its content is {_called(blob[:1024])}"
    try:
        with zipfile.ZipFile(io.BytesIO(blob)) as package:
            members = package.infolist()
            names = {member.filename for member in members}
            total = sum(member.file_size for member in members)
            if total > _EDITED_BYTES or len(members) > _EDITED_PARTS:
                return f"would unpack to {total:,} bytes in {len(members):,} parts, which is too much to open"
            told = [name for name in ("_rels/.rels", *_MAIN_PARTS) if name in names]
            if any(_STRICT in package.read(name)[:4096] for name in told):
                return f"was saved as Strict Open XML; save it as an ordinary {suffix} first"
    except (zipfile.BadZipFile, OSError, NotImplementedError, RuntimeError, ValueError, EOFError):
        return "is damaged: its zip package can't be read"
    except Exception:  # zlib's own error has no base that says so
        return "is damaged: its zip package can't be unpacked"
    if any(name.startswith(folder) for name in names):
        return ""
    others = (other for top, other in _CALLED.values() if any(name.startswith(top) for name in names))
    return f"is not {called}: its content is {next(others, 'a zip archive without one')}"


def _check_package(path: Path, suffix: str) -> None:
    name = path.name
    if _head(path)[:8] == OLD_BINARY:
        if "EncryptedPackage".encode("utf-16-le") in path.read_bytes():
            raise RenderError(f"{name}: the file is protected by a password; give one without")
        raise RenderError(f"{name}: this is no {suffix} file but {_really(path)}")
    if _head(path)[:2] != b"PK":
        raise RenderError(f"{name}: this is no {suffix} file but {_really(path)}")
    try:
        with zipfile.ZipFile(path) as package:
            inside = _suffix_inside(package)
            if inside in _OPEN_DOCUMENT.values() and b"encryption-data" in package.read("META-INF/manifest.xml"):
                raise RenderError(f"{name}: the file is protected by a password; give one without")
            unpacked = sum(part.file_size for part in package.infolist())
    except (zipfile.BadZipFile, KeyError, OSError, NotImplementedError):
        raise RenderError(f"{name}: the file is damaged: its zip archive is not whole") from None
    if suffix != inside and suffix not in _PACKAGES.get(inside, ()):
        raise RenderError(f"{name}: this is no {suffix} file but {'a ' + inside if inside else 'a zip archive'}")
    if unpacked > LARGEST_UNPACKED:
        raise RenderError(f"{name}: it unpacks to {unpacked >> 20} MB; at most {LARGEST_UNPACKED >> 20} MB are opened")


def suffix_inside(path: Path) -> str:
    """The suffix a packed file should have by what it holds; nothing for what is no office package."""
    try:
        with zipfile.ZipFile(path) as package:
            return _suffix_inside(package)
    except (zipfile.BadZipFile, OSError, RuntimeError, NotImplementedError):
        return ""


def _suffix_inside(package: zipfile.ZipFile) -> str:
    """The suffix a package should have by its main part, or nothing for any other archive."""
    names = set(package.namelist())
    if "mimetype" in names:
        return _OPEN_DOCUMENT.get(package.read("mimetype").decode("ascii", "replace").strip(), "")
    known = next((suffix for part, suffix in _MAIN_PARTS.items() if part in names), "")
    return known or (_by_relation(package) if "_rels/.rels" in names else "")


def _by_relation(package: zipfile.ZipFile) -> str:
    """The suffix by the folder of the main part, which some programs give another name, such as word/document2.xml."""
    found = _MAIN_RELATION.search(package.read("_rels/.rels"))
    target = re.search(rb'Target="/?(word|ppt|xl)/[^"/]+\.xml"', found[0]) if found else None
    return {b"word": ".docx", b"ppt": ".pptx", b"xl": ".xlsx"}[target[1]] if target else ""


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(1024)


def _really(path: Path) -> str:
    """What the file is, by its first bytes."""
    return _called(_head(path))


def _called(head: bytes) -> str:
    for start, what in _STARTS:
        if head.startswith(start):
            return what
    if b"\0" in head:
        return "some other binary file"
    return "an HTML page" if head.lstrip().lower().startswith((b"<!doctype html", b"<html")) else "plain text"
