"""The banners against the copy and the brand's rules: what they say, where logo and bag stand, what colours lie under."""

import re
from difflib import SequenceMatcher
from io import BytesIO
from typing import Any

from deskworld_verifiers import (
    Placed,
    SeenWord,
    Submission,
    check,
    color_share,
    flat_picture,
    gps_of,
    ink_color,
    kilobytes,
    mentions,
    numbers,
    picture_difference,
    placed_in,
    says_number,
    stray_figures,
    text_contrast,
    words_seen,
)

SIZES = {
    "rectangle": (300, 250), "leaderboard": (728, 90), "skyscraper": (160, 600), "link": (1200, 628),
    "square": (1080, 1080),
}  # fmt: skip
SOCIAL = ("link", "square")
PHOTO, COPY, NOTE, RULES = (
    "photos/spring-blend-hero.jpg", "copy/banner-copy.md", "copy/note-from-aisha.md", "brand/banner-rules.md",
)  # fmt: skip
LOGOS = {"brand/logo-light.png": ("Harbor", "Teal"), "brand/logo-dark.png": ("Cream", "White")}
ON_THE_PHOTO = ("HARBORLIGHT", "COFFEE", "ROASTERS", "Alder", "Street", "Spring", "Blend", "whole", "beans")


def out(name: str) -> str:
    return f"out/{name}.jpg"


def colors(s: Submission) -> dict[str, str]:
    """The brand's colours by name."""
    return dict(re.findall(r"\| (\w+) \| (#[0-9A-F]{6}) \|", s.text(RULES)))


def copy(s: Submission, name: str) -> dict[str, str]:
    """The texts of a banner: the price is the later one, the subline is for the social sizes."""
    texts = dict(re.findall(r"^\| (Headline|Subline|Price|Button) \| (.+?) \|$", s.text(COPY), re.MULTILINE))
    new = re.search(r"is (\$[\d.]+)", s.text(NOTE))
    assert new, "the note names no price"
    texts["Price"] = re.sub(r"\$[\d.]+", new[1], texts["Price"])
    if name not in SOCIAL:
        del texts["Subline"]
    return texts


def logo(s: Submission, name: str) -> tuple[str, str, Placed]:
    """The logo that is on a banner, the name of its ground, and its place."""
    picture, palette = s.file(out(name)), colors(s)
    shares = {ground: color_share(picture, palette[ground]) for _, grounds in LOGOS.items() for ground in grounds}
    large = sorted(shares, key=lambda ground: -shares[ground])[:2]
    tried = [
        (file, ground, placed_in(picture, s.file(file), ground=palette[ground], smallest=0.1))
        for file, grounds in LOGOS.items()
        for ground in grounds
        if ground in large
    ]
    return max(tried, key=lambda each: each[2].likeness)


def bag_box(s: Submission) -> list[int]:
    """Where the bag stands in the photo."""
    said = re.search(r"from (\d+), (\d+) to (\d+), (\d+) px", s.text(COPY))
    assert said, "the copy does not say where the bag stands"
    return [int(each) for each in said.groups()]


def bag(s: Submission, name: str) -> Placed:
    """The bag on a banner, with a little of the photo around it."""
    left, top, right, bottom = bag_box(s)
    return placed_in(s.file(out(name)), s.file(PHOTO), part_box=(left - 12, top - 12, right + 12, bottom + 12))


def written(s: Submission, name: str) -> list[SeenWord]:
    """The words that were put on a banner. Bag and logo, which bear words too, are covered before it is read, and the
    large ones are read at half their size, which is faster and enough for them."""
    image = flat_picture(s.file(out(name)))
    for box in (bag(s, name).box, logo(s, name)[2].box):
        image.paste(image.getpixel((box[0], box[1])), box)
    times = 2 if name in SOCIAL else 1
    buffer = BytesIO()
    image.reduce(times).save(buffer, "PNG", compress_level=1)
    return [SeenWord(word.text, multiplied(word.box, times)) for word in words_seen(buffer.getvalue())]


def multiplied(box: Any, times: int) -> tuple[int, int, int, int]:
    left, top, right, bottom = (each * times for each in box)
    return left, top, right, bottom


