"""A document from its package: the body in reading order, then what belongs to it in parts of its own."""

from collections import Counter as Tally
from collections.abc import Iterator
from pathlib import Path

from ..charts import ChartFacts, read_chart
from ..colors import theme_of
from ..errors import InspectError
from ..ooxml import NAMESPACES, Element, Package, child, children, deep, every, local, number, points
from ..pixels import picture_size
from .facts import (
    Comment,
    DocumentFacts,
    DocumentField,
    Heading,
    Link,
    Note,
    Paragraph,
    Picture,
    Revision,
    Section,
    Table,
)
from .findings import Scene, findings_of
from .numbering import Counter
from .styles import Styles, flag, twips, val
from .text import TextReader, runs_of, text_of

_ID, _EMBED = f"{{{NAMESPACES['r']}}}id", f"{{{NAMESPACES['r']}}}embed"
_REVISIONS = {"ins": "insertion", "del": "deletion", "moveTo": "move", "rPrChange": "format", "pPrChange": "format"}


def read(path: Path) -> DocumentFacts:
    """The facts of a .docx file."""
    with Package(path) as package:
        return _Document(package).facts()


class _Document:
    """Reading in progress: the package, its styles and its numbering."""

    def __init__(self, package: Package) -> None:
        self.package = package
        part = package.main()
        self.xml, self.relations = package.xml(part), package.relations(part)
        body = child(self.xml, "w:body")
        if body is None:
            raise InspectError(f"{package.name}: the file is damaged: the document has no body")
        self.body = body
        theme = self._part("theme")
        self.styles = Styles(self._part("styles"), theme_of(theme))
        self.reader = TextReader(self.styles, self.relations, Counter(self._part("numbering")))

    def facts(self) -> DocumentFacts:
        paragraphs: list[Paragraph] = []
        tables: list[Table] = []
        for position, block in enumerate(self.reader.blocks(self.body)):
            if local(block) == "p":
                paragraphs.append(self.reader.paragraph(block, position))
            else:
                tables.append(self.reader.table(block, position))
        properties = self.package.properties()
        everything = paragraphs + [p for table in tables for row in table.cells for cell in row for p in cell]
        parts = [self.xml, *(part for part, _ in self._margins())]
        texts = [one.text for one in paragraphs] + [cell for table in tables for row in table.rows for cell in row]
        facts = DocumentFacts(
            title=properties.get("title", ""),
            author=properties.get("creator", ""),
            outline=[
                Heading(level=one.heading, text=one.text, position=one.position)
                for one in paragraphs
                if one.heading and one.text.strip()
            ],
            paragraphs=paragraphs,
            tables=tables,
            sections=self._sections(),
            pictures=list(self._pictures()),
            charts=list(self._charts()),
            text_boxes=self._text_boxes(),
            footnotes=self._notes("footnotes", "w:footnote"),
            endnotes=self._notes("endnotes", "w:endnote"),
            comments=self._comments(),
            revisions=[change for part in parts for change in _revisions(part)],
            fields=[found for part in parts for found in _fields(part)],
            links=self._links(),
            bookmarks=[
                name for one in deep(self.body, "w:bookmarkStart") if not (name := val(one, "name")).startswith("_")
            ],
            styles=_used(everything, tables),
            fonts=_fonts(everything),
            words=sum(len(text.split()) for text in texts),
            track_changes=flag(child(self._part("settings"), "w:trackRevisions")),
        )
        return facts.model_copy(update={"findings": findings_of(self._scene(facts))})

    def _scene(self, facts: DocumentFacts) -> Scene:
        """What the rules look at: every paragraph where it stands, those outside the body too."""
        beside = [(part, self.package.relations(name), local(part)) for part, name in self._margins()]
        for kind in ("footnotes", "endnotes"):
            part = self._part(kind)
            beside += [
                (one, {}, f"{kind[:-1]} {val(one, 'id')}")
                for one in children(part)
                if val(one, "type") in ("", "normal")
            ]
        return Scene.of(facts, self.package, self.body, self.relations, self.styles, self.reader.seen, beside)

    def _part(self, kind: str) -> Element | None:
        """The part that the document points to by a relation of that kind."""
        name = next((one.target for one in self.relations.values() if one.kind == kind and not one.external), "")
        return self.package.xml(name) if name in self.package else None

    def _margins(self) -> Iterator[tuple[Element, str]]:
        """The parts of headers and footers, with their names."""
        for relation in self.relations.values():
            if relation.kind in ("header", "footer") and relation.target in self.package:
                yield self.package.xml(relation.target), relation.target

    def _sections(self) -> list[Section]:
        """Sections in order; a header or footer that a section does not name is the one before's."""
        margins = {name: self._plain(part, name) for part, name in self._margins()}
        last: dict[str, str] = {}
        found: list[Section] = []
        for one in deep(self.body, "w:sectPr"):
            for reference in one:
                kind = local(reference).removesuffix("Reference")
                relation = self.relations.get(reference.get(_ID, ""))
                if kind in ("header", "footer") and relation:
                    last[f"{val(reference, 'type', 'default')} {kind}"] = margins.get(relation.target, "")
            size, margin, columns = child(one, "w:pgSz"), child(one, "w:pgMar"), child(one, "w:cols")
            first = flag(child(one, "w:titlePg"))
            even = flag(child(self._part("settings"), "w:evenAndOddHeaders"))
            found.append(
                Section(
                    width=twips(val(size, "w"), 612),
                    height=twips(val(size, "h"), 792),
                    orientation="landscape" if val(size, "orient") == "landscape" else "portrait",
                    top=twips(val(margin, "top"), 72),
                    right=twips(val(margin, "right"), 72),
                    bottom=twips(val(margin, "bottom"), 72),
                    left=twips(val(margin, "left"), 72),
                    columns=int(number(val(columns, "num") or None, 1)),
                    start=val(child(one, "w:type")) or "nextPage",
                    header=last.get("default header", ""),
                    footer=last.get("default footer", ""),
                    first_header=last.get("first header", "") if first else "",
                    first_footer=last.get("first footer", "") if first else "",
                    even_header=last.get("even header", "") if even else "",
                    even_footer=last.get("even footer", "") if even else "",
                )
            )
        return found

    def _plain(self, part: Element, name: str) -> str:
        relations = self.package.relations(name)
        return TextReader(self.styles, relations, Counter(None)).plain(part)

    def _pictures(self) -> Iterator[Picture]:
        for holder in (*deep(self.body, "wp:inline"), *deep(self.body, "wp:anchor")):
            blip = next(iter(deep(holder, "a:blip")), None)
            if blip is None:
                continue
            relation = self.relations.get(blip.get(_EMBED, ""))
            about, size = child(holder, "wp:docPr"), child(holder, "wp:extent")
            width, height, form = picture_size(self.package, relation.target if relation else "")
            yield Picture(
                name=about.get("name", "") if about is not None else "",
                alt=about.get("descr", "") if about is not None else "",
                width=points(size.get("cx") if size is not None else None),
                height=points(size.get("cy") if size is not None else None),
                pixel_width=width,
                pixel_height=height,
                format=form,
                inline=local(holder) == "inline",
            )

    def _charts(self) -> Iterator[ChartFacts]:
        for one in deep(self.body, "c:chart"):
            relation = self.relations.get(one.get(_ID, ""))
            if relation and relation.target in self.package:
                yield read_chart(self.package, relation.target)

    def _text_boxes(self) -> list[str]:
        """The text of boxes; the fallback that older Words read says the same again and is left out."""
        texts: list[str] = []
        for box in deep(self.body, "w:txbxContent"):
            if not any(local(up) == "Fallback" for up in box.iterancestors()):
                texts.append(self.reader.plain(box))
        return [text for text in texts if text]

    def _notes(self, kind: str, name: str) -> list[Note]:
        notes = [one for one in every(self._part(kind), name) if val(one, "type") in ("", "normal")]
        return [Note(id=int(number(val(one, "id"))), text=self.reader.plain(one)) for one in notes]

    def _comments(self) -> list[Comment]:
        marks = children(self._part("commentsExtended"))
        above = {_any(one, "paraId"): up for one in marks if (up := _any(one, "paraIdParent"))}
        comments = every(self._part("comments"), "w:comment")
        lasts = [(lines[-1], val(one, "id")) for one in comments if (lines := every(one, "w:p"))]
        ends = {own: int(number(identifier)) for line, identifier in lasts if (own := _any(line, "paraId"))}
        done = {_any(one, "paraId") for one in marks if _any(one, "done") in ("1", "true")}
        anchors = _anchors(self.body)
        found: list[Comment] = []
        for one in comments:
            identifier = val(one, "id")
            lines = every(one, "w:p")
            found.append(
                Comment(
                    id=int(number(identifier)),
                    author=val(one, "author"),
                    date=val(one, "date"),
                    text=self.reader.plain(one),
                    anchor=anchors.get(identifier, ""),
                    resolved=bool(lines) and _any(lines[-1], "paraId") in done,
                    reply_to=ends.get(above.get(_any(lines[-1], "paraId"), ""), -1) if lines else -1,
                )
            )
        return found

    def _links(self) -> list[Link]:
        found: list[Link] = []
        for paragraph in deep(self.body, "w:p"):
            last = ""
            for run, target in runs_of(paragraph, self.relations):
                text = text_of(run)
                if target and target == last and found:
                    found[-1] = Link(text=found[-1].text + text, target=target)
                elif target and text:
                    found.append(Link(text=text, target=target))
                last = target if text or not target else last
        return found


