"""Text and shapes that tools put on pages: drawn with reportlab, brought into a file as a form that any page can show.

Letters that Helvetica, Times or Courier lack come from DejaVu, then from the fonts for Chinese, Japanese and Korean
that every reader brings; a text may need several. All measures are points.
"""

from __future__ import annotations

import io
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pikepdf

FAMILIES = {
    "sans": ("Helvetica", "Helvetica-Bold"),
    "serif": ("Times-Roman", "Times-Bold"),
    "mono": ("Courier", "Courier-Bold"),
}
_DEJAVU = {"sans": ("DejaVuSans", "DejaVuSans-Bold"), "serif": ("DejaVuSerif", "DejaVuSerif-Bold"),
           "mono": ("DejaVuSansMono", "DejaVuSansMono-Bold")}  # fmt: skip
_FOLDERS = ("/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/dejavu", "/Library/Fonts", "C:/Windows/Fonts")
_loading = threading.Lock()
_loaded: dict[str, bool] = {}

Draw = Callable[[Any], None]


def pieces(text: str, family: str = "sans", *, bold: bool = False) -> list[tuple[str, str]]:
    """The text cut where its font must change: (font, part)."""
    found: list[tuple[str, str]] = []
    for letter in text:
        font = _font_for(letter, family, bold)
        if found and found[-1][0] == font:
            found[-1] = (font, found[-1][1] + letter)
        else:
            found.append((font, letter))
    return found


def _font_for(letter: str, family: str, bold: bool) -> str:
    base = FAMILIES[family][bold]
    try:
        letter.encode("cp1252")
        return base
    except UnicodeEncodeError:
        pass
    wide = _DEJAVU[family][bold]
    if _truetype(wide) and _has(wide, letter):
        return wide
    point = ord(letter)
    if 0x3040 <= point <= 0x30FF or 0xFF00 <= point <= 0xFFEF:
        return _cid("HeiseiKakuGo-W5")
    if 0xAC00 <= point <= 0xD7AF or 0x1100 <= point <= 0x11FF:
        return _cid("HYGothic-Medium")
    if 0x2E80 <= point <= 0x9FFF or 0xF900 <= point <= 0xFAFF:
        return _cid("STSong-Light")
    return wide if _truetype(wide) else base


def _truetype(name: str) -> bool:
    """Whether a font of this name could be loaded from the machine."""
    with _loading:
        if name not in _loaded:
            from reportlab.pdfbase import pdfmetrics
            from reportlab.pdfbase.ttfonts import TTFont

            place = next((Path(each, f"{name}.ttf") for each in _FOLDERS if Path(each, f"{name}.ttf").is_file()), None)
            if place is not None:
                pdfmetrics.registerFont(TTFont(name, str(place)))
            _loaded[name] = place is not None
        return _loaded[name]


def _cid(name: str) -> str:
    with _loading:
        if name not in _loaded:
            from reportlab.pdfbase import pdfmetrics
            from reportlab.pdfbase.cidfonts import UnicodeCIDFont

            pdfmetrics.registerFont(UnicodeCIDFont(name))
            _loaded[name] = True
    return name


def _has(font: str, letter: str) -> bool:
    from reportlab.pdfbase import pdfmetrics

    face: Any = pdfmetrics.getFont(font)
    return ord(letter) in face.face.charToGlyph


def width_of(text: str, size: float, family: str = "sans", *, bold: bool = False) -> float:
    """How wide a line of text is."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    return sum(float(stringWidth(part, font, size)) for font, part in pieces(text, family, bold=bold))


def put_text(
    canvas: Any, x: float, y: float, text: str, size: float, family: str = "sans", *, bold: bool = False
) -> None:
    """Draw a line of text with its baseline's start at x, y."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    for font, part in pieces(text, family, bold=bold):
        canvas.setFont(font, size)
        canvas.drawString(x, y, part)
        x += float(stringWidth(part, font, size))


def wrapped(text: str, size: float, room: float, family: str = "sans", *, bold: bool = False) -> list[str]:
    """Lines no wider than `room`; words longer than that are cut."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            tried = f"{line} {word}" if line else word
            if not line or width_of(tried, size, family, bold=bold) <= room:
                line = tried
            else:
                lines.append(line)
                line = word
            while len(line) > 1 and width_of(line, size, family, bold=bold) > room:
                keep = next(
                    (n for n in range(len(line) - 1, 0, -1) if width_of(line[:n], size, family, bold=bold) <= room), 1
                )
                lines.append(line[:keep])
                line = line[keep:]
        lines.append(line)
    return lines


def form_of(pdf: pikepdf.Pdf, width: float, height: float, draw: Draw) -> Any:
    """What `draw` puts on a canvas of this size, as a form in this file."""
    import pikepdf
    from reportlab.pdfgen.canvas import Canvas

    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(max(width, 0.1), max(height, 0.1)), invariant=1, pageCompression=1)
    draw(canvas)
    canvas.showPage()
    canvas.save()
    with pikepdf.open(io.BytesIO(buffer.getvalue())) as made:
        form = made.pages[0].as_form_xobject()
        return pdf.copy_foreign(made.make_indirect(form))


def shade(color: str, argument: str = "color") -> tuple[float, float, float]:
    """A colour as three parts of 1."""
    from deskworld_kit import rgba

    red, green, blue, _ = rgba(color, argument=argument)
    return red / 255, green / 255, blue / 255
