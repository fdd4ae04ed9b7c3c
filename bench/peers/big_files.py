"""The big files that toolkits are timed on, made by other people's libraries."""

import random
from collections.abc import Callable
from datetime import date, timedelta
from io import BytesIO
from pathlib import Path

TOWNS = ("Bergen", "Rotterdam", "Portland", "Antwerp", "Gdansk", "Porto")
PEOPLE = ("T. Okafor", "M. Lindqvist", "N. Haddad", "A. Rahman")


def workbook(path: Path) -> None:
    """100,000 orders in ten columns, a total by formula on a second sheet."""
    import xlsxwriter

    chance = random.Random(7)
    book = xlsxwriter.Workbook(str(path), {"constant_memory": True})
    day, money = book.add_format({"num_format": "yyyy-mm-dd"}), book.add_format({"num_format": "#,##0.00"})
    orders = book.add_worksheet("Orders")
    headings = ("Date", "Order", "Town", "Product", "Bags", "Price", "Amount", "State", "Channel", "Clerk")
    orders.write_row(0, 0, headings)
    total = 0.0
    for row in range(1, 100_001):
        bags, price = chance.randint(1, 40), chance.randint(900, 2200) / 100
        total += bags * price
        orders.write_datetime(row, 0, date(2024, 1, 1) + timedelta(days=row // 130), day)  # pyright: ignore[reportArgumentType]
        orders.write_row(row, 1, (row, chance.choice(TOWNS), f"Blend {row % 37}", bags))
        orders.write_number(row, 5, price, money)
        orders.write_number(row, 6, bags * price, money)
        orders.write_row(
            row, 7, (chance.choice(("paid", "open")), chance.choice(("web", "shop")), chance.choice(PEOPLE))
        )
    summary = book.add_worksheet("Summary")
    summary.write_formula(0, 0, "=SUM(Orders!G2:G100001)", money, total)
    book.close()


def deck(path: Path) -> None:
    """60 slides: words on each, a photo on every third, a chart on every third, a table on the rest."""
    from PIL import Image
    from pptx import Presentation
    from pptx.chart.data import CategoryChartData
    from pptx.enum.chart import XL_CHART_TYPE
    from pptx.util import Inches

    chance = random.Random(7)
    presentation = Presentation()
    for number in range(60):
        slide = presentation.slides.add_slide(presentation.slide_layouts[5])
        slide.shapes.title.text = f"Harbour {number + 1}: what moved in {TOWNS[number % 6]}"
        place = (Inches(1), Inches(3.5), Inches(8), Inches(3.5))
        box = slide.shapes.add_textbox(Inches(1), Inches(1.6), Inches(8), Inches(1.6))
        box.text_frame.text = "\n".join(
            f"Harbour dues of week {week} rose by {chance.randint(1, 9)} %" for week in range(5)
        )
        if number % 3 == 0:
            photo = BytesIO()
            Image.frombytes("RGB", (800, 500), chance.randbytes(800 * 500 * 3)).save(photo, "JPEG", quality=85)
            slide.shapes.add_picture(photo, *place[:2], height=place[3])
        elif number % 3 == 1:
            data = CategoryChartData()
            data.categories = TOWNS
            for year in ("2024", "2025"):
                data.add_series(year, [chance.randint(100, 900) for _ in TOWNS])
            slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *place, data)
        else:
            grid = slide.shapes.add_table(6, 4, *place).table
            for row in range(6):
                for column in range(4):
                    grid.cell(row, column).text = f"{TOWNS[row]} {column}"
    presentation.save(str(path))


def pdf(path: Path) -> None:
    """300 pages of ledger lines."""
    from reportlab.lib.pagesizes import A4
    from reportlab.pdfgen.canvas import Canvas

    chance = random.Random(7)
    canvas = Canvas(str(path), pagesize=A4)
    for page in range(1, 301):
        canvas.setFont("Helvetica", 9)
        canvas.drawString(60, 800, f"Ledger, page {page}")
        for line in range(50):
            words = f"{chance.choice(TOWNS)} {chance.choice(PEOPLE)} {chance.randint(10, 9999)}.00"
            canvas.drawString(60, 780 - 14 * line, f"invoice 2026-{page}{line:02} {words}")
        canvas.showPage()
    canvas.save()


def photo(path: Path) -> None:
    """6000 x 4000 pixels with the grain and the gradients of a photo."""
    from PIL import Image

    noise = Image.effect_noise((6000, 4000), 24)
    sky = Image.linear_gradient("L").resize((6000, 4000))
    sea = Image.radial_gradient("L").resize((6000, 4000))
    Image.merge("RGB", (Image.blend(noise, sky, 0.8), Image.blend(noise, sea, 0.8), sky)).save(path, quality=92)


MAKERS: dict[str, Callable[[Path], None]] = {
    "orders.xlsx": workbook,
    "review.pptx": deck,
    "ledger.pdf": pdf,
    "quay.jpg": photo,
}
