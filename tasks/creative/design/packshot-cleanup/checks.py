"""The catalogue pictures against the photos they were made from, each cut out and straightened by the check itself."""

from functools import lru_cache
from io import BytesIO
from typing import Any

from deskworld_verifiers import (
    Submission,
    check,
    color_share,
    flat_picture,
    gps_of,
    lacks,
    mentions,
    numbers,
    picture_difference,
    says_number,
    sharpness,
    stray_figures,
    words_seen,
)

SHOTS, SHEET = "shots.csv", "out/contact-sheet.jpg"
STICKER = "#FFD400"
SIDE, TALL = 1000, 800
PRODUCT = 225
"""Pixels with a channel below this are the product; the ground is white, give or take what JPEG makes of it."""


def products(s: Submission) -> dict[str, str]:
    """The photo to use of each product, by SKU in order: the sharper one where there are two."""
    best: dict[str, str] = {}
    for row in s.table(SHOTS):
        sku, photo = row["sku"], row["photo"]
        if sku not in best or sharpness(s.file(f"raw/{photo}")) > sharpness(s.file(f"raw/{best[sku]}")):
            best[sku] = photo
    return dict(sorted(best.items()))


def catalogue(sku: str) -> str:
    return f"out/catalogue/{sku.lower()}.jpg"


def box_of(mask: Any) -> tuple[int, int, int, int]:
    """The box around what is set in a mask: left, top, right, bottom."""
    import numpy

    rows, columns = numpy.flatnonzero(mask.any(axis=1)), numpy.flatnonzero(mask.any(axis=0))
    assert len(rows), "there is nothing but white"
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1


def tilt(mask: Any) -> float:
    """How far the middle line of a thing leans, in degrees clockwise."""
    import numpy

    _, top, _, bottom = box_of(mask)
    rows = range(top + (bottom - top) // 5, bottom - (bottom - top) // 5, 2)
    middle = [float(numpy.flatnonzero(mask[row]).mean()) for row in rows if mask[row].any()]
    return -float(numpy.degrees(numpy.arctan(numpy.polyfit(list(rows)[: len(middle)], middle, 1)[0])))


@lru_cache(maxsize=32)
def cut_out(data: bytes) -> tuple[Any, float]:
    """The product of a raw photo, straight, on white, in sRGB, and how far it leant. The mask is what differs from the
    rim."""
    import numpy
    from PIL import Image, ImageCms, ImageOps
    from scipy import ndimage

    photo = ImageOps.exif_transpose(Image.open(BytesIO(data)))
    if profile := photo.info.get("icc_profile"):
        stored = ImageCms.getOpenProfile(BytesIO(profile))
        photo = ImageCms.profileToProfile(photo, stored, ImageCms.createProfile("sRGB"), outputMode="RGB")
    pixels = numpy.asarray(photo.convert("RGB"), numpy.int16)
    ground = numpy.median(numpy.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]]), axis=0)
    labels, _ = ndimage.label(numpy.abs(pixels - ground).max(axis=2) > 30)
    largest = int(numpy.argmax(numpy.bincount(labels.ravel())[1:])) + 1
    mask = ndimage.binary_fill_holes(labels == largest)
    leans = tilt(mask)
    seen = numpy.where(mask[..., None], pixels, 255).astype(numpy.uint8)
    leans = leans if 2 < abs(leans) < 10 else 0.0  # a mug's handle pulls its middle line aside
    straight = Image.fromarray(seen).rotate(leans, Image.Resampling.BICUBIC, expand=True, fillcolor="white")
    return straight.crop(box_of(numpy.asarray(straight).min(axis=2) < PRODUCT)), leans


def cut(s: Submission, photo: str) -> Any:
    return cut_out(s.file(f"raw/{photo}").read_bytes())[0]


def opened(s: Submission, sku: str) -> Any:
    """A catalogue picture in RGB; fails where it is no picture."""
    return flat_picture(s.file(catalogue(sku)))


