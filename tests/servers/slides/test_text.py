"""Text put into shapes, as bullets, formatted, found and replaced, with its look kept."""

import gc
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import ToolError
from deskworld_slides.text import SlotText
from deskworld_slides.words import Replacement
from pptx import Presentation
from pptx.util import Pt


def reopened(root: Path, deck: str, slide: int) -> Any:
    return Presentation(str(root / deck)).slides[slide - 1]


def test_placeholders_are_filled_by_role_name_or_index(do: Any, root: Path, deck: str) -> None:
    do.add_slide(path=deck, layout="Comparison")
    filled = do.fill_placeholders(
        path=deck,
        slide=4,
        texts=[
            SlotText(placeholder="title", text="Two ways"),
            SlotText(placeholder="idx:1", text="Build"),
            SlotText(placeholder="content", text="Own ships\n  Slow"),
            SlotText(placeholder="content", text="Charter"),
            SlotText(placeholder="nonsense", text="x"),
        ],
    )
    assert len(filled.filled) == 4 and filled.failures[0].item == "nonsense" and len(filled.still_open) == 1
    slide = reopened(root, deck, 4)
    assert (
        slide.placeholders[2].text_frame.text == "Own ships\nSlow"
        and slide.placeholders[4].text_frame.text == "Charter"
    )


def test_text_keeps_the_look_it_replaces(do: Any, root: Path, deck: str) -> None:
    do.format_shape_text(path=deck, slide=2, shape="content", find="Rotterdam", bold=True, color="#C00000", size=22)
    do.set_shape_text(path=deck, slide=2, shape="content", text="One\nTwo\nThree\nFour")
    paragraphs = reopened(root, deck, 2).placeholders[1].text_frame.paragraphs
    assert [(p.text, p.level) for p in paragraphs] == [("One", 0), ("Two", 1), ("Three", 0), ("Four", 0)]
    assert paragraphs[1].runs[0].font.size == Pt(22) and paragraphs[1].runs[0].font.bold
    do.set_shape_text(path=deck, slide=2, shape="content", text="")
    assert do.get_slide(path=deck, slide=2).shapes[1].text == ""


@pytest.mark.parametrize("text", ['{"a":1}', "null", "[1]", "true", "123", "a\tb", "ünï → 日本語 😀", "x\x0b\x01y"])
def test_text_stays_text(do: Any, root: Path, deck: str, text: str) -> None:
    do.set_shape_text(path=deck, slide=2, shape="title", text=text)
    assert reopened(root, deck, 2).shapes.title.text_frame.text == text.replace("\x01", "")


def test_a_text_box_needs_no_position(do: Any, deck: str) -> None:
    box = do.add_textbox(path=deck, slide=2, text="A remark").shape
    other = do.add_textbox(path=deck, slide=1, text="On the cover", left=72, top=440, width=200, size=14).shape
    assert box.kind == "text" and box.box.top >= 100
    assert other.box.height < 30
    assert not do.check_deck(path=deck, kinds=["overflow", "off_page"]).items


def test_free_space_begins_below_the_text_of_a_placeholder(do: Any, deck: str) -> None:
    made = do.add_textbox(path=deck, slide=2, text="A remark below the bullets")
    assert made.warnings == [] and 200 < made.shape.box.top < 300


@pytest.mark.parametrize("text", ["bad\x00", "\ufffe"])
def test_control_characters_never_end_a_call_badly(do: Any, deck: str, text: str) -> None:
    for call in (
        lambda: do.set_deck_properties(path=deck, author=text),
        lambda: do.set_footers(path=deck, footer=f"x{text}"),
        lambda: do.format_shape_text(path=deck, slide=2, shape="content", font=f"x{text}"),
        lambda: do.update_shape(path=deck, slide=2, shape="title", name=f"x{text}"),
        lambda: do.create_deck(path="new.pptx", title=f"x{text}", overwrite=True),
    ):
        with suppress(ToolError):
            call()


