"""Read the eight photos, book each as printed, keep rates and limits on a sheet of their own, look at all three."""

from typing import Any

from deskworld_harness.agents.solution import SolutionDesk as Desk
from deskworld_verifiers import TaskView

BOOK = "out/expenses.xlsx"
HEADS = [
    "File", "Date", "Merchant", "Category", "Currency", "Amount", "Alcohol", "Rate", "USD", "Limit", "Over limit",
    "Decision", "Paid", "Note",
]  # fmt: skip
SHEETS = {"Expenses": "A1:N1", "Rules": "A1:E1", "Summary": "A1:C1"}


async def solve(desk: Desk, task: TaskView) -> str:
    await desk.call("read_text_file", path="receipts/expense-policy.md")
    await desk.call("read_text_file", path="receipts/eur-usd.csv")
    receipts: list[dict[str, Any]] = task.variables["receipts"]
    smeared = next(each for each in receipts if each["why"] == "total")
    for each in receipts:
        await desk.call("read_image_text", path=f"receipts/{each['file']}")
    await desk.call("view_image", path=f"receipts/{smeared['file']}")

    limits, last = task.variables["limits"], len(receipts) + 1
    await desk.call("create_workbook", path=BOOK, sheets=list(SHEETS), rows=[HEADS])
    await desk.call(
        "write_range", path=BOOK, sheet="Rules",
        values=[["Category", "Limit", None, "Currency", "Rate"], *(
            [name, limit, None, *((("USD", 1), ("EUR", task.variables["rate"]))[place] if place < 2 else (None, None))]
            for place, (name, limit) in enumerate(limits.items())
        )],
    )  # fmt: skip
    values = [row(each, place, task.variables["original"]) for place, each in enumerate(receipts, start=2)]
    await desk.call("write_range", path=BOOK, sheet="Expenses", start="A2", values=values)
    ok = f'Expenses!$D$2:$D${last},A{{row}},Expenses!$L$2:$L${last},"OK"'
    by_category = [
        [name, f"=COUNTIFS({ok.format(row=n)})", f"=SUMIFS(Expenses!$M$2:$M${last},{ok.format(row=n)})"]
        for n, name in enumerate(limits, start=2)
    ]
    totals = ["Total", "=SUM(B2:B5)", "=SUM(C2:C5)"]
    await desk.call(
        "write_range", path=BOOK, sheet="Summary", values=[["Category", "Receipts", "Paid"], *by_category, totals]
    )

    for sheet, heads in SHEETS.items():
        await desk.call("format_range", path=BOOK, sheet=sheet, range=heads, bold=True, color="#FFFFFF", fill="#1F3A44")
    for sheet, area, form in (
        ("Expenses", f"B2:B{last}", "yyyy-mm-dd"), ("Expenses", f"F2:G{last}", "#,##0.00"),
        ("Expenses", f"H2:H{last}", "0.0000"), ("Expenses", f"I2:J{last}", "#,##0.00"),
        ("Expenses", f"M2:M{last}", "#,##0.00"), ("Rules", "B2:B5", "#,##0.00"), ("Rules", "E2:E3", "0.0000"),
        ("Summary", "C2:C6", "#,##0.00"),
    ):  # fmt: skip
        await desk.call("format_range", path=BOOK, sheet=sheet, range=area, number_format=form)
    await desk.call("format_range", path=BOOK, sheet="Summary", range="A6:C6", bold=True)
    await desk.call(
        "set_conditional_format", path=BOOK, sheet="Expenses", range=f"K2:K{last}", rule="equal", value="Yes",
        fill="#F6D5CC", color="#8A2B12",
    )  # fmt: skip
    await desk.call("set_column_width", path=BOOK, sheet="Expenses", columns="A:N")
    await desk.call("freeze_panes", path=BOOK, sheet="Expenses", cell="B2")
    await desk.call("set_print_layout", path=BOOK, sheet="Expenses", orientation="landscape", fit_wide=1)
    wrong = await desk.call("check_workbook", path=BOOK)
    assert not wrong["items"], wrong["items"]
    for sheet in SHEETS:
        await desk.call("render_range", path=BOOK, sheet=sheet)

    shown = await desk.call("read_range", path=BOOK, sheet="Expenses", range=f"A2:N{last}")
    lines = [[cell["value"] if isinstance(cell, dict) else cell for cell in line] for line in shown["rows"]]
    total = sum(line[12] for line in lines)
    over = "\n".join(
        f"- {line[0]}, {line[2]}: {line[8]:.2f} against {line[9]:.2f}" for line in lines if line[10] == "Yes"
    )
    old, copy = (next(each for each in receipts if each["why"] == why) for why in ("old", "duplicate"))
    return (
        f"{BOOK} is ready: Noor gets ${total:,.2f}.\n\nRefused:\n- {old['file']}, {old['merchant']}: too old, more than "
        f"60 days before the report\n- {copy['file']}, {copy['merchant']}: a duplicate of {task.variables['original']}"
        f"\n\nOver the limit:\n{over}\n\nThe total of {smeared['file']} ({smeared['merchant']}) could not be read; "
        f"its lines add up to ${smeared['amount']:.2f}."
    )


def row(receipt: dict[str, Any], place: int, original: str) -> list[Any]:
    """A photo's row: what is printed as it stands, and formulas for the rest."""
    note = {
        "": None, "old": "Refused: too old, more than 60 days before the report",
        "duplicate": f"Refused: duplicate of {original}", "total": "Total could not be read, its lines were added up",
    }[receipt["why"]]  # fmt: skip
    return [
        receipt["file"], receipt["date"], receipt["merchant"], receipt["category"], receipt["currency"],
        receipt["amount"], receipt["alcohol"], f"=VLOOKUP(E{place},Rules!$D$2:$E$3,2,FALSE)",
        f"=ROUND((F{place}-G{place})*H{place},2)", f"=VLOOKUP(D{place},Rules!$A$2:$B$5,2,FALSE)",
        f'=IF(I{place}>J{place},"Yes","No")', receipt["decision"],
        f'=IF(L{place}="OK",MIN(I{place},J{place}),0)', note,
    ]  # fmt: skip
