"""Other servers' names for what a tool here calls by one name.

A model that learned elsewhere sends `output_path` for `target`, `file` for `path`, `imageWidth` for `width`, and means
nothing else by it. So an argument that a tool does not know is taken for the one it does know, that was not given, and
that has the same meaning by the table below. Where two could be meant it is refused, as before; a name that was given
is never overruled. Only what means one thing everywhere is here: an index counts from 0 in one place and from 1 in the
next.
"""

import re
from collections.abc import Collection, Iterable

_SOURCES = (
    "path source file filename file_name file_path filepath input input_file input_path source_file source_path src"
    " document doc document_path pdf pdf_path deck presentation workbook spreadsheet template_path"
)
_SEVERAL = (
    "paths sources files file_names filenames file_paths inputs input_files input_paths documents pdfs images"
    " image_paths"
)
_TARGETS = (
    "target output destination output_file output_path output_name outfile out out_file out_path destination_path dest"
    " dst save_as save_to save_path target_file target_path to_path export_path"
)
_TABLE = f"""
picture <- image image_path image_file picture_path photo
path source <- {_SOURCES} image image_path image_file
target output destination <- {_TARGETS}
paths sources pictures <- {_SEVERAL}
folder <- directory dir folder_path output_dir output_directory output_folder out_dir target_folder {_TARGETS}
path source picture !target !output !destination <- {_SOURCES}
path source <- {_TARGETS}
paths sources pictures <- {_SOURCES}
overwrite <- replace replace_existing allow_overwrite force
width <- width_px w pixel_width image_width
height <- height_px h pixel_height image_height
left <- x
top <- y
degrees rotation <- angle degrees rotation
dpi <- resolution ppi
page <- page_number page_no
pages <- page_numbers page_range page_ranges
slide <- slide_number slide_no
slides <- slide_numbers slide_range
sheet <- sheet_name worksheet worksheet_name tab
range <- cell_range
start <- start_cell top_left_cell
boxes areas <- boxes regions areas rectangles
box <- region rectangle rect bbox bounding_box crop_box
rows values data <- rows values data table_data
text <- content body new_text markdown
markdown <- md content text
text query <- text query find find_text search search_text search_query q
find <- old old_text search search_text pattern
replace <- new new_text replacement replace_with
current <- old_password current_password
new <- password new_password
dot text <- code definition diagram graph
title <- heading chart_title
kind type <- kind type chart_type diagram_type barcode_type field_type
format <- output_format image_format file_format
quality <- jpeg_quality
font <- font_name font_family typeface
size <- font_size
align <- alignment text_align
anchor valign <- anchor valign vertical_align vertical_alignment
color <- text_color font_color foreground foreground_color fg_color
background <- background_color bg bg_color
fill <- fill_color background_color
alt_text alt <- alt_text alt alternative_text
x_title <- x_label xlabel x_axis_title x_axis_label
y_title <- y_label ylabel y_axis_title y_axis_label
direction <- orientation rankdir
name <- new_name
label <- text name title
form <- shape shape_type type
shape <- node_shape node_type
lat <- latitude
lon <- longitude lng long
languages <- language lang
limit <- max_results
author <- author_name
"""
"""Names that are used here <- names that mean the same. The first row with a name still to be given decides; one with
a ! is only meant where the tool can't do without it."""

_ROWS = [tuple(side.split() for side in row.split("<-")) for row in _TABLE.strip().splitlines()]
_WORDS = {"colour": "color", "colours": "colors", "grey": "gray", "greyscale": "grayscale", "centre": "center"}
_VALUES = (
    {"center", "middle"},
    {"jpg", "jpeg"},
    {"tif", "tiff"},
    {"md", "markdown"},
    {"txt", "text"},
    {"htm", "html"},
    {">", "greater", "greaterthan"},
    {"<", "less", "lessthan"},
    {">=", "atleast", "greaterorequal", "greaterthanorequal"},
    {"<=", "atmost", "lessorequal", "lessthanorequal"},
    {"=", "==", "equal", "equals", "equalto"},
)


def spelled(name: str) -> str:
    """A name as it is spelled here: `backgroundColour` is background_color, "Two Bars" two_bars."""
    apart = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.strip())
    return "_".join(_WORDS.get(word, word) for word in re.split(r"[\s_-]+", apart.casefold()))


def known_names(strange: Iterable[str], free: Iterable[str], required: Collection[str]) -> dict[str, str]:
    """What strange names stand for.

    Args:
        strange: The names that were given and are not known.
        free: The known names that were not given.
        required: Those that have to be given: of several that could be meant, the one that is missing.
    """
    pending = {name: spelled(name) for name in strange}
    left, needed = set(free), set(required)
    found: dict[str, str] = {}
    for heads, others in [([each], [each]) for each in sorted(left)] + _ROWS:
        for name in [each for each, plain in pending.items() if plain in others]:
            meant = [
                each.lstrip("!") for each in heads if each in left or (each[0] == "!" and each[1:] in left & needed)
            ]
            if len(meant) > 1:
                meant = [each for each in meant if each in needed] or meant
            if meant:
                pending.pop(name)
            if len(meant) == 1:
                found[name] = meant[0]
                left.remove(meant[0])
    return found


def known_value(value: str, choices: Collection[str]) -> str:
    """The one choice that a text stands for: in another spelling, or by another word for it; empty where none is."""
    if value.strip() in choices:
        return value.strip()
    plain = _run_together(value)
    found = [each for each in choices if _run_together(each) == plain]
    if not found:
        same = {word for row in _VALUES if plain in row for word in row}
        found = [each for each in choices if _run_together(each) in same]
    return found[0] if len(found) == 1 else ""


def _run_together(value: str) -> str:
    return spelled(value.strip().removeprefix(".")).replace("_", "")
