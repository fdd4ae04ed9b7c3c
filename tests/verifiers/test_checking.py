"""Every way a check can end, and what its evidence says."""

import time
from pathlib import Path

import pytest
from deskworld_verifiers import (
    CheckResult,
    Outcome,
    Submission,
    Unjudged,
    check,
    held,
    lint_checks,
    load_checks,
    run_checks,
    verdict,
)

HEAD = "from deskworld_verifiers import Submission, Unjudged, check, judged\n\n"


def ran(folder: Path, body: str, *, seconds: float = 20.0, head: str = HEAD) -> CheckResult:
    """The result of the one check in a checks file, run on a workspace with one note."""
    workspace = folder / "workspace"
    workspace.mkdir(parents=True)
    (workspace / "note.txt").write_text("total 12\n")
    path = folder / "checks.py"
    path.write_text(head + body)
    (result,) = run_checks(load_checks(path), Submission(workspace), seconds=seconds)
    return result


def test_a_pass_says_what_held(tmp_path: Path):
    result = ran(
        tmp_path,
        """
@check("content")
def total_is_there(s):
    '''The note names the total.

    More about it.
    '''
    assert "total" in s.text("note.txt")
    assert len(s.text("note.txt")) < 100, "too long"
""",
    )
    assert (result.name, result.kind, result.title) == ("total_is_there", "content", "The note names the total.")
    assert result.outcome == "passed"
    assert result.evidence == "'total' in s.text('note.txt'); len(s.text('note.txt')) < 100"
    assert 0 < result.seconds < 20


def test_an_error_that_has_no_words_is_an_error(tmp_path: Path):
    body = """
class Mute(Exception):
    def __str__(self):
        raise ValueError


@check("answer")
def one(s):
    raise Mute
"""
    result = ran(tmp_path, body)
    assert result.outcome == "error" and "ValueError" in result.evidence
    assert ran(tmp_path / "again", "@check('answer')\ndef two(s):\n    assert s\n").outcome == "passed"


def test_a_pass_may_speak_for_itself(tmp_path: Path):
    result = ran(tmp_path, "@check('answer')\ndef one(s):\n    assert s\n    return 'all 12 rows agree'\n")
    assert (result.outcome, result.evidence, result.title) == ("passed", "all 12 rows agree", "one")


def test_a_failure_shows_the_line_and_the_values(tmp_path: Path):
    result = ran(
        tmp_path,
        """
@check("content")
def total_is_right(s):
    wanted = 13
    words = s.text("note.txt").split()
    assert int(words[1]) == wanted, f"the total of {words[0]} is off"
""",
    )
    assert result.outcome == "failed"
    assert result.evidence.splitlines() == [
        "the total of total is off",
        "line 8: assert int(words[1]) == wanted",
        "  words = ['total', '12']",
        "  words[1] = '12'",
        "  int(words[1]) = 12",
        "  wanted = 13",
    ]


def test_a_failure_in_a_comprehension_shows_the_one_that_failed(tmp_path: Path):
    result = ran(
        tmp_path,
        """
@check("content")
def all_are_small(s):
    sizes = {"a": 1, "b": 200, "c": 3}
    assert all(sizes[name] < 100 for name in sizes)
""",
    )
    assert result.outcome == "failed"
    assert "  name = 'b'" in result.evidence.splitlines()
    assert "  sizes[name] = 200" in result.evidence.splitlines()
    assert "'c'" not in result.evidence.split("sizes[name]")[0].split("name = ")[-1]


def test_formatted_texts_and_asserts_outside_of_functions_stay_as_they_are(tmp_path: Path):
    result = ran(
        tmp_path,
        """
LIMIT = 3
assert LIMIT == 3

@check("content")
def formatted(s):
    assert s.answer == f"{LIMIT:>4}!"
""",
    )
    assert result.evidence.splitlines() == [
        "line 9: assert s.answer == f'{LIMIT:>4}!'",
        "  s.answer = ''",
    ]


def test_evidence_names_no_place_of_the_machine(tmp_path: Path):
    result = ran(
        tmp_path, "@check('content')\ndef gone(s):\n    path = s.file('note.txt')\n    assert not path.exists()\n"
    )
    assert result.evidence.splitlines()[1:] == ["  path = 'note.txt'", "  path.exists() = True"]


