"""The only place where tools touch files.

Every path that a caller names is resolved here, once, by the same rule: relative or absolute, it must end inside the
workspace after all links are followed. What is written is written beside its target and moved over it when whole, so
a reader, a crash or a full disk never meets half a file.
"""

import os
import re
import unicodedata
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from itertools import count
from pathlib import Path

from deskworld_kit.errors import ToolError, quoted
from deskworld_kit.patience import still_wanted

HIDDEN = ".deskworld"
"""A folder of this name belongs to the servers: listings leave it out and callers can't name it."""

_LONGEST_NAME = 255  # bytes, the limit of every common file system
_DEEPEST = 100  # folders; walks and copies of deeper trees end in errors of the system
_NOT_A_PATH = re.compile(r"^([a-zA-Z][a-zA-Z0-9+.-]+://|[a-zA-Z]:[\\/]|~/|=|\\\\)|^file:", re.IGNORECASE)
_turns = count()


class Workspace:
    """One folder that a world's tools may read and write.

    Args:
        root: The folder; made where it is missing.
    """

    def __init__(self, root: Path) -> None:
        root.mkdir(parents=True, exist_ok=True)
        self.root = root.resolve()
        self._to_be_made: set[Path] = set()
        self._made: dict[Path, tuple[int, int, int]] = {}

    def find(self, path: str, *, argument: str = "path") -> Path:
        """An existing file.

        Raises:
            ToolError: Outside the workspace, a folder, or missing; then names that are near are offered.
        """
        place = self.place(path, argument=argument)
        if place.is_dir():
            raise ToolError(f"{quoted(path)} is a folder; name a file in it", argument=argument)
        if not place.is_file():
            if place.exists():
                raise ToolError(f"{quoted(path)} is no regular file (a pipe, a socket or a device)", argument=argument)
            raise ToolError(f"there is no file {quoted(path)}{self._near(place)}", argument=argument)
        return place

    def folder(self, path: str = "", *, argument: str = "path") -> Path:
        """An existing folder; an empty path is the workspace itself."""
        place = self.place(path or ".", argument=argument)
        if place.is_file():
            raise ToolError(f"{quoted(path)} is a file, not a folder", argument=argument)
        if not place.is_dir():
            raise ToolError(f"there is no folder {quoted(path)}{self._near(place)}", argument=argument)
        return place

    def target(self, path: str, *, suffixes: Sequence[str] = (), argument: str = "path") -> Path:
        """Where a file may be written; it need not exist, nor its folders.

        Args:
            path: What the caller said.
            suffixes: The endings that are right, with the dot; empty for any.
            argument: The argument to name in an error.
        """
        place = self.place(path, argument=argument)
        if place == self.root or place.is_dir():
            raise ToolError(f"{quoted(path)} is a folder; name a file", argument=argument)
        if place.exists() and not place.is_file():
            raise ToolError(f"{quoted(path)} is no regular file, so it can't be written", argument=argument)
        if suffixes and place.suffix.lower() not in suffixes:
            raise ToolError(f"{quoted(path)} must end in {' or '.join(suffixes)}", argument=argument)
        for parent in place.parents:
            if parent == self.root:
                break
            if parent.exists() and not parent.is_dir():
                raise ToolError(f"{self.relative(parent)!r} is a file, so nothing can be put in it", argument=argument)
        return place

    def new_target(
        self,
        path: str,
        *,
        overwrite: bool,
        suffixes: Sequence[str] = (),
        argument: str = "path",
        source: Path | None = None,
    ) -> Path:
        """Where a tool may make a file anew: whatever lies there is not lost unawares.

        A chart or an export is made, looked at and made again, so what this workspace made itself, and nobody changed
        since, is replaced without a word. Anything else that is there only if `overwrite` says so, and the `source`
        that is read never.
        """
        place = self.target(path, suffixes=suffixes, argument=argument)
        if place.exists():
            if source and place.samefile(source):
                raise ToolError(f"{quoted(path)} is the file that is read; name another", argument=argument)
            if not overwrite and self._made.get(place) != _state(place):
                raise ToolError(
                    f"{quoted(path)} exists; name another, or pass overwrite=true to replace it", argument=argument
                )
        self._to_be_made.add(place)
        return place

    def place(self, path: str, *, argument: str = "path") -> Path:
        """Where a path leads, after links and dots: inside the workspace, or an error. It need not exist."""
        if not path or "\0" in path:
            what = "hold a NUL" if path else "be empty"
            raise ToolError(f"a path can't {what}; give one relative to the workspace", argument=argument)
        if _NOT_A_PATH.match(path):
            raise ToolError(
                f"{quoted(path)} is not a path; give one relative to the workspace, like 'reports/q1.xlsx'",
                argument=argument,
            )
        if path.count("/") > _DEEPEST:
            raise ToolError(f"it is over {_DEEPEST} folders deep; use a shorter path", argument=argument)
        try:
            path.encode()
        except UnicodeEncodeError:
            raise ToolError("a path must be valid Unicode text", argument=argument) from None
        for part in path.split("/"):
            if len(part.encode()) > _LONGEST_NAME:
                raise ToolError(f"a name in it has over {_LONGEST_NAME} bytes; use a shorter one", argument=argument)
        try:
            place = self._as_spelled(self.root / path).resolve()
        except (OSError, RuntimeError, ValueError):
            raise ToolError(
                f"{quoted(path)} can't be followed: a loop of links, or too long", argument=argument
            ) from None
        if place != self.root and self.root not in place.parents:
            raise ToolError(
                f"{quoted(path)} leads outside the workspace; give a path relative to it, like 'reports/q1.xlsx'",
                argument=argument,
            )
        if any(part.casefold() == HIDDEN for part in place.relative_to(self.root).parts):  # one folder on many disks
            raise ToolError(f"{HIDDEN!r} is kept by the servers and can't be named", argument=argument)
        self._to_be_made.discard(place)  # a call that was to make it and was refused; this one may well edit it
        return place

    def relative(self, place: Path) -> str:
        """How a place is called on the wire: relative, with forward slashes."""
        return place.relative_to(self.root).as_posix()

    @contextmanager
    def writing(self, target: Path) -> Generator[Path, None, None]:
        """Fill a temporary file; it takes the target's place when the block ends well, else it is removed.

        The temporary one lies beside the target and has its ending, so libraries that look at it are content. A
        check inside the block (open what was written, compare) makes a bad file never appear at all.
        """
        if target.is_symlink() or not self._inside(target):
            raise ToolError(f"{target.name!r} is a link or lies outside the workspace")
        made = [parent for parent in (target.parent, *target.parent.parents) if not parent.exists()]
        target.parent.mkdir(parents=True, exist_ok=True)
        temporary = target.with_name(f".{os.getpid()}-{next(_turns)}.tmp{target.suffix[:40]}")
        try:
            yield temporary
            if not temporary.exists():
                raise ToolError(f"nothing was written to {self.relative(target)!r}")
            if target.exists():
                temporary.chmod(target.stat().st_mode & 0o7777)
            still_wanted()
            temporary.replace(target)
            made = []
            self._made.pop(target, None)
            if target in self._to_be_made:
                self._made[target] = _state(target)
        finally:
            temporary.unlink(missing_ok=True)
            for parent in made:
                with suppress(OSError):  # not empty: somebody else put something there meanwhile
                    parent.rmdir()

    def sweep(self, process: int) -> None:
        """Remove the temporary files of a process that was killed while it wrote."""
        for path in self.root.rglob(f".{process}-*.tmp*"):
            path.unlink(missing_ok=True)

    @contextmanager
    def alone(self) -> Generator[None, None, None]:
        """Keep other processes on this workspace from changing files meanwhile.

        What a tool reads and then overwrites would else be lost when two servers edit one file. Ends with the
        process, however that ends. Not to be nested.
        """
        try:
            import fcntl
        except ImportError:  # Windows has none
            yield
            return
        folder = os.open(self.root, os.O_RDONLY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX)
            still_wanted()
            yield
        finally:
            os.close(folder)

    def _inside(self, target: Path) -> bool:
        return self.root in target.resolve().parents

    def _as_spelled(self, place: Path) -> Path:
        """The same path with each name as the disk spells it.

        'Bäcker' may be stored composed (NFC) or decomposed (NFD); to a person they are one name.
        """
        if place.exists() or place.is_symlink():
            return place
        spelled = Path(place.anchor)
        for part in place.parts[1:]:
            step = spelled / part
            if not part.isascii() and not step.exists() and spelled.is_dir():
                wanted = unicodedata.normalize("NFC", part)
                for name in os.listdir(spelled):  # noqa: PTH208 - names alone are needed
                    if unicodedata.normalize("NFC", name) == wanted:
                        step = spelled / name
                        break
            spelled = step
        return spelled

    def _near(self, place: Path) -> str:
        """A hint with names like the one that was not found, or what the folder holds."""
        folder = place.parent
        if not folder.is_dir():
            return f"; the folder {self.relative(folder)!r} doesn't exist either"
        names = sorted(entry.name for entry in folder.iterdir() if entry.name != HIDDEN)
        near = get_close_matches(place.name, names, n=3, cutoff=0.6)
        shown = near or names[:8]
        if not shown:
            return "; its folder is empty"
        paths = ", ".join(repr(self.relative(folder / name)) for name in shown)
        return f"; did you mean {paths}?" if near else f"; its folder holds {paths}"


def _state(place: Path) -> tuple[int, int, int]:
    """What changes when somebody writes a file: its place on the disk, its size, its time."""
    status = place.stat()
    return status.st_ino, status.st_size, status.st_mtime_ns
