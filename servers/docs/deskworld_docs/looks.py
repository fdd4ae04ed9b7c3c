"""The looks a new document can have, as data: palettes, fonts and styles.

A look is a palette, fonts and a few sizes; the styles are the same for every look and have the names that Word itself
uses, so that a document can be restyled by anybody. Sizes and distances are points, colours are names of the theme:
a new theme recolours a whole document. The fonts are those of Office with free twins of equal width (Calibri and
Carlito, Cambria and Caladea), so a render here breaks lines where Word breaks them. Spacing of plain text is a default
of the document and not of a style, because only then may a table's style be tighter.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

CODE_FONT = "Courier New"


@dataclass(frozen=True)
class Look:
    """A palette with its fonts; `heading`, `title` and `quiet` are names of theme colours."""

    name: str
    colors: dict[str, str]
    heading_font: str = "Calibri"
    body_font: str = "Calibri"
    size: float = 11
    heading: str = "tx2"
    subheading: str = "accent1"
    quiet: str = "5F6B76"


LOOKS = {
    "modern": Look(
        name="Harbor Light",
        colors={
            "dk1": "1B2733", "lt1": "FFFFFF", "dk2": "12324A", "lt2": "EEF3F6",
            "accent1": "0B6E8F", "accent2": "E07A1F", "accent3": "2F9E8B", "accent4": "C8434F",
            "accent5": "6C63AC", "accent6": "D9A521", "hlink": "0B6E8F", "folHlink": "6C63AC",
        },
    ),
    "classic": Look(
        name="Harbor Paper",
        colors={
            "dk1": "2E2A27", "lt1": "FFFFFF", "dk2": "5A2E22", "lt2": "F5EDE2",
            "accent1": "A8452C", "accent2": "B8862B", "accent3": "5F7F5B", "accent4": "7A3B52",
            "accent5": "3F6C7A", "accent6": "C9A66B", "hlink": "8A3A24", "folHlink": "7A3B52",
        },
        heading_font="Cambria",
        body_font="Cambria",
        quiet="6B625B",
    ),
    "plain": Look(
        name="Plain",
        colors={
            "dk1": "000000", "lt1": "FFFFFF", "dk2": "262626", "lt2": "F0F0F0",
            "accent1": "404040", "accent2": "7F7F7F", "accent3": "595959", "accent4": "A6A6A6",
            "accent5": "262626", "accent6": "BFBFBF", "hlink": "0563C1", "folHlink": "954F72",
        },
        heading="tx1",
        subheading="tx1",
        quiet="595959",
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Style:
    """A style. What is None or empty is its base's. `font` is major, minor or a typeface; `rule` is a line at one side:
    (side, colour, points, distance)."""

    name: str
    kind: Literal["paragraph", "character", "table"] = "paragraph"
    based: str = "Normal"
    following: str = ""
    font: str = ""
    size: float = 0
    bold: bool | None = None
    italic: bool | None = None
    underline: bool = False
    raised: bool = False
    color: str = ""
    before: float | None = None
    after: float | None = None
    line: float = 0
    left: float | None = None
    right: float | None = None
    hanging: float = 0
    align: str = ""
    outline: int = 0
    keep_next: bool = False
    together: bool = False
    contextual: bool = False
    rule: tuple[str, str, float, float] | None = None
    shade: str = ""
    tabs: tuple[tuple[str, float], ...] = field(default_factory=tuple)
    numbered: int = 0
    quick: bool = False
    priority: int = 99

    @property
    def identifier(self) -> str:
        """The id that paragraphs use: Word's own is the name without spaces, capitalised."""
        if self.name == "annotation reference":
            return "CommentReference"
        if self.name == "annotation text":
            return "CommentText"
        return "".join(word[:1].upper() + word[1:] for word in self.name.split())


