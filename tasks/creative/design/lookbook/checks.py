"""The lookbook against its style sheet and list: grid, words, colours and contrast, all read from the files."""

import re
from io import BytesIO
from typing import Any

from deskworld_verifiers import Submission, check, contrast_of, lacks, picture_of, same_picture

DECK, PDF = "out/lookbook.pptx", "out/lookbook.pdf"
STYLE, LIST = "style/style-sheet.md", "pictures/list.csv"
COLUMNS, TOP, WIDTH, HEIGHT = (48, 344, 640), 112, 272, 306
PAGES = {2: "Morning", 3: "Making", 4: "Away"}
SLOTS = {
    "dk1": "Ink", "lt1": "White", "dk2": "Harbor", "lt2": "Paper", "accent1": "Teal", "accent2": "Copper",
    "accent3": "Lantern", "accent4": "Harbor", "accent5": "Ink", "accent6": "Paper", "hlink": "Teal",
    "folHlink": "Harbor",
}  # fmt: skip


def palette(s: Submission) -> dict[str, str]:
    """The colours of the style sheet by name."""
    return dict(re.findall(r"\| (\w+) \| (#[0-9A-F]{6}) \|", s.text(STYLE)))


def listed(s: Submission, page: str) -> list[dict[str, str]]:
    """The released pictures of a page, in the order of their places."""
    rows = [row for row in s.table(LIST) if row["page"] == page and row["released"] == "yes"]
    return sorted(rows, key=lambda row: int(row["place"]))


def slide(s: Submission, number: int) -> Any:
    deck = s.deck(DECK)
    assert len(deck.slides) == 5, f"five pages were asked for, the deck has {len(deck.slides)}"
    return deck.slides[number - 1]


def pictures(s: Submission, number: int) -> list[Any]:
    """The pictures of a page, left to right; there have to be three."""
    shapes = sorted((shape for shape in slide(s, number).shapes if shape.picture), key=lambda shape: shape.box.left)
    assert len(shapes) == 3, f"page {number} has {len(shapes)} pictures"
    return shapes


def words_below(s: Submission, number: int, column: float) -> list[Any]:
    """The texts below the picture of a column, from top to bottom."""
    shapes = [
        shape for shape in slide(s, number).shapes
        if shape.text.strip() and not shape.picture and shape.box.top > TOP + HEIGHT / 2
        and column - 9 <= shape.box.left < column + WIDTH
        and not (shape.placeholder and shape.placeholder.type in ("ftr", "sldNum", "dt"))
    ]  # fmt: skip
    return sorted(shapes, key=lambda shape: shape.box.top)


@check("format")
def pictures_stand_on_the_grid(s: Submission) -> None:
    """Nine pictures, each filling its field to the point, cut but not distorted."""
    assert (s.deck(DECK).width, s.deck(DECK).height) == (960, 540), "the page is not 960 x 540 pt"
    for number in PAGES:
        for shape, column in zip(pictures(s, number), COLUMNS, strict=True):
            box = (shape.box.left, shape.box.top, shape.box.width, shape.box.height)
            off = [abs(got - wanted) for got, wanted in zip(box, (column, TOP, WIDTH, HEIGHT), strict=True)]
            assert max(off) <= 1, (
                f"page {number}: {shape.name} stands at {box}, its field is {(column, TOP, WIDTH, HEIGHT)}"
            )
            assert abs(shape.picture.distortion - 1) <= 0.02, (
                f"page {number}: {shape.name} is distorted ({shape.picture.distortion:.2f})"
            )
            assert not shape.rotation and not shape.flipped, f"page {number}: {shape.name} is turned"


