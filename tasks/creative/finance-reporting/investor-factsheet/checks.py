"""The page against the workbook: table, sentences, charts and notice; one page, well set, printed from its last state."""

import re
from calendar import month_name
from io import BytesIO
from typing import Any

from deskworld_verifiers import (
    Submission,
    chart_behind,
    check,
    color_share,
    lacks,
    legibility,
    mentions,
    numbers,
    page_count,
    picture_boxes,
    picture_difference,
    pictures_in,
    records_of,
    says_number,
    stray_figures,
    text_contrast,
    words_seen,
)

SHEET, PDF, BOOK = "out/factsheet-2025.docx", "out/factsheet-2025.pdf", "finance/monthly.xlsx"
CHARTS = ("out/months.png", "out/channels.png")
DARK, COPPER, GREY = "#1F3A44", "#B8622B", "#5F5A57"
TITLE = "Harborlight Coffee Roasters: factsheet 2025"
HEADINGS = ["Key figures", "The year in three sentences", "Charts", "Important notice"]
CHANNELS = ["Wholesale", "Online", "Cafes"]
COLUMNS = [*CHANNELS, "Cost of sales", "Operating costs"]
FIGURES = ["Net revenue", "Gross profit", "Gross margin", "Operating profit", "Operating margin"]


def table_of(s: Submission, sheet: str, area: str) -> list[dict[str, Any]]:
    heads, *rows = s.workbook(BOOK).sheet(sheet).rows(area)
    return [dict(zip(heads, row, strict=True)) for row in rows if row[0] is not None]


def restatements(s: Submission, *, approved: bool) -> list[dict[str, Any]]:
    return [row for row in table_of(s, "Restatements", "A1:F12") if bool(row["Approved"]) == approved]


def months(s: Submission) -> dict[str, dict[str, Any]]:
    """The months with what was restated and approved."""
    found = {row["Month"]: row for row in table_of(s, "Monthly", "A1:G40") if re.match(r"\d{4}-\d\d$", row["Month"])}
    for row in restatements(s, approved=True):
        found[row["Month"]][row["Column"]] = row["Restated"]
    return found


def sales(s: Submission) -> dict[str, float]:
    return {month: sum(row[channel] for channel in CHANNELS) for month, row in months(s).items()}


def year(s: Submission, which: int) -> dict[str, float]:
    sums = {
        name: sum(row[name] for month, row in months(s).items() if month.startswith(str(which))) for name in COLUMNS
    }
    revenue = sum(sums[channel] for channel in CHANNELS)
    gross = revenue - sums["Cost of sales"]
    operating = gross - sums["Operating costs"]
    return {
        **sums, "Net revenue": revenue, "Gross profit": gross, "Gross margin": gross / revenue,
        "Operating profit": operating, "Operating margin": operating / revenue,
    }  # fmt: skip


def fastest(s: Submission) -> tuple[str, float]:
    old, new = year(s, 2024), year(s, 2025)
    return max(((each, new[each] / old[each] - 1) for each in CHANNELS), key=lambda pair: pair[1])


def strongest(s: Submission) -> tuple[str, float]:
    month, value = max(((m, v) for m, v in sales(s).items() if m.startswith("2025")), key=lambda pair: pair[1])
    return month_name[int(month[5:])], value


def shown(name: str, value: float) -> str:
    return f"{value:.1%}" if "margin" in name else f"{value / 1000:,.0f}"


def change(name: str, old: float, new: float) -> str:
    return f"{(new - old) * 100:+.1f} pts" if "margin" in name else f"{new / old - 1:+.1%}"


def plain(text: str) -> str:
    return " ".join(text.replace("\u2212", "-").replace("\u2011", "-").split())


def part(s: Submission, heading: str) -> list[Any]:
    """The paragraphs below a heading, tables left out."""
    document = s.document(SHEET)
    starts = [each.position for each in document.outline if each.text.strip() == heading]
    assert starts, f"there is no heading {heading!r}"
    ends = [each.position for each in document.outline if each.position > starts[0]] or [10**6]
    return [p for p in document.paragraphs if starts[0] < p.position < ends[0] and p.text.strip()]


@check("format")
def one_page_set_well(s: Submission) -> None:
    """A4, one page, 15 mm of margin, title and headings, nothing that check_document objects to."""
    document = s.document(SHEET)
    section = document.sections[0]
    assert (round(section.width), round(section.height)) == (595, 842), (section.width, section.height)
    margins = [section.top, section.right, section.bottom, section.left]
    assert all(abs(each / 72 * 25.4 - 15) < 0.3 for each in margins), f"the margins are {margins} points"
    assert page_count(s.file(SHEET)) == 1, f"{page_count(s.file(SHEET))} pages"
    texts = [p for p in document.paragraphs if p.text.strip()]
    assert plain(texts[0].text) == TITLE and plain(document.title) == TITLE, (texts[0].text, document.title)
    headings = [plain(each.text) for each in document.outline if plain(each.text) != TITLE]
    assert headings == HEADINGS, headings
    assert not document.findings, [each.message for each in document.findings]


