"""The forecast adds up again, for twelve months, under its right year, and nothing that Aisha built was lost.

The figures are computed here from the plan, the assumptions and last year's orders. That formulas are alive is tried
out in a copy whose inputs are changed. That nothing was lost is looked up in the package itself, part by part.
"""

import re
import zipfile
from collections import Counter
from datetime import datetime

from deskworld_verifiers import Submission, check, mentions, recalculated, says_number, stray_figures

GIVEN = "forecast/forecast.xlsx"
BOOK = "out/forecast-2026.xlsx"
OLD, NEW = "Forecast 2025", "Forecast 2026"
FIRST, AUGUST, LAST, TOTAL = 5, 12, 16, 17
MONEY = ("D", "E", "F", "G", "H", "K")
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def plan(s):
    """Bags and price of each month."""
    return [(int(row["bags"]), float(row["price_per_bag"])) for row in s.table("forecast/plan-2026.csv")]


def assumptions(s):
    """Green cost, roasting cost, freight share, overheads and margin target."""
    sheet = s.workbook(GIVEN).sheet("Assumptions")
    return [sheet.value(f"B{row}") for row in range(3, 8)]


def last_year(s):
    """Net of the orders by month."""
    months = [0.0] * 12
    for day, _, _, net in s.workbook(GIVEN).sheet("Orders 2025").rows()[1:]:
        if isinstance(day, datetime):
            months[day.month - 1] += net
    return months


def forecast(s, inputs):
    """What the forecast's sheet and the summary show for these inputs: {cell: value} each."""
    green, roast, share, overheads, target = assumptions(s)
    before = last_year(s)
    cells, summary = {}, {}
    for place, (bags, price) in enumerate(inputs):
        row = FIRST + place
        revenue = bags * price
        margin = revenue - bags * green - bags * roast - revenue * share
        values = (revenue, bags * green, bags * roast, revenue * share, margin, margin / revenue)
        cells |= {f"{column}{row}": value for column, value in zip("DEFGHI", values, strict=True)}
        cells[f"J{row}"], cells[f"K{row}"] = revenue / before[place] - 1, margin - overheads
    rows = range(FIRST, LAST + 1)
    for column in MONEY:
        cells[f"{column}{TOTAL}"] = sum(cells[f"{column}{row}"] for row in rows)
    bags, revenue = sum(bags for bags, _ in inputs), cells[f"D{TOTAL}"]
    cells |= {f"B{TOTAL}": bags, f"C{TOTAL}": revenue / bags, f"I{TOTAL}": cells[f"H{TOTAL}"] / revenue}
    cells[f"J{TOTAL}"] = revenue / sum(before) - 1
    for cell, column in (("B4", "D"), ("B5", "H"), ("B6", "G"), ("B7", "K"), ("B8", "I")):
        summary[cell] = cells[f"{column}{TOTAL}"]
    summary["B10"] = sum(cells[f"I{row}"] >= target for row in rows)
    for quarter in range(4):
        for column, source in (("B", "D"), ("C", "H")):
            summary[f"{column}{13 + quarter}"] = sum(cells[f"{source}{FIRST + 3 * quarter + n}"] for n in range(3))
    summary |= {"B17": cells[f"D{TOTAL}"], "C17": cells[f"H{TOTAL}"]}
    return cells, summary


def close(value, expected):
    return isinstance(value, int | float) and abs(value - expected) <= 1e-6 * max(1.0, abs(expected))


def moved(ref):
    """Where a cell of the given sheet lies now that a row stands before September."""
    return re.sub(r"\d+", lambda row: str(int(row.group()) + (int(row.group()) >= AUGUST)), ref)


def parts(path):
    """The package's parts."""
    with zipfile.ZipFile(path) as package:
        return {name: package.read(name) for name in package.namelist()}


def kinds(path):
    """How many parts of each kind there are, by folder and name without number."""
    names = [re.sub(r"\d+(?=\.\w+$)", "", name) for name in parts(path)]
    return Counter(name for name in names if not name.endswith(("calcChain.xml", ".rels")))


def look_of_charts(path):
    """The charts' XML without what has to change: titles' words, references and cached points."""
    from lxml import etree

    found = []
    for name, blob in parts(path).items():
        if re.fullmatch(r"xl/charts/chart\d+\.xml", name):
            root = etree.fromstring(blob)
            for element in list(root.iter("{*}f", "{*}numCache", "{*}strCache", "{*}t")):
                element.getparent().remove(element)
            found.append(re.sub(r"\s+", " ", etree.tostring(root, method="c14n").decode()))
    return Counter(found)


