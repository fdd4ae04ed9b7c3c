"""What is left to do in a document: words of a template, open comments and changes, fonts that are not here."""

import re
from collections.abc import Iterator

from ...fonts import stand_in
from ..facts import Finding
from .contrast import short
from .scene import Place, Scene

_LEAKS = re.compile(
    r"click (?:or tap )?(?:here )?to (?:add|edit|insert|enter)\b[^\n]*|click or tap here[^\n]*|lorem ipsum[^\n]*"
    r"|\bTODO\b|\bFIXME\b|\bTBD\b|\{\{[^{}\n]*\}\}|\{%[^{}\n]*%\}|<<[^<>\n]+>>|«[^«»\n]+»|\$\{[\w .]+\}"
    r"|\[(?:insert|your|enter|add|type|placeholder|click|choose|select|name|date|company|address|title|client|customer"
    r"|recipient|amount|city|phone|email|subject|author)\b[^\]\n]*\](?!\()"
    r"|\b(?:your|insert) (?:title|subtitle|text|name|logo|company) here\b|\bplaceholder text\b|\bchoose an item\b",
    re.IGNORECASE,
)
_FORMULA = re.compile(
    r"(?<![\\\w])\$\$?(?=[^\s$])[^$\n]*(?:\\[a-zA-Z]{2,}|[\^_](?:\{|\w\b))[^$\n]*(?<=[^\s\\])\$\$?(?!\d)"
)
_CODE = re.compile(r"code|source|preformatted|plain text|macro|typewriter|verbatim", re.IGNORECASE)
_CASED = re.compile(r"TODO|FIXME|TBD")
_QUOTING = re.compile(r"^«\s|\s»$")
"""French quotation marks stand apart from their words; those of a merge field do not."""


def leaks(scene: Scene) -> Iterator[Finding]:
    """Words that belong to a template: prompts, lorem ipsum, TODO, {{x}}, [Name]."""
    for place in scene.places:
        leak = _leak(place.facts.text)
        if leak:
            yield place.finding("leaking_placeholder", f'it still says "{short(leak, 60)}".')


def _leak(text: str) -> str:
    for found in _LEAKS.finditer(text):
        words = found.group()
        if words.upper() in ("TODO", "FIXME", "TBD") and not _CASED.fullmatch(words):
            continue  # Spanish has a word "todo"
        if words.startswith("«") and (_QUOTING.search(words) or " " in words.strip("«»")):
            continue
        return words
    return ""


def typed_formulas(scene: Scene) -> Iterator[Finding]:
    """Formulas that stand there as they are typed in LaTeX, $x^2$, where Word has equations; code may say so."""
    for place in scene.places:
        if _CODE.search(place.facts.style):
            continue
        text = "".join("\n" if _CODE.search(run.style) else run.text for run in place.facts.runs)
        if "$" in text and (found := _FORMULA.search(text)):
            yield place.finding("typed_formula", f'"{short(found[0], 60)}" is a formula typed as text.')


def review(scene: Scene) -> Iterator[Finding]:
    """Comments that are open, and tracked changes that nobody has accepted or rejected, author by author."""
    for comment in scene.facts.comments:
        if comment.resolved or comment.reply_to >= 0:
            continue
        on = f' on "{short(comment.anchor)}"' if comment.anchor else ""
        place = _commented(scene, comment.id)
        words = f'comment {comment.id} of {comment.author or "nobody"}{on} is open: "{short(comment.text, 60)}"'
        if place:
            yield place.finding("open_comment", words)
        else:
            yield Finding(kind="open_comment", block=0, message=words[:1].upper() + words[1:])
    changes: dict[str, int] = {}
    for change in scene.facts.revisions:
        changes[change.author or "nobody"] = changes.get(change.author or "nobody", 0) + 1
    for author, count in changes.items():
        number = f"{count} tracked change{'' if count == 1 else 's'}"
        yield Finding(
            kind="tracked_change",
            block=0,
            message=f"{number} of {author} wait{'s' if count == 1 else ''} to be accepted or rejected.",
        )


def _commented(scene: Scene, comment: int) -> Place | None:
    for element in scene.body.iter("{*}commentRangeStart", "{*}commentReference"):
        if any(value == str(comment) for key, value in element.attrib.items() if str(key).endswith("}id")):
            return scene.at(element)
    return None


def missing_fonts(scene: Scene) -> Iterator[Finding]:
    """Fonts for which this machine has nothing of the same widths: lines and pages may break elsewhere."""
    used: dict[str, str] = {}
    for place in scene.places:
        for look in place.looks:
            used.setdefault(look.font, place.said)
    for font, where in used.items():
        found = stand_in(font)
        if found:
            yield Finding(
                kind="missing_font",
                block=0,
                message=f"The font {font!r} (first in {where.lower()}) is not on this machine; {found!r} stands in.",
            )