def test_what_did_not_run_is_not_shown_and_not_run(tmp_path: Path):
    result = ran(
        tmp_path,
        """
@check("content")
def short(s):
    first = 1
    assert first == 2 and s.nothing_of_the_kind
""",
    )
    assert result.outcome == "failed"
    assert "nothing_of_the_kind =" not in result.evidence


def test_asserts_of_helpers_explain_themselves_too(tmp_path: Path):
    result = ran(
        tmp_path,
        """
def near(left, right):
    assert abs(left - right) < 0.5

@check("content")
def close(s):
    near(1, 1.2)
    near(3, 4)
""",
    )
    assert result.outcome == "failed"
    assert "  left - right = -1" in result.evidence.splitlines()


def test_a_missing_file_is_a_failure_that_says_what_there_is(tmp_path: Path):
    result = ran(tmp_path, "@check('format')\ndef there(s):\n    text = s.text('out/plan.md')\n    assert text\n")
    assert result.outcome == "failed"
    assert result.evidence.splitlines()[0] == "out/plan.md was not made; the workspace holds note.txt"
    assert result.evidence.splitlines()[1] == "line 5: text = s.text('out/plan.md')"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (
            "    assert s.text('note.txt').nope\n",
            "AttributeError: 'str' object has no attribute 'nope' (checks.py line 5",
        ),
        ("    assert [1][1]\n", "IndexError: list index out of range"),
        ("    raise SystemExit(3)\n", "SystemExit: 3"),
        ("    return True\n", "the check returned True: it should assert, and return nothing or a sentence"),
        ("    for part in []:\n        assert part\n", "the check asserted nothing, so it proved nothing"),
        ("    assert s\n    s.file('note.txt').write_text('x' * 99)\n", "the check changed the workspace (note.txt)"),
        ("    assert s\n    (s.workspace / 'new').touch()\n", "the check changed the workspace (new)"),
    ],
)
def test_whatever_else_breaks_is_an_error(tmp_path: Path, body: str, said: str):
    result = ran(tmp_path, f"@check('content')\ndef broken(s):\n{body}")
    assert result.outcome == "error"
    assert result.evidence.startswith(said)
    assert str(tmp_path) not in result.evidence


def test_a_check_that_never_ends_is_ended(tmp_path: Path):
    start = time.monotonic()
    result = ran(tmp_path, "@check('content')\ndef endless(s):\n    while True:\n        assert s\n", seconds=0.3)
    assert (result.outcome, result.evidence) == ("error", "the check took longer than 0.3 s")
    assert time.monotonic() - start < 5


def test_an_endless_check_that_catches_everything_is_an_error_too(tmp_path: Path):
    body = "    try:\n        while True:\n            assert s\n    except Exception:\n        pass\n"
    result = ran(tmp_path, f"@check('content')\ndef endless(s):\n{body}", seconds=0.3)
    assert (result.outcome, result.evidence) == ("error", "the check took longer than 0.3 s")


def test_without_a_judge_it_is_unjudged(tmp_path: Path):
    result = ran(tmp_path, "@check('rendered')\ndef nice(s):\n    assert judged(s, 'Is it nice?')\n")
    assert (result.outcome, result.evidence) == ("unjudged", "no judge to ask: Is it nice?")


def test_one_check_never_stops_the_next(tmp_path: Path):
    path = tmp_path / "checks.py"
    path.write_text(
        HEAD
        + "@check('content')\ndef b(s):\n    assert 1 == 2\n\n@check('state')\ndef a(s):\n    1 / 0\n\n"
        + "@check('answer')\ndef c(s):\n    assert s.answer == ''\n"
    )
    (tmp_path / "w").mkdir()
    results = run_checks(load_checks(path), Submission(tmp_path / "w"))
    assert [(one.name, one.kind, one.outcome) for one in results] == [
        ("b", "content", "failed"),
        ("a", "state", "error"),
        ("c", "answer", "passed"),
    ]


def test_a_function_that_was_never_in_a_file_explains_itself_by_its_line(tmp_path: Path):
    @check("content")
    def plain(s: Submission) -> None:
        wanted = 3
        if wanted != len(s.answer):
            raise AssertionError("wrong length")

    (result,) = run_checks([plain], Submission(tmp_path, answer="four"))
    assert result.outcome == "failed"
    assert result.evidence.splitlines()[0] == "wrong length"
    assert 'raise AssertionError("wrong length")' in result.evidence


