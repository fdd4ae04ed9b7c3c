"""The report and its data against the readings: the figures, the template, the list of references, the chart."""

import re
from statistics import mean, median, stdev
from typing import Any

from deskworld_verifiers import (
    Submission,
    chart_behind,
    check,
    hard_to_read,
    labels_of,
    lacks,
    mentions,
    page_count,
    pictures_in,
    recalculated,
    records_of,
    says_number,
    stray_figures,
)

REPORT, BOOK, TEMPLATE = "out/report.docx", "out/data.xlsx", "lab/report-template.docx"
TITLE, AUTHORS = "Length and Pitch of a String", "Nora Vance and Eli Brooks"
READINGS = ["Length (cm)", "Trial", "Frequency (Hz)", "Counts", "Used (Hz)"]
COLUMNS = ["Length (cm)", "Readings", "Mean (Hz)", "SD (Hz)", "Product (Hz cm)"]


def readings(s: Submission) -> list[tuple[float, int, float | None, str]]:
    """Length in cm, trial, frequency and whether it counts, in the order of the file."""
    rows: list[tuple[float, int, float | None]] = []
    scale = 1.0
    for row in s.table("lab/readings.csv"):
        if "in mm from here" in row["remark"]:
            scale = 0.1
        told = row["frequency_hz"]
        rows.append((round(float(row["length"]) * scale, 1), int(row["trial"]), float(told) if told else None))
    middle = {length: median(f for n, _, f in rows if n == length and f) for length in {row[0] for row in rows}}
    return [(n, t, f, "yes" if f and abs(f / middle[n] - 1) <= 0.2 else "no") for n, t, f in rows]


def summary(rows: list[tuple[float, int, float | None, str]]) -> list[tuple[float, int, float, float, float]]:
    """What Table 1 says, the longest string first."""
    found: list[tuple[float, int, float, float, float]] = []
    for length in sorted({row[0] for row in rows}, reverse=True):
        used = [f for n, _, f, counts in rows if n == length and counts == "yes" and f is not None]
        found.append((length, len(used), mean(used), stdev(used), length * mean(used)))
    return found


def products(s: Submission) -> tuple[float, float]:
    """The mean of the products, and by what share the farthest differs from it."""
    every = [row[4] for row in summary(readings(s))]
    middle = mean(every)
    return middle, max(abs(one / middle - 1) for one in every)


def cited(s: Submission) -> list[dict[str, str]]:
    """The sources that the method names, by author."""
    method = s.text("lab/method.md")
    return sorted(
        (dict(r) for r in s.table("lab/references.csv") if f"[{r['key']}]" in method), key=lambda r: r["author"]
    )


def sections(s: Submission) -> dict[str, str]:
    """The text below each heading."""
    found: dict[str, str] = {}
    head = ""
    for paragraph in s.document(REPORT).paragraphs:
        if paragraph.heading == 1:
            head = paragraph.text.strip()
        elif head and not paragraph.style.lower().startswith("caption") and paragraph.text.strip():
            found[head] = f"{found.get(head, '')} {' '.join(paragraph.text.split())}".strip()
    return found


def captions(s: Submission) -> list[tuple[int, str]]:
    """Position and text of each caption."""
    return [
        (p.position, " ".join(p.text.split()))
        for p in s.document(REPORT).paragraphs if p.style.lower().startswith("caption")
    ]  # fmt: skip


