"""Another month at the bank by seed: other payments, other slips in the books. A difference is always explained."""

import random
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

SUPPLIERS = [
    "GREEN BEAN IMPORT", "YIRGA UNION", "NORTHPACK PACKAGING", "SWIFT FREIGHT", "MILLSTONE MACHINES", "TANAKA CERAMICS",
    "CITY WATER BUREAU", "PACIFIC POWER", "VOGEL TAX & BOOKS", "BRANDT LEGAL", "DOCK STREET RENT",
]  # fmt: skip
CUSTOMERS = [
    "BLUE DOOR EATERY", "LANTERN BOOKS", "RIVERSIDE HOTEL", "KITE & KETTLE", "BRIGHTDESK", "FIFTH STREET MARKET",
    "CORTILE CAFE", "CARD SALES SHOP",
]  # fmt: skip
FIRST = date(2026, 2, 1)


def generate(seed: int, assets: Path) -> dict[str, Any]:
    r = random.Random(seed)
    opening = round(r.uniform(380_000, 610_000), 2)
    common = _entries(r, 46)
    bank, books = [dict(each) for each in common], [dict(each) for each in common]
    _differ(r, bank, books)
    (assets / "bank").mkdir()
    (assets / "books").mkdir()
    _statement(assets / "bank" / "statement-february-2026.pdf", opening, sorted(bank, key=lambda each: each["day"]))
    _ledger(assets / "books" / "cash-ledger-february-2026.xlsx", opening, books)
    return {"opening": f"{opening:,.2f}"}


