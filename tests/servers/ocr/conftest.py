"""A desk with the OCR server, and pictures to read on it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from artifacts.scanned import SANS
from deskworld_kit import Server
from PIL import Image, ImageDraw, ImageFont


@pytest.fixture(scope="session")
def server() -> Server:
    from deskworld_ocr import server

    return server


@pytest.fixture
def put(root: Path) -> Callable[..., str]:
    """Save a picture into the workspace under a name."""

    def save(image: Image.Image, name: str = "page.png", **options: object) -> str:
        image.save(root / name, **options)
        return name

    return save


ROWS = [
    ["Harbour", "2025", "Change"],
    ["Rotterdam", "1,402", "+9.2 %"],
    ["Bergen", "398", "-3.4 %"],
]


@pytest.fixture(scope="session")
def table() -> Callable[..., Image.Image]:
    """A table under a title, with rules or without."""

    def draw(*, rules: bool = True, rows: list[list[str]] = ROWS) -> Image.Image:
        font = ImageFont.truetype(str(SANS), 24)
        edges = [40, 320, 500, 680]
        image = Image.new("RGB", (720, 100 + 52 * len(rows)), "white")
        pen = ImageDraw.Draw(image)
        pen.text((40, 24), "Tonnage", font=font, fill="black")
        for number, row in enumerate(rows):
            top = 80 + 52 * number
            for column, text in enumerate(row):
                left, right = edges[column], edges[column + 1]
                if rules:
                    pen.rectangle((left, top, right, top + 52), outline="black", width=2)
                at = left + 14 if column == 0 else right - 14 - pen.textlength(text, font=font)
                pen.text((at, top + 12), text, font=font, fill="black")
        return image

    return draw


@pytest.fixture(scope="session")
def receipt() -> Image.Image:
    """A till receipt in print of one width."""
    font = ImageFont.truetype("/usr/share/fonts/truetype/liberation2/LiberationMono-Regular.ttf", 24)
    lines = [
        "      QUAY CAFE", "   14 Pier Road, Oslo", "Date: 2026-03-02  14:31", "Receipt no: 004711", "",
        "Coffee             2.80", "Apple cake         4.20", "2 x Tea            5.00", "",
        "Subtotal          12.00", "VAT 25%            2.40", "TOTAL        EUR  14.40",
    ]  # fmt: skip
    image = Image.new("RGB", (520, 60 + 44 * len(lines)), "white")
    for number, line in enumerate(lines):
        ImageDraw.Draw(image).text((30, 30 + number * 44), line, font=font, fill="#222")
    return image
