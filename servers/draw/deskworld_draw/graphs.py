"""Flows, trees, organisations and mind maps as Graphviz' graphs: what each kind of them looks like."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from deskworld_kit import ToolError, rgba, say_color
from deskworld_kit.errors import unknown

from deskworld_draw.arrows import Edge, Lines, flow
from deskworld_draw.engine import FONT, edge_dress, graph_dress, made_from, node_dress, oddness, ratio, run
from deskworld_draw.looks import LOOKS, Look, contrast, mixed, text_on
from deskworld_draw.saving import Made
from deskworld_draw.words import cut, listed, plain, wrapped

if TYPE_CHECKING:
    from deskworld_draw.diagramming import DiagramNode

MOST_NODES, MOST_EDGES = 500, 1000
_LINES, _EDGE = 10, 24
"""Of a text, and letters of a line beside an edge, at most."""
_SHAPES = {
    "box": ("box", "filled"),
    "round": ("box", "rounded,filled"),
    "diamond": ("diamond", "filled"),
    "circle": ("circle", "filled"),
    "cylinder": ("cylinder", "filled"),
    "text": ("plaintext", ""),
    "ellipse": ("ellipse", "filled"),
    "hexagon": ("hexagon", "filled"),
    "slanted": ("parallelogram", "filled"),
}
_ALSO = {
    "decision": "diamond", "rhombus": "diamond", "condition": "diamond", "oval": "ellipse", "rect": "box",
    "rectangle": "box", "square": "box", "process": "box", "rounded": "round", "roundrect": "round",
    "rounded_rectangle": "round", "stadium": "round", "pill": "round", "terminal": "round", "terminator": "round",
    "start": "round", "end": "round", "database": "cylinder", "db": "cylinder", "storage": "cylinder",
    "parallelogram": "slanted", "input": "slanted", "output": "slanted", "data": "slanted", "none": "text",
    "plaintext": "text", "label": "text",
}  # fmt: skip


@dataclass(frozen=True)
class Node:
    """A thing, its texts made fit to draw."""

    id: str
    label: str
    note: str = ""
    group: str = ""
    shape: str = "box"
    color: str = ""


@dataclass(frozen=True)
class Things:
    """What a diagram shows, checked: every name that an edge uses is there once."""

    nodes: list[Node]
    edges: list[Edge]
    direction: str = ""
    """That the lines ask for, if any."""

    @classmethod
    def of(
        cls,
        nodes: Sequence[DiagramNode],
        edges: Sequence[str],
        *,
        argument: str = "edges",
        read: Callable[..., Lines] = flow,
    ) -> Things:
        """From a call's arguments, the lines read by `flow` or `messages`.

        Raises:
            ToolError: Nothing to draw, too much, a name given twice, or a parent that is not there.
        """
        if not nodes and not edges:
            raise ToolError("there is nothing to draw; give nodes or edges", argument=argument)
        found: dict[str, Node] = {}
        for each in nodes:
            if each.id in found:
                raise ToolError(f"two nodes have the id {each.id[:60]!r}", argument="nodes")
            color = say_color(rgba(each.color, argument="nodes")[:3]) if each.color else ""
            texts = {name: plain(getattr(each, name), argument="nodes", longest=600) for name in ("note", "group")}
            label = plain(each.label or each.id, argument="nodes", longest=600)
            found[each.id] = Node(each.id, label, shape=_known(each.shape), color=color, **texts)
        lines = read(edges, argument=argument)
        arrows = list(lines.edges)
        for name, said in lines.nodes.items():
            label = plain(said.label or name, argument=argument, longest=600)
            found.setdefault(name, Node(name, label, group=said.group, shape=said.shape or "box"))
        for each in nodes:
            if each.parent:
                if each.parent not in found:
                    raise unknown("node", each.parent, list(found), argument="nodes")
                arrows.append(Edge(each.parent, each.id))
        if len(found) > MOST_NODES or len(arrows) > MOST_EDGES:
            what = f"{len(found)} nodes and {len(arrows)} edges are too many for one diagram"
            raise ToolError(f"{what}; at most {MOST_NODES} and {MOST_EDGES}", argument=argument)
        return cls(list(found.values()), arrows, lines.direction)


def _known(shape: str) -> str:
    wanted = "_".join(shape.strip().casefold().replace("-", " ").replace("_", " ").split()) or "box"
    wanted = _ALSO.get(wanted, wanted)
    if wanted not in _SHAPES:
        raise unknown("shape", shape, _SHAPES, argument="nodes")
    return wanted


def draw(things: Things, kind: str, direction: str, title: str, theme: str, suffix: str) -> Made:
    """A flow, a tree, an organisation or a mind map."""
    look = LOOKS[theme]
    if kind != "flow":
        _one_parent_each(things, kind)
    direction = direction or things.direction
    first = direction or ("right" if kind in ("mindmap", "tree") else "down")
    source = _source(things, kind, first, title, look)
    pdf = run(source, "pdf")
    if not direction and kind != "mindmap" and not 0.55 < ratio(pdf) < 2.6:
        other = _source(things, kind, "down" if first == "right" else "right", title, look)
        turned = run(other, "pdf")
        if oddness(turned) < oddness(pdf):
            source, pdf = other, turned
    made = made_from(source, pdf, suffix)
    if short := _cut_short(things, kind):
        made.warnings.append(f"cut to {_LINES} lines: {listed(short, 3)}; say less")
    return made


def _cut_short(things: Things, kind: str) -> list[str]:
    """Texts of which not all is written."""
    texts = [(each.label, _EDGE) for each in things.edges if kind != "mindmap"]
    for node in things.nodes:
        texts += [(node.label, _width(node)), (node.note, _width(node) + 6)]
    return [text for text, width in texts if len(_lines(text, width)) > _LINES]


def _source(things: Things, kind: str, direction: str, title: str, look: Look) -> str:
    from graphviz import Digraph

    graph = Digraph(graph_attr=graph_dress(look, title), node_attr=node_dress(look), edge_attr=edge_dress(look))
    graph.graph_attr["rankdir"] = "LR" if direction == "right" else "TB"
    if kind == "org":
        graph.graph_attr.update(splines="ortho", ranksep="0.55", nodesep="0.3")
        graph.edge_attr.update(arrowhead="none")
    elif kind in ("tree", "mindmap"):
        graph.graph_attr.update(nodesep="0.16", ranksep="0.7")
        graph.edge_attr.update(arrowhead="none")
    names = {node.id: f"n{number}" for number, node in enumerate(things.nodes)}
    if kind == "mindmap":
        _mind(graph, things, names, look)
        return graph.source
    depth = _depths(things)
    groups: dict[str, list[Node]] = {}
    for node in things.nodes:
        groups.setdefault(node.group, []).append(node)
    for number, (group, members) in enumerate(groups.items()):
        own = _dressing(look, group, number, list(groups)) if group and kind == "flow" else {}
        holder: Any = Digraph(f"cluster_{number}", graph_attr=own) if own else graph
        for node in members:
            accent = _accent(node, kind, depth, look, list(groups))
            holder.node(names[node.id], _label(node, kind), **_shape(node, accent, look, kind))
        if own:
            graph.subgraph(holder)
    for edge in things.edges:
        label = "\n".join(f"  {line}  " for line in _broken(edge.label, _EDGE).split("\n"))
        said = {"xlabel" if kind == "org" else "label": _escaped(label)} if edge.label else {}
        style = {"style": "dashed" if edge.dashed else "solid", "dir": edge.heads}
        graph.edge(names[edge.source], names[edge.target], **style, **said)
    return graph.source


def _dressing(look: Look, group: str, number: int, groups: Sequence[str]) -> dict[str, str]:
    accent = look.palette[(list(groups).index(group)) % len(look.palette)]
    return {
        "label": _escaped(_broken(group, 40)),
        "style": "rounded,filled",
        "color": mixed(accent, look.background, 0.6),
        "fillcolor": mixed(accent, look.background, 0.94),
        "fontname": FONT,
        "fontsize": "13",
        "fontcolor": look.quiet,
        "labeljust": "l",
        "margin": "14",
    }


def _accent(node: Node, kind: str, depth: dict[str, int], look: Look, groups: Sequence[str]) -> str:
    if node.color:
        return node.color
    if node.group:
        return look.palette[groups.index(node.group) % len(look.palette)]
    if kind in ("tree", "org"):
        return look.palette[0]
    return look.palette[0]


def _shape(node: Node, accent: str, look: Look, kind: str) -> dict[str, str]:
    shape, style = _SHAPES[node.shape]
    if kind in ("org", "tree") and node.shape == "box":
        shape, style = "box", "rounded,filled"
    fill = accent if node.color else mixed(accent, look.background, 0.88)
    ink = text_on(fill) if node.color or contrast(look.text, fill) < 4.5 else look.text
    made = {"shape": shape, "style": style, "color": accent, "fillcolor": fill, "fontcolor": ink}
    if node.shape == "diamond":
        made["margin"] = "0.02,0.02"
    return made


def _label(node: Node, kind: str, *, bold: bool = False) -> str:
    """The label over its note, in Graphviz' HTML."""
    width = _width(node)
    lines = [html.escape(line) for line in _broken(node.label, width).split("\n")]
    strong = bold or bool(node.note) or kind == "org"
    made = "<BR/>".join(f"<B>{line}</B>" if strong and line else line for line in lines)
    if node.note:
        notes = "<BR/>".join(html.escape(line) for line in _broken(node.note, width + 6).split("\n"))
        made += f'<BR/><FONT POINT-SIZE="11">{notes}</FONT>'
    return f"<{made or ' '}>"


