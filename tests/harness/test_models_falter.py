"""Models that falter: wrong names and arguments, replies that are cut, empty or refused, and going round in circles."""

from __future__ import annotations

import pytest
from deskworld_harness.agents.model import CUT, EMPTY, LOOP_ENDS, LOOP_TOLD
from deskworld_harness.documents import Message, TrialSpec
from deskworld_harness.records import TrialFolder
from harness.asked import DONE, DRAW, NOTE, SOLVED, VIEW, calls, drawn, fresh, replies, settled, tried, unmade
from harness.loopback import Dialect, Turn

pytestmark = pytest.mark.anyio

everyone = pytest.mark.parametrize("dialect", ["openai", "responses", "anthropic", "google"])
both = pytest.mark.parametrize("dialect", ["openai", "anthropic"])
LENGTH = {"openai": "length", "responses": "max_output_tokens", "anthropic": "max_tokens", "google": "MAX_TOKENS"}
STOPPED = {"openai": "content_filter", "responses": "content_filter", "anthropic": "refusal", "google": "SAFETY"}
DEEP = '{"path": ' + "[" * 500 + "]" * 500 + "}"
LIST = ("list_jotter_items", {})


@everyone
async def test_parallel_calls_are_made_in_order(dialect: Dialect, spec: TrialSpec, kept: TrialFolder) -> None:
    record, far, trajectory = await tried(dialect, [Turn("All at once.", [DRAW, VIEW, NOTE]), DONE], spec, kept)
    assert (record.verdict, record.spent.calls) == ("passed", 3)
    assert [call.name for call in calls(trajectory)] == ["draw_card", "view_card", "add_jotter_item"]
    assert len(far.tool_texts()) == 3 and len(set(replies(trajectory)[0].calls)) == 3
    assert settled(trajectory.events)


@everyone
async def test_a_name_in_another_case_is_told_its_right_one(
    dialect: Dialect, spec: TrialSpec, kept: TrialFolder
) -> None:
    script = [Turn(calls=[("Draw_Card", DRAW[1]), ("VIEW_CARD", {})]), *SOLVED]
    record, far, _ = await tried(dialect, script, spec, kept)
    assert (record.verdict, record.spent.tool_errors) == ("passed", 2)
    drawing, viewing = far.tool_texts(1)
    assert "its name is draw_card" in drawing and "its name is view_card" in viewing


@both
async def test_a_name_that_no_provider_takes_back(dialect: Dialect, spec: TrialSpec, kept: TrialFolder) -> None:
    """Providers refuse a conversation with such a name in it, though the model itself wrote it."""
    record, far, trajectory = await tried(dialect, [Turn(calls=[("draw card!", {})]), *SOLVED], spec, kept)
    assert record.verdict == "passed"
    assert calls(trajectory)[0].name == "draw card!"
    assert "draw_card_" in str(far.heard[1]) and "'draw card!'" not in str(far.heard[1]["messages"][:-1])


@pytest.mark.parametrize("dialect", ["openai", "responses", "anthropic"])
@pytest.mark.parametrize(
    "text",
    ['{"path": "out', "[1, 2]", '{"path": NaN}', "[" * 100_000, "nonsense", "\x00", DEEP],
    ids=["cut", "list", "nan", "open", "words", "nul", "deep"],
)
async def test_arguments_that_are_no_object(dialect: Dialect, text: str, spec: TrialSpec, kept: TrialFolder) -> None:
    record, far, trajectory = await tried(dialect, [Turn(calls=[("draw_card", text)]), *SOLVED], spec, kept)
    assert (record.evidence, record.verdict, record.spent.tool_errors) == ("", "passed", 1)
    assert "JSON object" in far.tool_texts(1)[0]
    assert calls(trajectory)[0].malformed in (text, "(an object of too many levels)")


@everyone
async def test_a_reply_cut_in_its_words(dialect: Dialect, spec: TrialSpec, kept: TrialFolder) -> None:
    cut = Turn("I drew the card and", finish=LENGTH[dialect])
    record, far, trajectory = await tried(dialect, [*SOLVED[:2], cut, DONE], spec, kept)
    assert (record.outcome, record.verdict, record.answer) == ("done", "passed", DONE.text)
    assert CUT in str(far.heard[3])
    assert [each.text for each in trajectory.events if isinstance(each, Message) and each.who == "harness"] == [CUT]


@everyone
async def test_half_a_call_is_not_made(dialect: Dialect, spec: TrialSpec, kept: TrialFolder) -> None:
    """The last call of a cut reply may be half written, even where its arguments happen to be an object."""
    cut = Turn(calls=[NOTE, DRAW], finish=LENGTH[dialect])
    record, far, trajectory = await tried(dialect, [cut, Turn("Enough.")], spec, kept)
    assert (record.outcome, record.verdict) == ("done", "failed")
    assert [call.name for call in calls(trajectory)] == ["add_jotter_item"] and not drawn(kept.path)
    assert "cut off" in far.tool_texts(1)[1] and "cut off" in unmade(trajectory)[0].why
    assert settled(trajectory.events)


