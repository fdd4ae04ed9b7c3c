"""Draw: charts, diagrams, maps, posters, codes, icons and pictures, made as files and looked at in the same call."""

from deskworld_kit import Server

server = Server(
    name="draw",
    title="Draw",
    summary=(
        "Pictures made in the workspace: charts, diagrams, maps, posters, QR codes, icons, palettes, rendered HTML and "
        "SVG, and pictures by an image model. Paths end in .png, .svg or .pdf where a tool says so. Each call shows "
        "what it drew and warns of what looks wrong, so draw, look and draw again. Colours are '#RRGGBB' or CSS names."
    ),
    package=__name__,
    tools=(
        "imagining", "charting", "diagramming", "rendering", "coding", "barcoding", "coloring", "grounds", "iconing",
        "placeholders", "typesetting", "mapping", "postering",
    ),
)  # fmt: skip
