"""Tables, ruled and not, straight and slanted; fields of receipts and forms."""

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from artifacts.scanned import SANS, drawn, grainy, turned
from deskworld_kit import ToolError
from PIL import Image, ImageDraw, ImageFont
from servers.ocr.conftest import ROWS


@pytest.mark.parametrize(("rules", "clockwise"), [(True, 0), (True, 4), (True, 90), (False, 0), (False, 4)])
def test_a_table_becomes_its_rows(
    do: Any, put: Callable[..., str], table: Callable[..., Image.Image], rules: bool, clockwise: int
) -> None:
    put(turned(table(rules=rules), clockwise) if clockwise else table(rules=rules))
    read = do.read_image_table(path="page.png")
    assert read.rows == ROWS and read.ruled == rules and read.tables == 1 and read.score > 0.95


def test_a_grainy_scan_of_a_ruled_table(do: Any, put: Callable[..., str], table: Callable[..., Image.Image]) -> None:
    put(grainy(turned(table(), -2), 18))
    assert do.read_image_table(path="page.png").rows == ROWS


def test_merged_cells_and_empty_ones(do: Any, put: Callable[..., str]) -> None:
    image, font = Image.new("RGB", (760, 300), "white"), ImageFont.truetype(str(SANS), 24)
    pen = ImageDraw.Draw(image)
    for box, text in (
        ((20, 20, 260, 140), "Harbour"), ((260, 20, 740, 80), "Tonnes"), ((260, 80, 500, 140), "2024"),
        ((500, 80, 740, 140), "2025"), ((20, 140, 260, 200), "Oslo"), ((260, 140, 500, 200), "71"),
        ((500, 140, 740, 200), "75"), ((20, 200, 260, 260), "Kiel"), ((260, 200, 500, 260), "12"),
        ((500, 200, 740, 260), ""),
    ):  # fmt: skip
        pen.rectangle(box, outline="#888")
        pen.text((box[0] + 12, box[1] + 14), text, font=font, fill="black")
    read = do.read_image_table(path=put(image))
    assert read.rows == [["Harbour", "Tonnes", ""], ["", "2024", "2025"], ["Oslo", "71", "75"], ["Kiel", "12", ""]]
    assert [(m.row, m.column, m.rows, m.columns) for m in read.merged] == [(1, 1, 2, 1), (1, 2, 1, 2)]


def test_a_coloured_head_and_hairlines(do: Any, put: Callable[..., str]) -> None:
    rows = [
        ["Item", "Qty", "Price"],
        ["Rope, 20 m", "2", "48.00"],
        ["Harbour lamp", "1", "129.50"],
        ["Paint", "12", "8.75"],
    ]
    image, font = Image.new("RGB", (900, 320), "white"), ImageFont.truetype(str(SANS), 24)
    pen = ImageDraw.Draw(image)
    pen.rectangle((40, 30, 860, 80), fill="#1f4e79")
    for number, row in enumerate(rows):
        for column, text in enumerate(row):
            at = 52 if column == 0 else (0, 560, 850)[column] - pen.textlength(text, font=font)
            pen.text((at, 40 + number * 60), text, font=font, fill="white" if number == 0 else "black")
        pen.line((40, 80 + number * 60, 860, 80 + number * 60), fill="#bbb")
    assert do.read_image_table(path=put(image)).rows == rows


def test_a_second_table_a_part_and_a_csv(
    do: Any, root: Path, put: Callable[..., str], table: Callable[..., Image.Image]
) -> None:
    image = Image.new("RGB", (720, 500), "white")
    other = [["Pier", "Length"], ["North, old", "120 m"], ["South", "95 m"]]
    image.paste(table(), (0, 0))
    image.paste(table(rows=[[*row, ""] for row in other]), (0, 246))
    put(image)
    second = do.read_image_table(path="page.png", table=2, csv="out/piers.csv")
    assert [row[:2] for row in second.rows] == other and second.tables == 2 and second.csv == "out/piers.csv"
    with (root / "out" / "piers.csv").open(encoding="utf-8", newline="") as file:
        assert [row[:2] for row in csv.reader(file)] == other
    assert do.read_image_table(path="page.png", box=[0, 0, 720, 250]).rows == ROWS
    with pytest.raises(ToolError, match="table: there is no table 3; the page has tables 1 to 2"):
        do.read_image_table(path="page.png", table=3)


def test_no_table_is_no_table(do: Any, root: Path, put: Callable[..., str]) -> None:
    put(drawn())
    with pytest.raises(ToolError, match="no table was found"):
        do.read_image_table(path="page.png", csv="none.csv")
    assert not (root / "none.csv").exists()


def test_a_receipt(do: Any, put: Callable[..., str], receipt: Image.Image) -> None:
    read = do.read_image_fields(path=put(receipt))
    assert {field.label: field.value for field in read.fields} == {
        "Date": "2026-03-02 14:31", "Receipt no": "004711", "Coffee": "2.80", "Apple cake": "4.20", "2 x Tea": "5.00",
        "Subtotal": "12.00", "VAT 25%": "2.40", "TOTAL": "EUR 14.40",
    }  # fmt: skip
    total = next(field for field in read.fields if field.label == "TOTAL")
    assert total.box[0] > 200 and total.box[1] > 480 and total.score > 0.9


def test_a_form_with_values_under_its_labels(do: Any, put: Callable[..., str]) -> None:
    image, font = Image.new("RGB", (900, 320), "white"), ImageFont.truetype(str(SANS), 22)
    pen = ImageDraw.Draw(image)
    for at, text in (((40, 40), "Name:"), ((40, 72), "Maya Lindqvist"), ((480, 40), "Born:"), ((480, 72), "4 May 1988"),
                     ((40, 180), "Ship: Northern Star"), ((480, 180), "Berth: 12 B")):  # fmt: skip
        pen.text(at, text, font=font, fill="black")
    fields = {field.label: field.value for field in do.read_image_fields(path=put(image)).fields}
    assert fields == {"Name": "Maya Lindqvist", "Born": "4 May 1988", "Ship": "Northern Star", "Berth": "12 B"}


def test_prose_has_no_fields(do: Any, put: Callable[..., str]) -> None:
    put(drawn("The ship came in late\nand nobody was there\nto take her lines"))
    read = do.read_image_fields(path="page.png")
    assert read.fields == [] and "no line has a label" in read.reason
