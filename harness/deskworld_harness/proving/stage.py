"""A desk for rehearsals: what is on record is answered from the record, everything else happens for real.

The stage is in a state of the desk. A call that was made in this very state before, with the same arguments, gives
the recorded result and leaves the recorded state, without running: a tool is a function of both. Any other call
runs on a real desk that is set up in that state when it is first needed.
"""

from __future__ import annotations

import copy
import json
import tempfile
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deskworld_harness.proving.states import Seen, State, States, read

if TYPE_CHECKING:
    from deskworld_kit import CallResult

    from deskworld_harness.scene import Scene
    from deskworld_harness.transports import OpenDesk

Memo = dict[tuple[str, str], "tuple[CallResult, str]"]
"""By state and call: what came back, and the key of the state after it."""


def said(name: str, arguments: dict[str, Any]) -> str:
    """A call as a key. Order of arguments does not matter to a tool."""
    return json.dumps([name, arguments], sort_keys=True, default=str)


@dataclass
class Stage:
    """Where one rehearsal takes place; open as long as the stack. With `keep`, what happens is added to the record."""

    scene: Scene
    states: States
    memo: Memo
    stack: AsyncExitStack
    state: State
    keep: bool = False
    live_calls: int = 0
    _reads: frozenset[str] = frozenset()
    _desk: OpenDesk | None = None
    _workspace: Path | None = None
    _closing: AsyncExitStack | None = None
    _image: bytes = b""
    _seen: Seen = field(default_factory=dict[str, Any])

    def __post_init__(self) -> None:
        self._reads = frozenset(tool.name for tool in self.scene.tools() if tool.kind == "read")

    async def call(self, name: str, arguments: dict[str, Any]) -> CallResult:
        """As a desk's `call`."""
        key = (self.state.key, said(name, arguments))
        if key in self.memo:
            result, after = self.memo[key]
            await self.go(self.states.state(after))
            return result
        self.live_calls += 1
        desk = await self._real()
        result = await desk.call(name, arguments)
        # A read leaves everything as it was: that is what its kind says, and what the suite's contract tests.
        if name not in self._reads:
            await self._look(desk)
        if self.keep:
            # A copy: the solution may do with its result what it likes.
            kept = replace(result, content=[], structured=copy.deepcopy(result.structured))
            self.memo[key] = (kept, self.state.key)
        return result

    def knows(self, name: str, arguments: dict[str, Any]) -> bool:
        """Whether this call, here and now, is on record."""
        return (self.state.key, said(name, arguments)) in self.memo

    def reads(self, name: str) -> bool:
        """Whether the tool says that it only reads."""
        return name in self._reads

    def remember(self) -> State:
        """The present state, kept so that another stage can start from it."""
        if self._workspace is not None:
            self.states.take(self._workspace, self._image, self._seen)
        return self.state

    async def go(self, state: State) -> None:
        """Be in this state; a real desk in another one is given up."""
        if state.key != self.state.key:
            self.state = state
            await self._leave()

    async def workspace(self) -> Path:
        """The workspace, for real: for whoever looks into it, or changes it past the tools (then `touched`)."""
        await self._real()
        assert self._workspace is not None
        return self._workspace

    async def touched(self) -> None:
        """The workspace was changed past the tools."""
        await self._look(await self._real())

    async def image(self) -> bytes:
        """The world's image; empty where nothing is kept in tables."""
        if self._desk is not None:
            return self._image
        return self.states.image(self.state)

    async def _look(self, desk: OpenDesk) -> None:
        assert self._workspace is not None
        self._image = await desk.image()
        if self.keep:
            self.state = self.states.take(self._workspace, self._image, self._seen)
        else:
            self.state = read(self._workspace, self._image, self._seen)

    async def _real(self) -> OpenDesk:
        """A real desk in the present state."""
        if self._desk is None:
            from deskworld_harness.transports import open_desk

            self._closing = await self.stack.enter_async_context(AsyncExitStack())
            # Ends after its servers: a tool still at work would else meet a folder that is gone.
            folder = self._closing.enter_context(tempfile.TemporaryDirectory(prefix="deskworld-stage-"))
            self._workspace = Path(folder) / "workspace"
            self._workspace.mkdir()
            self.states.put(self.state, self._workspace)
            self._image = self.states.image(self.state)
            # A world without tables is only a clock, which nothing moves: it starts as the scene's does.
            scene = replace(self.scene, image=self._image) if self._image else self.scene
            self._seen = {}
            self._desk = await open_desk(scene, self._workspace, self._closing)
        return self._desk

    async def _leave(self) -> None:
        if self._closing is not None:
            await self._closing.aclose()
        self._desk = self._workspace = self._closing = None
