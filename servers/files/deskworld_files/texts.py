"""Text in files: which encoding and line ends a file has, and how to keep both through an edit.

A byte order mark decides; else UTF-8 if the bytes are UTF-8; else what charset-normalizer finds likeliest. Tools see
text with plain `\\n`; a file gets back the line ends it had.
"""

import codecs
from dataclasses import dataclass
from pathlib import Path

SAMPLE = 256 * 1024
MARKS: tuple[tuple[bytes, str], ...] = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
NAMES = {"\n": "lf", "\r\n": "crlf", "\r": "cr"}


class NotText(Exception):
    """The bytes are no text in any encoding we can tell."""


@dataclass(frozen=True)
class Text:
    """A whole text file: its text with `\\n` line ends, and what it takes to write it back as it was."""

    text: str
    encoding: str
    line_end: str  # "\n", "\r\n", "\r", or "" when the file mixes them and the text is kept as it is

    @property
    def line_end_name(self) -> str:
        """The line ends in a word."""
        return NAMES.get(self.line_end, "mixed")

    def to_bytes(self, text: str) -> bytes:
        """Other text in this file's encoding and line ends."""
        if self.line_end:
            text = text.replace("\r\n", "\n").replace("\n", self.line_end)
        return text.encode(self.encoding)


def sniff(path: Path) -> str:
    """The encoding of a text file."""
    with path.open("rb") as stream:
        sample = stream.read(SAMPLE)
        whole = not stream.read(1)
    for mark, encoding in MARKS:
        if sample.startswith(mark):
            return encoding
    if b"\x00" in sample:
        raise NotText
    try:
        codecs.getincrementaldecoder("utf-8")().decode(sample, whole)
        return "utf-8"
    except UnicodeDecodeError:
        pass
    return _likeliest(sample)


def known_encoding(name: str) -> bool:
    """Whether Python can read and write text in this encoding as such, a piece at a time."""
    try:
        found = codecs.lookup(name)
    except (LookupError, ValueError):
        return False
    # idna and punycode are for the names of hosts; others turn bytes into bytes.
    return getattr(found, "_is_text_encoding", True) and found.name not in ("idna", "punycode", "undefined")


def line_end_name(seen: str | tuple[str, ...] | None) -> str:
    """What a stream has seen as line ends, in a word."""
    if not seen:
        return "none"
    return NAMES[seen] if isinstance(seen, str) else "mixed"


def load(path: Path) -> Text:
    """Read a whole text file."""
    encoding = sniff(path)
    try:
        raw = path.read_bytes().decode(encoding)
    except UnicodeDecodeError as error:
        raise NotText from error
    kinds = {"\r\n": raw.count("\r\n")}
    kinds["\n"] = raw.count("\n") - kinds["\r\n"]
    kinds["\r"] = raw.count("\r") - kinds["\r\n"]
    present = [kind for kind, count in kinds.items() if count]
    if len(present) > 1:
        return Text(raw, encoding, "")
    line_end = present[0] if present else "\n"
    return Text(raw.replace(line_end, "\n"), encoding, line_end)


def _likeliest(sample: bytes) -> str:
    from charset_normalizer import from_bytes

    # Short western text looks like many code pages at once; the commonest of them wins where it reads as well as any.
    best = from_bytes(sample).best()
    if best is None:
        raise NotText
    western = from_bytes(sample, cp_isolation=["cp1252"]).best()
    if western is not None and western.coherence >= best.coherence and not best.multi_byte_usage:
        return "cp1252"
    return best.encoding
