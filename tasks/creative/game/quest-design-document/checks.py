"""The document against the tables: every quest, requirement and line of dialogue, and what is wrong in them told."""

import re
from typing import Any

from deskworld_verifiers import (
    Submission,
    check,
    contents_of,
    field_codes,
    heading_pages,
    headings_of,
    mentions,
    picture_difference,
    pictures_in,
    records_of,
    same_picture,
    says_number,
    stray_figures,
)

BOOK, PDF, MAP = "out/quest-design.docx", "out/quest-design.pdf", "out/quest-map.png"
TITLE, AUTHOR = "Lantern Tides: Quests", "Design assistant"
REGIONS = ["Gull Harbor", "Kelp Forest", "Storm Isles"]


def quests(s: Submission) -> list[dict[str, Any]]:
    """The quests that are not cut, in the order of their IDs, `needs` as a list."""
    rows = [{**row, "needs": [one for one in row["requires"].split(";") if one]} for row in s.table("quests.csv")]
    return sorted((row for row in rows if row["status"] != "cut"), key=lambda row: row["id"])


def dialogue(s: Submission, quest: str) -> list[list[str]]:
    """Number, speaker and words of each line, in its highest version."""
    latest: dict[int, Any] = {}
    for row in sorted(s.table("dialogue.csv"), key=lambda row: int(row["version"])):
        if row["quest"] == quest:
            latest[int(row["line"])] = row
    return [[str(line), row["speaker"], row["text"]] for line, row in sorted(latest.items())]


def circles(s: Submission) -> list[set[str]]:
    """Quests that require each other, directly or not; each circle once."""
    needs = {row["id"]: set(row["needs"]) for row in quests(s)}
    reach = {quest: set(first) for quest, first in needs.items()}
    for _ in reach:
        for goals in reach.values():
            goals |= {further for goal in set(goals) for further in reach.get(goal, set())}
    found: list[set[str]] = []
    for quest in sorted(reach):
        circle = {other for other in reach if other in reach[quest] and quest in reach[other]}
        if circle and circle not in found:
            found.append(circle)
    return found


def cases(s: Submission) -> list[set[str]]:
    """What is wrong: circles, and requirements that are not there any more, each as the quests of the case."""
    there = {row["id"] for row in quests(s)}
    return circles(s) + [{row["id"], need} for row in quests(s) for need in row["needs"] if need not in there]


def head(row: dict[str, Any]) -> str:
    return f"{row['id']} {row['title']}"


@check("content")
def chapters_and_sections(s: Submission) -> None:
    """Title, overview, map, regions in order, each with its quests by ID; no cut one."""
    facts = s.document(BOOK)
    right = [(1, "Overview"), (1, "Quest map")]
    for region in REGIONS:
        right += [(1, region), *((2, head(row)) for row in quests(s) if row["region"] == region)]
    assert headings_of(facts) == right, f"the headings are {headings_of(facts)}"
    assert (facts.paragraphs[0].text, facts.paragraphs[0].style) == (TITLE, "Title"), "the title is missing"
    cut = [row["title"] for row in s.table("quests.csv") if row["status"] == "cut"]
    assert not mentions(facts.text, *cut), "a quest that was cut is in the document"


@check("content")
def overview_is_right(s: Submission) -> None:
    """All quests by level and ID, with their figures and requirements, and the totals."""
    heads = ["ID", "Quest", "Region", "Giver", "Level", "XP", "Coins", "Requires"]
    rows = records_of(s.document(BOOK), *heads)
    right = [
        [row["id"], row["title"], row["region"], row["giver"], row["level"], row["xp"], row["coins"], ", ".join(row["needs"])]
        for row in sorted(quests(s), key=lambda row: (int(row["level"]), row["id"]))
    ]  # fmt: skip
    told = [[row[name].strip(" –—-") for name in heads] for row in rows]
    assert told[:-1] == right, f"the table says {[row for row in told[:-1] if row not in right] or 'another order'}"
    total = [str(sum(int(row[name]) for row in quests(s))) for name in ("xp", "coins")]
    last = [cell.replace(",", "") for cell in told[-1]]
    assert last[0] == "Total" and last[5:7] == total and not "".join(last[1:5] + last[7:]), (
        f"the last row says {told[-1]}"
    )
    table = next(one for one in s.document(BOOK).tables if one.rows[0] == heads)
    sides = {cell[0].alignment for row in table.cells[1:] for cell in row[5:7]}
    assert sides <= {"right", "end"}, f"the figures stand {sorted(sides)}"


@check("format")
def overview_reads_well(s: Submission) -> None:
    """It begins a page, each row is one line, 9 to 11 points, and the total alone is bold."""
    table = next((one for one in s.document(BOOK).tables if one.rows[0][0] == "ID"), None)
    assert table, "there is no table of all quests"
    looks = [[(run.bold, run.size) for cell in row for one in cell for run in one.runs] for row in table.cells]
    assert all(9 <= size <= 11 for row in looks for _, size in row), "it is too small or too large"
    bold = [table.rows[n][0] for n, row in enumerate(looks) if n and any(bold for bold, _ in row)]
    assert bold == ["Total"] and all(is_bold for is_bold, _ in looks[-1]), f"bold are {bold}"
    page = next((one.text for one in s.pdf(PDF).pages if "Overview" in one.text and "Contents" not in one.text), "")
    lines = [re.sub(r"\s+", "", line) for line in page.splitlines()]
    assert lines and "Overview" in lines[:3], "the overview does not begin a page"
    broken = [row[0] for row in table.rows if re.sub(r"\s+", "", "".join(row)) not in lines]
    assert not broken, f"rows of more than one line: {broken}"


