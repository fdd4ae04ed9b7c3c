"""Each sign as a page of its size, in millimetres; the map sign as a web page with the plan; then one PDF."""

import csv
import io
from typing import Any

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

HARBOR, CREAM, SIGNAL = "#1F3A44", "#F6EFE6", "#D7263D"
CAPITAL = 0.688  # of Liberation Sans Bold
FONT = "Liberation Sans"


def arrow(way: str, x: float, y: float, size: float) -> str:
    """An arrow of a length with its middle at a place."""
    turn = {"right": 0, "left": 180, "ahead": 270}[way]
    half, head, shaft = size / 2, size * 0.45, size * 0.09
    points = [
        (-half, -shaft), (half - head, -shaft), (half - head, -head), (half, 0),
        (half - head, head), (half - head, shaft), (-half, shaft),
    ]  # fmt: skip
    told = " ".join(f"{px:.4g},{py:.4g}" for px, py in points)
    return f'<polygon transform="translate({x:.6g} {y:.6g}) rotate({turn})" points="{told}"/>'


def sign(width: int, height: int, capital: float, lines: list[dict[str, str]]) -> str:
    """The page of a sign with arrows."""
    margin, arrow_size = min(width, height) / 15 + 6, capital * 1.25
    size = capital / CAPITAL
    left = margin + arrow_size + capital * 0.7
    step = height / (len(lines) + 0.35)
    parts: list[str] = []
    for place, line in enumerate(lines):
        middle = height / 2 + (place - (len(lines) - 1) / 2) * step
        at = width - margin - arrow_size / 2 if line["way"] == "right" else margin + arrow_size / 2
        parts.append(
            f'<text x="{left:.6g}" y="{middle + capital / 2:.6g}" font-size="{size:.6g}">{line["text"]}</text>'
            + arrow(line["way"], at, middle, arrow_size)
        )
    return (
        f"<style>@page{{size:{width}mm {height}mm;margin:0}}body{{margin:0;background:{HARBOR}}}svg{{display:block}}</style>"
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}" '
        f'font-family="{FONT}" font-weight="bold" fill="{CREAM}">{"".join(parts)}</svg>'
    )


def map_sign(x: float, y: float) -> str:
    """The page of the map sign: the plan 494 mm wide, the marker on it where the sign stands."""
    left, top, scale = 50, 52, 494 / 80
    return (
        "<style>@page{size:594mm 420mm;margin:0}*{margin:0}body{width:594mm;height:420mm;position:relative;"
        f"background:{HARBOR};color:{CREAM};font:bold 16mm '{FONT}';overflow:hidden}}body>*{{position:absolute}}</style>"
        f'<div style="left:50mm;top:30mm;line-height:16mm">Site map</div>'
        f'<img src="signage/site-plan.png" alt="" style="left:{left}mm;top:{top}mm;width:494mm;height:{494 * 5 / 8:g}mm">'
        f'<div style="left:{left + x * scale - 7:g}mm;top:{top + (50 - y) * scale - 7:g}mm;width:14mm;height:14mm;'
        f'border-radius:50%;background:{SIGNAL}"></div>'
        f'<div style="left:{left}mm;top:367mm;line-height:16mm">You are here</div>'
    )


async def solve(desk: Desk, task: TaskView) -> str:
    await desk.call("read_text_file", path="signage/sign-rules.md")
    await desk.call("read_text_file", path="signage/notes.md")
    rows = await table(desk, "signage/signs.csv")
    points = {row["point"]: row for row in await table(desk, "signage/points.csv")}
    await desk.call("view_image", path="signage/site-plan.png")
    rows = [row for row in rows if row["text"] != "Cloakroom"]
    for row in rows:
        if row["sign"] == "2" and row["text"] == "Toilets":
            row["way"] = "right"
        if row["sign"] == "5":
            row["stands_at"] = "Fountain"

    needed: dict[str, float] = {}
    pages: list[str] = []
    for number in "12345":
        lines = sorted((row for row in rows if row["sign"] == number), key=lambda row: int(row["line"]))
        away, unit = lines[0]["seen_from"].split()
        needed[f"{number} {lines[0]['stands_at']}"] = float(away) * (0.3048 if unit == "ft" else 1) * 4
        capital = needed[f"{number} {lines[0]['stands_at']}"] * 1.02
        page, width, height = f"scratch/sign-{number}.pdf", int(lines[0]["width_mm"]), int(lines[0]["height_mm"])
        spot = points[lines[0]["stands_at"]]
        plan = map_sign(float(spot["x_m"]), float(spot["y_m"]))
        html = plan if number == "5" else sign(width, height, capital, lines)
        await desk.call("render_html", path=page, html=html, width=4000)
        pages.append(page)
    await desk.call("merge_pdfs", sources=[{"path": page} for page in pages], target="out/signs.pdf")
    marks = [{"title": title, "page": page} for page, title in enumerate(needed, start=1)]
    await desk.call("set_pdf_outline", path="out/signs.pdf", entries=marks)
    await desk.call("set_pdf_metadata", path="out/signs.pdf", title="Open House signs")
    await desk.call("render_pdf_pages", path="out/signs.pdf")
    heights = ", ".join(f"sign {name}: {value:.0f} mm" for name, value in needed.items())
    return (
        f"The five signs are in out/signs.pdf. Least height of the capitals: {heights}. From the notes: on sign 2 the "
        "toilets are to the right, the cloakroom is gone from sign 4, and the map (sign 5) shows the fountain as the place "
        "where you stand, not the kiosk."
    )


async def table(desk: Desk, path: str) -> list[dict[str, Any]]:
    return list(csv.DictReader(io.StringIO((await desk.call("read_text_file", path=path))["text"])))
