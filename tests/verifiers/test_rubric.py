"""Questions to a judge."""

from collections.abc import Sequence
from pathlib import Path

from deskworld_verifiers import CheckResult, Judge, Ruling, Submission, View, check, judged, run_checks


class Scripted:
    def __init__(self, ruling: Ruling | None) -> None:
        self.ruling = ruling
        self.asked: list[tuple[str, str, list[bytes]]] = []

    def rule(self, question: str, text: str, pictures: Sequence[bytes]) -> Ruling:
        self.asked.append((question, text, list(pictures)))
        if self.ruling is None:
            raise ConnectionError("the model is away")
        return self.ruling


@check("rendered")
def cover_is_calm(s: Submission) -> None:
    view = View("Slide 1", b"png", 10, 10)
    ruling = judged(s, "Is the cover calm?", text="a cover", pictures=[view])
    assert ruling, ruling.reason


def asked(workspace: Path, judge: Judge | None) -> CheckResult:
    (result,) = run_checks([cover_is_calm], Submission(workspace, judge=judge))
    return result


def test_yes_passes_no_fails_and_silence_is_unjudged(tmp_path: Path):
    judge = Scripted(Ruling(True, "plain"))
    assert asked(tmp_path, judge).outcome == "passed"
    assert judge.asked == [("Is the cover calm?", "a cover", [b"png"])]
    no = asked(tmp_path, Scripted(Ruling(False, "three shouting colours")))
    assert no.outcome == "failed"
    assert "three shouting colours" in no.evidence
    assert asked(tmp_path, None).outcome == "unjudged"
    away = asked(tmp_path, Scripted(None))
    assert away.outcome == "unjudged"
    assert "ConnectionError: the model is away" in away.evidence
