"""The one resolver of paths, and writes that are whole or not there."""

import os
import re
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from deskworld_kit import ToolError, Workspace

LATIN = unicodedata.normalize("NFC", "Bäcker.txt")
SPLIT = unicodedata.normalize("NFD", LATIN)


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret.txt").write_text("secret")
    return Workspace(tmp_path / "workspace")


@pytest.mark.parametrize(
    "name",
    [
        "記帳本.xlsx",
        LATIN,
        SPLIT,
        "🎷 and 👩‍👩‍👧.txt",
        "-rf",
        "--help.txt",
        " two  spaces .txt",
        'it\'s "quoted" `here`.txt',
        "a&b;c|d$e.txt",
        "new\nline.txt",
        "back\\slash.txt",
        "50%.txt",
        "~",
        "a=b.txt",
        "a" * 251 + ".txt",
        "中" * 84 + ".t",
    ],
    ids=lambda name: name[:12].encode("unicode_escape").decode(),
)
def test_any_name_works(workspace: Workspace, name: str) -> None:
    for path in (name, f"deep/er/{name}"):
        with workspace.writing(workspace.target(path)) as temporary:
            temporary.write_text("text")
        found = workspace.find(path)
        assert found.read_text() == "text"
        assert workspace.relative(found) == path
        assert workspace.find(str(workspace.root / path)) == found
        assert len(list(found.parent.iterdir())) == 1, "the temporary file is gone"


@pytest.mark.parametrize("stored", [LATIN, SPLIT])
def test_one_name_however_it_is_composed(workspace: Workspace, stored: str) -> None:
    folder = workspace.root / stored.removesuffix(".txt")
    folder.mkdir()
    (folder / stored).write_text("text")
    for asked in (LATIN, SPLIT):
        path = f"{asked.removesuffix('.txt')}/{asked}"
        assert workspace.find(path).read_text() == "text"
        with workspace.writing(workspace.target(path)) as temporary:
            temporary.write_text("text")
    assert [path.name for path in folder.iterdir()] == [stored]


@pytest.mark.parametrize("elsewhere", ["/", "/tmp"])
def test_relative_and_absolute_are_the_same_file(
    workspace: Workspace, elsewhere: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (workspace.root / "a").mkdir()
    (workspace.root / "a" / "b.txt").write_text("b")
    monkeypatch.chdir(elsewhere)
    paths = ["a/b.txt", "./a/b.txt", "a/../a//b.txt", "a/./b.txt", str(workspace.root / "a/b.txt")]
    assert {workspace.find(path) for path in paths} == {workspace.root / "a" / "b.txt"}


def test_a_workspace_reached_by_a_link(workspace: Workspace, tmp_path: Path) -> None:
    (tmp_path / "alias").symlink_to(workspace.root)
    (workspace.root / "a.txt").write_text("a")
    other = Workspace(tmp_path / "alias")
    assert other.find(str(tmp_path / "alias" / "a.txt")) == workspace.find("a.txt")


@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd",
        "/etc/x.xlsx",
        "../x.xlsx",
        "a/../../outside/secret.txt",
        "{outside}/secret.txt",
        "{root}/../outside/secret.txt",
        "{root}x/secret.txt",
        "link.txt",
        "linked/secret.txt",
        "linked/new.txt",
        "dangling.txt",
        "chain.txt",
        "loop.txt",
        "file:///etc/passwd",
        "file:secret",
        "http://127.0.0.1/x",
        "s3+x://bucket/x",
        '=webservice("http://..")',
        "=cmd|' /C calc'!A0",
        "C:\\secret.txt",
        "c:/secret.txt",
        "\\\\host\\share",
        "",
        "nul\0.txt",
        "half \ud800 a letter",
        ".deskworld/trash",
        "a/../.deskworld/x",
        "a" * 256,
        "中" * 86,
        "a/" * 3000 + "b",
    ],
)
def test_ways_out_are_refused(workspace: Workspace, tmp_path: Path, path: str) -> None:
    outside, root = tmp_path / "outside", workspace.root
    (root / "link.txt").symlink_to(outside / "secret.txt")
    (root / "linked").symlink_to(outside)
    (root / "dangling.txt").symlink_to(outside / "not yet.txt")
    (root / "chain.txt").symlink_to(root / "link.txt")
    (root / "loop.txt").symlink_to("loop.txt")
    path = path.format(outside=outside, root=root) if "{" in path else path
    for method in (workspace.find, workspace.folder, workspace.target, workspace.place):
        if method == workspace.folder and not path:
            continue  # the workspace itself
        with pytest.raises(ToolError, match=r"^source: ") as refusal:
            method(path, argument="source")
        assert "secret" not in str(refusal.value).replace(repr(path), "")
    assert not (outside / "not yet.txt").exists()