def _any(element: Element, name: str) -> str:
    """An attribute by its local name: newer parts use namespaces of their own."""
    return next((str(value) for key, value in element.attrib.items() if str(key).rpartition("}")[2] == name), "")


def _anchors(body: Element) -> dict[str, str]:
    """The words that each comment is on."""
    opened: dict[str, list[str]] = {}
    closed: dict[str, str] = {}
    for one in body.iter():
        match local(one):
            case "commentRangeStart":
                opened[val(one, "id")] = []
            case "commentRangeEnd":
                closed[val(one, "id")] = "".join(opened.pop(val(one, "id"), []))
            case "t":
                for words in opened.values():
                    words.append(one.text or "")
            case _:
                pass
    return closed


def _revisions(part: Element) -> Iterator[Revision]:
    for one in part.iter():
        kind = _REVISIONS.get(local(one))
        if kind is None or (up := one.getparent()) is None or (local(up) in ("rPr", "trPr") and kind != "format"):
            continue
        yield Revision(
            type=kind,  # pyright: ignore[reportArgumentType]
            author=val(one, "author"),
            date=val(one, "date"),
            text="".join(t.text or "" for t in (*deep(one, "w:t"), *deep(one, "w:delText"))),
        )


def _fields(part: Element) -> Iterator[DocumentField]:
    """Fields in order of their ends, nested ones before those around them."""
    stack: list[tuple[list[str], list[str], list[bool]]] = []
    for one in part.iter():
        match local(one):
            case "fldSimple":
                shown = "".join(t.text or "" for t in deep(one, "w:t"))
                yield DocumentField(code=val(one, "instr").strip(), result=shown)
            case "fldChar":
                match val(one, "fldCharType"):
                    case "begin":
                        stack.append(([], [], [False]))
                    case "separate" if stack:
                        stack[-1][2][0] = True
                    case "end" if stack:
                        code, result, _ = stack.pop()
                        yield DocumentField(code="".join(code).strip(), result="".join(result))
                    case _:
                        pass
            case "instrText" if stack:
                stack[-1][0].append(one.text or "")
            case "t":
                for _, result, shows in stack:
                    if shows[0]:
                        result.append(one.text or "")
            case _:
                pass


def _used(paragraphs: list[Paragraph], tables: list[Table]) -> list[str]:
    names = [one.style for one in paragraphs] + [run.style for one in paragraphs for run in one.runs]
    names += [table.style for table in tables]
    return [name for name in dict.fromkeys(names) if name]


def _fonts(paragraphs: list[Paragraph]) -> list[str]:
    used: Tally[str] = Tally()
    for one in paragraphs:
        for run in one.runs:
            used[run.font] += len(run.text.strip())
    return [font for font, count in used.most_common() if count]
