"""Files put together and taken apart: merged, split, and their pages chosen, removed, moved, turned and cropped."""

from __future__ import annotations

import io
import re
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated, Any, Literal

from deskworld_kit import Arguments, Result, Saved, ToolError, World, tool
from deskworld_kit.saying import many
from pydantic import Field

from deskworld_pdf.arguments import UNSAID, Area, Overwrite, Pages, SomePages, Target
from deskworld_pdf.bombs import check_streams
from deskworld_pdf.geometry import frame_of
from deskworld_pdf.mending import told
from deskworld_pdf.opening import Paper, counted, editing, open_pdf, reading, save
from deskworld_pdf.placing import targets_in

if TYPE_CHECKING:
    import pikepdf

_MOST_FILES = 500


class Source(Arguments):
    """A file."""

    path: str
    pages: SomePages = None


class Part(Result):
    """A file that was made."""

    path: str
    pages: str = Field(description="Of the whole, from-to.")
    bytes: int
    title: str = Field(default="", description="The bookmark that it starts at.")


class PdfSplit(Result):
    """The files that a PDF became."""

    parts: list[Part]
    verified: str
    warnings: list[str]


class PagesSaved(Saved):
    """A file whose pages changed."""

    pages: int


@tool("add", core=True)
def merge_pdfs(
    world: World,
    sources: list[Source],
    target: str,
    bookmarks: Annotated[Literal["files", "keep", "none"], UNSAID] = "files",
    overwrite: Overwrite = False,
) -> PagesSaved:
    """Put PDFs, or some pages of them, together; by default with a bookmark a file, its own below."""
    from deskworld_pdf.leaves import keep_pages, write_labels
    from deskworld_pdf.merging import append, labels
    from deskworld_pdf.merging import bookmarks as bookmarks_of
    from deskworld_pdf.outlines import Bookmark, entries_of, write_entries

    if not sources:
        raise ToolError("name at least one file", argument="sources")
    place = world.workspace.new_target(target, overwrite=overwrite, suffixes=(".pdf",), argument="target")
    warnings: list[str] = []
    with ExitStack() as open_files:
        whole: pikepdf.Pdf | None = None
        entries: list[Bookmark] = []
        marks: list[Any] = []
        has_labels = False
        for source in sources:
            found = world.workspace.find(source.path, argument="sources")
            pdf = open_files.enter_context(open_pdf(found, argument="sources"))
            check_streams(pdf, found.name, "sources")
            paper = Paper(pdf, world.workspace.relative(found))
            if len(pdf.pages) == 0:
                raise ToolError(f"{source.path!r} has no pages", argument="sources")
            order = paper.numbers(source.pages, argument="sources")
            _say_signed(pdf, paper.name, warnings)
            warnings += [f"{paper.name}: {said}" for said in told(pdf)]
            warnings += [f"{paper.name}: {said}" for said in keep_pages(pdf, order)]
            first = 0 if whole is None else len(whole.pages)
            has_labels = has_labels or "/PageLabels" in pdf.Root
            marks += labels(pdf)
            if bookmarks == "files":
                entries.append(Bookmark(1, _title(pdf, found.stem), first + 1))
            deeper = 1 if bookmarks == "files" else 0
            if whole is None:
                whole = pdf
                entries += [_deeper(entry, deeper) for entry in entries_of(pdf)] if bookmarks != "none" else []
                continue
            warnings += [f"{paper.name}: {said}" for said in append(whole, pdf)]
            entries += bookmarks_of(whole, pdf, first, deeper) if bookmarks != "none" else []
        assert whole is not None
        write_entries(whole, entries)
        if has_labels:
            write_labels(whole, marks)
        result = Paper(whole, world.workspace.relative(place))
        result.warnings = warnings
        save(world, result, place)
        return PagesSaved(**result.receipt, pages=result.count)


def _deeper(entry: Any, by: int) -> Any:
    from dataclasses import replace

    return replace(entry, level=entry.level + by)


def _title(pdf: pikepdf.Pdf, stem: str) -> str:
    from deskworld_pdf.documents import properties

    title = properties(pdf).get("title", "")
    return title if title.casefold() not in ("", "untitled", "unknown") else stem


def _say_signed(pdf: pikepdf.Pdf, name: str, warnings: list[str]) -> None:
    from deskworld_pdf.opening import signatures

    if signatures(pdf):
        warnings.append(f"{name} was signed; its signature does not hold in the new file")


