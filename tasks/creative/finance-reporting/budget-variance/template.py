"""A budget workbook and two months of vouchers: who is over, who is under and by how much comes from the seed.

Each variant has lines that are off by enough in dollars and in percent, lines that are off by only one of the two, and
lines that look off only to somebody who counts a voucher twice, a pending one, or one of March.
"""

import csv
import random
from datetime import date, timedelta
from pathlib import Path

ACCOUNTS = [
    ("6010", "Green coffee samples", "Marco Bellini"), ("6020", "Roaster maintenance", "Marco Bellini"),
    ("6030", "Gas and power", "Marco Bellini"), ("6110", "Forklift lease", "Sam O'Neill"),
    ("6120", "Packaging film", "Sam O'Neill"), ("6130", "Freight", "Sam O'Neill"),
    ("6210", "Search and social ads", "Theo Park"), ("6220", "Trade fairs", "Theo Park"),
    ("6230", "Photo and print", "Theo Park"), ("6310", "Help desk seats", "Grace Liu"),
    ("6320", "Courier claims", "Grace Liu"), ("6410", "Grinder loans", "Noor Haddad"),
    ("6420", "Barista training", "Noor Haddad"), ("6510", "Software", "Victor Sandoval"),
    ("6520", "Laptops and phones", "Victor Sandoval"), ("6610", "Job adverts", "Emma Castellanos"),
    ("6620", "Team days", "Emma Castellanos"), ("6710", "Rent", "Aisha Karim"),
    ("6720", "Insurance", "Aisha Karim"), ("6730", "Legal and audit", "Aisha Karim"),
]  # fmt: skip
SUPPLIERS = [
    "Northpack Packaging", "Swift Freight", "Millstone Machines", "Green Bean Import", "Brandt Legal",
    "Vogel Tax & Books", "Whitaker Homes", "Tanaka Ceramics", "Saltwater Studios", "Brightdesk Coworking",
]  # fmt: skip
CAUSES = [
    "rush order",
    "repair after breakdown",
    "annual fee",
    "second instalment",
    "credit for last year",
    "late bill",
]
MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


def generate(seed: int, assets: Path) -> dict[str, object]:
    """Write the budget and the vouchers; say from which variance on a line is reported."""
    dice = random.Random(f"variance {seed}")
    amount = dice.choice([1500, 2000, 2500])
    share = dice.choice([8, 10, 12])
    order = list(range(len(ACCOUNTS)))
    dice.shuffle(order)
    kinds = dict(zip(order, ["over"] * 4 + ["under"] * 2 + ["small"] * 3 + ["large"] * 3, strict=False))
    budgets: list[list[float]] = []
    vouchers: list[list[object]] = []
    for place, (number, name, _) in enumerate(ACCOUNTS):
        kind = kinds.get(place, "near")
        month = {"small": amount * 1.4, "large": amount * 18.0}.get(kind, amount * dice.uniform(4.0, 7.0))
        plan = [round(month * dice.uniform(0.9, 1.1) / 10) * 10.0 for _ in MONTHS]
        budgets.append(plan)
        budget = plan[0] + plan[1]
        sign = dice.choice([-1, 1])
        off = {
            "over": max(amount, budget * share / 100) * dice.uniform(1.25, 2.2),
            "under": -max(amount, budget * share / 100) * dice.uniform(1.2, 1.7),
            "small": sign * budget * (share / 100 + 0.1),
            "large": sign * amount * dice.uniform(1.15, 1.3),
            "near": sign * amount * dice.uniform(0.05, 0.55),
        }[kind]
        vouchers += posted(number, name, round(budget + off, 2), dice)
    vouchers += distractions(budgets, kinds, amount, dice)
    dice.shuffle(vouchers)
    for count, voucher in enumerate(vouchers):
        voucher[0] = f"V{26000 + count}"
    twice = [voucher for voucher in vouchers if voucher[5] == "posted"]
    near = [v for v in twice if kinds.get(index_of(str(v[2])), "near") == "near" and float(str(v[4])) > amount * 0.7]
    for voucher in dice.sample(twice, 30) + near[:6]:
        vouchers.insert(dice.randint(0, len(vouchers)), list(voucher))
    write(assets, budgets, vouchers)
    return {"amount": amount, "share": share, "amount_text": f"{amount:,}"}


def index_of(number: str) -> int:
    return next(place for place, account in enumerate(ACCOUNTS) if account[0] == number)


def posted(number: str, name: str, total: float, dice: random.Random) -> list[list[object]]:
    """Vouchers of January and February that add up to the total; one of them is larger than the others."""
    count = dice.randint(28, 44)
    shares = [dice.uniform(0.4, 1.6) for _ in range(count)] + [dice.uniform(0.14, 0.24) * count]
    amounts = [round(total * share / sum(shares), 2) for share in shares]
    amounts[-1] = round(amounts[-1] + total - sum(amounts), 2)
    rows: list[list[object]] = []
    for place, amount in enumerate(amounts):
        day = date(2026, 1, 2) + timedelta(days=dice.randint(0, 56))
        cause = dice.choice(CAUSES) if place == count else name.lower()
        rows.append(["", day.isoformat(), number, f"{dice.choice(SUPPLIERS)}, {cause}", amount, "posted"])
    return rows


def distractions(
    budgets: list[list[float]], kinds: dict[int, str], amount: int, dice: random.Random
) -> list[list[object]]:
    """Pending vouchers, and some that belong to March: they'd push quiet lines over the mark."""
    rows: list[list[object]] = []
    for place, (number, name, _) in enumerate(ACCOUNTS):
        if kinds.get(place, "near") in ("near", "under"):
            late = date(2026, 3, dice.randint(1, 2)).isoformat()
            value = round(max(amount, sum(budgets[place][:2]) * 0.1) * dice.uniform(0.8, 1.5), 2)
            early = date(2026, 2, dice.randint(3, 27)).isoformat()
            when, state = dice.choice([(late, "posted"), (early, "pending")])
            rows.append(["", when, number, f"{dice.choice(SUPPLIERS)}, {name.lower()}", value, state])
    return rows


def write(assets: Path, budgets: list[list[float]], vouchers: list[list[object]]) -> None:
    from openpyxl import Workbook
    from openpyxl.styles import Font

    folder = assets / "finance"
    folder.mkdir(parents=True)
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Budget 2026"
    sheet.append(["Account", "Name", "Owner", *MONTHS])
    for (number, name, owner), plan in zip(ACCOUNTS, budgets, strict=True):
        sheet.append([number, name, owner, *plan])
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    for row in sheet.iter_rows(min_row=2, min_col=4):
        for cell in row:
            cell.number_format = "#,##0"
    sheet.column_dimensions["B"].width = 26
    sheet.column_dimensions["C"].width = 20
    sheet.freeze_panes = "D2"
    book.save(folder / "budget-2026.xlsx")
    with (folder / "vouchers.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["voucher", "date", "account", "text", "amount", "state"])
        writer.writerows([*row[:4], f"{row[4]:.2f}", row[5]] for row in vouchers)
