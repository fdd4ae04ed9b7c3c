"""What a file is that could not be read as a picture, by its first bytes: damaged, or something else and what to do.

Every server that takes pictures says it in the same words.
"""

import re

_PICTURES = (
    (b"\x89PNG\r\n\x1a\n", "PNG"), (b"\xff\xd8\xff", "JPEG"), (b"GIF8", "GIF"), (b"BM", "BMP"), (b"II*\0", "TIFF"),
    (b"MM\0*", "TIFF"), (b"RIFF", "WebP"), (b"\0\0\1\0", "ICO"), (b"P4", "PBM"), (b"P5", "PGM"), (b"P6", "PPM"),
)  # fmt: skip
AVIF = rb"(?s)....ftypavi[fs]"
"""How a file of this kind begins: one that some servers read and others can't hand on."""
_OTHERS = (
    (AVIF, "an AVIF picture; convert_image makes it a PNG or JPEG"), (rb"%PDF", "a PDF; render its pages to pictures"),
    (rb"(?s)\s*(<\?xml.{0,1000})?(<!--.{0,1000})?<svg", "an SVG drawing; render it to PNG first"),
    (
        rb"(?s)....ftyp(hei|hev|mif|msf)",
        "an HEIC picture, which is not read here; make it a JPEG first, with heif-convert, ImageMagick or the phone",
    ),
    (rb"(?s)....ftyp", "a film"), (rb"%!PS|\xc5\xd0\xd3\xc6", "PostScript"),
    (rb"8BPS", "a Photoshop file; save it as PNG or TIFF first"),
    (rb"\0\0\0\x0cjP|\xff\x4f\xff\x51", "a JPEG 2000 picture; save it as PNG or TIFF first"),
    (rb"PK\x03\x04", "a zip archive or an Office file; render it to pictures first"), (rb"\x1f\x8b", "a gzip archive"),
)  # fmt: skip


def not_a_picture(blob: bytes, name: str = "") -> str:
    """Why these bytes are no picture that can be read, as a sentence.

    Args:
        blob: The file, or its beginning.
        name: What to call it; empty where the caller has no name for it.
    """
    said = repr(name) if name else "this"
    if not blob:
        return f"{said} is empty (0 bytes)"
    for sign, kind in _PICTURES:
        if blob.startswith(sign):
            return f"{said} is no whole {kind} picture: damaged or cut off"
    for sign, what in _OTHERS:
        if re.match(sign, blob[:4096]):
            return f"{said} is no picture that is read here: its content is {what}"
    return f"{said} is not a picture that can be read (PNG, JPEG, GIF, WebP, TIFF, BMP)"
