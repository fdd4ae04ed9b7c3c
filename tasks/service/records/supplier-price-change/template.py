"""Three suppliers change their prices: by how much, from when, and who forgets the notice, comes from the seed.

The cost model (items, recipes, products) keeps its shape; prices, forecasts and recipes vary. Each supplier has its own
habits: one writes a semicolon list in dollars a kilogram with decimal commas, one sends a list, then a corrected one of
the same name, one quotes by the thousand and lists things that we do not buy.
"""

import random
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

POUNDS_A_KILOGRAM = 2.20462
NOTICE = timedelta(days=30)

GREEN = {  # code: (supplier, their reference, item, dollars a kilogram)
    "G-HH": ("Green Bean Import", "GB-2201", "Guatemala Huehuetenango", 7.85),
    "G-CH": ("Green Bean Import", "GB-2207", "Colombia Huila", 7.10),
    "G-BC": ("Green Bean Import", "GB-2220", "Brazil Cerrado", 5.60),
    "G-DM": ("Green Bean Import", "GB-2231", "Mexico decaf, mountain water", 8.05),
    "G-YW": ("Yirga Union", "YU-771/1", "Yirgacheffe G1 washed", 8.90),
    "G-YN": ("Yirga Union", "YU-771/2", "Yirgacheffe G1 natural", 9.30),
    "G-GN": ("Yirga Union", "YU-771/3", "Guji G1 natural", 9.65),
    "G-PA": ("Finca El Roble", "LOT-12", "Pacamara honey", 8.40),
}
PACKING = {  # code: (supplier, their reference, item, dollars a piece)
    "P-2L": ("Northpack Packaging", "NP-200", "2 lb bag, valve", 0.385),
    "P-12": ("Northpack Packaging", "NP-112", "12 oz bag, valve", 0.340),
    "P-LB": ("Northpack Packaging", "NP-310", "Label, printed", 0.062),
    "P-BX": ("Northpack Packaging", "NP-420", "Case, 12 bags", 0.940),
    "P-TP": ("Pacific Tape", "T-50", "Case tape, a case", 0.041),
}
BLENDS = {  # product: (greens with shares, bag size in pounds, dollars a pound, pounds a month)
    "Harbor Blend 2 lb": ({"G-BC": 0.6, "G-CH": 0.4}, 2.0, 8.90, 9200),
    "Lantern Espresso 2 lb": ({"G-BC": 0.5, "G-HH": 0.3, "G-GN": 0.2}, 2.0, 9.30, 4100),
    "Tide 12 oz": ({"G-YW": 0.6, "G-CH": 0.4}, 0.75, 9.95, 2300),
    "Guji natural 12 oz": ({"G-GN": 1.0}, 0.75, 12.40, 700),
    "Yirgacheffe natural 12 oz": ({"G-YN": 1.0}, 0.75, 12.10, 450),
    "Huehuetenango 12 oz": ({"G-HH": 1.0}, 0.75, 10.80, 620),
    "Decaf Mountain Water 2 lb": ({"G-DM": 1.0}, 2.0, 9.80, 1350),
    "El Roble lot 12 12 oz": ({"G-PA": 1.0}, 0.75, 13.20, 300),
}
ROASTING_LOSS = 0.16


def generate(seed: int, assets: Path) -> dict[str, Any]:
    """Write the cost model of this seed and return its mails, their lists, and what was asked from when."""
    chance = random.Random(f"prices/{seed}")
    items = {
        code: (supplier, reference, item, "lb" if code.startswith("G") else "piece", _per_unit(code, price, chance))
        for code, (supplier, reference, item, price) in {**GREEN, **PACKING}.items()
    }
    _write_model(assets / "costs" / "cost-model.xlsx", items, chance)
    stories = _stories(chance)
    lists = {
        "simon": _dutch_list(items, chance),
        "abebe_first": _dollar_list(items, random.Random(f"first/{seed}")),
        "abebe": _dollar_list(items, random.Random(f"second/{seed}")),
        "karin": _thousands_list(items, chance),
    }
    return {
        "mails": _mails(stories),
        "lists": _lists(lists),
        "asked": {who: str(story["asked"]) for who, story in stories.items()},
        "written": {who: str(story["written"].date()) for who, story in stories.items()},
    }


def _per_unit(code: str, price: float, chance: random.Random) -> float:
    price *= chance.uniform(0.96, 1.04)
    return _a_pound(round(price, 2)) if code.startswith("G") else round(price, 4)


def _a_pound(a_kilogram: float) -> float:
    return round(a_kilogram / POUNDS_A_KILOGRAM, 4)


