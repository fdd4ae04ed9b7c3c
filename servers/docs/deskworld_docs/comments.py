"""Reviewers' comments: listed with the words they are on, added, answered, resolved and deleted.

Word keeps a comment in three places: its text in a part of its own, marks around the words it is on, and, since 2013,
what answers what and what is done in a part that names comments by the id of their last paragraph.
"""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from deskworld_kit import Page, Result, Saved, ToolError, World, page, tool
from pydantic import Field

from deskworld_docs.arguments import Block, Words
from deskworld_docs.markup import NAMESPACES, deep, is_w, make, number, parse, properties, put, tag, val
from deskworld_docs.objects import Element
from deskworld_docs.opening import Paper, editing, reading
from deskworld_docs.places import blocks, every_paragraph, find_block
from deskworld_docs.styling import Styles
from deskworld_docs.words import isolate, make_run, text_of

_EX_KIND = "http://schemas.microsoft.com/office/2011/relationships/commentsExtended"
_PARA_ID, _PARENT, _DONE, _EX_ID = tag("w14:paraId"), tag("w15:paraIdParent"), tag("w15:done"), tag("w15:paraId")
_EMPTY = (
    f'<w:comments xmlns:w="{NAMESPACES["w"]}" xmlns:mc="{NAMESPACES["mc"]}" xmlns:w14="{NAMESPACES["w14"]}" '
    'mc:Ignorable="w14"/>'
)

Author = Annotated[str, Field(description="Whose it is.")]
Identifier = Annotated[int, Field(description="A comment's id.")]


class DocumentComment(Result):
    """A reviewer's comment."""

    id: int
    author: str
    when: str
    text: str
    block: str = Field(description="Where it is; empty where it has lost its place.")
    on: str = Field(description="The words it is on.")
    resolved: bool
    reply_to: int = Field(description="The comment it answers; -1 for one that begins a thread.")


class CommentSaved(Saved):
    """A document with a comment more."""

    id: int


class _Thread(NamedTuple):
    """A comment as it is stored, with what it answers."""

    element: Element
    id: int
    parent: int
    done: bool


@tool("read", core=True)
def list_document_comments(
    world: World,
    path: str,
    author: str = "",
    status: Literal["all", "open", "resolved"] = "all",
    limit: int = 50,
    cursor: str = "",
) -> Page[DocumentComment]:
    """Reviewers' comments with the words they are on; answers follow what they answer."""
    with reading(world, path) as paper:
        threads = _threads(paper)
        anchors = _anchors(paper)
        by_id = {one.id: one for one in threads}
        found: list[DocumentComment] = []
        for one in _in_order(threads):
            done = one.done or (one.parent in by_id and by_id[one.parent].done)
            place, words = anchors.get(one.id, ("", ""))
            comment = DocumentComment(
                id=one.id, author=val(one.element, "author"), when=val(one.element, "date"), text=_text(one.element),
                block=place, on=words, resolved=done, reply_to=one.parent,
            )  # fmt: skip
            if author and author.lower() not in comment.author.lower():
                continue
            if status == "all" or (status == "resolved") == done:
                found.append(comment)
    return page(found, limit=limit, cursor=cursor)


