"""The pack tells the ledger's truth: line by line and summed up in the workbook, and with the same figures in the deck.

Everything is computed here from the three files of the ledger: which line counts and why, what it is worth in dollars,
and what follows by month and channel. That the workbook is alive is tried out on a copy.
"""

import re
import tempfile
import warnings
from collections import Counter
from datetime import datetime
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace

from deskworld_verifiers import Submission, check, mentions, says_number

SMALL_WORDS = ("a", "and", "are", "by", "for", "from", "in", "is", "of", "on", "per", "the", "to", "with")
BOOK = "out/q4-2025.xlsx"
DECK = "out/q4-board.pptx"
GIVEN = ["entry", "date", "channel", "product", "type", "amount", "currency", "refund_of", "state"]

# Which lines count, and what they add up to, is worked out beside this file.
expected = SimpleNamespace(**run_path(str(Path(__file__).with_name("expected.py"))))
CHANNELS, MONTHS, ADDED = expected.CHANNELS, expected.MONTHS, expected.ADDED
HEADER = ["Channel", *MONTHS, "Q4", "Q3", "Change", "Refunds", "Refund rate"]


def close(value, wanted, within=0.05):
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value - wanted) <= within


def headings(sheet, wanted):
    """Row number and letters of a row that holds these headings."""
    for number, row in enumerate(sheet.rows(f"A1:Z{min(sheet.row_count, 40)}"), start=1):
        found = {str(value).strip(): chr(65 + place) for place, value in enumerate(row) if value is not None}
        if set(wanted) <= set(found):
            return number, {name: found[name] for name in wanted}
    raise AssertionError(f"{sheet.name}: no row has the headings {', '.join(wanted)}")


def references(sheet, wanted):
    """The cells of a table below these headings: {name in the first: {heading: "B4"}}."""
    top, letters = headings(sheet, wanted)
    found = {}
    for row in range(top + 1, top + 6):
        name = str(sheet.value(f"{letters[wanted[0]]}{row}")).strip()
        found[name] = {head: f"{letter}{row}" for head, letter in letters.items()}
    return found


def places(sheet):
    """The cells of the summary's table."""
    found = references(sheet, HEADER)
    assert list(found) == [*CHANNELS, "Total"], f"the rows of Summary are {list(found)}"
    return found


@check("format")
def sheets_are_there(s: Submission) -> None:
    """Ledger, Summary and Pivot are there, with no broken formula in them."""
    book = s.workbook(BOOK)
    assert {"Ledger", "Summary", "Pivot"} <= set(book.sheet_names)
    assert not book.findings, [finding.message for finding in book.findings]


@check("content")
def ledger_is_whole(s: Submission) -> None:
    """Every line of the export stands on Ledger, in its order, as it came."""
    sheet = s.workbook(BOOK).sheet("Ledger")
    top, letters = headings(sheet, GIVEN)
    lines = expected.ledger(s.workspace)
    assert sheet.row_count == top + len(lines), f"{sheet.row_count - top} lines, the export has {len(lines)}"
    for row, line in enumerate(lines, start=top + 1):
        for name in GIVEN:
            value, wanted = sheet.value(f"{letters[name]}{row}"), line[name]
            if name == "date":
                same = (value.date() if isinstance(value, datetime) else expected.day_of(str(value))) == line["Day"]
            elif name == "amount":
                same = close(expected.number(value), expected.number(wanted), 0.001)
            else:
                same = str(value or "") == wanted
            assert same, f"row {row}, {name}: {value!r} in place of {wanted!r}"


@check("content")
def each_line_is_judged_right(s: Submission) -> None:
    """Day, status, month, channel, rate and dollars of each line, by formulas."""
    sheet = s.workbook(BOOK).sheet("Ledger")
    top, letters = headings(sheet, ADDED)
    assert [letters[name] for name in ADDED] == list("JKLMNO"), "the six columns stand behind the export's nine"
    for row, line in enumerate(expected.ledger(s.workspace), start=top + 1):
        for name in ADDED:
            value = sheet.value(f"{letters[name]}{row}")
            if name == "Day":
                assert isinstance(value, datetime) and value.date() == line[name], f"row {row}: Day is {value!r}"
            elif name in ("Rate", "Net USD"):
                within = 0.0101 if name == "Net USD" else 1e-9
                assert close(value, line[name], within), f"row {row}: {name} is {value!r}"
            else:
                assert value == line[name], f"row {row}: {name} is {value!r}, not {line[name]!r}"
        for name in ("Status", "Rate", "Net USD"):
            assert sheet.formula(f"{letters[name]}{row}"), f"row {row}: {name} is typed"


