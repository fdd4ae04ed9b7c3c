"""Formulas in TeX that a Markdown text holds: drawn, or told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pikepdf
import pytest
from deskworld_pdf.formulas import words_of
from deskworld_pdf.setting import page_of


def test_formulas_are_drawn_and_money_is_not(do: Any, root: Path) -> None:
    text = "# On $E = mc^2$\n\n" r"$\frac{a}{b}$ from $5 to $10, US$30 and $x$." "\n\n$$\n\\sum_{i=1}^n x_i\n$$\n"
    done = do.pdf_from_markdown(target="a.pdf", markdown=text)
    assert done.warnings == []
    said = do.read_pdf_text(path="a.pdf").pages[0].text
    assert "from $5 to $10, US$30 and" in said and "\\" not in said and "$x$" not in said
    with pikepdf.open(root / "a.pdf") as pdf:
        assert pdf.docinfo["/Title"] == "On E = mc^2"
        left, bottom, right, top = (float(each) for each in pdf.pages[0].mediabox)
    assert (right - left, top - bottom) == pytest.approx((595.28, 841.89), abs=0.01)


def test_rows_are_drawn_one_below_the_other() -> None:
    body, _, left = page_of("\\begin{align}\na &= b \\\\\nc &= \\tfrac{d}{e}\n\\end{align}", look="plain", title="")
    assert body.count("<svg") == 2 and left == []
    assert page_of(r"$$\displaystyle a \le b \implies c$$", look="plain", title="")[2] == []


def test_tex_that_is_not_known_stays_and_is_told(do: Any) -> None:
    done = do.pdf_from_markdown(target="a.pdf", markdown=r"$$\begin{pmatrix} 1 & 2 \end{pmatrix}$$ and $\nosuchsign$")
    assert "2 formulas" in done.warnings[0] and "pmatrix" in done.warnings[0]
    assert "\\begin{pmatrix} 1 & 2" in do.read_pdf_text(path="a.pdf").pages[0].text


def test_the_words_of_a_drawing_are_its_tex() -> None:
    body = page_of("# $a < b$ here", look="plain", title="")[0]
    assert "a &lt; b here" in words_of(body)
