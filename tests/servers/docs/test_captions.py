"""Captions count wherever they come from: tools, Markdown, or words that were typed."""

from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import ToolError

TEXT = """# Traffic

![Quay](photo.png "Ships a day")

*Words.*

![Quay](photo.png)

*Figure 2: Typed under it*

Table 1: Costs

| a | b |
| --- | --- |
| 1 | 2 |

Words.

| a | b |
| --- | --- |
| 1 | 2 |

: Said below

![Quay](photo.png)

Figure 9: Of another count
"""


def captions(do: Any, path: str) -> list[str]:
    return [each.text for each in do.read_document(path=path).items if each.style == "Caption"]


@pytest.fixture
def counted(do: Any, photo: str) -> str:
    made = do.document_from_markdown(path="c.docx", markdown=TEXT)
    assert made.warnings == ["the caption 'Figure 9: Of another count' stays as typed: counted it would be Figure 3"]
    return "c.docx"


def test_markdown_has_captions_by_title_by_words_and_beside_tables(do: Any, counted: str) -> None:
    said = ["Figure 1: Ships a day", "Figure 2: Typed under it", "Table 1: Costs", "Table 2: Said below"]
    assert captions(do, counted) == said
    assert do.add_cross_reference(path=counted, block="4", to="6").shows == "Figure 2"
    do.document_to_markdown(path=counted, target="c.md")
    do.document_from_markdown(path="again.docx", source="c.md")
    assert captions(do, "again.docx") == said


def test_what_is_typed_as_a_caption_counts_by_every_way_in(do: Any, counted: str, photo: str) -> None:
    assert do.insert_block(path=counted, text="Figure 7: **First** of all", style="Caption", after="1").text == (
        "Figure 1: **First** of all"
    )
    do.add_document_picture(path=counted, picture=photo, caption="Fig. 1 – Quay", alt_text="q", width=90)
    assert captions(do, counted)[-1] == "Fig. 4: Quay"
    do.insert_block(path=counted, text="Abbildung 1: Kai")
    last = do.read_document(path=counted).total
    do.apply_style(path=counted, blocks=[str(last)], style="Caption")
    assert do.add_cross_reference(path=counted, block="1", to=str(last)).shows == "Abbildung 1"
    assert captions(do, counted)[:2] == ["Figure 1: **First** of all", "Figure 2: Ships a day"]


def test_a_typed_caption_of_another_program_is_found_and_mended(do: Any, root: Path, photo: str) -> None:
    import docx

    document = docx.Document()
    document.add_picture(str(root / photo), width=914400)
    document.add_paragraph("Figure 1: Typed")
    document.add_paragraph("Figure 2 shows no picture.")
    document.add_paragraph("Table 3. Lonely", style="Caption")
    document.save(str(root / "t.docx"))
    found = [(each.kind, each.block) for each in do.check_document(path="t.docx", kinds=["typed_caption"]).items]
    assert found == [("typed_caption", 2), ("typed_caption", 4)]
    assert do.set_document_caption(path="t.docx", block="2").shows == "Figure 1: Typed"
    assert do.add_cross_reference(path="t.docx", block="3", to="4").shows == "Table 1"
    assert do.check_document(path="t.docx", kinds=["typed_caption"]).total == 0


def test_captions_come_to_what_stands_there_and_are_worded_anew(do: Any, counted: str, report: str) -> None:
    last = do.read_document(path=counted).total
    do.delete_blocks(path=counted, blocks=[str(last)])
    assert do.set_document_caption(path=counted, block=str(last - 1), text="The third").shows == "Figure 3: The third"
    do.add_cross_reference(path=counted, block="4", to=str(last))
    assert do.set_document_caption(path=counted, block="2", text="Boats").shows == "Figure 1: Boats"
    assert do.update_block(path=counted, block=str(last), text="The *last*").text == "Figure 3: The *last*"
    do.delete_blocks(path=counted, blocks=["2-3"])
    assert captions(do, counted)[-1] == "Figure 2: The *last*"
    assert "Figure 2" in do.read_document(path=counted, blocks=["2"]).items[0].text
    table = next(each.block for each in do.read_document(path=report).items if each.kind == "table")
    made = do.set_document_caption(path=report, block=table, text="Table 4: Tonnes")
    assert (made.shows, made.block) == ("Table 1: Tonnes", table)
    with pytest.raises(ToolError, match="no picture, no table"):
        do.set_document_caption(path=report, block="2", text="x")