@check("content")
def summary_is_right(s: Submission) -> None:
    """Months, quarter, change and refunds of each channel and in total; all but Q3 by formulas."""
    sheet = s.workbook(BOOK).sheet("Summary")
    found = places(sheet)
    for channel, row in expected.table(s.workspace).items():
        for head, wanted in row.items():
            cell = sheet.cell(found[channel][head])
            within = 1e-6 if head in ("Change", "Refund rate") else 0.05
            assert close(cell.value, wanted, within), f"{channel} {head} should be {wanted:.4f}, not {cell.value}"
            assert cell.formula or (head == "Q3" and channel != "Total"), f"{channel} {head} is typed"
    refs = references(sheet, ["Status", "Lines"])
    for status, wanted in expected.counts(s.workspace).items():
        if status in refs or status != "Total":
            assert status in refs, f"no count of {status}"
            cell = sheet.cell(refs[status]["Lines"])
            assert cell.value == wanted and cell.formula, f"{status}: {cell.value} by {cell.formula!r}, not {wanted}"


@check("content")
def summary_follows_the_ledger(s: Submission) -> None:
    """In a copy with other amounts, a voided entry and another rate, the summary follows."""
    from deskworld_artifacts import calculate
    from openpyxl import load_workbook

    lines = [dict(line) for line in expected.ledger(s.workspace)]
    sheet = s.workbook(BOOK).sheet("Ledger")
    top, letters = headings(sheet, [*GIVEN, *ADDED])
    found = places(s.workbook(BOOK).sheet("Summary"))
    assert sheet.row_count == top + len(lines)
    often = Counter(line["entry"] for line in lines)
    sales = [n for n, x in enumerate(lines) if (x["Status"], x["type"], x["currency"]) == ("counts", "sale", "USD")]
    first, gone, *_, last = [n for n in sales if often[lines[n]["entry"]] == 1]
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.xlsx"
        with warnings.catch_warnings(action="ignore"):
            book = load_workbook(s.file(BOOK))
        page = book["Ledger"]
        for place in (first, last):
            page[f"{letters['amount']}{top + 1 + place}"] = 54321.5
            lines[place]["Net USD"] = 54321.5
        page[f"{letters['state']}{top + 1 + gone}"] = "void"
        lines[gone] |= {"Status": "void", "Net USD": 0.0}
        book.save(copy)
        values = calculate(copy).get("Summary", {})
    for channel, row in expected.summed(s.workspace, lines).items():
        for head, wanted in row.items():
            if head != "Q3":
                within = 1e-6 if head in ("Change", "Refund rate") else 0.05
                value = values.get(found[channel][head])
                assert close(value, wanted, within), f"{channel} {head} does not follow the ledger: {value}"


@check("content")
def pivot_is_native(s: Submission) -> None:
    """The pivot reads the whole ledger, channels by months, and shows the sums."""
    book = s.workbook(BOOK)
    sheet = book.sheet("Pivot")
    assert sheet.pivots, "there is no pivot table on Pivot"
    pivot = sheet.pivots[0]
    assert (pivot.rows, pivot.columns) == (["Channel name"], ["Month"]), f"rows {pivot.rows}, columns {pivot.columns}"
    assert len(pivot.values) == 1 and "Net USD" in pivot.values[0] and "average" not in pivot.values[0].lower()
    last = book.sheet("Ledger").row_count
    source = pivot.source.replace("$", "").replace("'", "")
    tables = [table.name for table in book.sheet("Ledger").tables if table.area.endswith(str(last))]
    assert source.endswith(f":O{last}") or source in tables, f"the pivot reads {source}, the ledger ends in row {last}"
    shown = [cell.value for cell in sheet.cells() if cell.kind == "number"]
    for channel, row in expected.table(s.workspace).items():
        for head in (*MONTHS, "Q4"):
            assert any(close(value, row[head]) for value in shown), f"the pivot does not show {channel} {head}"


