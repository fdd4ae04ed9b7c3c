"""A language model in tool mode: it reads, calls tools, reads what they gave, and at last answers in words.

Calls of one reply are made one after the other, in the order they were written: what a tool sees depends on what the
one before it did, and a trial has to come out the same twice. A tool's pictures go back with its result. A reply
with neither words nor calls is asked about once more, and then ends the trial.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deskworld_harness.models import ModelName
from deskworld_harness.models.provider import AskedCall, ProviderModel
from deskworld_harness.outcomes import Fault, Kind
from deskworld_harness.session import Said, Session

if TYPE_CHECKING:
    from deskworld_kit import CallResult
    from pydantic_ai.messages import ModelMessage, ToolReturnPart, UserContent

NUDGE = "Your reply was empty. Call a tool, or say in words that you are done."


class ModelAgent:
    """One conversation with one model."""

    fault: Kind = "harness_error"

    def __init__(self, name: ModelName, session: Session) -> None:
        self._model = ProviderModel(name)
        self._session = session
        self._history: list[ModelMessage] = []

    async def answer(self, said: Said) -> str:
        self._history.append(_spoken(said))
        nudged = False
        while True:
            tools = list(self._session.tools.values())
            reply = await self._model.ask(self._session.instructions, self._history, tools)
            self._history.append(reply.message)
            self._session.replied(reply)
            if reply.calls:
                await self._work(reply.calls)
            elif reply.finish == "content_filter":
                raise Fault("refused", reply.text or "the provider's filter stopped the reply")
            elif reply.text.strip():
                return reply.text
            elif nudged:
                raise Fault("empty_reply", "two replies in a row had neither words nor calls")
            else:
                nudged = True
                self._history.append(_spoken(Said("harness", NUDGE)))

    async def close(self) -> None:
        await self._model.close()

    async def _work(self, calls: list[AskedCall]) -> None:
        from pydantic_ai.messages import ModelRequest

        parts: list[ToolReturnPart] = []
        for call in calls:
            result = await self._session.call(call.name, call.arguments, call_id=call.id, malformed=call.malformed)
            parts.append(_returned(call, result))
        self._history.append(ModelRequest(parts=parts))


def _spoken(said: Said) -> ModelMessage:
    from pydantic_ai.messages import BinaryContent, ModelRequest, UserPromptPart

    content: list[UserContent] = [said.text]
    for shot in said.pictures:
        content += [*([shot.label] if shot.label else []), BinaryContent(shot.data, media_type=shot.mime)]
    return ModelRequest(parts=[UserPromptPart(content=content)])


def _returned(call: AskedCall, result: CallResult) -> ToolReturnPart:
    """A result as the model gets it: its facts (compact JSON, or an object where a provider takes one), then each
    picture after the words that name it."""
    from mcp_types import ImageContent, TextContent
    from pydantic_ai.messages import BinaryContent, ToolReturnPart

    if not result.ok:
        return ToolReturnPart(tool_name=call.name, content=result.error, tool_call_id=call.id, outcome="failed")
    content: list[dict[str, Any] | str | BinaryContent] = []
    blocks = list(result.content)
    if result.structured:
        content.append(result.structured)
        if blocks and isinstance(blocks[0], TextContent):
            del blocks[0]  # the same facts again, for clients that read text alone
    pictures = iter(result.pictures)
    for block in blocks:
        if isinstance(block, TextContent):
            content.append(block.text)
        elif isinstance(block, ImageContent):
            mime, data = next(pictures)
            content.append(BinaryContent(data, media_type=mime))
    whole = content[0] if len(content) == 1 else content
    return ToolReturnPart(tool_name=call.name, content=whole, tool_call_id=call.id)