def reads(words: list[SeenWord], text: str) -> float:
    """How much of a text the words have, one after the other, 0 to 1."""
    said, wanted = ("".join(each.lower().split()) for each in (" ".join(word.text for word in words), text))
    stretches = [said[start : start + len(wanted)] for start in range(max(1, len(said) - len(wanted) // 2))]
    return max(SequenceMatcher(None, stretch, wanted, autojunk=False).ratio() for stretch in stretches)


def like(word: str, others: Any) -> bool:
    plain = word.lower().strip(".,$!")
    return any(SequenceMatcher(None, plain, each.lower().strip(".,$!")).ratio() >= 0.7 for each in others)


def near(color: str, others: Any) -> bool:
    """Whether a colour is one of the others, but for what JPEG makes of small letters."""
    from PIL import ImageColor

    one = ImageColor.getrgb(color)
    return any(max(abs(a - b) for a, b in zip(one, ImageColor.getrgb(each), strict=False)) <= 28 for each in others)


@check("format")
def five_pictures_for_the_web(s: Submission) -> None:
    """JPEG in RGB of the right size, at most 150 KB, sRGB, with nothing of the camera in it."""
    from PIL import Image

    for name, size in SIZES.items():
        facts = s.image(out(name))
        assert (facts.format, facts.mode) == ("jpeg", "RGB"), f"{name} is {facts.format} in {facts.mode}"
        assert (facts.width, facts.height) == size, f"{name} is {facts.width} x {facts.height}, not {size}"
        assert facts.orientation == 1
        assert kilobytes(s.file(out(name))) <= 150, f"{name} takes {kilobytes(s.file(out(name))):.0f} KB"
        assert not facts.profile or "srgb" in facts.profile.lower(), f"{name} has the profile {facts.profile}"
        assert not gps_of(s.file(out(name))), f"{name} tells where the photo was taken"
        with Image.open(s.file(out(name))) as picture:
            told = {tag: picture.getexif()[tag] for tag in (0x010F, 0x0110) if tag in picture.getexif()}
        assert not told, f"{name} names the camera: {sorted(told.values())}"


@check("content")
def says_the_copy(s: Submission) -> None:
    """Each banner has the texts that belong on it, with the later price, and no other words or figures."""
    everything = copy(s, "link")
    for name in SIZES:
        words, texts = written(s, name), copy(s, name)
        for part, text in texts.items():
            found = reads(words, text)
            assert found >= 0.93, f"{name}: the {part.lower()} {text!r} can't be read ({found:.2f})"
        if "Subline" not in texts:
            found = reads(words, everything["Subline"])
            assert found < 0.6, f"{name} has the subline, which is only for the social sizes"
        said = [word.text for word in words]
        known = [*" ".join(texts.values()).split(), *ON_THE_PHOTO]
        strange = [word for word in said if len(word) >= 4 and not like(word, known)]
        assert not strange, f"{name} says {strange}, which nobody asked for"
        strays = stray_figures(" ".join(said), numbers(texts["Price"])[0].value)
        strays = [figure for figure in strays if "." in figure or "$" in figure]
        assert not strays, f"{name} says {strays}"


@check("content")
def logo_is_ours_and_whole(s: Submission) -> None:
    """The right logo for its ground, in its ratio, large enough, away from the rim."""
    for name, size in SIZES.items():
        file, ground, place = logo(s, name)
        assert place.likeness >= 0.92, f"{name}: the logo is missing, stretched, cut or on a wrong ground ({place})"
        wide, away = (240, 40) if name in SOCIAL else (90, 8)
        width = place.box[2] - place.box[0]
        assert width >= wide * 0.97, f"{name}: the logo is {width} px wide, not {wide}"
        # The file has some empty room around the mark, so its box may be nearer than what is seen of it.
        assert place.margin(size) >= away * 0.75 - 2, f"{name}: the logo is {place.margin(size)} px from the rim"
        share = color_share(s.file(out(name)), colors(s)[ground], box=place.box)
        assert share > 0.5, f"{name}: {file} stands on something else than {ground}"


@check("content")
def bag_is_seen_whole(s: Submission) -> None:
    """The bag of this spring, whole, undistorted and uncovered; at least a tenth of the banner is photo."""
    for name in SIZES:
        place = bag(s, name)
        assert place.likeness >= 0.95, f"{name}: the bag is missing, cut, covered or distorted ({place})"
        plain = sum(color_share(s.file(out(name)), color, tolerance=10) for color in colors(s).values())
        assert plain <= 0.9, f"{name}: only {1 - plain:.0%} of it is photo"


@check("format")
def colors_were_converted(s: Submission) -> None:
    """The photo's wide colours were turned to sRGB: the bag looks as it does in the photo."""
    from PIL import Image, ImageCms

    left, top, right_side, _ = bag_box(s)
    stripe = (left + 75, top + 220, right_side - 75, top + 240)  # the copper one on the label
    with Image.open(s.file(PHOTO)) as whole:
        photo = whole.crop(stripe)
        wide = ImageCms.getOpenProfile(BytesIO(whole.info["icc_profile"]))
        right = ImageCms.profileToProfile(photo, wide, ImageCms.createProfile("sRGB"), outputMode="RGB")
        ways: list[bytes] = []
        for each in (right, photo.convert("RGB")):
            buffer = BytesIO()
            each.save(buffer, "PNG", icc_profile=None)
            ways.append(buffer.getvalue())
    for name in SOCIAL:
        box = bag(s, name).box
        scale = (box[2] - box[0]) / (right_side - left + 24)
        here = [round(box[0] + 87 * scale), round(box[1] + 232 * scale)]
        here += [round(box[2] - 87 * scale), round(box[1] + 252 * scale)]
        apart = [picture_difference(s.file(out(name)), way, box=here) for way in ways]
        assert apart[0] < apart[1], f"{name}: the copper stripe has the camera's colours, not sRGB ({apart})"


@check("rendered")
def texts_can_be_read(s: Submission) -> None:
    """Each word stands on a plain brand colour, with a contrast of 4.5, away from the rim."""
    for name, size in SIZES.items():
        picture, palette = s.file(out(name)), colors(s)
        words = [word for word in written(s, name) if like(word.text, " ".join(copy(s, name).values()).split())]
        assert len(words) >= 5, f"{name}: only {[word.text for word in words]} can be read"
        for word in words:
            found = text_contrast(picture, word.box)
            assert found >= 4.4, f"{name}: {word.text!r} has a contrast of {found:.1f}"
            ground = max(palette, key=lambda each: color_share(picture, palette[each], box=word.box, tolerance=20))
            share = color_share(picture, palette[ground], box=word.box, tolerance=20)
            assert share >= 0.4, f"{name}: {word.text!r} does not stand on a plain brand colour ({ground} {share:.0%})"
            ink = ink_color(picture, word.box)
            assert near(ink, palette.values()), f"{name}: {word.text!r} is {ink}, which is no colour of the brand"
            left, top, right, bottom = word.box
            away = min(left, top, size[0] - right, size[1] - bottom)
            least = 40 - 9 if name in SOCIAL else 8 - 4  # boxes of words are drawn a little around them
            assert away >= least, f"{name}: {word.text!r} is {away} px from the rim"


@check("rendered")
def button_has_its_field(s: Submission) -> None:
    """The button's words stand in the middle of a field of another colour than the headline's ground."""
    for name in SIZES:
        palette, texts, words = colors(s), copy(s, name), written(s, name)
        boxes = [phrase(words, texts[part]) for part in ("Headline", "Button")]
        grounds = [ground_of(s, name, box) for box in boxes]
        assert grounds[0] != grounds[1], f"{name}: the button has no field of its own, both stand on {grounds[0]}"
        rooms, (wide, high) = room_in_field(s, name, boxes[1], palette[grounds[1]])
        assert wide < SIZES[name][0] * 0.96 or high < SIZES[name][1] * 0.96, f"{name}: the button's field is all of it"
        left, top, right, bottom = rooms
        assert min(rooms) >= 2, f"{name}: the button's words touch the rim of their field ({rooms} px)"
        middle = abs(left - right) <= max(8, wide * 0.1) and abs(top - bottom) <= max(8, high * 0.3)
        assert middle, f"{name}: the button's words are not in the middle of their field ({rooms} px)"


def phrase(words: list[SeenWord], text: str) -> tuple[int, int, int, int]:
    """The box around the words that stand one after the other and are most like a text."""
    count = len(text.split())
    runs = [words[start : start + count] for start in range(len(words) - count + 1)]
    assert runs, f"{text!r} can't be read"
    best = max(runs, key=lambda run: reads(run, text))
    sides = zip(*(word.box for word in best), strict=True)
    left, top, right, bottom = (pick(side) for pick, side in zip((min, min, max, max), sides, strict=True))
    return left, top, right, bottom


def ground_of(s: Submission, name: str, box: Any) -> str:
    palette = colors(s)
    return max(palette, key=lambda each: color_share(s.file(out(name)), palette[each], box=box, tolerance=20))


def room_in_field(s: Submission, name: str, box: Any, color: str) -> tuple[list[int], tuple[int, int]]:
    """Pixels between words and the rims of the field that they stand on (left, top, right, bottom), and its size."""
    import numpy
    from PIL import ImageColor
    from scipy import ndimage

    pixels = numpy.asarray(flat_picture(s.file(out(name))), numpy.int16)
    away = numpy.abs(pixels - numpy.array(ImageColor.getrgb(color))).max(axis=2)
    fields, _ = ndimage.label(away <= 28)
    under = numpy.bincount(fields[box[1] : box[3], box[0] : box[2]].ravel())
    field = ndimage.find_objects(fields)[int(under[1:].argmax())]
    ink = away[field] > 90
    # What is drawn at the very rim of a field (rounded corners, a frame) is none of its words.
    ink[:, [0, 1, -1, -2]] = ink[[0, 1, -1, -2]] = False
    high, wide = ink.shape
    left, top, right, bottom = (box[side] - field[1 - side % 2].start for side in range(4))
    reach = max(4, (bottom - top) // 3)
    words = numpy.zeros_like(ink)
    words[max(0, top - reach) : bottom + reach, max(0, left - reach) : right + reach] = True
    rows, columns = (numpy.flatnonzero((ink & words).any(axis=axis)) for axis in (1, 0))
    assert len(rows) and len(columns), f"{name}: the button's words were not found"
    rooms = [int(columns[0]), int(rows[0]), wide - 1 - int(columns[-1]), high - 1 - int(rows[-1])]
    return rooms, (wide, high)


@check("tools")
def each_was_looked_at(s: Submission) -> None:
    """Each banner was seen after its last change."""
    unseen = [name for name in SIZES if not s.trajectory.rendered_after_last_change(out(name))]
    assert not unseen, f"not looked at after the last change: {unseen}"


@check("effects")
def drafts_are_cleared_away(s: Submission) -> None:
    """Nothing is left under scratch/."""
    assert not s.files("scratch/*"), f"left in scratch/: {s.files('scratch/*')}"


@check("answer")
def tells_price_and_sizes(s: Submission) -> None:
    """The price on the banners, and how many KB each has; no other figures."""
    price = numbers(copy(s, "link")["Price"])[0].value
    assert says_number(s.answer, price), f"the answer does not say {price}"
    sizes = {name: kilobytes(s.file(out(name))) for name in SIZES}
    for name, size in sizes.items():
        assert mentions(s.answer, name), f"the answer does not name {name}"
        assert says_number(s.answer, size, digits=2) or says_number(s.answer, size * 1.024, digits=2), (
            f"{name} has {size:.1f} KB"
        )
    both = [factor * size for size in sizes.values() for factor in (1, 1.024)]
    more = [f"{width} {sign} {height}" for width, height in SIZES.values() for sign in ("x", "×")]
    old = re.findall(r"\$([\d.]+)", s.text(COPY) + s.text(NOTE))
    strays = stray_figures(s.answer, price, *both, *map(float, old), *more, "12 oz", 150, 27, digits=2)
    assert not strays, f"the answer says {strays}"
