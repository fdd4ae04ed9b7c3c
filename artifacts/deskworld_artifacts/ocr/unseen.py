"""A font of nothing: every letter a shape without area, half as wide as high.

Text that is not to be seen still needs a font, and readers that meet one that is not inside the file put in another,
with other widths. This one is so small that it is kept here, packed: a TrueType file whose one letter is a line there
and back again. It leaves no mark even where a reader draws it, and yet has a box, which readers highlight.
"""

from __future__ import annotations

import zlib
from base64 import b64decode
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pikepdf import Pdf

NAME = "DeskworldUnseen"
WIDTH = 500
"""Of each letter, in thousandths of the size. They reach from the baseline to the full size."""

_PACKED = (
    "eNqVUT1Lw1AUPS8vqVqKXaTWRTKoOAhSQSfBwShuQqWzhja20DQt/aB16+giOPkrxNnB0cHJyUX8mBz6A6qDoPUkedVWu3jDvTnn3PveOy+B"
    "ABBFGxLm7t7yivW8ZQJikepBtmRXEMM2+Sn5Ut49OozezX+QX5MnC46ds6PWDfE5c61AwXgSb8QvzLlCqd4SXSKIY5aIW87a3M/nVz4v2a0K"
    "dBjk4+SmZ5ec+9vECfkj+UOlXKtjx5/XLlkW4HtltmeiF/vx9VdI2cGIEN1Al9D6Akkn7Kgqfi8JFI1rwo72Z1MpuvwKBv3+MzYYaovOTx0K"
    "s+/s+2zJnFJupnhmMtADV71ekP0bxML7qVtzIiVo9V12PmNB90xNCsT7k5waIwuxHND1AWzwnVA4Euh0o09QmcW0whomsaqwHND1AWxwalPh"
    "iK9bTq3YLFfdXMarOY6XdvIN166mYMFBDUU0UUYVLnLIwKPi8PGQZs2jQd1mNzXqDw2H37eAL1/NUYk="
)


class Unseen:
    """The font of one page's words. Codes are given out as letters are met, so every script is reached."""

    def __init__(self, document: Pdf) -> None:
        self._document = document
        self._code_of: dict[str, int] = {}

    def codes(self, text: str) -> str:
        """The letters as hexadecimal codes of this font."""
        return "".join(f"{self._code_of.setdefault(letter, len(self._code_of) + 1):04X}" for letter in text)

    def font(self) -> Any:
        """The font as a PDF object, once all words are in."""
        from pikepdf import Array, Dictionary, Name, Stream, String

        put, name = self._document.make_indirect, Name(f"/{NAME}")
        file = Stream(self._document, zlib.decompress(b64decode(_PACKED)))
        descriptor = Dictionary(
            Type=Name.FontDescriptor, FontName=name, Flags=4, FontBBox=Array([0, 0, WIDTH, 1000]), ItalicAngle=0,
            Ascent=1000, Descent=0, CapHeight=1000, StemV=80, FontFile2=put(file),
        )  # fmt: skip
        first = Stream(self._document, b"\x00\x00" + b"\x00\x01" * len(self._code_of))  # all codes: the one letter
        inner = Dictionary(
            Type=Name.Font, Subtype=Name.CIDFontType2, BaseFont=name, DW=WIDTH, FontDescriptor=put(descriptor),
            CIDSystemInfo=Dictionary(Registry=String("Adobe"), Ordering=String("Identity"), Supplement=0),
            CIDToGIDMap=put(first),
        )  # fmt: skip
        return put(
            Dictionary(
                Type=Name.Font, Subtype=Name.Type0, BaseFont=name, Encoding=Name("/Identity-H"),
                DescendantFonts=Array([put(inner)]), ToUnicode=put(Stream(self._document, self._meanings())),
            )
        )  # fmt: skip

    def _meanings(self) -> bytes:
        """Which code stands for which letter: what makes the words searchable."""
        rows = [f"<{code:04X}> <{letter.encode('utf-16-be').hex().upper()}>" for letter, code in self._code_of.items()]
        parts = [rows[at : at + 100] for at in range(0, len(rows), 100)]
        listed = "\n".join(f"{len(part)} beginbfchar\n" + "\n".join(part) + "\nendbfchar" for part in parts)
        return (
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n"
            "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
            "/CMapName /Adobe-Identity-UCS def /CMapType 2 def\n"
            "1 begincodespacerange <0000> <FFFF> endcodespacerange\n"
            f"{listed}\nendcmap CMapName currentdict /CMap defineresource pop end end"
        ).encode("ascii")
