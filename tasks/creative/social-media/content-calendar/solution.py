"""Clean the ideas, spread them over the month within the rules, write the workbook with its formulas, look."""

import csv
import io
from collections import Counter
from datetime import date, timedelta
from typing import Any

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

HEAD = ["Date", "Weekday", "Platform", "Idea", "Text", "Characters", "Limit", "Check", "Pillar", "Owner", "Status"]
OWNERS = ["Theo", "Grace", "Noor"]


async def solve(desk: Desk, task: TaskView) -> str:
    book, limits = task.variables["book"], task.variables["limits"]
    await desk.call("read_text_file", path="rules/platform-rules.md")
    ideas = list(csv.DictReader(io.StringIO((await desk.call("read_text_file", path="ideas/post-ideas.csv"))["text"])))
    posts, doubles = wanted(ideas, list(limits))
    planned = plan(posts, task)
    last = len(planned) + 1

    await desk.call("create_workbook", path=book, sheets=["Calendar", "Limits", "Summary"], rows=[HEAD])
    rows = [
        [
            day.isoformat(),
            f'=TEXT(A{row},"ddd")',
            post["platform"],
            post["id"],
            post["text"],
            f"=LEN(E{row})",
            f"=VLOOKUP(C{row},Limits!$A$2:$B$5,2,FALSE)",
            f'=IF(F{row}>G{row},"Too long","OK")',
            post["pillar"],
            post["owner"],
            "Rework" if len(post["text"]) > limits[post["platform"]] else "Planned",
        ]
        for row, (day, post) in enumerate(planned, start=2)
    ]
    await desk.call(
        "write_range", path=book, sheet="Limits", values=[["Platform", "Limit"], *map(list, limits.items())]
    )
    await desk.call("write_range", path=book, sheet="Calendar", start="A2", values=rows)
    counted = [
        [
            name,
            f"=COUNTIFS(Calendar!$C$2:$C${last},$A{row})",
            f'=COUNTIFS(Calendar!$C$2:$C${last},$A{row},Calendar!$H$2:$H${last},"Too long")',
            *(
                f"=COUNTIFS(Calendar!$C$2:$C${last},$A{row},Calendar!$J$2:$J${last},{column}$1)"
                for column, _ in zip("DEF", OWNERS, strict=True)
            ),
        ]
        for row, name in enumerate(limits, start=2)
    ]
    totals = ["Total", *(f"=SUM({column}2:{column}5)" for column in "BCDEF")]
    await desk.call(
        "write_range", path=book, sheet="Summary", values=[["Platform", "Posts", "Too long", *OWNERS], *counted, totals]
    )

    await desk.call("set_dropdown", path=book, sheet="Calendar", range=f"C2:C{last}", items=list(limits))
    states = ["Planned", "Ready", "Posted", "Rework"]
    await desk.call("set_dropdown", path=book, sheet="Calendar", range=f"K2:K{last}", items=states)
    for name, color in task.variables["colors"].items():
        await desk.call(
            "set_conditional_format",
            path=book,
            sheet="Calendar",
            range=f"C2:C{last}",
            rule="formula",
            value=f'=$C2="{name}"',
            fill=color,
        )
    await desk.call(
        "set_conditional_format",
        path=book,
        sheet="Calendar",
        range=f"H2:H{last}",
        rule="formula",
        value="=$F2>$G2",
        color="#C4572B",
    )
    await desk.call("format_range", path=book, sheet="Calendar", range=f"A2:A{last}", number_format="d mmm yyyy")
    await desk.call("format_range", path=book, sheet="Calendar", range=f"A2:K{last}", valign="top")
    await desk.call("format_range", path=book, sheet="Calendar", range=f"E2:E{last}", wrap=True)
    for sheet, heads in (("Calendar", "A1:K1"), ("Limits", "A1:B1"), ("Summary", "A1:F1")):
        await desk.call("format_range", path=book, sheet=sheet, range=heads, bold=True, color="#FFFFFF", fill="#1F3A44")
    await desk.call("format_range", path=book, sheet="Summary", range="A6:F6", bold=True)
    await desk.call("set_column_width", path=book, sheet="Calendar", columns="A:F", width=12)
    await desk.call("set_column_width", path=book, sheet="Calendar", columns="E", width=60)
    await desk.call("freeze_panes", path=book, sheet="Calendar", cell="A2")

    found = await desk.call("check_workbook", path=book, kinds=["error", "stale", "too_narrow", "cut_text"])
    assert not found["items"], found["items"]
    await desk.call("render_range", path=book, sheet="Calendar", range="A1:K20")
    await desk.call("render_range", path=book, sheet="Summary")
    too_long = [post["id"] for _, post in planned if len(post["text"]) > limits[post["platform"]]]
    return (
        f"{book} is ready: {len(planned)} posts are planned. Too long, with the status Rework: {', '.join(too_long)}. "
        f"Left out as doubles: {', '.join(doubles)}."
    )


def wanted(ideas: list[dict[str, str]], platforms: list[str]) -> tuple[list[dict[str, str]], list[str]]:
    """Approved ideas with their platform's proper name, each text once a platform, and the doubles left out."""
    short = {"ig": "Instagram", **{name.lower().replace(" ", ""): name for name in platforms}}
    posts: dict[tuple[str, str], dict[str, str]] = {}
    doubles: list[str] = []
    for idea in sorted(ideas, key=lambda idea: idea["id"]):
        if idea["status"].lower() == "approved":
            idea = {**idea, "platform": short[idea["platform"].lower().replace(" ", "")]}
            if posts.setdefault((idea["platform"], idea["text"]), idea) is not idea:
                doubles.append(idea["id"])
    return list(posts.values()), doubles


def plan(posts: list[dict[str, str]], task: TaskView) -> list[tuple[date, Any]]:
    """Fixed dates first, then platforms with the fewest days; each post takes the emptiest day that is open to it."""
    first, last = (date.fromisoformat(task.variables[name]) for name in ("first", "last"))
    open_days = [first + timedelta(days=n) for n in range((last - first).days + 1)]
    open_days = [day for day in open_days if day.isoformat() not in task.variables["off"]]
    weekdays = task.variables["weekdays"]
    taken: set[tuple[date, str]] = set()
    load: Counter[date] = Counter()
    found: list[tuple[date, Any]] = []
    for post in sorted(posts, key=lambda post: (not post["fixed_date"], len(weekdays[post["platform"]]), post["id"])):
        name = post["platform"]
        free = [
            day for day in open_days if day.weekday() in weekdays[name] and (day, name) not in taken and load[day] < 2
        ]
        near = {day: sum(abs((day - other).days) <= 1 for other, one in taken if one == name) for day in free}
        day = (
            date.fromisoformat(post["fixed_date"])
            if post["fixed_date"]
            else min(free, key=lambda d: (load[d], near[d], d))
        )
        taken.add((day, name))
        load[day] += 1
        found.append((day, post))
    return sorted(found, key=lambda pair: (pair[0], pair[1]["platform"]))
