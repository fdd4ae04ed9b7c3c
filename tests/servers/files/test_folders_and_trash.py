"""Listing, moving, trashing and sharing, and the walls of the workspace."""

import unicodedata
from pathlib import Path

import pytest
from deskworld_kit.desk import Desk

pytestmark = pytest.mark.anyio

ODD_NAMES = [
    "記帳本.txt",
    "📈 plan.txt",
    "-rf.txt",
    'it\'s "quoted".txt',
    "a b  c.txt",
    unicodedata.normalize("NFC", "Bäcker.txt"),
    unicodedata.normalize("NFD", "Bäcker.txt"),
    "per%20cent&#.txt",
    "back\\slash.txt",
]


def names(folder: Path) -> list[str]:
    return sorted(item.name for item in folder.iterdir() if item.name != ".deskworld")


@pytest.mark.parametrize("name", ODD_NAMES)
async def test_odd_names_work_everywhere(desk: Desk, root: Path, name: str) -> None:
    assert (await desk.call("write_text_file", {"path": f"in/{name}", "text": "here"})).ok
    assert (await desk.call("read_text_file", {"path": f"in/{name}"})).structured["text"] == "here"
    assert (await desk.call("list_folder", {"path": "in"})).structured["items"][0]["path"] == f"in/{name}"
    assert (await desk.call("search_files", {"pattern": name})).structured["total"] == 1
    assert (await desk.call("copy_path", {"source": f"in/{name}", "destination": f"copy/{name}"})).ok
    assert (await desk.call("archive_paths", {"paths": [f"in/{name}"], "target": "a.zip"})).ok
    assert (await desk.call("trash_path", {"path": f"in/{name}"})).ok
    assert names(root / "in") == []
    assert (await desk.call("restore_from_trash", {"item": f"in/{name}"})).ok
    assert names(root / "in") == [name]


async def test_a_composed_and_a_decomposed_name_are_one(desk: Desk, root: Path) -> None:
    (root / unicodedata.normalize("NFD", "Bäcker.txt")).write_text("Brot")
    composed = unicodedata.normalize("NFC", "Bäcker.txt")
    assert (await desk.call("read_text_file", {"path": composed})).structured["text"] == "Brot"
    await desk.call("write_text_file", {"path": composed, "text": "Brötchen"})
    assert len([name for name in names(root) if name.startswith("B")]) == 1
    found = await desk.call("search_file_content", {"query": unicodedata.normalize("NFD", "brötchen")})
    assert found.structured["total"] == 1


@pytest.mark.parametrize("path", ["/etc/passwd", "../x.txt", "link", "linked/passwd", "=cmd|'/c calc'!A1", "a/../../x"])
async def test_nothing_leads_outside(desk: Desk, root: Path, path: str) -> None:
    (root / "link").symlink_to("/etc/passwd")
    (root / "linked").symlink_to("/etc")
    (root / "a.txt").write_text("a")
    calls: list[tuple[str, dict[str, object]]] = [
        ("read_text_file", {"path": path}),
        ("get_file_info", {"path": path}),
        ("write_text_file", {"path": path, "text": "x"}),
        ("append_text", {"path": path, "text": "x"}),
        ("edit_text_file", {"path": path, "edits": [{"old": "root", "new": "x"}]}),
        ("copy_path", {"source": path, "destination": "copy"}),
        ("copy_path", {"source": "a.txt", "destination": path}),
        ("move_path", {"source": path, "destination": "moved"}),
        ("move_path", {"source": "a.txt", "destination": path}),
        ("trash_path", {"path": path}),
        ("list_folder", {"path": path}),
        ("search_file_content", {"query": "root", "path": path}),
        ("archive_paths", {"paths": [path], "target": "x.zip"}),
        ("archive_paths", {"paths": ["a.txt"], "target": path}),
        ("compare_files", {"path": "a.txt", "other": path}),
        ("share_file", {"path": path, "address": "ana@example.com"}),
    ]
    for name, arguments in calls:
        refused = await desk.call(name, arguments)
        assert not refused.ok, name
        assert "internal" not in refused.error, (name, refused.error)
    assert names(root) == ["a.txt", "link", "linked"]


async def test_listings_name_links_and_follow_none(desk: Desk, root: Path) -> None:
    (root / "link").symlink_to("/etc")
    (root / "real").mkdir()
    (root / "real/loop").symlink_to("..")
    (root / "real/a.txt").write_text("root")
    listed = (await desk.call("list_folder", {})).structured["items"]
    assert [(each["path"], each["kind"]) for each in listed] == [("real", "folder"), ("link", "link")]
    tree = (await desk.call("get_folder_tree", {})).structured
    assert tree["outline"] == "link (link)\nreal/\n  a.txt (4 B)\n  loop (link)"
    assert (await desk.call("search_file_content", {"query": "root"})).structured["total"] == 1
    copied = (await desk.call("copy_path", {"source": "real", "destination": "copy"})).structured
    assert copied["warnings"] == ["left out the link 'real/loop'"]
    assert names(root / "copy") == ["a.txt"]


