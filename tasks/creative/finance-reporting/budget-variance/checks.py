"""The right lines are reported, by figures that follow the vouchers, and Dana's slide says the same.

Budget and vouchers are read from the files that were given, and compared in expected.py beside this file.
"""

import colorsys
import re
from datetime import datetime
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
    recalculated,
    rule_looks,
    says_number,
    stray_figures,
)

expected = SimpleNamespace(**run_path(str(Path(__file__).with_name("expected.py"))))
lines, reported, vouchers, limits = expected.lines, expected.reported, expected.vouchers, expected.limits
HEADER, MONEY = expected.HEADER, expected.HEADER[3:6]

BOOK = "out/variance-2026-02.xlsx"
DECK = "out/variance-2026-02.pptx"
COLUMNS = ["voucher", "date", "account", "text", "amount", "state"]
SMALL_WORDS = ("a", "and", "are", "by", "for", "from", "in", "is", "of", "on", "per", "the", "their", "to", "with")


def variance_sheet(s):
    return s.workbook(BOOK).sheet("Variance")


def places(s):
    """References of Variance by account and heading, in order; the table ends the sheet."""
    sheet = variance_sheet(s)
    top, letters = heading_row(sheet, HEADER)
    accounts = [str(sheet.value(f"{letters['Account']}{row}")) for row in range(top + 1, sheet.row_count + 1)]
    wanted = [one["Account"] for one in lines(s)]
    assert accounts == wanted, f"below the headings stand {accounts}, not {wanted}"
    return {
        account: {head: f"{letter}{row}" for head, letter in letters.items()}
        for row, account in enumerate(accounts, start=top + 1)
    }


def close(value, wanted, within=0.01):
    return isinstance(value, int | float) and abs(value - wanted) <= within


def limit_cells(s):
    """The cells of the two limits, by the names to their left."""
    sheet, found = variance_sheet(s), {}
    top, _ = heading_row(sheet, HEADER)
    for row in range(1, top):
        for place, name in enumerate(sheet.rows(f"A{row}:Y{row}")[0]):
            if isinstance(name, str):
                found.setdefault(name.strip().rstrip(":").lower(), f"{chr(66 + place)}{row}")
    assert "dollar limit" in found and "percent limit" in found, f"above the table are named {sorted(found)}"
    return found["dollar limit"], found["percent limit"]


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
    given, sheet = s.workbook(expected.BUDGET).sheet("Budget 2026"), s.workbook(BOOK).sheet("Budget 2026")
    assert sheet.rows() == given.rows()
    for what in ("freeze", "column_widths", "row_heights", "hidden_columns", "hidden_rows"):
        assert getattr(sheet, what) == getattr(given, what), f"Budget 2026 has another {what}"
    for what in ("conditional_formats", "validations", "comments"):
        assert not getattr(sheet, what), f"Budget 2026 has {what} that Aisha's file has not"
    for cell in given.cells():
        now = sheet.cell(cell.ref)
        assert (now.number_format, now.style) == (cell.number_format, cell.style), f"the look of {cell.ref}"


@check("content")
def each_voucher_once(s: Submission) -> None:
    """Vouchers has every voucher of the export once, dates as dates and amounts as numbers."""
    sheet = s.workbook(BOOK).sheet("Vouchers")
    top, letters = heading_row(sheet, COLUMNS)
    wanted = {row["voucher"]: row for row in vouchers(s)}
    found = [sheet.value(f"{letters['voucher']}{row}") for row in range(top + 1, sheet.row_count + 1)]
    assert len(found) == len(set(found)), "a voucher stands there twice"
    assert set(found) == set(wanted), f"missing {sorted(set(wanted) - set(found))[:5]}"
    for row in range(top + 1, sheet.row_count + 1):
        one = wanted[sheet.value(f"{letters['voucher']}{row}")]
        for name in ("account", "text", "state"):
            assert str(sheet.value(f"{letters[name]}{row}")) == one[name], f"row {row}: {name}"
        day = sheet.value(f"{letters['date']}{row}")
        assert hasattr(day, "year") and f"{day:%Y-%m-%d}" == one["date"], f"row {row}: date is {day!r}"
        assert close(sheet.value(f"{letters['amount']}{row}"), one["amount"], 0.001), f"row {row}: amount"


@check("content")
def variances_are_right(s: Submission) -> None:
    """Budget, actual, variance and flag of each account, in the budget's order, and the total, all by formulas."""
    sheet, found = variance_sheet(s), places(s)
    for one in lines(s):
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
    for head in (*MONEY, "Variance %", "Flag"):
        formulas = formulas_down(sheet, [refs[head] for account, refs in found.items() if account != "Total"])
        assert len(formulas) == 1 and formulas[0], f"{head} is not computed alike in each line: {formulas[:3]}"