@check("content")
def each_quest_is_told(s: Submission) -> None:
    """Summary, giver, level, requirements, reward, and the dialogue in its last version, in each section."""
    facts = s.document(BOOK)
    for row in quests(s):
        text = [line for line in facts.section_text(head(row)).split("\n") if line.strip()]
        needs = ", ".join(row["needs"]) or "nothing"
        line = f"Giver: {row['giver']}. Level {row['level']}. Requires: {needs}. Reward: {row['xp']} XP, {row['coins']} coins."
        right = [row["summary"], line, "Line\tSpeaker\tWords", *("\t".join(said) for said in dialogue(s, row["id"]))]
        wrong = [f"{a!r} should be {b!r}" for a, b in zip(text, right, strict=False) if a.strip() != b]
        assert not wrong and len(text) == len(right), f"{head(row)}: {wrong or text}"


@check("format")
def tables_repeat_their_headings(s: Submission) -> None:
    """Each table's first row repeats; all tables have one style."""
    tables = s.document(BOOK).tables
    assert len(tables) == 1 + len(quests(s)), f"there are {len(tables)} tables"
    wrong = [table.rows[0] for table in tables if not table.header_repeats]
    assert not wrong, f"these headings do not repeat: {wrong}"
    assert len({table.style for table in tables}) == 1, f"styles of tables: {sorted({table.style for table in tables})}"


@check("format")
def contents_and_foot(s: Submission) -> None:
    """The contents behind the title with the pages that headings are on; page and pages in the foot."""
    facts, pages = s.document(BOOK), heading_pages(s.file(BOOK))
    right = [(text, str(pages[text])) for _, text in headings_of(facts)]
    assert contents_of(facts) == right, f"the contents say {contents_of(facts)}"
    first = next(n for n, one in enumerate(facts.paragraphs) if one.heading)
    assert any(one.style.lower().startswith("toc") for one in facts.paragraphs[1:first]), "the contents are elsewhere"
    assert ["1-2" in code for code in field_codes(facts, "TOC")] == [True], f"levels: {field_codes(facts, 'TOC')}"
    assert field_codes(facts, "PAGE") and field_codes(facts, "NUMPAGES"), "page and pages are not in the foot"
    page = facts.sections[0]
    assert page.header.strip() == TITLE, f"the head says {page.header!r}"
    assert (round(page.width), round(page.height)) == (612, 792), f"a page is {page.width} x {page.height}"
    assert mentions(facts.sections[0].footer, "page"), f"the foot says {facts.sections[0].footer!r}"


@check("tools")
def map_has_every_arrow(s: Submission) -> None:
    """The last drawing of the map: each quest once, by ID and title, an arrow for each requirement, dashed in circles."""
    drawn = [call for call in s.trajectory.calls("draw_diagram") if call.changed(MAP)]
    assert drawn, "the map was not drawn with draw_diagram"
    nodes = {node["id"]: node.get("label") or node["id"] for node in drawn[-1].arguments.get("nodes", [])}
    labels = sorted(nodes.values())
    assert [" ".join(label.split()) for label in labels] == [head(row) for row in quests(s)], f"the nodes are {labels}"
    ids = {name: label.split()[0] for name, label in nodes.items()}
    told: list[tuple[str, str, bool]] = []
    for edge in drawn[-1].arguments.get("edges", []):
        source, arrow, goal = re.fullmatch(r"(.+?)\s*(-->|->)\s*([^:]+?)\s*(?::.*)?", edge).groups()  # pyright: ignore[reportOptionalMemberAccess]
        assert {source, goal} <= set(nodes), f"the arrow {edge!r} names what is no node"
        told.append((ids[source], ids[goal], arrow == "-->"))
    there = {row["id"] for row in quests(s)}
    round_ = circles(s)
    right = [
        (need, row["id"], any({need, row["id"]} <= circle for circle in round_))
        for row in quests(s)
        for need in row["needs"]
        if need in there
    ]
    assert sorted(told) == sorted(right), (
        f"arrows too many: {sorted(set(told) - set(right))}, missing: {sorted(set(right) - set(told))}"
    )


