"""A document that others made keeps every part that an edit does not touch, byte for byte."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from deskworld_docs.reading import Replacement

EDITS: list[tuple[str, Callable[[Any, str], Any], set[str]]] = [
    ("update", lambda do, p: do.update_block(path=p, block="2", text="New"), {"word/document.xml"}),
    ("insert", lambda do, p: do.insert_block(path=p, text="New\n\n# Head", after="2"), {"word/document.xml"}),
    ("delete", lambda do, p: do.delete_blocks(path=p, blocks=["2"]), {"word/document.xml"}),
    ("move", lambda do, p: do.move_blocks(path=p, blocks=["2"], after="3"), {"word/document.xml"}),
    ("format", lambda do, p: do.format_document_text(path=p, blocks=["2"], bold=True), {"word/document.xml"}),
    ("table", lambda do, p: do.update_document_table(path=p, values=[["x"]]), {"word/document.xml"}),
    (
        "list",
        lambda do, p: do.set_list(path=p, blocks=["2"], kind="number"),
        {"word/document.xml", "word/numbering.xml"},
    ),
    (
        "header",
        lambda do, p: do.replace_document_text(path=p, replacements=[Replacement(find="Harbor", replace="Port")]),
        {"word/header1.xml"},
    ),
    (
        "footnote",
        lambda do, p: do.replace_document_text(path=p, replacements=[Replacement(find="Noted words", replace="N")]),
        {"word/footnotes.xml"},
    ),
    ("style", lambda do, p: do.create_style(path=p, name="Aside", size=9), {"word/styles.xml"}),
    ("layout", lambda do, p: do.set_page_layout(path=p, margins=[50]), {"word/document.xml"}),
    ("properties", lambda do, p: do.set_document_properties(path=p, title="T"), set[str]()),
]


@pytest.mark.parametrize(("edit", "touched"), [(e, t) for _, e, t in EDITS], ids=[name for name, _, _ in EDITS])
def test_every_other_part_is_as_it_was(
    do: Any, root: Path, foreign: str, parts: Any, edit: Any, touched: set[str]
) -> None:
    before = parts(root / foreign)
    edit(do, foreign)
    after = parts(root / foreign)
    changed = {name for name in before if after.get(name) != before[name]}
    assert changed <= touched | {"docProps/core.xml"}
    assert touched <= changed and list(after)[: len(before)] == list(before)


KEPT = (
    "w:sdt>", 'w:val="client"', "w:ins ", "w:del ", "commentRangeStart", 'w:footnoteReference w:id="2"',
    'w:name="here"', " PAGE ", " REF here", "wps:txbx", "mc:Fallback", "dgm:relIds", "c:chart", "pic:pic",
)  # fmt: skip


def test_what_stands_in_the_text_stays(do: Any, root: Path, foreign: str, parts: Any) -> None:
    do.insert_block(path=foreign, text="- one\n- two", after="3")
    do.format_document_text(path=foreign, find="report", bold=True)
    do.add_document_table(path=foreign, rows=[["a", 1]], after="0")
    do.add_document_picture(path=foreign, picture="photo.png", after="1", width=50, alt_text="x")
    do.document_to_markdown(path=foreign)
    xml = parts(root / foreign)["word/document.xml"].decode()
    assert [each for each in KEPT if each not in xml] == []


def test_the_macros_and_the_kind_of_a_document_stay(do: Any, root: Path, report: str, parts: Any) -> None:
    import zipfile

    main = b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    for name, kind in (
        ("macro.docm", b"application/vnd.ms-word.document.macroEnabled.main+xml"),
        ("form.dotx", b"application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml"),
    ):
        with zipfile.ZipFile(root / report) as old, zipfile.ZipFile(root / name, "w") as new:
            for member in old.namelist():
                new.writestr(member, old.read(member).replace(main, kind))
        do.update_block(path=name, block="2", text="New")
        assert kind in parts(root / name)["[Content_Types].xml"]
    made = do.create_document(path="from.docx", template="form.dotx", keep_content=True)
    assert made.blocks > 5 and main in parts(root / "from.docx")["[Content_Types].xml"]


def test_a_signature_and_protection_are_told(do: Any, root: Path, report: str) -> None:
    import zipfile

    with zipfile.ZipFile(root / report, "a") as package:
        package.writestr("_xmlsignatures/sig1.xml", "<Signature/>")
    assert "signature" in do.update_block(path=report, block="2", text="x").warnings[0]
    warned = do.protect_document(path=report, allow="comments").warnings
    assert any("comments" in each for each in warned) and do.get_document_info(path=report).protected == "comments"
    do.protect_document(path=report, allow="everything")
    assert do.get_document_info(path=report).protected == ""


def test_the_same_calls_make_the_same_bytes(do: Any, root: Path) -> None:
    for name in ("a.docx", "b.docx"):
        do.document_from_markdown(path=name, markdown="# A\n\n- x\n\ntext[^1]\n\n[^1]: n")
    assert (root / "a.docx").read_bytes() == (root / "b.docx").read_bytes()


def test_deleting_takes_along_what_only_that_block_used(do: Any, root: Path, foreign: str, parts: Any) -> None:
    blocks = {view.text: view.block for view in do.read_document(path=foreign).items}
    picture = next(block for text, block in blocks.items() if text.startswith("!["))
    hello = next(block for text, block in blocks.items() if text.startswith("Hello"))
    do.delete_blocks(path=foreign, blocks=[picture, hello])
    after = parts(root / foreign)
    assert not any(name.startswith("word/media/") for name in after)
    assert b"Noted" not in after["word/footnotes.xml"] and b"Check this" not in after["word/comments.xml"]
    assert b"commentRange" not in after["word/document.xml"] and b"bookmarkEnd" not in after["word/document.xml"]
    assert "word/charts/chart1.xml" in after


SPARSE = {
    "nothing": "",
    "a section": "<w:sectPr/>",
    "a bare cell": "<w:tbl><w:tr><w:tc/></w:tr></w:tbl>",
    "an empty table": "<w:tbl/>",
    "a table in a table": "<w:tbl><w:tr><w:tc><w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl><w:p/></w:tc></w:tr>"
    "</w:tbl>",
}


@pytest.mark.parametrize("body", SPARSE.values(), ids=SPARSE)
def test_a_document_of_one_part_can_be_worked_on(do: Any, root: Path, photo: str, body: str) -> None:
    """No styles, no settings, no numbering, no theme: each is made when it is needed."""
    import zipfile

    from deskworld_artifacts import inspect

    package = "http://schemas.openxmlformats.org/package/2006"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
    word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    namespace = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    with zipfile.ZipFile(root / "a.docx", "w") as made:
        made.writestr(
            "[Content_Types].xml",
            f'<Types xmlns="{package}/content-types"><Default Extension="rels" ContentType="application/vnd.openxml'
            'formats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>'
            f'<Override PartName="/word/document.xml" ContentType="{word}"/></Types>',
        )
        made.writestr(
            "_rels/.rels",
            f'<Relationships xmlns="{package}/relationships"><Relationship Id="rId1" Type="{office}" '
            'Target="word/document.xml"/></Relationships>',
        )
        made.writestr("word/document.xml", f'<w:document xmlns:w="{namespace}"><w:body>{body}</w:body></w:document>')
    assert do.get_document_info(path="a.docx").words == 0
    text = f"# H\n\ntext[^1] `c`\n\n1. a\n\n- [ ] t\n\n| a |\n| --- |\n| 1 |\n\n![q]({photo})\n\n> q\n\n[^1]: n"
    do.insert_block(path="a.docx", text=text, after="0")
    do.create_style(path="a.docx", name="Aside", size=9)
    do.apply_style(path="a.docx", blocks=["2"], style="Title")
    do.set_header_footer(path="a.docx", header="a|b|c", footer="{page}", pages="first")
    do.set_page_layout(path="a.docx", size="A5")
    do.add_document_break(path="a.docx", kind="section", after="1")
    do.set_document_properties(path="a.docx", title="T")
    facts: Any = inspect(root / "a.docx")
    assert [each.text for each in facts.outline] == ["H"] and facts.footnotes and facts.pictures
    assert facts.paragraphs[1].style == "Title" and len(facts.sections) == 2
    do.delete_blocks(path="a.docx", blocks=["1-7"])
