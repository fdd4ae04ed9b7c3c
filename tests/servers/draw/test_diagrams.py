"""Diagrams, timelines, plans and sequences; and texts that ask Graphviz for what they shall not have."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from deskworld_draw import engine
from deskworld_draw.diagramming import DiagramNode
from deskworld_kit import ToolError
from lxml import etree

TREE = ["Ship -> Hull", "Ship -> Engine: one", "Engine -> Pump", "Ship -> Crew"]


@pytest.mark.parametrize("kind", ["flow", "tree", "org", "mindmap"])
@pytest.mark.parametrize("suffix", ["png", "svg", "pdf"])
def test_every_kind_in_every_form_is_the_same_again(do: Any, root: Path, kind: str, suffix: str) -> None:
    blobs: list[bytes] = []
    for _ in range(2):
        made = do.draw_diagram(path=f"d.{suffix}", kind=kind, edges=TREE, title="A ship")
        blobs.append((root / f"d.{suffix}").read_bytes())
    assert blobs[0] == blobs[1] and made.facts.warnings == []
    assert made.facts.verified.endswith("5 nodes, 4 edges") and len(made.pictures) == 1


def test_a_dark_diagram_is_dark_to_its_edges(do: Any, drawn: Any) -> None:
    for made in (
        do.draw_diagram(path="d.png", kind="flow", edges=TREE, dark=True),
        do.draw_graphviz(path="g.png", dot="digraph { a -> b }", dark=True),
    ):
        shown = drawn(made).convert("RGB")
        assert {shown.getpixel(at) for at in ((1, 1), (shown.width - 3, shown.height - 3))} == {(20, 25, 31)}


def test_nodes_have_shapes_groups_notes_and_markup_is_text(do: Any, root: Path) -> None:
    nodes = [
        DiagramNode(id="a", label='<b>"x" & y\\n</b>', note="a {note} | here", shape="diamond"),
        DiagramNode(id="b", label="データベース", group="Store <1>", shape="cylinder", color="navy"),
        DiagramNode(id="c", parent="a"),
    ]
    made = do.draw_diagram(path="d.svg", kind="flow", nodes=nodes, edges=["a -> b: 50% <i>", "b --> a: back"])
    etree.fromstring((root / "d.svg").read_bytes())
    assert "3 nodes, 3 edges" in made.facts.verified


def test_loops_and_a_hundred_nodes(do: Any) -> None:
    edges = [f"Node {n} -> Node {(n * 7 + 3) % 100}" for n in range(100)]
    made = do.draw_diagram(path="d.png", kind="flow", edges=edges)
    assert "100 nodes, 100 edges" in made.facts.verified and max(made.facts.width, made.facts.height) <= 4000


@pytest.mark.parametrize(
    ("kind", "edges", "words"),
    [
        ("tree", ["a -> b", "b -> a"], "a loop leads back"),
        ("org", ["a -> c", "b -> c"], "'c' has two parents"),
        ("mindmap", ["a -> b", "c -> d"], "one middle"),
        ("flow", ["a b"], "edges: 'a b' is no arrow"),
        ("flow", ["-> b"], "lacks an end"),
        ("flow", [], "nothing to draw"),
        ("flow", [f"a{n} -> b{n}" for n in range(400)], "too many for one diagram"),
    ],
)
def test_what_can_not_be_drawn(do: Any, root: Path, kind: str, edges: list[str], words: str) -> None:
    with pytest.raises(ToolError, match=words):
        do.draw_diagram(path="d.png", kind=kind, edges=edges)
    assert not (root / "d.png").exists()


def test_bad_nodes_are_named(do: Any) -> None:
    for node, words in (
        (DiagramNode(id="a", shape="blob"), "there is no shape 'blob'"),
        (DiagramNode(id="a", parent="zz"), "there is no node 'zz'"),
        (DiagramNode(id="a", color="blurple"), "is no colour"),
    ):
        with pytest.raises(ToolError, match=words):
            do.draw_diagram(path="d.png", kind="flow", nodes=[node])


def test_dot_text_is_dressed_and_drawn(do: Any, root: Path) -> None:
    made = do.draw_graphviz(path="g.svg", dot="digraph { a -> b -> c; c -> a }", title="A \\ round <b>")
    assert made.facts.warnings == [] and b"<script" not in (root / "g.svg").read_bytes()


@pytest.mark.parametrize(
    "dot",
    [
        'digraph { a [image="{file}"] }',
        'digraph { a [label=<<TABLE><TR><TD><IMG SRC="{file}"/></TD></TR></TABLE>>] }',
        'digraph { imagepath="/"; a [image="{file}"] }',
        'digraph { a [shape=custom, shapefile="{file}"] }',
    ],
)
def test_dot_text_gets_no_file(do: Any, root: Path, tmp_path: Path, photo: str, dot: str) -> None:
    """Neither one outside nor one of the workspace: red pixels would show."""
    from PIL import Image

    secret = tmp_path / "secret.png"
    Image.new("RGB", (60, 60), "#ff0000").save(secret)
    with suppress(ToolError):  # refused where the file would be named in the drawing, else left out
        do.draw_graphviz(path="g.png", dot=dot.replace("{file}", str(secret)))
    if not (root / "g.png").exists():
        return
    shown = Image.open(root / "g.png").convert("RGB")
    assert (255, 0, 0) not in {color for _, color in shown.getcolors(1 << 24) or []}


@pytest.mark.parametrize(
    ("dot", "words"),
    [
        ("", "dot: give a graph"),
        ("digraph { a ->", "dot: Graphviz does not understand the text: syntax error"),
        ("hello", "does not understand"),
        ('digraph { size="100000,100000!"; a -> b }', "points large; at most"),
    ],
)
def test_dot_text_that_is_none(do: Any, dot: str, words: str) -> None:
    with pytest.raises(ToolError, match=words):
        do.draw_graphviz(path="g.png", dot=dot)


def test_a_layout_ends_at_the_limit(do: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "LIMIT", 0.001)  # less than a process takes to start
    dot = "graph { layout=neato; " + ";".join(f"n{a} -- n{b}" for a in range(150) for b in range(a)) + "}"
    with pytest.raises(ToolError, match="not laid out within"):
        do.draw_graphviz(path="g.png", dot=dot)


def test_without_graphviz_it_says_how_to_get_it(do: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(ToolError, match="apt-get install graphviz"):
        do.draw_graphviz(path="g.png", dot="digraph { a }")


def test_timelines_of_few_and_many_events(do: Any) -> None:
    few = do.draw_timeline(path="t.png", events=["2021-05 | First ship", "2019 | Founded | In Bergen", "2025 | 百人"])
    assert few.facts.width > few.facts.height and few.facts.warnings == []
    many = [f"Week {n} | Step {n} of the plan that we made | {'A longer word about it. ' * (n % 4)}" for n in range(20)]
    long = do.draw_timeline(path="t.pdf", events=many, title="The plan", dark=True)
    assert long.facts.height > long.facts.width and long.facts.warnings == []
    with pytest.raises(ToolError, match="'2025' is no event"):
        do.draw_timeline(path="t.png", events=["2025"])
    with pytest.raises(ToolError, match="at least one event"):
        do.draw_timeline(path="t.png", events=[])


def test_plans(do: Any) -> None:
    tasks = [
        "Survey of the sea bed | 2026-01-05 | 2026-01-30 | Plan",
        "Cranes arrive | 2026-06-15",
        "Work | 2026-02-01 | 2026-06-01",
    ]
    assert do.draw_gantt(path="p.png", tasks=tasks, title="The quay").facts.warnings == []
    for task, words in (
        ("Work", "is no task"),
        ("A | soon", "'soon' is no day"),
        ("A | 2026-02-02 | 2026-02-01", "ends before"),
    ):
        with pytest.raises(ToolError, match=words):
            do.draw_gantt(path="p.png", tasks=[task])


def test_sequences(do: Any) -> None:
    messages = [
        "User -> Browser: types a name",
        "Browser -> Server: POST /login: now",
        "Server -> Server: check",
        "Server --> User",
    ]
    made = do.draw_sequence(path="s.svg", messages=messages, title="Signing in")
    assert made.facts.verified.endswith("3 actors, 4 messages") and made.facts.warnings == []
    with pytest.raises(ToolError, match="messages: "):
        do.draw_sequence(path="s.svg", messages=[])
    with pytest.raises(ToolError, match="too many"):
        do.draw_sequence(path="s.svg", messages=[f"a{n} -> b{n}" for n in range(20)])


def test_words_that_are_cut_are_told(do: Any) -> None:
    """Whether beside an arrow, in a node or between actors; what fits is not."""
    long = "a label that goes on and on " * 12
    for more in ({"edges": [f"a -> b: {long}"]}, {"edges": [f"{long} -> b"]}):
        assert "cut to 10 lines: 'a label that" in do.draw_diagram(path="d.png", kind="flow", **more).facts.warnings[0]
    told = do.draw_sequence(path="d.png", messages=[f"a -> b: {long}"]).facts.warnings
    assert len(told) == 1 and "cut to" in told[0]
    assert not do.draw_diagram(path="d.png", kind="flow", edges=[f"a -> b: {long[:200]}"]).facts.warnings
