"""Reading pictures of known text: how much of it is right, where it is said to stand, in which order, how it lies."""

import os
import subprocess
import sys
from pathlib import Path

import numpy
import pytest
from artifacts.scanned import ENGLISH, SANS, SHORT, drawn, grainy, samples, turned, wrong
from deskworld_artifacts.ocr import OcrError, languages, page_count, read_words, text_direction
from PIL import Image, ImageDraw, ImageFont

TESSERACT = {each.code for each in languages() if "tesseract" in each.engines}


def test_hardly_a_letter_is_wrong() -> None:
    """Fonts, sizes, angles, colours, wear, languages: the mean over all, and no single one bad."""
    rates = {each.name: wrong(each.text, read_words(each.image, languages=each.languages).text) for each in samples()}
    assert len(rates) >= 22
    assert sum(rates.values()) / len(rates) < 0.006, rates
    assert max(rates.values()) < 0.05, {name: rate for name, rate in rates.items() if rate >= 0.05}


@pytest.mark.skipif("en" not in TESSERACT, reason="tesseract is not installed")
@pytest.mark.parametrize("clockwise", [0, 180, 8])
def test_tesseract_reads_as_well_when_asked(clockwise: int) -> None:
    reading = read_words(turned(drawn(), clockwise), engine="tesseract")
    assert reading.engine == "tesseract" and wrong(ENGLISH, reading.text) < 0.02
    assert reading.direction.turned == (clockwise if clockwise >= 90 else 0)


@pytest.mark.parametrize("engine", ["rapidocr", pytest.param("tesseract", marks=pytest.mark.skipif(
    "en" not in TESSERACT, reason="tesseract is not installed"))])  # fmt: skip
@pytest.mark.parametrize("clockwise", [90, 6])
def test_boxes_lie_on_the_words(engine: str, clockwise: int) -> None:
    """Each word has a colour of its own: its box holds nearly all of that colour and none of the others."""
    font, at, colors = ImageFont.truetype(str(SANS), 30), 30.0, {}
    image = Image.new("RGB", (640, 110), "white")
    for word, color in (("Harbour", (200, 0, 0)), ("dues", (0, 130, 0)), ("2026", (0, 0, 200))):
        ImageDraw.Draw(image).text((at, 36), word, font=font, fill=color)
        at += font.getlength(word) + 14
        colors[word] = color
    image = turned(image, clockwise)
    words = {word.text: word for word in read_words(image, engine=engine).words}  # pyright: ignore[reportArgumentType]
    assert set(words) == set(colors)
    for text, color in colors.items():
        cut = Image.new("L", image.size)
        cut.paste(255, words[text].box)
        strong = max(range(3), key=color.__getitem__)
        hits = _pixels_of(image, strong)
        inside = sum(cut.getpixel(at) > 0 for at in hits)
        assert inside >= 0.93 * len(hits), (text, words[text].box)


def _pixels_of(image: Image.Image, channel: int) -> list[tuple[int, int]]:
    """Where this channel stands out from the two others."""
    pixels = image.load()
    assert pixels is not None
    return [
        (x, y)
        for x in range(image.width)
        for y in range(image.height)
        if pixels[x, y][channel] - max(pixels[x, y][other] for other in range(3) if other != channel) > 70
    ]


@pytest.mark.parametrize("clockwise", [0, 180, -7, 265])
def test_how_text_lies(clockwise: int) -> None:
    lies = text_direction(turned(drawn(SHORT), clockwise))
    off = (lies.turned + lies.skew - clockwise + 180) % 360 - 180
    assert abs(off) < 1 and lies.sure > 0.5


def test_columns_are_read_one_after_the_other() -> None:
    font = ImageFont.truetype(str(SANS), 20)
    image = Image.new("RGB", (1100, 310), "white")
    pen = ImageDraw.Draw(image)
    pen.text((260, 20), "A title over the whole of both", font=font, fill="black")
    for row in range(4):
        pen.text((40, 90 + 34 * row), f"left row {row} goes on for quite a while here", font=font, fill="black")
        pen.text((580, 101 + 34 * row), f"right row {row} is about as long as this one", font=font, fill="black")
    pen.text(
        (40, 250), "And one line below that runs across the page, from the left to the right.", font=font, fill="black"
    )
    rows = [row.split()[:3] for row in read_words(image).text.splitlines() if row]
    wanted = [["left", "row", str(n)] for n in range(4)] + [["right", "row", str(n)] for n in range(4)]
    assert rows == [["A", "title", "over"], *wanted, ["And", "one", "line"]]


