"""Files inside a PDF: put in, taken out."""

from __future__ import annotations

import re

from deskworld_kit import Failure, Result, Saved, ToolError, World, tool
from deskworld_kit.saying import many

from deskworld_pdf.arguments import Overwrite, Target
from deskworld_pdf.opening import editing, reading
from deskworld_pdf.placing import targets_in

_MOST = 100 * 1024 * 1024


class AttachmentsSaved(Result):
    """Files taken out of a PDF."""

    files: list[str]
    failures: list[Failure]
    verified: str


@tool("edit")
def attach_pdf_files(
    world: World, path: str, files: list[str], description: str = "", target: Target = "", overwrite: Overwrite = False
) -> Saved:
    """Put files into a PDF as attachments; one of the same name is replaced."""
    from pikepdf import AttachedFileSpec

    if not files:
        raise ToolError("name at least one file", argument="files")
    places = [world.workspace.find(each, argument="files") for each in files]
    if sum(place.stat().st_size for place in places) > _MOST:
        raise ToolError(f"together they are over {_MOST >> 20} MB", argument="files")
    with editing(world, path, target, overwrite=overwrite) as paper:
        for place in places:
            spec = AttachedFileSpec(
                paper.pdf, place.read_bytes(), filename=place.name, description=description,
                mod_date=world.now().strftime("D:%Y%m%d%H%M%S+00'00'"),
            )  # fmt: skip
            paper.pdf.attachments[place.name] = spec
    with reading(world, paper.name) as again:
        there = sorted(again.pdf.attachments)
    receipt = paper.receipt
    receipt["verified"] += f"; attached: {', '.join(there)}"
    return Saved(**receipt)


@tool("add")
def extract_pdf_attachments(
    world: World,
    path: str,
    folder: str,
    names: list[str] | None = None,
    password: str = "",
    overwrite: Overwrite = False,
) -> AttachmentsSaved:
    """Save the files attached to a PDF; all if no names are given."""
    ready: list[tuple[str, bytes]] = []
    failures: list[Failure] = []
    with reading(world, path, password) as paper:
        there = sorted(paper.pdf.attachments)
        for name in names if names is not None else there:
            if name not in there:
                said = ", ".join(map(repr, there[:10])) or "none"
                raise ToolError(f"there is no attachment {name!r}; there is: {said}", argument="names")
            try:
                blob = paper.pdf.attachments[name].get_file().read_bytes()
                if len(blob) > _MOST:
                    raise ValueError("it is too large")
                ready.append((name, blob))
            except Exception as error:  # a damaged attachment fails in as many ways as there are filters
                failures.append(Failure(item=name, reason=f"can't be unpacked ({type(error).__name__})"))
    files: list[str] = []
    taken: set[str] = set()
    plain = [
        _free(re.sub(r"[\x00-\x1f/\\:*?\"<>|]", "_", name).strip(". ")[:120] or "attachment", taken)
        for name, _ in ready
    ]
    targets = targets_in(world, folder, plain, overwrite=overwrite)
    for target, (_, blob) in zip(targets, ready, strict=True):
        with world.workspace.writing(target) as temporary:
            temporary.write_bytes(blob)
        files.append(world.workspace.relative(target))
    return AttachmentsSaved(
        files=files,
        failures=failures,
        verified=f"{many(len(files), 'file')}, {many(sum(len(b) for _, b in ready), 'byte')}",
    )


def _free(name: str, taken: set[str]) -> str:
    """A name that none of the others has, also where large and small letters are one."""
    stem, dot, suffix = name.rpartition(".")
    free, number = name, 2
    while free.casefold() in taken:
        free, number = (f"{stem}_{number}.{suffix}" if dot else f"{name}_{number}"), number + 1
    taken.add(free.casefold())
    return free