@check("content")
def limits_stand_in_cells(s: Submission) -> None:
    """Both limits stand above the table, and flags follow them: high ones flag nothing, low ones what is just off."""
    sheet, found = variance_sheet(s), places(s)
    cells, values = limit_cells(s), limits(s)
    for ref, value, style in zip(cells, values, (r"\$#,##0", r"0\.0%"), strict=True):
        assert close(sheet.value(ref), value, 1e-9) and not sheet.formula(ref), f"the limit in {ref}"
        assert re.fullmatch(style, sheet.cell(ref).number_format.replace('"', "")), f"{ref} is shown in another way"
    for bounds in ((10_000_000, values[1]), (values[0], 50), (0.2, 0)):
        rows = [dict(row) for row in vouchers(s)]
        one = expected.of_period(rows)[0]
        off = next(each["Variance"] for each in lines(s) if each["Account"] == one["account"])
        one["amount"] += 0.5 - off  # that account is over by half a dollar
        top, letters = heading_row(s.workbook(BOOK).sheet("Vouchers"), COLUMNS)
        row = top + 1 + voucher_rows(s).index(one["voucher"])
        edits = {("Variance", cell): bound for cell, bound in zip(cells, bounds, strict=True)}
        edits["Vouchers", f"{letters['amount']}{row}"] = one["amount"]
        now = recalculated(s.file(BOOK), edits)["Variance"]
        for each in lines(s, rows, bounds)[:-1]:
            flag = now.get(found[each["Account"]]["Flag"]) or ""
            assert flag == each["Flag"], f"with limits of {bounds} {each['Account']} is flagged {flag!r}"


def voucher_rows(s):
    """The numbers of the vouchers as they stand on their sheet."""
    sheet = s.workbook(BOOK).sheet("Vouchers")
    top, letters = heading_row(sheet, COLUMNS)
    found = [str(sheet.value(f"{letters['voucher']}{row}")) for row in range(top + 1, sheet.row_count + 1)]
    assert sorted(found) == sorted(row["voucher"] for row in vouchers(s)), "not each voucher stands there once"
    return found


