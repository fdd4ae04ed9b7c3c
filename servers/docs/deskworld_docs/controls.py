"""Content controls and mail-merge fields: what they are called, and how each kind takes a value."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from datetime import date, datetime

from deskworld_kit import Scalar, ToolError

from deskworld_docs.markup import child, deep, drop, is_w, local, tag, val
from deskworld_docs.objects import Element
from deskworld_docs.words import empty_paragraph, make_run, runs_of

_TRUE = ("1", "true", "yes", "on", "x")


def control_names(control: Element) -> list[str]:
    """A content control's tag and title; one for a table of contents or another building block has none."""
    look = child(control, "w:sdtPr")
    if look is None or child(look, "w:docPartObj") is not None:
        return []
    return [name for name in (val(child(look, "w:tag")), val(child(look, "w:alias"))) if name.strip()]


def fill_control(control: Element, name: str, value: Scalar) -> list[str]:
    """Put a value into a content control; returns what its owner should know."""
    look, content = child(control, "w:sdtPr"), child(control, "w:sdtContent")
    if look is None or content is None:
        return []
    warnings: list[str] = []
    text = _plain(value)
    kinds = {local(one): one for one in look}
    if "checkbox" in kinds:
        _check(kinds["checkbox"], content, value)
        drop(look, "w:showingPlcHdr")
        return warnings
    choices = kinds.get("dropDownList", kinds.get("comboBox"))
    if choices is not None:
        text = _chosen(choices, name, text, strict="dropDownList" in kinds)
    if "date" in kinds:
        day = _day(text)
        if day:
            kinds["date"].set(tag("w:fullDate"), f"{day.isoformat()}T00:00:00Z")
    if "dataBinding" in kinds:
        drop(look, "w:dataBinding")
        warnings.append(f"the control {name!r} was bound to a data part; it now holds its own text")
    drop(look, "w:showingPlcHdr")
    _say(content, look, text)
    return warnings


def _plain(value: Scalar) -> str:
    from deskworld_docs.blanks import plain

    return plain(value)


def _check(box: Element, content: Element, value: Scalar) -> None:
    on = value if isinstance(value, bool) else _plain(value).strip().lower() in _TRUE
    checked = next((one for one in box if local(one) == "checked"), None)
    if checked is not None:
        checked.set(tag("w14:val"), "1" if on else "0")
    state = next((one for one in box if local(one) == ("checkedState" if on else "uncheckedState")), None)
    code = state.get(tag("w14:val"), "") if state is not None else ""
    try:
        sign = chr(int(code, 16))
    except ValueError:
        sign = "☒" if on else "☐"
    for one in deep(content, "w:t"):
        one.text = sign
        return
    for one in deep(content, "w:sym"):
        one.set(tag("w:char"), f"{ord(sign):04X}")
        return


def _chosen(choices: Element, name: str, text: str, *, strict: bool) -> str:
    """The words that a list shows for a value."""
    shown = {val(one, "displayText") or val(one, "value"): val(one, "value") for one in choices}
    for words, value in shown.items():
        if text.casefold() in (words.casefold(), value.casefold()) and words:
            return words
    if strict:
        there = ", ".join(words for words, value in shown.items() if value)
        raise ToolError(f"{name!r} takes one of: {there}; not {text!r}", argument="values")
    return text


def _day(text: str) -> date | None:
    try:
        return datetime.fromisoformat(text.strip()).date()
    except ValueError:
        return None


def _say(content: Element, look: Element, text: str) -> None:
    """Replace what a control holds by a text, in the look of its first letters."""
    paragraphs = list(deep(content, "w:p"))
    run = next(deep(content, "w:r"), None)
    letters = child(run, "w:rPr") if run is not None else None
    style = val(child(letters, "w:rStyle"))
    if "placeholder" in style.lower().replace(" ", ""):
        letters = child(look, "w:rPr")
    letters = copy.deepcopy(letters) if letters is not None else None
    if not paragraphs:  # it stands inside a paragraph
        for one in list(content):
            content.remove(one)
        content.append(make_run(text, letters))
        return
    empty_paragraph(paragraphs[0])
    paragraphs[0].append(make_run(text, letters))
    for one in paragraphs[1:]:
        if one.getparent() is paragraphs[0].getparent():
            one.getparent().remove(one)


def merge_fields(paragraph: Element) -> Iterator[tuple[str, Element | None, list[Element]]]:
    """The mail-merge fields of a paragraph: the name, the look of what they show, and the elements they are made of."""
    for one in deep(paragraph, "w:fldSimple"):
        name = _merged(val(one, "instr"))
        if name:
            run = next(deep(one, "w:r"), None)
            yield name, child(run, "w:rPr") if run is not None else None, [one]
    gathered: list[Element] = []
    code, look, depth, shows = "", None, 0, False
    for run in runs_of(paragraph):
        mark = next((val(one, "fldCharType") for one in run if is_w(one, "fldChar")), "")
        if mark == "begin":
            depth += 1
            if depth == 1:
                gathered, code, look, shows = [], "", child(run, "w:rPr"), False
        if depth:
            gathered.append(run)
            code += "".join(one.text or "" for one in run if is_w(one, "instrText")) if depth == 1 else ""
            if shows and depth == 1 and any(is_w(one, "t") for one in run):
                look, shows = child(run, "w:rPr"), False
            if mark == "separate":
                shows = True
        if mark == "end" and depth:
            depth -= 1
            name = _merged(code) if depth == 0 else ""
            if name:
                yield name, look, gathered


def _merged(code: str) -> str:
    """The name in the code of a MERGEFIELD; empty for another field."""
    words = code.strip()
    if not words.upper().startswith("MERGEFIELD"):
        return ""
    rest = words[len("MERGEFIELD") :].strip()
    if rest.startswith('"'):
        return rest[1:].partition('"')[0].strip()
    return rest.partition(" ")[0].strip()
