"""A model at the desk, over real HTTP and the providers' own SDKs; only what it says is scripted."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from deskworld_harness.agents import AgentNameError, check_agent
from deskworld_harness.cli import main
from deskworld_harness.documents import Call, Reply, TrialSpec
from deskworld_harness.models import ModelName, ModelNameError
from deskworld_harness.records import TrialFolder
from harness.asked import DONE, DRAW, NOTE, SOLVED, VIEW, tried
from harness.loopback import Dialect, Turn, loopback, served

pytestmark = pytest.mark.anyio

both = pytest.mark.parametrize("dialect", ["openai", "anthropic"])
everyone = pytest.mark.parametrize("dialect", get_args(Dialect))


@pytest.fixture(autouse=True)
def keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-test")
    monkeypatch.setenv("GOOGLE_API_KEY", "test")


@everyone
async def test_a_model_solves_a_task(dialect: Dialect, spec: TrialSpec, kept: TrialFolder) -> None:
    record, _, trajectory = await tried(dialect, SOLVED, spec, kept)
    assert (record.outcome, record.evidence, record.verdict) == ("done", "", "passed")
    assert record.answer == DONE.text
    assert (record.spent.replies, record.spent.calls) == (3, 3)
    assert (record.spent.input_tokens, record.spent.output_tokens) == (300, 30)
    assert record.spent.cost is None  # nobody knows what a scripted model costs, and that isn't nothing
    replies = [event for event in trajectory.events if isinstance(event, Reply)]
    calls = [event for event in trajectory.events if isinstance(event, Call)]
    assert [reply.calls for reply in replies] == [[calls[0].id], [calls[1].id, calls[2].id], []]
    assert replies[0].text == "I start with the card."


@everyone
async def test_pictures_of_tools_arrive_whole(dialect: Dialect, spec: TrialSpec, kept: TrialFolder) -> None:
    _, far, _ = await tried(dialect, SOLVED, spec, kept)
    drawn = (kept.path / "workspace" / "out" / "card.png").read_bytes()
    assert far.pictures(1) == []  # drawing shows nothing
    assert far.pictures(2) == [drawn]
    facts = far.tool_texts(2)
    assert '"path":"out/card.png","width":80,"height":60' in facts[1].replace("\\", "").replace(" ", "")
    assert len(facts) == 3


async def test_a_known_price(spec: TrialSpec, kept: TrialFolder) -> None:
    record, _, _ = await tried("anthropic", SOLVED, spec, kept, name="claude-sonnet-5")
    # Three requests of 100 tokens in at $2 and 10 out at $10 for a million: 3 * (0.0002 + 0.0001).
    assert record.spent.cost == pytest.approx(0.0009)


@both
async def test_what_the_model_is_told(dialect: Dialect, spec: TrialSpec, kept: TrialFolder) -> None:
    _, far, trajectory = await tried(dialect, SOLVED, spec, kept)
    first = far.heard[0]
    tools = [tool["function"] if dialect == "openai" else tool for tool in first["tools"]]
    names = [tool["name"] for tool in tools]
    assert names == trajectory.tools and {"draw_card", "list_jotter_items"} <= set(names)
    schema = tools[names.index("draw_card")]["parameters" if dialect == "openai" else "input_schema"]
    assert schema["required"] == ["path"] and schema["properties"]["width"]["default"] == 64
    told = str(first.get("system", "")) + str(first["messages"])
    for words in ("stationer's assistant", "Never use blue", "Monday, 02 March 2026", "Draw me a red card"):
        assert words in told


async def test_the_compact_tier_is_smaller(spec: TrialSpec, kept: TrialFolder) -> None:
    _, far, _ = await tried("openai", SOLVED, spec, kept, tier="compact")
    names = {tool["function"]["name"] for tool in far.heard[0]["tools"]}
    assert "draw_card" in names and not {"break_pencil", "delete_jotter_item"} & names


@both
async def test_revision_shows_what_was_made(dialect: Dialect, spec: TrialSpec, kept: TrialFolder) -> None:
    wrong = ("draw_card", {"path": "out/card.png", "color": "green", "width": 80, "height": 60})
    script = [
        Turn(calls=[wrong, NOTE]),
        Turn("Done."),
        Turn(calls=[DRAW, VIEW]),
        Turn("It was green; now it is red."),
        Turn("Confirmed, the card is as asked."),
    ]
    record, far, trajectory = await tried(dialect, script, spec, kept, revise=3)
    assert (record.evidence, record.verdict) == ("", "passed")
    assert [(each.round, each.revised, each.missing) for each in record.rounds] == [(1, True, []), (2, False, [])]
    assert record.rounds[0].answer == "It was green; now it is red."
    shown = [(kept.path / render.file).read_bytes() for each in record.rounds for render in each.renders]
    assert len(shown) == 2 and far.pictures(2) == [shown[0]]
    assert shown[1] in far.pictures(4)
    assert record.renders == record.rounds[1].renders
    rounds = [event.round for event in trajectory.events if isinstance(event, Call)]
    assert rounds == [1, 1, 2, 2]


async def test_revision_names_what_is_missing(spec: TrialSpec, kept: TrialFolder) -> None:
    record, far, _ = await tried("openai", [Turn("Done."), Turn("I can't draw.")], spec, kept, revise=2)
    assert record.verdict == "failed" and len(record.rounds) == 1
    assert record.rounds[0].missing == ["out/card.png"]
    assert "Not there: out/card.png" in str(far.heard[1]["messages"][-1])


@everyone
async def test_a_refused_call_is_an_answer(dialect: Dialect, spec: TrialSpec, kept: TrialFolder) -> None:
    script = [
        Turn(calls=[("draw_cards", {}), ("view_card", {"path": "none.png"}), ("view_card", {"paht": "x"})]),
        *SOLVED,
    ]
    record, far, _ = await tried(dialect, script, spec, kept)
    assert (record.verdict, record.spent.calls, record.spent.tool_errors) == ("passed", 6, 3)
    unknown, absent, misspelt = far.tool_texts(1)
    assert "draw_card" in unknown and "none.png" in absent and "paht" in misspelt


@everyone
async def test_a_refused_key_is_not_the_agents_failure(dialect: Dialect, spec: TrialSpec, kept: TrialFolder) -> None:
    record, _, _ = await tried(dialect, [Turn(status=401, error="authentication_error")], spec, kept)
    assert (record.outcome, record.verdict, record.reward) == ("model_rejected", "ungraded", None)


async def test_a_bug_of_ours_is_not_the_agents(
    spec: TrialSpec, kept: TrialFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise TypeError("we got this wrong")

    monkeypatch.setattr("deskworld_harness.agents.model._returned", broken)
    record, _, _ = await tried("openai", SOLVED, spec, kept)
    assert (record.outcome, record.verdict, record.reward) == ("harness_error", "ungraded", None)
    assert "we got this wrong" in record.evidence


@both
def test_the_whole_command(dialect: Dialect, tasks: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`harness eval --model ... --base-url ...`, two trials at once, as a user would type it."""
    with served(dialect, SOLVED) as far:
        far.shared = True
        run = ["eval", str(tasks), "--model", far.model, "--base-url", far.base_url, "--trials", "2"]
        status = main([*run, "--out", str(tmp_path / "run")])
    told = capsys.readouterr()
    assert status == 0, told.err
    assert "2/2" in told.out and "660" in told.out and "unknown" in told.out  # trials, tokens, cost


