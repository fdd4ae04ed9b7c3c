"""Other customers, contracts, prices and rules by seed; each list has lapsed ones, two without address and a doublet."""

import random
from calendar import monthrange
from datetime import date
from pathlib import Path
from typing import Any

COMPANIES = [
    "Blue Door Eatery|Carla Reyes", "Lantern Books and Coffee|Wei Zhang", "Riverside Hotel|Fiona Gallagher",
    "Kite & Kettle|Omar Farouk", "Brightdesk Coworking|Julia Novak", "Fifth Street Market|Darnell Brooks",
    "Cortile Café|Sofia Marchetti", "Pine Street Bakery|Nora Jensen", "Ferry Landing Inn|Paul Okada",
    "Copper Kettle Diner|Rosa Delgado", "Hillside Yoga|Amy Thornton", "Old Mill Theater|Jack Sorensen",
    "Tidewater Clinic|Leila Haddad-Moore", "Quarry Climbing Gym|Ben Achterkamp", "Maple Leaf School|Ruth Feldman",
]  # fmt: skip
STREETS = ["Alder Street", "Burnside Avenue", "Cedar Lane", "Division Street", "Hawthorne Boulevard", "Main Street",
           "Mill Road", "Orchard Avenue", "Pearl Street", "Third Avenue"]  # fmt: skip
CITIES = [("97202", "Portland"), ("97210", "Portland"), ("97232", "Portland"), ("97005", "Beaverton"), ("97031", "Hood River"),
          ("97103", "Astoria"), ("97301", "Salem"), ("97401", "Eugene"), ("97701", "Bend"), ("98660", "Vancouver"),
          ("97128", "McMinnville"), ("97365", "Newport"), ("97520", "Ashland"), ("97801", "Pendleton"), ("97838", "Hermiston")]  # fmt: skip
COFFEES = ["Harbor Blend", "Pier Espresso", "Fogbank Decaf", "Ethiopia Yirga", "El Roble Pacamara", "Night Shift"]


def generate(seed: int, assets: Path) -> dict[str, Any]:
    r = random.Random(seed)
    rules: dict[str, Any] = {"years": r.choice([4, 5, 6]), "percent": r.choice([3, 4, 6]), "notice": r.choice([14, 21])}
    prices = {coffee: r.randrange(1150, 2100, 5) / 100 for coffee in COFFEES}
    now = {coffee: round(price - r.choice([0.4, 0.55, 0.75]), 2) for coffee, price in prices.items()}
    rows, items = _customers(r, rules)
    (assets / "letters").mkdir()
    (assets / "letters" / "rules.md").write_text(_rules(rules), encoding="utf-8")
    _workbook(assets / "customers.xlsx", rows, items, now, prices)
    return rules


def _customers(r: random.Random, rules: dict[str, Any]) -> tuple[list[list[Any]], list[list[Any]]]:
    """Lines of the sheets Customers and Items."""
    chosen, cities = r.sample(COMPANIES, 12), r.sample(CITIES, 12)
    kinds = ["letter"] * 5 + ["older", "lapsed", "no street", "no zip", "early", "late", "hold"]
    rows: list[list[Any]] = []
    items: list[list[Any]] = []
    for place, (named, kind, (code, city)) in enumerate(zip(chosen, kinds, cities, strict=True)):
        company, contact = named.split("|")
        number = f"C-{r.randint(10, 19)}{place:02d}"
        month = {"early": r.choice([2, 3]), "late": r.choice([7, 8])}.get(kind, r.choice([4, 5, 6]))
        ends = date(2026, month, r.choice([15, 20, monthrange(2026, month)[1]]))
        long = place % 2 == 0
        since = date(
            2026 - rules["years"] - (r.randint(1, 5) if long else -r.randint(1, 3)), r.randint(1, 3), r.randint(2, 27)
        )
        street = f"{r.randint(11, 998)} {r.choice(STREETS)}"
        status = {"lapsed": "lapsed", "hold": "on hold"}.get(kind, "active")
        row: list[Any] = [
            number, contact, company, "" if kind == "no street" else street, "" if kind == "no zip" else code, city,
            "WA" if code == "98660" else "OR", since, f"W-{r.randint(200, 899)}", ends, status, date(2026, 2, r.randint(2, 26)),
        ]  # fmt: skip
        rows.append(row)
        if kind == "older":  # the same customer as it was before they moved
            rows.append(
                [
                    *row[:3],
                    f"{r.randint(11, 998)} {r.choice(STREETS)}",
                    "97233",
                    "Portland",
                    "OR",
                    *row[7:11],
                    date(2025, 9, 4),
                ]
            )
        picked = r.sample(COFFEES, r.choice([2, 3, 3, 4]))
        ended = r.randrange(len(picked)) if place in (1, 3, 5) else -1
        for n, coffee in enumerate(picked):
            items.append([number, coffee, r.choice([6, 8, 12, 18, 24, 40]), date(2026, 1, 31) if n == ended else None])
    r.shuffle(rows)
    return rows, items