def extensions(path):
    """The attributes of data bars, sparklines and icon sets in sheets' extensions, without their places."""
    from lxml import etree

    found = []
    for name, blob in parts(path).items():
        if name.startswith("xl/worksheets/sheet"):
            for extension in etree.fromstring(blob).iter(f"{MAIN}ext"):
                for element in extension.iter():
                    if isinstance(element.tag, str) and etree.QName(element).localname not in ("f", "sqref"):
                        ids = {key: value for key, value in element.attrib.items() if not key.endswith(("uid", "id"))}
                        found.append((etree.QName(element).localname, tuple(sorted(ids.items()))))
    return Counter(found)


def pattern(formula, row):
    """A formula of a month's row with its own row's number taken out."""
    return re.sub(rf"(?<=[A-Z]){row}(?!\d)", "#", formula.replace(OLD, NEW))


@check("content")
def months_and_inputs(s: Submission) -> None:
    """Twelve months in order, with the plan's bags and prices, then the total."""
    sheet = s.workbook(BOOK).sheet(NEW)
    assert [sheet.value(f"A{row}") for row in range(FIRST, LAST + 1)] == [
        datetime(2026, month, 1) for month in range(1, 13)
    ], "the months are not January to December 2026 in rows 5 to 16"
    for row, (bags, price) in enumerate(plan(s), start=FIRST):
        found = sheet.value(f"B{row}"), sheet.value(f"C{row}")
        assert found == (bags, price), f"row {row}: the plan says {bags} bags at {price}"
        assert not sheet.formula(f"B{row}") and not sheet.formula(f"C{row}"), "inputs are typed"
    assert sheet.value(f"A{TOTAL}") == "Total" and sheet.used == f"A1:K{TOTAL}", f"{NEW} holds {sheet.used}"


@check("content")
def every_figure_is_right(s: Submission) -> None:
    """Revenue, costs, margins, comparison and result of each month and of the year; the whole summary."""
    book = s.workbook(BOOK)
    cells, summary = forecast(s, plan(s))
    for name, expected in ((NEW, cells), ("Summary", summary)):
        for ref, value in expected.items():
            found = book.sheet(name).value(ref)
            assert close(found, value), f"{name} {ref} should be {value:.4f}, not {found}"
    best = max(range(12), key=lambda month: cells[f"D{FIRST + month}"])
    assert book.sheet("Summary").value("B9") == datetime(2026, best + 1, 1)
    assert book.sheet("Summary").value("B18") == "yes"


@check("content")
def same_formulas_in_each_month(s: Submission) -> None:
    """Nothing is typed: each month computes as January did in the workbook that was given."""
    given, sheet = s.workbook(GIVEN).sheet(OLD), s.workbook(BOOK).sheet(NEW)
    for column in "DEFGHIJK":
        wanted = pattern(given.formula(f"{column}{FIRST}"), FIRST)
        for row in range(FIRST, LAST + 1):
            found = sheet.formula(f"{column}{row}")
            assert found, f"{column}{row} is typed"
            assert pattern(found, row) == wanted, f"{column}{row} is {found}"


@check("content")
def formulas_follow(s: Submission) -> None:
    """Other bags in January, August and December, in a copy: totals, quarters and the year follow."""
    inputs = plan(s)
    for month, bags in ((0, 5100), (7, 5200), (11, 5300)):
        inputs[month] = (bags, inputs[month][1])
    cells, summary = forecast(s, inputs)
    assert NEW in s.workbook(BOOK).sheet_names
    values = recalculated(s.file(BOOK), {(NEW, f"B{row}"): bags for row, (bags, _) in enumerate(inputs, start=FIRST)})
    for name, expected in ((NEW, cells), ("Summary", summary)):
        for ref, value in expected.items():
            found = values.get(name, {}).get(ref)
            assert close(found, value), f"{name} {ref} does not follow the inputs: {found}, not {value:.4f}"
    assert values.get("Summary", {}).get("B18") == "yes"


@check("content")
def called_by_its_year(s: Submission) -> None:
    """Sheet, title and charts say 2026; last year's orders and the comparison keep their names."""
    book = s.workbook(BOOK)
    assert book.sheet_names == [NEW, "Summary", "Assumptions", "Orders 2025"]
    sheet = book.sheet(NEW)
    assert sheet.value("A1") == "Forecast 2026" and sheet.value("J4") == "vs 2025"
    assert sorted(chart.chart.title for chart in sheet.charts) == [
        "Costs by kind 2026",
        "Revenue and gross margin 2026",
    ]
    for page in book.sheets:
        assert not [cell.ref for cell in page.cells() if OLD in f"{cell.value} {cell.formula}"], (
            f"{page.name} says {OLD}"
        )
    for name, blob in parts(s.file(BOOK)).items():
        if name.startswith("xl/") and name != "xl/sharedStrings.xml":  # words that no cell holds may lie there
            assert OLD not in blob.decode("utf-8", "ignore"), f"{name} still says {OLD}"


