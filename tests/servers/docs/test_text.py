"""Words found and replaced across runs, and how they look."""

import re
from pathlib import Path
from typing import Any

import pytest
from deskworld_artifacts import inspect
from deskworld_docs.reading import Replacement
from deskworld_kit import ToolError
from docx import Document
from docx.opc.constants import RELATIONSHIP_TYPE as RT
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls


def split(paragraph: Any, *pieces: str) -> None:
    """Words in runs of their own, the second bold."""
    for number, piece in enumerate(pieces):
        paragraph.add_run(piece).bold = number == 1 or None


@pytest.fixture
def scattered(root: Path) -> str:
    """'Hello World' in two runs: in the body, a cell, a header, a footer and a link."""
    document = Document()
    split(document.add_paragraph("Say "), "Hello Wor", "ld", "!")
    split(document.add_table(1, 1).cell(0, 0).paragraphs[0], "Hello Wor", "ld")
    split(document.sections[0].header.paragraphs[0], "Hello Wor", "ld")
    split(document.sections[0].footer.paragraphs[0], "Hello Wor", "ld")
    rid = document.part.relate_to("https://a.example", RT.HYPERLINK, is_external=True)
    linked = document.add_paragraph()
    linked._p.append(
        parse_xml(
            f'<w:hyperlink {nsdecls("w", "r")} r:id="{rid}"><w:r><w:t>Hello Wor</w:t></w:r><w:r><w:t>ld</w:t></w:r>'
            "</w:hyperlink>"
        )
    )
    document.save(str(root / "scattered.docx"))
    return "scattered.docx"


def test_words_split_over_runs_are_replaced_everywhere(do: Any, root: Path, scattered: str) -> None:
    done = do.replace_document_text(path=scattered, replacements=[Replacement(find="World", replace="Noor\nagain")])
    assert done.replaced == 5 and done.blocks == ["1", "2.1.1.1", "3", "footer1:1", "header1:1"]
    facts: Any = inspect(root / scattered)
    assert facts.paragraphs[0].text == "Say Hello Noor\nagain!" and facts.links[0].target == "https://a.example"
    assert facts.links[0].text == "Hello Noor\nagain" and facts.sections[0].header == "Hello Noor\nagain"
    runs = [run for run in facts.paragraphs[0].runs if "Noor" in run.text]
    assert not runs[0].bold  # the look of the first letter that was replaced


def test_notes_boxes_and_their_copies(do: Any, root: Path, foreign: str, parts: Any) -> None:
    done = do.replace_document_text(
        path=foreign,
        replacements=[
            Replacement(find="words", replace="letters"), Replacement(find="Check", replace="x"),
            Replacement(find="7", replace="8"),
        ],
    )  # fmt: skip
    assert [each.item for each in done.failures] == ["Check", "7"]  # a reviewer's words, and a page number
    xml = parts(root / foreign)["word/document.xml"].decode()
    assert xml.count("Boxed letters") == 2 and "Controlled letters" in xml
    assert "Noted letters" in parts(root / foreign)["word/footnotes.xml"].decode()
    assert done.replaced == 4  # each box once: "First words", "Controlled words", "Boxed words", "Noted words"


def test_many_at_once_do_not_meet_each_other(do: Any, root: Path, report: str) -> None:
    swap = [Replacement(find="Rotterdam", replace="Hamburg"), Replacement(find="hamburg", replace="Rotterdam")]
    done = do.replace_document_text(path=report, replacements=swap, match_case=False)
    assert done.by_text == ["'rotterdam': 3", "'hamburg': 1"]
    assert [hit.block for hit in do.find_document_text(path=report, query="HAMBURG").items] == ["2", "3", "9.2.1.1"]


def test_nothing_found_is_an_error(do: Any, root: Path, report: str) -> None:
    before = (root / report).read_bytes()
    for find in ("nowhere", ""):
        with pytest.raises(ToolError):
            do.replace_document_text(path=report, replacements=[Replacement(find=find, replace="x")])
    assert (root / report).read_bytes() == before


