"""Text in and out of files: windows that never split a character, encodings and line ends that survive an edit."""

from pathlib import Path

import pytest
from deskworld_kit.desk import Desk

pytestmark = pytest.mark.anyio


async def test_what_is_written_is_read(desk: Desk, root: Path) -> None:
    written = await desk.call("write_text_file", {"path": "notes/a.txt", "text": "one\ntwo\nthree"})
    assert written.ok, written.error
    assert written.structured["verified"] == "3 lines, 13 bytes"
    assert (root / "notes/a.txt").read_bytes() == b"one\ntwo\nthree"
    read = await desk.call("read_text_file", {"path": "notes/a.txt", "start_line": 2, "lines": 1})
    assert read.structured["text"] == "two\n"
    assert read.structured["next_line"] == 3


@pytest.mark.parametrize("text", ['{"a":1}', "null", "[1]", "true", "123", '"quoted"', "", " \n"])
async def test_text_that_looks_like_json_stays_text(desk: Desk, root: Path, text: str) -> None:
    written = await desk.call("write_text_file", {"path": "x.json", "text": text})
    assert written.ok, written.error
    assert (root / "x.json").read_text() == text
    edited = await desk.call("append_text", {"path": "y.txt", "text": text})
    assert edited.ok, edited.error
    assert (root / "y.txt").read_text() == text


async def test_lists_sent_as_json_text_work(desk: Desk, root: Path) -> None:
    (root / "a.txt").write_text("a")
    read = await desk.call("read_files", {"paths": '["a.txt", "b.txt"]'})
    assert [each["text"] for each in read.structured["files"]] == ["a"]
    assert read.structured["failures"][0]["item"] == "b.txt"


@pytest.mark.parametrize("lead", [1_023, 8_191, 23_999])
async def test_no_window_splits_a_character(desk: Desk, root: Path, lead: int) -> None:
    whole = "a" * lead + "日本語\n" + "é" * 30_000 + "\nlast"
    (root / "long.txt").write_text(whole, encoding="utf-8")
    text, line, column = "", 1, 1
    while line:
        part = await desk.call("read_text_file", {"path": "long.txt", "start_line": line, "start_column": column})
        assert part.ok, part.error
        assert len(part.structured["text"]) <= 24_000
        text += part.structured["text"]
        line, column = part.structured["next_line"], part.structured["next_column"]
    assert text == whole
    tail = await desk.call("read_text_file", {"path": "long.txt", "last_lines": 1})
    assert tail.structured["text"] == "last"


async def test_the_end_of_a_file(desk: Desk, root: Path) -> None:
    (root / "log").write_text("".join(f"line {n}\n" for n in range(1, 5_001)))
    tail = (await desk.call("read_text_file", {"path": "log", "last_lines": 2})).structured
    assert tail["text"] == "line 4999\nline 5000\n"
    assert (tail["start_line"], tail["end_line"], tail["total_lines"]) == (4_999, 5_000, 5_000)
    beyond = await desk.call("read_text_file", {"path": "log", "start_line": 9_000})
    assert "5000 lines" in beyond.error


@pytest.mark.parametrize(
    ("text", "encoding", "found"),
    [
        ("Bäcker, Größe, naïve café déjà vu – 5 €\n" * 3, "cp1252", "cp1252"),
        ("Grüße\n", "utf-8-sig", "utf-8-sig"),
        ("Grüße\n", "utf-16", "utf-16"),
        ("日本語のテキストファイルです。これは長い文章。\n" * 4, "shift_jis", "cp932"),
        ("Привет, это обычный русский текст про кофе и чай.\n" * 3, "cp1251", "cp1251"),
    ],
)
async def test_encodings_are_detected_and_kept(desk: Desk, root: Path, text: str, encoding: str, found: str) -> None:
    (root / "t.txt").write_bytes(text.encode(encoding))
    read = (await desk.call("read_text_file", {"path": "t.txt"})).structured
    assert (read["text"], read["encoding"]) == (text, found)
    edit = {"path": "t.txt", "edits": [{"old": text[:4], "new": "A" + text[:4], "every": True}]}
    edited = await desk.call("edit_text_file", edit)
    assert edited.ok, edited.error
    assert (root / "t.txt").read_bytes().decode(encoding) == text.replace(text[:4], "A" + text[:4])


