"""What happens between a tool call and the function: check the arguments, run, bound what comes back.

Every tool of every server passes here, so strictness, masking of faults and the size of results are decided once.
Schemas and validators are compiled when the tool is made; a call costs a dictionary and one validation.
"""

import base64
import inspect
import json
import logging
import math
import warnings
from collections.abc import Callable, Iterable
from typing import Any, cast, get_args, get_origin, get_type_hints

from fastmcp.server.context import _current_context  # pyright: ignore[reportPrivateUsage]
from fastmcp.tools.base import Tool, ToolResult
from mcp_types import ContentBlock, ImageContent, TextContent, ToolAnnotations
from mcp_types import Tool as MCPTool
from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model
from pydantic.fields import FieldInfo
from pydantic.json_schema import SkipJsonSchema
from pydantic_core import to_json

from deskworld_kit.docstrings import parse
from deskworld_kit.errors import ToolError
from deskworld_kit.meaning import meant, renamed
from deskworld_kit.patience import run_in_thread
from deskworld_kit.pictures import Picture
from deskworld_kit.refusing import explained
from deskworld_kit.results import Shown
from deskworld_kit.schemas import takes, tidy
from deskworld_kit.tools import MARK, ToolMark
from deskworld_kit.world import World

MOST_TEXT = 200_000
"""Characters of one result; more would flood a model, so the tool must page or narrow instead."""
MOST_SENT = 4_000_000
"""Bytes of the arguments of one call: an HTTP request holds 4 MiB in all, and each transport takes the same calls."""
MOST_PICTURES = 12
MOST_PICTURE_BYTES = 2_500_000
"""Of all pictures in one result: with base64 and facts that stays under the 4 MiB many clients stop at."""

HALF = "holds half of a character (a lone surrogate); send whole Unicode text"

_STRICT = ConfigDict(extra="forbid", allow_inf_nan=False, protected_namespaces=())

log = logging.getLogger("deskworld")


