"""Writes the tool tables: into each server's README between two marks, and into docs/tools.md for the whole suite.

    ./dev python docs/generate.py            write them
    ./dev python docs/generate.py --check    say which are out of date, and fail if any is

The tables come from the servers themselves, so they can't tell another story than the tools.
"""

import inspect
import sys
from pathlib import Path

from deskworld_kit import Server, find_servers

ROOT = Path(__file__).parent.parent
BEGIN, END = "<!-- tools: generated -->", "<!-- /tools -->"
KINDS = {"read": "reads", "add": "adds", "edit": "edits", "remove": "removes"}


def table(server: Server) -> str:
    """A row a tool: name (core ones starred), what it does to the world, what it says of itself."""
    rows = ["| tool | | what it does |", "|---|---|---|"]
    for tool in server.compiled:
        text = (tool.description or "").split("\n")[0].replace("|", "\\|")
        star = " *" if tool.mark.core else ""
        rows.append(f"| `{tool.name}`{star} | {KINDS[tool.mark.kind]} | {text} |")
    return "\n".join(rows)


def home(server: Server) -> Path:
    """The folder of a server's distribution."""
    module = sys.modules.get(server.package) or __import__(server.package)
    return Path(inspect.getfile(module)).parent.parent


def texts() -> dict[Path, str]:
    """Every file that holds generated text, as it should be."""
    servers = [server for server in find_servers().values() if ROOT in home(server).parents]
    made: dict[Path, str] = {}
    parts = ["# Tools\n", "The everyday ones, marked `*`, are what `--tier compact` offers.\n"]
    for server in servers:
        parts += [f"## {server.title}: `{server.distribution}`\n", f"{server.summary}\n", table(server) + "\n"]
        readme = home(server) / "README.md"
        old = readme.read_text(encoding="utf-8")
        if BEGIN not in old or END not in old:
            raise SystemExit(f"{readme.relative_to(ROOT)} needs the lines {BEGIN} and {END}")
        before, _, rest = old.partition(BEGIN)
        _, _, after = rest.partition(END)
        made[readme] = f"{before}{BEGIN}\n\n{table(server)}\n\n{END}{after}"
    made[ROOT / "docs" / "tools.md"] = "\n".join(parts)
    return made


def main() -> None:
    stale = [path for path, text in texts().items() if not path.exists() or path.read_text(encoding="utf-8") != text]
    for path in stale:
        print(("stale: " if "--check" in sys.argv else "written: ") + str(path.relative_to(ROOT)))
        if "--check" not in sys.argv:
            path.write_text(texts()[path], encoding="utf-8")
    if stale and "--check" in sys.argv:
        sys.exit(1)


if __name__ == "__main__":
    main()
