"""The official conformance suite of MCP, run against a URL, believed only when there was a server to judge.

Pointed at a port where nobody listens, it counts half of its checks as passed: no bad message came. So a run counts
only if the server answers before and after it, if the suite ends with success, and if every scenario that the
revision requires has run.
"""

import json
import re
import subprocess
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import httpx

ROOT = Path(__file__).parents[2]
REVISIONS = ("2025-11-25", "2026-07-28")
PROGRAM = [str(ROOT / "setup" / "node" / "run"), "conformance"]
ACCEPT = {"Accept": "application/json, text/event-stream"}
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}


class NotConformant(AssertionError):
    """The run failed, or nothing can be told from it."""


@dataclass(frozen=True)
class Report:
    """What a run gave: the checks of each scenario by outcome (SUCCESS, FAILURE, WARNING, SKIPPED, INFO)."""

    scenarios: dict[str, Counter[str]]
    output: str

    @property
    def failed(self) -> set[str]:
        """The scenarios with a failed check."""
        return {name for name, checks in self.scenarios.items() if checks["FAILURE"]}

    def passed(self, scenario: str) -> int:
        """How many checks of a scenario passed."""
        return self.scenarios.get(scenario, Counter())["SUCCESS"]


def is_up(url: str) -> bool:
    """Whether an MCP server answers there."""
    try:
        return httpx.post(url, json=HELLO, headers=ACCEPT, timeout=10).status_code == 200
    except httpx.HTTPError:
        return False


@cache
def required(revision: str) -> frozenset[str]:
    """The server scenarios that a revision requires, as the suite itself lists them."""
    command = [*PROGRAM, "list", "--requirements", revision]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    servers = said.partition("Server scenarios")[2].partition("Client scenarios")[0]
    return frozenset(re.findall(r"^ +- (\S+)$", servers, re.MULTILINE))


def conform(url: str, revision: str, folder: Path, *, expected: tuple[str, ...] = ()) -> Report:
    """Run all that a revision asks of a server.

    Args:
        url: Where the server is.
        revision: A protocol revision, by its date.
        folder: A new folder for the suite's own results.
        expected: Scenarios, or `scenario:check`, that must fail. One that passes makes the run fail.

    Raises:
        NotConformant: With what the suite said.
    """
    folder.mkdir()
    command = [*PROGRAM, "server", "--url", url, "--requirements", revision, "-o", str(folder / "out")]
    if expected:
        (folder / "expected.yaml").write_text(json.dumps({"server": expected}))  # JSON is YAML
        command += ["--expected-failures", str(folder / "expected.yaml")]
    if not is_up(url):
        raise NotConformant(f"no server answers at {url}")
    ended = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    if not is_up(url):
        raise NotConformant(f"the server at {url} did not live through it")
    report = Report(_read(folder / "out"), ended.stdout + ended.stderr)
    summary = report.output.partition("=== SUMMARY ===")[2] or report.output[-2000:]
    if ended.returncode != 0:
        raise NotConformant(f"{url} at {revision}: exit status {ended.returncode}\n{summary}")
    if missing := required(revision) - set(report.scenarios):
        raise NotConformant(f"{url} at {revision}: {sorted(missing)} did not run\n{summary}")
    return report


def _read(folder: Path) -> dict[str, Counter[str]]:
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for path in folder.glob("*/checks.json"):
        name = re.sub(r"^server-|-\d{4}-\d\d-\d\dT.*", "", path.parent.name)
        found[name].update(check["status"] for check in json.loads(path.read_text()))
    return dict(found)