@check("content")
def summary_has_its_chart(s: Submission) -> None:
    """Net revenue by month as stacked columns, a series a channel, from the summary's cells."""
    sheet = s.workbook(BOOK).sheet("Summary")
    found = places(sheet)
    assert sheet.charts, "Summary has no chart"
    chart = sheet.charts[0].chart
    assert (chart.type, chart.grouping) == ("column", "stacked") and chart.title.strip()
    assert [series.name for series in chart.series] == CHANNELS
    for series in chart.series:
        refs = found[series.name]
        assert series.values_ref.replace("$", "").replace("'", "") == f"Summary!{refs['Oct']}:{refs['Dec']}"
        assert list(series.categories) == list(MONTHS)


@check("format")
def workbook_looks_right(s: Submission) -> None:
    """Number formats of the policy, headings bold and frozen, columns wide enough."""
    book = s.workbook(BOOK)
    sheet = book.sheet("Summary")
    found = places(sheet)
    for channel in (*CHANNELS, "Total"):
        for head, ref in found[channel].items():
            style = sheet.cell(ref).number_format.replace('"', "")
            if head in ("Change", "Refund rate"):
                assert style == "0.0%", f"Summary {ref}: {style}"
            elif head != "Channel":
                assert re.fullmatch(r"\$#,##0(;.+)?", style), f"Summary {ref}: {style}"
    page = book.sheet("Ledger")
    top, letters = headings(page, ADDED)
    for row in (top + 1, top + 700, page.row_count):
        assert re.search(r"#,##0\.00$|^0\.00$|#,##0\.00[^#]*$", page.cell(f"{letters['Net USD']}{row}").number_format)
    for one, wanted in ((sheet, HEADER), (page, [*GIVEN, *ADDED])):
        top, letters = headings(one, wanted)
        looks = {(x.bold, x.color, x.fill) for x in (one.style(f"{letter}{top}") for letter in letters.values())}
        assert looks == {(True, "#FFFFFF", "#1F3A44")}, f"{one.name}: headings are {looks}"
        assert one.freeze and int(re.sub(r"\D", "", one.freeze)) == top + 1, f"{one.name}: headings scroll away"
    top, letters = headings(sheet, HEADER)
    for head in HEADER[1:]:
        assert sheet.style(f"{letters[head]}{top}").horizontal == "right", f"heading {head} does not stand right"
    assert all(sheet.style(ref).bold for ref in found["Total"].values()), "the total is not bold"
    widest = len(f"{expected.table(s.workspace)['Total']['Q4']:,.2f}")
    for one in (sheet, book.sheet("Pivot")):
        for cell in one.cells():
            if cell.kind == "number" and abs(float(cell.value or 0)) >= 10_000:
                letter = re.sub(r"\d", "", cell.ref)
                assert one.column_widths.get(letter, 8.43) >= widest, f"{one.name} column {letter} shows ####"


@check("format")
def deck_stands_on_the_template(s: Submission) -> None:
    """Six slides in the board's template, without anything to complain about."""
    deck, template = s.deck(DECK), s.deck("brand/board-template.pptx")
    assert len(deck.slides) == 6 and not [slide.index for slide in deck.slides if slide.hidden]
    assert set(deck.layouts) <= set(template.layouts) and set(deck.fonts) <= {"Caladea", "Carlito"}
    assert not deck.findings, [finding.message for finding in deck.findings]
    for slide in deck.slides:
        assert slide.title.strip(), f"slide {slide.index} has no title"
        for shape in slide.of_type("chart", "table", "picture"):
            says = len(shape.alt.split()) >= 5 and mentions(shape.alt, *SMALL_WORDS)  # a list of headings has none
            assert says, f"slide {slide.index}: the alt text of {shape.name} is {shape.alt!r}"


@check("content")
def title_says_when(s: Submission) -> None:
    """The first slide says what it is about and when the board meets."""
    assert mentions(s.deck(DECK).slide(1).title, "Fourth quarter 2025")
    assert mentions(s.deck(DECK).slide(1).text, "12 March 2026", "March 12, 2026", "2026-03-12", "3/12/2026")


