"""What is true of a workbook: sheets, what lies in and over their cells, and what is broken.

Cells are not listed as fields, for a sheet may have a hundred thousand: they lie in the sheet's grid, and `value`,
`formula`, `cell` and `rows` take them out by A1 reference. Widths are in characters of the default font, heights and
font sizes in points, colours `#RRGGBB`.
"""

from collections.abc import Iterator
from typing import Literal

from pydantic import Field, PrivateAttr

from ..base import Fact
from ..charts import ChartFacts
from .grid import Area, Grid, Value, area_of, reference
from .styles import CellStyle

FindingKind = Literal["error_value", "stale_formula", "broken_name", "broken_link", "external_link"]


class Cell(Fact):
    """One cell: the value as last calculated, the formula ("=A1+B1") or "", and how it looks.

    Numbers under a date format are `datetime` (`time`, `timedelta`); an error is its text ("#REF!") with kind "error".
    """

    ref: str
    value: Value
    formula: str
    kind: Literal["empty", "number", "text", "boolean", "error", "date"]
    number_format: str
    style: CellStyle


class Table(Fact):
    """A table object: its name, the area with its header, its columns, and its style's name."""

    name: str
    area: str
    columns: list[str]
    header: bool
    totals: bool
    style: str


class Chart(Fact):
    """A chart over the cells from `anchor`'s first to its last ("D2:K16")."""

    name: str
    anchor: str
    alt: str
    chart: ChartFacts


class Picture(Fact):
    """A picture over the cells of `anchor`; its own size is in pixels, 0 where unknown."""

    name: str
    anchor: str
    alt: str
    width: int
    height: int
    format: str


class TextBox(Fact):
    """A shape with text over the cells of `anchor`."""

    name: str
    anchor: str
    text: str


class Pivot(Fact):
    """A pivot table: where it lies, what it reads, and the fields on its rows, columns, filters and values."""

    name: str
    area: str
    source: str
    rows: list[str]
    columns: list[str]
    filters: list[str]
    values: list[str]


class Sparkline(Fact):
    """A chart inside a cell: line, column or stacked (win and loss)."""

    cell: str
    data: str
    type: str


class ConditionalFormat(Fact):
    """A rule: its area, its type as Excel names it (cellIs, expression, colorScale, dataBar, iconSet, top10 ...),
    formulas or bounds, and the fill and font colour it gives ("" for none)."""

    area: str
    type: str
    operator: str
    formulas: list[str]
    fill: str
    color: str
    priority: int


class Validation(Fact):
    """What cells may hold. Of a list typed into the rule, `values` are its entries; a list from cells has them in
    `formula`."""

    area: str
    type: str
    operator: str
    formula: str
    formula2: str
    values: list[str]
    allow_blank: bool
    prompt: str
    error: str


class Name(Fact):
    """A defined name; `scope` is a sheet's name, or empty for the workbook."""

    name: str
    refers_to: str
    scope: str
    hidden: bool


class Comment(Fact):
    """A note or a threaded comment on a cell."""

    cell: str
    author: str
    text: str


class Link(Fact):
    """A link on cells: an address, or a place in this workbook ("#Sheet2!A1")."""

    area: str
    target: str
    tooltip: str


class Print(Fact):
    """How a sheet is printed: orientation, the pages it is fitted to (0 for as many as it takes), area and title
    rows."""

    orientation: Literal["portrait", "landscape"] = "portrait"
    fit_width: int = 0
    fit_height: int = 0
    area: str = ""
    titles: str = ""


class ErrorValue(Fact):
    """A cell that shows an error."""

    cell: str
    value: str
    formula: str


