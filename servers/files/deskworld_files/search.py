"""Finding files: by name, size and age; by what they say; by being the same as another."""

import time
import unicodedata
from collections import deque
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from deskworld_kit import Page, Result, ToolError, World, page, tool
from pydantic import Field

from deskworld_files import places
from deskworld_files.facts import digest
from deskworld_files.folders import Entry, described
from deskworld_files.patterns import fits
from deskworld_files.texts import NotText, sniff

if TYPE_CHECKING:
    import regex

PATIENCE = 5.0  # seconds that one search may take
LARGEST = 50 * 1024 * 1024
MOST_MATCHES = 2_000
LONGEST_LINE = 300


class Match(Result):
    """A line that fits."""

    path: str
    line: int
    text: str = Field(description="The line, cut around the match where it is long.")
    before: list[str] = Field(default_factory=list)
    after: list[str] = Field(default_factory=list)


class Matches(Page[Match]):
    """Lines that fit, and what was not looked at."""

    files: int = Field(description="How many files have a match.")
    warnings: list[str] = Field(default_factory=list)


class Duplicates(Result):
    """Files that hold the same."""

    bytes: int = Field(description="Of each one.")
    paths: list[str]


@tool("read", core=True)
def search_files(
    world: World,
    pattern: str = "*",
    path: str = "",
    only: Literal["all", "files", "folders"] = "files",
    larger_than: Annotated[int, Field(ge=0)] = 0,
    modified_after: datetime | None = None,
    sort: Literal["path", "newest", "largest"] = "path",
    limit: Annotated[int, Field(ge=1, le=200)] = 50,
    cursor: str = "",
) -> Page[Entry]:
    """Find files by name anywhere below a folder.

    Args:
        pattern: Like *.xlsx, or for paths reports/**/*.csv.
        path: Where to look; else everywhere.
        larger_than: In bytes.
        cursor: The `next_cursor` before.
    """
    top = world.workspace.folder(path)
    after = _aware(modified_after)
    found: list[Entry] = []
    for item in places.walk(top):
        if not fits(Path(item.path).relative_to(top).as_posix(), pattern):
            continue
        entry = described(world, item)
        if (
            only in ("all", f"{entry.kind}s")
            and (not larger_than or (entry.kind == "file" and entry.bytes > larger_than))
            and (after is None or entry.modified > after)
        ):
            found.append(entry)
    if sort == "newest":
        found.sort(key=lambda entry: entry.modified, reverse=True)
    elif sort == "largest":
        found.sort(key=lambda entry: entry.bytes, reverse=True)
    return page(found, limit=limit, cursor=cursor)


@tool("read", core=True)
def search_file_content(
    world: World,
    query: Annotated[str, Field(min_length=1)],
    path: str = "",
    names: str = "*",
    regex: bool = False,
    match_case: bool = False,
    context: Annotated[int, Field(ge=0, le=5)] = 0,
    limit: Annotated[int, Field(ge=1, le=200)] = 30,
    cursor: str = "",
) -> Matches:
    """Find lines in text files by words or by a regular expression.

    Args:
        query: Text, or with `regex` an expression.
        path: A file, or a folder with all below it.
        names: Only such files, like *.md.
        context: Lines around each.
        cursor: The `next_cursor` before.
    """
    expression = _expression(query, regex, match_case)
    top = places.entry(world, path)
    deadline = time.monotonic() + PATIENCE
    matches: list[Match] = []
    warnings: list[str] = []
    try:
        for file in places.files_below(top):
            if top.is_dir() and not fits(file.relative_to(top).as_posix(), names):
                continue
            if file.stat().st_size > LARGEST:
                warnings.append(f"not searched, over 50 MB: {places.name(world, file)}")
                continue
            matches += _matches_in(world, file, expression, context, deadline)
            if len(matches) >= MOST_MATCHES:
                warnings.append(f"stopped after {MOST_MATCHES:,} matches; say more, or name a folder")
                break
    except TimeoutError:
        raise ToolError(
            f"the search took over {PATIENCE:.0f} seconds; use a simpler expression, or fewer files by path and names",
            argument="query",
        ) from None
    part = page(matches[:MOST_MATCHES], limit=limit, cursor=cursor)
    return Matches(
        items=part.items,
        total=part.total,
        next_cursor=part.next_cursor,
        files=len({match.path for match in matches}),
        warnings=warnings,
    )


@tool("read")
def find_duplicate_files(
    world: World, path: str = "", limit: Annotated[int, Field(ge=1, le=200)] = 50, cursor: str = ""
) -> Page[Duplicates]:
    """Find files that hold exactly the same, the largest first.

    Args:
        path: Where to look; else everywhere.
        cursor: The `next_cursor` before.
    """
    by_size: dict[int, list[Path]] = {}
    for file in places.files_below(world.workspace.folder(path)):
        by_size.setdefault(file.stat().st_size, []).append(file)
    groups: list[Duplicates] = []
    for size, files in by_size.items():
        alike: dict[str, list[str]] = {}
        for file in files if size and len(files) > 1 else []:
            alike.setdefault(digest(file), []).append(places.name(world, file))
        groups += [Duplicates(bytes=size, paths=each) for each in alike.values() if len(each) > 1]
    groups.sort(key=lambda group: (-group.bytes, group.paths))
    return page(groups, limit=limit, cursor=cursor)


def _expression(query: str, is_regex: bool, match_case: bool) -> "regex.Pattern[str]":
    import regex

    # Text is compared composed: the same word in NFC and NFD is one word.
    source = query if is_regex else regex.escape(unicodedata.normalize("NFC", query))
    try:
        return regex.compile(source, regex.VERSION1 | (0 if match_case else regex.IGNORECASE))
    except regex.error as error:
        raise ToolError(f"not a regular expression: {error}; or leave out regex", argument="query") from None


def _matches_in(
    world: World, file: Path, expression: "regex.Pattern[str]", context: int, deadline: float
) -> Iterator[Match]:
    """Matching lines of one text file; none for what is not text."""
    try:
        encoding = sniff(file)
    except NotText:
        return
    name = places.name(world, file)
    recent: deque[str] = deque(maxlen=context)
    open_matches: list[tuple[Match, list[str]]] = []
    with file.open(encoding=encoding, errors="replace", newline=None) as stream:
        number = 0
        while line := stream.readline(1_000_000):
            number += 1
            line = unicodedata.normalize("NFC", line.rstrip("\n"))
            shown = line[:LONGEST_LINE]
            for match, after in [each for each in open_matches if len(each[1]) < context]:
                after.append(shown)
                if len(after) == context:
                    yield match.model_copy(update={"after": after})
                    open_matches.remove((match, after))
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError
            hit = expression.search(line, timeout=left)
            if hit:
                match = Match(path=name, line=number, text=_around(line, hit.start()), before=list(recent))
                if context:
                    open_matches.append((match, []))
                else:
                    yield match
            recent.append(shown)
    for match, after in open_matches:
        yield match.model_copy(update={"after": after})


def _around(line: str, at: int) -> str:
    if len(line) <= LONGEST_LINE:
        return line
    start = max(0, min(at - LONGEST_LINE // 3, len(line) - LONGEST_LINE))
    cut = line[start : start + LONGEST_LINE]
    return ("…" if start else "") + cut + ("…" if start + LONGEST_LINE < len(line) else "")


def _aware(moment: datetime | None) -> datetime | None:
    return moment.replace(tzinfo=UTC) if moment and moment.tzinfo is None else moment