@tool("add", core=True)
def split_pdf(
    world: World,
    path: str,
    folder: str,
    by: Annotated[Literal["pages", "ranges", "outline", "size"], UNSAID] = "pages",
    every: int = 1,
    ranges: list[str] | None = None,
    megabytes: float = 10,
    overwrite: Overwrite = False,
) -> PdfSplit:
    """Cut a PDF into files.

    Args:
        every: Pages a file.
        ranges: Like "1-3,7", one a file.
    """
    from deskworld_pdf.outlines import entries_of

    if every < 1:
        raise ToolError(f"{every} is out of range; say 1 or more pages a file", argument="every")
    if not 0 < megabytes < 10_000:
        raise ToolError(f"{megabytes:g} is out of range; say more than 0", argument="megabytes")
    found = world.workspace.find(path)
    warnings: list[str] = []
    if ranges and by not in ("pages", "ranges"):
        raise ToolError(f"ranges don't go with by={by!r}; leave one of them out", argument="ranges")
    with reading(world, path) as paper:
        count = paper.count
        paper.numbers(None)
        check_streams(paper.pdf, found.name)
        _say_signed(paper.pdf, paper.name, warnings)
        warnings += told(paper.pdf)
        titles: dict[int, str] = {}
        match "ranges" if ranges else by:
            case "ranges":
                groups = _ranges(ranges or [], count)
                if not groups:
                    raise ToolError('say which pages each file gets, like ["1-3", "4-9"]', argument="ranges")
            case "outline":
                starts = {entry.page: entry.title for entry in reversed(entries_of(paper.pdf)) if entry.level == 1}
                starts.pop(0, None)
                if not starts:
                    raise ToolError("the file has no outline to split by", argument="by")
                firsts = sorted({1, *starts})
                groups = [list(range(a, b)) for a, b in zip(firsts, [*firsts[1:], count + 1], strict=True)]
                titles = {place: starts.get(group[0], "") for place, group in enumerate(groups)}
            case "size":
                groups = _by_size(found, paper.pdf, int(megabytes * 1_000_000), warnings)
            case _:
                groups = [list(range(at, min(at + every, count + 1))) for at in range(1, count + 1, every)]
        if len(groups) > _MOST_FILES:
            raise ToolError(f"that would be {len(groups)} files; at most {_MOST_FILES} are made", argument="every")
    digits = max(2, len(str(len(groups))))
    said = [_plain(titles.get(place, "")) for place in range(len(groups))]
    names = [f"{found.stem}-{place:0{digits}d}{each and f'-{each}'}.pdf" for place, each in enumerate(said, 1)]
    targets = targets_in(world, folder, names, overwrite=overwrite, source=found)
    parts: list[Part] = []
    for place, (group, target) in enumerate(zip(groups, targets, strict=True)):
        title = titles.get(place, "")
        with open_pdf(found) as pdf:
            _only(pdf, group)
            part = Paper(pdf, world.workspace.relative(target))
            save(world, part, target)
        parts.append(Part(path=part.name, pages=_said(group), bytes=target.stat().st_size, title=title))
    return PdfSplit(
        parts=parts, verified=f"{many(len(parts), 'file')} reopened, {many(sum(map(len, groups)), 'page')}",
        warnings=warnings,
    )  # fmt: skip


def _only(pdf: pikepdf.Pdf, order: list[int]) -> list[str]:
    from deskworld_pdf.leaves import keep_pages

    return keep_pages(pdf, order)


def _plain(title: str) -> str:
    return re.sub(r"[^\w]+", "-", title).strip("-")[:40].strip("-").lower()


def _said(group: list[int]) -> str:
    if group == list(range(group[0], group[-1] + 1)):
        return str(group[0]) if len(group) == 1 else f"{group[0]}-{group[-1]}"
    return ",".join(map(str, group))


def _ranges(said: list[str], count: int) -> list[list[int]]:
    """The pages of each file. One text that names all pages in their order, as "1-2,3-end", says where to cut."""
    groups = [_range(each, count) for each in said]
    parts = said[0].split(",") if len(said) == 1 else []
    if len(parts) > 1 and groups[0] == list(range(1, count + 1)):
        return [_range(part, count) for part in parts]
    return groups


def _range(said: str, count: int) -> list[int]:
    """Page numbers of "1-3,7", with "9-" or "9-end" up to the end."""
    found: list[int] = []
    for part in re.sub(r"\b(end|last)\b", str(count), said.replace(" ", "").casefold()).split(","):
        match = re.fullmatch(r"(\d{1,6})(-(\d{1,6})?)?", part)
        if match is None:
            raise ToolError(f"{said[:60]!r} is no range of pages; say it like '1-3,7' or '4-end'", argument="ranges")
        first = int(match[1])
        last = int(match[3]) if match[3] else (count if match[2] else first)
        if not 1 <= first <= count or not 1 <= last <= count:
            raise ToolError(f"{said[:60]!r}: {counted(count)}", argument="ranges")
        if last < first:
            raise ToolError(f"{said[:60]!r} runs backwards", argument="ranges")
        found += range(first, last + 1)
    return list(dict.fromkeys(found))


