"""Read the three sheets as tables, look at what is in doubt, join by the roster, let formulas do the rest."""

from pathlib import Path
from runpy import run_path
from types import SimpleNamespace

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

printed = SimpleNamespace(**run_path(str(Path(__file__).with_name("expected.py"))))
BOOK, SCAN = printed.BOOK, printed.SCAN
HEADS = ["ID", "Name", "Group", "Part A", "Part B", "Part C", "Total", "Result"]
SEEN = {
    "smudged": "cannot be read, there is a blot on it",
    "struck": "two figures, both crossed out",
    "empty": "nothing was entered on the sheet",
    "above": "the sheet says {points}, the part has only {most} points",
}


async def solve(desk: Desk, task: TaskView) -> str:
    for page in (1, 2, 3):
        await desk.call("read_image_table", path=SCAN, page=page)
    await desk.call("render_pdf_pages", path=SCAN)
    roster = (await desk.call("read_range", path=printed.ROSTER))["rows"][1:]
    last = len(roster) + 1

    by_id = {row[2]: row for row in printed.PRINTED}
    rows, doubts = [HEADS], []
    for place, (number, name, group) in enumerate(roster, start=2):
        sheet, _, _, _, *scores, wrong = by_id.get(number, (0, 0, "", "", None, None, None, "missing"))
        if wrong == "missing":
            doubts.append((f"D{place}", f"D{place}:F{place}", name, "not on any of the three sheets"))
        elif wrong:
            at = next(n for n in range(3) if scores[n] is None or scores[n] > printed.MOST[n])
            why = SEEN[wrong].format(points=scores[at], most=printed.MOST[at])
            doubts.append((f"{'DEF'[at]}{place}", f"{'DEF'[at]}{place}", name, f"Sheet {sheet}: {why}"))
            scores[at] = None
        total = f'=IF(COUNT(D{place}:F{place})=3,SUM(D{place}:F{place}),"open")'
        result = f'=IF(G{place}="open","open",IF(G{place}>=Statistics!$B$2,"Passed","Failed"))'
        rows.append([number, name, group, *scores, total, result])
    await desk.call("create_workbook", path=BOOK, sheets=["Scores", "Statistics"])
    await desk.call("write_range", path=BOOK, sheet="Scores", values=rows)
    totals, group = f"Scores!$G$2:$G${last}", f"Scores!$C$2:$C${last}"
    await desk.call(
        "write_range", path=BOOK, sheet="Statistics",
        values=[
            ["Figure", "Value"], ["Pass mark", printed.PASS_MARK], ["Pupils", f"=COUNTA(Scores!$A$2:$A${last})"],
            ["Totals", f"=COUNT({totals})"], ["Open", f'=COUNTIF({totals},"open")'],
            ["Passed", f'=COUNTIF(Scores!$H$2:$H${last},"Passed")'], ["Mean", f"=AVERAGE({totals})"],
            ["Median", f"=MEDIAN({totals})"], ["Highest", f"=MAX({totals})"], ["Lowest", f"=MIN({totals})"],
            ["Mean group A", f'=AVERAGEIF({group},"A",{totals})'],
            ["Mean group B", f'=AVERAGEIF({group},"B",{totals})'],
        ],
    )  # fmt: skip
    for sheet, heads in (("Scores", "A1:H1"), ("Statistics", "A1:B1")):
        await desk.call("format_range", path=BOOK, sheet=sheet, range=heads, bold=True, color="#FFFFFF", fill="#1F3A44")
    await desk.call("format_range", path=BOOK, sheet="Scores", range=f"G2:G{last}", align="right")
    await desk.call("format_range", path=BOOK, sheet="Statistics", range="B7", number_format="0.0")
    await desk.call("format_range", path=BOOK, sheet="Statistics", range="B11:B12", number_format="0.0")
    for cell, area, _, why in doubts:
        await desk.call("format_range", path=BOOK, sheet="Scores", range=area, fill="#FFF2CC")
        await desk.call("add_cell_comment", path=BOOK, sheet="Scores", cell=cell, text=why)
    await desk.call("set_column_width", path=BOOK, sheet="Scores", columns="B")
    await desk.call("set_column_width", path=BOOK, sheet="Statistics", columns="A")
    await desk.call("freeze_panes", path=BOOK, sheet="Scores", cell="C2")
    await desk.call("check_workbook", path=BOOK)
    for sheet in ("Scores", "Statistics"):
        await desk.call("render_range", path=BOOK, sheet=sheet)

    told = await desk.call("read_range", path=BOOK, sheet="Statistics", range="B2:B12")
    figures = [row[0]["value"] if isinstance(row[0], dict) else row[0] for row in told["rows"]]
    guests = ", ".join(row[3] for row in printed.PRINTED if not row[2])
    opened = "\n".join(f"- {name}: {why}" for _, _, name, why in doubts)
    return (
        f"{BOOK} is ready. The mean is {figures[5]:.1f}; {figures[4]} pupils passed.\n\nOpen are:\n{opened}\n\n"
        f"On the sheets but not on the roster: {guests}."
    )