@everyone
async def test_replies_that_keep_being_cut(dialect: Dialect, spec: TrialSpec, kept: TrialFolder) -> None:
    cut = Turn("And so on", finish=LENGTH[dialect])
    record, far, _ = await tried(dialect, [cut] * 9, spec, kept)
    assert (record.outcome, record.reward, len(far.heard)) == ("reply_cut", 0.0, 2)


@everyone
async def test_an_empty_reply_is_asked_about_once(dialect: Dialect, spec: TrialSpec, kept: TrialFolder) -> None:
    record, far, _ = await tried(dialect, [Turn(), *SOLVED], spec, kept)
    assert (record.verdict, len(far.heard)) == ("passed", 4) and EMPTY in str(far.heard[1])
    record, far, _ = await tried(dialect, [Turn()] * 5, spec, fresh(kept))
    assert (record.outcome, record.reward, len(far.heard)) == ("empty_reply", 0.0, 2)


@pytest.mark.parametrize("nothing", [Turn(), Turn(" \n "), Turn(thinking="What now?")], ids=["", "spaces", "thoughts"])
async def test_nothing_is_not_said_again(nothing: Turn, spec: TrialSpec, kept: TrialFolder) -> None:
    """Providers refuse a conversation with a reply of thoughts or spaces alone, though the model gave it."""
    record, far, trajectory = await tried("openai", [nothing, *SOLVED], spec, kept)
    assert record.verdict == "passed" and replies(trajectory)[0].thinking == nothing.thinking
    assert [message["role"] for message in far.heard[1]["messages"]] == ["system", "user", "user"]


@pytest.mark.parametrize("dialect", ["openai", "responses", "anthropic"])
async def test_a_refusal_in_words(dialect: Dialect, spec: TrialSpec, kept: TrialFolder) -> None:
    refused = Turn(refusal="I can't help with cards.", finish="refusal" if dialect == "anthropic" else "")
    record, far, trajectory = await tried(dialect, [refused] * 3, spec, kept)
    assert (record.outcome, record.reward, len(far.heard)) == ("refused", 0.0, 1)
    assert record.evidence == replies(trajectory)[0].text == "I can't help with cards."
    assert record.spent.input_tokens == 100


@everyone
async def test_a_filter_stops_the_reply(dialect: Dialect, spec: TrialSpec, kept: TrialFolder) -> None:
    """Whatever had come of it is not acted on."""
    record, far, trajectory = await tried(dialect, [Turn("Sure,", [DRAW], finish=STOPPED[dialect])] * 3, spec, kept)
    assert (record.outcome, record.reward, len(far.heard)) == ("refused", 0.0, 1)
    assert len(unmade(trajectory)) == 1 and not drawn(kept.path) and settled(trajectory.events)


@both
async def test_going_round_in_circles(dialect: Dialect, spec: TrialSpec, kept: TrialFolder) -> None:
    record, far, trajectory = await tried(dialect, [Turn(calls=[LIST])] * 99, spec, kept)
    assert (record.outcome, record.reward, len(far.heard)) == ("call_loop", 0.0, LOOP_ENDS)
    told = [n for n, heard in enumerate(far.heard) if f"{LOOP_TOLD} times in a row" in str(heard["messages"][-1])]
    assert told == [LOOP_TOLD]  # once, with the result that made it clear
    assert settled(trajectory.events) and len(calls(trajectory)) == LOOP_ENDS


async def test_circles_within_one_reply(spec: TrialSpec, kept: TrialFolder) -> None:
    record, far, trajectory = await tried("openai", [Turn(calls=[LIST] * (LOOP_ENDS + 2))], spec, kept)
    assert (record.outcome, len(far.heard)) == ("call_loop", 1)
    assert len(calls(trajectory)) == LOOP_ENDS and len(unmade(trajectory)) == 2 and settled(trajectory.events)


async def test_the_same_call_with_another_result_is_no_circle(spec: TrialSpec, kept: TrialFolder) -> None:
    script = [
        *[Turn(calls=[LIST])] * (LOOP_TOLD - 1),
        Turn(calls=[NOTE]),
        *[Turn(calls=[LIST])] * (LOOP_TOLD - 1),
        DONE,
    ]
    record, far, _ = await tried("openai", script, spec, kept)
    assert (record.outcome, record.spent.calls) == ("done", 2 * LOOP_TOLD - 1) and "in a row" not in str(far.heard[-1])
