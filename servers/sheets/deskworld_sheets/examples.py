"""A call of each tool that works, in an order that works: documentation that is run."""

import base64
from pathlib import Path

_PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAFElEQVR4nGOU96tkwAaYsIoOWgkAuJIA9pOrtcQAAAAASUVORK5CYII="
_ORDERS = (
    "Day,Region,Product,Amount\n2026-01-05,North,Tea,120\n2026-01-06,South,Tea,80.5\n2026-01-09,North,Milk,42\n"
    "2026-02-02,East,Tea,61\n2026-02-11,South,Milk,33.25\n2026-02-12,North,Tea,120\n"
)


def prepare(workspace: Path) -> None:
    """A table of orders and a logo."""
    (workspace / "orders.csv").write_text(_ORDERS, encoding="utf-8")
    (workspace / "logo.png").write_bytes(base64.b64decode(_PICTURE))


BOOK = "shop.xlsx"

EXAMPLES = (
    (
        "create_workbook",
        {
            "path": BOOK,
            "sheets": ["Stock", "Sums"],
            "rows": [["Item", "Cost", "Count", "Total"], ["Tea", 3.5, 2, "=B2*C2"], ["Milk", 1.25, 4, "=B3*C3"]],
        },
    ),
    ("get_workbook_info", {"path": BOOK}),
    ("write_range", {"path": BOOK, "sheet": "Sums", "start": "A1", "values": [["All", "=SUM(Stock!D2:D3)"]]}),
    ("append_rows", {"path": BOOK, "sheet": "Stock", "rows": [["Bread", 2, 3, None], ["Bread", 2, 3, None]]}),
    ("fill_formula", {"path": BOOK, "sheet": "Stock", "range": "D2:D5", "formula": "=B2*C2"}),
    ("read_range", {"path": BOOK, "sheet": "Stock", "show": "both"}),
    ("find_cells", {"path": BOOK, "text": "bread"}),
    ("get_used_range", {"path": BOOK, "sheet": "Stock"}),
    ("recalculate_workbook", {"path": BOOK}),
    ("check_formulas", {"path": BOOK}),
    ("trace_formula", {"path": BOOK, "sheet": "Stock", "cell": "D2"}),
    ("profile_table", {"path": BOOK, "sheet": "Stock"}),
    ("query_table", {"path": BOOK, "sheet": "Stock", "where": ["Cost >= 2"], "order_by": ["-Total"]}),
    ("query_table", {"path": BOOK, "sheet": "Stock", "group_by": ["Item"], "figures": ["sum of Total"]}),
    (
        "format_range",
        {"path": BOOK, "sheet": "Stock", "range": "A1:D1", "bold": True, "fill": "#1F4E79", "color": "white"},
    ),
    ("set_borders", {"path": BOOK, "sheet": "Stock", "range": "A1:D5", "edges": "outline"}),
    ("get_cell_format", {"path": BOOK, "sheet": "Stock", "range": "A1:D5"}),
    ("copy_format", {"path": BOOK, "source": "Stock!A1", "target": "Sums!A1"}),
    ("merge_cells", {"path": BOOK, "sheet": "Sums", "range": "A4:B4"}),
    ("unmerge_cells", {"path": BOOK, "sheet": "Sums", "range": "A4:B4"}),
    ("set_column_width", {"path": BOOK, "sheet": "Stock", "columns": "A:D"}),
    ("set_row_height", {"path": BOOK, "sheet": "Stock", "rows": "1:1", "height": 24}),
    ("hide_lines", {"path": BOOK, "sheet": "Sums", "lines": "8:9"}),
    ("set_conditional_format", {"path": BOOK, "sheet": "Stock", "range": "D2:D5", "rule": "greater", "value": 5}),
    ("set_color_scale", {"path": BOOK, "sheet": "Stock", "range": "B2:B5", "colors": ["white", "#63BE7B"]}),
    ("set_data_bars", {"path": BOOK, "sheet": "Stock", "range": "C2:C5"}),
    ("set_icon_set", {"path": BOOK, "sheet": "Stock", "range": "C2:C5", "icons": "arrows"}),
    ("clear_conditional_formats", {"path": BOOK, "sheet": "Stock", "range": "C2:C5"}),
    (
        "set_validation",
        {"path": BOOK, "sheet": "Stock", "range": "C2:C9", "kind": "whole", "compare": "at_least", "low": 0},
    ),
    ("set_dropdown", {"path": BOOK, "sheet": "Stock", "range": "A2:A9", "items": ["Tea", "Milk", "Bread"]}),
    ("list_sheet_rules", {"path": BOOK, "sheet": "Stock"}),
    ("clear_validation", {"path": BOOK, "sheet": "Stock", "range": "C2:C9"}),
    ("freeze_panes", {"path": BOOK, "sheet": "Stock", "cell": "A2"}),
    ("set_sheet_view", {"path": BOOK, "sheet": "Stock", "gridlines": False, "tab_color": "#1F4E79"}),
    ("set_print_layout", {"path": BOOK, "sheet": "Stock", "orientation": "landscape", "fit_wide": 1}),
    ("define_name", {"path": BOOK, "name": "Totals", "refers_to": "Stock!D2:D5"}),
    ("list_names", {"path": BOOK}),
    ("replace_values", {"path": BOOK, "find": "Milk", "replace": "Oat milk"}),
    ("remove_duplicates", {"path": BOOK, "sheet": "Stock", "range": "A1:D5"}),
    ("sort_range", {"path": BOOK, "sheet": "Stock", "by": ["-Total"], "range": "A1:D4"}),
    ("filter_range", {"path": BOOK, "sheet": "Stock", "range": "A1:D4", "where": ["Cost > 1.5"]}),
    ("filter_range", {"path": BOOK, "sheet": "Stock", "range": "A1:D4"}),
    ("copy_range", {"path": BOOK, "source": "Stock!A1:D4", "target": "Sums!A10"}),
    ("insert_rows", {"path": BOOK, "sheet": "Stock", "row": 3, "count": 2}),
    ("delete_rows", {"path": BOOK, "sheet": "Stock", "row": 3, "count": 2}),
    ("insert_columns", {"path": BOOK, "sheet": "Stock", "column": "B"}),
    ("delete_columns", {"path": BOOK, "sheet": "Stock", "column": "B"}),
    ("insert_cells", {"path": BOOK, "sheet": "Sums", "range": "A10:B11", "shift": "down"}),
    ("delete_cells", {"path": BOOK, "sheet": "Sums", "range": "A10:B11", "shift": "up"}),
    ("group_lines", {"path": BOOK, "sheet": "Sums", "lines": "11:13"}),
    ("set_sparklines", {"path": BOOK, "sheet": "Stock", "range": "F2:F4", "data": "B2:D4", "kind": "column"}),
    ("add_cell_comment", {"path": BOOK, "sheet": "Stock", "cell": "B2", "text": "Ask Noor", "author": "Maya"}),
    ("set_cell_link", {"path": BOOK, "sheet": "Sums", "cell": "A6", "to": "Stock!A1"}),
    ("add_sheet_picture", {"path": BOOK, "picture": "logo.png", "sheet": "Sums", "place": "H2", "alt": "Our logo"}),
    ("delete_sheet_picture", {"path": BOOK, "sheet": "Sums", "picture": "Picture 1"}),
    ("import_csv", {"path": BOOK, "source": "orders.csv"}),
    ("create_table", {"path": BOOK, "sheet": "orders", "range": "A1:D7", "name": "Orders"}),
    (
        "create_pivot",
        {"path": BOOK, "source": "Orders", "rows": ["Region"], "values": ["sum of Amount"], "columns": ["Product"]},
    ),
    ("update_table", {"path": BOOK, "table": "Orders", "name": "Sales", "totals": True}),
    ("refresh_pivot", {"path": BOOK, "sheet": "Pivot", "pivot": "PivotTable1"}),
    ("delete_pivot", {"path": BOOK, "sheet": "Pivot", "pivot": "PivotTable1"}),
    ("delete_table", {"path": BOOK, "table": "Sales"}),
    ("add_sheet_chart", {"path": BOOK, "kind": "column", "data": "Stock!A1:B4", "title": "Cost"}),
    (
        "update_sheet_chart",
        {"path": BOOK, "sheet": "Stock", "chart": "Cost", "title": "Cost of an item", "colors": ["#1F4E79"]},
    ),
    ("list_sheet_objects", {"path": BOOK}),
    ("render_range", {"path": BOOK, "sheet": "Stock", "range": "A1:J20"}),
    ("check_workbook", {"path": BOOK}),
    ("delete_sheet_chart", {"path": BOOK, "sheet": "Stock", "chart": "Chart 1"}),
    ("protect_sheet", {"path": BOOK, "sheet": "Sums", "unlocked": "B1:B3"}),
    ("add_sheet", {"path": BOOK, "name": "Notes"}),
    ("rename_sheet", {"path": BOOK, "sheet": "Notes", "name": "Remarks"}),
    ("copy_sheet", {"path": BOOK, "sheet": "Stock", "name": "Stock old"}),
    ("move_sheet", {"path": BOOK, "sheet": "Stock old", "position": 1}),
    ("set_sheet_visible", {"path": BOOK, "sheet": "Stock old", "visible": False}),
    ("delete_sheet", {"path": BOOK, "sheet": "Stock old"}),
    ("clear_range", {"path": BOOK, "sheet": "Sums", "range": "A10:D20", "what": "all"}),
    ("export_range_picture", {"path": BOOK, "target": "out/stock.png", "sheet": "Stock", "range": "A1:D4"}),
    ("set_workbook_properties", {"path": BOOK, "title": "The shop's stock", "author": "Maya Lindqvist"}),
    ("export_csv", {"path": BOOK, "target": "out/stock.csv", "sheet": "Stock"}),
    ("export_workbook_pdf", {"path": BOOK, "target": "out/shop.pdf", "sheet": "Stock"}),
    ("convert_workbook", {"path": BOOK, "target": "out/shop.ods"}),
    ("convert_workbook", {"path": "out/shop.ods", "target": "out/again.xlsx"}),
    ("convert_workbook", {"path": BOOK, "target": "out/shop.md"}),
    ("set_workbook_password", {"path": "out/again.xlsx", "new": "open sesame"}),
    ("set_workbook_password", {"path": "out/again.xlsx", "current": "open sesame"}),
    ("compare_workbooks", {"before": BOOK, "after": "out/again.xlsx"}),
)  # fmt: skip
