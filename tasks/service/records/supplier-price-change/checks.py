"""The right prices from the right day, an impact that is computed and follows, one mail to Dana and none to suppliers."""

import csv
import io
import re
import tempfile
from datetime import date, datetime, timedelta
from functools import cache
from pathlib import Path
from runpy import run_path

from deskworld_artifacts import inspect
from deskworld_verifiers import (
    Submission,
    check,
    hard_to_read,
    heading_row,
    lacks,
    mentions,
    recalculated,
    rule_looks,
    says_day,
    says_number,
    stray_figures,
    stray_names,
    texts_in,
)

MODEL = "costs/cost-model.xlsx"
DANA = "dana@harborlight.example"
TARGET, KILOGRAM, NOTICE = 0.5, 2.20462, timedelta(days=30)
COLUMNS = ["Product", "Pounds a month", "Cost before", "Cost now", "Margin before", "Margin now", "Change a month"]
LISTS = {  # who: (supplier, folder, attachment, name)
    "simon": ("Green Bean Import", "suppliers/green-bean-import", "attachment_931", "prices.csv"),
    "abebe": ("Yirga Union", "suppliers/yirga-union", "attachment_933", "prices.csv"),
    "karin": ("Northpack Packaging", "suppliers/northpack", "attachment_934", "NP-prices.csv"),
}
WITHDRAWN = "attachment_932"
MAILS = ["message_931", "message_932", "message_933", "message_934"]


# -- what the mails and the model say


def attached(s: Submission, attachment: str) -> bytes:
    return s.rows("email_attachment", before=True, id=attachment)[0]["content"]


def offered(s: Submission, who: str) -> dict[str, float]:
    """The new prices of one list, for our units, by the supplier's reference."""
    text = attached(s, LISTS[who][2]).decode()
    if who == "simon":
        rows = csv.DictReader(io.StringIO(text), delimiter=";")
        return {row["ref"]: round(float(row["new USD/kg"].replace(",", ".")) / KILOGRAM, 4) for row in rows}
    rows = csv.DictReader(io.StringIO(text))
    if who == "abebe":
        return {row["mark"]: round(float(row["usd_per_lb"]), 4) for row in rows}
    return {row["article"]: round(float(row["price per 1000 USD"]) / 1000, 4) for row in rows}


def day_of(s: Submission, who: str) -> date:
    """From when the prices hold: as asked, but not before the notice is over."""
    asked, written = (date.fromisoformat(s.task.variables[name][who]) for name in ("asked", "written"))
    return max(asked, written + NOTICE)


def hasty(s: Submission) -> list[str]:
    return [who for who in LISTS if day_of(s, who) != date.fromisoformat(s.task.variables["asked"][who])]


@cache
def model(seed: int):
    """The cost model as it was given."""
    template = run_path(str(Path(__file__).with_name("template.py")))
    with tempfile.TemporaryDirectory() as folder:
        template["generate"](seed, Path(folder))
        return inspect(Path(folder) / MODEL)


def expected_items(s: Submission) -> list[list]:
    """The rows of Items as they should be now."""
    new = {reference: (price, who) for who in LISTS for reference, price in offered(s, who).items()}
    rows = [list(row) for row in model(s.task.seed).sheet("Items").rows()]
    for row in rows[1:]:
        price, who = new.get(row[2], (row[5], ""))
        if price != row[5]:
            row[5:] = [price, datetime.combine(day_of(s, who), datetime.min.time()), row[5]]
    return rows


def expected_impact(s: Submission) -> list[dict]:
    """What Impact has to say of each product."""
    prices = {row[0]: row[5] for row in expected_items(s)[1:]}
    before = {row[0]: row[5] for row in model(s.task.seed).sheet("Items").rows()[1:]}
    found = []
    for product, pounds, price, *_ in model(s.task.seed).sheet("Products").rows()[1:]:
        uses = [row for row in model(s.task.seed).sheet("Recipes").rows()[1:] if row[0] == product]
        old, now = (sum(row[2] * costs[row[1]] for row in uses) for costs in (before, prices))
        margins = [(price - old) / price, (price - now) / price]
        found.append(dict(zip(COLUMNS, [product, pounds, old, now, *margins, (old - now) * pounds], strict=True)))
    return found


def total(s: Submission) -> float:
    return sum(row["Change a month"] for row in expected_impact(s))


# -- what the agent left


def mail_to_dana(s: Submission) -> dict:
    old = {row["id"] for row in s.rows("email_message", before=True)}
    new = [row for row in s.rows("email_message") if row["id"] not in old]
    assert len(new) == 1, f"one mail was to be written, there are {len(new)}"
    return new[0]