def _by_size(place: Any, pdf: pikepdf.Pdf, most: int, warnings: list[str]) -> list[list[int]]:
    """Runs of pages whose file stays under a size, measured by writing them."""
    groups: list[list[int]] = []
    count = len(pdf.pages)
    first = 1
    guess = max(1, count * most // max(place.stat().st_size, 1))
    while first <= count:
        size = min(guess, count - first + 1)
        while size > 1 and _size_of(place, range(first, first + size)) > most:
            size = max(1, size * 3 // 4)
        while first + size <= count and size < guess * 4 and (_size_of(place, range(first, first + size + 1)) <= most):
            size += 1
        if size == 1 and _size_of(place, [first]) > most:
            warnings.append(f"page {first} alone is larger than asked for")
        groups.append(list(range(first, first + size)))
        first += size
    return groups


def _size_of(place: Any, group: Any) -> int:
    buffer = io.BytesIO()
    with open_pdf(place) as pdf:
        _only(pdf, list(group))
        pdf.save(buffer)
    return buffer.tell()


@tool("add", core=True)
def extract_pdf_pages(world: World, path: str, pages: Pages, target: str, overwrite: Overwrite = False) -> PagesSaved:
    """Save some pages as a file of their own, in the order given."""
    with editing(world, path, target, overwrite=overwrite, apart=True) as paper:
        _check(paper, pages)
        paper.warnings += _only(paper.pdf, list(pages))
        paper.touched = set(range(1, len(pages) + 1))
    return PagesSaved(**paper.receipt, pages=len(pages))


@tool("remove", core=True)
def delete_pdf_pages(
    world: World, path: str, pages: Pages, target: Target = "", overwrite: Overwrite = False
) -> PagesSaved:
    """Delete pages with all that was only theirs."""
    with editing(world, path, target, overwrite=overwrite) as paper:
        _check(paper, pages)
        rest = [number for number in range(1, paper.count + 1) if number not in pages]
        if not rest:
            raise ToolError("these are all pages; a file needs at least one", argument="pages")
        paper.warnings += _only(paper.pdf, rest)
        paper.touched = set()
    return PagesSaved(**paper.receipt, pages=len(rest))


@tool("edit", core=True, idempotent=False)
def reorder_pdf_pages(
    world: World, path: str, pages: Pages, position: int = 1, target: Target = "", overwrite: Overwrite = False
) -> PagesSaved:
    """Move pages, in the order given, so that the first of them gets the number `position`."""
    with editing(world, path, target, overwrite=overwrite) as paper:
        _check(paper, pages)
        if len(set(pages)) != len(pages):
            raise ToolError("a page is named twice", argument="pages")
        rest = [number for number in range(1, paper.count + 1) if number not in pages]
        if not 1 <= position <= len(rest) + 1:
            raise ToolError(f"{position} is out of range; say 1 to {len(rest) + 1}", argument="position")
        order = [*rest[: position - 1], *pages, *rest[position - 1 :]]
        _only(paper.pdf, order)
        paper.touched = set()
    return PagesSaved(**paper.receipt, pages=len(order))


@tool("edit", core=True, idempotent=False)
def rotate_pdf_pages(
    world: World,
    path: str,
    degrees: Literal[90, 180, 270, -90],
    pages: SomePages = None,
    target: Target = "",
    overwrite: Overwrite = False,
) -> PagesSaved:
    """Turn pages clockwise."""
    with editing(world, path, target, overwrite=overwrite) as paper:
        for number in paper.numbers(pages):
            paper.page(number).rotate(degrees, relative=True)
    return PagesSaved(**paper.receipt, pages=paper_count(world, paper.name))


@tool("edit")
def crop_pdf_pages(
    world: World, path: str, box: Area, pages: SomePages = None, target: Target = "", overwrite: Overwrite = False
) -> PagesSaved:
    """Show only a part of pages. What is cut off is hidden, not gone: redact_pdf removes."""
    import pikepdf

    with editing(world, path, target, overwrite=overwrite) as paper:
        for number in paper.numbers(pages):
            sheet = paper.page(number)
            frame = frame_of(sheet)
            left, bottom, right, top = frame.own_box(frame.check(box))
            if right - left < 3 or top - bottom < 3:
                raise ToolError("a page needs at least 3 points each way", argument="box")
            wide, high = frame.size
            if (right - left) * (top - bottom) < 0.01 * wide * high:
                paper.warnings.append(
                    f"page {number} is down to {right - left:g} x {top - bottom:g} of its {wide:g} x {high:g} points"
                )
            sheet.obj["/CropBox"] = pikepdf.Array([round(side, 3) for side in (left, bottom, right, top)])
    return PagesSaved(**paper.receipt, pages=paper_count(world, paper.name))


def paper_count(world: World, name: str) -> int:
    """How many pages a saved file has."""
    with reading(world, name) as again:
        return again.count


def _check(paper: Paper, pages: list[int]) -> None:
    if not pages:
        raise ToolError(f"name at least one page; {counted(paper.count)}", argument="pages")
    if len(pages) > 5000:
        raise ToolError("at most 5000 pages at once", argument="pages")
    paper.numbers(pages)  # a range of hundreds is checked without opening each page
