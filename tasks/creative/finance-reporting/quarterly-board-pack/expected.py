"""What the ledger's files amount to: which line counts and why, what it is worth, and the sums by month and channel."""

import csv
from collections import Counter
from contextlib import suppress
from datetime import datetime
from functools import lru_cache

CHANNELS = ["Wholesale", "Web shop", "Cafés", "Export"]
MONTHS = {"Oct": "2025-10", "Nov": "2025-11", "Dec": "2025-12"}
ADDED = ["Day", "Status", "Month", "Channel name", "Rate", "Net USD"]
STATUSES = ["counts", "duplicate", "void", "other quarter"]


def read_csv(path):
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def day_of(text):
    """A date in either of the export's two forms; None for anything else."""
    for form in ("%Y-%m-%d", "%m/%d/%Y"):
        with suppress(ValueError):
            return datetime.strptime(text, form).date()
    return None


def number(value):
    """A number, or text that spells one; None for anything else."""
    with suppress(ValueError):
        return float(str(value).replace(",", ""))
    return None


def channel_of(text):
    folded = text.lower().replace(" ", "").replace("é", "e")
    return {"wholesale": "Wholesale", "webshop": "Web shop", "cafes": "Cafés", "export": "Export"}[folded]


@lru_cache(maxsize=4)
def ledger(folder):
    """Each line of the export with what has to stand behind it."""
    rates = {row["month"]: float(row["usd_per_unit"]) for row in read_csv(folder / "ledger/rates.csv")}
    lines, seen = [], set()
    for row in read_csv(folder / "ledger/ledger-q4-2025.csv"):
        day = day_of(row["date"])
        month = f"{day:%Y-%m}"
        if row["entry"] in seen:
            status = "duplicate"
        elif row["state"] == "void":
            status = "void"
        else:
            status = "counts" if month in MONTHS.values() else "other quarter"
        seen.add(row["entry"])
        rate = 1.0 if row["currency"] == "USD" else rates[month]
        amount = float(row["amount"].replace(",", ""))
        signed = round((-amount if row["type"] == "refund" else amount) * rate + 0.0, 2)
        value = signed if status == "counts" else 0.0
        added = (day, status, month, channel_of(row["channel"]), rate, value)
        lines.append({**row, **dict(zip(ADDED, added, strict=True))})
    return lines


def summed(folder, lines):
    """The summary's table: {channel or Total: {heading: value}}."""
    q3 = {row["channel"]: float(row["net_usd"]) for row in read_csv(folder / "ledger/q3-2025.csv")}
    table = {}
    for channel in (*CHANNELS, "Total"):
        own = [line for line in lines if channel in ("Total", line["Channel name"])]
        row = {name: sum(x["Net USD"] for x in own if x["Month"] == month) for name, month in MONTHS.items()}
        row["Q4"] = sum(row.values())
        row["Q3"] = q3[channel] if channel in q3 else sum(q3.values())
        row["Change"] = row["Q4"] / row["Q3"] - 1
        row["Refunds"] = -sum(x["Net USD"] for x in own if x["type"] == "refund")
        row["Refund rate"] = row["Refunds"] / (row["Q4"] + row["Refunds"])
        table[channel] = row
    return table


def table(folder):
    """The summary's table as it has to be."""
    return summed(folder, ledger(folder))


def counts(folder):
    """How many lines have each status, and all of them."""
    found = Counter(line["Status"] for line in ledger(folder))
    return {**{status: found[status] for status in STATUSES}, "Total": sum(found.values())}
