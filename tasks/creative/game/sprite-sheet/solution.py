"""Clean each sprite, set it in its cell, lay the cells on a sheet, write the atlas, make the preview."""

import csv
import io
import json
from typing import Any

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

SHEET, PREVIEW = "out/sheet.png", "out/walk.gif"


async def solve(desk: Desk, task: TaskView) -> str:
    said = task.variables
    cell, gap = said["cell"], said["padding"]
    rows = csv.DictReader(io.StringIO((await desk.call("read_text_file", path="sprites.csv"))["text"]))
    names = sorted(row["name"] for row in rows if row["status"] == "in")
    await desk.call("read_text_file", path="palette.csv")
    cells: dict[str, str] = {}
    sizes: dict[str, tuple[int, int]] = {}
    for name in names:
        draft, flat = f"scratch/{name}.png", f"scratch/{name}.gif"
        source = f"sprites/{name}.png"
        for number, (x, y) in enumerate(said["strays"].get(name, [])):
            await desk.call(
                "fill_region",
                path=draft if number else source,
                color="transparent",
                box=[x, y, x + 1, y + 1],
                output=draft,
            )
            source = draft
        if name == said["off"]["sprite"]:
            await desk.call(
                "replace_color",
                path=source,
                color=said["off"]["wrong"],
                new_color=said["off"]["right"],
                tolerance=0,
                output=draft,
            )
            source = draft
        await desk.call("convert_image", path=source, output=flat)  # a GIF's pixels are there or they are not
        await desk.call("convert_image", path=flat, output=draft, mode="rgba", overwrite=True)
        made = await desk.call("trim_image", path=draft, tolerance=0)
        width, height = made["width"], made["height"]
        left = (cell - width) // 2
        await desk.call("pad_image", path=draft, left=left, right=cell - width - left, top=cell - height)
        cells[name], sizes[name] = draft, (width, height)
    montage = await desk.call(
        "make_montage",
        paths=list(cells.values()),
        output=SHEET,
        columns=said["columns"],
        width=cell,
        gap=gap,
        background="transparent",
    )
    frames: dict[str, Any] = {}
    for name, (left, _, _, bottom) in zip(names, montage["boxes"], strict=True):
        width, height = sizes[name]
        frames[name] = {"x": left + (cell - width) // 2, "y": bottom - height, "w": width, "h": height}
    atlas = json.dumps({"image": "sheet.png", "frames": frames}, indent=2)
    await desk.call("write_text_file", path="out/atlas.json", text=atlas)
    await desk.call("view_image", path=SHEET)
    steps: list[str] = []
    for number in range(1, 5):
        large = f"scratch/large_{number}.png"
        await desk.call("resize_image", path=cells[f"walk_{number}"], percent=400, pixelated=True, output=large)
        await desk.call("convert_image", path=large, output=large, mode="rgb", background=said["night"])
        steps.append(large)
    await desk.call("make_gif", paths=steps, output=PREVIEW, milliseconds=[said["milliseconds"]])
    await desk.call("view_image", path=PREVIEW)
    await desk.call("trash_path", path="scratch")
    stray = sorted(said["strays"])
    return (
        f"The sheet has {len(names)} sprites. Stray pixels were in {' and '.join(stray)}; {said['off']['sprite']} had a "
        "colour that is not in the palette, which I replaced by the nearest one."
    )
