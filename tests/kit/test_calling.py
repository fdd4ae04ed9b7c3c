"""Between a call and the function: strict arguments however clients dress them, masked faults, bounded results."""

import json
from typing import Any

import pytest
from deskworld_kit import Desk, World, tool
from deskworld_kit.calling import MOST_PICTURE_BYTES, MOST_PICTURES, MOST_TEXT, compile_tool

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("text", ['{"a":1}', "null", "[1]", "true", "123", '"quoted"', "1e5", "", " ", "日本\n\t"])
async def test_text_that_looks_like_json_stays_text(desk: Desk, text: str) -> None:
    result = await desk.call("add_note", {"text": text, "tags": [text, text], "cells": [[text]]})
    assert result.structured["text"] == text
    assert result.structured["tags"] == [text, text]
    assert result.structured["cells"] == [[text]]
    listed = await desk.call("list_notes")
    assert listed.structured["items"][0]["text"] == text
    assert json.loads(result.text) == result.structured


@pytest.mark.parametrize("cell", [1, -1, 1.5, 2**53, True, False, None, "", "1", "true", "null"])
async def test_scalars_keep_their_type(desk: Desk, cell: Any) -> None:
    (got,) = (await desk.call("add_note", {"text": "a", "cells": [[cell]]})).structured["cells"][0]
    assert got == cell and type(got) is type(cell)


@pytest.mark.parametrize(
    "given",
    [
        {"tags": '["a", "b"]'},
        {"cells": ' [[1, "x", null, true]]'},
        {"places": '[{"x": 1, "y": 2.5}]'},
        {"weight": "2.5"},
        {"count": "3"},
        {"copy": "true"},
        {"tags": None, "cells": None, "places": None, "weight": None, "count": None, "copy": None},
        {"tags": "[]"},
    ],
    ids=str,
)
async def test_dresses_that_clients_send(desk: Desk, given: dict[str, Any]) -> None:
    result = await desk.call("add_note", {"text": "a", **given})
    assert result.ok, result.error
    if isinstance(given.get("tags"), str):
        assert result.structured["tags"] == json.loads(given["tags"])
    if isinstance(given.get("cells"), str):
        assert result.structured["cells"] == json.loads(given["cells"])


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "'text' is missing"),
        ({"text": None}, "text: Input should be text, got None"),
        ({"text": True}, "text: Input should be text, got True"),
        ({"text": ["a"]}, "text: Input should be text"),
        (
            {"text": "a", "txt": 1},
            "unknown argument 'txt' (did you mean 'text'?); valid ones are: text, tags, cells, places, weight, count",
        ),
        ({"text": "a", "world": "mine"}, "unknown argument 'world'; valid ones are: text"),
        (
            {"the_text": "a", "wieght": 1, "kount": 2},
            "unknown arguments 'the_text', 'wieght', 'kount' (did you mean 'text', 'weight', 'count'?); valid",
        ),
        ({"text": "a", "tags": {"a": 1}}, "tags: Input should be a list, got {'a': 1}"),
        ({"text": "a", "places": [True]}, "places.0: Input should be an object with the fields x, y, got True"),
        ({"text": "a", "cells": ["a", "b"]}, "cells.0: Input should be a list, got 'a'"),
        ({"text": "a", "tags": "[1, 2"}, "tags: Input should be a list"),
        ({"text": "a", "tags": '{"a": 1}'}, "tags: Input should be a list"),
        ({"text": "a", "tags": "[" * 100_000}, "tags: Input should be a list"),
        ({"text": "a", "places": [{"x": 1, "z": 2}]}, "unknown field 'places.0.z'; valid ones are: x, y"),
        ({"text": "a", "places": [{"y": 1}]}, "'places.0.x' is missing"),
        ({"text": "a", "places": [{"x": "far"}]}, "places.0.x: Input should be a valid number"),
        ({"text": "a", "places": '[{"x": NaN}]'}, "places.0.x: Input should be a finite number"),
        ({"text": "a", "weight": "inf"}, "weight: Input should be a finite number"),
        ({"text": "a", "cells": "[[1e999]]"}, "cells.0.0"),
        ({"text": "a", "cells": [[{"a": 1}]]}, "cells.0.0"),
        ({"text": "a", "count": 1.5}, "count: Input should be a valid integer"),
        ({"text": "half \ud800"}, "text: holds half of a character"),
        ({"text": "a", "tags": ["nul \0"]}, "tags.0: holds a NUL"),
        ({"text": "a", "tags": ["half \ud800"]}, "tags.0: holds half of a character"),
        ({"text": "a", "places": [{"half \ud800": 1}]}, "places.0: holds half of a character"),
        ({"half \ud800": 1}, "the name of an argument: holds half of a character"),
        ({"text": "a", "tags": json.loads("[" * 300 + "]" * 300)}, "can't be sent as JSON"),
        ({"text": "a", "count": "9" * 10_000}, "count: "),
    ],
    ids=lambda value: str(value)[:40].encode("unicode_escape").decode(),
)
async def test_wrong_arguments_are_named(desk: Desk, given: dict[str, Any], words: str) -> None:
    before = desk.world.image()
    result = await desk.call("add_note", given)
    assert not result.ok and words in result.error, result.error
    assert "internal error" not in result.error and len(result.error) < 600
    assert result.error.encode()
    assert desk.world.image() == before


