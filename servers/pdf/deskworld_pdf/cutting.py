"""Taking what stands in boxes out of a page's content: glyphs, drawings, pixels of pictures, forms and all in them.

The content is followed as a reader would draw it. A glyph in a box is replaced by a gap of its width, so what is beside
it stays where it is; a closed part of a drawing that lies in a box is left out; pictures get the pixels there painted
over; forms are copied, changed and used instead, only here. What can't be cut is taken out whole, and said.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from deskworld_pdf.geometry import Matrix, bounds, multiply
from deskworld_pdf.glyphs import Metrics
from deskworld_pdf.operators import add_gap, copied, instruction, matrix_of, shown, strip_names
from deskworld_pdf.pens import SAME, Pen, Pens
from deskworld_pdf.resources import own_resources, put
from deskworld_pdf.shapes import Part, hidden, line_outside, reaches_in, unshaped
from deskworld_pdf.spots import Spot, Spots

if TYPE_CHECKING:
    import pikepdf

_DEEPEST = 12


@dataclass
class Cut:
    """What was taken out."""

    glyphs: int = 0
    drawings: int = 0
    pictures: int = 0
    warnings: list[str] = field(default_factory=list[str])


def cut_page(pdf: pikepdf.Pdf, page: pikepdf.Page, spots: Sequence[Spot], color: tuple[int, int, int]) -> Cut:
    """Take what stands in these boxes out of a page's content."""
    import pikepdf

    done = Cut()
    resources = own_resources(page.obj)
    cutter = _Cutter(pdf, spots, color, done)
    with suppress(KeyError):
        content = pikepdf.parse_content_stream(page)
        kept, changed = _Walk(cutter, resources, SAME, 0).all(content)
        if changed:
            page.obj["/Contents"] = pdf.make_stream(pikepdf.unparse_content_stream(kept))
    return done


class _Cutter:
    def __init__(self, pdf: pikepdf.Pdf, spots: Sequence[Spot], color: tuple[int, int, int], done: Cut) -> None:
        self.pdf = pdf
        self.spots = Spots(spots)
        self.color = color
        self.done = done
        self._fonts: dict[object, Metrics] = {}

    def metrics(self, font: Any) -> Metrics:
        """The widths of a font, read once."""
        key = font.objgen if font.objgen != (0, 0) else id(font)
        if key not in self._fonts:
            self._fonts[key] = Metrics(font)
        return self._fonts[key]

    def warn(self, text: str) -> None:
        if text not in self.done.warnings:
            self.done.warnings.append(text)


