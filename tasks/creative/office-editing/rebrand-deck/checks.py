"""Everything the old deck said is still said, under the new name, in the new look, with the closed books' figures.

What is expected comes from the old deck (its texts and notes with the names exchanged as the guide says), from the
guide (palette) and from the CSV (final months only); it is worked out in expected.py beside this file.
"""

import re
from collections import Counter
from datetime import date
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace

from deskworld_verifiers import Submission, check, mentions, says_day, says_number, stray_days, stray_figures

DECK = "out/wholesale-review-2025.pptx"
PDF = "out/wholesale-review-2025.pdf"
OLD_COLORS = ("#5B2A6E", "#8DB600", "#A77BB8", "#3C1B4A", "#C7DD7A")

expected = SimpleNamespace(**run_path(str(Path(__file__).with_name("expected.py"))))
OLD, TEMPLATE, KEPT, FURNITURE = expected.OLD, expected.TEMPLATE, expected.KEPT, expected.FURNITURE


@check("format")
def stands_on_the_template(s: Submission) -> None:
    """Master, layouts and theme are those of the company's template, and none of the old deck's."""
    deck, template, old = s.deck(DECK), s.deck(TEMPLATE), s.deck(OLD)
    assert (deck.width, deck.height) == (template.width, template.height)
    assert set(deck.layouts) <= set(template.layouts), "layouts that the template does not have"
    assert expected.theme(s.file(DECK)) == expected.theme(s.workspace / TEMPLATE), (
        "theme colours or fonts are not the template's"
    )
    assert expected.theme(s.file(DECK)) != expected.theme(s.workspace / OLD)
    assert [slide.layout for slide in deck.slides if slide.index in (1, 2, 3, 4, 6, 7, 8)] == [
        slide.layout for slide in old.slides if slide.index in (1, 2, 3, 4, 6, 7, 8)
    ], "a slide that was in order changed its layout"


@check("format")
def master_is_the_templates(s: Submission) -> None:
    """The wordmark on every slide is the template's; no master or layout holds the old name."""
    from pptx import Presentation

    def texts(path):
        found = []
        for master in Presentation(path).slide_masters:
            for holder in (master, *master.slide_layouts):
                found += [shape.text_frame.text for shape in holder.shapes if shape.has_text_frame]
        return found

    assert len(s.deck(DECK).slides) == 9
    found = texts(s.file(DECK))
    assert not [text for text in found if "northwind" in text.lower()]
    assert "HARBORLIGHT COFFEE ROASTERS" in found


@check("content")
def slides_in_their_order(s: Submission) -> None:
    """Nine slides, with the old titles under the new name, none hidden."""
    deck, old = s.deck(DECK), s.deck(OLD)
    assert [expected.words(slide.title) for slide in deck.slides] == [
        expected.words(expected.renamed(slide.title)) for slide in old.slides
    ]
    assert not [slide.index for slide in deck.slides if slide.hidden]


@check("content")
def nothing_lost_nothing_added(s: Submission) -> None:
    """Every other slide than the third says word for word what it said, renamed."""
    deck, old = s.deck(DECK), s.deck(OLD)
    for slide in old.slides:
        if slide.index == 3:
            continue
        wanted = Counter({expected.words(expected.renamed(text)): n for text, n in expected.said(slide).items()})
        now = expected.said(deck.slide(slide.index))
        assert not wanted - now, f"slide {slide.index} no longer says {list(wanted - now)}"
        assert not now - wanted, f"slide {slide.index} says what it did not: {list(now - wanted)}"


@check("content")
def table_keeps_its_cells(s: Submission) -> None:
    """The price table is a table still, cell by cell."""
    old = s.deck(OLD).slide(4).of_type("table")[0].table
    tables = s.deck(DECK).slide(4).of_type("table")
    assert len(tables) == 1, "slide 4 has to have its one table"
    assert tables[0].table.rows == [[expected.renamed(cell) for cell in row] for row in old.rows]


