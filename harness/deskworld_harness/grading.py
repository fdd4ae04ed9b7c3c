"""What one trial was worth: its checks, the verdict they amount to, and the reward.

A trial passes only if every check passed. One failed check is enough to fail it; a check that broke, or that nobody
could judge, says nothing about the agent: it can't pass a trial and it can't fail one. What the outcome's table
says not to grade has no verdict, and what it says isn't valid has no reward: a number there would mislead.

Grading needs what is left and nothing else (workspace, images, events), so a recorded trial can be graded again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import anyio.to_thread

from deskworld_harness.documents import Call, EntityCounts, Event, Judgement, Message, Verdict
from deskworld_harness.outcomes import OUTCOMES, Fault, Kind, boundary, sentence

if TYPE_CHECKING:
    from deskworld_verifiers import Check, CheckResult, Judge, Submission, Trajectory

    from deskworld_harness.judging import ModelJudge
    from deskworld_harness.scene import Scene

REWARD: dict[Verdict, float | None] = {
    "passed": 1.0,
    "failed": 0.0,
    "unjudged": None,
    "error": None,
    "ungraded": None,
}


@dataclass(frozen=True)
class Grade:
    """What the checks found on what a trial left."""

    checks: list[CheckResult]
    entity: EntityCounts | None
    judgements: list[Judgement] = field(default_factory=list[Judgement])
    fault: Fault | None = None  # of the judge, where the verdict hung on it


async def grade(
    scene: Scene,
    workspace: Path,
    after: bytes,
    events: Iterable[Event],
    answer: str,
    judge: ModelJudge | None = None,
) -> Grade:
    """Run the task's checks, and the guards, against the world as the reference solution leaves it."""
    golden = await scene.golden()

    def work() -> Grade:
        from deskworld_verifiers import run_checks

        chosen = checks_of(scene)
        with boundary("verifier_error"):
            checks = run_checks(chosen, submission_of(scene, workspace, after, golden, events, answer, judge))
            entity = scene.entity(after, golden)
        if judge is None:
            return Grade(checks, entity)
        open_ = judge.failed and verdict("done", checks) == "unjudged"
        return Grade(checks, entity, judge.judgements, Fault("judge_error", judge.failed) if open_ else None)

    return await anyio.to_thread.run_sync(work)


def checks_of(scene: Scene) -> list[Check]:
    """The task's checks, and the guards that every task has."""
    from deskworld_verifiers import guards, load_checks

    try:
        return [*load_checks(scene.variant.task.folder / "checks.py"), *guards]
    except Exception as error:
        raise Fault("task_error", f"checks.py can't be used: {sentence(error)}") from error


def submission_of(
    scene: Scene,
    workspace: Path,
    after: bytes,
    golden: bytes | None,
    events: Iterable[Event],
    answer: str,
    judge: Judge | None = None,
) -> Submission:
    """What is left of a trial, as checks see it."""
    from deskworld_verifiers import Submission

    return Submission(
        workspace=workspace,
        before=scene.image if scene.has_tables else b"",
        after=after,
        golden=golden,
        metadata=scene.metadata(),
        trajectory=trajectory_of(events),
        answer=answer,
        task=scene.view(),
        start=scene.start,
        judge=judge,
    )


def trajectory_of(events: Iterable[Event]) -> Trajectory:
    """The events as checks see them: the agent's calls, and between them the harness's looks at the deliverables."""
    from deskworld_verifiers import ToolCall, Trajectory

    calls: list[ToolCall] = []
    for event in events:
        match event:
            case Call():
                calls.append(
                    ToolCall(
                        name=event.name,
                        arguments=event.arguments,
                        ok=event.ok,
                        result=event.result,
                        text=event.text,
                        error=event.error,
                        pictures=tuple(picture.sha256 for picture in event.pictures),
                        round=event.round,
                        reads=event.reads,
                    )
                )
            case Message(who="harness") if event.pictures:
                pictures = tuple(picture.sha256 for picture in event.pictures)
                paths = {"paths": [picture.label.split(", ")[0] for picture in event.pictures]}
                calls.append(
                    ToolCall(
                        name="harness_look",
                        arguments=paths,
                        pictures=pictures,
                        round=event.round,
                        by="harness",
                        reads=True,
                    )
                )
            case _:
                pass
    return Trajectory(tuple(calls))


def verdict(outcome: Kind, checks: Sequence[CheckResult]) -> Verdict:
    """What the checks amount to; a trial without any can't be passed."""
    from deskworld_verifiers import verdict as of_checks

    return of_checks(list(checks)) if OUTCOMES[outcome].grade else "ungraded"


def reward(outcome: Kind, given: Verdict) -> float | None:
    """1 or 0, or nothing."""
    return REWARD[given] if OUTCOMES[outcome].valid else None
