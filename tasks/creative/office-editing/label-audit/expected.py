"""What the shelf labels say, photo by photo from left to right: product, size, price, code; and where they hang."""

from datetime import date, datetime

LIST, REPORT = "prices/price-list.xlsx", "out/label-audit.docx"
TODAY = date(2026, 3, 2)
LABELS = {
    "shelves/shelf-1.jpg": [
        ("Harbor Blend", "12 oz", 15.50, "HL-101"), ("Dockside Decaf", "12 oz", 16.50, "HL-104"),
        ("Morning Tide", "12 oz", 14.75, "HL-106"),
    ],
    "shelves/shelf-2.jpg": [
        ("Santa Ana Washed", "12 oz", 18.25, "HL-108"), ("Lantern Espresso", "10 oz", 16.00, "HL-112"),
        ("Cold Brew Pack", "8 oz", 12.50, "HL-115"),
    ],
    "shelves/shelf-3.jpg": [
        ("Kiln House Blend", "12 oz", 15.25, "HL-118"), ("Yirga Union Lot 4", "12 oz", 21.00, "HL-119"),
        ("Sidmo Natural", "12 oz", 19.50, "HL-120"),
    ],
    "shelves/shelf-4.jpg": [
        ("Winter Pier Blend", "12 oz", 17.00, "HL-131"), ("Paper Filters", "100 pc", 8.50, "HL-204"),
        ("Pour Over Kettle", "1 pc", 58.00, "HL-211"),
    ],
}  # fmt: skip
BOXES = ((40, 250, 360, 420), (380, 250, 700, 420), (720, 250, 1040, 420))
"""Left, top, right, bottom of each label in the upright photo of 1080 x 480 pixels."""


def valid(rows):
    """The price list's entry of each code that holds today: the latest that is not in the future."""
    found = {}
    for code, product, size, price, since in rows:
        day = since.date() if isinstance(since, datetime) else date.fromisoformat(str(since)[:10])
        if day <= TODAY and (code not in found or day > found[code][3]):
            found[code] = (product, size, price, day)
    return found


def wrong(rows):
    """The labels that are wrong: photo, place, label, the list's entry (None if it has none), and which part is."""
    now, found = valid(rows), []
    for photo, labels in LABELS.items():
        for place, label in enumerate(labels):
            entry = now.get(label[3])
            parts = ("Name", "Size", "Price")
            off = [part for part, a, b in zip(parts, label, entry or (), strict=False) if a != b]
            if entry is None:
                found.append((photo, place, label, None, "Not on the list"))
            elif off:
                found.append((photo, place, label, entry, off[0]))
    return found