@check("format")
def words_stand_in_their_columns(s: Submission) -> None:
    """Titles and captions below the picture, as wide as it, aligned left, and large enough."""
    for number in PAGES:
        heading = next((shape for shape in slide(s, number).shapes if PAGES[number] == shape.text.strip()), None)
        assert heading, f"page {number} has no title {PAGES[number]!r}"
        assert heading.box.top < TOP, f"page {number}: the title does not stand above the pictures"
        for column in COLUMNS:
            for shape in words_below(s, number, column):
                room = shape.frame.left if shape.frame else 0
                assert shape.box.left + room >= column - 1.5, f"page {number}: {shape.text!r} begins left of its column"
                assert shape.box.right <= column + WIDTH + 8, f"page {number}: {shape.text!r} is wider than its column"
                assert shape.box.width >= WIDTH - 12, f"page {number}: {shape.text!r} is narrower than its column"
                assert shape.box.top >= TOP + HEIGHT - 1, f"page {number}: {shape.text!r} lies over its picture"
                assert all(p.alignment in ("left", "justify") for p in shape.paragraphs), (
                    f"page {number}: {shape.text!r} is not aligned left"
                )
        tops = [below[0].box.top for column in COLUMNS if (below := words_below(s, number, column))]
        assert max(tops, default=0) - min(tops, default=0) < 2, f"page {number}: words begin at {tops}, not on one line"
    for page in s.deck(DECK).slides:
        for shape in page.shapes:
            title = shape.placeholder is not None and shape.placeholder.type in ("title", "ctrTitle")
            assert not shape.text.strip() or shape.size >= (27.9 if title else 11.9), (
                f"page {page.index}: {shape.text!r} has {shape.size:g} pt"
            )


@check("content")
def right_pictures_with_their_words(s: Submission) -> None:
    """Each page's pictures in the order of the list, each with its own title, caption and alternative text."""
    for number, page in PAGES.items():
        shapes = pictures(s, number)
        for shape, column, row in zip(shapes, COLUMNS, listed(s, page), strict=True):
            where = f"page {number}, column at {column}"
            assert same_picture(picture_of(s.file(DECK), number, shape), s.file(row["file"])), (
                f"{where}: this is not {row['file']}"
            )
            assert shape.alt.strip() == row["shows"], (
                f"{where}: the alternative text is {shape.alt!r}, should be {row['shows']!r}"
            )
            said = "\n".join(text.text for text in words_below(s, number, column)).splitlines()
            assert [line.strip() for line in said if line.strip()] == [row["title"], row["caption"]], (
                f"{where} says {said}"
            )
        written = [line.strip() for line in slide(s, number).text.splitlines() if line.strip()]
        wanted = [page, *(row[what] for row in listed(s, page) for what in ("title", "caption"))]
        assert sorted(written) == sorted(wanted), f"page {number} says {written}, it should say {wanted}"


@check("content")
def first_and_last_page(s: Submission) -> None:
    """Cover and last page say what they should and nothing else."""
    for number, wanted in (
        (1, ["Harborlight Lookbook", "Spring 2026"]),
        (5, ["See you at the bar", "theo@harborlight.example"]),
    ):
        said = [line.strip() for line in slide(s, number).text.splitlines() if line.strip()]
        assert sorted(said) == sorted(wanted), f"page {number} says {said}"


@check("format")
def type_is_the_house_s(s: Submission) -> None:
    """Titles in Caladea, everything else in Carlito."""
    titles = {"Harborlight Lookbook", "See you at the bar", *PAGES.values()} | {row["title"] for row in s.table(LIST)}
    for page in s.deck(DECK).slides:
        for shape in page.shapes:
            for paragraph in shape.paragraphs:
                wanted = "Caladea" if paragraph.text.strip() in titles else "Carlito"
                other = {run.font for run in paragraph.runs if run.text.strip()} - {wanted}
                assert not other, f"page {page.index}: {paragraph.text!r} is set in {other}, should be {wanted}"


@check("format")
def colours_are_the_palette_s(s: Submission) -> None:
    """Text, fills, lines, grounds and the theme have no colour but those of the style sheet."""
    allowed = set(palette(s).values())
    for page in s.deck(DECK).slides:
        ground = palette(s)["Harbor" if page.index in (1, 5) else "Paper"]
        assert page.background == ground, f"page {page.index}: the ground is {page.background}, should be {ground}"
        for shape in page.shapes:
            used = {run.color for run in shape.runs if run.text.strip()} | {
                shape.fill,
                shape.line if shape.line_width else "",
            }
            assert not used - allowed - {""}, f"page {page.index}: {shape.name} has {used - allowed}"
    got, wanted = theme_colors(s), {slot: palette(s)[name] for slot, name in SLOTS.items()}
    assert got == wanted, f"the theme's colours are {got}, should be {wanted}"


