"""A trial's limits: each ends in its own outcome, is graded, and leaves a record in which nothing is missing."""

from __future__ import annotations

from time import monotonic

import pytest
from deskworld_harness import session
from deskworld_harness.documents import TrialSpec
from deskworld_harness.models import provider, retrying
from deskworld_harness.outcomes import OUTCOMES
from deskworld_harness.records import TrialFolder
from deskworld_harness.task import Limits
from harness.asked import DONE, DRAW, NOTE, SOLVED, VIEW, calls, drawn, failures, settled, tried, unmade
from harness.loopback import Dialect, Turn

pytestmark = pytest.mark.anyio

both = pytest.mark.parametrize("dialect", ["openai", "anthropic"])
HANG = ("watch_paint_dry", {})


@pytest.fixture(autouse=True, scope="module")
def warm() -> None:
    """The providers' libraries take seconds to import, which is no part of any limit here."""
    import pydantic_ai.models.anthropic
    import pydantic_ai.models.openai  # noqa: F401


@both
async def test_steps_in_mid_reply(dialect: Dialect, spec: TrialSpec, kept: TrialFolder) -> None:
    script = [Turn(calls=[DRAW]), Turn(calls=[VIEW, NOTE, VIEW, NOTE]), DONE]
    record, far, trajectory = await tried(dialect, script, spec, kept, limits={"steps": 2})
    assert (record.outcome, record.verdict, record.reward) == ("step_limit", "failed", 0.0)
    assert [call.name for call in calls(trajectory)] == ["draw_card", "view_card"] and len(far.heard) == 2
    assert [call.name for call in unmade(trajectory)] == ["add_jotter_item", "view_card", "add_jotter_item"]
    assert all("2 tool calls" in call.why for call in unmade(trajectory)) and settled(trajectory.events)
    assert drawn(kept.path)  # what was done before it counts


async def test_all_steps_may_be_used(spec: TrialSpec, kept: TrialFolder) -> None:
    record, _, _ = await tried("openai", SOLVED, spec, kept, limits={"steps": 3})
    assert (record.outcome, record.verdict) == ("done", "passed")


async def test_steps_of_a_solution(spec: TrialSpec, kept: TrialFolder) -> None:
    from deskworld_harness.trial import run_trial

    record = await run_trial(spec.model_copy(update={"limits": {"steps": 1}}), kept)
    assert (record.outcome, record.spent.calls) == ("step_limit", 1)


@both
async def test_tokens_before_the_calls_they_asked_for(dialect: Dialect, spec: TrialSpec, kept: TrialFolder) -> None:
    record, far, trajectory = await tried(dialect, SOLVED, spec, kept, limits={"tokens": 150})
    assert (record.outcome, record.reward, len(far.heard)) == ("token_limit", 0.0, 2)
    assert [call.name for call in unmade(trajectory)] == ["view_card", "add_jotter_item"]
    assert settled(trajectory.events) and record.spent.input_tokens == 200


async def test_money(spec: TrialSpec, kept: TrialFolder) -> None:
    record, far, trajectory = await tried(
        "anthropic", SOLVED, spec, kept, name="claude-sonnet-5", limits={"cost": 0.0005}
    )
    assert (record.outcome, record.reward, len(far.heard)) == ("cost_limit", 0.0, 2)
    assert record.spent.cost == pytest.approx(0.0006) and settled(trajectory.events)


async def test_money_of_requests_that_broke_off(
    spec: TrialSpec, kept: TrialFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retrying, "FIRST_PAUSE", 0.01)
    script = [Turn("Half of this is lost on its way. " * 20, drops="within"), *SOLVED]
    record, far, _ = await tried("anthropic", script, spec, kept, name="claude-sonnet-5", limits={"cost": 0.0005})
    assert (record.outcome, len(far.heard)) == ("cost_limit", 2)  # 0.0002 for the first, 0.0003 for the second


