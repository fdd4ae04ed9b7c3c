"""Agents by name: who may sit at the desk.

    model         a language model in tool mode
    solution      the task's own reference solution
    noop          does nothing: what it passes, anybody passes
    replay:RUN    what was recorded in a run, call by call

`make_agent` imports only the one that is asked for.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from deskworld_harness.usage import UsageError

if TYPE_CHECKING:
    from deskworld_harness.documents import TrialSpec
    from deskworld_harness.scene import Scene
    from deskworld_harness.session import Agent, Session


class AgentNameError(UsageError):
    """An agent that nobody knows: the message says which there are."""


def check_agent(name: str) -> None:
    """Refuse a name that no agent has, and a replay of what is no run, before anything runs."""
    kind, _, run = name.partition(":")
    if kind == "replay" and run:
        from deskworld_harness.records import RunFolder

        RunFolder.open(Path(run))
    elif name not in ("model", "solution", "noop"):
        raise AgentNameError(f"{name!r} is no agent; there are model, solution, noop and replay:RUN")


def make_agent(spec: TrialSpec, session: Session, scene: Scene) -> Agent:
    """The agent of one trial."""
    check_agent(spec.agent)
    match spec.agent.partition(":"):
        case "solution", _, _:
            from deskworld_harness.agents.solution import SolutionAgent

            return SolutionAgent(session, scene)
        case "noop", _, _:
            from deskworld_harness.agents.noop import NoopAgent

            return NoopAgent()
        case "replay", _, run:
            from deskworld_harness.agents.replay import ReplayAgent

            return ReplayAgent.of_run(run, spec, session)
        case _:
            from deskworld_harness.agents.model import ModelAgent
            from deskworld_harness.models import ModelName

            return ModelAgent(ModelName.parse(spec.model, spec.base_url), session)
