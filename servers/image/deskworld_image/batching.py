"""One recipe over many pictures: each is read once, goes through all steps in memory, and is written once."""

from __future__ import annotations

import json
from pathlib import PurePath
from typing import Annotated, Any, cast

from deskworld_kit import Arguments, Failure, Result, Scalar, ToolError, World, tool
from pydantic import BeforeValidator, Field

from deskworld_image.arguments import Overwrite, Quality, counted
from deskworld_image.opening import holding, kind_of, reading, save, target_of

_MOST = 1000


def _as_text(given: Any) -> Any:
    """Lists that were sent as lists, which is what the tools themselves take, as the text that a step holds."""
    if not isinstance(given, dict):
        return given
    named = cast("dict[str, Any]", given)
    return {name: json.dumps(value) if isinstance(value, list | dict) else value for name, value in named.items()}


class Step(Arguments):
    """One edit."""

    tool: Annotated[str, Field(description="As resize_image.")]
    arguments: Annotated[
        dict[str, Scalar], BeforeValidator(_as_text), Field(description="Lists as JSON text.", default_factory=dict)
    ]


class BatchItem(Result):
    """A picture that was done."""

    path: str
    output: str
    verified: str
    warnings: list[str]


class Batch(Result):
    """What became of each picture."""

    done: list[BatchItem]
    failures: list[Failure]


@tool("edit", core=True, idempotent=False)
def batch_images(
    world: World,
    steps: Annotated[list[Step], counted(0, 30)],
    folder: str,
    paths: list[str] | None = None,
    pattern: str = "",
    ending: str = "",
    quality: Quality = 0,
    overwrite: Overwrite = False,
) -> Batch:
    """Run the same edits over many pictures into a folder; failures are listed.

    Args:
        pattern: As photos/*.jpg.
        ending: As .webp; else each keeps its own.
    """
    if bool(paths) == bool(pattern):
        raise ToolError("give paths, or a pattern like photos/*.jpg", argument="paths")
    recipe = _recipe(steps)
    found = paths or _matching(world, pattern)
    done: list[BatchItem] = []
    failures: list[Failure] = []
    made: set[str] = set()
    for path in found:
        name = PurePath(path)
        goal = f"{folder.rstrip('/') or '.'}/{name.stem}{ending or name.suffix}"
        try:
            if goal in made:
                raise ToolError("another picture of this name was written there already")
            item = _one(world, path, goal, recipe, quality, overwrite=overwrite)
        except ToolError as error:
            failures.append(Failure(item=path[:200], reason=str(error)))
        else:
            made.add(goal)
            done.append(item)
    return Batch(done=done, failures=failures)


def _recipe(steps: list[Step]) -> list[tuple[Any, dict[str, Any]]]:
    """The tools of the steps and their checked arguments."""
    from deskworld_image import server

    known = {
        each.name: each
        for each in server.compiled
        if {"path", "output"} <= set(each.parameters["properties"]) and "output" not in each.parameters["required"]
    }
    recipe: list[tuple[Any, dict[str, Any]]] = []
    for number, step in enumerate(steps):
        where = f"steps[{number}]"
        if step.tool not in known:
            raise ToolError(f"{step.tool[:80]!r} can't be a step; these can: {', '.join(known)}", argument=where)
        if {"path", "output", "overwrite"} & set(step.arguments):
            raise ToolError("a step takes no path, no output and no overwrite; the batch gives them", argument=where)
        chosen = known[step.tool]
        try:
            checked = chosen.check({**step.arguments, "path": "."})
        except ToolError as error:
            raise ToolError(str(error), argument=where) from None
        recipe.append((chosen.function, checked))
    return recipe


def _matching(world: World, pattern: str) -> list[str]:
    from deskworld_image.encoding import FORMATS

    root = world.workspace.root
    parts = PurePath(pattern).parts
    if pattern.startswith("/") or ".." in parts or "\0" in pattern or pattern.count("**") > 2:
        raise ToolError("a pattern lies within the workspace, like photos/*.jpg", argument="pattern")
    try:
        places = sorted(place for place in root.glob(pattern) if place.suffix.lower() in FORMATS and place.is_file())
    except (ValueError, NotImplementedError, OSError):
        raise ToolError(f"{pattern[:80]!r} is no pattern; say it like photos/*.jpg", argument="pattern") from None
    if not places:
        raise ToolError(f"no picture matches {pattern[:80]!r}", argument="pattern")
    if len(places) > _MOST:
        raise ToolError(f"{len(places)} pictures match; do at most {_MOST} at once", argument="pattern")
    return [place.relative_to(root).as_posix() for place in places]


def _one(
    world: World, path: str, goal: str, recipe: list[tuple[Any, dict[str, Any]]], quality: int, *, overwrite: bool
) -> BatchItem:
    target = target_of(world, goal, path, overwrite=overwrite, argument="folder")
    with reading(world, path) as canvas:
        canvas.kind = kind_of(target)
        with holding(canvas):
            for function, arguments in recipe:
                function(world, **{**arguments, "path": path, "output": ""})
        if quality:
            canvas.options |= {"quality": quality, "lossless": False}
        save(world, canvas, target)
    saved = canvas.saved
    return BatchItem(path=path, output=saved["path"], verified=saved["verified"], warnings=saved["warnings"])