# -- files and workbook


@check("format")
def lists_are_kept(s: Submission) -> None:
    """The three lists that hold lie in their folders as they came; the withdrawn one lies nowhere."""
    for _, folder, attachment, name in LISTS.values():
        assert s.file(f"{folder}/{name}").read_bytes() == attached(s, attachment), f"{folder}/{name} is not what came"
    kept = [path for path in s.files() if s.file(path).read_bytes() == attached(s, WITHDRAWN)]
    assert not kept, "a withdrawn list is kept"


@check("content")
def items_have_the_new_prices(s: Submission) -> None:
    """Price, day and price before are right for all that changed, and untouched for all that did not."""
    rows = s.workbook(MODEL).sheet("Items").rows()
    assert len(rows) == len(expected_items(s)), "Items has as many rows as before"
    for row, wanted in zip(rows, expected_items(s), strict=True):
        assert row[:5] == wanted[:5], f"{wanted[0]}: what the item is"
        if isinstance(wanted[5], float):
            assert isinstance(row[5], float) and abs(row[5] - wanted[5]) < 0.00006, f"{wanted[0]}: price"
        assert row[6] == wanted[6], f"{wanted[0]}: valid from"
        assert row[7] == wanted[7] or abs(row[7] - wanted[7]) < 0.00006, f"{wanted[0]}: price before"


@check("content")
def the_other_sheets_are_kept(s: Submission) -> None:
    """Recipes and Products have their formulas and figures still, and nothing shows an error."""
    book, was = s.workbook(MODEL), model(s.task.seed)
    for name, typed in (("Recipes", 3), ("Products", 3)):
        assert book.sheet(name).formulas() == was.sheet(name).formulas(), f"formulas of {name}"
        now, then = ([row[:typed] for row in each.sheet(name).rows()] for each in (book, was))
        assert now == then, f"figures of {name}"
    assert not book.findings, "the workbook has errors"


@check("content")
def impact_is_right(s: Submission) -> None:
    """Each product's costs, margins and change, and their total."""
    sheet = s.workbook(MODEL).sheet("Impact")
    top, letters = heading_row(sheet, COLUMNS)
    wanted = expected_impact(s)
    for row, product in enumerate(wanted, start=top + 1):
        assert sheet.value(f"{letters['Product']}{row}") == product["Product"], f"row {row} is of another product"
        for name in COLUMNS[1:]:
            value = sheet.value(f"{letters[name]}{row}")
            assert isinstance(value, int | float), f"{name} of {product['Product']} is no number"
            assert abs(value - product[name]) < (0.02 if name == "Change a month" else 0.0002), (
                f"{name} of {product['Product']}"
            )
    bottom = top + len(wanted) + 1
    below = sheet.rows(f"A{bottom}:P{sheet.row_count}")
    sums = [row for row in below if any(str(value).strip().lower() == "total" for value in row)]
    assert len(sums) == 1, "there is one row Total"
    place = "ABCDEFGHIJKLMNOP".index(letters["Change a month"])
    assert abs(sums[0][place] - total(s)) < 0.05, f"the total is {total(s):.2f}"


@check("content")
def impact_is_computed(s: Submission) -> None:
    """Every figure is a formula, and they follow when a price in Items changes."""
    sheet = s.workbook(MODEL).sheet("Impact")
    top, letters = heading_row(sheet, COLUMNS)
    wanted = expected_impact(s)
    for row in range(top + 1, top + len(wanted) + 1):
        for name in COLUMNS[2:]:
            assert sheet.formula(f"{letters[name]}{row}"), f"{letters[name]}{row} ({name}) is typed"
    place = next(row for row, item in enumerate(expected_items(s), start=1) if row > 1 and item[7])
    dearer = s.workbook(MODEL).sheet("Items").value(f"F{place}") + 1
    values = recalculated(s.file(MODEL), {("Items", f"F{place}"): dearer})["Impact"]
    code = model(s.task.seed).sheet("Items").value(f"A{place}")
    uses = {row[0]: row[2] for row in model(s.task.seed).sheet("Recipes").rows()[1:] if row[1] == code}
    for row, product in enumerate(wanted, start=top + 1):
        change = product["Change a month"] - uses.get(product["Product"], 0) * product["Pounds a month"]
        got = values[f"{letters['Change a month']}{row}"]
        assert abs(got - change) < 0.05, f"a dear {code} does not reach {product['Product']}"


