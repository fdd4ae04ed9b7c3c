"""What the rebranded deck has to say and look like: the guide's names and colours, and the closed books' figures."""

import re
from collections import Counter, defaultdict

OLD = "decks/wholesale-review-2025.pptx"
TEMPLATE = "brand/harborlight-template.pptx"
KEPT = "Northwind Dock"
FURNITURE = ("ftr", "sldNum", "dt")


def renamed(text):
    """A text of the old deck under the new names."""
    for old, new in (
        (KEPT, "\0"),
        ("NORTHWIND ROASTING", "HARBORLIGHT COFFEE ROASTERS"),
        ("Northwind Roasting", "Harborlight Coffee Roasters"),
        ("northwindroasting.example", "harborlight.example"),
        ("Northwind", "Harborlight"),
        ("NWR", "HCR"),
        ("\0", KEPT),
    ):
        text = text.replace(old, new)
    return text


def words(text):
    return " ".join(text.split())


def said(slide):
    """What a slide says, a paragraph or table cell each, without footer, date and number."""
    texts = []
    for shape in slide.shapes:
        if shape.placeholder and shape.placeholder.type in FURNITURE:
            continue
        texts += shape.text.replace("\t", "\n").split("\n")
    return Counter(words(text) for text in texts if text.strip())


def sales(s):
    """Net sales by product line and quarter from the closed books, the latest day of closing for Q4."""
    lines = defaultdict(lambda: [0.0] * 4)
    closed = set()
    for row in s.table("data/wholesale-2025.csv"):
        if row["status"] == "final":
            quarter = (int(row["month"][5:]) - 1) // 3
            lines[row["product_line"]][quarter] += float(row["net_sales_usd"])
            if quarter == 3:
                closed.add(row["closed_on"])
    return lines, max(closed)


def year_and_fourth(s):
    lines, _ = sales(s)
    return sum(sum(line) for line in lines.values()), sum(line[3] for line in lines.values())


def palette(s):
    """The colours of the guide's table, by name."""
    return dict(re.findall(r"^\| (\w+) \| (#[0-9A-F]{6}) \|$", s.text("brand/brand-guide.md"), re.MULTILINE))


def exchanged(s):
    """Which of our colours stands for one of Northwind's."""
    found = re.findall(r"^\| [\w ]+, (#[0-9A-F]{6}) \| (\w+)", s.text("brand/brand-guide.md"), re.MULTILINE)
    return {old: palette(s)[name] for old, name in found}


def pale(color):
    return min(int(color[place : place + 2], 16) for place in (1, 3, 5)) >= 0xE0


def theme(path):
    """The theme's colours and fonts of a deck, as the file has them."""
    from pptx import Presentation

    master = Presentation(path).slide_masters[0].part
    part = next(rel.target_part for rel in master.rels.values() if rel.reltype.endswith("/theme"))
    text = part.blob.decode()
    scheme = re.search(r"<a:clrScheme.*?</a:clrScheme>", text, re.DOTALL)
    fonts = re.findall(r'<a:latin typeface="([^"]*)"', text)[:2]
    return re.findall(r'(?:val|lastClr)="([0-9A-Fa-f]{6})"', scheme.group() if scheme else ""), fonts
