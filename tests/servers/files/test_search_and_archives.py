"""Finding, comparing and packing files, with inputs made to break it."""

import io
import stat
import tarfile
import zipfile
from pathlib import Path

import pytest
from deskworld_kit.desk import Desk

pytestmark = pytest.mark.anyio


async def test_names_are_found_by_pattern(desk: Desk, root: Path) -> None:
    for name in ("q1.CSV", "reports/q2.csv", "reports/2026/q3.csv", "reports/2026/notes.md"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(name)

    async def found(pattern: str, **more: object) -> list[str]:
        result = await desk.call("search_files", {"pattern": pattern, **more})
        assert result.ok, result.error
        return [each["path"] for each in result.structured["items"]]

    assert await found("*.csv") == ["q1.CSV", "reports/2026/q3.csv", "reports/q2.csv"]
    assert await found("reports/*.csv") == ["reports/q2.csv"]
    assert await found("reports/**/q[23].csv") == ["reports/2026/q3.csv", "reports/q2.csv"]
    assert await found("*.{md,txt}") == ["reports/2026/notes.md"]
    assert await found("2026", only="folders") == ["reports/2026"]
    assert await found("*", larger_than=15) == ["reports/2026/notes.md", "reports/2026/q3.csv"]
    assert await found("*", modified_after="2000-01-01") and not await found("*", modified_after="2999-01-01")


async def test_lines_are_found_with_context(desk: Desk, root: Path) -> None:
    (root / "a.txt").write_text("one\nTwo (2)\nthree\nfour\ntwo (2)\n")
    (root / "b.bin").write_bytes(b"\x00two (2)")
    found = (await desk.call("search_file_content", {"query": "two (2)", "context": 1})).structured
    assert found["total"] == 2 and found["files"] == 1
    first = found["items"][0]
    assert (first["line"], first["before"], first["after"]) == (2, ["one"], ["three"])
    exact = await desk.call("search_file_content", {"query": r"^two \(\d\)$", "regex": True, "match_case": True})
    assert [each["line"] for each in exact.structured["items"]] == [5]
    wrong = await desk.call("search_file_content", {"query": "(", "regex": True})
    assert "not a regular expression" in wrong.error


async def test_a_catastrophic_expression_ends(desk: Desk, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deskworld_files.search.PATIENCE", 0.2)
    (root / "a.txt").write_text("a" * 5_000 + "!")
    slow = await desk.call("search_file_content", {"query": r"(a|aa)+(b|c)\1$", "regex": True})
    assert "simpler expression" in slow.error


async def test_long_lines_are_cut_around_the_match(desk: Desk, root: Path) -> None:
    (root / "a.json").write_text("x" * 100_000 + "needle" + "y" * 100_000)
    found = (await desk.call("search_file_content", {"query": "needle"})).structured["items"][0]
    assert "needle" in found["text"] and len(found["text"]) <= 302


async def test_facts_come_from_the_content(desk: Desk, root: Path) -> None:
    (root / "book.xlsx").write_text("a,b\n1,2\n")
    info = (await desk.call("get_file_info", {"path": "book.xlsx"})).structured
    assert info["media_type"] == "text/plain"
    assert info["warnings"] == ["the name ends in .xlsx but the content is text/plain"]
    with zipfile.ZipFile(root / "deck.pptx", "w") as deck:
        deck.writestr("ppt/presentation.xml", "<p/>")
    assert (await desk.call("get_file_info", {"path": "deck.pptx"})).structured["warnings"] == []
    (root / "empty").touch()
    assert (await desk.call("get_file_info", {"path": "empty"})).structured["media_type"] == "application/x-empty"
    hashed = (await desk.call("hash_files", {"paths": ["empty", "none"], "algorithm": "md5"})).structured
    assert hashed["files"][0]["digest"] == "d41d8cd98f00b204e9800998ecf8427e"
    assert hashed["failures"][0]["item"] == "none"


async def test_differences_and_duplicates(desk: Desk, root: Path) -> None:
    for name, text in {"a/x": "1\n2\n", "b/x": "1\n3\n", "a/y": "same", "b/y": "same", "b/z": "new"}.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text)
    diff = (await desk.call("compare_files", {"path": "a/x", "other": "b/x"})).structured
    assert (diff["added"], diff["removed"], diff["identical"]) == (1, 1, False)
    assert "-2\n+3\n" in diff["diff"]
    folders = (await desk.call("compare_folders", {"path": "a", "other": "b"})).structured
    assert (folders["same"], folders["different"], folders["only_in_second"]) == (1, ["x"], ["z"])
    twins = (await desk.call("find_duplicate_files", {})).structured["items"]
    assert [each["paths"] for each in twins] == [["a/y", "b/y"]]


@pytest.mark.parametrize("ending", [".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz"])
async def test_what_is_packed_is_unpacked(desk: Desk, root: Path, ending: str) -> None:
    (root / "in/deep").mkdir(parents=True)
    (root / "in/empty").mkdir()
    (root / "in/deep/記帳.txt").write_text("帳")
    (root / "in/a.bin").write_bytes(bytes(range(256)) * 500)
    made = await desk.call("archive_paths", {"paths": ["in"], "target": f"out/pack{ending}"})
    assert made.ok, made.error
    assert made.structured["files"] == 2
    first = (root / f"out/pack{ending}").read_bytes()
    listed = (await desk.call("list_archive", {"path": f"out/pack{ending}"})).structured
    assert [each["name"] for each in listed["items"]] == ["in", "in/a.bin", "in/deep", "in/deep/記帳.txt", "in/empty"]
    unpacked = await desk.call("extract_archive", {"path": f"out/pack{ending}"})
    assert unpacked.ok, unpacked.error
    assert unpacked.structured["files"] == ["out/pack/in/a.bin", "out/pack/in/deep/記帳.txt"]
    assert (root / "out/pack/in/a.bin").read_bytes() == (root / "in/a.bin").read_bytes()
    assert (root / "out/pack/in/empty").is_dir()
    again = await desk.call("extract_archive", {"path": f"out/pack{ending}"})
    assert "set overwrite" in again.error
    await desk.call("archive_paths", {"paths": ["in"], "target": f"out/pack{ending}"})
    assert (root / f"out/pack{ending}").read_bytes() == first, "the same things give the same bytes"


def zip_with(*members: tuple[str, bytes], mode: int = 0) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            info = zipfile.ZipInfo(name)
            info.external_attr = mode << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    return made.getvalue()


def tar_with(name: str, kind: bytes = tarfile.REGTYPE, target: str = "") -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as archive:
        info = tarfile.TarInfo(name)
        info.type, info.linkname = kind, target
        archive.addfile(info, io.BytesIO(b""))
    return made.getvalue()


BAD = {
    "dots.zip": (zip_with(("ok.txt", b"1"), ("../evil.txt", b"2")), "leads outside"),
    "backslash.zip": (zip_with(("..\\evil.txt", b"2")), "leads outside"),
    "absolute.zip": (zip_with(("/tmp/evil.txt", b"2")), "absolute"),
    "drive.zip": (zip_with(("C:/evil.txt", b"2")), "absolute"),
    "link.zip": (zip_with(("link", b"/etc/passwd"), mode=stat.S_IFLNK | 0o777), "link"),
    "shelf.zip": (zip_with((".deskworld/trash/1/record.json", b"{}")), "kept by the servers"),
    "bomb.zip": (zip_with(("zeros", bytes(30_000_000))), "far too much"),
    "dots.tgz": (tar_with("a/../../evil"), "leads outside"),
    "symlink.tgz": (tar_with("link", tarfile.SYMTYPE, "/etc"), "link"),
    "hard.tgz": (tar_with("hard", tarfile.LNKTYPE, "/etc/passwd"), "link"),
    "fifo.tgz": (tar_with("pipe", tarfile.FIFOTYPE), "device"),
    "text.zip": (b"this is no archive", "not a zip or tar"),
    "cut.zip": (zip_with(("a", b"1" * 100))[:60], "not a zip or tar"),
}


@pytest.mark.parametrize("name", BAD)
async def test_bad_archives_leave_nothing(desk: Desk, root: Path, name: str) -> None:
    content, reason = BAD[name]
    (root / name).write_bytes(content)
    refused = await desk.call("extract_archive", {"path": name, "folder": "out"})
    assert reason in refused.error, refused.error
    assert [item.name for item in root.iterdir()] == [name]


async def test_a_link_in_the_way_leads_nowhere(desk: Desk, root: Path, tmp_path: Path) -> None:
    (root / "out").mkdir()
    (root / "out/sub").symlink_to(tmp_path)
    (root / "a.zip").write_bytes(zip_with(("sub/evil.txt", b"x")))
    refused = await desk.call("extract_archive", {"path": "a.zip", "folder": "out"})
    assert "outside the workspace" in refused.error
    assert not (tmp_path / "evil.txt").exists()


async def test_some_members_and_the_workspace_itself(desk: Desk, root: Path) -> None:
    (root / "a.zip").write_bytes(zip_with(("x/a.csv", b"1"), ("x/b.txt", b"2"), ("../evil.txt", b"3")))
    unpacked = await desk.call("extract_archive", {"path": "a.zip", "folder": ".", "names": "x/*.csv"})
    assert unpacked.ok, unpacked.error
    assert sorted(item.name for item in root.iterdir()) == ["a.zip", "x"]
    assert (root / "x/a.csv").read_bytes() == b"1"
