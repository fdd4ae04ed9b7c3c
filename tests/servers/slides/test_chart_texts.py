"""Words in charts are found and replaced in what the chart shows and in the workbook it is drawn from."""

import io
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from deskworld_slides.charting import ChartSeries
from deskworld_slides.words import Replacement
from pptx import Presentation
from pptx.opc.package import Part
from pptx.opc.packuri import PackURI
from pptx.parts.embeddedpackage import EmbeddedXlsxPart


def chart(root: Path, deck: str) -> Any:
    return next(s for s in Presentation(str(root / deck)).slides[2].shapes if s.has_chart).chart


def cells(root: Path, deck: str) -> list[tuple[Any, ...]]:
    blob = chart(root, deck).part.chart_workbook.xlsx_part.blob
    return [row for sheet in openpyxl.load_workbook(io.BytesIO(blob)) for row in sheet.values]


def give_book(path: Path, book: Any) -> None:
    """Put a workbook into the deck's only chart."""
    presentation = Presentation(str(path))
    made = io.BytesIO()
    book.save(made)
    part = next(s for s in presentation.slides[2].shapes if s.has_chart).chart.part
    part.chart_workbook.xlsx_part._blob = made.getvalue()
    presentation.save(str(path))


@pytest.fixture
def partners(do: Any, deck: str) -> str:
    series = [ChartSeries(name="Partners paid", values=[3, 5]), ChartSeries(name="Own", values=[2, 1])]
    do.add_slide_chart(
        path=deck, slide=3, type="column", categories=["Partners", "Others"], series=series, title="Partners by year"
    )
    do.format_slide_chart(path=deck, slide=3, x_title="Kind of Partners", y_title="Partners")
    return deck


def test_words_of_charts_are_found_with_what_they_are(do: Any, partners: str) -> None:
    hits = do.find_deck_text(path=partners, query="partners").items
    where = [hit.where.partition(": ")[2] for hit in hits]
    assert sorted(where) == ["axis title", "axis title", "category", "series", "title"]
    assert all("'Chart" in hit.where and hit.slide == 3 for hit in hits)
    assert "Partners paid" in do.extract_deck_text(path=partners).items[2].text


def test_words_of_charts_are_replaced_in_chart_and_workbook(do: Any, root: Path, partners: str) -> None:
    done = do.replace_deck_text(path=partners, replacements=[Replacement(find="Partners", replace="Allies & friends")])
    assert done.replaced == 5 and done.slides == [3] and done.warnings == []
    assert [place.rpartition(": ")[2] for place in done.places] == [
        "title", "axis title (2)", "series", "category",
    ]  # fmt: skip
    plot = chart(root, partners).plots[0]
    assert list(plot.categories) == ["Allies & friends", "Others"]
    assert [series.name for series in plot.series] == ["Allies & friends paid", "Own"]
    assert cells(root, partners)[:2] == [(None, "Allies & friends paid", "Own"), ("Allies & friends", 3, 2)]
    assert b"Partners" not in b"".join(
        zipfile.ZipFile(root / partners).read(name)
        for name in zipfile.ZipFile(root / partners).namelist() if name.startswith("ppt/charts/")
    )  # fmt: skip


def test_what_only_the_workbook_says_is_found_and_replaced_too(do: Any, root: Path, partners: str) -> None:
    from openpyxl.cell.rich_text import CellRichText, TextBlock
    from openpyxl.cell.text import InlineFont
    from openpyxl.worksheet.table import Table

    book = openpyxl.Workbook()
    sheet: Any = book.active
    for row in (["Kind", "Partners paid", "Own"], ["Partners", 3, 2], ["Others", 5, 1]):
        sheet.append(row)
    sheet.add_table(Table(displayName="Data", ref="A1:C3"))
    other: Any = book.create_sheet("Sources")
    other["A1"] = CellRichText("From the Part", TextBlock(InlineFont(b=True), "ners' own books"))
    other["A2"] = '="Partners"&" all"'
    give_book(root / partners, book)
    hidden = [hit for hit in do.find_deck_text(path=partners, query="Partners").items if hit.where.endswith("data")]
    assert [hit.text for hit in hidden] == ["From the Partners' own books"]
    done = do.replace_deck_text(path=partners, replacements=[Replacement(find="Partners", replace="Allies")])
    assert done.replaced == 6 and done.places[-1].endswith("data")
    blob = chart(root, partners).part.chart_workbook.xlsx_part.blob
    again = openpyxl.load_workbook(io.BytesIO(blob), rich_text=True)
    assert again["Sources"]["A1"].value == CellRichText("From the Allies", TextBlock(InlineFont(b=True), "' own books"))
    assert [column.name for column in again.worksheets[0].tables["Data"].tableColumns] == ["Kind", "Allies paid", "Own"]


