"""A recorded trial, played again: the same calls in the same turns, with the answers that were given.

On the same image the same calls give the same world and the same files, so a replay grades as its original did, and
a change of server or check shows as a difference between the two. No model is asked.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from deskworld_harness.documents import Call, Event, Message, TrialSpec
from deskworld_harness.outcomes import Fault, Kind
from deskworld_harness.records import RecordError, RunFolder
from deskworld_harness.session import Said, Session


class ReplayAgent:
    """Does what the events say, turn by turn; answers nothing when they are used up."""

    fault: Kind = "harness_error"

    def __init__(self, events: Iterable[Event], session: Session) -> None:
        self._turns = _turns(events)
        self._session = session

    @classmethod
    def of_run(cls, run: str, spec: TrialSpec, session: Session) -> ReplayAgent:
        """The same trial of a run, or the first one of the same task and seed."""
        try:
            folder = RunFolder.open(Path(run))
            same = [each.spec for each in folder.records()]
            same = [each for each in same if (each.task_name, each.seed) == (spec.task_name, spec.seed)]
            if not same:
                raise Fault("task_error", f"{run}: has no trial of {spec.task_name} with seed {spec.seed}")
            chosen = next((each for each in same if each.trial == spec.trial), same[0])
            return cls(folder.trajectory(chosen.id).events, session)
        except RecordError as error:
            raise Fault("task_error", str(error)) from error

    async def answer(self, said: Said) -> str:
        if not self._turns:
            return ""
        calls, answer = self._turns.pop(0)
        for call in calls:
            await self._session.call(call.name, call.arguments, call_id=call.id, malformed=call.malformed)
        return answer

    async def close(self) -> None:
        pass


def _turns(events: Iterable[Event]) -> list[tuple[list[Call], str]]:
    """The calls and the answer of each of the agent's turns; a turn cut off by a limit has no answer."""
    turns: list[tuple[list[Call], str]] = []
    calls: list[Call] = []
    for event in events:
        if isinstance(event, Call):
            calls.append(event)
        elif isinstance(event, Message) and event.who == "agent":
            turns.append((calls, event.text))
            calls = []
    return [*turns, (calls, "")] if calls else turns
