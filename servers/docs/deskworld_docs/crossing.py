"""Cross-references: fields that say what a caption or a heading is called, and say it anew when that changes.

What they point to is a bookmark, as Word makes them: around "Figure 2" in a caption, around all of a heading.
"""

from __future__ import annotations

from deskworld_kit import ToolError

from deskworld_docs.markup import child, deep, is_w, local, make, tag, val
from deskworld_docs.objects import Element
from deskworld_docs.opening import Paper
from deskworld_docs.words import atoms_of, runs_of, text_of


def goal_of(paper: Paper, paragraph: Element, *, number: bool) -> tuple[str, str, str]:
    """The bookmark of what is referred to, the switches of the field, and what it shows.

    Raises:
        ToolError: It is neither a caption nor a heading, or has no number.
    """
    from deskworld_docs.captions import is_caption, make_real, renumber
    from deskworld_docs.linking import bookmark
    from deskworld_docs.numbering import labels
    from deskworld_docs.styling import Styles

    counter = counter_of(paragraph)
    if counter is None and is_caption(Styles(paper), paragraph) and make_real(paragraph):
        renumber(paper)
        counter = counter_of(paragraph)
    if counter is not None:
        name = _around(paper, paragraph, counter)
        shown = marked(_marks(paper)[name])
        return name, "\\h", shown.rpartition(" ")[2] if number else shown
    numbered, items = labels(paper)
    item = items.get(paragraph)
    if number:
        if item is None or not any(letter.isalnum() for letter in item.label):
            raise ToolError("what `to` names has no number; leave `number` out to show its words", argument="to")
        return bookmark(paper, paragraph, "_Ref_number"), "\\r \\h", item.label.strip().rstrip(".")
    if not numbered.styles.outline_level(paragraph) and item is None:
        raise ToolError("`to` is the block of a caption, a heading or a numbered item", argument="to")
    return bookmark(paper, paragraph, "_Ref_text"), "\\h", " ".join(text_of(paragraph).split())


def counter_of(paragraph: Element) -> Element | None:
    """The last run of what counts in a caption: the end of its SEQ field."""
    within = False
    for run in runs_of(paragraph):
        simple = next((one for one in run.iterancestors() if is_w(one, "fldSimple")), None)
        if simple is not None and val(simple, "instr").split()[:1] == ["SEQ"]:
            return simple
        for one in run:
            if local(one) == "instrText" and (one.text or "").split()[:1] == ["SEQ"]:
                within = True
            elif within and local(one) == "fldChar" and val(one, "fldCharType") == "end":
                return run
    return None


def _around(paper: Paper, paragraph: Element, last: Element) -> str:
    """The bookmark around a caption's label and number, made where there is none."""
    following = last.getnext()
    if following is not None and is_w(following, "bookmarkEnd"):
        number = val(following, "id")
        for mark in deep(paragraph, "w:bookmarkStart"):
            if val(mark, "id") == number:
                return val(mark, "name")
    number, name = paper.marks.new("_Ref_caption")
    first = next(n for n, one in enumerate(paragraph) if not is_w(one, "pPr"))
    paragraph.insert(first, make("w:bookmarkStart", id=number, name=name))
    last.addnext(make("w:bookmarkEnd", id=number))
    return name


def marked(mark: Element) -> str:
    """What stands in a bookmark (its w:bookmarkStart) that lies in one paragraph; empty for others."""
    paragraph = next(mark.iterancestors(tag("w:p")), None)
    if paragraph is None:
        return ""
    within = False
    inside: set[Element] = set()
    for one in paragraph.iter():
        if one is mark:
            within = True
        elif is_w(one, "bookmarkEnd") and val(one, "id") == val(mark, "id"):
            break
        elif within and is_w(one, "r"):
            inside.add(one)
    return " ".join("".join(atom.text for atom in atoms_of(paragraph) if atom.run in inside).split())


def _marks(paper: Paper) -> dict[str, Element]:
    """The bookmarks of a document by name."""
    return {val(mark, "name"): mark for mark in deep(paper.body, "w:bookmarkStart")}


def said_of(paper: Paper) -> dict[str, str]:
    """What each bookmark that a plain REF field points to says."""
    names = {name for name, _ in _fields(paper)}
    return {name: marked(mark) for name, mark in _marks(paper).items() if name in names} if names else {}


def follow(paper: Paper, before: dict[str, str]) -> None:
    """Let the fields that showed what their bookmark said before show what it says now."""
    if not before:
        return
    marks = _marks(paper)
    for name, shown in _fields(paper):
        if name not in before or name not in marks:
            continue
        now, old = marked(marks[name]), before[name]
        said = "".join(one.text or "" for one in shown)
        if now and old and now != old and " ".join(said.split()) == old:
            for one in shown:
                one.text, now = now, ""


def _fields(paper: Paper) -> list[tuple[str, list[Element]]]:
    """The bookmark and the shown letters (w:t) of every REF field that shows its bookmark's words."""
    found: list[tuple[str, list[Element]]] = []
    for code in deep(paper.body, "w:instrText"):
        words = (code.text or "").split()
        if words[:1] != ["REF"] or len(words) < 2 or {"\\r", "\\n", "\\w", "\\p"} & set(words):
            continue
        shown: list[Element] = []
        result = False
        for run in code.getparent().itersiblings():
            mark = child(run, "w:fldChar")
            kind = val(mark, "fldCharType") if mark is not None else ""
            result = result or kind == "separate"
            if kind == "end":
                break
            if result:
                shown += [one for one in run if is_w(one, "t")]
        found.append((words[1], shown))
    return found
