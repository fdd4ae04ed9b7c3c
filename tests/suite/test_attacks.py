"""Every attack of the corpus: refused in words, or shown to be harmless; and nothing outside was touched.

All servers that are installed share one desk, as they do where somebody is attacked.
"""

import http.server
import os
import re
import threading
from collections.abc import Generator
from pathlib import Path
from typing import Any

import httpx
import pytest
from deskworld_kit import CallResult, Desk, World, connect
from kit.wire import piped
from suite.attacks import ATTACKS, MESSAGES, PATHS, SECRET, Attack, Call, Scene
from suite.conformance import ACCEPT, HELLO
from suite.desk import SCRIPTS, SEED, SERVERS, place, state_of
from suite.test_confinement import contents, within
from suite.watching import watched

pytestmark = pytest.mark.anyio

LIMIT = 60
"""Seconds that one attack may take."""


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The world of all servers."""
    with World.create(tmp_path_factory.mktemp("image"), SERVERS, seed=SEED) as world:
        return world.image()


@pytest.fixture(scope="module")
def heard() -> Generator[list[str], None, None]:
    """A web server that keeps what it is asked for; its address comes first."""
    asked: list[str] = []

    class Web(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_error(404)

        do_HEAD = do_POST = do_OPTIONS = do_PROPFIND = do_GET

        def log_message(self, *args: Any) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Web) as web:
        threading.Thread(target=web.serve_forever, daemon=True).start()
        asked.append(f"127.0.0.1:{web.server_port}")
        yield asked
        web.shutdown()


async def call(desk: Desk, name: str, arguments: dict[str, Any]) -> CallResult:
    """Call a tool, or the function that shows or reads a file."""
    if name not in ("render", "inspect"):
        return await desk.call(name, arguments)
    import deskworld_artifacts
    from deskworld_artifacts import InspectError, RenderError

    path = desk.world.workspace.root / arguments["path"]
    try:
        found = getattr(deskworld_artifacts, name)(path)
    except (RenderError, InspectError) as error:
        return CallResult(False, error=str(error), text=str(error))
    if name == "inspect":
        return CallResult(True, found.model_dump(mode="json"), text=found.model_dump_json())
    return CallResult(True, pictures=[("image/png", each.png) for each in found])


@pytest.mark.parametrize("attack", ATTACKS, ids=[each.name for each in ATTACKS])
async def test_attack(attack: Attack, image: bytes, heard: list[str], tmp_path: Path) -> None:
    root, outside = tmp_path / "workspace", tmp_path / "outside"
    root.mkdir()
    outside.mkdir()
    (outside / "secret.txt").write_text(SECRET)
    scene = Scene(root, outside, heard[0])
    attack.plant(scene)
    before = contents(outside)
    results: list[CallResult] = []
    with World.from_image(image, root) as world:
        async with connect(SERVERS, world) as desk:
            for name, arguments in attack.calls:
                there = state_of(world)
                with within(LIMIT), watched(root) as watch:
                    result = await call(desk, name, arguments)
                results.append(result)
                said = f"{name}({arguments})"
                assert "internal error" not in result.error, f"{said}: {result.error}"
                assert SECRET not in result.text, f"{said} told a secret"
                assert str(root) not in result.text, f"{said} shows a path of the machine: {result.text[:500]}"
                assert watch.touched == [], f"{said} touched {watch.touched[:3]}"
                assert heard[1:] == [], f"{said} asked the web"
                if attack.refused:
                    assert not result.ok, f"{said} worked: {result.text[:500]}"
                    assert re.search(attack.refused, result.error), f"{said}: {result.error}"
                else:
                    assert result.ok or attack.may_refuse, f"{said}: {result.error}"
                assert result.ok or state_of(world) == there, f"{said} was refused and changed something"
            attack.harmless(scene, results)
    assert contents(outside) == before


@pytest.mark.parametrize("name", MESSAGES)
def test_message_over_http(name: str, suite_url: str) -> None:
    """It is answered with an error of the protocol or of the tool, and the server goes on."""
    tool = SERVERS[0].compiled[0].name
    message = MESSAGES[name].replace("TOOL", tool).encode()
    said = httpx.post(f"{suite_url}/mcp", content=message, headers=ACCEPT, timeout=LIMIT)
    assert said.status_code < 500, said.text[:500]
    if said.status_code == 200 and "tools/call" in MESSAGES[name]:
        result = said.json()["result"]
        assert result.get("isError") or '"arguments":null' in MESSAGES[name]
        assert "internal error" not in said.text
    assert httpx.post(f"{suite_url}/mcp", json=HELLO, headers=ACCEPT, timeout=LIMIT).status_code == 200


def test_messages_over_a_pipe(tmp_path: Path) -> None:
    """One server gets them all, and answers each honest question between."""
    server = SERVERS[0]
    with piped([str(SCRIPTS / server.distribution), *place(tmp_path)], dict(os.environ)) as pipe:
        assert pipe.process.stdin is not None
        for message in MESSAGES.values():
            pipe.process.stdin.write(message.replace("TOOL", server.compiled[0].name) + "\n")
            pipe.process.stdin.flush()
            assert pipe.answer(pipe.send("tools/list", {}))["tools"]
        assert not [line for line in pipe.lines if "internal error" in line]


def test_the_corpus_is_whole() -> None:
    """As many as we say, no two of one name, and every tool in it there."""
    names = [*MESSAGES, *(each.name for each in (*PATHS, *ATTACKS))]
    assert len(ATTACKS) >= 50 and len(names) == len(set(names))
    tools = {tool.name for server in SERVERS for tool in server.compiled} | {"render", "inspect"}
    called: list[Call] = [call for each in ATTACKS for call in each.calls]
    assert {name for name, _ in called} <= tools
