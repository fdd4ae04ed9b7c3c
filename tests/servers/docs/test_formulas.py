"""Formulas: LaTeX in Markdown becomes Word's equations and comes back; what can't be turned stays, and is found."""

from pathlib import Path
from typing import Any

import pytest
from deskworld_docs.formulas.building import equation
from deskworld_docs.formulas.latex import FormulaError
from deskworld_docs.formulas.telling import latex_of
from deskworld_docs.markdown import parse_blocks, parse_inline, write_inline
from deskworld_docs.markdown.model import Span
from docx import Document
from lxml import etree
from PIL import Image

FORMULAS = (
    r"E = mc^2", r"x = \frac{-b \pm \sqrt{b^2-4ac}}{2a}", r"\sum_{i=1}^{n} i^2 + 1", r"\int_0^\infty e^{-x}\,dx",
    r"\sqrt[3]{x}", r"\left( \frac12 \right)^2", r"(x_i-\mu)^2", r"\begin{pmatrix}1&2\\3&4\end{pmatrix}",
    r"\begin{cases}x&y>0\\z&\text{else}\end{cases}", r"\begin{aligned}a&=b\\&=d\end{aligned}", r"\hat{x}+\vec{v}",
    r"\overline{AB}\,\underline{x}", r"\mathbb{R}\mathcal{L}\mathbf{x}\mathfrak{g}", r"\mathrm{d}x \mathrm{kg}",
    r"\lim_{x\to0}\frac{\sin x}{x}", r"\sin^2 x + \cos(2x)", r"x' f''(x)", r"\binom{n}{k}", r"|x| \left|x\right|",
    r"\underbrace{a+b}_{n}", r"12.5\% \{a\} \# \_", r"\operatorname{argmax}_x f", r"\overset{!}{=}", r"x_{i,j}^{2}",
    r"\boxed{x}", r"\iint\limits_D f", r"a \not= b \le c", r"{}_2F_1", r"20\,^\circ\mathrm{C}", r"\text{CO}_2",
    r"\forall x \in \mathbb{R}: x^2 \geq 0", r"\langle x,y\rangle \lfloor x \rfloor", r"\sum", r"é漢α",
    r"\max_{x \in S} f(x)", r"\ln\left(\frac{a}{b}\right)", r"\begin{array}{lcr}a&b&c\end{array}", r"x^{y^{z}}",
)  # fmt: skip
"""What people write."""


@pytest.mark.parametrize("latex", FORMULAS)
@pytest.mark.parametrize("display", [False, True])
def test_a_formula_comes_back_as_the_same_formula(latex: str, display: bool) -> None:
    made = equation(latex, display=display)
    told = latex_of(made)
    again = equation(told, display=display)
    assert etree.tostring(again) == etree.tostring(made)
    assert latex_of(again) == told and "|" not in told and "\n" not in told


def test_what_is_common_comes_back_as_it_was_written() -> None:
    for said in (r"E=mc^2", r"\frac{a}{b}", r"x_1^2", r"\sqrt{x+1}", r"\sum_{i=1}^n i^2", r"(a+b)^2", r"\alpha\beta"):
        assert latex_of(equation(said)) == said


@pytest.mark.parametrize(
    ("latex", "why"),
    [
        (r"\foo{x}", r"\\foo is not known"), (r"\frac{", "braces"), ("a}", "braces"), ("a & b", "table's rows"),
        ("a \\\\ b", "line break"), (r"\ce{H2O}", "not known"), (r"\left( x", "match"), ("", "empty"),
        ("x_", "missing"),
        ("{" * 90 + "}" * 90, "deep"), ("x_1_2", "two subscripts"), (r"\cancel{x}", "Word's"), ("x" * 5000, "letters"),
        (r"\begin{tabular}{l}a\end{tabular}", "not known"),
    ],
)  # fmt: skip
def test_what_word_has_no_form_for_is_an_error_that_says_why(latex: str, why: str) -> None:
    with pytest.raises(FormulaError, match=why):
        equation(latex)


