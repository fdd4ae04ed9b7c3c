"""Passwords and size: files encrypted, decrypted and made smaller."""

from __future__ import annotations

from typing import Any, Literal

from deskworld_kit import Saved, ToolError, World, tool
from pydantic import Field

from deskworld_pdf.arguments import Overwrite, Target
from deskworld_pdf.mending import told
from deskworld_pdf.opening import look_again, open_pdf, signatures, stamp_time
from deskworld_pdf.placing import destination

Right = Literal["print", "copy", "change", "annotate", "fill_forms", "assemble"]


class PdfProtected(Saved):
    """A file whose protection changed."""

    encryption: str
    forbidden: list[str]


class PdfCompressed(Saved):
    """A file made smaller."""

    bytes_before: int
    bytes_after: int
    pictures: int = Field(description="Pictures packed anew.")


@tool("edit", idempotent=False)
def encrypt_pdf(
    world: World,
    path: str,
    password: str,
    owner_password: str = "",
    allow: list[Right] | None = None,
    target: Target = "",
    overwrite: Overwrite = False,
) -> PdfProtected:
    """Encrypt a PDF with AES-256 so that it opens with the password only.

    Args:
        allow: Else all.
    """
    import pikepdf

    from deskworld_pdf.documents import protection_of

    for name, given in (("password", password), ("owner_password", owner_password)):
        if len(given.encode()) > 127 or (name == "password" and not given):
            raise ToolError("a password has 1 to 127 bytes", argument=name)
    found = world.workspace.find(path)
    place = destination(world, found, target, overwrite=overwrite)
    rights: set[str] = set(allow if allow is not None else ("print", "copy", "change", "annotate", "fill_forms",
                                                            "assemble"))  # fmt: skip
    permissions = pikepdf.Permissions(
        accessibility=True,
        extract="copy" in rights,
        modify_annotation="annotate" in rights,
        modify_assembly="assemble" in rights,
        modify_form="fill_forms" in rights,
        modify_other="change" in rights,
        print_lowres="print" in rights,
        print_highres="print" in rights,
    )
    warnings: list[str] = []
    if len(rights) < 6 and not owner_password:
        warnings.append("who knows the password can lift these limits; give an owner_password of its own")
    with open_pdf(found) as pdf:
        count = len(pdf.pages)
        warnings += told(pdf)
        if signatures(pdf):
            warnings.append("the file was signed; encrypting it breaks the signature")
        stamp_time(world, pdf)
        with world.workspace.writing(place) as temporary:
            how = pikepdf.Encryption(user=password, owner=owner_password or password, R=6, aes=True, allow=permissions)
            pdf.save(temporary, encryption=how)
            try:
                with open_pdf(temporary):
                    raise RuntimeError("the saved file opens without its password")
            except ToolError:
                pass
            with open_pdf(temporary, password) as again:
                encryption, forbidden = protection_of(again)
            verified = look_again(temporary, count, [], password)
    return PdfProtected(
        path=world.workspace.relative(place), verified=f"{verified}; opens with the password only", warnings=warnings,
        encryption=encryption, forbidden=forbidden,
    )  # fmt: skip


@tool("edit")
def decrypt_pdf(
    world: World, path: str, password: str = "", target: Target = "", overwrite: Overwrite = False
) -> PdfProtected:
    """Save a PDF without its protection; takes the password that opens it."""
    found = world.workspace.find(path)
    place = destination(world, found, target, overwrite=overwrite)
    warnings: list[str] = []
    with open_pdf(found, password) as pdf:
        if not pdf.is_encrypted:
            raise ToolError("the file has no protection", argument="path")
        count = len(pdf.pages)
        warnings += told(pdf)
        if signatures(pdf):
            warnings.append("the file was signed; this breaks the signature")
        stamp_time(world, pdf)
        with world.workspace.writing(place) as temporary:
            pdf.save(temporary, encryption=False, deterministic_id=True)
            verified = look_again(temporary, count, [])
    return PdfProtected(
        path=world.workspace.relative(place), verified=f"{verified}; opens without a password", warnings=warnings,
        encryption="", forbidden=[],
    )  # fmt: skip


@tool("edit")
def compress_pdf(
    world: World,
    path: str,
    quality: Literal["lossless", "high", "medium", "low"] = "medium",
    target: Target = "",
    overwrite: Overwrite = False,
) -> PdfCompressed:
    """Make a PDF smaller: streams packed well, pictures at 200, 150 or 96 dots per inch."""
    import pikepdf

    from deskworld_pdf.bombs import check_streams
    from deskworld_pdf.shrinking import shrink_pictures

    found = world.workspace.find(path)
    place = destination(world, found, target, overwrite=overwrite)
    before = found.stat().st_size
    options: dict[str, Any] = {"recompress_flate": True, "object_stream_mode": pikepdf.ObjectStreamMode.generate}
    warnings: list[str] = []
    with open_pdf(found) as pdf:
        check_streams(pdf, found.name)
        count = len(pdf.pages)
        warnings += told(pdf)
        damaged = bool(warnings)
        if signatures(pdf):
            warnings.append("the file was signed; this breaks the signature")
        shrunk = shrink_pictures(pdf, quality) if quality != "lossless" else 0
        pdf.remove_unreferenced_resources()
        stamp_time(world, pdf)
        with world.workspace.writing(place) as temporary:
            if pdf.is_encrypted:
                pdf.save(temporary, encryption=True, **options)
            else:
                pdf.save(temporary, deterministic_id=True, **options)
            after = temporary.stat().st_size
            if after >= before and not damaged:
                temporary.write_bytes(found.read_bytes())
                after, shrunk = before, 0
                warnings.append("it can't be made smaller this way; the file is as it was")
            verified = look_again(temporary, count, range(1, count + 1))
    saved = f"{100 * (before - after) / before:.0f} % smaller" if after < before else "not smaller"
    return PdfCompressed(
        path=world.workspace.relative(place), verified=f"{verified}; {saved}", warnings=warnings,
        bytes_before=before, bytes_after=after, pictures=shrunk,
    )  # fmt: skip
