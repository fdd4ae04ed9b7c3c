"""The report against the labels (expected.py) and the price list that lies in the workspace."""

import re
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace
from typing import Any

from deskworld_verifiers import (
    Submission,
    check,
    field_codes,
    headings_of,
    legibility,
    mentions,
    pictures_in,
    records_of,
    says_number,
    stray_days,
    stray_figures,
)

printed = SimpleNamespace(**run_path(str(Path(__file__).with_name("expected.py"))))
LIST, REPORT, LABELS = printed.LIST, printed.REPORT, printed.LABELS
TITLE = "Label audit, Fifth Street Market"
HEADS = ["Photo", "Code", "What is wrong", "Label says", "List says"]
WORDS = {"Price": ("price", "cost", "costs"), "Size": ("size", "weight"), "Name": ("name", "spelled", "spelling"),
         "Not on the list": ("list", "listed")}  # fmt: skip


def prices(s: Submission) -> list[list[Any]]:
    sheet = s.workbook(LIST).sheet("Prices")
    return sheet.rows(f"A2:E{sheet.row_count}")


def wrong(s: Submission) -> list[dict[str, Any]]:
    """The wrong labels in order: photo, place in it, code, name, what, and what label and list say."""
    found: list[dict[str, Any]] = []
    for photo, place, label, entry, what in printed.wrong(prices(s)):
        said, listed = part(label, what), part(entry, what) if entry else ""
        found.append({"photo": photo, "place": place, "code": label[3], "name": label[0], "what": what,
                      "said": said, "listed": listed})  # fmt: skip
    return found


def part(entry: Any, what: str) -> str:
    return {"Size": entry[1], "Price": f"${entry[2]:.2f}"}.get(what, entry[0])


def others(s: Submission, line: dict[str, Any]) -> list[str]:
    """Codes and names of all other labels."""
    labels = [label for found in LABELS.values() for label in found if label[3] != line["code"]]
    return [text for label in labels for text in (label[0], label[3])]


def pictures(s: Submission) -> list[bytes]:
    assert s.document(REPORT).pictures, "the report has no picture"
    return pictures_in(s.file(REPORT))


@check("format")
def built_as_asked(s: Submission) -> None:
    """A title, the two headings in their order, one table, page numbers in the footer, nothing to object to."""
    facts = s.document(REPORT)
    heads = [text for _, text in headings_of(facts)]
    assert [text for text in heads if text in ("Findings", "Evidence")] == ["Findings", "Evidence"], heads
    assert len(heads) <= 3, f"more headings than asked for: {heads}"
    first = facts.paragraphs[0]
    assert first.style.lower() in ("title", "titel", "heading 1"), (
        f"the report begins with {first.text!r} ({first.style}), not with a title"
    )
    assert first.text.strip() == TITLE, f"the title is {first.text!r}"
    assert len(facts.tables) == 1, f"{len(facts.tables)} tables"
    assert field_codes(facts, "PAGE") and field_codes(facts, "NUMPAGES"), "there are no page numbers"
    paper = {(round(section.width), round(section.height)) for section in facts.sections}
    assert paper == {(612, 792)}, f"pages of {sorted(paper)} points, US Letter is 612 by 792"
    footers = [section.footer.strip() for section in facts.sections]
    assert all(re.fullmatch(r"Page\s+\d*\s*of\s+\d*", footer) for footer in footers), f"footers: {footers}"
    assert not facts.findings, [finding.message for finding in facts.findings]


@check("content")
def says_how_many(s: Submission) -> None:
    """Between title and Findings: how many labels were checked, how many are wrong, no other figure."""
    texts = [paragraph.text for paragraph in s.document(REPORT).paragraphs if paragraph.text.strip()]
    assert "Findings" in texts, "there is no heading Findings"
    said = " ".join(texts[1 : texts.index("Findings")])
    count, bad = sum(map(len, LABELS.values())), len(wrong(s))
    words = {12: "twelve", 4: "four", 5: "five", 3: "three"}
    for number in (count, bad):
        assert says_number(said, number, digits=1) or mentions(said, words.get(number, str(number))), (
            f"{number}: {said!r}"
        )
    assert not stray_figures(said, count, bad, count - bad, 4, printed.TODAY), said
    assert not stray_days(said, printed.TODAY), said


@check("content")
def findings_are_right(s: Submission) -> None:
    """A row for each wrong label in the order of the photos, and none for a right one."""
    rows = records_of(s.document(REPORT), *HEADS)
    assert list(rows[0] if rows else []) == HEADS, f"the table's columns are {list(rows[0] if rows else [])}"
    lines = wrong(s)
    assert [row["Code"].strip() for row in rows] == [line["code"] for line in lines], (
        f"codes {[row['Code'] for row in rows]}, should be {[line['code'] for line in lines]}"
    )
    for row, line in zip(rows, lines, strict=True):
        got = [row[head].strip() for head in HEADS]
        right = [line["photo"].rpartition("/")[2], line["code"], line["what"], line["said"], line["listed"]]
        if not line["listed"]:
            got[4] = got[4].strip("-–— ")
        assert got == right, f"{line['code']}: {got}, should be {right}"


