"""Folders and archives that were made to hurt: pipes, endless nesting, endless patterns, lying headers."""

import gzip
import io
import os
import sys
import tarfile
import time
import zipfile
from contextlib import chdir
from pathlib import Path
from typing import Any

import anyio
import pytest
from deskworld_files import reading
from deskworld_kit.desk import Desk

pytestmark = pytest.mark.anyio


async def ok(desk: Desk, tool: str, /, **arguments: Any) -> dict[str, Any]:
    result = await desk.call(tool, arguments)
    assert result.ok, result.error
    return result.structured


async def refused(desk: Desk, tool: str, /, **arguments: Any) -> str:
    result = await desk.call(tool, arguments)
    assert not result.ok, result.structured
    assert "internal error" not in result.error
    return result.error


async def test_a_pipe_holds_nobody_up(desk: Desk, root: Path) -> None:
    (root / "d").mkdir()
    (root / "d/a.txt").write_text("hi")
    os.mkfifo(root / "d/pipe.zip")
    assert [each["kind"] for each in (await ok(desk, "list_folder", path="d"))["items"]] == ["file", "other"]
    for tool, arguments in (
        ("read_text_file", {"path": "d/pipe.zip"}),
        ("append_text", {"path": "d/pipe.zip", "text": "x"}),
        ("write_text_file", {"path": "d/pipe.zip", "text": "x"}),
        ("archive_paths", {"paths": ["d/a.txt"], "target": "d/pipe.zip"}),
        ("copy_path", {"source": "d/a.txt", "destination": "d/pipe.zip", "overwrite": True}),
    ):
        await refused(desk, tool, **arguments)
    copied = await ok(desk, "copy_path", source="d", destination="e")
    packed = await ok(desk, "archive_paths", paths=["d"], target="p.zip")
    assert copied["warnings"] == packed["warnings"] == ["left out the pipe or device 'd/pipe.zip'"]
    assert packed["files"] == 1
    await ok(desk, "search_file_content", query="hi")
    await ok(desk, "trash_path", path="d")


async def test_folders_deeper_than_calls_can_go(desk: Desk, root: Path) -> None:
    for path in ("d/" * 1_500, "d/" * 101 + "x.txt"):
        assert "100 folders deep" in await refused(desk, "create_folder", path=path)
        assert "100 folders deep" in await refused(desk, "write_text_file", path=path.rstrip("/"), text="x")
    with chdir(root):
        for _ in range(1_200):  # step by step: no program makes such a path at once
            Path("d").mkdir()
            os.chdir("d")
    assert (await ok(desk, "get_folder_tree"))["folders"] == 1_200
    assert (await ok(desk, "search_files", pattern="*.txt"))["total"] == 0
    await ok(desk, "trash_path", path="d")
    assert (await ok(desk, "empty_trash"))["removed"] == 1
    assert not (root / ".deskworld/trash/1").exists()  # which pytest could not clear away either


@pytest.mark.parametrize("pattern", ["*a" * 30 + "b", "**/" * 60 + "zz", "**a" * 20 + "b", "{" + "a," * 99 + "}" * 9])
async def test_an_endless_pattern_ends(desk: Desk, root: Path, pattern: str) -> None:
    (root / "a/a/a/a/a").mkdir(parents=True)
    (root / ("a" * 250)).write_text("")
    start = time.process_time()
    await desk.call("search_files", {"pattern": pattern})
    assert time.process_time() - start < 5


async def test_lines_end_where_an_editor_ends_them(desk: Desk, root: Path) -> None:
    (root / "a.txt").write_text("one\u2028still one\nform\x0cfeed\nend\n")
    edited = await ok(desk, "edit_text_file", path="a.txt", edits=[{"old": "end", "new": "END"}])
    assert edited["diff"].splitlines(keepends=False)[-1] == "+END"
    assert "No newline" not in edited["diff"]


async def test_a_hopeless_diff_is_not_begun(desk: Desk, root: Path) -> None:
    (root / "a.csv").write_text("".join(f"{n % 150}\n" for n in range(60_000)))
    (root / "b.csv").write_text("".join(f"{n * 7 % 150}\n" for n in range(60_000)) + "new\n")
    start = time.process_time()
    found = await ok(desk, "compare_files", path="a.csv", other="b.csv")
    assert time.process_time() - start < 5
    assert (found["identical"], found["added"], found["removed"], found["diff"]) == (False, 1, 0, "")
    assert found["warnings"]
    edited = await ok(desk, "edit_text_file", path="b.csv", edits=[{"old": "new", "new": "newer"}])
    lines = edited["diff"].splitlines()
    assert (lines[2], lines[-2:]) == ("@@ -59998,4 +59998,4 @@", ["-new", "+newer"])
    assert time.process_time() - start < 5  # one change in a long file is no such case


