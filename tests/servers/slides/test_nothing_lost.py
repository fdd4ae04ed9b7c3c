"""Every tool that writes, on decks that others made: only the parts that the edit is about may differ."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from deskworld_slides import server
from deskworld_slides.cards import Card
from deskworld_slides.charting import ChartSeries
from deskworld_slides.text import SlotText
from deskworld_slides.words import Replacement
from lxml import etree

from servers.slides import rich

TWO, RELS = r"slides/slide2\.xml", r"slides/_rels/slide2\.xml\.rels"
MAIN = r"ppt/(_rels/)?presentation\.xml"
SERIES = [ChartSeries(name="s", values=[4, 5])]
ON = {"slide": 2}

EDITS: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "import_slides": ({"source": "own.pptx", "slides": [1]}, (MAIN,)),
    "set_deck_properties": ({"author": "Maya"}, ()),
    "add_slide": ({"title": "New", "bullets": ["one"]}, (MAIN,)),
    "duplicate_slide": (ON, (MAIN, r"slides/(_rels/)?slide3", r"notesSlide3.*rels")),
    "move_slides": ({"slides": [3], "position": 1}, (MAIN, r"slides/(_rels/)?slide", "notesSlide.*rels")),
    "delete_slides": ({"slides": [3]}, (MAIN, r"slides/(_rels/)?slide3", "notesSlide3", "modernComment")),
    "set_slide_layout": ({**ON, "layout": "Two Content"}, (TWO, RELS)),
    "set_slide_hidden": ({"slides": [2]}, (TWO,)),
    "set_slide_background": ({"slides": [2], "color": "bg2"}, (TWO,)),
    "fill_placeholders": ({**ON, "texts": [SlotText(placeholder="title", text="New")]}, (TWO,)),
    "set_shape_text": ({**ON, "shape": "title", "text": "New"}, (TWO,)),
    "add_textbox": ({**ON, "text": "New"}, (TWO,)),
    "set_bullets": ({**ON, "shape": "content", "bullets": ["a", "b"]}, (TWO,)),
    "format_shape_text": ({**ON, "shape": "title", "bold": True}, (TWO,)),
    "fit_shape_text": ({**ON, "shape": "Middle", "least": 8}, (TWO,)),
    "replace_deck_text": ({"replacements": [Replacement(find="Plan it", replace="Do it")]}, ("diagrams/data1",)),
    "add_shape": ({**ON, "form": "oval"}, (TWO,)),
    "add_slide_cards": ({**ON, "cards": [Card(heading="A"), Card(heading="B")]}, (TWO,)),
    "update_shape": ({**ON, "shape": "Left", "width": 60, "fill": "accent2"}, (TWO,)),
    "delete_shapes": ({**ON, "shapes": ["Left"]}, (TWO,)),
    "add_connector": ({**ON, "start": "Left", "end": "Right"}, (TWO,)),
    "duplicate_shape": ({**ON, "shape": "Left"}, (TWO,)),
    "set_slide_link": ({**ON, "shape": "Left", "url": "https://harborlight.example"}, (TWO, RELS)),
    "group_shapes": ({**ON, "shapes": ["Left", "Right"]}, (TWO,)),
    "ungroup_shapes": ({**ON, "shape": "Group"}, (TWO,)),
    "align_shapes": ({**ON, "shapes": ["Left", "Right"], "edge": "top"}, (TWO,)),
    "distribute_shapes": ({**ON, "shapes": ["Left", "Middle", "Right"], "direction": "across"}, (TWO,)),
    "set_shape_order": ({**ON, "shape": "Left", "order": "front"}, (TWO,)),
    "add_slide_picture": ({**ON, "picture": "photo.png", "left": 1, "top": 1, "width": 50}, (TWO, RELS)),
    "replace_slide_picture": ({**ON, "shape": "Photo", "picture": "photo.png"}, (TWO, RELS, "media/image1.png")),
    "crop_slide_picture": ({**ON, "shape": "Photo", "left": 10}, (TWO,)),
    "set_alt_text": ({**ON, "shape": "Photo", "text": "Sea"}, (TWO,)),
    "style_shapes": ({**ON, "shapes": ["Left", "Photo"], "shadow": True}, (TWO,)),
    "adjust_slide_picture": ({**ON, "shape": "Photo", "colors": "gray"}, (TWO,)),
    "add_slide_media": ({**ON, "media": "film.mp4", "left": 1, "top": 1, "width": 50}, (TWO, RELS)),
    "add_slide_table": ({**ON, "rows": [["a"], [1]], "left": 1, "top": 1, "width": 90, "height": 60}, (TWO,)),
    "update_slide_table": ({**ON, "values": [["Text"]]}, (TWO,)),
    "edit_table_structure": ({**ON, "action": "insert_rows", "at": 2}, (TWO,)),
    "merge_slide_cells": ({**ON, "rows": [1], "columns": [1, 2]}, (TWO,)),
    "format_slide_table": ({**ON, "rows": [1], "fill": "accent3"}, (TWO,)),
    "add_slide_chart": (
        {**ON, "type": "pie", "categories": ["a", "b"], "series": SERIES, "left": 1, "top": 1, "width": 90,
         "height": 90}, (TWO, RELS)),
    "update_chart_data": ({**ON, "series": SERIES}, (r"charts/chart", r"embeddings/.*Sheet\d*.xlsx")),
    "format_slide_chart": ({**ON, "title": "New"}, (r"charts/chart",)),
    "set_slide_notes": ({**ON, "notes": "New"}, ("notesSlide2",)),
    "set_footers": ({"footer": "Harbor", "slides": [2]}, (TWO,)),
    "add_slide_comment": ({**ON, "text": "Hm", "author": "Maya"}, ("commentAuthors", "comment1", RELS, MAIN)),
    "set_slide_size": ({"size": "16:9"}, (r"(slide|notes)s?/?\w*\.xml", "slideMaster", "slideLayout", MAIN)),
    "set_deck_sections": ({"names": ["All"], "first_slides": [1]}, (MAIN,)),
    "set_slide_transition": ({"slides": [2], "effect": "fade"}, (TWO,)),
    "set_slide_animation": ({**ON, "shapes": ["title"], "effect": "zoom"}, (TWO,)),
    "set_theme_colors": ({"colors": ["accent2=#C8434F"]}, (r"theme/theme",)),
    "set_theme_fonts": ({"heading": "Cambria"}, (r"theme/theme",)),
    "replace_deck_color": ({"find": "#0066CC", "replace": "accent1"}, (TWO,)),
    "replace_deck_font": ({"find": "Calibri", "replace": "Carlito"}, (r"theme/theme", "slideMaster", "slideLayout")),
}  # fmt: skip
ALWAYS = (r"docProps/core\.xml",)
TYPES = "[Content_Types].xml"
GONE = {"set_slide_transition": {"p14:vortex"}}
OTHERS = ("add_slide", "set_shape_text", "update_chart_data", "update_slide_table", "replace_slide_picture",
          "duplicate_slide", "set_slide_notes", "set_footers", "add_shape", "set_theme_fonts")  # fmt: skip


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The decks of others, each made once."""
    folder = tmp_path_factory.mktemp("rich")

    def make(kind: str) -> Path:
        path = folder / f"{kind}.{'pptm' if kind == 'office' else 'pptx'}"
        if not path.exists():
            getattr(rich, kind)(path)
        return path

    return make


