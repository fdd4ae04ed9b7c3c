"""What can go wrong between a file and its picture, in words for whoever gave us the file.

One error class tells callers that the file, or what was asked of it, is at fault; its text can be shown as it
stands. `MissingProgram` is its one special case: the file may be fine, but this machine lacks a program, and the
text says how to get it.
"""


class RenderError(Exception):
    """A file could not be rendered, converted or calculated; the text says why, and what would be right."""


class MissingProgram(RenderError):
    """A program that the job needs is not installed here; the text says how to install it."""
