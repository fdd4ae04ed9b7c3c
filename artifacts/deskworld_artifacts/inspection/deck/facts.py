"""What is true of a deck: slides, shapes in z-order, text as it is seen, and findings.

All lengths are points, all boxes are measured from the slide's left top corner (children of groups too), all colours
are `#RRGGBB` as they appear after theme and tints; an empty colour means that there is none.
"""

from typing import Literal

from pydantic import Field

from ..base import Box, Fact
from ..charts import ChartFacts
from ..colors import FillKind

ShapeType = Literal[
    "placeholder",
    "textbox",
    "picture",
    "table",
    "chart",
    "group",
    "connector",
    "autoshape",
    "media",
    "diagram",
    "object",
]
FindingKind = Literal[
    "overflow", "overlap", "off_page", "contrast", "tiny_text", "empty_placeholder",
    "leaking_placeholder", "missing_alt", "distorted_picture", "broken_image", "missing_font",
]  # fmt: skip


class Run(Fact):
    """A stretch of text in one look. `size` is in points as shown: inherited, and shrunk where the box shrinks its
    text."""

    text: str
    font: str
    size: float
    bold: bool
    italic: bool
    underline: bool
    color: str
    link: str = ""


class Paragraph(Fact):
    """One paragraph. `level` counts from 0; lengths are points; `line` is a multiple of single spacing unless
    `line_points` says an exact height."""

    runs: list[Run]
    level: int
    alignment: Literal["left", "center", "right", "justify"]
    bullet: str
    """The bullet's character, "number" for automatic numbers, or empty."""
    left: float = 0
    first: float = 0
    """Indent of the first line, on top of `left`; negative where the bullet hangs."""
    before: float = 0
    after: float = 0
    line: float = 1
    line_points: float = 0
    size: float = 18
    """Of an empty paragraph, or the first run's."""

    @property
    def text(self) -> str:
        return "".join(run.text for run in self.runs)


class Frame(Fact):
    """How text sits in its shape: insets in points, anchor, wrapping, and what happens when it does not fit."""

    left: float
    top: float
    right: float
    bottom: float
    anchor: Literal["top", "middle", "bottom"]
    wrap: bool
    autofit: Literal["none", "shrink", "grow"]
    scale: float = 1
    """By how much the file says the text is shrunk already."""
    turned: int = 0
    """Degrees by which the text is turned inside its shape (90, 270)."""
    columns: int = 1


class Placeholder(Fact):
    """Which slot of the layout a shape fills: type as PowerPoint names it (title, ctrTitle, subTitle, body, pic,
    chart, tbl, obj, dt, ftr, sldNum), index, and whether nobody has put anything in."""

    type: str
    index: int
    empty: bool


class Picture(Fact):
    """A picture: its own size in pixels (0 where unknown, as for vector formats), its format, the parts cropped away
    (0 to 1 from each side), `distortion`: shown ratio over own ratio, 1 where undistorted, and why it shows nothing,
    where it is `broken`."""

    width: int
    height: int
    format: str
    crop_left: float
    crop_top: float
    crop_right: float
    crop_bottom: float
    distortion: float
    broken: str = ""


class Cell(Fact):
    """A cell of a table; one that a merge swallowed is `merged` and empty."""

    paragraphs: list[Paragraph]
    fill: str
    fill_opacity: float = 1
    frame: Frame
    merged: bool = False
    rows: int = 1
    columns: int = 1

    @property
    def text(self) -> str:
        return "\n".join(paragraph.text for paragraph in self.paragraphs)


class Merge(Fact):
    """A merged area: its first row and column (from 0), and how many of each it takes."""

    row: int
    column: int
    rows: int
    columns: int


class Table(Fact):
    """A table: cells by row, widths of columns and least heights of rows in points."""

    cells: list[list[Cell]]
    widths: list[float]
    heights: list[float]
    header: bool
    style: str
    known_style: bool = True
    """Whether the looks that its style gives are known; if not, fills and colours are what cells say themselves."""

    @property
    def rows(self) -> list[list[str]]:
        """The text of all cells by row."""
        return [[cell.text for cell in row] for row in self.cells]

    @property
    def merges(self) -> list[Merge]:
        return [
            Merge(row=r, column=c, rows=cell.rows, columns=cell.columns)
            for r, row in enumerate(self.cells)
            for c, cell in enumerate(row)
            if not cell.merged and (cell.rows > 1 or cell.columns > 1)
        ]