@check("format")
def map_is_in_its_chapter(s: Submission) -> None:
    """The picture as drawn, not distorted, wide enough to read, with alt text and numbered caption."""
    facts = s.document(BOOK)
    blobs = pictures_in(s.file(BOOK))
    assert len(blobs) == 1 and same_picture(blobs[0], s.file(MAP)), "the document does not show the map"
    assert picture_difference(blobs[0], s.file(MAP)) < 0.05, "the document shows another state of the map"
    picture, page = facts.pictures[0], facts.sections[0]
    assert abs(picture.width / picture.height * picture.pixel_height / picture.pixel_width - 1) < 0.02, (
        "it is stretched"
    )
    assert picture.width <= page.width - page.left - page.right + 1, "the map is wider than the text"
    assert picture.width >= 250 or picture.height >= 400, f"it is {picture.width:.0f} x {picture.height:.0f} points"
    known = [*(row["id"] for row in s.table("quests.csv")), len(quests(s))]
    assert len(picture.alt.split()) >= 6 and mentions(picture.alt, "quest", "quests"), (
        f"the alt text is {picture.alt!r}"
    )
    assert not stray_figures(picture.alt, *known), f"the alt text is {picture.alt!r}"
    named = set(re.findall(r"Q\d\d", picture.alt))
    assert named in (set(), *circles(s)) or named == {row["id"] for row in quests(s)}, f"it names {sorted(named)}"
    sides = {one.alignment for one in facts.paragraphs if not one.text.strip() and one.position > 2}
    assert "center" in sides, "the map is not centred"
    text = facts.section_text("Quest map").split("\n")
    captions = [line for line in text if re.match(r"Figure 1\b\W*\w{3,}", line)]
    assert len(captions) == 1 and field_codes(facts, "SEQ"), f"the chapter on the map says {text}"
    assert not stray_figures(captions[0], "Figure 1", *known), f"the caption is {captions[0]!r}"


@check("content")
def what_is_wrong_is_commented(s: Submission) -> None:
    """A comment for each case, on the heading of one of its quests, with all of them by ID, and nothing else."""
    comments = s.document(BOOK).comments
    assert {one.author for one in comments} <= {AUTHOR}, f"authors: {sorted({one.author for one in comments})}"
    assert not [one.text for one in comments if one.resolved], "a comment was resolved"
    left = list(comments)
    for case in cases(s):
        there = {row["id"] for row in quests(s)}
        fitting = [
            one for one in left
            if set(re.findall(r"Q\d\d", one.text)) == case and one.anchor[:3] in case & there and len(one.anchor) > 4
        ]  # fmt: skip
        assert fitting, f"no comment names {sorted(case)} on the heading of one of them"
        left.remove(fitting[0])
        heads = [head(row) for row in quests(s)]
        assert fitting[0].anchor.strip() in heads, f"it stands on {fitting[0].anchor!r}"
        words = (
            ("cut",)
            if case - there
            else ("circle", "cycle", "loop", "circular", "each other", "never", "requires", "require")
        )
        assert mentions(fitting[0].text, *words), f"what is wrong? {fitting[0].text!r}"
        needs = {row["id"]: row["needs"] for row in quests(s)}
        for quest, need in re.findall(r"(Q\d\d) (?:requires|needs) (Q\d\d)", fitting[0].text):
            assert need in needs.get(quest, []), f"{quest} does not require {need}"
    assert not left, f"comments on nothing: {[one.text for one in left]}"


@check("rendered")
def clean_pages(s: Submission) -> None:
    """No finding but the comments, no empty page, and the PDF is of this document."""
    from deskworld_artifacts.inspection.document.layout import check as lay_out

    facts = s.document(BOOK)
    found, _ = lay_out(s.file(BOOK))
    wrong = [finding.message for finding in found.findings if finding.kind != "open_comment"]
    assert not wrong, wrong
    views = s.rendered(BOOK)
    assert not [view.label for view in views if view.blank]
    pdf = s.pdf(PDF)
    assert len(pdf.pages) == len(views), f"the PDF has {len(pdf.pages)} pages"
    there = re.sub(r"\W+", "", pdf.text)
    lost = [
        one.text
        for one in facts.paragraphs
        if not one.style.startswith("toc") and re.sub(r"\W+", "", one.text) not in there
    ]
    assert not lost, f"the PDF lacks {lost}"


@check("tools")
def looked_and_printed_last(s: Submission) -> None:
    """All pages were looked at after the last change, and the PDF was made after it."""
    assert s.trajectory.rendered_after_last_change(BOOK), "it was changed after the last look at it"
    assert s.trajectory.made_after(PDF, BOOK), "the PDF is older than the document"


@check("answer")
def tells_the_sums_and_what_is_wrong(s: Submission) -> None:
    """XP and coins in all, and each case with all its quests."""
    xp, coins = (sum(int(row[name]) for row in quests(s)) for name in ("xp", "coins"))
    assert says_number(s.answer, xp, digits=9) and says_number(s.answer, coins, digits=9), f"{xp} XP, {coins} coins"
    for case in cases(s):
        near = [
            part for part in re.split(r"(?<=[.;:\n])\s|, and ", s.answer) if case <= set(re.findall(r"Q\d\d", part))
        ]
        assert near, f"{sorted(case)} are not named together"
    named = set(re.findall(r"Q\d\d", s.answer))
    assert named <= set().union(*cases(s)), f"the answer also names {sorted(named - set().union(*cases(s)))}"
    strays = stray_figures(s.answer, xp, coins, BOOK, PDF, MAP, *named, len(cases(s)), len(quests(s)), 3)
    assert not strays, f"the answer says {strays}"