@check("content")
def lines_follow_the_vouchers(s: Submission) -> None:
    """In a copy, another amount, a voucher that is posted at last and one moved to March change their lines."""
    rows = [dict(row) for row in vouchers(s)]
    found, at = places(s), voucher_rows(s)
    top, letters = heading_row(s.workbook(BOOK).sheet("Vouchers"), COLUMNS)
    pending = next(row for row in rows if row["state"] == "pending")
    counted = expected.of_period(rows)
    ends = [next(row for row in counted if row["voucher"] == number) for number in (at[0], at[-1]) if number in {
        row["voucher"] for row in counted
    }]  # fmt: skip
    raised, moved = (ends or counted)[0], counted[len(counted) // 2]

    def cell(row, name):
        return "Vouchers", f"{letters[name]}{top + 1 + at.index(row['voucher'])}"

    pending["state"], raised["amount"], moved["date"] = "posted", 77777.25, "2026-03-01"
    edits = {cell(pending, "state"): "posted", cell(raised, "amount"): 77777.25}
    values = recalculated(s.file(BOOK), {**edits, cell(moved, "date"): datetime(2026, 3, 1)})["Variance"]
    for one in lines(s, rows):
        refs = found[one["Account"]]
        for head in ("Actual", "Variance"):
            assert close(values.get(refs[head]), one[head]), f"{one['Account']} {head} does not follow the vouchers"
        if one["Account"] != "Total":
            assert (values.get(refs["Flag"]) or "") == one["Flag"], f"the flag of {one['Account']} does not follow"


@check("content")
def comments_name_the_largest_voucher(s: Submission) -> None:
    """Each reported line's variance has a comment of Maya's with the largest voucher; no other cell has one."""
    found, comments = places(s), {comment.cell: comment for comment in variance_sheet(s).comments}
    wanted = {found[one["Account"]]["Variance"]: one["Account"] for one in reported(s)}
    assert set(comments) == set(wanted), f"comments are on {sorted(comments)}, not on {sorted(wanted)}"
    assert not s.workbook(BOOK).sheet("Vouchers").comments, "nobody asked for comments on Vouchers"
    for ref, account in wanted.items():
        voucher, text = expected.largest(s, account), comments[ref].text
        assert mentions(comments[ref].author, "Maya Lindqvist"), f"{ref} is by {comments[ref].author}"
        assert not lacks(text, "largest voucher", voucher["voucher"], voucher["text"]), f"{ref}: {text!r}"
        assert forms(voucher["amount"]) & set(re.findall(r"-?\$[\d,]*\d", text)), f"{ref}: {text!r}"
        strays = stray_figures(text, voucher["voucher"], voucher["text"], voucher["amount"])
        assert not strays, f"{ref}: {text!r} says {strays}"


@check("format")
def colors_follow_the_figures(s: Submission) -> None:
    """Reported lines are pale red or green from Account to Flag, others plain; in a copy they follow the figures."""
    sheet, found = variance_sheet(s), places(s)
    cells = [refs[head] for refs in found.values() for head in HEADER]
    amount, share = limit_cells(s)
    everything = {("Variance", amount): 0, ("Variance", share): 0}
    for bounds, edits in ((None, {}), ((0, 0), everything)):
        looks = rule_looks(s.file(BOOK), sheet, cells, edits)
        for one in lines(s, bounds=bounds):
            seen = {looks[found[one["Account"]][head]].fill for head in HEADER}
            tints = {tint(fill) for fill in seen}
            assert tints == {one["Flag"]}, f"{one['Account']} is {one['Flag'] or 'not reported'}, but shown in {seen}"
    plain = [ref for ref in cells if sheet.style(ref).fill not in ("", "#FFFFFF")]
    assert not plain, f"{plain[:8]} are coloured by hand"


def tint(color):
    """What a pale red or green says; any other colour is told as it is."""
    if not color or color == "#FFFFFF":
        return ""
    red, green, blue = (int(color[place : place + 2], 16) / 255 for place in (1, 3, 5))
    hue, light, _ = colorsys.rgb_to_hls(red, green, blue)
    if light < 0.7:
        return color
    return "over" if hue < 20 / 360 or hue > 335 / 360 else "under" if 75 / 360 < hue < 170 / 360 else color


@check("format")
def house_rules_are_kept(s: Submission) -> None:
    """Number formats, headings in their look and in view, those over figures to the right, flags centred, bold total."""
    sheet, found = variance_sheet(s), places(s)
    top, letters = heading_row(sheet, HEADER)
    for refs in found.values():
        for head in MONEY:
            style = sheet.cell(refs[head]).number_format.replace('"', "")
            assert re.fullmatch(r"\$#,##0(;.+)?", style), f"{refs[head]} is shown as {style}"
        assert re.fullmatch(r"0\.0%(;.+)?", sheet.cell(refs["Variance %"]).number_format), refs["Variance %"]
    for account, refs in found.items():
        if account != "Total":
            assert sheet.style(refs["Flag"]).horizontal == "center", f"{refs['Flag']} is not centred"
    weak = [ref for ref in found["Total"].values() if sheet.value(ref) is not None and not sheet.style(ref).bold]
    assert not weak, f"of the total {weak} are not bold"
    for name, heads in (("Variance", HEADER), ("Vouchers", COLUMNS)):
        page = s.workbook(BOOK).sheet(name)
        row, columns = heading_row(page, heads)
        looks = {(x.bold, x.color, x.fill) for x in (page.style(f"{letter}{row}") for letter in columns.values())}
        assert looks == {(True, "#FFFFFF", "#1F3A44")}, f"{name}: headings look like {sorted(looks)}"
        assert page.freeze == f"A{row + 1}", f"{name}: not the headings stay in view, frozen is {page.freeze!r}"
        for head in {*MONEY, "Variance %", "amount"} & set(heads):
            assert page.style(f"{columns[head]}{row}").horizontal == "right", f"heading {head} does not stand right"
    assert sheet.style(f"{letters['Flag']}{top}").horizontal == "center", "the heading Flag is not centred"


@check("format")
def sheets_can_be_read(s: Submission) -> None:
    """Columns as wide as what they hold needs, and colours that let one read."""
    sheet = variance_sheet(s)
    looks = rule_looks(s.file(BOOK), sheet, [cell.ref for cell in sheet.cells()])
    harder = [*hard_to_read(sheet, looks), *hard_to_read(s.workbook(BOOK).sheet("Vouchers"))]
    assert not harder, harder[:5]


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
    assert not lacks(alt, "budget", "actual", "variance"), f"the alt text does not name the columns: {alt!r}"
    which = ("reported", "over", "under", "off", "beyond", "outside", "exceed", "exceeding", "limit", "limits")
    assert mentions(alt, *which), f"the alt text does not say which lines these are: {alt!r}"
    texts = [shape for shape in slide.shapes if not (shape.placeholder and shape.placeholder.type in ("sldNum", "ftr"))]
    assert min(shape.size for shape in texts if shape.size) >= 12


@check("content")
def slide_says_the_total(s: Submission) -> None:
    """The title says by how much we are over or under in all, and when; nothing on the slide says other figures."""
    variance, slide = lines(s)[-1]["Variance"], s.deck(DECK).slide(1)
    title = slide.title
    assert {f"${digits}" for digits in dollars(variance)} & set(re.findall(r"\$[\d,]*\d", title)), f"title: {title!r}"
    side, other = ("over", "under") if variance > 0 else ("under", "over")
    assert mentions(title, side) and not mentions(title, other) and mentions(title, "budget"), f"title: {title!r}"
    assert mentions(title, "February", "Feb"), f"the title does not say when: {title!r}"
    allowed = (variance, f"{abs(lines(s)[-1]['Variance %']):.1%}", len(lines(s)) - 1, len(reported(s)), *limits(s))
    allowed = (*allowed, len(lines(s)) - 1 - len(reported(s)), datetime(2026, 2, 28), "2026")
    for shape in slide.shapes:
        strays = stray_figures("" if shape.table else shape.text, *allowed)
        assert not strays, f"{shape.text!r} says {strays}"


@check("content")
def slide_lists_the_reported_lines(s: Submission) -> None:
    """The table has the reported lines, the largest overrun first, with the workbook's figures; a line stands below."""
    slide = s.deck(DECK).slide(1)
    tables = slide.of_type("table")
    assert tables, "there is no table"
    rows = [[cell.strip() for cell in row] for row in tables[0].table.rows]
    wanted = reported(s)
    assert rows[0] == ["Name", "Budget", "Actual", "Variance", "Variance %"]
    assert [row[0] for row in rows[1:]] == [one["Name"] for one in wanted], "other lines, or in another order"
    for row, one in zip(rows[1:], wanted, strict=True):
        for cell, head in zip(row[1:4], MONEY, strict=True):
            assert cell in forms(one[head]), f"{one['Name']} {head}: {cell}, not {one[head]:,.2f}"
        assert row[4].replace("−", "-").replace("+", "").replace(" ", "") == f"{one['Variance %']:.1%}"
    quiet = len(lines(s)) - 1 - len(wanted)
    said = [
        shape for shape in slide.shapes
        if not shape.table and says_number(shape.text, quiet, digits=9) and mentions(shape.text, "within", "in line")
    ]  # fmt: skip
    assert said, f"the slide does not say that {quiet} accounts are within limits"
    assert mentions(said[0].text, "accounts", "account", "lines"), f"of what? {said[0].text!r}"
    assert mentions(said[0].text, "limits", "limit", "budget"), f"within what? {said[0].text!r}"
    assert said[0].box.top >= tables[0].box.bottom - 6, "that line does not stand below the table"


@check("content")
def notes_name_whom_to_ask(s: Submission) -> None:
    """The notes name the owners of the lines that are over, and nobody else."""
    notes = s.deck(DECK).slide(1).notes
    owners = {one["Owner"] for one in reported(s) if one["Flag"] == "over"}
    others = {one["Owner"] for one in lines(s) if one["Owner"]} - owners
    assert not lacks(notes, *sorted(owners)), f"the notes do not name {lacks(notes, *sorted(owners))}"
    assert not mentions(notes, *sorted(others)), f"the notes name {mentions(notes, *sorted(others))}, who are not over"


@check("rendered")
def both_show_something(s: Submission) -> None:
    """Neither the sheet nor the slide is empty when one looks at it."""
    assert "Variance" in s.workbook(BOOK).sheet_names
    assert s.rendered(BOOK, sheet="Variance")[0].ink > 0.02
    assert s.rendered(DECK)[0].ink > 0.02


@check("tools")
def looked_at_both(s: Submission) -> None:
    """Variance and the deck were looked at after the last change to each."""
    assert not s.trajectory.unseen(BOOK, "Variance"), "nobody looked at Variance after the last change"
    assert s.trajectory.rendered_after_last_change(DECK), "nobody looked at the slide after its last change"


@check("answer")
def tells_the_figures(s: Submission) -> None:
    """The user hears the total variance and every account that is over; each figure is one of the comparison."""
    variance, every = lines(s)[-1]["Variance"], lines(s)
    assert says_number(s.answer, abs(variance), digits=3) or says_number(s.answer, variance, digits=3)
    over = [one["Name"] for one in reported(s) if one["Flag"] == "over"]
    assert not lacks(s.answer, *over), f"the answer does not name {lacks(s.answer, *over)}"
    assert not mentions(s.answer, *[one["Name"] for one in every[:-1] if not one["Flag"]])
    told = [one for one in every if one["Flag"] or one["Account"] == "Total"]
    figures = [one[head] for one in told for head in MONEY] + [f"{abs(one['Variance %']):.1%}" for one in told]
    counts = (len(every) - 1, len(reported(s)), len(every) - 1 - len(reported(s)), len(over))
    allowed = (*figures, *counts, *limits(s), BOOK, DECK, datetime(2026, 2, 28), *(one["Account"] for one in told))
    assert not stray_figures(s.answer, *allowed), f"the answer says {stray_figures(s.answer, *allowed)}"
