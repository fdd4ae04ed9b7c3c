"""Two documents side by side: what came, went and changed, told block by block or written as tracked changes."""

from __future__ import annotations

import io
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Annotated

from deskworld_kit import Page, Result, Saved, ToolError, World, page, tool
from pydantic import Field

from deskworld_docs.arguments import Overwrite
from deskworld_docs.describing import cut, short_text
from deskworld_docs.footnoting import KINDS, take_ids, twins
from deskworld_docs.markup import child, deep, is_w
from deskworld_docs.objects import Element, Part
from deskworld_docs.opening import Paper, creating, reading
from deskworld_docs.pairing import inside, key_of, paired
from deskworld_docs.places import blocks, cells_of, rows_of, stories
from deskworld_docs.redlining import Pen, next_id, redline
from deskworld_docs.settling import changes_of, grouped, parts_of
from deskworld_docs.styling import Styles
from deskworld_docs.tokens import tokens_of, whole_words
from deskworld_docs.words import text_of

_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
Other = Annotated[str, Field(description="The later one.")]


class DocumentDifference(Result):
    """Something that is not the same in two documents."""

    block: str = Field(description="In the later one; in the earlier where it was removed.")
    change: str
    detail: str = Field(description="Changed words as [-old-]{+new+}.")


class Redlined(Saved):
    """A document that shows the changes between two."""

    changes: int


@tool("read")
def compare_documents(
    world: World, path: str, other: Other, limit: int = 50, cursor: str = ""
) -> Page[DocumentDifference]:
    """What changed from one document to a later one: blocks, words, formats, rows, headers, notes, page set-up."""
    with reading(world, path) as before, reading(world, other, argument="other") as after:
        found = list(_differences(before, after))
    return page(found, limit=limit, cursor=cursor)


@tool("add")
def redline_documents(
    world: World,
    path: str,
    other: Other,
    target: str,
    author: Annotated[str, Field(description="Whose the changes are.")],
    overwrite: Overwrite = False,
) -> Redlined:
    """Write the changes between two documents as tracked ones: accepting gives the later, rejecting the earlier."""
    with reading(world, path) as before, reading(world, other, argument="other") as later:
        open_changes = next(iter(changes_of(before) or changes_of(later)), None)
    if open_changes is not None:
        raise ToolError("one of them has tracked changes itself; accept or reject those first", argument="path")
    source = world.workspace.find(other, argument="other").read_bytes()
    when = world.now().strftime("%Y-%m-%dT%H:%M:%SZ")
    reads = [path, other]
    with creating(world, target, source, overwrite=overwrite, reads=reads, argument="target") as after:
        after.untracked = True
        take_ids(before, after)
        olds = {str(part.partname): part for part in parts_of(before)}
        lost: set[str] = set()
        for part in parts_of(after):
            old = before.document.part if part is after.document.part else olds.get(str(part.partname))
            if old is not None:
                root = before.root(old)
                _adopt(root, old, part)
                pen = Pen(author, when, part, next_id(after))
                redline(root, after.root(part), pen)
                lost |= pen.lost
        count = len(grouped(changes_of(after)))
        after.warnings += sorted(lost)
        if not count:
            after.warnings.append("nothing differs in the text of the two")
    receipt = after.receipt
    receipt["verified"] += f"; {count} tracked change{'' if count == 1 else 's'} of {author}"
    return Redlined(**receipt, changes=count)


def _adopt(root: Element, old: Part, new: Part) -> None:
    """Let what the earlier document refers to (pictures, addresses) be referred to from the later one."""
    for one in root.iter():
        for key in [key for key in one.attrib if str(key).startswith(_R)]:
            rel = old.rels.get(one.get(key))
            if rel is not None and rel.is_external:
                one.set(key, new.relate_to(rel.target_ref, rel.reltype, is_external=True))
            elif rel is not None and rel.reltype.endswith("/image") and hasattr(new, "get_or_add_image"):
                try:
                    one.set(key, new.get_or_add_image(io.BytesIO(rel.target_part.blob))[0])
                except Exception:  # a drawing (EMF, SVG) that the library can't measure
                    one.set(key, "none")
            elif rel is not None:
                one.set(key, _same(rel, new))


def _same(rel: object, new: Part) -> str:
    """The later document's relation to the same thing; a name that leads nowhere where it has none."""
    wanted = rel.target_part  # pyright: ignore
    for name, each in new.rels.items():
        if not each.is_external and each.target_part.blob == wanted.blob:
            return name
    return "none"


def _differences(before: Paper, after: Paper) -> Iterator[DocumentDifference]:
    olds = {story.name: story.holder for story in stories(before) if not story.name.startswith("comment")}
    news = {story.name: story.holder for story in stories(after) if not story.name.startswith("comment")}
    same = {f"{kind}{one}": f"{kind}{other}" for kind in KINDS for one, other in twins(before, after, kind).items()}
    gone = [name for name in olds if name not in same and name.startswith(KINDS)]
    removed = {name: olds.pop(name) for name in gone}
    olds = {same.get(name, name): holder for name, holder in olds.items()}
    styles = Styles(before), Styles(after)
    for name, holder in news.items():
        prefix = f"{name}:" if name else ""
        if name in olds:
            yield from _flow(olds[name], holder, prefix, styles)
        elif _story_text(holder):
            yield DocumentDifference(block=f"{prefix}1", change="added", detail=cut(_story_text(holder), 200))
    for name, holder in [*((each, olds[each]) for each in olds if each not in news), *removed.items()]:
        if _story_text(holder):
            yield DocumentDifference(block=f"{name}:1", change="removed", detail=cut(_story_text(holder), 200))
    yield from _sections(before, after)


def _story_text(holder: Element) -> str:
    return " ".join(text for one in blocks(holder) if (text := short_text(one, 200)).strip())


