"""Pictures of known text: in many fonts, sizes, colours, angles, states of wear and languages."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

FONTS = Path("/usr/share/fonts")
SANS = FONTS / "truetype/dejavu/DejaVuSans.ttf"
CJK = FONTS / "opentype/noto/NotoSansCJK-Regular.ttc"
_FAMILIES = {
    "sans": SANS,
    "bold": FONTS / "truetype/dejavu/DejaVuSans-Bold.ttf",
    "serif": FONTS / "truetype/liberation2/LiberationSerif-Regular.ttf",
    "italic": FONTS / "truetype/liberation2/LiberationSerif-Italic.ttf",
    "mono": FONTS / "truetype/liberation2/LiberationMono-Regular.ttf",
    "carlito": FONTS / "truetype/crosextra/Carlito-Regular.ttf",
    "caladea": FONTS / "truetype/crosextra/Caladea-Bold.ttf",
}
ENGLISH = "Harbour dues, March 2026\nInvoice 4711-B: EUR 1,284.50\nPayable within 14 days"
SHORT = "Dues 2026: EUR 1,284.50"
"""One line: each line of a picture costs a reading, and its height a search."""
_LATIN = (
    "Übermäßige Größe der Fähre: 38 m\nReçu à l'hôtel, déjà payé: 84,20 €\nMañana llegará el señor Muñoz\n"
    "Łódź, środa: zażółć gęślą jaźń\nİstanbul'dan gelen çağrı, değişti"
)
_TEXTS = {"ja": "東京港の請求書\n合計金額は三万円です", "zh": "港口费用清单\n总计一千二百元"}


@dataclass(frozen=True)
class Sample:
    """A picture and what it says."""

    name: str
    image: Image.Image
    text: str
    languages: tuple[str, ...] = ("en",)


def drawn(
    text: str = ENGLISH,
    *,
    size: int = 26,
    font: Path = SANS,
    ink: str = "black",
    ground: str = "white",
    margin: int = 24,
) -> Image.Image:
    """Lines of text on a plain ground, with room around them."""
    letters = ImageFont.truetype(str(font), size)
    spacing = round(size * 0.45)
    left, top, right, bottom = ImageDraw.Draw(Image.new("RGB", (8, 8))).multiline_textbbox(
        (0, 0), text, font=letters, spacing=spacing
    )
    image = Image.new("RGB", (round(right - left) + 2 * margin, round(bottom - top) + 2 * margin), ground)
    ImageDraw.Draw(image).multiline_text((margin - left, margin - top), text, font=letters, fill=ink, spacing=spacing)
    return image


def turned(image: Image.Image, clockwise: float, ground: str = "white") -> Image.Image:
    """The picture turned, on a larger sheet."""
    return image.rotate(-clockwise, expand=True, fillcolor=ground, resample=Image.Resampling.BICUBIC)


def speckled(image: Image.Image, share: float, seed: int = 1) -> Image.Image:
    """Black and white dots all over, as a bad fax has them."""
    pixels, rng = np.asarray(image).copy(), np.random.default_rng(seed)
    dice = rng.random(pixels.shape[:2])
    pixels[dice < share / 2], pixels[dice > 1 - share / 2] = 0, 255
    return Image.fromarray(pixels)


def grainy(image: Image.Image, sigma: float, seed: int = 1) -> Image.Image:
    """The grain of a photo in bad light."""
    noise = np.random.default_rng(seed).normal(0, sigma, (image.height, image.width, 1))
    return Image.fromarray((np.asarray(image) + noise).clip(0, 255).astype("uint8"))


def shadowed(image: Image.Image) -> Image.Image:
    """Light that falls off to one side."""
    light = np.linspace(1.0, 0.35, image.width)[None, :, None]
    return Image.fromarray((np.asarray(image) * light).astype("uint8"))


def samples() -> Iterator[Sample]:
    """All of them, always the same; each small, since each costs a reading."""
    lines = [drawn("Dues, 1,284.50", font=font) for font in _FAMILIES.values()]
    yield Sample("fonts", _tiled(lines), "\n".join(["Dues, 1,284.50"] * len(lines)))
    for size in (8, 14, 72):
        yield Sample(f"{size} pixels", drawn(SHORT, size=size, margin=12 + size // 2), SHORT)
    for angle in (90, 180, -12, 274):
        yield Sample(f"turned {angle}", turned(drawn(SHORT), angle), SHORT)
    for ink, ground in (("#d8d8d8", "#ffffff"), ("#ffd400", "#1a2b6d"), ("#555555", "#6b6b6b"), ("#303030", "#101010")):
        yield Sample(f"{ink} on {ground}", drawn(SHORT, ink=ink, ground=ground), SHORT)
    yield Sample("speckles 12 %", speckled(drawn(SHORT), 0.12), SHORT)
    yield Sample("grain 60", grainy(drawn(SHORT), 60), SHORT)
    yield Sample("blur 3", drawn(SHORT, size=40).filter(ImageFilter.GaussianBlur(3)), SHORT)
    yield Sample("shadow", shadowed(drawn(SHORT)), SHORT)
    yield Sample("jpeg 12", _jpeg(drawn(SHORT), 12), SHORT)
    yield Sample("small, turned 90", turned(drawn(SHORT, size=10, margin=16), 90), SHORT)
    yield Sample("white on black, turned 180", turned(drawn(SHORT, ink="white", ground="black"), 180, "black"), SHORT)
    yield Sample("small and grainy", grainy(drawn(SHORT, size=14), 20), SHORT)
    yield Sample("latin languages", drawn(_LATIN), _LATIN, ("de", "fr", "es", "pl", "tr"))
    for language, text in _TEXTS.items():
        yield Sample(f"language {language}", drawn(text, font=CJK), text, (language,))
    rng = random.Random(4)
    figures = "\n".join(" ".join(f"{rng.randint(0, 99999):,}.{rng.randint(0, 99):02d}" for _ in "abc") for _ in "ab")
    both = _stacked([drawn(figures, size=18), drawn(figures, size=18, font=_FAMILIES["mono"])])
    yield Sample("figures", both, f"{figures}\n{figures}")


def _stacked(images: list[Image.Image]) -> Image.Image:
    """All of them under one another on one sheet."""
    sheet = Image.new("RGB", (max(each.width for each in images), sum(each.height - 24 for each in images)), "white")
    top = 0
    for each in images:
        sheet.paste(each.crop((0, 12, each.width, each.height - 12)), (0, top))
        top += each.height - 24
    return sheet


def _tiled(images: list[Image.Image]) -> Image.Image:
    """All of them in rows of three."""
    wide, high = (max(each.size[side] for each in images) for side in (0, 1))
    sheet = Image.new("RGB", (3 * wide, -(-len(images) // 3) * (high - 20)), "white")
    for number, each in enumerate(images):
        sheet.paste(each.crop((0, 10, each.width, each.height - 10)), (number % 3 * wide, number // 3 * (high - 20)))
    return sheet


def _jpeg(image: Image.Image, quality: int) -> Image.Image:
    import io

    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=quality)
    return Image.open(buffer)


def edits(wanted: str, given: str) -> int:
    """Letters to put in, take out or change until both are the same."""
    row = list(range(len(given) + 1))
    for one, letter in enumerate(wanted, 1):
        before, row[0] = row[0], one
        for other, found in enumerate(given, 1):
            before, row[other] = row[other], min(row[other] + 1, row[other - 1] + 1, before + (letter != found))
    return row[-1]


def wrong(wanted: str, given: str) -> float:
    """The share of letters that is wrong, spaces and line ends counted as one space each."""
    plain, read = " ".join(wanted.split()), " ".join(given.split())
    return edits(plain, read) / len(plain)
