"""Other servers' names are taken where one of ours can be meant, and only there."""

import pytest
from deskworld_kit import Desk
from deskworld_kit.meaning import renamed
from deskworld_kit.synonyms import known_names, known_value

TOOLS = {
    "merge": ("paths", "target", "start", "overwrite"),
    "rotate": ("path", "degrees", "expand", "output"),
    "picture": ("path", "slide", "picture", "left", "top", "width", "height"),
    "mermaid": ("path", "text", "source", "dark"),
    "import": ("output", "destination", "position"),
    "style": ("path", "shapes", "fill", "angle", "opacity"),
    "extract": ("path", "folder"),
    "searchable": ("paths", "target"),
    "range": ("path", "values", "sheet", "start"),
    "password": ("path", "current", "new"),
}
REQUIRED = {"path", "paths", "target", "degrees", "picture", "values", "folder"}

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("tool", "given", "taken"),
    [
        ("merge", "files output", "paths target"),
        ("merge", "inputPaths output-path", "paths target"),
        ("merge", "paths path", "paths target"),
        ("rotate", "image angle save_as", "path degrees output"),
        ("rotate", "Path Degrees", "path degrees"),
        ("picture", "path image_path x y w h", "path picture left top width height"),
        ("picture", "presentation slide_number image", "path slide picture"),
        ("mermaid", "output code", "path text"),
        ("mermaid", "path input_file", "path source"),
        ("style", "path fillColour", "path fill"),
        ("extract", "pdf output_dir", "path folder"),
        ("extract", "path output", "path folder"),
        ("searchable", "path output", "paths target"),
        ("range", "path data sheet_name start_cell", "path values sheet start"),
        ("password", "path password", "path new"),
        # Two that could be meant, none that could, or one that was given already: left as they are, to be refused.
        ("import", "save_as", "save_as"),
        ("merge", "output save_as", "target save_as"),
        ("rotate", "path file", "path file"),
        ("rotate", "path output output_path", "path output output_path"),
        ("style", "path rotation", "path rotation"),
        ("range", "path slide_index", "path slide_index"),
    ],
)
def test_names(tool: str, given: str, taken: str) -> None:
    known = TOOLS[tool]
    names = given.split()
    strange = [name for name in names if name not in known]
    found = known_names(strange, [name for name in known if name not in names], REQUIRED & set(known))
    assert [found.get(name, name) for name in names] == taken.split()


@pytest.mark.parametrize(
    ("value", "choices", "meant"),
    [
        ("centre", ("left", "center"), "center"),
        ("center", ("top", "middle", "bottom"), "middle"),
        ("center", ("top", "middle", "center"), "center"),
        ("grey", ("rgb", "gray"), "gray"),
        ("ReadOnly", ("read_only", "none"), "read_only"),
        ("jpg", ("jpeg", "png"), "jpeg"),
        (".PNG", ("jpeg", "png"), "png"),
        ("a-b", ("a_b", "ab"), ""),
        (" 90 ", ("90", "-90"), "90"),
        (">", ("greater", "less", "at_least"), "greater"),
        (">=", ("greater", "less", "at_least"), "at_least"),
        ("lessThan", ("greater", "less", "at_most"), "less"),
        ("-90", ("90", "-90"), "-90"),
        ("", ("a", "b"), ""),
        ("purple", ("red", "blue"), ""),
    ],
)
def test_values(value: str, choices: tuple[str, ...], meant: str) -> None:
    assert known_value(value, choices) == meant


async def test_a_server_takes_them(desk: Desk) -> None:
    made = await desk.call("add_note", {"content": "a", "Tags": '["x"]', "places": [{"left": 1, "X": 2}]})
    assert not made.ok and "unknown field 'places.0.left'" in made.error
    made = await desk.call("add_note", {"content": "a", "Tags": '["x"]', "places": [{"X": 2}]})
    assert made.ok and made.structured["text"] == "a" and made.structured["tags"] == ["x"], made.error
    written = await desk.call("write_slowly", {"output_path": "a.txt"})
    assert written.ok and written.structured["path"] == "a.txt"
    refused = await desk.call("write_slowly", {"path": "b.txt", "file": "c.txt"})
    assert "unknown argument 'file'" in refused.error and "valid ones are: path, gate" in refused.error
    assert not (desk.world.workspace.root / "b.txt").exists()
    refused = await desk.call("add_note", {"contant": "a"})
    assert "unknown argument 'contant'" in refused.error and "'text' is missing (What it says)" in refused.error


def test_one_item_s_fields_told_beside_the_others() -> None:
    pair = {"type": "object", "properties": {"find": {}, "replace": {}, "count": {}}, "required": ["find", "replace"]}
    schema = {
        "properties": {"path": {}, "replacements": {"type": "array", "items": {"$ref": "#/$defs/Pair"}}, "case": {}},
        "required": ["path", "replacements"],
        "$defs": {"Pair": pair},
    }
    told = {"path": "a", "find": "x", "replace": "y"}
    assert renamed(told, schema) == {"path": "a", "replacements": [{"find": "x", "replace": "y"}]}
    for other in (
        {"path": "a", "find": "x"},
        {**told, "by": "z"},
        {**told, "replacements": []},
        {"find": "x", "replace": "y"},
    ):
        assert renamed(other, schema) == other, other
