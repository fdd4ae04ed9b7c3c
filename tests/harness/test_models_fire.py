"""Providers that fail: what is asked again, how often, how long is waited, and whose doing the end is."""

from __future__ import annotations

import pytest
from deskworld_harness.documents import TrialSpec
from deskworld_harness.models import provider, retrying
from deskworld_harness.records import TrialFolder
from harness.asked import SOLVED, failures, replies, settled, tried
from harness.loopback import Dialect, Turn

pytestmark = pytest.mark.anyio

everyone = pytest.mark.parametrize("dialect", ["openai", "responses", "anthropic", "google"])
both = pytest.mark.parametrize("dialect", ["openai", "anthropic"])


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Our own pauses are short. What a provider asks for is kept to."""
    monkeypatch.setattr(retrying, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(retrying, "LONGEST_PAUSE", 0.02)


@everyone
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("status", [429, 529])
async def test_what_may_pass_is_asked_again(dialect: Dialect, status: int, spec: TrialSpec, kept: TrialFolder) -> None:
    bad = Turn(status=status, error="api_error", message="not now")
    record, far, trajectory = await tried(dialect, [bad, SOLVED[0], bad, bad, *SOLVED[1:]], spec, kept)
    assert (record.outcome, record.verdict, len(far.heard)) == ("done", "passed", 6)
    assert far.heard[2] == far.heard[3] == far.heard[4] != far.heard[1]
    assert [(each.status, each.waited is not None) for each in failures(trajectory)] == [(status, True)] * 3
    assert "not now" in failures(trajectory)[0].error
    assert [each.retries for each in replies(trajectory)] == [1, 2, 0]
    assert (record.spent.failures, record.spent.replies, record.spent.input_tokens) == (3, 3, 300)
    assert settled(trajectory.events)


@everyone
async def test_a_provider_says_how_long_to_wait(dialect: Dialect, spec: TrialSpec, kept: TrialFolder) -> None:
    limited = Turn(status=429, headers={"retry-after": "1"}, error="rate_limit_error")
    record, far, trajectory = await tried(dialect, [limited, *SOLVED], spec, kept)
    assert record.verdict == "passed"
    assert 1.0 <= far.times[1] - far.times[0] < 1.9  # by the far end's own clock; our own first pause is half of that
    assert failures(trajectory)[0].waited == 1.0


@both
async def test_hours_are_too_long(dialect: Dialect, spec: TrialSpec, kept: TrialFolder) -> None:
    limited = Turn(status=429, headers={"retry-after": "7200"}, error="rate_limit_error")
    record, far, trajectory = await tried(dialect, [limited, *SOLVED], spec, kept)
    assert (record.outcome, record.reward, len(far.heard)) == ("model_unavailable", None, 1)
    assert failures(trajectory)[0].waited is None


@everyone
@pytest.mark.usefixtures("quick")
async def test_it_is_not_asked_for_ever(dialect: Dialect, spec: TrialSpec, kept: TrialFolder) -> None:
    record, far, trajectory = await tried(dialect, [Turn(status=500)] * 20, spec, kept)
    assert (record.outcome, record.verdict, record.reward) == ("model_unavailable", "ungraded", None)
    assert len(far.heard) == len(failures(trajectory)) == record.spent.failures == 1 + retrying.RETRIES
    assert "6 requests" in record.evidence


@everyone
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("fate", ["before", "within"])
async def test_a_dropped_connection(dialect: Dialect, fate: str, spec: TrialSpec, kept: TrialFolder) -> None:
    dropped = Turn("Half of this is lost on its way.", drops=fate)  # pyright: ignore[reportArgumentType]
    record, far, trajectory = await tried(dialect, [dropped, *SOLVED], spec, kept)
    assert (record.evidence, record.verdict, len(far.heard)) == ("", "passed", 4)
    assert len(failures(trajectory)) == 1 and replies(trajectory)[0].text == SOLVED[0].text


@pytest.mark.usefixtures("quick")
async def test_what_broke_off_is_paid_for(spec: TrialSpec, kept: TrialFolder) -> None:
    """Anthropic tells at the start of a reply what was read: billed, whether the rest arrives or not."""
    dropped = Turn("Half of this is lost on its way. " * 20, drops="within")
    record, _, trajectory = await tried("anthropic", [dropped, *SOLVED], spec, kept, name="claude-sonnet-5")
    failed = failures(trajectory)[0]
    assert (failed.input_tokens, failed.output_tokens) == (100, 1)
    assert failed.cost == pytest.approx(0.00021)  # 100 tokens in at $2 and one out at $10 for a million
    assert record.spent.input_tokens == 400 and record.spent.cost == pytest.approx(0.0009 + 0.00021)


@everyone
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("fate", ["before", "within", "drip"])
async def test_a_reply_that_never_ends(
    dialect: Dialect, fate: str, spec: TrialSpec, kept: TrialFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Silence, half a body, or a byte now and then, which no time-out between bytes would notice."""
    monkeypatch.setattr(provider, "REQUEST_SECONDS", 0.5)
    hangs = Turn("I think, and think, and think. " * 20, hangs=fate)  # pyright: ignore[reportArgumentType]
    record, far, trajectory = await tried(dialect, [hangs, *SOLVED], spec, kept)
    assert (record.evidence, record.verdict, len(far.heard)) == ("", "passed", 4)
    assert 0.4 < failures(trajectory)[0].seconds < 5