class _Walk:
    """One content stream, from start to end."""

    def __init__(self, cutter: _Cutter, resources: Any, start: Matrix, depth: int) -> None:
        self.cutter = cutter
        self.resources = resources
        self.depth = depth
        self.pens = Pens(start, resources, cutter.metrics)
        self.out: list[Any] = []
        self.changed = False
        self.path: list[Part] = []
        """Parts of the path so far: their instructions and points."""
        self.clips: list[Any] = []
        self.marked: list[int] = []
        """Where in `out` each open marked content starts."""
        self.masked: set[str] = set()
        """Graphics states that were exchanged for others."""

    @property
    def pen(self) -> Pen:
        return self.pens.pen

    def all(self, content: Any) -> tuple[list[Any], bool]:
        """The content without what stands in the boxes, and whether anything is different."""
        import pikepdf

        for each in content:
            if isinstance(each, pikepdf.ContentStreamInlineImage):
                self._inline(each)
                continue
            operands, operator = list(each.operands), str(each.operator)
            try:
                self._one(each, operands, operator)
            except (TypeError, ValueError, IndexError, KeyError, ZeroDivisionError, OverflowError):
                self.out.append(each)  # a broken instruction: readers skip it
        for instructions, _ in self.path:
            self.out += instructions
        if self.masked:
            used = {str(next(iter(each.operands))) for each in self.out if str(each.operator) == "gs"}
            for name in self.masked - used:
                del self.resources["/ExtGState"][name]
        return self.out, self.changed

    def _one(self, each: Any, operands: list[Any], operator: str) -> None:
        match operator:
            case "gs":
                self._look(each, operands[0])
                return
            case "Tj" | "TJ" | "'" | '"':
                self._show(each, operands, operator)
                return
            case "BMC" | "BDC":
                self.marked.append(len(self.out))
            case "EMC":
                if self.marked:
                    self.marked.pop()
            case "m" | "l" | "c" | "v" | "y" | "h" | "re":
                self._trace(each, operands, operator)
                return
            case "W" | "W*":
                self.clips.append(each)
                return
            case "n" | "f" | "F" | "f*" | "B" | "B*" | "b" | "b*" | "S" | "s":
                self._paint(each, operator)
                return
            case "Do":
                self._object(each, str(operands[0]))
                return
            case _:
                self.pens.follow(operands, operator)
        self.out.append(each)

    def _look(self, each: Any, name: Any) -> None:
        """A graphics state can bring a font, and a mask that is a drawing of its own."""
        import pikepdf

        self.out.append(each)
        state = self.resources["/ExtGState"][str(name)]
        if "/Font" in state:
            font, size = list(state["/Font"])
            self.pen.font, self.pen.size = self.cutter.metrics(font), float(size)
        mask = state.get("/SMask")
        if not isinstance(mask, pikepdf.Dictionary) or self.depth >= _DEEPEST:
            return
        made = self._form_without(mask["/G"])
        if made is not None:
            new = pikepdf.Dictionary({key: state[key] for key in state.keys()})  # noqa: SIM118 - no plain dict
            new["/SMask"] = pikepdf.Dictionary({key: mask[key] for key in mask.keys()})  # noqa: SIM118
            new["/SMask"]["/G"] = made
            self.out[-1] = instruction([pikepdf.Name(put(self.resources, "/ExtGState", "Rd", new))], "gs")
            self.masked.add(str(name))
            self.changed = True

    # text

    def _show(self, each: Any, operands: list[Any], operator: str) -> None:
        import pikepdf

        before: list[Any] = []
        if operator in ("'", '"'):
            if operator == '"':
                self.pen.word, self.pen.between = float(operands[0]), float(operands[1])
                before += [instruction([operands[0]], "Tw"), instruction([operands[1]], "Tc")]
            before.append(instruction([], "T*"))
            self.pens.newline(0, -self.pen.lead)
        items = list(operands[-1]) if operator == "TJ" else [operands[-1]]
        kept: list[Any] = []
        gone = 0
        for item in items:
            if isinstance(item, pikepdf.String):
                gone += self._string(bytes(item), kept)
            else:
                number = float(item)
                self.pens.advance(-number / 1000 * self.pen.size)
                add_gap(kept, number)
        if not gone:
            self.out.append(each)
            return
        self.changed = True
        self.cutter.done.glyphs += gone
        self._unname()
        self.out += [*before, instruction([pikepdf.Array([shown(part) for part in kept])], "TJ")]

    def _string(self, text: bytes, kept: list[Any]) -> int:
        """One shown string; what stays is added to `kept`, the number of what goes comes back."""
        pen, gone = self.pen, 0
        last_went = False
        font = pen.font
        if font is None:
            kept.append(text)
            return 0
        for code, width, is_space in font.codes(text):
            move = width / 1000 * pen.size + pen.between + (pen.word if is_space else 0)
            went = last_went if width == 0 else self._is_in(width / 1000 * pen.size, font.vertical)
            last_went = went
            if went:
                gone += 1
                along = -pen.size + pen.between if font.vertical else move
                add_gap(kept, -along * 1000 / pen.size if pen.size else 0)
            elif kept and isinstance(kept[-1], bytes):
                kept[-1] += code
            else:
                kept.append(code)
            self.pens.advance(-pen.size + pen.between if font.vertical else move, vertical=font.vertical)
        return gone

    def _is_in(self, width: float, vertical: bool) -> bool:
        """Whether the next glyph stands in a box."""
        return any(
            self.cutter.spots.at(self.pens.glyph(width, vertical=vertical, whole=not tight), tight=tight)
            for tight in self.cutter.spots.kinds
        )

    def _unname(self) -> None:
        """Texts that stand for what is marked (for readers of the blind) say what was there: they go."""
        import pikepdf

        for at in self.marked:
            operands = list(self.out[at].operands)
            if str(self.out[at].operator) != "BDC":
                continue
            facts = operands[1]
            if isinstance(facts, pikepdf.Name):
                with suppress(Exception):
                    facts = self.resources["/Properties"][str(facts)]
                    strip_names(facts)
                continue
            if isinstance(facts, pikepdf.Dictionary):
                strip_names(facts)
                self.out[at] = instruction([operands[0], facts], "BDC")

    # drawings

    def _trace(self, each: Any, operands: list[Any], operator: str) -> None:
        numbers = [float(number) for number in operands]
        a, b, c, d, e, f = self.pen.ctm
        if operator == "re":
            x, y, w, h = numbers
            pairs = [(x, y), (x + w, y), (x, y + h), (x + w, y + h)]
        else:
            pairs = list(zip(numbers[::2], numbers[1::2], strict=False))
        points = [(x * a + y * c + e, x * b + y * d + f) for x, y in pairs]
        if operator in ("m", "re") or not self.path:
            self.path.append(([each], points))
        else:
            self.path[-1][0].append(each)
            self.path[-1][1].extend(points)

    def _paint(self, each: Any, operator: str) -> None:
        asked = self.cutter.spots.asked
        if operator == "n" or self.clips:
            parts = [unshaped(part, asked(part[1])) for part in self.path] if self.clips else self.path
        else:
            parts = [part for part in self.path if not hidden(part[1], asked(part[1]))]
        gone = len(self.path) - len(parts)
        if operator in ("S", "s") and not self.clips:
            parts = [line_outside(part, asked(part[1])) for part in parts]
        elif operator != "n" and not self.clips and any(reaches_in(part[1], asked(part[1])) for part in parts):
            self.cutter.warn("a drawing reaches out of a box: it was covered there, not cut")
        for instructions, _ in parts:
            self.out += instructions
        self.out += self.clips
        altered = gone or sum(part is not old for part, old in zip(parts, self.path, strict=False))
        if altered:
            self.changed = True
            self.cutter.done.drawings += altered
        self.out.append(each if parts or not gone else instruction([], "n"))
        self.path, self.clips = [], []

    # pictures and forms

    def _inline(self, each: Any) -> None:
        if self.cutter.spots.painted(bounds((0, 0, 1, 1), self.pen.ctm)):
            self.changed = True
            self.cutter.done.pictures += 1
            self.cutter.warn("a small picture inside the page's content was taken out whole")
            return
        self.out.append(each)

    def _object(self, each: Any, name: str) -> None:
        import pikepdf

        from deskworld_pdf.blanking import blanked

        found = self.resources["/XObject"][name]
        if str(found.get("/Subtype")) == "/Image":
            boxes = self.cutter.spots.painted(bounds((0, 0, 1, 1), self.pen.ctm))
            if not boxes:
                self.out.append(each)
                return
            self.changed = True
            self.cutter.done.pictures += 1
            made = blanked(self.cutter.pdf, found, self.pen.ctm, boxes, self.cutter.color)
            if made is None:
                self.cutter.warn("a picture that can't be painted over was taken out whole")
                return
            self.out.append(instruction([pikepdf.Name(put(self.resources, "/XObject", "Rd", made))], "Do"))
            return
        if str(found.get("/Subtype")) != "/Form" or self.depth >= _DEEPEST:
            self.out.append(each)
            return
        made = self._form_without(found)
        if made is None:
            self.out.append(each)
            return
        self.changed = True
        self.out.append(instruction([pikepdf.Name(put(self.resources, "/XObject", "Rd", made))], "Do"))

    def _form_without(self, found: Any) -> Any | None:
        """A copy of a form without what stands in the boxes; None where nothing does."""
        import pikepdf

        inner = found.get("/Resources")
        resources = copied(inner if inner is not None else self.resources)
        start = multiply(matrix_of(list(found.get("/Matrix", [1, 0, 0, 1, 0, 0]))), self.pen.ctm)
        walk = _Walk(self.cutter, resources, start, self.depth + 1)
        walk.pen.font, walk.pen.size = self.pen.font, self.pen.size
        kept, changed = walk.all(pikepdf.parse_content_stream(found))
        if not changed:
            return None
        made = self.cutter.pdf.make_stream(pikepdf.unparse_content_stream(kept))
        for key in list(found.keys()):
            if key not in ("/Length", "/Filter", "/DecodeParms", "/Resources", "/PieceInfo", "/Metadata"):
                made[key] = found[key]
        made["/Resources"] = resources
        return made