def test_bullets_are_real(do: Any, root: Path, deck: str) -> None:
    box = do.add_textbox(path=deck, slide=3, text="x", left=60, top=130, width=300).shape
    do.set_bullets(path=deck, slide=3, shape=box.id, bullets=["One", "\tDeeper", "- Two"])
    xml = [p._p for p in reopened(root, deck, 3).shapes[-1].text_frame.paragraphs]
    assert [p.pPr.find("{*}buChar").get("char") for p in xml] == ["•", "–", "•"]
    assert [p.findtext("{*}r/{*}t") for p in xml] == ["One", "Deeper", "Two"]
    do.set_bullets(path=deck, slide=3, shape=box.id, bullets=["One", "Two"], marks="number")
    assert reopened(root, deck, 3).shapes[-1].text_frame.paragraphs[0]._p.pPr.find("{*}buAutoNum") is not None


def test_format_some_words_or_paragraphs(do: Any, root: Path, deck: str) -> None:
    do.format_shape_text(path=deck, slide=2, shape="content", find="12 %", bold=True, font="Cambria", color="accent2")
    do.format_shape_text(path=deck, slide=2, shape="content", paragraphs=[3], italic=True, align="right", space_after=6)
    first, _, third = reopened(root, deck, 2).placeholders[1].text_frame.paragraphs
    assert [(r.text, r.font.bold) for r in first.runs] == [("Up ", None), ("12 %", True)]
    assert first.runs[1].font.name == "Cambria" and third.runs[0].font.italic and third.space_after == Pt(6)
    with pytest.raises(ToolError, match="is not in"):
        do.format_shape_text(path=deck, slide=2, shape="content", find="absent", bold=True)


def test_fit_makes_text_small_enough(do: Any, deck: str) -> None:
    bullets = [
        f"Point {n} with some words that make it a bit longer than short, and then some more of them" for n in range(12)
    ]
    made = do.set_bullets(path=deck, slide=2, shape="content", bullets=bullets)
    assert "overflow" in made.warnings[0]
    fitted = do.fit_shape_text(path=deck, slide=2, shape="content")
    assert fitted.warnings == [] and not do.check_deck(path=deck, slides=[2]).items
    many = do.set_bullets(path=deck, slide=2, shape="content", bullets=bullets * 5)
    assert many.warnings
    assert any("does not fit even at 12" in w for w in do.fit_shape_text(path=deck, slide=2, shape="content").warnings)


def test_replace_reaches_everything_at_once(do: Any, root: Path, foreign: str, photo: str) -> None:
    do.add_slide_table(
        path=foreign, slide=1, rows=[["Slide", "Body"], ["x", "y"]], left=20, top=400, width=200, height=60
    )
    one = do.add_textbox(path=foreign, slide=2, text="Slide in a group", left=10, top=10, width=120).shape.id
    two = do.add_shape(path=foreign, slide=2, form="oval", left=200, top=10).shape.id
    do.group_shapes(path=foreign, slide=2, shapes=[one, two])
    do.set_slide_notes(path=foreign, slide=3, notes="Slide three says Body")
    done = do.replace_deck_text(
        path=foreign,
        replacements=[
            Replacement(find="Slide", replace="Body"), Replacement(find="Body", replace="Slide"),
            Replacement(find="Plan it", replace="Do it"), Replacement(find="absent", replace="x"),
        ],
    )  # fmt: skip
    assert done.failures[0].item == "absent"
    text = "\n".join(f"{s.text}\n{s.notes}" for s in do.extract_deck_text(path=foreign).items)
    assert "Body 1" in text and "Slide of it" in text and "Body in a group" in text and "Body three says Slide" in text
    assert "Do it" in text and "Body\tSlide" in text


def test_replace_goes_across_runs_and_keeps_formats(do: Any, root: Path, deck: str) -> None:
    path = root / deck
    presentation = Presentation(str(path))
    paragraph = presentation.slides[1].placeholders[1].text_frame.paragraphs[0]
    paragraph.runs[0].text = "Hello Wor"
    run = paragraph.add_run()
    run.text = "ld and more"
    run.font.bold = True
    presentation.save(str(path))
    do.replace_deck_text(path=deck, replacements=[Replacement(find="world", replace="there")], match_case=False)
    runs = reopened(root, deck, 2).placeholders[1].text_frame.paragraphs[0].runs
    assert [(r.text, r.font.bold) for r in runs] == [("Hello there", None), (" and more", True)]
    with pytest.raises(ToolError, match="none of these"):
        do.replace_deck_text(path=deck, replacements=[Replacement(find="Hell", replace="x")], whole_words=True)


