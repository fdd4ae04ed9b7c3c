"""A deck of one blank wide slide, with short words for what the tests of findings put on it."""

from pathlib import Path
from typing import Any

from deskworld_artifacts.inspection import DeckFacts, inspect
from PIL import Image
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.dml.color import RGBColor
from pptx.enum.chart import XL_CHART_TYPE
from pptx.enum.shapes import MSO_SHAPE
from pptx.enum.text import MSO_AUTO_SIZE
from pptx.util import Pt

TITLE_SLIDE, CONTENT, TITLE_ONLY, BLANK = 0, 1, 5, 6


class Stage:
    """The deck, and the slide that is worked on."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.deck: Any = Presentation()
        self.deck.slide_width, self.deck.slide_height = Pt(960), Pt(540)
        self.slide = self.add(BLANK)

    def add(self, layout: int) -> Any:
        self.slide = self.deck.slides.add_slide(self.deck.slide_layouts[layout])
        return self.slide

    def text(
        self, words: str, left: float, top: float, width: float, height: float, size: float = 18, color: str = "000000"
    ):
        box = self.slide.shapes.add_textbox(Pt(left), Pt(top), Pt(width), Pt(height))
        box.text_frame.word_wrap, box.text_frame.auto_size = True, MSO_AUTO_SIZE.NONE
        self._write(box, words, size, color)
        return box

    def card(
        self, fill: str, left: float, top: float, width: float, height: float, words: str = "", color: str = "FFFFFF"
    ):
        box = self.slide.shapes.add_shape(MSO_SHAPE.RECTANGLE, Pt(left), Pt(top), Pt(width), Pt(height))
        box.fill.solid()
        box.fill.fore_color.rgb = RGBColor.from_string(fill)
        if words:
            self._write(box, words, 18, color)
        return box

    @staticmethod
    def _write(box: Any, words: str, size: float, color: str) -> None:
        for place, line in enumerate(words.split("\n")):
            paragraph = box.text_frame.paragraphs[0] if not place else box.text_frame.add_paragraph()
            run = paragraph.add_run()
            run.text, run.font.size, run.font.color.rgb = line, Pt(size), RGBColor.from_string(color)

    def picture(self, left: float, top: float, width: float, height: float, color: str = "navy", alt: str = "A field"):
        Image.new("RGB", (round(width), round(height)), color).save(self.folder / "p.png")
        picture = self.slide.shapes.add_picture(str(self.folder / "p.png"), Pt(left), Pt(top), Pt(width), Pt(height))
        picture._element.nvPicPr.cNvPr.set("descr", alt)
        return picture

    def chart(self, left: float, top: float, width: float, height: float) -> Any:
        data = CategoryChartData()
        data.categories = ["a", "b"]
        data.add_series("s", (1, 2))
        frame = self.slide.shapes.add_chart(
            XL_CHART_TYPE.COLUMN_CLUSTERED, Pt(left), Pt(top), Pt(width), Pt(height), data
        )
        frame._element.nvGraphicFramePr.cNvPr.set("descr", "Two columns")
        return frame

    def facts(self) -> DeckFacts:
        self.deck.save(self.folder / "deck.pptx")
        read = inspect(self.folder / "deck.pptx")
        assert isinstance(read, DeckFacts)
        return read

    def kinds(self) -> list[str]:
        return [finding.kind for finding in self.facts().findings]
