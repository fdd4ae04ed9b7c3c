"""Where words end in a line that was read, and the signs beside them."""

import itertools
from pathlib import Path

import numpy
import pytest
from artifacts.scanned import FONTS, SANS
from deskworld_artifacts.ocr import read_words
from deskworld_artifacts.ocr.lines import Piece, words_of
from deskworld_artifacts.ocr.signs import plain_signs
from PIL import Image, ImageDraw, ImageFont

_FONTS = [SANS, *(FONTS / "truetype" / name for name in (
    "dejavu/DejaVuSerif.ttf", "dejavu/DejaVuSansCondensed.ttf", "liberation2/LiberationSerif-Regular.ttf",
    "liberation2/LiberationSans-Bold.ttf", "crosextra/Carlito-Regular.ttf",
))]  # fmt: skip


def cut(text: str, said: str, font: Path, size: int, *, tight: float = 0.0, air: int = 1) -> str:
    """The words of a line of which the reader said so: drawn letter by letter, `air` pixels above and below the ink."""
    letters = ImageFont.truetype(str(font), size)
    places: list[float] = []
    at = 4.0
    image = Image.new("RGB", (round(letters.getlength(text)) + 8, 2 * size), "white")
    for letter in text:
        ImageDraw.Draw(image).text((at, 0), letter, font=letters, fill="black")
        if letter != " ":
            places.append((at + letters.getlength(letter) / 2) / image.width)
        at += letters.getlength(letter) - tight * size
    rows = numpy.flatnonzero((numpy.asarray(image.convert("L")) < 200).any(axis=1))
    image = image.crop((0, max(0, int(rows[0]) - air), image.width, int(rows[-1]) + 1 + air))
    wide, high = image.size
    piece = Piece(said, (1.0,) * len(places), tuple(places), ((0, 0), (wide, 0), (wide, high), (0, high)))
    return " ".join(word.text for word in words_of(numpy.asarray(image), piece))


_NUMBERS = ("Room 11", "21 boats", "Total 11 EUR", "in 2011", "1,110", "Room 118", "No. 1,111.10", "11 %")


@pytest.mark.parametrize("font", _FONTS, ids=lambda font: font.stem)
def test_a_number_stays_whole(font: Path) -> None:
    """A "1" is thin and stands in as much room as any figure: the air around it is no space."""
    for text, size, air, tight in itertools.product(_NUMBERS, (16, 26, 40), (1, 4), (0.0, 0.04)):
        assert cut(text, text, font, size, air=air, tight=tight) == text, (size, air, tight)


@pytest.mark.parametrize("font", _FONTS, ids=lambda font: font.stem)
def test_numbers_that_the_reader_ran_together_come_apart(font: Path) -> None:
    for text, size in itertools.product(("12 345", "20 30 45"), (22, 40)):
        assert cut(text, text.replace(" ", ""), font, size) == text, size


def test_bullets_that_stand_apart_are_seen() -> None:
    """Close to their line and far from it, discs and squares; lines without one are given none, and a speck is none."""
    image = Image.new("RGB", (900, 420), "white")
    pen, font = ImageDraw.Draw(image), ImageFont.truetype(str(SANS), 24)
    rows = [
        "Row: move one boat up",
        "along the canals",
        "Dive: take one stone",
        "Build: lay a tile here",
        "No mark here",
    ]
    for number, text in enumerate(rows):
        top = 40 + 70 * number
        pen.text((160, top), text, font=font, fill="#222")
        left = 160 - (0, 0, 62, 40, 0)[number]
        if left < 160:
            (pen.ellipse if number == 2 else pen.rectangle)((left, top + 10, left + 9, top + 19), fill="#222")
    pen.text((128, 40), "\u2022", font=font, fill="#222")
    pen.rectangle((118, 332, 120, 334), fill="#222")
    lines = read_words(image).lines
    assert [line.text for line in lines] == [
        f"\u2022 {rows[0]}",
        rows[1],
        f"\u2022 {rows[2]}",
        f"\u2022 {rows[3]}",
        rows[4],
    ]
    mark = lines[2].words[0].box
    assert abs(mark[0] - 98) <= 2 and abs(mark[1] - 190) <= 2 and abs(mark[2] - 108) <= 3


def said(*texts: str, codes: tuple[str, ...] = ("en",)) -> list[str]:
    quad = ((0.0, 0.0), (9.0, 0.0), (9.0, 3.0), (0.0, 3.0))
    return [each.text for each in plain_signs([Piece(text, (1.0,), (0.5,), quad) for text in texts], codes)]


def test_no_letters_of_the_east_in_a_latin_text() -> None:
    """Shapes beside Latin words are shapes; where other letters of the east stand, or are asked for, they are not."""
    assert said("ロロロ", "■Row", "●  Dive", "。Tea", "口 Yes 口 No", "Total：12（net）", "日") == [
        "\u2022 Row", "\u2022 Dive", "\u2022 Tea", "\u25a1 Yes \u25a1 No", "Total:12(net)"
    ]  # fmt: skip
    assert said("・・・", "a。") == ["・・・", "a."]
    assert said("12日", "東京港", "ロ") == ["12日", "東京港", "ロ"]
    assert said("12日", "口", codes=("ja",)) == ["12日", "口"]
