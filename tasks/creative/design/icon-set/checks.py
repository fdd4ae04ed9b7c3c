"""The icons measured on their grid: free sides, width of lines, colours, likeness to the sketch and to one another."""

import re
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Any

from deskworld_verifiers import Submission, check, lacks, mentions, says_number, stray_figures, words_seen

RULES, LIST = "icons/icon-rules.md", "icons/icons.csv"
SETS, SIZES = {"light": "Harbor", "dark": "Cream"}, (96, 48, 24)
ICO, SHEET = "out/app.ico", "out/specimen.png"
UNIT = 4  # pixels of the large icons
HALF = 3  # half a line, in pixels


def palette(s: Submission) -> dict[str, tuple[int, ...]]:
    found = re.findall(r"\| (\w+) \| #([0-9A-F]{6}) \|", s.text(RULES))
    return {name: tuple(bytes.fromhex(value)) for name, value in found}


def names(s: Submission) -> list[str]:
    """The eight icons in order: the note has a bicycle in the truck's place."""
    return [row["name"].replace("truck", "bicycle") for row in s.table(LIST)]


def path(tone: str, size: int, name: str) -> str:
    return f"out/{tone}/{size}/{name}.png"


@lru_cache(maxsize=128)
def _pixels(data: bytes) -> Any:
    from io import BytesIO

    import numpy
    from PIL import Image

    with Image.open(BytesIO(data)) as image:
        return numpy.asarray(image.convert("RGBA"), numpy.int16)


def pixels(s: Submission, tone: str, size: int, name: str) -> Any:
    """Red, green, blue and opacity of an icon, which has to be a PNG of its size."""
    where = path(tone, size, name)
    facts = s.image(where)
    assert (facts.format, facts.width, facts.height) == ("png", size, size), (
        f"{where} is a {facts.format} of {facts.width} x {facts.height} px"
    )
    return _pixels(s.file(where).read_bytes())


def inked(field: Any) -> tuple[int, int, int, int]:
    """The box of what is True: left, top, right, bottom, the last two just outside."""
    import numpy

    downs, acrosses = numpy.nonzero(field)
    assert len(downs), "there is nothing to be seen"
    return int(acrosses.min()), int(downs.min()), int(acrosses.max()) + 1, int(downs.max()) + 1


def sketch(s: Submission, name: str) -> Any:
    """Where a sketch, upright, has pencil: a field of True and False."""
    import numpy
    from PIL import Image, ImageOps

    with Image.open(s.file(f"icons/sketches/{name}.jpg")) as image:
        return numpy.asarray(ImageOps.exif_transpose(image).convert("L")) < 150


@check("format")
def both_sets_are_complete(s: Submission) -> None:
    """Eight icons in two sets and three sizes, see-through around the lines, and no other files."""
    wanted = sorted(path(tone, size, name) for tone in SETS for size in SIZES for name in names(s))
    there = s.files("out/*.png")
    assert [one for one in there if one != SHEET] == wanted, (
        f"missing: {sorted(set(wanted) - set(there))}, too many: {sorted(set(there) - set(wanted) - {SHEET})}"
    )
    for tone in SETS:
        for size in SIZES:
            for name in names(s):
                clear = (pixels(s, tone, size, name)[..., 3] < 10).mean()
                assert 0.5 < clear < 0.97, f"{path(tone, size, name)}: {clear:.0%} of it is see-through"


@check("rendered")
def icons_fill_their_grid(s: Submission) -> None:
    """2 units free on each side, 20 filled in the longer direction, in the middle in both."""
    for tone in SETS:
        for name in names(s):
            left, top, right, bottom = (edge / UNIT for edge in inked(pixels(s, tone, 96, name)[..., 3] > 100))
            where = f"{tone} {name} (units {left:g}, {top:g} to {right:g}, {bottom:g})"
            assert min(left, top, 24 - right, 24 - bottom) >= 1.7, f"{where}: less than 2 units are free"
            assert abs(max(right - left, bottom - top) - 20) <= 0.6, f"{where}: it does not fill the 20 units"
            assert abs(left + right - 24) <= 0.8 and abs(top + bottom - 24) <= 0.8, f"{where}: it is off the middle"


@check("rendered")
def lines_have_one_width(s: Submission) -> None:
    """All lines are 1.5 units wide, and nothing is filled."""
    import numpy
    from scipy.ndimage import distance_transform_edt, maximum_filter

    for name in names(s):
        field = numpy.pad(pixels(s, "light", 96, name)[..., 3] > 127, 2)
        depth = distance_transform_edt(field)
        ridge = depth[(depth == maximum_filter(depth, 5)) & (depth > 1.5)]
        wide = numpy.percentile(ridge, [10, 50]) * 2 / UNIT
        assert wide[0] >= 1.2 and 1.3 <= wide[1] <= 1.8, (
            f"{name}: its lines are {wide[0]:.2f} to {wide[1]:.2f} units wide"
        )
        assert depth.max() * 2 / UNIT <= 3.2, f"{name}: a part of it is filled"


