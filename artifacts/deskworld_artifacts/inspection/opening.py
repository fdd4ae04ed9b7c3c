"""Which reader a file needs, after it was seen to be what its name says and small enough to be read.

What files are is known in one place, `deskworld_artifacts.kinds`. Added here is what only reading asks for: formats
that are drawn but not read are refused by name, a suffix nobody knows may still be text, and an archive that would
unpack to more than anyone means to read is left packed.
"""

import zipfile
from pathlib import Path

from ..errors import RenderError
from ..kinds import KIND_OF, kind_of
from .errors import InspectError

_READERS = {"table": "text", "drawing": "text"}
_PACKAGES = (".pptx", ".pptm", ".ppsx", ".potx", ".xlsx", ".xlsm", ".xltx", ".docx", ".docm", ".dotx")
_BETTER = {"deck": ".pptx", "workbook": ".xlsx", "document": ".docx"}

MAX_BYTES = 512 * 1024 * 1024
"""The largest file, or unpacked archive, that is read at all."""
MAX_MEMBERS = 20_000
"""The most parts an office file may have."""


def reader_of(path: Path) -> str:
    """The kind of facts to read; InspectError where the file can't be read."""
    suffix = path.suffix.lower()
    if path.is_file() and path.stat().st_size > MAX_BYTES:
        raise InspectError(
            f"{path.name}: files over {MAX_BYTES:,} bytes are not inspected; it has {path.stat().st_size:,}"
        )
    if suffix not in KIND_OF and path.is_file() and path.stat().st_size:
        return "text"
    try:
        kind = kind_of(path)
    except RenderError as error:
        raise InspectError(str(error)) from error
    if kind in _BETTER and suffix not in _PACKAGES:
        raise InspectError(f"{path.name}: a {suffix} file can't be inspected; convert it to {_BETTER[kind]} first")
    if suffix in _PACKAGES:
        _check_size(path)
    return _READERS.get(kind, kind)


def _check_size(path: Path) -> None:
    with zipfile.ZipFile(path) as archive:
        members = archive.infolist()
    total = sum(member.file_size for member in members)
    if total > MAX_BYTES or len(members) > MAX_MEMBERS:
        raise InspectError(
            f"{path.name}: it would unpack to {total:,} bytes in {len(members):,} parts; at most {MAX_BYTES:,} "
            f"bytes in {MAX_MEMBERS:,} parts are read"
        )