@both
@pytest.mark.usefixtures("quick")
async def test_who_hangs_twice_is_out_of_reach(
    dialect: Dialect, spec: TrialSpec, kept: TrialFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(provider, "REQUEST_SECONDS", 0.3)
    record, far, _ = await tried(dialect, [Turn(hangs="before")] * 5, spec, kept)
    assert (record.outcome, record.reward, len(far.heard)) == ("model_unavailable", None, 2)


@everyone
@pytest.mark.usefixtures("quick")
async def test_garbage_is_asked_about_again(dialect: Dialect, spec: TrialSpec, kept: TrialFolder) -> None:
    record, far, _ = await tried(dialect, [Turn(raw="<html>Bad gateway</html>"), *SOLVED], spec, kept)
    assert (record.evidence, record.verdict, len(far.heard)) == ("", "passed", 4)


@everyone
@pytest.mark.parametrize(("status", "error"), [(400, "invalid_request_error"), (401, "authentication_error")])
async def test_what_is_refused_is_not_asked_again(
    dialect: Dialect, status: int, error: str, spec: TrialSpec, kept: TrialFolder
) -> None:
    record, far, _ = await tried(dialect, [Turn(status=status, error=error)] * 3, spec, kept)
    assert (record.outcome, record.verdict, record.reward) == ("model_rejected", "ungraded", None)
    assert len(far.heard) == 1


OVERFLOWS = {
    "openai": "This model's maximum context length is 8192 tokens.",
    "responses": "This model's maximum context length is 8192 tokens.",
    "anthropic": "prompt is too long: 9000 tokens > 8192 maximum",
    "google": "The input token count (9000) exceeds the maximum number of tokens allowed (8192).",
}


@everyone
async def test_a_context_that_is_full(dialect: Dialect, spec: TrialSpec, kept: TrialFolder) -> None:
    full = Turn(status=400, error="invalid_request_error", message=OVERFLOWS[dialect])
    record, far, trajectory = await tried(dialect, [*SOLVED[:2], full], spec, kept)
    assert (record.outcome, record.verdict, len(far.heard)) == ("context_full", "failed", 3)
    assert [check.name for check in record.checks if check.outcome == "failed"] == ["told"]  # all work was done
    assert settled(trajectory.events)


@both
async def test_a_request_that_is_too_large(dialect: Dialect, spec: TrialSpec, kept: TrialFolder) -> None:
    record, _, _ = await tried(dialect, [SOLVED[0], Turn(status=413, error="request_too_large")], spec, kept)
    assert (record.outcome, record.reward) == ("context_full", 0.0)


async def test_a_context_that_is_full_in_other_words(spec: TrialSpec, kept: TrialFolder) -> None:
    full = Turn(status=400, message="input length and `max_tokens` exceed context limit: 9000 + 4096 > 8192")
    record, _, _ = await tried("anthropic", [full], spec, kept)
    assert (record.outcome, record.reward) == ("context_full", 0.0)


async def test_a_context_that_is_full_in_mid_reply(spec: TrialSpec, kept: TrialFolder) -> None:
    full = Turn("So, next I", finish="model_context_window_exceeded")
    record, far, _ = await tried("anthropic", [SOLVED[0], full], spec, kept)
    assert (record.outcome, len(far.heard)) == ("context_full", 2)