async def test_a_refusal_leaves_nothing(desk: Desk) -> None:
    before = desk.world.image()
    result = await desk.call("add_note", {"text": "a", "fail": True})
    assert not result.ok and result.error == "fail: asked to fail"
    assert desk.world.image() == before


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("value", "internal error in break_down (ValueError); it was logged on the server"),
        ("os", "the file system refused: No such file or directory"),
        ("exit", "internal error in break_down (SystemExit)"),
        ("group", "internal error in break_down (ExceptionGroup)"),
        ("nan", "internal error in break_down (ValueError)"),
        ("nothing", "internal error in break_down (AttributeError)"),
    ],
)
async def test_a_fault_shows_nothing_of_the_machine(
    desk: Desk, how: str, words: str, caplog: pytest.LogCaptureFixture
) -> None:
    result = await desk.call("break_down", {"how": how})
    assert not result.ok and words in result.error
    for secret in (str(desk.world.workspace.root), "Traceback", ".py", "secret"):
        assert secret not in result.error
    assert "Traceback" in caplog.text, "the whole of it is in the server's log"
    assert (await desk.call("list_notes")).ok


async def test_lone_surrogates_never_reach_the_wire(desk: Desk) -> None:
    result = await desk.call("break_down", {"how": "surrogate"})
    assert result.ok and result.structured["text"] == "half ? a letter"
    assert json.loads(result.text) == result.structured


async def test_a_large_result_is_refused_with_advice(desk: Desk) -> None:
    assert (await desk.call("break_down", {"how": str(MOST_TEXT - 100)})).ok
    result = await desk.call("break_down", {"how": str(MOST_TEXT + 1)})
    assert not result.ok and "ask for less: a lower limit" in result.error


async def test_pictures_are_bounded_and_the_rest_is_named(desk: Desk) -> None:
    result = await desk.call("show_squares", {"count": MOST_PICTURES + 2})
    assert len(result.pictures) == MOST_PICTURES
    assert "square 1 (20 x 20 px)" in result.text
    assert (
        f"Not shown, ask for them by themselves: square {MOST_PICTURES + 1}, square {MOST_PICTURES + 2}" in result.text
    )
    large = await desk.call("show_squares", {"count": 5, "pixels": 550})
    assert sum(len(data) for _, data in large.pictures) <= MOST_PICTURE_BYTES
    assert 1 <= len(large.pictures) < 5 and "square 5" in large.text
    assert all("base64" not in block.text for block in large.content if block.type == "text")


async def test_an_unknown_tool_is_an_error_not_a_crash(desk: Desk) -> None:
    result = await desk.call("no_such_tool", {"a": 1})
    assert not result.ok and "no_such_tool" in result.error
    assert (await desk.call("list_notes")).ok


def no_world(text: str) -> None: ...
def no_type(world: World, text) -> None: ...  # type: ignore[no-untyped-def]
def no_result(world: World) -> str: ...  # type: ignore[empty-body]
def wrong_docs(world: World) -> None:
    """Do a thing.

    Args:
        txt: What it doesn't take.
    """


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (no_world, "the first parameter of a tool is `world: World`"),
        (no_type, "parameter 'text' has no type"),
        (no_result, "returns a Result, a Page or a Shown"),
        (wrong_docs, "describes txt, which it does not take"),
    ],
)
def test_what_can_t_be_a_tool_says_why(function: Any, words: str) -> None:
    with pytest.raises(TypeError, match=words):
        compile_tool(tool("read")(function), in_thread=False)
