"""Look for writing, cover what is private, save the safe copies, cut the posts from them, describe them."""

import csv
import io

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

COVERED = {
    "yard.jpg": [[232, 874, 418, 934], [1075, 868, 1265, 930]],
    "tour.jpg": [[306, 748, 512, 834], [698, 760, 892, 856]],
    "programme.jpg": [[394, 602, 592, 676], [461, 648, 764, 735]],
    "counter.jpg": [[986, 766, 1108, 832], [1105, 790, 1247, 858], [976, 819, 1210, 906]],
}
ALT = {
    "yard.jpg": "Two parked cars in front of the brick building of the roastery, under our sign for the open day",
    "tour.jpg": "Two guests of the roastery tour stand beside a coffee roaster and smile",
    "programme.jpg": "A guest beside a whiteboard with the programme: roastery tour, cupping with Marco, latte art contest",
    "counter.jpg": "Bags of Spring Blend and House Blend and a mug on a wooden counter, an order slip lies in front",
}


async def solve(desk: Desk, task: TaskView) -> str:
    await desk.call("read_text_file", path="rules/posting-rules.md")
    posts = list(csv.DictReader(io.StringIO((await desk.call("read_text_file", path="rules/posts.csv"))["text"])))
    for photo, boxes in COVERED.items():
        draft = f"scratch/{photo[:-4]}.png"
        await desk.call("view_image", path=f"photos/{photo}")
        await desk.call("convert_image", path=f"photos/{photo}", output=draft)
        await desk.call("pixelate_region", path=draft, boxes=boxes)
        await desk.call("strip_image_metadata", path=draft)
        await desk.call("convert_image", path=draft, output=f"out/safe/{photo}")
        await desk.call("view_image", path=f"out/safe/{photo}")
    lines = ["post,alt_text"]
    for post in posts:
        target = f"out/posts/{post['post']}"
        size = {"width": int(post["width"]), "height": int(post["height"])}
        await desk.call("resize_image", path=f"out/safe/{post['photo']}", mode="fill", output=target, **size)
        await desk.call("view_image", path=target)
        lines.append(f'{post["post"]},"{ALT[post["photo"]]}"')
    await desk.call("write_text_file", path="out/posts/alt-texts.csv", text="\n".join(lines) + "\n")
    await desk.call("trash_path", path="scratch")
    return (
        "All posts are ready. In yard.jpg I covered the number plates of two cars, in tour.jpg the names on two badges, in "
        "programme.jpg the name and the password of the network on the whiteboard, in counter.jpg the customer's name and "
        "telephone number on the order slip. Place and camera are gone from all files."
    )
