"""Openers on real files: what is missing, damaged or of another kind fails; what is there is read once."""

from pathlib import Path

import pytest
from deskworld_verifiers import CheckResult, Missing, Submission, TaskView, check, load_checks, run_checks, state_hash
from pydantic import BaseModel
from verifiers.worlds import METADATA, image, order


def outcome(s: Submission, body: str, folder: Path) -> CheckResult:
    path = folder / "checks.py"
    path.write_text(f"from deskworld_verifiers import check\n\n@check('content')\ndef one(s):\n{body}")
    (result,) = run_checks(load_checks(path), s)
    return result


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A deck, a workbook, a picture and texts, made with the libraries that people use."""
    from openpyxl import Workbook
    from PIL import Image, ImageDraw
    from pptx import Presentation

    folder = tmp_path / "workspace"
    (folder / "out").mkdir(parents=True)
    deck = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    assert slide.shapes.title is not None
    slide.shapes.title.text = "Third quarter"
    deck.save(str(folder / "out/board.pptx"))
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Summary"
    sheet["B4"] = 1234.5
    book.save(folder / "out/report.xlsx")
    picture = Image.new("RGB", (40, 30), "white")
    ImageDraw.Draw(picture).rectangle((5, 5, 20, 20), fill="black")
    picture.save(folder / "out/logo.png")
    Image.new("RGB", (40, 30), "white").save(folder / "out/empty.png")
    (folder / "out/plan.json").write_text('{"budget": {"lines": [{"total": 3}]}}')
    (folder / "out/people.csv").write_text("\ufeffname,city\nMaya,Malmö\r\n\r\nJo,\n", encoding="utf-8", newline="")
    return folder


def test_office_files(workspace: Path):
    s = Submission(workspace)
    assert s.deck("out/board.pptx").slide(1).title == "Third quarter"
    assert s.deck("out/board.pptx") is s.deck("out/board.pptx")
    assert s.workbook("out/report.xlsx").sheet("Summary").value("B4") == 1234.5


def test_what_the_facts_have_not_is_a_failure(workspace: Path, tmp_path: Path):
    s = Submission(workspace)
    result = outcome(s, "    assert s.deck('out/board.pptx').slide(4).title\n", tmp_path)
    assert (result.outcome, result.kind) == ("failed", "content")
    assert "no slide 4" in result.evidence
    assert "line 5: assert s.deck('out/board.pptx').slide(4).title" in result.evidence
    result = outcome(s, "    assert s.workbook('out/report.xlsx').sheet('Sumary').value('A1')\n", tmp_path)
    assert result.outcome == "failed"
    assert "Summary" in result.evidence


@pytest.mark.parametrize("damage", ["empty", "cut", "text"])
@pytest.mark.parametrize("path", ["out/board.pptx", "out/report.xlsx", "out/logo.png"])
def test_a_damaged_deliverable_fails(workspace: Path, tmp_path: Path, path: str, damage: str):
    file = workspace / path
    content = file.read_bytes()
    file.write_bytes({"empty": b"", "cut": content[: len(content) // 2], "text": b"to do\n"}[damage])
    opener = {"pptx": "deck", "xlsx": "workbook", "png": "image"}[path.rpartition(".")[2]]
    result = outcome(Submission(workspace), f"    assert s.{opener}('{path}')\n", tmp_path)
    assert result.outcome == "failed", result.evidence
    assert result.evidence.startswith(f"{path} can't be opened: ")


def test_another_kind_fails(workspace: Path):
    with pytest.raises(AssertionError, match=r"out/board\.pptx is no workbook: it is deck"):
        Submission(workspace).workbook("out/board.pptx")


def test_a_missing_file_and_one_outside(workspace: Path):
    s = Submission(workspace)
    with pytest.raises(AssertionError, match=r"out/x\.pptx was not made; the workspace holds out/board\.pptx, "):
        s.deck("out/x.pptx")
    (workspace.parent / "secret.txt").write_text("x")
    (workspace / "link.txt").symlink_to(workspace.parent / "secret.txt")
    for path in ("../secret.txt", "link.txt"):
        with pytest.raises(AssertionError, match="lies outside of the workspace"):
            s.text(path)
    assert s.files("out/*.png") == ["out/empty.png", "out/logo.png"]


def test_pictures_and_what_is_seen_on_them(workspace: Path):
    s = Submission(workspace)
    assert (s.image("out/logo.png").width, s.image("out/logo.png").height) == (40, 30)
    (logo,) = s.rendered("out/logo.png")
    (empty,) = s.rendered("out/empty.png")
    assert not logo.blank
    assert logo.ink == pytest.approx(16 * 16 / (40 * 30), abs=0.02)
    assert empty.blank


def test_json_that_lacks_something_is_the_agents_failure(workspace: Path, tmp_path: Path):
    s = Submission(workspace)
    assert s.json("out/plan.json")["budget"]["lines"][0]["total"] == 3
    assert s.json("out/plan.json").get("owner") is None
    result = outcome(s, "    assert s.json('out/plan.json')['budget']['lines'][1]['total']\n", tmp_path)
    assert (result.outcome, result.evidence.splitlines()[0]) == ("failed", "no item 1; there are 1: [{'total': 3}]")
    with pytest.raises(Missing, match="no 'total'; there is lines"):
        _ = s.json("out/plan.json")["budget"]["total"]
    (workspace / "out/plan.json").write_text("{budget: 3}")
    with pytest.raises(AssertionError, match=r"out/plan\.json is not JSON"):
        s.json("out/plan.json")


def test_json_that_has_to_fit_a_model(workspace: Path):
    class Plan(BaseModel):
        budget: dict[str, list[dict[str, int]]]

    class Other(BaseModel):
        owner: str

    s = Submission(workspace)
    assert s.json("out/plan.json", Plan).budget["lines"] == [{"total": 3}]
    with pytest.raises(AssertionError, match=r"out/plan\.json does not fit Other"):
        s.json("out/plan.json", Other)


def test_tables(workspace: Path):
    s = Submission(workspace)
    assert s.table("out/people.csv") == [{"name": "Maya", "city": "Malmö"}, {"name": "Jo", "city": ""}]
    with pytest.raises(Missing, match="no 'town'; there is name, city"):
        _ = s.table("out/people.csv")[0]["town"]
    for content, complaint in [
        ("", "it is empty"),
        ("a,b\n1\n", "row 2 has 1 fields, its header 2"),
        ('a\n"x', "not a table"),
    ]:
        (workspace / "out/people.csv").write_text(content)
        with pytest.raises(AssertionError, match=complaint):
            s.table("out/people.csv")
    (workspace / "out/people.csv").write_bytes(b"a\n\xff\n")
    with pytest.raises(AssertionError, match="not text in UTF-8"):
        s.table("out/people.csv")


def test_the_world(workspace: Path):
    after = image({"shop_order": [order(2), order(3, "person_2")]})
    golden = image({"shop_order": [order(2, "person_2"), order(3)]})
    s = Submission(workspace, before=image(), after=after, golden=golden, metadata=METADATA)
    assert [row["id"] for row in s.rows("shop_order", person="person_1")] == ["order_1", "order_2"]
    assert len(s.rows("shop_order", before=True)) == 1
    with pytest.raises(Missing, match="no item 0; there are 0"):
        _ = s.rows("shop_order", person="person_9")[0]
    assert s.diff().tables == ["shop_order"]
    assert s.compare().same
    assert s.compare("shop_person").score.f1 == 1.0
    assert state_hash(after, METADATA) != state_hash(golden, METADATA)
    with pytest.raises(RuntimeError, match="no golden world"):
        Submission(workspace, before=image(), after=after).compare()


def test_checks_may_read_the_tasks_variables(workspace: Path):
    @check("content")
    def seeded(s: Submission) -> None:
        if s.workbook("out/report.xlsx").sheet("Summary").value("B4") != s.task.variables["total"]:
            raise AssertionError("wrong total")

    results = [
        run_checks([seeded], Submission(workspace, task=TaskView(variables={"total": total})))[0].outcome
        for total in (1234.5, 1234.6)
    ]
    assert results == ["passed", "failed"]
