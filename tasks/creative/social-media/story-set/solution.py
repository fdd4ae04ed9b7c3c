"""Cut each photo around what is to be kept, set a field with the texts below it, add the code, look."""

import csv
import io

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

WIDTH, HEIGHT = 1080, 1920
HARBOR, CREAM = "#1F3A44", "#F6EFE6"
LINK = "https://harborlight.example/s/tasting-14"


async def solve(desk: Desk, task: TaskView) -> str:
    await desk.call("read_text_file", path="notes/story-rules.md")
    stories = list(csv.DictReader(io.StringIO((await desk.call("read_text_file", path="stories.csv"))["text"])))
    await desk.call("read_text_file", path="notes/note-from-theo.md")
    await desk.call("make_qr_code", path="scratch/code.png", text=LINK, size=300)
    sizes: list[str] = []
    for story in stories:
        draft, target = f"scratch/{story['story'][:-4]}.png", f"out/{story['story']}"
        facts = await desk.call("get_image_info", path=f"photos/{story['photo']}")
        left, _, right, _ = (int(each) for each in story["keep"].split(","))
        across = round(1.2 * facts["height"] * WIDTH / HEIGHT)  # a little more than fits, cut again as it is resized
        start = max(0, min((left + right - across) // 2, facts["width"] - across))
        cut = [start, 0, start + across, facts["height"]]
        await desk.call("crop_image", path=f"photos/{story['photo']}", box=cut, output=draft)
        await desk.call("resize_image", path=draft, width=WIDTH, height=HEIGHT, mode="fill")
        coded = bool(story["link"])
        line = story["line"].replace("3 pm", "4 pm")
        side = 684 if coded else 980
        marks = [
            {"kind": "rectangle", "points": [[60, 1220], [1020, 1560]], "fill": HARBOR, "width": 0},
            {"kind": "text", "points": [[100, 1275], [side, 1375]], "text": story["headline"], "size": 76, "bold": True,
             "color": "#FFFFFF", "font": "serif"},
            {"kind": "text", "points": [[100, 1392], [side, 1520]], "text": line, "size": 44, "color": CREAM},
        ]  # fmt: skip
        await desk.call("draw_on_image", path=draft, marks=marks)
        if coded:
            await desk.call("overlay_image", path=draft, overlay="scratch/code.png", at=[690, 1240])
        await desk.call("strip_image_metadata", path=draft)
        made = await desk.call("compress_image", path=draft, kilobytes=400, resize=False, output=target)
        await desk.call("view_image", path=target)
        sizes.append(f"{story['story'][:-4]} {made['bytes'] / 1024:.0f} KB")
    await desk.call("trash_path", path="scratch")
    return f"The tasting starts at 4 pm, and its code leads to {LINK}. Sizes: {', '.join(sizes)}."
