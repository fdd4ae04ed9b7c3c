"""Moments of a desk: the world's image and the workspace's files, kept by content so that a hundred of them are small.

A state's key is the hash of all of it (names, bytes, links, empty folders, the world's image with its clock). Two
desks with one key are the same to every tool, so what a tool did at a key once it does there again.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = "folder"


@dataclass(frozen=True)
class State:
    """One moment. `files` holds by path `folder`, `link TARGET`, or the hash of the file's bytes."""

    key: str
    image: str  # the hash of the world's image
    files: dict[str, str]

    def hashes(self) -> dict[str, str]:
        """The files alone."""
        return {path: what for path, what in self.files.items() if what != FOLDER and not what.startswith("link ")}


@dataclass
class States:
    """All moments that were seen, and the bytes they are made of, each once; with those of a parent, which is left
    as it is."""

    known: dict[str, State] = field(default_factory=dict[str, State])
    blobs: dict[str, bytes] = field(default_factory=dict[str, bytes])
    parent: States | None = None

    def state(self, key: str) -> State:
        return self.known[key] if key in self.known or self.parent is None else self.parent.state(key)

    def blob(self, digest: str) -> bytes:
        return self.blobs[digest] if digest in self.blobs or self.parent is None else self.parent.blob(digest)

    def has(self, digest: str) -> bool:
        return digest in self.blobs or (self.parent is not None and self.parent.has(digest))

    def take(self, workspace: Path, image: bytes, seen: Seen | None = None) -> State:
        """Keep the moment that a workspace and an image are in."""
        state = read(workspace, image, seen)
        if not self.has(state.image):
            self.blobs[state.image] = image
        for path, digest in state.hashes().items():
            if not self.has(digest):
                self.blobs[digest] = (workspace / path).read_bytes()
        return self.known.setdefault(state.key, state)

    def image(self, state: State) -> bytes:
        return self.blob(state.image)

    def put(self, state: State, workspace: Path) -> None:
        """Fill an empty folder with the state's files."""
        for path, what in state.files.items():
            target = workspace / path
            target.parent.mkdir(parents=True, exist_ok=True)
            if what == FOLDER:
                target.mkdir(exist_ok=True)
            elif what.startswith("link "):
                target.symlink_to(what.removeprefix("link "))
            else:
                target.write_bytes(self.blob(what))


Seen = dict[str, tuple[tuple[int, int, int], str]]
"""Hashes by path, with what `stat` said of the file then: tools replace files whole, so a change shows there."""


def read(workspace: Path, image: bytes, seen: Seen | None = None) -> State:
    """The moment that a workspace and an image are in; `seen` spares files that did not change since it was filled."""
    seen = {} if seen is None else seen
    files = dict(sorted(_walk(str(workspace), "", seen)))
    digest = hashlib.sha256(image).hexdigest()
    key = hashlib.sha256(repr((digest, list(files.items()))).encode("utf-8", "surrogateescape")).hexdigest()
    return State(key, digest, files)


def _walk(folder: str, prefix: str, seen: Seen) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for entry in os.scandir(folder):
        name = f"{prefix}{entry.name}"
        if entry.is_symlink():
            found.append((name, f"link {os.readlink(entry.path)}"))  # noqa: PTH115 - an entry, not a Path
        elif entry.is_dir(follow_symlinks=False):
            found.append((name, FOLDER))
            found += _walk(entry.path, f"{name}/", seen)
        else:
            found.append((name, _digest(entry, name, seen)))
    return found


def _digest(entry: os.DirEntry[str], name: str, seen: Seen) -> str:
    facts = entry.stat()
    stamp = (facts.st_mtime_ns, facts.st_size, facts.st_ino)
    known = seen.get(name)
    if known is None or known[0] != stamp:
        seen[name] = known = (stamp, hashlib.sha256(Path(entry.path).read_bytes()).hexdigest())
    return known[1]
