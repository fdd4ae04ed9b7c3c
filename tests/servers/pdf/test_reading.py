"""What a PDF says and shows: text in order, places, tables, pictures, outline, and what is wrong with it."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from deskworld_kit import ToolError
from PIL import Image
from servers.pdf.samples import photo, pixels, reader, turned

Made = Callable[..., str]
_LEFT = (
    "The harbour opened in the",
    "spring of last year and has",
    "since grown by a third, as",
    "was hoped. Crews moved in",
    "soon after that.",
)
_RIGHT = (
    "Bergen is the second one",
    "and smaller by far, but it",
    "has the deeper basin, so",
    "large ships call there in",
    "any weather.",
)


def columns(canvas: Any, page: int) -> None:
    canvas.setFont("Helvetica-Bold", 20)
    canvas.drawString(60, 760, "Two harbours, and what became of them in a year")
    canvas.setFont("Helvetica", 11)
    for number, (left, right) in enumerate(zip(_LEFT, _RIGHT, strict=True)):
        canvas.drawString(60, 720 - number * 14, left)
        canvas.drawString(320, 720 - number * 14, right)
    canvas.drawString(60, 600, "Written by the harbour office, which has its seat in Rotterdam, in March.")


def test_columns_are_read_one_after_the_other(do: Any, made: Made) -> None:
    name = made("a.pdf", columns)
    text = do.read_pdf_text(path=name).pages[0].text
    order = ["Two harbours", *_LEFT, *_RIGHT, "Written by"]
    places = [text.index(each) for each in order]
    assert places == sorted(places)


def test_rows_of_a_table_stay_rows(do: Any, made: Made) -> None:
    def draw(canvas: Any, page: int) -> None:
        for row in range(8):
            for column, x in enumerate((60, 220, 380)):
                canvas.drawString(x, 700 - row * 16, f"r{row}c{column}")

    lines = do.read_pdf_text(path=made("a.pdf", draw)).pages[0].text.split("\n")
    assert lines[0].split() == ["r0c0", "r0c1", "r0c2"] and len([line for line in lines if line]) == 8


PRICES = [
    ("Kiosk of reclaimed fir, built", "1", "18,450.00", "18,450.00"),
    ("Counter top, oiled", "2", "12.00", "24.00"),
]
DUTIES = [
    ("Keeps the keys of the store", "The master of the harbour"),
    ("Counts what is on board", "The mate of the ship"),
]
TIMES = [
    ("12 of March 2026", "Pilot on board at the buoy", "09:14 +00"),
    ("13 of March 2026", "Moored at the quay", "11:40 +01"),
]


@pytest.mark.parametrize(
    ("edges", "rows"), [((60, 330, 420, 500), PRICES), ((60, 320), DUTIES), ((60, 200, 420), TIMES)]
)
def test_rows_of_words_beside_figures_stay_rows(
    do: Any, made: Made, edges: tuple[int, ...], rows: list[tuple[str, ...]]
) -> None:
    """Figures are no words of prose; nor are lines prose that stand level and far apart on both sides."""

    def draw(canvas: Any, page: int) -> None:
        canvas.setFont("Helvetica", 10)
        for number, row in enumerate(rows * 4):
            for x, cell in zip(edges, row, strict=True):
                canvas.drawString(x, 700 - number * 22, cell)

    text = do.read_pdf_text(path=made("a.pdf", draw)).pages[0].text
    assert [line for line in text.splitlines() if line] == ["   ".join(row) for row in rows * 4]


def test_boxes_are_as_seen_whatever_way_the_page_is_turned(do: Any, root: Path, made: Made) -> None:
    name = made("a.pdf", lambda canvas, page: canvas.drawString(200, 400, "Harbour office"))
    for turn in (0, 90, 180, 270):
        turned(root / name, root / "t.pdf", turn, (100, 100, 500, 700))
        (hit,) = do.search_pdf(path="t.pdf", query="harbour  OFFICE").items
        left, top, right, bottom = hit.boxes[0]
        shown = pixels(root / "t.pdf", scale=2).convert("L").point(lambda value: 255 - value)
        ink = shown.getbbox()
        assert ink is not None
        assert left * 2 - 3 <= ink[0] and ink[2] <= right * 2 + 3 and top * 2 - 3 <= ink[1] and ink[3] <= bottom * 2 + 3
        read = do.read_pdf_text(path="t.pdf", pages=[1], box=[left, top, right, bottom])
        assert read.pages[0].text == "Harbour office"
        lines = do.read_pdf_text(path="t.pdf", boxes=True).pages[0].lines
        assert lines[0].box == hit.boxes[0] and lines[0].size == 12


def test_search_finds_over_lines_hyphens_ligatures_and_quotes(do: Any, made: Made) -> None:
    def draw(canvas: Any, page: int) -> None:
        canvas.drawString(60, 700, "They found the confi-")
        canvas.drawString(60, 686, "dential file of Jo\u2019s of\ufb01ce, and a")
        canvas.drawString(60, 672, "second file")

    name = made("a.pdf", draw)
    (hit,) = do.search_pdf(path=name, query="confidential file").items
    assert len(hit.boxes) == 2
    assert do.search_pdf(path=name, query="jo's").total == 1
    assert do.search_pdf(path=name, query="and a second").total == 1
    assert do.search_pdf(path=name, query="fil", whole_words=True).total == 0
    assert do.search_pdf(path=name, query="They", match_case=True).total == 1
    assert do.search_pdf(path=name, query="they", match_case=True).total == 0
    assert [hit.text for hit in do.search_pdf(path=name, query=r"f\w+e\b", regex=True).items] == ["file", "file"]
    with pytest.raises(ToolError, match="at most 500"):
        do.search_pdf(path=name, query="x" * 600)
    with pytest.raises(ToolError, match="regular expression"):
        do.search_pdf(path=name, query="(", regex=True)


def test_text_without_end_is_given_in_parts(do: Any, made: Made) -> None:
    def draw(canvas: Any, page: int) -> None:
        canvas.setFont("Helvetica", 6)
        for line in range(100):
            canvas.drawString(20, 830 - line * 8, f"{line} many words on this line " * 5)

    name = made("a.pdf", draw, pages=10)
    read = do.read_pdf_text(path=name)
    assert [page.page for page in read.pages] + read.more_pages == list(range(1, 11)) and read.more_pages
    rest = do.read_pdf_text(path=name, pages=read.more_pages)
    assert rest.pages[0].page == read.more_pages[0]


def ruled(canvas: Any, rows: list[list[str]], top: float, *, lines: bool = True) -> None:
    for number, row in enumerate(rows):
        y = top - number * 20
        for column, cell in enumerate(row):
            if lines:
                canvas.rect(60 + column * 120, y - 6, 120, 20)
            canvas.drawString(66 + column * 120, y, cell)


def test_tables_ruled_unruled_merged_and_over_pages(do: Any, root: Path, made: Made) -> None:
    head = ["Port", "Tonnes", "Year"]

    def draw(canvas: Any, page: int) -> None:
        if page == 1:
            canvas.drawString(60, 800, "A heading above")
            canvas.rect(60, 754, 360, 20)
            canvas.drawString(66, 760, "All ports")
            ruled(canvas, [head, ["Bergen", "830", "2024"]], 740)
            ruled(
                canvas,
                [["Name", "Age", "Town"], ["Noor Haddad", "41", "Oslo"], ["Ivo", "38", "Porto"], ["Ana", "9", "Bonn"]],
                500,
                lines=False,
            )
            ruled(canvas, [head, *[[f"Port {n}", str(n), "2025"] for n in range(6)]], 170)
        else:
            ruled(canvas, [head, *[[f"Port {n}", str(n), "2025"] for n in range(6, 9)]], 780)

    name = made("a.pdf", draw, pages=2)
    found = do.extract_pdf_tables(path=name, folder="out")
    merged, people, long = found.tables
    assert merged.rows == [["All ports", None, None], head, ["Bergen", "830", "2024"]] and merged.ruled
    assert people.rows == [
        ["Name", "Age", "Town"],
        ["Noor Haddad", "41", "Oslo"],
        ["Ivo", "38", "Porto"],
        ["Ana", "9", "Bonn"],
    ]
    assert not people.ruled and people.boxes[0][1] == pytest.approx(842 - 510, abs=4)
    assert long.pages == [1, 2] and [row[0] for row in long.rows] == ["Port", *[f"Port {n}" for n in range(9)]]
    with (root / long.file).open(newline="", encoding="utf-8") as file:
        assert list(csv.reader(file))[1] == ["Port 0", "0", "2025"]
    only = do.extract_pdf_tables(path=name, pages=[1], box=people.boxes[0])
    assert [table.rows[0] for table in only.tables] == [["Name", "Age", "Town"]]


def test_pictures_come_out_in_their_own_bytes(do: Any, root: Path, made: Made) -> None:
    glass = Image.new("RGBA", (100, 80), (200, 30, 30, 128))
    photo().save(root / "p.jpg", quality=80)

    def draw(canvas: Any, page: int) -> None:
        canvas.drawImage(str(root / "p.jpg"), 50, 500, 300, 200)
        canvas.drawImage(reader(glass), 50, 300, 100, 80, mask="auto")
        canvas.drawImage(reader(photo((10, 10))), 50, 100, 10, 10)

    done = do.extract_pdf_images(path=made("a.pdf", draw, pages=2), folder="out")
    assert len(done.pictures) == 2 and any("smaller" in each for each in done.warnings)
    by_size = {(each.width, each.height): each for each in done.pictures}
    own = by_size[(320, 200)]
    assert own.kept and (root / own.path).read_bytes() == (root / "p.jpg").read_bytes()
    with Image.open(root / by_size[(100, 80)].path) as back:
        assert back.mode == "RGBA" and back.getpixel((5, 5)) == (200, 30, 30, 128)


def test_text_on_page_one_and_a_scan_on_page_two(do: Any, root: Path, made: Made) -> None:
    def draw(canvas: Any, page: int) -> None:
        if page == 1:
            canvas.drawString(60, 700, "Text")
        elif page == 2:
            canvas.drawImage(reader(photo()), 0, 0, 595, 842)
        elif page == 4:
            canvas.setFont("Helvetica", 3)
            canvas.drawString(60, 700, "small print")
            canvas.drawString(900, 700, "off the page")
            canvas.setFont("Helvetica", 12)
            text = canvas.beginText(60, 600)
            text.setTextRenderMode(3)
            text.textOut("hidden")
            canvas.drawText(text)

    name = made("a.pdf", draw, pages=4)
    seen = do.inspect_pdf(path=name)
    assert seen.pages_without_text == [2, 3] and seen.blank_pages == [3]
    kinds = {(each.kind, each.page) for each in seen.items}
    assert {("scanned_page", 2), ("blank_page", 3), ("tiny_text", 4), ("off_page", 4), ("hidden_text", 4)} <= kinds
    assert do.read_pdf_text(path=name).pages_without_text == [2, 3]
    assert [(font.name, font.embedded) for font in seen.fonts] == [("Helvetica", False)]


def test_scripts_and_actions_are_named_and_never_run(do: Any, root: Path, report: str) -> None:
    with pikepdf.open(root / report, allow_overwriting_input=True) as pdf:
        pdf.Root.OpenAction = pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS="app.alert(1)")
        launch = pikepdf.Dictionary(S=pikepdf.Name.Launch, F="calc.exe")
        link = pikepdf.Dictionary(Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Link, Rect=[0, 0, 9, 9], A=launch)
        pdf.pages[1].obj.Annots = pikepdf.Array([pdf.make_indirect(link)])
        pdf.save()
    seen = do.inspect_pdf(path=report)
    assert seen.scripts == ["when the file opens"] and seen.actions == ["launches calc.exe (page 2)"]
    assert {"javascript", "risky_action"} <= {each.kind for each in seen.items}


def test_pages_are_shown_at_a_size_to_read_and_a_place_in_detail(do: Any, root: Path, made: Made) -> None:
    def draw(canvas: Any, page: int) -> None:
        canvas.setFillColorRGB(1, 0, 0)
        canvas.rect(100, 642, 100, 100, stroke=0, fill=1)

    name = made("a.pdf", draw, pages=7)
    shown = do.render_pdf_pages(path=name, pages=[2])
    assert shown.facts.view == "single" and max(shown.pictures[0].width, shown.pictures[0].height) == 1500
    sheet = do.render_pdf_pages(path=name)
    assert sheet.facts.view == "sheet" and len(sheet.pictures) == 1 and sheet.facts.pages == list(range(1, 8))
    for turn in (0, 90):
        turned(root / name, root / "t.pdf", turn)
        box = [100, 100, 200, 200] if turn == 0 else [842 - 200, 100, 842 - 100, 200]
        detail = do.render_pdf_pages(path="t.pdf", pages=[1], box=box)
        with Image.open(io.BytesIO(detail.pictures[0].data)) as image:
            assert image.convert("RGB").resize((1, 1)).getpixel((0, 0)) == (255, 0, 0), turn
            assert abs(image.width - image.height) <= 15 and image.width >= 1190


def test_info(do: Any, rich: str) -> None:
    info = do.get_pdf_info(path=rich)
    assert (info.pages, info.outline_entries, info.form_fields, info.annotations) == (4, 4, 4, 1)
    assert info.attachments == ["data.csv"] and info.tagged and info.properties["title"] == "Rich"
    do.set_pdf_metadata(path=rich, title="New", author="Maya", language="de")
    info = do.get_pdf_info(path=rich)
    assert info.properties["title"] == "New" and info.properties["author"] == "Maya" and info.language == "de"
    do.set_pdf_metadata(path=rich, subject="Only this", clear=True)
    left = do.get_pdf_info(path=rich).properties
    assert left.pop("modified") and left == {"subject": "Only this"}


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_text_of_turned_pages_is_read_as_it_lies(do: Any, root: Path, made: Made, turn: int) -> None:
    def draw(canvas: Any, page: int) -> None:
        for number in range(3):
            canvas.drawString(60, 700 - 14 * number, f"Line {number} of the first paragraph")
        canvas.drawString(60, 560, "Left cell")
        canvas.drawString(300, 560, "Right cell")

    turned(root / made("a.pdf", draw), root / "t.pdf", turn)
    lines = "\n".join(f"Line {number} of the first paragraph" for number in range(3))
    assert do.read_pdf_text(path="t.pdf").pages[0].text == f"{lines}\n\nLeft cell   Right cell"
