"""Other sprites, palette, measures and faults by seed. All sprites have even sides, so that a middle is a middle."""

import csv
import random
from pathlib import Path
from typing import Any

NAMES = [
    "bean", "cup", "grinder", "kettle", "moth", "muffin", "rat", "slime", "sparrow", "spoon", "steam", "sugar", "tin",
    "whisk", "crab", "gull",
]  # fmt: skip
PALETTES = [
    {"night": "#1A1C2C", "plum": "#5D275D", "brick": "#B13E53", "amber": "#EF7D57", "cream": "#FFCD75",
     "leaf": "#38B764", "pine": "#257179", "sea": "#3B5DC9", "sky": "#41A6F6", "foam": "#F4F4F4", "slate": "#566C86"},
    {"night": "#22202A", "plum": "#4B3D60", "brick": "#9E4539", "amber": "#CD683D", "cream": "#E6C890",
     "leaf": "#8AB060", "pine": "#567B79", "sea": "#4E5B8C", "sky": "#6B9FC8", "foam": "#F5F1E3", "slate": "#7A7787"},
    {"night": "#10141F", "plum": "#402751", "brick": "#A53030", "amber": "#DE9E41", "cream": "#E8C170",
     "leaf": "#75A743", "pine": "#25562E", "sea": "#3C5E8B", "sky": "#73BED3", "foam": "#EBEDE9", "slate": "#577277"},
]  # fmt: skip
Rgba = tuple[int, int, int, int]
Grid = dict[tuple[int, int], Rgba]


def generate(seed: int, assets: Path) -> dict[str, Any]:
    r = random.Random(seed)
    palette = r.choice(PALETTES)
    cell, padding, columns, milliseconds = 32, r.choice([2, 3, 4]), r.choice([3, 4, 6]), r.choice([80, 100, 120, 140])
    (assets / "sprites").mkdir()
    names = [*(f"walk_{number}" for number in range(1, 5)), *r.sample(NAMES, 9)]
    cut = names[-1]
    faulty = r.sample(names[4:-1], 4)
    strays: dict[str, list[list[int]]] = {}
    off: dict[str, str] = {}
    for name in names:
        grid = _walker(random.Random(seed), palette, int(name[-1])) if name.startswith("walk") else _thing(r, palette)
        if name in faulty[:2]:
            _soften(r, grid)
        if name == faulty[2]:
            off = {"sprite": name, **_recolour(r, grid, palette)}
        left, top = r.randint(2, 5), r.randint(2, 5)
        width, height = (max(place[axis] for place in grid) + 1 for axis in (0, 1))
        size = (width + left + r.randint(2, 5), height + top + r.randint(2, 5))
        moved = {(x + left, y + top): color for (x, y), color in grid.items()}
        if name in (faulty[0], faulty[3]):
            strays[name] = _strays(r, moved, size, palette)
        _save(assets / "sprites" / f"{name}.png", moved, size)
    with (assets / "palette.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("name", "color"), *palette.items()])
    with (assets / "sprites.csv").open("w", newline="", encoding="utf-8") as file:
        lines = [(name, f"sprites/{name}.png", "cut" if name == cut else "in") for name in sorted(names)]
        csv.writer(file).writerows([("name", "file", "status"), *lines])
    return {
        "cell": cell, "padding": padding, "columns": columns, "milliseconds": milliseconds, "strays": strays,
        "off": off, "night": palette["night"],
    }  # fmt: skip


def _rgba(color: str, opacity: int = 255) -> Rgba:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16), opacity


def _outlined(body: Grid, palette: dict[str, str]) -> Grid:
    """A body with a dark line around it, moved to the corner, its sides even."""
    line = _rgba(palette["night"])
    grid = dict(body)
    for x, y in body:
        for place in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            grid.setdefault(place, line)
    left, top = min(x for x, _ in grid), min(y for _, y in grid)
    grid = {(x - left, y - top): color for (x, y), color in grid.items()}
    if max(y for _, y in grid) % 2 == 0:  # an odd height: one row more of the lowest line
        low = max(y for _, y in grid)
        grid |= {(x, low + 1): color for (x, y), color in list(grid.items()) if y == low}
    return grid


