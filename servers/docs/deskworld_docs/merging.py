"""Several documents as one: each keeps its looks where names allow, its lists, pictures, notes and its own headers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from deskworld_kit import Saved, ToolError, World, tool
from pydantic import Field

from deskworld_docs.arguments import Overwrite
from deskworld_docs.opening import creating, reading

_SHOWN = 5


class DocumentsMerged(Saved):
    """A document that was made of several."""

    sources: list[str] = Field(description="Each with the block it begins at.")


@tool("add")
def merge_documents(
    world: World,
    paths: Annotated[list[str], Field(description="In order.")],
    target: str,
    start: Annotated[
        Literal["new page", "same page", "odd page"], Field(description="Where each begins.")
    ] = "new page",
    overwrite: Overwrite = False,
) -> DocumentsMerged:
    """Join documents into a new one: styles of the first win, lists restart, headers stay with their document."""
    from deskworld_docs.joining import Joiner
    from deskworld_docs.markup import deep
    from deskworld_docs.places import blocks

    if len(paths) < 2:
        raise ToolError("name at least two documents", argument="paths")
    warnings: list[str] = []
    for path in dict.fromkeys(paths):
        with reading(world, path, argument="paths") as paper:
            warnings += broken_in(world.workspace.find(path), paper.name)
    first = world.workspace.find(paths[0], argument="paths").read_bytes()
    sources = [f"{paths[0]}: 1"]
    with creating(world, target, first, overwrite=overwrite, reads=paths, argument="target") as paper:
        paper.untracked = True
        paper.warnings += warnings
        joiner = Joiner(paper)
        for path in paths[1:]:
            with reading(world, path, argument="paths") as other:
                before = sum(1 for _ in blocks(paper.body))
                joiner.join(other, start)
                sources.append(f"{other.name}: {before + 1}")
        if any((one.text or "").strip().startswith("TOC") for one in deep(paper.body, "w:instrText")):
            paper.warnings.append("a table of contents does not list what came; add_table_of_contents makes it anew")
        count = sum(1 for _ in blocks(paper.body))
    receipt = paper.receipt
    receipt["verified"] += f"; {len(paths)} documents, {count} blocks"
    return DocumentsMerged(**receipt, sources=sources)


def broken_in(place: Path, name: str) -> list[str]:
    """What is damaged in a document and comes along: pictures, links, notes that lead nowhere."""
    from deskworld_artifacts import InspectError, inspect
    from deskworld_artifacts.inspection import DocumentFacts

    try:
        facts = inspect(place)
    except InspectError as error:
        return [f"{name} is damaged: {error}"]
    found = [one for one in facts.findings if one.kind.startswith("broken")] if isinstance(facts, DocumentFacts) else []
    more = [f"{name}: {len(found) - _SHOWN} more are broken"] if len(found) > _SHOWN else []
    return [*(f"{name}, block {one.block}: {one.message}" for one in found[:_SHOWN]), *more]
