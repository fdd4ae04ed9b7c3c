"""The protocol, judged by its makers' own suite: our servers as far as they go, one fixture server for all of it."""

import http.server
import socket
import sys
import threading
from collections.abc import Generator
from pathlib import Path

import pytest
from deskworld_kit import Server
from suite.conformance import REVISIONS, NotConformant, conform, required
from suite.desk import place, serving

FIXTURE = Path(__file__).parent / "fixture"
START = (
    f"import sys; sys.path.insert(0, {str(FIXTURE)!r}); sys.argv[0] = 'deskworld-everything'; "
    "from deskworld_everything import server; server.main()"
)

NO_FIXTURES = {
    "2025-11-25": {
        "server-initialize": 2,
        "logging-set-level": 2,
        "ping": 2,
        "tools-list": 3,
        "resources-list": 2,
        "prompts-list": 2,
        "dns-rebinding-protection": 2,
    },
    "2026-07-28": {
        "server-stateless": 23,
        "tools-list": 4,
        "server-sse-multiple-streams": 1,
        "resources-list": 2,
        "sep-2164-resource-not-found": 4,
        "prompts-list": 2,
        "dns-rebinding-protection": 2,
        "caching": 7,
        "http-header-validation": 14,
    },
}
"""The scenarios that ask for no tool, prompt or resource of a certain name, and how many checks each makes."""

NEEDS_FIXTURES = {
    "2025-11-25": (
        "completion-complete",
        "tools-call-image",
        "tools-call-audio",
        "tools-call-embedded-resource",
        "tools-call-mixed-content",
        "tools-call-with-logging",
        "tools-call-with-progress",
        "tools-call-sampling",
        "tools-call-elicitation",
        "elicitation-sep1034-defaults",
        "server-sse-multiple-streams",  # a warning: it needs a session, which a server of plain answers has not
        "elicitation-sep1330-enums",
        "resources-read-text",
        "resources-read-binary",
        "resources-templates-read",
        "resources-subscribe",
        "resources-unsubscribe",
        "prompts-get-simple",
        "prompts-get-with-args",
        "prompts-get-embedded-resource",
        "prompts-get-with-image",
    ),
    "2026-07-28": (
        "server-stateless:sep-2575-server-rejects-undeclared-capability",
        "server-stateless:sep-2575-missing-capability-http-400",
        "completion-complete",
        "tools-call-image",
        "tools-call-audio",
        "tools-call-embedded-resource",
        "tools-call-mixed-content",
        "tools-call-with-progress",
        "resources-read-text",
        "resources-read-binary",
        "resources-templates-read",
        "prompts-get-simple",
        "prompts-get-with-args",
        "prompts-get-embedded-resource",
        "prompts-get-with-image",
        "input-required-result-basic-elicitation",
        "input-required-result-basic-sampling",
        "input-required-result-basic-list-roots",
        "input-required-result-request-state",
        "input-required-result-multiple-input-requests",
        "input-required-result-multi-round",
        "input-required-result-missing-input-response",
        "input-required-result-validate-input",
        "input-required-result-non-tool-request",
        "input-required-result-result-type",
        "input-required-result-tampered-state",
        "input-required-result-capability-check",
    ),
}
"""What our servers can't pass, since it calls or reads things that only a fixture has. All else must pass."""

NOT_OFFERED = {
    "2025-11-25": {
        "json-schema-2020-12": "FastMCP resolves references in schemas before it lists them, as many clients can't",
        "server-sse-polling": "no store of events is kept, from which a broken stream could be taken up again",
    },
    "2026-07-28": {
        "json-schema-2020-12": "as in 2025-11-25",
        "tasks-lifecycle": "the tasks extension is not offered",
        "tasks-capability-negotiation": "the tasks extension is not offered",
        "tasks-wire-fields": "the tasks extension is not offered",
        "tasks-request-state-removal": "the tasks extension is not offered",
        "tasks-mrtr-input": "the tasks extension is not offered",
        "tasks-request-headers": "the tasks extension is not offered",
        "tasks-dispatch-and-envelope": "the tasks extension is not offered",
        "tasks-required-task-error": "the tasks extension is not offered",
        "tasks-mrtr-composition": "the tasks extension is not offered",
    },
}
"""What the fixture server fails of that which the suite runs beyond the requirements, and why."""

CHECKS = {"2025-11-25": 70, "2026-07-28": 115}
"""Checks of required scenarios that passed on the fixture server; fewer means that some did not run."""


@pytest.fixture(scope="module")
def fixture_url(tmp_path_factory: pytest.TempPathFactory) -> Generator[str, None, None]:
    """The server with everything, by the command line that every server has."""
    state = place(tmp_path_factory.mktemp("everything"))
    with serving([sys.executable, "-W", "ignore", "-c", START, *state, "--transport", "http", "--port", "0"]) as url:
        yield url


@pytest.mark.parametrize("revision", REVISIONS)
def test_each_server(server: Server, suite_url: str, revision: str, tmp_path: Path) -> None:
    """All that needs no fixture passes, and what fails is just what needs one."""
    report = conform(f"{suite_url}/{server.name}", revision, tmp_path / "run", expected=NEEDS_FIXTURES[revision])
    assert {name: report.passed(name) for name in NO_FIXTURES[revision]} == NO_FIXTURES[revision], report.output
    assert report.failed & set(NO_FIXTURES[revision]) <= {"server-stateless"}  # but for the two checks named above


@pytest.mark.parametrize("revision", REVISIONS)
def test_everything(fixture_url: str, revision: str, tmp_path: Path) -> None:
    """All that a revision requires passes on a server made and served as ours are."""
    report = conform(fixture_url, revision, tmp_path / "run")
    assert report.failed == set(NOT_OFFERED[revision]), report.output
    assert not report.failed & required(revision)
    assert sum(report.passed(name) for name in required(revision)) >= CHECKS[revision], report.output


def test_no_server_does_not_pass(tmp_path: Path) -> None:
    """Not even when every failure is expected, which the suite by itself calls a success."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and never listens
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/mcp"
        with pytest.raises(NotConformant, match="no server answers"):
            conform(url, "2025-11-25", tmp_path / "run", expected=tuple(sorted(required("2025-11-25"))))


def test_a_server_that_dies_does_not_pass(tmp_path: Path) -> None:
    """It answers once and is gone."""

    class Once(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.send_response(200)
            self.end_headers()

    with http.server.HTTPServer(("127.0.0.1", 0), Once) as web:
        url = f"http://127.0.0.1:{web.server_port}/mcp"
        threading.Thread(target=lambda: (web.handle_request(), web.server_close()), daemon=True).start()
        with pytest.raises(NotConformant, match="did not live"):
            conform(url, "2025-11-25", tmp_path / "run", expected=tuple(sorted(required("2025-11-25"))))
