"""Office files and PDFs as pictures: the right pages, labels and sizes, and clear words for what cannot be drawn."""

import io
from pathlib import Path

import openpyxl
import pytest
from deskworld_artifacts import Rendered, RenderError, render
from openpyxl.styles import Border, PatternFill, Side
from PIL import Image

from artifacts import samples


def pixels(picture: Rendered) -> Image.Image:
    image = Image.open(io.BytesIO(picture.png)).convert("RGB")
    assert image.size == (picture.width, picture.height)
    return image


def colours(picture: Rendered) -> set[tuple[int, ...]]:
    return {colour for _, colour in pixels(picture).getcolors(1 << 24) or []}


def test_slides_hidden_ones_too(tmp_path: Path) -> None:
    slides = render(samples.deck(tmp_path / "deck.pptx"))
    assert [slide.label for slide in slides] == ["Slide 1", "Slide 2 (hidden)", "Slide 3", "Slide 4"]
    assert {(slide.width, slide.height) for slide in slides} == {(1280, 720)}
    for slide in slides:
        assert pixels(slide).getpixel((5, 5)) == samples.colour(slide.page)


def test_slides_by_number_in_the_order_asked(tmp_path: Path) -> None:
    deck = samples.deck(tmp_path / "deck.pptx")
    slides = render(deck, pages=[4, 2, 4], width=640)
    assert [(slide.page, slide.width, slide.height) for slide in slides] == [(4, 640, 360), (2, 640, 360)]
    assert [pixels(slide).getpixel((5, 5)) for slide in slides] == [samples.colour(4), samples.colour(2)]
    for page in (0, 5, -1):
        with pytest.raises(RenderError, match=rf"no slide {page}; it has 4 slides, counted from 1"):
            render(deck, pages=[1, page])


def test_same_file_same_bytes(tmp_path: Path) -> None:
    for path in (samples.deck(tmp_path / "deck.pptx"), samples.workbook(tmp_path / "book.xlsx")):
        assert render(path) == render(path)


def test_every_sheet_is_one_picture(tmp_path: Path) -> None:
    book = samples.workbook(tmp_path / "book.xlsx")
    before = book.read_bytes()
    labels = [sheet.label for sheet in render(book)]
    assert labels == ["Q1!A1:Z79 of A1:Z200", "O'Neil & Söhne!A1:B2", "Behind!A1:H20 (empty) (hidden)"]
    assert [(sheet.page, sheet.label) for sheet in render(book, sheet="O'Neil & Söhne")] == [(2, labels[1])]
    assert [sheet.label for sheet in render(book, pages=[3, 1])] == [labels[2], labels[0]]
    assert book.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["book.xlsx"]