def seen(s: Submission, sku: str) -> Any:
    """The pixels of a catalogue picture that are the product: those darker than what JPEG leaves around an edge."""
    import numpy

    return numpy.asarray(opened(s, sku)).min(axis=2) < PRODUCT


def png(image: Any) -> bytes:
    buffer = BytesIO()
    image.save(buffer, "PNG", icc_profile=None, compress_level=1)
    return buffer.getvalue()


def sticker(image: Any) -> tuple[int, int, int, int] | None:
    """The box around the price sticker, with a little room; nothing where there is none."""
    import numpy

    pixels = numpy.asarray(image, numpy.int16)
    yellow = numpy.abs(pixels - numpy.array([255, 212, 0])).max(axis=2) <= 40
    if yellow.mean() < 0.005:
        return None
    left, top, right, bottom = box_of(yellow)
    return left - 12, top - 12, right + 12, bottom + 12


@check("format")
def one_picture_a_product(s: Submission) -> None:
    """A JPEG for each SKU and no other, 1000 x 1000, RGB, of no profile but sRGB, nothing of the camera."""
    from PIL import Image

    wanted = [catalogue(sku) for sku in products(s)]
    assert s.files("out/catalogue/*") == wanted, f"there are {s.files('out/catalogue/*')}, not {wanted}"
    for path in wanted:
        facts = s.image(path)
        assert (facts.format, facts.mode, facts.bits) == ("jpeg", "RGB", 8), f"{path}: {facts.format} {facts.mode}"
        size = (facts.width, facts.height, facts.orientation)
        assert size == (SIDE, SIDE, 1), f"{path} is {size[0]} x {size[1]} px, orientation {size[2]}"
        assert not facts.profile or "srgb" in facts.profile.lower(), f"{path} has the profile {facts.profile!r}"
        assert not gps_of(s.file(path)), f"{path} tells where it was taken"
        with Image.open(s.file(path)) as picture:
            told = [str(picture.getexif()[tag]) for tag in (0x010F, 0x0110, 0x0132) if tag in picture.getexif()]
        assert not told, f"{path} keeps the camera's facts: {told}"


@check("format")
def stands_in_the_middle(s: Submission) -> None:
    """White up to the product, which is 800 px high and in the middle."""
    import numpy

    for sku in products(s):
        left, top, right, bottom = box_of(seen(s, sku))
        assert abs(bottom - top - TALL) <= 8, f"{sku} is {bottom - top} px high (or something else is not white)"
        light = numpy.asarray(opened(s, sku)).min(axis=2)
        around = numpy.ones(light.shape, bool)
        around[max(0, top - 8) : bottom + 8, max(0, left - 8) : right + 8] = False
        white = float((light[around] >= 252).mean())
        assert white > 0.998, f"{sku}: only {white:.1%} of the ground around it is white"
        assert abs(left - (SIDE - right)) <= 20, f"{sku}: {left} px on the left, {SIDE - right} on the right"
        assert abs(top - (SIDE - bottom)) <= 20, f"{sku}: {top} px above, {SIDE - bottom} below"


@check("format")
def ground_is_white_in_the_handle(s: Submission) -> None:
    """Nothing of the old ground is left inside of the mug's handle."""
    import numpy
    from scipy import ndimage

    for row in s.table(SHOTS):
        if "Mug" in row["product"]:
            light = numpy.asarray(opened(s, row["sku"])).min(axis=2)
            inside = ndimage.binary_fill_holes(light < 200) & (light >= 200)
            holes, _ = ndimage.label(ndimage.binary_erosion(inside, iterations=4))
            sizes = numpy.bincount(holes.ravel())[1:]
            assert len(sizes) and sizes.max() > 5000, f"{row['sku']}: nothing can be seen through the handle"
            white = float((light[holes == int(sizes.argmax()) + 1] >= 250).mean())
            assert white > 0.98, f"{row['sku']}: the ground in the handle is not white ({white:.0%})"