@check("format")
def template_is_kept(s: Submission) -> None:
    """The template's headings in order, its header, footer and type; no blank and no hint is left."""
    report, template = s.document(REPORT), s.document(TEMPLATE)
    heads = [heading.text for heading in template.outline if heading.level == 1]
    assert [heading.text.strip() for heading in report.outline if heading.level == 1] == heads, (
        f"the headings are {[heading.text for heading in report.outline]}, should be {heads}"
    )
    every = " ".join(p.text for p in report.paragraphs)
    assert "{{" not in every and "Take this line out" not in every, "a blank or a hint of the template is left"
    for part in ("header", "footer"):
        kept = [getattr(section, part) for section in report.sections] == [
            getattr(section, part) for section in template.sections
        ]
        assert kept, f"the {part} is not the template's"
    looks = {
        p.heading: {(run.font, run.size, run.color) for run in p.runs} for p in template.paragraphs if p.heading == 1
    }
    for paragraph in report.paragraphs:
        if paragraph.heading == 1:
            off = {(run.font, run.size, run.color) for run in paragraph.runs if run.text.strip()} - looks[1]
            assert not off, f"the heading {paragraph.text!r} looks otherwise than in the template: {off}"
    title = next((p for p in report.paragraphs if p.style == "Title"), None)
    assert title and title.text.strip() == TITLE, f"the title reads {title.text if title else None!r}"
    byline = next((p.text.strip() for p in report.paragraphs if p.style == "Byline"), "")
    assert byline == f"{AUTHORS}, 2 March 2026", f"the line below the title reads {byline!r}"
    assert report.title == TITLE, f"the title in the properties is {report.title!r}"
    strange = [p.text for p in report.paragraphs if p.style == "Hint"]
    assert not strange, f"these still look like a hint: {strange}"


@check("content")
def aim_and_method_are_taken_over(s: Submission) -> None:
    """Both word for word, each key in brackets exchanged for the source's number."""
    text = s.text("lab/method.md")
    for number, row in enumerate(cited(s), start=1):
        text = text.replace(f"[{row['key']}]", f"[{number}]")
    for head, words in re.findall(r"## (\w+)\n(.+?)(?=\n## |\Z)", text, re.DOTALL):
        got = sections(s).get(head, "")
        assert got == " ".join(words.split()), f"{head} reads {got!r}"


@check("content")
def references_are_a_real_list(s: Submission) -> None:
    """What is cited, by author, in the guide's form, with real numbering from 1."""
    wanted = [f"{row['author']} ({row['year']}). {row['title']}. {row['publisher']}." for row in cited(s)]
    got = [(label, text) for label, text in labels_of(s.document(REPORT)) if re.search(r"\(\d{4}\)", text)]
    assert [text for _, text in got] == wanted, f"the references are {[text for _, text in got]}, should be {wanted}"
    numbers = [int(re.sub(r"\D", "", label) or 0) for label, _ in got]
    assert numbers == list(range(1, len(wanted) + 1)), f"the references are numbered {[label for label, _ in got]}"
    said = sections(s).get("References", "")
    assert said == " ".join(wanted), f"below References stands {said!r}"


@check("content")
def table_is_right(s: Submission) -> None:
    """Table 1: each length with its readings, mean, deviation and product, rounded as the guide says."""
    assert len(s.document(REPORT).tables) == 1, f"the report has {len(s.document(REPORT).tables)} tables"
    rows = records_of(s.document(REPORT), *COLUMNS)
    wanted = [(f"{n:g}", str(k), f"{m:.1f}", f"{d:.1f}", f"{p:.0f}") for n, k, m, d, p in summary(readings(s))]
    got = [tuple(row[column].replace(",", "").strip() for column in COLUMNS) for row in rows]
    assert got == wanted, f"Table 1 says {got}, should say {wanted}"
    assert s.document(REPORT).tables[0].header_repeats, "the heading row of Table 1 does not repeat"