def test_a_book_that_keeps_the_old_words_is_told(do: Any, root: Path, partners: str) -> None:
    presentation = Presentation(str(root / partners))
    next(s for s in presentation.slides[2].shapes if s.has_chart).chart.part.chart_workbook.xlsx_part._blob = b"no zip"
    presentation.save(str(root / partners))
    done = do.replace_deck_text(path=partners, replacements=[Replacement(find="Others", replace="Rest")])
    assert done.replaced == 1 and "keeps the old words" in done.warnings[0]


def test_a_diagrams_words_count_once(do: Any, foreign: str) -> None:
    hits = do.find_deck_text(path=foreign, query="Plan it").items
    done = do.replace_deck_text(path=foreign, replacements=[Replacement(find="Plan it", replace="Do it")])
    assert len(hits) == done.replaced == 1 and hits[0].where in done.places[0]


def test_newer_charts_say_their_words_once(do: Any, root: Path, partners: str) -> None:
    presentation = Presentation(str(root / partners))
    slide = presentation.slides[2]
    book = chart(root, partners).part.chart_workbook.xlsx_part
    package = slide.part.package
    kind = "application/vnd.ms-office.chartex+xml"
    made = Part(PackURI("/ppt/charts/chartEx1.xml"), kind, package, WATERFALL.encode())
    made.relate_to(
        EmbeddedXlsxPart.new(book.blob, package),
        "http://schemas.openxmlformats.org/officeDocument/2006/relationships/package",
    )
    slide.part.relate_to(made, "http://schemas.microsoft.com/office/2014/relationships/chartEx")
    presentation.save(str(root / partners))
    hits = [hit for hit in do.find_deck_text(path=partners, query="Partners").items if hit.where.startswith("chart:")]
    assert [hit.where for hit in hits] == ["chart: category", "chart: title", "chart: series"]
    done = do.replace_deck_text(path=partners, replacements=[Replacement(find="Partners", replace="Allies")])
    assert done.replaced == 8 and done.warnings == []
    with zipfile.ZipFile(root / partners) as saved:
        assert b"Partners" not in saved.read("ppt/charts/chartEx1.xml")
        for name in saved.namelist():
            if name.endswith(".xlsx"):
                assert b"Partners" not in zipfile.ZipFile(io.BytesIO(saved.read(name))).read("xl/sharedStrings.xml")


WATERFALL = (
    '<cx:chartSpace xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex"'
    ' xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><cx:chartData><cx:data id="0">'
    '<cx:strDim type="cat"><cx:f>Sheet1!$A$2:$A$3</cx:f><cx:lvl ptCount="2"><cx:pt idx="0">Partners</cx:pt>'
    '<cx:pt idx="1">Others</cx:pt></cx:lvl></cx:strDim></cx:data></cx:chartData><cx:chart><cx:title><cx:tx><cx:txData>'
    "<cx:v>All Partners</cx:v></cx:txData></cx:tx><cx:txPr><a:bodyPr/><a:lstStyle/><a:p><a:r><a:t>All Partners</a:t>"
    '</a:r></a:p></cx:txPr></cx:title><cx:plotArea><cx:plotAreaRegion><cx:series layoutId="waterfall"><cx:tx>'
    "<cx:txData><cx:f>Sheet1!$B$1</cx:f><cx:v>Partners paid</cx:v></cx:txData></cx:tx></cx:series></cx:plotAreaRegion>"
    "</cx:plotArea></cx:chart></cx:chartSpace>"
)
