"""What the comparison has to show: the lines of the budget, by the vouchers that count, and which are reported."""

BUDGET = "finance/budget-2026.xlsx"
EXPORT = "finance/vouchers.csv"
HEADER = ["Account", "Name", "Owner", "Budget", "Actual", "Variance", "Variance %", "Flag"]


def vouchers(s):
    """The vouchers in the order of the export, each once."""
    found = {}
    for row in s.table(EXPORT):
        found.setdefault(row["voucher"], {**row, "amount": float(row["amount"])})
    return list(found.values())


def of_period(rows):
    return [row for row in rows if row["state"] == "posted" and row["date"] < "2026-03-01"]


def limits(s):
    """Dollars, and a share of the budget."""
    return s.task.variables["amount"], s.task.variables["share"] / 100


def lines(s, rows=None, bounds=None):
    """What Variance has to show: a dict a line, Total last."""
    counted = of_period(vouchers(s) if rows is None else rows)
    amount, share = bounds or limits(s)
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
