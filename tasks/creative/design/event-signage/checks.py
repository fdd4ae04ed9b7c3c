"""The signs as they will be printed: sizes, letters and arrows measured on the page in millimetres."""

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from itertools import pairwise
from typing import Any

from deskworld_verifiers import (
    PdfWord,
    Submission,
    check,
    lacks,
    mentions,
    pdf_words,
    picture_difference,
    says_number,
    stray_figures,
)

PDF, PLAN = "out/signs.pdf", "signage/site-plan.png"
MM = 72 / 25.4  # points
DRAWN = 1800  # pixels across of the pages that are measured
GROUND_M = (80, 50)


@dataclass(frozen=True)
class Line:
    """A line of a sign as it is printed, in millimetres: where its text begins and ends, and its capitals' height."""

    text: str
    left: float
    right: float
    top: float
    capital: float

    @property
    def middle(self) -> float:
        return self.top + self.capital / 2


def palette(s: Submission) -> dict[str, str]:
    return dict(re.findall(r"\| (\w+) \| (#[0-9A-F]{6}) \|", s.text("signage/sign-rules.md")))


def signs(s: Submission) -> dict[int, list[dict[str, str]]]:
    """The lines of each sign, with what the notes changed."""
    found: dict[int, list[dict[str, str]]] = defaultdict(list)
    for row in sorted(s.table("signage/signs.csv"), key=lambda row: (row["sign"], int(row["line"]))):
        one = dict(row)
        if one["text"] == "Cloakroom":
            continue
        if (one["sign"], one["text"]) == ("2", "Toilets"):
            one["way"] = "right"
        if one["sign"] == "5":
            one["stands_at"] = "Fountain"
        found[int(one["sign"])].append(one)
    return dict(found)


def needed(line: dict[str, str]) -> float:
    """The least height of capitals in mm."""
    away, unit = line["seen_from"].split()
    return float(away) * (0.3048 if unit == "ft" else 1) * 4


def size(line: dict[str, str]) -> tuple[int, int]:
    return int(line["width_mm"]), int(line["height_mm"])


def page(s: Submission, number: int) -> Any:
    """The facts of a page; there have to be five, each as large as its sign."""
    pages, wanted = s.pdf(PDF).pages, size(signs(s)[number][0])
    assert len(pages) == 5, f"there are five signs, the file has {len(pages)} pages"
    got = pages[number - 1]
    mm = (got.width / MM, got.height / MM)
    assert all(abs(a - b) <= 0.6 for a, b in zip(mm, wanted, strict=True)), (
        f"sign {number} is {mm[0]:.1f} x {mm[1]:.1f} mm, should be {wanted[0]} x {wanted[1]}"
    )
    return got


def drawn(s: Submission, number: int) -> tuple[Any, float]:
    """A page's pixels, and how many of them a millimetre is."""
    page(s, number)
    view = s.rendered(PDF, pages=[number], width=DRAWN)[0]
    return _pixels(view.png), view.width / size(signs(s)[number][0])[0]


@lru_cache(maxsize=8)
def _pixels(png: bytes) -> Any:
    import numpy
    from PIL import Image

    with Image.open(BytesIO(png)) as image:
        return numpy.asarray(image.convert("RGB"), numpy.int16)


def apart(pixels: Any, color: str) -> Any:
    """How far each pixel is from a colour, in its farthest channel."""
    import numpy
    from PIL import ImageColor

    return numpy.abs(pixels - numpy.array(ImageColor.getrgb(color), numpy.int16)).max(axis=2)


def between(pixels: Any, one: str, other: str) -> int:
    """How many of the pixels are neither of two colours nor a mixture of them, as at the edge of a letter."""
    import numpy
    from PIL import ImageColor

    start, end = (numpy.array(ImageColor.getrgb(color), float) for color in (one, other))
    along = numpy.clip(((pixels - start) @ (end - start)) / float((end - start) @ (end - start)), 0, 1)
    return int((numpy.abs(pixels - (start + along[..., None] * (end - start))).max(axis=-1) > 30).sum())


def rows_of(words: list[PdfWord]) -> list[list[PdfWord]]:
    """Words that stand on one line, line by line from the top."""
    rows: list[list[PdfWord]] = []
    for word in sorted(words, key=lambda word: word.box[1] + word.box[3]):
        middle = (word.box[1] + word.box[3]) / 2
        if rows and middle < rows[-1][0].box[3] and middle > rows[-1][0].box[1]:
            rows[-1].append(word)
        else:
            rows.append([word])
    return [sorted(row, key=lambda word: word.box[0]) for row in rows]


