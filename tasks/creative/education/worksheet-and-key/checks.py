"""Worksheet and key against the notes: same questions, room in the one, answers in the other, and no answer leaks."""

import re
import zipfile
from typing import Any

from deskworld_verifiers import (
    Submission,
    check,
    field_codes,
    lacks,
    mentions,
    picture_difference,
    pictures_in,
    same_picture,
    says_number,
    stray_figures,
)

NOTES, SHEET, KEY, PDF = "lesson/water-cycle.md", "out/worksheet.docx", "out/key.docx", "out/worksheet.pdf"
GREEN = "#1B6E3C"
PICTURES = {SHEET: "lesson/cycle.png", KEY: "lesson/cycle-labelled.png"}


def title(s: Submission) -> str:
    return re.findall(r"^# (.+)$", s.text(NOTES), re.MULTILINE)[0]


def sections(s: Submission) -> list[dict[str, Any]]:
    """The notes' sections: heading, instruction, points as a whole, table, questions that are still asked."""
    found: list[dict[str, Any]] = []
    for part in re.split(r"^## ", s.text(NOTES), flags=re.MULTILINE)[1:-1]:
        head, _, rest = part.partition("\n")
        intro = "" if re.match(r"\s*\d+\.", rest) else rest.strip().split("\n")[0]
        whole, each = re.search(r"\[(\d+) points?\]", intro), re.search(r"(\d+) points? each", intro)
        questions: list[dict[str, Any]] = []
        for words, marks, answer in re.findall(r"^\d+\. (.+?)(?: \[(.+)\])?\n +Answer: (.+)$", rest, re.MULTILINE):
            if "(old)" not in words:
                points = re.search(r"(\d+) points?", marks) or each
                lines = re.search(r"(\d+) lines?", marks)
                questions.append({
                    "words": words, "answer": answer, "box": "box" in marks, "points": int(points[1]) if points else 0,
                    "lines": int(lines[1]) if lines else 1,
                })  # fmt: skip
        rows = [
            [cell.strip() for cell in line.strip("|").split("|")] for line in rest.split("\n") if line.startswith("| ")
        ]
        found.append({
            "head": head.strip(), "intro": re.sub(r" ?\[.*\]", "", intro), "points": int(whole[1]) if whole else 0,
            "questions": questions, "rows": [row for row in rows if not row[0].startswith("---")],
        })  # fmt: skip
    return found


def questions(s: Submission) -> list[dict[str, Any]]:
    return [one for section in sections(s) for one in section["questions"]]


def points(s: Submission) -> int:
    return sum(section["points"] for section in sections(s)) + sum(one["points"] for one in questions(s))


def secrets(s: Submission) -> list[str]:
    """Every answer that a child could read off, were it there; true and false stand beside the boxes anyway."""
    cells = [cell.strip("=") for section in sections(s) for row in section["rows"] for cell in row if cell[:1] == "="]
    return [*(one["answer"] for one in questions(s) if not one["box"]), *cells]


def counted(count: int) -> str:
    return f"({count} point{'s' if count != 1 else ''})"


def body(s: Submission, path: str) -> list[tuple[str, str, Any]]:
    """Label, text and paragraph of everything with text below the title."""
    found = [one for one in s.document(path).paragraphs if one.text.strip()][1:]
    return [(one.numbering.label if one.numbering else "", " ".join(one.text.split()), one) for one in found]


def wanted(s: Submission, *, key: bool) -> list[tuple[str, str]]:
    """Label and text of each paragraph from the first section on; "_" is a line to write on."""
    found: list[tuple[str, str]] = []
    for section in sections(s):
        found.append(("", section["head"]))
        whole = f" {counted(section['points'])}" if section["points"] else ""
        found += [("", section["intro"] + whole)] if section["intro"] else []
        for number, one in enumerate(section["questions"], start=1):
            words = f"{one['words']} {counted(one['points'])}"
            if one["box"]:
                ticked = one["answer"] if key else ""
                boxes = [f"{'☒' if ticked == word else '☐'} {word}" for word in ("true", "false")]
                found.append((f"{number}.", " ".join([words, *boxes])))
            else:
                room = [("", one["answer"])] if key else [("", "_")] * one["lines"]
                found += [(f"{number}.", words), *room]
    return found


def compare(s: Submission, path: str, told: list[tuple[str, str]], *, key: bool) -> None:
    told = [(label, "_" if re.fullmatch(r"_{40,}", text) else text) for label, text in told]
    start = next((n for n, (_, text) in enumerate(told) if text == sections(s)[0]["head"]), 0)
    right = wanted(s, key=key)
    for got, want in zip(told[start:], right, strict=False):
        assert got == want, f"{path} says {got}, it should say {want}"
    assert len(told) - start == len(right), f"{path} has {len(told) - start} paragraphs, not {len(right)}"


