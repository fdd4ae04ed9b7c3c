"""A workbook from its package: what all sheets share, sheet by sheet, then what is broken."""

from pathlib import Path

from ..colors import theme_of
from ..errors import InspectError
from ..ooxml import NAMESPACES, Element, Package, child, children, every, number, on
from .cells import SheetXml, read_cells, read_strings
from .facts import ErrorValue, Name, Print, SheetFacts, WorkbookFacts
from .findings import findings_of
from .grid import Grid, letters_of, reference
from .objects import Drawing, read_comments, read_people, read_pivots, read_tables
from .rules import read_conditional_formats, read_links, read_sparklines, read_validations
from .styles import Styles

_ID = f"{{{NAMESPACES['r']}}}id"


def read(path: Path) -> WorkbookFacts:
    """The facts of an .xlsx file."""
    with Package(path) as package:
        return _Book(package).facts()


class _Book:
    """Reading in progress: the package and what sheets share."""

    def __init__(self, package: Package) -> None:
        self.package = package
        part = package.main()
        if part.endswith(".bin"):
            raise InspectError(f"{package.name} is a binary workbook (.xlsb inside); save it as .xlsx first")
        self.xml = package.xml(part)
        self.relations = package.relations(part)
        self.strings = read_strings(package, self._target("sharedStrings"))
        styles, theme = self._target("styles"), self._target("theme")
        self.styles = Styles(
            package.xml(styles) if styles in package else None,
            theme_of(package.xml(theme) if theme in package else None),
        )
        self.date1904 = on(child(self.xml, "s:workbookPr"), "date1904", default=False)
        self.people = read_people(package, self.relations)
        self.entries = every(child(self.xml, "s:sheets"), "s:sheet")
        self.names = self._names()

    def facts(self) -> WorkbookFacts:
        sheets = [self._sheet(index, entry) for index, entry in enumerate(self.entries, 1)]
        properties = self.package.properties()
        external = self._external_links()
        return WorkbookFacts(
            title=properties.get("title", ""),
            author=properties.get("creator", ""),
            sheets=sheets,
            names=self.names,
            external_links=external,
            macros=any(relation.kind == "vbaProject" for relation in self.relations.values()),
            date1904=self.date1904,
            findings=findings_of(sheets, self.names, external),
        )

    def _sheet(self, index: int, entry: Element) -> SheetFacts:
        name, relation = entry.get("name", ""), self.relations.get(entry.get(_ID, ""))
        if relation is None or relation.target not in self.package:
            raise InspectError(f"{self.package.name} is damaged: the sheet {name!r} is missing")
        part, is_chart = relation.target, relation.kind == "chartsheet"
        grid = Grid(styles=self.styles, date1904=self.date1904)
        xml = SheetXml(grid, self.package.xml(part)) if is_chart else read_cells(self.package, part, self.strings, grid)
        root, relations = xml.root, self.package.relations(part)
        widths, hidden = _columns(root, grid)
        drawn = next((one.target for one in relations.values() if one.kind == "drawing"), "")
        drawing = Drawing(self.package, drawn) if drawn in self.package else None
        view = child(root, "s:sheetViews", "s:sheetView")
        filter_ = child(root, "s:autoFilter")
        properties = child(root, "s:sheetPr")
        top, left, bottom, right, count = _used(grid)
        state = entry.get("state", "visible")
        facts = SheetFacts(
            name=name,
            index=index,
            state="hidden" if state == "hidden" else "veryHidden" if state == "veryHidden" else "visible",
            used=f"{reference(top, left)}:{reference(bottom, right)}" if count else "",
            row_count=bottom,
            column_count=right,
            cell_count=count,
            formula_count=sum(1 for one in grid.entries.values() if one.formula != ""),
            freeze=_freeze(view),
            gridlines=view is None or on(view, "showGridLines"),
            zoom=int(number(view.get("zoomScale") if view is not None else None, 100)),
            protected=on(child(root, "s:sheetProtection"), "sheet", default=False),
            tab_color=self.styles.color(child(properties, "s:tabColor")),
            chart_sheet=is_chart,
            merges=[one.get("ref", "") for one in every(child(root, "s:mergeCells"), "s:mergeCell")],
            column_widths=widths,
            row_heights=xml.heights,
            hidden_columns=hidden,
            hidden_rows=xml.hidden_rows,
            filter=filter_.get("ref", "") if filter_ is not None else "",
            print=self._print(root, name),
            tables=read_tables(self.package, relations),
            charts=drawing.charts if drawing else [],
            pictures=drawing.pictures if drawing else [],
            text_boxes=drawing.text_boxes if drawing else [],
            pivots=read_pivots(self.package, relations),
            sparklines=read_sparklines(root),
            conditional_formats=read_conditional_formats(root, self.styles),
            validations=read_validations(root),
            comments=read_comments(self.package, relations, self.people),
            links=read_links(root, relations),
            errors=[
                ErrorValue(cell=reference(*place), value=str(one.value), formula=grid.formula(*place))
                for place, one in grid.entries.items()
                if one.kind == "error"
            ],
            stale=[reference(*place) for place in xml.stale],
        )
        facts._grid = grid
        return facts

    def _print(self, root: Element | None, sheet: str) -> Print:
        setup = child(root, "s:pageSetup")
        fitted = on(child(root, "s:sheetPr", "s:pageSetUpPr"), "fitToPage", default=False)
        own = {name.name: name.refers_to for name in self.names if name.scope == sheet}

        def said(name: str, default: str) -> str:
            return setup.get(name, default) if setup is not None else default

        return Print(
            orientation="landscape" if said("orientation", "") == "landscape" else "portrait",
            fit_width=int(number(said("fitToWidth", "1"))) if fitted else 0,
            fit_height=int(number(said("fitToHeight", "1"))) if fitted else 0,
            area=own.get("_xlnm.Print_Area", ""),
            titles=own.get("_xlnm.Print_Titles", ""),
        )

    def _names(self) -> list[Name]:
        titles = [entry.get("name", "") for entry in self.entries]
        names: list[Name] = []
        for one in every(child(self.xml, "s:definedNames"), "s:definedName"):
            scope = one.get("localSheetId")
            place = int(scope) if scope is not None else -1
            names.append(
                Name(
                    name=one.get("name", ""),
                    refers_to=one.text or "",
                    scope=titles[place] if 0 <= place < len(titles) else "",
                    hidden=on(one, "hidden", default=False),
                )
            )
        return names

    def _external_links(self) -> list[str]:
        parts = [relation.target for relation in self.relations.values() if relation.kind == "externalLink"]
        return [one.target for part in parts for one in self.package.relations(part).values() if one.external]

    def _target(self, kind: str) -> str:
        return next((one.target for one in self.relations.values() if one.kind == kind), "")