@check("content")
def results_and_discussion_say_it(s: Submission) -> None:
    """The readings that count and those that don't, table and figure named; the mean product and the deviation."""
    rows, (middle, off) = readings(s), products(s)
    results, discussion = sections(s).get("Results", ""), sections(s).get("Discussion", "")
    assert not lacks(results, "Table 1", "Figure 1"), f"Results does not name {lacks(results, 'Table 1', 'Figure 1')}"
    dropped = [row for row in rows if row[3] == "no"]
    for number in (len(rows) - len(dropped), *(row[0] for row in dropped)):
        assert says_number(results, number), f"Results does not say {number:g}"
    for row in dropped:
        assert re.search(rf"trial\s+{row[1]}\b", results, re.IGNORECASE), f"Results does not name trial {row[1]}"
    assert mentions(results, "two", "2") or says_number(results, len(rows)), "Results does not say how many don't count"
    means = [round(value, 1) for line in summary(rows) for value in line]
    known = [len(rows), len(rows) - len(dropped), len(dropped), *means, *(v for row in rows for v in row[:3] if v)]
    assert not stray_figures(results, 1, 20, *known), f"Results says {stray_figures(results, 1, 20, *known)}"
    assert says_number(discussion, middle, within=0.51, digits=9), f"Discussion does not say {middle:.0f}"
    assert re.search(rf"{off * 100:.1f}\s*(%|per ?cent)", discussion), f"Discussion does not say {off:.1%}"
    assert mentions(discussion, "proportional", "constant", "same", "inverse", "inversely"), (
        "Discussion does not say what that means"
    )
    stray = stray_figures(
        discussion, *known, 1, 5, middle, round(off * 100, 1), round(off, 3), *(line[4] for line in summary(rows))
    )
    assert not stray, f"Discussion says {stray}"


@check("rendered")
def table_and_figure_stand_with_captions(s: Submission) -> None:
    """The table, then the figure, under Results, each with its numbered caption beside it; the figure in words, too."""
    report = s.document(REPORT)
    heads = {heading.text.strip(): heading.position for heading in report.outline}
    told = captions(s)
    assert len(told) == 2, f"there are {len(told)} captions: {[text for _, text in told]}"
    for (position, text), name in zip(told, ("Table 1", "Figure 1"), strict=True):
        assert re.match(rf"{name}\b\W*\w{{3}}", text), f"a caption reads {text!r}, it should begin with {name}"
        assert heads["Results"] < position < heads["Discussion"], f"{name} does not stand under Results"
    assert abs(told[0][0] - report.tables[0].position) == 1, "the caption of Table 1 does not stand by the table"
    assert mentions(told[1][1], "standard deviation", "standard deviations", "error bars"), (
        f"{told[1][1]!r} does not say what the bars are"
    )
    for _, text in told:
        assert mentions(text, "frequency", "frequencies") and mentions(text, "length", "lengths"), (
            f"{text!r} does not say what is shown by what"
        )
        assert not stray_figures(text, 1, *(line[0] for line in summary(readings(s)))), f"a caption says {text!r}"
    assert len(report.pictures) == 1, f"the report has {len(report.pictures)} pictures"
    picture = report.pictures[0]
    assert len(picture.alt) >= 25 and mentions(picture.alt, "frequency", "pitch"), (
        f"the alternative text is {picture.alt!r}"
    )
    ends = [value for line in summary(readings(s)) for value in (line[0], round(line[2], 1), round(line[3], 1))]
    assert not stray_figures(picture.alt, 1, 5, *ends), f"the alternative text says {picture.alt!r}"
    holder = next((p for p in report.paragraphs if p.position == told[1][0] - 1), None)
    assert holder and holder.alignment == "center", "the figure does not stand in the middle, right above its caption"
    assert picture.width >= 300, f"the figure is only {picture.width:.0f} points wide"
    assert abs(picture.width / picture.height / (picture.pixel_width / picture.pixel_height) - 1) < 0.02, (
        "it is stretched"
    )


