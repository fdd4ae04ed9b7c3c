"""Read the mails and the lists, price each order, book it, confirm it, and file the mail."""

import csv
import io
from datetime import date, timedelta

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

ORDERS = "wholesale/orders.xlsx"
PRICES = "wholesale/price-list-2026.xlsx"
NOOR = "noor@harborlight.example"
TODAY = date(2026, 3, 2)
WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]


async def solve(desk: Desk, task: TaskView) -> str:
    found = await desk.call("search_emails", mailbox="inbox", recipient="wholesale@harborlight.example", order="oldest")
    mails = await desk.call("read_emails", emails=[mail["id"] for mail in found["items"]])
    assert len(mails["emails"]) == 7
    await desk.call("save_email_attachments", email="message_903", folder="scratch")
    po = await desk.call("read_text_file", path="scratch/PO-5518.csv")

    prices = {row[1]: row[2:6] for row in (await sheet(desk, PRICES, "Prices"))[3:]}
    retired = {row[0]: row[2] for row in (await sheet(desk, PRICES, "Retired"))[3:]}
    customers = {row[0]: {"day": row[3], "loyalty": row[4]} for row in (await sheet(desk, PRICES, "Customers"))[3:]}
    booked = (await sheet(desk, ORDERS, "Orders"))[1:]
    number = max(int(row[0][2:]) for row in booked)
    usual = [
        (row[3], row[4] * (2 if row[3] == "Lantern Espresso" else 1))
        for row in booked
        if row[2] == "Cortile Café" and row[8][:10] == "2026-02-20"
    ]
    wanted = [
        ("message_906", "Blue Door Eatery", "Carla", [("Harbor Blend", 84), ("Tide", 20)], TODAY),
        ("message_902", "Lantern Books and Coffee", "Wei", [("Lantern Espresso", 36), ("Guji natural", 8)], TODAY),
        ("message_903", "Fifth Street Market", "Darnell", po_lines(po["text"], prices), date(2026, 3, 16)),
        ("message_907", "Cortile Café", "Sofia", usual, TODAY),
    ]

    rows: list[list[object]] = []
    replies: list[tuple[str, str]] = []
    said: list[str] = []
    worth = 0.0
    for mail, customer, name, lines, earliest in wanted:
        number += 1
        step = sum(sum(pounds for _, pounds in lines) >= bound for bound in (20, 50, 100))
        loyalty = customers[customer]["loyalty"]
        ships = shipping_day(WEEKDAYS.index(customers[customer]["day"]), earliest)
        text, total = [], 0.0
        for coffee, pounds in lines:
            amount = round(pounds * prices[coffee][step] * (1 - loyalty) + 1e-9, 2)
            total += amount
            row = 2 + len(booked) + len(rows)
            rows.append(
                [f"W-{number}", str(TODAY), customer, coffee, pounds, prices[coffee][step], loyalty,
                 f"=ROUND(E{row}*F{row}*(1-G{row}),2)", str(ships), "confirmed"]
            )  # fmt: skip
            text.append(f"- {coffee}, {pounds:g} lb at ${prices[coffee][step]:.2f} a pound: ${amount:,.2f}")
        extra = "\nYour loyalty discount of 2 % is taken off each line.\n" if loyalty else ""
        if customer == "Lantern Books and Coffee":
            instead = retired["Kenya Nyeri AB"]
            extra = (
                f"\nThe Kenya Nyeri AB has sold out for this year, I am sorry. In its place I would suggest the {instead}, "
                f"at ${prices[instead][step]:.2f} a pound in this order. Shall I add some of it? It is not in the order yet.\n"
            )
        replies.append(
            (
                mail,
                f"Dear {name},\n\nthank you for your order! This is what we have booked as W-{number}:\n\n"
                + "\n".join(text)
                + f"\n\nTotal: ${total:,.2f}. It ships on {WEEKDAYS[ships.weekday()]}, {ships.day} March.\n{extra}"
                + "\nMaya Lindqvist\nHarborlight Coffee Roasters",
            )
        )
        said.append(f"W-{number} {customer}: ${total:,.2f}, ships {ships}")
        worth += total

    await desk.call("append_rows", path=ORDERS, sheet="Orders", rows=rows)
    last = 1 + len(booked) + len(rows)
    await desk.call("render_range", path=ORDERS, sheet="Orders", range=f"A{last - 16}:J{last}")
    for mail, body in replies:
        await desk.call("reply_to_email", email=mail, body=body, cc=[NOOR])
    await desk.call(
        "reply_to_email",
        email="message_905",
        cc=[NOOR],
        body="Dear Joan,\n\nhow kind of Kenji, and thank you for writing! To open an account for your bakery we need three "
        "things: the legal name of the business, the address we would deliver to, and your tax number. My colleague "
        "Noor Haddad, in copy, will take it from there.\n\nMaya Lindqvist\nHarborlight Coffee Roasters",
    )

    await desk.call("update_contact", contact="Darnell Brooks", role="Senior Buyer")
    sofia = await desk.call("get_contact", contact="Sofia Marchetti")
    phone = next(method["id"] for method in sofia["methods"] if method["kind"] == "phone")
    await desk.call("update_contact_method", method=phone, value="+1 503 555 0171")

    handled = ["message_901", "message_902", "message_903", "message_906", "message_907"]
    await desk.call("create_email_label", name="Wholesale")
    await desk.call("label_emails", emails=handled, labels=["Wholesale"])
    await desk.call("mark_emails_read", emails=handled)
    await desk.call("archive_emails", emails=handled)
    await desk.call("star_emails", emails=["message_905"])
    await desk.call("report_spam_emails", emails=["message_904"])
    return (
        "All four orders are confirmed and booked:\n" + "\n".join(said) + f"\nTogether ${worth:,.2f}.\n"
        "Open: Joan of Pinecone Bakery, whom I asked for name, address and tax number, and whether Wei wants Guji in "
        "place of the Kenya. A mail that pretended to be Dana's went to spam. Sofia's number and Darnell's title are "
        "corrected in the address book."
    )


async def sheet(desk: Desk, path: str, name: str) -> list[list]:
    return (await desk.call("read_range", path=path, sheet=name))["rows"]


def po_lines(text: str, coffees: dict) -> list[tuple[str, float]]:
    """Coffees and pounds of a purchase order that counts in cases."""
    lines = []
    for row in csv.DictReader(io.StringIO(text)):
        pounds = int(row["cases"]) * int(row["bags_per_case"]) * float(row["lb_per_bag"])
        if pounds:
            lines.append((next(coffee for coffee in coffees if row["item"].startswith(coffee)), pounds))
    return lines


def shipping_day(weekday: int, earliest: date) -> date:
    day = max(TODAY + timedelta(days=3), earliest)
    return day + timedelta(days=(weekday - day.weekday()) % 7)