@tool("add", core=True)
def add_document_comment(
    world: World,
    path: str,
    text: str,
    author: Author,
    block: Block = "",
    words: Words = "",
    reply_to: Annotated[int, Field(description="A comment's id.")] = -1,
) -> CommentSaved:
    """Comment on a block, on words in it, or answer a comment."""
    if not text.strip():
        raise ToolError("a comment needs words", argument="text")
    if not author.strip():
        raise ToolError("say whose comment it is", argument="author")
    if bool(block) == (reply_to >= 0):
        raise ToolError("say either the block to comment on or the comment to answer", argument="block")
    with editing(world, path) as paper:
        paper.untracked = True  # comments are not
        threads = _threads(paper)
        parent = _find(threads, reply_to, "reply_to") if reply_to >= 0 else None
        if parent and parent.parent >= 0:  # Word knows one depth: an answer to an answer joins the thread
            parent = _find(threads, parent.parent, "reply_to")
        new = max((one.id for one in threads), default=-1) + 1
        if parent:
            _mark_beside(paper, parent.id, new)
        else:
            _mark(paper, block, words, new)
        element = _comment(paper, new, text, author, world.now().strftime("%Y-%m-%dT%H:%M:%SZ"))
        _extend(paper, element, parent.element if parent else None)
        count = len(threads) + 1
    receipt = paper.receipt
    receipt["verified"] += f"; {count} comment{'' if count == 1 else 's'}, the new one has id {new}"
    return CommentSaved(**receipt, id=new)


@tool("edit", core=True)
def resolve_document_comment(world: World, path: str, comment: Identifier, resolved: bool = True) -> Saved:
    """Mark a comment and its answers as resolved, or open them again."""
    with editing(world, path) as paper:
        paper.untracked = True  # comments are not
        threads = _threads(paper)
        one = _find(threads, comment, "comment")
        root = _find(threads, one.parent, "comment") if one.parent >= 0 else one
        for each in threads:
            if each.id == root.id or each.parent == root.id:
                _extend(paper, each.element, None).set(_DONE, "1" if resolved else "0")
    receipt = paper.receipt
    receipt["verified"] += f"; the thread of comment {root.id} is {'resolved' if resolved else 'open'}"
    return Saved(**receipt)


@tool("remove")
def delete_document_comments(
    world: World, path: str, comments: Annotated[list[int] | None, Field(description="Ids; all if left out.")] = None
) -> Saved:
    """Delete comments with their answers; the words they are on stay."""
    with editing(world, path) as paper:
        paper.untracked = True  # comments are not
        threads = _threads(paper)
        if not threads:
            raise ToolError("the document has no comments", argument="path")
        gone = {_find(threads, one, "comments").id for one in comments} if comments else {one.id for one in threads}
        gone |= {one.id for one in threads if one.parent in gone}
        for one in threads:
            if one.id in gone:
                _remove(paper, one)
        left = len(threads) - len(gone)
    receipt = paper.receipt
    receipt["verified"] += f"; {len(gone)} deleted, {left} left"
    return Saved(**receipt)


def _find(threads: list[_Thread], wanted: int, argument: str) -> _Thread:
    for one in threads:
        if one.id == wanted:
            return one
    there = ", ".join(str(one.id) for one in threads[:30]) or "none"
    raise ToolError(f"there is no comment {wanted}; there is: {there}", argument=argument)


def _threads(paper: Paper) -> list[_Thread]:
    """The comments as they are stored."""
    root, extended = paper.part_root("comments"), paper.part_root("commentsExtended")
    if root is None:
        return []
    marks = {one.get(_EX_ID): one for one in (extended if extended is not None else ()) if one.get(_EX_ID)}
    comments = root.findall(tag("w:comment"))
    ends = {end: number(one, "id") for one in comments if (end := _end(one))}
    found: list[_Thread] = []
    for one in comments:
        mark = marks.get(_end(one))
        parent = ends.get(mark.get(_PARENT, ""), -1) if mark is not None else -1
        done = mark is not None and mark.get(_DONE) in ("1", "true")
        found.append(_Thread(one, number(one, "id"), parent, done))
    return found


def _in_order(threads: list[_Thread]) -> list[_Thread]:
    """Threads in their order, answers right after what they answer."""
    found: list[_Thread] = []
    for one in threads:
        if one.parent < 0:
            found += [one, *(each for each in threads if each.parent == one.id)]
    return found + [one for one in threads if one not in found]


def _end(comment: Element) -> str:
    """The id of a comment's last paragraph."""
    lines = comment.findall(tag("w:p"))
    return lines[-1].get(_PARA_ID, "") if lines else ""


