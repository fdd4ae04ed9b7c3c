"""The redline and the clean copy against the contract that came, settled by the rules, and against the term sheet."""

import re
from datetime import date
from difflib import SequenceMatcher
from typing import Any

from deskworld_verifiers import (
    Submission,
    changes_by,
    changes_placed,
    check,
    lacks,
    mentions,
    restyled,
    says_number,
    stray_days,
    stray_figures,
    stray_names,
    text_if,
)

SOURCE, TERMS = "contract/northpack-supply-agreement.docx", "terms/term-sheet.md"
REDLINE, CLEAN, PDF, DECISIONS = (
    "out/northpack-redline.docx", "out/northpack-clean.docx", "out/northpack-clean.pdf", "out/decisions.csv",
)  # fmt: skip
MAYA, KARIN, FELIX = "Maya Lindqvist", "Karin Holt", "Felix Brandt"
OPEN = {"5.3": "trade fairs", "8.1": "while this agreement lasts"}
"""Karin's changes of which the rules say nothing, by a few of their words."""
TALK = date(2026, 3, 12)


def changes(s: Submission) -> list[dict[str, str]]:
    """Each change of the contract as it came: clause, author, words in, words out, decision; a replacement is one."""
    found: list[dict[str, str]] = []
    for one in changes_placed(s.file(SOURCE)):
        change = {"clause": one.label, "author": one.author, "in": one.inserted, "out": one.deleted}
        found.append({**change, "text": (one.inserted or one.deleted).strip(), "decision": decision(change)})
    return found


def decision(change: dict[str, str]) -> str:
    """The rules: counsel's are accepted, corrections of a word are, the named ones are open, all others rejected."""
    if change["author"] == FELIX:
        return "accepted"
    if any(words in change["in"] for words in OPEN.values()):
        return "open"
    near = SequenceMatcher(None, change["in"], change["out"]).ratio() > 0.8
    return "accepted" if near and change["in"].isalpha() and change["out"].isalpha() else "rejected"


