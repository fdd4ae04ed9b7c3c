"""The words of a chart: titles, series, categories and labels, which it holds twice.

A chart shows what its own part has cached, and takes it anew from the workbook inside as soon as somebody edits the
data. So words are replaced in both, in the workbook wherever they stand, headings of its tables too.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterator
from typing import Any

from deskworld_slides.paragraphs import rewrite, rewrite_pieces, text_of

_C = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
_CX = "{http://schemas.microsoft.com/office/drawing/2014/chartex}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_S = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_C15 = "{http://schemas.microsoft.com/office/drawing/2012/chart}"
_CACHES = (*(f"{_C}{name}" for name in ("strCache", "strLit", "multiLvlStrCache")), f"{_C15}dlblRangeCache")
_STRINGS = "xl/sharedStrings.xml"
_SHEETS = ("xl/worksheets/sheet", "xl/tables/")
Change = Callable[[re.Match[str]], str]


class ChartWords:
    """The words of one chart of a slide; `where` says which shape it is."""

    def __init__(self, part: Any, where: str) -> None:
        from pptx.oxml import parse_xml

        self.where = where
        self.warnings: list[str] = []
        self._part = part
        self._root: Any = getattr(part, "_element", None)
        if self._root is None:  # newer kinds of charts are parts of bytes
            self._root = parse_xml(part.blob)
        mark = self._root.find(f"{_C}userShapes")
        self._drawn = None if mark is None else part.rels[mark.get(f"{_R}id")].target_part
        self._is_new = self._root.tag == f"{_CX}chartSpace"

    def texts(self) -> list[tuple[str, str]]:
        """What each text is ("category") and says, each once, and "data" for what only the workbook holds."""
        newer = self._newer()
        paragraphs = [(what, text_of(paragraph)) for what, paragraph in self._paragraphs(self._root)]
        found = [(what, text.replace("\v", " ")) for what, text in paragraphs if text not in newer]
        drawn = self._drawn_root()
        found += [("text", text_of(paragraph)) for paragraph in (() if drawn is None else drawn.iter(f"{_A}p"))]
        cached = dict.fromkeys((what, key, node.text or "") for what, key, node in self._cached())
        found += [(what, text) for what, _, text in cached]
        return [(what, text) for what, text in found if text.strip()]

    def hidden(self) -> list[str]:
        """What the workbook says and the chart does not show."""
        shown = {text for _, text in self.texts()}
        return [text for text in dict.fromkeys(_strings(self._book)) if text.strip() and text not in shown]

    def rewrite(self, pattern: re.Pattern[str], counted: Change, silent: Change) -> list[str]:
        """Replace in chart and workbook; returns what each changed text is. What says it once more is not counted."""
        done: list[str] = []
        newer = self._newer()
        for what, paragraph in self._paragraphs(self._root):
            twin = text_of(paragraph) in newer
            count = rewrite(paragraph, pattern, silent if twin else counted)
            done += [] if twin else [what] * count
        drawn = self._drawn_root()
        beside = [] if drawn is None else [rewrite(each, pattern, counted) for each in drawn.iter(f"{_A}p")]
        if any(beside):
            _put(self._drawn, drawn)
            done += ["text"] * sum(beside)
        shown: set[str] = set()
        seen: set[tuple[str, str]] = set()
        cached = False
        for what, key, node in self._cached():
            old = node.text or ""
            shown.add(old)
            if not pattern.search(old):
                continue
            first = (key, old) not in seen
            seen.add((key, old))
            node.text = pattern.sub(counted if first else silent, old)
            done += [what] * first
            cached = True
        if getattr(self._part, "_element", None) is None and done:
            _put(self._part, self._root)
        return done + self._rewrite_book(pattern, counted, silent, shown, cached=cached)

    def _rewrite_book(
        self, pattern: re.Pattern[str], counted: Change, silent: Change, shown: set[str], *, cached: bool
    ) -> list[str]:
        book = self._book
        try:
            blob, count, formulas = rewrite_book(b"" if book is None else book.blob, pattern, counted, silent, shown)
        except (zipfile.BadZipFile, ValueError):
            self.warnings += [f"the workbook of {self.where} can't be read; its data keeps the old words"] * cached
            return []
        if book is None and cached and self._root.find("{*}externalData") is not None:
            self.warnings.append(f"{self.where} is linked to a workbook outside the deck, which keeps the old words")
        if formulas:
            self.warnings.append(f"in the workbook of {self.where} some of these words come from a formula; they stay")
        if blob and book is not None:
            book._blob = blob
        return ["data"] * count

    @property
    def _book(self) -> Any:
        """The workbook's part; None where it lies outside the deck or there is none."""
        return next((rel.target_part for rel in self._part.rels.values()
                     if rel.reltype.endswith("/package") and not rel.is_external), None)  # fmt: skip

    def _drawn_root(self) -> Any:
        from pptx.oxml import parse_xml

        return None if self._drawn is None else parse_xml(self._drawn.blob)

    def _paragraphs(self, root: Any) -> Iterator[tuple[str, Any]]:
        for paragraph in root.iter(f"{_A}p"):
            if paragraph.find(f"{_A}r") is not None:
                yield _place(paragraph), paragraph

    def _newer(self) -> set[str]:
        """What a newer kind of chart says as a value; it says the same once more as a paragraph."""
        return {value.text or "" for value in self._root.iter(f"{_CX}v")} if self._is_new else set()

    def _cached(self) -> Iterator[tuple[str, str, Any]]:
        """What each cached text is, what it is known by (the cell it came from), and its element."""
        for cache in self._root.iter(*_CACHES):
            formula = cache.getparent().findtext("{*}f") or ""
            for point in cache.iter(f"{_C}pt"):
                level = point.getparent()
                depth = level.getparent().index(level) if level.tag == f"{_C}lvl" else 0
                yield _place(cache), f"{formula}:{depth}:{point.get('idx')}", point.find(f"{_C}v")
        for text in self._root.iter(f"{_C}tx"):
            if (value := text.find(f"{_C}v")) is not None:
                yield _place(value), "", value
        if not self._is_new:
            return
        for dimension in self._root.iter(f"{_CX}strDim"):
            formula = dimension.findtext(f"{_CX}f") or ""
            for number, point in enumerate(dimension.iter(f"{_CX}pt")):
                yield "category", f"{formula}:{number}", point
        for value in self._root.iter(f"{_CX}v"):
            yield _place(value), value.getparent().findtext(f"{_CX}f") or "", value


