"""Other merchants, dates, prices and faults by seed: eight photographed receipts, a policy and the rates of the month."""

import random
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL.Image import Image

Lines = list[tuple[str, float]]

HOTELS = ["Pike Street Inn", "Alder House Hotel", "Harbor Steps Hotel"]
DINNERS = ["The Copper Pan", "Saltbox Kitchen", "Juniper Table"]
DUTCH = ["Cafe De Kade", "Brasserie Maas", "Eetcafe Havenzicht"]
FUELS = ["Cascade Fuel 118", "Evergreen Gas 42", "Summit Petrol 7"]
SHOPS = ["Northside Restaurant Supply", "Kettle & Scale Depot", "Barista Warehouse"]
LUNCHES = ["Soup Corner", "Mill Street Deli", "Green Fork"]
TAXIS = ["Rose City Cab", "Bridge Town Taxi", "Radio Cab 31"]
DISHES = ["Roast chicken", "Mushroom risotto", "Grilled trout", "Braised short rib"]
DRINKS = ["Pinot noir glass", "Pale ale pint", "Riesling glass"]
TOOLS = ["Cupping spoons 6", "Paper filters 200", "Digital scale", "Sample trays 12", "Label rolls 4"]


def generate(seed: int, assets: Path) -> dict[str, Any]:
    r = random.Random(seed)
    limits = {"Lodging": r.choice([170, 180, 190]), "Meals": r.choice([40, 45]), "Travel": 120, "Supplies": 250}
    start = date(2026, 2, r.randint(9, 12))
    rates = {start + timedelta(days): round(1.08 + r.random() / 25, 4) for days in range(-6, 14)}
    receipts = _receipts(r, start, limits)
    duplicate = {**receipts["fuel"], "decision": "Refused", "why": "duplicate"}
    order = [*receipts.items(), ("again", duplicate)]
    r.shuffle(order)
    number = r.randint(2100, 6900)
    folder = assets / "receipts"
    folder.mkdir()
    told: list[dict[str, Any]] = []
    for name, receipt in order:
        number += r.randint(1, 4)
        file = f"IMG_{number}.jpg"
        _photo(r, receipt, name).save(folder / file, quality=82)
        total = round(sum(price for _, price in receipt["lines"]), 2)
        told.append({
            "kind": name, "file": file, "date": receipt["date"].isoformat(), "merchant": receipt["merchant"],
            "category": receipt["category"], "currency": receipt["currency"], "amount": total,
            "alcohol": receipt["alcohol"], "decision": receipt["decision"], "why": receipt["why"],
        })  # fmt: skip
    files = {each["kind"]: each["file"] for each in told}
    fuel, again = sorted([files["fuel"], files["again"]])
    for each in told:  # the first photo counts, whichever that is
        if each["kind"] in ("fuel", "again"):
            late = each["file"] == again
            each |= {"decision": "Refused" if late else "OK", "why": "duplicate" if late else ""}
    rows = [f"{day.isoformat()},{rate:.4f}" for day, rate in sorted(rates.items()) if day.weekday() < 5]
    (folder / "eur-usd.csv").write_text("date,usd_for_one_eur\n" + "\n".join(rows) + "\n", encoding="utf-8")
    (folder / "expense-policy.md").write_text(_policy(limits), encoding="utf-8")
    return {
        "first": told[0]["file"], "receipts": told, "limits": limits, "rate": rates[receipts["abroad"]["date"]],
        "original": fuel, "copy": again,
    }  # fmt: skip


def _receipts(r: random.Random, start: date, limits: dict[str, int]) -> dict[str, dict[str, Any]]:
    """Seven different receipts. Dinner is over its limit even without the wine; the Dutch one, on a working day, isn't."""

    def price(low: float, high: float) -> float:
        return round(r.randint(int(low * 20), int(high * 20)) / 20, 2)

    abroad = start + timedelta((7 - start.weekday()) % 7 + r.randint(0, 3))
    wine = price(9, 14)
    dishes = r.sample(DISHES, 2)
    first = price(20, 24)
    room = limits["Lodging"] + r.choice([-21.5, -12.25, 14.6, 22.35])
    dinner = [
        (dishes[0], first), (dishes[1], round(limits["Meals"] - first + price(3, 8), 2)),
        (r.choice(DRINKS), wine), ("Sparkling water", price(4, 5)),
    ]  # fmt: skip
    made: list[tuple[str, str, str, Lines, date, float]] = [
        ("hotel", r.choice(HOTELS), "Lodging", [("Room 1 night", round(room - 9.5, 2)), ("City fee", 9.5)], start, 0),
        ("dinner", r.choice(DINNERS), "Meals", dinner, start + timedelta(1), wine),
        ("abroad", r.choice(DUTCH), "Meals", [("Uitsmijter", price(11, 13)), ("Soep", price(7, 9)),
                                              ("Koffie", price(3, 4))], abroad, 0),
        ("fuel", r.choice(FUELS), "Travel", [("Unleaded 11.2 gal", price(44, 58)), ("Windscreen fluid", price(5, 7))],
         start + timedelta(2), 0),
        ("blurred", r.choice(SHOPS), "Supplies", [(tool, price(12, 48)) for tool in r.sample(TOOLS, 4)],
         start + timedelta(3), 0),
        ("old", r.choice(LUNCHES), "Meals", [("Soup of the day", price(8, 11)), ("Sandwich", price(9, 12))],
         date(2025, 12, r.randint(8, 19)), 0),
        ("taxi", r.choice(TAXIS), "Travel", [("Fare", price(21, 38)), ("Airport fee", 4.0)], start + timedelta(1), 0),
    ]  # fmt: skip
    return {
        name: {
            "merchant": merchant, "category": category, "currency": "EUR" if name == "abroad" else "USD",
            "lines": lines, "date": day, "alcohol": alcohol, "number": r.randint(10_000, 99_999),
            "decision": "Refused" if name == "old" else "OK", "why": {"old": "old", "blurred": "total"}.get(name, ""),
        }
        for name, merchant, category, lines, day, alcohol in made
    }  # fmt: skip


