"""Values as somebody would get them wrong: a figure one off, another name, the next day, the neighbouring cell.

Each function gives several wrong values, the likeliest first as the generator shuffled them; whoever asks takes the
first that the tool accepts. None of them is one that a user would shrug at: no white space, no synonym of nothing,
no shape moved by a point.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import PurePosixPath
from random import Random

GEOMETRY = re.compile(
    r"(^|_)(left|top|right|bottom|widths?|heights?|size|x|y|margin|gap|spacing|padding|indent|space_(before|after)|"
    r"minimum|maximum|box(es)?|at|points?|corners)$"
)
COLORS = ("#C00000", "#00B050", "#7030A0", "#FFC000")
NAMED_COLORS = ("red", "blue", "green", "orange", "purple", "black", "white", "yellow", "grey", "gray")
FORMATS = ("0", "0.000", "0.0%", "yyyy-mm-dd", "#,##0.00")

_NUMBER = re.compile(r"(?<![\w.,])\d+(?:,\d{3})*(?:\.\d+)?(?!\w|[.,]\d)|(?<=[A-Za-z$#])\d+(?!\w|\.\d)")
_DATE = re.compile(r"(?<!\d)(\d{4})-(\d\d)-(\d\d)(?!\d)")
_HEX = re.compile(r"#[0-9A-Fa-f]{6}\b|^[0-9A-Fa-f]{6}$")
_CELLS = re.compile(r"^(.*!)?\$?([A-Z]{1,3})\$?(\d+)?(?::\$?([A-Z]{1,3})\$?(\d+)?)?$")
_ID = re.compile(r"^([a-z]+(?:_[a-z]+)*)_(\d+)$")
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_WORD = re.compile(r"(?<![\w@./#-])[^\W\d_](?:[^\W\d_]|['’](?=\w))+(?![\w@/-]|\.\w)")
_NAMES = re.compile(r"\S*[/@]\S*|\S+\.(?:pptx|xlsx|docx|pdf|csv|png|jpg|md|vcf)\b")  # of files, and addresses
_PLAIN = re.compile(
    "about|after|again|also|another|because|been|before|both|could|dear|does|each|else|every|from|have|hello|here|into|"
    "itself|just|more|most|much|must|only|other|over|same|shall|should|since|some|such|than|thanks|that|their|them|"
    "then|there|these|they|this|those|through|under|until|very|what|when|where|which|while|will|with|would|your",
    re.IGNORECASE,
)
"""Words that say nothing by themselves."""


@dataclass
class Surroundings:
    """What else is at hand to be confused with: files, ids, addresses, names and words of the same task."""

    files: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    made: frozenset[str] = frozenset()  # paths that this call makes
    ids: Mapping[str, list[str]] = field(default_factory=dict[str, list[str]])  # by noun
    mails: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    peers: Mapping[str, list[str]] = field(default_factory=dict[str, list[str]])  # by argument: what other calls say


def numbers(value: int | float, name: str, chance: Random) -> list[int | float]:
    """One off, digits swapped, tenfold, the other sign; of places and sizes, so much that it is seen."""
    if GEOMETRY.search(name):
        seen: list[int | float] = [value * 3, value / 3, value * 10]
        found = [int(each) if isinstance(value, int) else round(each, 2) for each in seen]
    else:
        found = [value + 1, value * 10, -value]
        if value > 1:
            found.append(value - 1)
        if isinstance(value, float):
            found = [round(each, 6) for each in found]
        swapped = _swapped(repr(value), chance)
        if swapped != repr(value):
            found.append(type(value)(swapped))
    chance.shuffle(found)
    return [each for each in dict.fromkeys(found) if each != value]


def texts(value: str, name: str, around: Surroundings, chance: Random) -> list[str]:
    """The text with something else in it, by what kind of text it is."""
    found = list(_texts(value, name, around, chance))[:4]
    others = [each for each in around.peers.get(name, []) if each != value]
    found += chance.sample(others, min(len(others), 3))
    return [each for each in dict.fromkeys(found) if each != value and each.split() != value.split()]


def _texts(value: str, name: str, around: Surroundings, chance: Random) -> Iterable[str]:
    if not value.strip():
        return []
    if value in around.files or value in around.folders or value in around.made:
        return paths(value, around, chance)
    if found := _ID.match(value):
        return ids(value, found[1], int(found[2]), around, chance)
    if _HEX.search(value):
        return _each(value, _HEX, lambda old: _colors(old, around, chance), chance)
    if value.lower() in NAMED_COLORS:
        return chance.sample(NAMED_COLORS, len(NAMED_COLORS))
    if name == "number_format":
        return chance.sample(FORMATS, len(FORMATS))
    if (cells := _CELLS.match(value)) and (cells[3] or cells[4] or len(value) < 3):
        return ranges(value, chance)
    if value.startswith("="):
        return formulas(value, chance)
    return prose(value, around, chance)


def paths(value: str, around: Surroundings, chance: Random) -> list[str]:
    """Another existing file of the same kind, or a target spelled wrong."""
    pool = around.folders if value in around.folders else around.files
    kind = PurePosixPath(value).suffix.lower()
    others = [each for each in pool if each != value and PurePosixPath(each).suffix.lower() == kind]
    chance.shuffle(others)
    place = PurePosixPath(value)
    wrong = str(place.with_name(f"{misspelt(place.stem, chance)}{place.suffix}"))
    return [wrong, *others[:2]] if value in around.made else [*others[:3], wrong]


def ids(value: str, noun: str, number: int, around: Surroundings, chance: Random) -> list[str]:
    """Another thing of the same kind that was seen, or the neighbouring number."""
    others = [each for each in around.ids.get(noun, []) if each != value]
    chance.shuffle(others)
    return [*others[:3], f"{noun}_{number + 1}", f"{noun}_{number - 1}"]


def ranges(value: str, chance: Random) -> list[str]:
    """A range that misses its last row or column, or begins one too late; a neighbouring cell."""
    found = _CELLS.match(value)
    assert found
    sheet, left, top, right, bottom = (found[1] or ""), found[2], found[3], found[4], found[5]
    if right is None:
        cell = [f"{left}{int(top) + 1}", f"{_next(left)}{top}"] if top else [_next(left)]
        return [f"{sheet}{each}" for each in chance.sample(cell, len(cell))]
    ways: list[str] = []
    if bottom and top and int(bottom) > int(top):
        ways += [f"{left}{top}:{right}{int(bottom) - 1}", f"{left}{int(top) + 1}:{right}{bottom}"]
    if left != right and len(right) == 1 and right > "A":
        ways.append(f"{left}{top or ''}:{chr(ord(right) - 1)}{bottom or ''}")
    ways.append(f"{_next(left)}{int(top) + 1 if top else ''}:{_next(right)}{int(bottom) + 1 if bottom else ''}")
    chance.shuffle(ways)
    return [f"{sheet}{each}" for each in ways]


def formulas(value: str, chance: Random) -> list[str]:
    """Another function, another row, another figure."""
    found = [f"={value[1:].replace(old, new, 1)}" for old, new in _FUNCTIONS if f"{old}(" in value]
    found += list(_each(value, re.compile(r"\d+"), lambda old: [str(int(old) + 1)], chance))
    return chance.sample(found, len(found))


_FUNCTIONS = (
    ("SUMIFS", "AVERAGEIFS"),
    ("COUNTIFS", "SUMIFS"),
    ("AVERAGE", "SUM"),
    ("SUM(", "AVERAGE("),
    ("MAX", "MIN"),
)


def prose(value: str, around: Surroundings, chance: Random) -> Iterator[str]:
    """Facts first: a figure, a day, a name, an address; where there is none, the word that says most."""
    facts = [
        *_each(value, _DATE, _other_days, chance),
        *_each(_without(value, _DATE), _NUMBER, lambda old: [figure(old, chance)], chance, value),
        *_each(value, _MAIL, lambda old: _mails(old, around, chance), chance),
        *_each(value, _WORD, lambda old: _names(old, value, around, chance), chance),
    ]
    yield from chance.sample(facts, len(facts))
    words = [found for found in _WORD.finditer(value) if not _PLAIN.fullmatch(found[0]) and len(found[0]) > 3]
    for found in sorted(words, key=lambda each: -len(each[0]))[:3] or list(_WORD.finditer(value))[:1]:
        yield f"{value[: found.start()]}{_other_word(found[0], value, around, chance)}{value[found.end() :]}"
    if not facts and not words:
        yield misspelt(value, chance)


def figure(text: str, chance: Random) -> str:
    """A figure with one digit wrong, in the same spelling."""
    digits = [place for place, letter in enumerate(text) if letter.isdigit()]
    place = chance.choice(digits)
    digit = int(text[place])
    wrong = digit + 1 if digit < 9 else 8
    return f"{text[:place]}{wrong}{text[place + 1 :]}"


def figures(text: str) -> list[re.Match[str]]:
    """The figures of a text; those in file names and addresses are no figures."""
    return list(
        _NUMBER.finditer(_without(text, re.compile(r"\S*[/@]\S*|\S+\.(?:pptx|xlsx|docx|pdf|csv|png|jpg|md|vcf)")))
    )


def misspelt(text: str, chance: Random) -> str:
    """Two neighbouring letters changed places."""
    places = [n for n in range(len(text) - 1) if text[n] != text[n + 1] and text[n : n + 2].isalnum()]
    if not places:
        return f"{text}x"
    place = chance.choice(places)
    return f"{text[:place]}{text[place + 1]}{text[place]}{text[place + 2 :]}"


def words_of(text: str) -> tuple[list[str], list[str]]:
    """Names (capitalized, not only because a sentence begins) and telling words of a text."""
    names: list[str] = []
    words: list[str] = []
    for found in _WORD.finditer(text):
        word = found[0]
        if word[0].isupper() and not _PLAIN.fullmatch(word) and not _begins(text, found.start()):
            names.append(word)
        elif word.islower() and len(word) > 4 and not _PLAIN.fullmatch(word):
            words.append(word)
    return names, words


def _each(
    value: str, what: re.Pattern[str], others: Callable[[str], list[str]], chance: Random, whole: str = ""
) -> Iterator[str]:
    """The text with one finding after the other, in random order, replaced."""
    found = list(what.finditer(value))
    text = whole or value
    for each in chance.sample(found, min(len(found), 3)):
        for other in others(each[0])[:1]:
            yield f"{text[: each.start()]}{other}{text[each.end() :]}"


def _without(value: str, what: re.Pattern[str]) -> str:
    """The text with the findings blanked out, at the same length."""
    return what.sub(lambda found: " " * len(found[0]), value)


def _swapped(text: str, chance: Random) -> str:
    places = [n for n in range(len(text) - 1) if text[n : n + 2].isdigit() and text[n] != text[n + 1]]
    places = [n for n in places if text[n + 1] != "0" or n > 0]
    if not places:
        return text
    place = chance.choice(places)
    return f"{text[:place]}{text[place + 1]}{text[place]}{text[place + 2 :]}"


def _other_days(old: str) -> list[str]:
    try:
        return [(date.fromisoformat(old) + timedelta(days=1)).isoformat()]
    except (ValueError, OverflowError):
        return []


def _colors(old: str, around: Surroundings, chance: Random) -> list[str]:
    pool = [each for each in dict.fromkeys([*around.colors, *COLORS]) if each.lower() != f"#{old.lstrip('#').lower()}"]
    chosen = chance.choice(pool)
    return [chosen if old.startswith("#") else chosen.lstrip("#")]


def _mails(old: str, around: Surroundings, chance: Random) -> list[str]:
    others = [each for each in around.mails if each != old]
    return [chance.choice(others)] if others else [misspelt(old, chance)]


def _names(old: str, value: str, around: Surroundings, chance: Random) -> list[str]:
    """Another name, where the word is one that is known to be a name."""
    if old not in around.names:
        return []
    others = [each for each in around.names if each not in value]
    return [chance.choice(others)] if others else []


def _other_word(old: str, value: str, around: Surroundings, chance: Random) -> str:
    others = [each for each in around.words if each not in value.lower()]
    if not others:
        return misspelt(old, chance)
    chosen = chance.choice(others)
    return chosen.capitalize() if old[0].isupper() else chosen


def _begins(text: str, place: int) -> bool:
    """Whether a sentence begins here."""
    before = text[:place].rstrip(" \"'“‘(*-")
    return not before or before[-1] in ".!?:\n"


def _next(column: str) -> str:
    return column[:-1] + chr(ord(column[-1]) + 1) if column[-1] != "Z" else f"{column}A"