@pytest.mark.parametrize(
    "text",
    ["from $5 to $10", "US$30 and US$40", "$HOME/bin:$PATH", "a $ b $ c", "costs $5, that is 5$ more", r"\$x\$", "$$",
     "$20,000 for Bob, 30$ for Eve", "one $ alone"],
)  # fmt: skip
def test_money_and_variables_are_no_formulas(text: str) -> None:
    spans = parse_inline(text)
    assert all(span.kind == "text" for span in spans)
    assert parse_inline(write_inline(spans)) == spans


def test_what_reads_as_a_formula_by_chance_is_written_so_that_it_does_not() -> None:
    for said in ("$x^2$", "if $a_1$ then", "$$y$$", "**"):
        spans = [Span(said)]
        assert parse_inline(write_inline(spans)) == spans


def test_formulas_stand_in_lines_and_alone() -> None:
    blocks = parse_blocks("The $n$th $a_n$.\n\n$$\nx\n+ y\n$$\n\n- $$z$$\n")
    assert blocks[0].spans[1] == Span("n", kind="math")
    assert blocks[1].spans == [Span("x\n+ y", kind="math", title="display")]
    assert blocks[2].blocks[0].blocks[0].spans == [Span("z", kind="math", title="display")]


def test_markdown_makes_real_equations_and_gets_them_back(do: Any, root: Path) -> None:
    text = "# Energy $E=mc^2$\n\nSo $\\frac{a}{b}$ and[^1] more.\n\n$$x=1$$\n\n| f |\n| --- |\n| $x_1$ |\n"
    text += "\n[^1]: As $y$."
    made = do.document_from_markdown(path="f.docx", markdown=text)
    assert made.warnings == []
    xml = etree.tostring(Document(str(root / "f.docx")).element).decode()
    assert xml.count("<m:oMath ") + xml.count("<m:oMath>") == 4 and xml.count("oMathPara>") == 1
    assert do.document_to_markdown(path="f.docx").markdown.strip() == text
    assert "$\\frac{a}{b}$" in [b.text for b in do.read_document(path="f.docx").items][1]
    assert do.check_document(path="f.docx").verdict == "clean"


def test_a_formula_that_can_not_be_turned_stays_and_is_found(do: Any) -> None:
    made = do.document_from_markdown(path="f.docx", markdown="The $\\foo{x}$ is `$\\bar{y}$`.\n\n```\n$\\alpha$\n```\n")
    assert "\\foo is not known" in made.warnings[0]
    (found,) = do.check_document(path="f.docx", kinds=["typed_formula"]).items
    assert (found.block, "\\foo" in found.message) == (1, True)


def test_equations_of_others_are_told(do: Any, root: Path) -> None:
    from docx.oxml.parser import parse_xml

    space = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
    document = Document()
    document.add_paragraph("So ")._p.append(
        parse_xml(
            f"<m:oMath {space}><m:r><m:t>\U0001d465</m:t></m:r><m:r><m:t>=</m:t></m:r><m:nary><m:naryPr/><m:sub><m:r>"
            "<m:t>0</m:t></m:r></m:sub><m:sup><m:r><m:t>1</m:t></m:r></m:sup><m:e><m:r><m:t>\U0001d6fc</m:t></m:r></m:e>"
            "</m:nary><m:eqArr><m:e><m:r><m:t>a&amp;=b</m:t></m:r></m:e><m:e><m:r><m:t>&amp;=c</m:t></m:r></m:e>"
            "</m:eqArr></m:oMath>"
        )
    )
    document.save(str(root / "o.docx"))
    assert do.read_document(path="o.docx").items[0].text == (
        "So $x=\\int_0^1 \\alpha\\begin{aligned}a&=b \\\\ &=c\\end{aligned}$"
    )


def test_a_header_holds_formulas_too(do: Any, root: Path) -> None:
    do.document_from_markdown(path="f.docx", markdown="Words")
    do.set_header_footer(path="f.docx", header="For $x^2$ | | costs $5")
    (part,) = (section.header for section in Document(str(root / "f.docx")).sections)
    said = etree.tostring(part._element).decode()
    assert "sSup" in said and "costs $5" in said


