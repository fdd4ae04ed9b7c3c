"""What a file is, judged by its first bytes and not by its name.

A short table of signatures, a look inside zip files (office documents are zips), and the question whether the rest
is text. `agrees` says whether a name's ending fits what was found, which is how a renamed CSV gives itself away.
"""

import mimetypes
import zipfile
from pathlib import Path

from deskworld_files.texts import NotText, sniff

SIGNATURES: tuple[tuple[int, bytes, str], ...] = (
    (0, b"%PDF-", "application/pdf"),
    (0, b"\x89PNG\r\n\x1a\n", "image/png"),
    (0, b"\xff\xd8\xff", "image/jpeg"),
    (0, b"GIF87a", "image/gif"),
    (0, b"GIF89a", "image/gif"),
    (8, b"WEBP", "image/webp"),
    (0, b"II*\x00", "image/tiff"),
    (0, b"MM\x00*", "image/tiff"),
    (0, b"BM", "image/bmp"),
    (4, b"ftypheic", "image/heic"),
    (4, b"ftypavif", "image/avif"),
    (4, b"ftypqt", "video/quicktime"),
    (4, b"ftypM4A", "audio/mp4"),
    (4, b"ftyp", "video/mp4"),
    (0, b"\x1aE\xdf\xa3", "video/x-matroska"),
    (8, b"AVI ", "video/x-msvideo"),
    (8, b"WAVE", "audio/x-wav"),
    (0, b"ID3", "audio/mpeg"),
    (0, b"\xff\xfb", "audio/mpeg"),
    (0, b"fLaC", "audio/flac"),
    (0, b"OggS", "audio/ogg"),
    (0, b"SQLite format 3\x00", "application/vnd.sqlite3"),
    (0, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/x-ole-storage"),
    (0, b"\x1f\x8b", "application/gzip"),
    (0, b"BZh", "application/x-bzip2"),
    (0, b"\xfd7zXZ\x00", "application/x-xz"),
    (0, b"7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"),
    (0, b"Rar!", "application/vnd.rar"),
    (257, b"ustar", "application/x-tar"),
    (0, b"\x7fELF", "application/x-executable"),
)

# The part that only this kind of office file has, and what the file then is.
INSIDE_ZIP: tuple[tuple[str, str], ...] = (
    ("xl/workbook.xml", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ("ppt/presentation.xml", "application/vnd.openxmlformats-officedocument.presentationml.presentation"),
    ("word/document.xml", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    ("META-INF/container.xml", "application/epub+zip"),
)

# Endings whose usual name differs from what the bytes say, without being wrong.
ALIKE: dict[str, str] = {
    "application/x-ole-storage": ".doc .xls .ppt .msg",
    "application/zip": ".zip .jar .docx .xlsx .pptx",
    "application/gzip": ".gz .tgz",
    "application/x-bzip2": ".bz2 .tbz2",
    "application/x-xz": ".xz .txz",
    "application/x-tar": ".tar",
    "application/vnd.sqlite3": ".db .sqlite .sqlite3",
    "audio/mp4": ".m4a .mp4",
    "video/mp4": ".mp4 .m4v .m4a",
    "video/x-matroska": ".mkv .webm",
    "image/tiff": ".tif .tiff",
    "image/heic": ".heic .heif",
}

_BINARY = """
.pdf .png .jpg .jpeg .gif .webp .bmp .tif .tiff .heic .xlsx .xls .xlsm .docx .doc .pptx .ppt .odt .ods .odp
.zip .tar .gz .tgz .bz2 .xz .7z .rar .mp3 .wav .flac .ogg .m4a .mp4 .mov .mkv .webm .avi .sqlite .db .ttf .otf
"""
BINARY_ENDINGS = frozenset(_BINARY.split())
"""Names that promise something other than text."""


def type_of(path: Path) -> str:
    """The media type of a file's content."""
    with path.open("rb") as stream:
        head = stream.read(512)
    if not head:
        return "application/x-empty"
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _inside_zip(path)
    for offset, mark, media_type in SIGNATURES:
        if head[offset : offset + len(mark)] == mark:
            return media_type
    try:
        sniff(path)
    except NotText:
        return "application/octet-stream"
    named = mimetypes.guess_type(path.name)[0] or "text/plain"
    textual = named.startswith("text/") or named.endswith(("json", "xml", "javascript", "yaml"))
    return named if textual else "text/plain"


def agrees(path: Path, media_type: str) -> bool:
    """Whether the ending of the name fits the content."""
    ending = path.suffix.lower()
    if not ending or media_type == "application/x-empty":
        return True
    if media_type in ALIKE:
        return ending in ALIKE[media_type].split()
    if media_type.startswith("text/") or media_type.endswith(("json", "xml", "javascript", "yaml")):
        return ending not in BINARY_ENDINGS
    if media_type == "application/octet-stream":
        return True
    return ending in {*mimetypes.guess_all_extensions(media_type), mimetypes.guess_extension(media_type)}


def _inside_zip(path: Path) -> str:
    try:
        with zipfile.ZipFile(path) as archive:
            names = set(archive.namelist())
            if "mimetype" in names and archive.getinfo("mimetype").file_size < 200:
                return archive.read("mimetype").decode("ascii", "replace").strip()
    except (zipfile.BadZipFile, RuntimeError, OSError):
        return "application/zip"
    return next((media_type for part, media_type in INSIDE_ZIP if part in names), "application/zip")
