"""One trial: a spec goes in, a record comes out.

    scene       the task with its seed: texts, assets, servers, and the image that its world starts from
    workspace   a fresh folder with the assets; a fresh world from the image
    session     the agent works for the user, with the servers' tools, in memory
    revise      the harness shows the agent what it made, and asks whether that is right
    verify      the task's checks look at what is left
    record      how it ended, and what it was worth

Trials share nothing but what never changes: their scene, made once per process. A trial is a function of its spec
alone, so it can run in any process and in any order. Whatever goes wrong becomes its outcome, not an exception; only
cancellation passes through.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import AsyncExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import anyio.to_thread

from deskworld_harness.agents import make_agent
from deskworld_harness.documents import (
    EntityCounts,
    Judgement,
    Render,
    RevisionRound,
    Seconds,
    Spent,
    TrajectoryDocument,
    TrialRecord,
    TrialSpec,
)
from deskworld_harness.grading import grade, reward, verdict
from deskworld_harness.judging import judge_of
from deskworld_harness.outcomes import OUTCOMES, Fault, Kind, boundary, sentence
from deskworld_harness.records import TrialFolder
from deskworld_harness.revision import delivered, look, revise
from deskworld_harness.scene import Scene, scene_of
from deskworld_harness.session import Session
from deskworld_harness.task import Limits
from deskworld_harness.transports import open_desk
from deskworld_harness.users.scripted import ScriptedUser

if TYPE_CHECKING:
    from deskworld_verifiers import CheckResult


async def run_trial(spec: TrialSpec, kept: TrialFolder, *, attempt: int = 1) -> TrialRecord:
    """Run one trial; what it leaves behind is gathered in `kept`."""
    return await Trial(spec, kept, attempt).finish()


class Trial:
    """A trial on its way from spec to record."""

    def __init__(self, spec: TrialSpec, kept: TrialFolder, attempt: int = 1) -> None:
        self.spec = spec
        self.kept = kept
        self.attempt = attempt
        self.started = datetime.now(UTC)
        self.seconds: dict[str, float] = {}
        self.outcome: Kind = "done"
        self.evidence = ""
        self.ended: Kind | None = None
        self.scene: Scene | None = None
        self.session: Session | None = None
        self.rounds: list[RevisionRound] = []
        self.renders: list[Render] = []
        self.checks: list[CheckResult] = []
        self.judgements: list[Judgement] = []
        self.after = b""
        self.deliverables: list[str] = []
        self.state_hash = ""
        self.entity: EntityCounts | None = None

    @property
    def workspace(self) -> Path:
        return self.kept.path / "workspace"

    @property
    def limit_seconds(self) -> float:
        """How long its session may take; nothing before the task was read."""
        lent = self.session.lent if self.session else 0.0
        return self._limits(self.scene).seconds + lent if self.scene else 0.0

    @property
    def spent(self) -> Spent:
        """What it used up so far."""
        return self.session.spent if self.session else Spent()

    async def finish(self) -> TrialRecord:
        """Run it to its end, whatever that is, and give its record."""
        try:
            with self.timed("total"), boundary("harness_error"):
                await self.run()
        except Fault as fault:
            self.end(fault)
        try:
            with boundary("harness_error"):
                self.keep()
        except Fault as fault:  # no room on the disk, say
            self.end(fault)
        return self.record()

    async def run(self) -> None:
        """All of it, in order."""
        with self.timed("setup"), boundary("task_error"):
            self.scene = scene = await anyio.to_thread.run_sync(scene_of, self.spec.task, self.spec.seed)
            self.workspace.mkdir()
            scene.variant.lay_out(self.workspace)
        await self.work(scene)
        self.ended = self.outcome
        if OUTCOMES[self.outcome].grade:
            await self.verify(scene)
            await self.show(scene)

    async def work(self, scene: Scene) -> None:
        """The agent at the desk. Whatever ends it, the world is read before it closes."""
        async with AsyncExitStack() as stack:
            with self.timed("setup"), boundary("server_error"):
                desk = await open_desk(scene, self.workspace, stack, self.spec.tier, self.spec.transport)
                session = self.session = Session(
                    desk,
                    scene.tools(self.spec.tier),
                    self._limits(scene),
                    self.kept.picture,
                    scene.instructions,
                )
            agent = make_agent(self.spec, session, scene)
            stack.push_async_callback(agent.close)
            try:
                with self.timed("session"):
                    await session.talk(agent, ScriptedUser(scene.variant, self.workspace))
                with self.timed("revise"):
                    await revise(
                        session, agent, self.workspace, scene.deliverables, self.spec.revise, self.kept, self.rounds
                    )
            except Fault as fault:
                self.end(fault)
            self.after = await desk.image()

    async def verify(self, scene: Scene) -> None:
        """The task's checks, on the workspace, the world and the talk."""
        assert self.session is not None
        with self.timed("verify"):
            judge = judge_of(self.spec)
            found = await grade(scene, self.workspace, self.after, self.session.events, self.session.answer, judge)
            self.checks, self.entity, self.judgements = found.checks, found.entity, found.judgements
            if found.fault is not None:
                self.end(found.fault)

    async def show(self, scene: Scene) -> None:
        """Pictures of the deliverables, for whoever reads the record; a trial is worth the same without them."""
        if self.rounds and not self.rounds[-1].revised:
            self.renders = self.rounds[-1].renders  # nothing has changed since the agent saw them
        elif self.spec.renders:
            with self.timed("show"):
                try:
                    seen = await anyio.to_thread.run_sync(look, self.workspace, scene.deliverables, self.kept, "final")
                    self.renders = seen.renders
                except Exception as error:
                    self.evidence = self.evidence or f"the deliverables could not be shown: {sentence(error)}"

    def end(self, fault: Fault) -> None:
        """The trial ends with this, whatever it ended with before."""
        self.outcome, self.evidence = fault.kind, fault.evidence

    def keep(self) -> None:
        """Put what the agent said, did and left into the trial's folder."""
        scene, session = self.scene, self.session
        if scene is not None:
            self.deliverables = delivered(self.workspace, scene.deliverables)[0]
            if scene.has_tables and self.after:
                self.state_hash = scene.state_hash(self.after)
                self.kept.world(scene.image, self.after)
        if session is not None:
            self.kept.trajectory(
                TrajectoryDocument(
                    trial=self.spec.id,
                    instructions=session.instructions,
                    tools=list(session.tools),
                    events=session.events,
                    answer=session.answer,
                )
            )

    def record(self) -> TrialRecord:
        """How it ended, and what it was worth."""
        scene, session = self.scene, self.session
        given = verdict(self.outcome, self.checks)
        return TrialRecord(
            spec=self.spec,
            title=scene.variant.document.title if scene else "",
            difficulty=scene.variant.document.difficulty if scene else "",
            servers=scene.variant.document.servers if scene else [],
            started=self.started,
            attempt=self.attempt,
            outcome=self.outcome,
            evidence=self.evidence,
            session=self.ended,
            verdict=given,
            reward=reward(self.outcome, given),
            checks=self.checks,
            judgements=self.judgements,
            rounds=self.rounds,
            renders=self.renders,
            answer=session.answer if session else "",
            deliverables=self.deliverables,
            state_hash=self.state_hash,
            entity=self.entity,
            spent=self.spent,
            seconds=Seconds(**{part: round(seconds, 4) for part, seconds in self.seconds.items()}),
        )

    def _limits(self, scene: Scene) -> Limits:
        """The task's limits, but for those that the run set itself."""
        own = scene.variant.document.limits
        return Limits.model_validate({**own.model_dump(), **self.spec.limits}) if self.spec.limits else own

    @contextmanager
    def timed(self, part: str) -> Generator[None, None, None]:
        began = perf_counter()
        try:
            yield
        finally:
            self.seconds[part] = self.seconds.get(part, 0.0) + perf_counter() - began
