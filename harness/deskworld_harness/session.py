"""The talk between a user, an agent and the tools, until the agent is done or a limit is reached.

Every word, call and token passes through the `Session`, which writes it down and holds the limits; agents, users and
tools know nothing of each other. An agent gets what was said and answers it, using `Session.call` as often as it
likes in between; the user then says the next thing, or nothing, which ends the talk. The harness speaks to the agent
in the same way when it asks for a revision. Whatever ends the talk, the record is whole: each call that the agent
asked for has its result, or stands there as one that was never made.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol

import anyio

from deskworld_harness.documents import Call, Event, Failure, Message, PictureRef, Reply, Spent, Unmade, Who
from deskworld_harness.outcomes import Fault, Kind, boundary

if TYPE_CHECKING:
    from deskworld_kit import CallResult

    from deskworld_harness.models.provider import Answer, AskedCall
    from deskworld_harness.models.retrying import Failed
    from deskworld_harness.task import Limits
    from deskworld_harness.toolset import Tool
    from deskworld_harness.transports import OpenDesk

CALL_SECONDS = 300.0
"""How long one tool call may take. One that takes longer hangs, which is its server's doing."""


@dataclass(frozen=True)
class Shot:
    """A picture on its way to somebody."""

    data: bytes
    mime: str = "image/png"
    label: str = ""


@dataclass(frozen=True)
class Said:
    """Words and pictures from one speaker to another."""

    who: Who
    text: str
    pictures: Sequence[Shot] = ()


class Agent(Protocol):
    """Who does the work. One object lives for one trial."""

    fault: Kind
    """What it means when its code fails: a solution's mistake is the agent's, a bug in our model loop is ours."""

    async def answer(self, said: Said) -> str:
        """Do what was said, with the session's tools, and say what came of it."""
        ...

    async def close(self) -> None:
        """Let go of what it holds (connections, processes)."""
        ...


class User(Protocol):
    """Whom the work is for."""

    def opening(self) -> Said:
        """The first words."""
        ...

    async def reply(self, answer: str) -> Said | None:
        """What the user says to the agent's answer; nothing ends the talk."""
        ...