def test_tracked_changes_hold_formulas_both_ways(do: Any, root: Path) -> None:
    do.document_from_markdown(path="f.docx", markdown="One $x^2$ here.\n\nTwo\n\nThree")
    do.track_changes(path="f.docx", author="Maya Lindqvist")
    do.insert_block(path="f.docx", text="New $y_1$\n\n$$z=1$$", after="2")
    do.update_block(path="f.docx", block="1", text="Changed $a$ now")
    whole = (root / "f.docx").read_bytes()

    def texts() -> list[str]:
        return [block.text for block in do.read_document(path="f.docx").items]

    do.accept_revisions(path="f.docx")
    assert texts() == ["Changed $a$ now", "Two", "New $y_1$", "$$z=1$$", "Three"]
    (root / "f.docx").write_bytes(whole)
    do.reject_revisions(path="f.docx")
    assert texts() == ["One $x^2$ here.", "Two", "Three"]


def test_a_changed_formula_is_a_change(do: Any) -> None:
    do.document_from_markdown(path="a.docx", markdown="One $x^2$ here.\n\n$$y$$")
    do.document_from_markdown(path="b.docx", markdown="One $x^3$ here.")
    found = {one.change: one.detail for one in do.compare_documents(path="a.docx", other="b.docx").items}
    assert found == {"text": "One [-$x^2$-]{+$x^3$+} here.", "paragraph removed": "$y$"}
    do.redline_documents(path="a.docx", other="b.docx", target="c.docx", author="Maya Lindqvist")
    do.reject_revisions(path="c.docx")
    assert [block.text for block in do.read_document(path="c.docx").items] == ["One $x^2$ here.", "$$y$$"]


def test_formulas_are_seen_on_pages(do: Any, root: Path) -> None:
    """On the page with them stands more ink than on one where their paragraphs are empty."""
    ink: list[int] = []
    for name, formula in (("with.docx", r"$$\sum_{i=1}^{n} i^2 = \frac{n(n+1)}{6}$$"), ("without.docx", "&nbsp;")):
        made = do.document_from_markdown(path=name, markdown=f"# Sums\n\n{formula}\n\nThat is all.")
        assert not [each for each in made.warnings if "Math" in each]
        (picture,) = do.export_document_pictures(path=name, folder=f"{name}-pages").files
        with Image.open(root / picture) as page:
            ink.append(page.convert("L").point([255 if level < 128 else 0 for level in range(256)]).histogram()[255])
    assert ink[0] > ink[1] + 400


def test_formulas_are_told_where_words_are(do: Any) -> None:
    made = do.document_from_markdown(path="f.docx", markdown="# Of $E$\n\nEnergy $E=mc^2$ is *mass* here.")
    assert do.find_document_text(path="f.docx", query="mass").items[0].text == "Energy $E=mc^2$ is mass here."
    assert "Energy $E=mc^2$ is mass" in made.verified
    assert do.get_document_outline(path="f.docx").items[0].text == "Of $E$"


@pytest.mark.parametrize(
    ("latex", "told"),
    [
        (r"\begin{pmatrix*}[r]1&2\end{pmatrix*}", r"\begin{pmatrix}1 & 2\end{pmatrix}"),
        (r"\begin{dcases}1&x\\0&y\end{dcases}", r"\begin{cases}1 & x \\ 0 & y\end{cases}"),
        (r"\begin{multline}a\\b\end{multline}", r"\begin{matrix}a \\ b\end{matrix}"),
    ],
)
def test_environments_that_the_library_does_not_know(latex: str, told: str) -> None:
    assert latex_of(equation(latex, display=True)) == told


def test_one_sided_cases_have_their_brace_on_the_right() -> None:
    assert "}" in latex_of(equation(r"\begin{rcases}1\\2\end{rcases}=x", display=True)).replace("\\end{", "")
