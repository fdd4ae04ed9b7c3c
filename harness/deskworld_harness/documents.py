"""The documents of a run, as they stand on disk.

Each is a frozen pydantic model with a schema version, so that a reader of next year can tell what it reads;
`harness schema NAME` prints its JSON Schema. They are data and nothing else: who writes them is in `records.py`,
who fills them in `trial.py` and `session.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Literal

from deskworld_verifiers import CheckResult
from pydantic import BaseModel, ConfigDict, Field

from deskworld_harness.outcomes import Kind
from deskworld_harness.transports import Transport
from deskworld_harness.worlds import WorldPages

Tier = Literal["full", "compact"]
Verdict = Literal["passed", "failed", "unjudged", "error", "ungraded"]
LimitName = Literal["steps", "seconds", "tokens", "cost"]
Who = Literal["user", "agent", "harness"]


class Stored(BaseModel):
    """A part of a document."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class TrialSpec(Stored):
    """One trial before it runs: pure data, enough to run it in any process."""

    task: Path
    task_name: str
    seed: int
    trial: int = 0
    agent: str = "model"
    model: str = ""
    base_url: str = ""
    tier: Tier = "full"
    transport: Transport = "memory"
    revise: int = 0
    renders: bool = Field(default=True, description="keep pictures of the deliverables")
    limits: dict[LimitName, int | float] = Field(default={}, description="instead of the task's own")
    judge: str = Field(default="", description="the model that answers rubric questions; without one they stay open")
    judge_base_url: str = ""

    @property
    def id(self) -> str:
        """The trial's name in its run, good as a folder's name."""
        return f"{self.task_name.replace('/', '.')}-s{self.seed}-t{self.trial}"


class PictureRef(Stored):
    """A picture, kept once a trial in `pictures/`, by its hash."""

    sha256: str
    mime: str
    label: str = ""

    @property
    def file(self) -> str:
        return f"{self.sha256}.{self.mime.rsplit('/', 1)[-1].replace('jpeg', 'jpg')}"


class Message(Stored):
    """Something said: by the user, by the agent to the user, or by the harness when it asks for a revision."""

    kind: Literal["message"] = "message"
    at: float
    round: int
    who: Who
    text: str
    pictures: list[PictureRef] = []


class Call(Stored):
    """One tool call and what came of it."""

    kind: Literal["call"] = "call"
    at: float
    round: int
    id: str
    name: str
    arguments: dict[str, Any]
    malformed: str = Field(
        default="", description="the arguments as the model wrote them, when they were no JSON object"
    )
    reads: bool = Field(default=False, description="the tool says that it only reads")
    ok: bool
    result: dict[str, Any] | None = None
    text: str = ""
    error: str = ""
    pictures: list[PictureRef] = []
    seconds: float


class Reply(Stored):
    """One answer of a model's provider: what it said, what it called, what it cost."""

    kind: Literal["reply"] = "reply"
    at: float
    round: int
    model: str
    text: str
    thinking: str = ""
    calls: list[str] = Field(default=[], description="ids of the calls it asked for")
    finish: str = ""
    input_tokens: int = 0
    cached_tokens: int = Field(default=0, description="part of input_tokens")
    output_tokens: int = 0
    reasoning_tokens: int = Field(default=0, description="part of output_tokens, where the provider tells")
    cost: float | None = Field(default=None, description="US dollars; null when the price isn't known")
    retries: int = Field(default=0, description="requests that failed before this reply; each is a failure event")
    seconds: float = Field(description="of the request that succeeded")


class Failure(Stored):
    """A request to a model that brought no reply: what went wrong, what it cost, how long the next one waited."""

    kind: Literal["failure"] = "failure"
    at: float
    round: int
    error: str
    status: int | None = Field(default=None, description="the HTTP status, if there was one")
    input_tokens: int = Field(default=0, description="what the provider had told before it failed, and may bill")
    cached_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = Field(default=0.0, description="of those tokens; null when the price isn't known")
    seconds: float
    waited: float | None = Field(default=None, description="seconds until the next request; null when it was the last")


class Unmade(Stored):
    """A call that the agent asked for and that was never made, since a limit or a fault came first."""

    kind: Literal["unmade"] = "unmade"
    at: float
    round: int
    id: str
    name: str
    arguments: dict[str, Any]
    malformed: str = ""
    why: str


Event = Annotated[Message | Call | Reply | Failure | Unmade, Field(discriminator="kind")]


