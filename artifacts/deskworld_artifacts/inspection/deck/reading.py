"""A deck from its package: what all slides share once, then slide by slide, then what a careful reader finds.

Who changed one slide of sixty asks for that one: the others stay packed and are bare entries, each seen to be there.
A slide reads its own layout, master and theme when it is read, so what is asked for says the same either way.
"""

from collections import Counter
from collections.abc import Collection
from pathlib import Path

from ..base import Box
from ..colors import mean
from ..errors import InspectError
from ..ooxml import Element, Package, child, deep, every, number, on, points
from .canvas import Canvas, Pixels, background, distortion
from .facts import DeckFacts, Finding, Shape, Slide
from .findings import findings_of, missing_fonts
from .lineage import Lineage, Lineages
from .shapes import ShapeReader
from .soundness import Soundness
from .text import TextContext, read_frame, read_paragraphs

_TITLES = ("title", "ctrTitle")


def read(path: Path, slides: Collection[int] | None = None) -> DeckFacts:
    """The facts of a .pptx file; of some slides only (from 1) where they are given."""
    with Package(path) as package:
        return _Deck(package).facts(slides)


class _Deck:
    """Reading in progress: the package and what slides share."""

    def __init__(self, package: Package) -> None:
        self.package = package
        self.part = package.main()
        self.xml = package.xml(self.part)
        self.relations = package.relations(self.part)
        self.lineages = Lineages(package, self.xml)
        self.pixels = Pixels(package)
        self.pictures = Soundness(package)
        size = child(self.xml, "p:sldSz")
        self.page = Box(left=0, top=0, width=_length(size, "cx"), height=_length(size, "cy"))
        styles = self._target("tableStyles")
        self.table_styles = package.xml(styles) if styles in package else None
        self._first = int(number(self.xml.get("firstSlideNum"), 1))
        self._decoration: dict[str, list[tuple[Shape, str]]] = {}

    def facts(self, wanted: Collection[int] | None) -> DeckFacts:
        slides: list[Slide] = []
        findings: list[Finding] = []
        entries = every(child(self.xml, "p:sldIdLst"), "p:sldId")
        unknown = [each for each in wanted or () if not 1 <= each <= len(entries)]
        if unknown:
            raise InspectError(f"{self.package.name} has no slide {unknown[0]}; it has {len(entries)}")
        for index, entry in enumerate(entries, 1):
            relation = self.relations.get(_relation_id(entry))
            if relation is None or relation.target not in self.package:
                raise InspectError(f"{self.package.name} is damaged: slide {index} is missing")
            identifier = int(number(entry.get("id")))
            if wanted is not None and index not in wanted:
                slides.append(Slide.unread(index, identifier))
                continue
            slide, found = self._slide(index, identifier, self.lineages.of(relation.target))
            slides.append(slide)
            findings += found
        findings += missing_fonts(slides, self._embedded())
        properties = self.package.properties()
        return DeckFacts(
            width=self.page.width,
            height=self.page.height,
            title=properties.get("title", ""),
            author=properties.get("creator", ""),
            layouts=self._layouts(),
            fonts=_fonts(slides),
            slides=slides,
            findings=findings,
        )

    def _slide(self, index: int, identifier: int, lineage: Lineage) -> tuple[Slide, list[Finding]]:
        reader = ShapeReader(lineage, lineage.slide, self.pictures, self.table_styles, self._first + index - 1)
        shapes = reader.read()
        color, part, kind = background(lineage)
        look = self.pictures.of(part) if part else None
        problem, size = (look.broken, (look.width, look.height)) if look else ("", (0, 0))
        bent = distortion(lineage, self.page, size)
        below = self._below(lineage)
        canvas = Canvas(color, self.page, self.pixels, part, below, shapes, reader.parts, kind, problem, bent)
        if part:
            places = [(x / 4, y / 4) for x in range(4) for y in range(4)]
            seen = [self.pixels.at(part, None, x, y) for x, y in places]
            color = mean([one for one in seen if one]) or color
        titles = [s.text for s in shapes if s.placeholder and s.placeholder.type in _TITLES and s.text.strip()]
        slide = Slide(
            index=index,
            id=identifier,
            layout=lineage.layout.name if lineage.layout else "",
            hidden=not on(lineage.slide.xml, "show"),
            title=" ".join(titles[0].split()) if titles else "",
            notes=self._notes(lineage),
            background=color.hex,
            shapes=shapes,
            uneven=canvas.uneven(),
        )
        return slide, findings_of(slide, canvas, self._prompts(lineage))

    def _below(self, lineage: Lineage) -> list[tuple[Shape, str]]:
        """The decoration of master and layout, as far as the slide lets it show; read once for each layout."""
        if not lineage.slide.shows_parent or lineage.layout is None:
            return []
        key = lineage.layout.part
        if key not in self._decoration:
            sheets = [lineage.master] if lineage.master and lineage.layout.shows_parent else []
            found: list[tuple[Shape, str]] = []
            for sheet in [*sheets, lineage.layout]:
                reader = ShapeReader(lineage, sheet, self.pictures, self.table_styles)
                found += [(shape, reader.parts.get(shape.id, "")) for shape in reader.decoration()]
            self._decoration[key] = found
        return self._decoration[key]

    def _prompts(self, lineage: Lineage) -> set[str]:
        """The words that the layout shows in empty placeholders, which nobody means to present."""
        slots = lineage.layout.placeholders if lineage.layout else []
        bodies = [child(shape, "p:txBody") for kind, _, shape in slots if kind not in ("dt", "ftr", "sldNum")]
        return {text for body in bodies if (text := _plain(body))}

    def _notes(self, lineage: Lineage) -> str:
        part = lineage.slide.target("notesSlide")
        if part not in self.package:
            return ""
        sheet = self.lineages.sheet(part)
        bodies = [shape for kind, _, shape in sheet.placeholders if kind == "body"] if sheet else []
        context = TextContext(lineage, lineage.palette(lineage.slide), {})
        lines: list[str] = []
        for shape in bodies:
            body = child(shape, "p:txBody")
            if body is not None:
                lines += [paragraph.text for paragraph in read_paragraphs(body, context, read_frame(body, ()))]
        return "\n".join(lines).strip()

    def _layouts(self) -> list[str]:
        names: list[str] = []
        for relation in self.relations.values():
            master = self.lineages.sheet(relation.target) if relation.kind == "slideMaster" else None
            entries = every(child(master.xml, "p:sldLayoutIdLst"), "p:sldLayoutId") if master else []
            for entry in entries:
                target = master.relations.get(_relation_id(entry)) if master else None
                layout = self.lineages.sheet(target.target) if target else None
                names += [layout.name] if layout else []
        return names

    def _embedded(self) -> set[str]:
        """The fonts that the deck brings along."""
        listed = deep(child(self.xml, "p:embeddedFontLst"), "p:font")
        return {str(font.get("typeface", "")).casefold() for font in listed}

    def _target(self, kind: str) -> str:
        return next((one.target for one in self.relations.values() if one.kind == kind), "")


def _relation_id(entry: Element) -> str:
    return next((str(value) for name, value in entry.attrib.items() if str(name).endswith("}id")), "")


def _length(size: Element | None, side: str) -> float:
    return points(size.get(side) if size is not None else None, 9144000)


def _plain(body: Element | None) -> str:
    return "\n".join("".join(str(t) for t in p.itertext()).strip() for p in every(body, "a:p")).strip()


def _fonts(slides: list[Slide]) -> list[str]:
    used: Counter[str] = Counter()
    for slide in slides:
        for shape in slide.shapes:
            for run in shape.runs:
                used[run.font] += len(run.text.strip())
    return [font for font, count in used.most_common() if count]