@check("content")
def charts_show_twelve_months(s: Submission) -> None:
    """Both charts run from January to December, August between them; the quarters' chart too."""
    book = s.workbook(BOOK)
    charts = {chart.chart.title: chart.chart for chart in book.sheet(NEW).charts}
    for title, columns in (("Revenue and gross margin 2026", "DH"), ("Costs by kind 2026", "EFG")):
        assert title in charts, f"no chart {title}"
        assert len(charts[title].series) == len(columns)
        for series, column in zip(charts[title].series, columns, strict=True):
            assert series.values_ref.replace("$", "") == f"'{NEW}'!{column}{FIRST}:{column}{LAST}", (
                f"{title}: {series.values_ref}"
            )
            assert series.categories_ref.replace("$", "") == f"'{NEW}'!A{FIRST}:A{LAST}"
            assert series.name_ref.replace("$", "") == f"'{NEW}'!{column}4"
    quarters = book.sheet("Summary").chart("Revenue by quarter").chart.series[0]
    assert quarters.values_ref.replace("$", "") == "Summary!B13:B16"


@check("content")
def names_rules_and_sparklines_reach_august(s: Submission) -> None:
    """Names, conditional formats, validation, sparklines and the print area take in all twelve months."""
    book, given = s.workbook(BOOK), s.workbook(GIVEN)
    names = {name.name: name.refers_to.lstrip("=").replace("$", "") for name in book.names}
    assert names.get("MonthlyRevenue") == f"'{NEW}'!D{FIRST}:D{LAST}"
    for name in given.names:
        if name.refers_to.lstrip("=").startswith("Assumptions"):
            assert names.get(name.name) == name.refers_to.lstrip("=").replace("$", ""), f"name {name.name}"
    sheet = book.sheet(NEW)
    rules = sorted((rule.area, rule.type) for rule in sheet.conditional_formats)
    wanted = sorted(
        (rule.area.replace(f"{LAST - 1}", f"{LAST}"), rule.type) for rule in given.sheet(OLD).conditional_formats
    )
    assert rules == wanted, "a data bar, icon or colour rule stops short or is gone"
    assert [(rule.area, rule.type) for rule in sheet.validations] == [(f"B{FIRST}:B{LAST}", "whole")]
    lines = {line.cell: (line.data.replace("$", ""), line.type) for line in book.sheet("Summary").sparklines}
    before = {line.cell: line for line in given.sheet("Summary").sparklines}
    assert set(lines) == set(before), "a sparkline is gone"
    for cell, line in before.items():
        data = line.data.replace("$", "").replace(OLD, NEW).replace(f"{LAST - 1}", f"{LAST}")
        assert lines[cell] == (data, line.type), f"sparkline in {cell} shows {lines[cell][0]}"
    assert sheet.print.orientation == "landscape" and sheet.print.fit_width == 1 and sheet.print.titles


@check("format")
def august_looks_like_the_others(s: Submission) -> None:
    """August's cells have July's look; every other cell of every sheet has the look that it had."""
    book, given = s.workbook(BOOK), s.workbook(GIVEN)
    sheet = book.sheet(NEW)
    for column in "ABCDEFGHIJK":
        july, august = sheet.cell(f"{column}{AUGUST - 1}"), sheet.cell(f"{column}{AUGUST}")
        assert (august.style, august.number_format) == (july.style, july.number_format), f"{column}{AUGUST}"
    for old in given.sheets:
        new = book.sheet(NEW if old.name == OLD else old.name)
        for cell in old.cells():
            now = new.cell(moved(cell.ref) if old.name == OLD else cell.ref)
            assert (now.style, now.number_format) == (cell.style, cell.number_format), f"{old.name} {now.ref}"


@check("content")
def other_cells_kept(s: Submission) -> None:
    """What was not broken says what it said: headings, labels, assumptions, orders, the summary's formulas."""
    book, given = s.workbook(BOOK), s.workbook(GIVEN)
    for name in ("Assumptions", "Orders 2025"):
        assert book.sheet(name).rows() == given.sheet(name).rows(), f"{name} was changed"
        assert not book.sheet(name).formula_count
    old, new = given.sheet("Summary"), book.sheet("Summary")
    assert new.used == old.used
    for cell in old.cells():
        if cell.formula:
            assert new.formula(cell.ref), f"Summary {cell.ref} is typed"
        else:
            assert new.value(cell.ref) == cell.value and not new.formula(cell.ref), f"Summary {cell.ref}"
    old, new = given.sheet(OLD), book.sheet(NEW)
    for cell in old.cells("A2:K4"):
        assert new.value(cell.ref) == cell.value, f"{NEW} {cell.ref}"
    for column in "BCDEFGHIJK":
        assert new.formula(f"{column}{TOTAL}"), f"the total in {column}{TOTAL} is typed"


