"""Files that are no PDF, in spite of their name or of the call: what they are, and which tools read them."""

from __future__ import annotations

from pathlib import Path

_OFFICE = {
    ".docx": "a Word document; the docs tools read it, export_document_pdf makes a PDF of it",
    ".pptx": "a PowerPoint deck; the slides tools read it, export_deck_pdf makes a PDF of it",
    ".xlsx": "an Excel workbook; the sheets tools read it, export_workbook_pdf makes a PDF of it",
    ".xlsb": "an Excel workbook in binary form; save it as .xlsx, then the sheets tools read it",
    ".odt": "an OpenDocument text; the docs tools read it",
    ".odp": "an OpenDocument presentation; the slides tools read it",
    ".ods": "an OpenDocument table; the sheets tools read it",
}
_PICTURE = "the image and ocr tools read it, pdf_from_images makes a PDF of it"
_SIGNS = (
    (b"PK\x03\x04", "a zip archive"),
    (b"\x89PNG", f"a PNG picture; {_PICTURE}"),
    (b"\xff\xd8\xff", f"a JPEG picture; {_PICTURE}"),
    (b"GIF8", f"a GIF picture; {_PICTURE}"),
    (b"{\\rtf", "an RTF document; the docs tools read it"),
    (b"%!PS", "PostScript"),
    (b"\xd0\xcf\x11\xe0", "an old Office file (.doc, .xls, .ppt) or one with a password"),
    (b"<", "HTML or XML text"),
)


def what_it_is(place: Path, blob: bytes) -> str:
    """What a file is that is no PDF, by its content."""
    from deskworld_artifacts.kinds import suffix_inside

    start = blob.lstrip()[:16]
    office = _OFFICE.get(suffix_inside(place), "") if start.startswith(b"PK") else ""
    kind = office or next((kind for sign, kind in _SIGNS if start.startswith(sign)), "")
    return kind or ("something else" if b"\0" in blob[:2048] else "plain text")