def test_protected_and_hidden_sheets(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for sheet in (book.worksheets[0], book.create_sheet("Kept")):
        sheet.protection.sheet, sheet.protection.password = True, "secret"
        sheet.print_title_rows = "1:1"
    book.worksheets[0]["B5"] = "x"
    book.create_sheet("Only").sheet_state = "veryHidden"
    book.save(tmp_path / "kept.xlsx")
    labels = ["Sheet!A1:B5", "Kept!A1:H20 (empty)", "Only!A1:H20 (empty) (hidden)"]
    assert [sheet.label for sheet in render(tmp_path / "kept.xlsx")] == labels
    assert [sheet.label for sheet in render(tmp_path / "kept.xlsx", sheet="Only")] == labels[2:]


def test_an_area_of_a_sheet(tmp_path: Path) -> None:
    book = samples.workbook(tmp_path / "book.xlsx")
    (small,) = render(book, sheet="Q1", area="$b$1:C3")
    (large,) = render(book, sheet="Q1", area="A1:Z200")
    assert (small.label, large.label) == ("Q1!B1:C3", "Q1!A1:Z200")
    assert small.width < 320 and large.width == 1280  # two columns are not blown up
    for asked, words in {
        ("Q2", ""): r"no sheet 'Q2'; its sheets are 'Q1'",
        ("Q1", "soup"): r"'soup' is no area",
        ("Q1", "A1:XFD1048576"): r"A1:XFD1048576 is too large",
    }.items():
        with pytest.raises(RenderError, match=words):
            render(book, sheet=asked[0], area=asked[1])


def test_cells_alone_as_wide_as_asked(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    assert book.active
    book.active["A1"], book.active["B2"] = "here", 5
    book.active["A1"].fill = PatternFill("solid", fgColor="FF0000")
    book.save(tmp_path / "book.xlsx")
    (picture,) = render(tmp_path / "book.xlsx", area="A1:B2", width=1000, bare=True)
    assert picture.width == 1000
    assert pixels(picture).getpixel((3, 3)) == (255, 0, 0)  # no headings before it
    assert pixels(picture).getpixel((750, 20)) == (255, 255, 255)
    (shown,) = render(tmp_path / "book.xlsx", area="A1:B2", width=1000)
    assert shown.width < 500 and pixels(shown).getpixel((3, 3)) != (255, 0, 0)


def test_a_sheet_looks_like_a_screen(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet["B2"].fill = PatternFill("solid", fgColor="FF1F4E79")
    sheet["C8"] = "end"
    bare = book.create_sheet("Bare")
    bare.sheet_view.showGridLines = False
    bare["C8"] = "end"
    bordered = book.create_sheet("Bordered")
    bordered["B2"].border = Border(bottom=Side("thin", color="FF000000"))
    bordered["C8"] = "end"
    book.save(tmp_path / "looks.xlsx")
    gridded, plain, lined = (pixels(picture) for picture in render(tmp_path / "looks.xlsx"))

    def column(image: Image.Image) -> list[int]:
        """How dark it gets down the middle of C7, across the line below it, and of B2, across the one below it."""
        return [min(image.getpixel((x, y))) for x, top in ((300, 225), (206, 75)) for y in range(top, top + 20)]

    assert 180 < min(column(gridded)[:20]) < 250, "a grid line is pale"
    assert min(column(plain)) == 255, "no grid where the sheet shows none"
    assert min(column(lined)[20:]) < 80, "a border is dark, with the grid over it"
    assert gridded.getpixel((206, 70)) == (31, 78, 121)


def test_a_table_kept_as_text(tmp_path: Path) -> None:
    (tmp_path / "table.csv").write_text("name;city\nBär;東京\n=1+1;x\n", encoding="utf-8")
    (picture,) = render(tmp_path / "table.csv")
    assert picture.label.endswith("!A1:B3")


def test_documents_and_open_formats(tmp_path: Path) -> None:
    from deskworld_artifacts import convert

    path = samples.document(tmp_path / "text.docx", pages=3)
    assert [page.label for page in render(path)] == ["Page 1", "Page 2", "Page 3"]
    assert [page.page for page in render(path, pages=[2])] == [2]
    with pytest.raises(RenderError, match="no page 4; it has 3 pages"):
        render(path, pages=[4])
    deck, book = samples.deck(tmp_path / "deck.pptx", 2), samples.workbook(tmp_path / "book.xlsx")
    for suffixes in (("odt", "odp", "ods"), ("doc", "ppt", "xls")):
        for source, suffix, label in zip(
            (path, deck, book), suffixes, ("Page 3", "Slide 2 (hidden)", "Behind!A1:H20 (empty) (hidden)"), strict=True
        ):
            convert(source, source.with_suffix(f".{suffix}"))
            assert render(source.with_suffix(f".{suffix}"))[-1].label == label


def test_a_sheet_that_is_a_chart(tmp_path: Path) -> None:
    xlsxwriter = pytest.importorskip("xlsxwriter")
    book = xlsxwriter.Workbook(tmp_path / "chart.xlsx")
    book.add_worksheet("Data").write_column("A1", [1, 2, 3])
    chart = book.add_chart({"type": "column"})
    chart.add_series({"values": "=Data!$A$1:$A$3", "fill": {"color": "#FF0000"}})
    book.add_chartsheet("Chart").set_chart(chart)
    book.close()
    (picture,) = render(tmp_path / "chart.xlsx", sheet="Chart")
    assert picture.width == 1280 and (255, 0, 0) in colours(picture)


def test_pdf_pages(tmp_path: Path) -> None:
    path = samples.pdf(tmp_path / "-三.pdf")
    pages = render(path, width=500)
    assert [(page.label, page.width, page.height) for page in pages] == [(f"Page {n}", 500, 250) for n in (1, 2, 3)]
    with pytest.raises(RenderError, match="no page 9; it has 3 pages"):
        render(path, pages=[9])
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7\nnothing")
    (tmp_path / "text.pdf").write_text("hello")
    for name, words in {"broken.pdf": "damaged", "text.pdf": "no PDF but plain text"}.items():
        with pytest.raises(RenderError, match=words):
            render(tmp_path / name)
    (tall,) = render(samples.pdf(tmp_path / "tall.pdf", 1, (10, 14000)), width=8000)
    assert tall.width * tall.height <= 40_000_000


def test_what_is_asked_must_make_sense(tmp_path: Path) -> None:
    deck = samples.deck(tmp_path / "deck.pptx", 1)
    with pytest.raises(RenderError, match="only workbooks have sheets"):
        render(deck, sheet="Q1")
    with pytest.raises(RenderError, match="16 to 8192 pixels wide, not 0"):
        render(deck, width=0)
    (tmp_path / "sound.mp3").write_bytes(b"ID3")
    with pytest.raises(RenderError, match=r"sound\.mp3: no known kind of file; known are \.pptx"):
        render(tmp_path / "sound.mp3")
    with pytest.raises(RenderError, match="no such file"):
        render(tmp_path)
