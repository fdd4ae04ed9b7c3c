"""Paragraphs and tables as they read: runs resolved through styles, links followed, struck words left out."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..colors import ink
from ..ooxml import NAMESPACES, Element, Relation, child, deep, every, local, number
from .facts import Paragraph, Run, Table
from .numbering import Counter, typed_number
from .styles import Styles, first, flag, twips, val

_ID = f"{{{NAMESPACES['r']}}}id"
_OPEN = ("hyperlink", "ins", "moveTo", "smartTag", "sdt", "sdtContent", "fldSimple", "customXml", "dir", "bdo")
"""What may stand between a paragraph and its runs. Deletions are not among them."""
_CHARACTERS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "softHyphen": ""}


@dataclass
class TextReader:
    """Reads the text of one part: its relations say where links lead, the counter numbers its lists."""

    styles: Styles
    relations: dict[str, Relation]
    counter: Counter
    seen: list[tuple[Element, Paragraph]] = field(default_factory=list[tuple[Element, Paragraph]])
    """The paragraphs that were read, each with its element."""

    def blocks(self, body: Element) -> Iterator[Element]:
        """Paragraphs and tables directly in a body or cell, content controls unfolded."""
        for one in body:
            if local(one) in ("p", "tbl"):
                yield one
            elif local(one) in ("sdt", "sdtContent", "customXml", "ins", "moveTo"):
                yield from self.blocks(one)

    def plain(self, holder: Element | None) -> str:
        """The text of all paragraphs in a header, a note or a comment, in order."""
        if holder is None:
            return ""
        lines: list[str] = []
        for block in self.blocks(holder):
            if local(block) == "p":
                lines.append("".join(text_of(run) for run, _ in runs_of(block, self.relations)))
            else:
                lines += ["\t".join(row) for row in self.table(block, 0).rows]
        return "\n".join(lines).strip()

    def paragraph(self, element: Element, position: int, table_style: str = "") -> Paragraph:
        """The facts of a `w:p`."""
        properties = child(element, "w:pPr")
        chain = self.styles.paragraph_chain(properties)
        runs = [
            self._run(run, properties, link, table_style)
            for run, link in runs_of(element, self.relations)
            if text_of(run)
        ]
        text = "".join(run.text for run in runs)
        numbering = self.counter.number(chain, self.styles)
        spacing = [one for properties_ in chain if (one := child(properties_, "w:spacing")) is not None]
        indent = [one for properties_ in chain if (one := child(properties_, "w:ind")) is not None]
        line = _said(spacing, "line")
        hanging, first_line = _said(indent, "hanging"), _said(indent, "firstLine")
        read = Paragraph(
            text=text,
            style=self.styles.name(val(child(properties, "w:pStyle"))),
            heading=self.styles.outline_level(chain),
            alignment=val(first(chain, "w:jc")).replace("start", "left").replace("end", "right"),
            runs=runs,
            numbering=numbering,
            typed_number="" if numbering else typed_number(text),
            left=twips(_said(indent, "left") or _said(indent, "start")),
            first=-twips(hanging) if hanging else twips(first_line),
            before=twips(_said(spacing, "before")),
            after=twips(_said(spacing, "after")),
            line=round(number(line) / 240, 3) if line and _said(spacing, "lineRule") in ("", "auto") else 0,
            page_break_before=flag(first(chain, "w:pageBreakBefore")),
            position=position,
        )
        self.seen.append((element, read))
        return read

    def _run(self, element: Element, paragraph: Element | None, link: str, table: str) -> Run:
        properties = child(element, "w:rPr")
        chain = self.styles.run_chain(properties, paragraph, table)
        size, color = first(chain, "w:sz"), val(first(chain, "w:color"))
        return Run(
            text=text_of(element),
            font=self.styles.font(chain),
            size=number(val(size) or None, 20) / 2,
            bold=flag(first(chain, "w:b")),
            italic=flag(first(chain, "w:i")),
            underline=flag(first(chain, "w:u")),
            strike=flag(first(chain, "w:strike")) or flag(first(chain, "w:dstrike")),
            color=ink(color).hex if color and color != "auto" else "",
            style=self.styles.name(val(child(properties, "w:rStyle")))
            if child(properties, "w:rStyle") is not None
            else "",
            link=link,
        )

    def table(self, element: Element, position: int) -> Table:
        """The facts of a `w:tbl`."""
        style = val(child(element, "w:tblPr", "w:tblStyle"))
        rows: list[list[str]] = []
        cells: list[list[list[Paragraph]]] = []
        listed = [row for row in element.iter() if local(row) == "tr" and _table_of(row) is element]
        for row in listed:
            texts: list[str] = []
            paragraphs: list[list[Paragraph]] = []
            for cell in (one for one in row.iter() if local(one) == "tc" and _row_of(one) is row):
                inside = [self.paragraph(one, position, style) for one in self.blocks(cell) if local(one) == "p"]
                nested = [self.table(one, position) for one in self.blocks(cell) if local(one) == "tbl"]
                lines = [one.text for one in inside] + ["\t".join(line) for table in nested for line in table.rows]
                span = int(number(val(child(cell, "w:tcPr", "w:gridSpan")) or None, 1))
                texts += ["\n".join(lines).strip(), *[""] * (span - 1)]
                paragraphs += [inside, *([] for _ in range(span - 1))]
            rows.append(texts)
            cells.append(paragraphs)
        header = child(listed[0], "w:trPr", "w:tblHeader") if listed else None
        return Table(
            rows=rows,
            cells=cells,
            style=self.styles.name(style) if style else "",
            header_repeats=flag(header),
            widths=[twips(val(one, "w")) for one in every(child(element, "w:tblGrid"), "w:gridCol")],
            position=position,
        )


def runs_of(element: Element, relations: dict[str, Relation], link: str = "") -> Iterator[tuple[Element, str]]:
    """The runs of a paragraph in order, each with the target of the link it stands in."""
    field_link, in_code = "", False
    for one in element:
        kind = local(one)
        if kind == "r":
            mark = child(one, "w:fldChar")
            in_code = (val(mark, "fldCharType") == "begin") if mark is not None else in_code
            code = child(one, "w:instrText")
            if code is not None and (code.text or "").strip().startswith("HYPERLINK"):
                field_link = (code.text or "").split('"')[1] if '"' in (code.text or "") else ""
            if mark is not None and val(mark, "fldCharType") == "end":
                field_link = ""
            yield one, link or field_link
        elif kind in _OPEN:
            yield from runs_of(one, relations, target_of(one, relations) if kind == "hyperlink" else link)


def target_of(link: Element, relations: dict[str, Relation]) -> str:
    """Where a `w:hyperlink` leads: an address, or "#" and a bookmark."""
    relation = relations.get(link.get(_ID, ""))
    anchor = val(link, "anchor")
    return (relation.target if relation else "") + (f"#{anchor}" if anchor else "")


def text_of(run: Element) -> str:
    """The characters of a run; codes of fields and struck words are none."""
    pieces: list[str] = []
    for one in run:
        name = local(one)
        if name == "t":
            pieces.append(one.text or "")
        elif name in _CHARACTERS:
            pieces.append(_CHARACTERS[name] if val(one, "type") != "page" else "")
        elif name == "sym":
            code = int(val(one, "char") or "20", 16)
            pieces.append(chr(code))
        elif name == "ruby":  # the words that a reading stands above
            pieces += [each.text or "" for base in deep(one, "w:rubyBase") for each in deep(base, "w:t")]
    return "".join(pieces)


def _said(elements: list[Element], name: str) -> str:
    """An attribute of the nearest element that has it."""
    return next((value for one in elements if (value := val(one, name))), "")


def _table_of(row: Element) -> Element | None:
    return next((one for one in row.iterancestors() if local(one) == "tbl"), None)


def _row_of(cell: Element) -> Element | None:
    return next((one for one in cell.iterancestors() if local(one) == "tr"), None)
