"""Templates filled: blanks across runs, lists, sections, pictures, controls and merge fields."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import docx
import pytest
from deskworld_artifacts import inspect
from deskworld_kit import ToolError
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

W = nsdecls("w")
FIELD = "".join(
    f"<w:r>{piece}</w:r>"
    for piece in (
        '<w:fldChar w:fldCharType="begin"/>', "<w:instrText> MERGEFIELD First_Name \\* MERGEFORMAT </w:instrText>",
        '<w:fldChar w:fldCharType="separate"/>', "<w:rPr><w:b/></w:rPr><w:t>«First_Name»</w:t>",
        '<w:fldChar w:fldCharType="end"/>',
    )
)  # fmt: skip


def control(kind: str, name: str, content: str) -> str:
    return f'<w:sdt {W}><w:sdtPr><w:tag w:val="{name}"/>{kind}</w:sdtPr><w:sdtContent>{content}</w:sdtContent></w:sdt>'


@pytest.fixture
def template(root: Path) -> str:
    document: Any = docx.Document()
    document.sections[0].header.paragraphs[0].text = "For {{client}}"
    line = document.add_paragraph("Dear ")
    line.add_run("{{cli").bold = True
    line.add_run("ent}}, you owe {{ total }}.")
    for text in ("{{#vip}}", "You are a VIP.", "{{/vip}}", "{{^vip}}", "Become one!", "{{/vip}}"):
        document.add_paragraph(text)
    document.add_paragraph("Paid: {{#paid}}on {{day}}{{/paid}}{{^paid}}not yet{{/paid}}.")
    table = document.add_table(3, 2, style="Light Grid Accent 1")
    cells = ("Item", "Price", "{{items.name}}", "{{items.price}}", "Total", "{{total}}")
    for cell, text in zip(table._cells, cells, strict=True):
        cell.text = text
    for text in ("{{#items}}", "{{name}} at {{items.price}}", "{{/items}}"):
        document.add_paragraph(text, style="List Bullet")
    document.add_paragraph("{{logo}}")
    body = document.element.body
    prompt = "<w:p><w:r><w:t>Click to enter text</w:t></w:r></w:p>"
    body.insert(len(body) - 1, parse_xml(control("<w:showingPlcHdr/>", "city", prompt)))
    choice = '<w:dropDownList><w:listItem w:displayText="Big" w:value="b"/></w:dropDownList>'
    inner = control(choice, "size", "<w:r><w:t>Choose</w:t></w:r>")
    body.insert(
        len(body) - 1, parse_xml(f'<w:p {W}><w:r><w:t xml:space="preserve">Hi </w:t></w:r>{FIELD}{inner}</w:p>')
    )
    document.save(root / "template.docx")
    return "template.docx"


VALUES = {"client": "Noor & Sons", "total": 1200.0, "vip": True, "paid": False, "city": "Bergen", "First_Name": "Ola",
          "size": "b"}  # fmt: skip
LISTS = {"items": [{"name": "Rope", "price": 12.5}, {"name": "Chain", "price": 90}]}


def filled(do: Any, root: Path, template: str, **changes: Any) -> Any:
    arguments = {"values": VALUES, "lists": LISTS, "pictures": {"logo": "photo.png"}, **changes}
    done = do.fill_template(path=template, target="out/filled.docx", **arguments)
    return done, inspect(root / done.path)


def test_blanks_are_listed(do: Any, template: str) -> None:
    found = {(one.name, one.kind): one.places for one in do.list_template_fields(path=template).items}
    assert found[("client", "text")] == ["1", "header1:1"]
    assert found[("vip", "section")] and found[("city", "control")] and found[("First_Name", "merge field")]
    assert "items.name" in {name for name, _ in found}


def test_everything_is_filled_in_its_look(do: Any, root: Path, template: str, photo: str) -> None:
    done, facts = filled(do, root, template)
    texts = [p.text for p in facts.paragraphs if p.text.strip()]
    assert texts == [
        "Dear Noor & Sons, you owe 1200.", "You are a VIP.", "Paid: not yet.", "Rope at 12.5", "Chain at 90", "Bergen",
        "Hi OlaBig",
    ]  # fmt: skip
    assert [run.text for run in facts.paragraphs[0].runs if run.bold] == ["Noor & Sons"]
    assert facts.tables[0].rows == [["Item", "Price"], ["Rope", "12.5"], ["Chain", "90"], ["Total", "1200"]]
    assert facts.sections[0].header == "For Noor & Sons"
    assert [(one.width, one.height) for one in facts.pictures] == [(432, 270)] and facts.pictures[0].alt == "logo"
    assert [p.numbering.format for p in facts.paragraphs if "at " in p.text] == ["bullet", "bullet"]
    assert (done.unfilled, done.warnings) == ([], []) and "MERGEFIELD" not in str(facts.fields)
    assert next(r for p in facts.paragraphs for r in p.runs if r.text == "Ola").bold


def test_what_is_left_is_named_and_the_template_stays(do: Any, root: Path, template: str, photo: str) -> None:
    before = (root / template).read_bytes()
    values = {name: value for name, value in VALUES.items() if name not in ("total", "city", "First_Name")}
    done, _ = filled(do, root, template, values=values)
    assert set(done.unfilled) == {"total", "city", "First_Name"} and "unfilled" in done.warnings[-1]
    assert (root / template).read_bytes() == before


def test_no_items_leave_no_row(do: Any, root: Path, template: str, photo: str) -> None:
    values = {**VALUES, "vip": False, "paid": True, "day": "2 May"}
    _, facts = filled(do, root, template, lists={"items": []}, values=values)
    assert facts.tables[0].rows == [["Item", "Price"], ["Total", "1200"]]
    assert "Become one!" in facts.text and "Paid: on 2 May." in facts.text and "VIP" not in facts.text


def test_unknown_names_and_wrong_choices_are_refused(do: Any, root: Path, template: str, photo: str) -> None:
    with pytest.raises(ToolError, match=r"no blank 'cleint'; it has: .*client"):
        filled(do, root, template, values={"cleint": "x"})
    with pytest.raises(ToolError, match="no blank 'rows'"):
        filled(do, root, template, lists={"rows": []})
    with pytest.raises(ToolError, match="'size' takes one of: Big"):
        filled(do, root, template, values={**VALUES, "size": "huge"})
    assert not (root / "out/filled.docx").exists()
    document: Any = docx.Document()
    document.add_paragraph("No blanks")
    document.save(root / "plain.docx")
    with pytest.raises(ToolError, match="no blanks"):
        do.fill_template(path="plain.docx", target="x.docx", values={"a": 1})


def test_a_section_that_never_closes(do: Any, root: Path) -> None:
    document: Any = docx.Document()
    document.add_paragraph("{{#items}}")
    document.save(root / "open.docx")
    with pytest.raises(ToolError, match="never closes"):
        do.fill_template(path="open.docx", target="x.docx", lists={"items": []})


def test_text_that_looks_like_a_blank_stays_text(do: Any, root: Path) -> None:
    document: Any = docx.Document()
    document.add_paragraph("{{one}} and {{two}}")
    document.save(root / "t.docx")
    done = do.fill_template(path="t.docx", target="x.docx", values={"one": "{{two}}", "two": "2\n\\1"})
    assert inspect(root / "x.docx").paragraphs[0].text == "{{two}} and 2\n\\1"  # pyright: ignore
    assert done.filled == 2


def test_text_boxes_are_filled_for_older_readers_too(do: Any, root: Path, parts: Any, foreign: str) -> None:
    there = parts(root / foreign)
    there["word/document.xml"] = there["word/document.xml"].replace(b"Boxed words", b"For {{client}}")
    with zipfile.ZipFile(root / foreign, "w") as package:
        for name, blob in there.items():
            package.writestr(name, blob)
    do.fill_template(path=foreign, target="x.docx", values={"client": "Noor"})
    xml = parts(root / "x.docx")["word/document.xml"]
    assert xml.count(b"For Noor") == 2 and b"{{" not in xml


def test_each_kind_of_control_takes_its_value(do: Any, root: Path, photo: str) -> None:
    from PIL import Image

    Image.new("RGB", (200, 100), "navy").save(root / "wide.png")
    document: Any = docx.Document()
    body = document.element.body
    w14 = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'
    w15 = 'xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"'
    box = f'<w14:checkbox {w14}><w14:checked w14:val="0"/><w14:checkedState w14:val="2612"/></w14:checkbox>'
    line = "<w:p><w:r><w:t>{}</w:t></w:r></w:p>"
    item = (
        "<w:sdt><w:sdtPr/><w:sdtContent><w:p><w:r><w:t>{{crew.name}}, {{role}}</w:t></w:r></w:p></w:sdtContent></w:sdt>"
    )
    controls = (
        control(box, "agreed", line.format("☐")),
        control("<w:date/>", "day", line.format("Pick a date")),
        control("<w:comboBox><w:listItem w:value='Oslo'/></w:comboBox>", "port", line.format("Choose")),
        control(f"<w15:repeatingSection {w15}/>", "crew", item),
        control('<w:dataBinding w:xpath="/x" w:storeItemID="{1}"/>', "bound", line.format("old")),
    )
    for each in controls:
        body.insert(len(body) - 1, parse_xml(each))
    picture = document.add_picture(str(root / photo), width=1270000)._inline.getparent().getparent().getparent()
    holder = parse_xml(control("<w:picture/>", "face", ""))
    picture.addprevious(holder)
    holder[1].append(picture)
    document.save(root / "controls.docx")
    done = do.fill_template(
        path="controls.docx",
        target="x.docx",
        values={"agreed": True, "day": "2026-05-02", "port": "Bergen", "bound": "new"},
        lists={"crew": [{"name": "Ola", "role": "mate"}, {"name": "Maya", "role": "master"}]},
        pictures={"face": "wide.png"},
    )
    facts: Any = inspect(root / "x.docx")
    texts = [p.text for p in facts.paragraphs if p.text]
    assert texts == ["☒", "2026-05-02", "Bergen", "Ola, mate", "Maya, master", "new"]
    assert [(one.pixel_width, one.width, one.height) for one in facts.pictures] == [(200, 100, 50)]
    assert "bound to a data part" in done.warnings[0] and done.unfilled == []
    xml = docx.Document(str(root / "x.docx")).element.xml
    assert 'w14:checked w14:val="1"' in xml and 'w:fullDate="2026-05-02T00:00:00Z"' in xml
