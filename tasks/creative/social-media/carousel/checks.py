"""The cards against the rules, to the pixel: grid, dots, cue, logo, photo, words as they can be read."""

import re
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any

from deskworld_verifiers import (
    Submission,
    check,
    lacks,
    mentions,
    numbers,
    picture_difference,
    placed_in,
    says_number,
    stray_figures,
    text_seen,
)

SHEET, PHOTO = "out/contact-sheet.png", "photos/spring-blend.jpg"
CARDS = {number: f"out/card-{number}.png" for number in range(1, 7)}
CAPTIONS = {"out/instagram.txt": (400, "#harborlight #springblend #homebrew"), "out/x.txt": (200, "#springblend")}
Box = tuple[int, int, int, int]
HEAD, BODY, CUE = (80, 215, 1000, 345), (80, 430, 1000, 900), (900, 975, 1000, 1025)
DOTS = [430 + 44 * place for place in range(6)]


def palette(s: Submission) -> dict[str, str]:
    return dict(re.findall(r"\| (\w+) \| (#[0-9A-F]{6}) \|", s.text("brand/carousel-rules.md")))


def looks(s: Submission, number: int) -> tuple[str, str]:
    """Ground and ink of a card."""
    dark, light = palette(s)["Harbor"], palette(s)["Cream"]
    return (dark, light) if number % 2 else (light, dark)


def words(s: Submission) -> dict[int, tuple[str, str]]:
    """Headline and text of each card: Grace's table with what the notes settle."""
    rows = re.findall(r"^\| (\d) \| (.+?) \| (.+?) \|$", s.text("text/carousel.md"), re.MULTILINE)
    told = {int(number): (head, text) for number, head, text in rows}
    told[3], told[4] = told[4], told[3]
    return {
        number: (head, text.replace("96 °C", "93 °C").replace("$17.50", "$16.50"))
        for number, (head, text) in told.items()
    }


def picture(s: Submission, number: int) -> Path:
    """A card, which has to have the size that the rules set."""
    facts = s.image(CARDS[number])
    assert (facts.format, facts.width, facts.height) == ("png", 1080, 1080), (
        f"card {number} is a {facts.format} of {facts.width} x {facts.height} px"
    )
    return s.file(CARDS[number])


@lru_cache(maxsize=16)
def pixels(card: bytes) -> Any:
    import numpy
    from PIL import Image

    with Image.open(BytesIO(card)) as image:
        return numpy.asarray(image.convert("RGB"), numpy.int16)


def apart(s: Submission, number: int, color: str, box: Box) -> Any:
    """How far each pixel of a box is from a colour, in its farthest channel."""
    import numpy
    from PIL import ImageColor

    left, top, right, bottom = box
    part = pixels(picture(s, number).read_bytes())[top:bottom, left:right]
    return numpy.abs(part - numpy.array(ImageColor.getrgb(color), numpy.int16)).max(axis=2)


def share(s: Submission, number: int, color: str, box: Box, tolerance: int = 6) -> float:
    return float((apart(s, number, color, box) <= tolerance).mean())


def ink(s: Submission, number: int, box: Box) -> Any:
    """Where a card's box differs from its ground: a field of True and False."""
    return apart(s, number, looks(s, number)[0], box) > 60


def first_letter(s: Submission, number: int, box: Box) -> tuple[int, int, int]:
    """Left, top and height of the first letter in a box, in pixels."""
    field = ink(s, number, box)
    assert field.any(), f"card {number} has nothing in {box}"
    rows = field.any(axis=1)
    top = int(rows.argmax())
    line = field[top : top + 70]
    columns = line.any(axis=0)
    left = int(columns.argmax())
    gaps = [place for place in range(left, len(columns)) if not columns[place]]
    letter = line[:, left : gaps[0] if gaps else len(columns)].any(axis=1)
    # The letter ends at the first empty row; what lies below is the next line.
    start = int(letter.argmax())
    height = next((place for place in range(start, len(letter)) if not letter[place]), len(letter)) - start
    return box[0] + left, box[1] + top + start, height