@check("content")
def glance_shows_three_figures(s: Submission) -> None:
    """Net revenue, change and refund rate on slide 2, in 28 points or more."""
    total, slide = expected.table(s.workspace)["Total"], s.deck(DECK).slide(2)
    runs = [run for shape in slide.shapes if shape.text != slide.title for run in shape.runs]
    big = [run.text for run in runs if run.size >= 28]
    for figure in (f"${total['Q4']:,.0f}", f"{abs(total['Change']):.1%}", f"{total['Refund rate']:.1%}"):
        assert any(figure in text for text in big), f"slide 2 does not show {figure} in 28 pt"
    assert mentions(slide.text, "net revenue") and mentions(slide.text, "third quarter", "Q3")
    assert mentions(slide.text, "refund rate", "refunds", "refunded", "refund")


@check("content")
def month_chart_agrees(s: Submission) -> None:
    """Slide 3 has a native stacked column chart with the workbook's figures in whole dollars."""
    charts = s.deck(DECK).slide(3).of_type("chart")
    assert len(charts) == 1
    chart, table = charts[0].chart, expected.table(s.workspace)
    assert (chart.type, chart.grouping) == ("column", "stacked") and chart.legend
    assert [text[:3] for text in chart.categories] == list(MONTHS)
    assert sorted(series.name for series in chart.series) == sorted(CHANNELS)
    for series in chart.series:
        assert len(series.values) == 3
        for value, month in zip(series.values, MONTHS, strict=True):
            wanted = round(table[series.name][month])
            assert close(value, wanted, 0.51), f"{series.name} {month} is drawn as {value}, not {wanted}"


@check("content")
def channel_table_agrees(s: Submission) -> None:
    """Slide 4 has a native table: channel, Q4, Q3, change; total last."""
    tables = s.deck(DECK).slide(4).of_type("table")
    assert len(tables) == 1 and tables[0].table
    rows = [[cell.strip().replace("−", "-").replace("+", "") for cell in row] for row in tables[0].table.rows]
    assert rows[0] == ["Channel", "Q4", "Q3", "Change"]
    wanted = [
        [channel, f"${row['Q4']:,.0f}", f"${row['Q3']:,.0f}", f"{row['Change']:.1%}"]
        for channel, row in expected.table(s.workspace).items()
    ]
    assert sorted(rows[1:5]) == sorted(wanted[:4]), "the channels' rows differ from the workbook"
    assert rows[5:] == wanted[4:], "the last row is not the total"
    assert all(x.bold for cell in tables[0].table.cells[-1] for p in cell.paragraphs for x in p.runs), "total not bold"


@check("content")
def refund_chart_agrees(s: Submission) -> None:
    """Slide 5 has a native bar chart of the refund rates, its axis from zero."""
    from pptx import Presentation

    charts = s.deck(DECK).slide(5).of_type("chart")
    assert len(charts) == 1
    chart, table = charts[0].chart, expected.table(s.workspace)
    assert chart.type == "bar" and len(chart.series) == 1
    assert sorted(chart.categories) == sorted(CHANNELS) and len(chart.series[0].values) == len(CHANNELS)
    for channel, value in zip(chart.categories, chart.series[0].values, strict=True):
        wanted = table[channel]["Refund rate"]
        assert close(value, wanted, 0.00051) or close(value, wanted * 100, 0.051), f"{channel} is drawn as {value}"
    shapes = [shape for shape in Presentation(s.file(DECK)).slides[4].shapes if shape.has_chart]
    assert shapes[0].chart.value_axis.minimum_scale == 0, "the bars do not begin at zero"


@check("content")
def making_of_is_told(s: Submission) -> None:
    """Slide 6 says how many lines there are, count, and were left out for which reason."""
    text = s.deck(DECK).slide(6).text
    for status, wanted in expected.counts(s.workspace).items():
        assert says_number(text, wanted, digits=9), f"slide 6 does not say how many lines are {status}: {wanted}"
    for status, *words in (("duplicate", "duplicates"), ("void",), ("other quarter", "quarter")):
        count = expected.counts(s.workspace)[status]
        told = [x for x in text.split("\n") if says_number(x, count, digits=9) and mentions(x, status, *words)]
        assert told, f"slide 6 does not say {count} with {status}"


