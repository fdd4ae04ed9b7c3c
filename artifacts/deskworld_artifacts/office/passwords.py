"""Passwords that open an office file: put on, changed and taken off.

A file with a password is encrypted as a whole (ECMA-376, AES), so nothing of it can be read without one, and who loses
it loses the file. It needs the extra `passwords`.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from ..kinds import what_is_wrong

_OLE = bytes.fromhex("d0cf11e0a1b11ae1")
MOST = 255
"""Characters that Office takes for a password."""


class PasswordError(ValueError):
    """Why a password was not changed. `argument` is what would have to be different: current, new or path."""

    def __init__(self, said: str, argument: str) -> None:
        super().__init__(said)
        self.argument = argument


def change_password(source: Path, target: Path, current: str, new: str, suffix: str) -> str:
    """Write a file with another password, or without one where `new` is empty; says what was done.

    Args:
        source: The file as it is.
        target: Where to write it.
        current: The password it has; empty for none.
        new: The one it is to have.
        suffix: What it is within: .docx, .pptx or .xlsx.

    Raises:
        PasswordError: the password is not the file's, or the file takes none.
    """
    blob = source.read_bytes()
    locked = _locked(blob)
    if locked and not current:
        raise PasswordError(f"{source.name} has a password; give it as current", "current")
    if not locked and current:
        raise PasswordError(f"{source.name} has no password; leave current out", "current")
    if not locked and not new:
        raise PasswordError(f"{source.name} has no password; give the one it is to have as new", "new")
    if len(new) > MOST:
        raise PasswordError(f"a password has at most {MOST} characters, this one {len(new)}", "new")
    plain = _opened(blob, current, source.name) if locked else blob
    if wrong := what_is_wrong(plain, suffix):
        raise PasswordError(f"{source.name} {wrong}", "path")
    if new:
        target.write_bytes(_closed(plain, new))
        return f"opens with the new password, {len(plain)} bytes within"
    target.write_bytes(plain)
    return f"opens without a password, {len(plain)} bytes"


def _locked(blob: bytes) -> bool:
    if not blob.startswith(_OLE):
        return False
    import msoffcrypto

    try:
        file: Any = msoffcrypto.OfficeFile(io.BytesIO(blob))  # pyright: ignore[reportUnknownMemberType]
        return bool(file.is_encrypted())
    except Exception:  # an old file that the library does not know has none that could be taken off
        return False


def _opened(blob: bytes, password: str, name: str) -> bytes:
    import msoffcrypto

    out = io.BytesIO()
    try:
        file: Any = msoffcrypto.OfficeFile(io.BytesIO(blob))  # pyright: ignore[reportUnknownMemberType]
        file.load_key(password=password)
        file.decrypt(out)
    except Exception as error:  # each scheme fails in its own way where the key is another one
        raise PasswordError(f"{name} does not open with that password, which may be mistyped", "current") from error
    plain = out.getvalue()
    if not plain.startswith((b"PK", _OLE)):
        raise PasswordError(f"{name} does not open with that password, which may be mistyped", "current")
    return plain


def _closed(plain: bytes, password: str) -> bytes:
    """The file encrypted, after it was seen to open again."""
    from msoffcrypto.format.ooxml import OOXMLFile

    out = io.BytesIO()
    file: Any = OOXMLFile(io.BytesIO(plain))
    file.encrypt(password, out)
    blob = out.getvalue()
    if _opened(blob, password, "the file") != plain:
        raise PasswordError("the file did not open again with its new password, so it was left as it was", "new")
    return blob
