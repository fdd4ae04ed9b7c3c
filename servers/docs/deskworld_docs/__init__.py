"""Docs: Word documents made, edited, looked at and checked, with nothing lost that was in the file."""

from deskworld_kit import Server

server = Server(
    name="docs",
    title="Documents",
    summary=(
        "Word documents (.docx) in the workspace: make them, edit them, render and check them. A document is a row of"
        " blocks (paragraphs and tables) counted from 1; 12.2.3 is the cell in row 2, column 3 of block 12, a table; "
        "header1:1 the first block of a header. Text goes in and comes out as Markdown, formulas as $x^2$; sizes are "
        "points, colours '#RRGGBB' or theme names like 'accent1'. After a change, render_document shows the pages."
    ),
    package=__name__,
    tools=(
        "documents", "reading", "blocks", "text", "styles", "lists", "pictures", "tables", "references", "pages",
        "watermarks", "contents", "comments", "revisions", "templating", "comparing", "merging", "notes",
        "verify", "converting", "passwords",
    ),
)  # fmt: skip
