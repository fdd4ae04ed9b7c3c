"""The print sheets against the list of cards and what was decided, to the millimetre; the pictures against the sheets."""

import csv
import io
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from deskworld_verifiers import (
    PdfWord,
    Submission,
    check,
    ink_color,
    numbers,
    pdf_words,
    placed_in,
    says_number,
    stray_figures,
    words_seen,
)

SHEETS, LIST = "out/roastery-rush-sheets.pdf", "game/cards.csv"
MM = 72 / 25.4
CARD, BLOCK, BLEED = (63.0, 88.0), (10.5, 16.5), 3.0
PIXELS = 1240
"""Width of a page as it is drawn for the checks: 150 dots per inch."""


def cards(s: Submission) -> list[dict[str, str]]:
    """The eighteen cards in printing order, with what was decided."""
    found = [dict(row) for row in csv.DictReader(io.StringIO(s.text(LIST))) if row["status"] == "in"]
    for column, change in s.task.variables["decided"].items():
        next(card for card in found if card["id"] == change["id"])[column] = str(change["value"])
    return found


def place_of(number: int, *, back: bool = False) -> tuple[int, int, int]:
    """Page (from 1), column and row of the card of that number (from 0)."""
    page, at = divmod(number, 9)
    row, column = divmod(at, 3)
    return 2 * page + (2 if back else 1), 2 - column if back else column, row


def on_card(s: Submission, number: int, *, back: bool = False) -> list[PdfWord]:
    """The words on a card, their boxes in millimetres from its left top corner."""
    page, column, row = place_of(number, back=back)
    left, top = BLOCK[0] + CARD[0] * column, BLOCK[1] + CARD[1] * row
    found: list[PdfWord] = []
    for word in words(s, page):
        x, y, right, bottom = (side / MM for side in word.box)
        if left <= (x + right) / 2 < left + CARD[0] and top <= (y + bottom) / 2 < top + CARD[1]:
            found.append(
                PdfWord(word.text, page, (x - left, y - top, right - left, bottom - top), word.size, word.color)
            )
    return found


def words(s: Submission, page: int) -> list[PdfWord]:
    assert len(s.pdf(SHEETS).pages) == 4, f"{len(s.pdf(SHEETS).pages)} pages"
    return _words(s.file(SHEETS), s.sha256(SHEETS), page)


@lru_cache(maxsize=16)
def _words(path: Path, _stamp: str, page: int) -> list[PdfWord]:
    return pdf_words(path, page)


def within(found: list[PdfWord], box: tuple[float, float, float, float]) -> list[PdfWord]:
    def middle(word: PdfWord) -> tuple[float, float]:
        return (word.box[0] + word.box[2]) / 2, (word.box[1] + word.box[3]) / 2

    return [w for w in found if box[0] <= middle(w)[0] <= box[2] and box[1] <= middle(w)[1] <= box[3]]


def plain(text: str) -> str:
    return " ".join(re.sub(r"[‘’]", "'", text).split())


@check("format")
def pages_are_as_they_should(s: Submission) -> None:
    """Four standing A4 pages of text, with no word outside of the block."""
    for page in s.pdf(SHEETS).pages:
        assert abs(page.width - 210 * MM) < 1.5 and abs(page.height - 297 * MM) < 1.5, (page.width, page.height)
        found = words(s, page.index)
        inside = within(found, tuple(side * MM for side in (*BLOCK, 210 - BLOCK[0], 297 - BLOCK[1])))
        assert found and len(inside) == len(found), f"page {page.index} has words outside of the cards"


@check("content")
def fronts_are_right(s: Submission) -> None:
    """Each front has its card's cost, points, name, effect, number and id in their places."""
    for number, card in enumerate(cards(s)):
        found, name = on_card(s, number), f"front {number + 1}, {card['id']}"
        corners = {"cost": (0, 0, 20, 19), "points": (CARD[0] - 20, 0, CARD[0], 19)}
        for what, box in corners.items():
            there = within(found, box)
            assert [word.text for word in there] == [card[what]], f"{name}: {what} is {there}, should be {card[what]}"
            assert there[0].size >= 13.9, f"{name}: {what} is only {there[0].size} pt"
        rest = [word for word in found if not any(word in within(found, box) for box in corners.values())]
        text = plain(" ".join(word.text for word in rest))
        ends = {card["id"], f"{number + 1}/18"}
        assert ends <= {word.text for word in within(rest, (0, 70, *CARD))}, f"{name}: at the bottom {ends} is missing"
        effect = plain(card["effect"])
        assert text.count(effect) == 1, f"{name}: {effect!r} is not on it: {text!r}"
        left = text.replace(effect, "")
        assert left.count(card["name"]) == 1, f"{name}: {card['name']!r} is not on it once: {left!r}"
        left = left.replace(card["name"], "")
        more = [word for word in left.split() if word not in ends]
        assert not more, f"{name}: there is more on it: {more}"
        title = [word for word in rest if word.text in card["name"].split() and word.size >= 11.9]
        assert len(title) >= len(card["name"].split()), f"{name}: the name is too small"