def _width(node: Node) -> int:
    """Letters of a line in a node."""
    return 22 if node.shape in ("diamond", "circle", "ellipse", "hexagon", "slanted") else 28


def _broken(text: str, width: int) -> str:
    """The text in lines of so many letters, ten at most."""
    lines = _lines(text, width)
    return "\n".join(lines if len(lines) <= _LINES else [*lines[: _LINES - 1], lines[_LINES - 1] + "…"])


def _lines(text: str, width: int) -> list[str]:
    import unicodedata

    def fits(line: str) -> bool:
        return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in line) <= width

    return wrapped(text, fits)


def _escaped(text: str) -> str:
    """A plain label: Graphviz reads backslashes and angle brackets at its ends as its own."""
    from graphviz import escape

    return escape(text)


def _depths(things: Things) -> dict[str, int]:
    children: dict[str, list[str]] = {}
    for edge in things.edges:
        children.setdefault(edge.source, []).append(edge.target)
    below = {edge.target for edge in things.edges}
    depth: dict[str, int] = {}
    waiting = [(node.id, 0) for node in things.nodes if node.id not in below]
    while waiting:
        name, level = waiting.pop(0)
        if name not in depth:
            depth[name] = level
            waiting += [(child, level + 1) for child in children.get(name, [])]
    return {node.id: depth.get(node.id, 0) for node in things.nodes}


