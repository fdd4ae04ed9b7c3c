"""The one error of inspection: a file that holds no facts to read, and why, in words for whoever made it."""


class InspectError(Exception):
    """A file can't be inspected; the message names the file and what is wrong with it."""
