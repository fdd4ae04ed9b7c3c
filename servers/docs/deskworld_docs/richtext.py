"""RTF without the second copy of each picture.

LibreOffice writes every picture twice: as it is, and drawn anew for readers of the last century, ten times as large.
"""

from __future__ import annotations

import re

_COPY = b"{\\nonshppict"
_SIGN = re.compile(rb"\\.|[{}]", re.DOTALL)


def without_copies(data: bytes) -> bytes:
    """The file without the pictures that only readers take which know no others."""
    kept: list[bytes] = []
    at = 0
    while (start := data.find(_COPY, at)) >= 0:
        end = _end(data, start)
        if end < 0:
            break
        kept.append(data[at:start])
        at = end
    return b"".join([*kept, data[at:]])


def _end(data: bytes, start: int) -> int:
    """Where the group that starts here ends; below 0 where it does not."""
    depth = 0
    for found in _SIGN.finditer(data, start):
        depth += (found[0] == b"{") - (found[0] == b"}")
        if not depth:
            return found.end()
    return -1