@check("tools")
def chart_shows_the_figures(s: Submission) -> None:
    """The chart that is in the report was drawn of the means by length, with deviations as error bars."""
    assert s.document(REPORT).pictures, "the report has no figure"
    chart = chart_behind(s, pictures_in(s.file(REPORT))[0])
    assert chart, "the figure is no chart that was drawn by draw_chart and is still there"
    assert any("±" in head for head in chart.head), f"the chart has no column of errors: {chart.head}"
    wanted = sorted((n, m, d) for n, _, m, d, _ in summary(readings(s)))
    whole = [line[:3] for line in chart.rows if all(re.fullmatch(r"[\d.]+", str(cell)) for cell in line[:3])]
    got = sorted(tuple(float(cell) for cell in line) for line in whole if len(line) == 3)
    near = len(got) == len(wanted) and all(
        abs(a - b) <= 0.051 for one, other in zip(got, wanted, strict=True) for a, b in zip(one, other, strict=True)
    )
    assert near, f"the chart shows {got}, should show {wanted}"
    axes = [str(chart.arguments.get(name, "")).lower() for name in ("x_title", "y_title")]
    assert "length" in axes[0] and "cm" in axes[0], f"the axis of lengths is named {axes[0]!r}"
    assert "frequency" in axes[1] and "hz" in axes[1], f"the axis of frequencies is named {axes[1]!r}"
    stray = stray_figures(chart.words, 1, *(round(v, 1) for line in summary(readings(s)) for v in line))
    assert not stray, f"the chart says {stray}"
    assert chart.kind == "scatter", "the chart does not show the means as points"
    assert not chart.arguments.get("log"), "the axes are logarithmic, which nobody asked for"


def sheet(s: Submission, name: str) -> Any:
    book = s.workbook(BOOK)
    assert book.sheet_names == ["Readings", "Summary"], f"the workbook has the sheets {book.sheet_names}"
    return book.sheet(name)


@check("content")
def data_holds_all_readings(s: Submission) -> None:
    """All readings in order, in cm, with what counts; what is used is a formula."""
    rows, data = readings(s), sheet(s, "Readings")
    got = data.rows(f"A1:E{len(rows) + 1}")
    assert got[0] == READINGS, f"the headings are {got[0]}"
    assert data.row_count <= len(rows) + 1, f"Readings goes on to row {data.row_count}"
    for place, (line, row) in enumerate(zip(got[1:], rows, strict=True), start=2):
        assert line[:4] == list(row), f"row {place} says {line[:4]}, should say {list(row)}"
        assert line[4] == row[2] if row[3] == "yes" else line[4] in ("", None), f"E{place} is {line[4]!r}"
    typed = [f"E{place}" for place in range(2, len(rows) + 2) if not data.formula(f"E{place}")]
    assert not typed, f"{typed} are typed, not formulas"
    assert not s.workbook(BOOK).findings, [finding.message for finding in s.workbook(BOOK).findings]


@check("content")
def summary_follows_the_readings(s: Submission) -> None:
    """The figures of Table 1 as formulas: when a reading is changed or no longer counts, they follow."""
    rows, facts = readings(s), sheet(s, "Summary")
    assert facts.rows("A1:E1")[0] == COLUMNS, f"the headings are {facts.rows('A1:E1')[0]}"

    def held(values: dict[str, Any], lines: list[tuple[float, int, float | None, str]], when: str) -> None:
        told = summary(lines)
        for place, line in enumerate(told, start=2):
            for column, wanted in zip("BCDE", line[1:], strict=True):
                got = values.get(f"{column}{place}")
                assert isinstance(got, int | float) and abs(got - wanted) < 1e-6, (
                    f"{column}{place} is {got!r} {when}, should be {wanted:.4f}"
                )
        wanted = mean(line[4] for line in told)
        got = values.get(f"E{len(told) + 2}")
        assert isinstance(got, int | float) and abs(got - wanted) < 1e-6, f"the mean product is {got!r} {when}"

    last = len(summary(rows)) + 2
    lengths = [facts.value(f"A{place}") for place in range(2, last)]
    assert lengths == [line[0] for line in summary(rows)], f"Summary has the lengths {lengths}"
    typed = [f"{c}{r}" for c in "BCDE" for r in range(2, last + (c == "E")) if not facts.formula(f"{c}{r}")]
    assert not typed, f"{typed} are typed, not formulas"
    held({f"{c}{r}": facts.value(f"{c}{r}") for c in "BCDE" for r in range(2, last + 1)}, rows, "now")
    assert str(facts.value(f"A{last}")).strip() == "Mean product", f"A{last} says {facts.value(f'A{last}')!r}"
    assert facts.row_count <= last, f"Summary goes on to row {facts.row_count}"
    edits: dict[tuple[str, str], Any] = {}
    other = list(rows)
    for place in range(0, len(rows), 3):
        n, t, f, counts = other[place]
        other[place] = (n, t, (f or n) + 3 * (place % 5), counts)
        edits["Readings", f"C{place + 2}"] = other[place][2]
    n, t, f, _ = other[1]
    other[1], edits["Readings", "D3"] = (n, t, f, "no"), "no"
    held(recalculated(s.file(BOOK), edits)["Summary"], other, "after the readings were changed in a copy")


