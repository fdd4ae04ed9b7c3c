"""Hold each point against log, ledger and mail; refuse or accept it; stay below what may be promised."""

import csv
import io

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

BOOKS = "finance/receivables.xlsx"
JULIA, CORRECTION, INVOICE = "message_913", "message_912", 1242
REDUCED, REDUCED_FROM = 9.20, "2026-02-09"


async def solve(desk: Desk, task: TaskView) -> str:
    await desk.call("search_emails", sender="Julia Novak", subject="Invoice", mailbox="inbox")
    await desk.call("read_email", email=JULIA)
    await desk.call("search_emails", sender="noor", recipient="julia", query="price")
    await desk.call("read_email_thread", thread="thread_911")
    rows = csv.DictReader(io.StringIO(await read_all(desk, "warehouse/delivery-log.csv")))
    crates = {row["crate"]: row for row in rows if row["customer"] == "Brightdesk Coworking"}

    lines = (await desk.call("read_range", path=BOOKS, sheet="Lines"))["rows"]
    notes = (await desk.call("read_range", path=BOOKS, sheet="Credits"))["rows"]
    balances = (await desk.call("read_range", path=BOOKS, sheet="Balances"))["rows"]
    short = wrong = 0.0
    arrived: dict[str, int] = {}
    for _, _, _, day, _, billed, price, _ in (line for line in lines if line[0] == INVOICE):
        arrived[day] = sum(int(row["pounds"]) for row in crates.values() if row["scanned_at"].startswith(day))
        short += (billed - arrived[day]) * price
        wrong += arrived[day] * (price - REDUCED) if day >= REDUCED_FROM else 0
    short, wrong = round(short, 2), round(wrong, 2)
    both = round(short + wrong, 2)
    signed = next(row for row in crates.values() if row["scanned_at"].startswith("2026-02-23"))
    place = next(number for number, row in enumerate(balances, start=1) if row[0] == INVOICE)
    total = balances[place - 1][3]
    new = int(notes[-1][0].removeprefix("CN-")) + 1

    await desk.call(
        "append_rows",
        path=BOOKS,
        sheet="Credits",
        rows=[
            [f"CN-{new}", "2026-03-02", INVOICE, "Brightdesk Coworking", "Short delivery", short, "waiting for approval", None],
            [f"CN-{new + 1}", "2026-03-02", INVOICE, "Brightdesk Coworking", "Wrong price", wrong, "waiting for approval", None],
        ],
    )  # fmt: skip
    await desk.call("write_range", path=BOOKS, sheet="Balances", start=f"I{place}", values=[["disputed"]])
    await desk.call("render_range", path=BOOKS, sheet="Credits")
    await desk.call("render_range", path=BOOKS, sheet="Balances", range=f"A{place - 4}:I{place + 3}")

    await desk.call(
        "reply_to_email",
        email=JULIA,
        body="Dear Julia,\n\nthank you for going through it so closely. I have held your three points against our records:\n\n"
        "1. You are right: 18 lb arrived on 16 February, and 24 were billed.\n"
        f"2. Our log shows that the delivery of 23 February did arrive: {signed['signed_by'].replace(',', ' at your')} signed for "
        f"{arrived['2026-02-23']} lb at {signed['scanned_at'][11:16]} that morning. Could you ask there? If it was never found, call me.\n"
        "3. You are right about the price, in part: Noor wrote on 30 January that 9.20 a pound starts with the delivery "
        "of 9 February, so the one of 2 February stays at 9.50 and the later ones should have been billed lower.\n\n"
        "I have passed this on within the house today, and you will hear from us by Wednesday, 4 March. I know your "
        "books close tonight and am sorry that I can't confirm more than this now.\n\nKind regards\nMaya Lindqvist",
    )
    await desk.call(
        "forward_email",
        email=JULIA,
        to=["aisha@harborlight.example"],
        note=f"Aisha, may I have your approval? Invoice {INVOICE}, Brightdesk, {total:.2f} USD, point by point:\n\n"
        f"1. Short delivery on 16 February: billed 24 lb at 9.50, the log has 18 (one crate was scanned twice). Credit {short:.2f}.\n"
        f"2. Delivery of 23 February: refused, 24 lb were signed for by {signed['signed_by']}, at {signed['scanned_at'][11:16]}.\n"
        f"3. Price: billed 9.50; by Noor's mail of 30 January 9.20 from 9 February on, for 66 lb that arrived. Credit {wrong:.2f}.\n\n"
        f"Together {both:.2f}, which is above my 75.00. The invoice would come to {total - both:.2f}. Both rows are in "
        f"Credits as waiting (CN-{new}, CN-{new + 1}). Julia knows what we found, but no amount, and hears from us by "
        "Wednesday.\n\nMaya Lindqvist",
    )
    await desk.call("star_emails", emails=[JULIA])
    await desk.call("label_emails", emails=[JULIA], labels=["Customers", "Invoices"])
    return (
        f"Point 1 holds: 18 lb came on 16 February, {short:.2f} USD. Point 2 does not: {signed['signed_by']} signed on 23 "
        f"February at {signed['scanned_at'][11:16]}. Point 3 holds from 9 February on, as Noor corrected herself: {wrong:.2f} "
        f"USD. Together {both:.2f} USD, above your limit, so it waits for Aisha; Julia was promised an answer by Wednesday."
    )


async def read_all(desk: Desk, path: str) -> str:
    text, line = "", 1
    while line:
        part = await desk.call("read_text_file", path=path, start_line=line)
        text += part["text"] if not text or text.endswith("\n") else "\n" + part["text"]
        line = part["next_line"]
    return text