def _stories(chance: random.Random) -> dict[str, dict[str, Any]]:
    """When each wrote and from when they ask the new price; one of them gives less than the notice."""
    written = {
        "simon": datetime(2026, 2, 26, 9, 20, tzinfo=UTC),
        "abebe": datetime(2026, 2, 27, 8, 5, tzinfo=UTC),
        "karin": datetime(2026, 2, 28, 17, 45, tzinfo=UTC),
    }
    hasty = chance.choice(sorted(written))
    return {
        who: {
            "written": at,
            "asked": at.date() + timedelta(days=chance.randint(11, 19) if who == hasty else chance.randint(33, 55)),
        }
        for who, at in written.items()
    }


def _raised(price: float, places: int, chance: random.Random) -> float:
    return round(price * (1 + chance.uniform(0.035, 0.12)), places)


def _dutch_list(items: dict[str, tuple], chance: random.Random) -> str:
    """Old and new price a kilogram; one is the same in both, and one coffee we never bought."""
    codes = ["G-HH", "G-CH", "G-BC", "G-DM"]
    chance.shuffle(codes)
    lines = ["ref;origin;old USD/kg;new USD/kg"]
    for code in codes:
        old = round(items[code][4] * POUNDS_A_KILOGRAM, 2)
        new = old if code == codes[-1] else _raised(old, 2, chance)
        assert _a_pound(old) == items[code][4]
        lines.append(f"{items[code][1]};{items[code][2]};{old:.2f};{new:.2f}".replace(".", ","))
    lines.insert(3, "GB-2213;Kenya Nyeri AB;10,40;10,95")
    return "\n".join(lines) + "\n"


def _dollar_list(items: dict[str, tuple], chance: random.Random) -> str:
    lines = [
        f"{items[code][1]},{items[code][2]},{_raised(items[code][4], 4, chance):.4f}\n"
        for code in ("G-YW", "G-YN", "G-GN")
    ]
    return "mark,grade,usd_per_lb\n" + "".join(lines)


def _thousands_list(items: dict[str, tuple], chance: random.Random) -> str:
    lines = ["article,description,price per 1000 USD"]
    for code in ("P-2L", "P-12", "P-LB", "P-BX"):
        price = items[code][4] if code == "P-BX" else _raised(items[code][4], 4, chance)
        lines.append(f'{items[code][1]},"{items[code][2]}",{price * 1000:.1f}')
    lines.insert(2, 'NP-205,"5 lb bag, valve",612.0')
    lines.append('NP-510,"Tissue paper, sheet",38.5')
    return "\n".join(lines) + "\n"


