"""What a caller plainly means, where the schema asks for another form of it.

Models that learned on other servers, or took an id of ours for the number that it looks like, send `shape=3` for "3",
`turn="90"` for 90, `slides=2` for [2], `pages="1-3,7"`, `box="10,10,90,60"`, `boxes=[10, 10, 90, 60]` for one box,
`sources=["a.pdf"]` for [{"path": "a.pdf"}], `values={"Name": "Ada"}` for [{"name": "Name", "value": "Ada"}], "Bar" for
"bar", and names of their own (`synonyms.py`). Each has one meaning only, so it is taken. It is looked at only after the
arguments were refused as they came, and what can be read in two ways stays refused: a flat list where rows are wanted
is one row or one column, "a, b" one text or two.
"""

import re
from typing import Any, cast

from deskworld_kit.schemas import Node, resolved
from deskworld_kit.synonyms import known_names, known_value

_BETWEEN = re.compile(r"\s*[,;x×\s]\s*")
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


def renamed(given: dict[str, Any], node: Node) -> dict[str, Any]:
    """The arguments, or an object's fields, by the names that are used here, as far as it is plain which are meant."""
    known = node.get("properties", {})
    strange = [name for name in given if name not in known]
    if not strange:
        return given
    names = known_names(strange, (name for name in known if name not in given), node.get("required", []))
    return _gathered({names.get(name, name): value for name, value in given.items()}, node)


def _gathered(given: dict[str, Any], node: Node) -> dict[str, Any]:
    """`find="a", replace="b"` where `replacements=[{"find": "a", "replace": "b"}]` is missing: one item's fields, told
    beside the others. Only where they belong to one list that the tool can't do without."""
    known, definitions = node.get("properties", {}), node.get("$defs", {})
    strange = {name: value for name, value in given.items() if name not in known}
    missing = [name for name in node.get("required", []) if name not in given]
    if not strange or len(missing) != 1:
        return given
    lists = [each for each in resolved([known[missing[0]]], definitions) if each.get("type") == "array"]
    for item in resolved([each["items"] for each in lists if "items" in each], definitions):
        if set(item.get("required", [])) <= set(strange) <= set(item.get("properties", {})):
            return {name: value for name, value in given.items() if name in known} | {missing[0]: [strange]}
    return given


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
        if below and _is_one_of_these(value, resolved(below, definitions), definitions):
            value = [value]
        return [_read(each, below, definitions, item=True) for each in cast("list[Any]", value)] if below else value
    if isinstance(value, dict):
        if len(fitting) == 1 and not isinstance(fitting[0].get("additionalProperties"), dict):
            value = renamed(cast("dict[str, Any]", value), fitting[0])
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
        choices = [each for node in nodes for each in node.get("enum", [node["const"]] if "const" in node else [])]
        named = {str(each): each for each in choices if isinstance(each, str | int)}
        if known := known_value(value, named):
            return named[known]
    if value is None or isinstance(value, list):
        return None
    if not isinstance(value, dict):
        held = [field for node in nodes if (field := _only_field(node, value, definitions))]
        if held:
            return {held[0]: value} if len(held) == 1 else None
    lists = [node for node in nodes if node.get("type") == "array" and "items" in node]
    if item or not lists:
        return _numbers_in(value, lists, definitions) if isinstance(value, str) else None
    return _as_list(value, lists, definitions)


def _as_list(value: Any, lists: list[Node], definitions: dict[str, Node]) -> list[Any] | None:
    """One thing as a list of one, "1-3,7" and "10, 20" as numbers, an object of names and values as pairs."""
    items = resolved([node["items"] for node in lists], definitions)
    kinds = {node.get("type") for node in items}
    if isinstance(value, str) and value.lstrip()[:1] in ("[", "{"):
        return None  # JSON that is broken off
    if isinstance(value, str) and kinds <= {"integer", "number"}:
        return _numbers_in(value, lists, definitions)
    if kinds == {"array"}:
        flat = _numbers_in(value, items, definitions) if isinstance(value, str) else None
        return [flat] if flat else None
    if all(node.get("minItems", 0) > 1 for node in lists):
        return None
    if isinstance(value, str) and items and all("enum" in node for node in items):
        parts = [part.strip() for part in value.split(",")]  # no choice holds a comma
        return parts if all(known_value(part, [*map(str, node["enum"])]) for part in parts for node in items) else None
    if isinstance(value, dict):
        given = cast("dict[str, Any]", value)
        known = {name for node in items for name in node.get("properties", {})}
        for node in items:
            required = node.get("required", [])
            if len(required) == 2 and not known & set(given):
                return [{required[0]: name, required[1]: each} for name, each in given.items()]
        return [given] if "object" in kinds else None
    return [value]


def _numbers_in(text: str, lists: list[Node], definitions: dict[str, Node]) -> list[Any] | None:
    """The numbers that a text lists, where one of these kinds of list is of nothing else and of that many."""
    for node in lists:
        kinds = {each.get("type") for each in resolved([node["items"]], definitions)}
        if not kinds or not kinds <= {"integer", "number"}:
            continue
        least, most = node.get("minItems", 0), node.get("maxItems", _MOST)
        found = _ranges(text) if kinds == {"integer"} and least < 2 else None
        if found is None:
            try:
                found = [float(part) for part in _BETWEEN.split(text.strip())]
            except ValueError:
                continue
            found = [int(each) if each.is_integer() else each for each in found]
        if least <= len(found) <= most:
            return found
    return None


def _is_one_of_these(value: list[Any], items: list[Node], definitions: dict[str, Node]) -> bool:
    """Whether a list of numbers is by itself one of the items wanted: a box where boxes are, a point of two numbers."""
    if not value or not all(isinstance(each, int | float) and not isinstance(each, bool) for each in value):
        return False
    return bool(items) and all(
        node.get("minItems") == node.get("maxItems") == len(value)
        and {each.get("type") for each in resolved([node.get("items", {})], definitions)} <= {"integer", "number"}
        for node in items
    )


def _ranges(text: str) -> list[Any] | None:
    if not _RANGES.fullmatch(text):
        return None
    found: list[Any] = []
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
