"""What the agent did, call by call.

A trajectory is a record: frozen, written as JSON, read again years later. Each call carries whether its tool says that
it changes nothing, so the questions asked here (was the deck looked at after its last change? was a failing call merely
repeated?) need no list of tools. Paths are compared as workspace paths, whatever way the agent wrote them.
"""

import json
import posixpath
import re
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from typing import Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, RootModel


class ToolCall(BaseModel):
    """One call of a tool and what came back."""

    model_config = ConfigDict(frozen=True)

    name: str
    arguments: dict[str, Any] = Field(default_factory=dict)
    ok: bool = True
    result: dict[str, Any] | None = None
    text: str = ""
    error: str = ""
    pictures: tuple[str, ...] = ()
    """SHA-256 of each picture that came back."""
    round: int = 1
    by: Literal["agent", "harness"] = "agent"
    """The harness may show renders by itself; they are kept, and are not the agent's doing."""
    reads: bool = False
    """The tool says that it only reads."""

    @property
    def changes(self) -> bool:
        return self.ok and not self.reads

    def touches(self, path: str) -> bool:
        """Whether the path, or a folder that holds it, is among the arguments or is named in the result as made."""
        wanted = _plain(path)
        named = {_plain(text) for text in _strings(self.arguments)}
        if self.result is not None and isinstance(made := self.result.get("path"), str):
            named.add(_plain(made))
        return any(_covers(name, wanted) for name in named)

    def changed(self, path: str) -> bool:
        """Whether this call may have changed the file: it succeeded, writes, and says that it made this file.

        A tool that makes a file says its path in its result; so an export leaves the deck as it was, and a mail the
        file that was attached. One that gives no structured result may have changed whatever it was given.
        """
        if not self.ok or not self.changes:
            return False
        if self.result is None:
            return self.touches(path)
        return any(_covers(_plain(made), _plain(path)) for made in _made(self.result))

    def __str__(self) -> str:
        arguments = ", ".join(
            f"{name}={json.dumps(value, ensure_ascii=False, default=str)}" for name, value in self.arguments.items()
        )
        return f"{self.name}({arguments})" if self.ok else f"{self.name}({arguments}) failed: {self.error}"

    __repr__ = __str__