def _rules(rules: dict[str, Any]) -> str:
    return f"""# How we write renewal letters

- A letter goes to each active customer whose contract ends between 1 April and 30 June 2026, both days included.
  Customers that are lapsed or on hold get none. Nor do those whose address is incomplete: somebody has to call them.
- A customer who stands in the list twice gets one letter: the line that was updated last counts.
- Coffees stand in the order of the sheet Items; those whose line has a day in "Ended" are left out.
- Prices are those from 1 April. Who has been with us for {rules["years"]} full years or more on the day the contract
  ends pays {rules["percent"]} percent less for each bag, rounded to the cent a bag.
- Dates are written as 15 May 2026, amounts as $1,234.50. The new contract starts the day after the old one ends. The
  letter is to be answered {rules["notice"]} days before the contract ends.
- The line on loyalty says "You have been with us for N years, so {rules["percent"]} percent are already off." (N: full
  years on the day the contract ends), or "From {rules["years"]} years on, {rules["percent"]} percent will be off."
- The line of the city reads like Portland, OR 97202.
- Account manager: ZIP codes that begin with 970, 971 or 972 belong to Noor Haddad, +1 503 555 0118, all others to Grace
  Liu, +1 503 555 0116.
"""


def _workbook(
    path: Path, rows: list[list[Any]], items: list[list[Any]], now: dict[str, float], then: dict[str, float]
) -> None:
    from openpyxl import Workbook
    from openpyxl.styles import Font, PatternFill

    book = Workbook()
    sheets = {
        "Customers": [["No.", "Contact", "Company", "Street", "ZIP", "City", "State", "Since", "Contract", "Ends on", "Status", "Updated"], *rows],
        "Items": [["Customer", "Coffee", "Bags a month", "Ended"], *items],
        "Prices": [["Coffee", "Price a bag until 31 March", "Price a bag from 1 April"], *([c, now[c], then[c]] for c in then)],
    }  # fmt: skip
    for name, lines in sheets.items():
        sheet = book.active if name == "Customers" else book.create_sheet(name)
        assert sheet is not None
        sheet.title = name
        for line in lines:
            sheet.append([None if value == "" else value for value in line])
        for cell in sheet[1]:
            cell.font = Font(bold=True, color="FFFFFF")
            cell.fill = PatternFill("solid", fgColor="0B4F6C")
        for row in sheet.iter_rows(min_row=2):
            for cell in row:
                if isinstance(cell.value, date):
                    cell.number_format = "yyyy-mm-dd"
                elif isinstance(cell.value, float):
                    cell.number_format = "0.00"
        for letter, column in zip("ABCDEFGHIJKL", zip(*lines, strict=True), strict=False):
            sheet.column_dimensions[letter].width = max(len(str(value)) for value in column) + 3
        sheet.freeze_panes = "A2"
    book.save(path)
