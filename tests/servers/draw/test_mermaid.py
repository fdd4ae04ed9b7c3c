"""Mermaid: its lines read in diagrams and sequences or refused, and its own program that draws it whole."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from deskworld_draw import arrows
from deskworld_kit import ToolError
from lxml import etree


def edges(lines: arrows.Lines) -> list[tuple[str, str, str]]:
    return [(each.source, each.target, each.label) for each in lines.edges]


def test_flowchart_lines_are_read_as_mermaid_means_them() -> None:
    found = arrows.flow(["A[Start] --> B{ok?}", "B -->|yes| C", "B -- no --> D([End])", "C -.-> A"], argument="edges")
    assert edges(found) == [("A", "B", ""), ("B", "C", "yes"), ("B", "D", "no"), ("C", "A", "")]
    assert [each.dashed for each in found.edges] == [False, False, False, True]
    assert found.nodes["B"] == arrows.Said("ok?", "diamond") and found.nodes["D"] == arrows.Said("End", "round")
    text = 'graph LR\nA-->B;\nsubgraph One\nC[(DB)]\nend\n%% no\nB---C & E["a (b) --> c<br/>d"]'
    whole = arrows.flow([text], argument="edges")
    assert edges(whole) == [("A", "B", ""), ("B", "C", ""), ("B", "E", "")] and whole.direction == "right"
    assert [each.heads for each in whole.edges] == ["forward", "none", "none"]
    assert whole.nodes["C"] == arrows.Said("DB", "cylinder", "One") and whole.nodes["E"].label == "a (b) --> c\nd"


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("data[0] --> data[1]", [("data[0]", "data[1]", "")]),
        ("f(x) -> g(x)", [("f(x)", "g(x)", "")]),
        ("Budget (2024) --> Report [final]: x", [("Budget (2024)", "Report [final]", "x")]),
        ("a -> b: x -> y", [("a", "b", "x -> y")]),
        ("a -> b -> c: words", [("a", "b", ""), ("b", "c", "words")]),
        ("R & D --> Sales", [("R & D", "Sales", "")]),
        ("a <-> b", [("a", "b", "")]),
    ],
)
def test_our_own_lines_are_not_taken_for_mermaid(line: str, wanted: list[tuple[str, str, str]]) -> None:
    found = arrows.flow([line], argument="edges")
    assert edges(found) == wanted and not any(said.label for said in found.nodes.values())
    assert all(each.dashed == ("-->" in line) for each in found.edges)


def test_sequence_lines_are_read_as_mermaid_means_them() -> None:
    lines = [
        "sequenceDiagram",
        "participant A as Alice",
        "A->>+B: Hi: you",
        "B-->>-A: Yo",
        "A-)B: later",
        "A <-> B: both",
    ]
    found = arrows.messages(lines, argument="messages")
    assert edges(found) == [("A", "B", "Hi: you"), ("B", "A", "Yo"), ("A", "B", "later"), ("A", "B", "both")]
    assert [each.dashed for each in found.edges] == [False, True, False, False] and found.nodes["A"].label == "Alice"
    assert found.edges[-1].heads == "both" and len(found.nodes) == 2


@pytest.mark.parametrize(
    "lines", [["sequenceDiagram\nA->>B: x\nNote over A: hm"], ["A->>B: x", "loop daily", "end"], ["A-xB: lost"]]
)
def test_what_a_sequence_has_not_is_refused(do: Any, root: Path, lines: list[str]) -> None:
    with pytest.raises(ToolError, match="draw_mermaid draws"):
        do.draw_sequence(path="s.png", messages=lines)
    assert not (root / "s.png").exists()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("graph TD\nA-->B\nstyle A fill:#f00", "draw_mermaid"),
        ("graph BT\nA-->B", "draw_mermaid"),
        ("sequenceDiagram\nA->>B: x", "draw_sequence"),
        ("classDiagram\nA <|-- B", "draw_mermaid"),
    ],
)
def test_what_a_diagram_has_not_is_refused(do: Any, line: str, words: str) -> None:
    with pytest.raises(ToolError, match=words):
        do.draw_diagram(path="d.png", kind="flow", edges=[line])


def test_mermaid_draws_the_same_again_and_nothing_in_it_acts(do: Any, root: Path) -> None:
    text = (
        "```mermaid\n%%{init: {'securityLevel': 'loose'}}%%\ngitGraph\n commit\n branch dev\n commit\n```",
        'flowchart TD\n A["<img src=x onerror=alert(1)>"] -->|yes| B\n click A "javascript:alert(1)"',
    )
    blobs: list[bytes] = []
    for each in (text[0], *text):
        made = do.draw_mermaid(path="m.svg", text=each)
        blobs.append((root / "m.svg").read_bytes())
        assert made.facts.warnings == [] and len(made.pictures) == 1
    assert blobs[0] == blobs[1] and b"javascript" not in blobs[2] and b"onerror" not in blobs[2]
    words = "".join(str(each) for each in etree.fromstring(blobs[2]).itertext())
    assert "yes" in words and "foreignObject" not in blobs[2].decode()


def test_mermaid_comes_from_a_file_and_its_errors_say_the_line(do: Any, root: Path) -> None:
    (root / "plan.md").write_text("# A\n\n```mermaid\nsequenceDiagram\n A->>B: Hi\n```\n")
    made = do.draw_mermaid(path="m.png", source="plan.md", dark=True)
    assert made.facts.verified.endswith("Mermaid: sequence") and max(made.facts.width, made.facts.height) >= 900
    for text, words in (
        ("flowchart TD\n A[ --> B", "line 2, 'A[ --> B': unexpected end of the text"),
        ("%%{init: {}}%%\n\nflowchart TD\n%% why\nA --> B\nB -> C", "line 6, 'B -> C': unexpected '-' (an arrow is"),
        ("sequenceDiagram\n\nA->>B hello", "line 3, 'A->>B hello': unexpected end of the line"),
    ):
        with pytest.raises(ToolError) as refused:
            do.draw_mermaid(path="n.png", text=text)
        assert words in str(refused.value)
    with pytest.raises(ToolError, match="give Mermaid text"):
        do.draw_mermaid(path="n.png")
    assert not (root / "n.png").exists()


def test_mermaid_gets_no_file_of_the_machine(do: Any, root: Path) -> None:
    from PIL import Image

    for place in (root.parent / "secret.png", root / "own.png"):
        Image.new("RGB", (400, 20), "red").save(place)
        with pytest.raises(ToolError, match="is not loaded"):
            do.draw_mermaid(path="m.svg", text=f'flowchart TD\n A@{{ img: "{place.as_uri()}", label: "x" }}\n A --> B')
    assert not (root / "m.svg").exists()
