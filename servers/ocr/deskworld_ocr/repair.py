"""A picture made easier to read: upright, level, clean, even, large enough."""

from __future__ import annotations

from typing import Literal

from deskworld_kit import Saved, ToolError, World, tool
from pydantic import Field

from deskworld_ocr.arguments import Overwrite
from deskworld_ocr.opening import plainly, source

Step = Literal["upright", "deskew", "flatten", "denoise", "contrast", "remove_rules", "threshold", "upscale"]
SUFFIXES = (".png", ".tif", ".tiff", ".jpg", ".jpeg", ".webp")


class Prepared(Saved):
    """A picture that was made to be read."""

    done: list[str] = Field(description="What was done, in order.")
    size: list[int]
    score_before: float = Field(description="How sure the reading was, 0 to 1.")
    score_after: float
    words_before: int
    words_after: int


@tool("add")
def preprocess_for_ocr(
    world: World, path: str, target: str, page: int = 1, steps: list[Step] | None = None, overwrite: Overwrite = False
) -> Prepared:
    """Save a copy that reads better; without `steps`, with what it needs."""
    from deskworld_artifacts.ocr import read_words, text_direction
    from PIL import Image

    from deskworld_ocr.cleaning import apply, needed

    found = source(world, path)
    number = found.page(page)
    place = world.workspace.new_target(
        target, overwrite=overwrite, suffixes=SUFFIXES, argument="target", source=found.place
    )
    if steps is not None and not steps:
        raise ToolError("name at least one step, or leave it out", argument="steps")
    picture = found.picture(number)
    dpi = 200.0 if found.pdf else _dpi(picture)
    with plainly():
        lies = text_direction(picture)
        before = found.read(number)
        wanted = steps if steps is not None else needed(picture, lies, before)
        better, done, scale = apply(picture, wanted, lies, before)
        with world.workspace.writing(place) as temporary:
            better.save(temporary, dpi=(dpi * scale, dpi * scale))
            with Image.open(temporary) as reopened:
                reopened.load()
                size, form = reopened.size, reopened.format
                after = read_words(reopened)
    warnings: list[str] = []
    if after.score * len(after.words) < 0.95 * before.score * len(before.words):
        warnings.append("it reads worse than before; use the original, or other steps")
    return Prepared(
        path=world.workspace.relative(place), verified=f"reopened: {form}, {size[0]} x {size[1]} px",
        warnings=warnings, done=done or ["nothing: it needs nothing"], size=list(size),
        score_before=round(before.score, 3), score_after=round(after.score, 3), words_before=len(before.words),
        words_after=len(after.words),
    )  # fmt: skip


def _dpi(picture: object) -> float:
    said = getattr(picture, "info", {}).get("dpi", (0, 0))
    return float(said[0]) if isinstance(said, tuple) and said and float(said[0]) >= 30 else 72.0
