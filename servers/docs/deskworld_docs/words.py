"""The letters of a paragraph: read, replaced and split across the runs they are scattered over.

Word splits a sentence into runs wherever a format, a comment or the spell checker touches it, so nothing here ever
looks at one run alone. A paragraph is a row of atoms, each a stretch of text in one element; what is deleted by a
tracked change and the codes of fields are no text. New text looks like the first letter it replaces.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from deskworld_docs.markup import clean, is_w, local, make, tag, val
from deskworld_docs.objects import Element

_OPEN = ("hyperlink", "ins", "moveTo", "smartTag", "sdt", "sdtContent", "fldSimple", "customXml", "dir", "bdo")
"""What may stand between a paragraph and its runs. Deletions are not among them."""
_SIGNS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "\u2011", "softHyphen": "\u00ad", "ptab": "\t"}
_COMPUTED = ("PAGE", "NUMPAGES", "SECTIONPAGES", "PAGEREF", "DATE", "TIME", "SEQ", "CREATEDATE", "SAVEDATE")
"""Fields whose text Word makes anew: it is read, never written."""
_XML_SPACE = tag("xml:space")


class Atom(NamedTuple):
    """A stretch of text in one element of a run; `writable` where it may be changed."""

    run: Element
    element: Element
    text: str
    writable: bool


def runs_of(paragraph: Element) -> Iterator[Element]:
    """The runs of a paragraph in order, those in links, fields, insertions and content controls too."""
    for one in paragraph:
        if is_w(one, "r"):
            yield one
        elif is_w(one, *_OPEN):
            yield from runs_of(one)


def atoms_of(paragraph: Element) -> list[Atom]:
    """The text of a paragraph, piece by piece."""
    found: list[Atom] = []
    codes: list[list[str]] = []  # of the fields we are inside of; the second item says that the result has begun
    for run in runs_of(paragraph):
        simple = next((a for a in run.iterancestors() if is_w(a, "fldSimple")), None)
        computed = simple is not None and _first_word(val(simple, "instr")) in _COMPUTED
        for one in run:
            name = local(one)
            if name == "fldChar":
                kind = val(one, "fldCharType")
                if kind == "begin":
                    codes.append(["", ""])
                elif kind == "separate" and codes:
                    codes[-1][1] = "result"
                elif kind == "end" and codes:
                    codes.pop()
            elif name == "instrText" and codes:
                codes[-1][0] += one.text or ""
            if any(not result for _, result in codes):
                continue
            fixed = computed or any(_first_word(code) in _COMPUTED for code, _ in codes)
            if name == "t":
                found.append(Atom(run, one, one.text or "", not fixed))
            elif name == "br" and val(one, "type") in ("page", "column"):
                continue
            elif name in _SIGNS:
                found.append(Atom(run, one, _SIGNS[name], not fixed))
            elif name == "sym":
                found.append(Atom(run, one, _symbol(val(one, "char")), False))
            elif name == "ruby":
                found.append(Atom(run, one, ruby_text(one), False))
    return found


def ruby_text(ruby: Element) -> str:
    """The words that a reading stands above; the reading itself is no part of the text."""
    return "".join(one.text or "" for base in ruby.iter(tag("w:rubyBase")) for one in base.iter(tag("w:t")))


def _first_word(code: str) -> str:
    return (code.split() or [""])[0].upper()


def _symbol(char: str) -> str:
    try:
        return chr(int(char or "20", 16))
    except (ValueError, OverflowError):
        return ""


def places_of(paragraph: Element, *names: str) -> list[tuple[Element, int]]:
    """The elements of these names in a paragraph, each with the number of letters before it."""
    lengths = {atom.element: len(atom.text) for atom in atoms_of(paragraph)}
    wanted = {tag(name) for name in names}
    found: list[tuple[Element, int]] = []
    count = 0
    for one in paragraph.iter():
        count += lengths.get(one, 0)
        if one.tag in wanted and next(one.iterancestors(tag("w:p"))) is paragraph:
            found.append((one, count))
    return found


def text_of(paragraph: Element) -> str:
    """What a paragraph says; a line break is \\n, a tab \\t."""
    return "".join(atom.text for atom in atoms_of(paragraph))


class Span(NamedTuple):
    """Letters `low` to `high` of the atom at `place`."""

    place: int
    low: int
    high: int


def spans_of(atoms: Sequence[Atom], start: int, end: int) -> list[Span]:
    """Which part of which atom the letters from start to end are."""
    found: list[Span] = []
    position = 0
    for index, atom in enumerate(atoms):
        low, high = max(start - position, 0), min(end - position, len(atom.text))
        if low < high:
            found.append(Span(index, low, high))
        position += len(atom.text)
    return found


def rewrite(paragraph: Element, pattern: re.Pattern[str], replace: Callable[[re.Match[str]], str]) -> int:
    """Replace every match in a paragraph, across runs; the new words look like the first letter they replace.

    A match that needs a letter of a computed field (a page number, a date) is left alone.
    """
    found = pattern.finditer(text_of(paragraph))
    return rewrite_at(paragraph, [(*match.span(), partial(replace, match)) for match in found])


def rewrite_at(paragraph: Element, places: Iterable[tuple[int, int, Callable[[], str]]]) -> int:
    """As `rewrite`, for letters from one place to another, in order; asked for what replaces them where it does."""
    atoms = atoms_of(paragraph)
    wanted: list[tuple[list[Span], str]] = []
    for start, end, new in places:
        spans = spans_of(atoms, start, end)
        if spans and all(atoms[span.place].writable for span in spans):
            wanted.append((spans, clean(new())))
    for spans, new in reversed(wanted):
        for order, span in reversed(list(enumerate(spans))):
            atom = atoms[span.place]
            old = atom.element.text or "" if is_w(atom.element, "t") else ""
            said = new if order == 0 else ""
            if is_w(atom.element, "t"):
                _write(atom.element, old[: span.low] + said + old[span.high :])
            else:  # a tab or a break that goes; words in its stead take its place
                fresh = make("w:t")
                _write(fresh, said)
                atom.element.getparent().replace(atom.element, fresh)
                atoms[span.place] = atom._replace(element=fresh)
    if wanted:
        _settle(paragraph)
    return len(wanted)


def _write(element: Element, text: str) -> None:
    element.text = text
    if text != text.strip() or "  " in text or "\n" in text:
        element.set(_XML_SPACE, "preserve")


def _settle(paragraph: Element) -> None:
    """After a rewrite: breaks and tabs inside a w:t become elements, runs that hold nothing any more go."""
    for run in list(runs_of(paragraph)):
        for text in [one for one in run if is_w(one, "t")]:
            said = text.text or ""
            if "\n" in said or "\t" in said:
                for piece in pieces_of(said):
                    text.addprevious(piece)
                run.remove(text)
            elif not said:
                run.remove(text)
        if all(is_w(one, "rPr") for one in run) and run.getparent() is not None:
            holder = run.getparent()
            holder.remove(run)
            if is_w(holder, "hyperlink", "ins", "moveTo", "smartTag") and not len(holder):
                holder.getparent().remove(holder)


def pieces_of(text: str) -> Iterator[Element]:
    """The elements that say a text inside a run: w:t, w:br, w:tab."""
    for part in re.split(r"([\n\t])", text):
        if part == "\n":
            yield make("w:br")
        elif part == "\t":
            yield make("w:tab")
        elif part:
            piece = make("w:t")
            _write(piece, part)
            yield piece


def make_run(text: str, look: Element | None = None) -> Element:
    """A run that says a text, in the look (w:rPr) given."""
    run = make("w:r")
    if look is not None:
        run.append(copy.deepcopy(look))
    run.extend(list(pieces_of(clean(text))))
    return run


def isolate(paragraph: Element, matches: Sequence[tuple[int, int]]) -> list[Element]:
    """Split runs so that the letters of every match are runs of their own, and return those runs in order."""
    for position in sorted({edge for match in matches for edge in match}, reverse=True):
        _split_at(paragraph, position)
    found: list[Element] = []
    at = 0
    for atom in atoms_of(paragraph):
        if any(start <= at < end for start, end in matches) and atom.run not in found:
            found.append(atom.run)
        at += len(atom.text)
    return found


def run_at(paragraph: Element, position: int) -> Element | None:
    """The run that begins with this letter, split off where one does not; None at the paragraph's end."""
    _split_at(paragraph, position)
    at = 0
    for atom in atoms_of(paragraph):
        if at >= position:
            return atom.run
        at += len(atom.text)
    return None