@check("content")
def worksheet_asks_everything(s: Submission) -> None:
    """Questions in words and order of the notes, numbered anew in each section, with points and room to write."""
    compare(s, SHEET, [(label, text) for label, text, _ in body(s, SHEET)], key=False)
    above = [text for _, text, _ in body(s, SHEET)]
    above = above[: above.index(sections(s)[0]["head"])]
    assert any(re.search(r"Name\W*_{8,}.*Date\W*_{4,}", text) for text in above), f"where is the name? {above}"
    assert any(re.search(rf"Points: _+ (?:of|/) {points(s)}$", text) for text in above), f"of how many points? {above}"
    assert len(above) <= 2, f"above the first section stand {above}"


@check("content")
def key_answers_everything(s: Submission) -> None:
    """The same questions, with the answers instead of lines, in bold green."""
    compare(s, KEY, [(label, text) for label, text, _ in body(s, KEY)], key=True)
    above = [text for _, text, _ in body(s, KEY)]
    above = above[: above.index(sections(s)[0]["head"])]
    assert not above, f"above the first section stand {above}"
    answers = [one["answer"] for one in questions(s) if not one["box"]]
    for _, text, paragraph in body(s, KEY):
        looks = {run.text.strip(): (run.bold, run.color.upper()) for run in paragraph.runs if run.text.strip()}
        green = " ".join(words for words, look in looks.items() if look == (True, GREEN))
        ticked = re.findall(r"☒ \w+", text)
        right = text if text in answers else ticked[0] if ticked else ""
        assert green == right, f"in {text!r} bold and green is {green!r}, it should be {right!r}"


@check("content")
def tables_are_filled_in_the_key_only(s: Submission) -> None:
    """The cells to fill in are empty in the worksheet, and have the answers in the key; all others are the notes'."""
    rows = next(section["rows"] for section in sections(s) if section["rows"])
    for path in (SHEET, KEY):
        tables = s.document(path).tables
        assert len(tables) == 1, f"{path} has {len(tables)} tables"
        right = [
            [("" if path == SHEET else cell.strip("=")) if cell[:1] == "=" else cell for cell in row] for row in rows
        ]
        assert tables[0].rows == right, f"{path}: the table says {tables[0].rows}"
    for row, cells in zip(rows[1:], s.document(KEY).tables[0].cells[1:], strict=True):
        for said, cell in zip(row, cells, strict=True):
            green = {(run.bold, run.color.upper()) for run in cell[0].runs} == {(True, GREEN)}
            assert green is (said[:1] == "="), f"{said!r} is {'' if green else 'not '}bold and green in the key"
    head = next(section["head"] for section in sections(s) if section["rows"])
    assert rows[1][0] in s.document(SHEET).section_text(head), "the table is not in its section"


@check("content")
def nothing_leaks(s: Submission) -> None:
    """No answer anywhere in the worksheet: no part of the file, no page of the PDF, no box that is ticked."""
    s.document(SHEET)
    with zipfile.ZipFile(s.file(SHEET)) as parts:
        texts = {
            name: parts.read(name).decode("utf-8", "ignore")
            for name in parts.namelist()
            if name.endswith((".xml", ".rels"))
        }
        files = [name for name in parts.namelist() if "media/" in name]
    texts = {name: " ".join(re.sub(r"<w:[^>]*>", "", text).split()) for name, text in texts.items()}
    texts["the PDF"] = " ".join(s.pdf(PDF).text.split())
    for name, text in texts.items():
        there = mentions(text, *secrets(s))
        assert not there and "☒" not in text, f"{name} gives away {there or 'a box'}"
    assert len(files) == 1, f"the worksheet holds the pictures {files}"