class SheetFacts(Fact):
    """A sheet. `used` is the area that holds values or formulas ("" for an empty sheet); `freeze` the first cell that
    scrolls ("B2"), or empty."""

    name: str
    index: int
    """From 1."""
    state: Literal["visible", "hidden", "veryHidden"]
    used: str
    row_count: int
    column_count: int
    cell_count: int
    formula_count: int
    freeze: str = ""
    gridlines: bool = True
    zoom: int = 100
    protected: bool = False
    tab_color: str = ""
    chart_sheet: bool = False
    merges: list[str] = Field(default_factory=list[str])
    column_widths: dict[str, float] = Field(default_factory=dict[str, float])
    """Of the columns whose width is set, by letter."""
    row_heights: dict[int, float] = Field(default_factory=dict[int, float])
    hidden_columns: list[str] = Field(default_factory=list[str])
    hidden_rows: list[int] = Field(default_factory=list[int])
    filter: str = ""
    print: Print = Print()
    tables: list[Table] = Field(default_factory=list[Table])
    charts: list[Chart] = Field(default_factory=list[Chart])
    pictures: list[Picture] = Field(default_factory=list[Picture])
    text_boxes: list[TextBox] = Field(default_factory=list[TextBox])
    pivots: list[Pivot] = Field(default_factory=list[Pivot])
    sparklines: list[Sparkline] = Field(default_factory=list[Sparkline])
    conditional_formats: list[ConditionalFormat] = Field(default_factory=list[ConditionalFormat])
    validations: list[Validation] = Field(default_factory=list[Validation])
    comments: list[Comment] = Field(default_factory=list[Comment])
    links: list[Link] = Field(default_factory=list[Link])
    errors: list[ErrorValue] = Field(default_factory=list[ErrorValue])
    stale: list[str] = Field(default_factory=list[str])
    """Cells whose formula has no cached value: plain readers see nothing there."""
    _grid: Grid = PrivateAttr(default_factory=Grid)

    def cell(self, ref: str) -> Cell:
        """A cell by reference ("B4"), empty ones too."""
        row, column = Area.parse(ref).corner
        return self._cell(row, column)

    def value(self, ref: str) -> Value:
        """What a cell shows, before formatting; None where it is empty."""
        return self._grid.value(*Area.parse(ref).corner)

    def formula(self, ref: str) -> str:
        """A cell's formula with its equals sign; "" where it has none."""
        return self._grid.formula(*Area.parse(ref).corner)

    def style(self, ref: str) -> CellStyle:
        """How a cell looks."""
        return self._grid.style(*Area.parse(ref).corner)

    def rows(self, area: str = "") -> list[list[Value]]:
        """Values by row of an area ("A1:D9", "A:C", "2:5"); of all that is used where none is named."""
        return [[self._grid.value(*place) for place in line] for line in self._lines(area)]

    def formulas(self, area: str = "") -> list[list[str]]:
        """Formulas by row, "" where a cell has none."""
        return [[self._grid.formula(*place) for place in line] for line in self._lines(area)]

    def records(self, area: str = "") -> list[dict[str, Value]]:
        """The rows below the first as dicts, keyed by what the first row says."""
        rows = self.rows(area)
        header = [str(name) if name is not None else "" for name in rows[0]] if rows else []
        return [dict(zip(header, row, strict=True)) for row in rows[1:]]

    def cells(self, area: str = "") -> Iterator[Cell]:
        """The cells that hold something, by row."""
        wanted = self._area(area)
        for row, column in sorted(self._grid.entries):
            if row in wanted.rows and column in wanted.columns and self._grid.kind(row, column) != "empty":
                yield self._cell(row, column)

    def find(self, value: Value) -> list[str]:
        """References of the cells that hold exactly this value."""
        found = sorted(place for place in self._grid.entries if self._grid.value(*place) == value)
        return [reference(*place) for place in found]

    def chart(self, title: str) -> Chart:
        """The chart of that title or name; KeyError with those there are."""
        for chart in self.charts:
            if title in (chart.chart.title, chart.name):
                return chart
        raise KeyError(
            f"no chart {title!r} on {self.name!r}; there are {[c.chart.title or c.name for c in self.charts]}"
        )

    def _lines(self, area: str) -> Iterator[list[tuple[int, int]]]:
        wanted = self._area(area)
        return ([(row, column) for column in wanted.columns] for row in wanted.rows)

    def _area(self, area: str) -> Area:
        if not area and not self.used:
            return Area(1, 1, 0, 0)
        return area_of(area or self.used, self.row_count, self.column_count)

    def _cell(self, row: int, column: int) -> Cell:
        grid = self._grid
        return Cell(
            ref=reference(row, column),
            value=grid.value(row, column),
            formula=grid.formula(row, column),
            kind=grid.kind(row, column),
            number_format=grid.number_format(row, column),
            style=grid.style(row, column),
        )


class Finding(Fact):
    """Something broken: which kind, on which sheet, in which cells (the first fifty of `count`), in a sentence."""

    kind: FindingKind
    sheet: str
    cells: list[str]
    count: int
    message: str


class WorkbookFacts(Fact):
    """A workbook."""

    kind: Literal["workbook"] = "workbook"
    title: str
    author: str
    sheets: list[SheetFacts]
    names: list[Name]
    external_links: list[str]
    """Other workbooks that formulas here read."""
    macros: bool
    date1904: bool
    findings: list[Finding]

    def sheet(self, name: str | int) -> SheetFacts:
        """The sheet of that name, or number counted from 1; KeyError with the names there are."""
        for sheet in self.sheets:
            if name in (sheet.name, sheet.index):
                return sheet
        raise KeyError(f"no sheet {name!r}; there are {[sheet.name for sheet in self.sheets]}")

    def value(self, ref: str) -> Value:
        """A value by full reference ("Summary!B4", "'My sheet'!B4")."""
        sheet, _, cell = ref.rpartition("!")
        return self.sheet(sheet.strip("'").replace("''", "'")).value(cell)

    @property
    def sheet_names(self) -> list[str]:
        return [sheet.name for sheet in self.sheets]

    def of_kind(self, *kinds: FindingKind) -> list[Finding]:
        """Its findings of these kinds."""
        return [finding for finding in self.findings if finding.kind in kinds]