def lines(s: Submission, number: int) -> list[Line]:
    """The lines of a sign, the height of capitals measured at the first letter of each."""
    pixels, scale = drawn(s, number)
    ink = apart(pixels, palette(s)["Harbor"]) > 90
    found: list[Line] = []
    for row in rows_of(pdf_words(s.file(PDF), number)):
        left, top, right, bottom = (round(edge / MM * scale) for edge in row[0].box)
        part = ink[max(0, top) : bottom, max(0, left) : right]
        assert part.size and part.any(), f"sign {number}: {row[0].text!r} can't be seen"
        columns = part.any(axis=0)
        start = int(columns.argmax())
        end = next((place for place in range(start, len(columns)) if not columns[place]), len(columns))
        heights = part[:, start:end].any(axis=1).nonzero()[0]
        found.append(
            Line(
                " ".join(word.text for word in row), row[0].box[0] / MM, row[-1].box[2] / MM,
                (top + int(heights[0])) / scale, (int(heights[-1]) - int(heights[0]) + 1) / scale,
            )
        )  # fmt: skip
    return found


def arrows(s: Submission, number: int) -> list[tuple[str, float, float, float, float]]:
    """What is drawn beside each line of a sign: the way it points, then left, top, right and bottom in mm."""
    import numpy

    pixels, scale = drawn(s, number)
    ink = apart(pixels, palette(s)["Harbor"]) > 90
    told = lines(s, number)
    for word in pdf_words(s.file(PDF), number):
        left, top, right, bottom = (round(edge / MM * scale) for edge in word.box)
        ink[max(0, top - 2) : bottom + 2, max(0, left - 2) : right + 2] = False
    middles = [line.middle for line in told]
    borders = [0.0, *((a + b) / 2 for a, b in pairwise(middles)), len(pixels) / scale]
    found: list[tuple[str, float, float, float, float]] = []
    for line, top, bottom in zip(told, borders[:-1], borders[1:], strict=True):
        downs, acrosses = numpy.nonzero(ink[round(top * scale) : round(bottom * scale)])
        assert len(downs) > 40, f"sign {number}: no arrow stands beside {line.text!r}"
        box = (acrosses.min(), downs.min(), acrosses.max() + 1, downs.max() + 1)
        lean = (
            (acrosses.mean() + 0.5 - (box[0] + box[2]) / 2) / (box[2] - box[0]),
            (downs.mean() + 0.5 - (box[1] + box[3]) / 2) / (box[3] - box[1]),
        )
        way = (
            ("right" if lean[0] > 0 else "left")
            if abs(lean[0]) > abs(lean[1])
            else ("ahead" if lean[1] < 0 else "back")
        )
        assert max(map(abs, lean)) > 0.03, f"sign {number}: what stands beside {line.text!r} points nowhere"
        left, up, right, down = (float(edge) / scale for edge in box)
        found.append((way, left, up + top, right, down + top))
    return found


@check("format")
def pages_are_the_signs(s: Submission) -> None:
    """Five pages in order, each as large as its sign, with its bookmark and the file's title."""
    for number in signs(s):
        assert page(s, number).rotation == 0, f"page {number} is turned"
    wanted = [(f"{number} {rows[0]['stands_at']}", number) for number, rows in signs(s).items()]
    got = [(mark.title.strip(), mark.page) for mark in s.pdf(PDF).outline]
    assert got == wanted, f"the bookmarks are {got}, should be {wanted}"
    assert s.pdf(PDF).metadata.get("title") == "Open House signs", f"the title is {s.pdf(PDF).metadata.get('title')!r}"


@check("content")
def texts_are_the_list_s(s: Submission) -> None:
    """Each sign says its lines in order, with what the notes changed, and nothing else."""
    for number, rows in signs(s).items():
        said = [line.text for line in lines(s, number)]
        wanted = [row["text"] for row in rows]
        assert sorted(said) == sorted(wanted) if number == 5 else said == wanted, (
            f"sign {number} says {said}, should say {wanted}"
        )


@check("rendered")
def letters_can_be_read_from_afar(s: Submission) -> None:
    """Capitals are as high as the distance asks, and the same on all lines of a sign."""
    for number, rows in signs(s).items():
        heights = {line.text: line.capital for line in lines(s, number)}
        small = {text: round(height, 1) for text, height in heights.items() if height < needed(rows[0]) - 0.4}
        assert not small, f"sign {number} needs capitals of {needed(rows[0]):.1f} mm, these have fewer: {small}"
        assert max(heights.values()) <= 1.05 * min(heights.values()) + 0.5, f"sign {number}: capitals are {heights}"
        sizes = {round(word.size, 1) for word in pdf_words(s.file(PDF), number)}
        assert max(sizes) - min(sizes) < 0.5, f"sign {number} has letters in sizes {sorted(sizes)}"


