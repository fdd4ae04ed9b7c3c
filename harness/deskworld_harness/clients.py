"""The configuration files of MCP clients: where each client looks, what it wants there, and how to add to it.

A file is merged, never replaced: whatever else stands in it stays, in its order. A file that can't be read as JSON is
refused rather than repaired, since guessing could lose somebody's other servers.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deskworld_harness.usage import UsageError


@dataclass(frozen=True)
class Client:
    """An MCP client: where its file is, under which key it keeps servers, and whether it wants a type."""

    title: str
    key: str
    typed: bool
    path: Callable[[], Path]
    afterwards: str


def _claude_desktop() -> Path:
    if sys.platform == "darwin":
        folder = Path("~/Library/Application Support/Claude").expanduser()
    elif sys.platform == "win32":
        folder = Path(os.environ.get("APPDATA", "~/AppData/Roaming")).expanduser() / "Claude"
    else:
        folder = Path(os.environ.get("XDG_CONFIG_HOME", "~/.config")).expanduser() / "Claude"
    return folder / "claude_desktop_config.json"


CLIENTS: dict[str, Client] = {
    "claude-desktop": Client("Claude Desktop", "mcpServers", False, _claude_desktop, "Restart Claude Desktop."),
    "claude-code": Client(
        "Claude Code",
        "mcpServers",
        True,
        lambda: Path(".mcp.json").absolute(),
        "Start claude in this folder and approve them.",
    ),
    "cursor": Client(
        "Cursor",
        "mcpServers",
        False,
        lambda: Path("~/.cursor/mcp.json").expanduser(),
        "Switch them on in Cursor's settings.",
    ),
    "vscode": Client(
        "VS Code",
        "servers",
        True,
        lambda: Path(".vscode/mcp.json").absolute(),
        "Start them from the file's own buttons.",
    ),
}


def entry(client: Client, distribution: str, workspace: Path | None, tier: str) -> dict[str, Any]:
    """One server as the client's file names it."""
    command, arguments = _command(distribution)
    if workspace is not None:
        arguments += ["--workspace", str(workspace.expanduser().absolute())]
    if tier != "full":
        arguments += ["--tier", tier]
    return {**({"type": "stdio"} if client.typed else {}), "command": command, "args": arguments}


def _command(distribution: str) -> tuple[str, list[str]]:
    """What starts a server on this machine: the installed script by its full path, since a client that was started
    from a desktop knows no PATH of ours; otherwise uvx, which fetches it."""
    suffix = ".exe" if sys.platform == "win32" else ""
    beside = Path(sys.executable).parent / f"{distribution}{suffix}"
    found = str(beside) if beside.is_file() else shutil.which(distribution)
    if found:
        return found, []
    return shutil.which("uvx") or "uvx", [distribution]


def merged(path: Path, key: str, added: Mapping[str, Any]) -> dict[str, Any]:
    """What the file says, with these servers added or renewed under the key."""
    there = _read(path)
    servers = there.get(key, {})
    if not isinstance(servers, dict):
        raise UsageError(
            f"{path}: {key!r} has to be an object of servers, and is {type(servers).__name__}; nothing was changed"
        )
    return {**there, key: {**servers, **added}}


def write(path: Path, document: Mapping[str, Any]) -> None:
    """Write the file whole or not at all; a link stays a link to the file that is written."""
    target = path.resolve()
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = target.with_name(f".{target.name}.new")
    beside.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    if target.exists():
        shutil.copymode(target, beside)
    beside.replace(target)


def _read(path: Path) -> dict[str, Any]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: can't be read ({error}); nothing was changed") from None
    if not text.strip():
        return {}
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        hint = "; comments can't be kept, so add the entry by hand" if "//" in text or "/*" in text else ""
        raise UsageError(f"{path}:{error.lineno}: is not JSON ({error.msg}){hint}; nothing was changed") from None
    if not isinstance(document, dict):
        raise UsageError(f"{path}: has to hold a JSON object; nothing was changed")
    return document
