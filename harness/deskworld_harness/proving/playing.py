"""One mutant, played: the solution runs again with one change, on a stage that knows what comes before it.

The solution is a coroutine that reads results, so it goes on from the change as an agent would: what it computes from
a changed result changes too. Where it can't go on (a later call is refused, a result lacks what it looks for), the
rest of its calls are made as they were recorded, as an agent would that does not look. A look whose result nobody
uses is put off until it is known that it matters, and does not stop anybody when it is refused.
"""

from __future__ import annotations

import copy
from contextlib import AsyncExitStack
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal

from deskworld_harness.agents.solution import SolutionAgent, SolutionDesk
from deskworld_harness.outcomes import OUTCOMES, Fault, Kind
from deskworld_harness.proving.judging import judge
from deskworld_harness.proving.rehearsal import Record, session_on, talk
from deskworld_harness.proving.stage import Stage
from deskworld_harness.proving.states import State, States
from deskworld_harness.session import Said, Session

if TYPE_CHECKING:
    from deskworld_harness.proving.mutants import Mutant

Ended = Literal["killed", "survived", "same", "refused", "error"]


@dataclass(frozen=True)
class Played:
    """How a mutant ended.

    killed: a check failed (`by`, `evidence`). survived: none did. same: it made no difference. refused: the tools
    refused the change, so the call was as good as dropped, which is a mutant of its own. error: it could not be
    played or judged (`evidence`). `broken` names checks that broke on it.
    """

    change: str
    kind: str
    tool: str
    ended: Ended
    by: str = ""
    evidence: str = ""
    broken: tuple[str, ...] = ()
    seconds: float = 0.0
    number: int = 0


class Refused(Fault):
    """Every form of the change was refused."""

    def __init__(self) -> None:
        super().__init__("agent_error", "every form of the change was refused")


async def play(record: Record, mutant: Mutant) -> Played:
    """Play a mutant and judge it."""
    began = perf_counter()
    scene = record.scene
    ended: Ended = "error"
    by, evidence, broken = "", "", ()
    change = mutant.text
    async with AsyncExitStack() as stack:
        states = States(parent=record.states)
        stage = Stage(scene, states, record.memo, stack, record.first)
        session = session_on(stage, len(record.steps))
        agent = MutantAgent(record, mutant, stage, session)
        try:
            await talk(stage, session, agent)
        except Refused:
            ended = "refused"
        except Fault as fault:  # a limit, or servers that were lost
            evidence = f"{fault.kind}: {fault.evidence}"
            ended = "survived" if OUTCOMES[fault.kind].grade else "error"
        else:
            ended = "survived"
        change = agent.change
        if ended == "survived":
            workspace, image = await stage.workspace(), await stage.image()
            thorough = mutant.kind == "damage"
            judged = await judge(record, stage.state, workspace, image, session, agent.look, thorough=thorough)
            broken = tuple(f"{each.name}: {each.evidence}" for each in judged.broken)
            if judged.failed:
                ended, by, evidence = "killed", judged.failed.name, judged.failed.evidence
            elif judged.same:
                ended = "same"
    seconds = round(perf_counter() - began, 3)
    return Played(change, mutant.kind, mutant.tool, ended, by, evidence, broken, seconds)


@dataclass(frozen=True)
class PutOff:
    """A look that is still to be made: its place among the events, and the state that it looks at."""

    place: int
    state: State
    tool: str
    arguments: dict[str, Any]


class MutantDesk(SolutionDesk):
    """The solution's desk, on which one call is not what the solution meant."""

    def __init__(self, session: Session, record: Record, mutant: Mutant, stage: Stage) -> None:
        super().__init__(session)
        self._stage = stage
        self._record = record
        self._mutant = mutant
        self.change = mutant.text
        self.calls = 0
        self.put_off: list[PutOff] = []

    async def call(self, name: str, /, **arguments: Any) -> dict[str, Any]:
        number = self.calls
        self.calls += 1
        if number != self._mutant.at:
            step = self._record.steps[number] if number < len(self._record.steps) else None
            if step and step.ignored and step.name == name and self.later(name, arguments):
                return copy.deepcopy(step.result)
            return copy.deepcopy(await super().call(name, **arguments))
        if self._mutant.kind == "drop":
            return copy.deepcopy(self._record.steps[number].result)
        return await self.changed()

    def later(self, name: str, arguments: dict[str, Any]) -> bool:
        """Put a look off, unless it costs nothing."""
        if not self._stage.reads(name) or self._stage.knows(name, arguments):
            return False
        place = len(self._session.events) + len(self.put_off)
        self.put_off.append(PutOff(place, self._stage.remember(), name, arguments))
        return True

    async def changed(self) -> dict[str, Any]:
        """The first form of the change that the tool takes; of an extra call, that changes something."""
        for choice in self._mutant.choices:
            before = self._stage.state.key
            result = await self._session.call(choice.tool, choice.arguments)
            if result.ok and (self._mutant.at is not None or self._stage.state.key != before):
                self.change = choice.text
                return result.structured
            del self._session.events[-1]  # nobody tried this one
        raise Refused


class MutantAgent:
    """The solution with one change."""

    fault: Kind = "agent_error"

    def __init__(self, record: Record, mutant: Mutant, stage: Stage, session: Session) -> None:
        self._record = record
        self._mutant = mutant
        self._stage = stage
        self._session = session
        self._desk = MutantDesk(session, record, mutant, stage)
        self._agent = SolutionAgent(session, record.scene, self._desk)
        self._answer: str | None = None

    @property
    def change(self) -> str:
        """The change that was made, in words."""
        return self._desk.change

    async def answer(self, said: Said) -> str:
        if self._answer is None:
            self._answer = await self._work(said)
        return self._answer

    async def _work(self, said: Said) -> str:
        try:
            answer = await self._agent.answer(said)
        except Fault as fault:
            if fault.kind != "task_error":
                raise
            answer = await self._go_on()
        if self._mutant.at is None:
            if self._mutant.choices:
                await self._desk.changed()
            await self._change_files()
        return answer if self._mutant.answer is None else self._mutant.answer

    async def _go_on(self) -> str:
        """The rest as it was recorded; what is refused is let be."""
        for step in self._record.steps[self._desk.calls :]:
            if not self._desk.later(step.name, step.arguments):
                await self._session.call(step.name, step.arguments)
        return self._record.answer

    async def look(self) -> None:
        """Make the looks that were put off, each where it belongs."""
        for each in self._desk.put_off:
            async with AsyncExitStack() as stack:
                stage = Stage(self._stage.scene, self._stage.states, self._stage.memo, stack, each.state)
                session = session_on(stage, 1)
                await session.call(each.tool, each.arguments)
                self._session.events.insert(each.place, session.events[0])
        self._desk.put_off.clear()

    async def _change_files(self) -> None:
        if not self._mutant.files:
            return
        workspace = await self._stage.workspace()
        for path, data in self._mutant.files:
            target = workspace / path
            if data is None:
                target.unlink()
            else:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(data)
        await self._stage.touched()

    async def close(self) -> None:
        pass