class Trajectory(RootModel[tuple[ToolCall, ...]]):
    """All calls of one trial, in order. In JSON it is a list."""

    model_config = ConfigDict(frozen=True)

    root: tuple[ToolCall, ...] = ()

    def __len__(self) -> int:
        return len(self.root)

    def __getitem__(self, index: int) -> ToolCall:
        return self.root[index]

    def __iter__(self) -> Iterator[ToolCall]:  # pyright: ignore[reportIncompatibleMethodOverride] - as pydantic advises
        return iter(self.root)

    def calls(self, *names: str, ok: bool | None = True, **arguments: Any) -> list[ToolCall]:
        """Calls of these tools (wildcards allowed; none named: all) with at least these arguments.

        Only successful ones, unless `ok` is False (failed ones) or None (both).
        """
        return [
            call
            for call in self.root
            if (not names or any(fnmatchcase(call.name, name) for name in names))
            and (ok is None or call.ok is ok)
            and all(call.arguments.get(name) == value for name, value in arguments.items())
        ]

    def used(self, *names: str) -> bool:
        """Whether each of these tools succeeded at least once."""
        return all(self.calls(name) for name in names)

    def in_order(self, *names: str) -> bool:
        """Whether these tools succeeded one after the other, with anything in between."""
        calls = iter(call for call in self.root if call.ok)
        return all(any(fnmatchcase(call.name, name) for call in calls) for name in names)

    def changes_to(self, path: str) -> list[ToolCall]:
        """Successful calls that could have changed this file."""
        return [call for call in self.root if call.changed(path)]

    def rendered_after_last_change(self, path: str, *, by_agent: bool = True) -> bool:
        """Whether the file was looked at (a call on it brought back a picture) in the shape it was left in.

        False where it was never changed: nothing was made, so nothing was looked at. A call that changes the file
        and shows it is both at once.
        """
        return bool(self.looks_after_last_change(path, by_agent=by_agent))

    def looks_after_last_change(self, path: str, *, by_agent: bool = True) -> list[ToolCall]:
        """The calls that brought back a picture of the file in the shape it was left in."""
        seen: list[ToolCall] = []
        changed = False
        for call in self.root:
            if not call.ok or not call.touches(path):
                continue
            if call.changed(path):
                changed, seen = True, []
            if call.pictures and (call.by == "agent" or not by_agent):
                seen.append(call)
        return seen if changed else []

    def made_after(self, path: str, source: str) -> bool:
        """Whether a file was last written by a later call than the one that last changed its source.

        False where either was never written. A call that writes both at once is not later than itself.
        """
        made, changed = ([n for n, call in enumerate(self.root) if call.changed(each)] for each in (path, source))
        return bool(made and changed and made[-1] > changed[-1])

    def unseen(self, path: str, *parts: str) -> list[str]:
        """Those of the file's parts (sheets of a workbook) that no look since its last change was on.

        A look is on a part that its arguments or its result name, be it as `Summary` or as `Summary!A1:B9`.
        """
        named: set[str] = set()
        for call in self.looks_after_last_change(path):
            for text in _strings([call.arguments, call.result]):
                named |= {text, text.rpartition("!")[0].strip("'").replace("''", "'")}
        return [part for part in parts if part not in named]

    def guessed_ids(self) -> list[str]:
        """Ids in arguments that no earlier result had shown, as `star_emails names message_7`.

        An id is a noun and a number, as `message_7`; which nouns there are is seen from the results.
        """
        results = [texts_in(call.result) for call in self.root]
        nouns = {found[1] for texts in results for text in texts if (found := _ID.fullmatch(text))}
        known: set[str] = set()
        guessed: list[str] = []
        for call, texts in zip(self.root, results, strict=True):
            used = {each[0]: each[1] for text in texts_in(call.arguments) for each in _ID.finditer(text)}
            strange = [each for each, noun in used.items() if noun in nouns and each not in known]
            guessed += [f"{call.name} names {each}" for each in strange]
            known.update(each[0] for text in texts for each in _ID.finditer(text))
        return guessed

    def repeated_failures(self) -> list[ToolCall]:
        """Failing calls made again, unchanged, with nothing done in between that could have helped."""
        failed: set[str] = set()
        again: list[ToolCall] = []
        for call in self.root:
            said = json.dumps([call.name, call.arguments], sort_keys=True, default=str)
            if call.ok:
                if not call.reads:
                    failed.clear()
            elif said in failed:
                again.append(call)
            else:
                failed.add(said)
        return again


def _plain(path: str) -> str:
    """A path as the workspace knows it: forward slashes, no `./`, no leading slash."""
    return posixpath.normpath(path.replace("\\", "/")).lstrip("/") or "."


def texts_in(value: object) -> list[str]:
    """Every text in a call's arguments or result, however deep, long ones (bodies, files) among them."""
    if isinstance(value, Mapping):
        return [text for part in cast("Mapping[str, object]", value).values() for text in texts_in(part)]
    if isinstance(value, list | tuple):
        return [text for part in cast("list[object]", value) for text in texts_in(part)]
    return [value] if isinstance(value, str) else []


_ID = re.compile(r"(?<![\w.-])([a-z]+(?:_[a-z]+)*)_\d+(?![\w.-])")
_MADE = {"path", "paths", "written", "created", "restored", "target"}
"""Fields in which a result says which files were made or changed."""


def _made(result: object) -> Iterator[str]:
    if isinstance(result, dict):
        for name, value in cast("dict[str, object]", result).items():
            yield from _strings(value) if name in _MADE else _made(value)
    elif isinstance(result, list | tuple):
        for value in cast("list[object]", result):
            yield from _made(value)


def _covers(name: str, path: str) -> bool:
    """Whether a name is the path or a folder above it."""
    return name == path or (name != "." and path.startswith(f"{name}/"))


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        if 0 < len(value) < 1_000 and "\n" not in value:  # longer ones are contents, not paths
            yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _strings(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _strings(part)
