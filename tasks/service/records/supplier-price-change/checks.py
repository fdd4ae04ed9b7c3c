"""The right prices from the right day, an impact that is computed and follows, one mail to Dana and none to suppliers."""

import csv
import io
import re
import tempfile
from datetime import date, datetime, timedelta
from functools import cache
from pathlib import Path

from deskworld_artifacts import calculate, inspect
from deskworld_verifiers import Submission, check, lacks, mentions, says_number

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
    from importlib.util import module_from_spec, spec_from_file_location

    spec = spec_from_file_location("price_template", Path(__file__).with_name("template.py"))
    assert spec and spec.loader
    template = module_from_spec(spec)
    spec.loader.exec_module(template)
    with tempfile.TemporaryDirectory() as folder:
        template.generate(seed, Path(folder))
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


def heading(sheet) -> tuple[int, dict[str, str]]:
    """The row with the headings, and the letter of each."""
    for number, row in enumerate(sheet.rows(f"A1:P{sheet.row_count}"), start=1):
        names = {
            str(name).strip().lower(): "ABCDEFGHIJKLMNOP"[place] for place, name in enumerate(row) if name is not None
        }
        if all(name.lower() in names for name in COLUMNS):
            return number, {name: names[name.lower()] for name in COLUMNS}
    raise AssertionError(f"Impact has no row with the headings {', '.join(COLUMNS)}")


def mail_to_dana(s: Submission) -> dict:
    old = {row["id"] for row in s.rows("email_message", before=True)}
    new = [row for row in s.rows("email_message") if row["id"] not in old]
    assert len(new) == 1, f"one mail was to be written, there are {len(new)}"
    return new[0]


def strings(value: object) -> list[str]:
    if isinstance(value, dict):
        return [text for part in value.values() for text in strings(part)]
    if isinstance(value, list | tuple):
        return [text for part in value for text in strings(part)]
    return [value] if isinstance(value, str) else []


def says_day(text: str, day: date) -> bool:
    """28 March, March 28th, 2026-03-28, 3/28 ..."""
    month, short = f"{day:%B}", f"{day:%b}"
    forms = [
        rf"\b0?{day.day}(st|nd|rd|th)?\.?( of)? ({month}|{short})\b",
        rf"\b({month}|{short})\.? 0?{day.day}(st|nd|rd|th)?\b",
        rf"\b{day:%Y-%m-%d}\b",
        rf"\b0?{day.month}/0?{day.day}\b",
    ]
    return any(re.search(form, text, re.IGNORECASE) for form in forms)


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
    top, letters = heading(sheet)
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
    top, letters = heading(sheet)
    wanted = expected_impact(s)
    for row in range(top + 1, top + len(wanted) + 1):
        for name in COLUMNS[2:]:
            assert sheet.formula(f"{letters[name]}{row}"), f"{letters[name]}{row} ({name}) is typed"
    place = next(row for row, item in enumerate(expected_items(s), start=1) if row > 1 and item[7])
    import openpyxl

    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "changed.xlsx"
        book = openpyxl.load_workbook(s.file(MODEL))
        book["Items"][f"F{place}"] = book["Items"][f"F{place}"].value + 1
        book.save(copy)
        values = calculate(copy)["Impact"]
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
    top, letters = heading(sheet)
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
        change = sheet.cell(f"{letters['Change a month']}{row}").number_format
        assert re.search(r"#,##0\.00($|[^0])", change) and "x" not in change, f"{change} is not dollars and cents"
    for name, letter in letters.items():
        look, house = sheet.style(f"{letter}{top}"), products.style("A1")
        assert (look.bold, look.fill, look.color) == (house.bold, house.fill, house.color), (
            f"look of the heading {name}"
        )
        width = sheet.column_widths.get(letter, 8.43)
        longest = max(len(row["Product"]) for row in expected_impact(s)) if name == "Product" else len(name)
        assert width >= 0.9 * longest or (look.wrap and name != "Product"), f"column {name} is too narrow"
    totals = [cell for cell in sheet.cells() if str(cell.value).strip().lower() == "total"]
    assert totals and all(cell.style.bold for cell in totals), "there is no Total, or it is not bold"
    column = letters["Margin now"]
    rules = [rule for rule in sheet.conditional_formats if covers(rule.area, column, first, last)]
    assert rules, f"no rule colours {column}{first}:{column}{last}"
    below = [
        rule
        for rule in rules
        if ((rule.type, rule.operator) == ("cellIs", "lessThan") and rule.formulas[0] in ("0.5", "50%", ".5"))
        or (rule.type == "expression" and re.search(r"<\s*(0?\.5\b|50%)", rule.formulas[0]))
    ]  # fmt: skip
    assert below, "no rule says: below 50 %"
    assert is_red(below[0].fill) or is_red(below[0].color), "the rule gives no red"


def covers(area: str, column: str, first: int, last: int) -> bool:
    for part in area.replace("$", "").split():
        found = re.fullmatch(r"([A-Z]+)(\d+):([A-Z]+)(\d+)", part)
        if found and found[1] <= column <= found[3] and int(found[2]) <= first and int(found[4]) >= last:
            return True
    return False


def is_red(color: str) -> bool:
    if not re.fullmatch(r"#[0-9A-Fa-f]{6}", color):
        return False
    red, green, blue = (int(color[place : place + 2], 16) for place in (1, 3, 5))
    return red > 120 and red > green + 25 and red > blue + 25


@check("rendered")
def the_workbook_was_looked_at(s: Submission) -> None:
    """Impact was rendered after the last change, and shows something."""
    calls = list(s.trajectory)
    # A mail that carries the workbook names it, and leaves it as it is.
    changed = [n for n, call in enumerate(calls) if call.changes and call.touches(MODEL) and "email" not in call.name]
    assert changed, "the workbook was never changed"
    looks = [call for call in calls[changed[-1] :] if call.ok and call.pictures and call.touches(MODEL)]
    assert looks, "nobody looked at the workbook after its last change"
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
    seen = [text for call in calls[:first] if call.ok for text in strings(call.result)]
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
        assert any(sheet in strings([call.arguments, call.result]) for call in opened), f"{sheet} was never read"
    for place, call in enumerate(calls):
        used = ids_in(call.arguments) - ids_in([earlier.result for earlier in calls[:place]])
        assert not used, f"{call.name} names what no call had shown"


def ids_in(value: object) -> set[str]:
    return {found for text in strings(value) for found in re.findall(r"\b(?:message|thread)_\d+\b", text)}


@check("answer")
def maya_knows_the_total(s: Submission) -> None:
    """The answer says what it costs a month."""
    assert says_number(s.answer, abs(total(s)), within=0.05) or says_number(s.answer, total(s), within=0.05)
    assert mentions(s.answer, "Dana"), "that Dana has it"
