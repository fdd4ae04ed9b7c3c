"""Markdown both ways: what goes in comes out, and what comes out of Word is real."""

import random
from pathlib import Path
from typing import Any

import docx
import pytest
from deskworld_artifacts import inspect
from deskworld_docs.markdown import parse_blocks, parse_inline, write_blocks, write_inline
from deskworld_docs.markdown.model import Block, Span, merged
from deskworld_kit import ToolError
from PIL import Image

WORDS = (
    "alpha", "a_b", "1.5", "x*y", "[z]", "<tag>", "&amp;", "50%", "C#", "#no", "- dash", "5. five", "~~", "`", "**",
    "ümläut", "日本", "(p)", "!", "|", "\\", "a<b", "__init__", "$5", "^2", "http://x.y", "end.",
    "H~2~O", "x^2^", "==m==", "a==b", "~5", "~", "==", ": it", "<img src=p>", "<p>", "[!NOTE]",
)  # fmt: skip
MARKS = ("bold", "italic", "strike", "underline", "sup", "highlight")


class Chance(random.Random):
    """Invents Markdown trees."""

    def words(self) -> str:
        return " ".join(self.choice(WORDS) for _ in range(self.randint(1, 4)))

    def spans(self, *, cell: bool = False) -> list[Span]:
        out: list[Span] = []
        for _ in range(self.randint(1, 4)):
            kind = self.random()
            marks = frozenset(mark for mark in MARKS if self.random() < 0.15)
            if kind < 0.1:
                out.append(Span(self.choice(["x = 1", "a`b", "|"]), frozenset({"code"})))
            elif kind < 0.16:
                out.append(Span(self.words(), marks, self.choice(["https://a.b/c_d?e=f&g=h", "https://a.b/(x)"])))
            elif kind < 0.2 and out and out[-1].kind == "text":
                out += [Span(kind="break"), Span(self.words())]
            elif kind < 0.24 and not cell:
                out.append(Span("alt", frozenset(), "pic.png", "picture"))
            else:
                out.append(Span((" " if out and out[-1].kind == "text" else "") + self.words(), marks))
        return merged(out)

    def paragraph(self) -> Block:
        return Block("paragraph", spans=self.spans())

    def listing(self, depth: int) -> Block:
        ordered = self.random() < 0.5
        made = Block("list", ordered=ordered, start=self.choice([1, 3]) if ordered else 1, tight=self.random() < 0.7)
        for _ in range(self.randint(1, 3)):
            checked = None if ordered else self.choice([None, None, True, False])
            made.blocks.append(Block("item", checked=checked, blocks=[self.paragraph()]))
            if self.random() < 0.3:
                made.blocks[-1].blocks += self.blocks(depth + 1)
        return made

    def blocks(self, depth: int = 0) -> list[Block]:
        out: list[Block] = []
        for _ in range(self.randint(1, 4 if depth else 7)):
            kind = self.random()
            if kind < 0.1 and not depth:
                out.append(Block("heading", level=self.randint(1, 6), spans=self.spans()))
            elif kind < 0.18:
                lines = [self.choice(["x = 1", "  y", "", "```"]) for _ in range(self.randint(1, 3))]
                out.append(Block("code", text="\n".join(lines) or "z", info=self.choice(["", "python", "c++"])))
            elif kind < 0.24 and not depth:
                out.append(Block("rule"))
            elif kind < 0.32 and not (out and out[-1].kind == "quote"):
                out.append(Block("quote", blocks=[self.paragraph() for _ in range(self.randint(1, 2))]))
            elif kind < 0.55 and depth < 3 and not (out and out[-1].kind == "list"):
                out.append(self.listing(depth))
            elif kind < 0.65 and not depth:
                columns = self.randint(1, 4)
                rows = [[self.spans(cell=True) for _ in range(columns)] for _ in range(self.randint(1, 3))]
                aligns = [self.choice(["", "left", "right", "center"]) for _ in range(columns)]
                out.append(Block("table", rows=rows, aligns=aligns))
            else:
                out.append(self.paragraph())
        return out


