"""Slides: PowerPoint decks made, edited, looked at and checked, with nothing lost that was in the file."""

from deskworld_kit import Server

server = Server(
    name="slides",
    title="Slides",
    summary=(
        "PowerPoint decks (.pptx) in the workspace: make them, edit them, render and check them. Slides are numbered "
        "from 1, shapes are named by id or name, positions and sizes are points, colours are '#RRGGBB' or theme names "
        "like 'accent1'. After a change, render_slides shows the slide and check_deck finds what is wrong with it."
    ),
    package=__name__,
    tools=(
        "deck", "slides", "text", "words", "shapes", "cards", "arranging", "pictures", "effects", "tables", "reshaping",
        "charts", "notes", "comments", "show", "animating", "theme", "verify", "converting", "markdown", "passwords",
    ),
)  # fmt: skip
