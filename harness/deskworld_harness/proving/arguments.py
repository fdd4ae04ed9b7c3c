"""Arguments of a call, changed: every argument once, a nested one in up to three places.

A change has several forms, in a seeded order; those that the tool's own schema refuses are left out here, and the
first of the others that the tool takes is the mutant. So a change is never so clumsy that the call just fails.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, cast

from deskworld_harness.proving.slips import Surroundings, numbers, texts

if TYPE_CHECKING:
    from deskworld_kit.calling import DeskTool

FORMS = 6
SPOTS = 3
LONG = 150  # characters of a text for which one more change of it is tried
Place = tuple[str | int, ...]
LEFT_OUT = object()


@dataclass(frozen=True)
class Form:
    """One way to get an argument wrong."""

    text: str
    arguments: dict[str, Any]


def changed_arguments(
    tool: DeskTool, arguments: dict[str, Any], around: Surroundings, chance: Random
) -> Iterator[list[Form]]:
    """For each argument, and each chosen place in it, the forms of its change."""
    required = tool.parameters.get("required", [])
    for name, value in arguments.items():
        node = tool.parameters["properties"].get(name, {})
        for change in _spots(name, value, node, tool.parameters.get("$defs", {}), around, chance):
            wrong = list(change)
            if len(wrong) and name not in required and not isinstance(value, list | dict):
                wrong.insert(chance.randrange(len(wrong) + 1), ((name,), value, LEFT_OUT))
            elif not wrong and name not in required:
                wrong = [((name,), value, LEFT_OUT)]
            forms = [form for each in wrong if (form := _form(tool, arguments, *each))]
            if forms:
                yield forms[:FORMS]


Wrong = tuple[Place, Any, Any]
"""Where, what it was, what it is now."""


def _spots(
    name: str, value: Any, node: dict[str, Any], definitions: dict[str, Any], around: Surroundings, chance: Random
) -> list[list[Wrong]]:
    """The changes that are tried on one argument: one of a plain value, up to three of a long text or a nested one."""
    if not isinstance(value, list | dict):
        times = 1 + min(SPOTS - 1, len(value) // LONG) if isinstance(value, str) else 1
        drawn = [_wrong((name,), value, [node], definitions, around, chance) for _ in range(times)]
        firsts = [wrong[0] if wrong else None for wrong in drawn]
        return [wrong for n, wrong in enumerate(drawn) if not n or (wrong and firsts[n] not in firsts[:n])]
    leaves = list(_leaves((name,), value, [node], definitions))
    spots: list[list[Wrong]] = []
    lists = list(_lists((name,), value))
    if lists:
        spots.append(_rearranged(*chance.choice(lists), chance))
    for place, leaf, nodes in chance.sample(leaves, len(leaves)):
        if len(spots) >= min(SPOTS, max(1, (len(leaves) + 1) // 2)):
            break
        if wrong := _wrong(place, leaf, nodes, definitions, around, chance):
            spots.append(wrong)
    return spots or [[]]


def _wrong(
    place: Place,
    value: Any,
    nodes: list[dict[str, Any]],
    definitions: dict[str, Any],
    around: Surroundings,
    chance: Random,
) -> list[Wrong]:
    name = next((str(part) for part in reversed(place) if isinstance(part, str)), "")
    choices = [each for node in _resolved(nodes, definitions) for each in node.get("enum", [])]
    others: Iterable[Any] = ()
    if choices:
        others = [each for each in chance.sample(choices, len(choices)) if each != value]
    elif isinstance(value, bool):
        others = [not value]
    elif isinstance(value, int | float):
        others = numbers(value, name, chance)
    elif isinstance(value, str):
        others = texts(value, name, around, chance)
    return [(place, value, other) for other in others]


def _rearranged(place: Place, items: list[Any], chance: Random) -> list[Wrong]:
    """A list with an item left out, or with two that differ swapped."""
    gone = chance.randrange(len(items))
    found: list[Wrong] = [(place, items, [*items[:gone], *items[gone + 1 :]])]
    pairs = [n for n in range(len(items) - 1) if items[n] != items[n + 1]]
    if pairs:
        at = chance.choice(pairs)
        swapped = [*items[:at], items[at + 1], items[at], *items[at + 2 :]]
        found.insert(chance.randrange(2), (place, items, swapped))
    return found


def _leaves(
    place: Place, value: Any, nodes: list[dict[str, Any]], definitions: dict[str, Any]
) -> Iterator[tuple[Place, Any, list[dict[str, Any]]]]:
    known = _resolved(nodes, definitions)
    if isinstance(value, dict):
        for key, item in cast("dict[str, Any]", value).items():
            below = [node["properties"][key] for node in known if key in node.get("properties", {})]
            yield from _leaves((*place, key), item, below, definitions)
    elif isinstance(value, list):
        for number, item in enumerate(cast("list[Any]", value)):
            below = [node["items"] for node in known if "items" in node]
            yield from _leaves((*place, number), item, below, definitions)
    elif value is not None and value != "":
        yield place, value, nodes


def _lists(place: Place, value: Any) -> Iterator[tuple[Place, list[Any]]]:
    """The lists in a value that have two items or more."""
    if isinstance(value, dict):
        for key, item in cast("dict[str, Any]", value).items():
            yield from _lists((*place, key), item)
    elif isinstance(value, list):
        items = cast("list[Any]", value)
        if len(items) > 1:
            yield place, items
        for number, item in enumerate(items):
            yield from _lists((*place, number), item)


def _resolved(nodes: list[dict[str, Any]], definitions: dict[str, Any]) -> list[dict[str, Any]]:
    """The schema nodes with references followed and unions opened."""
    found: list[dict[str, Any]] = []
    for node in nodes:
        inner = [each for key in ("anyOf", "oneOf", "allOf") for each in node.get(key, [])]
        if "$ref" in node:
            inner.append(definitions.get(node["$ref"].rsplit("/", 1)[-1], {}))
        found += _resolved(inner, definitions) if inner else [node]
    return found


def _form(tool: DeskTool, arguments: dict[str, Any], place: Place, old: Any, new: Any) -> Form | None:
    """The arguments with this change; nothing where the schema refuses them."""
    from deskworld_kit import ToolError

    changed = copy.deepcopy(arguments)
    inner: Any = changed
    for step in place[:-1]:
        inner = inner[step]
    if new is LEFT_OUT:
        del inner[place[-1]]
    else:
        inner[place[-1]] = new
    try:
        if tool.check(changed) == tool.check(arguments):
            return None  # left out is what the default says anyway
    except ToolError:
        return None
    return Form(f"{_spelled(place)} {_difference(old, new)}", changed)


def _spelled(place: Place) -> str:
    first, *rest = place
    return str(first) + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in rest)


def _difference(old: Any, new: Any) -> str:
    """A change in words, short: of long texts and lists, the part that differs."""
    if new is LEFT_OUT:
        return f"{_short(old)} left out"
    if isinstance(old, list):
        was, now = cast("list[Any]", old), cast("list[Any]", new)
        if len(now) < len(was):
            gone = next((n for n, item in enumerate(now) if item != was[n]), len(now))
            return f"without item {gone}, {_short(was[gone])}"
        at = next(n for n, item in enumerate(now) if item != was[n])
        return f"items {at} and {at + 1} swapped: {_short(was[at])}, {_short(was[at + 1])}"
    if isinstance(old, str) and isinstance(new, str) and max(len(old), len(new)) > 60:
        start = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
        start = max(0, start - 20)
        return f"...{_short(old[start : start + 50])} -> {_short(new[start : start + 50])}"
    return f"{_short(old)} -> {_short(new)}"


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 80 else f"{text[:77]}..."
