"""The guards: tables and files that nobody asked to change."""

from pathlib import Path

from deskworld_verifiers import CheckResult, Submission, TaskView, file_changes, guards, listing, run_checks
from verifiers.worlds import METADATA, image


def guarded(workspace: Path, after: bytes, start: dict[str, str], **task: object) -> dict[str, CheckResult]:
    submission = Submission(
        workspace, before=image(), after=after, metadata=METADATA, start=start, task=TaskView.model_validate(task)
    )
    return {result.name: result for result in run_checks(guards, submission)}


def test_a_named_table_may_change_and_no_other(tmp_path: Path):
    after = image({"shop_person": [("person_3", "Cy", 0)]}, without=(("shop_line", "line_1"),))
    allowed = guarded(tmp_path, after, {}, changes=["shop_person", "shop_line"])["tables_kept"]
    assert (allowed.outcome, allowed.kind) == ("passed", "effects")
    assert allowed.evidence == "only shop_line, shop_person may change; changed: shop_line, shop_person"
    refused = guarded(tmp_path, after, {}, changes=["shop_line"])["tables_kept"]
    assert refused.outcome == "failed"
    assert "shop_person[person_3] added: name='Cy'" in refused.evidence
    assert "line_1" not in refused.evidence


def test_files_of_the_start_stay_and_no_strays_are_left(tmp_path: Path):
    for name in ("data.csv", "brief.md", "out/deck.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    start = listing(tmp_path)
    (tmp_path / "out/deck.txt").write_text("better")
    for name in ("out/notes.txt", "scratch/deep/draft.txt", "received/photo.jpg", ".deskworld/versions/1"):
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).write_text("new")
    kept = guarded(tmp_path, image(), start, deliverables=["out/*"])["files_kept"]
    assert (kept.outcome, kept.evidence) == ("passed", "3 files of the start, none touched, and no stray ones")
    stray = guarded(tmp_path, image(), start, deliverables=["out/deck.txt"])["files_kept"]
    assert stray.outcome == "failed"
    assert stray.evidence.startswith("files that nobody asked for, and not under scratch/: out/notes.txt")
    (tmp_path / "data.csv").write_text("else")
    (tmp_path / "brief.md").unlink()
    touched = guarded(tmp_path, image(), start, deliverables=["out/*"])["files_kept"]
    assert touched.outcome == "failed"
    assert touched.evidence.startswith("files of the start were touched: brief.md removed; data.csv changed")


def test_scratch_is_no_place_for_files_of_the_start(tmp_path: Path):
    (tmp_path / "scratch").mkdir()
    (tmp_path / "scratch/given.txt").write_text("given")
    start = listing(tmp_path)
    (tmp_path / "scratch/given.txt").unlink()
    assert guarded(tmp_path, image(), start)["files_kept"].outcome == "failed"


def test_a_listing_follows_no_links(tmp_path: Path):
    (tmp_path / "real.txt").write_text("x")
    (tmp_path / "link.txt").symlink_to("/etc/hostname")
    before = listing(tmp_path)
    assert before["link.txt"] == "link to /etc/hostname"
    (tmp_path / "link.txt").unlink()
    (tmp_path / "link.txt").write_text("x")
    assert [str(change) for change in file_changes(before, listing(tmp_path))] == ["link.txt changed"]
    assert [str(change) for change in file_changes({}, before)] == ["link.txt made", "real.txt made"]