def charts_of(slide: Any) -> Iterator[ChartWords]:
    """The words of each chart of a slide, newer kinds too."""
    from deskworld_slides.finding import label_of

    related = slide.part.rels
    wanted = {rid: rel.target_part for rid, rel in related.items()
              if not rel.is_external and rel.reltype.endswith(("/chart", "/chartEx"))}  # fmt: skip
    if not wanted:
        return
    names: dict[str, str] = {}
    for mark in slide._element.iter(f"{_C}chart", f"{_CX}chart"):
        frame = next(mark.iterancestors("{*}graphicFrame"), None)
        if frame is not None:
            names.setdefault(mark.get(f"{_R}id", ""), "{} {!r}".format(*label_of(frame)))
    for rid, part in wanted.items():
        yield ChartWords(part, names.get(rid, "chart"))


def _place(node: Any) -> str:
    """What a text of a chart is, told by what it stands in."""
    axis = False
    for above in node.iterancestors():
        name = above.tag.rsplit("}", 1)[-1]
        if name in ("dLbl", "dLbls", "dlblRangeCache", "datalabelsRange", "dataLabels", "dataLabel"):
            return "label"
        if name in ("cat", "xVal"):
            return "category"
        if name in ("ser", "series"):
            return "series"
        axis = axis or name == "title"
        if name.endswith("Ax") or name == "axis":
            return "axis title" if axis else "text"
    return "title" if axis else "text"


def _put(part: Any, root: Any) -> None:
    from lxml import etree

    part._blob = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)


def _strings(book: Any) -> Iterator[str]:
    """The texts of a workbook's cells."""
    if book is None:
        return
    try:
        with zipfile.ZipFile(io.BytesIO(book.blob)) as package:
            for _, root in _parsed(package):
                for pieces in _texts(root):
                    yield "".join(text for _, text, _ in pieces)
    except (zipfile.BadZipFile, ValueError):
        return


def rewrite_book(
    blob: bytes, pattern: re.Pattern[str], counted: Change, silent: Change, shown: set[str]
) -> tuple[bytes, int, bool]:
    """Replace in a workbook's texts: its bytes (none where nothing changed), how many changed that are not `shown`
    by the chart, and whether a formula makes some of the words.
    """
    from lxml import etree

    if not blob:
        return b"", 0, False
    changed: dict[str, bytes] = {}
    count, formulas = 0, False
    with zipfile.ZipFile(io.BytesIO(blob)) as package:
        for name, root in _parsed(package):
            done = 0
            for pieces in _texts(root):
                told = "".join(text for _, text, _ in pieces) in shown
                here = rewrite_pieces(pieces, pattern, silent if told else counted)
                done += here
                count += 0 if told else here
            for column in root.iter(f"{_S}tableColumn"):
                heading = column.get("name", "")
                if pattern.search(heading):
                    column.set("name", pattern.sub(silent, heading))
                    done += 1
            formulas = formulas or any(
                pattern.search(cell.findtext(f"{_S}v") or "")
                for cell in root.iter(f"{_S}c") if cell.get("t") == "str" and cell.find(f"{_S}f") is not None
            )  # fmt: skip
            if done:
                changed[name] = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
        return (_repacked(package, changed) if changed else b""), count, formulas


def _repacked(package: zipfile.ZipFile, changed: dict[str, bytes]) -> bytes:
    """The bytes of a package with some members changed."""
    from deskworld_artifacts.packing import PackageWriter

    out = io.BytesIO()
    with PackageWriter(out, package) as new:
        for name in dict.fromkeys(package.namelist()):
            if name in changed:
                new.put(name, changed[name])
            else:
                new.keep(name)
    return out.getvalue()


def _parsed(package: zipfile.ZipFile) -> Iterator[tuple[str, Any]]:
    """The members of a workbook that hold texts: the shared ones, sheets with texts of their own, tables."""
    from lxml import etree

    for name in package.namelist():
        if name == _STRINGS or name.startswith(_SHEETS):
            data = package.read(name)
            if not name.startswith("xl/worksheets/") or b'"inlineStr"' in data or b'"str"' in data:
                try:
                    yield name, etree.fromstring(data, etree.XMLParser(resolve_entities=False))
                except etree.XMLSyntaxError as error:
                    raise ValueError(name) from error


def _texts(root: Any) -> Iterator[list[tuple[Any, str, bool]]]:
    """Each cell's text as the pieces it is split into."""
    for text in root.iter(f"{_S}si", f"{_S}is"):
        nodes = [node for node in text.iter(f"{_S}t") if node.getparent().tag != f"{_S}rPh"]
        yield [(node, node.text or "", True) for node in nodes]