@check("content")
def backs_lie_behind_their_fronts(s: Submission) -> None:
    """Turned over the long edge, each card has its suit on its back, and nothing else."""
    for number, card in enumerate(cards(s)):
        found = on_card(s, number, back=True)
        text = " ".join(word.text for word in found)
        assert text == card["suit"], f"behind {card['id']} ({card['suit']}) stands {text!r}"
        assert all(word.size >= 15.9 and word.color == "#FFFFFF" for word in found), f"{text}: {found}"


@check("format")
def letters_follow_the_rules(s: Submission) -> None:
    """Sizes, the distance from the cut, the two fonts; no word on another."""
    for number, card in enumerate(cards(s)):
        for back in (False, True):
            found = on_card(s, number, back=back)
            small = [(word.text, word.size) for word in found if word.size < 6.9]
            assert not small, f"{card['id']}: too small: {small}"
            out = [
                word.text
                for word in found
                if min(word.box[0], word.box[1], CARD[0] - word.box[2], CARD[1] - word.box[3]) < 3.8
            ]
            assert not out, f"{card['id']}: {out} stand too near the cut"
            for place, word in enumerate(found):
                for other in found[place + 1 :]:
                    across = min(word.box[2], other.box[2]) - max(word.box[0], other.box[0])
                    body = 0.3 / MM
                    down = min(word.box[3] - body * word.size, other.box[3] - body * other.size) - max(
                        word.box[1] + body * word.size, other.box[1] + body * other.size
                    )
                    assert across <= 0.3 or down <= 0, f"{card['id']}: {word.text!r} lies on {other.text!r}"
    import pikepdf

    with pikepdf.open(s.file(SHEETS)) as pdf:
        names = [str(one.get("/BaseFont", "")) for one in pdf.objects if isinstance(one, pikepdf.Dictionary)]
    fonts = {re.split(r"[-,]", name.split("+")[-1].lstrip("/"))[0] for name in names if name}
    assert fonts <= {"Carlito", "Caladea"}, f"fonts: {sorted(fonts)}"


def pixels(*millimetres: float) -> tuple[int, ...]:
    return tuple(round(each * PIXELS / 210) for each in millimetres)


@check("rendered")
def cut_marks_stand_at_the_cuts(s: Submission) -> None:
    """On each page sixteen black lines, where rows and columns are cut; else nothing outside of the block."""
    from PIL import Image, ImageDraw

    for view in s.rendered(SHEETS, width=PIXELS):
        with Image.open(io.BytesIO(view.png)) as drawn:
            page = drawn.convert("L")
        paper = (210.0, 297.0)
        for axis in (0, 1):
            for n in range(4):
                at = BLOCK[axis] + CARD[axis] * n
                for start in (BLOCK[1 - axis] - 7, paper[1 - axis] - BLOCK[1 - axis] + 2):
                    box = (at - 0.5, start + 0.5, at + 0.5, start + 4.5)
                    box = pixels(*(box if axis == 0 else (box[1], box[0], box[3], box[2])))
                    part = page.crop(box)
                    lines = [part.crop((x, 0, x + 1, part.height)) for x in range(part.width)]
                    if axis:
                        lines = [part.crop((0, y, part.width, y + 1)) for y in range(part.height)]
                    assert any(line.getextrema()[1] < 150 for line in lines), (
                        f"{view.label}: no cut mark at {at:.1f} mm {'down' if axis else 'across'}"
                    )
        pen = ImageDraw.Draw(page)
        pen.rectangle(pixels(BLOCK[0] - 0.3, BLOCK[1] - 0.3, 210.3 - BLOCK[0], 297.3 - BLOCK[1]), fill=255)
        for axis in (0, 1):
            for n in range(4):
                at = BLOCK[axis] + CARD[axis] * n
                for start in (BLOCK[1 - axis] - 7, paper[1 - axis] - BLOCK[1 - axis] + 2):
                    box = (at - 0.6, start - 0.5, at + 0.6, start + 5.5)
                    pen.rectangle(pixels(*(box if axis == 0 else (box[1], box[0], box[3], box[2]))), fill=255)
        assert page.getextrema()[0] > 200, f"{view.label}: there is more than cut marks around the cards"