def _photo(r: random.Random, receipt: dict[str, Any], kind: str) -> "Image":
    """The slip on a table: tilted, in uneven light, grainy; one upside down, one on its side, one smeared."""
    from PIL import Image, ImageChops, ImageFilter

    slip = _slip(receipt, smeared=kind == "blurred").convert("RGBA")
    slip = slip.rotate(r.uniform(-5, 5), Image.Resampling.BICUBIC, expand=True)
    photo = Image.new("RGB", (slip.width + 90, slip.height + 90), r.choice([(112, 84, 62), (86, 92, 98), (70, 78, 66)]))
    shadow = Image.new("RGBA", slip.size, (20, 16, 12, 255))
    shadow.putalpha(slip.getchannel("A").point([n // 3 for n in range(256)]))
    photo.paste(shadow, (52, 54), shadow)
    photo.paste(slip, (45, 45), slip)
    light = (
        Image.linear_gradient("L")
        .rotate(r.choice([0, 90, 180]))
        .resize(photo.size)
        .point([205 + n // 6 for n in range(256)])
    )
    photo = ImageChops.multiply(photo, light.convert("RGB"))
    grain = Image.frombytes(
        "L", (photo.width // 2, photo.height // 2), r.randbytes((photo.width // 2) * (photo.height // 2))
    )
    grain = grain.resize(photo.size, Image.Resampling.BILINEAR).point([n // 14 for n in range(256)])
    photo = ImageChops.subtract(photo, grain.convert("RGB")).filter(ImageFilter.GaussianBlur(0.5))
    turned = {"taxi": Image.Transpose.ROTATE_180, "old": Image.Transpose.ROTATE_90}
    return photo.transpose(turned[kind]) if kind in turned else photo


def _slip(receipt: dict[str, Any], *, smeared: bool) -> "Image":
    from PIL import Image, ImageDraw, ImageFilter, ImageFont

    big, plain = ImageFont.load_default(30), ImageFont.load_default(24)
    euro = receipt["currency"] == "EUR"
    total = sum(price for _, price in receipt["lines"])
    day: date = receipt["date"]
    width, rows = 500, len(receipt["lines"])
    slip = Image.new("RGB", (width, 300 + 38 * rows), (250, 248, 243))
    pen = ImageDraw.Draw(slip)
    ink = (44, 42, 46)

    def money(value: float) -> str:
        return f"{value:.2f}".replace(".", ",") if euro else f"{value:.2f}"

    pen.text((width / 2, 40), receipt["merchant"], font=big, fill=ink, anchor="mm")
    pen.text(
        (28, 76),
        f"{'Datum' if euro else 'Date'}: {day:%d-%m-%Y}" if euro else f"Date: {day:%m/%d/%Y}",
        font=plain,
        fill=ink,
    )
    pen.text((width - 28, 76), f"No. {receipt['number']}", font=plain, fill=ink, anchor="ra")
    pen.line((28, 116, width - 28, 116), fill=ink, width=2)
    y = 130
    for name, price in receipt["lines"]:
        pen.text((28, y), name, font=plain, fill=ink)
        pen.text((width - 28, y), money(price), font=plain, fill=ink, anchor="ra")
        y += 38
    pen.line((28, y + 6, width - 28, y + 6), fill=ink, width=2)
    y += 20
    pen.text((28, y), "TOTAAL EUR" if euro else "TOTAL USD", font=big, fill=ink)
    pen.text((width - 28, y), money(total), font=big, fill=ink, anchor="ra")
    pen.text((width / 2, y + 80), "Dank u wel" if euro else "Thank you", font=plain, fill=ink, anchor="mm")
    if smeared:  # so far that no digit is left in it
        box = (width - 190, y - 8, width - 10, y + 50)
        slip.paste(slip.crop(box).filter(ImageFilter.GaussianBlur(13)), box)
    return slip


def _policy(limits: dict[str, int]) -> str:
    lines = "\n".join(f"| {name} | {words} | {limits[name]} |" for name, words in (
        ("Lodging", "hotels, with their fees"), ("Meals", "restaurants, cafes, delis"),
        ("Travel", "fuel, taxi, parking, trains"), ("Supplies", "tools and things for tastings and customers"),
    ))  # fmt: skip
    return f"""# Expenses: what we pay

Reports of February 2026 are dated 2 March 2026.

| Category | What belongs there | Limit for a receipt, USD |
|---|---|---|
{lines}

1. Above the limit we pay the limit. The limit is held against what is left without alcohol, in dollars.
2. Alcohol is never paid. Take its line off; the rest of the receipt counts.
3. A receipt of more than 60 days before the date of the report is refused.
4. A receipt is paid once. If there are two photos of one, that with the lower number in its file name counts, the
   other is refused.
5. Receipts in euros are turned into dollars with the rate of the day on the receipt (eur-usd.csv).
6. If a total can't be read, the lines are added up, and the note says so.
7. A refused receipt stays in the list with all its figures, and 0 is paid.
"""
