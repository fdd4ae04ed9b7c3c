"""What drawings look like: two themes, a palette that colour-blind people can tell apart, and contrast.

The palette's order follows Okabe and Ito ("Color Universal Design", 2008), some of its colours darkened so that lines
and labels in them hold a contrast of 3 to 1 and more on white, as WCAG 2.2 (1.4.11) asks of graphics.
"""

from __future__ import annotations

import colorsys
from collections.abc import Sequence
from dataclasses import dataclass

from deskworld_kit import rgba, say_color

Rgb = tuple[int, int, int]


@dataclass(frozen=True)
class Look:
    """The colours of a drawing."""

    background: str
    text: str
    quiet: str
    """Second texts: axes, subtitles."""
    grid: str
    faint: str
    """What is there but not meant: series that are not the point."""
    palette: tuple[str, ...]
    sequence: tuple[str, ...]
    """From little to much."""
    divided: tuple[str, ...]
    """From below to above."""


LOOKS = {
    "light": Look(
        background="#FFFFFF",
        text="#1B2430",
        quiet="#5B6673",
        grid="#E3E7EC",
        faint="#B9C1CA",
        palette=("#0B6BB0", "#D0570A", "#0A8A67", "#B4488F", "#8A6D00", "#3C9BC9", "#7A3E9D", "#5B6673"),
        sequence=("#F1F6FB", "#B9D6EC", "#6FAED6", "#2D7FB8", "#0B4F8A", "#08305A"),
        divided=("#A6480A", "#E58B4E", "#FBE3D0", "#F7F7F7", "#CFE3F1", "#5BA0CF", "#0B4F8A"),
    ),
    "dark": Look(
        background="#14191F",
        text="#F1F4F7",
        quiet="#A8B3BF",
        grid="#2C343D",
        faint="#58626D",
        palette=("#56B4E9", "#F2994A", "#3CC79C", "#E08CC3", "#E5C94B", "#8FA8FF", "#C39BE8", "#A8B3BF"),
        sequence=("#1B2733", "#1F4460", "#27678F", "#3F8FC0", "#7FBCE2", "#D3E9F7"),
        divided=("#F2994A", "#B5652A", "#4A3527", "#2A3037", "#26465C", "#3A86B5", "#8CCBF2"),
    ),
}


def colors_of(wanted: Sequence[str], look: Look, count: int, *, argument: str = "colors") -> list[str]:
    """A colour each for so many things: the caller's first, the palette's after them, round and round."""
    named = [say_color(rgba(color, argument=argument)[:3]) for color in wanted[:count]]
    rest = [color for color in look.palette if color not in named]
    return [named[n] if n < len(named) else rest[(n - len(named)) % len(rest)] for n in range(count)]


def luminance(color: str) -> float:
    """Relative luminance, 0 to 1 (WCAG 2.2)."""
    linear = [(c / 255 / 12.92) if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in rgba(color)[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """From 1 to 21 (WCAG 2.2)."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def text_on(background: str) -> str:
    """White or near black, whichever is read better."""
    return max("#FFFFFF", "#14191F", key=lambda ink: contrast(ink, background))


def readable(color: str, background: str, least: float = 4.5) -> str:
    """The colour, made darker or lighter until text in it can be read on the background."""
    red, green, blue = (c / 255 for c in rgba(color)[:3])
    hue, light, strong = colorsys.rgb_to_hls(red, green, blue)
    step = -0.02 if luminance(background) > 0.3 else 0.02
    found = color
    while contrast(found, background) < least and 0 < light + step < 1:
        light += step
        found = from_hls(hue, light, strong)
    return found


def from_hls(hue: float, light: float, strong: float) -> str:
    """'#RRGGBB' of hue, lightness and saturation, 0 to 1 each."""
    red, green, blue = colorsys.hls_to_rgb(hue % 1, min(max(light, 0), 1), min(max(strong, 0), 1))
    return say_color((round(red * 255), round(green * 255), round(blue * 255)))


def mixed(one: str, other: str, share: float) -> str:
    """A colour between two: `share` of the second one."""
    first, second = rgba(one)[:3], rgba(other)[:3]
    return say_color(tuple(round(a + (b - a) * share) for a, b in zip(first, second, strict=True)))
