"""A paragraph in words, each in its look, and words made runs again."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass

from deskworld_docs.formulas.telling import latex_of
from deskworld_docs.markup import child, is_formula, is_w, local, make, tag
from deskworld_docs.objects import Element
from deskworld_docs.pairing import WORDS, key_of

_TEXTUAL = ("rPr", "t", "tab", "br", "cr", "noBreakHyphen", "softHyphen", "sym")


@dataclass
class Token:
    """A word in one look, or a piece of a paragraph that is not text."""

    text: str
    look: bytes
    element: Element
    run: Element | None


def tokens_of(paragraph: Element) -> list[Token]:
    """A paragraph in pieces: each word a run of its own, all else as it is."""
    found: list[Token] = []
    for one in paragraph:
        if is_w(one, "pPr"):
            continue
        if is_w(one, "r") and all(is_w(each, *_TEXTUAL) for each in one) and any(is_w(e, "t") for e in one):
            look = child(one, "w:rPr")
            key = key_of(look) if look is not None else b""
            for each in one:
                if is_w(each, "rPr"):
                    continue
                words = WORDS.findall(each.text or "") if is_w(each, "t") else [""]
                for word in words:
                    run = make("w:r")
                    if look is not None:
                        run.append(copy.deepcopy(look))
                    run.append(make("w:t", text=word) if is_w(each, "t") else copy.deepcopy(each))
                    if word.isspace():
                        run[-1].set(tag("xml:space"), "preserve")
                    found.append(Token(word or f"<{local(each)}>", key, run, run))
        else:
            said = f"${latex_of(one)}$" if is_formula(one) else ""
            found.append(Token(said, key_of(one), copy.deepcopy(one), None))
    return found


def joined(tokens: Sequence[Token]) -> list[Token]:
    """Neighbouring words in one look as one run, so that a change of a sentence is one change."""
    found: list[Token] = []
    for token in tokens:
        last = found[-1] if found else None
        if last and token.run is not None and last.run is not None and last.look == token.look:
            last.element.extend([each for each in token.element if not is_w(each, "rPr")])
            last.text += token.text
            _join_texts(last.element)
        else:
            found.append(token)
    return found


def join_runs(paragraph: Element) -> None:
    """Words that were cut apart to be compared, one run again."""
    last: Element | None = None
    for one in list(paragraph):
        plain = is_w(one, "r") and all(is_w(each, *_TEXTUAL) for each in one)
        if plain and last is not None and _look_key(last) == _look_key(one):
            last.extend([each for each in one if not is_w(each, "rPr")])
            paragraph.remove(one)
            _join_texts(last)
        else:
            last = one if plain else None


def _look_key(run: Element) -> bytes:
    look = child(run, "w:rPr")
    return b"" if look is None else key_of(look)


def _join_texts(run: Element) -> None:
    last: Element | None = None
    for one in list(run):
        if is_w(one, "t") and last is not None:
            last.text = (last.text or "") + (one.text or "")
            last.set(tag("xml:space"), "preserve")
            run.remove(one)
        else:
            last = one if is_w(one, "t") else None


_Opcode = tuple[str, int, int, int, int]


def whole_words(opcodes: Sequence[_Opcode], old: Sequence[Token]) -> list[_Opcode]:
    """Two changes with nothing but a blank between them are one: a phrase gave way to another."""
    found: list[_Opcode] = []
    for place, (action, a, b, c, d) in enumerate(opcodes):
        blank = action == "equal" and all(one.text.isspace() for one in old[a:b])
        inner = 0 < place < len(opcodes) - 1
        if found and found[-1][0] != "equal" and (action != "equal" or (blank and inner)):
            _, before, _, other, _ = found[-1]
            found[-1] = ("replace", before, b, other, d)
        else:
            found.append((action, a, b, c, d))
    return found
