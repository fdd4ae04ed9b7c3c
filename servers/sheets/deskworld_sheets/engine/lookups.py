"""How cells look, read back: each look once, with the cells that have it."""

from __future__ import annotations

from dataclasses import dataclass

from deskworld_artifacts.inspection.workbook.styles import CellStyle, Styles
from deskworld_kit import ToolError

from .book import Book, Sheet
from .references import Area

MOST_CELLS = 20_000
MOST_PIECES = 40


@dataclass
class Found:
    areas: str
    number_format: str
    style: CellStyle


def styles_of(book: Book) -> Styles:
    """The book's table of styles, with the colours of its theme."""
    from deskworld_artifacts.inspection.colors import theme_of

    theme = book.package.related(book.part, "theme")
    colors = theme_of(book.package.tree(theme[0].target) if theme else None)
    return Styles(book.styles.root if book.styles.part else None, colors)


def looks(book: Book, sheet: Sheet, area: Area) -> list[Found]:
    if area.cells > MOST_CELLS:
        raise ToolError(f"{area.name} has {area.cells} cells; ask for {MOST_CELLS} at most", argument="range")
    grid, styles = book.grid(sheet), styles_of(book)
    rows: dict[int, list[Area]] = {}
    for row in range(area.top, area.bottom + 1):
        held = grid.row_cells(row)
        for column in range(area.left, area.right + 1):
            cell = held.get(column)
            style = int(cell.get("s") or 0) if cell is not None else grid.default_style(row, column)
            pieces = rows.setdefault(style, [])
            if pieces and pieces[-1].top == row == pieces[-1].bottom and pieces[-1].right == column - 1:
                pieces[-1] = pieces[-1]._replace(right=column)
            else:
                pieces.append(Area(row, column, row, column))
    return [
        Found(_joined(pieces), book.styles.number_format(style), styles.style(style)) for style, pieces in rows.items()
    ]


def _joined(pieces: list[Area]) -> str:
    """Stretches of rows, joined to rectangles where they lie under one another."""
    grown: list[Area] = []
    open_: dict[tuple[int, int], int] = {}
    for piece in pieces:
        at = open_.get((piece.left, piece.right))
        if at is not None and grown[at].bottom == piece.top - 1:
            grown[at] = grown[at]._replace(bottom=piece.bottom)
        else:
            open_[piece.left, piece.right] = len(grown)
            grown.append(piece)
    more = f" and {len(grown) - MOST_PIECES} more" if len(grown) > MOST_PIECES else ""
    return " ".join(piece.name for piece in grown[:MOST_PIECES]) + more
