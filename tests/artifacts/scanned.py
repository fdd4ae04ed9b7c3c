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
_TEXTS = {
    "de": "Größe der Fähre: 38 Meter\nÜbermäßige Gebühren für Maß\nund Gewicht, Straße 12",
    "fr": "Reçu à l'hôtel de la forêt\nDîner très élégant, déjà payé\nÇa coûte 84,20 €",
    "es": "Mañana llegará el señor Muñoz\ncon el equipaje número 27\na la estación de autobús",
    "pl": "Łódź, środa: zażółć gęślą\njaźń i wróć późno\ndo źródła",
    "tr": "Gümrük vergisi ödendi\nİstanbul'dan gelen çağrı\nşirketin adı değişti",
    "ja": "東京港の請求書\n合計金額は三万円です\nお支払いは来週まで",
    "zh": "港口费用清单\n总计一千二百元\n请在本周内付款",
}


@dataclass(frozen=True)
class Sample:
    """A picture and what it says."""

    name: str
    image: Image.Image
    text: str
    language: str = "en"


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
    """All of them, always the same."""
    for name, font in _FAMILIES.items():
        yield Sample(f"font {name}", drawn(font=font), ENGLISH)
    for size in (8, 10, 14, 40, 72):
        yield Sample(f"{size} pixels", drawn(size=size, margin=12 + size // 2), ENGLISH)
    for angle in (90, 180, 270, 3, -12, 94):
        yield Sample(f"turned {angle}", turned(drawn(), angle), ENGLISH)
    for ink, ground in (("white", "black"), ("#d8d8d8", "#ffffff"), ("#ffd400", "#1a2b6d"), ("#555555", "#6b6b6b"),
                        ("#c02020", "#f2e6d8"), ("#303030", "#101010")):  # fmt: skip
        yield Sample(f"{ink} on {ground}", drawn(ink=ink, ground=ground), ENGLISH)
    yield Sample("speckles 4 %", speckled(drawn(), 0.04), ENGLISH)
    yield Sample("speckles 12 %", speckled(drawn(), 0.12), ENGLISH)
    yield Sample("grain 60", grainy(drawn(), 60), ENGLISH)
    yield Sample("blur 3", drawn(size=40).filter(ImageFilter.GaussianBlur(3)), ENGLISH)
    yield Sample("shadow", shadowed(drawn()), ENGLISH)
    yield Sample("jpeg 12", _jpeg(drawn(), 12), ENGLISH)
    yield Sample("small, turned 90", turned(drawn(size=10, margin=16), 90), ENGLISH)
    yield Sample("white on black, turned 180", turned(drawn(ink="white", ground="black"), 180, "black"), ENGLISH)
    yield Sample("small and grainy", grainy(drawn(size=14), 20), ENGLISH)
    for language, text in _TEXTS.items():
        yield Sample(
            f"language {language}", drawn(text, font=CJK if language in ("ja", "zh") else SANS), text, language
        )
    rng = random.Random(4)
    figures = "\n".join(
        " ".join(f"{rng.randint(0, 99999):,}.{rng.randint(0, 99):02d}" for _ in range(4)) for _ in "abcd"
    )
    yield Sample("figures", drawn(figures, size=18), figures)
    yield Sample("figures, mono", drawn(figures, size=18, font=_FAMILIES["mono"]), figures)


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