def test_rows_of_a_price_list_stay_together() -> None:
    font = ImageFont.truetype(str(SANS), 22)
    image = Image.new("RGB", (700, 260), "white")
    for row, (name, price) in enumerate(
        (("Coffee", "2.80"), ("Apple cake", "4.20"), ("Tea", "2.50"), ("Soup", "6.90"))
    ):
        ImageDraw.Draw(image).text((30, 30 + 50 * row), name, font=font, fill="black")
        ImageDraw.Draw(image).text((580, 30 + 50 * row), price, font=font, fill="black")
    assert read_words(image).text.splitlines() == [
        "Coffee   2.80", "Apple cake   4.20", "Tea   2.50", "Soup   6.90"
    ]  # fmt: skip


def test_small_print_on_a_large_page_is_found() -> None:
    """A headline and a footnote of 8 pixels, far apart."""
    image = Image.new("RGB", (1600, 1200), "white")
    image.paste(drawn("Annual report", size=60), (200, 100))
    image.paste(drawn("Figures are rounded; see note 14", size=8, margin=4), (1100, 1100))
    assert read_words(image).text.split("\n\n") == ["Annual report", "Figures are rounded; see note 14"]


def test_a_part_is_read_where_it_lies() -> None:
    image = Image.new("RGB", (900, 700), "white")
    image.paste(drawn("Above"), (100, 50))
    image.paste(drawn("Below"), (500, 500))
    whole = {word.text: word.box for word in read_words(image).words}
    part = read_words(image, box=(480, 480, 880, 680))
    assert part.text == "Below" and (part.width, part.height) == (900, 700)
    assert all(abs(a - b) <= 2 for a, b in zip(part.words[0].box, whole["Below"], strict=True))
    with pytest.raises(OcrError, match="not within"):
        read_words(image, box=(0, 0, 901, 10))


@pytest.mark.parametrize(
    ("image", "why"),
    [
        (Image.new("RGB", (300, 200), "white"), "blank"),
        (Image.new("RGBA", (300, 200), (0, 0, 0, 0)), "blank"),
        (Image.new("L", (1, 1)), "too small"),
        (Image.new("RGB", (10_000, 2)), "too small"),
        (grainy(Image.new("RGB", (200, 150), "#808080"), 60), "none that reads as letters"),
    ],
)
def test_nothing_to_read_says_why(image: Image.Image, why: str) -> None:
    reading = read_words(image)
    assert reading.words == [] and reading.text == "" and why in reading.reason


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "CMYK", "YCbCr", "I;16", "I", "F"])
def test_every_mode_is_read(mode: str) -> None:
    grey = drawn("Mode of the picture").convert("L")
    if mode in ("I;16", "I", "F"):
        import numpy

        kind = {"I;16": "uint16", "I": "int32", "F": "float32"}[mode]
        image = Image.fromarray((numpy.asarray(grey).astype("float64") * 16).astype(kind))  # 12 of its 16 bits
    else:
        image = grey.convert("RGB").convert(mode)
    assert image.mode == mode and read_words(image).text == "Mode of the picture"


@pytest.mark.parametrize("ink", ["black", "white"])
def test_letters_on_nothing_are_read(ink: str) -> None:
    """Transparent pixels are black underneath, and white letters would be gone on white."""
    image = Image.new("RGBA", (420, 80), (0, 0, 0, 0))
    ImageDraw.Draw(image).text((20, 20), "Seen through", font=ImageFont.truetype(str(SANS), 30), fill=ink)
    assert read_words(image).text == "Seen through"


def test_a_strip_too_long_to_be_read_at_once() -> None:
    text = " ".join(f"word{number}" for number in range(50))
    image = drawn(text, size=20, margin=4)
    assert image.width > 150 * image.height
    assert wrong(text, read_words(image).text) < 0.01


