"""Nothing leaves the workspace: paths that lead out are refused by every tool, whatever the argument is called."""

import re
from pathlib import Path
from typing import Any

import pytest
from deskworld_kit import Server
from suite.desk import desk_of

pytestmark = pytest.mark.anyio

SECRET = "the cat sleeps at noon"
PATHLIKE = re.compile(
    r"(^|_)(path|paths|folder|source|target|output|picture|image|file|files|template|archive)(_|$|s$)"
)


def attacks(suffix: str) -> list[str]:
    """Ways out, each with the ending that the tool wants, so that it is the way that is refused."""
    return [
        f"/etc/passwd{suffix}",
        f"../secret{suffix}",
        f"a/../../secret{suffix}",
        f"file:///etc/passwd{suffix}",
        f"link{suffix}",
        f"linked/secret{suffix}",
        f"http://127.0.0.1/x{suffix}",
        f'=webservice("http://x"){suffix}',
        f"C:\\secret{suffix}",
        f".deskworld/x{suffix}",
        f"{'a' * 300}{suffix}",
        f"nul\0{suffix}",
    ]


def paths_in(arguments: dict[str, Any], root: Path) -> list[str]:
    """The arguments of an example that name places in the workspace."""
    return [
        name
        for name, value in arguments.items()
        if PATHLIKE.search(name)
        and (isinstance(value, str) or (isinstance(value, list) and value and all(isinstance(v, str) for v in value)))
    ]


async def test_no_path_leads_out(server: Server) -> None:
    async with desk_of(server) as desk:
        root = desk.world.workspace.root
        outside = root.parent / "outside"
        outside.mkdir()
        for suffix in ("", *{Path(str(v)).suffix for _, a in server.example_calls(root) for v in a.values()}):
            for place in (root.parent / f"secret{suffix}", outside / f"secret{suffix}"):
                place.write_text(SECRET)
            link = root / f"link{suffix}"
            if len(suffix) < 20 and not link.is_symlink():
                link.symlink_to(outside / f"secret{suffix}")
        (root / "linked").symlink_to(outside)
        before = {
            path: path.read_bytes() for path in root.parent.rglob("*") if path.is_file() and root not in path.parents
        }
        tried = 0
        done: set[tuple[str, str]] = set()
        for name, arguments in server.example_calls(root):
            for argument in paths_in(arguments, root):
                if (name, argument) in done:
                    continue
                done.add((name, argument))
                value = arguments[argument]
                suffix = Path(value if isinstance(value, str) else value[0]).suffix
                for attack in attacks(suffix):
                    wrong = {**arguments, argument: attack if isinstance(value, str) else [attack]}
                    result = await desk.call(name, wrong)
                    tried += 1
                    assert not result.ok or _only_failures(result.structured), f"{name}({argument}={attack!r}) worked"
                    assert SECRET not in result.text, f"{name}({argument}={attack!r}) told a secret"
                    assert "internal error" not in result.error, f"{name}({argument}={attack!r}): {result.error}"
                    assert str(root) not in result.text, f"{name}({argument}={attack!r}) shows a path of the machine"
            await desk.call(name, arguments)
        after = {
            path: path.read_bytes() for path in root.parent.rglob("*") if path.is_file() and root not in path.parents
        }
        assert after == before, "something outside the workspace changed"
        assert any(PATHLIKE.search(n) for tool in server.compiled for n in tool.parameters["properties"]) == (tried > 0)


def _only_failures(structured: dict[str, Any]) -> bool:
    """A batch may say per item that it was refused."""
    return bool(structured.get("failures"))