def terms(s: Submission) -> dict[str, str]:
    """What the term sheet says in the end, as it has to read in the contract."""
    text = " ".join(s.text(TERMS).split())
    table = dict(re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", s.text(TERMS), re.MULTILINE))
    return {
        "quantity": re.findall(r"minimum order is ([\d,]+) bags", text)[-1],
        "address": re.findall(r"Deliveries go to (Dock [^.]+\d)\.", text)[-1],
        "price": re.findall(r"bag 2 lb \$([\d.]+)", table["Prices per 1,000"])[0],
        "days": re.findall(r"^(\d+) days", table["Payment"])[0],
    }


def off(s: Submission) -> dict[str, str]:
    """What the contract says otherwise, as it came."""
    text = "\n".join(text_if(s.file(SOURCE), accepted=False))
    return {
        "price": re.findall(r"2 lb\n\$([\d.]+)", text)[0],
        "days": re.findall(r"within (\d+) days of the later", text)[0],
    }


def fitted(s: Submission, lines: list[str]) -> list[str]:
    """Lines of the contract with blanks filled and put right."""
    right, wrong = terms(s), off(s)
    swaps = {
        "[quantity]": right["quantity"],
        "[delivery address]": right["address"],
        f"${wrong['price']}": f"${right['price']}",
        f"within {wrong['days']} days of the later": f"within {right['days']} days of the later",
    }
    for old, new in swaps.items():
        lines = [line.replace(old, new) for line in lines]
    return lines


def settled(s: Submission, *, open_in: bool) -> list[str]:
    """The contract as it came, its changes settled by the rules, those that stay open as said."""
    made = {one[side]: one["decision"] for one in changes(s) for side in ("in", "out") if one[side]}

    def accepted(author: str, words: str) -> bool:
        return made[words] == "accepted" or (made[words] == "open" and open_in)

    return text_if(s.file(SOURCE), accepted=accepted)


def apart(found: list[str], wanted: list[str]) -> list[str]:
    """The lines that are not as they should be, each with what should be there."""
    found, wanted = ([" ".join(line.split()) for line in lines] for lines in (found, wanted))
    steps = SequenceMatcher(None, found, wanted, autojunk=False).get_opcodes()
    return [f"{found[a:b]} should be {wanted[c:d]}" for what, a, b, c, d in steps if what != "equal"]


@check("content")
def redline_reads_right(s: Submission) -> None:
    """With all changes accepted, and with all rejected, the redline reads as the rules and the term sheet say."""
    path = s.file(REDLINE)
    wrong = apart(text_if(path, accepted=True), fitted(s, settled(s, open_in=True)))
    assert not wrong, f"with all that is tracked: {wrong}"
    wrong = apart(text_if(path, accepted=False), settled(s, open_in=False))
    assert not wrong, f"without what is tracked: {wrong}"


@check("content")
def what_is_tracked(s: Submission) -> None:
    """Karin's open changes stand as she made them, the edits are Maya's and spare, and nobody else's are left."""
    facts, source = s.document(REDLINE), s.document(SOURCE)
    assert facts.track_changes, "tracking is off in the redline"
    assert {one.author for one in facts.revisions} == {MAYA, KARIN}, (
        f"changes are tracked of {sorted({one.author for one in facts.revisions})}"
    )
    stay = {one[side] for one in changes(s) if one["decision"] == "open" for side in ("in", "out") if one[side]}
    wanted = [(one.type, one.text, one.date) for one in changes_by(source, KARIN) if one.text in stay]
    assert [(one.type, one.text, one.date) for one in changes_by(facts, KARIN)] == wanted, "Karin's open changes differ"
    for one in changes_by(facts, MAYA):
        assert one.type in ("insertion", "deletion"), f"Maya's change is a {one.type}"
        assert len(one.text) <= 50, f"a change of Maya's is longer than it has to be: {one.text!r}"


@check("content")
def comments_are_answered(s: Submission) -> None:
    """Only the supplier's comments are left, each answered by Maya in its thread; what can't be settled stays open."""
    before, now = s.document(SOURCE).comments, s.document(REDLINE).comments
    theirs = [(one.author, one.text, one.anchor) for one in before if one.author == KARIN]
    first = [one for one in now if one.reply_to < 0]
    assert [(one.author, one.text) for one in first] == [pair[:2] for pair in theirs], (
        f"threads begin with {[(one.author, one.text) for one in first]}"
    )
    said = dict[str, str]()
    for one in first:
        answers = [other for other in now if other.reply_to == one.id]
        assert answers and {other.author for other in answers} == {MAYA}, f"{one.text!r} has no answer by {MAYA}"
        said[one.text] = " ".join(other.text for other in answers)
        open_ = mentions(one.text, "film")
        assert one.resolved is not bool(open_), f"{one.text!r} is {'resolved' if one.resolved else 'open'}"
        assert not open_ or one.anchor == theirs[-1][2], f"{one.text!r} lost its place"
    assert len(now) == len(first) + sum(one.reply_to >= 0 for one in now)
    right = terms(s)
    answer_on = {word: next(said[text] for text in said if word in text) for word in ("minimum", "dock", "film")}
    assert says_number(answer_on["minimum"], float(right["quantity"].replace(",", ""))), answer_on["minimum"]
    assert mentions(answer_on["dock"], right["address"].split(",")[0]), f"which dock? {answer_on['dock']!r}"
    late = ("not", "open", "yet", "later", "still", "speak", "talk", "discuss", "come back", "get back", "undecided")
    assert mentions(answer_on["film"], *late), f"film and plates aren't agreed: {answer_on['film']!r}"
    texts = " ".join(said.values())
    figures = (right["quantity"], right["address"], *re.findall(r"\w+ \d+", right["address"]), 7, 2)
    strays = stray_figures(texts, *figures, TALK, date(2026, 2, 16), date(2026, 2, 23), date(2026, 2, 5))
    assert not strays, f"the answers say {strays}"
    secret = mentions(texts, "Marco", "another printer", "other printer", "Aisha", "Felix", "352", "market standard")
    assert not secret, f"the supplier is told of {secret}"


@check("format")
def looks_are_kept(s: Submission) -> None:
    """Numbering, styles and the table look as before; nothing but the contract's text was touched."""
    source = s.document(SOURCE)
    for path in (REDLINE, CLEAN):
        facts = s.document(path)
        wrong = restyled(source, facts)
        # Clauses whose words changed are compared by their style, the label of what follows a clause that went may move.
        labels = {line.text for line in source.paragraphs if line.numbering}
        assert not [text for text in wrong if text not in labels], f"{path}: these look otherwise: {wrong}"
        styles = [line.style for line in facts.paragraphs if line.text.strip()]
        there = {line.style for line in source.paragraphs}
        assert set(styles) <= there, f"{path} has the styles {sorted(set(styles) - there)}"
        heads, was = (
            [(line.numbering and line.numbering.label, line.text) for line in one.paragraphs if line.heading]
            for one in (facts, source)
        )
        assert heads == was, f"{path}: the headings are {heads}"
        plain = [line.text for line in facts.paragraphs if line.style == "Clause" and not line.numbering]
        assert not plain, f"{path}: not numbered any more: {plain}"
        assert [section.footer for section in facts.sections] == [section.footer for section in source.sections]
        assert [table.widths for table in facts.tables] == [table.widths for table in source.tables]
        assert (facts.title, facts.author) == (source.title, source.author)


@check("content")
def clean_copy_is_clean(s: Submission) -> None:
    """It reads as it would be signed: no tracked change, no comment, no blank, tracking off."""
    facts = s.document(CLEAN)
    assert not facts.revisions and not facts.comments and not facts.track_changes, (
        f"{len(facts.revisions)} changes, {len(facts.comments)} comments, tracking {facts.track_changes}"
    )
    wrong = apart(text_if(s.file(CLEAN), accepted=True), fitted(s, settled(s, open_in=False)))
    assert not wrong, wrong
    assert not facts.findings, [finding.message for finding in facts.findings]


@check("rendered")
def pdf_is_the_clean_copy(s: Submission) -> None:
    """The PDF has the clean copy's text and pages, and none is empty."""
    pdf, views = s.pdf(PDF), s.rendered(CLEAN)
    assert len(pdf.pages) == len(views) and not [view.label for view in views if view.blank]
    there = re.sub(r"\W+", "", pdf.text)
    lost = [line for line in text_if(s.file(CLEAN), accepted=True) if re.sub(r"\W+", "", line) not in there]
    assert not lost, f"the PDF lacks {lost}"


@check("content")
def decisions_are_listed(s: Submission) -> None:
    """Each change once, in order, with clause, author and what became of it."""
    rows, wanted = s.table(DECISIONS), changes(s)
    assert rows and list(rows[0]) == ["Clause", "Author", "Decision", "Text"], f"the columns are {list(rows[:1])}"
    told = [(row["Clause"].strip().rstrip("."), row["Author"], row["Decision"].strip().lower()) for row in rows]
    right = [(one["clause"], one["author"], one["decision"]) for one in wanted]
    assert told == right, apart([" ".join(one) for one in told], [" ".join(one) for one in right])
    for row, one in zip(rows, wanted, strict=True):
        text = " ".join(row["Text"].split()).strip(" .,;“”\"'")
        assert text == " ".join(one["text"].split()).strip(" .,;"), f"{one['clause']}: {text!r}, not {one['text']!r}"


@check("tools")
def looked_and_printed_last(s: Submission) -> None:
    """Both documents were looked at after their last change, and the PDF was made after it."""
    for path in (REDLINE, CLEAN):
        assert s.trajectory.rendered_after_last_change(path), f"{path} was changed after the last look at it"
    assert s.trajectory.made_after(PDF, CLEAN), "the PDF is older than the document"


@check("answer")
def tells_what_is_left(s: Submission) -> None:
    """Counts, what Maya has to decide, and where the contract was off."""
    made: list[dict[str, Any]] = changes(s)
    counts = {what: sum(one["decision"] == what for one in made) for what in ("accepted", "rejected", "open")}
    for what in ("accepted", "rejected"):
        assert says_number(s.answer, counts[what]), f"it does not say that {counts[what]} were {what}"
    for clause, words in OPEN.items():
        about = (
            ("reference", "trade fairs") if words == "trade fairs" else ("confidentiality", "confidential", "secret")
        )
        assert mentions(s.answer, clause) and mentions(s.answer, *about), f"clause {clause} is not named as open"
    right, wrong = terms(s), off(s)
    assert not lacks(s.answer, "2 lb") and says_number(s.answer, float(right["price"])), "the price is not named"
    assert says_number(s.answer, int(right["days"])) and mentions(s.answer, "payment", "pay", "payable", "invoices")
    figures = [
        float(text.replace(",", "")) for text in (right["quantity"], right["price"], right["days"], *wrong.values())
    ]
    strays = stray_figures(
        s.answer, *figures, counts["accepted"], counts["rejected"], counts["open"], len(made), right["address"], "dock 4",
        "2 lb", "1,000", *{one["clause"] for one in made}, "2.2", "2.3", *(p for p in (REDLINE, CLEAN, PDF, DECISIONS)),
        TALK, date(2026, 2, 16), date(2026, 2, 23), date(2026, 6, 30), date(2026, 12, 31),
    )  # fmt: skip
    assert not strays, f"the answer says {strays}"
    assert not stray_days(s.answer, TALK, date(2026, 2, 16), date(2026, 2, 23), date(2026, 6, 30), date(2026, 12, 31))
    assert not stray_names(s.answer, known=[MAYA, KARIN, FELIX, "Dana Whitfield", "Marco Bellini", "Aisha Karim"], cast=[
        "Noor Haddad", "Theo Park", "Grace Liu", "Simon Achterberg"])  # fmt: skip