def read(s: Submission, number: int, box: Box) -> str:
    return text_seen(picture(s, number), box=box)


def letters(text: str) -> str:
    return re.sub(r"[\W_]", "", text.casefold())


@check("format")
def cards_are_plain_files(s: Submission) -> None:
    """PNG, 1080 px square, RGB, nothing see-through."""
    for number, path in CARDS.items():
        assert picture(s, number)
        assert s.image(path).mode == "RGB" and not s.image(path).alpha_used, (
            f"card {number} has mode {s.image(path).mode}"
        )


@check("rendered")
def margins_are_ground(s: Submission) -> None:
    """The ground has its colour, and nothing else lies in the margins, between head and text, or round the dots."""
    for number in CARDS:
        ground = looks(s, number)[0]
        plain = {
            "left margin": (0, 0, 80, 1080), "right margin": (1000, 0, 1080, 1080), "top margin": (0, 0, 1080, 80),
            "lowest rim": (0, 1040, 1080, 1080), "row above the dots": (0, 902, 1080, 970),
            "row below the headline": (0, 346, 1080, 436), "part left of the dots": (0, 905, 416, 1080),
            "part right of the dots": (664, 905, 896, 1080),
        }  # fmt: skip
        if number not in (1, 6):
            plain["row of the logo"] = (0, 0, 1080, 212)
        if number == 6:
            plain["field of the cue"] = (664, 905, 1080, 1080)
        for name, box in plain.items():
            bare = share(s, number, ground, box, 4)
            assert bare > 0.998, f"card {number}: {1 - bare:.1%} of the {name} is not ground"


@check("rendered")
def dots_tell_the_card(s: Submission) -> None:
    """Six dots at their places, round, 20 px across, the card's own in Copper."""
    for number in CARDS:
        for place, middle in enumerate(DOTS, start=1):
            wanted = palette(s)["Copper" if place == number else "Sand"]
            inner, around = (middle - 6, 994, middle + 6, 1006), (middle - 14, 986, middle + 14, 1014)
            assert share(s, number, wanted, inner) > 0.98, f"card {number}: dot {place} is not {wanted}"
            rest = 1 - share(s, number, looks(s, number)[0], around, 4)
            dot = rest * 28 * 28
            assert 270 <= dot <= 400, f"card {number}: dot {place} covers {dot:.0f} px, a dot of 20 px covers 314"


@check("rendered")
def cue_points_on(s: Submission) -> None:
    """An arrow to the right in Copper on every card but the last."""
    import numpy

    for number in range(1, 6):
        field = ink(s, number, CUE)
        columns = numpy.flatnonzero(field.any(axis=0))
        assert len(columns) >= 40, f"card {number} has no arrow that can be seen in the field of the cue"
        right, left = field[:, columns[-1] - 28 :].any(axis=1).sum(), field[:, : columns[0] + 12].any(axis=1).sum()
        assert right > left + 4, f"card {number}: what is in the field of the cue does not point to the right"
        copper = share(s, number, palette(s)["Copper"], CUE)
        assert copper > 0.6 * field.mean(), f"card {number}: the cue is not Copper"


@check("rendered")
def words_stand_on_the_grid(s: Submission) -> None:
    """Headlines and texts begin at the margin, at the same height and in the same size on all cards, in their colour."""
    found = {number: first_letter(s, number, HEAD) for number in CARDS}
    for number, (left, top, height) in found.items():
        assert 80 <= left <= 92, f"card {number}: the headline begins at {left}"
        assert top >= 228 and top + height <= 332, f"card {number}: the headline stands from {top} to {top + height}"
        assert 45 <= height <= 55, f"card {number}: the capitals of the headline are {height} px high"
        own = share(s, number, looks(s, number)[1], HEAD, 10)
        assert own > 0.5 * ink(s, number, HEAD).mean(), f"card {number}: the headline has another colour"
    tops = [top + height for _, top, height in found.values()]
    assert max(tops) - min(tops) <= 4, f"the headlines stand on lines at {tops}"
    texts = {number: first_letter(s, number, BODY) for number in range(2, 7)}
    for number, (left, top, height) in texts.items():
        assert 80 <= left <= 92, f"card {number}: the text begins at {left}"
        assert 440 <= top <= 480, f"card {number}: the text begins at {top}"
        assert 37 <= height <= 46, f"card {number}: the capitals of the text are {height} px high"
        assert not ink(s, number, (80, 880, 1000, 900)).any(), f"card {number}: the text goes on below 880"
        own = share(s, number, looks(s, number)[1], BODY, 10)
        assert own > 0.4 * ink(s, number, BODY).mean(), f"card {number}: the text has another colour"
    tops = [top for _, top, _ in texts.values()]
    assert max(tops) - min(tops) <= 4, f"the texts begin at {tops}"


