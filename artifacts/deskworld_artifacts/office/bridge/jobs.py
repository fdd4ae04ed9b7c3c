# pyright: basic, reportMissingImports=false
"""The jobs soffice does for us: open a file, do one thing with it, close it.

A job takes the running soffice and plain values and returns what JSON can hold. Files are opened hidden, with macros
and links off, and are never stored where they came from: what a job changes, it changes in memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import contextmanager

import uno
from com.sun.star.document.MacroExecMode import NEVER_EXECUTE
from com.sun.star.document.UpdateDocMode import NO_UPDATE

from .calculating import calculate_sheets, put
from .refusal import Refused
from .sheets import lay_out
from .texts import load_text
from .values import properties

__all__ = ["JOBS", "Refused"]

FILTERS = {
    "com.sun.star.text.TextDocument": {
        "pdf": "writer_pdf_Export",
        "docx": "MS Word 2007 XML",
        "doc": "MS Word 97",
        "odt": "writer8",
        "rtf": "Rich Text Format",
        "html": "HTML (StarWriter)",
        "txt": "Text (encoded)",
    },
    "com.sun.star.sheet.SpreadsheetDocument": {
        "pdf": "calc_pdf_Export",
        "xlsx": "Calc MS Excel 2007 XML",
        "xls": "MS Excel 97",
        "ods": "calc8",
        "csv": "Text - txt - csv (StarCalc)",
        "html": "HTML (StarCalc)",
    },
    "com.sun.star.presentation.PresentationDocument": {
        "pdf": "impress_pdf_Export",
        "pptx": "Impress MS PowerPoint 2007 XML",
        "ppt": "MS PowerPoint 97",
        "odp": "impress8",
    },
    "com.sun.star.drawing.DrawingDocument": {"pdf": "draw_pdf_Export", "odg": "draw8"},
}
OPTIONS = {"csv": "44,34,76,1,,0,false,true,false,false,false,0", "txt": "UTF8"}
# A PDF that is only drawn from: photos pass as they are, which is many times faster than fitting them to a printer.
FOR_PICTURES = {
    "UseLosslessCompression": True,
    "ReduceImageResolution": False,
    "UseTaggedPDF": False,
    "ExportBookmarks": False,
    # A text document's bookmarks become places in the PDF: how its blocks are found on their pages.
    "ExportBookmarksToPDFDestination": True,
}
COMMA_SEPARATED = "Text - txt - csv (StarCalc)"


def convert(
    office, source: str, target: str, separator: str = "", for_pictures: bool = False, comments: bool = True
) -> dict:
    """Write the whole file in the format that the target's suffix names."""
    with opened(office, source, separator, laid_out=not comments or target.lower().endswith(".pdf")) as document:
        export(document, target, **(FOR_PICTURES if for_pictures else {}))
    return {}


def slides(office, source: str, target: str, pages: list[int]) -> dict:
    """Write the slides asked for (none named: all), hidden ones too; say how many there are and which are hidden."""
    with opened(office, source) as document:
        drawn = document.DrawPages
        count = drawn.Count
        wanted = pages or list(range(1, count + 1))
        if not all(1 <= page <= count for page in wanted):
            return {"count": count, "hidden": []}
        hidden = [page for page in wanted if not drawn.getByIndex(page - 1).Visible]
        for page in hidden:
            drawn.getByIndex(page - 1).Visible = True
        export(document, target, **FOR_PICTURES, PageRange=",".join(str(page) for page in sorted(wanted)))
    return {"count": count, "hidden": hidden}


def sheets(
    office, source: str, target: str, pages: list[int], sheet: str, area: str, separator: str = "", bare: bool = False
) -> dict:
    """Write one page a sheet, each as big as the range it shows, and say what each shows."""
    with opened(office, source, separator) as document:
        layout = lay_out(document, pages, sheet, area, bare)
        if layout["shown"]:
            export(document, target, **FOR_PICTURES, **({"ExportNotes": False} if bare else {}))
    return layout


def calculate(office, source: str, known: Sequence[dict] = ()) -> dict:
    """Calculate everything anew, with some areas' values given, and return the values of all formula cells left."""
    with opened(office, source) as document:
        if not document.supportsService("com.sun.star.sheet.SpreadsheetDocument"):
            raise Refused("it is not a workbook")
        for block in known:
            put(document.Sheets.getByName(block["sheet"]), block["area"], block["values"])
        document.calculateAll()
        return {"sheets": calculate_sheets(document)}


def ping(office, source: str = "") -> dict:
    """Ask soffice for anything, to see that it still answers."""
    return {"ready": bool(office.desktop.ImplementationName)}


JOBS = {job.__name__: job for job in (convert, slides, sheets, calculate, ping)}


@contextmanager
def opened(office, path: str, separator: str = "", *, laid_out: bool = True):
    """The file as a document, in memory only; a text that is to be laid out comes without its comments."""
    asked = {"Hidden": True, "MacroExecutionMode": NEVER_EXECUTE, "UpdateDocMode": NO_UPDATE}
    if separator:
        asked.update(FilterName=COMMA_SEPARATED, FilterOptions=f"{ord(separator)},34,76,1")
    address = uno.systemPathToFileUrl(path)
    document = None if separator else load_text(office, address, asked, laid_out=laid_out)
    if document is None:
        document = office.desktop.loadComponentFromURL(address, "_blank", 0, tuple(properties(asked)))
    if document is None:
        raise Refused("LibreOffice cannot open it: it is damaged or protected by a password")
    try:
        yield document
    finally:
        document.close(True)


def export(document, target: str, **details) -> None:
    """Write the document in the format of the target's suffix."""
    suffix = target.rpartition(".")[2].lower()
    offered = next((f for service, f in FILTERS.items() if document.supportsService(service)), {})
    if suffix not in offered:
        raise Refused(f"it cannot become .{suffix}; it can become {', '.join('.' + name for name in offered)}")
    asked = {"FilterName": offered[suffix], "Overwrite": True}
    if suffix in OPTIONS:
        asked["FilterOptions"] = OPTIONS[suffix]
    if details:
        asked["FilterData"] = uno.Any("[]com.sun.star.beans.PropertyValue", tuple(properties(details)))
    document.storeToURL(uno.systemPathToFileUrl(target), tuple(properties(asked)))