@check("format")
def looks_as_the_brief_says(s: Submission) -> None:
    """Fonts, sizes, weights and colours of title, headings, text, unit line and notice."""
    document = s.document(SHEET)
    texts = [p for p in document.paragraphs if p.text.strip()]
    heads = [p for p in texts if plain(p.text) in HEADINGS]
    unit, notice = part(s, HEADINGS[0]), part(s, HEADINGS[3])
    cells = [p for table in document.tables for row in table.cells for cell in row for p in cell]
    for found, font, size, bold, color in (
        (texts[:1], "Caladea", 23, True, DARK), (heads, "Caladea", 15, True, COPPER),
        (unit, "Carlito", 9, False, ""), (notice, "Carlito", 8.5, False, GREY),
        ([*part(s, HEADINGS[1]), *cells], "Carlito", 11.5, None, ""),
    ):  # fmt: skip
        for run in [run for p in found for run in p.runs if run.text.strip()]:
            right = run.font == font and run.size == size and bold in (run.bold, None) and color in (run.color, "")
            assert right, f"{run.text!r} is {run.font} {run.size}, bold {run.bold}, {run.color}"
    assert all(run.italic for p in unit for run in p.runs if run.text.strip()), "the line about the unit is not italic"


@check("content")
def key_figures_are_right(s: Submission) -> None:
    """Five rows, two years, the change; as the brief shows them."""
    rows = records_of(s.document(SHEET), "Figure", "2024", "2025", "Change")
    assert [plain(row["Figure"]) for row in rows] == FIGURES, [row["Figure"] for row in rows]
    old, new = year(s, 2024), year(s, 2025)
    for row, name in zip(rows, FIGURES, strict=True):
        found = [plain(row[head]).lstrip("$") for head in ("2024", "2025", "Change")]
        wanted = [shown(name, old[name]), shown(name, new[name]), change(name, old[name], new[name])]
        assert found == wanted, f"{name}: {found}, should be {wanted}"


@check("format")
def table_is_set_well(s: Submission) -> None:
    """A heading row that differs, numbers to the right, and a line about the unit below."""
    document = s.document(SHEET)
    (table,) = [each for each in document.tables if each.rows and plain(each.rows[0][0]) == "Figure"]
    for row in table.cells:
        for cell in row[1:]:
            for p in cell:
                assert p.alignment in ("right", "end"), f"{p.text!r} does not stand to the right ({p.alignment})"
    heads = [run.color for cell in table.cells[0] for p in cell for run in p.runs if run.text.strip()]
    assert set(heads) == {"#FFFFFF"}, f"the heading row is written in {sorted(set(heads))}"
    dark = color_share(s.rendered(SHEET)[0].png, DARK)
    assert dark > 0.015, f"only {dark:.1%} of the page is {DARK}, so the heading row is not filled with it"
    page = document.sections[0]
    room = page.width - page.left - page.right
    assert abs(sum(table.widths) - room) < 8, f"the table is {sum(table.widths):.0f} of {room:.0f} points wide"
    assert table.widths[0] > max(table.widths[1:]), f"the columns are {table.widths} wide"
    below = " ".join(p.text for p in part(s, HEADINGS[0]))
    assert mentions(below, "thousand", "thousands") and mentions(below, "US dollars", "USD", "US$", "US-dollars"), below
    assert not stray_figures(below, 2024, 2025), below


@check("content")
def sentences_are_right(s: Submission) -> None:
    """A real list of three: growth, the fastest channel, the strongest month; no other figure."""
    items = part(s, HEADINGS[1])
    assert len(items) == 3 and all(p.numbering for p in items), [p.text for p in items]
    first, second, third = (plain(p.text) for p in items)
    old, new = year(s, 2024), year(s, 2025)
    grown = new["Net revenue"] / old["Net revenue"] - 1
    assert f"{grown:.1%}" in first and f"${new['Net revenue'] / 1e6:.2f} million" in first, first
    channel, rise = fastest(s)
    assert mentions(second, channel) and f"{rise:.1%}" in second, f"{channel} grew by {rise:.1%}: {second}"
    others = [each for each in CHANNELS if each != channel]
    assert not mentions(second, *others) or len(numbers(second)) > 1, second
    month, value = strongest(s)
    assert mentions(third, month) and says_number(third, value, digits=3), f"{month} had {value}: {third}"
    for text, facts in (
        (first, [grown, grown * 100, new["Net revenue"], old["Net revenue"]]),
        (second, [rise, rise * 100, new[channel], old[channel]]),
        (third, [value, value / 1000]),
    ):
        assert not stray_figures(text, *facts, "2024", "2025", digits=3), f"{text!r}: {stray_figures(text, *facts)}"
    assert mentions(first, "grew", "rose", "increased", "up", "growth") and mentions(first, "net revenue", "revenue")
    assert (mentions(third, "strongest", "best", "highest", "peak") and mentions(third, "month")) or month in third


