"""What an office file says about itself, as a caller gives it: the same few properties for every kind."""

from typing import Any

from deskworld_kit.errors import ToolError

MOST = 255
"""Letters that a property holds."""


def set_properties(holder: Any, *, title: str, author: str, subject: str, keywords: str) -> None:
    """Set those that are not empty on an object with these attributes (python-docx's, python-pptx's).

    Raises:
        ToolError: None is given, or one is too long; nothing is set then.
    """
    said = {"title": title, "author": author, "subject": subject, "keywords": keywords}
    if not any(said.values()):
        raise ToolError("nothing to set; give at least one property", argument="title")
    for name, value in said.items():
        if len(value) > MOST:
            raise ToolError(f"a property holds at most {MOST} characters", argument=name)
    for name, value in said.items():
        if value:
            setattr(holder, name, value)
