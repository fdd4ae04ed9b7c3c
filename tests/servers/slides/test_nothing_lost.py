"""A deck that others made keeps every part that an edit does not touch."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from deskworld_slides.charting import ChartSeries
from deskworld_slides.words import Replacement
from lxml import etree


def same(old: bytes, new: bytes, name: str) -> bool:
    if old == new:
        return True
    if name.endswith((".xml", ".rels")):
        return _canonical(old) == _canonical(new)
    return False


def _canonical(xml: bytes) -> Any:
    root = etree.fromstring(xml)
    if root.tag.endswith("}Relationships"):
        return sorted(
            (r.get("Id"), r.get("Type"), r.get("Target").rsplit("/", 1)[-1], r.get("TargetMode")) for r in root
        )
    return etree.tostring(root, method="c14n")


EDITS: list[tuple[str, Callable[[Any, str], Any], set[str]]] = [
    ("text", lambda do, p: do.set_shape_text(path=p, slide=2, shape="title", text="New"), {"slide2.xml"}),
    (
        "replace",
        lambda do, p: do.replace_deck_text(path=p, replacements=[Replacement(find="Slide 3", replace="X")]),
        {"slide3.xml"},
    ),
    ("box", lambda do, p: do.add_textbox(path=p, slide=1, text="Hello"), {"slide1.xml"}),
    (
        "chart",
        lambda do, p: do.update_chart_data(path=p, slide=2, series=[ChartSeries(name="s", values=[4, 5])]),
        {"chart", "xlsx"},
    ),
    ("notes", lambda do, p: do.set_slide_notes(path=p, slide=1, notes="New"), {"notesSlide1.xml"}),
    ("theme", lambda do, p: do.set_theme_fonts(path=p, heading="Cambria"), {"theme1.xml"}),
    ("hidden", lambda do, p: do.set_slide_hidden(path=p, slides=[3]), {"slide3.xml"}),
]  # fmt: skip


@pytest.mark.parametrize(("edit", "touched"), [(e, t) for _, e, t in EDITS], ids=[name for name, _, _ in EDITS])
def test_every_other_part_is_as_it_was(
    do: Any, root: Path, foreign: str, parts: Any, edit: Any, touched: set[str]
) -> None:
    before = parts(root / foreign)
    edit(do, foreign)
    after = parts(root / foreign)
    allowed = {"docProps/core.xml", "[Content_Types].xml"}
    changed = [
        name for name in before
        if name not in allowed and not any(word in name for word in touched)
        and not (name in after and same(before[name], after[name], name))
    ]  # fmt: skip
    assert changed == []
    for word in (
        "diagrams/data1",
        "comments/comment1",
        "oddities/odd1",
        "customXml/item1",
        "media/media1",
        "notesMaster1",
    ):
        assert any(word in name for name in after), word


def test_transition_and_animation_survive_edits_of_their_slide(do: Any, root: Path, foreign: str, parts: Any) -> None:
    do.set_shape_text(path=foreign, slide=1, shape="title", text="New")
    do.add_shape(path=foreign, slide=1, form="oval")
    do.duplicate_slide(path=foreign, slide=1)
    for number in (1, 2):
        xml = parts(root / foreign)[f"ppt/slides/slide{number}.xml"].decode()
        assert "p14:vortex" in xml and 'presetClass="entr"' in xml and 'spid="2"' in xml


def test_duplicating_copies_what_belongs_to_the_slide_only(do: Any, root: Path, foreign: str, parts: Any) -> None:
    do.duplicate_slide(path=foreign, slide=2)
    do.duplicate_slide(path=foreign, slide=4)
    names = list(parts(root / foreign))
    for stem, count in {
        "diagrams/data": 2,
        "comments/comment": 2,
        "charts/chart": 2,
        "media/media": 1,
        "slideLayouts/slideLayout": 11,
    }.items():
        assert sum(f"ppt/{stem}" in name for name in names) == count, stem


def test_the_comments_are_read(do: Any, foreign: str) -> None:
    comment = do.list_slide_comments(path=foreign).items[0]
    assert (comment.slide, comment.author, comment.text) == (2, "Noor Haddad", "Check this")


def test_a_macro_deck_stays_one(do: Any, root: Path, deck: str, parts: Any) -> None:
    import zipfile

    with zipfile.ZipFile(root / deck) as old, zipfile.ZipFile(root / "macro.pptm", "w") as new:
        for name in old.namelist():
            blob = old.read(name).replace(
                b"application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml",
                b"application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml",
            )
            new.writestr(name, blob)
    do.set_shape_text(path="macro.pptm", slide=1, shape="title", text="New")
    assert b"macroEnabled.main+xml" in parts(root / "macro.pptm")["[Content_Types].xml"]
