"""Tables and whole workbooks in other formats: CSV in and out, PDF out, older workbooks made new."""

from collections.abc import Sequence
from pathlib import Path as File
from typing import Literal

from deskworld_kit import Saved, ToolError, World, tool

from . import engine
from .saving import Path, SheetName, editing, reading, save_as

Delimiter = Literal["", "comma", "semicolon", "tab", "pipe"]
_TARGETS = (".xlsx", ".ods", ".csv", ".pdf", ".html")


class Imported(Saved):
    sheet: str
    range: str
    delimiter: str


class Exported(Saved):
    rows: int
    columns: int


class PdfExported(Saved):
    pages: int


@tool("edit", core=True)
def import_csv(
    world: World,
    source: str,
    path: Path,
    sheet: str = "",
    delimiter: Delimiter = "",
    text_columns: Sequence[str] = (),
) -> Imported:
    """Bring a CSV or other text table into a new sheet; the workbook is made if it is not there.

    Numbers and ISO dates become such; codes like 007 stay text, and nothing becomes a formula.

    Args:
        source: The text file.
        sheet: Name of the new sheet; the file's name if empty.
        delimiter: Found out if empty.
        text_columns: Headings of columns to keep as text.
    """
    file = world.workspace.find(source, argument="source")
    rows, found = engine.delimited.read(file, delimiter, text_columns)
    name = sheet or engine.sheetlist.sheet_name_from(file.stem)
    target = world.workspace.target(path, suffixes=(".xlsx", ".xlsm"))
    if target.exists():
        with editing(world, path) as book:
            if not sheet:
                name = engine.sheetlist.free_sheet_name(book, name)
            engine.sheetlist.check_sheet_name(book, name, "sheet")
            home = engine.sheetlist.add_sheet(book, name)
            area = engine.content.write(book, home, 1, 1, rows)
    else:
        book = engine.blank.book([name], target.name)
        area = engine.content.write(book, book.sheet(), 1, 1, rows)
        save_as(world, book, path)
    return Imported(**book.saved, sheet=name, range=area.name, delimiter=found)


@tool("edit", core=True, idempotent=True)
def export_csv(
    world: World,
    path: Path,
    target: str,
    sheet: SheetName = "",
    range: str = "",
    delimiter: Literal["comma", "semicolon", "tab", "pipe"] = "comma",
) -> Exported:
    """Write a sheet's or a range's values to a CSV file (UTF-8, dates as ISO text), whole, however long it is.

    Args:
        target: Path of the file to write, like out/data.csv.
    """
    place = world.workspace.target(target, suffixes=(".csv", ".tsv", ".txt"), argument="target")
    with reading(world, path) as book:
        home, area = book.locate(sheet, range) if range else (book.sheet(sheet), None)
        used = book.used(home)
        whole = (area.within(used) if area and used else used) if used else None
        if whole is None:
            raise ToolError(f"there is nothing to write in {range or home.name}", argument="range")
        cells = ((row, column, cell.value) for row, column, cell in book.cells(home, whole))
        lines = engine.delimited.lines_of(cells, whole.top, whole.left, whole.bottom, whole.columns)
        with world.workspace.writing(place) as temporary:
            rows, columns = engine.delimited.write(temporary, lines, delimiter)
            size = temporary.stat().st_size
    return Exported(
        path=world.workspace.relative(place),
        verified=f"{rows} rows and {columns} columns of {engine.content.label(home, whole)}, {size} bytes",
        rows=rows,
        columns=columns,
    )


@tool("edit", idempotent=True)
def export_workbook_pdf(world: World, path: Path, target: str, sheet: str = "") -> PdfExported:
    """Make a PDF of a workbook, as it would print.

    Args:
        target: Path of the PDF.
        sheet: Only this sheet; all visible ones if empty.
    """
    place = world.workspace.target(target, suffixes=(".pdf",), argument="target")
    file = world.workspace.find(path)
    with world.workspace.writing(place) as temporary:
        if sheet:
            with reading(world, path) as book:
                _show_only(book, sheet)
                alone = temporary.with_suffix(".xlsx")
                try:
                    book.package.save(alone, quick=True)
                    _convert(alone, temporary)
                finally:
                    alone.unlink(missing_ok=True)
        else:
            _convert(file, temporary)
        pages = _pages(temporary)
    relative = world.workspace.relative(place)
    return PdfExported(path=relative, verified=f"a PDF of {pages} page{'s' * (pages != 1)}", pages=pages)


@tool("edit", idempotent=True)
def convert_workbook(world: World, path: str, target: str) -> Saved:
    """Save a workbook of another kind (.xls, .ods, .xlsb, .csv) as .xlsx, or an .xlsx as another kind.

    Args:
        path: The file to convert.
        target: Path to write; its suffix says the format: .xlsx, .ods, .csv, .pdf, .html.
    """
    place = world.workspace.target(target, suffixes=_TARGETS, argument="target")
    file = world.workspace.find(path)
    with world.workspace.writing(place) as temporary:
        _convert(file, temporary)
        verified = f"{temporary.stat().st_size} bytes"
        if place.suffix.lower() == ".xlsx":
            book = engine.book.Book.open(temporary, "target")
            verified = f"{len(book.sheets)} sheets: {', '.join(sheet.name for sheet in book.sheets)[:300]}"
            book.close()
    lost = place.suffix.lower() != ".xlsx" and place.suffix.lower() != ".pdf"
    warnings = ["charts, macros and some formats can be lost in this format"] if lost else []
    return Saved(path=world.workspace.relative(place), verified=verified, warnings=warnings)


def _show_only(book: "engine.book.Book", sheet: str) -> None:
    """Leave one sheet to print: LibreOffice prints hidden sheets, but not those without a print area beside one."""
    wanted = book.sheet(sheet)
    engine.sheetlist.set_state(book, wanted, "visible")
    areas = {item.sheet for item in engine.names.names(book) if item.name == "_xlnm.Print_Area"}
    for other in book.sheets:
        if other.name == wanted.name:
            continue
        engine.sheetlist.set_state(book, other, "hidden")
        if other.name in areas:
            engine.names.define(book, "_xlnm.Print_Area", "", other)
    if wanted.name not in areas:
        covered = engine.objects.covered(book, wanted)
        engine.names.define(book, "_xlnm.Print_Area", engine.formulas.prefixed(wanted.name, covered.absolute), wanted)


def _convert(source: File, target: File) -> None:
    from deskworld_artifacts import RenderError, convert

    try:
        convert(source, target)
    except RenderError as error:
        raise ToolError(str(error), argument="path") from error


def _pages(pdf: File) -> int:
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        return len(document)
    finally:
        document.close()
