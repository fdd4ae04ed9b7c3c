"""Poster and picture against the brief and what was decided since: words, prices in their places, codes, colours."""

import re
from functools import cache
from pathlib import Path
from typing import Any

from deskworld_verifiers import (
    PdfWord,
    Submission,
    check,
    codes_in,
    color_share,
    ink_color,
    lacks,
    mentions,
    pdf_words,
    placed_in,
    says_number,
    stray_figures,
    stray_names,
    text_contrast,
)

POSTER, FEED = "out/spring-sale-a3.pdf", "out/spring-sale-feed.png"
BRIEF, RULES, PHOTO = "brief/spring-sale-brief.md", "brand/print-rules.md", "photos/counter.jpg"
BAG, CUP = (815, 240, 1180, 855), (460, 590, 750, 860)
"""Where bag and cup stand in the photo; both have print on them, which is none of ours."""
SUPERSEDED = {"Yirga Light": "$15.50"}
SOLD_OUT = "Kenya Peaberry"
WHEN = ("Saturday 14", "Saturday 21 March 2026")
LINK = "https://harborlight.example/spring-sale?from="
MM = 72 / 25.4

Box = tuple[float, float, float, float]


def in_brief(s: Submission) -> list[tuple[str, str, str, str]]:
    """Coffee, bag, regular and sale price, as the brief has them."""
    return re.findall(r"^\| (.+?) \| (\d.+?) \| (\$[\d.]+) \| (\$[\d.]+) \|$", s.text(BRIEF), re.MULTILINE)


def offers(s: Submission) -> dict[str, tuple[str, str, str]]:
    """Bag, regular and sale price by coffee, as they were decided last."""
    return {
        coffee: (bag, regular, SUPERSEDED.get(coffee, sale))
        for coffee, bag, regular, sale in in_brief(s)
        if coffee != SOLD_OUT
    }


def words_of_brief(s: Submission) -> tuple[str, str, str]:
    """Headline, place and small print."""
    told = dict(re.findall(r"^\| (Headline|Where|Small print) \| (.+?) \|$", s.text(BRIEF), re.MULTILINE))
    return told["Headline"], told["Where"], told["Small print"]


def brand_colors(s: Submission) -> list[str]:
    return re.findall(r"#[0-9A-F]{6}", s.text(RULES))


def on_poster(s: Submission) -> list[PdfWord]:
    assert len(s.pdf(POSTER).pages) == 1, f"the poster has {len(s.pdf(POSTER).pages)} pages"
    return pdf_words(s.file(POSTER))


@cache
def _read(path: Path, stamp: int) -> Any:
    from deskworld_artifacts.ocr import read_words

    return read_words(path)


def bag_in(s: Submission, picture: Path) -> Any:
    """Where the bag is seen in a picture."""
    return placed_in(picture, s.file(PHOTO), part_box=BAG, smallest=0.08)


def on_feed(s: Submission) -> list[Any]:
    """The lines of the picture as OCR reads them, without those on bag and cup."""
    assert s.image(FEED).kind == "image"
    bag = bag_in(s, s.file(FEED)).box
    scale = (bag[2] - bag[0]) / (BAG[2] - BAG[0])
    corner = (bag[0] - BAG[0] * scale, bag[1] - BAG[1] * scale)
    things = [[corner[n % 2] + side * scale for n, side in enumerate(box)] for box in (BAG, CUP)]

    def photographed(box: Box) -> bool:
        across, down = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
        return any(at[0] <= across <= at[2] and at[1] <= down <= at[3] for at in things)

    lines = _read(s.file(FEED), s.file(FEED).stat().st_mtime_ns).lines
    return [line for line in lines if not photographed(line.box) and line.score > 0.5]


def places(words: list[Any], phrase: str) -> list[Box]:
    """Where a phrase stands, word by word, its lines together."""
    parts = phrase.casefold().split()
    texts = [word.text.casefold() for word in words]
    found = [n for n in range(len(texts)) if texts[n : n + len(parts)] == parts]
    return [around([word.box for word in words[n : n + len(parts)]]) for n in found]


def around(boxes: list[Box]) -> Box:
    return min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)


def owner(box: Box, names: dict[str, Box]) -> str:
    """The name that a reader gives a price to: the one in its row, left of it, else the nearest."""
    middle = (box[1] + box[3]) / 2
    row = [name for name, at in names.items() if at[1] <= middle <= at[3] and at[0] < box[0]]
    if row:
        return max(row, key=lambda name: names[name][0])

    def gap(name: str) -> float:
        at = names[name]
        across = max(at[0] - box[2], box[0] - at[2], 0)
        down = max(at[1] - box[3], box[1] - at[3], 0)
        return across**2 + down**2

    return min(names, key=gap)


