"""What a saved document really holds, seen by opening it again.

The written package is read back with nothing but zip and XML: every member must unpack to what was
written, every changed part must parse, every relation must lead somewhere, and every id that a part uses must be one of
its relations.
"""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from deskworld_artifacts.origin import Written
from deskworld_kit import ToolError

from deskworld_docs.opening import Paper

_MOST = 6
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_KEPT = "the saved document did not hold what was written; the old file was kept"


def look_again(place: Path, paper: Paper, written: Written) -> tuple[str, list[str]]:
    """Read the written file; returns what is in it and what its reader should know.

    Raises:
        ToolError: It does not hold what was meant; the caller then keeps the old file.
    """
    from lxml import etree

    old = paper.origin.members
    with zipfile.ZipFile(place) as archive:
        there = {name: archive.read(name) for name in archive.namelist()}
    if there != {name: written.new.get(name) or old.get(name, b"") for name in written.names}:
        raise ToolError(_KEPT)
    for name, data in written.new.items():
        if name.endswith((".xml", ".rels")):
            root = etree.fromstring(data)
            if name.endswith(".rels"):
                _check_targets(name, root, there, old)
            else:
                _check_ids(name, root, there, old)
    return _said(paper), _warnings(paper)


def _check_targets(name: str, root: Any, there: dict[str, bytes], old: Mapping[str, bytes]) -> None:
    """Relations that lead nowhere; those that did so before are the maker's own."""
    from lxml import etree

    folder = posixpath.dirname(posixpath.dirname(name))
    came = {(rel.get("Id"), rel.get("Target")) for rel in etree.fromstring(old[name])} if name in old else set[Any]()
    for rel in root:
        place = posixpath.normpath(posixpath.join("/" + folder, rel.get("Target", ""))).lstrip("/")
        if (rel.get("Id"), rel.get("Target")) in came:
            continue
        if rel.get("TargetMode") != "External" and place not in there:
            raise ToolError(f"{_KEPT} (a relation leads to {place!r}, which is missing)")


def _check_ids(name: str, root: Any, there: dict[str, bytes], old: Mapping[str, bytes]) -> None:
    """Ids of relations that a part names and does not have; those it never had are the maker's own."""
    from lxml import etree

    folder, _, stem = name.rpartition("/")
    beside = f"{folder}/_rels/{stem}.rels"
    known = {rel.get("Id") for rel in etree.fromstring(there[beside])} if beside in there else set[str]()
    used = {value for node in root.iter() for key, value in node.attrib.items() if key.startswith(_R) and value}
    missing = used - known
    if missing and not all(each.encode() in old.get(name, b"") for each in missing):
        raise ToolError(f"{_KEPT} (the relation {min(missing)} is missing in {name})")


def _said(paper: Paper) -> str:
    from deskworld_docs.describing import short_text
    from deskworld_docs.markup import is_w
    from deskworld_docs.places import blocks

    body = list(blocks(paper.body))
    tables = sum(is_w(block, "tbl") for block in body)
    parts = [f"{len(body)} blocks, {tables} of them tables" if tables else f"{len(body)} blocks"]
    numbers = {block: n for n, block in enumerate(body, 1)}
    touched = [block for block in dict.fromkeys(paper.touched) if block in numbers]
    for block in touched[:_MOST]:
        parts.append(f"{numbers[block]}: {short_text(block)!r}")
    if len(touched) > _MOST:
        parts.append(f"and {len(touched) - _MOST} more changed")
    return "reopened: " + "; ".join(parts)


def _warnings(paper: Paper) -> list[str]:
    from deskworld_docs.markup import child, val

    found: list[str] = []
    if any(name.startswith("_xmlsignatures/") for name in paper.origin.members):
        found.append("the document was signed; the signature is not valid after a change")
    settings = paper.part_root("settings")
    protection = child(settings, "w:documentProtection")
    if protection is not None and val(protection, "enforcement") in ("1", "true", "on"):
        found.append(f"the document is protected against editing in Word ({val(protection, 'edit') or 'readOnly'})")
    return found
