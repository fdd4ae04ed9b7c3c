"""A call of each tool that works, in an order that works: documentation that is run."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

REPORT, FORM, SCAN = "report.pdf", "form.pdf", "scan.pdf"
_MARKDOWN = """# The year in freight

Volumes grew in every harbour. Costs stayed flat, and the new quay opened in May.

## Volumes

- Rotterdam led
- Bergen followed

| Harbour | Tonnes | Change |
| --- | ---: | ---: |
| Rotterdam | 1,650,000 | 12 % |
| Bergen | 830,000 | 4 % |
"""


def prepare(workspace: Path) -> None:
    """A report of two pages, a form, a scanned page, two pictures and a note to attach."""
    from PIL import Image, ImageDraw

    _report(workspace / REPORT)
    _form(workspace / FORM)
    _scan(workspace / SCAN)
    photo = Image.new("RGB", (320, 200), "#0B6E8F")
    ImageDraw.Draw(photo).ellipse((90, 30, 230, 170), fill="#E07A1F")
    photo.save(workspace / "quay.jpg", quality=90)
    photo.transpose(Image.Transpose.FLIP_LEFT_RIGHT).save(workspace / "quay-mirrored.png")
    (workspace / "notes.txt").write_text("The figures are final.\n", encoding="utf-8")


def _report(place: Path) -> None:
    from PIL import Image
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(place), pagesize=(595, 842), invariant=1)
    canvas.setTitle("Freight report")
    canvas.bookmarkPage("start")
    canvas.addOutlineEntry("The year", "start")
    canvas.setFont("Helvetica-Bold", 22)
    canvas.drawString(60, 760, "The year in freight")
    canvas.setFont("Helvetica", 11)
    canvas.drawString(60, 720, "Volumes grew in every harbour; Noor Haddad signed for the crews.")
    rows = (("Harbour", "Tonnes"), ("Rotterdam", "1650000"), ("Bergen", "830000"))
    for number, (harbour, tonnes) in enumerate(rows):
        y = 660 - 20 * number
        canvas.rect(60, y - 6, 120, 20)
        canvas.rect(180, y - 6, 100, 20)
        canvas.drawString(66, y, harbour)
        canvas.drawString(186, y, tonnes)
    sea = Image.linear_gradient("L").resize((160, 100)).convert("RGB")
    canvas.drawImage(ImageReader(sea), 60, 440, 160, 100)
    canvas.showPage()
    canvas.bookmarkPage("second")
    canvas.addOutlineEntry("Costs", "second")
    canvas.setFont("Helvetica", 11)
    canvas.drawString(60, 760, "Costs stayed flat. Secret code: ALPHA-77.")
    canvas.showPage()
    canvas.save()


def _form(place: Path) -> None:
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(place), pagesize=(420, 300), invariant=1)
    canvas.drawString(40, 250, "Name")
    canvas.acroForm.textfield(name="name", x=100, y=240, width=200, height=22, fontSize=11)
    canvas.acroForm.checkbox(name="crew", x=100, y=200, size=16)
    canvas.acroForm.choice(
        name="harbour", x=100, y=160, width=120, height=22, options=["Rotterdam", "Bergen"], value="Bergen"
    )
    canvas.save()


def _scan(place: Path) -> None:
    from PIL import Image, ImageDraw, ImageFont
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas

    page = Image.new("L", (500, 140), "white")
    ImageDraw.Draw(page).text((30, 40), "Harbour office", fill="black", font=ImageFont.load_default(40))
    buffer = io.BytesIO()
    page.save(buffer, "PNG")
    canvas = Canvas(str(place), pagesize=(250, 60), invariant=1)
    canvas.drawImage(ImageReader(io.BytesIO(buffer.getvalue())), 0, 0, 250, 60)
    canvas.save()


EXAMPLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("get_pdf_info", {"path": REPORT}),
    ("inspect_pdf", {"path": SCAN}),
    ("read_pdf_text", {"path": REPORT, "boxes": True}),
    ("search_pdf", {"path": REPORT, "query": "harbour"}),
    ("extract_pdf_tables", {"path": REPORT, "folder": "out/tables"}),
    ("extract_pdf_images", {"path": REPORT, "folder": "out/pictures"}),
    ("render_pdf_pages", {"path": REPORT, "pages": [1], "box": [50, 150, 300, 250]}),
    ("export_pdf_pictures", {"path": REPORT, "folder": "out/pages", "pages": [1], "box": [60, 300, 220, 402]}),
    ("get_pdf_outline", {"path": REPORT}),
    ("set_pdf_outline", {"path": REPORT, "entries": [{"title": "Start", "page": 1}, {"title": "Costs", "page": 2}]}),
    ("set_pdf_metadata", {"path": REPORT, "author": "Maya Lindqvist", "language": "en-GB"}),
    ("get_pdf_form", {"path": FORM}),
    (
        "fill_pdf_form",
        {
            "path": FORM,
            "values": [
                {"field": "name", "value": "Maya Lindqvist"},
                {"field": "crew", "value": True},
                {"field": "harbour", "value": "Rotterdam"},
            ],
            "target": "out/filled.pdf",
        },
    ),
    (
        "add_pdf_fields",
        {
            "path": REPORT,
            "fields": [
                {"name": "approved", "kind": "check", "page": 2, "box": [60, 120, 74, 134], "value": True},
                {"name": "due", "kind": "date", "page": 2, "box": [90, 118, 190, 136], "value": "2026-03-31"},
            ],
            "target": "out/asked.pdf",
        },
    ),
    ("merge_pdfs", {"sources": [{"path": REPORT}, {"path": FORM}], "target": "out/merged.pdf"}),
    ("split_pdf", {"path": "out/merged.pdf", "folder": "out/parts", "by": "outline"}),
    ("extract_pdf_pages", {"path": "out/merged.pdf", "pages": [2, 1], "target": "out/two.pdf"}),
    ("reorder_pdf_pages", {"path": "out/two.pdf", "pages": [2]}),
    ("rotate_pdf_pages", {"path": "out/two.pdf", "degrees": 90, "pages": [2]}),
    ("crop_pdf_pages", {"path": "out/two.pdf", "box": [20, 20, 560, 800], "pages": [1]}),
    ("stamp_pdf", {"path": "out/two.pdf", "text": "Page {page} of {pages}", "position": "bottom-right"}),
    ("delete_pdf_pages", {"path": "out/two.pdf", "pages": [2]}),
    ("annotate_pdf", {"path": REPORT, "kind": "highlight", "find": "every harbour", "text": "Check this"}),
    ("list_pdf_annotations", {"path": REPORT}),
    ("delete_pdf_annotations", {"path": REPORT, "kinds": ["highlight"], "target": "out/clean.pdf"}),
    ("redact_pdf", {"path": REPORT, "find": ["ALPHA-77", "Noor Haddad"], "target": "out/public.pdf"}),
    ("compare_pdfs", {"path": REPORT, "other": "out/public.pdf"}),
    ("attach_pdf_files", {"path": REPORT, "files": ["notes.txt"]}),
    ("extract_pdf_attachments", {"path": REPORT, "folder": "out/attached"}),
    ("encrypt_pdf", {"path": REPORT, "password": "quay", "target": "out/locked.pdf"}),
    ("decrypt_pdf", {"path": "out/locked.pdf", "password": "quay", "target": "out/open.pdf"}),
    ("compress_pdf", {"path": REPORT, "target": "out/small.pdf"}),
    ("pdf_from_markdown", {"markdown": _MARKDOWN, "target": "out/made.pdf"}),
    ("pdf_to_markdown", {"path": "out/made.pdf"}),
    ("pdf_from_images", {"sources": ["quay.jpg", "quay-mirrored.png"], "target": "out/album.pdf"}),
    ("add_pdf_text_layer", {"path": SCAN, "target": "out/searchable.pdf"}),
)
