"""Colours of pictures as people say them: '#RRGGBB', '#RRGGBBAA', or a CSS name such as 'navy'."""

from deskworld_kit.errors import ToolError

Rgba = tuple[int, int, int, int]


def rgba(color: str, *, argument: str = "color") -> Rgba:
    """Red, green, blue and opacity, 0 to 255 each; 'transparent' is all zeros.

    Raises:
        ToolError: It is no colour.
    """
    from PIL import ImageColor

    wanted = color.strip()
    if wanted.casefold() in ("transparent", "none"):
        return (0, 0, 0, 0)
    if len(wanted) in (6, 8) and all(letter in "0123456789abcdefABCDEF" for letter in wanted):
        wanted = f"#{wanted}"
    try:
        found = ImageColor.getrgb(wanted)
    except ValueError:
        raise ToolError(
            f"{color!r} is no colour; say '#RRGGBB', '#RRGGBBAA' or a name like 'navy'", argument=argument
        ) from None
    return found if len(found) == 4 else (*found, 255)


def say_color(color: tuple[int, ...]) -> str:
    """'#RRGGBB' of red, green, blue; with two digits more where it is not opaque."""
    red, green, blue, *opacity = color
    said = f"#{red:02X}{green:02X}{blue:02X}"
    return said if not opacity or opacity[0] == 255 else f"{said}{opacity[0]:02X}"
