"""Makes the README's two pictures from a run: a deliverable as it was rendered, and the table at the end.

./dev harness eval tasks/creative/ --agent solution --out runs/readme
./dev python docs/pictures.py runs/readme
"""

import io
import re
import sys
from pathlib import Path

from deskworld_harness import RunFolder
from deskworld_harness.cli.tables import show_run
from deskworld_harness.metrics import read_rows
from PIL import Image
from rich.console import Console

HERE = Path(__file__).parent / "pictures"
TRIAL = "creative.advertising.campaign-results-deck"
SLIDES = (1, 2, 3, 6)
WIDTH, GAP = 640, 12


def deliverable(run: Path) -> None:
    """Four slides of one deck, two by two."""
    (folder,) = (run / "trials").glob(f"{TRIAL}-*/renders/final")
    pages = sorted(folder.glob("*.png"))
    slides = [Image.open(pages[number - 1]).convert("RGB") for number in SLIDES]
    height = WIDTH * slides[0].height // slides[0].width
    sheet = Image.new("RGB", (2 * WIDTH + 3 * GAP, 2 * height + 3 * GAP), "#d0d4d9")
    for number, slide in enumerate(slides):
        down, across = divmod(number, 2)
        place = (GAP + across * (WIDTH + GAP), GAP + down * (height + GAP))
        sheet.paste(slide.resize((WIDTH, height), Image.Resampling.LANCZOS), place)
    sheet.quantize(200, dither=Image.Dither.NONE).save(HERE / "deliverable.png", optimize=True)


def table(run: Path) -> None:
    """The run's table, as the terminal shows it."""
    console = Console(record=True, width=84, file=io.StringIO())
    show_run(read_rows(RunFolder.open(run)), console)
    drawn = console.export_svg(title="harness eval tasks/creative/ --agent solution")
    # rich names a font to fetch; any monospace one of the reader's will do.
    drawn = re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.DOTALL)
    (HERE / "run.svg").write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    HERE.mkdir(exist_ok=True)
    deliverable(Path(sys.argv[1]))
    table(Path(sys.argv[1]))