@check("content")
def icons_follow_their_sketches(s: Submission) -> None:
    """All strokes of the sketch, in the same places, and none besides."""
    import numpy
    from scipy.ndimage import distance_transform_edt

    for name in names(s):
        drawn, paper = pixels(s, "light", 96, name)[..., 3] > 127, sketch(s, name)
        left, top, right, bottom = inked(drawn)
        goal = numpy.array([left + HALF, top + HALF, right - HALF, bottom - HALF], float)  # middles of the outer lines
        box = inked(paper)
        downs, acrosses = numpy.nonzero(paper)
        # The sketch is laid over the icon by the boxes of both.
        x = goal[0] + (acrosses - box[0]) / (box[2] - box[0]) * (goal[2] - goal[0])
        y = goal[1] + (downs - box[1]) / (box[3] - box[1]) * (goal[3] - goal[1])
        laid = numpy.zeros_like(drawn)
        laid[numpy.clip(y.round().astype(int), 0, 95), numpy.clip(x.round().astype(int), 0, 95)] = True
        ratio = (box[2] - box[0]) / (box[3] - box[1]) / ((goal[2] - goal[0]) / (goal[3] - goal[1]))
        assert abs(ratio - 1) <= 0.12, f"{name}: it has another shape than its sketch ({ratio:.2f})"
        missed = float(numpy.percentile(distance_transform_edt(~drawn)[laid], 98)) / UNIT
        added = float(numpy.percentile(distance_transform_edt(~laid)[drawn], 98)) / UNIT
        assert missed <= 0.9, f"{name}: strokes of the sketch are missing or lie elsewhere (by {missed:.1f} units)"
        assert added <= 2.0, f"{name}: it has strokes that the sketch has not (by {added:.1f} units)"


@check("rendered")
def sets_and_sizes_are_the_same(s: Submission) -> None:
    """Each icon is one drawing: the same in both sets, and made smaller."""
    import numpy
    from PIL import Image

    for name in names(s):
        large = pixels(s, "light", 96, name)[..., 3]
        for tone in SETS:
            for size in SIZES:
                small = numpy.asarray(
                    Image.fromarray(large.astype(numpy.uint8)).resize((size, size), Image.Resampling.BOX), numpy.int16
                )
                off = float(numpy.abs(small - pixels(s, tone, size, name)[..., 3]).mean())
                assert off <= (0.4 if size == 96 else 9), f"{path(tone, size, name)} is another drawing ({off:.1f})"
    for one, other in combinations(names(s), 2):
        off = numpy.abs(pixels(s, "light", 96, one)[..., 3] - pixels(s, "light", 96, other)[..., 3]).mean()
        assert off > 8, f"{one} and {other} are the same icon"


@check("rendered")
def colours_are_the_sets(s: Submission) -> None:
    """Harbor for the light set, Cream for the dark one, in the pixels of all lines."""
    import numpy

    for tone, color in SETS.items():
        for size in SIZES:
            for name in names(s):
                field = pixels(s, tone, size, name)
                inks = field[field[..., 3] > 200][:, :3]
                assert len(inks), f"{path(tone, size, name)} shows nothing"
                off = float(numpy.abs(inks - numpy.array(palette(s)[color])).mean())
                assert off <= (2 if size == 96 else 12), f"{path(tone, size, name)} is not all {color}"