@pytest.fixture
def theirs(made: Callable[[str], Path], root: Path, photo: str, do: Any) -> Callable[[str], str]:
    """A deck of another's in the workspace, with what the edits need beside it."""
    (root / "film.mp4").write_bytes(b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom")
    do.create_deck(path="own.pptx", title="Ours")

    def copy(kind: str) -> str:
        shutil.copy(made(kind), root / made(kind).name)
        return made(kind).name

    return copy


def kinds(parts: dict[str, bytes]) -> dict[str, str]:
    """The content type of each part."""
    root = etree.fromstring(parts[TYPES])
    said = {each.get("PartName", "").lstrip("/"): each.get("ContentType") for each in root}
    default = {each.get("Extension", "").lower(): each.get("ContentType") for each in root}
    return {name: said.get(name) or default.get(name.rsplit(".", 1)[-1].lower(), "") for name in parts}


def lost(before: dict[str, bytes], after: dict[str, bytes], about: tuple[str, ...]) -> list[str]:
    """Parts that are not the same bytes though the edit was not about them, the lists of relations among them; the
    list of types may differ where parts are new or gone."""
    about = (*ALWAYS, *about, *((re.escape(TYPES),) if set(before) != set(after) else ()))
    wrong = [
        name
        for name, content in before.items()
        if after.get(name) != content and not any(re.search(pattern, name) for pattern in about)
    ]
    old, new = kinds(before), kinds(after)
    return wrong + [f"{name}: {old[name]} became {new[name]}" for name in old if new.get(name, old[name]) != old[name]]


def test_every_writing_tool_is_tried() -> None:
    writes = {tool.name for tool in server.compiled if tool.mark.kind != "read"}
    new = {"create_deck", "build_deck_from_outline", "extract_deck_pictures", "export_slide_pictures",
           "export_deck_pdf", "convert_deck", "deck_to_markdown",
           "set_deck_password"}  # fmt: skip
    assert writes - new == set(EDITS)


@pytest.mark.parametrize("tool", EDITS)
def test_an_edit_of_a_full_office_deck_leaves_all_else(
    do: Any, root: Path, theirs: Callable[[str], str], parts: Any, tool: str
) -> None:
    path = theirs("office")
    before = parts(root / path)
    arguments, about = EDITS[tool]
    getattr(do, tool)(path=path, **arguments)
    after = parts(root / path)
    assert lost(before, after, about) == []
    main = after["ppt/presentation.xml"].decode()
    assert [mark for mark in rich.DECK_MARKS if mark not in main] == []
    number = 3 if tool == "move_slides" else 2
    slide = after[f"ppt/slides/slide{number}.xml"].decode()
    assert [mark for mark in rich.MARKS if mark not in slide] == sorted(GONE.get(tool, set()))
    assert after != before


@pytest.mark.parametrize("kind", ["google", "libre"])
@pytest.mark.parametrize("tool", OTHERS)
def test_an_edit_of_a_google_or_libreoffice_deck_leaves_all_else(
    do: Any, root: Path, theirs: Callable[[str], str], parts: Any, kind: str, tool: str
) -> None:
    path = theirs(kind)
    before = parts(root / path)
    arguments, about = EDITS[tool]
    getattr(do, tool)(path=path, **arguments)
    after = parts(root / path)
    assert lost(before, after, about) == []
    assert kind != "google" or b"slidesCustomData" in after["ppt/presentation.xml"]


def test_a_slide_moved_or_copied_takes_everything_along(
    do: Any, root: Path, theirs: Callable[[str], str], parts: Any
) -> None:
    path = theirs("office")
    before = parts(root / path)
    do.move_slides(path=path, slides=[2], position=3)
    do.duplicate_slide(path=path, slide=3)
    do.duplicate_slide(path=path, slide=4)
    after = parts(root / path)
    for number in (3, 4, 5):
        slide = after[f"ppt/slides/slide{number}.xml"].decode()
        assert [mark for mark in rich.MARKS if mark not in slide] == [] and 'spid="2"' in slide
    stems = {"diagrams/data": 3, "comments/comment": 3, "charts/chart": 3, "ink/ink": 3, "tags/tag": 4,
             "notesSlides/notesSlide": 5, "slideLayouts/slideLayout": 12, "slideMasters/slideMaster": 2}  # fmt: skip
    for stem, count in stems.items():
        assert sum(name.startswith(f"ppt/{stem}") for name in after) == count, stem
    pictures = {name for name in before if "/media/" in name}
    assert pictures == {name for name in after if "/media/" in name}, "shared pictures are not copied"


def test_what_a_newer_powerpoint_drew_is_a_shape_like_others(
    do: Any, root: Path, theirs: Callable[[str], str], parts: Any
) -> None:
    """A 3D model and ink, each between alternatives: moved, ordered, copied and deleted with all of them."""
    path = theirs("office")
    there = {shape.name: shape for shape in do.get_slide(path=path, slide=2).shapes}
    assert {"Model 92", "Ink 91"} <= set(there)
    do.update_shape(path=path, slide=2, shape="Model 92", left=100, top=50)
    do.set_shape_order(path=path, slide=2, shape="Model 92", order="back")
    slide = parts(root / path)["ppt/slides/slide2.xml"].decode()
    assert slide.count('<a:off x="1270000" y="635000"/>') == 2 and slide.index("am3d:model3d") < slide.index("Slide 2")
    copied = do.duplicate_shape(path=path, slide=2, shape="Model 92", to_slide=3).shape
    slide = parts(root / path)["ppt/slides/slide3.xml"].decode()
    assert slide.count("AlternateContent") == 2 and slide.count(f'id="{copied.id}"') == 2
    do.delete_shapes(path=path, slide=2, shapes=["Model 92"])
    slide = parts(root / path)["ppt/slides/slide2.xml"].decode()
    assert "model3d" not in slide and "p:contentPart" in slide


def test_ink_that_stands_bare_stops_no_tool(do: Any, root: Path, theirs: Callable[[str], str], parts: Any) -> None:
    """Programs other than PowerPoint write it without alternatives; python-pptx has no class for it."""
    path = theirs("office")
    package = rich.Package(root / path)
    name = "ppt/slides/slide2.xml"
    found = re.search(r"<p:contentPart.*?</p:contentPart>", package.parts[name].decode(), re.S)
    assert found
    bare = found.group().replace("<p:contentPart", f'<p:contentPart xmlns:p14="{rich._P14}"', 1).replace('"91"', '"97"')
    package.parts[name] = package.parts[name].decode().replace("</p:spTree>", f"{bare}</p:spTree>").encode()
    package.save()
    assert "Model 92" in [shape.name for shape in do.get_slide(path=path, slide=2).shapes]
    do.set_shape_text(path=path, slide=2, shape="title", text="New")
    do.add_textbox(path=path, slide=2, text="Free")
    do.group_shapes(path=path, slide=2, shapes=["Right", "Left"])
    do.duplicate_slide(path=path, slide=2)
    assert [parts(root / path)[f"ppt/slides/slide{n}.xml"].count(b"<p:contentPart") for n in (2, 3)] == [2, 2]


def test_ungrouping_keeps_what_a_newer_powerpoint_drew(
    do: Any, root: Path, theirs: Callable[[str], str], parts: Any
) -> None:
    path = theirs("office")
    package = rich.Package(root / path)
    slide = package.parts["ppt/slides/slide2.xml"].decode()
    model = re.search(r"<mc:AlternateContent[^>]*><mc:Choice xmlns:am3d.*?</mc:AlternateContent>", slide, re.S)
    assert model
    slide = slide.replace(model.group(), "").replace("</p:grpSp>", f"{model.group()}</p:grpSp>", 1)
    package.parts["ppt/slides/slide2.xml"] = slide.encode()
    package.save()
    placed = do.ungroup_shapes(path=path, slide=2, shape="Group").shapes
    assert "Model 92" in [each.name for each in placed]
    after = parts(root / path)["ppt/slides/slide2.xml"].decode()
    assert "am3d:model3d" in after and "p:grpSp>" not in after.replace("p:nvGrpSpPr", "")


def test_a_deleted_slide_takes_its_own_along_and_no_more(
    do: Any, root: Path, theirs: Callable[[str], str], parts: Any
) -> None:
    path = theirs("office")
    do.delete_slides(path=path, slides=[2])
    names = set(parts(root / path))
    assert not any("diagrams" in name or "charts" in name or "ink" in name for name in names)
    assert {"ppt/vbaProject.bin", "ppt/tags/tag2.xml", "ppt/fonts/font1.fntdata", "customXml/itemProps1.xml"} <= names


def test_comments_of_both_kinds_are_read(do: Any, theirs: Callable[[str], str]) -> None:
    found = [(each.slide, each.author, each.text) for each in do.list_slide_comments(path=theirs("office")).items]
    assert found == [(2, "Noor Haddad", "Check this"), (3, "Ola", "And this")]


def test_what_nothing_points_to_and_what_points_to_nothing_stays(
    do: Any, root: Path, theirs: Callable[[str], str], parts: Any, photo: str
) -> None:
    """A member beside all relations, and a relation to a part that is gone: its id is not given to a new picture."""
    path = theirs("office")
    package = rich.Package(root / path)
    rels = "ppt/slides/_rels/slide2.xml.rels"
    free = next(f"rId{n}" for n in range(1, 99) if f'"rId{n}"' not in package.parts[rels].decode())
    package.relate("ppt/slides/slide2.xml", free, "image", "../media/NULL")
    package.parts["ppt/left/over.bin"] = b"\0left"
    package.save()
    before = parts(root / path)
    do.set_shape_text(path=path, slide=2, shape="title", text="New")
    assert lost(before, parts(root / path), (TWO,)) == []
    do.add_slide_picture(path=path, slide=2, picture=photo, left=1, top=1, width=50)
    after = parts(root / path)
    assert lost(before, after, (TWO, RELS)) == [] and list(after)[: len(before)] == list(before)
    said = {rel.get("Id"): (rel.get("Target"), rel.get("TargetMode")) for rel in etree.fromstring(after[rels])}
    assert said[free] == ("../media/NULL", None)


def test_a_macro_deck_stays_one(do: Any, root: Path, theirs: Callable[[str], str], parts: Any) -> None:
    path = theirs("office")
    do.set_shape_text(path=path, slide=1, shape="title", text="New")
    after = parts(root / path)
    assert b"macroEnabled.main+xml" in after["[Content_Types].xml"]
    assert after["ppt/vbaProject.bin"].endswith(b"macros")