class DeskTool(Tool):
    """A compiled tool: FastMCP lists and routes it, this class runs it."""

    function: SkipJsonSchema[Callable[..., Any]] = Field(exclude=True)
    mark: SkipJsonSchema[ToolMark] = Field(exclude=True)
    arguments: SkipJsonSchema[type[BaseModel]] = Field(exclude=True)
    json_fields: SkipJsonSchema[frozenset[str]] = Field(exclude=True)
    nullable: SkipJsonSchema[frozenset[str]] = Field(exclude=True)
    in_thread: SkipJsonSchema[bool] = Field(exclude=True)
    is_async: SkipJsonSchema[bool] = Field(exclude=True)

    def to_mcp_tool(self, **overrides: Any) -> MCPTool:
        """Without FastMCP's `_meta` and title: both say what the name says, and cost bytes in every listing."""
        return super().to_mcp_tool(**{"_meta": None, "title": None, **overrides})

    async def run(self, arguments: dict[str, Any]) -> ToolResult:
        """Run the function in the world of the server that was called."""
        context = _current_context.get()
        if context is None:
            raise RuntimeError("a tool runs inside a server")
        return await self.answer(context.lifespan_context["world"], arguments)

    async def answer(self, world: World, arguments: dict[str, Any]) -> ToolResult:
        """What a call with these arguments gives in a world; whatever goes wrong is a result too."""
        try:
            checked = self.check(arguments)
            if self.mark.kind == "read":
                value = await self._execute(world, checked)
            else:
                async with world.turn():
                    value = await self._execute(world, checked)
            return self._bounded(value)
        except ToolError as refusal:
            return _error(str(refusal))
        except OSError as fault:
            log.exception("%s failed", self.name)
            return _error(f"the file system refused: {fault.strerror or type(fault).__name__}")
        except (Exception, SystemExit) as fault:  # a library that ends the process would hang the client
            log.exception("%s failed", self.name)
            return _error(f"internal error in {self.name} ({type(fault).__name__}); it was logged on the server")

    async def _execute(self, world: World, checked: dict[str, Any]) -> Any:
        if self.is_async:
            return await self.function(world, **checked)
        if self.in_thread:
            return await run_in_thread(lambda: self._work(world, checked))
        return self.function(world, **checked)

    def _work(self, world: World, checked: dict[str, Any]) -> Any:
        """A toolkit's tool: it reads a file and writes it again, so it must have the workspace to itself."""
        if self.mark.kind == "read":
            return self.function(world, **checked)
        with world.workspace.alone():
            return self.function(world, **checked)

    def check(self, given: dict[str, Any]) -> dict[str, Any]:
        """The arguments as the function takes them.

        Lists and objects that came as JSON text are read where the argument can't be text; a null where none is
        allowed means "left out", as several clients send it for optional arguments. Names that are not ours are read
        as ours where it is plain which they stand for, and what is refused then is looked at once more for what it
        plainly means (`meaning.py`).

        Raises:
            ToolError: Names each wrong argument and what would be right.
        """
        sent: dict[str, Any] = {}
        for name, value in renamed(given, self.parameters).items():
            if place := _place_of(value, name, _half_letter):
                raise ToolError(HALF, argument=place)
            if not self.in_thread and (place := _place_of(value, name, lambda text: "\0" in text)):
                raise ToolError("holds a NUL character, which no record can keep; leave it out", argument=place)
            if value is None and name in self.nullable:
                continue
            if isinstance(value, str) and name in self.json_fields:
                value = _from_json(value)
            sent[name] = value
        try:
            model = self.arguments.model_validate(sent)
        except ValidationError:
            try:
                model = self.arguments.model_validate(meant(sent, self.parameters))
            except ValidationError as error:
                raise ToolError(explained(error, self.parameters)) from None
        return {name: getattr(model, name) for name in self.arguments.model_fields}

    def _bounded(self, value: Any) -> ToolResult:
        pictures: list[Picture] = []
        if isinstance(value, Shown):
            pictures, value = value.pictures, value.facts  # pyright: ignore[reportUnknownVariableType]
        structured = value.model_dump(mode="json")
        text = json.dumps(structured, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        if len(text) > MOST_TEXT:
            done = "" if self.mark.kind == "read" else "this was done, don't do it again, but "
            raise ToolError(
                f"{done}the result would have {len(text):,} characters, more than {MOST_TEXT:,}; "
                "ask for less: a lower limit, a smaller range, or fewer items"
            )
        content: list[ContentBlock] = [TextContent(type="text", text=_clean(text))]
        content += _shown(pictures)
        return ToolResult(content=content, structured_content=json.loads(_clean(text)))


def compile_tool(function: Callable[..., Any], *, in_thread: bool) -> DeskTool:
    """Make a tool of a marked function: its schemas from the signature, its texts from the docstring."""
    mark: ToolMark = getattr(function, MARK)
    name = function.__name__
    hints = get_type_hints(function, include_extras=True)
    text = parse(function)
    fields: dict[str, Any] = {}
    parameters = list(inspect.signature(function).parameters.values())
    if not parameters or hints.get(parameters[0].name) is not World:
        raise TypeError(f"{name}: the first parameter of a tool is `world: World`")
    for parameter in parameters[1:]:
        if parameter.name not in hints:
            raise TypeError(f"{name}: parameter {parameter.name!r} has no type")
        default = ... if parameter.default is parameter.empty else parameter.default
        info = FieldInfo.from_annotated_attribute(hints[parameter.name], default)
        info.description = info.description or text.arguments.get(parameter.name) or None
        fields[parameter.name] = (info.annotation, info)
    undocumented = set(text.arguments) - set(fields)
    if undocumented:
        raise TypeError(f"{name}: the docstring describes {', '.join(sorted(undocumented))}, which it does not take")
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Field name .* shadows")  # an argument may be called `copy`
        arguments = create_model(f"{name}_arguments", __config__=_STRICT, **fields)
    schema = tidy(arguments.model_json_schema())
    schema.setdefault("properties", {})
    properties, definitions = schema["properties"], schema.get("$defs", {})
    return DeskTool(
        name=name,
        description=text.summary,
        parameters=schema,
        output_schema=_output_schema(name, hints.get("return")),
        annotations=ToolAnnotations.model_validate(mark.hints),
        tags={"core"} if mark.core else set(),
        function=function,
        mark=mark,
        arguments=arguments,
        json_fields=frozenset(n for n, node in properties.items() if not takes("string", node, definitions)),
        nullable=frozenset(
            n
            for n, node in properties.items()
            if n not in schema.get("required", []) and not takes("null", node, definitions)
        ),
        in_thread=in_thread,
        is_async=inspect.iscoroutinefunction(function),
    )


def _output_schema(name: str, returned: Any) -> dict[str, Any]:
    model = get_args(returned)[0] if get_origin(returned) is Shown else returned
    if not (isinstance(model, type) and issubclass(model, BaseModel)):
        raise TypeError(f"{name}: a tool returns a Result, a Page or a Shown of one, not {returned!r}")
    return tidy(model.model_json_schema(mode="serialization"))


def _error(text: str) -> ToolResult:
    return ToolResult(content=[TextContent(type="text", text=_clean(text[:4000]))], is_error=True)


def _shown(pictures: list[Picture]) -> list[ContentBlock]:
    """Each picture after a line that says what it is; what does not fit is named, never dropped in silence."""
    blocks: list[ContentBlock] = []
    room = MOST_PICTURE_BYTES
    for number, each in enumerate(pictures):
        room -= len(each.data)
        if number >= MOST_PICTURES or (room < 0 and number > 0):
            rest = ", ".join(left.label or f"picture {number + 1 + n}" for n, left in enumerate(pictures[number:]))
            blocks.append(TextContent(type="text", text=f"Not shown, ask for them by themselves: {rest}"))
            break
        blocks.append(TextContent(type="text", text=_clean(each.caption)))
        blocks.append(ImageContent(type="image", data=base64.b64encode(each.data).decode(), mime_type=each.mime))
    return blocks


def _from_json(value: str) -> Any:
    """The list or object that a client sent as text; anything else stays what it was."""
    if value.lstrip()[:1] not in ("[", "{"):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


def _clean(text: str) -> str:
    """Text that can go over a wire: lone surrogates, which UTF-8 has no place for, become a replacement mark."""
    return text.encode("utf-8", "replace").decode() if not text.isascii() else text


def _half_letter(text: str) -> bool:
    """Whether it holds what UTF-8 can't say, which no file and no database would take."""
    return not text.isascii() and text != _clean(text)


def unsendable(arguments: dict[str, Any]) -> str:
    """Why arguments can't go over a wire as JSON; empty where they can.

    To be asked before they are sent: over a pipe, the client's own library would end the connection over them.
    """
    try:
        text = to_json(arguments)
    except ValueError as error:
        if place := _place_of(arguments, "", _half_letter):
            return f"{place}: {HALF}"
        return f"the arguments can't be sent as JSON, they may be nested too deep ({str(error)[:200]})"
    if len(text) > MOST_SENT:
        return f"the arguments have {len(text):,} bytes, more than {MOST_SENT:,}; send less at once"
    if (b"NaN" in text or b"Infinity" in text) and _endless(arguments):
        return "the arguments hold a number that JSON has no word for (NaN or infinity); send a plain number"
    return ""


def _endless(value: Any) -> bool:
    """Whether a number in it is no finite one."""
    if isinstance(value, dict):
        return any(map(_endless, cast("dict[str, Any]", value).values()))
    if isinstance(value, list):
        return any(map(_endless, cast("list[Any]", value)))
    return isinstance(value, float) and not math.isfinite(value)


def _place_of(value: Any, place: str, wrong: Callable[[str], bool]) -> str:
    """Where in an argument a text lies that is wrong; empty where all is well."""
    if isinstance(value, str):
        return place if wrong(value) else ""
    parts: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, list):
        parts = enumerate(cast("list[Any]", value))
    elif isinstance(value, dict):
        parts = cast("dict[str, Any]", value).items()
        if any(wrong(name) for name, _ in parts):
            return place or "the name of an argument"
    inside = f"{place}." if place else ""
    return next((found for name, each in parts if (found := _place_of(each, f"{inside}{name}", wrong))), "")
