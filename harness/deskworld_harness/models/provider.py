"""One request to a model, through pydantic-ai's direct API.

The conversation is kept as pydantic-ai messages, since they hold what a provider wants back unchanged (thinking
signatures, call ids), and is handed over whole each time, its pictures made to fit (`pictures.py`). A request that
fails is asked again where that is of use (`retrying.py`); whoever asks hears of each failure as it happens, and what
fails for good becomes a `Fault` of the outcome table. Prices come from genai-prices; a price that isn't known is None,
never zero.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Any

import anyio

from deskworld_harness.models import ModelName
from deskworld_harness.models.pictures import ROOM, Fitter
from deskworld_harness.models.retrying import Failed, kind_of, pause, status_of, timed_out
from deskworld_harness.models.texts import as_object, too_deep
from deskworld_harness.outcomes import Fault, sentence

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage, ModelResponse
    from pydantic_ai.models import Model, ModelRequestParameters
    from pydantic_ai.settings import ModelSettings

    from deskworld_harness.toolset import Tool

REQUEST_SECONDS = 600.0
"""How long one request may take, to its last byte; a model may think for minutes before it says anything."""


@dataclass(frozen=True)
class Answer:
    """What came back: the provider's message to keep, and what a record wants to know of it."""

    message: ModelResponse
    text: str
    thinking: str
    refusal: str
    calls: list[AskedCall]
    finish: str
    input_tokens: int
    cached_tokens: int
    output_tokens: int
    reasoning_tokens: int
    cost: float | None
    retries: int
    seconds: float


@dataclass(frozen=True)
class AskedCall:
    """A tool call as the model wrote it. `malformed` holds arguments that are no JSON object."""

    id: str
    name: str
    arguments: dict[str, Any] = field(default_factory=dict[str, Any])
    malformed: str = ""


class ProviderModel:
    """A model of one of the providers. Its HTTP client lives as long as the object: `close` it."""

    def __init__(self, name: ModelName) -> None:
        self.name = name
        # Made here and not with the first request: a missing key is a usage error, not a failed trial, and the
        # seconds that a provider's library takes to import are nobody's who is asked to answer in time.
        self._closed = _model(name, name.key())
        self._model: Model[Any] | None = None
        self._fitter = Fitter(ROOM[name.provider])
        self._told = _Told((), [], 0)
        self._came: ModelResponse | None = None  # of a reply that broke off: its tokens may be billed
        self._open = AsyncExitStack()  # holds the model's HTTP client

    async def ask(
        self,
        instructions: str,
        messages: Sequence[ModelMessage],
        tools: Sequence[Tool],
        *,
        failed: Callable[[Failed], None] = lambda failure: None,
        **settings: Any,
    ) -> Answer:
        """The model's reply to the conversation so far.

        Args:
            instructions: What it is told before the conversation.
            messages: The conversation.
            tools: What it may call.
            failed: Told of each request that brings no reply, as soon as that is clear.
            settings: More of pydantic-ai's ModelSettings (temperature, tool_choice).

        Raises:
            Fault: No reply is to be had; the kind says whose doing that is.
        """
        from pydantic_ai.messages import InstructionPart
        from pydantic_ai.models import ModelRequestParameters
        from pydantic_ai.settings import ModelSettings

        if self._model is None:
            self._model = await self._open.enter_async_context(self._closed)
        if self._told.tools != tuple(tools):
            self._told = _Told.of(tools)
        parameters = ModelRequestParameters(
            function_tools=self._told.definitions, instruction_parts=[InstructionPart(content=instructions)]
        )
        wishes = ModelSettings(max_retries=0, timeout=REQUEST_SECONDS, request_timeout=REQUEST_SECONDS, **settings)
        if self.name.provider == "anthropic":
            wishes["cache"] = True  # each request repeats the whole conversation: don't pay for it anew
        fitted = self._fitter.fit(messages, len(instructions) + self._told.size)
        failures = timeouts = 0
        while True:
            began = perf_counter()
            try:
                response = await self._request(fitted, wishes, parameters)
            except Exception as error:
                failures, timeouts = failures + 1, timeouts + timed_out(error)
                wait = pause(error, failures, timeouts)
                failed(self._failed(sentence(error), status_of(error), perf_counter() - began, wait))
                if wait is None:
                    again = f" (after {failures} requests)" if failures > 1 else ""
                    raise Fault(kind_of(error), sentence(error) + again) from error
                await anyio.sleep(wait)
            except BaseException:  # cancelled
                failed(self._failed("stopped before its reply", None, perf_counter() - began, None))
                raise
            else:
                return _answer(response, failures, perf_counter() - began)

    async def _request(
        self, messages: list[ModelMessage], settings: ModelSettings, parameters: ModelRequestParameters
    ) -> ModelResponse:
        """One request. Anthropic streams long replies anyway; asked to, it tells the tokens of one that breaks off."""
        from pydantic_ai.direct import model_request, model_request_stream
        from pydantic_ai.exceptions import ModelConnectionError

        assert self._model is not None
        self._came = None
        both: dict[str, Any] = {"model_settings": settings, "model_request_parameters": parameters}
        if self.name.provider != "anthropic":
            return await model_request(self._model, messages, **both)
        async with model_request_stream(self._model, messages, **both) as stream:
            try:
                async for _ in stream:
                    pass
                response = stream.get()
                if not response.finish_reason:
                    raise ModelConnectionError(self.name.name, "the reply ended before it was whole")
            except BaseException:
                self._came = stream.get()
                raise
            return response

    def _failed(self, error: str, status: int | None, seconds: float, wait: float | None) -> Failed:
        """What is known of a request that brought no reply."""
        if self._came is None or not self._came.usage.total_tokens:
            return Failed(error, status, seconds, wait)
        usage = self._came.usage
        return Failed(
            error,
            status,
            seconds,
            wait,
            input_tokens=usage.input_tokens,
            cached_tokens=usage.cache_read_tokens,
            output_tokens=usage.output_tokens,
            cost=_cost(self._came),
        )

    async def close(self) -> None:
        """Let go of the connections."""
        self._model = None
        await self._open.aclose()


