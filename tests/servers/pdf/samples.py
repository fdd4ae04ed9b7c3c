"""PDFs made here, by reportlab and by hand."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas


def drawn(
    place: Path, draw: Callable[[Any, int], None], *, pages: int = 1, size: tuple[float, float] = (595, 842)
) -> None:
    canvas = Canvas(str(place), pagesize=size, invariant=1)
    for page in range(1, pages + 1):
        draw(canvas, page)
        canvas.showPage()
    canvas.save()


def text_of(place: Path, page: int = 1) -> str:
    """The text of a page, as pdfium reads it."""
    with pypdfium2.PdfDocument(place) as document:
        return document[page - 1].get_textpage().get_text_range()


def pixels(place: Path, page: int = 1, scale: float = 1.0, *, forms: bool = False) -> Image.Image:
    """A page as pdfium draws it; with `forms` false only what the file itself brings is drawn."""
    with pypdfium2.PdfDocument(place) as document:
        if forms:
            document.init_forms()
        return document[page - 1].render(scale=scale, may_draw_forms=True).to_pil().convert("RGB")


def rich(place: Path) -> None:
    """Four pages with links, named places, a nested outline, a form, layers, tags, labels, attachments, XMP, notes."""
    canvas = Canvas(str(place), pagesize=(400, 500), invariant=1)
    canvas.setTitle("Rich")
    for page in range(1, 5):
        canvas.bookmarkPage(f"p{page}")
        canvas.addOutlineEntry(f"Part {page}", f"p{page}", level=0 if page in (1, 3) else 1)
        canvas.drawString(50, 450, f"This is sheet {page}")
        canvas.linkRect("", f"p{page % 4 + 1}", (50, 400, 150, 420))
        canvas.linkURL("https://harborlight.example/", (200, 400, 300, 420))
        canvas.acroForm.textfield(name=f"field{page}", x=50, y=300, width=150, height=20, value=f"value {page}")
        canvas.showPage()
    canvas.save()
    with pikepdf.open(place, allow_overwriting_input=True) as pdf:
        pdf.attachments["data.csv"] = pikepdf.AttachedFileSpec(pdf, b"a,b\n1,2\n", filename="data.csv")
        pdf.Root.PageLabels = pikepdf.Dictionary(
            Nums=pikepdf.Array([0, pikepdf.Dictionary(S=pikepdf.Name.r), 2, pikepdf.Dictionary(S=pikepdf.Name.D)])
        )
        group = pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.OCG, Name=pikepdf.String("Layer")))
        pdf.Root.OCProperties = pikepdf.Dictionary(OCGs=[group], D=pikepdf.Dictionary(ON=[group]))
        _tag(pdf)
        with pdf.open_metadata() as metadata:
            metadata["dc:title"] = "Rich"
        pdf.pages[0].obj.Annots.append(
            pdf.make_indirect(
                pikepdf.Dictionary(
                    Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Text, Rect=[300, 450, 320, 470], Contents="Look here"
                )
            )
        )
        pdf.save(place)


def _tag(pdf: pikepdf.Pdf) -> None:
    """A tag tree with a paragraph a page."""
    root = pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.StructTreeRoot, K=pikepdf.Array()))
    numbers: list[Any] = []
    for index, page in enumerate(pdf.pages):
        leaf = pdf.make_indirect(
            pikepdf.Dictionary(
                S=pikepdf.Name.P, P=root, Pg=page.obj, K=0, ActualText=pikepdf.String(f"This is sheet {index + 1}")
            )
        )
        root.K.append(leaf)
        page.obj.StructParents = index
        numbers += [index, pikepdf.Array([leaf])]
        page.contents_add(b"/P <</MCID 0>> BDC\n", prepend=True)
        page.contents_add(b"\nEMC", prepend=False)
    root.ParentTree = pdf.make_indirect(pikepdf.Dictionary(Nums=pikepdf.Array(numbers)))
    root.ParentTreeNextKey = len(pdf.pages)
    pdf.Root.StructTreeRoot = root
    pdf.Root.MarkInfo = pikepdf.Dictionary(Marked=True)


def turned(source: Path, place: Path, turn: int, crop: tuple[float, float, float, float] | None = None) -> None:
    """A copy whose pages are turned and cropped."""
    with pikepdf.open(source) as pdf:
        for page in pdf.pages:
            page.obj.Rotate = turn
            if crop:
                page.obj.CropBox = pikepdf.Array(list(crop))
        pdf.save(place)


def by_hand(
    place: Path, content: bytes, resources: Callable[[pikepdf.Pdf], Any], size: tuple[int, int] = (400, 300)
) -> None:
    """A page with this content and these resources."""
    with pikepdf.new() as pdf:
        page = pikepdf.Dictionary(
            Type=pikepdf.Name.Page,
            MediaBox=[0, 0, *size],
            Contents=pdf.make_stream(content),
            Resources=resources(pdf),
        )
        pdf.pages.append(pikepdf.Page(pdf.make_indirect(page)))
        pdf.save(place)


def helvetica(pdf: pikepdf.Pdf) -> Any:
    return pdf.make_indirect(
        pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
    )


def photo(size: tuple[int, int] = (320, 200)) -> Image.Image:
    """Noise under a gradient: what a camera gives."""
    return Image.effect_noise(size, 60).convert("RGB")


def reader(image: Image.Image, kind: str = "PNG") -> ImageReader:
    buffer = io.BytesIO()
    image.save(buffer, kind)
    return ImageReader(io.BytesIO(buffer.getvalue()))