@check("format")
def comments_and_boxes_kept(s: Submission) -> None:
    """Comments with their authors move along with their cells; the text box and the logo are there."""
    book, given = s.workbook(BOOK), s.workbook(GIVEN)
    for old in given.sheets:
        new = book.sheet(NEW if old.name == OLD else old.name)
        shift = moved if old.name == OLD else str
        assert sorted((c.cell, c.author, c.text) for c in new.comments) == sorted(
            (shift(c.cell), c.author, c.text) for c in old.comments
        ), f"comments of {new.name}"
        assert [box.text for box in new.text_boxes] == [box.text for box in old.text_boxes], "the text box is gone"
        assert [(p.alt, p.width, p.height) for p in new.pictures] == [(p.alt, p.width, p.height) for p in old.pictures]
        assert [chart.alt for chart in new.charts] == [chart.alt for chart in old.charts]
        for what in ("freeze", "gridlines", "tab_color", "column_widths", "state", "zoom", "hidden_columns"):
            assert getattr(new, what) == getattr(old, what), f"{new.name}: {what}"
        assert bool(new.filter) == bool(old.filter)
    box = book.sheet(NEW).text_boxes[0]
    assert int(re.sub(r"\D", "", box.anchor.split(":")[0])) > TOTAL, "the text box lies over the table"


@check("format")
def package_kept_part_by_part(s: Submission) -> None:
    """The same kinds of parts, the same theme and pictures, the same look of charts, bars and sparklines."""
    facts, given = s.workbook(BOOK), s.workbook(GIVEN)
    before, after = s.workspace / GIVEN, s.file(BOOK)
    missing = kinds(before) - kinds(after)
    assert not missing, f"parts are gone: {dict(missing)}"
    old, new = parts(before), parts(after)
    for name in old:
        if name.startswith(("xl/media/", "xl/theme/")):
            assert old[name] in new.values(), f"{name} was changed"
    gone = look_of_charts(before) - look_of_charts(after)
    assert not gone, "a chart lost its look"
    lost = extensions(before) - extensions(after)
    assert not lost, f"data bars or sparklines lost {list(lost)[:3]}"
    assert (facts.title, facts.author) == (given.title, given.author)


@check("format")
def nothing_is_broken(s: Submission) -> None:
    """No errors, no stale values, no broken names or links."""
    book = s.workbook(BOOK)
    assert not book.findings, [finding.message for finding in book.findings]


@check("rendered")
def charts_are_drawn(s: Submission) -> None:
    """The sheet shows, and August's column stands in the picture: it differs from the given one's."""
    assert NEW in s.workbook(BOOK).sheet_names
    after = s.rendered(BOOK, sheet=NEW, area="A1:V38")
    before = s.rendered(GIVEN, sheet=OLD, area="A1:V38")
    assert after and after[0].ink > 0.05
    assert after[0].png != before[0].png


@check("tools")
def looked_at_what_changed(s: Submission) -> None:
    """Both sheets that were repaired were looked at after the last change."""
    unseen = s.trajectory.unseen(BOOK, NEW, "Summary")
    assert not unseen, f"not looked at after the last change: {unseen}"


@check("answer")
def tells_figures_and_repairs(s: Submission) -> None:
    """The user hears revenue and gross margin of the year, and which cells were repaired."""
    cells, _ = forecast(s, plan(s))
    assert says_number(s.answer, cells[f"D{TOTAL}"], digits=4) and says_number(s.answer, cells[f"H{TOTAL}"], digits=4)
    assert mentions(s.answer, "August", "Aug")
    for now, then in (
        ("G7", "G7"),
        ("F9", "F9"),
        ("B10", "B10"),
        ("H14", "H13"),
        ("D17", "D16"),
        ("H17", "H16"),
        ("B6", "B6"),
    ):
        assert re.search(rf"(?<![A-Z]){now}(?!\d)|(?<![A-Z]){then}(?!\d)", s.answer.replace("$", "")), (
            f"the answer does not say that {now} was repaired"
        )
    known = [cell.value for book in (BOOK, GIVEN) for page in s.workbook(book).sheets[:3] for cell in page.cells()]
    known = [value for value in known if isinstance(value, int | float)]
    text = re.sub(r"(?<![A-Za-z])\$?[A-K]\$?\d\d?(?!\d)", "", s.answer)  # the cells are looked at above
    strays = stray_figures(text, BOOK, "2025", "2026", *known, *range(1, 13))
    assert not strays, f"the answer says {strays}, which stands in no workbook"
