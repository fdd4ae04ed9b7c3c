"""Colours as they are seen: theme names resolved, tints applied, layers mixed, contrast measured.

Office files rarely say a colour outright. They say "accent 2, 40 % lighter", where accent 2 is what the theme calls it
after the slide's colour map has renamed it. Here such words become `#RRGGBB`. Contrast is the ratio of WCAG 2.2
(https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio).
"""

import colorsys
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, NamedTuple

from .ooxml import Element, child, children, deep, local, number, tag

SCHEME = (
    "dk1",
    "lt1",
    "dk2",
    "lt2",
    "accent1",
    "accent2",
    "accent3",
    "accent4",
    "accent5",
    "accent6",
    "hlink",
    "folHlink",
)
"""A theme's colours by the names its part gives them."""
_RENAMED = {"tx1": "dk1", "bg1": "lt1", "tx2": "dk2", "bg2": "lt2"}
_SYSTEM = {"windowText": "000000", "window": "FFFFFF"}


FillKind = Literal["none", "solid", "gradient", "pattern", "picture", "group"]
"""How something is filled; "group" is a shape's way to ask its group."""


class Ink(NamedTuple):
    """A colour and how much of it covers what lies beneath (0 to 1)."""

    red: float
    green: float
    blue: float
    alpha: float = 1.0

    @property
    def hex(self) -> str:
        red, green, blue = (max(0, min(255, round(part))) for part in self[:3])
        return f"#{red:02X}{green:02X}{blue:02X}"

    def over(self, below: "Ink") -> "Ink":
        """This colour laid over another."""
        if self.alpha >= 1:
            return self
        keep = 1 - self.alpha
        return Ink(*(top * self.alpha + bottom * keep for top, bottom in zip(self[:3], below[:3], strict=True)))


WHITE, BLACK = Ink(255, 255, 255), Ink(0, 0, 0)


def ink(hexadecimal: str, alpha: float = 1.0) -> Ink:
    """`#RRGGBB` (or `RRGGBB`, or `AARRGGBB` of SpreadsheetML) as a colour; black where it is neither."""
    digits = hexadecimal.lstrip("#")[-6:]
    try:
        return Ink(int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16), alpha)
    except ValueError:
        return Ink(0, 0, 0, alpha)