async def test_two_processes_lose_no_line(root: Path, tmp_path: Path) -> None:
    from fastmcp import Client
    from fastmcp.client.transports import StdioTransport

    command = Path(sys.executable).with_name("deskworld-files")
    arguments = ["--workspace", str(root), "--world", f"sqlite:///{tmp_path / 'world.sqlite'}"]
    answers: list[bool] = []

    async def append(line: str, client: Any) -> None:
        answers.append((await client.call_tool("append_text", {"path": "log.txt", "text": line})).is_error)

    transports = [StdioTransport(str(command), arguments, keep_alive=False) for _ in range(2)]
    async with Client(transports[0]) as first, Client(transports[1]) as second, anyio.create_task_group() as work:
        for number in range(10):
            work.start_soon(append, f"first {number}", first)
            work.start_soon(append, f"second {number}", second)
    assert answers == [False] * 20
    assert len(set((root / "log.txt").read_text().splitlines())) == 20


@pytest.mark.parametrize("encoding", ["idna", "punycode", "undefined", "rot13", "base64", "a\0b", "", "nonsense"])
async def test_an_encoding_is_one_of_text(desk: Desk, root: Path, encoding: str) -> None:
    (root / "a.txt").write_text("x")
    assert "no encoding" in await refused(desk, "write_text_file", path="x.txt", text="héllo", encoding=encoding)
    assert not (root / "x.txt").exists()
    if encoding:
        assert "no encoding" in await refused(desk, "read_text_file", path="a.txt", encoding=encoding)


async def test_a_file_without_end_is_read_in_part(desk: Desk, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "PATIENCE", 0.2)
    with (root / "log.txt").open("wb") as file:
        file.write(b"line\n" * 100_000)
        file.truncate(50_000_000_000)
    part = await ok(desk, "read_text_file", path="log.txt", lines=3)
    assert (part["text"], part["next_line"]) == ("line\n" * 3, 4)
    assert "too long" in await refused(desk, "read_text_file", path="log.txt", last_lines=3)
    assert (await ok(desk, "get_file_info", path="log.txt"))["sha256"] == ""


async def test_a_time_beyond_the_calendar(desk: Desk, root: Path) -> None:
    (root / "a.txt").write_text("x")
    os.utime(root / "a.txt", (2**33, 2**60))
    await ok(desk, "list_folder")
    await ok(desk, "get_file_info", path="a.txt")


def _short(path: Path) -> None:
    """A zip whose second member claims more than it has."""
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("a.txt", "hello")
        made.writestr("b.txt", "world")
    content = bytearray(path.read_bytes())
    at = content.rfind(b"PK\x01\x02")
    content[at + 24 : at + 28] = (5_000).to_bytes(4, "little")
    path.write_bytes(content)


def _conflict(path: Path) -> None:
    """A file, and a file in it."""
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("x/y", "g")
        made.writestr("x", "f")


def _deep(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("d/" * 1_500 + "x", "f")


def _header_bomb(path: Path) -> None:
    """Half a megabyte that asks for 400 MB of memory before the first member is known."""
    header = tarfile.TarInfo("x")
    header.type, header.size = tarfile.XHDTYPE, 400_000_000
    with gzip.open(path, "wb", compresslevel=1) as packed:
        packed.write(header.tobuf())
        for _ in range(40):
            packed.write(bytes(10_000_000))


@pytest.mark.parametrize("make", [_short, _conflict, _deep, _header_bomb])
async def test_an_archive_that_lies_leaves_nothing(desk: Desk, root: Path, make: Any) -> None:
    make(root / "bad.zip")
    await refused(desk, "extract_archive", path="bad.zip", folder="out")
    assert [each.name for each in root.iterdir()] == ["bad.zip"]


async def test_names_in_an_old_encoding(desk: Desk, root: Path) -> None:
    with tarfile.open(root / "old.tar", "w", encoding="latin-1", format=tarfile.GNU_FORMAT) as made:
        info = tarfile.TarInfo("café.txt")
        info.size = 1
        made.addfile(info, io.BytesIO(b"x"))
    assert (await ok(desk, "extract_archive", path="old.tar"))["files"] == ["old/café.txt"]


async def test_a_folder_of_ten_thousand(desk: Desk, root: Path) -> None:
    (root / "many").mkdir()
    for number in range(10_000):
        (root / f"many/{number:05}.txt").touch()
    start = time.process_time()
    listed = await ok(desk, "list_folder", path="many", limit=200)
    assert (listed["total"], len(listed["items"])) == (10_000, 200)
    assert (await ok(desk, "search_files", pattern="*99.txt"))["total"] == 100
    assert "did you mean" in await refused(desk, "read_text_file", path="many/00000.tx")
    assert (await ok(desk, "get_folder_tree"))["cut"] is True
    assert time.process_time() - start < 15