def _entries(r: random.Random, count: int) -> list[dict[str, Any]]:
    """Checks, transfers and deposits, a number of two digits after the point for each; references are unique."""
    entries: list[dict[str, Any]] = []
    check, transfer, deposit = r.randint(1030, 1090), r.randint(20100, 20900), r.randint(3100, 3400)
    for place in range(count):
        day = FIRST + timedelta(days=min(25, place * 25 // count + r.randint(0, 1)))
        kind = r.choice(["check", "transfer", "deposit", "deposit"])
        amount = round(r.uniform(140, 4_800), 2)
        if kind == "deposit":
            deposit += r.randint(1, 3)
            entries.append({"day": day, "reference": f"DP{deposit}", "text": r.choice(CUSTOMERS), "amount": amount})
        elif kind == "check":
            check += 1
            entries.append({"day": day, "reference": f"CK{check}", "text": r.choice(SUPPLIERS), "amount": -amount})
        else:
            transfer += r.randint(3, 40)
            entries.append({"day": day, "reference": f"TR{transfer}", "text": r.choice(SUPPLIERS), "amount": -amount})
    entries[20]["amount"] = entries[21]["amount"] = -1_250.0
    for place, number in ((20, 1), (21, 2)):  # two payments of one sum to one payee on one day, both right
        entries[place] |= {
            "day": entries[20]["day"],
            "text": "SWIFT FREIGHT",
            "reference": f"TR{transfer + 50 + number}",
        }
    return entries


def _differ(r: random.Random, bank: list[dict[str, Any]], books: list[dict[str, Any]]) -> None:
    """What the bank has not yet seen, what only the bank knows, and two slips of the pen."""
    payments = [place for place, each in enumerate(bank) if each["amount"] < 0 and place not in (20, 21)]
    late = sorted(r.sample([place for place in payments if place > 24], 3))
    deposits = [place for place, each in enumerate(bank) if each["amount"] > 0]
    waiting = deposits[-1]
    slip, twice = r.sample([place for place in payments if place < 20], 2)
    wrong = _swapped(books[slip]["amount"])
    books[slip]["amount"] = wrong
    again = dict(books[twice])
    again["day"] += timedelta(days=r.randint(2, 6))
    for place in sorted([*late, waiting], reverse=True):
        del bank[place]
    books.append(again)
    last = FIRST + timedelta(days=27)
    bank += [
        {"day": last, "reference": "FE0226", "text": "ACCOUNT FEE", "amount": -round(r.uniform(18, 45), 2)},
        {"day": last, "reference": "IN0226", "text": "INTEREST", "amount": round(r.uniform(6, 30), 2)},
        {"day": FIRST + timedelta(days=r.randint(9, 20)), "reference": f"DP{r.randint(4000, 4999)}",
         "text": "LANTERN BOOKS", "amount": round(r.uniform(300, 900), 2)},
    ]  # fmt: skip
    books.sort(key=lambda each: each["day"])


def _swapped(amount: float) -> float:
    """The amount with two neighbouring digits exchanged."""
    digits = f"{-amount:.2f}"
    for place in range(len(digits) - 4):
        if digits[place] != digits[place + 1]:
            return -float(digits[:place] + digits[place + 1] + digits[place] + digits[place + 2 :])
    return round(amount - 90, 2)


def _statement(place: Path, opening: float, entries: list[dict[str, Any]]) -> None:
    """Pages of a table with the balance carried from one to the next."""
    from reportlab.lib.colors import HexColor
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(place), pagesize=(612, 792), invariant=1)
    canvas.setTitle("Statement February 2026")
    canvas.setAuthor("Cascade Community Bank")
    edges = (48, 118, 286, 352, 424, 496, 564)
    heads = ("Date", "Description", "Reference", "Withdrawals", "Deposits", "Balance")
    size = 18
    pages = [entries[at : at + size] for at in range(0, len(entries), size)]
    balance = opening

    def row(y: float, cells: tuple[str, ...], *, bold: bool = False, fill: str = "") -> None:
        if fill:
            canvas.setFillColor(HexColor(fill))
            canvas.rect(edges[0], y - 7, edges[-1] - edges[0], 24, stroke=0, fill=1)
        canvas.setStrokeColor(HexColor("#B9C2C9"))
        canvas.rect(edges[0], y - 7, edges[-1] - edges[0], 24)
        for edge in edges[1:-1]:
            canvas.line(edge, y - 7, edge, y + 17)
        canvas.setFillColor(HexColor("#22282E"))
        canvas.setFont("Helvetica-Bold" if bold else "Helvetica", 8.5)
        for number, cell in enumerate(cells):
            if number < 3:
                canvas.drawString(edges[number] + 5, y, cell)
            else:
                canvas.drawRightString(edges[number + 1] - 5, y, cell)

    for number, page in enumerate(pages, 1):
        canvas.setFillColor(HexColor("#0B4F6C"))
        canvas.rect(0, 742, 612, 50, stroke=0, fill=1)
        canvas.setFillColor(HexColor("#FFFFFF"))
        canvas.setFont("Helvetica-Bold", 15)
        canvas.drawString(48, 760, "Cascade Community Bank")
        canvas.setFont("Helvetica", 9)
        canvas.drawRightString(564, 762, f"Statement 2 / 2026 · page {number} of {len(pages)}")
        canvas.setFillColor(HexColor("#22282E"))
        canvas.drawString(48, 718, "Harborlight Coffee Roasters, 418 Dock Street, Portland, OR 97209")
        canvas.drawString(48, 704, "Business checking 4402 7719 55 · 1 to 28 February 2026 · US dollars")
        y = 668
        row(y, heads, bold=True, fill="#DCE8EE")
        y -= 24
        label = "Opening balance" if number == 1 else "Carried forward"
        row(y, ("", label, "", "", "", f"{balance:,.2f}"), bold=True)
        for each in page:
            y -= 24
            amount = each["amount"]
            balance = round(balance + amount, 2)
            shown = f"{abs(amount):,.2f}"
            out, into = (shown, "") if amount < 0 else ("", shown)
            row(y, (f"{each['day']:%d %b %Y}", each["text"], each["reference"], out, into, f"{balance:,.2f}"))
        y -= 24
        label = "Closing balance" if number == len(pages) else "Carried forward"
        row(y, ("", label, "", "", "", f"{balance:,.2f}"), bold=True)
        canvas.setFont("Helvetica", 8)
        canvas.drawString(48, 40, "Questions: 1 Station Plaza, Portland · please check within 30 days")
        canvas.showPage()
    canvas.save()


def _ledger(place: Path, opening: float, entries: list[dict[str, Any]]) -> None:
    """The cash book as Aisha keeps it: title rows above, money in and out in columns of their own."""
    from openpyxl import Workbook
    from openpyxl.styles import Font, PatternFill

    book = Workbook()
    book.properties.creator = "Aisha Karim"
    book.properties.created = book.properties.modified = datetime(2026, 3, 1, 9)
    sheet: Any = book.active
    sheet.title = "Cash"
    sheet["A1"], sheet["A1"].font = "Cash ledger, business checking, February 2026", Font(bold=True, size=14)
    sheet["A2"], sheet["E2"] = "Opening balance (agrees with the bank)", opening
    for column, head in enumerate(("Date", "Reference", "Text", "In", "Out"), 1):
        cell = sheet.cell(4, column, head)
        cell.font, cell.fill = Font(bold=True), PatternFill("solid", fgColor="DDE6EA")
    for number, each in enumerate(entries, 5):
        sheet.cell(number, 1, each["day"]).number_format = "yyyy-mm-dd"
        sheet.cell(number, 2, each["reference"])
        sheet.cell(number, 3, each["text"].title())
        column = 4 if each["amount"] > 0 else 5
        sheet.cell(number, column, abs(each["amount"])).number_format = "#,##0.00"
    sheet["E2"].number_format = "#,##0.00"
    for column, width in zip("ABCDE", (13, 13, 26, 13, 13), strict=True):
        sheet.column_dimensions[column].width = width
    book.save(place)
