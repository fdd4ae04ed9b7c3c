"""Zip and tar as one thing: members with names, sizes and what speaks against unpacking them, and a stream for each.

Nothing here writes outside the path it is given; `archives.py` decides what is unpacked and where.
"""

import bz2
import gzip
import lzma
import re
import shutil
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import IO, Literal, cast

from deskworld_kit import Result, ToolError
from deskworld_kit.workspace import HIDDEN
from pydantic import Field

from deskworld_files.places import MOST_DEPTH

ENDINGS = (".tar.gz", ".tar.bz2", ".tar.xz", ".zip", ".tar", ".tgz", ".tbz2", ".txz")
TAR_MODES: Mapping[str, Literal["w:", "w:bz2", "w:xz"]] = {
    ".tar": "w:",
    ".tar.bz2": "w:bz2",
    ".tbz2": "w:bz2",
    ".tar.xz": "w:xz",
    ".txz": "w:xz",
}
MOST_MEMBERS = 5_000
MOST_BYTES = 500 * 1024 * 1024
MOST_RATIO = 200  # unpacked to packed, for archives that unpack to more than:
FREE_BYTES = 20 * 1024 * 1024
CHUNK = 1024 * 1024

Unreadable = (zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, EOFError, OSError, RuntimeError)


class Member(Result):
    """One thing in an archive."""

    name: str
    kind: Literal["file", "folder", "other"]
    bytes: int
    modified: datetime | None
    problem: str = Field(default="", description="Why it can't be unpacked here; empty when it can.")


@dataclass(frozen=True)
class Archive:
    """An open archive."""

    members: list[Member]
    stream: Callable[[str], IO[bytes]]


def ending(path: Path) -> str:
    """The archive ending of a name, or an empty string."""
    return next((each for each in ENDINGS if path.name.lower().endswith(each)), "")


@contextmanager
def opened(path: Path, argument: str = "path") -> Generator[Archive, None, None]:
    """Open a zip or tar by its content, whatever its name."""
    try:
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as packed:
                if len(packed.infolist()) > 10 * MOST_MEMBERS:
                    raise ToolError(f"it has {len(packed.infolist()):,} members, too many to be looked at here")
                infos = {_name(info.filename): info for info in packed.infolist()}
                yield Archive(_marked(map(_zip_member, packed.infolist())), lambda name: packed.open(infos[name]))
        else:
            with _plain_stream(path) as stream, tarfile.open(fileobj=stream, mode="r:") as packed:
                entries = _tar_entries(packed)
                files = {_name(info.name): info for info in entries}
                yield Archive(_marked(map(_tar_member, entries)), lambda name: _tar_stream(packed, files[name]))
    except Unreadable as error:
        raise ToolError(
            f"{path.name!r} is not a zip or tar archive that can be read ({error})", argument=argument
        ) from None


def pack(target: Path, kind: str, things: Mapping[str, Path], stamp: datetime) -> None:
    """Write an archive; the same things give the same bytes."""
    if kind == ".zip":
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as made:
            for name, place in things.items():
                info = zipfile.ZipInfo(name + "/" * place.is_dir(), stamp.timetuple()[:6])
                info.external_attr = ((0o755 | stat.S_IFDIR) if place.is_dir() else (0o644 | stat.S_IFREG)) << 16
                info.compress_type = zipfile.ZIP_DEFLATED
                if place.is_dir():
                    made.writestr(info, b"")
                else:
                    with place.open("rb") as source, made.open(info, "w", force_zip64=True) as goal:
                        shutil.copyfileobj(source, goal, CHUNK)
    elif kind in (".tar.gz", ".tgz"):
        # tarfile would put the time of day into the gzip header.
        with (
            target.open("wb") as raw,
            gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as packed,
            tarfile.open(fileobj=packed, mode="w:") as made,
        ):
            _pack_tar(made, things, stamp)
    else:
        with tarfile.open(target, TAR_MODES[kind]) as made:
            _pack_tar(made, things, stamp)


def judge(members: Iterable[Member], packed_bytes: int) -> None:
    """Refuse an archive with a member that can't be unpacked here, or one too large unpacked."""
    chosen = list(members)
    bad = next((member for member in chosen if member.problem), None)
    if bad:
        raise ToolError(f"nothing was unpacked: {bad.name!r} {bad.problem}", argument="path")
    if len(chosen) > MOST_MEMBERS:
        raise ToolError(f"it has {len(chosen):,} members, over {MOST_MEMBERS:,}; choose by names", argument="path")
    size = sum(member.bytes for member in chosen)
    if size > MOST_BYTES or (size > FREE_BYTES and size > MOST_RATIO * packed_bytes):
        raise ToolError(f"it would unpack to {size:,} bytes, far too much; choose by names", argument="path")


def unpack(archive: Archive, member: Member, target: Path) -> None:
    """Write one member, and not one byte more than it said it has."""
    left = member.bytes
    with archive.stream(member.name) as source, target.open("xb") as goal:
        while chunk := source.read(CHUNK):
            left -= len(chunk)
            if left < 0:
                raise ToolError(
                    f"{member.name!r} is larger than the archive says; nothing was unpacked", argument="path"
                )
            goal.write(chunk)
    if left:
        raise ToolError(f"{member.name!r} is shorter than the archive says; nothing was unpacked", argument="path")