class Session:
    """One trial's talk: what happened so far, and what may still happen."""

    def __init__(
        self,
        desk: OpenDesk,
        tools: Sequence[Tool],
        limits: Limits,
        keep: Callable[[str, bytes], None],
        instructions: str = "",
    ) -> None:
        self.tools = {tool.name: tool for tool in tools}
        self.limits = limits
        self.instructions = instructions
        self.events: list[Event] = []
        self.answer = ""
        self.round = 1
        self.spent = Spent()
        self.lent = 0.0  # seconds beyond the limit, for those that requests to the model took and came to nothing
        self._desk = desk
        self._keep = keep  # where pictures go, by file name
        self._seconds_left = limits.seconds
        self._clock: anyio.CancelScope | None = None
        self._doing = ""  # what the agent waits for, should time run out
        self._started = perf_counter()

    async def talk(self, agent: Agent, user: User) -> None:
        """From the user's first words to the answer after which the user has nothing more to say."""
        said: Said | None = user.opening()
        while said is not None:
            answer = await self.tell(agent, said)
            with boundary("user_error"):
                said = await user.reply(answer)

    async def tell(self, agent: Agent, said: Said) -> str:
        """Say something to the agent and wait for its answer, as long as there is time."""
        self.note(said)
        with anyio.CancelScope(deadline=anyio.current_time() + self._seconds_left) as self._clock:
            with boundary(agent.fault):
                self.answer = await agent.answer(said)
        self._seconds_left = max(self._clock.deadline - anyio.current_time(), 0.0)
        if self._clock.cancelled_caught:
            where = f" while {self._doing}" if self._doing else ""
            raise Fault("time_limit", f"{self.limits.seconds:g} seconds were used up{where}")
        self.note(Said("agent", self.answer))
        return self.answer

    async def call(self, name: str, arguments: dict[str, Any], *, call_id: str = "", malformed: str = "") -> CallResult:
        """Call a tool for the agent. A refusal comes back as a result, for the agent to read."""
        call_id = call_id or f"call_{self.spent.calls + 1}"
        if self.spent.calls >= self.limits.steps:
            end = Fault("step_limit", f"{self.limits.steps} tool calls were used up")
            self._unmade(call_id, name, arguments, malformed, end.evidence)
            raise end
        began = perf_counter()
        result = _refused("it did not come back: time ran out")
        self._doing = f"waiting for {name}"
        try:
            result = await self._made(name, arguments, malformed)
        except Fault as fault:
            result = _refused(f"it did not come back: {fault.evidence}")
            raise
        finally:
            self._called(call_id, name, arguments, malformed, result, began)
        self._doing = ""
        return result

    async def _made(self, name: str, arguments: dict[str, Any], malformed: str) -> CallResult:
        if malformed:
            wanted = "one JSON object, of no more than 100 levels"
            return _refused(f"the arguments of {name} have to be {wanted}, but these are not: {malformed[:200]}")
        if name not in self.tools:
            return _refused(self._unknown(name))
        if half := _half_character(arguments):
            return _refused(f"the arguments of {name} hold half a character (a lone surrogate): {half}; write it whole")
        with anyio.move_on_after(CALL_SECONDS), boundary("server_error"):
            return await self._desk.call(name, arguments)
        raise Fault("server_error", f"{name} did not come back within {CALL_SECONDS:g} seconds")

    def unmade(self, calls: Sequence[AskedCall], why: str) -> None:
        """Write down calls of a reply that will never be made."""
        for call in calls:
            self._unmade(call.id, call.name, call.arguments, call.malformed, why)

    def asking(self) -> None:
        """A model is being asked, until it replies."""
        self._doing = "waiting for the model"

    def failed(self, failure: Failed) -> None:
        """Write down a request to the model that brought no reply. The time that it took isn't the agent's."""
        self.events.append(
            Failure(
                at=perf_counter() - self._started,
                round=self.round,
                error=failure.error,
                status=failure.status,
                input_tokens=failure.input_tokens,
                cached_tokens=failure.cached_tokens,
                output_tokens=failure.output_tokens,
                cost=failure.cost,
                seconds=failure.seconds,
                waited=failure.waited,
            )
        )
        self._spend(
            failure.cost,
            failures=1,
            input_tokens=failure.input_tokens,
            cached_tokens=failure.cached_tokens,
            output_tokens=failure.output_tokens,
        )
        if self._clock is not None:
            lost = failure.seconds + (failure.waited or 0.0)
            self._clock.deadline += lost
            self.lent += lost

    def replied(self, answer: Answer) -> None:
        """Write down a model's reply and what it cost, and see whether that was too much."""
        self._doing = ""
        self.events.append(
            Reply(
                at=perf_counter() - self._started,
                round=self.round,
                model=answer.message.model_name or "",
                text=answer.text or answer.refusal,
                thinking=answer.thinking,
                calls=[call.id for call in answer.calls],
                finish=answer.finish,
                input_tokens=answer.input_tokens,
                cached_tokens=answer.cached_tokens,
                output_tokens=answer.output_tokens,
                reasoning_tokens=answer.reasoning_tokens,
                cost=answer.cost,
                retries=answer.retries,
                seconds=answer.seconds,
            )
        )
        self._spend(
            answer.cost,
            replies=1,
            input_tokens=answer.input_tokens,
            cached_tokens=answer.cached_tokens,
            output_tokens=answer.output_tokens,
            reasoning_tokens=answer.reasoning_tokens,
        )
        spent, end = self.spent, None
        if spent.input_tokens + spent.output_tokens > self.limits.tokens:
            end = Fault("token_limit", f"{self.limits.tokens:,} tokens were used up")
        elif spent.cost is not None and spent.cost > self.limits.cost:
            end = Fault("cost_limit", f"${self.limits.cost:g} was used up")
        if end is not None:
            self.unmade(answer.calls, end.evidence)
            raise end

    def keep(self, shot: Shot) -> PictureRef:
        """Keep a picture, once, under its hash."""
        ref = PictureRef(sha256=hashlib.sha256(shot.data).hexdigest(), mime=shot.mime, label=shot.label)
        self._keep(ref.file, shot.data)
        return ref

    def note(self, said: Said) -> None:
        """Write down something said."""
        at = perf_counter() - self._started
        pictures = [self.keep(shot) for shot in said.pictures]
        self.events.append(Message(at=at, round=self.round, who=said.who, text=said.text, pictures=pictures))

    def _called(
        self, call_id: str, name: str, arguments: dict[str, Any], malformed: str, result: CallResult, began: float
    ) -> None:
        self._spend(calls=1, tool_errors=int(not result.ok))
        self.events.append(
            Call(
                at=began - self._started,
                round=self.round,
                id=call_id,
                name=name,
                arguments=arguments,
                malformed=malformed,
                reads=name in self.tools and self.tools[name].kind == "read",
                ok=result.ok,
                result=result.structured if result.ok else None,
                text=result.text,
                error=result.error,
                pictures=[self.keep(Shot(data, mime)) for mime, data in result.pictures],
                seconds=perf_counter() - began,
            )
        )

    def _unmade(self, call_id: str, name: str, arguments: dict[str, Any], malformed: str, why: str) -> None:
        at = perf_counter() - self._started
        self.events.append(
            Unmade(at=at, round=self.round, id=call_id, name=name, arguments=arguments, malformed=malformed, why=why)
        )

    def _spend(self, cost: float | None = 0.0, **more: int) -> None:
        """Add to what was spent. A cost that isn't known makes the sum unknown."""
        now = {name: getattr(self.spent, name) + n for name, n in more.items()}
        known = self.spent.cost
        now["cost"] = None if known is None or cost is None else known + cost
        self.spent = self.spent.model_copy(update=now)

    def _unknown(self, name: str) -> str:
        from difflib import get_close_matches

        name = name[:100]  # whatever a model writes, even megabytes
        same = [known for known in self.tools if known.casefold() == name.casefold()]
        if same:
            return f"there is no tool {name!r}: its name is {same[0]}, and names have to be written exactly so"
        near = get_close_matches(name, self.tools, n=3) or sorted(self.tools)[:20]
        return f"there is no tool {name!r}; did you mean {', '.join(near)}?"


def _refused(error: str) -> CallResult:
    from deskworld_kit import CallResult

    return CallResult(ok=False, text=error, error=error)


def _half_character(value: Any) -> str:
    """The first text that holds a lone surrogate, however deep; empty where none does. No transport can carry one."""
    match value:
        case str():
            try:
                value.encode()
            except UnicodeEncodeError as error:
                return ascii(value[max(0, error.start - 20) : error.end + 20])[1:-1]
            return ""
        case dict():
            return next((half for each in value.items() for part in each if (half := _half_character(part))), "")
        case list():
            return next((half for each in value if (half := _half_character(each))), "")
        case _:
            return ""
