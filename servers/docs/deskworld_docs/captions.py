"""Captions that Word numbers: "Figure 2" counts the figures before it, and a list of figures finds it.

One that was typed, "Figure 2: Traffic", is made such a one wherever it comes in as a caption: its number becomes the
field, its words and their looks stay.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from deskworld_docs.fields import field_runs
from deskworld_docs.markup import child, clean, deep, is_w, local, make, properties, put, val
from deskworld_docs.objects import Element
from deskworld_docs.opening import Paper
from deskworld_docs.styling import Styles
from deskworld_docs.words import empty_paragraph, isolate, make_run, text_of

STYLE = "caption"
_SHORT = {"fig": "Figure", "figs": "Figure", "tab": "Table", "abb": "Abbildung"}
_LABELS = (
    "Figure|Fig|Table|Tab|Chart|Diagram|Photo|Picture|Image|Illustration|Exhibit|Map|Plate|Scheme|Graph|Listing|Equation"
    "|Example|Box|Abbildung|Abb|Tabelle|Bild|Diagramm|Tableau|Figura|Tabla|Tabella|Figuur|Tabel|Figur|Tabell|Obrázek|Tabulka"
)
_TYPED = re.compile(
    rf"\s*(?P<label>{_LABELS})\.?[ \u00a0](?P<number>\d{{1,3}})(?P<mark>\s*(?:[:\u2013\u2014]|[.-](?=\s|$))\s*|\s*$)"
)
_BARE = ("Figure", "Table", "Abbildung", "Tabelle")
"""Labels that are captions with a number alone."""


def typed_as(text: str) -> re.Match[str] | None:
    """How a caption that is typed begins, "Fig. 2: ": its `label` and `number`; None where the text is none."""
    found = _TYPED.match(text)
    return found if found and (found["mark"].strip() or counter_name(found["label"]) in _BARE) else None


def counter_name(label: str) -> str:
    """What counts captions of a label: "Fig" are figures."""
    return _SHORT.get(label.casefold(), label)


def caption_paragraph(paper: Paper, styles: Styles, label: str, text: str, *, align: str = "left") -> Element:
    """A paragraph "Figure 2: text", its number a field that shows one more than there are.

    A text that brings a label and a number of its own ("Fig. 3: text") keeps the label; the number is counted.
    """
    said = " ".join(clean(text).split())
    if typed := typed_as(said):
        label, said = typed["label"], said[typed.end() :]
    name = counter_name(label)
    made = make("w:p")
    put(properties(made), "w:pStyle", val=styles.identifier(STYLE))
    if name in ("Table", "Tabelle"):
        stand_above(made)
    if align != "left":
        put(properties(made), "w:jc", val=align)
    made.append(make_run(f"{label}{'.' * (label != name)} "))
    made.extend(field_runs(f"SEQ {name} \\* ARABIC", str(counted(paper, name) + 1)))
    made.append(make_run(f": {said}" if said else ""))
    return made


def stand_above(paragraph: Element) -> None:
    """Let a caption stand close above its table."""
    put(properties(paragraph), "w:keepNext")
    put(properties(paragraph), "w:spacing", before=160, after=80)


def is_caption(styles: Styles, paragraph: Element) -> bool:
    """Whether a paragraph is styled as a caption."""
    return is_w(paragraph, "p") and styles.style_name(paragraph).casefold() == STYLE


def make_real(paragraph: Element) -> bool:
    """Give a caption that was typed a number that counts; whether it was one."""
    from deskworld_docs.crossing import counter_of

    text = text_of(paragraph)
    typed = typed_as(text)
    if typed is None or counter_of(paragraph) is not None:
        return False
    name = counter_name(typed["label"])
    runs = isolate(paragraph, [typed.span("number")])
    for made in field_runs(f"SEQ {name} \\* ARABIC", typed["number"], child(runs[0], "w:rPr")):
        runs[0].addprevious(made)
    for run in runs:
        run.getparent().remove(run)
    _mark_anew(paragraph)
    return True


def make_all_real(paper: Paper, styles: Styles, elements: Sequence[Element]) -> None:
    """Give the typed captions among blocks that stand in the document numbers that count."""
    made = [one for one in elements if is_caption(styles, one) and make_real(one)]
    if made:
        renumber(paper)


def reworded(paragraph: Element, before: Element) -> None:
    """Let a caption that has new words, and had a number that counts, have one again."""
    from deskworld_docs.crossing import counter_of

    if counter_of(before) is None or counter_of(paragraph) is not None:
        return
    if typed_as(text_of(paragraph)) is None and (typed := typed_as(text_of(before))):
        first = next((one for one in paragraph if not is_w(one, "pPr", "bookmarkStart", "bookmarkEnd")), None)
        said = make_run(typed[0].lstrip(), child(first, "w:rPr") if first is not None and is_w(first, "r") else None)
        if first is not None:
            first.addprevious(said)
        else:
            paragraph.append(said)
    make_real(paragraph)


def caption(paper: Paper, styles: Styles, element: Element, text: str, label: str) -> Element:
    """The caption of a picture's paragraph, of a table, or of a paragraph that is one: made, or worded anew.

    Args:
        paper: The document.
        styles: Its styles.
        element: Where it belongs to.
        text: What it says, without label and number; empty to leave its words.
        label: Empty for what it is.
    """
    table = is_w(element, "tbl")
    own = not table and not pictured(element)
    there = element if own else beside(styles, element)
    if there is None:
        made = caption_paragraph(paper, styles, label or ("Table" if table else "Figure"), text)
        if table:
            element.addprevious(made)
        else:
            side = child(element, "w:pPr", "w:jc")
            put(properties(element), "w:keepNext")
            if side is not None:
                put(properties(made), "w:jc", val=val(side))
            element.addnext(made)
        return made
    put(properties(there), "w:pStyle", val=styles.identifier(STYLE))
    if text or label:
        words = typed_as(text_of(there))
        rest = text_of(there)[words.end() :] if words else text_of(there)
        kept = label or (words["label"] if words else "Table" if table else "Figure")
        said = text if typed_as(text) else f"{kept} 1: {text or rest}"
        empty_paragraph(there)
        there.append(make_run(" ".join(clean(said).split())))
    make_real(there)
    return there


def _mark_anew(paragraph: Element) -> None:
    """Put the bookmark that references lead to around the label and the number again."""
    from deskworld_docs.crossing import counter_of

    marks = deep(paragraph, "w:bookmarkStart")
    start = next((one for one in marks if val(one, "name").startswith("_Ref_caption")), None)
    last = counter_of(paragraph)
    if start is None or last is None:
        return
    end = next((one for one in deep(paragraph, "w:bookmarkEnd") if val(one, "id") == val(start, "id")), None)
    if end is None:
        return
    first = next(one for one in paragraph if is_w(one, "r"))
    first.addprevious(start)
    last.addnext(end)


def counted(paper: Paper, label: str) -> int:
    """How many captions of a label the document has."""
    codes = [one.text or "" for one in deep(paper.body, "w:instrText")]
    codes += [val(one, "instr") for one in deep(paper.body, "w:fldSimple")]
    return sum(code.split()[:2] == ["SEQ", label] for code in codes)


def beside(styles: Styles, element: Element) -> Element | None:
    """The caption of a table, right above it, or of a paragraph with a picture, right under it."""
    near = _neighbour(element, -1 if is_w(element, "tbl") else 1)
    other = _neighbour(element, 1 if is_w(element, "tbl") else -1)
    for one in (near, other):
        if one is not None and is_caption(styles, one):
            return one
    return None


def _neighbour(element: Element, step: int) -> Element | None:
    return element.getprevious() if step < 0 else element.getnext()


def pictured(paragraph: Element) -> bool:
    """Whether a paragraph holds a picture or a drawing."""
    return next(deep(paragraph, "w:drawing", "w:pict", "w:object"), None) is not None


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
            show_result(code, str(counts[words[1]]))
    follow(paper, before)


def show_result(code: Element, text: str) -> None:
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