@check("content")
def headlines_and_texts_are_right(s: Submission) -> None:
    """Each card says its headline and its text, word for word, with what the notes settle."""
    for number, (head, text) in words(s).items():
        seen = read(s, number, HEAD)
        assert letters(seen) == letters(head), f"card {number} is headed {seen!r}, should be {head!r}"
        if number == 1:
            continue
        seen = read(s, number, BODY)
        # The sign of degrees is read as one of several small rings.
        alike = [re.sub(r"[°oº0]\s*c\b", "c", each.casefold()) for each in (seen, text)]
        assert letters(alike[0]) == letters(alike[1]), f"card {number} says {seen!r}, should say {text!r}"
        marks = [re.findall(r"\d+\.\d\d", each) for each in (seen, text)]
        assert marks[0] == marks[1], f"card {number}: prices are {marks[0]}"


@check("rendered")
def logo_on_first_and_last(s: Submission) -> None:
    """The right logo, whole, 220 px wide, at its place, with nothing beside it."""
    from PIL import Image

    for number, name in ((1, "light"), (6, "dark")):
        with Image.open(s.file(f"brand/logo-{name}.png")) as logo:
            mark = logo.convert("RGBA").resize((220, round(220 * logo.height / logo.width)), Image.Resampling.LANCZOS)
        wanted = Image.new("RGBA", mark.size, looks(s, number)[0])
        wanted.alpha_composite(mark)
        buffer = BytesIO()
        wanted.save(buffer, "PNG")
        off = picture_difference(picture(s, number), buffer.getvalue(), box=(80, 80, 300, 80 + mark.height))
        assert off < 4, f"card {number}: logo-{name} does not stand at its place as it is ({off:.1f})"
        bare = share(s, number, looks(s, number)[0], (304, 80, 1000, 212), 4)
        assert bare > 0.998, f"card {number}: something stands beside the logo"


@check("rendered")
def photo_fills_its_field(s: Submission) -> None:
    """A cut of the photo, not stretched, with the bag in it, fills the field of the first card, and nothing lies on it."""
    field = (80, 440, 1000, 900)
    found = placed_in(s.file(PHOTO), picture(s, 1), part_box=(84, 444, 996, 896), smallest=0.3)
    assert found.likeness > 0.93, f"the field is not a cut of the photo ({found.likeness:.2f})"
    left, top, right, bottom = found.box
    bag = (980, 304, 1400, 1020)
    assert left <= bag[0] and top <= bag[1] and right >= bag[2] and bottom >= bag[3], f"the bag is cut: {found.box}"
    rims = {"left": (80, 440, 84, 900), "top": (80, 440, 1000, 444), "right": (996, 440, 1000, 900), "low": (80, 896, 1000, 900)}  # fmt: skip
    bare = [name for name, box in rims.items() if share(s, 1, looks(s, 1)[0], box, 4) > 0.6]
    assert not bare, f"the photo does not fill {field}: the {bare} rim is bare"


