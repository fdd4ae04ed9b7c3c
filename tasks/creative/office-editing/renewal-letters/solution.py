"""Read the lists, fill a letter for each customer by the rules, join them by ZIP code, print, and look."""

import re
from datetime import date, timedelta
from typing import Any

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

TEMPLATE, RULES, BOOK = "letters/renewal-template.docx", "letters/rules.md", "customers.xlsx"
MANAGERS = {"near": ("Noor Haddad", "+1 503 555 0118"), "far": ("Grace Liu", "+1 503 555 0116")}


async def solve(desk: Desk, task: TaskView) -> str:
    rules = " ".join((await desk.call("read_text_file", path=RULES))["text"].split())
    years, percent, notice = (
        int(re.findall(said, rules)[0]) for said in (r"(\d+) full years", r"pays (\d+) percent", r"answered (\d+) days")
    )
    customers = await rows_of(desk, "Customers")
    items, prices = await rows_of(desk, "Items"), await rows_of(desk, "Prices")
    await desk.call("list_template_fields", path=TEMPLATE)

    latest: dict[str, dict[str, Any]] = {}
    for row in sorted(customers, key=lambda row: str(row["Updated"])):
        latest[row["No."]] = row
    ending = [row for row in latest.values() if "2026-04-01" <= str(row["Ends on"])[:10] <= "2026-06-30"]
    ending.sort(key=lambda row: str(row["ZIP"] or ""))
    written: list[str] = []
    left: list[str] = []
    sum_ = 0.0
    for row in ending:
        if row["Status"] != "active":
            left.append(f"{row['Company']} ({row['Status']})")
        elif not (row["Street"] and row["ZIP"] and row["City"]):
            left.append(f"{row['Company']} (no {'street' if not row['Street'] else 'ZIP code'} in the address)")
        else:
            values, lines, total = letter(row, items, prices, years, percent, notice)
            path = f"out/letters/{row['No.']}.docx"
            await desk.call("fill_template", path=TEMPLATE, target=path, values=values, lists={"items": lines})
            written.append(path)
            sum_ += total
    await desk.call("merge_documents", paths=written, target="out/renewal-letters.docx")
    await desk.call("render_document", path="out/renewal-letters.docx")
    await desk.call("export_document_pdf", path="out/renewal-letters.docx")
    return (
        f"There are {len(written)} letters in out/letters, and all of them by ZIP code in out/renewal-letters.docx and .pdf. If all "
        f"sign, they come to ${sum_:,.2f} a month. No letter, though the contract ends in these months: {'; '.join(left)}."
    )


def letter(
    row: dict[str, Any],
    items: list[dict[str, Any]],
    prices: list[dict[str, Any]],
    years: int,
    percent: int,
    notice: int,
) -> tuple[dict[str, str], list[dict[str, str]], float]:
    """The blanks of a customer's letter, the lines of its table, and its total."""
    ends, since = (date.fromisoformat(str(row[name])[:10]) for name in ("Ends on", "Since"))
    been = ends.year - since.year - ((ends.month, ends.day) < (since.month, since.day))
    loyal = been >= years
    lines: list[dict[str, str]] = []
    total = 0.0
    for item in items:
        if item["Customer"] != row["No."] or item["Ended"]:
            continue
        price = next(one["Price a bag from 1 April"] for one in prices if one["Coffee"] == item["Coffee"])
        price = int(price * 100 * (100 - percent if loyal else 100) / 100 + 0.5) / 100
        amount = price * item["Bags a month"]
        total += amount
        lines.append({
            "coffee": item["Coffee"], "bags": str(item["Bags a month"]), "price": f"${price:,.2f}", "amount": f"${amount:,.2f}",
        })  # fmt: skip
    code = str(row["ZIP"])
    manager, phone = MANAGERS["near" if code[:3] in ("970", "971", "972") else "far"]
    off = f"You have been with us for {been} years, so {percent} percent are already off."
    values = {
        "contact": row["Contact"], "company": row["Company"], "street": row["Street"],
        "city_line": f"{row['City']}, {row['State']} {code}", "date": "2 March 2026", "contract_no": row["Contract"],
        "new_start": said(ends + timedelta(days=1)), "ends_on": said(ends), "total": f"${total:,.2f}",
        "loyalty": off if loyal else f"From {years} years on, {percent} percent will be off.",
        "answer_by": said(ends - timedelta(days=notice)), "account_manager": manager, "manager_phone": phone,
    }  # fmt: skip
    return values, lines, total


def said(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


async def rows_of(desk: Desk, sheet: str) -> list[dict[str, Any]]:
    """A sheet's rows by their headings."""
    heads, *rows = (await desk.call("read_range", path=BOOK, sheet=sheet))["rows"]
    return [dict(zip(heads, row, strict=True)) for row in rows]