def _columns(root: Element | None, grid: Grid) -> tuple[dict[str, float], list[str]]:
    """Set widths by letter, hidden columns; the styles of whole columns go to the grid."""
    widths: dict[str, float] = {}
    hidden: list[str] = []
    for one in children(child(root, "s:cols")):
        first, last = int(number(one.get("min"), 1)), int(number(one.get("max"), 1))
        # "All the rest" is written as up to column XFD: one entry says as much as sixteen thousand.
        span = range(first, min(last, first + 255) + 1)
        for column in span:
            if one.get("width") is not None and on(one, "customWidth", default=False):
                widths[letters_of(column)] = round(number(one.get("width")), 2)
            if on(one, "hidden", default=False):
                hidden.append(letters_of(column))
            if one.get("style") is not None:
                grid.column_styles[column] = int(number(one.get("style")))
    return widths, hidden


def _used(grid: Grid) -> tuple[int, int, int, int, int]:
    """First and last row and column that hold something, and how many cells do."""
    places = [place for place, one in grid.entries.items() if one.kind != "empty" or one.formula != ""]
    if not places:
        return 0, 0, 0, 0, 0
    rows, columns = [row for row, _ in places], [column for _, column in places]
    return min(rows), min(columns), max(rows), max(columns), len(places)


def _freeze(view: Element | None) -> str:
    pane = child(view, "s:pane")
    if pane is None or pane.get("state") not in ("frozen", "frozenSplit"):
        return ""
    across, down = int(number(pane.get("xSplit"))), int(number(pane.get("ySplit")))
    return reference(down + 1, across + 1)
