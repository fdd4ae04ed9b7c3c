"""The fields of a form: their names, kinds, values and choices, and the places where they show.

A field's facts may stand on any of its parents, and what shows it (a widget) is its child or itself. Both are put
together here, once, for all who read or fill in a form.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from deskworld_pdf.geometry import Rect, frame_of

if TYPE_CHECKING:
    import pikepdf

_MOST = 20_000
READ_ONLY, REQUIRED = 1, 2
MULTILINE, PASSWORD, COMB = 1 << 12, 1 << 13, 1 << 24
RADIO, PUSH = 1 << 15, 1 << 16
COMBO, EDIT, MULTI = 1 << 17, 1 << 18, 1 << 21


@dataclass
class Widget:
    """A place where a field shows: page from 1 (0: on none) and box as seen."""

    node: Any
    page: int
    box: Rect

    @property
    def states(self) -> list[str]:
        """The names of its looks besides Off, for boxes and radio buttons."""
        with suppress(Exception):
            looks = self.node["/AP"]["/N"]
            return [str(key).lstrip("/") for key in looks.keys() if str(key) != "/Off"]  # noqa: SIM118
        return []


@dataclass
class FormField:
    """A field with all that it inherits."""

    name: str
    kind: str
    node: Any
    flags: int
    value: Any
    options: list[tuple[str, str]]
    longest: int
    widgets: list[Widget] = field(default_factory=list[Widget])

    @property
    def choices(self) -> list[str]:
        """What it can be set to, as people see it; empty for text."""
        if self.kind in ("checkbox", "radio"):
            named = [shown for _, shown in self.options]
            states = list(dict.fromkeys(state for widget in self.widgets for state in widget.states))
            return named if len(named) == len(states) and named else states
        return [shown for _, shown in self.options]

    @property
    def said(self) -> str:
        """Its value as text."""
        import pikepdf

        value = self.value
        if value is None:
            return ""
        if isinstance(value, pikepdf.Array):
            return "\n".join(self._shown(str(each)) for each in list(value))
        if self.kind in ("checkbox", "radio"):
            state = str(value).lstrip("/")
            if state in ("Off", ""):
                return ""
            states = list(dict.fromkeys(name for widget in self.widgets for name in widget.states))
            return self.choices[states.index(state)] if state in states and len(self.choices) == len(states) else state
        if isinstance(value, pikepdf.Stream):
            return value.read_bytes().decode("utf-8", "replace")
        return self._shown(str(value))

    def _shown(self, value: str) -> str:
        return next((shown for export, shown in self.options if export == value), value)


def fields_of(pdf: pikepdf.Pdf) -> list[FormField]:
    """All fields of a form that can hold a value or be pressed, in the order of the file."""
    form = pdf.Root.get("/AcroForm")
    if form is None:
        return []
    at: dict[Any, tuple[int, Any]] = {}
    loose: list[Any] = []
    for number, page in enumerate(pdf.pages, 1):
        for note in _notes(page):
            with suppress(Exception):
                if note.get("/Subtype") == "/Widget":
                    at[note.objgen] = (number, page)
                    if "/Parent" not in note and "/FT" in note:
                        loose.append(note)
    found: list[FormField] = []
    seen: set[Any] = set()
    for root in [*_listed(form.get("/Fields")), *loose]:
        for node, name in _walk(root, "", seen, 0):
            found.append(_field(node, name, at))
            if len(found) >= _MOST:
                return found
    return found


def _notes(page: pikepdf.Page) -> list[Any]:
    with suppress(Exception):
        return list(page.obj.get("/Annots", []))
    return []


def _listed(value: Any) -> list[Any]:
    with suppress(Exception):
        return [each for each in list(value) if hasattr(each, "get")] if value is not None else []
    return []


def _walk(node: Any, above: str, seen: set[Any], depth: int) -> Iterator[tuple[Any, str]]:
    """The fields at the ends of the tree with their full names."""
    if depth > 40 or (node.objgen != (0, 0) and node.objgen in seen):
        return
    seen.add(node.objgen)
    part = str(node.get("/T", ""))
    name = f"{above}.{part}" if above and part else above or part
    kids = _listed(node.get("/Kids"))
    named = [kid for kid in kids if "/T" in kid]
    if named:
        for kid in named:
            yield from _walk(kid, name, seen, depth + 1)
    elif inherited(node, "/FT") is not None:
        yield node, name


def inherited(node: Any, key: str) -> Any:
    """A fact of a field, from the nearest of its parents that has it."""
    for _ in range(40):
        value = node.get(key)
        if value is not None:
            return value
        node = node.get("/Parent")
        if node is None:
            return None
    return None


def _field(node: Any, name: str, at: dict[Any, tuple[int, Any]]) -> FormField:
    flags = int(inherited(node, "/Ff") or 0)
    kinds = {"/Tx": "text", "/Sig": "signature", "/Ch": "dropdown" if flags & COMBO else "list"}
    kind = str(inherited(node, "/FT"))
    if kind == "/Btn":
        said = "button" if flags & PUSH else "radio" if flags & RADIO else "checkbox"
    else:
        said = kinds.get(kind, "unknown")
    made = FormField(
        name=name,
        kind=said,
        node=node,
        flags=flags,
        value=inherited(node, "/V"),
        options=_options(inherited(node, "/Opt")),
        longest=int(inherited(node, "/MaxLen") or 0),
    )
    for each in _listed(node.get("/Kids")) or [node]:
        number, page = at.get(each.objgen, (0, None))
        box: Rect = (0.0, 0.0, 0.0, 0.0)
        with suppress(Exception):
            if page is not None:
                sides = [float(side) for side in each["/Rect"]]
                box = frame_of(page).seen_box(*sides)
        made.widgets.append(Widget(each, number, box))
    return made


def _options(value: Any) -> list[tuple[str, str]]:
    """(what is stored, what is seen) of each choice."""
    import pikepdf

    found: list[tuple[str, str]] = []
    with suppress(Exception):
        for each in list(value) if value is not None else []:
            if isinstance(each, pikepdf.Array):
                found.append((str(each[0]), str(each[1])))
            else:
                found.append((str(each), str(each)))
    return found
