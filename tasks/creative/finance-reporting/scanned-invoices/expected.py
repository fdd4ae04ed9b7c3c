"""What stands on the scanned pages, page by page, as it was printed (the one wrong total as it is, wrong)."""

SCAN, BOOK, PDF = "inbox/scan-2026-03-02.pdf", "ledger/payables.xlsx", "out/invoices-2026-03-02.pdf"
UPSIDE_DOWN = 3
TURNED = 180

INVOICES = [
    {
        "page": 1, "vendor": "Northpack Packaging", "number": "NP-44718", "date": "2026-02-24",
        "lines": [("Kraft bags 12 oz", 4000, 0.18), ("Tin ties", 4000, 0.03), ("Shipping boxes M", 350, 0.92)],
        "total": 1162.00,
    },
    {
        "page": 2, "vendor": "Swift Freight", "number": "SF-20931", "date": "2026-02-19",
        "lines": [("Seattle port to Portland, 12 pallets", 12, 68.5), ("Fuel surcharge", 1, 74.0)], "total": 896.00,
    },
    {
        "page": 3, "vendor": "Millstone Machines", "number": "MM-1187", "date": "2026-02-26",
        "lines": [("Burr set G2", 2, 189.0), ("Belt drive", 1, 96.4), ("Service, hours", 5, 82.0)], "total": 884.40,
    },
    {
        "page": 4, "vendor": "Green Bean Import", "number": "GBI-3362", "date": "2026-02-25",
        "lines": [("Sidamo grade 2, bags", 8, 318.0), ("Santa Ana washed, bags", 6, 342.5), ("Warehouse fee", 1, 65.0)],
        "total": 4694.00,
    },
    {
        "page": 5, "vendor": "Vogel Tax & Books", "number": "VT-2026-016", "date": "2026-02-27",
        "lines": [("Bookkeeping February, hours", 14, 75.0), ("Payroll filings", 3, 45.0)], "total": 1185.00,
    },
]  # fmt: skip


def lines_total(invoice):
    return round(sum(count * price for _, count, price in invoice["lines"]), 2)
