"""Documents from and to other formats.

What LibreOffice wrote is read back and counted against what went in, so that a lost comment or chart is told, and what
was taken over is not guessed.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Annotated, Literal

from deskworld_kit import Saved, ToolError, World, tool
from pydantic import Field

from deskworld_docs.arguments import Overwrite
from deskworld_docs.opening import Paper, reading
from deskworld_docs.verify import SomePages

_TARGETS = (".docx", ".odt", ".rtf", ".doc", ".html", ".htm", ".txt")
_LARGE = 2_000_000
"""Bytes from which on a file that grew is worth a word."""
_OTHERS = {
    ".md": "document_to_markdown", ".markdown": "document_to_markdown", ".pdf": "export_document_pdf",
    ".png": "export_document_pictures", ".jpg": "export_document_pictures", ".jpeg": "export_document_pictures",
}  # fmt: skip


class PagesSaved(Saved):
    """Pages that were saved as pictures."""

    files: list[str]


@tool("add")
def convert_document(
    world: World,
    path: str,
    target: Annotated[str, Field(description="Its ending says the format.")],
    overwrite: Overwrite = False,
) -> Saved:
    """Save .doc, .odt, .rtf, .html, .txt as .docx, or a document as one of these; says what is lost."""
    from deskworld_kit.conversions import conversion

    from deskworld_docs import exchange
    from deskworld_docs.opening import save

    found, place, kind, ending = conversion(
        world, path, target, overwrite=overwrite, suffixes=_TARGETS, makers=_OTHERS, kind_inside=exchange.kind_inside
    )
    with tempfile.TemporaryDirectory(prefix="deskworld-") as folder:
        shelf = Path(folder)
        paper = exchange.paper_of(world, found, kind, shelf, world.workspace.relative(place))
        if ending == ".docx":
            save(world, paper, place)
            return Saved(**paper.receipt)
        if ending in exchange.BY_OFFICE:
            verified, lost = _by_office(world, paper, place, shelf)
        else:
            said, lost = exchange.page_of(paper) if ending in (".html", ".htm") else exchange.text_of_document(paper)
            with world.workspace.writing(place) as temporary:
                temporary.write_text(said, encoding="utf-8", newline="\n")
                verified = f"reopened: {temporary.stat().st_size:,} bytes"
    warnings = [*paper.warnings, *([f"not in it: {exchange.told(lost)}"] if lost else [])]
    return Saved(path=world.workspace.relative(place), verified=verified, warnings=warnings)


def _by_office(world: World, paper: Paper, place: Path, shelf: Path) -> tuple[str, dict[str, int]]:
    """Let LibreOffice write the file, and read it again; gives what was seen, and what is fewer than before."""
    from deskworld_docs.exchange import by_office, read_by_office
    from deskworld_docs.holding import fewer, holdings, list_numbers
    from deskworld_docs.richtext import without_copies

    before, after, folder = shelf / "before.docx", shelf / "after.docx", shelf / "made"
    paper.origin.write(before)
    held = holdings(before)

    def write(*, comments: bool) -> tuple[Path, dict[str, int], dict[str, int]]:
        made = folder / f"{int(comments)}{place.suffix}"
        by_office(before, made, place.name, comments=comments)
        if place.suffix.lower() == ".rtf":
            made.write_bytes(without_copies(made.read_bytes()))
        back = read_by_office(made, folder, place.name, "")
        back.origin.write(after)
        there = holdings(after)
        lost = fewer(held, there)
        if not lost.get("words") and list_numbers(back) != list_numbers(paper):
            lost["the right numbers of some lists"] = 0
        return made, there, lost

    folder.mkdir()
    made, there, lost = write(comments=True)
    if held["comments"] and any(what != "comments" for what in lost):
        other = write(comments=False)
        if len(other[2]) - ("comments" in other[2]) < len(lost) - ("comments" in lost):
            made, there, lost = other
            lost["comments, which LibreOffice here writes only beside plain text"] = lost.pop("comments", 0)
    with world.workspace.writing(place) as temporary:
        temporary.write_bytes(made.read_bytes())
        size = temporary.stat().st_size
    if size > _LARGE and size > 2 * before.stat().st_size:
        paper.warnings.append(f"it is large: {size / 1e6:.1f} MB, and {before.stat().st_size / 1e6:.1f} MB as .docx")
    return f"reopened: {there['words']:,} words, {there['tables']} tables, {size:,} bytes", lost


@tool("add")
def export_document_pictures(
    world: World,
    path: str,
    folder: str,
    pages: SomePages = None,
    width: Annotated[int, Field(ge=200, le=4000, description="In pixels.")] = 1600,
    kind: Literal["png", "jpg"] = "png",
    overwrite: Overwrite = False,
) -> PagesSaved:
    """Save pages as picture files."""
    from deskworld_artifacts import RenderError
    from deskworld_artifacts.rendering.document import laid_out

    from deskworld_docs.formulas.showing import unseen

    with reading(world, path) as paper:
        stem = paper.name.rsplit("/", 1)[-1].rsplit(".", 1)[0]
        warnings = unseen(paper)
    files: list[str] = []
    size = ""
    try:
        with laid_out(world.workspace.find(path)) as drawn:
            wanted = pages if pages is not None else list(range(1, drawn.total + 1))
            if wrong := [number for number in wanted if not 1 <= number <= drawn.total]:
                raise ToolError(f"there is no page {wrong[0]}; it has {drawn.total}", argument="pages")
            digits = max(len(str(drawn.total)), 2)
            targets = [
                world.workspace.new_target(
                    f"{folder.rstrip('/')}/{stem}-{number:0{digits}d}.{kind}", overwrite=overwrite, argument="folder"
                )
                for number in wanted
            ]
            for number, target in zip(wanted, targets, strict=True):
                shown = drawn.draw(number, width)
                with world.workspace.writing(target) as temporary:
                    temporary.write_bytes(shown.png if kind == "png" else _as_jpeg(shown.png))
                files.append(world.workspace.relative(target))
                size = f"{shown.width} x {shown.height} px"
    except RenderError as error:
        raise ToolError(str(error), argument="path") from error
    if not files:
        raise ToolError("say at least one page, or leave `pages` out for all", argument="pages")
    count = "1 file" if len(files) == 1 else f"{len(files)} files, the last"
    return PagesSaved(path=files[0], verified=f"{count} of {size}", warnings=warnings, files=files)


def _as_jpeg(png: bytes) -> bytes:
    import io

    from PIL import Image

    out = io.BytesIO()
    Image.open(io.BytesIO(png), formats=("PNG",)).convert("RGB").save(out, "JPEG", quality=92)
    return out.getvalue()