def test_links_that_stay_inside_work(workspace: Workspace) -> None:
    (workspace.root / "a.txt").write_text("a")
    (workspace.root / "link.txt").symlink_to("a.txt")
    assert workspace.find("link.txt") == workspace.root / "a.txt"
    with workspace.writing(workspace.target("link.txt")) as temporary:
        temporary.write_text("b")
    assert (workspace.root / "link.txt").is_symlink()
    assert (workspace.root / "a.txt").read_text() == "b"


def test_what_is_missing_is_offered(workspace: Workspace) -> None:
    (workspace.root / "reports").mkdir()
    (workspace.root / "reports" / "q1.xlsx").touch()
    for asked, offered in (
        ("reports/q2.xlsx", "did you mean 'reports/q1.xlsx'"),
        ("reports/zebra", "its folder holds 'reports/q1.xlsx'"),
        ("report/q1.xlsx", "the folder 'report' doesn't exist either"),
        ("reports", "is a folder; name a file in it"),
    ):
        with pytest.raises(ToolError, match=re.escape(offered)):
            workspace.find(asked)
    with pytest.raises(ToolError, match="is a file, not a folder"):
        workspace.folder("reports/q1.xlsx")
    with pytest.raises(ToolError, match=r"must end in \.csv or \.txt"):
        workspace.target("a.xlsx", suffixes=(".csv", ".txt"))
    with pytest.raises(ToolError, match="is a file, so nothing can be put in it"):
        workspace.target("reports/q1.xlsx/a.txt")
    for folder in ("reports", ".", "reports/.."):
        with pytest.raises(ToolError, match="is a folder; name a file"):
            workspace.target(folder)


def names(workspace: Workspace) -> list[str]:
    return sorted(str(path.relative_to(workspace.root)) for path in workspace.root.rglob("*"))


def test_a_write_that_fails_leaves_everything_as_it_was(workspace: Workspace) -> None:
    (workspace.root / "old.txt").write_text("old")
    for path in ("old.txt", "new/er/new.txt"):
        with pytest.raises(KeyboardInterrupt), workspace.writing(workspace.target(path)) as temporary:  # noqa: PT012
            temporary.write_text("half")
            raise KeyboardInterrupt
        with pytest.raises(ToolError, match="nothing was written"), workspace.writing(workspace.target(path)):
            pass
    assert names(workspace) == ["old.txt"]
    assert (workspace.root / "old.txt").read_text() == "old"


def test_parents_that_somebody_else_uses_meanwhile_stay(workspace: Workspace) -> None:
    with pytest.raises(ZeroDivisionError), workspace.writing(workspace.target("new/er/new.txt")):  # noqa: PT012
        (workspace.root / "new" / "other.txt").touch()
        raise ZeroDivisionError
    assert names(workspace) == ["new", "new/other.txt"]


def test_nested_writes_of_one_file(workspace: Workspace) -> None:
    target = workspace.target("a.txt")
    with workspace.writing(target) as outer:
        outer.write_text("outer")
        with workspace.writing(target) as inner:
            inner.write_text("inner")
        assert target.read_text() == "inner"
    assert target.read_text() == "outer"
    assert names(workspace) == ["a.txt"]


def test_mode_and_suffix_are_kept(workspace: Workspace) -> None:
    target = workspace.target("run.sh")
    target.touch(mode=0o750)
    with workspace.writing(target) as temporary:
        assert temporary.suffix == ".sh" and temporary.parent == target.parent
        temporary.write_text("echo")
    assert target.stat().st_mode & 0o777 == 0o750


