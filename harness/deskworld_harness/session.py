"""The talk between a user, an agent and the tools, until the agent is done or a limit is reached.

Every word, call and token passes through the `Session`, which writes it down and holds the limits; agents, users and
tools know nothing of each other. An agent gets what was said and answers it, using `Session.call` as often as it
likes in between; the user then says the next thing, or nothing, which ends the talk. The harness speaks to the agent
in the same way when it asks for a revision.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol

import anyio

from deskworld_harness.documents import Call, Event, Message, PictureRef, Reply, Spent, Who
from deskworld_harness.outcomes import Fault, Kind, boundary

if TYPE_CHECKING:
    from deskworld_kit import CallResult, Desk

    from deskworld_harness.models.provider import Answer
    from deskworld_harness.task import Limits
    from deskworld_harness.toolset import Tool


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
        desk: Desk,
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
        self._desk = desk
        self._keep = keep  # where pictures go, by file name
        self._seconds_left = limits.seconds
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
        self._note(said)
        began = perf_counter()
        with anyio.move_on_after(self._seconds_left) as scope, boundary(agent.fault):
            self.answer = await agent.answer(said)
        self._seconds_left -= perf_counter() - began
        if scope.cancelled_caught:
            raise Fault("time_limit", f"{self.limits.seconds:g} seconds were used up")
        self._note(Said("agent", self.answer))
        return self.answer

    async def call(self, name: str, arguments: dict[str, Any], *, call_id: str = "", malformed: str = "") -> CallResult:
        """Call a tool for the agent. A refusal comes back as a result, for the agent to read."""
        if self.spent.calls >= self.limits.steps:
            raise Fault("step_limit", f"{self.limits.steps} tool calls were used up")
        began = perf_counter()
        if malformed:
            result = _refused(
                f"the arguments of {name} have to be one JSON object, but these are not: {malformed[:200]}"
            )
        elif name not in self.tools:
            result = _refused(self._unknown(name))
        else:
            with boundary("server_error"):
                result = await self._desk.call(name, arguments)
        self._spend(calls=1, tool_errors=int(not result.ok))
        self.events.append(
            Call(
                at=began - self._started,
                round=self.round,
                id=call_id or f"call_{self.spent.calls}",
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
        return result

    def replied(self, answer: Answer) -> None:
        """Write down a model's reply and what it cost, and see whether that was too much."""
        self.events.append(
            Reply(
                at=perf_counter() - self._started,
                round=self.round,
                model=answer.message.model_name or "",
                text=answer.text,
                thinking=answer.thinking,
                calls=[call.id for call in answer.calls],
                finish=answer.finish,
                input_tokens=answer.input_tokens,
                cached_tokens=answer.cached_tokens,
                output_tokens=answer.output_tokens,
                cost=answer.cost,
                seconds=answer.seconds,
            )
        )
        known = self.spent.cost
        cost = None if known is None or answer.cost is None else known + answer.cost
        self._spend(
            replies=1,
            input_tokens=answer.input_tokens,
            cached_tokens=answer.cached_tokens,
            output_tokens=answer.output_tokens,
        )
        self.spent = self.spent.model_copy(update={"cost": cost})
        if self.spent.input_tokens + self.spent.output_tokens > self.limits.tokens:
            raise Fault("token_limit", f"{self.limits.tokens:,} tokens were used up")
        if cost is not None and cost > self.limits.cost:
            raise Fault("cost_limit", f"${self.limits.cost:g} was used up")

    def keep(self, shot: Shot) -> PictureRef:
        """Keep a picture, once, under its hash."""
        ref = PictureRef(sha256=hashlib.sha256(shot.data).hexdigest(), mime=shot.mime, label=shot.label)
        self._keep(ref.file, shot.data)
        return ref

    def _note(self, said: Said) -> None:
        at = perf_counter() - self._started
        pictures = [self.keep(shot) for shot in said.pictures]
        self.events.append(Message(at=at, round=self.round, who=said.who, text=said.text, pictures=pictures))

    def _spend(self, **more: int) -> None:
        self.spent = self.spent.model_copy(update={name: getattr(self.spent, name) + n for name, n in more.items()})

    def _unknown(self, name: str) -> str:
        from difflib import get_close_matches

        near = get_close_matches(name, self.tools, n=3) or sorted(self.tools)[:20]
        return f"there is no tool {name!r}; did you mean {', '.join(near)}?"


def _refused(error: str) -> CallResult:
    from deskworld_kit import CallResult

    return CallResult(ok=False, text=error, error=error)
