"""Lines that say what goes where: 'a -> b: words' as people jot it down, and Mermaid's, which models know by heart.

Both look alike and mean other things: in ours `-->` is dashed and a name is all that stands there; in Mermaid's it is
an ordinary arrow, and `A[Start]` is a node A that is called Start. So the lines of a call are read as one of the two,
by marks that ours never has, and what is Mermaid's and can't be drawn here is refused instead of drawn as a name.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from deskworld_kit import ToolError

from deskworld_draw.words import plain

_OURS = re.compile(r"^(.*?)(?:\s*:\s(.*)|\s*:\s*)?$", re.DOTALL)
_ARROW = re.compile(r"\s*(<?-->|<?->)\s*")
_HEADER = re.compile(r"^\s*(?:graph|flowchart(?:-elk)?)(?:\s+(TD|TB|BT|LR|RL))?\s*;?\s*$", re.IGNORECASE)
_OTHERS = re.compile(
    r"^\s*(sequenceDiagram|classDiagram|stateDiagram|erDiagram|gantt|pie|mindmap|journey|gitGraph|timeline|quadrantChart"
    r"|requirementDiagram|C4\w+|sankey(?:-beta)?|xychart(?:-beta)?|block(?:-beta)?|kanban|architecture(?:-beta)?)\b[^\n>]*$"
)
_LINK = re.compile(
    r"\s*(?P<back><)?(?:(?P<open>--|==|-\.)\s+(?P<infix>[^\s|<>-][^|<>]*?)\s+)?"
    r"(?P<body>-+\.+->|\.+->|-+\.+-|==+>|===+|--+[xo](?=\s)|-+>|---+)(?:\s*\|(?P<label>[^|]*)\|)?\s*"
)
_END = re.compile(
    r"^(?P<id>\w[\w.-]*)(?P<box>[\[({>].*[\])}])?(?:\s*:::\s*[\w-]+)?(?:\s*:\s+(?P<label>.*))?$", re.DOTALL
)
_BOXES = (
    ("(((", ")))", "circle"), ("((", "))", "circle"), ("([", "])", "round"), ("[(", ")]", "cylinder"),
    ("[[", "]]", "box"), ("{{", "}}", "box"), ("[/", "/]", "box"), ("[\\", "\\]", "box"), ("[/", "\\]", "box"),
    ("[\\", "/]", "box"), ("[", "]", "box"), ("(", ")", "round"), ("{", "}", "diamond"), (">", "]", "box"),
)  # fmt: skip
_FLOW_ONLY = re.compile(r"^\s*(style|classDef|class|linkStyle|click|direction|accTitle|accDescr)\b\s*\S")
_SENT = re.compile(
    r"^(?P<a>.+?)\s*(?P<arrow><<-->>|<<->>|<-->|<->|-->>|->>|--\)|-\)|--x(?=\s|\w)|-x(?=\s|\w)|-->|->)\s*[+-]?\s*"
    r"(?P<b>[^:]+?)\s*(?::\s*(?P<text>.*))?$",
    re.DOTALL,
)
_SEQUENCE_ONLY = re.compile(
    r"^\s*(note\s+(over|left of|right of)|loop|alt|else|opt|par|and|critical|option|break|rect|end|activate|deactivate"
    r"|autonumber|box|title|create|destroy|links?)\b",
    re.IGNORECASE,
)
_WHOLE = "draw_mermaid draws Mermaid text whole"


@dataclass(frozen=True)
class Edge:
    """An arrow between two things."""

    source: str
    target: str
    label: str = ""
    dashed: bool = False
    heads: str = "forward"
    """Or none, or both."""


@dataclass(frozen=True)
class Said:
    """What lines say of a node: its label, shape and group, each empty where they don't."""

    label: str = ""
    shape: str = ""
    group: str = ""


@dataclass
class Lines:
    """What lines of either sort say."""

    edges: list[Edge] = field(default_factory=list[Edge])
    nodes: dict[str, Said] = field(default_factory=dict[str, Said])
    """In the order in which they are named first."""
    direction: str = ""

    def name(self, name: str, said: Said | None = None) -> None:
        held, said = self.nodes.get(name, Said()), said or Said()
        self.nodes[name] = Said(said.label or held.label, said.shape or held.shape, held.group or said.group)

    def join(self, edge: Edge) -> None:
        self.name(edge.source)
        self.name(edge.target)
        self.edges.append(edge)


