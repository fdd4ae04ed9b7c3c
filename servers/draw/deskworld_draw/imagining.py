"""Pictures by an image model, where one is configured; and drafts of them, which cost nothing and say what they are."""

from __future__ import annotations

import io
from typing import Annotated, Any

from deskworld_kit import Result, Shown, ToolError, World, tool
from pydantic import Field

from deskworld_draw.arguments import sides
from deskworld_draw.saving import Drawn

PictureSize = Annotated[str, Field(description="Like 1536x1024.")]
Draft = Annotated[bool, Field(description="No model is asked.")]


class ImageModel(Result):
    """The provider of pictures as it is set up; never its key."""

    configured: bool
    model: str = ""
    host: str = ""
    note: str = ""


_ENDINGS = (".png", ".jpg", ".jpeg", ".webp")
_LONGEST = 32_000
"""Characters of a prompt, as OpenAI's gpt-image models take them."""


@tool("edit", core=True, idempotent=False, open_world=True)
def generate_image(
    world: World,
    path: str,
    prompt: str,
    size: PictureSize = "",
    transparent: bool = False,
    draft: Draft = False,
    overwrite: bool = False,
) -> Shown[Drawn]:
    """Have an image model draw a .png, .jpg or .webp from words."""
    place = _place(world, path, overwrite=overwrite)
    prompt = _checked(prompt)
    if draft:
        return _keep(world, place, _stand_in(prompt, _sized(size)), "", drafted=True)
    from deskworld_draw.provider import Provider

    return _keep(world, place, Provider.configured().generate(prompt, _sized(size), transparent), _sized(size))


@tool("edit", core=True, idempotent=False, open_world=True)
def edit_image(
    world: World,
    path: str,
    pictures: Annotated[list[str], Field(description="First the one to edit.")],
    prompt: str,
    mask: Annotated[str, Field(description="See-through where to edit.")] = "",
    size: PictureSize = "",
    draft: Draft = False,
    overwrite: bool = False,
) -> Shown[Drawn]:
    """Have an image model change a picture, or make one of several."""
    place = _place(world, path, overwrite=overwrite)
    prompt = _checked(prompt)
    if not 1 <= len(pictures) <= 16:
        raise ToolError("give 1 to 16 pictures", argument="pictures")
    images = [_opened(world, each, "pictures") for each in pictures]
    cover = _opened(world, mask, "mask") if mask else None
    if cover is not None:
        if cover.size != images[0].size:
            what = f"the mask is {cover.width} x {cover.height} px, the picture {images[0].width} x {images[0].height}"
            raise ToolError(f"{what}; they must be of one size", argument="mask")
        if not cover.has_transparency_data:
            raise ToolError(
                "the mask has no see-through part, which is where the picture would change", argument="mask"
            )
    if draft:
        return _keep(world, place, _edited_stand_in(images[0], cover, prompt), "", drafted=True)
    from deskworld_draw.provider import Provider

    sent = [_png(image) for image in images]
    made = Provider.configured().edit(prompt, sent, _png(cover) if cover else None, _sized(size, "auto"))
    return _keep(world, place, made, _sized(size, "auto"))


@tool("read")
def get_image_model(world: World) -> ImageModel:
    """Which image model is asked, if any is set up."""
    from deskworld_draw.provider import Provider

    try:
        found = Provider.configured()
    except ToolError as error:
        return ImageModel(configured=False, note=str(error))
    return ImageModel(configured=True, model=found.model, host=found.host)


def _sized(size: str, default: str = "1024x1024") -> str:
    """A size as a provider takes it."""
    if not size.strip():
        return default
    return "{}x{}".format(*sides(size, (1024, 1024), least=64, most=4096))


def _place(world: World, path: str, *, overwrite: bool) -> Any:
    from deskworld_draw.saving import place_for

    return place_for(world, path, _ENDINGS, overwrite=overwrite)


def _checked(prompt: str) -> str:
    prompt = prompt.encode("utf-8", "ignore").decode().strip()
    if not prompt:
        raise ToolError("say what the picture shows", argument="prompt")
    if len(prompt) > _LONGEST:
        raise ToolError(f"a prompt has at most {_LONGEST} characters", argument="prompt")
    return prompt


def _opened(world: World, path: str, argument: str) -> Any:
    """A picture, upright."""
    from deskworld_kit import open_image
    from PIL import ImageOps

    place = world.workspace.find(path, argument=argument)
    if not place.stat().st_size:
        raise ToolError(f"{path!r} is empty (0 bytes)", argument=argument)
    return ImageOps.exif_transpose(open_image(place, argument=argument))


def _png(image: Any) -> bytes:
    buffer = io.BytesIO()
    image.convert("RGBA" if image.has_transparency_data else "RGB").save(buffer, "PNG")
    return buffer.getvalue()


def _keep(world: World, place: Any, blob: bytes, size: str, *, drafted: bool = False) -> Shown[Drawn]:
    """Write what came back in the form that the path says, if it is a picture at all."""
    from deskworld_kit import open_image

    from deskworld_draw.saving import Made, show

    try:
        image = open_image(blob)
    except ToolError:
        raise ToolError(f"the image model sent {len(blob)} bytes that are no picture") from None
    warnings = ["this is a draft: a stand-in that no image model drew"] if drafted else []
    wanted = tuple(map(int, size.split("x"))) if "x" in size else image.size
    if image.size != wanted:
        warnings.append(f"asked for {size}, got {image.width}x{image.height}")
    suffix = place.suffix.lower()
    form = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WEBP"}[suffix]
    file = blob
    if image.format != form:
        if form == "JPEG" and image.has_transparency_data:
            warnings.append("JPEG knows no transparency; it became white")
            from PIL import Image

            white = Image.new("RGB", image.size, "white")
            white.paste(image.convert("RGBA"), mask=image.convert("RGBA").getchannel("A"))
            image = white
        buffer = io.BytesIO()
        mode = "RGBA" if image.has_transparency_data and form != "JPEG" else "RGB"
        image.convert(mode).save(buffer, form, **({"quality": 92} if form != "PNG" else {}))
        file = buffer.getvalue()
    return show(world, place, Made(file, file, warnings))


def _stand_in(prompt: str, size: str) -> bytes:
    from deskworld_draw.placeholders import placeholder

    wide, high = map(int, size.split("x")) if "x" in size else (1024, 1024)
    return placeholder(wide, high, prompt, heading="DRAFT")


def _edited_stand_in(image: Any, cover: Any, prompt: str) -> bytes:
    """The picture with the part to change shaded, and the words of the change on it."""
    from PIL import Image

    from deskworld_draw.placeholders import banner

    shown = image.convert("RGBA")
    if cover is not None:
        hole = cover.convert("RGBA").getchannel("A").point(lambda value: 150 if value < 128 else 0)
        shown.paste(Image.new("RGBA", shown.size, "#0B6BB0"), mask=hole)
    return banner(shown, prompt, heading="DRAFT")
