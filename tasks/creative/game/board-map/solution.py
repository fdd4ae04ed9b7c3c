"""Lay the tiles with lines between, write letters, numbers and legend around, cut four pages, count."""

import csv
import io
from typing import Any

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

INK, PAPER = "#22343B", "#F6EFE6"
BOARD, PRINT, BOOK, GRID = "out/board.png", "out/board-print.pdf", "out/tiles.xlsx", "scratch/grid.png"
CHANGES = {"C5": "V", "J9": "C"}


async def solve(desk: Desk, task: TaskView) -> str:
    await desk.call("read_text_file", path="board/board-rules.md")
    await desk.call("read_text_file", path="board/notes.md")
    head, *rows = await table(desk, "board/map.csv")
    _, *tiles = await table(desk, "board/tiles.csv")
    for ref, code in CHANGES.items():
        rows[int(ref[1:]) - 1][head.index(ref[0])] = code
    files = {code: f"board/{file}" for code, _, file, _ in tiles}

    paths = [files[code] for row in rows for code in row[1:]]
    await desk.call("make_montage", paths=paths, output=GRID, columns=16, width=100, gap=2, background=INK)
    await desk.call("pad_image", path=GRID, left=64, top=64, right=22, bottom=172, color=PAPER, output=BOARD)
    legend = "scratch/legend.png"
    shown = list(files.values())
    await desk.call("make_montage", paths=shown, output=legend, columns=8, width=72, gap=130, background=PAPER)
    await desk.call("crop_image", path=legend, box=[130, 130, 1616, 202])
    await desk.call("overlay_image", path=BOARD, overlay=legend, at=[66, 1240])
    marks = [mark(letter, 66 + 102 * place, 22, 100, 28, "center") for place, letter in enumerate(head[1:])]
    marks += [mark(row[0], 8, 98 + 102 * place, 48, 28, "center") for place, row in enumerate(rows)]
    marks += [mark(name, 148 + 202 * place, 1264, 118, 20, "left") for place, (_, name, _, _) in enumerate(tiles)]
    await desk.call("draw_on_image", path=BOARD, marks=marks)
    await desk.call("view_image", path=BOARD)

    pages: list[str] = []
    for number, (left, top) in enumerate(((0, 0), (714, 0), (0, 510), (714, 510)), start=1):
        page = f"scratch/page-{number}.png"
        box = [left, top, left + 920, top + 614]
        await desk.call("crop_image", path=GRID, box=box, output=page)
        pages.append(page)
    await desk.call("pdf_from_images", sources=pages, target=PRINT, paper="A4", margin=18)
    await desk.call("render_pdf_pages", path=PRINT)

    last = len(tiles) + 1
    counts: list[list[Any]] = [["Code", "Name", "On board", "In box", "Missing"]]
    counts += [
        [code, name, f"=COUNTIF(Map!$B$2:$Q$12,A{place})", int(box), f"=MAX(0,C{place}-D{place})"]
        for place, (code, name, _, box) in enumerate(tiles, start=2)
    ]
    counts.append(["Total", None, *(f"=SUM({column}2:{column}{last})" for column in "CDE")])
    grid = [["", *head[1:]], *([int(row[0]), *row[1:]] for row in rows)]
    await desk.call("create_workbook", path=BOOK, sheets=["Map", "Tiles"], rows=grid)
    await desk.call("write_range", path=BOOK, sheet="Tiles", values=counts)
    for sheet, area in (("Map", "A1:Q1"), ("Tiles", "A1:E1")):
        await desk.call("format_range", path=BOOK, sheet=sheet, range=area, bold=True)
    await desk.call("set_column_width", path=BOOK, sheet="Tiles", columns="B")
    seen = await desk.call("read_range", path=BOOK, sheet="Tiles", range=f"A2:E{last}")
    values = [[cell["value"] if isinstance(cell, dict) else cell for cell in row] for row in seen["rows"]]
    lacks = ", ".join(f"{row[1]} {row[4]}" for row in values if row[4])
    return (
        f"Board, print and count are in out/. The box lacks: {lacks}. On the map, C5 is a village now and J9 is cliff; J8 stays "
        "a village."
    )


def mark(text: str, left: int, top: int, width: int, size: int, align: str) -> dict[str, Any]:
    box = [[left, top], [left + width, top + 40]]
    return {"kind": "text", "points": box, "text": text, "size": size, "bold": True, "color": INK, "align": align}


async def table(desk: Desk, path: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO((await desk.call("read_text_file", path=path))["text"])))
