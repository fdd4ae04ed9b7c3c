"""The looks a new deck can have, as data: palettes, fonts and layouts on one 16:9 grid.

A look is a palette and two fonts; the layouts are the same for every look, so that a deck can change its look without a
word moving. Everything is measured in points on a page of 960 x 540: margins of 48, a title band that ends at 100, a
body from 120 to 480, footers below 500. Colours are theme names only, which is why a new theme recolours a whole deck.
The fonts are those of Office with free twins of equal width (Calibri and Carlito, Cambria and Caladea), so a render
here breaks lines where PowerPoint breaks them.
"""

from __future__ import annotations

from dataclasses import dataclass

PAGE = (960.0, 540.0)
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Look:
    """A palette and its fonts. `cover` colours are those of title and section slides: background, text, quiet text."""

    name: str
    colors: dict[str, str]
    dark: bool
    cover: tuple[str, str, str]
    section: tuple[str, str, str]
    heading_font: str = "Calibri"
    body_font: str = "Calibri"


LOOKS = {
    "light": Look(
        name="Harbor Light",
        colors={
            "dk1": "1B2733", "lt1": "FFFFFF", "dk2": "12324A", "lt2": "EEF3F6",
            "accent1": "0B6E8F", "accent2": "E07A1F", "accent3": "2F9E8B", "accent4": "C8434F",
            "accent5": "6C63AC", "accent6": "D9A521", "hlink": "0B6E8F", "folHlink": "6C63AC",
        },
        dark=False,
        cover=("tx2", "bg1", "bg2"),
        section=("accent1", "bg1", "bg2"),
    ),
    "dark": Look(
        name="Harbor Night",
        colors={
            "dk1": "10181F", "lt1": "F5F8FA", "dk2": "1C2B37", "lt2": "B9C7D1",
            "accent1": "3FB6D9", "accent2": "F5A04C", "accent3": "5CC9B4", "accent4": "F0808A",
            "accent5": "A79BEA", "accent6": "F2CB5D", "hlink": "7CCFE8", "folHlink": "A79BEA",
        },
        dark=True,
        cover=("bg2", "tx1", "tx2"),
        section=("bg2", "accent1", "tx2"),
    ),
    "warm": Look(
        name="Harbor Paper",
        colors={
            "dk1": "2E2A27", "lt1": "FFFDF9", "dk2": "5A2E22", "lt2": "F5EDE2",
            "accent1": "A8452C", "accent2": "D08A2E", "accent3": "5F7F5B", "accent4": "7A3B52",
            "accent5": "3F6C7A", "accent6": "C9A66B", "hlink": "A8452C", "folHlink": "7A3B52",
        },
        dark=False,
        cover=("bg2", "tx2", "tx1"),
        section=("tx2", "bg1", "bg2"),
        heading_font="Cambria",
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Decoration:
    """A drawn shape of a layout: a preset geometry, its box, a theme colour and how much of it shows."""

    geometry: str
    box: Box
    color: str
    opacity: int = 100
    line: float = 0


@dataclass(frozen=True)
class Slot:
    """A placeholder of a layout. `color`, `size`, `bold` differ from the master only where they are set."""

    kind: str
    name: str
    index: int
    box: Box
    prompt: str = ""
    size: float = 0
    bold: bool | None = None
    color: str = ""
    anchor: str = ""
    align: str = ""
    bullets: bool = True
    italic: bool = False


@dataclass(frozen=True)
class Layout:
    """A layout: its name, PowerPoint's type for it, background, drawings and placeholders."""

    name: str
    kind: str
    slots: tuple[Slot, ...]
    decorations: tuple[Decoration, ...] = ()
    background: str = ""
    master_shapes: bool = True
    footer_color: str = ""
    narrow_footers: bool = False


TITLE_BOX: Box = (48, 28, 864, 68)
BODY_BOX: Box = (48, 122, 864, 358)
LEFT_BOX: Box = (48, 122, 420, 358)
RIGHT_BOX: Box = (492, 122, 420, 358)
FOOTERS = (
    Slot("dt", "Date", 10, (48, 504, 160, 22), size=10, align="l"),
    Slot("ftr", "Footer", 11, (228, 504, 504, 22), size=10, align="ctr"),
    Slot("sldNum", "Slide Number", 12, (812, 504, 100, 22), size=10, align="r"),
)
RULE = Decoration("rect", (48, 100, 56, 3), "accent2")
NARROW_FOOTERS = (
    Slot("dt", "Date", 10, (288, 504, 80, 22), size=10, align="r"),
    Slot("ftr", "Footer", 11, (48, 504, 230, 22), size=10, align="l"),
    Slot("sldNum", "Slide Number", 12, (376, 504, 44, 22), size=10, align="r"),
)
MASTER_DECORATIONS = (Decoration("rect", (48, 498, 864, 0.75), "tx1", opacity=15),)

_TITLE = Slot("title", "Title", 0, TITLE_BOX, "Click to add a title")
_TEXT = "Click to add text"


def layouts(look: Look) -> tuple[Layout, ...]:
    """The layouts of a look, in the order PowerPoint shows them."""
    ground, ink, quiet = look.cover
    band, band_ink, band_quiet = look.section
    cover_art = (
        Decoration("ellipse", (640, 210, 470, 470), "accent1", opacity=55),
        Decoration("ellipse", (790, 60, 300, 300), "accent3", opacity=30),
        Decoration("ellipse", (596, 404, 92, 92), "accent2", opacity=90),
        Decoration("rect", (72, 296, 72, 4), "accent2"),
    )
    section_art = (
        Decoration("ellipse", (700, 120, 420, 420), band_ink, opacity=8),
        Decoration("ellipse", (776, 196, 268, 268), band_ink, opacity=10),
        Decoration("rect", (72, 312, 72, 4), "accent2"),
    )
    return (
        Layout(
            "Title Slide", "title",
            (
                Slot("ctrTitle", "Title", 0, (72, 132, 560, 150), "Click to add a title", 44, True, ink, "b"),
                Slot("subTitle", "Subtitle", 1, (72, 316, 500, 80), "Click to add a subtitle", 20, False, quiet,
                     "t", bullets=False),
            ),
            cover_art, ground, master_shapes=False, footer_color=quiet,
        ),
        Layout("Title and Content", "obj", (_TITLE, Slot("", "Content", 1, BODY_BOX, _TEXT)), (RULE,)),
        Layout(
            "Section Header", "secHead",
            (
                Slot("title", "Title", 0, (72, 178, 640, 120), "Click to add a section title", 38, True, band_ink, "b"),
                Slot("body", "Text", 1, (72, 330, 600, 76), _TEXT, 18, False, band_quiet, "t", bullets=False),
            ),
            section_art, band, master_shapes=False, footer_color=band_quiet,
        ),
        Layout(
            "Two Content", "twoObj",
            (_TITLE, Slot("", "Left Content", 1, LEFT_BOX, _TEXT), Slot("", "Right Content", 2, RIGHT_BOX, _TEXT)),
            (RULE,),
        ),
        Layout(
            "Comparison", "twoTxTwoObj",
            (
                _TITLE,
                Slot("body", "Left Heading", 1, (48, 120, 420, 36), _TEXT, 18, True, "accent1", "b", bullets=False),
                Slot("", "Left Content", 2, (48, 164, 420, 316), _TEXT, 18),
                Slot("body", "Right Heading", 3, (492, 120, 420, 36), _TEXT, 18, True, "accent1", "b", bullets=False),
                Slot("", "Right Content", 4, (492, 164, 420, 316), _TEXT, 18),
            ),
            (
                RULE,
                Decoration("rect", (48, 158, 420, 1.5), "accent1"),
                Decoration("rect", (492, 158, 420, 1.5), "accent1"),
            ),
        ),
        Layout("Title Only", "titleOnly", (_TITLE,), (RULE,)),
        Layout(
            "Picture with Caption", "picTx",
            (
                Slot("title", "Title", 0, (48, 112, 372, 100), "Click to add a title", 30, True, "", "b"),
                Slot("pic", "Picture", 1, (480, 0, 480, 540), "Click the icon to add a picture", bullets=False),
                Slot("body", "Caption", 2, (48, 240, 372, 220), _TEXT, 18, anchor="t", bullets=False),
            ),
            (
                Decoration("rect", (48, 222, 56, 3), "accent2"),
                Decoration("rect", (480, 0, 480, 540), *(("tx1", 8) if look.dark else ("bg2", 100))),
            ),
            master_shapes=False, narrow_footers=True,
        ),
        Layout(
            "Quote", "cust",
            (
                Slot("title", "Quote", 0, (120, 130, 720, 190), "Click to add a statement", 32, False, "", "ctr",
                     italic=True),
                Slot("body", "Attribution", 1, (120, 340, 720, 40), "Click to add who said it", 16, False, "accent1",
                     "t", bullets=False),
            ),
            (Decoration("rect", (88, 136, 6, 236), "accent2"),),
            master_shapes=False,
        ),
        Layout("Blank", "blank", ()),
    )  # fmt: skip
