"""What happens when tools are called: the server's own examples, wrong input, and what must not happen."""

import json
import time
from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import Server
from jsonschema import Draft202012Validator
from suite.desk import desk_of, state_of

pytestmark = pytest.mark.anyio


async def test_every_tool_works(server: Server) -> None:
    """Each example succeeds, validates against its schema, and a read-only one changes nothing at all."""
    schemas = {tool.name: tool.output_schema for tool in server.compiled}
    reads = {tool.name for tool in server.compiled if tool.mark.kind == "read"}
    async with desk_of(server) as desk:
        called: set[str] = set()
        for name, arguments in server.example_calls(desk.world.workspace.root):
            before = state_of(desk.world)
            result = await desk.call(name, arguments)
            assert result.ok, f"{name}({arguments}): {result.error}"
            Draft202012Validator(schemas[name] or {}).validate(result.structured)
            assert json.loads(result.content[0].text) == result.structured
            if name in reads:
                assert state_of(desk.world) == before, f"{name} says it only reads"
            called.add(name)
    assert set(schemas) - called == set(), "these tools have no example"


def test_example_files_are_the_same_tomorrow(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """States are compared by the bytes of files, so no file may hold the moment at which it was made."""
    for name in ("today", "tomorrow"):
        (tmp_path / name).mkdir()
    server.example_calls(tmp_path / "today")
    tomorrow = time.time() + 86_400
    monkeypatch.setattr(time, "time", lambda: tomorrow)
    server.example_calls(tmp_path / "tomorrow")
    made = [
        {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        for folder in (tmp_path / "today", tmp_path / "tomorrow")
    ]
    assert made[0] == made[1]


async def test_same_calls_same_world(server: Server) -> None:
    """Golden states are made by replay, so the same calls must give the same rows."""
    images: list[bytes] = []
    for _ in range(2):
        async with desk_of(server) as desk:
            for name, arguments in server.example_calls(desk.world.workspace.root):
                await desk.call(name, arguments)
            images.append(desk.world.image())
    assert images[0] == images[1]


async def test_unknown_argument_names_the_valid_ones(server: Server) -> None:
    async with desk_of(server) as desk:
        before = state_of(desk.world)
        for tool in server.compiled:
            result = await desk.call(tool.name, {"definitely_not_an_argument": 1})
            assert not result.ok and "unknown argument 'definitely_not_an_argument'" in result.error, tool.name
            for valid in tool.parameters["properties"]:
                assert valid in result.error, tool.name
        assert state_of(desk.world) == before


async def test_missing_and_mistyped_arguments(server: Server) -> None:
    """A required argument left out, or an object where none belongs: an error that names it; nothing changes."""
    async with desk_of(server) as desk:
        before = state_of(desk.world)
        examples: dict[str, dict[str, Any]] = {}
        for name, arguments in server.example_calls(desk.world.workspace.root):
            examples.setdefault(name, arguments)
        for tool in server.compiled:
            for missing in tool.parameters.get("required", []):
                left = {name: value for name, value in examples[tool.name].items() if name != missing}
                result = await desk.call(tool.name, left)
                assert not result.ok and missing in result.error, f"{tool.name} without {missing}: {result.text[:200]}"
            for argument in tool.parameters["properties"]:
                wrong = {**examples[tool.name], argument: {"no": {"such": "thing"}}}
                result = await desk.call(tool.name, wrong)
                assert not result.ok and argument in result.error, f"{tool.name}.{argument}: {result.text[:200]}"
                assert "internal error" not in result.error, f"{tool.name}.{argument}: {result.error}"
        assert state_of(desk.world) == before


async def test_json_text_is_taken_for_lists_and_objects(server: Server) -> None:
    """Several clients send lists as JSON text; the examples must work in that dress too."""
    async with desk_of(server) as desk:
        for name, arguments in server.example_calls(desk.world.workspace.root):
            dressed = {k: json.dumps(v) if isinstance(v, list | dict) else v for k, v in arguments.items()}
            result = await desk.call(name, dressed)
            assert result.ok, f"{name}({dressed}): {result.error}"
