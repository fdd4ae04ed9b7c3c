"""rapidocr: where text lines stand in a picture, and what each of them says.

Finding and reading are asked for apart. Lines are found on a picture made as large or small as the finder likes, and
read from the pixels of the original: reducing a scan to what the finder can hold would lose its small print. Which way
up a line stands is settled by reading it both ways and keeping the better, which also tells how the page lies.

The models come inside the package and nothing is fetched. One warm engine serves a process, one caller at a time.
"""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from .lines import Piece, Quads, corners, crop, gap_between, ink_of, rolled, tall
from .words import Quad, is_word

_LOCK = threading.Lock()
_THREADS = max(1, min(4, os.cpu_count() or 1))
_READ_HEIGHT = 48
"""Pixels; the reader makes every line this high."""
_READ_WIDTH = 3600
"""Pixels at that height; about 150 letters."""
_SURE = 0.88
"""Lines read with less are tried once more, other way up and with more contrast."""


@dataclass(frozen=True)
class Said:
    """A line as it was read: its text, the score of each letter, and where each stands across the line (0 to 1)."""

    text: str
    scores: tuple[float, ...]
    places: tuple[float, ...]

    @property
    def score(self) -> float:
        """The mean over the letters; 0 for no text."""
        return sum(self.scores) / len(self.scores) if self.scores else 0.0


NOTHING = Said("", (), ())


def find(pixels: Any) -> Quads:
    """The quads of text lines on a picture, in its pixels. The picture is taken at the size it has."""
    import numpy

    height, width = pixels.shape[:2]
    # The finder rounds sides to 32 pixels, and starves on slips that are narrower; a margin costs less than a stretch.
    wide, high = (max(64, -(-side // 32) * 32) for side in (width, height))
    edge = numpy.median(numpy.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]]), axis=0)
    sheet = numpy.empty((high, wide, 3), dtype="uint8")
    sheet[:] = edge
    top, left = (high - height) // 2, (wide - width) // 2
    sheet[top : top + height, left : left + width] = pixels
    with _LOCK:
        found = _finder()(sheet[..., ::-1], use_det=True, use_cls=False, use_rec=False)
    if found.boxes is None or not len(found.boxes):
        return []
    quads: Quads = []
    for box in numpy.asarray(found.boxes, dtype="float32"):
        box = box - numpy.array([left, top], dtype="float32")
        box[:, 0] = box[:, 0].clip(0, width)
        box[:, 1] = box[:, 1].clip(0, height)
        quads.append(corners(box))
    return quads


def read(strip: Any) -> Said:
    """What one upright line of text says."""
    import cv2

    height, width = strip.shape[:2]
    if height < 2 or width < 2:
        return NOTHING
    wide = max(8, round(width * _READ_HEIGHT / height))
    if wide > _READ_WIDTH:
        return _in_two(strip)
    if height != _READ_HEIGHT:
        way = cv2.INTER_CUBIC if height < _READ_HEIGHT else cv2.INTER_AREA
        strip = cv2.resize(strip, (wide, _READ_HEIGHT), interpolation=way)
    with _LOCK:
        said = _reader()(strip[..., ::-1], use_det=False, use_cls=False, use_rec=True)
    if not said.txts or not said.txts[0].strip():
        return NOTHING
    text, info = said.txts[0], said.word_results[0]
    columns = [column for word in info.word_cols for column in word]
    scores = [score for letter, score in zip(text, info.confs, strict=False) if not letter.isspace()]
    total = info.line_txt_len or 1
    # A letter's column is the first in which it was seen; its middle lies about half a column on.
    places = tuple(min(1.0, (column + 0.5) / total) for column in columns)
    if len(places) != len("".join(text.split())):
        return NOTHING
    return Said(text.strip(), tuple(scores), places)


def _in_two(strip: Any) -> Said:
    """What a line says that is too long to be read at once: cut at its widest gap near the middle."""
    ink = ink_of(strip).any(axis=0)
    wide = len(ink)
    left, right = gap_between(ink, wide * 0.35, wide * 0.65)
    cut = (left + right) // 2
    one, other = read(strip[:, :cut]), read(strip[:, cut:])
    if not one.text or not other.text:
        return one if one.text else other
    places = (*(at * cut / wide for at in one.places), *((cut + at * (wide - cut)) / wide for at in other.places))
    return Said(f"{one.text} {other.text}", (*one.scores, *other.scores), places)