@check("content")
def notice_is_word_for_word(s: Submission) -> None:
    """The lawyers' words, once, and nothing beside them."""
    found = plain(" ".join(p.text for p in part(s, HEADINGS[3])))
    assert found == plain(s.text("legal/disclaimer.md")), f"the notice says {found!r}"


@check("content")
def charts_show_the_year(s: Submission) -> None:
    """The months of both years as lines, 2024 grey; the channels as lying bars, largest first, from zero."""
    new, monthly = year(s, 2025), sales(s)
    order = sorted(CHANNELS, key=lambda each: -new[each])
    assert s.document(SHEET).pictures, "the page has no pictures"
    blobs = pictures_in(s.file(SHEET))
    assert len(blobs) == 2 and all(picture_difference(s.file(p), b) < 2 for p, b in zip(CHARTS, blobs, strict=True)), (
        "the charts of the page are not those of the files"
    )
    left, right = (chart_behind(s, s.file(path)) for path in CHARTS)
    assert left and right, "a chart is not as it was drawn"
    assert (left.kind, right.kind) == ("line", "bar") and right.arguments.get("horizontal"), "lines, then lying bars"
    assert right.arguments.get("low") in (None, 0), "the bars do not begin at zero"
    assert len(left.rows) == 12 and len(left.head) == 3, f"the left chart has {len(left.rows)} rows, of {left.head}"
    for which in (2024, 2025):
        wanted = [monthly[f"{which}-{n:02d}"] for n in range(1, 13)]
        assert near(left.column(str(which)), wanted), f"the line of {which} shows {left.column(str(which))}"
    names, values = [str(row[0]) for row in right.rows], [row[-1] for row in right.rows]
    assert names == order and near(values, [new[each] for each in order]), f"the bars show {right.rows}"
    assert not mentions(right.head[-1], "channel", "channels"), f"the bars are called {right.head[-1]!r}"
    for chart, about in ((left, ("month", "monthly")), (right, ("channel", "channels"))):
        title = str(chart.arguments.get("title", ""))
        assert title.startswith("Net revenue"), f"a chart is titled {title!r}"
        assert mentions(chart.words, "thousand", "thousands", "k"), f"a chart lacks its unit: {chart.words!r}"
        said = "\n".join([chart.words, *chart.head])
        assert not stray_figures(said, 2024, 2025), f"a chart says {said!r}"
        alt = s.document(SHEET).pictures[0 if chart is left else 1].alt
        assert len(alt.split()) >= 6 and mentions(alt, "revenue") and mentions(alt, *about), f"alt text {alt!r}"
        assert not stray_figures(alt, 2024, 2025), f"alt text {alt!r}"


def near(told: list[Any], wanted: list[float]) -> bool:
    """Whether these are the amounts, in dollars or in thousands."""
    if len(told) != len(wanted) or not all(isinstance(each, int | float) for each in told):
        return False
    return any(all(abs(t * k - w) <= 0.51 * k for t, w in zip(told, wanted, strict=True)) for k in (1, 1000))


@check("rendered")
def charts_can_be_read(s: Submission) -> None:
    """Sharp pictures of one size in one line, in the house's colours; years, channels and values are legible."""
    facts, new = s.document(SHEET).pictures, year(s, 2025)
    assert s.pdf(PDF).pages and all(s.image(path).width for path in CHARTS)
    for fact in facts:
        assert fact.width >= 75 * 72 / 25.4 - 0.5, f"{fact.alt!r} is {fact.width / 72 * 25.4:.0f} mm wide"
        assert fact.pixel_width / (fact.width / 72) >= 149, f"{fact.alt!r} is not sharp"
        assert abs(fact.width / fact.height / (fact.pixel_width / fact.pixel_height) - 1) < 0.02, "a chart is squeezed"
    sizes = {(round(one.width), round(one.height), one.pixel_width, one.pixel_height) for one in facts}
    assert len(facts) == 2 and len(sizes) == 1, f"the charts are of several sizes: {sorted(sizes)}"
    boxes = picture_boxes(s.file(PDF))
    side_by_side = len(boxes) == 2 and abs(boxes[0][1] - boxes[1][1]) < 6 and boxes[1][0] - boxes[0][0] > 200
    assert side_by_side, f"the charts do not stand side by side, but at {boxes}"
    lacking = [each for each in ("2024", "2025", "Jan", "Dec") if legibility(s.file(CHARTS[0]), each) < 1]
    lacking += [each for each in CHANNELS if legibility(s.file(CHARTS[1]), each) < 0.75]
    seen = {re.sub(r"[.,$]", "", word.text) for word in words_seen(s.file(CHARTS[1]))}
    lacking += [f"{new[each] / 1000:,.0f}" for each in CHANNELS if f"{new[each] / 1000:.0f}" not in seen]
    assert not lacking, f"the charts do not show {lacking}"
    for path, color in zip(CHARTS, (DARK, COPPER), strict=True):
        assert color_share(s.file(path), color) > 0.002, f"{path} has no line or bar in {color}"
        other = COPPER if color == DARK else DARK
        assert color_share(s.file(path), other, tolerance=8) < 0.002, f"{path} has {other} in it"