def test_helpers_can_say_what_held(tmp_path: Path):
    @check("content")
    def plain(s: Submission) -> None:
        held("two and two are four")

    (result,) = run_checks([plain], Submission(tmp_path))
    assert (result.outcome, result.evidence) == ("passed", "two and two are four")


def test_evidence_is_bounded_and_the_same_every_time(tmp_path: Path):
    body = (
        "@check('content')\ndef long(s):\n    text, thing = 'x' * 100_000, object()\n    assert text is thing, text\n"
    )
    result = ran(tmp_path, body)
    assert len(result.evidence) < 6_000
    assert "more characters" in result.evidence
    assert "  thing = <object object>" in result.evidence.splitlines()


def test_a_changed_file_is_loaded_anew(tmp_path: Path):
    path = tmp_path / "checks.py"
    path.write_text(HEAD + "@check('content')\ndef one(s):\n    assert s\n")
    assert [one.name for one in load_checks(path)] == ["one"]
    path.write_text(HEAD + "@check('content')\ndef other(s):\n    assert s\n")
    assert [one.name for one in load_checks(path)] == ["other"]


def test_what_is_no_check_is_refused(tmp_path: Path):
    path = tmp_path / "checks.py"
    path.write_text("x = 1\n")
    with pytest.raises(ValueError, match="has no checks"):
        load_checks(path)
    with pytest.raises(ValueError, match="no kind of check 'contents'"):
        check("contents")  # pyright: ignore[reportArgumentType]

    async def slow(s: Submission) -> None: ...

    with pytest.raises(TypeError, match="neither async"):
        check("content")(slow)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("outcomes", "whole"),
    [
        (["passed", "passed"], "passed"),
        (["passed", "unjudged"], "unjudged"),
        (["unjudged", "failed", "passed"], "failed"),
        (["error", "failed"], "failed"),
        (["unjudged", "error", "passed"], "error"),
        ([], "error"),
    ],
)
def test_verdict(outcomes: list[Outcome], whole: Outcome):
    assert (
        verdict(
            [CheckResult(name="n", kind="state", title="t", outcome=one, evidence="", seconds=0) for one in outcomes]
        )
        == whole
    )


def test_results_are_records():
    result = CheckResult(name="n", kind="state", title="t", outcome="failed", evidence="é", seconds=0.5)
    assert CheckResult.model_validate_json(result.model_dump_json()) == result


def test_unjudged_is_no_assertion():
    assert not issubclass(Unjudged, AssertionError)


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("    s.text('x')\n", "4: one asserts nothing, so it can't fail"),
        (
            "    assert (s.answer, 'has an answer')\n",
            "5: one asserts a tuple, which is always true: drop the parentheses",
        ),
        ("    assert True\n", "5: one asserts a constant, which is always true"),
        ("    assert (x for x in [0])\n", "5: one asserts a generator, which is always true: use all(...) or any(...)"),
        (
            "    try:\n        assert s.answer\n    except Exception:\n        pass\n",
            "7: one catches failed asserts: catch only what you expect",
        ),
        ("    assert s\n\n\ndef one(s):\n    pass\n", "8: one hides the one of line 4"),
    ],
)
def test_lint_complains(tmp_path: Path, body: str, complaint: str):
    path = tmp_path / "checks.py"
    path.write_text(HEAD + f"@check('content')\ndef one(s):\n{body}")
    assert f"checks.py:{complaint}" in lint_checks(path)


def test_lint_is_quiet_about_good_checks(tmp_path: Path):
    path = tmp_path / "checks.py"
    path.write_text(
        HEAD
        + "def same(a, b):\n    if a != b:\n        raise AssertionError('no')\n\n"
        + "@check('content')\ndef one(s):\n    same(s.answer, '')\n\n"
        + "@check('content')\ndef two(s):\n    try:\n        n = int(s.answer)\n"
        + "    except ValueError:\n        n = 0\n    assert n\n"
    )
    assert lint_checks(path) == []
    path.write_text("x = 1\n")
    assert lint_checks(path) == ["checks.py:1: there is no check: decorate functions with @check(kind)"]
