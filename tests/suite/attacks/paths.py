"""Ways out of the workspace, as a name can spell them and as links and odd files can lay them.

`{s}` stands for the ending that the tool wants, so that it is the way that is refused and not the ending; `{out}` for
the folder beside the workspace.
"""

import os
import socket
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path

from suite.attacks.model import SECRET


@dataclass(frozen=True)
class PathAttack:
    """One spelling. Refused, or harmless: then it is a name like any other, inside the workspace."""

    name: str
    path: str
    refused: bool = True

    def of(self, suffix: str, outside: Path) -> str:
        """The path for a tool that wants this ending."""
        return self.path.replace("{s}", suffix).replace("{out}", str(outside))


PATHS = (
    PathAttack("up", "../outside/secret{s}"),
    PathAttack("up from a folder that is not there", "a/../../outside/secret{s}"),
    PathAttack("up from the workspace's own name", "../workspace/../outside/secret{s}"),
    PathAttack("up to the root", "../" * 30 + "etc/passwd{s}"),
    PathAttack("up with dots and slashes between", ".//./..//./outside/./secret{s}"),
    PathAttack("up at the end", "a/../.."),
    PathAttack("the folder above", ".."),
    PathAttack("absolute", "/etc/passwd{s}"),
    PathAttack("absolute beside the workspace", "{out}/secret{s}"),
    PathAttack("absolute with two slashes", "//etc/passwd{s}"),
    PathAttack("the root", "/"),
    PathAttack("a share of Windows", "\\\\host\\share\\secret{s}"),
    PathAttack("a share with slashes", "//host/share/secret{s}"),
    PathAttack("a device of Windows", "\\\\?\\C:\\secret{s}"),
    PathAttack("a drive", "C:\\secret{s}"),
    PathAttack("a drive with slashes", "c:/secret{s}"),
    PathAttack("the home folder", "~/secret{s}"),
    PathAttack("a file URL", "file:///etc/passwd{s}"),
    PathAttack("a file URL without slashes", "file:/etc/passwd{s}"),
    PathAttack("a file URL in capitals", "FILE:///etc/passwd{s}"),
    PathAttack("a web URL", "http://127.0.0.1/x{s}"),
    PathAttack("an FTP URL", "ftp://127.0.0.1/x{s}"),
    PathAttack("an SMB URL", "smb://127.0.0.1/x{s}"),
    PathAttack("a document inside an office URL", "vnd.sun.star.zip://x/secret{s}"),
    PathAttack("the environment of the process", "/proc/self/environ{s}"),
    PathAttack("the root by the process", "/proc/self/root/etc/passwd{s}"),
    PathAttack("an open file of the process", "/proc/self/fd/0"),
    PathAttack("a device without end", "/dev/zero"),
    PathAttack("standard input", "/dev/stdin"),
    PathAttack("NUL inside", "notes.md\0{s}"),
    PathAttack("a formula", '=WEBSERVICE("http://x"){s}'),
    PathAttack("a name too long", "a" * 300 + "{s}"),
    PathAttack("a name too long in bytes", "日" * 100 + "{s}"),
    PathAttack("too many folders", "a/" * 150 + "x{s}"),
    PathAttack("too many folders and back", "a/../" * 2000 + "x{s}"),
    PathAttack("the servers' own folder", ".deskworld/x{s}"),
    PathAttack("the servers' own folder by a detour", "a/../.deskworld/x{s}"),
    PathAttack("the servers' own folder in capitals", ".DeskWorld/x{s}"),
    PathAttack("a link to a file outside", "link{s}"),
    PathAttack("a link to a link outside", "chain{s}"),
    PathAttack("a link to nothing yet", "dangling{s}"),
    PathAttack("a link that goes up", "uplink{s}"),
    PathAttack("a link to itself", "loop{s}"),
    PathAttack("a link to a folder outside", "linked/secret{s}"),
    PathAttack("a new file in a linked folder", "linked/new{s}"),
    PathAttack("a new folder in a linked folder", "linked/a/b/new{s}"),
    PathAttack("up out of a linked folder", "linked/../outside/secret{s}"),
    PathAttack("a link to the root", "rooted/etc/passwd{s}"),
    PathAttack("a link to a device", "zero{s}"),
    PathAttack("a pipe", "pipe{s}"),
    PathAttack("a socket", "socket{s}"),
    PathAttack("half a letter in a name", "a\ud800{s}"),
    PathAttack("percent signs", "%2e%2e/outside/secret{s}", refused=False),
    PathAttack("a slash by percent signs", "..%2foutside%2fsecret{s}", refused=False),
    PathAttack("NUL by percent signs", "a%00{s}", refused=False),
    PathAttack("wide dots", "．．/outside/secret{s}", refused=False),
    PathAttack("a leader of two dots", "‥/outside/secret{s}", refused=False),
    PathAttack("a wide slash", "..／outside／secret{s}", refused=False),
    PathAttack("backslashes", "..\\outside\\secret{s}", refused=False),
    PathAttack("somebody's home folder", "~root/secret{s}", refused=False),
    PathAttack("a variable", "$HOME/${HOME}/%HOME%{s}", refused=False),
    PathAttack("a new line", "a\nb{s}", refused=False),
    PathAttack("a name written backwards", "\u202egnp.exe{s}", refused=False),
    PathAttack("the colours of a terminal", "\x1b[2J\x1b[31m{s}", refused=False),
    PathAttack("an option", "--outdir=x{s}", refused=False),
    PathAttack("a short option", "-rf{s}", refused=False),
    PathAttack("a command", "; touch pwned #{s}", refused=False),
    PathAttack("a command in brackets", "$(touch pwned){s}", refused=False),
    PathAttack("a pattern", "*{s}", refused=False),
    PathAttack("a device name of Windows", "CON{s}", refused=False),
    PathAttack("a stream of Windows", "a{s}:hidden", refused=False),
    PathAttack("dots only", "...", refused=False),
    PathAttack("a hard link", "hard{s}", refused=False),
)


def plant_links(root: Path, outside: Path, suffix: str) -> None:
    """Lay the links and odd files for one ending; what is there already stays."""

    def link(name: str, target: Path | str) -> None:
        place = root / f"{name}{suffix}"
        if not place.is_symlink():
            place.symlink_to(target)

    (outside / f"secret{suffix}").write_text(SECRET)
    for name, target in {
        "link": outside / f"secret{suffix}",
        "chain": f"link{suffix}",
        "dangling": outside / f"new{suffix}",
        "uplink": f"../outside/secret{suffix}",
        "loop": f"loop{suffix}",
        "zero": "/dev/zero",
    }.items():
        link(name, target)
    for name, target in {"linked": outside, "rooted": "/"}.items():
        if not (root / name).is_symlink():
            (root / name).symlink_to(target)
    hard = root / f"hard{suffix}"
    if not hard.exists():
        hard.hardlink_to(outside / f"secret{suffix}")
    pipe = root / f"pipe{suffix}"
    if not pipe.exists():
        os.mkfifo(pipe)
    if not (root / f"socket{suffix}").exists():
        with chdir(root), socket.socket(socket.AF_UNIX) as made:  # its path may be no longer than 100 bytes
            made.bind(f"socket{suffix}")