def price_of(word: Any) -> str:
    found = re.search(r"\$?\d+[.,]\d\d\b", word.text)
    return found[0] if found else ""


def named(s: Submission, words: list[Any], where: str) -> dict[str, Box]:
    """Where each coffee stands; each once, in the order of the brief."""
    found = {coffee: places(words, coffee) for coffee in offers(s)}
    wrong = {coffee: len(boxes) for coffee, boxes in found.items() if len(boxes) != 1}
    assert not wrong, f"{where}: these coffees should stand there once: {wrong}"
    names = {coffee: boxes[0] for coffee, boxes in found.items()}
    seen = [coffee for coffee, box in sorted(names.items(), key=lambda each: (round(each[1][1] / 12), each[1][0]))]
    assert seen == list(names), f"{where}: the coffees stand in the order {seen}"
    return names


@check("format")
def sizes_are_right(s: Submission) -> None:
    """A3, one page, upright, with text; 1080 x 1350 px."""
    pages = s.pdf(POSTER).pages
    assert len(pages) == 1 and abs(pages[0].width - 297 * MM) < 3 and abs(pages[0].height - 420 * MM) < 3, pages[0]
    assert pages[0].words > 30, "there is hardly any text in the PDF"
    feed = s.image(FEED)
    assert (feed.format, feed.upright_width, feed.upright_height) == ("png", 1080, 1350), feed
    assert not feed.alpha_used, "the picture is see-through"


@check("content")
def poster_prices_stand_with_their_coffees(s: Submission) -> None:
    """Coffee, bag, regular and sale price belong together, and the sale price is the large one."""
    words = on_poster(s)
    names = named(s, words, "poster")
    prices: dict[str, list[tuple[str, float]]] = {coffee: [] for coffee in names}
    bags: dict[str, list[str]] = {coffee: [] for coffee in names}
    for before, word in zip([words[0], *words], words, strict=False):
        if price_of(word):
            prices[owner(word.box, names)].append((price_of(word), word.size))
        if word.text in ("oz", "lb"):
            bags[owner(word.box, names)].append(f"{before.text} {word.text}")
    for coffee, (bag, regular, sale) in offers(s).items():
        found = dict(prices[coffee])
        assert sorted(found) == sorted((regular, sale)) and len(prices[coffee]) == 2, f"{coffee} has {prices[coffee]}"
        assert found[sale] >= 1.5 * found[regular], f"{coffee}: the sale price is not large enough: {prices[coffee]}"
        assert bags[coffee] == [bag], f"{coffee} comes in {bags[coffee]}"


@check("content")
def poster_says_what_it_should(s: Submission) -> None:
    """Headline, days, place, address and small print; no price, day or coffee that no longer holds."""
    text = " ".join(word.text for word in on_poster(s))
    headline, where, small = words_of_brief(s)
    missing = lacks(text, headline, where, small, "harborlight.example/spring-sale", "21 March 2026")
    assert not missing, f"the poster lacks {missing}"
    assert mentions(text, "Saturday 14", "14 March", "Sat 14"), "the poster lacks the first day"
    assert not mentions(text, SOLD_OUT, "Kenya", "Peaberry", "Sunday"), "the poster has what was taken off"
    allowed = [part for each in offers(s).values() for part in each]
    strays = stray_figures(text.replace("harborlight.example/spring-sale", ""), *allowed, where, "14", "21", "2026")
    assert not strays, f"the poster says {strays}"


@check("rendered")
def feed_says_what_it_should(s: Submission) -> None:
    """What can be read in the picture: coffees with their sale prices, days, place, small print."""
    words = [word for line in on_feed(s) for word in line.words]
    names = named(s, words, "picture")
    wanted = {coffee: sale for coffee, (_, _, sale) in offers(s).items()}
    sales: dict[str, list[str]] = {coffee: [] for coffee in names}
    for word in words:
        if price_of(word):
            sales[owner(word.box, names)].append(price_of(word))
    wrong = {coffee: there for coffee, there in sales.items() if there != [wanted[coffee]]}
    assert not wrong, f"prices in the picture: {wrong}"
    text = " ".join(word.text for word in words)
    headline, where, small = words_of_brief(s)
    missing = lacks(text, headline, where, *small.rstrip(".").split(". "), "21 March 2026")
    assert not missing, f"the picture lacks {missing}: {text}"
    assert mentions(text, "Saturday 14", "14 March", "Sat 14") and not mentions(text, "Peaberry", "Kenya", "Sunday")


