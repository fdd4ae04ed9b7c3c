"""Graphs from text in the DOT language, in our dress where the text says nothing else."""

from __future__ import annotations

from deskworld_kit import ToolError

from deskworld_draw.engine import edge_dress, graph_dress, made_from, node_dress, run
from deskworld_draw.looks import LOOKS
from deskworld_draw.saving import Made
from deskworld_draw.words import wrapped

LONGEST = 200_000


def draw(dot: str, title: str, theme: str, suffix: str) -> Made:
    """The graph as a file of that ending.

    Raises:
        ToolError: It is no graph, or asks for files.
    """
    if not dot.strip():
        raise ToolError("give a graph, like 'digraph { a -> b }'", argument="dot")
    if len(dot) > LONGEST:
        raise ToolError(f"at most {LONGEST} characters of DOT", argument="dot")
    look = LOOKS[theme]
    text = "".join(sign for sign in dot if sign >= " " or sign in "\n\t").encode("utf-8", "ignore").decode()
    dress = {
        "G": {**graph_dress(look, ""), **_title(title)},
        "N": {**node_dress(look), "margin": "0.18,0.1"},
        "E": edge_dress(look),
    }
    options = [f"-{letter}{name}={value}" for letter, all_ in dress.items() for name, value in all_.items() if value]
    return made_from(text, run(text, "pdf", options, trimmed="margin" not in text), suffix, options)


def _title(title: str) -> dict[str, str]:
    """A title as an option of the command line, which knows no markup."""
    text = "\\l".join(wrapped(title.replace("\\", "\\\\"), lambda t: len(t) <= 60))
    return {"label": f"{text}\\l ", "labelloc": "t", "labeljust": "l", "fontsize": "20"} if title else {}
