"""The reference solution, run once and recorded call by call: what every mutant of it starts from."""

from __future__ import annotations

import dataclasses
import tempfile
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deskworld_harness.agents.solution import SolutionAgent, SolutionDesk
from deskworld_harness.outcomes import boundary
from deskworld_harness.proving.stage import Memo, Stage
from deskworld_harness.proving.states import State, States
from deskworld_harness.scene import Scene, scene_of
from deskworld_harness.session import Agent, Session
from deskworld_harness.task import Limits
from deskworld_harness.users.scripted import ScriptedUser

if TYPE_CHECKING:
    from deskworld_verifiers import CheckResult

SECONDS = 240.0
"""How long one rehearsal may talk to the tools."""


@dataclass(frozen=True)
class Step:
    """One call of the solution, from one state to the next. `ignored`: a look whose result the solution did not use."""

    name: str
    arguments: dict[str, Any]
    reads: bool
    ignored: bool
    ok: bool
    result: dict[str, Any]
    before: str
    after: str


@dataclass(frozen=True)
class CheckNote:
    """What the solution's grading told of a check: how long it took, and whether it looks at what the agent did."""

    seconds: float
    looks_at_calls: bool


@dataclass
class Record:
    """One run of the solution, whole: plain data that any process can go on from."""

    folder: Path
    name: str
    seed: int
    states: States = field(default_factory=States)
    memo: Memo = field(default_factory=dict[Any, Any])
    steps: list[Step] = field(default_factory=list[Step])
    start: str = ""
    end: str = ""
    answer: str = ""
    state_hash: str = ""
    checks: list[CheckResult] = field(default_factory=list[Any])
    notes: dict[str, CheckNote] = field(default_factory=dict[str, CheckNote])

    @property
    def scene(self) -> Scene:
        return scene_of(self.folder, self.seed)

    @property
    def first(self) -> State:
        return self.states.known[self.start]

    @property
    def last(self) -> State:
        return self.states.known[self.end]

    @property
    def golden(self) -> bytes | None:
        """The world that state checks compare with."""
        return self.states.image(self.last) if self.scene.has_tables else None

    def deliverables(self) -> list[str]:
        """The task's deliverables among the files that the solution leaves."""
        from fnmatch import fnmatchcase

        globs = self.scene.deliverables
        return [path for path in self.last.hashes() if any(fnmatchcase(path, glob) for glob in globs)]


def session_on(stage: Stage, steps: int) -> Session:
    """A session on a stage, with room for a few calls more than the solution makes."""
    limits = Limits(steps=max(2 * steps + 40, 100), seconds=SECONDS)
    return Session(stage, stage.scene.tools(), limits, lambda name, data: None)


async def talk(stage: Stage, session: Session, agent: Agent) -> None:
    """The user's words and the agent's doing. Pictures of later rounds are put into the workspace past the tools."""
    variant = stage.scene.variant
    answer = await session.tell(agent, ScriptedUser(variant, Path()).opening())
    if variant.document.rounds:
        user = ScriptedUser(variant, await stage.workspace())
        while said := await user.reply(answer):
            await stage.touched()
            answer = await session.tell(agent, said)


async def rehearse(folder: Path, name: str, seed: int, *, graded: bool = True) -> Record:
    """Run the solution, record it and grade it. A solution that breaks is a Fault."""
    with boundary("task_error"):
        scene = scene_of(folder, seed)
    record = Record(folder, name, seed)
    first = beginning(scene, record.states)
    record.start = first.key
    async with AsyncExitStack() as stack:
        stage = _Recording(scene, record.states, record.memo, stack, first, keep=True)
        session = session_on(stage, 1000)
        desk = _NotingDesk(session)
        await talk(stage, session, SolutionAgent(session, scene, desk))
        record.steps = [
            dataclasses.replace(step, ignored=step.reads and not result.used)
            for step, result in zip(stage.steps, desk.results, strict=True)
        ]
        record.end, record.answer = stage.state.key, session.answer
        record.state_hash = scene.state_hash(await stage.image()) if scene.has_tables else ""
        if graded:
            from deskworld_harness.proving.judging import grade_solution

            grade_solution(record, await stage.workspace(), session)
    return record


def beginning(scene: Scene, states: States) -> State:
    """The state that every trial of a scene starts from."""
    with tempfile.TemporaryDirectory(prefix="deskworld-start-") as folder:
        workspace = Path(folder) / "workspace"
        workspace.mkdir()
        scene.variant.lay_out(workspace)
        return states.take(workspace, scene.image if scene.has_tables else b"")


@dataclass
class _Recording(Stage):
    """A stage that writes down each call."""

    steps: list[Step] = dataclasses.field(default_factory=list[Step])

    async def call(self, name: str, arguments: dict[str, Any]) -> Any:
        before = self.state.key
        result = await super().call(name, arguments)
        reads = name in self._reads
        self.steps.append(Step(name, arguments, reads, False, result.ok, result.structured, before, self.state.key))
        return result


class _NotingDesk(SolutionDesk):
    """A solution's desk that notes which results were used."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.results: list[_Result] = []

    async def call(self, name: str, /, **arguments: Any) -> dict[str, Any]:
        result = _Result()
        self.results.append(result)
        result.fill(await super().call(name, **arguments))
        return result


class _Result(dict[str, Any]):
    """A tool's result that knows whether anybody looked into it."""

    used = True  # until it is filled: a refusal is always noticed

    def fill(self, result: dict[str, Any]) -> None:
        self.update(result)
        self.used = False


def _noted(name: str) -> Any:
    plain = getattr(dict, name)

    def look(self: _Result, *arguments: Any) -> Any:
        self.used = True
        return plain(self, *arguments)

    return look


for _name in ("__getitem__", "__iter__", "__len__", "__contains__", "__eq__", "__repr__", "__or__", "__ror__", "get"):
    setattr(_Result, _name, _noted(_name))
for _name in ("keys", "values", "items", "copy", "pop", "popitem", "setdefault"):
    setattr(_Result, _name, _noted(_name))