@check("format")
def data_is_shown_well(s: Submission) -> None:
    """One decimal for frequencies, none for products, headings bold, everything wide enough."""
    last = len(summary(readings(s))) + 1
    for column, wanted in (("C", 1), ("D", 1), ("E", 0)):
        for place in range(2, last + 1 + (column == "E")):
            code = sheet(s, "Summary").cell(f"{column}{place}").number_format
            places = len(code.partition(".")[2])
            assert "0" in code and places == wanted and "%" not in code, f"Summary {column}{place} is shown as {code!r}"
    for column in "CE":
        codes = {sheet(s, "Readings").cell(f"{column}{n}").number_format for n in range(2, len(readings(s)) + 2)}
        assert all(re.search(r"0\.0$", code) for code in codes), f"Readings {column} is shown as {sorted(codes)}"
    for name in ("Readings", "Summary"):
        heads = [sheet(s, name).cell(f"{column}1").style.bold for column in "ABCDE"]
        assert all(heads), f"headings of {name} are not all bold"
        assert not hard_to_read(sheet(s, name)), hard_to_read(sheet(s, name))


@check("rendered")
def report_is_clean(s: Submission) -> None:
    """Nothing to object to, at most three pages, none of them blank."""
    found = [finding.message for finding in s.document(REPORT).findings]
    assert not found, found
    assert page_count(s.file(REPORT)) <= 3, f"the report has {page_count(s.file(REPORT))} pages"
    assert not [view.label for view in s.rendered(REPORT) if view.blank], "a page is blank"


@check("tools")
def report_was_looked_at(s: Submission) -> None:
    assert s.trajectory.rendered_after_last_change(REPORT), "the finished report was never looked at"


@check("answer")
def tells_mean_and_what_does_not_count(s: Submission) -> None:
    """The mean product, and which readings do not count, by length and trial, and why."""
    rows, (middle, off) = readings(s), products(s)
    assert says_number(s.answer, middle, within=0.51, digits=9), f"the answer does not say {middle:.0f}"
    for length, trial, *_ in (row for row in rows if row[3] == "no"):
        assert says_number(s.answer, length), f"the answer does not name the reading at {length:g} cm"
        assert re.search(rf"trial\s+{trial}\b|{trial}(st|nd|rd|th)", s.answer, re.IGNORECASE), (
            f"trial {trial} is not named"
        )
    assert mentions(s.answer, "octave", "double", "twice", "too high", "20 %", "20%", "outlier", "off the median"), (
        "the answer does not say what is wrong with the outlier"
    )
    assert mentions(s.answer, "missing", "bus", "empty", "nothing", "no reading"), (
        "the answer does not tell of the missing one"
    )
    known = [v for row in rows for v in row[:3] if v] + [round(v, 1) for line in summary(rows) for v in line]
    stray = stray_figures(
        s.answer, *known, middle, round(off * 100, 1), round(off, 3), len(rows), 28, 2, 20, within=0.5
    )
    assert not stray, f"the answer has other figures: {stray}"
