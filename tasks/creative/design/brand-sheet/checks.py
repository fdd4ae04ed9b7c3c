"""The brand sheet against the logo's own pixels: values, contrasts, type, pictures of the logo, and how it looks."""

import re
from collections import Counter
from io import BytesIO
from itertools import combinations
from typing import Any

from deskworld_verifiers import (
    Submission,
    check,
    color_share,
    flat_picture,
    lacks,
    mentions,
    page_count,
    pdf_words,
    picture_boxes,
    pictures_in,
    placed_in,
    records_of,
    says_number,
    stray_figures,
)

SHEET, PDF, LOGO, MAIL = (
    "out/tanaka-brand-sheet.docx",
    "out/tanaka-brand-sheet.pdf",
    "logo/tanaka-logo.png",
    "notes/kenji.md",
)
NAMES = ("Night Glaze", "Celadon", "Clay", "Porcelain")
HEADINGS = ["Colours", "Contrast", "Type", "Logo"]
WRONG = {"stretched": ("stretched", "wide", "width", "squeezed", "drawn"), "grey": ("grey", "gray"), "clay": ("clay",)}
FONTS = {"Caladea", "Carlito"}
MM = 72 / 25.4


def measured(s: Submission) -> dict[str, tuple[int, ...]]:
    """The four colours: the three commonest of the logo's solid pixels, and the paper of the mail."""
    from PIL import Image

    with Image.open(s.file(LOGO)) as logo:
        pixels = Counter(pixel[:3] for pixel in logo.convert("RGBA").getdata() if pixel[3] == 255)
    common = [color for color, _ in pixels.most_common(3)]
    night = min(common, key=sum)
    celadon = max(common, key=lambda each: each[1] - each[0])
    (clay,) = set(common) - {night, celadon}
    paper = re.search(r"Porcelain\*\*, (#[0-9A-F]{6})", s.text(MAIL))
    assert paper
    return dict(zip(NAMES, (night, celadon, clay, rgb(paper[1])), strict=True))


def rgb(color: str) -> tuple[int, ...]:
    return tuple(int(color[place : place + 2], 16) for place in (1, 3, 5))


