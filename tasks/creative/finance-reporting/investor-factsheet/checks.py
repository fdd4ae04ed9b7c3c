"""The page against the workbook: table, sentences, charts and notice; one page, well set, printed from its last state."""

import re
from calendar import month_name
from io import BytesIO
from typing import Any

from deskworld_verifiers import (
    Submission,
    check,
    lacks,
    mentions,
    numbers,
    page_count,
    pictures_in,
    records_of,
    says_number,
    stray_figures,
    text_contrast,
)

SHEET, PDF, BOOK = "out/factsheet-2025.docx", "out/factsheet-2025.pdf", "finance/monthly.xlsx"
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
    """A4, one page, title and headings, fonts of a readable size, nothing that check_document objects to."""
    document = s.document(SHEET)
    section = document.sections[0]
    assert (round(section.width), round(section.height)) == (595, 842), (section.width, section.height)
    assert min(section.left, section.right, section.top, section.bottom) >= 28, "the margins are too narrow to print"
    assert page_count(s.file(SHEET)) == 1, f"{page_count(s.file(SHEET))} pages"
    texts = [p for p in document.paragraphs if p.text.strip()]
    assert plain(texts[0].text) == TITLE and plain(document.title) == TITLE, (texts[0].text, document.title)
    headings = [plain(each.text) for each in document.outline if plain(each.text) != TITLE]
    assert headings == HEADINGS, headings
    notice = part(s, HEADINGS[3])
    for p in texts:
        least = 7.9 if p in notice else 8.9
        small = [run.text for run in p.runs if run.text.strip() and run.size < least]
        assert not small, f"too small: {small}"
    cells = [run for t in document.tables for row in t.cells for cell in row for p in cell for run in p.runs]
    assert not [run.text for run in cells if run.text.strip() and run.size < 8.9], "the table is too small"
    assert not document.findings, [each.message for each in document.findings]


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
    heads = [run for cell in table.cells[0] for p in cell for run in p.runs if run.text.strip()]
    rest = [run for row in table.cells[1:] for cell in row for p in cell for run in p.runs if run.text.strip()]
    assert all(run.bold for run in heads) and not all(run.bold for run in rest), "the heading row looks like the others"
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


@check("rendered")
def charts_show_the_year(s: Submission) -> None:
    """Two sharp pictures side by side with alt texts: the months of both years, and the channels with their values."""
    from deskworld_artifacts.ocr import read_words
    from PIL import Image

    facts, blobs = s.document(SHEET).pictures, pictures_in(s.file(SHEET))
    assert len(facts) == 2 and all(blobs), f"{len(facts)} pictures"
    texts = []
    for fact, blob in zip(facts, blobs, strict=True):
        assert fact.width >= 75 * 72 / 25.4 - 0.5, f"{fact.alt!r} is {fact.width / 72 * 25.4:.0f} mm wide"
        assert fact.pixel_width / (fact.width / 72) >= 149, f"{fact.alt!r} is not sharp"
        assert abs(fact.width / fact.height / (fact.pixel_width / fact.pixel_height) - 1) < 0.02, "a chart is squeezed"
        assert len(fact.alt.split()) >= 6 and mentions(fact.alt, "revenue"), f"alt text {fact.alt!r}"
        with Image.open(BytesIO(blob)) as image:
            texts.append([word.text for word in read_words(image.convert("RGB")).words])
    left, right = texts
    assert mentions(facts[0].alt, "month", "monthly") and mentions(facts[1].alt, "channel", "channels"), "alt texts"
    assert not stray_figures(f"{facts[0].alt}; {facts[1].alt}", "2024", "2025"), "alt texts have other years"
    for label in ("2024", "2025", "Jan", "Dec"):
        assert any(label.casefold() in word.casefold() for word in left), f"the left chart lacks {label}: {left}"
    new = year(s, 2025)
    order = sorted(CHANNELS, key=lambda each: -new[each])
    said = " ".join(right)
    years = set(re.findall(r"\b[1-9]02\d\b", f"{said} {' '.join(left)}")) - {"2024", "2025"}
    assert not years, f"the charts speak of {sorted(years)}"
    places = [said.casefold().find(each.casefold()) for each in order]
    assert min(places) >= 0, f"the right chart names not all channels: {said}"
    values = [f"{new[each] / 1000:,.0f}" for each in order]
    missing = [value for value in values if value.replace(",", "") not in said.replace(",", "").replace(".", "")]
    assert not missing, f"the right chart lacks {missing}: {said}"
    drawn = [call.arguments for call in s.trajectory.calls("draw_chart") if call.arguments.get("rows")]
    for arguments in drawn[-2:]:
        told = [cell for row in arguments["rows"][1:] for cell in row[1:] if isinstance(cell, int | float)]
        facts_ = [*sales(s).values(), *(new[each] for each in CHANNELS)]
        wrong = [v for v in told if not any(abs(v - f) < 1 or abs(v - f / 1000) < 0.51 for f in facts_)]
        assert not wrong, f"a chart was drawn with {wrong}"


@check("rendered")
def page_looks_full_and_whole(s: Submission) -> None:
    """The page is well filled, charts stand in one row, the line of 2024 is grey."""
    view = s.rendered(SHEET)[0]
    from PIL import Image

    with Image.open(BytesIO(view.png)) as image:
        page = image.convert("L")
    rows = [y for y in range(0, page.height, 4) if page.crop((0, y, page.width, y + 4)).getextrema()[0] < 200]
    assert rows and rows[-1] > 0.72 * page.height, "the lower part of the page is empty"
    blobs = pictures_in(s.file(SHEET))
    with Image.open(BytesIO(blobs[0])) as image:
        pixels = image.convert("HSV").resize((320, 260)).getdata()
    strong = sum(1 for _, saturation, _ in pixels if saturation > 60)
    grey = sum(1 for _, saturation, value in pixels if saturation < 30 and 120 < value < 225)
    assert strong > 30 and grey > 30, "the left chart has no line in colour and one in grey"
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
    calls = list(s.trajectory)
    written, printed = ([n for n, call in enumerate(calls) if call.changed(path)] for path in (SHEET, PDF))
    assert written and printed and printed[-1] > written[-1], "the PDF is older than the document"


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