@check("content")
def notes_kept_under_new_names(s: Submission) -> None:
    """Speaker notes of all slides but the third are word for word the old ones, renamed."""
    deck, old = s.deck(DECK), s.deck(OLD)
    for slide in old.slides:
        if slide.index != 3:
            assert expected.words(deck.slide(slide.index).notes) == expected.words(expected.renamed(slide.notes)), (
                f"notes of slide {slide.index}"
            )


@check("content")
def footers_carry_the_new_name(s: Submission) -> None:
    """Each slide that had footer and number has them, the footer under the new name."""
    deck, old = s.deck(DECK), s.deck(OLD)
    for slide in old.slides:
        for kind in ("ftr", "sldNum"):
            before = [x for x in slide.shapes if x.placeholder and x.placeholder.type == kind]
            after = [x for x in deck.slide(slide.index).shapes if x.placeholder and x.placeholder.type == kind]
            assert len(after) == len(before), f"slide {slide.index}: {kind}"
            if kind == "ftr" and before:
                assert expected.words(after[0].text) == expected.words(expected.renamed(before[0].text))


@check("content")
def old_names_are_gone(s: Submission) -> None:
    """Neither slides nor notes, alt texts, charts, nor the file's properties hold an old name."""
    import zipfile

    deck = s.deck(DECK)
    assert (deck.title, deck.author) == ("Wholesale Review 2025", "Harborlight Coffee Roasters")
    with zipfile.ZipFile(s.file(DECK)) as package:
        for part in package.namelist():
            if part.endswith((".xml", ".rels")):
                text = package.read(part).decode("utf-8", "replace").replace(KEPT, "")
                assert "northwind" not in text.lower() and "NWR" not in text, f"an old name is left in {part}"
    everything = [slide.text + slide.notes for slide in deck.slides]
    assert not [text for text in everything if "northwind" in text.replace(KEPT, "").lower()]


@check("content")
def chart_shows_the_closed_books(s: Submission) -> None:
    """Four quarters, four product lines, final rows only, whole dollars; still stacked columns."""
    lines, _ = expected.sales(s)
    charts = s.deck(DECK).slide(3).of_type("chart")
    assert len(charts) == 1, "slide 3 has to have its one chart"
    chart = charts[0].chart
    assert (chart.type, chart.grouping) == ("column", "stacked")
    assert chart.categories == ["Q1 2025", "Q2 2025", "Q3 2025", "Q4 2025"]
    assert [series.name for series in chart.series] == list(lines)
    for series in chart.series:
        assert series.values == [round(value) for value in lines[series.name]], f"{series.name} is wrong"


@check("content")
def chart_keeps_its_workbook(s: Submission) -> None:
    """The numbers behind the chart, which open with "edit data", are the same as those it shows."""
    import io

    from openpyxl import load_workbook
    from pptx import Presentation

    assert len(s.deck(DECK).slides) == 9
    lines, _ = expected.sales(s)
    slides = list(Presentation(s.file(DECK)).slides)
    shapes = [shape for slide in slides[2:3] for shape in slide.shapes if shape.has_chart]
    assert shapes and shapes[0].chart.part.chart_workbook.xlsx_part is not None, "the chart can't be edited"
    book = load_workbook(io.BytesIO(shapes[0].chart.part.chart_workbook.xlsx_part.blob), data_only=True)
    cells = {cell for row in book.active.iter_rows(values_only=True) for cell in row}
    for line, values in lines.items():
        assert line in cells and {round(value) for value in values} <= cells, f"{line} differs in the chart's data"


