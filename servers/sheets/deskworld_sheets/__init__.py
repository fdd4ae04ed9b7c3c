"""Excel workbooks: read, edited, calculated and looked at, with nothing lost that an edit does not touch."""

from deskworld_kit import Server

server = Server(
    name="sheets",
    title="Sheets",
    summary=(
        "Excel workbooks (.xlsx, .xlsm) in the workspace: read and write ranges, formulas with right values, formats, "
        "tables, pivot tables, charts, and pictures of ranges. An edit keeps every part of the file it does not touch. "
        "Without a sheet the first is meant; a range is like B2:D9, B:D, 'My data'!B2:D9, or a table's name."
    ),
    package=__name__,
    tools=(
        "workbooks",
        "sheetlist",
        "reading",
        "entry",
        "calculation",
        "lines",
        "looks",
        "rules",
        "views",
        "objects",
        "charting",
        "attaching",
        "rearranging",
        "asking",
        "exchange",
        "checking",
    ),
)
