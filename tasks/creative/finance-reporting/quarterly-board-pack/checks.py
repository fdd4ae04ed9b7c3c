from deskworld_verifiers import Submission, check


@check("format")
def x(s: Submission) -> None:
    assert s.file("out/q4-2025.xlsx")