@check("format")
def impact_reads_well(s: Submission) -> None:
    """Percent as percent, money as money, and red by a rule where the margin is below target."""
    sheet = s.workbook(MODEL).sheet("Impact")
    top, letters = heading_row(sheet, COLUMNS)
    first, last = top + 1, top + len(expected_impact(s))
    products = s.workbook(MODEL).sheet("Products")
    money, pounds = products.cell("D2").number_format, products.cell("B2").number_format
    formats = {
        "Pounds a month": pounds,
        "Cost before": money,
        "Cost now": money,
        "Margin before": "0.0%",
        "Margin now": "0.0%",
    }
    for row in range(first, last + 1):
        for name, wanted in formats.items():
            assert sheet.cell(f"{letters[name]}{row}").number_format == wanted, f"number format of {name}, row {row}"
    for row in range(first, last + 2):  # the Total, too
        change = sheet.cell(f"{letters['Change a month']}{row}").number_format
        dollars = re.search(r"#,##0\.00($|[^0])", change) and "$" in change and "x" not in change
        assert dollars, f"{change} in row {row} is not dollars and cents"
    for name, letter in letters.items():
        look, house = sheet.style(f"{letter}{top}"), products.style("A1")
        assert (look.bold, look.fill, look.color) == (house.bold, house.fill, house.color), (
            f"look of the heading {name}"
        )
    totals = [cell for cell in sheet.cells() if str(cell.value).strip().lower() == "total"]
    assert totals and all(cell.style.bold for cell in totals), "there is no Total, or it is not bold"
    column = letters["Margin now"]
    cells = [f"{column}{row}" for row in range(first, last + 1)]
    below = {
        f"{column}{row}" for row, each in enumerate(expected_impact(s), start=first) if each["Margin now"] < TARGET
    }
    assert reds(s, cells) == [ref for ref in cells if ref in below], "red is what is below target, by a rule"
    assert not hard_to_read(sheet, rule_looks(s.file(MODEL), sheet, cells)), "Impact can't be read everywhere"
    free = {("Products", f"C{row}"): 1000 for row in range(2, products.row_count + 1)}
    assert not reds(s, cells, free), "what comes above target loses its red"
    dear = {("Products", f"C{row}"): 1 for row in range(2, products.row_count + 1)}
    assert reds(s, cells, dear) == cells, "what falls below target turns red"


def reds(s: Submission, cells: list[str], edits: dict[tuple[str, str], float] | None = None) -> list[str]:
    """The cells of Impact that a rule shows in red, with some prices changed first."""
    looks = rule_looks(s.file(MODEL), s.workbook(MODEL).sheet("Impact"), cells, edits)
    return [ref for ref in cells if is_red(looks[ref].fill)]


def is_red(color: str) -> bool:
    if not re.fullmatch(r"#[0-9A-Fa-f]{6}", color):
        return False
    red, green, blue = (int(color[place : place + 2], 16) for place in (1, 3, 5))
    return red > 120 and red > green + 25 and red > blue + 25


@check("rendered")
def the_workbook_was_looked_at(s: Submission) -> None:
    """Impact was rendered after the last change, and shows something."""
    assert not s.trajectory.unseen(MODEL, "Impact"), "nobody looked at Impact after the workbook's last change"
    assert not s.rendered(MODEL, sheet="Impact")[0].blank


# -- mail


@check("state")
def only_dana_was_written_to(s: Submission) -> None:
    """One mail with the workbook, to Dana; the price mails are labelled and archived; nothing else moved."""
    rules = {f"email_message.{name}": "ignored" for name in ("body", "subject", "unread")}
    assert not s.compare("email_message", "email_attachment", rules=rules).differences
    mail = mail_to_dana(s)
    assert len(mail["subject"]) > 5, "the mail needs a subject"
    sent = s.rows("email_attachment", message_id=mail["id"])
    assert sent[0]["content"] == s.file(MODEL).read_bytes(), "the workbook was changed after it was sent"


