"""What is true of a document: its outline, paragraphs and tables as they read, pages, and what lies beside the text.

Lengths and font sizes are points, colours `#RRGGBB` ("" for automatic). Tracked insertions count as text, tracked
deletions do not: text is what a reader sees who accepts nothing and rejects nothing but looks past the struck words.
"""

from typing import Literal

from pydantic import Field

from ..base import Box, Fact
from ..charts import ChartFacts

FindingKind = Literal[
    "overflow", "off_page", "contrast", "tiny_text", "leaking_placeholder", "distorted_picture", "broken_picture",
    "missing_alt", "missing_font", "skipped_heading", "empty_heading", "stranded_heading", "typed_list",
    "stale_contents", "broken_link", "broken_field", "broken_bookmark", "broken_note", "open_comment", "tracked_change",
    "empty_paragraphs", "blank_page", "typed_formula", "typed_caption",
]  # fmt: skip


class Run(Fact):
    """A stretch of text in one look, resolved through styles and defaults."""

    text: str
    font: str
    size: float
    bold: bool
    italic: bool
    underline: bool
    strike: bool
    color: str
    style: str = ""
    """The character style's name."""
    link: str = ""


class Numbering(Fact):
    """Real numbering: the list (`numId`), the level from 0, the format (decimal, bullet, lowerLetter ...) and the
    label as it reads ("2.", "b)", "•")."""

    list_id: int
    level: int
    format: str
    label: str


class Paragraph(Fact):
    """A paragraph. `heading` is its outline level from 1, 0 for none; `position` its place among the blocks of the
    body."""

    text: str
    style: str
    heading: int
    alignment: str
    """left, center, right, both (justified), or "" where nobody says."""
    runs: list[Run]
    numbering: Numbering | None = None
    typed_number: str = ""
    """A number or bullet that was typed as text where real numbering belongs."""
    left: float = 0
    first: float = 0
    before: float = 0
    after: float = 0
    line: float = 0
    """A multiple of single spacing; 0 where nobody says or it is an exact height."""
    page_break_before: bool = False
    position: int = 0


class Table(Fact):
    """A table: the text of its cells by row (a cell that spans columns is written once and followed by empty ones), its
    style's name, whether the first row repeats on each page, and the widths of its columns."""

    rows: list[list[str]]
    cells: list[list[list[Paragraph]]]
    style: str
    header_repeats: bool
    widths: list[float]
    position: int = 0


class Section(Fact):
    """A section: its page, its margins, and the text of its headers and footers (default, first page, even pages)."""

    width: float
    height: float
    orientation: Literal["portrait", "landscape"]
    top: float
    right: float
    bottom: float
    left: float
    columns: int
    start: str
    """nextPage, continuous, evenPage, oddPage."""
    header: str
    footer: str
    first_header: str = ""
    first_footer: str = ""
    even_header: str = ""
    even_footer: str = ""


class Picture(Fact):
    """A picture: shown size in points, own size in pixels (0 where unknown), and the words for those who can't see
    it."""

    name: str
    alt: str
    width: float
    height: float
    pixel_width: int
    pixel_height: int
    format: str
    inline: bool


class Heading(Fact):
    """A heading: level from 1, text, and the place of its paragraph among the blocks."""

    level: int
    text: str
    position: int


class Note(Fact):
    """A footnote or an endnote."""

    id: int
    text: str


class Comment(Fact):
    """A comment: who, when (as written), what, and on which words. `resolved` is true where it was marked done."""

    id: int
    author: str
    date: str
    text: str
    anchor: str
    resolved: bool
    reply_to: int = -1
    """The id of the comment that it answers; -1 for one that begins a thread."""


class Revision(Fact):
    """A tracked change that nobody has accepted or rejected."""

    type: Literal["insertion", "deletion", "move", "format"]
    author: str
    date: str
    text: str


class DocumentField(Fact):
    """A field: what it computes ("PAGE", "TOC \\o 1-3") and what it last showed."""

    code: str
    result: str


class Link(Fact):
    """A link: its words and an address, or "#" and a bookmark."""

    text: str
    target: str


class Finding(Fact):
    """Something a careful reader would object to: which kind, on which block of the body (from 1; 0 outside it), where
    more closely ("row 2, column 3", "header", "footnote 2"), and in a sentence what is wrong.

    `page` (from 1) and `boxes` are known once the document was laid out; `paragraph` counts all paragraphs of the body,
    those in tables too, from 0 (-1 where the finding is not of one)."""

    kind: FindingKind
    block: int
    message: str
    where: str = ""
    paragraph: int = -1
    page: int = 0
    boxes: list[Box] = Field(default_factory=list[Box])


class DocumentFacts(Fact):
    """A Word document."""

    kind: Literal["document"] = "document"
    title: str
    author: str
    outline: list[Heading]
    paragraphs: list[Paragraph]
    """Of the body, those in tables left out."""
    tables: list[Table]
    sections: list[Section]
    pictures: list[Picture]
    charts: list[ChartFacts]
    text_boxes: list[str]
    footnotes: list[Note]
    endnotes: list[Note]
    comments: list[Comment]
    revisions: list[Revision]
    fields: list[DocumentField]
    links: list[Link]
    bookmarks: list[str]
    styles: list[str]
    """Names of the paragraph, character and table styles really used."""
    fonts: list[str] = Field(default_factory=list[str])
    """Fonts its text really uses, most used first."""
    words: int
    """In the body, tables included; notes, headers and footers left out."""
    track_changes: bool
    findings: list[Finding] = Field(default_factory=list[Finding])
    """What the file itself shows to be wrong; `layout.check` adds what only its pages show."""

    def of_kind(self, *kinds: FindingKind) -> list[Finding]:
        """Its findings of these kinds."""
        return [finding for finding in self.findings if finding.kind in kinds]

    @property
    def text(self) -> str:
        """The body in reading order, a line a paragraph; rows of tables are joined by tabs."""
        blocks: list[tuple[int, str]] = [(one.position, one.text) for one in self.paragraphs]
        blocks += [(one.position, "\n".join("\t".join(row) for row in one.rows)) for one in self.tables]
        return "\n".join(text for _, text in sorted(blocks))

    def section_text(self, heading: str) -> str:
        """The text under a heading, up to the next of its level or above; KeyError with the headings there are."""
        for place, one in enumerate(self.outline):
            if one.text.strip().lower() == heading.strip().lower():
                after = (other.position for other in self.outline[place + 1 :] if other.level <= one.level)
                end = next(after, 1 << 30)
                blocks = [(p.position, p.text) for p in self.paragraphs if one.position < p.position < end]
                blocks += [
                    (t.position, "\n".join("\t".join(row) for row in t.rows))
                    for t in self.tables
                    if one.position < t.position < end
                ]
                return "\n".join(text for _, text in sorted(blocks))
        raise KeyError(f"no heading {heading!r}; there are {[one.text for one in self.outline]}")

    def of_style(self, style: str) -> list[Paragraph]:
        """The paragraphs of a style, by its name."""
        return [paragraph for paragraph in self.paragraphs if paragraph.style.lower() == style.lower()]
