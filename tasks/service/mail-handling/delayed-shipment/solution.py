"""Follow each delayed consignment to its orders, keep the workbook straight, tell who is late, and ask again."""

import csv
import io
from datetime import date, datetime, timedelta

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

BOOK = "wholesale/deliveries.xlsx"
NOTICES = ["message_961", "message_962"]


async def solve(desk: Desk, task: TaskView) -> str:
    await desk.call("search_emails", mailbox="inbox", sender="raj.mehta", after="2026-03-01T00:00:00Z")
    await desk.call("read_emails", emails=NOTICES)
    saved = await desk.call("save_email_attachments", email="message_961", folder="scratch")
    text = (await desk.call("read_text_file", path=saved["saved"][0]["path"]))["text"]
    hub = {
        row["consignment"]: datetime.strptime(row["now_at_hub"], "%m/%d/%Y").date()
        for row in csv.DictReader(io.StringIO(text))
    }
    # Raj's second mail.
    del hub["SF-D-21044"]
    hub["SF-D-21051"] = date(2026, 3, 6)

    rows = (await desk.call("read_range", path=BOOK, sheet="Orders"))["rows"]
    late: dict[str, list[tuple[str, date, date]]] = {}
    consignments = set()
    for place, (order, customer, _, _, consignment, promised, status, *_) in enumerate(rows, start=1):
        if consignment not in hub or status != "on its way":
            continue
        new, promise = working_day_after(hub[consignment]), date.fromisoformat(promised[:10])
        if new > promise:
            late.setdefault(customer, []).append((order, promise, new))
            consignments.add(consignment)
            values = [["delayed", str(new), "2026-03-02"]]
            await desk.call("write_range", path=BOOK, sheet="Orders", start=f"G{place}", values=values)
        else:
            await desk.call("write_range", path=BOOK, sheet="Orders", start=f"H{place}", values=[[str(new)]])
    await desk.call("render_range", path=BOOK, sheet="Orders", range=f"A{len(rows) - 14}:I{len(rows)}")

    told = []
    for customer, orders in late.items():
        name, address = await contact_of(desk, customer)
        numbers = " and ".join(order for order, _, _ in orders)
        lines = "\n".join(
            f"- {order}, promised for {day(promise)}, comes on {day(new)}" for order, promise, new in orders
        )
        await desk.call(
            "send_email",
            to=[address],
            cc=["grace@harborlight.example"],
            subject=f"Your order {numbers} comes later than planned",
            body=f"Dear {name},\n\nwe are sorry: your coffee reaches you later than we promised.\n\n{lines}\n\nIf that puts you "
            "in difficulty, or for any question, Grace Liu (in copy) is there for you.\n\nKind regards\nMaya Lindqvist",
        )
        told.append(f"{name} ({customer}): {numbers}")
    await desk.call(
        "schedule_email",
        to=["raj.mehta@swiftfreight.example"],
        subject="Our delayed consignments",
        send_at="2026-03-04T09:00:00-08:00",
        body=f"Hi Raj,\n\nare {', '.join(sorted(consignments))} at your Portland hub, or still due as you reported on Monday? "
        "Please tell me at once if a day moves again.\n\nThanks\nMaya Lindqvist",
    )
    await desk.call("star_emails", emails=NOTICES)
    known = {row[4] for row in rows}
    strange = ", ".join(sorted(set(hub) - known))
    return (
        "Told today, with Grace in copy: "
        + "; ".join(told)
        + f". W-2564 of Kite & Kettle still comes in time and Blue Door's "
        f"consignment made it, so they heard nothing. {strange} in Raj's list carries no order of ours in the workbook; we "
        "should ask him what it is. The question to Raj goes out on Wednesday at 9."
    )


async def contact_of(desk: Desk, customer: str) -> tuple[str, str]:
    """Whoever the address book names for deliveries, else the customer's one contact."""
    cards = (await desk.call("search_contacts", query=customer))["items"]
    if len(cards) > 1:
        notes = [(await desk.call("get_contact", contact=card["id"]))["note"] for card in cards]
        cards = [card for card in cards if any(f"Deliveries are {card['name']}" in note for note in notes)]
    return cards[0]["name"].split()[0], cards[0]["email"]


def working_day_after(hub: date) -> date:
    day = hub + timedelta(days=1)
    return day + timedelta(days=max(0, 7 - day.weekday()) if day.weekday() > 4 else 0)


def day(when: date) -> str:
    return f"{when:%A}, {when.day} {when:%B}"
