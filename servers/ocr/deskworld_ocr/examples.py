"""A call of each tool that works, in an order that works: documentation that is run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

RECEIPT = "receipt.png"


def prepare(workspace: Path) -> None:
    """A receipt, a small ruled price list, and a slip that lies on its side."""
    from PIL import Image, ImageDraw, ImageFont

    font = ImageFont.load_default(24)
    receipt = Image.new("RGB", (420, 220), "white")
    pen = ImageDraw.Draw(receipt)
    for row, (label, value) in enumerate((("Quay Cafe", ""), ("Date:", "2 March 2026"), ("Total:", "EUR 12.40"))):
        pen.text((24, 24 + row * 56), label, font=font, fill="black")
        pen.text((190, 24 + row * 56), value, font=font, fill="black")
    receipt.save(workspace / RECEIPT, dpi=(150, 150))
    receipt.transpose(Image.Transpose.ROTATE_270).save(workspace / "sideways.png")

    prices = Image.new("RGB", (420, 184), "white")
    pen = ImageDraw.Draw(prices)
    for row, cells in enumerate((("Item", "Price"), ("Coffee", "2.80"), ("Apple cake", "4.20"))):
        for column, text in enumerate(cells):
            box = (10 + column * 240, 10 + row * 54, 250 + column * 160, 64 + row * 54)
            pen.rectangle(box, outline="black", width=2)
            pen.text((box[0] + 14, box[1] + 12), text, font=font, fill="black")
    prices.save(workspace / "prices.png")


EXAMPLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("read_image_text", {"path": RECEIPT}),
    ("find_image_text", {"path": RECEIPT, "text": "total", "units": "1000"}),
    ("read_image_words", {"path": RECEIPT, "box": [0, 60, 420, 220], "limit": 10}),
    ("read_image_fields", {"path": RECEIPT}),
    ("read_image_table", {"path": "prices.png", "csv": "out/prices.csv"}),
    ("detect_text_orientation", {"path": "sideways.png"}),
    ("preprocess_for_ocr", {"path": "sideways.png", "target": "out/upright.png"}),
    ("make_searchable_pdf", {"paths": [RECEIPT, "sideways.png"], "target": "out/receipts.pdf"}),
    ("list_ocr_languages", {"query": "ger"}),
)
