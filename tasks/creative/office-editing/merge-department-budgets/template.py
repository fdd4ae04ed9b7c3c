"""Three departments' budget files, each with its own habits: who they are, their lines and slips come from the seed.

Lines come twice (as they were, or in a later revision), figures are written in four ways, and each department has
its own words for where a line stands.
"""

import csv
import random
from pathlib import Path

DEPARTMENTS = {
    "Roastery": (
        "Green coffee samples, Roaster maintenance, Gas, Afterburner service, Colour meter, Drum bearings, "
        "Silo cleaning, Cupping room, Chaff disposal, Burner parts, Sample trays, Roast software, Training, "
        "Safety gear"
    ),
    "Warehouse": (
        "Pallet racking, Forklift lease, Stretch film, Dock repairs, Scanner batteries, Pest control, "
        "Overtime in peak weeks, Label printers, Shelving, Cold storage power, Insurance, Pallet jacks, "
        "First aid, Cleaning"
    ),
    "Marketing": (
        "Spring campaign, Photo shoots, Trade fair stand, Web shop design, Newsletter tool, "
        "Samples for press, Search ads, Social ads, Packaging artwork, Barista contest, Store signs, "
        "Market stall, Translations, Merchandise"
    ),
    "Customer Care": (
        "Help desk seats, Telephone lines, Refund reserve, Training days, Headsets, Survey tool, "
        "Knowledge base, Weekend shifts, Replacement parcels, Chat assistant, Courier claims, "
        "Quality listening, Desk chairs, Call recording"
    ),
    "Wholesale": (
        "Grinder loans, Machine service, Tasting sets, Travel to partners, Barista training, "
        "Price list printing, Credit checks, Van lease, Fuel, Demo bar, Partner portal, Rebates paperwork, "
        "Keg deposits, Account reviews"
    ),
    "People": (
        "Job adverts, Onboarding kits, Payroll tool, First aid courses, Language classes, Team days, "
        "Work clothes, Medical checks, Leadership course, Exit interviews, Bicycle scheme, Relocation, "
        "Temp agency, Reference checks"
    ),
}
CATEGORIES = ["Equipment", "Services", "People", "Materials", "Travel and events"]
OWNERS = [
    "Marco Bellini",
    "Sam O'Neill",
    "Theo Park",
    "Grace Liu",
    "Noor Haddad",
    "Emma Castellanos",
    "Victor Sandoval",
]
WORDS = {
    "Approved": ["Approved", "approved", "APPROVED ", "ok"],
    "Pending": ["Pending", "pending", "open", " Pending"],
    "Rejected": ["Rejected", "rejected", "declined", "no"],
}
HEADER = ["line", "rev", "category", "item", "owner", "q1", "q2", "q3", "q4", "status"]


def generate(seed: int, assets: Path) -> dict[str, object]:
    """Write the three files and name the departments."""
    random_ = random.Random(f"budgets {seed}")
    chosen = sorted(random_.sample(list(DEPARTMENTS), 3))
    folder = assets / "budgets"
    folder.mkdir(parents=True)
    for name in chosen:
        with (folder / f"{slug(name)}.csv").open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(HEADER)
            writer.writerows(lines_of(name, random_))
    one, two, three = chosen
    return {
        "departments": chosen,
        "one": one,
        "two": two,
        "three": three,
        "files": [f"budgets/{slug(name)}.csv" for name in chosen],
    }


def slug(name: str) -> str:
    """A department's name as its file has it."""
    return name.lower().replace(" ", "-")


def lines_of(name: str, random_: random.Random) -> list[list[str]]:
    """A department's lines as its head typed them."""
    prefix = "".join(word[0] for word in name.split()) if " " in name else name[:2].upper()
    years = ["", " (east)", " (west)"]
    items = [item + suffix for suffix in years for item in DEPARTMENTS[name].split(", ")][: random_.randint(30, 40)]
    rows: list[list[str]] = []
    for number, item in enumerate(items, start=1):
        base = random_.choice([450, 900, 1800, 3200, 5400, 8800, 12500])
        amounts = [round(base * random_.uniform(0.7, 1.3), random_.choice([0, 0, 2])) for _ in range(4)]
        status = random_.choices(["Approved", "Pending", "Rejected"], [6, 3, 1.5])[0]
        line = f"{prefix}-{number:03d}"
        head = [random_.choice(CATEGORIES), item, random_.choice(OWNERS)]
        rows.append([line, "1", *head, *written(amounts, random_), random_.choice(WORDS[status])])
        if number % 9 == 4:  # asked for again, with other figures
            revised = [round(amount * random_.uniform(0.6, 1.4)) for amount in amounts]
            rows.append([line, "2", *head, *written(revised, random_), random_.choice(WORDS[status])])
        if number % 11 == 7:  # the same line pasted twice
            rows.append(list(rows[-1]))
    tail = rows[6:]
    random_.shuffle(tail)  # revisions may stand above what they revise
    return rows[:6] + tail


def written(amounts: list[float], random_: random.Random) -> list[str]:
    """Four figures as people type them; now and then one is left out."""
    forms = (
        lambda amount: f"{amount:g}" if amount < 1e5 else str(amount),
        lambda amount: f"{amount:.2f}",
        lambda amount: f"${amount:,.2f}",
        lambda amount: f" {amount:,.0f} " if amount == int(amount) else f"{amount}",
    )
    form = random_.choice(forms)
    return ["" if random_.random() < 0.04 else form(amount) for amount in amounts]
