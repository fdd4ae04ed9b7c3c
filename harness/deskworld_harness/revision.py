"""The second look: the harness shows the agent what it made, and asks whether that is right.

A deliverable is rendered and inspected as a careful client would: page by page, with what stands out in words. The
agent then confirms or revises, as often as the trial allows. Whether it revised is read from the files, not from its
answer: a round after which no deliverable changed is the last.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

import anyio.to_thread

from deskworld_harness.documents import Render, RevisionRound
from deskworld_harness.outcomes import boundary
from deskworld_harness.records import TrialFolder
from deskworld_harness.session import Agent, Said, Session, Shot

if TYPE_CHECKING:
    from deskworld_artifacts import Rendered

MOST_PICTURES = 12  # of all deliverables in one message; a model sees no more at once with any care
MOST_FINDINGS = 30
WIDTH = 1280


@dataclass
class Look:
    """What a careful client sees of the deliverables."""

    missing: list[str] = field(default_factory=list[str])
    findings: list[str] = field(default_factory=list[str])
    renders: list[Render] = field(default_factory=list[Render])
    shots: list[Shot] = field(default_factory=list[Shot])


async def revise(
    session: Session,
    agent: Agent,
    workspace: Path,
    deliverables: Sequence[str],
    times: int,
    kept: TrialFolder,
    rounds: list[RevisionRound],
) -> None:
    """Show and ask, at most so many times. Each round is added to `rounds`, also one that a limit cut off."""
    for number in range(1, times + 1):
        if not deliverables:
            return
        with boundary("harness_error"):
            seen = await anyio.to_thread.run_sync(look, workspace, deliverables, kept, f"round{number}")
        before = digests(workspace, deliverables)
        session.round += 1
        answer = ""
        try:
            answer = await session.tell(agent, Said("harness", words(seen, number, times), seen.shots))
        finally:
            revised = digests(workspace, deliverables) != before
            rounds.append(
                RevisionRound(
                    round=number,
                    missing=seen.missing,
                    findings=seen.findings,
                    renders=seen.renders,
                    answer=answer,
                    revised=revised,
                )
            )
        if not revised:
            return


def look(workspace: Path, deliverables: Sequence[str], kept: TrialFolder, folder: str) -> Look:
    """Render and inspect each deliverable; the pictures go to `renders/` under the folder."""
    from deskworld_kit import picture

    names, missing = delivered(workspace, deliverables)
    seen = Look(missing=missing)
    for name in names:
        path = workspace / name
        for page in _rendered(path, name, seen.findings):
            file = f"renders/{folder}/{name.replace('/', '_')}-{page.page:02d}.png"
            kept.put(file, page.png)
            seen.renders.append(Render(path=name, page=page.page, label=page.label, file=file))
            if len(seen.shots) < MOST_PICTURES:
                fit = picture(page.png, label=f"{name}, {page.label}")
                seen.shots.append(Shot(fit.data, fit.mime, fit.caption))
        seen.findings += _findings(path, name)
    return seen


def words(seen: Look, number: int, times: int) -> str:
    """What the harness says to the agent beside the pictures."""
    lines = [
        f"Before this is handed over (look {number} of at most {times}), here is what you made, as it will be seen."
    ]
    if seen.missing:
        lines.append(f"Not there: {', '.join(seen.missing)}.")
    if seen.findings:
        lines += ["What stands out on inspection:", *(f"- {finding}" for finding in seen.findings[:MOST_FINDINGS])]
        if (more := len(seen.findings) - MOST_FINDINGS) > 0:
            lines.append(f"- and {more} more")
    if hidden := len(seen.renders) - len(seen.shots):
        lines.append(f"{hidden} more pages are not shown here; your tools can render them.")
    lines.append(
        "Compare it with what was asked. If something is wrong, put it right with your tools and then say what you "
        "changed; if all is well, change nothing and confirm it."
    )
    return "\n".join(lines)


def digests(workspace: Path, deliverables: Sequence[str]) -> dict[str, str]:
    """The hash of each deliverable that is there."""
    names, _ = delivered(workspace, deliverables)
    return {name: hashlib.sha256((workspace / name).read_bytes()).hexdigest() for name in names}


def delivered(workspace: Path, deliverables: Sequence[str]) -> tuple[list[str], list[str]]:
    """Which files of the workspace are deliverables (paths or globs; `*` crosses folders), and which have none."""
    files: list[str] = []
    for folder, folders, names in os.walk(workspace):
        if folder == str(workspace):
            folders[:] = [name for name in folders if name != ".deskworld"]  # earlier versions, trash
        real = (os.path.join(folder, name) for name in names)  # noqa: PTH118 - quicker, and asked for in every trial
        files += [Path(path).relative_to(workspace).as_posix() for path in real if stat.S_ISREG(os.lstat(path).st_mode)]
    files.sort()
    matching = {pattern: [name for name in files if fnmatchcase(name, pattern)] for pattern in deliverables}
    names = dict.fromkeys(name for found in matching.values() for name in found)
    return list(names), [pattern for pattern, found in matching.items() if not found]


def _rendered(path: Path, name: str, findings: list[str]) -> list[Rendered]:
    from deskworld_artifacts import MissingProgram, RenderError, render

    try:
        return render(path, width=WIDTH)
    except MissingProgram:
        raise  # this machine's fault, not the file's
    except RenderError as error:
        findings.append(f"{name}: can't be shown: {error}")
        return []


def _findings(path: Path, name: str) -> list[str]:
    from deskworld_artifacts import InspectError, inspect

    try:
        facts = inspect(path)
    except InspectError as error:
        return [f"{name}: {error}"]
    return [f"{name}: {_finding(finding)}" for finding in getattr(facts, "findings", [])]


def _finding(finding: object) -> str:
    """A finding in words; where it is stands before it when the message doesn't say."""
    message = str(getattr(finding, "message", finding))
    slide = getattr(finding, "slide", 0)
    return f"slide {slide}: {message}" if slide and not message.lower().startswith("slide") else message
