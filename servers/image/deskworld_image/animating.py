"""Frames of one size from pictures of any."""

from __future__ import annotations

from deskworld_kit import World, rgba

from deskworld_image.canvas import Canvas, Frame, Stored


def animate(world: World, paths: list[str], times: list[int], width: int, ground: str) -> Canvas:
    """A canvas with a frame a picture; smaller or otherwise shaped ones lie in the middle.

    Args:
        ground: The colour under every frame; empty: see-through ones stay so, others lie on white.
    """
    import numpy

    from deskworld_image.compositing import lay, paint_of
    from deskworld_image.geometry import check_size, scale
    from deskworld_image.opening import reading

    color = rgba(ground or "white", argument="background")
    size: tuple[int, int] | None = None
    frames: list[Frame] = []
    clear = False
    told: list[str] = []
    for number, (path, time) in enumerate(zip(paths, times, strict=True)):
        with reading(world, path, argument=f"paths[{number}]", first_only=True) as picture:
            if size is None:
                size = (width or picture.size[0], round(picture.size[1] * (width or picture.size[0]) / picture.size[0]))
                size = (size[0], max(1, size[1]))
                check_size(size[0], size[1] * len(paths), "width")
            if picture.depth != 8:
                told.append(f"{picture.name} has {picture.depth} bits a channel; here it has 8")
                picture.to_depth(8)
            clear = clear or (picture.has_alpha and not ground)
            factor = min(size[0] / picture.size[0], size[1] / picture.size[1])
            scale(picture, max(1, round(picture.size[0] * factor)), max(1, round(picture.size[1] * factor)))
            pixels = numpy.empty((size[1], size[0], 4), numpy.uint8)
            pixels[:] = (0, 0, 0, 0) if picture.has_alpha and not ground else color
            made = Canvas("", [Frame(pixels, time)], "RGBA", 8, Stored("", "RGBA", size))
            paint, cover = paint_of(made, picture)
            lay(made, paint, cover, ((size[0] - picture.size[0]) // 2, (size[1] - picture.size[1]) // 2))
            frames.append(made.frames[0])
    assert size is not None
    canvas = Canvas("", frames, "RGBA", 8, Stored("", "RGBA", size))
    canvas.warnings += told
    if not clear and color[3] == 255:
        canvas.flatten(color[:3])
    return canvas
