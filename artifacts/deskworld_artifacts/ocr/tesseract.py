"""Tesseract: the system's own reader, for the languages that rapidocr does not know, and for whoever asks for it.

It is run as a program of its own, the picture on its input, a table of words on its output, on one thread: its own
threads make it slower where other work runs. Where words come out small it reads again from a larger picture.
"""

from __future__ import annotations

import csv
import io
import os
import subprocess
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .engines import program, tesseract_code
from .errors import OcrError
from .order import Run
from .words import Quad, Word, box_of

if TYPE_CHECKING:
    from PIL.Image import Image

_SECONDS = 180
_LEAST_HEIGHT = 18
"""Pixels; words lower than this on the whole are read again from a picture twice as large."""
_LARGEST = 8_000
_LEAST_SCORE = 0.25


def read(image: Image, codes: Sequence[str]) -> list[list[Run]]:
    """The lines of an upright picture: a list a paragraph, each of runs, in tesseract's own order."""
    scale = min(3.0, max(1.0, 1000 / max(image.size)))
    found = _read(image, codes, scale)
    heights = sorted(run.words[0].box[3] - run.words[0].box[1] for block in found for run in block)
    small = not heights or heights[len(heights) // 2] * scale < _LEAST_HEIGHT
    if small and scale < 3 and max(image.size) * scale * 2 <= _LARGEST:
        again = _read(image, codes, scale * 2)
        if _merit(again) > _merit(found):
            return again
    return found


def direction(image: Image) -> tuple[int, float, str]:
    """Quarter turns clockwise in degrees, how sure (0 to 1), and the script; 0, 0 and nothing where it can't tell."""
    scale = min(3.0, max(1.0, 1500 / max(image.size)))
    said = _run(image, scale, "--psm", "0", "-l", "osd", failing=True)
    facts = dict(line.split(": ", 1) for line in said.splitlines() if ": " in line)
    try:
        turned = (360 - int(facts["Rotate"])) % 360
        return turned, min(1.0, float(facts["Orientation confidence"]) / 10), facts.get("Script", "")
    except (KeyError, ValueError):
        return 0, 0.0, ""


def _merit(blocks: list[list[Run]]) -> float:
    """How much was read, weighted by how sure it is."""
    return sum(len(word.text) * (word.score - 0.4) for block in blocks for run in block for word in run.words)


def _read(image: Image, codes: Sequence[str], scale: float) -> list[list[Run]]:
    names = "+".join(tesseract_code(code) for code in codes)
    table = _run(image, scale, "--psm", "3", "-l", names, "tsv")
    blocks: dict[tuple[str, str], dict[str, list[Word]]] = {}
    for row in csv.DictReader(io.StringIO(table), delimiter="\t", quoting=csv.QUOTE_NONE):
        text = (row.get("text") or "").strip()
        score = float(row.get("conf") or -1) / 100
        if not text or score < _LEAST_SCORE:
            continue
        left, top, wide, high = (float(row[side]) / scale for side in ("left", "top", "width", "height"))
        right, bottom = left + wide, top + high
        quad = ((left, top), (right, top), (right, bottom), (left, bottom))
        word = Word(text, box_of([quad]), round(min(1.0, score), 3), quad=quad)
        blocks.setdefault((row["block_num"], row["par_num"]), {}).setdefault(row["line_num"], []).append(word)
    return [[_run_of(words) for words in lines.values()] for lines in blocks.values()]


def _run_of(words: list[Word]) -> Run:
    left, top = min(w.box[0] for w in words), min(w.box[1] for w in words)
    right, bottom = max(w.box[2] for w in words), max(w.box[3] for w in words)
    quad: Quad = ((left, top), (right, top), (right, bottom), (left, bottom))
    return Run(tuple(words), quad, 0.0)


def _run(image: Image, scale: float, *options: str, failing: bool = False) -> str:
    from PIL import Image

    if scale != 1:
        size = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
        image = image.resize(size, Image.Resampling.LANCZOS)
    if min(image.size) < 40:  # it finds nothing in slips
        roomy = Image.new("RGB", (image.width + 40, image.height + 40), image.getpixel((0, 0)) or 0)
        roomy.paste(image, (0, 0))
        image = roomy
    sent = io.BytesIO()
    image.save(sent, "BMP")
    dpi = ["--dpi", "300"] if scale > 1 else ["--dpi", "200"]
    place = program()
    if not place:
        raise OcrError("tesseract is not installed; `apt-get install tesseract-ocr`, or `brew install tesseract`")
    try:
        ended = subprocess.run(
            [place, "-", "-", *dpi, *options],
            input=sent.getvalue(),
            capture_output=True,
            check=False,
            timeout=_SECONDS,
            env={**os.environ, "OMP_THREAD_LIMIT": "1", "LC_ALL": "C.UTF-8"},
        )
    except subprocess.TimeoutExpired:
        raise OcrError(f"tesseract took over {_SECONDS} seconds; read a part of the picture") from None
    if ended.returncode and not failing:
        said = ended.stderr.decode("utf-8", "replace").strip().splitlines()
        raise OcrError(f"tesseract can't read this: {said[-1][:200] if said else 'it gave no reason'}")
    return ended.stdout.decode("utf-8", "replace")