def test_a_link_put_there_after_the_check_is_not_followed(workspace: Workspace, tmp_path: Path) -> None:
    target = workspace.target("a.txt")
    target.symlink_to(tmp_path / "outside" / "secret.txt")
    with pytest.raises(ToolError, match="is a link or lies outside"), workspace.writing(target):
        pass
    folder = workspace.target("sub/b.txt").parent
    folder.symlink_to(tmp_path / "outside")
    with pytest.raises(ToolError, match="is a link or lies outside"), workspace.writing(folder / "b.txt"):
        pass


def test_a_killed_writer_leaves_the_old_file_whole(workspace: Workspace) -> None:
    (workspace.root / "a.txt").write_text("old")
    program = """if True:
        import os, signal, sys
        from pathlib import Path
        from deskworld_kit import Workspace
        workspace = Workspace(Path(sys.argv[1]))
        with workspace.writing(workspace.target("a.txt")) as temporary:
            temporary.write_text("half")
            os.kill(os.getpid(), signal.SIGKILL)
    """
    ended = subprocess.run([sys.executable, "-c", program, str(workspace.root)], check=False)
    assert ended.returncode == -9
    assert (workspace.root / "a.txt").read_text() == "old"
    with workspace.writing(workspace.target("a.txt")) as temporary:
        temporary.write_text("new")
    assert (workspace.root / "a.txt").read_text() == "new"


@pytest.mark.parametrize("path", ["~/notes.txt", "/".join(["deep"] * 120)])
def test_a_home_or_an_endless_depth_is_no_path(workspace: Workspace, path: str) -> None:
    with pytest.raises(ToolError, match=r"workspace|folders deep"):
        workspace.target(path)


def test_a_pipe_is_no_file(workspace: Workspace) -> None:
    os.mkfifo(workspace.root / "pipe")
    with pytest.raises(ToolError, match="no regular file"):
        workspace.find("pipe")
    with pytest.raises(ToolError, match="no regular file"):
        workspace.target("pipe")


def test_a_new_file_replaces_one_only_when_asked(workspace: Workspace) -> None:
    for name in ("old.txt", "source.txt"):
        (workspace.root / name).write_text("mine")
    source = workspace.find("source.txt")
    assert workspace.new_target("new.txt", overwrite=False) == workspace.root / "new.txt"
    assert workspace.new_target("old.txt", overwrite=True, source=source) == workspace.root / "old.txt"
    with pytest.raises(
        ToolError, match=r"target: 'old.txt' exists; name another, or pass overwrite=true to replace it"
    ):
        workspace.new_target("old.txt", overwrite=False, argument="target")
    with pytest.raises(ToolError, match=r"'./source.txt' is the file that is read; name another"):
        workspace.new_target("./source.txt", overwrite=True, source=source)


def test_what_was_made_here_and_left_alone_is_made_again(workspace: Workspace) -> None:
    def make(words: str, *, overwrite: bool = False) -> None:
        with workspace.writing(workspace.new_target("chart.svg", overwrite=overwrite)) as temporary:
            temporary.write_text(words)

    make("first")
    make("second")
    assert (workspace.root / "chart.svg").read_text() == "second"
    with workspace.writing(workspace.target("chart.svg")) as temporary:
        temporary.write_text("edited here")
    with pytest.raises(ToolError, match="exists"):
        make("third")
    make("third", overwrite=True)
    (workspace.root / "chart.svg").write_text("edited elsewhere")
    with pytest.raises(ToolError, match="exists"):
        make("fourth")


def test_a_refused_making_does_not_pass_an_edit_off_as_made(workspace: Workspace) -> None:
    (workspace.root / "mine.txt").write_text("mine")
    workspace.new_target("mine.txt", overwrite=True)
    with workspace.writing(workspace.target("mine.txt")) as temporary:
        temporary.write_text("mine, edited")
    with pytest.raises(ToolError, match="exists"):
        workspace.new_target("mine.txt", overwrite=False)
