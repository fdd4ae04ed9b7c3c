"""Another month, other ideas, other limits and days off by seed; always enough days for what is approved."""

import csv
import random
from calendar import monthrange
from datetime import date, timedelta
from pathlib import Path
from typing import Any

MONTHS = {4: "April", 5: "May", 6: "June"}
SPELLED = {
    "Instagram": ["Instagram", "instagram", "IG"],
    "LinkedIn": ["LinkedIn", "Linkedin", "linked in"],
    "TikTok": ["TikTok", "tiktok", "Tik Tok"],
    "Bluesky": ["Bluesky", "bluesky", "BlueSky"],
}
COLORS = {"Instagram": "#F4D3C4", "LinkedIn": "#CFE3E8", "TikTok": "#F5E3B8", "Bluesky": "#D5DECF"}
OWNERS = ["Theo", "Grace", "Noor"]
PILLARS = ["Origin", "Craft", "People", "Offer"]
OPENINGS = [
    "Marco cupped {n} lots before this one made him stop talking.",
    "What does a Pacamara from Finca El Roble taste like? Start with {taste}.",
    "The roaster runs at six. By nine the whole street knows.",
    "We changed one thing in our {coffee} this spring: {n} seconds less in the drum.",
    "Kenji made {n} new cups for the bar. No two hold the same.",
    "Sam packs {n} orders before his first coffee. We asked him how.",
    "A good grinder costs more than a good machine. Here is why we would still buy it first.",
    "Yirga Union sent us {n} bags and a letter. We framed the letter.",
    "Cold water, {n} hours, nothing else. That is all there is to our cold brew.",
    "How we write a label: the farm first, then the people, then us.",
    "Our {coffee} is back on the shelf this week, {taste} and all.",
    "Three things we learned from {n} tastings in your cafés.",
    "If your coffee tastes sour, grind finer before you blame the beans.",
    "Grace answers every letter. Even the one about the {n} missing spoons.",
    "{n} kilometres by boat, one by hand cart: how a bag gets to our door.",
]
MIDDLES = [
    "Come by the roastery on Saturday and taste it with us.",
    "We wrote down the recipe, step by step, with the mistakes left in.",
    "The next batch is roasted on Tuesday and leaves on Wednesday.",
    "Ask for it at the bar, or take a bag home.",
    "It is a small lot, so it will be gone when it is gone.",
    "You see the whole story in the pictures.",
]
ENDINGS = [
    "What would you pair it with?",
    "Tell us how yours turned out.",
    "Save this for your next morning off.",
    "Link in our profile.",
]
COFFEES = ["Lantern Blend", "Dockside Espresso", "Harbor Decaf", "Foghorn"]
TASTES = ["red currant and cocoa", "plum and toasted nuts", "orange blossom", "brown sugar and fig"]


def generate(seed: int, assets: Path) -> dict[str, Any]:
    r = random.Random(seed)
    month = r.choice(sorted(MONTHS))
    days = [date(2026, month, 1) + timedelta(days=n) for n in range(monthrange(2026, month)[1])]
    off = sorted(r.sample(days[2:-2], 3))
    limits = {
        "Instagram": r.choice([180, 200, 220]),
        "LinkedIn": r.choice([240, 260, 280]),
        "TikTok": r.choice([120, 130, 140]),
        "Bluesky": r.choice([200, 210, 220]),
    }
    weekdays = {"Instagram": range(7), "LinkedIn": range(5), "TikTok": (3, 4, 5, 6), "Bluesky": range(7)}
    ideas = _ideas(r, days, off, limits, weekdays)
    (assets / "ideas").mkdir(parents=True)
    with (assets / "ideas" / "post-ideas.csv").open("w", newline="", encoding="utf-8") as file:
        out = csv.DictWriter(file, list(ideas[0]))
        out.writeheader()
        out.writerows(ideas)
    (assets / "rules").mkdir()
    (assets / "rules" / "platform-rules.md").write_text(_rules(limits, off), encoding="utf-8")
    return {
        "month": f"{MONTHS[month]} 2026",
        "book": f"out/calendar-2026-{month:02d}.xlsx",
        "limits": limits,
        "off": [day.isoformat() for day in off],
        "weekdays": {name: list(allowed) for name, allowed in weekdays.items()},
        "colors": COLORS,
        "first": days[0].isoformat(),
        "last": days[-1].isoformat(),
    }