@check("format")
def contact_sheet_shows_all(s: Submission) -> None:
    """The six cards as they are now, in order, three in a row, each 400 px wide, on a light ground."""
    from PIL import Image

    facts = s.image(SHEET)
    gap = (facts.width - 1200) / 4
    assert 9 <= gap <= 30 and 824 <= facts.height <= 890, f"the sheet is {facts.width} x {facts.height} px"
    for number in CARDS:
        row, column = divmod(number - 1, 3)
        off: list[float] = []
        for down in (round(gap), round((facts.height - 800) / 3)):  # the rows' gap may be another one
            left, top = round(gap + column * (400 + gap)), down + row * (400 + down)
            assert top + 400 <= facts.height, f"the sheet is only {facts.height} px high"
            off.append(picture_difference(s.file(SHEET), picture(s, number), box=(left, top, left + 400, top + 400)))
        assert min(off) < 5, f"card {number} is not in its place on the sheet as it is now ({min(off):.1f})"
    with Image.open(s.file(SHEET)) as image:
        corner: Any = image.convert("RGB").getpixel((2, 2))
    assert min(corner) >= 215 and max(corner) - min(corner) <= 12, f"the sheet's ground is {corner}"


@check("content")
def captions_keep_the_rules(s: Submission) -> None:
    """Length, hashtags, product, price and link, no figure that no card has, no shouting."""
    last, cards = words(s)[6][1], " ".join(" ".join(pair) for pair in words(s).values())
    link, price = re.findall(r"\S+/spring", last)[0], re.findall(r"\$[\d.]+\d", last)[0]
    for path, (most, tags) in CAPTIONS.items():
        text = s.text(path).strip()
        assert 60 <= len(text) <= most, f"{path} has {len(text)} characters"
        assert text.endswith(tags), f"{path} does not end with {tags!r}"
        found = re.findall(r"#\w+", text)
        assert found == tags.split(), f"{path} has the hashtags {found}"
        missing = [*lacks(text, "Spring Blend", link), *([] if price in text else [price])]
        assert not missing, f"{path} lacks {missing}"
        stray = stray_figures(text, 5, 6, *(number.value for number in numbers(cards)))
        assert not stray, f"{path} has figures that no card has: {stray}"
        loud = re.findall(r"\b[A-Z]{4,}\b|!!", text)
        assert not loud, f"{path} shouts: {loud}"
        others = set(re.findall(r"[\w.-]+\.example\S*", text)) - {link, f"{link}."}
        assert not others, f"{path} has other links: {others}"


@check("tools")
def sheet_was_looked_at(s: Submission) -> None:
    """The contact sheet was made of the finished cards and seen."""
    assert s.trajectory.rendered_after_last_change(SHEET), "the contact sheet was never looked at"
    steps = [place for place, call in enumerate(s.trajectory) if any(call.changed(path) for path in CARDS.values())]
    made = [place for place, call in enumerate(s.trajectory) if call.changed(SHEET)]
    assert made and steps and made[-1] > steps[-1], "a card was changed after the contact sheet was made"


@check("effects")
def drafts_are_cleared_away(s: Submission) -> None:
    """Nothing is left under scratch/."""
    assert not s.files("scratch/*"), f"left in scratch/: {s.files('scratch/*')}"


@check("answer")
def tells_changes_and_lengths(s: Submission) -> None:
    """Old and new temperature and price, the cards that changed places, and how long the captions are."""
    for value in (96, 93, 17.5, 16.5):
        assert says_number(s.answer, value), f"the answer does not say {value:g}"
    assert mentions(s.answer, "rinse", "rinsing", "filter", "cards 3 and 4", "3 and 4"), "the new order is not told"
    pairs = re.findall(r"cards? (\d)\s*(?:and|&|with|to|,)\s*(?:card )?(\d)", s.answer)
    assert all({*pair} == {"3", "4"} for pair in pairs), f"the answer names the cards {pairs}"
    lengths = [len(s.text(path).strip()) for path in CAPTIONS]
    for length in lengths:
        assert says_number(s.answer, length, within=1), (
            f"the answer does not say that a caption has {length} characters"
        )
    known = [*lengths, *(length + 1 for length in lengths), 1, 2, 3, 4, 5, 6, 12, 16.5, 17.5, 93, 96, 400, 200, 1080]
    stray = stray_figures(s.answer, *known)
    assert not stray, f"the answer has other figures: {stray}"