class TrajectoryDocument(Stored):
    """trials/ID/trajectory.json: everything that happened between user, agent and tools, in order."""

    schema_version: Literal[1] = 1
    trial: str
    instructions: str
    tools: list[str]
    events: list[Event]
    answer: str


class Render(Stored):
    """A picture of a page of a deliverable, in `renders/`."""

    path: str
    page: int
    label: str
    file: str


class RevisionRound(Stored):
    """One time the harness showed the agent what it had made."""

    round: int
    missing: list[str] = Field(default=[], description="deliverables that were not there")
    findings: list[str] = Field(default=[], description="what inspection saw, in the words shown to the agent")
    renders: list[Render] = []
    answer: str = ""
    revised: bool = Field(default=False, description="a deliverable was changed afterwards")


class Spent(Stored):
    """What a trial used up."""

    replies: int = 0
    failures: int = Field(default=0, description="requests to the model that brought no reply")
    calls: int = 0
    tool_errors: int = 0
    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0
    reasoning_tokens: int = Field(default=0, description="part of output_tokens, where the provider tells")
    cost: float | None = 0.0


def total(parts: Iterable[Spent]) -> Spent:
    """The sum of what trials spent. Its cost is unknown as soon as one part of it is."""
    sums: Counter[str] = Counter()
    cost: float | None = 0.0
    for part in parts:
        sums.update(part.model_dump(exclude={"cost"}))
        cost = None if cost is None or part.cost is None else cost + part.cost
    return Spent(**sums, cost=cost)


class Judgement(Stored):
    """One question to the judge model, its answer, and what that cost. It is no part of what the agent spent."""

    model: str
    question: str
    pictures: list[str] = Field(default=[], description="SHA-256 of each picture that it was shown")
    yes: bool | None = Field(description="null when the judge gave no answer")
    reason: str = ""
    error: str = Field(default="", description="why there is no answer")
    requests: int = 0
    input_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0
    reasoning_tokens: int = 0
    cost: float | None = 0.0
    seconds: float


class Seconds(Stored):
    """Where a trial's time went; nothing is counted twice, and the total holds all."""

    setup: float = 0.0
    session: float = 0.0
    revise: float = 0.0
    verify: float = 0.0
    show: float = Field(default=0.0, description="making pictures of the deliverables for the record")
    total: float = 0.0


class EntityCounts(Stored):
    """The changes in the world held against the reference solution's. Precision is matched / actual, recall is
    matched / expected; what a pair of rows adds to `matched` is the share of its columns that agree."""

    matched: float
    expected: int = Field(description="changes that the reference solution made")
    actual: int = Field(description="changes that the agent made")


class TrialRecord(Stored):
    """One line of trials.jsonl: how a trial ended and what it was worth."""

    schema_version: Literal[1] = 1
    spec: TrialSpec
    title: str = ""
    difficulty: str = ""
    servers: list[str] = []
    started: datetime
    attempt: int = 1
    outcome: Kind
    evidence: str = Field(default="", description="why it ended so, when it wasn't simply done")
    session: Kind | None = Field(
        default=None, description="how the agent's session ended; the outcome differs where grading failed after it"
    )
    verdict: Verdict
    reward: float | None = Field(description="1 passed, 0 failed, null when there is nothing to say")
    checks: list[CheckResult] = []
    judgements: list[Judgement] = Field(default=[], description="what the judge was asked, in order")
    rounds: list[RevisionRound] = []
    renders: list[Render] = Field(default=[], description="the deliverables as they were left")
    answer: str = ""
    deliverables: list[str] = Field(default=[], description="those of the task's deliverables that exist")
    state_hash: str = ""
    entity: EntityCounts | None = Field(default=None, description="null where nothing is kept in tables, or not graded")
    spent: Spent = Spent()
    discarded: Spent = Field(default=Spent(), description="what earlier attempts spent that were not kept")
    seconds: Seconds = Seconds()


class RunDocument(Stored):
    """run.json: what was asked of a run. The specs are all of its trials, run or not yet."""

    schema_version: Literal[1] = 1
    id: str
    started: datetime
    command: list[str]
    specs: list[TrialSpec]
    versions: dict[str, str] = Field(default={}, description="of Python and of every package that takes part")


DOCUMENTS: dict[str, type[BaseModel]] = {
    "run": RunDocument,
    "trial": TrialRecord,
    "trajectory": TrajectoryDocument,
    "world": WorldPages,
}