def _ideas(r: random.Random, days: list[date], off: list[date], limits: Any, weekdays: Any) -> list[dict[str, str]]:
    counts = {"Instagram": 11, "LinkedIn": 8, "TikTok": 7, "Bluesky": 9}
    rows: list[dict[str, str]] = []
    seen: set[str] = set()
    free = [day for day in days if day not in off]
    for platform, count in counts.items():
        fixed = r.sample([day for day in free if day.weekday() in weekdays[platform]], 2)
        free = [day for day in free if day not in fixed]  # so that no day is asked for twice
        for place in range(count + 3):
            status = "approved" if place < count else ("draft", "rejected", "draft")[place - count]
            text = _text(r, limits[platform], long=place in (2, 5), seen=seen)
            rows.append(
                {
                    "platform": r.choices(SPELLED[platform], [8, 1, 1])[0],
                    "pillar": r.choice(PILLARS),
                    "text": text,
                    "status": r.choices([status, status.capitalize(), status.upper()], [7, 2, 1])[0],
                    "fixed_date": fixed[place].isoformat() if place < 2 else "",
                    "owner": r.choice(OWNERS),
                }
            )
    r.shuffle(rows)
    rows = [{"id": f"P{number:03d}", **row} for number, row in enumerate(rows, start=101)]
    approved = [row for row in rows if row["status"].lower() == "approved" and not row["fixed_date"]]
    twins = [
        {**row, "id": f"P{number}", "owner": r.choice(OWNERS)}
        for number, row in enumerate(r.sample(approved, 3), start=161)
    ]
    return rows + twins


def _text(r: random.Random, limit: int, *, long: bool, seen: set[str]) -> str:
    """A text that keeps the limit, or one that passes it by a little; no two the same."""
    while True:
        words = {"n": r.randint(4, 48), "coffee": r.choice(COFFEES), "taste": r.choice(TASTES)}
        parts = [r.choice(OPENINGS).format(**words)]
        while (long and len(" ".join(parts)) <= limit) or (not long and len(parts) < r.randint(1, 3)):
            parts.append(r.choice([part for part in MIDDLES + ENDINGS if part not in parts]))
        text = " ".join(parts)
        if text not in seen and (limit < len(text) <= limit + 60 if long else len(text) <= limit):
            seen.add(text)
            return text


def _rules(limits: dict[str, int], off: list[date]) -> str:
    silent = "\n".join(f"- {day:%A} {day.day} {day:%B}" for day in off)
    return f"""# Rules for our channels

## Platforms
| Platform | Most characters | Days | Colour in plans |
|---|---|---|---|
| Instagram | {limits["Instagram"]} | any day | {COLORS["Instagram"]} |
| LinkedIn | {limits["LinkedIn"]} | Monday to Friday | {COLORS["LinkedIn"]} |
| TikTok | {limits["TikTok"]} | Thursday to Sunday | {COLORS["TikTok"]} |
| Bluesky | {limits["Bluesky"]} | any day | {COLORS["Bluesky"]} |

The limits are ours, not those of the platforms. Blanks and full stops count.

## Planning
- A platform gets at most one post a day, and all together we post at most twice a day.
- An idea with a fixed date is posted on that day and no other.
- Only approved ideas are planned. Where two ideas have the same text for the same platform, the one with the lower
  number counts.
- Texts are not changed by whoever plans. One that is too long is planned all the same, with the status Rework; all
  others have the status Planned. Later they become Ready and Posted.

## Days without a post
{silent}
"""
