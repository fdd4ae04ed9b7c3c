"""A recorded trial, graded again: today's checks on what was left then. No agent, no server, no model but the judge.

What a check may look at is in the record: the workspace, the world before and after, every call and the answer. The
golden world comes from today's reference solution, played on the world that the trial started from.
"""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter

import anyio.to_thread

from deskworld_harness.documents import TrialRecord
from deskworld_harness.grading import grade, reward, verdict
from deskworld_harness.judging import judge_of
from deskworld_harness.outcomes import OUTCOMES, Fault, boundary
from deskworld_harness.records import RunFolder
from deskworld_harness.scene import Scene, scene_of


async def grade_again(folder: RunFolder, record: TrialRecord) -> TrialRecord:
    """The record with its checks, verdict and reward made anew, from the files of its run.

    A trial whose session ended in a way that isn't graded comes back as it is. One that can't be graded (its task or
    its files are gone) becomes a `task_error` or a `verifier_error`, with the reason.
    """
    if record.session is None or not OUTCOMES[record.session].grade:
        return record
    began = perf_counter()
    try:
        with boundary("task_error"):
            scene = await anyio.to_thread.run_sync(scene_of, record.spec.task, record.spec.seed)
        with boundary("verifier_error"):
            events = folder.trajectory(record.spec.id).events
            before, after = folder.worlds(record.spec.id)
        if scene.has_tables and before != scene.image:
            scene = _started_as(scene, before)
        workspace = folder.path / "trials" / record.spec.id / "workspace"
        found = await grade(scene, workspace, after, events, record.answer, judge_of(record.spec))
    except Fault as fault:
        return record.model_copy(
            update={
                "outcome": fault.kind,
                "evidence": fault.evidence,
                "verdict": "ungraded",
                "reward": None,
                "entity": None,
            }
        )
    outcome, evidence = record.session, record.evidence if record.outcome == record.session else ""
    if found.fault is not None:
        outcome, evidence = found.fault.kind, found.fault.evidence
    given = verdict(outcome, found.checks)
    seconds = record.seconds.model_copy(update={"verify": round(perf_counter() - began, 4)})
    return record.model_copy(
        update={
            "outcome": outcome,
            "evidence": evidence,
            "checks": found.checks,
            "judgements": found.judgements,
            "entity": found.entity,
            "verdict": given,
            "reward": reward(outcome, given),
            "seconds": seconds,
        }
    )


def _started_as(scene: Scene, image: bytes) -> Scene:
    """The scene with the world that the trial started from: the servers' seeds may have changed since."""
    return replace(scene, image=image, _golden=None, _golden_hash="", _like_golden=None)