class Lines:
    """The lines of one picture. What was read of one is kept: seeing how a page lies reads some of them already."""

    def __init__(self, pixels: Any, quads: Quads) -> None:
        self.pixels = pixels
        self.quads = quads
        self.illegible: Quads = []
        """Those in which something like text stands that can't be made out, once `pieces` has been asked for."""
        self._read: dict[tuple[Quad, int], Said] = {}

    def lying(self, *, most: int = 4) -> tuple[int, float]:
        """How the page lies, in quarter turns clockwise (0, 90, 180, 270), and how sure that is (0 to 1).

        Its longest lines are read both ways up; the better reading says which it is.
        """
        if not self.quads:
            return 0, 0.0
        longest = sorted(self.quads, key=lambda quad: -max(_sides(quad)))
        upended = [quad for quad in longest if tall(quad)]
        level = [quad for quad in longest if not tall(quad)]
        across = sum(max(_sides(quad)) for quad in level)
        down = sum(max(_sides(quad)) for quad in upended)
        sample = (upended if down > across else level)[:most]
        first, second = (90, 270) if down > across else (0, 180)
        one = self._score(sample, first)
        if first == 0 and one > 0.93:
            return 0, one
        other = self._score(sample, second)
        best, rest = max(one, other), min(one, other)
        return (first if one >= other else second), min(1.0, max(0.0, best * min(1.0, (best - rest) * 4)))

    def has_words(self, *, most: int = 8) -> bool:
        """Whether one of its longest lines reads as a word, any way up."""
        longest = sorted(self.quads, key=lambda quad: -max(_sides(quad)))[:most]
        return any(
            is_word(said.text, said.score) and _legible(said)
            for quad in longest
            for said in (self._said(quad, way) for way in _ways(quad, 0))
        )

    def letters(self, turned: int) -> float:
        """How many letters its longest lines hold, on the mean."""
        longest = sorted(self.quads, key=lambda quad: -max(_sides(quad)))[:4]
        return sum(len(self._said(quad, turned).places) for quad in longest) / max(1, len(longest))

    def pieces(self, turned: int) -> list[Piece]:
        """What the lines say on a page that lies so; those in which nothing legible stands are left out."""
        found = [(self._piece(quad, turned), quad) for quad in self.quads]
        self.illegible = [quad for piece, quad in found if piece is None and max(_sides(quad)) > 2 * min(_sides(quad))]
        return [piece for piece, _ in found if piece is not None]

    def _piece(self, quad: Quad, turned: int) -> Piece | None:
        best, at = NOTHING, quad
        for way in _ways(quad, turned):
            said = self._said(quad, way)
            if said.score > best.score + 0.02:
                best, at = said, rolled(quad, way)
            if best.score >= _SURE:
                break
        if best.score < _SURE:
            stronger = read(_stronger(crop(self.pixels, at)))
            if stronger.score > best.score:
                best = stronger
        return Piece(best.text, best.scores, best.places, at) if _legible(best) else None

    def _said(self, quad: Quad, way: int) -> Said:
        if (quad, way) not in self._read:
            self._read[quad, way] = read(crop(self.pixels, rolled(quad, way)))
        return self._read[quad, way]

    def _score(self, quads: Quads, way: int) -> float:
        """How well these lines read, turned so: the mean over their letters."""
        total = letters = 0.0
        for quad in quads:
            said = self._said(quad, way)
            count = max(3, len(said.places))  # a line that reads as nothing speaks against this way as well
            total, letters = total + said.score * count, letters + count
        return total / letters if letters else 0.0


def _ways(quad: Any, turned: int) -> tuple[int, ...]:
    """The ways up to try, the likely one first. A line that lies across the others may be turned to either side."""
    if tall(quad) and turned in (0, 180):
        return (270, 90)
    if not tall(quad) and turned in (90, 270) and _sides(quad)[0] > 1.5 * _sides(quad)[1]:
        return (0, 180)
    return (turned, (turned + 180) % 360)


def _legible(said: Said) -> bool:
    """Noise and ornaments are read as a few letters that nobody is sure of."""
    letters = len(said.places)
    least = 0.6 if letters <= 2 else 0.5 if letters <= 4 else 0.4
    return letters > 0 and said.score >= least


def _stronger(strip: Any) -> Any:
    """The strip with its contrast stretched: its 2nd percentile black, its 98th white."""
    import numpy

    low, high = numpy.percentile(strip, (2, 98))
    if high - low < 4:
        return strip
    return ((strip.astype("float32") - low) * (255 / (high - low))).clip(0, 255).astype("uint8")


def _sides(quad: Any) -> tuple[float, float]:
    """Width and height as the quad lies in the picture."""
    (x0, y0), (x1, y1), _, (x3, y3) = quad
    return ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5, ((x3 - x0) ** 2 + (y3 - y0) ** 2) ** 0.5


@cache
def _finder() -> Any:
    return _engine({"Det.limit_type": "max", "Det.limit_side_len": 16384, "Det.box_thresh": 0.35})


@cache
def _reader() -> Any:
    return _engine({"Global.return_word_box": True, "Rec.rec_batch_num": 1, "Global.text_score": 0.0})


def _engine(settings: dict[str, Any]) -> Any:
    """A rapidocr that takes pictures at the size they come in; its models are loaded when first used."""
    # The runtime's builds report to their maker from the moment of their import, so the switch has to stand before it;
    # the call turns off what else Windows keeps.
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
    import onnxruntime

    onnxruntime.disable_telemetry_events()
    from rapidocr import RapidOCR

    _let_threads_rest()
    return RapidOCR(
        params={
            "Global.use_cls": False,
            "Global.use_preprocess_img": False,
            "Global.use_vertical_padding": False,
            "Global.log_level": "critical",
            "EngineConfig.onnxruntime.intra_op_num_threads": _THREADS,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
            # Without it every run asks the system for its memory anew, which takes as long as the run.
            "EngineConfig.onnxruntime.enable_cpu_mem_arena": True,
            **settings,
        }
    )


def _let_threads_rest() -> None:
    """Have rapidocr's threads sleep between two tasks.

    By default they spin, which doubles the work of a reading and, where others use the cores, its time. rapidocr has no
    setting for it; it makes the options of its sessions by this name when a model is first used.
    """
    import onnxruntime

    def resting() -> Any:
        options = onnxruntime.SessionOptions()
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        return options

    maker: Any = import_module("rapidocr.inference_engine.onnxruntime.main")
    maker.SessionOptions = resting
