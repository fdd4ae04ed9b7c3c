"""Contrast on what is really shown: text over a picture, a gradient or a drawing, measured on a render.

Such a ground has no one colour to compare with, and shadows, drawings and whatever else lies there can't be told from
the file. So the slides in question are rendered once more with the text of those shapes left out, and the place where
each text stands is looked at, pixel by pixel.
"""

import io
import tempfile
import zipfile
from pathlib import Path

from lxml import etree

from ..base import Box
from ..colors import Ink
from ..ooxml import Package, child, deep, every, local, number
from .facts import DeckFacts, Finding
from .findings.contrast import faintest
from .measuring import text_box

_WIDTH = 960
_ACROSS, _DOWN = 64, 24


def measured(path: Path, facts: DeckFacts) -> DeckFacts:
    """The facts of a deck with the contrast of text on uneven grounds as a render shows it.

    Raises:
        RenderError: There is no LibreOffice, or it can't draw the deck.
    """
    from ...rendering import render

    wanted = {slide.index: set(slide.uneven) for slide in facts.slides if slide.uneven}
    if not wanted:
        return facts
    with tempfile.TemporaryDirectory(prefix="deskworld-") as folder:
        bare = Path(folder) / f"bare{path.suffix}"
        _without_text(path, bare, wanted)
        drawn = {each.page: each.png for each in render(bare, pages=sorted(wanted), width=_WIDTH)}
    kept = [
        each for each in facts.findings
        if each.kind != "contrast" or not wanted.get(each.slide, set()).intersection(each.shapes)
    ]  # fmt: skip
    found = [each for index, png in drawn.items() for each in _judged(facts, index, png)]
    return facts.model_copy(update={"findings": sorted([*kept, *found], key=lambda each: each.slide)})


def _judged(facts: DeckFacts, index: int, png: bytes) -> list[Finding]:
    from PIL import Image

    slide = facts.slide(index)
    found: list[Finding] = []
    with Image.open(io.BytesIO(png)) as opened:
        image = opened.convert("RGB")
    for shape in slide.shapes:
        box = text_box(shape) if shape.id in slide.uneven else None
        grounds = _colors(image, box, image.width / facts.width) if box else []
        worst = faintest(shape, shape.paragraphs, grounds, None) if grounds else None
        if worst:
            found.append(worst.finding(slide, shape))
    return found


def _colors(image: "object", box: Box, scale: float) -> list[Ink]:
    """The colours of an area of a render, of so many points each way at most."""
    from PIL import Image

    assert isinstance(image, Image.Image)
    left, top = max(0, round(box.left * scale)), max(0, round(box.top * scale))
    right, bottom = min(image.width, round(box.right * scale)), min(image.height, round(box.bottom * scale))
    if right - left < 2 or bottom - top < 2:
        return []
    area = image.crop((left, top, right, bottom))
    small = area.resize((min(area.width, _ACROSS), min(area.height, _DOWN)), Image.Resampling.NEAREST)
    pixels = small.tobytes()
    return [Ink(*pixels[at : at + 3]) for at in range(0, len(pixels), 3)]


def _without_text(path: Path, target: Path, wanted: dict[int, set[int]]) -> None:
    """A copy of a deck in which these shapes of these slides say nothing."""
    changed: dict[str, bytes] = {}
    with Package(path) as package:
        main = package.main()
        relations = package.relations(main)
        entries = every(child(package.xml(main), "p:sldIdLst"), "p:sldId")
        for index, entry in enumerate(entries, 1):
            if index in wanted:
                rid = next((str(value) for name, value in entry.attrib.items() if str(name).endswith("}id")), "")
                root = package.xml(relations[rid].target)
                _silence(root, wanted[index])
                changed[relations[rid].target] = etree.tostring(root, xml_declaration=True, encoding="UTF-8")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            new.writestr(name, changed.get(name) or old.read(name))


def _silence(root: etree._Element, shapes: set[int]) -> None:  # pyright: ignore[reportPrivateUsage]
    for body in deep(root, "p:txBody"):
        shape = body.getparent()
        about = next(iter(deep(shape, "p:cNvPr")), None)
        if about is None or int(number(about.get("id"))) not in shapes:
            continue
        for paragraph in every(body, "a:p"):
            for run in [one for one in paragraph if local(one) in ("r", "fld", "br")]:
                paragraph.remove(run)