@check("rendered")
def texts_stand_in_order(s: Submission) -> None:
    """One left edge, even distances, as many lines as texts."""
    for number in (1, 2, 3, 4):
        told = lines(s, number)
        edges = [line.left for line in told]
        assert max(edges) - min(edges) <= 0.7, f"sign {number}: texts begin at {edges} mm"
        bases = [line.top + line.capital for line in told]
        steps = [b - a for a, b in pairwise(bases)]
        assert max(steps) - min(steps) <= 0.03 * max(steps) + 1, f"sign {number}: the lines are {steps} mm apart"
        assert min(steps) >= 1.25 * told[0].capital, f"sign {number}: the lines are crowded"


@check("rendered")
def arrows_point_the_right_way(s: Submission) -> None:
    """An arrow a line, on its side of the text, in one column, all of one size, level with the text."""
    for number in (1, 2, 3, 4):
        rows, told = signs(s)[number], lines(s, number)
        assert len(told) == len(rows), f"sign {number} has {len(told)} lines"
        columns: dict[str, list[float]] = defaultdict(list)
        long: list[float] = []
        for row, line, (way, left, top, right, bottom) in zip(rows, told, arrows(s, number), strict=True):
            name = f"sign {number}, {row['text']}"
            assert way == row["way"], f"{name}: the arrow points {way}, should point {row['way']}"
            side = "right" if left > line.right else "left" if right < line.left else "over"
            assert side == ("right" if way == "right" else "left"), (
                f"{name}: the arrow stands on the {side} of its text"
            )
            columns[side].append((left + right) / 2)
            long.append(max(right - left, bottom - top))
            level = (top + bottom) / 2 - line.middle
            assert abs(level) <= 0.06 * line.capital + 0.6, (
                f"{name}: the arrow stands {level:.1f} mm off its text's middle"
            )
            assert 0.97 <= long[-1] / line.capital <= 2.05, f"{name}: the arrow is {long[-1]:.0f} mm long"
        assert max(long) - min(long) <= 0.02 * max(long) + 0.5, f"sign {number}: the arrows are {long} mm long"
        for side, middles in columns.items():
            assert max(middles) - min(middles) <= 1, f"sign {number}: the arrows on the {side} stand at {middles}"


@check("rendered")
def colours_and_margins(s: Submission) -> None:
    """Ground, texts and arrows in their colours; a fifteenth of the short side free at each edge."""
    for number, rows in signs(s).items():
        pixels, scale = drawn(s, number)
        ground, margin = apart(pixels, palette(s)["Harbor"]), round(min(size(rows[0])) / 15 * scale) - 2
        rim = ground.copy()
        rim[margin:-margin, margin:-margin] = 0
        assert (rim <= 6).all(), f"sign {number}: something stands nearer to the edge than {margin / scale:.0f} mm"
        if number == 5:
            continue
        off = between(pixels[ground > 6], palette(s)["Harbor"], palette(s)["Cream"])
        assert off < 60, f"sign {number}: {off} of its pixels are neither Harbor nor Cream"
    for word in pdf_words(s.file(PDF)):
        assert word.color == palette(s)["Cream"], f"sign {word.page}: {word.text!r} is {word.color}"


def plan_box(s: Submission) -> tuple[float, float, float, float]:
    """Where the plan lies on its page: left, top, right, bottom in mm, read from the picture on it."""
    import pypdfium2

    with pypdfium2.PdfDocument(s.file(PDF)) as pdf:
        sheet = pdf[4]
        boxes = [item.get_bounds() for item in sheet.get_objects(filter=[3], max_depth=6)]
        assert len(boxes) == 1, f"the map sign has {len(boxes)} pictures, not the plan alone"
        (left, bottom, right, top), height = boxes[0], sheet.get_height()
    return left / MM, (height - top) / MM, right / MM, (height - bottom) / MM


@check("rendered")
def plan_is_whole(s: Submission) -> None:
    """The plan as it is, in its ratio, large, with no more on it than the marker."""
    page(s, 5)
    left, top, right, bottom = plan_box(s)
    ratio = (right - left) / (bottom - top)
    assert abs(ratio - GROUND_M[0] / GROUND_M[1]) < 0.02, f"the plan is stretched or cut: {ratio:.2f} to 1"
    assert right - left >= size(signs(s)[5][0])[0] / 2, f"the plan is only {right - left:.0f} mm wide"
    view = s.rendered(PDF, pages=[5], width=DRAWN)[0]
    scale = view.width / size(signs(s)[5][0])[0]
    box = [round(edge * scale) for edge in (left, top, right, bottom)]
    off = picture_difference(view.png, s.file(PLAN), box=box)
    assert off < 5, f"the plan on the sign is not the plan as it is ({off:.1f})"
    for word in pdf_words(s.file(PDF), 5):
        inside = word.box[1] / MM < bottom and word.box[3] / MM > top and word.box[0] / MM < right
        assert not inside or word.box[2] / MM < left, f"{word.text!r} stands on the plan"


