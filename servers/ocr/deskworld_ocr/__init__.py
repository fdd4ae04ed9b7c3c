"""OCR: the text in pictures, photos and scans, with the place of every word and how sure each is."""

from deskworld_kit import Server

server = Server(
    name="ocr",
    title="OCR",
    summary=(
        "Text in pictures and scans (PNG, JPEG, TIFF, WebP, PDF): read it, find words and their boxes, tables and "
        "fields, make searchable PDFs. Pages count from 1; boxes are [left, top, right, bottom] in pixels of the "
        "upright picture (a PDF page is drawn at 200 dpi) or in thousandths with units='1000'. Words that were read "
        "with doubt are named: read them again with `box`, or look at them."
    ),
    package=__name__,
    tools=("text", "places", "tables", "fields", "lying", "repair", "searchable"),
)
