"""What is broken in a workbook: errors shown, formulas that never got a value, names and links that lead nowhere."""

from collections.abc import Iterator

from .facts import Finding, Name, SheetFacts

_LISTED = 50


def findings_of(sheets: list[SheetFacts], names: list[Name], external: list[str]) -> list[Finding]:
    """All findings, sheet by sheet, then those of the workbook."""
    titles = {sheet.name for sheet in sheets}
    found: list[Finding] = []
    for sheet in sheets:
        found += [*_errors(sheet), *_stale(sheet), *_links(sheet, titles)]
    found += [_broken(name) for name in names if "#REF!" in name.refers_to.upper()]
    if external:
        message = f"Formulas read other workbooks, which are not here: {', '.join(external)}."
        found.append(Finding(kind="external_link", sheet="", cells=[], count=len(external), message=message))
    return found


def _errors(sheet: SheetFacts) -> Iterator[Finding]:
    by_value: dict[str, list[str]] = {}
    for error in sheet.errors:
        by_value.setdefault(error.value, []).append(error.cell)
    for value, cells in by_value.items():
        message = f"{sheet.name}: {_cells(cells)} {'shows' if len(cells) == 1 else 'show'} {value}."
        yield Finding(kind="error_value", sheet=sheet.name, cells=cells[:_LISTED], count=len(cells), message=message)


def _stale(sheet: SheetFacts) -> Iterator[Finding]:
    if sheet.stale:
        message = f"{sheet.name}: the formula of {_cells(sheet.stale)} has no value; plain readers see nothing there."
        cells = sheet.stale[:_LISTED]
        yield Finding(kind="stale_formula", sheet=sheet.name, cells=cells, count=len(sheet.stale), message=message)


def _links(sheet: SheetFacts, titles: set[str]) -> Iterator[Finding]:
    for link in sheet.links:
        place = link.target.removeprefix("#")
        title, mark, _ = place.rpartition("!")
        lost = title.strip("'").replace("''", "'") not in titles if mark else False
        if link.target.startswith("#") and ("#REF!" in place.upper() or lost):
            message = f"{sheet.name}: the link on {link.area} leads to {place}, which is not there."
            yield Finding(kind="broken_link", sheet=sheet.name, cells=[link.area], count=1, message=message)


def _broken(name: Name) -> Finding:
    message = f"The name {name.name} refers to {name.refers_to}."
    return Finding(kind="broken_name", sheet=name.scope, cells=[], count=1, message=message)


def _cells(cells: list[str]) -> str:
    shown = ", ".join(cells[:5])
    return shown if len(cells) <= 5 else f"{shown} and {len(cells) - 5} more"
