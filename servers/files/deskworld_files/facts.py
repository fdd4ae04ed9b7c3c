"""What a file is: size, time, type by content, digest."""

import hashlib
from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal

from deskworld_kit import Failure, Result, ToolError, World, tool
from pydantic import Field

from deskworld_files import places
from deskworld_files.kinds import agrees, type_of
from deskworld_files.texts import NotText, sniff

DIGESTED = 1_000_000_000  # bytes; more takes longer than a look at a file may
Algorithm = Literal["sha256", "sha512", "sha1", "md5", "blake2b"]


class Info(Result):
    """What there is to know about a file or folder."""

    path: str
    kind: Literal["file", "folder"]
    bytes: int = Field(description="Of a folder: of all files in it.")
    files: int = Field(description="How many files; 1 for a file.")
    modified: datetime
    media_type: str = Field(description="By content, not by name; empty for a folder.")
    encoding: str = Field(description="Of a text file.")
    sha256: str = Field(description="Of a file up to 1 GB; hash_files computes it for larger ones.")
    warnings: list[str] = Field(default_factory=list)


class Digest(Result):
    """A file's digest."""

    path: str
    digest: str
    bytes: int


class Digests(Result):
    """Digests of several files."""

    algorithm: str
    files: list[Digest]
    failures: list[Failure]


@tool("read", core=True)
def get_file_info(world: World, path: str) -> Info:
    """Say what a file or folder is: size, time, type by content, encoding, SHA-256; warns when a name lies."""
    found = places.entry(world, path)
    modified = places.moment(found.stat().st_mtime)
    if found.is_dir():
        sizes = [file.lstat().st_size for file in places.files_below(found)]
        return Info(
            path=places.name(world, found),
            kind="folder",
            bytes=sum(sizes),
            files=len(sizes),
            modified=modified,
            media_type="",
            encoding="",
            sha256="",
        )
    media_type = type_of(found)
    lies = not agrees(found, media_type)
    return Info(
        path=places.name(world, found),
        kind="file",
        bytes=found.stat().st_size,
        files=1,
        modified=modified,
        media_type=media_type,
        encoding=_encoding(found, media_type),
        sha256=digest(found) if found.stat().st_size <= DIGESTED else "",
        warnings=[f"the name ends in {found.suffix} but the content is {media_type}"] if lies else [],
    )


@tool("read")
def hash_files(
    world: World,
    paths: Annotated[list[str], Field(min_length=1, max_length=200)],
    algorithm: Algorithm = "sha256",
) -> Digests:
    """Compute the digest of files, to tell whether two are the same or one arrived whole."""
    files: list[Digest] = []
    failures: list[Failure] = []
    for path in paths:
        try:
            file = world.workspace.find(path, argument="paths")
            files.append(
                Digest(path=places.name(world, file), digest=digest(file, algorithm), bytes=file.stat().st_size)
            )
        except ToolError as error:
            failures.append(Failure(item=path, reason=str(error)))
    return Digests(algorithm=algorithm, files=files, failures=failures)


def digest(file: Path, algorithm: Algorithm = "sha256") -> str:
    """The digest of a file's bytes, in hex."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, algorithm).hexdigest()


def _encoding(file: Path, media_type: str) -> str:
    if not (media_type.startswith("text/") or media_type.endswith(("json", "xml", "javascript", "yaml"))):
        return ""
    try:
        return sniff(file)
    except NotText:
        return ""
