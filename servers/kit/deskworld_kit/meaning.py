"""What a caller plainly means, where the schema asks for another form of it.

Models that learned on other servers, or took an id of ours for the number that it looks like, send `shape=3` for "3",
`slides=2` for [2], `pages="1-3,7"`, `sources=["a.pdf"]` for [{"path": "a.pdf"}], `values={"Name": "Ada"}` for
[{"name": "Name", "value": "Ada"}] and "Bar" for "bar". Each has one meaning only, so it is taken. It is looked at only
after the arguments were refused as they came, and what can be read in two ways stays refused: a flat list where rows
are wanted is one row or one column.
"""

import re
from typing import Any, cast

from deskworld_kit.schemas import Node, resolved

_RANGES = re.compile(r"\s*\d{1,6}(\s*-\s*\d{1,6})?(\s*,\s*\d{1,6}(\s*-\s*\d{1,6})?)*\s*")
_MOST = 10_000
"""Numbers that a text like "1-400" may stand for."""
_KINDS = {bool: ("boolean",), int: ("integer", "number"), float: ("number",), str: ("string",), list: ("array",)}


def meant(arguments: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """The arguments in the form that an input schema asks for, as far as their meaning is plain."""
    definitions = schema.get("$defs", {})
    return {
        name: _read(value, [schema["properties"][name]], definitions) if name in schema["properties"] else value
        for name, value in arguments.items()
    }


def _read(value: Any, nodes: list[Node], definitions: dict[str, Node], *, item: bool = False) -> Any:
    """A value as one of the nodes takes it; `item` is a value in a list."""
    nodes = resolved(nodes, definitions)
    fitting = [node for node in nodes if _fits(value, node)]
    if not fitting:
        other = _other_form(value, nodes, definitions, item=item)
        if other is None:
            return value
        value, fitting = other, [node for node in nodes if _fits(other, node)]
    if isinstance(value, list):
        below = [node["items"] for node in fitting if "items" in node]
        return [_read(each, below, definitions, item=True) for each in cast("list[Any]", value)] if below else value
    if isinstance(value, dict):
        return {
            key: _read(each, below, definitions) if (below := _below(key, fitting)) else each
            for key, each in cast("dict[str, Any]", value).items()
        }
    return value


def _fits(value: Any, node: Node) -> bool:
    choices = node.get("enum", [node["const"]] if "const" in node else None)
    if choices is not None:
        return value in choices
    if value is None:
        return node.get("type") == "null"
    return node.get("type") in _KINDS.get(type(value), ("object",))


def _below(key: str, nodes: list[Node]) -> list[Node]:
    """What an object's field may be."""
    named = [node["properties"][key] for node in nodes if key in node.get("properties", {})]
    extra = [node.get("additionalProperties") for node in nodes]
    return named or [node for node in extra if isinstance(node, dict)]


def _other_form(value: Any, nodes: list[Node], definitions: dict[str, Node], *, item: bool) -> Any:
    """The one other form of a value that fits; None where there is none."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        text = str(int(value)) if value == int(value) else str(value)
        if any(_fits(text, node) for node in nodes):
            return text
    if isinstance(value, str):
        named = {_plain(each): each for node in nodes for each in node.get("enum", []) if isinstance(each, str)}
        if _plain(value) in named:
            return named[_plain(value)]
    if value is None or isinstance(value, list):
        return None
    if not isinstance(value, dict):
        held = [field for node in nodes if (field := _only_field(node, value, definitions))]
        if held:
            return {held[0]: value} if len(held) == 1 else None
    lists = [node for node in nodes if node.get("type") == "array" and "items" in node and node.get("minItems", 0) < 2]
    return None if item or not lists else _as_list(value, [node["items"] for node in lists], definitions)


def _as_list(value: Any, items: list[Node], definitions: dict[str, Node]) -> list[Any] | None:
    """One thing as a list of one, "1-3,7" as its numbers, an object of names and values as pairs."""
    items = resolved(items, definitions)
    kinds = {node.get("type") for node in items}
    if kinds == {"array"}:
        return None
    if isinstance(value, str) and value.lstrip()[:1] in ("[", "{"):
        return None  # JSON that is broken off
    if isinstance(value, str) and "integer" in kinds and "string" not in kinds:
        return _numbers(value)
    if isinstance(value, dict):
        given = cast("dict[str, Any]", value)
        known = {name for node in items for name in node.get("properties", {})}
        for node in items:
            required = node.get("required", [])
            if len(required) == 2 and not known & set(given):
                return [{required[0]: name, required[1]: each} for name, each in given.items()]
        return [given] if "object" in kinds else None
    return [value]


def _numbers(text: str) -> list[int] | None:
    if not _RANGES.fullmatch(text):
        return None
    found: list[int] = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        start, end = int(first), int(last or first)
        if end < start or end - start >= _MOST:
            return None
        found += range(start, end + 1)
    return found


def _only_field(node: Node, value: Any, definitions: dict[str, Node]) -> str:
    """The one field that an object needs, where it needs one and that holds such a value."""
    required = node.get("required", [])
    if len(required) != 1:
        return ""
    holds = any(_fits(value, each) for each in resolved([node["properties"][required[0]]], definitions))
    return required[0] if holds else ""


def _plain(name: str) -> str:
    return re.sub(r"[\s-]+", "_", name.strip()).casefold()
