"""A world with a workspace, the tools as plain functions, and a deck full of things that our tools know nothing of."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import Server
from PIL import Image, ImageDraw
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Pt


@pytest.fixture(scope="session")
def server() -> Server:
    from deskworld_slides import server

    return server


@pytest.fixture
def deck(do: Any) -> str:
    """A small deck: a title slide, a slide with bullets, an empty content slide."""
    do.create_deck(path="deck.pptx", title="Harbor Light", subtitle="Freight in 2025")
    do.add_slide(path="deck.pptx", title="Volumes grew", bullets=["Up 12 %", "  Rotterdam led", "Costs flat"])
    do.add_slide(path="deck.pptx", layout="Title and Content", title="Open")
    return "deck.pptx"


@pytest.fixture
def photo(root: Path) -> str:
    image = Image.new("RGB", (800, 500), "#2a6f97")
    ImageDraw.Draw(image).ellipse((200, 50, 600, 450), fill="#f4a261")
    image.save(root / "photo.png")
    return "photo.png"


@pytest.fixture
def foreign(root: Path) -> str:
    """A deck as Office makes them: transition, animation, SmartArt, comments, media, custom XML, sections, notes, an
    unknown extension and a part of a kind that nobody here knows."""
    presentation = Presentation()
    for number in range(1, 4):
        slide = presentation.slides.add_slide(presentation.slide_layouts[1])
        slide.shapes.title.text = f"Slide {number}"
        slide.placeholders[1].text = "Body of it"
    first, second, third = presentation.slides
    first.notes_slide.notes_text_frame.text = "Say hello"
    data = CategoryChartData()
    data.categories = ["a", "b"]
    data.add_series("s", (1, 2))
    second.shapes.add_chart(XL_CHART_TYPE.PIE, Pt(300), Pt(200), Pt(300), Pt(200), data)
    movie = io.BytesIO(b"\0\0\0\x18ftypmp42not really a film")
    third.shapes.add_movie(movie, Pt(50), Pt(300), Pt(100), Pt(80), mime_type="video/mp4")
    path = root / "foreign.pptx"
    presentation.save(str(path))
    _enrich(path)
    return "foreign.pptx"


_P14 = "http://schemas.microsoft.com/office/powerpoint/2010/main"
_REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_DIAGRAM = (
    '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="90" name="Diagram 90"/><p:cNvGraphicFramePr/><p:nvPr/>'
    '</p:nvGraphicFramePr><p:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></p:xfrm><a:graphic>'
    '<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/diagram">'
    '<dgm:relIds xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" '
    'r:dm="rId90" r:lo="rId91" r:qs="rId91" r:cs="rId91" xmlns:r="' + _REL + '"/>'
    "</a:graphicData></a:graphic></p:graphicFrame>"
)
_TRANSITION = (
    '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
    f'<mc:Choice xmlns:p14="{_P14}" Requires="p14"><p:transition spd="slow" p14:dur="1500"><p14:vortex dir="r"/>'
    f"</p:transition>"
    '</mc:Choice><mc:Fallback><p:transition spd="slow"><p:fade/></p:transition></mc:Fallback></mc:AlternateContent>'
)
_TIMING = (
    '<p:timing><p:tnLst><p:par><p:cTn id="1" dur="indefinite" restart="never" nodeType="tmRoot"><p:childTnLst><p:seq '
    'concurrent="1" nextAc="seek"><p:cTn id="2" dur="indefinite" nodeType="mainSeq"><p:childTnLst><p:par><p:cTn id="3" '
    'fill="hold"><p:childTnLst><p:par><p:cTn id="4" fill="hold"><p:childTnLst><p:par><p:cTn id="5" presetID="1" '
    'presetClass="entr" presetSubtype="0" fill="hold" nodeType="clickEffect"><p:childTnLst><p:set><p:cBhvr>'
    '<p:cTn id="6" '
    'dur="1" fill="hold"/><p:tgtEl><p:spTgt spid="2"/></p:tgtEl><p:attrNameLst>'
    "<p:attrName>style.visibility</p:attrName>"
    '</p:attrNameLst></p:cBhvr><p:to><p:strVal val="visible"/></p:to></p:set></p:childTnLst></p:cTn></p:par>'
    "</p:childTnLst>"
    "</p:cTn></p:par></p:childTnLst></p:cTn></p:par></p:childTnLst></p:cTn></p:seq></p:childTnLst></p:cTn>"
    "</p:par></p:tnLst>"
    "</p:timing>"
)


def _enrich(path: Path) -> None:
    with zipfile.ZipFile(path) as package:
        parts = {name: package.read(name) for name in package.namelist()}

    def edit(name: str, old: str, new: str) -> None:
        text = parts[name].decode()
        assert old in text, (name, old)
        parts[name] = text.replace(old, new, 1).encode()

    def relate(name: str, *rels: tuple[str, str, str]) -> None:
        added = "".join(f'<Relationship Id="{rid}" Type="{kind}" Target="{target}"/>' for rid, kind, target in rels)
        edit(name, "</Relationships>", f"{added}</Relationships>")

    edit("ppt/slides/slide1.xml", "</p:clrMapOvr>", f"</p:clrMapOvr>{_TRANSITION}{_TIMING}")
    edit("ppt/slides/slide2.xml", "</p:spTree>", f"{_DIAGRAM}</p:spTree>")
    relate(
        "ppt/slides/_rels/slide2.xml.rels",
        ("rId90", f"{_REL}/diagramData", "../diagrams/data1.xml"),
        ("rId91", f"{_REL}/diagramLayout", "../diagrams/layout1.xml"),
        ("rId92", f"{_REL}/comments", "../comments/comment1.xml"),
        ("rId93", "http://example.com/relationships/oddity", "../oddities/odd1.bin"),
    )
    a = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
    p = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
    parts["ppt/diagrams/data1.xml"] = (
        f'<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" {a}><dgm:ptLst>'
        '<dgm:pt modelId="1"><dgm:t><a:bodyPr/><a:p><a:r><a:t>Plan </a:t></a:r><a:r><a:t>it</a:t></a:r></a:p></dgm:t>'
        "</dgm:pt></dgm:ptLst></dgm:dataModel>"
    ).encode()
    parts["ppt/diagrams/layout1.xml"] = (
        b'<dgm:layoutDef xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"/>'
    )
    parts["ppt/comments/comment1.xml"] = (
        f'<p:cmLst {p}><p:cm authorId="0" dt="2025-01-01T10:00:00" idx="1"><p:pos x="1" y="1"/>'
        f"<p:text>Check this</p:text>"
        "</p:cm></p:cmLst>"
    ).encode()
    parts["ppt/commentAuthors.xml"] = (
        f'<p:cmAuthorLst {p}><p:cmAuthor id="0" name="Noor Haddad" initials="NH" lastIdx="1" clrIdx="0"/>'
        f"</p:cmAuthorLst>"
    ).encode()
    parts["ppt/oddities/odd1.bin"] = b"\x00\x01nobody knows"
    parts["customXml/item1.xml"] = b"<meta xmlns='urn:x'>kept</meta>"
    relate(
        "ppt/_rels/presentation.xml.rels",
        ("rId90", f"{_REL}/commentAuthors", "commentAuthors.xml"),
        ("rId91", f"{_REL}/customXml", "../customXml/item1.xml"),
    )
    sections = (
        f'<p:extLst><p:ext uri="{{521415D9-36F7-43E2-AB2F-B90AF26B5E84}}"><p14:sectionLst xmlns:p14="{_P14}">'
        '<p14:section name="Start" id="{00000000-0000-0000-0000-000000000001}"><p14:sldIdLst><p14:sldId id="256"/>'
        '</p14:sldIdLst></p14:section><p14:section name="Rest" id="{00000000-0000-0000-0000-000000000002}">'
        "<p14:sldIdLst>"
        '<p14:sldId id="257"/><p14:sldId id="258"/></p14:sldIdLst></p14:section></p14:sectionLst></p:ext></p:extLst>'
    )
    text = parts["ppt/presentation.xml"].decode()
    parts["ppt/presentation.xml"] = (
        text.split("<p:extLst>")[0].replace("</p:presentation>", "") + sections + "</p:presentation>"
    ).encode()
    kinds = {
        "/ppt/diagrams/data1.xml": "application/vnd.openxmlformats-officedocument.drawingml.diagramData+xml",
        "/ppt/diagrams/layout1.xml": "application/vnd.openxmlformats-officedocument.drawingml.diagramLayout+xml",
        "/ppt/comments/comment1.xml": "application/vnd.openxmlformats-officedocument.presentationml.comments+xml",
        "/ppt/commentAuthors.xml": "application/vnd.openxmlformats-officedocument.presentationml.commentAuthors+xml",
        "/ppt/oddities/odd1.bin": "application/x-odd",
    }
    overrides = "".join(f'<Override PartName="{name}" ContentType="{kind}"/>' for name, kind in kinds.items())
    edit("[Content_Types].xml", "</Types>", f"{overrides}</Types>")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, blob in parts.items():
            package.writestr(name, blob)
