"""The right lines are reported, by figures that follow the vouchers, and Dana's slide says the same.

Budget and vouchers are read from the files that were given: each voucher once, posted, dated January or February.
"""

import csv
import re
import tempfile
import warnings
from datetime import datetime
from io import BytesIO
from pathlib import Path

from deskworld_verifiers import Submission, check, lacks, mentions, says_number

SMALL_WORDS = ("a", "and", "are", "by", "for", "from", "in", "is", "of", "on", "per", "the", "to", "with")
BOOK = "out/variance-2026-02.xlsx"
DECK = "out/variance-2026-02.pptx"
BUDGET = "finance/budget-2026.xlsx"
HEADER = ["Account", "Name", "Owner", "Budget", "Actual", "Variance", "Variance %", "Flag"]
COLUMNS = ["voucher", "date", "account", "text", "amount", "state"]


def vouchers(s):
    """The vouchers in the order of the export, each once."""
    found = {}
    with (s.workspace / "finance/vouchers.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            found.setdefault(row["voucher"], {**row, "amount": float(row["amount"])})
    return list(found.values())


def of_period(rows):
    return [row for row in rows if row["state"] == "posted" and row["date"] < "2026-03-01"]


def lines(s, rows=None):
    """What Variance has to show: a dict a line, Total last."""
    counted = of_period(vouchers(s) if rows is None else rows)
    amount, share = s.task.variables["amount"], s.task.variables["share"] / 100
    found = []
    for account, name, owner, january, february, *_ in s.workbook(BUDGET).sheet("Budget 2026").rows()[1:]:
        actual = sum(row["amount"] for row in counted if row["account"] == str(account))
        found.append(line(str(account), name, owner, january + february, actual))
    for one in found:
        if abs(one["Variance"]) > amount and abs(one["Variance %"]) > share:
            one["Flag"] = "over" if one["Variance"] > 0 else "under"
    total = line("Total", None, None, sum(one["Budget"] for one in found), sum(one["Actual"] for one in found))
    return [*found, total]


def line(*given):
    budget, actual = given[3:]
    return dict(zip(HEADER, (*given, actual - budget, actual / budget - 1, ""), strict=True))


def reported(s):
    """The lines to report, the largest overrun first, the largest saving last."""
    return sorted((one for one in lines(s) if one["Flag"]), key=lambda one: -one["Variance"])


def largest(s, account):
    return max((row for row in of_period(vouchers(s)) if row["account"] == account), key=lambda row: row["amount"])


def headings(sheet, wanted):
    """Row number and letters of the row that holds these headings."""
    for number, row in enumerate(sheet.rows(f"A1:Z{min(sheet.row_count, 20)}"), start=1):
        found = {str(value).strip(): chr(65 + place) for place, value in enumerate(row) if value is not None}
        if set(wanted) <= set(found):
            return number, {name: found[name] for name in wanted}
    raise AssertionError(f"{sheet.name}: no row has the headings {', '.join(wanted)}")


def places(s):
    """References of Variance by account and heading, in order."""
    sheet = s.workbook(BOOK).sheet("Variance")
    top, letters = headings(sheet, HEADER)
    found = {}
    for row in range(top + 1, sheet.row_count + 1):
        account = sheet.value(f"{letters['Account']}{row}")
        if account is not None:
            found[str(account)] = {head: f"{letter}{row}" for head, letter in letters.items()}
    missing = [one["Account"] for one in lines(s) if one["Account"] not in found]
    assert not missing, f"Variance has no line for {missing}"
    return found


def close(value, wanted, within=0.01):
    return isinstance(value, int | float) and abs(value - wanted) <= within


def dollars(value):
    """The amount in whole dollars; at half a dollar either way is right."""
    return {f"{round(abs(value) + step):,}" for step in (-1e-6, 1e-6)}


def forms(value):
    """The ways to write whole dollars below or above zero."""
    if value >= 0:
        return {form for digits in dollars(value) for form in (f"${digits}", f"+${digits}")}
    return {form for n in dollars(value) for form in (f"-${n}", f"−${n}", f"$-{n}", f"(${n})")}


@check("format")
def three_sheets(s: Submission) -> None:
    """Variance in front, then the budget and the vouchers; nothing broken, no typed links."""
    book = s.workbook(BOOK)
    assert book.sheet_names[0] == "Variance"
    assert sorted(book.sheet_names) == ["Budget 2026", "Variance", "Vouchers"]
    assert not book.findings, [finding.message for finding in book.findings]


@check("content")
def budget_is_unchanged(s: Submission) -> None:
    """Budget 2026 holds what Aisha's file holds, in its look."""
    given, sheet = s.workbook(BUDGET).sheet("Budget 2026"), s.workbook(BOOK).sheet("Budget 2026")
    assert sheet.rows() == given.rows() and sheet.freeze == given.freeze
    for cell in given.cells():
        now = sheet.cell(cell.ref)
        assert (now.number_format, now.style.bold) == (cell.number_format, cell.style.bold), cell.ref


@check("content")
def each_voucher_once(s: Submission) -> None:
    """Vouchers has every voucher of the export once, dates as dates and amounts as numbers."""
    sheet = s.workbook(BOOK).sheet("Vouchers")
    top, letters = headings(sheet, COLUMNS)
    wanted = {row["voucher"]: row for row in vouchers(s)}
    found = [sheet.value(f"{letters['voucher']}{row}") for row in range(top + 1, sheet.row_count + 1)]
    assert len(found) == len(set(found)), "a voucher stands there twice"
    assert set(found) == set(wanted), f"missing {list(set(wanted) - set(found))[:5]}"
    for row in range(top + 1, sheet.row_count + 1):
        one = wanted[sheet.value(f"{letters['voucher']}{row}")]
        for name in ("account", "text", "state"):
            assert str(sheet.value(f"{letters[name]}{row}")) == one[name], f"row {row}: {name}"
        day = sheet.value(f"{letters['date']}{row}")
        assert hasattr(day, "year") and f"{day:%Y-%m-%d}" == one["date"], f"row {row}: date is {day!r}"
        assert close(sheet.value(f"{letters['amount']}{row}"), one["amount"], 0.001), f"row {row}: amount"


@check("content")
def variances_are_right(s: Submission) -> None:
    """Budget, actual, variance and flag of each account, in the budget's order, and the total."""
    sheet, found = s.workbook(BOOK).sheet("Variance"), places(s)
    wanted = lines(s)
    start = list(found).index(wanted[0]["Account"]) if wanted[0]["Account"] in found else 0
    assert list(found)[start : start + len(wanted)] == [one["Account"] for one in wanted], "accounts are not in order"
    for one in wanted:
        refs = found[one["Account"]]
        for head in HEADER[1:]:
            value = sheet.value(refs[head])
            if head in ("Name", "Owner", "Flag"):
                assert (value or "") == (one[head] or ""), f"{one['Account']} {head}: {value!r}, not {one[head]!r}"
            else:
                within = 1e-6 if head == "Variance %" else 0.01
                assert close(value, one[head], within), (
                    f"{one['Account']} {head} should be {one[head]:.4f}, not {value}"
                )
                assert sheet.formula(refs[head]), f"{one['Account']} {head} is typed"
        if one["Account"] != "Total":
            assert sheet.formula(refs["Flag"]), f"the flag of {one['Account']} is typed"


@check("content")
def limits_stand_in_cells(s: Submission) -> None:
    """Both limits are in cells, and a flag reads them: in a copy with high limits nothing is flagged."""
    amount, share = s.task.variables["amount"], s.task.variables["share"] / 100
    sheet, found = s.workbook(BOOK).sheet("Variance"), places(s)
    first = [cell.ref for cell in sheet.cells() if not cell.formula and close(cell.value, amount, 0)]
    second = [cell.ref for cell in sheet.cells() if not cell.formula and close(cell.value, share, 1e-9)]
    assert first and second, "the two limits do not stand in cells of Variance"
    for refs, value in ((first, 10_000_000), (second, 50)):
        values = computed(s, {("Variance", refs[0]): value})["Variance"]
        flags = [account for account, cells in found.items() if values.get(cells["Flag"]) in ("over", "under")]
        assert not flags, f"{flags} are flagged whatever {refs[0]} says"


@check("content")
def lines_follow_the_vouchers(s: Submission) -> None:
    """In a copy, another amount, a voucher that is posted at last and one moved to March change their lines."""
    rows = [dict(row) for row in vouchers(s)]
    sheet, found = s.workbook(BOOK).sheet("Vouchers"), places(s)
    top, letters = headings(sheet, COLUMNS)
    at = {sheet.value(f"{letters['voucher']}{row}"): row for row in range(top + 1, sheet.row_count + 1)}
    assert set(at) == {row["voucher"] for row in rows}
    pending = next(row for row in rows if row["state"] == "pending")
    counted = of_period(rows)
    raised, moved = counted[0], counted[-1]
    pending["state"], raised["amount"], moved["date"] = "posted", 77777.25, "2026-03-01"
    edits = {
        ("Vouchers", f"{letters['state']}{at[pending['voucher']]}"): "posted",
        ("Vouchers", f"{letters['amount']}{at[raised['voucher']]}"): 77777.25,
        ("Vouchers", f"{letters['date']}{at[moved['voucher']]}"): "2026-03-01",
    }
    values = computed(s, edits)["Variance"]
    for one in lines(s, rows):
        refs = found[one["Account"]]
        for head in ("Actual", "Variance"):
            assert close(values.get(refs[head]), one[head]), f"{one['Account']} {head} does not follow the vouchers"
        if one["Account"] != "Total":
            assert (values.get(refs["Flag"]) or "") == one["Flag"], f"the flag of {one['Account']} does not follow"


def computed(s, edits):
    """Values of all formulas in a copy with some cells changed."""
    from deskworld_artifacts import calculate
    from openpyxl import load_workbook

    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.xlsx"
        with warnings.catch_warnings(action="ignore"):
            book = load_workbook(s.file(BOOK))
        for (sheet, ref), value in edits.items():
            book[sheet][ref] = datetime(2026, 3, 1) if value == "2026-03-01" else value
        book.save(copy)
        return {"Variance": {}, **calculate(copy)}


@check("content")
def comments_name_the_largest_voucher(s: Submission) -> None:
    """Each reported line's variance has a comment with the largest voucher; other lines have none."""
    sheet, found = s.workbook(BOOK).sheet("Variance"), places(s)
    comments = {comment.cell: comment.text for comment in sheet.comments if mentions(comment.author, "Maya Lindqvist")}
    wanted = {found[one["Account"]]["Variance"]: one["Account"] for one in reported(s)}
    assert set(comments) == set(wanted), f"comments are on {sorted(comments)}, not on {sorted(wanted)}"
    for ref, account in wanted.items():
        voucher = largest(s, account)
        assert not lacks(comments[ref], voucher["voucher"], voucher["text"]), f"{ref}: {comments[ref]!r}"
        assert forms(voucher["amount"]) & set(re.findall(r"\$[\d,]+", comments[ref])), f"{ref}: {comments[ref]!r}"


@check("format")
def colors_follow_the_figures(s: Submission) -> None:
    """Conditional formats over all lines: a red tint and a green one."""
    sheet, found = s.workbook(BOOK).sheet("Variance"), places(s)
    accounts = [account for account in found if account.isdigit()]
    rows = [int(re.sub(r"\D", "", found[account]["Variance"])) for account in accounts]
    rules = [rule for rule in sheet.conditional_formats if rule.fill and covers(rule.area, rows)]
    assert [rule for rule in rules if reddish(rule.fill)], "no rule colours lines that are over in red"
    assert [rule for rule in rules if greenish(rule.fill)], "no rule colours lines that are under in green"


def covers(area, rows):
    ends = [[int(number) for number in re.findall(r"\d+", part)] for part in area.split()]
    return any(part and min(part) <= rows[0] and max(part) >= rows[-1] for part in ends)


def channels(color):
    return [int(color[place : place + 2], 16) for place in (1, 3, 5)]


def reddish(color):
    red, green, blue = channels(color)
    return red > green + 10 and red > blue + 10


def greenish(color):
    red, green, blue = channels(color)
    return green > red + 5 and green >= blue


@check("rendered")
def colors_are_seen_where_they_belong(s: Submission) -> None:
    """Rendered row by row: reported lines are tinted as they should be, the others are not."""
    from PIL import Image

    found = places(s)
    for one in lines(s)[:-1]:
        row = re.sub(r"\D", "", found[one["Account"]]["Variance"])
        column = re.sub(r"\d", "", found[one["Account"]]["Variance"])
        png = s.rendered(BOOK, sheet="Variance", area=f"{column}{row}:{column}{row}")[0].png
        with Image.open(BytesIO(png)) as picture:
            wide, high = picture.size
            inner = picture.convert("RGB").crop((wide // 2, high // 2, wide - 4, high - 4))
            colors = inner.getcolors(1 << 24) or []
        common = max(colors)[1] if colors else (255, 255, 255)
        seen = "#{:02X}{:02X}{:02X}".format(*common)
        tint = "over" if reddish(seen) else "under" if greenish(seen) else ""
        assert tint == one["Flag"], f"{one['Account']} is shown on {seen}, but it is {one['Flag'] or 'not reported'}"


@check("format")
def house_rules_are_kept(s: Submission) -> None:
    """Number formats, bold headings in view and over figures to the right, flags centred, columns wide enough."""
    sheet, found = s.workbook(BOOK).sheet("Variance"), places(s)
    top, letters = headings(sheet, HEADER)
    amount, share = s.task.variables["amount"], s.task.variables["share"] / 100
    for one in lines(s):
        refs = found[one["Account"]]
        for head in ("Budget", "Actual", "Variance"):
            style = sheet.cell(refs[head]).number_format.replace('"', "")
            assert re.fullmatch(r"\$#,##0(;.+)?", style), f"{refs[head]} is shown as {style}"
        assert re.fullmatch(r"0\.0%(;.+)?", sheet.cell(refs["Variance %"]).number_format), refs["Variance %"]
        if one["Flag"]:
            assert sheet.style(refs["Flag"]).horizontal == "center", f"{refs['Flag']} is not centred"
    for cell in sheet.cells(f"A1:H{max(top - 1, 1)}"):
        if close(cell.value, amount, 0):
            assert cell.number_format.replace('"', "") == "$#,##0", f"the limit in {cell.ref} is not money"
        elif close(cell.value, share, 1e-9):
            assert cell.number_format == "0.0%", f"the limit in {cell.ref} is no percentage"
    assert all(sheet.style(ref).bold for head, ref in found["Total"].items() if head in HEADER[3:7])
    for name in ("Variance", "Vouchers"):
        page = s.workbook(BOOK).sheet(name)
        row, columns = headings(page, HEADER if name == "Variance" else COLUMNS)
        looks = {(x.bold, x.color, x.fill) for x in (page.style(f"{letter}{row}") for letter in columns.values())}
        assert looks == {(True, "#FFFFFF", "#1F3A44")}, f"{name}: headings are {looks}"
        assert page.freeze and int(re.sub(r"\D", "", page.freeze)) == row + 1, f"{name}: headings scroll away"
        for head, letter in columns.items():
            shown = [page.value(f"{letter}{n}") for n in range(row, page.row_count + 1)]
            need = max(len(as_shown(value)) for value in shown)
            assert page.column_widths.get(letter, 8.43) >= 0.85 * need, f"{name} column {head} is too narrow"
    for head in ("Budget", "Actual", "Variance", "Variance %"):
        assert sheet.style(f"{letters[head]}{top}").horizontal == "right", f"heading {head} does not stand right"


def as_shown(value):
    if isinstance(value, int | float):
        return f"${value:,.0f}"
    return f"{value:%Y-%m-%d}" if hasattr(value, "year") else str(value or "")


@check("format")
def one_clean_slide(s: Submission) -> None:
    """One slide, nothing to complain about, with a native table that has an alt text; nothing below 12 pt."""
    deck = s.deck(DECK)
    assert len(deck.slides) == 1
    assert not deck.findings, [finding.message for finding in deck.findings]
    slide = deck.slide(1)
    tables = slide.of_type("table")
    assert len(tables) == 1, "one table is asked for"
    alt = tables[0].alt  # a list of headings is no sentence
    assert len(alt.split()) >= 5 and mentions(alt, *SMALL_WORDS), f"the table's alt text is {alt!r}"
    texts = [
        shape for shape in slide.shapes if not (shape.placeholder and shape.placeholder.type in ("sldNum", "ftr", "dt"))
    ]
    sizes = [shape.size for shape in texts if shape.size]
    assert min(sizes) >= 12


@check("content")
def slide_says_the_total(s: Submission) -> None:
    """The title says by how much we are over or under in all."""
    variance = lines(s)[-1]["Variance"]
    title = s.deck(DECK).slide(1).title
    assert {f"${digits}" for digits in dollars(variance)} & set(re.findall(r"\$[\d,]+", title)), f"title: {title!r}"
    side, other = ("over", "under") if variance > 0 else ("under", "over")
    assert mentions(title, side, f"{side} budget") and not mentions(title, other)


@check("content")
def slide_lists_the_reported_lines(s: Submission) -> None:
    """The table has the reported lines, the largest overrun first, with the workbook's figures."""
    slide = s.deck(DECK).slide(1)
    tables = slide.of_type("table")
    assert tables, "there is no table"
    rows = [[cell.strip() for cell in row] for row in tables[0].table.rows]
    wanted = reported(s)
    assert rows[0] == ["Name", "Budget", "Actual", "Variance", "Variance %"]
    assert [row[0] for row in rows[1:]] == [one["Name"] for one in wanted], "other lines, or in another order"
    for row, one in zip(rows[1:], wanted, strict=True):
        for cell, head in zip(row[1:4], HEADER[3:6], strict=True):
            assert cell in forms(one[head]), f"{one['Name']} {head}: {cell}, not {one[head]:,.2f}"
        assert row[4].replace("−", "-").replace("+", "").replace(" ", "") == f"{one['Variance %']:.1%}"
    texts = [shape.text for shape in slide.shapes if not shape.table]
    quiet = len(lines(s)) - 1 - len(wanted)
    assert [text for text in texts if says_number(text, quiet, digits=9) and mentions(text, "within", "in line")], (
        f"the slide does not say that {quiet} accounts are within limits"
    )


@check("content")
def notes_name_whom_to_ask(s: Submission) -> None:
    """The notes name the owners of the lines that are over, and nobody else."""
    notes = s.deck(DECK).slide(1).notes
    owners = {one["Owner"] for one in reported(s) if one["Flag"] == "over"}
    others = {one["Owner"] for one in lines(s) if one["Owner"]} - owners
    assert not lacks(notes, *owners), f"the notes do not name {lacks(notes, *owners)}"
    assert not mentions(notes, *others), f"the notes name {mentions(notes, *others)}, who have no line that is over"


@check("tools")
def looked_at_both(s: Submission) -> None:
    """Workbook and deck were looked at after their last change."""
    calls = list(s.trajectory)
    for path in (BOOK, DECK):
        made = [n for n, call in enumerate(calls) if call.changes and (call.result or {}).get("path") == path]
        looks = [n for n, call in enumerate(calls) if call.ok and call.pictures and call.touches(path)]
        assert made, f"no tool wrote {path}"
        assert looks and looks[-1] >= made[-1], f"{path} was changed after the last look at it"


@check("answer")
def tells_the_figures(s: Submission) -> None:
    """The user hears the total variance and every account that is over."""
    variance = lines(s)[-1]["Variance"]
    assert says_number(s.answer, abs(variance), digits=3) or says_number(s.answer, variance, digits=3)
    over = [one["Name"] for one in reported(s) if one["Flag"] == "over"]
    assert not lacks(s.answer, *over), f"the answer does not name {lacks(s.answer, *over)}"
    assert not mentions(s.answer, *[one["Name"] for one in lines(s)[:-1] if not one["Flag"]])
