"""A call of each tool that works, in an order that works: documentation that is run."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

from deskworld_artifacts.packing import PackageWriter

DOCUMENT = "report.docx"


def prepare(workspace: Path) -> None:
    """Two photos."""
    from PIL import Image, ImageDraw

    photo = Image.new("RGB", (640, 400), "#0B6E8F")
    ImageDraw.Draw(photo).ellipse((180, 60, 460, 340), fill="#E07A1F")
    photo.save(workspace / "quay.png")
    photo.transpose(Image.Transpose.FLIP_LEFT_RIGHT).save(workspace / "quay-mirrored.png")
    _papers(workspace)


def _papers(workspace: Path) -> None:
    """Two states of an agreement, and the template of a letter."""
    from docx import Document

    for name, days in (("agreement.docx", 30), ("agreement-later.docx", 45)):
        paper = Document()
        paper.add_heading("Agreement", 1)
        paper.add_paragraph(f"The charterer pays within {days} days of the invoice.")
        _save(paper, workspace / name)
    letter = Document()
    letter.add_paragraph("Dear {{client}}, here is what you ordered.")
    table = letter.add_table(2, 2, style="Table Grid")
    for cell, text in zip(table._cells, ("Item", "Price", "{{items.name}}", "{{items.price}}"), strict=True):
        cell.text = text
    _save(letter, workspace / "letter.docx")


def _save(paper: Any, place: Path) -> None:
    """The same bytes each time: python-docx alone would put the date of today into the zip."""
    made = io.BytesIO()
    paper.save(made)
    with zipfile.ZipFile(made) as package, PackageWriter(place) as out:
        for name in package.namelist():
            out.put(name, package.read(name))


EXAMPLES: tuple[tuple[str, dict[str, Any]], ...] = (
    (
        "create_document",
        {"path": DOCUMENT, "title": "The year in freight", "subtitle": "Report to the board, 2 March 2026"},
    ),
    (
        "insert_block",
        {
            "path": DOCUMENT,
            "text": "# Volumes\n\nFreight grew by **12 %**, most of it in *Rotterdam*.\n\n- Rotterdam led\n- Hamburg "
            "followed\n\n# Costs\n\nCosts stayed flat.\n\n## Outlook\n\nFirst the lease\n\nThen the crews",
        },
    ),
    ("read_document", {"path": DOCUMENT}),
    ("get_document_outline", {"path": DOCUMENT}),
    ("update_block", {"path": DOCUMENT, "block": "8", "text": "Costs stayed *flat*, as planned."}),
    ("set_list", {"path": DOCUMENT, "blocks": ["10-11"], "kind": "number"}),
    ("format_document_text", {"path": DOCUMENT, "blocks": ["4"], "find": "Rotterdam", "color": "accent2"}),
    ("apply_style", {"path": DOCUMENT, "blocks": ["8"], "style": "Quote"}),
    ("create_style", {"path": DOCUMENT, "name": "Aside", "based_on": "Normal", "size": 9.5, "color": "accent1"}),
    ("list_styles", {"path": DOCUMENT, "used_only": True}),
    (
        "add_document_table",
        {
            "path": DOCUMENT,
            "after": "8",
            "rows": [["Harbour", "Tonnes"], ["Rotterdam", 1650000], ["Bergen", 830000]],
            "caption": "Tonnes by harbour",
        },
    ),
    ("get_document_table", {"path": DOCUMENT}),
    ("update_document_table", {"path": DOCUMENT, "values": [["Hamburg", 1200000]], "row": 4}),
    ("edit_document_table", {"path": DOCUMENT, "action": "insert_rows", "at": 5}),
    ("merge_document_cells", {"path": DOCUMENT, "rows": [5], "columns": [1, 2]}),
    ("format_document_table", {"path": DOCUMENT, "rows": [2], "bold": True, "fill": "bg2"}),
    (
        "add_document_picture",
        {
            "path": DOCUMENT,
            "picture": "quay.png",
            "after": "6",
            "width": 240,
            "alt_text": "The quay at dawn",
            "caption": "The new quay",
        },
    ),
    ("update_document_picture", {"path": DOCUMENT, "block": "7", "picture": "quay-mirrored.png"}),
    ("extract_document_pictures", {"path": DOCUMENT, "folder": "out/pictures"}),
    ("add_document_link", {"path": DOCUMENT, "block": "4", "find": "Rotterdam", "url": "https://ports.example/rtm"}),
    ("replace_document_text", {"path": DOCUMENT, "replacements": [{"find": "Hamburg", "replace": "Antwerp"}]}),
    ("find_document_text", {"path": DOCUMENT, "query": "antwerp"}),
    ("move_blocks", {"path": DOCUMENT, "blocks": ["6"], "after": "4"}),
    ("delete_blocks", {"path": DOCUMENT, "blocks": ["6"]}),
    ("replace_document_section", {"path": DOCUMENT, "heading": "12", "text": "The lease ends in **June**."}),
    ("set_header_footer", {"path": DOCUMENT, "header": "Harbor Light | | {title}", "footer": "{page} of {pages}"}),
    ("set_page_layout", {"path": DOCUMENT, "margins": [64]}),
    ("add_document_break", {"path": DOCUMENT, "kind": "page", "after": "2"}),
    ("add_table_of_contents", {"path": DOCUMENT, "after": "2"}),
    ("set_document_properties", {"path": DOCUMENT, "author": "Maya Lindqvist"}),
    ("protect_document", {"path": DOCUMENT, "allow": "comments"}),
    ("get_document_info", {"path": DOCUMENT}),
    (
        "document_from_markdown",
        {
            "path": "out/plan.docx",
            "look": "classic",
            "markdown": "---\ntitle: The plan\n---\n\n# First\n\nText with a note[^1].\n\n"
            "1. One\n   - [x] done\n2. Two\n\n"
            "| a | b |\n| --- | ---: |\n| x | 1 |\n\n![The quay](quay.png)\n\n[^1]: The note.",
        },
    ),
    ("document_to_markdown", {"path": "out/plan.docx"}),
    ("add_footnote", {"path": "agreement.docx", "block": 2, "words": "invoice", "text": "By *mail*."}),
    ("add_footnote", {"path": "agreement.docx", "block": 2, "kind": "endnote", "text": "As agreed in Bergen."}),
    ("list_document_notes", {"path": "agreement.docx"}),
    ("format_document_notes", {"path": "agreement.docx", "numbers": "a, b", "restart": "page"}),
    ("convert_document_notes", {"path": "agreement.docx", "to": "footnote"}),
    ("delete_document_notes", {"path": "agreement.docx", "notes": ["footnote1", "footnote2"]}),
    (
        "add_document_comment",
        {"path": "agreement.docx", "block": 2, "words": "30 days", "text": "Too short?", "author": "Noor Haddad"},
    ),
    ("add_document_comment", {"path": "agreement.docx", "reply_to": 0, "text": "45 then", "author": "Maya Lindqvist"}),
    ("list_document_comments", {"path": "agreement.docx"}),
    ("resolve_document_comment", {"path": "agreement.docx", "comment": 0}),
    ("delete_document_comments", {"path": "agreement.docx"}),
    ("compare_documents", {"path": "agreement.docx", "other": "agreement-later.docx"}),
    (
        "redline_documents",
        {
            "path": "agreement.docx",
            "other": "agreement-later.docx",
            "target": "out/redline.docx",
            "author": "Maya Lindqvist",
        },
    ),
    ("list_revisions", {"path": "out/redline.docx"}),
    ("reject_revisions", {"path": "out/redline.docx", "numbers": [1]}),
    ("accept_revisions", {"path": "out/redline.docx"}),
    ("track_changes", {"path": "agreement.docx", "author": "Maya Lindqvist"}),
    ("list_template_fields", {"path": "letter.docx"}),
    (
        "fill_template",
        {
            "path": "letter.docx",
            "target": "out/letter.docx",
            "values": {"client": "Noor Haddad"},
            "lists": {"items": [{"name": "Rope", "price": 12.5}, {"name": "Chain", "price": 90}]},
        },
    ),
    ("merge_documents", {"paths": ["agreement.docx", "out/letter.docx"], "target": "out/all.docx"}),
    ("set_document_caption", {"path": "out/plan.docx", "block": 8, "text": "The quay in spring"}),
    ("add_cross_reference", {"path": "out/plan.docx", "block": 3, "to": 2}),
    ("set_document_watermark", {"path": "out/all.docx", "text": "DRAFT"}),
    ("convert_document", {"path": "out/all.docx", "target": "out/all.html"}),
    ("export_document_pictures", {"path": "out/all.docx", "folder": "out/pages", "pages": [1], "width": 640}),
    ("render_document", {"path": "out/all.docx", "pages": [1]}),
    ("export_document_pdf", {"path": "out/all.docx"}),
    ("check_document", {"path": "out/all.docx"}),
    ("set_document_password", {"path": "out/all.docx", "new": "open sesame"}),
    ("set_document_password", {"path": "out/all.docx", "current": "open sesame"}),
)
