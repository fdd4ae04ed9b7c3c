"""Other cards, numbers and corrections by seed; always eighteen cards of three suits, in a mixed order."""

import csv
import random
from pathlib import Path
from typing import Any

SUITS = {"Harbor": "#1F4E6B", "Hill": "#3F6B3A", "Market": "#A5432A"}
CARDS = {
    "Harbor": [
        ("Night Ferry", "Move up to {n} beans from the dock to your warehouse."),
        ("Lighthouse", "Look at the top {n} cards of the deck and put them back in any order."),
        ("Customs House", "Each other player pays 1 coin to the bank or loses a bean, whichever they like better; you "
         "then take {n} coins from the bank."),
        ("Tugboat", "Take a card from the discard pile that costs {n} or less."),
        ("Fog Horn", "No one may buy at the market until your next turn. Draw {n} cards."),
        ("Crane Crew", "You may play {n} more Harbor cards this turn."),
        ("Pilot", "Swap this card with any Harbor card that costs {n} or less."),
    ],
    "Hill": [
        ("Terrace Farm", "Take {n} green beans from the supply."),
        ("First Rain", "Double the beans you take this turn, but never take more than {n} in all."),
        ("Drying Beds", "Turn up to {n} green beans into ripe ones. If you turn them all, draw a card and you may play "
         "one more Hill card this turn."),
        ("Mule Track", "Move {n} beans to the dock without paying."),
        ("Old Varietal", "Worth {n} points more if you hold no Market card at the end."),
        ("Shade Trees", "Your Hill cards cost {n} coin less for the rest of the round."),
        ("Seed Bank", "Put {n} beans aside. They come back doubled at the end of the round."),
    ],
    "Market": [
        ("Corner Shop", "Sell {n} beans for 2 coins each."),
        ("Price Board", "Set the price of one kind of bean to {n} coins. It stays there until somebody else plays a "
         "Price Board, or until the deck runs out and is shuffled anew."),
        ("Cupping Table", "Name a bean. Everyone shows their hand; take {n} coins for each card that has it."),
        ("Barista", "Sell a roasted bean for {n} coins."),
        ("Regulars", "Take {n} coins at the start of each of your turns while this card lies before you."),
        ("Loyalty Card", "After {n} sales take a card from the market for nothing."),
        ("Pop-up Stand", "Sell up to {n} beans at the dock, at the price of the market."),
    ],
}  # fmt: skip
RENAMED = {
    "Night Ferry": "Last Ferry", "Lighthouse": "Harbor Light", "Tugboat": "Old Tug", "Pilot": "Harbor Pilot",
    "Terrace Farm": "Hillside Farm", "Mule Track": "Goat Track", "Corner Shop": "Corner Store", "Barista": "Head Barista",
}  # fmt: skip


def generate(seed: int, assets: Path) -> dict[str, Any]:
    r = random.Random(seed)
    rows: list[dict[str, Any]] = []
    for suit, cards in CARDS.items():
        for name, effect in cards:
            rows.append(
                {
                    "name": name, "suit": suit, "cost": r.randint(1, 6), "points": r.randint(0, 5),
                    "effect": effect.format(n=r.randint(2, 5)), "status": "in",
                }
            )  # fmt: skip
    r.shuffle(rows)
    for suit in SUITS:
        r.choice([row for row in rows if row["suit"] == suit and row["name"] not in RENAMED])["status"] = "cut"
    kept = [row for row in rows if row["status"] == "in"]
    for place, row in enumerate(rows, start=11):
        row["id"] = f"RR-{place}"
    renamed = r.choice([row for row in kept if row["name"] in RENAMED])
    cheaper, reworded, doubtful = r.sample([row for row in kept if row is not renamed], 3)
    decided = {
        "cost": {"id": cheaper["id"], "value": cheaper["cost"] % 6 + 1},
        "name": {"id": renamed["id"], "value": RENAMED[renamed["name"]]},
        "effect": {
            "id": reworded["id"],
            "value": f"Draw {r.randint(2, 4)} cards, then discard {r.choice(['one', 'two'])}.",
        },
    }
    (assets / "game" / "icons").mkdir(parents=True)
    with (assets / "game" / "cards.csv").open("w", newline="", encoding="utf-8") as file:
        out = csv.DictWriter(file, ["id", "name", "suit", "cost", "points", "effect", "status"])
        out.writeheader()
        out.writerows(rows)
    (assets / "game" / "playtest-notes.md").write_text(
        f"""# Playtest, Saturday 28 February 2026

- {renamed["name"]} ({renamed["id"]}): two of us confused it with another game's card. Decided: it is called
  {decided["name"]["value"]} now.
- {doubtful["name"]} ({doubtful["id"]}): Elsa thinks it should be worth {(doubtful["points"] + 2) % 6} points. Let's see
  again after five more games.
- {cheaper["name"]} ({cheaper["id"]}): nobody bought it, or everybody did. Decided: costs {decided["cost"]["value"]} from
  now on.
- {reworded["name"]} ({reworded["id"]}): nobody understood it. Decided, new text: "{decided["effect"]["value"]}"
- Cards with the status cut are out. We print the other eighteen, in the order of the list.
""",
        encoding="utf-8",
    )
    (assets / "game" / "card-rules.md").write_text(RULES, encoding="utf-8")
    _icons(assets / "game" / "icons")
    return {"decided": decided, "suits": SUITS}