async def test_a_relative_and_an_absolute_path_are_the_same_file(
    desk: Desk, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    await desk.call("write_text_file", {"path": str(root / "a.txt"), "text": "a"})
    assert (await desk.call("read_text_file", {"path": "a.txt"})).structured["path"] == "a.txt"
    assert names(tmp_path) == ["desk"]


async def test_moving_overwrites_only_when_told(desk: Desk, root: Path) -> None:
    (root / "a.txt").write_text("a")
    (root / "b.txt").write_text("b")
    (root / "box").mkdir()
    refused = await desk.call("move_path", {"source": "a.txt", "destination": "b.txt"})
    assert "set overwrite" in refused.error
    moved = await desk.call("move_path", {"source": "a.txt", "destination": "b.txt", "overwrite": True})
    assert moved.ok and (root / "b.txt").read_text() == "a" and not (root / "a.txt").exists()
    back = await desk.call("restore_file_version", {"path": "b.txt", "version": 1, "destination": "c.txt"})
    assert back.ok and (root / "c.txt").read_text() == "b"
    into = await desk.call("move_path", {"source": "c.txt", "destination": "box"})
    assert into.structured["path"] == "box/c.txt"
    itself = await desk.call("move_path", {"source": "box", "destination": "box/inner/box"})
    assert "into itself" in itself.error
    whole = await desk.call("trash_path", {"path": "."})
    assert "whole workspace" in whole.error


async def test_folders_come_first_and_pages_go_on(desk: Desk, root: Path) -> None:
    for name in ("b.txt", "a.txt", "Z.txt"):
        (root / name).write_text(name * (3 if name == "Z.txt" else 1))
    await desk.call("create_folder", {"path": "deep/er"})
    again = (await desk.call("create_folder", {"path": "deep/er"})).structured
    assert not again["created"]
    first = (await desk.call("list_folder", {"limit": 2})).structured
    assert [each["path"] for each in first["items"]] == ["deep", "a.txt"]
    second = (await desk.call("list_folder", {"limit": 2, "cursor": first["next_cursor"]})).structured
    assert [each["path"] for each in second["items"]] == ["b.txt", "Z.txt"]
    assert second["next_cursor"] == ""
    largest = (await desk.call("list_folder", {"sort": "largest", "only": "files"})).structured
    assert largest["items"][0]["path"] == "Z.txt"


async def test_the_trash_gives_back(desk: Desk, root: Path) -> None:
    (root / "box").mkdir()
    (root / "box/a.txt").write_text("a")
    trashed = (await desk.call("trash_path", {"path": "box"})).structured
    assert trashed == trashed | {"id": "trash_1", "kind": "folder", "bytes": 1}
    (root / "box").mkdir()
    assert "already there" in (await desk.call("restore_from_trash", {"item": "trash_1"})).error
    restored = await desk.call("restore_from_trash", {"item": "trash_1", "destination": "box2"})
    assert restored.ok and (root / "box2/a.txt").read_text() == "a"
    await desk.call("trash_path", {"path": "box2"})
    await desk.call("trash_path", {"path": "box"})
    listed = (await desk.call("list_trash", {})).structured
    assert [each["path"] for each in listed["items"]] == ["box", "box2"]
    assert (await desk.call("empty_trash", {})).structured == {"removed": 2, "bytes": 1}
    assert "none" in (await desk.call("restore_from_trash", {"item": "box"})).error


async def test_the_hidden_folder_is_out_of_reach(desk: Desk, root: Path) -> None:
    await desk.call("write_text_file", {"path": "a.txt", "text": "secret one"})
    await desk.call("write_text_file", {"path": "a.txt", "text": "two"})
    for name, arguments in (
        ("list_folder", {"path": ".deskworld"}),
        ("trash_path", {"path": ".deskworld"}),
        ("write_text_file", {"path": ".deskworld/x", "text": ""}),
    ):
        assert not (await desk.call(name, arguments)).ok
    assert (await desk.call("list_folder", {})).structured["total"] == 1
    assert (await desk.call("search_file_content", {"query": "secret"})).structured["total"] == 0
    usage = (await desk.call("get_storage_usage", {})).structured
    assert usage["files"] == 1 and usage["version_bytes"] > 0


async def test_shares_follow_the_file(desk: Desk, root: Path) -> None:
    (root / "plan.md").write_text("plan")
    share = {"path": "plan.md", "address": "Ana@Example.com", "access": "edit"}
    made = (await desk.call("share_file", share)).structured
    assert (made["id"], made["address"], made["access"]) == ("share_1", "ana@example.com", "edit")
    again = (await desk.call("share_file", share | {"access": "view"})).structured
    assert (again["id"], again["access"]) == ("share_1", "view")
    await desk.call("move_path", {"source": "plan.md", "destination": "old/plan.md"})
    listed = (await desk.call("list_file_shares", {"path": "old"})).structured["items"]
    assert [each["path"] for each in listed] == ["old/plan.md"]
    assert "not a mail address" in (await desk.call("share_file", share | {"path": "old", "address": "ana"})).error
    ended = await desk.call("stop_sharing_file", {"path": "old/plan.md", "address": "ana@example.com"})
    assert ended.ok and (await desk.call("list_file_shares", {})).structured["total"] == 0
