"""Any text survives: in the record as it came, and towards the provider in a form that its next request can hold."""

from __future__ import annotations

import json
from typing import Any

import pytest
from deskworld_harness.documents import TrialSpec
from deskworld_harness.models.texts import as_object, plain_name, sendable, whole
from deskworld_harness.records import TrialFolder
from harness.asked import DONE, SOLVED, calls, replies, tried
from harness.loopback import Dialect, Turn
from pydantic_ai.messages import ModelResponse, TextPart, ThinkingPart, ToolCallPart

pytestmark = pytest.mark.anyio

everyone = pytest.mark.parametrize("dialect", ["openai", "responses", "anthropic", "google"])
HALF = "half \ud83d of a smile"
HARD = "emoji 👩‍🚀🏽, right to left שלום مرحبا, zero \u200b width, \x00 and \u2028, 漢字"


@everyone
async def test_texts_of_every_script(dialect: Dialect, spec: TrialSpec, kept: TrialFolder) -> None:
    title = HARD.replace("\x00", "")
    script = [Turn(HARD, [("add_jotter_item", {"title": title})]), Turn(HARD)]
    record, far, trajectory = await tried(dialect, script, spec, kept)
    assert record.outcome == "done" and record.answer == replies(trajectory)[0].text == HARD
    assert calls(trajectory)[0].arguments == {"title": title}
    assert json.loads(far.tool_texts(1)[0])["title"] == title


@everyone
async def test_half_a_character(dialect: Dialect, spec: TrialSpec, kept: TrialFolder) -> None:
    """In words, in a call that is therefore refused, and in the answer."""
    script = [Turn(HALF, [("add_jotter_item", {"title": HALF}), ("add_jotter_item", {HALF: [HALF]})]), *SOLVED[:2]]
    record, far, trajectory = await tried(dialect, [*script, Turn(f"Done, {HALF}.")], spec, kept)
    assert (record.outcome, record.evidence, record.spent.tool_errors) == ("done", "", 2)
    assert record.answer == f"Done, {HALF}."
    assert replies(trajectory)[0].text == HALF and calls(trajectory)[0].arguments == {"title": HALF}
    assert calls(trajectory)[1].arguments == {HALF: [HALF]}
    assert "(a lone surrogate): half " in far.tool_texts(1)[0]
    assert "half \ufffd of a smile" in str(far.heard[1])


