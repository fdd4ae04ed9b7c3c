"""A call of each tool that works, in an order that works: documentation that is run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

PHOTO, LOGO, PAGE = "quay.jpg", "logo.png", "scan.png"


def prepare(workspace: Path) -> None:
    """A photo with camera facts, a logo with transparency, a crooked scan, a label with a code, an animation."""
    import numpy
    import zxingcpp
    from PIL import Image, ImageDraw

    down, across = numpy.mgrid[0:240, 0:360]
    sky = numpy.stack([90 + across // 4, 140 + down // 4, 220 - down // 3], axis=2).astype(numpy.uint8)
    photo = Image.fromarray(sky)
    pen = ImageDraw.Draw(photo)
    pen.rectangle((0, 170, 360, 240), fill="#27474E")
    pen.polygon(((90, 190), (270, 190), (240, 215), (120, 215)), fill="#C8434F")
    pen.rectangle((170, 90, 178, 190), fill="#F2E9DC")
    exif = Image.Exif()
    exif[0x010F], exif[0x0110] = "Harborlight", "Pocket 3"
    photo.save(workspace / PHOTO, quality=90, exif=exif, dpi=(300, 300))
    photo.transpose(Image.Transpose.FLIP_LEFT_RIGHT).save(workspace / "quay-2.jpg", quality=90)
    photo.crop((160, 80, 190, 130)).save(workspace / "mast.png")
    logo = Image.new("RGBA", (80, 80), (0, 0, 0, 0))
    ImageDraw.Draw(logo).ellipse((4, 4, 76, 76), fill="#0B6E8F")
    logo.save(workspace / LOGO)
    page = Image.new("L", (320, 400), 250)
    pen = ImageDraw.Draw(page)
    for line in range(18):
        pen.rectangle((40, 40 + 18 * line, 280 - (line * 37) % 60, 47 + 18 * line), fill=30)
    page.rotate(3, Image.Resampling.BICUBIC, fillcolor=250).save(workspace / PAGE)
    code = zxingcpp.create_barcode("https://harborlight.example/quay", zxingcpp.BarcodeFormat.QRCode)
    Image.fromarray(numpy.array(code.to_image(scale=6))).save(workspace / "label.png")
    frames = [Image.new("RGB", (60, 40), color) for color in ("#C8434F", "#0B6E8F", "#E9C46A")]
    frames[0].save(workspace / "blink.gif", save_all=True, append_images=frames[1:], duration=[100, 200, 300], loop=0)


EXAMPLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("get_image_info", {"path": PHOTO}),
    ("view_image", {"path": PHOTO, "box": [150, 80, 250, 200], "grid": True}),
    ("view_image", {"path": PHOTO, "tiles": True}),
    ("get_image_colors", {"path": PHOTO, "count": 4, "points": [[500, 900]], "units": "1000"}),
    ("check_image", {"path": PHOTO}),
    ("compare_images", {"path": PHOTO, "other": "quay-2.jpg"}),
    ("find_in_image", {"path": PHOTO, "template": "mast.png"}),
    ("detect_codes", {"path": "label.png"}),
    ("crop_image", {"path": PHOTO, "box": [250, 250, 750, 1000], "units": "1000", "output": "out/boat.jpg"}),
    ("resize_image", {"path": PHOTO, "width": 180, "output": "out/small.jpg"}),
    ("rotate_image", {"path": LOGO, "degrees": 30, "output": "out/turned.png"}),
    ("flip_image", {"path": PHOTO, "output": "out/mirrored.jpg"}),
    ("pad_image", {"path": PHOTO, "ratio": "1:1", "color": "#FFFFFF", "output": "out/square.jpg"}),
    ("trim_image", {"path": "out/square.jpg", "margin": 4, "output": "out/trimmed.jpg"}),
    ("orient_image", {"path": PHOTO, "output": "out/upright.jpg"}),
    ("deskew_image", {"path": PAGE, "output": "out/straight.png"}),
    (
        "correct_perspective",
        {"path": PHOTO, "corners": [[80, 20], [300, 40], [320, 220], [60, 230]], "output": "out/flat.png"},
    ),
    ("adjust_image", {"path": PHOTO, "brightness": 10, "contrast": 15, "auto": True, "output": "out/bright.jpg"}),
    ("to_grayscale", {"path": PHOTO, "output": "out/grey.jpg"}),
    ("threshold_image", {"path": PAGE, "output": "out/black.png"}),
    ("invert_image", {"path": PAGE, "output": "out/negative.png"}),
    ("quantize_image", {"path": LOGO, "colors": 8, "output": "out/few.png"}),
    (
        "replace_color",
        {"path": LOGO, "color": "#0B6E8F", "new_color": "#C8434F", "output": "out/red.png"},
    ),
    ("blur_image", {"path": PHOTO, "radius": 3, "box": [0, 0, 360, 90], "output": "out/soft.jpg"}),
    ("sharpen_image", {"path": PHOTO, "output": "out/sharp.jpg"}),
    ("denoise_image", {"path": "mast.png", "output": "out/clean.png"}),
    ("pixelate_region", {"path": PHOTO, "boxes": [[90, 180, 270, 220]], "output": "out/hidden.jpg"}),
    ("inpaint_region", {"path": PHOTO, "boxes": [[168, 88, 182, 130]], "output": "out/mended.png"}),
    (
        "draw_on_image",
        {
            "path": PHOTO,
            "output": "out/drawn.png",
            "marks": [
                {"kind": "arrow", "points": [[300, 40], [190, 100]], "color": "#E63946", "width": 4},
                {"kind": "text", "points": [[200, 10], [350, 50]], "text": "New mast", "size": 24, "color": "white"},
            ],
        },
    ),
    (
        "annotate_boxes",
        {
            "path": PHOTO,
            "output": "out/boxes.png",
            "boxes": [{"box": [90, 180, 275, 220], "label": "boat"}, {"box": [165, 85, 182, 190], "label": "mast"}],
        },
    ),
    ("fill_region", {"path": LOGO, "color": "#E9C46A", "start": [40, 40], "output": "out/yellow.png"}),
    ("add_watermark", {"path": PHOTO, "text": "Harbor Light", "position": "center", "output": "out/marked.jpg"}),
    (
        "overlay_image",
        {"path": PHOTO, "overlay": LOGO, "position": "top_right", "width": 60, "output": "out/branded.png"},
    ),
    (
        "make_montage",
        {
            "paths": [PHOTO, "quay-2.jpg"],
            "output": "out/pair.png",
            "width": 200,
            "labels": ["Before", "After"],
        },
    ),
    ("mask_image", {"path": PHOTO, "shape": "circle", "output": "out/round.png"}),
    ("remove_background", {"path": "label.png", "method": "color", "output": "out/cut.png"}),
    ("convert_image", {"path": PHOTO, "output": "out/quay.webp", "quality": 80}),
    ("convert_to_srgb", {"path": PHOTO, "output": "out/srgb.jpg"}),
    ("set_image_dpi", {"path": PHOTO, "dpi": 150, "output": "out/print.jpg"}),
    ("compress_image", {"path": PHOTO, "kilobytes": 6, "output": "out/light.jpg"}),
    ("strip_image_metadata", {"path": PHOTO, "output": "out/plain.jpg"}),
    ("split_frames", {"path": "blink.gif", "folder": "out/frames"}),
    ("make_gif", {"paths": [PHOTO, "quay-2.jpg"], "output": "out/flip.gif", "milliseconds": [400], "width": 120}),
    (
        "batch_images",
        {
            "paths": [PHOTO, "quay-2.jpg"],
            "folder": "out/web",
            "ending": ".webp",
            "steps": [
                {"tool": "crop_image", "arguments": {"box": "[0, 0, 300, 200]"}},
                {"tool": "resize_image", "arguments": {"width": 120}},
            ],
        },
    ),
)
