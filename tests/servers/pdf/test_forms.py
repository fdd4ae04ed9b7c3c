"""Forms of several makers, filled in so that the file itself shows it, in any script, and made plain content."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pikepdf
import pytest
from deskworld_kit import ToolError
from deskworld_pdf.forms import FieldValue
from deskworld_verifiers import form_values, text_in
from PIL import ImageChops
from servers.pdf.samples import pixels, text_of, turned


def values(**given: str | bool) -> list[FieldValue]:
    return [FieldValue(field=name.replace("__", "."), value=value) for name, value in given.items()]


@pytest.fixture
def order(root: Path) -> str:
    """A form as other programs make them: nested names, radio buttons, a list, a comb, boxes without any look."""
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page(page_size=(400, 400))
        notes, fields = pikepdf.Array(), pikepdf.Array()

        def widget(box: list[int], **more: Any) -> Any:
            note = pikepdf.Dictionary(
                Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Widget, Rect=box, F=4, P=page.obj, **more
            )
            note = pdf.make_indirect(note)
            notes.append(note)
            return note

        parent = pdf.make_indirect(pikepdf.Dictionary(T="person", FT=pikepdf.Name.Tx))
        first = widget([50, 350, 200, 370], T="first", Parent=parent, DA="/Helv 0 Tf 0 0 1 rg")
        story = widget([50, 250, 200, 340], T="story", Parent=parent, Ff=1 << 12, Q=1)
        parent.Kids = pikepdf.Array([first, story])
        radio = pdf.make_indirect(
            pikepdf.Dictionary(T="way", FT=pikepdf.Name.Btn, Ff=1 << 15, Opt=["By sea", "By land"])
        )
        radio.Kids = pikepdf.Array(
            [widget([250, 350, 265, 365], Parent=radio), widget([250, 320, 265, 335], Parent=radio)]
        )
        comb = widget([50, 200, 200, 220], T="code", FT=pikepdf.Name.Tx, MaxLen=6, Ff=1 << 24,
                      MK=pikepdf.Dictionary(BC=[0], BG=[0.9, 0.9, 1]))  # fmt: skip
        goods = widget([250, 200, 350, 260], T="goods", FT=pikepdf.Name.Ch, Ff=1 << 21,
                       Opt=[["w", "Wine"], ["c", "Cork"], ["s", "Salt"]])  # fmt: skip
        fixed = widget([50, 150, 200, 170], T="fixed", FT=pikepdf.Name.Tx, Ff=1, V="as it is")
        must = widget([50, 120, 200, 140], T="must", FT=pikepdf.Name.Tx, Ff=2)
        fields.extend([parent, radio, comb, goods, fixed, must])
        page.obj.Annots = notes
        pdf.Root.AcroForm = pikepdf.Dictionary(Fields=fields, DA="/Helv 11 Tf 0 g", NeedAppearances=True)
        pdf.save(root / "order.pdf")
    return "order.pdf"


def test_every_kind_of_field(do: Any, root: Path, order: str) -> None:
    items = {each.name: each for each in do.get_pdf_form(path=order).items}
    assert {name: each.type for name, each in items.items()} == {
        "person.first": "text", "person.story": "text", "way": "radio", "code": "text", "goods": "list",
        "fixed": "text", "must": "text",
    }  # fmt: skip
    assert items["goods"].choices == ["Wine", "Cork", "Salt"] and items["code"].max_length == 6
    assert items["person.story"].multiline and items["must"].required and items["person.first"].box == [50, 30, 200, 50]
    blank = pixels(root / order, forms=True)
    done = do.fill_pdf_form(
        path=order,
        values=values(
            person__first="Zoë Ωmega 草稿", person__story="One line\nand " + "many more words " * 8, way="By land",
            code="AB12", goods="Wine\nSalt",
        ),
    )  # fmt: skip
    assert done.empty_required == ["must"] and done.warnings == []
    assert form_values(root / order) == {
        "person.first": "Zoë Ωmega 草稿", "person.story": "One line\nand " + "many more words " * 8, "way": "1",
        "code": "AB12", "goods": "w\ns", "fixed": "as it is", "must": "",
    }  # fmt: skip
    assert "way: By land" in done.filled and "goods: Wine\nSalt" in done.filled
    changed = ImageChops.difference(blank, pixels(root / order, forms=True)).getbbox()
    assert changed is not None
    do.fill_pdf_form(path=order, values=[], flatten=True, target="flat.pdf")
    assert "as it is" in text_of(root / "flat.pdf")  # no look came with it
    with pikepdf.open(root / order) as pdf:
        assert "/NeedAppearances" not in pdf.Root.AcroForm


def test_flattened_it_is_text_on_the_page_in_its_place(do: Any, root: Path, order: str) -> None:
    given = values(person__first="Maya", code="AB12", way="By sea")
    do.fill_pdf_form(path=order, values=given, flatten=True, target="flat.pdf")
    assert form_values(root / "flat.pdf") == {} and do.get_pdf_form(path="flat.pdf").total == 0
    assert text_in(root / "flat.pdf", 1, (50, 30, 200, 50)) == "Maya"
    assert "AB12" in "".join(text_in(root / "flat.pdf", 1, (50, 180, 200, 200)).split())
    assert form_values(root / order)["code"] == ""


def test_on_a_turned_page_the_look_stands_in_its_box(do: Any, root: Path, report: str) -> None:
    for turn in (90, 180, 270):
        turned(root / "form.pdf", root / "t.pdf", turn)
        do.fill_pdf_form(path="t.pdf", values=values(name="Maya"), flatten=True)
        assert "Maya" in text_of(root / "t.pdf")


def test_filling_again_replaces_and_boxes_go_off(do: Any, root: Path, report: str) -> None:
    do.fill_pdf_form(path="form.pdf", values=values(name="One", crew=True, harbour="Rotterdam"))
    first = pixels(root / "form.pdf", forms=True)
    do.fill_pdf_form(path="form.pdf", values=values(name="Two", crew="off"))
    assert form_values(root / "form.pdf") == {"name": "Two", "crew": "Off", "harbour": "Rotterdam"}
    assert ImageChops.difference(first, pixels(root / "form.pdf", forms=True)).getbbox() is not None


def test_text_that_does_not_fit_is_said(do: Any, root: Path, report: str) -> None:
    done = do.fill_pdf_form(path="form.pdf", values=values(name="W" * 60))
    assert any("longer than the field shows" in each for each in done.warnings)


def test_refusals_change_nothing(do: Any, root: Path, order: str) -> None:
    before = (root / order).read_bytes()
    for given, words in (
        (values(nobody="x"), "no field 'nobody'"),
        (values(fixed="x"), "read-only"),
        (values(code="1234567"), "takes 6 characters"),
        (values(person__first="a\nb"), "one line"),
        (values(way="By air"), "By sea"),
        (values(way=True), "several buttons"),
        (values(goods="Gold"), "Wine"),
        (values(person__first=True), "give it text"),
        ([], "at least one value"),
    ):
        with pytest.raises(ToolError, match=words):
            do.fill_pdf_form(path=order, values=given)
    assert (root / order).read_bytes() == before


def test_a_file_without_a_form(do: Any, report: str) -> None:
    assert do.get_pdf_form(path=report).total == 0
    with pytest.raises(ToolError, match="no form fields"):
        do.fill_pdf_form(path=report, values=values(x="y"))