async def test_half_a_character_from_a_tool(
    spec: TrialSpec, kept: TrialFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    from deskworld_harness.session import Session
    from deskworld_kit import CallResult

    async def half(*_: object, **__: object) -> CallResult:
        return CallResult(ok=True, structured={"title": HALF}, text=HALF)

    monkeypatch.setattr(Session, "_made", half)
    record, far, trajectory = await tried("openai", SOLVED, spec, kept)
    assert record.outcome == "done" and calls(trajectory)[0].result == {"title": HALF}
    assert "half \ufffd of a smile" in far.tool_texts(1)[0]


@pytest.mark.parametrize("dialect", ["openai", "anthropic"])
async def test_ten_megabytes(
    dialect: Dialect, spec: TrialSpec, kept: TrialFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As an argument, a result, and an answer. Our own servers refuse such sizes; others may not."""
    for limit in ("MOST_SENT", "MOST_TEXT"):
        monkeypatch.setattr(f"deskworld_kit.calling.{limit}", 100_000_000)
    long = "0123456789" * 1_000_000
    script = [Turn(calls=[("add_jotter_item", {"title": long}), ("list_jotter_items", {})]), Turn(long)]
    record, far, trajectory = await tried(dialect, script, spec, kept)
    assert record.outcome == "done" and record.answer == long
    added, listed = calls(trajectory)
    assert added.arguments == {"title": long}
    assert added.result is not None and added.result["title"] == long
    assert listed.result is not None and long in [item["title"] for item in listed.result["items"]]
    assert [long in text for text in far.tool_texts()] == [True, True]


@everyone
async def test_every_token_is_kept(dialect: Dialect, spec: TrialSpec, kept: TrialFolder) -> None:
    turn = Turn("Done.", tokens={"in": 1000, "cached": 800, "out": 50, "reasoning": 30})
    record, _, trajectory = await tried(dialect, [turn], spec, kept)
    (reply,) = replies(trajectory)
    assert (reply.input_tokens, reply.cached_tokens, reply.output_tokens) == (1000, 800, 50)
    assert reply.reasoning_tokens == record.spent.reasoning_tokens == (0 if dialect == "anthropic" else 30)
    assert (record.spent.input_tokens, record.spent.cached_tokens, record.spent.output_tokens) == (1000, 800, 50)


async def test_what_it_thought_is_kept(spec: TrialSpec, kept: TrialFolder) -> None:
    _, _, trajectory = await tried("openai", [Turn("Done.", thinking="Let me see.")], spec, kept)
    assert replies(trajectory)[0].thinking == "Let me see."


def test_whole_texts_stay() -> None:
    value = {"a": ["x", {"b": HARD}], "n": 1, "none": None}
    assert whole(value) == value
    assert whole({HALF: [HALF]}) == {"half \ufffd of a smile": ["half \ufffd of a smile"]}
    assert whole("\ud83d\ude00") == "😀"  # two halves that belong together


def test_arguments_of_too_many_levels() -> None:
    deep: dict[str, Any] = {}
    for _ in range(98):
        deep = {"a": [], "b": deep}
    assert as_object(json.dumps(deep)) == deep and as_object(json.dumps({"a": [deep]})) is None


@pytest.mark.parametrize("text", ["", "  ", "{}", '{"a": {"b": [1, null]}}'])
def test_arguments_that_are_an_object(text: str) -> None:
    assert as_object(text) == ({"a": {"b": [1, None]}} if "a" in text else {})


@pytest.mark.parametrize("text", ["null", "3", '"x"', "[]", "{", "{'a': 1}", '{"a": Infinity}', "9" * 5000])
def test_arguments_that_are_none(text: str) -> None:
    assert as_object(text) is None


def test_names_keep_to_what_providers_take() -> None:
    assert [plain_name(name) for name in ("add_slide", "functions.add slide", "", "é" * 99)] == [
        "add_slide",
        "functions_add_slide",
        "unnamed",
        "_" * 64,
    ]


def test_a_reply_as_it_goes_back() -> None:
    parts = [
        ThinkingPart(HALF, signature="kept"),
        TextPart("fine"),
        TextPart(" \n"),
        ToolCallPart("a b", '{"x": ', tool_call_id="1"),
        ToolCallPart("ok", '{"x":  1}', tool_call_id="2"),
        ToolCallPart("ok", '{"x": "\\ud83d"}', tool_call_id="3"),
    ]
    thinking, text, broken, good, half = sendable(ModelResponse(parts=parts)).parts
    assert isinstance(thinking, ThinkingPart) and "\ufffd" in thinking.content and thinking.signature == "kept"
    assert text == parts[1] and good == parts[4]  # byte for byte: providers' caches compare them
    assert isinstance(broken, ToolCallPart) and (broken.tool_name, broken.args) == ("a_b", {"INVALID_JSON": '{"x": '})
    assert isinstance(half, ToolCallPart) and half.args == {"x": "\ufffd"}


async def test_a_conversation_goes_on_after_broken_arguments(spec: TrialSpec, kept: TrialFolder) -> None:
    """Servers that parse the calls of a conversation again (most chat templates do) have to be able to."""
    _, far, _ = await tried("openai", [Turn(calls=[("draw_card", '{"path": ')]), DONE], spec, kept)
    sent = far.heard[1]["messages"][-2]["tool_calls"][0]["function"]["arguments"]
    assert as_object(sent) == {"INVALID_JSON": '{"path": '}
