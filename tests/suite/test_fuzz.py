"""Arguments made from each tool's schema, and near it: whatever comes, a tool answers in words or does its work.

The strategies keep close to what gets past the first check: an example of the server with one argument replaced
reaches deeper into a tool than pure noise does. The seed is fixed, so that a failure is the same for everybody;
`./dev test tests/suite/test_fuzz.py --fuzz 500` takes new ones, five hundred a tool.
"""

from typing import Any

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from deskworld_kit import Desk, Server
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from suite.desk import desk_of, state_of
from suite.watching import watched

EXAMPLES = 12
"""Calls a tool; over two hundred tools that is enough to meet every kind of value many times."""


def nested(depth: int) -> Any:
    """Lists in lists; beyond 250 the client's own library gives up."""
    made: Any = []
    for _ in range(depth):
        made = [made]
    return made


NASTY = [
    *("", " ", "x", "-", "-rf", "--help", "%s%n%x", "{}", "[1]", "null", "NaN", "0", "-1", "1e999", "true", "9" * 5000),
    *(
        "../../x",
        "/etc/passwd",
        "~/x",
        "file:///etc/passwd",
        "C:\\x",
        "\\\\host\\x",
        ".",
        "..",
        "a/../b",
        "con",
        "a\nb",
    ),
    *("=1+1", "=HYPERLINK(1)", '=WEBSERVICE("http://x")', "=cmd|'/c calc'!A1", "@SUM(A1)", "+1", "=" * 300, "=((((("),
    *("A1", "A0", "XFE1", "A1:ZZZ9", "A:A", "1:1", "'x'!A1", "#REF!", "$A$1:$B$2", "A1048577", "A1:XFD1048576"),
    *("#12345", "#GGGGGG", "red", "2026-02-30", "2026-01-01T00:00:00Z", "0000-00-00", "9999-12-31", "25:61", "P1D"),
    *(
        "'; DROP TABLE contacts_person; --",
        '" OR 1=1',
        "%' --",
        "contact_1",
        "email_1",
        "x@y.example",
        "a\r\nBcc: x@y.z",
    ),
    *("out/new.xlsx", "out/new.pptx", "new.txt", "<b>&amp;</b>", "<script>alert(1)</script>", "]]>", "&x;", "{{7*7}}"),
    *(
        "🎉",
        "👨‍👩‍👧",
        "שלום",
        "\u202egnp.exe",
        "e\u0301",
        "Z\u0351\u036b\u0343",
        "\ufeff",
        "\u2028",
        "ﷺ",
        "İ",
        "ß",
        "日本",
    ),
    *(
        "\ud800",
        "nul\0",
        "\x07",
        "\x1b[31m",
        "\uffff",
        "\U0010ffff",
        "(a+)+$",
        "[",
        "*" * 50,
        "\\",
        "$(id)",
        "`id`",
        "a" * 5000,
    ),
    *("[" * 3000, '{"a":' * 500, "é" * 70_000, "\n" * 3000, "x, " * 2000),
]
TEXTS = st.one_of(st.sampled_from(NASTY), st.sampled_from(NASTY), st.text(max_size=30))
NUMBERS = st.one_of(
    st.sampled_from(
        [0, 1, -1, 2, 7, 1000, 2**31, 2**53 + 1, 2**63, -(2**70), 10**400, 1e308, -1e308, 5e-324, 0.5, -0.0]
    ),
    st.sampled_from([float("inf"), float("-inf"), float("nan")]),
    st.integers(-5, 50),
    st.floats(allow_nan=False, width=32),
)
STRANGE = st.sampled_from(
    [{"a": 1}, {"": ""}, [None], [[]], {"\ud800": 1}, [1, "a", None], nested(60), nested(200), [0] * 3000]
)
ANYTHING = st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS, st.lists(TEXTS, max_size=3), STRANGE)


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
            return st.one_of(TEXTS, TEXTS, ANYTHING)
        case "integer" | "number":
            low, high = node.get("minimum", -5), node.get("maximum", 50)
            edges = st.sampled_from([low, high, low - 1, high + 1])
            return st.one_of(NUMBERS, edges, ANYTHING)
        case "boolean":
            return st.one_of(st.booleans(), ANYTHING)
        case "array":
            items = values(node.get("items", {}), definitions)
            return st.one_of(st.lists(items, max_size=3), st.lists(items, min_size=1, max_size=3), ANYTHING)
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
        return st.dictionaries(st.sampled_from(["", "x", "__class__", "self", "world"]), ANYTHING, max_size=1)
    bent = st.fixed_dictionaries({}, optional=made).map(lambda some: {**example, **dict(list(some.items())[:2])})
    single = st.sampled_from(sorted(made)).flatmap(lambda name: made[name].map(lambda value: {**example, name: value}))
    return st.one_of(single, single, bent, st.fixed_dictionaries({}, optional=made))


def test_whatever_comes(server: Server, request: pytest.FixtureRequest) -> None:
    """No fault of ours, no change on an error, a result that keeps its schema, nothing outside touched."""
    examples_each = request.config.getoption("--fuzz")
    fixed = {"max_examples": examples_each or EXAMPLES, "derandomize": not examples_each}
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(desk_of(server)) as desk:
        root = desk.world.workspace.root
        (root.parent / "canary.txt").write_text("canary")
        around = sorted(root.parent.iterdir())
        for name, arguments in (examples := server.example_calls(root)):
            portal.call(desk.call, name, arguments)  # so that there is something to break
        first = dict(reversed(examples))
        found = [bombard(portal, desk, tool, first[tool.name], fixed) for tool in server.compiled]
        assert sorted(root.parent.iterdir()) == around
        assert (root.parent / "canary.txt").read_text() == "canary"
    wrong = [each for each in found if each]
    assert not wrong, f"{len(wrong)} of {len(found)} tools:\n" + "\n".join(wrong)


def bombard(portal: BlockingPortal, desk: Desk, tool: Any, example: dict[str, Any], fixed: dict[str, Any]) -> str:
    """Call one tool with all that the strategies find; gives what went wrong."""
    before = [state_of(desk.world)]

    @settings(deadline=None, database=None, suppress_health_check=list(HealthCheck), **fixed)
    @given(calls(tool.parameters, example))
    def one(arguments: dict[str, Any]) -> None:
        said = f"{tool.name}({short(arguments)})"
        with watched(desk.world.workspace.root) as watch:
            result = portal.call(desk.call, tool.name, arguments)
        assert watch.touched == [], f"{said} touched {watch.touched[:3]}"
        now = state_of(desk.world)
        if result.ok:
            Draft202012Validator(tool.output_schema).validate(result.structured)
        else:
            assert result.error and "internal error" not in result.error, f"{said}: {result.error}"
            assert len(result.error) <= 4000, f"{said}: an error of {len(result.error)} characters"
            assert now == before[0], f"{said} failed and changed something: {result.error}"
        if tool.mark.kind == "read":
            assert now == before[0], f"{said} only reads"
        before[0] = now

    try:
        one()
    except Exception as error:
        return f"{tool.name}: {type(error).__name__}: {str(error).splitlines()[0][:1000]}"
    return ""


def short(arguments: dict[str, Any]) -> str:
    """The arguments as a failure shows them."""
    return ", ".join(f"{name}={repr(value)[:150]}" for name, value in arguments.items())
