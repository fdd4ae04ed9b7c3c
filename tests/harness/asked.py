"""One trial of the red card by a scripted model: what every test of models starts with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from deskworld_harness.documents import Call, Event, Failure, Reply, TrajectoryDocument, TrialRecord, TrialSpec, Unmade
from deskworld_harness.records import TrialFolder, from_json
from deskworld_harness.trial import run_trial
from harness.loopback import Dialect, Loopback, Turn, loopback

DRAW = ("draw_card", {"path": "out/card.png", "color": "red", "width": 80, "height": 60})
VIEW = ("view_card", {"path": "out/card.png"})
NOTE = ("add_jotter_item", {"title": "Send the card"})
DONE = Turn("The red card is drawn, and it is on your list.")
SOLVED = [Turn("I start with the card.", [DRAW]), Turn(calls=[VIEW, NOTE]), DONE]


async def tried(
    dialect: Dialect,
    script: Sequence[Turn],
    spec: TrialSpec,
    kept: TrialFolder,
    *,
    name: str = "scripted",
    **changes: object,
) -> tuple[TrialRecord, Loopback, TrajectoryDocument]:
    with pytest.MonkeyPatch.context() as patch:
        for variable in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY"):
            patch.setenv(variable, "test")
        async with loopback(dialect, script, name=name) as far:
            mine = {"agent": "model", "model": far.model, "base_url": far.base_url, **changes}
            if dialect == "responses":  # a base URL means chat completions; OpenAI's own place is in its SDK's variable
                patch.setenv("OPENAI_BASE_URL", far.base_url)
                mine["base_url"] = ""
            record = await run_trial(spec.model_copy(update=mine), kept)
    path = kept.path / "trajectory.json"
    return record, far, from_json(TrajectoryDocument, path.read_text(), path)


def fresh(kept: TrialFolder, name: str = "another") -> TrialFolder:
    """Another empty place to keep a trial."""
    path = kept.path.with_name(name)
    path.mkdir()
    return TrialFolder(path)


def calls(trajectory: TrajectoryDocument) -> list[Call]:
    return [event for event in trajectory.events if isinstance(event, Call)]


def replies(trajectory: TrajectoryDocument) -> list[Reply]:
    return [event for event in trajectory.events if isinstance(event, Reply)]


def failures(trajectory: TrajectoryDocument) -> list[Failure]:
    return [event for event in trajectory.events if isinstance(event, Failure)]


def unmade(trajectory: TrajectoryDocument) -> list[Unmade]:
    return [event for event in trajectory.events if isinstance(event, Unmade)]


def settled(events: Sequence[Event]) -> bool:
    """Whether every call that a reply asked for has its result, or is marked as not made, once and in order."""
    asked = [call for event in events if isinstance(event, Reply) for call in event.calls]
    return asked == [event.id for event in events if isinstance(event, Call | Unmade)]


def drawn(folder: Path) -> bool:
    return (folder / "workspace" / "out" / "card.png").is_file()
