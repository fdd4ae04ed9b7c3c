"""A deck with a password: nothing opens it without, and it comes back byte for byte."""

from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import ToolError


def test_password_on_changed_and_off(do: Any, root: Path) -> None:
    do.create_deck(path="p.pptx")
    plain = (root / "p.pptx").read_bytes()
    do.set_deck_password(path="p.pptx", new="Zwölf 12")
    locked = (root / "p.pptx").read_bytes()
    assert not locked.startswith(b"PK")
    with pytest.raises(ToolError, match="protected by a password"):
        do.render_slides(path="p.pptx")
    for arguments, argument in (({}, "current"), ({"new": "x"}, "current"), ({"current": "no"}, "current")):
        with pytest.raises(ToolError, match=f"^{argument}: "):
            do.set_deck_password(path="p.pptx", **arguments)
    assert (root / "p.pptx").read_bytes() == locked
    do.set_deck_password(path="p.pptx", current="Zwölf 12", new="b")
    do.set_deck_password(path="p.pptx", current="b")
    assert (root / "p.pptx").read_bytes() == plain
    (root / "p.pptx").write_bytes(b"not an office file")
    with pytest.raises(ToolError, match=r"^path: "):
        do.set_deck_password(path="p.pptx", new="b")
