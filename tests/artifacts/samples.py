"""Small real files for the tests, made the way people's tools make them."""

import struct
import zipfile
from pathlib import Path

FORMULAS = {
    "C1": ("=A1+B1", 3),
    "C2": ("=A1/0", "#DIV/0!"),
    "C3": ("=NA()", "#N/A"),
    "C4": ("=NOSUCH(1)", "#NAME?"),
    "C5": ("=SQRT(-1)", "#NUM!"),
    "C6": ('="a"+1', "#VALUE!"),
    "C7": ('=INDIRECT("nowhere!")', "#REF!"),
    "C8": ("=A1<B1", True),
    "C9": ("=AND(TRUE,FALSE)", False),
    "C10": ('="日" & "本"', "日本"),
    "C11": ('=IF(A1=1,"",0)', ""),
    "C12": ("=0.1+0.2", 0.1 + 0.2),
    "C13": ("=Z99", 0),
    "Z200": ("=C1*2", 6),
}


def workbook(path: Path) -> Path:
    """Two sheets, one hidden, with every kind of formula result."""
    import openpyxl

    book = openpyxl.Workbook()
    first = book.worksheets[0]
    first.title = "Q1"
    first["A1"], first["B1"] = 1, 2
    for place, (formula, _) in FORMULAS.items():
        first[place] = formula
    second = book.create_sheet("O'Neil & Söhne")
    second["B2"] = "=Q1!C10"
    book.create_sheet("Behind").sheet_state = "hidden"
    book.save(path)
    return path


def grid(path: Path, rows: int, formulas: int) -> Path:
    """A sheet of that many rows with that many formulas each, one column of them errors."""
    import openpyxl

    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Grid")
    for row in range(1, rows + 1):
        sheet.append([row, *(f"=A{row}*{n}" for n in range(1, formulas)), f"=A{row}/0"])
    book.save(path)
    return path


def deck(path: Path, slides: int = 4) -> Path:
    """Slides of a flat colour each, so that a picture shows which one it is; the second is hidden."""
    from pptx import Presentation
    from pptx.dml.color import RGBColor
    from pptx.util import Inches

    made = Presentation()
    made.slide_width, made.slide_height = Inches(13.333), Inches(7.5)
    for number in range(1, slides + 1):
        slide = made.slides.add_slide(made.slide_layouts[5])
        slide.background.fill.solid()
        slide.background.fill.fore_color.rgb = RGBColor(*colour(number))
        slide.shapes.title.text = f"Slide {number}"
        if number == 2:
            slide._element.set("show", "0")
    made.save(str(path))
    return path


def colour(number: int) -> tuple[int, int, int]:
    """The colour of a slide."""
    return (40 * number, 255 - 40 * number, 128)


def document(path: Path, pages: int = 2) -> Path:
    """That many pages with a heading each."""
    import docx

    made = docx.Document()
    for number in range(1, pages + 1):
        made.add_heading(f"Chapter {number}", 1)
        if number < pages:
            made.add_page_break()
    made.save(str(path))
    return path


def pdf(path: Path, pages: int = 3, size: tuple[int, int] = (200, 100)) -> Path:
    """Empty pages of a size in points."""
    import pypdfium2

    made = pypdfium2.PdfDocument.new()
    for _ in range(pages):
        made.new_page(*size).close()
    made.save(path)
    made.close()
    return path


def encrypted(path: Path) -> Path:
    """What Office writes under a password: an old-style container with the package inside, encrypted."""
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + struct.pack("<16xHHHHH", 0x3E, 3, 0xFFFE, 9, 6)
    path.write_bytes(header.ljust(512, b"\0") + "EncryptedPackage".encode("utf-16-le").ljust(512, b"\0"))
    return path


def truncated(path: Path, whole: Path) -> Path:
    """The first half of a file."""
    data = whole.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    return path


def hollow(path: Path, whole: Path) -> Path:
    """A package whose parts are all there by name, and all broken."""
    with zipfile.ZipFile(whole) as source, zipfile.ZipFile(path, "w") as target:
        for name in source.namelist():
            target.writestr(name, b"<broken")
    return path