def test_format_words_and_blocks(do: Any, root: Path, report: str) -> None:
    done = do.format_document_text(path=report, find="Rotterdam", bold=True, color="accent2", highlight="yellow")
    assert done.reached == 3
    facts: Any = inspect(root / report)
    run = next(run for run in facts.paragraphs[1].runs if run.text == "Rotterdam")
    assert run.bold and run.italic and run.color == "#E07A1F"
    do.format_document_text(path=report, blocks=["2"], align="justify", line_spacing=1.5, space_after=3, indent=20,
                            first_line=-10, font="Georgia")  # fmt: skip
    paragraph = inspect(root / report).paragraphs[1]  # pyright: ignore[reportAttributeAccessIssue]
    assert (paragraph.alignment, paragraph.line, paragraph.after) == ("both", 1.5, 3)
    assert (paragraph.left, paragraph.first) == (20, -10) and {run.font for run in paragraph.runs} == {"Georgia"}
    do.format_document_text(path=report, blocks=["1"], bold=False)
    assert not inspect(root / report).paragraphs[0].runs[0].bold  # pyright: ignore[reportAttributeAccessIssue]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, "nothing to change"), ({"size": 900}, "font size"), ({"color": "blau"}, "no colour"),
        ({"highlight": "pink"}, "marker"), ({"find": "x", "align": "left"}, "no alignment"),
        ({"find": "nowhere", "bold": True}, "is not in"), ({"line_spacing": 0.1}, "out of range"),
    ],
)  # fmt: skip
def test_looks_that_are_none(do: Any, report: str, arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(ToolError, match=words):
        do.format_document_text(path=report, **arguments)


def test_links_are_made_led_elsewhere_and_undone(do: Any, root: Path, report: str) -> None:
    do.add_document_link(path=report, block="2", find="rotterdam", url="https://rtm.example")
    do.add_document_link(path=report, block="2", find="2025", heading="7")
    facts: Any = inspect(root / report)
    assert [(each.text, each.target) for each in facts.links][:2] == [
        ("2025", "#Costs"), ("Rotterdam", "https://rtm.example"),
    ]  # fmt: skip
    assert do.add_document_link(path=report, block="2", find="Rotterdam").target == ""
    texts = [each.text for each in inspect(root / report).links]  # pyright: ignore[reportAttributeAccessIssue]
    assert texts == ["2025", "the ports"]
    for wrong in ({"url": "javascript:x"}, {"url": "https://x", "heading": "1"}, {"url": "https://x", "find": "zzz"}):
        with pytest.raises(ToolError):
            do.add_document_link(path=report, block="2", **wrong)


def test_styles(do: Any, root: Path, report: str) -> None:
    done = do.create_style(path=report, name="Aside", based_on="Normal", size=9, italic=True, space_before=6)
    assert done.style == "Aside" and done.used == 0
    assert do.apply_style(path=report, blocks=["2", "8"], style="aside").reached == 2
    assert do.create_style(path=report, name="Aside", color="#112233").used == 2
    facts: Any = inspect(root / report)
    assert facts.paragraphs[1].style == "Aside" and facts.paragraphs[1].runs[0].size == 9
    assert facts.paragraphs[1].runs[0].color == "#112233" and facts.paragraphs[1].before == 6
    assert do.apply_style(path=report, blocks=["9"], style="Table Grid").style == "Table Grid"
    assert do.apply_style(path=report, blocks=["2"], style="Strong", find="12 %").reached == 1
    used = {each.name: each.used for each in do.list_styles(path=report, used_only=True).items}
    assert used["Aside"] == 2 and used["Table Grid"] == 1 and used["Strong"] == 1 and used["Heading 1"] == 2
    with pytest.raises(ToolError, match="Heading 1"):
        do.apply_style(path=report, blocks=["2"], style="Headline 1")
    with pytest.raises(ToolError, match="itself based"):
        do.create_style(path=report, name="Normal", based_on="Aside")


def test_a_style_of_words_own_is_drawn_where_it_is_missing(do: Any, root: Path, foreign: str) -> None:
    for name in ("Code Block", "Heading 9", "Horizontal Line"):
        assert do.apply_style(path=foreign, blocks=["2"], style=name).style == name
    facts: Any = inspect(root / foreign)
    assert facts.paragraphs[1].style == "Horizontal Line"


def test_a_link_on_words_that_somebody_inserted(do: Any, root: Path, foreign: str, parts: Any) -> None:
    block = next(each.block for each in do.read_document(path=foreign).items if each.text.startswith("Hello"))
    for url in ("https://a.example", "https://b.example"):
        do.add_document_link(path=foreign, block=block, find="ld, new", url=url)
    xml = parts(root / foreign)["word/document.xml"].decode()
    inserted = re.search(r"<w:hyperlink [^>]*><w:ins [^>]*><w:r>.*?new", xml)
    assert inserted and "<w:hyperlink" not in inserted[0].removeprefix("<w:hyperlink") and xml.count("<w:ins ") == 2
    facts: Any = inspect(root / foreign)
    assert {each.target for each in facts.links} == {"https://b.example"} and facts.revisions[0].type == "insertion"
