"""Every command in the README is run: what a newcomer types is what is tested.

A command that no rule below knows fails the test, so the README can't gain one that nobody ran. Commands run in a copy
of nothing: their homes and outputs are temporary folders, and the model's provider is a scripted one on loopback.
"""

import json
import os
import re
import subprocess
import threading
from pathlib import Path
from typing import Any

import anyio
import pytest
from harness.loopback import Turn, loopback

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = [
    line.split("#")[0].strip() for line in README.splitlines() if re.match(r"    (\./dev|export|uvx|harness) ", line)
]


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """An environment whose home and run folder are temporary."""
    return {**os.environ, "HOME": str(tmp_path), "NO_COLOR": "1", "COLUMNS": "120"}


def run(
    command: str, env: dict[str, str], *, expect: tuple[int, ...] = (0,), timeout: int = 300, cwd: Path = ROOT
) -> str:
    command = command.replace("./dev", str(ROOT / "dev"))
    done = subprocess.run(
        command, shell=True, cwd=cwd, env=env, capture_output=True, text=True, timeout=timeout, check=False
    )
    assert done.returncode in expect, f"{command}\n{done.returncode}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
    return done.stdout


def named(pattern: str) -> list[str]:
    return [command for command in COMMANDS if re.search(pattern, command)]


RULES = (
    r"^./dev harness eval \S+ --agent solution$",  # tests/tasks runs it over all tasks
    r"^./dev test",  # what runs this
    r"^./dev deskworld-\S+",
    r"^./dev harness (connect|doctor|report|new)",
    r"^./dev harness eval .*--model",
    r"^./dev harness eval --resume runs/LAST$",
    r"^export OPENAI_API_KEY",
)


def test_no_command_is_unknown() -> None:
    assert len(COMMANDS) >= 10
    for command in COMMANDS:
        assert any(re.search(rule, command) for rule in RULES), f"nothing here runs {command!r}"


@pytest.mark.parametrize("command", [c for c in named(r"^./dev deskworld-\S+") if "--transport http" not in c])
def test_servers_answer_over_stdio(command: str, home: dict[str, str]) -> None:
    start = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "readme", "version": "1"}}
    messages = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": start},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {}},
    ]
    process = subprocess.Popen(
        command, shell=True, cwd=ROOT, env=home, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write("".join(json.dumps(message) + "\n" for message in messages))
    process.stdin.flush()
    answers: dict[int, dict[str, Any]] = {}
    while 2 not in answers:
        answer = json.loads(process.stdout.readline())
        answers[answer.get("id", 0)] = answer
    process.stdin.close()
    assert process.wait(20) == 0
    assert answers[2]["result"]["tools"]


@pytest.mark.parametrize("command", named(r"^./dev deskworld-\S+.*--transport http"))
def test_servers_listen_over_http(command: str, home: dict[str, str]) -> None:
    """At the README's own port where it names one, else at a free one."""
    command = re.sub(r"--port \d+", "", command) + " --port 0"
    process = subprocess.Popen(f"exec {command}", shell=True, cwd=ROOT, env=home, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    served = next(line for line in process.stderr if "serves http" in line)
    process.terminate()
    process.wait(20)
    assert re.search(r"http://127.0.0.1:\d+/\S+", served)


@pytest.mark.parametrize("command", named(r"^./dev harness (connect|doctor)"))
def test_connect_and_doctor(command: str, home: dict[str, str], tmp_path: Path) -> None:
    """In a folder of its own: `--write` for Claude Code goes into the folder one stands in."""
    said = run(command, home, cwd=tmp_path)
    if "connect" in command and "--write" not in command:
        assert "deskworld-slides" in said
    if "--write" in command:
        assert "deskworld-slides" in (tmp_path / ".mcp.json").read_text()


@pytest.mark.parametrize("command", named(r"^./dev harness new"))
def test_new(command: str, home: dict[str, str], tmp_path: Path) -> None:
    run(command, home, cwd=tmp_path)
    assert [path for path in tmp_path.rglob("*") if path.name in ("task.yaml", "pyproject.toml")]


def test_a_model_is_evaluated(home: dict[str, str], tmp_path: Path) -> None:
    """The real command against a scripted model; it does nothing, so every trial is judged and none passes."""
    (command,) = named(r"^./dev harness eval .*--model")
    (report,) = named(r"^./dev harness report")
    (resume,) = named(r"^./dev harness eval --resume")
    found: dict[str, Any] = {}

    async def main() -> None:
        async with loopback("responses", [Turn("Done.")] * 2000) as far:
            env = {**home, "OPENAI_API_KEY": "key", "OPENAI_BASE_URL": far.base_url}
            out = tmp_path / "run"
            told = f"{command} --out {out}"
            await anyio.to_thread.run_sync(lambda: run(told, env, expect=(1,)))
            whole = (out / "trials.jsonl").read_bytes()
            (out / "trials.jsonl").write_bytes(whole[: len(whole) // 2])  # as a kill in mid-line leaves it
            await anyio.to_thread.run_sync(lambda: run(resume.replace("runs/LAST", str(out)), env, expect=(1,)))
            found["report"] = run(report.replace("runs/LAST", str(out)), env, expect=(1,))
            found["records"] = (out / "trials.jsonl").read_text().splitlines()

    thread = threading.Thread(target=anyio.run, args=(main,))
    thread.start()
    thread.join()
    trials = [json.loads(line) for line in found["records"]]
    names = [(trial["spec"]["task_name"], trial["spec"]["trial"]) for trial in trials]
    assert len(names) == len(set(names)) and {number for _, number in names} == {0, 1, 2}
    assert {trial["outcome"] for trial in trials} == {"done"}
    assert {trial["verdict"] for trial in trials} == {"failed"}
    assert "pass rate" in found["report"]