def flow(texts: Sequence[str], *, argument: str) -> Lines:
    """Arrows of a diagram.

    Raises:
        ToolError: A line is of neither sort, or is Mermaid's and can't be drawn here.
    """
    lines = _lines(texts, argument)
    if lines and (other := _OTHERS.match(lines[0])):
        tool = "draw_sequence" if other[1] == "sequenceDiagram" else "draw_mermaid"
        raise ToolError(f"a Mermaid {other[1]} is no flowchart; draw it with {tool}", argument=argument)
    if _is_mermaid(lines):
        return _mermaid_flow(lines, argument)
    found = Lines()
    for line in lines:
        for edge in _ours(line, argument):
            found.join(edge)
    return found


def messages(texts: Sequence[str], *, argument: str) -> Lines:
    """Messages of a sequence, from top to bottom.

    Raises:
        ToolError: As `flow`.
    """
    lines = _lines(texts, argument)
    found = Lines()
    is_mermaid = any(re.match(r"\s*sequenceDiagram\b", line) or re.search(r"->>", line) for line in lines)
    for line in lines:
        if re.fullmatch(r"\s*(sequenceDiagram|%%.*)\s*", line):
            continue
        arrow = "->" in line
        actor = re.match(r"^\s*(?:participant|actor)\s+(\S+)(?:\s+as\s+(.+))?\s*$", line)
        if actor and not arrow:
            found.name(actor[1], Said(_text(actor[2] or actor[1])))
        elif (is_mermaid or not arrow) and _SEQUENCE_ONLY.match(line):
            raise ToolError(f"{line[:60].strip()!r} is no message; {_WHOLE}", argument=argument)
        elif (is_mermaid or not arrow) and (sent := _SENT.match(line.strip())):
            if sent["arrow"].endswith("x"):
                raise ToolError(f"{line[:60]!r} ends in a cross, which is not drawn here; {_WHOLE}", argument=argument)
            both = "both" if sent["arrow"].startswith("<") else "forward"
            text = _text(sent["text"] or "")
            found.join(Edge(sent["a"].strip(), sent["b"].strip(), text, "--" in sent["arrow"], both))
        else:
            for edge in _ours(line, argument):
                found.join(edge)
    return found


def _lines(texts: Sequence[str], argument: str) -> list[str]:
    """The lines; a text that holds many arrows in lines of their own, or Mermaid's first line, is as many."""
    made: list[str] = []
    for text in texts:
        text = plain(text, argument=argument, longest=20_000)
        parts = [part for part in text.split("\n") if part.strip()]
        first = parts[0] if parts else ""
        whole = _HEADER.match(first) or _OTHERS.match(first) or all("->" in part for part in parts)
        made += parts if len(parts) > 1 and whole else [text]
    for line in made:
        plain(line, argument=argument, longest=2000)
    return made


def _ours(line: str, argument: str) -> list[Edge]:
    """The arrows of a line like 'a -> b: words', or 'a -> b -> c', whose words belong to the last one."""
    found = _ARROW.search(line)
    if not found:
        raise ToolError(f"{line[:60]!r} is no arrow; write 'a -> b: words'", argument=argument)
    head = _OURS.match(line[found.end() :])
    rest, label = (head[1], head[2] or "") if head else (line[found.end() :], "")
    names, arrows = [line[: found.start()], *_ARROW.split(rest)[::2]], [found[1], *_ARROW.split(rest)[1::2]]
    if not all(name.strip() for name in names):
        raise ToolError(f"{line[:60]!r} lacks an end; write 'a -> b: words'", argument=argument)
    made = [
        Edge(names[n].strip(), names[n + 1].strip(), "", "--" in arrow, "both" if arrow.startswith("<") else "forward")
        for n, arrow in enumerate(arrows)
    ]
    return [*made[:-1], replace(made[-1], label=label.strip())]


def _is_mermaid(lines: Sequence[str]) -> bool:
    """Whether lines have marks that ours never have, and no name that would become another one's."""
    boxed: dict[str, set[str]] = {}
    bare: set[str] = set()
    marked = False
    for line in lines:
        if _HEADER.match(line):
            return True
        ends, links = _split(line)
        for link in links:
            own = link["label"] is not None or link["infix"] or re.search(r"[.=xo]", link["body"])
            if own or (link["body"].startswith("---") and "->" not in line):
                return True
        for end in ends:
            found = _END.match(end.strip())
            if found and found["box"]:
                boxed.setdefault(found["id"], set()).add(found["box"])
                marked = marked or ("--" in line and found["box"].startswith(("[", "{", "((", "([")))
            elif found:
                bare.add(found["id"])
    once = all(len(boxes) == 1 for boxes in boxed.values())
    return once and bool(boxed) and (marked or bool(bare & boxed.keys()))