def styles_of(look: Look, width: float = 451) -> tuple[Style, ...]:
    """All styles of a look, in the order Word lists them; `width` is that of the text, for tab stops."""
    head, sub, quiet = look.heading, look.subheading, look.quiet
    headings = tuple(
        Style(
            f"heading {level}", following="Normal", font="major", size=size, bold=bold, italic=italic, color=color,
            before=before, after=after, line=1.05, outline=level, keep_next=True, together=True, quick=True, priority=9,
        )
        for level, (size, bold, italic, color, before, after) in enumerate(
            (
                (20, True, None, head, 24, 8),
                (15, True, None, sub, 18, 6),
                (12.5, True, None, head, 14, 4),
                (11, True, None, sub, 12, 3),
                (11, None, True, head, 10, 3),
                (10, True, None, quiet, 10, 3),
                (10, None, True, quiet, 10, 3),
                (10, None, None, quiet, 10, 3),
                (10, None, True, quiet, 10, 3),
            ),
            1,
        )
    )  # fmt: skip
    contents = tuple(
        Style(
            f"toc {level}", following="Normal", before=6 if level == 1 else 0, after=3, left=14.0 * (level - 1),
            bold=True if level == 1 else None, tabs=(("right-dots", width),), priority=39,
        )
        for level in range(1, 10)
    )  # fmt: skip
    return (
        Style("Normal", based="", quick=True, priority=0),
        *headings,
        Style("Title", following="Subtitle", font="major", size=30, bold=True, color=head, before=0, after=4, line=1.0,
              contextual=True, quick=True, priority=10),
        Style("Subtitle", following="Normal", size=14, color=quiet, before=0, after=20, quick=True, priority=11),
        Style("Author", following="Normal", color=quiet, after=2, priority=12),
        Style("Date", following="Normal", color=quiet, after=20, priority=12),
        Style("Body Text", quick=True, priority=1),
        Style("Quote", following="Normal", italic=True, color=quiet, left=18, right=18,
              rule=("left", "accent2", 2.25, 10), quick=True, priority=29),
        Style("Intense Quote", following="Normal", size=13, bold=True, color=sub, before=14, after=14, left=36,
              right=36, align="center", quick=True, priority=30),
        Style("List Paragraph", left=18, contextual=True, quick=True, priority=34),
        Style("List Bullet", based="List Paragraph", numbered=1, quick=True, priority=36),
        Style("List Number", based="List Paragraph", numbered=2, quick=True, priority=36),
        Style("List Continue", based="List Paragraph", priority=36),
        Style("Code Block", font=CODE_FONT, size=9.5, before=4, after=12, line=1.1, left=6, right=6, shade="bg2",
              quick=True, priority=35),
        Style("caption", following="Normal", size=9.5, italic=True, color=quiet, before=4, after=12, quick=True,
              priority=35),
        Style("Horizontal Line", following="Normal", before=6, after=12, line=0.2, rule=("bottom", "accent2", 0.75, 1),
              priority=40),
        Style("TOC Heading", based="heading 1", following="Normal", quick=True, priority=39),
        *contents,
        Style("header", size=9.5, color=quiet, after=0, tabs=(("center", width / 2), ("right", width))),
        Style("footer", size=9.5, color=quiet, after=0, tabs=(("center", width / 2), ("right", width))),
        Style("footnote text", size=9.5, after=2, line=1.0),
        Style("endnote text", size=9.5, after=2, line=1.0),
        Style("annotation text", size=10, line=1.0),
        Style("Strong", "character", "", bold=True, quick=True, priority=22),
        Style("Emphasis", "character", "", italic=True, quick=True, priority=20),
        Style("Inline Code", "character", "", font=CODE_FONT, size=look.size - 1, shade="bg2", quick=True, priority=35),
        Style("Hyperlink", "character", "", color="hlink", underline=True),
        Style("FollowedHyperlink", "character", "", color="folHlink", underline=True),
        Style("footnote reference", "character", "", raised=True),
        Style("endnote reference", "character", "", raised=True),
        Style("annotation reference", "character", "", size=8),
        Style("page number", "character", ""),
        Style("Placeholder Text", "character", "", color=quiet),
    )  # fmt: skip


TABLE_STYLES = ("Report Table", "Table Grid", "Plain Lines")
"""The table styles of a new document, the first of them the one that tables get unless something else is said."""
