"""The pack tells the ledger's truth: line by line and summed up in the workbook, and with the same figures in the deck.

Everything is computed here from the three files of the ledger: which line counts and why, what it is worth in dollars,
and what follows by month and channel. That the workbook is alive is tried out on a copy.
"""

import re
from collections import Counter
from datetime import date, datetime
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace

from deskworld_verifiers import (
    Submission,
    check,
    formulas_down,
    hard_to_read,
    heading_row,
    lacks,
    mentions,
    numbers,
    recalculated,
    says_day,
    says_number,
    stray_figures,
)

SMALL_WORDS = ("a", "and", "are", "by", "for", "from", "in", "is", "of", "on", "per", "the", "to", "with")
BOOK = "out/q4-2025.xlsx"
DECK = "out/q4-board.pptx"
GIVEN = ["entry", "date", "channel", "product", "type", "amount", "currency", "refund_of", "state"]

# Which lines count, what they add up to, and where it stands, is worked out beside this file.
expected = SimpleNamespace(**run_path(str(Path(__file__).with_name("expected.py"))))
reading = SimpleNamespace(**run_path(str(Path(__file__).with_name("reading.py"))))
close, references = reading.close, reading.references
CHANNELS, MONTHS, ADDED = expected.CHANNELS, expected.MONTHS, expected.ADDED
HEADER = ["Channel", *MONTHS, "Q4", "Q3", "Change", "Refunds", "Refund rate"]


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
    top, letters = heading_row(sheet, GIVEN)
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
    top, letters = heading_row(sheet, ADDED)
    assert [letters[name] for name in ADDED] == list("JKLMNO"), "the six columns stand behind the export's nine"
    for row, line in enumerate(expected.ledger(s.workspace), start=top + 1):
        for name in ADDED:
            value = sheet.value(f"{letters[name]}{row}")
            if name == "Day":
                assert isinstance(value, datetime) and value.date() == line[name], f"row {row}: Day is {value!r}"
            elif name in ("Rate", "Net USD"):
                within = 0.0101 if name == "Net USD" else 1e-9
                assert close(value, line[name], within), f"row {row}: {name} is {value!r}"
                assert name == "Rate" or close(value, round(value, 2), 1e-7), f"row {row}: {value!r} is not to the cent"
            else:
                assert value == line[name], f"row {row}: {name} is {value!r}, not {line[name]!r}"
    rows = range(top + 1, sheet.row_count + 1)
    for name in ("Status", "Rate", "Net USD"):
        formulas = [(row, sheet.formula(f"{letters[name]}{row}")) for row in rows]
        assert all(formula for _, formula in formulas), f"{name} is typed in some lines"
        alike = {re.sub(rf"(?<=[A-Z]){row}(?!\d)", "#", formula) for row, formula in formulas}
        assert len(alike) == 1, f"{name} is computed in several ways: {sorted(alike)[:3]}"


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
    for head in HEADER[1:]:
        alike = formulas_down(sheet, [found[channel][head] for channel in CHANNELS])
        literal = [re.sub("|".join(f'"{channel}"' for channel in CHANNELS), "#", one) for one in alike]
        assert head == "Q3" or len(set(literal)) == 1, f"{head} is computed in several ways: {alike}"
    refs = references(sheet, ["Status", "Lines"])
    for status, wanted in expected.counts(s.workspace).items():
        if status in refs or status != "Total":
            assert status in refs, f"no count of {status}"
            cell = sheet.cell(refs[status]["Lines"])
            assert cell.value == wanted and cell.formula, f"{status}: {cell.value} by {cell.formula!r}, not {wanted}"


