"""A call of each tool that works, in an order that works: documentation that is run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

DECK = "board.pptx"
_SERIES = [{"name": "2024", "values": [1200, 1350, 1280]}, {"name": "2025", "values": [1400, 1520, None]}]


def prepare(workspace: Path) -> None:
    """A photo, a poster and something that looks like a film."""
    from PIL import Image, ImageDraw

    photo = Image.new("RGB", (640, 400), "#0B6E8F")
    ImageDraw.Draw(photo).ellipse((180, 60, 460, 340), fill="#E07A1F")
    photo.save(workspace / "quay.png")
    photo.transpose(Image.Transpose.FLIP_LEFT_RIGHT).save(workspace / "quay-mirrored.png")
    (workspace / "tour.mp4").write_bytes(b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom")


EXAMPLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("create_deck", {"path": DECK, "title": "The year in freight", "subtitle": "Board meeting, 2 March 2026"}),
    ("get_deck_info", {"path": DECK}),
    ("list_layouts", {"path": DECK, "limit": 3}),
    (
        "build_deck_from_outline",
        {
            "path": "out/outline.pptx",
            "look": "warm",
            "footer": "Harbor Light",
            "slides": [
                {"title": "The year in freight", "subtitle": "Board meeting"},
                {
                    "title": "Volumes grew",
                    "bullets": ["Up 12 %", "  Rotterdam led", "Costs flat"],
                    "notes": "Thank the crews.",
                },
                {
                    "title": "Revenue",
                    "bullets": ["Best year yet"],
                    "chart": {"categories": ["Q1", "Q2", "Q3"], "series": _SERIES},
                },
                {"title": "Harbours", "table": [["Harbour", "Tonnes"], ["Rotterdam", 1650000], ["Bergen", 830000]]},
                {
                    "title": "Two ways",
                    "columns": [{"heading": "Build", "bullets": ["Ours"]}, {"heading": "Charter", "bullets": ["Fast"]}],
                },
                {
                    "title": "The new quay",
                    "picture": "quay.png",
                    "picture_alt": "The quay at dawn",
                    "layout": "Picture with Caption",
                },
            ],
        },
    ),
    (
        "add_slide",
        {
            "path": DECK,
            "title": "Volumes grew in every harbour",
            "bullets": ["Up 12 %", "  Rotterdam led", "Costs flat"],
        },
    ),
    ("add_slide", {"path": DECK, "layout": "Two Content", "title": "Revenue"}),
    ("add_slide", {"path": DECK, "layout": "Comparison"}),
    ("add_slide", {"path": DECK, "layout": "Title Only", "title": "How it works"}),
    (
        "add_slide_cards",
        {
            "path": "out/outline.pptx",
            "slide": 2,
            "form": "numbers",
            "cards": [{"heading": "+12 %", "text": "Tonnes"}, {"heading": "98 %", "text": "On time"}],
        },
    ),
    ("import_slides", {"path": DECK, "source": "out/outline.pptx", "slides": [4]}),
    ("list_slides", {"path": DECK}),
    ("get_slide", {"path": DECK, "slide": 2}),
    (
        "fill_placeholders",
        {
            "path": DECK,
            "slide": 4,
            "texts": [
                {"placeholder": "title", "text": "Two ways to go on"},
                {"placeholder": "idx:1", "text": "Build"},
                {"placeholder": "idx:2", "text": "Own ships\nSlow"},
                {"placeholder": "idx:3", "text": "Charter"},
                {"placeholder": "idx:4", "text": "Fast\nCosts vary"},
            ],
        },
    ),
    ("set_shape_text", {"path": DECK, "slide": 1, "shape": "subtitle", "text": "Board meeting, spring"}),
    (
        "set_bullets",
        {
            "path": DECK,
            "slide": 2,
            "shape": "content",
            "bullets": ["Total up 12 %", "  Rotterdam and Hamburg", "Costs flat"],
        },
    ),
    (
        "format_shape_text",
        {"path": DECK, "slide": 2, "shape": "content", "find": "12 %", "bold": True, "color": "accent2"},
    ),
    ("fit_shape_text", {"path": DECK, "slide": 2, "shape": "content"}),
    (
        "add_textbox",
        {"path": DECK, "slide": 2, "text": "Source: port statistics", "left": 48, "top": 460, "width": 300, "size": 12},
    ),
    (
        "add_slide_chart",
        {"path": DECK, "slide": 3, "type": "column", "categories": ["Q1", "Q2", "Q3"], "series": _SERIES},
    ),
    ("get_slide_chart", {"path": DECK, "slide": 3}),
    ("update_chart_data", {"path": DECK, "slide": 3, "series": [{"name": "2025", "values": [1400, 1520, 1490]}]}),
    (
        "format_slide_chart",
        {"path": DECK, "slide": 3, "labels": True, "number_format": "#,##0", "y_title": "EUR thousand"},
    ),
    (
        "add_slide_table",
        {"path": DECK, "slide": 3, "rows": [["Harbour", "Tonnes"], ["Rotterdam", 1650000], ["Bergen", 830000]]},
    ),
    ("get_slide_table", {"path": DECK, "slide": 3}),
    ("update_slide_table", {"path": DECK, "slide": 3, "values": [["Hamburg", 1200000]], "row": 4}),
    ("edit_table_structure", {"path": DECK, "slide": 3, "action": "insert_rows", "at": 5}),
    ("merge_slide_cells", {"path": DECK, "slide": 3, "rows": [5], "columns": [1, 2]}),
    ("format_slide_table", {"path": DECK, "slide": 3, "rows": [2], "bold": True, "fill": "bg2"}),
    (
        "add_shape",
        {
            "path": DECK,
            "slide": 5,
            "form": "rounded_rectangle",
            "text": "Load",
            "left": 80,
            "top": 160,
            "width": 160,
            "height": 64,
        },
    ),
    (
        "add_shape",
        {"path": DECK, "slide": 5, "form": "oval", "text": "Sail", "left": 400, "top": 160, "width": 160, "height": 64},
    ),
    ("update_shape", {"path": DECK, "slide": 5, "shape": "3", "fill": "accent3", "name": "Load"}),
    ("add_connector", {"path": DECK, "slide": 5, "start": "Load", "end": "4"}),
    ("duplicate_shape", {"path": DECK, "slide": 5, "shape": "4", "left": 720, "top": 160}),
    ("align_shapes", {"path": DECK, "slide": 5, "shapes": ["Load", "4", "6"], "edge": "middle"}),
    ("distribute_shapes", {"path": DECK, "slide": 5, "shapes": ["Load", "4", "6"], "direction": "across"}),
    ("set_shape_order", {"path": DECK, "slide": 5, "shape": "Load", "order": "front"}),
    ("group_shapes", {"path": DECK, "slide": 5, "shapes": ["4", "6"], "name": "Right"}),
    ("ungroup_shapes", {"path": DECK, "slide": 5, "shape": "Right"}),
    ("set_slide_link", {"path": DECK, "slide": 5, "shape": "Load", "url": "https://harborlight.example/load"}),
    ("delete_shapes", {"path": DECK, "slide": 5, "shapes": ["6"]}),
    (
        "add_slide_picture",
        {"path": DECK, "slide": 5, "picture": "quay.png", "left": 80, "top": 280, "width": 240, "alt_text": "The quay"},
    ),
    ("replace_slide_picture", {"path": DECK, "slide": 5, "shape": "Picture 6", "picture": "quay-mirrored.png"}),
    ("crop_slide_picture", {"path": DECK, "slide": 5, "shape": "Picture 6", "left": 10, "right": 10}),
    ("set_alt_text", {"path": DECK, "slide": 5, "shape": "Picture 6", "text": "The quay, mirrored"}),
    ("adjust_slide_picture", {"path": DECK, "slide": 5, "shape": "Picture 6", "brightness": 10, "colors": "gray"}),
    (
        "style_shapes",
        {"path": DECK, "slide": 5, "shapes": ["Load"], "fill": "accent1", "gradient_to": "accent2", "shadow": True},
    ),
    (
        "add_slide_media",
        {"path": DECK, "slide": 5, "media": "tour.mp4", "poster": "quay.png", "left": 500, "top": 280, "width": 240},
    ),
    ("extract_deck_pictures", {"path": DECK, "folder": "out/pictures"}),
    ("duplicate_slide", {"path": DECK, "slide": 2}),
    ("move_slides", {"path": DECK, "slides": [3], "position": 2}),
    ("set_slide_layout", {"path": DECK, "slide": 3, "layout": "Two Content"}),
    ("set_slide_hidden", {"path": DECK, "slides": [3]}),
    ("set_slide_background", {"path": DECK, "slides": [6], "color": "bg2"}),
    ("delete_slides", {"path": DECK, "slides": [3]}),
    ("replace_deck_text", {"path": DECK, "replacements": [{"find": "Rotterdam", "replace": "Antwerp"}]}),
    ("find_deck_text", {"path": DECK, "query": "antwerp"}),
    ("extract_deck_text", {"path": DECK}),
    ("set_slide_notes", {"path": DECK, "slide": 1, "notes": "Welcome everybody."}),
    ("get_slide_notes", {"path": DECK}),
    ("set_footers", {"path": DECK, "footer": "Harbor Light", "slide_numbers": True}),
    ("add_slide_comment", {"path": DECK, "slide": 2, "text": "Is this the final figure?", "author": "Noor Haddad"}),
    ("list_slide_comments", {"path": DECK}),
    ("set_deck_sections", {"path": DECK, "names": ["Start", "Numbers"], "first_slides": [1, 2]}),
    ("set_slide_transition", {"path": DECK, "slides": [1, 2], "effect": "fade"}),
    ("set_slide_animation", {"path": DECK, "slide": 2, "shapes": ["title"], "effect": "fade", "start": "with"}),
    ("set_deck_properties", {"path": DECK, "author": "Maya Lindqvist"}),
    ("get_theme", {"path": DECK}),
    ("set_theme_colors", {"path": DECK, "colors": ["accent2=#C8434F"]}),
    ("set_theme_fonts", {"path": DECK, "heading": "Cambria"}),
    ("replace_deck_font", {"path": DECK, "find": "Cambria", "replace": "Calibri"}),
    ("format_shape_text", {"path": DECK, "slide": 2, "shape": "title", "color": "#0066CC"}),
    ("replace_deck_color", {"path": DECK, "find": "#0066CC", "replace": "accent1"}),
    ("set_slide_size", {"path": "out/outline.pptx", "size": "4:3"}),
    ("render_slides", {"path": DECK, "slides": [1, 3]}),
    ("export_slide_pictures", {"path": DECK, "folder": "out/slides", "slides": [1], "width": 640}),
    ("export_deck_pdf", {"path": DECK}),
    ("check_deck", {"path": DECK}),
    ("compare_decks", {"path": "out/outline.pptx", "other": DECK}),
    ("convert_deck", {"path": "out/outline.pptx", "target": "out/outline.odp"}),
    ("deck_to_markdown", {"path": DECK}),
    ("set_deck_password", {"path": "out/outline.pptx", "new": "open sesame"}),
    ("set_deck_password", {"path": "out/outline.pptx", "current": "open sesame"}),
)