async def test_line_ends_survive_an_edit(desk: Desk, root: Path) -> None:
    (root / "dos.txt").write_bytes(b"one\r\ntwo\r\n")
    read = (await desk.call("read_text_file", {"path": "dos.txt"})).structured
    assert (read["text"], read["line_ends"]) == ("one\ntwo\n", "crlf")
    await desk.call("edit_text_file", {"path": "dos.txt", "edits": [{"old": "one\ntwo", "new": "1\n2"}]})
    await desk.call("append_text", {"path": "dos.txt", "text": "3\n4"})
    assert (root / "dos.txt").read_bytes() == b"1\r\n2\r\n3\r\n4"


async def test_an_edit_is_exact_and_whole(desk: Desk, root: Path) -> None:
    file = root / "a.py"
    file.write_text("x = 1\ny = 2\nx = 1\n")
    twice = await desk.call("edit_text_file", {"path": "a.py", "edits": [{"old": "x = 1", "new": "x = 3"}]})
    assert "occurs 2 times (lines 1, 3)" in twice.error
    near = await desk.call(
        "edit_text_file",
        {"path": "a.py", "edits": [{"old": "y = 2", "new": "y = 9"}, {"old": "y = 22", "new": ""}]},
    )
    assert "edit 2" in near.error and "y = 9" in near.error
    assert file.read_text() == "x = 1\ny = 2\nx = 1\n", "all edits or none"
    dry = await desk.call(
        "edit_text_file", {"path": "a.py", "edits": [{"old": "y = 2", "new": "y = 4"}], "dry_run": True}
    )
    assert "-y = 2\n+y = 4\n" in dry.structured["diff"] and not dry.structured["written"]
    assert file.read_text() == "x = 1\ny = 2\nx = 1\n"
    done = await desk.call(
        "edit_text_file", {"path": "a.py", "edits": [{"old": "x = 1", "new": "z = 1", "every": True}]}
    )
    assert done.structured["replaced"] == 2
    assert file.read_text() == "z = 1\ny = 2\nz = 1\n"


async def test_what_is_no_text_says_what_it_is(desk: Desk, root: Path) -> None:
    (root / "p.txt").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    assert "image/png" in (await desk.call("read_text_file", {"path": "p.txt"})).error
    assert "not text" in (await desk.call("write_text_file", {"path": "book.xlsx", "text": "a,b"})).error
    assert not (root / "book.xlsx").exists()
    narrow = await desk.call("write_text_file", {"path": "n.txt", "text": "日本", "encoding": "cp1252"})
    assert "use utf-8" in narrow.error and not (root / "n.txt").exists()


async def test_versions_bring_back_what_was_overwritten(desk: Desk, root: Path) -> None:
    for text in ("first\n", "second\n", "third\n"):
        await desk.call("write_text_file", {"path": "plan.md", "text": text})
    versions = (await desk.call("list_file_versions", {"path": "plan.md"})).structured
    assert [each["version"] for each in versions["items"]] == [2, 1]
    diff = (await desk.call("compare_file_version", {"path": "plan.md", "version": 1})).structured["diff"]
    assert "-first\n+third\n" in diff
    await desk.call("move_path", {"source": "plan.md", "destination": "old/plan.md"})
    restored = await desk.call("restore_file_version", {"path": "old/plan.md", "version": 1})
    assert restored.ok, restored.error
    assert (root / "old/plan.md").read_text() == "first\n"
    unknown = await desk.call("restore_file_version", {"path": "old/plan.md", "version": 99})
    assert "it has: 1, 2, 3" in unknown.error


async def test_only_the_last_versions_are_kept(desk: Desk) -> None:
    for number in range(25):
        await desk.call("write_text_file", {"path": "a.txt", "text": str(number)})
    versions = (await desk.call("list_file_versions", {"path": "a.txt", "limit": 100})).structured
    assert versions["total"] == 20
    assert versions["items"][0]["version"] == 24
