"""The sheet against the sprites, pixel by pixel: each is cleaned by the rules here, and has to lie in its cell so."""

from typing import Any

from deskworld_verifiers import Submission, check, frame_times, mentions, numbers

SHEET, ATLAS, PREVIEW = "out/sheet.png", "out/atlas.json", "out/walk.gif"
ENLARGED = 4


def names(s: Submission) -> list[str]:
    return sorted(row["name"] for row in s.table("sprites.csv") if row["status"] == "in")


def palette(s: Submission) -> Any:
    """The colours, as rows of red, green and blue."""
    import numpy
    from PIL import ImageColor

    return numpy.array([ImageColor.getrgb(row["color"])[:3] for row in s.table("palette.csv")], numpy.int32)


def opened(s: Submission, path: str) -> Any:
    """A picture's pixels as RGBA."""
    import numpy
    from PIL import Image

    s.image(path)  # fails where it is no picture
    with Image.open(s.file(path)) as picture:
        return numpy.asarray(picture.convert("RGBA"), numpy.int32)


def strays(pixels: Any) -> Any:
    """The pixels that touch no other, by sides or corners."""
    import numpy

    there = numpy.pad(pixels[..., 3] >= 128, 1)
    near = sum(
        there[1 + down : there.shape[0] - 1 + down, 1 + across : there.shape[1] - 1 + across].astype(int)
        for down in (-1, 0, 1)
        for across in (-1, 0, 1)
    )
    return there[1:-1, 1:-1] & (near == 1)


def off_palette(s: Submission, pixels: Any) -> Any:
    """The seen pixels whose colour is none of ours."""
    import numpy

    apart = numpy.abs(pixels[..., None, :3] - palette(s)).sum(axis=-1).min(axis=-1)
    return (apart > 0) & (pixels[..., 3] >= 128)