@check("rendered")
def codes_lead_where_they_should(s: Submission) -> None:
    """Each code can be read, has its own address and is large enough."""
    view = s.rendered(POSTER)[0]
    for name, picture, width, least, source in (
        ("poster", view.png, view.width, 45 * MM * view.width / s.pdf(POSTER).page(1).width, "poster"),
        ("picture", s.file(FEED), 1080, 200, "feed"),
    ):
        assert codes_in(picture) == [LINK + source], f"{name}: {codes_in(picture)}"
        side, ink = code_look(picture)
        assert distance(ink, ["#000000", "#1F3A44"]) < 30, f"{name}: the code is {ink}"
        assert side >= least * 0.985, f"{name}: the code is {side:.0f} px of {width}, it should be {least:.0f}"


def code_look(picture: Any) -> tuple[float, str]:
    """How wide a code is in pixels, without its white rim, and the colour of its dark."""
    from io import BytesIO

    import numpy
    import zxingcpp
    from PIL import Image

    with Image.open(BytesIO(picture) if isinstance(picture, bytes) else picture) as image:
        found: Any = zxingcpp.read_barcodes(numpy.asarray(image.convert("L")))
        at = found[0].position
        part = image.convert("RGB").crop((at.top_left.x, at.top_left.y, at.bottom_right.x, at.bottom_right.y))
    pixels = numpy.asarray(part).reshape(-1, 3)
    dark = pixels[pixels.sum(axis=1) <= numpy.percentile(pixels.sum(axis=1), 30)]
    side = min(abs(at.top_right.x - at.top_left.x), abs(at.bottom_left.y - at.top_left.y))
    return side, "#" + "".join(f"{round(float(each)):02X}" for each in numpy.median(dark, axis=0))


@check("format")
def letters_follow_the_rules(s: Submission) -> None:
    """Fonts, sizes, colours, distance from the rim and from each other."""
    words, page = on_poster(s), s.pdf(POSTER).page(1)
    colors = brand_colors(s)
    small = [(word.text, word.size) for word in words if word.size < 17.9]
    assert not small, f"too small on the poster: {small}"
    strange = sorted({word.color for word in words} - set(colors))
    assert not strange, f"letters in {strange}"
    rim = 12 * MM - 1
    out = [
        word.text
        for word in words
        if min(word.box[0], word.box[1], page.width - word.box[2], page.height - word.box[3]) < rim
    ]
    assert not out, f"too near the rim: {out}"
    assert fonts_of(s.file(POSTER)) <= {"carlito", "caladea"}, f"fonts: {sorted(fonts_of(s.file(POSTER)))}"
    no_touch([(word.text, word.box, word.size) for word in words])
    feed = on_feed(s)
    low = [(line.text, line.box) for line in feed if line.box[3] - line.box[1] < 17]
    assert not low, f"too small in the picture: {low}"
    near = [line.text for line in feed if min(line.box[0], line.box[1], 1080 - line.box[2], 1350 - line.box[3]) < 44]
    assert not near, f"too near the picture's rim: {near}"


def fonts_of(pdf: Path) -> set[str]:
    import pikepdf

    with pikepdf.open(pdf) as document:
        names = [str(one.get("/BaseFont", "")) for one in document.objects if isinstance(one, pikepdf.Dictionary)]
    return {re.split(r"[-,]", name.split("+")[-1].lstrip("/"))[0].casefold() for name in names if name}


def no_touch(words: list[tuple[str, Box, float]]) -> None:
    """No word lies on another: their letters' bodies keep apart."""
    for place, (text, box, size) in enumerate(words):
        for other, at, its in words[place + 1 :]:
            across = min(box[2], at[2]) - max(box[0], at[0])
            down = min(box[3] - 0.3 * size, at[3] - 0.3 * its) - max(box[1] + 0.3 * size, at[1] + 0.3 * its)
            assert across <= 1 or down <= 0, f"{text!r} and {other!r} touch"


@check("rendered")
def all_can_be_read(s: Submission) -> None:
    """Each word stands out from its ground, on both."""
    view = s.rendered(POSTER)[0]
    scale = view.width / s.pdf(POSTER).page(1).width
    faint = []
    for word in on_poster(s):
        left, top, right, bottom = (round(side * scale) for side in word.box)
        if len(word.text) > 1 and text_contrast(view.png, (left, top, right, bottom)) < 4.4:
            faint.append(word.text)
    assert not faint, f"hard to read on the poster: {faint}"
    faint = [line.text for line in on_feed(s) if text_contrast(s.file(FEED), line.box) < 4.2]
    assert not faint, f"hard to read in the picture: {faint}"
    written = {line.text: ink_color(s.file(FEED), line.box) for line in on_feed(s)}
    strange = {text: color for text, color in written.items() if distance(color, brand_colors(s)) > 24}
    assert not strange, f"letters in the picture have no colour of the brand: {strange}"


