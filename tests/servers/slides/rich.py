"""Decks as other programs make them, full of what our tools know nothing of.

`office` is what PowerPoint writes when every corner of it was used; `google` what Google Slides exports; `libre` what
LibreOffice makes of a deck that it saved as its own format first. The exotic parts are planted by hand: no library
writes them, and none is asked what they mean.
"""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path
from typing import Any

from PIL import Image
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.dml.color import RGBColor
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Pt

REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_OFFICE = "application/vnd.openxmlformats-officedocument"
_P14 = "http://schemas.microsoft.com/office/powerpoint/2010/main"
_MC = "http://schemas.openxmlformats.org/markup-compatibility/2006"
_DGM = "http://schemas.openxmlformats.org/drawingml/2006/diagram"
_A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
_P = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'

MARKS = (
    "p14:vortex", 'presetClass="entr"', "dgm:relIds", "p:contentPart", "am3d:model3d", "p:oleObj", "p:custDataLst",
    "a16:creationId",
)  # fmt: skip
"""What stands on the second slide of `office`, and must still stand there after any edit of it."""
DECK_MARKS = ("custShowLst", "sectionLst", "embeddedFontLst", "handoutMasterIdLst", "p15:sldGuideLst", "custDataLst")
"""What stands in its presentation part."""