@pytest.mark.parametrize("seed", range(40))
def test_what_goes_in_comes_out(do: Any, root: Path, seed: int) -> None:
    Image.new("RGB", (4, 3), "red").save(root / "pic.png")
    text = write_blocks(Chance(seed).blocks())
    assert write_blocks(parse_blocks(text)) == text
    do.document_from_markdown(path="a.docx", markdown=text)
    said = do.document_to_markdown(path="a.docx").markdown
    assert "pic.png" not in said
    for number in range(30, 0, -1):
        said = said.replace(f"(a_media/image{number}.png)", "(pic.png)")
    assert said == text


WHOLE = """---
title: The year in freight
subtitle: Board meeting
author: Maya Lindqvist
date: 2 March 2026
---

# Volumes grew

Up **12 %**, *see* [the costs](#costs-2026) and H<sub>2</sub>O[^1], `code`.\\
A second line.

1. First

   1. Deeper

      With more words.

2. Second

- [x] done
- [ ] open

## Costs & 2026

> Quoted
>
> > twice

| Harbour | Tonnes |
| :--- | ---: |
| Rotterdam | 1,650,000 |

---

<!-- pagebreak -->

# Next

[^1]: Of *course*.

    And more.
"""


def test_a_whole_document(do: Any, root: Path) -> None:
    do.document_from_markdown(path="a.docx", markdown=WHOLE)
    facts: Any = inspect(root / "a.docx")
    assert [(each.level, each.text) for each in facts.outline] == [
        (1, "Volumes grew"),
        (2, "Costs & 2026"),
        (1, "Next"),
    ]
    assert facts.title == "The year in freight" and facts.author == "Maya Lindqvist"
    assert [each.text.strip() for each in facts.footnotes] == ["Of course.\nAnd more."]
    labels = [each.numbering.label for each in facts.paragraphs if each.numbering]
    assert labels == ["1.", "a.", "2.", "", ""]
    assert facts.tables[0].header_repeats and facts.tables[0].cells[1][1][0].alignment == "right"
    assert [each.target for each in facts.links] == ["#costs_2026"]
    assert next(each for each in facts.paragraphs if each.text == "Next").page_break_before
    assert not [each for each in facts.paragraphs if each.typed_number]
    assert do.document_to_markdown(path="a.docx").markdown == WHOLE


@pytest.mark.parametrize(("sign", "levels"), [("-", 9), ("-", 31), ("1.", 31), ("-", 100)])
def test_lists_of_any_depth_lose_no_item(do: Any, root: Path, sign: str, levels: int) -> None:
    """Word has nine levels: what is further in stands on the ninth, and the result says so."""
    text = "\n".join(f"{' ' * (len(sign) + 1) * n}{sign} item {n}" for n in range(levels))
    made = do.document_from_markdown(path="a.docx", markdown=text)
    facts: Any = inspect(root / "a.docx")
    assert [each.text for each in facts.paragraphs] == [f"item {n}" for n in range(levels)]
    assert [each.numbering.level for each in facts.paragraphs] == [min(n, 8) for n in range(levels)]
    assert [f"{levels} levels deep" in each for each in made.warnings] == ([True] if levels > 9 else [])
    back = do.document_to_markdown(path="a.docx").markdown
    assert all(f"item {n}" in back for n in range(levels))


def test_quotes_deeper_than_a_page_is_wide_stay_on_it(do: Any, root: Path) -> None:
    made = do.document_from_markdown(path="a.docx", markdown="> " * 30 + "deep")
    assert "30 levels deep" in made.warnings[0]
    assert not do.check_document(path="a.docx").items and "deep" in do.document_to_markdown(path="a.docx").markdown