def clean(s: Submission, name: str) -> Any:
    """A sprite as it has to be: no strays, opaque or not there, in our colours, cut to what is drawn."""
    import numpy

    pixels = opened(s, f"sprites/{name}.png").copy()
    pixels[strays(pixels)] = 0
    there = pixels[..., 3] >= 128
    nearest = ((pixels[..., None, :3] - palette(s)) ** 2).sum(axis=-1).argmin(axis=-1)
    pixels[..., :3], pixels[..., 3] = palette(s)[nearest], 255
    pixels[~there] = 0
    rows, columns = numpy.flatnonzero(there.any(axis=1)), numpy.flatnonzero(there.any(axis=0))
    return pixels[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def in_cell(s: Submission, name: str) -> Any:
    """The clean sprite at the bottom of its cell, in the middle."""
    import numpy

    cell, sprite = s.task.variables["cell"], clean(s, name)
    height, width = sprite.shape[:2]
    made = numpy.zeros((cell, cell, 4), numpy.int32)
    left = (cell - width) // 2
    made[cell - height :, left : left + width] = sprite
    return made


def corner(s: Submission, number: int) -> tuple[int, int]:
    """Left and top of a cell on the sheet."""
    cell, gap, columns = (s.task.variables[each] for each in ("cell", "padding", "columns"))
    return gap + number % columns * (cell + gap), gap + number // columns * (cell + gap)


def sheet_size(s: Submission) -> tuple[int, int]:
    cell, gap, columns = (s.task.variables[each] for each in ("cell", "padding", "columns"))
    rows = -(-len(names(s)) // columns)
    return columns * (cell + gap) + gap, rows * (cell + gap) + gap


@check("format")
def sheet_has_its_size(s: Submission) -> None:
    """A PNG with transparency, of so many cells and gaps."""
    facts = s.image(SHEET)
    assert facts.format == "png" and facts.frames == 1, f"{SHEET} is {facts.format}"
    assert (facts.width, facts.height) == sheet_size(s), f"{SHEET} is {facts.width} x {facts.height} px"
    assert facts.alpha_used, f"{SHEET} is not transparent anywhere"


@check("format")
def only_our_colors(s: Submission) -> None:
    """Each pixel is opaque and of the palette, or not there."""
    pixels = opened(s, SHEET)
    half = int(((pixels[..., 3] > 0) & (pixels[..., 3] < 255)).sum())
    assert not half, f"{half} pixels are half transparent"
    strange = off_palette(s, pixels)
    assert not strange.any(), f"{int(strange.sum())} pixels have a colour that is not in the palette"


@check("content")
def each_sprite_in_its_cell(s: Submission) -> None:
    """Every sprite is in its cell, pixel by pixel as it was drawn, cleaned; between the cells is nothing."""
    pixels = opened(s, SHEET).copy()
    assert pixels.shape[1::-1] == sheet_size(s), f"the sheet is {pixels.shape[1]} x {pixels.shape[0]} px"
    pixels[pixels[..., 3] == 0] = 0
    for number, name in enumerate(names(s)):
        left, top = corner(s, number)
        side = s.task.variables["cell"]
        here = pixels[top : top + side, left : left + side].copy()
        wrong = int((here != in_cell(s, name)).any(axis=2).sum())
        assert not wrong, f"{name}: {wrong} pixels of cell {number + 1} are wrong"
        pixels[top : top + side, left : left + side] = 0
    assert not pixels.any(), "there is something beside the cells"


@check("content")
def atlas_has_the_boxes(s: Submission) -> None:
    """The box of each sprite that is in, and of no other, in pixels of the sheet."""
    atlas = s.json(ATLAS)
    assert atlas["image"] == "sheet.png", f"the atlas is of {atlas['image']!r}"
    frames = atlas["frames"]
    assert sorted(frames) == names(s), f"the atlas names {sorted(frames)}"
    for number, name in enumerate(names(s)):
        height, width = clean(s, name).shape[:2]
        left, top = corner(s, number)
        side = s.task.variables["cell"]
        right = {"x": left + (side - width) // 2, "y": top + side - height, "w": width, "h": height}
        assert dict(frames[name]) == right, f"{name}: the atlas says {dict(frames[name])}, it is {right}"


@check("rendered")
def preview_walks(s: Submission) -> None:
    """Four frames in order, enlarged without smoothing, on the night colour, at the right pace, for ever."""
    import numpy
    from PIL import Image, ImageColor

    facts = s.image(PREVIEW)
    side = s.task.variables["cell"] * ENLARGED
    assert facts.format == "gif" and facts.frames == 4, f"{PREVIEW} is {facts.format} of {facts.frames} frames"
    assert (facts.width, facts.height) == (side, side), f"{PREVIEW} is {facts.width} x {facts.height} px"
    times = frame_times(s.file(PREVIEW))
    assert times == [s.task.variables["milliseconds"]] * 4, f"the frames last {times} ms"
    night = ImageColor.getrgb(next(row["color"] for row in s.table("palette.csv") if row["name"] == "night"))
    with Image.open(s.file(PREVIEW)) as picture:
        assert picture.info.get("loop") == 0, "it does not run for ever"
        for number in range(4):
            picture.seek(number)
            frame = numpy.asarray(picture.convert("RGB"), numpy.int32)
            wanted = in_cell(s, f"walk_{number + 1}")
            flat = numpy.where(wanted[..., 3:] == 0, numpy.array(night[:3]), wanted[..., :3])
            flat = flat.repeat(ENLARGED, axis=0).repeat(ENLARGED, axis=1)
            wrong = int((numpy.abs(frame - flat).max(axis=2) > 6).sum())
            assert not wrong, f"frame {number + 1}: {wrong} pixels are not those of walk_{number + 1}"


@check("tools")
def both_were_looked_at(s: Submission) -> None:
    """Sheet and preview were seen after their last change."""
    for path in (SHEET, PREVIEW):
        assert s.trajectory.rendered_after_last_change(path), f"nobody looked at {path} as it is"


@check("effects")
def drafts_are_cleared_away(s: Submission) -> None:
    """Nothing is left under scratch/."""
    assert not s.files("scratch/*"), f"left in scratch/: {s.files('scratch/*')}"


@check("answer")
def tells_the_faults(s: Submission) -> None:
    """The sprites with stray pixels, and those with a strange colour; no others."""
    stray = [name for name in names(s) if strays(opened(s, f"sprites/{name}.png")).any()]
    strange = [name for name in names(s) if off_palette(s, opened(s, f"sprites/{name}.png")).any()]
    soft = [
        name for name in names(s) if ((opened(s, f"sprites/{name}.png")[..., 3] % 255) > 0).any()
    ]  # nobody minds if these are told too
    said = mentions(s.answer, *names(s), *(row["name"] for row in s.table("sprites.csv") if row["status"] != "in"))
    missing = [name for name in (*stray, *strange) if name not in said]
    assert not missing, f"the answer does not name {missing}"
    cut = [row["name"] for row in s.table("sprites.csv") if row["status"] == "cut"]
    walk = [name for name in said if name.startswith("walk")]
    others = [name for name in said if name not in (*stray, *strange, *soft, *cut, *walk)]
    assert not others, f"the answer names {others}, which needed nothing"
    count = [number.value for number in numbers(s.answer)]
    known = {float(len(names(s))), float(len(stray)), float(len(strange)), float(len(soft)), 1.0, 4.0}
    known |= {float(s.task.variables[each]) for each in ("cell", "padding", "columns", "milliseconds")}
    known |= {float(int(strays(opened(s, f"sprites/{name}.png")).sum())) for name in names(s)}
    known |= {float(each) for each in sheet_size(s)}
    assert not [value for value in count if value not in known], f"the answer says {count}"
