"""The stories against list, note and rules: what is kept, what is written where, where the code leads."""

import re
from difflib import SequenceMatcher
from functools import lru_cache
from io import BytesIO
from typing import Any

from deskworld_verifiers import (
    Placed,
    SeenWord,
    Submission,
    check,
    codes_in,
    color_share,
    flat_picture,
    gps_of,
    ink_color,
    kilobytes,
    mentions,
    placed_in,
    says_number,
    stray_figures,
    text_contrast,
    words_seen,
)

LIST, NOTE = "stories.csv", "notes/note-from-theo.md"
WIDTH, HEIGHT, TOP, BOTTOM, SIDE = 1080, 1920, 250, 1580, 60
GROUNDS = ("#1F3A44", "#F6EFE6", "#FFFFFF")


def out(story: dict[str, str]) -> str:
    return f"out/{story['story']}"


def stories(s: Submission) -> list[dict[str, str]]:
    """The list, with what the note changes."""
    start, link = re.search(r"start at (\d+ pm)", s.text(NOTE)), re.search(r"https://[\w./-]+\w", s.text(NOTE))
    assert start and link, "the note says nothing"
    found: list[dict[str, str]] = []
    for row in s.table(LIST):
        changed = dict(row)
        if row["link"]:
            changed |= {"line": re.sub(r"\d+ pm", start[1], row["line"]), "link": link[0]}
        found.append(changed)
    return found


def keep(story: dict[str, str]) -> list[int]:
    return [int(each) for each in story["keep"].split(",")]


def kept(s: Submission, story: dict[str, str]) -> Placed:
    """Where that which is to be kept stands on a story."""
    box = [each + by for each, by in zip(keep(story), (-8, -8, 8, 8), strict=True)]
    return placed_in(s.file(out(story)), s.file(f"photos/{story['photo']}"), part_box=box, smallest=0.12)


@lru_cache(maxsize=16)
def read(data: bytes) -> tuple[SeenWord, ...]:
    """The words of a story, read at half its size: they are large."""
    buffer = BytesIO()
    flat_picture(data).reduce(2).save(buffer, "PNG", compress_level=1)
    found = words_seen(buffer.getvalue())
    return tuple(SeenWord(word.text, tuple(2 * each for each in word.box)) for word in found)  # pyright: ignore


def plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())


def written(s: Submission, story: dict[str, str]) -> list[SeenWord]:
    """The words on a story that are headline or line."""
    s.image(out(story))
    wanted = [plain(word) for word in f"{story['headline']} {story['line']}".split()]
    left, top, right, bottom = kept(s, story).box
    return [
        word
        for word in read(s.file(out(story)).read_bytes())
        if plain(word.text)
        and max(SequenceMatcher(None, plain(word.text), each).ratio() for each in wanted) >= 0.7
        and not (left <= word.box[0] and word.box[2] <= right and top <= word.box[1] and word.box[3] <= bottom)
    ]


@check("format")
def fit_for_the_app(s: Submission) -> None:
    """JPEG of the right size on screen and on disk, with nothing of the camera."""
    from PIL import Image

    for story in stories(s):
        path = out(story)
        facts = s.image(path)
        assert (facts.format, facts.width, facts.height) == ("jpeg", WIDTH, HEIGHT), (
            f"{path} is {facts.format}, {facts.width} x {facts.height}"
        )
        assert facts.orientation == 1
        assert kilobytes(s.file(path)) <= 400, f"{path} takes {kilobytes(s.file(path)):.0f} KB"
        assert not gps_of(s.file(path)), f"{path} tells where it was taken"
        with Image.open(s.file(path)) as picture:
            told = [str(picture.getexif()[tag]) for tag in (0x010F, 0x0110, 0x0132) if tag in picture.getexif()]
        assert not told, f"{path} keeps the camera's facts: {told}"


