"""The command line, as a person or a script meets it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from deskworld_harness.cli import main
from deskworld_harness.clients import CLIENTS
from harness.desk import offer

Told = Callable[..., tuple[int, str, str]]


@pytest.fixture
def harness(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, desk_path: Path
) -> Told:
    """Run the command in an empty folder: exit status, stdout, stderr."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")

    def run(*arguments: object) -> tuple[int, str, str]:
        capsys.readouterr()
        try:
            status = main([str(each) for each in arguments])
        except SystemExit as end:
            status = int(end.code or 0)
        out, err = capsys.readouterr()
        return status, out, err

    return run


def test_help_is_quick() -> None:
    """`harness --help` may load nothing heavy: what it imports is what it costs."""
    heavy = ("pydantic", "rich", "yaml", "fastmcp", "sqlmodel", "pydantic_ai", "anyio", "deskworld_kit")
    code = (
        "import sys; from deskworld_harness.cli import parser; parser().format_help();"
        f"print([name for name in {heavy} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_solution_passes_and_noop_does_not(harness: Told, tasks: Path) -> None:
    status, out, err = harness("eval", tasks, "--agent", "solution", "--out", "run", "--trials", 2)
    assert status == 0, err
    assert "studio/cards/" in out and "2/2" in out and "100% (33%-100%)" in out
    assert Path("run/trials/studio.cards.red-s7-t1/workspace/out/card.png").is_file()
    status, out, err = harness("eval", tasks / "studio" / "cards" / "red", "--agent", "noop", "--out", "none")
    assert status == 1 and "0/1" in out and "was not made" in err
    assert not Path("runs").exists()
    status, out, _ = harness("report", "none")
    assert status == 1 and "right_size" in out
    status, out, _ = harness("report", "run", "--json")
    told = json.loads(out)
    assert status == 0 and told["summary"]["passed"] == 2 and told["summary"]["at_k"]["2"]["value"] == 1.0
    assert told["tasks"]["studio/cards/red"]["interval"]["high"] == 1.0


def test_a_system_error_has_its_own_status(harness: Told, tasks: Path, red: Path) -> None:
    (red / "checks.py").write_text("1 / 0")
    status, out, _ = harness("eval", tasks, "--agent", "noop", "--out", "run")
    assert status == 3 and "task_error" in out and "1 trial says nothing" in out and "is in no rate" in out


def test_what_could_not_run_is_told_before_anything_runs(harness: Told, tasks: Path, red: Path) -> None:
    (red / "task.yaml").write_text((red / "task.yaml").read_text().replace("[jotter, easel]", "[jotter, esel]"))
    (tasks / "other").mkdir()
    (tasks / "other" / "task.yaml").write_text("title: Half a task\n")
    status, _, err = harness("eval", tasks, "--agent", "solution", "--out", "run")
    assert status == 2 and not Path("run").exists()
    for told in ("red/task.yaml: ", "'esel'", "other/task.yaml:1: role: field required", "other/checks.py: is missing"):
        assert told in err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["eval", "nowhere", "--agent", "noop"], "nowhere: no such folder"),
        (["eval", "tasks"], "--model PROVIDER:NAME or --agent solution"),
        (["eval", "tasks", "--agent", "solver"], "'solver' is no agent"),
        (["eval", "tasks", "--model", "gpt-5"], "'gpt-5' is no model"),
        (["eval", "tasks", "--model", "openai:gpt-5"], "set OPENAI_API_KEY"),
        (["eval", "tasks", "--agent", "noop", "--trials", "0"], "at least 1"),
        (["eval", "tasks", "--agent", "noop", "--trials", "two"], "'two' is no whole number"),
        (["eval", "tasks", "--agent", "replay:nowhere"], "nowhere: holds no run"),
        (["list", "tools", "jotted"], "jotter"),
        (["report", "."], "holds no run"),
        (["connect", "cursor", "jotted"], "jotter"),
        (["new", "server", "My-Server"], "no name for a server"),
        (["new", "task", "my-report"], "use family/subcategory/task"),
        (["unheard"], "invalid choice"),
    ],
)
def test_usage_errors(
    arguments: list[str], told: str, harness: Told, tasks: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    status, _, err = harness(*arguments)
    assert status == 2 and told in err and "Traceback" not in err
    assert not Path("runs").exists()


def test_lists(harness: Told, tasks: Path) -> None:
    servers = json.loads(harness("list", "servers", "--json")[1])
    assert {"jotter", "easel"} <= {server["name"] for server in servers}
    tools = json.loads(harness("list", "tools", "easel", "--json")[1])
    assert (tools[0]["name"], tools[0]["kind"], tools[0]["core"]) == ("draw_card", "edit", True)
    compact = json.loads(harness("list", "tools", "jotter", "--tier", "compact", "--json")[1])
    assert "delete_jotter_item" not in [tool["name"] for tool in compact]
    assert json.loads(harness("list", "tasks", tasks, "--json")[1])[0]["name"] == "studio/cards/red"
    status, out, _ = harness("list", "tools", "jotter")
    assert status == 0 and "Add an item" in out
    assert "studio/cards/red" in harness("list", "tasks", tasks)[1]


def test_schemas(harness: Told) -> None:
    for name in ("run", "trial", "trajectory", "world", "task"):
        assert json.loads(harness("schema", name)[1])["type"] == "object"


@pytest.mark.parametrize("client", sorted(CLIENTS))
def test_connect_prints(client: str, harness: Told) -> None:
    status, out, err = harness("connect", client, "jotter", "easel", "--workspace", "w")
    key = "servers" if client == "vscode" else "mcpServers"
    servers = json.loads(out)[key]
    assert status == 0 and list(servers) == ["deskworld-jotter", "deskworld-easel"] and "--write" in err
    assert servers["deskworld-jotter"]["args"][-2:] == ["--workspace", str(Path("w").absolute())]
    assert not list(Path().iterdir())


def test_connect_writes_beside_what_is_there(harness: Told, tmp_path: Path) -> None:
    path = tmp_path / "client" / "mcp.json"
    assert harness("connect", "cursor", "jotter", "--write", "--file", path)[0] == 0
    there = json.loads(path.read_text())
    there["mcpServers"] = {"other": {"command": "o"}, **there["mcpServers"]}
    path.write_text(json.dumps({"theme": "dürr", **there}, ensure_ascii=False), encoding="utf-8")
    path.chmod(0o600)
    assert harness("connect", "cursor", "easel", "jotter", "--write", "--file", path)[0] == 0
    now = json.loads(path.read_text(encoding="utf-8"))
    assert list(now) == ["theme", "mcpServers"] and now["theme"] == "dürr"
    assert list(now["mcpServers"]) == ["other", "deskworld-jotter", "deskworld-easel"]
    assert path.stat().st_mode & 0o777 == 0o600 and list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("broken", ['{"mcpServers": {', '// mine\n{"mcpServers": {}}', "[]", '{"mcpServers": []}'])
def test_connect_refuses_what_it_can_t_read(broken: str, harness: Told, tmp_path: Path) -> None:
    path = tmp_path / "mcp.json"
    path.write_text(broken)
    status, _, err = harness("connect", "cursor", "jotter", "--write", "--file", path)
    assert status == 2 and "nothing was changed" in err and path.read_text() == broken


def test_connect_knows_where_clients_look(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    places = {
        "linux": ".config/Claude/claude_desktop_config.json",
        "darwin": "Library/Application Support/Claude/claude_desktop_config.json",
    }
    for platform, place in places.items():
        monkeypatch.setattr(sys, "platform", platform)
        assert CLIENTS["claude-desktop"].path() == tmp_path / place
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("APPDATA", str(tmp_path / "AppData"))
    assert CLIENTS["claude-desktop"].path() == tmp_path / "AppData" / "Claude" / "claude_desktop_config.json"
    assert CLIENTS["cursor"].path() == tmp_path / ".cursor" / "mcp.json"


def test_doctor(harness: Told) -> None:
    status, out, _ = harness("doctor", "--json")
    rows = {row["name"]: row for row in json.loads(out)}
    assert rows["LibreOffice"]["needed"] and "apt-get" in rows["LibreOffice"]["how"]
    assert not rows["Node"]["needed"]
    assert status == int(any(row["needed"] and not row["found"] for row in rows.values()))
    assert "without it" in harness("doctor")[1] or all(row["found"] for row in rows.values())


def test_a_new_task_is_solved_at_once(harness: Told) -> None:
    pytest.importorskip("deskworld_files")
    status, out, _ = harness("new", "task", "cafe/weekly/sales")
    assert status == 0 and "harness eval tasks/cafe/weekly/sales --agent solution" in out
    assert harness("new", "task", "cafe/weekly/sales")[0] == 2  # never over an old one
    status, out, err = harness("eval", "tasks", "--agent", "solution", "--out", "run")
    assert status == 0, err
    assert harness("eval", "tasks", "--agent", "noop", "--out", "none")[0] == 1
    status, out, _ = harness("check", "tasks", "--jobs", 1, "--mutants", 2)
    assert status == 0, out


def test_serve_over_http(desk_path: Path, tmp_path: Path) -> None:
    """Each server at its own path, until it is told to stop."""
    from fastmcp import Client

    code = "import sys; from deskworld_harness.cli import main; sys.exit(main())"
    arguments = ["serve", "jotter", "easel", "--transport", "http", "--port", "0", "--workspace", str(tmp_path / "w")]
    world = ["--world", f"sqlite:///{tmp_path / 'world.sqlite'}"]
    with subprocess.Popen(
        [sys.executable, "-c", code, *arguments, *world],
        env={**os.environ, "PYTHONPATH": str(desk_path)},
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as served:
        try:
            assert served.stderr
            said = [next(line for line in served.stderr if "http://" in line) for _ in range(3)]
            urls = [re.search(r"http://\S+", line) for line in said]
            assert all(urls)

            async def names(url: str) -> list[str]:
                async with Client(url) as client:
                    return [tool.name for tool in await client.list_tools()]

            found = {url[0].split("/")[-1]: asyncio.run(names(url[0])) for url in urls if url}
            assert "draw_card" in found["easel"] and "add_jotter_item" in found["jotter"]
            assert sorted(found["mcp"]) == sorted(found["easel"] + found["jotter"])
        finally:
            served.send_signal(signal.SIGINT)
            assert served.wait(20) in (0, 130)


def test_serve_has_every_option_of_a_server(capsys: pytest.CaptureFixture[str]) -> None:
    from deskworld_harness.cli import parser
    from deskworld_kit.command import parser as of_servers

    ours = vars(parser().parse_args(["serve"]))
    theirs = vars(of_servers("x", "x").parse_args([]))
    assert {name: str(ours.get(name)) for name in theirs} == {name: str(value) for name, value in theirs.items()}


def test_a_new_server_meets_the_contract(tmp_path: Path, harness: Told) -> None:
    """What the scaffold makes passes the suite's own tests and a linter before a line of it is changed."""
    status, out, _ = harness("new", "server", "ledger", "--into", tmp_path)
    assert status == 0 and "uv pip install" in out
    assert harness("new", "server", "ledger", "--into", tmp_path)[0] == 2  # never over an old one
    made = tmp_path / "ledger"
    offer(made, "ledger")
    suite = [Path(__file__).parents[1] / "suite" / f"test_{name}.py" for name in ("schemas", "calls", "confinement")]
    environment = {**os.environ, "PYTHONPATH": str(made)}
    contract = ["pytest", *suite, "-k", "ledger and not snapshot", "-p", "no:cacheprovider"]
    rules = ["ruff", "check", "--isolated", "--select", "E,F,I,UP,B", "--line-length", "110", made]
    for command in (contract, rules):
        done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, env=environment)
        assert done.returncode == 0, done.stdout + done.stderr


def test_a_new_server_joins_a_workspace(tmp_path: Path, harness: Told) -> None:
    """Inside a uv workspace the kit is taken from there; elsewhere it is a package like any other."""
    for name, root in (("inner", "[tool.uv.workspace]\nmembers = ['servers/*']\n"), ("outer", "[project]\n")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "pyproject.toml").write_text(root)
        assert harness("new", "server", "ledger", "--into", tmp_path / name / "servers")[0] == 0
    sources = {
        name: "workspace = true" in (tmp_path / name / "servers/ledger/pyproject.toml").read_text()
        for name in ("inner", "outer")
    }
    assert sources == {"inner": True, "outer": False}