@check("rendered")
def pictures_are_the_fronts(s: Submission) -> None:
    """Each picture has its size, its suit's rim, and within the cut what the sheet shows."""
    from PIL import Image, ImageChops, ImageColor, ImageFilter

    wanted = [f"out/cards/{card['id']}.png" for card in cards(s)]
    assert s.files("out/cards/*") == sorted(wanted), f"pictures: {s.files('out/cards/*')}"
    views = s.rendered(SHEETS, width=PIXELS)
    pages: list[Any] = []
    for view in views:
        with Image.open(io.BytesIO(view.png)) as drawn:
            pages.append(drawn.convert("RGB"))
    for number, (card, path) in enumerate(zip(cards(s), wanted, strict=True)):
        facts = s.image(path)
        assert (facts.width, facts.height, facts.alpha_used) == (815, 1110, False), f"{path}: {facts}"
        suit = s.task.variables["suits"][card["suit"]]
        page, column, row = place_of(number)
        left, top = BLOCK[0] + CARD[0] * column, BLOCK[1] + CARD[1] * row
        box = pixels(left + 0.5, top + 0.5, left + 62.5, top + 87.5)
        cell = pages[page - 1].crop(box)
        inner = [(side * 210 / PIXELS - at + BLEED) * 300 / 25.4 for side, at in zip(box, (left, top) * 2, strict=True)]
        with Image.open(s.file(path)) as image:
            large = image.convert("RGB")
            front = large.resize(cell.size, Image.Resampling.BOX, box=tuple(inner))
        rims = [
            large.crop(rim) for rim in ((0, 0, 815, 34), (0, 1076, 815, 1110), (0, 0, 34, 1110), (781, 0, 815, 1110))
        ]
        wrong = [
            rim for rim in rims if max(abs(c - w) for c, w in zip(mean(rim), ImageColor.getrgb(suit), strict=True)) > 4
        ]
        assert not wrong, f"{path}: the rim is not {suit}"
        soft = [each.filter(ImageFilter.GaussianBlur(3)) for each in (front, cell)]
        apart = max(high for _, high in ImageChops.difference(*soft).getextrema())
        assert apart < LIKE, f"{path} is not what the sheet shows ({apart})"


def whole(s: Submission, path: str) -> Path:
    """The file of a picture that can be opened."""
    assert s.image(path).width, f"{path} is empty"
    return s.file(path)


def mean(part: Any) -> list[float]:
    from PIL import ImageStat

    return ImageStat.Stat(part).mean


LIKE = 72
"""The largest difference of a channel, of 255, between two softened drawings of the same thing."""


@check("rendered")
def letters_have_the_sheet_s_colours(s: Submission) -> None:
    """Each word of a front has the colour in the picture that it has on the sheet."""
    from PIL import ImageColor

    for number, card in enumerate(cards(s)):
        path = f"out/cards/{card['id']}.png"
        picture = whole(s, path)
        for word in on_card(s, number):
            box = tuple(round((side + BLEED) * 300 / 25.4) for side in word.box)
            drawn, printed = (ImageColor.getrgb(each) for each in (ink_color(picture, box), word.color))
            apart = max(abs(one - other) for one, other in zip(drawn, printed, strict=True))
            assert apart < 40, f"{path}: {word.text!r} is {drawn}, on the sheet {printed}"


