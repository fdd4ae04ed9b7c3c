"""Documents from and to other formats: what they say comes over, what is lost is told, and errors name the way."""

import zipfile
from pathlib import Path
from typing import Any

import pytest
from deskworld_artifacts import convert
from deskworld_docs.hypertext import read_page
from deskworld_docs.markdown.model import Block, Span
from deskworld_docs.reading import Replacement
from deskworld_kit import ToolError
from PIL import Image

TEXT = """---
title: The plan
---

# First

Grew **12 %** in *2025*[^1], see [ports](https://ports.example/x). H<sub>2</sub>O, <mark>marked</mark>, `code`.

- One
  - inner
- Two

1. Uno
2. Duo

> A quote

```
def f():
    return 1
```

| Harbour | Tonnes |
| :--- | ---: |
| Rotterdam | 1650000 |

![Quay](photo.png)

Øre, 漢字. $x^2$

[^1]: The note.
"""


@pytest.fixture
def plan(do: Any, photo: str) -> str:
    do.document_from_markdown(path="plan.docx", markdown=TEXT)
    return "plan.docx"


def markdown(do: Any, path: str) -> str:
    return do.document_to_markdown(path=path, target=f"{path}.md").markdown.replace(f"{path}_media", "media")


def test_a_page_comes_back_as_the_document_it_was_made_of(do: Any, root: Path, plan: str) -> None:
    made = do.convert_document(path=plan, target="plan.html")
    page = (root / "plan.html").read_text()
    assert '<img src="data:image/png;base64,' in page and "<script" not in page and "<math" in page
    assert any("looks" in each for each in made.warnings)
    do.convert_document(path="plan.html", target="again.docx")
    assert markdown(do, "again.docx") == markdown(do, plan)


@pytest.mark.parametrize("ending", ["odt", "rtf", "doc"])
def test_office_formats_come_back_with_the_same_words(do: Any, plan: str, ending: str) -> None:
    made = do.convert_document(path=plan, target=f"plan.{ending}")
    assert "1 tables" in made.verified
    do.convert_document(path=f"plan.{ending}", target="again.docx")
    said = markdown(do, "again.docx")
    for words in ("# First", "**12 %**", "](https://ports.example/x)", "| Rotterdam | 1650000 |", "漢字", "note."):
        assert words in said


def test_plain_text_keeps_lists_tables_and_notes_readable(do: Any, root: Path, plan: str) -> None:
    made = do.convert_document(path=plan, target="plan.txt")
    lines = (root / "plan.txt").read_text().splitlines()
    assert {"- One", "  - inner", "1. Uno", "Rotterdam  1650000", "> A quote", "[1] The note."} <= set(lines)
    assert "pictures" in made.warnings[0]
    do.convert_document(path="plan.txt", target="again.docx")
    assert "The plan" in markdown(do, "again.docx")


def test_what_a_format_does_not_hold_is_counted(do: Any, foreign: str) -> None:
    macros, lost = do.convert_document(path=foreign, target="foreign.odt").warnings
    assert "macros" in macros and "diagrams" in lost and "content controls" in lost
    *_, page = do.convert_document(path=foreign, target="foreign.html").warnings
    assert "charts" in page and "comments" in page