def _split_at(paragraph: Element, position: int) -> None:
    """Make sure that a run ends where this letter begins."""
    at = 0
    previous: Atom | None = None
    for atom in atoms_of(paragraph):
        end = at + len(atom.text)
        if at == position:
            if previous is not None and previous.run is atom.run:
                _split_run(atom.run, atom.element)
            return
        if at < position < end and is_w(atom.element, "t"):
            rest = copy.deepcopy(atom.element)
            _write(rest, atom.text[position - at :])
            _write(atom.element, atom.text[: position - at])
            atom.element.addnext(rest)
            _split_run(atom.run, rest)
            return
        previous, at = atom, end


def _split_run(run: Element, first: Element) -> None:
    """Move an element and what follows it into a run of its own, which looks the same."""
    rest = make("w:r")
    look = run.find(tag("w:rPr"))
    if look is not None:
        rest.append(copy.deepcopy(look))
    rest.extend(list(run[run.index(first) :]))
    run.addnext(rest)


def search_pattern(texts: Sequence[str], *, match_case: bool, whole_words: bool) -> re.Pattern[str]:
    """Any of the texts, the longest first."""
    longest = sorted((clean(text) for text in texts), key=len, reverse=True)
    joined = "|".join(re.escape(text) for text in longest)
    if whole_words:
        joined = rf"(?<!\w)(?:{joined})(?!\w)"
    return re.compile(joined, 0 if match_case else re.IGNORECASE)


def empty_paragraph(paragraph: Element) -> None:
    """Remove all that a paragraph says; its properties, bookmarks and comment marks stay."""
    kept = ("pPr", "bookmarkStart", "bookmarkEnd", "commentRangeStart", "commentRangeEnd", "permStart", "permEnd")
    for one in list(paragraph):
        if not is_w(one, *kept):
            paragraph.remove(one)
