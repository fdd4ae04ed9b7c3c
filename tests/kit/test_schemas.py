"""JSON Schemas made plain, and the questions that are asked of them."""

from typing import Any

import pytest
from deskworld_kit.schemas import fields_at, takes, tidy, untyped

REF = {"$ref": "#/$defs/Place"}
PLACE = {"type": "object", "properties": {"x": {"type": "number"}}}


@pytest.mark.parametrize(
    ("given", "plain"),
    [
        ({"title": "A", "type": "string"}, {"type": "string"}),
        (
            {"properties": {"title": {"title": "Title", "type": "string"}}},
            {"properties": {"title": {"type": "string"}}},
        ),
        ({"properties": {"properties": {"title": "P"}}}, {"properties": {"properties": {}}}),
        ({"default": {"title": "kept"}}, {"default": {"title": "kept"}}),
        ({"type": "string", "default": ""}, {"type": "string"}),
        ({"type": "boolean", "default": False}, {"type": "boolean"}),
        ({"type": "integer", "default": 0}, {"type": "integer", "default": 0}),
        ({"anyOf": [{"type": "integer"}, {"type": "null"}], "default": None}, {"type": "integer"}),
        (
            {"anyOf": [REF, {"type": "null"}], "default": None, "description": "d"},
            {**REF, "description": "d"},
        ),
        (
            {"anyOf": [{"type": "integer"}, {"type": "null"}], "default": 5},
            {"anyOf": [{"type": "integer"}, {"type": "null"}], "default": 5},
        ),
        (
            {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "number"}, {"type": "null"}]},
            {"anyOf": [{"type": "string"}, {"type": "number"}, {"type": "null"}]},
        ),
        ({"items": {"title": "Item", "type": "string"}}, {"items": {"type": "string"}}),
    ],
    ids=str,
)
def test_tidy(given: Any, plain: Any) -> None:
    assert tidy(given) == plain


def test_untyped_places_are_found() -> None:
    schema = {
        "properties": {
            "any": {},
            "list": {"type": "array", "items": {}},
            "deep": {"type": "object", "properties": {"x": {"description": "no type"}}},
            "union": {"anyOf": [{"type": "string"}, {}]},
            "good": {"enum": [1]},
        },
        "$defs": {"Thing": {"type": "object", "properties": {"y": {}}}},
    }
    assert untyped(schema) == [".any", ".list[]", ".deep.x", ".union", "#Thing.y"]


def test_takes() -> None:
    definitions = {"Place": PLACE, "Colour": {"enum": ["red"]}}
    assert takes("string", {"type": ["string", "null"]}, {})
    assert takes("string", {"anyOf": [{"type": "array"}, {"$ref": "#/$defs/Colour"}]}, definitions)
    assert takes("string", {"const": "a"}, {})
    assert not takes("string", {"type": "array", "items": {"type": "string"}}, {})
    assert not takes("string", REF, definitions) and takes("object", REF, definitions)


def test_fields_at() -> None:
    schema = {
        "$defs": {"Place": PLACE, "Box": {"type": "object", "properties": {"corner": REF, "name": {}}}},
        "properties": {
            "boxes": {"type": "array", "items": {"anyOf": [{"$ref": "#/$defs/Box"}, REF]}},
            "one": REF,
        },
    }
    assert fields_at(schema, ()) == ["boxes", "one"]
    assert fields_at(schema, ("one",)) == ["x"]
    assert fields_at(schema, ("boxes", 3)) == ["corner", "name", "x"]
    assert fields_at(schema, ("boxes", 0, "Box", "corner")) == ["x"]
    assert fields_at(schema, ("boxes", 0, "name")) == []