def _flow(before: Element, after: Element, prefix: str, styles: tuple[Styles, Styles]) -> Iterator[DocumentDifference]:
    old, new = list(blocks(before)), list(blocks(after))
    numbers = [{id(one): n for n, one in enumerate(row, 1)} for row in (old, new)]
    for kind, was, now, _ in paired(old, new):
        if kind == "gone" and was is not None and (is_w(was, "tbl") or _said(was).strip()):
            place = f"{prefix}{numbers[0][id(was)]}"
            yield DocumentDifference(block=place, change=f"{_what(was)} removed", detail=_shown(was))
        elif kind == "came" and now is not None and (is_w(now, "tbl") or _said(now).strip()):
            place = f"{prefix}{numbers[1][id(now)]}"
            yield DocumentDifference(block=place, change=f"{_what(now)} added", detail=_shown(now))
        elif kind == "changed" and was is not None and now is not None:
            place = f"{prefix}{numbers[1][id(now)]}"
            yield from (_table if is_w(now, "tbl") else _paragraph)(was, now, place, styles)


def _said(paragraph: Element) -> str:
    """What a paragraph says, its formulas too."""
    if next(deep(paragraph, "m:oMath"), None) is None:
        return text_of(paragraph)
    return "".join(token.text for token in tokens_of(paragraph))


def _shown(block: Element) -> str:
    return short_text(block, 200) if is_w(block, "tbl") else cut(" ".join(_said(block).split()), 200)


def _what(block: Element) -> str:
    return "table" if is_w(block, "tbl") else "paragraph"


def _paragraph(was: Element, now: Element, place: str, styles: tuple[Styles, Styles]) -> Iterator[DocumentDifference]:
    if _said(was) != _said(now):
        yield DocumentDifference(block=place, change="text", detail=_words(was, now))
    names = [styles[at].style_name(one) for at, one in enumerate((was, now))]
    if names[0] != names[1]:
        yield DocumentDifference(block=place, change="style", detail=f"{names[0]} to {names[1]}")
        return
    looks = [child(one, "w:pPr") for one in (was, now)]
    keys = [[key_of(each) for each in inside(look) if not is_w(each, "rPr", "sectPr")] for look in looks]
    if keys[0] != keys[1]:
        yield DocumentDifference(block=place, change="paragraph format", detail=short_text(now, 100))
    elif _said(was) == _said(now):
        pairs = list(zip(tokens_of(was), tokens_of(now), strict=False))
        other = [b.text for a, b in pairs if a.run is not None and b.run is not None and a.look != b.look]
        if other:
            yield DocumentDifference(block=place, change="text format", detail=cut("".join(other).strip(), 200))


def _words(was: Element, now: Element) -> str:
    """The changed words with a few around them."""
    old, new = tokens_of(was), tokens_of(now)
    rows = [[one.text for one in row] for row in (old, new)]
    pieces: list[str] = []
    matcher = SequenceMatcher(None, rows[0], rows[1], autojunk=False)
    for action, a, b, c, d in whole_words(matcher.get_opcodes(), old):
        if action == "equal":
            said = "".join(rows[0][a:b])
            pieces.append(said if len(said) <= 60 else f"{said[:28]} … {said[-28:]}")
            continue
        gone, came = "".join(rows[0][a:b]), "".join(rows[1][c:d])
        pieces.append((f"[-{gone}-]" if gone else "") + (f"{{+{came}+}}" if came else ""))
    return cut("".join(pieces), 600)


def _table(was: Element, now: Element, place: str, styles: tuple[Styles, Styles]) -> Iterator[DocumentDifference]:
    old, new = rows_of(was), rows_of(now)
    numbers = [{id(one): n for n, one in enumerate(row, 1)} for row in (old, new)]
    for kind, before, after, _ in paired(old, new):
        if kind == "gone" and before is not None:
            detail = f"row {numbers[0][id(before)]}: {_row(before)}"
            yield DocumentDifference(block=place, change="row removed", detail=detail)
        elif kind == "came" and after is not None:
            detail = f"row {numbers[1][id(after)]}: {_row(after)}"
            yield DocumentDifference(block=place, change="row added", detail=detail)
        elif kind == "changed" and before is not None and after is not None:
            cells = cells_of(before), cells_of(after)
            if len(cells[0]) != len(cells[1]):
                detail = f"row {numbers[1][id(after)]}: {_row(before)} to {_row(after)}"
                yield DocumentDifference(block=place, change="row", detail=detail)
                continue
            for column, (one, other) in enumerate(zip(*cells, strict=True), 1):
                yield from _flow(one, other, f"{place}.{numbers[1][id(after)]}.{column}.", styles)


def _row(row: Element) -> str:
    return cut(" | ".join(" ".join(short_text(one, 60) for one in blocks(cell)) for cell in cells_of(row)), 200)


def _sections(before: Paper, after: Paper) -> Iterator[DocumentDifference]:
    sides = [[_setup(one) for one in paper.document.sections] for paper in (before, after)]
    if len(sides[0]) != len(sides[1]):
        detail = f"{len(sides[0])} to {len(sides[1])} sections"
        yield DocumentDifference(block="", change="sections", detail=detail)
        return
    for number, (old, new) in enumerate(zip(*sides, strict=True), 1):
        if old != new:
            yield DocumentDifference(block="", change="page set-up", detail=f"section {number}: {old} to {new}")


def _setup(section: object) -> str:
    sides = ("page_width", "page_height", "top_margin", "right_margin", "bottom_margin", "left_margin")
    values = [round((getattr(section, side) or 0) / 12700, 1) for side in sides]
    return f"{values[0]:g} x {values[1]:g} pt, margins {', '.join(f'{value:g}' for value in values[2:])}"