class Shape(Fact):
    """A shape. `box` is its frame before `rotation` (degrees, clockwise); `bounds` is what the turned frame covers."""

    id: int
    name: str
    type: ShapeType
    placeholder: Placeholder | None = None
    box: Box
    bounds: Box
    rotation: float = 0
    flipped: bool = False
    group: int = 0
    """Id of the group it belongs to; 0 at the top."""
    hidden: bool = False
    geometry: str = "rect"
    """PowerPoint's name of the outline (rect, ellipse, roundRect ...), "custom" for a drawn one."""
    frame: Frame | None = None
    paragraphs: list[Paragraph] = Field(default_factory=list[Paragraph])
    fill: str = ""
    fill_kind: FillKind = "none"
    fill_opacity: float = 1
    line: str = ""
    line_width: float = 0
    alt: str = ""
    decorative: bool = False
    link: str = ""
    picture: Picture | None = None
    broken: str = ""
    """Why the picture that fills it, or its chart, can't be shown; empty where it can, or where there is none."""
    table: Table | None = None
    chart: ChartFacts | None = None

    @property
    def text(self) -> str:
        """Its text, a line a paragraph; a table's cells are separated by tabs."""
        if self.table:
            return "\n".join("\t".join(row) for row in self.table.rows)
        return "\n".join(paragraph.text for paragraph in self.paragraphs)

    @property
    def size(self) -> float:
        """The smallest size of its text in points; 0 where it has no text."""
        return min((run.size for run in self.runs if run.text.strip()), default=0)

    @property
    def runs(self) -> list[Run]:
        """All runs, those of a table's cells too."""
        paragraphs = list(self.paragraphs)
        for row in self.table.cells if self.table else ():
            paragraphs += [paragraph for cell in row for paragraph in cell.paragraphs]
        return [run for paragraph in paragraphs for run in paragraph.runs]


class Slide(Fact):
    """A slide. `index` counts from 1; `background` is the colour behind everything (the mean of a picture's)."""

    index: int
    id: int
    layout: str
    hidden: bool
    title: str
    notes: str
    background: str
    shapes: list[Shape]
    """In z-order, lowest first; a group is followed by its children."""
    uneven: list[int] = Field(default_factory=list[int])
    """Ids of shapes whose text lies on a picture, a gradient or a drawing: its contrast is best seen on a render."""
    bare: bool = False
    """Whether nobody looked into it, because other slides were asked for: only `index` and `id` are known then."""

    @classmethod
    def unread(cls, index: int, identifier: int) -> "Slide":
        """A slide that is there and was not looked into."""
        return cls(
            index=index, id=identifier, layout="", hidden=False, title="", notes="", background="", shapes=[], bare=True
        )

    @property
    def text(self) -> str:
        """All text on the slide, notes left out."""
        return "\n".join(shape.text for shape in self.shapes if shape.text.strip())

    def shape(self, name: str | int) -> Shape:
        """The shape of that name or id; KeyError with the names there are."""
        for shape in self.shapes:
            if name in (shape.name, shape.id):
                return shape
        raise KeyError(f"slide {self.index} has no shape {name!r}; it has {[shape.name for shape in self.shapes]}")

    def of_type(self, *types: ShapeType) -> list[Shape]:
        """Its shapes of these types."""
        return [shape for shape in self.shapes if shape.type in types]


class Finding(Fact):
    """Something a careful reader would object to: which kind, on which slide (1-based), which shapes, where, in a
    sentence."""

    kind: FindingKind
    slide: int
    shapes: list[int]
    boxes: list[Box]
    message: str


class DeckFacts(Fact):
    """A deck. `width` and `height` of a slide are points (960 x 540 for 16:9)."""

    kind: Literal["deck"] = "deck"
    width: float
    height: float
    title: str
    author: str
    layouts: list[str]
    fonts: list[str]
    """Fonts its text really uses, most used first."""
    slides: list[Slide]
    """All of them; those that were not asked for are `bare`, and `fonts` and `findings` say nothing of them."""
    findings: list[Finding]

    @property
    def text(self) -> str:
        """All text of all slides, notes left out."""
        return "\n\n".join(slide.text for slide in self.slides)

    def slide(self, index: int) -> Slide:
        """The slide of that number, counted from 1; KeyError where there is none."""
        if not 1 <= index <= len(self.slides):
            raise KeyError(f"no slide {index}; the deck has {len(self.slides)}")
        return self.slides[index - 1]

    def of_kind(self, *kinds: FindingKind, slide: int = 0) -> list[Finding]:
        """Its findings of these kinds (all kinds where none is named), on one slide or on all."""
        return [f for f in self.findings if (not kinds or f.kind in kinds) and slide in (0, f.slide)]