@check("rendered")
def marker_is_where_the_sign_stands(s: Submission) -> None:
    """One Signal disc, 12 to 20 mm across, its middle at the sign's place, "You are here" below the plan."""
    import numpy

    pixels, scale = drawn(s, 5)
    downs, acrosses = numpy.nonzero(apart(pixels, palette(s)["Signal"]) <= 24)
    assert len(downs), "the map has no marker in Signal"
    wide, high = ((each.max() - each.min() + 1) / scale for each in (acrosses, downs))
    assert 11.5 <= wide <= 20.5 and abs(wide - high) <= 0.6, f"what is Signal measures {wide:.1f} x {high:.1f} mm"
    assert abs(len(downs) / scale**2 / (wide * high) - numpy.pi / 4) < 0.05, "the marker is no disc"
    left, top, right, bottom = plan_box(s)
    spot = next(row for row in s.table("signage/points.csv") if row["point"] == signs(s)[5][0]["stands_at"])
    wanted = (
        left + float(spot["x_m"]) / GROUND_M[0] * (right - left),
        bottom - float(spot["y_m"]) / GROUND_M[1] * (bottom - top),
    )
    got = ((acrosses.mean() + 0.5) / scale, (downs.mean() + 0.5) / scale)
    off = max(abs(a - b) for a, b in zip(got, wanted, strict=True))
    assert off <= 2, f"the marker stands {off:.0f} mm off the place ({spot['point']})"
    label = next((line for line in lines(s, 5) if line.text == "You are here"), None)
    assert label, '"You are here" does not stand on one line'
    assert label.top > bottom, '"You are here" does not stand below the plan'


@check("tools")
def every_page_was_looked_at(s: Submission) -> None:
    assert s.trajectory.rendered_after_last_change(PDF), "the finished signs were never looked at"
    seen: set[int] = set()
    for call in s.trajectory.looks_after_last_change(PDF):
        pages = call.arguments.get("pages")
        seen |= {int(one) for one in pages if str(one).isdigit()} if isinstance(pages, list) else {1, 2, 3, 4, 5}
    last = max(place for place, call in enumerate(s.trajectory) if call.changed(PDF))
    late = [
        call.name
        for call in list(s.trajectory)[last + 1 :]
        if call.changes and "scratch/" in str(call.arguments.get("path"))
    ]
    assert not late, f"a draft was drawn again ({late}) after the signs were put together"
    assert len(seen) >= 5, f"only pages {sorted(seen)} were looked at after the last change"


@check("answer")
def tells_heights_and_changes(s: Submission) -> None:
    """The least height for each sign, and the three changes from the notes."""
    heights = {number: needed(rows[0]) for number, rows in signs(s).items()}
    for number, height in heights.items():
        assert says_number(s.answer, height, within=0.51), (
            f"the answer does not say that sign {number} needs {height:.0f} mm"
        )
    assert not lacks(s.answer, "toilets", "fountain"), f"the answer lacks {lacks(s.answer, 'toilets', 'fountain')}"
    assert mentions(s.answer, "cloakroom", "coats"), "the answer does not tell that the cloakroom is gone"
    assert mentions(s.answer, "right"), "the answer does not tell where the toilets are"
    for piece in re.split(r"[;,\n]|\. ", s.answer):
        named = re.findall(r"\bsign (\d)", piece, re.IGNORECASE)
        for number, height in heights.items():
            told = re.search(rf"\b{height:.0f}(\.\d+)? mm", piece)
            assert not (told and len(named) == 1) or named == [str(number)], (
                f"{piece!r}: {height:.0f} mm is for sign {number}"
            )
        for word, number in (("toilet", "2"), ("cloakroom", "4"), ("coats", "4"), ("fountain", "5")):
            assert word not in piece.lower() or named in ([], [number]), f"{piece!r} names another sign than {number}"
    sizes = [side for rows in signs(s).values() for side in size(rows[0])]
    away = [float(rows[0]["seen_from"].split()[0]) for rows in signs(s).values()]
    stray = stray_figures(
        s.answer, *heights.values(), *sizes, *away, 1, 2, 3, 4, 5, 12.2, 0.3048, 2026, 14, within=0.51
    )
    assert not stray, f"the answer has other figures: {stray}"
