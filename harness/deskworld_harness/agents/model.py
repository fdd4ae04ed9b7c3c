"""A language model in tool mode: it reads, calls tools, reads what they gave, and at last answers in words.

Calls of one reply are made one after the other, in the order they were written: what a tool sees depends on what the
one before it did, and a trial has to come out the same twice. A tool's pictures go back with its result.

A model that falters is told so once, in words, and the trial ends when it falters on: a reply with neither words nor
calls, a reply cut at its length limit (its last call may be half written, and is not made), the same call over and
over with the same result. A refusal ends it at once, and none of its calls are made.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from deskworld_harness.models import ModelName
from deskworld_harness.models.provider import Answer, AskedCall, ProviderModel
from deskworld_harness.models.texts import plain_name, sendable, whole
from deskworld_harness.outcomes import Fault, Kind
from deskworld_harness.session import Said, Session

if TYPE_CHECKING:
    from deskworld_kit import CallResult
    from pydantic_ai.messages import ModelMessage, ToolReturnPart, UserContent

EMPTY = "Your reply was empty. Call a tool, or say in words that you are done."
CUT = "Your reply was cut off at its length limit. Say it again in fewer words, or do the work in smaller calls."
CUT_CALL = "not made: the reply was cut off at its length limit, maybe in the middle of this call; make smaller calls"
LOOP = (
    "You have now made the same call {times} times in a row, and its result is the same each time. Do something else, "
    "or say in words where you stand."
)
LOOP_TOLD, LOOP_ENDS = 5, 10  # the same call with the same result, in a row


@dataclass
class _Repeats:
    """How often the last call was made in a row with the same result."""

    last: tuple[Any, ...] = ()
    times: int = 0
    told: bool = False

    def see(self, call: AskedCall, result: CallResult) -> None:
        pictures = [data for _, data in result.pictures]
        now = (call.name, call.arguments, call.malformed, result.ok, result.structured, result.text, pictures)
        if now == self.last:
            self.times += 1
        else:
            self.last, self.times, self.told = now, 1, False


class ModelAgent:
    """One conversation with one model."""

    fault: Kind = "harness_error"

    def __init__(self, name: ModelName, session: Session) -> None:
        self._model = ProviderModel(name)
        self._session = session
        self._history: list[ModelMessage] = []

    async def answer(self, said: Said) -> str:
        self._history.append(_spoken(said))
        faltered: Kind | None = None  # how the reply before did
        repeats = _Repeats()
        while True:
            reply = await self._ask()
            if reply.calls:
                await self._work(reply, repeats)
                if repeats.times >= LOOP_TOLD and not repeats.told:
                    repeats.told = True
                    self._tell(LOOP.format(times=repeats.times))
            now = _faltering(reply)
            if now is None and not reply.calls:
                return reply.text
            if now is not None and now == faltered:
                raise Fault(now, ENDS[now])
            if now is not None and not reply.calls:
                self._tell(EMPTY if now == "empty_reply" else CUT)
            faltered = now

    async def close(self) -> None:
        await self._model.close()

    async def _ask(self) -> Answer:
        """The next reply, written down and remembered; a refusal ends the trial."""
        session = self._session
        session.asking()
        tools = list(session.tools.values())
        reply = await self._model.ask(session.instructions, self._history, tools, failed=session.failed)
        session.replied(reply)
        if reply.finish in ("content_filter", "context_full"):
            session.unmade(reply.calls, "the reply ended the trial")
            if reply.finish == "context_full":
                raise Fault("context_full", "the reply ran into the end of the model's context")
            raise Fault("refused", reply.refusal or reply.text or "the provider's filter stopped the reply")
        if (
            reply.calls or reply.text.strip()
        ):  # providers refuse a conversation with a reply of thoughts or spaces alone
            self._history.append(sendable(reply.message))
        return reply

    async def _work(self, reply: Answer, repeats: _Repeats) -> None:
        """Make the reply's calls, one after the other, and remember what they gave."""
        from pydantic_ai.messages import ModelRequest

        parts: list[ToolReturnPart] = []
        for number, call in enumerate(reply.calls):
            if reply.finish == "length" and call is reply.calls[-1]:
                self._session.unmade([call], CUT_CALL)
                parts.append(_refused(call, CUT_CALL))
                break
            try:
                result = await self._session.call(call.name, call.arguments, call_id=call.id, malformed=call.malformed)
                repeats.see(call, result)
                if repeats.times == LOOP_ENDS:
                    raise Fault("call_loop", f"{call.name} was called {LOOP_ENDS} times in a row, to the same result")
            except BaseException as end:
                why = end.evidence if isinstance(end, Fault) else "time ran out"
                self._session.unmade(reply.calls[number + 1 :], why)
                raise
            parts.append(_returned(call, result))
        self._history.append(ModelRequest(parts=parts))

    def _tell(self, words: str) -> None:
        said = Said("harness", words)
        self._session.note(said)
        self._history.append(_spoken(said))


ENDS: dict[Kind, str] = {
    "empty_reply": "two replies in a row had neither words nor calls",
    "reply_cut": "two replies in a row were cut off at their length limit",
}


def _faltering(reply: Answer) -> Kind | None:
    if reply.finish == "length":
        return "reply_cut"
    return None if reply.calls or reply.text.strip() else "empty_reply"


def _spoken(said: Said) -> ModelMessage:
    from pydantic_ai.messages import BinaryContent, ModelRequest, UserPromptPart

    content: list[UserContent] = [whole(said.text)]
    for shot in said.pictures:
        content += [*([whole(shot.label)] if shot.label else []), BinaryContent(shot.data, media_type=shot.mime)]
    return ModelRequest(parts=[UserPromptPart(content=content)])


def _returned(call: AskedCall, result: CallResult) -> ToolReturnPart:
    """A result as the model gets it: its facts (compact JSON, or an object where a provider takes one), then each
    picture after the words that name it."""
    from mcp_types import ImageContent, TextContent
    from pydantic_ai.messages import BinaryContent, ToolReturnPart

    if not result.ok:
        return _refused(call, result.error)
    content: list[dict[str, Any] | str | BinaryContent] = []
    blocks = list(result.content)
    if result.structured:
        content.append(whole(result.structured))
        if blocks and isinstance(blocks[0], TextContent):
            del blocks[0]  # the same facts again, for clients that read text alone
    pictures = iter(result.pictures)
    for block in blocks:
        if isinstance(block, TextContent):
            content.append(whole(block.text))
        elif isinstance(block, ImageContent):
            mime, data = next(pictures)
            content.append(BinaryContent(data, media_type=mime))
    joined = content[0] if len(content) == 1 else content
    return ToolReturnPart(tool_name=plain_name(call.name), content=joined, tool_call_id=call.id)


def _refused(call: AskedCall, error: str) -> ToolReturnPart:
    from pydantic_ai.messages import ToolReturnPart

    return ToolReturnPart(tool_name=plain_name(call.name), content=whole(error), tool_call_id=call.id, outcome="failed")
