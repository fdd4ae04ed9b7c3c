"""A workbook from nothing: the fewest parts that Excel opens without a word."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from importlib.resources import files

from .book import Book
from .markup import NAMESPACES
from .package import Package
from .sheetlist import add_sheet, check_sheet_name
from .styles import EMPTY, STYLES_TYPE

_OFFICE = NAMESPACES["r"]
_TYPES = (
    f'<Types xmlns="{NAMESPACES["ct"]}">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    '<Override PartName="/xl/workbook.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>'
    f'<Override PartName="/xl/styles.xml" ContentType="{STYLES_TYPE}"/>'
    '<Override PartName="/xl/theme/theme1.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.theme+xml"/></Types>'
)


def book(sheets: Sequence[str], label: str) -> Book:
    """A new book with these sheets, all empty."""
    made = Book(Package(_bytes()), label)
    for name in sheets:
        check_sheet_name(made, name, "sheets")
        add_sheet(made, name)
    return made


def _bytes() -> bytes:
    rels = f'<Relationships xmlns="{NAMESPACES["rel"]}">'
    head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    parts = {
        "[Content_Types].xml": head + _TYPES,
        "_rels/.rels": f'{head}{rels}<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" '
        'Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'{head}<workbook xmlns="{NAMESPACES["m"]}" xmlns:r="{_OFFICE}"><bookViews>'
        '<workbookView xWindow="0" yWindow="0" windowWidth="24000" windowHeight="12000"/></bookViews><sheets/>'
        '<calcPr calcId="191029"/></workbook>',
        "xl/_rels/workbook.xml.rels": f'{head}{rels}<Relationship Id="rId1" Type="{_OFFICE}/styles" '
        f'Target="styles.xml"/><Relationship Id="rId2" Type="{_OFFICE}/theme" Target="theme/theme1.xml"/>'
        "</Relationships>",
        "xl/styles.xml": head + EMPTY,
        "xl/theme/theme1.xml": files("deskworld_sheets.engine").joinpath("theme.xml").read_text("utf-8"),
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(zipfile.ZipInfo(name), text)
    return out.getvalue()
