"""Plain text: how it is encoded, how long it is, and what it says when it is CSV or JSON."""

import csv
import io
import json
from pathlib import Path
from typing import Literal

from pydantic import Field

from .base import Fact
from .errors import InspectError

_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_TABLES = (".csv", ".tsv")
MAX_CHARACTERS = 20_000_000


class TextFacts(Fact):
    """A text. `encoding` is utf-8, utf-8-sig (with a mark), utf-16 or windows-1252."""

    kind: Literal["text"] = "text"
    format: Literal["text", "csv", "json", "jsonl"]
    encoding: str
    newline: Literal["", "\n", "\r\n", "\r", "mixed"]
    lines: int
    words: int
    characters: int
    text: str
    delimiter: str = ""
    """Of a CSV: comma, semicolon, tab or bar."""
    header: list[str] = Field(default_factory=list[str])
    row_count: int = 0
    """Of a CSV: rows below the header."""
    ragged: list[int] = Field(default_factory=list[int])
    """Of a CSV: lines, from 1, whose number of fields is not the header's."""
    json_ok: bool = False
    json_type: str = ""
    """object, array, string, number, boolean or null."""
    json_error: str = ""

    def rows(self) -> list[list[str]]:
        """The rows of a CSV, its header first."""
        return list(csv.reader(io.StringIO(self.text), delimiter=self.delimiter or ",")) if self.format == "csv" else []

    def records(self) -> list[dict[str, str]]:
        """The rows of a CSV below its header as dicts; missing fields are empty."""
        header, *rows = self.rows() or [[]]
        return [dict(zip(header, [*row, *[""] * len(header)], strict=False)) for row in rows if row]


def read(path: Path) -> TextFacts:
    """The facts of a text file."""
    text, encoding = decoded(path)
    suffix = path.suffix.lower()
    facts = TextFacts(
        format="text",
        encoding=encoding,
        newline=_newline(text),
        lines=len(text.splitlines()),
        words=len(text.split()),
        characters=len(text),
        text=text,
    )
    if suffix in _TABLES:
        return facts.model_copy(update=_table(text, suffix))
    if suffix in (".json", ".geojson"):
        return facts.model_copy(update={"format": "json", **_json(text)})
    if suffix in (".jsonl", ".ndjson"):
        return facts.model_copy(update={"format": "jsonl", **_json_lines(text)})
    return facts


def decoded(path: Path) -> tuple[str, str]:
    """A file's text and its encoding; InspectError where it is no text."""
    data = path.read_bytes()
    if len(data) > MAX_CHARACTERS:
        raise InspectError(
            f"{path.name} has {len(data):,} bytes; texts over {MAX_CHARACTERS:,} bytes are not inspected"
        )
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            try:
                return data.decode(encoding), encoding
            except UnicodeDecodeError as error:
                raise InspectError(
                    f"{path.name} starts like {encoding} but is not: byte {error.start} is wrong"
                ) from error
    if b"\x00" in data:
        raise InspectError(f"{path.name} is not text: it holds binary data")
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError as error:
        # Old exports from Windows have a few bytes over 127 among plain letters; anything denser is no text of ours.
        high = sum(byte > 127 for byte in data) / len(data)
        try:
            if high < 0.3:
                return data.decode("windows-1252"), "windows-1252"
        except UnicodeDecodeError:
            pass
        raise InspectError(f"{path.name} can't be decoded as text: byte {error.start} is not UTF-8") from error


def _newline(text: str) -> Literal["", "\n", "\r\n", "\r", "mixed"]:
    both = text.count("\r\n")
    single, old = text.count("\n") - both, text.count("\r") - both
    if (both > 0) + (single > 0) + (old > 0) > 1:
        return "mixed"
    return "\r\n" if both else "\n" if single else "\r" if old else ""


def _table(text: str, suffix: str) -> dict[str, object]:
    head = text.split("\n", 1)[0]
    delimiter = "\t" if suffix == ".tsv" else max(",;\t|", key=head.count) if head else ","
    reader = csv.reader(io.StringIO(text), delimiter=delimiter)
    header = next(reader, [])
    count = 0
    ragged: list[int] = []
    for row in reader:
        if row:
            count += 1
            if len(row) != len(header):
                ragged.append(reader.line_num)
    return {"format": "csv", "delimiter": delimiter, "header": header, "row_count": count, "ragged": ragged}


def _json(text: str) -> dict[str, object]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        return {"json_ok": False, "json_error": str(error)}
    return {"json_ok": True, "json_type": _type(value)}


def _json_lines(text: str) -> dict[str, object]:
    count = 0
    for place, line in enumerate(text.splitlines(), 1):
        if line.strip():
            said = _json(line)
            if not said["json_ok"]:
                return {**said, "json_error": f"line {place}: {said['json_error']}", "row_count": count}
            count += 1
    return {"json_ok": True, "json_type": "lines", "row_count": count}


def _type(value: object) -> str:
    names = {"dict": "object", "list": "array", "str": "string", "bool": "boolean", "int": "number", "float": "number"}
    return names.get(type(value).__name__, "null")
