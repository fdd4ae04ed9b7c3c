"""A user with a script: the opening words, then one round after the other, whatever the agent answers.

A task without rounds has the plainest user there is: one request, and silence. A picture in a round is a file of the
task's folder; the agent sees it, and finds it in the workspace under `received/`, where its tools can reach it.
"""

from __future__ import annotations

import mimetypes
import shutil
from pathlib import Path

from deskworld_harness.outcomes import Fault
from deskworld_harness.session import Said, Shot
from deskworld_harness.task import Round, Variant

RECEIVED = "received"


class ScriptedUser:
    """Says the task's words and then its rounds."""

    def __init__(self, variant: Variant, workspace: Path) -> None:
        self._variant = variant
        self._workspace = workspace
        self._rounds = list(variant.document.rounds)

    def opening(self) -> Said:
        return Said("user", self._variant.document.user.strip())

    async def reply(self, answer: str) -> Said | None:
        return self._say(self._rounds.pop(0)) if self._rounds else None

    def _say(self, turn: Round) -> Said:
        text, shots = turn.text.strip(), list[Shot]()
        for name in turn.images:
            source = self._variant.task.folder / name
            if not source.is_file():
                raise Fault("task_error", f"{source}: is shown in a round, but is missing")
            target = self._workspace / RECEIVED / source.name
            target.parent.mkdir(exist_ok=True)
            shutil.copyfile(source, target)
            text += f"\n(attached: {RECEIVED}/{source.name})"
            mime = mimetypes.guess_type(source.name)[0] or "image/png"
            shots.append(Shot(source.read_bytes(), mime, source.name))
        return Said("user", text, shots)