def theme_colors(s: Submission) -> dict[str, str]:
    """The twelve colours of the deck's theme by slot."""
    from lxml import etree
    from pptx import Presentation

    for relation in Presentation(str(s.file(DECK))).slide_master.part.rels.values():
        if relation.reltype.endswith("/theme"):
            scheme: Any = etree.fromstring(relation.target_part.blob).find(".//{*}clrScheme")
            colors = {etree.QName(slot).localname: slot[0] for slot in scheme}
            return {name: f"#{(one.get('lastClr') or one.get('val') or '').upper()}" for name, one in colors.items()}
    return {}


@check("format")
def words_look_as_they_should(s: Submission) -> None:
    """Titles of pictures bold in 18 points and Teal, captions plain in 14 points and Ink."""
    for number, page in PAGES.items():
        titles, captions = ({row[what] for row in listed(s, page)} for what in ("title", "caption"))
        runs = [
            (paragraph.text.strip(), run) for shape in slide(s, number).shapes
            for paragraph in shape.paragraphs for run in paragraph.runs if run.text.strip()
        ]  # fmt: skip
        for text, run in runs:
            if text in titles | captions:
                wanted = (18, True, palette(s)["Teal"]) if text in titles else (14, False, palette(s)["Ink"])
                got = (round(run.size, 1), run.bold, run.color)
                assert got == wanted, f"page {number}: size, bold and colour of {text!r} are {got}, should be {wanted}"


@check("format")
def everything_can_be_read(s: Submission) -> None:
    """Contrast of 4.5 to 1 and more, for large text too."""
    for page in s.deck(DECK).slides:
        for shape in page.shapes:
            ground = shape.fill or page.background
            for run in shape.runs:
                ratio = contrast_of(run.color, ground) if run.text.strip() else 21
                assert ratio >= 4.49, f"page {page.index}: {run.text!r} is {run.color} on {ground}, {ratio:.1f} to 1"


@check("rendered")
def nothing_to_object_to(s: Submission) -> None:
    """No finding in the deck, nothing blank when it is shown."""
    found = [finding.message for finding in s.deck(DECK).findings]
    assert not found, found
    assert not [view.label for view in s.rendered(DECK) if view.blank], "a page shows nothing"


@check("rendered")
def pdf_is_the_same_state(s: Submission) -> None:
    """Five pages with the words of the deck, looking like it."""
    from PIL import Image, ImageChops, ImageStat

    pdf = s.pdf(PDF)
    assert len(pdf.pages) == 5, f"the PDF has {len(pdf.pages)} pages"
    for page in s.deck(DECK).slides:
        lines = [line for shape in page.shapes for line in shape.text.splitlines() if line.strip()]
        assert not lacks(pdf.page(page.index).text, *lines), (
            f"page {page.index} of the PDF lacks {lacks(pdf.page(page.index).text, *lines)}"
        )
    for view, printed in zip(s.rendered(DECK), s.rendered(PDF), strict=True):
        one, other = (Image.open(BytesIO(png)).convert("RGB").resize((160, 90)) for png in (view.png, printed.png))
        off = max(ImageStat.Stat(ImageChops.difference(one, other)).mean)
        assert off < 8, f"{view.label} looks otherwise in the PDF"


@check("tools")
def was_looked_at(s: Submission) -> None:
    """The deck was seen, and saved as PDF, after its last change; saving the PDF changes nothing."""
    assert s.trajectory.rendered_after_last_change(DECK), "the finished lookbook was never looked at"
    steps = [place for place, call in enumerate(s.trajectory) if call.changed(DECK)]
    saved = [place for place, call in enumerate(s.trajectory) if call.changed(PDF)]
    assert saved and saved[-1] > steps[-1], "the PDF was saved before the last change to the deck"


@check("answer")
def tells_what_could_not_be_used(s: Submission) -> None:
    """The picture that is not released, and no other."""
    for row in s.table(LIST):
        name = row["file"].rsplit("/", 1)[-1]
        told = name in s.answer or name.rsplit(".", 1)[0] in s.answer
        assert told == (row["released"] != "yes"), (
            f"{name} is {'not ' if not told else ''}named, it is {row['released']!r} in released"
        )
