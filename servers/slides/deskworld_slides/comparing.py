"""Two decks side by side: which slides are the same ones, and what is different on those."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Any

from deskworld_slides.boxes import box_of
from deskworld_slides.describing import cut, facts_of, is_hidden, notes_text, shape_text
from deskworld_slides.finding import every_shape, title_of
from deskworld_slides.opening import Deck

_ALIKE = 0.5


def differences(before: Deck, after: Deck) -> list[tuple[int, str, str]]:
    """Changes as (slide number, kind, sentence), in the order of the second deck."""
    old, new = before.slides, after.slides
    pairs = _pairs(old, new)
    found: list[tuple[int, str, str]] = []
    for index, slide in enumerate(new):
        partner = pairs.get(index)
        if partner is None:
            found.append((index + 1, "slide added", title_of(slide) or "(no title)"))
            continue
        found += [(index + 1, kind, detail) for kind, detail in _changes(old[partner], slide)]
    order = [pairs[index] for index in sorted(pairs)]
    stays = _longest_rise(order)
    for index in sorted(pairs):
        if pairs[index] not in stays:
            found.append((index + 1, "slide moved", f"was slide {pairs[index] + 1}"))
    gone = [index for index in range(len(old)) if index not in pairs.values()]
    found += [(index + 1, "slide removed", title_of(old[index]) or "(no title)") for index in gone]
    if before.page != after.page:
        found.append(
            (0, "slide size", f"{before.page[0]:g} x {before.page[1]:g} to {after.page[0]:g} x {after.page[1]:g} pt")
        )
    return found


def _pairs(old: list[Any], new: list[Any]) -> dict[int, int]:
    """Which old slide each new one is: the same id where it looks alike, else the same title, else like text."""
    free = set(range(len(old)))
    pairs: dict[int, int] = {}
    texts = [_all_text(slide) for slide in old]
    ids = {slide.slide_id: index for index, slide in enumerate(old)}
    for index, slide in enumerate(new):
        partner = ids.get(slide.slide_id)
        if partner in free and _like(texts[partner], _all_text(slide)):
            pairs[index] = partner
            free.discard(partner)
    for index, slide in enumerate(new):
        if index in pairs:
            continue
        text, title = _all_text(slide), title_of(slide)
        same = [i for i in sorted(free) if title and title_of(old[i]) == title] or [
            i for i in sorted(free) if _like(texts[i], text)
        ]
        if same:
            pairs[index] = same[0]
            free.discard(same[0])
    return pairs


def _all_text(slide: Any) -> str:
    return "\n".join(text for shape in every_shape(slide) if (text := shape_text(shape)))


def _like(a: str, b: str) -> bool:
    if not a and not b:
        return True
    matcher = SequenceMatcher(None, a, b, autojunk=False)
    return matcher.quick_ratio() >= _ALIKE and matcher.ratio() >= _ALIKE


def _changes(old: Any, new: Any) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    if old.slide_layout.name != new.slide_layout.name:
        found.append(("layout", f"{old.slide_layout.name!r} to {new.slide_layout.name!r}"))
    if is_hidden(old) != is_hidden(new):
        found.append(("hidden", "now hidden" if is_hidden(new) else "now shown"))
    if notes_text(old) != notes_text(new):
        found.append(("notes", f"{cut(notes_text(old), 120)!r} to {cut(notes_text(new), 120)!r}"))
    was = {shape.shape_id: shape for shape in every_shape(old)}
    now = {shape.shape_id: shape for shape in every_shape(new)}
    for number, shape in now.items():
        if number not in was:
            found.append(("shape added", f"{number} {shape.name!r}: {cut(shape_text(shape), 120)!r}"))
            continue
        before = was[number]
        if shape_text(before) != shape_text(shape):
            found.append(
                ("text", f"{shape.name!r}: {cut(shape_text(before), 160)!r} to {cut(shape_text(shape), 160)!r}")
            )
        a, b = box_of(before), box_of(shape)
        if max(abs(x - y) for x, y in zip(a, b, strict=True)) > 0.5:
            found.append(("box", f"{shape.name!r}: {_say(a)} to {_say(b)}"))
        if facts_of(before) != facts_of(shape):
            found.append(("facts", f"{shape.name!r}: {facts_of(before)!r} to {facts_of(shape)!r}"))
    found += [("shape removed", f"{n} {shape.name!r}") for n, shape in was.items() if n not in now]
    return found


def _say(box: Any) -> str:
    return f"({box.left:g}, {box.top:g}, {box.width:g} x {box.height:g})"


def _longest_rise(order: list[int]) -> set[int]:
    """The longest run of slides that kept their order: the others moved."""
    best: list[list[int]] = []
    for value in order:
        earlier = [run for run in best if run[-1] < value]
        best.append([*max(earlier, key=len, default=[]), value])
    return set(max(best, key=len, default=[]))