@check("content")
def dana_has_the_figures(s: Submission) -> None:
    """The mail says the total, the product that loses most, who is below target, and who was hasty."""
    body = mail_to_dana(s)["body"]
    rows = expected_impact(s)
    worst = min(rows, key=lambda row: row["Change a month"])
    below = [row["Product"] for row in rows if row["Margin now"] < TARGET]
    assert says_number(body, abs(total(s)), within=0.05) or says_number(body, total(s), within=0.05), (
        "the total a month"
    )
    assert not lacks(body, named(worst)), "the product that loses most"
    for product in rows:
        short = named(product)
        if product["Product"] in below:
            assert mentions(body, short), f"{short} is below target"
        elif product is not worst:
            assert not mentions(body, short), f"{short} is not below target and does not lose most"
    for who in LISTS:
        supplier = LISTS[who][0].removesuffix(" Packaging")
        if who in hasty(s):
            assert mentions(body, supplier, supplier.split()[0]), f"{supplier} was hasty"
            assert says_day(body, day_of(s, who)), f"{supplier}'s prices hold from {day_of(s, who)}"
    assert mentions(body, "Maya Lindqvist"), "mails end with Maya's name"
    subject = mail_to_dana(s)["subject"]
    assert re.search(r"supplier", subject, re.IGNORECASE), "the subject does not name the suppliers"
    assert re.search(r"pric", subject, re.IGNORECASE), "the subject does not name prices"
    assert not stray_figures(f"{subject}\n{body}", *known_figures(s), within=0.006), "figures that are not so"
    cast = [row["sender_name"] for row in s.rows("email_message", before=True)]
    known = ["Dana Whitfield", "Maya Lindqvist", "Harborlight Coffee Roasters", *(row["Product"] for row in rows)]
    known += [row["sender_name"] for row in s.rows("email_message", before=True) if row["id"] in MAILS]
    assert not stray_names(f"{subject}\n{body}", known=[*known, *(each[0] for each in LISTS.values())], cast=cast)


def known_figures(s: Submission) -> list[float | str | date]:
    """What a mail on these prices may say in figures: sums, margins, counts, days, target and notice."""
    rows = expected_impact(s)
    below = [row["Product"] for row in rows if row["Margin now"] < TARGET]
    changed = [item for item in expected_items(s)[1:] if item[7]]
    asked, written = (
        [date.fromisoformat(day) for day in s.task.variables[name].values()] for name in ("asked", "written")
    )
    counts = [f"{len(rows)} products", f"{len(LISTS)} suppliers", f"{len(changed)} items", f"{len(changed)} prices"]
    counts += [f"{len(below)} of {len(rows)}", f"{len(below)} products", f"{len(below)} of our", f"all {len(rows)}"]
    return [
        total(s), 12 * total(s), *(row["Change a month"] for row in rows),
        *(margin for row in rows for margin in (row["Margin before"], row["Margin now"])),
        *(100 * margin for row in rows for margin in (row["Margin before"], row["Margin now"])),
        TARGET, 50, NOTICE.days, "30-day", *counts,
        *(row["Product"] for row in rows), *(named(row) for row in rows), MODEL,
        *(day_of(s, who) for who in LISTS), *asked, *written, *(limit + NOTICE for limit in written),
        *((day - sent).days for day, sent in zip(asked, written, strict=True)),
    ]  # fmt: skip


def named(product: dict) -> str:
    """A product as people call it: without its bag."""
    return re.sub(r" (2 lb|12 oz)$", "", product["Product"])


# -- how it was done, and what was said


@check("tools")
def mails_and_lists_were_read(s: Submission) -> None:
    """All four mails and the three lists were read before Items changed; no id was guessed."""
    calls = list(s.trajectory)
    first = next((place for place, call in enumerate(calls) if call.changes and call.touches(MODEL)), None)
    assert first is not None, "the model was never changed"
    seen = [text for call in calls[:first] if call.ok for text in texts_in(call.result)]
    for mail in MAILS:
        body = s.rows("email_message", before=True, id=mail)[0]["body"]
        assert any(body in text for text in seen), f"{mail} was not read"
    for who, (supplier, folder, _, name) in LISTS.items():
        opened = [call for call in calls[:first] if call.ok and call.name != "save_email_attachments"]
        assert any(call.touches(f"{folder}/{name}") for call in opened), (
            f"the list of {supplier} ({who}) was not opened"
        )
    for sheet in ("Items", "Products"):
        opened = [call for call in calls if call.ok and call.reads and call.touches(MODEL)]
        assert any(sheet in texts_in([call.arguments, call.result]) for call in opened), f"{sheet} was never read"
    assert not s.trajectory.guessed_ids(), "ids that no call had shown"


@check("answer")
def maya_knows_the_total(s: Submission) -> None:
    """The answer says what it costs a month."""
    assert says_number(s.answer, abs(total(s)), within=0.05) or says_number(s.answer, total(s), within=0.05)
    assert mentions(s.answer, "Dana"), "that Dana has it"
    assert not stray_figures(s.answer, *known_figures(s), within=0.006), "figures that are not so"
