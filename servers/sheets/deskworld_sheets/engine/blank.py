"""A workbook from nothing: the fewest parts that Excel opens without a word."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from deskworld_artifacts.blank import HEAD, OFFICE, package_of, relations_xml, types_xml

from .book import Book
from .markup import NAMESPACES
from .package import Package
from .sheetlist import add_sheet, check_sheet_name
from .styles import EMPTY, STYLES_TYPE


def book(sheets: Sequence[str], label: str) -> Book:
    """A new book with these sheets, all empty."""
    made = Book(Package(_bytes()), label)
    for name in sheets:
        check_sheet_name(made, name, "sheets")
        add_sheet(made, name)
    return made


def _bytes() -> bytes:
    office = NAMESPACES["r"]
    return package_of({
        "[Content_Types].xml": types_xml({
            "xl/workbook.xml": f"{OFFICE}.spreadsheetml.sheet.main+xml",
            "xl/styles.xml": STYLES_TYPE,
            "xl/theme/theme1.xml": f"{OFFICE}.theme+xml",
        }),
        "_rels/.rels": relations_xml(("officeDocument", "xl/workbook.xml")),
        "xl/workbook.xml": f'{HEAD}<workbook xmlns="{NAMESPACES["m"]}" xmlns:r="{office}"><bookViews>'
        '<workbookView xWindow="0" yWindow="0" windowWidth="24000" windowHeight="12000"/></bookViews><sheets/>'
        '<calcPr calcId="191029"/></workbook>',
        "xl/_rels/workbook.xml.rels": relations_xml(("styles", "styles.xml"), ("theme", "theme/theme1.xml")),
        "xl/styles.xml": HEAD + EMPTY,
        "xl/theme/theme1.xml": files("deskworld_sheets.engine").joinpath("theme.xml").read_text("utf-8"),
    })  # fmt: skip
