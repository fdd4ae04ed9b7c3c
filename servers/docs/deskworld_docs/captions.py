"""Captions that Word numbers: "Figure 2" counts the figures before it, and a list of figures finds it."""

from __future__ import annotations

from deskworld_docs.fields import field_runs
from deskworld_docs.markup import clean, deep, local, make, properties, put, val
from deskworld_docs.objects import Element
from deskworld_docs.opening import Paper
from deskworld_docs.styling import Styles
from deskworld_docs.words import make_run


def caption_paragraph(paper: Paper, styles: Styles, label: str, text: str, *, align: str = "left") -> Element:
    """A paragraph "Figure 2: text", its number a field that shows one more than there are."""
    made = make("w:p")
    put(properties(made), "w:pStyle", val=styles.identifier("caption"))
    if label == "Table":
        put(properties(made), "w:keepNext")
        put(properties(made), "w:spacing", before=160, after=80)
    if align != "left":
        put(properties(made), "w:jc", val=align)
    made.append(make_run(f"{label} "))
    made.extend(field_runs(f"SEQ {label} \\* ARABIC", str(_count(paper, label) + 1)))
    made.append(make_run(f": {' '.join(clean(text).split())}"))
    return made


def _count(paper: Paper, label: str) -> int:
    codes = [one.text or "" for one in deep(paper.body, "w:instrText")]
    codes += [val(one, "instr") for one in deep(paper.body, "w:fldSimple")]
    return sum(code.split()[:2] == ["SEQ", label] for code in codes)


def renumber(paper: Paper) -> None:
    """Make what the counters show right again, in the order they stand in, and what refers to them."""
    from deskworld_docs.crossing import follow, said_of

    codes = [
        one for one in deep(paper.body, "w:instrText")
        if (one.text or "").split()[:1] == ["SEQ"] and not any(local(a) == "Fallback" for a in one.iterancestors())
    ]  # fmt: skip
    said = [(one, (one.text or "").split()) for one in codes]
    if not codes:
        return
    before = said_of(paper)
    # Counters that begin anew, at a heading or by themselves, count otherwise than we do.
    others = {words[1] for _, words in said if len(words) > 1 and {"\\r", "\\s", "\\c", "\\h"} & set(words)}
    counts: dict[str, int] = {}
    for code, words in said:
        if len(words) > 1 and words[1] not in others:
            counts[words[1]] = counts.get(words[1], 0) + 1
            _show(code, str(counts[words[1]]))
    follow(paper, before)


def _show(code: Element, text: str) -> None:
    """Give the field whose code this is another result."""
    passed = False
    for run in code.getparent().itersiblings():
        for one in run:
            kind = val(one, "fldCharType")
            if kind == "separate":
                passed = True
            elif kind == "end":
                return
            elif passed and one.tag.endswith("}t"):
                one.text, text = text, ""
