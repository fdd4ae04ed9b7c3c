"""Contact sheets: every page is there, in its own ratio, under its name."""

from io import BytesIO

from deskworld_kit import contact_sheet, span
from PIL import Image


def test_each_page_keeps_its_ratio_and_its_place() -> None:
    buffer = BytesIO()
    Image.new("RGB", (100, 200), "#00FF00").save(buffer, "PNG")
    sheet = contact_sheet([("Page 1", Image.new("RGB", (400, 100), "#FF0000")), ("Page 2", buffer.getvalue())])
    counts = {color: count for count, color in sheet.getcolors(1 << 20)}
    assert counts[(255, 0, 0)] == 400 * 100
    assert counts[(0, 255, 0)] == 100 * 200


def test_large_pages_are_made_to_fit_and_rows_follow_their_form() -> None:
    wide = [(f"Slide {n}", Image.new("RGB", (1600, 900), "white")) for n in range(4)]
    high = [(f"Page {n}", Image.new("RGB", (900, 1600), "white")) for n in range(4)]
    assert contact_sheet(wide, most=(320, 320)).width == 3 * (320 + 14) + 14
    assert contact_sheet(high, most=(320, 320)).width == 4 * (180 + 14) + 14


def test_a_span_of_numbers() -> None:
    assert span([3]) == "3"
    assert span([3, 4, 9]) == "3-9"