@dataclass(frozen=True)
class _Told:
    """Tools as pydantic-ai takes them, made once for as long as they stay the same, and their size in a request."""

    tools: tuple[Tool, ...]
    definitions: list[Any]
    size: int

    @classmethod
    def of(cls, tools: Sequence[Tool]) -> _Told:
        from pydantic_ai.tools import ToolDefinition

        definitions = [
            ToolDefinition(
                name=tool.name,
                description=tool.description,
                parameters_json_schema=tool.parameters,
                strict=False,  # our schemas have optional arguments, which strict modes would make required
            )
            for tool in tools
        ]
        return cls(tuple(tools), definitions, sum(len(each.description) + len(str(each.parameters)) for each in tools))


def _model(name: ModelName, key: str) -> Model[Any]:
    base_url = name.base_url or None
    match name.provider:
        case "openai" | "openai-chat":
            from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
            from pydantic_ai.providers.openai import OpenAIProvider
            from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

            if base_url:
                provider = OpenAICompatibleProvider("openai-compatible", base_url=base_url, api_key=key)
                return OpenAIChatModel(name.name, provider=provider)
            official = OpenAIProvider(api_key=key)
            kind = OpenAIResponsesModel if name.provider == "openai" else OpenAIChatModel
            return kind(name.name, provider=official)
        case "anthropic":
            from pydantic_ai.models.anthropic import AnthropicModel
            from pydantic_ai.providers.anthropic import AnthropicProvider

            return AnthropicModel(name.name, provider=AnthropicProvider(api_key=key, base_url=base_url))
        case _:
            from pydantic_ai.models.google import GoogleModel
            from pydantic_ai.providers.google import GoogleProvider

            return GoogleModel(name.name, provider=GoogleProvider(api_key=key, base_url=base_url))


def _answer(response: ModelResponse, retries: int, seconds: float) -> Answer:
    usage = response.usage
    details = response.provider_details or {}
    finish = response.finish_reason or ""
    if details.get("finish_reason") == "model_context_window_exceeded":
        finish = "context_full"  # otherwise told as if it were the length of the reply
    return Answer(
        message=response,
        text=response.text or "",
        thinking=response.thinking or "",
        refusal=str(details.get("refusal") or ""),
        calls=[_asked(part.tool_call_id, part.tool_name, part.args) for part in response.tool_calls],
        finish=finish,
        input_tokens=usage.input_tokens,
        cached_tokens=usage.cache_read_tokens,
        output_tokens=usage.output_tokens,
        reasoning_tokens=_reasoning(usage.details),
        cost=_cost(response),
        retries=retries,
        seconds=seconds,
    )


def _reasoning(details: dict[str, int]) -> int:
    """Tokens of thinking: each provider has its own word for them."""
    return next(
        (details[name] for name in ("reasoning_tokens", "thinking_tokens", "thoughts_tokens") if name in details), 0
    )


def _asked(call_id: str, name: str, arguments: str | dict[str, Any] | None) -> AskedCall:
    if isinstance(arguments, str):
        parsed = as_object(arguments)
        return AskedCall(call_id, name, malformed=arguments) if parsed is None else AskedCall(call_id, name, parsed)
    if too_deep(arguments):
        return AskedCall(call_id, name, malformed="(an object of too many levels)")
    return AskedCall(call_id, name, dict(arguments or {}))


def _cost(response: ModelResponse) -> float | None:
    if response.usage.unmeasured_requests:
        return None
    if response.usage.cost is not None:
        return float(response.usage.cost)
    try:
        return float(response.cost().total_price)
    except (LookupError, ValueError, AssertionError):
        return None