@check("content")
def keeps_what_must_be_seen(s: Submission) -> None:
    """The face or product is whole, undistorted and uncovered, within the safe area; the photo fills the story."""
    from PIL import Image, ImageOps

    for story in stories(s):
        place = kept(s, story)
        assert place.likeness >= 0.95, f"{out(story)}: what has to be kept is missing, covered or distorted ({place})"
        left, top, right, bottom = place.box
        inside = left >= SIDE - 12 and right <= WIDTH - SIDE + 12 and top >= TOP - 12 and bottom <= BOTTOM + 12
        assert inside, f"{out(story)}: what has to be kept is not in the safe area ({place.box})"
        with Image.open(s.file(f"photos/{story['photo']}")) as photo:
            width, height = ImageOps.exif_transpose(photo).size
        box = keep(story)
        scale = (right - left) / (box[2] - box[0] + 16)
        start, above = left - (box[0] - 8) * scale, top - (box[1] - 8) * scale
        fills = (
            start <= 14
            and above <= 14
            and start + width * scale >= WIDTH - 14
            and above + height * scale >= HEIGHT - 14
        )
        assert fills, f"{out(story)}: the photo does not fill the story"


@check("rendered")
def says_headline_and_line(s: Submission) -> None:
    """Both texts are there, word for word, with what the note changed."""
    for story in stories(s):
        said = "".join(plain(word.text) for word in written(s, story))
        for part in ("headline", "line"):
            wanted = plain(story[part])
            stretches = [said[start : start + len(wanted)] for start in range(max(1, len(said)))]
            best = max(SequenceMatcher(None, each, wanted, autojunk=False).ratio() for each in stretches)
            assert best >= 0.95, f"{out(story)}: the {part} {story[part]!r} can't be read; it says {said!r}"
            figures = [figure for figure in re.findall(r"\d+", story[part]) if figure not in said]
            assert not figures, f"{out(story)}: {figures} are missing in {said!r}"


@check("rendered")
def texts_stand_well(s: Submission) -> None:
    """Each word is in the safe area, on a plain field of an allowed colour, with a contrast of 4.5."""
    for story in stories(s):
        picture = s.file(out(story))
        words = written(s, story)
        assert len(words) >= 4, f"{out(story)}: only {[word.text for word in words]} can be read"
        for word in words:
            left, top, right, bottom = word.box
            inside = left >= SIDE - 8 and right <= WIDTH - SIDE + 8 and top >= TOP - 8 and bottom <= BOTTOM + 8
            assert inside, f"{out(story)}: {word.text!r} is not in the safe area ({word.box})"
            found = text_contrast(picture, word.box)
            assert found >= 4.4, f"{out(story)}: {word.text!r} has a contrast of {found:.1f}"
            share = max(color_share(picture, color, box=word.box, tolerance=20) for color in GROUNDS)
            assert share >= 0.4, f"{out(story)}: {word.text!r} stands on no plain field ({share:.0%})"
            ink = ink_color(picture, word.box)
            assert is_near(ink, GROUNDS), f"{out(story)}: {word.text!r} is {ink}, which is no colour for letters"


def is_near(color: str, others: Any) -> bool:
    """Whether a colour is one of the others, but for what JPEG makes of letters."""
    from PIL import ImageColor

    one = ImageColor.getrgb(color)
    return any(max(abs(a - b) for a, b in zip(one, ImageColor.getrgb(each), strict=False)) <= 28 for each in others)


@check("rendered")
def stories_are_a_set(s: Submission) -> None:
    """The headlines have letters of one height and weight on all stories, and so have the lines."""
    for part in ("headline", "line"):
        looks: list[tuple[int, float]] = []
        for story in stories(s):
            own = [plain(word) for word in story[part].split()]
            words = [word for word in written(s, story) if plain(word.text) in own]
            assert words, f"{out(story)}: the {part} can't be read"
            looks.append(letters(s, story, words))
        heights, weights = zip(*looks, strict=True)
        assert max(heights) <= 1.12 * min(heights) + 1, f"the {part}s have capitals of {heights} px"
        rounded = [round(weight, 3) for weight in weights]
        assert max(weights) <= 1.15 * min(weights), f"the {part}s differ in font or weight: strokes of {rounded}"


def letters(s: Submission, story: dict[str, str], words: list[SeenWord]) -> tuple[int, float]:
    """The height of a text's first letter in pixels, and the width of its strokes as a share of that."""
    import numpy
    from scipy import ndimage

    sides = list(zip(*(word.box for word in words), strict=True))
    left, top = max(0, min(sides[0]) - 6), max(0, min(sides[1]) - 8)
    part = flat_picture(s.file(out(story))).crop((left, top, max(sides[2]) + 6, max(sides[3]) + 8))
    pixels = numpy.asarray(part, numpy.int16)
    kinds, counts = numpy.unique(pixels.reshape(-1, 3), axis=0, return_counts=True)
    away = numpy.abs(pixels - kinds[counts.argmax()]).sum(axis=2)
    ink = away > away.max() / 2
    across, _, right, bottom = words[0].box
    marks, _ = ndimage.label(ink[: bottom - top + 8, max(0, across - left - 4) : right - left + 4])
    column = marks[:, numpy.flatnonzero(marks.any(axis=0))[0]]
    rows = numpy.flatnonzero((marks == column[column > 0][0]).any(axis=1))
    height = int(rows[-1] - rows[0]) + 1
    rim = ink & ~ndimage.binary_erosion(ink)
    return height, 2 * float(ink.sum() / rim.sum()) / height


