"""How cells look: the style table of a workbook, looked up by number, and which number formats make a number a date."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from functools import cached_property

from pydantic import Field

from ..base import Fact
from ..colors import Ink, Theme, ink, tinted
from ..ooxml import Element, child, children, every, local, number, on

_BUILT_IN = {
    0: "General", 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?",
    13: "# ??/??", 14: "mm-dd-yy", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM", 19: "h:mm:ss AM/PM",
    20: "h:mm", 21: "h:mm:ss", 22: "m/d/yy h:mm", 37: "#,##0 ;(#,##0)", 38: "#,##0 ;[Red](#,##0)",
    39: "#,##0.00;(#,##0.00)", 40: "#,##0.00;[Red](#,##0.00)", 45: "mm:ss", 46: "[h]:mm:ss", 47: "mmss.0",
    48: "##0.0E+0", 49: "@",
}  # fmt: skip
_QUOTED = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]', re.IGNORECASE)
_DATE = re.compile(r"[dmyhs]", re.IGNORECASE)
_ELAPSED = re.compile(r"\[(h+|m+|s+)\]", re.IGNORECASE)

_THEMED = (
    "lt1",
    "dk1",
    "lt2",
    "dk2",
    "accent1",
    "accent2",
    "accent3",
    "accent4",
    "accent5",
    "accent6",
    "hlink",
    "folHlink",
)
_INDEXED = [
    "000000",
    "FFFFFF",
    "FF0000",
    "00FF00",
    "0000FF",
    "FFFF00",
    "FF00FF",
    "00FFFF",
    "000000",
    "FFFFFF",
    "FF0000",
    "00FF00",
    "0000FF",
    "FFFF00",
    "FF00FF",
    "00FFFF",
    "800000",
    "008000",
    "000080",
    "808000",
    "800080",
    "008080",
    "C0C0C0",
    "808080",
    "9999FF",
    "993366",
    "FFFFCC",
    "CCFFFF",
    "660066",
    "FF8080",
    "0066CC",
    "CCCCFF",
    "000080",
    "FF00FF",
    "FFFF00",
    "00FFFF",
    "800080",
    "800000",
    "008080",
    "0000FF",
    "00CCFF",
    "CCFFFF",
    "CCFFCC",
    "FFFF99",
    "99CCFF",
    "FF99CC",
    "CC99FF",
    "FFCC99",
    "3366FF",
    "33CCCC",
    "99CC00",
    "FFCC00",
    "FF9900",
    "FF6600",
    "666699",
    "969696",
    "003366",
    "339966",
    "003300",
    "333300",
    "993300",
    "993366",
    "333399",
    "333333",
]


class CellStyle(Fact):
    """How a cell looks: size in points, colours `#RRGGBB` ("" for none of its own), alignments as Excel names them."""

    font: str = "Calibri"
    size: float = 11
    bold: bool = False
    italic: bool = False
    underline: bool = False
    color: str = ""
    fill: str = ""
    horizontal: str = ""
    vertical: str = ""
    wrap: bool = False
    borders: list[str] = Field(default_factory=list[str])
    """The sides that have a line: left, right, top, bottom."""
    locked: bool = True


Dated = Callable[[int | float, bool], "int | float | datetime | time | timedelta"]


@dataclass
class Styles:
    """The style table. Looks are made once a style, not once a cell."""

    root: Element | None = None
    theme: Theme = field(default_factory=Theme)
    _made: dict[int, CellStyle] = field(default_factory=dict[int, CellStyle])
    _dated: dict[int, Dated] = field(default_factory=dict[int, Dated])

    @cached_property
    def _formats(self) -> list[Element]:
        return every(child(self.root, "s:cellXfs"), "s:xf")

    @cached_property
    def _numbers(self) -> dict[int, str]:
        listed = every(child(self.root, "s:numFmts"), "s:numFmt")
        return {int(number(one.get("numFmtId"))): one.get("formatCode", "") for one in listed}

    def number_format(self, style: int) -> str:
        """The number format of a style, as Excel writes it."""
        if style >= len(self._formats):
            return "General"
        identifier = int(number(self._formats[style].get("numFmtId")))
        return self._numbers.get(identifier) or _BUILT_IN.get(identifier, "General")

    def dated(self, style: int) -> Dated:
        """What makes a stored number a value under this style."""
        if style not in self._dated:
            self._dated[style] = _reading(self.number_format(style))
        return self._dated[style]

    def style(self, style: int) -> CellStyle:
        """How a cell of this style looks."""
        if style not in self._made:
            self._made[style] = self._make(style)
        return self._made[style]

    def difference(self, index: str | None) -> tuple[str, str]:
        """The fill and font colour that a rule's format gives."""
        listed = every(child(self.root, "s:dxfs"), "s:dxf")
        if index is None or not index.isdigit() or int(index) >= len(listed):
            return "", ""
        return self.looks(listed[int(index)])

    def looks(self, format_: Element | None) -> tuple[str, str]:
        """Fill and font colour of a differential format."""
        pattern = child(format_, "s:fill", "s:patternFill")
        back, front = child(pattern, "s:bgColor"), child(pattern, "s:fgColor")
        return self.color(back if back is not None else front), self.color(child(format_, "s:font", "s:color"))

    def color(self, element: Element | None) -> str:
        """A colour element as `#RRGGBB`; "" for none and for automatic."""
        if element is None:
            return ""
        found: Ink | None = None
        if element.get("rgb"):
            found = ink(element.get("rgb", ""))
        elif element.get("theme"):
            place = int(number(element.get("theme")))
            found = self.theme.colors.get(_THEMED[place]) if place < len(_THEMED) else None
        elif element.get("indexed"):
            place = int(number(element.get("indexed")))
            found = ink(_INDEXED[place]) if place < len(_INDEXED) else None
        if found is None:
            return ""
        tint = number(element.get("tint"))
        return (tinted(found, tint) if tint else found).hex

    def _make(self, style: int) -> CellStyle:
        if style >= len(self._formats):
            return CellStyle()
        format_ = self._formats[style]
        font = _at(self.root, "s:fonts", format_.get("fontId"))
        fill = child(_at(self.root, "s:fills", format_.get("fillId")), "s:patternFill")
        border = _at(self.root, "s:borders", format_.get("borderId"))
        alignment, protection = child(format_, "s:alignment"), child(format_, "s:protection")
        name, size = child(font, "s:name"), child(font, "s:sz")
        filled = fill is not None and fill.get("patternType", "none") != "none"
        underline = child(font, "s:u")
        return CellStyle(
            font=name.get("val", "") if name is not None else "Calibri",
            size=number(size.get("val") if size is not None else None, 11),
            bold=on(child(font, "s:b")),
            italic=on(child(font, "s:i")),
            underline=underline is not None and underline.get("val") != "none",
            color=self.color(child(font, "s:color")),
            fill=self.color(child(fill, "s:fgColor")) if filled else "",
            horizontal=alignment.get("horizontal", "") if alignment is not None else "",
            vertical=alignment.get("vertical", "") if alignment is not None else "",
            wrap=on(alignment, "wrapText", default=False),
            borders=[local(one) for one in children(border) if one.get("style", "none") != "none"],
            locked=on(protection, "locked") if protection is not None else True,
        )


def _at(root: Element | None, list_name: str, index: str | None) -> Element | None:
    listed = children(child(root, list_name))
    place = int(number(index))
    return listed[place] if place < len(listed) else None


def _reading(number_format: str) -> Dated:
    """How a number reads under a format: as itself, a moment, or a span of time."""
    section = _QUOTED.sub("", number_format.split(";")[0])
    if section.lower() == "general" or not _DATE.search(section):
        return lambda value, _: value
    return _span if _ELAPSED.search(section) else _moment


def _span(value: int | float, _: bool) -> timedelta:
    return timedelta(seconds=round(value * 86400, 3))


def _moment(value: int | float, date1904: bool) -> int | float | datetime | time:
    """A serial number as a moment; numbers no calendar has stay numbers."""
    if not 0 <= value < 2958466:
        return value
    span = timedelta(seconds=round(value * 86400, 3))
    if value < 1 and not date1904:
        return (datetime(1900, 1, 1) + span).time()
    if date1904:
        return datetime(1904, 1, 1) + span
    # Excel believes in 29 February 1900; days before it count from one day later.
    return (datetime(1899, 12, 31) if value < 60 else datetime(1899, 12, 30)) + span