def _thing(r: random.Random, palette: dict[str, str]) -> Grid:
    """A small mirrored figure: a blob in two shades with a light and eyes."""
    main, dark = r.choice([("amber", "brick"), ("leaf", "pine"), ("sky", "sea"), ("cream", "amber"), ("slate", "plum")])
    half, height = r.randint(4, 10), r.randint(9, 22)
    body: Grid = {}
    wide = half
    for y in range(height):
        wide = max(3, min(half, wide + r.choice([-2, -1, 0, 1, 1]) if y else half - r.randint(0, 2)))
        for x in range(wide):
            shade = dark if x >= wide - 2 or y > height * 0.75 else main
            color = _rgba(palette["foam"] if y in (2, 3) and x == wide - 3 and wide > 4 else palette[shade])
            body[half + x, y] = color
            body[half - 1 - x, y] = _rgba(palette[shade])
    eye = height // 3 + 1
    for x in (half - 3, half + 2):
        body[x, eye] = body[x, eye + 1] = _rgba(palette["foam"])
    for x in (half - 2, half + 1):
        body[x, eye] = body[x, eye + 1] = _rgba(palette["night"])
    return _outlined(body, palette)


def _walker(r: random.Random, palette: dict[str, str], frame: int) -> Grid:
    """One of four steps of the hero."""
    coat = r.choice(["sea", "brick", "pine"])
    body: Grid = {}
    for y in range(20):
        for x in range(14):
            if y < 9 and 2 <= x < 12 and not (y in (0, 8) and x in (2, 11)):
                body[x, y] = _rgba(palette["plum" if y < 3 or x < 4 else "cream"])
            elif 9 <= y < 17 and 3 <= x < 11:
                body[x, y] = _rgba(palette[coat if x > 4 else "plum"])
    body[9, 5] = body[9, 6] = _rgba(palette["night"])
    body[11, 6] = _rgba(palette["amber"])
    swing = {1: 0, 2: 2, 3: 0, 4: -2}[frame]
    for y in range(17, 21):
        reach = (y - 16) * swing // 3
        for x in (4, 5):
            body[x + reach, y] = _rgba(palette["slate"])
        for x in (8, 9):
            body[x - reach, y] = _rgba(palette["slate"])
    for y in range(11, 15):
        body[(2 if swing > 0 else 11), y] = _rgba(palette["cream"])
        body[6 + swing // 2, y] = _rgba(palette["cream"])
    body[2, 8] = body[11, 8] = _rgba(palette["plum"])  # the same width in all frames
    return _outlined(body, palette)


def _soften(r: random.Random, grid: Grid) -> None:
    """Leave a soft border: faint pixels around, and some of the line only mostly opaque."""
    inner = list(grid)
    for x, y in inner:
        for place in ((x + 1, y), (x, y + 1), (x + 1, y + 1)):
            if place not in grid:
                grid[place] = (*grid[x, y][:3], r.choice([40, 70, 100]))
        if r.random() < 0.2:
            grid[x, y] = (*grid[x, y][:3], r.choice([170, 200, 230]))


def _recolour(r: random.Random, grid: Grid, palette: dict[str, str]) -> dict[str, str]:
    """One colour of a sprite, a little off."""
    dark = _rgba(palette["night"])
    counts: dict[Rgba, int] = {}
    for color in grid.values():
        if color != dark:
            counts[color] = counts.get(color, 0) + 1
    right = max(counts, key=lambda color: counts[color])
    shift = (r.choice([-9, 9]), r.choice([-8, 8]), r.choice([-10, 10]))
    wrong: Rgba = tuple(max(0, min(255, each + by)) for each, by in zip(right, (*shift, 0), strict=True))  # pyright: ignore
    for place, color in grid.items():
        if color == right:
            grid[place] = wrong
    return {"wrong": "#{:02X}{:02X}{:02X}".format(*wrong[:3]), "right": "#{:02X}{:02X}{:02X}".format(*right[:3])}


def _strays(r: random.Random, grid: Grid, size: tuple[int, int], palette: dict[str, str]) -> list[list[int]]:
    """Put two or three single pixels where nothing is near; returns their places."""
    found: list[list[int]] = []
    color = _rgba(palette["foam"])
    free = [
        (x, y)
        for x in range(size[0])
        for y in range(size[1])
        if not any((x + across, y + down) in grid for across in (-1, 0, 1) for down in (-1, 0, 1))
    ]
    r.shuffle(free)
    for x, y in free:
        if len(found) < r.randint(2, 3) and all(abs(x - a) + abs(y - b) > 4 for a, b in found):
            grid[x, y] = color
            found.append([x, y])
        if len(found) == 3:
            break
    return found


def _save(path: Path, grid: Grid, size: tuple[int, int]) -> None:
    from PIL import Image

    image = Image.new("RGBA", size)
    for place, color in grid.items():
        image.putpixel(place, color)
    image.save(path)