def _mails(stories: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    asked = {who: f"{story['asked'].day} {story['asked']:%B}" for who, story in stories.items()}
    at = {who: story["written"] for who, story in stories.items()}
    return [
        _mail(
            931, "simon@greenbeanimport.example", "Simon Achterberg", "New prices", at["simon"], ["prices.csv"],
            "Dear Maya,\nfreight and the harvest leave us no choice: our new prices are attached, in dollars a kilogram, valid "
            f"for all deliveries from {asked['simon']}. What is not listed stays as it is.\nSimon Achterberg, Green Bean Import",
        ),
        _mail(
            932, "abebe@yirgaunion.example", "Abebe Tadesse", "Prices of the new crop", at["abebe"] - timedelta(hours=20),
            ["prices.csv"],
            "Dear Ms. Lindqvist,\nattached please find the prices of the new crop, in dollars a pound.\nWith kind regards,\n"
            "Abebe Tadesse, Yirga Union",
        ),
        _mail(
            933, "abebe@yirgaunion.example", "Abebe Tadesse", "Re: Prices of the new crop", at["abebe"], ["prices.csv"],
            "Dear Ms. Lindqvist,\nplease disregard the list of yesterday, it was a draft. The right one is attached; it holds "
            f"for shipments from {asked['abebe']}. I apologise.\nAbebe Tadesse",
            reply_to="message_932",
        ),
        _mail(
            934, "karin.holt@northpack.example", "Karin Holt", "Price adjustment", at["karin"], ["NP-prices.csv"],
            f"Hi Maya,\npaper went up again, so from {asked['karin']} these prices hold, by the thousand pieces. The list is "
            "our whole range; just take what you buy. Sorry for this!\nKarin Holt, Northpack Packaging",
        ),
    ]  # fmt: skip


def _mail(
    number: int, sender: str, name: str, subject: str, at: datetime, files: list[str], body: str, reply_to: str = ""
) -> dict[str, Any]:
    return {
        "id": f"message_{number}",
        "thread_id": f"thread_{reply_to.removeprefix('message_') or number}",
        "sender": sender,
        "sender_name": name,
        "to": ["maya@harborlight.example"],
        "subject": subject,
        "body": body,
        "sent_at": at.isoformat(),
        "reply_to": reply_to,
        "attachments": files,
        "unread": True,
    }


def _lists(texts: dict[str, str]) -> list[dict[str, Any]]:
    places = {"simon": (931, "prices.csv"), "abebe_first": (932, "prices.csv"), "abebe": (933, "prices.csv"),
              "karin": (934, "NP-prices.csv")}  # fmt: skip
    return [
        {
            "id": f"attachment_{number}",
            "message_id": f"message_{number}",
            "name": name,
            "media_type": "text/csv",
            "size": len(texts[who].encode()),
            "content": texts[who],
        }
        for who, (number, name) in places.items()
    ]


def _write_model(path: Path, items: dict[str, tuple], chance: random.Random) -> None:
    """Items, recipes and products; what a formula says is computed, as it is in a workbook that somebody uses."""
    from deskworld_kit import World
    from deskworld_sheets.calculation import recalculate_workbook
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Items"
    rows: list[list[Any]] = [
        [code, *row, date(2025, 7 if code.startswith("P") else 10, 1), None] for code, row in items.items()
    ]
    header = ["Code", "Supplier", "Their reference", "Item", "Unit", "Price", "Valid from", "Price before"]
    _fill(sheet, header, rows, [9, 22, 16, 31, 8, 11, 12, 13], {"F": "$0.0000", "G": "yyyy-mm-dd", "H": "$0.0000"})

    recipe_rows: list[list[Any]] = []
    product_rows: list[list[Any]] = []
    last = len(rows) + 1
    for product, (shares, bag, price, pounds) in BLENDS.items():
        uses = {code: round(share / (1 - ROASTING_LOSS), 4) for code, share in shares.items()}
        bags = round(1 / bag, 4)
        uses |= {"P-2L" if bag == 2.0 else "P-12": bags, "P-LB": bags}
        uses |= {"P-BX": round(bags / 12, 4), "P-TP": round(bags / 12, 4)}
        for code, quantity in uses.items():
            row = len(recipe_rows) + 2
            now = f"VLOOKUP(B{row},Items!$A$2:$H${last},6,FALSE)"
            before = f"VLOOKUP(B{row},Items!$A$2:$H${last},8,FALSE)"
            recipe_rows.append([product, code, quantity, f"=C{row}*{now}", f"=C{row}*IF({before}=0,{now},{before})"])
        product_rows.append(
            [product, round(pounds * chance.uniform(0.8, 1.2), -1), round(price * chance.uniform(0.97, 1.05), 2)]
        )
    end = len(recipe_rows) + 1
    for row, line in enumerate(product_rows, start=2):
        line += [f"=SUMIFS(Recipes!${column}$2:${column}${end},Recipes!$A$2:$A${end},A{row})" for column in "DE"]
    recipes, products = book.create_sheet("Recipes"), book.create_sheet("Products")
    _fill(
        recipes, ["Product", "Code", "Quantity a lb", "Cost a lb", "Cost a lb before"], recipe_rows, [28, 9, 14, 12, 17],
        {"C": "0.0000", "D": "$0.0000", "E": "$0.0000"},
    )  # fmt: skip
    _fill(
        products, ["Product", "Pounds a month", "Price a lb", "Cost a lb", "Cost a lb before"], product_rows,
        [28, 16, 12, 12, 17], {"B": "#,##0", "C": "$0.00", "D": "$0.0000", "E": "$0.0000"},
    )  # fmt: skip
    path.parent.mkdir(parents=True, exist_ok=True)
    book.save(path)
    with World.create(path.parent, []) as world:
        recalculate_workbook(world, path=path.name)


def _fill(sheet: Any, header: list[str], rows: list[list[Any]], widths: list[float], formats: dict[str, str]) -> None:
    from openpyxl.styles import Alignment, Font, PatternFill

    sheet.append(header)
    for row in rows:
        sheet.append(row)
    for cell in sheet[1]:
        cell.font = Font(name="Calibri", bold=True, color="FFFFFF")
        cell.fill = PatternFill("solid", fgColor="1F3A44")
        cell.alignment = Alignment(horizontal="center")
    for letter, width in zip("ABCDEFGH", widths, strict=False):
        sheet.column_dimensions[letter].width = width
    for letter, code in formats.items():
        for row in range(2, len(rows) + 2):
            sheet[f"{letter}{row}"].number_format = code
    sheet.freeze_panes = "A2"
