"""What a document holds besides plain words, counted: how two copies of it are told apart after a way through another
format."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

from deskworld_docs.markup import deep
from deskworld_docs.opening import Paper

_KINDS = {
    "tables": "w:tbl", "pictures": "a:blip", "comments": "w:comment", "tracked changes": "w:ins|w:del",
    "footnotes": "w:footnoteReference", "endnotes": "w:endnoteReference", "links": "w:hyperlink",
    "formulas": "m:oMath", "charts": "c:chart", "diagrams": "dgm:relIds", "content controls": "w:sdt",
    "embedded objects": "o:OLEObject", "bookmarks": "",
}  # fmt: skip


def holdings(place: Path) -> dict[str, int]:
    """How many there are of each kind, and of words, in a .docx."""
    with zipfile.ZipFile(place) as archive:
        names = archive.namelist()
        body = archive.read("word/document.xml").decode("utf-8", "replace")
        comments = [archive.read(name).decode("utf-8", "replace") for name in names if name == "word/comments.xml"]
        beside = [archive.read(name).decode("utf-8", "replace") for name in names
                  if re.fullmatch(r"word/(?:header|footer|footnotes|endnotes)\d*\.xml", name)]  # fmt: skip
    body = re.sub(r"<mc:Fallback>.*?</mc:Fallback>", "", body, flags=re.DOTALL)
    found = {
        what: len(re.findall(rf"<(?:{names})[\s/>]", "".join([body, *comments])))
        for what, names in _KINDS.items()
        if names
    }
    found["words"] = len(_words(body))
    found["words of headers, footers and notes"] = sum(len(_words(text)) for text in beside)
    return found


def list_numbers(paper: Paper) -> list[str]:
    """The numbers that stand before items of numbered lists, in order."""
    from deskworld_docs.numbering import Counter

    counter = Counter(paper)
    found = [counter.item(paragraph) for paragraph in deep(paper.body, "w:p")]
    return [item.label for item in found if item and any(letter.isalnum() for letter in item.label)]


def _words(xml: str) -> list[str]:
    """The words of a part; each paragraph apart."""
    text = re.sub(r"</w:p>|<w:tab/>|<w:br[^>]*>", " ", xml)
    pieces = re.findall(r"<w:t(?: [^>]*)?>([^<]*)</w:t>|( )", text)
    joined: str = "".join(str(a or b) for a, b in pieces)
    return joined.split()


def fewer(before: dict[str, int], after: dict[str, int]) -> dict[str, int]:
    """How many of each kind are gone."""
    return {
        what: count - after.get(what, 0)
        for what, count in before.items()
        if after.get(what, 0) < count and not (what.startswith("words") and after.get(what, 0) > 0.98 * count)
    }
