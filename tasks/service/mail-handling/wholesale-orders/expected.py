"""What the mails and the lists amount to: the four orders with their prices and days, and all that may be said of them."""

import csv
import io
from datetime import date, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import NamedTuple

from deskworld_artifacts import inspect
from deskworld_verifiers import Submission, days_in, mentions, numbers

ASSETS = Path(__file__).parent / "assets"
ORDERS = "wholesale/orders.xlsx"
PRICES = "wholesale/price-list-2026.xlsx"
TODAY = date(2026, 3, 2)
WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
MAILS = [f"message_{number}" for number in range(901, 908)]
STRANGER, IMPOSTOR = "message_905", "message_904"


class Line(NamedTuple):
    coffee: str
    pounds: float
    price: float
    discount: float
    total: float


class Order(NamedTuple):
    number: str
    customer: str
    mail: str
    """The customer's latest mail."""
    lines: list[Line]
    ships: date

    @property
    def total(self) -> float:
        return round(sum(line.total for line in self.lines), 2)


@cache
def given(path: str):
    """A workbook as it was given."""
    return inspect(ASSETS / path)


def old_rows() -> list[list]:
    return given(ORDERS).sheet("Orders").rows()


def price_list(name: str) -> list[list]:
    return given(PRICES).sheet(name).rows("A4:G20")


def prices() -> dict[str, list[float]]:
    return {row[1]: row[2:6] for row in price_list("Prices") if row[0]}


def purchase_order(s: Submission) -> list[tuple[str, float]]:
    """Darnell's lines in pounds; a line of no cases is none."""
    text = s.rows("email_attachment", before=True, id="attachment_901")[0]["content"].decode()
    lines = []
    for row in csv.DictReader(io.StringIO(text)):
        pounds = int(row["cases"]) * int(row["bags_per_case"]) * float(row["lb_per_bag"])
        coffee = next(coffee for coffee in prices() if row["item"].startswith(coffee))
        lines += [(coffee, pounds)] if pounds else []
    return lines


def sofias_usual() -> list[tuple[str, float]]:
    """What was delivered to Cortile on 20 February, with double the Lantern."""
    shipped = datetime(2026, 2, 20)
    rows = [row for row in old_rows()[1:] if row[2] == "Cortile Café" and row[8] == shipped]
    return [(row[3], row[4] * (2 if row[3] == "Lantern Espresso" else 1)) for row in rows]


def orders(s: Submission) -> list[Order]:
    """The four orders, in the sequence in which they first came in."""
    wanted = [
        # Carla's second mail changes her first one.
        ("Blue Door Eatery", "message_906", [("Harbor Blend", 84), ("Tide", 20)], TODAY),
        # The Kenya is on no list.
        ("Lantern Books and Coffee", "message_902", [("Lantern Espresso", 36), ("Guji natural", 8)], TODAY),
        ("Fifth Street Market", "message_903", purchase_order(s), date(2026, 3, 16)),
        ("Cortile Café", "message_907", sofias_usual(), TODAY),
    ]
    last = max(int(row[0].removeprefix("W-")) for row in old_rows()[1:])
    customers = {row[0]: row for row in price_list("Customers") if row[0]}
    found = []
    for place, (customer, mail, lines, earliest) in enumerate(wanted, start=1):
        step = price_step(lines)
        loyalty = customers[customer][4]
        priced = [
            Line(
                coffee, pounds, prices()[coffee][step], loyalty, cents(pounds * prices()[coffee][step] * (1 - loyalty))
            )
            for coffee, pounds in lines
        ]
        ships = first_day(WEEKDAYS.index(customers[customer][3]), earliest)
        found.append(Order(f"W-{last + place}", customer, mail, priced, ships))
    return found


def price_step(lines: list[tuple[str, float]]) -> int:
    return sum(sum(pounds for _, pounds in lines) >= bound for bound in (20, 50, 100))


def cents(amount: float) -> float:
    return round(amount + 1e-9, 2)


def first_day(weekday: int, earliest: date) -> date:
    day = max(TODAY + timedelta(days=3), earliest)
    return day + timedelta(days=(weekday - day.weekday()) % 7)


def own_words(s: Submission, mail: str) -> list[str]:
    """What the customer wrote in this thread: their mails, and what was attached."""
    thread = s.rows("email_message", before=True, id=mail)[0]["thread_id"]
    mails = s.rows("email_message", before=True, thread_id=thread)
    files = [row for each in mails for row in s.rows("email_attachment", before=True, message_id=each["id"])]
    return [*(row["body"] for row in mails), *(row["content"].decode().replace(",", ", ") for row in files)]


def bags(s: Submission) -> list[float]:
    """How many bags the purchase order's cases hold, line by line."""
    text = s.rows("email_attachment", before=True, id="attachment_901")[0]["content"].decode()
    return [int(row["cases"]) * int(row["bags_per_case"]) for row in csv.DictReader(io.StringIO(text))]


def facts(s: Submission, order: Order) -> list[float | str | date]:
    """Every figure that an order has: its own, those its customer wrote, and the prices that it goes by."""
    wrote = own_words(s, order.mail)
    step = price_step([(line.coffee, line.pounds) for line in order.lines])
    asked = [
        (year or TODAY.year, month, day)
        for text in wrote
        for said in days_in(text)
        for year, month, day in said.choices
    ]
    full = [line.pounds * line.price for line in order.lines]
    return [
        *(part for line in order.lines for part in (line.pounds, line.price, line.discount, line.total)),
        *(cents(line.price * (1 - line.discount)) for line in order.lines),
        *full, *(cents(amount - line.total) for amount, line in zip(full, order.lines, strict=True)),
        cents(sum(full)), cents(sum(full) - order.total),
        order.total, order.number, order.number.removeprefix("W-"), order.ships, TODAY,
        sum(line.pounds for line in order.lines), len(order.lines), (20, 50, 100)[max(0, step - 1)],
        *(number.value for text in wrote for number in numbers(text)), *bags(s), "PO-5518", "PO 5518",
        *(date(year, month, day) for year, month, day in asked if month),
    ]  # fmt: skip


def instead(s: Submission, order: Order) -> dict[str, float]:
    """What the list suggests for coffees that are asked for and no longer sold, with the price at the order's step."""
    step = price_step([(line.coffee, line.pounds) for line in order.lines])
    return {row[2]: prices()[row[2]][step] for row in retired(s, order)}


def retired(s: Submission, order: Order) -> list[list]:
    """The rows of the Retired sheet whose coffee the customer asks for."""
    wrote = " ".join(own_words(s, order.mail))
    return [row for row in price_list("Retired") if row[0] and mentions(wrote, row[0])]


def facts_of_instead(s: Submission, order: Order) -> list[float | date]:
    """What may be said of the suggested coffee: its prices, what the pounds asked for would come to, and since when."""
    asked = [number.value for text in own_words(s, order.mail) for number in numbers(text)]
    found = [price for row in retired(s, order) for price in prices()[row[2]]]
    more = [sum(line.pounds for line in order.lines) + amount for amount in asked]
    return [*found, *(cents(price * amount) for price in found for amount in asked), *more,
            *(row[1].date() for row in retired(s, order))]  # fmt: skip


def cast(s: Submission) -> list[str]:
    """Everybody in the address book and in the mail, their firms, and every coffee."""
    people = s.rows("contacts_person", before=True)
    found = [name for card in people for name in (f"{card['given_name']} {card['family_name']}", card["company"])]
    found += [row["sender_name"] for row in s.rows("email_message", before=True)]
    return [*filter(None, found), *prices(), *(row[0] for row in price_list("Retired") if row[0]), "Summit Catering"]
