"""The verdict on a mutant: the task's checks, cheap ones first, until one fails.

Looks that the solution makes and does not use cost most of a mutant's time (they draw pages), and cannot change what
it leaves. So they are made last of all, in the states in which they belong, and only for a mutant that no check on
what it left has failed.

A mutant that ended as the solution did (same rows, same files byte for byte, same answer) can only be told by what
the agent did on the way, so of those only the checks that look at the calls are run: the others would see the very
same thing. Where none of them fails, the change made no difference.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deskworld_verifiers import Check, CheckResult, Submission, run_checks

from deskworld_harness.grading import checks_of, submission_of
from deskworld_harness.proving.states import State

if TYPE_CHECKING:
    from deskworld_harness.proving.rehearsal import Record
    from deskworld_harness.scene import Scene
    from deskworld_harness.session import Session

KINDS = ("state", "effects", "tools", "answer", "format", "content", "rendered")
SLOW = 1.0
"""Checks that took longer than this (seconds) on the solution come last."""


@dataclass(frozen=True)
class Judgement:
    """What the checks said: the first that failed, and those that broke."""

    failed: CheckResult | None
    broken: tuple[CheckResult, ...] = ()
    same: bool = False


class Watched(Submission):
    """A submission that notes whether a check looks at the calls; while they are not all made, nobody may."""

    looked: bool = False
    closed: bool = False

    def __getattribute__(self, name: str) -> Any:
        if name == "trajectory":
            object.__setattr__(self, "looked", True)
            if self.closed:
                raise NotYet
        return super().__getattribute__(name)


class NotYet(Exception):
    """A check asked for calls before they were made: it has to wait."""


def watched(record: Record, workspace: Path, after: bytes, session: Session) -> Watched:
    """What is left, watched."""
    given = submission_of(record.scene, workspace, after, record.golden, session.events, session.answer)
    return Watched(**{each.name: getattr(given, each.name) for each in fields(Submission) if each.init})


def grade_solution(record: Record, workspace: Path, session: Session) -> None:
    """All checks on what the solution left, and what each of them looked at."""
    from deskworld_harness.proving.rehearsal import CheckNote

    submission = watched(record, workspace, record.golden or b"", session)
    for check in checks_of(record.scene):
        submission.looked = False
        result = run_checks([check], submission)[0]
        record.checks.append(result)
        record.notes[check.name] = CheckNote(result.seconds, submission.looked)


def grade(scene: Scene, workspace: Path, after: bytes, golden: bytes | None, session: Session) -> list[CheckResult]:
    """All checks, as a trial runs them."""
    return run_checks(checks_of(scene), submission_of(scene, workspace, after, golden, session.events, session.answer))


async def judge(
    record: Record,
    state: State,
    workspace: Path,
    after: bytes,
    session: Session,
    look: Callable[[], Awaitable[None]],
    *,
    thorough: bool = False,
) -> Judgement:
    """The checks on what a mutant left, until the first that fails (or all of them, to see whether any breaks).

    `look` makes the looks that were put off.
    """
    same = ended_same(record, state, workspace, after, session.answer)
    bad: list[CheckResult] = []
    waiting: list[Check] = []
    submission = watched(record, workspace, after, session)
    submission.closed = True
    for check in ordered(record):
        looks = record.notes[check.name].looks_at_calls
        if looks or same:
            waiting += [check] if looks else []
            continue
        submission.looked = False
        result = run_checks([check], submission)[0]
        if submission.looked:
            waiting.append(check)
        elif result.outcome in ("failed", "error"):
            bad.append(result)
        if not thorough and bad and bad[-1].outcome == "failed":
            return _judgement(bad, same)
    await look()
    submission = submission_of(record.scene, workspace, after, record.golden, session.events, session.answer)
    for check in waiting:
        result = run_checks([check], submission)[0]
        if result.outcome in ("failed", "error"):
            bad.append(result)
        if not thorough and bad and bad[-1].outcome == "failed":
            break
    return _judgement(bad, same)


def _judgement(bad: list[CheckResult], same: bool) -> Judgement:
    failed = next((result for result in bad if result.outcome == "failed"), None)
    return Judgement(failed, tuple(result for result in bad if result.outcome == "error"), same)


def ordered(record: Record) -> list[Check]:
    """The checks, cheap ones first."""
    return sorted(
        checks_of(record.scene),
        key=lambda check: (record.notes[check.name].seconds > SLOW, KINDS.index(check.kind)),
    )


def ended_same(record: Record, state: State, workspace: Path, after: bytes, answer: str) -> bool:
    """Whether nothing that lasts differs from what the solution left."""
    if answer != record.answer or not _same_files(record, state, workspace):
        return False
    return state.image == record.last.image or record.scene.state_hash(after) == record.state_hash


def _same_files(record: Record, state: State, workspace: Path) -> bool:
    """Whether all files are the same byte for byte, but for the moments that PDF writers note in theirs."""
    now, was = state.files, record.last.files
    if now.keys() != was.keys():
        return False
    differ = [path for path in now if now[path] != was[path]]
    if any(path.lower()[-4:] != ".pdf" or not record.states.has(was[path]) for path in differ):
        return False
    return all(
        unstamped((workspace / path).read_bytes()) == unstamped(record.states.blob(was[path])) for path in differ
    )


_STAMPS = re.compile(
    rb"/(?:CreationDate|ModDate)\s*\([^)]*\)|/ID\s*\[[^\]]*\]|/DocChecksum\s*/?\w+"
    rb"|<xmp:(\w+Date)>[^<]*</xmp:\1>|<xmpMM:\w+ID>[^<]*"
)


def unstamped(pdf: bytes) -> bytes:
    """A PDF without the moment it was written and what its writer made of that."""
    return _STAMPS.sub(b"", pdf)