@check("content")
def figures_beside_the_chart(s: Submission) -> None:
    """The year in millions with two decimals, the quarter in thousands, and no estimate anywhere."""
    year, fourth = expected.year_and_fourth(s)
    slide = s.deck(DECK).slide(3)
    texts = [shape.text for shape in slide.of_type("autoshape", "textbox")]
    for figure, label in ((f"${year / 1e6:.2f}M", "net sales 2025"), (f"${fourth / 1e3:.0f}K", "fourth quarter")):
        assert [text for text in texts if figure in text and mentions(text, label)], f"no box says {figure}, {label}"
    for text in (*texts, slide.notes):
        assert "estimat" not in text.lower() and "preliminary" not in text.lower()
    stale = [shape.text for shape in s.deck(OLD).slide(3).of_type("autoshape")]
    for text in stale:
        figure = text.split("\n")[0]
        assert figure in (f"${year / 1e6:.2f}M", f"${fourth / 1e3:.0f}K") or figure not in slide.text
    small = [shape.text for shape in slide.of_type("textbox") if mentions(shape.text, "Harborlight", "HCR")]
    assert small, "the source line is gone, or does not say whose figures these are"
    assert mentions(small[0], "final", "closed"), f"the source line does not say that they are final: {small[0]!r}"
    closed = date.fromisoformat(expected.sales(s)[1])
    strays = [stray_figures(text, year, fourth, "2025", "Q4", closed, 4, digits=2) for text in texts]
    assert not any(strays), f"slide 3 says {strays}"


@check("content")
def notes_tell_the_day(s: Submission) -> None:
    """The notes of slide 3 say on which day the fourth quarter was closed, and still name the sales desk."""
    notes = s.deck(DECK).slide(3).notes
    closed = date.fromisoformat(expected.sales(s)[1])
    assert says_day(notes, closed), f"the day of closing is not in the notes: {notes!r}"
    assert not stray_days(notes, closed), f"the notes name other days: {stray_days(notes, closed)}"
    assert mentions(notes, "HCR sales desk", "Harborlight Coffee Roasters sales desk", "Harborlight sales desk")
    strays = stray_figures(notes, closed, *expected.year_and_fourth(s), "2025", "Q4")
    assert not strays, f"the notes say {strays}"


@check("format")
def only_brand_colors(s: Submission) -> None:
    """Text, shapes, lines and table cells have colours of the guide."""
    allowed = set(expected.palette(s).values())
    assert len(s.deck(DECK).slides) == 9
    for slide in s.deck(DECK).slides:
        for shape in slide.shapes:
            used = {run.color for run in shape.runs if run.text.strip()} | {shape.line}
            if not shape.picture:
                used.add(shape.fill)
            strange = {color for color in used - {""} if color not in allowed}
            assert not strange, f"slide {slide.index}, {shape.name}: {strange}"
            cells = [cell.fill for row in shape.table.cells for cell in row] if shape.table else []
            strange = {color for color in cells if color and color not in allowed and not expected.pale(color)}
            assert not strange, f"slide {slide.index}, {shape.name}: cells in {strange}"


