"""Pages chosen, removed, moved and merged: with what belongs to them, and with nothing that does not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pikepdf
import pytest
from deskworld_kit import ToolError
from deskworld_pdf.assembling import Source
from deskworld_pdf.outlines import NewEntry
from deskworld_verifiers import form_values, pages_from, pdf_notes, survivors
from servers.pdf.samples import text_of, turned


def outline(do: Any, path: str) -> list[tuple[int, str, int]]:
    return [(each.level, each.title, each.page) for each in do.get_pdf_outline(path=path).items]


def test_deleting_pages_takes_what_was_only_theirs_and_keeps_all_else(do: Any, root: Path, rich: str) -> None:
    done = do.delete_pdf_pages(path=rich, pages=[2, 3])
    assert done.pages == 2 and "This is sheet 4" in text_of(root / rich, 2)
    assert outline(do, rich) == [(1, "Part 1", 1), (2, "Part 4", 2)]
    assert form_values(root / rich) == {"field1": "value 1", "field4": "value 4"}
    assert survivors(root / rich, "sheet 2", "sheet 3", "value 2", "Part 3", "field3") == []
    links = [(each.page, each.link) for each in pdf_notes(root / rich) if each.link.startswith("page")]
    assert links == [(2, "page 1")]  # the one to a page that is gone went with it
    with pikepdf.open(root / rich) as pdf:
        assert list(pdf.attachments) == ["data.csv"] and "/OCProperties" in pdf.Root and "/Metadata" in pdf.Root
        assert [str(leaf.ActualText) for leaf in pdf.Root.StructTreeRoot.K] == ["This is sheet 1", "This is sheet 4"]
        assert [page.label for page in pdf.pages] == ["i", "2"]
        assert any(str(note.get("/Contents", "")) == "Look here" for note in pdf.pages[0].Annots)
    assert any("outline" in each for each in done.warnings) and any("link led" in each for each in done.warnings)


def test_moving_pages_moves_their_labels_and_keeps_every_link(do: Any, root: Path, rich: str) -> None:
    do.reorder_pdf_pages(path=rich, pages=[4, 3], position=1)
    assert [text_of(root / rich, page).split()[3] for page in (1, 2, 3, 4)] == ["4", "3", "1", "2"]
    assert outline(do, rich) == [(1, "Part 1", 3), (2, "Part 2", 4), (1, "Part 3", 2), (2, "Part 4", 1)]
    with pikepdf.open(root / rich) as pdf:
        assert [page.label for page in pdf.pages] == ["2", "1", "i", "ii"]
    assert {(n.page, n.link) for n in pdf_notes(root / rich) if n.link.startswith("page")} == {
        (3, "page 4"), (4, "page 2"), (2, "page 1"), (1, "page 3")
    }  # fmt: skip
    assert len(form_values(root / rich)) == 4


def test_a_page_twice_is_two_pages(do: Any, root: Path, rich: str) -> None:
    done = do.extract_pdf_pages(path=rich, pages=[1, 1], target="twice.pdf")
    assert done.pages == 2
    do.annotate_pdf(path="twice.pdf", kind="box", box=[10, 10, 60, 60], pages=[2])
    assert [each.page for each in pdf_notes(root / "twice.pdf") if each.kind == "box"] == [2]


def test_merging_keeps_links_outlines_fields_layers_tags_and_attachments(
    do: Any, root: Path, rich: str, report: str
) -> None:
    (root / "again.pdf").write_bytes((root / rich).read_bytes())
    sources = [Source(path=report), Source(path=rich), Source(path="again.pdf", pages=[4, 1])]
    done = do.merge_pdfs(sources=sources, target="out/all.pdf")
    assert done.pages == 8
    place = root / "out/all.pdf"
    assert pages_from(place, root / report, root / rich) == [
        (0, 1),
        (0, 2),
        (1, 1),
        (1, 2),
        (1, 3),
        (1, 4),
        (1, 4),
        (1, 1),
    ]
    assert outline(do, "out/all.pdf") == [
        (1, "Freight report", 1), (2, "The year", 1), (2, "Costs", 2),
        (1, "Rich", 3), (2, "Part 1", 3), (3, "Part 2", 4), (2, "Part 3", 5), (3, "Part 4", 6),
        (1, "Rich", 7), (2, "Part 1", 8), (3, "Part 4", 7),
    ]  # fmt: skip
    values = form_values(place)
    assert values["field1"] == "value 1" and values["field1_2"] == "value 1" and "field2_2" not in values
    links = {(each.page, each.link) for each in pdf_notes(place) if each.link.startswith("page")}
    assert links == {(3, "page 4"), (4, "page 5"), (5, "page 6"), (6, "page 3"), (7, "page 8")}
    with pikepdf.open(place) as pdf:
        assert sorted(pdf.attachments) == ["data.csv", "data_2.csv"]
        assert len(pdf.Root.OCProperties.OCGs) == 2
        leaves = [(str(leaf.ActualText), leaf.Pg.objgen) for leaf in pdf.Root.StructTreeRoot.K]
        pages = [page.obj.objgen for page in pdf.pages]
        assert [(text[-1], pages.index(page) + 1) for text, page in leaves] == [
            ("1", 3), ("2", 4), ("3", 5), ("4", 6), ("1", 8), ("4", 7)
        ]  # fmt: skip
        tree = dict(pikepdf.NumberTree(pdf.Root.StructTreeRoot.ParentTree).items())
        for number, page in enumerate(pdf.pages, 1):
            if number > 2:
                assert tree[int(page.obj.StructParents)][0].Pg.objgen == page.obj.objgen
        assert [page.label for page in pdf.pages] == ["1", "2", "i", "ii", "1", "2", "2", "i"]
    assert any("field1 is now field1_2" in each for each in done.warnings)
    assert survivors(place, "sheet 5") == []


def test_splitting_each_way(do: Any, root: Path, rich: str) -> None:
    assert [part.pages for part in do.split_pdf(path=rich, folder="a", every=3).parts] == ["1-3", "4"]
    ranges = do.split_pdf(path=rich, folder="b", by="ranges", ranges=["2-", "1, 4"])
    assert [part.pages for part in ranges.parts] == ["2-4", "1,4"]
    chapters = do.split_pdf(path=rich, folder="c", by="outline")
    assert [(part.title, part.pages) for part in chapters.parts] == [("Part 1", "1-2"), ("Part 3", "3-4")]
    assert outline(do, chapters.parts[1].path) == [(1, "Part 3", 1), (2, "Part 4", 2)]
    assert survivors(root / chapters.parts[1].path, "sheet 1", "value 2") == []
    most = (root / rich).stat().st_size * 0.7 / 1e6
    sized = do.split_pdf(path=rich, folder="d", by="size", megabytes=most)
    assert len(sized.parts) > 1 and all(part.bytes <= most * 1e6 for part in sized.parts)
    for folder in "abcd":
        assert all((root / folder / path.name).stat().st_size for path in (root / folder).iterdir())


def test_turning_adds_up_and_cropping_is_as_seen(do: Any, root: Path, rich: str) -> None:
    do.rotate_pdf_pages(path=rich, degrees=90, pages=[2])
    do.rotate_pdf_pages(path=rich, degrees=180, pages=[2])
    assert do.get_pdf_info(path=rich).sizes == ["1: 400 x 500 pt", "2: 500 x 400 pt", "3-4: 400 x 500 pt"]
    for turn in (0, 90, 180, 270):
        turned(root / rich, root / "t.pdf", turn)
        (hit,) = do.search_pdf(path="t.pdf", query="sheet 1").items
        left, top, right, bottom = hit.boxes[0]
        do.crop_pdf_pages(path="t.pdf", pages=[1], box=[left - 5, top - 5, right + 5, bottom + 5])
        (again,) = do.search_pdf(path="t.pdf", query="sheet 1").items
        assert again.boxes[0] == pytest.approx([5, 5, 5 + right - left, 5 + bottom - top], abs=0.3), turn


def test_a_new_outline(do: Any, rich: str) -> None:
    entries = [NewEntry(title="Eins", page=1), NewEntry(title="Zwei", page=3, level=2), NewEntry(title="Ende", page=4)]
    do.set_pdf_outline(path=rich, entries=entries)
    assert outline(do, rich) == [(1, "Eins", 1), (2, "Zwei", 3), (1, "Ende", 4)]
    do.set_pdf_outline(path=rich, entries=[])
    assert outline(do, rich) == []
    with pytest.raises(ToolError, match="one at a time"):
        do.set_pdf_outline(path=rich, entries=[NewEntry(title="x", page=1, level=3)])


def test_refusals(do: Any, root: Path, rich: str) -> None:
    before = sorted((path.name, path.read_bytes()) for path in root.iterdir())
    calls = (
        (lambda: do.delete_pdf_pages(path=rich, pages=[1, 2, 3, 4]), "at least one"),
        (lambda: do.delete_pdf_pages(path=rich, pages=[0]), "no page 0; the file has 4 pages"),
        (lambda: do.delete_pdf_pages(path=rich, pages=[]), "at least one page"),
        (lambda: do.reorder_pdf_pages(path=rich, pages=[1], position=9), "position"),
        (lambda: do.reorder_pdf_pages(path=rich, pages=[1, 1]), "twice"),
        (lambda: do.extract_pdf_pages(path=rich, pages=[5], target="x.pdf"), "no page 5"),
        (lambda: do.extract_pdf_pages(path=rich, pages=[1], target="x.txt"), "must end in .pdf"),
        (lambda: do.merge_pdfs(sources=[], target="x.pdf"), "at least one"),
        (lambda: do.merge_pdfs(sources=[Source(path="none.pdf")], target="x.pdf"), "no file"),
        (lambda: do.split_pdf(path=rich, folder="x", by="ranges", ranges=["3-1"]), "backwards"),
        (lambda: do.split_pdf(path=rich, folder="x", by="ranges", ranges=["a"]), "no range"),
        (lambda: do.split_pdf(path=rich, folder="x", by="ranges"), "which pages"),
        (lambda: do.split_pdf(path=rich, folder="x", every=0), "every"),
        (lambda: do.crop_pdf_pages(path=rich, box=[100, 100, 101, 101]), "3 points"),
    )
    for call, words in calls:
        with pytest.raises(ToolError, match=words):
            call()
    assert sorted((path.name, path.read_bytes()) for path in root.iterdir()) == before


def test_inches_and_shares_are_refused_by_name(do: Any, root: Path, report: str) -> None:
    before = (root / report).read_bytes()
    for call, words in (
        (lambda: do.crop_pdf_pages(path=report, box=[1, 1, 7, 10]), r"inches.* 72 an inch.*\[72, 72, 504, 720\]"),
        (lambda: do.crop_pdf_pages(path=report, box=[0.1, 0.1, 0.9, 0.5]), "shares of the sides.* points"),
        (lambda: do.stamp_pdf(path=report, text="a", box=[1, 1, 3, 2]), "inches"),
        (lambda: do.stamp_pdf(path=report, text="a", size=0.5), "inches.* points"),
        (lambda: do.pdf_from_images(sources=["quay.jpg"], target="o.pdf", margin=0.75), "inches"),
    ):
        with pytest.raises(ToolError, match=words):
            call()
    assert (root / report).read_bytes() == before
    assert "is down to 20 x 20 of its" in do.crop_pdf_pages(path=report, box=[40, 40, 60, 60]).warnings[0]


def test_ranges_may_end_at_the_end_and_say_where_to_cut(do: Any, report: str) -> None:
    do.merge_pdfs(sources=[Source(path=report)] * 3, target="six.pdf")
    assert [part.pages for part in do.split_pdf(path="six.pdf", folder="a", ranges=["1-2,3-end"]).parts] == [
        "1-2",
        "3-6",
    ]
    assert [part.pages for part in do.split_pdf(path="six.pdf", folder="b", ranges=["2-3,last"]).parts] == ["2,3,6"]
    with pytest.raises(ToolError, match="don't go with by='size'"):
        do.split_pdf(path="six.pdf", folder="c", by="size", ranges=["1"])
    with pytest.raises(ToolError, match=r"no page -1; .* the last is 6"):
        do.extract_pdf_pages(path="six.pdf", pages=[-1], target="o.pdf")