@check("format")
def picture_of_the_right_kind(s: Submission) -> None:
    """The picture with letters in the worksheet, the one with words in the key, where it belongs, described, wide."""
    section = next(one for one in sections(s) if one["head"] == "The picture")
    for path, picture in PICTURES.items():
        facts = s.document(path)
        blobs = pictures_in(s.file(path))
        assert len(blobs) == 1 and same_picture(blobs[0], s.file(picture)), f"{path} does not show {picture}"
        likest = min(PICTURES.values(), key=lambda each: picture_difference(blobs[0], s.file(each)))
        assert likest == picture, f"{path} shows {likest}, not {picture}"
        shown, page = facts.pictures[0], facts.sections[0]
        room = page.width - page.left - page.right
        assert room * 0.7 <= shown.width <= room + 1, (
            f"{path}: the picture is {shown.width:.0f} of {room:.0f} points wide"
        )
        assert abs(shown.width / shown.height * shown.pixel_height / shown.pixel_width - 1) < 0.02, (
            f"{path}: it is stretched"
        )
        assert len(shown.alt.split()) >= 6 and mentions(shown.alt, "mountain", "mountains"), f"{path}: {shown.alt!r}"
        assert mentions(shown.alt, "water", "stream", "river", "sea", "ocean", "lake"), f"{path}: {shown.alt!r}"
        words = [one["answer"] for one in section["questions"]] if path == KEY else []
        letters = [one for one in "ABC" if not re.search(rf"\b{one}\b", shown.alt)]
        assert not letters and not lacks(shown.alt, *words), f"{path}: {shown.alt!r} lacks {letters or words}"
        assert not stray_figures(shown.alt), f"{path}: {shown.alt!r}"
        lines = facts.paragraphs
        place = next((n for n, one in enumerate(lines) if one.text.strip() == section["intro"]), len(lines))
        following = lines[place + 1].text if place + 1 < len(lines) else "nothing"
        assert not following.strip(), f"{path}: {following!r} stands where the picture should"


@check("format")
def made_for_paper(s: Submission) -> None:
    """Letter paper, real headings, text of 12 points or more, page numbers, titles in place and property."""
    for path, words in ((SHEET, title(s)), (KEY, f"Answer key: {title(s)}")):
        facts = s.document(path)
        assert facts.paragraphs[0].text == words and facts.title in (words, title(s)), (
            f"{path} is called {facts.title!r}"
        )
        assert facts.paragraphs[0].style == "Title" or facts.paragraphs[0].heading == 1
        heads = [one.text.strip() for one in facts.outline if one.text.strip() != words]
        assert heads == [section["head"] for section in sections(s)], f"{path}: the headings are {heads}"
        page = facts.sections[0]
        assert (round(page.width), round(page.height)) == (612, 792), f"{path} is {page.width} x {page.height}"
        assert field_codes(facts, "PAGE") and field_codes(facts, "NUMPAGES"), (
            f"{path}: page and pages are not in the foot"
        )
        assert mentions(page.footer, "page"), f"{path}: the foot says {page.footer!r}"
        cells = [one for table in facts.tables for row in table.cells for cell in row for one in cell]
        small = [
            run.text for one in [*facts.paragraphs, *cells] for run in one.runs if run.size < 12 and run.text.strip()
        ]
        assert not small, f"{path}: smaller than 12 points: {small}"


@check("rendered")
def clean_pages(s: Submission) -> None:
    """No finding in the file or on its pages; no line to write on breaks; two pages, none empty."""
    from deskworld_artifacts.inspection.document.layout import check as lay_out

    for path in (SHEET, KEY):
        assert s.document(path).text, f"{path} is empty"
        found, _ = lay_out(s.file(path))
        assert not found.findings, [finding.message for finding in found.findings]
        assert not [view.label for view in s.rendered(path) if view.blank], f"{path} has an empty page"
    broken = [line for line in s.pdf(PDF).text.splitlines() if re.fullmatch(r"_{1,39}", line.strip())]
    assert not broken, "a line to write on goes on in the next"
    assert len(s.pdf(PDF).pages) == len(s.rendered(SHEET)) == 2, f"it has {len(s.rendered(SHEET))} pages"
    assert len(s.rendered(KEY)) <= 4, f"the key of two pages has {len(s.rendered(KEY))}"
    there = re.sub(r"\W+", "", s.pdf(PDF).text)
    lost = [text for _, text in wanted(s, key=False) if re.sub(r"\W+", "", text) not in there]
    assert not lost, f"the PDF lacks {lost}"


@check("tools")
def looked_and_printed_last(s: Submission) -> None:
    """Both were looked at after their last change, and the PDF was made after the worksheet's."""
    for path in (SHEET, KEY):
        assert s.trajectory.rendered_after_last_change(path), f"{path} was changed after the last look at it"
    assert s.trajectory.made_after(PDF, SHEET), "the PDF is older than the worksheet"


@check("answer")
def tells_how_much(s: Submission) -> None:
    """How many questions and points, and that the old question was left out."""
    asked = sum(len(section["questions"]) or 1 for section in sections(s))
    assert says_number(s.answer, asked) and says_number(s.answer, points(s)), f"{asked} questions, {points(s)} points"
    assert not lacks(s.answer, "hail") or mentions(s.answer, "question 7", "marked (old)"), "what was left out?"
    strays = stray_figures(s.answer, asked, points(s), SHEET, KEY, PDF, 7, 5)
    assert not strays, f"the answer says {strays}"