@check("format")
def colors_are_exchanged_as_the_guide_says(s: Submission) -> None:
    """Shapes, lines, marked words and the table's heading have the colour that stands for Northwind's."""
    deck, old, colors, swap = s.deck(DECK), s.deck(OLD), expected.palette(s), expected.exchanged(s)
    swap_text = {**swap, "#6D6D6D": colors["Harbor"]}
    grounds = {colors[name] for name in ("Harbor", "Teal", "Copper")}
    for slide in (3, 7):
        for kind in ("autoshape", "textbox", "connector"):
            before, after = old.slide(slide).of_type(kind), deck.slide(slide).of_type(kind)
            assert len(after) == len(before), f"slide {slide} has {len(after)} of {kind}"
            for was, now in zip(before, after, strict=True):
                for what in ("fill", "line"):
                    wanted, found = swap.get(getattr(was, what), getattr(was, what)), getattr(now, what)
                    assert found == wanted, f"slide {slide}, {now.name}: {what} is {found or 'none'}, not {wanted}"
                looks = [(swap_text.get(run.color, run.color), run.bold) for run in was.runs if run.text.strip()]
                looks = [(colors["White"] if now.fill in grounds else color, bold) for color, bold in looks]
                seen = [(run.color, run.bold) for run in now.runs if run.text.strip()]
                assert set(seen) == set(looks), f"slide {slide}, {now.name}: the writing is {seen}, not {looks}"
    for slide, marked in ((2, "Harborlight Coffee Roasters"), (9, "orders@harborlight.example")):
        runs = [run for shape in deck.slide(slide).shapes for run in shape.runs if not is_title(shape)]
        before = [run.color for shape in old.slide(slide).shapes for run in shape.runs if not is_title(shape)]
        color = next(swap[each] for each in before if swap.get(each, colors["Ink"]) != colors["Ink"])
        found = {run.color for run in runs if marked in run.text and run.color != colors["Ink"]}
        assert found == {color}, f"slide {slide}: {marked} is written in {sorted(found) or 'no colour'}, not {color}"
        others = [run.text for run in runs if marked not in run.text and run.color != colors["Ink"]]
        assert not others, f"slide {slide}: {others} are coloured too"
    tables = deck.slide(4).of_type("table")
    assert tables, "slide 4 has no table"
    heading, *rows = tables[0].table.cells
    looks = {(cell.fill, run.color) for cell in heading for part in cell.paragraphs for run in part.runs}
    assert looks == {(colors["Harbor"], colors["White"])}, f"the table's heading is {sorted(looks)}"
    assert not [cell.text for row in rows for cell in row if cell.fill == colors["Harbor"]], "other rows are Harbor too"


def is_title(shape):
    return bool(shape.placeholder) and shape.placeholder.type in ("title", "ctrTitle", *FURNITURE)


@check("format")
def only_brand_fonts(s: Submission) -> None:
    """Titles in Caladea, everything else in Carlito, nothing below 12 points."""
    assert len(s.deck(DECK).slides) == 9
    for slide in s.deck(DECK).slides:
        for shape in slide.shapes:
            place = shape.placeholder.type if shape.placeholder else ""
            font = "Caladea" if place in ("title", "ctrTitle") else "Carlito"
            fonts = {run.font for run in shape.runs if run.text.strip()}
            assert fonts <= {font}, f"slide {slide.index}, {shape.name}: {fonts}, not {font}"
            if place not in FURNITURE and shape.size:
                assert shape.size >= 12, f"slide {slide.index}, {shape.name}: {shape.size} pt"


@check("format")
def nothing_to_complain_about(s: Submission) -> None:
    """No overflow, overlap, low contrast, empty placeholder or missing alt text is left."""
    findings = s.deck(DECK).findings
    assert not findings, [finding.message for finding in findings]


@check("format")
def alt_texts_say_something(s: Submission) -> None:
    """Picture, chart and table have alt texts of at least three words."""
    deck = s.deck(DECK)
    shown = [
        shape for slide in deck.slides for shape in slide.of_type("picture", "chart", "table") if not shape.decorative
    ]
    assert len(shown) >= 3, "picture, chart or table is gone"
    for shape in shown:
        assert len(shape.alt.split()) >= 4, f"{shape.name}: {shape.alt!r}"
        if shape.chart:
            strays = stray_figures(shape.alt, "2025", 4, *expected.year_and_fourth(s), *[f"Q{n}" for n in range(1, 5)])
            assert mentions(shape.alt, "2025") and not strays, f"of which year? {shape.alt!r}"
            assert mentions(shape.alt, "net sales", "sales") and mentions(shape.alt, "quarter", "quarters", "quarterly")
            lines = ("product line", "product lines", "line", "lines", "product", "products", "house blends")
            assert mentions(shape.alt, *lines), f"by what? {shape.alt!r}"
        elif shape.table:
            for words_ in (
                ("coffee", "coffees"),
                ("roast", "roasts"),
                ("bag", "bags"),
                ("price", "prices", "list price"),
            ):
                assert mentions(shape.alt, *words_), f"the alt text does not name {words_[0]}: {shape.alt!r}"
            assert mentions(shape.alt, "orders", "ordered", "order", "customers", "buys"), f"who? {shape.alt!r}"
        else:
            places = re.findall(r"(\w+) [Dd]ock", shape.alt)
            named = [place for place in places if place[0].isupper() and place.lower() not in ("the", "our", "a")]
            assert mentions(shape.alt, "dock") and set(named) <= {"Northwind"}, f"what place is this? {shape.alt!r}"


