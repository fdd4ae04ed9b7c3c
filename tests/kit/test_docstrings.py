"""What a docstring says to a client."""

from deskworld_kit.docstrings import parse


def whole() -> None:
    """Write a note
    and return it.

    With `fail`, refuse: note: this is no section.

    Args:
        text: What it says,
            on more than one line: with a colon.
        count (int): How many.
        *rest: Not an argument of a tool.

        last: After an empty line.

    Returns:
        text: Not an argument.

    Raises:
        ToolError: Never.
    """


def short() -> None:
    """Say it."""


def silent() -> None:
    pass


def only_sections() -> None:
    """
    Args:
        text: What it says.
    """


def test_summary_and_arguments() -> None:
    found = parse(whole)
    assert found.summary == "Write a note and return it.\nWith `fail`, refuse: note: this is no section."
    assert found.arguments == {
        "text": "What it says, on more than one line: with a colon.",
        "count": "How many. *rest: Not an argument of a tool.",
        "last": "After an empty line.",
    }


def test_little_to_say() -> None:
    assert (parse(short).summary, parse(short).arguments) == ("Say it.", {})
    assert (parse(silent).summary, parse(silent).arguments) == ("", {})
    assert (parse(only_sections).summary, parse(only_sections).arguments) == ("", {"text": "What it says."})
