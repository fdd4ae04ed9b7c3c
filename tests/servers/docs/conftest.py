"""A world with a workspace, the tools as plain functions, a document full of things that our tools know nothing of."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import Server
from PIL import Image, ImageDraw

_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_OFFICE = "application/vnd.openxmlformats-officedocument"


@pytest.fixture(scope="session")
def server() -> Server:
    from deskworld_docs import server

    return server


@pytest.fixture
def photo(root: Path) -> str:
    image = Image.new("RGB", (800, 500), "#2a6f97")
    ImageDraw.Draw(image).ellipse((200, 50, 600, 450), fill="#f4a261")
    image.save(root / "photo.png")
    return "photo.png"


REPORT = """# Volumes

Freight grew by **12 %** in 2025, most of it in *Rotterdam*.

- Rotterdam led
- Hamburg followed
  - containers
  - bulk

# Costs

Costs stayed flat. See [the ports](https://ports.example/stats).

| Harbour | Tonnes |
| :--- | ---: |
| Rotterdam | 1650000 |
| Bergen | 830000 |

1. Sign the lease
2. Hire two crews
"""


@pytest.fixture
def report(do: Any) -> str:
    """A small document: two headings, text, a list, a table."""
    do.document_from_markdown(path="report.docx", markdown=REPORT)
    return "report.docx"


@pytest.fixture
def foreign(root: Path, photo: str) -> str:
    """A document as Word makes them: SmartArt, a chart, text boxes, content controls, custom XML, macros, tracked
    changes, comments, footnotes, bookmarks, fields, an embedded object, and parts that nobody here knows."""
    from docx import Document

    document = Document()
    document.add_heading("Annual report", 1)
    document.add_paragraph("First words of the report.")
    document.add_picture(str(root / photo), width=914400)
    table = document.add_table(2, 2, style="Table Grid")
    for number, cell in enumerate(cell for row in table.rows for cell in row.cells):
        cell.text = f"cell {number}"
    document.add_paragraph("An item", style="List Bullet")
    document.sections[0].header.paragraphs[0].text = "Harbor Light"
    path = root / "foreign.docx"
    document.save(str(path))
    _enrich(path)
    return "foreign.docx"


BLOCKS = (
    # a content control with a paragraph
    '<w:sdt><w:sdtPr><w:alias w:val="Client"/><w:tag w:val="client"/><w:id w:val="77"/></w:sdtPr><w:sdtContent><w:p>'
    "<w:r><w:t>Controlled words</w:t></w:r></w:p></w:sdtContent></w:sdt>"
    # tracked changes, a comment, a footnote, a bookmark, words split over runs
    '<w:p><w:bookmarkStart w:id="1" w:name="here"/><w:r><w:t xml:space="preserve">Hello Wor</w:t></w:r><w:r><w:rPr>'
    '<w:b/></w:rPr><w:t xml:space="preserve">ld, </w:t></w:r><w:bookmarkEnd w:id="1"/><w:ins w:id="90" '
    'w:author="Noor Haddad" w:date="2025-01-01T10:00:00Z"><w:r><w:t xml:space="preserve">new </w:t></w:r></w:ins>'
    '<w:del w:id="91" w:author="Noor Haddad" w:date="2025-01-01T10:00:00Z"><w:r><w:delText xml:space="preserve">old '
    '</w:delText></w:r></w:del><w:commentRangeStart w:id="0"/><w:r><w:t>said</w:t></w:r><w:commentRangeEnd w:id="0"/>'
    '<w:r><w:commentReference w:id="0"/></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>'
    # fields
    '<w:p><w:r><w:t xml:space="preserve">Page </w:t></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r>'
    '<w:instrText> PAGE </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>7</w:t></w:r>'
    '<w:r><w:fldChar w:fldCharType="end"/></w:r><w:fldSimple w:instr=" REF here \\h "><w:r><w:t>Hello World</w:t></w:r>'
    "</w:fldSimple></w:p>"
    # a text box, with the copy for older readers
    '<w:p><w:r><mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
    '<mc:Choice xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" Requires="wps">'
    '<w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing">'
    '<wp:extent cx="1800000" cy="600000"/><wp:docPr id="50" name="Box"/><a:graphic '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData '
    'uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp><wps:cNvSpPr txBox="1"/>'
    '<wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1800000" cy="600000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/>'
    "</a:prstGeom></wps:spPr><wps:txbx><w:txbxContent><w:p><w:r><w:t>Boxed words</w:t></w:r></w:p></w:txbxContent>"
    "</wps:txbx><wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice><mc:Fallback>"
    '<w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml" style="width:140pt;height:47pt"><v:textbox>'
    "<w:txbxContent><w:p><w:r><w:t>Boxed words</w:t></w:r></w:p></w:txbxContent></v:textbox></v:shape></w:pict>"
    "</mc:Fallback></mc:AlternateContent></w:r></w:p>"
    # a diagram and a chart
    '<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing">'
    '<wp:extent cx="1800000" cy="900000"/><wp:docPr id="51" name="Diagram"/><a:graphic '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData '
    'uri="http://schemas.openxmlformats.org/drawingml/2006/diagram"><dgm:relIds '
    'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" r:dm="rId90" r:lo="rId91" r:qs="rId91" '
    'r:cs="rId91"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>'
    '<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing">'
    '<wp:extent cx="1800000" cy="900000"/><wp:docPr id="52" name="Chart"/><a:graphic '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData '
    'uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart '
    'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="rId92"/></a:graphicData></a:graphic>'
    "</wp:inline></w:drawing></w:r></w:p>"
)


def _enrich(path: Path) -> None:
    with zipfile.ZipFile(path) as package:
        parts = {name: package.read(name) for name in package.namelist()}

    def edit(name: str, old: str, new: str) -> None:
        text = parts[name].decode()
        assert old in text, (name, old)
        parts[name] = text.replace(old, new, 1).encode()

    edit("word/document.xml", "<w:sectPr", f"{BLOCKS}<w:sectPr")
    parts["word/footnotes.xml"] = (
        f'<w:footnotes xmlns:w="{_W}"><w:footnote w:type="separator" w:id="0"><w:p><w:r><w:separator/></w:r></w:p>'
        '</w:footnote><w:footnote w:type="continuationSeparator" w:id="1"><w:p><w:r><w:continuationSeparator/></w:r>'
        '</w:p></w:footnote><w:footnote w:id="2"><w:p><w:r><w:footnoteRef/></w:r><w:r><w:t xml:space="preserve"> Noted '
        "wor</w:t></w:r><w:r><w:t>ds</w:t></w:r></w:p></w:footnote></w:footnotes>"
    ).encode()
    parts["word/comments.xml"] = (
        f'<w:comments xmlns:w="{_W}"><w:comment w:id="0" w:author="Noor Haddad" w:date="2025-01-01T10:00:00Z" '
        'w:initials="NH"><w:p><w:r><w:t>Check this</w:t></w:r></w:p></w:comment></w:comments>'
    ).encode()
    parts["word/diagrams/data1.xml"] = (
        b'<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"><dgm:ptLst/>'
        b"</dgm:dataModel>"
    )
    parts["word/diagrams/layout1.xml"] = (
        b'<dgm:layoutDef xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"/>'
    )
    parts["word/charts/chart1.xml"] = (
        b'<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart><c:plotArea/></c:chart>'
        b"</c:chartSpace>"
    )
    parts["word/charts/_rels/chart1.xml.rels"] = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" '
        f'Type="{_REL}/package" Target="../embeddings/book.xlsx"/></Relationships>'
    ).encode()
    parts["word/embeddings/book.xlsx"] = b"PK not really a book"
    parts["word/vbaProject.bin"] = b"\xd0\xcf macros"
    parts["word/oddities/odd1.bin"] = b"\x00\x01nobody knows"
    parts["word/orphan.bin"] = b"nobody points here"
    parts["customXml/item1.xml"] = b"<meta xmlns='urn:x'>kept</meta>"
    added = "".join(
        f'<Relationship Id="{rid}" Type="{kind if "/" in kind else f"{_REL}/{kind}"}" Target="{target}"/>'
        for rid, kind, target in (
            ("rId90", "diagramData", "diagrams/data1.xml"),
            ("rId91", "diagramLayout", "diagrams/layout1.xml"),
            ("rId92", "chart", "charts/chart1.xml"),
            ("rId93", "footnotes", "footnotes.xml"),
            ("rId94", "comments", "comments.xml"),
            ("rId95", "http://schemas.microsoft.com/office/2006/relationships/vbaProject", "vbaProject.bin"),
            ("rId96", "http://example.com/relationships/oddity", "oddities/odd1.bin"),
            ("rId97", "customXml", "../customXml/item1.xml"),
            ("rId98", "image", "NULL"),
        )
    )
    edit("word/_rels/document.xml.rels", "</Relationships>", f"{added}</Relationships>")
    kinds = {
        "/word/footnotes.xml": f"{_OFFICE}.wordprocessingml.footnotes+xml",
        "/word/comments.xml": f"{_OFFICE}.wordprocessingml.comments+xml",
        "/word/diagrams/data1.xml": f"{_OFFICE}.drawingml.diagramData+xml",
        "/word/diagrams/layout1.xml": f"{_OFFICE}.drawingml.diagramLayout+xml",
        "/word/charts/chart1.xml": f"{_OFFICE}.drawingml.chart+xml",
        "/word/vbaProject.bin": "application/vnd.ms-office.vbaProject",
        "/word/oddities/odd1.bin": "application/x-odd",
        "/word/orphan.bin": "application/x-odd",
        "/word/embeddings/book.xlsx": f"{_OFFICE}.spreadsheetml.sheet",
    }
    overrides = "".join(f'<Override PartName="{name}" ContentType="{kind}"/>' for name, kind in kinds.items())
    edit("[Content_Types].xml", "</Types>", f"{overrides}</Types>")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, blob in parts.items():
            package.writestr(name, blob)
