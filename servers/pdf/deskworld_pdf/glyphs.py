"""How far each code of a shown string moves the pen: what is needed to know where a glyph stands, and no more.

Simple fonts have a byte a code; composite ones cut strings by their CMap. Widths are in thousandths of the font's size
(Type3: in its own units, brought to thousandths).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any


class Metrics:
    """The widths of one font."""

    def __init__(self, font: Any) -> None:
        self.vertical = False
        self.composite = str(font.get("/Subtype")) == "/Type0"
        self._widths: dict[int, float] = {}
        self._usual = 500.0
        self._codes: dict[int, Any] | None = None
        self.scale = 1.0
        """Thousandths a unit of the widths."""
        with suppress(Exception):
            if self.composite:
                self._read_composite(font)
            else:
                self._read_simple(font)

    def codes(self, text: bytes) -> Iterator[tuple[bytes, float, bool]]:
        """Each code's bytes, its width in thousandths, and whether it is the single byte 32 (word spacing)."""
        if not self.composite:
            for code in text:
                yield bytes([code]), self._widths.get(code, self._usual) * self.scale, code == 32
            return
        at = 0
        while at < len(text):
            length, cid = self._next(text, at)
            part = text[at : at + length]
            at += length
            yield part, self._widths.get(cid, self._usual), length == 1 and part == b" "

    def _next(self, text: bytes, at: int) -> tuple[int, int]:
        """How many bytes the next code has, and the glyph's number."""
        if self._codes is None:
            return 2, int.from_bytes(text[at : at + 2], "big")
        node: Any = self._codes
        for length in range(1, min(4, len(text) - at) + 1):
            node = node.get(text[at + length - 1]) if isinstance(node, dict) else None
            if isinstance(node, int):
                return length, node
            if node is None:
                break
        return 2, 0

    def _read_simple(self, font: Any) -> None:
        descriptor = font.get("/FontDescriptor")
        if descriptor is not None:
            self._usual = float(descriptor.get("/MissingWidth", 0))
        widths = font.get("/Widths")
        if widths is not None:
            first = int(font.get("/FirstChar", 0))
            self._widths = {first + place: float(width) for place, width in enumerate(list(widths))}
        else:
            self._read_standard(str(font.get("/BaseFont", "/Helvetica")).lstrip("/"), font.get("/Encoding"))
        if str(font.get("/Subtype")) == "/Type3":
            self.scale = abs(float(next(iter(list(font["/FontMatrix"]))))) * 1000

    def _read_standard(self, name: str, encoding: Any = None) -> None:
        """The fonts that every reader has bring no widths; an encoding says which letter a code is."""
        from pdfminer.fontmetrics import FONT_METRICS

        plain = name.partition("+")[2] or name
        alike = {"arial": "Helvetica", "timesnewroman": "Times-Roman", "couriernew": "Courier"}
        base = alike.get(plain.replace(" ", "").split(",")[0].split("-")[0].casefold(), plain)
        if base not in FONT_METRICS:
            base = "Helvetica"
        known: dict[Any, Any] = FONT_METRICS[base][1]
        self._usual = 600.0 if base.startswith("Courier") else 556.0
        for code in range(256):
            letter = bytes([code]).decode("cp1252", "replace")
            if letter in known:
                self._widths[code] = float(known[letter])
        with suppress(Exception):
            self._read_differences(list(encoding["/Differences"]), known)

    def _read_differences(self, entries: list[Any], known: dict[Any, Any]) -> None:
        from pdfminer.encodingdb import name2unicode

        code = 0
        for each in entries:
            if not str(each).startswith("/"):
                code = int(each)
                continue
            with suppress(KeyError, ValueError):
                self._widths[code] = float(known[name2unicode(str(each).lstrip("/"))])
            code += 1

    def _read_composite(self, font: Any) -> None:
        inner = next(iter(list(font["/DescendantFonts"])))
        self._usual = float(inner.get("/DW", 1000))
        entries = list(inner.get("/W", []))
        at = 0
        while at + 1 < len(entries):
            first, second = int(entries[at]), entries[at + 1]
            if hasattr(second, "__len__"):
                for place, width in enumerate(list(second)):
                    self._widths[first + place] = float(width)
                at += 2
            else:
                width = float(entries[at + 2])
                for cid in range(first, min(int(second), first + 70_000) + 1):
                    self._widths[cid] = width
                at += 3
        encoding = font.get("/Encoding")
        name = str(encoding).lstrip("/") if not hasattr(encoding, "read_bytes") else str(encoding.get("/CMapName", ""))
        self.vertical = name.endswith("V")
        if name.startswith("Identity"):
            return
        from pdfminer.cmapdb import CMapDB, CMapParser, FileCMap

        if hasattr(encoding, "read_bytes"):
            import io

            made: Any = FileCMap()
            CMapParser(made, io.BytesIO(encoding.read_bytes())).run()
            self._codes = made.code2cid or None
        else:
            found: Any = CMapDB.get_cmap(name)
            self._codes = found.code2cid
