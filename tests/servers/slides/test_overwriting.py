"""What makes files anew replaces its own work silently, and anything else only when it is told to."""

from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import ToolError


@pytest.mark.parametrize(
    ("tool", "arguments", "made"),
    [
        ("export_deck_pdf", {}, "deck.pdf"),
        ("deck_to_markdown", {}, "deck.md"),
        ("convert_deck", {"target": "deck.odp"}, "deck.odp"),
        ("export_slide_pictures", {"folder": "out", "slides": [1, 4], "width": 200}, "out/deck-04.png"),
        ("extract_deck_pictures", {"folder": "out"}, "out/slide04-image1.png"),
    ],
)
def test_a_file_that_is_there_is_replaced_only_when_asked(
    do: Any, root: Path, deck: str, photo: str, tool: str, arguments: dict[str, Any], made: str
) -> None:
    do.add_slide(path=deck, layout="Blank")
    do.add_slide_picture(path=deck, slide=4, picture=photo)
    theirs = root / made
    theirs.parent.mkdir(exist_ok=True)
    theirs.write_bytes(b"theirs")
    with pytest.raises(ToolError, match="overwrite=true"):
        getattr(do, tool)(path=deck, **arguments)
    assert theirs.read_bytes() == b"theirs" and len(list(theirs.parent.glob("*-*.png"))) <= 1
    getattr(do, tool)(path=deck, overwrite=True, **arguments)
    assert theirs.read_bytes() != b"theirs"
    getattr(do, tool)(path=deck, **arguments)