def _pack_tar(made: tarfile.TarFile, things: Mapping[str, Path], stamp: datetime) -> None:
    for name, place in things.items():
        info = tarfile.TarInfo(name)
        info.mtime = int(stamp.timestamp())
        if place.is_dir():
            info.type, info.mode = tarfile.DIRTYPE, 0o755
            made.addfile(info)
        else:
            info.size = place.stat().st_size
            with place.open("rb") as source:
                made.addfile(info, source)


def _zip_member(info: zipfile.ZipInfo) -> Member:
    mode = info.external_attr >> 16
    name = _name(info.filename)
    odd = stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR)
    problem = "is a link or a device" if odd else "is encrypted" if info.flag_bits & 1 else _problem(name)
    try:
        modified = datetime(*info.date_time, tzinfo=UTC)
    except ValueError:
        modified = None
    kind = "other" if odd else "folder" if info.is_dir() or info.filename.endswith("\\") else "file"
    return Member(name=name, kind=kind, bytes=info.file_size, modified=modified, problem=problem)


class _Measured:
    """A stream that gives a little at a time: a tar's header may claim gigabytes, and its reader asks for them."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self.seek, self.tell, self.close = stream.seek, stream.tell, stream.close

    def read(self, size: int = -1) -> bytes:
        if not 0 <= size <= 8 * CHUNK:
            raise tarfile.ReadError("a header of it is far too large")
        return self._stream.read(size)


@contextmanager
def _plain_stream(path: Path) -> Generator[IO[bytes], None, None]:
    """What a file holds, unpacked if it is packed."""
    with path.open("rb") as file:
        head = file.read(6)
    openers = {b"\x1f\x8b": gzip.open, b"BZh": bz2.open, b"\xfd7zXZ\x00": lzma.open}
    opener = next((each for mark, each in openers.items() if head.startswith(mark)), open)
    with cast("IO[bytes]", opener(path, "rb")) as stream:
        yield cast("IO[bytes]", _Measured(stream))


def _tar_entries(packed: tarfile.TarFile) -> list[tarfile.TarInfo]:
    """All headers; reading them means unpacking, so an endless archive is stopped here."""
    entries: list[tarfile.TarInfo] = []
    size = 0
    for info in packed:
        entries.append(info)
        size += info.size
        if size > 4 * MOST_BYTES or len(entries) > 10 * MOST_MEMBERS:
            raise ToolError("it unpacks to far too much to be looked at here", argument="path")
    return [info for info in entries if PurePosixPath(info.name) != PurePosixPath(".")]


def _tar_member(info: tarfile.TarInfo) -> Member:
    plain = info.isfile() or info.isdir()
    name = _name(info.name)
    return Member(
        name=name,
        kind="folder" if info.isdir() else "file" if info.isfile() else "other",
        bytes=info.size,
        modified=datetime.fromtimestamp(int(info.mtime), UTC) if 0 <= info.mtime < 2**33 else None,
        problem=_problem(name) if plain else "is a link or a device",
    )


def _tar_stream(packed: tarfile.TarFile, info: tarfile.TarInfo) -> IO[bytes]:
    stream = packed.extractfile(info)
    if stream is None:
        raise tarfile.TarError(f"{info.name} has no content")
    return stream


def _name(stored: str) -> str:
    """A member's name as it will be on disk: without `./` and a slash at the end, backslashes as slashes."""
    if not _is_text(stored):  # bytes that are no UTF-8: an old program's, most likely western
        stored = stored.encode("utf-8", "surrogateescape").decode("cp1252", "replace")
    name = stored.replace("\\", "/")
    return ("/" if name.startswith("/") else "") + PurePosixPath(name).as_posix().lstrip("/")


def _is_text(stored: str) -> bool:
    try:
        stored.encode()
    except UnicodeEncodeError:
        return False
    return True


def _problem(name: str) -> str:
    parts = name.split("/")
    if len(parts) > MOST_DEPTH:
        return f"lies over {MOST_DEPTH} folders deep"
    if name.startswith("/") or re.match(r"[A-Za-z]:", name):
        return "is an absolute path"
    if ".." in parts:
        return "leads outside the folder"
    if any(part.casefold() == HIDDEN for part in parts):
        return f"lies in {HIDDEN!r}, which is kept by the servers"
    return ""


def _marked(members: Iterable[Member]) -> list[Member]:
    """The members, with a problem where two are one file, or one lies in a file."""
    members = list(members)
    files = {member.name for member in members if member.kind != "folder"}
    seen: dict[str, str] = {}
    marked: list[Member] = []
    for member in members:
        twice = member.name in seen and "file" in (member.kind, seen[member.name])
        seen.setdefault(member.name, member.kind)
        inside = any(str(parent) in files for parent in PurePosixPath(member.name).parents) and not member.problem
        problem = member.problem or ("is there twice" if twice else "lies in what is a file there" if inside else "")
        marked.append(member.model_copy(update={"problem": problem}))
    return marked