def _text(comment: Element) -> str:
    return "\n".join(text_of(one) for one in blocks(comment) if is_w(one, "p"))


def _anchors(paper: Paper) -> dict[int, tuple[str, str]]:
    """The place of each comment, and the words it is on."""
    found: dict[int, tuple[str, list[str]]] = {}
    opened: dict[int, list[str]] = {}
    for place, paragraph in every_paragraph(paper):
        if place.startswith("comment"):
            continue
        for one in paragraph.iter():
            if is_w(one, "commentRangeStart"):
                opened[number(one, "id")] = []
                found.setdefault(number(one, "id"), (place, opened[number(one, "id")]))
            elif is_w(one, "commentRangeEnd"):
                opened.pop(number(one, "id"), None)
            elif is_w(one, "commentReference"):
                found.setdefault(number(one, "id"), (place, []))
            elif is_w(one, "t"):
                for words in opened.values():
                    words.append(one.text or "")
        for words in opened.values():
            words.append("\n")
    return {key: (place, "".join(words).strip()) for key, (place, words) in found.items()}


def _mark(paper: Paper, block: str, words: str, new: int) -> None:
    """Put the marks of a comment around a block, or around words in it."""
    spot = find_block(paper, block)
    if spot.story.name:
        raise ToolError(f"Word takes comments in the body only, and {spot.place} lies beside it", argument="block")
    lines = [spot.element] if is_w(spot.element, "p") else list(deep(spot.element, "w:p"))
    first, last = lines[0], lines[-1]
    if words:
        found = next(((one, at) for one in lines if (at := text_of(one).find(words)) >= 0), None)
        if found is None:
            said = text_of(first)[:80]
            raise ToolError(f"these words are not in block {spot.place}, which says {said!r}", argument="words")
        line, at = found
        runs = isolate(line, [(at, at + len(words))])
        runs[0].addprevious(make("w:commentRangeStart", id=new))
        runs[-1].addnext(make("w:commentRangeEnd", id=new))
        runs[-1].getnext().addnext(_reference(paper, new))
        paper.touch(spot.element)
        return
    first.insert(1 if first.find(tag("w:pPr")) is not None else 0, make("w:commentRangeStart", id=new))
    last.append(make("w:commentRangeEnd", id=new))
    last.append(_reference(paper, new))
    paper.touch(spot.element)


def _mark_beside(paper: Paper, old: int, new: int) -> None:
    """Give an answer the marks of what it answers: Word shows both at the same words."""
    for kind in ("w:commentRangeStart", "w:commentRangeEnd"):
        for one in [each for each in deep(paper.body, kind) if number(each, "id") == old]:
            one.addnext(make(kind, id=new))
    for one in [each for each in deep(paper.body, "w:commentReference") if number(each, "id") == old]:
        one.getparent().addnext(_reference(paper, new))
        return
    raise ToolError(f"comment {old} has lost its place in the text; it can't be answered", argument="reply_to")


def _reference(paper: Paper, new: int) -> Element:
    run = make("w:r")
    look = properties(run)
    put(look, "w:rStyle", val=Styles(paper).identifier("annotation reference", "character"))
    run.append(make("w:commentReference", id=new))
    return run


def _comment(paper: Paper, new: int, text: str, author: str, when: str) -> Element:
    """The comment itself, in its part."""
    part = paper.related("comments")
    if part is None:
        part = paper.add_part("comments.xml", "comments", "comments+xml", _EMPTY)
    root = paper.root(part)
    taken = {one.get(_PARA_ID) for one in root.iter(tag("w:p"))}
    taken |= {one.get(_PARA_ID) for one in deep(paper.body, "w:p")}
    initials = "".join(word[0] for word in author.split())[:4].upper()
    comment = make("w:comment", id=new, author=author, date=when, initials=initials)
    style = Styles(paper).identifier("annotation text")
    for line in text.strip().split("\n"):
        paragraph = make("w:p")
        identifier = next(f"{0x10000000 + step:08X}" for step in range(len(taken) + 1) if _fresh(step, taken))
        taken.add(identifier)
        paragraph.set(_PARA_ID, identifier)
        put(properties(paragraph), "w:pStyle", val=style)
        if not len(comment):
            mark = make("w:r")
            put(properties(mark), "w:rStyle", val=Styles(paper).identifier("annotation reference", "character"))
            mark.append(make("w:annotationRef"))
            paragraph.append(mark)
        paragraph.append(make_run(line))
        comment.append(paragraph)
    root.append(comment)
    return comment


