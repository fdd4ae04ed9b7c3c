"""Cross-references: right when they are made, and right when what they refer to is numbered anew."""

from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import ToolError

TEXT = "# Intro\n\nSee **XX** for more.\n\n1. First\n2. Second\n\nEnd"


@pytest.fixture
def figures(do: Any, photo: str) -> str:
    do.document_from_markdown(path="x.docx", markdown=TEXT)
    do.add_document_picture(path="x.docx", picture=photo, width=100, alt_text="a", caption="The quay")
    return "x.docx"


def texts(do: Any, path: str) -> list[str]:
    return [block.text for block in do.read_document(path=path).items]


def test_a_reference_shows_what_it_leads_to_in_the_look_of_the_words_it_replaces(do: Any, figures: str) -> None:
    assert do.add_cross_reference(path=figures, block="2", to="7", find="XX").shows == "Figure 1"
    assert do.add_cross_reference(path=figures, block="5", to="1").shows == "Intro"
    assert do.add_cross_reference(path=figures, block="5", to="4", number=True).shows == "2"
    assert do.add_cross_reference(path=figures, block="5", to="7", number=True).shows == "1"
    assert texts(do, figures)[1] == "See **Figure 1** for more." and texts(do, figures)[4] == "End Intro 2 1"
    assert do.check_document(path=figures).verdict == "clean"


def test_references_follow_when_captions_are_counted_anew(do: Any, figures: str, photo: str) -> None:
    do.add_cross_reference(path=figures, block="2", to="7", find="XX")
    do.add_document_picture(path=figures, picture=photo, after="1", width=100, alt_text="b", caption="Earlier")
    said = texts(do, figures)
    assert (said[2], said[3], said[8]) == ("Figure 1: Earlier", "See **Figure 2** for more.", "Figure 2: The quay")
    do.move_blocks(path=figures, blocks=["2-3"], after="9")
    assert texts(do, figures)[1] == "See **Figure 1** for more."
    do.move_blocks(path=figures, blocks=["8-9"], after="1")
    do.delete_blocks(path=figures, blocks=["2-3"])
    said = texts(do, figures)
    assert (said[1], said[-1]) == ("See **Figure 1** for more.", "Figure 1: The quay")


def test_counters_that_begin_anew_are_left_alone(do: Any, root: Path, figures: str, photo: str) -> None:
    import docx

    document = docx.Document(str(root / figures))
    for code in document.element.body.iter("{*}instrText"):
        code.text = f"{code.text} \\s 1 "
    document.save(str(root / figures))
    do.add_document_picture(path=figures, picture=photo, after="1", width=100, alt_text="b", caption="Earlier")
    assert texts(do, figures)[-1] == "Figure 1: The quay"


@pytest.mark.parametrize(
    ("given", "says"),
    [({"block": "2", "to": "5"}, "caption, a heading"), ({"block": "2", "to": "1", "number": True}, "no number"),
     ({"block": "2", "to": "1", "find": "absent"}, "not in block"), ({"block": "2", "to": "99"}, "no block 99")],
)  # fmt: skip
def test_what_can_not_be_referred_to_is_said(do: Any, figures: str, given: dict[str, Any], says: str) -> None:
    with pytest.raises(ToolError, match=says):
        do.add_cross_reference(path=figures, **given)
