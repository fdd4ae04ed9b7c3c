"""The blanks of a template, filled so that what surrounds them looks as before.

A blank is {{name}} in the text (split over runs or not), a content control with that tag or title, or a mail-merge
field. Lists repeat a table's row that says {{items.price}}, or the blocks between a paragraph {{#items}} and one
{{/items}}; {{#paid}} ... {{/paid}} around words or blocks keeps them only where `paid` is true, {{^paid}} where not.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from deskworld_kit import Scalar, ToolError, World

from deskworld_docs.blanks import BLANK, NAME, of_box, plain
from deskworld_docs.controls import control_names, fill_control, merge_fields
from deskworld_docs.markup import deep, is_w, local, tag
from deskworld_docs.objects import Element
from deskworld_docs.opening import Paper
from deskworld_docs.places import Story, blocks, cells_of, rows_of, stories
from deskworld_docs.settling import parts_of
from deskworld_docs.words import isolate, rewrite, text_of

_ALONE = re.compile(rf"\s*\{{\{{\s*([#^/])\s*({NAME})\s*\}}\}}\s*")

Row = Mapping[str, Scalar]


@dataclass
class Filler:
    """Fills the blanks of one document."""

    world: World
    paper: Paper
    values: Mapping[str, Scalar]
    lists: Mapping[str, Sequence[Row]]
    pictures: Mapping[str, str]
    filled: int = 0
    missing: set[str] = field(default_factory=set[str])
    """Blanks of list items that the item had nothing for."""
    warnings: list[str] = field(default_factory=list[str])

    def fill(self) -> None:
        """Fill everything, the body first."""
        for story in list(stories(self.paper)):
            if not story.name.startswith("comment"):
                self._flow(story.holder, story, [])
        for part in parts_of(self.paper):
            _mirror(self.paper.root(part))

    def _flow(self, holder: Element, story: Story, scopes: list[tuple[str, Row]]) -> None:
        """A body, a cell, a header, a note: sections first, then tables, paragraphs and controls."""
        self._repeating(holder, story, scopes)
        self._sections(list(blocks(holder)), story, scopes)
        for block in list(blocks(holder)):
            if is_w(block, "tbl"):
                self._table(block, story, scopes)
            else:
                self._paragraph(block, story, scopes)
        for control in list(deep(holder, "w:sdt")):
            if control.getparent() is not None and not of_box(control, Story("", holder, story.part)):
                self._control(control, story, scopes)

    def _sections(self, row: list[Element], story: Story, scopes: list[tuple[str, Row]]) -> None:
        """Blocks, or rows, between {{#name}} and {{/name}} that stand alone in theirs."""
        at = 0
        while at < len(row):
            opened = _ALONE.fullmatch(_said(row[at]))
            if not opened or opened[1] == "/":
                at += 1
                continue
            end = _closing(row, at, opened[2])
            if end is None:
                mark = f"{{{{{opened[1]}{opened[2]}}}}}"
                raise ToolError(f"the template opens {mark} and never closes it", argument="path")
            self._section(row[at], row[at + 1 : end], row[end], opened[1], opened[2], story, scopes)
            at = end + 1

    def _section(
        self,
        first: Element,
        inside: list[Element],
        last: Element,
        kind: str,
        name: str,
        story: Story,
        scopes: list[tuple[str, Row]],
    ) -> None:
        rows: Sequence[Row] | None = self.lists.get(name) if kind == "#" else None
        known, value = self._look_up(name, scopes)
        if rows is None and not known and name not in self.lists:
            return
        if rows is not None:
            for count, item in enumerate(rows):
                copies = [copy.deepcopy(one) for one in inside]
                for one in copies:
                    last.addprevious(one)
                    if count:
                        _without_ids(one)
                self._sections(copies, story, [*scopes, (name, item)])
                for one in copies:
                    if one.getparent() is not None:
                        self._one(one, story, [*scopes, (name, item)])
            for one in inside:
                one.getparent().remove(one)
        elif (bool(value) if name not in self.lists else bool(self.lists[name])) == (kind == "#"):
            self._sections(inside, story, scopes)
        else:
            for one in inside:
                one.getparent().remove(one)
        self.filled += 1
        for one in (first, last):
            _remove_block(one)

    def _one(self, block: Element, story: Story, scopes: list[tuple[str, Row]]) -> None:
        if is_w(block, "tbl"):
            self._table(block, story, scopes)
        elif is_w(block, "tr"):
            for cell in cells_of(block):
                self._flow(cell, story, scopes)
        elif is_w(block, "p"):
            self._paragraph(block, story, scopes)
            for control in list(deep(block, "w:sdt")):
                self._control(control, story, scopes)

    def _table(self, table: Element, story: Story, scopes: list[tuple[str, Row]]) -> None:
        self._sections(rows_of(table), story, scopes)
        for row in rows_of(table):
            name = self._list_of(row, scopes)
            if not name:
                for cell in cells_of(row):
                    self._flow(cell, story, scopes)
                continue
            for count, item in enumerate(self.lists[name]):
                made = copy.deepcopy(row)
                row.addprevious(made)
                if count:
                    _without_ids(made)
                for paragraph in deep(made, "w:p"):  # {{#items}} and {{/items}} within the row only say what repeats
                    rewrite(paragraph, re.compile(rf"\{{\{{\s*[#/]\s*{re.escape(name)}\s*\}}\}}"), lambda _: "")
                for cell in cells_of(made):
                    self._flow(cell, story, [*scopes, (name, item)])
            row.getparent().remove(row)
        if not rows_of(table):
            holder = table.getparent()
            holder.remove(table)
            self.warnings.append("a table lost all its rows, since its lists are empty, and was removed")

    def _list_of(self, row: Element, scopes: list[tuple[str, Row]]) -> str:
        """The list that a row repeats for."""
        inside = {name for name, _ in scopes}
        for paragraph in deep(row, "w:p"):
            names = [match["name"] for match in BLANK.finditer(text_of(paragraph))]
            names += [name for name, *_ in merge_fields(paragraph)]
            for name in names:
                for listed in self.lists:
                    if listed not in inside and (name == listed or name.startswith(f"{listed}.")):
                        return listed
        return ""

    def _paragraph(self, paragraph: Element, story: Story, scopes: list[tuple[str, Row]]) -> None:
        said = text_of(paragraph)
        if "{{" in said:
            self._inline_sections(paragraph, scopes)
            for match in reversed(list(BLANK.finditer(text_of(paragraph)))):
                if not match["kind"] and match["name"] in self.pictures:
                    self._picture(paragraph, match, story)

            def value_of(match: re.Match[str]) -> str:
                if match["kind"]:
                    return match.group()
                known, value = self._look_up(match["name"], scopes)
                if not known:
                    self._miss(match["name"], scopes)
                    return match.group()
                self.filled += 1
                return plain(value)

            rewrite(paragraph, BLANK, value_of)
        for name, look, runs in reversed(list(merge_fields(paragraph))):
            known, value = self._look_up(name, scopes)
            if known:
                from deskworld_docs.words import make_run

                runs[0].addprevious(make_run(plain(value), look))
                for run in runs:
                    run.getparent().remove(run)
                self.filled += 1
            else:
                self._miss(name, scopes)

    def _inline_sections(self, paragraph: Element, scopes: list[tuple[str, Row]]) -> None:
        """{{#paid}}words{{/paid}} inside a paragraph."""
        for match in list(BLANK.finditer(text_of(paragraph))):
            if match["kind"] not in ("#", "^"):
                continue
            known, value = self._look_up(match["name"], scopes)
            if not known:
                continue
            name = re.escape(match["name"])
            opener = rf"\{{\{{\s*{re.escape(match['kind'])}\s*{name}\s*\}}\}}"
            closer = rf"\{{\{{\s*/\s*{name}\s*\}}\}}"
            if bool(value) == (match["kind"] == "#"):
                rewrite(paragraph, re.compile(f"{opener}|{closer}"), _first_pair(match["kind"]))
            else:
                rewrite(paragraph, re.compile(f"{opener}.*?{closer}", re.DOTALL), lambda _: "")
            self.filled += 1

    def _look_up(self, name: str, scopes: list[tuple[str, Row]]) -> tuple[bool, Scalar]:
        """Whether a name has a value here, and the value. Inside a list its item comes first."""
        for listed, item in reversed(scopes):
            short = name.removeprefix(f"{listed}.")
            if short in item:
                return True, item[short]
        if name in self.values:
            return True, self.values[name]
        folded = {key.casefold(): key for key in self.values}
        key = folded.get(name.casefold(), "")
        return (True, self.values[key]) if key else (False, None)

    def _miss(self, name: str, scopes: list[tuple[str, Row]]) -> None:
        if scopes:
            self.missing.add(name)

    def _picture(self, paragraph: Element, match: re.Match[str], story: Story) -> None:
        from deskworld_docs.imaging import picture_run, prepare, sized
        from deskworld_docs.room import room_for

        if not hasattr(story.part, "new_pic_inline"):
            raise ToolError(f"{match['name']!r} is in a note, which takes no picture", argument="pictures")
        picture = prepare(self.world, self.pictures[match["name"]], argument="pictures")
        size = sized(picture, None, None, room_for(self.paper, paragraph))
        runs = isolate(paragraph, [match.span()])
        runs[0].addprevious(picture_run(story.part, picture, size, match["name"].replace("_", " ").strip()))
        for run in runs:
            run.getparent().remove(run)
        self.filled += 1
        if picture.note:
            self.warnings.append(picture.note)

    def _repeating(self, holder: Element, story: Story, scopes: list[tuple[str, Row]]) -> None:
        """Content controls that Word itself repeats, one item each."""
        for control in list(deep(holder, "w:sdt")):
            name = next((one for one in control_names(control) if one in self.lists), "")
            content = control.find(tag("w:sdtContent"))
            if not name or content is None or not any(local(one) == "repeatingSection" for one in control.iter()):
                continue
            items = [one for one in content if is_w(one, "sdt")]
            if not items:
                continue
            for count, item in enumerate(self.lists[name]):
                made = copy.deepcopy(items[0])
                items[0].addprevious(made)
                if count:
                    _without_ids(made)
                self._flow(made.find(tag("w:sdtContent")), story, [*scopes, (name, item)])
            for one in items:
                content.remove(one)
            self.filled += 1

    def _control(self, control: Element, story: Story, scopes: list[tuple[str, Row]]) -> None:
        for name in control_names(control):
            known, value = self._look_up(name, scopes)
            if known:
                self.warnings += fill_control(control, name, value)
                self.filled += 1
                return
            if name in self.pictures:
                self._picture_control(control, name, story)
                return

    def _picture_control(self, control: Element, name: str, story: Story) -> None:
        from deskworld_docs.imaging import describe, prepare, relate_picture

        blip = next(control.iter(tag("a:blip")), None)
        if blip is None:
            raise ToolError(f"the control {name!r} holds no picture", argument="pictures")
        picture = prepare(self.world, self.pictures[name], argument="pictures")
        identifier, _ = relate_picture(story.part, picture.blob)
        blip.set(tag("r:embed"), identifier)
        for crop in list(control.iter(tag("a:srcRect"))):
            crop.getparent().remove(crop)
        inner = [one for frame in control.iter(tag("a:xfrm")) for one in frame.iter(tag("a:ext"))]
        for size in [*control.iter(tag("wp:extent")), *inner]:
            size.set("cy", str(max(1, round(int(size.get("cx", "1")) * picture.height / picture.width))))
        for about in control.iter(tag("wp:docPr")):
            describe(about, name.replace("_", " ").strip())
        self.filled += 1


def _first_pair(kind: str) -> Callable[[re.Match[str]], str]:
    """Take out the first opening mark and the first closing one after it; other pairs of the name stay."""
    taken: list[str] = []

    def replace(match: re.Match[str]) -> str:
        said = match.group()
        opens = said.strip("{ ").startswith(kind)
        if len(taken) < 2 and opens == (not taken):
            taken.append(said)
            return ""
        return said

    return replace


def _mirror(root: Element) -> None:
    """Text boxes are stored twice, the second time for older readers: both say the same."""
    for choice in root.iter(tag("mc:Choice")):
        other = choice.getparent().find(tag("mc:Fallback"))
        boxes = [list(deep(one, "w:txbxContent")) for one in (choice, other) if one is not None]
        if len(boxes) == 2 and len(boxes[0]) == len(boxes[1]):
            for now, old in zip(*boxes, strict=True):
                old[:] = [copy.deepcopy(one) for one in now]


def _said(element: Element) -> str:
    """What a block or a row says, to see whether it is only a mark."""
    if is_w(element, "p"):
        return text_of(element)
    if is_w(element, "tr"):
        return "".join(text_of(one) for one in deep(element, "w:p"))
    return ""


def _closing(row: list[Element], start: int, name: str) -> int | None:
    depth = 0
    for at in range(start, len(row)):
        mark = _ALONE.fullmatch(_said(row[at]))
        if mark and mark[2] == name:
            depth += -1 if mark[1] == "/" else 1
            if depth == 0:
                return at
    return None


def _remove_block(block: Element) -> None:
    """Remove a block; the last of a cell stays, empty."""
    from deskworld_docs.words import empty_paragraph

    holder = block.getparent()
    others = [one for one in holder if one is not block and is_w(one, "p", "tbl", "tr", "sdt")]
    needed = is_w(block, "p") and (not others or (is_w(holder, "tc") and not is_w(others[-1], "p")))
    section = block.find(f"{tag('w:pPr')}/{tag('w:sectPr')}")
    if needed or section is not None:
        empty_paragraph(block)
        return
    holder.remove(block)


def _without_ids(element: Element) -> None:
    """A copy's bookmarks, comment marks and ids would be there twice."""
    marks = ("bookmarkStart", "bookmarkEnd", "commentRangeStart", "commentRangeEnd", "commentReference")
    for one in list(element.iter(*(tag(f"w:{name}") for name in marks))):
        one.getparent().remove(one)
    for one in element.iter():
        for key in [key for key in one.attrib if str(key).endswith(("}paraId", "}textId"))]:
            del one.attrib[key]
    for one in list(element.iter(tag("w:sdtPr"))):
        for each in one.findall(tag("w:id")):
            one.remove(each)
