"""Which paragraphs of a text are captions: those that stand right beside a picture or a table and say so.

"Figure 2: Traffic" under a picture, the title of a picture that stands alone, and "Table: Costs" or ": Costs" beside a
table become captions that count. One that is typed with another number than it would get stays as typed: the text may
refer to it by that.
"""

from __future__ import annotations

from collections.abc import Sequence

from deskworld_docs.captions import counted, counter_name, make_real, stand_above, typed_as
from deskworld_docs.markdown.model import Block, Span, merged, plain
from deskworld_docs.objects import Element
from deskworld_docs.opening import Paper

_TABLE = ("Table: ", ": ")


class Captions:
    """Finds captions among blocks, and counts them on from those that a document has."""

    def __init__(self, paper: Paper) -> None:
        self._paper = paper
        self.titles = True
        """Whether the title of a picture that stands alone is its caption."""
        self.made: dict[str, int] = {}
        """How many were made of each label: they are in no document yet."""

    def found(self, blocks: Sequence[Block]) -> list[Block]:
        """The blocks with captions of kind "caption", one that stands above what it names with the info "above"."""
        left = list(blocks)
        made: list[Block] = []
        while left:
            block = left.pop(0)
            near = left[0] if left else None
            if block.kind == "paragraph" and _pictured(block):
                caption = self._under_picture(block, near)
                if caption is not None and near is not None and caption.name == "taken":
                    left.pop(0)
                made += [block if caption is None else Block("paragraph", spans=block.spans, info="captioned")]
                made += [] if caption is None else [caption]
            elif block.kind == "paragraph" and near is not None and (near.kind == "table" or _pictured(near)):
                caption = self._of_table(block) if near.kind == "table" else self._typed(block, above=True)
                made.append(caption or block)
            elif block.kind == "table" and near is not None and near.kind == "paragraph":
                next_one = left[1] if len(left) > 1 else None
                caption = None if next_one is not None and next_one.kind == "table" else self._of_table(near)
                above = caption is not None and caption.name == "titled"
                made += [block] if caption is None else [caption, block] if above else [block, caption]
                if caption is not None:
                    caption.info = "above" if above else ""
                    left.pop(0)
            else:
                made.append(block)
        return made

    def paragraph(self, element: Element, *, above: bool) -> Element:
        """A caption's paragraph with a number that counts."""
        make_real(element)
        if above:
            stand_above(element)
        return element

    def _under_picture(self, block: Block, near: Block | None) -> Block | None:
        title = next((span.title for span in block.spans if span.kind == "picture"), "")
        said = plain(near.spans).strip() if near is not None and near.kind == "paragraph" else ""
        typed = typed_as(said)
        if near is not None and typed:
            caption = self._typed(near, above=False)
            if caption is not None:
                caption.name = "taken"
            return caption
        return self._new("Figure", title) if title and self.titles else None

    def _of_table(self, block: Block) -> Block | None:
        said = plain(block.spans)
        start = next((each for each in _TABLE if said.startswith(each) and said != each and block.info == "titled"), "")
        if not start or not block.spans[0].text.startswith(start):
            return self._typed(block, above=True)
        caption = self._new("Table", "", _without(block.spans, len(start)))
        caption.name = "titled"
        return caption

    def _typed(self, block: Block, *, above: bool) -> Block | None:
        typed = typed_as(plain(block.spans))
        if typed is None:
            return None
        name = counter_name(typed["label"])
        if int(typed["number"]) != self._next(name):
            self._paper.warnings.append(
                f"the caption {plain(block.spans).strip()[:40]!r} stays as typed: counted it would be {name} "
                f"{self._next(name)}"
            )
            return None
        self.made[name] = self.made.get(name, 0) + 1
        looks = [span.marks for span in block.spans if span.kind == "text"]
        shared = frozenset.intersection(*looks) if looks else frozenset[str]()
        spans = [Span(one.text, one.marks - shared, one.link, one.kind, one.title) for one in block.spans]
        return Block("caption", spans=merged(spans), info="above" if above else "")

    def _new(self, label: str, text: str, spans: Sequence[Span] = ()) -> Block:
        if typed := typed_as(text):
            label, text = counter_name(typed["label"]), text[typed.end() :]
        number = self._next(label)
        self.made[label] = self.made.get(label, 0) + 1
        said = [Span(f"{label} {number}: {text}"), *spans]
        return Block("caption", spans=merged(said), info="above" if label == "Table" else "")

    def _next(self, label: str) -> int:
        return counted(self._paper, label) + self.made.get(label, 0) + 1


def _pictured(block: Block) -> bool:
    """Whether a block is a picture that stands alone."""
    there = [span for span in block.spans if span.kind != "text" or span.text.strip()]
    return block.kind == "paragraph" and len(there) == 1 and there[0].kind == "picture"


def _without(spans: Sequence[Span], letters: int) -> list[Span]:
    """The spans without that many letters at their start."""
    first, *rest = spans
    return [Span(first.text[letters:], first.marks, first.link, first.kind, first.title), *rest]
