"""The reference solution of a task, as an agent: it calls the same tools that a model would.

`solution.py` has `async def solve(desk, task) -> str`. The desk it gets takes a tool's arguments by keyword, returns
the structured result, and raises where a tool refuses, so a solution reads like the work it does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deskworld_harness.outcomes import Fault, Kind, sentence
from deskworld_harness.session import Said, Session
from deskworld_harness.task import TaskError

if TYPE_CHECKING:
    from deskworld_harness.scene import Scene


class ToolRefused(Exception):
    """A tool said no: its words, after the call's name."""


class SolutionDesk:
    """The tools, for a solution: `await desk.call("add_slide", path="deck.pptx", layout="Title Only")`."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def call(self, name: str, /, **arguments: Any) -> dict[str, Any]:
        result = await self._session.call(name, arguments)
        if not result.ok:
            raise ToolRefused(f"{name}: {result.error}")
        return result.structured


class SolutionAgent:
    """Solves the task at the first words; says nothing new to later ones."""

    fault: Kind = "agent_error"

    def __init__(self, session: Session, scene: Scene, desk: SolutionDesk | None = None) -> None:
        self._desk = desk or SolutionDesk(session)
        self._scene = scene
        self._answer: str | None = None

    async def answer(self, said: Said) -> str:
        if self._answer is None:
            self._answer = await self._solve()
        return self._answer

    async def _solve(self) -> str:
        try:
            module = self._scene.variant.task.module("solution")
        except TaskError as error:
            raise Fault("task_error", str(error)) from error
        solve = getattr(module, "solve", None)
        if solve is None:
            raise Fault("task_error", f"{module.__file__}: has no `async def solve(desk, task)`")
        try:
            return str(await solve(self._desk, self._scene.view()))
        except Fault:
            raise
        except (Exception, SystemExit) as error:
            # Whatever it left may even pass, but a reference solution that breaks is the task's fault.
            raise Fault("task_error", f"the reference solution failed: {sentence(error)}") from error

    async def close(self) -> None:
        pass