@both
async def test_time_ends_a_tool_that_hangs(dialect: Dialect, spec: TrialSpec, kept: TrialFolder) -> None:
    script = [Turn(calls=[DRAW, HANG, VIEW, NOTE]), DONE]
    began = monotonic()
    record, _, trajectory = await tried(dialect, script, spec, kept, limits={"seconds": 1})
    assert (record.outcome, record.verdict, record.reward) == ("time_limit", "failed", 0.0)
    assert "watch_paint_dry" in record.evidence and monotonic() - began < 20
    assert [(call.name, call.ok) for call in calls(trajectory)] == [("draw_card", True), ("watch_paint_dry", False)]
    assert "did not come back" in calls(trajectory)[1].error and calls(trajectory)[1].seconds < 1.5
    assert [call.name for call in unmade(trajectory)] == ["view_card", "add_jotter_item"]
    assert settled(trajectory.events) and drawn(kept.path)


@both
async def test_time_ends_a_model_that_hangs(dialect: Dialect, spec: TrialSpec, kept: TrialFolder) -> None:
    began = monotonic()
    hangs = Turn("I think, and think, and think. " * 20, hangs="within")
    record, far, trajectory = await tried(dialect, [SOLVED[0], hangs], spec, kept, limits={"seconds": 1})
    assert (record.outcome, record.reward, len(far.heard)) == ("time_limit", 0.0, 2)
    assert "waiting for the model" in record.evidence and monotonic() - began < 20
    assert drawn(kept.path)
    (stopped,) = failures(trajectory)
    assert "stopped" in stopped.error and stopped.waited is None
    assert stopped.input_tokens == (100 if dialect == "anthropic" else 0)  # where it was told, it is counted


async def test_time_is_for_all_rounds_together(spec: TrialSpec, kept: TrialFolder) -> None:
    """A revision has what the talk left over."""
    script = [Turn(calls=[DRAW, NOTE]), DONE, Turn(calls=[HANG])]
    began = monotonic()
    record, _, _ = await tried("openai", script, spec, kept, limits={"seconds": 1.5}, revise=3)
    assert (record.outcome, len(record.rounds)) == ("time_limit", 1) and monotonic() - began < 20


async def test_what_failed_requests_took_is_not_the_agents_time(
    spec: TrialSpec, kept: TrialFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(provider, "REQUEST_SECONDS", 1.2)
    monkeypatch.setattr(retrying, "FIRST_PAUSE", 0.01)
    waits = Turn(status=429, headers={"retry-after": "1"})
    record, _, trajectory = await tried(
        "openai", [Turn(hangs="before"), waits, *SOLVED], spec, kept, limits={"seconds": 2}
    )
    assert (record.outcome, record.verdict, record.seconds.session > 2.2) == ("done", "passed", True)
    assert len(failures(trajectory)) == 2


async def test_a_trial_knows_how_long_it_may_take(
    spec: TrialSpec, kept: TrialFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever watches over it must not take it for one that hangs."""
    from deskworld_harness.trial import Trial

    seen: list[float] = []
    record = Trial.record
    monkeypatch.setattr(Trial, "record", lambda trial: (seen.append(trial.limit_seconds), record(trial))[1])
    await tried("openai", [Turn(status=429, headers={"retry-after": "1"}), *SOLVED], spec, kept)
    assert 61 <= seen[0] < 66  # the task's 60, and the second that was waited


async def test_a_call_that_never_comes_back_is_its_servers_fault(
    spec: TrialSpec, kept: TrialFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "CALL_SECONDS", 0.3)
    record, _, trajectory = await tried("openai", [Turn(calls=[HANG, NOTE])], spec, kept)
    assert (record.outcome, record.verdict, record.reward) == ("server_error", "ungraded", None)
    assert "watch_paint_dry did not come back" in record.evidence and settled(trajectory.events)


def test_every_limit_of_a_trial_counts() -> None:
    kinds = {"steps": "step_limit", "seconds": "time_limit", "tokens": "token_limit", "cost": "cost_limit"}
    assert set(kinds) == set(Limits.model_fields)
    for kind, outcome in OUTCOMES.items():
        if kind in kinds.values():
            assert outcome.grade and outcome.valid and not outcome.retry
