"""A package written beside what it came as: what says the same keeps its bytes, whatever library it went through."""

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from deskworld_artifacts.origin import Members, Origin, without_loose_ends

RELS = "word/_rels/document.xml.rels"


def as_written(folder: Path) -> dict[str, bytes]:
    """The members of a document, its XML written as no library would: blanks, quotes, order, a stray member."""
    import docx

    document: Any = docx.Document()
    document.add_heading("Harbour", 1)
    document.save(str(folder / "plain.docx"))
    with zipfile.ZipFile(folder / "plain.docx") as archive:
        members = {name: archive.read(name) for name in reversed(archive.namelist())}
    head = b"<?xml version='1.0' encoding='UTF-8' standalone='yes'?>\n"
    for name, data in members.items():
        if name.endswith((".xml", ".rels")):
            members[name] = b'<?xml version="1.0"?>\r\n' + data.removeprefix(head).replace(b"><", b">\n <", 1)
    loose = b'<Relationship Id="rId99" Type="urn:x/image" Target="media/NULL"/></Relationships>'
    members[RELS] = members[RELS].replace(b"</Relationships>", loose)
    return {**members, "left/over.bin": b"\0"}


@pytest.fixture
def members(tmp_path: Path) -> dict[str, bytes]:
    return as_written(tmp_path)


def opened(members: dict[str, bytes]) -> tuple[Any, Origin]:
    from docx.oxml.parser import parse_xml
    from docx.package import Package

    def packed(parts: dict[str, bytes]) -> io.BytesIO:
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w") as archive:
            for name, data in parts.items():
                archive.writestr(name, data)
        return stream

    given = without_loose_ends(members)
    package: Any = Package.open(packed({**members, **given}))
    archive = zipfile.ZipFile(packed(members))
    return package, Origin(package, Members(archive), archive, parse_xml, given)


def read(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_what_nobody_changed_is_written_byte_for_byte_in_its_order(members: dict[str, bytes], tmp_path: Path) -> None:
    package, origin = opened(members)
    written = origin.write(tmp_path / "new.docx")
    assert list(read(tmp_path / "new.docx").items()) == list(members.items())
    assert written.new == {} and written.names == list(members) and origin.orphans == ["left/over.bin"]
    package.main_document_part.element.body[0].r_lst[0].text = "Port"
    assert list(origin.write(tmp_path / "new.docx").new) == ["word/document.xml"]


def test_a_relation_that_leads_nowhere_keeps_its_id(members: dict[str, bytes], tmp_path: Path) -> None:
    package, origin = opened(members)
    rid = package.main_document_part.relate_to("https://harborlight.example", "urn:x/hyperlink", is_external=True)
    written = origin.write(tmp_path / "new.docx")
    assert list(written.new) == [RELS] and rid != "rId99"
    assert b'Id="rId99" Type="urn:x/image" Target="media/NULL"/>' in written.new[RELS]


def test_new_kinds_of_parts_are_said_once_a_kind_and_lost_ones_no_more(
    members: dict[str, bytes], tmp_path: Path
) -> None:
    from docx.opc.packuri import PackURI
    from docx.opc.part import Part

    package, origin = opened(members)
    main = package.main_document_part
    for number in (1, 2):
        main.relate_to(Part(PackURI(f"/word/media/film{number}.mp4"), "video/mp4", b"film", package), "urn:x/video")
    gone = next(rid for rid, rel in main.rels.items() if rel.reltype.endswith("/numbering"))
    main.rels.pop(gone)
    types = origin.write(tmp_path / "new.docx").new["[Content_Types].xml"]
    assert types.count(b"video/mp4") == 1 and b"numbering" not in types
    assert "word/numbering.xml" not in read(tmp_path / "new.docx")