@check("format")
def app_icon_has_its_sizes(s: Submission) -> None:
    """The app icon in Cream on a square of Harbor, in the sizes that were asked for, each showing it."""
    import numpy
    from PIL import Image

    name = next(row["name"] for row in s.table(LIST) if row["app_icon"] == "yes")
    harbor, cream = (numpy.array(palette(s)[each]) for each in ("Harbor", "Cream"))
    assert s.image(ICO).format == "ico", f"the app icon is a {s.image(ICO).format}"
    with Image.open(s.file(ICO)) as image:
        icon: Any = image.ico  # pyright: ignore[reportAttributeAccessIssue]
        sizes = sorted(icon.sizes())
        missing = [side for side in (16, 32, 48, 256) if (side, side) not in sizes]
        assert not missing, f"the app icon holds {sizes}, it lacks {missing}"
        frames = {side: icon.getimage((side, side)).convert("RGBA") for side in (16, 32, 48, 256)}
    shape = Image.fromarray(pixels(s, "dark", 96, name)[..., 3].astype(numpy.uint8))
    for side, frame in frames.items():
        field = numpy.asarray(frame, numpy.int16)
        assert (field[..., 3] == 255).all(), f"the app icon at {side} px is see-through in places"
        wanted = Image.new("L", (side, side), 0)
        inner = round(side * 0.75)
        wanted.paste(shape.resize((inner, inner), Image.Resampling.LANCZOS), ((side - inner) // 2, (side - inner) // 2))
        cover = numpy.asarray(wanted, float)[..., None] / 255
        off = float(numpy.abs(field[..., :3] - (harbor * (1 - cover) + cream * cover)).mean())
        assert off <= (6 if side > 20 else 10), (
            f"the app icon at {side} px is not {name} in Cream on Harbor ({off:.1f})"
        )


@check("rendered")
def specimen_shows_the_set(s: Submission) -> None:
    """The icons of the light set in order, four in a row, at 96 px or more, each with its name below."""
    import numpy
    from PIL import Image

    assert s.image(SHEET).format == "png", f"the specimen is a {s.image(SHEET).format}"
    with Image.open(s.file(SHEET)) as image:
        sheet = numpy.asarray(image.convert("RGB"), numpy.int16)
    ground = sheet[2, 2]
    assert any(numpy.abs(ground - one).max() <= 4 for one in (numpy.full(3, 255), numpy.array(palette(s)["Cream"]))), (
        f"the specimen's ground is {ground.tolist()}"
    )
    told = words_seen(s.file(SHEET))
    places: dict[str, tuple[int, int, int, int]] = {}
    for line in told:
        for word in re.findall(r"[a-z]+", line.text.lower()):
            assert word in names(s), f"the specimen says {line.text!r}"
            assert word not in places, f"{word} stands twice on the specimen"
            places[word] = line.box
    assert not set(names(s)) - set(places), f"the specimen does not name {sorted(set(names(s)) - set(places))}"
    heights = [box[3] - box[1] for box in places.values()]
    assert max(heights) <= 1.7 * min(heights), f"the names have different sizes: {heights}"
    ink = numpy.abs(sheet - numpy.array(palette(s)["Harbor"])).max(axis=2) <= 40
    rows = [names(s)[:4], names(s)[4:]]
    above = 0
    for row in rows:
        tops, middles = [places[name][1] for name in row], [(places[name][0] + places[name][2]) / 2 for name in row]
        assert middles == sorted(middles) and max(tops) - min(tops) < 40, f"{row} do not stand in this order in a row"
        step = min(b - a for a, b in pairwise(middles))
        for name, top, middle in zip(row, tops, middles, strict=True):
            left = max(0, round(middle - step / 2))
            cell = ink[above : max(0, top - 4), left : round(middle + step / 2)]
            assert cell.any(), f"no icon stands above {name}"
            box = inked(cell)
            side = max(box[2] - box[0], box[3] - box[1])
            assert side >= 78, f"{name} is only {side} px large on the specimen"
            assert abs(left + (box[0] + box[2]) / 2 - middle) <= 0.06 * step, f"{name} does not stand over its name"
            own = inked(pixels(s, "light", 96, name)[..., 3] > 127)
            shape = (
                Image.fromarray((pixels(s, "light", 96, name)[..., 3]).astype(numpy.uint8)).crop(own).resize((64, 64))
            )
            seen = Image.fromarray((cell * 255).astype(numpy.uint8)).crop(box).resize((64, 64), Image.Resampling.BOX)
            off = float(numpy.abs(numpy.asarray(shape, float) - numpy.asarray(seen, float)).mean())
            assert off <= 30, f"what stands above {name} is another icon ({off:.0f})"
        above = max(places[name][3] for name in row)


@check("tools")
def specimen_was_looked_at(s: Submission) -> None:
    """The specimen was seen as it is, and made of the icons as they are."""
    assert s.trajectory.rendered_after_last_change(SHEET), "the finished specimen was never looked at"
    drawn = [
        place for place, call in enumerate(s.trajectory) for name in names(s) if call.changed(path("light", 96, name))
    ]
    made = [place for place, call in enumerate(s.trajectory) if call.changed(SHEET)]
    assert made and drawn and made[-1] > drawn[-1], "an icon was changed after the specimen was made"


@check("effects")
def drafts_are_cleared_away(s: Submission) -> None:
    """Nothing is left under scratch/."""
    assert not s.files("scratch/*"), f"left in scratch/: {s.files('scratch/*')}"


@check("answer")
def tells_what_was_left_out(s: Submission) -> None:
    """The truck, why, and the number of files."""
    assert not lacks(s.answer, "truck"), "the answer does not name the sketch that was not used"
    assert mentions(s.answer, "bicycle", "bike", "cargo bike", "crossed out"), "the answer does not say why"
    count = len(SETS) * len(SIZES) * len(names(s))
    assert says_number(s.answer, count), f"the answer does not say that there are {count} files"
    stray = stray_figures(
        s.answer, count, len(names(s)), len(SETS), len(SIZES), count / 2, *SIZES, 16, 32, 128, 256, 64
    )
    assert not stray, f"the answer has other figures: {stray}"
    other = [name for name in names(s) if name != "bicycle" and re.search(rf"(not|n't) use[^.]*\b{name}\b", s.answer)]
    assert not other, f"the answer says that {other} was not used"