@check("format")
def stands_straight(s: Submission) -> None:
    """What leant in the photo does not lean any more."""
    from scipy import ndimage

    for sku, photo in products(s).items():
        _, leant = cut_out(s.file(f"raw/{photo}").read_bytes())
        if abs(leant) > 2:
            leans = tilt(ndimage.binary_fill_holes(seen(s, sku)))
            assert abs(leans) <= 1, f"{sku} leans by {leans:.1f} degrees"


@check("rendered")
def is_the_product_of_the_photo(s: Submission) -> None:
    """The right product, upright, in its ratio and in its colours; the same detail as in the photo."""
    import numpy

    names = {row["sku"]: row["product"] for row in s.table(SHOTS)}
    for sku, photo in products(s).items():
        right = cut(s, photo)
        box = box_of(seen(s, sku))
        ratio = (box[2] - box[0]) / (box[3] - box[1]) / (right.width / right.height)
        assert abs(ratio - 1) <= 0.03, f"{sku} is distorted: its ratio is {ratio:.2f} times the product's"
        here = opened(s, sku).crop(box)
        there = right.resize(here.size)
        if stuck := sticker(there):  # what is gone by right does not count
            for image in (here, there):
                image.paste("#808080", stuck)
        apart = picture_difference(png(here), png(there))
        assert apart <= 6, f"{sku}: it does not look like {photo} set upright ({apart:.1f} of 255 apart)"
        off = [float(each) for each in (numpy.asarray(here, float) - numpy.asarray(there, float)).mean(axis=(0, 1))]
        assert max(map(abs, off)) <= 4, f"{sku}: the colours are off by {off}"
        worst = locally_off(here, there, dusty="Chai" in names[sku], handle="Mug" in names[sku])
        assert worst <= 20, f"{sku}: a part of it is not as in {photo} (off by {worst:.0f} of 255)"
        fine = sharpness(png(here)) / sharpness(png(there))
        assert 0.5 <= fine <= 2.5, f"{sku} is blurred or sharpened: it has {fine:.2f} of the photo's detail"