def test_languages_of_code_are_kept(do: Any, root: Path) -> None:
    """By a style for each, which looks like that of other code."""
    text = '```python\nx = 1\n```\n\n```c++ title="a b"\ny\n```\n\n```\nz\n```\n\n```python\nv\n```\n'
    do.document_from_markdown(path="a.docx", markdown=text)
    facts: Any = inspect(root / "a.docx")
    assert [each.style for each in facts.paragraphs] == [
        "Code Block python", 'Code Block c++ title="a b"', "Code Block", "Code Block python",
    ]  # fmt: skip
    assert {each.runs[0].font for each in facts.paragraphs} == {"Courier New"}
    do.update_block(path="a.docx", block="1", text="```python\nx = 2\n```")
    do.update_block(path="a.docx", block="3", text="```go\nz\n```")
    told = do.document_to_markdown(path="a.docx").markdown
    assert told == text.replace("x = 1", "x = 2").replace("```\nz", "```go\nz")
    assert [each.kind for each in do.read_document(path="a.docx").items] == ["code"] * 4


def test_empty_lines_in_cells_are_kept(do: Any, root: Path) -> None:
    text = "| a | b |\n| --- | --- |\n| one<br><br>two | <br>x |\n"
    do.document_from_markdown(path="a.docx", markdown=text)
    assert do.document_to_markdown(path="a.docx").markdown == text
    made: Any = docx.Document()
    cells = made.add_table(2, 2).rows[1].cells
    for cell, lines in zip(cells, (["one", "", "two", ""], ["", "x"]), strict=True):
        cell.text = lines[0]
        for line in lines[1:]:
            cell.add_paragraph(line)
    made.save(str(root / "b.docx"))
    assert do.document_to_markdown(path="b.docx").markdown.splitlines()[2:] == text.splitlines()[2:]
    assert do.get_document_table(path="b.docx").cells[1] == ["one\n\ntwo", "\nx"]
    do.update_document_table(path="b.docx", values=[["p\n\nq"]], row=1)
    assert do.get_document_table(path="b.docx").cells[0][0] == "p\n\nq"


def test_two_lists_both_start_at_one(do: Any, root: Path) -> None:
    do.document_from_markdown(path="a.docx", markdown="1. a\n2. b\n\ntext\n\n1. c\n2. d\n\ntext\n\n7. e")
    facts: Any = inspect(root / "a.docx")
    assert [each.numbering.label for each in facts.paragraphs if each.numbering] == ["1.", "2.", "1.", "2.", "7."]


def test_a_file_and_its_pictures(do: Any, root: Path) -> None:
    (root / "notes" / "img").mkdir(parents=True)
    Image.new("RGB", (2000, 1000), "blue").save(root / "notes" / "img" / "a b.png")
    (root / "notes" / "x.md").write_text("\ufeff# Hi\r\n\r\n![Quay](<img/a b.png>)\r\n\r\n![gone](no.png)", "utf-8")
    made = do.document_from_markdown(path="x.docx", source="notes/x.md")
    assert len(made.warnings) == 1 and "no.png" in made.warnings[0]
    picture = inspect(root / "x.docx").pictures[0]  # pyright: ignore[reportAttributeAccessIssue]
    assert picture.alt == "Quay" and picture.width == pytest.approx(2 * picture.height, rel=0.01)
    assert picture.width <= 452


def test_what_markdown_can_not_hold_is_told(do: Any, foreign: str) -> None:
    told = do.document_to_markdown(path=foreign).warnings[0]
    for word in ("charts", "diagrams", "text boxes", "comments", "tracked deletions"):
        assert word in told


def test_spans_that_markdown_has_no_short_way_for() -> None:
    for spans in (
        [Span("a", frozenset({"bold"})), Span("b", frozenset({"italic"}))],
        [Span(" a ", frozenset({"bold"})), Span("b")],
        [Span("a*b_c`d[e](f)<g>&lt;~~h~~|i\\")],
        [Span("#"), Span("x", link="http://a.b/c d")],
        [Span("a", frozenset({"bold", "code"})), Span("b", frozenset({"code"}))],
    ):
        back = parse_inline(write_inline(spans))
        assert "".join(each.text for each in back) == "".join(each.text for each in spans)
        assert write_inline(back) == write_inline(spans)


