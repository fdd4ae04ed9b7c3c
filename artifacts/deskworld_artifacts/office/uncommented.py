"""A text document without its comments, for LibreOffice to lay out.

The builds without windows (`-nogui`) lack the file that describes how a comment looks in the margin, and end over the
first comment that they are about to show. Comments take no room on a page, so a copy without them looks the same.
"""

import zipfile
from pathlib import Path

_PACKAGES = (".docx", ".docm", ".dotx", ".dotm", ".odt", ".ott")
_MARKS = ("commentRangeStart", "commentRangeEnd", "commentReference", "annotation", "annotation-end")


def without_comments(path: Path, folder: Path) -> Path:
    """The document itself where nobody commented on it, else a copy in `folder` that leaves the comments out."""
    if path.suffix.lower() not in _PACKAGES or not zipfile.is_zipfile(path):
        return path
    with zipfile.ZipFile(path) as source:
        parts = {name: source.read(name) for name in source.namelist()}
    changed = {name: bare(blob) for name, blob in parts.items() if _marked(name, blob)}
    if not changed:
        return path
    copy = folder / f"uncommented{path.suffix.lower()}"
    with zipfile.ZipFile(copy, "w", zipfile.ZIP_STORED) as made:
        for name, blob in parts.items():
            made.writestr(name, changed.get(name, blob))
    return copy


def _marked(name: str, blob: bytes) -> bool:
    return name.lower().endswith(".xml") and (b"commentR" in blob or b"office:annotation" in blob)


def bare(blob: bytes) -> bytes:
    """XML of a part without the marks that comments leave in it; as it was where it can't be read."""
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    try:
        root = etree.fromstring(blob, parser)
    except etree.XMLSyntaxError:
        return blob
    marks = [one for one in root.iter() if isinstance(one.tag, str) and one.tag.rpartition("}")[2] in _MARKS]
    for one in marks:
        above = one.getparent()
        if above is None:
            continue
        before = one.getprevious()
        if one.tail and before is not None:
            before.tail = (before.tail or "") + one.tail
        elif one.tail:
            above.text = (above.text or "") + one.tail
        above.remove(one)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True) if marks else blob
