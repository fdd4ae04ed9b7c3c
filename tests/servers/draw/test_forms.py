"""What callers who know other drawing tools send: names, objects and words that mean what ours mean."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from deskworld_draw.maps import _meant  # pyright: ignore[reportPrivateUsage]
from deskworld_kit import Desk, ToolError
from PIL import Image, ImageDraw

pytestmark = pytest.mark.anyio


async def blob(desk: Desk, tool: str, **arguments: Any) -> bytes:
    said = await desk.call(tool, {"path": "a.png", **arguments})
    assert said.ok, said.error
    return (desk.world.workspace.root / "a.png").read_bytes()


OURS = ["a -> b: go on", "b --> c"]
PLAN = ["Design | 2026-01-05 | 2026-01-16 | One", "Build | 2026-01-19 | 2026-01-23", "Open | 2026-02-02"]


@pytest.mark.parametrize(
    ("tool", "ours", "theirs"),
    [
        (
            "draw_diagram",
            {"kind": "flow", "direction": "right", "edges": OURS},
            {
                "kind": "Flowchart",
                "direction": "LR",
                "edges": [
                    {"from": "a", "to": "b", "label": "go on"},
                    {"source": "b", "target": "c", "style": "dashed"},
                ],
            },
        ),
        ("draw_diagram", {"kind": "org", "edges": ["a -> b"]}, {"kind": "org chart", "edges": [["a", "b"]]}),
        (
            "draw_diagram",
            {"kind": "flow", "nodes": [{"id": "a", "label": "Sure?", "shape": "diamond"}]},
            {"kind": "flow", "nodes": [{"id": "a", "text": "Sure?", "type": "decision"}]},
        ),
        (
            "draw_sequence",
            {"messages": OURS},
            {
                "messages": [
                    {"from": "a", "to": "b", "message": "go on"},
                    {"sender": "b", "receiver": "c", "reply": True},
                ]
            },
        ),
        (
            "draw_gantt",
            {"tasks": PLAN},
            {
                "tasks": [
                    {"name": "Design", "start": "2026-01-05", "end": "2026-01-16", "team": "One"},
                    {"task": "Build", "start_date": "2026-01-19", "duration": 5},
                    {"title": "Open", "date": "2026-02-02", "milestone": True},
                ]
            },
        ),
        (
            "draw_timeline",
            {"events": ["2025 | Founded | By two", "2026 | Sold"]},
            {
                "events": [
                    {"year": 2025, "title": "Founded", "description": "By two"},
                    {"date": "2026", "event": "Sold"},
                ]
            },
        ),
        ("draw_sankey", {"flows": ["a -> b: 12"]}, {"flows": [["a", "b", 12]]}),
        ("draw_sankey", {"flows": ["a -> b: 12"]}, {"flows": [{"source": "a", "target": "b", "value": 12}]}),
        ("draw_word_cloud", {"text": "sea: 3\nshore: 1"}, {"text": {"sea": 3, "shore": 1}}),
        ("make_gradient", {"colors": ["red", "blue"], "size": "90x60"}, {"colors": ["red", "blue"], "size": [90, 60]}),
        ("draw_map", {"focus": ["Germany", "France"]}, {"focus": "Germany, France"}),
        ("draw_map", {"places": [{"lat": 51.9, "lon": 4.5}]}, {"places": [{"latitude": 51.9, "lng": 4.5}]}),
    ],
)
async def test_the_same_is_drawn(desk: Desk, tool: str, ours: dict[str, Any], theirs: dict[str, Any]) -> None:
    assert await blob(desk, tool, **theirs) == await blob(desk, tool, **ours)


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("draw_diagram", {"kind": "flow", "edges": ["a b"]}, "write 'a -> b: words'"),
        ("draw_diagram", {"kind": "flow", "edges": [{"a": 1}]}, "'to' is missing; write 'a -> b: words', or an object"),
        ("draw_diagram", {"kind": "flow", "edges": [{"from": "a: b", "to": "c"}]}, "give a short id"),
        ("draw_diagram", {"kind": "flow", "edges": [{"from": "a", "to": "c", "x": 2}]}, "'x' has no place in it"),
        ("draw_gantt", {"tasks": [{"name": "a", "start": "soon", "days": 3}]}, "'soon' and '3' make no last day"),
        ("draw_gantt", {"tasks": [{"name": "a|b", "start": "2026-01-05"}]}, "holds |"),
        ("draw_timeline", {"events": ["soon | Start"]}, "events: 'soon' is no day; write 2026-01-31"),
        ("draw_timeline", {"events": [{"title": "Start"}]}, "'day' is missing"),
        ("draw_map", {"focus": ["Narnia"]}, "or a part of the world, as Europe"),
        ("draw_sankey", {"flows": ["a -> b"]}, "'a -> b' is no flow; write 'a -> b: 12'"),
        ("draw_sankey", {"flows": ["a -> b: 1", "b -> a: 1"]}, "a loop leads back to 'a'"),
        ("draw_sankey", {"flows": ["a -> b: much"]}, "'much' is no number"),
        ("draw_venn", {"sets": ["A: 3"]}, "2 or 3 sets, not 1"),
        ("draw_venn", {"sets": ["A: 3", "B: 2", "A & B: 5"]}, "the overlaps of 'A' hold more than it does"),
        ("draw_venn", {"sets": ["A: 3", "B: 2", "A & C: 1"]}, "there is no set 'C'"),
        ("draw_word_cloud", {"text": "of the and"}, "no word in it"),
    ],
)
async def test_what_is_no_form_is_refused_with_the_form(
    desk: Desk, root: Path, tool: str, arguments: dict[str, Any], words: str
) -> None:
    said = await desk.call(tool, {"path": "a.png", **arguments})
    assert not said.ok and words in said.error and "Value error" not in said.error
    assert not (root / "a.png").exists()


async def test_no_drawing_replaces_what_it_has_not_made(desk: Desk, root: Path) -> None:
    call = {"path": "a.svg", "kind": "flow", "edges": ["a -> b"]}
    assert (await desk.call("draw_diagram", call)).ok and (await desk.call("draw_diagram", call)).ok
    (root / "a.svg").write_text("mine")
    refused = await desk.call("draw_diagram", call)
    assert "'a.svg' exists; name another, or pass overwrite=true" in refused.error
    assert (root / "a.svg").read_text() == "mine"
    assert (await desk.call("draw_diagram", {**call, "overwrite": True})).ok
    tools = {tool.name: tool.input_schema["properties"] for tool in await desk.list_tools()}
    assert [name for name, given in tools.items() if "path" in given and "overwrite" not in given] == []


def test_what_is_no_number_is_told_with_its_place(do: Any) -> None:
    rows = [["Month", "Sales", "Cost"], ["Jan", 1, 2], ["Feb", "n/a", 3], ["Mar", 4, "-"], ["Apr", None, 5]]
    made = do.draw_chart(path="a.png", kind="line", rows=rows)
    assert made.facts.warnings == ["no number, so left out: 'n/a' in row 2 of 'Sales', '-' in row 3 of 'Cost'"]
    many = [["a", "b"], *([n, "n/a" if n % 2 else n] for n in range(30))]
    assert "and 10 more" in do.draw_chart(path="a.png", kind="line", rows=many).facts.warnings[0]


def test_parts_of_the_world() -> None:
    def codes(name: str) -> set[str]:
        return {each.a2 for each in _meant(name)}

    europe = codes("Europe")
    assert {"FR", "PL", "IS"} <= europe and not {"RU", "TR", "US"} & europe
    assert codes("the Middle East") >= {"SA", "IL", "IR"} and codes("ASEAN") == codes("South East Asia")
    assert codes("north america") >= {"US", "MX", "CU"} and codes("Norden, Japan" if False else "Nordics, Japan") >= {
        "JP"
    }
    assert codes("EU") - europe == {"CY"} and len(codes("EU")) == 27
    assert codes("Iran, Islamic Republic of") == {"IR"}
    with pytest.raises(ToolError, match="no country 'Narnia'"):
        _meant("Narnia, France")


def test_names_at_the_ends_of_a_timeline_stand_over_their_stems(do: Any, root: Path) -> None:
    """The first event's ink reaches as far to one side of its stem as to the other."""
    do.draw_timeline(path="a.png", events=["2025 | Start", "2026 | Middle", "2027 | End"])
    image = Image.open(root / "a.png").convert("L")
    half = image.crop((0, 0, image.width // 3, image.height // 2))
    columns = [min(half.crop((x, 0, x + 1, half.height // 2)).tobytes()) < 128 for x in range(half.width)]
    first, last = columns.index(True), len(columns) - 1 - columns[::-1].index(True)
    dots = [image.getpixel((x, round(image.height * 0.45))) < 160 for x in range(image.width // 3)]
    stem = dots.index(True)
    assert abs((first + last) / 2 - stem) < 6


@pytest.mark.parametrize(
    ("spot", "shape"), [((80, 200), (2400, 400)), ((2300, 200), (2400, 400)), ((300, 1300), (600, 1400))]
)
def test_a_poster_cuts_its_picture_where_nothing_is(do: Any, root: Path, spot: tuple[int, int], shape: Any) -> None:
    image = Image.new("RGB", shape, "#204060")
    ImageDraw.Draw(image).ellipse((spot[0] - 70, spot[1] - 70, spot[0] + 70, spot[1] + 70), fill="#FF8800")
    image.save(root / "a.png")
    made = do.make_poster(path="p.png", title="Here", pictures=["a.png"], size="square", layout="hero")
    shown = Image.open(root / "p.png").convert("RGB")
    orange = sum(abs(r - 255) + abs(g - 136) + b < 60 for r, g, b in shown.get_flattened_data())
    scale = max(1080 / shape[0], 0.24 * 1080 / shape[1])
    assert orange > 0.9 * 3.14 * (70 * scale) ** 2
    assert any("is cut off" in each for each in made.facts.warnings) == (shape[0] < shape[1])


def test_bands_are_as_wide_as_what_flows(do: Any, root: Path) -> None:
    made = do.draw_sankey(path="a.png", flows=["a -> b: 30", "a -> c: 10"])
    assert made.facts.warnings == [] and "2 flows" in made.facts.verified
    image = Image.open(root / "a.png").convert("RGB")
    blue = (11, 107, 176)
    x = next(x for x in range(image.width) if sum(image.getpixel((x, y)) == blue for y in range(image.height)) > 40)
    whole = sum(image.getpixel((x + 4, y)) == blue for y in range(image.height))
    middle = [image.getpixel((image.width // 2, y)) != (255, 255, 255) for y in range(image.height)]
    assert abs(sum(middle) - whole) < 0.06 * whole + 4
    odd = do.draw_sankey(path="a.png", flows=["a -> b: 3", "b -> c: 5"])
    assert odd.facts.warnings == ["not in balance: 'b' gets 3 and gives 5"]


def test_circles_are_as_large_as_their_sets() -> None:
    import math

    from deskworld_draw.venns import _circles, _lens, read  # pyright: ignore[reportPrivateUsage]

    found = read(["Mail: 1,420", "Web: 610", "Mail & Web: 180"])
    (x, _, one), (other_x, _, other) = _circles(found)
    assert math.pi * one**2 == pytest.approx(1420) and math.pi * other**2 == pytest.approx(610)
    assert _lens(one, other, other_x - x) == pytest.approx(180, rel=1e-3)
    assert [found.only(part) for part in found.parts] == [1240, 430, 180]


def test_words_are_as_large_as_they_are_heavy_and_touch_nothing(do: Any, root: Path) -> None:
    from deskworld_draw.clouds import weights_of

    text = "The ships and the Ships' quays: ships! A quay is a quay."
    assert weights_of(text) == [("ships", 3), ("quay", 2), ("quays", 1)]
    made = do.draw_word_cloud(path="a.svg", text="\n".join(f"w{n}: {95 - n}" for n in range(95)), size="500x400")
    assert made.facts.warnings == ["the 90 heaviest of 95 words are shown"]
    blobs: list[bytes] = []
    for _ in range(2):
        do.draw_word_cloud(path="a.png", text="sea: 9\nshore: 5\nÅ: 2")
        blobs.append((root / "a.png").read_bytes())
    assert blobs[0] == blobs[1]