def _fresh(step: int, taken: set[str | None]) -> bool:
    return f"{0x10000000 + step:08X}" not in taken


def _extend(paper: Paper, comment: Element, parent: Element | None) -> Element:
    """The entry of a comment among the threads, made where it is missing."""
    part = paper.related("commentsExtended")
    if part is None:
        kind = "commentsExtended+xml"
        part = paper.add_part("commentsExtended.xml", _EX_KIND, kind, "<w15:commentsEx/>")
    root = paper.root(part)
    identifier = _identify(paper, comment)
    entry = next((one for one in root if one.get(_EX_ID) == identifier), None)
    if entry is None:
        entry = parse("<w15:commentEx/>")
        entry.set(_EX_ID, identifier)
        entry.set(_DONE, "0")
        root.append(entry)
    if parent is not None:
        _extend(paper, parent, None)
        entry.set(_PARENT, _identify(paper, parent))
    return entry


def _identify(paper: Paper, comment: Element) -> str:
    """The id of a comment's last paragraph, given where an older Word gave none."""
    lines = comment.findall(tag("w:p"))
    if not lines:
        lines = [make("w:p")]
        comment.append(lines[0])
    known = lines[-1].get(_PARA_ID, "")
    if not known:
        root = paper.part_root("comments")
        assert root is not None
        taken = {one.get(_PARA_ID) for one in root.iter(tag("w:p"))}
        step = next(step for step in range(len(taken) + 1) if _fresh(step, taken))
        known = f"{0x10000000 + step:08X}"
        lines[-1].set(_PARA_ID, known)
    return known


def _remove(paper: Paper, one: _Thread) -> None:
    for mark in list(deep(paper.body, "w:commentRangeStart", "w:commentRangeEnd", "w:commentReference")):
        if number(mark, "id") != one.id:
            continue
        run = mark.getparent()
        run.remove(mark)
        if is_w(run, "r") and all(is_w(each, "rPr") for each in run):
            run.getparent().remove(run)
    extended = paper.part_root("commentsExtended")
    for entry in list(extended) if extended is not None else ():
        if _end(one.element) and entry.get(_EX_ID) == _end(one.element):
            entry.getparent().remove(entry)
    one.element.getparent().remove(one.element)


def carry(source: Paper, target: Paper, wanted: set[str]) -> dict[str, str]:
    """Copy comments of one document into another, with their threads; which id each has there."""
    import copy

    threads = [one for one in _threads(source) if str(one.id) in wanted]
    last = max((one.id for one in _threads(target)), default=-1)
    mapped: dict[str, str] = {}
    made: dict[int, Element] = {}
    for one in threads:
        last += 1
        part = target.related("comments")
        if part is None:
            part = target.add_part("comments.xml", "comments", "comments+xml", _EMPTY)
        element = copy.deepcopy(one.element)
        element.set(tag("w:id"), str(last))
        for line in element.iter(tag("w:p")):
            line.attrib.pop(_PARA_ID, None)  # the same id may be taken there
        target.root(part).append(element)
        mapped[str(one.id)], made[one.id] = str(last), element
    for one in threads:
        if one.done or one.parent in made:
            entry = _extend(target, made[one.id], made.get(one.parent))
            entry.set(_DONE, "1" if one.done else "0")
    return mapped
