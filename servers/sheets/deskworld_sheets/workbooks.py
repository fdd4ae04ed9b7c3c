"""Whole workbooks: made, described, saved as something else."""

import zipfile
from collections.abc import Sequence

from deskworld_kit import Result, Saved, ToolError, World, tool
from pydantic import Field

from . import engine
from .arguments import Overwrite
from .saving import Rows, editing, making, reading, save_as


class WorkbookCreated(Saved):
    sheets: list[str]


class SheetInfo(Result):
    name: str
    used: str = Field(description="Area that holds values; empty if none.")
    state: str
    formulas: bool
    tables: list[str]
    charts: int
    pivots: int
    pictures: int


class WorkbookInfo(Result):
    path: str
    sheets: list[SheetInfo]
    names: list[str] = Field(description="Defined names: name = what it stands for.")
    macros: bool
    external_links: int
    title: str = ""
    author: str = ""
    fragile: list[str] = Field(description="What other programs drop on saving; edits here keep it.")


@tool("add", core=True)
def create_workbook(
    world: World, path: str, sheets: Sequence[str] = ("Sheet1",), rows: Rows = (), overwrite: Overwrite = False
) -> WorkbookCreated:
    """Make a new workbook, with rows on its first sheet if given.

    Args:
        rows: As for write_range.
    """
    target = making(world, path, overwrite, (".xlsx",), argument="path")
    if len(sheets) == 1 and "," in sheets[0]:
        apart = ", ".join(f'"{name.strip()}"' for name in sheets[0].split(","))
        raise ToolError(f"this is one name; write the sheets apart, as [{apart}]", argument="sheets")
    book = engine.blank.book(sheets or ["Sheet1"], target.name)
    if rows:
        area = engine.content.write(book, book.sheet(), 1, 1, rows)
        engine.numerals.warn_of_texts(book, book.sheet(), area, rows)
    save_as(world, book, target)
    return WorkbookCreated(**book.saved, sheets=[sheet.name for sheet in book.sheets])


@tool("read", core=True)
def get_workbook_info(world: World, path: str) -> WorkbookInfo:
    """What a workbook holds: its sheets with their used areas, tables, charts and pivots, and its names.

    Look here first.
    """
    with reading(world, path) as book:
        sheets: list[SheetInfo] = []
        for sheet in book.sheets:
            found = engine.objects.on_sheet(book, sheet)
            used = book.extent(sheet) if sheet.is_grid else None
            sheets.append(
                SheetInfo(
                    name=sheet.name,
                    used=used.name if used else "",
                    state=sheet.state if sheet.is_grid else sheet.kind,
                    formulas=sheet.is_grid and book.has_formulas(sheet),
                    tables=[f"{table.name} {table.area.name}" for _, table in engine.tables.tables(book, sheet)],
                    charts=sum(item.kind == "chart" for item in found),
                    pivots=sum(item.kind == "pivot" for item in found),
                    pictures=sum(item.kind == "picture" for item in found),
                )
            )
        names = [
            f"{item.sheet + '!' if item.sheet else ''}{item.name} = {item.refers_to}"
            for item in engine.names.names(book)
            if not item.hidden
        ]
        said = engine.properties.read(book)
        return WorkbookInfo(
            path=path,
            title=said.title,
            author=said.author,
            sheets=sheets,
            names=names[:100],
            macros=any(name.endswith("vbaProject.bin") for name in book.package.names()),
            external_links=len(book.package.related(book.part, "externalLink")),
            fragile=engine.keeping.features(book),
        )


@tool("edit")
def set_workbook_properties(
    world: World, path: str, title: str = "", author: str = "", subject: str = "", keywords: str = ""
) -> Saved:
    """Set what a workbook says of itself; properties left out stay."""
    with editing(world, path) as book:
        engine.properties.write(book, world.now(), title=title, author=author, subject=subject, keywords=keywords)
    return Saved(**book.saved)


@tool("edit", idempotent=False)
def set_workbook_password(world: World, path: str, current: str = "", new: str = "") -> Saved:
    """Put a password on a workbook (new), change it, or take it off (current alone); other tools open it without one.

    Args:
        current: The one it has.
    """
    from deskworld_artifacts.office import PasswordError, change_password

    file = world.workspace.find(path)
    target = world.workspace.target(path, suffixes=engine.opening.SUFFIXES)
    if not current and zipfile.is_zipfile(file):
        engine.book.Book.open(file).close()
    with world.workspace.writing(target) as temporary:
        try:
            said = change_password(file, temporary, current, new, ".xlsx")
        except PasswordError as error:
            raise ToolError(str(error), argument=error.argument) from error
        if not new:
            engine.book.Book.open(temporary).close()
    return Saved(path=world.workspace.relative(target), verified=said)