def test_untouched_placeholders_are_no_text(do: Any, deck: str) -> None:
    texts = do.extract_deck_text(path=deck).items
    assert [t.text for t in texts] == [
        "Harbor Light\nFreight in 2025",
        "Volumes grew\nUp 12 %\n  Rotterdam led\nCosts flat",
        "Open",
    ]
    found = do.check_deck(path=deck).items
    assert [(f.kind, f.slide) for f in found] == [("empty_placeholder", 3)] and found[0].boxes[0].width == 864


def test_find_says_where(do: Any, deck: str) -> None:
    do.set_slide_notes(path=deck, slide=1, notes="Rotterdam first")
    hits = do.find_deck_text(path=deck, query="rotterdam").items
    assert [(h.slide, h.where.split()[0]) for h in hits] == [(1, "notes"), (2, "3")]


def test_where_is_the_same_whenever_garbage_is_collected(do: Any, deck: str) -> None:
    """A collection in the middle takes away what nobody holds, and its place may be given to something else."""
    before = gc.get_threshold()
    gc.set_threshold(1)
    try:
        hits = do.find_deck_text(path=deck, query="o").items
    finally:
        gc.set_threshold(*before)
    assert hits == do.find_deck_text(path=deck, query="o").items
    assert "2 'Title 1'" in {hit.where for hit in hits} and "slide" not in {hit.where for hit in hits}


def test_shapes_not_found_say_what_is_there(do: Any, deck: str) -> None:
    with pytest.raises(ToolError, match="2 'Title 1'"):
        do.set_shape_text(path=deck, slide=2, shape="Subtitle 9", text="x")


def test_a_placeholder_has_one_handle_everywhere(do: Any, deck: str) -> None:
    do.fill_placeholders(path=deck, slide=3, texts=[SlotText(placeholder="idx:1", text="Body")])
    assert do.format_shape_text(path=deck, slide=3, shape="idx:1", bold=True).verified
    assert do.format_shape_text(path=deck, slide=3, shape="idx:0", bold=True).verified


def test_chart_titles_and_diagrams_are_said_once(do: Any, foreign: str) -> None:
    for said in do.extract_deck_text(path=foreign).items:
        for line in said.text.split("\n"):
            third = len(line) // 3
            assert not (third and line == line[:third] * 3), f"slide {said.slide} says {line!r}"


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("We are **number one** here", "**number one**"),
        ("H<sub>2</sub>O", "<sub>2</sub>"),
        ("First<br>second", "<br>"),
        ("See [our page](https://example.com/a)", "[our page](https://example.com/a)"),
        ("## Results", "## Results"),
        ("2**3 and 4**5; f(**a, **b); a < b > c; __init__ of x_1; # of ships; [1] (see p. 3); x <b", ""),
    ],
)
def test_markup_left_as_typed_is_found(do: Any, deck: str, typed: str, found: str) -> None:
    saved = do.add_textbox(path=deck, slide=2, text=typed, left=600, top=330, width=330, size=12)
    leaks = [f.message for f in do.check_deck(path=deck, kinds=["leaking_placeholder"]).items]
    assert ([found in said and "markup" in said for said in leaks] == [True]) if found else leaks == []
    assert any("markup" in said for said in saved.warnings) is bool(found)


def test_words_are_raised_lowered_and_struck(do: Any, root: Path, deck: str) -> None:
    made = do.add_textbox(path=deck, slide=2, text="H2O is not HO2", left=600, top=330, width=300)
    do.format_shape_text(path=deck, slide=2, shape=made.shape.id, find="2", script="subscript")
    do.format_shape_text(path=deck, slide=2, shape=made.shape.id, find="not", strike=True)
    box = next(s for s in reopened(root, deck, 2).shapes if str(s.shape_id) == made.shape.id)
    said = [(r.text, r._r.rPr.get("baseline"), r._r.rPr.get("strike")) for r in box.text_frame.paragraphs[0].runs]
    assert said == [
        ("H", None, None), ("2", "-25000", None), ("O is ", None, None), ("not", None, "sngStrike"),
        (" HO", None, None), ("2", "-25000", None),
    ]  # fmt: skip
    do.format_shape_text(path=deck, slide=2, shape=made.shape.id, script="normal", strike=False)
    box = next(s for s in reopened(root, deck, 2).shapes if str(s.shape_id) == made.shape.id)
    assert {(r._r.rPr.get("baseline"), r._r.rPr.get("strike")) for r in box.text_frame.paragraphs[0].runs} == {
        ("0", "noStrike")
    }
