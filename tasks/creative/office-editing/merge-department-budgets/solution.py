"""Read the three files, keep the line that counts, write sheets with formulas, sum them up live, look."""

import csv
import io

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

BOOK = "out/budget-2026.xlsx"
STATUS = {"approved": "Approved", "ok": "Approved", "pending": "Pending", "open": "Pending"}
MONEY = '"$"#,##0'
HEADER = ["Line", "Category", "Item", "Owner", "Q1", "Q2", "Q3", "Q4", "Year", "Status"]


async def solve(desk: Desk, task: TaskView) -> str:
    departments = task.variables["departments"]
    await desk.call("create_workbook", path=BOOK, sheets=["Summary", *departments])
    dropped = 0
    ends: dict[str, int] = {}
    for name, path in zip(departments, task.variables["files"], strict=True):
        text = (await desk.call("read_text_file", path=path))["text"]
        lines, gone = counted(text)
        dropped += gone
        ends[name] = len(lines) + 1
        await write_department(desk, name, lines)
    await write_summary(desk, ends)

    found = await desk.call("check_workbook", path=BOOK, kinds=["error", "stale", "too_narrow", "cut_text"])
    assert not found["items"], found["items"]
    read = await desk.call("read_range", path=BOOK, range=f"Summary!A{len(departments) + 4}:G{len(departments) + 6}")
    total, check = read["rows"][0], read["rows"][2]
    assert check[1] == "OK", check
    await desk.call("render_range", path=BOOK, sheet="Summary")
    for name in departments:
        await desk.call("render_range", path=BOOK, sheet=name)
    return (
        f"{BOOK} is ready. Not counting rejected lines, the three departments ask for ${total[5]:,.2f} in 2026, "
        f"of which ${total[6]:,.2f} is still pending. I dropped {dropped} rows that were superseded or duplicate."
    )


async def write_department(desk: Desk, name: str, lines: list[list[str | float | None]]) -> None:
    last = len(lines) + 1
    await desk.call("write_range", path=BOOK, sheet=name, values=[HEADER, *lines])
    await desk.call("fill_formula", path=BOOK, sheet=name, range=f"I2:I{last}", formula="=SUM(E2:H2)")
    await desk.call("format_range", path=BOOK, sheet=name, range=f"E2:I{last}", number_format=MONEY)
    await head(desk, name, "A1:J1")
    await desk.call("format_range", path=BOOK, sheet=name, range="E1:I1", align="right")
    await desk.call("format_range", path=BOOK, sheet=name, range=f"J1:J{last}", align="center")
    await desk.call(
        "set_dropdown",
        path=BOOK,
        sheet=name,
        range=f"J2:J{last}",
        items=["Approved", "Pending", "Rejected"],
    )
    await desk.call("freeze_panes", path=BOOK, sheet=name, cell="A2")
    await desk.call("set_column_width", path=BOOK, sheet=name, columns="B:D")


async def write_summary(desk: Desk, ends: dict[str, int]) -> None:
    rows: list[list[str]] = [["Budget 2026", *[""] * 6], [""] * 7, ["Department", *HEADER[4:9], "Pending"]]
    for name in ends:
        sums = [f"=SUMIFS('{name}'!{letter}:{letter},'{name}'!$J:$J,\"<>Rejected\")" for letter in "EFGHI"]
        rows.append([name, *sums, f"=SUMIFS('{name}'!$I:$I,'{name}'!$J:$J,\"Pending\")"])
    end = 3 + len(ends)
    rows.append(["Total", *[f"=SUM({letter}4:{letter}{end})" for letter in "BCDEFG"]])
    other_way = "+".join(f"SUM('{name}'!E:H)-SUMIFS('{name}'!I:I,'{name}'!J:J,\"Rejected\")" for name in ends)
    difference = f"F{end + 1}-({other_way})"
    check = f'=IF(ABS({difference})<0.005,"OK","off by "&TEXT({difference},"0.00"))'
    rows += [[""] * 7, ["Check", check, *[""] * 5]]
    await desk.call("write_range", path=BOOK, sheet="Summary", values=rows)
    await head(desk, "Summary", "A3:G3")
    await desk.call("format_range", path=BOOK, sheet="Summary", range="A1", bold=True)
    await desk.call("format_range", path=BOOK, sheet="Summary", range="B3:G3", align="right")
    await desk.call("format_range", path=BOOK, sheet="Summary", range=f"B4:G{end + 1}", number_format=MONEY)
    total = f"A{end + 1}:G{end + 1}"
    await desk.call("format_range", path=BOOK, sheet="Summary", range=total, bold=True)
    await desk.call("set_borders", path=BOOK, sheet="Summary", range=total, edges="top")
    await desk.call("freeze_panes", path=BOOK, sheet="Summary", cell="A4")
    await desk.call("set_column_width", path=BOOK, sheet="Summary", columns="A")
    await desk.call("set_column_width", path=BOOK, sheet="Summary", columns="F")


async def head(desk: Desk, sheet: str, area: str) -> None:
    await desk.call("format_range", path=BOOK, sheet=sheet, range=area, bold=True, fill="#1F3A44", color="#FFFFFF")


def counted(text: str) -> tuple[list[list[str | float | None]], int]:
    """The rows that count, in order of their line, and how many others there were."""
    read = list(csv.DictReader(io.StringIO(text)))
    latest: dict[str, dict[str, str]] = {}
    for row in read:
        if row["line"] not in latest or int(row["rev"]) > int(latest[row["line"]]["rev"]):
            latest[row["line"]] = row
    lines: list[list[str | float | None]] = [
        [
            row["line"],
            row["category"],
            row["item"],
            row["owner"],
            *[amount(row[quarter]) for quarter in ("q1", "q2", "q3", "q4")],
            None,
            STATUS.get(row["status"].strip().lower(), "Rejected"),
        ]
        for _, row in sorted(latest.items())
    ]
    return lines, len(read) - len(lines)


def amount(text: str) -> float | None:
    digits = text.replace("$", "").replace(",", "").strip()
    return float(digits) if digits else None