def distance(color: str, others: list[str]) -> int:
    """How far a colour is from the nearest of others, in its channels."""
    from PIL import ImageColor

    def apart(other: str) -> int:
        return max(abs(a - b) for a, b in zip(ImageColor.getrgb(color), ImageColor.getrgb(other), strict=False))

    return min(apart(other) for other in others)


@check("rendered")
def looks_like_us(s: Submission) -> None:
    """One photo with the whole bag, undistorted; the rest in the brand's colours."""
    import tempfile

    view = s.rendered(POSTER)[0]
    with tempfile.TemporaryDirectory() as folder:
        drawn = Path(folder) / "poster.png"
        drawn.write_bytes(view.png)
        for name, picture in (("poster", drawn), ("picture", s.file(FEED))):
            bag = bag_in(s, picture)
            assert bag.likeness > 0.8, f"{name}: the bag is not to be seen whole and undistorted ({bag.likeness:.2f})"
            plain, other = shares(s, picture, bag.box)
            assert plain >= 0.45, f"{name}: only {plain:.0%} have a colour of the brand"
            assert plain <= 0.92, f"{name}: the photo fills too little"
            assert other <= 0.035, f"{name}: {other:.0%} are neither photo nor in a colour of the brand"
            assert color_share(picture, "#1F3A44", tolerance=10) > 0.02, f"{name}: no Harbor in it"
            ground = max(brand_colors(s), key=lambda color: color_share(picture, color, tolerance=6))
            assert ground == "#F6EFE6", f"{name}: its ground is {ground}, not Cream"


def shares(s: Submission, picture: Path, bag: Box) -> tuple[float, float]:
    """How much of a picture has a colour of the brand, and how much is neither that nor the photo nor a soft edge."""
    import numpy
    from PIL import Image, ImageColor, ImageFilter

    with Image.open(picture) as image:
        seen = image.convert("RGB")
    with Image.open(s.file(PHOTO)) as image:
        scale = (bag[2] - bag[0]) / (BAG[2] - BAG[0])
        photo = image.convert("RGB").resize((round(image.width * scale), round(image.height * scale)))
    under = Image.new("RGB", seen.size, "#00FF00")
    under.paste(photo, (round(bag[0] - BAG[0] * scale), round(bag[1] - BAG[1] * scale)))
    soft = [numpy.asarray(each.filter(ImageFilter.GaussianBlur(3)), numpy.int16) for each in (seen, under)]
    is_photo = numpy.abs(soft[0] - soft[1]).max(axis=2) < 36
    pixels = numpy.asarray(seen, numpy.int16)
    colors = [numpy.array(ImageColor.getrgb(color), numpy.int16) for color in (*brand_colors(s), "#000000")]
    is_plain = numpy.any([numpy.abs(pixels - color).max(axis=2) <= 10 for color in colors], axis=0)
    spread = Image.fromarray((is_plain * 255).astype("uint8")).filter(ImageFilter.MaxFilter(5))
    near = numpy.asarray(spread) > 0
    return float((is_plain & ~is_photo).mean()), float((~is_plain & ~is_photo & ~near).mean())


@check("effects")
def drafts_are_cleared_away(s: Submission) -> None:
    """Nothing is left under scratch/."""
    assert not s.files("scratch/*"), f"left in scratch/: {s.files('scratch/*')}"


@check("answer")
def tells_what_changed(s: Submission) -> None:
    """The three changes, and the largest saving; nothing made up."""
    saved = {coffee: 1 - float(sale[1:]) / float(regular[1:]) for coffee, (_, regular, sale) in offers(s).items()}
    best = max(saved, key=lambda coffee: saved[coffee])
    assert not lacks(s.answer, "Yirga Light", "$15.50", "Peaberry", best), s.answer
    assert mentions(s.answer, "21 March", "March 21", "the 21st", "21st", "Saturday 21"), "the last day is not told"
    assert says_number(s.answer, saved[best], within=0.0051), f"the saving is {saved[best]:.1%}"
    old = {coffee: sale for coffee, _, _, sale in in_brief(s)}["Yirga Light"]
    strays = stray_figures(
        s.answer, "$15.50", old, POSTER, FEED, "A3", saved[best] * 100, saved[best], "1080 x 1350", "1080", "1350", "14",
        "21", "22", "21st", "22nd", "2026", *(part for each in offers(s).values() for part in each), 3, within=0.51,
    )  # fmt: skip
    assert not strays, f"the answer says {strays}"
    people = ["Aisha Karim", "Sam O'Neill", "Grace Liu", "Theo Park"]
    assert not stray_names(s.answer, known=people, cast=["Maya Lindqvist", "Marco Bellini", "Noor Haddad"])
