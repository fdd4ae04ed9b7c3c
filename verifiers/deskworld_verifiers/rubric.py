"""Questions that only a judge can answer: yes or no, fixed in the task, with the evidence to look at.

    assert judged(s, "Does the cover show a bicycle?", pictures=s.rendered("out/poster.pdf"))

A judge is whoever implements `Judge`; the harness provides a model. Where there is none, or it gives no answer, the
check is unjudged. Rubrics are for taste: what code can decide, code decides.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from deskworld_verifiers.outcome import Unjudged
from deskworld_verifiers.showing import cut

if TYPE_CHECKING:
    from deskworld_verifiers.submission import Submission, View

TEXT_LIMIT = 20_000


@dataclass(frozen=True)
class Ruling:
    """A judge's answer. True or false by itself."""

    yes: bool
    reason: str

    def __bool__(self) -> bool:
        return self.yes

    def __repr__(self) -> str:
        return f"{'yes' if self.yes else 'no'}: {self.reason}"


class Judge(Protocol):
    """Whoever answers yes or no. Called on a thread, so it may block."""

    def rule(self, question: str, text: str, pictures: Sequence[bytes]) -> Ruling:
        """Answer the question from this evidence alone (text, PNG pictures)."""
        ...


def judged(s: "Submission", question: str, *, text: str = "", pictures: "Sequence[View]" = ()) -> Ruling:
    """Ask the judge one question about what is shown."""
    if s.judge is None:
        raise Unjudged(f"no judge to ask: {question}")
    try:
        return s.judge.rule(question, cut(text, TEXT_LIMIT), [view.png for view in pictures])
    except Exception as error:
        raise Unjudged(f"the judge gave no answer to: {question} ({type(error).__name__}: {error})") from error