@check("content")
def summary_follows_the_ledger(s: Submission) -> None:
    """In a copy with other amounts, a voided entry and days at the edges of the quarter, the summary follows."""
    lines = [dict(line) for line in expected.ledger(s.workspace)]
    sheet = s.workbook(BOOK).sheet("Ledger")
    top, letters = heading_row(sheet, [*GIVEN, *ADDED])
    found = places(s.workbook(BOOK).sheet("Summary"))
    assert sheet.row_count == top + len(lines)
    often = Counter(line["entry"] for line in lines)
    sales = [n for n, x in enumerate(lines) if (x["Status"], x["type"], x["currency"]) == ("counts", "sale", "USD")]
    first, gone, *moved, last = [n for n in sales if often[lines[n]["entry"]] == 1]
    edits = {("Ledger", f"{letters['amount']}{top + 1 + place}"): 54321.5 for place in (first, last)}
    for place in (first, last):
        lines[place]["Net USD"] = 54321.5
    edits["Ledger", f"{letters['state']}{top + 1 + gone}"] = "void"
    lines[gone] |= {"Status": "void", "Net USD": 0.0}
    edges = (datetime(2025, 9, 30), datetime(2025, 10, 1), datetime(2025, 12, 31), datetime(2026, 1, 1))
    for place, day in zip(moved[:4], edges, strict=True):
        edits["Ledger", f"{letters['date']}{top + 1 + place}"] = day
        lines[place] |= (
            {"Month": f"{day:%Y-%m}"} if day.month in (10, 12) else {"Status": "other quarter", "Net USD": 0.0}
        )
    values = recalculated(s.file(BOOK), edits)["Summary"]
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
    count = sum(len(page.pivots) for page in book.sheets)
    assert len(sheet.pivots) == count == 1, f"one pivot table is asked for, on Pivot; there are {count}"
    pivot = sheet.pivots[0]
    assert (pivot.rows, pivot.columns) == (["Channel name"], ["Month"]), f"rows {pivot.rows}, columns {pivot.columns}"
    assert len(pivot.values) == 1 and "Net USD" in pivot.values[0] and "average" not in pivot.values[0].lower()
    last = book.sheet("Ledger").row_count
    source = pivot.source.replace("$", "").replace("'", "")
    tables = [table.name for table in book.sheet("Ledger").tables if table.area.endswith(str(last))]
    whole = re.fullmatch(rf"(.*!)?A1:O{last}", source) or source in tables
    assert whole, f"the pivot reads {source}, the ledger ends in row {last}"
    figures = [cell for cell in sheet.cells() if cell.kind == "number"]
    shown = [cell.value for cell in figures]
    odd = [cell.ref for cell in figures if not re.fullmatch(r'"?\$?"?#,##0\.00(;.+)?', cell.number_format)]
    assert not odd, f"Pivot shows {odd[:5]} in another way than with two decimals"
    for channel, row in expected.table(s.workspace).items():
        for head in (*MONTHS, "Q4"):
            assert any(close(value, row[head]) for value in shown), f"the pivot does not show {channel} {head}"


@check("content")
def summary_has_its_chart(s: Submission) -> None:
    """Net revenue by month as stacked columns, a series a channel, from the summary's cells."""
    sheet = s.workbook(BOOK).sheet("Summary")
    found = places(sheet)
    assert len(sheet.charts) == 1, f"Summary has {len(sheet.charts)} charts, one is asked for"
    chart = sheet.charts[0].chart
    assert (chart.type, chart.grouping) == ("column", "stacked")
    assert mentions(chart.title, "net revenue") and mentions(chart.title, "month", "months", "monthly"), chart.title
    held = [cell.ref for cell in sheet.cells(sheet.charts[0].anchor)]
    assert not held, f"the chart lies over {held[:5]}"
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
    top, letters = heading_row(page, ADDED)
    for row in range(top + 1, page.row_count + 1):
        assert re.search(r"#,##0\.00$|^0\.00$|#,##0\.00[^#]*$", page.cell(f"{letters['Net USD']}{row}").number_format)
    for one, wanted in ((sheet, HEADER), (page, [*GIVEN, *ADDED])):
        top, letters = heading_row(one, wanted)
        looks = {(x.bold, x.color, x.fill) for x in (one.style(f"{letter}{top}") for letter in letters.values())}
        assert looks == {(True, "#FFFFFF", "#1F3A44")}, f"{one.name}: headings are {looks}"
        assert one.freeze == f"A{top + 1}", f"{one.name}: not the headings stay in view, frozen is {one.freeze!r}"
    top, letters = heading_row(sheet, HEADER)
    for head in HEADER[1:]:
        assert sheet.style(f"{letters[head]}{top}").horizontal == "right", f"heading {head} does not stand right"
    top, letters = heading_row(sheet, ["Status", "Lines"])
    looks = {(x.bold, x.color, x.fill) for x in (sheet.style(f"{letter}{top}") for letter in letters.values())}
    assert looks == {(True, "#FFFFFF", "#1F3A44")}, f"headings of the counts are {looks}"
    assert sheet.style(f"{letters['Lines']}{top}").horizontal == "right", "heading Lines does not stand right"
    for channel, refs in found.items():
        bold = {sheet.style(ref).bold for ref in refs.values()}
        assert bold == {channel == "Total"}, f"the row {channel} is {'not ' * (channel == 'Total')}bold"
    harder = [*hard_to_read(sheet), *hard_to_read(book.sheet("Pivot")), *hard_to_read(page, area="A1:O300")]
    assert not harder, harder[:5]


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
    wanted = {
        3: (("columns", "column"), ("net revenue", "revenue"), ("month", "months", "monthly"), ("channel", "channels")),
        4: (("channels", "channel"), ("Q4", "fourth"), ("Q3", "third"), ("change", "changes")),
        5: (("bars", "bar"), ("refund", "refunds"), ("channel", "channels")),
    }
    for index, groups in wanted.items():
        for shape in deck.slide(index).of_type("chart", "table"):
            missing = [group[0] for group in groups if not mentions(shape.alt, *group)]
            assert not missing, f"slide {index}: the alt text does not say {missing}: {shape.alt!r}"


