"""Clean the readings, let a workbook work them out, draw the chart, fill in the template, look."""

import csv
import io
import re
from statistics import mean, median, stdev
from typing import Any

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

REPORT, BOOK, CHART = "out/report.docx", "out/data.xlsx", "scratch/chart.png"
TITLE = "Length and Pitch of a String"


async def solve(desk: Desk, task: TaskView) -> str:
    await desk.call("read_text_file", path="lab/lab-guide.md")
    readings = cleaned((await desk.call("read_text_file", path="lab/readings.csv"))["text"])
    method = (await desk.call("read_text_file", path="lab/method.md"))["text"]
    sources = csv.DictReader(io.StringIO((await desk.call("read_text_file", path="lab/references.csv"))["text"]))
    await desk.call("list_template_fields", path="lab/report-template.docx")

    last = len(readings) + 1
    lengths = sorted({row[0] for row in readings}, reverse=True)
    rows: list[list[Any]] = [["Length (cm)", "Trial", "Frequency (Hz)", "Counts", "Used (Hz)"]]
    rows += [[*row, f'=IF(D{place}="yes",C{place},"")'] for place, row in enumerate(readings, start=2)]
    summary: list[list[Any]] = [["Length (cm)", "Readings", "Mean (Hz)", "SD (Hz)", "Product (Hz cm)"]]
    for place, length in enumerate(lengths, start=2):
        own = [number for number, row in enumerate(readings, start=2) if row[0] == length]
        used = f"Readings!$E${own[0]}:$E${own[-1]}"
        summary.append(
            [length, f"=COUNT({used})", f"=AVERAGE({used})", f"=STDEV({used})", f"=A{place}*C{place}"]
        )  # fmt: skip
    end = len(summary)
    summary.append(["Mean product", None, None, None, f"=AVERAGE(E2:E{end})"])
    await desk.call("create_workbook", path=BOOK, sheets=["Readings", "Summary"], rows=rows)
    await desk.call("write_range", path=BOOK, sheet="Summary", values=summary)
    head = {"path": BOOK, "bold": True, "color": "#FFFFFF", "fill": "#1F3A44"}
    for sheet in ("Readings", "Summary"):
        await desk.call("format_range", sheet=sheet, range="A1:E1", **head)
        await desk.call("set_column_width", path=BOOK, sheet=sheet, columns="A:E")
    await desk.call("format_range", path=BOOK, sheet="Readings", range=f"C2:E{last}", number_format="0.0")
    await desk.call("format_range", path=BOOK, sheet="Summary", range=f"C2:D{end}", number_format="0.0")
    await desk.call("format_range", path=BOOK, sheet="Summary", range=f"E2:E{end + 1}", number_format="0")
    await desk.call("render_range", path=BOOK, sheet="Summary")

    figures = [(length, [row[2] for row in readings if row[0] == length and row[3] == "yes"]) for length in lengths]
    products = [length * mean(used) for length, used in figures]
    middle = mean(products)
    farthest = max(products, key=lambda product: abs(product - middle))
    off = abs(farthest / middle - 1)
    await desk.call(
        "draw_chart", path=CHART, kind="scatter",
        rows=[["Length (cm)", "Mean", "Mean ±"], *([n, round(mean(used), 1), round(stdev(used), 1)] for n, used in figures)],
        x_title="Length (cm)", y_title="Mean frequency (Hz)",
    )  # fmt: skip

    cited = [row for row in sorted(sources, key=lambda row: row["author"]) if f"[{row['key']}]" in method]
    parts = {
        head.strip(): " ".join(text.split()) for head, text in re.findall(r"## (\w+)\n(.+?)(?=\n## |\Z)", method, re.S)
    }
    for number, row in enumerate(cited, start=1):
        parts = {head: text.replace(f"[{row['key']}]", f"[{number}]") for head, text in parts.items()}
    counted = sum(len(used) for _, used in figures)
    dropped = [row for row in readings if row[3] == "no"]
    results = (
        f"Of {len(readings)} readings {counted} count. Trial {dropped[0][1]} at {dropped[0][0]:g} cm does not, since it lies an "
        f"octave too high, nor does trial {dropped[1][1]} at {dropped[1][0]:g} cm, where nothing could be read. Table 1 "
        "shows what the others give; Figure 1 shows how the frequency rises as the string gets shorter."
    )
    discussion = (
        f"The mean of the five products is {middle:.0f} Hz cm. The product farthest from it differs by {off:.1%}. So "
        "length times frequency is the same for all lengths, as far as we can measure: the frequency is inversely "
        "proportional to the length, as theory says."
    )
    values = {
        "title": TITLE, "authors": "Nora Vance and Eli Brooks", "date": "2 March 2026", "aim": parts["Aim"],
        "method": parts["Method"], "results": results, "discussion": discussion,
    }  # fmt: skip
    await desk.call("fill_template", path="lab/report-template.docx", target=REPORT, values=values)

    blocks = {item["text"]: item["block"] for item in (await desk.call("read_document", path=REPORT))["items"]}
    hints = [block for text, block in blocks.items() if "Take this line out" in text]
    first, second = sorted(hints, key=int)
    entries = "\n".join(
        f"{number}. {row['author']} ({row['year']}). {row['title']}. {row['publisher']}."
        for number, row in enumerate(cited, start=1)
    )
    await desk.call("insert_block", path=REPORT, text=entries, after=second)
    await desk.call("delete_blocks", path=REPORT, blocks=[second])
    await desk.call(
        "add_document_picture", path=REPORT, picture=CHART, after=first, width=440, align="center",
        alt_text=f"Chart: mean frequency falls from {mean(figures[-1][1]):.1f} Hz at {lengths[-1]:g} cm to "
        f"{mean(figures[0][1]):.1f} Hz at {lengths[0]:g} cm, with error bars",
        caption="Mean frequency by length of the string; error bars show one standard deviation",
    )  # fmt: skip
    table = [summary[0]]
    for (length, used), product in zip(figures, products, strict=True):
        table.append([f"{length:g}", str(len(used)), f"{mean(used):.1f}", f"{stdev(used):.1f}", f"{product:.0f}"])
    await desk.call(
        "add_document_table",
        path=REPORT,
        rows=table,
        after=first,
        caption="Mean frequency and its standard deviation by length",
    )
    await desk.call("delete_blocks", path=REPORT, blocks=[first])
    await desk.call("set_document_properties", path=REPORT, title=TITLE)
    await desk.call("check_document", path=REPORT)
    await desk.call("render_document", path=REPORT)
    return (
        f"The report is out/report.docx, the data out/data.xlsx. The mean of the products is {middle:.0f} Hz cm. Two readings "
        f"do not count: trial {dropped[0][1]} at {dropped[0][0]:g} cm is an octave too high ({dropped[0][2]} Hz), and trial "
        f"{dropped[1][1]} at {dropped[1][0]:g} cm is missing, since a bus went by."
    )


def cleaned(text: str) -> list[list[Any]]:
    """Length in cm, trial, frequency, and whether it counts, in the order of the file."""
    rows: list[list[Any]] = []
    scale = 1.0
    for row in csv.DictReader(io.StringIO(text)):
        if "in mm from here" in row["remark"]:
            scale = 0.1
        frequency = float(row["frequency_hz"]) if row["frequency_hz"] else None
        rows.append([round(float(row["length"]) * scale, 1), int(row["trial"]), frequency])
    middles = {
        length: median(row[2] for row in rows if row[0] == length and row[2]) for length in {row[0] for row in rows}
    }
    for row in rows:
        row.append("yes" if row[2] and abs(row[2] / middles[row[0]] - 1) <= 0.2 else "no")
    return rows