@check("content")
def titles_make_the_point(s: Submission) -> None:
    """The titles of slides 2 to 5 state figures, and each figure on a slide is one of the summary."""
    allowed_money, allowed_rates = set(), set()
    for row in expected.table(s.workspace).values():
        allowed_money |= {f"${row[head]:,.0f}" for head in (*MONTHS, "Q4", "Q3", "Refunds")}
        allowed_rates |= {f"{abs(row[head]):.1%}" for head in ("Change", "Refund rate")}
    for slide in s.deck(DECK).slides:
        for text in (shape.text for shape in slide.shapes):
            money = set(re.findall(r"\$\d[\d,]*(?:\.\d+)?[KMk]?", text))
            assert money <= allowed_money, f"slide {slide.index}: {money - allowed_money} is not of the Summary"
            rates = {rate.replace(" ", "") for rate in re.findall(r"\d+(?:\.\d+)?\s?%", text)}
            assert rates <= allowed_rates, f"slide {slide.index}: {rates - allowed_rates} is not of the Summary"
        if 2 <= slide.index <= 5:
            assert re.search(r"\$\d|\d\s?%", slide.title), f"the title of slide {slide.index} has no figure"


@check("content")
def titles_tell_no_tales(s: Submission) -> None:
    """Where a title names a channel or a month beside a figure, the figure is that one's."""
    table = expected.table(s.workspace)
    names = {"October": "Oct", "November": "Nov", "December": "Dec"}
    for index in (3, 4, 5):
        said = s.deck(DECK).slide(index).title
        channels = mentions(said, *CHANNELS) or ["Total"]
        months = [names.get(month, month) for month in mentions(said, *names, *MONTHS)]
        own = {f"${table[channels[0]][head]:,.0f}" for head in (months or [*MONTHS, "Q4", "Q3", "Refunds"])}
        own |= {f"{abs(table[channels[0]][head]):.1%}" for head in ("Change", "Refund rate")}
        figures = {figure.replace(" ", "") for figure in re.findall(r"\$\d[\d,]*|\d+\.\d+\s?%", said)}
        assert figures and (len(channels) > 1 or len(months) > 1 or figures <= own), f"slide {index}: {said!r}"


@check("content")
def notes_help_the_speaker(s: Submission) -> None:
    """Each slide has notes of two sentences or more that name the workbook and its sheet."""
    assert len(s.deck(DECK).slides) == 6
    for slide in s.deck(DECK).slides:
        sentences = [part for part in re.split(r"(?<=[.!?])\s+", slide.notes.strip()) if len(part.split()) >= 3]
        assert len(sentences) >= 2, f"notes of slide {slide.index}: {slide.notes!r}"
        source = mentions(slide.notes, "q4-2025.xlsx") and mentions(slide.notes, "Summary", "Ledger", "Pivot")
        assert source, f"the notes of slide {slide.index} do not say where the figures are from"


@check("rendered")
def everything_shows(s: Submission) -> None:
    """No slide is empty, and the summary shows with its chart."""
    views = s.rendered(DECK)
    assert len(views) == 6 and not [view.label for view in views if view.ink < 0.005]
    assert "Summary" in s.workbook(BOOK).sheet_names
    assert s.rendered(BOOK, sheet="Summary")[0].ink > 0.02


def sheets_seen(s, path, first):
    """Names of the sheets that were looked at after the last change to the workbook."""
    calls = list(s.trajectory)
    made = [n for n, call in enumerate(calls) if call.changes and (call.result or {}).get("path") == path]
    assert made, f"no tool wrote {path}"
    seen = set()
    for call in calls[made[-1] :]:
        if call.ok and call.pictures and call.touches(path):
            named = str(call.arguments.get("range", "")).rpartition("!")[0].strip("'")
            seen.add(call.arguments.get("sheet") or named or first)
    return seen


@check("tools")
def looked_at_both(s: Submission) -> None:
    """Summary, pivot and deck were looked at after the last change to them."""
    unseen = {"Summary", "Pivot"} - sheets_seen(s, BOOK, s.workbook(BOOK).sheet_names[0])
    assert not unseen, f"not looked at after the last change: {unseen}"
    assert sheets_seen(s, DECK, "slides"), f"{DECK} was changed after the last look at it"


@check("answer")
def tells_the_figures(s: Submission) -> None:
    """The user hears net revenue, change and the number of lines left out."""
    total, found = expected.table(s.workspace)["Total"], expected.counts(s.workspace)
    assert says_number(s.answer, total["Q4"], digits=5), "net revenue is not in the answer"
    assert says_number(s.answer, total["Change"], within=0.0005, digits=3), "the change is not in the answer"
    assert says_number(s.answer, found["Total"] - found["counts"], digits=9), "lines left out are not in the answer"