def locally_off(here: Any, there: Any, *, dusty: bool, handle: bool) -> float:
    """By how much the worst place differs, on the mean of 15 x 15 pixels; dust, rims and what a handle shows left out."""
    import numpy
    from scipy import ndimage

    apart = numpy.asarray(here, float) - numpy.asarray(there, float)
    if dusty:
        light = numpy.asarray(there.convert("L"), float)
        specks = light - ndimage.grey_opening(light, (35, 35)) > 60
        apart[ndimage.binary_dilation(specks, iterations=7)] = 0
    if handle:
        apart[:, apart.shape[1] * 7 // 10 :] = 0
    return float(numpy.abs(ndimage.uniform_filter(apart, (15, 15, 0)))[14:-14, 14:-14].max())


@check("content")
def sticker_and_dust_are_gone(s: Submission) -> None:
    """No yellow of the sticker, and no bright specks where the photo has some beside the label."""
    import numpy

    for sku, photo in products(s).items():
        path, right = s.file(catalogue(sku)), cut(s, photo)
        if sticker(right):
            assert color_share(path, STICKER, tolerance=60) < 0.0002, f"{sku}: the price sticker is still there"
            left, top, side, _ = box_of(seen(s, sku))
            plain = (left + 40, top + 60, side - 40, top + 320)  # between the flap and the label
            shades = numpy.asarray(opened(s, sku).convert("L").crop(plain), numpy.float32)
            assert float(shades.std()) < 12, f"{sku}: where the sticker was, something is to be seen"
        here = opened(s, sku).crop(box_of(seen(s, sku))).convert("L").resize(right.size)
        specks: list[int] = []
        for image in (right.convert("L"), here):
            light = numpy.asarray(image)
            ends = numpy.concatenate([light[4 : light.shape[0] * 3 // 10], light[light.shape[0] * 4 // 5 : -4]])
            specks.append(int((ends[:, 8:-8] > 150).sum()))
        if "Chai" in {row["product"] for row in s.table(SHOTS) if row["sku"] == sku}:
            assert specks[0] > 100 and specks[1] < 12, f"{sku}: there is dust on it ({specks[1]} bright pixels)"


@check("rendered")
def contact_sheet_shows_all(s: Submission) -> None:
    """Three in a row, in order of the SKU, each picture above its SKU."""
    import numpy

    skus = list(products(s))
    s.image(SHEET)
    found = {word.text.upper(): word.box for word in words_seen(s.file(SHEET)) if word.text.upper() in skus}
    assert list(found) == skus, f"the sheet says {list(found)}, in this order; it should say {skus}"
    middles = [((box[0] + box[2]) / 2, (box[1] + box[3]) / 2) for box in found.values()]
    width = s.image(SHEET).width / 3
    for number, (across, down) in enumerate(middles):
        assert int(across // width) == number % 3, f"{skus[number]} does not stand in column {number % 3 + 1}"
        assert abs(down - middles[number // 3 * 3][1]) < 30, f"{skus[number]} is in no row with the others"
    side, small = width * 0.97, (120, 120)
    pictures: dict[str, Any] = {}
    for sku in skus:
        pictures[sku] = numpy.asarray(opened(s, sku).resize(small), numpy.int16)
    sheet = flat_picture(s.file(SHEET))
    for sku, (across, down) in zip(skus, middles, strict=True):
        top = max(0, round(down - width * 1.03))
        tile = sheet.crop((round(across - side / 2), top, round(across + side / 2), round(top + side)))
        here = numpy.asarray(tile.resize(small), numpy.int16)
        apart = {other: float(numpy.abs(here - pictures[other]).mean()) for other in skus}
        nearest = min(apart, key=lambda other: apart[other])
        assert nearest == sku, f"above {sku} stands {nearest}"


@check("tools")
def sheet_was_looked_at(s: Submission) -> None:
    """The contact sheet was seen after its last change."""
    assert s.trajectory.rendered_after_last_change(SHEET), "nobody looked at the contact sheet as it is"


@check("effects")
def drafts_are_cleared_away(s: Submission) -> None:
    """Nothing is left under scratch/."""
    assert not s.files("scratch/*"), f"left in scratch/: {s.files('scratch/*')}"


@check("answer")
def tells_what_was_left_out(s: Submission) -> None:
    """How many pictures, and which photos were not used; no others, no other figures."""
    used = list(products(s).values())
    unused = [row["photo"] for row in s.table(SHOTS) if row["photo"] not in used]
    names = {photo: photo.split(".")[0] for photo in used + unused}
    count = [number for number in numbers(s.answer) if number.value == len(used)]
    assert count or mentions(s.answer, "eight"), f"there are {len(used)} pictures"
    assert not lacks(s.answer, *[names[photo] for photo in unused]), f"not used: {unused}"
    doubles = {row["sku"] for row in s.table(SHOTS) if row["photo"] in unused}
    twins = [row["photo"] for row in s.table(SHOTS) if row["sku"] in doubles]
    fixed = [photo for photo in used if photo in ("IMG_4106.jpg", "IMG_4107.jpg", "IMG_4102.jpg", "IMG_4108.jpg")]
    others = mentions(s.answer, *[names[photo] for photo in used if photo not in (*twins, *fixed)])
    assert not others, f"the answer names {others}"
    known = [len(used), len(used) + len(unused), 1000, 800, 255, *names.values(), *products(s)]
    strays = stray_figures(s.answer, *known, "80 %", "80%", "1000 x 1000", "1000 × 1000")
    assert not strays, f"the answer says {strays}"
    assert says_number(s.answer, len(used)) or mentions(s.answer, "eight")