@check("content")
def nothing_else_is_written(s: Submission) -> None:
    """But for what is printed on the products, no other words."""
    printed = ("harborlight", "springblend", "spring", "blend", "wholebeans", "whole", "beans", "tasting", "cocoa")
    printed += ("alderstreet", "alder", "street")
    for story in stories(s):
        mine = {word.text for word in written(s, story)}
        wanted = [plain(word) for word in f"{story['headline']} {story['line']}".split()] + list(printed)
        others = [
            word.text
            for word in read(s.file(out(story)).read_bytes())
            if word.text not in mine
            and len(plain(word.text)) >= 5
            and max(SequenceMatcher(None, plain(word.text), each).ratio() for each in wanted) < 0.6
        ]
        assert not others, f"{out(story)} says {others} too"


@check("content")
def code_leads_to_the_new_page(s: Submission) -> None:
    """The story with a link has it as a code, large enough and in the safe area; the others have none."""
    import numpy
    import zxingcpp
    from PIL import Image

    for story in stories(s):
        wanted = [story["link"]] if story["link"] else []
        assert codes_in(s.file(out(story))) == wanted, f"{out(story)} has the codes {codes_in(s.file(out(story)))}"
        if wanted:
            with Image.open(s.file(out(story))) as picture:
                found: Any = zxingcpp.read_barcodes(numpy.asarray(picture.convert("L")))[0].position
            corners = [(corner.x, corner.y) for corner in (found.top_left, found.bottom_right)]
            (left, top), (right, bottom) = corners
            # 240 px with the white around it, which takes four dots on each side.
            assert right - left >= 190, f"{out(story)}: the code is {right - left} px wide"
            inside = left >= SIDE and right <= WIDTH - SIDE and top >= TOP and bottom <= BOTTOM
            assert inside, f"{out(story)}: the code is not in the safe area ({corners})"


@check("effects")
def drafts_are_cleared_away(s: Submission) -> None:
    """Nothing is left under scratch/."""
    assert not s.files("scratch/*"), f"left in scratch/: {s.files('scratch/*')}"


@check("tools")
def each_was_looked_at(s: Submission) -> None:
    """Each story was seen after its last change."""
    unseen = [out(story) for story in stories(s) if not s.trajectory.rendered_after_last_change(out(story))]
    assert not unseen, f"not looked at after the last change: {unseen}"


@check("answer")
def tells_time_link_and_sizes(s: Submission) -> None:
    """When the tasting starts, where the code leads, how many KB each story has; no other figures."""
    last = stories(s)[-1]
    start = re.search(r"(\d+) pm", last["line"])
    assert start and re.search(rf"\b{start[1]}(:00)?\s?p\.?m|\b{int(start[1]) + 12}:00", s.answer, re.IGNORECASE), (
        f"the answer does not say that it starts at {start and start[0]}"
    )
    assert last["link"] in s.answer, f"the answer does not name {last['link']}"
    sizes: list[float] = []
    for story in stories(s):
        size = kilobytes(s.file(out(story)))
        assert mentions(s.answer, story["story"].split(".")[0], f"story {story['story'][6]}"), f"no {story['story']}"
        assert says_number(s.answer, size) or says_number(s.answer, size * 1.024), f"{story['story']} has {size:.1f} KB"
        sizes += [size, size * 1.024]
    named = [f"story-{number}" for number in (1, 2, 3)] + [f"story {number}" for number in (1, 2, 3)]
    times = [f"{start[1]} pm", f"{start[1]}:00", f"{start[1]} p.m.", "3 pm", "14 March", "March 14"]
    strays = stray_figures(s.answer, last["link"], *sizes, *named, *times, "1080 x 1920", 400)
    assert not strays, f"the answer says {strays}"
