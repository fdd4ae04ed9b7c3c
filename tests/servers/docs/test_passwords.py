"""A document with a password: nothing opens it without, and it comes back byte for byte."""

from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import ToolError


def test_password_on_changed_and_off(do: Any, root: Path) -> None:
    do.create_document(path="p.docx")
    plain = (root / "p.docx").read_bytes()
    do.set_document_password(path="p.docx", new="Zwölf 12")
    locked = (root / "p.docx").read_bytes()
    assert not locked.startswith(b"PK")
    with pytest.raises(ToolError, match="protected by a password"):
        do.render_document(path="p.docx")
    for arguments, argument in (({}, "current"), ({"new": "x"}, "current"), ({"current": "no"}, "current")):
        with pytest.raises(ToolError, match=f"^{argument}: "):
            do.set_document_password(path="p.docx", **arguments)
    assert (root / "p.docx").read_bytes() == locked
    do.set_document_password(path="p.docx", current="Zwölf 12", new="b")
    do.set_document_password(path="p.docx", current="b")
    assert (root / "p.docx").read_bytes() == plain
    (root / "p.docx").write_bytes(b"not an office file")
    with pytest.raises(ToolError, match=r"^path: "):
        do.set_document_password(path="p.docx", new="b")
