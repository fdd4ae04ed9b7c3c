"""JSON Schemas that every client understands, and no byte more than they need.

pydantic writes titles that repeat the names and nulls that mean "left out". Clients differ in what they stand: a list
of types, a top-level union or an untyped property breaks some, so they are taken out or refused here, once.
"""

from typing import Any

Node = dict[str, Any]
"""A part of a schema."""


def tidy(schema: Any) -> Any:
    """The same schema without titles, the nulls of optional arguments, and defaults that say nothing."""
    if isinstance(schema, list):
        return [tidy(each) for each in schema]  # pyright: ignore[reportUnknownArgumentType]
    if not isinstance(schema, dict):
        return schema
    node: dict[str, Any] = dict(schema)  # pyright: ignore[reportUnknownArgumentType]
    if isinstance(node.get("title"), str):
        node.pop("title")
    for holder in ("properties", "$defs"):
        if holder in node:
            node[holder] = {name: tidy(each) for name, each in node[holder].items()}
    for key, value in list(node.items()):
        if key not in ("properties", "$defs", "default", "enum", "const", "examples"):
            node[key] = tidy(value)
    choices = node.get("anyOf")
    if choices:
        if {"type": "number"} in choices and {"type": "integer"} in choices:
            choices = [choice for choice in choices if choice != {"type": "integer"}]  # every integer is a number
        if "default" in node and node["default"] is None and {"type": "null"} in choices:
            # "Left out" is said by leaving it out; `calling.py` takes a null for the same.
            choices = [choice for choice in choices if choice != {"type": "null"}]
            node.pop("default")
        node.pop("anyOf")
        node = {**choices[0], **node} if len(choices) == 1 else {"anyOf": choices, **node}
    if "default" in node and (node["default"] is False or node["default"] in ("", [])):
        node.pop("default")  # nothing is what leaving it out says by itself
    return node


def untyped(schema: dict[str, Any], path: str = "") -> list[str]:
    """The places of an input schema that a client could not type: the suite contract wants none."""
    found: list[str] = []
    for name, node in schema.get("properties", {}).items():
        found += _untyped_node(node, f"{path}.{name}")
    for name, node in schema.get("$defs", {}).items():
        found += _untyped_node(node, f"{path}#{name}")
    return found


def _untyped_node(node: dict[str, Any], path: str) -> list[str]:
    found: list[str] = []
    if not {"type", "$ref", "enum", "const", "anyOf", "allOf", "oneOf"} & set(node):
        found.append(path)
    if "items" in node:
        found += _untyped_node(node["items"], f"{path}[]")
    for key in ("anyOf", "allOf", "oneOf"):
        for each in node.get(key, []):
            found += _untyped_node(each, path)
    if "properties" in node:
        found += untyped(node, path)
    return found


def fields_at(schema: dict[str, Any], place: tuple[int | str, ...]) -> list[str]:
    """The names an object takes that lies at a place (property names and list indexes) of what the schema describes."""
    return list(dict.fromkeys(name for node in nodes_at(schema, place) for name in node.get("properties", {})))


def nodes_at(schema: dict[str, Any], place: tuple[int | str, ...]) -> list[Node]:
    """What the schema says of a place: each form that it may have; a step that leads to nothing is passed over."""
    nodes, definitions = [schema], schema.get("$defs", {})
    for step in place:
        nodes = _below(nodes, step, definitions) or nodes
    return [*nodes, *(each for each in resolved(nodes, definitions) if each not in nodes)]


def steps_of(schema: dict[str, Any], place: tuple[int | str, ...]) -> tuple[int | str, ...]:
    """A place as pydantic says it, without the names of union members that it puts between the steps."""
    nodes, definitions = [schema], schema.get("$defs", {})
    steps: list[int | str] = []
    for step in place:
        below = _below(nodes, step, definitions)
        if below or isinstance(step, int):
            steps.append(step)
        nodes = below or nodes
    return tuple(steps)


def _below(nodes: list[Node], step: int | str, definitions: dict[str, Node]) -> list[Node]:
    """The nodes of what lies one step below; none where the step leads to nothing."""
    nodes = resolved(nodes, definitions)
    if isinstance(step, int):
        return [node["items"] for node in nodes if "items" in node]
    return [node["properties"][step] for node in nodes if step in node.get("properties", {})] or [
        node["additionalProperties"] for node in nodes if isinstance(node.get("additionalProperties"), dict)
    ]


def resolved(nodes: list[dict[str, Any]], definitions: dict[str, Any]) -> list[dict[str, Any]]:
    """The nodes with references followed and unions opened."""
    found: list[dict[str, Any]] = []
    for node in nodes:
        choices = [each for key in ("anyOf", "oneOf", "allOf") for each in node.get(key, [])]
        if "$ref" in node:
            choices.append(definitions.get(node["$ref"].rsplit("/", 1)[-1], {}))
        found += resolved(choices, definitions) if choices else [node]
    return found


def takes(kind: str, node: dict[str, Any], definitions: dict[str, Any]) -> bool:
    """Whether a property may hold a JSON type ("string", "null", ...), through references and unions."""
    if "$ref" in node:
        return takes(kind, definitions.get(node["$ref"].rsplit("/", 1)[-1], {}), definitions)
    kinds = node.get("type", [])
    if kinds == kind or (isinstance(kinds, list) and kind in kinds):
        return True
    if kind == "string" and any(isinstance(value, str) for value in [*node.get("enum", []), node.get("const")]):
        return True
    return any(takes(kind, each, definitions) for key in ("anyOf", "oneOf", "allOf") for each in node.get(key, []))
