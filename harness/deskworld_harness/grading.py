"""What one trial was worth: its checks, the verdict they amount to, and the reward.

A trial passes only if every check passed. One failed check is enough to fail it; a check that broke, or that nobody
could judge, says nothing about the agent: it can't pass a trial and it can't fail one. What the outcome's table
says not to grade has no verdict, and what it says isn't valid has no reward: a number there would mislead.

Grading needs what is left and nothing else (workspace, images, events), so a recorded trial can be graded again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from deskworld_harness.documents import Call, Event, Message, Verdict
from deskworld_harness.outcomes import OUTCOMES, Fault, Kind, boundary, sentence

if TYPE_CHECKING:
    from deskworld_verifiers import CheckResult, Trajectory

    from deskworld_harness.scene import Scene

REWARD: dict[Verdict, float | None] = {
    "passed": 1.0,
    "failed": 0.0,
    "unjudged": None,
    "error": None,
    "ungraded": None,
}


def run_task_checks(
    scene: Scene, workspace: Path, after: bytes, golden: bytes | None, events: Iterable[Event], answer: str
) -> list[CheckResult]:
    """Run the task's checks, and the guards that every task has, on what is left of a trial."""
    from deskworld_verifiers import Submission, guards, load_checks, run_checks

    try:
        checks = load_checks(scene.variant.task.folder / "checks.py")
    except Exception as error:
        raise Fault("task_error", f"checks.py can't be used: {sentence(error)}") from error
    with boundary("verifier_error"):
        submission = Submission(
            workspace=workspace,
            before=scene.image if scene.has_tables else b"",
            after=after,
            golden=golden,
            metadata=scene.metadata(),
            trajectory=trajectory_of(events),
            answer=answer,
            task=scene.view(),
            start=scene.start,
        )
        return run_checks([*checks, *guards], submission)


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
            case Message(who="harness"):
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
