"""Tables and whole workbooks in other formats: CSV in and out, PDF out, older workbooks made new."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from deskworld_kit import Saved, ToolError, World, tool

from . import engine
from .arguments import Overwrite, Sheet, WholeRange
from .saving import editing, making, reading, save_as

Delimiter = Literal["comma", "semicolon", "tab", "pipe"]
_TARGETS = (".xlsx", ".ods", ".csv", ".pdf", ".html", ".md")


class Imported(Saved):
    sheet: str
    range: str
    delimiter: str


class Exported(Saved):
    rows: int
    columns: int


class PdfExported(Saved):
    pages: int


@tool("add", core=True)
def import_csv(
    world: World,
    source: str,
    path: str,
    sheet: str = "",
    delimiter: Delimiter | None = None,
    text_columns: Sequence[str] = (),
) -> Imported:
    """Bring a CSV into a new sheet; the workbook is made if it is not there.

    Codes like 007 stay text, and nothing becomes a formula.

    Args:
        sheet: Name of the new one.
        delimiter: Found out if left out.
        text_columns: Headings of columns that stay text.
    """
    file = world.workspace.find(source, argument="source")
    rows, found = engine.delimited.read(file, delimiter or "", text_columns)
    kept = {name.strip().casefold() for name in text_columns}
    as_text = {at for at, name in enumerate(rows[0] if rows else ()) if str(name).strip().casefold() in kept}
    watched = [[None if at in as_text else value for at, value in enumerate(row)] for row in rows]
    name = sheet or engine.sheetlist.sheet_name_from(file.stem)
    target = world.workspace.target(path, suffixes=(".xlsx", ".xlsm"))
    if target.exists():
        with editing(world, path) as book:
            if not sheet:
                name = engine.sheetlist.free_sheet_name(book, name)
            engine.sheetlist.check_sheet_name(book, name, "sheet")
            home = engine.sheetlist.add_sheet(book, name)
            area = engine.content.write(book, home, 1, 1, rows)
            engine.numerals.warn_of_texts(book, home, area, watched, codes=True)
    else:
        book = engine.blank.book([name], target.name)
        area = engine.content.write(book, book.sheet(), 1, 1, rows)
        engine.numerals.warn_of_texts(book, book.sheet(), area, watched, codes=True)
        save_as(world, book, target)
    return Imported(**book.saved, sheet=name, range=area.name, delimiter=found)


@tool("edit", core=True)
def export_csv(
    world: World,
    path: str,
    target: str,
    sheet: Sheet = "",
    range: WholeRange = "",
    overwrite: Overwrite = False,
) -> Exported:
    """Write the values of a sheet or range to a .csv or .tsv file."""
    place = making(world, target, overwrite, (".csv", ".tsv", ".txt"), source=path)
    with reading(world, path) as book:
        home, area = book.locate(sheet, range) if range else (book.sheet(sheet), None)
        used = book.used(home)
        whole = (area.within(used) if area and used else used) if used else None
        if whole is None:
            raise ToolError(f"there is nothing to write in {range or home.name}", argument="range")
        cells = ((row, column, cell.value) for row, column, cell in book.cells(home, whole))
        lines = engine.delimited.lines_of(cells, whole.top, whole.left, whole.bottom, whole.columns)
        with world.workspace.writing(place) as temporary:
            rows, columns, risky = engine.delimited.write(
                temporary, lines, "tab" if place.suffix.lower() == ".tsv" else "comma"
            )
            size = temporary.stat().st_size
    return Exported(
        path=world.workspace.relative(place),
        verified=f"{rows} rows and {columns} columns of {engine.content.label(home, whole)}, {size} bytes",
        rows=rows,
        columns=columns,
        warnings=[f"{risky} texts begin like formulas; a spreadsheet that opens the file may run them"]
        if risky
        else [],
    )


@tool("edit")
def export_workbook_pdf(
    world: World, path: str, target: str, sheet: str = "", overwrite: Overwrite = False
) -> PdfExported:
    """Make a PDF of a workbook, as it would print.

    Args:
        sheet: Only this one; all visible ones if empty.
    """
    place = making(world, target, overwrite, (".pdf",), source=path)
    file = world.workspace.find(path)
    with reading(world, path) as book:
        wanted = book.sheet(sheet, any_kind=True).name if sheet else ""
    with world.workspace.writing(place) as temporary:
        _convert(file, temporary)
        pages = _keep_sheet(temporary, wanted)
    relative = world.workspace.relative(place)
    return PdfExported(path=relative, verified=f"a PDF of {pages} page{'s' * (pages != 1)}", pages=pages)


@tool("edit")
def convert_workbook(world: World, path: str, target: str, overwrite: Overwrite = False) -> Saved:
    """Save a workbook of another kind (.xls, .ods, .xlsb, .csv) as .xlsx, or an .xlsx as another kind.

    Args:
        target: Its suffix says the format: .xlsx, .ods, .csv, .pdf, .html, .md.
    """
    place = making(world, target, overwrite, _TARGETS, source=path)
    file = world.workspace.find(path)
    if place.suffix.lower() == ".md":
        return _to_markdown(world, file, place)
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


def _to_markdown(world: World, file: Path, place: Path) -> Saved:
    """What the visible sheets show, as tables; a workbook of another kind is made an .xlsx on the way."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder, world.workspace.writing(place) as temporary:
        source = file
        if file.suffix.lower() not in engine.opening.SUFFIXES:
            source = Path(folder) / "book.xlsx"
            _convert(file, source)
        book = engine.book.Book.open(source)
        try:
            lines = list(engine.marking.lines(book))
        finally:
            book.close()
        temporary.write_text("\n".join(lines), encoding="utf-8")
        sheets = sum(line.startswith("## ") for line in lines)
    return Saved(
        path=world.workspace.relative(place),
        verified=f"{sheets} sheet{'s' * (sheets != 1)} in {len(lines)} lines",
        warnings=["values as they show; formulas, charts and pictures are not in it"],
    )


def _convert(source: Path, target: Path) -> None:
    from deskworld_artifacts import RenderError, convert

    try:
        convert(source, target)
    except RenderError as error:
        raise ToolError(str(error), argument="path") from error


def _keep_sheet(pdf: Path, sheet: str) -> int:
    """Leave only the pages of one sheet (all for an empty name), which the bookmarks tell; gives how many there are."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf.read_bytes())
    try:
        if sheet:
            marks = [
                (mark.get_title(), at)
                for mark in document.get_toc()
                if (dest := mark.get_dest()) and (at := dest.get_index()) is not None
            ]
            first = next((at for name, at in marks if name == sheet), None)
            if first is None:
                raise ToolError(f"nothing of {sheet!r} prints; it is empty or hidden", argument="sheet")
            last = min((at for _, at in marks if at > first), default=len(document))
            for at in reversed([*range(first), *range(last, len(document))]):
                document.del_page(at)
            document.save(pdf)
        return len(document)
    finally:
        document.close()