@check("rendered")
def page_looks_full_and_whole(s: Submission) -> None:
    """The page is well filled, the line of 2024 is grey, the title easy to read."""
    from PIL import Image

    view = s.rendered(SHEET)[0]
    assert s.image(CHARTS[0]).width, "the left chart is empty"
    with Image.open(BytesIO(view.png)) as image:
        page = image.convert("L")
    rows = [y for y in range(0, page.height, 4) if page.crop((0, y, page.width, y + 4)).getextrema()[0] < 200]
    assert rows and rows[-1] > 0.72 * page.height, "the lower part of the page is empty"
    with Image.open(s.file(CHARTS[0])) as image:
        pixels = image.convert("HSV").resize((320, 260)).getdata()
    grey = sum(1 for _, saturation, value in pixels if saturation < 30 and 120 < value < 225)
    assert grey > 30, "the left chart has no line in grey"
    assert text_contrast(view.png, (0, 0, view.width, view.height // 6)) > 4.5, "the title is hard to read"


@check("format")
def pdf_is_the_same(s: Submission) -> None:
    """One A4 page with the document's words and pictures."""
    pdf = s.pdf(PDF)
    assert len(pdf.pages) == 1 and abs(pdf.page(1).width - 595) < 2 and abs(pdf.page(1).height - 842) < 2
    assert pdf.page(1).images >= 2, "the PDF lacks charts"
    document = s.document(SHEET)
    cells = [cell for table in document.tables for row in table.rows for cell in row]
    words = set(plain(pdf.text).split())
    missing = [
        w for text in [*(p.text for p in document.paragraphs), *cells] for w in plain(text).split() if w not in words
    ]
    assert not missing, f"the PDF lacks {missing[:10]}"


@check("tools")
def looked_and_printed_last(s: Submission) -> None:
    """The page was looked at after its last change, and the PDF made from what was left then."""
    assert s.trajectory.rendered_after_last_change(SHEET), "the document was changed after the last look at it"
    assert s.trajectory.made_after(PDF, SHEET), "the PDF is older than the document"


@check("answer")
def tells_figures_and_restatements(s: Submission) -> None:
    """Net revenue and operating profit to the dollar, the margin, and what was taken in and what not."""
    new = year(s, 2025)
    for name in ("Net revenue", "Operating profit"):
        assert says_number(s.answer, new[name], digits=99), f"{name} of 2025 is {new[name]:,.0f}"
    margin = new["Operating margin"]
    assert says_number(s.answer, margin), f"the operating margin is {margin:.1%}"
    assert not lacks(s.answer, "Tidewater") and mentions(s.answer, "Yirga", "freight"), "what was taken in is not told"
    assert mentions(s.answer, "gift cards", "gift card"), "what was not taken in is not told"
    assert mentions(s.answer, "not", "left out", "without"), "it is not told that one was left out"
    told = {row["Month"]: row for row in [*restatements(s, approved=True), *restatements(s, approved=False)]}
    known = {month_name[int(month[5:])] for month in told} | {"February", "March"}
    strange = [name for name in month_name[1:] if name not in known and name != "May" and mentions(s.answer, name)]
    assert not strange, f"no restatement was of {strange}"
    moved = [row[key] for row in told.values() for key in ("As reported", "Restated")]
    moved += [row["Restated"] - row["As reported"] for row in told.values()]
    strays = stray_figures(
        s.answer, new["Net revenue"], new["Operating profit"], margin, margin * 100, *moved, SHEET, PDF, "2025", "2024",
        "A4", 1, 2, 3, 4, *told, "19 February 2026", digits=3,
    )  # fmt: skip
    assert not strays, f"the answer says {strays}"