def test_pages_of_a_tiff_and_a_turned_photo(tmp_path: Path) -> None:
    pages = [drawn(f"Page number {number}") for number in (1, 2, 3)]
    pages[0].save(tmp_path / "fax.tif", save_all=True, append_images=pages[1:])
    assert page_count(tmp_path / "fax.tif") == 3
    assert [read_words(tmp_path / "fax.tif", page=n).text for n in (1, 2, 3)] == [f"Page number {n}" for n in (1, 2, 3)]
    with pytest.raises(OcrError, match="pages 1 to 3"):
        read_words(tmp_path / "fax.tif", page=4)
    exif = Image.Exif()
    exif[0x0112] = 6
    drawn("Photo").transpose(Image.Transpose.ROTATE_90).save(tmp_path / "photo.jpg", exif=exif)
    seen = read_words(tmp_path / "photo.jpg")
    assert seen.text == "Photo" and seen.direction.turned == 0 and (seen.width, seen.height) == drawn("Photo").size


def test_languages_say_what_is_missing() -> None:
    here = {each.code: each for each in languages()}
    assert here["de"].engines[0] == "rapidocr" and "rapidocr" not in here["ru"].engines
    lacking = next(each for each in here.values() if not each.engines)
    with pytest.raises(OcrError, match=rf"apt-get install.*{lacking.package}") as refused:
        read_words(drawn("x"), languages=[lacking.code])
    assert refused.value.about == "languages"
    with pytest.raises(OcrError, match="rapidocr does not read Russian"):
        read_words(drawn("x"), languages=["Russian"], engine="rapidocr")
    with pytest.raises(OcrError, match=r"no language 'Germn'.*german"):
        read_words(drawn("x"), languages=["Germn"])


def test_nothing_is_fetched_told_or_imported_early(tmp_path: Path) -> None:
    """In a process of its own, where every way out to the network is shut, with a home that nobody has written to.

    The runtime's reports go out in native code, past any guard here; what it leaves at home before one tells of them.
    """
    script = (
        "import socket, sys\n"
        "def shut(*a, **k): raise AssertionError('the network was asked')\n"
        "socket.socket.connect = socket.getaddrinfo = shut\n"
        "import deskworld_artifacts.ocr as ocr\n"
        "assert not {'rapidocr', 'onnxruntime', 'cv2', 'numpy', 'PIL'} & set(sys.modules)\n"
        "from PIL import Image, ImageDraw, ImageFont\n"
        "image = Image.new('RGB', (300, 80), 'white')\n"
        f"ImageDraw.Draw(image).text((20, 20), 'Offline', font=ImageFont.truetype('{SANS}', 30), fill='black')\n"
        "assert ocr.read_words(image).text == 'Offline'\n"
    )
    kept = {name: value for name, value in os.environ.items() if name not in ("CI", "XDG_CACHE_HOME")}
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, env={**kept, "HOME": str(tmp_path)}
    )
    assert done.returncode == 0 and done.stdout == "", done.stderr
    assert not list(tmp_path.rglob("*"))


def test_a_photo_without_text_says_so() -> None:
    """Trunks and pebbles are no letters, whatever way up; what is tried in vain is tried once."""
    from deskworld_artifacts.ocr import rapid, text_direction

    chance = numpy.random.default_rng(5)
    photo = Image.fromarray(chance.integers(60, 120, (75, 100, 3), dtype=numpy.uint8)).resize((1000, 750))
    pen = ImageDraw.Draw(photo)
    for _ in range(14):
        x, y, size = (int(each) for each in chance.integers((0, 300, 4), (1000, 750, 30)))
        pen.ellipse((x, y, x + size, y + size), fill=tuple(int(each) for each in chance.integers(30, 230, 3)))
        pen.line((x, 740, x + int(chance.integers(-30, 30)), y), fill="#302418", width=size // 2 + 1)
    looks: list[int] = []
    find = rapid.find
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rapid, "find", lambda pixels: looks.append(pixels.size) or find(pixels))
        reading = read_words(photo)
    assert reading.text == "" and "no text" in reading.reason and not reading.notes
    assert reading.direction.turned == 0 and text_direction(photo).sure < 0.6
    assert sum(looks) < 5 * photo.width * photo.height * 3


@pytest.mark.parametrize("text", ["7", "A", "42", "OK"])
def test_a_picture_of_a_letter_or_two_is_read(text: str) -> None:
    tile = Image.new("RGB", (200, 160), "white")
    ImageDraw.Draw(tile).text((60, 30), text, fill="black", font=ImageFont.load_default(90))
    assert read_words(tile).text == text
