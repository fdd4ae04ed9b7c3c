"""The one kind of error that is the caller's to put right.

What a person asked for can't be done, and the message says what would be right. The command line prints it without
a traceback and exits with status 2.
"""


class UsageError(ValueError):
    """Asked for something that there isn't, or that can't be used."""
