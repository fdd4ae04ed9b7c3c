"""Why arguments were refused, in words that say what would be right: a sentence for each place.

pydantic finds what is wrong; it speaks of Python's types, and of each member of a union by itself.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from deskworld_kit.errors import quoted
from deskworld_kit.schemas import fields_at, nodes_at, resolved, steps_of

if TYPE_CHECKING:
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

_MOST = 5
"""Places that are named; more would bury the first."""
_LONGEST = 160
"""Characters of a description that are said again."""
_LISTS = ("list_type", "sequence_str", "is_instance_of", "tuple_type", "set_type")
_OBJECTS = ("model_type", "dict_type", "model_attributes_type")


def explained(error: ValidationError, schema: dict[str, Any]) -> str:
    """What was wrong with arguments, by the schema that they had to meet."""
    unknown: dict[tuple[int | str, ...], list[str]] = {}
    wrong: dict[str, list[str]] = {}
    given: dict[str, Any] = {}
    forms: dict[str, None] = {}
    for each in error.errors(include_url=False):
        steps = steps_of(schema, each["loc"])
        place = ".".join(map(str, steps))
        if each["type"] == "extra_forbidden":
            unknown.setdefault(steps_of(schema, each["loc"][:-1]), []).append(str(each["loc"][-1]))
        elif each["type"] == "missing":
            wrong.setdefault(f"{place!r} is missing{_described(schema, steps)}", [])
        else:
            words = wrong.setdefault(place, [])
            given.setdefault(place, each["input"])
            if each["type"] in _LISTS and (form := _form(schema, steps)):
                forms[form] = None
            if (said := _said(each, schema, steps)) not in words:
                words.append(said)
    found = [_unknown(parent, names, fields_at(schema, parent)) for parent, names in unknown.items()]
    found += [
        f"{place}: {_joined(words)}, got {quoted(given[place])}" if words else place for place, words in wrong.items()
    ]
    return "; ".join([*found[:_MOST], *forms])


def _unknown(parent: tuple[int | str, ...], names: list[str], valid: list[str]) -> str:
    what = "argument" if not parent else "field"
    places = [repr(".".join(map(str, (*parent, name)))) for name in names[:_MOST]]
    near = [other for name in names[:_MOST] if (other := _nearest(name, valid))]
    hint = f" (did you mean {', '.join(map(repr, dict.fromkeys(near)))}?)" if near else ""
    plural = "s" if len(places) > 1 else ""
    return f"unknown {what}{plural} {', '.join(places)}{hint}; valid ones are: {', '.join(valid) or 'none'}"


def _nearest(name: str, valid: list[str]) -> str:
    """The valid name that is most likely meant: alike, or one within the other, as sheet_name and sheet."""
    folded = name.casefold()
    if close := get_close_matches(folded, valid, n=1, cutoff=0.7):
        return close[0]
    parts = set(folded.replace("-", "_").split("_"))
    alike = (each for each in valid if each in parts or folded in each.split("_") or (len(each) > 3 and each in folded))
    return next(alike, "")


def _said(each: ErrorDetails, schema: dict[str, Any], steps: tuple[int | str, ...]) -> str:
    if each["type"] == "string_type":
        return "Input should be text"
    if each["type"] in _LISTS:
        return "Input should be a list"
    if each["type"] in _OBJECTS:
        fields = fields_at(schema, steps)
        return "Input should be an object" + (f" with the fields {', '.join(fields)}" if fields else "")
    return each["msg"].removeprefix("Value error, ").removeprefix("Assertion failed, ")


def _form(schema: dict[str, Any], steps: tuple[int | str, ...]) -> str:
    """How the list is written that is wanted at a place, where it is more than a list of texts."""
    *above, last = steps or ("",)
    if isinstance(last, int):
        return f"write {above[-1]} as [[...], [...]]" if above else ""
    for node in nodes_at(schema, steps):
        items = resolved([node["items"]], schema.get("$defs", {})) if "items" in node else []
        kinds = {each.get("type") for each in items}
        count = node.get("minItems", 0)
        if kinds == {"array"}:
            return f"write {last} as [[...], [...]]"
        if kinds and kinds <= {"integer", "number"} and count > 1 and count == node.get("maxItems"):
            return f"write {last} as [{', '.join('abcdefgh'[:count])}]: {count} numbers"
        if kinds == {"integer"}:
            return f'write {last} as [1, 2, 3, 7], or with ranges that rise, "1-3,7"'
    return ""


def _described(schema: dict[str, Any], steps: tuple[int | str, ...]) -> str:
    """What a missing argument is, in the words of its description."""
    words = next((node["description"] for node in nodes_at(schema, steps) if "description" in node), "")
    return f" ({words.strip().rstrip('.')})" if words and len(words) <= _LONGEST else ""


def _joined(words: list[str]) -> str:
    """What each member of a union wants, as one sentence."""
    start = "Input should be "
    if len(words) > 1 and all(word.startswith(start) for word in words):
        return start + " or ".join(word.removeprefix(start) for word in words)
    return "; or ".join(words)