def _split(line: str) -> tuple[list[str], list[re.Match[str]]]:
    """The ends and the links of a Mermaid line; what stands in brackets or quotes is no link."""
    ends, links, start, at, depth, quoted = list[str](), list[re.Match[str]](), 0, 0, 0, False
    while at < len(line):
        sign = line[at]
        if sign == '"':
            quoted = not quoted
        elif not quoted and sign in "[({":
            depth += 1
        elif not quoted and sign in "])}":
            depth = max(0, depth - 1)
        elif not quoted and not depth and (found := _LINK.match(line, at)):
            ends.append(line[start:at])
            links.append(found)
            start = at = found.end()
            continue
        at += 1
    return [*ends, line[start:]], links


def _mermaid_flow(lines: Sequence[str], argument: str) -> Lines:
    found, groups = Lines(), list[str]()
    for line in lines:
        line = line.strip().rstrip(";").rstrip()
        if not line or line.startswith("%%"):
            continue
        if header := _HEADER.match(line):
            toward = (header[1] or "").upper()
            if toward in ("BT", "RL"):
                raise ToolError(f"a diagram goes down or right, not {toward}; {_WHOLE}", argument=argument)
            found.direction = {"LR": "right", "TD": "down", "TB": "down"}.get(toward, "")
        elif group := re.match(r"^subgraph\s+(.+)$", line):
            said = re.match(r"^[\w.-]+\s*\[(.*)\]$", group[1])
            groups.append(_text(said[1] if said else group[1]))
        elif line == "end" and groups:
            groups.pop()
        elif _FLOW_ONLY.match(line) and not _split(line)[1]:
            raise ToolError(f"{line[:60]!r} is no arrow; `nodes` take colours and shapes, {_WHOLE}", argument=argument)
        else:
            _mermaid_arrows(found, line, groups[-1] if groups else "", argument)
    return found


def _mermaid_arrows(found: Lines, line: str, group: str, argument: str) -> None:
    ends, links = _split(line)
    before: list[str] = []
    for number, text in enumerate(ends):
        here: list[str] = []
        label = ""
        for part in _parts(text):
            if not part.strip():
                raise ToolError(f"{line[:60]!r} lacks an end; write 'A[Words] --> B'", argument=argument)
            name, said, label = _end(part.strip())
            if "@{" in part:
                raise ToolError(f"{part[:60]!r} is not read here; {_WHOLE}", argument=argument)
            found.name(name, replace(said, group=group))
            here.append(name)
        if number:
            link = links[number - 1]
            if link["body"].endswith(("x", "o")):
                raise ToolError(f"{line[:60]!r} ends in a sign that is not drawn here; {_WHOLE}", argument=argument)
            words = _text(link["label"] or link["infix"] or label)
            heads = "both" if link["back"] else "forward" if link["body"].endswith(">") else "none"
            for source in before:
                for target in here:
                    found.join(Edge(source, target, words, "." in link["body"], heads))
        before = here


def _parts(text: str) -> list[str]:
    """What `&` joins, outside of quotes and brackets."""
    made, depth, quoted = [""], 0, False
    for sign in text:
        quoted ^= sign == '"'
        depth += (sign in "[({") - (sign in "])}") if not quoted else 0
        if sign == "&" and not quoted and depth <= 0:
            made.append("")
        else:
            made[-1] += sign
    return made


def _end(text: str) -> tuple[str, Said, str]:
    """A node's id, what is said of it, and words after it."""
    found = _END.match(text)
    if not found:
        name = _OURS.match(text)
        return (name[1].strip(), Said(), name[2] or "") if name else (text, Said(), "")
    box, label = found["box"] or "", found["label"] or ""
    for opening, closing, shape in _BOXES:
        if box.startswith(opening) and box.endswith(closing) and len(box) >= len(opening) + len(closing):
            return found["id"], Said(_text(box[len(opening) : -len(closing)]) or found["id"], shape), label
    return found["id"], Said(), label


def _text(said: str) -> str:
    """Mermaid's words without its marks: quotes around all of them, tags for line ends, signs by number."""
    said = re.sub(r"<br\s*/?>|\\n", "\n", said.strip())
    said = said[1:-1] if len(said) > 1 and said[0] == said[-1] == '"' else said
    signs = re.sub(r"#(\d+|x[\da-fA-F]+);", r"&#\1;", re.sub(r"#([A-Za-z]+);", r"&\1;", said))
    return html.unescape(signs).strip().strip("`")
