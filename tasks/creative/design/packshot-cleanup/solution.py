"""Clean each photo, cut the product out, straighten it, set it in the middle of white, and show all on one sheet."""

import csv
import io

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

TILTED = {"IMG_4102.jpg": -5.0, "IMG_4108.jpg": 3.5}
SPOTS = {
    "IMG_4106.jpg": [
        [364, 217, 381, 234], [443, 601, 462, 620], [536, 581, 555, 600], [497, 632, 514, 649], [602, 202, 619, 219],
        [412, 247, 429, 264], [112, 172, 129, 189], [762, 122, 779, 139], [812, 632, 829, 649], [142, 692, 159, 709],
    ],
    "IMG_4107.jpg": [[450, 232, 642, 364]],
}  # fmt: skip
HANDLE = [524, 330]
SHEET = "out/contact-sheet.jpg"


async def solve(desk: Desk, task: TaskView) -> str:
    await desk.call("read_text_file", path="catalogue-standard.md")
    shots = list(csv.DictReader(io.StringIO((await desk.call("read_text_file", path="shots.csv"))["text"])))
    best: dict[str, tuple[float, str]] = {}
    for shot in shots:
        found = await desk.call("check_image", path=f"raw/{shot['photo']}")
        best[shot["sku"]] = max(best.get(shot["sku"], (0.0, "")), (found["sharpness"], shot["photo"]))
    unused = [shot["photo"] for shot in shots if best[shot["sku"]][1] != shot["photo"]]
    made: dict[str, str] = {}
    for sku, (_, photo) in sorted(best.items()):
        draft = f"scratch/{sku.lower()}.png"
        target = f"out/catalogue/{sku.lower()}.jpg"
        await desk.call("convert_to_srgb", path=f"raw/{photo}", output=draft)
        if photo in SPOTS:
            await desk.call("inpaint_region", path=draft, boxes=SPOTS[photo])
        await desk.call("remove_background", path=draft, method="color")
        if sku == "HL-301":  # inside of the handle
            await desk.call("fill_region", path=draft, color="transparent", start=HANDLE)
        if photo in TILTED:
            await desk.call("rotate_image", path=draft, degrees=TILTED[photo])
        await desk.call("trim_image", path=draft)
        sized = await desk.call("resize_image", path=draft, height=800)
        left = (1000 - sized["width"]) // 2
        right = 1000 - sized["width"] - left
        await desk.call("pad_image", path=draft, left=left, top=100, right=right, bottom=100, color="white")
        await desk.call("strip_image_metadata", path=draft)
        await desk.call("convert_image", path=draft, output=target)
        made[sku] = target
    await desk.call("make_montage", paths=list(made.values()), output=SHEET, columns=3, labels=list(made))
    await desk.call("view_image", path=SHEET)
    await desk.call("trash_path", path="scratch")
    return (
        f"There are {len(made)} catalogue pictures in out/catalogue/, all on {SHEET}. I did not use {', '.join(unused)}: "
        "it shows the same product as a sharper photo and is blurred. The dust on the chai tin and the sticker on the "
        "filters are gone."
    )