@check("rendered")
def pictures_can_be_read(s: Submission) -> None:
    """The effect, id and number in each picture, as OCR reads them side by side; figures to the letter."""
    from difflib import SequenceMatcher

    from PIL import Image

    deck, size = cards(s), (480, 654)  # 177 dots per inch: 7 pt is read, and reading takes half as long as at 225
    wall = Image.new("RGB", (size[0] * 3, size[1] // 2 * 6), "white")
    for number, card in enumerate(deck):
        with Image.open(whole(s, f"out/cards/{card['id']}.png")) as image:
            lower = image.convert("RGB").resize(size, Image.Resampling.BOX).crop((0, size[1] - size[1] // 2, *size))
        wall.paste(lower, (size[0] * (number % 3), size[1] // 2 * (number // 3)))
    texts = [""] * len(deck)
    buffer = io.BytesIO()
    wall.save(buffer, "PNG", compress_level=1)
    for word in words_seen(buffer.getvalue()):
        across, down = (word.box[0] + word.box[2]) // 2 // size[0], (word.box[1] + word.box[3]) // 2 // (size[1] // 2)
        texts[min(down * 3 + across, len(deck) - 1)] += " " + word.text
    for number, (card, text) in enumerate(zip(deck, texts, strict=True)):
        wanted = f"{card['effect']} {card['id']} {number + 1}/{len(deck)}"
        here, there = (re.sub(r"\W", "", each).casefold() for each in (wanted, text))
        alike = sum(same.size for same in SequenceMatcher(None, here, there, autojunk=False).get_matching_blocks())
        alike /= len(here)
        assert alike > 0.9, f"on the picture of {card['id']} stands {text!r}"
        figures = [sorted(set(re.findall(r"\d+", each))) for each in (wanted, text)]
        assert figures[0] == figures[1], f"on the picture of {card['id']} stands {text!r}, not {wanted!r}"


@check("rendered")
def icons_are_there(s: Submission) -> None:
    """A card of each suit shows its suit's icon, large enough."""
    for suit, color in s.task.variables["suits"].items():
        card = next(card for card in cards(s) if card["suit"] == suit)
        icon = placed_in(
            whole(s, f"out/cards/{card['id']}.png"),
            s.file(f"game/icons/{suit.lower()}.png"),
            ground=color,
            smallest=0.12,
        )
        assert icon.likeness > 0.85, f"{card['id']} lacks the icon of {suit} ({icon.likeness:.2f})"
        wide = (icon.box[2] - icon.box[0]) * 25.4 / 300
        assert wide >= 13.4, f"{card['id']}: the icon is {wide:.1f} mm wide"


@check("rendered")
def backs_are_of_one_colour(s: Submission) -> None:
    """Each back is all in its suit's colour, but for what is white on it."""
    from PIL import Image, ImageChops, ImageColor

    for page in (2, 4):
        with Image.open(io.BytesIO(s.rendered(SHEETS, width=PIXELS)[page - 1].png)) as image:
            drawn = image.convert("RGB")
        for number, card in enumerate(cards(s)):
            at, column, row = place_of(number, back=True)
            if at != page:
                continue
            left, top = BLOCK[0] + CARD[0] * column, BLOCK[1] + CARD[1] * row
            part = drawn.crop(pixels(left + 0.4, top + 0.4, left + 62.6, top + 87.6))
            suit = ImageColor.getrgb(s.task.variables["suits"][card["suit"]])
            off = ImageChops.difference(part, Image.new("RGB", part.size, suit)).convert("L").histogram()
            share = sum(off[:9]) / sum(off)
            assert share > 0.6, f"the back of {card['id']} is {share:.0%} {suit}"


@check("tools")
def looked_at_all_of_it(s: Submission) -> None:
    """Each picture, and each page of the sheets, was seen after its last change."""
    unseen = [path for path in s.files("out/cards/*") if not s.trajectory.rendered_after_last_change(path)]
    assert not unseen, f"nobody looked at {unseen}"
    pages = {
        page for look in s.trajectory.looks_after_last_change(SHEETS) for page in (look.result or {}).get("pages", [])
    }
    assert pages == {1, 2, 3, 4}, f"of the sheets only the pages {sorted(pages)} were looked at"


@check("answer")
def tells_costs_and_points(s: Submission) -> None:
    """The average cost of each suit and all points; nothing else in figures."""
    deck = cards(s)
    costs = {suit: [int(card["cost"]) for card in deck if card["suit"] == suit] for suit in s.task.variables["suits"]}
    averages = {suit: round(sum(each) / len(each) + 1e-9, 1) for suit, each in costs.items()}
    points = sum(int(card["points"]) for card in deck)
    assert says_number(s.answer, points, digits=1), f"the deck has {points} points"
    for suit, average in averages.items():
        after = re.split(suit, s.answer, maxsplit=1)
        assert len(after) == 2, f"{suit} is not named"
        near = [said.value for said in numbers(after[1])[:1]]
        assert near == [average], f"the average cost of {suit} is {average}, told is {near}"
    strays = stray_figures(s.answer, points, *averages.values(), 18, 9, 6, 4, "A4", SHEETS, "out/cards/RR-11.png")
    assert not strays, f"the answer says {strays}"
