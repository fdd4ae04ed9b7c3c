"""One request to a model, through pydantic-ai's direct API.

The conversation is kept as pydantic-ai messages, since they hold what a provider wants back unchanged (thinking
signatures, call ids), and is handed over whole each time. Retries of what may pass (429, 5xx, a dropped connection)
are the provider SDK's, with its back-off and its respect for Retry-After; what still fails after them becomes a
`Fault` of the outcome table. Prices come from genai-prices; a price that isn't known is None, never zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Any

from deskworld_harness.models import ModelName
from deskworld_harness.outcomes import Fault, Kind, sentence

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage, ModelResponse
    from pydantic_ai.models import Model

    from deskworld_harness.toolset import Tool

MAX_RETRIES = 5  # the SDKs wait 0.5 s doubling to 8 s between them, or as long as Retry-After says


@dataclass(frozen=True)
class Answer:
    """What came back: the provider's message to keep, and what a record wants to know of it."""

    message: ModelResponse
    text: str
    thinking: str
    calls: list[AskedCall]
    finish: str
    input_tokens: int
    cached_tokens: int
    output_tokens: int
    cost: float | None
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
        self._key = name.key()  # asked for early: a missing key is a usage error, not a failed trial
        self._model: Model[Any] | None = None
        self._open = AsyncExitStack()  # holds the model's HTTP client

    async def ask(self, instructions: str, messages: Sequence[ModelMessage], tools: Sequence[Tool]) -> Answer:
        """The model's reply to the conversation so far."""
        from pydantic_ai.direct import model_request
        from pydantic_ai.messages import InstructionPart
        from pydantic_ai.models import ModelRequestParameters
        from pydantic_ai.settings import ModelSettings
        from pydantic_ai.tools import ToolDefinition

        if self._model is None:
            self._model = await self._open.enter_async_context(_model(self.name, self._key))
        parameters = ModelRequestParameters(
            function_tools=[
                ToolDefinition(
                    name=tool.name,
                    description=tool.description,
                    parameters_json_schema=tool.parameters,
                    strict=False,  # our schemas have optional arguments, which strict modes would make required
                )
                for tool in tools
            ],
            instruction_parts=[InstructionPart(content=instructions)],
        )
        settings = ModelSettings(max_retries=MAX_RETRIES)
        if self.name.provider == "anthropic":
            settings["cache"] = True  # each request repeats the whole conversation: don't pay for it anew
        started = perf_counter()
        try:
            response = await model_request(
                self._model, list(messages), model_settings=settings, model_request_parameters=parameters
            )
        except Exception as error:
            raise Fault(_kind(error), sentence(error)) from error
        return _answer(response, perf_counter() - started)

    async def close(self) -> None:
        """Let go of the connections."""
        self._model = None
        await self._open.aclose()


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


def _answer(response: ModelResponse, seconds: float) -> Answer:
    usage = response.usage
    return Answer(
        message=response,
        text=response.text or "",
        thinking=response.thinking or "",
        calls=[_asked(part.tool_call_id, part.tool_name, part.args) for part in response.tool_calls],
        finish=response.finish_reason or "",
        input_tokens=usage.input_tokens,
        cached_tokens=usage.cache_read_tokens,
        output_tokens=usage.output_tokens,
        cost=_cost(response),
        seconds=seconds,
    )


def _asked(call_id: str, name: str, arguments: str | dict[str, Any] | None) -> AskedCall:
    import json

    if isinstance(arguments, str):
        try:
            parsed = json.loads(arguments) if arguments.strip() else {}
        except json.JSONDecodeError:
            return AskedCall(call_id, name, malformed=arguments)
        if not isinstance(parsed, dict):
            return AskedCall(call_id, name, malformed=arguments)
        arguments = parsed
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


def _kind(error: Exception) -> Kind:
    """Which end of the table a request that failed for good amounts to."""
    from pydantic_ai import exceptions as known

    match error:
        case known.ModelContextWindowExceededError():
            return "context_full"
        case known.ContentFilterError():
            return "refused"
        case known.ModelQuotaExceededError() | known.ModelRequestRejectedError():
            return "model_rejected"
        case known.ModelHTTPError() if error.status_code < 500 and error.status_code not in (408, 409, 425, 429):
            return "model_rejected"
        case known.ModelAPIError() | known.UnexpectedModelBehavior():
            return "model_unavailable"
        case _:
            return "harness_error"
