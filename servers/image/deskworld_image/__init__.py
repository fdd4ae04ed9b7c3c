"""Image: pictures looked at in full detail, edited, compared and converted, with nothing lost that was in the file."""

from deskworld_kit import Server

server = Server(
    name="image",
    title="Image",
    summary=(
        "Pictures in the workspace (PNG, JPEG, GIF, WebP, AVIF, TIFF, BMP): look at them, edit, compare, convert them. "
        "Places are pixels of the upright picture from its top left, or 0 to 1000 with units='1000'; a box is [left, "
        "top, right, bottom]. view_image says by how much a picture was reduced: look at small print with a box, in "
        "full detail. Edits write to output, whose ending says the format, or in place where none is given; "
        "overwrite=true replaces what is there. They keep mode, bits, profile, EXIF, frames, and say in warnings "
        "what a format can't hold. Colours are '#RRGGBB', '#RRGGBBAA' or names; the first of some choices is the "
        "default."
    ),
    package=__name__,
    tools=(
        "looking", "measuring", "finding", "shaping", "straightening", "toning", "filtering", "drawing", "layering",
        "cutting", "converting", "moving", "batching",
    ),
)  # fmt: skip
