"""`harness report`: a run's figures as a person and as a script read them, two runs against each other, any length."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from deskworld_harness.cli import main
from deskworld_harness.documents import EntityCounts, Spent, TrialSpec
from deskworld_harness.metrics import figures, read_rows
from deskworld_harness.records import RunFolder, TrialFolder
from deskworld_harness.trial import run_trial
from deskworld_verifiers import CheckResult
from harness.made_up import record, run_of, spec

Told = Callable[..., tuple[int, str]]


@pytest.fixture
def report(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Told:
    """`harness report`: its status and what it prints, on one line where the paper is wide enough."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")

    def run(*arguments: object) -> tuple[int, str]:
        capsys.readouterr()
        status = main(["report", *map(str, arguments)])
        told = capsys.readouterr()
        return status, told.out + told.err

    return run


def wrong(name: str) -> CheckResult:
    return CheckResult(
        name=name, title=name, kind="content", outcome="failed", evidence=f"{name} is [wrong]", seconds=0.0
    )


@pytest.fixture
def first(tmp_path: Path) -> RunFolder:
    spent = Spent(replies=3, calls=4, tool_errors=1, input_tokens=1000, cached_tokens=600, output_tokens=50, cost=0.02)
    return run_of(
        tmp_path / "first",
        [
            record("x/s/a", 1, difficulty="hard", spent=spent, entity=EntityCounts(matched=2, expected=2, actual=2)),
            record("x/s/a", 0, trial=1, difficulty="hard", spent=spent, checks=[wrong("total")]),
            record("x/t/b", 1, spent=spent),
            record("y/s/c", 0, spent=spent, checks=[wrong("total"), wrong("names")]),
            record("y/s/d", None, evidence="overloaded"),
        ],
        never_run=[spec("y/s/d", trial=1)],
    )


def test_report(report: Told, first: RunFolder) -> None:
    status, told = report("first")
    assert status == 3  # one has no verdict, one was never run
    assert "3/6" not in told and "2/6" in told  # two of six passed; two are missing
    assert "2 trials say nothing about the agent (1 model_unavailable, 1 not_run)" in told
    # a 1/2, b 1, c 0, d nothing: with d failed 1.5 / 4, with d passed 2.5 / 4
    assert "the pass rate would be 38%; had all passed, 62%" in told
    for title in (
        "family",
        "subcategory",
        "difficulty",
        "pass@k",
        "entity F1 1.00",
        "cached tokens",
        "total is [wrong]",
    ):
        assert title in told, title
    assert "unknown" not in told.partition("difficulty")[0]


def test_evidence_is_shown_where_it_is_asked_for(report: Told, tmp_path: Path) -> None:
    check = wrong("total").model_copy(update={"evidence": "the total\nline 9: assert total == 3\n  total = [2]"})
    run_of(tmp_path / "run", [record("x/s/a", 0, checks=[check, wrong("names")])])
    _, told = report("run")
    assert "total: the total (and 1 more)" in told and "  failed names: names is [wrong]\n" in told
    assert "  failed total: the total | line 9: assert total == 3\n" in told
    assert "total = [2]" not in told and "with --evidence" in told
    _, told = report("run", "--evidence")
    assert "    line 9: assert total == 3\n      total = [2]\n" in told and "with --evidence" not in told


def test_a_run_without_a_trial(report: Told, tmp_path: Path) -> None:
    run_of(tmp_path / "run", [], never_run=[spec("x/s/a"), spec("x/t/b")])
    assert report("run") == (3, "no trial was finished\n")


def test_report_as_json(report: Told, first: RunFolder) -> None:
    status, told = report("first", "--json")
    found = json.loads(told)
    assert status == 3 and found["planned"] == 6
    summary = found["summary"]
    assert summary["missing"] == {"model_unavailable": 1, "not_run": 1}
    rate = summary["at_k"]["1"]
    assert (rate["value"], rate["tasks"], rate["worst"], rate["best"]) == (0.5, 3, 0.375, 0.625)
    assert rate["interval"]["method"] == "bootstrap"
    assert summary["entity"]["f1"] == {"value": 1.0, "interval": None, "tasks": 1}
    assert summary["amounts"]["cached_tokens"] == {"total": 2400, "mean": 600}
    assert summary["failed_checks"] == {"total": 2, "names": 1}
    assert found["family"]["y"]["at_k"]["1"]["value"] == 0
    assert found["subcategory"]["y/s"]["tasks"] == 2 and set(found["difficulty"]) == {"hard", "unknown"}
    assert found["tasks"]["y/s/d"] == {
        "trials": 0, "passed": 0, "missing": 2, "interval": {"low": 0.0, "high": 1.0, "method": "beta"}
    }  # fmt: skip
    assert [each["missing"] for each in found["trials"]] == ["", "", "", "", "model_unavailable", "not_run"]