@check("content")
def evidence_shows_the_labels(s: Submission) -> None:
    """One picture a wrong label, in order: only that label, whole, upright, cut out at the photo's own pixels."""
    found, lines = pictures(s), wrong(s)
    assert len(found) == len(lines), f"{len(found)} pictures for {len(lines)} wrong labels"
    for png, line in zip(found, lines, strict=True):
        spot = place_in(png, s.file(line["photo"]))
        assert spot, f"{line['code']}: the picture is not cut out of {line['photo']} as it is"
        left, top, right, bottom = printed.BOXES[line["place"]]
        assert spot[0] <= left + 4 and spot[1] <= top + 4 and spot[2] >= right - 4 and spot[3] >= bottom - 4, (
            f"{line['code']}: the cut {spot} does not hold the whole label {printed.BOXES[line['place']]}"
        )
        rim = max(left - spot[0], top - spot[1], spot[2] - right, spot[3] - bottom)
        assert rim <= 20, f"{line['code']}: the cut {spot} has {rim} pixels around the label"
        text = legibility(png, f"{line['code']}")
        assert text > 0.8, f"{line['code']} can't be read in its picture"


def place_in(png: bytes, photo: Path) -> tuple[int, int, int, int] | None:
    """Where a cut lies in the upright photo, pixel for pixel; None where it doesn't."""
    from io import BytesIO

    import cv2
    import numpy
    from PIL import Image, ImageOps

    with Image.open(photo) as whole:
        upright = ImageOps.exif_transpose(whole).convert("L")
    with Image.open(BytesIO(png)) as opened:
        cut = opened.convert("L")
    if cut.width > upright.width or cut.height > upright.height or min(cut.size) < 40:
        return None
    scores = cv2.matchTemplate(numpy.asarray(upright), numpy.asarray(cut), cv2.TM_CCOEFF_NORMED)
    _, best, _, (left, top) = cv2.minMaxLoc(scores)
    return (left, top, left + cut.width, top + cut.height) if best > 0.9 else None


@check("format")
def pictures_are_told(s: Submission) -> None:
    """Alt text and caption of each picture name its product or code and what is wrong, and those of no other."""
    facts, lines = s.document(REPORT), wrong(s)
    shown = facts.pictures
    assert len(shown) == len(lines), f"{len(shown)} pictures"
    for picture, line in zip(shown, lines, strict=True):
        assert picture.width >= 120 and picture.pixel_width, f"{line['code']}: shown only {picture.width} pt wide"
        ratio = picture.width / picture.height * picture.pixel_height / picture.pixel_width
        assert abs(ratio - 1) < 0.03, f"{line['code']}: distorted by {ratio:.2f}"
        said_well(s, picture.alt, line, "alt text", words=True)
    captions = [p.text for p in facts.paragraphs if p.style.lower() in ("caption", "beschriftung")]
    assert len(captions) == len(lines), f"captions: {captions}"
    for text, line in zip(captions, lines, strict=True):
        assert line["code"] in text, f"the caption {text!r} lacks {line['code']}"
        said_well(s, re.sub(r"^(Figure|Abbildung)\s*\d+\W*", "", text), line, "caption", words=False)


def said_well(s: Submission, text: str, line: dict[str, Any], what: str, *, words: bool) -> None:
    """A text on a label is on this one: its product, its fault, no figure or name of another."""
    correct = [line["listed"]] if line["what"] == "Name" else []
    assert not words or mentions(text, line["name"], *correct), f"{what} of {line['code']} lacks the product: {text!r}"
    assert not words or mentions(text, *WORDS[line["what"]], line["said"]), f"{what} of {line['code']}: {text!r}"
    strange = mentions(text, *others(s, line))
    assert not strange, f"{what} of {line['code']} is on {strange}: {text!r}"
    label = next(label for label in LABELS[line["photo"]] if label[3] == line["code"])
    known = [line["code"], line["photo"].rpartition("/")[2], label[1], label[2], line["said"], line["listed"]]
    known += [float(line["listed"][1:]) if line["listed"].startswith("$") else 0, printed.TODAY, line["name"]]
    strays = stray_figures(text, *[each for each in known if each != ""])
    assert not strays, f"{what} of {line['code']} says {strays}: {text!r}"


@check("rendered")
def pages_show(s: Submission) -> None:
    """The report is two pages at most where it is laid out, and none is blank."""
    views = s.rendered(REPORT)
    assert 1 <= len(views) <= 3 and not [view.label for view in views if view.blank], f"{len(views)} pages"


@check("tools")
def photos_read_and_report_seen(s: Submission) -> None:
    """Each photo was read or seen before the report was begun; the report was seen after its last change."""
    calls = list(s.trajectory)
    first = next((n for n, call in enumerate(calls) if call.changed(REPORT)), len(calls))
    unread = [photo for photo in LABELS if not any(call.ok and call.touches(photo) for call in calls[:first])]
    assert not unread, f"nobody read {unread}"
    assert s.trajectory.rendered_after_last_change(REPORT), "nobody looked at the finished report"


@check("answer")
def tells_which_and_why(s: Submission) -> None:
    """The wrong codes with their faults, and no right one."""
    lines = wrong(s)
    parts = {line["code"]: s.answer.find(line["code"]) for line in lines}
    assert min(parts.values()) >= 0, f"not named: {[code for code, at in parts.items() if at < 0]}"
    right = [label[3] for labels in LABELS.values() for label in labels if label[3] not in parts]
    assert not mentions(s.answer, *right), f"these are right: {mentions(s.answer, *right)}"
    ends = sorted([*parts.values(), len(s.answer)])
    for line in lines:
        start = parts[line["code"]]
        said = s.answer[start : ends[ends.index(start) + 1]]
        assert mentions(said, *WORDS[line["what"]], line["said"]), f"what is wrong with {line['code']}? {said!r}"
        said_well(s, said, line, "the answer", words=False)
    begin = s.answer[: ends[0]]
    assert not stray_figures(begin, REPORT, sum(map(len, LABELS.values())), len(lines), 8, printed.TODAY), begin
