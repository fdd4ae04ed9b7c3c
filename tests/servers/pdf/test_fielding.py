"""New form fields: real ones in every reader, filled by the tool that fills any form, upright on turned pages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from deskworld_kit import ToolError
from deskworld_pdf.fielding import NewField
from deskworld_pdf.forms import FieldValue
from deskworld_verifiers import form_values, text_in
from servers.pdf.samples import pixels, text_of, turned

Made = Callable[..., str]


@pytest.fixture
def blank(made: Made) -> str:
    return made("blank.pdf", lambda canvas, page: canvas.drawString(40, 370, "Order"), pages=2, size=(400, 400))


def every_kind() -> list[NewField]:
    return [
        NewField(name="name", box=[100, 40, 300, 60], required=True),
        NewField(name="notes", kind="multiline", box=[100, 70, 300, 120]),
        NewField(name="crew", kind="check", box=[100, 130, 120, 150], value=True),
        NewField(name="harbour", kind="choice", box=[100, 160, 200, 180], choices=["Rotterdam", "Bergen"]),
        NewField(name="size", kind="radio", box=[100, 190, 300, 210], choices=["Small", "Größe"], value="Größe"),
        NewField(name="due", kind="date", page=2, box=[100, 40, 200, 60], value="2026-03-31"),
        NewField(name="way", kind="radio", page=2, box=[100, 80, 114, 94], choices=["sea"]),
        NewField(name="way", kind="radio", page=2, box=[150, 80, 164, 94], choices=["rail"]),
    ]


def test_every_kind_is_made_seen_and_filled(do: Any, root: Path, blank: str) -> None:
    done = do.add_pdf_fields(path=blank, fields=every_kind())
    assert done.warnings == [] and len(done.added) == 7 and "7 new fields" in done.verified
    items = {each.name: each for each in do.get_pdf_form(path=blank).items}
    assert {name: each.type for name, each in items.items()} == {
        "name": "text", "notes": "text", "crew": "checkbox", "harbour": "dropdown", "size": "radio", "due": "text",
        "way": "radio",
    }  # fmt: skip
    assert items["name"].required and items["notes"].multiline and items["name"].box == [100, 40, 300, 60]
    assert items["size"].choices == ["Small", "Größe"] and items["way"].choices == ["sea", "rail"]
    assert [items[name].value for name in ("crew", "size", "due", "way")] == ["Yes", "Größe", "2026-03-31", ""]
    assert "Small" in text_of(root / blank)  # the words beside buttons that share a box are content
    with pikepdf.open(root / blank) as pdf:
        form = pdf.Root.AcroForm
        assert "/Helv" in form.DR.Font and "/NeedAppearances" not in form
        for page in pdf.pages:
            assert all("/N" in note.AP and note.F == 4 and note.P.objgen == page.obj.objgen for note in page.Annots)
    values = {
        "name": "Maya", "notes": "two\nlines", "crew": False, "harbour": "Bergen", "size": "Small",
        "due": "2026-04-01", "way": "rail",
    }  # fmt: skip
    filled = do.fill_pdf_form(path=blank, values=[FieldValue(field=name, value=each) for name, each in values.items()])
    assert filled.warnings == [] and filled.empty_required == []
    assert form_values(root / blank)["due"] == "2026-04-01" and form_values(root / blank)["harbour"] == "Bergen"
    do.fill_pdf_form(path=blank, values=[], flatten=True)
    assert text_in(root / blank, 1, (100, 40, 300, 60)) == "Maya" and "2026-04-01" in text_of(root / blank, 2)


def darkest(image: Any, box: tuple[int, int, int, int]) -> tuple[int, int, int, int] | None:
    """Where it is black in a box, counted from the box's corner."""
    return image.crop(box).convert("L").point(lambda value: 255 if value < 60 else 0).getbbox()


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_fields_stand_upright_on_turned_pages(do: Any, root: Path, made: Made, turn: int) -> None:
    """What is seen of a turned page is what is seen of a page that isn't."""
    made("bare.pdf", lambda canvas, page: None, pages=2, size=(400, 400))
    turned(root / "bare.pdf", root / "t.pdf", turn)
    for name in ("bare.pdf", "t.pdf"):
        do.add_pdf_fields(path=name, fields=every_kind())
        do.fill_pdf_form(path=name, values=[FieldValue(field="name", value="Maya Lindqvist")])
    for page in (1, 2):
        plain, other = pixels(root / "bare.pdf", page, 2.0), pixels(root / "t.pdf", page, 2.0)
        for box in ((200, 80, 600, 120), (200, 260, 240, 300), (200, 380, 600, 420)):
            one, two = darkest(plain, box), darkest(other, box)
            assert (one is None) == (two is None)
            assert all(abs(a - b) <= 1 for a, b in zip(one or (), two or (), strict=True))


def test_a_form_that_is_there_is_added_to(do: Any, root: Path, rich: str) -> None:
    before = form_values(root / rich)
    box = do.get_pdf_form(path=rich).items[0].box
    done = do.add_pdf_fields(path=rich, fields=[NewField(name="new", box=box, value="here")])
    assert form_values(root / rich) == {**before, "new": "here"}
    assert any("lies over" in each for each in done.warnings)
    with pytest.raises(ToolError, match="already"):
        do.add_pdf_fields(path=rich, fields=[NewField(name="new", box=[10, 10, 90, 30])])


def test_refusals_leave_the_file(do: Any, root: Path, blank: str) -> None:
    before = (root / blank).read_bytes()
    box = [10.0, 10.0, 90.0, 30.0]
    for fields, words in (
        ([], "1 to 500"),
        ([NewField(name="a.b", box=box)], "without a dot"),
        ([NewField(name="a", box=box), NewField(name="a", box=box)], "already"),
        ([NewField(name="a", box=box, page=3)], "no page 3"),
        ([NewField(name="a", box=[10, 10, 12, 12])], "at least 6"),
        ([NewField(name="a", box=[500, 10, 600, 30])], "off the page"),
        ([NewField(name="a", kind="choice", box=box)], "needs choices"),
        ([NewField(name="a", box=box, choices=["x"])], "no choices"),
        ([NewField(name="a", kind="choice", box=box, choices=["x"], value="y")], "no choice 'y'"),
        ([NewField(name="a", kind="date", box=box, value="tomorrow")], "no date"),
        ([NewField(name="a", kind="radio", box=box, choices=["x", "x"])], "each once"),
        ([NewField(name="a", kind="radio", box=box, choices=list("abcdefgh"))], "too small|wider"),
        ([NewField(name="a", kind="check", box=box, value="perhaps")], "checkbox"),
    ):
        with pytest.raises(ToolError, match=words):
            do.add_pdf_fields(path=blank, fields=fields)
    assert (root / blank).read_bytes() == before
