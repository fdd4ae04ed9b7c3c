"""The one error that a tool raises on purpose.

A `ToolError` reaches the model word for word, so its text names what was wrong and what would be right. Whatever else
escapes a tool is a fault of ours: it is logged whole on stderr and masked on the wire (`calling.py`).
"""

from collections.abc import Generator, Iterable
from contextlib import contextmanager
from difflib import get_close_matches


class ToolError(Exception):
    """A refusal that the caller can act on.

    Args:
        message: What was wrong and what would be right, in a sentence or two.
        argument: The argument it is about; put before the message.
    """

    def __init__(self, message: str, *, argument: str = "") -> None:
        self.argument = argument
        super().__init__(f"{argument}: {message}" if argument else message)


def quoted(given: object, *, most: int = 80) -> str:
    """What a caller gave, as an error can repeat it: a megabyte of it would bury the advice."""
    text = repr(given)
    return text if len(text) <= most else f"{text[: most - 3]}..."


def unknown(what: str, wanted: str, valid: Iterable[str], *, argument: str = "", limit: int = 12) -> ToolError:
    """The error for a name that is not there: says which are, the nearest first."""
    names = list(valid)
    near = get_close_matches(wanted, names, n=3, cutoff=0.5)
    shown = near + [name for name in names if name not in near]
    more = f" and {len(shown) - limit} more" if len(shown) > limit else ""
    listed = ", ".join(repr(name) for name in shown[:limit]) or "none"
    return ToolError(f"there is no {what} {quoted(wanted)}; there is: {listed}{more}", argument=argument)


@contextmanager
def plain_words(kind: str) -> Generator[None, None, None]:
    """What the office libraries refuse to write becomes the caller's error: control characters, lengths out of all
    bounds. `kind` is what is written, with its article: 'a deck'."""
    try:
        yield
    except (ValueError, OverflowError) as error:
        if "XML compatible" in str(error):
            raise ToolError(f"a text holds control characters, which {kind} can't store; leave them out") from error
        if "must be in range" in str(error) or isinstance(error, OverflowError):
            raise ToolError(f"a number is out of the range that {kind} can store") from error
        raise