def test_macros_and_strict_files_become_ordinary_documents(do: Any, root: Path, plan: str, foreign: str) -> None:
    with zipfile.ZipFile(root / foreign) as old, zipfile.ZipFile(root / "macros.docm", "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "[Content_Types].xml":
                data = data.replace(
                    b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
                    b"application/vnd.ms-word.document.macroEnabled.main+xml",
                )
            new.writestr(name, data)
    assert "macros" in do.convert_document(path="macros.docm", target="plain.docx").warnings[0]
    with zipfile.ZipFile(root / "plain.docx") as package:
        assert not [name for name in package.namelist() if "vba" in name.lower()]
    strict = (
        ("schemas.openxmlformats.org/wordprocessingml/2006/main", "purl.oclc.org/ooxml/wordprocessingml/main"),
        ("schemas.openxmlformats.org/officeDocument/2006/", "purl.oclc.org/ooxml/officeDocument/"),
        ("schemas.openxmlformats.org/drawingml/2006/", "purl.oclc.org/ooxml/drawingml/"),
    )
    with zipfile.ZipFile(root / plan) as old, zipfile.ZipFile(root / "strict.docx", "w") as new:
        for name in old.namelist():
            data = old.read(name)
            for one, other in strict if name.endswith((".xml", ".rels")) else ():
                data = data.replace(one.encode(), other.encode())
            new.writestr(name, data)
    with pytest.raises(ToolError, match=r"Strict.*convert_document"):
        do.read_document(path="strict.docx")
    do.convert_document(path="strict.docx", target="transitional.docx")
    assert "Rotterdam" in markdown(do, "transitional.docx")


def test_whoever_opens_another_format_is_told_the_way(do: Any, root: Path, plan: str) -> None:
    for ending in ("odt", "rtf", "doc"):
        convert(root / plan, root / f"old.{ending}")
        with pytest.raises(ToolError, match="convert_document"):
            do.read_document(path=f"old.{ending}")
    (root / "page.html").write_text("<!DOCTYPE html><html><body><p>Words</p></body></html>")
    for given in ({"source": "page.html"}, {"markdown": (root / "page.html").read_text()}):
        with pytest.raises(ToolError, match="convert_document"):
            do.document_from_markdown(path="never.docx", **given)
    assert not (root / "never.docx").exists()


@pytest.mark.parametrize(
    ("source", "target", "says"),
    [
        ("plan.docx", "plan.md", "document_to_markdown"), ("plan.docx", "plan.pdf", "export_document_pdf"),
        ("plan.docx", "copy.docx", "already"), ("notes.md", "notes.docx", "document_from_markdown"),
        ("photo.png", "x.docx", "nothing that becomes"), ("plan.docx", "plan.xyz", "must end in"),
        ("empty.html", "x.docx", "says nothing"), ("plan.docx", "photo.html", "exists"),
    ],
)  # fmt: skip
def test_what_can_not_be_is_said(do: Any, root: Path, plan: str, source: str, target: str, says: str) -> None:
    (root / "notes.md").write_text("# One")
    (root / "empty.html").write_text("<html><script>1</script></html>")
    (root / "photo.html").write_text("<p>mine</p>")
    with pytest.raises(ToolError, match=says):
        do.convert_document(path=source, target=target)
    assert (root / "photo.html").read_text() == "<p>mine</p>"


PAGE = """<html><head><title>Café &amp; more</title><style>p{color:red}</style></head><body>
<h1 id=top>The <i>top</i></h1><div>loose <b>text
</b><p>then <span style="font-weight:700">bold</span>, <font color=red>red</font></p>tail</div>
<ol start=3><li>three<ul><li>inner</ul><li>four</ol><ul><li><input type=checkbox checked> done</ul>
<table><tr><td rowspan=2>A<td>B<td>C<tr><td colspan=2>D<br>E</table>
<p>a  b&nbsp;c<br>d<br></p><p>see <a href="#top">up</a>, <a href="javascript:x()">no</a></p><p>&nbsp;</p>
<script>alert(1)</script><pre><code class="language-py">x = 1
  y</code></pre><p style="display:none">unseen</p></body></html>"""


def test_a_page_is_read_for_what_it_says() -> None:
    page = read_page(PAGE.encode("cp1252"))
    said = page.blocks
    kinds = "heading paragraph paragraph paragraph list list table paragraph paragraph code"
    assert " ".join(block.kind for block in said) == kinds
    assert page.title == "Café & more"
    assert said[0].spans == [Span("The "), Span("top", frozenset({"italic"}))]
    assert said[2].spans == [Span("then "), Span("bold", frozenset({"bold"})), Span(", red")]
    assert (said[4].start, said[4].blocks[0].blocks[1].kind, said[5].blocks[0].checked) == (3, "list", True)
    assert said[6].fields == {"1-2": " 1-1", "2-2": " 2-3"} and said[6].info == "headless"
    assert said[7].spans == [Span("a b\u00a0c"), Span(kind="break"), Span("d")]
    assert said[8].spans == [Span("see "), Span("up", link="#the-top"), Span(", no")]
    assert (said[9].text, said[9].info) == ("x = 1\n  y", "py")
    assert set(page.lost) == {"colours, fonts and places of its style sheet", "scripts", "hidden text"}


def test_mails_that_lie_in_tables_are_read_in_a_row() -> None:
    page = read_page(b"<table><tr><td><table><tr><td><h1>Hi</h1><p>Words</table><tr><td>Bye</table>")
    assert page.blocks == [
        Block("heading", spans=[Span("Hi")], level=1), Block("paragraph", spans=[Span("Words")]),
        Block("paragraph", spans=[Span("Bye")]),
    ]  # fmt: skip


def test_pictures_of_a_page_are_as_wide_as_it_shows_them_and_none_is_fetched(do: Any, root: Path) -> None:
    Image.new("RGB", (800, 400), "#357").save(root / "wide.png")
    (root / "secret.txt").write_text("x")
    (root / "pages").mkdir()
    (root / "pages" / "p.html").write_text(
        '<p><img src="../wide.png" width=200 alt="Wide"></p><p><img src="https://x.example/a.png">'
        '<img src="../../etc/passwd"></p><table><tr><td rowspan=2>A<td>B<tr><td>C</table>'
    )
    warnings = do.convert_document(path="pages/p.html", target="p.docx").warnings
    assert any("on the web" in each for each in warnings) and any("outside" in each for each in warnings)
    facts = do.get_document_table(path="p.docx")
    assert [(area.row, area.column, area.rows, area.columns) for area in facts.merged] == [(1, 1, 2, 1)]
    with zipfile.ZipFile(root / "p.docx") as package:
        assert b'<wp:extent cx="1905000" cy="952500"/>' in package.read("word/document.xml")


def test_pages_are_saved_as_picture_files(do: Any, root: Path, plan: str) -> None:
    made = do.export_document_pictures(path=plan, folder="out", width=400, kind="jpg")
    assert made.files[0] == "out/plan-01.jpg"
    with Image.open(root / made.files[0]) as image:
        assert (image.format, image.width) == ("JPEG", 400)
    with pytest.raises(ToolError, match="no page 9"):
        do.export_document_pictures(path=plan, folder="out", pages=[9])


NOTED = "A *formula* $x^2$ with words.\n\n$$\\int_0^1 x$$\n\n| a |\n| --- |\n| in $y_1$ cell |\n"


@pytest.fixture
def noted(do: Any) -> str:
    """A document with formulas and comments on words, on a block, and an answer."""
    do.document_from_markdown(path="noted.docx", markdown=NOTED)
    do.add_document_comment(path="noted.docx", block="1", words="with", text="Which?", author="Ada")
    do.add_document_comment(path="noted.docx", reply_to=0, text="These.", author="Ben")
    do.add_document_comment(path="noted.docx", block="3.2.1.1", text="All of it", author="Ada")
    return "noted.docx"


def test_comments_and_formulas_come_over_together(do: Any, noted: str) -> None:
    assert do.convert_document(path=noted, target="noted.odt").warnings == []
    assert do.convert_document(path="noted.odt", target="back.docx").warnings == []
    said = do.document_to_markdown(path="back.docx").markdown
    assert "$x^2$ with words" in said and "\\int" in said and "in $y_1$ cell" in said
    comments = {(each.text, each.on) for each in do.list_document_comments(path="back.docx").items}
    assert comments == {("Which?", "with"), ("These.", "with"), ("All of it", "in  cell")}


@pytest.mark.parametrize("ending", ["rtf", "doc"])
def test_where_only_one_fits_formulas_stay_and_comments_are_told(do: Any, noted: str, ending: str) -> None:
    (warning,) = do.convert_document(path=noted, target=f"noted.{ending}").warnings
    assert warning.startswith("not in it: comments, which") and "(3)" in warning
    do.convert_document(path=f"noted.{ending}", target="back.docx")
    assert "$x^2$" in do.document_to_markdown(path="back.docx").markdown


def test_comments_stay_where_nothing_is_in_their_way(do: Any, plan: str) -> None:
    do.add_document_comment(path=plan, block="3", text="Why?", author="Ada")
    do.replace_document_text(path=plan, replacements=[Replacement(find="Øre, 漢字. ", replace="")])
    last = do.read_document(path=plan).total
    do.delete_blocks(path=plan, blocks=[str(last)])
    do.convert_document(path=plan, target="plan.rtf")
    do.convert_document(path="plan.rtf", target="back.docx")
    assert [each.text for each in do.list_document_comments(path="back.docx").items] == ["Why?"]


def test_a_picture_is_written_into_rtf_once(do: Any, root: Path) -> None:
    Image.effect_noise((900, 600), 80).convert("RGB").save(root / "noise.jpg", quality=80)
    do.document_from_markdown(path="p.docx", markdown="# One\n\n![Noise](noise.jpg)")
    assert do.convert_document(path="p.docx", target="p.rtf").warnings == []
    size = (root / "p.rtf").stat().st_size
    assert size < 3 * (root / "p.docx").stat().st_size
    do.convert_document(path="p.rtf", target="back.docx")
    assert do.get_document_info(path="back.docx").pictures == 1
