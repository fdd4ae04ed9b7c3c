"""Words as every provider takes them back.

A model may write half a character (a lone surrogate), arguments that are no JSON, or a tool's name with a space in it,
and a tool may answer with half a character too. The record keeps all of it as it came. The conversation is sent to
the provider again with every request, though, and one such string would make each of them fail: so there, half a
character becomes U+FFFD, broken arguments become an object that holds them, a name keeps to letters, digits, `_` and
`-`, and a text of spaces goes.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelResponse, ModelResponsePart

LONGEST_NAME = 64
DEEPEST = 100  # levels of arguments; what goes deeper is no work for a tool, and a trap for whoever walks it
BROKEN = "INVALID_JSON"  # the name under which broken arguments are shown to the model again


def whole(value: Any) -> Any:
    """The value with every half character in it, however deep, replaced by U+FFFD."""
    match value:
        case str():
            return value if is_whole(value) else _mended(value)
        case dict():
            return {whole(key): whole(each) for key, each in value.items()}
        case list():
            return [whole(each) for each in value]
        case _:
            return value


def is_whole(text: str) -> bool:
    """Whether the text can be written as UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def as_object(arguments: str) -> dict[str, Any] | None:
    """Arguments as the object they have to be; None where they are none, or one nested beyond all use.

    Nothing written means no arguments.
    """
    try:
        parsed = json.loads(arguments, parse_constant=_no_constant) if arguments.strip() else {}
    except (ValueError, RecursionError):
        return None
    return parsed if isinstance(parsed, dict) and not too_deep(parsed) else None


def too_deep(value: Any) -> bool:
    """Whether a JSON value is nested deeper than any tool's arguments are."""
    level: list[Any] = [value]
    for _ in range(DEEPEST):
        inner = [each.values() if isinstance(each, dict) else each for each in level if isinstance(each, dict | list)]
        level = [value for values in inner for value in values]
        if not level:
            return False
    return True


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")  # Python would read NaN and Infinity, which nobody else does


def sendable(response: ModelResponse) -> ModelResponse:
    """A reply as its provider takes it back."""
    from pydantic_ai.messages import TextPart

    said = [part for part in response.parts if not isinstance(part, TextPart) or part.content.strip()]
    return replace(response, parts=[_part(part) for part in said])


def _part(part: ModelResponsePart) -> ModelResponsePart:
    from pydantic_ai.messages import TextPart, ThinkingPart, ToolCallPart

    match part:
        case TextPart() | ThinkingPart():
            return part if is_whole(part.content) else replace(part, content=_mended(part.content))
        case ToolCallPart():
            return replace(part, tool_name=plain_name(part.tool_name), args=_arguments(part.args))
        case _:
            return part


def plain_name(name: str) -> str:
    """A tool's name as every provider takes it."""
    return re.sub(r"[^a-zA-Z0-9_-]", "_", name)[:LONGEST_NAME] or "unnamed"


def _arguments(arguments: Any) -> Any:
    if not isinstance(arguments, str):
        return whole(arguments)
    parsed = as_object(arguments)
    if parsed is None:
        return {BROKEN: whole(arguments)}
    mended = whole(parsed)
    return arguments if mended == parsed else mended


def _mended(text: str) -> str:
    # Two halves that belong together become their character; what is still half afterwards can't be saved.
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
