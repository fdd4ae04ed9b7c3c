"""The one error a job raises on purpose."""


class Refused(Exception):
    """What was asked cannot be done with this file; the text says why, about "it"."""
