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

from deskworld_docs.opening import Paper, reading
from deskworld_docs.verify import SomePages

_TARGETS = (".docx", ".odt", ".rtf", ".doc", ".html", ".htm", ".txt")
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
    overwrite: bool = False,
) -> Saved:
    """Save .doc, .odt, .rtf, .html, .txt as .docx, or a document as one of these; says what is lost."""
    from deskworld_docs import exchange
    from deskworld_docs.opening import save

    ending = Path(target).suffix.lower()
    ending = {".htm": ".html"}.get(ending, ending)
    if ending in _OTHERS:
        raise ToolError(f"{_OTHERS[ending]} makes {ending} files", argument="target")
    found = world.workspace.find(path)
    place = world.workspace.new_target(target, overwrite=overwrite, suffixes=_TARGETS, argument="target", source=found)
    kind = exchange.kind_inside(found)
    if kind == ending and found.suffix.lower() == place.suffix.lower():
        raise ToolError(f"{found.name!r} is a {ending} file already", argument="target")
    with tempfile.TemporaryDirectory(prefix="deskworld-") as folder:
        shelf = Path(folder)
        paper = exchange.paper_of(world, found, kind, shelf, world.workspace.relative(place))
        if ending == ".docx":
            save(world, paper, place)
            return Saved(**paper.receipt)
        if ending in exchange.BY_OFFICE:
            verified, lost = _by_office(world, paper, place, shelf)
        else:
            said, lost = exchange.page_of(paper) if ending == ".html" else exchange.text_of_document(paper)
            with world.workspace.writing(place) as temporary:
                temporary.write_text(said, encoding="utf-8", newline="\n")
                verified = f"reopened: {temporary.stat().st_size:,} bytes"
    warnings = [*paper.warnings, *([f"not in it: {exchange.told(lost)}"] if lost else [])]
    return Saved(path=world.workspace.relative(place), verified=verified, warnings=warnings)


def _by_office(world: World, paper: Paper, place: Path, shelf: Path) -> tuple[str, dict[str, int]]:
    """Let LibreOffice write the file, and read it again; gives what was seen, and what is fewer than before."""
    from deskworld_docs.exchange import by_office
    from deskworld_docs.holding import fewer, holdings, list_numbers
    from deskworld_docs.opening import open_paper

    before, after = shelf / "before.docx", shelf / "after.docx"
    paper.origin.write(before)
    with world.workspace.writing(place) as temporary:
        by_office(before, temporary, place.name)
        by_office(temporary, after, place.name)
        there = holdings(after)
        size = temporary.stat().st_size
    lost = fewer(holdings(before), there)
    if not lost.get("words") and list_numbers(open_paper(after, "")) != list_numbers(paper):
        lost["the right numbers of some lists"] = 0
    return f"reopened: {there['words']:,} words, {there['tables']} tables, {size:,} bytes", lost


@tool("add")
def export_document_pictures(
    world: World,
    path: str,
    folder: str,
    pages: SomePages = None,
    width: Annotated[int, Field(ge=200, le=4000, description="In pixels.")] = 1600,
    kind: Literal["png", "jpg"] = "png",
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
            for number in wanted:
                target = world.workspace.target(f"{folder.rstrip('/')}/{stem}-{number:0{digits}d}.{kind}",
                                                argument="folder")  # fmt: skip
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
