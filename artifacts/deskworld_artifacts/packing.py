"""Writing an office package again: what did not change goes over as it lies in the old zip, still packed.

Packing is most of the cost of saving a deck or a workbook, and nearly all parts of a file are as they were after an
edit. Python's zipfile always packs anew, so the few lines that copy an entry whole are here, for all kinds of files.
Two saves of the same parts give the same bytes.
"""

import struct
import zipfile
import zlib
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

DAY_ONE = (1980, 1, 1, 0, 0, 0)
"""The date on new entries: that of the save would make every save another file."""

_LOCAL_HEADER = struct.Struct("<4s5H3L2H")
_PACKED = (
    ".jpg", ".jpeg", ".png", ".gif", ".webp", ".mp4", ".m4a", ".mp3", ".mov", ".wmv", ".emz", ".wmz", ".zip",
    ".docx", ".xlsx", ".pptx",
)  # fmt: skip


class PackageWriter:
    """A zip that is written part by part beside the one it replaces.

    Args:
        target: Where to write: a file, made new, or a stream.
        source: The zip before, open for reading; None for a package from nothing.
        level: How hard new parts are packed, 1 to 9.
    """

    def __init__(self, target: Path | BinaryIO, source: zipfile.ZipFile | None = None, *, level: int = 6) -> None:
        self._out = zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=level)
        self._source = source
        self._level = level
        # The last of a name counts, as it does for every reader.
        self._old = {} if source is None else {info.filename: info for info in source.infolist()}

    def __enter__(self) -> "PackageWriter":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._out.close()

    def put(self, name: str, data: bytes) -> bool:
        """Write a part. One that holds what it held before is copied: to unpack and compare it is less than to pack.

        Gives whether it is what it was.
        """
        old = self._old.get(name)
        same = old is not None and old.file_size == len(data) and zlib.crc32(data) == old.CRC
        if old is not None and same and self._copied(old, data):
            return True
        packed = name.lower().endswith(_PACKED)
        entry = zipfile.ZipInfo(name, DAY_ONE)
        entry.external_attr = 0o600 << 16
        kind = zipfile.ZIP_STORED if packed else zipfile.ZIP_DEFLATED
        self._out.writestr(entry, data, kind, self._level)
        return same

    def keep(self, name: str) -> None:
        """Write a part of the old package as it was, without looking at it.

        Raises:
            KeyError: The old package has no such part.
        """
        if not self._copied(self._old[name]):
            assert self._source is not None
            self.put(name, self._source.read(name))

    def _copied(self, old: zipfile.ZipInfo, wanted: bytes | None = None) -> bool:
        """Copy an entry, still packed; False where it is of a kind that has to be unpacked (encrypted, zip64, lzma),
        or does not hold what is wanted: the checksum in a damaged zip may be of bytes that are no longer there."""
        source, out = self._source, self._out
        if source is None or source.fp is None or out.fp is None or old.flag_bits & 0x41:
            return False
        if old.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            return False
        if max(old.file_size, old.compress_size, out.fp.tell()) >= zipfile.ZIP64_LIMIT // 2:
            return False
        source.fp.seek(old.header_offset)
        header = source.fp.read(_LOCAL_HEADER.size)
        if len(header) != _LOCAL_HEADER.size or header[:4] != b"PK\x03\x04":
            return False
        name_length, extra_length = _LOCAL_HEADER.unpack(header)[-2:]
        source.fp.seek(name_length + extra_length, 1)
        data = source.fp.read(old.compress_size)
        if len(data) != old.compress_size or (wanted is not None and _unpacked(data, old) != wanted):
            return False
        entry = zipfile.ZipInfo(old.filename, old.date_time)
        entry.compress_type, entry.external_attr = old.compress_type, 0o600 << 16
        entry.CRC, entry.file_size, entry.compress_size = old.CRC, old.file_size, old.compress_size
        entry.header_offset = out.fp.tell()
        out.fp.write(entry.FileHeader(zip64=False))
        out.fp.write(data)
        # What ZipFile.writestr notes down of an entry, so that the directory at the end has it.
        out.filelist.append(entry)
        out.NameToInfo[entry.filename] = entry
        out.start_dir = out.fp.tell()
        out._didModify = True  # type: ignore[attr-defined]
        return True


def _unpacked(data: bytes, entry: zipfile.ZipInfo) -> bytes | None:
    """What an entry's bytes hold; None where they are damaged."""
    if entry.compress_type == zipfile.ZIP_STORED:
        return data
    try:
        return zlib.decompress(data, -zlib.MAX_WBITS, entry.file_size)
    except zlib.error:
        return None