RULES = """# Roastery Rush: how a card is made

## Size
63 x 88 mm when cut. Picture files have 3 mm of bleed on all sides: 69 x 94 mm, 815 x 1110 px (300 dpi). Text keeps
4 mm or more from the cut.

## Front
| where | what |
|---|---|
| top left corner | the cost, a number of at least 14 pt |
| top right corner | the points, a number of at least 14 pt |
| below | the name, in Caladea, bold, at least 12 pt, the icon of the suit, at least 14 mm wide, the effect, word for word |
| bottom | the card's number and how many there are: 1/18, 2/18 ... in printing order, and its id |

Everything but the name is in Carlito, nothing smaller than 7 pt. The rim of the card is the colour of its suit, right out
to the end of the bleed.

| suit | colour | icon |
|---|---|---|
| Harbor | #1F4E6B | icons/harbor.png |
| Hill | #3F6B3A | icons/hill.png |
| Market | #A5432A | icons/market.png |

The icons are white; they stand on their suit's colour.

## Back
All in the suit's colour, with the suit's name in white, at least 16 pt, and no number: nobody may know a card by its back.

## Print sheets
A4, standing, nine cards in three rows, edge to edge, the block in the middle of the page. Pages: fronts 1 to 9, their
backs, fronts 10 to 18, their backs. We print on both sides, turned over the long edge, so a page of backs has its rows
from right to left. Cut marks in black: at each end of each cut, a line that begins 2 mm outside of the block and is 5 mm
long. Nothing else is outside of the block. Text is text, no picture of it.
"""


def _icons(folder: Path) -> None:
    from PIL import Image, ImageDraw

    for name in ("harbor", "hill", "market"):
        image = Image.new("RGBA", (1200, 1200), (255, 255, 255, 0))
        pen = ImageDraw.Draw(image)
        ink: Any = (255, 255, 255, 255)
        if name == "harbor":
            pen.ellipse((500, 90, 700, 290), outline=ink, width=60)
            pen.rectangle((560, 280, 640, 1060), fill=ink)
            pen.rectangle((380, 400, 820, 480), fill=ink)
            pen.arc((180, 300, 1020, 1080), 15, 165, fill=ink, width=90)
            pen.polygon([(110, 760), (300, 680), (290, 880)], fill=ink)
            pen.polygon([(1090, 760), (900, 680), (910, 880)], fill=ink)
        elif name == "hill":
            pen.polygon([(80, 1020), (440, 380), (620, 700), (760, 500), (1120, 1020)], fill=ink)
            pen.ellipse((760, 130, 980, 350), fill=ink)
        else:
            pen.polygon([(120, 480), (240, 160), (960, 160), (1080, 480)], fill=ink)
            pen.rectangle((180, 540, 1020, 1040), outline=ink, width=70)
            pen.rectangle((520, 700, 680, 1040), fill=ink)
        image.resize((400, 400), Image.Resampling.LANCZOS).save(folder / f"{name}.png")