@check("format")
def pieces_are_where_they_were(s: Submission) -> None:
    """The dock's picture is undistorted; the four steps stand in their row, joined by arrows."""
    deck, old = s.deck(DECK), s.deck(OLD)
    pictures = deck.slide(6).of_type("picture")
    assert len(pictures) == 1 and abs(pictures[0].picture.distortion - 1) < 0.02
    for kind in ("autoshape", "connector"):
        before, after = old.slide(7).of_type(kind), deck.slide(7).of_type(kind)
        assert [expected.words(shape.text) for shape in after] == [expected.words(shape.text) for shape in before]
        for was, now in zip(before, after, strict=True):
            assert abs(was.box.left - now.box.left) < 60 and abs(was.box.top - now.box.top) < 120, f"{was.name} moved"


@check("rendered")
def looks_like_us(s: Submission) -> None:
    """Nine full pages, and nowhere a patch of the old purple and green."""
    from io import BytesIO

    from PIL import Image

    views = s.rendered(DECK)
    assert len(views) == 9 and not [view.label for view in views if view.blank]
    for view in views:
        with Image.open(BytesIO(view.png)) as picture:
            colors = Counter(picture.convert("RGB").resize((320, 180), Image.Resampling.NEAREST).getdata())
        for old in OLD_COLORS:
            wanted = tuple(int(old[place : place + 2], 16) for place in (1, 3, 5))
            near = sum(n for c, n in colors.items() if all(abs(a - b) <= 6 for a, b in zip(c, wanted, strict=True)))
            assert near < 60, f"{view.label} still shows {old}"


@check("format")
def pdf_is_of_this_deck(s: Submission) -> None:
    """The PDF has the nine slides as they are now."""
    year, fourth = expected.year_and_fourth(s)
    pdf = s.pdf(PDF)
    assert len(pdf.pages) == 9
    for slide in s.deck(DECK).slides:
        assert expected.words(slide.title) in expected.words(pdf.page(slide.index).text), (
            f"page {slide.index} is another slide"
        )
    third = expected.words(pdf.page(3).text)
    assert f"${year / 1e6:.2f}M" in third and f"${fourth / 1e3:.0f}K" in third
    assert "northwind" not in expected.words(pdf.text).replace(KEPT, "").lower()
    assert "Talk to us" in pdf.page(9).text and expected.words(
        s.deck(DECK).slide(5).text.split("\n")[-1]
    ) in expected.words(pdf.text)


@check("tools")
def looked_and_printed_last(s: Submission) -> None:
    """The deck was looked at after its last change, and the PDF was made from what was left then."""
    assert s.trajectory.rendered_after_last_change(DECK), "the deck was changed after the last look at it"
    assert s.trajectory.made_after(PDF, DECK), "the PDF is older than the deck"


@check("answer")
def tells_the_figures(s: Submission) -> None:
    """The user hears the final net sales of the year and of the fourth quarter."""
    year, fourth = expected.year_and_fourth(s)
    assert says_number(s.answer, year) and says_number(s.answer, fourth)
    strays = stray_figures(
        s.answer, year, fourth, DECK, PDF, "2025", date.fromisoformat(expected.sales(s)[1]), *range(1, 10), "Q4"
    )
    assert not strays, f"the answer says {strays}"