class Package:
    """A package taken apart, changed as text, and put together again."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with zipfile.ZipFile(path) as package:
            self.parts = {name: package.read(name) for name in package.namelist()}

    def edit(self, name: str, old: str, new: str) -> None:
        text = self.parts[name].decode()
        assert old in text, (name, old)
        self.parts[name] = text.replace(old, new, 1).encode()

    def add(self, name: str, content: str | bytes, kind: str) -> None:
        self.parts[name] = content.encode() if isinstance(content, str) else content
        self.edit("[Content_Types].xml", "</Types>", f'<Override PartName="/{name}" ContentType="{kind}"/></Types>')

    def relate(self, source: str, rid: str, kind: str, target: str) -> None:
        folder, name = source.rsplit("/", 1) if "/" in source else ("", source)
        rels = f"{folder}/_rels/{name}.rels".lstrip("/")
        empty = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'
        self.parts.setdefault(rels, empty.encode())
        kind = kind if "://" in kind else f"{REL}/{kind}"
        added = f'<Relationship Id="{rid}" Type="{kind}" Target="{target}"/>'
        self.edit(rels, "</Relationships>", f"{added}</Relationships>")

    def save(self) -> None:
        with zipfile.ZipFile(self.path, "w", zipfile.ZIP_DEFLATED) as package:
            for name, content in self.parts.items():
                package.writestr(name, content)


def _picture(color: str) -> io.BytesIO:
    stream = io.BytesIO()
    Image.new("RGB", (160, 100), color).save(stream, "PNG")
    return io.BytesIO(stream.getvalue())


def base(path: Path) -> None:
    """Three slides; the second holds one of every kind of shape, all named."""
    deck: Any = Presentation()
    for number in range(1, 4):
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = f"Slide {number}"
        slide.placeholders[1].text = "Body of it\nand a second line"
        slide.notes_slide.notes_text_frame.text = f"Say {number}"
    shapes = deck.slides[1].shapes
    for name, left in (("Left", 20), ("Middle", 90), ("Right", 170)):
        shape = shapes.add_shape(1, Pt(left), Pt(400), Pt(50), Pt(40))
        shape.name, shape.text_frame.text = name, name
    shape.fill.solid()
    shape.fill.fore_color.rgb = RGBColor(0, 0x66, 0xCC)
    group = shapes.add_group_shape()
    group.name = "Group"
    for left in (260, 300):
        group.shapes.add_shape(9, Pt(left), Pt(400), Pt(30), Pt(30))
    shapes.add_picture(_picture("teal"), Pt(20), Pt(460), Pt(96), Pt(60)).name = "Photo"
    data = CategoryChartData()
    data.categories = ["a", "b"]
    data.add_series("s", (1, 2))
    shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, Pt(400), Pt(300), Pt(150), Pt(100), data).name = "Chart"
    table = shapes.add_table(2, 2, Pt(560), Pt(300), Pt(150), Pt(60))
    table.name = "Table"
    table.table.cell(0, 0).text = "Head"
    book = deck.slides[1].shapes[-2].chart.part.chart_workbook.xlsx_part.blob
    shapes.add_ole_object(io.BytesIO(book), "Excel.Sheet.12", Pt(600), Pt(400), Pt(60), Pt(60)).name = "Embedded"
    shapes.add_movie(
        io.BytesIO(b"\0\0\0\x18ftypmp42not a film"), Pt(480), Pt(430), Pt(80), Pt(60), mime_type="video/mp4"
    )
    deck.save(str(path))


def office(path: Path) -> None:
    """What PowerPoint writes when every corner of it was used."""
    base(path)
    package = Package(path)
    _on_slides(package)
    _in_the_deck(package)
    package.save()


_TIMING = (
    '<p:timing><p:tnLst><p:par><p:cTn id="1" dur="indefinite" restart="never" nodeType="tmRoot"><p:childTnLst>'
    '<p:seq concurrent="1" nextAc="seek"><p:cTn id="2" dur="indefinite" nodeType="mainSeq"><p:childTnLst><p:par>'
    '<p:cTn id="3" fill="hold"><p:childTnLst><p:par><p:cTn id="4" fill="hold"><p:childTnLst><p:par>'
    '<p:cTn id="5" presetID="1" presetClass="entr" presetSubtype="0" fill="hold" nodeType="clickEffect">'
    '<p:childTnLst><p:set><p:cBhvr><p:cTn id="6" dur="1" fill="hold"/><p:tgtEl><p:spTgt spid="2"/></p:tgtEl>'
    "<p:attrNameLst><p:attrName>style.visibility</p:attrName></p:attrNameLst></p:cBhvr><p:to>"
    '<p:strVal val="visible"/></p:to></p:set></p:childTnLst></p:cTn></p:par></p:childTnLst></p:cTn></p:par>'
    "</p:childTnLst></p:cTn></p:par></p:childTnLst></p:cTn></p:seq></p:childTnLst></p:cTn></p:par></p:tnLst></p:timing>"
)
_TRANSITION = (
    f'<mc:AlternateContent xmlns:mc="{_MC}"><mc:Choice xmlns:p14="{_P14}" Requires="p14">'
    '<p:transition spd="slow" p14:dur="1500"><p14:vortex dir="r"/></p:transition></mc:Choice><mc:Fallback>'
    '<p:transition spd="slow"><p:fade/></p:transition></mc:Fallback></mc:AlternateContent>'
)
_DIAGRAM = (
    '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="90" name="Diagram 90"><a:extLst>'
    '<a:ext uri="{FF2B5EF4-FFF2-40B4-BE49-F238E27FC236}"><a16:creationId '
    'xmlns:a16="http://schemas.microsoft.com/office/drawing/2014/main" id="{0A0A0A0A-0000-4000-8000-000000000001}"/>'
    '</a:ext></a:extLst></p:cNvPr><p:cNvGraphicFramePr/><p:nvPr><p:custDataLst><p:tags r:id="rId98"/></p:custDataLst>'
    '</p:nvPr></p:nvGraphicFramePr><p:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></p:xfrm><a:graphic>'
    f'<a:graphicData uri="{_DGM}"><dgm:relIds xmlns:dgm="{_DGM}" r:dm="rId90" r:lo="rId91" r:qs="rId92" r:cs="rId93" '
    f'xmlns:r="{REL}"/></a:graphicData></a:graphic></p:graphicFrame>'
)
_INK = (
    f'<mc:AlternateContent xmlns:mc="{_MC}"><mc:Choice xmlns:p14="{_P14}" Requires="p14"><p:contentPart '
    'p14:bwMode="auto" r:id="rId95"><p14:nvContentPartPr><p14:cNvPr id="91" name="Ink 91"/><p14:cNvContentPartPr/>'
    '<p14:nvPr/></p14:nvContentPartPr><p14:xfrm><a:off x="0" y="0"/><a:ext cx="9000" cy="9000"/></p14:xfrm>'
    '</p:contentPart></mc:Choice><mc:Fallback><p:pic><p:nvPicPr><p:cNvPr id="91" name="Ink 91"/><p:cNvPicPr/><p:nvPr/>'
    '</p:nvPicPr><p:blipFill><a:blip r:embed="rId96"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr><a:xfrm>'
    '<a:off x="0" y="0"/><a:ext cx="9000" cy="9000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>'
    "</p:pic></mc:Fallback></mc:AlternateContent>"
)
_MODEL = (
    f'<mc:AlternateContent xmlns:mc="{_MC}"><mc:Choice xmlns:am3d="http://schemas.microsoft.com/office/drawing/2017/'
    'model3d" Requires="am3d"><p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="92" name="Model 92" descr="A crane"/>'
    '<p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="0" y="0"/><a:ext cx="9000" cy="9000"/>'
    '</p:xfrm><a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/drawing/2017/model3d">'
    '<am3d:model3d r:embed="rId97"/></a:graphicData></a:graphic></p:graphicFrame></mc:Choice><mc:Fallback><p:pic>'
    '<p:nvPicPr><p:cNvPr id="92" name="Model 92"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill>'
    '<a:blip r:embed="rId96"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr><a:xfrm><a:off x="0" y="0"/>'
    '<a:ext cx="9000" cy="9000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>'
    "</mc:Fallback></mc:AlternateContent>"
)


def _on_slides(package: Package) -> None:
    """Transition, animation, SmartArt, ink, a 3D model, tags and comments of both kinds on the second slide."""
    two = "ppt/slides/slide2.xml"
    text = package.parts[two].decode()
    timing = re.search(r"<p:timing>.*</p:timing>", text, re.S)
    assert timing  # the film's
    package.edit(two, timing.group(), f"{_TRANSITION}{_TIMING}")
    package.edit(two, "</p:spTree>", f"{_DIAGRAM}{_INK}{_MODEL}</p:spTree>")
    if 'xmlns:r="' not in text:
        package.edit(two, "<p:sld ", f'<p:sld xmlns:r="{REL}" ')
    model = (
        f'<dgm:dataModel xmlns:dgm="{_DGM}" {_A}><dgm:ptLst><dgm:pt modelId="1"><dgm:t><a:bodyPr/><a:p><a:r>'
        "<a:t>Plan it</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>"
    )
    parts = (
        ("rId90", "diagramData", "diagrams/data1.xml", model, f"{_OFFICE}.drawingml.diagramData+xml"),
        ("rId91", "diagramLayout", "diagrams/layout1.xml", f'<dgm:layoutDef xmlns:dgm="{_DGM}"/>',
         f"{_OFFICE}.drawingml.diagramLayout+xml"),
        ("rId92", "diagramQuickStyle", "diagrams/quickStyle1.xml", f'<dgm:styleDef xmlns:dgm="{_DGM}"/>',
         f"{_OFFICE}.drawingml.diagramStyle+xml"),
        ("rId93", "diagramColors", "diagrams/colors1.xml", f'<dgm:colorsDef xmlns:dgm="{_DGM}"/>',
         f"{_OFFICE}.drawingml.diagramColors+xml"),
        ("rId94", "http://schemas.microsoft.com/office/2007/relationships/diagramDrawing", "diagrams/drawing1.xml",
         '<dsp:drawing xmlns:dsp="http://schemas.microsoft.com/office/drawing/2008/diagram"/>',
         "application/vnd.ms-office.drawingml.diagramDrawing+xml"),
        ("rId95", "customXml", "ink/ink1.xml", '<inkml:ink xmlns:inkml="http://www.w3.org/2003/InkML"/>',
         "application/inkml+xml"),
        ("rId96", "image", "media/image96.png", _picture("gold").getvalue(), "image/png"),
        ("rId97", "http://schemas.microsoft.com/office/2017/06/relationships/model3d", "media/model3d1.glb",
         b"glTF\x02\0\0\0", "model/gltf.binary"),
        ("rId98", "tags", "tags/tag1.xml", f'<p:tagLst {_P}><p:tag name="K" val="V"/></p:tagLst>',
         f"{_OFFICE}.presentationml.tags+xml"),
        ("rId99", "comments", "comments/comment1.xml",
         f'<p:cmLst {_P}><p:cm authorId="0" dt="2025-01-01T10:00:00" idx="1"><p:pos x="1" y="1"/><p:text>Check this'
         "</p:text></p:cm></p:cmLst>", f"{_OFFICE}.presentationml.comments+xml"),
        ("rId89", "http://example.com/relationships/oddity", "oddities/odd1.bin", b"\0\1nobody knows",
         "application/x-odd"),
    )  # fmt: skip
    for rid, kind, name, content, content_type in parts:
        package.add(f"ppt/{name}", content, content_type)
        package.relate(two, rid, kind, f"../{name}")
    package.add(
        "ppt/comments/modernComment_102_0.xml",
        '<p188:cmLst xmlns:p188="http://schemas.microsoft.com/office/powerpoint/2018/8/main" '
        f'{_A}><p188:cm id="{{1}}" authorId="{{A}}" created="2025-02-01T10:00:00"><p188:txBody><a:bodyPr/><a:p><a:r>'
        "<a:t>And this</a:t></a:r></a:p></p188:txBody></p188:cm></p188:cmLst>",
        "application/vnd.ms-powerpoint.comments+xml",
    )
    package.relate(
        "ppt/slides/slide3.xml", "rId99", "http://schemas.microsoft.com/office/2018/10/relationships/comments",
        "../comments/modernComment_102_0.xml",
    )  # fmt: skip


def _in_the_deck(package: Package) -> None:
    """Sections, custom shows, embedded fonts, a handout master, a second master, custom XML, macros, tags, guides."""
    main = "ppt/presentation.xml"
    master = package.parts["ppt/slideMasters/slideMaster1.xml"].decode()
    layout_ids = re.search(r"<p:sldLayoutIdLst>.*</p:sldLayoutIdLst>", master, re.S)
    assert layout_ids
    second = master.replace(
        layout_ids.group(), '<p:sldLayoutIdLst><p:sldLayoutId id="2147484001" r:id="rId1"/></p:sldLayoutIdLst>'
    )
    pml = f"{_OFFICE}.presentationml"
    theme = package.parts["ppt/theme/theme1.xml"].decode().replace('name="Office Theme"', 'name="Second"')
    package.add("ppt/slideMasters/slideMaster2.xml", second, f"{pml}.slideMaster+xml")
    package.add("ppt/slideLayouts/slideLayout40.xml", package.parts["ppt/slideLayouts/slideLayout7.xml"],
                f"{pml}.slideLayout+xml")  # fmt: skip
    package.add("ppt/theme/theme9.xml", theme, f"{_OFFICE}.theme+xml")
    package.relate("ppt/slideMasters/slideMaster2.xml", "rId1", "slideLayout", "../slideLayouts/slideLayout40.xml")
    package.relate("ppt/slideMasters/slideMaster2.xml", "rId2", "theme", "../theme/theme9.xml")
    package.relate("ppt/slideLayouts/slideLayout40.xml", "rId1", "slideMaster", "../slideMasters/slideMaster2.xml")
    package.edit(main, "</p:sldMasterIdLst>", '<p:sldMasterId id="2147484000" r:id="rId80"/></p:sldMasterIdLst>')
    package.relate(main, "rId80", "slideMaster", "slideMasters/slideMaster2.xml")
    handout = f'<p:handoutMaster {_P} {_A}><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/>'
    handout += (
        '<p:nvPr/></p:nvGrpSpPr><p:grpSpPr/></p:spTree></p:cSld><p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2"'
    )
    handout += "".join(f' accent{n}="accent{n}"' for n in range(1, 7)) + ' hlink="hlink" folHlink="folHlink"/>'
    package.add("ppt/handoutMasters/handoutMaster1.xml", f"{handout}</p:handoutMaster>", f"{pml}.handoutMaster+xml")
    package.add("ppt/theme/theme8.xml", theme, f"{_OFFICE}.theme+xml")
    package.relate("ppt/handoutMasters/handoutMaster1.xml", "rId1", "theme", "../theme/theme8.xml")
    package.relate(main, "rId81", "handoutMaster", "handoutMasters/handoutMaster1.xml")
    package.add("ppt/fonts/font1.fntdata", b"\0\1font", "application/x-fontdata")
    package.relate(main, "rId82", "font", "fonts/font1.fntdata")
    package.add("ppt/tags/tag2.xml", f'<p:tagLst {_P}><p:tag name="D" val="1"/></p:tagLst>', f"{pml}.tags+xml")
    package.relate(main, "rId83", "tags", "tags/tag2.xml")
    package.add("ppt/commentAuthors.xml", f'<p:cmAuthorLst {_P}><p:cmAuthor id="0" name="Noor Haddad" initials="NH" '
                'lastIdx="1" clrIdx="0"/></p:cmAuthorLst>', f"{pml}.commentAuthors+xml")  # fmt: skip
    package.relate(main, "rId84", "commentAuthors", "commentAuthors.xml")
    package.add(
        "ppt/authors.xml",
        '<p188:authorLst xmlns:p188="http://schemas.microsoft.com/office/powerpoint/2018/8/main"><p188:author id="{A}" '
        'name="Ola" initials="O" userId="o" providerId="None"/></p188:authorLst>',
        "application/vnd.ms-powerpoint.authors+xml",
    )
    package.relate(main, "rId85", "http://schemas.microsoft.com/office/2018/10/relationships/authors", "authors.xml")
    package.add("customXml/item1.xml", "<meta xmlns='urn:x'>kept</meta>", "application/xml")
    package.add("customXml/itemProps1.xml", "<ds:datastoreItem xmlns:ds='http://schemas.openxmlformats.org/"
                "officeDocument/2006/customXml' ds:itemID='{1}'/>", f"{_OFFICE}.customXmlProperties+xml")  # fmt: skip
    package.relate("customXml/item1.xml", "rId1", "customXmlProps", "itemProps1.xml")
    package.relate(main, "rId86", "customXml", "../customXml/item1.xml")
    package.add("ppt/vbaProject.bin", b"\xd0\xcf\x11\xe0macros", "application/vnd.ms-office.vbaProject")
    package.relate(main, "rId87", "http://schemas.microsoft.com/office/2006/relationships/vbaProject", "vbaProject.bin")
    package.add("docProps/custom.xml", '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"/>',
                f"{_OFFICE}.custom-properties+xml")  # fmt: skip
    package.relate("", "rId77", "custom-properties", "docProps/custom.xml")
    _lists(package, main)
    if package.path.suffix == ".pptm":
        package.edit("[Content_Types].xml", f"{pml}.presentation.main+xml",
                     "application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml")  # fmt: skip


def _lists(package: Package, main: str) -> None:
    """What the presentation part itself lists, each in its place."""
    text = package.parts[main].decode()
    slides = re.findall(r'<p:sldId [^>]*?r:id="(\w+)"', text) or re.findall(r'r:id="(\w+)"[^>]*?id="\d{3}"', text)
    text = re.sub(r"<p:extLst>.*</p:extLst>", "", text, flags=re.S)
    text = re.sub(
        r"(<p:sldIdLst>)", r'<p:handoutMasterIdLst><p:handoutMasterId r:id="rId81"/></p:handoutMasterIdLst>\1', text
    )
    shows = (
        f'<p:custShowLst><p:custShow name="Short" id="0"><p:sldLst><p:sld r:id="{slides[0]}"/></p:sldLst></p:custShow>'
    )
    lists = (
        '<p:embeddedFontLst><p:embeddedFont><p:font typeface="Harbour Sans"/><p:regular r:id="rId82"/></p:embeddedFont>'
        f'</p:embeddedFontLst>{shows}</p:custShowLst><p:custDataLst><p:tags r:id="rId83"/></p:custDataLst>'
    )
    text = re.sub(r"(<p:notesSz [^>]*/>)", lambda found: found.group() + lists, text)
    sections = (
        f'<p:extLst><p:ext uri="{{521415D9-36F7-43E2-AB2F-B90AF26B5E84}}"><p14:sectionLst xmlns:p14="{_P14}">'
        '<p14:section name="Start" id="{00000000-0000-0000-0000-000000000001}"><p14:sldIdLst><p14:sldId id="256"/>'
        '</p14:sldIdLst></p14:section><p14:section name="Rest" id="{00000000-0000-0000-0000-000000000002}">'
        '<p14:sldIdLst><p14:sldId id="257"/><p14:sldId id="258"/></p14:sldIdLst></p14:section></p14:sectionLst></p:ext>'
        '<p:ext uri="{EFAFB233-063F-42B5-8137-9DF3F51BA10A}"><p15:sldGuideLst '
        'xmlns:p15="http://schemas.microsoft.com/office/powerpoint/2012/main"/></p:ext></p:extLst>'
    )
    package.parts[main] = text.replace("</p:presentation>", f"{sections}</p:presentation>").encode()


def google(path: Path) -> None:
    """What Google Slides exports: its names, its metadata part, its extension in the presentation."""
    base(path)
    package = Package(path)
    for number in range(1, 4):
        name = f"ppt/slides/slide{number}.xml"
        text = package.parts[name].decode()
        text = re.sub(r'name="Title \d+"', f'name="Google Shape;{number};p{number}"', text)
        package.parts[name] = text.encode()
    package.add("ppt/metadata", b"\x1f\x8bgoogle keeps its own copy here", "application/binary")
    main = "ppt/presentation.xml"
    package.relate(main, "rId70", "http://customschemas.google.com/relationships/presentationmetadata", "metadata")
    text = re.sub(r"<p:extLst>.*</p:extLst>", "", package.parts[main].decode(), flags=re.S)
    extension = (
        '<p:extLst><p:ext uri="GoogleSlidesCustomDataVersion2"><go:slidesCustomData '
        'xmlns:go="http://customooxmlschemas.google.com/" r:id="rId70" roundtripDataSignature="AMtx7m"/></p:ext>'
        "</p:extLst>"
    )
    package.parts[main] = text.replace("</p:presentation>", f"{extension}</p:presentation>").encode()
    package.save()


def libre(path: Path) -> None:
    """What LibreOffice writes of a deck that it had saved in its own format."""
    from deskworld_artifacts import convert

    first, own = path.with_name("first.pptx"), path.with_name("own.odp")
    base(first)
    convert(first, own)
    convert(own, path)