def _one_parent_each(things: Things, kind: str) -> None:
    """A tree has no loops and nothing with two parents."""
    parents: dict[str, str] = {}
    for edge in things.edges:
        if edge.target in parents:
            raise ToolError(
                f"{cut(edge.target, 40)!r} has two parents, which a {kind} can't show; draw kind flow", argument="edges"
            )
        parents[edge.target] = edge.source
    for start in parents:
        at, steps = start, 0
        while at in parents and steps <= len(parents):
            at, steps = parents[at], steps + 1
        if steps > len(parents):
            raise ToolError(
                f"a loop leads back to {cut(start, 40)!r}, which a {kind} can't show; draw kind flow", argument="edges"
            )
    if kind == "mindmap" and sum(node.id not in parents for node in things.nodes) != 1:
        raise ToolError("a mind map has one middle: one node without a parent", argument="nodes")


def _mind(graph: Any, things: Things, names: dict[str, str], look: Look) -> None:
    """Branches to both sides of the middle, a colour each: those to the left are arrows turned round."""
    children: dict[str, list[str]] = {}
    for edge in things.edges:
        children.setdefault(edge.source, []).append(edge.target)
    of = {node.id: node for node in things.nodes}
    below = {edge.target for edge in things.edges}
    root = next(node for node in things.nodes if node.id not in below)
    labels = {(edge.source, edge.target): edge.label for edge in things.edges}

    def leaves(name: str) -> int:
        return sum(map(leaves, children.get(name, []))) or 1

    graph.node(
        names[root.id],
        _label(root, "mindmap", bold=True),
        shape="box",
        style="rounded,filled",
        margin="0.3,0.2",
        fontsize="17",
        fillcolor=root.color or look.text,
        color=root.color or look.text,
        fontcolor=text_on(root.color or look.text),
    )
    branches = children.get(root.id, [])
    total, right = sum(map(leaves, branches)), 0
    for number, branch in enumerate(branches):
        is_right = len(branches) < 4 or right + leaves(branch) / 2 <= total / 2
        right += leaves(branch) if is_right else 0
        accent = of[branch].color or look.palette[number % len(look.palette)]
        waiting = [(root.id, branch, 1)]
        while waiting:
            parent, name, level = waiting.pop(0)
            node = of[name]
            color = node.color or accent
            fill = color if level == 1 else mixed(color, look.background, 0.86)
            graph.node(
                names[name],
                _label(node, "mindmap", bold=level == 1),
                shape="box",
                style="rounded,filled",
                fillcolor=fill,
                color=fill,
                fontcolor=text_on(fill),
            )
            ends = (names[parent], names[name]) if is_right else (names[name], names[parent])
            said = labels.get((parent, name), "")
            graph.edge(
                *ends,
                color=accent,
                penwidth="3" if level == 1 else "1.8",
                **({"label": _escaped(said)} if said else {}),
            )
            waiting += [(name, child, level + 1) for child in children.get(name, [])]