@pytest.mark.parametrize("text", ["", "   \n\n", "<!-- only a comment -->"])
def test_no_text_is_refused(do: Any, root: Path, text: str) -> None:
    with pytest.raises(ToolError):
        do.document_from_markdown(path="a.docx", markdown=text)
    assert not list(root.iterdir())


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("H~2~SO~4~ and x^2^", [("H", ""), ("2", "sub"), ("SO", ""), ("4", "sub"), (" and x", ""), ("2", "sup")]),
        ("==marked *so*==", [("marked ", "highlight"), ("so", "highlight italic")]),
        ("x^2+y^2=z^2, ~10 to ~20, a==b and c==d, ~/a~/b", [("x^2+y^2=z^2, ~10 to ~20, a==b and c==d, ~/a~/b", "")]),
        ("2^10^ == `a==b==` [^no]", [("2", ""), ("10", "sup"), (" == ", ""), ("a==b==", "code"), (" [^no]", "")]),
    ],
)
def test_letters_are_raised_lowered_and_marked(text: str, spans: list[tuple[str, str]]) -> None:
    assert [(span.text, " ".join(sorted(span.marks))) for span in parse_inline(text)] == spans


def test_definitions_alerts_and_html_become_what_they_mean(do: Any, root: Path) -> None:
    Image.new("RGB", (40, 20), "red").save(root / "p.png")
    text = (
        "Term\n: Meaning one\n: - listed\n\n> [!WARNING]\n> Careful\n\n"
        "<p align='center'><img src='p.png' alt='P'></p>\n\n"
        "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>\n\nAn <a href='https://x.example'>a</a>"
    )
    assert do.document_from_markdown(path="d.docx", markdown=text).warnings == []
    said = [(each.style, each.text) for each in do.read_document(path="d.docx").items]
    assert said == [
        ("Normal", "**Term**"), ("List Continue", "Meaning one"), ("List Paragraph", "listed"),
        ("Quote", "**Warning:** Careful"), ("Normal", "![P](image1.png)"),
        ("Report Table", "| a | b |\n| --- | --- |\n| 1 | 2 |"), ("Normal", "An [a](https://x.example)"),
    ]  # fmt: skip


def test_signs_that_are_not_read_are_told(do: Any) -> None:
    text = "See <video src=x> and [[Page]].\n\n::: tip\nx\n:::\n\n## Head {#id}\n\n`<video>` a < b"
    said = do.document_from_markdown(path="d.docx", markdown=text).warnings
    assert [warning.rpartition("(")[2] for warning in said] == [
        "the tag <video>)", "a link in double brackets)", "a container)", "attributes in braces)",
    ]  # fmt: skip
    assert "<u-x>" not in do.insert_block(path="d.docx", text="plain <video>", plain=True).warnings
    assert do.insert_block(path="d.docx", text="more <video>").warnings


def test_a_title_that_the_first_heading_repeats_stands_once(do: Any) -> None:
    do.document_from_markdown(path="t.docx", markdown="---\ntitle: The Plan\n---\n\n# The plan\n\n## Part")
    assert [each.style for each in do.read_document(path="t.docx").items] == ["Title", "Heading 2"]


def test_lists_that_touch_stand_apart(do: Any, root: Path) -> None:
    do.document_from_markdown(path="l.docx", markdown="- a\n- b\n\n1. c\n2. d")
    found = docx.Document(str(root / "l.docx")).paragraphs
    apart = [one._p.find(".//{*}contextualSpacing") is not None for one in found]
    assert apart == [False, True, False, False]
    assert do.document_to_markdown(path="l.docx").markdown == "- a\n- b\n\n1. c\n2. d\n"


def test_links_that_would_run_something_are_left_out(do: Any, root: Path, parts: Any) -> None:
    text = "[a](javascript:alert(1)) [b](file:///etc/passwd) [c](#nowhere) [d](https://ok.example)"
    made = do.document_from_markdown(path="a.docx", markdown=text)
    assert len(made.warnings) >= 1
    rels = parts(root / "a.docx")["word/_rels/document.xml.rels"].decode()
    assert "javascript" not in rels and "passwd" not in rels and "ok.example" in rels


def test_a_link_in_a_footnote(do: Any, root: Path) -> None:
    text = "# Top\n\na[^1]\n\n[^1]: See [b](https://b.example) and [top](#top).\n"
    do.document_from_markdown(path="a.docx", markdown=text)
    assert do.document_to_markdown(path="a.docx").markdown == text
