"""Save the lists that hold, bring their prices into Items, let formulas say what it costs, and tell Dana."""

import csv
import io
from datetime import date, timedelta

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

MODEL = "costs/cost-model.xlsx"
KILOGRAM, NOTICE, TARGET = 2.20462, timedelta(days=30), 0.5
FOLDERS = {"Green Bean Import": "green-bean-import", "Yirga Union": "yirga-union", "Northpack Packaging": "northpack"}
MONTHS = {date(2026, month, 1).strftime("%B"): month for month in range(1, 13)}


async def solve(desk: Desk, task: TaskView) -> str:
    await desk.call("search_emails", mailbox="inbox", query="prices", has_attachment=True, after="2026-02-25T00:00:00Z")
    mails = ["message_931", "message_932", "message_933", "message_934"]
    read = {mail["id"]: mail for mail in (await desk.call("read_emails", emails=mails))["emails"]}
    new: dict[str, float] = {}
    days: dict[str, date] = {}
    late: list[str] = []
    for supplier, mail, words in (
        ("Green Bean Import", "message_931", "deliveries from"),
        ("Yirga Union", "message_933", "shipments from"),
        ("Northpack Packaging", "message_934", "so from"),
    ):
        folder = f"suppliers/{FOLDERS[supplier]}"
        saved = await desk.call("save_email_attachments", email=mail, folder=folder)
        text = (await desk.call("read_text_file", path=saved["saved"][0]["path"]))["text"]
        new |= prices_in(text)
        asked = day_after(words, read[mail]["body"])
        allowed = date.fromisoformat(read[mail]["sent_at"][:10]) + NOTICE
        days[supplier] = max(asked, allowed)
        late += [supplier] if asked < allowed else []

    items = (await desk.call("read_range", path=MODEL, sheet="Items"))["rows"]
    products = (await desk.call("read_range", path=MODEL, sheet="Products"))["rows"][1:]
    for place, item in enumerate(items, start=1):
        price = new.get(item[2], item[5])
        if place > 1 and price != item[5]:
            values = [[price, str(days[item[1]]), item[5]]]
            await desk.call("write_range", path=MODEL, sheet="Items", start=f"F{place}", values=values)

    header = ["Product", "Pounds a month", "Cost before", "Cost now", "Margin before", "Margin now", "Change a month"]
    last = len(products) + 1
    rows: list[list] = [
        [f"=Products!A{row}", f"=Products!B{row}", f"=Products!E{row}", f"=Products!D{row}",
         f"=(Products!C{row}-C{row})/Products!C{row}", f"=(Products!C{row}-D{row})/Products!C{row}", f"=(C{row}-D{row})*B{row}"]
        for row in range(2, last + 1)
    ]  # fmt: skip
    total = ["Total", None, None, None, None, None, f"=SUM(G2:G{last})"]
    await desk.call("add_sheet", path=MODEL, name="Impact")
    await desk.call("write_range", path=MODEL, sheet="Impact", values=[header, *rows, total])
    for area, form in ((f"B2:B{last}", "#,##0"), (f"C2:D{last}", "$0.0000"), (f"E2:F{last}", "0.0%"), (f"G2:G{last + 1}", "$#,##0.00;[Red]-$#,##0.00")):  # fmt: skip
        await desk.call("format_range", path=MODEL, sheet="Impact", range=area, number_format=form)
    await desk.call("copy_format", path=MODEL, source="Products!A1", target="Impact!A1:G1")
    await desk.call("format_range", path=MODEL, sheet="Impact", range=f"A{last + 1}:G{last + 1}", bold=True)
    await desk.call(
        "set_conditional_format",
        path=MODEL,
        sheet="Impact",
        range=f"F2:F{last}",
        rule="less",
        value=TARGET,
        fill="#FFC7CE",
        color="#9C0006",
    )
    await desk.call("set_column_width", path=MODEL, sheet="Impact", columns="A:G")
    await desk.call("render_range", path=MODEL, sheet="Impact")
    impact = (await desk.call("read_range", path=MODEL, sheet="Impact"))["rows"]
    cost = impact[-1][6]
    worst = min(impact[1:-1], key=lambda row: row[6])
    low = [row[0] for row in impact[1:-1] if row[5] < TARGET]
    notice = " and ".join(f"{supplier} ({days[supplier]:%B} {days[supplier].day})" for supplier in late)
    await desk.call(
        "send_email",
        to=["dana@harborlight.example"],
        subject="New supplier prices: what they cost us",
        attachments=[MODEL],
        body=f"Dana,\n\nGreen Bean Import, Yirga Union and Northpack raise their prices. At our forecast it costs us ${-cost:,.2f} "
        f"a month; {worst[0]} loses most, ${-worst[6]:,.2f} a month. Below our 50 % now: {', '.join(low) or 'none'}. "
        f"Not keeping to the 30 days' notice: {notice}; we take their prices from that day. The model is attached, see the "
        "sheet Impact. Nobody has been answered yet.\n\nMaya Lindqvist",
    )
    await desk.call("label_emails", emails=mails, labels=["Suppliers"])
    await desk.call("archive_emails", emails=mails)
    return (
        f"The new prices are in; they cost us ${-cost:,.2f} a month, most of it at {worst[0]}. Below target: "
        f"{', '.join(low) or 'none'}. Too short a notice came from {notice}. Dana has it all with the workbook, the suppliers have no answer."
    )


def prices_in(text: str) -> dict[str, float]:
    """Prices for our units by the supplier's reference, whichever of the three ways the list is written."""
    header, *lines = csv.reader(io.StringIO(text), delimiter=";" if ";" in text.splitlines()[0] else ",")
    if "new USD/kg" in header:
        return {line[0]: round(float(line[3].replace(",", ".")) / KILOGRAM, 4) for line in lines}
    thousand = 1000 if "1000" in header[2] else 1
    return {line[0]: round(float(line[2]) / thousand, 4) for line in lines}


def day_after(words: str, text: str) -> date:
    day, month = " ".join(text.split()).partition(f"{words} ")[2].split()[:2]
    return date(2026, MONTHS[month.strip(".,;:")], int(day))
