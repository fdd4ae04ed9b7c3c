"""A call of each tool that works, in an order that works: documentation that is run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

_SMALL = {"size": "480x320"}


def prepare(workspace: Path) -> None:
    """Numbers, a photo, a mask, a page and a drawing."""
    from PIL import Image, ImageDraw

    (workspace / "sales.csv").write_text("Month,Rotterdam,Bergen\n2025-01,120,80\n2025-02,132,91\n2025-03,151,87\n")
    photo = Image.new("RGB", (320, 200), "#0B6E8F")
    ImageDraw.Draw(photo).ellipse((90, 30, 230, 170), fill="#E07A1F")
    photo.save(workspace / "quay.png")
    mask = Image.new("RGBA", photo.size, "black")
    mask.paste((0, 0, 0, 0), (90, 30, 230, 170))
    mask.save(workspace / "mask.png")
    (workspace / "page.html").write_text('<h1>Harbour</h1><img src="quay.png" alt="The quay">')
    (workspace / "mark.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><path d="M0 0h40v20H0z" fill="teal"/></svg>'
    )


EXAMPLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("get_image_model", {}),
    ("generate_image", {"path": "out/lighthouse.png", "prompt": "A lighthouse at dawn", "draft": True}),
    (
        "edit_image",
        {
            "path": "out/quay.png",
            "pictures": ["quay.png"],
            "mask": "mask.png",
            "prompt": "Make the sun red",
            "draft": True,
        },
    ),
    (
        "draw_chart",
        {"path": "out/sales.png", "kind": "line", "source": "sales.csv", "title": "Both harbours grew", **_SMALL},
    ),
    (
        "draw_chart",
        {
            "path": "out/share.svg",
            "kind": "bar",
            "rows": [["Harbour", "Tonnes"], ["Rotterdam", 1650000], ["Bergen", 830000]],
            "highlight": ["Bergen"],
            "notes": ["y=1000000: Goal"],
            **_SMALL,
        },
    ),
    (
        "draw_diagram",
        {
            "path": "out/order.png",
            "kind": "flow",
            "nodes": [{"id": "in", "label": "Order comes in"}, {"id": "paid", "label": "Paid?", "shape": "diamond"}],
            "edges": ["in -> paid", "paid -> Ship it: yes", "paid --> in: no"],
        },
    ),
    ("draw_graphviz", {"path": "out/graph.svg", "dot": "digraph { rankdir=LR; a -> b -> c }"}),
    ("draw_mermaid", {"path": "out/states.png", "text": "stateDiagram-v2\n  [*] --> Still\n  Still --> [*]"}),
    ("draw_timeline", {"path": "out/history.png", "events": ["2019 | Founded | Two people", "2025 | Hundred people"]}),
    (
        "draw_gantt",
        {
            "path": "out/plan.png",
            "tasks": ["Design | 2026-01-05 | 2026-01-16", "Build | 2026-01-19 | 2026-02-27", "Open | 2026-03-02"],
        },
    ),
    (
        "draw_sequence",
        {"path": "out/login.png", "messages": ["Browser -> Server: POST /login", "Server --> Browser: 200"]},
    ),
    ("draw_sankey", {"path": "out/money.png", "flows": ["Salary -> Budget: 3200", "Budget -> Rent: 1200"]}),
    ("draw_venn", {"path": "out/readers.png", "sets": ["Mail: 420", "Web: 610", "Mail & Web: 180"]}),
    ("draw_word_cloud", {"path": "out/words.png", "text": "Ships and quays, and gulls over ships", **_SMALL}),
    ("render_svg", {"path": "out/mark.png", "source": "mark.svg", "width": 200}),
    ("render_html", {"path": "out/page.png", "source": "page.html", "width": 400, "height": 300}),
    ("make_qr_code", {"path": "out/code.png", "text": "https://harborlight.example", "size": 200}),
    ("make_wifi_code", {"path": "out/wifi.png", "network": "Harbour", "password": "salt & rope"}),
    (
        "make_contact_code",
        {"path": "out/card.svg", "name": "Maya Lindqvist", "email": "lindqvist@harborlight.example"},
    ),
    ("make_barcode", {"path": "out/ean.png", "text": "400638133393", "kind": "EAN13"}),
    ("check_contrast", {"color": "#F2C230", "background": "white"}),
    ("make_color_palette", {"path": "out/palette.png", "picture": "quay.png", "count": 3}),
    ("make_gradient", {"path": "out/ground.png", "colors": ["#0B6E8F", "#E07A1F"], "size": "320x200"}),
    ("make_icon", {"path": "out/app.png", "glyph": "bolt", "size": 64}),
    ("make_placeholder", {"path": "out/team.png", "text": "Team photo", "size": "300x200"}),
    ("list_map_countries", {"query": "land", "limit": 5}),
    ("list_fonts", {"query": "sans", "limit": 3}),
    ("draw_formula", {"path": "out/formula.png", "formula": r"E = mc^2 + \frac{p}{2}"}),
    (
        "draw_map",
        {
            "path": "out/map.png",
            "places": [{"country": "NL"}, {"lat": 51.9, "lon": 4.5, "label": "Rotterdam"}],
            **_SMALL,
        },
    ),
    (
        "make_poster",
        {
            "path": "out/poster.png",
            "title": "Harbour Day",
            "pictures": ["quay.png"],
            "body": "## When\n14 June",
            "size": "wide",
        },
    ),
)
