"""Each icon as strokes that are fitted to the grid, drawn in both colours, made smaller, then shown on one sheet."""

import csv
import io
from math import cos, radians, sin

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

HARBOR, CREAM = "#1F3A44", "#F6EFE6"
Strokes = list[list[tuple[float, float]]]


def arc(x: float, y: float, wide: float, high: float, start: float, end: float) -> list[tuple[float, float]]:
    angles = [radians(start + (end - start) * step / 36) for step in range(37)]
    return [(x + wide * cos(angle), y + high * sin(angle)) for angle in angles]


def box(left: float, top: float, right: float, bottom: float) -> list[tuple[float, float]]:
    return [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]


ICONS: dict[str, Strokes] = {
    "bean": [arc(12, 12, 8, 9, 0, 360), [(15, 3.8), (12, 7.5), (11.2, 10), (12.8, 14), (12, 16.5), (9, 20.2)]],
    "cup": [
        [(4, 7), (4, 15), *arc(8, 15, 4, 4, 180, 90), *arc(13, 15, 4, 4, 90, 0), (17, 7), (4, 7)],
        arc(17, 12, 3.5, 3, -90, 90), [(3, 21), (19, 21)],
    ],
    "kettle": [
        [(7, 8), (17, 8), (20, 21), (4, 21), (7, 8)], arc(12, 8, 3, 4.5, 180, 360), [(6, 14), (3, 10)], [(10, 15), (14, 15)],
    ],
    "grinder": [
        box(6, 13, 18, 21), [(7, 13), (8, 8), (16, 8), (17, 13)], [(12, 8), (12, 4), (18, 4)], [(10, 17), (14, 17)],
    ],
    "calendar": [box(4, 5, 20, 21), [(4, 10), (20, 10)], [(8, 3), (8, 7)], [(16, 3), (16, 7)]],
    "pin": [[*arc(12, 10, 7, 7, 150, 390), (12, 21), arc(12, 10, 7, 7, 150, 390)[0]], arc(12, 10, 2.5, 2.5, 0, 360)],
    "bicycle": [
        arc(6.5, 16, 3.5, 3.5, 0, 360), arc(17.5, 16, 3.5, 3.5, 0, 360), [(6.5, 16), (10, 9), (16, 9), (17.5, 16)],
        [(10, 9), (12, 16), (6.5, 16)], [(12, 16), (16, 9)], [(8.5, 7), (11, 7)], [(16, 9), (15.3, 6.5), (18, 6.5)],
    ],
    "lighthouse": [
        [(9, 9), (15, 9), (17, 21), (7, 21), (9, 9)], [(9, 9), (9, 6), (12, 3), (15, 6), (15, 9)],
        [(5, 6), (3, 5)], [(19, 6), (21, 5)], [(8, 15), (16, 15)],
    ],
}  # fmt: skip


def fitted(strokes: Strokes) -> str:
    """The strokes as an SVG path whose middle lines fill 18.5 of the 24 units, in the middle."""
    xs, ys = ([point[axis] for stroke in strokes for point in stroke] for axis in (0, 1))
    scale = 18.5 / max(max(xs) - min(xs), max(ys) - min(ys))
    across, down = 12 - scale * (max(xs) + min(xs)) / 2, 12 - scale * (max(ys) + min(ys)) / 2
    return "".join(
        "M" + " ".join(f"{x * scale + across:.2f} {y * scale + down:.2f}" for x, y in one) for one in strokes
    )


def drawing(name: str, color: str, *, around: float = 0) -> str:
    side = 24 + 2 * around
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-around:g} {-around:g} {side:g} {side:g}"><path fill="none" '
        f'stroke="{color}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" d="{fitted(ICONS[name])}"/></svg>'
    )


async def solve(desk: Desk, task: TaskView) -> str:
    await desk.call("read_text_file", path="icons/icon-rules.md")
    listed = (await desk.call("read_text_file", path="icons/icons.csv"))["text"]
    await desk.call("read_text_file", path="icons/note-from-theo.md")
    for name in [*ICONS, "truck"]:
        await desk.call("view_image", path=f"icons/sketches/{name}.jpg")
    names = [row["name"].replace("truck", "bicycle") for row in csv.DictReader(io.StringIO(listed))]
    for tone, color in (("light", HARBOR), ("dark", CREAM)):
        for name in names:
            await desk.call("render_svg", path=f"out/{tone}/96/{name}.png", svg=drawing(name, color), width=96)
        for size in (48, 24):
            steps = [{"tool": "resize_image", "arguments": {"width": size}}]
            paths = [f"out/{tone}/96/{name}.png" for name in names]
            await desk.call("batch_images", paths=paths, folder=f"out/{tone}/{size}", steps=steps)
    svg = drawing("lighthouse", CREAM, around=4)
    await desk.call("render_svg", path="scratch/app.png", svg=svg, width=256, background=HARBOR)
    await desk.call("convert_image", path="scratch/app.png", output="out/app.ico")
    await desk.call(
        "make_montage", paths=[f"out/light/96/{name}.png" for name in names], output="out/specimen.png", columns=4,
        width=240, labels=names,
    )  # fmt: skip
    await desk.call("view_image", path="out/specimen.png")
    await desk.call("trash_path", path="scratch")
    return (
        "The icons are in out/light and out/dark, the app icon is out/app.ico, the specimen out/specimen.png. I did not use "
        "the sketch of the truck: it is crossed out, since deliveries go by cargo bike, so the bicycle stands in its place. "
        "The two sets have 48 PNG files together."
    )
