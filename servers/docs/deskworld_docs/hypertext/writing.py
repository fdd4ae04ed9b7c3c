"""Blocks into one HTML page that stands alone: its pictures are in it, its style sheet too, and it has no script.

What Markdown has signs for becomes the element that means it. The style sheet is plain and short, in the fonts and the
colour that the document's own styles have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from itertools import groupby

from deskworld_docs.markdown.model import MARKS, Block, Span, plain, slug

_TAGS = {
    "bold": "strong", "italic": "em", "strike": "s", "underline": "u", "highlight": "mark", "sup": "sup", "sub": "sub",
    "code": "code",
}  # fmt: skip
_STYLE = """body { font: 16px/1.55 %(body)s; color: #222; max-width: 46rem; margin: 2rem auto; padding: 0 1.25rem; }
h1, h2, h3, h4, h5, h6, .title { font-family: %(heading)s; color: %(color)s; line-height: 1.25; margin: 1.6em 0 .5em; }
.title { font-size: 2.2rem; margin-top: 0; }
.subtitle { font-size: 1.2rem; color: #666; margin-top: -.5em; }
a { color: %(color)s; }
img { max-width: 100%%; height: auto; }
table { border-collapse: collapse; margin: 1em 0; }
th, td { border: 1px solid #bbb; padding: .35em .7em; text-align: left; vertical-align: top; }
th { background: #eee; }
blockquote { margin: 1em 0; padding: 0 0 0 1em; border-left: 3px solid %(color)s; color: #555; }
pre { background: #f3f4f5; padding: .8em 1em; overflow: auto; }
code { font-family: Consolas, Menlo, monospace; font-size: .92em; }
li.task { list-style: none; margin-left: -1.4em; }
.notes { border-top: 1px solid #bbb; margin-top: 2.5em; font-size: .9em; }
.break { break-after: page; border: 0; margin: 0; }
math[display=block] { margin: 1em 0; }"""


def write_page(
    blocks: Sequence[Block],
    *,
    title: str,
    fonts: tuple[str, str] = ("", ""),
    color: str = "",
    widths: Mapping[str, float] | None = None,
    formula: Callable[[str, bool], str] | None = None,
) -> str:
    """The page.

    Args:
        blocks: As a document's reader gives them; a picture's link is its address.
        title: For its head.
        fonts: Of headings and of text.
        color: Of headings and links, "#RRGGBB".
        widths: How wide a picture is shown, in points, by its address.
        formula: Gives the MathML of a formula, told whether it stands alone; the formula is letters without it.
    """
    heading, body = (f"{_font(name)}, sans-serif" for name in (fonts[0] or "Calibri", fonts[1] or "Calibri"))
    style = _STYLE % {"heading": heading, "body": body, "color": color or "#1f3a5f"}
    notes = {block.name: number for number, block in enumerate((b for b in blocks if b.kind == "note"), 1)}
    lines = _Writer(notes, widths or {}, formula).page(blocks)
    head = (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title, quote=False)}'
        f"</title>\n<style>\n{style}\n</style>\n</head>\n<body>\n"
    )
    return head + "\n".join(lines) + "\n</body>\n</html>\n"


def _font(name: str) -> str:
    kept = "".join(letter for letter in name if letter.isalnum() or letter in " -_")
    return f'"{kept}"'


class _Writer:
    def __init__(
        self, notes: dict[str, int], widths: Mapping[str, float], formula: Callable[[str, bool], str] | None
    ) -> None:
        self.notes = notes
        self.widths = widths
        self.formula = formula
        self.called: set[str] = set()

    def page(self, blocks: Sequence[Block]) -> list[str]:
        lines = [line for block in blocks if block.kind != "note" for line in self.block(block)]
        noted = [block for block in blocks if block.kind == "note"]
        if noted:
            lines.append('<ol class="notes">')
            for block in noted:
                back = f' <a href="#noteref-{self.notes[block.name]}">\u21a9</a>'
                inner = self._inner(block.blocks)
                lines.append(f'<li id="note-{self.notes[block.name]}">{inner}{back}</li>')
            lines.append("</ol>")
        return lines

    def _inner(self, blocks: Sequence[Block], *, tight: bool = True) -> str:
        """Blocks in an item or a note: one paragraph alone needs no element of its own."""
        first = blocks[0] if blocks else None
        if tight and first is not None and first.kind == "paragraph":
            rest = [line for block in blocks[1:] for line in self.block(block)]
            return "\n".join([self.spans(first.spans), *rest])
        return "\n".join(line for block in blocks for line in self.block(block))

    def block(self, block: Block) -> list[str]:
        match block.kind:
            case "heading":
                level = max(1, min(block.level, 6))
                name = escape(slug(plain(block.spans)))
                return [f'<h{level} id="{name}">{self.spans(block.spans)}</h{level}>']
            case "paragraph" | "caption":
                return [f"<p>{self.spans(block.spans)}</p>"]
            case "code":
                return [f"<pre><code>{escape(block.text, quote=False)}</code></pre>"]
            case "rule":
                return ["<hr>"]
            case "page_break":
                return ['<hr class="break">']
            case "quote":
                return ["<blockquote>", *(line for one in block.blocks for line in self.block(one)), "</blockquote>"]
            case "list":
                return self._list(block)
            case "table":
                return self._table(block)
            case "front":
                return [
                    f'<p class="{name}">{escape(said, quote=False)}</p>' for name, said in block.fields.items() if said
                ]
            case _:
                return []

    def _list(self, block: Block) -> list[str]:
        name = "ol" if block.ordered else "ul"
        start = f' start="{block.start}"' if block.ordered and block.start != 1 else ""
        lines = [f"<{name}{start}>"]
        for item in block.blocks:
            inner = self._inner(item.blocks, tight=block.tight)
            if item.checked is not None:
                box = f'<input type="checkbox" disabled{" checked" if item.checked else ""}> '
                lines.append(f'<li class="task">{box}{inner}</li>')
            else:
                lines.append(f"<li>{inner}</li>")
        return [*lines, f"</{name}>"]

    def _table(self, block: Block) -> list[str]:
        lines = ["<table>"]
        for number, row in enumerate(block.rows):
            name = "td" if number or block.info == "headless" else "th"
            cells: list[str] = []
            for column, cell in enumerate(row):
                side = block.aligns[column] if column < len(block.aligns) else ""
                style = f' style="text-align: {side}"' if side in ("left", "right", "center") else ""
                cells.append(f"<{name}{style}>{self.spans(cell)}</{name}>")
            lines.append(f"<tr>{''.join(cells)}</tr>")
        return [*lines, "</table>"]

    def spans(self, spans: Sequence[Span]) -> str:
        out: list[str] = []
        for (link, title), group in groupby(spans, lambda span: (span.link, span.title) if span.kind == "text"
                                            else ("", "")):  # fmt: skip
            inner = "".join(self._span(span) for span in group)
            if link and inner:
                hint = f' title="{escape(title)}"' if title else ""
                inner = f'<a href="{escape(link)}"{hint}>{inner}</a>'
            out.append(inner)
        return "".join(out)

    def _span(self, span: Span) -> str:
        if span.kind == "break":
            return "<br>\n"
        if span.kind == "picture":
            title = f' title="{escape(span.title)}"' if span.title else ""
            wide = f' width="{self.widths[span.link] / 0.75:.0f}"' if span.link in self.widths else ""
            return f'<img src="{escape(span.link)}" alt="{escape(span.text)}"{title}{wide}>'
        if span.kind == "note":
            number = self.notes.get(span.text, 0)
            name = "" if span.text in self.called else f' id="noteref-{number}"'
            self.called.add(span.text)
            return f'<sup><a{name} href="#note-{number}">{number}</a></sup>'
        if span.kind == "math":
            return (self.formula and self.formula(span.text, span.title == "display")) or escape(span.text, quote=False)
        said = escape(span.text, quote=False).replace("\t", "&emsp;").replace("\u00a0", "&nbsp;")
        for mark in reversed(MARKS):
            if mark in span.marks:
                said = f"<{_TAGS[mark]}>{said}</{_TAGS[mark]}>"
        return said
