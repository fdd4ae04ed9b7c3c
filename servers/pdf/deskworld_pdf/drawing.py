"""Drawing on pages that exist: over or under what is there, in upright coordinates or in the page's own.

What a page's content leaves behind (a changed matrix, a clip) must not touch what is added, so the old content is
wrapped once in a saved state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deskworld_pdf.geometry import Matrix, frame_of
from deskworld_pdf.resources import own_resources, put

if TYPE_CHECKING:
    import pikepdf


def draw_over(pdf: pikepdf.Pdf, page: pikepdf.Page, content: bytes) -> None:
    """Add content in the page's own coordinates after what is there."""
    if not content:
        return
    _wrap(pdf, page)
    page.contents_add(pdf.make_stream(content), prepend=False)


def draw_under(pdf: pikepdf.Pdf, page: pikepdf.Page, content: bytes) -> None:
    """Add content in the page's own coordinates before what is there."""
    page.contents_add(pdf.make_stream(content), prepend=True)


def _wrap(pdf: pikepdf.Pdf, page: pikepdf.Page) -> None:
    if "/Contents" not in page.obj:
        return
    page.contents_add(pdf.make_stream(b"q\n"), prepend=True)
    page.contents_add(pdf.make_stream(b"\nQ\n"), prepend=False)


def place(
    pdf: pikepdf.Pdf,
    page: pikepdf.Page,
    form: Any,
    matrix: Matrix,
    *,
    opacity: float = 1.0,
    under: bool = False,
    artifact: bool = True,
    blend: str = "",
) -> None:
    """Show a form on a page.

    Args:
        pdf: The file.
        page: Where to.
        form: What to show.
        matrix: From the form's coordinates to upright ones (from the bottom left of the page as seen).
        opacity: 0 to 1.
        under: Beneath what is there.
        artifact: It is no content of the text: screen readers leave it out.
        blend: A blend mode, such as Multiply.
    """
    import pikepdf

    resources = own_resources(page.obj)
    name = put(resources, "/XObject", "Dw", form)
    state = ""
    if opacity < 1 or blend:
        looks = pikepdf.Dictionary(Type=pikepdf.Name("/ExtGState"), ca=opacity, CA=opacity)
        if blend:
            looks["/BM"] = pikepdf.Name(f"/{blend}")
        state = f"{put(resources, '/ExtGState', 'Dw', looks)} gs "
    upright, own = written(frame_of(page).upright), written(matrix)
    drawn = f"q {upright} cm {own} cm {state}{name} Do Q"
    content = f"/Artifact BMC {drawn} EMC\n" if artifact else f"{drawn}\n"
    (draw_under if under else draw_over)(pdf, page, content.encode())


def written(matrix: Matrix) -> str:
    """A matrix as content has it: PDF knows no exponents, and the cosine of a right angle would be written with one."""
    return " ".join(f"{each:.8f}".rstrip("0").rstrip(".") for each in matrix)