def test_two_runs(report: Told, first: RunFolder, tmp_path: Path) -> None:
    spent = Spent(replies=2, calls=2, input_tokens=400, output_tokens=50, cost=0.01)
    run_of(
        tmp_path / "second",
        [
            record("x/s/a", 1, spent=spent),
            record("x/s/a", 1, trial=1, spent=spent),
            record("x/t/b", 0, spent=spent),
            record("y/s/c", 0, spent=spent),
            record("y/s/new", 1, spent=spent),
        ],
    )
    status, told = report("first", "second")
    assert status == 0
    assert "only in A, and not compared: y/s/d" in told and "only in B, and not compared: y/s/new" in told
    lines = {line.split()[0]: line for line in told.splitlines() if line.strip()}
    assert (
        "1/2" in lines["x/s/a"] and "2/2" in lines["x/s/a"] and "+50%" in lines["x/s/a"] and "gained" in lines["x/s/a"]
    )
    assert "-100%" in lines["x/t/b"] and "lost" in lines["x/t/b"]
    assert "y/s/c" not in told
    # a +1/2, b -1, c 0
    assert "50.0%" in lines["pass"] and "33.3%" in lines["pass"] and "-16.7% (-100.0% to +50.0%)" in lines["pass"]
    assert "$0.02" in lines["cost"] and "-$0.01" in lines["cost"]
    assert "p = 1 (paired permutation test over the 2 tasks that differ, all sign patterns counted, two-sided)" in told
    assert "tasks gained: 1, lost: 1, with the same pass rate in both: 1" in told

    status, told = report("first", "second", "--json")
    found = json.loads(told)
    assert status == 0 and (found["only_a"], found["only_b"]) == (["y/s/d"], ["y/s/new"])
    assert [(pair["task"], pair["change"], pair["difference"]) for pair in found["pairs"]] == [
        ("x/s/a", "gained", 0.5),
        ("x/t/b", "lost", -1.0),
        ("y/s/c", "same", 0.0),
    ]
    assert found["measures"]["input_tokens"]["value"] == -600 and found["measures"]["input_tokens"]["tasks"] == 3
    assert found["measures"]["entity_f1"]["value"] is None
    assert found["test"] == {"p": 1.0, "exact": True, "differing": 2}


def test_what_is_missing_widens_the_difference(report: Told, first: RunFolder, tmp_path: Path) -> None:
    run_of(tmp_path / "again", [record("y/s/d", 1), record("y/s/d", 1, trial=1)])
    status, told = report("first", "again")
    assert status == 0 and "2 trials of A and 0 of B say nothing" in told
    assert "anything from +0.0% to +100.0%" in told and "unknown" in told
    _, told = report("again", tmp_path / "first" / ".." / "again")
    assert "tasks gained: 0, lost: 0, with the same pass rate in both: 1" in told and "p = 1" in told


def test_nothing_in_common(report: Told, first: RunFolder, tmp_path: Path) -> None:
    run_of(tmp_path / "apart", [record("z/z/z", 1)])
    status, told = report("first", "apart")
    assert status == 0 and "no task in common" in told and "only in B, and not compared: z/z/z" in told
    assert json.loads(report("first", "apart", "--json")[1])["pass_rate"]["value"] is None


def test_no_run_to_report(report: Told, first: RunFolder) -> None:
    assert report("nowhere") == (2, "harness report: nowhere: holds no run (there is no run.json)\n")
    assert report("first", "nowhere")[0] == 2


def test_a_long_run_is_not_held_in_memory(tmp_path: Path) -> None:
    """Answers of 20 kB, 60 MB in all: what is kept of them fits into a tenth of that."""
    folder = run_of(
        tmp_path / "long", [record(f"x/s/{n % 30}", n % 2, trial=n, answer="long " * 4000) for n in range(30)]
    )
    lines = (folder.path / "trials.jsonl").read_bytes()
    with (folder.path / "trials.jsonl").open("ab") as file:
        for again in range(1, 100):
            file.write(lines.replace(b'"trial": ', b'"trial": %d' % again))
    tracemalloc.start()
    rows = read_rows(folder)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(rows) == 3000 and most < 6_000_000
    assert figures(rows).pass_rate.value == 0.5 and figures(rows).tasks == 30


@pytest.mark.anyio
async def test_entities_are_counted(spec: TrialSpec, kept: TrialFolder, tmp_path: Path) -> None:
    """The red card puts one line on a list; nothing done is none of it; without tables there is nothing to count."""
    assert (await run_trial(spec, kept)).entity == EntityCounts(matched=1, expected=1, actual=1)
    (tmp_path / "idle").mkdir()
    idle = await run_trial(spec.model_copy(update={"agent": "noop"}), TrialFolder(tmp_path / "idle"))
    assert idle.entity == EntityCounts(matched=0, expected=1, actual=0)