@lru_cache(4096)
def luminance(color: Ink) -> float:
    """Relative luminance as WCAG 2.2 defines it, 0 (black) to 1 (white)."""
    red, green, blue = (_linear(part / 255) for part in color[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Ink, other: Ink) -> float:
    """The contrast ratio of two colours, 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def needed_contrast(size: float, bold: bool) -> float:
    """The contrast that text of this size in points asks for: WCAG 2.2, success criterion 1.4.3
    (https://www.w3.org/TR/WCAG22/#contrast-minimum): 4.5 to 1, and 3 to 1 from 18 points on, or from 14 where bold."""
    return 3.0 if size >= 18 or (bold and size >= 14) else 4.5


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _gamma(part: float) -> float:
    return part * 12.92 if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055


@dataclass(frozen=True)
class Theme:
    """A theme's colours by name, its two latin fonts, and its fill styles."""

    colors: dict[str, Ink] = field(default_factory=dict[str, Ink])
    major: str = "Calibri"
    minor: str = "Calibri"
    fills: tuple[Element, ...] = ()
    backgrounds: tuple[Element, ...] = ()


def theme_of(root: Element | None) -> Theme:
    """The theme that an `a:theme` part describes; an empty one where there is none."""
    elements = child(root, "a:themeElements")
    scheme = child(elements, "a:clrScheme")
    if elements is None or scheme is None:
        return Theme(colors={name: BLACK if name.startswith("dk") else WHITE for name in SCHEME[:4]})
    colors: dict[str, Ink] = {}
    for name in SCHEME:
        entry = child(scheme, f"a:{name}")
        if entry is not None and len(entry):
            colors[name] = Palette(Theme()).of(entry) or BLACK
    fonts, formats = child(elements, "a:fontScheme"), child(elements, "a:fmtScheme")

    def face(which: str) -> str:
        latin = child(fonts, f"a:{which}Font", "a:latin")
        return (latin.get("typeface") if latin is not None else "") or "Calibri"

    return Theme(
        colors=colors,
        major=face("major"),
        minor=face("minor"),
        fills=tuple(children(child(formats, "a:fillStyleLst"))),
        backgrounds=tuple(children(child(formats, "a:bgFillStyleLst"))),
    )


@dataclass(frozen=True)
class Palette:
    """A theme seen through a colour map: what turns a colour element into a colour."""

    theme: Theme
    mapping: dict[str, str] = field(default_factory=dict[str, str])

    def named(self, name: str) -> Ink:
        """A scheme colour such as `accent1` or `tx1`."""
        name = self.mapping.get(name) or _RENAMED.get(name, name)
        return self.theme.colors.get(name, WHITE if name.startswith("lt") else BLACK)

    def of(self, holder: Element | None, phantom: Ink | None = None) -> Ink | None:
        """The colour inside an element such as `a:solidFill`; `phantom` is what `phClr` stands for."""
        if holder is None:
            return None
        for element in holder:
            base = self._base(element, phantom)
            if base is not None:
                return _transformed(base, element)
        return None

    def _base(self, element: Element, phantom: Ink | None) -> Ink | None:
        value = element.get("val", "")
        match local(element):
            case "srgbClr":
                return ink(value)
            case "schemeClr":
                return (phantom or BLACK) if value == "phClr" else self.named(value)
            case "sysClr":
                return ink(element.get("lastClr") or _SYSTEM.get(value, "000000"))
            case "scrgbClr":
                return Ink(*(255 * _gamma(number(element.get(part)) / 100000) for part in ("r", "g", "b")))
            case "hslClr":
                hue, saturation, light = (number(element.get(part)) for part in ("hue", "sat", "lum"))
                parts = colorsys.hls_to_rgb(hue / 21600000, light / 100000, saturation / 100000)
                return Ink(*(255 * part for part in parts))
            case "prstClr":
                return _preset(value)
            case _:
                return None

    def fill(self, holder: Element, phantom: Ink | None = None) -> "tuple[FillKind, Ink | None]":
        """The kind of a fill element and its colour, the mean where it has several."""
        match local(holder):
            case "solidFill":
                return "solid", self.of(holder, phantom)
            case "gradFill":
                stops = [self.of(stop, phantom) for stop in deep(holder, "a:gs")]
                return "gradient", mean([stop for stop in stops if stop])
            case "pattFill":
                inks = [self.of(child(holder, f"a:{side}"), phantom) for side in ("fgClr", "bgClr")]
                return "pattern", mean([one for one in inks if one])
            case "blipFill":
                return "picture", None
            case "grpFill":
                return "group", None
            case _:
                return "none", None

    def styled(self, reference: Element | None) -> "tuple[FillKind, Ink | None]":
        """The fill that a style reference (`a:fillRef`, `p:bgRef`) names in the theme."""
        index = int(number(reference.get("idx"))) if reference is not None else 0
        styles = self.theme.fills if index < 1000 else self.theme.backgrounds
        place = (index - 1) % 1000
        if index in (0, 1000):
            return "none", None
        color = self.of(reference)
        return self.fill(styles[place], color) if place < len(styles) else ("solid", color)

    def font(self, face: str) -> str:
        """A typeface, with the theme's `+mj-lt` and `+mn-lt` resolved."""
        if face.startswith("+mj"):
            return self.theme.major
        return self.theme.minor if face.startswith("+mn") or not face else face


FILLS = frozenset(tag(f"a:{name}") for name in ("noFill", "solidFill", "gradFill", "pattFill", "blipFill", "grpFill"))


def fill_element(properties: Element | None) -> Element | None:
    """The fill said by an element such as `p:spPr` or `a:tcPr`; None where it says nothing."""
    return None if properties is None else next((one for one in properties if one.tag in FILLS), None)


def color_map(element: Element | None) -> dict[str, str]:
    """A `p:clrMap` (or an override of it) as a dict; empty where it is missing."""
    return {} if element is None else {str(key): str(value) for key, value in element.attrib.items()}


def mean(colors: list[Ink]) -> Ink | None:
    """The mean of some colours; None of none."""
    if not colors:
        return None
    red, green, blue, alpha = (sum(parts) / len(colors) for parts in zip(*colors, strict=True))
    return Ink(red, green, blue, alpha)


def tinted(color: Ink, tint: float) -> Ink:
    """SpreadsheetML's tint: -1 is black, 0 the colour itself, 1 white."""
    hue, light, saturation = colorsys.rgb_to_hls(*(part / 255 for part in color[:3]))
    light = light * (1 + tint) if tint < 0 else light * (1 - tint) + tint
    return Ink(*(255 * part for part in colorsys.hls_to_rgb(hue, light, saturation)))


def _preset(name: str) -> Ink:
    from PIL import ImageColor

    full = name
    for short, long in (("dk", "dark"), ("lt", "light"), ("med", "medium")):
        if name.startswith(short) and name[len(short) : len(short) + 1].isupper():
            full = long + name[len(short) :]
    try:
        return Ink(*ImageColor.getrgb(full.lower())[:3])
    except ValueError:
        return BLACK


def _transformed(color: Ink, element: Element) -> Ink:
    """A colour after the transforms inside its element, in their order."""
    for step in element:
        amount = number(step.get("val")) / 100000
        red, green, blue = (max(0.0, min(1.0, part / 255)) for part in color[:3])
        alpha = color.alpha
        match local(step):
            case "alpha":
                color = color._replace(alpha=amount)
                continue
            case "shade":
                parts = tuple(_gamma(_linear(part) * amount) for part in (red, green, blue))
            case "tint":
                parts = tuple(_gamma(1 - (1 - _linear(part)) * amount) for part in (red, green, blue))
            case "inv":
                parts = (1 - red, 1 - green, 1 - blue)
            case "gray":
                parts = (0.2126 * red + 0.7152 * green + 0.0722 * blue,) * 3
            case "lumMod" | "lumOff" | "lum" | "satMod" | "satOff" | "sat" | "hueMod" | "hueOff" as change:
                hue, light, saturation = colorsys.rgb_to_hls(red, green, blue)
                if change.startswith("lum"):
                    light = _changed(light, change[3:], amount)
                elif change.startswith("sat"):
                    saturation = _changed(saturation, change[3:], amount)
                elif change == "hueMod":
                    hue = (hue * amount) % 1
                else:
                    hue = (hue + amount * 100000 / 21600000) % 1
                parts = colorsys.hls_to_rgb(hue, light, saturation)
            case _:
                continue
        color = Ink(*(255 * part for part in parts))._replace(alpha=alpha)
    return color


def _changed(part: float, how: str, amount: float) -> float:
    value = part * amount if how == "Mod" else part + amount if how == "Off" else amount
    return max(0.0, min(1.0, value))