@check("content")
def title_says_when(s: Submission) -> None:
    """The first slide says what it is about and when the board meets."""
    assert mentions(s.deck(DECK).slide(1).title, "Fourth quarter 2025")
    text = s.deck(DECK).slide(1).text
    assert says_day(text, date(2026, 3, 12)), f"the first slide does not say when the board meets: {text!r}"
    assert not stray_figures(text, date(2026, 3, 12), "2025", "Q4"), f"the first slide says {text!r}"


@check("content")
def glance_shows_three_figures(s: Submission) -> None:
    """Net revenue, change and refund rate on slide 2, in 28 points or more."""
    total, slide = expected.table(s.workspace)["Total"], s.deck(DECK).slide(2)
    runs = [run for shape in slide.shapes if shape.text != slide.title for run in shape.runs]
    big = [run.text for run in runs if run.size >= 28]
    figures = (f"${total['Q4']:,.0f}", f"{abs(total['Change']):.1%}", f"{total['Refund rate']:.1%}")
    for figure in figures:
        assert any(figure in text for text in big), f"slide 2 does not show {figure} in 28 pt"
    assert mentions(slide.text, "net revenue") and mentions(slide.text, "third quarter", "Q3")
    assert mentions(slide.text, "refund rate", "refunds", "refunded", "refund")
    cards = [next(x for x in slide.shapes if x.text != slide.title and figure in x.text) for figure in figures]
    boxes = sorted({(card.box.left, card.box.top, card.box.width, card.box.height) for card in cards})
    if len(boxes) == 3:  # one under or beside the other, of one size
        sizes = [{round(value) for value in column} for column in zip(*boxes, strict=True)]
        assert len(sizes[2]) == len(sizes[3]) == 1 and 1 in (len(sizes[0]), len(sizes[1])), f"not alike: {boxes}"
        for axis in (0, 1):
            first, second, third = sorted(box[axis] for box in boxes)
            assert abs((second - first) - (third - second)) <= 2, f"not evenly spaced: {boxes}"


@check("content")
def month_chart_agrees(s: Submission) -> None:
    """Slide 3 has a native stacked column chart with the workbook's figures in whole dollars."""
    charts = s.deck(DECK).slide(3).of_type("chart")
    assert len(charts) == 1
    chart, table = charts[0].chart, expected.table(s.workspace)
    assert (chart.type, chart.grouping) == ("column", "stacked") and chart.legend
    assert [text[:3] for text in chart.categories] == list(MONTHS)
    assert [series.name for series in chart.series] == CHANNELS
    shown = reading.formats_shown(s.file(DECK), 3)
    assert shown and all(re.fullmatch(r"\$#,##0(;.+)?", each) for each in shown), f"figures are shown as {shown}"
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
    assert rows[1:5] == wanted[:4], f"the channels' rows differ from the workbook: {rows[1:5]}"
    assert rows[5:] == wanted[4:], "the last row is not the total"
    bold = [{x.bold for cell in row for p in cell.paragraphs for x in p.runs} for row in tables[0].table.cells[1:]]
    assert bold == [{False}] * 4 + [{True}], "the row with the total, and no other, has to be bold"


