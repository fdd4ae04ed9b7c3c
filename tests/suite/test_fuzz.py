"""Arguments made from each tool's schema, and near it: whatever comes, a tool answers in words or does its work.

The strategies keep close to what gets past the first check: an example of the server with one argument replaced
reaches deeper into a tool than pure noise does. The seed is fixed, so that a failure is the same for everybody.
"""

import re
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from deskworld_kit import Desk, Server
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from suite.desk import desk_of, state_of

EXAMPLES = 12
"""Calls a tool; over two hundred tools that is enough to meet every kind of value many times."""

NASTY = """
x| |../../x|/etc/passwd|-rf|%s%n|{}|[1]|null|0|-1|=1+1|=HYPERLINK(1)|A1|A0|XFE1|A1:ZZZ9|#12345|#GGGGGG|2026-02-30
'; DROP TABLE contacts_person; --|contact_1|email_1|out/new.xlsx|out/new.pptx|<b>&amp;</b>|🎉|שלום|\ud800|nul\0
"""
TEXTS = st.one_of(st.sampled_from(["", "a" * 5000, *re.split(r"[|\n]", NASTY.strip())]), st.text(max_size=30))
NUMBERS = st.one_of(
    st.sampled_from([0, 1, -1, 2, 7, 1000, 2**31, 2**63, -(2**70), 1e308, float("inf"), 0.5, -0.0]),
    st.integers(-5, 50),
    st.floats(allow_nan=False, width=32),
)
ANYTHING = st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS, st.lists(TEXTS, max_size=3), st.just({"a": 1}))


def values(node: dict[str, Any], definitions: dict[str, Any]) -> st.SearchStrategy[Any]:
    """What fits a schema's node, and now and then what does not."""
    if "$ref" in node:
        return values(definitions[node["$ref"].rsplit("/", 1)[-1]], definitions)
    if "anyOf" in node:
        return st.one_of([values(each, definitions) for each in node["anyOf"]] + [ANYTHING])
    if "enum" in node:
        return st.one_of(st.sampled_from(node["enum"]), TEXTS)
    match node.get("type"):
        case "string":
            return st.one_of(TEXTS, ANYTHING)
        case "integer" | "number":
            return st.one_of(NUMBERS, ANYTHING)
        case "boolean":
            return st.one_of(st.booleans(), ANYTHING)
        case "array":
            return st.one_of(st.lists(values(node.get("items", {}), definitions), max_size=3), ANYTHING)
        case "object":
            made = {name: values(each, definitions) for name, each in node.get("properties", {}).items()}
            needed = {name: made.pop(name) for name in node.get("required", []) if name in made}
            return st.one_of(st.fixed_dictionaries(needed, optional=made), ANYTHING)
        case _:
            return ANYTHING


def calls(schema: dict[str, Any], example: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Arguments: the example with one or two replaced, or all of them from the schema."""
    definitions = schema.get("$defs", {})
    made = {name: values(node, definitions) for name, node in schema["properties"].items()}
    if not made:
        return st.just({})
    bent = st.fixed_dictionaries({}, optional=made).map(lambda some: {**example, **dict(list(some.items())[:2])})
    single = st.sampled_from(sorted(made)).flatmap(lambda name: made[name].map(lambda value: {**example, name: value}))
    return st.one_of(single, single, bent, st.fixed_dictionaries({}, optional=made))


def test_whatever_comes(server: Server) -> None:
    """No fault of ours, no change on an error, a result that keeps its schema, nothing outside touched."""
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(desk_of(server)) as desk:
        root = desk.world.workspace.root
        (root.parent / "canary.txt").write_text("canary")
        around = sorted(root.parent.iterdir())
        for name, arguments in (examples := server.example_calls(root)):
            portal.call(desk.call, name, arguments)  # so that there is something to break
        first = dict(reversed(examples))
        for tool in server.compiled:
            bombard(portal, desk, tool, first[tool.name])
        assert sorted(root.parent.iterdir()) == around
        assert (root.parent / "canary.txt").read_text() == "canary"


def bombard(portal: BlockingPortal, desk: Desk, tool: Any, example: dict[str, Any]) -> None:
    before = [state_of(desk.world)]

    @settings(
        max_examples=EXAMPLES, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(calls(tool.parameters, example))
    def one(arguments: dict[str, Any]) -> None:
        result = portal.call(desk.call, tool.name, arguments)
        now = state_of(desk.world)
        if result.ok:
            Draft202012Validator(tool.output_schema).validate(result.structured)
        else:
            assert result.error and "internal error" not in result.error, f"{tool.name}({arguments}): {result.error}"
            assert now == before[0], f"{tool.name}({arguments}) failed and changed something: {result.error}"
        if tool.mark.kind == "read":
            assert now == before[0], f"{tool.name}({arguments}) only reads"
        before[0] = now

    try:
        one()
    except AssertionError as error:
        pytest.fail(str(error)[:1500])
