"""Read the thread, save the papers, bring the one figure up to date where it stands, send the pack to who comes."""

import csv
import io
from datetime import datetime, timedelta

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

DECK = "meeting/spring-supply-review.pptx"
PACK = "meeting/pack"
OLD = "5.85"


async def solve(desk: Desk, task: TaskView) -> str:
    found = await desk.call("search_emails", subject="Spring supply review on 5 March")
    await desk.call("read_email_thread", thread=found["items"][0]["thread_id"], limit=20)
    papers = []
    for mail in ("message_954", "message_955", "message_957", "message_958"):
        saved = await desk.call("save_email_attachments", email=mail, folder=PACK)
        papers += [file["path"] for file in saved["saved"]]
    costs = (await desk.call("read_text_file", path=f"{PACK}/cost-per-pound.csv"))["text"]
    *_, february = csv.DictReader(io.StringIO(costs))
    total = sum(int(february[name]) for name in ("green_cost", "packaging", "freight", "labor"))
    new = f"{total / int(february['pounds_roasted']):.2f}"

    await desk.call("find_deck_text", path=DECK, query=OLD)
    chart = await desk.call("get_slide_chart", path=DECK, slide=3)
    series = chart["series"][0]
    values = [*series["values"][:-1], float(new)]
    await desk.call(
        "update_chart_data",
        path=DECK,
        slide=3,
        series=[{"name": series["name"], "values": values}],
        categories=chart["categories"],
    )
    # The 5.85 of slide 4 is a price a kilogram.
    await desk.call("replace_deck_text", path=DECK, replacements=[{"find": OLD, "replace": new}], slides=[3, 6])
    await desk.call("render_slides", path=DECK, slides=[3, 6])

    points = [
        ("Campaign dates", "Theo", 10),
        ("Green stock and cover", "Sam", 15),
        ("Roasting capacity in March", "Marco", 20),
        ("Cost per pound", "Aisha", 15),
        ("The new stock system", "Victor", 10),
    ]
    at = datetime(2026, 3, 5, 10)
    agenda = ""
    for point, who, minutes in points:
        agenda += f"{at:%H:%M}  {point} ({who})\n"
        at += timedelta(minutes=minutes)
    agenda += f"{at:%H:%M}  End"
    people = ["aisha", "dana", "grace", "marco", "sam", "theo", "victor"]
    await desk.call(
        "send_email",
        to=[f"{name}@harborlight.example" for name in people],
        subject="Spring supply review on Thursday, 5 March: agenda and papers",
        attachments=[DECK, *papers],
        body=f"Dear all,\n\nhere is the pack for Thursday, 5 March, in the cupping room:\n\n{agenda}\n\nThe deck and your papers "
        "are attached. Until then!\n\nMaya Lindqvist",
    )
    return (
        f"The pack is out. In the deck February's cost per pound is now {new} instead of {OLD}, by Aisha's last file: figure, "
        "chart and notes of slide 3, point and notes of slide 6. The 5.85 on slide 4 is a contract price and stays. In the "
        "room are Dana, Aisha, Marco, Sam, Theo, Victor and Grace, who comes for Noor."
    )
