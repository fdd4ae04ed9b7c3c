"""Cut the photo for each size, set a panel of Harbor beside it, write the copy, put the logo on, look."""

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

PHOTO, LIGHT = "photos/spring-blend-hero.jpg", "brand/logo-light.png"
HARBOR, CREAM = "#1F3A44", "#F6EFE6"

# Name: photo's cut (more than fits: filling trims it evenly), its size on the banner, the panel's side and width, logo's
# place and width, then the texts: what, box, size, where; the button's box is its field.
BANNERS = {
    "rectangle": {
        "cut": (875, 210, 1509, 1129), "photo": (140, 250), "panel": {"right": 160}, "logo": ((153, 14), 134),
        "texts": {"Headline": (150, 66, 292, 132, 27), "Price": (150, 142, 292, 172, 20)},
        "button": (152, 192, 290, 232, 20),
    },
    "leaderboard": {
        "cut": (675, 235, 1704, 1084), "photo": (90, 90), "panel": {"right": 638}, "logo": ((104, 22), 170),
        "texts": {"Headline": (290, 28, 506, 64, 23), "Price": (510, 30, 618, 60, 19)},
        "button": (620, 25, 718, 65, 17),
    },
    "skyscraper": {
        "cut": (870, 160, 1510, 1102), "photo": (160, 290), "panel": {"bottom": 310}, "logo": ((10, 310), 140),
        "texts": {"Headline": (10, 374, 150, 464, 30), "Price": (10, 478, 150, 510, 20)},
        "button": (14, 532, 146, 578, 21),
    },
    "link": {
        "cut": (730, 200, 1650, 1130), "photo": (500, 628), "panel": {"right": 700}, "logo": ((560, 56), 400),
        "texts": {
            "Headline": (560, 206, 1156, 296, 62), "Subline": (560, 304, 1156, 350, 35),
            "Price": (560, 392, 1156, 446, 46),
        },
        "button": (560, 478, 830, 566, 40),
    },
    "square": {
        "cut": (566, 202, 1800, 1119), "photo": (1080, 680), "panel": {"bottom": 400}, "logo": ((60, 712), 400),
        "texts": {
            "Headline": (64, 832, 700, 908, 60), "Subline": (64, 908, 700, 950, 34), "Price": (64, 970, 700, 1024, 44),
        },
        "button": (740, 900, 1016, 1000, 42),
    },
}  # fmt: skip


async def solve(desk: Desk, task: TaskView) -> str:
    await desk.call("read_text_file", path="brand/banner-rules.md")
    copy = (await desk.call("read_text_file", path="copy/banner-copy.md"))["text"]
    await desk.call("read_text_file", path="copy/note-from-aisha.md")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in copy.splitlines() if line.startswith("|")]
    said = dict(rows[2:]) | {"Price": "$16.50 a bag"}
    await desk.call("view_image", path=PHOTO)
    photo = "scratch/photo.png"
    await desk.call("convert_to_srgb", path=PHOTO, output=photo)
    await desk.call("strip_image_metadata", path=photo)
    sizes: list[str] = []
    for name, plan in BANNERS.items():
        draft, target = f"scratch/{name}.png", f"out/{name}.jpg"
        width, height = plan["photo"]
        await desk.call("crop_image", path=photo, box=list(plan["cut"]), output=draft)
        await desk.call("resize_image", path=draft, width=width, height=height, mode="fill")
        await desk.call("pad_image", path=draft, color=HARBOR, **plan["panel"])
        *field, size = plan["button"]
        marks = [
            {"kind": "text", "points": [box[:2], box[2:4]], "text": said[part], "size": box[4], "bold": part != "Subline",
             "color": "#FFFFFF" if part != "Price" else CREAM, "font": "serif" if part == "Headline" else "sans"}
            for part, box in plan["texts"].items()
        ]  # fmt: skip
        marks.append(
            {"kind": "rectangle", "points": [field[:2], field[2:]], "width": 0, "fill": CREAM},
        )
        inner = [field[0] + 4, field[1] + (field[3] - field[1] - round(size * 1.05)) // 2, field[2] - 4, field[3]]
        marks.append(
            {"kind": "text", "points": [inner[:2], inner[2:]], "text": said["Button"], "size": size, "bold": True,
             "color": HARBOR, "align": "center"}
        )  # fmt: skip
        await desk.call("draw_on_image", path=draft, marks=marks)
        at, logo = plan["logo"]
        await desk.call("overlay_image", path=draft, overlay=LIGHT, at=list(at), width=logo)
        made = await desk.call("compress_image", path=draft, kilobytes=150, resize=False, output=target)
        await desk.call("view_image", path=target)
        sizes.append(f"{name} {made['bytes'] / 1024:.1f} KB")
    await desk.call("trash_path", path="scratch")
    return f"The banners say {said['Price']}, as Aisha wrote on Friday. Sizes: {', '.join(sizes)}."
