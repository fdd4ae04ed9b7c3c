"""What a client sees before it calls anything: names, texts, schemas, annotations, and what they cost."""

import json
import re
from pathlib import Path

import pytest
from deskworld_kit import Server
from deskworld_kit.schemas import untyped
from jsonschema import Draft202012Validator
from suite.desk import SERVERS

BUDGET = 500
"""Bytes of what a client hands to its model of a tool (name, description, input schema), on average over a server."""
SHOWN = ("name", "description", "inputSchema")
SNAPSHOTS = Path(__file__).parent / "snapshots"


def listing(server: Server) -> list[dict[str, object]]:
    return [tool.to_mcp_tool().model_dump(mode="json", by_alias=True, exclude_none=True) for tool in server.compiled]


def test_names_are_unique_over_the_suite() -> None:
    owner: dict[str, str] = {}
    for server in SERVERS:
        for tool in server.compiled:
            assert tool.name not in owner, f"{tool.name} is in {server.name} and in {owner[tool.name]}"
            owner[tool.name] = server.name


def test_names_read_as_verb_noun(server: Server) -> None:
    for tool in server.compiled:
        assert re.fullmatch(r"[a-z]+(_[a-z0-9]+)+", tool.name) and len(tool.name) <= 40, tool.name
        assert len(f"mcp__deskworld-{server.name}__{tool.name}") <= 64, tool.name


def test_every_tool_says_what_it_does(server: Server) -> None:
    for tool in server.compiled:
        assert 20 <= len(tool.description or "") <= 400, f"{tool.name}: {tool.description!r}"


def test_input_schemas_are_plain(server: Server) -> None:
    for tool in server.compiled:
        schema = tool.parameters
        Draft202012Validator.check_schema(schema)
        assert schema["type"] == "object" and schema["additionalProperties"] is False
        assert not {"oneOf", "anyOf", "allOf"} & set(schema), tool.name
        assert untyped(schema) == [], f"{tool.name} has properties without a type"
        assert not mixed(schema), f"{tool.name} mixes text and list in one property"


def mixed(node: object) -> bool:
    """Whether any property may be both a string and an array: clients and models can't tell which to send."""
    if isinstance(node, list):
        return any(mixed(each) for each in node)
    if not isinstance(node, dict):
        return False
    kinds = node.get("type")
    found = set(kinds) if isinstance(kinds, list) else set()
    found |= {each.get("type") for each in node.get("anyOf", []) if isinstance(each.get("type"), str)}
    return {"string", "array"} <= found or any(mixed(each) for each in node.values())


def test_output_schemas_are_objects(server: Server) -> None:
    for tool in server.compiled:
        assert tool.output_schema is not None and tool.output_schema["type"] == "object", tool.name
        Draft202012Validator.check_schema(tool.output_schema)


def sizes(server: Server) -> dict[str, int]:
    """The bytes that each tool of a server costs the model that is shown it."""
    return {
        str(tool["name"]): len(json.dumps({name: tool[name] for name in SHOWN}, separators=(",", ":")))
        for tool in listing(server)
    }


def test_budget(server: Server) -> None:
    costs = sizes(server)
    average = sum(costs.values()) / len(costs)
    largest = sorted(costs.items(), key=lambda item: -item[1])[:5]
    assert average <= BUDGET, f"{server.name}: {average:.0f} bytes a tool; the largest: {largest}"


def test_compact_tier_is_a_part(server: Server) -> None:
    core = [tool.name for tool in server.compiled if tool.mark.core]
    assert core, f"{server.name} marks no tool as core"


def test_schema_snapshot(server: Server, request: pytest.FixtureRequest) -> None:
    """A tool's contract never changes unseen: `./dev test tests/suite --accept-snapshots` writes it anew."""
    path = SNAPSHOTS / f"{server.name}.json"
    now = json.dumps(listing(server), indent=1, ensure_ascii=False, sort_keys=True) + "\n"
    if request.config.getoption("--accept-snapshots"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(now, encoding="utf-8")
    assert path.exists(), f"no snapshot of {server.name} yet; run with --accept-snapshots"
    assert path.read_text(encoding="utf-8") == now, f"the schemas of {server.name} changed"
