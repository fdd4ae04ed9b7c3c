"""PDFs made from Markdown and from pictures."""

from __future__ import annotations

from typing import Annotated, Literal

from deskworld_kit import Saved, ToolError, World, tool
from deskworld_kit.saying import many

from deskworld_pdf.arguments import UNSAID, Overwrite

_LONGEST = 1 << 20

Paper = Literal["A4", "A5", "Letter", "Legal"]


class PdfMade(Saved):
    """A PDF that was made."""

    pages: int
    bytes: int


@tool("add", core=True, idempotent=True)
def pdf_from_markdown(
    world: World,
    target: str,
    markdown: str = "",
    source: str = "",
    title: str = "",
    look: Annotated[Literal["report", "letter", "plain"], UNSAID] = "report",
    paper: Paper = "A4",
    page_numbers: bool = True,
    overwrite: Overwrite = False,
) -> PdfMade:
    """Make a designed PDF of Markdown, or of a .md `source`: tables, code, pictures, footnotes, $TeX$; with outline."""
    from deskworld_artifacts import RenderError
    from deskworld_artifacts.rendering.printing import print_html

    from deskworld_pdf.setting import footer_of, margins_of, page_of

    if bool(markdown.strip()) == bool(source):
        raise ToolError("give either `markdown` or a `source` file", argument="markdown")
    base = world.workspace.root / "document.html"
    if source:
        found = world.workspace.find(source, argument="source")
        if found.stat().st_size > _LONGEST:
            raise ToolError(f"it is over {_LONGEST >> 10} kB; cut it into parts", argument="source")
        try:
            markdown = found.read_text(encoding="utf-8-sig")
        except UnicodeDecodeError:
            raise ToolError(f"{source!r} is no text in UTF-8", argument="source") from None
        if not markdown.strip() or "\0" in markdown:
            raise ToolError(f"{source!r} is empty or no text", argument="source")
        base = found.with_suffix(".html")
    if len(markdown) > _LONGEST:
        raise ToolError(f"it is over {_LONGEST >> 10} kB; cut it into parts", argument="markdown")
    place = world.workspace.new_target(target, overwrite=overwrite, suffixes=(".pdf",), argument="target")
    html, heading, undrawn = page_of(markdown, look=look, title=title)
    try:
        blob, missing = print_html(
            base, html, paper=paper, footer=footer_of(title or heading) if page_numbers else "",
            margins=margins_of(look),
        )  # fmt: skip
    except RenderError as error:
        raise ToolError(str(error)) from error
    warnings = [f"the picture {name!r} is not in the workspace, or no picture" for name in missing[:10]]
    if undrawn:
        said = ", ".join(repr(each[:60]) for each in undrawn[:3]) + ("" if len(undrawn) <= 3 else " and others")
        warnings.append(f"{many(len(undrawn), 'formula')} can't be drawn (no such TeX here) and left as TeX: {said}")
    return _saved(world, place, blob, title or heading, warnings)


def _saved(world: World, place: object, blob: bytes, title: str, warnings: list[str]) -> PdfMade:
    """Save what a program made, with the world's time in it instead of today's."""
    import io
    from pathlib import Path

    import pikepdf

    from deskworld_pdf.opening import Paper as Open
    from deskworld_pdf.opening import save

    assert isinstance(place, Path)
    with pikepdf.open(io.BytesIO(blob)) as pdf:
        for key in list(pdf.docinfo.keys()):
            del pdf.docinfo[key]
        if title:
            pdf.docinfo["/Title"] = pikepdf.String(title[:300])
        pdf.docinfo["/Producer"] = pikepdf.String("Deskworld")
        pdf.docinfo["/CreationDate"] = pikepdf.String(world.now().strftime("D:%Y%m%d%H%M%S+00'00'"))
        made = Open(pdf, world.workspace.relative(place))
        made.touched = set(range(1, made.count + 1))
        made.warnings = warnings
        save(world, made, place)
    return PdfMade(**made.receipt, pages=made.count, bytes=place.stat().st_size)


@tool("add", idempotent=True)
def pdf_from_images(
    world: World,
    sources: list[str],
    target: str,
    paper: Annotated[Literal["fit", "A4", "A5", "Letter", "Legal"], UNSAID] = "fit",
    margin: Annotated[float, UNSAID] = 0,
    dpi: int = 150,
    overwrite: Overwrite = False,
) -> PdfMade:
    """Make a PDF of pictures, one a page, with nothing lost; JPEGs keep their bytes.

    Args:
        paper: fit: as large as the picture at `dpi`.
    """
    from deskworld_pdf.geometry import check_length
    from deskworld_pdf.opening import creating
    from deskworld_pdf.picturing import add_picture_pages

    if not sources:
        raise ToolError("name at least one picture", argument="sources")
    if not 30 <= dpi <= 1200:
        raise ToolError(f"{dpi} is out of range; say 30 to 1200", argument="dpi")
    if not 0 <= margin <= 200:
        raise ToolError(f"{margin:g} is out of range; say 0 to 200 points", argument="margin")
    check_length(margin, "margin")
    if len(sources) > 1000:
        raise ToolError("at most 1000 pictures at once", argument="sources")
    places = [world.workspace.find(each, argument="sources") for each in sources]
    with creating(world, target, overwrite=overwrite) as made:
        for place in places:
            made.warnings += add_picture_pages(made.pdf, place, paper, margin, dpi)
        made.touched = set(range(1, made.count + 1))
    return PdfMade(
        **made.receipt, pages=len(made.touched), bytes=world.workspace.find(made.name, argument="target").stat().st_size
    )
