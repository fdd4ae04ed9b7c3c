"""A canvas in other bands, or with fewer bits of them."""

from __future__ import annotations

from deskworld_kit import ToolError

from deskworld_image.canvas import Canvas, Pixels


def to_mode(canvas: Canvas, mode: str, background: str) -> None:
    """Bring a canvas to rgb, rgba, grey or cmyk."""
    from deskworld_image.inks import to_cmyk
    from deskworld_image.tones import to_grey

    canvas.free_mode = True
    if mode in ("rgb", "cmyk") and canvas.has_alpha:
        values, _ = canvas.paint(background, argument="background")
        canvas.flatten(values, f"transparency was put on {background}")
    if mode == "grey":
        to_grey(canvas)
    elif mode in ("rgb", "rgba"):
        canvas.to_rgb()
        if mode == "rgba":
            canvas.add_alpha()
    elif canvas.bands != "CMYK":
        canvas.to_rgb()
        if canvas.depth != 8:
            canvas.say("inks are held in 8 bits")
            canvas.to_depth(8)
        canvas.each(lambda pixels: to_cmyk(pixels))
        canvas.bands = "CMYK"
        if canvas.stored.profile:
            canvas.stored.profile = b""
            canvas.say("the colour profile was left out: it is for screen colours; no press profile was put in")


def harden(canvas: Canvas, level: int) -> None:
    """Make every pixel seen or not: those more opaque than a level (0 to 255) are."""
    import numpy

    if not canvas.has_alpha:
        raise ToolError("the picture has no transparency to make all or none", argument="alpha")
    peak, limit = canvas.peak, level * canvas.peak / 255

    def hard(pixels: Pixels) -> Pixels:
        made = pixels.copy()
        made[..., -1] = numpy.where(pixels[..., -1] > limit, peak, 0)
        return made

    canvas.each(hard)


def to_black_and_white(canvas: Canvas, level: int, *, adaptive: bool) -> None:
    """One bit a pixel: what is lighter than a level (-1: the one that parts the picture best) is white."""
    import cv2
    import numpy

    from deskworld_image.showing import grey

    light = [grey(canvas, n) for n in range(len(canvas.frames))]
    if level < 0 and not adaptive:
        level = int(cv2.threshold(light[0], 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[0])
        canvas.say(f"the level found is {level}")
    if canvas.has_alpha:
        canvas.say("what was see-through became white")
    for frame, each in zip(canvas.frames, light, strict=True):
        if adaptive:
            around = max(15, min(each.shape) // 20) | 1
            way = cv2.ADAPTIVE_THRESH_GAUSSIAN_C
            calm = cv2.GaussianBlur(each, (5, 5), 0)  # grain on empty paper would come out as dots
            made = cv2.adaptiveThreshold(calm, 255, way, cv2.THRESH_BINARY, around, 10)
        else:
            made = numpy.where(each > level, 255, 0).astype(numpy.uint8)
        frame.pixels = made[..., None]
    canvas.bands, canvas.depth, canvas.soft, canvas.free_mode = "L", 8, False, False
    canvas.stored.mode, canvas.stored.profile, canvas.stored.key = "1", b"", None
