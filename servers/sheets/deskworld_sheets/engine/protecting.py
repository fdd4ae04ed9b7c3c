"""Sheets locked against change: Excel's own flags, and its salted hash of a password."""

from __future__ import annotations

import base64
import hashlib

from lxml import etree

from .book import Book, Sheet
from .markup import drop, place, q

_SPINS = 100_000
_OPEN = ("sort", "autoFilter", "pivotTables")


def protect(book: Book, sheet: Sheet, password: str) -> None:
    root = book.package.edit(sheet.part)
    unprotect(book, sheet)
    lock = etree.Element(q("sheetProtection"), sheet="1", objects="1", scenarios="1")
    for flag in _OPEN:
        lock.set(flag, "0")
    if password:
        # The salt only has to differ from sheet to sheet; made from the sheet, the same call gives the same bytes.
        salt = hashlib.sha256(f"{sheet.id} {sheet.name}".encode()).digest()[:16]
        digest = hashlib.sha512(salt + password.encode("utf-16-le")).digest()
        for spin in range(_SPINS):
            digest = hashlib.sha512(digest + spin.to_bytes(4, "little")).digest()
        lock.set("algorithmName", "SHA-512")
        lock.set("hashValue", base64.b64encode(digest).decode())
        lock.set("saltValue", base64.b64encode(salt).decode())
        lock.set("spinCount", str(_SPINS))
    place(root, lock)


def unprotect(book: Book, sheet: Sheet) -> bool:
    found = book.package.edit(sheet.part).find(q("sheetProtection"))
    if found is not None:
        drop(found)
    return found is not None