def ratio(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    """Contrast as WCAG 2.2 has it."""

    def luminance(color: tuple[int, ...]) -> float:
        parts = [part / 255 for part in color]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def pairs(s: Submission) -> dict[frozenset[str], float]:
    colors = measured(s)
    return {frozenset((one, other)): ratio(colors[one], colors[other]) for one, other in combinations(NAMES, 2)}


def good_for(value: float) -> str:
    return "text" if value >= 4.5 else "large text" if value >= 3 else "not for text"


def samples(s: Submission) -> dict[str, str]:
    """Kenji's lines by what they are."""
    return dict(re.findall(r"^- (Heading|Subheading|Text): ([^\n]+(?:\n  [^\n]+)*)", s.text(MAIL), re.MULTILINE))


def captions(s: Submission) -> list[str]:
    """What stands by the pictures of the logo: paragraphs and cells that begin with Right or Wrong."""
    document = s.document(SHEET)
    cells = [cell for table in document.tables for row in table.rows for cell in row]
    texts = [line.strip() for text in [*cells, *(p.text for p in document.paragraphs)] for line in text.split("\n")]
    texts = [re.sub(r"^(?:Figure|Picture) \d+[.:]?\s*", "", text) for text in texts]
    return [text for text in texts if re.match(r"(Right|Wrong)\b", text)]


@check("format")
def made_as_asked(s: Submission) -> None:
    """A4, two pages at most, the four headings in order, nothing that check_document objects to."""
    document = s.document(SHEET)
    section = document.sections[0]
    assert (round(section.width), round(section.height)) == (595, 842), (section.width, section.height)
    assert page_count(s.file(SHEET)) <= 2
    first = next(p for p in document.paragraphs if p.text.strip())
    assert first.text.strip() == "Tanaka Ceramics brand sheet", first.text
    headings = [each.text.strip() for each in document.outline if each.text.strip() != first.text.strip()]
    assert headings == HEADINGS, headings
    assert document.title.strip() == "Tanaka Ceramics brand sheet", f"the file's title is {document.title!r}"
    assert not document.findings, [each.message for each in document.findings]


@check("content")
def colors_are_the_logos(s: Submission) -> None:
    """Name, hex and RGB of each colour, in the order of the mail."""
    rows = records_of(s.document(SHEET), "Swatch", "Name", "Hex", "RGB")
    assert [row["Name"].strip() for row in rows] == list(NAMES), [row["Name"] for row in rows]
    for row, (name, color) in zip(rows, measured(s).items(), strict=True):
        assert re.fullmatch(r"#[0-9A-F]{6}", row["Hex"].strip()), f"{name}: {row['Hex']!r} is no hex value"
        apart = max(abs(a - b) for a, b in zip(rgb(row["Hex"].strip()), color, strict=True))
        assert apart <= (0 if name == "Porcelain" else 4), f"{name} is {color} in the logo, not {row['Hex']}"
        assert row["RGB"].strip() == ", ".join(map(str, rgb(row["Hex"].strip()))), f"{name}: {row['RGB']}"


@check("content")
def contrasts_are_right(s: Submission) -> None:
    """All six pairs once, with ratio and what they are good for."""
    rows = records_of(s.document(SHEET), "Pair", "Ratio", "Good for")
    wanted = pairs(s)
    found = [frozenset(name for name in NAMES if name in row["Pair"]) for row in rows]
    assert sorted(map(sorted, found)) == sorted(map(sorted, wanted)), [row["Pair"] for row in rows]
    for row, pair in zip(rows, found, strict=True):
        said = re.fullmatch(r"(\d+\.\d)(?: ?: ?1)?", row["Ratio"].strip())
        assert said and abs(float(said[1]) - wanted[pair]) < 0.13, f"{row['Pair']} has {wanted[pair]:.2f}, not {row}"
        assert row["Good for"].strip().casefold() == good_for(wanted[pair]), f"{row['Pair']}: {row['Good for']}"
        assert re.fullmatch(r"[\w ]+? on [\w ]+", row["Pair"].strip()), row["Pair"]


@check("format")
def type_is_set_as_said(s: Submission) -> None:
    """Each sample has its font, size and weight, and a note of them above; the rest has the same two fonts."""
    document = s.document(SHEET)
    looks = {"Heading": ("Caladea", 24, True), "Subheading": ("Caladea", 16, True), "Text": ("Carlito", 11, False)}
    texts = [" ".join(p.text.split()) for p in document.paragraphs]
    for kind, sample in samples(s).items():
        sample = " ".join(sample.split())
        assert texts.count(sample) == 1, f"{sample!r} stands there {texts.count(sample)} times"
        place = texts.index(sample)
        found = {(run.font, run.size, run.bold) for run in document.paragraphs[place].runs if run.text.strip()}
        assert found == {looks[kind]}, f"{sample!r} is set in {sorted(found)}"
        font, size, bold = looks[kind]
        note = document.paragraphs[place - 1]
        assert not lacks(note.text, font, str(size)), f"above {sample!r} stands {note.text!r}"
        assert bool(mentions(note.text, "bold")) == bold, note.text
        strays = stray_figures(note.text, size)
        assert not strays, f"{note.text!r} says {strays}"
        assert max(run.size for run in note.runs) <= 10, f"{note.text!r} is no small note"
    runs = [run for p in document.paragraphs for run in p.runs]
    runs += [run for table in document.tables for row in table.cells for cell in row for p in cell for run in p.runs]
    other = sorted({run.font for run in runs if run.text.strip()} - FONTS)
    assert not other, f"other fonts: {other}"
    headings = {run.font for p in document.paragraphs if p.heading or p.style == "Title" for run in p.runs}
    assert headings == {"Caladea"}, f"headings are in {sorted(headings)}"


@check("content")
def rules_are_all_there(s: Submission) -> None:
    """Least width, free space, grounds; no other figures."""
    texts = [p.text for p in s.document(SHEET).paragraphs]
    after = " ".join(texts[texts.index("Logo") + 1 :])
    assert not lacks(after, "30 mm", "Porcelain", "white"), after
    assert mentions(after, "quarter", "1/4", "25 %", "25%"), "the free space is not told"
    assert not stray_figures(after, "30 mm", "1/4", 25, "1.5", "1"), after


@check("rendered")
def the_logo_is_shown(s: Submission) -> None:
    """On top the logo, whole; then four pictures: one right, three wrong in the way their captions say."""
    facts = s.document(SHEET).pictures
    pictures = pictures_in(s.file(SHEET))
    assert len(pictures) == 5 and all(pictures), f"{len(pictures)} pictures"
    assert facts[0].width >= 169, f"the logo on top is {facts[0].width * 25.4 / 72:.0f} mm wide"
    for fact in facts:
        shape = fact.width / fact.height / (fact.pixel_width / fact.pixel_height)
        assert abs(shape - 1) < 0.02, f"{fact.alt!r} is squeezed"
        assert len(fact.alt.split()) >= 3 and mentions(fact.alt, "logo"), f"alt text: {fact.alt!r}"
        assert not re.search(r"\bTanaka\b(?!['’]s| Ceramics)|\b(?<!Tanaka )Ceramics\b", fact.alt), (
            f"alt text: {fact.alt!r}"
        )
    small = [fact.alt for fact, each in zip(facts, pictures, strict=True) if fact.width * across(each) < 30 * MM * 0.97]
    assert not small, f"the logo is less than 30 mm across: {small}"
    seen = [kind_of(s, picture) for picture in pictures]
    assert seen[0] in ("logo", "right") and sorted(seen[1:]) == ["clay", "grey", "right", "stretched"], seen
    told = captions(s)
    assert len(told) == 4 and sum(one.startswith("Right") for one in told) == 1, told
    for kind, words in WRONG.items():
        mine = [one for one in told if one.startswith("Wrong") and mentions(one, *words)]
        assert mine, f"no caption says what is wrong: {kind}; {told}"
        alts = [fact.alt for fact, each in zip(facts, seen, strict=True) if each == kind]
        assert mentions(alts[0], *words, "ground", "colours", "colour"), f"alt text: {alts[0]!r}"
    order = [
        "right" if one.startswith("Right") else next(k for k, w in WRONG.items() if mentions(one, *w)) for one in told
    ]
    assert sorted(order) == sorted(seen[1:]) and order == seen[1:], f"captions {order} under pictures {seen[1:]}"


def across(picture: bytes) -> float:
    """How much of a picture's width the logo takes: all that differs from the ground."""
    import numpy

    pixels = numpy.asarray(flat_picture(picture), numpy.int16)
    columns = numpy.flatnonzero((numpy.abs(pixels - pixels[0, 0]).max(axis=2) > 24).any(axis=0))
    return (int(columns[-1]) - int(columns[0]) + 1) / pixels.shape[1] if len(columns) else 0.0


def kind_of(s: Submission, picture: bytes) -> str:
    """Which of the four a picture is."""
    import tempfile
    from pathlib import Path

    from PIL import Image

    paper, clay = ("#" + "".join(f"{part:02X}" for part in measured(s)[name]) for name in ("Porcelain", "Clay"))
    image = Image.open(BytesIO(picture)).convert("RGBA")
    flat = Image.alpha_composite(Image.new("RGBA", image.size, paper), image).convert("RGB")
    if flat.convert("HSV").getchannel("S").getextrema()[1] < 40:
        return "grey"
    with tempfile.TemporaryDirectory() as folder:
        whole, narrow = Path(folder) / "whole.png", Path(folder) / "narrow.png"
        flat.save(whole)
        flat.resize((round(flat.width / 1.5), flat.height)).save(narrow)
        if color_share(whole, clay, tolerance=8) > 0.4:
            return "clay" if placed_in(whole, s.file(LOGO), ground=clay, smallest=0.2).likeness > 0.93 else "other"
        right = placed_in(whole, s.file(LOGO), ground=paper, smallest=0.2)
        if right.likeness > 0.93:
            if abs(flat.width / flat.height - s.image(LOGO).width / s.image(LOGO).height) < 0.02:
                return "logo"  # the page around it is its free space
            return "right" if image.getextrema()[3][0] == 255 and free(right.box, flat.size) else "tight"
        wide = placed_in(narrow, s.file(LOGO), ground=paper, smallest=0.2).likeness
        return "stretched" if wide > 0.93 else "other"


def free(box: Any, size: tuple[int, int]) -> bool:
    """Whether a quarter of the logo's height stays free on all sides."""
    least = 0.25 * (box[3] - box[1]) - 4
    return min(box[0], box[1], size[0] - box[2], size[1] - box[3]) >= least


@check("rendered")
def swatches_are_filled(s: Submission) -> None:
    """Each colour fills its own cell: what stands in its row, left of its name."""
    assert s.pdf(PDF).pages and not [view.label for view in s.rendered(PDF) if view.blank]
    rows = records_of(s.document(SHEET), "Swatch", "Name", "Hex", "RGB")
    values = {row["Name"].strip(): row["Hex"].strip() for row in rows}
    words = pdf_words(s.file(PDF))
    for name, value in values.items():
        hexes = [place for place, word in enumerate(words) if word.text == value]
        assert hexes, f"{value} does not stand in the PDF"
        row = words[hexes[0]]
        named = [word for word in words[: hexes[0]] if word.page == row.page and word.text == name.split()[0]]
        assert named, f"{name} does not stand before {value}"
        view = s.rendered(PDF, pages=[row.page])[0]
        scale = view.width / s.pdf(PDF).page(row.page).width
        left, middle = named[-1].box[0], (row.box[1] + row.box[3]) / 2
        box = [round(each * scale) for each in (max(0, left - 40), middle - 3, left - 8, middle + 3)]
        shares = {other: color_share(view.png, each, box=box, tolerance=5) for other, each in values.items()}
        assert shares[name] >= 0.5, f"the swatch of {name} is not {value}: {shares}"


@check("rendered")
def the_logo_is_on_top(s: Submission) -> None:
    """The first picture stands above the first heading."""
    assert s.pdf(PDF).pages
    heads = [word for word in pdf_words(s.file(PDF), 1) if word.text == HEADINGS[0]]
    pictures = picture_boxes(s.file(PDF), 1)
    assert heads and pictures, "the first page has no heading, or no picture"
    assert min(box[3] for box in pictures) <= heads[0].box[1] + 2, "the logo does not stand on top"


@check("format")
def pdf_is_the_same(s: Submission) -> None:
    """The PDF has the pages and words of the document as it is now."""
    pdf, document = s.pdf(PDF), s.document(SHEET)
    assert len(pdf.pages) == page_count(s.file(SHEET)) and abs(pdf.page(1).width - 595) < 2
    words = set(re.findall(r"[\w#.]+", pdf.text))
    cells = [cell for table in document.tables for row in table.rows for cell in row]
    missing = [
        w
        for text in [*(p.text for p in document.paragraphs), *cells]
        for w in re.findall(r"[\w#.]+", text)
        if w not in words
    ]
    assert not missing, f"the PDF lacks {missing[:10]}"
    assert sum(page.images for page in pdf.pages) >= 5, "the PDF lacks pictures"


@check("tools")
def looked_and_printed_last(s: Submission) -> None:
    """The pages were looked at after the last change, and the PDF made from what was left then."""
    assert s.trajectory.rendered_after_last_change(SHEET), "the document was changed after the last look at it"
    assert s.trajectory.made_after(PDF, SHEET), "the PDF is older than the document"


@check("effects")
def drafts_are_cleared_away(s: Submission) -> None:
    """Nothing is left under scratch/."""
    assert not s.files("scratch/*"), f"left in scratch/: {s.files('scratch/*')}"


@check("answer")
def tells_values_and_pairs(s: Submission) -> None:
    """The hex values as they stand in the sheet, and the pairs for small text, no others."""
    rows = records_of(s.document(SHEET), "Swatch", "Name", "Hex", "RGB")
    values = [row["Hex"].strip() for row in rows]
    missing = [value for value in values if value not in s.answer.upper()]
    assert not missing, f"the answer lacks {missing}"
    said = [
        frozenset(found)
        for found in re.findall(rf"({'|'.join(NAMES)}) (?:on|and|with|/) ({'|'.join(NAMES)})", s.answer)
    ]
    wanted = [pair for pair, value in pairs(s).items() if value >= 4.5]
    assert all(pair in said for pair in wanted), f"pairs told: {said}"
    ratios = [float(row["Ratio"].split(":")[0]) for row in records_of(s.document(SHEET), "Pair", "Ratio", "Good for")]
    strays = stray_figures(
        s.answer, *values, *ratios, SHEET, PDF, "A4", 4.5, 3, "WCAG 2", 2,
        *(", ".join(map(str, rgb(value))) for value in values),
    )  # fmt: skip
    assert not strays, f"the answer says {strays}"
    for name, value in zip(NAMES, values, strict=True):
        at = s.answer.upper().index(value)
        near = s.answer[max(0, at - 40) : at + 40]
        assert name in near, f"{value} is not told as {name}: {near!r}"
    assert all(says_number(s.answer, pairs(s)[pair], within=0.11) or not mentions(s.answer, "ratio") for pair in wanted)
