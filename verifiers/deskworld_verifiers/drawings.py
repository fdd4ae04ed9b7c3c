"""The chart behind a picture: which call drew it, and of what figures.

    chart = chart_behind(s, pictures_in(s.file("out/report.docx"))[0])
    assert chart and chart.kind == "line" and chart.column("2025") == [12.0, 14.5]

A picture of a chart tells a reader of files nothing, so the figures are taken from the call that drew it. That is only
worth something because the file that the call wrote still shows the same as the picture asked about.
"""

import csv
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from deskworld_verifiers.submission import Submission

_ALIKE = 2.0
"""Mean difference of a channel, of 255, up to which a picture shows what was drawn, scaled or saved anew."""


@dataclass(frozen=True)
class DrawnChart:
    """A drawn chart: its file, its kind (line, bar, scatter ...), its table, and all that the call said."""

    path: str
    kind: str
    head: list[str]
    rows: list[list[Any]]
    arguments: dict[str, Any] = field(default_factory=dict[str, Any], repr=False)

    def column(self, name: str) -> list[Any]:
        """The cells below a heading, None where a row is too short; empty where there is no such heading."""
        if name not in self.head:
            return []
        place = self.head.index(name)
        return [row[place] if place < len(row) else None for row in self.rows]

    @property
    def words(self) -> str:
        """Title, subtitle, the names of the axes, notes and footnote: what the chart says beside its figures."""
        told = [self.arguments.get(name) for name in ("title", "subtitle", "x_title", "y_title", "footnote")]
        return "\n".join(str(each) for each in [*told, *self.arguments.get("notes", ())] if each)


def chart_behind(s: "Submission", picture: Path | bytes) -> DrawnChart | None:
    """The chart that this picture shows, as the last call drew it whose file is still as it was drawn."""
    from deskworld_verifiers.pictures import picture_difference

    for call in reversed(s.trajectory.calls("draw_chart")):
        path = str(call.arguments.get("path", ""))
        raster = path if path.lower().endswith(".png") else ""
        if raster and s.files(raster) and picture_difference(s.file(raster), picture) < _ALIKE:
            head, *rows = _table(s, call.arguments) or [[]]
            kind = str(call.arguments.get("kind", ""))
            return DrawnChart(path, kind, [str(cell) for cell in head], rows, call.arguments)
    return None


def _table(s: "Submission", arguments: dict[str, Any]) -> list[list[Any]]:
    """The rows that were drawn, the header first, be they in the call, in a CSV or in a workbook."""
    if arguments.get("rows"):
        return cast("list[list[Any]]", arguments["rows"])
    source, area = str(arguments.get("source", "")), str(arguments.get("range", ""))
    if not source or not s.files(source):
        return []
    if not source.lower().endswith((".xlsx", ".xlsm")):
        head, *rows = [*csv.reader(StringIO(s.text(source)))] or [[]]
        return [head, *([_number(cell) for cell in row] for row in rows)]
    book = s.workbook(source)
    sheet, _, cells = (f"{area}!" if area in book.sheet_names else area).rpartition("!")
    return book.sheet(sheet.strip("'") or book.sheet_names[0]).rows(cells)


def _number(cell: str) -> str | float:
    try:
        return float(cell.replace(",", ""))
    except ValueError:
        return cell