@check("content")
def refund_chart_agrees(s: Submission) -> None:
    """Slide 5 has a native bar chart of the refund rates, its axis from zero."""
    charts = s.deck(DECK).slide(5).of_type("chart")
    assert len(charts) == 1
    chart, table = charts[0].chart, expected.table(s.workspace)
    assert chart.type == "bar" and len(chart.series) == 1
    assert list(chart.categories) == CHANNELS and len(chart.series[0].values) == len(CHANNELS)
    assert mentions(chart.series[0].name, "refund", "refunds"), f"the bars are called {chart.series[0].name!r}"
    shown = reading.formats_shown(s.file(DECK), 5)
    assert shown and all(re.fullmatch(r"0(\.0)?%", each) for each in shown), f"figures are shown as {shown}"
    for channel, value in zip(chart.categories, chart.series[0].values, strict=True):
        wanted = table[channel]["Refund rate"]
        assert close(value, wanted, 0.00051) or close(value, wanted * 100, 0.051), f"{channel} is drawn as {value}"
    assert reading.chart_of(s.file(DECK), 5).value_axis.minimum_scale == 0, "the bars do not begin at zero"


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
    counts = expected.counts(s.workspace)
    said = [number.value for number in numbers(text) if number.value in counts.values()]
    order = [counts[name] for name in ("Total", "counts", "duplicate", "void", "other quarter")]
    assert list(dict.fromkeys(said)) == order, f"slide 6 says it in another order than asked for: {said}"
    strays = stray_figures(text, *counts.values(), counts["Total"] - counts["counts"], "Q4", "2025", digits=9)
    assert not strays, f"slide 6 says {strays}"
    title = s.deck(DECK).slide(6).title
    assert mentions(title, "How the figures were made"), f"the title of slide 6 is {title!r}"


@check("content")
def titles_make_the_point(s: Submission) -> None:
    """The titles of slides 2 to 5 state figures, and each figure on a slide is one of the summary."""
    allowed_money, allowed_rates = set(), set()
    for row in expected.table(s.workspace).values():
        allowed_money |= {f"${row[head]:,.0f}" for head in (*MONTHS, "Q4", "Q3", "Refunds")}
        allowed_rates |= {f"{abs(row[head]):.1%}" for head in ("Change", "Refund rate")}
    for slide in s.deck(DECK).slides:
        for text in (shape.text for shape in slide.shapes):
            money = set(re.findall(r"\$\d(?:[\d,]*\d)?(?:\.\d+)?[KMk]?", text))
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
        figures = {figure.replace(" ", "") for figure in re.findall(r"\$[\d,]*\d|\d+\.\d+\s?%", said)}
        known = {word for name in (*CHANNELS, *names, *MONTHS) for word in name.split()}
        capital = [word for word in re.findall(r"(?<=[a-zé,] )[A-Z][a-zé]+", said) if word not in known]
        spelled_so = 2 * len(capital) > len(re.findall(r"[^\W\d]{4,}", said))  # In a Title Like This all words are
        assert spelled_so or not capital, f"slide {index} names {capital}: {said!r}"
        assert figures and (len(channels) > 1 or len(months) > 1 or figures <= own), f"slide {index}: {said!r}"


@check("content")
def notes_help_the_speaker(s: Submission) -> None:
    """Each slide has notes of two sentences or more that name the workbook and its sheet."""
    assert len(s.deck(DECK).slides) == 6
    for slide in s.deck(DECK).slides:
        sentences = [part for part in re.split(r"(?<=[.!?])\s+", slide.notes.strip()) if len(part.split()) >= 3]
        assert len(sentences) >= 2, f"notes of slide {slide.index}: {slide.notes!r}"
        missing = lacks(slide.notes, "q4-2025.xlsx", "Summary")
        assert not missing, f"the notes of slide {slide.index} do not say where the figures are from: {missing}"


@check("rendered")
def everything_shows(s: Submission) -> None:
    """No slide is empty, and the summary shows with its chart."""
    views = s.rendered(DECK)
    assert len(views) == 6 and not [view.label for view in views if view.ink < 0.005]
    assert "Summary" in s.workbook(BOOK).sheet_names
    assert s.rendered(BOOK, sheet="Summary")[0].ink > 0.02


@check("tools")
def looked_at_both(s: Submission) -> None:
    """Summary, pivot and deck were looked at after the last change to them."""
    unseen = s.trajectory.unseen(BOOK, "Summary", "Pivot")
    assert not unseen, f"not looked at after the last change: {unseen}"
    assert s.trajectory.rendered_after_last_change(DECK), f"{DECK} was changed after the last look at it"


@check("answer")
def tells_the_figures(s: Submission) -> None:
    """The user hears net revenue, change and the number of lines left out."""
    total, found = expected.table(s.workspace)["Total"], expected.counts(s.workspace)
    assert says_number(s.answer, total["Q4"], digits=5), "net revenue is not in the answer"
    assert says_number(s.answer, total["Change"], within=0.0005, digits=3), "the change is not in the answer"
    assert says_number(s.answer, found["Total"] - found["counts"], digits=9), "lines left out are not in the answer"
    figures = [*total.values(), *found.values(), found["Total"] - found["counts"]]
    shares = [f"{abs(total[head]):.1%}" for head in ("Change", "Refund rate")]
    strays = stray_figures(s.answer, *figures, *shares, BOOK, DECK, "2025", "Q4", "Q3")
    assert not strays, f"the answer says {strays}"