async def test_a_replay_needs_no_model(spec: TrialSpec, tmp_path: Path) -> None:
    from deskworld_harness.records import RunFolder
    from deskworld_harness.run import new_run, run_trials

    async with loopback("openai", SOLVED) as far:
        asked = spec.model_copy(update={"agent": "model", "model": far.model, "base_url": far.base_url})
        await run_trials(new_run(tmp_path / "first", [asked], []), [asked])
    replay = spec.model_copy(update={"agent": f"replay:{tmp_path / 'first'}"})
    await run_trials(new_run(tmp_path / "again", [replay], []), [replay])
    first, again = (RunFolder.open(tmp_path / name).records()[0] for name in ("first", "again"))
    assert (first.verdict, first.state_hash, first.answer) == (again.verdict, again.state_hash, again.answer)
    assert again.spent.replies == 0 and again.spent.calls == first.spent.calls


@pytest.mark.parametrize("text", ["gpt-5", "openai:", "nobody:model", ""])
def test_wrong_names(text: str) -> None:
    with pytest.raises(ModelNameError, match="openai:NAME"):
        ModelName.parse(text)


@pytest.mark.parametrize(
    ("text", "variable"),
    [
        ("openai:x", "OPENAI_API_KEY"),
        ("anthropic:x", "ANTHROPIC_API_KEY"),
        ("google:x", "GOOGLE_API_KEY or GEMINI_API_KEY"),
    ],
)
def test_a_missing_key_names_its_variable(text: str, variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(ModelNameError, match=variable):
        ModelName.parse(text).key()
    assert ModelName.parse(text, "http://127.0.0.1:1").key()  # one's own server often needs none


@pytest.mark.parametrize("name", ["", "replay:", "solver"])
def test_wrong_agents(name: str) -> None:
    with pytest.raises(AgentNameError, match="solution, noop"):
        check_agent(name)
